/* first_meld.h -- whether a player opens in this turn, and with what: the same for all who look. */
#ifndef PLAYERS_FIRST_MELD_H
#define PLAYERS_FIRST_MELD_H

#include "players/prospect.h"

/* Whether to open in this turn. Few wild cards are a good price, many only when others are ahead. [hurried]: the deal
 * is likely to end soon. */
bool first_meld_is_due(const struct prospect *prospect, bool hurried);

/* What [act] is worth as a step of the initial meld: natural cards first and the valuable ones first, wild cards where
 * they make up for most. */
int first_meld_worth(const struct prospect *prospect, struct act act);

#endif
