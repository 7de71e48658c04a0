/* lint.h -- what is likely wrong although it can be played: looked for in finished rules, by `check` alone.
 *
 * A file is built many times, as each of its variants and with each option. A statement is reported only if it is
 * suspect in every build in which it counts: what makes no sense in one of them may be there for another. */
#ifndef RULES_LINT_H
#define RULES_LINT_H

#include "grammar/diag.h"
#include "rules/rules.h"

struct library;
struct library_file;
struct option;
struct statement;
struct text;
struct suspect;

enum { LINT_PLACES = 64 }; /* a file has some hundred statements that are asked about: a few for each */

/* What is suspect in one file, while it is gone through. */
struct lint {
	struct library *library;
	const struct library_file *file;
	struct suspect *first, **last;
	struct suspect *here[LINT_PLACES]; /* the same by where they stand in the file, each list the latest first */
	struct touched *touched;           /* what the options of the variant being looked at state */
};

void lint_begin(struct lint *lint, struct library *library, const struct library_file *file);

/* Looks at one build: the rules as they stand, or with [option] called [word] switched on (both NULL for none). */
void lint_build(struct lint *lint, const struct rules *rules, const struct option *option, const char *word);

/* To be called between two variants of the file. */
void lint_next_variant(struct lint *lint);

/* Queues what is still suspect. */
void lint_report(struct lint *lint);

/* ---- the remark `allow FINDING "why"`: what it names is not reported for what lies within the statement, the item, the section or
 * the variant it stands at ---- */

/* Leaves out the findings that the files in [library] allow. */
void allow_findings(struct library *library);

/* Looks at what [file] itself allows: the name of a warning or note each time, and one that was found there. To be
 * called when everything has been found. */
void check_allowed(struct library *library, const struct library_file *file);

/* ---- statements that serve no purpose, or do not say why they are there ---- */

/* Looks for classes, terms and events that the variants of [file] describe and that nothing in the files that are open
 * asks for. */
void check_never_asked(struct library *library, const struct library_file *file);

/* Looks at what [variant] of [file], built as [rules], states otherwise than its parents: where the file names a
 * source, each departure cites it or is marked as a rule of the house. */
void check_departures(struct library *library, const struct library_file *file, const struct statement *variant,
                      const struct rules *rules);

/* ---- settings that cannot matter, because what they speak of is not there (dead_settings.c). What is said here is certain;
 * where there is a doubt nothing is said. ---- */

/* Why setting [row] of item [item] (0 in a section) changes nothing whatever it says, as a clause: "nothing is cut for".
 * NULL if it may. */
const char *setting_is_dead(const struct rules *rules, enum row_id row, int item);

/* The same of the difference between two [rules] that say something else in this setting alone, and whose items stand in
 * the same places: why it changes nothing in play or in the score. */
const char *difference_is_dead(const struct rules *const rules[2], enum row_id row, int item);

/* ---- for the files of lint: lint.c keeps what is suspect, lint_settings.c asks what statements are good for, lint_play.c what
 * the rules come to at the table ---- */

enum { WORDS_MAX = 3 };

struct suspect {
	enum diag_id id;
	struct span span;
	const char *item;             /* of what it is asked, where one place is asked about several; else NULL */
	bool cleared;                 /* all is well, in some build */
	const char *words[WORDS_MAX]; /* what its sentence is filled with */
	const char *hint;
	struct span other;
	const char *other_sentence;
	struct suspect *next, *next_here;
};

/* ---- lint.c ---- */

/* What is known about [span] so far, or a new suspect. NULL if the place is in another file or there is no memory. */
struct suspect *suspect_at(struct lint *lint, enum diag_id id, struct span span);

/* Asks about [span]. Comes back with the suspect if its words are still to be filled in, else NULL. */
struct suspect *suspect_if(struct lint *lint, enum diag_id id, struct span span, bool is_suspect);

/* The same of [item] there, where one place is asked about several; they are reported together, with their hint. */
struct suspect *suspect_item(struct lint *lint, enum diag_id id, struct span span, const char *item, bool is_suspect);

/* Words for a suspect that live as long as the library: a text, which is given back; a number; the path of a setting. */
const char *kept_words(struct lint *lint, struct text *words);
const char *number_words(struct lint *lint, int64_t number);
const char *path_words(struct lint *lint, const struct rules *rules, enum row_id row, int item);

/* True if the file itself states this setting. */
bool is_stated(const struct lint *lint, const struct rules *rules, enum row_id row, int item);

/* ---- lint_settings.c ---- */

/* Conditions that never hold; points that always come to nothing; settings that change nothing; and of [option], which is
 * called [word], whether it says anything new, and goes together with the others. */
void lint_conditions(struct lint *lint, const struct rules *rules);
void lint_scores(struct lint *lint, const struct rules *rules);
void lint_needs(struct lint *lint, const struct rules *rules);
void lint_option(struct lint *lint, const struct rules *rules, const struct option *option, const char *word);

/* Options that a variant of the file has by `with`, of which nothing shows beside what else it says. */
void lint_wishes(struct lint *lint, const struct rules *rules);

/* ---- lint_play.c ---- */

/* A cut for teams of one; classes no meld is of; kinds of meld and canastas; the initial meld; special hands; discards; cards that
 * never leave a hand. */
void lint_cut(struct lint *lint, const struct rules *rules);
void lint_classes(struct lint *lint, const struct rules *rules);
void lint_melds(struct lint *lint, const struct rules *rules);
void lint_minimum(struct lint *lint, const struct rules *rules);
void lint_opening(struct lint *lint, const struct rules *rules);
void lint_specials(struct lint *lint, const struct rules *rules);
void lint_bans(struct lint *lint, const struct rules *rules);
void lint_stuck_cards(struct lint *lint, const struct rules *rules);

#endif
