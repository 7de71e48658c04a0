/* test_canonical.c -- what is written in two ways and means one thing is the same, and what means two things is not. */
#include "position_words.h"

#include "every_variant.h"

#include <stdio.h>
#include <string.h>
#include "game/tables.h"
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

static void who_has_the_most_of_a_number(void **unused)
{
	(void)unused;
	assert_alike("game { tie_break side canastas }", "game { tie_break 2 * side canastas }");
	assert_alike("game { tie_break side canastas }", "game { tie_break 3 * (side canastas + 1) }");
	assert_apart("game { tie_break side canastas }", "game { tie_break -2 * side canastas }");
	assert_apart("game { tie_break side canastas }", "game { tie_break side canastas + side melded count of 7 }");
	assert_apart("game { tie_break side canastas }", "game { tie_break 0 * side canastas }");
	assert_apart("score going_out { points 5 * side canastas }", "score going_out { points 10 * side canastas }");
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

/* What the engine compiles of rules, without what only says where something lies. */
static struct tables tables_without_places(struct library *in, const char *lines)
{
	struct tables tables = *rules_with(in, lines)->tables;

	memset(tables.ban_staying_in, 0, sizeof tables.ban_staying_in);
	tables.beginnings = NULL;
	return tables;
}

static bool same_tables(const char *one, const char *other)
{
	static struct tables tables, others;

	tables = tables_without_places(&library, one);
	others = tables_without_places(&other_library, other);
	arena_free(library.arena);
	arena_free(other_library.arena);
	return memcmp(&tables, &others, sizeof tables) == 0;
}

static void assert_played_alike(const char *one, const char *other)
{
	assert_alike(one, other);
	if (!same_tables(one, other))
		fail_msg("these should be played by the same tables:\n%s\n%s", one, other);
}

#define NATURAL(condition) "meld set { natural_cards when " condition " }"
#define BAN(condition) "discard { add ban x { cards K; when " condition " } }"
#define TAKE(condition) "pile { add take x { hand 3 naturals; when " condition " } }"

/* A search that is given up decides in huge hands alone, and what is left to it depends on the tables. */
static void what_means_the_same_is_played_by_the_same_tables(void **unused)
{
	(void)unused;
	assert_played_alike(NATURAL("side canastas < 34 and turn opened"), NATURAL("turn opened"));
	assert_played_alike(NATURAL("turn opened or side canastas >= 34"), NATURAL("turn opened"));
	assert_played_alike(NATURAL("side canastas >= 2 or side canastas < 2"), NATURAL("always"));
	assert_played_alike(NATURAL("side canastas >= 2 and side canastas < 2"), NATURAL("never"));
	assert_played_alike(
		BAN("side melds of x > 0 and pile empty or side melds of x = 0 and pile empty") "\nadd class x { when wilds = 0 }",
		BAN("pile empty"));
	assert_played_alike(TAKE("not pile frozen and hand size > 3 or not pile frozen"), TAKE("not pile frozen"));
	assert_played_alike(TAKE("not pile frozen and (pile top is Q or pile top is Q)"),
	                    TAKE("pile top is Q and not pile frozen"));
	assert_played_alike("add define out { when going out }\nmeld set { begun when out }",
	                    "meld set { begun when going out }");
	assert_played_alike("add define x { when side canastas >= 2 }\n" CONTRACT("x and side opened or x"),
	                    CONTRACT("side canastas >= 2"));
	assert_played_alike(CONTRACT("side canastas = 1 or side canastas >= 2"), CONTRACT("side canastas >= 1"));
	assert_played_alike(CONTRACT("2 * side canastas - 3 >= 0"), CONTRACT("side canastas >= 2"));
	assert_played_alike(CONTRACT("2 * side canastas != 4"), CONTRACT("side canastas != 2"));
	assert_played_alike(CONTRACT("2 * side canastas <= 6"), CONTRACT("side canastas <= 3"));
	assert_false(same_tables(CONTRACT("side canastas * side canastas >= 4"), CONTRACT("side canastas >= 4")));
	assert_played_alike("add define x { when pile empty }\n" BAN("x"), BAN("pile empty"));
	assert_played_alike(FROZEN("pile has wild or pile has joker"), FROZEN("pile has wild"));
	assert_played_alike(CONTRACT("side canastas > 2 and side canastas < 5 or side canastas = 5"),
	                    CONTRACT("side canastas >= 3 and side canastas <= 5"));
	assert_played_alike("initial_meld { waived when going out and (stock empty or stock size > 0) }",
	                    "initial_meld { waived when going out }");
	assert_played_alike("talon { leaves 4; taken always; when side canastas >= 1 and side canastas + 1 > 1 }",
	                    "talon { leaves 4; taken always; when side canastas >= 1 }");
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
	assert_alike("add score aa { points 5 }\nadd score b { points 10 }",
	             "add score b \"B\" { points 10 }\nadd score aa \"A\" { points 5 }");
	assert_alike("deal { hand 11 }", "");
	assert_apart("deal { hand 12 }", "deal { hand 13 }");
	assert_apart("add score aa { points 5 }", "add score b { points 5 }");
	assert_alike("add score aa { points 0 }", "");
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

/* Every fact has its ranges, whatever words part them: what is said twice, in another direction or with more than is needed. */
static void one_table_of_cases(void **unused)
{
	static const char *const alike[][2] = {
		{ "going_out { contract when side canastas >= 2 or side canastas >= 2 }",
		  "going_out { contract when side canastas >= 2 }" },
		{ "going_out { contract when side canastas >= 2 and (side canastas >= 2 or pile size > 3) }",
		  "going_out { contract when side canastas >= 2 }" },
		{ "going_out { contract when side canastas >= 2 or (side canastas >= 2 and pile size > 3) }",
		  "going_out { contract when side canastas >= 2 }" },
		{ "going_out { contract when side canastas = 3 and side canastas >= 2 }",
		  "going_out { contract when side canastas = 3 }" },
		{ "going_out { contract when 2 * side canastas >= 4 }",
		  "going_out { contract when side canastas >= 2 }" },
		{ "going_out { contract when 2 * side canastas >= 3 }",
		  "going_out { contract when side canastas >= 2 }" },
		{ "going_out { contract when side canastas > pile size }",
		  "going_out { contract when pile size < side canastas }" },
		{ "going_out { contract when side canastas > pile size }",
		  "going_out { contract when pile size + 1 <= side canastas }" },
		{ "going_out { contract when not (not side opened) }",
		  "going_out { contract when side opened }" },
		{ "going_out { contract when side canastas >= 3 and side canastas >= 2 }",
		  "going_out { contract when side canastas >= 3 }" },
		{ "going_out { contract when side canastas >= 3 and side canastas <= 3 }",
		  "going_out { contract when side canastas = 3 }" },
		{ "going_out { contract when side canastas + 1 >= 3 }",
		  "going_out { contract when side canastas >= 2 }" },
		{ "going_out { contract when side canastas - 2 >= 0 }",
		  "going_out { contract when side canastas >= 2 }" },
		{ "going_out { contract when 0 <= side canastas - 2 }",
		  "going_out { contract when side canastas >= 2 }" },
		{ "going_out { contract when side canastas = 1 or side canastas >= 2 }",
		  "going_out { contract when side canastas >= 1 }" },
		{ "going_out { contract when side canastas != 2 and side canastas >= 2 }",
		  "going_out { contract when side canastas > 2 }" },
		{ "going_out { contract when side canastas >= 2 or side canastas < 2 }",
		  "going_out { contract always }" },
		{ "going_out { contract when side canastas >= 2 or pile size < 3 or not side canastas >= 2}",
		  "going_out { contract always }" },
		{ "going_out { contract when side canastas >= 3 and side canastas < 3 }",
		  "going_out { contract never }" },
		{ "going_out { contract when side opened and not side opened }",
		  "going_out { contract never }" },
		{ "going_out { contract when side canastas > pile size and pile size > side canastas }",
		  "going_out { contract never }" },
		{ "going_out { contract when side canastas - pile size > 0 }",
		  "going_out { contract when side canastas > pile size }" },
		{ "going_out { contract when pile top is (joker, 2) }",
		  "going_out { contract when pile top is wild }" },
		{ "going_out { contract when pile top is joker or pile top is 2 }",
		  "going_out { contract when pile top is (joker, 2) }" },
		{ "going_out { contract when side opened and (pile size > 2 and stock size > 2) }",
		  "going_out { contract when (stock size > 2 and side opened) and pile size > 2 }" },
		{ "add define t { when pile size > 2 and stock size > 2 }\ngoing_out { contract when side opened and t }",
		  "going_out { contract when side opened and pile size > 2 and stock size > 2 }" },
		{ "add define t { when pile size > 2 and stock size > 2 }\ngoing_out { contract when not t }",
		  "going_out { contract when pile size <= 2 or stock size <= 2 }" },
		{ "add define t { when always }\ngoing_out { contract when side opened and t }",
		  "going_out { contract when side opened }" },
		{ "going_out { contract when side opened and always }",
		  "going_out { contract when side opened }" },
		{ "add score x \"X\" { points 2 * side canastas * 5 }",
		  "add score x \"X\" { points 10 * side canastas }" },
		{ "add score x \"X\" { points 0 - 5 * side canastas }",
		  "add score x \"X\" { points -5 * side canastas }" },
		{ "add score x \"X\" { points 5 * side canastas; minus always }",
		  "add score x \"X\" { points -5 * side canastas }" },
		{ "add score x \"X\" { points 5 * (side canastas + 1) }",
		  "add score x \"X\" { points 5 * side canastas + 5 }" },
		{ "add score x \"X\" { points 5 * side canastas + 5 * side canastas }",
		  "add score x \"X\" { points 10 * side canastas }" },
		{ "add score x \"X\" { points 5 * side canastas - 5 * side canastas + 100}",
		  "add score x \"X\" { points 100 }" },
		{ "add score x \"X\" { points 0 }",
		  "" },
		{ "add score x \"X\" { points 100; when never }",
		  "" },
		{ "add score x \"X\" { points by side canastas { 0: 5; 1: 5; 2 or more: 10 } }",
		  "add score x \"X\" { points by side canastas { 0..1: 5; 2 or more: 10 } }" },
		{ "add score x \"X\" { points by side laid red 3 { 0: 5; 1..4: 10; 5 or more: 20 } }",
		  "add score x \"X\" { points by side laid red 3 { 0: 5; 1 or more: 10 } }" },
		{ "initial_meld { minimum by side score { below 0: 15; 0..1495: 50; 1500..2995: 90; 3000 or more: 120 } }",
		  "initial_meld { minimum by side score { below 0: 15; 0..1499: 50; 1500..2999: 90; 3000 or more: 120 } }" },
		{ "meld set { naturals at least 2, above 1 }",
		  "meld set { naturals 2 or more }" },
		{ "meld set { naturals at least 2, at least 1 }",
		  "meld set { naturals 2 or more }" },
		{ "meld set { wilds at most 3, at most naturals }",
		  "meld set { wilds at most naturals, at most 3 }" },
		{ "turn { discard never }; discard { add ban x { cards K; gives_way after_drawing } }; going_out { last_discard face_down }",
		  "turn { discard never }" },
		{ "bonus { replaced never; unreplaced ends_the_deal }",
		  "bonus { replaced never }" },
		{ "meld set { size 3..7; begun when others cards of the rank = 7 }",
		  "meld set { size 3..7; begun when others cards of the rank >= 7 }" },
		{ "meld set { size 3..7; begun unless others cards of the rank = 7 }",
		  "meld set { size 3..7; begun when others cards of the rank < 7 }" },
		{ "meld set { wilds by size { below 7: at most 3; 7 or more: at most 3 } }",
		  "meld set { wilds at most 3 }" },
		{ "meld set { shape when size >= 3 }",
		  "" },
		{ "add special x \"X\" { pattern 3 pairs of 4..A, 4 pairs of 4..A ; points 500 }",
		  "add special x \"X\" { pattern 7 pairs of 4..A ; points 500 }" },
		{ "add special x \"X\" { pattern 4 pairs of 4..A ; points 500; when never }",
		  "" },
		{ "pile { add freeze x \"X\" { when never } }",
		  "" },
		{ "pile { add block x \"X\" { when never } }",
		  "" },
		{ "discard { add ban x \"X\" { cards joker; when never } }",
		  "" },
		{ "pile { add take x \"X\" { hand 3 naturals; when never } }",
		  "" },
		{ "canasta mixed { bonus 299 + 1 }",
		  "canasta mixed { bonus 300 }" },
		{ "canasta mixed { size at least 7, at least 5 }",
		  "" },
		{ "initial_meld { minimum 50; raised 10 }",
		  "initial_meld { minimum 60 }" },
		{ "initial_meld { minimum by side score { below 0: 15; 0 or more: 50 }; raised 5 }",
		  "initial_meld { minimum by side score { below 0: 20; 0 or more: 55 } }" },
		/* a step that uses its key, or says what a product says */
		{ "add score x { points by side laid red 3 { 0: 0; 1: 100; 2: 200; 3: 300; 4: 400 } }",
		  "add score x { points 100 * side laid red 3 }" },
		{ "add score x { points by side canastas { 0: 0; 1 or more: 100 * side canastas } }",
		  "add score x { points 100 * side canastas }" },
		{ "add score x { points by side canastas { 0: 50; 1: 100 * side canastas; 2 or more: 200 } }",
		  "add score x { points by side canastas { 0: 50; 1: 100; 2 or more: 200 } }" },
		{ "add score x { points by side canastas { 0..2: 100 * side canastas; 3: 300; 4 or more: 100 * side canastas } }",
		  "add score x { points 100 * side canastas }" },
		/* cards of a meld */
		{ "canasta natural { when size = naturals }",
		  "" },
		{ "canasta natural { size 7 or more; when naturals >= 7 and wilds = 0 }",
		  "" },
		{ "canasta mixed { when naturals < size }",
		  "" },
		{ "add class c { when size >= 7 and wilds = 0 }\n" CONTRACT("side melds of c > 1"),
		  "add class c { when naturals >= 7 and size = naturals }\n" CONTRACT("side melds of c > 1") },
		/* what cannot matter is as if it were not said */
		{ "reserve { number 3; of side; taken_up at_the_beginning_of_a_turn; when side opened }",
		  "" },
		{ "talon { leaves 4; taken always; when side opened }",
		  "" },
		{ "deal { start_pile 0 }",
		  "deal { start_pile 0; turn_again A; turned_again buried; turn_again_limit 3 }" },
		{ "cut { ace low; again joker; highest deals }",
		  "" },
		{ "going_out { ask never; answer advice; who_asks anyone; ask_again not_in_this_deal }",
		  "going_out { ask never }" },
		{ "initial_meld { minimum 0; waived when side opened; top_card does_not_count }",
		  "initial_meld { minimum 0 }" },
		{ "discard { add ban x { cards none } }",
		  "" },
		{ "pile { add freeze x { when pile has wild and pile size > 5 } }",
		  "" },
		{ "discard { add ban x { cards K, Q; gives_way never } ; add ban y { cards K; when side opened } }",
		  "discard { add ban x { cards K, Q; gives_way never } }" },
		{ "add define zz \"Z\" { when pile size > 3 }",
		  "" },
		{ "add class zz \"Z\" { when size > 3 }",
		  "" },
		{ "pile { add freeze x { when side has melds or not side has melds } }",
		  "pile { add freeze x { when always } }" },
		{ "pile { add block x { when 2 * pile size = 5 } }",
		  "" },
		{ "remove score melded; add score melded \"Cards in melds\" { points side melded points }",
		  "" },
	};
	static const char *const apart[][2] = {
		{ "meld set { size 3..8; begun when others cards of the rank = 7 }",
		  "meld set { size 3..8; begun when others cards of the rank >= 7 }" },
		{ "table { players 3; sides 3; alone first_to_take_the_pile }; meld set { size 3..7; begun when others cards of the rank = 7 }",
		  "table { players 3; sides 3; alone first_to_take_the_pile }; meld set { size 3..7; begun when others cards of the rank >= 7 }" },
		{ "add score x { points by side canastas { 0: 50; 1 or more: 100 * side canastas } }",
		  "add score x { points 100 * side canastas }" },
		{ "canasta natural { when wilds = 0 and size < 8 }",
		  "" },
		/* where points go by 5 no total is 1497, but a position or a score pad may say so */
		{ "initial_meld { minimum by side score { below 0: 15; 0..1495: 50; 1496..2995: 90; 3000 or more: 120 } }",
		  "initial_meld { minimum by side score { below 0: 15; 0..1499: 50; 1500..2999: 90; 3000 or more: 120 } }" },
		{ "going_out { contract when side canastas >= 3 }",
		  "going_out { contract when side canastas >= 4 }" },
		{ "going_out { contract when side canastas >= 3 and pile size > 2}",
		  "going_out { contract when side canastas >= 3 or pile size > 2 }" },
		{ "discard { add ban x \"X\" { cards joker; when pile size > 3 } }",
		  "" },
		{ "add score x { points side melded points - points so far }",
		  "add score y { points 5 }\nadd score x { points side melded points - points so far }" },
	};

	(void)unused;
	for (size_t i = 0; i < sizeof alike / sizeof *alike; i++)
		assert_alike(alike[i][0], alike[i][1]);
	for (size_t i = 0; i < sizeof apart / sizeof *apart; i++)
		assert_apart(apart[i][0], apart[i][1]);
}

#define SCORE(rest) "add score extra { " rest " }"

static void scores_added_up_over_the_players_of_a_side(void **unused)
{
	(void)unused;
	assert_alike(SCORE("per player; points 100 * player laid red 3"), SCORE("points 100 * side laid red 3"));
	assert_alike(SCORE("per player; points 100 * hand count of black 3; minus always"),
	             SCORE("points -100 * side hand count of black 3"));
	assert_alike(SCORE("per player; points 5 * (hand count of A - 2 * hand count of K) * side canastas; when side went out"),
	             SCORE("points 5 * side hand count of A * side canastas - 10 * side hand count of K * side canastas\n"
	                   "when side went out"));
	assert_apart(SCORE("per player; points 100 + 100 * hand count of A"), SCORE("points 100 + 100 * side hand count of A"));
	assert_apart(SCORE("per player; points 5 * hand count of A * hand count of A"),
	             SCORE("points 5 * side hand count of A * side hand count of A"));
	assert_apart(SCORE("per player; points 100 * hand count of A; when hand size > 3"),
	             SCORE("points 100 * side hand count of A; when side canastas > 3"));
	assert_apart(SCORE("per player; points 100 * hand count of A * side canastas"),
	             SCORE("per player; points 100 * side canastas"));
	assert_apart(SCORE("per player; points 5 * hand size"), SCORE("points 5 * side hand count of any"));
}

/* The order of ways of taking the pile, of melds and of special hands is seen in lists; that of scores where a line asks for those
 * above it. */
static void order_where_it_is_seen(void **unused)
{
	static const char *const lines[][2] = {
		{ "pile { add take x { hand 3 naturals } }", "pile { add take y { hand 1 natural } }" },
		{ "add special x { pattern 7 pairs of 4..A; points 500 }", "add special y { pattern 13 singles of A..K; points 500 }" },
		{ "add score x { points points so far }", "add score y { points 100 * side canastas }" },
	};
	static const char *const unseen[][2] = {
		{ "add score x { points 50 * side canastas }", "add score y { points 100 * side canastas }" },
		{ "discard { add ban x { cards K; when pile size > 3 } }", "discard { add ban y { cards Q; when pile size > 2 } }" },
		{ "pile { add freeze x { when pile size > 9 } }", "pile { add freeze y { when pile has K } }" },
	};
	char one[400], other[400];

	(void)unused;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		snprintf(one, sizeof one, "%s\n%s", lines[i][0], lines[i][1]);
		snprintf(other, sizeof other, "%s\n%s", lines[i][1], lines[i][0]);
		assert_apart(one, other);
	}
	for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++) {
		snprintf(one, sizeof one, "%s\n%s", unseen[i][0], unseen[i][1]);
		snprintf(other, sizeof other, "%s\n%s", unseen[i][1], unseen[i][0]);
		assert_alike(one, other);
	}
}

/* Rules are shared by threads, each of which writes the hash into its records: nothing is kept with them once they are built. */
static void hash_without_memory(const struct rules *rules)
{
	char hash[RULES_HASH_ROOM], other_hash[RULES_HASH_ROOM];
	struct rules bare;

	if (rules == NULL)
		return; /* an option that needs others */
	bare = *rules;
	bare.arena = NULL;
	assert_true(rules_hash(rules, hash));
	assert_true(rules_hash(&bare, other_hash));
	assert_string_equal(hash, other_hash);
}

static void hashes_leave_rules_alone(void **unused)
{
	(void)unused;
	for_each_variant(hash_without_memory);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_table_of_cases),
		cmocka_unit_test(scores_added_up_over_the_players_of_a_side),
		cmocka_unit_test(order_where_it_is_seen),
		cmocka_unit_test(the_order_of_parts_means_nothing),
		cmocka_unit_test(who_has_the_most_of_a_number),
		cmocka_unit_test(one_comparison_in_several_ways),
		cmocka_unit_test(cards_are_faces),
		cmocka_unit_test(terms_stand_for_conditions),
		cmocka_unit_test(classes_stand_for_melds),
		cmocka_unit_test(ladders_by_their_steps),
		cmocka_unit_test(what_means_the_same_is_played_by_the_same_tables),
		cmocka_unit_test(amounts_as_sums),
		cmocka_unit_test(words_around_the_rules_mean_nothing),
		cmocka_unit_test(wild_is_a_word_of_its_own),
		cmocka_unit_test(hashes_leave_rules_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
