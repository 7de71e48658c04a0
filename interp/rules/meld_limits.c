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
			if (!limits_hold(rules, limits, naturals, wilds) &&
			    within_others(rules, row, item, naturals, wilds))
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

bool joins_nothing(const struct rules *rules, int item)
{
	const struct form *form = &rules->form[item];
	bool one_complete = form->sequence == 0 && rules->meld[item].of_a_rank == meld_of_a_rank_one_unfinished;
	int copies = form_is_wild(form) ? 0 : form->sequence != 0 ? MELD_CARDS_MAX : most_copies(rules, form->ranks);

	if (rules->table.alone != table_alone_nobody) /* partners may bring more of a rank than one side begins */
		return false;
	for (int n = 0; n <= MELD_CARDS_MAX; n++)
		for (int more = 0; n + more <= MELD_CARDS_MAX && n + more <= copies; more++)
			for (uint32_t left = form->wilds[n]; left != 0; left &= left - 1) {
				int wilds = __builtin_ctz(left);
				uint32_t whole = form->wilds[n + more];
				if ((!one_complete || n + wilds >= rules->canasta_least) &&
				    (form->wilds[more] << wilds & whole) != 0)
					return false;
			}
	return true;
}

/* True if [place] of a suit has enough places of the sequence beside it for the shortest one. */
static bool has_room(const struct form *form, int suit, int place)
{
	int low = place, high = place;

	while (form->places[suit] >> (low - 1) & 1)
		low--;
	while (form->places[suit] >> (high + 1) & 1)
		high++;
	for (int n = 0; n <= MELD_CARDS_MAX; n++)
		if (form->wilds[n] != 0 && n + __builtin_ctz(form->wilds[n]) <= high - low + 1)
			return true;
	return false;
}

bool meld_lacks(const struct rules *rules, int item, int kind)
{
	const struct form *form = &rules->form[item];

	if (form->sequence != 0) {
		for (cardset kinds = rules->mates[kind] & form->sequence; kinds != 0; kinds &= kinds - 1) {
			int suit = rules->kind[__builtin_ctzll(kinds)].suit;
			unsigned places = sequence_places(rules, form, suit, kinds & -kinds);
			for (; places != 0; places &= places - 1)
				if (has_room(form, suit, __builtin_ctz(places)))
					return false;
		}
		return true;
	}
	for (int n = 1; n <= MELD_CARDS_MAX && n <= rank_copies(rules, kind); n++)
		if (form->wilds[n] != 0)
			return false;
	return true;
}
