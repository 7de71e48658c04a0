/* rejudging.h -- a recorded game that is judged by other rules, and what came of it. */
#ifndef TOOLS_REJUDGING_H
#define TOOLS_REJUDGING_H

#include "game/position.h"
#include "tools/replay.h"

/* A deal, by the rules it was played by and by the others. */
struct deal_twice {
	struct tally here, there;
	int lost; /* melds that the other rules do not allow */
};

struct rejudging {
	struct canasta_record *record;
	const struct canasta_variant *under;
	struct canasta_game *game;
	struct transposition transposition;
	struct game there, room; /* the game by the other rules; room for another */
	struct game *before;     /* as it was before each act that can still be taken back */
	int befores;
	bool judging;       /* no act has been refused yet, and both games are still the same */
	int line;           /* where that ended, 0 as long as it has not */
	struct text reason; /* and why */
	struct game dealt;  /* as the other rules deal */
	int otherwise;      /* the first deal, from 1, in which that is not the same, and all before were; 0 if none */
	struct text deal_otherwise; /* what it would be */
	int seen;                   /* the line after which the table first looks otherwise, 0 if it never does */
	struct text seen_otherwise; /* and in what */
	struct text game_otherwise; /* whether the game would end with another deal, or another side win */
	int32_t totals[SIDES_MAX];
	struct deal_twice *deal;
	int deals;
	bool failed; /* memory ran out */
};

/* Begins to judge: at->record and at->under are set, all else is zero. The status, with a message, if the game or the
 * two rules do not allow it. */
int rejudging_begin(const struct canasta_io *io, struct rejudging *at);

/* Plays the record to its end, or to a fault in it, with [why]. */
enum record_found rejudging_play(struct rejudging *at, struct text *why);

/* True if memory ran out for any of it. */
bool rejudging_failed(const struct rejudging *at);

/* Gives back what [at] holds. */
void rejudging_end(struct rejudging *at);

#endif
