/* show_json.c -- puts together what show.c lays out in columns. That memory ran out is kept in mind until the end. */
#include "reports/show_json.h"

#include <string.h>
#include "grammar/text.h"
#include "grammar/tree.h"
#include "reports/show.h"
#include "reports/origin.h"
#include "text/json.h"
#include "rules/options.h"

enum { FORM = 1 }; /* the number of the form; see docs/json.md */

/* What is being put together. */
struct gathering {
	const struct rules *rules;
	json_t *settings;
};

/* ---- pieces ---- */

/* A string of what was written to [text], which is empty afterwards. */
static json_t *string_of(struct text *text)
{
	json_t *string = json_text(text);

	text_free(text);
	return string;
}

static json_t *expr_json(const struct expr *expr)
{
	struct text text = { 0 };

	expr_write(expr, &text);
	return string_of(&text);
}

/* A number as a number, all else as it stands in a file. */
static json_t *value_of_expr(const struct expr *expr)
{
	const struct expr *atom = expr->kind == EXPR_PHRASE && expr->first->next == NULL ? expr->first : expr;

	return atom->kind == EXPR_NUMBER ? json_integer(atom->number) : expr_json(expr);
}

/* ---- values ---- */

static json_t *cards_json(const struct rules *rules, cardset cards)
{
	json_t *list = json_array();

	for (int kind = 0; kind < rules->kinds; kind++)
		if (cards >> kind & 1)
			json_add(&list, json_words(rules->kind[kind].name));
	return list;
}

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
	return string_of(&text);
}

/* Numbers as numbers, cards as lists, ladders step by step, all else in words. */
static json_t *value_json(struct gathering *at, enum row_id row, int item)
{
	const struct rules *rules = at->rules;
	const struct cell *cell = rules_cell(rules, row, item);
	const struct statement *statement = cell->on_item ? NULL : cell->statement;
	const void *value = rules_value(rules, row, item);

	switch (rows[row].type) {
	case TYPE_NUMBER: return json_integer(*(const int32_t *)value);
	case TYPE_CARDS: return cards_json(rules, *(const cardset *)value);
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

static void add_place(const struct rules *rules, struct span span, json_t **object)
{
	int line, column;

	span_place(rules->sources, span, &line, &column);
	json_put(object, "file", json_words(rules->sources->source[span.source - 1].name));
	json_put(object, "line", json_integer(line));
	json_put(object, "column", json_integer(column));
}

static void add_layer(const struct layer *layer, json_t **object)
{
	static const char *const kinds[] = {
		[LAYER_VARIANT] = "variant", [LAYER_FRAGMENT] = "fragment", [LAYER_OPTION] = "option"
	};

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

static json_t *texts_json(const struct note *notes, enum note_kind kind)
{
	json_t *list = json_array();

	add_texts(notes, kind, &list);
	return list;
}

/* Those at the statements that state a setting. */
static json_t *notes_json(const struct cell *cell, enum note_kind kind)
{
	json_t *list = json_array();

	for (const struct cell *at = cell; at != NULL; at = at->also)
		add_texts(at->on_item ? NULL : at->statement->notes, kind, &list);
	return list;
}

static int is_house(const struct cell *cell)
{
	for (const struct cell *at = cell; at != NULL; at = at->also)
		for (const struct note *note = at->on_item ? NULL : at->statement->notes; note != NULL;
		     note = note->next)
			if (note->kind == NOTE_HOUSE)
				return 1;
	return 0;
}

static json_t *origin_json(const struct gathering *at, enum row_id row, const struct cell *cell)
{
	const struct statement *statement = cell->statement;
	json_t *origin = json_object();

	add_place(at->rules, statement->head_span.source != 0 ? statement->head_span : statement->span, &origin);
	add_layer(cell->layer, &origin);
	json_put(&origin, "text", text_json(row, cell));
	json_put(&origin, "house", json_boolean(is_house(cell)));
	json_put(&origin, "citations", notes_json(cell, NOTE_CITE));
	json_put(&origin, "readings", notes_json(cell, NOTE_READING));
	json_put(&origin, "silences", notes_json(cell, NOTE_SILENT));
	json_put(&origin, "reasons", notes_json(cell, NOTE_HOUSE));
	return origin;
}

static json_t *origins_json(struct gathering *at, enum row_id row, const struct cell *cell)
{
	json_t *origins = json_array();

	for (; cell != NULL && cell->statement != NULL; cell = cell->inherited)
		json_add(&origins, origin_json(at, row, cell));
	return origins;
}

/* What cites the value without stating it. */
static json_t *cited_json(const struct gathering *at, const struct cell *cell)
{
	json_t *list = json_array();

	for (const struct cite *cite = cell->cites; cite != NULL; cite = cite->next) {
		json_t *object = json_object();
		add_place(at->rules, cite->span, &object);
		add_layer(cite->layer, &object);
		json_put(&object, "citations", texts_json(cite->notes, NOTE_CITE));
		json_put(&object, "readings", texts_json(cite->notes, NOTE_READING));
		json_put(&object, "silences", texts_json(cite->notes, NOTE_SILENT));
		json_add(&list, object);
	}
	return list;
}

/* ---- settings ---- */

static const char *type_name(enum row_type type)
{
	static const char *const names[] = { "number", "word",      "cards",       "points",  "amount",
		                             "bounds", "condition", "composition", "pattern", "text" };

	return names[type];
}

static json_t *default_json(enum row_id row)
{
	static const struct cell nothing = { .statement = NULL };

	return rows[row].fallback == NEEDED ? json_null() : text_json(row, &nothing);
}

static void add_setting(void *context, int group, int item, int row)
{
	struct gathering *at = context;
	struct text path = { 0 };
	const struct cell *cell;
	json_t *setting;

	(void)group;
	if (row < 0)
		return;
	cell = rules_cell(at->rules, (enum row_id)row, item);
	setting = json_object();
	rules_path(at->rules, (enum row_id)row, item, &path);
	json_put(&setting, "path", string_of(&path));
	json_put(&setting, "type", json_words(type_name(rows[row].type)));
	json_put(&setting, "value", value_json(at, (enum row_id)row, item));
	json_put(&setting, "text", text_json((enum row_id)row, cell));
	json_put(&setting, "default", default_json((enum row_id)row));
	json_put(&setting, "unit",
	         rows[row].type == TYPE_AMOUNT || rows[row].type == TYPE_POINTS ? json_words("points") : json_null());
	json_put(&setting, "sentence", json_words(rows[row].sentence));
	json_put(&setting, "origins", origins_json(at, (enum row_id)row, cell));
	json_put(&setting, "cited", cited_json(at, cell));
	json_add(&at->settings, setting);
}

/* ---- the whole ---- */

static json_t *options_json(const struct gathering *at)
{
	json_t *options = json_array();

	for (const struct option *option = at->rules->options; option != NULL; option = option->next) {
		struct text name = { 0 };
		if (!option->chosen || option->by_default)
			continue;
		option_write(option, &name);
		json_add(&options, string_of(&name));
	}
	return options;
}

static json_t *removed_json(struct gathering *at, const char *part)
{
	const struct rules *rules = at->rules;
	json_t *list = json_array();
	bool failed = false;

	for (const struct removed_item *removed = rules->removed; removed != NULL; removed = removed->next) {
		struct text path = { 0 };
		json_t *object;
		if (!show_has_removed(rules, removed, part, &failed))
			continue;
		object = json_object();
		removed_path(removed, &path);
		json_put(&object, "path", string_of(&path));
		json_put(&object, "title", json_words(removed->title));
		add_place(rules, removed->by, &object);
		add_layer(removed->layer, &object);
		json_add(&list, object);
	}
	if (failed)
		json_add(&list, NULL);
	return list;
}

json_t *show_json(const struct rules *rules, const char *part, unsigned how)
{
	struct gathering at = { .rules = rules, .settings = json_array() };
	bool all = show_each(rules, part, how, add_setting, &at);
	json_t *whole = json_pack("{s:i, s:s, s:s, s:o, s:o, s:o, s:o}", "version", FORM, "variant", rules->name,
	                          "title", rules->title, "parent", json_words(rules->parent), "options",
	                          options_json(&at), "settings", at.settings, "removed", removed_json(&at, part));

	if (all)
		return whole;
	json_decref(whole);
	return NULL;
}
