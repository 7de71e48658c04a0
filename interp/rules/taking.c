/* taking.c -- taking the pile: which hands may have the cards for it, which meld they begin, and which top cards block
 * the pile or which cards in it freeze it. */
#include "rules/tables.h"
#include "rules/analysis.h"

static bool asks_only_not(formula condition, enum fact_id flag)
{
	return condition->ir->kind == IR_NOT && ir_is_fact(condition->ir->first, flag);
}

/* True if [condition] asks whether the player goes out, or a term that may. */
static bool asks_going_out(formula condition)
{
	return asks(condition, FACT_going_out) || asks(condition, FACT_term);
}

/* What is asked by a player who is taking the pile; all there is to know is whether her side has opened. */
static int32_t fact_for_takes(const void *opened, const struct ir *asked)
{
	bool has_opened = *(const bool *)opened;

	return asked->fact == FACT_take_opens ? !has_opened : has_opened;
}

/* False if [condition] never holds for a player who is taking the pile, whether her side has opened or not. */
static bool can_hold_for_takes(formula condition)
{
	bool opened = true, unopened = false;

	for (const struct ir *asked = condition->asked; asked != NULL; asked = asked->also)
		if (asked->fact != FACT_side_opened && asked->fact != FACT_take_opens)
			return true;
	return formula_evaluate(condition, &opened, fact_for_takes) ||
	       formula_evaluate(condition, &unopened, fact_for_takes);
}

/* Notes for which hands the cards of a way of taking the pile may be there. */
static void gather_hands_of_take(struct rules *rules, int take)
{
	struct composition hand = rules->pile.take[take].hand;
	uint32_t bit = UINT32_C(1) << take;

	for (int like = hand.naturals + hand.alike; like <= COPIES_MAX; like++) {
		rules->takes_with[like][true] |= bit;
		if (hand.wilds == 0)
			rules->takes_with[like][false] |= bit;
	}
	if (hand.alike > 0 && hand.naturals + hand.wilds == 0)
		rules->takes_of_wild |= bit;
}

/* The kind of meld that the cards of way [take] begin with [top]. */
static int8_t form_begun_by(const struct rules *rules, int take, int top)
{
	bool wild = rules->cards.wild >> top & 1;
	struct composition cards = take_cards(rules->pile.take[take].hand, wild);
	int first = rules->form_of[top];

	for (int i = first > 0 ? first : 0; i < rules->meld_count; i++) {
		const struct form *form = &rules->form[i];
		if ((cards.naturals > 0 ? form->ranks >> top & 1 : form->ranks == 0) &&
		    form_allows(form, cards.naturals, cards.wilds))
			return (rules->begun_always >> i & 1) && (cards.wilds == 0 || (rules->wild_always >> i & 1))
			               ? (int8_t)i
			               : BEGINS_ASKED;
	}
	return -1;
}

static bool some_take_is_forced(const struct rules *rules)
{
	for (int i = 0; i < rules->pile.take_count; i++)
		if (!never_holds(rules->pile.take[i].forced))
			return true;
	return false;
}

/* Notes what is asked of a player who takes the pile in way [take]. */
static void note_take(struct rules *rules, int take)
{
	formula when = rules->pile.take[take].when;
	uint32_t bit = UINT32_C(1) << take;

	if (asks_only_not(when, FACT_pile_frozen))
		rules->takes_unfrozen |= bit;
	if (asks_going_out(when))
		rules->takes_owe |= bit;
	if (rules->pile.take[take].onto == take_onto_own_meld)
		rules->takes_onto_own |= bit;
}

static void gather_takes(struct rules *rules)
{
	rules->takeable = rules->naturals;
	for (int i = 0; i < rules->pile.take_count; i++) {
		if (rules->pile.take[i].hand.alike > 0)
			rules->takeable |= rules->cards.wild;
		gather_hands_of_take(rules, i);
		for (int top = 0; top < rules->kinds; top++)
			rules->take_begins[i][top] = form_begun_by(rules, i, top);
		note_take(rules, i);
	}
	rules->takes_forced = some_take_is_forced(rules);
}

/* Gathers the cards of blocks that ask for the top card alone; the other blocks remain to be asked. */
static void gather_blocks(struct rules *rules)
{
	for (int i = 0; i < rules->pile.block_count; i++) {
		formula when = rules->pile.block[i].when;
		if (asks_only(when, FACT_pile_top))
			rules->block_tops |= when->ir->cards;
		else
			rules->blocks_to_ask |= UINT32_C(1) << i;
	}
}

/* Gathers the cards of a freeze that asks for cards in the pile alone; any other remains to be asked. */
static void gather_freeze(struct rules *rules, int at)
{
	formula when = rules->pile.freeze[at].when;
	uint32_t bit = UINT32_C(1) << at;

	if (rules->frozen_always < 0 && always_holds(when))
		rules->frozen_always = at;
	if (asks_only(when, FACT_pile_has)) {
		rules->freeze_has |= when->ir->cards;
	} else if (asks_only(when, FACT_pile_started)) {
		rules->freeze_starts |= when->ir->cards;
	} else {
		rules->freezes_to_ask |= bit;
		if (can_hold_for_takes(when))
			rules->freezes_for_takes |= bit;
	}
}

static void gather_freezes(struct rules *rules)
{
	rules->frozen_always = -1;
	for (int i = 0; i < rules->pile.freeze_count; i++)
		gather_freeze(rules, i);
}

void build_taking(struct rules *rules)
{
	gather_takes(rules);
	gather_blocks(rules);
	gather_freezes(rules);
}
