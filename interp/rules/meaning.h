/* meaning.h -- what a value means, however it was written: compiled programs turned back into small trees, values as
 * text that is equal when they mean the same, and one hash for all the rules of a variant. */
#ifndef RULES_MEANING_H
#define RULES_MEANING_H

#include <stdbool.h>
#include "rules/rules.h"

struct arena;
struct text;

/* A condition, an amount or bounds. Parts stand in the order in which the file has them. */
struct meaning {
	enum meaning_kind {
		MEANING_NUMBER,   /* number; of a condition 1 for always and 0 for never */
		MEANING_FACT,     /* fact, with its faces or its item */
		MEANING_NOT,      /* of one part, a fact */
		MEANING_ALL,      /* every part holds; never itself a part of MEANING_ALL */
		MEANING_ANY,      /* some part holds; likewise */
		MEANING_EQUAL,    /* two parts; a number is the second. With a number the comparisons are these four, */
		MEANING_UNEQUAL,  /* and a fact that cannot be less than a number is never compared in a way */
		MEANING_AT_LEAST, /* that always or never holds */
		MEANING_AT_MOST,
		MEANING_MORE, /* of two parts neither of which is a number */
		MEANING_LESS,
		MEANING_SUM,      /* of two or more parts, a number the last */
		MEANING_PRODUCT,  /* of two or more parts, a number the first */
		MEANING_NEGATIVE, /* of one part */
		MEANING_LADDER,   /* the first part chooses among the others, each a MEANING_STEP */
		MEANING_STEP /* from number on, up to the next step: the one part; the first step is from INT32_MIN */
	} kind;
	int32_t number;
	enum fact_id fact;
	cardset faces; /* of a fact with cards: rank * 4 + suit, as in faces.h */
	int item;      /* of a fact with a canasta, a class, an event or a term: its place in that list */
	const struct meaning *first, *next; /* its parts; the next part of what it is a part of */
};

/* ---- trees (meaning.c) ---- */

/* The tree of the program [steps], which belongs to [rules]; it lives in [arena]. NULL when memory ran out. */
const struct meaning *meaning_of(const struct rules *rules, program steps, struct arena *arena);

/* The same, with terms that always or never hold taken for that. */
const struct meaning *meaning_settled(const struct rules *rules, program steps, struct arena *arena);

/* The program that setting [row] of item [item] holds; NULL if it is of a type that has none. */
program meaning_program(const struct rules *rules, enum row_id row, int item);

/* What a comparison becomes when it is denied, and all and any; other kinds stay as they are. Numbers are whole. */
enum meaning_kind meaning_opposite(enum meaning_kind kind);

/* The faces of a set of kinds. */
cardset meaning_faces(const struct rules *rules, cardset kinds);

/* ---- texts to compare (meaning_text.c) ---- */

/* How sets of cards and terms are told apart in texts that are compared. */
enum meaning_detail {
	MEANING_BY_NAME,    /* wild cards and bonus cards as such; terms, classes and canastas by their names */
	MEANING_SPELLED_OUT /* cards by faces; terms, classes and canastas by what they stand for */
};

/* Writes what setting [row] of item [item] means. Equal texts mean the same, whatever the order of parts or the way
 * of writing. For programs, not for people. */
void meaning_write(const struct rules *rules, enum row_id row, int item, enum meaning_detail detail, struct text *out);

/* Writes a tree, or that of a program, in the same way. */
void meaning_tree_write(const struct rules *rules, const struct meaning *meaning, enum meaning_detail detail,
                        struct text *out);
void meaning_program_write(const struct rules *rules, program steps, enum meaning_detail detail, struct text *out);

/* ---- the same or not (meaning_same.c) ---- */

/* True if setting [row] of item [item] of [one] means what it does of item [other_item] of [other]. What `wild` or the name
 * of a term stands for is a matter of its own setting, and a mere name is no matter.
 * [*failed] is set where memory ran out, for then nobody knows. */
bool meaning_same(const struct rules *one, int item, const struct rules *other, int other_item, enum row_id row,
                  bool *failed);

/* True if the setting is, in effect, what it is where nothing is stated. [*failed] as above. */
bool meaning_is_default(const struct rules *rules, enum row_id row, int item, bool *failed);

/* True for the lists whose items matter only where a condition speaks of them: terms and classes. */
bool meaning_is_helper(int group);

enum { RULES_HASH_ROOM = 65 }; /* 64 hexadecimal digits and the end of the string */

/* One hash for everything that decides how the game goes: SHA-256 over the settings that are not as by default, in a
 * fixed order. Names of items count, but for those of terms and classes; titles, prose, citations, order and spelling
 * do not. False when memory ran out. */
bool rules_hash(const struct rules *rules, char hash[RULES_HASH_ROOM]);

#endif
