/* table_compare.h -- what people see of a table, and in what two tables differ for them. */
#ifndef TOOLS_TABLE_COMPARE_H
#define TOOLS_TABLE_COMPARE_H

#include "game/game.h"
#include "grammar/text.h"

/* True if cards are of the same kinds under both rules, wild ones too. */
bool same_kinds_of_card(const struct rules *const rules[2]);

/* True if people at the table would see no difference between the two games, but for what is legal next. */
bool tables_look_alike(const struct game *one, const struct game *other);

/* Writes what can be seen of the table, in a line without its end: the hands, the stock, the pile, who is to act. */
void table_summary(const struct game *game, struct text *out);

/* Writes to [words] what can be seen of each table, and if that reads alike, the first thing besides that does not. False if there is
 * nothing of which people could tell that the tables are not the same. */
bool tables_tell_apart(const struct game *const games[2], struct text words[2]);

/* True if people can tell the two tables apart. */
bool tables_are_told_apart(const struct game games[2]);

/* What stands before item number [i] of a list of [count] in a sentence: " ", ", " or " and ". */
const char *listed(int i, int count);

#endif
