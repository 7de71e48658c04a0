/* pieces.c -- asks the layout for the tokens as the parser does, and keeps them. What the layout gives for a text decides
 * about its tree; so a text that is written anew from the same pieces, with the same ends of statements, has the same
 * tree. */
#include "pieces.h"

#include <string.h>

#include "arena.h"
#include "parse.h"
#include "read.h"
#include "text.h"

/* ---- taking apart ---- */

static struct piece *piece_new(struct pieces *pieces)
{
	struct piece *more = memory_grow(pieces->piece, (size_t)pieces->count, sizeof *more);
	if (!more)
		return pieces->failed = 1, NULL;
	pieces->piece = more;
	struct piece *piece = &pieces->piece[pieces->count++];
	memset(piece, 0, sizeof *piece);
	return piece;
}

/* What is written for a token: what the file has, but two words with one blank between them. */
static void take_text(const struct pieces *pieces, struct piece *piece, const struct token *token, struct arena *arena)
{
	char *text;
	piece->text = pieces->source->text + piece->from;
	piece->length = piece->to - piece->from;
	switch (piece->kind) {
	case TOKEN_PROSE: piece->text = token->text; break;
	case TOKEN_ALLOW:
		text = arena_take(arena, strlen("allow ") + strlen(token->text) + 1);
		piece->text = text ? strcat(strcpy(text, "allow "), token->text) : "";
		break;
	case TOKEN_OR_MORE: piece->text = "or more"; break;
	case TOKEN_AT_LEAST: piece->text = "at least"; break;
	case TOKEN_AT_MOST: piece->text = "at most"; break;
	default: piece->width = (uint32_t)text_width(piece->text, piece->length); return;
	}
	piece->length = (uint32_t)strlen(piece->text);
	piece->width = (uint32_t)text_width(piece->text, piece->length);
}

static int says(const struct piece *piece, const char *word)
{
	return piece->kind == TOKEN_WORD && piece->length == strlen(word) &&
	       memcmp(piece->text, word, piece->length) == 0;
}

/* Would these two, on one line, be read as one? */
static int become_one(const struct piece *before, const struct piece *piece)
{
	if (before->kind == TOKEN_OR)
		return says(piece, "more");
	return says(before, "at") && (says(piece, "least") || says(piece, "most"));
}

/* True if there is a remark in the bytes [from, to), which lie between two tokens. */
static int has_remark(const struct pieces *pieces, uint32_t from, uint32_t to)
{
	return memchr(pieces->source->text + from, '#', to - from) != NULL;
}

static void take(struct pieces *pieces, const struct reading *reading, int first)
{
	const struct token *token = &reading->given;
	const struct opened *inside = reading->depth > 0 ? &reading->opened[reading->depth - 1] : NULL;
	uint32_t behind = pieces->count > 0 ? pieces->piece[pieces->count - 1].to : 0;
	struct piece *piece = piece_new(pieces);
	if (!piece)
		return;
	piece->kind = token->kind;
	piece->from = token->span.from;
	piece->to = token->span.to;
	piece->lines = token->lines;
	piece->first = first && piece->kind != TOKEN_CLOSE && piece->kind != TOKEN_EOF;
	piece->in_round = inside && inside->is_round;
	piece->in_ladder = inside && inside->is_ladder;
	piece->remarked = has_remark(pieces, behind, piece->from);
	take_text(pieces, piece, token, reading->arena);
	piece->apart = pieces->count > 1 && become_one(piece - 1, piece);
}

static void match_braces(struct pieces *pieces)
{
	int open[SOURCE_NESTING_MAX + 2], depth = 0;
	for (int i = 0; i < pieces->count; i++) {
		struct piece *piece = &pieces->piece[i];
		if (piece->kind == TOKEN_OPEN)
			open[depth++] = i;
		else if (piece->kind == TOKEN_CLOSE) {
			piece->match = open[--depth];
			pieces->piece[piece->match].match = i;
		}
	}
}

/* ---- all on one line ---- */

static int ends_operand(int kind)
{
	return kind == TOKEN_WORD || kind == TOKEN_NUMBER || kind == TOKEN_STRING || kind == TOKEN_CLOSE_ROUND ||
	       kind == TOKEN_OR_MORE || kind == TOKEN_ADD;
}

/* Is this "-" a sign? Between two operands it is none, unless the author put it right before a number and away from what
 * stands before it; behind the first word of a statement it is one. */
static int is_sign(const struct pieces *pieces, int place)
{
	const struct piece *piece = &pieces->piece[place];
	if (piece->kind != TOKEN_MINUS)
		return 0;
	int is_head = piece[-1].first || (place > 1 && piece[-2].first && piece[-2].kind == TOKEN_ADD);
	int is_close = piece[1].kind == TOKEN_NUMBER && piece[1].from == piece->to && piece[-1].to < piece->from;
	return !ends_operand(piece[-1].kind) || (is_head && !piece->in_ladder) || is_close;
}

/* Do [place] and the piece before it stand together? */
static int together(const struct pieces *pieces, int place)
{
	int kind = pieces->piece[place].kind, before = pieces->piece[place - 1].kind;
	if (kind == TOKEN_COMMA || kind == TOKEN_COLON || kind == TOKEN_CLOSE_ROUND || kind == TOKEN_RANGE)
		return 1;
	if (before == TOKEN_OPEN_ROUND || before == TOKEN_RANGE)
		return 1;
	if (before == TOKEN_COLON)
		return !pieces->piece[place].in_ladder;
	if (before == TOKEN_MINUS && is_sign(pieces, place - 1))
		return kind == TOKEN_NUMBER || kind == TOKEN_OPEN_ROUND;
	return 0;
}

/* Blanks before the piece, and a `;` if it begins a statement behind another. */
static uint32_t gap_before(const struct pieces *pieces, int place)
{
	const struct piece *piece = &pieces->piece[place];
	if (piece->first)
		return piece[-1].kind == TOKEN_OPEN ? 1 : 2;
	return together(pieces, place) ? 0 : 1;
}

static void measure(struct pieces *pieces)
{
	for (int i = 1; i < pieces->count; i++) {
		const struct piece *before = &pieces->piece[i - 1];
		pieces->piece[i].at = before->at + before->width + gap_before(pieces, i);
	}
}

/* Braces may stay on one line if the line goes on behind the "{", and nothing in them needs a line of its own. */
static void find_plain(struct pieces *pieces)
{
	int held_up = pieces->count; /* the next place that has to begin a line */
	for (int i = pieces->count - 1; i >= 0; i--) {
		struct piece *piece = &pieces->piece[i];
		if (piece->kind == TOKEN_OPEN) {
			int empty = piece->match == i + 1;
			piece->plain = held_up > piece->match && (empty || piece[1].lines == 0);
			if (!piece->plain && held_up > i + 1)
				held_up = i + 1;
		}
		if (piece->remarked || piece->apart || piece->kind == TOKEN_PROSE)
			held_up = i;
	}
}

void pieces_read(struct diags *diags, int number, struct pieces *pieces)
{
	struct reading reading;
	PARSE_STYPE value;
	struct span span;
	int first = 1, kind;
	*pieces = (struct pieces){ .source = &diags->sources->source[number - 1] };
	reading_begin(&reading, diags, number);
	do {
		kind = parse_lex(&value, &span, &reading);
		if (kind != TOKEN_END)
			take(pieces, &reading, first);
		first = kind == TOKEN_END || kind == TOKEN_OPEN;
	} while (kind != TOKEN_EOF && !pieces->failed);
	scan_end(&reading);
	if (pieces->failed || arena_failed(reading.arena)) {
		pieces->failed = 1;
		return;
	}
	match_braces(pieces);
	measure(pieces);
	find_plain(pieces);
}

void pieces_free(struct pieces *pieces)
{
	memory_free(pieces->piece);
	*pieces = (struct pieces){ 0 };
}

/* ---- questions ---- */

uint32_t pieces_width(const struct pieces *pieces, int first, int last)
{
	return last < first ? 0 : pieces->piece[last].at + pieces->piece[last].width - pieces->piece[first].at;
}

int piece_may_begin_line(const struct pieces *pieces, int place)
{
	const struct piece *piece = &pieces->piece[place];
	if (piece->kind == TOKEN_AND || piece->kind == TOKEN_OR)
		return 1;
	return piece[-1].kind == TOKEN_COMMA && (piece->in_round || layout_goes_on(TOKEN_COMMA, piece->kind));
}

int piece_remark(const struct pieces *pieces, int place, uint32_t *from, struct remark_text *remark)
{
	const char *text = pieces->source->text;
	uint32_t end = pieces->piece[place].from;
	int lines = 0;
	*remark = (struct remark_text){ 0 };
	for (; *from < end && text[*from] != '#'; ++*from) {
		lines = text[*from] == ';' ? 0 : lines + (text[*from] == '\n');
		remark->lines = lines > remark->lines ? lines : remark->lines;
	}
	if (*from >= end)
		return 0;
	remark->from = *from;
	while (*from < end && text[*from] != '\n')
		++*from;
	for (remark->to = *from; text[remark->to - 1] == ' ' || text[remark->to - 1] == '\t';)
		remark->to--;
	return 1;
}
