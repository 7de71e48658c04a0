/* implications.h -- what follows for one fact from another one, at a moment. */
#ifndef RULES_IMPLICATIONS_H
#define RULES_IMPLICATIONS_H

#include "rules/analysis.h"

struct moment;

/* While fact number [one] of those asked is between its [low] and [high], fact number [other] never is between its own; [one] is -1 if it
 * never is at all. */
struct implication {
	int one, other;
	int64_t low[2], high[2];
};

/* Fills in what follows for [count] facts, terms apart, over facts that are not among them, where they are compared with these numbers;
 * returns how many implications there are. What facts.def says of two of them without a third may be among them. */
enum { IMPLICATIONS_MAX = 200 };
int implications_of(const struct moment *moment, const struct ir *const *fact, int count, const int32_t *number,
                    int numbers, struct implication of[IMPLICATIONS_MAX]);

/* The interval of a condition at a moment, with what follows for each fact by itself. */
struct interval interval_that_follows(const struct moment *moment, formula condition);

#endif
