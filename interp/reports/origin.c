/* origin.c -- where a setting was stated, by whom, and what it cites. */
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
