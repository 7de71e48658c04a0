/* show_json.c -- what show.c has in columns, as JSON. */
#include "reports/show.h"

#include <string.h>
#include "grammar/text.h"
#include "grammar/tree.h"
#include "reports/origin.h"
#include "text/json.h"
#include "rules/options.h"

enum { FORM = 1 }; /* the number of the form; see docs/json.md */

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
static json_t *value_json(const struct rules *rules, enum row_id row, int item)
{
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

/* Puts the notes at the statements of [cell], or else [notes], into [*object]: the first [kinds] of these. */
static void put_notes(json_t **object, const struct cell *cell, const struct note *notes, int kinds)
{
	static const struct {
		const char *key;
		enum note_kind kind;
	} NOTES[] = { { "citations", NOTE_CITE },
		      { "readings", NOTE_READING },
		      { "silences", NOTE_SILENT },
		      { "reasons", NOTE_HOUSE } };

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
		add_place(rules, statement->head_span.source != 0 ? statement->head_span : statement->span, &origin);
		add_layer(cell->layer, &origin);
		json_put(&origin, "text", text_json(row, cell));
		json_put(&origin, "house", json_boolean(is_house(cell)));
		put_notes(&origin, cell, NULL, 4);
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
		add_place(rules, cite->span, &object);
		add_layer(cite->layer, &object);
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
	return string_of(&path);
}

static json_t *setting_json(const struct rules *rules, const struct shown *shown)
{
	static const char *const types[] = { "number", "word",      "cards",       "points",  "amount",
		                             "bounds", "condition", "composition", "pattern", "text" };
	static const struct cell nothing = { .statement = NULL };
	enum row_id row = (enum row_id)shown->row;
	bool points = rows[row].type == TYPE_AMOUNT || rows[row].type == TYPE_POINTS;
	const struct cell *cell = rules_cell(rules, row, shown->item);
	json_t *setting = json_object();

	json_put(&setting, "path", path_json(rules, shown));
	json_put(&setting, "type", json_words(types[rows[row].type]));
	json_put(&setting, "value", value_json(rules, row, shown->item));
	json_put(&setting, "text", text_json(row, cell));
	json_put(&setting, "default", rows[row].fallback == NEEDED ? json_null() : text_json(row, &nothing));
	json_put(&setting, "unit", points ? json_words("points") : json_null());
	json_put(&setting, "sentence", json_words(rows[row].sentence));
	json_put(&setting, "origins", origins_json(rules, row, cell));
	json_put(&setting, "cited", cited_json(rules, cell));
	return setting;
}

static json_t *removed_json(const struct rules *rules, const struct shown *shown)
{
	json_t *object = json_object();

	json_put(&object, "path", path_json(rules, shown));
	json_put(&object, "title", json_words(shown->removed->title));
	add_place(rules, shown->removed->by, &object);
	add_layer(shown->removed->layer, &object);
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
			json_add(&options, string_of(&name));
		}
	return options;
}

json_t *show_json(const struct rules *rules, const char *part, unsigned how)
{
	json_t *settings = json_array(), *removed = json_array();
	struct selection selection;

	if (!show_select(rules, part, how, &selection))
		json_add(&settings, NULL);
	for (const struct shown *shown = selection.list; shown < selection.list + selection.count; shown++)
		if (shown->removed != NULL)
			json_add(&removed, removed_json(rules, shown));
		else if (shown->row >= 0)
			json_add(&settings, setting_json(rules, shown));
	selection_free(&selection);
	return json_pack("{s:i, s:s, s:s, s:o, s:o, s:o, s:o}", "version", FORM, "variant", rules->name, "title",
	                 rules->title, "parent", json_words(rules->parent), "options", options_json(rules), "settings",
	                 settings, "removed", removed);
}
