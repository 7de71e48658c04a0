/* sayings.h -- the table of sayings.def, and how its sentences are filled in. */
#ifndef REPORTS_SAYINGS_H
#define REPORTS_SAYINGS_H

#include <stdbool.h>
#include "rules/rules.h"

struct ir;
struct text;

enum { SAYING_WORDS_MAX = 4 };

/* How a setting is said. */
struct saying {
	const char *none, *all, *some;
	const char *word[SAYING_WORDS_MAX]; /* of a WORD, in the order of its words */
	const char *equal;                  /* said while row [equal_to] has the same number, or NULL */
	enum row_id equal_to;
	const char *beside; /* said in place of these while row [beside_of] is not by default, or NULL */
	enum row_id beside_of;
	const char *instead;  /* said where the others say nothing and the setting was changed, or NULL */
	const char *is_given; /* not NULL: said only while row [given] is not by default */
	enum row_id given;
};

/* How a fact is said: some of what facts.def calls a FLAG, the rest of a number. */
struct fact_saying {
	const char *so, *not_so;
	const char *some, *none, *counted, *noun, *each;
};

extern const struct saying sayings[ROW_COUNT];
extern const struct fact_saying fact_sayings[FACT_COUNT];
extern const char *const group_leads[GROUP_COUNT], *const group_nouns[GROUP_COUNT]; /* NULL where there is none */
extern const bool group_bare[GROUP_COUNT]; /* its items are said without their titles */

/* What goes into the holes of a sentence. */
struct holes {
	const struct rules *rules;
	const char *value;                               /* for # */
	enum { SAID_PLAIN, SAID_ONE, SAID_MANY } number; /* chooses in {one|many}; PLAIN leaves both out */
	cardset faces;                                   /* for @, and for #a */
	int group, item;                                 /* for $ */
	const struct ir *others; /* facts of the same kind, whose items are meant as well; NULL if there are none */
};

/* Writes [sentence] with its holes filled in. */
void saying_fill(const struct holes *holes, const char *sentence, struct text *out);

/* Writes a number as people do: 8,500. */
void number_write(int64_t number, struct text *out);

/* How many of them: chooses between "card" and "cards". */
#define said_number(count) ((count) == 1 ? SAID_ONE : SAID_MANY)

#endif
