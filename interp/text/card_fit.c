/* card_fit.c -- how large a card can be printed on its page. Lines are counted with a table of widths of characters, the heights of
 * rows and figures are those of the style sheet (write_card.c): a change there is made here, too, and `make page-test` compares the two. All
 * lengths are in hundredths of the size of type unless something else is said. */
#include "text/card.h"

#include <string.h>

/* Millimetres, in tenths: the paper, what stays free at its sides and between the columns. */
enum {
	A4_WIDTH = 2100,
	A4_HEIGHT = 2970,
	LETTER_WIDTH = 2159,
	LETTER_HEIGHT = 2794,
	SIDES = 160,
	ENDS = 149,
	BETWEEN = 60
};

const int card_sizes[1 + CARD_STEPS_IN_NEED] = { 0, 1300, 1200, 1100, 1025, 950, 900, 850, 800 };

/* Of a blank to a tilde: the wider of DejaVu Sans Condensed and Liberation Sans, which has the widths of Arial and Helvetica. */
static const unsigned char plain_widths[] = { 29,  37, 42, 76, 58, 89, 71, 25, 36, 36, 45, 76, 29, 34, 29, 31,
	                                      58,  58, 58, 58, 58, 58, 58, 58, 58, 58, 31, 31, 76, 76, 76, 56,
	                                      102, 67, 67, 73, 73, 67, 62, 78, 73, 28, 50, 67, 56, 84, 73, 78,
	                                      67,  78, 73, 67, 62, 73, 67, 95, 67, 67, 62, 36, 31, 36, 76, 56,
	                                      45,  56, 58, 50, 58, 56, 32, 58, 58, 25, 25, 53, 25, 88, 58, 56,
	                                      58,  58, 37, 50, 36, 58, 54, 74, 54, 54, 50, 58, 31, 58, 76 };
static const unsigned char strong_widths[] = { 32, 42, 48, 76, 63, 91, 79, 28,  42, 42, 48, 76, 35, 38, 35, 33,
	                                       63, 63, 63, 63, 63, 63, 63, 63,  63, 63, 36, 36, 76, 76, 76, 62,
	                                       98, 73, 73, 73, 75, 67, 62, 78,  76, 34, 56, 73, 62, 90, 76, 78,
	                                       67, 78, 73, 67, 62, 74, 70, 100, 70, 67, 66, 42, 33, 42, 76, 56,
	                                       45, 61, 65, 56, 65, 62, 40, 65,  65, 31, 31, 60, 31, 94, 65, 62,
	                                       65, 65, 45, 56, 44, 65, 59, 84,  59, 59, 53, 65, 33, 65, 76 };
enum { OTHER_WIDTH = 76 }; /* of any other character: a minus, the widest of those that cards have */

/* Heights and widths of the style sheet. */
enum {
	LINE = 120, /* where the spacing of a card does not change it */
	NOTE_SIZE = 93,
	HEADING = 186,      /* with the line above it and the gap below it, */
	FIRST_HEADING = 37, /* which is so much less high at the top of a column */
	ASIDE_SIZE = 92,
	BETWEEN_PARTS = 40,
	BETWEEN_BLOCKS = 50,
	BETWEEN_BANDS = 50, /* between head, columns, special hands and foot */
	CELL_GAP = 70,      /* to the right of a cell */
	FEW_GAP = 50,       /* to the left of one with few words */
	FIGURE_SIZE = 120,
	PICTURE_LINE = 248, /* a row with pictures, padding and all */
	PICTURE_PADDING = 26,
	BULLET = 95,
	STEP_SIGN = 155,
	STEP_GAP = 14,
	BOX_GAP = 35,
	HAND_LINE = 145,
	HAND_TITLE = 1060,
	HAND_SIZE = 62, /* of its pictures */
	FOOT = 140,
	HEAD = 130, /* of the head, besides its words: line, paddings */
	TITLE_PERCENT = 175,
	TITLE_LEAST = 110,
	FACT_SIZE = 95,
	FACT_LEAST = 74
};

/* A line, the padding above and below it in a table, a line with a figure, whose baseline is that of the words, and the gap below an
 * item of a list. */
static const struct {
	int line, padding, figure, gap;
} spacings[] = { [SPACING_LOOSE] = { 130, 30, 134, 30 },
	         [SPACING_PLAIN] = { 120, 11, 130, 0 },
	         [SPACING_TIGHT] = { 113, 8, 127, 0 } };

/* What heights are computed for. */
struct fit {
	const struct card *card;
	struct card_layout *layout;
	int column; /* the width of a column */
	int whole;  /* the width of the page */
};

/* ---- widths ---- */

/* The bytes of a character of UTF-8. */
static size_t character_length(const char *at)
{
	size_t length = 1;

	while (((unsigned char)at[length] & 0xc0) == 0x80)
		length++;
	return length;
}

static int character_width(const char *at, bool strong)
{
	const size_t place = (size_t)(unsigned char)*at - ' ';

	return place >= sizeof plain_widths ? OTHER_WIDTH : (strong ? strong_widths : plain_widths)[place];
}

static int string_width(const char *words, bool strong)
{
	int width = 0;

	for (; *words != '\0'; words += character_length(words))
		width += character_width(words, strong);
	return width;
}

static bool is_strong(const struct inline_span *span, bool strong)
{
	return strong || span->kind == SPAN_STRONG || span->kind == SPAN_BAD;
}

static int words_width(const struct words *words, bool strong)
{
	int width = 0;

	for (const struct inline_span *span = words->first; span != NULL; span = span->next)
		width += string_width(text_read(&span->words), is_strong(span, strong));
	return width;
}

/* How many lines [words] take in [room]; a word that is wider gets a line, and runs on in further ones. */
static int words_lines(const struct words *words, bool strong, int room)
{
	int lines = 1, line = 0, word = 0, blank = 0;

	if (room < 1)
		room = 1;
	for (const struct inline_span *span = words->first; span != NULL; span = span->next)
		for (const char *at = text_read(&span->words); *at != '\0'; at += character_length(at)) {
			int width = character_width(at, is_strong(span, strong));
			if (*at == ' ') {
				line += word > 0 ? blank + word : 0;
				blank = word > 0 ? width : blank;
				word = 0;
				continue;
			}
			word += width;
			if (line > 0 && line + blank + word > room) {
				lines++;
				line = blank = 0;
			}
			if (word > room && line == 0) {
				lines++;
				word = width;
			}
		}
	return lines;
}

static int picture_width(const struct picture *picture)
{
	enum { LEAST = 142, PADDING = 60, GAP = 14 };
	int name = string_width(picture->name, true);

	switch (picture->kind) {
	case PICTURE_PLUS: return 76 + 45 + 10;
	case PICTURE_GAP: return 42;
	case PICTURE_TO: return string_width("to", false) + 45;
	default: return (name + PADDING < LEAST ? LEAST : name + PADDING) + GAP;
	}
}

static int pictures_width(const struct card_cell *cell)
{
	int width = 0;

	for (const struct picture *picture = cell->first; picture != NULL; picture = picture->next)
		width += picture_width(picture);
	return width;
}

/* A length at [size] percent in one of the body. */
static int scaled(int length, int size)
{
	return (length * size + 99) / 100;
}

/* The width of a column at a step of type. */
static int column_width(bool letter, int step)
{
	/* tenths of millimetres into hundredths of the type: a point is 3.528 tenths */
	int tenths = ((letter ? LETTER_WIDTH : A4_WIDTH) - SIDES - BETWEEN) / 2;

	return (int)((int64_t)tenths * 100 * 100 * 1000 / (3528 * (int64_t)card_sizes[step]));
}

/* ---- tables ---- */

static int cell_width(const struct card_part *part, int column, const struct card_row *row)
{
	const struct card_cell *cell = &row->cell[column];

	if (row->head)
		return scaled(words_width(&cell->words, false), 87);
	switch (part->column[column]) {
	case COLUMN_FIGURE: return scaled(words_width(&cell->words, true), FIGURE_SIZE);
	case COLUMN_PICTURES: return pictures_width(cell) + words_width(&cell->words, false);
	default: return words_width(&cell->words, part->column[column] == COLUMN_KEY);
	}
}

static int gap_of(enum card_column column)
{
	return column == COLUMN_FIGURE ? 10 : column == COLUMN_FEW ? FEW_GAP + 10 : CELL_GAP;
}

static int widest(const struct card_part *part, int column)
{
	int most = 0;

	for (const struct card_row *row = part->first; row != NULL; row = row->next) {
		int width = cell_width(part, column, row);
		most = width > most ? width : most;
	}
	return most + gap_of(part->column[column]);
}

static int row_height(const struct card_part *part, const struct card_row *row, const int *width, enum spacing spacing)
{
	int padding = spacings[spacing].padding, line = spacings[spacing].line, figure = spacings[spacing].figure,
	    most = 0;
	bool pictures = false;

	if (row->head)
		return scaled(line, 87) + 2 * padding + 6;
	for (int i = 0; i < part->columns; i++) {
		const struct card_cell *cell = &row->cell[i];
		int height = line * words_lines(&cell->words, part->column[i] == COLUMN_KEY,
		                                width[i] - gap_of(part->column[i]));
		if (part->column[i] == COLUMN_FIGURE)
			height = figure;
		pictures = pictures || part->column[i] == COLUMN_PICTURES;
		most = height > most ? height : most;
	}
	if (part->column[part->columns - 1] == COLUMN_FIGURE && most > figure)
		most += figure - line; /* the first of several lines */
	most += pictures && padding < PICTURE_PADDING ? 2 * PICTURE_PADDING + 6 : 2 * padding + 6;
	return pictures && most < PICTURE_LINE ? PICTURE_LINE : most;
}

/* The width of the longest word of a column. */
static int longest_word(const struct card_part *part, int column)
{
	int longest = 0;

	for (const struct card_row *row = part->first; row != NULL; row = row->next) {
		int word = 0;
		for (const struct inline_span *span = row->cell[column].words.first; span != NULL; span = span->next)
			for (const char *at = text_read(&span->words); *at != '\0'; at += character_length(at)) {
				word = *at == ' ' ? 0 : word + character_width(at, true);
				longest = word > longest ? word : longest;
			}
	}
	return longest + gap_of(part->column[column]);
}

/* The height of a table whose key, if it has one, is [key] wide, and the widths of its columns in that case. */
static int height_with_key(const struct card_part *part, int room, int key, enum spacing spacing,
                           int width[CARD_COLUMNS_MAX])
{
	int rest = room, words = -1, height = 0;

	for (int i = 0; i < part->columns; i++) {
		if (part->column[i] == COLUMN_WORDS || (part->column[i] == COLUMN_KEY && key == 0))
			words = i;
		else
			rest -= width[i] = part->column[i] == COLUMN_KEY ? key : widest(part, i);
	}
	if (words >= 0)
		width[words] = rest > 300 ? rest : 300;
	for (const struct card_row *row = part->first; row != NULL; row = row->next)
		height += row_height(part, row, width, spacing);
	return height;
}

/* Finds the widths of the columns of a table; of a key with words beside it that which makes the table least high. Returns the
 * height. */
static int find_columns(const struct card_part *part, int room, enum spacing spacing, int width[CARD_COLUMNS_MAX])
{
	enum { LEAST = 16, MOST = 44, STEP = 4 }; /* percent of the table */
	int words = -1, key = -1, best = 0, least = 0;

	for (int i = 0; i < part->columns; i++) {
		words = part->column[i] == COLUMN_WORDS ? i : words;
		key = part->column[i] == COLUMN_KEY ? i : key;
	}
	for (int percent = LEAST; words >= 0 && key >= 0 && percent <= MOST; percent += STEP) {
		int wide = widest(part, key), narrow = longest_word(part, key), tried = room * percent / 100, height;
		tried = tried > wide ? wide : tried < narrow ? narrow : tried;
		height = height_with_key(part, room, tried, spacing, width);
		if (best == 0 || height < least) {
			best = tried;
			least = height;
		}
	}
	return height_with_key(part, room, best, spacing, width);
}

void card_columns(const struct card_layout *layout, const struct card_part *part, int width[CARD_COLUMNS_MAX])
{
	int rest = -1;

	find_columns(part, column_width(layout->letter, layout->step), layout->spacing, width);
	for (int i = 0; i < part->columns; i++)
		if (part->column[i] == COLUMN_WORDS || (part->column[i] == COLUMN_KEY && rest < 0))
			rest = i;
	if (rest >= 0)
		width[rest] = 0;
}

static int line_height(const struct fit *fit)
{
	return spacings[fit->layout->spacing].line;
}

static int table_height(const struct fit *fit, const struct card_part *part)
{
	int width[CARD_COLUMNS_MAX];

	return find_columns(part, fit->column, fit->layout->spacing, width);
}

/* ---- figures side by side ---- */

static int rows_in(const struct card_part *part)
{
	int count = 0;

	for (const struct card_row *row = part->first; row != NULL; row = row->next)
		count++;
	return count;
}

/* The width inside a box. */
static int box_width(const struct card_part *part, int column)
{
	int count = rows_in(part);

	return count > 0 ? (column - (count - 1) * BOX_GAP) / count - 22 : 0;
}

/* The size at which the words in one column of boxes have room: [most], or less. */
static int size_in_boxes(const struct card_layout *layout, const struct card_part *part, int column, int most,
                         int least)
{
	int box = box_width(part, column_width(layout->letter, layout->step));

	for (const struct card_row *row = part->first; row != NULL; row = row->next)
		while (most > least && scaled(words_width(&row->cell[column].words, column == 0), most) > box)
			most--;
	return most;
}

int card_figure_size(const struct card_layout *layout, const struct card_part *part)
{
	return part->kind == CARD_FIGURES ? size_in_boxes(layout, part, 0, 150, 105)
	                                  : size_in_boxes(layout, part, 0, 225, 130);
}

int card_label_size(const struct card_layout *layout, const struct card_part *part)
{
	return size_in_boxes(layout, part, 1, NOTE_SIZE, 78);
}

/* True if a figure is wider than its box. */
static bool is_too_narrow(const struct card_layout *layout, const struct card_part *part)
{
	int box = box_width(part, column_width(layout->letter, layout->step)), size = card_figure_size(layout, part);

	for (const struct card_row *row = part->first; row != NULL; row = row->next)
		if (scaled(words_width(&row->cell[0].words, true), size) > box)
			return true;
	return false;
}

bool card_in_rows(const struct card_layout *layout, const struct card_part *part, int *width)
{
	*width = 0;
	for (const struct card_row *row = part->first; row != NULL; row = row->next) {
		int figure = scaled(words_width(&row->cell[0].words, true), FIGURE_SIZE) + gap_of(COLUMN_FIGURE);
		*width = figure > *width ? figure : *width;
	}
	return layout->rows && is_too_narrow(layout, part);
}

static int box_rows_height(const struct fit *fit, const struct card_part *part, int width)
{
	const int line = spacings[fit->layout->spacing].line, figure = spacings[fit->layout->spacing].figure;
	int height = 0, room = fit->column - width - gap_of(COLUMN_WORDS);

	for (const struct card_row *row = part->first; row != NULL; row = row->next)
		height += figure - line + line * words_lines(&row->cell[1].words, false, room) +
		          2 * spacings[fit->layout->spacing].padding + 6;
	return height;
}

/* The height of boxes; those that are too narrow for their figures make everything too high. */
static int boxes_height(const struct fit *fit, const struct card_part *part)
{
	int box = box_width(part, fit->column), size = card_label_size(fit->layout, part), lines = 1, width;

	if (card_in_rows(fit->layout, part, &width))
		return box_rows_height(fit, part, width);
	for (const struct card_row *row = part->first; row != NULL; row = row->next) {
		int label = words_lines(&row->cell[1].words, false, box * 100 / size);
		lines = label > lines ? label : lines;
	}
	if (is_too_narrow(fit->layout, part))
		lines += 100; /* never fits */
	return 62 + card_figure_size(fit->layout, part) + scaled(20, size) + lines * scaled(115, size);
}

enum { VALUE_GAP = 40 }; /* between what stands side by side */

/* The width of pictures with what they count. */
static int value_width(const struct card_row *row)
{
	int pictures = pictures_width(&row->cell[0]), value = scaled(words_width(&row->cell[1].words, true), 175);

	return value > pictures ? value : pictures;
}

int card_values_size(const struct card_layout *layout, const struct card_part *part)
{
	enum { LEAST = 80 };
	int width = -VALUE_GAP, size;

	for (const struct card_row *row = part->first; row != NULL; row = row->next)
		width += value_width(row) + VALUE_GAP;
	size = (int)((int64_t)column_width(layout->letter, layout->step) * 100 / (width > 0 ? width : 1));
	return size > 100 || size < LEAST ? 100 : size;
}

/* Pictures over what they count, as many side by side as have room. */
static int values_height(const struct fit *fit, const struct card_part *part)
{
	enum { HEIGHT = 412, ROW_GAP = 40 };
	int lines = 1, line = 0, size = card_values_size(fit->layout, part), room = fit->column * 100 / size;

	for (const struct card_row *row = part->first; row != NULL; row = row->next) {
		int width = value_width(row);
		if (line > 0 && line + VALUE_GAP + width > room) {
			lines++;
			line = 0;
		}
		line += (line > 0 ? VALUE_GAP : 0) + width;
	}
	return scaled(lines * (HEIGHT + ROW_GAP) - ROW_GAP, size);
}

static int hands_height(const struct fit *fit, const struct card_part *part)
{
	int height = 0, i = 0, pair = 0;

	for (const struct card_row *row = part->first; row != NULL; row = row->next, i++) {
		int lines = words_lines(&row->cell[0].words, false, HAND_TITLE * 100 / 90);
		int one = lines * 100 > HAND_LINE ? lines * 100 : HAND_LINE;
		int run = (scaled(pictures_width(&row->cell[1]), HAND_SIZE) - 1) /
		          (fit->column - HAND_TITLE - 50 > 0 ? fit->column - HAND_TITLE - 50 : 1);
		one += run * 160;
		pair = i % 2 == 1 && pair > one ? pair : one;
		if (i % 2 == 1 || row->next == NULL) {
			height += pair + 28;
			pair = 0;
		} else if (row->next != NULL)
			continue;
	}
	return height;
}

/* ---- parts and blocks ---- */

static int lines_height(const struct fit *fit, const struct card_part *part, int room)
{
	int size = part->kind == CARD_NOTE ? NOTE_SIZE : 100, height = 0;
	int indent = part->kind == CARD_LIST ? BULLET : part->kind == CARD_STEPS ? STEP_SIGN : 0;

	for (const struct card_row *row = part->first; row != NULL; row = row->next) {
		height += scaled(line_height(fit) * words_lines(&row->cell[0].words, false, room * 100 / size - indent),
		                 size);
		height += part->kind == CARD_STEPS ? STEP_GAP : 0;
		height += indent > 0 ? spacings[fit->layout->spacing].gap : 0;
		height += part->kind <= CARD_STEPS || row == part->first ? 0 : 28;
	}
	return height;
}

static int part_height(const struct fit *fit, const struct card_part *part, int room)
{
	switch (part->kind) {
	case CARD_BOXES:
	case CARD_FIGURES: return boxes_height(fit, part);
	case CARD_VALUES: return values_height(fit, part);
	case CARD_TABLE: return table_height(fit, part);
	case CARD_HANDS: return hands_height(fit, part);
	default: return lines_height(fit, part, room);
	}
}

bool card_aside_fits(const struct card_layout *layout, const struct card_block *block)
{
	struct text heading = { 0 };
	int room = column_width(layout->letter, layout->step), width;

	words_read(&block->heading, &heading);
	for (size_t i = 0; i < heading.length; i++)
		heading.bytes[i] = capital_letter(heading.bytes[i]);
	width = scaled(string_width(text_read(&heading), true) + 6 * (int)heading.length, 102) + 100 +
	        scaled(words_width(&block->aside, false), ASIDE_SIZE);
	text_free(&heading);
	return width <= (block->place == CARD_BELOW ? 2 * room : room);
}

/* True if what is left out as [spare] says is on the page. */
static bool has_room(const struct card_layout *layout, enum card_spare spare)
{
	return spare == SPARE_NEVER || spare > layout->left_out || (layout->kept >> spare & 1) != 0;
}

bool card_shows(const struct card_layout *layout, const struct card_block *block)
{
	return has_room(layout, block->spare);
}

bool card_shows_part(const struct card_layout *layout, const struct card_part *part)
{
	return has_room(layout, part->spare);
}

static int block_height(const struct fit *fit, const struct card_block *block)
{
	int room = block->place == CARD_BELOW ? fit->whole : fit->column, height = HEADING;
	bool first = true;

	if (!card_aside_fits(fit->layout, block))
		height += scaled(LINE * words_lines(&block->aside, false, room * 100 / NOTE_SIZE), NOTE_SIZE) + 28;
	for (const struct card_part *part = block->first; part != NULL; part = part->next) {
		if (!card_shows_part(fit->layout, part))
			continue;
		height += part_height(fit, part, room) + (first ? 0 : BETWEEN_PARTS);
		first = false;
	}
	return height;
}

bool card_on_the_right(const struct card_layout *layout, const struct card_block *block, int movable)
{
	return (block->place == CARD_RIGHT) != (block->movable && (layout->moved >> movable & 1));
}

/* ---- the page ---- */

/* The height of a column: 0 the left one. */
static int column_height(const struct fit *fit, bool right)
{
	int height = -BETWEEN_BLOCKS - FIRST_HEADING, movable = 0;

	for (const struct card_block *block = fit->card->first; block != NULL;
	     movable += block->movable, block = block->next)
		if ((block->place == CARD_LEFT || block->place == CARD_RIGHT) && card_shows(fit->layout, block) &&
		    card_on_the_right(fit->layout, block, movable) == right)
			height += block_height(fit, block) + BETWEEN_BLOCKS;
	return height;
}

/* The higher of the two columns, when the movable blocks stand where that is least. */
static int balance(const struct fit *fit)
{
	int movable = 0, least = INT32_MAX;
	unsigned best = 0;

	for (const struct card_block *block = fit->card->first; block != NULL; block = block->next)
		movable += block->movable;
	for (unsigned moved = 0; moved < 1u << movable; moved++) {
		int left, right;
		fit->layout->moved = moved;
		left = column_height(fit, false);
		right = column_height(fit, true);
		left = left > right ? left : right;
		if (left < least) {
			least = left;
			best = moved;
		}
	}
	fit->layout->moved = best;
	return least;
}

static int head_height(const struct fit *fit)
{
	int title = words_width(&fit->card->title, true), height = HEAD, facts = 0;
	int percent = title > 0 ? (int)((int64_t)fit->whole * 100 / title) : TITLE_PERCENT;

	percent = percent > TITLE_PERCENT ? TITLE_PERCENT : percent < TITLE_LEAST ? TITLE_LEAST : percent;
	fit->layout->title_percent = percent;
	height += scaled(110, percent) * words_lines(&fit->card->title, true, fit->whole * 100 / percent);
	for (int i = 0; i < fit->card->facts; i++)
		facts += words_width(&fit->card->fact[i], false) + (i > 0 ? 110 : 0);
	percent = (int)((int64_t)fit->whole * 100 / (facts > 0 ? facts : 1));
	percent = percent > FACT_SIZE ? FACT_SIZE : percent < FACT_LEAST ? FACT_LEAST : percent;
	fit->layout->facts_percent = percent;
	height += scaled(LINE, percent) * (1 + scaled(facts, percent) / (fit->whole + 1));
	if (!words_empty(&fit->card->options))
		height += scaled(LINE, percent) * words_lines(&fit->card->options, false, fit->whole * 100 / percent);
	return height;
}

/* The height of the whole at a step of type, in tenths of millimetres. */
static int page_height(const struct card *card, struct card_layout *layout)
{
	struct fit fit = { card, layout, column_width(layout->letter, layout->step), 0 };
	int height;

	fit.whole = 2 * fit.column +
	            (int)((int64_t)BETWEEN * 100 * 100 * 1000 / (3528 * (int64_t)card_sizes[layout->step]));
	height = head_height(&fit) + FOOT + 2 * BETWEEN_BANDS + balance(&fit);
	for (const struct card_block *block = card->first; block != NULL; block = block->next) {
		if (block->place == CARD_BELOW)
			height += block_height(&fit, block) + BETWEEN_BANDS;
	}
	return (int)((int64_t)height * card_sizes[layout->step] * 3528 / (100 * 100 * 1000)) + 1;
}

/* What is left out last may be so large that others have room without it: they are put back, those first that are missed most. */
static void put_back(const struct card *card, struct card_layout *layout, int room)
{
	for (int spare = (int)layout->left_out - 1; spare > SPARE_NEVER; spare--) {
		layout->kept |= 1u << spare;
		if (page_height(card, layout) > room)
			layout->kept &= ~(1u << spare);
	}
	page_height(card, layout); /* the columns as they are balanced then */
}

/* Fits the card with all figures side by side, or with rows of those that have no room. */
static bool fit_with(const struct card *card, bool letter, bool rows, struct card_layout *layout)
{
	const int room = (letter ? LETTER_HEIGHT : A4_HEIGHT) - ENDS;

	*layout = (struct card_layout){ .letter = letter, .step = 1, .rows = rows };
	for (; layout->step <= CARD_STEPS_OF_TYPE; layout->step++)
		for (layout->spacing = SPACING_LOOSE; layout->spacing <= SPACING_PLAIN; layout->spacing++)
			if (page_height(card, layout) <= room)
				return true;
	layout->step = CARD_STEPS_OF_TYPE;
	layout->spacing = SPACING_TIGHT;
	if (page_height(card, layout) <= room)
		return true;
	while (layout->left_out < SPARE_TERMS || layout->step < CARD_STEPS_IN_NEED) {
		if (layout->left_out < SPARE_TERMS)
			layout->left_out++;
		else
			layout->step++;
		if ((layout->over = page_height(card, layout) - room) <= 0) {
			put_back(card, layout, room);
			return true;
		}
	}
	return false;
}

bool card_fit(const struct card *card, bool letter, struct card_layout *layout)
{
	return fit_with(card, letter, false, layout) || fit_with(card, letter, true, layout);
}
