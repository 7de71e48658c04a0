/* test_record.c -- record.h: what is written of a game can be read again, act by act. */
#include <inttypes.h>
#include <stdio.h>
#include "position_words.h"
#include "game/act_words.h"
#include "game/random.h"
#include "reports/record.h"
#include "tests/files.h"

enum { DEALS = 30, ACTS_OF_A_LINE = 8 };

static struct library library;
static struct game game;
static struct acts acts;

/* An act in words is read as that act alone. */
static void assert_said_and_read(const char *reference, struct act act)
{
	struct act read[ACTS_OF_A_LINE];
	struct text words = { 0 }, why = { 0 };
	int count;

	act_write(&game, act, &words);
	count = acts_read(&game, text_read(&words), read, ACTS_OF_A_LINE, &why);
	if (count != 1 || !act_equal(read[0], act))
		fail_msg("%s, seed %" PRIu64 ", deal %u, turn %d: %s is read as %d acts: %s", reference, game.seed,
		         (unsigned)game.deal, game.turn.number, text_read(&words), count, text_read(&why));
	text_free(&words);
	text_free(&why);
}

static void play_deals(const char *reference)
{
	struct random random;

	random_begin(&random, 7, 0);
	for (uint64_t seed = 0; seed < DEALS; seed++) {
		game_begin(&game, game.rules, seed);
		game_deal(&game, 0);
		while (game.phase != PHASE_OVER) {
			game_legal(&game, &acts);
			for (int i = 0; i < acts.count; i++)
				assert_said_and_read(reference, acts.act[i]);
			game_apply(&game, acts.act[random_below(&random, (uint32_t)acts.count)]);
		}
	}
}

/* For each shipped variant: the first words of the lines in tests/signatures. */
static void every_legal_act_is_read_as_it_is_written(void **unused)
{
	FILE *variants = fopen("tests/signatures", "r");
	char reference[64];

	(void)unused;
	assert_non_null(variants);
	while (fscanf(variants, "%63s %*s", reference) == 1) {
		library_begin(&library, arena_new(), FROM_DISK);
		game.rules = rules_build(&library, reference, NULL, 0);
		assert_non_null(game.rules);
		play_deals(reference);
		arena_free(library.arena);
	}
	fclose(variants);
}

/* The head, and what may not stand in it. */
static void the_head_tells_what_was_played(void **unused)
{
	static const char *const who[] = { "person", "simple", "simple", "simple" };
	static const char *const options[] = { "always_frozen" };
	struct record_head head = { .reference = "wahhi",
		                    .options = options,
		                    .option_count = 1,
		                    .seed = 42,
		                    .who = who,
		                    .date = "2026-11-21" };
	struct recorder recorder;
	struct text text = { 0 };

	(void)unused;
	head.rules = rules_for_test(&library, NULL);
	assert_true(record_begin(&recorder, &head, &text));
	assert_non_null(strstr(text_read(&text), "\nwith: always_frozen             |"));
	assert_non_null(strstr(text_read(&text), "\nseed: 42                        |"));
	assert_non_null(strstr(text_read(&text), "\nseat South: person              |"));
	assert_non_null(strstr(text_read(&text), "\ndate: 2026-11-21                |"));
	text_free(&text);
	head.reference = "a|b.canasta";
	assert_false(record_begin(&recorder, &head, &text));
	assert_int_equal(text.length, 0);
	arena_free(library.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_legal_act_is_read_as_it_is_written),
		cmocka_unit_test(the_head_tells_what_was_played),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
