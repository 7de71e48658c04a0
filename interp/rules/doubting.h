/* doubting.h -- what the files share that look for doubts: doubts.c keeps them, doubts_settings.c asks what statements are
 * good for, doubts_play.c what the rules come to at the table. */
#ifndef RULES_DOUBTING_H
#define RULES_DOUBTING_H

#include "grammar/diag.h"
#include "rules/doubts.h"

struct option;
struct text;

enum { WORDS_MAX = 3 };

struct doubt {
	enum diag_id id;
	struct span span;
	const char *item;             /* of what it is asked, where one place is asked about several; else NULL */
	bool settled;                 /* all is well, in some build */
	const char *words[WORDS_MAX]; /* what its sentence is filled with */
	const char *hint;
	struct span other;
	const char *other_sentence;
	struct doubt *next, *next_here;
};

/* ---- doubts.c ---- */

/* What is known about [span] so far, or a new doubt. NULL if the place is in another file or there is no memory. */
struct doubt *doubt_about(struct doubts *doubts, enum diag_id id, struct span span);

/* Asks about [span]. Comes back with the doubt if its words are still to be filled in, else NULL. */
struct doubt *ask_about(struct doubts *doubts, enum diag_id id, struct span span, bool is_doubtful);

/* The same of [item] there, where one place is asked about several; they are told of together, with their hint. */
struct doubt *ask_of(struct doubts *doubts, enum diag_id id, struct span span, const char *item, bool is_doubtful);

/* Words for a doubt that live as long as the library: a text, which is given back; a number; the path of a setting. */
const char *kept_words(struct doubts *doubts, struct text *words);
const char *number_words(struct doubts *doubts, int64_t number);
const char *path_words(struct doubts *doubts, const struct rules *rules, enum row_id row, int item);

/* True if the file itself states this setting. */
bool is_stated(const struct doubts *doubts, const struct rules *rules, enum row_id row, int item);

/* ---- doubts_settings.c ---- */

/* Conditions that never hold; points that always come to nothing; settings that change nothing; and of [option], which is
 * called [word], whether it says anything new, and goes together with the others. */
void look_at_conditions(struct doubts *doubts, const struct rules *rules);
void look_at_scores(struct doubts *doubts, const struct rules *rules);
void look_at_needs(struct doubts *doubts, const struct rules *rules);
void look_at_option(struct doubts *doubts, const struct rules *rules, const struct option *option, const char *word);

/* Options that a variant of the file has by `with`, of which nothing shows beside what else it says. */
void look_at_wishes(struct doubts *doubts, const struct rules *rules);

/* ---- doubts_play.c ---- */

/* A cut for teams of one; classes no meld is of; kinds of meld and canastas; the initial meld; special hands; discards; cards that
 * never leave a hand. */
void look_at_cut(struct doubts *doubts, const struct rules *rules);
void look_at_classes(struct doubts *doubts, const struct rules *rules);
void look_at_melds(struct doubts *doubts, const struct rules *rules);
void look_at_minimum(struct doubts *doubts, const struct rules *rules);
void look_at_opening(struct doubts *doubts, const struct rules *rules);
void look_at_specials(struct doubts *doubts, const struct rules *rules);
void look_at_bans(struct doubts *doubts, const struct rules *rules);
void look_at_stuck_cards(struct doubts *doubts, const struct rules *rules);

#endif
