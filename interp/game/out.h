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
