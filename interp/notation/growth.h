/* growth.h -- how a meld grows card by card to what is wanted, every step being a meld. */
#ifndef NOTATION_GROWTH_H
#define NOTATION_GROWTH_H

#include "rules/rules.h"

/* The way to a composition of a form. */
struct growth {
	const struct form *form;
	int naturals, wilds;                                /* to be reached */
	bool leads[MELD_CARDS_MAX + 2][MELD_CARDS_MAX + 2]; /* [naturals][wilds]: from here it can be reached */
};

/* Plans the way to [naturals] and [wilds], each MELD_CARDS_MAX at most. */
void growth_plan(struct growth *growth, const struct form *form, int naturals, int wilds);

/* The beginning to choose, a place in form->begin: from which the whole can be reached, with as few wild cards as can
 * be. If none leads there, the best that the cards allow; -1 if they allow none. */
int growth_beginning(const struct growth *growth);

/* True if the whole can be reached from beginning [begin], which may be -1. */
bool growth_succeeds(const struct growth *growth, int begin);

/* True if the next card from here is a natural one: where that is a way, and also if there is no way at all. There is
 * a card to go. */
bool growth_wants_natural(const struct growth *growth, int naturals, int wilds);

#endif
