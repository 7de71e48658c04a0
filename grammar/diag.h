/* diag.h -- what is wrong with a file: a queue of findings, each with an id, a sentence and one or two places.
 * Findings are collected here and shown by whoever asked; nothing in the library prints. */
#ifndef GRAMMAR_DIAG_H
#define GRAMMAR_DIAG_H

#include <stdbool.h>
#include <stddef.h>
#include "source.h"

struct text; /* a growing string, text.h */

enum diag_level { DIAG_ERROR, DIAG_WARNING, DIAG_NOTE };

/* Every finding there is, one per row of diag.def. */
enum diag_id {
#define DIAG(id, level, name, sentence) DIAG_##id,
#include "diag.def"
#undef DIAG
	DIAG_COUNT
};

struct diag {
	enum diag_id id;
	enum diag_level level;
	struct span span;     /* what the sentence is about; may be nowhere */
	const char *sentence; /* in the arena */
	const char *hint;     /* shown under the marked text, or NULL: "did you mean `naturals`?" */
	const char *fix;      /* what is to be written in place of the marked text, or NULL if that is not certain */
	struct span other;    /* the second place when two things disagree, or nowhere */
	const char *other_sentence; /* what is to be seen there, or NULL */
	int suppressed;             /* it is neither reported nor counted */
	struct diag *next;
};

enum { DIAGS_MAX = 200 }; /* further findings are counted, not kept */

struct diags {
	struct sources *sources;
	struct diag *first, *last;
	int kept;
	int errors;          /* an error met again, in another variant, counts again */
	int warnings;        /* those that are reported */
	int more;            /* findings that were counted and not kept */
	struct diag scratch; /* what diag_add() returns for those */
};

/* Queues finding [id] about [span]. The sentence is the row's format filled with the arguments (printf style, of the
 * conversions that diag.def names; long texts are cut short). Returns the finding so that the caller may add a hint or
 * a second place; never NULL (when it cannot be kept, a scratch record is returned whose changes are lost). What was
 * found at the same place in the same words before is counted among the errors, but not kept again. */
struct diag *diag_add(struct diags *diags, enum diag_id id, struct span span, ...);

/* Adds a hint, printf style. */
void diag_hint(struct diags *diags, struct diag *diag, const char *format, ...);

/* Proposes to write [fix] in place of the marked text, provided that this is [word]; NULL: whatever it is. */
void diag_fix(struct diags *diags, struct diag *diag, const char *word, const char *fix);

/* If [word] is a misspelling of one of [count] [words] (see word_nearest()), adds "did you mean" as a hint and proposes to write that
 * word; false if there is none. */
bool diag_hint_nearest(struct diags *diags, struct diag *diag, const char *word, const char *const *words, int count);

/* The first finding behind [before], or of all if that is NULL. */
static inline struct diag *diags_behind(const struct diags *diags, const struct diag *before)
{
	return before != NULL ? before->next : diags->first;
}

/* Adds a second place, printf style. */
void diag_other(struct diags *diags, struct diag *diag, struct span span, const char *format, ...);

/* Suppresses a finding: its file allows it, or another one reports the same. */
void diag_suppress(struct diags *diags, struct diag *diag);

/* The name people quote, such as "unknown-setting"; and the finding of that name, DIAG_COUNT for none. */
const char *diag_name(enum diag_id id);
enum diag_id diag_named(const char *name);

/* Its sentence as diag.def has it, not filled in. */
const char *diag_sentence(enum diag_id id);

/* How grave it is, also as a word: "warning". */
enum diag_level diag_level(enum diag_id id);
const char *diag_level_word(enum diag_level level);

/* The findings that are reported, in the order of their places. Returns how many there are in [order]. */
int diags_in_order(const struct diags *diags, const struct diag *order[DIAGS_MAX]);

/* Writes all findings, in the order of their places, as people read them:
 *   ours.canasta:23:14: error: the sentence [name]
 *      23 |         0..1495: 1500
 *         |                  ^^^^ the hint
 *   classic.canasta:31:18: note: the other sentence
 * A finding without a place starts with the word error. Control characters of the source are not repeated. */
void diags_write(const struct diags *diags, struct text *out);

#endif
