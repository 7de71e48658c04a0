/* card_wording.h -- cards in a sentence: "jokers and twos", "a red three", "7 pairs of fours to aces". */
#ifndef REPORTS_CARD_WORDING_H
#define REPORTS_CARD_WORDING_H

#include <stdbool.h>
#include "rules/rules.h"

struct text;

/* Writes a set of faces: "wild cards", "jokers and twos", "fours to aces", "no cards". Without [rules] wild cards are
 * named by their ranks. */
void cards_say(const struct rules *rules, cardset faces, struct text *out);

/* The same as what is missing of [all], which is called [every]: "any rank but sevens". False, with nothing written, where
 * that says it in no fewer words, or much is missing. */
bool cards_say_but(const struct rules *rules, cardset faces, cardset all, const char *every, struct text *out);

/* The same for one of them, whichever it is: "a joker or a two", and without an article "joker or two". */
void cards_say_one(const struct rules *rules, cardset faces, bool article, struct text *out);

/* The number of ranks among them. */
int cards_ranks(cardset faces);

/* "50 (jokers), 20 (twos and aces), ..." */
void points_say(const struct rules *rules, struct text *out);

/* The cards that count [points], 0 when there are none in this deck; and the most that a card counts which counts less
 * than [below], INT32_MIN if there is none. */
cardset points_faces(const struct rules *rules, int points);
int points_below(const struct rules *rules, int below);

/* "1 natural card of its rank and 1 wild card" */
void composition_say(const struct composition *composition, struct text *out);

/* "2 quadruples and 2 triples of fours to aces" */
void pattern_say(const struct rules *rules, const struct pattern *pattern, struct text *out);

#endif
