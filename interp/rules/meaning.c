/* meaning.c -- programs are turned back into trees step by step, as if they ran on trees instead of numbers. What can
 * be said in several ways is brought into one on the way; the order of parts is settled only where texts are compared
 * (meaning_text.c). */
#include "rules/meaning.h"

#include <stdlib.h>
#include "grammar/arena.h"
#include "grammar/text.h"

/* ---- trees ---- */

struct tracing {
	const struct rules *rules;
	struct arena *arena;
	bool settles; /* terms that always or never hold are that */
};

static struct meaning *node(const struct tracing *at, enum meaning_kind kind)
{
	struct meaning *made = arena_take(at->arena, sizeof *made);

	if (made != NULL)
		made->kind = kind;
	return made;
}

static struct meaning *number_node(const struct tracing *at, int64_t number)
{
	struct meaning *made = node(at, MEANING_NUMBER);

	if (made != NULL)
		made->number = nearest_number(number);
	return made;
}

static bool is_number(const struct meaning *meaning, int32_t number)
{
	return meaning->kind == MEANING_NUMBER && meaning->number == number;
}

/* A copy that can become a part of something. */
static struct meaning *part(const struct tracing *at, const struct meaning *meaning)
{
	struct meaning *copy = node(at, meaning->kind);

	if (copy != NULL) {
		*copy = *meaning;
		copy->next = NULL;
	}
	return copy;
}

/* Hangs a copy of [one] behind the last part of [whole]. */
static bool add_part(const struct tracing *at, struct meaning *whole, const struct meaning *one)
{
	const struct meaning **end = &whole->first;
	struct meaning *copy = part(at, one);

	while (*end != NULL)
		end = (const struct meaning **)&(*end)->next;
	*end = copy;
	return copy != NULL;
}

/* Adds [one] to [whole], or its parts if it is of the same kind. */
static bool add_flat(const struct tracing *at, struct meaning *whole, const struct meaning *one)
{
	if (one->kind != whole->kind)
		return add_part(at, whole, one);
	for (const struct meaning *inner = one->first; inner != NULL; inner = inner->next)
		if (!add_part(at, whole, inner))
			return false;
	return true;
}

static const struct meaning *unary(const struct tracing *at, enum meaning_kind kind, const struct meaning *of)
{
	struct meaning *made = node(at, kind);

	return made != NULL && add_part(at, made, of) ? made : NULL;
}

static const struct meaning *binary(const struct tracing *at, enum meaning_kind kind, const struct meaning *left,
                                    const struct meaning *right)
{
	struct meaning *made = node(at, kind);

	return made != NULL && add_flat(at, made, left) && add_flat(at, made, right) ? made : NULL;
}

/* ---- one way of saying ---- */

/* All or any of two: what is settled is left out, or settles the whole. */
static const struct meaning *joined(const struct tracing *at, enum meaning_kind kind, const struct meaning *left,
                                    const struct meaning *right)
{
	int32_t settles = kind == MEANING_ANY;

	if (is_number(left, settles) || is_number(right, !settles))
		return left;
	if (is_number(right, settles) || is_number(left, !settles))
		return right;
	return binary(at, kind, left, right);
}

static enum meaning_kind mirrored(enum meaning_kind kind)
{
	switch (kind) {
	case MEANING_AT_LEAST: return MEANING_AT_MOST;
	case MEANING_AT_MOST: return MEANING_AT_LEAST;
	case MEANING_MORE: return MEANING_LESS;
	case MEANING_LESS: return MEANING_MORE;
	default: return kind;
	}
}

enum meaning_kind meaning_opposite(enum meaning_kind kind)
{
	switch (kind) {
	case MEANING_EQUAL: return MEANING_UNEQUAL;
	case MEANING_UNEQUAL: return MEANING_EQUAL;
	case MEANING_AT_LEAST: return MEANING_LESS;
	case MEANING_AT_MOST: return MEANING_MORE;
	case MEANING_MORE: return MEANING_AT_MOST;
	case MEANING_LESS: return MEANING_AT_LEAST;
	case MEANING_ALL: return MEANING_ANY;
	case MEANING_ANY: return MEANING_ALL;
	default: return kind;
	}
}

static bool holds(enum meaning_kind kind, int32_t left, int32_t right)
{
	switch (kind) {
	case MEANING_EQUAL: return left == right;
	case MEANING_UNEQUAL: return left != right;
	case MEANING_AT_LEAST: return left >= right;
	case MEANING_AT_MOST: return left <= right;
	case MEANING_MORE: return left > right;
	default: return left < right;
	}
}

/* The least that [meaning] can be, as far as its fact says. */
static int32_t least(const struct meaning *meaning)
{
	return meaning->kind == MEANING_FACT && facts[meaning->fact].type != FLAG ? facts[meaning->fact].low : LEAST;
}

/* A comparison with a number: more than 2 is at least 3, and what a fact cannot be less than is left out. */
static const struct meaning *compared_with(const struct tracing *at, enum meaning_kind kind, const struct meaning *left,
                                           int64_t number)
{
	int32_t low = least(left);

	if (kind == MEANING_MORE)
		kind = MEANING_AT_LEAST, number++;
	if (kind == MEANING_LESS)
		kind = MEANING_AT_MOST, number--;
	if (low != LEAST && number <= low) {
		if (kind == MEANING_AT_LEAST || (kind == MEANING_UNEQUAL && number < low))
			return number_node(at, 1);
		if (number < low)
			return number_node(at, 0);
		if (kind == MEANING_AT_MOST)
			kind = MEANING_EQUAL;
		else if (kind == MEANING_UNEQUAL)
			kind = MEANING_AT_LEAST, number++;
	}
	return binary(at, kind, left, number_node(at, number));
}

static const struct meaning *compared(const struct tracing *at, enum meaning_kind kind, const struct meaning *left,
                                      const struct meaning *right)
{
	if (left->kind == MEANING_NUMBER && right->kind == MEANING_NUMBER)
		return number_node(at, holds(kind, left->number, right->number));
	if (left->kind == MEANING_NUMBER)
		return compared_with(at, mirrored(kind), right, left->number);
	if (right->kind == MEANING_NUMBER)
		return compared_with(at, kind, left, right->number);
	return binary(at, kind, left, right);
}

/* Not both is not the one or not the other, and so on, so that only facts are denied. */
static const struct meaning *denied(const struct tracing *at, const struct meaning *of)
{
	const struct meaning *made = NULL;

	switch (of->kind) {
	case MEANING_NUMBER: return number_node(at, !of->number);
	case MEANING_NOT: return of->first;
	case MEANING_EQUAL:
	case MEANING_UNEQUAL:
	case MEANING_AT_LEAST:
	case MEANING_AT_MOST:
	case MEANING_MORE:
	case MEANING_LESS: return compared(at, meaning_opposite(of->kind), of->first, of->first->next);
	case MEANING_ALL:
	case MEANING_ANY:
		for (const struct meaning *one = of->first; one != NULL; one = one->next) {
			const struct meaning *other = denied(at, one);
			if (other == NULL)
				return NULL;
			made = made == NULL ? other : joined(at, meaning_opposite(of->kind), made, other);
		}
		return made;
	default: return unary(at, MEANING_NOT, of);
	}
}

static const struct meaning *negated(const struct tracing *at, const struct meaning *of)
{
	if (of->kind == MEANING_NUMBER)
		return number_node(at, -(int64_t)of->number);
	return of->kind == MEANING_NEGATIVE ? of->first : unary(at, MEANING_NEGATIVE, of);
}

static const struct meaning *added(const struct tracing *at, const struct meaning *left, const struct meaning *right)
{
	if (left->kind == MEANING_NUMBER && right->kind == MEANING_NUMBER)
		return number_node(at, (int64_t)left->number + right->number);
	if (is_number(left, 0) || is_number(right, 0))
		return is_number(left, 0) ? right : left;
	return left->kind == MEANING_NUMBER ? binary(at, MEANING_SUM, right, left)
	                                    : binary(at, MEANING_SUM, left, right);
}

static const struct meaning *multiplied(const struct tracing *at, const struct meaning *left,
                                        const struct meaning *right)
{
	if (left->kind == MEANING_NUMBER && right->kind == MEANING_NUMBER)
		return number_node(at, (int64_t)left->number * right->number);
	if (is_number(left, 1) || is_number(right, 1))
		return is_number(left, 1) ? right : left;
	return right->kind == MEANING_NUMBER ? binary(at, MEANING_PRODUCT, right, left)
	                                     : binary(at, MEANING_PRODUCT, left, right);
}

/* ---- programs ---- */

enum { TRACED_MAX = PROGRAM_STACK + 1 };

static const struct meaning *traced(const struct tracing *at, program from, program to);

static program program_end(program steps)
{
	while (steps->code != OP_END)
		steps++;
	return steps;
}

/* What a term comes to if it always or never holds; NULL if that is not settled, or memory ran out. */
static const struct meaning *settled_term(const struct tracing *at, int term)
{
	program when = at->rules->define[term].when;
	const struct meaning *made = traced(at, when, program_end(when));

	return made != NULL && made->kind == MEANING_NUMBER ? made : NULL;
}

static const struct meaning *fact_node(const struct tracing *at, const struct op *op)
{
	struct meaning *made;
	const struct meaning *settled =
		at->settles && op->fact == FACT_term ? settled_term(at, (int)op->argument) : NULL;

	if (settled != NULL)
		return number_node(at, settled->number);
	if (op->fact == FACT_always || op->fact == FACT_never)
		return number_node(at, op->fact == FACT_always);
	made = node(at, MEANING_FACT);
	if (made == NULL)
		return NULL;
	made->fact = (enum fact_id)op->fact;
	if (facts[op->fact].slot == SLOT_CARDS)
		made->faces = meaning_faces(at->rules, op->argument);
	else
		made->item = (int)op->argument;
	return made;
}

static const struct meaning *worked_out(const struct tracing *at, const struct op *op, const struct meaning *left,
                                        const struct meaning *right)
{
	if (left == NULL || right == NULL)
		return NULL;
	switch ((enum op_code)op->code) {
	case OP_EQUAL: return compared(at, MEANING_EQUAL, left, right);
	case OP_UNEQUAL: return compared(at, MEANING_UNEQUAL, left, right);
	case OP_LESS: return compared(at, MEANING_LESS, left, right);
	case OP_LESS_EQUAL: return compared(at, MEANING_AT_MOST, left, right);
	case OP_MORE: return compared(at, MEANING_MORE, left, right);
	case OP_MORE_EQUAL: return compared(at, MEANING_AT_LEAST, left, right);
	case OP_PLUS: return added(at, left, right);
	case OP_MINUS: return (right = negated(at, right)) != NULL ? added(at, left, right) : NULL;
	default: return multiplied(at, left, right);
	}
}

/* A ladder, whose key was traced already and whose first step is at [*op]: several WITHIN and JUMP to the value, a JUMP
 * onward, the value, SWAP_DROP and a JUMP to the end (see express.c). Sets [*op] behind it. */
static const struct meaning *ladder(const struct tracing *at, const struct meaning *key, program *op)
{
	struct meaning *made = node(at, MEANING_LADDER);
	program step = *op;

	if (made == NULL || !add_part(at, made, key))
		return NULL;
	while (step->code == OP_WITHIN) {
		program keys = step, next;
		const struct meaning *value;
		while (step->code == OP_WITHIN)
			step += 2;
		next = step + step->number + 1;
		value = traced(at, step + 1, next - 2);
		for (; keys < step && value != NULL; keys += 2) {
			struct meaning *one = node(at, MEANING_STEP);
			if (one == NULL || !add_part(at, one, value))
				return NULL;
			one->number = keys->number;
			if (!add_part(at, made, one))
				return NULL;
		}
		if (value == NULL)
			return NULL;
		step = next;
	}
	*op = step + 2; /* behind what answers where no step does */
	return made;
}

/* The tree of the steps of a program from [from] up to [to]. */
static const struct meaning *traced(const struct tracing *at, program from, program to)
{
	const struct meaning *stack[TRACED_MAX + 1] = { NULL }, **top = stack;

	for (program op = from; op < to; op++) {
		switch ((enum op_code)op->code) {
		case OP_NUMBER: *++top = number_node(at, op->number); break;
		case OP_FACT: *++top = fact_node(at, op); break;
		case OP_NOT: *top = denied(at, *top); break;
		case OP_NEGATIVE: *top = negated(at, *top); break;
		case OP_AND:
		case OP_OR: {
			const struct meaning *right = traced(at, op + 1, op + op->number + 1);
			if (right == NULL)
				return NULL;
			*top = joined(at, op->code == OP_AND ? MEANING_ALL : MEANING_ANY, *top, right);
			op += op->number;
			break;
		}
		case OP_WITHIN:
			*top = ladder(at, *top, &op);
			op--;
			break;
		case OP_END:
		case OP_JUMP:
		case OP_SWAP_DROP: return NULL; /* only within ladders */
		default:
			top--;
			*top = worked_out(at, op, top[0], top[1]);
			break;
		}
		if (*top == NULL)
			return NULL;
	}
	return *top;
}

/* ---- ladders in order ---- */

static int by_number(const void *one, const void *other)
{
	const struct meaning *const *left = one, *const *right = other;

	return ((*left)->number > (*right)->number) - ((*left)->number < (*right)->number);
}

static bool same_tree(const struct tracing *at, const struct meaning *one, const struct meaning *other)
{
	struct text left = { 0 }, right = { 0 };
	bool failed = false, same;

	meaning_tree_write(at->rules, one, MEANING_BY_NAME, &left);
	meaning_tree_write(at->rules, other, MEANING_BY_NAME, &right);
	same = texts_same(&left, &right, &failed);
	if (failed)
		arena_lose(at->arena);
	return same;
}

enum { STEPS_MAX = 64 };

/* Puts the steps of every ladder in order. A step reaches up to the next one, for what lies between them cannot be; the
 * first one takes what is below. Steps that lie where the key cannot be are left out; neighbours with the same value become
 * one. */
static void settle_ladders(const struct tracing *at, struct meaning *meaning)
{
	struct meaning *steps[STEPS_MAX];
	const struct meaning **end;
	int count = 0, first = 0;
	int32_t low = meaning->first != NULL ? least(meaning->first) : LEAST;

	for (const struct meaning *one = meaning->first; one != NULL; one = one->next) {
		settle_ladders(at, (struct meaning *)one);
		if (one->kind == MEANING_STEP && count < STEPS_MAX)
			steps[count++] = (struct meaning *)one;
	}
	if (meaning->kind != MEANING_LADDER || count == 0)
		return;
	qsort(steps, (size_t)count, sizeof *steps, by_number);
	while (first < count - 1 && steps[first + 1]->number <= low)
		first++;
	steps[first]->number = INT32_MIN;
	end = (const struct meaning **)&meaning->first->next;
	for (int i = first; i < count; i++) {
		if (i > first && same_tree(at, steps[i]->first, steps[i - 1]->first)) {
			steps[i] = steps[i - 1];
			continue;
		}
		*end = steps[i];
		end = (const struct meaning **)&steps[i]->next;
	}
	*end = NULL;
}

static const struct meaning *tree_of(const struct tracing *at, program steps)
{
	const struct meaning *made = traced(at, steps, program_end(steps));

	if (made != NULL)
		settle_ladders(at, (struct meaning *)made);
	return arena_failed(at->arena) ? NULL : made;
}

const struct meaning *meaning_of(const struct rules *rules, program steps, struct arena *arena)
{
	return tree_of(&(struct tracing){ .rules = rules, .arena = arena }, steps);
}

const struct meaning *meaning_settled(const struct rules *rules, program steps, struct arena *arena)
{
	return tree_of(&(struct tracing){ .rules = rules, .arena = arena, .settles = true }, steps);
}

/* ---- what a setting holds ---- */

cardset meaning_faces(const struct rules *rules, cardset kinds)
{
	cardset faces = 0;

	for (int i = 0; i < rules->kinds; i++)
		if (kinds & UINT64_C(1) << i)
			faces |= rules->kind[i].faces;
	return faces;
}

program meaning_program(const struct rules *rules, enum row_id row, int item)
{
	switch (rows[row].type) {
	case TYPE_AMOUNT:
	case TYPE_BOUNDS:
	case TYPE_CONDITION: return *(const program *)rules_value(rules, row, item);
	default: return NULL;
	}
}
