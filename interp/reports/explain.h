/* explain.h -- what is behind a finding: why it is one, a file that draws it and one that does not. All of it is
 * written in docs/findings.txt; this reads it. */
#ifndef REPORTS_EXPLAIN_H
#define REPORTS_EXPLAIN_H

#include "grammar/diag.h"

struct text;

/* The sentence of a finding, with "..." for what it fills in. */
void explain_sentence(enum diag_id id, struct text *out);

/* All about one finding, for the terminal. */
void explain_write(enum diag_id id, struct text *out);

/* All about every finding in Markdown: docs/errors.md without its beginning. */
void explain_manual(struct text *out);

#endif
