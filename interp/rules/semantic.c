/* semantic.c -- semantic analysis: conditions, amounts and bounds of a file become typed expressions. What a question
 * is about (a meld, an act, the end of a deal) decides which facts have an answer. Exactly one step of a ladder, `by
 * side score { below 0: 15; 0 or more: 50 }`, must hold for every number that there can be. */
#include "rules/build.h"

#include <stdio.h>
#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/analysis.h"

static void begin(struct typing *at, struct building *building, unsigned about, struct span span)
{
	*at = (struct typing){
		.building = building,
		.maker = { .arena = building->arena, .rules = building->rules },
		.span = span,
		.about = about,
		.number_row = -1,
		.row = -1,
	};
}

/* What the values of a row are asked about. */
static unsigned about_of(const struct building *building, enum row_id row)
{
	return building->per_player && rows[row].facts == FACTS_END ? FACTS_PLAYER : rows[row].facts;
}

static int64_t added(int64_t a, int64_t b)
{
	int64_t sum;

	return __builtin_add_overflow(a, b, &sum) ? INT64_MAX : sum;
}

static int64_t multiplied(int64_t a, int64_t b)
{
	int64_t product;

	return __builtin_mul_overflow(a, b, &product) ? INT64_MAX : product;
}

/* What no part of [ir] exceeds in size; INT64_MAX if that has no room in 64 bits. A fact that counts cards, melds, players or deals
 * stays far below a million, and no score is more than 500 million (game/score.c). */
static int64_t most_of_parts(const struct ir *ir)
{
	enum { COUNT_MOST = 1 << 20, SCORE_MOST = 1 << 29 };
	int64_t all = ir->kind == IR_PRODUCT, most = 0;

	if (ir->kind == IR_NUMBER)
		return ir->number < 0 ? -(int64_t)ir->number : ir->number;
	if (ir->kind == IR_FACT)
		return ir->type == SCORE ? SCORE_MOST : COUNT_MOST;
	for (const struct ir *part = ir->first; part != NULL; part = part->next) {
		int64_t one = most_of_parts(part);
		all = ir->kind == IR_SUM ? added(all, one) : ir->kind == IR_PRODUCT ? multiplied(all, one) : 0;
		most = one > most ? one : most;
	}
	return all > most ? all : most;
}

/* The finished formula, or NULL with a finding. */
static formula finish(struct typing *at, struct ir *ir)
{
	formula made;

	if (ir != NULL && !at->too_long && (at->maker.too_large || most_of_parts(ir) == INT64_MAX)) {
		diag_add(at->building->diags, DIAG_RESULT_TOO_LARGE, at->span);
		return NULL;
	}
	made = at->too_long ? NULL : formula_make(&at->maker, at->building->rules, ir);

	if (!at->too_long && (made == NULL || made->weight <= FORMULA_WEIGHT))
		return made;
	diag_add(at->building->diags, DIAG_TOO_LONG_TO_WORK_OUT, at->span);
	return NULL;
}

formula formula_of_number(struct building *building, int32_t number)
{
	struct ir_maker maker = { .arena = building->arena, .rules = building->rules };

	return formula_make(&maker, building->rules, ir_number(&maker, number, NUMBER));
}

/* ---- expressions ---- */

/* [made] is what the expression is. */
static struct ir *wrong_type(struct typing *at, const struct expr *expr, bool want_flag, const struct ir *made)
{
	bool was_done = made->kind == IR_AT_LEAST && made->first->kind == IR_FACT &&
	                facts[made->first->fact].slot == SLOT_DEED && expr->kind == EXPR_PHRASE;
	struct text said = { 0 };
	struct diag *diag;

	expr_write(expr, &said);
	diag = diag_add(at->building->diags, want_flag ? DIAG_NOT_A_CONDITION : DIAG_NOT_A_NUMBER, expr->span,
	                text_read(&said));
	if (!want_flag && was_done)
		diag_hint(at->building->diags, diag, "in how many turns that was done is `times %s`", text_read(&said));
	else if (!want_flag)
		diag_hint(at->building->diags, diag, "it is answered with yes or no");
	else if (at->row >= 0 &&
	         hint_advice(at->building->diags, diag, groups[rows[at->row].in].name, rows[at->row].name))
		; /* that is all there is to say */
	else if (expr->kind != EXPR_PHRASE || expr->first->kind != EXPR_NUMBER)
		diag_hint(at->building->diags, diag, "compare it with a number, as in `%s >= 2`", text_read(&said));
	text_free(&said);
	return NULL;
}

/* What a comparison of the file is called. */
static enum ir_kind comparison(enum expr_kind kind)
{
	switch (kind) {
	case EXPR_EQUAL: return IR_EQUAL;
	case EXPR_UNEQUAL: return IR_UNEQUAL;
	case EXPR_LESS: return IR_LESS;
	case EXPR_LESS_EQUAL: return IR_AT_MOST;
	case EXPR_MORE: return IR_MORE;
	default: return IR_AT_LEAST;
	}
}

/* An operand that has to be a condition, or a number. */
static struct ir *type_as(struct typing *at, const struct expr *expr, bool want_flag);

/* The two operands of [expr], which both have to be conditions, or numbers. */
static bool type_two(struct typing *at, const struct expr *expr, bool flags, struct ir **left, struct ir **right)
{
	*left = type_as(at, expr->first, flags);
	*right = *left != NULL ? type_as(at, expr->second, flags) : NULL;
	return *right != NULL;
}

/* True if [expr] is a subtraction of two numbers of which the second is the larger one. */
static bool is_range_with_minus(const struct expr *expr, int64_t *low, int64_t *high)
{
	return expr->kind == EXPR_MINUS && is_constant(expr->first, low) && is_constant(expr->second, high) &&
	       *low >= 0 && *low < *high;
}

/* `size 3-7`, where `3..7` was meant: nothing in a limit or in a number of cards is below 0. */
static bool refuse_range_with_minus(struct typing *at, const struct expr *expr)
{
	int64_t low, high;
	struct diag *diag;
	bool found = at->row >= 0 && rows[at->row].type != TYPE_AMOUNT && is_range_with_minus(expr, &low, &high);

	if (!found || (rows[at->row].type == TYPE_CONDITION && low == 0))
		return false;
	diag = diag_add(at->building->diags, DIAG_RANGE_WITH_MINUS, expr->span, (long long)low, (long long)high);
	if (at->number_row >= 0)
		hint_about_number(at, diag, expr, "");
	else
		diag_hint(at->building->diags, diag, "did you mean `%lld..%lld`?", (long long)low, (long long)high);
	return true;
}

/* Counts the numbers in [list], which may be joined by `or`; -1 if it has anything else. */
static int numbers_in(const struct expr *list)
{
	int64_t number;
	int count = 0;

	for (; list != NULL && count >= 0; list = list->next) {
		bool joined = list->kind == EXPR_OR || list->kind == EXPR_AND;
		int left = joined ? numbers_in(list->first) : is_constant(list, &number) ? 1 : -1;
		int right = joined ? numbers_in(list->second) : 0;
		count = left < 0 || right < 0 ? -1 : count + left + right;
	}
	return count;
}

/* True if [list] has several numbers and nothing else. */
static bool are_numbers(const struct expr *list)
{
	return numbers_in(list) > 1;
}

/* Proposes the bounds that [said] means, or says how bounds are written. */
static void hint_bounds(struct diags *diags, struct diag *diag, const struct expr *said)
{
	if (!hint_limit(diags, diag, said))
		hint_advice(diags, diag, "", "limit");
}

/* `draw 3 or pile`: one number is wanted where several things are said. */
static struct ir *refuse_alternatives(struct typing *at, const struct expr *expr)
{
	struct text said = { 0 };
	struct diag *diag;

	expr_write(expr, &said);
	diag = diag_add(at->building->diags, DIAG_NOT_A_NUMBER, expr->span, text_read(&said));
	if (at->row >= 0 && rows[at->row].type == TYPE_BOUNDS)
		hint_bounds(at->building->diags, diag, expr);
	else
		hint_about_number(at, diag, expr, text_read(&said));
	text_free(&said);
	return NULL;
}

/* `canastas at least 2`, where a number alone stands, or `when size 3 or more`, where it is compared. */
static struct ir *refuse_limits(struct typing *at, const struct expr *expr)
{
	struct text said = { 0 };
	struct diag *diag;
	int64_t number;

	if (at->wants_flag || at->row < 0 || expr->first == NULL || !is_constant(expr->first, &number)) {
		diag_add(at->building->diags, DIAG_NOT_WORKABLE, expr->span);
		return NULL;
	}
	expr_write(expr, &said);
	diag = diag_add(at->building->diags, DIAG_NOT_A_NUMBER, expr->span, text_read(&said));
	diag_hint(at->building->diags, diag, "write the number alone: `%s %lld`", rows[at->row].name, (long long)number);
	text_free(&said);
	return NULL;
}

enum { EXPRESSIONS_MAX = 4 * FORMULA_WEIGHT }; /* made for one formula, including those that were removed again */

static struct ir *type_expr(struct typing *at, const struct expr *expr)
{
	struct ir *left, *right;

	switch (expr->kind) {
	case EXPR_PHRASE: {
		const struct expr *only = expr->first;

		if (only->kind == EXPR_NUMBER && only->next == NULL)
			return ir_number(&at->maker, (int32_t)only->number, NUMBER);
		return type_fact(at, expr);
	}
	case EXPR_NOT: return ir_not(&at->maker, type_as(at, expr->first, true));
	case EXPR_NEGATIVE: return ir_negative(&at->maker, type_as(at, expr->first, false));
	case EXPR_AND:
	case EXPR_OR:
		if (!type_two(at, expr, true, &left, &right))
			return NULL;
		return ir_join(&at->maker, expr->kind == EXPR_AND ? IR_ALL : IR_ANY, left, right);
	case EXPR_EQUAL:
	case EXPR_UNEQUAL:
	case EXPR_LESS:
	case EXPR_LESS_EQUAL:
	case EXPR_MORE:
	case EXPR_MORE_EQUAL:
		if (!type_two(at, expr, false, &left, &right))
			return NULL;
		return ir_compare(&at->maker, comparison(expr->kind), left, right);
	case EXPR_PLUS:
	case EXPR_MINUS:
	case EXPR_TIMES:
		if (refuse_range_with_minus(at, expr) || !type_two(at, expr, false, &left, &right))
			return NULL;
		if (expr->kind == EXPR_MINUS)
			right = ir_negative(&at->maker, right);
		return ir_combine(&at->maker, expr->kind == EXPR_TIMES ? IR_PRODUCT : IR_SUM, left, right);
	default: return refuse_limits(at, expr);
	}
}

static struct ir *type_as(struct typing *at, const struct expr *expr, bool want_flag)
{
	struct ir *made;

	at->too_long = at->too_long || at->maker.made > EXPRESSIONS_MAX;
	if (at->too_long)
		return NULL;
	at->wants_flag = want_flag;
	if (!want_flag && (expr->kind == EXPR_OR || expr->kind == EXPR_AND))
		return refuse_alternatives(at, expr);
	made = type_expr(at, expr);
	if (made == NULL)
		return NULL;
	return (made->type == FLAG) == want_flag ? made : wrong_type(at, expr, want_flag, made);
}

bool is_constant(const struct expr *expr, int64_t *number)
{
	int64_t inner;

	if (expr->kind == EXPR_NEGATIVE && is_constant(expr->first, &inner))
		return *number = -inner, true;
	if (expr->kind == EXPR_PHRASE && expr->first->next == NULL)
		return is_constant(expr->first, number);
	*number = expr->number;
	return expr->kind == EXPR_NUMBER;
}

/* ---- ladders ---- */

const char *ladder_such_as(enum row_id row)
{
	switch (rows[row].type) {
	case TYPE_NUMBER: return "by players { 2: 15; 3 or more: 11 }";
	case TYPE_AMOUNT: return "by side score { below 0: 15; 0 or more: 50 }";
	case TYPE_BOUNDS: /* limits of what a meld consists of go by its other cards */
		if (strcmp(rows[row].name, "size") == 0)
			return "by wilds { 0: 3 or more; 1 or more: 4 or more }";
		return strcmp(rows[row].name, "wilds") == 0 ? "by size { below 7: at most 2; 7 or more: at most 3 }"
		                                            : "by size { below 7: 2 or more; 7 or more: 4 or more }";
	default: return NULL;
	}
}

/* One key of a ladder as the numbers it covers. */
struct key_range {
	int64_t low, high;
	struct span span;
};

enum { KEYS_MAX = 64 };

bool read_key(const struct expr *key, int64_t *low, int64_t *high)
{
	const struct expr *range = key->kind == EXPR_PHRASE && key->first->next == NULL ? key->first : key;
	int64_t number;

	*low = INT32_MIN, *high = INT32_MAX;
	if (range->kind == EXPR_RANGE)
		return is_constant(range->first, low) && is_constant(range->second, high) && *low <= *high;
	if (is_constant(key, &number))
		return *low = *high = number, true;
	if (key->first == NULL || !is_constant(key->first, &number))
		return false;
	switch (key->kind) {
	case EXPR_OR_MORE:
	case EXPR_AT_LEAST: *low = number; return true;
	case EXPR_AT_MOST: *high = number; return true;
	case EXPR_BELOW: *high = number - 1; return true;
	case EXPR_ABOVE: *low = number + 1; return true;
	default: return false;
	}
}

static bool read_range(struct typing *at, const struct expr *key, struct key_range *range)
{
	bool well = read_key(key, &range->low, &range->high);
	struct expr alone = *key;

	range->span = key->span;
	if (!well) {
		struct diag *diag = diag_add(at->building->diags, DIAG_LADDER_KEY, key->span);
		int64_t low, high;
		alone.next = NULL; /* without the keys after it */
		if (is_range_with_minus(key, &low, &high))
			diag_hint(at->building->diags, diag, "did you mean `%lld..%lld`?", (long long)low,
			          (long long)high);
		else if (!hint_limit(at->building->diags, diag, &alone))
			diag_hint(at->building->diags, diag, "write 3, 0..1495, below 0 or 3000 or more");
	}
	return well;
}

/* The first number from [number] on that can occur, and the last one up to it: every one is a multiple of [step], 0 if each can. */
static int64_t first_that_occurs(int64_t number, int32_t step)
{
	int64_t behind = step > 0 ? number % step : 0;

	return behind == 0 ? number : number - behind + (behind > 0 ? step : 0);
}

static int64_t last_that_occurs(int64_t number, int32_t step)
{
	return -first_that_occurs(-number, step);
}

/* Hints that the step of [range] has to end at [high]. */
static void hint_end(struct diags *diags, struct diag *diag, const struct key_range *range, int64_t high)
{
	if (high < range->low)
		return;
	if (range->low == high)
		diag_hint(diags, diag, "let the step before be for %lld alone", (long long)high);
	else if (range->low <= INT32_MIN)
		diag_hint(diags, diag, "let the step before end at %lld: `below %lld`", (long long)high,
		          (long long)high + 1);
	else
		diag_hint(diags, diag, "let the step before end at %lld: `%lld..%lld`", (long long)high,
		          (long long)range->low, (long long)high);
}

/* Reports that no step covers the numbers from [next] up to range [i]. */
static void report_missing_step(struct building *building, const struct key_range *ranges, int i, int64_t next,
                                int32_t step)
{
	struct diags *diags = building->diags;
	bool by_points = step > 0 && building->points_by.source != 0; /* [step] is that of totals */
	bool are_neighbours = i > 0 && ranges[i].low - ranges[i - 1].high <= 10; /* to their author */
	int64_t first = first_that_occurs(next, step), last = last_that_occurs(ranges[i].low - 1, step);
	struct diag *diag;
	char gap[32];

	if (i == 0 && next < 0) {
		diag = diag_add(diags, DIAG_LADDER_STARTS_LATE, ranges[i].span, (int)ranges[i].low);
		diag_hint(diags, diag, "add a step `below %d: ...`", (int)ranges[i].low);
		return;
	}
	snprintf(gap, sizeof gap, first == last ? "%d" : "%d to %d", (int)first, (int)last);
	if (are_neighbours && by_points && building->points_by.source != ranges[i].span.source &&
	    ranges[i].span.source != building->rules->span.source) { /* the ladder is inherited */
		diag = diag_add(diags, DIAG_LADDER_GAP, building->points_by, gap);
		diag_hint(diags, diag,
		          "these points make totals such as %d; state the ladder here, too, with a step up to %d",
		          (int)first, (int)last);
		diag_other(diags, diag, ranges[i].span, "it goes on with this step");
		return;
	}
	diag = diag_add(diags, DIAG_LADDER_GAP, ranges[i].span, gap);
	if (are_neighbours && by_points)
		diag_other(diags, diag, building->points_by,
		           "with these points totals come in steps of %d, so there are some between", (int)step);
	else if (i > 0)
		diag_other(diags, diag, ranges[i - 1].span, "the step before ends at %d", (int)ranges[i - 1].high);
	if (i > 0)
		hint_end(diags, diag, &ranges[i - 1], last);
	else
		diag_hint(diags, diag, first == last ? "add a step `%d: ...`" : "add a step `%d..%d: ...`", (int)first,
		          (int)last);
}

static int64_t lesser_of(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static int64_t greater_of(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* Finds overlaps among the keys and gaps up to [high]; [*next] is then the number after the last key. [step] is that of totals,
 * 0 for other numbers: what cannot occur between two steps is no gap. */
static bool ranges_meet(struct building *building, const struct key_range *ranges, int count, int64_t high, int32_t step,
                        int64_t *next)
{
	for (int i = 0; i < count; i++) {
		if (i > 0 && ranges[i].low <= ranges[i - 1].high) {
			bool below = ranges[i].low <= INT32_MIN; /* `below 1500`, `below 3000` */
			struct diag *diag = diag_add(building->diags, DIAG_LADDER_OVERLAP, ranges[i].span,
			                             (int)(below ? lesser_of(ranges[i].high, ranges[i - 1].high)
			                                         : ranges[i].low));
			if (below && ranges[i].high != ranges[i - 1].high)
				diag_hint(building->diags, diag, "let one step begin where the other ends: `%d..%d`",
				          (int)lesser_of(ranges[i].high, ranges[i - 1].high) + 1,
				          (int)greater_of(ranges[i].high, ranges[i - 1].high));
			else if (!below && ranges[i].low > ranges[i - 1].low)
				hint_end(building->diags, diag, &ranges[i - 1],
				         last_that_occurs(ranges[i].low - 1, step));
			diag_other(building->diags, diag, ranges[i - 1].span, "this step has it too");
			return false;
		}
		if (*next <= high && ranges[i].low > *next &&
		    (i == 0 || first_that_occurs(*next, step) < ranges[i].low)) {
			report_missing_step(building, ranges, i, *next, step);
			return false;
		}
		*next = ranges[i].high >= *next ? ranges[i].high + 1 : *next;
	}
	return true;
}

/* Checks that every number from [low] to [high] has exactly one step. */
static bool check_ranges(struct typing *at, const struct statement *statement, struct key_range *ranges, int count,
                         int64_t low, int64_t high, int32_t step)
{
	struct diags *diags = at->building->diags;
	int64_t next = low;

	for (int i = 1; i < count; i++)
		for (int j = i; j > 0 && ranges[j].low < ranges[j - 1].low; j--) {
			struct key_range swap = ranges[j];
			ranges[j] = ranges[j - 1];
			ranges[j - 1] = swap;
		}
	if (!ranges_meet(at->building, ranges, count, high, step, &next))
		return false;
	if (next <= INT32_MIN) {
		if (diags->errors == 0) /* else its steps may be what could not be read */
			diag_add(diags, DIAG_LADDER_EMPTY, statement->by->span);
		return false;
	}
	if (next <= high) {
		struct span last = count > 0 ? ranges[count - 1].span : statement->by->span;
		struct diag *diag = diag_add(diags, DIAG_LADDER_ENDS_EARLY, last, (int)next);
		if (count > 0 && ranges[count - 1].low == ranges[count - 1].high)
			diag_hint(diags, diag, "add a step `%d or more: ...`, or let the last step say `%d or more`", (int)next,
			          (int)ranges[count - 1].low);
		else
			diag_hint(diags, diag, "let the last step say `%d or more`",
			          count > 0 ? (int)ranges[count - 1].low : 0);
		return false;
	}
	return true;
}

/* True if the key is the number of players, which is known. */
static bool is_players(const struct ir *key)
{
	return key->kind == IR_FACT && key->fact == FACT_players;
}

/* Answers the only fact that a limit asks. */
static int32_t fact_is_number(const void *number, const struct ir *asked)
{
	(void)asked;
	return *(const int32_t *)number;
}

/* The numbers that some limit of the meld allows, where it asks for nothing but them. */
static struct interval of_limit(formula limit, enum fact_id fact)
{
	struct interval allowed = { 0, INT32_MAX };
	bool any = false;

	for (const struct ir *asked = limit != NULL ? limit->asked : NULL; asked != NULL; asked = asked->also)
		if (asked->fact != fact)
			return allowed;
	if (limit == NULL || limit->is_constant)
		return allowed;
	for (int32_t number = 0; number <= MELD_CARDS_MAX + 1; number++) {
		if (!formula_evaluate(limit, &number, fact_is_number))
			continue;
		allowed.low = any ? allowed.low : number;
		allowed.high = number > MELD_CARDS_MAX ? INT32_MAX : number;
		any = true;
	}
	return allowed;
}

/* Between which numbers a fact lies that a key asks, while a file is read: sets of cards are sets of faces then, and melds are not known. */
static struct interval of_key_fact(const void *frame, const struct ir *asked)
{
	const struct typing *at = frame;
	const struct building *building = at->building;
	const struct in_meld *meld =
		at->row >= 0 && rows[at->row].in == GROUP_meld ? &building->rules->meld[building->item] : NULL;
	struct interval of = { fact_least(building->rules, asked->fact), INT32_MAX };
	bool has_one = at->row == ROW_canasta_bonus && /* the bonus is that of a canasta which the side has */
	               (asked->fact == FACT_side_canastas ||
	                (asked->fact == FACT_side_canastas_of && asked->item == building->item));

	of.low = has_one ? 1 : of.low;
	switch (facts[asked->fact].most) {
	case MOST_BONUS_CARDS: of.high = copies_of_faces(building->rules, asked->faces & building->terms.bonus); break;
	case MOST_WILD_CARDS: of.high = copies_of_faces(building->rules, asked->faces & building->terms.wild); break;
	case MOST_CARDS: of.high = copies_of_faces(building->rules, asked->faces); break;
	case MOST_DECK: of.high = copies_of_faces(building->rules, FACES_ALL); break;
	case MOST_WILDS: of.high = copies_of_faces(building->rules, building->terms.wild); break;
	case MOST_PLAYERS:
	case MOST_PEOPLE:
	case MOST_OF_SIDE:
	case MOST_SIDES:
	case MOST_RESERVES: return fact_interval(building->rules, asked);
	case MOST_MELD: return of_limit(meld != NULL ? meld->size : NULL, FACT_size);
	case MOST_NATURALS: return of_limit(meld != NULL ? meld->naturals : NULL, FACT_naturals);
	default: break;
	}
	return of;
}

/* Between which numbers a key lies. A fragment does not know the table and the deck: of it only the least is claimed. */
static struct interval interval_of_key(const struct typing *at, const struct ir *key)
{
	const struct rules *rules = at->building->rules;
	struct interval of = ir_interval_where(rules, key, at, of_key_fact);

	if (of.high < INT32_MAX && (rules->table.players == 0 || rules->table.sides == 0 || rules->deck.packs == 0))
		of.high = is_players(key) ? of.low - 1 : of.low;
	return of;
}

/* The value of a step: a number, or bounds on the fact [subject]. */
typedef struct ir *type_value(struct typing *at, const struct expr *value, int subject);

/* A ladder while its steps are read. */
struct ladder {
	struct key_range ranges[KEYS_MAX]; /* its keys */
	int count;
	bool unread; /* a key could not be read */
};

/* Adds a step for each of its keys. */
static bool type_step(struct typing *at, const struct step *step, type_value *value, int subject, struct ladder *ladder,
                      struct ir *made)
{
	bool well = true;

	for (const struct expr *key = step->keys; key != NULL; key = key->next) {
		struct key_range *range = &ladder->ranges[ladder->count];
		struct ir *holds;
		at->too_long = at->too_long || ladder->count == KEYS_MAX;
		ladder->unread = at->too_long || !read_range(at, key, range);
		if (ladder->unread)
			return false;
		ladder->count++;
		holds = well ? value(at, step->value, subject) : NULL;
		well = holds != NULL;
		ir_add_step(&at->maker, made, (int32_t)range->low, holds);
	}
	return well;
}

/* The ladder of [statement], whose keys have to cover every number that there can be, once. */
static struct ir *type_ladder(struct typing *at, const struct statement *statement, type_value *value, int subject)
{
	struct ladder ladder = { .count = 0 };
	struct interval key_lies;
	struct ir *key, *made;
	int row = at->number_row;
	bool well = true, score;

	at->number_row = -1;
	at->is_key = true;
	key = type_as(at, statement->by, false);
	at->is_key = false;
	at->number_row = row;
	made = ir_ladder(&at->maker, key);
	if (made == NULL)
		return NULL;
	score = key->type == SCORE;
	for (const struct step *step = statement->steps; step != NULL && !ladder.unread; step = step->next)
		well = type_step(at, step, value, subject, &ladder, made) && well;
	if (ladder.unread)
		return NULL;
	key_lies = interval_of_key(at, key);
	if ((!score || at->building->points_step != 0) && /* else which numbers can occur is not known */
	    !check_ranges(at, statement, ladder.ranges, ladder.count, key_lies.low, key_lies.high,
	                  score ? at->building->points_step : 0))
		return NULL;
	return well && ladder.count > 0 ? ir_finish_ladder(&at->maker, made) : NULL;
}

/* ---- amounts ---- */

static struct ir *type_amount(struct typing *at, const struct expr *value, int subject)
{
	(void)subject;
	return type_as(at, value, false);
}

/* `hand 13, pile 1`, where another setting was meant. */
static bool hint_list(struct building *building, struct diag *diag, enum row_id row, const struct expr *value)
{
	const struct expr *next = value != NULL ? value->next : NULL, *word = next != NULL ? next->first : NULL;
	struct text first = { 0 }, second = { 0 };

	if (next == NULL || next->kind != EXPR_PHRASE || word->kind != EXPR_WORD || word->next == NULL ||
	    word->next->kind != EXPR_NUMBER)
		return false;
	expr_write(value, &first);
	expr_write(next, &second);
	diag_hint(building->diags, diag, "settings are separated by `;`, as in `%s %s; %s`", rows[row].name,
	          text_read(&first), text_read(&second));
	text_free(&first);
	text_free(&second);
	return true;
}

formula analyse_amount(struct building *building, const struct statement *statement, enum row_id row)
{
	struct typing typing, *at = &typing;
	struct ir *made;

	begin(at, building, about_of(building, row), statement->span);
	at->number_row = rows[row].type == TYPE_NUMBER ? (int)row : -1;
	at->row = (int)row;
	if (has_condition(building, statement, row))
		return NULL;
	if (statement->by != NULL && statement->value == NULL)
		made = type_ladder(at, statement, type_amount, 0);
	else if (statement->by == NULL && statement->value != NULL && statement->value->next == NULL)
		made = type_amount(at, statement->value, 0);
	else {
		struct diag *diag = diag_add(building->diags, DIAG_WANTS_AMOUNT, statement->span, rows[row].name);
		struct text place = { 0 };
		text_format(&place, "%s %s", groups[rows[row].in].name, rows[row].name);
		bool hinted =
			hint_semicolon(building, diag, row, statement->value) ||
			hint_advice_expr(building->diags, diag, text_read(&place), statement->value) ||
			hint_list(building, diag, row, statement->value) ||
			hint_advice(building->diags, diag, groups[rows[row].in].name, rows[row].name) ||
			(statement->by == NULL && are_numbers(statement->value) && rows[row].type == TYPE_NUMBER &&
		         hint_one_number(building, diag, (int)row, statement->value));
		text_free(&place);
		if (hinted)
			return NULL;
		diag_hint(building->diags, diag, "such as %s or `%s`", rows[row].type == TYPE_NUMBER ? "11" : "50",
		          ladder_such_as(row));
		return NULL;
	}
	return finish(at, made);
}

/* ---- bounds ---- */

static struct ir *subject_of(struct typing *at, int subject)
{
	struct ir *made = ir_node(&at->maker, IR_FACT, facts[subject].type);

	if (made != NULL)
		made->fact = (enum fact_id)subject;
	return made;
}

formula formula_of_bound(struct building *building, enum fact_id fact, int32_t number)
{
	struct typing typing, *at = &typing;
	struct ir *limit;

	begin(at, building, FACTS_SHAPE, building->rules->span);
	limit = ir_number(&at->maker, number, NUMBER);
	return finish(at, ir_compare(&at->maker, IR_EQUAL, subject_of(at, (int)fact), limit));
}

static struct ir *compare_subject(struct typing *at, int subject, enum ir_kind kind, const struct expr *limit)
{
	return ir_compare(&at->maker, kind, subject_of(at, subject), type_as(at, limit, false));
}

/* 3..4 */
static struct ir *type_range(struct typing *at, const struct expr *bound, int subject)
{
	const struct expr *range = bound->first;
	int64_t low, high;

	if (!is_constant(range->first, &low) || !is_constant(range->second, &high)) {
		struct text said = { 0 };
		expr_write(bound, &said);
		diag_add(at->building->diags, DIAG_NOT_A_NUMBER, bound->span, text_read(&said));
		text_free(&said);
		return NULL;
	}
	if (low > high) {
		diag_add(at->building->diags, DIAG_RANGE_DOWN, bound->span);
		return NULL;
	}
	return ir_join(
		&at->maker, IR_ALL,
		ir_compare(&at->maker, IR_AT_LEAST, subject_of(at, subject), ir_number(&at->maker, low, NUMBER)),
		ir_compare(&at->maker, IR_AT_MOST, subject_of(at, subject), ir_number(&at->maker, high, NUMBER)));
}

/* 3, 3..4, 3 or more, at most naturals */
static struct ir *type_bound(struct typing *at, const struct expr *bound, int subject)
{
	switch (bound->kind) {
	case EXPR_OR_MORE:
	case EXPR_AT_LEAST: return compare_subject(at, subject, IR_AT_LEAST, bound->first);
	case EXPR_AT_MOST: return compare_subject(at, subject, IR_AT_MOST, bound->first);
	case EXPR_BELOW: return compare_subject(at, subject, IR_LESS, bound->first);
	case EXPR_ABOVE: return compare_subject(at, subject, IR_MORE, bound->first);
	default: break;
	}
	if (bound->kind == EXPR_PHRASE && bound->first->next == NULL && bound->first->kind == EXPR_RANGE)
		return type_range(at, bound, subject);
	return compare_subject(at, subject, IR_EQUAL, bound);
}

/* The fact that a row's bounds speak of. */
static int fact_of_row(enum row_id row)
{
	for (int i = 0; i < FACT_COUNT; i++)
		if (strncmp(facts[i].phrase, rows[row].words, strcspn(rows[row].words, "|")) == 0 &&
		    facts[i].phrase[strcspn(rows[row].words, "|")] == '\0')
			return i;
	return FACT_never;
}

/* Adds a part to [*whole], of which all parts have to hold; NULL in either marks a fault. [first] is the first one. */
static void add_part(struct typing *at, struct ir **whole, bool *first, struct ir *part)
{
	*whole = *first ? part : ir_join(&at->maker, IR_ALL, *whole, part);
	*first = false;
}

formula analyse_bounds(struct building *building, const struct statement *statement, enum row_id row)
{
	struct typing typing, *at = &typing;
	int subject = fact_of_row(row);
	struct ir *all = NULL;
	bool first = true;

	begin(at, building, about_of(building, row), statement->span);
	at->row = (int)row;
	if (has_condition(building, statement, row))
		return NULL;
	if (statement->by != NULL && statement->value == NULL)
		return finish(at, type_ladder(at, statement, type_bound, subject));
	if (statement->value == NULL || statement->by != NULL) {
		diag_add(building->diags, DIAG_WANTS_BOUNDS, statement->span, rows[row].name);
		return NULL;
	}
	if (are_numbers(statement->value)) { /* a number cannot be several */
		struct text said = { 0 };
		exprs_write(statement->value, &said);
		hint_bounds(building->diags,
		            diag_add(building->diags, DIAG_NOT_A_NUMBER, statement->value->span, text_read(&said)),
		            statement->value);
		text_free(&said);
		return NULL;
	}
	for (const struct expr *bound = statement->value; bound != NULL; bound = bound->next)
		add_part(at, &all, &first, type_bound(at, bound, subject));
	return finish(at, all);
}

/* ---- conditions ---- */

/* A condition while its parts are joined. */
struct parts {
	struct ir *all;
	bool none; /* there is no part yet */
};

static void add_clause(struct typing *at, const struct expr *clause, bool negated, struct parts *parts)
{
	struct ir *made = clause != NULL ? type_as(at, clause, true) : NULL;

	if (clause != NULL)
		add_part(at, &parts->all, &parts->none, negated ? ir_not(&at->maker, made) : made);
}

/* One line: `always`, `never`, a term, or clauses. */
static void add_line(struct typing *at, const struct cell *line, struct parts *parts)
{
	const struct statement *statement = line->statement;
	const struct expr *value = line->on_item ? NULL : statement->value;

	if (statement->by != NULL || (value != NULL && value->next != NULL) ||
	    (value == NULL && statement->when == NULL && statement->unless == NULL)) {
		struct diag *diag =
			diag_add(at->building->diags, DIAG_WANTS_CONDITION, statement->span, statement->head);
		if (at->row >= 0)
			hint_advice(at->building->diags, diag, groups[rows[at->row].in].name, statement->head);
		add_part(at, &parts->all, &parts->none, NULL);
		return;
	}
	add_clause(at, value, false, parts);
	add_clause(at, statement->when, false, parts);
	if (!at->whens_only)
		add_clause(at, statement->unless, true, parts);
}

static void add_lines(struct typing *at, const struct cell *cell, struct parts *parts)
{
	for (const struct cell *line = cell; line != NULL; line = line->also)
		add_line(at, line, parts);
}

formula analyse_condition(struct building *building, const struct cell *cell, enum row_id row)
{
	struct typing typing, *at = &typing;
	struct parts parts = { .none = true };

	begin(at, building, about_of(building, row), cell->statement->span);
	at->narrows = row == ROW_define_when;
	at->row = (int)row;
	add_lines(at, cell, &parts);
	if (at->narrows)
		building->define_facts[building->defined] = at->about;
	return finish(at, parts.all);
}

formula analyse_whens(struct building *building, const struct cell *cell, enum row_id row)
{
	struct typing typing, *at = &typing;
	struct parts parts = { .none = true };

	begin(at, building, rows[row].facts, cell->statement->span);
	at->whens_only = true;
	add_lines(at, cell, &parts);
	return parts.none ? formula_of_number(building, 1) : finish(at, parts.all);
}

formula analyse_question(struct building *building, const struct expr *expr, bool number)
{
	struct typing typing, *at = &typing;

	begin(at, building, FACTS_QUESTION, expr->span);
	return finish(at, type_as(at, expr, !number));
}

formula analyse_condition_part(struct building *building, const struct expr *expr, enum row_id row)
{
	struct typing typing, *at = &typing;

	begin(at, building, about_of(building, row), expr->span);
	at->narrows = row == ROW_define_when;
	return finish(at, type_as(at, expr, true));
}
