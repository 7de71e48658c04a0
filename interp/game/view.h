/* view.h -- what one seat may know of a game: its own hand, everything that lies on the table, and how many cards the
 * others hold. A plain value without a trace of unseen cards; bots and screens get views, never a game. */
#ifndef GAME_VIEW_H
#define GAME_VIEW_H

#include "game/game.h"

enum { PILE_SHOWN_MAX = 30 }; /* as pile.shown in rules.def */

/* Seats and sides are numbered as in the game; everything unused is 0, so that equal views are equal bytes. */
struct view {
	const struct rules *rules;
	uint32_t deal;              /* number of the deal, from 0 */
	uint32_t events;            /* recorded for this deal */
	uint8_t seat, side_of_seat; /* whose view this is */
	uint8_t to_act;             /* whose act is awaited; NOBODY once the deal is over */
	uint8_t dealer;
	uint8_t phase, ending, out; /* as in the game */
	uint8_t special;
	struct cards special_cards;
	struct turn turn; /* as in the game; which bans have given way only its player sees */
	int32_t minimum;  /* what the side's initial meld has to count; 0 once it has opened */

	struct cards hand;                     /* of the seat */
	uint8_t known[PLAYERS_MAX][KINDS_MAX]; /* cards that are in a hand for certain: they went there with a pile */
	uint16_t size[PLAYERS_MAX];            /* cards in each hand */
	uint8_t talon[PLAYERS_MAX];            /* cards that lie face down before each seat */
	uint8_t reserve[RESERVES_MAX];         /* cards in each reserve, by seat or by side */
	uint8_t side_of[PLAYERS_MAX];
	uint8_t player[PLAYERS_MAX]; /* as in the game: who sits where */
	bool melded[PLAYERS_MAX];    /* has melded in an earlier turn of this deal, */
	bool played[PLAYERS_MAX];    /* has had a turn in it, */
	bool asked[PLAYERS_MAX];     /* has asked the partner in it */
	struct past past[PLAYERS_MAX]; /* as in the game */
	uint8_t stays;               /* struct seat, of this seat alone */
	struct cards drawn;          /* bonus cards drawn in this turn that may still be laid: shown to who drew them */
	struct cards laid[PLAYERS_MAX];       /* bonus cards laid out */
	struct cards hand_shown[PLAYERS_MAX]; /* hands that lie open as proof; empty for the others */
	uint8_t alone;                        /* as in the game */
	bool one_alone;
	int32_t best;
	uint8_t reserve_place; /* of the seat's own reserve, in reserve[] */
	struct side side[SIDES_MAX];

	uint16_t stock_size, pile_size;
	uint8_t aside_size;  /* cards set aside for talons */
	struct cards pile;   /* every card of it was seen when it was laid */
	cardset pile_starts; /* kinds of the cards that were turned up to start it and lie in it */
	int16_t pile_top;    /* kind, -1 without a pile or if it lies face down */
	uint8_t shown;       /* cards of the pile that may be looked at: those of pile_shown, the top card first */
	uint8_t pile_shown[PILE_SHOWN_MAX];
	int8_t blocked;         /* what blocks the pile, place in rules->pile.block, or -1 */
	int8_t frozen;          /* what freezes it against the seat, place in rules->pile.freeze, or -1 */
	int8_t frozen_for_take; /* what still freezes it while the seat takes it, or -1: taking may lift a freeze */
	uint8_t next;           /* the seat that comes after this one */
	bool frozen_for_next;   /* frozen against that seat */
	cardset blocking;       /* kinds of the hand that would block the pile against it if discarded */
};

/* Fills in what [seat] may know. */
void view_of(const struct game *game, int seat, struct view *view);

/* Fills in what somebody may know who only looks on: no hand, and nothing that holds for one seat alone. Its seat is NOBODY. */
void view_of_onlooker(const struct game *game, struct view *view);

#endif
