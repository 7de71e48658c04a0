/* conditions.h -- what the program of a condition shows before any game is played: what it asks, and what can change its
 * answer. Where that cannot be told of a program, the answer is the one by which the engine asks in play. */
#ifndef RULES_CONDITIONS_H
#define RULES_CONDITIONS_H

#include <stdbool.h>
#include "rules/rules.h"

/* True if it is seen to hold whatever happens. */
bool always_holds(program condition);

/* True if it is seen never to hold. */
bool never_holds(program condition);

/* True if [op] asks [fact]; what its terms ask is not looked at. */
bool asks(program op, int fact);

/* True if the answer to [op] may depend on the rank in question. */
bool asks_rank(program op);

/* True if [op] is one fact, [fact], and nothing else. */
bool asks_only(program op, int fact);

/* True if the steps from [op] on begin with a demand for enough initial melds of a class, or that they count enough. */
bool asks_for_class(program op);

/* True if the answer to [fact] cannot change during a deal but by recording an event, which settles minimums anew. */
bool is_steady_fact(int fact);

/* True if neither beginning melds nor adding to them changes the answer to [fact] while a side lays its initial meld. */
bool stays_while_opening(int fact);

/* True if what melding in a turn brings about can change the answer to [fact]; [others]: melding other ranks than the one
 * in question. */
bool melding_changes_fact(int fact, bool others);

/* True if what melding in a turn brings about can change the answer to [op]. That the pile comes to the hand is not
 * meant: after that everything is looked at anew. [others]: only melds of other ranks than the one in question. */
bool melding_changes(program op, bool others);

/* True if [op] can only come to hold as more is laid for an initial meld: it asks for initial melds of some classes, and
 * besides only for what does not change. */
bool rises(program op);

/* The opposite: such a condition does not come to hold any more. */
bool falls(program op);

#endif
