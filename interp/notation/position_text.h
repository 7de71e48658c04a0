/* position_text.h -- putting up a position in words, line by line as a ruling has them: `hand K K 5`, `melds us 7 7 7`,
 * `pile 2 9 Q`. Everybody is seen from the player whose turn it is. What is wrong with a line becomes a finding. */
#ifndef NOTATION_POSITION_TEXT_H
#define NOTATION_POSITION_TEXT_H

#include "game/position.h"
#include "grammar/diag.h"

struct arena;
struct expr;
struct library;
struct statement;
struct text;

/* A position being put up, and then played on. */
struct setup {
	struct library *library; /* takes the findings */
	struct rules *rules;
	struct position position;
	const struct statement *const *part; /* all lines, in lists one behind the other */
	int parts;
	int me;               /* the player's seat */
	bool playing;         /* the position is finished: what it is like may not be told any more */
	struct span finished; /* by this line; nowhere if by none */
	bool faulty;          /* a line cannot be understood: nothing after it counts */
};

/* ---- a whole position ---- */

enum { SETUP_LINES_MAX = 1000 }; /* each is held against those above it */

/* An empty table under [rules], for the lines in the [parts] lists of [part], which may be NULL each and live as long as
 * the setup. More lines than there may be are a finding. Of all lines to come only those that draw named cards are looked
 * at, so that the stock keeps them: nobody else is given them where hands are made up. */
void setup_begin(struct setup *at, struct library *library, struct rules *rules, const struct statement *const *part,
                 int parts);

/* Reads [line] if it is one that puts up a position; false if it is none. One that comes when the position is finished is
 * a finding. */
bool setup_line(struct setup *at, const struct statement *line);

/* position_clash.c: true, with a finding queued, if a line above says something else than [line], so that both cannot hold. */
bool setup_contradicts(struct setup *at, const struct statement *line);

/* Takes in a line of a position that may also be played on: one of those above, `do`, or `ended`. Any other is a
 * finding. */
void setup_tell(struct setup *at, const struct statement *line);

/* Makes up what was not said and begins the turn, if that has not been done; false if it cannot be. [span] is what asks
 * for it. */
bool setup_finish(struct setup *at, struct span span);

/* Sets [words] to the words that such lines begin with and returns their number. */
enum { SETUP_WORDS_MAX = 32 };
int setup_words(const char **words);

/* True if such lines begin with [head]. */
bool setup_is_line(const char *head);

/* True if they count wherever they stand: an event may happen in the middle of a deal, and options hold in any case. */
bool setup_is_timeless(const char *head);

/* Sets [with] to the options that lines `with always_frozen, solution=merge` switch on, and returns how many: under them
 * the rules are built. More than [room] of them are a finding. The words live in the arena of [library]. */
enum { SETUP_OPTIONS_MAX = 32 };
int setup_options(struct library *library, const struct statement *lines, const char **with, int room);

/* Writes a meld as such a line has it: its cards, and `as KIND` where they would be taken for another kind. */
void setup_write_meld(const struct rules *rules, const struct meld *meld, struct text *out);

/* Writes the position of [game], whose player is about to begin a turn, as such lines. What they cannot say is left out:
 * the stock but for its top, who besides the player has melded or asked before. */
void setup_write(const struct game *game, struct text *out);

/* ---- acts (position_acts.c) ---- */

enum { SETUP_ACTS_MAX = 32 }; /* in one line */

/* Gathers the words of the acts in [line] as a person would type them, without what follows `because`, of which the
 * first atom is returned. Cards named after `draw` are gathered in [drawn] instead. */
const struct expr *setup_act_words(struct setup *at, const struct statement *line, struct text *words,
                                   struct row_of_cards *drawn);

/* The line `do draw K, ...` that [act] is if it says which card is drawn; NULL, perhaps with a finding, if it does not. */
const struct statement *setup_draw_line(struct library *library, const struct rules *rules, const char *act);

/* Does [count] acts one by one. The first one refused gives [*reason] and [*refused], and the rest are left undone. */
bool acts_try(struct game *game, const struct act *acts, int count, struct act *refused, struct reason *reason);

/* Brings [drawn] to the top of the stock of [game], played on from the position; false if they cannot
 * come, and writes [why]. */
bool setup_stack(struct setup *at, struct game *game, const struct row_of_cards *drawn, struct text *why);

/* Does the acts of a line `do ...`; one that makes no sense or is refused is a finding. The position is finished. */
void setup_do(struct setup *at, const struct statement *line);

/* Ends the deal as a line `ended stock`, or `ended out` and a player, says. The position is finished. */
void setup_end(struct setup *at, const struct statement *line);

/* ---- what is wrong ---- */

/* Queues finding [id], whose sentence speaks of [detail]; or that `HEAD` of the line wants [what] behind it. */
void setup_fault(struct setup *at, enum diag_id id, struct span span, const char *detail);
void setup_wants(struct setup *at, const struct statement *line, const char *what);

/* Queues that [line] tells what cannot be, as [what][is] says. */
void setup_cannot(struct setup *at, const struct statement *line, const char *what, const char *is);

/* Gives back a text; one that went without memory must not pass for what was said. */
void setup_done_with(struct setup *at, struct text *text);

/* ---- words of a line (position_words.c) ---- */

/* What may stand behind the head of a line: so many words, or words with commas between them, or values of any kind, or
 * anything; the rest its reader looks at itself. */
enum { WORDS_LIST = -1, WORDS_VALUES = -2, WORDS_ANY = -3 };

/* True if [line] is nothing but its head and, behind it, at most [words] words. What is more becomes a finding at its
 * place. */
bool setup_has_words(struct setup *at, const struct statement *line, int words);

/* The first atom behind the head, NULL if there is none. */
const struct expr *line_atom(const struct statement *line);

bool atom_is(const struct expr *atom, const char *word);

/* The card that begins at [*atom], which moves past it; -1 with a finding if it is none. */
int setup_card(struct setup *at, const struct expr **atom);

/* The kind of meld named behind the `as` at [*atom], past which it moves; -1 with a finding if there is none called so. */
int setup_form(struct setup *at, const struct expr **atom, struct span span);

/* Takes one card of [kind] out of the deck for the position; false, with a finding at [span], if there is none. */
bool setup_reserve(struct setup *at, int kind, struct span span);

/* Reads all cards of a comma list from [atom] on, which is in its first phrase, taking each from the deck. */
void setup_cards(struct setup *at, const struct expr *list, const struct expr *atom, struct row_of_cards *row);

/* The seat that player, left, partner, right, second_left, opposite or second_right means, as a word or where it stands in
 * a line; or the seat whose side `us`, `them` or these mean; the side in which that seat plays; the one in which its total
 * is kept. -1 for no such word. */
int setup_seat(const struct setup *at, const char *word);
int setup_seat_named(const struct setup *at, const struct expr *atom);
int setup_seat_meant(const struct setup *at, const struct expr *atom);
int setup_side(const struct setup *at, const struct expr *atom);
int setup_account(const struct setup *at, const struct expr *atom);

/* Queues that behind `HEAD` of the line [before] wants a player's word, and [behind] it. */
void setup_wants_seat(struct setup *at, const struct statement *line, const char *before, const char *behind);

/* A side, as where its total is kept, and a number with a sign: us -200. False if it is none. [*more]: what stands
 * behind it, or NULL. */
bool setup_is_side_and_number(const struct setup *at, const struct expr *expr, int *side, int32_t *number,
                              const struct expr **more);

/* The same; what stands behind it becomes a finding. */
bool setup_side_and_number(struct setup *at, const struct expr *expr, int *side, int32_t *number);

#endif
