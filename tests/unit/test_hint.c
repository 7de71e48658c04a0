/* test_hint.c -- a hint says what the act achieves in this position. */
#include <stdio.h>
#include "position_words.h"
#include "notation/act_text.h"
#include "tools/playing.h"

static struct library library;
static struct position position;

enum { WITH_DRAW = 1 };

/* The player's hand, the melds of each side with / between them, the pile, and what the hint says of [act]. In those that begin
 * with a draw a jack is drawn. */
struct case_of_hint {
	const char *hand, *own, *theirs, *pile;
	int begins;
	const char *act, *said;
};

static const struct case_of_hint CASES[] = {
	{ "5 6 7 8", "K K K", "9 9 9", "4 10", 0, "draw", "There is no legal way to take the pile now." },
	{ "5 5 7 8", "K K K", "9 9 9", "4 5", 0, "draw",
	  "A card from the stock seems worth more than 2 cards of the pile and what has to be laid for it." },
	{ "5 5 7 8", "K K K", "9 9 9", "4 6 5", 0, "take 5 5", "The others do not get the pile, which has 3 cards." },
	{ "K 5 7 8", "K K K K K K", "9 9 9", "4", WITH_DRAW, "add K", "It makes a natural canasta." },
	{ "2 5 7 8", "K K K K K K", "9 9 9", "4", WITH_DRAW, "add 2 to K", "It makes a mixed canasta." },
	{ "K 5 7 8 8 8 8 8", "K K K", "9 9 9", "4", WITH_DRAW, "add K",
	  "It counts on the table, and brings the meld nearer to a canasta." },
	{ "K 5 7 8 8 8 8 8", "K K K K K K K", "9 9 9", "4", WITH_DRAW, "add K", "It counts on the table." },
	{ "9 5 7 8 8 8 8 8", "K K K K K K K", "9 9 9", "4", WITH_DRAW, "discard 9",
	  "It is a single card; the next side has a meld for 9, but what you keep seems worth more." },
	{ "3b 5 7 8", "K K K", "9 9 9", "4", WITH_DRAW, "discard 3b",
	  "With black 3 on top the next player cannot take the pile." },
	{ "K 5 7 8", "K K K", "9 9 9", "4", WITH_DRAW, "discard K",
	  "Your side could use K, but the others have less use for it than for what you keep." },
	{ "5 5 7 8", "K K K", "9 9 9", "4", WITH_DRAW, "discard 5",
	  "You hold 2 of it, and what you keep seems worth more." },
	{ "5 6 7 8", "K K K", "9 9 9", "4", WITH_DRAW, "discard 5",
	  "It is a single card, and neither your side nor the next player's has a meld for it." },
	{ "K", "K K K K K K K", "9 9 9", "4", WITH_DRAW, "discard J",
	  "It is a single card, and neither your side nor the next player's has a meld for it." },
	{ "J J", "K K K K K K K", "9 9 9", "4", WITH_DRAW, "meld J J J", "You go out with it." },
	{ "8 8 8 4 4 5 6", "", "9 9 9", "4", WITH_DRAW, "meld 8 8 8",
	  "It counts for the initial meld: 30 of 50 so far." },
	{ "8 8 8 7 7 7 6", "", "9 9 9", "4", WITH_DRAW, "meld 8 8 8",
	  "It counts for the initial meld: 30 of 50 so far." },
	{ "8 8 8 Q Q Q 7 7 7 6", "", "9 9 9", "4", WITH_DRAW, "meld 7 7 7",
	  "It counts for the initial meld: 15 of 50 so far. Then meld 8 8 8, Q Q Q, and your side opens." },
	{ "A A A 4 4 5 6", "", "9 9 9", "4", WITH_DRAW, "meld A A A", "It opens your side, with 60." },
};

static void lay_melds(int side, const char *melds)
{
	while (*melds != '\0') {
		char one[80];
		size_t length = strcspn(melds, "/");
		snprintf(one, sizeof one, "%.*s", (int)length, melds);
		lay_meld(&position, side, one);
		melds += length + (melds[length] != '\0');
	}
}

static void set_up(const struct rules *rules, const struct case_of_hint *at)
{
	uint8_t jack;

	position_begin(&position, rules, 0);
	kinds_of(rules, "J", &jack);
	deal_hand(&position, 0, at->hand);
	position.hand_given[0] = true;
	lay_melds(0, at->own);
	lay_melds(1, at->theirs);
	lay_pile(&position, at->pile);
	assert_true(position_take(&position, jack));
	row_add(&position.stock, jack);
	assert_true(position_finish(&position));
	if (at->begins == WITH_DRAW)
		game_apply(&position.game, (struct act){ .verb = ACT_DRAW });
}

static void hint_is(const struct rules *rules, const struct case_of_hint *at)
{
	struct text why = { 0 }, said = { 0 };
	struct acts acts;
	struct act act[4];

	set_up(rules, at);
	game_legal(&position.game, &acts);
	assert_true(acts_parse(&position.game, at->act, act, 4, &why) == 1);
	hint_sentence(&position.game, &acts, act[0], &said);
	if (strcmp(text_read(&said), at->said) != 0)
		fail_msg("%s: %s", at->act, text_read(&said));
	text_free(&said);
	text_free(&why);
}

static void a_hint_says_what_the_act_achieves(void **state)
{
	const struct rules *rules = rules_for_test(&library, NULL);

	(void)state;
	for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
		hint_is(rules, &CASES[i]);
	arena_free(library.arena);
}

static void a_canasta_is_called_what_its_rules_call_it(void **state)
{
	char books[] = "language 1\nvariant books \"Books\" extends wahhi {\n"
		       "    canasta natural \"The red book\" { ranks any except A; bonus 500 }\n"
		       "    canasta mixed \"A black book\" { bonus 300 }\n"
		       "    add canasta ace { ranks A; size 7 or more; when wilds = 0; bonus 900 }\n}\n";
	const struct rules *rules = rules_for_test(&library, books);

	(void)state;
	hint_is(rules, &(struct case_of_hint){ "K 5 7 8", "K K K K K K", "9 9 9", "4", WITH_DRAW, "add K",
	                                       "It makes the red book." });
	hint_is(rules, &(struct case_of_hint){ "2 5 7 8", "K K K K K K", "9 9 9", "4", WITH_DRAW, "add 2 to K",
	                                       "It makes a black book." });
	hint_is(rules, &(struct case_of_hint){ "A 5 7 8", "A A A A A A", "9 9 9", "4", WITH_DRAW, "add A",
	                                       "It makes an ace canasta." });
	arena_free(library.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(a_hint_says_what_the_act_achieves),
		                            cmocka_unit_test(a_canasta_is_called_what_its_rules_call_it) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
