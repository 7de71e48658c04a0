/* test_special.c -- special hands: a hand is one or it is none, whatever its pattern; patterns that no sheet would have
 * are answered all the same; and what a seat may know of one that was laid. */
#include <stdio.h>
#include "position_words.h"
#include "notation/act_text.h"
#include "game/question.h"
#include "game/random.h"
#include "game/view.h"

static struct library library;

/* A game with special hands; red and black threes differ in it. */
static const char FILE_BEGINS[] = "language 1\n"
				  "variant test \"Test\" extends wahhi {\n"
				  "    deal { hand 13 }\n"
				  "    bonus { cards none }\n"
				  "    meld set { ranks 4..A }\n";

static const struct rules *rules_with(const char *specials)
{
	static char text[4000];

	snprintf(text, sizeof text, "%s%s}\n", FILE_BEGINS, specials);
	return rules_for_test(&library, text);
}

static bool holds(const struct rules *rules, int item, const char *hand)
{
	uint8_t kinds[DECK_MAX];
	struct cards cards = { 0 };
	int count = kinds_of(rules, hand, kinds);

	for (int i = 0; i < count; i++)
		cards_add(&cards, kinds[i]);
	return special_is(rules, item, &cards, count);
}

static void patterns_tell_hands_apart(void **unused)
{
	const struct rules *rules = rules_with(
		"add special pairs { pattern 7 pairs of 4..A; points 5 }\n"
		"add special twice { pattern 7 pairs of 4..A; ranks may_repeat; points 5 }\n"
		"add special mixed { pattern 1 quadruple of 4..A, 2 triples of 4..9, 2 pairs of 8..A; points 5 }\n"
		"add special threes { pattern 2 pairs of red 3, 3; ranks may_repeat; points 5 }\n");

	(void)unused;
	assert_true(holds(rules, 0, "4 4 5 5 7 7 8 8 9 9 10 10 q q"));
	assert_false(holds(rules, 0, "4 4 5 5 7 7 8 8 9 9 10 10 q k"));
	assert_false(holds(rules, 0, "4 4 4 4 7 7 8 8 9 9 10 10 q q"));
	assert_true(holds(rules, 1, "4 4 4 4 7 7 8 8 9 9 10 10 q q"));
	assert_true(holds(rules, 1, "4 4 4 4 4 4 4 4 9 9 9 9 q q"));
	assert_false(holds(rules, 1, "4 4 4 4 4 4 4 9 9 9 9 9 q q"));
	assert_true(holds(rules, 2, "8 8 8 8 4 4 4 9 9 9 j j a a"));
	assert_true(holds(rules, 2, "4 4 4 4 5 5 5 8 8 8 9 9 10 10")); /* only one of two ways fits */
	assert_false(holds(rules, 2, "j j j j 4 4 4 q q q 8 8 9 9"));
	assert_true(holds(rules, 3, "3r 3b 3b 3b"));
	arena_free(library.arena);
}

/* Every hand that is dealt out by a pattern is found to be of it. */
static void hands_made_of_a_pattern_are_of_it(void **unused)
{
	const struct rules *rules = rules_with(
		"add special odd { pattern 1 quadruple of 3..9, 2 triples of 6..A, 1 pair of any, 2 singles of 2, joker, 4..K\n"
		"    ranks may_repeat; points 5 }\n");
	const struct pattern *pattern = &rules->special[0].pattern;
	struct random random;

	(void)unused;
	random_begin(&random, 1, 1);
	for (int hand = 0; hand < 2000; hand++) {
		struct cards cards = { 0 };
		for (int part = 0; part < pattern->parts; part++)
			for (int group = 0; group < pattern->group[part].count; group++) {
				int kind;
				do
					kind = (int)random_below(&random, (uint32_t)rules->kinds);
				while (!(pattern->group[part].cards >> kind & 1) ||
				       cards_count(&cards, kind) + pattern->group[part].size > COPIES_MAX);
				for (int i = 0; i < pattern->group[part].size; i++)
					cards_add(&cards, kind);
			}
		assert_true(special_is(rules, 0, &cards, pattern->cards));
	}
	arena_free(library.arena);
}

static void strange_patterns_are_answered_soon(void **unused)
{
	const struct rules *rules = rules_with(
		"add special strange {\n"
		"    pattern 7 singles of any, 7 singles of 3..A, 7 singles of 4..A, 7 singles of 4..K, 7 singles of 4..Q,\n"
		"            7 singles of 4..J, 7 singles of 4..10, 1 single of joker\n"
		"    ranks may_repeat; points 5 }\n");
	struct cards cards = { 0 };

	(void)unused;
	for (int i = 0; i < 25; i++) {
		cards_add(&cards, rules_kind_named(rules, "K"));
		cards_add(&cards, rules_kind_named(rules, "Q"));
	}
	assert_false(special_is(rules, 0, &cards, 50));
	arena_free(library.arena);
}

static void a_special_hand_lies_before_everybody(void **unused)
{
	const struct rules *rules =
		rules_with("add special pairs { pattern 7 pairs of 4..A; with_top_card always; points 5 }\n");
	static struct position position;
	static struct view view;
	struct text words = { 0 };
	struct act act;

	(void)unused;
	position_begin(&position, rules, 0);
	deal_hand(&position, 0, "4 4 5 5 7 7 8 8 9 9 10 10 q");
	lay_pile(&position, "k q");
	position_finish(&position);
	assert_int_equal(acts_parse(&position.game, "special pairs", &act, 1, &words), 1);
	assert_int_equal(game_refusal(&position.game, act).refusal, REFUSAL_NONE);
	act_write(&position.game, act, &words);
	assert_string_equal(text_read(&words), "special pairs");
	for (int kind = 0; kind < rules->kinds; kind++) /* as if all of it had come with a pile */
		position.game.known[0][kind] = (uint8_t)cards_count(&position.game.seat[0].hand, kind);
	game_apply(&position.game, act);
	assert_null(game_check(&position.game));
	assert_int_equal(position.game.ending, ENDING_SPECIAL);
	assert_int_equal(position.game.pile_size, 1);
	view_of(&position.game, 1, &view);
	assert_int_equal(cards_count_in(&view.special_cards, rules->all), 14);
	text_free(&words);
	assert_int_equal(acts_parse(&position.game, "special pears", &act, 1, &words), 0);
	assert_non_null(strstr(text_read(&words), "did you mean \"pairs\"?"));
	text_free(&words);
	arena_free(library.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(patterns_tell_hands_apart),
		cmocka_unit_test(hands_made_of_a_pattern_are_of_it),
		cmocka_unit_test(strange_patterns_are_answered_soon),
		cmocka_unit_test(a_special_hand_lies_before_everybody),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
