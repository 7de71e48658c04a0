/* effect.h -- what a change of rules does to the game: the same deals under both, with the same players. */
#ifndef TOOLS_EFFECT_H
#define TOOLS_EFFECT_H

#include <stdbool.h>
#include "players/player.h"

struct document;

/* Plays [deals] single deals, at least two, of [seed] under both rules with [player] at every seat, and adds how they went
 * and by how much they differ. False if the engine finds itself in the wrong; nothing is added then. */
bool effect_add(const struct rules *const rules[2], const char *const labels[2], const struct player *player,
                uint64_t seed, uint64_t deals, struct document *out);

#endif
