/* test_random.c -- the stream is the RFC's, bounds are exactly fair, and a seed gives the same deck for ever. */
#include "game/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* The block function as the RFC writes it, one block and one word at a time. */
static uint32_t turned(uint32_t x, int bits)
{
	return x << bits | x >> (32 - bits);
}

static void quarter(uint32_t x[RANDOM_BLOCK], int a, int b, int c, int d)
{
	x[a] += x[b], x[d] = turned(x[d] ^ x[a], 16);
	x[c] += x[d], x[b] = turned(x[b] ^ x[c], 12);
	x[a] += x[b], x[d] = turned(x[d] ^ x[a], 8);
	x[c] += x[d], x[b] = turned(x[b] ^ x[c], 7);
}

static void plain_block(const uint32_t state[RANDOM_BLOCK], uint32_t words[RANDOM_BLOCK])
{
	memcpy(words, state, RANDOM_BLOCK * sizeof words[0]);
	for (int round = 0; round < 20; round++) {
		for (int i = 0; i < 4; i++) {
			const int slant = round % 2;

			quarter(words, i, 4 + (i + slant) % 4, 8 + (i + 2 * slant) % 4, 12 + (i + 3 * slant) % 4);
		}
	}
	for (int i = 0; i < RANDOM_BLOCK; i++)
		words[i] += state[i];
}

/* RFC 8439, section 2.3.2. */
static const uint32_t rfc_state[RANDOM_BLOCK] = {
	0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, 0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c,
	0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c, 0x00000001, 0x09000000, 0x4a000000, 0x00000000,
};
static const uint32_t rfc_block[RANDOM_BLOCK] = {
	0xe4e7f110, 0x15593bd1, 0x1fdd0f50, 0xc47120a3, 0xc7f4d1c7, 0x0368c033, 0x9aaa2204, 0x4e6cd4c3,
	0x466482d2, 0x09aa9f07, 0x05d7c214, 0xa2028bd9, 0xd19c12b5, 0xb94e16de, 0xe883d0cb, 0x4e3c50a2,
};

static void makes_the_block_of_the_rfc(void **unused)
{
	uint32_t words[RANDOM_WORDS], plain[RANDOM_BLOCK];

	(void)unused;
	random_blocks(rfc_state, words);
	assert_memory_equal(words, rfc_block, sizeof rfc_block);
	plain_block(rfc_state, plain);
	assert_memory_equal(plain, rfc_block, sizeof rfc_block);
}

static void makes_four_blocks_as_one_by_one(void **unused)
{
	static const uint32_t counters[] = { 0, 1, 1000000, UINT32_MAX - 1 };

	(void)unused;
	for (size_t i = 0; i < sizeof counters / sizeof counters[0]; i++) {
		uint32_t state[RANDOM_BLOCK], words[RANDOM_WORDS], plain[RANDOM_BLOCK];

		memcpy(state, rfc_state, sizeof state);
		state[12] = counters[i];
		random_blocks(state, words);
		for (int lane = 0; lane < RANDOM_LANES; lane++, state[12]++) {
			plain_block(state, plain);
			assert_memory_equal(words + lane * RANDOM_BLOCK, plain, sizeof plain);
		}
	}
}

static void gives_the_words_of_the_stream_in_order(void **unused)
{
	const uint64_t seed = 0x0123456789abcdef, number = 0xfedcba9876543210;
	uint32_t state[RANDOM_BLOCK] = {
		0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, 0x89abcdef, 0x01234567, 0,          0,
		0,          0,          0,          0,          0,          0x76543210, 0xfedcba98, 0,
	};
	struct random random;

	(void)unused;
	random_begin(&random, seed, number);
	for (; state[12] < 10; state[12]++) {
		uint32_t plain[RANDOM_BLOCK];

		plain_block(state, plain);
		for (int i = 0; i < RANDOM_BLOCK; i++)
			assert_int_equal(random_next(&random), plain[i]);
	}
}

static void a_copy_goes_on_alike(void **unused)
{
	struct random random, copy;

	(void)unused;
	random_begin(&random, 1, 2);
	for (int i = 0; i < 70; i++)
		random_next(&random);
	copy = random;
	for (int i = 0; i < 200; i++)
		assert_int_equal(random_next(&random), random_next(&copy));
}

/* A generator whose next words are these two. */
static struct random about_to_give(uint32_t first, uint32_t second)
{
	struct random random = { .used = 0, .words = { first, second } };

	return random;
}

/* Of the 2^32 words, each answer below [bound] must get the same number, 2^32 / bound. The words that multiply to
 * an answer are a run of that many or one more; in the longer runs exactly the first must be passed over. */
static void each_answer_below_a_bound_has_as_many_words(void **unused)
{
	static const uint32_t bounds[] = { 1,   2,   3,       52,         54,         104,       106,
		                           108, 162, 1000003, 0x80000000, 0x80000001, 0xffffffff };
	const uint64_t words = (uint64_t)1 << 32;

	(void)unused;
	for (size_t i = 0; i < sizeof bounds / sizeof bounds[0]; i++) {
		const uint64_t bound = bounds[i];
		const uint64_t tried = bound < 2000 ? bound : 2000;

		for (uint64_t n = 0; n < tried; n++) {
			const uint64_t answer = n % 2 ? bound - 1 - n / 2 : n / 2; /* from both ends */
			const uint64_t first = (answer * words + bound - 1) / bound;
			const uint64_t end = ((answer + 1) * words + bound - 1) / bound;
			const uint64_t share = words / bound;
			const uint64_t surplus = end - first - share;
			struct random random = about_to_give((uint32_t)first, (uint32_t)(end - 1));

			assert_true(surplus <= 1);
			assert_int_equal(random_below(&random, bounds[i]), answer);
			assert_int_equal(random.used, 1 + surplus);
			if (share > 1) {
				random = about_to_give((uint32_t)(first + surplus), 0);
				assert_int_equal(random_below(&random, bounds[i]), answer);
				assert_int_equal(random.used, 1);
			}
			random = about_to_give((uint32_t)(end - 1), 0);
			assert_int_equal(random_below(&random, bounds[i]), answer);
			assert_int_equal(random.used, 1);
		}
	}
}

/* Worked out by another program, in another language. A change here changes every recorded game. */
static void a_seed_gives_the_same_deck_for_ever(void **unused)
{
	/* clang-format off */
	static const uint8_t expected[] = {
		61, 41,  98, 11, 70, 75, 92, 22,  39,  95,  59,  23, 46, 0,  49, 106, 101, 60,
		78, 25,  21, 85, 10, 87, 14, 93,  105, 102, 96,  76, 7,  90, 3,  57,  6,   20,
		77, 12,  66, 62, 88, 43, 29, 86,  84,  15,  18,  33, 99, 67, 69, 28,  53,  94,
		73, 27,  42, 30, 19, 81, 26, 13,  72,  2,   74,  45, 107, 9, 58, 83,  1,   63,
		31, 100, 82, 47, 8,  79, 50, 64,  35,  103, 5,   80, 56, 104, 36, 16, 24,  65,
		89, 71,  68, 34, 48, 4,  54, 44,  37,  51,  52,  40, 91, 97, 38, 55,  17,  32,
	};
	/* clang-format on */
	uint8_t deck[sizeof expected];
	struct random random;

	(void)unused;
	for (size_t i = 0; i < sizeof deck; i++)
		deck[i] = (uint8_t)i;
	random_begin(&random, 2026, 7);
	random_shuffle(&random, deck, sizeof deck);
	assert_memory_equal(deck, expected, sizeof expected);
}

static void a_deck_of_none_or_one_stays_and_takes_no_numbers(void **unused)
{
	uint8_t card = 5;
	struct random random = about_to_give(1, 2);

	(void)unused;
	random_shuffle(&random, &card, 0);
	random_shuffle(&random, &card, 1);
	assert_int_equal(card, 5);
	assert_int_equal(random.used, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(makes_the_block_of_the_rfc),
		cmocka_unit_test(makes_four_blocks_as_one_by_one),
		cmocka_unit_test(gives_the_words_of_the_stream_in_order),
		cmocka_unit_test(a_copy_goes_on_alike),
		cmocka_unit_test(each_answer_below_a_bound_has_as_many_words),
		cmocka_unit_test(a_seed_gives_the_same_deck_for_ever),
		cmocka_unit_test(a_deck_of_none_or_one_stays_and_takes_no_numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
