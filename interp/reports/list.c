/* list.c -- lists: the variants of a file, each with the name to call it by, its title, who plays and its options; and for the manual the
 * settings of rules.def and the questions of facts.def. */
#include "reports/reports.h"

#include <string.h>
#include "grammar/text.h"
#include "grammar/tree.h"
#include "reports/origin.h"
#include "rules/build.h"
#include "rules/options.h"
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

static void add_variant(const struct rules *rules, const struct library_file *file, const struct statement *variant,
                        bool options, struct table *table)
{
	struct table_row *row = table_add(table, TABLE_BODY);

	write_reference(file, variant, words_add(&row->cell[0]));
	cell_add(row, 1, rules->title);
	write_company(rules, words_add(&row->cell[2]));
	if (options)
		add_options(rules, table);
}

/* ---- for programs ---- */

static json_t *words_or_null(struct text *text)
{
	json_t *words = json_text(text);

	text_free(text);
	return words;
}

static json_t *option_json(const struct option *option)
{
	json_t *object = json_object();
	struct text with = { 0 };

	option_write(option, &with);
	json_put(&object, "with", words_or_null(&with));
	json_put(&object, "choice", json_words(option->alternative != NULL ? option->name : NULL));
	json_put(&object, "question", json_words(option->question));
	json_put(&object, "title", json_words(option->title));
	json_put(&object, "on", json_boolean(option->chosen));
	return object;
}

static json_t *variant_json(const struct rules *rules, const struct library_file *file, const struct statement *variant)
{
	json_t *object = json_object(), *options = json_array();
	struct text reference = { 0 };

	write_reference(file, variant, &reference);
	json_put(&object, "reference", words_or_null(&reference));
	json_put(&object, "name", json_words(rules->name));
	json_put(&object, "title", json_words(rules->title));
	json_put(&object, "parent", json_words(rules->parent_is_start ? NULL : rules->parent));
	json_put(&object, "players", json_integer(rules->table.players));
	json_put(&object, "sides", json_integer(rules->table.sides));
	json_put(&object, "shipped", json_boolean(file->shipped));
	json_put(&object, "start", json_boolean(file->shipped && strncmp(file->path, "stdlib/", 7) == 0));
	for (const struct option *option = rules->options; option != NULL; option = option->next)
		json_add(&options, option_json(option));
	json_put(&object, "options", options);
	return object;
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
		else if (rules != NULL)
			add_variant(rules, file, at, options, table);
	}
}

static struct table *add_table(const char *const heads[4], struct document *out)
{
	struct table *table = document_table(out, 4);
	struct table_row *head = table_add(table, TABLE_HEAD);

	for (int i = 0; i < 4; i++)
		cell_add(head, i, heads[i]);
	return table;
}

/* ---- settings ---- */

void follows_write(const struct row *row, struct text *out)
{
	static const char *const types[] = { [TYPE_CARDS] = "cards",
		                             [TYPE_POINTS] = "a ladder `by card`",
		                             [TYPE_AMOUNT] = "an amount or a ladder",
		                             [TYPE_BOUNDS] = "limits",
		                             [TYPE_CONDITION] = "a condition",
		                             [TYPE_COMPOSITION] = "natural and wild cards",
		                             [TYPE_PATTERN] = "groups of cards",
		                             [TYPE_TEXT] = "a text" };

	if (row->type == TYPE_NUMBER)
		text_format(out, "a number from %d to %d", (int)row->low, (int)row->high);
	else if (row->type != TYPE_WORD)
		text_add(out, types[row->type]);
	for (const char *word = row->type == TYPE_WORD ? row->words : ""; *word != '\0';
	     word += strcspn(word, "|") + 1)
		text_format(out, "%s`%.*s`", word == row->words ? "" : ", ", (int)strcspn(word, "|"), word);
}

static void add_type(const struct row *row, struct words *cell, struct document *out)
{
	struct text follows = { 0 };

	follows_write(row, &follows);
	words_code(cell, text_read(&follows));
	document_use(out, &follows);
}

/* How the group is opened in a file: `pile { take NAME { ... } }`. */
static void add_opening(const struct group *group, struct document *out)
{
	bool nested = group->in != GROUP_root;
	struct words *words = &document_add(out, BLOCK_PARAGRAPH)->words;
	struct text *code = words_span(words, SPAN_CODE);

	if (nested)
		text_format(code, "%s { ", groups[group->in].name);
	text_format(code, "%s%s { ... }%s", group->name, group->is_list ? " NAME" : "", nested ? " }" : "");
	if (group->is_list)
		text_format(words_add(words), ", up to %d of them", group->max);
}

void manual_settings(struct document *out)
{
	static const char *const heads[4] = { "setting", "is followed by", "if nothing is said", "what it says" };
	static const struct cell nothing = { .statement = NULL };

	document_begin(out, "manual");
	for (int group = 0; group < GROUP_COUNT; group++) {
		struct table *table = NULL;
		for (int row = -1; row_next(group, &row);) {
			struct table_row *line;
			if (table == NULL) {
				document_say(out, BLOCK_HEADING, 1, groups[group].heading);
				add_opening(&groups[group], out);
				table = add_table(heads, out);
			}
			line = table_add(table, TABLE_BODY);
			text_add(words_span(&line->cell[0], SPAN_CODE), rows[row].name);
			add_type(&rows[row], &line->cell[1], out);
			if (rows[row].fallback == NEEDED)
				cell_add(line, 2, "has to be said");
			else if (rows[row].type != TYPE_TEXT && rows[row].type != TYPE_COMPOSITION)
				value_write((enum row_id)row, &nothing, words_span(&line->cell[2], SPAN_CODE));
			words_code(&line->cell[3], rows[row].sentence);
		}
	}
}

/* ---- facts ---- */

void manual_facts(struct document *out)
{
	static const char *const heads[4] = { "fact", "is", "can be asked of", "what it tells" };
	static const struct {
		char letter; /* of facts.def */
		const char *words;
	} places[] = { { 't', "before play" },
		       { 'm', "melds" },
		       { 's', "numbers of cards in a meld" },
		       { 'u', "turns" },
		       { 'f', "acts" },
		       { 'r', "acts with a card" },
		       { 'b', "bonus cards" },
		       { 'e', "the end of a deal" },
		       { 'p', "a player at the end" },
		       { 'g', "the end of a game" },
		       { 'x', "rulings" } };
	struct table *table;

	document_begin(out, "manual");
	table = add_table(heads, out);
	for (int i = 0; i < FACT_COUNT; i++) {
		struct table_row *row = table_add(table, TABLE_BODY);
		struct text *asked_of = words_add(&row->cell[2]);
		text_add(words_span(&row->cell[0], SPAN_CODE), facts[i].phrase);
		cell_add(row, 1, facts[i].type == FLAG ? "yes or no" : facts[i].type == NUMBER ? "a number" : "points");
		for (size_t place = 0; place < sizeof places / sizeof *places; place++)
			if (strchr(facts[i].where, places[place].letter) != NULL)
				text_format(asked_of, "%s%s", asked_of->length > 0 ? ", " : "", places[place].words);
		words_code(&row->cell[3], facts[i].sentence);
	}
}
