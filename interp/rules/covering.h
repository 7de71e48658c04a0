/* covering.h -- descriptions that leave nothing to do for another one, or leave a rank out: questions for `check`. */
#ifndef RULES_COVERING_H
#define RULES_COVERING_H

#include "rules/rules.h"

/* The kind of meld that every meld of kind [form] of some rank would be as well, begun at any time, so that [form] changes
 * nothing for it; sets [*kind] to a card of that rank. -1 if there is none. Of two that are alike the later is covered. */
int form_covering(const struct rules *rules, int form, int *kind);

/* A meld that is no canasta of any kind, while the same numbers of cards of another rank make canasta [canasta]: sets
 * [*left_out] to the smallest. False if there is none. */
bool leaves_out_by_canasta(const struct rules *rules, int canasta, struct meld_cards *left_out);

#endif
