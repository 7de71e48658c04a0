/* test_canonical.c -- what is written in two ways and means one thing is the same, and what means two things is not. */
#include "position_words.h"

#include <stdio.h>
#include <string.h>
#include "rules/compare.h"

static struct library library, other_library;

/* The rules with [lines] in a variant that extends the classic one. */
static const struct rules *rules_with(struct library *in, const char *lines)
{
	static char text[4000];

	snprintf(text, sizeof text, "language 1\nvariant test \"Test\" extends wahhi {\n%s\n}\n", lines);
	return rules_for_test(in, text);
}

static bool same_hash(const char *one, const char *other)
{
	char hash[RULES_HASH_ROOM], other_hash[RULES_HASH_ROOM];

	assert_true(rules_hash(rules_with(&library, one), hash));
	assert_true(rules_hash(rules_with(&other_library, other), other_hash));
	arena_free(library.arena);
	arena_free(other_library.arena);
	assert_int_equal(strlen(hash), RULES_HASH_ROOM - 1);
	return strcmp(hash, other_hash) == 0;
}

static void assert_alike(const char *one, const char *other)
{
	if (!same_hash(one, other))
		fail_msg("these should mean the same:\n%s\n%s", one, other);
}

static void assert_apart(const char *one, const char *other)
{
	if (same_hash(one, other))
		fail_msg("these should not mean the same:\n%s\n%s", one, other);
}

#define FROZEN(condition) "pile { add freeze more { when " condition " } }"
#define CONTRACT(condition) "going_out { contract when " condition " }"

static void the_order_of_parts_means_nothing(void **unused)
{
	(void)unused;
	assert_alike(CONTRACT("side opened and hand size > 2 and pile empty"),
	             CONTRACT("pile empty and (side opened and hand size > 2)"));
	assert_alike(CONTRACT("side opened or hand size > 2"), CONTRACT("hand size > 2 or side opened"));
	assert_apart(CONTRACT("side opened or hand size > 2"), CONTRACT("hand size > 2 and side opened"));
	assert_apart(CONTRACT("side opened and (pile empty or hand size > 2)"),
	             CONTRACT("side opened and pile empty or hand size > 2"));
}

static void one_comparison_in_several_ways(void **unused)
{
	(void)unused;
	assert_alike(CONTRACT("hand size > 2"), CONTRACT("hand size >= 3"));
	assert_alike(CONTRACT("hand size < 3"), CONTRACT("3 > hand size"));
	assert_alike(CONTRACT("not (hand size < 3 or pile empty)"), CONTRACT("hand size >= 3 and not pile empty"));
	assert_alike(CONTRACT("hand size = 0"), CONTRACT("hand size < 1"));
	assert_alike(CONTRACT("hand size != 0"), CONTRACT("hand size > 0"));
	assert_alike(CONTRACT("side opened"), CONTRACT("side opened and hand size >= 0"));
	assert_alike("", CONTRACT("always"));
	assert_alike("", CONTRACT("not never or pile empty"));
	assert_apart(CONTRACT("hand size > 2"), CONTRACT("hand size > 3"));
	assert_apart(CONTRACT("side score > -5"), CONTRACT("side score > 5"));
	assert_apart(CONTRACT("side opened"), CONTRACT("not side opened"));
}

static void cards_are_faces(void **unused)
{
	(void)unused;
	assert_alike(FROZEN("pile has wild"), FROZEN("pile has (2, joker)"));
	assert_alike(FROZEN("pile has (4..6)"), FROZEN("pile has (6, 5, 4)"));
	assert_apart(FROZEN("pile has (4..6)"), FROZEN("pile has (4..7)"));
	assert_apart(FROZEN("pile has red 3"), FROZEN("pile has 3"));
	assert_apart(FROZEN("pile has red 3"), FROZEN("pile has black 3"));
}

static void terms_stand_for_conditions(void **unused)
{
	(void)unused;
	assert_alike("add define deep { when pile size > 9 }\n" FROZEN("deep"), FROZEN("pile size >= 10"));
	assert_alike("add define deep { when pile size > 9 }", "");
	assert_apart("add define deep { when pile size > 9 }\n" FROZEN("deep"),
	             "add define deep { when pile size > 8 }\n" FROZEN("deep"));
}

static void classes_stand_for_melds(void **unused)
{
	(void)unused;
	assert_alike("add class clean { when wilds = 0 }\n" CONTRACT("side melds of clean > 1"),
	             "add class pure { when wilds < 1 }\n" CONTRACT("side melds of pure >= 2"));
	assert_apart("add class clean { when wilds = 0 }\n" CONTRACT("side melds of clean > 1"),
	             "add class clean { when wilds = 1 }\n" CONTRACT("side melds of clean > 1"));
	assert_apart(CONTRACT("side canastas of mixed > 1"), CONTRACT("side canastas of natural > 1"));
}

#define MINIMUM(steps) "initial_meld { minimum by side score { " steps " } }"

static void ladders_by_their_steps(void **unused)
{
	(void)unused;
	assert_alike(MINIMUM("below 0: 15; 0..1495: 50; 1500 or more: 90"),
	             MINIMUM("1500 or more: 90; 0..1499: 50; at most -5: 15"));
	assert_alike(MINIMUM("below 0: 15; 0..1495: 50; 1500..2995: 50; 3000 or more: 90"),
	             MINIMUM("below 0: 15; 0..2995: 50; 3000 or more: 90"));
	assert_alike("initial_meld { raised by side order { 0..1: 5; 2 or more: 10 } }",
	             "initial_meld { raised by side order { 0: 20; 1: 5; 2 or more: 10 } }");
	assert_apart(MINIMUM("below 0: 15; 0 or more: 50"), MINIMUM("below 0: 15; 0 or more: 55"));
	assert_apart(MINIMUM("below 0: 15; 0 or more: 50"), MINIMUM("below 5: 15; 5 or more: 50"));
}

#define POINTS(amount) MINIMUM("below 0: 15; 0 or more: 50") "\nadd score extra { points " amount " }"

static void amounts_as_sums(void **unused)
{
	(void)unused;
	assert_alike(POINTS("side canastas * 100 + 5 * 10"), POINTS("50 + 100 * side canastas"));
	assert_alike(POINTS("-5 * 10"), POINTS("0 - 50"));
	assert_apart(POINTS("side canastas * 100 + 50"), POINTS("side canastas * 100 - 50"));
	assert_apart(POINTS("100 - side canastas"), POINTS("side canastas - 100"));
}

static void words_around_the_rules_mean_nothing(void **unused)
{
	(void)unused;
	assert_alike("deal { hand 12 }",
	             "# twelve for us\n\"\"\" We like it so. \"\"\"\ndeal { hand 12 house \"why\" }");
	assert_alike("deal { first_dealer first_seat }\ndeal { hand 12 }", "deal { hand 12; first_dealer first_seat }");
	assert_alike("add score a { points 5 }\nadd score b { points 10 }",
	             "add score b \"B\" { points 10 }\nadd score a \"A\" { points 5 }");
	assert_alike("deal { hand 11 }", "");
	assert_apart("deal { hand 12 }", "deal { hand 13 }");
	assert_apart("add score a { points 5 }", "add score b { points 5 }");
	assert_apart("add score a { points 0 }", "");
	assert_apart("remove canasta mixed", "");
}

/* A change of what is wild is one change, in whatever conditions the word stands. */
static void wild_is_a_word_of_its_own(void **unused)
{
	const struct rules *one = rules_with(&library, ""), *other = rules_with(&other_library, "cards { wild joker }");
	bool failed = false;
	int differences = 0;

	(void)unused;
	for (struct setting at = { .item = -1 }; setting_next(one, &at);)
		if (!canonical_same(one, at.item, other, at.item, at.row, &failed)) {
			assert_string_equal(rows[at.row].name, "wild");
			differences++;
		}
	assert_int_equal(differences, 1);
	arena_free(library.arena);
	arena_free(other_library.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_order_of_parts_means_nothing),
		cmocka_unit_test(one_comparison_in_several_ways),
		cmocka_unit_test(cards_are_faces),
		cmocka_unit_test(terms_stand_for_conditions),
		cmocka_unit_test(classes_stand_for_melds),
		cmocka_unit_test(ladders_by_their_steps),
		cmocka_unit_test(amounts_as_sums),
		cmocka_unit_test(words_around_the_rules_mean_nothing),
		cmocka_unit_test(wild_is_a_word_of_its_own),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
