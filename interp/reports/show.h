/* show.h -- the rules of a variant as they apply, each setting with its value and where that was stated. */
#ifndef REPORTS_SHOW_H
#define REPORTS_SHOW_H

#include <stdbool.h>
#include "rules/rules.h"

struct text;

/* Writes all settings whose path is [part] or lies within it, by section; all of them if [part] is "". When little is
 * asked for, the sentence of each setting and its remarks are written too. False if there is nothing of that name. */
bool show_rules(const struct rules *rules, const char *part, struct text *out);

/* The part of these rules that [part] is most likely a slip of; the caller frees nothing, [room] bytes hold it.
 * False if none is near. */
bool show_nearest(const struct rules *rules, const char *part, char *near, size_t room);

#endif
