/* syntax.c -- says in words what is wrong where the parser cannot go on.
 *
 * The parser says which tokens it could have used. Often these are nearly all of them, so most of the work is leaving
 * out: what a reader takes for granted (that an expression may go on, that a citation may follow) does not help her. */
#include <stdio.h>
#include <string.h>

#include "arena.h"
#include "parse.h"
#include "read.h"

/* What could have stood there: names as in parse.y, "a word" or a spelling. */
struct expected {
	const char *const *names;
	int count;
};

static int expects(const struct expected *expected, const char *name)
{
	for (int i = 0; i < expected->count; i++)
		if (strcmp(expected->names[i], name) == 0)
			return 1;
	return 0;
}

/* The token as it stands in the text; of prose only the opening quotes. */
static const char *written(const struct reading *reading, const struct token *token, int *length)
{
	*length = token->kind == TOKEN_PROSE ? 3 : (int)(token->span.to - token->span.from);
	return reading->source->text + token->span.from;
}

static int is_reserved(const struct reading *reading, const struct token *token)
{
	char first = reading->source->text[token->span.from];
	return first >= 'a' && first <= 'z' && token->kind != TOKEN_WORD && token->kind != TOKEN_END;
}

/* True behind `cite`, where names and notes may follow but no values. Elsewhere `unless` may follow wherever `when`
 * may. */
static int is_citing(const struct expected *expected)
{
	return expects(expected, "when") && !expects(expected, "unless");
}

static int is_comparison(int kind)
{
	return kind == TOKEN_EQUAL || kind == TOKEN_UNEQUAL || kind == TOKEN_LESS || kind == TOKEN_LESS_EQUAL ||
	       kind == TOKEN_MORE || kind == TOKEN_MORE_EQUAL;
}

static int is_sign(int kind)
{
	return kind == TOKEN_PLUS || kind == TOKEN_MINUS || kind == TOKEN_TIMES || is_comparison(kind);
}

/* ---- what should have stood there ---- */

/* True if [name] is not worth suggesting: it would only continue an expression, or it is a remark. */
static int goes_without_saying(const char *name, int expression_done)
{
	static const char *const remarks[] = { "a citation", "house", "reading", "silent", "manner", "but", "allow" };
	static const char *const parts[] = { "a word",  "a number", "a text in quotes",
		                             "or",      "and",      "not",
		                             "except",  "or more",  "at least",
		                             "at most", "below",    "above",
		                             "(",       ",",        "..",
		                             "+",       "-",        "*",
		                             "=",       "!=",       "<",
		                             "<=",      ">",        ">=",
		                             "add" };
	for (size_t i = 0; i < sizeof remarks / sizeof *remarks; i++)
		if (strcmp(name, remarks[i]) == 0)
			return 1;
	for (size_t i = 0; expression_done && i < sizeof parts / sizeof *parts; i++)
		if (strcmp(name, parts[i]) == 0)
			return 1;
	return 0;
}

/* "a word", "`{` or `;`": the names in words, at most three; "" if there is nothing worth saying. */
static void in_words(const struct reading *reading, const struct expected *expected, char *words, size_t room)
{
	const char *picked[3];
	int count = 0, before = reading->before.kind;
	int done = expects(expected, "or") || expects(expected, ","); /* the expression could end here */
	*words = '\0';
	if (before == TOKEN_WHEN || before == TOKEN_UNLESS || before == TOKEN_AND || before == TOKEN_OR ||
	    before == TOKEN_NOT) {
		snprintf(words, room, "a condition");
		return;
	}
	if (before == TOKEN_CITING) {
		snprintf(words, room, "the name of a rule");
		return;
	}
	if (!done && expects(expected, "a number") && expects(expected, "a word")) {
		snprintf(words, room,
		         before == TOKEN_BY || before == TOKEN_USE || before == TOKEN_REMOVE ? "a word"
		                                                                             : "a number or a word");
		return;
	}
	for (int i = 0; i < expected->count && count < 3; i++)
		if (!goes_without_saying(expected->names[i], done) &&
		    !(strcmp(expected->names[i], ":") == 0 && expects(expected, "{"))) /* one of several in a file */
			picked[count++] = expected->names[i];
	for (int i = 0; i < count; i++) {
		const char *quote = strncmp(picked[i], "a ", 2) == 0 || strncmp(picked[i], "the ", 4) == 0 ? "" : "`";
		size_t used = strlen(words);
		snprintf(words + used, room - used, "%s%s%s%s",
		         i == 0           ? ""
		         : i == count - 1 ? " or "
		                          : ", ",
		         quote, picked[i], quote);
	}
}

/* ---- the cases ---- */

/* True if a `:` follows on this line, so that a step was meant. (The scanner keeps a NUL behind the token it is at.) */
static int line_has_step(const struct reading *reading)
{
	const char *at = reading->source->text + reading->given.span.from,
		   *end = reading->source->text + reading->source->length;
	if (end - at > 200) /* a bound: a line of a megabyte is not searched again for each error in it */
		end = at + 200;
	while (at < end && !(*at && strchr(":;#\"{}\n", *at)))
		at++;
	return at < end && *at == ':';
}

static int is_gap(char letter)
{
	return letter == ' ' || letter == '\t' || letter == '\0'; /* the scanner's NUL */
}

/* True if nothing follows the token given last on its line. */
static int ends_line(const struct reading *reading)
{
	uint32_t at = reading->given.span.to;
	while (scan_at(reading, at) == ' ' || scan_at(reading, at) == '\t')
		at++;
	return scan_at(reading, at) == '\n' || scan_at(reading, at) == '\0';
}

/* True if [word] stands on the line of the token given last. (The scanner keeps a NUL behind the token it is at.) */
static int line_has_word(const struct reading *reading, const char *word)
{
	enum { BOUND = 200 }; /* so that a line of a megabyte is not searched again for each error in it */
	const char *text = reading->source->text, *given = text + reading->given.span.from, *from = given, *to = given;
	size_t length = strlen(word);
	while (from > text && given - from < BOUND && from[-1] != '\n')
		from--;
	while (to < text + reading->source->length && to - given < BOUND && *to != '\n')
		to++;
	for (const char *at = from; at + length <= to; at++)
		if (strncmp(at, word, length) == 0 && (at == from || is_gap(at[-1])) &&
		    (at + length == to || is_gap(at[length])))
			return 1;
	return 0;
}

/* True if [token] is the first word of its statement. */
static int begins_statement(const struct reading *reading, const struct token *token)
{
	const char *text = reading->source->text, *at = text + token->span.from;
	while (at > text && (at[-1] == ' ' || at[-1] == '\t'))
		at--;
	return at == text || strchr("\n{};", at[-1]) != NULL;
}

/* What to write for `if`, which the language does not have. */
static const char if_hint[] = "a condition begins with `when` or `unless`; a value for each number is a ladder: "
			      "`minimum by side score { below 1500: 50; 1500 or more: 90 }`";

/* What to write for a value that goes by the number of players. */
static const char players_hint[] =
	"a value for each number of players is a ladder, as in `hand by players { 2: 15; 3 or more: 13 }`";

/* True if a condition stands on the line of the token given last. */
static int line_has_condition(const struct reading *reading)
{
	return line_has_word(reading, "when") || line_has_word(reading, "unless");
}

/* True if [word] follows the token given last on its line. */
static int is_followed_by(const struct reading *reading, const char *word)
{
	uint32_t at = reading->given.span.to;
	while (is_gap(scan_at(reading, at)) && at < reading->source->length)
		at++;
	while (*word && scan_at(reading, at) == *word)
		at++, word++;
	return !*word;
}

/* True if a number follows. */
static int number_follows(const struct reading *reading)
{
	for (char digit[] = "0"; *digit <= '9'; ++*digit)
		if (is_followed_by(reading, digit))
			return 1;
	return 0;
}

/* The word that follows the token given last and ends its statement; [*length] is 0 if there is none such. */
static const char *word_at_end(const struct reading *reading, int *length)
{
	uint32_t from = reading->given.span.to, to;
	while (is_gap(scan_at(reading, from)) && from < reading->source->length)
		from++;
	for (to = from; scan_at(reading, to) && strchr("abcdefghijklmnopqrstuvwxyz_", scan_at(reading, to));)
		to++;
	*length = (int)(to - from);
	while (is_gap(scan_at(reading, to)) && to < reading->source->length)
		to++;
	if (scan_at(reading, to) && !strchr("\n;}", scan_at(reading, to)))
		*length = 0;
	return reading->source->text + from;
}

/* True if what stands before the `:` names cards: `joker: 50`, `A: 20`, `K..8: 10`. */
static int is_step_of_cards(const struct reading *reading)
{
	int length;
	const char *before = written(reading, &reading->before, &length);
	return reading->before.kind == TOKEN_NUMBER || (length == 1 && strchr("JQKA", *before)) ||
	       strncmp(before, "joker", 5) == 0;
}

/* Reports a step where only statements can stand, once for each block. */
static int step_outside(struct reading *reading, const struct expected *expected)
{
	struct opened *inside = layout_inside(reading);
	int at_start = expects(expected, "variant");
	if (!inside || !(at_start ? line_has_step(reading) : reading->given.kind == TOKEN_COLON))
		return 0;
	if (!at_start && !expects(expected, "the end of the line"))
		return 0;
	if (inside->reported_steps)
		return 1;
	inside->reported_steps = 1;
	struct diag *diag = diag_add(reading->diags, DIAG_STEP_OUTSIDE, reading->given.span);
	if (!at_start && is_step_of_cards(reading))
		diag_hint(reading->diags, diag,
		          "what each card counts is a ladder, in `cards`: `points by card { joker: 50; ... }`");
	else if (!at_start && ends_line(reading))
		diag_hint(reading->diags, diag, "what belongs to a part stands in braces, as in `deal { hand 13 }`");
	else if (!at_start && (line_has_word(reading, "if") || !begins_statement(reading, &reading->before)))
		diag_hint(reading->diags, diag,
		          "a value for each number is a ladder, as in `hand by players { 2: 15; 3 or more: 13 }`");
	else if (!at_start)
		diag_hint(reading->diags, diag, "leave out the `:` if one value is meant");
	diag_other(reading->diags, diag, inside->span, "no `by` stands before this");
	return 1;
}

/* Reports a missing ")". Line ends do not count in brackets, so a ")" is missing if a new line does not continue the
 * one above. */
static int bracket_left_open(struct reading *reading)
{
	struct opened *inside = layout_inside(reading);
	/* the bracket given last is dropped by the parser itself */
	if (inside && reading->given.kind == TOKEN_OPEN_ROUND)
		inside = reading->depth > 1 ? inside - 1 : NULL;
	if (!inside || !inside->is_round || reading->given.lines == 0)
		return 0;
	struct diag *diag = diag_add(reading->diags, DIAG_BRACKET_NOT_CLOSED, inside->span);
	diag_other(reading->diags, diag, reading->given.span, "this line does not belong to it");
	layout_drop_rounds(reading);
	return 1;
}

/* What was meant by a token that cannot begin a statement, or NULL. */
static const char *meant_by_start(const struct reading *reading)
{
	static const char goes_on[] = "a statement goes on in the next line if the sign stands at the end of its own";
	const char *after = reading->source->text + reading->given.span.to;
	switch (reading->given.kind) {
	case TOKEN_OPEN: return "a name should stand before it";
	case TOKEN_EXTENDS: return "it stands before the brace: `variant ours \"Ours\" extends theirs {`";
	case TOKEN_NOT:
		return "what does not hold stands behind `unless`, or behind `when not`; a rule that you do not play is removed: "
		       "`remove canasta mixed`";
	case TOKEN_NUMBER: return "the name of a setting comes first, as in `deal { hand 13 }`";
	case TOKEN_AT_LEAST:
	case TOKEN_AT_MOST:
	case TOKEN_BELOW:
	case TOKEN_ABOVE: return "the name of a setting comes first, as in `wilds at most 3`";
	case TOKEN_MINUS:
		if (!is_gap(after[1]) && /* [after] is the scanner's NUL */
		    (reading->given.lines == 0 || reading->before.kind == TOKEN_OPEN))
			return "the name of a setting comes first, as in `score left { points -100 }`";
		return goes_on;
	default: return is_sign(reading->given.kind) ? goes_on : NULL;
	}
}

/* Reports a token that cannot begin a statement. */
static int bad_start(struct reading *reading, const struct expected *expected)
{
	int length;
	const char *token = written(reading, &reading->given, &length);
	if (!expects(expected, "variant") && !(is_citing(expected) && expects(expected, "a text")))
		return 0;
	if (reading->given.kind == TOKEN_EOF && reading->diags->errors > 0)
		return 1; /* its brace was dropped together with an error before */
	if (reading->given.kind == TOKEN_OPEN) {
		int follows = reading->before.kind == TOKEN_OPEN && reading->nameless == reading->before.span.to;
		reading->nameless = reading->given.span.to;
		if (follows)
			return 1; /* already reported for the brace before */
	}
	struct diag *diag = diag_add(reading->diags, DIAG_STATEMENT_START, reading->given.span, length, token);
	const char *meant = meant_by_start(reading), *name;
	int name_length = 0;
	if (reading->given.kind == TOKEN_NUMBER && (name = word_at_end(reading, &name_length), name_length > 0))
		diag_hint(reading->diags, diag, "the name of a setting comes first: `%.*s %.*s`", name_length, name,
		          length, token);
	else if (meant)
		diag_hint(reading->diags, diag, "%s", meant);
	else if (is_citing(expected))
		diag_hint(reading->diags, diag, "behind `cite` stand names of rules, each with what it cites");
	return 1;
}

/* What to write where a step of a ladder has no `:`. */
static const char step_hint[] = "in a step `:` stands between what it is for and its value: `0..1495: 50`";

/* Reports a line that ends too early. */
static int unfinished(struct reading *reading, const struct expected *expected)
{
	char words[120];
	int length;
	const char *before = written(reading, &reading->before, &length);
	if (reading->given.kind != TOKEN_END)
		return 0;
	in_words(reading, expected, words, sizeof words);
	struct diag *diag = diag_add(reading->diags, DIAG_UNFINISHED_LINE, reading->given.span,
	                             *words ? words : "something", length, before);
	if (strcmp(words, "`:`") == 0)
		diag_hint(reading->diags, diag, "%s", step_hint);
	if (strcmp(words, "`{`") == 0 && line_has_word(reading, "by"))
		diag_hint(
			reading->diags, diag,
			line_has_word(reading, "refuse")
				? "in a ruling `because` names the setting that decides: `refuse draw because turn.draw`"
				: "`by` begins a ladder: what decides, and then its steps in braces; a reason is a condition, `when ...`");
	return 1;
}

/* What to write for a sign of comparison where a value or a step of a ladder stands. */
static const char *limit_words(int kind)
{
	switch (kind) {
	case TOKEN_LESS: return "leave it out; a limit is written in words: `below 3`";
	case TOKEN_LESS_EQUAL: return "leave it out; a limit is written in words: `at most 3`";
	case TOKEN_MORE: return "leave it out; a limit is written in words: `above 3`";
	case TOKEN_MORE_EQUAL:
		return "leave it out; where a number has limits they are written in words: `at least 3` or `3 or more`";
	default: return "leave it out: a value simply follows its name";
	}
}

/* Reports a token where only a few others could stand, and lists these. */
static int something_else(struct reading *reading, const struct expected *expected)
{
	char words[120];
	int before_length, length;
	const char *before = written(reading, &reading->before, &before_length);
	const char *token = written(reading, &reading->given, &length);
	if (expects(expected, "the end of the line"))
		return 0;
	in_words(reading, expected, words, sizeof words);
	if (!*words)
		return 0;
	struct diag *diag =
		before_length == 0 || strchr("\n;", *before)
			? diag_add(reading->diags, DIAG_EXPECTED_HERE, reading->given.span, words, length, token)
			: diag_add(reading->diags, DIAG_EXPECTED, reading->given.span, words, before_length, before,
	                           length, token);
	struct opened *inside = layout_inside(reading);
	if (strcmp(words, "`:`") == 0)
		diag_hint(reading->diags, diag, "%s", step_hint);
	if (inside && inside->is_ladder && is_comparison(reading->given.kind) && reading->given.kind != TOKEN_EQUAL)
		diag_hint(reading->diags, diag, "%s", limit_words(reading->given.kind));
	if (reading->given.kind == TOKEN_STRING && expects(expected, "a word"))
		diag_hint(reading->diags, diag, "a name of one word comes first, and then the title");
	else if (reading->before.kind == TOKEN_BUT)
		diag_hint(
			reading->diags, diag,
			"what is left out stands behind `except`, as in `4..A except 7`; `but` is followed by a remark in quotes");
	else if (reading->given.kind == TOKEN_COMMA)
		diag_hint(reading->diags, diag, "leave it out");
	else if (reading->given.kind == TOKEN_MINUS && reading->before.kind == TOKEN_WORD)
		diag_hint(reading->diags, diag,
		          "a name is one word; `canasta list` shows the variants that come with canasta");
	else if (reading->given.kind == TOKEN_WORD && reading->before.kind == TOKEN_WORD &&
	         expects(expected, "extends"))
		diag_hint(reading->diags, diag, "a name is one word, such as `%.*s_%.*s`", before_length, before,
		          length, token);
	return 1;
}

/* What to write in a condition instead of words that limit a value, or NULL. */
static const char *limit_sign(int kind)
{
	switch (kind) {
	case TOKEN_AT_LEAST: return "in a condition write `>=`";
	case TOKEN_AT_MOST: return "in a condition write `<=`";
	case TOKEN_BELOW: return "in a condition write `<`";
	case TOKEN_ABOVE: return "in a condition write `>`";
	default: return NULL;
	}
}

/* True if a limit stands before the token given last: `at least 1 at most 3`, `1 or more at most 3`. */
static int has_limit(const struct reading *reading)
{
	return line_has_word(reading, "at least") || line_has_word(reading, "or more") ||
	       line_has_word(reading, "above");
}

/* Reports a token where nearly any other could stand, with a hint about the token instead of a list. */
static void does_not_fit(struct reading *reading, const struct expected *expected)
{
	int length, kind = reading->given.kind, reserved = is_reserved(reading, &reading->given);
	const char *token = written(reading, &reading->given, &length), *hint = NULL;
	enum diag_id id = reserved && expects(expected, "a word") ? DIAG_RESERVED_WORD : DIAG_UNEXPECTED;
	struct diag *diag = diag_add(reading->diags, id, reading->given.span, length, token);
	if (is_citing(expected))
		hint = "`cite` repeats no value: behind the name of the rule stands what it cites";
	else if (is_comparison(kind) && !expects(expected, "or") &&
	         (kind == TOKEN_EQUAL || reading->before.kind == TOKEN_WORD))
		hint = limit_words(kind);
	else if (line_has_word(reading, "if"))
		hint = if_hint;
	else if (kind == TOKEN_COLON)
		hint = "leave it out: a value simply follows its name";
	else if (kind == TOKEN_COMMA && expects(expected, "and"))
		hint = "conditions are joined with `and` or `or`; several kinds of cards stand in brackets: `(7, wild)`";
	else if (expects(expected, "and") && limit_sign(kind) && has_limit(reading))
		hint = "both limits of a number together are a range: `1..3`";
	else if (expects(expected, "and") && limit_sign(kind) && !line_has_condition(reading))
		hint = "a value for each number is a ladder: `minimum by side score { below 1500: 50; 1500 or more: 90 }`";
	else if (expects(expected, "and") && limit_sign(kind))
		hint = limit_sign(kind);
	else if (is_comparison(kind) && expects(expected, "and"))
		hint = "two comparisons are joined with `and`";
	else if (kind == TOKEN_RANGE || kind == TOKEN_OR_MORE)
		hint = NULL;
	else if (kind == TOKEN_NOT && is_followed_by(reading, "when"))
		hint = "`unless` says `not when`: `take lay_off unless pile frozen`";
	else if (kind == TOKEN_NOT && expects(expected, "and"))
		hint = "`not` stands before all that it denies: `not side opened`";
	else if (kind == TOKEN_FOR && reading->before.kind == TOKEN_NUMBER &&
	         (number_follows(reading) || line_has_word(reading, "players")))
		hint = players_hint;
	else if (kind == TOKEN_FOR && reading->before.kind == TOKEN_NUMBER)
		hint = "so much for each of something is a product: the number, `*`, and what is counted";
	else if (kind == TOKEN_AND && begins_statement(reading, &reading->before))
		hint = "the name of a setting comes first, and commas stand between cards: `ranks joker, 2`";
	else if (id == DIAG_RESERVED_WORD && !expects(expected, "variant"))
		hint = "choose another word, or put `;` before it";
	else if (kind == TOKEN_WORD || kind == TOKEN_NUMBER || kind == TOKEN_STRING || reserved)
		hint = "put `;` before it, or begin a new line";
	if (hint)
		diag_hint(reading->diags, diag, "%s", hint);
}

/* True for `==` or `=>`: the scanner has reported it and passes it on as what was meant. */
static int was_reported(const struct reading *reading)
{
	uint32_t from = reading->given.span.from;
	int length = (int)(reading->given.span.to - from);
	char first = scan_at(reading, from);
	return is_comparison(reading->given.kind) && length > 1 && first != '<' && first != '>' && first != '!';
}

void syntax_fault(struct reading *reading, const char *const *names, int count)
{
	const struct expected expected = { names, count };
	struct opened *inside = layout_inside(reading);
	int kind = reading->given.kind;
	reading->recovering = kind != TOKEN_END && kind != TOKEN_OPEN;
	if (kind == TOKEN_OPEN && inside && inside->is_ladder)
		layout_skip_block(reading);
	if (reading->reported || was_reported(reading) || bracket_left_open(reading) ||
	    step_outside(reading, &expected) || bad_start(reading, &expected) || unfinished(reading, &expected) ||
	    something_else(reading, &expected))
		return;
	does_not_fit(reading, &expected);
}

void syntax_limit(struct reading *reading, struct span span)
{
	if (!arena_failed(reading->arena))
		diag_add(reading->diags, DIAG_TOO_COMPLICATED, span);
}
