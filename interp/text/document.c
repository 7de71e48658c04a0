/* document.c -- blocks, rows and spans live in the document's arena, the bytes of each span in a text of its own. Where
 * there is no memory a spare one is handed out, which nobody reads: so nobody has to look until the end. */
#include "text/document.h"

#include <string.h>
#include "grammar/arena.h"

/* ---- words ---- */

const char *const span_names[SPAN_KINDS] = {
	[SPAN_PLAIN] = "",      [SPAN_STRONG] = "strong",  [SPAN_CODE] = "code",    [SPAN_CARDS] = "cards",
	[SPAN_CITES] = "cites", [SPAN_PLACE] = "place",    [SPAN_FIRST] = "first",  [SPAN_SECOND] = "second",
	[SPAN_GOOD] = "good",   [SPAN_BAD] = "bad",        [SPAN_WILD] = "cards",   [SPAN_BONUS] = "cards",
	[SPAN_CLUBS] = "cards", [SPAN_DIAMONDS] = "cards", [SPAN_HEARTS] = "cards", [SPAN_SPADES] = "cards",
};

struct text *words_span(struct words *words, enum span_kind kind)
{
	struct document *in = words->in;
	struct inline_span *span = words->lost || in->arena == NULL ? NULL : arena_take(in->arena, sizeof *span);

	if (span == NULL) {
		in->failed = true;
		return &in->lost.text;
	}
	span->kind = kind;
	span->before = in->spans;
	in->spans = span;
	if (words->last != NULL)
		words->last->next = span;
	else
		words->first = span;
	words->last = span;
	return &span->words;
}

struct text *words_add(struct words *words)
{
	if (words->last != NULL && words->last->kind == SPAN_PLAIN)
		return &words->last->words;
	return words_span(words, SPAN_PLAIN);
}

void words_code(struct words *words, const char *string)
{
	bool code = false;

	for (size_t length; *string != '\0'; string += length + (string[length] == '`'), code = !code) {
		length = strcspn(string, "`");
		if (length > 0)
			text_add_bytes(code ? words_span(words, SPAN_CODE) : words_add(words), string, length);
	}
}

bool words_empty(const struct words *words)
{
	for (const struct inline_span *span = words->first; span != NULL; span = span->next)
		if (span->words.length > 0)
			return false;
	return true;
}

void words_read(const struct words *words, struct text *out)
{
	for (const struct inline_span *span = words->first; span != NULL; span = span->next) {
		text_add_bytes(out, text_read(&span->words), span->words.length);
		out->failed |= span->words.failed;
	}
}

bool words_same(const struct words *one, const struct words *other)
{
	const struct inline_span *span = one->first, *beside = other->first;
	size_t at = 0, there = 0;

	for (;;) {
		for (; span != NULL && at == span->words.length; at = 0)
			span = span->next;
		for (; beside != NULL && there == beside->words.length; there = 0)
			beside = beside->next;
		if (span == NULL || beside == NULL)
			return span == NULL && beside == NULL;
		if (span->words.bytes[at++] != beside->words.bytes[there++])
			return false;
	}
}

/* ---- tables ---- */

struct table_row *table_add(struct table *table, enum row_kind kind)
{
	struct document *in = table->in;
	struct table_row *row = in->arena != NULL ? arena_take(in->arena, sizeof *row) : NULL;
	size_t size = sizeof *row->cell * (size_t)table->columns;

	if (row != NULL)
		row->cell = arena_take(in->arena, size);
	if (row == NULL || row->cell == NULL || table == &in->lost.table) {
		in->failed = true;
		return &in->lost.row;
	}
	row->kind = kind;
	for (int i = 0; i < table->columns; i++)
		row->cell[i].in = in;
	if (table->last != NULL)
		table->last->next = row;
	else
		table->first = row;
	table->last = row;
	return row;
}

void cell_add(struct table_row *row, int column, const char *string)
{
	text_add(words_add(&row->cell[column]), string);
}

void table_heads(struct table *table, const char *const *heads)
{
	struct table_row *row = table_add(table, TABLE_HEAD);

	for (int i = 0; i < table->columns; i++)
		cell_add(row, i, heads[i]);
}

bool table_is_numeric(const struct table *table, int column)
{
	bool any = false;

	for (const struct table_row *row = table->first; row != NULL; row = row->next) {
		if (row->kind != TABLE_BODY && row->kind != TABLE_SUM)
			continue;
		/* a number, or a word for none of it */
		for (const struct inline_span *span = row->cell[column].first; span != NULL; span = span->next) {
			const char *bytes = text_read(&span->words);
			if (bytes[strspn(bytes, "-+0123456789,.")] != '\0' && strcmp(bytes, "none") != 0)
				return false;
		}
		any = any || !words_empty(&row->cell[column]);
	}
	return any;
}

/* ---- the whole ---- */

void document_begin(struct document *document, const char *class)
{
	const struct words lost = { .in = document, .lost = true };

	*document = (struct document){ .arena = arena_new(), .class = class };
	document->failed = document->arena == NULL;
	for (int i = 0; i < TABLE_COLUMNS_MAX; i++)
		document->lost.cell[i] = lost;
	document->lost.block = (struct block){ .label = lost, .words = lost, .cites = lost };
	document->lost.row.cell = document->lost.cell;
	document->lost.table = (struct table){
		.in = document, .block = &document->lost.block, .columns = TABLE_COLUMNS_MAX, .cites = lost
	};
}

struct block *document_add(struct document *document, enum block_kind kind)
{
	struct block *block = document->arena != NULL ? arena_take(document->arena, sizeof *block) : NULL;

	if (block == NULL) {
		document->failed = true;
		return &document->lost.block;
	}
	block->kind = kind;
	block->label.in = block->words.in = block->cites.in = document;
	block->before = document->last;
	if (document->last != NULL)
		document->last->next = block;
	else
		document->first = block;
	document->last = block;
	return block;
}

void document_number(struct document *document, struct block *block)
{
	if (block->kind == BLOCK_HEADING) {
		document->sections++;
		document->clauses = 0;
	}
	block->section = document->sections;
	block->number = block->kind == BLOCK_CLAUSE ? ++document->clauses : 0;
}

void block_number_write(const struct block *block, struct text *out)
{
	if (block->kind == BLOCK_CLAUSE && block->number > 0)
		text_format(out, "%d.%d", block->section, block->number);
	else if (block->kind == BLOCK_HEADING && block->section > 0)
		text_format(out, "%d", block->section);
}

struct block *document_say(struct document *document, enum block_kind kind, int depth, const char *words)
{
	struct block *block = document_add(document, kind);

	block->depth = depth;
	if (words[0] != '\0')
		text_add(words_add(&block->words), words);
	return block;
}

struct text *document_line(struct document *document, int depth)
{
	return words_add(&document_say(document, BLOCK_PARAGRAPH, depth, "")->words);
}

struct text *document_behind(struct document *document, enum block_kind kind, int depth, const char *label)
{
	struct block *block = document_say(document, kind, depth, "");

	text_add(words_add(&block->label), label);
	return words_add(&block->words);
}

struct table *document_table(struct document *document, int columns)
{
	struct block *block = document_add(document, BLOCK_TABLE);
	struct table *table = document->arena != NULL ? arena_take(document->arena, sizeof *table) : NULL;

	if (table == NULL || block == &document->lost.block) {
		document->failed = true;
		document->lost.table.columns = columns;
		block->table = &document->lost.table;
		return &document->lost.table;
	}
	*table = (struct table){ .in = document, .block = block, .columns = columns, .cites = { .in = document } };
	block->table = table;
	return table;
}

void document_use(struct document *document, struct text *text)
{
	document->failed = document->failed || text->failed;
	text_free(text);
}

const char *document_path(struct document *document, struct text *path)
{
	const char *copy = document->arena != NULL ? arena_text(document->arena, text_read(path), path->length) : NULL;

	document->failed = document->failed || copy == NULL;
	document_use(document, path);
	return copy;
}

void document_take_back(struct document *document)
{
	struct block *block = document->last;

	if (block == NULL)
		return;
	document->sections -= block->kind == BLOCK_HEADING && block->section > 0;
	document->clauses -= block->kind == BLOCK_CLAUSE && block->section > 0;
	document->last = block->before;
	if (document->last != NULL)
		document->last->next = NULL;
	else
		document->first = NULL;
}

bool document_failed(const struct document *document)
{
	for (const struct inline_span *span = document->spans; span != NULL; span = span->before)
		if (span->words.failed)
			return true;
	return document->failed;
}

void document_end(struct document *document)
{
	const bool failed = document->failed;

	for (struct inline_span *span = document->spans; span != NULL; span = span->before)
		text_free(&span->words);
	text_free(&document->lost.text);
	arena_free(document->arena);
	*document = (struct document){ .failed = failed };
}

/* ---- what an author wrote ---- */

void document_prose(struct document *document, const char *prose)
{
	for (prose += strspn(prose, "\n "); *prose != '\0'; prose += strspn(prose, "\n ")) {
		struct text *paragraph = words_add(&document_add(document, BLOCK_PROSE)->words);
		while (*prose != '\0' && *prose != '\n') {
			size_t length = strcspn(prose, "\n");
			text_add(paragraph, paragraph->length > 0 ? " " : "");
			text_add_bytes(paragraph, prose, length);
			prose += length;
			prose += *prose == '\n';
			prose += strspn(prose, " ");
		}
	}
}
