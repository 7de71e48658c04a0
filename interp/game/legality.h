/* legality.h -- the room of the engine that knows which acts are legal, as the checks and the planner have it: what its files ask each
 * other. They include plan.h as well, for the memo of a position that a list of acts keeps and what goes with it. What everybody may ask stands
 * in game.h: the legal acts, and why one is not legal. */
#ifndef GAME_LEGALITY_H
#define GAME_LEGALITY_H

#include "game/checks.h"
#include "game/planner.h"

/* The kinds in question with which an act of [verb] breaks no rule, except that those about the last discard are not asked. The phase
 * allows the act, and the hand has the cards. [verb] must be a constant. */
static inline __attribute__((always_inline)) cardset kinds_allowed(struct attempt at, enum verb verb)
{
#define RULE(acts, name, refusal, row, speaks_of) \
	if ((acts) >> verb & 1 && at.kinds != 0)  \
		at.kinds &= ~check_##name(&at, NULL);
#include "game/checks.def"
	return at.kinds;
}

/* obligations.c: which obligation could not be met after [act], which lays cards on the table. REFUSAL_UNDECIDED only if the search was given
 * up; where cards that nobody knows might have helped there is a reason all the same. */
struct reason obligation_left(const struct game *game, struct act act);

/* movegen.c: whether a take is legal that the player may not decline, and by which way of taking. False: none was found legal. */
bool take_is_forced(const struct game *game, int *item);

/* referee.c: whether [kind], a bonus card that may be laid now, leaves enough cards in the hand for the turn to end. False: it does not, or
 * no end was found. */
bool hand_can_spare(const struct game *game, int kind);

#endif
