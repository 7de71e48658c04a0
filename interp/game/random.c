/* random.c -- ChaCha20, four blocks side by side.
 *
 * A vector holds the same word of four consecutive blocks, which differ in their counter only, so every step of the
 * block function is done for the four at once. The blocks are then laid one after the other: the stream is the
 * RFC's, word by word, and does not show how it was made. Words are numbers here, never bytes, so the byte order of
 * the machine plays no part. */
#include "game/random.h"

#include <assert.h>

typedef uint32_t lanes __attribute__((vector_size(sizeof(uint32_t) * RANDOM_LANES)));

enum { KEY = 4, COUNTER = 12, NONCE = 13 }; /* where they stand in the state */
enum { ROUND_PAIRS = 10 };

/* The quarter round of RFC 8439, section 2.1. In line, so that the words stay in registers. */
static inline __attribute__((always_inline)) void quarter(lanes x[RANDOM_BLOCK], int a, int b, int c, int d)
{
	x[a] += x[b], x[d] ^= x[a], x[d] = x[d] << 16 | x[d] >> 16;
	x[c] += x[d], x[b] ^= x[c], x[b] = x[b] << 12 | x[b] >> 20;
	x[a] += x[b], x[d] ^= x[a], x[d] = x[d] << 8 | x[d] >> 24;
	x[c] += x[d], x[b] ^= x[c], x[b] = x[b] << 7 | x[b] >> 25;
}

void random_blocks(const uint32_t state[RANDOM_BLOCK], uint32_t words[RANDOM_WORDS])
{
	lanes start[RANDOM_BLOCK], x[RANDOM_BLOCK];

	for (int i = 0; i < RANDOM_BLOCK; i++)
		start[i] = (lanes){ 0 } + state[i];
	start[COUNTER] += (lanes){ 0, 1, 2, 3 };
	for (int i = 0; i < RANDOM_BLOCK; i++)
		x[i] = start[i];
	for (int i = 0; i < ROUND_PAIRS; i++) {
		quarter(x, 0, 4, 8, 12);
		quarter(x, 1, 5, 9, 13);
		quarter(x, 2, 6, 10, 14);
		quarter(x, 3, 7, 11, 15);
		quarter(x, 0, 5, 10, 15);
		quarter(x, 1, 6, 11, 12);
		quarter(x, 2, 7, 8, 13);
		quarter(x, 3, 4, 9, 14);
	}
	for (int i = 0; i < RANDOM_BLOCK; i++) {
		x[i] += start[i];
		for (int lane = 0; lane < RANDOM_LANES; lane++)
			words[lane * RANDOM_BLOCK + i] = x[i][lane];
	}
}

void random_begin(struct random *random, uint64_t seed, uint64_t number)
{
	*random = (struct random){ .seed = seed, .number = number, .used = RANDOM_WORDS };
}

/* Makes the next blocks of the stream. Kept out of the way of random_next(), which seldom needs it. */
static __attribute__((noinline)) void refill(struct random *random)
{
	uint32_t state[RANDOM_BLOCK] = { 0x61707865, 0x3320646e, 0x79622d32, 0x6b206574 }; /* "expand 32-byte k" */

	state[KEY] = (uint32_t)random->seed;
	state[KEY + 1] = (uint32_t)(random->seed >> 32);
	state[COUNTER] = random->block;
	state[NONCE] = (uint32_t)random->number;
	state[NONCE + 1] = (uint32_t)(random->number >> 32);
	random_blocks(state, random->words);
	random->block += RANDOM_LANES;
	random->used = 0;
}

uint32_t random_next(struct random *random)
{
	if (random->used == RANDOM_WORDS)
		refill(random);
	return random->words[random->used++];
}

/* Lemire, "Fast Random Integer Generation in an Interval" (2019): the upper half of word * bound is the answer.
 * Of the 2^32 words, 2^32 mod bound are too many to be shared out fairly; the lower half decides which to pass over. */
uint32_t random_below(struct random *random, uint32_t bound)
{
	assert(bound >= 1);

	uint64_t product = (uint64_t)random_next(random) * bound;

	if ((uint32_t)product < bound) {
		const uint32_t surplus = (0 - bound) % bound;

		while ((uint32_t)product < surplus)
			product = (uint64_t)random_next(random) * bound;
	}
	return (uint32_t)(product >> 32);
}

void random_shuffle(struct random *random, uint8_t *items, int count)
{
	for (int last = count - 1; last > 0; last--) {
		const uint32_t chosen = random_below(random, (uint32_t)last + 1);
		const uint8_t item = items[last];

		items[last] = items[chosen];
		items[chosen] = item;
	}
}
