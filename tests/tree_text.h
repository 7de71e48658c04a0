/* tree_text.h -- the whole tree of a file as text, a node a line, for tests. */
#ifndef TESTS_TREE_TEXT_H
#define TESTS_TREE_TEXT_H

#include <inttypes.h>

#include "grammar/text.h"
#include "grammar/tree.h"

static inline void line_begin(struct text *out, int depth)
{
	for (int i = 0; i < depth; i++)
		text_add(out, "  ");
}

/* A line of a label and, if there is one, a text; its line ends are written as \n. */
static inline void line_text(struct text *out, int depth, const char *label, const char *string)
{
	line_begin(out, depth);
	text_add(out, label);
	text_add(out, " \"");
	for (; *string; string++) {
		if (*string == '\n') {
			text_add(out, "\\n");
			continue;
		}
		if (*string == '"' || *string == '\\')
			text_add(out, "\\");
		text_add_bytes(out, string, 1);
	}
	text_add(out, "\"\n");
}

static inline void line_label(struct text *out, int depth, const char *label)
{
	line_begin(out, depth);
	text_add(out, label);
	text_add(out, "\n");
}

static inline void dump_list(const struct expr *list, int depth, struct text *out);

static inline void dump_expr(const struct expr *expr, int depth, struct text *out)
{
	static const char *const names[] = {
		[EXPR_RANGE] = "range",
		[EXPR_SET] = "set",
		[EXPR_PHRASE] = "phrase",
		[EXPR_OR_MORE] = "or-more",
		[EXPR_AT_LEAST] = "at-least",
		[EXPR_AT_MOST] = "at-most",
		[EXPR_BELOW] = "below",
		[EXPR_ABOVE] = "above",
		[EXPR_NOT] = "not",
		[EXPR_AND] = "and",
		[EXPR_OR] = "or",
		[EXPR_EQUAL] = "equal",
		[EXPR_UNEQUAL] = "unequal",
		[EXPR_LESS] = "less",
		[EXPR_LESS_EQUAL] = "less-equal",
		[EXPR_MORE] = "more",
		[EXPR_MORE_EQUAL] = "more-equal",
		[EXPR_PLUS] = "plus",
		[EXPR_MINUS] = "minus",
		[EXPR_TIMES] = "times",
		[EXPR_NEGATIVE] = "negative",
		[EXPR_EXCEPT] = "except",
	};
	if (expr->kind == EXPR_STRING) {
		line_text(out, depth, "string", expr->text);
		return;
	}
	line_begin(out, depth);
	if (expr->kind == EXPR_WORD)
		text_format(out, "word %s\n", expr->text);
	else if (expr->kind == EXPR_NUMBER)
		text_format(out, "number %" PRId64 "\n", expr->number);
	else
		text_format(out, "%s\n", names[expr->kind]);
	if (expr->first)
		dump_list(expr->first, depth + 1, out);
	if (expr->second)
		dump_list(expr->second, depth + 1, out);
}

/* The members of a list; of an operand that is a list (only `except` has such) a node "list" over them. */
static inline void dump_list(const struct expr *list, int depth, struct text *out)
{
	int is_group = list->next && list->kind >= EXPR_PHRASE;
	if (is_group)
		line_label(out, depth, "list");
	for (const struct expr *expr = list; expr; expr = expr->next)
		dump_expr(expr, depth + is_group, out);
}

static inline void dump_part(const char *label, const struct expr *list, int depth, struct text *out)
{
	if (!list)
		return;
	line_label(out, depth, label);
	for (const struct expr *expr = list; expr; expr = expr->next)
		dump_expr(expr, depth + 1, out);
}

static inline void dump_steps(const struct step *steps, int depth, struct text *out)
{
	for (const struct step *step = steps; step; step = step->next) {
		line_label(out, depth, "step");
		dump_part("keys", step->keys, depth + 1, out);
		dump_part("value", step->value, depth + 1, out);
	}
}

static inline void dump_notes(const struct note *notes, int depth, struct text *out)
{
	static const char *const names[] = {
		[NOTE_CITE] = "cite",     [NOTE_HOUSE] = "house", [NOTE_READING] = "reading", [NOTE_SILENT] = "silent",
		[NOTE_MANNER] = "manner", [NOTE_BUT] = "but",     [NOTE_ALLOW] = "allow"
	};
	for (const struct note *note = notes; note; note = note->next) {
		if (note->finding)
			line_text(out, depth, "allows", note->finding);
		if (note->text)
			line_text(out, depth, names[note->kind], note->text);
		else
			line_label(out, depth, names[note->kind]);
	}
}

static inline void dump_statements(const struct statement *list, int depth, struct text *out);

static inline void dump_statement(const struct statement *statement, int depth, struct text *out)
{
	static const char *const names[] = {
		[STATEMENT_LANGUAGE] = "LANGUAGE", [STATEMENT_SOURCE] = "SOURCE",   [STATEMENT_FRAGMENT] = "FRAGMENT",
		[STATEMENT_VARIANT] = "VARIANT",   [STATEMENT_RULINGS] = "RULINGS", [STATEMENT_RULING] = "RULING",
		[STATEMENT_USE] = "USE",           [STATEMENT_OPTION] = "OPTION",   [STATEMENT_CHOICE] = "CHOICE",
		[STATEMENT_PRESET] = "PRESET",     [STATEMENT_REMOVE] = "REMOVE",   [STATEMENT_CITE] = "CITE",
		[STATEMENT_NOTE] = "NOTE",         [STATEMENT_RULE] = "RULE",
	};
	const char *name = statement->head ? statement->head : statement->name;
	line_begin(out, depth);
	text_format(out, "%s%s%s%s\n", names[statement->kind], name ? " " : "", name ? name : "",
	            statement->added ? " (added)" : "");
	if (statement->prose)
		line_text(out, depth + 1, "prose", statement->prose);
	if (statement->title && statement->kind != STATEMENT_RULE) /* there it is the value's */
		line_text(out, depth + 1, "title", statement->title);
	dump_part("parent", statement->parent, depth + 1, out);
	dump_part("value", statement->value, depth + 1, out);
	dump_part("by", statement->by, depth + 1, out);
	dump_steps(statement->steps, depth + 1, out);
	dump_part("when", statement->when, depth + 1, out);
	dump_part("unless", statement->unless, depth + 1, out);
	dump_notes(statement->notes, depth + 1, out);
	if (statement->has_block) {
		line_label(out, depth + 1, "block");
		dump_statements(statement->block, depth + 2, out);
	}
}

static inline void dump_statements(const struct statement *list, int depth, struct text *out)
{
	for (const struct statement *statement = list; statement; statement = statement->next)
		dump_statement(statement, depth, out);
}

/* Writes the tree in a plain indented form, one node per line. */
static inline void tree_dump(const struct statement *file, struct text *out)
{
	dump_statements(file, 0, out);
}

#endif
