/* laying.h -- the cards that an act lays, and the meld that comes of them: what players ask of an act before they weigh
 * it. */
#ifndef PLAYERS_LAYING_H
#define PLAYERS_LAYING_H

#include "game/view.h"

static inline bool is_wild(const struct rules *rules, int kind)
{
	return rules->cards.wild >> kind & 1;
}

/* The cards that an act of melding or adding lays from the hand: how many of them are wild, and what all count. */
int laid_wilds(const struct rules *rules, struct act act);
int laid_points(const struct rules *rules, struct act act);

/* The meld with one more card of [kind]. */
struct meld_cards meld_with(const struct rules *rules, const struct meld *meld, int kind);

/* The meld that [act] begins, with all natural cards that the hand has for it. */
struct meld_cards meld_begun(const struct view *view, struct act act);

#endif
