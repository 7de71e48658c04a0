/* show.h -- the rules of a variant as they apply, each setting with its value and where that was stated. */
#ifndef REPORTS_SHOW_H
#define REPORTS_SHOW_H

#include <stdbool.h>
#include "rules/rules.h"

struct document;
struct json_t;
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

/* The same for programs (docs/json.md); the caller gives it back. NULL if memory ran out. */
struct json_t *show_json(const struct rules *rules, const char *part, unsigned how);

/* A setting, an item ([row] -1), or an item that was taken away. */
struct shown {
	int group, item, row;
	const struct removed_item *removed; /* or NULL */
};

struct selection {
	const struct rules *rules;
	struct shown *list;
	int count;
	bool failed; /* memory ran out: something is missing */
};

/* Lists what is to be shown of [part], an item before its settings, and last what the variant itself, or an option, took
 * away there. False if memory ran out; selection_free() gives back what is held in any case. */
bool show_select(const struct rules *rules, const char *part, unsigned how, struct selection *to);
void selection_free(struct selection *selection);

/* Writes the path of one of them. */
void shown_path(const struct rules *rules, const struct shown *shown, struct text *out);

/* Sets [near], which has [room] bytes, to the part of these rules that is most likely meant by the misspelled [part].
 * False if none is near. */
bool show_nearest(const struct rules *rules, const char *part, char *near, size_t room);

#endif
