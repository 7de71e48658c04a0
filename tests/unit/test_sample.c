/* test_sample.c -- games that are dealt from a view look like it, and are games that can be played on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>
#include "every_variant.h"
#include "position_words.h"
#include "players/player.h"
#include "players/expert.h"

enum { DEALS = 3 };

static struct game game, sample;
static struct view view, again;
static struct acts acts, others;
static long positions, alike;

/* The seat to act deals from her view: she sees the same again, and may mostly do the same. */
static void deal_from_view(struct random *random)
{
	int seat = game_to_act(&game);
	const char *wrong;

	view_of(&game, seat, &view);
	assert_true(sample_game(&view, random, &sample));
	wrong = game_check(&sample);
	if (wrong != NULL)
		fail_msg("%s", wrong);
	view_of(&sample, seat, &again);
	assert_memory_equal(&view, &again, sizeof view);
	game_legal(&sample, &others);
	positions++;
	alike += others.count == acts.count && memcmp(others.act, acts.act, (size_t)acts.count * sizeof *acts.act) == 0;
}

static void play_variant(const struct rules *rules)
{
	struct random random;
	struct act act;

	if (rules->height > 0 && rules->options != NULL && rules->options->chosen)
		return;
	random_begin(&random, 1, 1);
	game_begin(&game, rules, 1);
	for (game.deal = 0; game.deal < DEALS; game.deal++) {
		game_deal(&game, 0);
		while (game.phase != PHASE_OVER) {
			game_legal(&game, &acts);
			deal_from_view(&random);
			assert_true(player_chooses(game.deal % 2 ? &player_simple : &player_random, &game, NULL,
			                           &random, &act));
			game_apply(&game, act);
		}
	}
}

static void samples_look_like_their_view(void **unused)
{
	(void)unused;
	for_each_variant(play_variant);
	assert_true(positions > 5000);
	assert_true(alike == positions);
}

/* Cards of the hidden hands that have no other of their rank beside them. */
static long odd_cards(const struct game *at, int seat)
{
	long count = 0;

	for (int other = 0; other < at->rules->seats; other++)
		for (int kind = 0; other != seat && kind < at->rules->kinds; kind++)
			count += cards_count(&at->seat[other].hand, kind) == 1;
	return count;
}

/* Careful players keep pairs and throw odd cards. The hands that are dealt from a view do not have a tenth more of them, or fewer;
 * if all cards were equally likely it would be a quarter. */
static void hands_are_such_as_players_keep(void **unused)
{
	static struct library library;
	long real = 0, dealt = 0;
	struct random random;
	struct act act;

	(void)unused;
	random_begin(&random, 1, 1);
	game_begin(&game, rules_for_test(&library, NULL), 1);
	for (game.deal = 0; game.deal < 40; game.deal++) {
		game_deal(&game, 0);
		while (game.phase != PHASE_OVER) {
			int seat = game_to_act(&game);
			if (game.phase == PHASE_DRAW && game.turn.number > 8) {
				view_of(&game, seat, &view);
				assert_true(sample_game(&view, &random, &sample));
				real += odd_cards(&game, seat);
				dealt += odd_cards(&sample, seat);
			}
			assert_true(player_chooses(&player_careful, &game, NULL, NULL, &act));
			game_apply(&game, act);
		}
	}
	arena_free(library.arena);
	assert_true(real > 5000);
	assert_true(labs(dealt - real) < real / 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(samples_look_like_their_view),
		cmocka_unit_test(hands_are_such_as_players_keep),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
