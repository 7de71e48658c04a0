/* compare.h -- what settings mean: the canonical text, which is equal where two mean the same, and the hash of all of it; and variants side by
 * side: which of their items correspond, and which settings mean something else.
 * Everything is compared by meaning; order, spelling and place in the file are no difference. One setting of a variant can
 * be taken over into another, to try a difference alone. A rule is also borrowed like an option:
 * `going_out.canastas=ours.canasta` is what ours.canasta says there, and everything else stays. */
#ifndef RULES_COMPARE_H
#define RULES_COMPARE_H

#include <stdbool.h>
#include "rules/rules.h"

struct library;
struct text;

/* ---- canonical text and hash (canonical.c) ---- */

/* How sets of cards and terms are told apart in canonical texts. */
enum canonical_detail {
	CANONICAL_BY_NAME,    /* wild cards and bonus cards as such; terms, classes and canastas by their names */
	CANONICAL_SPELLED_OUT /* cards by faces; terms, classes and canastas by what they stand for */
};

/* Writes the canonical text of setting [row] of item [item]: equal texts mean the same, whatever the order of parts or the
 * way of writing. For programs, not for people. */
void canonical_write(const struct rules *rules, enum row_id row, int item, enum canonical_detail detail,
                     struct text *out);

/* Writes that of an expression. */
void canonical_ir_write(const struct rules *rules, const struct ir *ir, enum canonical_detail detail, struct text *out);

/* True if setting [row] of item [item] of [one] means what it does of item [other_item] of [other]. What `wild` or the name
 * of a term stands for is a matter of its own setting, and names alone make no difference.
 * [*failed] is set where memory ran out, for then nobody knows. */
bool canonical_same(const struct rules *one, int item, const struct rules *other, int other_item, enum row_id row,
                    bool *failed);

/* True if the setting is, in effect, what it is where nothing is stated. */
bool canonical_is_default(const struct rules *rules, enum row_id row, int item);

/* True for the lists whose items matter only where a condition speaks of them: terms and classes. */
bool group_is_helper(int group);

enum { RULES_HASH_ROOM = 65 }; /* 64 hexadecimal digits and the end of the string */

/* One hash for everything that decides how the game goes: SHA-256 over the settings that are not as by default, in a
 * fixed order. Names of items count, but for those of terms and classes; titles, prose, citations, order and spelling
 * do not. False when memory ran out. */
bool rules_hash(const struct rules *rules, char hash[RULES_HASH_ROOM]);

/* ---- where variants differ (compare.c) ---- */

enum { COMPARED_MAX = 12 }; /* variants side by side */

/* One line of a comparison: a setting, or an item of a list as a whole. Lines stand in the order of rules.def; those of
 * an item follow the line of the item. */
struct compared {
	int group;              /* enum group_id */
	int row;                /* enum row_id, or -1 for an item as a whole */
	int item[COMPARED_MAX]; /* of each variant its place in the list, -1 where it has none; 0 in sections */
	bool differs;           /* not all of them have it, or it does not mean the same in all that do; of an item as a
	                         * whole also if its name or title is not the same in all */
	enum level level;       /* how much a difference matters */
};

struct comparison {
	const struct rules *rules[COMPARED_MAX];
	int count;
	struct compared *line;
	int lines;
	bool failed; /* memory ran out while it was made */
};

/* Compares [count] variants, 1 to COMPARED_MAX. Items correspond that have the same name; of the others those that mean
 * the same, then those alike in their first setting alone. False when memory ran out; otherwise comparison_free()
 * gives back what [comparison] holds. The rules must live as long. */
bool compare_rules(const struct rules *const *rules, int count, struct comparison *comparison);
void comparison_free(struct comparison *comparison);

/* Writes the path of [line], in the first of them that has it: pile.take.with_wild.when. */
void compared_path(const struct comparison *comparison, const struct compared *line, struct text *out);

/* True if [line] is an item that some of the variants do not have; none of its settings has a line then that differs. */
bool compared_is_partial(const struct comparison *comparison, const struct compared *line);

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
