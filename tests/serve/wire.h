/* wire.h -- what canasta-serve sends of a game, for tests/leaks.c. */
#ifndef TESTS_WIRE_H
#define TESTS_WIRE_H

#include "canasta.h"
#include "game/game.h"
#include "tools/suits.h"

/* Adds what a seat, or NOBODY who looks on or sits out, is sent of [game], whose cards have these [suits]: the event, and answers to what she asks. The scores of a deal that is over are
 * those of [scored], as everybody is told them. */
void wire_position(const struct game *game, const struct suits *suits, int seat, const struct game *scored,
                   struct canasta_bytes *to);

/* Adds the event that a seat, or NOBODY, is sent when [act] is done in [game]; a deal that it ends has the scores of [scored]. */
void wire_act(const struct game *game, const struct suits *suits, int seat, struct act act, const struct game *scored,
              struct canasta_bytes *to);

#endif
