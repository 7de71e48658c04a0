/* ruling.h -- rulings: the tests of a variant, written in its own language. Each puts up a position, says which acts
 * are legal there and what comes of them, and cites the statements of the document that it proves. */
#ifndef REPORTS_RULING_H
#define REPORTS_RULING_H

#include <stdbool.h>
#include "rules/library.h"

struct note;

/* What became of one ruling. */
struct ruling_result {
	const char *title;
	struct span span;         /* of the title */
	const struct note *notes; /* its citations, among other notes */
	bool passed;
	struct ruling_result *next;
};

struct ruling_results {
	struct ruling_result *first, **last;
	int passed, failed;
};

/* Runs every ruling in [file] and adds what became of each to [results], which starts all zero. What
 * went wrong is told in [out]. Faults in the file itself become findings in the library. False if nothing could be
 * run. The results live in the library's arena. */
bool rulings_run(struct library *library, const struct library_file *file, struct ruling_results *results,
                 struct text *out);

#endif
