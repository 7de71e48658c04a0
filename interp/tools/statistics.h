/* statistics.h -- how sure the mean of many differences is; two bots compared; what a change of rules does to the game. */
#ifndef TOOLS_STATISTICS_H
#define TOOLS_STATISTICS_H

#include <stdbool.h>
#include <stdint.h>
#include "players/player.h"

struct document;
struct text;

/* ---- confidence intervals ---- */

#define PAIRED_MAX (INT64_C(1) << 32) /* differences; with more of them sums of squares could overflow */

/* Wide enough for the sums of so many deals, however absurd their rules. */
__extension__ typedef __int128 wide;

/* Differences that were added up. */
struct paired {
	int64_t count;
	wide sum, squares;
};

/* In what parts numbers are written. */
enum { TENTHS = 10, HUNDREDTHS = 100 };

/* ---- two bots compared ---- */

enum { MATCH_BOTS = 2 };

#define MATCH_DEALS_MAX PAIRED_MAX

/* What came of a match. A deal is all the times it was played; its difference is what the first bot scored in all of
 * them less what the second one did. Each of them holds match_places() sides in a deal. */
struct match {
	int64_t deals;
	int64_t ahead[MATCH_BOTS], level; /* deals by the sign of their difference */
	int64_t points[MATCH_BOTS];
	wide difference, squares; /* sums of the differences, and of their squares */
};

/* How often each deal is played, and how many sides in them each bot holds. Between two sides the bots change places;
 * among more each side in turn is held by the first bot, with all others held by the second one, and then the other way
 * round. */
int match_plays(int sides);
int match_places(int sides);

/* Which bot holds [side] when the deal is played for the [play]th time, counted from 0. */
int match_bot(int sides, int play, int side);

/* Adds a deal in which the bots scored so many points in all. */
void match_add(struct match *match, const int64_t points[MATCH_BOTS]);

/* Whether there can be such a match: so many deals in all, and no larger sums than such deals can have. The sums of two
 * sound ones can be added without overflow. */
bool match_is_sound(const struct match *match);

/* Adds [more] to [match]. */
void match_merge(struct match *match, const struct match *more);

/* Writes which of the bots with these names scored more, by how much, and how sure that is. */
void match_report(const struct match *match, int sides, const char *const names[MATCH_BOTS], struct document *out);

/* ---- two sets of rules compared ---- */

/* Plays [deals] single deals, at least two, of [seed] under both rules with [player] at every seat, and adds how they went
 * and by how much they differ. False if the engine finds itself in the wrong; nothing is added then. */
bool effect_add(const struct rules *const rules[2], const char *const labels[2], const struct player *player,
                uint64_t seed, uint64_t deals, struct document *out);

#endif
