/* named_cards.h -- games whose record names the cards, line by line: `hand South: 4 4 K`, `pile: 8`, `stock: 5 red 3`,
 * `South: draw 7`. The lines have the words of rulings. Cards that are not named are made up, as in rulings. */
#ifndef TOOLS_NAMED_CARDS_H
#define TOOLS_NAMED_CARDS_H

#include "game/position.h"
#include "tools/record.h"

struct canasta_game;
struct text;

/* Cards of one deal that can be worked out. */
struct cards_seen {
	struct row_of_cards hand[PLAYERS_MAX]; /* dealt to a seat, beside those named */
	struct row_of_cards kept;              /* that have to stay in the stock, because they are drawn later */
	uint8_t drawn[DECK_MAX]; /* 1 + the kind that comes for each card that is drawn unnamed; 0 for any */
	int draws;               /* how many of these come in all */
	int replaced;            /* and so many of them at the deal, for bonus cards */
};

/* What is known of the deal being played. All zero before the first. */
struct named_cards {
	bool dealing; /* lines name a deal that is not dealt yet */
	bool dealer;  /* one of them who deals */
	struct position deal;
	struct row_of_cards stock; /* the cards that come behind what is dealt */
	int unnamed;               /* once dealt: so many cards of the stock lie under those named */
	struct cards_seen seen;
	int drawn_unnamed; /* so many of seen.draws have come */
	uint64_t made_up;  /* cards that were dealt or drawn in this game without a name */
};

/* Begins to take in what is dealt in the next deal of [game]. */
void named_cards_begin(struct named_cards *at, const struct canasta_game *game);

/* True if [words] are a line that names cards, which is then parsed; with a sentence in [why] if it cannot be. */
bool named_cards_line(struct named_cards *at, struct canasta_game *game, const char *words, struct text *why);

/* Deals the named cards, and what the lines from [rest] on show of the cards; false, with a sentence, if that is no deal. */
bool named_cards_deal(struct named_cards *at, struct canasta_game *game, const struct record_reader *rest,
                      struct text *why);

/* Takes the cards behind a draw out of the words of an act, "draw 7; meld 7 7 7", and sees to it that they come; the rest
 * goes to [act]. Returns how many they are; -1, with a sentence, if they cannot come. */
int named_cards_draw(struct named_cards *at, struct canasta_game *game, const char *words, struct text *act,
                     struct text *why);

/* Takes note of the cards that came since the stock of [game] had [before] cards, when [drawn] were named. False, with a
 * sentence, if fewer came than that. */
bool named_cards_came(struct named_cards *at, const struct canasta_game *game, int before, int drawn, struct text *why);

#endif
