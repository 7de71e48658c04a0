/* bench.c -- what one act costs, finding every legal act at that point included, told in shuffles of the same run: alone,
 * and with its share of dealing and scoring.
 * Usage: bench [VARIANT [GAMES]], the variant shipped or in a file; with `count` as a third word nothing is timed and only
 * games are played, for counting instructions. */
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

/* Players who play at random never come to the end of some games: they are left after so many deals. */
enum { ROUNDS = 75, SHUFFLES = 100000, DEALS_MAX = 20 };

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

static void play_games(const struct rules *rules, int games, struct count *count)
{
	static struct game game;
	static struct choices choices;
	int32_t totals[SIDES_MAX];
	int winner;

	for (int i = 0; i < games; i++) {
		struct shuffle choice;
		shuffle_begin(&choice, (uint64_t)i);
		game_begin(&game, rules, (uint64_t)i);
		do {
			play_deal(&game, &choices, &choice, count);
			for (int side = 0; side < rules->table.sides; side++)
				totals[side] = game.side[side].score;
		} while (!game_is_over(rules, totals, &winner) && game.deal < DEALS_MAX);
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

static double median(double *times)
{
	qsort(times, ROUNDS, sizeof *times, compare);
	return times[ROUNDS / 2];
}

static void report(const struct rules *rules, int games)
{
	double act[ROUNDS], shuffle[ROUNDS], alone[ROUNDS], whole[ROUNDS], deal[ROUNDS];
	struct rusage usage;
	struct count count;

	for (int i = 0; i < ROUNDS; i++) {
		double start, played;
		count = (struct count){ .timed = true };
		shuffle[i] = time_shuffles();
		start = now();
		play_games(rules, games, &count);
		played = now() - start;
		deal[i] = played / (double)count.deals;
		whole[i] = played / (double)count.acts / shuffle[i];
		act[i] = (played - count.apart) / (double)count.acts;
		alone[i] = act[i] / shuffle[i];
	}
	getrusage(RUSAGE_SELF, &usage);
	printf("%s: %ld deals, %ld acts a round, median of %d rounds\n", rules->name, count.deals, count.acts, ROUNDS);
	printf("deals a second        %10.0f\n", 1e9 / median(deal));
	printf("acts a second         %10.0f\n", 1e9 / median(deal) * (double)count.acts / (double)count.deals);
	printf("nanoseconds an act    %10.1f\n", median(act));
	printf("nanoseconds a shuffle %10.1f\n", median(shuffle));
	printf("shuffles an act       %10.3f   (bar 0.4, aim 0.2)\n", median(alone));
	printf("with dealing, scoring %10.3f\n", median(whole));
	printf("peak memory, KiB      %10ld\n", usage.ru_maxrss);
}

int main(int argc, char **argv)
{
	static struct library library;
	struct count count = { 0, 0, false, 0 };
	struct rules *rules;
	int games = argc > 2 ? atoi(argv[2]) : 200;

	rules = rules_from_disk(&library, argc > 1 ? argv[1] : "wahhi", NULL, 0);
	if (rules == NULL)
		return 1;
	if (argc > 3) {
		play_games(rules, games, &count);
		printf("%ld acts\n", count.acts);
	} else
		report(rules, games);
	arena_free(library.arena);
	return 0;
}
