/* coverage.h -- a variant held against the statements of the documents it encodes: each is encoded somewhere, or said
 * to be no matter for the engine, and what happens in play is proved by a ruling. */
#ifndef REPORTS_COVERAGE_H
#define REPORTS_COVERAGE_H

#include <stdbool.h>

struct ledger;
struct library;
struct ruling_results;
struct document;

/* Writes how the files opened in [library] account for the rows of [ledger], with [results] of the rulings among them:
 * sums first, then the rows that something is missing for, or every row if [all]. True if nothing is missing. */
bool coverage_add(struct library *library, const struct ledger *ledger, const struct ruling_results *results, bool all,
                  struct document *out);

#endif
