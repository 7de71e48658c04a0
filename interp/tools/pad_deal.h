/* pad_deal.h -- a deal on a score pad: what was entered of it, what it scores, and what speaks against it. */
#ifndef TOOLS_PAD_DEAL_H
#define TOOLS_PAD_DEAL_H

#include "game/game.h"

struct text;

/* What was entered of the side whose total is kept at one place. */
struct pad_side {
	bool bare;     /* nothing but [total] */
	int32_t total; /* of this deal */
	uint8_t canastas_of[canasta_MAX];
	uint8_t events[event_MAX];
	struct cards laid;
	int32_t points[score_MAX]; /* for an item of the score, if given; with a sign they are booked as they are */
	bool is_given[score_MAX], is_signed[score_MAX];
};

/* A deal as it was entered. */
struct pad_deal {
	struct pad_side side[SIDES_MAX];
	uint32_t events;    /* of the deal, as bits */
	uint8_t out;        /* the side that went out, or NOBODY */
	uint8_t special;    /* 1 + the special hand that ended it, 0 if none did */
	uint8_t special_of; /* the side that laid it */
	uint8_t alone;      /* who played alone, or NOBODY if that was not entered */
	uint8_t dealer;     /* the seat of who dealt if that was entered, or NOBODY */
	bool one_alone;     /* somebody plays alone, the others being partners */
};

/* What it scores. */
struct pad_result {
	struct tally tally;       /* the lines of the score; only the total if only that was entered */
	int32_t after[SIDES_MAX]; /* the totals after the deal */
	int32_t best;             /* the highest total of any side before it */
	uint8_t dealer;           /* seat */
	uint8_t alone;            /* who played alone, or NOBODY */
	bool alone_taken;         /* that was not entered: it follows from who went out */
	bool alone_wanted;        /* by the totals before it one plays alone; entered was that nobody does */
	bool alone_kept;          /* by the totals before it nobody plays alone; entered was that somebody does */
	uint8_t canastas;         /* of the side that went out */
	bool is_last;             /* the game ends with it, what was not entered being taken for nothing, and [winner] leads */
	int winner;               /* side, or NOBODY if level */
	bool end_open;            /* what was entered does not decide whether `ends` ends the game; it goes on */
	bool tie_open;            /* what was entered does not decide to whom a tie goes: [winner] is NOBODY */
	bool lacks;               /* they are enough but not of the kinds that the rules require */
	/* lines that what was entered does not decide: what was not entered is taken for nothing there */
	bool open[SIDES_MAX][TALLY_LINES_MAX];
};

/* Scores a deal of the game that stands as [before]. */
void pad_score(const struct game *before, const struct pad_deal *said, struct pad_result *result);

/* Writes what speaks against booking [said], a sentence for each: points that no deal gives, a line that does not follow
 * from what was entered. [names] are the sides. Nothing if nothing does. */
void pad_doubt_deal(const struct game *before, const struct pad_deal *said, const char *const *names, struct text *out);

/* True if what item [score] of the score comes to always follows from what is entered other than in points. */
bool pad_score_follows(const struct rules *rules, int score);

/* pad_bounds.c: what a deal can give. */

/* The most canastas of a kind that one side can have: the deck has no cards for more. */
int pad_canastas_most(const struct rules *rules, int canasta);

/* The interval of what all canastas of a side score, where [bonus] has that of each kind for one. */
void pad_canastas_score(const struct rules *rules, const int64_t *low, const int64_t *high, int64_t *least,
                        int64_t *most);

/* The number that every amount of [line] is a multiple of, 0 if it is always 0, where the lines above it together have the step
 * [above]. */
int64_t pad_line_step(const struct rules *rules, int line, int64_t above);

/* The step of sums of numbers that are multiples of one and of the other. */
int64_t pad_step_of_both(int64_t one, int64_t other);

/* The number that the totals of a deal are multiples of; 0 if they are always 0. */
int64_t pad_total_step(const struct rules *rules);

#endif
