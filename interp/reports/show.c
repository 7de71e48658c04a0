/* show.c -- the settings in three columns: path, value, origin. If only a few settings are shown, also their sentences, remarks and
 * earlier values. The same for programs: docs/json.md. */
#include "reports/reports.h"

#include <stdio.h>
#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "notation/act_text.h"
#include "reports/wording.h"
#include "rules/options.h"
#include "text/document.h"
#include "text/json.h"

enum {
	PATH_MOST = 30,    /* a longer path pushes its value to the next line */
	ORIGIN_LEAST = 38, /* variants/base.canasta:1234  @HOUSE-012 */
	FEW = 6            /* settings of which more can be shown than in an overview */
};

/* ---- what is shown ---- */

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

/* Writes the path of one of them. */
static void shown_path(const struct rules *rules, const struct shown *shown, struct text *out)
{
	const struct group *group = &groups[shown->group];

	if (shown->removed != NULL) {
		if (group->in != GROUP_root)
			text_format(out, "%s.", groups[group->in].name);
		text_format(out, "%s.%s", group->name, shown->removed->name);
	} else if (shown->row >= 0)
		rules_path(rules, (enum row_id)shown->row, shown->item, out);
	else
		rules_item_path(rules, shown->group, shown->item, out);
}

/* Puts [shown] into the list if it lies within [part]. */
static void select_one(const struct rules *rules, const char *part, struct shown shown, struct selection *to)
{
	struct text path = { 0 };
	struct shown *list;

	shown_path(rules, &shown, &path);
	if (!path.failed && lies_within(text_read(&path), part, shown.group)) {
		list = memory_grow(to->list, (size_t)to->count, sizeof *list);
		to->failed |= list == NULL;
		if (list != NULL) {
			to->list = list;
			list[to->count++] = shown;
		}
	}
	to->failed |= path.failed;
	text_free(&path);
}

/* True if a setting, or an item with [row] -1, is to be shown as [how] asks. */
static bool is_wanted(const struct rules *rules, int group, int item, int row, unsigned how, bool *failed)
{
	const struct cell *cell;

	if (row < 0)
		return (how & SHOW_CHANGED) == 0 || rules->added[group][item]->counts_at >= rules->height;
	cell = rules_cell(rules, (enum row_id)row, item);
	return ((how & SHOW_SHORT) == 0 || cell->statement != NULL) &&
	       ((how & SHOW_CHANGED) == 0 || stated_above((enum row_id)row, cell, rules->height - 1, failed));
}

/* Lists what is to be shown of [part], an item before its settings, and last what the variant itself, or an option that it or the table
 * chose, took away there. False if memory ran out; selection_free() frees what is held in any case. */
static bool show_select(const struct rules *rules, const char *part, unsigned how, struct selection *to)
{
	*to = (struct selection){ .rules = rules };
	for (int group = 0; group < GROUP_COUNT; group++)
		for (int item = 0; item < rules_places(rules, group); item++) {
			if (groups[group].is_list && is_wanted(rules, group, item, -1, how, &to->failed))
				select_one(rules, part, (struct shown){ group, item, -1, NULL }, to);
			for (int row = -1; row_next(group, &row);)
				if (is_wanted(rules, group, item, row, how, &to->failed))
					select_one(rules, part, (struct shown){ group, item, row, NULL }, to);
		}
	for (const struct removed_item *removed = rules->removed; removed != NULL; removed = removed->next)
		if (removed->layer->counts_at >= rules->height)
			select_one(rules, part, (struct shown){ removed->group, 0, -1, removed }, to);
	return !to->failed;
}

static void selection_free(struct selection *selection)
{
	memory_free(selection->list);
	selection->list = NULL;
}

bool show_has(const struct rules *rules, const char *part)
{
	struct selection found;
	bool has = part[0] == '\0' || !show_select(rules, part, 0, &found) || found.count > 0;

	if (part[0] != '\0')
		selection_free(&found);
	return has; /* out of memory is reported by the caller */
}

/* ---- one setting ---- */

struct showing {
	const struct rules *rules;
	unsigned how; /* a sum of enum show_how */
	int settings; /* how many are shown */
	int group;    /* of the last row */
	struct table *table;
};

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

/* If little is shown it is shown completely, unless [how] asks for a short form. */
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
	document_use(at->table->in, last);
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
	case NOTE_BUT: return "but: ";
	case NOTE_ALLOW: return "allowed: ";
	default: return "";
	}
}

static void add_details(struct showing *at, int row, const struct cell *cell)
{
	add_remark(at, "", rows[row].sentence);
	if (at->settings == 1 && rows[row].type == TYPE_WORD) {
		struct text follows = { 0 };
		follows_write(&rows[row], &follows);
		text_add(&follows, ".");
		add_remark(at, "It can be ", text_read(&follows));
		document_use(at->table->in, &follows);
	}
	/* What cites a value that is stated elsewhere. */
	for (const struct cite *cite = cell->cites; cite != NULL; cite = cite->next) {
		struct text place = { 0 };
		place_write(at->rules, cite->span, &place);
		cites_write(cite->notes, &place);
		for (char *letter = place.bytes; letter != NULL && *letter != '\0'; letter++)
			*letter = *letter == '\n' ? ' ' : *letter;
		add_remark(at, "cited in ", text_read(&place));
		document_use(at->table->in, &place);
	}
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

	item_origin_write(at->rules, group, item, &origin);
	if (title == NULL && strchr(text_read(&origin), '\n') == NULL) {
		document_use(at->table->in, &origin);
		return;
	}
	line = add_row(at, group);
	rules_item_path(at->rules, group, item, words_add(&line->cell[0]));
	if (title != NULL)
		text_format(words_add(&line->cell[1]), "\"%s\"", title);
	add_origin(at, line, &origin);
}

static void add_removed(struct showing *at, const struct shown *shown)
{
	const struct removed_item *removed = shown->removed;
	struct table_row *line = add_row(at, shown->group);
	struct text origin = { 0 };

	shown_path(at->rules, shown, words_add(&line->cell[0]));
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
	name = document_line(out, 0);
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
	struct selection selection;
	bool removed_too = (how & SHOW_CHANGED) != 0 || part[0] != '\0';

	document_begin(out, "show");
	out->title = rules->title;
	if (part[0] == '\0')
		add_head(rules, out);
	out->failed = !show_select(rules, part, how, &selection) || out->failed;
	for (int i = 0; i < selection.count; i++) {
		const struct shown *shown = &selection.list[i];
		at.settings += shown->removed != NULL
		                       ? removed_too
		                       : shown->row >= 0 || rules_item_title(rules, shown->group, shown->item) != NULL;
	}
	if (at.settings == 0)
		document_say(out, BLOCK_PARAGRAPH, 0,
		             how & SHOW_CHANGED ? "Nothing is changed here." : "Nothing is stated here.");
	else {
		at.table = document_table(out, 3);
		at.table->stacked = true;
		at.table->most = PATH_MOST;
		at.table->last_least = ORIGIN_LEAST;
	}
	for (const struct shown *shown = selection.list; at.settings > 0 && shown < selection.list + selection.count;
	     shown++)
		if (shown->row >= 0)
			add_setting(&at, (enum row_id)shown->row, shown->item);
		else if (shown->removed == NULL)
			add_item(&at, shown->group, shown->item);
		else if (removed_too)
			add_removed(&at, shown);
	selection_free(&selection);
}

/* ---- what may have been meant ---- */

bool show_nearest(const struct rules *rules, const char *part, char *near, size_t room)
{
	const char *words[GROUP_COUNT], *found;
	struct text path = { 0 };

	for (int i = 0; i < GROUP_COUNT; i++)
		words[i] = groups[i].name;
	found = word_nearest(part, words, GROUP_COUNT);
	for (int i = 0; i < GROUP_COUNT && strlen(part) > 2;
	     i++) /* the beginning of a name says more than a likeness */
		if (strncmp(words[i], part, strlen(part)) == 0) {
			found = words[i];
			break;
		}
	for (struct setting at = { .item = -1 }; found == NULL && setting_next(rules, &at);) {
		const char *word;
		text_clear(&path);
		rules_path(rules, at.row, at.item, &path);
		word = text_read(&path);
		found = word_nearest(part, &word, 1);
	}
	if (found != NULL && strcmp(found, part) == 0) /* a list that is empty here */
		found = NULL;
	if (found != NULL)
		snprintf(near, room, "%s", found);
	text_free(&path);
	return found != NULL;
}

enum { FORM = 1 }; /* the number of the form; see docs/json.md */

/* ---- pieces ---- */

static json_t *expr_json(const struct expr *expr)
{
	struct text text = { 0 };

	expr_write(expr, &text);
	return json_text_end(&text);
}

/* A number as a number, all else as it stands in a file. */
static json_t *value_of_expr(const struct expr *expr)
{
	const struct expr *atom = expr->kind == EXPR_PHRASE && expr->first->next == NULL ? expr->first : expr;

	return atom->kind == EXPR_NUMBER ? json_integer(atom->number) : expr_json(expr);
}

/* ---- values ---- */

static json_t *points_json(const struct rules *rules)
{
	json_t *points = json_object();

	for (int kind = 0; kind < rules->kinds; kind++)
		json_put(&points, rules->kind[kind].name, json_integer(rules->kind[kind].points));
	return points;
}

static json_t *ladder_json(const struct statement *statement)
{
	json_t *steps = json_array();

	for (const struct step *step = statement->steps; step != NULL; step = step->next) {
		json_t *keys = json_array();
		for (const struct expr *key = step->keys; key != NULL; key = key->next)
			json_add(&keys, expr_json(key));
		json_add(&steps, json_pack("{s:o, s:o}", "for", keys, "value", value_of_expr(step->value)));
	}
	return json_pack("{s:o, s:o}", "by", expr_json(statement->by), "steps", steps);
}

static json_t *text_json(enum row_id row, const struct cell *cell)
{
	struct text text = { 0 };

	value_write(row, cell, &text);
	return json_text_end(&text);
}

/* Numbers as numbers, cards as lists, ladders step by step, all else in words. */
static json_t *value_json(const struct rules *rules, enum row_id row, int item)
{
	const struct cell *cell = rules_cell(rules, row, item);
	const struct statement *statement = cell->on_item ? NULL : cell->statement;
	const void *value = rules_value(rules, row, item);

	switch (rows[row].type) {
	case TYPE_NUMBER: return json_integer(*(const int32_t *)value);
	case TYPE_CARDS: {
		json_t *list = json_array();

		for (int kind = 0; kind < rules->kinds; kind++)
			if (*(const cardset *)value >> kind & 1)
				json_add(&list, json_words(rules->kind[kind].name));
		return list;
	}
	case TYPE_POINTS: return points_json(rules);
	case TYPE_AMOUNT:
		if (statement == NULL)
			return json_integer(rows[row].fallback);
		if (statement->by == NULL && statement->value != NULL)
			return value_of_expr(statement->value);
		break;
	default: break;
	}
	return statement != NULL && statement->by != NULL ? ladder_json(statement) : text_json(row, cell);
}

/* ---- origins ---- */

/* Puts the place of [span], and the layer that stated it, into [*object]. */
static void put_origin(json_t **object, const struct rules *rules, struct span span, const struct layer *layer)
{
	static const char *const kinds[] = {
		[LAYER_VARIANT] = "variant", [LAYER_FRAGMENT] = "fragment", [LAYER_OPTION] = "option"
	};
	int line, column;

	span_place(rules->sources, span, &line, &column);
	json_put(object, "file", json_words(rules->sources->source[span.source - 1].name));
	json_put(object, "line", json_integer(line));
	json_put(object, "column", json_integer(column));
	json_put(object, "layer", json_words(layer->name));
	json_put(object, "kind", json_words(kinds[layer->kind]));
}

/* Adds the texts of all notes of one kind to [list]. */
static void add_texts(const struct note *notes, enum note_kind kind, json_t **list)
{
	for (const struct note *note = notes; note != NULL; note = note->next)
		if (note->kind == kind && note->text != NULL)
			json_add(list, json_words(note->text));
}

/* Puts the notes at the statements of [cell], or else [notes], into [*object]: the first [kinds] of these. */
static void put_notes(json_t **object, const struct cell *cell, const struct note *notes, int kinds)
{
	static const struct {
		const char *key;
		enum note_kind kind;
	} NOTES[] = { { "citations", NOTE_CITE },
		      { "readings", NOTE_READING },
		      { "silences", NOTE_SILENT },
		      { "reasons", NOTE_HOUSE },
		      { "exceptions", NOTE_BUT } };

	for (int i = 0; i < kinds; i++) {
		json_t *list = json_array();
		add_texts(notes, NOTES[i].kind, &list);
		for (const struct cell *at = cell; at != NULL; at = at->also)
			add_texts(at->on_item ? NULL : at->statement->notes, NOTES[i].kind, &list);
		json_put(object, NOTES[i].key, list);
	}
}

static bool is_house(const struct cell *cell)
{
	for (const struct cell *at = cell; at != NULL; at = at->also)
		for (const struct note *note = at->on_item ? NULL : at->statement->notes; note != NULL;
		     note = note->next)
			if (note->kind == NOTE_HOUSE)
				return true;
	return false;
}

/* What was stated, the statement that counts first. */
static json_t *origins_json(const struct rules *rules, enum row_id row, const struct cell *cell)
{
	json_t *origins = json_array();

	for (; cell != NULL && cell->statement != NULL; cell = cell->inherited) {
		const struct statement *statement = cell->statement;
		json_t *origin = json_object();
		put_origin(&origin, rules, statement->head_span.source != 0 ? statement->head_span : statement->span,
		           cell->layer);
		json_put(&origin, "text", text_json(row, cell));
		json_put(&origin, "house", json_boolean(is_house(cell)));
		put_notes(&origin, cell, NULL, 5);
		json_add(&origins, origin);
	}
	return origins;
}

/* What cites the value without stating it. */
static json_t *cited_json(const struct rules *rules, const struct cell *cell)
{
	json_t *list = json_array();

	for (const struct cite *cite = cell->cites; cite != NULL; cite = cite->next) {
		json_t *object = json_object();
		put_origin(&object, rules, cite->span, cite->layer);
		put_notes(&object, NULL, cite->notes, 3);
		json_add(&list, object);
	}
	return list;
}

/* ---- settings ---- */

static json_t *path_json(const struct rules *rules, const struct shown *shown)
{
	struct text path = { 0 };

	shown_path(rules, shown, &path);
	return json_text_end(&path);
}

static json_t *setting_json(const struct rules *rules, const struct shown *shown)
{
	static const char *const types[] = { "number", "word",      "cards",       "points",  "amount",
		                             "bounds", "condition", "composition", "pattern", "text" };
	static const struct cell nothing = { .statement = NULL };
	enum row_id row = (enum row_id)shown->row;
	bool points = rows[row].type == TYPE_AMOUNT || rows[row].type == TYPE_POINTS;
	const char *title = groups[shown->group].is_list ? rules_item_title(rules, shown->group, shown->item) : NULL;
	const struct cell *cell = rules_cell(rules, row, shown->item);

	return json_pack("{s:o, s:o, s:s, s:o, s:o, s:o, s:s?, s:s, s:o, s:o}", "path", path_json(rules, shown),
	                 "title", json_words(title), "type", types[rows[row].type], "value",
	                 value_json(rules, row, shown->item), "text", text_json(row, cell), "default",
	                 rows[row].fallback == NEEDED ? json_null() : text_json(row, &nothing), "unit",
	                 points ? "points" : NULL, "sentence", rows[row].sentence, "origins",
	                 origins_json(rules, row, cell), "cited", cited_json(rules, cell));
}

static json_t *removed_json(const struct rules *rules, const struct shown *shown)
{
	json_t *object =
		json_pack("{s:o, s:o}", "path", path_json(rules, shown), "title", json_words(shown->removed->title));

	put_origin(&object, rules, shown->removed->by, shown->removed->layer);
	return object;
}

/* ---- the whole ---- */

static json_t *options_json(const struct rules *rules)
{
	json_t *options = json_array();

	for (const struct option *option = rules->options; option != NULL; option = option->next)
		if (option->chosen && !option->by_default) {
			struct text name = { 0 };
			option_write(option, &name);
			json_add(&options, json_text_end(&name));
		}
	return options;
}

/* What players call one of a thing, and several of them: ["foot", "feet"]. */
static json_t *noun_json(const struct rules *rules, const char *one, const char *many)
{
	struct text first = { 0 }, second = { 0 };

	club_say(rules, one, &first);
	club_say(rules, many, &second);
	return json_pack("[o, o]", json_text_end(&first), json_text_end(&second));
}

json_t *show_json(const struct rules *rules, const char *part, unsigned how)
{
	json_t *settings = json_array(), *removed = json_array();
	struct selection selection;

	if (!show_select(rules, part, how, &selection))
		json_add(&settings, NULL);
	for (int i = 0; i < selection.count; i++)
		if (selection.list[i].removed != NULL)
			json_add(&removed, removed_json(rules, &selection.list[i]));
		else if (selection.list[i].row >= 0)
			json_add(&settings, setting_json(rules, &selection.list[i]));
	selection_free(&selection);
	return json_pack("{s:i, s:s, s:s, s:o, s:o, s:{s:o, s:o}, s:o, s:o}", "version", FORM, "variant", rules->name,
	                 "title", rules->title, "parent", json_words(rules->parent), "options", options_json(rules),
	                 "called", "canasta", noun_json(rules, "canasta", "canastas"), "reserve",
	                 noun_json(rules, "reserve", "reserves"), "settings", settings, "removed", removed);
}
