/* prospect.h -- what a player makes of a view before choosing: what the melds promise, how near the end is, whether
 * going out is possible and pays. All of it is guesswork in points, from the rules and the view alone. */
#ifndef PLAYERS_PROSPECT_H
#define PLAYERS_PROSPECT_H

#include "game/view.h"
#include "players/prices.h"

struct prospect {
	const struct view *view;
	const struct rules *rules;
	const struct side *own;
	const struct side *next; /* the side that plays after this one */
	int hand;                /* cards held */
	int wilds;               /* of these, wild cards */
	int canastas_short;      /* still needed to go out */
	int card_points;         /* what a card counts on the average, at least 1 */
	struct prices price;
	bool danger;     /* the deal may end before the next turn */
	bool can_go_out; /* as far as one can see, in this turn */
	bool pays_to_go_out;
};

/* Thinks about [view], whose player is to act. */
struct prospect prospect_of(const struct view *view);

/* What the finished canasta will bring that a meld may grow into, less the smaller the meld still is. */
int prospect_promise(const struct prospect *prospect, const struct meld_cards *cards);

/* What a meld of form [form] costs at the end, besides what its cards count, if it is left as it is. */
int prospect_forfeit(const struct prospect *prospect, int form, const struct meld_cards *cards);

/* What it costs, besides its points, to be left with a card of [kind] more in the hand at the end. */
int prospect_catch(const struct prospect *prospect, int kind);

/* How likely it is, in percent, that [cards] in hand or on the table grow into a canasta of form [form]. */
int prospect_chance(const struct prospect *prospect, int form, const struct meld_cards *cards);

/* Cards of [kind] that the player has not seen yet. */
int prospect_unseen(const struct prospect *prospect, int kind);

/* The fewest wild cards that it takes to reach the minimum of the initial meld from the hand, so far as one can see;
 * WILD_KINDS_MAX * COPIES_MAX if it cannot be reached. [extra] is a further natural card, -1 for none. */
int prospect_opening_wilds(const struct prospect *prospect, int extra);

#endif
