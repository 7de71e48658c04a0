/* starter.c -- what a new file can start from: the variants of a file, each with the name to call it by, its title, who plays and its
 * options; and a file with all that may be changed in one of them. That has the options, the settings that are stated as plain values,
 * and the items that may be taken away. Conditions are left out: they are better read in `canasta show` first. */
#include "reports/reports.h"

#include <string.h>
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/build.h"
#include "rules/options.h"
#include "rules/rules.h"
#include "text/document.h"
#include "text/json.h"

/* ==== a list of variants ==== */

/* The name of a file without folder and ending is what a shipped one is called by. */
static void write_reference(const struct library_file *file, const struct statement *variant, struct text *out)
{
	const char *slash = strrchr(file->path, '/'), *name = slash != NULL ? slash + 1 : file->path;
	const struct statement *first = file->statements;

	if (file->shipped)
		text_add_bytes(out, name, strcspn(name, "."));
	else
		text_add(out, file->path);
	while (first != NULL && first->kind != STATEMENT_VARIANT)
		first = first->next;
	if (variant != first)
		text_format(out, ":%s", variant->name);
}

/* True if it is the first alternative of a choice that asks something. */
static bool begins_choice(const struct rules *rules, const struct option *option)
{
	const struct option *first = rules->options;

	while (first != option && (first->question == NULL || strcmp(first->name, option->name) != 0))
		first = first->next;
	return first == option && option->question != NULL;
}

static void add_options(const struct rules *rules, struct table *table)
{
	for (const struct option *option = rules->options; option != NULL; option = option->next) {
		struct table_row *row;
		if (begins_choice(rules, option)) {
			row = table_add(table, TABLE_BODY);
			row->depth = 1;
			cell_add(row, 0, option->name);
			text_format(words_add(&row->cell[1]), "%s:", option->question);
		}
		row = table_add(table, TABLE_BODY);
		row->depth = 1 + (option->question != NULL);
		option_write(option, words_add(&row->cell[0]));
		text_format(words_add(&row->cell[1]), "%s%s", option->title != NULL ? option->title : "",
		            !option->chosen               ? ""
		            : option->alternative != NULL ? " (unless another is chosen)"
		                                          : " (is on)");
	}
}

/* ---- for programs ---- */

static json_t *option_json(const struct option *option)
{
	struct text with = { 0 };

	option_write(option, &with);
	return json_pack("{s:o, s:s?, s:o, s:o, s:b}", "with", json_text_end(&with), "choice",
	                 option->alternative != NULL ? option->name : NULL, "question", json_words(option->question),
	                 "title", json_words(option->title), "on", option->chosen);
}

static json_t *variant_json(const struct rules *rules, const struct library_file *file, const struct statement *variant)
{
	json_t *options = json_array();
	struct text reference = { 0 };

	write_reference(file, variant, &reference);
	for (const struct option *option = rules->options; option != NULL; option = option->next)
		json_add(&options, option_json(option));
	return json_pack("{s:o, s:s, s:o, s:o, s:i, s:i, s:b, s:b, s:o}", "reference", json_text_end(&reference),
	                 "name", rules->name, "title", json_words(rules->title), "parent",
	                 json_words(rules->parent_is_start ? NULL : rules->parent), "players",
	                 (int)rules->table.players, "sides", (int)rules->table.sides, "shipped", file->shipped, "start",
	                 file->shipped && strncmp(file->path, "stdlib/", 7) == 0, "options", options);
}

/* ---- files ---- */

void list_file(struct library *library, const struct library_file *file, const struct statement *variant, bool options,
               struct table *table, struct json_t **list)
{
	for (const struct statement *at = file->statements; at != NULL; at = at->next) {
		const struct rules *rules = NULL;
		if (at->kind == STATEMENT_VARIANT && (variant == NULL || at == variant))
			rules = rules_build_variant(library, file, at, NULL, 0);
		if (rules != NULL && list != NULL)
			json_add(list, variant_json(rules, file, at));
		else if (rules != NULL) {
			struct table_row *row = table_add(table, TABLE_BODY);

			write_reference(file, at, words_add(&row->cell[0]));
			cell_add(row, 1, rules->title);
			struct text *out = words_add(&row->cell[2]);
			text_format(out, "%d players, ", (int)rules->table.players);
			if (rules->table.sides == rules->table.players)
				text_add(out, "each alone");
			else
				text_format(out, "%d sides", (int)rules->table.sides);
			if (options)
				add_options(rules, table);
		}
	}
}

/* ==== a file to start from ==== */

enum { LINE_MOST = 115 };

struct starting {
	const struct rules *rules;
	struct text *out;
	bool explained[ROW_COUNT]; /* the sentence of the row is written already */
	bool begun;                /* the heading of this section does */
};

/* ---- comments ---- */

static void write_comment(const char *words, size_t indent, struct text *out)
{
	while (*words != '\0') {
		size_t length = line_break(words, LINE_MOST - indent);
		blanks_add(out, indent);
		text_add(out, "# ");
		text_add_bytes(out, words, length);
		text_add(out, "\n");
		words += length;
		words += strspn(words, " ");
	}
}

/* The sentence of a row, and of a word what it can be. */
static void write_sentence(enum row_id row, struct text *out)
{
	struct text words = { 0 };
	const char *word = rows[row].words;

	text_add(&words, rows[row].sentence);
	for (int i = 0; rows[row].type == TYPE_WORD && *word != '\0'; i++) {
		size_t length = strcspn(word, "|");
		text_add(&words, i == 0 ? " It can be " : word[length + 1] == '\0' ? " or " : ", ");
		text_add_bytes(&words, word, length);
		word += length + 1;
	}
	text_add(&words, rows[row].type == TYPE_WORD ? "." : "");
	write_comment(text_read(&words), 4, out);
	text_end(&words, out);
}

/* ---- settings ---- */

static void write_value(const struct statement *statement, struct text *out)
{
	text_format(out, " ");
	exprs_write(statement->value, out);
	if (statement->by == NULL)
		return;
	text_add(out, "by ");
	expr_write(statement->by, out);
	text_add(out, " { ");
	for (const struct step *step = statement->steps; step != NULL; step = step->next) {
		exprs_write(step->keys, out);
		text_add(out, ": ");
		expr_write(step->value, out);
		text_add(out, step->next != NULL ? "; " : " }");
	}
}

static bool is_number(const struct statement *statement)
{
	const struct expr *value = statement->value;

	if (value != NULL && value->kind == EXPR_NEGATIVE)
		value = value->first;
	return value != NULL && value->next == NULL && value->kind == EXPR_PHRASE && value->first->next == NULL &&
	       value->first->kind == EXPR_NUMBER;
}

/* Values that a club often changes: numbers, limits and words that matter in play. */
static bool is_worth_changing(enum row_id row, const struct cell *cell)
{
	if (cell->statement == NULL || cell->on_item)
		return false;
	switch (rows[row].type) {
	case TYPE_NUMBER:
	case TYPE_POINTS:
	case TYPE_BOUNDS: return true;
	case TYPE_WORD: return rows[row].level != LEVEL_SETUP;
	case TYPE_AMOUNT: return cell->statement->by != NULL || is_number(cell->statement);
	default: return false;
	}
}

static void offer_setting(struct starting *at, enum row_id row, int item, const char **title)
{
	struct text line = { 0 };

	if (!is_worth_changing(row, rules_cell(at->rules, row, item)))
		return;
	/* The setting as a line of a file that states nothing else. */
	const struct group *group = &groups[rows[row].in];
	if (group->in != GROUP_root)
		text_format(&line, "%s { ", groups[group->in].name);
	text_add(&line, group->name);
	if (group->is_list)
		text_format(&line, " %s", rules_item_name(at->rules, rows[row].in, item));
	text_format(&line, " { %s", rows[row].name);
	write_value(rules_cell(at->rules, row, item)->statement, &line);
	text_format(&line, " house }%s", group->in != GROUP_root ? " }" : "");
	if (line.length <= LINE_MOST) {
		if (!at->begun) /* a heading where a section or a list begins, the title where an item does */
			text_format(at->out, "\n    # ---- %s ----\n", groups[rows[row].in].heading);
		if (*title != NULL)
			text_format(at->out, "\n    # %s:\n", *title);
		at->begun = true;
		*title = NULL;
		if (!at->explained[row])
			write_sentence(row, at->out);
		at->explained[row] = true;
		text_format(at->out, "    #%s\n", text_read(&line));
	}
	text_end(&line, at->out);
}

/* ---- options ---- */

/* Says what a choice asks, and what holds now. */
static void write_question(const struct starting *at, const struct option *option)
{
	struct text words = { 0 };

	text_add_bytes(&words, option->question, strcspn(option->question, "?"));
	text_add(&words, ":");
	write_comment(text_read(&words), 4, at->out);
	text_end(&words, at->out);
	for (const struct option *now = at->rules->options; now != NULL; now = now->next)
		if (now->chosen && strcmp(now->name, option->name) == 0 && now->title != NULL) {
			struct text held = { 0 };
			text_format(&held, "Now: %s.", now->title);
			write_comment(text_read(&held), 4, at->out);
			text_end(&held, at->out);
		}
}

static void offer_option(const struct starting *at, const struct option *option)
{
	const struct option *needed[OPTIONS_NEEDED_MAX];
	int count = option_with_needed(at->rules, option, needed, 0);

	if (option->title != NULL)
		write_comment(option->title, 4, at->out);
	for (int i = 0; i < count; i++) {
		text_format(at->out, "%s%s", i == 0 ? "    #with " : ", ", needed[i]->name);
		if (needed[i]->alternative != NULL)
			text_format(at->out, " = %s", needed[i]->alternative);
	}
	text_add(at->out, "\n");
}

/* The options that do not hold yet, in their order; the answers to one question are kept together. */
static void offer_options(struct starting *at)
{
	const struct option *before = NULL;

	for (const struct option *option = at->rules->options; option != NULL; option = option->next) {
		bool further = before != NULL && option->question != NULL && strcmp(option->name, before->name) == 0;
		if (option->chosen && option->question == NULL)
			continue; /* it holds already */
		if (before == NULL)
			text_format(at->out,
			            "\n    # ---- Options ----\n"
			            "    # `%s` leaves these to the table; `with` makes one of them your rule.\n",
			            at->rules->name);
		before = option;
		if (!further)
			text_add(at->out, "\n");
		if (!further && option->question != NULL)
			write_question(at, option);
		if (!option->chosen)
			offer_option(at, option);
	}
}

/* ---- what may be taken away ---- */

/* Lists of items without which there is still a game. */
static bool is_dispensable(int group)
{
	return group == GROUP_freeze || group == GROUP_block || group == GROUP_take || group == GROUP_ban ||
	       group == GROUP_special || group == GROUP_score;
}

static void offer_removals(struct starting *at)
{
	bool any = false;

	for (int group = 0; group < GROUP_COUNT; group++)
		for (int item = 0; is_dispensable(group) && item < rules_places(at->rules, group); item++) {
			if (!any)
				text_add(at->out, "\n    # ---- What may be taken away ----\n");
			any = true;
			const char *section = groups[group].in != GROUP_root ? groups[groups[group].in].name : NULL;
			const char *title = rules_item_title(at->rules, group, item),
				   *name = rules_item_name(at->rules, group, item);
			struct text words = { 0 };
			text_format(&words, "%s: %s", groups[group].heading, title != NULL ? title : name);
			write_comment(text_read(&words), 4, at->out);
			text_end(&words, at->out);
			text_format(at->out, section != NULL ? "    #%s { remove %s %s }\n" : "    #%.0sremove %s %s\n",
			            section != NULL ? section : "", groups[group].name, name);
		}
}

void starter_write(const struct rules *rules, const char *name, const char *file, const char *extends, struct text *out)
{
	struct starting at = { .rules = rules, .out = out };

	text_format(out, "language 1\n\n# The rules of `%s`, %s, with your own changes.\n#\n",
	            extends[0] == '"' ? rules->name : extends, rules->title);
	text_format(
		out,
		"# Each line below that begins with `#` and a small letter, such as `#deal { ... }`, is a rule as it stands there.\n"
		"# Where your table plays otherwise, delete the `#` and change the value; `house` marks the rule as your own.\n"
		"# `remove` takes a rule away. All that you do not change stays as it is. Then\n#\n"
		"#     canasta check %s             finds mistakes; if there are none, it says nothing\n"
		"#     canasta show %s --changed    shows what you changed, and what it was before\n"
		"#     canasta sheet %s             writes the whole rules, to be printed\n"
		"#     canasta play %s              deals\n\n",
		file, file, file, file);
	text_add(
		out,
		"# If your rules stand on a sheet, name it here. Then `@SHEET-1` instead of `house` says which line of it a rule follows.\n"
		"#source SHEET { title \"The sheet on the wall\" }\n\n");
	text_format(out, "variant %s \"Our house rules\" extends %s {\n", name, extends);
	offer_options(&at);
	for (int group = 0; group < GROUP_COUNT; group++) {
		int items = rules_places(at.rules, group);
		at.begun = false;
		for (int item = 0; item < items; item++) {
			const char *title = NULL;
			if (groups[group].is_list) {
				title = rules_item_title(at.rules, group, item);
				title = title != NULL ? title : rules_item_name(at.rules, group, item);
			}
			for (int row = -1; row_next(group, &row);)
				offer_setting(&at, (enum row_id)row, item, &title);
		}
	}
	offer_removals(&at);
	text_add(out, "}\n\n");
	text_format(
		out,
		"# A ruling is a test: a position, and what may be done in it. `deal 1` deals from seed 1. `canasta test %s` tries it.\n"
		"#rulings for %s { ruling \"Everybody gets %d cards\" { deal 1; expect hand size = %d } }\n",
		file, name, (int)rules->deal.hand, (int)rules->deal.hand);
}
