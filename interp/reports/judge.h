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
struct question;
struct statement;
struct table;
struct text;

/* The question. The texts are the caller's. */
struct dispute {
	struct {
		const char *name, *lines; /* the name that messages use; NULL: there is no such part */
	} part[2];                        /* the parts of the position, in their order */
	const char *act;                  /* as words; NULL: only the position */
	bool is_ruling; /* position and act are those of a ruling: the turn is where its lines leave it */
	bool all;       /* ask about every possible act */
};

/* A statement of a document that a clause cites. */
struct cited {
	const char *id;
	const char *where, *kind, *rule, *reading; /* from the ledger of the document; NULL without a ledger */
	struct cited *next;
};

/* What stands beside a clause: where the document can be read in two ways, says nothing, or says what players have to keep themselves. */
struct aside {
	const struct note *note;
	struct cited *cited;
	struct aside *next;
};

/* A rule that decides. [file] is NULL if no file states it. */
struct clause {
	const char *path, *title; /* the title may be NULL */
	const char *file, *said;  /* the first line that states it */
	int line;
	struct cited *cited; /* those of the lines that decide come first: */
	int cited_near;      /* number of these */
	struct aside *asides;
	int asides_near; /* likewise */
};

/* What was found. The document is written from its values. */
struct verdict {
	struct json_t *values; /* all of it, as programs get it (docs/json.md); NULL if memory ran out */
	bool legal;            /* the act, or there was none */
	struct clause *clause; /* refuses or allows the act; in the library's arena, NULL if there is none */
};

/* The lines of one part of the position; NULL, perhaps with findings, if there are none. */
const struct statement *dispute_lines(struct library *library, const struct dispute *dispute, int part);

/* Judges under [rules]; verdict_end() frees what [*verdict] holds. False with a finding in the library if the position cannot be
 * or the act makes no sense. */
bool judge(struct library *library, struct rules *rules, const struct dispute *dispute, struct verdict *verdict);
void verdict_end(struct verdict *verdict);

/* Notes in [verdict] that under the option [words] of [rules] the verdict would be [other]. */
void judge_otherwise(struct library *library, const struct rules *rules, struct verdict *verdict, const char *words,
                     const struct verdict *other);

/* Finds the legal acts that are most similar to [refused], which is refused in [game] for [reason]: at most [room], the
 * most similar first. Returns their number, 0 if no legal act is similar. */
int repairs_find(const struct game *game, struct act refused, struct reason reason, struct act *repair, int room);

/* Adds a verdict: all of it, or as a row of a table of several variants, with three columns. */
void verdict_add(const struct verdict *verdict, struct document *out);
void verdict_add_row(const struct verdict *verdict, struct table *table);

/* ---- clauses as evidence (clause.c) ---- */

/* Where clauses are looked up. */
struct lookup {
	struct library *library;
	struct ledgers *ledgers; /* NULL: statements are known by their names alone */
	const struct rules *rules;
};

/* The clause that states setting [row] of [item]; NULL if [row] is none. */
struct clause *clause_of(const struct lookup *lookup, int row, int item);

/* The clause of a setting that is asked with [about], as question_of_reason() has it: the lines that decide come first, and citations
 * of the terms in it are included. If a condition does not hold, the lines that make it fail decide; else all do. */
struct clause *clause_at(const struct lookup *lookup, const struct question *about, int row, int item);

/* The statements that [notes] cite, up to the first note of another kind. */
struct cited *cited_by(const struct lookup *lookup, const struct note *notes);

/* What setting [row] of [item] asks, and how that is answered: an object for programs. */
struct json_t *facts_found(const struct lookup *lookup, const struct question *about, int row, int item);

/* Writes why [act] is refused: the sentence, what is missing, and the condition that does not hold, if one decides.
 * reason_kept() gives it with a capital, in the arena. */
void reason_say(const struct game *game, struct act act, struct reason reason, struct text *out);
const char *reason_kept(struct library *library, const struct game *game, struct act act, struct reason reason);

/* Adds to the reason why [act] of these is refused as too small that "meld 5 6" was read as two melds. */
void reason_say_melds(const struct act *acts, int count, struct act act, struct reason reason, struct text *out);

/* How often each clause refused an act of a player who had the cards for it; all zero at first. */
struct clause_counts {
	int64_t decisions; /* number of acts chosen by players */
	/* the number of these decisions in which the setting refused some act */
	int64_t refused[ROW_COUNT][LIST_ITEMS_MAX];
	int64_t last_refusal[ROW_COUNT][LIST_ITEMS_MAX]; /* the last such decision, so that each counts once */
};

/* Counts which clauses refuse what the player to act might do: taking the pile with cards that the hand has, beginning
 * each meld, adding, discarding and laying each card. */
void clauses_look(struct clause_counts *clauses, const struct game *game);

/* Adds [more] to [clauses]. */
void clauses_merge(struct clause_counts *clauses, const struct clause_counts *more);

/* True if setting [row] of item [item] is a clause that can refuse acts: one that is stated, and of the kind that
 * refusals name. */
bool clause_can_refuse(const struct rules *rules, enum row_id row, int item);

#endif
