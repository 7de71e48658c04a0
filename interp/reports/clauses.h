/* clauses.h -- how often each clause of the rules decided something: where a player had the cards for an act, and a
 * clause refused it. */
#ifndef REPORTS_CLAUSES_H
#define REPORTS_CLAUSES_H

#include "game/game.h"

/* Sums; they start all zero. */
struct clause_counts {
	int64_t decisions;                               /* acts chosen by players */
	int64_t refused[ROW_COUNT][LIST_ITEMS_MAX];      /* of these, how often each setting refused some act */
	int64_t last_refusal[ROW_COUNT][LIST_ITEMS_MAX]; /* the decision in which it did last: it counts once in each */
};

/* Looks what the player to act could do if the clauses did not refuse it: take the pile with what the hand has for it,
 * begin each meld, add each card, discard each card, lay each bonus card. */
void clauses_look(struct clause_counts *clauses, const struct game *game);

/* Adds [more] to [clauses]. */
void clauses_merge(struct clause_counts *clauses, const struct clause_counts *more);

/* True if setting [row] of item [item] is a clause that can refuse acts: one that is stated, and of the kind that
 * refusals name. */
bool clause_can_refuse(const struct rules *rules, enum row_id row, int item);

#endif
