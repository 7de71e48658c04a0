/* random.h -- chance that can be repeated: the same seed gives the same cards on every machine.
 * The numbers are the key stream of ChaCha20 (RFC 8439), so any deal can be dealt without those before it. */
#ifndef GAME_RANDOM_H
#define GAME_RANDOM_H

#include <stdint.h>

enum {
	RANDOM_BLOCK = 16, /* words in a block of the key stream, as the RFC has it */
	RANDOM_LANES = 4,  /* blocks made at a time: one vector register holds a word of each */
	RANDOM_WORDS = RANDOM_BLOCK * RANDOM_LANES
};

/* A place in one stream of numbers. A plain value: a copy goes on with the same numbers. */
struct random {
	uint64_t seed, number;
	uint32_t block;               /* number of the next block to make */
	uint32_t used;                /* words of the buffer already given out */
	uint32_t words[RANDOM_WORDS]; /* the blocks before [block], one after the other */
};

/* Starts stream [number] of [seed]: the first word of block 0, the seed as key and the number as nonce
 * (both as 8 little-endian bytes with zeroes behind). Streams of other numbers have nothing in common with it. */
void random_begin(struct random *random, uint64_t seed, uint64_t number);

/* The next 32 bits of the stream, which comes round again after 2^36 of them. */
uint32_t random_next(struct random *random);

/* A number from 0 to [bound] - 1, all exactly equally likely. [bound] is at least 1.
 * Takes one word of the stream, and very rarely more. */
uint32_t random_below(struct random *random, uint32_t bound);

/* Puts [items] in a random order: the last item changes places with one of all (itself included), then the last
 * but one with one of those before it and itself, and so on down to the second; each chosen by random_below(). */
void random_shuffle(struct random *random, uint8_t *items, int count);

/* The RFC's block function for tests: from [state] (constants, key, block counter, nonce) makes the block it
 * stands for and the three that follow, as words. */
void random_blocks(const uint32_t state[RANDOM_BLOCK], uint32_t words[RANDOM_WORDS]);

#endif
