/* conditions.c -- what the program of a condition shows before any game is played: what it asks, and what can change its
 * answer. A program is looked at step by step, never run: few shapes of it are known, the others are left to the engine. */
#include "rules/conditions.h"

bool always_holds(program condition)
{
	int32_t number;

	return (program_is_constant(condition, &number) && number) || asks_only(condition, FACT_always);
}

bool never_holds(program condition)
{
	int32_t number;

	return (program_is_constant(condition, &number) && !number) || asks_only(condition, FACT_never);
}

bool asks_only(program op, int fact)
{
	return op->code == OP_FACT && op->fact == fact && op[1].code == OP_END;
}

bool asks(program op, int fact)
{
	for (; op->code != OP_END; op++)
		if (op->code == OP_FACT && op->fact == fact)
			return true;
	return false;
}

bool asks_rank(program op)
{
	return asks(op, FACT_side_of_rank) || asks(op, FACT_others_of_rank) || asks(op, FACT_term);
}

bool is_steady_fact(int fact)
{
	return fact == FACT_side_score || fact == FACT_players || fact == FACT_side_dealt || fact == FACT_event ||
	       fact == FACT_side_events;
}

bool stays_while_opening(int fact)
{
	return is_steady_fact(fact) || fact == FACT_opening || fact == FACT_turn_opened || fact == FACT_always ||
	       fact == FACT_never;
}

bool melding_changes_fact(int fact, bool others)
{
	switch (fact) {
	case FACT_side_of_rank:
	case FACT_others_of_rank: return !others;
	case FACT_always:
	case FACT_never:
	case FACT_players:
	case FACT_side_score:
	case FACT_side_dealt:
	case FACT_event:
	case FACT_pile_size:
	case FACT_pile_empty:
	case FACT_pile_top:
	case FACT_pile_has:
	case FACT_pile_started:
	case FACT_stock_size:
	case FACT_stock_empty:
	case FACT_going_out:
	case FACT_opening:
	case FACT_first_turn:
	case FACT_drew:
	case FACT_took:
	case FACT_melded_before:
	case FACT_seat:
	case FACT_dealer: return false;
	default: return true;
	}
}

bool melding_changes(program op, bool others)
{
	for (; op->code != OP_END; op++)
		if (op->code == OP_FACT && melding_changes_fact(op->fact, others))
			return true;
	return false;
}

bool asks_for_class(program op)
{
	return (op->fact == FACT_initial_class || op->fact == FACT_initial_points) &&
	       (op[1].code == OP_NUMBER || (op[1].code == OP_FACT && op[1].fact == FACT_minimum)) &&
	       (op[2].code == OP_MORE || op[2].code == OP_MORE_EQUAL);
}

/* Whether what lies between [op] and [end] rises, where [end] is the end of a condition or the `not` in front of it. */
static bool rises_to(program op, program end)
{
	for (; op != end; op++)
		switch ((enum op_code)op->code) {
		case OP_FACT:
			if (asks_for_class(op))
				op += 2;
			else if (!is_steady_fact(op->fact) && op->fact != FACT_opening)
				return false;
			else if (op + 1 != end && op[1].code == OP_NOT)
				op++;
			break;
		case OP_NUMBER:
		case OP_AND:
		case OP_OR: break;
		default: return false;
		}
	return true;
}

static program end_of(program op)
{
	while (op->code != OP_END)
		op++;
	return op;
}

bool rises(program op)
{
	return rises_to(op, end_of(op));
}

bool falls(program op)
{
	program end = end_of(op);

	for (program at = op; at != end; at++)
		if ((at->code == OP_AND || at->code == OP_OR) && at + at->number + 1 == end)
			return false; /* the last `not` belongs to one part alone */
	return end != op && end[-1].code == OP_NOT && rises_to(op, end - 1);
}
