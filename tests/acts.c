/* acts.c -- one number for every legal act of many games played at random. Built twice, the second time with
 * CANASTA_SEARCH_ONLY: the sums that spare the engine a search must lead to exactly the same acts.
 * Usage: acts VARIANT GAMES [OPTION...] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/game.h"
#include "game/random.h"
#include "grammar/arena.h"
#include "grammar/text.h"
#include "rules/build.h"
#include "tests/files.h"

/* FNV-1a over the bytes of the acts. */
static uint64_t mix(uint64_t hash, const struct acts *acts)
{
	const unsigned char *bytes = (const unsigned char *)acts->act;

	for (size_t i = 0; i < sizeof *acts->act * (size_t)acts->count; i++)
		hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
	return hash;
}

static uint64_t play(const struct rules *rules, uint64_t seed, uint64_t hash)
{
	static struct game game;
	static struct acts acts;
	struct random random;
	struct tally tally;
	int32_t totals[SIDES_MAX] = { 0 };
	int winner;

	random_begin(&random, seed, 1);
	game_begin(&game, rules, seed);
	do {
		game_deal(&game, 0);
		while (game.phase != PHASE_OVER) {
			game_legal(&game, &acts);
			hash = mix(hash, &acts);
			game_apply(&game, acts.act[random_below(&random, (uint32_t)acts.count)]);
		}
		game_score(&game, &tally);
		for (int side = 0; side < rules->table.sides; side++)
			totals[side] = game.side[side].score + tally.total[side];
		game_next_deal(&game, totals);
	} while (!game_is_over(rules, totals, &winner) && game.deal < 100);
	return hash;
}

int main(int argc, char **argv)
{
	static struct library library;
	uint64_t hash = UINT64_C(0xcbf29ce484222325);
	struct rules *rules;

	rules = rules_from_disk(&library, argc > 1 ? argv[1] : "wahhi", argv + 3, argc > 3 ? argc - 3 : 0);
	if (rules == NULL)
		return 1;
	for (uint64_t seed = 0; seed < (argc > 2 ? strtoul(argv[2], NULL, 10) : 40); seed++)
		hash = play(rules, seed, hash);
	printf("%016llx\n", (unsigned long long)hash);
	arena_free(library.arena);
	return 0;
}
