/* expr.c -- an expression as it stands in a file, on one line: for messages, and for whoever compares what is said. */
#include <inttypes.h>

#include "text.h"
#include "tree.h"

/* How each kind is written, and how tightly it binds: an operand that binds less tightly than asked goes in brackets. */
static const struct {
	int binds;
	int asks_first, asks_second; /* what it asks of its operands */
	const char *before, *between, *behind;
} forms[] = {
	[EXPR_WORD] = { 9, 0, 0, "", "", "" },
	[EXPR_NUMBER] = { 9, 0, 0, "", "", "" },
	[EXPR_STRING] = { 9, 0, 0, "", "", "" },
	[EXPR_RANGE] = { 9, 9, 9, "", "..", "" },
	[EXPR_SET] = { 9, 0, 0, "", "", "" },
	[EXPR_PHRASE] = { 8, 9, 9, "", " ", "" },
	[EXPR_NEGATIVE] = { 7, 8, 0, "-", "", "" },
	[EXPR_TIMES] = { 6, 6, 7, "", " * ", "" },
	[EXPR_PLUS] = { 5, 5, 6, "", " + ", "" },
	[EXPR_MINUS] = { 5, 5, 6, "", " - ", "" },
	[EXPR_OR_MORE] = { 4, 5, 0, "", "", " or more" },
	[EXPR_AT_LEAST] = { 4, 5, 0, "at least ", "", "" },
	[EXPR_AT_MOST] = { 4, 5, 0, "at most ", "", "" },
	[EXPR_BELOW] = { 4, 5, 0, "below ", "", "" },
	[EXPR_ABOVE] = { 4, 5, 0, "above ", "", "" },
	[EXPR_EXCEPT] = { 3, 3, 4, "", " except ", "" },
	[EXPR_EQUAL] = { 2, 3, 3, "", " = ", "" },
	[EXPR_UNEQUAL] = { 2, 3, 3, "", " != ", "" },
	[EXPR_LESS] = { 2, 3, 3, "", " < ", "" },
	[EXPR_LESS_EQUAL] = { 2, 3, 3, "", " <= ", "" },
	[EXPR_MORE] = { 2, 3, 3, "", " > ", "" },
	[EXPR_MORE_EQUAL] = { 2, 3, 3, "", " >= ", "" },
	[EXPR_NOT] = { 1, 2, 0, "not ", "", "" },
	[EXPR_AND] = { 0, 0, 1, "", " and ", "" },
	[EXPR_OR] = { -1, -1, 0, "", " or ", "" },
};

static void string_write(const char *string, struct text *out)
{
	text_add(out, "\"");
	for (; *string; string++) {
		if (*string == '"' || *string == '\\')
			text_add(out, "\\");
		text_add_bytes(out, string, 1);
	}
	text_add(out, "\"");
}

static void operand_write(const struct expr *expr, int asks, struct text *out);

void exprs_write(const struct expr *list, struct text *out)
{
	for (const struct expr *expr = list; expr; expr = expr->next) {
		text_add(out, expr == list ? "" : ", ");
		expr_write(expr, out);
	}
}

/* A list stands in brackets wherever it is an operand. */
static void group_write(const struct expr *list, struct text *out)
{
	text_add(out, "(");
	exprs_write(list, out);
	text_add(out, ")");
}

void expr_write(const struct expr *expr, struct text *out)
{
	if (expr->kind == EXPR_WORD) {
		text_add(out, expr->text);
	} else if (expr->kind == EXPR_NUMBER) {
		text_format(out, "%" PRId64, expr->number);
	} else if (expr->kind == EXPR_STRING) {
		string_write(expr->text, out);
	} else if (expr->kind == EXPR_SET) {
		group_write(expr->first, out);
	} else if (expr->kind == EXPR_PHRASE) {
		for (const struct expr *atom = expr->first; atom; atom = atom->next) {
			text_add(out, atom == expr->first ? "" : " ");
			expr_write(atom, out);
		}
	} else {
		text_add(out, forms[expr->kind].before);
		operand_write(expr->first, forms[expr->kind].asks_first, out);
		text_add(out, forms[expr->kind].between);
		if (expr->second)
			operand_write(expr->second, forms[expr->kind].asks_second, out);
		text_add(out, forms[expr->kind].behind);
	}
}

/* How tightly [expr] binds; a phrase that begins with a sign as much as that. */
static int binding(const struct expr *expr)
{
	const struct expr *atom = expr->kind == EXPR_PHRASE ? expr->first : NULL;
	if (atom && atom->kind == EXPR_RANGE)
		atom = atom->first;
	if (atom && atom->kind == EXPR_NUMBER && atom->number < 0)
		return forms[EXPR_NEGATIVE].binds;
	return forms[expr->kind].binds;
}

static void operand_write(const struct expr *expr, int asks, struct text *out)
{
	if (asks < 9 && expr->next) { /* atoms follow each other; other operands are alone or a list */
		group_write(expr, out);
	} else if (binding(expr) < asks) {
		text_add(out, "(");
		expr_write(expr, out);
		text_add(out, ")");
	} else
		expr_write(expr, out);
}
