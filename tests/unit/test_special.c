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
		"add special threes { pattern 2 pairs of red 3, 3; ranks may_repeat; points 5 }\n"
		"add special eight { points 5; ranks may_repeat; pattern 1 single of 4, 1 single of 5, 1 single of 6, 1 single of 7,\n"
		"                    1 single of 8, 1 single of 9, 1 single of 10, 1 pair of J, Q }\n");

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
	assert_true(holds(rules, 4, "4 5 6 7 8 9 10 j j"));
	assert_false(holds(rules, 4, "4 5 6 7 8 9 10 j q"));
	assert_false(holds(rules, 4, "4 4 5 6 7 8 9 j j"));
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

/* Puts the cards into groups one after the other, in every way; true if one fills them all. A group has cards of one rank;
 * [ranks] have a group. */
static bool fill_plainly(const struct rules *rules, const struct in_special *special, const uint8_t *kinds, int count,
                         int (*filled)[2], uint64_t ranks)
{
	int rank = count > 0 ? rules->kind[kinds[0]].rank : 0, place = 0;

	if (count == 0)
		return true;
	for (int part = 0; part < special->pattern.parts; part++)
		for (int group = 0; group < special->pattern.group[part].count; group++) {
			int *has = filled[place++]; /* so many cards, of this rank */
			bool began = has[0] > 0, repeats = !began && (ranks >> rank & 1), fits;
			if (has[0] == special->pattern.group[part].size || (began && has[1] != rank) ||
			    !(special->pattern.group[part].cards >> kinds[0] & 1) ||
			    (repeats && special->ranks == special_ranks_distinct))
				continue;
			has[0]++, has[1] = rank;
			fits = fill_plainly(rules, special, kinds + 1, count - 1, filled, ranks | UINT64_C(1) << rank);
			has[0]--;
			if (fits)
				return true;
		}
	return false;
}

/* A pattern of up to four parts whose cards overlap, of twelve cards at the most. */
static void make_pattern(const struct rules *rules, struct random *random, struct in_special *special)
{
	const cardset threes = rules_kinds_of_rank(rules, 0);

	*special = (struct in_special){ .ranks = random_below(random, 2) ? special_ranks_distinct
		                                                         : special_ranks_may_repeat };
	for (int part = (int)random_below(random, 4); part >= 0; part--) {
		struct pattern_group group = { .count = (uint8_t)(1 + random_below(random, 3)),
			                       .size = (uint8_t)(1 + random_below(random, 4)) };
		int width = 1 + (int)random_below(random, 6),
		    from = (int)random_below(random, (uint32_t)(rules->kinds - width));
		group.cards = ((UINT64_C(1) << width) - 1) << from;
		if (random_below(random, 4) == 0)
			group.cards |= threes;
		if (special->pattern.cards + group.count * group.size > 12)
			continue;
		special->pattern.group[special->pattern.parts++] = group;
		special->pattern.cards = (uint8_t)(special->pattern.cards + group.count * group.size);
		special->pattern.groups = (uint8_t)(special->pattern.groups + group.count);
		special->pattern.kinds |= group.cards;
	}
}

/* A hand of the size of the pattern; many of its cards come from a group, so that a third or so are of it. */
static void make_hand(const struct rules *rules, struct random *random, const struct pattern *pattern, uint8_t *kinds)
{
	int count = 0;

	for (int part = 0; part < pattern->parts; part++)
		for (int i = 0; i < pattern->group[part].count; i++) {
			cardset of = pattern->group[part].cards;
			int kind = set_at(of, (int)random_below(random, (uint32_t)set_size(of)));
			for (int size = 0; size < pattern->group[part].size; size++) {
				cardset mates = of & rules_kinds_of_rank(rules, rules->kind[kind].rank);
				kinds[count++] =
					(uint8_t)set_at(mates, (int)random_below(random, (uint32_t)set_size(mates)));
			}
		}
	while (count > 0 && random_below(random, 2) == 0)
		kinds[random_below(random, (uint32_t)count)] =
			(uint8_t)set_at(pattern->kinds, (int)random_below(random, (uint32_t)set_size(pattern->kinds)));
}

/* Hands are of a pattern or not as a trial of all ways says, also with the parts of the pattern in another order. */
static void a_hand_is_of_a_pattern_if_some_way_fills_it(void **unused)
{
	struct rules *rules = arena_take((rules_with(""), library.arena), sizeof *rules);
	struct random random;
	int answers[2] = { 0 };

	(void)unused;
	*rules = *tables_compile(&library, rules_build(&library, "test.canasta", NULL, 0));
	random_begin(&random, 3, 1);
	for (int game = 0; game < 20000; game++) {
		struct in_special *special = &rules->special[0];
		int filled[PATTERN_CARDS_MAX][2] = { { 0 } };
		uint8_t kinds[PATTERN_CARDS_MAX];
		struct cards cards = { 0 };
		struct pattern_group first;
		bool is;
		make_pattern(rules, &random, special);
		if (special->pattern.parts == 0)
			continue;
		make_hand(rules, &random, &special->pattern, kinds);
		for (int i = 0; i < special->pattern.cards; i++)
			cards_add(&cards, kinds[i]);
		is = fill_plainly(rules, special, kinds, special->pattern.cards, filled, 0);
		answers[is]++;
		for (int turn = 0; turn < special->pattern.parts; turn++) {
			assert_int_equal(special_is(rules, 0, &cards, special->pattern.cards), is);
			first = special->pattern.group[0];
			memmove(special->pattern.group, special->pattern.group + 1, 7 * sizeof first);
			special->pattern.group[special->pattern.parts - 1] = first;
		}
	}
	assert_true(answers[false] > 2000 && answers[true] > 2000);
	arena_free(library.arena);
}

/* Adds [count] cards of each of [ranks]. */
static void add_of_each(const struct rules *rules, struct cards *cards, const char *ranks, int count)
{
	uint8_t kinds[DECK_MAX];

	for (int i = kinds_of(rules, ranks, kinds) - 1; i >= 0; i--)
		for (int added = 0; added < count; added++)
			cards_add(cards, kinds[i]);
}

/* Hands of a pattern that leaves many ways to begin. A search that stopped after 20,000 steps said no to the first. */
static void a_large_hand_is_decided(void **unused)
{
	const struct rules *rules =
		rules_with("add special strange {\n"
	                   "    pattern 5 singles of 4..A, 5 triples of 4..K, 5 singles of 4..Q, 5 pairs of 4..J,\n"
	                   "            2 sextuples of 5..A\n"
	                   "    ranks may_repeat; points 5 }\n");
	struct cards is = { 0 }, is_not = { 0 };

	(void)unused;
	add_of_each(rules, &is, "4 5 6 7 8", 7);
	add_of_each(rules, &is, "9", 9);
	add_of_each(rules, &is, "A", 3);
	assert_true(special_is(rules, 0, &is, 47));
	add_of_each(rules, &is_not, "4 5 6 7 8 9 10 J Q", 5);
	add_of_each(rules, &is_not, "K", 2);
	assert_false(special_is(rules, 0, &is_not, 47));
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
		cmocka_unit_test(a_hand_is_of_a_pattern_if_some_way_fills_it),
		cmocka_unit_test(a_large_hand_is_decided),
		cmocka_unit_test(a_special_hand_lies_before_everybody),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
