/* tree.h -- what a rules file says, as a tree. The tree knows words, numbers and blocks, but no card term:
 * what a statement means is found out in interp/rules.
 *
 * All nodes live in the arena of the file they were read from. */
#ifndef GRAMMAR_TREE_H
#define GRAMMAR_TREE_H

#include <stdint.h>
#include "source.h"

struct diags;
struct text;

/* An expression. A phrase is a row of atoms ("2 naturals of the top rank"); the other kinds have operands. */
enum expr_kind {
	EXPR_WORD,     /* text: a bare word, also 4S or red_threes */
	EXPR_NUMBER,   /* number */
	EXPR_STRING,   /* text, without the quotes */
	EXPR_RANGE,    /* first..second, both atoms: 4..A, 0..1495 */
	EXPR_SET,      /* "(" first ")", a list at the end of a phrase: hand has only (7, A, wild) */
	EXPR_PHRASE,   /* operands: one or more atoms (the five kinds above) */
	EXPR_OR_MORE,  /* first "or more" */
	EXPR_AT_LEAST, /* "at least" first */
	EXPR_AT_MOST,  /* "at most" first */
	EXPR_BELOW,    /* "below" first */
	EXPR_ABOVE,    /* "above" first */
	EXPR_NOT,      /* "not" first */
	EXPR_AND,      /* first "and" second */
	EXPR_OR,       /* first "or" second */
	EXPR_EQUAL,    /* first = second, and so on: */
	EXPR_UNEQUAL,
	EXPR_LESS,
	EXPR_LESS_EQUAL,
	EXPR_MORE,
	EXPR_MORE_EQUAL,
	EXPR_PLUS,
	EXPR_MINUS,
	EXPR_TIMES,
	EXPR_NEGATIVE, /* "-" first; a sign before a number alone is part of the number */
	EXPR_EXCEPT    /* first "except" second */
};

struct expr {
	enum expr_kind kind;
	struct span span;
	const char *text;            /* word or string */
	int64_t number;              /* number; out of the range of 32 bits is reported while reading */
	struct expr *first, *second; /* operands; the atoms of a phrase hang on first by their next */
	/* The next member of a comma list, or atom of a phrase. The operands of EXCEPT may be lists too:
	 * `4..A except (7, black 3)`. */
	struct expr *next;
	int depth; /* how deep its operands are nested, at most EXPR_DEPTH_MAX */
};

enum { NUMBER_MAX = 10000000 }; /* so that what is computed from a few numbers stays within 32 bits */
enum { NAMES_MAX = 4096 };      /* words kept: their hash has no secret key, and so many stay harmless if all collide */
enum { EXPR_DEPTH_MAX = 200 };  /* so whoever walks an expression may use recursion */

/* Remarks that may follow a statement, in the order written. */
enum note_kind {
	NOTE_CITE,    /* @HOUSE-12: text is "HOUSE-12" */
	NOTE_HOUSE,   /* house, or house "why": text is the why or NULL */
	NOTE_READING, /* reading "how an ambiguity was settled" */
	NOTE_SILENT,  /* silent "what the document leaves open, and the default taken" */
	NOTE_MANNER,  /* manner "why this is no matter for the engine" */
	NOTE_BUT,     /* but "what players keep themselves, as the language cannot say it" */
	NOTE_ALLOW    /* allow bonus-never "why that finding is not to be reported here" */
};

struct note {
	enum note_kind kind;
	struct span span;
	const char *text;
	const char *finding; /* ALLOW: the name of the finding */
	struct note *next;
};

/* One step of a ladder: for these keys, this value. */
struct step {
	struct span span;
	struct expr *keys; /* a comma list */
	struct expr *value;
	struct step *next;
};

enum statement_kind {
	STATEMENT_LANGUAGE, /* language 1: value is the number */
	STATEMENT_SOURCE,   /* source NAME { ... } */
	STATEMENT_FRAGMENT, /* fragment NAME "title" { ... } */
	STATEMENT_VARIANT,  /* variant NAME "title" extends PARENT { ... }: parent is a phrase or NULL */
	STATEMENT_RULINGS,  /* rulings for NAME { ... } */
	STATEMENT_RULING,   /* ruling "title" @... { ... } */
	STATEMENT_USE,      /* use NAME, NAME: value is the list */
	STATEMENT_OPTION,   /* option NAME "title" { ... } */
	STATEMENT_CHOICE,   /* choice NAME "title" { ALTERNATIVE "title" { ... } ... } */
	STATEMENT_PRESET,   /* preset NAME "title" { ... }: in the block a RULE such as `with a, b` */
	STATEMENT_REMOVE, /* remove KIND NAME, NAME: value is the list; its first word may be option, choice or preset */
	STATEMENT_CITE, /* cite PATH @..., or in braces behind it PATH @...: value is the path; in the block more of them */
	STATEMENT_NOTE, /* only notes: reading, silent, manner, house, cites standing alone */
	STATEMENT_RULE  /* anything else: HEAD value when ... unless ... by ... { ... } */
};

/* Every statement; what a kind does not have is NULL, 0 or nowhere. */
struct statement {
	enum statement_kind kind;
	struct span span;      /* all of it, without the notes behind it and the prose before it */
	const char *head;      /* RULE: its first word */
	struct span head_span; /* of the first word, whatever the kind */
	int added;             /* RULE: "add" stood in front */
	const char *name;      /* SOURCE .. PRESET: the name */
	struct span name_span;
	const char *title;          /* the string behind the name, if any; RULE: the string its value begins with */
	struct expr *parent;        /* VARIANT: what it extends; RULINGS: the variant they are for */
	struct expr *value;         /* a comma list of expressions */
	struct expr *when, *unless; /* conditions on the same line */
	struct expr *by;            /* a ladder: the fact that chooses the step */
	struct step *steps;
	struct statement *block; /* first statement in braces */
	int has_block;           /* braces were there, even if empty */
	struct note *notes;
	const char *prose; /* the """ text """ standing over it, or NULL */
	struct span prose_span;
	struct statement *next;
};

/* Reads source [number] into a list of statements. Faults are queued in [diags] and reading goes on after them,
 * so the tree holds whatever could be understood; NULL for a file without statements, and when memory ran out. */
struct statement *tree_read(struct diags *diags, int number);

/* The same for a text that is what would stand in a block, with nothing around it. */
struct statement *tree_read_lines(struct diags *diags, int number);

/* Writes source [number], in which tree_read() has found no fault, in canonical layout. False if memory ran out.
 *
 * Kept are all words, remarks and prose in their order, the lines between which the author left a blank one, and which
 * braces stand on one line. All else is settled: indentation, blanks, columns, where long lines are broken. The tree of
 * what is written is that of what was read, and writing it once more changes nothing. */
int source_format(struct diags *diags, int number, struct text *out);

/* A text in pieces, for colours and completion. The text may be unfinished. */
struct lexeme {
	enum lexeme_kind {
		LEXEME_WORD,
		LEXEME_RESERVED, /* a word of the grammar, or two: `or more` */
		LEXEME_NUMBER,
		LEXEME_STRING,
		LEXEME_PROSE,
		LEXEME_CITATION,
		LEXEME_ALLOW,  /* `allow` and the name of a finding */
		LEXEME_REMARK, /* # ... */
		LEXEME_OPEN,   /* { */
		LEXEME_CLOSE,  /* }; the layout supplies one without bytes if the text lacks it */
		LEXEME_SIGN,   /* any other sign */
		LEXEME_END     /* of a statement or a step, without bytes */
	} kind;
	struct span span;
	const char *text; /* word, string, prose, citation: as the tree has it */
};

/* Takes source [number] apart: sets [*lexemes] to an array in the arena and returns their number; 0 without memory. Braces come
 * in pairs, whatever the text has. Faults are queued in [diags]. */
int lexemes_read(struct diags *diags, int number, const struct lexeme **lexemes);

/* Word number [i], from 0, that the grammar reserves, NULL behind the last. Some are two words: "at least". */
const char *reserved_word(int i);

/* Writes one expression as it would stand in a file, on one line. */
void expr_write(const struct expr *expr, struct text *out);

/* The same of a list of them, with commas. */
void exprs_write(const struct expr *list, struct text *out);

#endif
