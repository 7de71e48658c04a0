/* card_names.h -- cards in the words of the people at the table, and back: K, joker, red 3, 10H, kings, r3, jk. */
#ifndef NOTATION_CARD_NAMES_H
#define NOTATION_CARD_NAMES_H

#include "game/game.h"

struct text;

enum { WORD_LENGTH_MAX = 31 };

/* A word as it was typed, in small letters. */
struct word {
	char text[WORD_LENGTH_MAX + 1];
};

/* The kind that the first one or two of [count] words stand for; [*used] says how many. Where a name fits several
 * kinds, the one that can be held is meant, or the one that the player to act holds. -1 if they name no card or
 * several, with a sentence in [why], which may be NULL. */
int card_read(const struct game *game, const struct word *words, int count, int *used, struct text *why);

/* Takes a word like 777 or kk2 apart: writes one word per card to [cards] and returns their number, 0 if it is not
 * such a word. [cards] has room for as many words as [word] has letters. */
int card_word_split(const struct word *word, struct word *cards);

/* Writes cards grouped by rank, in the order of kinds, two spaces between ranks: "4 4  K  2 2 2  joker". */
void cards_write(const struct rules *rules, const struct cards *cards, struct text *out);

/* Writes a meld: "7 7 7 7 2". */
void meld_write(const struct rules *rules, const struct meld_cards *cards, struct text *out);

/* What a meld is called, given its kind: the name of its rank, or "wild" for wild cards alone. */
const char *meld_name(const struct rules *rules, int kind);

#endif
