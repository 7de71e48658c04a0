/* json.c -- building JSON when memory may run out; and a document as JSON, for programs that lay it out themselves: docs/json.md. It says
 * what every block is and leaves nothing to be parsed; a span of plain words is a string, any other an object with its kind as key. */
#include "text/json.h"

#include <stdio.h>
#include <string.h>
#include "grammar/arena.h"
#include "grammar/source.h"
#include "grammar/text.h"
#include "text/document.h"

/* ---- building and reading ---- */

static void drop_if(int failed, json_t **whole)
{
	if (!failed)
		return;
	json_decref(*whole);
	*whole = NULL;
}

void json_add(json_t **list, json_t *value)
{
	drop_if(json_array_append_new(*list, value) != 0, list);
}

void json_put(json_t **object, const char *key, json_t *value)
{
	drop_if(json_object_set_new(*object, key, value) != 0, object);
}

void json_put_words(json_t **object, const char *key, const char *words)
{
	if (words != NULL && words[0] != '\0')
		json_put(object, key, json_words(words));
}

void json_put_some(json_t **object, const char *key, json_t *value)
{
	if (value == NULL || json_array_size(value) + json_object_size(value) > 0)
		json_put(object, key, value);
	else
		json_decref(value);
}

const char *json_words_at(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

json_t *json_words(const char *words)
{
	struct text plain = { 0 };
	json_t *whole;

	if (words == NULL)
		return json_null();
	if (text_is_utf8(words, strlen(words)))
		return json_string(words);
	text_add_plain(&plain, words);
	whole = plain.failed ? NULL : json_string(text_read(&plain));
	text_free(&plain);
	return whole;
}

json_t *json_text(const struct text *text)
{
	return text->failed ? NULL : json_words(text_read(text));
}

json_t *json_text_end(struct text *text)
{
	json_t *string = json_text(text);

	text_free(text);
	return string;
}

static int add_bytes(const char *bytes, size_t length, void *context)
{
	text_add_bytes(context, bytes, length);
	return 0;
}

void json_write(json_t *value, struct text *out)
{
	if (value == NULL || json_dump_callback(value, add_bytes, out, JSON_INDENT(2)) != 0)
		out->failed = 1;
	json_decref(value);
	text_add(out, "\n");
}

/* Where memory runs out, jansson may report an error in a sound text, or leave out a byte that it had no room for. So the text
 * is read twice, and both times the result has to be the same. */
json_t *json_read(const char *bytes, size_t length, json_error_t *error, bool *failed)
{
	const size_t mark = text_mark(bytes, length);
	json_t *whole = json_loadb(bytes + mark, length - mark, JSON_REJECT_DUPLICATES, error);
	json_t *again = json_loadb(bytes + mark, length - mark, JSON_REJECT_DUPLICATES, error);
	void *probe = memory_resize(NULL, length + 1);

	*failed = probe == NULL || ((whole != NULL || again != NULL) && !json_equal(whole, again));
	memory_free(probe);
	json_decref(again);
	if (!*failed)
		return whole;
	json_decref(whole);
	return NULL;
}

/* ---- a document ---- */

static const char *const BLOCKS[] = {
	[BLOCK_TITLE] = "title",   [BLOCK_SUBTITLE] = "subtitle", [BLOCK_HEADING] = "heading",
	[BLOCK_PROSE] = "prose",   [BLOCK_LEAD] = "lead",         [BLOCK_PARAGRAPH] = "paragraph",
	[BLOCK_CLAUSE] = "clause", [BLOCK_NOTE] = "note",         [BLOCK_ITEM] = "item",
	[BLOCK_FIELD] = "field",   [BLOCK_CELLS] = "cells",       [BLOCK_VERBATIM] = "verbatim",
	[BLOCK_TABLE] = "table",   [BLOCK_LEGEND] = "legend",     [BLOCK_FOOT] = "foot",
};

static const char *const ROWS[] = {
	[TABLE_HEAD] = "head",     [TABLE_BODY] = "body", [TABLE_TOPIC] = "topic",
	[TABLE_REMARK] = "remark", [TABLE_SUM] = "sum",
};

static json_t *words_json(const struct words *words)
{
	json_t *list = json_array(), *object;

	for (const struct inline_span *span = words->first; span != NULL; span = span->next) {
		if (span->words.length == 0 && !span->words.failed)
			continue;
		if (span->kind == SPAN_PLAIN) {
			json_add(&list, json_text(&span->words));
			continue;
		}
		object = json_object();
		json_put(&object, span_names[span->kind], json_text(&span->words));
		json_add(&list, object);
	}
	return list;
}

static void put_words(json_t **object, const char *key, const struct words *words)
{
	if (!words_empty(words))
		json_put(object, key, words_json(words));
}

static void put_path(json_t **object, const char *path)
{
	if (path != NULL)
		json_put(object, "path", json_words(path));
}

static json_t *row_json(const struct table *table, const struct table_row *row)
{
	bool one = row->kind == TABLE_TOPIC || row->kind == TABLE_REMARK;
	json_t *object = json_object(), *cells = json_array();

	json_put(&object, "kind", json_words(ROWS[row->kind]));
	if (row->depth > 0)
		json_put(&object, "depth", json_integer(row->depth));
	put_path(&object, row->path);
	for (int i = 0; i < (one ? 1 : table->columns); i++)
		json_add(&cells, words_json(&row->cell[i]));
	json_put(&object, "cells", cells);
	return object;
}

static json_t *table_json(const struct table *table)
{
	json_t *object = json_object(), *numeric = json_array(), *list = json_array();

	for (int i = 0; i < table->columns; i++)
		json_add(&numeric, json_boolean(table_is_numeric(table, i)));
	json_put(&object, "numeric", numeric);
	for (const struct table_row *row = table->first; row != NULL; row = row->next)
		json_add(&list, row_json(table, row));
	json_put(&object, "rows", list);
	put_words(&object, "cites", &table->cites);
	return object;
}

static json_t *block_json(const struct block *block)
{
	json_t *object = json_object();
	struct text number = { 0 };

	json_put(&object, "kind", json_words(BLOCKS[block->kind]));
	if (block->depth > 0)
		json_put(&object, "depth", json_integer(block->depth));
	block_number_write(block, &number);
	if (number.length > 0 || number.failed)
		json_put(&object, "number", json_text(&number));
	text_free(&number);
	if (block->marked)
		json_put(&object, "marked", json_true());
	if (block->apart)
		json_put(&object, "apart", json_true());
	put_path(&object, block->path);
	put_words(&object, "label", &block->label);
	put_words(&object, "words", &block->words);
	put_words(&object, "cites", &block->cites);
	if (block->table != NULL)
		json_put(&object, "table", table_json(block->table));
	return object;
}

json_t *document_json(const struct document *document)
{
	json_t *object = json_object(), *blocks = json_array();

	if (document_failed(document)) {
		json_decref(object);
		object = NULL;
	}
	json_put(&object, "version", json_integer(1));
	json_put(&object, "class", json_words(document->class));
	for (const struct block *block = document->first; block != NULL; block = block->next)
		json_add(&blocks, block_json(block));
	json_put(&object, "blocks", blocks);
	return object;
}
