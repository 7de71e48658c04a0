/* feed.h -- what a discard gives away. */
#ifndef PLAYERS_FEED_H
#define PLAYERS_FEED_H

#include "players/outlook.h"

/* What the next player gains by a discard of [kind]: the pile, as likely as she can take it. */
int feed_of(struct outlook *outlook, int kind);

#endif
