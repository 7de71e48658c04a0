/* cards.h -- a heap of cards as counts per kind, for hands and everything else whose order does not matter.
 *
 * Beside the counts stand the sets of kinds that are there once, twice and three times: what is asked about a hand is
 * mostly which kinds it has enough of to begin a meld with, and that is then there to be read. */
#ifndef GAME_CARDS_H
#define GAME_CARDS_H

#include "rules/rules.h"

struct cards {
	cardset at_least[3]; /* kinds of which there are at least one, two, three */
	uint8_t count[KINDS_MAX];
};

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

/* The set of kinds that are there at least [count] times; [count] is at least 1. Melds hardly ask beyond three. */
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

/* [bit] or nothing, without a branch: nobody can foresee which cards come. */
static inline cardset bit_if(bool holds, cardset bit)
{
	return bit & -(cardset)holds;
}

/* Adds one card. */
static inline void cards_add(struct cards *cards, int kind)
{
	cardset bit = UINT64_C(1) << kind;

	cards->count[kind]++;
	cards->at_least[2] |= cards->at_least[1] & bit;
	cards->at_least[1] |= cards->at_least[0] & bit;
	cards->at_least[0] |= bit;
}

/* Takes one card away. There is one. */
static inline void cards_remove(struct cards *cards, int kind)
{
	cardset bit = UINT64_C(1) << kind;
	int left = --cards->count[kind];

	cards->at_least[0] &= ~bit_if(left < 1, bit);
	cards->at_least[1] &= ~bit_if(left < 2, bit);
	cards->at_least[2] &= ~bit_if(left < 3, bit);
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
