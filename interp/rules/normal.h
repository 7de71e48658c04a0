/* normal.h -- the normal form of conditions and amounts: a table of cases. The facts that are asked stand in a fixed order. For each the
 * values that it can have are divided into ranges, each of which leads to the next fact that still matters, or to the result: yes, no, or
 * a sum of products of facts. Neighbouring ranges that lead to the same are one, and a fact of which only one range is left is not asked.
 * So `x >= 2 or x < 2`, `a and b or a and c` against `a and (b or c)`, `2 * x >= 3` against `x > 1`, and ladders with equal steps have one
 * table each. Facts are taken to be independent of each other, but for pairs that exclude each other (facts.def), if that is asked for. */
#ifndef RULES_NORMAL_H
#define RULES_NORMAL_H

#include <stdbool.h>
#include "rules/rules.h"

struct moment;
struct normal;
struct text;

/* A table of cases; two are the same pointer if they mean the same in one `struct normal`. */
struct table;

/* Where tables are made for these rules. [by_name]: terms, classes and kinds of canasta are themselves what is asked, and so are cards
 * that the file names by their role. NULL if out of memory; end it with normal_end(). */
struct normal *normal_begin(const struct rules *rules, bool by_name);
void normal_end(struct normal *normal);

/* From now on numbers that have few values are not split into these: tables are smaller, and fewer that mean the same are the same. */
void normal_keep_whole(struct normal *normal);

/* From now on facts about a player are those about all players of the side, where there are such (compare.h). */
void normal_sum_players(struct normal *normal);

/* True if some table became too large, or memory ran out: then no table of [normal] means anything. */
bool normal_failed(const struct normal *normal);
bool normal_lacks_memory(const struct normal *normal);

/* The table of an expression; of a number. */
const struct table *normal_of(struct normal *normal, const struct ir *ir);
const struct table *normal_number(struct normal *normal, int64_t number);

/* The table of a choice between two, by a condition, of a product, and of a sum. */
const struct table *normal_choice(struct normal *normal, const struct table *condition, const struct table *yes,
                                  const struct table *no);
const struct table *normal_product(struct normal *normal, const struct table *one, const struct table *other);
const struct table *normal_sum(struct normal *normal, const struct table *one, const struct table *other);

/* True if two facts, terms apart, are asked as different subjects in every table, so that neither tells anything of the other. False proves
 * nothing. */
bool facts_are_independent(const struct ir *one, const struct ir *other);

/* True if a table is one number. */
bool normal_is_number(const struct table *table, int64_t *number);

/* A condition that is true where [fact], a number, is in the ranges that lead to yes in a table that asks only one subject; NULL if it asks
 * more. Whether the subject is that fact is for the caller to know. */
struct ir *normal_ranges(struct ir_maker *maker, const struct table *table, const struct ir *fact);

/* Writes it: two texts, of the same rules or of others, are equal if the tables are the same. */
void normal_write(struct normal *normal, const struct table *table, struct text *out);

/* When facts are asked, as bits: of the player whose turn it is, before the deal is over; before she has done anything in it. */
enum asked_when { ASKED_ANYTIME = 0, ASKED_IN_TURN = 1, ASKED_UNDRAWN = 2 };

/* Two facts that exclude each other, from facts.def: the first is never between its [low] and [high] while the other is. */
struct exclusion {
	enum fact_id fact[2];
	int32_t low[2], high[2];
	cardset some, all; /* if not 0: only where the first asks for some of these cards alone; where the second asks for all of these */
	enum asked_when when;
};

enum {
#define EXCLUDES(...) +1
#define EXCLUDES_WHEN(...) +1
#define FACT(...)
	EXCLUSIONS = 0
#include "rules/facts.def"
#undef FACT
};

extern const struct exclusion exclusions[EXCLUSIONS];

/* Pairs that exclude each other because a side needs canastas to go out; returns how many there are under these rules. */
enum { OUT_EXCLUSIONS = 4 };
int exclusions_of_going_out(const struct rules *rules, struct exclusion pairs[OUT_EXCLUSIONS]);

/* A fact that is never more than another one, from facts.def. */
struct part_of_whole {
	enum fact_id part, whole;
};

enum {
#define NOT_ABOVE(...) +1
#define FACT(...)
	PARTS_OF_WHOLES = 0
#include "rules/facts.def"
#undef FACT
};

extern const struct part_of_whole parts_of_wholes[PARTS_OF_WHOLES];

/* What is proved of a condition that is asked at a moment, and holds unless another one does, or always if that is NULL. Facts that exclude each other (facts.def)
 * are known to do so, and what is part of something else not to be more. PROVED_NOTHING may mean that it was too large. Sets [*failed] if out of memory. */
enum proof { PROVED_NOTHING, PROVED_NEVER, PROVED_ALWAYS };
enum proof prove(const struct moment *moment, formula condition, formula unless, bool *failed);

/* True if it is proved that two conditions never hold at once when they are asked, or that [other], an amount, is 0 where [one] holds. Sets
 * [*failed] if out of memory. */
bool never_both(const struct moment *moment, formula one, formula other, bool *failed);

/* The number that a yes-or-no fact is about: the size of the pile for "the pile is empty". Other facts are returned as they are. */
enum fact_id compared_fact(const struct ir *asked);

/* True if a side that went out still meets the contract when the deal is scored, though it is no plain `always`: nothing that it asks for
 * can have changed. */
bool contract_outlasts_deal(const struct rules *rules);

/* True if two conditions or amounts ask for one fact, or for two of which one can exclude the other (facts.def), or a term. */
bool may_exclude(formula one, formula other);

/* True if a condition holds whatever happens, in so many words or not. Sets [*failed] if out of memory. */
bool holds_always(const struct rules *rules, formula condition, bool *failed);

/* plain.c: the formula without what it need not say; [of] itself if it is plain. Two that have one table are one formula, unless they compare
 * sums of several facts in two ways, one of them is multiplied out, they ask one of two classes or kinds of canasta that are alike, or their
 * table is too large: then they keep all of their parts. */
formula formula_plain(const struct rules *rules, formula of);

#endif
