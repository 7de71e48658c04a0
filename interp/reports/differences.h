/* differences.h -- variants compared, in words: what differs between two, gathered once and then put into a document; and any number of
 * them side by side. */
#ifndef REPORTS_DIFFERENCES_H
#define REPORTS_DIFFERENCES_H

#include <stdbool.h>
#include "grammar/text.h"
#include "rules/compare.h"
#include "text/document.h"

struct document;
struct json_t;

/* One difference, in words. */
struct difference {
	enum level level;
	int group, row; /* as in struct compared */
	int item[2];
	int line;             /* of the comparison of the two, by compare_rules() */
	struct text path;     /* of the setting or item, in the first that has it: pile.take.with_wild.when */
	struct text said[2];  /* what a rule sheet of each says; empty where it says nothing */
	struct text value[2]; /* the value alone; empty for an item */
	struct text
		place[2]; /* where each is stated and what it cites, as origin_write() has it; empty without the item */
};

struct differences {
	const struct rules *rules[2];
	const char *label[2]; /* what the two are called in front of their sentences */
	struct difference *list;
	int count;
	int of_level[LEVEL_TEXT + 1];
};

/* Gathers the differences between two variants, the gravest level first, then in the order of a rule sheet. [labels] name
 * them and must live as long. False when memory ran out; otherwise differences_free() gives back what is held. */
bool differences_find(const struct rules *const rules[2], const char *const labels[2], struct differences *differences);
void differences_free(struct differences *differences);

/* Add them to [out] for reading from top to bottom: few of them with places and citations, many by topic, unless [all] asks
 * for everything; or side by side, as a table. Nothing is added of none to read. */
void differences_list(const struct differences *differences, bool all, struct document *out);
void differences_beside(const struct differences *differences, struct document *out);

/* Adds one difference alone, [depth] steps in, without its places. */
void difference_add(const struct differences *differences, int index, int depth, struct document *out);

/* All of them for programs (docs/json.md); a new value, NULL when memory ran out. */
struct json_t *differences_json(const struct differences *differences);

/* ---- side by side, a line for each setting ---- */

/* What a matrix shows of a comparison, and under which names. */
struct matrix {
	const struct comparison *comparison;
	const char *const *labels; /* one for each variant */
	bool all;                  /* also the settings in which all are the same */
	bool brief;                /* of an item only so much as a column of a terminal holds */
	bool paths;                /* for a spreadsheet: paths of settings, and no signs behind values */
};

/* Makes a table of it, with topics, and what its signs mean. */
void matrix_document(const struct matrix *matrix, struct document *out);

/* The same for programs (docs/json.md): a new value, NULL when memory ran out. */
struct json_t *matrix_json(const struct matrix *matrix);

#endif
