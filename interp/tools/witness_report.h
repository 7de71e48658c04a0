/* witness_report.h -- the place where two sets of rules part, told to people and written down for the other verbs. */
#ifndef TOOLS_WITNESS_REPORT_H
#define TOOLS_WITNESS_REPORT_H

#include "tools/witness.h"

struct library;
struct document;
struct text;

/* Adds where they part, [depth] steps in: when, the position, the act, and what comes of it under each. [labels] name the
 * two. */
void witness_report(const struct witness *witness, const char *const labels[2], int depth, struct document *out);

/* Writes what can be seen of the table, in a line without its end: the hands, the stock, the pile, who is to act. */
void table_summary(const struct game *game, struct text *out);

/* True if the position, put up in the words of a ruling, is judged under [rules] as the witness says of [side]; only where
 * an act is legal under one of the two alone. They were built in [library]. */
bool witness_is_confirmed(struct library *library, const struct witness *witness, const struct rules *rules, int side);

/* Writes rulings, of which witness_is_confirmed(): the act allowed in the one variant and refused in the other. [title] is
 * that of both; [variants] are the two as `rulings for` names them, NULL for one that is left out, and [options] lines
 * `with` for each. */
void witness_rulings(const struct witness *witness, const char *title, const char *const variants[2],
                     const char *const options[2], struct text *out);

#endif
