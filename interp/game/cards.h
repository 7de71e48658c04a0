/* cards.h -- a heap of cards as counts per kind, for hands and everything else whose order does not matter.
 *
 * Beside the counts stand the sets of kinds that are there once, twice and three times: what is asked about a hand is
 * mostly which kinds it has enough of to begin a meld with, and that is then there to be read. */
#ifndef GAME_CARDS_H
#define GAME_CARDS_H

#include "rules/rules.h"

struct cards {
	cardset at_least[4]; /* kinds of which there are at least one, two, three; the last is never read */
	uint8_t count[KINDS_MAX];
	uint8_t different; /* kinds that are there */
};

/* [number] in each of the eight bytes of a word. Applied to a word of eight bytes it gives their running sums, if
 * none exceeds 255: byte i is the sum of bytes 0 to i. */
#define BYTES_OF(number) ((number)*UINT64_C(0x0101010101010101))

/* How many of eight numbers up to 64, a byte each, are not above [limit]. */
static inline int bytes_up_to(uint64_t bytes, int limit)
{
	uint64_t up_to = ((BYTES_OF((uint64_t)limit) | BYTES_OF(UINT64_C(0x80))) - bytes) & BYTES_OF(UINT64_C(0x80));

	return (int)(BYTES_OF(up_to >> 7) >> 56);
}

/* How many kinds there are in each eighth of a set, a byte each. */
static inline uint64_t set_sizes(cardset set)
{
	set -= set >> 1 & UINT64_C(0x5555555555555555);
	set = (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
	return (set + (set >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
}

/* How many kinds there are in a set. */
static inline int set_size(cardset set)
{
	return (int)(BYTES_OF(set_sizes(set)) >> 56);
}

/* The kind at place [i] of a set, which is below its size. There is no loop, because the processor could not predict
 * how often it goes round when an act is chosen at random. */
static inline int set_at(cardset set, int i)
{
	uint64_t sizes = BYTES_OF(set_sizes(set)), bits; /* summed up, eighth by eighth */
	int eighth = bytes_up_to(sizes, i) * 8;

	i -= (int)(sizes << 8 >> eighth & 255);
	bits = BYTES_OF(set >> eighth & 255) & UINT64_C(0x8040201008040201); /* one in each byte, or none */
	bits = (bits + BYTES_OF(UINT64_C(0x7f))) >> 7 & BYTES_OF(UINT64_C(1));
	return eighth + bytes_up_to(BYTES_OF(bits), i);
}

/* Which of the sets at_least[] changes when a count goes from [less] to one more, or back. Larger counts write to a
 * spare set that is never read; this avoids a branch. */
static inline int set_of_count(int less)
{
	return less < 3 ? less : 3;
}

/* The set of kinds that are there at all. */
static inline cardset cards_kinds(const struct cards *cards)
{
	return cards->at_least[0];
}

/* The set of kinds that are there at least twice, or three times. */
static inline cardset cards_twice(const struct cards *cards)
{
	return cards->at_least[1];
}

static inline cardset cards_thrice(const struct cards *cards)
{
	return cards->at_least[2];
}

/* How many of [kind] there are. */
static inline int cards_count(const struct cards *cards, int kind)
{
	return cards->count[kind];
}

/* The set of kinds that are there at least [count] times; [count] is at least 1. Melds seldom need more than three. */
static inline cardset cards_at_least(const struct cards *cards, int count)
{
	cardset enough = 0;

	if (count <= 3)
		return cards->at_least[count - 1];
	for (cardset kinds = cards->at_least[2]; kinds != 0; kinds &= kinds - 1)
		if (cards_count(cards, __builtin_ctzll(kinds)) >= count)
			enough |= kinds & -kinds;
	return enough;
}

/* Adds one card. */
static inline void cards_add(struct cards *cards, int kind)
{
	cards->different = (uint8_t)(cards->different + (cards->count[kind] == 0));
	cards->at_least[set_of_count(cards->count[kind]++)] |= UINT64_C(1) << kind;
}

/* Takes one card away. There is one. */
static inline void cards_remove(struct cards *cards, int kind)
{
	cards->at_least[set_of_count(--cards->count[kind])] &= ~(UINT64_C(1) << kind);
	cards->different = (uint8_t)(cards->different - (cards->count[kind] == 0));
}

/* Adds all cards of another heap. */
static inline void cards_add_all(struct cards *cards, const struct cards *more)
{
	for (cardset kinds = cards_kinds(more); kinds != 0; kinds &= kinds - 1)
		for (int i = cards_count(more, __builtin_ctzll(kinds)); i > 0; i--)
			cards_add(cards, __builtin_ctzll(kinds));
}

/* True if both have the same cards. */
static inline bool cards_equal(const struct cards *one, const struct cards *other)
{
	return __builtin_memcmp(one->count, other->count, sizeof one->count) == 0;
}

/* How many cards of the kinds in [set] there are. */
static inline int cards_count_in(const struct cards *cards, cardset set)
{
	int count = 0;

	for (set &= cards_kinds(cards); set != 0; set &= set - 1)
		count += cards_count(cards, __builtin_ctzll(set));
	return count;
}

#endif
