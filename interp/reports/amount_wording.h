/* amount_wording.h -- amounts in words: "10 for each opening that falls short", "15 below 0, 50 from 0, by the side's total". */
#ifndef REPORTS_AMOUNT_WORDING_H
#define REPORTS_AMOUNT_WORDING_H

#include "reports/wording.h"
#include "rules/canonical.h"

struct text;

/* Writes an amount: a number, "what the cards in its melds count", "100 for 1, 200 for 2 or more, by the number of ...". */
void amount_say(const struct rules *rules, const struct ir *amount, struct text *out);

/* True if [sum] counts things of one sort that are told apart by their cards or their canasta, so that it is said as one
 * count: [*one] is the fact for all of them. */
bool sum_as_one(const struct ir *sum, struct ir *one);

/* What fills the wordings of a fact, or of one that sum_as_one() made: its cards, or the items it speaks of. */
struct holes fact_holes(const struct rules *rules, const struct ir *fact);

/* Writes what a number is of: what a fact counts, or an amount. */
void noun_say(const struct rules *rules, const struct ir *number, struct text *out);

/* The most that the key of a ladder can come to at the table of [rules], as far as that is known. */
int64_t ladder_most(const struct rules *rules, const struct ir *ladder);

/* The parts of a ladder: for which numbers [step] holds ("below 0", "from 1,500", "2 to 3", "4 or more"), its value, and
 * what the numbers are ("the side's total"). No number is left for an idle step. */
bool step_is_idle(const struct ir *ladder, const struct ir *step);
void step_say_range(const struct rules *rules, const struct ir *ladder, const struct ir *step, struct text *out);
void step_say_value(const struct rules *rules, const struct ir *step, struct text *out);
void ladder_say_key(const struct rules *rules, const struct ir *ladder, struct text *out);

/* Writes for which numbers a step is, behind its value: " for 2 to 3", " from 1,500", " below 0". */
void step_say_behind(const struct rules *rules, const struct ir *ladder, const struct ir *step, struct text *out);

#endif
