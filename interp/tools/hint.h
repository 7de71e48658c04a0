/* hint.h -- why a bot would do an act, in a sentence. */
#ifndef TOOLS_HINT_H
#define TOOLS_HINT_H

#include "game/game.h"

struct text;

/* Writes what speaks for [act], which is one of [acts], those of the player to act: what it achieves at the table, as far as this
 * player can see. A sentence with its end. */
void hint_write(const struct game *game, const struct acts *acts, struct act act, struct text *out);

#endif
