/* reach.c -- runs a program on ranges of numbers. Where a range leaves open which way it goes on, both ways are gone and
 * their ranges joined. What a fact can be at the most is counted from the deck, the table and the lists. */
#include "rules/reach.h"

#include "rules/program.h"

static const struct reach EVERYTHING = { INT32_MIN, INT32_MAX };
static const struct reach YES_OR_NO = { 0, 1 };

static struct reach joined(struct reach a, struct reach b)
{
	return (struct reach){ a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high };
}

/* ---- facts ---- */

static int64_t copies_of(const struct rules *rules, cardset kinds)
{
	int64_t copies = 0;

	for (kinds &= rules->all; kinds != 0; kinds &= kinds - 1)
		copies += rules->kind[__builtin_ctzll(kinds)].copies;
	return copies;
}

static int64_t most_copies(const struct rules *rules, cardset kinds)
{
	int64_t most = 0;

	for (kinds &= rules->all; kinds != 0; kinds &= kinds - 1)
		if (rules->kind[__builtin_ctzll(kinds)].copies > most)
			most = rules->kind[__builtin_ctzll(kinds)].copies;
	return most;
}

/* The greatest answer of a fact, where something can be said about it. */
static int64_t most_of(const struct rules *rules, const struct op *op)
{
	switch ((enum fact_id)op->fact) {
	case FACT_never: return 0;
	case FACT_players: return rules->table.players;
	case FACT_size: return MELD_CARDS_MAX;
	case FACT_naturals: return most_copies(rules, rules->naturals);
	case FACT_wilds: return rules->wild_copies;
	case FACT_count_of: return copies_of(rules, op->argument & rules->cards.wild);
	case FACT_rank_is: return copies_of(rules, op->argument & (rules->naturals | rules->cards.wild)) > 0;
	case FACT_side_order: return rules->table.sides;
	case FACT_side_canastas:
	case FACT_turn_canastas: return rules->canasta_count > 0 ? INT32_MAX : 0;
	case FACT_laid_canasta: return rules->canasta_count > 0;
	case FACT_side_laid:
	case FACT_player_laid: return copies_of(rules, op->argument & rules->bonus.cards);
	case FACT_side_alone: return rules->table.alone != table_alone_nobody;
	case FACT_side_held:
	case FACT_hand_count: return copies_of(rules, op->argument);
	case FACT_side_holders: return rules->seats;
	case FACT_side_special:
	case FACT_special_laid: return rules->special_count > 0;
	case FACT_pile_top:
	case FACT_pile_has: return copies_of(rules, op->argument) > 0;
	case FACT_pile_started: return copies_of(rules, op->argument) > 0 && rules->deal.start_pile > 0;
	case FACT_hand_size:
	case FACT_pile_size:
	case FACT_pile_shown:
	case FACT_stock_size: return rules->deck_size;
	case FACT_turn_melded: return copies_of(rules, op->argument) > 0;
	case FACT_from_deal:
	case FACT_from_stock:
	case FACT_from_pile: return rules->bonus.cards != 0;
	case FACT_seat:
	case FACT_dealer: return rules->table.players > rules->seats ? rules->table.players : rules->seats;
	default: return facts[op->fact].type == FLAG ? 1 : INT32_MAX;
	}
}

static struct reach reach_of_fact(const struct rules *rules, const struct op *op)
{
	if (op->fact == FACT_always)
		return (struct reach){ 1, 1 };
	if (op->fact == FACT_players)
		return (struct reach){ rules->table.players, rules->table.players };
	if (op->fact == FACT_pile_frozen && rules->frozen_always >= 0)
		return (struct reach){ 1, 1 };
	if (op->fact == FACT_term)
		return program_reach(rules, rules->define[op->argument].when);
	return (struct reach){ facts[op->fact].low, most_of(rules, op) };
}

/* ---- steps ---- */

struct walking {
	const struct rules *rules;
	struct reach stack[PROGRAM_STACK + 1];
	int top;
};

static int64_t bounded(int64_t number)
{
	return nearest_number(number);
}

static struct reach product(struct reach a, struct reach b)
{
	int64_t corners[4] = { a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high };
	struct reach all = { corners[0], corners[0] };

	for (int i = 1; i < 4; i++)
		all = joined(all, (struct reach){ corners[i], corners[i] });
	return (struct reach){ bounded(all.low), bounded(all.high) };
}

/* Yes, no, or both, where [sure] and [possible] tell whether a comparison holds always and sometimes. */
static struct reach answer(bool sure, bool possible)
{
	return (struct reach){ sure, possible };
}

static struct reach compared(enum op_code code, struct reach a, struct reach b)
{
	bool may_equal = a.low <= b.high && b.low <= a.high;
	bool equal = a.low == a.high && b.low == b.high && a.low == b.low;

	switch (code) {
	case OP_EQUAL: return answer(equal, may_equal);
	case OP_UNEQUAL: return answer(!may_equal, !equal);
	case OP_LESS: return answer(a.high < b.low, a.low < b.high);
	case OP_LESS_EQUAL: return answer(a.high <= b.low, a.low <= b.high);
	case OP_MORE: return answer(a.low > b.high, a.high > b.low);
	case OP_MORE_EQUAL: return answer(a.low >= b.high, a.high >= b.low);
	case OP_PLUS: return (struct reach){ bounded(a.low + b.low), bounded(a.high + b.high) };
	case OP_MINUS: return (struct reach){ bounded(a.low - b.high), bounded(a.high - b.low) };
	case OP_TIMES: return product(a, b);
	default: return EVERYTHING;
	}
}

static bool is_yes(struct reach reach)
{
	return reach.low > 0 || reach.high < 0;
}

static bool is_no(struct reach reach)
{
	return reach.low == 0 && reach.high == 0;
}

static void walk(struct walking *at, program op, program end);

/* `and`, `or`: what stands behind is asked, or is not. Returns the step to go on with. */
static program walk_logic(struct walking *at, program op)
{
	program behind = op + 1 + op->number;
	struct reach *top = &at->stack[at->top], first = *top;
	bool settles = op->code == OP_AND ? is_no(first) : is_yes(first);
	bool goes_on = op->code == OP_AND ? is_yes(first) : is_no(first);

	if (settles)
		return behind;
	at->top--;
	walk(at, op + 1, behind);
	if (!goes_on)
		*top = joined(*top, op->code == OP_AND ? (struct reach){ 0, 0 } : (struct reach){ 1, 1 });
	return behind;
}

/* A step of a ladder that the key may lie in or not: the ladder is gone through both ways to its end. */
static void walk_step(struct walking *at, program op, program end)
{
	struct walking within = *at;

	walk(&within, op + 1, end);
	walk(at, op + 2, end);
	at->stack[at->top] = joined(at->stack[at->top], within.stack[within.top]);
}

static void walk(struct walking *at, program op, program end)
{
	while (op != end && op->code != OP_END) {
		struct reach *top = &at->stack[at->top];
		int32_t low = op->number, high = (int32_t)(int64_t)op->argument;
		switch ((enum op_code)op->code) {
		case OP_NUMBER: at->stack[++at->top] = (struct reach){ op->number, op->number }; break;
		case OP_FACT: at->stack[++at->top] = reach_of_fact(at->rules, op); break;
		case OP_NOT:
			*top = is_yes(*top) ? (struct reach){ 0, 0 } : is_no(*top) ? (struct reach){ 1, 1 } : YES_OR_NO;
			break;
		case OP_NEGATIVE: *top = (struct reach){ bounded(-top->high), bounded(-top->low) }; break;
		case OP_AND:
		case OP_OR: op = walk_logic(at, op); continue;
		case OP_WITHIN:
			if (top->high < low || top->low > high)
				op++;
			else if (top->low < low || top->high > high) {
				walk_step(at, op, end);
				return;
			}
			break;
		case OP_JUMP: op += op->number; break;
		case OP_SWAP_DROP:
			at->top--;
			top[-1] = top[0];
			break;
		default:
			at->top--;
			top[-1] = compared((enum op_code)op->code, top[-1], top[0]);
			break;
		}
		op++;
	}
}

struct reach program_reach(const struct rules *rules, program steps)
{
	struct walking at = { .rules = rules, .top = 0 };

	if (steps == NULL)
		return EVERYTHING;
	walk(&at, steps, NULL);
	return at.stack[at.top];
}

bool says_never(program condition)
{
	int32_t number;

	return (program_is_constant(condition, &number) && !number) ||
	       (condition->code == OP_FACT && condition->fact == FACT_never && condition[1].code == OP_END);
}

bool is_never(const struct rules *rules, program condition)
{
	return is_no(program_reach(rules, condition));
}

bool never_comes_true(const struct rules *rules, program condition)
{
	int32_t number;

	return !says_never(condition) && !program_is_constant(condition, &number) && is_never(rules, condition);
}
