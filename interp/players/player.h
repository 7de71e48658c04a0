/* player.h -- the bots: ways of choosing an act. A player sees a view and the list of legal acts, and nothing else. */
#ifndef PLAYERS_PLAYER_H
#define PLAYERS_PLAYER_H

#include "game/random.h"
#include "game/view.h"

struct player {
	const char *name;
	const char *sentence; /* how it plays */
	bool looks;           /* it looks at the view; to one that does not, NULL can be given */

	/* One of [acts], of which there is at least one, for the player to act in [view]. */
	struct act (*choose)(const struct view *view, const struct acts *acts, struct random *random);
};

/* The player called [name], or NULL. */
const struct player *player_named(const char *name);

/* All players, for lists: player number [i], or NULL behind the last. */
const struct player *player_at(int i);

#endif
