/* doubts.h -- what is likely wrong although it can be played: looked for in finished rules, by `check` alone.
 *
 * A file is built many times, as each of its variants and with each option. A statement is told of only if it is in
 * doubt in every build in which it counts: what makes no sense in one of them may be there for another. */
#ifndef RULES_DOUBTS_H
#define RULES_DOUBTS_H

#include "rules/rules.h"

struct library;
struct library_file;
struct doubt;

enum { DOUBT_PLACES = 64 }; /* a file has some hundred statements that are asked about: a few for each */

/* The doubts about one file while it is gone through. */
struct doubts {
	struct library *library;
	const struct library_file *file;
	struct doubt *first, **last;
	struct doubt *here[DOUBT_PLACES]; /* the same by where they stand in the file, each list the latest first */
	struct touched *touched;          /* what the options of the variant being looked at state */
};

void doubts_begin(struct doubts *doubts, struct library *library, const struct library_file *file);

/* Looks at one build: the rules as they stand, or with [option] called [word] switched on (both NULL for none). */
void doubts_look(struct doubts *doubts, const struct rules *rules, const struct option *option, const char *word);

/* To be called between two variants of the file. */
void doubts_next_variant(struct doubts *doubts);

/* Queues what is still in doubt. */
void doubts_tell(struct doubts *doubts);

#endif
