/* test_estimate.c -- what bots make of a table where a rank has several melds: each of them has been seen, and beside one
 * that is full another may be begun. */
#include "position_words.h"
#include "game/question.h"
#include "players/estimate.h"
#include "players/evaluation.h"

static struct library library;
static struct position position;
static struct view view;
static struct evaluation evaluation;

/* A game like those of the clubs, and one in which a canasta of seven is full. */
static char beside[] = "language 1\n"
		       "variant beside extends wahhi {\n"
		       "    meld set { of_a_rank one_unfinished }\n"
		       "}\n";
static char beside_full[] = "language 1\n"
			    "variant beside extends wahhi {\n"
			    "    meld set { size 3..7; of_a_rank one_unfinished }\n"
			    "}\n";
static char full[] = "language 1\n"
		     "variant beside extends wahhi {\n"
		     "    meld set { size 3..7 }\n"
		     "}\n";

/* The player at seat 0 has drawn and looks at the table; seat 1 comes next. */
static void look(void)
{
	assert_true(position_finish(&position));
	position.game.phase = PHASE_MELD;
	position.game.turn.drew = true;
	view_of(&position.game, 0, &view);
}

static int kind_of(const struct rules *rules, const char *card)
{
	uint8_t kind;

	assert_int_equal(kinds_of(rules, card, &kind), 1);
	return kind;
}

static void cards_of_all_melds_are_seen(void **unused)
{
	const struct rules *rules = rules_for_test(&library, beside);
	int eight = kind_of(rules, "8"), nine = kind_of(rules, "9"), ten = kind_of(rules, "10");
	struct estimate estimate;

	(void)unused;
	position_begin(&position, rules, 0);
	deal_hand(&position, 0, "9 10 K Q 5");
	lay_pile(&position, "10 10 4");
	lay_meld(&position, 0, "8 8 8 8 2 2 2");
	lay_meld(&position, 0, "8 8 joker");
	lay_meld(&position, 1, "9 9 9 9 2 2 2");
	lay_meld(&position, 1, "9 9 9");
	look();
	estimate = estimate_of(&view);
	assert_int_equal(estimate_unseen(&estimate, eight), rules->kind[eight].copies - 4 - 2);
	assert_int_equal(estimate_unseen(&estimate, nine), rules->kind[nine].copies - 4 - 3 - 1);
	assert_int_equal(estimate_unseen(&estimate, ten), rules->kind[ten].copies - 2 - 1);
	evaluation_begin(&evaluation, &view);
	for (cardset kinds = rules->naturals; kinds != 0; kinds &= kinds - 1)
		assert_int_equal(estimate_unseen(&estimate, __builtin_ctzll(kinds)),
		                 evaluation.unseen[__builtin_ctzll(kinds)]);
	arena_free(library.arena);
}

/* Looks at a full canasta of eights: the player's, who holds three more, or that of the side which comes next. */
static const struct rules *look_at_full_canasta(char *text, int side)
{
	const struct rules *rules = rules_for_test(&library, text);

	position_begin(&position, rules, 0);
	deal_hand(&position, 0, side == 0 ? "8 8 8 5" : "8 4 5 6 9 J Q K");
	lay_pile(&position, "4 5 6 7");
	lay_meld(&position, side, "8 8 8 8 2 2 2");
	look();
	evaluation_begin(&evaluation, &view);
	return rules;
}

static void cards_beside_a_full_canasta_find_a_place(void **unused)
{
	int eight;

	(void)unused;
	eight = kind_of(look_at_full_canasta(beside_full, 0), "8");
	assert_true(evaluation.estimate.can_go_out);
	assert_true(hand_value(&evaluation, eight, 3) > 0);
	arena_free(library.arena);
	eight = kind_of(look_at_full_canasta(full, 0), "8");
	assert_false(evaluation.estimate.can_go_out);
	assert_true(hand_value(&evaluation, eight, 3) < 0);
	arena_free(library.arena);
}

static void a_pile_is_taken_beside_a_full_canasta(void **unused)
{
	int eight;

	(void)unused;
	eight = kind_of(look_at_full_canasta(beside_full, 1), "8");
	assert_true(discard_risk(&evaluation, eight) > 0);
	arena_free(library.arena);
	eight = kind_of(look_at_full_canasta(full, 1), "8");
	assert_int_equal(discard_risk(&evaluation, eight), 0);
	arena_free(library.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cards_of_all_melds_are_seen),
		cmocka_unit_test(cards_beside_a_full_canasta_find_a_place),
		cmocka_unit_test(a_pile_is_taken_beside_a_full_canasta),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
