/* sample.h -- games that look like a view: what the view does not show is dealt at random. */
#ifndef PLAYERS_SAMPLE_H
#define PLAYERS_SAMPLE_H

#include "game/random.h"
#include "game/view.h"

/* Sets [game] to a random game that agrees with [view]. False if the view is not of a deal in play. */
bool sample_game(const struct view *view, struct random *random, struct game *game);

#endif
