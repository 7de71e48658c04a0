/* build.h -- from files to one struct rules: resolve.c makes cells of the statements of a variant, value.c reads
 * their values, semantic.c types conditions, card_kinds.c and meld_forms.c compute the cards and the melds, validate.c checks the
 * result. */
#ifndef RULES_BUILD_H
#define RULES_BUILD_H

#include "rules/library.h"
#include "rules/rules.h"

/* The rules of the variant that [reference] names (see library_variant()) with the [count] options in [with]
 * ("always_frozen", "solution=merge") switched on; some may borrow rules (see rules_borrow()). Findings are queued in
 * the library; NULL if one is an error. The result lives in the library's arena. */
struct rules *rules_build(struct library *library, const char *reference, const char *const *with, int count);

/* The same for a variant that was found already in [file]. */
struct rules *rules_build_variant(struct library *library, const struct library_file *file,
                                  const struct statement *variant, const char *const *with, int count);

/* The same with the result in [arena], which may be cleared when the rules are no longer needed; the findings stay. */
struct rules *rules_build_in(struct arena *arena, struct library *library, const struct library_file *file,
                             const struct statement *variant, const char *const *with, int count);

struct resolving;

/* A variant that is built several times, each time with other options: what its builds have in common is worked out once. It lives
 * in [arena]; findings are queued. */
struct built_often {
	struct library *library;
	struct arena *arena;
	const struct resolving *layers; /* NULL with an error queued */
	bool partial;                   /* an error was found in them, though they can be read */
	struct number_table *tables;
	struct known_phrases *phrases;
};
void rules_build_often(struct built_often *often, struct arena *arena, struct library *library,
                       const struct library_file *file, const struct statement *variant);

/* One of its builds, as rules_build_in(). What is worked out in the arena of [often] serves the builds after it. */
struct rules *rules_build_again(struct built_often *often, struct arena *arena, const char *const *with, int count);

/* Finished rules, to be built once more with one option after the other. The library that they are in stays as it is: what is found wrong
 * goes nowhere. */
struct built_anew {
	struct rules *rules; /* these two are copies; NULL of rules that rules_build() did not make */
	struct library library;
	struct arena *kept, *room;
	struct built_often often;
	bool failed; /* memory ran out: it is not known whether there are such rules */
};
void rules_build_anew(struct built_anew *anew, const struct rules *rules);
void built_anew_end(struct built_anew *anew);

/* The rules with [option], and what it needs, beside what the table chose; in place of another answer to the same choice. They live until
 * the next ones are built. NULL if there are no such rules: the option does not go with what was chosen. */
const struct rules *rules_with_option(struct built_anew *anew, const struct option *option);

/* Checks what [fragment] or [variant] of [file] states, without expecting a whole variant: for fragments, and for
 * variants of which a part could not be read. Findings are queued. */
void rules_check_statements(struct library *library, const struct library_file *file, const struct statement *part,
                            const char *const *with, int count);

/* A condition of a ruling under finished rules; with [number] an amount instead. NULL with a finding queued. */
formula rules_question(struct library *library, struct rules *rules, const struct expr *expr, bool number);

/* One `when` or `unless` of the condition that setting [row] states under these rules, or a part of it; of a score [item] tells whether
 * it may ask of one player. NULL if it names cards that the rules do not tell apart, so that it decides nothing, or if out of memory. */
formula rules_condition_part(struct library *library, struct rules *rules, enum row_id row, int item, const struct expr *expr);

/* The limits that [statement] states for setting [row] of [item], under these rules, which may state others there. NULL if out of
 * memory. */
formula rules_bounds(struct library *library, struct rules *rules, enum row_id row, int item,
                     const struct statement *statement);

/* What the stages pass on to each other. */
struct building {
	struct library *library;
	struct diags *diags;
	struct arena *arena;
	struct rules *rules;
	struct card_terms terms; /* what `wild` and `bonus` mean, once their rows have been read */
	struct face_set {
		cardset *set;
		cardset *faces;   /* where the same set is kept as faces, or NULL */
		struct span span; /* of what states it */
	} * sets;                 /* every set of faces in the rules, to become sets of kinds */
	int set_count;
	int defined;                       /* terms that conditions may use: those before the one being read */
	unsigned define_facts[define_MAX]; /* for each, the questions (enum facts_in) in which it has an answer */
	int item;                          /* the item whose setting is being read, 0 in sections */
	bool per_player;                   /* the score being read is asked for each player of a side */
	int32_t points_step;               /* every number of points is a multiple of it */
	struct span points_by;             /* of the statement whose points made it as small as it is */
	int most_naturals;                 /* cards in one meld */
	bool partial;                      /* something could not be read: what seems to be missing may not be */
	struct number_table *tables;       /* made so far, in this build or in another of the variant */
	struct known_phrases *phrases;     /* of this build and others of the variant; NULL if they are not kept */
};

/* A condition that asks only for the numbers of natural and of wild cards in a meld. */
struct number_table {
	const struct ir *condition;
	int naturals;                       /* the most that it was tried for */
	uint32_t holds[MELD_CARDS_MAX + 1]; /* for each count of naturals, the set of counts of wild cards */
	struct number_table *next;
};

enum { PHRASE_LISTS = 256 };

/* The facts that phrases of the files say: it depends on nothing else. */
struct known_phrases {
	struct arena *arena; /* where the lists live */
	struct phrase {
		const struct expr *atoms, *slot;
		int fact; /* or -1 */
		struct phrase *next;
	} * list[PHRASE_LISTS]; /* by the place of the phrase */
};

/* resolve.c: fills rules->cells, the items' names, options and remarks. */
bool resolve_variant(struct building *building, const struct library_file *file, const struct statement *variant,
                     const char *const *with, int count);

/* resolve.c: the same in two steps, of which the second may be taken several times: the layers below the options, NULL with a
 * finding queued; then a copy of them with the options, false if out of memory. */
const struct resolving *resolve_once(struct building *building, const struct library_file *file,
                                     const struct statement *variant);
bool resolve_with(struct building *building, const struct resolving *layers, const char *const *with, int count);

/* resolve.c: the same for a fragment on its own. */
bool resolve_fragment(struct building *building, const struct library_file *file, const struct statement *fragment,
                      const char *const *with, int count);

/* layers.c: whether two cells of one setting state the same in the same words. */
bool same_value(struct arena *arena, const struct cell *a, const struct cell *b);

/* layers.c: true if they state the same, each with the further conditions beside it. */
bool same_lines(struct arena *arena, const struct cell *one, const struct cell *other);

/* value.c: reads the value of every cell into its place in struct rules. */
void read_values(struct building *building);

/* value.c: stores a set of faces that card_kinds.c turns into kinds later; [*faces], if not NULL, into the faces of these. */
void remember_set(struct building *building, cardset *set, cardset *faces, struct span span);

/* value.c: true, with a finding queued, if [statement] has a condition, which setting [row] does not take. */
bool has_condition(struct building *building, const struct statement *statement, enum row_id row);

/* semantic.c: types conditions, amounts and bounds. NULL with a finding queued. */
formula analyse_condition(struct building *building, const struct cell *cell, enum row_id row);

/* semantic.c: the same for its `when` parts alone, true if there are none. */
formula analyse_whens(struct building *building, const struct cell *cell, enum row_id row);
formula analyse_amount(struct building *building, const struct statement *statement, enum row_id row);
formula analyse_bounds(struct building *building, const struct statement *statement, enum row_id row);

/* semantic.c: a condition of a ruling, which may ask any fact of a turn or of the end. */
formula analyse_question(struct building *building, const struct expr *expr, bool number);

/* semantic.c: one `when` or `unless` of the condition that [row] states. */
formula analyse_condition_part(struct building *building, const struct expr *expr, enum row_id row);

/* semantic.c: a ladder such as setting [row] may be stated with, to show in a hint; NULL if it takes none. */
const char *ladder_such_as(enum row_id row);

/* phrases.c: true for `the`, `a` and `an`, which may be put in anywhere. */
bool is_article(const struct expr *atom);

/* phrases.c: true if [phrase] asks, at the end of a deal, for a number of something else than points. */
bool phrase_counts(const struct building *building, const struct expr *phrase);

/* advice.c: hints what is written instead of words [said] that authors expect and the language does not have, where [place], a
 * part or a setting, has them; "" is any. False for other words. */
bool hint_advice(struct diags *diags, struct diag *diag, const char *place, const char *said);

/* advice.c: the one of [words] that means much the same as [word], or NULL. */
const char *word_of_like_meaning(const char *word, const char *const *words, int count);
bool hint_advice_expr(struct diags *diags, struct diag *diag, const char *place, const struct expr *said);

/* advice.c: of what the rows say of this place alone. */
bool hint_advice_place(struct diags *diags, struct diag *diag, const char *place, const char *said);

/* advice.c: the same where [said] means something, but not at [place]. */
bool hint_advice_here(struct diags *diags, struct diag *diag, const char *place, const struct expr *said);

/* semantic.c: a formula that is one number; the condition that a number of cards of a meld is [number]. */
formula formula_of_number(struct building *building, int32_t number);
formula formula_of_bound(struct building *building, enum fact_id fact, int32_t number);

/* card_kinds.c: turns a set of faces into one of kinds; false if it contains only a part of a kind. */
bool faces_to_kinds(const struct rules *rules, const struct face_set *set);

/* card_kinds.c: splits each of [count] groups of faces into those in [set] and those not. Returns the new number of groups, FACES at
 * most. */
int split_faces(cardset *group, int count, cardset set);

/* build.c: all that is computed of the values, by the steps that follow. Before this sets are of faces, afterwards of kinds. */
void build_tables(struct building *building);

/* card_kinds.c: the kinds of card and the deck. */
void build_kinds(struct building *building);

/* meld_forms.c: which compositions are melds, canastas, or of a class. */
void build_forms(struct building *building);

/* validate.c: reports what cannot work although every line is correct. */
void validate_rules(struct building *building);

/* ---- semantic.c and phrases.c: expressions while they are typed ---- */

struct typing {
	struct building *building;
	struct ir_maker maker;
	struct span span; /* of what is typed */
	unsigned about;   /* enum facts_in; for a term the questions that remain possible */
	bool narrows;     /* typing a term: facts narrow `about` instead of being refused */
	bool whens_only;  /* leave `unless` out */
	bool is_key;      /* typing what decides a ladder */
	bool wants_flag;  /* a condition is expected next, else a number */
	bool too_long;    /* there are too many parts: reported when all is read */
	int number_row;   /* the setting whose number is expected next, -1 for none */
	int row;          /* the setting that is read, -1 for none */
};

/* phrases.c: the fact that a phrase asks. */
struct ir *type_fact(struct typing *at, const struct expr *phrase);

/* value.c: true if the value of [row] may begin with [atom]; false for none. */
bool may_follow(enum row_id row, const struct expr *atom);

/* advice.c: the number that an atom is, in digits or as a word; -1 for any other. */
int64_t number_of_atom(const struct expr *atom);

/* advice.c: proposes the limit that [said], an expression or a list, means: `3..7` for `3 to 7`, `at most 7` for `less than 8`. False
 * if it means none. */
bool hint_limit(struct diags *diags, struct diag *diag, const struct expr *said);

/* value.c: hints at the `;` that is missing in `players 4, sides 2`: another setting begins in the value of [row]. False if none
 * does. */
bool hint_semicolon(struct building *building, struct diag *diag, enum row_id row, const struct expr *value);

/* phrases.c: hints at what is written where [expr], which is [said], stands in place of one number. */
void hint_about_number(struct typing *at, struct diag *diag, const struct expr *expr, const char *said);

/* phrases.c: hints that setting [row] is followed by one number, the first in [said]. False if there is none. */
bool hint_one_number(struct building *building, struct diag *diag, int row, const struct expr *said);

/* semantic.c: true if the expression is a plain number, which [*number] then is. */
bool is_constant(const struct expr *expr, int64_t *number);

/* semantic.c: the numbers that a key of a ladder stands for; false if it is none. */
bool read_key(const struct expr *key, int64_t *low, int64_t *high);

/* ---- validate.c ---- */

/* The place to point at for what item [item] of list [group] is: what a later variant or an option states of it, else its name. */
struct span item_at(const struct rules *rules, int group, int item);

#endif
