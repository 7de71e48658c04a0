/* act_text.h -- acts as people say them, and back: draw, take K K, meld 7 7 2, add 2 to 7, discard 5, special pairs,
 * ask, lay red 3, no talon. */
#ifndef NOTATION_ACT_TEXT_H
#define NOTATION_ACT_TEXT_H

#include "notation/card_names.h"
#include "game/game.h"

struct text;

/* The word that an act of this verb begins with: "draw". */
const char *verb_word(enum verb verb);

/* Writes [act], of the player to act, so that acts_read() reads it as the same act. Where two kinds of meld, or two
 * ways of taking the pile, would read alike, the name of the one meant is added: take K K as natural_pair. */
void act_write(const struct game *game, struct act act, struct text *out);

/* Reads a line of words as acts of the player to act, in the order in which to do them, and returns their number.
 * A meld of many cards becomes its beginning and an addition for each further card. Only says what is meant, not
 * whether it is legal. If the line cannot be understood, or is more than [room] acts, returns 0 and a sentence. */
int acts_read(const struct game *game, const char *words, struct act *acts, int room, struct text *why);

/* Writes why [act] is refused: the sentence, what is missing or how to mend it, and in brackets the clause. */
void reason_write(const struct game *game, struct act act, struct reason reason, struct text *out);

/* The same in two parts: the sentence alone, */
void reason_write_sentence(const struct game *game, struct act act, struct reason reason, struct text *out);

/* and the clause alone: path of the setting, where it is written, what it cites. Nothing if no rule stands behind. */
void reason_write_clause(const struct rules *rules, struct reason reason, struct text *out);

#endif
