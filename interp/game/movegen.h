/* movegen.h -- what the files that list acts share: move generation itself and the last step of it, which leaves out acts
 * after which the turn could not end. Acts are added at the end of the list. */
#ifndef GAME_MOVEGEN_H
#define GAME_MOVEGEN_H

#include "game/checks.h"
#include "game/planner.h"

/* Cards of the hand that an act of melding lays down. */
static inline int cards_of(struct act act)
{
	return act.verb == ACT_ADD ? 1 : act.count + act_wilds(act);
}

/* movegen.c: whether a take is legal that the player may not decline, and by which way of taking. */
bool must_take(const struct game *game, int *item);

#endif
