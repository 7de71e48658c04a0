/* ladders.c -- `by side score { below 0: 15; 0..1495: 50; 1500 or more: 90 }`: steps, of which exactly one holds for every
 * number that there can be. */
#include "rules/semantic.h"

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

bool read_key(const struct expr *key, int64_t *low, int64_t *high)
{
	const struct expr *range = key->kind == EXPR_PHRASE && key->first->next == NULL ? key->first : key;
	int64_t number;

	*low = INT32_MIN, *high = INT32_MAX;
	if (range->kind == EXPR_RANGE)
		return constant(range->first, low) && constant(range->second, high) && *low <= *high;
	if (constant(key, &number))
		return *low = *high = number, true;
	if (key->first == NULL || !constant(key->first, &number))
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

static bool read_rung(struct typing *at, const struct expr *key, struct rung *rung)
{
	bool well = read_key(key, &rung->low, &rung->high);

	rung->span = key->span;
	if (!well)
		diag_hint(at->building->diags, diag_add(at->building->diags, DIAG_LADDER_KEY, key->span),
		          "write 3, 0..1495, below 0 or 3000 or more");
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
	if (i > 0 && step > 1 && rungs[i].low - rungs[i - 1].high <= 10) /* the author took them for neighbours */
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

/* Looks whether every number from [low] to [high] has its step, and only one. */
static bool check_rungs(struct typing *at, const struct statement *statement, struct rung *rungs, int count,
                        int64_t low, int64_t high, int32_t step)
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
	if (next <= high) {
		struct span last = count > 0 ? rungs[count - 1].span : statement->by->span;
		struct diag *diag = diag_add(diags, DIAG_LADDER_ENDS_EARLY, last, (int)next);
		diag_hint(diags, diag, "let the last step say `%d or more`", count > 0 ? (int)rungs[count - 1].low : 0);
		return false;
	}
	return true;
}

/* The least that a key can come to, as far as sums and products of facts tell. */
static int64_t least_of(const struct ir *key)
{
	int64_t least, next;

	if (key->kind == IR_NUMBER)
		return key->number;
	if (key->kind == IR_FACT)
		return facts[key->fact].low;
	if (key->kind != IR_SUM && key->kind != IR_PRODUCT)
		return INT32_MIN;
	least = least_of(key->first);
	for (const struct ir *part = key->first->next; part != NULL; part = part->next) {
		next = least_of(part);
		if (least < 0 || next < 0)
			return INT32_MIN;
		least = nearest_number(key->kind == IR_SUM ? least + next : least * next);
	}
	return least;
}

/* The most, whatever the rules are. */
static int64_t most_of_key(const struct ir *key)
{
	switch (key->kind == IR_FACT ? facts[key->fact].most : MOST_ANY) {
	case MOST_PLAYERS:
	case MOST_PEOPLE:
	case MOST_SEATS:
	case MOST_SIDES: return PLAYERS_MAX;
	default: return INT32_MAX;
	}
}

/* A ladder while its steps are read. */
struct ladder {
	struct rung rungs[RUNGS_MAX]; /* its keys */
	int count;
	bool unread; /* a key could not be read */
};

/* Adds a step for each of its keys. */
static bool type_step(struct typing *at, const struct step *step, type_value *value, int subject, struct ladder *ladder,
                      struct ir *made)
{
	bool well = true;

	for (const struct expr *key = step->keys; key != NULL; key = key->next) {
		struct rung *rung = &ladder->rungs[ladder->count];
		struct ir *holds;
		at->too_long = at->too_long || ladder->count == RUNGS_MAX;
		ladder->unread = at->too_long || !read_rung(at, key, rung);
		if (ladder->unread)
			return false;
		ladder->count++;
		holds = well ? value(at, step->value, subject) : NULL;
		well = holds != NULL;
		ir_add_step(&at->maker, made, (int32_t)rung->low, holds);
	}
	return well;
}

struct ir *type_ladder(struct typing *at, const struct statement *statement, type_value *value, int subject)
{
	struct ladder ladder = { .count = 0 };
	struct ir *key, *made;
	int row = at->number_row;
	bool well = true, score;

	at->number_row = -1;
	key = type_as(at, statement->by, false);
	at->number_row = row;
	made = ir_ladder(&at->maker, key);
	if (made == NULL)
		return NULL;
	score = key->type == SCORE;
	for (const struct step *step = statement->steps; step != NULL && !ladder.unread; step = step->next)
		well = type_step(at, step, value, subject, &ladder, made) && well;
	if (ladder.unread)
		return NULL;
	if ((!score || at->building->points_step != 0) && /* else which numbers can occur is not known */
	    !check_rungs(at, statement, ladder.rungs, ladder.count, least_of(key), most_of_key(key),
	                 score ? at->building->points_step : 1))
		return NULL;
	return well && ladder.count > 0 ? ir_finish_ladder(made) : NULL;
}
