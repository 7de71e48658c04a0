/* ir.h -- conditions, amounts and bounds as typed expressions in normal form. Semantic analysis makes them of the
 * tree of a file (semantic.c). Everything else reads them: canonical text, sentences, intervals, lint, the engine's
 * tables, and the code that is evaluated in play (lower.c). A setting holds them as a formula. */
#ifndef RULES_IR_H
#define RULES_IR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct rules;

typedef uint64_t cardset; /* a set of kinds of card, one bit each; while a file is being read, of faces */

enum fact_id {
#define FACT(id, ...) FACT_##id,
#include "facts.def"
#undef FACT
	FACT_COUNT
};

enum fact_type { FLAG, NUMBER, SCORE };

enum card_role { ROLE_WILD = 1, ROLE_BONUS = 2 }; /* words for cards whose meaning the rules decide */

/* One expression. What can be written in several ways is one expression: a comparison has the number on its right,
 * only facts are negated, constant parts are folded. Parts keep the order of the file. */
struct ir {
	enum ir_kind {
		IR_NUMBER,  /* number; of a condition 1 for always and 0 for never */
		IR_FACT,    /* fact, with its cards or its item */
		IR_NOT,     /* of one part, a fact */
		IR_ALL,     /* every part holds; never itself a part of IR_ALL */
		IR_ANY,     /* some part holds; likewise */
		IR_EQUAL,   /* two parts; a number is the second. With a number the comparisons are these four, and a */
		IR_UNEQUAL, /* fact that cannot be less than a number is never compared in a way that always or never */
		IR_AT_LEAST, /* holds */
		IR_AT_MOST,
		IR_MORE, /* of two parts neither of which is a number */
		IR_LESS,
		IR_SUM,      /* of two or more parts, a number the last */
		IR_PRODUCT,  /* of two or more parts, a number the first */
		IR_NEGATIVE, /* of one part */
		IR_LADDER,   /* the first part, the key, chooses among the others, each an IR_STEP */
		IR_STEP      /* from number on, up to the next step: the one part; the first step is from INT32_MIN */
	} kind;
	enum fact_type type;
	enum fact_id fact;
	int32_t number;
	cardset cards;          /* of a fact with cards */
	cardset faces;          /* these cards: rank * 4 + suit, see rules.h */
	unsigned roles;         /* enum card_role that the file names for them, as bits */
	int item;               /* of a fact with a canasta, a class, an event or a term: its place in that list */
	const struct ir *first; /* its parts */
	const struct ir *next;  /* the next part of what it is a part of */
	const struct ir *also;  /* of a fact: the next one that the formula asks */
};

/* Where expressions are made. Each function below takes over its operands and returns NULL if one of them is NULL or
 * if out of memory. */
struct ir_maker {
	struct arena *arena;
	const struct rules *rules; /* which decide what a fact can be at least */
	int made;                  /* expressions so far */
	bool too_large;            /* a number was made that has no room in 32 bits */
};

struct ir *ir_node(struct ir_maker *maker, enum ir_kind kind, enum fact_type type);
struct ir *ir_number(struct ir_maker *maker, int64_t number, enum fact_type type);
struct ir *ir_not(struct ir_maker *maker, struct ir *of);
struct ir *ir_negative(struct ir_maker *maker, struct ir *of);

/* IR_ALL or IR_ANY of two. */
struct ir *ir_join(struct ir_maker *maker, enum ir_kind kind, struct ir *left, struct ir *right);

/* IR_EQUAL to IR_LESS of two. */
struct ir *ir_compare(struct ir_maker *maker, enum ir_kind kind, struct ir *left, struct ir *right);

/* IR_SUM or IR_PRODUCT of two. */
struct ir *ir_combine(struct ir_maker *maker, enum ir_kind kind, struct ir *left, struct ir *right);

/* A ladder by [key], and a step of it: the value from [low] on. When all steps are added the ladder is finished:
 * steps are sorted, those that the key cannot reach are removed, neighbours with the same value are merged. */
struct ir *ir_ladder(struct ir_maker *maker, struct ir *key);
void ir_add_step(struct ir_maker *maker, struct ir *ladder, int32_t low, struct ir *value);
struct ir *ir_finish_ladder(const struct ir_maker *maker, struct ir *ladder);

/* A copy whose facts are replaced: [replace] gives true with [*number] for a fact that is to become that number. */
struct ir *ir_rewrite(struct ir_maker *maker, const struct ir *of,
                      bool (*replace)(const void *context, const struct ir *fact, int32_t *number),
                      const void *context);

/* A copy in which parts are replaced: [replace] returns what a part becomes, or NULL where it stays and its own parts are asked about. */
typedef struct ir *ir_replacement(struct ir_maker *maker, const void *context, const struct ir *part);
struct ir *ir_replace(struct ir_maker *maker, const struct ir *of, ir_replacement *replace, const void *context);

/* A copy of the expression and all of its parts. */
struct ir *ir_copy(struct ir_maker *maker, const struct ir *of);

/* A copy in which terms that always or never hold are replaced by that. */
struct ir *ir_settle(struct ir_maker *maker, const struct rules *rules, const struct ir *of);

/* True for a fact that can be only one number in these rules, [*number], because other settings say so: how many play, what waits for a
 * turn where nothing ever does. */
bool fact_is_settled(const struct rules *rules, const struct ir *fact, int32_t *number);

/* A copy in [arena], to be read by people: facts that are settled are replaced, too, and 100 * (side canastas - 1) is spread to
 * 100 * side canastas - 100, since "100 for each canasta after the first" is never less than 0. NULL if out of memory. */
const struct ir *ir_settled(const struct rules *rules, const struct ir *of, struct arena *arena);

/* ir_settled() without spreading such products: for an amount that counts only where the fact is more than the number. */
const struct ir *ir_settled_beyond(const struct rules *rules, const struct ir *of, struct arena *arena);

/* What a comparison becomes when it is negated, and so for all and any; other kinds stay as they are. Numbers are
 * whole. */
enum ir_kind ir_opposite(enum ir_kind kind);

/* True if two expressions of one variant are the same but for the order of their parts. */
bool ir_same(const struct ir *one, const struct ir *other);

/* True if both are ladders with the same steps, whatever they go by, so that one table shows both. */
bool ir_same_steps(const struct ir *one, const struct ir *other);

/* True if the order of the parts means nothing. */
static inline bool ir_in_any_order(enum ir_kind kind)
{
	return kind == IR_ALL || kind == IR_ANY || kind == IR_EQUAL || kind == IR_UNEQUAL || kind == IR_SUM ||
	       kind == IR_PRODUCT;
}

/* True if a comparison of these numbers holds. */
bool ir_holds(enum ir_kind kind, int64_t left, int64_t right);

/* The greatest common divisor, 0 of two zeros. */
static inline int64_t common_divisor(int64_t a, int64_t b)
{
	while (b != 0) {
		int64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a < 0 ? -a : a;
}

/* The nearest number of 32 bits. */
static inline int32_t nearest_number(int64_t number)
{
	return number > INT32_MAX ? INT32_MAX : number < INT32_MIN ? INT32_MIN : (int32_t)number;
}

static inline bool ir_is_number(const struct ir *of, int32_t number)
{
	return of->kind == IR_NUMBER && of->number == number;
}

static inline bool ir_is_fact(const struct ir *of, enum fact_id fact)
{
	return of->kind == IR_FACT && of->fact == fact;
}

/* ---- the formula that a setting holds ---- */

/* One question of a condition, a fact or the difference of two: where its answer leads. */
struct branch {
	const struct ir *asked;
	const struct ir *less; /* subtracted from it, or NULL */
	int32_t low, high;     /* the answers that lead to [yes] */
	uint8_t yes, no;       /* how many branches on the next one is, or BRANCH_NO, BRANCH_YES */
};

enum { BRANCH_NO = 0, BRANCH_YES = 255 }; /* that is the answer */

struct formula {
	const struct ir *ir; /* as it is stated; in what is computed from it the numbers of terms that are constant take their place */
	const struct ir
		*asked; /* the first of the facts that it asks, linked by `also`, in order, without those of terms */
	int32_t number; /* that a constant formula is */
	int32_t weight; /* expressions in it, with terms expanded */
	bool is_constant;
	bool is_settled; /* it is constant only because what it asks is */
	bool is_linked;  /* its code is branches; otherwise the expression is walked */
	struct branch branch[];
};

/* NULL stands for one that was never stated and has no default. */
typedef const struct formula *formula;

enum { FORMULA_WEIGHT = 800 }; /* heavier ones are refused when a file is read */

/* The formula of [ir], which [maker] has made; NULL if out of memory or if [ir] is NULL. */
formula formula_make(struct ir_maker *maker, const struct rules *rules, struct ir *ir);

/* True if the formula is one number that no fact changes; [*number] is it. */
static inline bool formula_is_constant(formula of, int32_t *number)
{
	*number = of->number;
	return of->is_constant;
}

/* True if a condition holds, or never holds, whatever happens. */
static inline bool always_holds(formula condition)
{
	return condition->is_constant && condition->number != 0;
}

static inline bool never_holds(formula condition)
{
	return condition->is_constant && condition->number == 0;
}

/* Answers a fact. */
typedef int32_t fact_answer(const void *frame, const struct ir *fact);

/* The value of an expression. */
int32_t ir_evaluate(const struct ir *of, const void *frame, fact_answer *fact);

/* What branches lead to. */
static inline __attribute__((always_inline)) int32_t branches_follow(const struct branch *at, const void *frame,
                                                                     fact_answer *fact)
{
	for (;;) {
		int32_t value = fact(frame, at->asked);
		int next;
		if (at->less != NULL)
			value = nearest_number((int64_t)value - fact(frame, at->less));
		next = value >= at->low && value <= at->high ? at->yes : at->no;
		if (next == BRANCH_NO || next == BRANCH_YES)
			return next == BRANCH_YES;
		at += next;
	}
}

/* The value of a formula, with facts answered by [fact]. Flags are 0 or 1. Arithmetic is exact; the value is then cut to 32
 * bits. */
static inline __attribute__((always_inline)) int32_t formula_evaluate(formula of, const void *frame, fact_answer *fact)
{
	return of->is_linked ? branches_follow(of->branch, frame, fact) : ir_evaluate(of->ir, frame, fact);
}

#endif
