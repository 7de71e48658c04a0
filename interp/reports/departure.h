/* departure.h -- what a game has of its own beside the one it is made from; or, where it is made from none, what an option
 * that was chosen brought. To compare takes memory: for want of it [*failed] is set. */
#ifndef REPORTS_DEPARTURE_H
#define REPORTS_DEPARTURE_H

#include <stdbool.h>
#include "rules/rules.h"

/* True if what setting [row] of [item] says is this variant's own, or an option's, and not what the parent has; also if
 * that is so of a term or class that it asks for. */
bool setting_departs(const struct rules *rules, enum row_id row, int item, bool *failed);

/* True if it departs from something that was stated before. */
bool setting_was_replaced(const struct rules *rules, enum row_id row, int item, bool *failed);

/* True if the parent does not have the item, or has some setting of it otherwise. */
bool item_departs(const struct rules *rules, int group, int item, bool *failed);

/* True if the parent has an item that this variant does not have: [removed] is one of rules->removed. */
bool removal_departs(const struct rules *rules, const struct removed_item *removed);

/* True if something in section or list [group], or of [item] of it where that is not negative, is other than it was in
 * the layers up to [level]: a setting, an item more or less. */
bool changed_above(const struct rules *rules, int group, int item, int level, bool *failed);

/* True if [words], which were written for the layers up to [level], name a setting that was changed above them, or an item
 * that was taken away: "threes are not replaced" where `replaced` is another. What they say may then be untrue. */
bool words_name_changed(const struct rules *rules, const char *words, int level, bool *failed);

/* True if a list of section [group] has items, all of them brought in by layers above [level]. */
bool filled_above(const struct rules *rules, int group, int level);

#endif
