/* documents.c -- texts as an editor has them, and places in them. The library counts lines and columns from 1 and columns in characters;
 * editors count from 0 and in units of UTF-16, unless they agreed to bytes. */
#define _POSIX_C_SOURCE 200809L

#include "lsp/lsp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- addresses ---- */

static int hex(char digit)
{
	if (digit >= '0' && digit <= '9')
		return digit - '0';
	digit = (char)(digit | 0x20);
	return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

/* Texts that are no files are called as if they lay in a folder of their own. */
char *path_of_uri(const char *uri)
{
	static const char file[] = "file://", unsaved[] = "unsaved/";
	bool is_file = strncmp(uri, file, strlen(file)) == 0;
	const char *from = is_file ? uri + strlen(file) : uri;
	char *path = malloc(strlen(from) + sizeof unsaved), *to = path;

	if (path == NULL)
		return NULL;
	if (is_file && *from != '/')
		from += strcspn(from, "/"); /* the name of a machine */
	if (!is_file) {
		memcpy(path, unsaved, strlen(unsaved));
		to += strlen(unsaved);
	}
	for (; *from != '\0'; from++) {
		int byte =
			*from == '%' && hex(from[1]) >= 0 && hex(from[2]) >= 0 ? hex(from[1]) * 16 + hex(from[2]) : 0;
		*to++ = byte > 0 ? (char)byte : !is_file && (*from == ':' || *from == '/') ? '.' : *from;
		from += byte > 0 ? 2 : 0;
	}
	*to = '\0';
	return path;
}

void uri_of_path(const char *path, struct canasta_bytes *uri)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";

	canasta_bytes_add(uri, "file://", strlen("file://"));
	for (const unsigned char *at = (const unsigned char *)path; *at != '\0'; at++) {
		char coded[4];
		snprintf(coded, sizeof coded, "%%%02X", *at);
		if (strchr(plain, *at) != NULL)
			canasta_bytes_add(uri, (const char *)at, 1);
		else
			canasta_bytes_add(uri, coded, 3);
	}
}

/* ---- opening and closing ---- */

static void document_free(struct document *document)
{
	document_forget(document);
	free(document->uri);
	canasta_bytes_free(&document->reads);
	json_decref(document->findings);
	json_decref(document->fixes);
	free(document);
}

void documents_free(struct documents *documents)
{
	while (documents->first != NULL) {
		struct document *next = documents->first->next;
		document_free(documents->first);
		documents->first = next;
	}
}

struct document *document_open(struct documents *documents, const char *uri, const char *text, size_t length)
{
	struct document *document;

	if (documents->count == DOCUMENTS_MAX || documents->bytes + length > DOCUMENT_BYTES_MAX ||
	    length > CANASTA_FILE_MAX)
		return NULL;
	document = calloc(1, sizeof *document);
	if (document == NULL)
		return NULL;
	document->uri = strdup(uri);
	document->path = path_of_uri(uri);
	canasta_bytes_add(&document->text, text, length);
	if (document->uri == NULL || document->path == NULL || document->text.failed) {
		document_free(document);
		return NULL;
	}
	document->next = documents->first;
	documents->first = document;
	documents->count++;
	documents->bytes += length;
	return document;
}

void document_close(struct documents *documents, struct document *document)
{
	struct document **at = &documents->first;

	while (*at != document)
		at = &(*at)->next;
	*at = document->next;
	documents->count--;
	documents->bytes -= document->text.length;
	document_free(document);
}

struct document *document_named(const struct documents *documents, const char *uri)
{
	struct document *at = documents->first;

	while (at != NULL && (uri == NULL || strcmp(at->uri, uri) != 0))
		at = at->next;
	return at;
}

struct document *document_at(const struct documents *documents, const char *path)
{
	struct document *at = documents->first;

	while (at != NULL && strcmp(at->path, path) != 0)
		at = at->next;
	return at;
}

bool document_change(struct documents *documents, struct document *document, size_t from, size_t to, const char *text,
                     size_t length)
{
	struct canasta_bytes changed = { 0 };
	size_t whole = document->text.length - (to - from) + length;

	if (whole > CANASTA_FILE_MAX || documents->bytes - document->text.length + whole > DOCUMENT_BYTES_MAX)
		return false;
	canasta_bytes_add(&changed, document->text.bytes, from);
	canasta_bytes_add(&changed, text, length);
	canasta_bytes_add(&changed, document->text.bytes + to, document->text.length - to);
	if (changed.failed) {
		canasta_bytes_free(&changed);
		return false;
	}
	documents->bytes += changed.length - document->text.length;
	canasta_bytes_free(&document->text);
	free(document->lines);
	document->text = changed;
	document->lines = NULL;
	document->near.line = 0;
	document->changed = true;
	return true;
}

struct document document_of(const char *path, const char *bytes, size_t length)
{
	struct document document = { .path = strdup(path) };

	canasta_bytes_add(&document.text, bytes, length);
	return document;
}

void document_forget(struct document *document)
{
	free(document->path);
	canasta_bytes_free(&document->text);
	free(document->lines);
}

/* ---- reading ---- */

/* True if [document] was checked with the file at [path]; also where it is not known. */
static bool has_read(const struct document *document, const char *path)
{
	const struct canasta_bytes *reads = &document->reads;
	size_t at = 0;

	while (at < reads->length && strcmp(reads->bytes + at, path) != 0)
		at += strlen(reads->bytes + at) + 1;
	return at < reads->length || reads->failed;
}

void documents_touch(struct documents *documents, const char *path)
{
	for (struct document *at = documents->first; at != NULL; at = at->next)
		at->stale = at->stale || (strcmp(at->path, path) != 0 && has_read(at, path));
}

/* A file that is missing may come. */
static void note_read(const struct documents *documents, const char *path)
{
	struct document *checked = documents->checked;

	if (checked != NULL && !has_read(checked, path))
		canasta_bytes_add(&checked->reads, path, strlen(path) + 1);
}

static enum canasta_read read_open(const struct document *document, const struct canasta_out *to)
{
	to->write(to->context, document->text.bytes, document->text.length);
	return CANASTA_READ_OK;
}

static enum canasta_read read_file(void *context, const char *path, const struct canasta_out *to)
{
	const struct documents *documents = context;
	const struct document *open = document_at(documents, path);

	note_read(documents, path);
	if (open != NULL)
		return read_open(open, to);
	return documents->reader.read != NULL ? documents->reader.read(documents->reader.context, path, to)
	                                      : CANASTA_READ_MISSING;
}

static enum canasta_read read_beside(void *context, const char *from, const char *path, const struct canasta_out *to)
{
	const struct documents *documents = context;
	const struct document *open = document_at(documents, path);

	note_read(documents, path);
	if (open != NULL)
		return read_open(open, to);
	return documents->reader.read_beside != NULL
	               ? documents->reader.read_beside(documents->reader.context, from, path, to)
	               : read_file(context, path, to);
}

struct canasta_reader documents_reader(struct documents *documents)
{
	return (struct canasta_reader){ .read = read_file, .context = documents, .read_beside = read_beside };
}

/* ---- places ---- */

/* Lines end as the protocol has it: with a line feed, a carriage return, or both. */
static void find_lines(struct document *document)
{
	const char *text = document->text.bytes;
	size_t count = 1;

	if (document->lines != NULL)
		return;
	for (size_t i = 0; i < document->text.length; i++)
		count += text[i] == '\n' || text[i] == '\r';
	document->lines = malloc(count * sizeof *document->lines);
	if (document->lines == NULL)
		return;
	document->lines[0] = 0;
	document->line_count = 1;
	for (size_t i = 0; i < document->text.length; i++)
		if (text[i] == '\n' || (text[i] == '\r' && text[i + 1] != '\n'))
			document->lines[document->line_count++] = i + 1;
}

/* The bytes of the character at [at], and its units. */
static size_t character_bytes(const struct document *document, size_t at)
{
	unsigned char byte = (unsigned char)document->text.bytes[at];
	size_t bytes = byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;

	return bytes <= document->text.length - at ? bytes : document->text.length - at;
}

static size_t character_units(size_t bytes, enum units units)
{
	return units == UNITS_UTF8 ? bytes : bytes == 4 ? 2 : 1;
}

static bool at_line_end(const struct document *document, size_t at)
{
	return at >= document->text.length || document->text.bytes[at] == '\n' || document->text.bytes[at] == '\r';
}

size_t document_byte(struct document *document, enum units units, json_int_t line, json_int_t character)
{
	size_t at, units_left = character > 0 ? (size_t)character : 0;

	find_lines(document);
	if (line < 0 || document->lines == NULL)
		return 0;
	if ((size_t)line >= document->line_count)
		return document->text.length;
	for (at = document->lines[line]; units_left > 0 && !at_line_end(document, at);) {
		size_t bytes = character_bytes(document, at), taken = character_units(bytes, units);
		if (taken > units_left)
			break; /* in the middle of a character: before it */
		units_left -= taken;
		at += bytes;
	}
	return at;
}

void document_place(struct document *document, size_t byte, int *line, int *column)
{
	size_t low = 0, high;

	find_lines(document);
	*line = *column = 1;
	if (document->lines == NULL)
		return;
	for (high = document->line_count; high - low > 1;) {
		size_t middle = low + (high - low) / 2;
		if (document->lines[middle] <= byte)
			low = middle;
		else
			high = middle;
	}
	*line = (int)low + 1;
	for (size_t at = document->lines[low]; at < byte && at < document->text.length; ++*column)
		at += character_bytes(document, at);
}

void document_position_of(struct document *document, enum units units, int line, int column, size_t *at_line,
                          size_t *character)
{
	size_t at;
	int i = 1;

	find_lines(document);
	*at_line = *character = 0;
	if (document->lines == NULL || line < 1)
		return;
	if ((size_t)line > document->line_count) { /* behind the text: at its end */
		line = (int)document->line_count;
		column = (int)CANASTA_FILE_MAX;
	}
	*at_line = (size_t)line - 1;
	at = document->lines[line - 1];
	if (document->near.line == (size_t)line && document->near.column / 2 <= column) {
		at = document->near.byte;
		*character = document->near.character;
		i = document->near.column;
	}
	for (; i > column && i > 1; i--) {
		do
			at--;
		while (((unsigned char)document->text.bytes[at] & 0xc0) == 0x80);
		*character -= character_units(character_bytes(document, at), units);
	}
	for (; i < column && !at_line_end(document, at); i++) {
		size_t bytes = character_bytes(document, at);
		*character += character_units(bytes, units);
		at += bytes;
	}
	document->near.line = (size_t)line;
	document->near.byte = at;
	document->near.character = *character;
	document->near.column = i;
}

json_t *document_position(struct document *document, enum units units, int line, int column)
{
	size_t at_line, character;

	document_position_of(document, units, line, column, &at_line, &character);
	return json_pack("{s:I, s:I}", "line", (json_int_t)at_line, "character", (json_int_t)character);
}
