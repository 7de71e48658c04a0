/* condition_wording.h -- conditions and limits in words: "when the stock is empty", "3 to 7 cards". */
#ifndef REPORTS_CONDITION_WORDING_H
#define REPORTS_CONDITION_WORDING_H

#include "rules/canonical.h"

struct text;

/* Writes a condition: "when A and B, unless C", and behind [only] "when A and B, but not when C", as "only when A, unless C"
 * could be taken for the opposite; "always" or "never" if it is settled. One that is only denied is "unless C", and where it
 * is [listed] among others "when C is not". */
void condition_say(const struct rules *rules, const struct ir *condition, bool listed, bool only, struct text *out);

/* Writes limits without their subject: "3 to 7 cards", "at most 3 wild cards and no more wild cards than natural cards". */
void bounds_say(const struct rules *rules, const struct ir *bounds, struct text *out);

#endif
