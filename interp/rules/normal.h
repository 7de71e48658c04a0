/* normal.h -- the normal form of conditions and amounts: a table of cases. The facts that are asked stand in a fixed order. For each the
 * values that it can have are divided into ranges, each of which leads to the next fact that still matters, or to the result: yes, no, or
 * a sum of products of facts. Neighbouring ranges that lead to the same are one, and a fact of which only one range is left is not asked.
 * So `x >= 2 or x < 2`, `a and b or a and c` against `a and (b or c)`, `2 * x >= 3` against `x > 1`, and ladders with equal steps have one
 * table each. Facts are taken to be independent of each other, but for pairs that exclude each other (facts.def), if that is asked for. */
#ifndef RULES_NORMAL_H
#define RULES_NORMAL_H

#include <stdbool.h>
#include "rules/rules.h"

struct arena;
struct moment;
struct normal;
struct text;

/* A table of cases; two are the same pointer if they mean the same in one `struct normal`. */
struct table;

/* Where tables are made for these rules. [by_name]: terms, classes and kinds of canasta are themselves what is asked, and so are cards
 * that the file names by their role. NULL if out of memory; end it with normal_end(). */
struct normal *normal_begin(const struct rules *rules, bool by_name);
void normal_end(struct normal *normal);

/* Room of [size] bytes, all 0, that is there as long as [normal] is; NULL if out of memory. */
void *normal_room(struct normal *normal, size_t size);

/* From now on numbers that have few values are not split into these: tables are smaller, and fewer that mean the same are the same. */
void normal_keep_whole(struct normal *normal);

/* From now on facts about a player are those about all players of the side, where there are such (compare.h). */
void normal_sum_players(struct normal *normal);

/* True if some table became too large, or memory ran out: then no table of [normal] means anything. */
bool normal_failed(const struct normal *normal);
bool normal_lacks_memory(const struct normal *normal);

/* Values of a number each of which is a case in tables, unless they are kept whole; larger numbers are compared. */
enum { NORMAL_FEW = 9 };

/* The table of an expression; of a number. */
const struct table *normal_of(struct normal *normal, const struct ir *ir);
const struct table *normal_number(struct normal *normal, int64_t number);

/* Facts are asked at this moment, at which they may be less than at any time. */
void normal_ask_at(struct normal *normal, const struct moment *moment);

/* The table of a fact; where a table compares with 0, by the kind of a comparison; where it is 0. */
const struct table *normal_fact(struct normal *normal, const struct ir *fact);
const struct table *normal_compare(struct normal *normal, enum ir_kind kind, const struct table *table);
const struct table *normal_not(struct normal *normal, const struct table *table);

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

/* The number that a yes-or-no fact is about: the size of the pile for "the pile is empty". Other facts are returned as they are. */
enum fact_id compared_fact(const struct ir *asked);

/* plain.c: the formula without what it need not say; [of] itself if it is plain. Two that have one table are one formula, unless they compare
 * sums of several facts in two ways, one of them is multiplied out, they ask one of two classes or kinds of canasta that are alike, or their
 * table is too large: then they keep all of their parts. */
formula formula_plain(const struct rules *rules, formula of);

/* plain.c: the formula without the parts that are proved to say nothing when it is asked at a moment, with terms spelled out, in [arena]; [of] itself
 * if there are none. Sets [*failed] if out of memory. */
formula formula_at(const struct moment *moment, formula of, struct arena *arena, bool *failed);

/* plain.c: true if it is proved that a formula which asks [term] says the same with [condition] of the [others] in place of that term. False proves
 * nothing, as where the condition asks for items of their lists. Uses up some of [arena], and sets [*failed] if out of memory. */
bool will_do_for_term(const struct moment *moment, formula of, int term, const struct rules *others, formula condition,
                      struct arena *arena, bool *failed);

#endif
