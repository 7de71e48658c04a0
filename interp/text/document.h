/* document.h -- what a report says, without what it looks like: blocks in the order in which they are read, made of words,
 * and words made of spans. A report builds a document; a writer turns it into text, Markdown, a page or CSV, and only
 * there is anything escaped, broken into lines or coloured. */
#ifndef TEXT_DOCUMENT_H
#define TEXT_DOCUMENT_H

#include <stdbool.h>
#include "grammar/text.h"

struct arena;
struct document;
struct text;

/* ---- words ---- */

enum span_kind {
	SPAN_PLAIN,
	SPAN_STRONG,
	SPAN_CODE,   /* words of a file */
	SPAN_CARDS,  /* cards, an act or a position, as players write them */
	SPAN_CITES,  /* statements of a document: "HOUSE-7 to 11" */
	SPAN_PLACE,  /* where something is stated: "club.canasta:53" */
	SPAN_FIRST,  /* what the first of two says, and */
	SPAN_SECOND, /* what the second says */
	SPAN_GOOD,   /* what a player is glad of, and */
	SPAN_BAD,    /* what stands in the way */
	SPAN_WILD,   /* cards: wild ones, */
	SPAN_BONUS,  /* bonus cards, */
	SPAN_CLUBS,  /* and those of one suit, where it matters */
	SPAN_DIAMONDS,
	SPAN_HEARTS,
	SPAN_SPADES,
	SPAN_KINDS
};

/* What a span is, in a word: a key in JSON, a class of a page. */
extern const char *const span_names[SPAN_KINDS];

struct inline_span {
	enum span_kind kind;
	struct text words; /* plain text; a line feed ends a line */
	struct inline_span *next;
	struct inline_span *before; /* made before it, anywhere in the document */
};

struct words {
	struct document *in;
	struct inline_span *first, *last;
	bool lost; /* what is written to them is thrown away */
};

/* A text to write to, at the end of [words]: as a plain span, or as a new span of [kind]. Valid as long as the document. */
struct text *words_add(struct words *words);
struct text *words_span(struct words *words, enum span_kind kind);

/* Adds [string], in which words of a file stand between back quotes. */
void words_code(struct words *words, const char *string);

/* True if nothing was written to them. */
bool words_empty(const struct words *words);

/* Adds their text, spans and all in one, to [out]. */
void words_read(const struct words *words, struct text *out);

/* True if both read alike, in whatever spans. */
bool words_same(const struct words *one, const struct words *other);

/* ---- tables ---- */

enum { TABLE_COLUMNS_MAX = 16 };

enum row_kind {
	TABLE_HEAD,
	TABLE_BODY,
	TABLE_TOPIC,  /* one cell: a heading for the rows below it */
	TABLE_REMARK, /* one cell: belongs to the row above it */
	TABLE_SUM     /* stands out at the end of what it sums up */
};

struct table_row {
	enum row_kind kind;
	int depth;          /* how far below another row it belongs */
	struct words *cell; /* one for each column */
	const char *path;   /* of the setting or item that it states, or NULL */
	struct table_row *next;
};

struct table {
	struct document *in;
	struct block *block; /* it is in */
	int columns;
	bool grid;     /* to be filled in by hand */
	bool unbroken; /* a row is a line, however long: programs read it */
	bool stacked;  /* on a narrow screen the cells of a row stand below each other */
	int most; /* a first cell that is longer is not broken: what stands beside it goes on the next line; 0: no limit */
	int last_least; /* characters that the last column gets, if it needs them */
	int row, item;  /* for whoever makes it: what it is about */
	struct words cites;
	struct table_row *first, *last;
};

/* Adds a row; its cells are written to with words_add(). */
struct table_row *table_add(struct table *table, enum row_kind kind);

/* Adds a head with a word for each column. */
void table_heads(struct table *table, const char *const *heads);

/* Adds [string] to cell [column]. */
void cell_add(struct table_row *row, int column, const char *string);

/* True if every cell of [column] below the head is a number or empty. */
bool table_is_numeric(const struct table *table, int column);

/* ---- blocks ---- */

enum block_kind {
	BLOCK_TITLE,
	BLOCK_SUBTITLE,
	BLOCK_HEADING,   /* of a section, numbered or not */
	BLOCK_PROSE,     /* a paragraph that an author wrote */
	BLOCK_LEAD,      /* opens a list of clauses */
	BLOCK_PARAGRAPH, /* a paragraph of ours */
	BLOCK_CLAUSE,    /* a rule, numbered in its section */
	BLOCK_NOTE,      /* belongs to the block above it */
	BLOCK_ITEM,      /* of a list */
	BLOCK_FIELD,     /* a label and what it stands for */
	BLOCK_CELLS,    /* short cells, a line feed between them: as many side by side as fit, perhaps behind a label */
	BLOCK_VERBATIM, /* lines that stay as they are */
	BLOCK_TABLE,
	BLOCK_LEGEND, /* these two stand at the foot */
	BLOCK_FOOT
};

struct block {
	enum block_kind kind;
	int depth;           /* of a heading 0 or 1; else how far it is indented */
	int section, number; /* a clause is 4.2; 0: without a number */
	int hang;            /* of a paragraph: how many characters it is indented from the second line on */
	int cell;            /* of cells: each begins at a multiple of so many characters; 0: right behind the last */
	bool marked;         /* with an asterisk, which a legend explains */
	bool apart;          /* something new begins with it */
	const char *path;    /* of the setting or item that it states, or NULL */
	struct words label, words, cites;
	struct table *table;
	struct block *next, *before;
};

/* ---- the whole ---- */

struct document {
	struct arena *arena;
	const char *class, *title; /* of the page: "sheet"; the title may be NULL if there is a BLOCK_TITLE */
	struct block *first, *last;
	struct inline_span *spans; /* the last one made */
	int sections, clauses;     /* numbers given so far; clauses of the last section */
	bool failed;               /* memory ran out: it is incomplete */
	struct {
		struct text text; /* what there was no memory for is written here, and never read */
		struct block block;
		struct table table;
		struct table_row row;
		struct words cell[TABLE_COLUMNS_MAX];
	} lost;
};

/* Makes an empty document; document_end() frees what it holds. */
void document_begin(struct document *document, const char *class);
void document_end(struct document *document);

/* Adds a block at the end. document_number() gives a heading or clause the next number. */
struct block *document_add(struct document *document, enum block_kind kind);
void document_number(struct document *document, struct block *block);

/* Writes the number of a block as every form of output shows it: 4 for a heading, 4.2 for a clause; nothing without one. */
void block_number_write(const struct block *block, struct text *out);

/* Adds a block of [kind], [depth] steps in, that says [words]. */
struct block *document_say(struct document *document, enum block_kind kind, int depth, const char *words);

/* The same, to be written to: a paragraph; a block of [kind] behind [label]. */
struct text *document_line(struct document *document, int depth);
struct text *document_behind(struct document *document, enum block_kind kind, int depth, const char *label);

/* Adds a table of [columns] columns. */
struct table *document_table(struct document *document, int columns);

/* Frees [text], which parts of the document were made of: if it is incomplete, so is the document. */
void document_use(struct document *document, struct text *text);

/* A copy of [path] that lives as long as the document, for a block or row; gives [path] back. */
const char *document_path(struct document *document, struct text *path);

/* Takes the last block away, and its number. */
void document_take_back(struct document *document);

/* Adds a block for each paragraph of what an author wrote, its lines joined to one; empty lines part them. */
void document_prose(struct document *document, const char *prose);

/* True if some memory was missing, also for the texts in it. */
bool document_failed(const struct document *document);

/* ---- what it looks like: text, Markdown, a page of HTML, comma-separated values, JSON ---- */

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

/* The document as JSON, for programs that lay it out themselves (docs/json.md); the caller frees it. NULL if memory ran
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

/* ---- two texts compared line by line ---- */

/* Writes in what lines [old] differs from [new], under the headings --- and +++ with these names. Nothing if they are
 * the same. False if memory ran out. */
bool line_diff_write(const char *old_name, const struct text *old, const char *new_name, const struct text *new,
                     struct text *out);

#endif
