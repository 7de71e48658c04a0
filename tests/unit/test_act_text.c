/* test_act_text.c -- act_text.h: what is typed, what it is taken for, and how it is said again. */
#include <stdio.h>
#include "position_words.h"
#include "notation/act_text.h"

enum { ACTS_OF_A_LINE = 32 };

static struct library library;
static struct position position;

/* Seat 0 is to act; its side holds melds of 7 (with a wild card) and K. */
static void set_table(bool drawn)
{
	position_begin(&position, rules_for_test(&library, NULL), 0);
	deal_hand(&position, 0, "7 7 7 7 K K 10 10 10 10 A A joker 2 2 3b 5 5 5");
	lay_pile(&position, "4 K");
	lay_meld(&position, 0, "7 7 2");
	lay_meld(&position, 0, "K K K");
	position_finish(&position);
	if (drawn)
		game_apply(&position.game, (struct act){ .verb = ACT_DRAW });
}

/* What [line] is taken for, said again with semicolons; or what is said against it. */
static const char *understood(const struct game *game, const char *line)
{
	static char said[1024];
	struct act acts[ACTS_OF_A_LINE];
	struct game after = *game;
	struct text text = { 0 }, why = { 0 };
	int count = acts_parse(game, line, acts, ACTS_OF_A_LINE, &why);

	for (int i = 0; i < count; i++) {
		text_add(&text, i > 0 ? "; " : "");
		act_write(&after, acts[i], &text);
		if (game_refusal(&after, acts[i]).refusal == REFUSAL_NONE)
			game_apply(&after, acts[i]);
	}
	assert_true((count == 0) == (why.length > 0));
	snprintf(said, sizeof said, "%s", count > 0 ? text_read(&text) : text_read(&why));
	text_free(&text);
	text_free(&why);
	return said;
}

struct saying {
	const char *line, *taken_for;
};

static void check(bool drawn, const struct saying *sayings, size_t count)
{
	set_table(drawn);
	for (size_t i = 0; i < count; i++)
		assert_string_equal(understood(&position.game, sayings[i].line), sayings[i].taken_for);
	arena_free(library.arena);
}

static void turns_begin_with_drawing_or_taking(void **unused)
{
	static const struct saying sayings[] = {
		{ "draw", "draw" },
		{ "d", "draw" },
		{ "Draw a card.", "draw" },
		{ "take", "take" },
		{ "t", "take" },
		{ "pick up the pile", "take" },
		{ "take k K", "take K K" },
		{ "take the pile with kings king", "take K K" },
		{ "pick up the pile with kings", "take" },
		{ "take fives", "take 5" },
		{ "take two kings", "each card is named, as in \"K K K\"; \"two\" is not said" },
		{ "pick up with K and 2", "take K 2" },
		{ "take K K as natural_pair", "take K K" },
		{ "take 5 5", "take 5 5" },
		{ "take K 5", "take 5" },
		{ "take K K as natural_pear",
		  "there is no way of taking the pile called \"natural_pear\"; did you mean \"natural_pair\"?" },
		{ "take K K; add 2 to K; discard 5", "take K K; add 2 to K; discard 5" },
		{ "draw, discard 5", "draw; discard 5" },
		{ "d x5", "\"x5\" is not an act; a player can draw, take, meld, add, discard, ask and answer" },
	};

	(void)unused;
	check(false, sayings, sizeof sayings / sizeof *sayings);
}

static void melds_are_begun_and_grow_card_by_card(void **unused)
{
	static const struct saying sayings[] = {
		{ "meld 10 10 10", "meld 10 10 10" },
		{ "m ttt", "meld 10 10 10" },
		{ "meld 10-10-10-10-2", "meld 10 10 10; add 10; add 2 to 10" },
		{ "meld 2 A A", "meld A A 2" },
		{ "meld a a joker 2", "meld A A 2; add joker to A" },
		{ "meld 555, aa2", "meld 5 5 5; meld A A 2" },
		{ "meld 5 5 5 A A 2", "meld 5 5 5; meld A A 2" },
		{ "meld 5, 5, 5", "meld 5 5 5" },
		{ "meld 5 5 5 and discard 10", "meld 5 5 5; discard 10" },
		{ "m 555 ; x t", "meld 5 5 5; discard 10" },
		{ "lay down the fives", "meld 5" },
		{ "meld K K K", "meld K K K" },
		{ "meld red 3", "meld red 3" },
		{ "meld A 2 2", "meld A 2 2" },
		{ "meld 5 5 2 2 2", "meld 5 5 2; add 2 to 5; add 2 to 5" },
		{ "meld 5 5 5 as black_threes", "meld 5 5 5 as black_threes" },
		{ "meld", "say which cards to meld, as in \"meld K K K\"" },
		{ "meld 5 5 5 to K", "to lay cards on a meld, add them to it, as in \"add 2 to K\"" },
	};

	(void)unused;
	check(true, sayings, sizeof sayings / sizeof *sayings);
}

static void cards_are_added_to_the_meld_meant(void **unused)
{
	static const struct saying sayings[] = {
		{ "add 7", "add 7" },
		{ "a 7 7", "add 7; add 7" },
		{ "add 7 7 K", "add 7; add 7; add K" },
		{ "add 2 to 7", "add 2 to 7" },
		{ "add 2 2 7 to the 7s", "add 7; add 2 to 7; add 2 to 7" },
		{ "add joker 7", "add 7; add joker to 7" },
		{ "add 2 to K, joker to 7", "add 2 to K; add joker to 7" },
		{ "add 2", "say which meld the wild card joins, as in \"add 2 to K\"" },
		{ "add 5", "add 5" },
		{ "add", "say which card to add and to which meld, as in \"add 2 to K\"" },
		{ "add 777 discard 5", "add 7; add 7; add 7; discard 5" },
	};

	(void)unused;
	check(true, sayings, sizeof sayings / sizeof *sayings);
}

static void cards_have_many_names(void **unused)
{
	static const struct saying sayings[] = {
		{ "discard 10", "discard 10" },
		{ "x t", "discard 10" },
		{ "discard tens", "discard 10" },
		{ "discard the JACK", "discard J" },
		{ "discard *", "discard joker" },
		{ "discard jk", "discard joker" },
		{ "discard deuce", "discard 2" },
		{ "discard five", "discard 5" },
		{ "discard black three", "discard black 3" },
		{ "meld five five five, ten ten ten", "meld 5 5 5; meld 10 10 10" },
		{ "add 2 to seven", "add 2 to 7" },
		{ "meld three kings", "each card is named, as in \"K K K\"; \"three\" is not said" },
		{ "meld seven cards", "each card is named, as in \"K K K\"; \"seven\" is not said" },
		{ "discard black 3", "discard black 3" },
		{ "discard b3", "discard black 3" },
		{ "discard 3b", "discard black 3" },
		{ "discard 3", "discard black 3" },
		{ "discard red threes", "discard red 3" },
		{ "discard 7h", "discard 7" },
		{ "discard jocker", "there is no card \"jocker\"; did you mean \"joker\"?" },
		{ "discard K\u2660", "there is no card \"K\u2660\"" },
		{ "discard 11", "there is no card \"11\"; did you mean \"10\"?" },
		{ "discard 5 5", "only one card is discarded" },
		{ "discard", "say which card to discard, as in \"discard 5\"" },
	};

	(void)unused;
	check(true, sayings, sizeof sayings / sizeof *sayings);
}

static void other_words_are_told_apart(void **unused)
{
	static const struct saying sayings[] = {
		{ "ask", "ask" },
		{ "yes", "answer yes" },
		{ "answer no", "answer no" },
		{ "answer maybe", "answer yes or no" },
		{ "", "no act is named" },
		{ "  .. ", "no act is named" },
		{ "dsicard 5", "\"dsicard\" is not an act; did you mean \"discard\"?" },
		{ "pass", "nobody passes: a player draws a card or takes the pile, and discards" },
		{ "special", "there are no special hands in this game" },
		{ "special pairs", "there are no special hands in this game" },
		{ "K K K", "say what to do with the cards: take, meld, add or discard them" },
		{ "discard 5; draw", "after that another player is to act: the line has to end there" },
	};

	(void)unused;
	check(true, sayings, sizeof sayings / sizeof *sayings);
}

/* Every legal act of a few hundred positions is read as what it was. */
/* Plays deal [number] at random, reads every legal act as it is written and counts them by their verbs. */
static void read_what_is_written(const struct rules *rules, unsigned number, int *verbs)
{
	static struct game now, *game = &now;
	static struct acts list, *acts = &list;
	unsigned chance = 1;

	game_begin(game, rules, 7);
	game->deal = number;
	game_deal(game, 0);
	while (game->phase != PHASE_OVER) {
		game_legal(game, acts);
		for (int i = 0; i < acts->count; i++) {
			struct text words = { 0 }, why = { 0 };
			struct act read[ACTS_OF_A_LINE];
			act_write(game, acts->act[i], &words);
			assert_int_equal(acts_parse(game, text_read(&words), read, ACTS_OF_A_LINE, &why), 1);
			assert_true(act_equal(read[0], acts->act[i]));
			verbs[acts->act[i].verb]++;
			text_free(&words);
			text_free(&why);
		}
		chance = chance * 1103515245 + 12345;
		game_apply(game, acts->act[(chance >> 16) % (unsigned)acts->count]);
	}
}

/* Rules under which every verb comes up. */
static char all_verbs[] = "language 1\n"
			  "variant verbs \"Verbs\" extends wahhi {\n"
			  "    bonus { cards 3; laid by_choice; last_card ends_the_deal_after_melding }\n"
			  "    remove meld black_threes\n"
			  "    initial_meld { minimum 0 }\n"
			  "    talon { cards 3 }\n"
			  "    going_out { canastas 2 }\n"
			  "    meld set { of_a_rank several; joined at_any_time }\n"
			  "    add special any { pattern 1 single of joker, 11 singles of any; ranks may_repeat }\n"
			  "}\n";

/* Rules under which the same cards can be melds of three kinds, some of which are legal now and some are not. */
static char two_kinds[] =
	"language 1\n"
	"variant kinds \"Kinds\" extends wahhi {\n"
	"    meld set { wild_cards when side cards of rank >= 3 }\n"
	"    add meld begun_wild { ranks 4..A; size 3 or more; naturals 2 or more; wilds 1 }\n"
	"    add meld later { ranks 4..A; size 3 or more; naturals 1 or more; begun when side opened }\n"
	"    initial_meld { minimum 0 }\n"
	"}\n";

static void a_kind_is_said_where_another_could_be_meant(void **unused)
{
	static const struct saying sayings[] = {
		{ "meld K K K", "meld K K K as set" },
		{ "meld K K 2", "meld K K 2 as begun_wild" },
		{ "meld K K 2 as set", "meld K K 2 as set" },
		{ "meld K K K 2", "meld K K K as set; add 2 to K" },
		{ "meld K K K 2 as begun_wild", "meld K K 2 as begun_wild; add K" },
		{ "meld K K K as begun_wild", "meld K K K as begun_wild" },
		{ "meld K K as begun_wild", "meld K K as begun_wild" },
		{ "meld K K 2 as later", "meld K K 2 as later" },
		{ "meld A A 2", "meld A A 2 as set" },
		{ "meld red 3", "meld red 3" },
		{ "meld K K 2 as begun_wid",
		  "there is no kind of meld called \"begun_wid\"; did you mean \"begun_wild\"?" },
	};

	(void)unused;
	position_begin(&position, rules_for_test(&library, two_kinds), 0);
	deal_hand(&position, 0, "K K K 2 2 A 5 6 9");
	position_finish(&position);
	game_apply(&position.game, (struct act){ .verb = ACT_DRAW });
	for (size_t i = 0; i < sizeof sayings / sizeof *sayings; i++)
		assert_string_equal(understood(&position.game, sayings[i].line), sayings[i].taken_for);
	arena_free(library.arena);
}

static void every_legal_act_is_read_as_it_is_written(void **unused)
{
	const struct rules *rules;
	int verbs[VERBS] = { 0 };

	(void)unused;
	read_what_is_written(rules_for_test(&library, NULL), 0, verbs);
	arena_free(library.arena);
	rules = rules_for_test(&library, all_verbs);
	for (unsigned deal = 0; deal < 60; deal++)
		read_what_is_written(rules, deal, verbs);
	arena_free(library.arena);
	for (int verb = 0; verb < VERBS; verb++)
		assert_true(verbs[verb] > 0);
	rules = rules_for_test(&library, two_kinds);
	for (unsigned deal = 0; deal < 20; deal++)
		read_what_is_written(rules, deal, verbs);
	arena_free(library.arena);
}

static const char *refused(const struct game *game, const char *line)
{
	static char said[1024];
	struct act acts[ACTS_OF_A_LINE];
	struct text text = { 0 }, why = { 0 };

	assert_int_equal(acts_parse(game, line, acts, ACTS_OF_A_LINE, &why), 1);
	reason_write(game, acts[0], game_refusal(game, acts[0]), &text);
	snprintf(said, sizeof said, "%s", text_read(&text));
	text_free(&text);
	text_free(&why);
	return said;
}

static char club[] = "language 1\n"
		     "source CLUB { title \"Club\" }\n"
		     "variant club \"Club\" extends wahhi {\n"
		     "    pile { add freeze four_there when the pile has 4 @CLUB-7 }\n"
		     "    going_out { canastas 2 @CLUB-9 }\n"
		     "}\n";

static void refusals_name_the_clause(void **unused)
{
	(void)unused;
	position_begin(&position, rules_for_test(&library, club), 0);
	deal_hand(&position, 0, "K 2 5 5 6");
	lay_pile(&position, "4 K");
	lay_meld(&position, 0, "7 7 7 2");
	position_finish(&position);
	assert_string_equal(refused(&position.game, "take K 2"),
	                    "the pile is frozen: it is taken only with 2 natural cards like the K "
	                    "[pile.freeze.four_there, test.canasta:4 @CLUB-7]");
	assert_non_null(strstr(refused(&position.game, "take 2 2"),
	                       "the pile cannot be taken like that: it is taken only with 2 natural cards like the K "
	                       "[pile.take.natural_pair.hand, stdlib/classic_rules.canasta:"));
	assert_string_equal(refused(&position.game, "discard 5"), "first draw a card or take the pile");
	arena_free(library.arena);
}

static void refusals_say_what_would_do(void **unused)
{
	(void)unused;
	position_begin(&position, rules_for_test(&library, club), 0);
	deal_hand(&position, 0, "K K 2 5 5 6");
	lay_pile(&position, "4 K");
	lay_meld(&position, 0, "7 7 7 2");
	position_finish(&position);
	assert_non_null(strstr(refused(&position.game, "take K 2"), "like the K (legal: take K K) [pile.freeze"));
	game_apply(&position.game, (struct act){ .verb = ACT_DRAW });
	assert_string_equal(refused(&position.game, "meld 7 7 2"),
	                    "there are not enough cards in the hand: 7 (held: 0)");
	arena_free(library.arena);
}

static char keys[] = "language 1\n"
		     "variant keys \"Keys\" extends wahhi {\n"
		     "    pile {\n"
		     "        take natural_pair { hand 3 naturals }\n"
		     "        add take with_wilds { hand 2 naturals, 1 wild; onto new_meld }\n"
		     "    }\n"
		     "}\n";

static void a_frozen_pile_is_taken_as_the_rules_say(void **unused)
{
	(void)unused;
	position_begin(&position, rules_for_test(&library, keys), 0);
	deal_hand(&position, 0, "K 2 5 5 6");
	lay_pile(&position, "2 K");
	position_finish(&position);
	assert_non_null(
		strstr(refused(&position.game, "take K 2"),
	               "the pile is frozen: it is taken only with 3 natural cards like the K, or with "
	               "2 natural cards like the K and 1 wild card [pile.freeze.wild_in_pile"));
	arena_free(library.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(turns_begin_with_drawing_or_taking),
		cmocka_unit_test(melds_are_begun_and_grow_card_by_card),
		cmocka_unit_test(cards_are_added_to_the_meld_meant),
		cmocka_unit_test(cards_have_many_names),
		cmocka_unit_test(other_words_are_told_apart),
		cmocka_unit_test(a_kind_is_said_where_another_could_be_meant),
		cmocka_unit_test(every_legal_act_is_read_as_it_is_written),
		cmocka_unit_test(refusals_name_the_clause),
		cmocka_unit_test(refusals_say_what_would_do),
		cmocka_unit_test(a_frozen_pile_is_taken_as_the_rules_say),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
