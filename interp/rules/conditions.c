/* conditions.c -- what a condition shows before any game is played: what it asks, and what can change its answer. */
#include "rules/conditions.h"

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

bool asks_rank(formula condition)
{
	return asks(condition, FACT_side_of_rank) || asks(condition, FACT_others_of_rank) || asks(condition, FACT_term);
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

bool stays_while_opening(enum fact_id fact)
{
	return facts[fact].stays != STAYS_NO;
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

/* The opposite of such a demand. None of them is fewer than one. */
static bool refuses_class(const struct ir *ir)
{
	return (ir->kind == IR_AT_MOST || ir->kind == IR_LESS ||
	        (ir->kind == IR_EQUAL && ir_is_number(ir->first->next, 0))) &&
	       compares_class(ir);
}

static bool is_monotone_ir(const struct ir *ir, bool rising)
{
	const struct ir *fact = ir->kind == IR_NOT ? ir->first : ir;

	if (fact->kind == IR_FACT)
		return is_steady_fact(fact->fact) || fact->fact == FACT_opening;
	if (ir->kind != IR_ALL && ir->kind != IR_ANY)
		return ir->kind == IR_NUMBER || (rising ? asks_for_class(ir) : refuses_class(ir));
	for (const struct ir *part = ir->first; part != NULL; part = part->next)
		if (!is_monotone_ir(part, rising))
			return false;
	return true;
}

bool is_monotone(formula condition, bool rising)
{
	return is_monotone_ir(condition->ir, rising);
}
