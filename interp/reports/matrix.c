/* matrix.c -- each line of a comparison becomes a line of a table: what it is about, and what each variant says. A sign
 * behind a value tells where it comes from. */
#include "reports/matrix.h"

#include <stdint.h>
#include <string.h>
#include "grammar/text.h"
#include "reports/columns.h"
#include "reports/csv.h"
#include "reports/html.h"
#include "reports/saying.h"
#include "reports/json.h"
#include "reports/seat_names.h"

enum {
	LABEL_WIDTH = 26,
	GAP = 2,
	ITEM_MOST = 80 /* bytes of what an item says, in a column of a terminal */
};

/* ---- what stands in the cells ---- */

static bool is_shown(const struct matrix *matrix, const struct compared *line)
{
	const struct comparison *in = matrix->comparison;

	if (matrix->all)
		return true;
	return line->differs && (line->row >= 0 || compared_is_partial(in, line));
}

/* The first variant that has the item. */
static int first_with(const struct comparison *in, const struct compared *line)
{
	int i = 0;

	while (i < in->count - 1 && line->item[i] < 0)
		i++;
	return i;
}

/* What a line is about: "start pile", "A set: wilds". */
static void write_label(const struct comparison *in, const struct compared *line, struct text *out)
{
	int variant = first_with(in, line);

	if (groups[line->group].is_list)
		saying_title(in->rules[variant], line->group, line->item[variant], out);
	if (line->row >= 0) {
		text_add(out, out->length > 0 ? ": " : "");
		name_in_words(rows[line->row].name, out);
	}
}

static void write_path(const struct comparison *in, const struct compared *line, struct text *out)
{
	int variant = first_with(in, line);

	if (line->row >= 0)
		rules_path(in->rules[variant], (enum row_id)line->row, line->item[variant], out);
	else
		rules_item_path(in->rules[variant], line->group, line->item[variant], out);
}

/* What an item says, but for the settings that have a line of their own below it. */
static void write_alike(const struct matrix *matrix, const struct compared *line, int variant, struct text *out)
{
	const struct compared *end = matrix->comparison->line + matrix->comparison->lines;

	for (const struct compared *at = line + 1; at < end && at->row >= 0 && at->group == line->group; at++)
		if (!is_shown(matrix, at))
			saying_add_clause(matrix->comparison->rules[variant], (enum row_id)at->row, at->item[variant],
			                  out);
}

/* An item that only some have; of what it says only so many clauses as [most] bytes hold, and always the first. */
static void write_item(const struct matrix *matrix, const struct compared *line, int variant, size_t most,
                       struct text *out)
{
	struct text clauses = { 0 };
	const char *words;
	size_t length = 0, next;

	if (compared_is_partial(matrix->comparison, line))
		write_alike(matrix, line, variant, &clauses);
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
		saying_value(in->rules[variant], (enum row_id)line->row, line->item[variant], out);
}

/* Where a value comes from, as a sign; the legend tells them. */
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
	if (in->rules[variant]->parent == NULL || cell->layer->kind == LAYER_FRAGMENT)
		return "";
	return strcmp(cell->layer->name, in->rules[variant]->name) == 0 ? " *" : "";
}

static const char LEGEND[] =
	"· by default: the file says nothing; * not as in the variant it is built on; + by an option";

/* ---- as text ---- */

/* One line of the table while it is written: the cells, and how far each is. */
struct cells {
	struct text cell[COMPARED_MAX + 1];
	const char *at[COMPARED_MAX + 1];
	int count;
	size_t width[COMPARED_MAX + 1];
};

static void share_width(struct cells *cells, int variants)
{
	cells->count = variants + 1;
	cells->width[0] = LABEL_WIDTH;
	for (int i = 1; i <= variants; i++) {
		size_t width = (LINE_WIDTH - LABEL_WIDTH) / (size_t)variants;
		cells->width[i] = width > 14 ? width - GAP : 12;
	}
}

static bool is_left(const struct cells *cells)
{
	for (int i = 0; i < cells->count; i++)
		if (*cells->at[i] != '\0')
			return true;
	return false;
}

/* Writes the cells, each in lines of its width, and empties them. */
static void write_cells(struct cells *cells, struct text *out)
{
	for (int i = 0; i < cells->count; i++)
		cells->at[i] = text_read(&cells->cell[i]);
	while (is_left(cells)) {
		size_t behind = 0; /* blanks to come before the next words */
		for (int i = 0; i < cells->count; i++) {
			size_t length = line_break(cells->at[i], cells->width[i]);
			if (length > 0)
				blanks_add(out, behind);
			behind = (length > 0 ? 0 : behind) + cells->width[i] - text_width(cells->at[i], length) + GAP;
			text_add_bytes(out, cells->at[i], length);
			cells->at[i] += length;
			cells->at[i] += strspn(cells->at[i], " \n");
		}
		text_add(out, "\n");
	}
	for (int i = 0; i < cells->count; i++)
		text_end(&cells->cell[i], out);
}

static void write_names(const struct matrix *matrix, struct text *out)
{
	struct cells cells = { .count = 0 };

	share_width(&cells, matrix->comparison->count);
	for (int i = 0; i < matrix->comparison->count; i++)
		text_add(&cells.cell[i + 1], matrix->labels[i]);
	write_cells(&cells, out);
}

static void write_line(const struct matrix *matrix, const struct compared *line, struct text *out)
{
	struct cells cells = { .count = 0 };

	share_width(&cells, matrix->comparison->count);
	write_label(matrix->comparison, line, &cells.cell[0]);
	for (int i = 0; i < matrix->comparison->count; i++) {
		write_value(matrix, line, i, ITEM_MOST, &cells.cell[i + 1]);
		text_add(&cells.cell[i + 1], sign_of(matrix->comparison, line, i));
	}
	write_cells(&cells, out);
}

/* Calls [each] for every line that is shown, and [topic] before the first of each section or list. */
static void for_each_line(const struct matrix *matrix, struct text *out,
                          void (*topic)(const struct matrix *matrix, int group, struct text *out),
                          void (*each)(const struct matrix *matrix, const struct compared *line, struct text *out))
{
	int group = -1;

	for (int i = 0; i < matrix->comparison->lines; i++) {
		const struct compared *line = &matrix->comparison->line[i];
		if (!is_shown(matrix, line))
			continue;
		if (line->group != group && topic != NULL)
			topic(matrix, line->group, out);
		group = line->group;
		each(matrix, line, out);
	}
}

static void write_topic(const struct matrix *matrix, int group, struct text *out)
{
	(void)matrix;
	text_format(out, "\n%s\n", groups[group].heading);
}

void matrix_write(const struct matrix *matrix, struct text *out)
{
	write_names(matrix, out);
	for_each_line(matrix, out, write_topic, write_line);
	text_format(out, "\n%s\n", LEGEND);
}

/* ---- Markdown ---- */

static void markdown_topic(const struct matrix *matrix, int group, struct text *out)
{
	text_format(out, "| **%s** |", groups[group].heading);
	for (int i = 0; i < matrix->comparison->count; i++)
		text_add(out, " |");
	text_add(out, "\n");
}

/* The cells of a line, each given to [add] between [before] and [after]. */
static void add_cells(const struct matrix *matrix, const struct compared *line,
                      void (*add)(struct text *out, const char *words), const char *before, const char *after,
                      struct text *out)
{
	for (int i = -1; i < matrix->comparison->count; i++) {
		struct text cell = { 0 };
		if (i < 0)
			write_label(matrix->comparison, line, &cell);
		else
			write_value(matrix, line, i, SIZE_MAX, &cell);
		if (i >= 0)
			text_add(&cell, sign_of(matrix->comparison, line, i));
		text_add(out, before);
		add(out, text_read(&cell));
		text_add(out, after);
		text_end(&cell, out);
	}
}

static void markdown_line(const struct matrix *matrix, const struct compared *line, struct text *out)
{
	text_add(out, "|");
	add_cells(matrix, line, markdown_add, " ", " |", out);
	text_add(out, "\n");
}

void matrix_markdown(const struct matrix *matrix, struct text *out)
{
	text_add(out, "| |");
	for (int i = 0; i < matrix->comparison->count; i++) {
		text_add(out, " ");
		markdown_add(out, matrix->labels[i]);
		text_add(out, " |");
	}
	text_add(out, "\n|---|");
	for (int i = 0; i < matrix->comparison->count; i++)
		text_add(out, "---|");
	text_add(out, "\n");
	for_each_line(matrix, out, markdown_topic, markdown_line);
	text_format(out, "\n%s\n",
	            "· by default: the file says nothing; \\* not as in the variant it is built on; "
	            "\\+ by an option");
}

/* ---- HTML ---- */

static const char STYLE[] =
	"body { font: 15px/1.4 Georgia, serif; margin: 1.5rem; color: #222; background: #fff }\n"
	"h1 { font-size: 1.4rem } .wide { overflow-x: auto }\n"
	"table { border-collapse: collapse } th, td { text-align: left; vertical-align: top; padding: .35rem .6rem; "
	"border-bottom: 1px solid #ccc; min-width: 7rem; max-width: 20rem }\n"
	"th.topic { padding-top: 1rem; border-bottom: 2px solid #444 } td:first-child { color: #555 }\n"
	"@media print { body { margin: 0; font-size: 9pt } tr { break-inside: avoid } @page { size: landscape; margin: 12mm } }\n";

static void html_topic(const struct matrix *matrix, int group, struct text *out)
{
	text_format(out, "<tr><th class=\"topic\" colspan=\"%d\">%s</th></tr>\n", matrix->comparison->count + 1,
	            groups[group].heading);
}

static void html_line(const struct matrix *matrix, const struct compared *line, struct text *out)
{
	text_add(out, "<tr>");
	add_cells(matrix, line, html_add, "<td>", "</td>", out);
	text_add(out, "</tr>\n");
}

void matrix_html(const struct matrix *matrix, struct text *out)
{
	html_begin(out, "Rules side by side", STYLE);
	text_add(out, "<h1>Rules side by side</h1>\n<div class=\"wide\"><table>\n<tr><th></th>");
	for (int i = 0; i < matrix->comparison->count; i++) {
		text_add(out, "<th>");
		html_add(out, matrix->comparison->rules[i]->title);
		text_add(out, "<br><small>");
		html_add(out, matrix->labels[i]);
		text_add(out, "</small></th>");
	}
	text_add(out, "</tr>\n");
	for_each_line(matrix, out, html_topic, html_line);
	text_format(out, "</table></div>\n<p>%s</p>\n", LEGEND);
	html_end(out);
}

/* ---- CSV ---- */

static void csv_line(const struct matrix *matrix, const struct compared *line, struct text *out)
{
	for (int i = -1; i < matrix->comparison->count; i++) {
		struct text cell = { 0 };
		if (i < 0)
			write_path(matrix->comparison, line, &cell);
		else
			write_value(matrix, line, i, SIZE_MAX, &cell);
		text_add(out, i < 0 ? "" : ",");
		csv_add(out, text_read(&cell));
		text_end(&cell, out);
	}
	text_add(out, "\r\n");
}

void matrix_csv(const struct matrix *matrix, struct text *out)
{
	text_add(out, "\"setting\"");
	for (int i = 0; i < matrix->comparison->count; i++) {
		text_add(out, ",");
		csv_add(out, matrix->labels[i]);
	}
	text_add(out, "\r\n");
	for_each_line(matrix, out, NULL, csv_line);
}

/* ---- JSON ---- */

static json_t *line_json(const struct matrix *matrix, const struct compared *line)
{
	json_t *values = json_array(), *made;
	struct text path = { 0 };

	write_path(matrix->comparison, line, &path);
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
