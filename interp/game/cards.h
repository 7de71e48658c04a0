/* cards.h -- a heap of cards as counts per kind, for hands and everything else whose order does not matter.
 *
 * The counts are kept bit-sliced: plane [b] holds bit b of every count, one bit position per kind. Adding a card is
 * a carry through the planes, and questions about all kinds at once ("which are there at least twice?") are a few
 * operations on whole words. Counts go up to COPIES_MAX. */
#ifndef GAME_CARDS_H
#define GAME_CARDS_H

#include "rules/rules.h"

enum { CARDS_PLANES = 5 };

struct cards {
	uint64_t plane[CARDS_PLANES];
};

/* The set of kinds that are there at all. */
static inline cardset cards_kinds(const struct cards *cards)
{
	return cards->plane[0] | cards->plane[1] | cards->plane[2] | cards->plane[3] | cards->plane[4];
}

/* The set of kinds that are there at least twice, or three times. */
static inline cardset cards_twice(const struct cards *cards)
{
	return cards->plane[1] | cards->plane[2] | cards->plane[3] | cards->plane[4];
}

static inline cardset cards_thrice(const struct cards *cards)
{
	return (cards->plane[0] & cards->plane[1]) | cards->plane[2] | cards->plane[3] | cards->plane[4];
}

/* The set of kinds that are there at least [count] times; [count] is at least 1. */
static inline cardset cards_at_least(const struct cards *cards, int count)
{
	cardset more = 0, level = ~UINT64_C(0); /* of the bits looked at: above those of count, equal to them */

	for (int b = CARDS_PLANES - 1; b >= 0; b--) {
		if (count >> b & 1)
			level &= cards->plane[b];
		else {
			more |= level & cards->plane[b];
			level &= ~cards->plane[b];
		}
	}
	return more | level;
}

/* How many of [kind] there are. */
static inline int cards_count(const struct cards *cards, int kind)
{
	int count = 0;

	for (int b = 0; b < CARDS_PLANES; b++)
		count |= (int)(cards->plane[b] >> kind & 1) << b;
	return count;
}

/* Adds one card. There are fewer than COPIES_MAX of the kind. */
static inline void cards_add(struct cards *cards, int kind)
{
	uint64_t carry = UINT64_C(1) << kind;

	for (int b = 0; b < CARDS_PLANES; b++) {
		cards->plane[b] ^= carry;
		carry &= ~cards->plane[b];
	}
}

/* Takes one card away. There is one. */
static inline void cards_remove(struct cards *cards, int kind)
{
	uint64_t borrow = UINT64_C(1) << kind;

	for (int b = 0; b < CARDS_PLANES; b++) {
		cards->plane[b] ^= borrow;
		borrow &= cards->plane[b];
	}
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
