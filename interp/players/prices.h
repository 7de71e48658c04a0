/* prices.h -- what bots give for things that no rule has a price for, in points of the variant; prices.def explains
 * each, and how to try another. */
#ifndef PLAYERS_PRICES_H
#define PLAYERS_PRICES_H

#include "rules/rules.h"

struct prices {
#define PRICE(name, tenths, sentence) int32_t name;
#include "players/prices.def"
#undef PRICE
};

/* The prices where a card counts [card_points] on the average. */
static inline struct prices prices_of(int card_points)
{
	return (struct prices){
#define PRICE(name, tenths, sentence) .name = (int32_t)((int64_t)(tenths)*card_points / 10),
#include "players/prices.def"
#undef PRICE
	};
}

#endif
