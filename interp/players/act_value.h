/* act_value.h -- what an act is worth to a player: some acts are due before others, and of those that are due at the same time the
 * one with the most points is done. */
#ifndef PLAYERS_ACT_VALUE_H
#define PLAYERS_ACT_VALUE_H

#include "game/question.h"
#include "game/view.h"

/* When an act is due; a later one in this list is done first. */
enum due {
	DUE_NEVER,    /* done only if nothing else is left */
	DUE_UNWISE,   /* the same, but before DUE_NEVER */
	DUE_STOPPING, /* ends the turn without a discard: whoever keeps her cards does not go out */
	DUE_LAST,     /* ends the turn */
	DUE_NOW,
	DUE_ON_THE_WAY_OUT, /* cards laid by a player who goes out */
	DUE_ASKING,
	DUE_BONUS_CARD,
	DUE_SPECIAL_HAND /* ends the deal, and is worth more than a whole deal */
};

struct act_value {
	enum due due;
	int worth; /* in points; only compared with acts that are due at the same time */
};

/* Whether [one] is done rather than [other]. */
static inline bool act_value_is_more(struct act_value one, struct act_value other)
{
	return one.due > other.due || (one.due == other.due && one.worth > other.worth);
}

/* The value of laying cards that are worth so much: due before the discard if that is positive. */
struct act_value value_of_laying(int worth, bool out);

/* The value of taking the pile, which is worth so much. In a deal with more turns than cards, piles of one or two cards are taken and
 * discarded again and again; from then on the value is low, so that players draw and the deal ends. */
struct act_value value_of_taking(const struct view *view, int worth);

/* The value of asking the partner, for a player who [wants_out]. Where asking is optional, a partner is asked only if
 * she has many cards or there is [no_time]. */
struct act_value value_of_asking(const struct view *view, bool wants_out, bool no_time);

/* The value of acts that all players judge alike: special hands, bonus cards, talons, stopping. */
struct act_value value_of_others(const struct view *view, struct act act);

/* The number of cards in the pile that this take keeps from the others. If the pile comes into the hand, one less: the
 * discard replaces it. */
int cards_denied(const struct view *view, struct act act);

/* The part of [worth], that of the whole pile, that [act] gets if it takes only some of the cards. A view does not show
 * their order. */
int worth_of_part(const struct view *view, struct act act, int worth);

/* The act of [acts] with the highest value, which [evaluate] finds for [player]; the first of several. */
struct act act_of_most_value(const struct acts *acts, struct act_value (*evaluate)(void *player, struct act act),
                             void *player);

/* careful_player.c: what each of [acts] is worth to a careful player. */
void careful_values(const struct view *view, const struct acts *acts, struct act_value *values);

/* What the worth of a discard consists of: what the hand loses, and what the next player gains. */
struct discard_price {
	int lost, given;
};
struct discard_price careful_discard_price(const struct view *view, int kind);

/* ---- the cards that an act lays ---- */

static inline bool is_wild(const struct rules *rules, int kind)
{
	return rules->cards.wild >> kind & 1;
}

/* The natural cards of the rank of [kind] in a heap; where suits matter, of all its suits. */
static inline int cards_of_rank(const struct rules *rules, const struct cards *cards, int kind)
{
	return rules->sequences ? cards_count_in(cards, rules->mates[kind]) : cards_count(cards, kind);
}

/* The cards that an act of melding or adding lays from the hand: how many of them are natural or wild, and what all count. */
int laid_naturals(const struct rules *rules, struct act act);
int laid_wilds(const struct rules *rules, struct act act);
int laid_points(const struct rules *rules, struct act act);

/* The meld with one more card of [kind]. */
struct meld_cards meld_with(const struct rules *rules, const struct meld *meld, int kind);

/* The meld that [act] begins: with all natural cards that the hand has of its rank, or of a sequence all that follow in the hand. */
struct meld_cards meld_begun(const struct view *view, struct act act);

/* The sequence that [cards] are, grown by what of [held] follows at its ends. */
struct meld_cards sequence_with(const struct rules *rules, int form, const struct meld_cards *cards, cardset held);

#endif
