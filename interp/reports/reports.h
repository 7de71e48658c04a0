/* reports.h -- the reports that are a call each: of what is shipped, of the language, of a file and its rulings, of rules, of a score, of a table. */
#ifndef REPORTS_REPORTS_H
#define REPORTS_REPORTS_H

#include <stdbool.h>
#include "grammar/diag.h"
#include "grammar/text.h"
#include "rules/rules.h"
#include "game/game.h"
#include "game/view.h"
#include "notation/position_text.h"
#include "rules/compare.h"
#include "rules/library.h"

struct cards;
struct context;
struct dispute;
struct document;
struct json_t;
struct ledger;
struct library;
struct library_file;
struct note;
struct ruling_results;
struct statement;
struct symbols;
struct table;
struct text;
struct words;

/* ---- starter.c: which variants there are, what each lets a table choose, a file to start from ---- */

/* Adds every variant of [file], or [variant] alone if it is not NULL: to [*list] an object with its options for programs, or
 * if [list] is NULL to [table] a row of three columns and, with [options], one for each option. Variants that cannot be built
 * leave findings in the library and nothing else. */
void list_file(struct library *library, const struct library_file *file, const struct statement *variant, bool options,
               struct table *table, struct json_t **list);

/* Writes [file], with a variant called [name] that extends the one of [rules]; [extends] is how that is named in a file.
 * Each line that begins with # and a word is a rule as it is now, and becomes one of the new variant when the # goes. */
void starter_write(const struct rules *rules, const char *name, const char *file, const char *extends,
                   struct text *out);

/* ---- manual.c: tables of the manual, and the words of the language for editors ---- */

/* Makes a document of every section and list with its settings. */
void manual_settings(struct document *out);

/* Makes a document of everything that can be asked. */
void manual_facts(struct document *out);

/* Writes what follows a setting, with quotes around words of the language: "a number from 1 to 6", "`random`, `first_seat`". */
void follows_write(const struct row *row, struct text *out);

/* Writes the syntax file for "vim", "emacs" or "textmate"; false for any other. */
bool syntax_write(const char *editor, struct text *out);

/* ---- editing.c: what an editor asks about a text that may be half written ---- */

/* The questions, those of enum canasta_question. */
enum editor_question { ASK_COMPLETION, ASK_MEANING, ASK_DEFINITION, ASK_REFERENCES, ASK_OUTLINE };

/* What is named at a place, and the byte of the file where that is stated: to be looked for in other files. */
struct sought {
	const struct symbol *symbol; /* NULL if it is nothing that other files can name */
	const char *name;            /* as it is written */
	const char *path;
	uint32_t from;
	const char *seen[2]; /* files in which it was looked for already */
};

/* The answer about the place in [file] where [line] and [column], which count from 1, lie; for programs (docs/json.md), to be freed.
 * NULL if memory ran out. For ASK_REFERENCES [*sought], unless NULL, is set; it lives as long as the library. */
struct json_t *editing_json(struct library *library, const struct library_file *file, enum editor_question question,
                            int line, int column, struct sought *sought);

/* The `places` where [file], opened in a library of its own, names what is [sought], the names that are `taken` there, and places of which
 * it is `unknown` what they name, because of errors; to be freed. NULL if memory ran out. */
struct json_t *editing_uses(struct library *library, const struct library_file *file, const struct sought *sought);

/* Writes a line for each word: where it begins and ends, what it stands for, and whether it is stated there. */
void editing_tokens(struct library *library, const struct library_file *file, struct text *out);

/* ---- findings.c, coverage.c: a file, and the statements of the documents it encodes ---- */

/* Builds every variant of [file], as it stands and with each of its options; looks through its fragments, runs its
 * rulings to see that they can be read, and looks its citations up. What is wrong becomes findings in the library. */
void inspect_file(struct library *library, const struct library_file *file);

/* Writes how the files opened in [library] account for the rows of [ledger], with [results] of the rulings among them:
 * sums first, then the rows that something is missing for, or every row if [all]. True if nothing is missing. */
bool coverage_add(struct library *library, const struct ledger *ledger, const struct ruling_results *results, bool all,
                  struct document *out);

/* ---- findings.c, too: why something is a finding, as docs/findings.txt says, and findings for programs ---- */

/* Adds all about one finding. */
void explain_add(enum diag_id id, struct document *out);

/* Makes a document of all about every finding: docs/errors.md without its beginning. */
void explain_manual(struct document *out);

/* Adds the findings that are reported to the array [findings]; false if memory ran out. Of places lines and columns count
 * from 1, columns in characters; the end is the column behind the last one. */
int findings_json(const struct diags *diags, struct json_t *findings);

/* Adds them to the `results` of a SARIF run. */
int findings_sarif(const struct diags *diags, struct json_t *results);

/* The whole documents around such arrays, which they take over, also when they fail. NULL if memory ran out. */
struct json_t *findings_json_document(struct json_t *findings);
struct json_t *findings_sarif_document(struct json_t *results);

/* ---- show.c: the rules as they apply, each setting with its value and where that was stated ---- */

/* What is to be seen of the rules; to be added up. */
enum show_how {
	SHOW_CHANGED = 1, /* only what is not as in the parent, or as by default if there is none */
	SHOW_SHORT = 2,   /* only what is stated, and without citations */
	SHOW_NARROW = 8   /* on a screen of 80 characters: not in columns */
};

/* True if some setting's or item's path is [part] or lies within it. */
bool show_has(const struct rules *rules, const char *part);

/* Makes a document of all settings whose path is [part] or lies within it, by section; all of them if [part] is "". When little is
 * asked for, the sentence of each setting, its remarks and all that it took the place of are added too. */
void show_rules(const struct rules *rules, const char *part, unsigned how, struct document *out);

/* The same for programs (docs/json.md); the caller frees it. NULL if memory ran out. */
struct json_t *show_json(const struct rules *rules, const char *part, unsigned how);

/* A setting, an item ([row] -1), or an item that was taken away. */
struct shown {
	int group, item, row;
	const struct removed_item *removed; /* or NULL */
};

struct selection {
	const struct rules *rules;
	struct shown *list;
	int count;
	bool failed; /* memory ran out: something is missing */
};

/* Sets [near], which has [room] bytes, to the part of these rules that is most likely meant by the misspelled [part].
 * False if none is near. */
bool show_nearest(const struct rules *rules, const char *part, char *near, size_t room);

/* ---- sheet.c: a rule sheet, or the frame of a score pad, made from the tables of a variant alone ---- */

/* What a sheet is made for, and whose documents it cites, with remarks on how they are read. Of the rules alone, to be compared with
 * those of another sheet, there are no marks, remarks and options, and they refer to each other by paths in place of numbers. */
enum sheet_kind { SHEET_WHOLE, SHEET_RULES, SHEET_PAD };
enum sheet_cites { CITES_OWN, CITES_ALL, CITES_NONE };

/* Adds what a table may agree on to a sheet, with the rules in it that each option changes; their headings have the paths of their sections.
 * Nothing is said of what changes where the rules are not from rules_build(), cannot be built with an option, or have been written too often. */
void sheet_options(const struct rules *rules, struct document *out);

/* Makes a sheet in [out]. CITES_OWN: of documents that the variant's own file names, not of those that the games name which
 * it is made from. Of a table that holds the values of a setting row and item tell which; of a list item is -1. */
void sheet_make(const struct rules *rules, const char *reference, enum sheet_kind kind, enum sheet_cites cites,
                struct document *out);

/* True if every number that [prose] names is one of the rules. */
bool sheet_prose_holds(const struct rules *rules, const char *prose);

/* ---- score_pad.c: a pad for a table ---- */

/* Adds tables for as many deals as fit on a page, one at least: a row for whatever scores, a column for each side or each player with a
 * total. */
void score_pad_make(const struct rules *rules, struct document *out);

/* ---- example_hand.c: an example of a special hand ---- */

/* Finds a hand for special hand [item] among the cards of the deck: groups get their cards one after the other, of the lowest
 * rank that will do, and the engine has the last word. False if there is none, or none was found in reasonable time. */
bool example_hand(const struct rules *rules, int item, struct cards *hand);

/* ---- score.c: what a deal scored, line by line, and where the game stands; of a deal that was played, and of an end position ---- */

/* Writes how the deal ended, in a sentence. */
void ending_write(const struct game *game, struct text *out);

/* Writes a sentence, without its end, if [who] has fewer [canastas] than the rules ask of a side that goes out: one was
 * forgotten, or the side should not have gone out. False if they are enough, and nothing is written. */
bool short_of_canastas_write(const struct rules *rules, const char *who, int canastas, struct text *out);

/* Adds the sheet of a deal that is over: a column for each side, a row for each thing that scored. */
void score_sheet_add(const struct game *game, const struct tally *tally, struct document *out);

/* Adds who has won with these totals and by how much; nothing as long as the game goes on. */
void result_add(const struct game *deal, const int32_t *totals, struct document *document);

/* Adds the score of the end position [position]: for each side what it scores and by which rule, and what each player
 * contributes. A position that cannot be, or whose deal is not over, is a finding in the library, and nothing is added. */
void end_score_add(struct library *library, struct rules *rules, const struct dispute *position, struct document *out);

/* The same for programs; the caller frees it. NULL where nothing would be added. */
struct json_t *end_score_json(struct library *library, struct rules *rules, const struct dispute *position);

/* ---- table_view.c: the table as one seat sees it, and the acts from which its player chooses ---- */

enum { TABLE_WIDTH = 79, TABLE_WIDTH_MOST = 119 }; /* of a terminal of 80 columns, and of one of 120 */

/* Adds the whole table: scores, melds, bonus cards, stock and pile, the own hand. */
void table_view_add(const struct view *view, struct document *out);

/* Adds the own hand alone, and what is still owed in this turn. */
void table_hand_add(const struct view *view, struct document *out);

/* Adds which of [acts], those of the player to act, one might not think of: special hands, bonus cards that may be laid. */
void table_offers_add(const struct game *game, const struct acts *acts, struct document *out);

/* Puts acts in the order in which they are numbered for people: by verb, few wild cards first, by card. */
void table_order_acts(struct acts *acts);

/* Adds [acts], which are those of the player to act in [game] and in order, numbered from 1 and grouped by verb. */
void table_acts_add(const struct game *game, const struct acts *acts, struct document *out);

/* Adds [line], which says no word that a card is called by but where it names cards; these become spans of their kind. */
void table_cards_add(const struct rules *rules, const char *line, struct words *out);

/* ---- ruling.c: the tests of a variant ---- */

/* Something in a ruling that does not hold. */
struct ruling_failure {
	int line;
	const char *why;
	struct ruling_failure *next;
};

/* What became of one ruling. */
struct ruling_result {
	const char *title;
	struct span span;         /* of the title */
	const struct note *notes; /* its citations, among other notes */
	bool passed;
	struct ruling_failure *failures; /* none of one that could not be run: that is a finding */
	struct ruling_result *next;
};

struct ruling_results {
	struct ruling_result *first, **last;
	int passed, failed;
	int unread; /* files that could not be read, or not all of them, so that rulings may be missing */
};

/* Runs every ruling in [file] and adds what became of each to [results], which starts all zero. What went wrong is
 * written to [out]. Faults in the file itself become findings in the library. False if nothing could be run. The results
 * live in the library's arena. */
bool rulings_run(struct library *library, const struct library_file *file, struct ruling_results *results,
                 struct text *out);

/* The variant that rulings in [file] are for: one of the file they stand beside, of their own file, or one that is shipped. Sets
 * [*found] to its file. NULL with a finding queued. */
const struct statement *ruling_variant(struct library *library, const struct library_file *file,
                                       const struct expr *reference, const struct library_file **found);

/* The words that a line of a ruling can begin with; their number. */
enum { RULING_WORDS_MAX = POSITION_WORDS_MAX + 16 };
int ruling_words(const char **words);

/* ---- what a ruling asks, to be judged under other rules ---- */

/* Its position, and the act about which it says that it is allowed or refused. Both texts live in the library's arena. */
struct ruling_question {
	const char *lines; /* of the position; each at the line of the file where it stands */
	const char *act;   /* the line that allows or refuses it; NULL if the ruling asks about none */
};

/* Finds in [file] the ruling that stands at [line], counted from 1; for 0 the first one that asks about an act, if any
 * does. Of several acts it is the first that stands at [line] or behind. False if no ruling is there. */
bool ruling_question_find(struct library *library, const struct library_file *file, int line,
                          struct ruling_question *question);

/* True if [text] is a rules file, with rulings perhaps, and not the bare lines of a position. */
bool is_rules_file(const char *text);

/* ---- differences.c: what differs between two variants, in words ---- */

/* One difference, in words. */
struct difference {
	enum level level;
	int group, row; /* as in struct compared */
	bool order;     /* likewise */
	int item[2];
	int line;             /* of the comparison of the two, by compare_rules() */
	bool follows;         /* from another difference: where everyone plays alone, from the number of players */
	const char *idle;     /* why it changes nothing in the second, though it does in the first; else NULL */
	struct text path;     /* of the setting or item, in the first that has it: pile.take.with_wild.when */
	struct text said[2];  /* what a rule sheet of each says; empty where it says nothing */
	struct text value[2]; /* the value alone; empty for an item */
	struct text
		place[2]; /* where each is stated and what it cites, as origin_write() has it; empty without the item */
};

struct differences {
	const struct rules *rules[2];
	const char *label[2]; /* what the two are called in front of their sentences */
	struct difference *list;
	int count;
	int following;                /* those that follow from others */
	int of_level[LEVEL_TEXT + 1]; /* the others */
};

/* Finds the differences between two variants, the gravest level first, then in the order of a rule sheet. [labels] name
 * them and must live as long. False when memory ran out; otherwise differences_free() frees what is held. */
bool differences_find(const struct rules *const rules[2], const char *const labels[2], struct differences *differences);
void differences_free(struct differences *differences);

/* True if class [class] of melds of [side] is all canastas and nothing else, and is called what both games call those, "A canasta": then no
 * reader asks what that is. */
bool class_names_canastas(const struct rules *const rules[2], int side, int class);

/* ---- difference_report.c: the differences, written ---- */

/* Add them to [out] for reading from top to bottom: few of them with places and citations, many by topic, unless [all] asks
 * for everything; or side by side, as a table. Of none to read it is said that the two mean the same. */
void differences_list(const struct differences *differences, bool all, struct document *out);
void differences_beside(const struct differences *differences, struct document *out);

/* Adds one difference alone, [depth] steps in, without its places. */
void difference_add(const struct differences *differences, int index, int depth, struct document *out);

/* All of them for programs (docs/json.md); a new value, NULL when memory ran out. */
struct json_t *differences_json(const struct differences *differences);

/* ---- matrix.c: any number of variants side by side, a line for each setting ---- */

/* What a matrix shows of a comparison, and under which names. */
struct matrix {
	const struct comparison *comparison;
	const char *const *labels; /* one for each variant */
	bool all;                  /* also the settings in which all are the same */
	bool brief;                /* of an item only so much as a column of a terminal holds */
	bool paths;                /* for a spreadsheet: paths of settings, and no signs behind values */
};

/* Makes a table of it, with topics, and what its signs mean. */
void matrix_document(const struct matrix *matrix, struct document *out);

/* The same for programs (docs/json.md): a new value, NULL when memory ran out. */
struct json_t *matrix_json(const struct matrix *matrix);

#endif
