/* list.c -- a line for each variant: the name to call it by, its title, who plays. */
#include "reports/list.h"

#include <string.h>
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/build.h"
#include "rules/options.h"
#include "text/document.h"

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

static void write_company(const struct rules *rules, struct text *out)
{
	text_format(out, "%d players, ", (int)rules->table.players);
	if (rules->table.sides == rules->table.players)
		text_add(out, "each alone");
	else
		text_format(out, "%d sides", (int)rules->table.sides);
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

static void list_variant(struct library *library, const struct library_file *file, const struct statement *variant,
                         bool options, struct table *table)
{
	const struct rules *rules = rules_build_variant(library, file, variant, NULL, 0);
	struct table_row *row;

	if (rules == NULL)
		return;
	row = table_add(table, TABLE_BODY);
	write_reference(file, variant, words_add(&row->cell[0]));
	cell_add(row, 1, rules->title);
	write_company(rules, words_add(&row->cell[2]));
	if (options)
		add_options(rules, table);
}

void list_file(struct library *library, const struct library_file *file, const struct statement *variant, bool options,
               struct table *table)
{
	for (const struct statement *at = file->statements; at != NULL; at = at->next)
		if (at->kind == STATEMENT_VARIANT && (variant == NULL || at == variant))
			list_variant(library, file, at, options, table);
}
