/* ruling.h -- rulings: the tests of a variant, written in its own language. Each describes a position, says which acts
 * are legal there and what comes of them, and cites the statements of the document that it proves. */
#ifndef REPORTS_RULING_H
#define REPORTS_RULING_H

#include "notation/position_text.h"
#include "rules/library.h"

struct note;

/* Something in a ruling that does not hold. */
struct ruling_failure {
	int line;
	const char *why;
	struct ruling_failure *next;
};

/* What became of one ruling. */
struct ruling_result {
	const char *title;
	struct span span;         /* of the title */
	const struct note *notes; /* its citations, among other notes */
	bool passed;
	struct ruling_failure *failures; /* none of one that could not be run: that is a finding */
	struct ruling_result *next;
};

struct ruling_results {
	struct ruling_result *first, **last;
	int passed, failed;
};

/* Runs every ruling in [file] and adds what became of each to [results], which starts all zero. What went wrong is
 * written to [out]. Faults in the file itself become findings in the library. False if nothing could be run. The results
 * live in the library's arena. */
bool rulings_run(struct library *library, const struct library_file *file, struct ruling_results *results,
                 struct text *out);

/* The variant that rulings in [file] are for: one of the file they stand beside, of their own file, or one that is shipped. Sets
 * [*found] to its file. NULL with a finding queued. */
const struct statement *ruling_variant(struct library *library, const struct library_file *file,
                                       const struct expr *reference, const struct library_file **found);

/* The words that a line of a ruling can begin with; their number. */
enum { RULING_WORDS_MAX = POSITION_WORDS_MAX + 16 };
int ruling_words(const char **words);

/* ---- what a ruling asks, to be judged under other rules ---- */

/* Its position, and the act about which it says that it is allowed or refused. Both texts live in the library's arena. */
struct ruling_question {
	const char *lines; /* of the position; each at the line of the file where it stands */
	const char *act;   /* the line that allows or refuses it; NULL if the ruling asks about none */
};

/* Finds in [file] the ruling that stands at [line], counted from 1; for 0 the first one that asks about an act, if any
 * does. Of several acts it is the first that stands at [line] or behind. False if no ruling is there. */
bool ruling_question_find(struct library *library, const struct library_file *file, int line,
                          struct ruling_question *question);

/* True if [text] is a rules file, with rulings perhaps, and not the bare lines of a position. */
bool is_rules_file(const char *text);

#endif
