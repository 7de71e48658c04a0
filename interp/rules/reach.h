/* reach.h -- between which numbers the answer of a condition or an amount lies, whatever happens in a game. */
#ifndef RULES_REACH_H
#define RULES_REACH_H

#include "rules/rules.h"

struct reach {
	int64_t low, high;
};

/* The reach of a program under these finished rules. It may be wider than the answers that do occur, as facts are taken
 * to be independent of each other, but never narrower. */
struct reach program_reach(const struct rules *rules, program steps);

/* True if a condition cannot hold. */
bool is_never(const struct rules *rules, program condition);

/* True if a condition just says `never`. */
bool says_never(program condition);

/* True if it cannot, although it does not just say so. */
bool never_comes_true(const struct rules *rules, program condition);

#endif
