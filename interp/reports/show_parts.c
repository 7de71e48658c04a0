/* show_parts.c -- which settings are to be shown: those of a part, those that somebody has stated or changed. */
#include "reports/show.h"

#include <string.h>
#include "grammar/text.h"
#include "reports/value_words.h"

/* ---- parts ---- */

/* True if [path] is [part] or lies within it; the section of a list may be left out, as in `freeze`. */
static bool lies_within(const char *path, const char *part, int group)
{
	size_t length = strlen(part);

	if (length == 0 || (strncmp(path, part, length) == 0 && (path[length] == '\0' || path[length] == '.')))
		return true;
	if (groups[group].in == GROUP_root)
		return false;
	path += strlen(groups[groups[group].in].name) + 1;
	return strncmp(path, part, length) == 0 && (path[length] == '\0' || path[length] == '.');
}

/* What is asked; [failed]: memory ran out, and the answers are worth nothing. */
struct asking {
	const struct rules *rules;
	const char *part;
	unsigned how;
	bool failed;
};

static bool is_in_part(struct asking *at, int group, int item, int row)
{
	struct text path = { 0 };
	bool is_in;

	if (row < 0)
		rules_item_path(at->rules, group, item, &path);
	else
		rules_path(at->rules, (enum row_id)row, item, &path);
	is_in = !path.failed && lies_within(text_read(&path), at->part, group);
	at->failed |= path.failed;
	text_free(&path);
	return is_in;
}

/* ---- changes ---- */

/* True if the variant itself brings it in, with its fragments, or an option that was chosen. */
static bool is_own(const struct rules *rules, const struct layer *layer)
{
	return layer->level >= rules->level;
}

/* What the setting is in the parent; one that states nothing if it is not stated there. */
static const struct cell *cell_of_parent(const struct rules *rules, const struct cell *cell)
{
	static const struct cell nothing = { .statement = NULL };

	while (cell != NULL && cell->statement != NULL && is_own(rules, cell->layer))
		cell = cell->inherited;
	return cell != NULL ? cell : &nothing;
}

static bool departs(struct asking *at, enum row_id row, int item)
{
	const struct cell *cell = rules_cell(at->rules, row, item), *old = cell_of_parent(at->rules, cell);
	struct text now = { 0 }, before = { 0 };

	if (old == cell)
		return false;
	value_write(row, cell, &now);
	value_write(row, old, &before);
	return !texts_same(&now, &before, &at->failed);
}

/* ---- what is wanted ---- */

static bool is_wanted(struct asking *at, int group, int item, int row)
{
	if (row < 0)
		return (at->how & SHOW_CHANGED) == 0 || is_own(at->rules, at->rules->added[group][item]);
	if ((at->how & SHOW_SHORT) && rules_cell(at->rules, (enum row_id)row, item)->statement == NULL)
		return false;
	return (at->how & SHOW_CHANGED) == 0 || departs(at, (enum row_id)row, item);
}

bool show_each(const struct rules *rules, const char *part, unsigned how,
               void (*each)(void *context, int group, int item, int row), void *context)
{
	struct asking at = { rules, part, how, false };

	for (int group = 0; group < GROUP_COUNT; group++) {
		int items = rules_places(rules, group);
		for (int item = 0; item < items; item++)
			for (int row = groups[group].is_list ? -1 : 0; row < ROW_COUNT; row++)
				if ((row < 0 || rows[row].in == group) && is_in_part(&at, group, item, row) &&
				    is_wanted(&at, group, item, row))
					each(context, group, item, row);
	}
	return !at.failed;
}

static void count(void *context, int group, int item, int row)
{
	int *found = context;

	(void)group, (void)item, (void)row;
	++*found;
}

bool show_has(const struct rules *rules, const char *part)
{
	bool failed = false;
	int found = 0;

	if (part[0] == '\0' || !show_each(rules, part, 0, count, &found))
		return true; /* without memory the one who goes on will notice */
	for (const struct removed_item *removed = rules->removed; removed != NULL; removed = removed->next)
		found += show_has_removed(rules, removed, part, &failed);
	return failed || found > 0;
}

/* ---- what is there no more ---- */

void removed_path(const struct removed_item *removed, struct text *out)
{
	const struct group *group = &groups[removed->group];

	if (group->in != GROUP_root)
		text_format(out, "%s.", groups[group->in].name);
	text_format(out, "%s.%s", group->name, removed->name);
}

bool show_has_removed(const struct rules *rules, const struct removed_item *removed, const char *part, bool *failed)
{
	struct text path = { 0 };
	bool has;

	removed_path(removed, &path);
	has = !path.failed && is_own(rules, removed->layer) && lies_within(text_read(&path), part, removed->group);
	*failed = *failed || path.failed;
	text_free(&path);
	return has;
}
