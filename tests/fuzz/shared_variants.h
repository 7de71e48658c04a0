/* shared_variants.h -- for the fuzzers that stand on canasta.h: a few games, each loaded once and kept. */
#ifndef FUZZ_SHARED_VARIANTS_H
#define FUZZ_SHARED_VARIANTS_H

#include <stdlib.h>
#include "canasta.h"

/* The game with this number, counted round: together they have talons, events, a player alone, personal scores. */
static inline struct canasta_variant *shared_variant(unsigned number)
{
	static const char *const games[] = { "wahhi",           "wca",          "club", "guide:three",
		                             "guide:six_pairs", "guide:modern", "scpd" };
	enum { GAMES = sizeof games / sizeof *games };
	static struct canasta_variant *variants[GAMES];
	const struct canasta_io silent = { .out = { NULL, NULL } };

	number %= GAMES;
	if (variants[number] == NULL &&
	    canasta_load(&silent, games[number], NULL, 0, &variants[number]) != CANASTA_FINE)
		abort();
	return variants[number];
}

#endif
