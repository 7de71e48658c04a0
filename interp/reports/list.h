/* list.h -- which variants there are, and what each lets a table choose. */
#ifndef REPORTS_LIST_H
#define REPORTS_LIST_H

#include <stdbool.h>

struct library;
struct json_t;
struct library_file;
struct statement;
struct table;

/* Adds every variant of [file], or [variant] alone if it is not NULL: to [*list] an object with its options for programs, or
 * if [list] is NULL to [table] a row of three columns and, with [options], one for each option. Variants that cannot be built
 * leave findings in the library and nothing else. */
void list_file(struct library *library, const struct library_file *file, const struct statement *variant, bool options,
               struct table *table, struct json_t **list);

#endif
