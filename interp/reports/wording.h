/* wording.h -- the rules in sentences, as a rule sheet has them. The sentences come from rules/wordings.def; ranks are in words
 * and values in digits, so that a number in a sentence is always a value. */
#ifndef REPORTS_WORDING_H
#define REPORTS_WORDING_H

#include <stdbool.h>
#include "rules/rules.h"

struct ir;
struct text;

/* Writes the value of a setting alone: "2", "1,500", "red threes", "to the left", "when the stock is empty"; a ladder
 * on one line: "50 below 1,500, 90 from 1,500, by the side's total". [item] is 0 in a section. */
void wording_value(const struct rules *rules, enum row_id row, int item, struct text *out);

/* Writes a whole sentence, or several: "A side needs 2 canastas to go out."; for a setting of an item it begins with
 * the item: "The meld "A set": at most 3 wild cards." False, with nothing written, where there is nothing to say: a
 * default that does nothing, unless it took the place of something else in this variant; or a setting that is idle while
 * another one has its default. */
bool wording_sentence(const struct rules *rules, enum row_id row, int item, struct text *out);

/* The same as it stands in a list below the title of its item: "at most 3 wild cards". In a section the sentence. */
bool wording_clause(const struct rules *rules, enum row_id row, int item, struct text *out);

/* The same above a table of the setting's values: "what a side melds first must count at least as follows, by the side's
 * total"; as ever where a setting needs no table. */
bool wording_clause_above(const struct rules *rules, enum row_id row, int item, struct text *out);

/* All that there is to say of the settings of an item, one clause after another with semicolons between them; [out] is
 * empty before. */
void wording_clauses(const struct rules *rules, int group, int item, struct text *out);

/* The same for one of them, which is added to what [out] has. */
void wording_add_clause(const struct rules *rules, enum row_id row, int item, struct text *out);

/* Writes [words] with a capital letter in front. */
void wording_capital(const char *words, struct text *out);

/* True if the setting is of no matter while another one has its default, or has not. [*failed] is set where memory ran out. */
bool wording_is_idle(const struct rules *rules, enum row_id row);

/* What a number of the setting counts: "points", "cards". */
const char *wording_unit(enum row_id row);

/* Writes what an item is called in a sentence: the way of taking the pile "With a natural pair". For the sections
 * and lists themselves (item -1) their heading in small letters: "going out". */
void wording_item(const struct rules *rules, int group, int item, struct text *out);

/* The same for an item that was taken away. */
void wording_removed(const struct removed_item *removed, struct text *out);

/* True if items of the list are said without their titles, as their clauses tell all of it. */
bool wording_is_bare(int group);

/* What opens a section or list on a sheet; "" if nothing does. */
const char *wording_lead(int group);

/* Writes the title of an item, or its name in words if it has none. */
void wording_title(const struct rules *rules, int group, int item, struct text *out);

/* ---- the table, for the files that fill in its sentences ---- */

enum { WORDING_WORDS_MAX = 4 };

/* How a setting is said. */
struct wording {
	const char *none, *all, *some;
	const char *word[WORDING_WORDS_MAX]; /* of a WORD, in the order of its words */
	const char *equal;                   /* said while row [equal_to] has the same number, or NULL */
	enum row_id equal_to;
	const char *beside; /* said in place of these while row [beside_of] is not by default, or NULL */
	enum row_id beside_of;
	const char *instead;  /* said where the others say nothing and the setting was changed, or NULL */
	const char *is_given; /* not NULL: said only while row [given] is not by default */
	enum row_id given;
};

/* How a fact is said: some of what facts.def calls a FLAG, the rest of a number. */
struct fact_wording {
	const char *so, *not_so;
	const char *some, *none, *counted, *noun, *each;
};

extern const struct wording wordings[ROW_COUNT];
extern const struct fact_wording fact_wordings[FACT_COUNT];
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
void wording_fill(const struct holes *holes, const char *sentence, struct text *out);

/* Writes a number as people do: 8,500. */
void number_write(int64_t number, struct text *out);

/* How many of them: chooses between "card" and "cards". */
#define said_number(count) ((count) == 1 ? SAID_ONE : SAID_MANY)

#endif
