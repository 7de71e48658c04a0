/* formula.h -- a condition, an amount or bounds as a setting holds it: the expression, the facts that it asks, and code
 * lowered from it for play, which runs without allocating. Whoever evaluates a formula says how facts are answered, so
 * the same code serves a meld on paper and a game in play. Nothing but what stands here looks at the code. */
#ifndef RULES_FORMULA_H
#define RULES_FORMULA_H

#include "rules/ir.h"

/* One question of a condition, a fact or the difference of two: where its answer leads. */
struct branch {
	const struct ir *asked;
	const struct ir *less; /* taken away from it, or NULL */
	int32_t low, high;     /* the answers that lead to [yes] */
	uint8_t yes, no;       /* how many branches on the next one is, or BRANCH_NO, BRANCH_YES */
};

enum { BRANCH_NO = 0, BRANCH_YES = 255 }; /* that is the answer */

struct formula {
	const struct ir *ir;
	const struct ir
		*asked; /* the first of the facts that it asks, linked by `also`, in order; what terms ask is not */
	int32_t number; /* that a constant formula is */
	int32_t weight; /* expressions in it, terms spelled out */
	bool is_constant;
	bool is_settled; /* and that only because what it asks is settled */
	bool is_linked;  /* its code is branches, else the expression is walked */
	struct branch branch[];
};

/* NULL stands for one that was never stated and has no default. */
typedef const struct formula *formula;

enum { FORMULA_WEIGHT = 800 }; /* heavier ones are refused while reading */

/* The formula of [ir], which [maker] has made; NULL without memory or without [ir]. */
formula formula_make(struct ir_maker *maker, const struct rules *rules, struct ir *ir);

/* True if the formula is one number that no fact changes; [*number] is it. */
static inline bool formula_is_constant(formula of, int32_t *number)
{
	*number = of->number;
	return of->is_constant;
}

/* True if a condition holds, or never holds, whatever happens. */
static inline bool always_holds(formula condition)
{
	return condition->is_constant && condition->number != 0;
}

static inline bool never_holds(formula condition)
{
	return condition->is_constant && condition->number == 0;
}

/* Answers a fact. */
typedef int32_t fact_answer(const void *frame, const struct ir *fact);

/* What an expression comes to. */
int32_t ir_evaluate(const struct ir *of, const void *frame, fact_answer *fact);

/* What branches lead to. */
static inline __attribute__((always_inline)) int32_t branches_follow(const struct branch *at, const void *frame,
                                                                     fact_answer *fact)
{
	for (;;) {
		int32_t value = fact(frame, at->asked);
		int next;
		if (at->less != NULL)
			value = nearest_number((int64_t)value - fact(frame, at->less));
		next = value >= at->low && value <= at->high ? at->yes : at->no;
		if (next == BRANCH_NO || next == BRANCH_YES)
			return next == BRANCH_YES;
		at += next;
	}
}

/* What a formula comes to, with facts answered by [fact]. Flags are 0 or 1. Arithmetic stays within 32 bits: what would be
 * more is the most there is. */
static inline __attribute__((always_inline)) int32_t formula_evaluate(formula of, const void *frame, fact_answer *fact)
{
	return of->is_linked ? branches_follow(of->branch, frame, fact) : ir_evaluate(of->ir, frame, fact);
}

#endif
