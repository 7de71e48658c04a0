/* tree.c -- builds the tree, one call for each action of the parser, and checks what may stand where; and writes an expression as
 * it stands in a file, on one line.
 *
 * When memory runs out the builders go on in the spare nodes of struct reading: what they build then is never read, so builders
 * need not check. Spare nodes may be linked in cycles, so lists are walked only while there was memory; tree_read() returns NULL
 * otherwise. */
#include "tree.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

#include "arena.h"
#include "parse.h"
#include "read.h"
#include "text.h"

/* ---- words, each kept once ---- */

/* uthash asks for memory through these; where its macros are used [names] is in scope. It must never exit. */
#define uthash_malloc(size) arena_take(names->arena, (size))
#define uthash_free(pointer, size) ((void)(pointer))
#define uthash_fatal(message) __builtin_trap() /* not reached: with HASH_NONFATAL_OOM nothing is fatal */
#define HASH_NONFATAL_OOM 1
#include <uthash.h>

struct name {
	UT_hash_handle hh;
	char word[];
};

const char *names_keep(struct names *names, const char *word, size_t length)
{
	struct name *name = NULL;
	HASH_FIND(hh, names->table, word, length, name);
	if (name)
		return name->word;
	if (names->count == NAMES_MAX) {
		names->full = 1;
		return arena_text(names->arena, word, length);
	}
	name = arena_take(names->arena, sizeof *name + length + 1);
	if (!name)
		return NULL;
	memcpy(name->word, word, length);
	HASH_ADD_KEYPTR(hh, names->table, name->word, length, name);
	names->count++;
	return arena_failed(names->arena) ? NULL : name->word;
}

/* ---- expressions ---- */

struct exprs exprs_one(struct expr *expr)
{
	return (struct exprs){ expr, expr, expr->depth };
}

struct exprs exprs_add(struct exprs list, struct expr *expr)
{
	list.last->next = expr;
	list.last = expr;
	list.depth = expr->depth > list.depth ? expr->depth : list.depth;
	return list;
}

struct exprs exprs_before(struct expr *expr, struct exprs list)
{
	expr->next = list.first;
	list.first = expr;
	return list;
}

struct exprs exprs_pair(struct expr *first, struct expr *second)
{
	return exprs_add(exprs_one(first), second);
}

static struct expr *expr_new(struct reading *reading, enum expr_kind kind, struct span span)
{
	struct expr *expr = arena_take(reading->arena, sizeof *expr);
	if (!expr)
		expr = &reading->spare_expr;
	*expr = (struct expr){ .kind = kind, .span = span };
	return expr;
}

struct expr *expr_word(struct reading *reading, struct span span, const char *word)
{
	struct expr *expr = expr_new(reading, EXPR_WORD, span);
	expr->text = word;
	return expr;
}

struct expr *expr_number(struct reading *reading, struct span span, int64_t number)
{
	struct expr *expr = expr_new(reading, EXPR_NUMBER, span);
	expr->number = number;
	return expr;
}

struct expr *expr_string(struct reading *reading, struct span span, const char *string)
{
	struct expr *expr = expr_new(reading, EXPR_STRING, span);
	expr->text = string;
	return expr;
}

struct expr *expr_phrase(struct reading *reading, struct span span, struct exprs atoms)
{
	struct expr *expr = expr_new(reading, EXPR_PHRASE, span);
	expr->first = atoms.first;
	expr->depth = atoms.depth > 0 ? atoms.depth : 1; /* a set among the atoms may be deep */
	return expr;
}

/* Makes an expression; one that would be nested too deeply is reported and left out. */
struct expr *expr_of(struct reading *reading, struct span span, enum expr_kind kind, struct expr *first,
                     struct expr *second)
{
	int depth = second && second->depth > first->depth ? second->depth : first->depth;
	if (depth >= EXPR_DEPTH_MAX) {
		if (!reading->reported_complicated)
			diag_add(reading->diags, DIAG_TOO_COMPLICATED, second ? second->span : first->span);
		reading->reported_complicated = 1;
		return first;
	}
	struct expr *expr = expr_new(reading, kind, span);
	expr->first = first;
	expr->second = second;
	expr->depth = depth + 1;
	return expr;
}

/* The sign belongs to the number where it stands before one alone (-5) or before a range (-500..-5). */
struct expr *expr_negative(struct reading *reading, struct span span, struct expr *first)
{
	struct expr *atom = first->kind == EXPR_PHRASE ? first->first : NULL;
	struct expr *number = atom && atom->kind == EXPR_RANGE ? atom->first : atom && !atom->next ? atom : NULL;
	if (!number || number->kind != EXPR_NUMBER || first->span.from != atom->span.from)
		return expr_of(reading, span, EXPR_NEGATIVE, first, NULL);
	number->number = -number->number;
	number->span.from = atom->span.from = first->span.from = span.from;
	return first;
}

struct expr *expr_bracketed(struct expr *expr, struct span span)
{
	expr->span = span;
	return expr;
}

struct expr *expr_group(struct expr *first, struct exprs rest)
{
	first->next = rest.first;
	first->depth = rest.depth > first->depth ? rest.depth : first->depth;
	return first;
}

struct expr *expr_set(struct reading *reading, struct span open, struct span close, struct exprs list)
{
	open.to = close.to;
	list.first->depth = list.depth;
	return expr_of(reading, open, EXPR_SET, list.first, NULL);
}

/* ---- notes and steps ---- */

struct note *note_new(struct reading *reading, struct span span, enum note_kind kind, const char *text)
{
	struct note *note = arena_take(reading->arena, sizeof *note);
	if (!note)
		note = &reading->spare_note;
	*note = (struct note){ .kind = kind, .span = span, .text = text };
	return note;
}

struct note *note_allow(struct reading *reading, struct span span, const char *finding, const char *why)
{
	struct note *note = note_new(reading, span, NOTE_ALLOW, why);
	note->finding = finding;
	return note;
}

struct steps steps_add(struct reading *reading, struct steps list, struct exprs keys, struct expr *value)
{
	struct step *step = arena_take(reading->arena, sizeof *step);
	if (!step)
		step = &reading->spare_step;
	*step = (struct step){ .span = span_join(keys.first->span, value->span), .keys = keys.first, .value = value };
	if (list.last)
		list.last->next = step;
	else
		list.first = step;
	list.last = step;
	return list;
}

/* ---- statements ---- */

struct statement *statement_begin(struct reading *reading, enum statement_kind kind, struct span word)
{
	struct statement *statement = arena_take(reading->arena, sizeof *statement);
	if (!statement)
		statement = &reading->spare_statement;
	*statement = (struct statement){ .kind = kind, .span = word, .head_span = word };
	return statement;
}

struct statement *statement_name(struct reading *reading, enum statement_kind kind, struct span word, struct span span,
                                 const char *name)
{
	struct statement *statement = statement_begin(reading, kind, word);
	statement->name = name;
	statement->name_span = span;
	statement->span = span_join(word, span);
	return statement;
}

struct statement *statement_rule(struct reading *reading, struct span word, const char *head)
{
	struct statement *statement = statement_begin(reading, STATEMENT_RULE, word);
	statement->head = head;
	return statement;
}

struct statement *statement_added(struct statement *statement, struct span word)
{
	statement->added = 1;
	statement->span = span_join(word, statement->span);
	return statement;
}

struct statement *statement_cite(struct reading *reading, struct span span, struct expr *path)
{
	return statement_value(statement_begin(reading, STATEMENT_CITE, span), exprs_one(path));
}

struct statement *statement_citing(struct statement *statement, struct span word)
{
	statement->head_span = word;
	statement->span = span_join(word, statement->span);
	return statement;
}

struct statement *statement_title(struct statement *statement, struct span span, const char *title)
{
	statement->title = title;
	statement->span = span_join(statement->span, span);
	return statement;
}

struct statement *statement_value(struct statement *statement, struct exprs value)
{
	const struct expr *atom = value.first->kind == EXPR_PHRASE ? value.first->first : NULL;
	if (statement->kind == STATEMENT_RULE && atom && atom->kind == EXPR_STRING)
		statement->title = atom->text;
	statement->value = value.first;
	statement->span = span_join(statement->span, value.last->span);
	return statement;
}

struct statement *statement_parent(struct statement *statement, struct expr *parent)
{
	statement->parent = parent;
	statement->span = span_join(statement->span, parent->span);
	return statement;
}

/* Sets the clause [*place] of [statement] to [expr], or reports that the statement has that clause already. */
static int set_clause(struct reading *reading, struct statement *statement, struct expr **place, struct expr *expr,
                      const char *clause, struct span word)
{
	if (*place) {
		struct diag *diag = diag_add(reading->diags, DIAG_CLAUSE_TWICE, word, clause);
		diag_other(reading->diags, diag, (*place)->span, "the first one is here");
		return 0;
	}
	*place = expr;
	statement->span = span_join(statement->span, expr->span);
	return 1;
}

struct statement *statement_when(struct reading *reading, struct statement *statement, struct span word,
                                 struct expr *condition)
{
	set_clause(reading, statement, &statement->when, condition, "when", word);
	return statement;
}

struct statement *statement_unless(struct reading *reading, struct statement *statement, struct span word,
                                   struct expr *condition)
{
	set_clause(reading, statement, &statement->unless, condition, "unless", word);
	return statement;
}

struct statement *statement_by(struct reading *reading, struct statement *statement, struct span word,
                               struct expr *fact, struct steps steps, struct span end)
{
	if (!set_clause(reading, statement, &statement->by, fact, "by", word))
		return statement;
	if (!steps.first && !reading->lost_step)
		diag_add(reading->diags, DIAG_LADDER_EMPTY, span_join(fact->span, end));
	reading->lost_step = 0;
	statement->steps = steps.first;
	statement->span = span_join(statement->span, end);
	return statement;
}

/* Until the statement ends, the latest note comes first. */
struct statement *statement_note(struct statement *statement, struct note *note)
{
	note->next = statement->notes;
	statement->notes = note;
	return statement;
}

struct statement *statement_block(struct statement *statement, struct statements block, struct span end)
{
	statement->block = block.first;
	statement->has_block = 1;
	statement->span = span_join(statement->span, end);
	return statement;
}

struct statement *statement_end(struct reading *reading, struct statement *statement, const char *prose,
                                struct span span)
{
	struct note *turned = NULL;
	for (struct note *note = statement->notes, *next; note && !arena_failed(reading->arena); note = next) {
		next = note->next;
		note->next = turned;
		turned = note;
	}
	statement->notes = turned;
	statement->prose = prose;
	if (prose)
		statement->prose_span = span;
	return statement;
}

struct statements statements_add(struct statements list, struct statement *statement)
{
	if (!statement) /* the statement was given up */
		return list;
	if (list.last)
		list.last->next = statement;
	else
		list.first = statement;
	list.last = statement;
	return list;
}

struct statement *statement_lost(struct reading *reading, struct span span)
{
	if (span.from < reading->lost_from)
		reading->lost_from = span.from;
	return NULL;
}

struct steps steps_lost(struct reading *reading, struct steps list)
{
	reading->lost_step = 1;
	return list;
}

/* ---- what may stand where ---- */

/* The word a statement begins with, for those whose place matters. */
static const char *statement_word(const struct statement *statement)
{
	static const char *const words[] = {
		[STATEMENT_LANGUAGE] = "language", [STATEMENT_SOURCE] = "source",   [STATEMENT_FRAGMENT] = "fragment",
		[STATEMENT_VARIANT] = "variant",   [STATEMENT_RULINGS] = "rulings", [STATEMENT_RULING] = "ruling",
		[STATEMENT_USE] = "use",           [STATEMENT_OPTION] = "option",   [STATEMENT_CHOICE] = "choice",
		[STATEMENT_PRESET] = "preset",     [STATEMENT_REMOVE] = "remove",   [STATEMENT_CITE] = "cite",
		[STATEMENT_NOTE] = "a remark",
	};
	return statement->kind == STATEMENT_RULE ? statement->head : words[statement->kind];
}

static int stands_outside(const struct statement *statement)
{
	return statement->kind <= STATEMENT_RULINGS; /* they come first in tree.h */
}

/* Reports statements in [outer]'s block, and in the blocks in it, that are only allowed outside of all blocks. */
static void check_block(struct reading *reading, const struct statement *outer)
{
	for (const struct statement *at = outer->block; at; at = at->next) {
		if (stands_outside(at) && at->kind != STATEMENT_LANGUAGE) {
			struct diag *diag =
				diag_add(reading->diags, DIAG_ONLY_OUTSIDE, at->head_span, statement_word(at));
			diag_hint(reading->diags, diag, "is a `}` missing before it?");
			diag_other(reading->diags, diag, outer->head_span, "these braces are open");
		} else if (at->kind == STATEMENT_LANGUAGE)
			diag_add(reading->diags, DIAG_LANGUAGE_AGAIN, at->head_span);
		check_block(reading, at);
	}
}

static void check_language(struct reading *reading, const struct statement *file)
{
	if (file->kind != STATEMENT_LANGUAGE) {
		diag_add(reading->diags, DIAG_LANGUAGE_MISSING, file->head_span);
		return;
	}
	if (file->value->number != 1)
		diag_add(reading->diags, DIAG_LANGUAGE_UNKNOWN, file->value->span, (long long)file->value->number);
}

static int has_own_name(const struct statement *statement)
{
	return statement->name && (statement->kind == STATEMENT_VARIANT || statement->kind == STATEMENT_FRAGMENT ||
	                           statement->kind == STATEMENT_SOURCE);
}

/* Reports each variant, fragment and source whose name another one above has. There are at most NAMES_MAX names, and few
 * findings, so looking at all pairs is bounded. */
static void check_names(struct reading *reading, const struct statement *list)
{
	enum { FEW = 20 };
	int found = 0;
	for (const struct statement *at = list; at && found < FEW && !reading->names.full; at = at->next)
		for (const struct statement *above = list; above != at && has_own_name(at); above = above->next) {
			if (above->kind != at->kind || !has_own_name(above) || strcmp(above->name, at->name) != 0)
				continue;
			struct diag *diag = diag_add(reading->diags, DIAG_STATED_TWICE, at->name_span, at->name);
			diag_other(reading->diags, diag, above->name_span, "it is stated here already");
			found++;
			break;
		}
}

void tree_file(struct reading *reading, struct statements list)
{
	reading->file = list.first;
	if (arena_failed(reading->arena) || !list.first || reading->lines_only)
		return;
	if (list.first->head_span.from < reading->lost_from) /* otherwise `language` may be in what was given up */
		check_language(reading, list.first);
	for (const struct statement *at = list.first; at; at = at->next) {
		if (at->kind == STATEMENT_LANGUAGE && at != list.first)
			diag_add(reading->diags, DIAG_LANGUAGE_AGAIN, at->head_span);
		else if (!stands_outside(at))
			diag_hint(reading->diags,
			          diag_add(reading->diags, DIAG_ONLY_INSIDE, at->head_span, statement_word(at)),
			          "rules stand in `variant ours \"Ours\" extends theirs { ... }`");
		check_block(reading, at);
	}
	check_names(reading, list.first);
}

/* ---- reading ---- */

void reading_begin(struct reading *reading, struct diags *diags, int number)
{
	*reading = (struct reading){ .diags = diags,
		                     .arena = diags->sources->arena,
		                     .number = number,
		                     .source = &diags->sources->source[number - 1],
		                     .lost_from = UINT32_MAX };
	reading->names.arena = reading->arena;
	reading->given.kind = TOKEN_END; /* so that a statement may begin */
	scan_begin(reading);
}

/* True if the [length] letters at [word] are a word of the language, in capitals or not. */
static int is_keyword(const char *word, size_t length)
{
	for (int i = 0; reserved_word(i); i++)
		if (strlen(reserved_word(i)) == length && strncasecmp(reserved_word(i), word, length) == 0)
			return 1;
	return 0;
}

/* How many words the line has that begins at [line]; 0 if there are braces in it. */
static int words_of_line(const char *line)
{
	int words = 0;
	for (const char *end = line + strcspn(line, "\n"); line < end; line += strspn(line, " \t")) {
		size_t length = strcspn(line, " \t\n");
		if (memchr(line, '{', length))
			return 0;
		line += length;
		words++;
	}
	return words;
}

/* Reports a file that is written in another way altogether, as JSON, with colons or in sentences: one finding says what a rules
 * file looks like, instead of one for each line. True if it is such a file. */
static int is_written_otherwise(struct reading *reading)
{
	static const char looks[] = "`language 1` in the first line, `variant ours \"Ours\" extends theirs {` below, then "
				    "rules such as `deal { hand 13 }`, and `}` at the end. `canasta new` writes one";
	const char *text = reading->source->text, *at = text, *end = text + reading->source->length;
	while (at < end && strchr(" \t\n#", *at))
		at += *at == '#' ? strcspn(at, "\n") : 1;
	size_t word = strspn(at, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_");
	int has_colon = word > 0 && at[word + strspn(at + word, " \t")] == ':';
	int is_data = at < end && (has_colon || strchr("{[", *at) || strncmp(at, "---\n", 4) == 0);
	int is_prose = word > 0 && !is_keyword(at, word) && words_of_line(at) > 3;
	if (!is_data && !is_prose)
		return 0;
	struct span span = { (uint16_t)reading->number, (uint32_t)(at - text),
		             (uint32_t)((size_t)(at - text) + (word > 0 ? word : 1)) };
	diag_hint(reading->diags, diag_add(reading->diags, DIAG_LANGUAGE_MISSING, span), "%s: %s",
	          is_data ? "in rules no colons follow names, no commas end lines and no quotes stand around names"
	                  : "rules are written as settings, not as sentences",
	          looks);
	return 1;
}

static struct statement *read_source(struct diags *diags, int number, int lines_only)
{
	struct reading reading;
	reading_begin(&reading, diags, number);
	reading.lines_only = lines_only;
	if (lines_only || !is_written_otherwise(&reading))
		parse_parse(&reading);
	scan_end(&reading);
	if (reading.names.full)
		diag_add(diags, DIAG_TOO_MANY_WORDS, (struct span){ (uint16_t)number, 0, 0 }, NAMES_MAX);
	return arena_failed(reading.arena) ? NULL : reading.file;
}

struct statement *tree_read(struct diags *diags, int number)
{
	return read_source(diags, number, 0);
}

struct statement *tree_read_lines(struct diags *diags, int number)
{
	return read_source(diags, number, 1);
}

/* ---- an expression as text ---- */

/* How each kind of expression is written and how tightly it binds. An operand that binds less tightly than required is
 * put in brackets. */
static const struct {
	int binds;
	int asks_first, asks_second; /* how tightly the operands must bind */
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

/* How tightly [expr] binds: a phrase that begins with a negative number binds like a negation. */
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
	/* 9: an atom, whose [next] is the next atom of the phrase; otherwise [next] makes a list */
	if (asks < 9 && expr->next) {
		group_write(expr, out);
	} else if (binding(expr) < asks) {
		text_add(out, "(");
		expr_write(expr, out);
		text_add(out, ")");
	} else
		expr_write(expr, out);
}
