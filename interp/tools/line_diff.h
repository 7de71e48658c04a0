/* line_diff.h -- two texts compared line by line, written as `diff -u` does. */
#ifndef TOOLS_LINE_DIFF_H
#define TOOLS_LINE_DIFF_H

#include <stdbool.h>

struct text;

/* Writes in what lines [old] differs from [new], under the headings --- and +++ with these names. Nothing if they are
 * the same. False if memory ran out. */
bool line_diff_write(const char *old_name, const struct text *old, const char *new_name, const struct text *new,
                     struct text *out);

#endif
