/* sheet.h -- a rule sheet, a card of values or a score pad, made from the tables of a variant alone. */
#ifndef REPORTS_SHEET_H
#define REPORTS_SHEET_H

#include "game/cards.h"
#include "text/document.h"

/* What is made, and where it goes. */
struct sheet {
	const struct rules *rules;
	const char *reference; /* what the variant is called by: ours.canasta:friday */
	enum sheet_kind { SHEET_WHOLE, SHEET_CARD, SHEET_PAD } kind;
	enum sheet_cites { CITES_OWN, CITES_ALL, CITES_NONE } cites; /* and remarks on how documents are read */
	const char *about; /* the item that notes below a table are about, or NULL */
	struct document *out;
	bool departs; /* some rule is marked as other than in the parent */
};

/* Makes a sheet in [out]. CITES_OWN: of documents that the variant's own file names, not of those that the games name which
 * it is made from. Of a table that holds the values of a setting row and item tell which; of a list item is -1. */
void sheet_make(const struct rules *rules, const char *reference, enum sheet_kind kind, enum sheet_cites cites,
                struct document *out);

/* True if every number that [prose] names is one of the rules. */
bool sheet_prose_holds(const struct rules *rules, const char *prose);

/* Finds a hand for special hand [item] among the cards of the deck: groups get their cards one after the other, of the lowest
 * rank that will do, and the engine has the last word. False if there is none, or none was found in reasonable time. */
bool example_hand(const struct rules *rules, int item, struct cards *hand);

/* ---- for the files that make it ---- */

/* Adds a numbered clause, marked if it [departs] from the parent. */
struct block *sheet_clause(struct sheet *sheet, bool departs);

/* The path of setting [row], or if that is -1 of an item of [group], for a block or row of the sheet. */
const char *sheet_path(const struct sheet *sheet, int row, int group, int item);

/* Writes the statements that a setting, an item or a whole list cites: "HOUSE-12, 13". */
void sheet_cites(const struct sheet *sheet, int group, int item, struct words *out);
void sheet_cites_all(const struct sheet *sheet, int group, struct words *out);

/* Adds what is remarked of a setting, an item or a section ([item] -1). */
void sheet_notes(struct sheet *sheet, int group, int item);
void sheet_notes_of(struct sheet *sheet, enum row_id row, int item);

/* Adds the table of a ladder, or of the cards' points, if setting [row] is one. */
void sheet_ladder(struct sheet *sheet, enum row_id row, int item);

/* Adds a list whose items are the rows of a table, with their value in the last column: canastas, special hands. */
bool sheet_is_table(int group);
void sheet_items(struct sheet *sheet, int group);

/* Writes a clause; of one that says which melds an item is for, what they are: "when it is of aces and has no wild cards"
 * as "of aces, with no wild cards". */
void sheet_of_meld(enum row_id row, const char *clause, struct text *out);

/* Adds the tables of a score pad. */
void sheet_pad(struct sheet *sheet);

#endif
