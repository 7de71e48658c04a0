/* judge.h -- a dispute at the table: a position, an act, a variant; and the verdict, with the clause that decides, what
 * the document says there, the facts, the nearest acts that are legal and the options that would change it. */
#ifndef REPORTS_JUDGE_H
#define REPORTS_JUDGE_H

#include "game/game.h"

struct document;
struct json_t;
struct ledgers;
struct library;
struct note;
struct statement;
struct table;
struct text;

/* What is asked. The texts are the caller's. */
struct dispute {
	struct {
		const char *name, *lines; /* what messages call it; NULL: there is none */
	} part[2];                        /* of the position, one after the other */
	const char *act;                  /* in words; NULL: none is asked about */
	bool all;                         /* everything that could be done is asked about */
};

/* A statement of a document that a clause cites. */
struct cited {
	const char *id;
	const char *where, *kind, *rule, *reading; /* as its ledger has them; NULL without one */
	struct cited *next;
};

/* What stands beside a clause: where the document can be read in two ways, or says nothing. */
struct aside {
	bool silent;
	const char *words;
	struct cited *cited;
	struct aside *next;
};

/* A rule that decides. What is not stated has no file. */
struct clause {
	const char *path, *title; /* the title may be NULL */
	const char *file, *said;  /* its first line there */
	int line;
	struct cited *cited; /* those of the lines that decide stand first: */
	int cited_near;      /* so many */
	struct aside *asides;
	int asides_near; /* likewise */
};

/* Something the clause asks, and how it is answered in this position. */
struct fact_found {
	const char *asked, *answer;
	struct fact_found *next;
};

/* What an option would change. */
struct otherwise {
	const char *option, *title;
	bool legal;
	const char *sentence; /* why not */
	struct cited *cited;
	struct otherwise *next;
};

struct words_list {
	const char *words;
	struct words_list *next;
};

/* Acts that are refused for one and the same reason. */
struct refused_acts {
	struct words_list *acts;
	const char *sentence;
	struct clause *clause; /* or NULL */
	struct refused_acts *next;
};

/* Everything in it lives in the library's arena. */
struct verdict {
	const char *variant, *title;
	const char *act; /* as it was understood; NULL if none was asked about */
	bool legal;
	bool drawn;            /* the turn was taken to have begun with a draw */
	const char *refused;   /* of several acts the one that is not legal, else NULL */
	const char *sentence;  /* why it is not */
	const char *owed;      /* of legal acts, what the turn still needs before it can end; NULL if nothing */
	struct clause *clause; /* that decides, or allows; NULL if no rule is behind it */
	struct fact_found *facts;
	struct words_list *repairs; /* acts that are near and legal */
	struct otherwise *otherwise;
	struct words_list *possible; /* all: what is legal */
	struct refused_acts *refusals;
};

/* The lines of one part of the position; NULL, perhaps with findings, if there are none. */
const struct statement *dispute_lines(struct library *library, const struct dispute *dispute, int part);

/* Judges under [rules]. NULL with a finding in the library if the position cannot be or the act makes no sense. */
struct verdict *judge(struct library *library, struct rules *rules, const struct dispute *dispute);

/* Notes in [verdict] that under the option [words] of [rules] the verdict would be [other], which may live elsewhere. */
void judge_otherwise(struct library *library, const struct rules *rules, struct verdict *verdict, const char *words,
                     const struct verdict *other);

/* Sets [repair] to the acts, [room] of them at most and the nearest first, that come nearest to [refused], which is not
 * legal in [game] for [reason]. Returns how many they are: 0 where all that is legal is something else altogether. */
int repairs_find(const struct game *game, struct act refused, struct reason reason, struct act *repair, int room);

/* Adds a verdict: all of it, or as a row of a table of several variants, with three columns. */
void verdict_add(const struct verdict *verdict, struct document *out);
void verdict_add_row(const struct verdict *verdict, struct table *table);

/* The same for programs; the caller frees it. NULL without memory. */
struct json_t *verdict_json(const struct verdict *verdict);

/* ---- clauses as evidence (clause.c) ---- */

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

/* Goes on behind a reason for which one of several acts is refused: "meld 5 6" was read as two melds. */
void reason_say_melds(const struct act *acts, int count, struct reason reason, struct text *out);

/* A copy of what was written, in the arena; the text is freed. */
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
