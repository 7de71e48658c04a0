/* saying.h -- the rules in sentences, as a rule sheet has them. The wording comes from rules/sayings.def; ranks are said
 * in words and values in digits, so that a number in a sentence is always a value. */
#ifndef REPORTS_SAYING_H
#define REPORTS_SAYING_H

#include <stdbool.h>
#include "rules/rules.h"

struct text;

/* Writes the value of a setting alone: "2", "1,500", "red threes", "to the left", "when the stock is empty"; a ladder
 * on one line: "50 below 1,500, 90 from 1,500, by the side's total". [item] is 0 in a section. */
void saying_value(const struct rules *rules, enum row_id row, int item, struct text *out);

/* Writes a whole sentence, or several: "A side needs 2 canastas to go out."; for a setting of an item it begins with
 * the item: "The meld "A set": at most 3 wild cards." False, with nothing written, where there is nothing to say: a
 * default that does nothing, unless it took the place of something else in this variant; or a setting that is idle while
 * another one has its default. */
bool saying_sentence(const struct rules *rules, enum row_id row, int item, struct text *out);

/* The same as it stands in a list below the title of its item: "at most 3 wild cards". In a section the sentence. */
bool saying_clause(const struct rules *rules, enum row_id row, int item, struct text *out);

/* The same above a table of the setting's values: "what a side melds first must count at least as follows, by the side's
 * total"; as ever where a setting needs no table. */
bool saying_clause_above(const struct rules *rules, enum row_id row, int item, struct text *out);

/* All that there is to say of the settings of an item, one clause after another with semicolons between them; [out] is
 * empty before. */
void saying_clauses(const struct rules *rules, int group, int item, struct text *out);

/* The same for one of them, which is added to what [out] has. */
void saying_add_clause(const struct rules *rules, enum row_id row, int item, struct text *out);

/* Writes [words] with a capital letter in front. */
void saying_capital(const char *words, struct text *out);

/* True if the setting is of no matter while another one has its default, or has not. [*failed] is set where memory ran out. */
bool saying_is_idle(const struct rules *rules, enum row_id row);

/* What a number of the setting counts: "points", "cards". */
const char *saying_unit(enum row_id row);

/* Writes what an item is called in a sentence: the way of taking the pile "With a natural pair". For the sections
 * and lists themselves (item -1) their heading in small letters: "going out". */
void saying_item(const struct rules *rules, int group, int item, struct text *out);

/* The same for an item that was taken away. */
void saying_removed(const struct removed_item *removed, struct text *out);

/* True if items of the list are said without their titles, as their clauses tell all of it. */
bool saying_is_bare(int group);

/* What opens a section or list on a sheet; "" if nothing does. */
const char *saying_lead(int group);

/* Writes the title of an item, or its name in words if it has none. */
void saying_title(const struct rules *rules, int group, int item, struct text *out);

#endif
