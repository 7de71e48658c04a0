/* sim.h -- playing many games, adding up what comes of them, and what the sums say. */
#ifndef TOOLS_SIM_H
#define TOOLS_SIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "game/game.h"
#include "players/player.h"
#include "reports/judge.h"
#include "tools/client.h"

struct document;
struct json_t;
struct match;
struct ranges;
struct sim_counts;
struct sim_plan;
struct text;

/* ---- statistics (statistics.c) ---- */

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

/* Deals that are played under two rules. */
struct effect_plan {
	const struct rules *rules[2];
	const char *labels[2];
	const struct player *player; /* at every seat */
	uint64_t seed, deals;        /* at least two */
	/* Called a hundred times, unless it is NULL. */
	void (*progress)(void *context, int done, int all);
	void *context;
};

/* Plays them, and adds how they went and by how much they differ. False if the engine finds itself in the wrong; nothing is added
 * then. */
bool effect_add(const struct effect_plan *plan, struct document *out);

/* ---- games that are played and counted (sim.c) ---- */

/* ---- which games were played ---- */

struct range {
	uint64_t from, to;
};

/* All zero when empty. */
struct ranges {
	struct range *range;
	size_t count;
	bool failed; /* memory ran out */
};

void ranges_free(struct ranges *ranges);

/* Adds the numbers [from] up to and without [to]; cheap if they follow those added last. */
void ranges_add(struct ranges *ranges, uint64_t from, uint64_t to);

/* Puts the ranges in order and joins those that touch. False if a number is in two of them; *[twice] is the first. */
bool ranges_settle(struct ranges *ranges, uint64_t *twice);

/* How many numbers there are, UINT64_MAX if more. */
uint64_t ranges_size(const struct ranges *ranges);

/* ---- games ---- */

/* Takes the record of game [number], or of one of the times that a deal of a match is played, counted by [play]. */
typedef void sim_record(void *context, uint64_t number, int play, const struct text *record);

/* What is played. Game n has a seed of its own: the first 64 bits of stream n of [seed] (random.h). In it deals draw on
 * the streams that game.h lists, and the bot at a seat on stream SIM_BOTS + seat. Events, which happen at the table
 * and not in the rules, never happen. */
struct sim_plan {
	const struct rules *rules;
	const char *reference;      /* of the variant, as canasta_load() was given it, */
	const char *const *options; /* and its options */
	int option_count;
	uint64_t seed;
	const struct player *player[PLAYERS_MAX]; /* by their numbers, which are those of the seats unless some sit out;
		                       * of a match the two bots. Clients may be among them */
	const char *hash;                         /* of the rules, which clients are sent */
	int deals_most;                           /* a game that takes longer is given up */
	bool single_deals;                        /* a game is over after one deal */
	struct budget budget;                     /* of bots that look ahead */
	bool match;                               /* of single deals, each played in every seating */
	bool clauses;                             /* what refuses acts is counted, too, which takes its time */
	sim_record *record;                       /* gets a record of each game; may be NULL */
	void *record_context;
	const _Atomic int *stop; /* becomes 1 when the game shall not be played on; or NULL */
};

#define SIM_BOTS (UINT64_C(1) << 63)

enum { SIM_DEALS_MAX = 1000 }; /* deals_most if nobody says otherwise: bad bots can lose points for ever */

/* Numbers of one kind: how many, what together, the least and the most. */
struct spread {
	int64_t count, sum, least, most;
};

/* How many there may be of whatever something is counted for each of. */
enum {
	none_MOST = 1,
#define EACH(id, most) id##_MOST = most,
#include "tools/sim_counts.def"
};

/* Results. */
struct sim_counts {
#define COUNT(id, words) int64_t id;
#define COUNTS(id, each, words) int64_t id[each##_MOST];
#define SPREAD(id, words) struct spread id;
#define SPREADS(id, each, words) struct spread id[each##_MOST];
#include "tools/sim_counts.def"
	struct match match;
	uint64_t signature;
	const char *fault; /* of game_check(), of the lowest game in which there was one */
	uint64_t fault_game;
	char gone[CLIENT_FAULT_ROOM]; /* why a client does not play on, in game fault_game; empty if all do */
	struct clause_counts clauses; /* the last, as it is large and often unused: sim_counts_copy() */
};

/* What is counted for each, for whoever goes through all rows of sim_counts.def. */
enum each {
	EACH_none,
#define EACH(id, most) EACH_##id,
#include "tools/sim_counts.def"
};

struct count_row {
	const char *name, *words;
	enum each each;
	int most;       /* of them there can be */
	bool is_spread; /* struct spread, or else int64_t */
	size_t offset;  /* in struct sim_counts */
};

extern const struct count_row count_rows[];
extern const int count_row_count;

/* Plays game number [number] and adds it to [counts], which starts all zero. False after a fault, if a client does not play
 * on, or when it is stopped: [counts] then hold some of that game. */
bool sim_game(const struct sim_plan *plan, uint64_t number, struct sim_counts *counts);

/* Sets [to] to [from], as far as a simulation of [plan] counts. */
void sim_counts_copy(const struct sim_plan *plan, struct sim_counts *to, const struct sim_counts *from);

/* Adds [more] to [counts], or to [spread]. */
void sim_merge(struct sim_counts *counts, const struct sim_counts *more);
void spread_merge(struct spread *spread, const struct spread *more);

/* ---- results as JSON (sim_results.c) ---- */

/* How they call themselves. */
#define RESULTS_FORMAT "canasta sim"
enum { RESULTS_VERSION = 1 };

/* ---- made ---- */

/* The results of games [ranges], which are settled; NULL when memory ran out. To be freed with json_decref(), as
 * are those of results_read(). */
struct json_t *results_make(const struct sim_plan *plan, const struct sim_counts *counts, const struct ranges *ranges);

/* ---- read, and added up ---- */

/* True if [text] begins as results do, in JSON or as a spreadsheet. */
bool results_are_begun(const char *text);

/* Reads results; NULL if they are none, with [why]. */
struct json_t *results_read(const char *bytes, size_t length, struct text *why);

/* Adds [more] to [results]; false if they are not of the same simulation or have games in common, with [why].
 * [results] are of no use then. */
bool results_add(struct json_t *results, const struct json_t *more, struct text *why);

/* Writes to [gaps] which games between the first and the last are missing: "100:200, 300:400". */
void results_gaps(const struct json_t *results, struct text *gaps);

/* Writes to [out] which games from [from] up to and without [to] are missing, a line for each range: "100:200". [results] may be
 * NULL: then all of them are. */
void results_missing(const struct json_t *results, uint64_t from, uint64_t to, struct text *out);

/* ---- written ---- */

/* Make a document of them: for people, or the table of a spreadsheet. */
void results_document(const struct json_t *results, struct document *out);
void results_spreadsheet(const struct json_t *results, struct document *out);

#endif
