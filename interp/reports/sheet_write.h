/* sheet_write.h -- what a sheet looks like: text for a terminal, Markdown, a page for a browser or the printer. */
#ifndef REPORTS_SHEET_WRITE_H
#define REPORTS_SHEET_WRITE_H

#include <stdbool.h>
#include "reports/sheet.h"

/* Paper and size of a page. */
struct sheet_look {
	bool large;  /* large print */
	bool letter; /* US Letter instead of A4 */
};

void sheet_text(const struct sheet *sheet, struct text *out);
void sheet_markdown(const struct sheet *sheet, struct text *out);

/* One page with everything in it and no scripts. */
void sheet_html(const struct sheet *sheet, const struct sheet_look *look, struct text *out);

/* ---- for all of them ---- */

/* Takes the next paragraph off [*prose], its lines joined to one. False behind the last. */
bool prose_paragraph(const char **prose, struct text *paragraph);

/* Takes the next cell of a table off [*table]: writes it to [cell]; what ended it is returned: a tab, a line feed, or 0 at
 * the end. */
char table_cell(const char **table, struct text *cell);

/* The number of columns of a table. */
int table_columns(const char *table);

/* True if every cell of column [column] but its head is a number. */
bool table_is_numeric(const char *table, int column);

#endif
