#define _POSIX_C_SOURCE 200809L

/* departure.c -- settings and items of a variant lie in layers, the parent's below its own; what lies above the parent's
 * is looked at, and is a departure if it is other than what it took the place of. */
#include "reports/departure.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>
#include "grammar/text.h"
#include "grammar/tree.h"
#include "reports/origin.h"
#include "rules/canonical.h"

/* What belongs to the parent lies at this level or below. */
static int parent_level(const struct rules *rules)
{
	return rules->parent != NULL && !rules->parent_is_start ? rules->level - 1 : rules->level;
}

/* ---- settings ---- */

/* True if [cell] was stated above [level] and is other than what it took the place of. */
static bool stated_above(enum row_id row, const struct cell *cell, int level, bool *failed)
{
	struct text now = { 0 }, before = { 0 };

	if (cell->statement == NULL || cell->layer->level <= level)
		return false;
	if (cell->inherited == NULL)
		return true;
	value_write(row, cell, &now);
	value_write(row, cell->inherited, &before);
	return !texts_same(&now, &before, failed);
}

/* True if the setting asks for a term or a class that departs; a sentence says what they stand for. */
static bool asks_what_departs(const struct rules *rules, enum row_id row, int item, bool *failed)
{
	formula held = rules_formula(rules, row, item);

	for (const struct ir *asked = held != NULL ? held->asked : NULL; asked != NULL; asked = asked->also) {
		enum fact_slot slot = facts[asked->fact].slot;
		enum row_id when = slot == SLOT_TERM ? ROW_define_when : ROW_class_when;
		if ((slot == SLOT_TERM || slot == SLOT_CLASS) && setting_departs(rules, when, asked->item, failed))
			return true;
	}
	return false;
}

bool setting_departs(const struct rules *rules, enum row_id row, int item, bool *failed)
{
	const struct cell *cell = rules_cell(rules, row, item);

	return (stated_above(row, cell, parent_level(rules), failed) &&
	        (cell->inherited != NULL || groups[rows[row].in].is_list || !canonical_is_default(rules, row, item))) ||
	       asks_what_departs(rules, row, item, failed);
}

bool setting_was_replaced(const struct rules *rules, enum row_id row, int item, bool *failed)
{
	const struct cell *cell = rules_cell(rules, row, item);

	return cell->inherited != NULL && stated_above(row, cell, parent_level(rules), failed);
}

/* ---- items ---- */

static bool added_above(const struct rules *rules, int group, int item, int level)
{
	return groups[group].is_list && rules->added[group][item] != NULL && rules->added[group][item]->level > level;
}

bool item_departs(const struct rules *rules, int group, int item, bool *failed)
{
	for (int row = -1; row_next(group, &row);)
		if (setting_departs(rules, (enum row_id)row, item, failed))
			return true;
	return added_above(rules, group, item, parent_level(rules));
}

/* True if it was there up to [level], and was taken away above it. */
static bool removed_above(const struct removed_item *removed, int level)
{
	return removed->layer->level > level && removed->added->level <= level;
}

bool removal_departs(const struct rules *rules, const struct removed_item *removed)
{
	return removed_above(removed, parent_level(rules));
}

/* ---- sections ---- */

static bool item_changed(const struct rules *rules, int group, int item, int level, bool *failed)
{
	for (int row = -1; row_next(group, &row);)
		if (stated_above((enum row_id)row, rules_cell(rules, (enum row_id)row, item), level, failed))
			return true;
	return added_above(rules, group, item, level);
}

/* The same of all that a section or a list has itself. */
static bool group_changed(const struct rules *rules, int group, int level, bool *failed)
{
	int count = rules_places(rules, group);

	for (int item = 0; item < count; item++)
		if (item_changed(rules, group, item, level, failed))
			return true;
	for (const struct removed_item *removed = rules->removed; removed != NULL; removed = removed->next)
		if (removed->group == group && removed_above(removed, level))
			return true;
	return false;
}

bool changed_above(const struct rules *rules, int group, int item, int level, bool *failed)
{
	if (item >= 0)
		return item_changed(rules, group, item, level, failed);
	if (group < 0)
		return false;
	for (int in = 0; in < GROUP_COUNT; in++)
		if ((in == group || groups[in].in == group) && group_changed(rules, in, level, failed))
			return true;
	return false;
}

/* True if [name], of [length] bytes, stands in [words] as a word. */
static bool has_word(const char *words, const char *name, size_t length)
{
	for (const char *at = words; *at != '\0'; at++)
		if ((at == words || !isalpha((unsigned char)at[-1])) && strncasecmp(at, name, length) == 0 &&
		    !isalpha((unsigned char)at[length]))
			return true;
	return false;
}

/* True if every long word of [name], as in wild_in_pile, stands in [words]. */
static bool has_words_of(const char *words, const char *name)
{
	enum { LONG = 4 };
	bool any = false;

	for (size_t length; *name != '\0'; name += length + (name[length] == '_')) {
		length = strcspn(name, "_");
		if (length < LONG)
			continue;
		if (!has_word(words, name, length))
			return false;
		any = true;
	}
	return any;
}

/* The lowest level that the variant's own file has variants of. */
static int own_level(const struct rules *rules)
{
	int level = rules->level;

	for (struct setting at = { .item = -1 }; setting_next(rules, &at);)
		for (const struct cell *cell = rules_cell(rules, at.row, at.item);
		     cell != NULL && cell->statement != NULL; cell = cell->inherited)
			if (cell->statement->span.source == rules->span.source && cell->layer->level < level)
				level = cell->layer->level;
	return level;
}

enum { TELLING = 6 }; /* letters of a name that stands in a sentence for little else */

bool words_name_changed(const struct rules *rules, const char *words, int level, bool *failed)
{
	if (level >= own_level(rules)) /* what stands in one file is its author's */
		return false;
	for (struct setting at = { .item = -1 }; setting_next(rules, &at);)
		if ((rows[at.row].type == TYPE_WORD || rows[at.row].type == TYPE_CONDITION) &&
		    strlen(rows[at.row].name) >= TELLING && has_words_of(words, rows[at.row].name) &&
		    rules_cell(rules, at.row, at.item)->inherited != NULL &&
		    stated_above(at.row, rules_cell(rules, at.row, at.item), level, failed))
			return true;
	for (const struct removed_item *removed = rules->removed; removed != NULL; removed = removed->next)
		if (removed_above(removed, level) && has_words_of(words, removed->name))
			return true;
	return false;
}

bool filled_above(const struct rules *rules, int group, int level)
{
	for (int list = 0; list < GROUP_COUNT; list++) {
		int count = groups[list].in == group && groups[list].is_list ? rules_item_count(rules, list) : 0,
		    own = 0;
		for (int item = 0; item < count; item++)
			own += !added_above(rules, list, item, level);
		if (count > 0 && own == 0)
			return true;
	}
	return false;
}
