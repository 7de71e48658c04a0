/* ledger.h -- the statements of a source document, one a line: id, where, topic, kind, rule, reading, separated by
 * tabs. A `source` names its ledger; rules cite it by id. */
#ifndef RULES_LEDGER_H
#define RULES_LEDGER_H

#include <stdbool.h>
#include "grammar/source.h"

struct library;
struct library_file;
struct rules;
struct statement;

struct ledger_row {
	const char *id, *where, *topic, *kind, *rule, *reading;
	struct span span; /* of its line */
};

struct ledger {
	const char *name, *title; /* of the source; the title may be NULL */
	const char *path;
	struct ledger_row *row;
	int rows;
	bool full; /* a row beyond LEDGER_ROWS_MAX was met, which is a finding; nobody knows what follows */
	struct ledger_entry *index;
};

enum { LEDGER_ROWS_MAX = 4096 }; /* a document has a few hundred statements; see NAMES_MAX for why there is an end */

/* The ledger of the statement [source] of [file], or NULL if it names none or none is there. Lines that are no rows are
 * findings. It lives in the library's arena. */
const struct ledger *ledger_read(struct library *library, const struct library_file *file,
                                 const struct statement *source);

/* The row called [id], or NULL. */
const struct ledger_row *ledger_find(const struct ledger *ledger, const char *id);

/* True for a kind of statement that play can prove, and a ruling therefore has to. */
bool ledger_wants_ruling(const char *kind);

/* The ledgers of all files that are open in the library, each read when somebody asks for it; NULL without memory. */
struct ledgers;
struct ledgers *ledgers_of(struct library *library);

/* The statement called [id] in one of them, or NULL. */
const struct ledger_row *ledgers_find(struct ledgers *ledgers, const char *id);

/* Looks at every citation of [file]: its source, the part before the last hyphen, has to be named by a `source` of this
 * file or of one it builds on, and where there is a ledger the statement has to be in it. Other files are those opened
 * in the library. */
void check_citations(struct library *library, const struct library_file *file);

/* Looks whether the numbers of [rules] that [file] cites without stating them occur in what it cites. */
void check_cited_numbers(struct library *library, const struct library_file *file, const struct rules *rules);

#endif
