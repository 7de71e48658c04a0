/* show.c -- the settings in three columns: path, value, origin. Of a few settings there stand also their sentences, their
 * remarks and what they took the place of. */
#include "reports/show.h"

#include <stdio.h>
#include <string.h>
#include "grammar/names.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "reports/origin.h"
#include "rules/options.h"
#include "text/document.h"

enum {
	PATH_MOST = 30,    /* a longer path pushes its value to the next line */
	ORIGIN_LEAST = 38, /* variants/base.canasta:1234  @HOUSE-012 */
	FEW = 6            /* settings of which more can be shown than in an overview */
};

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

/* What is to be shown; [failed]: memory ran out, and the answers are worth nothing. */
struct selection {
	const struct rules *rules;
	const char *part;
	unsigned how;
	bool failed;
};

static bool is_in_part(struct selection *at, int group, int item, int row)
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

static bool departs(struct selection *at, enum row_id row, int item)
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

static bool is_wanted(struct selection *at, int group, int item, int row)
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
	struct selection at = { rules, part, how, false };

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

/* ---- one setting ---- */

struct showing {
	const struct rules *rules;
	unsigned how; /* a sum of enum show_how */
	int settings; /* how many are shown */
	int group;    /* of the last row */
	struct table *table;
};

static void count_shown(void *context, int group, int item, int row)
{
	struct showing *at = context;

	at->settings += row >= 0 || rules_item_title(at->rules, group, item) != NULL;
}

/* A row of the table, below the heading of its section. */
static struct table_row *add_row(struct showing *at, int group)
{
	struct table_row *row;

	if (group != at->group)
		cell_add(table_add(at->table, TABLE_TOPIC), 0, groups[group].heading);
	at->group = group;
	row = table_add(at->table, TABLE_BODY);
	row->depth = 1;
	return row;
}

/* The words of an origin beside each other, without its citations if all is to be short. */
static void add_origin(struct showing *at, struct table_row *row, struct text *origin)
{
	struct text *cell = words_add(&row->cell[2]);

	for (const char *word = text_read(origin); *word != '\0'; word += strcspn(word, "\n"), word += *word == '\n') {
		if (*word == '@' && (at->how & SHOW_SHORT))
			continue;
		text_add(cell, cell->length > 0 ? "  " : "");
		text_add_bytes(cell, word, strcspn(word, "\n"));
	}
	text_end(origin, cell);
}

/* Of little everything is shown, unless it should be short. */
static bool shows_all(const struct showing *at)
{
	return at->settings <= FEW && (at->how & SHOW_SHORT) == 0;
}

/* A value in one line: its first line and the steps or conditions below it. */
static void write_on_one_line(const char *value, struct text *out)
{
	for (int line = 0; *value != '\0'; line++) {
		size_t length = strcspn(value, "\n");
		text_add(out, line == 0 ? "" : line == 1 ? " " : "; ");
		text_add_bytes(out, value, length);
		value += length;
		value += strspn(value, "\n ");
	}
}

/* What the value of [old] is and where it was stated, unless that is the value in [last], which becomes it. */
static void add_old(struct showing *at, int row, const struct cell *old, struct text *last)
{
	struct text value = { 0 }, origin = { 0 };
	struct table_row *line;
	struct text *words;

	value_write((enum row_id)row, old, &value);
	if (strcmp(text_read(&value), text_read(last)) != 0) {
		line = add_row(at, at->group);
		words = words_add(&line->cell[1]);
		text_add(words, "instead of ");
		write_on_one_line(text_read(&value), words);
		if (old->statement != NULL) {
			text_format(&origin, "in %s\n", old->layer->name);
			statement_place_write(at->rules, old->statement, &origin);
		} else
			text_add(&origin, "default");
		add_origin(at, line, &origin);
	}
	at->table->in->failed = at->table->in->failed || last->failed;
	text_free(last);
	*last = value;
}

/* What the value took the place of, if that was another; when little is shown, all that it was before, and of a single
 * setting also the default. */
static void add_inherited(struct showing *at, int row, const struct cell *cell)
{
	static const struct cell nothing = { .statement = NULL };
	bool all = shows_all(at);
	struct text last = { 0 };

	if (cell->statement == NULL)
		return;
	value_write((enum row_id)row, cell, &last);
	for (const struct cell *old = cell->inherited; old != NULL; old = all ? old->inherited : NULL)
		add_old(at, row, old, &last);
	if (all && at->settings == 1 && rows[row].fallback != NEEDED)
		add_old(at, row, &nothing, &last);
	document_use(at->table->in, &last);
}

static void add_remark(struct showing *at, const char *label, const char *words)
{
	struct table_row *row = table_add(at->table, TABLE_REMARK);

	row->depth = 1;
	text_format(words_add(&row->cell[0]), "%s%s", label, words);
}

static const char *note_word(enum note_kind kind)
{
	switch (kind) {
	case NOTE_READING: return "reading: ";
	case NOTE_SILENT: return "silent: ";
	case NOTE_HOUSE: return "house: ";
	case NOTE_ALLOW: return "allowed: ";
	default: return "";
	}
}

/* What cites a value that is stated elsewhere. */
static void add_cites(struct showing *at, const struct cell *cell)
{
	for (const struct cite *cite = cell->cites; cite != NULL; cite = cite->next) {
		struct text place = { 0 };
		place_write(at->rules, cite->span, &place);
		cites_write(cite->notes, &place);
		for (char *letter = place.bytes; letter != NULL && *letter != '\0'; letter++)
			*letter = *letter == '\n' ? ' ' : *letter;
		add_remark(at, "cited in ", text_read(&place));
		document_use(at->table->in, &place);
	}
}

static void add_details(struct showing *at, int row, const struct cell *cell)
{
	add_remark(at, "", rows[row].sentence);
	add_cites(at, cell);
	for (struct setting_notes of = notes_of(cell); notes_next(&of);)
		for (const struct note *note = of.notes; note != NULL; note = note->next)
			if (note->text != NULL && note->kind != NOTE_CITE)
				add_remark(at, note_word(note->kind), note->text);
}

static void add_setting(struct showing *at, enum row_id row, int item)
{
	const struct cell *cell = rules_cell(at->rules, row, item);
	struct table_row *line = add_row(at, rows[row].in);
	struct text origin = { 0 };

	rules_path(at->rules, row, item, words_add(&line->cell[0]));
	value_write(row, cell, words_add(&line->cell[1]));
	origin_write(at->rules, cell, &origin);
	add_origin(at, line, &origin);
	add_inherited(at, (int)row, cell);
	if (shows_all(at))
		add_details(at, (int)row, cell);
}

/* An item, if it says something on its own line: a title, citations. */
static void add_item(struct showing *at, int group, int item)
{
	const char *title = rules_item_title(at->rules, group, item);
	struct text origin = { 0 };
	struct table_row *line;

	place_write(at->rules, at->rules->items[group][item], &origin);
	for (const struct remark *remark = at->rules->remarks; remark != NULL; remark = remark->next)
		if (remark->group == group && remark->item == item)
			cites_write(remark->notes, &origin);
	if (title == NULL && strchr(text_read(&origin), '\n') == NULL) {
		at->table->in->failed = at->table->in->failed || origin.failed;
		text_free(&origin);
		return;
	}
	line = add_row(at, group);
	rules_item_path(at->rules, group, item, words_add(&line->cell[0]));
	if (title != NULL)
		text_format(words_add(&line->cell[1]), "\"%s\"", title);
	add_origin(at, line, &origin);
}

static void add_one(void *context, int group, int item, int row)
{
	if (row >= 0)
		add_setting(context, (enum row_id)row, item);
	else
		add_item(context, group, item);
}

static void add_removed(struct showing *at, const struct removed_item *removed)
{
	struct table_row *line = add_row(at, removed->group);
	struct text origin = { 0 };

	removed_path(removed, words_add(&line->cell[0]));
	cell_add(line, 1, "taken away");
	if (removed->title != NULL)
		text_format(words_add(&line->cell[1]), ": \"%s\"", removed->title);
	place_write(at->rules, removed->by, &origin);
	if (removed->layer->kind == LAYER_OPTION)
		text_format(&origin, "\noption %s", removed->layer->name);
	add_origin(at, line, &origin);
}

/* ---- the whole ---- */

static void add_head(const struct rules *rules, struct document *out)
{
	struct text *name;
	int chosen = 0;

	document_say(out, BLOCK_PARAGRAPH, 0, rules->title);
	name = words_add(&document_add(out, BLOCK_PARAGRAPH)->words);
	text_add(name, rules->name);
	if (rules->parent != NULL)
		text_format(name, ", which extends %s", rules->parent);
	for (const struct option *option = rules->options; option != NULL; option = option->next)
		if (option->chosen && !option->by_default) {
			text_add(name, chosen++ == 0 ? ", with " : ", ");
			option_write(option, name);
		}
}

void show_rules(const struct rules *rules, const char *part, unsigned how, struct document *out)
{
	struct showing at = { .rules = rules, .how = how, .group = -1 };
	bool removed_too = (how & SHOW_CHANGED) != 0 || part[0] != '\0';

	document_begin(out, "show");
	out->title = rules->title;
	if (part[0] == '\0')
		add_head(rules, out);
	out->failed = !show_each(rules, part, how, count_shown, &at) || out->failed;
	for (const struct removed_item *removed = rules->removed; removed != NULL && removed_too;
	     removed = removed->next)
		at.settings += show_has_removed(rules, removed, part, &out->failed);
	if (at.settings == 0) {
		document_say(out, BLOCK_PARAGRAPH, 0,
		             how & SHOW_CHANGED ? "Nothing is changed here." : "Nothing is stated here.");
		return;
	}
	at.table = document_table(out, 3);
	at.table->stacked = true;
	at.table->most = PATH_MOST;
	at.table->last_least = ORIGIN_LEAST;
	out->failed = !show_each(rules, part, how, add_one, &at) || out->failed;
	for (const struct removed_item *removed = rules->removed; removed != NULL && removed_too;
	     removed = removed->next)
		if (show_has_removed(rules, removed, part, &out->failed))
			add_removed(&at, removed);
}

/* ---- what may have been meant ---- */

static bool nearest_path(const struct rules *rules, enum row_id row, const char *part, char *near, size_t room)
{
	int items = rules_places(rules, rows[row].in);
	bool found = false;

	for (int item = 0; item < items && !found; item++) {
		struct text path = { 0 };
		const char *word;
		rules_path(rules, row, item, &path);
		word = text_read(&path);
		found = word_nearest(part, &word, 1) != NULL;
		if (found)
			snprintf(near, room, "%s", word);
		text_free(&path);
	}
	return found;
}

bool show_nearest(const struct rules *rules, const char *part, char *near, size_t room)
{
	const char *words[GROUP_COUNT + 1], *found;
	int count = 0;

	for (int i = 0; i < GROUP_COUNT; i++)
		words[count++] = groups[i].name;
	found = word_nearest(part, words, count);
	for (int i = 0; i < count && strlen(part) > 2; i++) /* the beginning of a name says more than a likeness */
		if (strncmp(words[i], part, strlen(part)) == 0) {
			found = words[i];
			break;
		}
	if (found != NULL)
		snprintf(near, room, "%s", found);
	for (int row = 0; row < ROW_COUNT && found == NULL; row++)
		found = nearest_path(rules, (enum row_id)row, part, near, room) ? near : NULL;
	return found != NULL;
}
