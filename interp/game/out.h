/* out.h -- quick answers to whether a player could go out. They are exact or UNSURE; with CANASTA_SEARCH_ONLY they are
 * never sure, and a test compares the two builds act by act. */
#ifndef GAME_OUT_H
#define GAME_OUT_H

#include "game/play.h"

enum answer { NO, YES, UNSURE };

#ifdef CANASTA_SEARCH_ONLY
enum { SHORTCUTS = 0 };
#else
enum { SHORTCUTS = 1 };
#endif

/* True if two cards of the hand are of use neither with each other nor on a meld nor with wild cards: one may stay
 * behind, to be discarded, not both. */
static inline bool two_are_lonely(const struct game *game)
{
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	cardset joins = game->rules->late_naturals ? own_side(game)->melded : own_side(game)->takes_natural;
	cardset lonely = cards_kinds(hand) & ~cards_twice(hand) & ~joins & game->rules->lonely;

	return (lonely & (lonely - 1)) != 0;
}

/* The rest of hand_cannot_go(). */
bool pairs_or_contract_bar(const struct game *game);

/* A quick look whether getting rid of the whole hand (but for one discard) is out of the question. Nobody knows what a
 * pile brings. */
static inline bool hand_cannot_go(const struct game *game)
{
	return SHORTCUTS && !game->turn.pending && (two_are_lonely(game) || pairs_or_contract_bar(game));
}

/* What becomes of one rank if the hand is to go: how many wild cards its meld takes at least and at most, and how
 * many more than the least make it a canasta that is not counted yet. */
struct rank_plan {
	int least, most, to_canasta;
};

/* The plans of all ranks added up. */
struct out_plan {
	struct rank_plan rank[KINDS_MAX]; /* of those in ranks */
	cardset ranks;
	cardset bad;          /* the rank that is no meld as a whole: one card of it has to stay behind */
	int wilds;            /* wild cards in the hand */
	int least, most;      /* wild cards that can be placed */
	int cheapest, second; /* wild cards beyond the least for a canasta; for one of another rank */
	int cheapest_rank;
	bool needs_canasta; /* one is missing */
};

/* Whether the whole hand but for a discard can be melded, with the canastas that going out needs. Says nothing about
 * the minimum of an initial meld. On YES or NO the [plan] is filled in. */
enum answer plan_out(const struct game *game, struct out_plan *plan);

/* Whether that is still so after [act], which adds to a meld or begins one. The plan's answer was YES. */
bool out_allows(const struct game *game, const struct out_plan *plan, struct act act);

#endif
