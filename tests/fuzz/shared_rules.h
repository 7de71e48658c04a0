/* shared_rules.h -- for the fuzzers that need rules: a few games, each built once and kept. */
#ifndef FUZZ_SHARED_RULES_H
#define FUZZ_SHARED_RULES_H

#include <stdlib.h>
#include "grammar/arena.h"
#include "rules/build.h"

/* Rules of the game with this number, counted round: together they have talons, events, cards set aside, a player alone. */
static inline struct rules *shared_rules(unsigned number)
{
	static const char *const games[] = { "wahhi", "wca", "club", "guide:three", "guide:six_pairs", "guide:modern" };
	enum { GAMES = sizeof games / sizeof *games };
	static struct library library[GAMES];
	static struct rules *rules[GAMES];
	struct reader none = { .read = NULL, .context = NULL };

	number %= GAMES;
	if (rules[number] != NULL)
		return rules[number];
	library_begin(&library[number], arena_new(), none);
	rules[number] = tables_compile(&library[number], rules_build(&library[number], games[number], NULL, 0));
	if (rules[number] == NULL)
		abort();
	return rules[number];
}

#endif
