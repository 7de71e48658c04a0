/* pad.h -- an evening's score pad: what the sides scored deal by deal, entered from the cards on the table, and where the
 * game stands. An entry is a line of words, the same at the table as in the file that keeps it:
 *
 *   deal us natural 1, melded 340, out; them melded 85, in_hand 40
 *   deal us 1250; them 340
 *   deal us melded -45   points with a sign are booked so; without, as the rules count them
 *   deal 1 alone, melded 100; 2 melded 50; 3 in_hand 20
 *                        where one plays alone against all others: what these have is their side's
 *   undo                 the deal entered last does not count
 *   dealer West          who deals next
 *   names Anna Bert      what the sides are called from now on, a word each */
#ifndef TOOLS_PAD_H
#define TOOLS_PAD_H

#include "game/game.h"

struct arena;
struct document;
struct text;

enum { PAD_NAME_MAX = 24, PAD_LINE_MAX = 1000, PAD_DEALS_MAX = 500 };

/* A deal that was entered. */
struct pad_deal {
	struct tally tally;       /* the lines of the score; only the total if only that was entered */
	int32_t after[SIDES_MAX]; /* the totals after the deal */
	struct game before;       /* the game before the deal */
	/* the side that went out, or NOBODY; the number of canastas that was entered for it */
	uint8_t out, canastas;
	uint8_t alone;   /* who played alone against all others, or NOBODY */
	bool alone_said; /* that was entered; otherwise it follows from who went out */
	bool lacks;      /* the canastas are enough but not of the kinds that the rules require */
	struct pad_deal *previous;
};

struct pad {
	struct arena *arena;
	struct game game; /* before the next deal: its totals, dealer and minimums */
	char name[SIDES_MAX][PAD_NAME_MAX + 1];
	struct pad_deal *last;  /* NULL before the first */
	struct pad_deal *spare; /* deals that were taken back, to be used again */
	int deals;
};

/* An empty pad: the sides are called us and them, or 1, 2, 3, ... */
void pad_begin(struct pad *pad, struct arena *arena, const struct rules *rules);

/* Enters a line. False, with a sentence in [why] and the pad unchanged, if it cannot be understood or fits no deal;
 * with [why] incomplete if memory ran out. */
bool pad_enter(struct pad *pad, const char *line, struct text *why);

/* Make a document: the deal entered last and where the game stands, with the totals, what each side needs to open next, who
 * deals, who has won; the whole evening; what can be entered in this game. */
void pad_now(const struct pad *pad, struct document *out);
void pad_evening(const struct pad *pad, bool for_spreadsheet, struct document *out);
void pad_help(const struct pad *pad, struct document *out);

#endif
