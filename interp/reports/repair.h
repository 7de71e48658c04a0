/* repair.h -- what could be done instead: the legal acts that come nearest to one that is refused. */
#ifndef REPORTS_REPAIR_H
#define REPORTS_REPAIR_H

#include "game/game.h"

/* Sets [repair] to the acts, [room] of them at most and the nearest first, that come nearest to [refused], which is not
 * legal in [game] for [reason]. Returns how many they are: 0 where all that is legal is something else altogether. */
int repairs_find(const struct game *game, struct act refused, struct reason reason, struct act *repair, int room);

#endif
