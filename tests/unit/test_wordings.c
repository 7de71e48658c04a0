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
		  "discard { add ban x { cards wild; gives_way after_drawing; order 1 } }",
		  "discard { add ban x { cards wild; gives_way after_drawing; order 2 } }" },
		{ "wahhi",
		  "discard { add ban x { cards wild; gives_way after_drawing; order 1 }\nadd ban b { cards black 3; gives_way after_drawing; order 2 } }",
		  "discard { add ban x { cards wild; gives_way after_drawing; order 3 }\nadd ban b { cards black 3; gives_way after_drawing; order 7 } }" },
		{ "wahhi",
		  "discard { add ban x { cards wild; gives_way after_drawing; order 1 }\nadd ban b { cards black 3; gives_way never; order 2 } }",
		  "discard { add ban x { cards wild; gives_way after_drawing; order 3 }\nadd ban b { cards black 3; gives_way never; order 1 } }" },
		{ "guide:modern",
		  "discard { add ban x { cards 7; gives_way at_any_time; order 8 } }",
		  "discard { add ban x { cards 7; gives_way at_any_time; order 9 } }" },
		{ "guide:modern",
		  "discard { add ban x { cards 7; gives_way at_any_time; order 1 } }",
		  "discard { add ban x { cards 7; gives_way at_any_time; order 9 } }" },
		{ "wahhi",
		  "discard { add ban x { cards wild; gives_way at_any_time; order 4 }\nadd ban b { cards 5; gives_way at_any_time; order 4 }\nadd ban c { cards none; gives_way at_any_time; order 2 } }",
		  "discard { add ban x { cards wild; gives_way at_any_time }\nadd ban b { cards 5; gives_way at_any_time } }" },
	};
	static const struct pair apart[] = {
		{ "wahhi",
		  "discard { add ban x { cards wild; gives_way after_drawing; order 1 }\nadd ban b { cards black 3; gives_way after_drawing; order 2 } }",
		  "discard { add ban x { cards wild; gives_way after_drawing; order 2 }\nadd ban b { cards black 3; gives_way after_drawing; order 1 } }" },
		{ "wahhi",
		  "discard { add ban x { cards wild; gives_way after_drawing; order 1 }\nadd ban b { cards black 3; gives_way after_drawing; order 1 } }",
		  "discard { add ban x { cards wild; gives_way after_drawing; order 1 }\nadd ban b { cards black 3; gives_way after_drawing; order 2 } }" },
		{ "wahhi",
		  "discard { add ban x { cards wild; gives_way at_any_time; order 4 }\nadd ban b { cards 5; gives_way at_any_time; order 5 } }",
		  "discard { add ban x { cards wild; gives_way at_any_time; order 2 }\nadd ban b { cards 5; gives_way at_any_time; order 2 } }" },
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

static void what_a_club_writes_twice(void **unused)
{
	static const struct pair alike[] = {
		{ "wahhi",
		  "going_out { contract when side has melds and hand size <= 1 }",
		  "going_out { contract when not (hand size > 1 or not side has melds) }" },
		{ "guide",
		  "going_out { contract when side opened and (pile size >= 5 or stock empty) }",
		  "going_out { contract when side opened and pile size > 4 or side opened and stock size = 0 }" },
		{ "scpd",
		  "pile { add freeze deep { when pile size >= 10; unless side opened } }",
		  "pile { add freeze deep { when pile size > 9 and not side opened } }" },
		{ "club",
		  "pile { add block high { when pile top is A or pile top is K } }",
		  "pile { add block high { when the pile top is (K, A) } }" },
		{ "pierson",
		  "going_out { contract when side canastas of natural >= 1 and side canastas of mixed >= 1 }",
		  "going_out { contract unless side canastas of natural = 0 or side canastas of mixed = 0 }" },
		{ "burraco",
		  "going_out { contract when side reserves left = 0 and side canastas of clean >= 1 }",
		  "going_out { contract when side reserves left < 1 and side canastas of clean > 0 }" },
		{ "hand_and_foot",
		  "going_out { contract when side reserves left + side reserves waiting = 0 and side canastas of mixed >= 4 and side canastas of natural >= 5 }",
		  "going_out { contract when side canastas of natural >= 5 and side canastas of mixed > 3 and side reserves waiting = 0 and side reserves left = 0 }" },
		{ "wca",
		  "add define late { when stock size < 20 }\npile { add freeze late { when late } }",
		  "pile { add freeze late { when 20 > stock size } }" },
		{ "wahhi",
		  "add score first { points 50; when side went out and deal number = 1 }",
		  "add score first { points 50; when deal number < 2; unless not side went out }" },
		{ "samba",
		  "going_out { contract when side canastas of samba > 0 or side canastas >= 3 }",
		  "going_out { contract when not (side canastas < 3 and side canastas of samba = 0) }" },
		{ "classic",
		  "pile { take lay_off { unless pile frozen or hand size < 2 } }",
		  "pile { take lay_off { when not pile frozen and hand size >= 2 } }" },
		{ "american",
		  "going_out { contract when side canastas >= 2 and not hand count of joker > 0 or side canastas >= 2 }",
		  "going_out { contract when side canastas >= 2 }" },
		{ "wahhi",
		  "meld set { size 3..12 }",
		  "meld set { size 3 or more }" },
		{ "wahhi",
		  "meld set { wilds at most 3; naturals at least 2 }",
		  "meld set { wilds 0..3; naturals 2 or more }" },
		{ "guide",
		  "meld set { wilds at most 3, below naturals }",
		  "meld set { wilds 0..3; shape when wilds < naturals }" },
		{ "samba",
		  "meld set { wilds at most 2 }",
		  "meld set { wilds below 3 }" },
		{ "samba",
		  "meld sequence { size 3 or more, at most 14 }",
		  "meld sequence { size 3 or more }" },
		{ "burraco",
		  "meld set { wilds at most 1 }",
		  "meld set { wilds 0..1 }" },
		{ "burraco",
		  "meld sequence { size 3 or more }",
		  "meld sequence { size 3..14 }" },
		{ "pierson",
		  "meld set { size at least 3, below 20 }",
		  "meld set { size 3..19 }" },
		{ "wahhi",
		  "meld black_threes { size 3..4 }",
		  "meld black_threes { size 3 or more }" },
		{ "hand_and_foot",
		  "meld set { wilds by size { below 6: at most 1; 6: at most 2; 7 or more: at most 3 } }",
		  "meld set { wilds by size { below 6: at most 1; 6..6: at most 2; 7..30: at most 3; 31 or more: at most 3 } }" },
		{ "wahhi",
		  "meld set { wilds at most 3; shape when naturals >= wilds }",
		  "meld set { wilds at most 3, at most naturals }" },
		{ "wahhi",
		  "initial_meld { minimum by side score { below 0: 15; 0..1495: 50; 1500..2995: 90; 3000 or more: 120 } }",
		  "initial_meld { minimum by side score { at most -5: 15; 0..1495: 50; 1500..2995: 90; 3000..4995: 120; 5000 or more: 120 } }" },
		{ "samba",
		  "score red_threes { points by side laid red 3 { 0: 0; 1: 100; 2: 200; 3: 300; 4: 400; 5: 500; 6: 1000 } }",
		  "score red_threes { points by side laid red 3 { 0..5: 100 * side laid red 3; 6: 1000 } }" },
		{ "wahhi",
		  "score red_threes { points by side laid red 3 { 0..3: 100 * side laid red 3; 4: 800 } }",
		  "score red_threes { points by side laid red 3 { 0: 0; 1: 100; 2: 200; 3: 300; 4: 800 } }" },
		{ "wahhi",
		  "score red_threes { points by side laid 3 { 0..3: 100 * side laid 3; 4: 800 } }",
		  "score red_threes { points by side laid red 3 { 0: 0; 1: 100; 2: 200; 3: 300; 4 or more: 800 } }" },
		{ "guide",
		  "add score books { points by side canastas { 0: 0; 1: 0; 2: 0; 3 or more: 250 } }",
		  "add score books { points 250; when side canastas > 2 }" },
		{ "wca",
		  "initial_meld { raised by side score { below 5000: 0; 5000 or more: 30 } }",
		  "initial_meld { raised by side score { at most 4999: 0; 5000 or more: 30 } }" },
		{ "burraco",
		  "add score p { points by side reserves left { 0: 0; 1: -100; 2: -200 } }",
		  "add score p { points 100 * side reserves left; minus always }" },
		{ "wahhi",
		  "deal { hand by players { 2: 15; 3: 13; 4 or more: 11 } }",
		  "deal { hand 11 }" },
		{ "wahhi:two",
		  "deal { hand by players { 2: 15; 3: 13; 4 or more: 11 } }",
		  "deal { hand 15 }" },
		{ "wahhi",
		  "pile { take natural_pair { hand 2 naturals; when always } }",
		  "pile { take natural_pair { hand 2 naturals } }" },
		{ "wahhi",
		  "pile { take natural_pair { hand 2 alike } }",
		  "pile { take natural_pair { hand 1 natural, 1 alike } }" },
		{ "guide",
		  "pile { take with_wild { unless pile frozen } }",
		  "pile { take with_wild { when not the pile frozen } }" },
		{ "samba",
		  "pile { take lay_off { when side cards of rank <= 6 and not pile frozen } }",
		  "pile { take lay_off { when side cards of the rank < 7; unless pile frozen } }" },
		{ "hand_and_foot",
		  "pile { take natural_pair { cards 7; leaves 0; draws 0 } }",
		  "pile { take natural_pair { cards 7 } }" },
		{ "burraco",
		  "pile { take pile { forced never } }",
		  "pile { take pile { when always } }" },
		{ "wahhi",
		  "pile { take lay_off { forced when side opened; unless pile frozen } }",
		  "pile { take lay_off { when not pile frozen; forced when side opened and always } }" },
		{ "pierson",
		  "pile { shown 1 }",
		  "pile { }" },
		{ "wahhi",
		  "pile { remove take with_wild }",
		  "pile { take with_wild { when never } }" },
		{ "club",
		  "pile { add take three { hand 3 naturals; onto new_meld; when never } }",
		  "pile { shown 1 }" },
		{ "wahhi",
		  "pile { take with_wild { hand 1 natural, 1 wild; alike any_wild_card } }",
		  "pile { take with_wild { hand 1 wild, 1 natural } }" },
		{ "wahhi",
		  "discard { add ban wilds { cards wild } }",
		  "discard { add ban wilds { cards 2, joker } }" },
		{ "guide",
		  "discard { add ban wilds { cards wild; unless going out } }",
		  "discard { add ban wilds { cards wild; when not going out } }" },
		{ "wahhi",
		  "discard { add ban wilds { cards wild; gives_way after_drawing; order 1 }\nadd ban threes { cards black 3; gives_way after_drawing; order 2 } }",
		  "discard { add ban wilds { cards wild; gives_way after_drawing; order 2 }\nadd ban threes { cards black 3; gives_way after_drawing; order 3 } }" },
		{ "scpd",
		  "discard { add ban jokers { cards joker; when pile size < 5 } }",
		  "discard { add ban jokers { cards joker; unless pile size >= 5 } }" },
		{ "wca",
		  "discard { add ban kings { cards K; when pile empty and first turn } }",
		  "discard { add ban kings { cards K; when first turn and pile size = 0; gives_way after_drawing } }" },
		{ "wahhi",
		  "discard { add ban w { cards joker; gives_way never; order 5 } }",
		  "discard { add ban w { cards joker; gives_way never } }" },
		{ "burraco",
		  "discard { add ban top { cards any; when card was top of pile taken } }",
		  "discard { add ban top { cards 2..A, joker; when card was top of pile taken } }" },
		{ "wahhi",
		  "discard { add ban x { cards K; when going out } }",
		  "discard { add ban x { cards K; when going out; gives_way at_any_time } }" },
		{ "american",
		  "discard { add ban q { cards Q; when hand size > 5 and hand size > 3 } }",
		  "discard { add ban q { cards Q; when hand size >= 6 } }" },
		{ "wahhi",
		  "canasta natural { size 7 or more; when wilds = 0 }",
		  "canasta natural { size 7 or more; when naturals = size }" },
		{ "wahhi",
		  "canasta mixed { size 7..12 }",
		  "canasta mixed { size 7 or more }" },
		{ "guide",
		  "canasta mixed { when wilds >= 1 }",
		  "canasta mixed { when not wilds = 0 }" },
		{ "samba",
		  "canasta mixed { bonus 300; when wilds > 0 }",
		  "canasta mixed { bonus 300; when wilds = 1 or wilds = 2 }" },
		{ "hand_and_foot",
		  "canasta natural { bonus 500 }",
		  "canasta natural { bonus 250 * 2 }" },
		{ "burraco",
		  "canasta clean { when wilds = 0 and size >= 7 }",
		  "canasta clean { size 7 or more; when naturals >= 7 and wilds = 0 }" },
		{ "wahhi",
		  "canasta mixed { bonus by side canastas { 0..1: 300; 2 or more: 300 } }",
		  "canasta mixed { bonus 300 }" },
		{ "pierson",
		  "canasta natural { ranks any except 7 }",
		  "canasta natural { ranks 2..6, 8..A, joker }" },
		{ "wahhi",
		  "canasta natural { ranks any except A }\ncanasta mixed { ranks any except A }\nadd canasta aces { ranks A; size 7 or more; bonus 100 }",
		  "canasta mixed { ranks 2..K, joker }\ncanasta natural { ranks 2..K, joker }\nadd canasta aces { ranks A; size at least 7; bonus 2 * 50 }" },
		{ "wahhi",
		  "score going_out { points 100; when side went out }",
		  "score going_out { points 100; unless not side went out }" },
		{ "wahhi",
		  "score in_hand { points side hand points; minus always }",
		  "score in_hand { points -1 * side hand points; minus never }" },
		{ "guide",
		  "add score bonus { points 100 * side canastas + 50; when side went out }",
		  "add score bonus { points 50 * (2 * side canastas + 1); when side went out }" },
		{ "scpd",
		  "add score none { points 100; minus always; unless side has melds }",
		  "add score none { points -100; when not side has melds }" },
		{ "guide:two",
		  "add score c { points 100 * side canastas; per player }",
		  "add score c { points 100 * side canastas }" },
		{ "guide:three",
		  "add score c { points 50; when side went out; per player }",
		  "add score c { points 50; when side went out }" },
		{ "wahhi:two",
		  "add score h { points 10 * side hand count of joker }",
		  "add score h { points 10 * side hand count of joker; per player }" },
		{ "wahhi",
		  "add score t { points 100 * side laid red 3 }",
		  "add score t { points 100 * side laid 3 }" },
		{ "wahhi",
		  "add score t { points 50 * side events exact_deal }",
		  "remove event exact_deal\nremove score exact_deal\nadd event exact_deal { what \"x\" }\nadd score exact_deal { points 100; when event exact_deal and side dealt }\nadd score t { points 50 * side events exact_deal }" },
		{ "wca",
		  "add score z { points 5; when side canastas + others canastas >= 1 }",
		  "add score z { points 5; when side canastas > 0 or others canastas > 0 }" },
		{ "wahhi",
		  "add score d { points 25; when side canastas of natural > side canastas of mixed }",
		  "add score d { points 25; when side canastas of natural - side canastas of mixed >= 1 }" },
		{ "samba",
		  "score red_threes { minus when side canastas < 2 }",
		  "score red_threes { minus unless side canastas >= 2 }" },
		{ "wahhi",
		  "add special pairs { pattern 6 pairs of 4..A; points 2000 }",
		  "add special pairs { pattern 4 pairs of 4..A, 2 pairs of 4..A; points 2000 }" },
		{ "wahhi",
		  "add special run { pattern 11 singles of 4..A, 1 single of joker; points 2000 }",
		  "add special run { pattern 1 single of joker, 11 singles of 4..A; ranks distinct; points 2000 }" },
		{ "guide:modern",
		  "add special aces { pattern 1 quadruple of A, 1 quadruple of K, 1 triple of Q, 1 triple of J; ranks may_repeat; points 1000 }",
		  "add special aces { pattern 1 quadruple of A, 1 quadruple of K, 1 triple of Q, 1 triple of J; points 1000 }" },
		{ "wahhi",
		  "add special pairs { pattern 6 pairs of 4..A; points 2000; when not side opened; with_top_card never }",
		  "add special pairs { pattern 6 pairs of 4..A; points 2000; unless side opened; others score_as_usual }" },
		{ "wca",
		  "add special trips { pattern 4 triples of 4..A, 1 pair of joker; points 1500; when turn drew from stock }",
		  "add special trips { pattern 1 pair of joker, 2 triples of 4..A, 2 triples of 4..A; points 1500; when turn drew from stock and always }" },
		{ "scpd",
		  "add special p { pattern 6 pairs of 4..A; points 500 + 500 }",
		  "add special p { pattern 6 pairs of 4..A; points 1000 }" },
		{ "wahhi",
		  "talon { cards 3; when side opened }",
		  "talon { cards 3; when not (not side opened); taken by_choice }" },
		{ "wahhi",
		  "talon { cards 4; set_aside 0; leaves 4 }",
		  "talon { cards 4; leaves 4 }" },
		{ "wahhi",
		  "talon { cards 4; set_aside 16; leaves 10 }",
		  "talon { cards 4; set_aside 16 }" },
		{ "wahhi",
		  "talon { cards by players { 2..3: 4; 4 or more: 3 } }",
		  "talon { cards 3 }" },
		{ "hand_and_foot",
		  "reserve { number 1; of player }",
		  "reserve { cards 11 }" },
		{ "burraco",
		  "reserve { first 11 }",
		  "reserve { first 0 }" },
		{ "burraco:three",
		  "reserve { first 11 }",
		  "reserve { first 0 }" },
		{ "hand_and_foot",
		  "reserve { when always }",
		  "reserve { taken_up with_an_empty_hand }" },
		{ "wahhi",
		  "reserve { number 2; of side }",
		  "reserve { cards 0 }" },
		{ "burraco",
		  "reserve { when hand size = 0 or hand size > 0 }",
		  "reserve { when always }" },
		{ "wahhi",
		  "option o \"O\" { deal { hand 13 } }",
		  "option o \"Other words\" { deal { hand 11 } }" },
		{ "guide",
		  "choice c { a \"A\" { deal { hand 13 } }\nb \"B\" { deal { hand 11 } } }",
		  "deal { hand 13 }" },
		{ "wahhi",
		  "add define open { when side opened }\ngoing_out { contract when open }",
		  "going_out { contract when side opened }" },
		{ "wca",
		  "add define deep { when pile size > 3 }\nadd define b { when deep and side opened }\npile { add freeze x { when b } }",
		  "add define c { when side opened and not pile size <= 3 }\npile { add freeze x { when c } }" },
		{ "samba",
		  "add define d { when never }\npile { add block x { when d } }",
		  "pile { shown 1 }" },
		{ "wahhi",
		  "table { players 4; sides 2; at_play 4 }",
		  "table { players 4; sides 2 }" },
		{ "wahhi",
		  "table { alone_deals when deal number > 1 }",
		  "table { alone nobody }" },
		{ "wahhi:three",
		  "going_out { ask required; answer binding }",
		  "going_out { ask never }" },
		{ "wahhi:two",
		  "turn { direction anticlockwise }",
		  "turn { direction clockwise }" },
		{ "guide:two",
		  "turn { first right_of_dealer }",
		  "turn { first left_of_dealer }" },
		{ "wahhi",
		  "add class clean { when wilds = 0 and size >= 3 }\ngoing_out { contract when side melds of clean >= 2 }",
		  "add class pure { when wilds = 0 }\ngoing_out { contract when side melds of pure > 1 }" },
		{ "guide:modern",
		  "add class big { when size >= 5 }\nadd score b { points 10 * side melds of big }",
		  "add class large { when not size < 5 }\nadd score b { points side melds of large * 10 }" },
		{ "wahhi",
		  "add class j { when count of joker >= 1 }\nadd class t { when count of 2 >= 1 }\ngoing_out { contract when side melds of j + side melds of t >= 1 }",
		  "add class j { when count of joker >= 1 }\nadd class t { when count of 2 >= 1 }\ngoing_out { contract when side melds of j >= 1 or side melds of t >= 1 }" },
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
		cmocka_unit_test(what_a_club_writes_twice),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
