/* faces.h -- the cards by their faces, and the words for them: 7, 4..A, red 3, 10H, joker, wild.
 * A set of faces is a cardset with one bit per face, rank * 4 + suit; the joker is the last. */
#ifndef RULES_FACES_H
#define RULES_FACES_H

#include "rules/rules.h"

struct diags;

enum { RANKS = 14, RANK_JOKER = 13 };

/* "3" to "A", "2", "joker": the order in which kinds of card stand, naturals first in most games. */
extern const char *const RANK_NAMES[RANKS];

/* Words for cards that are no ranks, for who offers them; and whether a word can stand for cards, alone or with others. */
enum { CARD_WORDS = 11 };
extern const char *const card_words[CARD_WORDS];
bool is_card_word(const char *word);

#define FACES_ALL ((UINT64_C(1) << FACES) - 1)

/* What the words `wild` and `bonus` stand for, as far as that is known yet. */
struct card_terms {
	cardset wild, bonus;
};

/* The faces meant by a row of atoms ("red 3", "4..A", "wild"). On failure returns false and queues a finding. */
bool faces_of_atoms(struct diags *diags, const struct card_terms *terms, const struct expr *atoms, cardset *faces);

/* The faces meant by a comma list of such phrases, each perhaps with `except`. */
bool faces_of_list(struct diags *diags, const struct card_terms *terms, const struct expr *list, cardset *faces);

/* Writes the name of a set of faces of one rank: "7", "red 3", "10H". [room] bytes are enough with 24. */
void faces_name(cardset faces, char *name, size_t room);

#endif
