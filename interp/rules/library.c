/* library.c -- opening files once, and finding variants and fragments in them by name. */
#include "rules/library.h"

#include <stdio.h>
#include <string.h>
#include "grammar/arena.h"
#include "grammar/names.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/shipped.h"

enum { PATH_ROOM = 1024 };

void library_begin(struct library *library, struct arena *arena, struct reader reader)
{
	memset(library, 0, sizeof *library);
	library->arena = arena;
	library->reader = reader;
	library->sources.arena = arena;
	library->diags.sources = &library->sources;
}

static const struct shipped *shipped_named(const char *path)
{
	for (int i = 0; i < shipped_count; i++)
		if (strcmp(shipped_files[i].path, path) == 0)
			return &shipped_files[i];
	return NULL;
}

/* Takes text in as a source; true if something of it can be parsed. */
static bool take_source(struct library *library, const char *path, const char *bytes, size_t length,
                        struct span from, int *number)
{
	struct span bad = { 0 };

	switch (sources_add(&library->sources, path, bytes, length, number, &bad)) {
	case SOURCE_OK: return true;
	case SOURCE_TOO_LONG: diag_add(&library->diags, DIAG_FILE_TOO_LONG, from, path); return false;
	case SOURCE_TOO_MANY: diag_add(&library->diags, DIAG_FILES_TOO_MANY, from, SOURCES_MAX); return false;
	case SOURCE_NOT_TEXT: diag_add(&library->diags, DIAG_FILE_NOT_TEXT, bad, path); return true;
	case SOURCE_BIDIRECTIONAL: diag_add(&library->diags, DIAG_FILE_BIDIRECTIONAL, bad, path); return true;
	case SOURCE_NO_MEMORY: break;
	}
	return false;
}

static bool read_path(struct library *library, const char *path, struct span from, struct text *bytes)
{
	enum read_result result = READ_MISSING;

	if (library->reader.read != NULL)
		result = library->reader.read(library->reader.context, path, bytes);
	switch (result) {
	case READ_OK: return true;
	case READ_MISSING: diag_add(&library->diags, DIAG_FILE_MISSING, from, path); break;
	case READ_DIRECTORY: diag_add(&library->diags, DIAG_FILE_DIRECTORY, from, path); break;
	case READ_TOO_LONG: diag_add(&library->diags, DIAG_FILE_TOO_LONG, from, path); break;
	case READ_FAILED: diag_add(&library->diags, DIAG_FILE_UNREADABLE, from, path); break;
	}
	return false;
}

static const struct library_file *file_new(struct library *library, const char *path, int source, bool shipped)
{
	struct library_file *file = &library->file[library->files];

	file->path = arena_text(library->arena, path, strlen(path));
	if (file->path == NULL)
		return NULL;
	file->source = source;
	file->shipped = shipped;
	library->files++;
	file->statements = tree_read(&library->diags, source);
	return file;
}

const struct library_file *library_open(struct library *library, const char *path, struct span from)
{
	const struct shipped *shipped = shipped_named(path);
	struct text bytes = { 0 };
	const struct library_file *file = NULL;
	int source;

	for (int i = 0; i < library->files; i++)
		if (strcmp(library->file[i].path, path) == 0)
			return &library->file[i];
	if (shipped != NULL) {
		if (take_source(library, path, shipped->text, shipped->length, from, &source))
			file = file_new(library, path, source, true);
	} else if (read_path(library, path, from, &bytes)) {
		if (take_source(library, path, text_read(&bytes), bytes.length, from, &source))
			file = file_new(library, path, source, false);
	}
	text_free(&bytes);
	return file;
}

static const struct statement *named(const struct library_file *file, enum statement_kind kind, const char *name)
{
	for (const struct statement *at = file->statements; at != NULL; at = at->next)
		if (at->kind == kind && (name == NULL || strcmp(at->name, name) == 0))
			return at;
	return NULL;
}

/* Tells that a file holds no such variant, and what it does hold. */
static void no_variant(struct library *library, const struct library_file *file, const char *name, struct span from)
{
	const char *words[64];
	int count = 0;
	struct diag *diag;

	for (const struct statement *at = file->statements; at != NULL && count < 64; at = at->next)
		if (at->kind == STATEMENT_VARIANT)
			words[count++] = at->name;
	if (name == NULL) {
		diag_add(&library->diags, DIAG_NO_VARIANT, from, file->path);
		return;
	}
	diag = diag_add(&library->diags, DIAG_UNKNOWN_VARIANT, from, file->path, name);
	if (word_nearest(name, words, count) != NULL)
		diag_hint(&library->diags, diag, "did you mean `%s`?", word_nearest(name, words, count));
}

/* Finds [name] (NULL: the first) in [file]. */
static const struct statement *variant_in(struct library *library, const struct library_file *file, const char *name,
                                          struct span from)
{
	const struct statement *variant = named(file, STATEMENT_VARIANT, name);

	if (variant == NULL && library->diags.errors == 0)
		no_variant(library, file, name, from);
	return variant;
}

/* A word without a dot or a slash may be the name of a shipped file. */
static bool shipped_path(const char *folder, const char *word, char *path, size_t room)
{
	if (strpbrk(word, "./\\") != NULL)
		return false;
	snprintf(path, room, "%s/%s.canasta", folder, word);
	return shipped_named(path) != NULL;
}

const struct statement *library_variant(struct library *library, const char *reference,
                                        const struct library_file **file)
{
	char path[PATH_ROOM], shipped[PATH_ROOM];
	const char *colon = strrchr(reference, ':'), *name = NULL;
	size_t length = colon != NULL ? (size_t)(colon - reference) : strlen(reference);
	struct span nowhere = { 0 };

	if (colon != NULL && colon[1] != '\0')
		name = colon + 1;
	if (length == 0 || length >= sizeof path) {
		diag_add(&library->diags, DIAG_FILE_MISSING, nowhere, reference);
		return NULL;
	}
	memcpy(path, reference, length);
	path[length] = '\0';
	if (shipped_path("variants", path, shipped, sizeof shipped))
		*file = library_open(library, shipped, nowhere);
	else if (strpbrk(path, "./\\") == NULL) { /* a bare word that nothing shipped answers to */
		const char *words[SOURCES_MAX];
		char names[SOURCES_MAX][64];
		int count = 0;
		for (int i = 0; i < shipped_count && count < SOURCES_MAX; i++)
			if (sscanf(shipped_files[i].path, "variants/%63[^.].canasta", names[count]) == 1 &&
			    strstr(shipped_files[i].path, ".canasta") != NULL) {
				words[count] = names[count];
				count++;
			}
		struct diag *diag = diag_add(&library->diags, DIAG_UNKNOWN_SHIPPED, nowhere, path);
		if (word_nearest(path, words, count) != NULL)
			diag_hint(&library->diags, diag, "did you mean `%s`?", word_nearest(path, words, count));
		return NULL;
	} else
		*file = library_open(library, path, nowhere);
	return *file != NULL ? variant_in(library, *file, name, nowhere) : NULL;
}

/* The path of [name] as seen from the folder of [from]; false if it would lead out of it. */
static bool path_beside(const struct library_file *from, const char *name, char *path, size_t room)
{
	const char *slash = strrchr(from->path, '/');
	size_t folder = slash != NULL ? (size_t)(slash - from->path) + 1 : 0;

	if (name[0] == '/' || strchr(name, '\\') != NULL || strstr(name, "..") != NULL || from->shipped)
		return false;
	return (size_t)snprintf(path, room, "%.*s%s", (int)folder, from->path, name) < room;
}

const struct statement *library_parent(struct library *library, const struct library_file *from,
                                       const struct expr *reference, const struct library_file **file)
{
	const struct expr *place = reference->first, *name = place->next;
	const struct statement *parent;
	char path[PATH_ROOM];

	if (place->kind == EXPR_WORD && name == NULL) {
		parent = named(from, STATEMENT_VARIANT, place->text);
		if (parent != NULL)
			return *file = from, parent;
	}
	if (place->kind == EXPR_WORD && shipped_path("variants", place->text, path, sizeof path))
		*file = library_open(library, path, reference->span);
	else if (place->kind == EXPR_STRING && path_beside(from, place->text, path, sizeof path))
		*file = library_open(library, path, reference->span);
	else if (place->kind == EXPR_STRING) {
		diag_add(&library->diags, DIAG_PATH_OUTSIDE, reference->span, place->text);
		return NULL;
	} else {
		const char *words[2 * SOURCES_MAX];
		int count = 0;
		for (const struct statement *at = from->statements; at != NULL && count < SOURCES_MAX; at = at->next)
			if (at->kind == STATEMENT_VARIANT)
				words[count++] = at->name;
		struct diag *diag = diag_add(&library->diags, DIAG_UNKNOWN_PARENT, reference->span,
		                             place->text != NULL ? place->text : "this");
		if (place->text != NULL && word_nearest(place->text, words, count) != NULL)
			diag_hint(&library->diags, diag, "did you mean `%s`?", word_nearest(place->text, words, count));
		return NULL;
	}
	return *file != NULL ? variant_in(library, *file, name != NULL ? name->text : NULL, reference->span) : NULL;
}

const struct statement *library_fragment(struct library *library, const struct library_file *from, const char *name,
                                         struct span at, const struct library_file **file)
{
	const struct statement *fragment = named(from, STATEMENT_FRAGMENT, name);
	char path[PATH_ROOM];

	if (fragment != NULL)
		return *file = from, fragment;
	if (shipped_path("stdlib", name, path, sizeof path)) {
		*file = library_open(library, path, at);
		fragment = *file != NULL ? named(*file, STATEMENT_FRAGMENT, name) : NULL;
	}
	if (fragment == NULL)
		diag_add(&library->diags, DIAG_UNKNOWN_FRAGMENT, at, name);
	return fragment;
}
