/* imagine.h -- deals that a careful player imagines to end as they stand, with empty hands, scored as the variant scores
 * them. */
#ifndef PLAYERS_IMAGINE_H
#define PLAYERS_IMAGINE_H

#include "players/outlook.h"

/* Lays out outlook->table from the view. */
void imagine_table(struct outlook *outlook);

/* What [stand] scores with that table. */
int imagine_score(const struct outlook *outlook, const struct stand *stand);

/* What the next canasta of [stand] is worth besides its bonus: often it turns signs, and it may let the side go out. */
int imagine_step(struct outlook *outlook, const struct stand *stand);

/* What it costs the player's side to leave a meld of [cards] unfinished. */
int imagine_forfeit(struct outlook *outlook, int form, const struct meld_cards *cards);

/* What it costs to be left with [held] cards of [kind] at the end of the deal. */
int imagine_caught(struct outlook *outlook, int kind, int held);

/* Whether it ever costs more than they count to be left with cards. */
bool imagine_hands_cost(struct outlook *outlook);

/* What it is worth to have one more bonus card of [kind] laid. */
int imagine_bonus_card(struct outlook *outlook, int kind);

#endif
