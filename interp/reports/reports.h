/* reports.h -- the reports that are a call each: of what is shipped, of the language, and of a file. */
#ifndef REPORTS_REPORTS_H
#define REPORTS_REPORTS_H

#include "grammar/diag.h"
#include "rules/rules.h"

struct document;
struct json_t;
struct ledger;
struct library;
struct library_file;
struct ruling_results;
struct statement;
struct table;
struct text;

/* ---- list.c, starter.c: which variants there are, what each lets a table choose, and a file to start from ---- */

/* Adds every variant of [file], or [variant] alone if it is not NULL: to [*list] an object with its options for programs, or
 * if [list] is NULL to [table] a row of three columns and, with [options], one for each option. Variants that cannot be built
 * leave findings in the library and nothing else. */
void list_file(struct library *library, const struct library_file *file, const struct statement *variant, bool options,
               struct table *table, struct json_t **list);

/* Writes a file with a variant called [name] that extends the one of [rules]; [extends] is how that is named in a file.
 * Each line that begins with # and a word is a rule as it is now, and becomes one of the new variant when the # goes. */
void starter_write(const struct rules *rules, const char *name, const char *extends, struct text *out);

/* ---- manual.c: the tables of the language manual, from rules.def and facts.def ---- */

/* Makes a document of every section and list with its settings. */
void manual_settings(struct document *out);

/* Makes a document of everything that can be asked. */
void manual_facts(struct document *out);

/* ---- inspect.c, coverage.c: a file, and the statements of the documents it encodes ---- */

/* Builds every variant of [file], as it stands and with each of its options; looks through its fragments, runs its
 * rulings to see that they can be read, and looks its citations up. What is wrong becomes findings in the library. */
void inspect_file(struct library *library, const struct library_file *file);

/* Writes how the files opened in [library] account for the rows of [ledger], with [results] of the rulings among them:
 * sums first, then the rows that something is missing for, or every row if [all]. True if nothing is missing. */
bool coverage_add(struct library *library, const struct ledger *ledger, const struct ruling_results *results, bool all,
                  struct document *out);

/* ---- findings.c: why something is a finding, as docs/findings.txt says, and findings for programs ---- */

/* The sentence of a finding, with "..." for what it fills in. */
void explain_sentence(enum diag_id id, struct text *out);

/* Adds all about one finding. */
void explain_add(enum diag_id id, struct document *out);

/* Makes a document of all about every finding: docs/errors.md without its beginning. */
void explain_manual(struct document *out);

/* Adds the findings that are reported to the array [findings]; false if memory ran out. Of places lines and columns count
 * from 1, columns in characters; the end is the column behind the last one. */
int findings_json(const struct diags *diags, struct json_t *findings);

/* Adds them to the `results` of a SARIF run. */
int findings_sarif(const struct diags *diags, struct json_t *results);

/* The whole documents around such arrays, which they take over, also when they fail. NULL if memory ran out. */
struct json_t *findings_json_document(struct json_t *findings);
struct json_t *findings_sarif_document(struct json_t *results);

#endif
