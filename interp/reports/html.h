/* html.h -- what every page of HTML needs: text that cannot become markup, and a beginning and an end. */
#ifndef REPORTS_HTML_H
#define REPORTS_HTML_H

struct text;

/* Adds [words] so that they show as they are, in text and in attributes. */
void html_add(struct text *out, const char *words);

/* The same for a cell or a line of Markdown. */
void markdown_add(struct text *out, const char *words);

/* Begins a page of its own, which needs nothing else: [title] is in words, [style] is CSS of ours. */
void html_begin(struct text *out, const char *title, const char *style);
void html_end(struct text *out);

#endif
