/* manual.h -- the tables of the language manual, from rules.def and facts.def. */
#ifndef REPORTS_MANUAL_H
#define REPORTS_MANUAL_H

struct text;

/* Every section and list with its settings, in Markdown. */
void manual_settings(struct text *out);

/* Everything that can be asked, in Markdown. */
void manual_facts(struct text *out);

#endif
