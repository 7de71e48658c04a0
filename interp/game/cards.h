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

/* The set of kinds that are there at least [count] times; [count] is at least 1. Melds hardly ask beyond three. */
static inline cardset cards_at_least(const struct cards *cards, int count)
{
	cardset more = 0, level = ~UINT64_C(0); /* of the bits looked at: above those of count, equal to them */

	if (count <= 3)
		return count == 3 ? cards_thrice(cards) : count == 2 ? cards_twice(cards) : cards_kinds(cards);
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

/* How many of [kind] there are. The planes are written out: this runs for every card of every hand. */
static inline int cards_count(const struct cards *cards, int kind)
{
	const uint64_t *plane = cards->plane;

	return (int)((plane[0] >> kind & 1) | (plane[1] >> kind & 1) << 1 | (plane[2] >> kind & 1) << 2 |
	             (plane[3] >> kind & 1) << 3 | (plane[4] >> kind & 1) << 4);
}

/* Adds one card. There are fewer than COPIES_MAX of the kind. */
static inline void cards_add(struct cards *cards, int kind)
{
	uint64_t *plane = cards->plane, carry = UINT64_C(1) << kind, next;

	next = plane[0] & carry, plane[0] ^= carry, carry = next;
	next = plane[1] & carry, plane[1] ^= carry, carry = next;
	next = plane[2] & carry, plane[2] ^= carry, carry = next;
	next = plane[3] & carry, plane[3] ^= carry, carry = next;
	plane[4] ^= carry;
}

/* Takes one card away. There is one. */
static inline void cards_remove(struct cards *cards, int kind)
{
	uint64_t *plane = cards->plane, borrow = UINT64_C(1) << kind, next;

	next = ~plane[0] & borrow, plane[0] ^= borrow, borrow = next;
	next = ~plane[1] & borrow, plane[1] ^= borrow, borrow = next;
	next = ~plane[2] & borrow, plane[2] ^= borrow, borrow = next;
	next = ~plane[3] & borrow, plane[3] ^= borrow, borrow = next;
	plane[4] ^= borrow;
}

/* Adds all cards of another heap. */
static inline void cards_add_all(struct cards *cards, const struct cards *more)
{
	for (cardset kinds = cards_kinds(more); kinds != 0; kinds &= kinds - 1)
		for (int i = cards_count(more, __builtin_ctzll(kinds)); i > 0; i--)
			cards_add(cards, __builtin_ctzll(kinds));
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
