/* meaning_words.h -- conditions, amounts and limits in words: "when the stock is empty", "10 for each opening that falls
 * short", "3 to 7 cards". */
#ifndef REPORTS_MEANING_WORDS_H
#define REPORTS_MEANING_WORDS_H

#include "rules/meaning.h"

struct text;

/* Writes a condition: "when A and B, unless C"; "always" or "never" if it is settled. One that is only denied is "unless
 * C", and where it is [listed] among others "when C is not". */
void condition_say(const struct rules *rules, const struct meaning *condition, bool listed, struct text *out);

/* Writes an amount: a number, "what the cards in its melds count", "100 for 1, 200 for 2 or more, by the number of ...". */
void amount_say(const struct rules *rules, const struct meaning *amount, struct text *out);

/* Writes limits without their subject: "3 to 7 cards", "at most 3 wild cards and no more wild cards than natural cards". */
void bounds_say(const struct rules *rules, const struct meaning *bounds, struct text *out);

/* The parts of a ladder: for which numbers [step] holds ("below 0", "from 1,500", "2 to 3", "4 or more"), its value, and
 * what the numbers are ("the side's total"). No number is left for an idle step. */
bool step_is_idle(const struct meaning *ladder, const struct meaning *step);
void step_say_range(const struct rules *rules, const struct meaning *ladder, const struct meaning *step,
                    struct text *out);
void step_say_value(const struct rules *rules, const struct meaning *step, struct text *out);
void ladder_say_key(const struct rules *rules, const struct meaning *ladder, struct text *out);

#endif
