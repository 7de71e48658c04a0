/* value_words.h -- the value of a setting as a file would say it. */
#ifndef REPORTS_VALUE_WORDS_H
#define REPORTS_VALUE_WORDS_H

#include "rules/rules.h"

/* Writes the value that [cell] states for setting [row], a line for each step or condition; the default in the words of
 * the language if it states nothing. */
void value_write(enum row_id row, const struct cell *cell, struct text *out);

#endif
