/* table.h -- the table as one seat sees it, and the acts from which its player chooses. */
#ifndef REPORTS_TABLE_H
#define REPORTS_TABLE_H

#include "game/view.h"

struct document;
struct words;

enum { TABLE_WIDTH = 79, TABLE_WIDTH_MOST = 119 }; /* of a terminal of 80 columns, and of one of 120 */

/* Adds the whole table: scores, melds, bonus cards, stock and pile, the own hand. */
void table_view_add(const struct view *view, struct document *out);

/* Adds the own hand alone, and what is still owed in this turn. */
void table_hand_add(const struct view *view, struct document *out);

/* Adds which of [acts], those of the player to act, one might not think of: special hands, bonus cards that may be laid. */
void table_offers_add(const struct game *game, const struct acts *acts, struct document *out);

/* Puts acts in the order in which they are numbered for people: by verb, few wild cards first, by card. */
void table_order_acts(struct acts *acts);

/* Adds [acts], which are those of the player to act in [game] and in order, numbered from 1 and grouped by verb. */
void table_acts_add(const struct game *game, const struct acts *acts, struct document *out);

/* Adds [line], which says no word that a card is called by but where it names cards; these become spans of their kind. */
void table_cards_add(const struct rules *rules, const char *line, struct words *out);

#endif
