/* test_search.c -- looking for the end of a turn takes little stack, however many cards the hand has, proves nothing where cards are
 * unknown, and is not needed for what no rule asks. */
#define _POSIX_C_SOURCE 200809L
#include "position_words.h"

#include <pthread.h>
#include "game/planner.h"
#include "game/random.h"

#ifdef __SANITIZE_ADDRESS__
enum { STACK_MOST = 4 << 20 };
#else
enum { STACK_MOST = 640 << 10 }; /* of the megabyte that the page and the tool have for everything */
#endif

enum { HANDS = 6, STACK = 8 << 20, UNTOUCHED = 0xa5 };

static _Alignas(65536) uint8_t stack[STACK];
static struct position position;

static void *look_for_end(void *context)
{
	const struct game *game = context;

	(void)search_turn(game);
	(void)turn_can_end(game);
	return NULL;
}

/* The bytes of a stack of its own that looking for the end takes. */
static size_t stack_taken(const struct game *game)
{
	pthread_attr_t attributes;
	pthread_t thread;
	size_t free = 0;

	memset(stack, UNTOUCHED, sizeof stack);
	assert_int_equal(pthread_attr_init(&attributes), 0);
	assert_int_equal(pthread_attr_setstack(&attributes, stack, sizeof stack), 0);
	assert_int_equal(pthread_create(&thread, &attributes, look_for_end, (void *)game), 0);
	assert_int_equal(pthread_join(thread, NULL), 0);
	pthread_attr_destroy(&attributes);
	while (free < sizeof stack && stack[free] == UNTOUCHED)
		free++;
	return sizeof stack - free;
}

/* A player who has to go out holds cards at random, from a handful to most of the deck. */
static void try_hands(const struct rules *rules)
{
	struct random random;
	size_t most = 0;

	random_begin(&random, 1, 1);
	for (int hand = 1; hand <= HANDS; hand++) {
		size_t taken;
		position_begin(&position, rules, 0);
		position.game.phase = PHASE_MELD;
		position.game.turn.drew = position.game.turn.owes_out = true;
		position.game.side[0].opened = true;
		while (position.game.seat[0].size < rules->deck_size * hand / (HANDS + 1)) {
			int kind = (int)random_below(&random, (uint32_t)rules->kinds);
			if (position_take(&position, kind))
				position_to_hand(&position, 0, kind);
		}
		taken = stack_taken(&position.game);
		most = taken > most ? taken : most;
	}
	assert_in_range(most, 1, STACK_MOST);
}

static void ranks_of_a_long_hand(void **state)
{
	static char text[] = "language 1\nvariant long \"Long\" extends classic { deck { packs 7; jokers 30 } }\n";
	static struct library library;

	(void)state;
	try_hands(rules_for_test(&library, text));
	arena_free(library.arena);
}

static void sequences_of_a_long_hand(void **state)
{
	static char text[] =
		"language 1\nvariant long \"Long\" extends burraco { deck { packs 7; jokers 30 } \n remove meld set }\n";
	static struct library library;

	(void)state;
	try_hands(rules_for_test(&library, text));
	arena_free(library.arena);
}

/* The player has to go out with cards that no meld takes and one from the stock, which nobody knows. */
static void what_an_unknown_card_allows_is_not_known(void **state)
{
	static char text[] = "language 1\nvariant short \"Short\" extends classic { going_out { canastas 0 } }\n";
	static struct library library;
	const struct rules *rules = rules_for_test(&library, text);

	(void)state;
	position_begin(&position, rules, 0);
	position.game.phase = PHASE_MELD;
	position.game.turn.drew = position.game.turn.owes_out = true;
	position.game.side[0].opened = true;
	deal_hand(&position, 0, "K Q");
	assert_int_equal(search_turn(&position.game), NO);
	position.game.turn.thought = true;
	position.game.turn.unknown = 1;
	assert_int_equal(search_turn(&position.game), UNDECIDED);
	assert_false(turn_can_end(&position.game));
	arena_free(library.arena);
}

/* The pile that waits brings a card from the stock, which has none: that ends the deal, and with it the turn of a player who has to go
 * out and cannot. */
static void a_deal_that_is_over_ends_the_turn(void **state)
{
	static char text[] = "language 1\nvariant draws \"Draws\" extends wahhi {\n"
			     "  pile { take natural_pair { draws 1 } }\n  stock_end { short_draw ends_the_deal } }\n";
	static struct library library;
	const struct rules *rules = rules_for_test(&library, text);

	(void)state;
	position_begin(&position, rules, 0);
	deal_hand(&position, 0, "A A A 4 6");
	lay_pile(&position, "5");
	position.game.phase = PHASE_MELD;
	position.game.turn.pending = position.game.turn.opening = position.game.turn.owes_out = true;
	position.game.turn.minimum = 50;
	position.game.stock_size = 0;
	assert_true(turn_can_end(&position.game));
	assert_int_equal(search_turn(&position.game), YES);
	position.game.stock_size = 9;
	assert_int_equal(search_turn(&position.game), UNDECIDED);
	arena_free(library.arena);
}

/* What stands behind a term that never holds is not asked, so it keeps no plan from being a proof. */
static void what_is_never_asked_needs_no_proof(void **state)
{
	static char asked[] = "language 1\nvariant asked \"Asked\" extends wahhi {\n"
			      "  meld set { natural_cards unless side wild cards of the rank > 0 } }\n";
	static char idle[] = "language 1\nvariant idle \"Idle\" extends wahhi {\n  add define gone when never\n"
			     "  meld set { natural_cards unless gone and side wild cards of the rank > 0 } }\n";
	static struct library library;

	(void)state;
	assert_true(rules_for_test(&library, asked)->tables->plans_need_proof);
	arena_free(library.arena);
	assert_false(rules_for_test(&library, idle)->tables->plans_need_proof);
	arena_free(library.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_deal_that_is_over_ends_the_turn),
		cmocka_unit_test(what_is_never_asked_needs_no_proof),
		cmocka_unit_test(what_an_unknown_card_allows_is_not_known),
		cmocka_unit_test(ranks_of_a_long_hand),
		cmocka_unit_test(sequences_of_a_long_hand),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
