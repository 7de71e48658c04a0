/* clause.h -- a clause of the rules as evidence: its words, its place, what it cites, and what it asks of a position. */
#ifndef REPORTS_CLAUSE_H
#define REPORTS_CLAUSE_H

#include "game/game.h"
#include "reports/judge.h"

struct ledgers;
struct note;

/* The clause that states setting [row] of [item]; NULL if [row] is none. */
struct clause *clause_of(struct library *library, struct ledgers *ledgers, const struct rules *rules, int row,
                         int item);

/* The same with the lines in front that decide about an act in [game], with a card of [kind] or -1, and what the terms
 * cite that they ask. */
struct clause *clause_at(struct library *library, struct ledgers *ledgers, const struct game *game, int row, int item,
                         int kind);

/* The statements that [notes] cite, up to the first note of another kind. */
struct cited *cited_by(struct library *library, struct ledgers *ledgers, const struct note *notes);

/* What setting [row] of [item] asks, and how that is answered in [game] for the player to act, with a card of [kind]
 * (or -1) in question. */
struct fact_found *facts_found(struct library *library, const struct game *game, int row, int item, int kind);

/* Writes why [act] is refused: the sentence, what is missing, and the condition that does not hold, if one decides. */
void reason_say(const struct game *game, struct act act, struct reason reason, struct text *out);

/* The words of an act, and the sentence that tells why it is refused; in the arena. */
const char *act_kept(struct library *library, const struct game *game, struct act act);
const char *reason_kept(struct library *library, const struct game *game, struct act act, struct reason reason);

/* Adds [words] at [end] of a list; returns the end that it has then. */
struct words_list **add_words(struct library *library, struct words_list **end, const char *words);

/* judge_all.c: notes in [verdict] everything that the player to act may do, and why not what she might expect to. */
void judge_all(struct library *library, struct ledgers *ledgers, const struct game *game, struct verdict *verdict);

/* A copy of what was written, in the arena; the text is given back. */
const char *kept(struct library *library, struct text *text);

#endif
