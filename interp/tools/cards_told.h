/* cards_told.h -- games of which the cards are told, line by line: `hand South: 4 4 K`, `pile: 8`, `stock: 5 red 3`,
 * `South: draw 7`. The lines have the words of rulings, and the cards are laid where they say. What nobody told is made
 * up as in rulings. */
#ifndef TOOLS_CARDS_TOLD_H
#define TOOLS_CARDS_TOLD_H

#include "tools/cards_seen.h"

struct canasta_game;
struct text;

/* What is told of the deal being played. All zero before the first. */
struct cards_told {
	bool dealing; /* lines tell a deal that is not dealt yet */
	bool dealer;  /* one of them who deals */
	struct position deal;
	struct row_of_cards stock; /* the cards that come behind what is dealt */
	int untold;                /* once dealt: so many cards of the stock lie under those told */
	struct cards_seen seen;
	int drawn_untold; /* so many of seen.draws have come */
	uint64_t made_up; /* cards that were dealt or drawn in this game and nobody told */
};

/* Begins to take in what is dealt in the next deal of [game]. */
void told_begin(struct cards_told *told, const struct canasta_game *game);

/* True if [words] are a line that tells cards, which is then taken in; with a sentence in [why] if that cannot be. */
bool told_line(struct cards_told *told, struct canasta_game *game, const char *words, struct text *why);

/* Deals what was told, and what the lines from [rest] on show of the cards; false, with a sentence, if that is no deal. */
bool told_deal(struct cards_told *told, struct canasta_game *game, const struct record_reader *rest, struct text *why);

/* Takes the cards behind a draw out of the words of an act, "draw 7; meld 7 7 7", and sees to it that they come; the rest
 * goes to [act]. Returns how many they are; -1, with a sentence, if they cannot come. */
int told_draw(struct cards_told *told, struct canasta_game *game, const char *words, struct text *act,
              struct text *why);

/* Takes note of the cards that came since the stock of [game] had [before] cards, when [drawn] were told. False, with a
 * sentence, if fewer came than that. */
bool told_came(struct cards_told *told, const struct canasta_game *game, int before, int drawn, struct text *why);

#endif
