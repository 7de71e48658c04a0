/* list.h -- which variants there are, and what each lets a table choose. */
#ifndef REPORTS_LIST_H
#define REPORTS_LIST_H

#include <stdbool.h>

struct library;
struct library_file;
struct statement;
struct table;

/* Adds a row of three columns for every variant of [file], or for [variant] alone if it is not NULL; with [options] also one
 * for each option. Variants that cannot be built leave findings in the library and no line. */
void list_file(struct library *library, const struct library_file *file, const struct statement *variant, bool options,
               struct table *table);

#endif
