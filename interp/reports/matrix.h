/* matrix.h -- variants side by side, a line for each setting. */
#ifndef REPORTS_MATRIX_H
#define REPORTS_MATRIX_H

#include <stdbool.h>
#include "rules/compare.h"

struct json_t;
struct document;

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
