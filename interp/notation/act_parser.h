/* act_parser.h -- what the files that parse acts share: the parser of a line, and the cards that a clause names. */
#ifndef NOTATION_ACT_PARSER_H
#define NOTATION_ACT_PARSER_H

#include "game/state.h"
#include "notation/act_text.h"

struct act_parser {
	struct game game; /* the position after the acts read so far, as long as they are legal */
	bool stuck;       /* one of them is not legal, so [game] is no longer kept up to date */
	struct line *line;
	bool everybody; /* other players may act in the line, too: the partner answers, the next player draws */
	bool as_seen;   /* the author of the line does not know the cards that acts bring */
	bool brought;   /* an act has brought some */
	struct act *acts;
	int count, room;
	struct text *why;
	bool failed;
};

/* The cards named in a clause, or for one meld in it: natural cards of one rank, or of one suit in a row where there
 * are sequences; and wild cards. */
struct named_cards {
	int kind; /* of the first natural card, -1 if there are none */
	int naturals, wilds;
	uint8_t natural[MELD_CARDS_MAX + 1]; /* the kinds of the natural cards, in the order named */
	bool in_row;                         /* the natural cards are of one suit and of several ranks */
	uint8_t wild[WILD_KINDS_MAX];
	uint8_t row[2 * MELD_CARDS_MAX + 1]; /* the kinds of all cards, in the order named */
	int count;                           /* number of these */
	bool best_first; /* of the wild cards those go first that count most, and not those that count least */
};

/* How a card is added to a sequence: where it fits, in place of another card, or at the low end. */
enum manner { IN_PLACE, AS_WILD, UNDER };

/* ---- the line (act_parser.c) ---- */

/* Writes why the line cannot be parsed; of several sentences the first one counts. */
void parser_fail(struct act_parser *at, const char *sentence);

/* Adds an act and, if it is legal, does it in at->game. */
void parser_add_act(struct act_parser *at, struct act act);

/* ---- cards, melds and items that are named (act_names.c) ---- */

/* Adds a card to those named before it. */
void named_cards_add(const struct rules *rules, struct named_cards *cards, int kind);

/* Reads a card and moves past it; -1, with a sentence, if the next word is not one. */
int parser_read_card(struct act_parser *at);

/* Reads cards: to the end of the clause, of one rank, or to a word that is not a card. */
struct named_cards parser_read_cards(struct act_parser *at);

/* The kind of the natural card that comes next in the clause, -1 if there is none. */
int parser_next_natural(const struct act_parser *at);

/* Reads the name of an item of [group]; -1, with a sentence, if there is no such item. */
int parser_read_item(struct act_parser *at, int group);

/* Reads `as` and the name of an item of [group]; -1 if there is no `as`. */
int parser_read_name(struct act_parser *at, int group);

/* Reads a meld named by its cards, and perhaps by its kind; of several such melds the first after number [after]. One card names the
 * meld of that card alone or, if there is none, a sequence with that card, or the meld of its rank. NOBODY if the side has no such
 * meld, -1 with a sentence. */
int parser_read_named_meld(struct act_parser *at, int after);

/* Reads `to` and a meld; -1 if there is no `to`, NOBODY if the side has no such meld. */
int parser_read_meld_meant(struct act_parser *at);

/* ---- cards laid (act_melds.c) ---- */

/* Has [act] name these cards. */
void act_set_cards(const struct rules *rules, const struct named_cards *cards, struct act *act);

/* Adds the acts that lay [cards] as a meld of kind [form]; if that is -1, of the kind that is meant. */
void parser_add_meld(struct act_parser *at, const struct named_cards *cards, int form);

/* Adds the acts that add [cards] to meld number [meld] of the side; if that is -1, to the only one that is meant. */
void parser_add_additions(struct act_parser *at, struct named_cards cards, int meld, enum manner manner);

#endif
