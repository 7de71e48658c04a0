/* sheet_text.c -- a sheet for the terminal, 80 characters wide: numbers at the left, everything else behind them. */
#include "reports/sheet_write.h"

#include <string.h>
#include "reports/columns.h"

enum { WIDTH = 80, INDENT = 7 };

/* ---- parts that all forms share ---- */

bool prose_paragraph(const char **prose, struct text *paragraph)
{
	const char *at = *prose + strspn(*prose, "\n ");

	text_clear(paragraph);
	while (*at != '\0' && *at != '\n') {
		size_t length = strcspn(at, "\n");
		text_add(paragraph, paragraph->length > 0 ? " " : "");
		text_add_bytes(paragraph, at, length);
		at += length;
		at += *at == '\n';
		at += strspn(at, " ");
	}
	*prose = at;
	return paragraph->length > 0;
}

char table_cell(const char **table, struct text *cell)
{
	size_t length = strcspn(*table, "\t\n");
	char end = (*table)[length];

	text_clear(cell);
	text_add_bytes(cell, *table, length);
	*table += length + (end != '\0');
	return end;
}

int table_columns(const char *table)
{
	int columns = 1;

	for (; *table != '\0' && *table != '\n'; table++)
		columns += *table == '\t';
	return columns;
}

bool table_is_numeric(const char *table, int column)
{
	bool numeric = true, head = true;
	int at = 0;

	for (char end = '\n'; end != '\0' && numeric; at = end == '\n' ? 0 : at + 1) {
		size_t length = strcspn(table, "\t\n");
		if (at == column && !head)
			numeric = length > 0 && (strspn(table, "-0123456789,") == length ||
			                         (length == strlen("none") && strncmp(table, "none", length) == 0));
		end = table[length];
		table += length + (end != '\0');
		head = head && end != '\n';
	}
	return numeric;
}

/* ---- tables ---- */

struct layout {
	size_t width[COLUMNS_MAX * 2];
	bool numeric[COLUMNS_MAX * 2];
	int columns;
};

enum { COLUMNS_ROOM = COLUMNS_MAX * 2, GAP = 2, COLUMN_LEAST = 12 };

/* As wide as the widest cells; where that is more than [most] characters the widest column gives way. */
static void lay_out(const char *table, size_t most, struct layout *layout)
{
	struct text cell = { 0 };
	const char *at = table;
	size_t all = INDENT, widest = 0;
	int column = 0;

	*layout = (struct layout){ .columns = table_columns(table) };
	for (char end = '\n'; end != '\0'; column = end == '\n' ? 0 : column + 1) {
		end = table_cell(&at, &cell);
		size_t wide = text_width(text_read(&cell), cell.length);
		if (column < COLUMNS_ROOM && wide > layout->width[column])
			layout->width[column] = wide;
	}
	for (column = 0; column < layout->columns && column < COLUMNS_ROOM; column++) {
		all += layout->width[column] + GAP;
		layout->numeric[column] = column > 0 && table_is_numeric(table, column);
		if (layout->width[column] > layout->width[widest])
			widest = (size_t)column;
	}
	if (all > most + GAP && layout->width[widest] > all - most - GAP + COLUMN_LEAST)
		layout->width[widest] -= all - most - GAP;
	text_free(&cell);
}

/* One cell's share of a line; true if something of it is left. */
static bool write_share(const char **cell, size_t width, bool right, bool last, struct text *out)
{
	size_t taken = line_break(*cell, width), wide = text_width(*cell, taken);

	if (right)
		blanks_add(out, width - wide);
	text_add_bytes(out, *cell, taken);
	if (!right && !last)
		blanks_add(out, width - wide);
	if (!last)
		blanks_add(out, GAP);
	*cell += taken;
	*cell += **cell == ' ';
	return **cell != '\0';
}

static void trim(struct text *out)
{
	while (out->length > 0 && out->bytes[out->length - 1] == ' ')
		out->bytes[--out->length] = '\0';
}

static void write_row(const struct layout *layout, struct text *cells, struct text *out)
{
	const char *left[COLUMNS_ROOM];
	bool more = true;

	for (int i = 0; i < layout->columns; i++)
		left[i] = text_read(&cells[i]);
	while (more) {
		more = false;
		blanks_add(out, INDENT);
		for (int i = 0; i < layout->columns; i++)
			more = write_share(&left[i], layout->width[i], layout->numeric[i], i + 1 == layout->columns,
			                   out) ||
			       more;
		trim(out);
		text_add(out, "\n");
	}
}

static void write_table(const char *table, struct text *out)
{
	struct text cells[COLUMNS_ROOM] = { { 0 } };
	struct layout layout;
	int column = 0;

	lay_out(table, WIDTH, &layout);
	if (layout.columns > COLUMNS_ROOM)
		return;
	for (char end = '\n'; end != '\0'; column++) {
		end = table_cell(&table, &cells[column]);
		if (end == '\t')
			continue;
		write_row(&layout, cells, out);
		column = -1;
	}
	for (int i = 0; i < COLUMNS_ROOM; i++)
		text_end(&cells[i], out);
}

/* A table whose cells are to be filled in has lines between them. */
static void write_grid_line(const struct layout *layout, struct text *out)
{
	for (int i = 0; i < layout->columns; i++) {
		text_add(out, i == 0 ? "" : "+");
		for (size_t wide = i + 1 == layout->columns; wide < layout->width[i] + 1; wide++)
			text_add(out, "-");
	}
	text_add(out, "\n");
}

/* What a column has beyond the least: room for a number, and for some words in the first. */
static size_t spare_of(const struct layout *layout, int column)
{
	size_t least = column == 0 ? 24 : 7;

	return layout->width[column] > least ? layout->width[column] - least : 0;
}

/* Takes from the columns that can spare most, a character after the other, until the grid is no wider than the page. */
static void narrow_grid(struct layout *layout)
{
	size_t all = 0, most = 1;

	for (int i = 0; i < layout->columns; i++)
		all += layout->width[i] + 2; /* a blank and a line, but for the last one */
	while (all > WIDTH + 2 && most > 0) {
		most = 0;
		for (int i = 0; i < layout->columns; i++)
			most = spare_of(layout, i) > most ? spare_of(layout, i) : most;
		for (int i = 0; i < layout->columns && most > 0; i++)
			if (spare_of(layout, i) == most) {
				layout->width[i]--;
				all--;
			}
	}
}

static void write_grid_row(const struct layout *layout, struct text *cells, struct text *out)
{
	const char *left[COLUMNS_ROOM];
	bool more = true;

	for (int i = 0; i < layout->columns; i++)
		left[i] = text_read(&cells[i]);
	while (more) {
		more = false;
		for (int i = 0; i < layout->columns; i++) {
			size_t taken = line_break(left[i], layout->width[i]);
			text_add(out, i == 0 ? "" : "|");
			text_add_bytes(out, left[i], taken);
			blanks_add(out, layout->width[i] + 1 - text_width(left[i], taken));
			left[i] += taken;
			left[i] += *left[i] == ' ';
			more = more || *left[i] != '\0';
		}
		trim(out);
		text_add(out, "\n");
	}
}

static void write_grid(const char *table, struct text *out)
{
	struct text cells[COLUMNS_ROOM] = { { 0 } };
	struct layout layout;
	int column = 0;

	lay_out(table, SIZE_MAX / 2, &layout);
	if (layout.columns > COLUMNS_ROOM)
		return;
	narrow_grid(&layout);
	write_grid_line(&layout, out);
	for (char end = '\n'; end != '\0'; column++) {
		end = table_cell(&table, &cells[column]);
		if (end == '\t')
			continue;
		write_grid_row(&layout, cells, out);
		write_grid_line(&layout, out);
		column = -1;
	}
	for (int i = 0; i < COLUMNS_ROOM; i++)
		text_end(&cells[i], out);
}

/* ---- blocks ---- */

static void underline(const char *words, char line, struct text *out)
{
	for (size_t i = text_width(words, strlen(words)); i > 0; i--)
		text_add_bytes(out, &line, 1);
	text_add(out, "\n");
}

/* Ends with exactly one empty line. */
static void gap(struct text *out)
{
	while (out->length > 1 && out->bytes[out->length - 1] == '\n' && out->bytes[out->length - 2] == '\n')
		out->bytes[--out->length] = '\0';
	text_add(out, out->length > 0 ? "\n" : "");
}

static void write_cites(const struct sheet_block *block, struct text *out)
{
	if (block->cites.length > 0)
		text_format(out, " [%s]", text_read(&block->cites));
}

static void write_prose(const char *prose, struct text *out)
{
	struct text paragraph = { 0 };

	while (prose_paragraph(&prose, &paragraph)) {
		gap(out);
		paragraph_write(text_read(&paragraph), 0, WIDTH, out);
	}
	gap(out);
	text_end(&paragraph, out);
}

static void write_rule(const struct sheet_block *block, struct text *out)
{
	struct text line = { 0 }, number = { 0 };

	text_format(&number, "%d.%d", block->section, block->number);
	text_format(out, "%-5s%s", text_read(&number), block->departs ? "* " : "  ");
	if (block->label.length > 0)
		text_format(&line, "%s: ", text_read(&block->label));
	text_add(&line, text_read(&block->words));
	write_cites(block, &line);
	paragraph_write(text_read(&line), INDENT, WIDTH - INDENT, out);
	text_end(&line, out);
	text_end(&number, out);
}

static void write_behind(const struct sheet_block *block, struct text *out)
{
	struct text line = { 0 };

	text_format(&line, "%s: %s", text_read(&block->label), text_read(&block->words));
	write_cites(block, &line);
	blanks_add(out, INDENT);
	paragraph_write(text_read(&line), INDENT + 2, WIDTH - INDENT - 2, out);
	text_end(&line, out);
}

static void write_cites_alone(const struct sheet_block *block, struct text *out)
{
	struct text line = { 0 };

	if (block->cites.length == 0)
		return;
	text_format(&line, "[%s]", text_read(&block->cites));
	blanks_add(out, INDENT);
	paragraph_write(text_read(&line), INDENT, WIDTH - INDENT, out);
	text_end(&line, out);
}

static void write_section(const struct sheet_block *block, struct text *out)
{
	struct text heading = { 0 };

	text_format(&heading, "%d. %s", block->section, text_read(&block->words));
	gap(out);
	text_format(out, "\n%s\n", text_read(&heading));
	underline(text_read(&heading), '-', out);
	write_cites_alone(block, out);
	gap(out);
	text_end(&heading, out);
}

static void write_any_table(const struct sheet *sheet, const struct sheet_block *block, struct text *out)
{
	gap(out);
	if (sheet->kind == SHEET_PAD)
		write_grid(text_read(&block->words), out);
	else
		write_table(text_read(&block->words), out);
	write_cites_alone(block, out);
	gap(out);
}

static void write_block(const struct sheet *sheet, const struct sheet_block *block, struct text *out)
{
	const char *words = text_read(&block->words);

	switch (block->part) {
	case SHEET_TITLE:
		text_format(out, "%s\n", words);
		underline(words, '=', out);
		break;
	case SHEET_SECTION: write_section(block, out); break;
	case SHEET_PROSE: write_prose(words, out); break;
	case SHEET_LEAD:
		gap(out);
		paragraph_write(words, 0, WIDTH, out);
		gap(out);
		break;
	case SHEET_RULE: write_rule(block, out); break;
	case SHEET_TABLE: write_any_table(sheet, block, out); break;
	case SHEET_EXAMPLE:
	case SHEET_NOTE: write_behind(block, out); break;
	case SHEET_LINE:
	case SHEET_LEGEND:
	case SHEET_FOOT: paragraph_write(words, 0, WIDTH, out); break;
	}
}

void sheet_text(const struct sheet *sheet, struct text *out)
{
	bool foot = false;

	for (int i = 0; i < sheet->count; i++) {
		bool is_foot = sheet->block[i].part >= SHEET_LEGEND;
		if (is_foot && !foot)
			gap(out);
		foot = is_foot;
		write_block(sheet, &sheet->block[i], out);
	}
}
