/* express.h -- what the files share that make programs: express.c puts expressions together, phrases.c knows the facts,
 * ladders.c the steps behind `by`. Each emits steps; false means that a finding is queued. */
#ifndef RULES_EXPRESS_H
#define RULES_EXPRESS_H

#include "rules/build.h"

struct compiler {
	struct building *building;
	unsigned about;  /* enum facts_in; for a term the questions that remain possible */
	bool narrows;    /* compiling a term: facts narrow `about` instead of being refused */
	bool whens_only; /* leave `unless` out */
	bool wants_flag; /* a condition is expected next, else a number */
	int number_row;  /* the setting whose number is expected next, -1 for none */
	struct op step[PROGRAM_STEPS];
	int steps, depth;
	bool failed; /* there is no room: told when all is read */
};

/* ---- express.c ---- */

/* Adds a step and returns its place, so that a jump can be aimed later. */
int emit(struct compiler *at, enum op_code code, int32_t number);

/* Let a jump, or [count] of them, lead behind the last step. */
void aim(struct compiler *at, int jump);
void aim_all(struct compiler *at, const int *jumps, int count);

/* Emits an operand that has to be a condition, or a number. */
bool emit_as(struct compiler *at, const struct expr *expr, bool want_flag, enum fact_type *type);

/* True if the expression is a plain number, which [*number] then is. */
bool constant(const struct expr *expr, int64_t *number);

/* ---- phrases.c ---- */

/* Emits the question that a phrase asks. */
bool emit_fact(struct compiler *at, const struct expr *phrase, enum fact_type *type);

/* ---- ladders.c ---- */

/* Emits the value of a step: a number, or bounds on the fact [subject]. */
typedef bool (*emit_value)(struct compiler *at, const struct expr *value, int subject);

/* Emits the ladder of [statement], whose keys have to cover every number that there can be, once. */
bool emit_ladder(struct compiler *at, const struct statement *statement, emit_value value, int subject);

#endif
