/* canonical.h -- what a setting says, however it was written: text that is equal when two settings mean the same, and one
 * hash for all the rules of a variant. */
#ifndef RULES_CANONICAL_H
#define RULES_CANONICAL_H

#include <stdbool.h>
#include "rules/rules.h"

struct text;

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
 * of a term stands for is a matter of its own setting, and a mere name is no matter.
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

#endif
