/* test_offers.c -- chosen cards become a line of legal acts wherever there is one: in random positions of every shipped game. */
#include <stdlib.h>
#include "position_words.h"
#include "every_variant.h"
#include "tools/offers.h"
#include "tools/random_position.h"

enum { POSITIONS = 30, FEW = 4 };

static struct random chance;
static long lines_played, refused, offered;

/* ---- what is offered is legal, plays these cards and no others, and reads as it is written ---- */

static void describe(const struct game *game, const struct cards *cards, struct text *out)
{
	text_format(out, "%s: hand", game->rules->name);
	cards_write_row(game->rules, &game->seat[game->turn.seat].hand, out);
	text_add(out, "; chosen");
	cards_write_row(game->rules, cards, out);
	if (game->pile_size > 0)
		text_format(out, "; %d cards in the pile, %s on top", game->pile_size,
		            game->rules->kind[pile_top(game)].name);
	text_format(out, "; %s", game->phase == PHASE_DRAW ? "to draw" : "to meld");
	for (int i = 0; i < own_side(game)->melds; i++) {
		text_add(out, "; meld ");
		meld_write(game->rules, &own_side(game)->meld[i].cards, out);
	}
}

#define FAIL_AT(game, cards, ...)               \
	do {                                    \
		struct text at = { 0 };         \
		describe(game, cards, &at);     \
		text_add(&at, ": ");            \
		text_format(&at, __VA_ARGS__);  \
		fail_msg("%s", text_read(&at)); \
	} while (0)

static void check_offer(const struct game *game, const struct cards *cards, const struct offer *offer)
{
	struct act read[OFFER_ACTS_MAX];
	struct game after = *game;
	struct cards left = *cards;
	struct text words = { 0 }, why = { 0 };
	int count;

	assert_true(offer->count > 0);
	acts_write(game, offer->act, offer->count, &words);
	for (int i = 0; i < offer->count; i++) {
		if (game_refusal(&after, offer->act[i]).refusal != REFUSAL_NONE)
			FAIL_AT(game, cards, "act %d of %s is not legal", i + 1, words.bytes);
		if (!act_takes_cards(&after, offer->act[i], &left))
			FAIL_AT(game, cards, "%s lays other cards", words.bytes);
		game_apply(&after, offer->act[i]);
	}
	if (cards_kinds(&left) != 0)
		FAIL_AT(game, cards, "%s leaves some", words.bytes);
	count = acts_parse(game, text_read(&words), read, OFFER_ACTS_MAX, &why);
	for (int i = 0; i < count && i < offer->count; i++)
		if (!act_equal(read[i], offer->act[i]))
			text_format(&why, "act %d: %d %d %d %d for %d %d %d %d; ", i + 1, read[i].verb, read[i].item,
			            read[i].kind, read[i].count, offer->act[i].verb, offer->act[i].item,
			            offer->act[i].kind, offer->act[i].count);
	if (count != offer->count || memcmp(read, offer->act, (size_t)count * sizeof *read) != 0)
		FAIL_AT(game, cards, "%s is read as %d other acts: %s", words.bytes, count, text_read(&why));
	text_free(&words);
	text_free(&why);
}

/* What is found for [cards], checked. */
static int offers_checked(const struct game *game, const struct cards *cards)
{
	static struct offers offers;
	struct text title[OFFERS_MAX] = { { 0 } }, why = { 0 }, clause = { 0 };

	assert_true(offers_find(game, cards, &offers));
	for (int i = 0; i < offers.count; i++) {
		if (cards_kinds(cards) != 0)
			check_offer(game, cards, &offers.offer[i]);
		offer_write(game, &offers.offer[i], &title[i]);
		for (int other = 0; other < i; other++)
			if (strcmp(text_read(&title[i]), text_read(&title[other])) == 0)
				FAIL_AT(game, cards, "two are called %s", title[i].bytes);
	}
	for (int i = 0; i < offers.count; i++)
		text_free(&title[i]);
	if (offers.count == 0 && cards_kinds(cards) != 0) {
		assert_true(offers_refuse(game, cards, &offers, &why, &clause));
		if (why.length == 0)
			FAIL_AT(game, cards, "no reason");
		refused++;
	} else
		offered++;
	text_free(&why);
	text_free(&clause);
	return offers.count;
}

/* ---- what can be played is offered ---- */

/* A legal act that melds, adds or takes the pile, by chance; false if there is none, or it lays a card that was not in the hand of
 * [first]. */
static bool choose(const struct game *game, const struct game *first, const struct cards *used, struct act *act)
{
	static struct acts legal, melding;

	game_legal(game, &legal);
	melding.count = 0;
	for (int i = 0; i < legal.count; i++) {
		struct cards left = first->seat[first->turn.seat].hand;
		bool held = true;
		for (int kind = 0; kind < game->rules->kinds; kind++)
			for (int n = cards_count(used, kind); n > 0; n--)
				cards_remove(&left, kind);
		held = act_takes_cards(game, legal.act[i], &left);
		if (held &&
		    (legal.act[i].verb == ACT_MELD || legal.act[i].verb == ACT_ADD || legal.act[i].verb == ACT_TAKE))
			melding.act[melding.count++] = legal.act[i];
	}
	if (melding.count == 0)
		return false;
	*act = melding.act[random_below(&chance, (uint32_t)melding.count)];
	return true;
}

/* Does up to [most] acts by chance; the union of their cards must be offered. */
static void play_line(const struct game *game, int most)
{
	struct game after = *game;
	struct cards used = { 0 };
	struct act act;
	int count = 0;

	while (count < most && after.phase != PHASE_OVER && after.turn.number == game->turn.number &&
	       game_to_act(&after) == game_to_act(game) && choose(&after, game, &used, &act)) {
		struct cards left = after.seat[after.turn.seat].hand, before = left;
		bool brings = act_brings_cards(&after, act);
		assert_true(act_takes_cards(&after, act, &left));
		for (int kind = 0; kind < game->rules->kinds; kind++)
			for (int i = cards_count(&left, kind); i < cards_count(&before, kind); i++)
				cards_add(&used, kind);
		game_apply(&after, act);
		count++;
		if (brings)
			break;
	}
	if (cards_kinds(&used) == 0)
		return;
	lines_played++;
	if (offers_checked(game, &used) == 0)
		FAIL_AT(game, &used, "%d acts play them, and nothing is offered", count);
}

/* ---- few cards, tried without any cleverness ---- */

/* True if acts play [cards], a discard only as the first or after others were melded: as [discards] says. */
static bool can_be_played(const struct game *game, const struct cards *cards, bool discards)
{
	struct acts *legal = malloc(sizeof *legal);
	bool can = false;

	game_legal(game, legal);
	for (int i = 0; i < legal->count && !can; i++) {
		struct cards left = *cards;
		struct game after = *game;
		bool held = act_takes_cards(game, legal->act[i], &left), lays = !cards_equal(&left, cards);
		if (!held || (!lays && legal->act[i].verb != ACT_TAKE))
			continue;
		if (legal->act[i].verb == ACT_DISCARD && !discards)
			continue;
		if (cards_kinds(&left) == 0)
			can = true;
		else if (!act_brings_cards(game, legal->act[i])) {
			game_apply(&after, legal->act[i]);
			can = after.phase != PHASE_OVER && after.turn.number == game->turn.number &&
			      game_to_act(&after) == game_to_act(game) && can_be_played(&after, &left, lays);
		}
	}
	free(legal);
	return can;
}

static void choose_few(const struct game *game)
{
	struct cards hand = game->seat[game->turn.seat].hand, cards = { 0 };
	int found;

	for (int i = 1 + (int)random_below(&chance, FEW); i > 0 && cards_kinds(&hand) != 0; i--) {
		int kind = set_at(cards_kinds(&hand), (int)random_below(&chance, hand.different));
		cards_remove(&hand, kind);
		cards_add(&cards, kind);
	}
	found = offers_checked(game, &cards);
	if ((found > 0) != can_be_played(game, &cards, true))
		FAIL_AT(game, &cards, "%d ways are offered, but they can%s be played", found, found > 0 ? "not" : "");
}

/* ---- positions ---- */

static bool make_up(const struct rules *rules, struct game *game)
{
	static struct game games[2];

	for (int tries = 0; tries < 20; tries++) {
		for (int i = 0; i < 2; i++)
			game_begin(&games[i], rules, 1);
		if (random_position(games, &chance) && games[0].phase != PHASE_OVER &&
		    games[0].seat[games[0].turn.seat].size > 0) {
			*game = games[0];
			return true;
		}
	}
	return false;
}

static void try_game(const struct rules *rules)
{
	static struct game game;
	static const struct cards NONE;

	for (int i = 0; i < POSITIONS && make_up(rules, &game); i++) {
		if (game.phase == PHASE_DRAW && random_below(&chance, 3) > 0 &&
		    game_refusal(&game, (struct act){ .verb = ACT_DRAW }).refusal == REFUSAL_NONE)
			game_apply(&game, (struct act){ .verb = ACT_DRAW });
		if (game.phase != PHASE_DRAW && game.phase != PHASE_MELD)
			continue;
		play_line(&game, 1 + (int)random_below(&chance, 12));
		if (game.seat[game.turn.seat].size > 0)
			choose_few(&game);
		(void)offers_checked(&game, &NONE);
	}
}

static void what_can_be_played_is_offered(void **state)
{
	(void)state;
	random_begin(&chance, 1, 1);
	for_each_variant(try_game);
	printf("%ld lines, %ld offered, %ld refused\n", lines_played, offered, refused);
	assert_true(lines_played > 1000 && refused > 1000);
}

/* ---- in words ---- */

/* A game, the player's hand, the melds of her side with / between them, the pile; whether she has drawn; the chosen cards, and what is said. */
struct case_of_choice {
	const char *game, *hand, *own, *pile;
	bool drawn;
	const char *cards, *said;
};

static const struct case_of_choice CASES[] = {
	{ "wahhi", "8 8 8 8 5 6", "K K K", "4", true, "8 8 8 8", "Meld 8 8 8 8" },
	{ "wahhi", "4 4 4 5 5 joker 9 9", "", "6", true, "4 4 4 5 5 joker", "Meld 4 4 4, 5 5 joker (75 of 50)" },
	{ "wahhi", "4 4 4 Q Q joker 9 9", "", "6", true, "4 4 4", "Meld 4 4 4 (15 of 50)" },
	{ "wahhi", "K 7 2 9 10 J", "K K K/7 7 7", "4", true, "2 K 7",
	  "Add K to the kings, add 7 2 to the sevens | Add K 2 to the kings, add 7 to the sevens" },
	{ "wahhi", "7 9 6", "K K K/7 7 7", "4", true, "7", "Add 7 to the sevens | Discard 7" },
	{ "wahhi", "2 9 6", "K K K K K K K/4 4 4 4 4 4", "5", true, "2",
	  "Discard 2 | Add 2 to the fours (mixed canasta) | Add 2 to the kings (mixed canasta)" },
	{ "wahhi", "8 8 8 5 6", "K K K", "4", true, "8 8 8 5", "Meld 8 8 8, discard 5" },
	{ "wahhi", "9 9 8 8 8 4", "K K K", "4 9", false, "8 9 8 9 8", "Take the pile with 9 9, meld 8 8 8" },
	{ "wahhi", "9 9 8 8 8 4", "K K K", "4 9", false, "8 8 8", "First draw a card or take the pile" },
	{ "wahhi", "4 4 4 5 6 7", "", "9", true, "4 4 4",
	  "The initial meld could count 15 at most; it needs 50 (35 short) "
	  "[initial_meld.minimum, stdlib/classic_rules.canasta:59 @WAHHI-075 and 10 more]" },
	{ "wahhi", "4 4 4 5 5 6 7", "K K K", "9", true, "4 4 4 5 5",
	  "5 5 are left over: these cards are no meld: a meld of this kind has at least 3 cards "
	  "[meld.set.size, stdlib/classic_rules.canasta:30 @WAHHI-054 and 1 more]" },
	{ "wca", "4 6 6 7 10 J Q Q Q K K 2 2 joker", "", "9", true, "Q Q Q K K 2 2 joker",
	  "Joker is left over, and cannot be added to Q: the initial meld lacks what it has to contain; "
	  "a side opens only when the first melds include a clean meld from the hand [initial_meld.contains, "
	  "variants/wca.canasta:256 @WCA-024 and 1 more]" },
	{ "wca", "A A joker 6 7 8", "K K K", "9", true, "A A joker",
	  "Wild cards cannot be put into such a meld now; it is allowed when the side makes its initial meld in this turn "
	  "(before it picks up the pile) "
	  "[meld.mixed_aces.wild_cards, variants/wca.canasta:162 @WCA-036 and 1 more]" },
	{ "wahhi", "4 4 6 9 10 J", "K K K", "8", true, "4 6 4",
	  "4 4 6 are of different ranks, and 4 4 cannot be melded: these cards are no meld: a meld of this kind has at least 3 "
	  "cards [meld.set.size, stdlib/classic_rules.canasta:30 @WAHHI-054 and 1 more]" },
	{ "wahhi", "4 5 6 9 10 J", "K K K", "8", true, "4 6",
	  "4 6 are of different ranks [meld.set.size, stdlib/classic_rules.canasta:30 @WAHHI-054 and 1 more]" },
	{ "wahhi", "2 joker 9 10 J", "K K K/7 7 7", "4", true, "2 joker",
	  "Add 2 joker to the sevens | Add 2 joker to the kings | Add joker to the kings, add 2 to the sevens | "
	  "Add 2 to the kings, add joker to the sevens" },
	{ "wahhi", "4 4 4 5 5 5 6", "", "9", true, "5 4 5 4 5 4",
	  "The initial meld could count 30 at most; it needs 50 (20 short) "
	  "[initial_meld.minimum, stdlib/classic_rules.canasta:59 @WAHHI-075 and 10 more]" },
	{ "samba", "7H 8H 9H KC QD JS", "4H 5H 6H", "QS", true, "7H 8H 9H",
	  "Add 7H 8H 9H to 4H 5H 6H | Meld 7H 8H 9H" },
	{ "samba", "4C 5C 6C 6C 6C 6D 6D 6D 6H 6S 6S 7C 8C 8S 9C 10C KD KD KH KH KS 2 joker", "", "QS", true,
	  "4C 5C 6C 6C 6C 6D 6D 6D 6H 6S 6S 8C 9C 10C KD KD KH KS 2 joker",
	  "Meld 4C 5C 6C, 6C 6C 6D 6D 6D 6H 6S 6S 2 joker (mixed canasta), 8C 9C 10C, KD KD KH KS (195 of 50) | ..." },
	{ "burraco", "4H 5H joker 9C 9D 10S", "", "QS", true, "5H joker 4H", "Meld 4H 5H joker" },
	{ "samba", "KC 9D 9H 8S", "4H 5H 6H", "QS 7H", false, "", "Draw 2 cards | Take the pile onto 4H 5H 6H" },
	{ "wahhi", "9 9 2 8 8 4", "K K K", "4 9", false, "", "Draw | Take the pile with 9 9 | Take the pile with 9 2" },
	{ "wahhi", "9 8 2 joker 8 4", "K K K", "4 9", false, "",
	  "Draw | Take the pile with 9 joker | Take the pile with 9 2" },
	{ "wahhi", "9 8 7 5 8 4", "9 9 9", "4 9", false, "", "Draw | Take the pile onto the nines" },
	{ "wahhi", "9 9 2 5", "9 9 9 9 9", "4", true, "9 9 2", "Add 9 9 2 to the nines (mixed canasta)" },
	{ "wca", "10 2 2 joker 5 5 7", "10 10 10 10/9 9 9", "4", true, "10 2 2",
	  "Add 10 2 2 to the tens (dirty canasta) | Add 10 to the tens, add 2 2 to the nines | "
	  "Add 10 2 to the tens, add 2 to the nines" },
	{ "wca", "2 5 6 8", "joker joker joker 2 2 2", "4", true, "2",
	  "Add 2 to the wild cards (canasta of twos and jokers)" },
	{ "hand_and_foot", "7 5 6 8", "7 7 7 7 7 7 7/7 7 7", "4", true, "7", "Add 7 to the sevens 7 7 7 | Discard 7" },
	{ "wahhi", "9 8 7 5 8 4", "9 9 9 9 9 9", "4 9", false, "",
	  "Draw | Take the pile onto the nines (natural canasta)" },
	{ "wahhi", "9 5", "9 9 9", "4", true, "", "Nothing can be done without cards now" },
	{ "wca", "4 4 6 8 8 8 Q Q K A A", "", "9", true, "", "Nothing can be done without cards now" },
};

static void lay_melds(struct position *position, const char *melds)
{
	while (*melds != '\0') {
		char one[80];
		size_t length = strcspn(melds, "/");
		snprintf(one, sizeof one, "%.*s", (int)length, melds);
		lay_meld(position, 0, one);
		melds += length + (melds[length] != '\0');
	}
}

/* What is said of the chosen cards: the titles, or why there are none. */
static void say(const struct game *game, const struct cards *cards, struct text *said)
{
	static struct offers offers;
	struct text clause = { 0 };

	assert_true(offers_find(game, cards, &offers));
	for (int i = 0; i < offers.count; i++) {
		text_add(said, i > 0 ? " | " : "");
		offer_write(game, &offers.offer[i], said);
		if (offers.offer[i].minimum > 0)
			text_format(said, " (%d of %d)", (int)offers.offer[i].counted, (int)offers.offer[i].minimum);
	}
	if (offers.count > 0)
		return;
	assert_true(offers_refuse(game, cards, &offers, said, &clause));
	if (clause.length > 0)
		text_format(said, " [%s]", clause.bytes);
	text_free(&clause);
}

static void chosen_cards_say(const struct case_of_choice *at)
{
	static struct position position;
	struct library library;
	char file[100];
	struct text said = { 0 };
	struct cards cards = { 0 };
	uint8_t kinds[DECK_MAX];
	const struct rules *rules;
	const char *open; /* what follows may be anything */

	snprintf(file, sizeof file, "language 1\nvariant tried \"Tried\" extends %s { }\n", at->game);
	rules = rules_for_test(&library, file);
	position_begin(&position, rules, 0);
	deal_hand(&position, 0, at->hand);
	position.hand_given[0] = true;
	lay_melds(&position, at->own);
	lay_pile(&position, at->pile);
	assert_true(position_finish(&position));
	if (at->drawn)
		position.game.phase = PHASE_MELD, position.game.turn.drew = true;
	for (int i = kinds_of(rules, at->cards, kinds); i > 0; i--)
		cards_add(&cards, kinds[i - 1]);
	say(&position.game, &cards, &said);
	open = strstr(at->said, "...");
	if (open != NULL ? strncmp(text_read(&said), at->said, (size_t)(open - at->said)) != 0
	                 : strcmp(text_read(&said), at->said) != 0)
		fail_msg("%s of %s in %s: %s", at->cards, at->hand, at->game, text_read(&said));
	text_free(&said);
	arena_free(library.arena);
}

static void chosen_cards_are_played_or_refused_in_words(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
		chosen_cards_say(&CASES[i]);
}

/* What is said before the discard of [card] in a position of [game]: hands of a meld of sevens on the other side, a king that the next player
 * took with a pile. */
static void expect_warning(const char *pile, const char *card, const char *said)
{
	static struct position position;
	struct library library;
	const struct rules *rules = rules_for_test(&library, NULL);
	struct offer offer = { .count = 1 };
	struct text words = { 0 };
	uint8_t kinds[2];

	position_begin(&position, rules, 0);
	deal_hand(&position, 0, "7 K Q 8 8 2");
	position.hand_given[0] = true;
	lay_meld(&position, 1, "7 7 7");
	lay_meld(&position, 0, "9 9 9");
	lay_pile(&position, pile);
	assert_true(position_finish(&position));
	position.game.side[0].opened = position.game.side[1].opened = true;
	position.game.phase = PHASE_MELD;
	position.game.turn.drew = true;
	assert_int_equal(kinds_of(rules, "K 2", kinds), 2);
	position.game.known[1][kinds[0]] = 2;
	assert_int_equal(kinds_of(rules, card, kinds), 1);
	offer.act[0] = (struct act){ .verb = ACT_DISCARD, .kind = kinds[0] };
	assert_int_equal(offer_warn(&position.game, &offer, &words), said[0] != '\0');
	if (strcmp(text_read(&words), said) != 0)
		fail_msg("%s on %s: %s", card, pile, text_read(&words));
	text_free(&words);
	arena_free(library.arena);
}

static void a_discard_that_gives_the_pile_is_warned_of(void **state)
{
	(void)state;
	expect_warning("4 5 6", "7", "With this 7 West can take the pile, 4 cards: it fits a meld on the table.");
	expect_warning("4 5 6", "K", "With this K West can take the pile, 4 cards: West is known to hold cards for it.");
	expect_warning("4 5 6", "8", "");
	expect_warning("4 5 6", "2", "2 is a wild card.");
	expect_warning("4", "7", "");                                                             /* a small pile */
	expect_warning("4 2 6", "7", "");                                                         /* it is frozen */
	expect_warning("4 2 6", "K", "With this K West can take the pile, 4 cards: West is known to hold cards for it.");
}

static void expect_of_question(const char *settings, const char *said)
{
	static struct position position;
	struct library library;
	struct offer offer = { .count = 1, .act = { { .verb = ACT_ASK } } };
	struct text words = { 0 }, source = { 0 };
	const struct rules *rules;

	text_format(&source, "language 1\nvariant asked \"Asked\" extends wahhi { going_out { %s } }\n", settings);
	rules = rules_for_test(&library, source.bytes);
	position_begin(&position, rules, 0);
	assert_true(position_finish(&position));
	assert_int_equal(offer_warn(&position.game, &offer, &words), said[0] != '\0');
	assert_string_equal(text_read(&words), said);
	text_free(&words);
	text_free(&source);
	arena_free(library.arena);
}

static void what_comes_of_a_question_is_said_before(void **state)
{
	(void)state;
	expect_of_question("answer binding; ask_again in_another_turn",
	                   "After a yes you have to go out in this turn, after a no you may not.");
	expect_of_question(
		"answer no_binds; ask_again not_in_this_deal",
		"You can ask only once in a deal. After a yes you may go out in this turn, after a no you may not.");
	expect_of_question("answer advice; ask_again not_in_this_deal", "You can ask only once in a deal.");
	expect_of_question("answer advice; ask_again in_another_turn", "");
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(chosen_cards_are_played_or_refused_in_words),
		                            cmocka_unit_test(a_discard_that_gives_the_pile_is_warned_of),
		                            cmocka_unit_test(what_comes_of_a_question_is_said_before),
		                            cmocka_unit_test(what_can_be_played_is_offered) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
