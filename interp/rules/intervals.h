/* intervals.h -- between which numbers the answer of a condition or an amount lies, whatever happens in a game. */
#ifndef RULES_INTERVALS_H
#define RULES_INTERVALS_H

#include "rules/rules.h"

struct interval {
	int64_t low, high;
};

/* The interval of an expression under these finished rules. It may be wider than the answers that do occur, as facts are
 * taken to be independent of each other, but never narrower. */
struct interval ir_interval(const struct rules *rules, const struct ir *ir);

/* The same of a formula; everything for NULL. */
struct interval formula_interval(const struct rules *rules, formula of);

/* True if a condition cannot hold. */
bool cannot_hold(const struct rules *rules, formula condition);

/* True if it cannot, although it does not just say `never`. */
bool is_contradiction(const struct rules *rules, formula condition);

#endif
