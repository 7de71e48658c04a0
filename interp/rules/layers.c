/* layers.c -- what the layers of a variant state: a later one takes the place of an earlier one, and two of the same height
 * that disagree are a fault unless a layer above both settles it. */
#include "rules/resolve.h"

#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"

/* ---- layers ---- */

struct layer *layer_new(struct resolving *at, enum layer_kind kind, const char *name, int level, struct span brought)
{
	struct layer *layer = arena_take(at->building->arena, sizeof *layer);

	if (layer != NULL)
		*layer = (struct layer){ .kind = kind, .name = name, .level = level, .brought = brought };
	return layer;
}

static void remember(struct resolving *at, struct remark said)
{
	struct remark *remark = arena_take(at->building->arena, sizeof *remark);

	if (remark == NULL)
		return;
	said.next = at->rules->remarks;
	*remark = said;
	at->rules->remarks = remark;
}

void remember_remark(struct resolving *at, const struct note *notes, const struct layer *layer, int group, int item)
{
	if (notes != NULL)
		remember(at, (struct remark){ .notes = notes, .layer = layer, .group = group, .item = item });
}

void remember_prose(struct resolving *at, const char *prose, const struct layer *layer, int group, int item)
{
	if (prose != NULL)
		remember(at, (struct remark){ .prose = prose, .layer = layer, .group = group, .item = item });
}

/* ---- cells ---- */

static void write_value(const struct cell *cell, struct text *out)
{
	const struct statement *statement = cell->statement;

	for (const struct expr *expr = cell->on_item ? NULL : statement->value; expr != NULL; expr = expr->next) {
		expr_write(expr, out);
		text_add(out, ", ");
	}
	const struct expr *clauses[] = { statement->when, statement->unless, statement->by };
	for (size_t i = 0; i < 3; i++) {
		text_format(out, " |%zu ", i);
		if (clauses[i] != NULL)
			expr_write(clauses[i], out);
	}
	for (const struct step *step = statement->steps; step != NULL; step = step->next) {
		for (const struct expr *key = step->keys; key != NULL; key = key->next) {
			expr_write(key, out);
			text_add(out, ", ");
		}
		text_add(out, ": ");
		expr_write(step->value, out);
		text_add(out, "; ");
	}
}

bool same_value(struct arena *arena, const struct cell *a, const struct cell *b)
{
	struct text first = { 0 }, second = { 0 };
	bool failed = false, same;

	write_value(a, &first);
	write_value(b, &second);
	same = texts_same(&first, &second, &failed);
	if (failed)
		arena_lose(arena);
	return same;
}

bool same_height(const struct layer *old, const struct layer *new)
{
	if (old == NULL || old == new || old->kind != new->kind || old->kind == LAYER_VARIANT ||
	    old->level != new->level)
		return false;
	return old->kind != LAYER_FRAGMENT || !(new->below >> old->place & 1);
}

/* Two layers of the same height state different values. */
static bool layers_clash(struct arena *arena, const struct cell *old, const struct cell *new)
{
	return same_height(old->layer, new->layer) && !same_value(arena, old, new);
}

static void remember_conflict(struct resolving *at, const struct cell *cell, const struct cell *first,
                              const struct cell *other)
{
	struct conflict *conflict = arena_take(at->building->arena, sizeof *conflict);

	if (conflict == NULL)
		return;
	*conflict = (struct conflict){ .cell = cell, .first = first, .other = *other };
	*at->last_conflict = conflict;
	at->last_conflict = &conflict->next;
}

static void restated(struct resolving *at, enum row_id row, struct span cite, const struct cell *cell)
{
	struct diag *diag = diag_add(at->building->diags, DIAG_CITE_RESTATED, cite, rows[row].name);

	diag_other(at->building->diags, diag, cell->statement->span, "it is stated here");
	diag_hint(at->building->diags, diag, "put the citation behind the value");
}

/* Those of [cites] that hold for what [layer] states: its own, and those that lie above an option nobody asked for. */
static const struct cite *cites_above(struct resolving *at, const struct cite *cites, const struct layer *layer)
{
	struct cite *kept;

	if (cites == NULL ||
	    (cites->layer != layer && (layer->kind != LAYER_OPTION || cites->layer->level < layer->level)))
		return NULL;
	kept = arena_take(at->building->arena, sizeof *kept);
	if (kept == NULL)
		return NULL;
	*kept = *cites;
	kept->next = cites_above(at, cites->next, layer);
	return kept;
}

void cite_cell(struct resolving *at, enum row_id row, int item, const struct statement *statement, bool on_item,
               const struct layer *layer)
{
	struct cell *cell = &at->rules->cells[row][item];
	struct cite *cite = arena_take(at->building->arena, sizeof *cite);

	if (cite == NULL)
		return;
	*cite = (struct cite){ .notes = statement->notes,
		               .span = statement->span,
		               .layer = layer,
		               .on_item = on_item,
		               .next = cell->cites };
	cell->cites = cite;
	if (!on_item && cell->statement != NULL && cell->layer == layer)
		restated(at, row, statement->span, cell);
}

void set_cell(struct resolving *at, enum row_id row, int item, const struct statement *statement, bool on_item,
              const struct layer *layer)
{
	struct cell *cell = &at->rules->cells[row][item], *old;
	struct cell new = { .statement = statement, .on_item = on_item, .layer = layer };

	if (cell->statement != NULL && cell->layer->level > layer->level) /* an option that nobody chose lies below */
		return;
	if (cell->statement != NULL && cell->layer == layer) {
		if (rows[row].type == TYPE_CONDITION) { /* a further line `unless ...` */
			old = arena_take(at->building->arena, sizeof *old);
			if (old != NULL)
				*old = *cell, new.also = old, new.inherited = cell->inherited, new.cites = cell->cites,
				*cell = new;
			return;
		}
		struct diag *diag =
			diag_add(at->building->diags, DIAG_STATED_TWICE, statement->head_span, rows[row].name);
		diag_other(at->building->diags, diag, cell->statement->head_span, "it is stated here already");
		return;
	}
	new.cites = cites_above(at, cell->cites, layer);
	if (cell->cites != NULL && cell->cites->layer == layer)
		restated(at, row, cell->cites->span, &new);
	if (cell->statement != NULL) {
		old = arena_take(at->building->arena, sizeof *old);
		if (old == NULL)
			return;
		*old = *cell;
		new.inherited = old;
		if (layers_clash(at->building->arena, old, &new))
			remember_conflict(at, cell, old, &new);
	}
	*cell = new;
}

void report_conflicts(struct resolving *at)
{
	struct diags *diags = at->building->diags;

	for (const struct conflict *conflict = at->conflicts; conflict != NULL; conflict = conflict->next) {
		const struct layer *first = conflict->first->layer, *second = conflict->other.layer;
		int line, column;
		if (conflict->cell->layer != second)
			continue;
		struct diag *diag =
			diag_add(diags, DIAG_CONFLICT, conflict->other.statement->span, first->name, second->name);
		diag_other(diags, diag, conflict->first->statement->span, "`%s` says otherwise", first->name);
		if (second->kind != LAYER_FRAGMENT)
			continue;
		span_place(diags->sources, second->brought, &line, &column);
		diag_hint(diags, diag, "both come in by `use` in line %d; state the value there to settle it", line);
	}
}
