/* random_player.c -- any legal act, all equally likely, but for a special hand, which nobody would let pass. Useful to
 * try out rules, and as the least that others beat. */
#include "players/bots.h"

static struct act choose(const struct view *view, const struct acts *acts, struct random *random)
{
	(void)view;
	if (acts->act[acts->count - 1].verb == ACT_SPECIAL)
		return acts->act[acts->count - 1];
	return acts->act[random_below(random, (uint32_t)acts->count)];
}

static struct act choose_blindly(const struct choices *choices, struct random *random)
{
	struct act last = choice_at(choices, choices->count - 1);

	return last.verb == ACT_SPECIAL ? last
	                                : choice_at(choices, (int)random_below(random, (uint32_t)choices->count));
}

const struct player player_random = { "random", "Does any legal act, all equally likely.", choose, choose_blindly };
