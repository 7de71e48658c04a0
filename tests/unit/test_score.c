/* test_score.c -- who has won, and by how much; what stands behind the totals of the sides is never looked at. */
#include "position_words.h"

static struct library library;

/* Totals of sides that do not exist: larger than any, and level with nobody. */
#define NO_SIDES 99999, 99999, 99999, 99999

static void the_most_points_win_once_the_target_is_reached(void **unused)
{
	const struct rules *rules = rules_for_test(&library, "language 1\nvariant test \"Test\" extends wahhi { }\n");
	const int32_t first[] = { 5000, 4995, NO_SIDES }, second[] = { 5000, 5005, NO_SIDES },
		      below[] = { 4995, -10, NO_SIDES }, behind[] = { -10, -5, NO_SIDES };
	struct game game;
	int winner;

	(void)unused;
	game_begin(&game, rules, 1);
	assert_true(game_is_over(&game, first, &winner));
	assert_int_equal(winner, 0);
	assert_true(game_is_over(&game, second, &winner));
	assert_int_equal(winner, 1);
	assert_false(game_is_over(&game, below, &winner));
	assert_int_equal(winner, 0);
	assert_false(game_is_over(&game, behind, &winner));
	assert_int_equal(winner, 1);
	assert_int_equal(game_margin(rules, first), 5);
	assert_int_equal(game_margin(rules, second), 5);
	assert_int_equal(game_margin(rules, below), 5005);
	arena_free(library.arena);
}

static void a_tie_goes_on_unless_it_is_shared(void **unused)
{
	const int32_t tie[] = { 5000, 5000, NO_SIDES }, three[] = { 5000, 4000, 5000, NO_SIDES };
	const struct rules *rules = rules_for_test(&library, "language 1\nvariant test \"Test\" extends wahhi { }\n");
	struct game game;
	int winner;

	(void)unused;
	game_begin(&game, rules, 1);
	assert_false(game_is_over(&game, tie, &winner));
	assert_int_equal(winner, NOBODY);
	assert_int_equal(game_margin(rules, tie), 0);
	arena_free(library.arena);
	rules = rules_for_test(&library,
	                       "language 1\nvariant test \"Test\" extends wahhi:three { game { tie shared } }\n");
	game_begin(&game, rules, 1);
	assert_true(game_is_over(&game, three, &winner));
	assert_int_equal(winner, NOBODY);
	assert_int_equal(game_margin(rules, three), 0);
	arena_free(library.arena);
}

static void whoever_leads_after_a_tie_at_the_target_has_won(void **unused)
{
	const int32_t ahead[] = { 4900, 4950, NO_SIDES }, level[] = { 4900, 4900, NO_SIDES };
	const struct rules *rules = rules_for_test(&library, "language 1\nvariant test \"Test\" extends wahhi { }\n");
	static struct game game;
	int winner;

	(void)unused;
	game_begin(&game, rules, 1);
	assert_false(game_is_over(&game, ahead, &winner));
	game.best = 4995; /* nobody was at the target after an earlier deal */
	assert_false(game_is_over(&game, ahead, &winner));
	game.best = 5000; /* both were, and level */
	assert_true(game_is_over(&game, ahead, &winner));
	assert_int_equal(winner, 1);
	assert_false(game_is_over(&game, level, &winner));
	assert_int_equal(winner, NOBODY);
	arena_free(library.arena);
}

static void a_tie_goes_to_the_one_with_the_most_of_what_breaks_it(void **unused)
{
	const struct rules *rules = rules_for_test(
		&library,
		"language 1\nvariant test \"Test\" extends wahhi:three { game { tie_break side total - side score } }\n");
	const int32_t tie[] = { 5000, 5200, 5200, NO_SIDES }, below[] = { 4000, 4200, 4200, NO_SIDES },
		      clear[] = { 5000, 5200, 5100, NO_SIDES };
	static struct game game;
	int winner;

	(void)unused;
	game_begin(&game, rules, 1);
	game.side[0].score = 0; /* the first side scored more in the last deal than the others, and is behind */
	game.side[1].score = 4800;
	game.side[2].score = 4600;
	assert_true(game_is_over(&game, tie, &winner));
	assert_int_equal(winner, 2);
	assert_true(game_is_over(&game, clear, &winner));
	assert_int_equal(winner, 1);
	assert_false(game_is_over(&game, below, &winner));
	assert_int_equal(winner, NOBODY);
	game.side[2].score = 4800; /* level in that, too */
	assert_false(game_is_over(&game, tie, &winner));
	assert_int_equal(winner, NOBODY);
	arena_free(library.arena);
}

static void a_deal_is_added_to_the_totals_of_the_sides(void **unused)
{
	const struct rules *rules = rules_for_test(&library, "language 1\nvariant test \"Test\" extends wahhi { }\n");
	static struct game game;
	static struct tally tally;
	int32_t totals[SIDES_MAX] = { 1, 2, 77 };

	(void)unused;
	game_begin(&game, rules, 1);
	game.side[0].score = 100;
	game.side[1].score = -5;
	tally.total[0] = 40;
	tally.total[1] = 6;
	game_totals(&game, &tally, totals);
	assert_int_equal(totals[0], 140);
	assert_int_equal(totals[1], 1);
	assert_int_equal(totals[2], 77);
	game.side[0].score = 500000000;
	game_totals(&game, &tally, totals);
	assert_int_equal(totals[0], 500000000); /* no total is larger */
	arena_free(library.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_most_points_win_once_the_target_is_reached),
		cmocka_unit_test(a_tie_goes_on_unless_it_is_shared),
		cmocka_unit_test(whoever_leads_after_a_tie_at_the_target_has_won),
		cmocka_unit_test(a_tie_goes_to_the_one_with_the_most_of_what_breaks_it),
		cmocka_unit_test(a_deal_is_added_to_the_totals_of_the_sides),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
