/* hybrid.c -- a copy of what one variant states is changed cell by cell, and then built like any other. */
#include "rules/hybrid.h"

#include <string.h>
#include "grammar/arena.h"
#include "rules/build.h"

/* ---- a copy ---- */

static bool copy_cells(struct rules *copy, const struct rules *base, struct arena *arena)
{
	copy->cells = arena_take(arena, sizeof *copy->cells * ROW_COUNT);
	copy->items = arena_take(arena, sizeof *copy->items * GROUP_COUNT);
	for (int row = 0; row < ROW_COUNT && copy->cells != NULL; row++) {
		size_t count = groups[rows[row].in].is_list ? (size_t)groups[rows[row].in].max : 1;
		copy->cells[row] = arena_take(arena, sizeof **copy->cells * count);
		if (copy->cells[row] != NULL)
			memcpy(copy->cells[row], base->cells[row], sizeof **copy->cells * count);
	}
	if (arena_failed(arena))
		return false;
	memcpy(copy->items, base->items, sizeof *copy->items * GROUP_COUNT);
	return true;
}

static void copy_names(struct rules *copy, const struct rules *base)
{
	copy->name = base->name;
	copy->title = base->title;
	copy->span = base->span;
	copy->options = base->options;
	for (int group = 0; group < GROUP_COUNT; group++) {
		int count = groups[group].is_list ? rules_item_count(base, group) : 0;
		for (int item = 0; item < count; item++) {
			const char **name_and_title = rules_place(copy, group, item);
			name_and_title[0] = rules_item_name(base, group, item);
			name_and_title[1] = rules_item_title(base, group, item);
		}
		if (groups[group].is_list)
			*rules_count_place(copy, group) = count;
	}
}

/* ---- changes ---- */

static void add_item(struct rules *to, const struct rules *from, int group, int item)
{
	int place = rules_item_count(to, group);
	const char **name_and_title;

	if (place == groups[group].max || rules_item_named(to, group, rules_item_name(from, group, item)) >= 0)
		return;
	name_and_title = rules_place(to, group, place);
	name_and_title[0] = rules_item_name(from, group, item);
	name_and_title[1] = rules_item_title(from, group, item);
	to->items[group][place] = from->items[group][item];
	for (int row = -1; row_next(group, &row);)
		to->cells[row][place] = from->cells[row][item];
	*rules_count_place(to, group) = place + 1;
}

static void remove_item(struct rules *from, int group, const char *name)
{
	int place = rules_item_named(from, group, name), last = rules_item_count(from, group) - 1;

	for (int i = place; i >= 0 && i < last; i++) {
		const char **to = rules_place(from, group, i);
		to[0] = rules_item_name(from, group, i + 1);
		to[1] = rules_item_title(from, group, i + 1);
		from->items[group][i] = from->items[group][i + 1];
		for (int row = -1; row_next(group, &row);)
			from->cells[row][i] = from->cells[row][i + 1];
	}
	*rules_count_place(from, group) = place >= 0 ? last : last + 1;
}

/* What conditions of the second variant may speak of; without them it changes nothing. */
static void add_helpers(struct rules *to, const struct rules *from)
{
	static const int helpers[] = { GROUP_define, GROUP_class, GROUP_event };

	for (size_t i = 0; i < sizeof helpers / sizeof *helpers; i++)
		for (int item = 0; item < rules_item_count(from, helpers[i]); item++)
			add_item(to, from, helpers[i], item);
}

static void take_over(struct rules *to, const struct comparison *comparison, const struct compared *line)
{
	const struct rules *base = comparison->rules[0], *other = comparison->rules[1];
	int place = line->item[0];

	if (line->row < 0 && line->item[0] < 0)
		add_item(to, other, line->group, line->item[1]);
	else if (line->row < 0 && line->item[1] < 0)
		remove_item(to, line->group, rules_item_name(base, line->group, line->item[0]));
	else if (line->row >= 0 && line->item[0] >= 0 && line->item[1] >= 0) {
		if (groups[line->group].is_list)
			place = rules_item_named(to, line->group, rules_item_name(base, line->group, line->item[0]));
		if (place >= 0)
			to->cells[line->row][place] = other->cells[line->row][line->item[1]];
	}
}

/* ---- the whole ---- */

static bool build(struct building *building)
{
	read_values(building);
	if (building->diags->errors == 0)
		build_tables(building);
	if (building->diags->errors == 0)
		check_consistency(building);
	return building->diags->errors == 0 && !arena_failed(building->arena);
}

const struct rules *rules_hybrid(struct library *library, const struct comparison *comparison, const bool *chosen,
                                 const char **why)
{
	struct building building = { .library = library, .diags = &library->diags, .arena = library->arena };
	struct rules *made = arena_take(library->arena, sizeof *made);
	struct diags kept = library->diags;
	bool well;

	*why = NULL;
	if (made == NULL || !copy_cells(made, comparison->rules[0], library->arena))
		return NULL;
	made->arena = library->arena;
	made->sources = &library->sources;
	copy_names(made, comparison->rules[0]);
	add_helpers(made, comparison->rules[1]);
	for (int i = 0; i < comparison->lines; i++)
		if (chosen[i])
			take_over(made, comparison, &comparison->line[i]);
	building.rules = made;
	library->diags = (struct diags){ .sources = kept.sources };
	well = build(&building);
	for (const struct diag *diag = library->diags.first; diag != NULL && *why == NULL; diag = diag->next)
		if (diag->level == DIAG_ERROR && !arena_failed(library->arena))
			*why = diag->sentence;
	library->diags = kept;
	return well ? made : NULL;
}
