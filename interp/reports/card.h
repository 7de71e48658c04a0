/* card.h -- how the card for the table is made of the rules: what its blocks share. */
#ifndef REPORTS_CARD_H
#define REPORTS_CARD_H

#include "reports/wording.h"
#include "rules/rules.h"
#include "text/card.h"

struct arena;

/* A card while it is made. */
struct card_maker {
	const struct rules *rules;
	struct card *card;
	struct arena *arena; /* for the strings below, which live as long as the maker */
	bool alone;          /* every player is a side: "you" instead of "your side" */
	enum voice voice;    /* what follows from that */
	bool partners;       /* somebody has a partner, at least for a part of the deal */
	struct named {       /* conditions in words, each with a term that it names: who says them says the term */
		const char *words;
		int term;
		struct named *next;
	} * named;
};

/* ---- card_words.c: rules in the voice of a card ---- */

/* A fact that is taken for granted while a condition is said. */
struct known {
	enum fact_id fact;
	int32_t value;
};

/* A copy of [of] in which the [count] facts are what is known of them, terms included that they settle. */
const struct ir *card_settled(struct card_maker *maker, const struct ir *of, const struct known *known, int count);

/* The parts of a condition that must all hold, or the condition itself: for (each_part(part, of)). */
#define each_part(part, of)                                                \
	const struct ir *part = (of)->kind == IR_ALL ? (of)->first : (of); \
	(part) != NULL;                                                    \
	(part) = (of)->kind == IR_ALL ? (part)->next : NULL

/* That both conditions hold, each of which may be NULL. */
const struct ir *card_both(struct card_maker *maker, const struct ir *one, const struct ir *other);

/* The opposite of a condition. */
const struct ir *card_denied(struct card_maker *maker, const struct ir *of);

/* A condition made of those parts for which [keeps] is true; NULL if there are none. */
typedef bool card_keeps(struct card_maker *maker, const struct ir *part, const void *context);
const struct ir *card_parts(struct card_maker *maker, const struct ir *of, card_keeps *keeps, const void *context);

/* True if [of] asks the fact, in a term or outside. */
bool card_asks(const struct card_maker *maker, const struct ir *of, enum fact_id fact);

/* A condition: "when your side has opened", "unless the pile is frozen"; card_that() is without "when", as something that
 * holds; card_only() follows a word, " only when A", or ", but not when B" of one that is only denied. */
const char *card_when(struct card_maker *maker, const struct ir *condition);
const char *card_that(struct card_maker *maker, const struct ir *condition);

/* What a meld is, of which the condition says that: "of wild cards alone, with 4 jokers". */
const char *card_meld(struct card_maker *maker, const struct ir *condition);

/* What term [term] means, said by the terms before it alone. */
const char *card_term(struct card_maker *maker, int term);
const char *card_only(struct card_maker *maker, const struct ir *condition);

/* The value of a setting, an amount, a set of kinds, a number. card_cards_as() fills @, @a or @1 of a wording. */
const char *card_value(struct card_maker *maker, enum row_id row, int item);
const char *card_amount(struct card_maker *maker, const struct ir *amount);
const char *card_cards(struct card_maker *maker, cardset kinds);
const char *card_cards_as(struct card_maker *maker, cardset kinds, const char *how);
const char *card_number(struct card_maker *maker, int64_t number);

/* For which numbers a step of a ladder holds: "from 1,500". */
const char *card_range(struct card_maker *maker, const struct ir *ladder, const struct ir *step);

/* What an amount is paid for each of, with [*number], the amount; NULL if it is not paid so. */
const struct ir *card_each(const struct ir *points, int32_t *number);

/* True if each step of a ladder is a number. */
bool card_is_of_numbers(const struct ir *ladder);

/* A part for figures and what they are for: boxes of that kind; rows of a table where not all of them are [numbers], since a box has no room
 * for words. card_figure() adds one. */
struct card_part *card_figures(struct card_block *block, enum card_part_kind kind, bool numbers);
void card_figure(struct card_maker *maker, struct card_part *part, const struct ir *amount, const char *of);

enum { RANK_A = 11, RANK_2 = 12 }; /* places in RANK_NAMES */

/* The kinds of a rank that are in the deck, its name on a card, and whether all of these kinds are wild. */
cardset card_of_rank(const struct rules *rules, int rank);
const char *card_rank_name(int rank);
bool card_is_wild(const struct rules *rules, cardset kinds);

/* The title of an item, or its name in words; card_bare_title() is without an article and with a capital letter. */
const char *card_title(struct card_maker *maker, int group, int item);
const char *card_bare_title(struct card_maker *maker, int group, int item);

/* What the card says of a setting that is a word, or of that word; "" if nothing. */
const char *card_word_of(enum row_id row, int word);
const char *card_word(const struct card_maker *maker, enum row_id row, int item);

/* [words] with a capital letter, or with a small one. */
const char *card_capital(struct card_maker *maker, const char *words);
const char *card_small(struct card_maker *maker, const char *words);

/* Notes with a sign each, which rows of a table refer to. The same note has one sign. */
enum { CARD_NOTES_MAX = 16 };
struct card_notes {
	const char *note[CARD_NOTES_MAX];
	int count;
};
const char *card_sign(struct card_notes *notes, const char *note);
void card_add_notes(struct card_block *block, const struct card_notes *notes);

/* ---- the blocks, each of which is left out if the rules have nothing of it ---- */

void card_opening(struct card_maker *maker); /* card_count.c */
void card_points(struct card_maker *maker);
void card_canastas(struct card_maker *maker);
void card_melds(struct card_maker *maker); /* card_melds.c */
void card_pile(struct card_maker *maker);  /* card_pile.c */
void card_discards(struct card_maker *maker);
void card_turn(struct card_maker *maker); /* card_play.c */
void card_talon(struct card_maker *maker);
void card_reserve(struct card_maker *maker);
void card_going_out(struct card_maker *maker);
void card_stock_end(struct card_maker *maker);
void card_bonus(struct card_maker *maker); /* card_score.c */
void card_deal_end(struct card_maker *maker);
void card_special(struct card_maker *maker); /* card_special.c */

/* ---- what several blocks ask ---- */

/* How many ways of taking the pile ever hold, and the cards that each of them takes: 0 for all of it, -1 if they differ. */
int card_takes(const struct rules *rules);
int card_taken(const struct rules *rules);

/* The most cards of a meld, if all melds of a rank have the same limit; 0 for none. */
int card_meld_limit(const struct rules *rules);

/* True if line [item] of the score is told with the bonus cards. */
bool card_is_of_bonus(const struct rules *rules, int item);

/* Words in which canastas and reserves are called what players of the game call them. */
const char *card_club(struct card_maker *maker, const char *words);

/* What canastas are called in the titles of their kinds: "canasta", "book". */
const char *card_canasta_noun(struct card_maker *maker);

/* ---- card.c ---- */

/* Makes the card of [rules], which are called [reference]. card_end() frees it. */
void card_make(const struct rules *rules, const char *reference, struct card *card);

#endif
