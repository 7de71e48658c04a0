/* card_names.h -- cards as they are named at the table, and back: K, joker, red 3, 10H, kings, r3, jk. */
#ifndef NOTATION_CARD_NAMES_H
#define NOTATION_CARD_NAMES_H

#include "game/game.h"

struct line;
struct text;
struct word;

/* The kind that the words of [line] from number [at] on name; [*used] is how many they are, one or two. -1 if they name no card
 * or several, with a sentence in [why], which may be NULL. Where a name fits several kinds and [game] is not NULL, it is the
 * one that can be held, or the one that the player to act holds. */
int card_parse(const struct rules *rules, const struct game *game, const struct line *line, int at, int *used,
               struct text *why);

/* Writes what may be meant by the word number [at], which names no card: "did you mean `joker`?"; nothing if that is not clear. */
void card_suggest(const struct rules *rules, const struct line *line, int at, struct text *hint);

/* Takes a word like 777 or kk2 apart: writes one word per card to [cards] and returns their number, 0 if it is not
 * such a word. [cards] has room for as many words as [word] has letters. */
int card_word_split(const struct word *word, struct word *cards);

/* Writes cards grouped by rank, in the order of kinds, two spaces between ranks: "4 4  K  2 2 2  joker". */
void cards_write(const struct rules *rules, const struct cards *cards, struct text *out);

/* Writes cards as lines of a position or a protocol have them, a blank before each: " 4 4 K 2". */
void cards_write_row(const struct rules *rules, const struct cards *cards, struct text *out);

/* The same of [count] kinds, the first at [kinds] and each [step] places behind the one before. */
void kinds_write_row(const struct rules *rules, const uint8_t *kinds, int count, int step, struct text *out);

/* Writes a meld: "7 7 7 7 2". */
void meld_write(const struct rules *rules, const struct meld_cards *cards, struct text *out);

/* What a meld is called, given its kind: the name of its rank, or "wild" for wild cards alone. */
const char *meld_name(const struct rules *rules, int kind);

#endif
