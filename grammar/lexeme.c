/* lexeme.c -- a text piece by piece: the tokens that the parser would be given, and the remarks between them. */
#include <string.h>

#include "arena.h"
#include "parse.h"
#include "read.h"

struct lexemes {
	struct arena *arena;
	struct lexeme *list;
	int count;
};

static enum lexeme_kind lexeme_kind(int token)
{
	switch (token) {
	case TOKEN_END: return LEXEME_END;
	case TOKEN_WORD: return LEXEME_WORD;
	case TOKEN_STRING: return LEXEME_STRING;
	case TOKEN_PROSE: return LEXEME_PROSE;
	case TOKEN_NUMBER: return LEXEME_NUMBER;
	case TOKEN_CITE: return LEXEME_CITATION;
	case TOKEN_ALLOW: return LEXEME_ALLOW;
	case TOKEN_OPEN: return LEXEME_OPEN;
	case TOKEN_CLOSE: return LEXEME_CLOSE;
	default: return token >= TOKEN_LANGUAGE && token <= TOKEN_ABOVE ? LEXEME_RESERVED : LEXEME_SIGN;
	}
}

static void add(struct lexemes *lexemes, enum lexeme_kind kind, struct span span, const char *text)
{
	struct lexeme *more = arena_grow(lexemes->arena, lexemes->list, (size_t)lexemes->count, sizeof *more);

	if (more == NULL)
		return;
	lexemes->list = more;
	lexemes->list[lexemes->count++] = (struct lexeme){ kind, span, text };
}

/* Adds the remarks in the bytes [from, to), between two tokens, which have nothing else with a # in it. */
static void add_remarks(struct lexemes *lexemes, const struct source *source, int number, uint32_t from, uint32_t to)
{
	while (from < to) {
		const char *sign = memchr(source->text + from, '#', to - from);
		uint32_t at = sign != NULL ? (uint32_t)(sign - source->text) : to;
		const char *end = sign != NULL ? memchr(sign, '\n', to - at) : NULL;
		from = end != NULL ? (uint32_t)(end - source->text) : to;
		if (sign != NULL)
			add(lexemes, LEXEME_REMARK, (struct span){ (uint16_t)number, at, from }, NULL);
	}
}

int lexemes_read(struct diags *diags, int number, const struct lexeme **list)
{
	const struct source *source = &diags->sources->source[number - 1];
	struct lexemes lexemes = { .arena = diags->sources->arena };
	struct reading reading;
	uint32_t behind = 0;
	PARSE_STYPE value;
	struct span span;
	int token;

	reading_begin(&reading, diags, number);
	while ((token = parse_lex(&value, &span, &reading)) != TOKEN_EOF && !arena_failed(lexemes.arena)) {
		if (span.to > span.from && span.from >= behind && token != TOKEN_END) {
			add_remarks(&lexemes, source, number, behind, span.from);
			behind = span.to;
		}
		add(&lexemes, lexeme_kind(token), span, reading.given.text);
	}
	scan_end(&reading);
	add_remarks(&lexemes, source, number, behind, (uint32_t)source->length);
	*list = lexemes.list;
	return arena_failed(lexemes.arena) ? 0 : lexemes.count;
}
