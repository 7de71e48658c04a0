/* layers.c -- what the layers of a variant state. A higher layer replaces the statement of a lower one for a setting;
 * two of the same height that differ are an error unless a layer above both settles it. An item of a list is added
 * once, changed by its name and removed by `remove`, so a typing error never adds one. */
#include "rules/resolve.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/options.h"

/* ---- layers ---- */

struct layer *layer_new(struct resolving *at, enum layer_kind kind, const char *name, int height, struct span brought)
{
	struct layer *layer = arena_take(at->building->arena, sizeof *layer);

	if (layer != NULL)
		*layer = (struct layer){
			.kind = kind, .name = name, .height = height, .counts_at = height, .brought = brought
		};
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
		arena_fail(arena);
	return same;
}

bool same_lines(struct arena *arena, const struct cell *one, const struct cell *other)
{
	while (one != NULL && other != NULL && same_value(arena, one, other))
		one = one->also, other = other->also;
	return one == NULL && other == NULL;
}

/* True if neither of two layers lies above the other: fragments of one variant, none using the other, or options. */
static bool same_height(const struct layer *old, const struct layer *new)
{
	if (old == NULL || old == new || old->kind != new->kind || old->kind == LAYER_VARIANT ||
	    old->height != new->height)
		return false;
	return old->kind != LAYER_FRAGMENT || !(new->below >> old->place & 1);
}

/* Two layers of the same height state different values. */
static bool layers_clash(struct arena *arena, const struct cell *old, const struct cell *new)
{
	return same_height(old->layer, new->layer) && !same_value(arena, old, new);
}

static void remember_conflict(struct resolving *at, enum row_id row, int item, const struct cell *first,
                              const struct cell *other)
{
	struct conflict *conflict = arena_take(at->building->arena, sizeof *conflict);

	if (conflict == NULL)
		return;
	*conflict = (struct conflict){ .row = row, .item = item, .first = first, .other = *other };
	*at->last_conflict = conflict;
	at->last_conflict = &conflict->next;
}

static void restated(struct resolving *at, enum row_id row, struct span cite, const struct cell *cell)
{
	struct diag *diag = diag_add(at->building->diags, DIAG_CITE_RESTATED, cite, rows[row].name);

	diag_other(at->building->diags, diag, cell->statement->span, "it is stated here");
	diag_hint(at->building->diags, diag, "put the citation behind the value");
}

/* Those of [cites] that apply to the statement of [layer]: its own, and those of layers above an option that was not
 * asked for. */
static const struct cite *cites_above(struct resolving *at, const struct cite *cites, const struct layer *layer)
{
	struct cite *kept;

	if (cites == NULL ||
	    (cites->layer != layer && (layer->kind != LAYER_OPTION || cites->layer->height < layer->height)))
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
	struct cell *cell = own_cell(at, row, item);
	struct cite *cite = arena_take(at->building->arena, sizeof *cite);

	if (cell == NULL || cite == NULL)
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
	struct cell *cell = own_cell(at, row, item), *old;
	struct cell new = { .statement = statement, .on_item = on_item, .layer = layer };

	if (cell == NULL)
		return;
	if (cell->statement != NULL && cell->layer->height > layer->height) /* an option that nobody chose lies below */
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
			remember_conflict(at, row, item, old, &new);
	}
	*cell = new;
}

void report_conflicts(struct resolving *at)
{
	struct diags *diags = at->building->diags;

	for (const struct conflict *conflict = at->conflicts; conflict != NULL; conflict = conflict->next) {
		const struct layer *first = conflict->first->layer, *second = conflict->other.layer;
		int line, column;
		if (at->rules->cells[conflict->row][conflict->item].layer != second)
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

/* ---- items, by their names ---- */

/* ---- one by its name ---- */

static int find_item(const struct resolving *at, int group, const char *name)
{
	for (int i = 0; i < at->count[group]; i++)
		if (at->items[group][i].removed == NULL && strcmp(at->items[group][i].name, name) == 0)
			return i;
	return -1;
}

/* The item of that name that was taken away, or NULL. */
static const struct item *removed_item(const struct resolving *at, int group, const char *name)
{
	for (int i = 0; i < at->count[group]; i++)
		if (at->items[group][i].removed != NULL && strcmp(at->items[group][i].name, name) == 0)
			return &at->items[group][i];
	return NULL;
}

/* True if a statement of the block, or one within it, adds this item. */
static bool adds_item(const struct statement *block, int group, const char *name)
{
	for (const struct statement *at = block; at != NULL; at = at->next) {
		const struct expr *atom = at->value != NULL ? at->value->first : NULL;
		if (at->added && strcmp(at->head, groups[group].name) == 0 && atom != NULL && atom->kind == EXPR_WORD &&
		    strcmp(atom->text, name) == 0)
			return true;
		if (adds_item(at->block, group, name))
			return true;
	}
	return false;
}

/* The option that adds this item and that `with` has named so far, or NULL. */
static const struct option *option_adding(const struct resolving *at, int group, const char *name)
{
	for (const struct option *option = at->rules->options; option != NULL; option = option->next)
		if (option->asked_for && !option->is_preset && adds_item(option->statement->block, group, name))
			return option;
	return NULL;
}

static void unknown_item(struct resolving *at, int group, const char *name, struct span span, bool may_add)
{
	const char *words[LIST_ITEMS_MAX], *near;
	int count = 0;
	struct text there = { 0 };
	struct diag *diag = diag_add(at->building->diags, DIAG_UNKNOWN_ITEM, span, groups[group].name, name);

	for (int i = 0; i < at->count[group]; i++)
		if (at->items[group][i].removed == NULL)
			words[count++] = at->items[group][i].name;
	const char *other = may_add ? word_of_like_meaning(name, words, count) : NULL;
	near = other != NULL ? other : word_nearest(name, words, count);
	text_add_words(&there, words, count, " or ");
	const struct option *option = option_adding(at, group, name);
	const struct item *gone = removed_item(at, group, name);
	if (gone != NULL)
		diag_other(at->building->diags, diag, gone->removed_by, "it is taken away here");
	else if (option != NULL && !may_add)
		diag_hint(at->building->diags, diag, "option `%s` adds it, and only after this",
		          option_kept(option, at->building->arena));
	else if (option != NULL)
		diag_hint(at->building->diags, diag,
		          "option `%s` adds it, which nothing written here changes: write `add %s %s` with all that it "
		          "says, and leave the option out",
		          option_kept(option, at->building->arena), groups[group].name, name);
	else if (near != NULL && may_add && near[0] != name[0]) /* a typing error seldom changes the first letter */
		diag_hint(at->building->diags, diag, "did you mean `%s`? To add a new one, write `add %s %s`", near,
		          groups[group].name, name);
	else if (diag_hint_nearest(at->building->diags, diag, name, words, count))
		;
	else if (count > 0 && may_add)
		diag_hint(at->building->diags, diag, "it can be %s; to add a new one, write `add %s %s`",
		          text_read(&there), groups[group].name, name);
	else if (may_add)
		diag_hint(at->building->diags, diag, "to add a new one, write `add %s %s`", groups[group].name, name);
	else if (count > 0)
		diag_hint(at->building->diags, diag, "it can be %s", text_read(&there));
	text_free(&there);
}

/* ---- items that are added, changed, removed ---- */

/* True if this layer may add an item just by naming it. */
static bool adds_freely(const struct layer *layer)
{
	return layer->kind == LAYER_FRAGMENT || (layer->kind == LAYER_VARIANT && layer->height == 0);
}

static int add_item(struct resolving *at, int group, const char *name, struct span span, const struct layer *layer)
{
	int item = at->count[group], there = 0;

	for (int i = 0; i < item; i++)
		there += at->items[group][i].removed == NULL;
	if (there == groups[group].max || item == PLACES * groups[group].max) {
		diag_add(at->building->diags, DIAG_ITEMS_TOO_MANY, span, groups[group].max, groups[group].name);
		return -1;
	}
	if (!make_room(at, group))
		return -1;
	at->count[group]++;
	at->items[group][item] = (struct item){ .name = name, .span = span, .added = layer, .changed = layer };
	return item;
}

/* An item that one layer removes and another of the same height changes: an error, as order never decides. */
static void item_conflict(struct resolving *at, struct span span, const struct layer *layer, const struct item *item,
                          const struct layer *other)
{
	struct diag *diag = diag_add(at->building->diags, DIAG_CONFLICT, span, other->name, layer->name);

	diag_other(at->building->diags, diag, item->span, "`%s` stands here", item->name);
	diag_hint(at->building->diags, diag, "one of them takes away `%s`, the other speaks of it", item->name);
}

/* Checks whether a layer of the same height has removed what [layer] is about to add. */
static void check_removed(struct resolving *at, int group, const char *name, struct span span,
                          const struct layer *layer)
{
	for (int i = 0; i < at->count[group]; i++) {
		const struct item *item = &at->items[group][i];
		if (item->removed != NULL && strcmp(item->name, name) == 0 && same_height(item->removed, layer))
			item_conflict(at, span, layer, item, item->removed);
	}
}

/* True, with a finding queued, if an option changes an item that its own variant removes, or the one that plays with
 * it. Other options are dropped silently. */
static bool option_left_over(struct resolving *at, int group, const char *name, struct span span,
                             const struct layer *layer)
{
	const struct item *gone = NULL;
	struct diag *diag;

	for (int i = 0; i < at->count[group]; i++)
		if (at->items[group][i].removed != NULL && strcmp(at->items[group][i].name, name) == 0)
			gone = &at->items[group][i];
	if (layer->kind != LAYER_OPTION || gone == NULL || gone->removed->kind == LAYER_OPTION)
		return false;
	diag = diag_add(at->building->diags, DIAG_OPTION_LEFT_OVER, gone->removed_by, layer->name, groups[group].name,
	                name);
	diag_other(at->building->diags, diag, span, "the option speaks of it here");
	diag_hint(at->building->diags, diag, "keep it, or leave the option out, too");
	return true;
}

bool item_is_gone(const struct resolving *at, int group, const char *name, bool added, int written_for)
{
	int found = find_item(at, group, name);
	const struct layer *by = found >= 0 ? at->items[group][found].added : NULL;

	for (int i = 0; i < at->count[group] && found < 0; i++)
		if (at->items[group][i].removed != NULL && strcmp(at->items[group][i].name, name) == 0)
			by = at->items[group][i].removed;
	return by != NULL && (found >= 0) == added && by->kind != LAYER_OPTION && by->height > written_for;
}

int open_item(struct resolving *at, int group, const struct statement *statement, const char *name, struct span span,
              const struct layer *layer)
{
	int item = find_item(at, group, name);

	if (layer->kind == LAYER_OPTION && item_is_gone(at, group, name, statement->added, layer->written_for))
		return -1;
	if (item >= 0 && statement->added && layer->kind == LAYER_OPTION &&
	    at->items[group][item].added->kind == LAYER_VARIANT) {
		struct diag *diag = diag_add(at->building->diags, DIAG_ADDED_TWICE, at->items[group][item].span,
		                             groups[group].name, name);
		diag_other(at->building->diags, diag, span, "option `%s` adds it here", layer->name);
		diag_hint(at->building->diags, diag, "leave out this one, or the option");
		return -1;
	}
	if (item >= 0 && statement->added) {
		struct diag *diag = diag_add(at->building->diags, DIAG_ADDED_TWICE, span, groups[group].name, name);
		diag_other(at->building->diags, diag, at->items[group][item].span, "it is here");
		diag_hint(at->building->diags, diag, "leave out `add` to change it");
		return -1;
	}
	if (item >= 0 && at->items[group][item].added == layer && adds_freely(layer)) {
		struct diag *diag = diag_add(at->building->diags, DIAG_ADDED_TWICE, span, groups[group].name, name);
		diag_other(at->building->diags, diag, at->items[group][item].span, "it is here");
		return -1;
	}
	if (item < 0 && !statement->added && !adds_freely(layer) && !at->building->partial) {
		if (!option_left_over(at, group, name, span, layer))
			unknown_item(at, group, name, span, true);
		return -1;
	}
	if (item < 0)
		check_removed(at, group, name, span, layer);
	return item >= 0 ? item : add_item(at, group, name, span, layer);
}

int cited_item(struct resolving *at, int group, const char *name, struct span span)
{
	int item = find_item(at, group, name);

	if (item < 0 && !at->building->partial)
		unknown_item(at, group, name, span, false);
	return item;
}

/* True for an option that a variant names in `with`: that variant may take the same away itself. */
static bool is_named_in_with(const struct layer *layer)
{
	return layer->counts_at != layer->height;
}

/* True if a layer beside this one has taken the item of that name away: the two say the same of it. */
static bool is_removed_beside(const struct resolving *at, int group, const char *name, const struct layer *layer)
{
	const struct item *gone = removed_item(at, group, name);

	return gone != NULL && same_height(gone->removed, layer);
}

void remove_item(struct resolving *at, int group, const struct expr *name, const struct layer *layer)
{
	int found = find_item(at, group, name->text);
	struct item *item = found >= 0 ? &at->items[group][found] : NULL;

	if (item != NULL && same_height(item->changed, layer))
		item_conflict(at, name->span, layer, item, item->changed);
	else if (item != NULL)
		item->removed = layer, item->removed_by = name->span;
	else if (is_removed_beside(at, group, name->text, layer))
		return;
	else if (layer->kind == LAYER_OPTION &&
	         item_is_gone(at, group, name->text, false, layer->written_for - is_named_in_with(layer)))
		return;
	else if (!at->building->partial)
		unknown_item(at, group, name->text, name->span, false);
}

/* ---- those that remain ---- */

/* Records what was removed, unless there is another of that name. */
static void remember_removed(struct resolving *at, int group, const struct item *item)
{
	struct removed_item *removed;

	if (find_item(at, group, item->name) >= 0)
		return;
	removed = arena_take(at->building->arena, sizeof *removed);
	if (removed == NULL)
		return;
	*removed = (struct removed_item){ .group = group,
		                          .name = item->name,
		                          .title = item->title,
		                          .span = item->span,
		                          .by = item->removed_by,
		                          .added = item->added,
		                          .layer = item->removed,
		                          .next = at->rules->removed };
	at->rules->removed = removed;
}

/* Makes item [to] of a list have the cells of item [from]. */
static void move_item(struct resolving *at, int group, int from, int to)
{
	for (int row = -1; row_next(group, &row);) {
		struct cell *cell = own_cell(at, (enum row_id)row, to);
		if (cell != NULL)
			*cell = at->rules->cells[row][from];
	}
}

/* Makes room for where the items of each list come from; false if memory ran out. */
static bool make_origins(struct resolving *at)
{
	struct rules *rules = at->rules;
	struct arena *arena = at->building->arena;

	rules->items = arena_take(arena, sizeof *rules->items * GROUP_COUNT);
	rules->added = arena_take(arena, sizeof *rules->added * GROUP_COUNT);
	for (int group = 0; group < GROUP_COUNT && !arena_failed(arena); group++) {
		size_t count = (size_t)at->count[group];
		rules->items[group] = count > 0 ? arena_take(arena, sizeof **rules->items * count) : NULL;
		rules->added[group] = count > 0 ? arena_take(arena, sizeof **rules->added * count) : NULL;
	}
	return !arena_failed(arena);
}

/* Remarks go with their item, or stay with its list when it was removed. */
static void settle_remarks(struct resolving *at)
{
	for (struct remark *remark = at->rules->remarks; remark != NULL; remark = remark->next) {
		int item = remark->item, gone = 0;
		if (item < 0 || !groups[remark->group].is_list)
			continue;
		for (int i = 0; i < item; i++)
			gone += at->items[remark->group][i].removed != NULL;
		remark->item = at->items[remark->group][item].removed != NULL ? -1 : item - gone;
	}
}

bool settle_items(struct resolving *at)
{
	struct rules *rules = at->rules;

	if (!make_origins(at))
		return false;
	settle_remarks(at);
	for (int group = 0; group < GROUP_COUNT; group++) {
		int kept = 0;
		if (!groups[group].is_list)
			continue;
		for (int i = 0; i < at->count[group]; i++) {
			const struct item *item = &at->items[group][i];
			const char **name_and_title = rules_place(rules, group, kept);
			if (item->removed != NULL) {
				remember_removed(at, group, item);
				continue;
			}
			name_and_title[0] = item->name;
			name_and_title[1] = item->title;
			rules->items[group][kept] = item->span;
			rules->added[group][kept] = item->added;
			if (kept < i)
				move_item(at, group, i, kept);
			kept++;
		}
		*rules_count_place(rules, group) = kept;
	}
	return !arena_failed(at->building->arena);
}
