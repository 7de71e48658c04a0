/* player.h -- the bots: ways of choosing an act. A player sees a view and the list of legal acts, and nothing else. */
#ifndef PLAYERS_PLAYER_H
#define PLAYERS_PLAYER_H

#include "game/random.h"
#include "game/view.h"

enum { EXPERT_SAMPLES = 160 };

/* How long a player that looks ahead may think. */
struct budget {
	/* number of games to play out for an act; more near the end of a deal, where they are short. 0: EXPERT_SAMPLES,
	 * or no limit if there is a time limit */
	int samples;
	int milliseconds; /* time limit, 0: none. With one, a choice depends on the speed of the machine */
};

struct player {
	const char *name;
	const char *sentence; /* how it plays */

	/* Chooses one of [acts], of which there is at least one, for the player to act in [view]; [budget] may be NULL
	 * for the usual one. */
	struct act (*choose)(const struct view *view, const struct acts *acts, const struct budget *budget,
	                     struct random *random);

	/* The same without having all acts written out, for a player that does not look at the table; NULL for others. */
	struct act (*choose_blindly)(const struct choices *choices, struct random *random);
};

/* What [player], who is not a client, chooses for the player to act in [game], by the view of that seat. False if there
 * is nothing to choose. */
bool player_chooses(const struct player *player, const struct game *game, const struct budget *budget,
                    struct random *random, struct act *act);

extern const struct player player_random, player_simple, player_careful, player_expert;

/* The player called [name], or NULL. */
const struct player *player_named(const char *name);

/* All players, for lists: player number [i], or NULL behind the last. */
const struct player *player_at(int i);

#endif
