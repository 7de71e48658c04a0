/* hand_sizes.c -- how many cards a player can hold as long as her side has melded nothing: what was dealt and what came since, without
 * the cards that were discarded or laid out. The sets may have numbers that never occur, but lack none that do. Until then a way of
 * taking the pile counts only if it brings the pile into the hand, and no talon comes. */
#include "rules/lint.h"

#include "rules/analysis.h"

/* ---- sets of numbers ---- */

#define SO_MANY_OR_MORE (UINT64_C(1) << HAND_SIZES_MAX)

/* All numbers from [least] on. */
static uint64_t numbers_from(int least)
{
	return UINT64_MAX << (least < HAND_SIZES_MAX ? least : HAND_SIZES_MAX);
}

static uint64_t more(uint64_t sizes, int by)
{
	if (by > HAND_SIZES_MAX)
		by = HAND_SIZES_MAX;
	return sizes << by | (by > 0 && sizes >> (HAND_SIZES_MAX + 1 - by) != 0 ? SO_MANY_OR_MORE : 0);
}

static uint64_t fewer(uint64_t sizes, int by)
{
	return sizes >> by | ((sizes & SO_MANY_OR_MORE) != 0 ? numbers_from(HAND_SIZES_MAX - by) : 0);
}

/* These numbers, and each of them with up to [by] fewer. */
static uint64_t up_to_fewer(uint64_t sizes, int by)
{
	uint64_t all = sizes;

	for (int i = 1; i <= by && i < HAND_SIZES_MAX; i++)
		all |= fewer(sizes, i);
	return all;
}

/* ---- what comes and goes ---- */

/* What facts can be for a side that has melded nothing. */
static struct interval of_unmelded(const void *rules, const struct ir *asked)
{
	switch (asked->fact) {
	case FACT_side_opened:
	case FACT_side_melded:
	case FACT_side_canastas:
	case FACT_side_canastas_of:
	case FACT_side_class: return (struct interval){ 0, 0 };
	default: return fact_interval(rules, asked);
	}
}

static bool may_hold_unmelded(const struct rules *rules, formula condition)
{
	return formula_interval_where(rules, condition, rules, of_unmelded).high != 0;
}

/* The numbers of cards with none, one or more of the reserves that a player can take up. */
static uint64_t with_reserves(const struct rules *rules, uint64_t sizes)
{
	uint64_t all = sizes;

	for (int i = 0; i < rules->reserve.number && rules->reserve.cards > 0; i++)
		all |= more(all, rules->reserve.cards) | (i == 0 ? more(sizes, rules->reserve.first) : 0);
	return all;
}

static bool brings_pile(const struct rules *rules)
{
	for (int i = 0; i < rules->pile.take_count; i++)
		if (rules->pile.take[i].onto == take_onto_hand && may_hold_unmelded(rules, rules->pile.take[i].when))
			return true;
	return false;
}

/* The most cards that leave the stock for a player in one turn, but for talons and bonus cards. */
static int most_drawn(const struct rules *rules)
{
	int most = rules->turn.draw;

	for (int i = 0; i < rules->pile.take_count; i++)
		most = rules->pile.take[i].draws > most ? rules->pile.take[i].draws : most;
	return most;
}

/* Rounds of turns for which the stock is sure to last. */
static int full_rounds(const struct rules *rules)
{
	int64_t talons = formula_interval(rules, rules->talon.cards).high;
	int64_t stock = rules->deck_size - rules->seats * rules->deal.hand - rules->deal.start_pile -
	                rules->talon.set_aside - rules_reserves(rules) * rules->reserve.cards -
	                rules_reserve_owners(rules) * rules->reserve.first -
	                cards_in_deck(rules, rules->deal.turn_again) - cards_in_deck(rules, rules->bonus.cards);

	stock -= rules->talon.set_aside == 0 && talons > 0 ? rules->table.sides * talons : 0;
	return stock > 0 ? (int)(stock / (rules->seats * most_drawn(rules))) : 0;
}

/* True if play goes on with a card fewer in the hand where the stock is used up and a bonus card ought to be replaced. */
static bool lacks_replacement(const struct rules *rules)
{
	if (rules->bonus.unreplaced == bonus_unreplaced_ends_the_deal)
		return rules->bonus.last_card == bonus_last_card_ends_the_deal_after_melding;
	return rules->turn.draw > 1 || rules->bonus.laid == bonus_laid_by_choice || rules->reserve.cards > 0 ||
	       brings_pile(rules) || rules->bonus.last_card == bonus_last_card_play_goes_on ||
	       rules->bonus.last_card == bonus_last_card_ends_the_deal_after_melding;
}

/* What facts can be as a bonus card is laid out whose player's side has melded nothing. */
static struct interval of_bonus(const void *rules, const struct ir *asked)
{
	return asked->fact == FACT_from_pile && !brings_pile(rules) ? (struct interval){ 0, 0 }
	                                                            : of_unmelded(rules, asked);
}

/* How many bonus cards can be laid out in a deal that nothing comes for although the stock lasts. */
static int unreplaced(const struct rules *rules)
{
	return formula_interval_where(rules, rules->bonus.replaced, rules, of_bonus).low > 0
	               ? 0
	               : cards_in_deck(rules, rules->bonus.cards);
}

/* How many in a turn in which it is used up by so many cards drawn. */
static int unreplaced_at_end(const struct rules *rules, int drawn)
{
	int all = cards_in_deck(rules, rules->bonus.cards);
	bool held = rules->bonus.laid == bonus_laid_by_choice || rules->reserve.cards > 0 || brings_pile(rules);

	return !lacks_replacement(rules) ? 0 : held || all < drawn ? all : drawn;
}

/* ---- turns ---- */

/* The numbers of cards at the beginning of turns, and after she has drawn or taken the pile. */
struct unmelded {
	uint64_t begin, held;
};

/* A turn begins with one of these numbers of cards: adds what she can hold in it and returns what is left at its end. [full]: the stock
 * has all that she draws. */
static uint64_t one_turn(const struct rules *rules, uint64_t begin, bool full, bool pile, struct unmelded *all)
{
	bool short_draws = rules->stock_end.short_draw == stock_end_short_draw_draws_what_is_left;
	uint64_t held = 0;

	for (int draw = full || !short_draws ? rules->turn.draw : 1; draw <= rules->turn.draw; draw++)
		held |= up_to_fewer(more(begin, draw), full ? 0 : unreplaced_at_end(rules, draw));
	if (pile)
		held |= numbers_from(__builtin_ctzll(begin) + 1);
	all->begin |= begin;
	all->held |= held;
	switch (rules->turn.discard) {
	case turn_discard_required: return fewer(held, 1);
	case turn_discard_optional: return held | fewer(held, 1);
	default: return held;
	}
}

static struct unmelded unmelded_hands(const struct rules *rules)
{
	uint64_t begin = UINT64_C(1) << rules->deal.hand;
	struct unmelded all = { 0 };
	bool pile = brings_pile(rules), due = may_hold_unmelded(rules, rules->reserve.when);
	int rounds = full_rounds(rules);

	for (int i = 0; i < rounds && i < HAND_SIZES_MAX && begin != 0; i++)
		begin = one_turn(rules, begin, true, pile, &all);
	for (int end = 0; end <= rules->stock_end.renewed; end++) {
		for (uint64_t left = begin; left != 0; begin |= left)
			left = one_turn(rules, begin, true, pile, &all) & ~begin;
		begin = one_turn(rules, begin, false, pile, &all);
	}
	if (due && (rules->reserve.taken_up != reserve_taken_up_with_an_empty_hand || (all.begin & 1) != 0)) {
		all.begin = with_reserves(rules, all.begin);
		all.held = with_reserves(rules, all.held);
	}
	all.begin = up_to_fewer(all.begin, unreplaced(rules));
	all.held = up_to_fewer(all.held, unreplaced(rules));
	return all;
}

uint64_t hand_sizes_unmelded(const struct rules *rules, bool top)
{
	struct unmelded all = unmelded_hands(rules);

	return all.held | (top ? more(all.begin, 1) : 0);
}

int most_to_open(const struct rules *rules)
{
	int most = HAND_SIZES_MAX - __builtin_clzll(hand_sizes_unmelded(rules, true));

	return most < HAND_SIZES_MAX && most < rules->deck_size ? most : rules->deck_size;
}
