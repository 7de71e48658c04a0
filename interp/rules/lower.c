/* lower.c -- formulas are lowered for play. Most conditions are comparisons of one fact joined by `and`, `or` and
 * `not`. For each answer the next question or the end is computed once, so nothing is kept in between. Any other
 * formula is evaluated by walking its expression. */
#include "rules/ir.h"

#include "grammar/arena.h"
#include "rules/rules.h"

/* ---- branches ---- */

static bool is_comparison(const struct ir *of)
{
	return of->kind >= IR_EQUAL && of->kind <= IR_LESS;
}

/* How many branches a condition is lowered to; more than the limit if that is impossible. */
static int count_branches(const struct ir *of)
{
	int count = 0;

	if (of->kind == IR_FACT || of->kind == IR_NOT)
		return of->type == FLAG ? 1 : BRANCH_YES;
	if (is_comparison(of)) {
		enum ir_kind right = of->first->next->kind;
		return of->first->kind == IR_FACT && (right == IR_NUMBER || right == IR_FACT) ? 1 : BRANCH_YES;
	}
	if (of->kind != IR_ALL && of->kind != IR_ANY)
		return BRANCH_YES;
	for (const struct ir *part = of->first; part != NULL && count < BRANCH_YES; part = part->next)
		count += count_branches(part);
	return count;
}

/* Sets the answers for which a difference satisfies a comparison with [number]. For `is not` they are those of `is`,
 * and the branch is swapped. */
static bool set_limits(struct branch *branch, enum ir_kind kind, int32_t number)
{
	branch->low = INT32_MIN;
	branch->high = INT32_MAX;
	switch (kind) {
	case IR_AT_LEAST: branch->low = number; break;
	case IR_AT_MOST: branch->high = number; break;
	case IR_MORE: branch->low = 1; break; /* of two facts, whose difference is compared with 0 */
	case IR_LESS: branch->high = -1; break;
	default: branch->low = branch->high = number; break;
	}
	return kind == IR_UNEQUAL;
}

/* How far it is from branch [at] to [to], which may be an answer. */
static uint8_t lead(int at, int to)
{
	return (uint8_t)(to <= BRANCH_NO ? BRANCH_NO : to >= BRANCH_YES ? BRANCH_YES : to - at);
}

enum { END_NO = 0, END_YES = BRANCH_YES }; /* as targets; no branch leads to the first one */

/* Lowers [of] from branch [at] on: if it holds [yes] is next, else [no]. Returns the place after it. */
static int lower_condition(const struct ir *of, struct branch *branch, int at, int yes, int no)
{
	const struct ir *fact = of->kind == IR_NOT ? of->first : of;
	bool all = of->kind == IR_ALL, turned;

	if (all || of->kind == IR_ANY) {
		for (const struct ir *part = of->first; part != NULL; part = part->next) {
			int behind = at + count_branches(part);
			bool last = part->next == NULL;
			lower_condition(part, branch, at, all && !last ? behind : yes, all || last ? no : behind);
			at = behind;
		}
		return at;
	}
	if (is_comparison(of)) {
		const struct ir *right = of->first->next;
		fact = of->first;
		branch[at].less = right->kind == IR_FACT ? right : NULL;
		turned = set_limits(&branch[at], of->kind, right->kind == IR_FACT ? 0 : right->number);
	} else
		turned = of->kind == IR_FACT; /* a flag: all but 0 is yes */
	branch[at].asked = fact;
	branch[at].yes = lead(at, turned ? no : yes);
	branch[at].no = lead(at, turned ? yes : no);
	return at + 1;
}

/* ---- formulas ---- */

/* Links the facts of an expression behind [*end]. */
static void link_facts(struct ir *of, const struct ir ***end)
{
	if (of->kind == IR_FACT) {
		**end = of;
		*end = &of->also;
	}
	for (const struct ir *part = of->first; part != NULL; part = part->next)
		link_facts((struct ir *)part, end);
}

/* The number of its expressions; those of a term count wherever the term is asked. */
static int weight_of(const struct rules *rules, const struct ir *of)
{
	formula term = ir_is_fact(of, FACT_term) ? rules->define[of->item].when : NULL;
	int weight = 1 + (term != NULL ? term->weight : 0);

	for (const struct ir *part = of->first; part != NULL && weight <= FORMULA_WEIGHT; part = part->next)
		weight += weight_of(rules, part);
	return weight;
}

/* True if it asks a term that is constant. */
static bool can_settle(const struct rules *rules, const struct ir *of)
{
	formula term = ir_is_fact(of, FACT_term) ? rules->define[of->item].when : NULL;
	bool any = term != NULL && term->is_constant;

	for (const struct ir *part = of->first; part != NULL && !any; part = part->next)
		any = can_settle(rules, part);
	return any;
}

formula formula_make(struct ir_maker *maker, const struct rules *rules, struct ir *ir)
{
	const struct ir *settled = ir != NULL && can_settle(rules, ir) ? ir_settle(maker, rules, ir) : ir;
	int branches = settled != NULL ? count_branches(settled) : 0;
	struct formula *made;
	const struct ir **end;

	if (branches >= BRANCH_YES)
		branches = 0;
	made = settled != NULL ? arena_take(maker->arena, sizeof *made + (size_t)branches * sizeof *made->branch)
	                       : NULL;
	if (made == NULL)
		return NULL;
	made->ir = ir;
	made->is_constant = settled->kind == IR_NUMBER;
	made->is_settled = made->is_constant && maker->made > 1;
	made->number = settled->number;
	made->is_linked = branches > 0;
	made->weight = weight_of(rules, ir);
	end = &made->asked;
	link_facts(ir, &end);
	if (branches > 0)
		lower_condition(settled, made->branch, 0, END_YES, END_NO);
	return made;
}

/* ---- walking ---- */

/* Sums and products are exact in 64 bits: semantic.c has no formula whose parts are larger. */
static int64_t walk(const struct ir *of, const void *frame, fact_answer *fact)
{
	switch (of->kind) {
	case IR_NUMBER: return of->number;
	case IR_FACT: return fact(frame, of);
	case IR_NOT: return !walk(of->first, frame, fact);
	case IR_NEGATIVE: return -walk(of->first, frame, fact);
	case IR_ALL:
	case IR_ANY:
	case IR_SUM:
	case IR_PRODUCT: {
		int64_t value = walk(of->first, frame, fact);

		for (const struct ir *part = of->first->next; part != NULL; part = part->next) {
			if (of->kind == IR_ALL ? !value : of->kind == IR_ANY && value)
				break;
			int64_t other = walk(part, frame, fact);
			value = of->kind == IR_SUM ? value + other : of->kind == IR_PRODUCT ? value * other : other;
		}
		return value;
	}
	case IR_LADDER: {
		int64_t key = walk(of->first, frame, fact);
		const struct ir *step = of->first->next;

		while (step->next != NULL && step->next->number <= key)
			step = step->next;
		return walk(step->first, frame, fact);
	}
	case IR_STEP: return 0; /* only in ladders */
	default: return ir_holds(of->kind, walk(of->first, frame, fact), walk(of->first->next, frame, fact));
	}
}

int32_t ir_evaluate(const struct ir *of, const void *frame, fact_answer *fact)
{
	return nearest_number(walk(of, frame, fact));
}
