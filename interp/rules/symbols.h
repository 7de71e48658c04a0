/* symbols.h -- what each word of a rules file stands for, from the lexemes alone, so that unfinished text and text
 * with errors has symbols, too: for editors. */
#ifndef RULES_SYMBOLS_H
#define RULES_SYMBOLS_H

#include <stdbool.h>
#include "grammar/source.h"

struct arena;
struct diags;

enum symbol_kind {
	SYMBOL_PLAIN,   /* nothing is known of it */
	SYMBOL_KEYWORD, /* a word of the grammar, or one that begins a line which states no rule */
	SYMBOL_SECTION, /* about: group */
	SYMBOL_LIST,    /* about: group */
	SYMBOL_SETTING, /* about: row */
	SYMBOL_WORD,    /* one of the words of a setting; about: row */
	SYMBOL_FACT,    /* a word of its phrase; about: fact */
	SYMBOL_CARD,
	SYMBOL_ITEM,   /* about: group */
	SYMBOL_OPTION, /* or a preset, a choice, or an alternative, which is called choice=alternative */
	SYMBOL_VARIANT,
	SYMBOL_FRAGMENT,
	SYMBOL_SOURCE,   /* also the part of a citation before its last hyphen */
	SYMBOL_CITATION, /* the rest of it */
	SYMBOL_NUMBER,
	SYMBOL_STRING,
	SYMBOL_PROSE,
	SYMBOL_REMARK
};

struct symbol {
	enum symbol_kind kind;
	struct span span;
	int about;
	const char *name; /* its name: of a path the single piece, of a citation the whole */
	bool of_score;    /* it names a line of the score, which may also be that of a canasta or a special hand */
	bool states;      /* it begins the statement about the setting or item, or is the name where that is stated */
	/* where it stands */
	const char *item;   /* the item that a setting is of, or NULL */
	const char *owner;  /* the variant or fragment, or the variant that the rulings are for; or NULL */
	const char *option; /* the option or alternative, or NULL */
};

/* A statement that has a block, or that is about a setting. */
struct outline {
	int symbol;       /* what it is about, -1 if it has no name */
	struct span span; /* all of it */
	struct span head; /* its first words, up to the block */
	int depth;        /* blocks around it */
	bool block;
};

/* What can be written at a place. */
struct context {
	enum context_kind {
		CONTEXT_NOTHING,
		CONTEXT_FILE,      /* a part of a file */
		CONTEXT_RULE,      /* a statement in a variant, fragment or option */
		CONTEXT_WITHIN,    /* one in a section or an item: group */
		CONTEXT_LIST,      /* a list of [group], behind `add` */
		CONTEXT_REMOVE,    /* a list of [group], or another thing that can be removed */
		CONTEXT_ITEM,      /* the name of an item of [group] */
		CONTEXT_NEW,       /* a new name */
		CONTEXT_WORD,      /* a word of setting [row] */
		CONTEXT_NUMBER,    /* a number for it */
		CONTEXT_CARDS,     /* cards */
		CONTEXT_CONDITION, /* a question that setting [row] may ask; -1: a ruling */
		CONTEXT_PATH,      /* a piece of a path: what is in [group], and if [item] is set only its settings */
		CONTEXT_OPTION,    /* an option */
		CONTEXT_FRAGMENT,
		CONTEXT_VARIANT,
		CONTEXT_HEAD,   /* what may follow the name of a variant */
		CONTEXT_SOURCE, /* a line of a source */
		CONTEXT_RULINGS,
		CONTEXT_RULING /* a line of a ruling */
	} kind;
	int group, row;
	const char *item, *owner, *option;
	const char *choice;   /* of an option whose alternative comes next: `with tie=` */
	uint32_t from;        /* where the word at the place begins, or the place itself */
	const char *words[8]; /* of a question, the words before it */
	int word_count;
};

struct symbols {
	struct symbol *list;
	int count;
	const struct outline *outline; /* in the order of their beginnings */
	int outline_count;
};

/* Finds the symbols of source [number], in order; everything lives in [arena], which records if it ran out of memory
 * and something is missing. */
void symbols_find(struct diags *diags, int number, struct arena *arena, struct symbols *symbols);

/* What can be written at byte [at] of source [number]. */
void symbols_context(struct diags *diags, int number, struct arena *arena, uint32_t at, struct context *context);

/* The symbol at byte [at], or that ends there; NULL for none. */
const struct symbol *symbols_at(const struct symbols *symbols, uint32_t at);

#endif
