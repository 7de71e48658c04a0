/* deciding.c -- a condition of several lines is asked line by line, each on its own. */
#include "reports/deciding.h"

#include "grammar/tree.h"
#include "rules/build.h"

struct asking {
	struct library *library;
	const struct question *about;
	struct deciding *found;
};

static void ask_lines(struct asking *at, enum row_id row, int item);

static void add_cell(struct deciding *found, const struct cell *cell)
{
	for (int i = 0; i < found->count; i++)
		if (found->cell[i] == cell)
			return;
	if (found->count < DECIDING_MAX)
		found->cell[found->count++] = cell;
}

/* The terms that [ir] asks and that come out like the whole, or the other way round behind a `not`. */
static void ask_terms(struct asking *at, const struct ir *ir, bool holds)
{
	if (ir_is_fact(ir, FACT_term) && (fact_of_game(at->about, ir) != 0) == holds)
		ask_lines(at, ROW_define_when, ir->item);
	for (const struct ir *part = ir->first; part != NULL; part = part->next)
		ask_terms(at, part, holds != (ir->kind == IR_NOT));
}

/* Asks what stands behind one word of a line, and keeps the line if it makes the whole come out as it does. */
static void ask_clause(struct asking *at, enum row_id row, const struct expr *clause, bool negated, bool whole,
                       const struct cell *cell)
{
	formula part =
		clause == NULL ? NULL : rules_part(at->library, (struct rules *)at->about->game->rules, row, clause);
	bool holds;

	if (part == NULL)
		return;
	holds = ask(part, at->about) != 0;
	if ((holds != negated) != whole)
		return;
	add_cell(at->found, cell);
	ask_terms(at, part->ir, holds);
}

/* The lines of a setting, of which the last one stands first. */
static void ask_whens(struct asking *at, enum row_id row, const struct cell *cell, bool whole)
{
	if (cell == NULL || cell->statement == NULL)
		return;
	ask_whens(at, row, cell->also, whole);
	ask_clause(at, row, cell->on_item ? NULL : cell->statement->value, false, whole, cell);
	ask_clause(at, row, cell->statement->when, false, whole, cell);
}

static void ask_unlesses(struct asking *at, enum row_id row, const struct cell *cell, bool whole)
{
	if (cell == NULL || cell->statement == NULL)
		return;
	ask_unlesses(at, row, cell->also, whole);
	ask_clause(at, row, cell->statement->unless, true, whole, cell);
}

static void ask_lines(struct asking *at, enum row_id row, int item)
{
	const struct rules *rules = at->about->game->rules;
	formula condition = rules_formula(rules, row, item);
	bool whole = ask(condition, at->about) != 0;

	ask_whens(at, row, rules_cell(rules, row, item), whole);
	ask_unlesses(at, row, rules_cell(rules, row, item), whole);
}

void find_deciding(struct library *library, const struct question *about, enum row_id row, int item,
                   struct deciding *found)
{
	struct asking at = { library, about, found };

	found->count = 0;
	if (rows[row].type == TYPE_CONDITION)
		ask_lines(&at, row, item);
}
