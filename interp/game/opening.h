/* opening.h -- what the initial meld can come to in this turn, without a search. */
#ifndef GAME_OPENING_H
#define GAME_OPENING_H

#include "game/out.h"

struct opening {
	int32_t limit; /* the most the initial meld can come to count, what is laid already included; never too low, and
	                * if it is below the minimum, the rest is not worked out */
	int32_t count; /* the same where no minimum is waived */
	int32_t most;  /* where melds are not plain: the limit as if there were room for every wild card */
	int32_t least_points;        /* what the least valuable of the needy ranks counts, */
	int least_cards, least_room; /* its cards, and the room it gives */
	bool exact;                  /* it can really be reached; where melds are not plain, the minimum can */
	bool waivable;               /* for all that is known, the minimum may be waived */
	bool wild_meld;              /* all wild cards that are laid go into a meld of their own */
	bool wilds_alone;            /* for all that is known there may be a meld of wild cards alone */
	bool any_wild;               /* of an act that lays one wild card: what the plan tells of it is as true of one
	                              * that lays another instead which counts no more */
	int used, left;              /* natural cards laid for it from the hand; cards left in it */
	int wilds;                   /* wild cards in the hand */
	int room;                    /* wild cards that the melds have room for, the one apart that is to stay clean */
	int given;                   /* needy ranks that the limit counts, with a wild card each */
	int spare;                   /* wild cards that no needy rank takes */
	int wilds_begun;             /* 1 + the kind of meld of wild cards that has yet to be begun for it, or 0 */
	cardset ranks;               /* ranks laid that need no wild card */
	cardset needy;               /* ranks laid that need one */
	cardset clean;               /* the rank that takes none, for the initial meld has to contain it */
	cardset last_clean;          /* the only rank that can stay clean, if the initial meld has to contain one */
	cardset kept;                /* kinds of the hand of which nothing is laid */
};

/* Works out the best initial meld of the player whose turn it is. */
void plan_opening(const struct game *game, struct opening *plan);

/* The same as it would be after [act], which takes the pile and begins a meld of form [form] with its top card. */
void plan_opening_taking(const struct game *game, struct act act, int form, struct opening *plan);

/* True if the turn surely has a good end after [act], which begins a meld or adds a card to one. Otherwise [*plan] is the
 * best initial meld then. [plan->any_wild] is told in any case. */
bool plan_opening_after(const struct game *game, struct act act, struct opening *plan);

/* What it can come to count at most, worked out to the end even if it is below the minimum; what is waived, or must be
 * contained besides, does not enter. */
int32_t opening_limit(const struct game *game);

/* True if the plan reaches the minimum and leaves the turn a good end; [waiting]: cards that come from the pile then. */
bool opening_is_sure(const struct game *game, const struct opening *plan, int waiting);

/* Cards that come to the hand with the pile besides its top card, which is there or [gone]; 0 if some of them may be
 * bonus cards. */
int cards_with_pile(const struct game *game, bool gone);

/* The same if the top card has been taken and the pile waits for the initial meld, else 0. */
int cards_waiting(const struct game *game);

/* True if the best plan is sure, as opening_is_sure() says, when one or two cards of a kind are kept in the hand instead of
 * being laid. */
bool opening_is_sure_keeping(const struct game *game);

/* True if an act of melding is sure to leave too little for the minimum, as it lays wild cards where the plan does not, or
 * lays one on the only rank that could be what the initial meld has to contain. Only where melds are not plain. */
bool opening_is_spoilt(const struct game *game, const struct opening *plan, struct act act);

/* True if [act] is certainly part of such a plan, so that the turn can end after it. */
bool opening_has(const struct game *game, const struct opening *plan, struct act act);

#endif
