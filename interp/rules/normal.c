/* normal.c -- tables of cases, the normal form of expressions: see normal.h. They are multi-valued decision diagrams: nodes are shared, so
 * a table is at most as large as what has to be told apart. A subject is what is asked at a node: a sum of products of facts, without its
 * constant, divided by what divides all of it. One that would grow beyond its bounds fails, and its expression is compared as it is
 * written (canonical.c). */
#include "rules/normal.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "rules/analysis.h"
#include "rules/compare.h"
#include "rules/moments.h"
#include "rules/proofs.h"

enum {
	TABLES_MAX = 3000, /* nodes of all tables of one normal */
	ATOMS_MAX = 256,
	SUBJECTS_MAX = 256,
	TERMS_MAX = 40,     /* products that a sum has */
	FACTORS_MAX = 6,    /* facts that a product has */
	BRANCHES_MAX = 100, /* ranges of a fact at one node */
	LISTS = 32,         /* of nodes, by their hash */
	KEPT = 64           /* results that are remembered */
};

#define FAR (INT64_MAX / 8) /* beyond any value */

/* A fact whose value is a number. */
struct atom {
	const char *text;
	enum fact_id fact; /* FACT_COUNT if it is of several */
	cardset faces;     /* the cards that it is asked of */
	struct interval may_be;
};

/* A sum of products of atoms; one without factors is the constant, and stands last. */
struct sum {
	int count;
	struct product {
		int64_t times;
		int factors;
		uint16_t factor[FACTORS_MAX];
	} term[TERMS_MAX];
};

struct subject {
	const char *text;
	struct interval may_be;
};

struct table {
	const struct sum *result; /* of a leaf, else NULL */
	int subject;
	int count;
	uint64_t hash;
	struct table *next; /* in its list */
	int number;         /* while it is written */
	struct branch_of_table {
		int64_t high; /* up to which it leads to [to]; the last is FAR */
		const struct table *to;
	} branch[];
};

enum operation { CHOICE, SUM, PRODUCT };

struct normal {
	const struct rules *rules;
	struct arena *arena;
	bool by_name, failed;
	bool whole; /* no number is split into its values */
	bool summed; /* facts about a player are those about all players of the side */
	const struct moment *moment; /* when the facts are asked, NULL for any time */
	struct atom *atom;
	int atoms;
	struct subject *subject;
	int subjects;
	int tables;
	struct table *list[LISTS];
	struct kept {
		enum operation operation;
		const struct table *of[3], *result;
	} kept[KEPT];
	int written;
	struct faces_of_fact {
		enum fact_id fact;
		int subject[FACES]; /* for each card 1 more than the subject that it is there, or 0 */
		struct faces_of_fact *next;
	} *faces;
};

struct normal *normal_begin(const struct rules *rules, bool by_name)
{
	struct arena *arena = arena_new();
	struct normal *made = arena != NULL ? arena_take(arena, sizeof *made) : NULL;

	if (made == NULL) {
		arena_free(arena);
		return NULL;
	}
	made->rules = rules;
	made->arena = arena;
	made->by_name = by_name;
	return made;
}

void normal_ask_at(struct normal *normal, const struct moment *moment)
{
	normal->moment = moment;
}

void normal_keep_whole(struct normal *normal)
{
	normal->whole = true;
}

void normal_sum_players(struct normal *normal)
{
	normal->summed = true;
}

void normal_end(struct normal *normal)
{
	if (normal != NULL)
		arena_free(normal->arena);
}

void *normal_room(struct normal *normal, size_t size)
{
	return arena_take(normal->arena, size);
}

bool normal_lacks_memory(const struct normal *normal)
{
	return arena_failed(normal->arena);
}

bool normal_failed(const struct normal *normal)
{
	return normal->failed || arena_failed(normal->arena);
}

static const struct table *fail(struct normal *at)
{
	at->failed = true;
	return NULL;
}

/* ---- atoms ---- */

/* The atom called [text], which is freed, of one [fact] or, with NULL, of several; -1 if there is no room. */
static int atom_named(struct normal *at, struct text *text, const struct ir *fact, struct interval may_be)
{
	int found = 0;

	if (text->failed)
		arena_fail(at->arena);
	while (found < at->atoms && strcmp(at->atom[found].text, text_read(text)) != 0)
		found++;
	if (found == at->atoms) {
		struct atom *more = found < ATOMS_MAX ? arena_grow(at->arena, at->atom, (size_t)found, sizeof *more) : NULL;
		if (more != NULL) {
			at->atom = more;
			at->atom[at->atoms++] = (struct atom){ .text = text_keep(text, at->arena),
				                               .fact = fact != NULL ? fact->fact : FACT_COUNT,
				                               .faces = fact != NULL ? fact->faces : 0,
				                               .may_be = may_be };
		} else
			found = -1, fail(at);
	}
	text_free(text);
	return found;
}

/* ---- sums ---- */

/* The order of products: by their factors, the constant last. */
static int compare_products(const struct normal *at, const struct product *one, const struct product *other)
{
	int order = other->factors - one->factors;

	for (int i = 0; i < one->factors && order == 0; i++)
		if (one->factor[i] != other->factor[i])
			order = strcmp(at->atom[one->factor[i]].text, at->atom[other->factor[i]].text);
	return order;
}

static bool add_product(struct normal *at, struct sum *sum, const struct product *product)
{
	int place = 0, order = 1;

	while (place < sum->count && (order = compare_products(at, product, &sum->term[place])) > 0)
		place++;
	if (place < sum->count && order == 0) {
		if (__builtin_add_overflow(sum->term[place].times, product->times, &sum->term[place].times))
			return false;
		if (sum->term[place].times == 0) {
			sum->count--;
			memmove(&sum->term[place], &sum->term[place + 1], sizeof *product * (size_t)(sum->count - place));
		}
		return true;
	}
	if (sum->count == TERMS_MAX || product->times == 0)
		return product->times == 0;
	memmove(&sum->term[place + 1], &sum->term[place], sizeof *product * (size_t)(sum->count - place));
	sum->term[place] = *product;
	sum->count++;
	return true;
}

static void copy_sum(struct sum *to, const struct sum *from)
{
	to->count = from->count;
	memcpy(to->term, from->term, sizeof *to->term * (size_t)from->count);
}

static bool add_sums(struct normal *at, const struct sum *one, const struct sum *other, struct sum *made)
{
	copy_sum(made, one);
	for (int i = 0; i < other->count; i++)
		if (!add_product(at, made, &other->term[i]))
			return false;
	return true;
}

static bool multiply_products(const struct normal *at, const struct product *one, const struct product *other,
                              struct product *made)
{
	*made = *one;
	if (one->factors + other->factors > FACTORS_MAX || __builtin_mul_overflow(one->times, other->times, &made->times))
		return false;
	for (int i = 0; i < other->factors; i++) {
		int place = made->factors++;
		for (; place > 0 && strcmp(at->atom[made->factor[place - 1]].text, at->atom[other->factor[i]].text) > 0; place--)
			made->factor[place] = made->factor[place - 1];
		made->factor[place] = other->factor[i];
	}
	return true;
}

static bool multiply_sums(struct normal *at, const struct sum *one, const struct sum *other, struct sum *made)
{
	struct product product;

	made->count = 0;
	for (int i = 0; i < one->count; i++)
		for (int j = 0; j < other->count; j++)
			if (!multiply_products(at, &one->term[i], &other->term[j], &product) || !add_product(at, made, &product))
				return false;
	return true;
}

static void write_sum(const struct normal *at, const struct sum *sum, struct text *out)
{
	if (sum->count == 0)
		text_add(out, "0");
	for (int i = 0; i < sum->count; i++) {
		if (i > 0)
			text_add(out, "+");
		text_add_number(out, sum->term[i].times);
		for (int factor = 0; factor < sum->term[i].factors; factor++)
			text_add(out, at->atom[sum->term[i].factor[factor]].text);
	}
}

static bool same_sums(const struct sum *one, const struct sum *other)
{
	return one->count == other->count && memcmp(one->term, other->term, sizeof *one->term * (size_t)one->count) == 0;
}

static int64_t constant_of(const struct sum *sum)
{
	return sum->count > 0 && sum->term[sum->count - 1].factors == 0 ? sum->term[sum->count - 1].times : 0;
}

/* ---- tables ---- */

static uint64_t mixed(uint64_t hash, uint64_t with)
{
	hash = (hash ^ with) * UINT64_C(0x9e3779b97f4a7c15);
	return hash ^ hash >> 29;
}

static bool same_tables(const struct table *one, const struct table *other)
{
	if (one->result != NULL || other->result != NULL)
		return one->result != NULL && other->result != NULL && same_sums(one->result, other->result);
	return one->subject == other->subject && one->count == other->count &&
	       memcmp(one->branch, other->branch, sizeof *one->branch * (size_t)one->count) == 0;
}

/* The one table like [like], which need not live longer. */
static const struct table *only(struct normal *at, const struct table *like)
{
	size_t size = sizeof *like + sizeof *like->branch * (size_t)like->count;
	struct table **list = &at->list[like->hash % LISTS], *made;

	for (made = *list; made != NULL; made = made->next)
		if (made->hash == like->hash && same_tables(made, like))
			return made;
	if (at->tables++ == TABLES_MAX)
		return fail(at);
	made = arena_copy(at->arena, like, size);
	if (made == NULL)
		return NULL;
	if (like->result != NULL)
		made->result = arena_copy(at->arena, like->result,
		                          sizeof *like->result - sizeof *like->result->term * (size_t)(TERMS_MAX - like->result->count));
	made->next = *list;
	*list = made;
	return made->result != NULL || like->result == NULL ? made : NULL;
}

static const struct table *leaf(struct normal *at, struct sum *sum)
{
	struct table like = { .result = sum, .hash = (uint64_t)sum->count };

	for (int i = 0; i < sum->count; i++) {
		struct product *term = &sum->term[i];
		memset(&term->factor[term->factors], 0, sizeof *term->factor * (size_t)(FACTORS_MAX - term->factors));
		like.hash = mixed(like.hash, (uint64_t)term->times + (term->factors > 0 ? term->factor[0] + 1u : 0));
	}
	return only(at, &like);
}

const struct table *normal_number(struct normal *at, int64_t number)
{
	struct sum sum;

	sum.count = number != 0;
	sum.term[0] = (struct product){ .times = number };
	return leaf(at, &sum);
}

bool normal_is_number(const struct table *table, int64_t *number)
{
	if (table == NULL || table->result == NULL || table->result->count > 1 ||
	    (table->result->count == 1 && table->result->term[0].factors > 0))
		return false;
	*number = constant_of(table->result);
	return true;
}

static bool is_number(const struct table *table, int64_t number)
{
	int64_t own;

	return normal_is_number(table, &own) && own == number;
}

/* A node while its branches are found, in order. */
struct making {
	int count;
	struct branch_of_table branch[BRANCHES_MAX];
};

static void add_branch(struct normal *at, struct making *making, int64_t high, const struct table *to)
{
	if (making->count > 0 && making->branch[making->count - 1].to == to)
		making->branch[making->count - 1].high = high;
	else if (making->count == BRANCHES_MAX)
		fail(at);
	else
		making->branch[making->count++] = (struct branch_of_table){ high, to };
}

static const struct table *node(struct normal *at, int subject, const struct making *making)
{
	union {
		struct table table;
		char room[sizeof(struct table) + sizeof(struct branch_of_table) * BRANCHES_MAX];
	} like;

	if (normal_failed(at))
		return NULL;
	if (making->count == 1)
		return making->branch[0].to;
	like.table = (struct table){ .subject = subject, .count = making->count, .hash = (uint64_t)subject };
	memset(like.table.branch, 0, sizeof *making->branch * (size_t)making->count);
	for (int i = 0; i < making->count; i++) {
		like.table.branch[i].high = making->branch[i].high;
		like.table.branch[i].to = making->branch[i].to;
		like.table.hash = mixed(mixed(like.table.hash, (uint64_t)making->branch[i].high), making->branch[i].to->hash);
	}
	return only(at, &like.table);
}

/* ---- operations ---- */

static bool comes_before(const struct normal *at, int one, int other)
{
	return one != other && strcmp(at->subject[one].text, at->subject[other].text) < 0;
}

/* The result if it is there without looking at branches, or NULL. */
static const struct table *at_once(struct normal *at, enum operation operation, const struct table *const of[3])
{
	struct sum made;
	bool well;

	if (operation == CHOICE) {
		if (of[0]->result != NULL)
			return of[0]->result->count > 0 ? of[1] : of[2];
		if (of[1] == of[2])
			return of[1];
		return is_number(of[1], 1) && is_number(of[2], 0) ? of[0] : NULL;
	}
	if (of[0]->result == NULL || of[1]->result == NULL)
		return NULL;
	well = operation == SUM ? add_sums(at, of[0]->result, of[1]->result, &made)
	                        : multiply_sums(at, of[0]->result, of[1]->result, &made);
	return well ? leaf(at, &made) : fail(at);
}

static const struct table *operate(struct normal *at, enum operation operation, const struct table *a, const struct table *b,
                                   const struct table *c)
{
	const struct table *const of[3] = { a, b, c }, *result;
	int arguments = operation == CHOICE ? 3 : 2, subject = -1, place[3] = { 0 };
	struct making making;
	struct kept *kept;

	if (normal_failed(at) || a == NULL || b == NULL || (c == NULL && operation == CHOICE))
		return NULL;
	result = at_once(at, operation, of);
	if (result != NULL || normal_failed(at))
		return result;
	kept = &at->kept[mixed(mixed(mixed((uint64_t)operation, (uintptr_t)a), (uintptr_t)b), (uintptr_t)c) % KEPT];
	if (kept->result != NULL && kept->operation == operation && memcmp(kept->of, of, sizeof of) == 0)
		return kept->result;
	for (int i = 0; i < arguments; i++)
		if (of[i]->result == NULL && (subject < 0 || comes_before(at, of[i]->subject, subject)))
			subject = of[i]->subject;
	making.count = 0;
	for (int64_t high = -FAR; high < FAR && !normal_failed(at);) {
		const struct table *part[3] = { a, b, c };
		int64_t next = FAR;
		for (int i = 0; i < arguments; i++)
			if (of[i]->result == NULL && of[i]->subject == subject) {
				part[i] = of[i]->branch[place[i]].to;
				next = of[i]->branch[place[i]].high < next ? of[i]->branch[place[i]].high : next;
			}
		for (int i = 0; i < arguments; i++)
			if (of[i]->result == NULL && of[i]->subject == subject && of[i]->branch[place[i]].high == next)
				place[i]++;
		add_branch(at, &making, next, operate(at, operation, part[0], part[1], part[2]));
		high = next;
	}
	result = node(at, subject, &making);
	if (result != NULL)
		*kept = (struct kept){ operation, { a, b, c }, result };
	return result;
}

const struct table *normal_choice(struct normal *at, const struct table *condition, const struct table *yes,
                                  const struct table *no)
{
	return operate(at, CHOICE, condition, yes, no);
}

const struct table *normal_product(struct normal *at, const struct table *one, const struct table *other)
{
	return operate(at, PRODUCT, one, other, NULL);
}

const struct table *normal_sum(struct normal *at, const struct table *one, const struct table *other)
{
	return operate(at, SUM, one, other, NULL);
}

const struct table *normal_not(struct normal *at, const struct table *condition)
{
	return operate(at, CHOICE, condition, normal_number(at, 0), normal_number(at, 1));
}

/* ---- comparisons ---- */

static int64_t down(int64_t number, int64_t by)
{
	return number / by - (number % by != 0 && (number < 0) != (by < 0));
}

static int64_t up(int64_t number, int64_t by)
{
	return -down(-number, by);
}

static int64_t within(int64_t number)
{
	return number > FAR ? FAR : number < -FAR ? -FAR : number;
}

static int64_t times(int64_t a, int64_t b)
{
	int64_t made;

	if (__builtin_mul_overflow(a, b, &made))
		return (a < 0) == (b < 0) ? FAR : -FAR;
	return within(made);
}

/* True if facts.def says that [part] is never more than [whole]. */
static bool is_part(const struct atom *part, const struct atom *whole)
{
	for (int i = 0; i < PARTS_OF_WHOLES; i++)
		if (parts_of_wholes[i].part == part->fact && parts_of_wholes[i].whole == whole->fact)
			return facts[part->fact].slot != SLOT_CARDS || facts[whole->fact].slot != SLOT_CARDS ||
			       (part->faces & ~whole->faces) == 0;
	return false;
}

/* By how much [sum] is less at the most, or with [sign] -1 more at the least, than its facts could be one by one, because one of them is a
 * part of another that is taken away. Nothing is taken into account twice. */
static int64_t excess_of_parts(const struct normal *at, const struct sum *sum, int sign)
{
	int64_t excess = 0, left[TERMS_MAX];

	for (int i = 0; i < sum->count; i++)
		left[i] = sign * sum->term[i].times;
	for (int i = 0; i < sum->count; i++)
		for (int j = 0; j < sum->count; j++) {
			const struct product *part = &sum->term[i], *whole = &sum->term[j];
			if (part->factors != 1 || whole->factors != 1 || left[i] <= 0 || left[j] >= 0 ||
			    !is_part(&at->atom[part->factor[0]], &at->atom[whole->factor[0]]))
				continue;
			int64_t both = left[i] < -left[j] ? left[i] : -left[j];
			int64_t over = at->atom[part->factor[0]].may_be.high - at->atom[whole->factor[0]].may_be.low;
			if (over > 0)
				excess = within(excess + times(both, over));
			left[i] -= both;
			left[j] += both;
		}
	return excess;
}

/* What a sum can be. */
static struct interval may_be(const struct normal *at, const struct sum *sum)
{
	struct interval all = { 0, 0 };

	for (int i = 0; i < sum->count; i++) {
		struct interval one = { sum->term[i].times, sum->term[i].times };
		for (int factor = 0; factor < sum->term[i].factors; factor++) {
			struct interval by = at->atom[sum->term[i].factor[factor]].may_be;
			int64_t corner[4] = { times(one.low, by.low), times(one.low, by.high), times(one.high, by.low),
				              times(one.high, by.high) };
			one = (struct interval){ corner[0], corner[0] };
			for (int k = 1; k < 4; k++) {
				one.low = corner[k] < one.low ? corner[k] : one.low;
				one.high = corner[k] > one.high ? corner[k] : one.high;
			}
		}
		all = (struct interval){ within(all.low + one.low), within(all.high + one.high) };
	}
	return (struct interval){ all.low + excess_of_parts(at, sum, -1), all.high - excess_of_parts(at, sum, 1) };
}

/* A new subject called [text], which is freed; -1 if there is no room. */
static int subject_called(struct normal *at, struct text *text, struct interval may_be)
{
	struct subject *room = at->subjects < SUBJECTS_MAX
	                               ? arena_grow(at->arena, at->subject, (size_t)at->subjects, sizeof *room)
	                               : NULL;
	const char *kept = text_keep(text, at->arena);

	if (room == NULL) {
		fail(at);
		return -1;
	}
	at->subject = room;
	at->subject[at->subjects] = (struct subject){ kept, may_be };
	return at->subjects++;
}

/* The subject of [sum], which is [*by] times that and [*more]; -1 if there is no room. */
static int subject_of(struct normal *at, const struct sum *sum, int64_t *by, int64_t *more)
{
	struct text text = { 0 };
	struct sum own;
	int found = 0;

	copy_sum(&own, sum);
	*more = constant_of(sum);
	own.count -= *more != 0;
	*by = 0;
	for (int i = 0; i < own.count; i++)
		*by = common_divisor(*by, own.term[i].times);
	if (own.term[0].times < 0)
		*by = -*by;
	for (int i = 0; i < own.count; i++)
		own.term[i].times /= *by;
	write_sum(at, &own, &text);
	if (text.failed)
		arena_fail(at->arena);
	while (found < at->subjects && strcmp(at->subject[found].text, text_read(&text)) != 0)
		found++;
	if (found == at->subjects)
		return subject_called(at, &text, may_be(at, &own));
	text_free(&text);
	return found;
}

/* True where [subject] is [low] to [high]. */
static const struct table *is_within(struct normal *at, int subject, int64_t low, int64_t high)
{
	const struct subject *of = &at->subject[subject];
	const struct table *yes = normal_number(at, 1), *no = normal_number(at, 0);
	struct making making;

	making.count = 0;
	if (low > high || low > of->may_be.high || high < of->may_be.low)
		return no;
	if (low > of->may_be.low)
		add_branch(at, &making, low - 1, no);
	add_branch(at, &making, high < of->may_be.high ? high : FAR, yes);
	if (high < of->may_be.high)
		add_branch(at, &making, FAR, no);
	return node(at, subject, &making);
}

static bool is_constant(const struct sum *sum)
{
	return sum->count == 0 || sum->term[0].factors == 0;
}

/* True where the subject of a sum makes it compare so with 0. */
static const struct table *compare_subject(struct normal *at, enum ir_kind kind, const struct sum *sum)
{
	int64_t by, more;
	int subject = subject_of(at, sum, &by, &more);
	const struct table *equal;

	if (subject < 0)
		return NULL;
	if (kind == IR_MORE)
		kind = IR_AT_LEAST, more--;
	if (kind == IR_LESS)
		kind = IR_AT_MOST, more++;
	if (kind == IR_AT_LEAST || kind == IR_AT_MOST)
		return (kind == IR_AT_LEAST) == (by > 0) ? is_within(at, subject, up(-more, by), FAR)
		                                         : is_within(at, subject, -FAR, down(-more, by));
	equal = more % by != 0 ? normal_number(at, 0) : is_within(at, subject, -more / by, -more / by);
	return kind == IR_EQUAL ? equal : normal_not(at, equal);
}

/* How many values of the first fact of a sum decide whether it is at least 0: with more than these it is, whatever the others are. 0 if it is
 * not so, or if they are more than a few. */
static int64_t deciding_values(const struct normal *at, const struct sum *sum)
{
	int64_t least = constant_of(sum), values;

	for (int i = 0; i < sum->count && sum->term[i].factors > 0; i++) {
		const struct product *term = &sum->term[i];
		int64_t low = at->atom[term->factor[0]].may_be.low;
		if (term->factors > 1 || term->times < 0 || low == INT32_MIN)
			return 0;
		least = within(least + times(term->times, low));
	}
	values = least < 0 ? up(-least, sum->term[0].times) : 0;
	return values <= NORMAL_FEW ? values : 0;
}

static const struct table *at_least(struct normal *at, const struct sum *sum);

/* True where a sum of several facts is at least 0, as a table of each: `x + y >= 1` is `x >= 1 or y >= 1`. NULL if it stays a sum. */
static const struct table *taken_apart(struct normal *at, const struct sum *sum)
{
	int64_t values = at->whole ? 0 : deciding_values(at, sum), low = at->atom[sum->term[0].factor[0]].may_be.low;
	const struct table *made = values > 0 ? normal_number(at, 1) : NULL;

	for (int64_t value = low + values - 1; value >= low && made != NULL; value--) {
		struct sum beyond = { .count = 1, .term = { sum->term[0] } }, rest;
		struct product from = { .times = -(value + 1) }, added = { .times = times(sum->term[0].times, value) };
		beyond.term[0].times = 1;
		rest.count = sum->count - 1;
		memcpy(rest.term, &sum->term[1], sizeof *rest.term * (size_t)rest.count);
		if (!add_product(at, &beyond, &from) || !add_product(at, &rest, &added))
			return fail(at);
		made = operate(at, CHOICE, at_least(at, &beyond), made, at_least(at, &rest));
	}
	return made;
}

/* [sum] times [by], and one less. */
static bool one_less(struct normal *at, const struct sum *sum, int by, struct sum *made)
{
	static const struct product less = { .times = -1 };

	copy_sum(made, sum);
	for (int i = 0; i < made->count; i++)
		if (__builtin_mul_overflow(made->term[i].times, by, &made->term[i].times))
			return false;
	return add_product(at, made, &less);
}

/* True where a sum is at least 0: where one less than its opposite is not. */
static const struct table *at_least(struct normal *at, const struct sum *sum)
{
	const struct table *made;
	struct sum opposite;

	if (is_constant(sum))
		return normal_number(at, constant_of(sum) >= 0);
	if (sum->count - (constant_of(sum) != 0) == 1)
		return compare_subject(at, IR_AT_LEAST, sum);
	made = taken_apart(at, sum);
	if (made == NULL && !normal_failed(at) && one_less(at, sum, -1, &opposite)) {
		made = taken_apart(at, &opposite);
		made = made != NULL ? normal_not(at, made) : NULL;
	}
	return made != NULL || normal_failed(at) ? made : compare_subject(at, IR_AT_LEAST, sum);
}

/* True where a sum of several facts compares so with 0. */
static const struct table *compare_facts(struct normal *at, enum ir_kind kind, const struct sum *sum)
{
	const struct table *from_zero = at_least(at, sum), *above;
	struct sum less;

	if (kind == IR_AT_LEAST || kind == IR_LESS)
		return kind == IR_AT_LEAST ? from_zero : normal_not(at, from_zero);
	if (!one_less(at, sum, 1, &less))
		return fail(at);
	above = at_least(at, &less);
	if (kind == IR_MORE)
		return above;
	above = normal_not(at, above);
	if (kind == IR_AT_MOST)
		return above;
	above = operate(at, CHOICE, from_zero, above, normal_number(at, 0));
	return kind == IR_EQUAL ? above : normal_not(at, above);
}

/* True where a sum compares so with 0. */
static const struct table *compare_sum(struct normal *at, enum ir_kind kind, const struct sum *sum)
{
	int64_t value = constant_of(sum);

	if (is_constant(sum))
		return normal_number(at, ir_holds(kind, value, 0));
	return sum->count - (value != 0) > 1 ? compare_facts(at, kind, sum) : compare_subject(at, kind, sum);
}

/* True where the result of a table compares so with 0. */
const struct table *normal_compare(struct normal *at, enum ir_kind kind, const struct table *table)
{
	const struct table *made = NULL;
	int64_t low = -FAR;

	if (table == NULL || normal_failed(at))
		return NULL;
	if (table->result != NULL)
		return compare_sum(at, kind, table->result);
	for (int i = 0; i < table->count; i++) {
		const struct table *part = normal_compare(at, kind, table->branch[i].to);
		made = made == NULL ? part
		                    : operate(at, CHOICE, is_within(at, table->subject, low, FAR), part, made);
		low = table->branch[i].high + 1;
	}
	return made;
}

/* ---- facts ---- */

/* What a fact about cards asks of them. */
enum asking { ASKING_OTHER, ASKING_ONE, ASKING_ANY, ASKING_NO_OTHER };

static enum asking asking_of_cards(enum fact_id fact)
{
	switch (fact) {
	case FACT_rank_is:
	case FACT_pile_top: return ASKING_ONE;
	case FACT_pile_has:
	case FACT_pile_started:
	case FACT_turn_melded:
	case FACT_pile_taken: return ASKING_ANY;
	case FACT_hand_only: return ASKING_NO_OTHER;
	default: return ASKING_OTHER;
	}
}

static enum asking asking_of(const struct normal *at, const struct ir *fact)
{
	if (at->moment != NULL && fact->fact == FACT_last_discard) /* in a proof, which no hash is made of */
		return ASKING_ONE;
	return at->by_name && fact->roles != 0 ? ASKING_OTHER : asking_of_cards(fact->fact);
}

static const struct table *of_atom(struct normal *at, int atom)
{
	struct sum sum;

	sum.count = 1;
	sum.term[0] = (struct product){ .times = 1, .factors = 1, .factor = { (uint16_t)atom } };
	return atom >= 0 ? leaf(at, &sum) : NULL;
}

/* A number with few values: each is a case of its own, so that a ladder over them is what a product is. */
static const struct table *of_few(struct normal *at, int atom, struct interval may)
{
	struct sum sum = { .count = 1, .term = { { .times = 1, .factors = 1, .factor = { (uint16_t)atom } } } };
	struct making making;
	int64_t by, more;
	int subject = atom >= 0 ? subject_of(at, &sum, &by, &more) : -1;

	making.count = 0;
	for (int64_t value = may.low; value <= may.high && subject >= 0; value++)
		add_branch(at, &making, value < may.high ? value : FAR, normal_number(at, value));
	return subject >= 0 ? node(at, subject, &making) : NULL;
}

static const struct table *is_yes(struct normal *at, int atom)
{
	const struct table *value = of_atom(at, atom);

	return value != NULL ? compare_sum(at, IR_UNEQUAL, value->result) : NULL;
}

/* True if the last discard is the top card of the pile when it is asked: nobody has done anything since. */
static bool is_top_of_pile(const struct normal *at, const struct ir *fact)
{
	return at->moment != NULL && fact->fact == FACT_last_discard && (asked_when(at->moment) & ASKED_UNDRAWN);
}

/* One card that is among these: the place of the card is a number. */
static const struct table *one_among(struct normal *at, const struct ir *fact, cardset faces)
{
	struct text text = { 0 };
	struct sum sum = { .count = 1, .term = { { .times = 1, .factors = 1 } } };
	const struct table *yes = normal_number(at, 1), *no = normal_number(at, 0);
	struct making making = { 0 };
	int64_t by, more;
	int atom, subject;

	text_format(&text, "[%s]", facts[is_top_of_pile(at, fact) ? FACT_pile_top : fact->fact].phrase);
	atom = atom_named(at, &text, NULL, (struct interval){ 0, FACES });
	if (atom < 0)
		return NULL;
	sum.term[0].factor[0] = (uint16_t)atom;
	subject = subject_of(at, &sum, &by, &more);
	for (int face = 0; face < FACES && subject >= 0; face++)
		add_branch(at, &making, face, faces >> face & 1 ? yes : no);
	add_branch(at, &making, FAR, no);
	return subject >= 0 ? node(at, subject, &making) : NULL;
}

/* The subject whether card [face] is among those of a fact; -1 if there is no room. */
static int subject_of_face(struct normal *at, enum fact_id fact, int face)
{
	struct faces_of_fact *of = at->faces;

	while (of != NULL && of->fact != fact)
		of = of->next;
	if (of == NULL) {
		of = arena_take(at->arena, sizeof *of);
		if (of == NULL)
			return -1;
		*of = (struct faces_of_fact){ .fact = fact, .next = at->faces };
		at->faces = of;
	}
	if (of->subject[face] == 0) {
		struct text text = { 0 };
		text_format(&text, "[%s %02d]", facts[fact].phrase, face);
		of->subject[face] = 1 + subject_called(at, &text, (struct interval){ 0, 1 });
	}
	return of->subject[face] - 1;
}

/* Some card among these, each of which is there or not. */
static const struct table *any_among(struct normal *at, const struct ir *fact, cardset faces)
{
	const struct table *made = normal_number(at, 0), *yes = normal_number(at, 1);

	for (int face = FACES - 1; face >= 0 && !normal_failed(at); face--)
		if (faces >> face & 1) {
			struct making making;
			int subject = subject_of_face(at, fact->fact, face);
			making.count = 0;
			add_branch(at, &making, 0, made);
			add_branch(at, &making, FAR, yes);
			made = subject >= 0 ? node(at, subject, &making) : NULL;
		}
	return made;
}

/* A fact that is another one compared with a number; [*fact] becomes that. */
static bool is_comparison(struct ir *fact, enum ir_kind *kind)
{
	static const struct {
		enum fact_id fact, other;
		enum ir_kind kind;
	} same[] = {
		{ FACT_stock_empty, FACT_stock_size, IR_EQUAL },
		{ FACT_pile_empty, FACT_pile_size, IR_EQUAL },
		{ FACT_event, FACT_side_events, IR_MORE },
	};

	for (size_t i = 0; i < sizeof same / sizeof *same; i++)
		if (fact->fact == same[i].fact) {
			fact->fact = same[i].other;
			fact->type = NUMBER;
			*kind = same[i].kind;
			return true;
		}
	return false;
}

const struct table *normal_fact(struct normal *at, const struct ir *fact)
{
	cardset deck = faces_of_kinds(at->rules, at->rules->all);
	struct ir number = *fact;
	struct text text = { 0 };
	struct interval may = { 0, 1 };
	enum ir_kind kind;
	int atom;

	if (at->summed && fact_of_all(fact->fact) != fact->fact) {
		number.fact = fact_of_all(fact->fact);
		return normal_fact(at, &number);
	}
	if (fact->fact == FACT_term && !at->by_name)
		return normal_of(at, at->rules->define[fact->item].when->ir);
	if (fact->fact == FACT_shared_above && all_play_alone(at->rules)) {
		number.fact = FACT_scored_above; /* the share of a single player is the whole */
		return normal_fact(at, &number);
	}
	if (fact->fact != FACT_term)
		may = at->moment != NULL ? interval_at_moment(at->moment, fact) : fact_interval(at->rules, fact);
	if (may.low == may.high)
		return normal_number(at, may.low);
	switch (asking_of(at, fact)) {
	case ASKING_ONE: return one_among(at, fact, fact->faces & deck);
	case ASKING_ANY: return any_among(at, fact, fact->faces & deck);
	case ASKING_NO_OTHER: return normal_not(at, any_among(at, fact, deck & ~fact->faces));
	case ASKING_OTHER: break;
	}
	if (is_comparison(&number, &kind)) {
		const struct table *value = normal_fact(at, &number);
		return value != NULL ? normal_compare(at, kind, value) : NULL;
	}
	canonical_fact_write(at->rules, fact, at->by_name, &text);
	atom = atom_named(at, &text, fact, may);
	if (fact->type == FLAG)
		return is_yes(at, atom);
	return may.high - may.low < NORMAL_FEW && !at->whole && !most_is_estimated(fact->fact) ? of_few(at, atom, may)
	                                                                                       : of_atom(at, atom);
}

bool facts_are_independent(const struct ir *one, const struct ir *other)
{
	struct ir a = *one, b = *other;
	enum ir_kind kind;

	is_comparison(&a, &kind);
	is_comparison(&b, &kind);
	if (a.fact != b.fact)
		return true;
	switch (asking_of_cards(a.fact)) {
	case ASKING_ANY: return (a.faces & b.faces) == 0;
	case ASKING_OTHER: return a.item != b.item || a.cards != b.cards;
	default: return false;
	}
}

/* ---- expressions ---- */

/* [table] where [atom] is [value]; NULL if that is not found. */
static const struct table *where(struct normal *at, const struct table *table, int atom, int64_t value)
{
	struct making making;

	if (table == NULL || normal_failed(at))
		return NULL;
	if (table->result != NULL) {
		const struct table *made = normal_number(at, 0);
		for (int i = 0; i < table->result->count; i++) {
			struct sum sum = { .count = 1, .term = { table->result->term[i] } };
			struct product *term = &sum.term[0];
			int factors = 0;
			for (int f = 0; f < term->factors; f++)
				if (term->factor[f] != atom)
					term->factor[factors++] = term->factor[f];
				else if (__builtin_mul_overflow(term->times, value, &term->times))
					return NULL;
			term->factors = factors;
			sum.count = term->times != 0;
			made = operate(at, SUM, made, leaf(at, &sum), NULL);
		}
		return made;
	}
	if (strstr(at->subject[table->subject].text, at->atom[atom].text) != NULL)
		return NULL;
	making.count = 0;
	for (int i = 0; i < table->count; i++) {
		const struct table *part = where(at, table->branch[i].to, atom, value);
		if (part == NULL)
			return NULL;
		add_branch(at, &making, table->branch[i].high, part);
	}
	return node(at, table->subject, &making);
}

/* The fact that a ladder goes by, -1 if it is something that is worked out. */
static int atom_of_key(const struct table *key)
{
	const struct sum *sum = key != NULL ? key->result : NULL;

	return sum != NULL && sum->count == 1 && sum->term[0].factors == 1 && sum->term[0].times == 1 ? sum->term[0].factor[0] : -1;
}

/* True where the key is [low] or more. */
static const struct table *from(struct normal *at, const struct table *key, int64_t low)
{
	return normal_compare(at, IR_AT_LEAST, operate(at, SUM, key, normal_number(at, -low), NULL));
}

/* A step for one number that says what the next one or the last one would say there is no step of its own. */
static const struct table *of_ladder(struct normal *at, const struct ir *ladder)
{
	const struct table *key = normal_of(at, ladder->first), *made = NULL, *below = NULL, *last = NULL;
	int atom = atom_of_key(key);
	int64_t low = atom >= 0 ? at->atom[atom].may_be.low : 0, last_low = 0;
	bool one_number = false; /* the last step is for */

	for (const struct ir *step = ladder->first->next; step != NULL && !normal_failed(at); step = step->next) {
		const struct table *value = normal_of(at, step->first), *there;
		bool for_one;
		low = made == NULL ? low : step->number;
		for_one = atom >= 0 && (step->next != NULL ? step->next->number == low + 1 : at->atom[atom].may_be.high == low);
		there = for_one ? where(at, value, atom, low) : NULL;
		value = there != NULL ? there : value;
		if (one_number && where(at, value, atom, last_low) == last) {
			made = below != NULL ? normal_choice(at, from(at, key, last_low), value, below) : value;
		} else if (made == NULL)
			made = value;
		else if (there == NULL || where(at, last, atom, low) != there) {
			below = made;
			made = normal_choice(at, from(at, key, low), value, made);
		} else
			continue;
		last = value;
		last_low = low;
		one_number = for_one;
	}
	return made;
}

static const struct table *of_parts(struct normal *at, const struct ir *ir)
{
	const struct table *made = normal_of(at, ir->first);

	for (const struct ir *part = ir->first->next; part != NULL && !normal_failed(at); part = part->next) {
		const struct table *next = normal_of(at, part);
		switch (ir->kind) {
		case IR_ALL: made = operate(at, CHOICE, made, next, normal_number(at, 0)); break;
		case IR_ANY: made = operate(at, CHOICE, made, normal_number(at, 1), next); break;
		case IR_SUM: made = operate(at, SUM, made, next, NULL); break;
		default: made = operate(at, PRODUCT, made, next, NULL); break;
		}
	}
	return made;
}

const struct table *normal_of(struct normal *at, const struct ir *ir)
{
	if (normal_failed(at))
		return NULL;
	switch (ir->kind) {
	case IR_NUMBER: return normal_number(at, ir->number);
	case IR_FACT: return normal_fact(at, ir);
	case IR_NOT: return normal_not(at, normal_of(at, ir->first));
	case IR_NEGATIVE: return normal_product(at, normal_number(at, -1), normal_of(at, ir->first));
	case IR_ALL:
	case IR_ANY:
	case IR_SUM:
	case IR_PRODUCT: return of_parts(at, ir);
	case IR_LADDER: return of_ladder(at, ir);
	case IR_STEP: return NULL; /* only in ladders */
	default:
		return normal_compare(at, ir->kind,
		                      operate(at, SUM, normal_of(at, ir->first),
		                              normal_product(at, normal_number(at, -1), normal_of(at, ir->first->next)),
		                              NULL));
	}
}

static struct ir *compare_fact(struct ir_maker *maker, enum ir_kind kind, const struct ir *fact, int64_t number)
{
	struct ir *copy = ir_node(maker, IR_FACT, fact->type);

	if (copy != NULL) {
		*copy = *fact;
		copy->next = copy->also = NULL;
	}
	return ir_compare(maker, kind, copy, ir_number(maker, number, NUMBER));
}

struct ir *normal_ranges(struct ir_maker *maker, const struct table *table, const struct ir *fact)
{
	struct ir *made = ir_number(maker, 0, FLAG);
	int64_t low = -FAR, first = 0;

	if (table->result != NULL)
		return NULL;
	if (table->count == 3 && table->branch[0].high + 1 == table->branch[1].high &&
	    table->branch[0].to == table->branch[2].to && normal_is_number(table->branch[0].to, &first) && first != 0 &&
	    is_number(table->branch[1].to, 0))
		return compare_fact(maker, IR_UNEQUAL, fact, table->branch[1].high);
	for (int i = 0; i < table->count; i++) {
		int64_t high = table->branch[i].high, yes;
		struct ir *range;
		if (!normal_is_number(table->branch[i].to, &yes))
			return NULL;
		if (low == high)
			range = compare_fact(maker, IR_EQUAL, fact, low);
		else {
			range = low == -FAR ? ir_number(maker, 1, FLAG) : compare_fact(maker, IR_AT_LEAST, fact, low);
			if (high != FAR)
				range = ir_join(maker, IR_ALL, range, compare_fact(maker, IR_AT_MOST, fact, high));
		}
		made = yes != 0 ? ir_join(maker, IR_ANY, made, range) : made;
		low = high + 1;
	}
	return made;
}

/* ---- text ---- */

static void write_table(struct normal *at, const struct table *table, struct text *out)
{
	struct table *own = (struct table *)table;

	if (table->result != NULL) {
		write_sum(at, table->result, out);
		return;
	}
	if (own->number > 0) {
		text_add(out, "#");
		text_add_number(out, own->number);
		return;
	}
	own->number = ++at->written;
	text_add(out, "{");
	text_add(out, at->subject[table->subject].text);
	for (int i = 0; i < table->count; i++) {
		text_add(out, " ..");
		if (i + 1 < table->count)
			text_add_number(out, table->branch[i].high);
		text_add(out, ":");
		write_table(at, table->branch[i].to, out);
	}
	text_add(out, "}");
}

/* Tables are numbered from 1 in each text. */
static void forget_numbers(struct normal *at)
{
	for (int i = 0; i < LISTS; i++)
		for (struct table *table = at->list[i]; table != NULL; table = table->next)
			table->number = 0;
	at->written = 0;
}

void normal_write(struct normal *at, const struct table *table, struct text *out)
{
	forget_numbers(at);
	write_table(at, table, out);
}

enum fact_id compared_fact(const struct ir *asked)
{
	struct ir compared = *asked;
	enum ir_kind kind;

	return is_comparison(&compared, &kind) ? compared.fact : asked->fact;
}
