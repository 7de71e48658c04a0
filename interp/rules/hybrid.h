/* hybrid.h -- the rules of one variant with some of what another one says: for trying out a difference alone. A rule is also
 * borrowed like an option: `going_out.canastas=ours.canasta` is what ours.canasta says there, and everything else stays. */
#ifndef RULES_HYBRID_H
#define RULES_HYBRID_H

#include <stdbool.h>
#include "rules/compare.h"

struct library;
struct text;

/* The rules of the first variant of [comparison], which compares two that were built in [library], with those of its
 * lines taken over from the second for which [chosen] is true. Terms, classes and events that only the second has are
 * there in any case. NULL if they are no sound rules together; [*why] is then a sentence that says so, in the library's
 * arena, or NULL when memory ran out. What is found wrong is not queued in the library. */
const struct rules *rules_hybrid(struct library *library, const struct comparison *comparison, const bool *chosen,
                                 const char **why);

/* True if [word], which stands among the options, borrows: in front of its `=` there is a path, with a dot in it. */
bool is_borrowed(const char *word);

/* [rules] with what those of [count] [words] borrow that do. The other variants are found as library_variant() has it, with
 * options of their own behind `+`, which no name of a file has here: game.tie=ours.canasta+ties_stand. NULL with a
 * finding queued if there is no such difference between the two, or if it cannot be alone. */
struct rules *rules_borrow(struct library *library, struct rules *rules, const char *const *words, int count);

/* Writes the word that borrows the rule at [path] from the variant that [reference] names, with [count] [options]. */
void borrowed_write(const char *path, const char *reference, const char *const *options, int count, struct text *out);

#endif
