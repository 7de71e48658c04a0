/* hybrid.h -- the rules of one variant with some of what another one says: for trying out a difference alone. */
#ifndef RULES_HYBRID_H
#define RULES_HYBRID_H

#include <stdbool.h>
#include "rules/compare.h"

struct library;

/* The rules of the first variant of [comparison], which compares two that were built in [library], with those of its
 * lines taken over from the second for which [chosen] is true. Terms, classes and events that only the second has are
 * there in any case. NULL if they are no sound rules together; [*why] is then a sentence that says so, in the library's
 * arena, or NULL when memory ran out. What is found wrong is not queued in the library. */
const struct rules *rules_hybrid(struct library *library, const struct comparison *comparison, const bool *chosen,
                                 const char **why);

#endif
