/* manual.c -- rules.def and facts.def as tables. Whoever adds a row has documented it. */
#include "reports/reports.h"

#include <string.h>
#include "grammar/text.h"
#include "reports/origin.h"
#include "text/document.h"

static struct table *add_table(const char *const heads[4], struct document *out)
{
	struct table *table = document_table(out, 4);
	struct table_row *head = table_add(table, TABLE_HEAD);

	for (int i = 0; i < 4; i++)
		cell_add(head, i, heads[i]);
	return table;
}

/* ---- settings ---- */

/* What follows a setting: "a number from 1 to 6", `random`, `first_seat`, "a condition". */
static void add_type(const struct row *row, struct words *cell)
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
		text_format(words_add(cell), "a number from %d to %d", (int)row->low, (int)row->high);
	else if (row->type != TYPE_WORD)
		words_code(cell, types[row->type]);
	for (const char *word = row->type == TYPE_WORD ? row->words : ""; *word != '\0';
	     word += strcspn(word, "|") + 1) {
		text_add(words_add(cell), word == row->words ? "" : ", ");
		text_add_bytes(words_span(cell, SPAN_CODE), word, strcspn(word, "|"));
	}
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
			add_type(&rows[row], &line->cell[1]);
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
