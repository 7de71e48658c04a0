/* witness.h -- where two sets of rules part at the table: both play the same cards act by act, until one allows what the
 * other does not, or something else comes of it. */
#ifndef TOOLS_WITNESS_H
#define TOOLS_WITNESS_H

#include "game/game.h"

struct document;
struct library;
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
 * legal under that one alone stands last, or the deal, the act or the score with which they part. [head] says how the
 * rules of that side are loaded. False, and nothing is written, where nobody played up to it, as the position is made
 * up, or where record_head_fault() has something against the head. */
bool witness_record(const struct witness *witness, int side, const struct record_head *head, struct text *out);

/* True if the two part in the same way and the same place. */
bool witness_same(const struct witness *one, const struct witness *other);

/* ---- reports (witness_report.c) ---- */

/* Adds where they part, [depth] steps in: when, the position, the act, and what comes of it under each. [labels] name the
 * two. */
void witness_report(const struct witness *witness, const char *const labels[2], int depth, struct document *out);

/* True if the position, put up in the words of a ruling, is judged under [rules] as the witness says of [side]; only where
 * an act is legal under one of the two alone. They were built in [library]. */
bool witness_is_confirmed(struct library *library, const struct witness *witness, const struct rules *rules, int side);

/* Writes rulings, of which witness_is_confirmed(): the act allowed in the one variant and refused in the other. [title] is
 * that of both; [variants] are the two as `rulings for` names them, NULL for one that is left out, and [options] lines
 * `with` for each. */
void witness_rulings(const struct witness *witness, const char *title, const char *const variants[2],
                     const char *const options[2], struct text *out);

#endif
