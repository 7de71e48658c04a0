/* repairs.c -- is every repair legal, and does every turn come to its end? Games are played at random, and every third position
 * is made up, so that turns begin with what random players seldom come to. In each position every candidate is tried. What is
 * offered in place of one that is refused, as an act or within the sentence, has to be legal as it is written. After one that is legal the turn is played on with the acts that are proposed then, and has to end.
 * Usage: repairs VARIANT POSITIONS [OPTION...] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/question.h"
#include "game/random.h"
#include "grammar/arena.h"
#include "grammar/text.h"
#include "notation/act_text.h"
#include "notation/position_text.h"
#include "reports/judge.h"
#include "tests/files.h"
#include "tools/random_position.h"

enum { REPAIRS = 3, ACTS_OF_A_TURN = 300, DEALS_OF_A_GAME = 12, ACTS_OF_A_LINE = 64 };

static long refused, repaired, advised, completed;

/* Says what is wrong in this position, and ends the program. */
static void fail(const struct game *game, struct act act, const char *what, const char *words)
{
	struct text text = { 0 }, position = { 0 };

	act_write(game, act, &text);
	position_write(game, NULL, &position);
	fprintf(stderr, "%s: seed %llu, deal %u, turn %u: after or in place of \"%s\": %s: %s\n", game->rules->name,
	        (unsigned long long)game->seed, game->deal, game->turn.number, text_read(&text), what, words);
	fputs(text_read(&position), stderr);
	exit(1);
}

static bool is_legal(const struct game *game, struct act act)
{
	return game_refusal(game, act).refusal == REFUSAL_NONE;
}

/* The acts in [words] are legal, one after the other; returns how many they are. */
static int try_words(const struct game *from, struct act act, const char *words, struct act *acts)
{
	static struct game game;
	struct text why = { 0 };
	int count = acts_parse(from, words, acts, ACTS_OF_A_LINE, &why);

	if (count == 0)
		fail(from, act, text_read(&why), words);
	text_free(&why);
	game = *from;
	for (int i = 0; i < count; i++) {
		if (!is_legal(&game, acts[i]))
			fail(from, act, "what is offered is refused", words);
		game_apply(&game, acts[i]);
	}
	return count;
}

/* ---- what is refused ---- */

/* Tries the acts that stand in [sentence] between [before] and [behind], which may be its end. */
static void try_advice(const struct game *game, struct act act, const char *sentence, const char *before,
                       const char *behind)
{
	const char *at = strstr(sentence, before);
	struct act acts[ACTS_OF_A_LINE];
	char words[400];
	size_t length;

	if (at == NULL)
		return;
	at += strlen(before);
	length = *behind != '\0' && strstr(at, behind) != NULL ? (size_t)(strstr(at, behind) - at) : strlen(at);
	snprintf(words, sizeof words, "%.*s", (int)length, at);
	try_words(game, act, words, acts);
	advised++;
}

static void try_refused(const struct game *game, struct act act, struct reason reason)
{
	struct act repair[REPAIRS], read[ACTS_OF_A_LINE];
	struct text sentence = { 0 };
	int count = repairs_find(game, act, reason, repair, REPAIRS);

	refused++;
	for (int i = 0; i < count; i++) {
		struct text words = { 0 };
		act_write(game, repair[i], &words);
		if (act_equal(repair[i], act) || !is_legal(game, repair[i]))
			fail(game, act, "the repair is refused", text_read(&words));
		if (try_words(game, act, text_read(&words), read) != 1 || !act_equal(read[0], repair[i]))
			fail(game, act, "the repair reads as another act", text_read(&words));
		text_free(&words);
		repaired++;
	}
	reason_say(game, act, reason, &sentence);
	if (strchr(text_read(&sentence), '%') != NULL)
		fail(game, act, "a sentence is not filled in", text_read(&sentence));
	try_advice(game, act, text_read(&sentence), "(legal: ", ")");
	try_advice(game, act, text_read(&sentence), "add the cards to it: ", "");
	text_free(&sentence);
}

/* ---- what is legal ---- */

/* An act with which the turn ends as it usually does. */
static bool ends_turn(const struct game *game, struct act act)
{
	return act.verb == ACT_STOP || (act.verb == ACT_DISCARD && game->seat[game->turn.seat].size > 1);
}

/* Does [act] and then what is proposed, until the turn has ended. While something is owed, nothing that ends it may be. */
static void try_legal(const struct game *from, struct act act, struct random *random)
{
	static struct game game;
	static struct acts legal;
	struct text path = { 0 };
	int acts = 0;

	game = *from;
	act_write(&game, act, &path);
	game_apply(&game, act);
	while (game.phase != PHASE_OVER && game.turn.number == from->turn.number) {
		bool owes = game_owes(&game).refusal != REFUSAL_NONE;
		struct act next;
		game_legal(&game, &legal);
		if (legal.count == 0 || acts++ == ACTS_OF_A_TURN)
			fail(from, act, legal.count == 0 ? "no act is legal behind" : "the turn goes on and on",
			     text_read(&path));
		for (int i = 0; i < legal.count && owes; i++)
			if (ends_turn(&game, legal.act[i]))
				fail(from, act, "the turn could end although something is owed behind",
				     text_read(&path));
		next = legal.act[random_below(random, (uint32_t)legal.count)];
		text_add(&path, "; ");
		act_write(&game, next, &path);
		game_apply(&game, next);
	}
	text_free(&path);
	completed++;
}

/* ---- positions ---- */

/* Every candidate, and what would be one if it was time to meld. */
static void try_all(const struct game *game, struct random *random)
{
	static struct game time_to_meld;
	static struct acts candidates;

	for (int later = 0; later <= (game->phase != PHASE_MELD); later++) {
		time_to_meld = *game;
		if (later)
			time_to_meld.phase = PHASE_MELD;
		game_candidates(&time_to_meld, &candidates);
		for (int i = 0; i < candidates.count; i++) {
			struct reason reason = game_refusal(game, candidates.act[i]);
			if (reason.refusal == REFUSAL_NONE)
				try_legal(game, candidates.act[i], random);
			else
				try_refused(game, candidates.act[i], reason);
		}
	}
}

/* A legal act, more often one of melding or taking the pile than there are such: else few sides ever open. */
static struct act choose(const struct acts *legal, struct random *random)
{
	struct act act = legal->act[random_below(random, (uint32_t)legal->count)];

	for (int again = 0; again < 3 && (act.verb == ACT_DISCARD || act.verb == ACT_DRAW); again++)
		act = legal->act[random_below(random, (uint32_t)legal->count)];
	return act;
}

/* A made-up position in which the game goes on; some rules cannot have the first few that come up. */
static bool make_up(const struct rules *rules, uint64_t seed, struct random *random, struct game *game)
{
	static struct game games[2];

	for (int tries = 0; tries < 20; tries++) {
		for (int i = 0; i < 2; i++)
			game_begin(&games[i], rules, seed);
		if (random_position(games, random) && games[0].phase != PHASE_OVER &&
		    games[0].seat[games[0].turn.seat].size > 0) {
			*game = games[0];
			return true;
		}
	}
	return false;
}

/* Plays a made-up turn to its end, looking at each position. */
static long try_made_up(const struct rules *rules, uint64_t seed, struct random *random)
{
	static struct game game;
	static struct acts legal;
	uint16_t turn;
	long positions = 0;

	if (!make_up(rules, seed, random, &game))
		return 0;
	for (turn = game.turn.number; game.phase != PHASE_OVER && game.turn.number == turn; positions++) {
		try_all(&game, random);
		game_legal(&game, &legal);
		game_apply(&game, choose(&legal, random));
	}
	return positions;
}

static void play(const struct rules *rules, long positions)
{
	static struct game game;
	static struct acts legal;
	struct random random;
	struct tally tally;
	int32_t totals[SIDES_MAX];
	int winner;

	for (uint64_t seed = 1; positions > 0; seed++) {
		bool over = false;
		random_begin(&random, seed, 1);
		game_begin(&game, rules, seed);
		while (!over && positions > 0 && game.deal < DEALS_OF_A_GAME) {
			game_deal(&game, 0);
			for (; game.phase != PHASE_OVER && positions > 0; positions--) {
				try_all(&game, &random);
				game_legal(&game, &legal);
				game_apply(&game, choose(&legal, &random));
				if (positions % 12 == 0)
					positions -= try_made_up(rules, seed, &random);
			}
			game_score(&game, &tally);
			game_totals(&game, &tally, totals);
			over = game_is_over(&game, totals, &winner);
			game_next_deal(&game, totals);
		}
	}
}

int main(int argc, char **argv)
{
	static struct library library;
	long positions = argc > 2 ? atol(argv[2]) : 1000;
	struct rules *rules = argc > 1 ? rules_from_disk(&library, argv[1], argv + 3, argc > 3 ? argc - 3 : 0) : NULL;

	if (rules == NULL)
		return 2;
	play(rules, positions);
	printf("%s: %ld positions, %ld acts refused, %ld repairs and %ld pieces of advice tried, %ld turns completed\n",
	       rules->name, positions, refused, repaired, advised, completed);
	arena_free(library.arena);
	return 0;
}
