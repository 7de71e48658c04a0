/* resolve.c -- from statements to cells. A variant is put together in layers: its parents from the root down,
 * each with the fragments it uses below its own statements, and on top the options chosen. A later layer takes the
 * place of an earlier one; two layers of the same height that disagree are a fault. Order never decides. */
#include "rules/build.h"

#include <stdio.h>
#include <string.h>
#include "grammar/arena.h"
#include "grammar/names.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/options.h"

enum {
	CHAIN_MAX = 16, /* parents of parents, or fragments of fragments */
	PLACES = 2      /* for each item that a list can have: one for another that is taken away */
};

/* An item of a list while its layers are being put together. */
struct item {
	const char *name, *title;
	struct span span;
	const struct layer *added, *changed, *removed; /* changed: by the layer that last spoke of it */
	struct span removed_by;
};

struct resolving {
	struct building *building;
	struct rules *rules;
	struct item items[GROUP_COUNT][PLACES * LIST_ITEMS_MAX];
	int count[GROUP_COUNT]; /* of these, those that are taken away again included */
	struct conflict {
		const struct cell *cell, *first;
		struct cell other;
		struct conflict *next;
	} * conflicts, **last_conflict;
	struct {
		const char *name;
		struct span span;
	} chain[CHAIN_MAX]; /* variants or fragments being opened, to find circles */
	int depth;
};

static void apply_root(struct resolving *at, const struct statement *block, const struct layer *layer);

/* ---- layers ---- */

static struct layer *layer_new(struct resolving *at, enum layer_kind kind, const char *name, int level,
                               struct span brought)
{
	struct layer *layer = arena_take(at->building->arena, sizeof *layer);

	if (layer != NULL)
		*layer = (struct layer){ .kind = kind, .name = name, .level = level, .brought = brought };
	return layer;
}

static void remember_remark(struct resolving *at, const struct note *notes, const struct layer *layer, int group,
                            int item)
{
	struct remark *remark = notes != NULL ? arena_take(at->building->arena, sizeof *remark) : NULL;

	if (remark == NULL)
		return;
	*remark = (struct remark){
		.notes = notes, .layer = layer, .group = group, .item = item, .next = at->rules->remarks
	};
	at->rules->remarks = remark;
}

/* What stands over a section or an item. */
static void remember_prose(struct resolving *at, const char *prose, const struct layer *layer, int group, int item)
{
	struct remark *remark = prose != NULL ? arena_take(at->building->arena, sizeof *remark) : NULL;

	if (remark == NULL)
		return;
	*remark = (struct remark){
		.prose = prose, .layer = layer, .group = group, .item = item, .next = at->rules->remarks
	};
	at->rules->remarks = remark;
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

/* True if neither of two layers lies above the other: fragments of one variant, none using the other, or options. */
static bool same_height(const struct layer *old, const struct layer *new)
{
	if (old == NULL || old == new || old->kind != new->kind || old->kind == LAYER_VARIANT ||
	    old->level != new->level)
		return false;
	for (const struct layer *user = old->user; user != NULL; user = user->user)
		if (user == new)
			return false;
	return true;
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

static void set_cell(struct resolving *at, enum row_id row, int item, const struct statement *statement, bool on_item,
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
				*old = *cell, new.also = old, new.inherited = cell->inherited, *cell = new;
			return;
		}
		struct diag *diag =
			diag_add(at->building->diags, DIAG_STATED_TWICE, statement->head_span, rows[row].name);
		diag_other(at->building->diags, diag, cell->statement->head_span, "it is stated here already");
		return;
	}
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

/* Reports the clashes that no later layer settled. */
static void report_conflicts(struct resolving *at)
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

/* ---- looking words up ---- */

/* A statement that has no business inside [where]. */
static void misplaced(struct resolving *at, const struct statement *statement, const char *where)
{
	struct span span = statement->head_span;
	const struct source *source = &at->building->library->sources.source[span.source - 1];

	diag_add(at->building->diags, DIAG_MISPLACED, span, (int)(span.to - span.from), source->text + span.from,
	         where);
}

static int find_row(int group, const char *name)
{
	for (int i = 0; i < ROW_COUNT; i++)
		if (rows[i].in == group && rows[i].name[0] == name[0] && strcmp(rows[i].name, name) == 0)
			return i;
	return -1;
}

static int find_group(int in, const char *name)
{
	for (int i = 0; i < GROUP_COUNT; i++)
		if (groups[i].in == in && groups[i].name[0] == name[0] && strcmp(groups[i].name, name) == 0)
			return i;
	return -1;
}

/* Writes the section or list that has something called [head], or two of them; false if there are none, or more. */
static bool write_homes(const char *head, struct text *out)
{
	int homes = 0;

	for (int i = 0; i < ROW_COUNT + GROUP_COUNT; i++) {
		const char *name = i < ROW_COUNT ? rows[i].name : groups[i - ROW_COUNT].name;
		int in = i < ROW_COUNT ? rows[i].in : groups[i - ROW_COUNT].in;
		if (strcmp(name, head) != 0)
			continue;
		if (in == GROUP_root || ++homes > 2)
			return false;
		text_format(out, "%s`%s`", homes > 1 ? " or " : "", groups[in].name);
	}
	return homes > 0;
}

/* Says that [group] has nothing called [head], and what it has. */
static void unknown_head(struct resolving *at, int group, const struct statement *statement)
{
	const char *words[ROW_COUNT + GROUP_COUNT];
	int count = 0;
	struct diag *diag;

	for (int i = 0; i < ROW_COUNT; i++)
		if (rows[i].in == group)
			words[count++] = rows[i].name;
	for (int i = 0; i < GROUP_COUNT; i++)
		if (groups[i].in == group)
			words[count++] = groups[i].name;
	if (group == GROUP_root)
		diag = diag_add(at->building->diags, DIAG_UNKNOWN_SECTION, statement->head_span, statement->head);
	else
		diag = diag_add(at->building->diags, DIAG_UNKNOWN_SETTING, statement->head_span, statement->head,
		                groups[group].name);
	const char *near = word_nearest(statement->head, words, count);
	struct text homes = { 0 };
	if (write_homes(statement->head, &homes))
		diag_hint(at->building->diags, diag, "`%s` belongs in %s", statement->head, text_read(&homes));
	else if (near != NULL)
		diag_hint(at->building->diags, diag, "did you mean `%s`?", near);
	else {
		struct text all = { 0 };
		for (int i = 0; i < count; i++)
			text_format(&all, "%s%s", i ? ", " : "", words[i]);
		diag_hint(at->building->diags, diag, group == GROUP_root ? "the parts are: %s" : "it has: %s",
		          text_read(&all));
		text_free(&all);
	}
	text_free(&homes);
}

static int find_item(const struct resolving *at, int group, const char *name)
{
	for (int i = 0; i < at->count[group]; i++)
		if (at->items[group][i].removed == NULL && strcmp(at->items[group][i].name, name) == 0)
			return i;
	return -1;
}

static void unknown_item(struct resolving *at, int group, const char *name, struct span span, bool may_add)
{
	const char *words[LIST_ITEMS_MAX];
	int count = 0;
	struct diag *diag = diag_add(at->building->diags, DIAG_UNKNOWN_ITEM, span, groups[group].name, name);

	for (int i = 0; i < at->count[group]; i++)
		if (at->items[group][i].removed == NULL)
			words[count++] = at->items[group][i].name;
	if (word_nearest(name, words, count) != NULL)
		diag_hint(at->building->diags, diag, "did you mean `%s`?", word_nearest(name, words, count));
	else if (may_add)
		diag_hint(at->building->diags, diag, "to add a new one, write `add %s %s`", groups[group].name, name);
}

/* ---- items ---- */

/* True if this layer may bring in an item just by naming it. */
static bool adds_freely(const struct layer *layer)
{
	return layer->kind == LAYER_FRAGMENT || (layer->kind == LAYER_VARIANT && layer->level == 0);
}

static int add_item(struct resolving *at, int group, const char *name, struct span span, const struct layer *layer)
{
	int item = at->count[group], there = 0;

	for (int i = 0; i < item; i++)
		there += at->items[group][i].removed == NULL;
	if (there == groups[group].max || item == PLACES * groups[group].max) {
		diag_add(at->building->diags, DIAG_ITEMS_TOO_MANY, span, groups[group].name, groups[group].max);
		return -1;
	}
	at->count[group]++;
	at->items[group][item] = (struct item){ .name = name, .span = span, .added = layer, .changed = layer };
	return item;
}

/* An item that one layer takes away and another of the same height speaks of: a fault, as order never decides. */
static void item_conflict(struct resolving *at, struct span span, const struct layer *layer, const struct item *item,
                          const struct layer *other)
{
	struct diag *diag = diag_add(at->building->diags, DIAG_CONFLICT, span, other->name, layer->name);

	diag_other(at->building->diags, diag, item->span, "`%s` stands here", item->name);
	diag_hint(at->building->diags, diag, "one of them takes away `%s`, the other speaks of it", item->name);
}

/* Looks whether a layer of the same height has taken away what [layer] is about to bring in. */
static void check_removed(struct resolving *at, int group, const char *name, struct span span,
                          const struct layer *layer)
{
	for (int i = 0; i < at->count[group]; i++) {
		const struct item *item = &at->items[group][i];
		if (item->removed != NULL && strcmp(item->name, name) == 0 && same_height(item->removed, layer))
			item_conflict(at, span, layer, item, item->removed);
	}
}

/* True, with a finding queued, if an option speaks of an item that a variant above the option's own takes away. */
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
	diag_hint(at->building->diags, diag, "take the option away too: `remove %s %.*s`",
	          strchr(layer->name, '=') != NULL ? "choice" : "option", (int)strcspn(layer->name, "="), layer->name);
	return true;
}

/* The item a statement speaks of, added where that is allowed; -1 with a finding queued. */
static int open_item(struct resolving *at, int group, const struct statement *statement, const char *name,
                     struct span span, const struct layer *layer)
{
	int item = find_item(at, group, name);

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

static void apply_field(struct resolving *at, int group, int item, const struct statement *statement,
                        const struct layer *layer)
{
	const char *head = statement->head;
	int row;

	if (statement->kind == STATEMENT_NOTE) {
		remember_remark(at, statement->notes, layer, group, item);
		return;
	}
	if (statement->kind != STATEMENT_RULE) {
		misplaced(at, statement, groups[group].name);
		return;
	}
	if (strcmp(head, "unless") == 0)
		head = "when";
	row = find_row(group, head);
	if (row >= 0)
		set_cell(at, (enum row_id)row, item, statement, false, layer);
	else
		unknown_head(at, group, statement);
}

static void apply_item(struct resolving *at, int group, const struct statement *statement, const struct layer *layer)
{
	const struct expr *phrase = statement->value, *atom = phrase != NULL ? phrase->first : NULL;
	int item;

	if (phrase == NULL || phrase->kind != EXPR_PHRASE || phrase->next != NULL || atom->kind != EXPR_WORD ||
	    (atom->next != NULL && (atom->next->kind != EXPR_STRING || atom->next->next != NULL))) {
		diag_add(at->building->diags, DIAG_ITEM_NEEDS_NAME,
		         phrase != NULL ? phrase->span : statement->head_span, groups[group].name, groups[group].name);
		return;
	}
	item = open_item(at, group, statement, atom->text, phrase->span, layer);
	if (item < 0)
		return;
	at->items[group][item].changed = layer;
	if (atom->next != NULL)
		at->items[group][item].title = atom->next->text;
	remember_remark(at, statement->notes, layer, group, item);
	remember_prose(at, statement->prose, layer, group, item);
	if (statement->when != NULL || statement->unless != NULL) {
		if (find_row(group, "when") >= 0)
			set_cell(at, (enum row_id)find_row(group, "when"), item, statement, true, layer);
		else
			diag_add(at->building->diags, DIAG_NO_CONDITION,
			         statement->when != NULL ? statement->when->span : statement->unless->span,
			         groups[group].name);
	}
	for (const struct statement *field = statement->block; field != NULL; field = field->next)
		apply_field(at, group, item, field, layer);
}

static void remove_item(struct resolving *at, int group, const struct expr *name, const struct layer *layer)
{
	int found = find_item(at, group, name->text);
	struct item *item = found >= 0 ? &at->items[group][found] : NULL;

	if (item != NULL && same_height(item->changed, layer))
		item_conflict(at, name->span, layer, item, item->changed);
	else if (item != NULL)
		item->removed = layer, item->removed_by = name->span;
	else if (!at->building->partial)
		unknown_item(at, group, name->text, name->span, false);
}

static void remove_option(struct resolving *at, const char *kind, const struct expr *name)
{
	if (!options_remove(at->rules, kind, name->text) && !at->building->partial)
		diag_add(at->building->diags, DIAG_UNKNOWN_ITEM, name->span, kind, name->text);
}

static bool is_option_word(const char *word)
{
	return strcmp(word, "option") == 0 || strcmp(word, "choice") == 0 || strcmp(word, "preset") == 0;
}

/* remove freeze wild_in_pile, remove option always_frozen */
static void apply_remove(struct resolving *at, int in, const struct statement *statement, const struct layer *layer)
{
	const struct expr *list = statement->value != NULL ? statement->value->first : NULL;
	const struct expr *name = list != NULL ? list->next : NULL;
	bool well = name != NULL && list->kind == EXPR_WORD && name->kind == EXPR_WORD && name->next == NULL;
	int group = well ? find_group(in, list->text) : -1;

	if (well && in == GROUP_root && is_option_word(list->text))
		remove_option(at, list->text, name);
	else if (group >= 0 && groups[group].is_list)
		remove_item(at, group, name, layer);
	else
		diag_add(at->building->diags, DIAG_REMOVE_WHAT, statement->span);
	remember_remark(at, statement->notes, layer, in, -1);
}

/* ---- sections ---- */

static void apply_in_section(struct resolving *at, int section, const struct statement *statement,
                             const struct layer *layer)
{
	int row, list;

	if (statement->kind == STATEMENT_NOTE) {
		remember_remark(at, statement->notes, layer, section, -1);
		return;
	}
	if (statement->kind == STATEMENT_REMOVE) {
		apply_remove(at, section, statement, layer);
		return;
	}
	if (statement->kind != STATEMENT_RULE) {
		misplaced(at, statement, groups[section].name);
		return;
	}
	row = find_row(section, statement->head);
	list = find_group(section, statement->head);
	if (list >= 0)
		apply_item(at, list, statement, layer);
	else if (row < 0)
		unknown_head(at, section, statement);
	else
		set_cell(at, (enum row_id)row, 0, statement, false, layer);
}

/* `deal hand 13`, where `deal { hand 13 }` was meant. */
static void hint_braces(struct resolving *at, struct diag *diag, const struct statement *statement)
{
	struct text value = { 0 };

	for (const struct expr *expr = statement->value; expr != NULL; expr = expr->next) {
		expr_write(expr, &value);
		text_add(&value, expr->next != NULL ? ", " : "");
	}
	diag_hint(at->building->diags, diag, "write `%s { %s }`", statement->head,
	          value.length > 0 ? text_read(&value) : "...");
	text_free(&value);
}

static void apply_section(struct resolving *at, int section, const struct statement *statement,
                          const struct layer *layer)
{
	if (!statement->has_block || statement->value != NULL) {
		struct diag *diag =
			diag_add(at->building->diags, DIAG_SECTION_NEEDS_BLOCK, statement->span, statement->head);
		hint_braces(at, diag, statement);
		return;
	}
	remember_remark(at, statement->notes, layer, section, -1);
	remember_prose(at, statement->prose, layer, section, -1);
	for (const struct statement *inner = statement->block; inner != NULL; inner = inner->next)
		apply_in_section(at, section, inner, layer);
}

static void apply_rule_at_root(struct resolving *at, const struct statement *statement, const struct layer *layer)
{
	int group = find_group(GROUP_root, statement->head);

	if (group < 0) {
		/* inside an option `needs` and `excludes` are read by options_choose() */
		if (layer->kind == LAYER_OPTION &&
		    (strcmp(statement->head, "needs") == 0 || strcmp(statement->head, "excludes") == 0))
			return;
		if (layer->kind == LAYER_VARIANT && strcmp(statement->head, "with") == 0) {
			options_wish(at->rules, at->building->diags, statement, layer->level);
			return;
		}
		unknown_head(at, GROUP_root, statement);
	} else if (groups[group].is_list)
		apply_item(at, group, statement, layer);
	else
		apply_section(at, group, statement, layer);
}

static void apply_root(struct resolving *at, const struct statement *block, const struct layer *layer)
{
	for (const struct statement *statement = block; statement != NULL; statement = statement->next) {
		switch (statement->kind) {
		case STATEMENT_USE: /* fragments lie below, see apply_uses() */
			if (layer->kind == LAYER_OPTION)
				misplaced(at, statement, "option");
			break;
		case STATEMENT_NOTE: remember_remark(at, statement->notes, layer, GROUP_root, -1); break;
		case STATEMENT_REMOVE: apply_remove(at, GROUP_root, statement, layer); break;
		case STATEMENT_RULE: apply_rule_at_root(at, statement, layer); break;
		case STATEMENT_OPTION:
		case STATEMENT_CHOICE:
		case STATEMENT_PRESET:
			if (layer->kind == LAYER_OPTION) {
				misplaced(at, statement, "option");
				break;
			}
			remember_remark(at, statement->notes, layer, GROUP_root, -1);
			options_add(at->rules, at->building->diags, statement, layer->level);
			break;
		default: misplaced(at, statement, layer->name); break;
		}
	}
}

/* ---- fragments and parents ---- */

/* Tells of the circle that link [first] of the chain closes, told from where it stands first, so that everybody who
 * runs into it tells the same. */
static void circle(struct resolving *at, int first, enum diag_id id)
{
	struct text chain = { 0 };
	int begin = first, length = at->depth - first;

	for (int i = first; i < at->depth; i++)
		if (at->chain[i].span.source == at->chain[begin].span.source &&
		    at->chain[i].span.from < at->chain[begin].span.from)
			begin = i;
	for (int i = 0; i <= length; i++)
		text_format(&chain, "%s%s", i > 0 ? " > " : "", at->chain[first + (begin - first + i) % length].name);
	diag_add(at->building->diags, id, at->chain[begin].span, text_read(&chain));
	text_free(&chain);
}

/* Pushes [name] on the chain of what is being opened; false with a finding if it is on it already. */
static bool open_chain(struct resolving *at, const char *name, struct span span, enum diag_id circle_id)
{
	int i = 0;

	/* by the place: another file may call its own by the same name */
	while (i < at->depth && (at->chain[i].span.source != span.source || at->chain[i].span.from != span.from))
		i++;
	if (i == at->depth && at->depth < CHAIN_MAX) {
		at->chain[at->depth].name = name;
		at->chain[at->depth++].span = span;
		return true;
	}
	if (i == at->depth)
		diag_add(at->building->diags, DIAG_CHAIN_TOO_LONG, at->chain[0].span, CHAIN_MAX);
	else
		circle(at, i, circle_id);
	return false;
}

static void apply_uses(struct resolving *at, const struct library_file *file, const struct statement *block, int level,
                       const struct layer *user)
{
	const struct library_file *found_in;

	for (const struct statement *use = block; use != NULL; use = use->next) {
		if (use->kind != STATEMENT_USE)
			continue;
		for (const struct expr *name = use->value; name != NULL; name = name->next) {
			const char *word = name->kind == EXPR_PHRASE ? name->first->text : name->text;
			const struct statement *fragment = word != NULL ? library_fragment(at->building->library, file,
			                                                                   word, name->span, &found_in)
			                                                : NULL;
			if (fragment == NULL || !open_chain(at, word, fragment->name_span, DIAG_USE_CIRCLE))
				continue;
			struct layer *layer = layer_new(at, LAYER_FRAGMENT, word, level, name->span);
			if (layer != NULL) {
				layer->user = user;
				apply_uses(at, found_in, fragment->block, level, layer);
				apply_root(at, fragment->block, layer);
			}
			at->depth--;
		}
	}
}

static const char *text_of(const struct statement *statement)
{
	const struct expr *value = statement->value;

	return value != NULL && value->kind == EXPR_PHRASE && value->first->kind == EXPR_STRING ? value->first->text
	                                                                                        : NULL;
}

/* True if it was read before: a variant and its parent may stand in one file. */
static bool is_known(const struct rules *rules, const struct statement *source)
{
	for (const struct source_document *at = rules->documents; at != NULL; at = at->next)
		if (at->stated == source)
			return true;
	return false;
}

static void read_documents(struct resolving *at, const struct library_file *file)
{
	for (const struct statement *source = file->statements; source != NULL; source = source->next) {
		struct source_document *document;
		if (source->kind != STATEMENT_SOURCE || is_known(at->rules, source))
			continue;
		document = arena_take(at->building->arena, sizeof *document);
		if (document == NULL)
			return;
		document->name = source->name;
		document->stated = source;
		for (const struct statement *line = source->block; line != NULL; line = line->next) {
			if (line->kind != STATEMENT_RULE)
				continue;
			if (strcmp(line->head, "title") == 0)
				document->title = text_of(line);
			else if (strcmp(line->head, "ledger") == 0)
				document->ledger = text_of(line);
			else {
				struct diag *diag = diag_add(at->building->diags, DIAG_UNKNOWN_SETTING, line->head_span,
				                             line->head, "source");
				diag_hint(at->building->diags, diag, "it has: title, ledger");
			}
		}
		document->next = at->rules->documents;
		at->rules->documents = document;
	}
}

/* Applies [variant] and, below it, what it extends. Returns its level, -1 with a finding queued. */
static int apply_variant(struct resolving *at, const struct library_file *file, const struct statement *variant)
{
	const struct library_file *parent_file = NULL;
	const struct statement *parent;
	const struct layer *layer;
	int level = 0, depth;

	if (!open_chain(at, variant->name, variant->name_span, DIAG_EXTENDS_CIRCLE))
		return -1;
	if (variant->parent != NULL) {
		parent = library_parent(at->building->library, file, variant->parent, &parent_file);
		level = parent != NULL ? apply_variant(at, parent_file, parent) + 1 : 0;
		if (level == 0)
			return -1;
		at->rules->parent = parent->name;
	}
	read_documents(at, file);
	depth = at->depth;
	apply_uses(at, file, variant->block, level, NULL);
	at->depth = depth;
	layer = layer_new(at, LAYER_VARIANT, variant->name, level, variant->name_span);
	if (layer == NULL)
		return -1;
	remember_remark(at, variant->notes, layer, GROUP_root, -1);
	apply_root(at, variant->block, layer);
	return level;
}

/* ---- options ---- */

static const char *option_word(struct resolving *at, const struct option *option)
{
	struct text word = { 0 };
	const char *kept;

	option_write(option, &word);
	kept = text_keep(&word, at->building->arena);
	return kept != NULL ? kept : option->name;
}

static void apply_options(struct resolving *at, int level, const char *const *with, int count)
{
	struct span nowhere = { 0 };

	for (int i = 0; i < count; i++)
		if (at->building->partial && option_named(at->rules, with[i]) == NULL)
			return; /* it could not be taken in, which was told */
	options_choose(at->rules, at->building->diags, with, count);
	for (const struct option *option = at->rules->options; option != NULL; option = option->next) {
		const struct layer *layer;
		if (!option->chosen || option->is_preset)
			continue;
		/* what nobody chose holds where it is stated: a variant that extends that one may say otherwise */
		layer = layer_new(at, LAYER_OPTION, option_word(at, option),
		                  option->by_default ? option->level : level + 1, nowhere);
		if (layer != NULL)
			apply_root(at, option->statement->block, layer);
	}
}

/* ---- the whole ---- */

static void make_cells(struct resolving *at)
{
	struct rules *rules = at->rules;

	rules->cells = arena_take(at->building->arena, sizeof *rules->cells * ROW_COUNT);
	rules->items = arena_take(at->building->arena, sizeof *rules->items * GROUP_COUNT);
	rules->added = arena_take(at->building->arena, sizeof *rules->added * GROUP_COUNT);
	for (int i = 0; i < ROW_COUNT && rules->cells != NULL; i++) {
		size_t count = groups[rows[i].in].is_list ? PLACES * (size_t)groups[rows[i].in].max : 1;
		rules->cells[i] = arena_take(at->building->arena, sizeof **rules->cells * count);
	}
}

/* Remarks go with their item, or stay with its list when it was removed. */
static void move_remarks(struct rules *rules, int group, int from, int to)
{
	for (struct remark *remark = rules->remarks; remark != NULL; remark = remark->next)
		if (remark->group == group && remark->item == from)
			remark->item = to;
}

/* Keeps in mind what was taken away, unless another of that name is there. */
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

/* Closes the gaps that removed items leave, so that places and counts are those of the items that remain. */
static void settle_items(struct resolving *at)
{
	struct rules *rules = at->rules;

	for (int group = 0; group < GROUP_COUNT; group++) {
		int kept = 0;
		if (!groups[group].is_list)
			continue;
		for (int i = 0; i < at->count[group]; i++) {
			const struct item *item = &at->items[group][i];
			const char **name_and_title = rules_place(rules, group, kept);
			move_remarks(rules, group, i, item->removed != NULL ? -1 : kept);
			if (item->removed != NULL) {
				remember_removed(at, group, item);
				continue;
			}
			name_and_title[0] = item->name;
			name_and_title[1] = item->title;
			rules->items[group][kept] = item->span;
			rules->added[group][kept] = item->added;
			for (int row = 0; row < ROW_COUNT; row++)
				if (rows[row].in == group)
					rules->cells[row][kept] = rules->cells[row][i];
			kept++;
		}
		*rules_count_place(rules, group) = kept;
	}
}

/* Makes [at] ready; false if memory ran out. Its items are left as they are: count tells how many there are. */
static bool begin_resolving(struct resolving *at, struct building *building, const struct statement *part)
{
	at->building = building;
	at->rules = building->rules;
	at->conflicts = NULL;
	at->last_conflict = &at->conflicts;
	at->depth = 0;
	memset(at->count, 0, sizeof at->count);
	at->rules->name = part->name;
	at->rules->title = part->title != NULL ? part->title : part->name;
	at->rules->prose = part->prose;
	at->rules->span = part->name_span;
	make_cells(at);
	return !arena_failed(building->arena);
}

bool resolve_variant(struct building *building, const struct library_file *file, const struct statement *variant,
                     const char *const *with, int count)
{
	struct resolving resolving, *at = &resolving;
	int level = begin_resolving(at, building, variant) ? apply_variant(at, file, variant) : -1;

	if (level < 0)
		return false;
	at->rules->level = level;
	apply_options(at, level, with, count);
	report_conflicts(at);
	settle_items(at);
	return true;
}

bool resolve_fragment(struct building *building, const struct library_file *file, const struct statement *fragment,
                      const char *const *with, int count)
{
	struct resolving resolving, *at = &resolving;
	const struct layer *layer;

	if (!begin_resolving(at, building, fragment) ||
	    !open_chain(at, fragment->name, fragment->name_span, DIAG_USE_CIRCLE))
		return false;
	layer = layer_new(at, LAYER_FRAGMENT, fragment->name, 0, fragment->name_span);
	if (layer == NULL)
		return false;
	apply_uses(at, file, fragment->block, 0, layer);
	apply_root(at, fragment->block, layer);
	apply_options(at, 0, with, count);
	report_conflicts(at);
	settle_items(at);
	return true;
}
