/* mutate.c -- small changes of a C source, one at a time, in a fixed numbering. A test suite that notices none of the
 * difference has a hole there.
 * Usage: mutate list FILE         prints a line for each mutant: number, line, function, change, the line with the
 *                                 changed place in «», parted by tabs
 *        mutate write FILE N      prints the file with mutant N in it
 *
 * The source is cut into tokens. Only bodies of functions are changed; preprocessor lines, assertions, counts of steps for tests,
 * declarations before their `=`, and case labels are left alone. A mutant that does not compile is no mutant, so types need not be known here. */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum token_type { NAME, NUMBER, SIGN, OTHER };

struct token {
	const char *start;
	int length, line;
	enum token_type type;
	const char *function; /* the name of the function whose body it is in, or NULL */
	int function_length;
	bool fixed;     /* in a declaration, an assertion or a label: not to be changed */
	bool head;      /* between the brackets behind `for` */
	bool statement; /* a statement begins with it */
	int closes;     /* of "(": the token that closes it; of a statement: its ";" */
};

static char *source;
static struct token *token;
static int tokens;

/* ---- reading ---- */

static char *read_file(const char *name)
{
	FILE *file = fopen(name, "rb");
	size_t size = 0, room = 1 << 20;
	char *text = malloc(room + 1);

	if (file == NULL || text == NULL) {
		fprintf(stderr, "mutate: cannot read %s\n", name);
		exit(2);
	}
	size = fread(text, 1, room, file);
	text[size] = '\0';
	fclose(file);
	return text;
}

static const char *skip_comment(const char *at)
{
	const char *end = at[1] == '*' ? strstr(at + 2, "*/") : strchr(at, '\n');

	if (end == NULL)
		return at + strlen(at);
	return at[1] == '*' ? end + 2 : end;
}

static const char *skip_directive(const char *at)
{
	while (*at != '\0' && *at != '\n')
		at += *at == '\\' && at[1] != '\0' ? 2 : 1;
	return at;
}

static const char *skip_quoted(const char *at)
{
	char quote = *at++;

	while (*at != '\0' && *at != quote)
		at += *at == '\\' && at[1] != '\0' ? 2 : 1;
	return *at != '\0' ? at + 1 : at;
}

static int sign_length(const char *at)
{
	static const char *const longer[] = { "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==",
		                              "!=",  "&&",  "||",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=" };

	for (size_t i = 0; i < sizeof longer / sizeof *longer; i++)
		if (strncmp(at, longer[i], strlen(longer[i])) == 0)
			return (int)strlen(longer[i]);
	return 1;
}

static const char *token_end(const char *at, enum token_type *type)
{
	*type = OTHER;
	if (*at == '"' || *at == '\'')
		return skip_quoted(at);
	if (isalnum((unsigned char)*at) || *at == '_') {
		*type = isdigit((unsigned char)*at) ? NUMBER : NAME;
		while (isalnum((unsigned char)*at) || *at == '_')
			at++;
		return at;
	}
	*type = SIGN;
	return at + sign_length(at);
}

static void read_tokens(void)
{
	bool line_begins = true;
	int line = 1;

	token = malloc((strlen(source) + 1) * sizeof *token);
	if (token == NULL)
		exit(2);
	for (const char *at = source; *at != '\0';) {
		const char *start = at;
		if (isspace((unsigned char)*at)) {
			line_begins |= *at == '\n';
			at++;
		} else if (*at == '/' && (at[1] == '*' || at[1] == '/')) {
			at = skip_comment(at);
		} else if (*at == '#' && line_begins) {
			at = skip_directive(at);
		} else {
			struct token *new = &token[tokens++];
			*new = (struct token){ .start = at, .line = line };
			at = token_end(at, &new->type);
			new->length = (int)(at - start);
			line_begins = false;
		}
		for (; start < at; start++)
			line += *start == '\n';
	}
}

static bool is(int at, const char *text)
{
	return at >= 0 && at < tokens && token[at].length == (int)strlen(text) &&
	       strncmp(token[at].start, text, strlen(text)) == 0;
}

static bool is_one_of(int at, const char *const *texts)
{
	for (; *texts != NULL; texts++)
		if (is(at, *texts))
			return true;
	return false;
}

/* ---- what the tokens are part of ---- */

/* The token that closes the bracket at [at]. */
static int closing(int at)
{
	int depth = 0;

	for (int i = at; i < tokens; i++) {
		depth += is(i, "(") || is(i, "[") || is(i, "{");
		depth -= is(i, ")") || is(i, "]") || is(i, "}");
		if (depth == 0)
			return i;
	}
	return tokens - 1;
}

static bool is_declaration(int at)
{
	static const char *const types[] = { "struct",   "enum", "const", "static",  "int",   "char",   "bool",
		                             "unsigned", "long", "void",  "cardset", "float", "size_t", NULL };

	if (is_one_of(at, types))
		return true;
	return at + 2 < tokens && token[at].type == NAME && !is(at, "return") && !is(at, "else") && !is(at, "goto") &&
	       !is(at, "case") && (token[at + 1].type == NAME || (is(at + 1, "*") && token[at + 2].type == NAME));
}

static void fix(int from, int to)
{
	for (int i = from; i <= to; i++)
		token[i].fixed = true;
}

/* What begins at [at] declares something: all of it but the values it begins with stays. Zeroing a structure stays, too. */
static void fix_declaration(int at)
{
	for (int i = at; i < tokens && !is(i, ";"); i++) {
		if (is(i, "=")) {
			if (is(i + 1, "{") && is(i + 2, "0") && is(i + 3, "}"))
				fix(i, i + 3);
			int depth = 0;
			for (i++; i < tokens && (depth > 0 || (!is(i, ",") && !is(i, ";"))); i++)
				depth += (is(i, "(") || is(i, "{") || is(i, "[")) -
				         (is(i, ")") || is(i, "}") || is(i, "]"));
			i--;
		} else
			token[i].fixed = true;
	}
}

static int end_of_statement(int at)
{
	while (at < tokens && !is(at, ";"))
		at = is(at, "(") || is(at, "[") || is(at, "{") ? closing(at) + 1 : at + 1;
	return at;
}

static void begin_statement(int at)
{
	token[at].statement = true;
	token[at].closes = end_of_statement(at);
	if (is_declaration(at))
		fix_declaration(at);
	if (is(at, "case") || is(at, "default"))
		for (int i = at; i < tokens && !is(i - 1, ":"); i++)
			token[i].fixed = true;
	if (is(at, "assert") || is(at, "planning"))
		fix(at, token[at].closes);
}

static void read_body(int from, int to)
{
	static const char *const heads[] = { "if", "for", "while", "switch", NULL };

	for (int i = from; i < to; i++) {
		if (is(i, "(")) {
			token[i].closes = closing(i);
			if (is_one_of(i - 1, heads) && token[i].closes + 1 < to)
				begin_statement(token[i].closes + 1);
			for (int k = i; is(i - 1, "for") && k < token[i].closes; k++)
				token[k].head = true;
			if (token[i].head && is_declaration(i + 1))
				fix_declaration(i + 1);
		} else if (is(i, "[") && token[i].fixed)
			fix(i, closing(i));
		else if ((is(i, ";") || is(i, "{") || is(i, "}") || is(i, "else") || is(i, "do")) && !token[i].head &&
		         i + 1 < to)
			begin_statement(i + 1);
		else if (is(i, ":") && token[i].fixed)
			begin_statement(i + 1);
	}
}

static void read_functions(void)
{
	const struct token *name = NULL;

	for (int i = 0; i < tokens; i++) {
		if (token[i].type == NAME && is(i + 1, "("))
			name = &token[i];
		if (is(i, "(") || is(i, "["))
			i = closing(i);
		if (!is(i, "{"))
			continue;
		int end = closing(i);
		if (is(i - 1, ")") && name != NULL) {
			for (int k = i; k <= end; k++)
				token[k].function = name->start, token[k].function_length = name->length;
			read_body(i, end);
		}
		i = end;
	}
}

/* ---- mutants ---- */

/* The bytes from [from] to [to] become [text]; where [keep] is set, they are put between [text] and [end]. */
struct mutant {
	const char *from, *to;
	const char *text, *end;
	bool keep;
	int at; /* the token it is told of by */
};

static int wanted, count; /* the mutant to write, or 0 to list them */

static void print_marked(const struct mutant *mutant)
{
	const char *start = mutant->from, *end = mutant->to;

	while (start > source && start[-1] != '\n')
		start--;
	while (*start == '\t' || *start == ' ')
		start++;
	end += strcspn(end, "\n");
	for (const char *at = start; at < end; at++) {
		if (at == mutant->from)
			fputs("«", stdout);
		if (*at == '\n') {
			putchar(' ');
			while (at[1] == '\t' || at[1] == ' ')
				at++;
		} else
			putchar(*at);
		if (at == mutant->to - 1)
			fputs("»", stdout);
	}
}

static void add_mutant(struct mutant mutant, const char *change)
{
	const struct token *at = &token[mutant.at];

	count++;
	if (wanted == 0) {
		printf("%d\t%d\t%.*s\t%s\t", count, at->line, at->function_length, at->function, change);
		print_marked(&mutant);
		putchar('\n');
	} else if (wanted == count) {
		fwrite(source, 1, (size_t)(mutant.from - source), stdout);
		fputs(mutant.text, stdout);
		if (mutant.keep)
			fwrite(mutant.from, 1, (size_t)(mutant.to - mutant.from), stdout);
		fputs(mutant.end, stdout);
		fputs(mutant.to, stdout);
	}
}

/* Tokens [from] to [to] become [text]. */
static void replace(int from, int to, const char *text, const char *change)
{
	add_mutant((struct mutant){ token[from].start, token[to].start + token[to].length, text, "", false, from },
	           change);
}

static void wrap(int from, int to, const char *before, const char *behind, const char *change)
{
	add_mutant((struct mutant){ token[from].start, token[to].start + token[to].length, before, behind, true, from },
	           change);
}

static void replace_sign(int at, const char *text)
{
	char change[48];

	snprintf(change, sizeof change, "to %s", text);
	replace(at, at, text, change);
}

/* True if the sign at [at] stands between two values, so that `*`, `&` and `-` do what they do to two of them. */
static bool is_binary(int at)
{
	return at > 0 && !is(at - 1, "return") && !is(at - 1, "case") &&
	       (token[at - 1].type == NAME || token[at - 1].type == NUMBER || is(at - 1, ")") || is(at - 1, "]"));
}

static void change_sign(int at)
{
	static const struct {
		const char *sign, *to[2];
	} change[] = {
		{ "<", { "<=", ">=" } }, { "<=", { "<", ">" } }, { ">", { ">=", "<=" } }, { ">=", { ">", "<" } },
		{ "==", { "!=" } },      { "!=", { "==" } },     { "&&", { "||" } },      { "||", { "&&" } },
		{ "+=", { "-=" } },      { "-=", { "+=" } },     { "&=", { "|=" } },      { "|=", { "&=" } },
		{ "++", { "--" } },      { "--", { "++" } },     { "<<", { ">>" } },      { ">>", { "<<" } },
		{ "+", { "-" } },        { "-", { "+" } },       { "*", { "+" } },        { "/", { "*" } },
		{ "%", { "/" } },        { "&", { "|" } },       { "|", { "&" } },        { "^", { "|" } },
	};

	if (token[at].length == 1 && strchr("+-*&", *token[at].start) != NULL && !is_binary(at))
		return;
	for (size_t i = 0; i < sizeof change / sizeof *change; i++)
		for (int k = 0; is(at, change[i].sign) && k < 2 && change[i].to[k] != NULL; k++)
			replace_sign(at, change[i].to[k]);
	if (is(at, "!") || is(at, "~"))
		replace(at, at, "", "left out");
	if (is(at, "?"))
		replace(at, at, "== 0 ?", "to == 0 ?");
}

/* True if the number at [at] is the 1 of -1, which mostly says that there is none, or that of `x &= x - 1`, which takes the lowest
 * bit away. A larger number does the same there, unless bit 0 is set. */
static bool may_as_well_be_larger(int at)
{
	if (!is(at, "1") || !is(at - 1, "-"))
		return false;
	return !is_binary(at - 1) || is(at - 3, "&=");
}

static void change_number(int at)
{
	char text[32];
	long value = strtol(token[at].start, NULL, 0);

	snprintf(text, sizeof text, "%ld", value + 1);
	if (!may_as_well_be_larger(at))
		replace_sign(at, text);
	if (value > 0) {
		snprintf(text, sizeof text, "%ld", value - 1);
		replace_sign(at, text);
	}
}

/* True if what stands in the brackets at [at] is one comparison: then its sign is changed, which says the same as not. */
static bool is_comparison(int at)
{
	static const char *const signs[] = { "<", "<=", ">", ">=", "==", "!=", NULL }, *const links[] = { "&&", "||",
		                                                                                          NULL };
	bool found = false;

	for (int i = at + 1; i < token[at].closes; i++) {
		if (is(i, "(") || is(i, "["))
			i = closing(i);
		if (is_one_of(i, links))
			return false;
		found |= is_one_of(i, signs);
	}
	return found;
}

static void change_name(int at)
{
	static const char *const swaps[][2] = {
		{ "true", "false" }, { "false", "true" }, { "break", "continue" }, { "continue", "break" }
	};

	for (size_t i = 0; i < sizeof swaps / sizeof *swaps; i++)
		if (is(at, swaps[i][0]))
			replace_sign(at, swaps[i][1]);
	if ((is(at, "if") || is(at, "while")) && is(at + 1, "(") && !is_comparison(at + 1))
		wrap(at + 1, token[at + 1].closes, "(!", ")", "negated");
}

static void change_statement(int at)
{
	static const char *const words[] = { "if",   "for",     "while", "do",       "switch", "else", "return",
		                             "case", "default", "break", "continue", "goto",   NULL };
	static const char *const constants[] = { "true", "false", "0", "1", NULL };
	int end = token[at].closes;

	if (is(at, "return") && end > at + 1 && !(end == at + 2 && is_one_of(at + 1, constants))) {
		replace(at + 1, end - 1, "0", "to 0");
		replace(at + 1, end - 1, "1", "to 1");
	}
	if (!is_one_of(at, words) && !token[at].fixed &&
	    (token[at].type == NAME || is(at, "*") || is(at, "++") || is(at, "--")))
		replace(at, end - 1, "", "left out");
}

static void find_mutants(void)
{
	for (int i = 0; i < tokens; i++) {
		if (token[i].function == NULL)
			continue;
		if (token[i].statement)
			change_statement(i);
		if (token[i].fixed)
			continue;
		if (token[i].type == SIGN)
			change_sign(i);
		else if (token[i].type == NUMBER)
			change_number(i);
		else if (token[i].type == NAME)
			change_name(i);
	}
}

int main(int argc, char **argv)
{
	if (argc < 3 || (strcmp(argv[1], "list") != 0 && (strcmp(argv[1], "write") != 0 || argc < 4))) {
		fputs("usage: mutate list FILE, or: mutate write FILE NUMBER\n", stderr);
		return 2;
	}
	source = read_file(argv[2]);
	wanted = strcmp(argv[1], "write") == 0 ? atoi(argv[3]) : 0;
	read_tokens();
	read_functions();
	find_mutants();
	free(token);
	free(source);
	return wanted > count;
}
