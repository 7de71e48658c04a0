/* write_text.c -- a document for a terminal or a plain file. Every line is put together from words whose spans are kept
 * byte by byte, so that breaking lines and aligning columns need not know about colours. */
#include "text/document.h"

#include <string.h>

enum {
	STEP = 2,          /* blanks for each step of depth */
	CLAUSE_INDENT = 7, /* behind the number of a clause */
	FIELD_INDENT = 12, /* behind the label of a field */
	GAP = 2,           /* blanks between columns */
	CELL_GAP = 3,      /* blanks between cells that are not in columns */
	COLUMN_LEAST = 12,
	GRID_FIRST_LEAST = 24,
	GRID_LEAST = 7
};

/* ---- plain words: letters, and where a long line is broken ---- */

/* For terminals with ASCII only: letters lose their marks, dashes and quotation marks become plain ones, everything
 * else becomes a question mark. */
static const struct {
	const char *letter, *plain;
} LETTERS[] = {
	{ "–", "-" },   { "—", "-" },  { "−", "-" },  { "…", "..." }, { "‘", "'" },  { "’", "'" },  { "“", "\"" },
	{ "”", "\"" },  { "„", "\"" }, { "«", "\"" }, { "»", "\"" },  { "·", "." },  { "•", "*" },  { "×", "x" },
	{ "½", "1/2" }, { "→", "->" }, { "≥", ">=" }, { "≤", "<=" },  { "♣", "C" },  { "♦", "D" },  { "♥", "H" },
	{ "♠", "S" },   { "Ä", "Ae" }, { "Ö", "Oe" }, { "Ü", "Ue" },  { "ä", "ae" }, { "ö", "oe" }, { "ü", "ue" },
	{ "ß", "ss" },  { "Å", "Aa" }, { "å", "aa" }, { "Æ", "Ae" },  { "æ", "ae" }, { "Ø", "Oe" }, { "ø", "oe" },
	{ "À", "A" },   { "Á", "A" },  { "Â", "A" },  { "Ã", "A" },   { "à", "a" },  { "á", "a" },  { "â", "a" },
	{ "ã", "a" },   { "Ç", "C" },  { "ç", "c" },  { "È", "E" },   { "É", "E" },  { "Ê", "E" },  { "Ë", "E" },
	{ "è", "e" },   { "é", "e" },  { "ê", "e" },  { "ë", "e" },   { "Ì", "I" },  { "Í", "I" },  { "Î", "I" },
	{ "Ï", "I" },   { "ì", "i" },  { "í", "i" },  { "î", "i" },   { "ï", "i" },  { "Ñ", "N" },  { "ñ", "n" },
	{ "Ò", "O" },   { "Ó", "O" },  { "Ô", "O" },  { "Õ", "O" },   { "ò", "o" },  { "ó", "o" },  { "ô", "o" },
	{ "õ", "o" },   { "Ù", "U" },  { "Ú", "U" },  { "Û", "U" },   { "ù", "u" },  { "ú", "u" },  { "û", "u" },
	{ "Ý", "Y" },   { "ý", "y" },  { "ÿ", "y" },  { "Č", "C" },   { "č", "c" },  { "Š", "S" },  { "š", "s" },
	{ "Ž", "Z" },   { "ž", "z" },  { "Ł", "L" },  { "ł", "l" },   { "Œ", "Oe" }, { "œ", "oe" }, { "\u00a0", " " },
};

void ascii_add(struct text *out, const char *words)
{
	while (*words != '\0') {
		const char *plain = "?";
		if ((unsigned char)*words < 0x80) {
			text_add_bytes(out, words++, 1);
			continue;
		}
		for (size_t i = 0; i < sizeof LETTERS / sizeof *LETTERS; i++)
			if (strncmp(LETTERS[i].letter, words, strlen(LETTERS[i].letter)) == 0)
				plain = LETTERS[i].plain;
		text_add(out, plain);
		for (words++; ((unsigned char)*words & 0xc0) == 0x80;)
			words++;
	}
}

void blanks_add(struct text *out, size_t count)
{
	while (count-- > 0)
		text_add(out, " ");
}

size_t line_break(const char *line, size_t width)
{
	size_t length = strcspn(line, "\n"), taken = 0, blank = 0, joint = 0;

	if (text_width(line, length) <= width)
		return length;
	for (size_t seen = 0; seen <= width; taken++) {
		if (line[taken] == ' ')
			blank = taken;
		if (taken > 0 && line[taken - 1] == '_' && seen <= width)
			joint = taken;
		seen += ((unsigned char)line[taken] & 0xc0) != 0x80;
	}
	return blank > 0 ? blank : joint > 0 ? joint : taken > 1 ? taken - 1 : 1;
}

void paragraph_write(const char *words, size_t indent, size_t width, struct text *out)
{
	while (*words != '\0') {
		size_t taken = line_break(words, width);
		text_add_bytes(out, words, taken);
		text_add(out, "\n");
		words += taken;
		while (*words == ' ' || *words == '\n')
			words++;
		if (*words != '\0')
			blanks_add(out, indent);
	}
}

/* ---- lines ---- */

/* Text, and for each byte the kind of span it is in. */
struct line {
	struct text bytes, kinds;
};

struct writing {
	const struct text_look *look;
	size_t width;
	struct text *out;
};

static void line_add(const struct writing *at, struct line *line, enum span_kind kind, const char *words)
{
	size_t before = line->bytes.length;
	char letter = (char)('a' + kind);
	struct text plain = { 0 };

	text_add_plain(&plain, words); /* names of files may have control sequences of a terminal */
	if (at->look->ascii)
		ascii_add(&line->bytes, text_read(&plain));
	else
		text_add(&line->bytes, text_read(&plain));
	text_end(&plain, &line->bytes);
	while (before++ < line->bytes.length)
		text_add_bytes(&line->kinds, &letter, 1);
}

static void line_add_words(const struct writing *at, struct line *line, const struct words *words)
{
	for (const struct inline_span *span = words->first; span != NULL; span = span->next) {
		const char *quote = span->kind == SPAN_CODE ? "`" : "";
		line_add(at, line, span->kind, quote);
		line_add(at, line, span->kind, text_read(&span->words));
		line_add(at, line, span->kind, quote);
		line->bytes.failed |= span->words.failed;
	}
}

static void line_end(const struct writing *at, struct line *line)
{
	text_end(&line->bytes, at->out);
	text_end(&line->kinds, at->out);
}

/* What turns on the colour of a span, "" for none. */
static const char *colour_of(char kind)
{
	static const char *const colours[SPAN_KINDS] = {
		[SPAN_STRONG] = "\033[1m",    [SPAN_PLACE] = "\033[2m",    [SPAN_FIRST] = "\033[31m",
		[SPAN_SECOND] = "\033[32m",   [SPAN_GOOD] = "\033[1;32m",  [SPAN_BAD] = "\033[1;31m",
		[SPAN_WILD] = "\033[1;33m",   [SPAN_BONUS] = "\033[1;35m", [SPAN_CLUBS] = "\033[32m",
		[SPAN_DIAMONDS] = "\033[34m", [SPAN_HEARTS] = "\033[31m",  [SPAN_SPADES] = "\033[1m",
	};
	const char *colour = colours[kind - 'a'];

	return colour != NULL ? colour : "";
}

/* Writes [length] bytes of the line from [from] on. */
static void write_bytes(const struct writing *at, const struct line *line, size_t from, size_t length)
{
	const char *kinds = text_read(&line->kinds);

	if (!at->look->colour || line->kinds.failed) {
		text_add_bytes(at->out, text_read(&line->bytes) + from, length);
		return;
	}
	for (size_t end = from + length, next; from < end; from = next) {
		const char *colour = colour_of(kinds[from]);
		for (next = from; next < end && kinds[next] == kinds[from];)
			next++;
		text_add(at->out, colour);
		text_add_bytes(at->out, text_read(&line->bytes) + from, next - from);
		text_add(at->out, colour[0] != '\0' ? "\033[0m" : "");
	}
}

static void trim(const struct writing *at)
{
	while (text_last(at->out) == ' ')
		at->out->bytes[--at->out->length] = '\0';
}

/* Writes the paragraph that [out] has begun with [used] characters to its end; all lines but the first are indented by
 * [indent]. */
static void write_broken(const struct writing *at, struct line *line, size_t used, size_t indent)
{
	const char *bytes = text_read(&line->bytes);
	size_t from = 0;

	while (bytes[from] != '\0') {
		size_t taken =
			line_break(bytes + from, at->width > used + COLUMN_LEAST ? at->width - used : COLUMN_LEAST);
		write_bytes(at, line, from, taken);
		trim(at);
		text_add(at->out, "\n");
		from += taken;
		while (bytes[from] == ' ' || bytes[from] == '\n')
			from++;
		if (bytes[from] != '\0')
			blanks_add(at->out, indent);
		used = indent;
	}
	line_end(at, line);
}

/* Ends the output with exactly one empty line. */
static void leave_gap(const struct writing *at)
{
	struct text *out = at->out;

	while (out->length > 1 && text_last(out) == '\n' && out->bytes[out->length - 2] == '\n')
		out->bytes[--out->length] = '\0';
	text_add(out, out->length > 0 ? "\n" : "");
}

/* ---- tables ---- */

struct layout {
	size_t width[TABLE_COLUMNS_MAX];
	size_t word[TABLE_COLUMNS_MAX]; /* the longest piece that a line is not broken in */
	bool numeric[TABLE_COLUMNS_MAX];
	bool lettered; /* the heads of numbers are letters, which a list above the table explains */
	int columns;
};

/* True if the row has only its first cell, which may then be wider than the column. */
static bool stands_alone(const struct table *table, const struct table_row *row)
{
	for (int i = 1; i < table->columns; i++)
		if (!words_empty(&row->cell[i]))
			return false;
	return !table->grid && table->columns > 1;
}

/* The widest line of [words]. */
static size_t width_of(const struct writing *at, const struct words *words)
{
	struct line line = { { 0 }, { 0 } };
	size_t widest = 0;

	line_add_words(at, &line, words);
	for (const char *bytes = text_read(&line.bytes); *bytes != '\0';) {
		size_t length = strcspn(bytes, "\n"), wide = text_width(bytes, length);
		widest = wide > widest ? wide : widest;
		bytes += length + (bytes[length] == '\n');
	}
	line_end(at, &line);
	return widest;
}

static size_t row_indent(const struct table_row *row)
{
	return (size_t)row->depth * STEP;
}

/* True if all cells after [column] are empty. */
static bool is_last_cell(const struct table *table, const struct table_row *row, int column)
{
	while (++column < table->columns)
		if (!words_empty(&row->cell[column]))
			return false;
	return true;
}

/* The longest piece of [words] that a line is not broken in: up to a blank or an underscore. */
static size_t longest_piece(const struct writing *at, const struct words *words)
{
	struct line line = { { 0 }, { 0 } };
	size_t longest = 0;

	line_add_words(at, &line, words);
	for (const char *bytes = text_read(&line.bytes); *bytes != '\0';) {
		size_t length = strcspn(bytes, " _\n"), wide;
		length += bytes[length] == '_';
		wide = text_width(bytes, length);
		longest = wide > longest ? wide : longest;
		bytes += length + (bytes[length] == ' ' || bytes[length] == '\n');
	}
	line_end(at, &line);
	return longest;
}

/* True if the cell of a head is written as a letter. */
static bool is_letter(const struct layout *layout, const struct table_row *row, int column)
{
	return layout->lettered && layout->numeric[column] && row->kind == TABLE_HEAD;
}

static size_t larger(size_t one, size_t other)
{
	return one > other ? one : other;
}

/* Sets [*layout] to what the table needs where nothing is broken. With [lettered] names above numbers take a letter each. */
static void measure(const struct writing *at, const struct table *table, bool lettered, struct layout *layout)
{
	*layout = (struct layout){ .columns = table->columns, .lettered = lettered };
	for (int i = 1; i < table->columns; i++)
		layout->numeric[i] = !table->grid && table_is_numeric(table, i);
	for (const struct table_row *row = table->first; row != NULL; row = row->next)
		for (int i = 0; i < table->columns && !stands_alone(table, row); i++) {
			const size_t indent = i == 0 ? row_indent(row) : 0;
			size_t wide = width_of(at, &row->cell[i]) + indent;
			if (table->unbroken && is_last_cell(table, row, i))
				break;
			if (is_letter(layout, row, i))
				wide = 1;
			if (i == 0 && table->most > 0 && wide > (size_t)table->most)
				continue;
			layout->width[i] = larger(layout->width[i], wide);
			if (!is_letter(layout, row, i))
				layout->word[i] = larger(layout->word[i], longest_piece(at, &row->cell[i]) + indent);
		}
}

/* How many characters a column can lose; [whole]: and break no word. */
static size_t spare_of(const struct table *table, const struct layout *layout, int column, bool whole)
{
	size_t least = !table->grid ? COLUMN_LEAST : column == 0 ? GRID_FIRST_LEAST : GRID_LEAST;

	if (whole && layout->word[column] > least)
		least = layout->word[column];
	if (column + 1 == table->columns && table->last_least > COLUMN_LEAST)
		least = (size_t)table->last_least;
	return layout->width[column] > least && (column > 0 || table->most == 0) ? layout->width[column] - least : 0;
}

/* True if the table is not too wide. */
static bool fits(const struct layout *layout, size_t width)
{
	size_t all = 0;

	for (int i = 0; i < layout->columns; i++)
		all += layout->width[i] + GAP;
	return all <= width + GAP;
}

/* Narrows the columns that can lose most, one character at a time, until the table fits or none can lose any more. */
static void narrow(const struct table *table, struct layout *layout, size_t width, bool whole)
{
	size_t most = 1;

	while (!fits(layout, width) && most > 0) {
		most = 0;
		for (int i = 0; i < layout->columns; i++)
			most = larger(most, spare_of(table, layout, i, whole));
		for (int i = layout->columns - 1; i >= 0 && most > 0; i--)
			if (spare_of(table, layout, i, whole) == most)
				layout->width[i]--;
	}
}

/* True if the layout breaks a word, or is too wide. */
static bool breaks(const struct layout *layout, size_t width)
{
	for (int i = 0; i < layout->columns; i++)
		if (layout->width[i] < layout->word[i])
			return true;
	return !fits(layout, width);
}

/* Lays the table out for [width] characters so that no word is broken, if there is room for that. If there is not, names above numbers
 * become letters; only if that does not help are words broken. */
static void lay_out(const struct writing *at, const struct table *table, size_t width, struct layout *layout)
{
	for (int letters = 0; letters < 2 && !table->unbroken && !table->stacked; letters++) {
		for (int whole = 0; whole < 2; whole++) {
			measure(at, table, letters > 0, layout);
			narrow(table, layout, width, whole > 0);
			if (!breaks(layout, width))
				return;
		}
	}
	measure(at, table, false, layout);
	if (!table->unbroken)
		narrow(table, layout, width, false);
}

/* A row while it is written line by line: its cells, and how far each of them is written. */
struct cells {
	struct line cell[TABLE_COLUMNS_MAX];
	size_t done[TABLE_COLUMNS_MAX];
};

static const char *cell_left(const struct cells *cells, int column)
{
	return text_read(&cells->cell[column].bytes) + cells->done[column];
}

/* Writes the part of a cell that is on this line. */
static void write_share(const struct writing *at, struct cells *cells, int column, size_t width, bool right,
                        bool unbroken)
{
	const char *left = cell_left(cells, column);
	size_t taken = unbroken ? strlen(left) : line_break(left, width), wide = text_width(left, taken);

	if (right)
		blanks_add(at->out, width > wide ? width - wide : 0);
	write_bytes(at, &cells->cell[column], cells->done[column], taken);
	if (!right)
		blanks_add(at->out, width > wide ? width - wide : 0);
	cells->done[column] += taken;
	left += taken;
	if (*left == '\n')
		cells->done[column]++;
	else
		cells->done[column] += strspn(left, " ");
}

static bool any_left(const struct cells *cells, int columns)
{
	for (int i = 0; i < columns; i++)
		if (*cell_left(cells, i) != '\0')
			return true;
	return false;
}

static void write_grid_line(const struct writing *at, const struct layout *layout)
{
	for (int i = 0; i < layout->columns; i++) {
		text_add(at->out, i == 0 ? "" : "+");
		for (size_t wide = i + 1 == layout->columns; wide < layout->width[i] + 1; wide++)
			text_add(at->out, "-");
	}
	text_add(at->out, "\n");
}

static void write_cells(const struct writing *at, const struct table *table, const struct layout *layout,
                        struct cells *cells, size_t margin, size_t indent)
{
	do {
		blanks_add(at->out, margin + indent);
		for (int i = 0; i < table->columns; i++) {
			size_t width = layout->width[i] + table->grid, taken = i == 0 ? indent : 0;
			if (i > 0 && table->grid)
				text_add(at->out, "|");
			else if (i > 0)
				blanks_add(at->out, GAP);
			/* a column of cells that each have a line of their own has no width */
			write_share(at, cells, i, width > taken ? width - taken : 0, layout->numeric[i],
			            table->unbroken);
		}
		trim(at);
		text_add(at->out, "\n");
	} while (any_left(cells, table->columns));
}

/* Writes the cells below each other, for a narrow screen; the second beside the first if it fits. */
static void write_stacked(const struct writing *at, struct cells *cells, int columns, size_t indent)
{
	const struct line *first = &cells->cell[0], *second = &cells->cell[1];
	bool beside = first->bytes.length > 0 && strchr(text_read(&second->bytes), '\n') == NULL &&
	              indent + first->bytes.length + GAP + second->bytes.length <= at->width;

	if (first->bytes.length > 0) {
		blanks_add(at->out, indent);
		write_bytes(at, first, 0, first->bytes.length);
		blanks_add(at->out, beside && second->bytes.length > 0 ? GAP : 0);
		write_bytes(at, second, 0, beside ? second->bytes.length : 0);
		text_add(at->out, "\n");
	}
	for (int i = beside ? 2 : 1; i < columns; i++)
		while (*cell_left(cells, i) != '\0') {
			blanks_add(at->out, indent + 2 * STEP);
			write_share(at, cells, i, at->width - indent - 2 * STEP, false, false);
			trim(at);
			text_add(at->out, "\n");
		}
}

/* The letter above a column of numbers. */
static const char *letter_of(const struct layout *layout, int column, char letter[2])
{
	int place = 0;

	while (--column > 0)
		place += layout->numeric[column];
	letter[0] = (char)('A' + place);
	letter[1] = '\0';
	return letter;
}

/* Lists what the letters stand for, a line each. */
static void write_letters(const struct writing *at, const struct table *table, const struct layout *layout,
                          size_t margin)
{
	const struct table_row *head = table->first;

	for (int i = 1; layout->lettered && head != NULL && head->kind == TABLE_HEAD && i < table->columns; i++) {
		struct line line = { { 0 }, { 0 } };
		char letter[2];
		if (!layout->numeric[i])
			continue;
		line_add_words(at, &line, &head->cell[i]);
		blanks_add(at->out, margin);
		text_format(at->out, "%s: ", letter_of(layout, i, letter));
		write_broken(at, &line, margin + 3, margin + 3);
	}
}

static void write_row(const struct writing *at, const struct table *table, const struct table_row *row,
                      const struct layout *layout, size_t margin)
{
	struct cells cells = { .done = { 0 } };

	if (stands_alone(table, row)) {
		struct line line = { { 0 }, { 0 } };
		size_t indent = margin + row_indent(row) + (row->kind == TABLE_REMARK ? 2 * STEP : 0);
		line_add_words(at, &line, &row->cell[0]);
		if (row->kind == TABLE_TOPIC && row->depth == 0)
			leave_gap(at);
		blanks_add(at->out, indent);
		if (line.bytes.length == 0)
			text_add(at->out, "\n");
		write_broken(at, &line, indent, indent);
		return;
	}
	for (int i = 0; i < table->columns; i++) {
		char letter[2];
		if (is_letter(layout, row, i))
			line_add(at, &cells.cell[i], SPAN_PLAIN, letter_of(layout, i, letter));
		else
			line_add_words(at, &cells.cell[i], &row->cell[i]);
	}
	if (table->stacked && at->width < PAGE_WIDTH)
		write_stacked(at, &cells, table->columns, margin + row_indent(row));
	else {
		if (text_width(text_read(&cells.cell[0].bytes), cells.cell[0].bytes.length) + row_indent(row) >
		            layout->width[0] &&
		    table->most > 0) {
			/* a first cell that is too long gets its own line */
			blanks_add(at->out, margin + row_indent(row));
			write_bytes(at, &cells.cell[0], 0, cells.cell[0].bytes.length);
			text_add(at->out, "\n");
			cells.done[0] = cells.cell[0].bytes.length;
		}
		write_cells(at, table, layout, &cells, margin, row_indent(row));
	}
	for (int i = 0; i < table->columns; i++)
		line_end(at, &cells.cell[i]);
}

static void write_cites_alone(const struct writing *at, const struct words *cites, size_t indent)
{
	struct line line = { { 0 }, { 0 } };

	if (words_empty(cites))
		return;
	line_add(at, &line, SPAN_CITES, "[");
	line_add_words(at, &line, cites);
	line_add(at, &line, SPAN_CITES, "]");
	blanks_add(at->out, indent);
	write_broken(at, &line, indent, indent);
}

/* Writes a line above the row of sums, after [indent] blanks of the first column. */
static void write_rule(const struct writing *at, const struct layout *layout, size_t margin, size_t indent)
{
	size_t width = 0;

	for (int i = 0; i < layout->columns; i++)
		width += layout->width[i] + (i > 0 ? GAP : 0);
	blanks_add(at->out, margin + indent);
	for (size_t i = indent; i < width; i++)
		text_add(at->out, "-");
	text_add(at->out, "\n");
}

static void write_table(const struct writing *at, const struct block *block)
{
	const struct table *table = block->table;
	size_t margin = block->section > 0 ? CLAUSE_INDENT : (size_t)block->depth * STEP;
	struct layout layout;
	bool sums = false;

	if (table->columns > TABLE_COLUMNS_MAX)
		return;
	lay_out(at, table, at->width - margin, &layout);
	leave_gap(at);
	write_letters(at, table, &layout, margin);
	if (table->grid)
		write_grid_line(at, &layout);
	for (const struct table_row *row = table->first; row != NULL; row = row->next) {
		if (row->kind == TABLE_SUM && !sums && !table->grid)
			write_rule(at, &layout, margin, row_indent(row));
		sums = row->kind == TABLE_SUM;
		write_row(at, table, row, &layout, margin);
		if (table->grid)
			write_grid_line(at, &layout);
	}
	write_cites_alone(at, &table->cites, margin);
	leave_gap(at);
}

/* ---- blocks ---- */

static void line_add_cites(const struct writing *at, struct line *line, const struct block *block)
{
	if (words_empty(&block->cites))
		return;
	line_add(at, line, SPAN_CITES, " [");
	line_add_words(at, line, &block->cites);
	line_add(at, line, SPAN_CITES, "]");
}

static void write_heading(const struct writing *at, const struct block *block)
{
	struct line line = { { 0 }, { 0 } };
	struct text number = { 0 };
	size_t width;

	if (block->section > 0)
		block_number_write(block, &number), text_add(&number, ". ");
	line_add(at, &line, SPAN_PLAIN, text_read(&number));
	line_add_words(at, &line, &block->words);
	width = text_width(text_read(&line.bytes), line.bytes.length);
	leave_gap(at);
	text_add(at->out, block->section > 0 ? "\n" : "");
	blanks_add(at->out, (size_t)block->depth * STEP);
	write_bytes(at, &line, 0, line.bytes.length);
	text_add(at->out, "\n");
	for (size_t i = 0; i < width && block->section > 0; i++)
		text_add(at->out, "-");
	text_add(at->out, block->section > 0 ? "\n" : "");
	write_cites_alone(at, &block->cites, CLAUSE_INDENT);
	if (block->section > 0)
		leave_gap(at);
	line_end(at, &line);
	text_end(&number, at->out);
}

static void write_title(const struct writing *at, const struct block *block)
{
	struct line line = { { 0 }, { 0 } };

	line_add_words(at, &line, &block->words);
	write_bytes(at, &line, 0, line.bytes.length);
	text_add(at->out, "\n");
	for (size_t i = text_width(text_read(&line.bytes), line.bytes.length); i > 0; i--)
		text_add(at->out, "=");
	text_add(at->out, "\n");
	line_end(at, &line);
}

static void write_clause(const struct writing *at, const struct block *block)
{
	struct text number = { 0 };
	struct line line = { { 0 }, { 0 } };

	block_number_write(block, &number);
	text_format(at->out, "%-5s%s", text_read(&number), block->marked ? "* " : "  ");
	line_add_words(at, &line, &block->label);
	line_add(at, &line, SPAN_PLAIN, line.bytes.length > 0 ? ": " : "");
	line_add_words(at, &line, &block->words);
	line_add_cites(at, &line, block);
	write_broken(at, &line, CLAUSE_INDENT, CLAUSE_INDENT);
	text_end(&number, at->out);
}

/* Writes a paragraph, an item or a note, indented by [indent], and by [hang] more from the second line on. */
static void write_labelled(const struct writing *at, const struct block *block, const char *sign, size_t indent,
                           size_t hang)
{
	struct line line = { { 0 }, { 0 } };
	enum span_kind kind = block->label.first != NULL ? block->label.first->kind : SPAN_PLAIN;

	line_add(at, &line, kind, sign);
	line_add_words(at, &line, &block->label);
	line_add(at, &line, kind, words_empty(&block->label) ? "" : ": ");
	line_add_words(at, &line, &block->words);
	line_add_cites(at, &line, block);
	blanks_add(at->out, indent);
	write_broken(at, &line, indent, indent + hang);
}

static void write_field(const struct writing *at, const struct block *block)
{
	struct line label = { { 0 }, { 0 } }, line = { { 0 }, { 0 } };
	size_t wide, indent = (size_t)block->depth * STEP;

	line_add_words(at, &label, &block->label);
	line_add_words(at, &line, &block->words);
	line_add_cites(at, &line, block);
	wide = text_width(text_read(&label.bytes), label.bytes.length) + indent;
	blanks_add(at->out, indent);
	write_bytes(at, &label, 0, label.bytes.length);
	blanks_add(at->out, wide < FIELD_INDENT ? FIELD_INDENT - wide : 1);
	write_broken(at, &line, FIELD_INDENT, FIELD_INDENT);
	line_end(at, &label);
}

/* Writes cells side by side, continued on the next line if they do not fit. */
static void write_cell_block(const struct writing *at, const struct block *block)
{
	struct line label = { { 0 }, { 0 } }, line = { { 0 }, { 0 } };
	size_t indent = (size_t)block->depth * STEP, length, used = 0;
	const char *bytes;

	line_add_words(at, &label, &block->label);
	line_add_words(at, &line, &block->words);
	blanks_add(at->out, indent);
	write_bytes(at, &label, 0, label.bytes.length);
	if (label.bytes.length > 0)
		blanks_add(at->out, FIELD_INDENT - GAP > label.bytes.length + indent
		                            ? FIELD_INDENT - label.bytes.length - indent
		                            : GAP);
	indent = label.bytes.length > 0 ? FIELD_INDENT : indent;
	bytes = text_read(&line.bytes);
	for (size_t from = 0; bytes[from] != '\0'; from += length + (bytes[from + length] == '\n')) {
		size_t cell = block->cell > 0 ? (size_t)block->cell : 1, next = indent, wide;
		length = strcspn(bytes + from, "\n");
		wide = text_width(bytes + from, length);
		if (used > 0)
			next = (used + (cell > 1 ? GAP : CELL_GAP) + cell - 1) / cell * cell;
		if (next + wide > at->width && used > 0) {
			text_add(at->out, "\n");
			blanks_add(at->out, next = indent);
		} else if (used > 0)
			blanks_add(at->out, next - used);
		write_bytes(at, &line, from, length);
		used = next + wide;
	}
	text_add(at->out, "\n");
	line_end(at, &label);
	line_end(at, &line);
}

static void write_verbatim(const struct writing *at, const struct block *block)
{
	struct line line = { { 0 }, { 0 } };
	const char *bytes;

	line_add_words(at, &line, &block->words);
	for (bytes = text_read(&line.bytes); *bytes != '\0';) {
		size_t length = strcspn(bytes, "\n");
		blanks_add(at->out, length > 0 ? (size_t)block->depth * STEP : 0);
		text_add_bytes(at->out, bytes, length);
		text_add(at->out, "\n");
		bytes += length + (bytes[length] == '\n');
	}
	line_end(at, &line);
}

static void write_block(const struct writing *at, const struct block *block)
{
	size_t indent = (size_t)block->depth * STEP;

	if (block->apart)
		leave_gap(at);
	switch (block->kind) {
	case BLOCK_TITLE: write_title(at, block); break;
	case BLOCK_HEADING: write_heading(at, block); break;
	case BLOCK_PROSE:
	case BLOCK_LEAD:
		leave_gap(at);
		write_labelled(at, block, "", 0, 0);
		leave_gap(at);
		break;
	case BLOCK_CLAUSE: write_clause(at, block); break;
	case BLOCK_NOTE: write_labelled(at, block, "", block->section > 0 ? CLAUSE_INDENT : indent, STEP); break;
	case BLOCK_ITEM: write_labelled(at, block, "- ", block->section > 0 ? CLAUSE_INDENT : indent, STEP); break;
	case BLOCK_FIELD: write_field(at, block); break;
	case BLOCK_CELLS: write_cell_block(at, block); break;
	case BLOCK_VERBATIM: write_verbatim(at, block); break;
	case BLOCK_TABLE: write_table(at, block); break;
	case BLOCK_SUBTITLE:
	case BLOCK_PARAGRAPH:
	case BLOCK_LEGEND:
	case BLOCK_FOOT: write_labelled(at, block, "", indent, (size_t)block->hang); break;
	}
}

void document_text(const struct document *document, const struct text_look *look, struct text *out)
{
	static const struct text_look plain = { .width = 0 };
	struct writing at = { .look = look != NULL ? look : &plain, .out = out };
	bool foot = false;

	at.width = at.look->width > 0 ? (size_t)at.look->width : PAGE_WIDTH;
	for (const struct block *block = document->first; block != NULL; block = block->next) {
		bool is_foot = block->kind >= BLOCK_LEGEND;
		if (is_foot && !foot)
			leave_gap(&at);
		foot = is_foot;
		write_block(&at, block);
	}
	if (out->length > 1 && strcmp(out->bytes + out->length - 2, "\n\n") == 0)
		out->bytes[--out->length] = '\0';
	out->failed |= document_failed(document);
}
