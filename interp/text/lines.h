/* lines.h -- laying text out for people: cells in columns, long lines in several. Widths count characters, as
 * text_width() does. */
#ifndef TEXT_LINES_H
#define TEXT_LINES_H

#include <stddef.h>

struct text;

enum { COLUMNS_MAX = 16, LINE_WIDTH = 100 }; /* a terminal or a page is at least so wide */

/* Writes [tabbed], whose lines hold cells separated by tabs, so that the cells stand under each other, two blanks
 * apart. A line without a tab is written as it is. */
void columns_write(const char *tabbed, struct text *out);

/* How many bytes of [line], which ends at a NUL or a line feed, go on one line of [width] characters: up to a blank
 * where there is one, or an underscore; at least one character. */
size_t line_break(const char *line, size_t width);

/* Adds [count] blanks. */
void blanks_add(struct text *out, size_t count);

/* Writes [words] in lines of [width] characters, each but the first behind [indent] blanks. */
void paragraph_write(const char *words, size_t indent, size_t width, struct text *out);

#endif
