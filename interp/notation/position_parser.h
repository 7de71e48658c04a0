/* position_parser.h -- what position_parser.c, which parses words, has for position_lines.c, which knows the lines. */
#ifndef NOTATION_POSITION_PARSER_H
#define NOTATION_POSITION_PARSER_H

#include "notation/position_text.h"

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

/* Does the acts of a line `do ...`; what cannot be understood or is refused is a finding. The position is finished. */
void position_do(struct position_parser *at, const struct statement *line);

/* Takes in the cards that a line of acts draws by name, or words that somebody typed. */
void position_count_line(struct position_parser *at, const struct statement *line, struct draws *draws);
void position_count_typed(struct position_parser *at, const char *act, struct draws *draws);

#endif
