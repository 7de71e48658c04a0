/* manual.h -- the tables of the language manual, from rules.def and facts.def. */
#ifndef REPORTS_MANUAL_H
#define REPORTS_MANUAL_H

struct document;

/* Makes a document of every section and list with its settings. */
void manual_settings(struct document *out);

/* Makes a document of everything that can be asked. */
void manual_facts(struct document *out);

#endif
