/* planner.h -- what the rest of a turn can come to: whether it can still be ended, by going out or by staying in, and what
 * the initial meld can count. Questions only; nothing here changes a game. docs/architecture.md explains the method. */
#ifndef GAME_PLANNER_H
#define GAME_PLANNER_H

#include "game/play.h"

/* Whether the turn can be brought to a legal end from here: with all obligations met, and either a card to discard and one to keep,
 * or an empty hand and everything that going out needs. Of several wild cards the one with most points is laid first. */
bool turn_can_end(const struct game *game);

/* The same after [act], whose own cards are legal. */
bool act_leads_to_end(const struct game *game, struct act act);

/* Whether the turn could end after the partner said yes, and the player went out, or no, and stayed in. */
struct memo; /* of the position, plan.h */
bool turn_can_go_out(const struct game *game, struct memo *memo);
bool turn_can_stay_in(const struct game *game);

/* Quick bounds: true if getting rid of the whole hand (but for one discard), or an initial meld that counts enough, is
 * impossible. False proves nothing. */
bool hand_cannot_go(const struct game *game);
bool opening_is_out_of_reach(const struct game *game, struct memo *memo);

/* The most that the initial meld can count in this turn, whatever it must contain besides. */
int32_t opening_limit(const struct game *game);

/* Removes the acts of melding after which the turn cannot end from the list. [owes_out]: one of them may oblige the player to
 * go out. */
void keep_acts_that_end(const struct game *game, struct memo *memo, struct choices *choices, bool owes_out);

/* Whether the turn can end after a take that makes [made], as take_makes_meld() says; [owes_out]: it obliges the player to go
 * out. */
bool take_leads_to_end(const struct game *game, struct act act, int made, bool owes_out);

/* ---- the same by trying acts (search.c) ---- */

/* Whether the turn can be brought to a legal end from here, found by a bounded number of steps: false if they are
 * used up. The fewer cards the hand has, the more steps, so that an end that was found is found again after each act. */
bool search_turn(const struct game *game);

/* The same with so many steps; [*steps] is what is left, 0 if they were used up. With [every_wild] each kind of wild card is
 * tried, otherwise the one with most points. */
bool search_turn_within(const struct game *game, long *steps, bool every_wild);

/* search.c: a number for what a position of a turn can still come to: equal positions have equal ones. */
uint64_t search_key(const struct game *game);

/* For tests: the steps that planning and searching have taken in this thread, with [more] of them. A step looks at a hand, lists an
 * option of a rank, joins it to a state, or tries an act. */
long planning_steps(long more);

#endif
