/* ir.c -- expressions are normalised as they are made: a comparison with a number has the number on the right and is
 * one of four, `not` is moved to the facts, `all` and `any` are flat, constant parts are folded. Operands are taken
 * over, so nothing is copied. The order of parts is settled only in canonical texts (canonical.c). */
#include "rules/ir.h"

#include <string.h>
#include "grammar/arena.h"
#include "rules/rules.h"

/* ---- nodes ---- */

struct ir *ir_node(struct ir_maker *maker, enum ir_kind kind, enum fact_type type)
{
	struct ir *made = arena_take(maker->arena, sizeof *made);

	if (made != NULL) {
		made->kind = kind;
		made->type = type;
	}
	maker->made++;
	return made;
}

struct ir *ir_number(struct ir_maker *maker, int64_t number, enum fact_type type)
{
	struct ir *made = ir_node(maker, IR_NUMBER, type);

	if (made != NULL)
		made->number = nearest_number(number);
	maker->too_large = maker->too_large || number != nearest_number(number);
	return made;
}

/* Hangs [part], or its parts if it is of the same kind, behind the last part of [whole]. */
static void add_flat(struct ir *whole, struct ir *part)
{
	const struct ir **end = &whole->first;

	while (*end != NULL)
		end = (const struct ir **)&((struct ir *)*end)->next;
	*end = part->kind == whole->kind ? part->first : part;
}

static struct ir *unary(struct ir_maker *maker, enum ir_kind kind, struct ir *of)
{
	struct ir *made = ir_node(maker, kind, of->type);

	if (made != NULL)
		made->first = of;
	return made;
}

static struct ir *binary(struct ir_maker *maker, enum ir_kind kind, enum fact_type type, struct ir *left,
                         struct ir *right)
{
	struct ir *made = left != NULL && right != NULL ? ir_node(maker, kind, type) : NULL;

	if (made != NULL) {
		add_flat(made, left);
		add_flat(made, right);
	}
	return made;
}

/* ---- conditions ---- */

struct ir *ir_join(struct ir_maker *maker, enum ir_kind kind, struct ir *left, struct ir *right)
{
	int32_t settles = kind == IR_ANY;

	if (left == NULL || right == NULL)
		return NULL;
	if (ir_is_number(left, settles) || ir_is_number(right, !settles))
		return left;
	if (ir_is_number(right, settles) || ir_is_number(left, !settles))
		return right;
	return binary(maker, kind, FLAG, left, right);
}

static enum ir_kind mirrored(enum ir_kind kind)
{
	switch (kind) {
	case IR_AT_LEAST: return IR_AT_MOST;
	case IR_AT_MOST: return IR_AT_LEAST;
	case IR_MORE: return IR_LESS;
	case IR_LESS: return IR_MORE;
	default: return kind;
	}
}

enum ir_kind ir_opposite(enum ir_kind kind)
{
	switch (kind) {
	case IR_EQUAL: return IR_UNEQUAL;
	case IR_UNEQUAL: return IR_EQUAL;
	case IR_AT_LEAST: return IR_LESS;
	case IR_AT_MOST: return IR_MORE;
	case IR_MORE: return IR_AT_MOST;
	case IR_LESS: return IR_AT_LEAST;
	case IR_ALL: return IR_ANY;
	case IR_ANY: return IR_ALL;
	default: return kind;
	}
}

bool ir_holds(enum ir_kind kind, int64_t left, int64_t right)
{
	switch (kind) {
	case IR_EQUAL: return left == right;
	case IR_UNEQUAL: return left != right;
	case IR_AT_LEAST: return left >= right;
	case IR_AT_MOST: return left <= right;
	case IR_MORE: return left > right;
	default: return left < right;
	}
}

/* The least value that [of] can have; LEAST if that is not known. */
static int32_t ir_least(const struct ir_maker *maker, const struct ir *of)
{
	return of->kind == IR_FACT && facts[of->fact].type != FLAG ? fact_least(maker->rules, of->fact) : LEAST;
}

/* A comparison with a number: more than 2 becomes at least 3, and comparisons that always or never hold are folded. */
static struct ir *compare_with(struct ir_maker *maker, enum ir_kind kind, struct ir *left, int64_t number)
{
	int32_t low = ir_least(maker, left);

	if (kind == IR_MORE)
		kind = IR_AT_LEAST, number++;
	if (kind == IR_LESS)
		kind = IR_AT_MOST, number--;
	if (low != LEAST && number <= low) {
		if (kind == IR_AT_LEAST || (kind == IR_UNEQUAL && number < low))
			return ir_number(maker, 1, FLAG);
		if (number < low)
			return ir_number(maker, 0, FLAG);
		if (kind == IR_AT_MOST)
			kind = IR_EQUAL;
		else if (kind == IR_UNEQUAL)
			kind = IR_AT_LEAST, number++;
	}
	return binary(maker, kind, FLAG, left, ir_number(maker, number, NUMBER));
}

struct ir *ir_compare(struct ir_maker *maker, enum ir_kind kind, struct ir *left, struct ir *right)
{
	if (left == NULL || right == NULL)
		return NULL;
	if (left->kind == IR_NUMBER && right->kind == IR_NUMBER)
		return ir_number(maker, ir_holds(kind, left->number, right->number), FLAG);
	if (left->kind == IR_NUMBER)
		return compare_with(maker, mirrored(kind), right, left->number);
	if (right->kind == IR_NUMBER)
		return compare_with(maker, kind, left, right->number);
	return binary(maker, kind, FLAG, left, right);
}

/* Takes the first part off a whole; its other parts are lost to it. */
static struct ir *take_part(struct ir *whole)
{
	struct ir *part = (struct ir *)whole->first;

	whole->first = part->next;
	part->next = NULL;
	return part;
}

/* By De Morgan's laws only facts are negated. */
struct ir *ir_not(struct ir_maker *maker, struct ir *of)
{
	struct ir *made, *left;
	enum ir_kind kind;

	if (of == NULL)
		return NULL;
	switch (of->kind) {
	case IR_NUMBER: return ir_number(maker, !of->number, FLAG);
	case IR_NOT: return take_part(of);
	case IR_EQUAL:
	case IR_UNEQUAL:
	case IR_AT_LEAST:
	case IR_AT_MOST:
	case IR_MORE:
	case IR_LESS: left = take_part(of); return ir_compare(maker, ir_opposite(of->kind), left, take_part(of));
	case IR_ALL:
	case IR_ANY:
		kind = ir_opposite(of->kind);
		made = ir_not(maker, take_part(of));
		while (of->first != NULL)
			made = ir_join(maker, kind, made, ir_not(maker, take_part(of)));
		return made;
	default: return unary(maker, IR_NOT, of);
	}
}

/* ---- amounts ---- */

/* Each part of a sum is negated by itself. */
struct ir *ir_negative(struct ir_maker *maker, struct ir *of)
{
	struct ir *made;

	if (of == NULL)
		return NULL;
	if (of->kind == IR_NUMBER)
		return ir_number(maker, -(int64_t)of->number, of->type);
	if (of->kind == IR_SUM) {
		made = ir_negative(maker, take_part(of));
		while (of->first != NULL)
			made = ir_combine(maker, IR_SUM, made, ir_negative(maker, take_part(of)));
		return made;
	}
	return of->kind == IR_NEGATIVE ? take_part(of) : unary(maker, IR_NEGATIVE, of);
}

struct ir *ir_combine(struct ir_maker *maker, enum ir_kind kind, struct ir *left, struct ir *right)
{
	int32_t nothing = kind == IR_PRODUCT; /* that changes nothing */
	bool number_first = kind == IR_PRODUCT;
	enum fact_type type;

	if (left == NULL || right == NULL)
		return NULL;
	type = left->type == SCORE || right->type == SCORE ? SCORE : NUMBER;
	if (left->kind == IR_NUMBER && right->kind == IR_NUMBER)
		return ir_number(maker,
		                 kind == IR_SUM ? (int64_t)left->number + right->number
		                                : (int64_t)left->number * right->number,
		                 type);
	if (ir_is_number(left, nothing) || ir_is_number(right, nothing))
		return ir_is_number(left, nothing) ? right : left;
	if ((number_first ? right : left)->kind == IR_NUMBER)
		return binary(maker, kind, type, right, left);
	return binary(maker, kind, type, left, right);
}

/* ---- ladders ---- */

struct ir *ir_ladder(struct ir_maker *maker, struct ir *key)
{
	struct ir *made = key != NULL ? unary(maker, IR_LADDER, key) : NULL;

	if (made != NULL)
		made->type = NUMBER;
	return made;
}

void ir_add_step(struct ir_maker *maker, struct ir *ladder, int32_t low, struct ir *value)
{
	struct ir *step = ladder != NULL && value != NULL ? unary(maker, IR_STEP, value) : NULL;
	struct ir *before = ladder;

	if (step == NULL)
		return;
	step->number = low;
	ladder->type = value->type == FLAG || value->type == SCORE ? value->type : ladder->type;
	if (ladder->first->next == NULL || ladder->first->next->number > low) {
		before = (struct ir *)ladder->first;
	} else
		for (before = (struct ir *)ladder->first->next; before->next != NULL && before->next->number <= low;)
			before = (struct ir *)before->next;
	step->next = before->next;
	before->next = step;
}

/* Whether two lists of parts are the same, in any order where the order does not matter. */
static bool same_parts(const struct ir *one, const struct ir *other)
{
	enum { PLACES = 64 };
	bool any_order = ir_in_any_order(one->kind);
	uint64_t met = 0;
	int count = 0;

	for (const struct ir *part = one->first; part != NULL; part = part->next, count++) {
		const struct ir *found = other->first;
		int place = 0;
		for (; found != NULL; found = found->next, place++)
			if (place < PLACES && !(met >> place & 1) && (any_order || place == count) &&
			    ir_same(part, found))
				break;
		if (found == NULL)
			return false;
		met |= UINT64_C(1) << place;
	}
	for (const struct ir *part = other->first; part != NULL; part = part->next)
		count--;
	return count == 0;
}

bool ir_same(const struct ir *one, const struct ir *other)
{
	return one->kind == other->kind && one->number == other->number && one->fact == other->fact &&
	       one->cards == other->cards && one->item == other->item && same_parts(one, other);
}

bool ir_same_steps(const struct ir *one, const struct ir *other)
{
	if (one->kind != IR_LADDER || other->kind != IR_LADDER)
		return false;
	one = one->first->next;
	other = other->first->next;
	for (; one != NULL && other != NULL; one = one->next, other = other->next)
		if (one->number != other->number || !ir_same(one->first, other->first))
			return false;
	return one == NULL && other == NULL;
}

struct ir *ir_finish_ladder(const struct ir_maker *maker, struct ir *ladder)
{
	struct ir *step;
	int32_t low;

	if (ladder == NULL || ladder->first->next == NULL)
		return ladder;
	low = ir_least(maker, ladder->first);
	step = (struct ir *)ladder->first->next;
	while (step->next != NULL && step->next->number <= low)
		step = (struct ir *)step->next;
	((struct ir *)ladder->first)->next = step;
	step->number = INT32_MIN;
	while (step->next != NULL)
		if (ir_same(step->first, step->next->first))
			step->next = step->next->next;
		else
			step = (struct ir *)step->next;
	return ladder;
}

/* ---- rewriting ---- */

static struct ir *copy_of(struct ir_maker *maker, const struct ir *of)
{
	struct ir *made = ir_node(maker, of->kind, of->type);

	if (made != NULL) {
		*made = *of;
		made->first = made->next = made->also = NULL;
	}
	return made;
}

/* Parts from [part] on, joined again. A product has its numbers first, so it is joined from its end. */
static struct ir *rewrite_parts(struct ir_maker *maker, enum ir_kind kind, const struct ir *part,
                                ir_replacement *replace, const void *context)
{
	struct ir *made = ir_replace(maker, part, replace, context);

	if (kind == IR_PRODUCT && part->next != NULL)
		return ir_combine(maker, kind, made, rewrite_parts(maker, kind, part->next, replace, context));
	while ((part = part->next) != NULL) {
		struct ir *next = ir_replace(maker, part, replace, context);
		made = kind == IR_ALL || kind == IR_ANY ? ir_join(maker, kind, made, next)
		       : kind == IR_SUM                 ? ir_combine(maker, kind, made, next)
		                                        : ir_compare(maker, kind, made, next);
	}
	return made;
}

/* A ladder whose key has become a number is the step for it. */
static struct ir *rewrite_ladder(struct ir_maker *maker, const struct ir *of, ir_replacement *replace,
                                 const void *context)
{
	struct ir *key = ir_replace(maker, of->first, replace, context), *made;
	const struct ir *step = of->first->next;

	if (key != NULL && key->kind == IR_NUMBER) {
		while (step->next != NULL && step->next->number <= key->number)
			step = step->next;
		return ir_replace(maker, step->first, replace, context);
	}
	made = ir_ladder(maker, key);
	for (; step != NULL; step = step->next)
		ir_add_step(maker, made, step->number, ir_replace(maker, step->first, replace, context));
	return ir_finish_ladder(maker, made);
}

struct ir *ir_replace(struct ir_maker *maker, const struct ir *of, ir_replacement *replace, const void *context)
{
	struct ir *replaced = replace(maker, context, of);

	if (replaced != NULL)
		return replaced;
	switch (of->kind) {
	case IR_FACT:
	case IR_NUMBER: return copy_of(maker, of);
	case IR_LADDER: return rewrite_ladder(maker, of, replace, context);
	case IR_NOT: return ir_not(maker, ir_replace(maker, of->first, replace, context));
	case IR_NEGATIVE: return ir_negative(maker, ir_replace(maker, of->first, replace, context));
	default: return rewrite_parts(maker, of->kind, of->first, replace, context);
	}
}

static struct ir *replace_nothing(struct ir_maker *maker, const void *context, const struct ir *part)
{
	(void)maker, (void)context, (void)part;
	return NULL;
}

struct ir *ir_copy(struct ir_maker *maker, const struct ir *of)
{
	return ir_replace(maker, of, replace_nothing, NULL);
}

typedef bool replace_fact(const void *context, const struct ir *fact, int32_t *number);

struct facts_replaced {
	replace_fact *replace;
	const void *context;
};

static struct ir *replace_fact_by_number(struct ir_maker *maker, const void *context, const struct ir *part)
{
	const struct facts_replaced *at = context;
	int32_t number;

	return part->kind == IR_FACT && at->replace(at->context, part, &number) ? ir_number(maker, number, part->type)
	                                                                        : NULL;
}

struct ir *ir_rewrite(struct ir_maker *maker, const struct ir *of, replace_fact *replace, const void *context)
{
	struct facts_replaced at = { replace, context };

	return ir_replace(maker, of, replace_fact_by_number, &at);
}

/* ---- terms that are constant ---- */

struct settling {
	const struct rules *rules;
	struct ir_maker *maker;
	replace_fact *replace; /* in what terms stand for, too */
};

static bool settle_term(const void *context, const struct ir *fact, int32_t *number)
{
	const struct settling *at = context;
	const struct ir *settled = NULL;

	if (fact->fact == FACT_term && at->rules->define[fact->item].when != NULL)
		settled = ir_rewrite(at->maker, at->rules->define[fact->item].when->ir, at->replace, at);
	if (settled == NULL || settled->kind != IR_NUMBER)
		return false;
	*number = settled->number;
	return true;
}

struct ir *ir_settle(struct ir_maker *maker, const struct rules *rules, const struct ir *of)
{
	struct settling at = { rules, maker, settle_term };

	return ir_rewrite(maker, of, at.replace, &at);
}

static bool reserves_wait(const struct rules *rules)
{
	return rules->reserve.cards > 0 && rules->reserve.taken_up == reserve_taken_up_with_an_empty_hand &&
	       rules->reserve.after_discard == reserve_after_discard_in_the_next_turn;
}

static bool talons_wait(const struct rules *rules)
{
	return !ir_is_number(rules->talon.cards->ir, 0) && rules->talon.joins_hand == talon_joins_hand_in_the_next_turn;
}

bool fact_is_settled(const struct rules *rules, const struct ir *fact, int32_t *number)
{
	*number = 0;
	switch (fact->fact) {
	case FACT_players: *number = rules->table.players; return true;
	case FACT_side_waiting: /* talons count, too */
	case FACT_waiting_points: return !reserves_wait(rules) && !talons_wait(rules);
	default: return false;
	}
}

static bool settle_fact(const void *context, const struct ir *fact, int32_t *number)
{
	const struct settling *at = context;

	return fact_is_settled(at->rules, fact, number) || settle_term(context, fact, number);
}

/* The factor of a product such as 100 * (side canastas - 1), or of its negative; 0 if [of] is anything else. [*fact] is the fact, behind which
 * stands the number that is taken off it. */
static int64_t times_beyond(const struct ir *of, const struct ir **fact)
{
	const struct ir *product = of->kind == IR_NEGATIVE ? of->first : of;
	const struct ir *sum = product->kind == IR_PRODUCT ? product->first->next : NULL;

	if (sum == NULL || product->first->kind != IR_NUMBER || sum->next != NULL || sum->kind != IR_SUM ||
	    sum->first->kind != IR_FACT || sum->first->next->kind != IR_NUMBER || sum->first->next->number >= 0)
		return 0;
	*fact = sum->first;
	return of->kind == IR_NEGATIVE ? -(int64_t)product->first->number : product->first->number;
}

static struct ir *spread_product(struct ir_maker *maker, const void *context, const struct ir *part)
{
	const struct ir *fact = NULL;
	int64_t times = times_beyond(part, &fact);
	struct ir *copy;

	(void)context;
	if (times == 0)
		return NULL;
	copy = ir_node(maker, IR_FACT, fact->type);
	if (copy == NULL)
		return NULL;
	*copy = *fact;
	copy->next = NULL;
	return ir_combine(maker, IR_SUM, ir_combine(maker, IR_PRODUCT, ir_number(maker, times, fact->type), copy),
	                  ir_number(maker, times * fact->next->number, fact->type));
}

const struct ir *ir_settled(const struct rules *rules, const struct ir *of, struct arena *arena)
{
	struct ir_maker maker = { .arena = arena, .rules = rules };
	const struct ir *settled = ir_settled_beyond(rules, of, arena);
	const struct ir *spread = settled != NULL ? ir_replace(&maker, settled, spread_product, NULL) : NULL;

	return arena_failed(arena) ? NULL : spread;
}

const struct ir *ir_settled_beyond(const struct rules *rules, const struct ir *of, struct arena *arena)
{
	struct ir_maker maker = { .arena = arena, .rules = rules };
	struct settling at = { rules, &maker, settle_fact };
	const struct ir *settled = ir_rewrite(&maker, of, settle_fact, &at);

	return arena_failed(arena) ? NULL : settled;
}
