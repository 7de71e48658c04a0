/* show.h -- the rules of a variant as they apply, each setting with its value and where that was stated. */
#ifndef REPORTS_SHOW_H
#define REPORTS_SHOW_H

#include <stdbool.h>
#include "rules/rules.h"

struct document;
struct text;

/* What is to be seen of the rules; to be added up. */
enum show_how {
	SHOW_CHANGED = 1, /* only what is not as in the parent, or as by default if there is none */
	SHOW_SHORT = 2,   /* only what is stated, and without citations */
	SHOW_NARROW = 8   /* on a screen of 80 characters: not in columns */
};

/* True if some setting's or item's path is [part] or lies within it. */
bool show_has(const struct rules *rules, const char *part);

/* Makes a document of all settings whose path is [part] or lies within it, by section; all of them if [part] is "". When little is
 * asked for, the sentence of each setting, its remarks and all that it took the place of are added too. */
void show_rules(const struct rules *rules, const char *part, unsigned how, struct document *out);

/* Calls [each] for the settings that show_rules() writes, in the same order; an item of a list comes before its settings
 * with a [row] of -1. False if memory ran out. */
bool show_each(const struct rules *rules, const char *part, unsigned how,
               void (*each)(void *context, int group, int item, int row), void *context);

/* True if [removed] was taken away by the variant itself, or by an option chosen, and lies within [part]. When
 * memory ran out [*failed] is set. */
bool show_has_removed(const struct rules *rules, const struct removed_item *removed, const char *part, bool *failed);

/* Writes the path that the item had. */
void removed_path(const struct removed_item *removed, struct text *out);

/* The part of these rules that [part] is most likely a slip of; the caller frees nothing, [room] bytes hold it.
 * False if none is near. */
bool show_nearest(const struct rules *rules, const char *part, char *near, size_t room);

#endif
