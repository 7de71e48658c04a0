/* compare.h -- equality and difference of rules. Canonical texts are equal where two settings mean the same, and a
 * hash of all of them stands for the variant. Variants are compared side by side: which items correspond, and which
 * settings differ. Order, spelling and place in the file do not matter.
 * One setting of a variant can also be copied into another, to try a difference alone, or because a table borrows it:
 * with `going_out.canastas=ours.canasta` only this rule is that of ours.canasta. */
#ifndef RULES_COMPARE_H
#define RULES_COMPARE_H

#include <stdbool.h>
#include "rules/rules.h"

struct library;
struct text;

/* ---- canonical text and hash (canonical.c) ---- */

/* True if setting [row] of item [item] of [one] means the same as that of item [other_item] of [other]. What `wild`
 * or a term stands for belongs to its own setting, and names alone make no difference. Sets [*failed] if out of
 * memory; then the answer is unknown. */
bool canonical_same(const struct rules *one, int item, const struct rules *other, int other_item, enum row_id row,
                    bool *failed);

/* The same in fewer steps: false where an expression means the same in other words. */
bool canonical_reads_same(const struct rules *one, int item, const struct rules *other, int other_item, enum row_id row,
                          bool *failed);

/* True if two conditions mean the same. Sets [*failed] if out of memory; then the answer is unknown. */
bool canonical_same_conditions(const struct rules *one, formula left, const struct rules *other, formula right,
                               bool *failed);

/* True if the condition of a kind of canasta is met by the same melds of one of the two games as that of the other one: "no sequence and no
 * wild cards" and "no wild cards" where a game has no sequences. Sets [*failed] if out of memory; then the answer is unknown. */
bool canonical_same_kind(const struct rules *one, int item, const struct rules *other, int other_item, bool *failed);

/* True if what the setting states is its default. */
bool canonical_is_default(const struct rules *rules, enum row_id row, int item);

/* True if every meld of kind [item] is begun with a wild card. */
bool meld_begins_with_wilds(const struct rules *rules, int item);

/* True for lists whose items matter only if a condition asks for them: terms and classes. */
bool group_is_helper(int group);

/* True if an item of a list never does anything: it is never asked for, or scores nothing, whatever happens. Sets [*failed] if out of
 * memory; then the answer is unknown. */
bool item_is_idle(const struct rules *rules, int group, int item, bool *failed);

/* True if a setting asks for item [asked] of a helper list, be it through another one. */
bool setting_asks(const struct rules *rules, enum row_id row, int item, int group, int asked);

/* How much it matters what a term or a class stands for: as much as the settings that ask for it, LEVEL_TEXT if none does. */
enum level level_of_asking(const struct rules *rules, int group, int item);

/* Writes what a fact asks; [by_name]: terms, classes, kinds of canasta, and cards that the file names by their role, by name. */
void canonical_fact_write(const struct rules *rules, const struct ir *fact, bool by_name, struct text *out);

/* True if it can be seen in play that [before] stands before [item] in the list. Ways of taking the pile, kinds of meld and
 * special hands are tried and listed in their order; a line of the score may ask what the lines above it come to. */
bool order_counts(const struct rules *rules, int group, int before, int item);

/* ---- canonical values (canonical_values.c) ---- */

/* "wild,4,5,red 3,": the cards with one of [roles], which the file names, then those of each rank. */
void canonical_faces_write(const struct rules *rules, cardset faces, unsigned roles, struct text *out);

/* "joker:50 2:20": equal points of the cards of a rank together. */
void canonical_points_write(const struct points *points, struct text *out);

/* "2x4:4,5, 7x2:any": equal groups together, in any order. */
void canonical_pattern_write(const struct rules *rules, const struct pattern *pattern, unsigned roles, struct text *out);

/* For each number of natural cards the numbers of wild cards that a kind of meld may have. */
void canonical_limits_write(const struct form *form, struct text *out);

/* The numbers of wild cards, as bits, that melds of [ranks] with so many natural cards can have on the table; for each number of natural
 * cards those of [wilds] among them. */
uint32_t wilds_lying(const struct rules *rules, cardset ranks, int naturals);
void canonical_numbers_write(const struct rules *rules, cardset ranks, const uint32_t *wilds, struct text *out);

/* What [number], as the value of a NUMBER or WORD, comes to under the rules: the first of those that have the same effect there. Of the order
 * of a ban its place in the order of all. Sets [*failed] if out of memory. */
int32_t canonical_number(const struct rules *rules, enum row_id row, int item, int32_t number, bool *failed);

/* True if a score that is worked out for each player comes to what it would for the side if each fact were asked of all its players. */
bool score_adds_up(const struct rules *rules, int item);

/* The fact that is the sum of [fact] over the players of a side; [fact] itself if there is none. */
enum fact_id fact_of_all(enum fact_id fact);

/* True if the same bans give way in the same order. */
bool canonical_orders_same(const struct rules *one, const struct rules *other, bool *failed);

/* What [hand], as the cards that way [take] of taking the pile wants, comes to: cards like the top card are natural ones where no wild card on
 * top is taken with its like, as no meld is of wild cards alone. */
struct composition canonical_composition(const struct rules *rules, int take, struct composition hand);

/* ---- cards that are told apart (told_apart.c) ---- */

/* What rules have to tell apart, where sets of cards in settings that cannot matter tell more apart: groups of faces, each of one rank. */
struct told_apart {
	cardset needed[FACES];
	int count; /* 0 if no more is told apart */
};

/* Finds it. Sets [*failed] if out of memory; then the answer is unknown. */
void told_apart_find(const struct rules *rules, struct told_apart *told, bool *failed);

/* True if setting [row] of item [item] of [one] names a set of cards that tells apart more than [told], which is that of [one], and that of
 * item [other_item] of [other], if that is not NULL, does not name it. */
bool tells_apart_more(const struct told_apart *told, const struct rules *one, int item, const struct rules *other,
                      int other_item, enum row_id row);

/* Writes the groups of cards that are told apart though nothing needs it, a line for each. */
void told_apart_write(const struct rules *rules, const struct told_apart *told, struct text *out);

/* ---- hash (canonical.c) ---- */

enum { RULES_HASH_ROOM = 65 }; /* 64 hexadecimal digits and the end of the string */

/* One hash for all that decides how the game goes: SHA-256 over the settings that differ from their defaults, in a
 * fixed order, and the cards that they tell apart. Names of items count, except those of terms, of classes and of what item_is_idle(), and
 * order where order_counts(); titles, prose, citations and spelling do not. False if out of memory. */
bool rules_hash(const struct rules *rules, char hash[RULES_HASH_ROOM]);

/* ---- where variants differ (compare.c) ---- */

enum { COMPARED_MAX = 12 }; /* variants side by side */

/* One line of a comparison: a setting, or an item of a list as a whole. Lines are in the order of rules.def; the
 * settings of an item follow its line. */
struct compared {
	int group;              /* enum group_id */
	int row;                /* enum row_id, or -1 for an item as a whole */
	bool order;             /* it is about the order of the items of a list; row is -1, and the items are 0 */
	int item[COMPARED_MAX]; /* for each variant its place in the list, -1 if it has no such item; 0 in sections */
	bool differs;           /* its meaning differs, or not all have it, unless it is a term that is said nowhere by its name; of an item also
	                         * its name or title */
	enum level level;       /* how much a difference matters */
};

struct comparison {
	const struct rules *rules[COMPARED_MAX];
	int count;
	struct told_apart told[COMPARED_MAX];
	struct compared *line;
	int lines;
	bool failed; /* memory ran out while it was made */
};

/* Compares [count] variants, 1 to COMPARED_MAX. Items correspond if they have the same name; the others if they mean
 * the same, and then if only their first setting is the same. False if out of memory; otherwise free [comparison]
 * with comparison_free(). The rules must live as long. */
bool compare_rules(const struct rules *const *rules, int count, struct comparison *comparison);
void comparison_free(struct comparison *comparison);

/* True if two variants differ on this line, and it is proved that they play alike there: each by what its own other settings leave of what the line
 * says (effects.c). False proves nothing. Sets [*failed] if out of memory. */
bool acts_alike(const struct comparison *comparison, const struct compared *line, bool *failed);

/* The first variant that has the item of [line]. */
int compared_first(const struct comparison *comparison, const struct compared *line);

/* Writes the path of [line] with the names of the first variant that has it: pile.take.with_wild.when. */
void compared_path(const struct comparison *comparison, const struct compared *line, struct text *out);

/* True if [line] is an item that only some of the variants have; its settings then have no lines that differ. */
bool compared_is_partial(const struct comparison *comparison, const struct compared *line);

/* The rules of the first variant of [comparison], which compares two that were built in [library], with the lines for
 * which [chosen] is true taken from the second. Terms, classes and events of the second are added in any case. NULL
 * if the result is no valid set of rules; [*why] then says so in a sentence in the library's arena, or is NULL if out
 * of memory. No finding is queued. */
struct rules *rules_hybrid(struct library *library, const struct comparison *comparison, const bool *chosen,
                           const char **why);

/* True if [word], given where options are, takes a setting over from another variant: before its `=` stands a path with a
 * dot. */
bool is_borrowed(const char *word);

/* A copy of [rules] in which some settings have the values of other variants. Of [words], options given to a command, those
 * that is_borrowed() accepts name a setting, a variant and the options of that variant: game.tie=ours.canasta+ties_stand. The
 * variant is found as by library_variant(); the name of its file cannot contain `+`. NULL with a finding queued if the two
 * variants do not differ in such a setting, or if the value does not fit into [rules] without other changes. */
struct rules *rules_borrow(struct library *library, struct rules *rules, const char *const *words, int count);

/* Writes such a word: the setting at [path] of the variant that [reference] names, with [count] [options]. */
void borrowed_write(const char *path, const char *reference, const char *const *options, int count, struct text *out);

#endif
