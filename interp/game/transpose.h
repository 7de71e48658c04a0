/* transpose.h -- the same table under other rules: cards keep their faces and lie where they lay, everything else is
 * found anew. */
#ifndef GAME_TRANSPOSE_H
#define GAME_TRANSPOSE_H

#include "game/game.h"

struct text;

struct transposition {
	const struct rules *from, *to;
	uint8_t kind[KINDS_MAX]; /* under [to], of each kind under [from] */
};

/* Finds for each kind of [from] the one it is under [to]. False, with a sentence, if the two are not played by as many
 * players and sides with the same cards, or if [to] tells cards apart that [from] does not. */
bool transpose_begin(struct transposition *transposition, const struct rules *from, const struct rules *to,
                     struct text *why);

/* Sets [there] to the table of [game], which has just been dealt, as it would be under the other rules with these
 * totals. */
void transpose_dealt(const struct transposition *transposition, const struct game *game, const int32_t *totals,
                     struct game *there);

/* Lays the stock of [there] as that of [game] lies, for both have as many cards left: which come next may have been told
 * since the deal. */
void transpose_stock(const struct transposition *transposition, const struct game *game, struct game *there);

/* Records for [there] what happened at the table of [game] and was not recorded there yet, as far as the other rules have
 * events of the same names. */
void transpose_events(const struct transposition *transposition, const struct game *game, struct game *there);

/* Sets [there] to that of a deal that is over, to be scored. Cards of melds that are none under the other rules count as
 * held by a player of their side; returns how many such melds there are. */
int transpose_over(const struct transposition *transposition, const struct game *game, const int32_t *totals,
                   struct game *there);

#endif
