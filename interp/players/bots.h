/* bots.h -- the players there are; player.c lists them. */
#ifndef PLAYERS_BOTS_H
#define PLAYERS_BOTS_H

#include "players/player.h"

extern const struct player player_random, player_simple, player_careful;

#endif
