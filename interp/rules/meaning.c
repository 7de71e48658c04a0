/* meaning.c -- programs are turned back into trees step by step, as if they ran on trees instead of numbers. What can
 * be said in several ways is brought into one on the way; the order of parts is settled only where texts are compared. */
#include "rules/meaning.h"

#include <sha256.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "rules/faces.h"

/* ---- trees ---- */

struct tracing {
	const struct rules *rules;
	struct arena *arena;
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

static const struct meaning *fact_node(const struct tracing *at, const struct op *op)
{
	struct meaning *made;

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

static const struct meaning *traced(const struct tracing *at, program from, program to);

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

static void compare_write(const struct rules *rules, const struct meaning *meaning, enum meaning_detail detail,
                          struct text *out);

static bool same_tree(const struct tracing *at, const struct meaning *one, const struct meaning *other)
{
	struct text left = { 0 }, right = { 0 };
	bool same;

	compare_write(at->rules, one, MEANING_BY_NAME, &left);
	compare_write(at->rules, other, MEANING_BY_NAME, &right);
	same = strcmp(text_read(&left), text_read(&right)) == 0;
	if (left.failed || right.failed)
		arena_lose(at->arena);
	text_free(&left);
	text_free(&right);
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

const struct meaning *meaning_of(const struct rules *rules, program steps, struct arena *arena)
{
	const struct tracing at = { rules, arena };
	const struct meaning *made;
	program end = steps;

	while (end->code != OP_END)
		end++;
	made = traced(&at, steps, end);
	if (made != NULL)
		settle_ladders(&at, (struct meaning *)made);
	return arena_failed(arena) ? NULL : made;
}

/* ---- texts to compare ---- */

cardset meaning_faces(const struct rules *rules, cardset kinds)
{
	cardset faces = 0;

	for (int i = 0; i < rules->kinds; i++)
		if (kinds & UINT64_C(1) << i)
			faces |= rules->kind[i].faces;
	return faces;
}

/* Takes the cards that [word] stands for out of [*faces], if all of them are there. */
static void write_role(const char *word, cardset role, cardset *faces, struct text *out)
{
	if (role == 0 || (role & ~*faces) != 0)
		return;
	text_add(out, word);
	text_add(out, ",");
	*faces &= ~role;
}

/* "wild,4,5,red 3,": by name the cards with a role, then those of each rank. */
static void write_faces(const struct rules *rules, cardset faces, enum meaning_detail detail, struct text *out)
{
	char name[24];

	if (faces == 0 || faces == FACES_ALL) {
		text_add(out, faces == 0 ? "none" : "any");
		return;
	}
	if (detail == MEANING_BY_NAME) {
		write_role("wild", meaning_faces(rules, rules->cards.wild), &faces, out);
		write_role("bonus", meaning_faces(rules, rules->bonus.cards), &faces, out);
	}
	for (int rank = 0; rank < RANKS; rank++)
		if (faces & UINT64_C(0xf) << (rank * 4)) {
			faces_name(faces & UINT64_C(0xf) << (rank * 4), name, sizeof name);
			text_add(out, name);
			text_add(out, ",");
		}
}

/* What gives a role cannot be told by the role. */
static bool gives_role(enum row_id row)
{
	return row == ROW_cards_wild || row == ROW_bonus_cards;
}

static const char *item_of_fact(const struct rules *rules, const struct meaning *meaning)
{
	switch (facts[meaning->fact].slot) {
	case SLOT_CANASTA: return rules->canasta[meaning->item].name;
	case SLOT_CLASS: return rules->class[meaning->item].name;
	case SLOT_EVENT: return rules->event[meaning->item].name;
	default: return rules->define[meaning->item].name;
	}
}

static void write_program(const struct rules *rules, program steps, enum meaning_detail detail, struct text *out);

/* What an item of a list that conditions speak of stands for, so that its name does not matter. */
static void write_item_of_fact(const struct rules *rules, const struct meaning *meaning, struct text *out)
{
	enum fact_slot slot = facts[meaning->fact].slot;
	const struct in_canasta *canasta = slot == SLOT_CANASTA ? &rules->canasta[meaning->item] : NULL;

	switch (slot) {
	case SLOT_TERM: write_program(rules, rules->define[meaning->item].when, MEANING_SPELLED_OUT, out); break;
	case SLOT_CLASS: write_program(rules, rules->class[meaning->item].when, MEANING_SPELLED_OUT, out); break;
	case SLOT_CANASTA:
		write_faces(rules, meaning_faces(rules, canasta->ranks), MEANING_SPELLED_OUT, out);
		write_program(rules, canasta->size, MEANING_SPELLED_OUT, out);
		write_program(rules, canasta->when, MEANING_SPELLED_OUT, out);
		break;
	default: text_add(out, item_of_fact(rules, meaning)); break;
	}
}

static void write_fact(const struct rules *rules, const struct meaning *meaning, enum meaning_detail detail,
                       struct text *out)
{
	const struct fact *fact = &facts[meaning->fact];

	if (meaning->fact == FACT_term && detail == MEANING_SPELLED_OUT) {
		write_item_of_fact(rules, meaning, out);
		return;
	}
	text_add(out, "[");
	text_add(out, fact->phrase);
	if (fact->slot == SLOT_CARDS) {
		text_add(out, " ");
		write_faces(rules, meaning->faces, detail, out);
	} else if (fact->slot != SLOT_NONE) {
		text_add(out, " ");
		if (detail == MEANING_SPELLED_OUT)
			write_item_of_fact(rules, meaning, out);
		else
			text_add(out, item_of_fact(rules, meaning));
	}
	text_add(out, "]");
}

/* Parts whose order means nothing. */
static bool in_any_order(enum meaning_kind kind)
{
	return kind == MEANING_ALL || kind == MEANING_ANY || kind == MEANING_EQUAL || kind == MEANING_UNEQUAL ||
	       kind == MEANING_SUM || kind == MEANING_PRODUCT;
}

static int by_text(const void *one, const void *other)
{
	return strcmp(text_read(one), text_read(other));
}

enum { PARTS_MAX = PROGRAM_STEPS };

static void write_parts(const struct rules *rules, const struct meaning *meaning, enum meaning_detail detail,
                        struct text *out)
{
	struct text *parts;
	size_t count = 0, at = 0;
	const char *last = NULL;

	for (const struct meaning *one = meaning->first; one != NULL; one = one->next)
		count++;
	parts = memory_resize(NULL, count * sizeof *parts);
	if (parts == NULL) {
		out->failed = 1;
		return;
	}
	memset(parts, 0, count * sizeof *parts);
	for (const struct meaning *one = meaning->first; one != NULL; one = one->next)
		compare_write(rules, one, detail, &parts[at++]);
	if (in_any_order(meaning->kind))
		qsort(parts, count, sizeof *parts, by_text);
	for (size_t i = 0; i < count; i++) { /* what is asked twice is asked */
		bool again = (meaning->kind == MEANING_ALL || meaning->kind == MEANING_ANY) && last != NULL &&
		             strcmp(last, text_read(&parts[i])) == 0;
		last = text_read(&parts[i]);
		if (!again)
			text_add(out, " "), text_add(out, last);
	}
	for (size_t i = 0; i < count; i++)
		text_end(&parts[i], out);
	memory_free(parts);
}

static void compare_write(const struct rules *rules, const struct meaning *meaning, enum meaning_detail detail,
                          struct text *out)
{
	static const char *const signs[] = {
		[MEANING_NOT] = "not",    [MEANING_ALL] = "all",     [MEANING_ANY] = "any",    [MEANING_EQUAL] = "=",
		[MEANING_UNEQUAL] = "!=", [MEANING_AT_LEAST] = ">=", [MEANING_AT_MOST] = "<=", [MEANING_MORE] = ">",
		[MEANING_LESS] = "<",     [MEANING_SUM] = "+",       [MEANING_PRODUCT] = "*",  [MEANING_NEGATIVE] = "-",
		[MEANING_LADDER] = "by",  [MEANING_STEP] = "from"
	};

	if (meaning->kind == MEANING_NUMBER)
		text_format(out, "%d", (int)meaning->number);
	else if (meaning->kind == MEANING_FACT)
		write_fact(rules, meaning, detail, out);
	else {
		text_add(out, "(");
		text_add(out, signs[meaning->kind]);
		if (meaning->kind == MEANING_STEP && meaning->number != INT32_MIN)
			text_format(out, " %d", (int)meaning->number);
		write_parts(rules, meaning, detail, out);
		text_add(out, ")");
	}
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

static void write_program(const struct rules *rules, program steps, enum meaning_detail detail, struct text *out)
{
	struct arena *arena = arena_new();
	const struct meaning *meaning = arena != NULL ? meaning_of(rules, steps, arena) : NULL;

	if (meaning == NULL)
		out->failed = 1;
	else
		compare_write(rules, meaning, detail, out);
	arena_free(arena);
}

/* "joker:50 2:20": equal points of the cards of a rank together. */
static void write_points(const struct points *points, struct text *out)
{
	char name[24];

	for (int rank = 0; rank < RANKS; rank++) {
		cardset left = FACES_ALL & UINT64_C(0xf) << (rank * 4);
		while (left != 0) {
			int16_t number = points->of_face[__builtin_ctzll(left)];
			cardset alike = 0;
			for (int face = rank * 4; face < rank * 4 + 4 && face < FACES; face++)
				if ((left & UINT64_C(1) << face) && points->of_face[face] == number)
					alike |= UINT64_C(1) << face;
			faces_name(alike, name, sizeof name);
			text_format(out, "%s%s:%d", out->length > 0 ? " " : "", name, (int)number);
			left &= ~alike;
		}
	}
}

static void write_pattern(const struct rules *rules, const struct pattern *pattern, enum meaning_detail detail,
                          struct text *out)
{
	struct text groups_of[PATTERN_GROUPS_MAX] = { { 0 } };

	for (int i = 0; i < pattern->parts; i++) {
		text_format(&groups_of[i], "%dx%d:", pattern->group[i].count, pattern->group[i].size);
		write_faces(rules, meaning_faces(rules, pattern->group[i].cards), detail, &groups_of[i]);
	}
	qsort(groups_of, pattern->parts, sizeof *groups_of, by_text);
	for (int i = 0; i < pattern->parts; i++) {
		text_format(out, "%s%s", i > 0 ? " " : "", text_read(&groups_of[i]));
		text_end(&groups_of[i], out);
	}
}

static void write_word(enum row_id row, int index, struct text *out)
{
	size_t length;
	const char *word = rules_word(row, index, &length);

	text_add_bytes(out, word, length);
}

void meaning_write(const struct rules *rules, enum row_id row, int item, enum meaning_detail detail, struct text *out)
{
	const void *place = rules_value(rules, row, item);
	const struct composition *composition = place;
	const char *text;

	switch (rows[row].type) {
	case TYPE_NUMBER: text_format(out, "%d", (int)*(const int32_t *)place); break;
	case TYPE_WORD: write_word(row, *(const int32_t *)place, out); break;
	case TYPE_CARDS:
		write_faces(rules, meaning_faces(rules, *(const cardset *)place),
		            gives_role(row) ? MEANING_SPELLED_OUT : detail, out);
		break;
	case TYPE_POINTS: write_points(place, out); break;
	case TYPE_AMOUNT:
	case TYPE_BOUNDS:
	case TYPE_CONDITION: write_program(rules, *(const program *)place, detail, out); break;
	case TYPE_COMPOSITION:
		text_format(out, "%d naturals %d wilds %d alike", composition->naturals, composition->wilds,
		            composition->alike);
		break;
	case TYPE_PATTERN: write_pattern(rules, place, detail, out); break;
	case TYPE_TEXT:
		text = *(const char *const *)place;
		text_add(out, text != NULL ? text : "");
		break;
	}
}

/* ---- the same or not ---- */

static bool same_in_detail(const struct rules *one, int item, const struct rules *other, int other_item,
                           enum row_id row, enum meaning_detail detail, bool *failed)
{
	struct text left = { 0 }, right = { 0 };
	bool same;

	meaning_write(one, row, item, detail, &left);
	meaning_write(other, row, other_item, detail, &right);
	same = strcmp(text_read(&left), text_read(&right)) == 0;
	*failed = *failed || left.failed || right.failed;
	text_free(&left);
	text_free(&right);
	return same;
}

/* Most settings are numbers, in one way or another; [*number] is then it. */
static bool is_plain_number(const struct rules *rules, enum row_id row, int item, int32_t *number)
{
	program steps = meaning_program(rules, row, item);

	if (steps != NULL)
		return program_is_constant(steps, number);
	if (rows[row].type != TYPE_NUMBER && rows[row].type != TYPE_WORD)
		return false;
	*number = *(const int32_t *)rules_value(rules, row, item);
	return true;
}

bool meaning_same(const struct rules *one, int item, const struct rules *other, int other_item, enum row_id row,
                  bool *failed)
{
	int32_t left, right;

	if (is_plain_number(one, row, item, &left) && is_plain_number(other, row, other_item, &right))
		return left == right;
	return same_in_detail(one, item, other, other_item, row, MEANING_BY_NAME, failed) ||
	       same_in_detail(one, item, other, other_item, row, MEANING_SPELLED_OUT, failed);
}

/* Whether a program always gives [number]. Most are a plain one; others have to be worked out. */
static bool always_gives(const struct rules *rules, program steps, int32_t number, bool *failed)
{
	struct text always = { 0 }, given = { 0 };
	bool same;

	if (program_is_constant(steps, &(int32_t){ 0 }))
		return steps->number == number;
	text_format(&always, "%d", (int)number);
	write_program(rules, steps, MEANING_SPELLED_OUT, &given);
	same = strcmp(text_read(&given), text_read(&always)) == 0;
	*failed = *failed || always.failed || given.failed;
	text_free(&always);
	text_free(&given);
	return same;
}

bool meaning_is_default(const struct rules *rules, enum row_id row, int item, bool *failed)
{
	const void *place = rules_value(rules, row, item);
	int32_t fallback = rows[row].fallback;
	const struct composition *composition = place;

	switch (rows[row].type) {
	case TYPE_NUMBER:
	case TYPE_WORD: return *(const int32_t *)place == fallback;
	case TYPE_CARDS:
		return meaning_faces(rules, *(const cardset *)place) == (fallback == ALL_CARDS ? FACES_ALL : 0);
	case TYPE_AMOUNT:
	case TYPE_BOUNDS:
	case TYPE_CONDITION: return always_gives(rules, *(const program *)place, fallback, failed);
	case TYPE_COMPOSITION: return composition->naturals + composition->wilds + composition->alike == 0;
	case TYPE_PATTERN: return ((const struct pattern *)place)->parts == 0;
	case TYPE_TEXT: return *(const char *const *)place == NULL;
	case TYPE_POINTS: return false;
	}
	return false;
}

/* ---- the hash ---- */

bool meaning_is_helper(int group)
{
	return group == GROUP_define || group == GROUP_class;
}

static void write_item(const struct rules *rules, int group, int item, struct text *out)
{
	bool failed = false;

	if (groups[group].is_list)
		text_format(out, "%s %s\n", groups[group].name, rules_item_name(rules, group, item));
	for (int row = 0; row < ROW_COUNT; row++)
		if (rows[row].in == group && rows[row].type != TYPE_TEXT &&
		    !meaning_is_default(rules, (enum row_id)row, item, &failed)) {
			text_format(out, "%s.%s ", groups[group].name, rows[row].name);
			meaning_write(rules, (enum row_id)row, item, MEANING_SPELLED_OUT, out);
			text_add(out, "\n");
		}
	if (failed)
		out->failed = 1;
}

static void write_group(const struct rules *rules, int group, struct text *out)
{
	struct text items[LIST_ITEMS_MAX] = { { 0 } };
	int count = groups[group].is_list ? rules_item_count(rules, group) : 1;

	for (int item = 0; item < count; item++)
		write_item(rules, group, item, &items[item]);
	qsort(items, (size_t)count, sizeof *items, by_text);
	for (int item = 0; item < count; item++) {
		text_add(out, text_read(&items[item]));
		text_end(&items[item], out);
	}
}

bool rules_hash(const struct rules *rules, char hash[RULES_HASH_ROOM])
{
	struct text all = { 0 };
	SHA2_CTX context;
	bool failed;

	for (int group = 0; group < GROUP_COUNT; group++)
		if (!meaning_is_helper(group))
			write_group(rules, group, &all);
	SHA256Init(&context);
	SHA256Update(&context, (const uint8_t *)text_read(&all), all.length);
	SHA256End(&context, hash);
	failed = all.failed;
	text_free(&all);
	return !failed;
}
