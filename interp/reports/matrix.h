/* matrix.h -- variants side by side, a line for each setting. */
#ifndef REPORTS_MATRIX_H
#define REPORTS_MATRIX_H

#include <stdbool.h>
#include "rules/compare.h"

struct json_t;
struct text;

/* What a matrix shows of a comparison, and under which names. */
struct matrix {
	const struct comparison *comparison;
	const char *const *labels; /* one for each variant */
	bool all;                  /* also the settings in which all are the same */
};

/* Write it for a terminal, in columns as wide as a page has room for; as Markdown; as a page of HTML; and as CSV
 * (RFC 4180) with the paths of settings in the first column. */
void matrix_write(const struct matrix *matrix, struct text *out);
void matrix_markdown(const struct matrix *matrix, struct text *out);
void matrix_html(const struct matrix *matrix, struct text *out);
void matrix_csv(const struct matrix *matrix, struct text *out);

/* The same for programs (docs/json.md): a new value, NULL when memory ran out. */
struct json_t *matrix_json(const struct matrix *matrix);

#endif
