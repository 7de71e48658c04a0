/* cards_seen.h -- what the acts of a deal tell of cards that nobody told: whoever melds or discards a card has held it. */
#ifndef TOOLS_CARDS_SEEN_H
#define TOOLS_CARDS_SEEN_H

#include "game/position.h"
#include "tools/record.h"

/* Cards of one deal that can be worked out. */
struct cards_seen {
	struct row_of_cards hand[PLAYERS_MAX]; /* dealt to a seat, beside those told */
	struct row_of_cards kept;              /* that have to stay in the stock, because they are drawn later */
	uint8_t drawn[DECK_MAX]; /* 1 + the kind that comes for each card that is drawn untold; 0 for any */
	int draws;               /* how many of these come in all */
	int replaced;            /* and so many of them at the deal, for bonus cards */
};

/* How many cards come at a draw of which these are told: bonus cards are replaced. */
int seen_due(const struct rules *rules, const struct row_of_cards *told);

/* Reads the rest of a deal, from [reader] on. [deal] is not dealt yet: by seat it has the cards told of each hand, and
 * those that come next are told in [stock]. What is worked out is taken from its deck. False if memory ran out. */
bool seen_read(struct cards_seen *seen, struct record_reader reader, struct position *deal,
               const struct row_of_cards *stock);

#endif
