/* player.c -- the players by name. */
#include "players/bots.h"

#include <string.h>

const struct player *player_at(int i)
{
	static const struct player *const players[] = { &player_random, &player_simple, &player_careful };

	return i >= 0 && i < (int)(sizeof players / sizeof *players) ? players[i] : NULL;
}

const struct player *player_named(const char *name)
{
	for (int i = 0; player_at(i) != NULL; i++)
		if (strcmp(player_at(i)->name, name) == 0)
			return player_at(i);
	return NULL;
}
