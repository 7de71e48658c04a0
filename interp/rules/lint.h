/* lint.h -- what is likely wrong although it can be played, found in finished rules by `check` alone.
 * A file is built many times: as each of its variants, with each option, and where something in an option is suspect, with another
 * option besides. A statement is reported only if it is suspect in every build in which it counts, because it may be needed in one of
 * them. */
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

enum { LINT_PLACES = 512 }; /* a file has some hundred statements, with a few suspects each */

/* What is suspect in one file, collected over its builds. */
struct lint {
	struct library *library;
	const struct library_file *file;
	struct suspect *first, **last;
	struct suspect *here[LINT_PLACES]; /* the same by their place in the file, each list the latest first */
	struct touched *touched;           /* what the options of the variant being looked at state */
	const struct rules *plain;         /* of the variant being looked at, without options */
	int first_row[GROUP_COUNT];        /* of each list and section; its rows follow each other */
	bool clears;                       /* builds clear places that are suspect, and no new ones are added */
	bool any_lost;                     /* some inherited condition never held in the plain rules of a variant */
};

void lint_begin(struct lint *lint, struct library *library, const struct library_file *file);

/* Lints one build: the rules as they stand, or with [option] called [word] switched on (both NULL for none). */
void lint_build(struct lint *lint, const struct rules *rules, const struct option *option, const char *word);

/* True if something within [span] is suspect in every build so far. */
bool lint_suspects(const struct lint *lint, struct span span);

/* Clears all that is suspect in [span]. */
void lint_clear(struct lint *lint, struct span span);

/* To be called between two variants of the file. */
void lint_next_variant(struct lint *lint);

/* Queues what is still suspect. */
void lint_report(struct lint *lint);

/* ---- the remark `allow FINDING "why"`: what it names is not reported for what lies within the statement, the item, the section or
 * the variant it stands at ---- */

/* Leaves out the findings that the files in [library] allow. */
void allow_findings(struct library *library);

/* Checks the remarks `allow` of [file]: each must name a warning or note that was found there. Call it after
 * everything else. */
void check_allowed(struct library *library, const struct library_file *file);

/* ---- statements that serve no purpose, or do not say why they are there ---- */

/* Reports classes, terms and events of [file] that nothing in the open files asks for. */
void check_never_asked(struct library *library, const struct library_file *file);

/* Where the file names a source, reports each departure of [variant], built as [rules], from its parents that neither
 * cites the source nor is marked as a rule of the house. */
void check_departures(struct library *library, const struct library_file *file, const struct statement *variant,
                      const struct rules *rules);

/* ---- settings that cannot matter because something that they need is missing (dead_settings.c). Only certain cases
 * are reported. ---- */

/* Why setting [row] of item [item] (0 in a section) changes nothing whatever its value is, as a clause: "nothing is
 * cut for". NULL if it may matter. */
const char *setting_is_dead(const struct rules *rules, enum row_id row, int item);

/* Why what a setting of item [item] needs is missing, in the same words; NULL if it is there. */
const char *what_is_missing(const struct rules *rules, enum need need, int item);

/* True if a number is the same for all sides that lead at the end of a game with one total. */
bool is_level(const struct rules *rules, formula of);

/* True if item [item] of a list changes nothing, whatever else it says: a score that is always 0, a canasta that no meld
 * can be. Of terms and classes false, as they are there to be asked for. */
bool item_is_dead(const struct rules *rules, int group, int item);

/* True if block [item] of [rules] might change something in the [other] rules, which have no block like it. */
bool block_acts_in(const struct rules *rules, int item, const struct rules *other);

/* True if no meld that there can be is of the class; if every one is. */
bool class_is_empty(const struct rules *rules, int class);
bool class_has_all(const struct rules *rules, int class);

/* True if every meld is of one of these classes, as bits. */
bool classes_have_all(const struct rules *rules, uint32_t classes);

/* True if every meld that there can be of what [one] counts, a class or a kind of canasta, is one that [other] counts, or a canasta of any
 * kind if that is NULL. */
bool melds_are_among(const struct rules *rules, const struct ir *one, const struct ir *other);

/* True if every meld that is canasta [canasta] under [rules] meets the condition of canasta [other_canasta] of the [others]. False if some
 * wild cards of [rules] are not wild in the [others]. */
bool canastas_meet(const struct rules *rules, int canasta, const struct rules *others, int other_canasta);

/* True if some meld that there can be of these kinds, as bits, is one that [by] counts, a class or a kind of canasta. Those of the kinds
 * [plain] have no wild cards, unless they are sequences. */
bool some_meld_counts(const struct rules *rules, uint32_t forms, uint32_t plain, const struct ir *by);

/* The cards that lie in melds of these kinds. */
cardset cards_in_melds(const struct rules *rules, uint32_t forms);

/* True if some meld that there can be of these kinds, as bits, and of the ranks and the size of kind [canasta] of canastas unless that is
 * -1, meets [one] and does not meet [other]; NULL for none. */
bool melds_tell_apart(const struct rules *rules, uint32_t forms, int canasta, formula one, formula other);

/* True if melds of kind [item] are all those that melds_tell_apart() looks at: of sequences it leaves out some that are alike, and melds of
 * partners become larger ones. */
bool knows_all_melds(const struct rules *rules, int item);

/* True if a ban is on cards alone that are laid out before anybody discards. A document may say so all the same. */
bool ban_is_never_held(const struct rules *rules, int item);

/* Another freeze, block, ban or way of taking the pile that makes [item] of the same list change nothing: it holds whenever that does,
 * and forbids or allows as much. Of two that are alike, the first. -1 if there is none. Sets [*failed] if out of memory. */
int item_covering(const struct rules *rules, int group, int item, bool *failed);

/* True if nothing but ways of taking the pile asks whether it is frozen. */
bool freezes_takes_alone(const struct rules *rules);

/* A block that holds whenever freeze [freeze] does, which only ways of taking the pile ask about, so that the freeze changes nothing; -1
 * if there is none. Sets [*failed] if out of memory. */
int block_covering(const struct rules *rules, int freeze, bool *failed);

/* The same for the difference between two [rules] that differ in this setting alone and whose items have the same
 * places: why it changes nothing in play or in the score. */
const char *difference_is_dead(const struct rules *const rules[2], enum row_id row, int item);

/* ---- for the files of lint: lint.c keeps the suspects, lint_settings.c checks single statements, lint_options.c what
 * options state, lint_play.c the game as a whole, lint_reach.c what comes about in it ---- */

enum { WORDS_MAX = 3 };

struct suspect {
	enum diag_id id;
	struct span span;
	const char *item;             /* the item in question if several are asked about at one place; else NULL */
	bool cleared;                 /* it is fine in some build */
	const char *words[WORDS_MAX]; /* the arguments of its sentence */
	const char *hint;
	struct span other;
	const char *other_sentence;
	struct suspect *next, *next_here;
};

/* ---- lint.c ---- */

/* The suspect at [span], added if it is new. NULL if the place is in another file or if out of memory. */
struct suspect *suspect_at(struct lint *lint, enum diag_id id, struct span span);

/* False if another build has cleared [span], or it is in another file: then there is no need to find out whether it is suspect. */
bool in_question(struct lint *lint, enum diag_id id, struct span span);

/* Asks about [span]. Returns the suspect if its arguments are still to be filled in, else NULL. */
struct suspect *suspect_if(struct lint *lint, enum diag_id id, struct span span, bool is_suspect);

/* The same for [item] there, if several items are asked about at one place; they are reported together, with their
 * hint. */
struct suspect *suspect_item(struct lint *lint, enum diag_id id, struct span span, const char *item, bool is_suspect);

/* False if another build has cleared [item] there. */
bool item_in_question(const struct lint *lint, enum diag_id id, struct span span, const char *item);

/* True if a file cites a document, which may say what goes without saying. */
bool names_a_source(const struct library_file *file);

/* Where the file has a say in item [item] of a list: at its name, or what the file states of it. Where it has none, in another file. */
struct span said_of(const struct lint *lint, const struct rules *rules, int group, int item);

/* Arguments for a suspect that live as long as the library: an expression; a number; the path of a setting; that of an item. */
const char *expr_words(struct lint *lint, const struct expr *expr);
const char *number_words(struct lint *lint, int64_t number);
const char *path_words(struct lint *lint, const struct rules *rules, enum row_id row, int item);
const char *item_words(struct lint *lint, const struct rules *rules, int group, int item);

/* Where a statement says its condition; the whole of it if it has none. */
struct span clause_span(const struct statement *statement);

/* True if the file itself states this setting. */
bool is_stated(const struct lint *lint, const struct rules *rules, enum row_id row, int item);

/* ---- lint_settings.c ---- */

/* Reports conditions that never hold, settings and items that change nothing, and points that are always 0. */
void lint_settings(struct lint *lint, const struct rules *rules);
void lint_coverings(struct lint *lint, const struct rules *rules);

/* True if a side with the canastas that going out needs meets [contract] anyway, or a part of it, though it is no plain `always`. */
bool needs_no_more(const struct rules *rules, formula contract);

/* Reports inherited conditions that never hold since the file states something else. To be called for the rules as they stand, and with
 * an option where one was found, which the option may bring back. */
void lint_bounds(struct lint *lint, const struct rules *rules);
void lint_scores(struct lint *lint, const struct rules *rules);

/* ---- lint_options.c ---- */

/* Reports an [option], called [word], that says nothing new or contradicts another one. */
void lint_option(struct lint *lint, const struct rules *rules, const struct option *option, const char *word);

/* Reports options that a variant of the file has by `with` and that change nothing beside its own statements. */
void lint_wishes(struct lint *lint, const struct rules *rules);

/* ---- lint_play.c ---- */

/* A cut for teams of one; classes no meld is of; kinds of meld and canastas; the initial meld; special hands; discards; cards that
 * never leave a hand. */
void lint_cut(struct lint *lint, const struct rules *rules);
void lint_classes(struct lint *lint, const struct rules *rules);
void lint_melds(struct lint *lint, const struct rules *rules);
void lint_minimum(struct lint *lint, const struct rules *rules);
void lint_end(struct lint *lint, const struct rules *rules);
void lint_going_out(struct lint *lint, const struct rules *rules);
void lint_specials(struct lint *lint, const struct rules *rules);
void lint_bans(struct lint *lint, const struct rules *rules);
void lint_stuck_cards(struct lint *lint, const struct rules *rules);

/* ---- hand_sizes.c ---- */

/* How many cards a player can hold in her turn as long as her side has melded nothing: bit n for n cards, the last one for so many or
 * more. [top]: the top card of the pile may come in place of a card drawn. */
enum { HAND_SIZES_MAX = 63 };
uint64_t hand_sizes_unmelded(const struct rules *rules, bool top);

/* The most cards that a side which has not opened can have in one hand to open with. */
int most_to_open(const struct rules *rules);

/* ---- meld_limits.c ---- */

/* True if the deck and the other limits of meld [item] than setting [row] allow so many cards. */
bool others_allow(const struct rules *rules, enum row_id row, int item, int naturals, int wilds);

/* True if [row], a limit of meld [item] or its shape, forbids nothing that the deck and the other limits allow. */
bool forbids_nothing(const struct rules *rules, enum row_id row, int item);

/* The most cards of which [row], a limit of meld [item], speaks, that the deck and the other limits allow; [enough] or more if it is
 * that many. */
int most_beside(const struct rules *rules, enum row_id row, int item, int64_t enough);

/* True if no two melds of kind [item] that a side can have beside each other are one such meld together. */
bool joins_nothing(const struct rules *rules, int item);

/* True if the deck and the limits allow no meld of kind [item] that is of the rank of [kind] or, as a sequence, has a card of it. */
bool meld_lacks(const struct rules *rules, int item, int kind);

/* ---- lint_reach.c ---- */

/* An initial meld that nobody can make, in the [plain] rules without an option or by what an option states; kinds of meld that nobody begins; ways of taking the pile, freezes and blocks whose condition
 * fails for whoever could take it. */
void lint_opening(struct lint *lint, const struct rules *rules, bool plain);
void lint_takes(struct lint *lint, const struct rules *rules);

/* True if a condition holds for whoever takes the pile in a way, though it is no plain `always`. */
bool holds_for_takers(const struct rules *rules, formula condition, int take);

/* Cards that are laid aside and that nobody ever gets. */
void lint_laid_aside(struct lint *lint, const struct rules *rules);

/* ---- lint_twins.c ---- */

/* Classes, terms and scores that say what another one says under another name. */
void lint_twins(struct lint *lint, const struct rules *rules);

/* ---- lint_parts.c ---- */

/* In a setting that the file states: parts of a condition, and limits of a list, that change nothing beside the others; steps of a
 * ladder that no number reaches. */
void lint_parts(struct lint *lint, const struct rules *rules, struct setting at);

#endif
