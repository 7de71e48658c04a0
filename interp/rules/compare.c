/* compare.c -- items of the lists are paired first, then settings are compared line by line. */
#include "rules/compare.h"

#include <string.h>
#include "grammar/arena.h"
#include "rules/canonical.h"

enum { NOT_THERE = -1 };

/* ---- which items correspond ---- */

/* The items of one list: in each line those that correspond. */
struct aligning {
	struct comparison *in;
	int group;
	int item[LIST_ITEMS_MAX * COMPARED_MAX][COMPARED_MAX];
	int lines;
};

/* How two items may be found to correspond, the surest way first. */
typedef bool (*pairing)(const struct aligning *at, int one, int item, int other, int other_item);

static bool same_name(const struct aligning *at, int one, int item, int other, int other_item)
{
	return strcmp(rules_item_name(at->in->rules[one], at->group, item),
	              rules_item_name(at->in->rules[other], at->group, other_item)) == 0;
}

static bool means_the_same(const struct aligning *at, int one, int item, int other, int other_item)
{
	for (int row = -1; row_next(at->group, &row);)
		if (rows[row].type != TYPE_TEXT && !canonical_same(at->in->rules[one], item, at->in->rules[other],
		                                                   other_item, (enum row_id)row, &at->in->failed))
			return false;
	return true;
}

static int first_row(int group)
{
	int row = -1;

	row_next(group, &row);
	return row;
}

static bool same_first_setting(const struct aligning *at, int one, int item, int other, int other_item)
{
	enum row_id row = (enum row_id)first_row(at->group);

	return !canonical_is_default(at->in->rules[one], row, item) &&
	       canonical_same(at->in->rules[one], item, at->in->rules[other], other_item, row, &at->in->failed);
}

static bool is_placed(const struct aligning *at, int variant, int item)
{
	for (int line = 0; line < at->lines; line++)
		if (at->item[line][variant] == item)
			return true;
	return false;
}

/* The only line without an item of [variant] in which an item of an earlier one corresponds, or -1. */
static int only_line(const struct aligning *at, int variant, int item, pairing corresponds)
{
	int found = -1;

	for (int line = 0; line < at->lines; line++) {
		bool fits = false;
		for (int other = 0; other < variant && at->item[line][variant] == NOT_THERE; other++)
			fits = fits || (at->item[line][other] != NOT_THERE &&
			                corresponds(at, variant, item, other, at->item[line][other]));
		if (fits && found >= 0)
			return -1;
		if (fits)
			found = line;
	}
	return found;
}

static void place(struct aligning *at, int variant, pairing corresponds)
{
	int count = rules_item_count(at->in->rules[variant], at->group);

	for (int item = 0; item < count; item++) {
		int line = is_placed(at, variant, item) ? -1 : only_line(at, variant, item, corresponds);
		if (line >= 0)
			at->item[line][variant] = item;
	}
}

static void place_rest(struct aligning *at, int variant)
{
	int count = rules_item_count(at->in->rules[variant], at->group);

	for (int item = 0; item < count; item++) {
		if (is_placed(at, variant, item))
			continue;
		for (int other = 0; other < COMPARED_MAX; other++)
			at->item[at->lines][other] = NOT_THERE;
		at->item[at->lines++][variant] = item;
	}
}

static void align(struct aligning *at, struct comparison *in, int group)
{
	at->in = in;
	at->group = group;
	at->lines = 0;
	for (int variant = 0; variant < in->count; variant++) {
		place(at, variant, same_name);
		place(at, variant, means_the_same);
		place(at, variant, same_first_setting);
		place_rest(at, variant);
	}
}

/* ---- what differs ---- */

static bool same_words(const char *one, const char *other)
{
	return one == NULL || other == NULL ? one == other : strcmp(one, other) == 0;
}

static bool same_item(const struct rules *one, int item, const struct rules *other, int other_item, int group)
{
	return same_words(rules_item_name(one, group, item), rules_item_name(other, group, other_item)) &&
	       same_words(rules_item_title(one, group, item), rules_item_title(other, group, other_item));
}

/* Whether setting [line] means the same in variants [first] and [i]. */
static bool same_setting(struct comparison *in, const struct compared *line, int first, int i)
{
	enum row_id row = (enum row_id)line->row;
	const struct rules *one = in->rules[first], *other = in->rules[i];
	bool stated = rules_cell(one, row, line->item[first])->statement != NULL ||
	              rules_cell(other, row, line->item[i])->statement != NULL;

	return !stated || canonical_same(one, line->item[first], other, line->item[i], row, &in->failed);
}

static bool differs(struct comparison *in, const struct compared *line)
{
	int first = 0;

	while (line->item[first] == NOT_THERE)
		first++;
	for (int i = first + 1; i < in->count; i++) {
		bool same = line->item[i] == NOT_THERE ||
		            (line->row < 0 ? same_item(in->rules[first], line->item[first], in->rules[i], line->item[i],
		                                       line->group)
		                           : same_setting(in, line, first, i));
		if (!same)
			return true;
	}
	return line->row < 0 && compared_is_partial(in, line);
}

static enum level level_of(const struct comparison *in, const struct compared *line)
{
	enum level level = LEVEL_TEXT;

	if (line->row >= 0)
		return rows[line->row].level;
	if (!compared_is_partial(in, line) || group_is_helper(line->group))
		return level;
	for (int row = -1; row_next(line->group, &row);)
		level = rows[row].level < level ? rows[row].level : level;
	return level;
}

static bool add_line(struct comparison *in, struct compared line)
{
	struct compared *more = memory_grow(in->line, (size_t)in->lines, sizeof line);

	if (more == NULL)
		return false;
	in->line = more;
	line.differs = differs(in, &line);
	line.level = level_of(in, &line);
	in->line[in->lines++] = line;
	return true;
}

/* The lines of a section, or of items that correspond. */
static bool add_lines(struct comparison *in, int group, const int *items)
{
	struct compared line = { .group = group, .row = -1 };

	memcpy(line.item, items, sizeof line.item);
	if (groups[group].is_list && !add_line(in, line))
		return false;
	for (line.row = -1; row_next(group, &line.row);)
		if (!add_line(in, line))
			return false;
	return true;
}

static bool compare_group(struct comparison *in, int group)
{
	static const int section[COMPARED_MAX] = { 0 };
	struct aligning aligning;

	if (!groups[group].is_list)
		return add_lines(in, group, section);
	align(&aligning, in, group);
	for (int line = 0; line < aligning.lines; line++)
		if (!add_lines(in, group, aligning.item[line]))
			return false;
	return true;
}

bool compare_rules(const struct rules *const *rules, int count, struct comparison *comparison)
{
	*comparison = (struct comparison){ .count = count };
	memcpy(comparison->rules, rules, sizeof *rules * (size_t)count);
	for (int group = 0; group < GROUP_COUNT; group++)
		if (!compare_group(comparison, group) || comparison->failed) {
			comparison_free(comparison);
			return false;
		}
	return true;
}

void comparison_free(struct comparison *comparison)
{
	memory_free(comparison->line);
	*comparison = (struct comparison){ .count = 0 };
}

void compared_path(const struct comparison *comparison, const struct compared *line, struct text *out)
{
	int first = 0;

	while (first < comparison->count - 1 && line->item[first] == NOT_THERE)
		first++;
	if (line->row >= 0)
		rules_path(comparison->rules[first], (enum row_id)line->row, line->item[first], out);
	else
		rules_item_path(comparison->rules[first], line->group, line->item[first], out);
}

bool compared_is_partial(const struct comparison *comparison, const struct compared *line)
{
	for (int i = 0; i < comparison->count; i++)
		if (line->item[i] == NOT_THERE)
			return true;
	return false;
}
