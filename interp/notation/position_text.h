/* position_text.h -- positions as text, line by line: `hand K K 5`, `melds us 7 7 7`, `pile 2 9 Q`, and lines that play on. Everybody is
 * named as seen from the player whose turn it is. What is wrong with a line becomes a finding at its place. */
#ifndef NOTATION_POSITION_TEXT_H
#define NOTATION_POSITION_TEXT_H

#include "game/position.h"
#include "grammar/diag.h"
#include "notation/lexer.h"

struct library;
struct statement;
struct text;

/* What two lines may contradict each other about. Most of it is about a seat or a side. */
enum claim_about {
	ABOUT_HAND,      /* 0: no cards; 1: some */
	ABOUT_HAND_SIZE, /* so many */
	ABOUT_MELDS,
	ABOUT_LAID,
	ABOUT_PILE,
	ABOUT_STOCK, /* 0: empty; 1: these cards alone; 2: these cards first */
	ABOUT_STOCK_SIZE,
	ABOUT_TALON,
	ABOUT_TALON_SIZE,
	ABOUT_RESERVE,
	ABOUT_RESERVE_SIZE,
	ABOUT_ASIDE,
	ABOUT_ASIDE_SIZE,
	ABOUT_SCORE, /* the total */
	ABOUT_DEALER,
	ABOUT_ALONE,  /* the seat */
	ABOUT_NUMBER, /* of the deal */
	ABOUT_BEST,   /* the highest total */
	ABOUT_SEED,   /* 0: the deal comes from a seed; 1: it does not */
	ABOUT_DEAL,   /* 0: the table is described; 1: it is dealt card by card */
	ABOUT_ROUND,  /* the number of the round of turns */
	ABOUT_OPENED, /* a side has opened */
	ABOUT_MELDED, /* a player has melded, or completed a canasta, in an earlier turn */
	ABOUT_ASKED,  /* and asked */
	ABOUT_PAST,   /* how often a player did something, and the one after for each other deed */
	ABOUT_PAST_LAST = ABOUT_PAST + DEEDS_KEPT - 1,
	ABOUT_FIRST, /* 0: it is the first turn; 1: there were others */
	CLAIMS
};

struct claim {
	bool made;
	int32_t value;
	const struct statement *line;
};

enum { ROUNDS_MAX = 1000 }; /* that a line can speak of */

/* How often a player did what a claim about the past says, and how many of her turns ago she did it last. */
static inline int past_times(const struct claim *claim)
{
	return claim->value / (ROUNDS_MAX + 1);
}

static inline int past_ago(const struct claim *claim)
{
	return claim->value % (ROUNDS_MAX + 1);
}

/* A position being parsed, and then played on. */
struct position_parser {
	struct library *library; /* takes the findings */
	struct rules *rules;
	struct position position;
	const struct statement *const *part; /* all lines, in lists one behind the other */
	int parts;
	int me;                                   /* the player's seat */
	bool playing;                             /* the position is finished: no line can describe it any more */
	struct span finished;                     /* by this line; nowhere if by none */
	bool sizes_refused;                       /* cards are wanted, and their number alone is not enough */
	bool faulty;                              /* a line has an error: nothing after it counts */
	struct claim claim[CLAIMS][RESERVES_MAX]; /* by seat, by side, or by the place of a reserve */
	struct game before_end; /* the game before the last act done that ends a turn; no rules: none did */
	const struct statement *statement;        /* the line being parsed, */
	struct line line;                         /* its words behind the first, */
	uint32_t from;                            /* and where these begin in its source */
};

/* ---- a whole position ---- */

enum { POSITION_LINES_MAX = 1000 };

/* An empty table under [rules], for the lines in the [parts] lists of [part], which may be NULL each and live as long as
 * the parser, and the act in [act], which may be NULL. More lines than there may be are a finding. Of what is to come only draws of
 * named cards and the end of the deal are looked at: nobody else is given those cards, and in a deal that is over no turn begins. */
void position_parser_begin(struct position_parser *at, struct library *library, struct rules *rules,
                           const struct statement *const *part, int parts, const char *act);

/* Parses [line] if it describes the position; false if it does not. */
bool position_parser_line(struct position_parser *at, const struct statement *line);

/* Parses a line of a position that may also be played on: one of those above, `do`, or `ended`. Any other is a finding. */
void position_parser_any_line(struct position_parser *at, const struct statement *line);

/* Makes up what was not described and begins the turn, if that has not been done; false if it cannot be. [span] is what asks
 * for it. */
bool position_parser_finish(struct position_parser *at, struct span span);

/* Sets [words] to the words that such lines begin with and returns their number. */
enum { POSITION_WORDS_MAX = 34 };
int position_words(const char **words);

/* Says which line of a position or a ruling may be meant by one that begins with [head]; false for other words. */
bool position_hint_line(struct diags *diags, struct diag *diag, const char *head);

/* True if [words] begin with the word of a line of a position, or one that plays on, and not with an act: `talon left 4 5 6` does,
 * `talon` alone takes one. */
bool position_is_line(const char *words);

/* Sets [with] to the options that lines `with always_frozen, solution=merge` switch on, and returns how many: under them
 * the rules are built. More than [room] of them are a finding. The words live in the arena of [library]. */
enum { POSITION_OPTIONS_MAX = 32 };
int position_options(struct library *library, const struct statement *lines, const char **with, int room);

/* Writes a meld as such a line has it: its cards, and `as KIND` where they would be taken for another kind. */
void position_write_meld(const struct rules *rules, const struct meld *meld, struct text *out);

/* Writes the position of [game], whose player is about to begin a turn, as such lines. What they cannot describe is left out:
 * the stock but for its top, who besides the player has melded or asked before, and what the rules do not ask. [also] is the same table
 * under other rules, so that the lines show what these ask, too; NULL if there is none. */
void position_write(const struct game *game, const struct game *also, struct text *out);

/* ---- acts ---- */

enum { POSITION_ACTS_MAX = 32 }; /* in one line */

/* Parses the acts of [line], which its first word is not part of, in [position], a copy of the parser's; cards that are drawn by name are
 * brought to the top of its stock. Sets [*because] to the path behind that word, or NULL. Returns how many acts there are; 0, with [why] or a
 * finding, if the line cannot be understood. */
int position_parser_acts(struct position_parser *at, const struct statement *line, struct position *position,
                         struct act *acts, const char **because, struct text *why);

/* The same of words that somebody typed. */
int position_parser_typed(struct position_parser *at, const char *words, struct position *position, struct act *acts,
                          struct text *why);

/* Does [count] acts one by one. The first one refused gives [*reason] and [*refused], or the one for which a meld cannot become what it was
 * named as, and the rest are left undone. An act with a card that
 * nobody said is in the hand is refused, too. */
bool acts_try(struct position *position, const struct act *acts, int count, struct act *refused, struct reason *reason);

/* Sets [*before] to the game before the last of [acts] that discards or stops, all done in [game]; leaves it alone if none does. */
void acts_note_end(const struct game *game, const struct act *acts, int count, struct game *before);

/* Ends the deal as [line] has it: `ended stock`, or `ended out` and a player. The position is finished. */
void position_parser_end(struct position_parser *at, const struct statement *line);

/* ---- the words of a line, for those who have lines of their own ---- */

/* Makes [line] the one whose words are parsed, up to its braces. False, with a finding, if it has braces and may not. */
bool position_parser_cut(struct position_parser *at, const struct statement *line, bool braces);

/* False, with a finding at the next word, if there is one. */
bool position_parser_ends(struct position_parser *at);

/* The card at the next words; -1 with a finding if it is none. */
int position_parser_card(struct position_parser *at);

/* The account of the side that is next, and a number. False, with a finding about what is [wanted], if they are not there. */
bool position_parser_score(struct position_parser *at, const char *wanted, int *account, int32_t *number);

/* The account of the side that a word means, `us` or `them` or a player; -1, and nothing is passed, for none. */
int position_parser_account(struct position_parser *at);

/* Notes that by this line [about] is [value] for [who]. False, with a finding, if another line contradicts it. */
bool position_parser_claim(struct position_parser *at, enum claim_about about, int who, int32_t value);

/* ---- errors ---- */

/* Queues finding [id], whose sentence speaks of [detail]; or that the line wants [what] behind its first word; or that it cannot hold
 * because of [why]. */
void position_fault(struct position_parser *at, enum diag_id id, struct span span, const char *detail);
void position_wants(struct position_parser *at, const struct statement *line, const char *what);
void position_cannot(struct position_parser *at, const struct statement *line, const char *why, ...)
	__attribute__((format(printf, 3, 4)));

/* Queues that two lines contradict each other; [line] is the later one. */
void position_clash(struct position_parser *at, const struct statement *line, const struct statement *other);

/* Frees a text; one that is incomplete because memory ran out makes the position faulty. */
void position_text_end(struct position_parser *at, struct text *text);

/* ---- what the lines are made of (position_parser.c) ---- */

/* Cards that a line names, and how many there are in all: -1 if the line does not have their number. */
struct heap {
	struct row_of_cards cards;
	int32_t size;
};

/* How many cards of each kind lines draw by name: those that were done, and the most that lie in the stock at once. */
struct draws {
	int done[KINDS_MAX], most[KINDS_MAX];
};

/* From word number [first] to [last]; the whole line if there are none. */
struct span position_words_span(const struct position_parser *at, int first, int last);

/* Takes one card out of the deck for the position, which the words from number [word] on have named. False, with a finding, if none is
 * left. */
bool position_reserve(struct position_parser *at, int kind, int word);

/* Parses the cards up to the end of the line, and takes them out of the deck: "K K, 11 cards", or "nothing". False with a finding. */
bool position_cards(struct position_parser *at, struct heap *heap);

/* The seat of the player [me], or of another by such a word; -1 for nobody's. */
int position_seat(const struct game *game, int me, const char *word);

/* The seat that the next word means, which may also be `us` or `them` where it stands for a side; -1, and nothing is passed, for none. */
int position_accept_seat(struct position_parser *at);
int position_accept_side(struct position_parser *at);

/* Queues that the line wants a player. */
void position_wants_seat(struct position_parser *at, const char *before, const char *behind);

/* position_past.c: settles how many turns have been played and what was done in them, so that all lines can be true; lines for which there is
 * no such past are a finding. All lines have been read. */
void position_settle_past(struct position_parser *at);

/* Does the acts of a line `do ...`; what cannot be understood or is refused is a finding. The position is finished. */
void position_do(struct position_parser *at, const struct statement *line);

/* Takes in the cards that a line of acts draws by name, or words that somebody typed. */
void position_count_line(struct position_parser *at, const struct statement *line, struct draws *draws);
void position_count_typed(struct position_parser *at, const char *act, struct draws *draws);

#endif
