/* weighing.h -- choosing an act: some are due before others, and of those that are due at the same time the one that is
 * worth most is done. */
#ifndef PLAYERS_WEIGHING_H
#define PLAYERS_WEIGHING_H

#include "game/view.h"

/* When an act is due, the last first. */
enum due {
	DUE_NEVER,  /* done only where nothing else is left, */
	DUE_UNWISE, /* and so is this, but rather */
	DUE_LAST,   /* what ends the turn */
	DUE_NOW,
	DUE_ON_THE_WAY_OUT, /* cards laid by a player who goes out */
	DUE_ASKING,
	DUE_BONUS_CARD,
	DUE_SPECIAL_HAND /* it ends the deal, and is worth more than a whole one */
};

struct weight {
	enum due due;
	int worth; /* in points, more being better; only compared with what is due at the same time */
};

/* Cards laid on the table that are worth so much: before discarding if that is anything. */
struct weight weight_of_laying(int worth, bool out);

/* Asking the partner, for one who [wants_out]. Where it need not be asked, only partners with many cards are, unless
 * there is [no_time]. */
struct weight weight_of_asking(const struct view *view, bool wants_out, bool no_time);

/* Acts of which all players think alike: special hands, bonus cards, talons, stopping. */
struct weight weight_of_others(const struct view *view, struct act act);

/* The one of [acts] with the most weight, as [weigh] weighs it for [player]; of several the first. */
struct act act_of_most_weight(const struct acts *acts, struct weight (*weigh)(void *player, struct act act),
                              void *player);

#endif
