/* estimate.h -- what a player makes of a view before choosing: what the melds promise, how near the end is, whether
 * going out is possible and pays, whether to open. Quick guesses in points, from the rules and the view alone. */
#ifndef PLAYERS_ESTIMATE_H
#define PLAYERS_ESTIMATE_H

#include "game/view.h"

/* Players reckon with no more points than these for one thing, gained or lost. Totals stop at thirty times as much; what players add up and
 * multiply stays within 32 bits then, under any rules. */
enum { POINTS_RECKONED = 1 << 24 };

static inline int reckoned(int32_t points)
{
	return points < -POINTS_RECKONED ? -POINTS_RECKONED : points > POINTS_RECKONED ? POINTS_RECKONED : points;
}

/* What bots give for things that no rule has a price for, in points of the variant; prices.def explains each. */
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

struct estimate {
	const struct view *view;
	const struct rules *rules;
	const struct side *own;
	const struct side *next; /* the side that plays after this one */
	struct cards ranks;      /* the hand, each card as the first kind of its rank; wild ones apart */
	int hand;                /* cards held */
	int wilds;               /* of these, wild cards */
	int canastas_short;      /* still needed to go out */
	int card_points;         /* what a card counts on the average, at least 1 */
	struct prices price;
	bool refills;    /* an empty hand is filled by a reserve */
	bool danger;     /* the deal may end before the next turn */
	bool can_go_out; /* as far as one can see, in this turn */
	bool pays_to_go_out;
};

/* Makes an estimate of [view], whose player is to act. */
struct estimate estimate_of(const struct view *view);

/* What the canasta is worth that a meld may grow into; the smaller the meld, the less. */
int estimate_promise(const struct estimate *estimate, const struct meld_cards *cards);

/* What a meld of kind [form] costs at the end if it stays as it is, besides what its cards count. */
int estimate_forfeit(const struct estimate *estimate, int form, const struct meld_cards *cards);

/* What it costs, besides its points, to hold one more card of [kind] at the end. */
int estimate_catch(const struct estimate *estimate, int kind);

/* The chance, in percent, that [cards], in the hand or on the table, grow into a canasta of kind [form]. */
int estimate_chance(const struct estimate *estimate, int form, const struct meld_cards *cards);

/* The number of cards of the rank of [kind] that the player has not seen yet. */
int estimate_unseen(const struct estimate *estimate, int kind);

/* The fewest wild cards that it takes to reach the minimum of the initial meld from the hand, so far as one can see;
 * WILD_KINDS_MAX * COPIES_MAX if it cannot be reached. [extra] is a further natural card, -1 for none. */
int estimate_opening_wilds(const struct estimate *estimate, int extra);

/* ---- the initial meld ---- */

/* Whether to open in this turn: few wild cards are worth it, many only if others are ahead. [hurried]: the deal is
 * likely to end soon. */
bool first_meld_is_due(const struct estimate *estimate, bool hurried);

/* What [act] is worth as a step of the initial meld: high natural cards come first, wild cards where they help most. */
int first_meld_worth(const struct estimate *estimate, struct act act);

#endif
