/* list.c -- the variants of a file, each with the name to call it by, its title, who plays and its options. */
#include "reports/reports.h"

#include <string.h>
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/build.h"
#include "rules/options.h"
#include "rules/rules.h"
#include "text/document.h"
#include "text/json.h"

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
