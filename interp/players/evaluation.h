/* evaluation.h -- what a careful player makes of a view: which cards are still to come and how likely they come to her,
 * how soon the deal may be over, and what cards, melds and the pile are then worth. Points are never guessed where the rules state
 * them: ends of the deal are imagined and scored as the variant scores them. */
#ifndef PLAYERS_EVALUATION_H
#define PLAYERS_EVALUATION_H

#include "game/view.h"
#include "players/estimate.h"

/* ---- chances: whole numbers, the same on every machine ---- */

enum { CERTAIN = 1024 };

/* The chance that at least [wanted] of [cards] cards come, if each comes with the chance [each]. */
int chance_of(int cards, int each, int wanted);

/* The chance that two independent things both happen. */
static inline int chance_both(int one, int other)
{
	return one * other / CERTAIN;
}

/* The value of [points] that come with [chance]. */
static inline int chance_points(int chance, int points)
{
	return (int)((int64_t)points * chance / CERTAIN);
}

/* Chances for one [each], so that none is found twice. */
enum { CHANCE_CARDS = 32, CHANCE_WANTED = 7, CHANCES_KEPT = 4 };

struct chances {
	int each;                                       /* -1: none */
	uint16_t kept[CHANCE_CARDS + 1][CHANCE_WANTED]; /* by cards and cards wanted, plus one; 0: not asked for */
};

/* ---- the evaluation ---- */

/* One side as it stands in a view. */
struct stand {
	const struct side *side;
	uint8_t index, account; /* number of the side; number of its account */
	int cards;              /* in the hands of its players, but for the player of the view */
	int share;              /* the chance that an unseen card comes to it before the deal is over */
	int step;               /* what its next canasta brings besides the bonus and the cards */
	int likely, second;     /* the two best chances that one of its melds becomes a canasta */
	uint8_t likely_kind;    /* rank of the meld with the best chance */
};

/* What it costs to leave a meld of these classes, as bits, unfinished. */
struct forfeit {
	uint32_t classes;
	int cost;
};

/* Of a hidden hand: wild cards that it has for certain, and the chance that another hidden card is in it. */
struct hand_known {
	int wilds, share;
};

enum { FORFEITS_KEPT = 8, HELD_KEPT = 7 };

/* What an unfinished meld may still bring to a side whose player adds wild cards of the hand. */
enum { MELDS_KEPT = 32 };

struct meld_worth {
	struct meld_cards cards;
	int form, side, wilds;
	int worth;
};

/* What cards of one suit are worth in sequences. */
enum { OF_A_SUIT = 4, SUIT_BITS = 5 };

struct suit_worth {
	cardset held;
	int worth;
	bool known;
};

/* What a sequence on the table brings as it is, and what it gained by the cards that were asked for last. */
struct sequence_gain {
	cardset cards;
	int alone, gain;
};

/* Sequences of one kind and suit, by places. */
struct suit_sequences {
	int drawn[SEQUENCE_PLACES + 1]; /* the chance that the player draws the card of this place */
	unsigned there;                 /* the places of the cards that were asked for first, as bits; 0: none yet */
	int best;                       /* what the likeliest canasta is worth with the cards of [there] */
	unsigned best_at;               /* the places of that canasta, 0 if there is none */
};

struct evaluation {
	const struct view *view;
	const struct rules *rules;
	struct estimate estimate;
	const struct prices *price; /* those of the estimate */
	/* the table with empty hands, as if the stock had run out: for imagined ends of the deal */
	struct game table;
	struct suit_sequences suit_sequences[meld_MAX][OF_A_SUIT]; /* those of suits_known */
	int held_value[KINDS_MAX][HELD_KEPT + 1]; /* hand_value() of a kind and so many cards, those of held_known */
	struct sequence_gain next_gain[MELDS_MAX]; /* of melds of the next side, those in next_gains */
	struct meld_worth meld_worth[MELDS_KEPT];  /* what was asked last, those in melds_known */
	struct cards pile;                    /* by rank if there are sequences; filled in if [pile_known] */
	struct chances chances[CHANCES_KEPT]; /* for the chances that were asked for first */
	struct stand own, next,
		other;         /* the player's side, the one that plays next, and the best placed of the others */
	int unseen[KINDS_MAX]; /* hidden cards of each kind */
	int unseen_all, unseen_wilds;
	int commonest_wild;                /* place among the wild kinds of the one of which most are unseen */
	int rank_unseen[KINDS_MAX];        /* the same of each rank, by its first kind */
	int known[KINDS_MAX], known_wilds; /* of these, cards of each rank that are certainly in hidden hands */
	struct hand_known next_known;      /* what is known of the hand of the next player */
	int over;                          /* the chance that the deal is over before the player's next turn */
	int turns;                         /* number of turns that the player is likely to have after this one */
	int drawn;                         /* the chance that an unseen card comes to the player's own hand */
	uint64_t specials;                 /* special hands that the player may still lay and is close to, as bits */
	int special[special_MAX];          /* what each of these scores */
	int bonus[canasta_MAX];            /* of each kind of canasta */
	uint8_t held_known[KINDS_MAX];     /* numbers of cards for which held_value is filled in, as bits */
	uint8_t suits_known[meld_MAX];     /* the suits of suit_sequences that are filled in, as bits */
	int going_out;      /* by how much the side is better off if the player goes out now than if the deal goes on */
	int wild;           /* what a wild card in the hand is worth to keep */
	int card;           /* what a further card brings a side on the average; computed when first needed, 0 before */
	int pile_worth;     /* what the cards of the pile are worth to the next side but for sequences */
	bool pile_known;    /* the two are filled in */
	uint64_t next_gains; /* places in next_gain that are filled in, as bits */
	bool others_known;   /* [next] and [other] are filled in; before, [next] has only its index and its side */
	/* true if some unfinished melds, or some cards left in a hand, cost more than they count */
	bool melds_cost, hands_cost;
	int empty_handed;                      /* what the side scores for hands, with nothing in them */
	struct forfeit forfeit[FORFEITS_KEPT]; /* those that were asked for */
	int forfeits;
	uint32_t melds_known;                                    /* places in meld_worth that are filled in, as bits */
	struct suit_worth suit_worth[OF_A_SUIT][1 << SUIT_BITS]; /* those that were asked for, by their cards */
	int bare; /* what the side scores for melds, without one, if [forfeits] > 0 */
};

/* Evaluates [view], whose player is to act. */
void evaluation_begin(struct evaluation *evaluation, const struct view *view);

/* Returns what is kept for the chance [each]. It holds until chances are found for another one. */
struct chances *kept_chances(struct evaluation *evaluation, int each);

/* Returns chance_of(cards, each, wanted), and keeps what it takes to find it. */
int evaluation_chance(struct evaluation *evaluation, int cards, int each, int wanted);

/* The number of other sides, at least one. Points that one of them scores are divided by it. */
static inline int others_of(const struct rules *rules)
{
	return rules->table.sides > 1 ? rules->table.sides - 1 : 1;
}

/* What a meld of [cards] on the table may still bring to [stand] besides what its cards count: the value of its
 * canasta, less what it costs if it stays unfinished, each by its chance. The player may add [wilds] wild cards from
 * the hand. */
int meld_value(struct evaluation *evaluation, const struct stand *stand, int form, const struct meld_cards *cards,
               int wilds);

/* What it costs at the end of the deal, besides what the cards count: to have [held] cards of [kind] in the hand, and to have a meld
 * of [cards] on the table that is no canasta. */
int imagine_caught(struct evaluation *evaluation, int kind, int held);
int imagine_forfeit(struct evaluation *evaluation, const struct meld_cards *cards);

/* The bonus of the canasta that these cards make; 0 if they make none. */
int bonus_of_canasta(const struct evaluation *evaluation, const struct meld_cards *cards);

/* What it is worth to hold [held] cards of the rank of [kind] rather than none. */
int hand_value(struct evaluation *evaluation, int kind, int held);

/* What the hand loses without a card of [kind], and what it gains by one more: by its rank or in sequences, whichever
 * is more. */
int card_loss(struct evaluation *evaluation, int kind);
int card_gain(struct evaluation *evaluation, int kind);

/* What the hand gains by one more card of [kind] by its rank alone: at most card_gain(). */
int rank_gain(struct evaluation *evaluation, int kind);

/* ---- sequence_value.c: sequences of a suit, in games that have them ---- */

/* The chance that a sequence on the table becomes a canasta, if its side has the cards in [held] and gets each other
 * card with the chance [share]. */
int chance_of_sequence(struct evaluation *evaluation, int share, int form, const struct meld_cards *cards,
                       cardset held);

/* What such a sequence may still bring to [stand], besides what its cards count; see meld_value(). */
int sequence_value(struct evaluation *evaluation, const struct stand *stand, int form, const struct meld_cards *cards,
                   cardset held);

/* By how much the cards [to] in the player's hand are worth more than the cards [from], in sequences on the table or new
 * ones; and what she loses of that by giving up some of her cards. */
int sequences_change(struct evaluation *evaluation, cardset from, cardset to);
int sequences_lose(struct evaluation *evaluation, cardset kinds);

/* What [cards] bring to the sequences that the next side has on the table. */
int sequences_gain_of_next(struct evaluation *evaluation, cardset cards);

/* What two melds bring when they are put together. */
int joining_value(struct evaluation *evaluation, struct act act);

/* What it costs to give up cards that might take the pile later: [cards] natural cards of [kind] and [wilds] wild cards
 * leave the hand, and the meld of that rank, [before], becomes [after]; NULL for no meld. */
int cost_of_keys(struct evaluation *evaluation, int kind, int cards, int wilds, const struct meld *before,
                 const struct meld *after);

/* What the pile is worth to the player: all its cards, added to the hand. */
int pile_value(struct evaluation *evaluation);

/* The value of the special hand that [hand] is closest to, by the chance of still drawing it; 0 if the player may lay
 * none as things stand. */
int special_hand_value(const struct evaluation *evaluation, const struct cards *hand);

/* What the next player gains by a discard of [kind]: the value of the pile, by the chance that she can take it. */
int discard_risk(struct evaluation *evaluation, int kind);

#endif
