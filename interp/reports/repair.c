/* repair.c -- first it counts what an act is for: the same rank is laid, what is owed is done, the turn begins as it has
 * to. Among acts that are equal in that, those with the most cards in common are nearer. */
#include "reports/repair.h"

#include <stdbool.h>
#include "game/question.h"
#include "reports/table.h"

enum { CLOSEST = 4, OTHERWISE = 100 /* more than cards can differ */ };

static bool lays(struct act act)
{
	return act.verb == ACT_MELD || act.verb == ACT_ADD;
}

static bool owes_a_meld(struct reason reason)
{
	return reason.refusal == REFUSAL_MINIMUM_OWED || reason.refusal == REFUSAL_PILE_WAITS ||
	       reason.refusal == REFUSAL_CONTAINS;
}

/* How well [act] does what [refused] was for: up to CLOSEST, 0 for not at all. */
static int closeness(const struct game *game, struct act refused, struct reason reason, struct act act)
{
	if (lays(refused) && lays(act) && refused.kind == act.kind)
		return CLOSEST;
	if (owes_a_meld(reason) && lays(act))
		return act.verb == ACT_MELD ? 3 : 2;
	if (reason.refusal == REFUSAL_TALON_FIRST || reason.refusal == REFUSAL_NOT_NOW_ANSWER)
		return 1;
	if (act.verb == ACT_DRAW)
		return 1; /* the turn has not begun */
	if (act.verb == ACT_TAKE)
		return refused.verb == ACT_TAKE
		               ? 2
		               : reason.refusal == REFUSAL_NOT_BEFORE_DRAW || reason.refusal == REFUSAL_MUST_TAKE;
	if (act.verb == ACT_DISCARD)
		return reason.refusal == REFUSAL_BANNED_DISCARD || reason.refusal == REFUSAL_NO_DISCARD_LEFT;
	return lays(act) && act.verb == refused.verb &&
	       game->rules->kind[act.kind].rank == game->rules->kind[refused.kind].rank;
}

static int apart(int a, int b)
{
	return a > b ? a - b : b - a;
}

/* How many cards lie between the two, and more if they are not the same in other respects. */
static int distance(struct act refused, struct act act)
{
	int far = apart(refused.count, act.count) + 2 * (refused.item != act.item) + (refused.kind != act.kind) * 4;

	for (int i = 0; i < WILD_KINDS_MAX; i++)
		far += apart(refused.wild[i], act.wild[i]);
	return far + (act.verb != refused.verb ? OTHERWISE : 0);
}

/* Puts [act] in its place among those found so far, of which the farthest may have to go; returns how many there are. */
static int put_in(struct act refused, struct act act, struct act *repair, int count, int room)
{
	int place = count, far = distance(refused, act);

	while (place > 0 && distance(refused, repair[place - 1]) > far)
		place--;
	if (place == room)
		return count;
	count += count < room;
	for (int i = count - 1; i > place; i--)
		repair[i] = repair[i - 1];
	repair[place] = act;
	return count;
}

int repairs_find(const struct game *game, struct act refused, struct reason reason, struct act *repair, int room)
{
	struct acts legal;
	int count = 0;

	if (game->phase == PHASE_OVER)
		return 0;
	game_legal(game, &legal);
	table_order_acts(&legal);
	for (int close = CLOSEST; close > 0 && count == 0; close--)
		for (int i = 0; i < legal.count; i++)
			if (closeness(game, refused, reason, legal.act[i]) == close)
				count = put_in(refused, legal.act[i], repair, count, room);
	return count;
}
