/* origin.h -- what a file says of a setting: the value as it stands there, the place, the layer, the statements cited. */
#ifndef REPORTS_ORIGIN_H
#define REPORTS_ORIGIN_H

#include "rules/rules.h"

struct text;

/* Writes the place where [span] begins: variants/base.canasta:53. */
void place_write(const struct rules *rules, struct span span, struct text *out);

/* Writes the place of [statement]. */
void statement_place_write(const struct rules *rules, const struct statement *statement, struct text *out);

/* Writes what [notes] cite, and `house` where they say so, each behind a line feed: "\n@HOUSE-12". */
void cites_write(const struct note *notes, struct text *out);

/* Writes where [cell] was stated, the layer if that is not the variant itself, and the citations, with a line feed
 * between them; "default" if nothing was stated. */
void origin_write(const struct rules *rules, const struct cell *cell, struct text *out);

/* Writes the value that [cell] states for setting [row], a line for each step or condition; the default in the words of
 * the language if it states nothing. */
void value_write(enum row_id row, const struct cell *cell, struct text *out);

#endif
