/* offers.h -- what a player can do with cards that she has chosen from her hand: lines of acts that play all of them and no others. */
#ifndef TOOLS_OFFERS_H
#define TOOLS_OFFERS_H

#include "game/game.h"

struct text;

enum { OFFER_ACTS_MAX = 64, OFFERS_MAX = 12 };

/* Acts to be done one after the other: each is legal after those before it. */
struct offer {
	struct act act[OFFER_ACTS_MAX];
	int count;
	bool discards; /* the last of several acts is a discard */
	bool opened;   /* the side has made its initial meld after them */
	int32_t counted,
		minimum; /* what the initial meld counts after them, and needs; both 0 where none is being made */
	int begun, wild; /* numbers of melds that they begin, and of melds in which they lay wild cards */
	uint64_t table;  /* a number for the melds of the side and the hand after them */
	int longest; /* sum of the squares of the sizes of the side's melds after them, but for canastas that lay there before */
};

/* Different ways, the best first: with the initial meld made, with few new melds, with wild cards in few of them, with long melds. */
struct offers {
	int count;
	struct offer offer[OFFERS_MAX];
	struct offer nearest; /* if there is none: legal acts that play most of the cards, maybe none at all */
	bool depends;         /* what can follow [nearest] depends on a card that it brings */
};

/* Finds how the player to act can play [cards], which are in her hand, in any order; without cards, what she can do that lays no single
 * card, and each way of taking the pile: such an act each. A question whether she may go out is left out where she cannot. What is found does
 * not depend on cards that she has not seen. The search is bounded: for cards that can be divided in very many ways [offers] may be empty
 * although a way exists. False if memory runs out. */
bool offers_find(const struct game *game, const struct cards *cards, struct offers *offers);

/* Writes [offer] as a button has it: "Meld 4 4 4, 5 5 joker, add 7 to the sevens (natural canasta)". */
void offer_write(const struct game *game, const struct offer *offer, struct text *out);

/* Writes why [offer] may be a mistake, in a sentence or two: it ends with a discard that gives the pile to the next side, and another card
 * would not; it discards a wild card where another can be discarded; or it asks a partner, which binds or is done once. Looks at nothing
 * that the player has not seen. False, and nothing is written, if there is no reason. */
bool offer_warn(const struct game *game, const struct offer *offer, struct text *out);

/* Writes why [cards], for which offers_find() found no way, cannot be played: a sentence without its end in [why], and in [clause] the
 * setting that decides, its place and the first of its citations; nothing if no setting does. False if memory runs out. */
bool offers_refuse(const struct game *game, const struct cards *cards, const struct offers *offers, struct text *why,
                   struct text *clause);

/* Takes the cards that [act] lays from the hand out of [cards]; false if some are not there. Special hands lay every card. */
bool act_takes_cards(const struct game *game, struct act act, struct cards *cards);

#endif
