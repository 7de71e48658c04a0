/* show_json.h -- the rules of a variant as JSON: each setting with its value and all that was stated about it. The form
 * is told in docs/json.md. */
#ifndef REPORTS_SHOW_JSON_H
#define REPORTS_SHOW_JSON_H

#include <jansson.h>
#include "rules/rules.h"

/* The settings whose path is [part] or lies within it, as show_rules() has them; [how] is the same, too. NULL if memory
 * ran out; otherwise the caller gives it back. */
json_t *show_json(const struct rules *rules, const char *part, unsigned how);

#endif
