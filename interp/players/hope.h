/* hope.h -- how near a hand is to a special hand, and what that hope is worth. */
#ifndef PLAYERS_HOPE_H
#define PLAYERS_HOPE_H

#include "players/outlook.h"

/* The points to be had with [hand] by the special hand that promises most, as likely as it is still drawn; 0 if none
 * may be laid by the player as things stand. */
int hope_of(const struct outlook *outlook, const struct cards *hand);

#endif
