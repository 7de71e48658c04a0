/* semantic.h -- what the files of semantic analysis share: semantic.c types expressions, phrases.c knows the facts. NULL
 * means that a finding is queued, or that memory ran out. */
#ifndef RULES_SEMANTIC_H
#define RULES_SEMANTIC_H

#include "rules/build.h"

struct typing {
	struct building *building;
	struct ir_maker maker;
	struct span span; /* of what is typed */
	unsigned about;   /* enum facts_in; for a term the questions that remain possible */
	bool narrows;     /* typing a term: facts narrow `about` instead of being refused */
	bool whens_only;  /* leave `unless` out */
	bool wants_flag;  /* a condition is expected next, else a number */
	bool too_long;    /* there are too many parts: reported when all is read */
	int number_row;   /* the setting whose number is expected next, -1 for none */
};

/* phrases.c: the fact that a phrase asks. */
struct ir *type_fact(struct typing *at, const struct expr *phrase);

/* semantic.c: true if the expression is a plain number, which [*number] then is. */
bool constant(const struct expr *expr, int64_t *number);

/* semantic.c: the numbers that a key of a ladder stands for; false if it is none. */
bool read_key(const struct expr *key, int64_t *low, int64_t *high);

#endif
