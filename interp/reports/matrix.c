/* matrix.c -- any number of variants side by side: a line for each setting, a column for each variant. */
#include "reports/reports.h"

#include <stdint.h>
#include <string.h>
#include "reports/wording.h"
#include "text/document.h"
#include "text/json.h"

enum { ITEM_MOST = 80 /* bytes of what an item says in a cell */ };

/* ---- what stands in the cells ---- */

static bool is_shown(const struct matrix *matrix, const struct compared *line)
{
	const struct comparison *in = matrix->comparison;

	if (matrix->all)
		return true;
	return line->differs && (line->row >= 0 || compared_is_partial(in, line));
}

/* An item that only some have: what it says, but for the settings that have a line of their own below it. Only so many clauses
 * as [most] bytes hold, and always the first. */
static void write_item(const struct matrix *matrix, const struct compared *line, int variant, size_t most,
                       struct text *out)
{
	const struct comparison *in = matrix->comparison;
	bool partial = compared_is_partial(in, line);
	struct text clauses = { 0 };
	const char *words;
	size_t length = 0, next;

	for (const struct compared *at = line + 1;
	     partial && at < in->line + in->lines && at->row >= 0 && at->group == line->group; at++)
		if (!is_shown(matrix, at))
			wording_add_clause(in->rules[variant], (enum row_id)at->row, at->item[variant], &clauses);
	for (words = text_read(&clauses); words[length] != '\0'; length = next) {
		next = length + 1 + strcspn(words + length + 1, ";");
		if (length > 0 && next > most)
			break;
	}
	text_add_bytes(out, words, length);
	text_add(out, length == 0 ? "yes" : length < clauses.length ? "; ..." : "");
	text_end(&clauses, out);
}

/* What variant [variant] says; of an item no more than [most] bytes if that is possible. */
static void write_value(const struct matrix *matrix, const struct compared *line, int variant, size_t most,
                        struct text *out)
{
	const struct comparison *in = matrix->comparison;

	if (line->item[variant] < 0)
		text_add(out, "–");
	else if (line->row < 0)
		write_item(matrix, line, variant, most, out);
	else
		wording_value(in->rules[variant], (enum row_id)line->row, line->item[variant], out);
}

/* Where a value comes from, as a sign, which the legend explains. */
static const char *sign_of(const struct comparison *in, const struct compared *line, int variant)
{
	const struct cell *cell;

	if (line->item[variant] < 0 || line->row < 0)
		return "";
	cell = rules_cell(in->rules[variant], (enum row_id)line->row, line->item[variant]);
	if (cell->statement == NULL)
		return " ·";
	if (cell->layer->kind == LAYER_OPTION)
		return " +";
	if (in->rules[variant]->parent == NULL || in->rules[variant]->parent_is_start ||
	    cell->layer->kind == LAYER_FRAGMENT)
		return "";
	return strcmp(cell->layer->name, in->rules[variant]->name) == 0 ? " *" : "";
}

/* ---- the table ---- */

static void add_compared(const struct matrix *matrix, const struct compared *line, struct table *table)
{
	const struct comparison *in = matrix->comparison;
	struct table_row *row = table_add(table, TABLE_BODY);

	if (matrix->paths)
		compared_path(in, line, words_add(&row->cell[0]));
	else {
		/* What a line is about: "start pile", "A set: wilds". */
		struct text *out = words_add(&row->cell[0]);
		int variant = compared_first(in, line);
		if (groups[line->group].is_list)
			wording_title(in->rules[variant], line->group, line->item[variant], out);
		if (line->row >= 0) {
			text_add(out, out->length > 0 ? ": " : "");
			name_in_words(rows[line->row].name, out);
		}
	}
	for (int i = 0; i < in->count; i++) {
		write_value(matrix, line, i, matrix->brief ? ITEM_MOST : SIZE_MAX, words_add(&row->cell[i + 1]));
		cell_add(row, i + 1, matrix->paths ? "" : sign_of(in, line, i));
	}
}

void matrix_document(const struct matrix *matrix, struct document *out)
{
	struct table_row *head;
	struct table *table;
	int group = -1;

	document_begin(out, "matrix");
	out->title = "Rules side by side";
	table = document_table(out, matrix->comparison->count + 1);
	head = table_add(table, TABLE_HEAD);
	cell_add(head, 0, matrix->paths ? "setting" : "");
	for (int i = 0; i < matrix->comparison->count; i++)
		cell_add(head, i + 1, matrix->labels[i]);
	for (int i = 0; i < matrix->comparison->lines; i++) {
		const struct compared *line = &matrix->comparison->line[i];
		if (!is_shown(matrix, line))
			continue;
		if (line->group != group)
			cell_add(table_add(table, TABLE_TOPIC), 0, groups[line->group].heading);
		group = line->group;
		add_compared(matrix, line, table);
	}
	document_say(out, BLOCK_LEGEND, 0,
	             "· default: the file does not state it; * differs from the variant it extends; + from an option");
}

/* ---- JSON ---- */

static json_t *line_json(const struct matrix *matrix, const struct compared *line)
{
	json_t *values = json_array(), *made;
	struct text path = { 0 };

	compared_path(matrix->comparison, line, &path);
	for (int i = 0; i < matrix->comparison->count; i++) {
		struct text value = { 0 };
		write_value(matrix, line, i, SIZE_MAX, &value);
		json_add(&values, line->item[i] < 0 ? json_null() : json_text(&value));
		text_end(&value, &path);
	}
	made = path.failed ? NULL
	                   : json_pack("{s:s, s:s, s:b, s:O}", "path", text_read(&path), "topic",
	                               groups[line->group].heading, "differs", line->differs, "values", values);
	json_decref(values);
	text_free(&path);
	return made;
}

json_t *matrix_json(const struct matrix *matrix)
{
	json_t *names = json_array(), *lines = json_array();

	for (int i = 0; i < matrix->comparison->count; i++)
		json_add(&names, json_words(matrix->labels[i]));
	for (int i = 0; i < matrix->comparison->lines; i++)
		if (is_shown(matrix, &matrix->comparison->line[i]))
			json_add(&lines, line_json(matrix, &matrix->comparison->line[i]));
	return json_pack("{s:i, s:o, s:o}", "version", 1, "variants", names, "settings", lines);
}
