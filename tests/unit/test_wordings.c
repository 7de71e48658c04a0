/* test_wordings.c -- one rule as two clubs would write it: under the rules at hand both come to the same, so that they have one hash and
 * no difference is told; and rules that look as alike and are not. A kind of pair that stays apart is listed in docs/comparing.md. */
#include "position_words.h"

#include <stdio.h>
#include <string.h>
#include "rules/compare.h"

struct pair {
	const char *extends, *one, *other;
};

static struct library library[2];

static const struct rules *rules_with(int place, const char *extends, const char *lines)
{
	static char text[2][4000];

	snprintf(text[place], sizeof text[place], "language 1\nvariant test \"Test\" extends %s {\n%s\n}\n", extends, lines);
	return rules_for_test(&library[place], text[place]);
}

static bool any_difference(const struct rules *one, const struct rules *other)
{
	const struct rules *both[2] = { one, other };
	struct comparison comparison;
	bool differ = false;

	assert_true(compare_rules(both, 2, &comparison));
	for (int i = 0; i < comparison.lines; i++)
		differ = differ || (comparison.line[i].differs && comparison.line[i].level != LEVEL_TEXT);
	comparison_free(&comparison);
	return differ;
}

static void assert_pair(const struct pair *pair, bool alike)
{
	const struct rules *one = rules_with(0, pair->extends, pair->one), *other = rules_with(1, pair->extends, pair->other);
	char hash[2][RULES_HASH_ROOM];

	assert_true(rules_hash(one, hash[0]) && rules_hash(other, hash[1]));
	if ((strcmp(hash[0], hash[1]) == 0) != alike)
		fail_msg("%s: these should %smean the same:\n%s\n%s", pair->extends, alike ? "" : "not ", pair->one, pair->other);
	if (any_difference(one, other) == alike)
		fail_msg("%s: these should %sdiffer:\n%s\n%s", pair->extends, alike ? "not " : "", pair->one, pair->other);
	arena_free(library[0].arena);
	arena_free(library[1].arena);
}

#define ASSERT_ALIKE(pairs) \
	for (size_t i = 0; i < sizeof(pairs) / sizeof *(pairs); i++) \
	assert_pair(&(pairs)[i], true)
#define ASSERT_APART(pairs) \
	for (size_t i = 0; i < sizeof(pairs) / sizeof *(pairs); i++) \
	assert_pair(&(pairs)[i], false)

static void sequences_are_as_long_as_their_places(void **unused)
{
	static const struct pair alike[] = {
		{ "samba",
		  "meld sequence { size 3..14 }",
		  "meld sequence { size 3 or more }" },
		{ "samba",
		  "meld sequence { size 3..12 }",
		  "meld sequence { size 3 or more }" },
		{ "samba",
		  "meld sequence { size 3..11 }",
		  "meld sequence { size 3 or more }" },
		{ "samba",
		  "meld sequence { size 3 or more; ace either }",
		  "meld sequence { size 3..12; ace either }" },
		{ "burraco",
		  "meld sequence { size 3 or more; ranks 3..K }",
		  "meld sequence { size 3..11; ranks 3..K }" },
		{ "burraco",
		  "meld sequence { size 3..14 }",
		  "meld sequence { size 3 or more }" },
		{ "samba",
		  "meld sequence { ranks 4..K; size 4 or more }",
		  "meld sequence { ranks 4..K; size 4..10 }" },
		{ "samba",
		  "meld sequence { ranks 7..A; naturals 3..8; size 3 or more }",
		  "meld sequence { ranks 7..A; size 3..20 }" },
		{ "samba",
		  "meld sequence { ranks 4..9, J..A; size 3 or more }",
		  "meld sequence { ranks 4..9, J..A; size 3..6 }" },
	};
	static const struct pair apart[] = {
		{ "samba",
		  "meld sequence { size 3..10 }",
		  "meld sequence { size 3 or more }" },
		{ "samba",
		  "meld sequence { size 3 or more }\ncanasta samba { size 7 or more }",
		  "meld sequence { size 3 or more }\ncanasta samba { size 7..10 }" },
		{ "samba",
		  "meld sequence { ranks 4..9, J..A; size 3 or more }",
		  "meld sequence { ranks 4..9, J..A; size 3..5 }" },
	};

	(void)unused;
	ASSERT_ALIKE(alike);
	ASSERT_APART(apart);
}

static void aces_lie_where_they_can(void **unused)
{
	static const struct pair alike[] = {
		{ "samba",
		  "meld sequence { ace high }",
		  "meld sequence { ace either }" },
		{ "samba",
		  "meld sequence { ace low; ranks 4..K }",
		  "meld sequence { ace high; ranks 4..K }" },
		{ "samba",
		  "meld sequence { ace either; ranks 4..K }",
		  "meld sequence { ace high; ranks 4..K }" },
		{ "burraco",
		  "meld sequence { ace high; ranks 4..A }",
		  "meld sequence { ace either; ranks 4..A }" },
		{ "samba",
		  "meld sequence { ranks 5..A; ace either; size 3 or more }",
		  "meld sequence { ranks 5..A; ace high; size 3 or more }" },
		{ "samba",
		  "meld sequence { ranks A, 5..9; ace low }",
		  "meld sequence { ranks A, 5..9; ace high }" },
	};
	static const struct pair apart[] = {
		{ "samba",
		  "meld sequence { ace low; ranks 4..A }",
		  "meld sequence { ace high; ranks 4..A }" },
		{ "burraco",
		  "meld sequence { ranks A..9; ace high; size 3 or more }",
		  "meld sequence { ranks A..9; ace low; size 3 or more }" },
		{ "samba",
		  "meld sequence { ranks 4..A; ace low }",
		  "meld sequence { ranks 4..A; ace high }" },
		{ "burraco",
		  "meld sequence { ranks A, 3..9; ace low }",
		  "meld sequence { ranks 3..A; ace high }" },
	};

	(void)unused;
	ASSERT_ALIKE(alike);
	ASSERT_APART(apart);
}

static void sums_of_facts_are_taken_apart(void **unused)
{
	static const struct pair alike[] = {
		{ "wahhi",
		  "going_out { contract when side canastas + side laid red 3 >= 2 }",
		  "going_out { contract when side laid red 3 >= 2 - side canastas }" },
		{ "wahhi",
		  "going_out { contract when side canastas of natural + side canastas of mixed >= 1 }",
		  "going_out { contract when side canastas of natural >= 1 or side canastas of mixed >= 1 }" },
		{ "wahhi",
		  "going_out { contract when side canastas of natural + side canastas of mixed > 0 }",
		  "going_out { contract when not (side canastas of natural = 0 and side canastas of mixed = 0) }" },
		{ "wahhi",
		  "going_out { contract when side canastas of natural + side laid red 3 = 0 }",
		  "going_out { contract when side canastas of natural = 0 and side laid red 3 = 0 }" },
		{ "wahhi",
		  "add score extra { points 10; when side canastas + others canastas > 0 }",
		  "add score extra { points 10; when side canastas > 0 or others canastas > 0 }" },
		{ "wahhi",
		  "add score extra { points 10; when side melded points + side hand points > 0 }",
		  "add score extra { points 10; when side melded points > 0 or side hand points > 0 }" },
		{ "wahhi",
		  "going_out { contract when side canastas + hand size >= 3 and pile size > 0 }",
		  "going_out { contract when not pile empty and hand size + side canastas > 2 }" },
		{ "wahhi",
		  "going_out { contract when side canastas of natural + side canastas of mixed >= 2 }",
		  "going_out { contract when side canastas of natural >= 2 or side canastas of mixed >= 2 or side canastas of natural >= 1 and side canastas of mixed >= 1 }" },
		{ "wahhi",
		  "going_out { contract when 2 * side canastas of natural + side canastas of mixed >= 4 }",
		  "going_out { contract when side canastas of natural >= 2 or side canastas of natural = 1 and side canastas of mixed >= 2 or side canastas of mixed >= 4 }" },
		{ "wahhi",
		  "going_out { contract when 2 * side canastas of natural + side canastas of mixed >= 4 }",
		  "going_out { contract when side canastas of mixed >= 4 - 2 * side canastas of natural }" },
		{ "wahhi",
		  "add score x { points 5; when side hand points + others hand points = 0 }",
		  "add score x { points 5; when side hand points = 0 and others hand points = 0 }" },
	};
	static const struct pair apart[] = {
		{ "wahhi",
		  "going_out { contract when side canastas of natural + side canastas of mixed >= 2 }",
		  "going_out { contract when side canastas of natural >= 1 or side canastas of mixed >= 1 }" },
		{ "wahhi",
		  "add score x { points 5; when side hand points - others hand points = 0 }",
		  "add score x { points 5; when side hand points = 0 and others hand points = 0 }" },
	};

	(void)unused;
	ASSERT_ALIKE(alike);
	ASSERT_APART(apart);
}

static void bans_give_way_one_after_the_other(void **unused)
{
	static const struct pair alike[] = {
		{ "wahhi",
		  "discard { add ban a { cards wild; gives_way after_drawing; order 1 } }",
		  "discard { add ban a { cards wild; gives_way after_drawing; order 2 } }" },
		{ "wahhi",
		  "discard { add ban a { cards wild; gives_way after_drawing; order 1 }\nadd ban b { cards black 3; gives_way after_drawing; order 2 } }",
		  "discard { add ban a { cards wild; gives_way after_drawing; order 3 }\nadd ban b { cards black 3; gives_way after_drawing; order 7 } }" },
		{ "wahhi",
		  "discard { add ban a { cards wild; gives_way after_drawing; order 1 }\nadd ban b { cards black 3; gives_way never; order 2 } }",
		  "discard { add ban a { cards wild; gives_way after_drawing; order 3 }\nadd ban b { cards black 3; gives_way never; order 1 } }" },
		{ "guide:modern",
		  "discard { add ban a { cards 7; gives_way at_any_time; order 8 } }",
		  "discard { add ban a { cards 7; gives_way at_any_time; order 9 } }" },
		{ "guide:modern",
		  "discard { add ban a { cards 7; gives_way at_any_time; order 1 } }",
		  "discard { add ban a { cards 7; gives_way at_any_time; order 9 } }" },
		{ "wahhi",
		  "discard { add ban a { cards wild; gives_way at_any_time; order 4 }\nadd ban b { cards 5; gives_way at_any_time; order 4 }\nadd ban c { cards none; gives_way at_any_time; order 2 } }",
		  "discard { add ban a { cards wild; gives_way at_any_time }\nadd ban b { cards 5; gives_way at_any_time } }" },
	};
	static const struct pair apart[] = {
		{ "wahhi",
		  "discard { add ban a { cards wild; gives_way after_drawing; order 1 }\nadd ban b { cards black 3; gives_way after_drawing; order 2 } }",
		  "discard { add ban a { cards wild; gives_way after_drawing; order 2 }\nadd ban b { cards black 3; gives_way after_drawing; order 1 } }" },
		{ "wahhi",
		  "discard { add ban a { cards wild; gives_way after_drawing; order 1 }\nadd ban b { cards black 3; gives_way after_drawing; order 1 } }",
		  "discard { add ban a { cards wild; gives_way after_drawing; order 1 }\nadd ban b { cards black 3; gives_way after_drawing; order 2 } }" },
		{ "wahhi",
		  "discard { add ban a { cards wild; gives_way at_any_time; order 4 }\nadd ban b { cards 5; gives_way at_any_time; order 5 } }",
		  "discard { add ban a { cards wild; gives_way at_any_time; order 2 }\nadd ban b { cards 5; gives_way at_any_time; order 2 } }" },
	};

	(void)unused;
	ASSERT_ALIKE(alike);
	ASSERT_APART(apart);
}

static void cards_alike_are_natural_where_no_top_card_is_wild(void **unused)
{
	static const struct pair alike[] = {
		{ "wahhi",
		  "pile { take natural_pair { hand 2 alike } }",
		  "pile { take natural_pair { hand 2 naturals } }" },
		{ "wahhi",
		  "pile { take natural_pair { hand 1 natural, 1 alike } }",
		  "pile { take natural_pair { hand 2 naturals } }" },
		{ "wahhi",
		  "add special p { pattern 3 pairs of 4..A, 4 pairs of 4..A; points 100 }",
		  "add special p { pattern 7 pairs of 4..A; points 100 }" },
		{ "wahhi",
		  "pile { take natural_pair { hand 2 alike; alike any_wild_card } }",
		  "pile { take natural_pair { hand 2 naturals } }" },
		{ "wahhi",
		  "add meld wilds { size 3..7 }\npile { remove block wild_on_top }\npile { take with_wild { hand 1 alike, 1 wild } }",
		  "add meld wilds { size 3..7 }\npile { remove block wild_on_top }\npile { take with_wild { hand 1 natural, 1 wild } }" },
	};
	static const struct pair apart[] = {
		{ "guide:modern",
		  "pile { take natural_pair { hand 2 alike } }",
		  "pile { take natural_pair { hand 2 naturals } }" },
		{ "wahhi",
		  "add meld wilds { size 3..7 }\npile { remove block wild_on_top }\npile { take natural_pair { hand 2 alike } }",
		  "add meld wilds { size 3..7 }\npile { remove block wild_on_top }\npile { take natural_pair { hand 2 naturals } }" },
		{ "wahhi",
		  "pile { remove block wild_on_top\ntake natural_pair { hand 2 alike; onto hand } }",
		  "pile { remove block wild_on_top\ntake natural_pair { hand 2 naturals; onto hand } }" },
		{ "wahhi",
		  "pile { remove block wild_on_top\nadd block w { when pile top is joker }\ntake natural_pair { hand 2 alike; onto hand } }",
		  "pile { remove block wild_on_top\nadd block w { when pile top is joker }\ntake natural_pair { hand 2 naturals; onto hand } }" },
	};

	(void)unused;
	ASSERT_ALIKE(alike);
	ASSERT_APART(apart);
}

static void ranks_repeat_where_groups_meet(void **unused)
{
	static const struct pair alike[] = {
		{ "wahhi",
		  "add special p { pattern 1 pair of 4, 1 pair of 5, 1 pair of 6, 1 quadruple of 7; ranks may_repeat; points 100 }",
		  "add special p { pattern 1 pair of 4, 1 pair of 5, 1 pair of 6, 1 quadruple of 7; points 100 }" },
		{ "wahhi",
		  "add special p { pattern 5 pairs of 4..8, 1 single of joker; ranks distinct; points 100 }",
		  "add special p { pattern 5 pairs of 4..8, 1 single of joker; points 100 }" },
		{ "wahhi",
		  "add special p { pattern 1 quadruple of 4..8, 1 quadruple of 9..A, 1 single of joker; ranks distinct; points 100 }",
		  "add special p { pattern 1 quadruple of 4..8, 1 quadruple of 9..A, 1 single of joker; ranks may_repeat; points 100 }" },
		{ "wahhi",
		  "add special p { pattern 1 pair of 4, 1 triple of 5, 1 triple of 6, 1 triple of 2; ranks may_repeat; points 100 }",
		  "add special p { pattern 1 pair of 4, 1 triple of 5, 1 triple of 6, 1 triple of 2; points 100 }" },
	};
	static const struct pair apart[] = {
		{ "wahhi",
		  "add special p { pattern 2 pairs of 4..5, 1 quadruple of 6, 1 quadruple of 7; ranks may_repeat; points 100 }",
		  "add special p { pattern 2 pairs of 4..5, 1 quadruple of 6, 1 quadruple of 7; points 100 }" },
		{ "wahhi",
		  "add special p { pattern 1 quadruple of 4..8, 1 quadruple of 8..A, 1 triple of 2; ranks distinct; points 100 }",
		  "add special p { pattern 1 quadruple of 4..8, 1 quadruple of 8..A, 1 triple of 2; ranks may_repeat; points 100 }" },
		{ "wahhi",
		  "add special p { pattern 1 pair of 4, 1 quadruple of 4..5, 1 triple of 6, 1 triple of 2; ranks may_repeat; points 100 }",
		  "add special p { pattern 1 pair of 4, 1 quadruple of 4..5, 1 triple of 6, 1 triple of 2; points 100 }" },
	};

	(void)unused;
	ASSERT_ALIKE(alike);
	ASSERT_APART(apart);
}

static void a_side_of_one_player(void **unused)
{
	static const struct pair alike[] = {
		{ "guide:two",
		  "add score extra { points 5 * side canastas; per player }",
		  "add score extra { points 5 * side canastas; per side }" },
		{ "wahhi:three",
		  "add score extra { points 5 * side canastas; per player }",
		  "add score extra { points 5 * side canastas; per side }" },
		{ "wahhi:five",
		  "add score extra { points 5 * side hand count of joker; when others went out; per player }",
		  "add score extra { points 5 * side hand count of joker; when others went out }" },
	};
	static const struct pair apart[] = {
		{ "wahhi:two",
		  "add score extra { points 5 * hand count of joker; when side went out; per player }",
		  "add score extra { points 5 * player canastas; when side went out; per player }" },
		{ "wahhi",
		  "add score extra { points 5 * side canastas; per player }",
		  "add score extra { points 5 * side canastas; per side }" },
	};

	(void)unused;
	ASSERT_ALIKE(alike);
	ASSERT_APART(apart);
}

static void figures_that_follow_from_others(void **unused)
{
	static const struct pair alike[] = {
		{ "wahhi",
		  "table { players 4; at_play 4 }",
		  "table { players 4 }" },
		{ "wahhi",
		  "deal { turn_again_limit 0 }",
		  "deal { hand 11 }" },
		{ "wahhi",
		  "table { at_play 4 }",
		  "table { at_play 0 }" },
		{ "burraco",
		  "reserve { first 11 }",
		  "reserve { cards 11 }" },
		{ "wahhi",
		  "pile { shown 1 }",
		  "pile { }" },
		{ "wahhi",
		  "pile { take natural_pair { cards 0; leaves 0; draws 0 } }",
		  "pile { take natural_pair { cards 0 } }" },
		{ "wahhi",
		  "talon { cards 0; leaves 4 }",
		  "talon { cards 0 }" },
		{ "wahhi:two",
		  "table { at_play 2 }",
		  "table { at_play 0 }" },
		{ "club:six_at_four",
		  "table { at_play 4 }",
		  "table { players 6 }" },
		{ "wahhi:two",
		  "turn { first right_of_dealer }",
		  "turn { first left_of_dealer }" },
		{ "wahhi:two",
		  "deal { next_dealer to_the_right }",
		  "deal { next_dealer to_the_left }" },
	};
	static const struct pair apart[] = {
		{ "club:six_at_four",
		  "table { at_play 6 }",
		  "table { at_play 4 }" },
		{ "wahhi:two",
		  "deal { next_dealer stays }",
		  "deal { next_dealer to_the_left }" },
		{ "wahhi:three",
		  "deal { next_dealer to_the_right }",
		  "deal { next_dealer to_the_left }" },
	};

	(void)unused;
	ASSERT_ALIKE(alike);
	ASSERT_APART(apart);
}

static void facts_count_the_cards_that_there_are(void **unused)
{
	static const struct pair alike[] = {
		{ "wahhi",
		  "going_out { contract when side laid red 3 >= 4 }",
		  "going_out { contract when side laid red 3 = 4 }" },
		{ "wahhi",
		  "going_out { contract when side laid red 3 > 3 }",
		  "going_out { contract when side laid 3 = 4 }" },
		{ "wahhi",
		  "going_out { contract when side laid red 3 >= 2 }",
		  "going_out { contract when side laid 3 >= 2 }" },
		{ "wahhi",
		  "add score extra { points 10 * side laid any }",
		  "add score extra { points 10 * side laid red 3 }" },
		{ "wahhi",
		  "going_out { contract when side laid (3, 4) >= 1 }",
		  "going_out { contract when side laid red 3 > 0 }" },
		{ "wahhi",
		  "add score extra { points by side laid 3 { 0..3: 10; 4 or more: 40 } }",
		  "add score extra { points by side laid red 3 { 0..3: 10; 4 or more: 40 } }" },
		{ "wahhi",
		  "add score extra { points 30; when side laid (red 3, black 3) = 4 }",
		  "add score extra { points 30; when side laid bonus >= 4 }" },
		{ "wahhi",
		  "add class j { when count of (joker, 5) >= 1 }\ngoing_out { contract when side melds of j > 0 }",
		  "add class j { when count of joker > 0 }\ngoing_out { contract when side melds of j > 0 }" },
		{ "wahhi",
		  "add score extra { points 30; when side laid black 3 >= 1 }",
		  "remove score exact_deal\nadd score exact_deal { points 100; when event exact_deal and side dealt }" },
	};

	(void)unused;
	ASSERT_ALIKE(alike);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sequences_are_as_long_as_their_places),
		cmocka_unit_test(aces_lie_where_they_can),
		cmocka_unit_test(sums_of_facts_are_taken_apart),
		cmocka_unit_test(bans_give_way_one_after_the_other),
		cmocka_unit_test(cards_alike_are_natural_where_no_top_card_is_wild),
		cmocka_unit_test(ranks_repeat_where_groups_meet),
		cmocka_unit_test(a_side_of_one_player),
		cmocka_unit_test(figures_that_follow_from_others),
		cmocka_unit_test(facts_count_the_cards_that_there_are),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
