/* holding.h -- what there is to open with, and what the files that plan initial melds share: opening.c, opening_acts.c,
 * opening_contents.c and opening_strange.c. */
#ifndef GAME_HOLDING_H
#define GAME_HOLDING_H

#include "game/opening.h"

/* What there is to open with: the hand, the melds of this turn, and one more meld that is only thought of. */
struct holding {
	const struct game *game;
	const struct rules *rules;
	const struct side *side;
	const struct cards *hand;
	int size;
	int32_t count;              /* of what is laid */
	int32_t minimum;            /* what it has to come to */
	const struct meld *thought; /* the meld thought of, or NULL */
	int thought_at;             /* its place among the side's melds, or -1 if its classes are not known */
	cardset melded;             /* kinds of which there is a meld, that one included */
	cardset top;                /* the rank that the top card of the pile was melded with, or nothing */
};

/* A rank that is a meld only together with a wild card. */
struct needy {
	int32_t points;
	int kind, cards, room;
};

/* The best that can be said of initial melds: the most natural cards that one of them can have, with a wild card in it
 * and without, the most wild cards and the most points. */
struct best {
	const struct holding *holding;
	int naturals, clean, wilds;
	int32_t points;
	int wilds_alone; /* the same of melds of wild cards alone */
	int32_t points_alone;
	bool none_clean;  /* each of them has a wild card */
	bool wilds_begin; /* for all that is known a meld of wild cards alone may be begun with those of the hand */
};

/* What the best [room] wild cards of the hand count. */
static inline int32_t wild_points(const struct holding *holding, int room)
{
	const struct rules *rules = holding->rules;
	int32_t points = 0;

	room = room > 0 ? room : 0;
	for (int i = 0; i < rules->wild_kinds; i++) { /* to the end: where the room ends, nobody can foresee */
		int count = cards_count(holding->hand, rules->wild_kind[i]);
		count = count < room ? count : room;
		points += count * rules->kind[rules->wild_kind[i]].points;
		room -= count;
	}
	return points;
}

static inline const struct meld *meld_held(const struct holding *holding, int kind)
{
	if (holding->thought != NULL && holding->thought->cards.kind == kind)
		return holding->thought;
	return meld_of(holding->side, kind);
}

/* What is asked about the player, with the meld thought of. */
static inline struct question question_of(const struct holding *holding)
{
	const struct game *game = holding->game;
	bool known = holding->thought_at >= 0;

	return (struct question){ .game = game,
		                  .seat = game->turn.seat,
		                  .side = game->turn.side,
		                  .thought_at = (uint8_t)holding->thought_at,
		                  .thought = known ? holding->thought : NULL };
}

/* True if conditions know of the meld thought of. */
static inline bool thought_is_known(const struct holding *holding)
{
	return holding->thought == NULL || holding->thought_at >= 0;
}

/* True if some of [cards] cards of a rank would be a meld although all are not. */
static inline bool fewer_fit(const struct form *form, int cards, int wilds)
{
	while (--cards > 0)
		if (form_wilds(form, cards, wilds) != 0)
			return true;
	return false;
}

/* opening.c: what the player whose turn it is has to open with. */
void hold(struct holding *holding, const struct game *game);

/* opening.c: works out the best initial meld. */
void plan_holding(const struct holding *holding, struct opening *plan);

/* opening.c: gives the needy ranks their wild cards, the most valuable first, and puts them first. */
void plan_needy(struct opening *plan, struct needy *needy, int needing);

/* opening_contents.c: the answer to a fact, with the meld thought of. */
int32_t fact_of_holding(const struct holding *holding, const struct ir *asked);

/* opening_contents.c: the best that can be said of initial melds. */
void find_best(const struct holding *holding, const struct opening *plan, struct best *best);

/* opening_contents.c: whether the minimum may be waived, for all that is known. */
bool may_be_waived(const struct rules *rules, const struct best *best);

/* opening_contents.c: true at a glance if the minimum cannot be waived, for no meld can have enough cards for that. */
bool never_waived_for(const struct holding *holding, int wilds);

/* opening_contents.c: whether the initial meld may contain what it must, for all that is known. */
bool may_contain(const struct rules *rules, const struct best *best);

/* opening_contents.c: looks whether the initial meld can contain what it must, and whether its minimum may be waived for
 * what it contains. */
void look_at_contents(const struct holding *holding, struct opening *plan);

/* opening_strange.c: the plan where a rank may have several kinds of meld, where these are not open to all, and where wild
 * cards can be melded alone. Its limit is [plan]'s as if all cards that may be of use counted, and comes down from there. */
void plan_strange(const struct holding *holding, struct opening *plan, cardset kinds);

#endif
