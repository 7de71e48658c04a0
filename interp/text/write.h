/* write.h -- what a document looks like: text, Markdown, a page of HTML, comma-separated values. */
#ifndef TEXT_WRITE_H
#define TEXT_WRITE_H

#include <stdbool.h>
#include "text/document.h"

/* Of text. */
struct text_look {
	int width;   /* characters of a line; 0: PAGE_WIDTH */
	bool ascii;  /* nothing but ASCII */
	bool colour; /* with the colours of a terminal */
};

enum { PAGE_WIDTH = 100, SHEET_WIDTH = 80, NARROW_WIDTH = 79 };

/* Of a page, when it is printed. */
struct page_look {
	bool large;  /* large print */
	bool letter; /* US Letter instead of A4 */
};

/* Write [document] to the end of [out], which fails if the document has. [look] may be NULL. A page has everything in it,
 * and no scripts. */
void document_text(const struct document *document, const struct text_look *look, struct text *out);
void document_markdown(const struct document *document, struct text *out);
void document_html(const struct document *document, const struct page_look *look, struct text *out);

/* What stands in quotation marks. */
enum csv_quotes {
	CSV_ALL,   /* every cell; lines end as RFC 4180 says */
	CSV_WORDS, /* every cell that is no number; lines end with a line feed, here and below */
	CSV_NEEDED /* a cell that cannot be read without them, and an empty text, which is not the same as none */
};

/* The same for the cells of its tables. */
void document_csv(const struct document *document, enum csv_quotes quotes, struct text *out);

/* The document as JSON, for programs that lay it out themselves (docs/json.md); the caller gives it back. NULL if memory ran
 * out here or while the document was made. */
struct json_t;
struct json_t *document_json(const struct document *document);

/* ---- pieces of it ---- */

/* Adds [words] so that they show as they are: on a page, in Markdown, as a cell in quotation marks, in ASCII. */
void html_add(struct text *out, const char *words);
void markdown_add(struct text *out, const char *words);
void csv_add(struct text *out, const char *words);
void ascii_add(struct text *out, const char *words);

/* Adds [count] blanks. */
void blanks_add(struct text *out, size_t count);

/* How many bytes of [line], which ends at a NUL or a line feed, go on one line of [width] characters: up to a blank where
 * there is one, or an underscore; at least one character. */
size_t line_break(const char *line, size_t width);

/* Writes [words] in lines of [width] characters, each but the first behind [indent] blanks. */
void paragraph_write(const char *words, size_t indent, size_t width, struct text *out);

/* The style sheet of all pages. */
extern const char page_style[];

#endif
