/* sim.h -- playing many games and adding up what comes of them. */
#ifndef TOOLS_SIM_H
#define TOOLS_SIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "game/game.h"
#include "players/player.h"
#include "reports/clause.h"
#include "tools/client.h"
#include "tools/statistics.h"

struct text;

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
	bool match;                               /* of single deals, each played in every seating of match.h */
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
#include "tools/counts.def"
};

/* Results. */
struct sim_counts {
#define COUNT(id, words) int64_t id;
#define COUNTS(id, each, words) int64_t id[each##_MOST];
#define SPREAD(id, words) struct spread id;
#define SPREADS(id, each, words) struct spread id[each##_MOST];
#include "tools/counts.def"
	struct match match;
	uint64_t signature;
	const char *fault; /* of game_check(), of the lowest game in which there was one */
	uint64_t fault_game;
	char gone[CLIENT_FAULT_ROOM]; /* why a client does not play on, in game fault_game; empty if all do */
	struct clause_counts clauses; /* the last, as it is large and often unused: sim_counts_copy() */
};

/* What is counted for each, for whoever goes through all rows of counts.def. */
enum each {
	EACH_none,
#define EACH(id, most) EACH_##id,
#include "tools/counts.def"
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

#endif
