/* analysis.h -- what a formula shows before any game is played: what it asks, what can change its answer, and between which
 * numbers that lies. Where something is not known, the answer is the one by which the engine asks in play. */
#ifndef RULES_ANALYSIS_H
#define RULES_ANALYSIS_H

#include <stdbool.h>
#include "rules/rules.h"

/* ---- what is asked ---- */

/* True if [condition] asks [fact]; what its terms ask is not looked at. */
bool asks(formula condition, enum fact_id fact);

/* True if some setting of [rules] asks [fact]. */
bool rules_ask(const struct rules *rules, enum fact_id fact);

/* True if the answer may depend on the rank in question. */
bool asks_rank(formula condition);

/* True if [condition] is one fact, [fact], and nothing else. */
bool asks_only(formula condition, enum fact_id fact);

/* True if [condition] cannot hold unless [fact] does: it is that fact, or one of its parts that all have to hold is. */
bool demands(formula condition, enum fact_id fact);

/* True if [ir] is a demand for enough initial melds of a class, or that they count enough. */
bool asks_for_class(const struct ir *ir);

/* True if the answer to [fact] cannot change during a deal but by recording an event, which settles minimums anew. */
bool is_steady_fact(enum fact_id fact);

/* True if what melding in a turn brings about can change the answer to [fact]; [others]: melding other ranks than the one
 * in question. */
bool melding_changes_fact(enum fact_id fact, bool others);

/* True if what melding in a turn brings about can change the answer to [condition]. That the pile comes to the hand is not
 * meant: after that everything is looked at anew. [others]: only melds of other ranks than the one in question. */
bool melding_changes(formula condition, bool others);

/* ---- intervals ---- */

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
