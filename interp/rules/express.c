/* express.c -- conditions, amounts and bounds become programs. What the question is about (a meld, an act, the end of a
 * deal) decides which facts have an answer. */
#include "rules/express.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"

/* ---- steps ---- */

/* How much higher a step leaves the stack. */
static int step_growth(enum op_code code)
{
	switch (code) {
	case OP_NUMBER:
	case OP_FACT: return 1;
	case OP_END:
	case OP_NOT:
	case OP_NEGATIVE:
	case OP_WITHIN:
	case OP_JUMP: return 0;
	default: return -1;
	}
}

int emit(struct compiler *at, enum op_code code, int32_t number)
{
	if (at->steps >= PROGRAM_STEPS || at->depth >= PROGRAM_STACK - 1) {
		at->failed = true;
		return 0;
	}
	at->step[at->steps] = (struct op){ .code = (uint8_t)code, .number = number };
	at->depth += step_growth(code);
	return at->steps++;
}

void aim(struct compiler *at, int jump)
{
	at->step[jump].number = at->steps - 1 - jump;
}

void aim_all(struct compiler *at, const int *jumps, int count)
{
	for (int i = 0; i < count; i++)
		aim(at, jumps[i]);
}

static void begin(struct compiler *at, struct building *building, unsigned about)
{
	at->building = building;
	at->about = about;
	at->narrows = at->failed = at->wants_flag = at->whens_only = false;
	at->steps = at->depth = 0;
	at->number_row = -1;
}

/* What the values of a row are asked about. */
static unsigned about_of(const struct building *building, enum row_id row)
{
	return building->per_player && rows[row].facts == FACTS_END ? FACTS_PLAYER : rows[row].facts;
}

/* The finished program, or NULL with a finding at [span]. */
static program finish(struct compiler *at, struct span span, bool well)
{
	struct building *building = at->building;
	struct op *copy;
	size_t size;

	emit(at, OP_END, 0);
	if (!well)
		return NULL;
	if (at->failed) {
		diag_add(building->diags, DIAG_TOO_LONG_TO_WORK_OUT, span);
		return NULL;
	}
	size = sizeof *at->step * (size_t)at->steps;
	copy = arena_take(building->arena, size);
	if (copy == NULL)
		return NULL;
	memcpy(copy, at->step, size);
	for (int i = 0; i < at->steps; i++)
		if (copy[i].code == OP_FACT && facts[copy[i].fact].slot == SLOT_CARDS)
			remember_set(building, &copy[i].argument, span);
	program_link(copy);
	return copy;
}

program compile_number(struct building *building, int32_t number)
{
	struct op *copy = arena_take(building->arena, sizeof *copy * 2);

	if (copy != NULL)
		copy[0] = (struct op){ .code = OP_NUMBER, .number = number };
	return copy;
}

/* ---- expressions ---- */

static bool emit_expr(struct compiler *at, const struct expr *expr, enum fact_type *type);

static bool wrong_type(struct compiler *at, const struct expr *expr, bool want_flag)
{
	struct text said = { 0 };
	struct diag *diag;

	expr_write(expr, &said);
	diag = diag_add(at->building->diags, want_flag ? DIAG_NOT_A_CONDITION : DIAG_NOT_A_NUMBER, expr->span,
	                text_read(&said));
	if (!want_flag)
		diag_hint(at->building->diags, diag, "it is answered with yes or no");
	else if (expr->kind != EXPR_PHRASE || expr->first->kind != EXPR_NUMBER)
		diag_hint(at->building->diags, diag, "compare it with a number, as in `%s >= 2`", text_read(&said));
	text_free(&said);
	return false;
}

bool emit_as(struct compiler *at, const struct expr *expr, bool want_flag, enum fact_type *type)
{
	at->wants_flag = want_flag;
	if (!emit_expr(at, expr, type))
		return false;
	return (*type == FLAG) == want_flag || wrong_type(at, expr, want_flag);
}

static bool emit_phrase(struct compiler *at, const struct expr *phrase, enum fact_type *type)
{
	const struct expr *only = phrase->first;

	if (only->kind == EXPR_NUMBER && only->next == NULL) {
		emit(at, OP_NUMBER, (int32_t)only->number);
		*type = NUMBER;
		return true;
	}
	return emit_fact(at, phrase, type);
}

static bool emit_logic(struct compiler *at, const struct expr *expr, enum op_code code, enum fact_type *type)
{
	int jump;

	if (!emit_as(at, expr->first, true, type))
		return false;
	jump = emit(at, code, 0);
	if (!emit_as(at, expr->second, true, type))
		return false;
	aim(at, jump);
	return true;
}

static bool emit_two(struct compiler *at, const struct expr *expr, enum op_code code, enum fact_type result,
                     enum fact_type *type)
{
	enum fact_type left, right;

	if (!emit_as(at, expr->first, false, &left) || !emit_as(at, expr->second, false, &right))
		return false;
	emit(at, code, 0);
	*type = result == NUMBER && (left == SCORE || right == SCORE) ? SCORE : result;
	return true;
}

static bool emit_one(struct compiler *at, const struct expr *expr, enum op_code code, bool flag, enum fact_type *type)
{
	if (!emit_as(at, expr->first, flag, type))
		return false;
	emit(at, code, 0);
	return true;
}

static bool emit_expr(struct compiler *at, const struct expr *expr, enum fact_type *type)
{
	switch (expr->kind) {
	case EXPR_PHRASE: return emit_phrase(at, expr, type);
	case EXPR_NOT: return emit_one(at, expr, OP_NOT, true, type);
	case EXPR_NEGATIVE: return emit_one(at, expr, OP_NEGATIVE, false, type);
	case EXPR_AND: return emit_logic(at, expr, OP_AND, type);
	case EXPR_OR: return emit_logic(at, expr, OP_OR, type);
	case EXPR_EQUAL: return emit_two(at, expr, OP_EQUAL, FLAG, type);
	case EXPR_UNEQUAL: return emit_two(at, expr, OP_UNEQUAL, FLAG, type);
	case EXPR_LESS: return emit_two(at, expr, OP_LESS, FLAG, type);
	case EXPR_LESS_EQUAL: return emit_two(at, expr, OP_LESS_EQUAL, FLAG, type);
	case EXPR_MORE: return emit_two(at, expr, OP_MORE, FLAG, type);
	case EXPR_MORE_EQUAL: return emit_two(at, expr, OP_MORE_EQUAL, FLAG, type);
	case EXPR_PLUS: return emit_two(at, expr, OP_PLUS, NUMBER, type);
	case EXPR_MINUS: return emit_two(at, expr, OP_MINUS, NUMBER, type);
	case EXPR_TIMES: return emit_two(at, expr, OP_TIMES, NUMBER, type);
	default: diag_add(at->building->diags, DIAG_NOT_WORKABLE, expr->span); return false;
	}
}

/* ---- amounts ---- */

bool constant(const struct expr *expr, int64_t *number)
{
	int64_t inner;

	if (expr->kind == EXPR_NEGATIVE && constant(expr->first, &inner))
		return *number = -inner, true;
	if (expr->kind == EXPR_PHRASE && expr->first->next == NULL)
		return constant(expr->first, number);
	*number = expr->number;
	return expr->kind == EXPR_NUMBER;
}

static bool emit_amount(struct compiler *at, const struct expr *value, int subject)
{
	enum fact_type type;

	(void)subject;
	return emit_as(at, value, false, &type);
}

/* 8,500: the thousands stand alone behind a comma. Hints at the number that is meant. */
static bool hint_thousands(struct building *building, struct diag *diag, const struct expr *value)
{
	const struct expr *rest = value != NULL ? value->next : NULL;
	int64_t first, second;

	if (rest == NULL || rest->next != NULL || rest->span.to - rest->span.from != 3 || !constant(value, &first) ||
	    !constant(rest, &second) || first < 1 || first > 999)
		return false;
	diag_hint(building->diags, diag, "a number is written without a comma: %lld",
	          (long long)(first * 1000 + second));
	return true;
}

program compile_amount(struct building *building, const struct statement *statement, enum row_id row)
{
	struct compiler compiler, *at = &compiler;
	bool well;

	begin(at, building, about_of(building, row));
	at->number_row = rows[row].type == TYPE_NUMBER ? (int)row : -1;
	if (has_condition(building, statement, row))
		return NULL;
	if (statement->by != NULL && statement->value == NULL)
		well = emit_ladder(at, statement, emit_amount, 0);
	else if (statement->by == NULL && statement->value != NULL && statement->value->next == NULL)
		well = emit_amount(at, statement->value, 0);
	else {
		struct diag *diag = diag_add(building->diags, DIAG_WANTS_AMOUNT, statement->span, rows[row].name);
		if (hint_thousands(building, diag, statement->value))
			return NULL;
		diag_hint(building->diags, diag, "such as %s or `%s`", rows[row].type == TYPE_NUMBER ? "11" : "50",
		          ladder_such_as(row));
		return NULL;
	}
	return finish(at, statement->span, well);
}

/* ---- bounds ---- */

static void emit_subject(struct compiler *at, int subject)
{
	emit(at, OP_FACT, 0);
	at->step[at->steps - 1].fact = (uint8_t)subject;
}

static bool emit_compare(struct compiler *at, int subject, enum op_code code, const struct expr *limit)
{
	enum fact_type type;

	emit_subject(at, subject);
	if (!emit_as(at, limit, false, &type))
		return false;
	emit(at, code, 0);
	return true;
}

/* 3, 3..4, 3 or more, at most naturals */
static bool emit_bound(struct compiler *at, const struct expr *bound, int subject)
{
	const struct expr *range = bound->kind == EXPR_PHRASE && bound->first->next == NULL ? bound->first : NULL;
	int64_t low, high;

	switch (bound->kind) {
	case EXPR_OR_MORE:
	case EXPR_AT_LEAST: return emit_compare(at, subject, OP_MORE_EQUAL, bound->first);
	case EXPR_AT_MOST: return emit_compare(at, subject, OP_LESS_EQUAL, bound->first);
	case EXPR_BELOW: return emit_compare(at, subject, OP_LESS, bound->first);
	case EXPR_ABOVE: return emit_compare(at, subject, OP_MORE, bound->first);
	default: break;
	}
	if (range == NULL || range->kind != EXPR_RANGE)
		return emit_compare(at, subject, OP_EQUAL, bound);
	if (!constant(range->first, &low) || !constant(range->second, &high)) {
		struct text said = { 0 };
		expr_write(bound, &said);
		diag_add(at->building->diags, DIAG_NOT_A_NUMBER, bound->span, text_read(&said));
		text_free(&said);
		return false;
	}
	if (low > high) {
		diag_add(at->building->diags, DIAG_RANGE_DOWN, bound->span);
		return false;
	}
	emit_subject(at, subject);
	emit(at, OP_NUMBER, (int32_t)low);
	emit(at, OP_MORE_EQUAL, 0);
	int jump = emit(at, OP_AND, 0);
	emit_subject(at, subject);
	emit(at, OP_NUMBER, (int32_t)high);
	emit(at, OP_LESS_EQUAL, 0);
	aim(at, jump);
	return true;
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

enum { BOUNDS_MAX = 16, PARTS_MAX = 64 }; /* of one setting, besides the first */

program compile_bounds(struct building *building, const struct statement *statement, enum row_id row)
{
	struct compiler compiler, *at = &compiler;
	int subject = fact_of_row(row), jumps[BOUNDS_MAX], count = 0;
	bool well = true;

	begin(at, building, about_of(building, row));
	if (has_condition(building, statement, row))
		return NULL;
	if (statement->by != NULL && statement->value == NULL)
		return finish(at, statement->span, emit_ladder(at, statement, emit_bound, subject));
	if (statement->value == NULL || statement->by != NULL) {
		diag_add(building->diags, DIAG_WANTS_BOUNDS, statement->span, rows[row].name);
		return NULL;
	}
	for (const struct expr *bound = statement->value; bound != NULL; bound = bound->next) {
		well = emit_bound(at, bound, subject) && well;
		if (bound->next == NULL)
			break;
		if (count == BOUNDS_MAX) {
			at->failed = true;
			break;
		}
		jumps[count++] = emit(at, OP_AND, 0);
	}
	aim_all(at, jumps, count);
	return finish(at, statement->span, well);
}

/* ---- conditions ---- */

/* The parts of a condition, joined by `and`. */
struct parts {
	int jumps[PARTS_MAX], count;
};

static void join_part(struct compiler *at, struct parts *parts)
{
	if (at->steps > 0 && parts->count == PARTS_MAX)
		at->failed = true;
	else if (at->steps > 0)
		parts->jumps[parts->count++] = emit(at, OP_AND, 0);
}

static bool emit_clause(struct compiler *at, const struct expr *clause, bool negated, struct parts *parts)
{
	enum fact_type type;

	if (clause == NULL)
		return true;
	join_part(at, parts);
	if (!emit_as(at, clause, true, &type))
		return false;
	if (negated)
		emit(at, OP_NOT, 0);
	return true;
}

/* One line: `always`, `never`, a term, or clauses. */
static bool emit_part(struct compiler *at, const struct cell *part, struct parts *parts)
{
	const struct statement *statement = part->statement;
	const struct expr *value = part->on_item ? NULL : statement->value;
	enum fact_type type;

	if (statement->by != NULL || (value != NULL && value->next != NULL) ||
	    (value == NULL && statement->when == NULL && statement->unless == NULL)) {
		diag_add(at->building->diags, DIAG_WANTS_CONDITION, statement->span, statement->head);
		return false;
	}
	if (value != NULL) {
		join_part(at, parts);
		if (!emit_as(at, value, true, &type))
			return false;
	}
	return emit_clause(at, statement->when, false, parts) &&
	       (at->whens_only || emit_clause(at, statement->unless, true, parts));
}

static bool emit_condition(struct compiler *at, const struct cell *cell)
{
	struct parts parts = { .count = 0 };
	bool well = true;

	for (const struct cell *part = cell; part != NULL; part = part->also)
		well = emit_part(at, part, &parts) && well;
	aim_all(at, parts.jumps, parts.count);
	return well;
}

program compile_condition(struct building *building, const struct cell *cell, enum row_id row)
{
	struct compiler compiler, *at = &compiler;
	program result;

	begin(at, building, about_of(building, row));
	at->narrows = row == ROW_define_when;
	result = finish(at, cell->statement->span, emit_condition(at, cell));
	if (at->narrows)
		building->define_facts[building->defined] = at->about;
	return result;
}

program compile_whens(struct building *building, const struct cell *cell, enum row_id row)
{
	struct compiler compiler, *at = &compiler;
	bool well;

	begin(at, building, rows[row].facts);
	at->whens_only = true;
	well = emit_condition(at, cell);
	return at->steps > 0 ? finish(at, cell->statement->span, well) : compile_number(building, 1);
}

program compile_question(struct building *building, const struct expr *expr, bool number)
{
	struct compiler compiler, *at = &compiler;
	enum fact_type type;

	begin(at, building, FACTS_QUESTION);
	return finish(at, expr->span, emit_as(at, expr, !number, &type));
}

program compile_part(struct building *building, const struct expr *expr, enum row_id row)
{
	struct compiler compiler, *at = &compiler;
	enum fact_type type;

	begin(at, building, about_of(building, row));
	at->narrows = row == ROW_define_when;
	return finish(at, expr->span, emit_as(at, expr, true, &type));
}
