/* explain.h -- what is behind a finding: why it is one, a file that draws it and one that does not. All of it is
 * written in docs/findings.txt; this reads it. */
#ifndef REPORTS_EXPLAIN_H
#define REPORTS_EXPLAIN_H

#include "grammar/diag.h"

struct document;
struct text;

/* The sentence of a finding, with "..." for what it fills in. */
void explain_sentence(enum diag_id id, struct text *out);

/* Adds all about one finding. */
void explain_add(enum diag_id id, struct document *out);

/* Makes a document of all about every finding: docs/errors.md without its beginning. */
void explain_manual(struct document *out);

#endif
