/* csv.h -- one cell of comma-separated values (RFC 4180), safe for spreadsheets. */
#ifndef REPORTS_CSV_H
#define REPORTS_CSV_H

struct text;

/* Adds [words] as a cell, in quotes. What a spreadsheet would take for a formula gets a quote mark before it. */
void csv_add(struct text *out, const char *words);

#endif
