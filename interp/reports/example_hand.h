/* example_hand.h -- a hand that is a special hand, to show what its pattern means. */
#ifndef REPORTS_EXAMPLE_HAND_H
#define REPORTS_EXAMPLE_HAND_H

#include "game/cards.h"

/* Finds a hand for special hand [item] among the cards of the deck, and asks the engine whether it is one. False if
 * there is none, or none was found in reasonable time. */
bool example_hand(const struct rules *rules, int item, struct cards *hand);

#endif
