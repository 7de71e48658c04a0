/* table.h -- the table as one seat sees it, in plain text in lines of a given width. */
#ifndef REPORTS_TABLE_H
#define REPORTS_TABLE_H

#include "game/view.h"

struct text;

enum { TABLE_WIDTH = 79, TABLE_WIDTH_MOST = 119 }; /* of a terminal of 80 columns, and of one of 120 */

/* Writes the whole table in lines of [width] characters: melds, bonus cards, stock and pile, scores, the own hand. */
void table_write(const struct view *view, size_t width, struct text *out);

/* Writes the own hand alone, and what is still owed in this turn. */
void table_write_hand(const struct view *view, size_t width, struct text *out);

/* Writes which of [acts], those of the player to act, one might not think of: special hands, bonus cards that may be
 * laid. */
void table_write_offers(const struct game *game, const struct acts *acts, struct text *out);

/* Puts acts in the order in which they are numbered for people: by verb, few wild cards first, by card. */
void table_order_acts(struct acts *acts);

/* Writes [acts], which are those of the player to act in [game] and in order, numbered from 1 and grouped by verb. */
void table_write_acts(const struct game *game, const struct acts *acts, size_t width, struct text *out);

#endif
