/* fmt.c -- formats a file. The text is split into pieces: the tokens the parser is given, and what is known of the
 * places between them. It is then written statement by statement and block by block; nothing is moved, so what is decided
 * here is only where lines begin and how many blanks there are.
 *
 * A line may only be broken where layout.c lets a statement go on, and a statement that begins with a citation or a note
 * stands behind a blank line, or it would belong to the one above. */
#include <stddef.h>
#include <string.h>

#include "arena.h"
#include "diag.h"
#include "parse.h"
#include "read.h"
#include "text.h"

struct piece {
	int kind;          /* a token of parse.y, but no END; the last one is EOF */
	uint32_t from, to; /* its bytes in the source */
	const char *text;  /* the text to write; for prose without quotes and indentation */
	uint32_t length;   /* length of that in bytes */
	uint32_t width;    /* width of that in characters */
	uint32_t at;       /* its column if everything were on one line */
	int lines;         /* line ends before it: 0, 1, or 2 if there was a blank line */
	int first;         /* a statement or a step begins with it */
	int remarked;      /* a remark (# ...) stands between it and the piece before it */
	int in_round;      /* inside ( ... ) */
	int in_ladder;     /* inside the braces behind `by` */
	int apart;         /* it has to begin a line, since it would become one word with the piece before it */
	int match;         /* of a brace: the place of the other one */
	int plain;         /* of a "{": everything up to its "}" may be on one line */
};

struct pieces {
	const struct source *source;
	struct piece *piece;
	int count;
	int failed; /* memory ran out */
};

/* A `#` remark and its place. */
struct remark_text {
	uint32_t from, to;
	int lines; /* line ends before it in a row: 0 if it ends a line, more than 1 if there is a blank line */
};

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

/* Sets the text of a piece: as in the file, but with a single blank between two words that are one token. */
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

/* True if these two would become one token on the same line. */
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

/* True if this "-" is a sign. Between two operands it is an operator, unless a number follows directly and a blank
 * precedes it; after the first word of a statement it is a sign. */
static int is_sign(const struct pieces *pieces, int place)
{
	const struct piece *piece = &pieces->piece[place];
	if (piece->kind != TOKEN_MINUS)
		return 0;
	int is_head = piece[-1].first || (place > 1 && piece[-2].first && piece[-2].kind == TOKEN_ADD);
	int is_close = piece[1].kind == TOKEN_NUMBER && piece[1].from == piece->to && piece[-1].to < piece->from;
	return !ends_operand(piece[-1].kind) || (is_head && !piece->in_ladder) || is_close;
}

/* True if no blank stands between [place] and the piece before it. */
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

/* The number of blanks before the piece; a `;` counts, if it begins a statement on the same line as another. */
static uint32_t gap_before(const struct pieces *pieces, int place)
{
	const struct piece *piece = &pieces->piece[place];
	if (piece->first)
		return piece[-1].kind == TOKEN_OPEN ? 1 : 2;
	return together(pieces, place) ? 0 : 1;
}

/* Finds braces that may be on one line: the line continues after the "{" and nothing between them needs its own line. */
static void find_plain(struct pieces *pieces)
{
	int held_up = pieces->count; /* the next piece that has to begin a line */
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

/* Takes apart source [number], in which tree_read() has found no fault. Free it with pieces_free(). */
static void pieces_read(struct diags *diags, int number, struct pieces *pieces)
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
	for (int i = 1; i < pieces->count; i++) {
		const struct piece *before = &pieces->piece[i - 1];
		pieces->piece[i].at = before->at + before->width + gap_before(pieces, i);
	}
	find_plain(pieces);
}

static void pieces_free(struct pieces *pieces)
{
	memory_free(pieces->piece);
	*pieces = (struct pieces){ 0 };
}

/* ---- questions ---- */

/* Characters from the beginning of [first] to the end of [last] if they stand on one line. */
static uint32_t pieces_width(const struct pieces *pieces, int first, int last)
{
	return last < first ? 0 : pieces->piece[last].at + pieces->piece[last].width - pieces->piece[first].at;
}

/* True if a line of this statement may begin with piece [place]. */
static int piece_may_begin_line(const struct pieces *pieces, int place)
{
	const struct piece *piece = &pieces->piece[place];
	if (piece->kind == TOKEN_AND || piece->kind == TOKEN_OR)
		return 1;
	return piece[-1].kind == TOKEN_COMMA && (piece->in_round || layout_goes_on(TOKEN_COMMA, piece->kind));
}

/* The next remark before piece [place], looked for from byte [*from] on, which is moved behind it. False if there is
 * none; then remark->lines are the line ends before the piece itself. */
static int piece_remark(const struct pieces *pieces, int place, uint32_t *from, struct remark_text *remark)
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

/* ---- laying out ---- */

enum {
	LINE_MOST = 120, /* characters; a line without a place to break may be longer */
	INDENT = 4,      /* of a block, and of the lines that continue a statement */
	NOTES_AT = 41,   /* column of citations, to the right of most values, so that a file has one column of them */
	NOTES_MOST = 72, /* no column of citations is further to the right; they then follow their values directly */
	COLUMN_GAP = 2   /* blanks between two columns */
};

struct writer {
	const struct pieces *pieces;
	const struct piece *piece;
	struct text *out;
	uint32_t column;      /* where the next character goes */
	uint32_t remark_at;   /* column of the remark after the statement just written; 0: directly behind it */
	uint32_t ruling_head; /* the widest first word of all rulings, so that they are aligned alike */
};

/* Statements that stand in the same braces. */
struct block {
	int from, to; /* its first piece, and the piece behind its last */
	uint32_t indent;
	uint32_t values; /* column of the values, behind the first words */
	uint32_t notes;  /* column of the notes, up to piece [notes_to] */
	int notes_to;
	int in_columns; /* values are aligned in a column: in sections, items, sources and rulings */
	int is_ruling;  /* all its statements are sentences about a position, with their values in one column */
};

/* The parts of a statement or a step. */
struct parts {
	int from, to;   /* all of it but the prose; [to] is the piece behind it */
	int head;       /* its first word, after `add` */
	int open;       /* its first "{", or [to] */
	int note;       /* its first note outside of braces, or [to] */
	int colon;      /* of a step, or [to] */
	int in_columns; /* its value is in the column of the block */
	int notes_end;  /* end of the citations on its first line; [note] if there are none */
	int on_line;    /* everything before [note] fits on one line */
};

/* ---- writing ---- */

static void put(struct writer *w, const char *bytes, size_t length, uint32_t width)
{
	text_add_bytes(w->out, bytes, length);
	w->column += width;
}

static void put_piece(struct writer *w, int place)
{
	put(w, w->piece[place].text, w->piece[place].length, w->piece[place].width);
}

static void blanks(struct writer *w, uint32_t count)
{
	while (count-- > 0)
		put(w, " ", 1, 1);
}

/* Moves to [column], at least one blank further. */
static void go_to(struct writer *w, uint32_t column)
{
	blanks(w, column > w->column ? column - w->column : 1);
}

static void new_line(struct writer *w, int blank_line, uint32_t indent)
{
	if (w->out->length > 0)
		text_add(w->out, blank_line ? "\n\n" : "\n");
	w->column = 0;
	blanks(w, indent);
}

/* Writes piece [place] on the same line as the one before it. */
static void put_next(struct writer *w, int place)
{
	const struct piece *piece = &w->piece[place], *before = piece - 1;
	uint32_t gap = piece->at - before->at - before->width;
	if (piece->first && gap == 2) /* a second statement on this line */
		put(w, ";", 1, 1), gap = 1;
	blanks(w, gap);
	put_piece(w, place);
}

/* ---- what stands between two pieces ---- */

/* Writes the remarks before piece [place] on their own lines, except one that ends the line before. True if a blank
 * line follows; [*had_blank] if there was any. */
static int write_remarks(struct writer *w, int place, uint32_t indent, int *had_blank)
{
	uint32_t from = place > 0 ? w->piece[place - 1].to : 0;
	struct remark_text remark;
	*had_blank = 0;
	while (piece_remark(w->pieces, place, &from, &remark)) {
		int behind = remark.lines == 0 && w->out->length > 0;
		*had_blank |= remark.lines > 1;
		if (behind)
			go_to(w, w->remark_at > w->column + 1 ? w->remark_at : w->column + COLUMN_GAP);
		else
			new_line(w, remark.lines > 1, indent);
		put(w, w->pieces->source->text + remark.from, remark.to - remark.from, 0);
	}
	w->remark_at = 0;
	*had_blank |= remark.lines > 1;
	return remark.lines > 1;
}

/* True if the statement at [place] needs a blank line before it, since it would otherwise belong to the one above. */
static int joins(const struct writer *w, int place)
{
	return place > 0 && w->piece[place - 1].kind != TOKEN_OPEN && layout_goes_on(TOKEN_END, w->piece[place].kind);
}

/* Begins the line of piece [place] with which a statement begins. */
static void begin_statement(struct writer *w, int place, uint32_t indent)
{
	int had_blank, blank_line = write_remarks(w, place, indent, &had_blank);
	new_line(w, blank_line || (joins(w, place) && !had_blank), indent);
}

/* Begins a line within a statement. */
static void continue_at(struct writer *w, int place, uint32_t indent)
{
	int had_blank;
	write_remarks(w, place, indent, &had_blank);
	new_line(w, 0, indent);
}

/* Writes prose on lines of its own. */
static void write_prose(struct writer *w, int place, uint32_t indent)
{
	const char *line = w->piece[place].text;
	put(w, "\"\"\"", 3, 3);
	while (*line) {
		size_t length = 0;
		while (line[length] && line[length] != '\n')
			length++;
		new_line(w, 0, length > 0 ? indent : 0);
		put(w, line, length, 0);
		line += length + (line[length] == '\n');
	}
	new_line(w, 0, indent);
	put(w, "\"\"\"", 3, 3);
	continue_at(w, place + 1, indent);
}

/* ---- the parts of a statement ---- */

static int is_note(int kind)
{
	return kind == TOKEN_CITE || kind == TOKEN_HOUSE || kind == TOKEN_READING || kind == TOKEN_SILENT ||
	       kind == TOKEN_MANNER || kind == TOKEN_BUT || kind == TOKEN_ALLOW;
}

/* True if the line is broken before [place]: it has to be, or the author broke it where that is kept. */
static int is_broken(const struct writer *w, int place)
{
	const struct piece *piece = &w->piece[place];
	return piece->remarked || piece->apart || (piece->lines > 0 && piece_may_begin_line(w->pieces, place));
}

/* True for an item with a name, which a title or a condition follows: it is not a value for the column. */
static int is_item(const struct writer *w, const struct parts *parts)
{
	int name = parts->head + 1, next = name + 1;
	return w->piece[name].kind == TOKEN_WORD && next < parts->to &&
	       (w->piece[next].kind == TOKEN_STRING || w->piece[next].kind == TOKEN_WHEN ||
	        w->piece[next].kind == TOKEN_UNLESS);
}

static int may_be_in_columns(const struct writer *w, const struct block *block, const struct parts *parts)
{
	int kind = w->piece[parts->from].kind, value = parts->head + 1;
	if (kind != TOKEN_WORD && kind != TOKEN_WHEN && kind != TOKEN_UNLESS)
		return 0;
	if (!block->in_columns || parts->note <= value || parts->open <= value || is_broken(w, value))
		return 0;
	return block->is_ruling || (parts->open == parts->to && !is_item(w, parts));
}

/* The end of the statement that begins at [from]. */
static int end_of(const struct writer *w, const struct block *block, int from)
{
	int place = from + 1;
	while (place < block->to && !w->piece[place].first)
		place = w->piece[place].kind == TOKEN_OPEN ? w->piece[place].match + 1 : place + 1;
	return place;
}

/* Finds the parts of what begins at [from], but for its prose. */
static struct parts find_parts(const struct writer *w, const struct block *block, int from)
{
	struct parts parts = { .from = from, .to = end_of(w, block, from) };
	if (w->piece[from].kind == TOKEN_PROSE)
		parts.from++;
	parts.head = parts.from + (w->piece[parts.from].kind == TOKEN_ADD);
	parts.open = parts.note = parts.colon = parts.to;
	for (int i = parts.from; i < parts.to; i++) {
		int kind = w->piece[i].kind;
		if (kind == TOKEN_COLON && parts.colon == parts.to)
			parts.colon = i;
		if (is_note(kind) && parts.note == parts.to)
			parts.note = i;
		if (kind == TOKEN_OPEN && parts.open == parts.to)
			parts.open = i;
		if (kind == TOKEN_OPEN)
			i = w->piece[i].match;
	}
	parts.in_columns = may_be_in_columns(w, block, &parts);
	return parts;
}

/* ---- columns ---- */

/* The column behind the value if it is on the same line as the beginning of the statement. */
static uint32_t value_end(const struct writer *w, const struct block *block, const struct parts *parts)
{
	if (!parts->in_columns)
		return block->indent + pieces_width(w->pieces, parts->from, parts->note - 1);
	return block->values + pieces_width(w->pieces, parts->head + 1, parts->note - 1);
}

/* True if [parts] without its notes fits on one line. */
static int fits_on_line(const struct writer *w, const struct block *block, const struct parts *parts)
{
	for (int i = parts->from; i < parts->note; i++) {
		int opens = w->piece[i].kind == TOKEN_OPEN;
		if ((i > parts->from && is_broken(w, i)) || (opens && !w->piece[i].plain))
			return 0;
		if (opens)
			i = w->piece[i].match;
	}
	return value_end(w, block, parts) <= LINE_MOST;
}

/* The end of the citations that begin at [place]. */
static int cites_end(const struct writer *w, int place, int to)
{
	int end = place + 1;
	while (end < to && w->piece[end].kind == TOKEN_CITE && !w->piece[end].remarked)
		end++;
	return end;
}

/* Decides if notes, or a remark, go on the line of the value. */
static void settle_notes(const struct writer *w, const struct block *block, struct parts *parts)
{
	int note = parts->note, kind = w->piece[note].kind;
	parts->notes_end = note;
	parts->on_line = note > parts->from && fits_on_line(w, block, parts);
	if (!parts->on_line || note == parts->to || w->piece[note].remarked ||
	    (parts->open > note && parts->open < parts->to))
		return;
	if (kind == TOKEN_HOUSE || kind == TOKEN_MANNER)
		parts->notes_end = note + 1;
	else if (kind == TOKEN_CITE) {
		int end = cites_end(w, note, parts->to);
		if (value_end(w, block, parts) + COLUMN_GAP + pieces_width(w->pieces, note, end - 1) <= LINE_MOST)
			parts->notes_end = end;
	}
}

/* True if a remark ends the line of piece [place] - 1. */
static int has_remark_behind(const struct writer *w, int place)
{
	struct remark_text remark;
	uint32_t from = w->piece[place - 1].to;
	return piece_remark(w->pieces, place, &from, &remark) && remark.lines == 0;
}

/* True if a blank line, prose or a remark before the statement ends a column of notes. */
static int parts_column(const struct writer *w, int from)
{
	const struct piece *piece = &w->piece[from];
	struct remark_text remark;
	uint32_t at = piece[-1].to;
	if (piece->kind == TOKEN_PROSE || joins(w, from))
		return 1;
	while (piece_remark(w->pieces, from, &at, &remark))
		if (remark.lines > 0)
			return 1;
	return remark.lines > 1;
}

/* Sets the column of the notes for the statements from [from] on that follow each other directly. */
static void settle_column(const struct writer *w, struct block *block, int from)
{
	int at = from;
	block->notes = NOTES_AT;
	while (at < block->to && (at == from || !parts_column(w, at))) {
		struct parts parts = find_parts(w, block, at);
		settle_notes(w, block, &parts);
		uint32_t end = parts.on_line ? value_end(w, block, &parts) + COLUMN_GAP : 0;
		if ((parts.notes_end > parts.note || (parts.note == parts.to && has_remark_behind(w, parts.to))) &&
		    end > block->notes && end <= NOTES_MOST)
			block->notes = end;
		at = parts.to;
		if (parts.open < parts.to && !parts.on_line)
			break;
	}
	block->notes_to = at;
}

/* The widest first word of the statements that share the column of values in [block], ladders included. */
static uint32_t widest_head(const struct writer *w, const struct block *block)
{
	uint32_t widest = 0;
	for (int at = block->from; at < block->to;) {
		struct parts parts = find_parts(w, block, at);
		int is_ladder = parts.open < parts.to && w->piece[parts.open].in_ladder && parts.head == parts.from;
		if ((parts.in_columns || is_ladder) && w->piece[parts.head].width > widest)
			widest = w->piece[parts.head].width;
		at = parts.to;
	}
	return widest;
}

/* The same for all rulings of the file, which are in blocks of [block]. */
static uint32_t widest_head_of_rulings(const struct writer *w, const struct block *block)
{
	uint32_t widest = 0;
	for (int i = block->from; i + 1 < block->to; i++) {
		if (w->piece[i].kind != TOKEN_RULING || !w->piece[i].first)
			continue;
		while (w->piece[i].kind != TOKEN_OPEN)
			i++;
		struct block inside = { .from = i + 1, .to = w->piece[i].match, .in_columns = 1, .is_ruling = 1 };
		uint32_t width = widest_head(w, &inside);
		widest = width > widest ? width : widest;
	}
	return widest;
}

/* ---- the value of a statement ---- */

/* True if the line is broken at [place]: the author did so, or the text up to the next possible place is too long. */
static int breaks_before(const struct writer *w, int place, int to)
{
	int end = place, last = to - 1;
	if (is_broken(w, place))
		return 1;
	if (!piece_may_begin_line(w->pieces, place))
		return 0;
	while (end < last && !piece_may_begin_line(w->pieces, end + 1) && !is_note(w->piece[end + 1].kind) &&
	       w->piece[end].kind != TOKEN_OPEN)
		end++;
	return w->column + 1 + pieces_width(w->pieces, place, end) > LINE_MOST;
}

/* Writes a word on this line or at the beginning of the next. */
static void write_word(struct writer *w, int place, int to, uint32_t indent)
{
	if (!breaks_before(w, place, to)) {
		put_next(w, place);
		return;
	}
	continue_at(w, place, indent);
	put_piece(w, place);
}

/* ---- its notes ---- */

/* What is known while a statement is written. */
struct writing {
	const struct block *block;
	const struct parts *parts;
	uint32_t indent;  /* indentation of the lines that continue the statement */
	uint32_t farther; /* indentation of citations that do not fit on the line of their value */
	int behind_block; /* the last piece was the "}" of a block of several lines */
};

/* Moves to the column of the notes. */
static void go_to_notes(struct writer *w, const struct writing *at, uint32_t width)
{
	uint32_t near = w->column + COLUMN_GAP, column = at->block->notes;
	go_to(w, column >= near && column + width <= LINE_MOST ? column : near);
}

/* Writes citations [from, to), the first of which has its place already. [spare]: characters that follow the last. */
static void write_cites(struct writer *w, int from, int to, uint32_t indent, uint32_t spare)
{
	for (int i = from; i < to; i++) {
		uint32_t end = w->column + 1 + w->piece[i].width + (i + 1 == to ? spare : 0);
		if (i > from && end > LINE_MOST)
			new_line(w, 0, indent);
		else if (i > from)
			blanks(w, 1);
		put_piece(w, i);
	}
}

/* Writes citations: on this line if all of them fit, else on their own lines; directly after a "}". */
static int write_run(struct writer *w, const struct writing *at, int place)
{
	int end = cites_end(w, place, at->parts->to), begins = place == at->parts->from;
	uint32_t spare = end < at->parts->to && w->piece[end].kind == TOKEN_OPEN ? 2 : 0;
	uint32_t width = pieces_width(w->pieces, place, end - 1) + spare, indent = at->farther;
	if (!begins && w->piece[place].remarked)
		continue_at(w, place, indent);
	else if (place < at->parts->notes_end)
		go_to_notes(w, at, width);
	else if (at->behind_block)
		indent = at->block->indent + 2, blanks(w, 1);
	else if (!begins && w->column + 1 + width <= LINE_MOST)
		blanks(w, 1);
	else if (!begins)
		new_line(w, 0, indent);
	write_cites(w, place, end, indent, spare);
	return end;
}

/* True if a reading, a silence, a `but` or an allowance begins a new line. After citations alone it does so only if it does not
 * fit. */
static int goes_below(const struct writer *w, const struct writing *at, int place)
{
	int kind = w->piece[place].kind, before = place;
	if (kind != TOKEN_READING && kind != TOKEN_SILENT && kind != TOKEN_BUT && kind != TOKEN_ALLOW)
		return 0;
	while (before > at->parts->from && w->piece[before - 1].kind == TOKEN_CITE)
		before--;
	return before > at->parts->from || w->column + 1 + pieces_width(w->pieces, place, place + 1) > LINE_MOST;
}

/* Writes a note that is no citation, with its text. */
static int write_note(struct writer *w, struct writing *at, int place)
{
	int begins = place == at->parts->from, text = place + 1;
	if (!begins && (w->piece[place].remarked || goes_below(w, at, place))) {
		continue_at(w, place, at->indent);
		at->farther = at->indent + INDENT;
		put_piece(w, place);
	} else if (begins)
		put_piece(w, place);
	else if (place < at->parts->notes_end)
		go_to_notes(w, at, 0), put_piece(w, place);
	else
		put_next(w, place);
	if (text == at->parts->to || w->piece[text].kind != TOKEN_STRING)
		return text;
	put_next(w, text);
	return text + 1;
}

/* ---- statements ---- */

static void write_block(struct writer *w, struct block block, int open);

/* True if values are aligned in the braces of such a statement. Variants, fragments and options contain sections and
 * items. */
static int has_columns(int kind)
{
	return kind == TOKEN_WORD || kind == TOKEN_ADD || kind == TOKEN_SOURCE || kind == TOKEN_RULING;
}

/* Writes braces and their contents, on this line if they fit; true if they took several lines. */
static int write_braces(struct writer *w, const struct writing *at, int open)
{
	int close = w->piece[open].match, had_blank;
	struct block inside = { .from = open + 1, .to = close, .indent = at->block->indent + INDENT };
	put_next(w, open);
	if (w->piece[open].plain && w->column + 1 + pieces_width(w->pieces, open + 1, close) <= LINE_MOST) {
		for (int i = open + 1; i <= close; i++)
			put_next(w, i);
		return 0;
	}
	inside.in_columns = has_columns(w->piece[at->parts->from].kind);
	inside.is_ruling = w->piece[at->parts->from].kind == TOKEN_RULING;
	write_block(w, inside, open);
	write_remarks(w, close, inside.indent, &had_blank);
	new_line(w, 0, at->block->indent);
	put_piece(w, close);
	return 1;
}

/* Writes the piece at [place] of a statement, with everything that belongs to it. Returns the place behind. */
static int write_part(struct writer *w, struct writing *at, int place)
{
	const struct parts *parts = at->parts;
	int kind = w->piece[place].kind;
	if (kind == TOKEN_CITE)
		place = write_run(w, at, place);
	else if (is_note(kind))
		place = write_note(w, at, place);
	else if (kind == TOKEN_OPEN) {
		at->behind_block = write_braces(w, at, place);
		return w->piece[place].match + 1;
	} else if (place == parts->from)
		put_piece(w, place++);
	else if (parts->in_columns && place == parts->head + 1)
		go_to(w, at->block->values), put_piece(w, place++);
	else
		write_word(w, place, parts->to, at->indent), place++;
	at->behind_block = 0;
	return place;
}

/* Writes the statement that begins at [from]; returns the place behind it. */
static int write_statement(struct writer *w, struct block *block, int from)
{
	struct parts parts = find_parts(w, block, from);
	struct writing at = { .block = block, .parts = &parts };
	at.farther = block->indent + INDENT;
	/* a statement of notes only: they are aligned below each other */
	at.indent = parts.note == parts.from ? block->indent : at.farther;
	if (from >= block->notes_to)
		settle_column(w, block, from);
	settle_notes(w, block, &parts);
	begin_statement(w, from, block->indent);
	if (parts.from > from)
		write_prose(w, from, block->indent);
	for (int place = parts.from; place < parts.to;)
		place = write_part(w, &at, place);
	w->remark_at = parts.on_line && parts.note == parts.to ? block->notes : 0;
	return parts.to;
}

/* ---- ladders ---- */

/* The widths of the columns of a ladder. */
struct ladder {
	uint32_t keys, rows; /* width of the widest keys with their ":", and of the widest row */
	int numbers;         /* all values are plain numbers, which are aligned at the right */
};

static int is_one_number(const struct writer *w, int from, int to)
{
	from += w->piece[from].kind == TOKEN_MINUS;
	return from + 1 == to && w->piece[from].kind == TOKEN_NUMBER;
}

static struct ladder measure_ladder(const struct writer *w, const struct block *block)
{
	struct ladder ladder = { .numbers = 1 };
	for (int at = block->from; at < block->to;) {
		struct parts parts = find_parts(w, block, at);
		uint32_t keys = pieces_width(w->pieces, at, parts.colon);
		uint32_t row = keys + COLUMN_GAP + pieces_width(w->pieces, parts.colon + 1, parts.to - 1);
		ladder.keys = keys > ladder.keys ? keys : ladder.keys;
		ladder.rows = row > ladder.rows ? row : ladder.rows;
		ladder.numbers &= is_one_number(w, parts.colon + 1, parts.to);
		at = parts.to;
	}
	return ladder;
}

static int write_step(struct writer *w, const struct block *block, const struct ladder *ladder, int from)
{
	struct parts parts = find_parts(w, block, from);
	int value = parts.colon + 1;
	uint32_t indent = block->indent + INDENT;
	begin_statement(w, from, block->indent);
	put_piece(w, from);
	for (int i = from + 1; i < value; i++)
		write_word(w, i, value, indent);
	if (w->piece[value].remarked)
		continue_at(w, value, indent);
	else if (ladder->numbers)
		go_to(w, block->indent + ladder->rows - pieces_width(w->pieces, value, parts.to - 1));
	else
		go_to(w, block->indent + ladder->keys + COLUMN_GAP);
	put_piece(w, value);
	for (int i = value + 1; i < parts.to; i++)
		write_word(w, i, parts.to, indent);
	return parts.to;
}

/* ---- blocks ---- */

/* Writes the statements of [block], or its steps if the "{" at [open] is that of a ladder; there is none around a file. */
static void write_block(struct writer *w, struct block block, int open)
{
	if (open >= 0 && w->piece[open].in_ladder) {
		struct ladder ladder = measure_ladder(w, &block);
		for (int at = block.from; at < block.to;)
			at = write_step(w, &block, &ladder, at);
		return;
	}
	uint32_t head = block.is_ruling ? w->ruling_head : widest_head(w, &block);
	block.values = block.indent + head + COLUMN_GAP;
	for (int at = block.from; at < block.to;)
		at = write_statement(w, &block, at);
}

int source_format(struct diags *diags, int number, struct text *out)
{
	struct pieces pieces;
	pieces_read(diags, number, &pieces);
	if (!pieces.failed) {
		struct writer w = { .pieces = &pieces, .piece = pieces.piece, .out = out };
		struct block file = { .to = pieces.count - 1 };
		int end = file.to, had_blank;
		w.ruling_head = widest_head_of_rulings(&w, &file);
		write_block(&w, file, -1);
		write_remarks(&w, end, 0, &had_blank);
		if (out->length > 0)
			text_add(out, "\n");
	}
	int well = !pieces.failed && !out->failed;
	pieces_free(&pieces);
	return well;
}
