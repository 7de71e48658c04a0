/* player.c -- the players by name, and the one that plays at random. */
#include "players/player.h"

#include <string.h>

/* ---- random: any legal act, all equally likely, but for a special hand, which nobody would let pass ---- */

static struct act choose_any(const struct view *view, const struct acts *acts, const struct budget *budget,
                             struct random *random)
{
	(void)view, (void)budget;
	if (acts->act[acts->count - 1].verb == ACT_SPECIAL)
		return acts->act[acts->count - 1];
	return acts->act[random_below(random, (uint32_t)acts->count)];
}

static struct act choose_any_blindly(const struct choices *choices, struct random *random)
{
	struct act last = choice_at(choices, choices->count - 1);

	return last.verb == ACT_SPECIAL ? last
	                                : choice_at(choices, (int)random_below(random, (uint32_t)choices->count));
}

const struct player player_random = { "random", "Does any legal act, all equally likely.", choose_any,
	                              choose_any_blindly };

/* ---- all players ---- */

const struct player *player_at(int i)
{
	static const struct player *const players[] = { &player_random, &player_simple, &player_careful,
		                                        &player_expert };

	return i >= 0 && i < (int)(sizeof players / sizeof *players) ? players[i] : NULL;
}

const struct player *player_named(const char *name)
{
	for (int i = 0; player_at(i) != NULL; i++)
		if (strcmp(player_at(i)->name, name) == 0)
			return player_at(i);
	return NULL;
}

static bool choose_blindly(const struct player *player, const struct game *game, struct random *random, struct act *act)
{
	struct choices choices;

	game_choices(game, &choices);
	if (choices.count == 0)
		return false;
	*act = player->choose_blindly(&choices, random);
	return true;
}

bool player_chooses(const struct player *player, const struct game *game, const struct budget *budget,
                    struct random *random, struct act *act)
{
	struct acts acts;
	struct view view;

	if (player->choose_blindly != NULL)
		return choose_blindly(player, game, random, act);
	game_legal(game, &acts);
	if (acts.count == 0)
		return false;
	*act = acts.act[0];
	if (acts.count == 1)
		return true;
	view_of(game, game_to_act(game), &view);
	*act = player->choose(&view, &acts, budget, random);
	return true;
}
