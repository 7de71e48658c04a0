/* evaluation.h -- what a careful player makes of a view: which cards are still to come and how likely they come to her,
 * how soon the deal may be over, and what cards, melds and the pile are then worth. Points are never guessed where the rules state
 * them: ends of the deal are imagined and scored as the variant scores them. */
#ifndef PLAYERS_EVALUATION_H
#define PLAYERS_EVALUATION_H

#include "game/view.h"
#include "players/estimate.h"

/* ---- chances: whole numbers, the same on every machine ---- */

enum { CERTAIN = 1024 };

/* Each of [cards] cards comes with the chance [each]: how likely it is that [wanted] of them or more come. */
int chance_of(int cards, int each, int wanted);

/* Both of two independent things. */
int chance_both(int one, int other);

/* [points] to be had with [chance]. */
int chance_points(int chance, int points);

/* ---- the evaluation ---- */

/* One side as it stands in a view. */
struct stand {
	const struct side *side;
	uint8_t index, account; /* of the side; and that of its total */
	int cards;              /* in the hands of its players, not counting the one who looks */
	int share;              /* the chance that an unseen card comes to it before the deal is over */
	int step;               /* what its next canasta brings besides its bonus and its cards */
	int likely, second;     /* the best chances that one of its melds becomes a canasta, */
	uint8_t likely_kind;    /* and the rank of the best */
};

/* What it costs to leave a meld of so many cards unfinished. */
struct forfeit {
	uint8_t naturals, wilds;
	int cost;
};

/* Of a hidden hand: wild cards that it has for certain, and the chance that another hidden card is in it. */
struct hand_known {
	int wilds, share;
};

struct evaluation {
	const struct view *view;
	const struct rules *rules;
	struct estimate estimate;
	const struct prices *price; /* those of the estimate */
	struct game table;          /* what lies there, with empty hands, as if the stock had run out */
	struct stand own, next,
		other;         /* the player's side, the one that plays next, and the best placed of the others */
	int unseen[KINDS_MAX]; /* cards of each kind that lie hidden */
	int unseen_all, unseen_wilds;
	int rank_unseen[KINDS_MAX];        /* the same of each rank, by the first of its kinds */
	int known[KINDS_MAX], known_wilds; /* of these, cards of each rank that are known to be in hidden hands */
	struct hand_known next_known;      /* what is known of the hand of the next player */
	int over;                          /* the chance that the deal is over before the player's next turn */
	int turns;                         /* the player is likely to have, after this one */
	int drawn;                         /* the chance that an unseen card comes to the player's own hand */
	uint64_t specials;        /* special hands that the player might still lay and is near to, a set of bits; */
	int special[special_MAX]; /* and what each of them scores */
	int bonus[canasta_MAX];   /* of each kind of canasta */
	int full[meld_MAX];       /* cards of a sequence of this form that is a canasta, 0 if none is one */
	int going_out; /* by how much the side is better off if the player goes out now than if the deal goes on */
	int wild;      /* what a wild card in the hand is worth to keep */
	int card;      /* what a further card brings a side on the average, once that is asked; 0 before */
	bool melds_cost,
		hands_cost; /* some unfinished melds, or some cards left in a hand, cost more than they count */
	bool bare_known;
	int bare;         /* what the side would score without melds and with canastas to spare, if that is known; */
	int empty_handed; /* and as it stands, with nothing in the hands */
	struct forfeit forfeit[KINDS_MAX]
			      [2]; /* of the last clean and the last mixed meld of a rank that was thought of */
};

/* Looks at [view], whose player is to act. */
void evaluation_begin(struct evaluation *evaluation, const struct view *view);

/* The other sides, at least one: a point for one of several is so many times less of a loss. */
static inline int others_of(const struct rules *rules)
{
	return rules->table.sides > 1 ? rules->table.sides - 1 : 1;
}

/* What a meld of [cards] on the table may still bring to [stand] besides what its cards count: its canasta, as likely
 * as it is, less what it costs to leave it unfinished. [wilds] wild cards may be put to it from the hand. */
int meld_value(struct evaluation *evaluation, const struct stand *stand, int form, const struct meld_cards *cards,
               int wilds);

/* What it costs to have [held] cards of [kind] in the hand at the end of the deal, and to have a meld of [cards] on the table then that is no
 * canasta, besides what they count. */
int imagine_caught(struct evaluation *evaluation, int kind, int held);
int imagine_forfeit(struct evaluation *evaluation, int form, const struct meld_cards *cards);

/* The bonus of the canasta that these cards make; 0 if they make none. */
int bonus_of_canasta(const struct evaluation *evaluation, const struct meld_cards *cards);

/* What it is worth to have [held] cards of the rank that goes by [kind] in the hand, from none of them. */
int hand_value(struct evaluation *evaluation, int kind, int held);

/* What the hand loses by giving up a card of [kind], and what it gains by one more: by its rank or, if that is more, in sequences. */
int card_loss(struct evaluation *evaluation, int kind);
int card_gain(struct evaluation *evaluation, int kind);

/* ---- sequence_value.c: sequences of a suit, in games that have them ---- */

/* Finds what a sequence has to have to be a canasta. */
void look_at_sequences(struct evaluation *evaluation);

/* How likely a sequence on the table becomes a canasta, if its side has the cards in [held] and each other one comes to it with the
 * chance [share]. */
int chance_of_sequence(const struct evaluation *evaluation, int share, int form, const struct meld_cards *cards,
                       cardset held);

/* What such a sequence may still bring to [stand], besides what its cards count; see meld_value(). */
int sequence_value(struct evaluation *evaluation, const struct stand *stand, int form, const struct meld_cards *cards,
                   cardset held);

/* What [held], cards of the player's hand, may come to in sequences, those on the table and others; and what she loses of that
 * without some of her cards. */
int hand_in_sequences(struct evaluation *evaluation, cardset held);
int sequences_lose(struct evaluation *evaluation, cardset kinds);

/* What [cards] bring to the sequences that [stand] has on the table. */
int sequences_gain(struct evaluation *evaluation, const struct stand *stand, cardset cards);

/* What two melds bring when they are put together. */
int joining_value(struct evaluation *evaluation, struct act act);

/* What it costs to give up cards that may take the pile later: [cards] natural cards of [kind] and [wilds] wild cards leave the
 * hand, and the meld of that rank, [before], becomes [after]; NULL where there is none. */
int cost_of_keys(struct evaluation *evaluation, int kind, int cards, int wilds, const struct meld *before,
                 const struct meld *after);

/* What the cards of the pile are worth to the player: that of all of them, added to the hand. */
int pile_value(struct evaluation *evaluation);

/* The points to be had with [hand] by the special hand that promises most, as likely as it is still drawn; 0 if none
 * may be laid by the player as things stand. */
int special_hand_value(const struct evaluation *evaluation, const struct cards *hand);

/* What the next player gains by a discard of [kind]: the pile, as likely as she can take it. */
int discard_risk(struct evaluation *evaluation, int kind);

#endif
