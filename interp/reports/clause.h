/* clause.h -- a clause of the rules as evidence: its words, its place, what it cites, what it asks of a position, and how
 * often it refuses an act. */
#ifndef REPORTS_CLAUSE_H
#define REPORTS_CLAUSE_H

#include "game/game.h"
#include "reports/judge.h"

struct ledgers;
struct note;

/* Where clauses are looked up. */
struct lookup {
	struct library *library;
	struct ledgers *ledgers; /* NULL: statements are known by their names alone */
	const struct rules *rules;
};

/* The clause that states setting [row] of [item]; NULL if [row] is none. */
struct clause *clause_of(const struct lookup *lookup, int row, int item);

/* The same with the lines in front that decide about an act in [game], with a card of [kind] or -1, and what the terms
 * cite that they ask: where a condition does not hold the lines that it fails for, else all of them. */
struct clause *clause_at(const struct lookup *lookup, const struct game *game, int row, int item, int kind);

/* The statements that [notes] cite, up to the first note of another kind. */
struct cited *cited_by(const struct lookup *lookup, const struct note *notes);

/* What setting [row] of [item] asks, and how that is answered in [game] for the player to act, with a card of [kind]
 * (or -1) in question. */
struct fact_found *facts_found(const struct lookup *lookup, const struct game *game, int row, int item, int kind);

/* Writes why [act] is refused: the sentence, what is missing, and the condition that does not hold, if one decides.
 * reason_kept() gives it with a capital, in the arena. */
void reason_say(const struct game *game, struct act act, struct reason reason, struct text *out);
const char *reason_kept(struct library *library, const struct game *game, struct act act, struct reason reason);

/* A copy of what was written, in the arena; the text is given back. */
const char *kept(struct library *library, struct text *text);

/* Adds [words] at the end of [*list]. */
void add_words(struct library *library, struct words_list **list, const char *words);

/* How often each clause refused an act of a player who had the cards for it; all zero at first. */
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
