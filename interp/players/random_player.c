/* random_player.c -- any legal act, all equally likely, but for a special hand, which nobody would let pass. Useful to try out rules, and as the least that others beat. */
#include "players/bots.h"

static struct act choose(const struct view *view, const struct acts *acts, struct random *random)
{
	(void)view;
	if (acts->act[acts->count - 1].verb == ACT_SPECIAL)
		return acts->act[acts->count - 1];
	return acts->act[random_below(random, (uint32_t)acts->count)];
}

const struct player player_random = { "random", "Does any legal act, all equally likely.", false, choose };
