/* listing.h -- what the files that put the list of acts together share: legal.c, takes.c, melds.c and keeping.c. Acts
 * are added at the end of the list. */
#ifndef GAME_LISTING_H
#define GAME_LISTING_H

#include "game/opening.h"

static inline void list(struct choices *choices, struct act act)
{
	if (choices->listed < ACTS_MAX)
		choices->act[choices->listed++] = act;
}

/* Room for [count] acts at the end of the list, or NULL; the loops that list most acts fill it directly. */
static inline struct act *room_for(struct choices *choices, int count)
{
	return choices->listed + count <= ACTS_MAX ? &choices->act[choices->listed] : NULL;
}

/* What each_choice_of_wilds() calls; [about] is handed on to it. */
typedef void (*with_wilds)(const struct game *game, struct choices *choices, struct act act,
                           const struct question *about);

/* melds.c: calls for every way of choosing [count] wild cards of the hand among [kinds], from wild kind [from] on. */
void each_choice_of_wilds(const struct game *game, struct choices *choices, struct act act, cardset kinds, int from,
                          int count, const struct question *about, with_wilds call);

/* Cards of the hand that an act of melding lays down. */
static inline int cards_of(struct act act)
{
	return act.verb == ACT_ADD ? 1 : act.count + act_wilds(act);
}

/* takes.c: lists the ways of taking the pile. */
void list_takes(const struct game *game, struct choices *choices);

/* takes.c: the way of taking among [takes] that may not be declined, or -1. */
int forced_take(const struct game *game, const struct choices *takes);

/* What plan_out() says of the position, looked at once however often it is asked. */
struct out_look {
	bool taken;
	enum answer answer;
	struct out_plan plan;
};

/* keeping.c: what plan_out() says, which [look] remembers. */
enum answer look_out(const struct game *game, struct out_look *look);

/* melds.c: lists the acts of melding after which the turn can end. */
void list_melds(const struct game *game, struct choices *choices, struct out_look *look);

/* keeping.c: keeps those of the acts of melding after which the turn can end. [opening]: what an unopened side could lay,
 * NULL if it has opened. */
void keep_those_that_end(const struct game *game, struct choices *choices, const struct opening *opening,
                         struct out_look *look);

/* keeping.c: true if some card that may be discarded is sure to be in the hand after [act], with [more] kinds coming to
 * it. */
bool keeps_unbanned(const struct game *game, struct act act, cardset more);

#endif
