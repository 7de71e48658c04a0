/* pad.h -- an evening's score pad: what the sides scored deal by deal, entered from the cards on the table, and where the
 * game stands. An entry is a line of words, the same at the table as in the file that keeps it:
 *
 *   deal us natural 1, melded 340, out; them melded 85, in_hand 40
 *   deal us 1250; them 340
 *   deal us melded -45   points with a sign are booked so; without, as the rules count them
 *   deal 1 alone, melded 100; 2 melded 50; 3 in_hand 20
 *                        where one plays alone against all others: what these have is their side's
 *   correct 2 us melded 430, no out
 *                        these items of deal 2 are so, and all others as they were
 *   correct 2 dealer West
 *   replace 2 us 700; them 85        deal 2 is this one
 *   insert 2 us 700; them 85         it was forgotten: it comes before the deal that is now the second
 *   remove 2                         it was entered twice
 *   start us 500; them 300           the totals before the first deal; "start deal 3; us ..." if that is the third
 *   dealer West          who deals next
 *   names Anna Bert      what the sides, or all players, are called from now on; with commas between them they may have blanks
 *   undo                 the entry made last does not count, whatever it was
 *
 * Each entry makes a version of the evening and leaves those before it as they are. Undoing goes back to the one before. */
#ifndef TOOLS_PAD_H
#define TOOLS_PAD_H

#include "tools/pad_deal.h"

struct arena;
struct document;
struct text;

enum {
	PAD_NAME_MAX = 40, /* characters */
	PAD_LINE_MAX = 2000,
	PAD_DEALS_MAX = 500,
	PAD_ENTRIES_MAX = 4000 /* those that were undone among them: each takes memory */
};

/* What the sides are called, and the players if that was entered, by their numbers. */
struct pad_names {
	const char *side[SIDES_MAX], *player[PLAYERS_MAX];
};

struct pad_version {
	struct pad_version *previous; /* NULL before the first entry */
	const struct pad_names *names;
	const struct pad_deal **deal;
	int deals;
	int32_t start[SIDES_MAX]; /* the totals before the first of them, after [start_deals] others */
	int start_deals;
	uint8_t dealer; /* the seat that was named to deal next, or NOBODY */
	int about;      /* the deal that the entry was about, or -1 */
};

struct pad {
	struct arena *arena;
	const struct rules *rules;
	struct pad_version *now;
	struct pad_result *result[PAD_DEALS_MAX]; /* of the deals of this version */
	int entries;
	/* a file of the first kind: `undo` passes over names and dealers, and a side may be called by a word that is an entry now */
	bool first_kind;
};

/* An empty pad: the sides are called us and them, or 1, 2, 3, ... False if there is no memory. */
bool pad_begin(struct pad *pad, struct arena *arena, const struct rules *rules);

/* Enters a line. False, with a sentence in [why] and the pad unchanged, if it cannot be understood or fits no deal;
 * with [why] incomplete if memory ran out. */
bool pad_enter(struct pad *pad, const char *line, struct text *why);

/* Writes what speaks against entering a line, in sentences; nothing if nothing does, or if it cannot be entered. */
void pad_doubt(const struct pad *pad, const char *line, struct text *why);

/* The game as it stands before deal number [deal], from 0, of those on the pad, or before the next one. */
void pad_before(const struct pad *pad, int deal, struct game *game);

/* How many deals of those on the pad count: all up to the one with which the game ends; sets [*over] if there is one, and who
 * has won. */
int pad_counted(const struct pad *pad, bool *over, int *winner);

/* What the side is called as long as it has no name: us and them, or 1, 2, 3, ... */
enum { PAD_PLAIN_NAME = 8 };
void pad_plain_name(const struct rules *rules, int side, char name[PAD_PLAIN_NAME]);

/* The name of player number [player]. */
const char *pad_player(const struct pad *pad, int player);

/* Make a document: the deal that the last entry was about, or deal number [deal] from 0, and where the game stands, with the
 * totals, what each side needs to open next, who deals, who has won; the whole evening; what can be entered in this game. */
void pad_now(const struct pad *pad, struct document *out);
void pad_show(const struct pad *pad, int deal, struct document *out);
void pad_evening(const struct pad *pad, bool for_spreadsheet, struct document *out);
void pad_help(const struct pad *pad, struct document *out);

#endif
