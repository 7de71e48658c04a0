/* ladders.c -- `by side score { below 0: 15; 0..1495: 50; 1500 or more: 90 }`: steps, of which exactly one holds for every
 * number that there can be. */
#include "rules/express.h"

#include <string.h>
#include "grammar/tree.h"

/* Limits of what a meld consists of go by its other cards. */
static const char *limits_such_as(const char *name)
{
	if (strcmp(name, "size") == 0)
		return "by wilds { 0: 3 or more; 1 or more: 4 or more }";
	return strcmp(name, "wilds") == 0 ? "by size { below 7: at most 2; 7 or more: at most 3 }"
	                                  : "by size { below 7: 2 or more; 7 or more: 4 or more }";
}

const char *ladder_such_as(enum row_id row)
{
	switch (rows[row].type) {
	case TYPE_NUMBER: return "by players { 2: 15; 3 or more: 11 }";
	case TYPE_AMOUNT: return "by side score { below 0: 15; 0 or more: 50 }";
	case TYPE_BOUNDS: return limits_such_as(rows[row].name);
	default: return NULL;
	}
}

/* ---- keys ---- */

/* One key of a ladder as the numbers it covers. */
struct rung {
	int64_t low, high;
	struct span span;
};

enum { RUNGS_MAX = 64 };

static bool read_rung(struct compiler *at, const struct expr *key, struct rung *rung)
{
	int64_t first, second;
	const struct expr *range = key->kind == EXPR_PHRASE && key->first->next == NULL ? key->first : key;
	bool well = true;

	*rung = (struct rung){ INT32_MIN, INT32_MAX, key->span };
	if (range->kind == EXPR_RANGE) {
		well = constant(range->first, &first) && constant(range->second, &second) && first <= second;
		if (well)
			rung->low = first, rung->high = second;
	} else if (constant(key, &first))
		rung->low = rung->high = first;
	else if (key->first == NULL || !constant(key->first, &first))
		well = false;
	else if (key->kind == EXPR_OR_MORE || key->kind == EXPR_AT_LEAST)
		rung->low = first;
	else if (key->kind == EXPR_AT_MOST)
		rung->high = first;
	else if (key->kind == EXPR_BELOW)
		rung->high = first - 1;
	else if (key->kind == EXPR_ABOVE)
		rung->low = first + 1;
	else
		well = false;
	if (!well) {
		struct diag *diag = diag_add(at->building->diags, DIAG_LADDER_KEY, key->span);
		diag_hint(at->building->diags, diag, "write 3, 0..1495, below 0 or 3000 or more");
	}
	return well;
}

/* Tells that nothing is said for the numbers from [next] up to rung [i]. */
static void missing_step(struct diags *diags, const struct rung *rungs, int i, int64_t next, int32_t step)
{
	struct diag *diag;

	if (next <= INT32_MIN) {
		diag = diag_add(diags, DIAG_LADDER_STARTS_LATE, rungs[i].span, (int)rungs[i].low);
		diag_hint(diags, diag, "add a step `below %d: ...`", (int)rungs[i].low);
		return;
	}
	diag = diag_add(diags, DIAG_LADDER_GAP, rungs[i].span, (int)next, (int)(rungs[i].low - 1));
	if (i > 0)
		diag_other(diags, diag, rungs[i - 1].span, "the step before ends at %d", (int)rungs[i - 1].high);
	if (i > 0 && step > 0 && rungs[i].low - rungs[i - 1].high <= 10) /* the author took them for neighbours */
		diag_hint(diags, diag, "by the points of this variant totals come in steps of %d", (int)step);
}

/* Puts the keys in the order of their lower ends. */
static void sort_rungs(struct rung *rungs, int count)
{
	for (int i = 1; i < count; i++)
		for (int j = i; j > 0 && rungs[j].low < rungs[j - 1].low; j--) {
			struct rung swap = rungs[j];
			rungs[j] = rungs[j - 1];
			rungs[j - 1] = swap;
		}
}

/* Finds overlaps and gaps among the keys; [*next] is then the number behind the last one. Numbers that cannot occur between
 * two steps are no gap. */
static bool rungs_meet(struct diags *diags, const struct rung *rungs, int count, int32_t step, int64_t *next)
{
	for (int i = 0; i < count; i++) {
		if (i > 0 && rungs[i].low <= rungs[i - 1].high) {
			struct diag *diag = diag_add(diags, DIAG_LADDER_OVERLAP, rungs[i].span, (int)rungs[i].low);
			diag_other(diags, diag, rungs[i - 1].span, "this step has it too");
			return false;
		}
		if (rungs[i].low > *next && (i == 0 || rungs[i].low - rungs[i - 1].high > step)) {
			missing_step(diags, rungs, i, *next, step);
			return false;
		}
		*next = rungs[i].high + 1;
	}
	return true;
}

/* Looks whether every number from [low] on has its step, and only one. */
static bool check_rungs(struct compiler *at, const struct statement *statement, struct rung *rungs, int count,
                        int64_t low, int32_t step)
{
	struct diags *diags = at->building->diags;
	int64_t next = low;

	sort_rungs(rungs, count);
	if (!rungs_meet(diags, rungs, count, step, &next))
		return false;
	if (next <= INT32_MIN) {
		diag_add(diags, DIAG_LADDER_EMPTY, statement->by->span);
		return false;
	}
	if (next <= INT32_MAX && (count == 0 || rungs[count - 1].high < INT32_MAX)) {
		struct span last = count > 0 ? rungs[count - 1].span : statement->by->span;
		struct diag *diag = diag_add(diags, DIAG_LADDER_ENDS_EARLY, last, (int)next);
		diag_hint(diags, diag, "let the last step say `%d or more`", count > 0 ? (int)rungs[count - 1].low : 0);
		return false;
	}
	return true;
}

/* The least that the steps from [first] on can come to, as far as sums and products of facts tell. */
static int64_t least_of(const struct compiler *at, int first)
{
	int64_t least[PROGRAM_STACK + 1] = { INT32_MIN }, *top = least;

	for (int i = first; i < at->steps; i++) {
		const struct op *op = &at->step[i];
		bool known = top - least < 2 || (top[0] >= 0 && top[-1] >= 0);
		if (op->code == OP_NUMBER)
			*++top = op->number;
		else if (op->code == OP_FACT)
			*++top = facts[op->fact].low;
		else if ((op->code == OP_PLUS || op->code == OP_TIMES) && known)
			top--, *top = op->code == OP_PLUS ? top[0] + top[1] : top[0] * top[1];
		else
			return INT32_MIN;
		if (*top > INT32_MAX) /* it wraps around */
			return INT32_MIN;
	}
	return *top;
}

/* A ladder while its steps are emitted. */
struct ladder {
	struct rung rungs[RUNGS_MAX]; /* its keys */
	int count;
	int ends[RUNGS_MAX], end_count;   /* for each step the jump from its value to the end */
	int jumps[RUNGS_MAX], jump_count; /* for each key of one step the jump to its value */
	bool full;
};

/* Emits the keys of a step as far as there is room. */
static bool emit_keys(struct compiler *at, const struct expr *key, struct ladder *ladder)
{
	ladder->jump_count = 0;
	for (; key != NULL; key = key->next) {
		struct rung *rung = &ladder->rungs[ladder->count];
		if (ladder->count == RUNGS_MAX || ladder->end_count == RUNGS_MAX)
			return ladder->full = at->failed = true;
		if (!read_rung(at, key, rung))
			return false;
		emit(at, OP_WITHIN, (int32_t)rung->low);
		at->step[at->steps - 1].argument = (cardset)rung->high;
		ladder->jumps[ladder->jump_count++] = emit(at, OP_JUMP, 0);
		ladder->count++;
	}
	return true;
}

/* Emits what holds where a key of the step does; behind it [onward] leads to the next one. */
static bool emit_step(struct compiler *at, const struct step *step, emit_value value, int subject,
                      struct ladder *ladder)
{
	int onward = emit(at, OP_JUMP, 0);
	bool well;

	aim_all(at, ladder->jumps, ladder->jump_count);
	well = value(at, step->value, subject);
	emit(at, OP_SWAP_DROP, 0);
	ladder->ends[ladder->end_count++] = emit(at, OP_JUMP, 0);
	aim(at, onward);
	return well;
}

bool emit_ladder(struct compiler *at, const struct statement *statement, emit_value value, int subject)
{
	struct ladder ladder = { .count = 0 };
	enum fact_type key_type;
	int first = at->steps, row = at->number_row;
	int64_t low;
	bool well;

	at->number_row = -1;
	well = emit_as(at, statement->by, false, &key_type);
	at->number_row = row;
	if (!well)
		return false;
	low = least_of(at, first);
	for (const struct step *step = statement->steps; step != NULL; step = step->next) {
		if (!emit_keys(at, step->keys, &ladder) || ladder.full)
			return ladder.full;
		well = emit_step(at, step, value, subject, &ladder) && well;
	}
	emit(at, OP_NUMBER, 0); /* no step: cannot happen once the keys are checked */
	emit(at, OP_SWAP_DROP, 0);
	aim_all(at, ladder.ends, ladder.end_count);
	if (key_type == SCORE && at->building->points_step == 0) /* which numbers can occur is not known */
		return well;
	return check_rungs(at, statement, ladder.rungs, ladder.count, low,
	                   key_type == SCORE ? at->building->points_step : 1) &&
	       well;
}
