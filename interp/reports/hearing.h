/* hearing.h -- what the files share that run rulings: ruling.c reads them line by line and does what they say, ruling_outcome.c
 * looks at what has come of it. */
#ifndef REPORTS_HEARING_H
#define REPORTS_HEARING_H

#include "notation/position_text.h"

/* A ruling being run. */
struct hearing {
	struct position_parser on; /* the position */
	struct text *out;
	const struct statement *ruling;
	bool failed; /* the ruling does not hold */
	bool stuck;  /* what was to be done was not: nothing after it means anything */
};

/* Tells that the ruling does not hold: at [span], in the words of [what] and [detail]. */
void fail_at(struct hearing *at, struct span span, const char *what, const char *detail);

/* ruling_outcome.c: lines `expect`, `scores`, `ended`, which look at a position that is finished, */
void tell_expect(struct hearing *at, const struct statement *line);
void tell_scores(struct hearing *at, const struct statement *line);
void tell_ended(struct hearing *at, const struct statement *line);

/* and `after`, `cut` and `varies`, which look at the rules alone. */
void tell_after(struct hearing *at, const struct statement *line);
void tell_cut(struct hearing *at, const struct statement *line);
void tell_varies(struct hearing *at, const struct statement *line);

#endif
