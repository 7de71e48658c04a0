/* witness.h -- where two sets of rules part at the table: both play the same cards act by act, until one allows what the
 * other does not, or something else comes of it. */
#ifndef TOOLS_WITNESS_H
#define TOOLS_WITNESS_H

#include "game/game.h"

struct record_head;
struct text;

enum {
	WITNESS_ACTS_MAX = 64,  /* of a turn, that are remembered; no bot does more */
	WITNESS_DEALS_MAX = 12, /* of a game; then another game is begun */
	WITNESS_STEPS_MAX = 32  /* acts of the one that are one act of the other */
};

/* How they part. */
enum parting {
	PARTED_NOT,
	PARTED_CUT,     /* the same cards, cut for partners, seat the players otherwise */
	PARTED_DEAL,    /* what was dealt, or who begins, is not the same */
	PARTED_LEGAL,   /* an act is legal under one of them only */
	PARTED_OUTCOME, /* the same act leads to something else */
	PARTED_SCORE,   /* the deal is scored otherwise */
	PARTED_GAME     /* the game is over under one of them only, or another side wins */
};

/* The first place where two sets of rules part. */
struct witness {
	enum parting parting;
	const struct rules *rules[2];
	uint64_t seed;                        /* of the game: game->seed */
	uint64_t number;                      /* of the game */
	bool is_random;                       /* the position is a random one; nobody came to it by playing */
	uint8_t cut[PLAYERS_MAX];             /* PARTED_CUT: the kinds that the players cut */
	struct game turn[2];                  /* as the turn began */
	struct act done[2][WITNESS_ACTS_MAX]; /* in it so far */
	int done_count[2];
	struct game at[2];     /* before the act; PARTED_OUTCOME: after it; else at the end of the deal */
	struct game before[2]; /* PARTED_OUTCOME: before it */
	int legal_in;          /* PARTED_LEGAL: which of them allows it */
	struct act act[2];     /* the act, in the terms of each; unknown to the other if it has no such thing */
	bool is_known;
	struct tally tally[2]; /* PARTED_SCORE, PARTED_GAME */
	int32_t totals[2][SIDES_MAX];
	uint32_t deals; /* that have been played then */
};

/* Plays the games numbered [from] up to and without [to] of [seed] under both rules until they part; the bots choose under
 * the first. False if they never do. */
bool witness_find(const struct rules *const rules[2], uint64_t seed, uint64_t from, uint64_t to,
                  struct witness *witness);

/* The same, but only in games that are played from the deal on. */
bool witness_find_played(const struct rules *const rules[2], uint64_t seed, uint64_t from, uint64_t to,
                         struct witness *witness);

/* Writes the record of the game in which they part, as it is played under [side] of the two up to there: the act that is
 * legal under that one alone stands last, or the deal, the act or the score with which they part. [head] tells how the
 * rules of that side are loaded. False, and nothing is written, where nobody played up to it, as the position is made
 * up, or where record_head_fault() has something against the head. */
bool witness_record(const struct witness *witness, int side, const struct record_head *head, struct text *out);

/* True if people at the table would see no difference between the two games, but for what is legal next. */
bool witness_same_table(const struct game *one, const struct game *other);

/* True if the two part in the same way and the same place. */
bool witness_same(const struct witness *one, const struct witness *other);

#endif
