/* tables.h -- the steps of build_tables(), each in a file of its own, and what those files share. A step fills in the
 * part of struct rules that rules.h names it for; it may look at what the steps before it have worked out. */
#ifndef RULES_TABLES_H
#define RULES_TABLES_H

#include "rules/build.h"

/* The steps, in their order. Findings are queued. */
void build_kinds(struct building *building);
void build_forms(struct building *building);
void build_canastas(struct rules *rules);
void build_melding(struct rules *rules);
void build_bans(struct rules *rules);
void build_planning(struct rules *rules);
void build_taking(struct rules *rules);

/* canastas.c: what [of] answers about a meld of [cards]; what only a game can tell is taken to be 0. */
int32_t meld_answers(const struct rules *rules, formula of, const struct meld_cards *cards);

/* forms.c: most natural cards, all of one kind among [ranks], that a meld can have. */
int most_naturals(const struct rules *rules, cardset ranks);

/* forms.c: most wild cards that a meld can have. */
int most_wilds(const struct rules *rules);

#endif
