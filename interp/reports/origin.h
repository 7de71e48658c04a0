/* origin.h -- where the value of a setting comes from: the words of the file, the place, the layer, the statements cited;
 * and what a game has of its own beside the one it is made from, or, where it is made from none, what an option brought. */
#ifndef REPORTS_ORIGIN_H
#define REPORTS_ORIGIN_H

#include <stdbool.h>
#include "rules/rules.h"

struct text;

/* Writes the place where [span] begins: variants/base.canasta:53. */
void place_write(const struct rules *rules, struct span span, struct text *out);

/* Writes the place of [statement]. */
void statement_place_write(const struct rules *rules, const struct statement *statement, struct text *out);

/* Writes what [notes] cite, and `house` where they say so, each behind a line feed: "\n@HOUSE-12"; nothing twice. */
void cites_write(const struct note *notes, struct text *out);

/* Writes where [cell] was stated, the layer if that is not the variant itself, and the citations, with a line feed
 * between them; "default" if nothing was stated. */
void origin_write(const struct rules *rules, const struct cell *cell, struct text *out);

/* The same of an item of a list. */
void item_origin_write(const struct rules *rules, int group, int item, struct text *out);

/* Writes the value that [cell] states for setting [row], a line for each step or condition; the default in the words of
 * the language if it states nothing. */
void value_write(enum row_id row, const struct cell *cell, struct text *out);

/* ---- departures; to compare takes memory, and [*failed] is set where it runs out ---- */

/* The highest layer level that still belongs to the parent. */
int parent_level(const struct rules *rules);

/* The lowest level that the variant's own file has variants of. */
int own_level(const struct rules *rules);

/* True if [cell] says something else than the layers up to [level] do, or than the default where they say nothing. */
bool stated_above(enum row_id row, const struct cell *cell, int level, bool *failed);

/* True if what setting [row] of [item] says is this variant's own, or an option's, and not what the parent has; also if
 * that is so of a term or class that it asks for. */
bool setting_departs(const struct rules *rules, enum row_id row, int item, bool *failed);

/* True if the parent does not have the item, or has some setting of it otherwise. */
bool item_departs(const struct rules *rules, int group, int item, bool *failed);

/* True if the parent has an item that this variant does not have: [removed] is one of rules->removed. */
bool removal_departs(const struct rules *rules, const struct removed_item *removed);

/* True if the item is a term, class or event that another author described, and no rule of this variant asks for it. */
bool item_is_left_over(const struct rules *rules, int group, int item);

/* True if something in section or list [group], or of [item] of it where that is not negative, is other than it was in
 * the layers up to [level]: a setting, an item more or less. */
bool changed_above(const struct rules *rules, int group, int item, int level, bool *failed);

/* True if [words], which were written for the layers up to [level], name a setting that was changed above them, or an item
 * that was taken away: "threes are not replaced" where `replaced` is another. What they say may then be untrue. */
bool words_name_changed(const struct rules *rules, const char *words, int level, bool *failed);

/* True if a list of section [group] has items, all of them brought in by layers above [level]. */
bool filled_above(const struct rules *rules, int group, int level);

#endif
