/* manual.c -- rules.def and facts.def in Markdown. Whoever adds a row has documented it. */
#include "reports/reports.h"

#include <string.h>
#include "grammar/text.h"
#include "reports/origin.h"
#include "text/document.h"

/* ---- settings ---- */

/* The words of a row, as in `random`, `first_seat`. */
static void add_words(const struct row *row, struct words *cell)
{
	for (const char *word = row->words; *word != '\0'; word += strcspn(word, "|") + 1) {
		text_add(words_add(cell), word == row->words ? "" : ", ");
		text_add_bytes(words_span(cell, SPAN_CODE), word, strcspn(word, "|"));
	}
}

static const char *type_words(enum row_type type)
{
	switch (type) {
	case TYPE_NUMBER:
	case TYPE_WORD: return "";
	case TYPE_CARDS: return "cards";
	case TYPE_POINTS: return "a ladder `by card`";
	case TYPE_AMOUNT: return "an amount or a ladder";
	case TYPE_BOUNDS: return "limits";
	case TYPE_CONDITION: return "a condition";
	case TYPE_COMPOSITION: return "natural and wild cards";
	case TYPE_PATTERN: return "groups of cards";
	case TYPE_TEXT: return "a text";
	}
	return "";
}

static void add_type(const struct row *row, struct words *cell)
{
	if (row->type == TYPE_NUMBER)
		text_format(words_add(cell), "a number from %d to %d", (int)row->low, (int)row->high);
	else if (row->type == TYPE_WORD)
		add_words(row, cell);
	else
		words_code(cell, type_words(row->type));
}

static void add_default(enum row_id id, struct words *cell)
{
	static const struct cell nothing = { .statement = NULL };

	if (rows[id].fallback == NEEDED)
		text_add(words_add(cell), "has to be said");
	else if (rows[id].type != TYPE_TEXT && rows[id].type != TYPE_COMPOSITION)
		value_write(id, &nothing, words_span(cell, SPAN_CODE));
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

static bool has_rows(int group)
{
	for (int row = 0; row < ROW_COUNT; row++)
		if (rows[row].in == group)
			return true;
	return false;
}

static struct table *add_table(const char *const heads[4], struct document *out)
{
	struct table *table = document_table(out, 4);
	struct table_row *head = table_add(table, TABLE_HEAD);

	for (int i = 0; i < 4; i++)
		cell_add(head, i, heads[i]);
	return table;
}

static void add_group(int group, struct document *out)
{
	static const char *const heads[4] = { "setting", "is followed by", "if nothing is said", "what it says" };
	struct table *table;

	document_say(out, BLOCK_HEADING, 1, groups[group].heading);
	add_opening(&groups[group], out);
	table = add_table(heads, out);
	for (int row = 0; row < ROW_COUNT; row++) {
		struct table_row *line;
		if (rows[row].in != group)
			continue;
		line = table_add(table, TABLE_BODY);
		text_add(words_span(&line->cell[0], SPAN_CODE), rows[row].name);
		add_type(&rows[row], &line->cell[1]);
		add_default((enum row_id)row, &line->cell[2]);
		words_code(&line->cell[3], rows[row].sentence);
	}
}

void manual_settings(struct document *out)
{
	document_begin(out, "manual");
	for (int group = 0; group < GROUP_COUNT; group++)
		if (has_rows(group))
			add_group(group, out);
}

/* ---- facts ---- */

/* Where a fact has an answer, by the letters of facts.def. */
static const struct {
	char letter;
	const char *words;
} PLACES[] = {
	{ 't', "before play" },
	{ 'm', "melds" },
	{ 's', "numbers of cards in a meld" },
	{ 'u', "turns" },
	{ 'f', "acts" },
	{ 'r', "acts with a card" },
	{ 'b', "bonus cards" },
	{ 'e', "the end of a deal" },
	{ 'p', "a player at the end" },
	{ 'g', "the end of a game" },
	{ 'x', "rulings" },
};

static void write_places(const char *where, struct text *out)
{
	bool any = false;

	for (size_t i = 0; i < sizeof PLACES / sizeof *PLACES; i++)
		if (strchr(where, PLACES[i].letter) != NULL) {
			text_format(out, "%s%s", any ? ", " : "", PLACES[i].words);
			any = true;
		}
}

void manual_facts(struct document *out)
{
	static const char *const heads[4] = { "fact", "is", "can be asked of", "what it tells" };
	struct table *table;

	document_begin(out, "manual");
	table = add_table(heads, out);
	for (int i = 0; i < FACT_COUNT; i++) {
		struct table_row *row = table_add(table, TABLE_BODY);
		text_add(words_span(&row->cell[0], SPAN_CODE), facts[i].phrase);
		cell_add(row, 1, facts[i].type == FLAG ? "yes or no" : facts[i].type == NUMBER ? "a number" : "points");
		write_places(facts[i].where, words_add(&row->cell[2]));
		words_code(&row->cell[3], facts[i].sentence);
	}
}
