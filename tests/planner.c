/* planner.c -- the planner of turns against a plain search. Games are played at random, and behind each turn of them stands a
 * turn that is made up; from each position in which a player may meld, cards are laid at random, legal or not as far as the end of the turn goes, and whether the turn can still end is
 * asked of both. Usage: planner VARIANT QUESTIONS [OPTION...]; prints how many answers were compared and how many differ. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/planner.h"
#include "game/random.h"
#include "grammar/arena.h"
#include "grammar/text.h"
#include "rules/build.h"
#include "tests/files.h"
#include "tools/witness.h"

enum { STEPS = 60000, DEALS_MAX = 400 }; /* some games seldom leave anything to ask */

struct count {
	long asked, differ, unknown, yes;
	uint64_t seed;
};

/* Compares an answer about a position with that of the search. What the search does not find with its steps counts for
 * nothing. */
static void compare(const struct game *game, bool can, const char *asked, struct count *count)
{
	long steps = STEPS;
	bool found = search_turn_within(game, &steps, false);

	count->asked++;
	count->yes += can;
	if (!found && steps == 0)
		count->unknown++;
	else if (found != can) {
		count->differ++;
		printf("seed %llu, deal %u, turn %u, seat %d, %d cards, %s: the planner says %s\n",
		       (unsigned long long)count->seed, game->deal, game->turn.number, game->turn.seat,
		       game->seat[game->turn.seat].size, asked, can ? "yes" : "no");
	}
}

/* True if [act] is one of melding. */
static bool lays_cards(struct act act)
{
	return act.verb == ACT_MELD || act.verb == ACT_ADD || act.verb == ACT_TAKE || act.verb == ACT_JOIN;
}

/* True if the cards of an act would do, and only the end of the turn stands against it. */
static bool only_the_end_hinders(enum refusal refusal)
{
	static const enum refusal ends[] = { REFUSAL_BELOW_MINIMUM,  REFUSAL_MINIMUM_AND_CONTENTS, REFUSAL_NOT_BOTH,
		                             REFUSAL_MINIMUM_OWED,   REFUSAL_MINIMUM_TAKES_ALL,
		                             REFUSAL_CONTAINS,       REFUSAL_KEEP_A_CARD,
		                             REFUSAL_CONTRACT,       REFUSAL_ASK_FIRST,
		                             REFUSAL_DISCARD_NEEDED, REFUSAL_SAID_NO,
		                             REFUSAL_MUST_GO_OUT,    REFUSAL_NO_DISCARD_LEFT };

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (refusal == ends[i])
			return true;
	return false;
}

/* Takes those of the candidates that lay cards and that only the end of the turn can stand against. */
static void find_laying(const struct game *game, struct acts *acts)
{
	int laying = 0;

	game_candidates(game, acts);
	for (int i = 0; i < acts->count; i++) {
		enum refusal refusal =
			lays_cards(acts->act[i]) ? game_refusal(game, acts->act[i]).refusal : REFUSAL_NO_SUCH_ACT;
		if (refusal == REFUSAL_NONE || only_the_end_hinders(refusal))
			acts->act[laying++] = acts->act[i];
	}
	acts->count = laying;
}

static bool is_listed(const struct acts *acts, struct act act)
{
	for (int i = 0; i < acts->count; i++)
		if (memcmp(&acts->act[i], &act, sizeof act) == 0)
			return true;
	return false;
}

/* Compares for some act of laying cards whether it is listed as legal, by the end that the turn has behind it. */
static void compare_listed(const struct game *game, const struct acts *legal, struct random *random,
                           struct count *count)
{
	static struct acts acts;
	struct game after = *game;
	struct act act;

	find_laying(game, &acts);
	if (acts.count == 0)
		return;
	act = acts.act[random_below(random, (uint32_t)acts.count)];
	switch (game_refusal(game, act).refusal) {
	case REFUSAL_SAID_NO:
	case REFUSAL_ASK_FIRST: return; /* it is asked when the card is laid, not at the end */
	default: break;
	}
	after.turn.thought = true;
	apply_cards(&after, act);
	compare(&after, is_listed(legal, act), "before an act", count);
}

/* Lays cards at random, one act after the other, and compares after each. What is laid need not leave the turn an end; but the
 * cards have to be there, and the meld allowed. */
static void lay_at_random(const struct game *from, struct random *random, struct count *count)
{
	static struct acts acts;
	struct game game = *from;

	game.turn.thought = true;
	for (int i = 0; i < 6; i++) {
		find_laying(&game, &acts);
		if (acts.count == 0)
			return;
		apply_cards(&game, acts.act[random_below(random, (uint32_t)acts.count)]);
		if (game.phase != PHASE_MELD)
			return;
		compare(&game, turn_can_end(&game), "after acts", count);
	}
}

/* Compares in a position, and does some legal act. */
static void compare_and_play(struct game *game, struct random *random, struct count *count)
{
	static struct acts acts;
	struct act act;

	game_legal(game, &acts);
	if (game->phase == PHASE_MELD || game->phase == PHASE_DRAW) {
		compare_listed(game, &acts, random, count);
		lay_at_random(game, random, count);
	}
	act = acts.act[random_below(random, (uint32_t)acts.count)];
	if (act.verb == ACT_DISCARD) /* melds are rare; they make positions that ask more */
		act = acts.act[random_below(random, (uint32_t)acts.count)];
	game_apply(game, act);
}

/* Plays a turn that is made up. */
static void play_made_up(const struct game *like, struct random *random, struct count *count)
{
	static struct game games[2];
	uint16_t turn;

	games[0] = games[1] = *like;
	if (!random_position(games, random) || games[0].seat[games[0].turn.seat].size == 0)
		return; /* with few cards in the deck, none may be left for the player */
	turn = games[0].turn.number;
	while (games[0].phase != PHASE_OVER && games[0].turn.number == turn)
		compare_and_play(&games[0], random, count);
}

static void play_deal(struct game *game, struct random *random, struct count *count, long questions)
{
	uint16_t turn = 0;

	game_deal(game, 0);
	while (game->phase != PHASE_OVER && count->asked < questions) {
		if (game->turn.number != turn)
			play_made_up(game, random, count);
		turn = game->turn.number;
		compare_and_play(game, random, count);
	}
}

int main(int argc, char **argv)
{
	static struct library library;
	static struct game game;
	struct count count = { 0, 0, 0, 0, 0 };
	long questions = argc > 2 ? strtol(argv[2], NULL, 10) : 2000;
	struct rules *rules =
		rules_from_disk(&library, argc > 1 ? argv[1] : "wahhi", argv + 3, argc > 3 ? argc - 3 : 0);

	if (rules == NULL)
		return 1;
	for (; count.asked < questions && count.seed < DEALS_MAX; count.seed++) {
		struct random random;
		random_begin(&random, count.seed, 1);
		game_begin(&game, rules, count.seed);
		for (int side = 0; side < rules->table.sides; side++)
			game.side[side].score = (int32_t)((count.seed * 7 + (uint64_t)side * 3) % 5) * 1600 - 500;
		play_deal(&game, &random, &count, questions);
	}
	printf("%ld answers compared, %ld differ, %ld beyond the search, %ld yes\n", count.asked, count.differ,
	       count.unknown, count.yes);
	arena_free(library.arena);
	return count.differ != 0;
}
