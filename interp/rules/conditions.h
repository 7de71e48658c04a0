/* conditions.h -- what a condition shows before any game is played: what it asks, and what can change its answer. Where that
 * cannot be told, the answer is the one by which the engine asks in play. */
#ifndef RULES_CONDITIONS_H
#define RULES_CONDITIONS_H

#include "rules/rules.h"

/* True if [condition] asks [fact]; what its terms ask is not looked at. */
bool asks(formula condition, enum fact_id fact);

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

/* True if neither beginning melds nor adding to them changes the answer to [fact] while a side lays its initial meld. */
bool stays_while_opening(enum fact_id fact);

/* True if what melding in a turn brings about can change the answer to [fact]; [others]: melding other ranks than the one
 * in question. */
bool melding_changes_fact(enum fact_id fact, bool others);

/* True if what melding in a turn brings about can change the answer to [condition]. That the pile comes to the hand is not
 * meant: after that everything is looked at anew. [others]: only melds of other ranks than the one in question. */
bool melding_changes(formula condition, bool others);

/* True if [condition] is monotone: as more is laid for an initial meld it can only come to hold ([rising]), or only cease
 * to. It asks for initial melds of some classes, and besides only for what does not change. */
bool is_monotone(formula condition, bool rising);

#endif
