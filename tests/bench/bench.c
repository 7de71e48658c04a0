/* bench.c -- what one act of a game costs, in shuffles of the same run. An act includes finding every legal act at that
 * point, choosing one at random and doing it.
 * Usage: bench time VARIANT [ACTS]    measures rounds of that many acts (100,000) and prints one line of figures:
 *                                     shuffles an act, the same with dealing and scoring, nanoseconds an act,
 *                                     nanoseconds a shuffle, deals a second, peak memory in KiB, rounds
 *        bench play VARIANT ACTS      plays that many acts (or a few more, to the end of a deal) and prints how many
 *                                     there were: for counting instructions */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include "shuffle.h"
#include "game/game.h"
#include "grammar/arena.h"
#include "grammar/text.h"
#include "rules/build.h"
#include "tests/files.h"

/* A game takes about three seconds: up to 51 rounds, fewer where acts are slow. Players who play at random never come to
 * the end of some games: they are left after so many deals. */
enum { ACTS = 100000, SHUFFLES = 20000, ROUNDS_MIN = 5, ROUNDS_MAX = 51, DEALS_MAX = 20 };
static const double nanoseconds_max = 3e9;

struct count {
	long deals, acts;
	bool timed;
	double apart; /* nanoseconds that went into dealing and scoring, if it is timed */
};

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static void begin_deal(struct game *game, struct count *count)
{
	double start = count->timed ? now() : 0;

	game_deal(game, 0);
	count->deals++;
	count->apart += count->timed ? now() - start : 0;
}

static void end_deal(struct game *game, struct count *count)
{
	struct tally tally;
	int32_t totals[SIDES_MAX];
	double start = count->timed ? now() : 0;

	game_score(game, &tally);
	for (int side = 0; side < game->rules->table.sides; side++)
		totals[side] = game->side[side].score + tally.total[side];
	game_next_deal(game, totals);
	count->apart += count->timed ? now() - start : 0;
}

static void play_deal(struct game *game, struct choices *choices, struct shuffle *choice, struct count *count)
{
	begin_deal(game, count);
	while (game->phase != PHASE_OVER) {
		game_choices(game, choices);
		game_apply(game, choice_at(choices, (int)shuffle_below(choice, (uint32_t)choices->count)));
		count->acts++;
	}
	end_deal(game, count);
}

/* Plays games from the first on until there were [acts] acts; the last deal is played to its end. */
static void play_games(const struct rules *rules, long acts, struct count *count)
{
	struct game game;
	struct choices choices;
	int32_t totals[SIDES_MAX];
	int winner;

	for (uint64_t seed = 0; count->acts < acts; seed++) {
		struct shuffle choice;
		shuffle_begin(&choice, seed);
		game_begin(&game, rules, seed);
		do {
			play_deal(&game, &choices, &choice, count);
			for (int side = 0; side < rules->table.sides; side++)
				totals[side] = game.side[side].score;
		} while (count->acts < acts && !game_is_over(&game, totals, &winner) &&
		         game.deal < DEALS_MAX);
	}
}

/* Kept in one place, whatever else is linked: where it happens to lie moves it by a quarter. */
static __attribute__((noinline, aligned(64))) double time_shuffles(void)
{
	static uint8_t cards[SHUFFLE_CARDS] __attribute__((aligned(64)));
	struct shuffle shuffle;
	double start = now();

	shuffle_begin(&shuffle, 1);
	for (int i = 0; i < SHUFFLES; i++)
		shuffle_cards(&shuffle, cards);
	return (now() - start) / SHUFFLES;
}

static int compare(const void *a, const void *b)
{
	double left = *(const double *)a, right = *(const double *)b;

	return (left > right) - (left < right);
}

static double median(double *times, int count)
{
	qsort(times, (size_t)count, sizeof *times, compare);
	return times[count / 2];
}

/* Shuffles and games take turns, and the median of the ratios counts. */
static void report(const struct rules *rules, long acts)
{
	double act[ROUNDS_MAX], shuffle[ROUNDS_MAX], alone[ROUNDS_MAX], whole[ROUNDS_MAX], deal[ROUNDS_MAX];
	double begun = now();
	struct rusage usage;
	int rounds = 0;

	while (rounds < ROUNDS_MIN || (rounds < ROUNDS_MAX && now() - begun < nanoseconds_max)) {
		struct count count = { .timed = true };
		double start, played;

		shuffle[rounds] = time_shuffles();
		start = now();
		play_games(rules, acts, &count);
		played = now() - start;
		deal[rounds] = played / (double)count.deals;
		whole[rounds] = played / (double)count.acts / shuffle[rounds];
		act[rounds] = (played - count.apart) / (double)count.acts;
		alone[rounds] = act[rounds] / shuffle[rounds];
		rounds++;
	}
	getrusage(RUSAGE_SELF, &usage);
	printf("%.3f %.3f %.1f %.1f %.0f %ld %d\n", median(alone, rounds), median(whole, rounds), median(act, rounds),
	       median(shuffle, rounds), 1e9 / median(deal, rounds), usage.ru_maxrss, rounds);
}

int main(int argc, char **argv)
{
	static struct library library;
	struct rules *rules;
	long acts = argc > 3 ? atol(argv[3]) : ACTS;

	if (argc < 3) {
		fputs("usage: bench time VARIANT [ACTS], or: bench play VARIANT ACTS\n", stderr);
		return 2;
	}
	rules = rules_from_disk(&library, argv[2], NULL, 0);
	if (rules == NULL)
		return 1;
	if (strcmp(argv[1], "play") == 0) {
		struct count count = { 0 };
		play_games(rules, acts, &count);
		printf("%ld\n", count.acts);
	} else
		report(rules, acts);
	arena_free(library.arena);
	return 0;
}
