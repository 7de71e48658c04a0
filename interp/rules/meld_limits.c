/* meld_limits.c -- the limits of a meld beside each other, and beside the deck: all of them hold together, so one may forbid what another
 * one has forbidden. */
#include "rules/lint.h"

/* True if so many cards are within all limits of the meld but those of [row], and have places in a sequence. */
static bool within_others(const struct rules *rules, enum row_id row, int item, int naturals, int wilds)
{
	static const enum row_id limits[] = { ROW_meld_size, ROW_meld_naturals, ROW_meld_wilds, ROW_meld_shape };

	if (rules->form[item].sequence != 0 && naturals + wilds > sequence_most(&rules->form[item]))
		return false; /* each card has a place of its own */
	for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
		if (limits[i] != row && !limits_hold(rules, rules_formula(rules, limits[i], item), naturals, wilds))
			return false;
	return true;
}

/* The most natural cards, and wild ones, that the deck has for such a meld. */
static int naturals_of_deck(const struct rules *rules, int item)
{
	const struct form *form = &rules->form[item];
	int most = form_is_wild(form) ? 0 : form->sequence != 0 ? sequence_most(form) : most_copies(rules, form->ranks);

	return most < MELD_CARDS_MAX ? most : MELD_CARDS_MAX;
}

static int wilds_of_deck(const struct rules *rules)
{
	return rules->wild_copies < MELD_CARDS_MAX ? rules->wild_copies : MELD_CARDS_MAX;
}

bool others_allow(const struct rules *rules, enum row_id row, int item, int naturals, int wilds)
{
	return naturals <= naturals_of_deck(rules, item) && wilds <= wilds_of_deck(rules) &&
	       within_others(rules, row, item, naturals, wilds);
}

bool forbids_nothing(const struct rules *rules, enum row_id row, int item)
{
	formula limits = rules_formula(rules, row, item);

	for (int naturals = naturals_of_deck(rules, item); naturals >= 0; naturals--)
		for (int wilds = wilds_of_deck(rules); wilds >= 0; wilds--)
			if (!limits_hold(rules, limits, naturals, wilds) && within_others(rules, row, item, naturals, wilds))
				return false;
	return true;
}

int most_beside(const struct rules *rules, enum row_id row, int item, int64_t enough)
{
	int most = 0;

	for (int naturals = naturals_of_deck(rules, item); naturals >= 0 && most < enough; naturals--)
		for (int wilds = 0; wilds <= wilds_of_deck(rules) && most < enough; wilds++) {
			int cards = row == ROW_meld_size ? naturals + wilds : row == ROW_meld_wilds ? wilds : naturals;
			if (cards > most && within_others(rules, row, item, naturals, wilds))
				most = cards;
		}
	return most;
}
