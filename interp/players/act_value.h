/* act_value.h -- what an act is worth to a player: some acts are due before others, and of those that are due at the same time the
 * one with the most points is done. */
#ifndef PLAYERS_ACT_VALUE_H
#define PLAYERS_ACT_VALUE_H

#include "game/question.h"
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

struct act_value {
	enum due due;
	int worth; /* in points, more being better; only compared with what is due at the same time */
};

/* Whether [one] is done rather than [other]. */
static inline bool act_value_is_more(struct act_value one, struct act_value other)
{
	return one.due > other.due || (one.due == other.due && one.worth > other.worth);
}

/* Cards laid on the table that are worth so much: before discarding if that is anything. */
struct act_value value_of_laying(int worth, bool out);

/* Asking the partner, for one who [wants_out]. Where it need not be asked, only partners with many cards are, unless
 * there is [no_time]. */
struct act_value value_of_asking(const struct view *view, bool wants_out, bool no_time);

/* Acts of which all players think alike: special hands, bonus cards, talons, stopping. */
struct act_value value_of_others(const struct view *view, struct act act);

/* Cards of the pile that the others do not get if it is taken so: where it comes into the hand, the discard takes the place of one. */
int cards_denied(const struct view *view, struct act act);

/* What is left of [worth], that of the whole pile, where [act] takes a part of it. Which cards lie there in which order a view does
 * not say. */
int worth_of_part(const struct view *view, struct act act, int worth);

/* The one of [acts] with the most value, as [evaluate] finds it for [player]; of several the first. */
struct act act_of_most_value(const struct acts *acts, struct act_value (*evaluate)(void *player, struct act act),
                             void *player);

/* careful_player.c: what each of [acts] is worth to a careful player. */
void careful_values(const struct view *view, const struct acts *acts, struct act_value *values);

/* What made up the worth of a discard to her: what the hand loses by it, and what the next player gains. */
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
