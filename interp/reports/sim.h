/* sim.h -- playing many games and adding up what comes of them. */
#ifndef REPORTS_SIM_H
#define REPORTS_SIM_H

#include "game/game.h"
#include "players/player.h"
#include "reports/match.h"

struct text;

/* What is played. Game n has a seed of its own: the first 64 bits of stream n of [seed] (random.h). In it deals draw on
 * the streams that game.h tells of, and the bot at a seat on stream SIM_BOTS + seat. Events, which happen at the table
 * and not in the rules, never happen. */
struct sim_plan {
	const struct rules *rules;
	uint64_t seed;
	const struct player *player[PLAYERS_MAX]; /* by their numbers, which are those of the seats unless some sit out;
		                       * of a match the two bots */
	bool single_deals;                        /* a game is over after one deal */
	bool match;                               /* of single deals, each played in every seating of match.h */
};

#define SIM_BOTS (UINT64_C(1) << 63)

enum { SIM_DEALS_MAX = 1000 }; /* a game that takes longer is given up: bad bots can lose points for ever */

/* Numbers of one kind: how many, what together, the least and the most. */
struct sim_spread {
	int64_t count, sum;
	int32_t least, most;
};

/* Results. Whole numbers that are added up, so it does not matter in which order games were played. */
struct sim_counts {
	int64_t games, given_up, deals, acts, turns;
	int64_t verbs[VERBS];
	int64_t endings[ENDINGS];
	int64_t takes[take_MAX];
	int64_t canastas[canasta_MAX];
	int64_t specials[special_MAX];
	int64_t wins[SIDES_MAX], shared;
	struct sim_spread deals_of_game, acts_of_deal, score_of_deal, total_of_game;
	struct sim_spread line[TALLY_LINES_MAX]; /* of each side in each deal */
	struct match match;
	uint64_t signature;
	const char *fault; /* of game_check(), of the lowest game in which there was one */
	uint64_t fault_game;
};

/* Plays game number [number] and adds it to [counts], which starts all zero. False after a fault. */
bool sim_game(const struct sim_plan *plan, uint64_t number, struct sim_counts *counts);

/* Adds [more] to [counts]. */
void sim_merge(struct sim_counts *counts, const struct sim_counts *more);

/* Writes the results for people. */
void sim_write(const struct sim_plan *plan, const struct sim_counts *counts, struct text *out);

#endif
