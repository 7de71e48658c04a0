/* plain.c -- conditions without what they need not say. Rules that mean the same have one hash, and are to be played alike to the last card;
 * so the engine's tables are compiled of conditions in which terms are spelled out, comparisons that always or never hold are gone, and so is
 * every part without which the normal form is the same (normal.h). What is left is in the words of the file. */
#include "rules/normal.h"

#include "grammar/arena.h"
#include "rules/analysis.h"
#include "rules/moments.h"
#include "rules/proofs.h"

/* True if an expression can be only one number, [*number]. */
static bool is_known(const struct rules *rules, const struct ir *of, int32_t *number)
{
	struct interval may = of->kind != IR_STEP ? ir_interval(rules, of) : (struct interval){ 0, 1 };

	*number = (int32_t)may.low;
	return may.low == may.high;
}

static struct ir *spelled_out(struct ir_maker *maker, const void *context, const struct ir *part)
{
	const struct rules *rules = context;
	int32_t number;

	if (is_known(rules, part, &number))
		return ir_number(maker, number, part->type);
	return ir_is_fact(part, FACT_term) ? ir_replace(maker, rules->define[part->item].when->ir, spelled_out, rules)
	                                   : NULL;
}

static bool is_comparison(const struct ir *of)
{
	return of->kind >= IR_EQUAL && of->kind <= IR_LESS;
}

/* True if some part of an expression is known, a term, or compares what is worked out. */
static bool has_more_to_say(const struct rules *rules, const struct ir *of)
{
	int32_t number;

	if (of->kind != IR_NUMBER && (ir_is_fact(of, FACT_term) || is_known(rules, of, &number)))
		return true;
	if (is_comparison(of) && of->first->kind != IR_FACT)
		return true;
	for (const struct ir *part = of->first; part != NULL; part = part->next)
		if (has_more_to_say(rules, part))
			return true;
	return false;
}

/* True if [whole] asks, beside [part] of it, a fact that may tell something of [fact]. False: it does not. */
static bool asks_beside(const struct ir *whole, const struct ir *part, const struct ir *fact)
{
	if (whole == part)
		return false;
	if (whole->kind == IR_FACT)
		return !facts_are_independent(whole, fact);
	for (const struct ir *other = whole->first; other != NULL; other = other->next)
		if (asks_beside(other, part, fact))
			return true;
	return false;
}

/* True if a fact of [of] may be told by what [whole] asks beside [part] of it or, if that is NULL, beside the fact. False: none is. */
static bool may_be_told(const struct ir *of, const struct ir *whole, const struct ir *part)
{
	if (of->kind == IR_FACT)
		return asks_beside(whole, part != NULL ? part : of, of);
	for (const struct ir *own = of->first; own != NULL; own = own->next)
		if (may_be_told(own, whole, part))
			return true;
	return false;
}

/* True if some fact is asked twice. False: no part of the expression tells what another one says. */
static bool asks_twice(const struct ir *of)
{
	return may_be_told(of, of, NULL);
}

/* The part of some `and` or `or` that comes after [*left] others, and that in [*whole]; NULL if there are not so many. */
static const struct ir *part_after(const struct ir *of, int *left, const struct ir **whole)
{
	for (const struct ir *part = of->first; part != NULL; part = part->next) {
		const struct ir *found;
		if ((of->kind == IR_ALL || of->kind == IR_ANY) && (*left)-- == 0) {
			*whole = of;
			return part;
		}
		found = part_after(part, left, whole);
		if (found != NULL)
			return found;
	}
	return NULL;
}

/* A part of an `and` or an `or` that is left out. */
struct left_out {
	const struct ir *part, *whole;
};

static struct ir *left_out(struct ir_maker *maker, const void *context, const struct ir *part)
{
	const struct left_out *out = context;

	return part == out->part ? ir_number(maker, out->whole->kind == IR_ALL, FLAG) : NULL;
}

/* The one fact that an expression asks, though more than once; NULL if it asks others, or none. */
static const struct ir *only_fact(const struct ir *of)
{
	const struct ir *only = of->kind == IR_FACT ? of : NULL;

	for (const struct ir *part = of->first; part != NULL; part = part->next) {
		const struct ir *fact = only_fact(part);
		if (fact == NULL ? part->kind != IR_NUMBER : only != NULL && !ir_same(fact, only))
			return NULL;
		only = fact != NULL ? fact : only;
	}
	return only;
}

/* A condition on one number says between which numbers it is. */
static struct ir *as_ranges(struct ir_maker *maker, const void *context, const struct ir *part)
{
	struct normal *normal = (struct normal *)context;
	bool plain = is_comparison(part) && part->first->kind == IR_FACT,
	     joins = part->kind == IR_ALL || part->kind == IR_ANY;
	const struct ir *fact = !plain && (is_comparison(part) || joins) ? only_fact(part) : NULL;
	const struct table *table = fact != NULL ? normal_of(normal, part) : NULL;
	struct ir *ranges = table != NULL ? normal_ranges(maker, table, fact) : NULL;

	return ranges != NULL && normal_of(normal, ranges) == table && !normal_failed(normal) ? ranges : NULL;
}

enum { PARTS_MOST = 24 }; /* each of them is left out of a copy of all */

static bool has_few_parts(const struct ir *of)
{
	const struct ir *whole;
	int left = PARTS_MOST;

	return part_after(of, &left, &whole) == NULL;
}

/* Leaves out the parts without which the normal form is the same, and says in one way between which numbers a fact is. Where tables are too
 * large, or parts too many, all stays. */
static struct ir *by_normal_form(struct ir_maker *maker, const struct rules *rules, struct ir *of)
{
	struct normal *normal = normal_begin(rules, false);
	const struct table *meaning = normal != NULL ? normal_of(normal, of) : NULL;
	int64_t number;

	if (normal_is_number(meaning, &number))
		of = ir_number(maker, number, of->type);
	for (int place = 0; meaning != NULL && of != NULL && has_few_parts(of); place++) {
		int left = place;
		const struct ir *whole = NULL, *part = part_after(of, &left, &whole);
		struct left_out out = { part, whole };
		struct ir *less;
		if (part == NULL)
			break;
		if (!may_be_told(part, of, part))
			continue;
		less = ir_replace(maker, of, left_out, &out);
		if (less != NULL && normal_of(normal, less) == meaning && !normal_failed(normal)) {
			of = less;
			place--;
		}
	}
	if (meaning != NULL && of != NULL)
		of = ir_replace(maker, of, as_ranges, normal);
	if (normal == NULL || normal_lacks_memory(normal))
		arena_fail(maker->arena);
	normal_end(normal);
	return of;
}

formula formula_plain(const struct rules *rules, formula of)
{
	struct ir_maker maker = { .arena = rules->arena, .rules = rules };
	struct ir *plain;
	formula made;

	if (of == NULL || of->ir->kind == IR_NUMBER || (!asks_twice(of->ir) && !has_more_to_say(rules, of->ir)))
		return of;
	plain = ir_replace(&maker, of->ir, spelled_out, rules);
	if (plain != NULL && (asks_twice(plain) || has_more_to_say(rules, plain)))
		plain = by_normal_form(&maker, rules, plain);
	if (plain != NULL && ir_same(plain, of->ir))
		return of;
	made = formula_make(&maker, rules, plain);
	return made != NULL ? made : of;
}

/* ---- at a moment ---- */

/* A formula from which parts are left out. */
struct shortening {
	struct ir_maker maker;
	struct likeness *likeness;
};

static bool will_do(struct shortening *at, const struct ir *less)
{
	return less != NULL && is_proved_like(at->likeness, less);
}

/* The number that will do for a condition; NULL if neither does. */
static struct ir *number_for(struct shortening *at, const struct ir *condition)
{
	for (int32_t number = 0; number < 2 && condition->type == FLAG; number++) {
		struct ir *made = ir_number(&at->maker, number, FLAG);
		if (will_do(at, made))
			return made;
	}
	return NULL;
}

/* Leaves out part after part without which it is the same. */
static struct ir *without_idle_parts(struct shortening *at, struct ir *of)
{
	const struct ir *whole = NULL;

	for (int place = 0; of != NULL && has_few_parts(of); place++) {
		int left = place;
		const struct ir *part = part_after(of, &left, &whole);
		struct left_out out = { part, whole };
		struct ir *less = part != NULL ? ir_replace(&at->maker, of, left_out, &out) : NULL;
		if (part == NULL)
			break;
		if (will_do(at, less)) {
			of = less;
			place--;
		}
	}
	return of;
}

/* The number that a formula always is at a moment, by the bounds of its facts alone; NULL if it is not one. */
static struct ir *bounded(struct ir_maker *maker, const struct moment *moment, formula of)
{
	struct interval may = interval_when_asked(moment, of);

	return may.low == may.high ? ir_number(maker, may.low, of->ir->type) : NULL;
}

formula formula_at(const struct moment *moment, formula of, struct arena *arena, bool *failed)
{
	const struct rules *rules = moment->rules;
	struct shortening at = { .maker = { .arena = arena, .rules = rules } };
	struct ir *spelled, *less, *number;
	const struct ir *whole;
	formula made;

	if (of->is_constant)
		return of;
	spelled = less = ir_replace(&at.maker, of->ir, spelled_out, rules);
	if (less != NULL && part_after(less, &(int){ 0 }, &whole) == NULL)
		number = bounded(&at.maker, moment, of);
	else {
		at.likeness = likeness_begin(moment, of, NULL);
		number = at.likeness != NULL && less != NULL ? number_for(&at, less) : NULL;
		if (at.likeness != NULL && number == NULL)
			less = without_idle_parts(&at, less);
		likeness_end(at.likeness, failed);
	}
	if (number == NULL && less == spelled)
		made = of;
	else
		made = formula_make(&at.maker, rules, number != NULL ? number : less);
	*failed = *failed || made == NULL || arena_failed(arena);
	return made != NULL ? made : of;
}

/* What is to stand for a term. */
struct stand_in {
	const struct rules *rules;
	int term;
	const struct ir *of;
};

static struct ir *stand_in(struct ir_maker *maker, const void *context, const struct ir *part)
{
	const struct stand_in *with = context;

	if (!ir_is_fact(part, FACT_term))
		return NULL;
	return part->item == with->term ? ir_copy(maker, with->of)
	                                : ir_replace(maker, with->rules->define[part->item].when->ir, stand_in, with);
}

/* True if an expression asks for no item of a list, so that it says the same under any rules but for the cards. */
static bool asks_no_item(const struct ir *of)
{
	if (of->kind == IR_FACT && facts[of->fact].slot != SLOT_NONE && facts[of->fact].slot != SLOT_CARDS &&
	    facts[of->fact].slot != SLOT_DEED)
		return false;
	for (const struct ir *part = of->first; part != NULL; part = part->next)
		if (!asks_no_item(part))
			return false;
	return true;
}

static struct ir *with_own_cards(struct ir_maker *maker, const void *context, const struct ir *part)
{
	const struct rules *rules = context;
	struct ir *made = part->kind == IR_FACT ? ir_copy(maker, part) : NULL;

	if (made != NULL && facts[part->fact].slot == SLOT_CARDS)
		made->cards = rules_kinds_of_faces(rules, part->faces);
	return made;
}

bool will_do_for_term(const struct moment *moment, formula of, int term, const struct rules *others, formula condition,
                      struct arena *arena, bool *failed)
{
	const struct rules *rules = moment->rules;
	struct ir_maker maker = { .arena = arena, .rules = rules };
	struct ir *other = ir_replace(&maker, condition->ir, spelled_out, others);
	struct likeness *likeness = NULL;
	formula made;
	bool same;

	if (other != NULL && !asks_no_item(other))
		return false;
	other = other != NULL ? ir_replace(&maker, other, with_own_cards, rules) : NULL;
	made = formula_make(&maker, rules, other);
	if (made != NULL) {
		other = ir_replace(&maker, of->ir, stand_in, &(struct stand_in){ rules, term, made->ir });
		likeness = likeness_begin(moment, of, made);
	}
	same = likeness != NULL && other != NULL && is_proved_like(likeness, other);
	likeness_end(likeness, failed);
	*failed = *failed || arena_failed(arena);
	return same;
}
