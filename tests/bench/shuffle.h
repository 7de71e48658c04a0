/* shuffle.h -- the yardstick of the benchmark: one shuffle of 108 cards as simple fast code does it.
 * Times are told in shuffles, measured in the same run, so that they mean the same on every machine. */
#ifndef BENCH_SHUFFLE_H
#define BENCH_SHUFFLE_H

#include <stdint.h>

enum { SHUFFLE_CARDS = 108 };

/* xoshiro256** by David Blackman and Sebastiano Vigna. */
struct shuffle {
	uint64_t state[4];
};

/* Fills the state from [seed] with splitmix64, as its authors advise. */
static inline void shuffle_begin(struct shuffle *shuffle, uint64_t seed)
{
	for (int i = 0; i < 4; i++) {
		uint64_t z = seed += 0x9e3779b97f4a7c15;

		z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
		z = (z ^ z >> 27) * 0x94d049bb133111eb;
		shuffle->state[i] = z ^ z >> 31;
	}
}

static inline uint64_t shuffle_turn(uint64_t x, int bits)
{
	return x << bits | x >> (64 - bits);
}

static inline uint64_t shuffle_next(struct shuffle *shuffle)
{
	uint64_t *s = shuffle->state;
	const uint64_t result = shuffle_turn(s[1] * 5, 7) * 9;
	const uint64_t shifted = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= shifted;
	s[3] = shuffle_turn(s[3], 45);
	return result;
}

/* A number below [bound], all equally likely (Lemire). */
static inline uint32_t shuffle_below(struct shuffle *shuffle, uint32_t bound)
{
	uint64_t product = (shuffle_next(shuffle) >> 32) * bound;

	if ((uint32_t)product < bound) {
		const uint32_t surplus = (0 - bound) % bound;

		while ((uint32_t)product < surplus)
			product = (shuffle_next(shuffle) >> 32) * bound;
	}
	return (uint32_t)(product >> 32);
}

/* Shuffles the cards (Fisher and Yates). */
static inline void shuffle_cards(struct shuffle *shuffle, uint8_t cards[SHUFFLE_CARDS])
{
	for (uint32_t last = SHUFFLE_CARDS - 1; last > 0; last--) {
		const uint32_t chosen = shuffle_below(shuffle, last + 1);
		const uint8_t card = cards[last];

		cards[last] = cards[chosen];
		cards[chosen] = card;
	}
}

#endif
