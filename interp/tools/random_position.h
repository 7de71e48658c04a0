/* random_position.h -- positions that nobody came to by playing, for tests and for finding where two sets of rules part. */
#ifndef TOOLS_RANDOM_POSITION_H
#define TOOLS_RANDOM_POSITION_H

#include "game/game.h"
#include "game/random.h"

/* Puts up one position in both [games], which have begun under rules with the same kinds of card, and begins a turn in it.
 * False, with the games left alone, where the table is not the same in both or somebody may play alone. */
bool random_position(struct game games[2], struct random *chance);

/* Chooses for each player the kind of a card that is cut. */
void random_cut(const struct rules *rules, struct random *chance, uint8_t *kinds);

#endif
