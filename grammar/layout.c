/* layout.c -- decides which line ends end a statement, and ensures that brackets come in pairs.
 *
 * It stands between the scanner and the parser. The parser can rely on this: each statement and each step is followed by
 * one END, whether a line end, a `;` or a `}` ended it, and there is no other END; braces always match. Where the text
 * breaks these rules, the error is reported here and the missing token is supplied. */
#include "parse.h"
#include "read.h"

/* ---- the token ahead ---- */

/* Reads the next token into reading->ahead, counting the line ends before it. */
static void look_ahead(struct reading *reading)
{
	struct token *token = &reading->ahead;
	uint32_t line = 0;
	int lines = 0;
	if (reading->has_ahead)
		return;
	reading->has_ahead = 1;
	for (scan_next(reading, token); token->kind == SIGN_LINE || token->kind == SIGN_BLANK_LINE;
	     scan_next(reading, token)) {
		if (token->kind == SIGN_BLANK_LINE)
			lines = 2;
		else if (lines == 0)
			lines = 1;
		line = token->span.to;
	}
	token->lines = lines;
	if (lines > 0)
		reading->indent = token->span.from - line;
}

static void skip_ahead(struct reading *reading)
{
	reading->has_ahead = 0;
	look_ahead(reading);
}

/* Gives [token] to the parser. */
static void give(struct reading *reading, const struct token *token)
{
	reading->before = reading->given;
	reading->given = *token;
	switch (token->kind) {
	case TOKEN_END:
	case TOKEN_OPEN: reading->in_statement = reading->by_seen = reading->recovering = 0; break;
	case TOKEN_CLOSE: reading->in_statement = 1, reading->by_seen = 0; break;
	case TOKEN_BY: reading->in_statement = reading->by_seen = 1; break;
	case TOKEN_PROSE: break; /* prose stands before a statement, or else belongs to none */
	default: reading->in_statement = 1; break;
	}
	if (token->kind != TOKEN_END)
		reading->reported_close = 0;
}

/* Gives the parser a token that is not in the text, placed at the end of the last one. */
static void supply(struct reading *reading, int kind)
{
	uint32_t at = reading->given.span.to;
	struct token token = { .kind = kind, .span = { (uint16_t)reading->number, at, at } };
	give(reading, &token);
}

static void give_ahead(struct reading *reading)
{
	reading->has_ahead = 0;
	give(reading, &reading->ahead);
}

/* ---- ends of statements ---- */

/* clang-format off */

/* After these tokens the statement goes on in the next line. */
static int wants_more(int kind)
{
	switch (kind) {
	case TOKEN_COMMA: case TOKEN_COLON: case TOKEN_RANGE:
	case TOKEN_AND: case TOKEN_OR: case TOKEN_NOT: case TOKEN_EXCEPT:
	case TOKEN_AT_LEAST: case TOKEN_AT_MOST: case TOKEN_BELOW: case TOKEN_ABOVE:
	case TOKEN_PLUS: case TOKEN_MINUS: case TOKEN_TIMES: case TOKEN_EQUAL: case TOKEN_UNEQUAL:
	case TOKEN_LESS: case TOKEN_LESS_EQUAL: case TOKEN_MORE: case TOKEN_MORE_EQUAL: return 1;
	default: return 0;
	}
}

/* Tokens with which an incomplete statement may go on in the next line: all but keywords that begin a statement. */
static int is_operand(int kind)
{
	switch (kind) {
	case TOKEN_WORD: case TOKEN_NUMBER: case TOKEN_STRING: case TOKEN_OPEN: case TOKEN_OPEN_ROUND: case TOKEN_MINUS:
	case TOKEN_NOT: case TOKEN_AT_LEAST: case TOKEN_AT_MOST: case TOKEN_BELOW: case TOKEN_ABOVE: return 1;
	default: return 0;
	}
}

/* No statement begins with these tokens: they continue the line above unless a blank line comes between. */
static int goes_on(int kind)
{
	switch (kind) {
	case TOKEN_CITE: case TOKEN_READING: case TOKEN_SILENT: case TOKEN_BUT: case TOKEN_ALLOW:
	case TOKEN_AND: case TOKEN_OR: case TOKEN_OR_MORE: return 1;
	default: return 0;
	}
}

/* clang-format on */

int layout_goes_on(int before, int kind)
{
	return (wants_more(before) && is_operand(kind)) || goes_on(kind);
}

static int in_round(struct reading *reading)
{
	return reading->depth > 0 && reading->opened[reading->depth - 1].is_round;
}

/* True if the statement ends before the token ahead. */
static int ends_here(struct reading *reading)
{
	int kind = reading->ahead.kind;
	if (!reading->in_statement)
		return 0;
	if (kind == SIGN_SEMICOLON || kind == TOKEN_CLOSE || kind == TOKEN_EOF)
		return 1;
	if (reading->ahead.lines == 0 || in_round(reading))
		return 0;
	if (wants_more(reading->given.kind) && is_operand(kind) && !reading->recovering)
		return 0;
	if (kind == TOKEN_OPEN && reading->given.kind != TOKEN_CLOSE) {
		diag_add(reading->diags, DIAG_BLOCK_ON_NEW_LINE, reading->ahead.span);
		return 0;
	}
	return reading->ahead.lines == 2 || !goes_on(kind);
}

/* ---- brackets ---- */

struct opened *layout_inside(struct reading *reading)
{
	return reading->depth > 0 ? &reading->opened[reading->depth - 1] : NULL;
}

static void push(struct reading *reading, const struct token *token)
{
	struct opened *outside = layout_inside(reading);
	int is_ladder = reading->by_seen || (outside && outside->is_ladder);
	reading->opened[reading->depth++] = (struct opened){ .span = token->span,
		                                             .is_round = token->kind == TOKEN_OPEN_ROUND,
		                                             .is_ladder = is_ladder,
		                                             .indent = reading->indent };
}

/* Reports once that brackets are nested too deep; their contents are skipped. */
static void too_deep(struct reading *reading)
{
	if (!reading->reported_deep)
		diag_add(reading->diags, DIAG_TOO_DEEP, reading->ahead.span, SOURCE_NESTING_MAX);
	reading->reported_deep = 1;
}

void layout_skip_block(struct reading *reading)
{
	int depth = 0;
	for (look_ahead(reading); reading->ahead.kind != TOKEN_EOF; skip_ahead(reading)) {
		if (reading->ahead.kind == TOKEN_OPEN)
			depth++;
		else if (reading->ahead.kind == TOKEN_CLOSE && depth-- == 0)
			break;
	}
}

static void open_brace(struct reading *reading)
{
	int deep = reading->depth == SOURCE_NESTING_MAX, recovering = reading->recovering;
	if (deep)
		too_deep(reading);
	push(reading, &reading->ahead);
	give_ahead(reading);
	if (deep || (recovering && layout_inside(reading)->is_ladder))
		layout_skip_block(reading);
}

/* A "}" that begins a line further left than the line of its "{" probably belongs to an outer one. */
static void close_brace(struct reading *reading)
{
	struct opened *opened = &reading->opened[--reading->depth];
	if (reading->ahead.lines > 0 && reading->indent < opened->indent && !reading->suspect.source) {
		reading->suspect = opened->span;
		reading->suspect_end = reading->ahead.span;
	}
	give_ahead(reading);
}

/* At the end of the text, with braces still open: reports where they were opened, and closes the innermost. */
static void close_at_end(struct reading *reading)
{
	struct opened *opened = &reading->opened[--reading->depth];
	struct diag *diag;
	if (!reading->reported_open && !reading->reported_deep && reading->suspect.source) {
		diag = diag_add(reading->diags, DIAG_BLOCK_NOT_CLOSED, reading->suspect);
		diag_other(reading->diags, diag, reading->suspect_end, "the next `}` is this one, further left");
	} else if (!reading->reported_open && !reading->reported_deep)
		diag_add(reading->diags, DIAG_BLOCK_NOT_CLOSED, opened->span);
	reading->reported_open = 1;
	supply(reading, TOKEN_CLOSE);
}

void layout_drop_rounds(struct reading *reading)
{
	while (in_round(reading))
		reading->depth--;
}

/* Reports a "(" that is still open before a brace, a `;` or the end of the text. */
static void end_round(struct reading *reading)
{
	if (!reading->recovering) /* otherwise the statement has been reported */
		diag_add(reading->diags, DIAG_BRACKET_NOT_CLOSED, layout_inside(reading)->span);
	layout_drop_rounds(reading);
	reading->ahead.lines = 0;
	reading->reported = 1;
}

static int ends_round(int kind)
{
	return kind == TOKEN_OPEN || kind == TOKEN_CLOSE || kind == SIGN_SEMICOLON || kind == TOKEN_EOF;
}

/* Opens "("; if it is nested too deep the rest of the statement is skipped. */
static int open_round(struct reading *reading)
{
	if (reading->depth < SOURCE_NESTING_MAX) {
		push(reading, &reading->ahead);
		give_ahead(reading);
		return 1;
	}
	too_deep(reading);
	while (!ends_round(reading->ahead.kind))
		skip_ahead(reading);
	layout_drop_rounds(reading);
	reading->ahead.lines = 0;
	reading->reported = 1;
	return 0;
}

/* Reports and skips a closing bracket without an opening one. */
static void drop_close(struct reading *reading, enum diag_id id)
{
	if (!reading->reported_close)
		diag_add(reading->diags, id, reading->ahead.span);
	reading->reported_close = 1;
	reading->has_ahead = 0;
}

/* Handles prose, which must have a statement after it. */
static int prose(struct reading *reading)
{
	struct token token = reading->ahead;
	skip_ahead(reading);
	while (reading->ahead.kind == SIGN_SEMICOLON)
		skip_ahead(reading);
	if (reading->ahead.kind == TOKEN_CLOSE || reading->ahead.kind == TOKEN_EOF) {
		diag_add(reading->diags, DIAG_PROSE_ALONE, token.span);
		return 0;
	}
	give(reading, &token);
	return 1;
}

/* ---- the tokens the parser is given ---- */

/* Handles the next token; true if it gave one to the parser. */
static int step_on(struct reading *reading)
{
	int kind = reading->ahead.kind;
	if (in_round(reading) && ends_round(kind))
		end_round(reading);
	if (ends_here(reading))
		return supply(reading, TOKEN_END), 1;
	switch (kind) {
	case SIGN_SEMICOLON: reading->has_ahead = 0; return 0;
	case TOKEN_PROSE: return prose(reading);
	case TOKEN_OPEN: open_brace(reading); return 1;
	case TOKEN_OPEN_ROUND: return open_round(reading);
	case TOKEN_CLOSE:
		if (reading->depth == 0)
			return drop_close(reading, DIAG_BLOCK_NOT_OPENED), 0;
		close_brace(reading);
		return 1;
	case TOKEN_CLOSE_ROUND:
		if (!in_round(reading))
			return drop_close(reading, DIAG_BRACKET_NOT_OPENED), 0;
		reading->depth--;
		give_ahead(reading);
		return 1;
	case TOKEN_EOF:
		if (reading->depth > 0)
			return close_at_end(reading), 1;
		give(reading, &reading->ahead);
		return 1;
	default: give_ahead(reading); return 1;
	}
}

int parse_lex(PARSE_STYPE *value, struct span *span, struct reading *reading)
{
	reading->reported = 0;
	do
		look_ahead(reading);
	while (!step_on(reading));
	*span = reading->given.span;
	if (reading->given.kind == TOKEN_NUMBER)
		value->number = reading->given.number;
	else
		value->text = reading->given.text;
	return reading->given.kind;
}
