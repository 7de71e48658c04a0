/* read.h -- what the scanner, the layout, the parser and the tree builder share while one source is read.
 * Private to grammar/: everybody else reads a file with tree_read() from tree.h. */
#ifndef GRAMMAR_READ_H
#define GRAMMAR_READ_H

#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "tree.h"

/* Line ends and semicolons as the scanner finds them. The layout turns them into ends of statements, so the parser
 * never sees them; their numbers are beyond those of its tokens. */
enum { SIGN_LINE = 1000, SIGN_BLANK_LINE, SIGN_SEMICOLON };

struct token {
	int kind; /* a token of parse.y or one of the signs above */
	struct span span;
	const char *text; /* word, string, prose, cite */
	int64_t number;
	int lines; /* line ends before it: 0, 1, or 2 if there was a blank line */
};

/* The words met so far, each kept once. */
struct names {
	struct arena *arena;
	struct name *table;
	int count;
	int full; /* a word beyond NAMES_MAX was met; such words are copied each time */
};

/* A bracket that waits for its other half. */
struct opened {
	struct span span;
	int is_round;       /* "(", else "{" */
	int is_ladder;      /* "{" behind `by`, or anything inside such */
	uint32_t indent;    /* how far the line it stands on is indented */
	int reported_steps; /* that steps stand only behind `by` was reported for this block */
};

enum { SCANNER_ROOM = 1024 }; /* bytes flex needs for itself; about 300 in flex 2.6.4 */

/* One source being read. */
struct reading {
	struct diags *diags;
	struct arena *arena;
	int number;     /* of the source */
	int lines_only; /* read as the inside of a block: statements without `language` or a variant around them */
	struct source *source;
	struct names names;

	/* scan.l */
	void *scanner;
	int scanned; /* the end was reached */
	size_t scanner_used;
	_Alignas(max_align_t) char scanner_room[SCANNER_ROOM];

	/* layout.c */
	struct token ahead; /* the next token, looked at and not given yet; no line sign */
	int has_ahead;
	uint32_t indent;            /* of the line it stands on */
	struct token given, before; /* the last token the parser was given, and the one before that */
	int in_statement;           /* tokens were given, but no END after them */
	int by_seen;                /* the statement has `by`: its next braces are a ladder */
	struct opened opened[SOURCE_NESTING_MAX + 1];
	int depth; /* how many of them wait */
	/* a "{" that is probably the unclosed one: its "}" is indented less than it is */
	struct span suspect, suspect_end;
	int recovering;                                   /* the parser skips the rest of this statement */
	int reported;                                     /* the token given last has an error that was reported */
	int reported_deep, reported_open, reported_close; /* each of these is reported once per source */
	/* where the last "{" ends that has no statement before it, or 0 */
	uint32_t nameless;

	/* tree.c */
	int reported_complicated;
	uint32_t lost_from; /* start of the first statement that was given up */
	int lost_step;      /* a step of the ladder being read was given up */
	struct statement *file;
	struct statement spare_statement; /* used when there is no memory, so that builders never fail; */
	struct expr spare_expr;           /* nothing that is built in them is read */
	struct note spare_note;
	struct step spare_step;
};

/* ---- scan.l: characters to tokens ---- */

void scan_begin(struct reading *reading);
void scan_end(struct reading *reading); /* the source's text is as it was again */

/* The character at a place of the source, which may be one that the scanner has put a NUL over. */
char scan_at(const struct reading *reading, uint32_t at);

/* The next token or sign; at the end of the text its kind is TOKEN_EOF, however often it is asked. */
void scan_next(struct reading *reading, struct token *token);

/* ---- layout.c: which line ends end a statement, and brackets ---- */

/* True if a statement that has a token of kind [before] at the end of a line continues with one of [kind] on the next line. */
int layout_goes_on(int before, int kind);

/* Makes the parser see the block whose "{" it was given last as an empty one. */
void layout_skip_block(struct reading *reading);

/* The bracket that was opened last and waits, or NULL. */
struct opened *layout_inside(struct reading *reading);

/* Stops waiting for the ")" of every open "(". */
void layout_drop_rounds(struct reading *reading);

/* ---- syntax.c: what is wrong, in words ---- */

/* The parser cannot go on at the token given last; [expected] are the names of [count] tokens it could have used. */
void syntax_fault(struct reading *reading, const char *const *expected, int count);

/* Reports that the source is too complicated: the parser's stack is full. */
void syntax_limit(struct reading *reading, struct span span);

/* ---- tree.c: building, one call for each action of parse.y ---- */

/* The one copy of [word], NUL-terminated, living as long as the arena; NULL when there is no memory. */
const char *names_keep(struct names *names, const char *word, size_t length);

/* Makes [reading] ready for source [number] and begins to scan it; to be ended with scan_end(). */
void reading_begin(struct reading *reading, struct diags *diags, int number);

/* Lists that are being built; [last] makes appending cheap. */
struct exprs {
	struct expr *first, *last;
	int depth; /* the depth of the deepest expression */
};
struct steps {
	struct step *first, *last;
};
struct statements {
	struct statement *first, *last;
};

struct exprs exprs_one(struct expr *expr);
struct exprs exprs_add(struct exprs list, struct expr *expr);
struct exprs exprs_before(struct expr *expr, struct exprs list);
struct exprs exprs_pair(struct expr *first, struct expr *second);

struct expr *expr_word(struct reading *reading, struct span span, const char *word);
struct expr *expr_number(struct reading *reading, struct span span, int64_t number);
struct expr *expr_string(struct reading *reading, struct span span, const char *string);
struct expr *expr_phrase(struct reading *reading, struct span span, struct exprs atoms);
struct expr *expr_of(struct reading *reading, struct span span, enum expr_kind kind, struct expr *first,
                     struct expr *second);
struct expr *expr_negative(struct reading *reading, struct span span, struct expr *first);
struct expr *expr_bracketed(struct expr *expr, struct span span);
struct expr *expr_group(struct expr *first, struct exprs rest);
struct expr *expr_set(struct reading *reading, struct span open, struct span close, struct exprs list);

struct note *note_new(struct reading *reading, struct span span, enum note_kind kind, const char *text);

struct note *note_allow(struct reading *reading, struct span span, const char *finding, const char *why);

struct steps steps_add(struct reading *reading, struct steps list, struct exprs keys, struct expr *value);

/* A statement is begun, given its parts one by one, and ended. [word] is where the keyword of the part stands. */
struct statement *statement_begin(struct reading *reading, enum statement_kind kind, struct span word);
struct statement *statement_name(struct reading *reading, enum statement_kind kind, struct span word, struct span span,
                                 const char *name);
struct statement *statement_rule(struct reading *reading, struct span word, const char *head);
struct statement *statement_added(struct statement *statement, struct span word);
struct statement *statement_cite(struct reading *reading, struct span span, struct expr *path);
struct statement *statement_citing(struct statement *statement, struct span word);
struct statement *statement_title(struct statement *statement, struct span span, const char *title);
struct statement *statement_value(struct statement *statement, struct exprs value);
struct statement *statement_parent(struct statement *statement, struct expr *parent);
struct statement *statement_when(struct reading *reading, struct statement *statement, struct span word,
                                 struct expr *condition);
struct statement *statement_unless(struct reading *reading, struct statement *statement, struct span word,
                                   struct expr *condition);
struct statement *statement_by(struct reading *reading, struct statement *statement, struct span word,
                               struct expr *fact, struct steps steps, struct span end);
struct statement *statement_note(struct statement *statement, struct note *note);
struct statement *statement_block(struct statement *statement, struct statements block, struct span end);
struct statement *statement_end(struct reading *reading, struct statement *statement, const char *prose,
                                struct span span);

struct statements statements_add(struct statements list, struct statement *statement);

/* Called for a statement or a step that could not be parsed: notes that, and adds nothing to the tree. */
struct statement *statement_lost(struct reading *reading, struct span span);
struct steps steps_lost(struct reading *reading, struct steps list);

void tree_file(struct reading *reading, struct statements list);

#endif
