/* items.c -- the items of lists while layers are put together: each is brought in once, spoken of by its name, and taken
 * away by `remove`, so that a slip of the pen never adds one silently. */
#include "rules/resolve.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/names.h"
#include "grammar/tree.h"

/* ---- one by its name ---- */

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

/* ---- brought in, spoken of, taken away ---- */

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

/* True, with a finding queued, if an option speaks of an item that its own variant takes away, or the one that plays with
 * it. Other options just fall away. */
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

bool item_is_gone(const struct resolving *at, int group, const char *name, bool added, int offered)
{
	int found = find_item(at, group, name);
	const struct layer *by = found >= 0 ? at->items[group][found].added : NULL;

	for (int i = 0; i < at->count[group] && found < 0; i++)
		if (at->items[group][i].removed != NULL && strcmp(at->items[group][i].name, name) == 0)
			by = at->items[group][i].removed;
	return by != NULL && (found >= 0) == added && by->kind != LAYER_OPTION && by->level > offered;
}

int open_item(struct resolving *at, int group, const struct statement *statement, const char *name, struct span span,
              const struct layer *layer)
{
	int item = find_item(at, group, name);

	if (layer->kind == LAYER_OPTION && item_is_gone(at, group, name, statement->added, layer->offered))
		return -1;
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

void remove_item(struct resolving *at, int group, const struct expr *name, const struct layer *layer)
{
	int found = find_item(at, group, name->text);
	struct item *item = found >= 0 ? &at->items[group][found] : NULL;

	if (item != NULL && same_height(item->changed, layer))
		item_conflict(at, name->span, layer, item, item->changed);
	else if (item != NULL)
		item->removed = layer, item->removed_by = name->span;
	else if (layer->kind == LAYER_OPTION && item_is_gone(at, group, name->text, false, layer->offered))
		return;
	else if (!at->building->partial)
		unknown_item(at, group, name->text, name->span, false);
}

/* ---- those that remain ---- */

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

void settle_items(struct resolving *at)
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
			for (int row = -1; row_next(group, &row);)
				rules->cells[row][kept] = rules->cells[row][i];
			kept++;
		}
		*rules_count_place(rules, group) = kept;
	}
}
