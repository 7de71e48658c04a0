/* meld_limits.c -- the limits of a meld beside each other, and beside the deck: all of them hold together, so one may forbid what another
 * one has forbidden. */
#include "rules/lint.h"

/* True if so many cards are within all limits of the meld but those of [row]. */
static bool within_others(const struct rules *rules, enum row_id row, int item, int naturals, int wilds)
{
	static const enum row_id limits[] = { ROW_meld_size, ROW_meld_naturals, ROW_meld_wilds, ROW_meld_shape };

	for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
		if (limits[i] != row && !limits_hold(rules, rules_formula(rules, limits[i], item), naturals, wilds))
			return false;
	return true;
}

/* True for numbers of cards that the deck has for such melds. */
static bool deck_has(const struct rules *rules, int item, int naturals, int wilds)
{
	const struct form *form = &rules->form[item];
	int most = form_is_wild(form) ? 0 : form->sequence != 0 ? MELD_CARDS_MAX : most_copies(rules, form->ranks);

	return naturals <= most && wilds <= rules->wild_copies;
}

bool forbids_nothing(const struct rules *rules, enum row_id row, int item)
{
	formula limits = rules_formula(rules, row, item);

	for (int n = 0; n <= MELD_CARDS_MAX; n++)
		for (int w = 0; w <= MELD_CARDS_MAX; w++)
			if (deck_has(rules, item, n, w) && !limits_hold(rules, limits, n, w) &&
			    within_others(rules, row, item, n, w))
				return false;
	return true;
}

int most_beside(const struct rules *rules, enum row_id row, int item, int64_t enough)
{
	int most = 0;

	for (int n = MELD_CARDS_MAX; n >= 0 && most < enough; n--)
		for (int w = 0; w <= MELD_CARDS_MAX && most < enough; w++) {
			int cards = row == ROW_meld_size ? n + w : row == ROW_meld_wilds ? w : n;
			if (cards > most && deck_has(rules, item, n, w) && within_others(rules, row, item, n, w))
				most = cards;
		}
	return most;
}
