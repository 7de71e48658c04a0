/* search.h -- the end of a turn looked for by trying acts. Slow and simple: it takes over where the planner cannot count
 * what a condition asks, and it is the oracle that the planner is tested against. */
#ifndef GAME_SEARCH_H
#define GAME_SEARCH_H

#include "game/play.h"

/* Whether the turn can be brought to a legal end from here, as far as a bounded number of steps tells: false where they are
 * used up. The fewer cards the hand has, the more steps, so that an end that was found is found again after each act. */
bool search_turn(const struct game *game);

/* The same with so many steps; [*steps] is what is left, 0 if they were used up. With [every_wild] each kind of wild card is
 * tried, otherwise the one with most points. */
bool search_turn_within(const struct game *game, long *steps, bool every_wild);

#endif
