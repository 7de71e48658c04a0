/* borrow.h -- a rule of another variant, taken over like an option: `going_out.canastas=ours.canasta` is what ours.canasta
 * says there, and everything else stays. So a difference that `diff` tells can be tried alone, by any verb. */
#ifndef RULES_BORROW_H
#define RULES_BORROW_H

#include <stdbool.h>

struct library;
struct rules;
struct text;

/* True if [word], which stands among the options, borrows: in front of its `=` there is a path, with a dot in it. */
bool is_borrowed(const char *word);

/* [rules] with what those of [count] [words] borrow that do. The other variants are found as library_variant() has it, with
 * options of their own behind `+`, which no name of a file has here: game.tie=ours.canasta+ties_stand. NULL with a
 * finding queued if there is no such difference between the two, or if it cannot be alone. */
struct rules *rules_borrow(struct library *library, struct rules *rules, const char *const *words, int count);

/* Writes the word that borrows the rule at [path] from the variant that [reference] names, with [count] [options]. */
void borrowed_write(const char *path, const char *reference, const char *const *options, int count, struct text *out);

#endif
