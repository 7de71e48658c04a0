/* sheet.h -- a rule sheet, made from the tables alone: blocks in the order in which they stand, with their wording and
 * what is remarked of them. What they look like is for sheet_write.h. */
#ifndef REPORTS_SHEET_H
#define REPORTS_SHEET_H

#include "grammar/text.h"
#include "rules/rules.h"

enum sheet_part {
	SHEET_TITLE,
	SHEET_LINE,    /* below the title */
	SHEET_SECTION, /* a heading; number */
	SHEET_PROSE,   /* what the author wrote; paragraphs part at empty lines */
	SHEET_LEAD,    /* opens a list */
	SHEET_RULE,    /* a rule, with the title of its item as label; numbered in its section */
	SHEET_TABLE,   /* lines of cells with tabs between them; the first line is the head */
	SHEET_EXAMPLE, /* cards */
	SHEET_NOTE,    /* how the document was read, what it leaves open: the label says which */
	SHEET_LEGEND,
	SHEET_FOOT
};

struct sheet_block {
	enum sheet_part part;
	int section, number; /* a rule is 4.2; 0 for what has none */
	struct text label, words, cites;
	bool departs; /* from the parent, or by a chosen option */
	int row;      /* the setting that the words say, when it is one; else -1 */
	int item;
};

struct sheet {
	const struct rules *rules;
	const char *reference; /* what the variant is called by: ours.canasta:friday */
	enum sheet_kind { SHEET_WHOLE, SHEET_CARD, SHEET_PAD } kind;
	struct sheet_block *block;
	int count;
	int sections, numbers;   /* so far; rules of the last section */
	bool departs;            /* some block does */
	bool failed;             /* memory ran out: it is incomplete */
	struct sheet_block lost; /* what there was no memory for is written here, and never read */
};

/* Makes a sheet of [kind] for the variant called [reference]; sheet_free() gives back what it holds. */
void sheet_make(const struct rules *rules, const char *reference, enum sheet_kind kind, struct sheet *sheet);
void sheet_free(struct sheet *sheet);

/* ---- for the files that make it ---- */

/* Adds a block and returns it; it can be written to until the next one is added. */
struct sheet_block *sheet_add(struct sheet *sheet, enum sheet_part part);

/* Takes the last block back. */
void sheet_take_back(struct sheet *sheet);

/* Adds the items of a list that the parent has, and this variant does not. */
void sheet_removed(struct sheet *sheet, int group);

/* True if [clause] is no news behind the title of its item: "Black threes: black threes". */
bool sheet_is_title(const struct rules *rules, int group, int item, const char *clause);

/* Writes the statements that a setting, an item or a section cites: "HOUSE-12, 13". */
void sheet_cites(const struct rules *rules, int group, int item, struct text *out);
void sheet_cites_all(const struct rules *rules, int group, struct text *out);
void sheet_cites_of(const struct rules *rules, enum row_id row, int item, struct text *out);

/* Adds what is remarked of a setting, an item or a section ([item] -1). */
void sheet_notes(struct sheet *sheet, int group, int item);
void sheet_notes_of(struct sheet *sheet, enum row_id row, int item);

/* Adds what the author wrote over a section or an item, as far as it still holds. True if there was something. */
bool sheet_prose(struct sheet *sheet, int group, int item);

/* The same for words that stand over the whole variant. */
bool sheet_prose_holds(const struct rules *rules, const char *prose);

/* Adds the table of a ladder, or of the cards' points, if setting [row] is one. */
void sheet_ladder(struct sheet *sheet, enum row_id row, int item);

/* Adds a list whose items are the rows of a table, with their value in the last column: canastas, special hands. */
bool sheet_is_table(int group);
void sheet_items(struct sheet *sheet, int group);

/* Writes a clause; of one that says which melds an item is for, what they are: "when it is of aces and has no wild cards"
 * as "of aces, with no wild cards". */
void sheet_of_meld(enum row_id row, const char *clause, struct text *out);

/* Adds the blocks of a card, or of a score pad. */
void sheet_card(struct sheet *sheet);
void sheet_pad(struct sheet *sheet);

/* Adds section [group] with all that belongs to it. */
void sheet_section(struct sheet *sheet, int group);

#endif
