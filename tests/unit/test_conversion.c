/* test_conversion.c -- position.h: what a deal that is over remains under other rules. */
#include "position_words.h"
#include "game/play.h"
#include "game/position.h"

static char two_kinds[] = "language 1\n"
			  "variant kinds \"Kinds\" extends wahhi {\n"
			  "    add meld begun_wild { ranks 4..A; size 3 or more; naturals 2 or more; wilds 1 }\n"
			  "}\n";

static char other_places[] = "language 1\n"
			     "variant others \"Others\" extends wahhi {\n"
			     "    remove meld black_threes\n"
			     "    add meld aces { ranks A; size 3 or more; naturals 1 or more }\n"
			     "    add meld begun_wild { ranks 4..A; size 3 or more; naturals 2 or more; wilds 1 }\n"
			     "}\n";

static char runs[] = "language 1\n"
		     "variant runs \"Runs\" extends burraco { }\n";

/* A deal under [two_kinds] that is over, with one meld, K K 2 begun with the wild card. */
static void play_deal(const struct rules *rules, struct position *position)
{
	struct meld_cards cards = { .naturals = 2, .wilds = 1 };

	cards.kind = (uint8_t)rules_kind_named(rules, "K");
	cards.wild[0] = 1;
	position_begin(position, rules, 0);
	assert_true(position_take(position, cards.kind) && position_take(position, cards.kind) &&
	            position_take(position, rules->wild_kind[0]));
	assert_true(position_meld(position, 0, &cards, rules_item_named(rules, GROUP_meld, "begun_wild")));
	assert_true(position_finish(position));
	end_deal(&position->game, ENDING_STOCK, NOBODY, ROW_stock_end_play);
}

/* The name of the kind that the meld is under [words]. */
static void check_kind(char *words, const char *name)
{
	static struct library library, other;
	static struct position position;
	static struct game there;
	const struct rules *from = rules_for_test(&library, two_kinds), *to = rules_for_test(&other, words);
	const int32_t totals[SIDES_MAX] = { 0 };
	struct conversion at;
	struct text why = { 0 };

	play_deal(from, &position);
	assert_true(conversion_begin(&at, from, to, &why));
	assert_int_equal(convert_over(&at, &position.game, totals, 0, &there), 0);
	assert_int_equal(there.side[0].melds, 1);
	assert_string_equal(to->meld[there.side[0].meld[0].form].name, name);
	arena_free(library.arena);
	arena_free(other.arena);
}

static void a_meld_keeps_its_kind_where_there_is_one_of_that_name(void **unused)
{
	(void)unused;
	check_kind(two_kinds, "begun_wild");
	check_kind(other_places, "begun_wild");
	check_kind(NULL, "set");
}

/* Wild cards keep their places, a two in its own place is natural, and what partners have joined may break the limits. */
static void melds_are_what_they_are_under_their_own_rules(void **unused)
{
	static struct library library;
	static struct position position;
	static struct game there;
	const struct rules *rules = rules_for_test(&library, runs);
	const int32_t totals[SIDES_MAX] = { 0 };
	struct side *side = &position.game.side[0];
	struct conversion at;
	struct text why = { 0 };

	(void)unused;
	position_begin(&position, rules, 0);
	lay_meld(&position, 0, "5H 6H 2S 8H");
	lay_meld(&position, 0, "AS 2S 3S 4S");
	lay_meld(&position, 0, "KD KC KH 2C");
	side->meld[2].cards.wild[wild_place(rules, rules_kind_named(rules, "2D"))]++;
	side->meld[2].cards.wilds++;
	assert_false(cards_fit_form(rules, side->meld[2].form, &side->meld[2].cards));
	assert_true(position_finish(&position));
	end_deal(&position.game, ENDING_STOCK, NOBODY, ROW_stock_end_play);
	assert_true(conversion_begin(&at, rules, rules, &why));
	assert_int_equal(convert_over(&at, &position.game, totals, 0, &there), 0);
	assert_int_equal(there.side[0].melds, 3);
	for (int i = 0; i < 3; i++) {
		assert_memory_equal(&there.side[0].meld[i].cards, &side->meld[i].cards, sizeof(struct meld_cards));
		assert_int_equal(there.side[0].meld[i].form, side->meld[i].form);
	}
	arena_free(library.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(melds_are_what_they_are_under_their_own_rules),
		cmocka_unit_test(a_meld_keeps_its_kind_where_there_is_one_of_that_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
