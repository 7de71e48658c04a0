/* ruling.h -- rulings: the tests of a variant, written in its own language. Each describes a position, says which acts
 * are legal there and what comes of them, and cites the statements of the document that it proves. */
#ifndef REPORTS_RULING_H
#define REPORTS_RULING_H

#include "notation/position_text.h"
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

/* Runs every ruling in [file] and adds what became of each to [results], which starts all zero. What went wrong is
 * written to [out]. Faults in the file itself become findings in the library. False if nothing could be run. The results
 * live in the library's arena. */
bool rulings_run(struct library *library, const struct library_file *file, struct ruling_results *results,
                 struct text *out);

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

/* ---- for the two files that run rulings ---- */

/* A ruling while it is run. */
struct ruling_run {
	struct position_parser on; /* the position */
	struct text *out;
	const struct statement *ruling;
	bool failed; /* the ruling does not hold */
	bool stuck;  /* what was to be done was not: nothing after it means anything */
};

/* Reports that the ruling does not hold: at [span], in the words of [what] and [detail]. */
void ruling_fail(struct ruling_run *at, struct span span, const char *what, const char *detail);

/* ruling_outcome.c: lines `expect`, `scores`, `ended`, which look at a position that is finished, */
void run_expect(struct ruling_run *at, const struct statement *line);
void run_scores(struct ruling_run *at, const struct statement *line);
void run_ended(struct ruling_run *at, const struct statement *line);

/* and `after`, `cut` and `varies`, which look at the rules alone. */
void run_after(struct ruling_run *at, const struct statement *line);
void run_cut(struct ruling_run *at, const struct statement *line);
void run_varies(struct ruling_run *at, const struct statement *line);

#endif
