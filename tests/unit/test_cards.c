/* test_cards.c -- sets of kinds are counted and picked from as bit by bit, and a heap knows what it has. */
#include "game/cards.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>
#include "game/random.h"

/* Every kind of the set at its place, found by going through the bits one by one. */
static void check_set(cardset set)
{
	int place = 0;

	for (int kind = 0; kind < 64; kind++)
		if (set >> kind & 1)
			assert_int_equal(set_at(set, place++), kind);
	assert_int_equal(set_size(set), place);
}

static void a_set_is_picked_from_by_place(void **state)
{
	struct random random;

	(void)state;
	check_set(0);
	check_set(~UINT64_C(0));
	check_set(UINT64_C(1) << 63);
	for (int kind = 0; kind < 64; kind++)
		check_set(UINT64_C(1) << kind | 1);
	random_begin(&random, 1, 0);
	for (int i = 0; i < 20000; i++) {
		cardset set = (cardset)random_next(&random) << 32 | random_next(&random);
		check_set(set);
		check_set(set & set << random_below(&random, 64)); /* thinner */
		check_set(set >> 48);                              /* as most games have */
	}
}

/* The sets of a heap and its counts tell the same. */
static void check_heap(const struct cards *cards)
{
	int different = 0;

	for (int kind = 0; kind < KINDS_MAX; kind++) {
		different += cards_count(cards, kind) > 0;
		for (int count = 1; count <= 5; count++)
			assert_int_equal(cards_at_least(cards, count) >> kind & 1, cards_count(cards, kind) >= count);
	}
	assert_int_equal(cards->different, different);
}

static void a_heap_keeps_its_sets_as_cards_come_and_go(void **state)
{
	struct cards cards;
	struct random random;

	(void)state;
	memset(&cards, 0, sizeof cards);
	random_begin(&random, 2, 0);
	for (int i = 0; i < 2000; i++) {
		int kind = (int)random_below(&random, KINDS_MAX);
		for (uint32_t more = random_below(&random, 4); more > 0; more--)
			cards_add(&cards, kind);
		kind = (int)random_below(&random, KINDS_MAX);
		if (cards_count(&cards, kind) > 0)
			cards_remove(&cards, kind);
		if (i % 20 == 0)
			check_heap(&cards);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_set_is_picked_from_by_place),
		cmocka_unit_test(a_heap_keeps_its_sets_as_cards_come_and_go),
	};

	return cmocka_run_group_tests_name("cards", tests, NULL, NULL);
}
