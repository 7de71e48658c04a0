/* planner.h -- what the rest of a turn can come to: whether it can still be ended, by going out or by staying in, and what
 * the initial meld can count. Questions only; nothing here changes a game. docs/architecture.md explains the method. */
#ifndef GAME_PLANNER_H
#define GAME_PLANNER_H

#include "game/state.h"

/* What a question about the rest of a turn is answered with. NO and YES are proved: NO means that it is impossible by
 * laying cards in melds, joining melds, discarding and stopping; laying bonus cards and special hands, and asking the partner, are not looked
 * at. UNDECIDED proves nothing. */
enum answer { NO, YES, UNDECIDED };

/* Parts of the planner. Whatever one of them leaves undecided the next one decides, and at last the search, so that no
 * answer changes without them: tests switch them off. */
enum planner_part {
	PART_BOUNDS = 1, /* quick bounds of what the hand can come to: bounds.c */
	PART_SHARES = 2, /* whole ranks laid at once: shares.c */
	PART_PLANS = 4,  /* plans that join all ranks: plan_join.c */
	PART_MEMO = 8    /* what is kept between the acts of a list */
};

/* For tests: what planning has done in this thread, and which parts it does without. */
struct planning {
	long steps; /* a step looks at a hand, lists an option of a rank, joins it to a state, or tries an act */
	/* questions left undecided, also those that the planner put to itself on the way to an answer: the search used up its steps, or
	 * unknown cards may be needed */
	long gave_up;
	long used_up;     /* searches that found no end before their steps were used up */
	unsigned without; /* enum planner_part, as bits */
	int patience;     /* the search takes so many times as many steps; 0 counts as once */
};

extern _Thread_local struct planning planning;

static inline bool is_off(enum planner_part part)
{
	return planning.without & (unsigned)part;
}

struct memo; /* what is computed once for all acts of a position: plan.h */

/* ---- the verdict ----
 * False means NO, as `enum answer` says of it, or, which planning.gave_up counts, that no end was found. */

/* Whether the turn can be brought to a legal end from here: with all obligations met, and either a card to discard and one to keep,
 * or an empty hand and everything that going out needs. */
bool turn_can_end(const struct game *game);

/* Whether it can after [act], whose own cards are legal. */
bool act_leads_to_end(const struct game *game, struct act act);

/* Whether the turn could end after the partner said yes, and the player went out, or no, and stayed in. */
bool turn_can_go_out(const struct game *game, struct memo *memo);
bool turn_can_stay_in(const struct game *game);

/* Keeps those acts of melding in the list after which an end of the turn was found, in a game whose acts do not name their melds and a
 * position in which no reserve may come for an empty hand. [owes_out]: the player has to go out, or one of the acts may oblige her to. */
void keep_acts_that_end(const struct game *game, struct memo *memo, struct choices *choices, bool owes_out);

/* Whether the turn can end after a take that makes [made], as take_makes_meld() says; [owes_out]: it obliges the player to go
 * out. */
bool take_leads_to_end(const struct game *game, struct act act, int made, bool owes_out);

/* ---- bounds ----
 * True proves it of a turn in which no card comes but with the pile that waits, and cards are laid in melds or discarded; of a hand with
 * unknown cards (turn.unknown) it proves nothing. False proves nothing. */

/* True if the whole hand, but for one discard, cannot go, or the side cannot have the canastas that going out needs. */
bool hand_cannot_go(const struct game *game);

/* True if the initial meld cannot be waived, and cannot count enough or cannot contain what it must. */
bool opening_cannot_be_made(const struct game *game, struct memo *memo);

/* For a turn that cannot end now (can_end_now()): true if it can end only by going out or by an initial meld, and neither is possible. False
 * proves nothing. */
bool turn_is_hopeless(const struct game *game);

/* Whether a meld of this form and rank may be begun now: form_may_begin(), but false if the meld would oblige the player to go out and
 * hand_cannot_go() proves that she cannot. True proves nothing where it obliges her: she may still be unable to. */
static inline bool meld_may_begin(const struct game *game, int form, int rank, bool *owes_out)
{
	return form_may_begin(game, form, rank, owes_out) && !(*owes_out && hand_cannot_go(game));
}

/* ---- the answer by trying acts (search.c) ---- */

/* Whether the turn can be brought to a legal end from here, found by a bounded number of steps: UNDECIDED if they are
 * used up, or unknown cards may be needed. The fewer cards the hand has, the more steps, so that an end that was found is mostly found
 * again after each act. */
enum answer search_turn(const struct game *game);

#endif
