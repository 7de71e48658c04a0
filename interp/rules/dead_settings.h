/* dead_settings.h -- settings that cannot matter: because what they speak of is not there, or because a difference between two
 * sets of rules comes to the same. What is said here is certain; where there is a doubt nothing is said. */
#ifndef RULES_DEAD_SETTINGS_H
#define RULES_DEAD_SETTINGS_H

#include "rules/rules.h"

/* Why setting [row] of item [item] (0 in a section) changes nothing whatever it says, as a clause: "nothing is cut for".
 * NULL if it may. */
const char *setting_is_dead(const struct rules *rules, enum row_id row, int item);

/* The same of the difference between two [rules] that say something else in this setting alone, and whose items stand in
 * the same places: why it changes nothing in play or in the score. */
const char *difference_is_dead(const struct rules *const rules[2], enum row_id row, int item);

#endif
