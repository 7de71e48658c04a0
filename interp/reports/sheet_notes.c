/* sheet_notes.c -- what stands beside a rule: the statements it cites, how the document was read, what it leaves open;
 * and what the author wrote over a section, as long as the rules still are what it speaks of. */
#include "reports/sheet.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "grammar/arena.h"
#include "grammar/tree.h"
#include "reports/origin.h"
#include "rules/canonical.h"
#include "grammar/text.h"

/* ---- whose documents ---- */

bool sheet_has_document(const struct sheet *sheet, const struct source_document *document)
{
	return sheet->cites == CITES_ALL ||
	       (sheet->cites == CITES_OWN && document->stated->span.source == sheet->rules->span.source);
}

/* True if what stands in source file [source] speaks of a document that is not on this sheet. */
static bool is_foreign(const struct sheet *sheet, int source)
{
	for (const struct source_document *at = sheet->rules->documents; at != NULL; at = at->next)
		if (at->stated->span.source == source && !sheet_has_document(sheet, at))
			return true;
	return false;
}

/* True if [layer] remarks something in [group] that a layer above took off the sheet. */
static bool is_taken_off(const struct sheet *sheet, int group, const struct layer *layer)
{
	const uint8_t *from = sheet->rules->remarks_from;

	return layer->level < from[group + 1] ||
	       (group != GROUP_root && groups[group].in != GROUP_root && layer->level < from[groups[group].in + 1]);
}

/* ---- citations ---- */

/* Statements that are cited, to be listed in order. */
struct cited {
	const struct sheet *sheet; /* they are for */
	const char **id;
	int count;
	bool failed; /* memory ran out */
};

static void take_cite(struct cited *cited, const char *id)
{
	const char **ids = memory_grow(cited->id, (size_t)cited->count, sizeof *ids);

	if (ids == NULL) {
		cited->failed = true;
		return;
	}
	cited->id = ids;
	ids[cited->count++] = id;
}

/* Takes up what is cited before the first remark; what stands behind a remark belongs to it. */
static void take_cites(const struct note *notes, struct cited *cited)
{
	for (; notes != NULL && notes->text != NULL && notes->kind == NOTE_CITE; notes = notes->next)
		if (cited->sheet->cites != CITES_NONE && !is_foreign(cited->sheet, notes->span.source))
			take_cite(cited, notes->text);
}

static int by_id(const void *one, const void *other)
{
	return strcmp(*(const char *const *)one, *(const char *const *)other);
}

/* The length of what stands before the number of a statement: "HOUSE-" */
static size_t prefix_length(const char *id)
{
	const char *dash = strrchr(id, '-');

	return dash != NULL ? (size_t)(dash - id) + 1 : 0;
}

static bool same_document(const char *one, const char *other)
{
	return prefix_length(one) == prefix_length(other) && strncmp(one, other, prefix_length(one)) == 0;
}

static bool follows(const char *id, const char *before)
{
	return same_document(id, before) && atoi(id + prefix_length(id)) == atoi(before + prefix_length(before)) + 1;
}

/* "HOUSE-7 to 11, 15": the document is named once, three or more in a row are a run. Gives back what [cited] holds. */
static void write_cited(struct cited *cited, struct words *words)
{
	struct text *out = cited->count > 0 || cited->failed ? words_add(words) : NULL;
	int count = 0;

	if (cited->count > 0)
		qsort(cited->id, (size_t)cited->count, sizeof *cited->id, by_id);
	for (int i = 0; i < cited->count; i++)
		if (count == 0 || strcmp(cited->id[i], cited->id[count - 1]) != 0)
			cited->id[count++] = cited->id[i];
	for (int i = 0, last; i < count; i = last + 1) {
		const char *id = cited->id[i];
		for (last = i; last + 1 < count && follows(cited->id[last + 1], cited->id[last]);)
			last++;
		if (last < i + 2)
			last = i;
		text_add(out, i > 0 ? ", " : "");
		text_add(out, i > 0 && same_document(id, cited->id[i - 1]) ? id + prefix_length(id) : id);
		if (last > i)
			text_format(out, " to %s", cited->id[last] + prefix_length(id));
	}
	if (cited->failed)
		out->failed = true;
	memory_free(cited->id);
}

/* The document that [notes] cite first, or NULL. */
static const char *document_of(const struct note *notes)
{
	while (notes != NULL && notes->kind != NOTE_CITE)
		notes = notes->next;
	return notes != NULL ? notes->text : NULL;
}

/* Finds the next notes at a setting that are this variant's own: where it cites a document itself, what its parents cite
 * of another one is theirs. [*document] is what was cited so far, NULL at first. */
static bool own_notes_next(struct setting_notes *at, const char **document)
{
	while (notes_next(at)) {
		const char *cited = document_of(at->notes);
		if (at->on_item || (*document != NULL && cited != NULL && !same_document(*document, cited)))
			continue;
		*document = *document != NULL ? *document : cited;
		return true;
	}
	return false;
}

static void take_cell(const struct rules *rules, enum row_id row, int item, struct cited *cited)
{
	struct setting_notes at = notes_of(rules_cell(rules, row, item));

	for (const char *document = NULL; own_notes_next(&at, &document);)
		take_cites(at.notes, cited);
}

void sheet_cites_of(const struct sheet *sheet, enum row_id row, int item, struct words *out)
{
	struct cited cited = { .sheet = sheet };

	if (sheet->kind != SHEET_WHOLE)
		return;
	take_cell(sheet->rules, row, item, &cited);
	write_cited(&cited, out);
}

/* The next remark on an item, or a section, in the order in which they were written: the list has the last one first. The
 * first for NULL; NULL behind the last. */
static const struct remark *next_remark(const struct rules *rules, int group, int item, const struct remark *last)
{
	const struct remark *next = NULL;

	for (const struct remark *remark = rules->remarks; remark != last; remark = remark->next)
		if (remark->group == group && remark->item == item)
			next = remark;
	return next;
}

/* What items [first] to [last] cite; a section itself is item -1. */
static void cite_items(const struct sheet *sheet, int group, int first, int last, struct words *out)
{
	struct cited cited = { .sheet = sheet };

	for (int item = first; item <= last && sheet->kind == SHEET_WHOLE; item++) {
		for (const struct remark *at = NULL; (at = next_remark(sheet->rules, group, item, at)) != NULL;)
			take_cites(at->notes, &cited);
		for (int row = -1; item >= 0 && row_next(group, &row);)
			take_cell(sheet->rules, (enum row_id)row, item, &cited);
	}
	write_cited(&cited, out);
}

void sheet_cites(const struct sheet *sheet, int group, int item, struct words *out)
{
	cite_items(sheet, group, item, item, out);
}

void sheet_cites_all(const struct sheet *sheet, int group, struct words *out)
{
	cite_items(sheet, group, 0, rules_item_count(sheet->rules, group) - 1, out);
}

/* ---- readings and silences ---- */

static const char *note_label(enum note_kind kind)
{
	switch (kind) {
	case NOTE_READING: return "Read as";
	case NOTE_SILENT: return "Left open";
	case NOTE_HOUSE: return "House rule";
	case NOTE_MANNER: return "At the table";
	default: return "Note";
	}
}

static bool same_words(const struct words *one, const struct words *other, bool *failed)
{
	struct text texts[2] = { { 0 }, { 0 } };

	words_read(one, &texts[0]);
	words_read(other, &texts[1]);
	return texts_same(&texts[0], &texts[1], failed);
}

/* True if the last block, a note, stands behind its rule already: one line may state several settings. */
static bool is_said_already(struct document *out)
{
	const struct block *last = out->last;

	for (const struct block *at = last->before; at != NULL && at->kind == BLOCK_NOTE; at = at->before)
		if (same_words(&at->label, &last->label, &out->failed) &&
		    same_words(&at->words, &last->words, &out->failed) &&
		    same_words(&at->cites, &last->cites, &out->failed))
			return true;
	return false;
}

/* [settled]: what was left open is not any more. */
static void add_notes(struct sheet *sheet, const struct note *notes, const struct layer *layer, bool settled)
{
	struct document *out = sheet->out;

	for (const struct note *note = notes; note != NULL && sheet->kind == SHEET_WHOLE; note = note->next) {
		struct cited cited = { .sheet = sheet };
		struct block *block;
		bool of_document = note->kind == NOTE_SILENT || note->kind == NOTE_READING;
		if (note->kind == NOTE_CITE || note->text == NULL || (note->kind == NOTE_SILENT && settled) ||
		    (of_document && (sheet->cites == CITES_NONE || is_foreign(sheet, note->span.source))) ||
		    (note->kind == NOTE_MANNER &&
		     words_name_changed(sheet->rules, note->text, layer->level, &out->failed)))
			continue;
		block = document_say(out, BLOCK_NOTE, 0, note->text);
		block->section = out->sections;
		if (sheet->about != NULL)
			text_format(words_add(&block->label), "%s, %c%s", sheet->about,
			            small_letter(note_label(note->kind)[0]), note_label(note->kind) + 1);
		else
			text_add(words_add(&block->label), note_label(note->kind));
		take_cites(note->next, &cited);
		write_cited(&cited, &block->cites);
		if (block == out->last && is_said_already(out))
			document_take_back(out);
	}
}

/* True if the remark is another author's, on a section that has been changed since: then nobody knows if it still holds. */
static bool is_outdated(struct sheet *sheet, const struct remark *remark)
{
	return sheet->cites != CITES_ALL && remark->group != GROUP_root && remark->item < 0 && remark->notes != NULL &&
	       remark->notes->span.source != sheet->rules->span.source &&
	       changed_above(sheet->rules, remark->group, -1, remark->layer->level, &sheet->out->failed);
}

void sheet_notes(struct sheet *sheet, int group, int item)
{
	const struct rules *rules = sheet->rules;

	for (const struct remark *at = NULL; (at = next_remark(rules, group, item, at)) != NULL;) {
		/* A document without bans that left open what may not be discarded is not quoted for that where somebody
		 * added one. What it left open on the whole is another matter. */
		bool settled = item < 0 && group != GROUP_root && filled_above(rules, group, at->layer->level);
		if (!is_taken_off(sheet, group, at->layer) && !is_outdated(sheet, at))
			add_notes(sheet, at->notes, at->layer, settled);
	}
}

void sheet_notes_of(struct sheet *sheet, enum row_id row, int item)
{
	struct setting_notes at = notes_of(rules_cell(sheet->rules, row, item));

	for (const char *document = NULL; own_notes_next(&at, &document);)
		if (!is_taken_off(sheet, rows[row].in, at.layer))
			add_notes(sheet, at.notes, at.layer, false);
}

/* ---- what the author wrote ---- */

/* True if the number stands anywhere in an expression; "more than 2" is "at least 3" there. */
static bool ir_says(const struct ir *ir, int64_t number)
{
	int64_t near = ir->first != NULL && ir->first->next != NULL && ir->first->next->kind == IR_NUMBER
	                       ? ir->first->next->number + (ir->kind == IR_AT_MOST) - (ir->kind == IR_AT_LEAST)
	                       : number + 1;

	if (((ir->kind == IR_NUMBER || ir->kind == IR_STEP) && (ir->number == number || ir->number == -number)) ||
	    near == number)
		return true;
	for (const struct ir *part = ir->first; part != NULL; part = part->next)
		if (ir_says(part, number))
			return true;
	return false;
}

static bool says_number(const struct rules *rules, enum row_id row, int item, int64_t number)
{
	formula held = rules_formula(rules, row, item);
	const void *place = rules_value(rules, row, item);

	if (rows[row].type == TYPE_NUMBER)
		return *(const int32_t *)place == number;
	return held != NULL && ir_says(held->ir, number);
}

/* True if the rules have the number anywhere: in a setting, as points of a card, as the size of a special hand
 * or of the deck. */
static bool has_number(const struct rules *rules, int64_t number)
{
	for (struct setting at = { .item = -1 }; setting_next(rules, &at);)
		if (says_number(rules, at.row, at.item, number))
			return true;
	for (int kind = 0; kind < rules->kinds; kind++)
		if (rules->kind[kind].points == number)
			return true;
	for (int item = 0; item < rules->special_count; item++)
		if (rules->special[item].pattern.cards == number)
			return true;
	return number == rules->deck_size;
}

/* Takes a number in digits off [*prose]: "8,500". */
static int64_t take_digits(const char **prose)
{
	int64_t number = 0;
	const char *at = *prose;

	for (; (*at >= '0' && *at <= '9') || (*at == ',' && at[1] >= '0' && at[1] <= '9'); at++)
		if (*at != ',' && number < INT32_MAX)
			number = number * 10 + (*at - '0');
	*prose = at;
	return number;
}

/* Takes a word off [*prose]; the number that it names, or -1. */
static int64_t take_word(const char **prose)
{
	char word[16] = "";
	size_t length = 0;

	while (isalpha((unsigned char)(*prose)[length]))
		length++;
	for (size_t i = 0; i < length && length < sizeof word; i++)
		word[i] = small_letter((*prose)[i]);
	*prose += length > 0 ? length : 1;
	return number_meant(word);
}

enum { TRIFLE = 1 }; /* "one" is mostly no number */

bool sheet_prose_holds(const struct rules *rules, const char *prose)
{
	while (*prose != '\0') {
		int64_t number = *prose >= '0' && *prose <= '9' ? take_digits(&prose) : take_word(&prose);
		if (number > TRIFLE && !has_number(rules, number))
			return false;
	}
	return true;
}

bool sheet_prose(struct sheet *sheet, int group, int item)
{
	const struct block *before = sheet->out->last;
	const struct rules *rules = sheet->rules;
	int about = item > 0 ? item : -1; /* over the first item it speaks of the whole list */
	bool *failed = &sheet->out->failed;

	if (sheet->kind != SHEET_WHOLE)
		return false;
	for (const struct remark *at = NULL; (at = next_remark(rules, group, item, at)) != NULL;)
		if (at->prose != NULL && !is_taken_off(sheet, group, at->layer) &&
		    sheet_prose_holds(rules, at->prose) &&
		    !changed_above(rules, group, about, at->layer->level, failed) &&
		    !words_name_changed(rules, at->prose, at->layer->level, failed))
			document_prose(sheet->out, at->prose);
	return sheet->out->last != before;
}
