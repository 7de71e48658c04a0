/* starter.h -- a rules file to start from: their rules, and behind comment signs what house rules most often change. */
#ifndef REPORTS_STARTER_H
#define REPORTS_STARTER_H

#include "rules/rules.h"

struct text;

/* Writes a file with a variant called [name] that extends the one of [rules]; [extends] is how that is named in a file.
 * Each line that begins with # and a word is a rule as it is now, and becomes one of the new variant when the # goes. */
void starter_write(const struct rules *rules, const char *name, const char *extends, struct text *out);

#endif
