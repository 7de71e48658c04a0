/* card.h -- a card for the table as a value: one page of blocks, each a heading with tables, figures, lists and notes below it. A report
 * makes it; here it is fitted to the paper and written as a page, or turned into a document for every other form of output. */
#ifndef TEXT_CARD_H
#define TEXT_CARD_H

#include <stdbool.h>
#include "text/document.h"

enum {
	CARD_COLUMNS_MAX = 6,
	CARD_FACTS_MAX = 6,
	CARD_MOVABLE_MAX = 6, /* blocks that may stand in either column */
	PICTURE_ROOM = 24     /* bytes of what is written on a card, with the NUL */
};

/* A playing card, drawn; or what stands between two of them. */
struct picture {
	enum picture_kind {
		PICTURE_CARD,
		PICTURE_WILD, /* dark */
		PICTURE_TOP,  /* the top card of the pile, with a thick edge */
		PICTURE_PLUS, /* and, from the hand */
		PICTURE_GAP,  /* a new group */
		PICTURE_TO    /* and so on up to */
	} kind;
	char name[PICTURE_ROOM]; /* what is written on it; "" for any card */
	struct picture *next;
};

/* Pictures stand before the words, if there are any. */
struct card_cell {
	struct words words;
	struct picture *first, *last;
};

struct card_row {
	struct card_cell *cell; /* one for each column of its part */
	bool head;              /* of a table: names of columns */
	struct card_row *next;
};

/* What is left out where there is no room, the first of them first; the sheet says all of it, too. */
enum card_spare {
	SPARE_NEVER,
	SPARE_NOTES, /* that repeat what stands elsewhere */
	SPARE_STOCK_END,
	SPARE_TURN,    /* the steps of a turn */
	SPARE_CLASSES, /* what the names of melds mean */
	SPARE_TERMS    /* what the names of conditions mean */
};

struct card_part {
	enum card_part_kind {
		CARD_BOXES,   /* two columns: a large figure, and what it is for; side by side */
		CARD_FIGURES, /* the same, smaller */
		CARD_VALUES,  /* two columns: pictures, and what they count; side by side */
		CARD_TABLE,
		CARD_LIST, /* these have one column */
		CARD_STEPS,
		CARD_SENTENCE,
		CARD_NOTE,
		CARD_HANDS /* two columns: a title, and pictures; two such rows side by side */
	} kind;
	int columns;
	enum card_column {
		COLUMN_WORDS,   /* takes what room the others leave */
		COLUMN_KEY,     /* bold words that may be broken */
		COLUMN_FEW,     /* a word or two in the middle, never broken */
		COLUMN_FIGURE,  /* a bold figure on the right */
		COLUMN_PICTURES /* pictures */
	} column[CARD_COLUMNS_MAX];
	enum card_spare spare;
	struct card_block *block;
	struct card_row *first, *last;
	struct card_part *next;
};

struct card_block {
	const char *name; /* a word for programs and tests: "pile" */
	struct words heading, aside;
	enum card_place { CARD_LEFT, CARD_RIGHT, CARD_BELOW } place;
	bool movable; /* may change from its column to the other */
	enum card_spare spare;
	struct card *card;
	struct card_part *first, *last;
	struct card_block *next, *before;
};

struct card {
	struct document memory; /* what everything lives in */
	struct words title, options;
	struct words fact[CARD_FACTS_MAX]; /* for how many, with how many cards */
	int facts;
	struct card_block *first, *last;
	struct words source, hash; /* the foot of the page */
	struct words foot;         /* what a document has there besides */
	struct {
		struct card_block block; /* what there was no memory for is written here, and never read */
		struct card_part part;
		struct card_row row;
		struct card_cell cell[CARD_COLUMNS_MAX];
	} lost;
};

/* Makes an empty card; card_end() frees what it holds. Running out of memory is found by card_failed() at the end. */
void card_begin(struct card *card);
void card_end(struct card *card);
bool card_failed(const struct card *card);

/* Add to the end. */
struct card_block *card_block(struct card *card, enum card_place place, const char *name, const char *heading);
struct card_part *card_part(struct card_block *block, enum card_part_kind kind);
struct card_part *card_table(struct card_block *block, int columns, const enum card_column *column);
struct card_row *card_row(struct card_part *part);
void card_picture(struct card *card, struct card_cell *cell, enum picture_kind kind, const char *name);
struct words *card_fact(struct card *card);

/* Adds a row of one cell to the last part of [block], or to a new one if that is of another kind. */
struct words *card_line(struct card_block *block, enum card_part_kind kind);

/* Makes the last part of [block] one that may be left out. */
void card_spare(struct card_block *block, enum card_spare spare);

/* Adds a format's words, in which *words* between asterisks are strong and those between _underscores_ bad, so that it has no widths
 * in asterisks. What is filled in is taken as it is. card_mark() adds marked words that are no format. */
void card_say(struct words *words, const char *format, ...) __attribute__((format(printf, 2, 3)));
void card_mark(struct words *words, const char *marked);

/* Takes a block away that turned out to be empty. */
void card_take_back(struct card *card);

/* How a card lies on its page. */
struct card_layout {
	bool letter;                                                          /* the paper: US Letter, else A4 */
	int step;                                                             /* of type, 1 the largest */
	enum spacing { SPACING_LOOSE, SPACING_PLAIN, SPACING_TIGHT } spacing; /* of lines and rows */
	bool rows;         /* figures that have no room side by side are rows of a table */
	enum card_spare left_out; /* blocks and parts are left out up to this one, */
	unsigned kept;            /* but for those in these bits, for which there was room again */
	unsigned moved;    /* of the movable blocks, those that stand in the other column, as bits */
	int title_percent; /* the size of the title, in hundredths of the type, */
	int facts_percent; /* and of the line below it */
	int over;          /* tenths of millimetres that are missing if it does not fit */
};

/* Finds the largest type with which the card fits on one page by the program's own measure. False if the smallest is too
 * large even without all that may be left out; [layout] is of that then. */
bool card_fit(const struct card *card, bool letter, struct card_layout *layout);

/* Those beyond the first are for cards from which all is left out that may be. */
enum { CARD_STEPS_OF_TYPE = 6, CARD_STEPS_IN_NEED = 8 };

/* The sizes of type, in hundredths of a point. */
extern const int card_sizes[1 + CARD_STEPS_IN_NEED];

/* True if the block, or the part of it, is on the page. */
bool card_shows(const struct card_layout *layout, const struct card_block *block);
bool card_shows_part(const struct card_layout *layout, const struct card_part *part);

/* True if it stands in the right column; [movable] counts the movable blocks before it. */
bool card_on_the_right(const struct card_layout *layout, const struct card_block *block, int movable);

/* True if the aside has room beside the heading; otherwise it stands below it. */
bool card_aside_fits(const struct card_layout *layout, const struct card_block *block);

/* True if figures are rows of a table: what each is for, and the figure, for which there are [*width] hundredths of the size of type. */
bool card_in_rows(const struct card_layout *layout, const struct card_part *part, int *width);

/* The sizes of the figures of boxes, of pictures with what they count, and of what stands below figures, in hundredths of the size of
 * type. */
int card_figure_size(const struct card_layout *layout, const struct card_part *part);
int card_values_size(const struct card_layout *layout, const struct card_part *part);
int card_label_size(const struct card_layout *layout, const struct card_part *part);

/* The widths of the columns of a table, in hundredths of the size of type; 0 for what takes the rest. */
void card_columns(const struct card_layout *layout, const struct card_part *part, int width[CARD_COLUMNS_MAX]);

/* Writes the page. */
void card_html(const struct card *card, const struct card_layout *layout, struct text *out);

/* Adds the same as a document, whole, to [out], which was begun. */
void card_document(const struct card *card, struct document *out);

#endif
