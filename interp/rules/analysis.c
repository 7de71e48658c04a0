/* analysis.c -- static analysis of formulas. Facts are judged by the columns of their rows. A formula is evaluated on
 * intervals: if a condition may be true or false, both ways are evaluated and their intervals joined. The bounds of
 * facts come from the deck, the table and the lists. */
#include "rules/analysis.h"

#include <string.h>

/* ---- what is asked ---- */

bool asks_only(formula condition, enum fact_id fact)
{
	return ir_is_fact(condition->ir, fact);
}

bool asks(formula condition, enum fact_id fact)
{
	for (const struct ir *asked = condition->asked; asked != NULL; asked = asked->also)
		if (asked->fact == fact)
			return true;
	return false;
}

bool reaches(const struct rules *rules, formula of, enum fact_id fact)
{
	for (const struct ir *asked = of->asked; asked != NULL; asked = asked->also)
		if (asked->fact == fact ||
		    (asked->fact == FACT_term && reaches(rules, rules->define[asked->item].when, fact)))
			return true;
	return false;
}

bool rules_ask(const struct rules *rules, enum fact_id fact)
{
	for (struct setting at = { .item = -1 }; setting_next(rules, &at);) {
		formula of = rules_formula(rules, at.row, at.item);
		if (of != NULL && asks(of, fact))
			return true;
	}
	return false;
}

bool all_play_alone(const struct rules *rules)
{
	return rules->seats == rules->table.sides && rules->table.alone == table_alone_nobody;
}

bool rules_have_opening(const struct rules *rules)
{
	static const enum fact_id of_opening[] = { FACT_side_opened, FACT_side_order, FACT_opening, FACT_turn_opened,
		                                   FACT_take_opens };

	if (formula_interval(rules, rules->initial_meld.minimum).high > 0 ||
	    formula_interval(rules, rules->initial_meld.raised).high > 0 ||
	    !always_holds(rules->initial_meld.contains) || !never_holds(rules->talon.cards))
		return true;
	for (size_t i = 0; i < sizeof of_opening / sizeof *of_opening; i++)
		if (rules_ask(rules, of_opening[i]))
			return true;
	return false;
}

bool asks_rank(const struct rules *rules, formula condition)
{
	for (int fact = 0; fact < FACT_COUNT; fact++)
		if (strcmp(facts[fact].where, "r") == 0 && reaches(rules, condition, (enum fact_id)fact))
			return true;
	return false;
}

bool demands(formula condition, enum fact_id fact)
{
	if (condition->ir->kind != IR_ALL)
		return ir_is_fact(condition->ir, fact);
	for (const struct ir *part = condition->ir->first; part != NULL; part = part->next)
		if (ir_is_fact(part, fact))
			return true;
	return false;
}

bool is_steady_fact(enum fact_id fact)
{
	return facts[fact].stays == STAYS_DEAL;
}

bool melding_changes_fact(enum fact_id fact, bool others)
{
	return facts[fact].melding > (others ? MELDING_RANK : MELDING_NO);
}

bool melding_changes(formula condition, bool others)
{
	for (const struct ir *asked = condition->asked; asked != NULL; asked = asked->also)
		if (melding_changes_fact(asked->fact, others))
			return true;
	return false;
}

/* True if [ir] compares initial melds of a class, or what they count, with a number or the minimum. */
static bool compares_class(const struct ir *ir)
{
	const struct ir *left = ir->first, *right = left != NULL ? left->next : NULL;

	return right != NULL && (ir_is_fact(left, FACT_initial_class) || ir_is_fact(left, FACT_initial_points)) &&
	       (right->kind == IR_NUMBER || ir_is_fact(right, FACT_minimum));
}

bool asks_for_class(const struct ir *ir)
{
	return (ir->kind == IR_AT_LEAST || ir->kind == IR_MORE) && compares_class(ir);
}

/* ---- intervals ---- */

static const struct interval EVERYTHING = { INT32_MIN, INT32_MAX };

static struct interval joined(struct interval a, struct interval b)
{
	return (struct interval){ a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high };
}

/* ---- facts ---- */

int cards_in_deck(const struct rules *rules, cardset kinds)
{
	int copies = 0;

	for (kinds &= rules->all; kinds != 0; kinds &= kinds - 1)
		copies += rules->kind[__builtin_ctzll(kinds)].copies;
	return copies;
}

/* The kinds that some meld may have its rank from. */
static cardset ranks_of_melds(const struct rules *rules)
{
	cardset ranks = 0;

	for (int i = 0; i < rules->meld_count; i++)
		ranks |= rules->form[i].ranks | rules->form[i].sequence |
		         (form_is_wild(&rules->form[i]) ? rules->cards.wild : 0);
	return ranks;
}

bool no_meld_is_of_class(const struct rules *rules, int class)
{
	return !(rules->lying_classes >> class & 1) || (rules->class_ranks[class] & ranks_of_melds(rules)) == 0 ||
	       is_contradiction(rules, rules->class[class].when);
}

cardset fact_cards(const struct rules *rules, const struct ir *asked)
{
	switch (facts[asked->fact].most) {
	case MOST_WILD_CARDS: return rules->cards.wild;
	case MOST_BONUS_CARDS: return rules->bonus.cards;
	default: return rules->all;
	}
}

enum place place_counted(enum fact_id fact)
{
	switch (fact) {
	case FACT_hand_count:
	case FACT_side_held: return PLACE_HANDS;
	case FACT_side_melded_of: return PLACE_MELDS;
	case FACT_side_laid:
	case FACT_player_laid: return PLACE_LAID;
	default: return PLACE_NONE;
	}
}

static int most_of_class(const struct rules *rules, int class)
{
	return no_meld_is_of_class(rules, class) ? 0 : rules->most_of_class[class];
}

/* What all sides but one can have of something of which each can have [most]. */
static int64_t others_most(const struct rules *rules, int most)
{
	return (int64_t)most * (rules->table.alone != table_alone_nobody ? rules->seats : rules->table.sides) - most;
}

/* How many players are meant by a fact of deeds, at the most. */
static int64_t most_doers(const struct rules *rules, enum fact_id who)
{
	bool joined = rules->table.alone != table_alone_nobody || rules->table.sides <= 0;
	int64_t side = joined ? rules->seats - 1 : rules->seats / rules->table.sides;

	switch (who) {
	case FACT_player_did: return 1;
	case FACT_partner_did: return side - !joined;
	case FACT_side_did: return side;
	case FACT_others_did: return joined ? rules->seats - 1 : rules->seats - side;
	default: return rules->seats;
	}
}

/* In how many turns of a deal somebody of whom a fact of deeds speaks can have done what is done once by each side or player, or for each
 * reserve; INT32_MAX for any other deed. */
static int64_t most_in_deal(const struct rules *rules, const struct ir *asked)
{
	bool others = asked->fact == FACT_others_did, anybody = asked->fact == FACT_anybody_did;
	int64_t sides = others ? rules->table.sides - 1 : anybody ? rules->table.sides : 1;

	if (rules->table.alone != table_alone_nobody) /* sides become one */
		return INT32_MAX;
	switch (deed_of(asked)) {
	case DEED_opening: return sides;
	case DEED_taking_up:
		return asked->fact == FACT_player_did && rules->reserve.of == reserve_of_player
		               ? rules->reserve.number
		               : sides * rules_side_reserves(rules);
	case DEED_asking:
		return rules->going_out.ask_again == going_out_ask_again_not_in_this_deal
		               ? most_doers(rules, asked->fact)
		               : INT32_MAX;
	default: return INT32_MAX;
	}
}

/* In how many turns of its period a deed can be done: every player has one turn in a round and since another's last turn. */
static int64_t most_deeds(const struct rules *rules, const struct ir *asked)
{
	enum period period = period_of(asked);
	int64_t doers = period == PERIOD_round || period == PERIOD_since ? most_doers(rules, asked->fact) : INT32_MAX,
		in_deal = most_in_deal(rules, asked);

	if (deed_ends_the_deal(deed_of(asked)) || period == PERIOD_turn)
		return 1;
	return doers < in_deal ? doers : in_deal;
}

/* The upper bound of a fact, if there is one. */
static int64_t most_of(const struct rules *rules, const struct ir *asked)
{
	cardset cards = asked->cards & fact_cards(rules, asked);

	switch (facts[asked->fact].most) {
	case MOST_ANY: break;
	case MOST_PLAYERS: return rules->table.players;
	case MOST_PEOPLE: return rules->table.players > rules->seats ? rules->table.players : rules->seats;
	case MOST_OF_SIDE:
		return rules->table.alone != table_alone_nobody ? rules->seats - 1
		       : rules->table.sides > 0                 ? rules->seats / rules->table.sides
		                                                : rules->seats;
	case MOST_SIDES: return rules->table.sides;
	case MOST_MELD: return rules->table.alone != table_alone_nobody ? rules->deck_size : MELD_CARDS_MAX;
	case MOST_ON_TABLE: return rules->most_cards;
	case MOST_WILDS_ON_TABLE: return rules->most_wilds;
	case MOST_NATURALS: return most_naturals(rules, rules->naturals);
	case MOST_WILDS: return rules->wild_copies;
	case MOST_RANKS: return cards_in_deck(rules, cards & (rules->naturals | rules->cards.wild));
	case MOST_WILD_CARDS:
	case MOST_BONUS_CARDS:
	case MOST_CARDS: return cards_in_deck(rules, cards);
	case MOST_START_CARDS: return rules->deal.start_pile > 0 ? cards_in_deck(rules, cards) : 0;
	case MOST_DECK: return rules->deck_size;
	case MOST_BONUS: return cards_in_deck(rules, rules->bonus.cards);
	case MOST_CANASTAS: return rules->canasta_count > 0 ? INT32_MAX : 0;
	case MOST_SIDE_CANASTAS: return rules->canasta_count > 0 ? rules->most_canastas : 0;
	case MOST_POINTS: return rules->deck_points;
	case MOST_CANASTAS_OF: return rules->most_canastas_of[asked->item];
	case MOST_OTHERS_CANASTAS: return rules->canasta_count > 0 ? others_most(rules, rules->most_canastas) : 0;
	case MOST_SPECIAL: return rules->special_count;
	case MOST_RESERVES: return rules_side_reserves(rules);
	case MOST_CLASS: return most_of_class(rules, asked->item);
	case MOST_CLASS_POINTS: return no_meld_is_of_class(rules, asked->item) ? 0 : rules->deck_points;
	case MOST_OTHERS_CLASS: return others_most(rules, most_of_class(rules, asked->item));
	case MOST_SEQUENCES: return rules->sequences;
	case MOST_SEQUENCE_ROW: return rules->sequences ? SEQUENCE_PLACES : 0;
	case MOST_FREEZES: return rules->pile.freeze_count;
	case MOST_BLOCKS: return rules->pile.block_count;
	case MOST_ALONE: return rules->table.alone != table_alone_nobody;
	case MOST_DEEDS: return most_deeds(rules, asked);
	}
	return INT32_MAX;
}

bool most_is_estimated(enum fact_id fact)
{
	switch (facts[fact].most) {
	case MOST_ON_TABLE:
	case MOST_WILDS_ON_TABLE:
	case MOST_SIDE_CANASTAS:
	case MOST_CANASTAS_OF:
	case MOST_OTHERS_CANASTAS:
	case MOST_CLASS:
	case MOST_OTHERS_CLASS:
	case MOST_CLASS_POINTS:
	case MOST_POINTS: return true;
	default: return false;
	}
}

int64_t fact_step(const struct rules *rules, enum fact_id fact)
{
	int64_t step = 0;

	switch (fact) {
	case FACT_side_score:
	case FACT_best_total:
	case FACT_side_total:
	case FACT_others_total: return rules->points_step > 0 ? rules->points_step : 1;
	default: break;
	}
	if (facts[fact].most != MOST_POINTS)
		return 1;
	for (int kind = 0; kind < rules->kinds; kind++)
		if (rules->kind[kind].copies > 0)
			step = common_divisor(step, rules->kind[kind].points);
	return step > 0 ? step : 1;
}

/* ---- expressions ---- */

/* Bounds stop far beyond the values of formulas, which fit into 64 bits, so that sums of two of them do, too. */
static int64_t bounded(int64_t number)
{
	return number > INT64_MAX / 4 ? INT64_MAX / 4 : number < INT64_MIN / 4 ? INT64_MIN / 4 : number;
}

static struct interval sum(struct interval a, struct interval b)
{
	return (struct interval){ bounded(a.low + b.low), bounded(a.high + b.high) };
}

static int64_t times(int64_t a, int64_t b)
{
	int64_t made;

	if (__builtin_mul_overflow(a, b, &made))
		made = (a < 0) == (b < 0) ? INT64_MAX : INT64_MIN;
	return bounded(made);
}

static struct interval product(struct interval a, struct interval b)
{
	int64_t corners[4] = { times(a.low, b.low), times(a.low, b.high), times(a.high, b.low), times(a.high, b.high) };
	struct interval all = { corners[0], corners[0] };

	for (int i = 1; i < 4; i++)
		all = joined(all, (struct interval){ corners[i], corners[i] });
	return all;
}

/* Parts of a sum that count different things of one sort: cards, of which the deck has so many, what cards count, canastas of a side. */
struct counted {
	cardset in[PLACES], cards;
	bool points[FACT_COUNT], some_points;
	uint32_t canastas;
};

/* True if [fact] counts what no part of the sum before it does; it is then among them. */
static bool counts_others(struct counted *counted, const struct ir *fact)
{
	enum place place = fact->kind == IR_FACT ? place_counted(fact->fact) : PLACE_NONE;
	bool others = fact->kind == IR_FACT;

	if (place != PLACE_NONE) {
		others = (counted->in[place] & fact->cards) == 0;
		counted->in[place] |= fact->cards;
		counted->cards |= fact->cards;
	} else if (others && facts[fact->fact].most == MOST_POINTS) {
		others = !counted->points[fact->fact];
		counted->points[fact->fact] = counted->some_points = true;
	} else if (others && fact->fact == FACT_side_canastas_of) {
		others = (counted->canastas >> fact->item & 1) == 0;
		counted->canastas |= UINT32_C(1) << fact->item;
	} else
		others = false;
	return others;
}

/* The most that the parts of a sum come to that count different things. */
static int64_t most_counted(const struct rules *rules, const struct counted *counted)
{
	return (int64_t)cards_in_deck(rules, counted->cards) + (counted->some_points ? rules->deck_points : 0) +
	       (counted->canastas != 0 ? rules->most_canastas : 0);
}

/* Yes, no, or both, where [sure] and [possible] say whether a comparison holds always and sometimes. */
static struct interval answer(bool sure, bool possible)
{
	return (struct interval){ sure, possible };
}

static struct interval compared(enum ir_kind kind, struct interval a, struct interval b)
{
	bool may_equal = a.low <= b.high && b.low <= a.high;
	bool equal = a.low == a.high && b.low == b.high && a.low == b.low;

	switch (kind) {
	case IR_EQUAL: return answer(equal, may_equal);
	case IR_UNEQUAL: return answer(!may_equal, !equal);
	case IR_LESS: return answer(a.high < b.low, a.low < b.high);
	case IR_AT_MOST: return answer(a.high <= b.low, a.low <= b.high);
	case IR_MORE: return answer(a.low > b.high, a.high > b.low);
	default: return answer(a.low >= b.high, a.high >= b.low);
	}
}

/* What is known while an expression is evaluated: the rules, and the interval of each fact. */
struct known {
	const struct rules *rules;
	const void *frame;
	interval_of_fact *of_fact;
};

static struct interval evaluate(const struct known *at, const struct ir *ir);

/* A sum. Several parts of it that count cards in different places are no more than the deck has. */
static struct interval of_sum(const struct known *at, const struct ir *ir)
{
	struct interval counted = { 0, 0 }, others = { 0, 0 };
	struct counted what = { .cards = 0 };

	for (const struct ir *part = ir->first; part != NULL; part = part->next)
		if (counts_others(&what, part))
			counted = sum(counted, evaluate(at, part));
		else
			others = sum(others, evaluate(at, part));
	if (counted.high > most_counted(at->rules, &what))
		counted.high = most_counted(at->rules, &what);
	return sum(counted, others);
}

static bool is_yes(struct interval of)
{
	return of.low > 0 || of.high < 0;
}

static bool is_no(struct interval of)
{
	return of.low == 0 && of.high == 0;
}

/* All or any of the parts. */
static struct interval of_parts(const struct known *at, const struct ir *ir)
{
	bool all = ir->kind == IR_ALL, sure = all, possible = all;

	for (const struct ir *part = ir->first; part != NULL; part = part->next) {
		struct interval one = evaluate(at, part);
		sure = all ? sure && is_yes(one) : sure || is_yes(one);
		possible = all ? possible && !is_no(one) : possible || !is_no(one);
	}
	return answer(sure, possible);
}

/* The values of the steps in which the key may lie. */
static struct interval of_ladder(const struct known *at, const struct ir *ladder)
{
	struct interval key = evaluate(at, ladder->first), all = EVERYTHING;
	bool any = false;

	for (const struct ir *step = ladder->first->next; step != NULL; step = step->next) {
		if (step->number > key.high || (step->next != NULL && step->next->number <= key.low))
			continue;
		struct interval value = evaluate(at, step->first);
		all = any ? joined(all, value) : value;
		any = true;
	}
	return all;
}

struct interval fact_interval(const struct rules *rules, const struct ir *asked)
{
	if (asked->fact == FACT_players)
		return (struct interval){ rules->table.players, rules->table.players };
	if (asked->fact == FACT_pile_frozen && freeze_always(rules) >= 0)
		return (struct interval){ 1, 1 };
	if (facts[asked->fact].type == FLAG)
		return (struct interval){ 0, most_of(rules, asked) > 0 };
	return (struct interval){ fact_least(rules, asked->fact), most_of(rules, asked) };
}

static struct interval evaluate(const struct known *at, const struct ir *ir)
{
	struct interval one;

	switch (ir->kind) {
	case IR_NUMBER: return (struct interval){ ir->number, ir->number };
	case IR_FACT:
		if (ir->fact == FACT_term)
			return formula_interval_where(at->rules, at->rules->define[ir->item].when, at->frame,
			                              at->of_fact);
		return at->of_fact != NULL ? at->of_fact(at->frame, ir) : fact_interval(at->rules, ir);
	case IR_NOT: one = evaluate(at, ir->first); return answer(is_no(one), !is_yes(one));
	case IR_NEGATIVE:
		one = evaluate(at, ir->first);
		return (struct interval){ bounded(-one.high), bounded(-one.low) };
	case IR_ALL:
	case IR_ANY: return of_parts(at, ir);
	case IR_SUM: return of_sum(at, ir);
	case IR_PRODUCT:
		one = evaluate(at, ir->first);
		for (const struct ir *part = ir->first->next; part != NULL; part = part->next)
			one = product(one, evaluate(at, part));
		return one;
	case IR_LADDER: return of_ladder(at, ir);
	case IR_STEP: return EVERYTHING; /* only in ladders */
	case IR_EQUAL:
	case IR_UNEQUAL:
		if (ir->first->kind == IR_FACT && facts[ir->first->fact].type == SCORE &&
		    ir->first->next->kind == IR_NUMBER &&
		    ir->first->next->number % fact_step(at->rules, ir->first->fact) != 0)
			return answer(ir->kind == IR_UNEQUAL, ir->kind == IR_UNEQUAL);
		return compared(ir->kind, evaluate(at, ir->first), evaluate(at, ir->first->next));
	default: return compared(ir->kind, evaluate(at, ir->first), evaluate(at, ir->first->next));
	}
}

/* A formula's value is cut to 32 bits. */
static struct interval cut(struct interval of)
{
	return (struct interval){ nearest_number(of.low), nearest_number(of.high) };
}

struct interval ir_interval(const struct rules *rules, const struct ir *ir)
{
	return cut(evaluate(&(struct known){ rules, NULL, NULL }, ir));
}

struct interval ir_interval_where(const struct rules *rules, const struct ir *ir, const void *frame,
                                  interval_of_fact *of_fact)
{
	return cut(evaluate(&(struct known){ rules, frame, of_fact }, ir));
}

struct interval formula_interval_where(const struct rules *rules, formula of, const void *frame,
                                       interval_of_fact *of_fact)
{
	return of != NULL ? ir_interval_where(rules, of->ir, frame, of_fact) : EVERYTHING;
}

struct interval formula_interval(const struct rules *rules, formula of)
{
	return formula_interval_where(rules, of, NULL, NULL);
}

/* True if some part of [ir] jumps over numbers between its bounds, as twice a number does. A sum of different facts does not. */
static bool jumps(const struct ir *ir)
{
	if (ir->kind == IR_PRODUCT || ir->kind == IR_LADDER)
		return true;
	for (const struct ir *part = ir->first; part != NULL; part = part->next)
		if (jumps(part))
			return true;
	return false;
}

bool ask_once(const formula *of, size_t count)
{
	uint64_t met[(FACT_COUNT + 63) / 64] = { 0 };

	for (size_t i = 0; i < count; i++)
		for (const struct ir *asked = of[i]->asked; asked != NULL; asked = asked->also) {
			uint64_t bit = UINT64_C(1) << asked->fact % 64;
			if (asked->fact == FACT_term || (met[asked->fact / 64] & bit) != 0)
				return false;
			met[asked->fact / 64] |= bit;
		}
	return true;
}

bool intervals_say_all(formula condition)
{
	return ask_once(&condition, 1) && !jumps(condition->ir);
}

bool cannot_hold(const struct rules *rules, formula condition)
{
	return is_no(formula_interval(rules, condition));
}

bool is_contradiction(const struct rules *rules, formula condition)
{
	return (!condition->is_constant || condition->is_settled) && cannot_hold(rules, condition);
}

/* ---- the initial meld ---- */

static struct interval of_unopened(const void *rules, const struct ir *asked)
{
	return asked->fact == FACT_side_opened ? (struct interval){ 0, 0 } : fact_interval(rules, asked);
}

bool waived_too_late(const struct rules *rules)
{
	return !cannot_hold(rules, rules->initial_meld.waived) &&
	       is_no(formula_interval_where(rules, rules->initial_meld.waived, rules, of_unopened));
}

bool opens_before_going_out(const struct rules *rules)
{
	formula waived = rules->initial_meld.waived;

	return !reaches(rules, waived, FACT_going_out) && !reaches(rules, waived, FACT_event) &&
	       !reaches(rules, waived, FACT_side_events);
}

bool waives_nothing(const struct rules *rules)
{
	return cannot_hold(rules, rules->initial_meld.waived) || waived_too_late(rules);
}

/* ---- bans, freezes and ways of taking ---- */

/* What a fact can be for a player who does not go out. */
static struct interval of_staying_in(const void *rules, const struct ir *asked)
{
	return asked->fact == FACT_going_out ? (struct interval){ 0, 0 } : fact_interval(rules, asked);
}

static struct interval of_last_discard(const void *rules, const struct ir *asked)
{
	return asked->fact == FACT_going_out ? (struct interval){ 1, 1 } : fact_interval(rules, asked);
}

bool ban_spares_who_goes_out(const struct rules *rules, int ban)
{
	return formula_interval_where(rules, rules->discard.ban[ban].when, rules, of_last_discard).high == 0;
}

bool ban_is_for_who_goes_out(const struct rules *rules, int ban)
{
	formula when = rules->discard.ban[ban].when;

	return asks(when, FACT_going_out) ? formula_interval_where(rules, when, rules, of_staying_in).high == 0
	                                  : never_holds(when);
}

uint32_t melds_of_going_out(const struct rules *rules)
{
	uint32_t forms = 0;

	for (int i = 0; i < rules->meld_count; i++) {
		formula begun = rules->meld[i].begun;
		if (!begun->is_constant && reaches(rules, begun, FACT_going_out) &&
		    formula_interval_where(rules, begun, rules, of_staying_in).high == 0)
			forms |= UINT32_C(1) << i;
	}
	return forms;
}

bool bans_every_last_card(const struct rules *rules, int ban)
{
	const struct in_ban *of = &rules->discard.ban[ban];

	return (rules->all & ~of->cards) == 0 && ir_is_fact(of->when->ir, FACT_going_out);
}

/* What a fact can be for a player who goes out with a discard. */
static struct interval of_going_out(const void *rules, const struct ir *asked)
{
	return asked->fact == FACT_going_out || asked->fact == FACT_hand_size ? (struct interval){ 1, 1 }
	                                                                      : fact_interval(rules, asked);
}

bool last_card_is_melded(const struct rules *rules)
{
	cardset free = rules->all;

	if (rules->bonus.laid == bonus_laid_at_once && rules->bonus.last_card != bonus_last_card_stays_in_the_hand)
		free &= ~rules->bonus.cards;
	for (int i = 0; i < rules->discard.ban_count; i++)
		if (formula_interval_where(rules, rules->discard.ban[i].when, rules, of_going_out).low > 0)
			free &= ~rules->discard.ban[i].cards;
	return free == 0;
}

/* Answers facts for a player who takes the pile with her side's initial meld. */
static struct interval of_opening_with_pile(const void *rules, const struct ir *asked)
{
	switch (asked->fact) {
	case FACT_side_opened: return (struct interval){ 0, 0 };
	case FACT_opening:
	case FACT_take_opens: return (struct interval){ 1, 1 };
	default: return fact_interval(rules, asked);
	}
}

bool takes_into_hand(const struct rules *rules)
{
	bool any = false;

	for (int i = 0; i < rules->pile.take_count; i++)
		any = any || (rules->pile.take[i].onto == take_onto_hand && !never_holds(rules->pile.take[i].when));
	return any;
}

bool pile_may_open(const struct rules *rules)
{
	const struct in_pile *pile = &rules->pile;
	bool may = false;

	for (int i = 0; i < pile->take_count; i++)
		may = may || (pile->take[i].onto != take_onto_hand &&
		              formula_interval_where(rules, pile->take[i].when, rules, of_opening_with_pile).high != 0);
	for (int i = 0; i < pile->block_count; i++)
		may = may && formula_interval_where(rules, pile->block[i].when, rules, of_opening_with_pile).low == 0;
	return may;
}

bool take_begins_melds(const struct rules *rules, int take)
{
	const struct in_take *way = &rules->pile.take[take];

	for (int i = 0; i < rules->meld_count; i++)
		if (form_allows(&rules->form[i], way->hand.naturals + way->hand.alike + 1, way->hand.wilds) &&
		    !never_holds(rules->meld[i].begun))
			return true;
	return way->hand.alike > 0; /* of wild cards alone */
}

int freeze_always(const struct rules *rules)
{
	return rules->frozen_by - 1;
}

/* Answers facts for a player who is taking the pile, of whom only one thing is known: whether her side has opened. */
static int32_t fact_for_takes(const void *opened, const struct ir *asked)
{
	bool has_opened = *(const bool *)opened;

	return asked->fact == FACT_take_opens ? !has_opened : has_opened;
}

bool can_hold_for_takes(formula condition)
{
	bool opened = true, unopened = false;

	for (const struct ir *asked = condition->asked; asked != NULL; asked = asked->also)
		if (asked->fact != FACT_side_opened && asked->fact != FACT_take_opens)
			return true;
	return formula_evaluate(condition, &opened, fact_for_takes) ||
	       formula_evaluate(condition, &unopened, fact_for_takes);
}

cardset takeable(const struct rules *rules)
{
	cardset tops = 0;

	for (cardset ranks = rules->naturals; ranks != 0; ranks &= ranks - 1)
		tops |= rules->mates[__builtin_ctzll(ranks)];
	for (int i = 0; i < rules->pile.take_count; i++) {
		const struct in_take *take = &rules->pile.take[i];
		if (take->hand.alike > 0)
			tops |= rules->cards.wild;
		for (int form = 0; form < rules->meld_count && take->onto == take_onto_own_sequence; form++)
			tops |= rules->form[form].sequence;
		if (take->onto == take_onto_hand && take->hand.naturals == 0)
			tops |= rules->all;
	}
	return tops;
}

int form_of_take(const struct rules *rules, int take, int top)
{
	struct composition cards = take_cards(rules->pile.take[take].hand, rules->cards.wild >> top & 1);

	if (rules->pile.take[take].onto == take_onto_hand || rules->pile.take[take].onto == take_onto_own_sequence)
		return -1;
	for (int i = 0; i < rules->meld_count; i++) {
		const struct form *form = &rules->form[i];
		if ((cards.naturals > 0 ? form->ranks >> rules->lead[top] & 1 : form_is_wild(form)) &&
		    form_allows(form, cards.naturals, cards.wilds))
			return i;
	}
	return -1;
}
