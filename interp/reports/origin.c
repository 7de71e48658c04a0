/* origin.c -- what a file says: the value of a setting in the words of the language, where it was stated, by whom, and what it
 * cites. */
#include "reports/origin.h"

#include <string.h>
#include "grammar/text.h"
#include "grammar/tree.h"

void place_write(const struct rules *rules, struct span span, struct text *out)
{
	int line, column;

	span_place(rules->sources, span, &line, &column);
	text_format(out, "%s:%d", rules->sources->source[span.source - 1].name, line);
}

void statement_place_write(const struct rules *rules, const struct statement *statement, struct text *out)
{
	place_write(rules, statement->head_span.source != 0 ? statement->head_span : statement->span, out);
}

/* Which layer stated it, where that is not the variant itself. */
static void write_layer(const struct rules *rules, const struct layer *layer, struct text *out)
{
	switch (layer->kind) {
	case LAYER_FRAGMENT: text_format(out, "fragment %s", layer->name); break;
	case LAYER_OPTION: text_format(out, "option %s", layer->name); break;
	case LAYER_VARIANT:
		if (strcmp(layer->name, rules->name) != 0)
			text_add(out, layer->name);
		break;
	}
}

void cites_write(const struct note *notes, struct text *out)
{
	for (const struct note *note = notes; note != NULL; note = note->next) {
		if (note->kind == NOTE_CITE)
			text_format(out, "\n@%s", note->text);
		if (note->kind == NOTE_HOUSE)
			text_add(out, "\nhouse");
	}
}

void origin_write(const struct rules *rules, const struct cell *cell, struct text *out)
{
	struct text layer = { 0 };

	if (cell->statement == NULL)
		text_add(out, "default");
	else {
		statement_place_write(rules, cell->statement, out);
		write_layer(rules, cell->layer, &layer);
	}
	if (layer.length > 0)
		text_format(out, "\n%s", text_read(&layer));
	text_end(&layer, out);
	for (struct setting_notes at = notes_of(cell); notes_next(&at);)
		if (!at.on_item) /* else they are the item's */
			cites_write(at.notes, out);
}

/* ---- values ---- */

static void write_ladder(const struct statement *statement, struct text *out)
{
	text_add(out, "by ");
	expr_write(statement->by, out);
	for (const struct step *step = statement->steps; step != NULL; step = step->next) {
		text_add(out, "\n  ");
		exprs_write(step->keys, out);
		text_add(out, ": ");
		expr_write(step->value, out);
	}
}

static void write_clause(const char *word, const struct expr *clause, struct text *out)
{
	if (clause == NULL)
		return;
	text_format(out, "%s%s ", out->length > 0 && out->bytes[out->length - 1] != '\n' ? "\n" : "", word);
	expr_write(clause, out);
}

/* One statement of a cell; what stands on an item's own line is there for its conditions only. */
static void write_statement(const struct cell *cell, struct text *out)
{
	const struct statement *statement = cell->statement;

	if (!cell->on_item)
		exprs_write(statement->value, out);
	if (!cell->on_item && statement->by != NULL)
		write_ladder(statement, out);
	write_clause("when", statement->when, out);
	write_clause("unless", statement->unless, out);
}

/* The word at place [index] of a row's list of words. */
static void write_word(enum row_id row, int index, struct text *out)
{
	size_t length;
	const char *word = rules_word(row, index, &length);

	text_add_bytes(out, word, length);
}

static void write_default(enum row_id row, struct text *out)
{
	int32_t fallback = rows[row].fallback;

	switch (rows[row].type) {
	case TYPE_NUMBER:
	case TYPE_AMOUNT: text_add_number(out, fallback); break;
	case TYPE_WORD: write_word(row, fallback, out); break;
	case TYPE_CARDS: text_add(out, fallback == ALL_CARDS ? "any" : "none"); break;
	case TYPE_BOUNDS: text_add(out, "0 or more"); break;
	case TYPE_CONDITION: text_add(out, fallback != 0 ? "always" : "never"); break;
	case TYPE_POINTS:
	case TYPE_COMPOSITION:
	case TYPE_PATTERN:
	case TYPE_TEXT: text_add(out, "nothing"); break;
	}
}

void value_write(enum row_id row, const struct cell *cell, struct text *out)
{
	const struct cell *parts[16];
	struct text part = { 0 };
	int count = 0;

	if (cell->statement == NULL) {
		write_default(row, out);
		return;
	}
	for (const struct cell *at = cell; at != NULL && count < 16; at = at->also)
		parts[count++] = at;
	while (count-- > 0) { /* the first one stated hangs last */
		write_statement(parts[count], &part);
		text_format(out, "%s%s", out->length > 0 ? "\n" : "", text_read(&part));
		text_end(&part, out);
	}
}
