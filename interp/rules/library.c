/* library.c -- opening files once, and finding variants and fragments in them by name. */
#include "rules/library.h"

#include <stdio.h>
#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"

enum { PATH_ROOM = 1024 };

/* where shipped files stand */
#define VARIANTS "variants/"
#define STDLIB "stdlib/"

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

/* Adds text as a source; false if that fails. */
static bool add_source(struct library *library, const char *path, const char *bytes, size_t length, struct span from,
                       int *number)
{
	struct span bad = { 0 };

	switch (sources_add(&library->sources, path, bytes, length, number, &bad)) {
	case SOURCE_OK: return true;
	case SOURCE_TOO_LONG: diag_add(&library->diags, DIAG_FILE_TOO_LONG, from, path); return false;
	case SOURCE_TOO_MANY: diag_add(&library->diags, DIAG_FILES_TOO_MANY, from, SOURCES_MAX); return false;
	case SOURCE_NOT_TEXT:
		diag_hint(&library->diags, diag_add(&library->diags, DIAG_FILE_NOT_TEXT, bad, path),
		          "save it as plain text, in UTF-8");
		return true;
	case SOURCE_BIDIRECTIONAL:
		diag_hint(&library->diags, diag_add(&library->diags, DIAG_FILE_BIDIRECTIONAL, bad, path),
		          "delete it, or type the line anew");
		return true;
	case SOURCE_NO_MEMORY: break;
	}
	return false;
}

/* The same of a text that is compiled in. */
static bool add_shipped(struct library *library, const struct shipped *shipped, struct span from, int *number)
{
	if (!add_source(library, shipped->path, shipped->text, shipped->length, from, number))
		return false;
	library->shipped[*number - 1] = true;
	return true;
}

/* A word without a dot or a slash may be the name of a shipped file. */
static bool shipped_path(const char *folder, const char *word, char *path, size_t room)
{
	if (strpbrk(word, "./\\") != NULL)
		return false;
	return (size_t)snprintf(path, room, "%s%s.canasta", folder, word) < room && shipped_named(path) != NULL;
}

/* A variant that comes with canasta stands in one of two folders. */
static bool shipped_variant_path(const char *word, char *path, size_t room)
{
	return shipped_path(VARIANTS, word, path, room) || shipped_path(STDLIB, word, path, room);
}

static void report_unread(struct library *library, enum read_result result, const char *path, struct span from)
{
	switch (result) {
	case READ_OK: break;
	case READ_MISSING: {
		/* There is no such file; perhaps it was a variant that comes with canasta, put in quotes. */
		struct diag *diag = diag_add(&library->diags, DIAG_FILE_MISSING, from, path);
		char word[PATH_ROOM], shipped[PATH_ROOM];
		size_t length = strcspn(path, ":");

		snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : 0), path);
		if (from.source != 0 && shipped_variant_path(word, shipped, sizeof shipped))
			diag_hint(&library->diags, diag, "what comes with canasta is named without quotes");
		else if (from.source != 0 && strchr(path, '.') == NULL)
			diag_hint(&library->diags, diag,
			          "what comes with canasta is named without quotes, and `canasta list` shows it; a file has an ending");
	} break;
	case READ_DIRECTORY: diag_add(&library->diags, DIAG_FILE_DIRECTORY, from, path); break;
	case READ_TOO_LONG: diag_add(&library->diags, DIAG_FILE_TOO_LONG, from, path); break;
	case READ_FAILED: diag_add(&library->diags, DIAG_FILE_UNREADABLE, from, path, ""); break;
	case READ_DENIED: diag_add(&library->diags, DIAG_FILE_UNREADABLE, from, path, ": permission denied"); break;
	case READ_OUTSIDE: diag_add(&library->diags, DIAG_PATH_OUTSIDE, from, path); break;
	}
}

/* Reads the file at [path], which the file at [referrer] names, or the caller if that is NULL. */
static enum read_result read_bytes(const struct library *library, const char *referrer, const char *path,
                                   struct text *bytes)
{
	const struct reader *reader = &library->reader;

	if (referrer != NULL && reader->read_beside != NULL)
		return reader->read_beside(reader->context, referrer, path, bytes);
	return reader->read != NULL ? reader->read(reader->context, path, bytes) : READ_MISSING;
}

static bool read_path(struct library *library, const char *referrer, const char *path, struct span from,
                      struct text *bytes)
{
	enum read_result result = read_bytes(library, referrer, path, bytes);

	if (bytes->failed)
		arena_fail(library->arena);
	else
		report_unread(library, result, path, from);
	return result == READ_OK && !bytes->failed;
}

/* True if a finding says so: the text contains bytes that no rules file may contain. */
static bool has_forbidden_bytes(const struct library *library, int source)
{
	for (const struct diag *diag = library->diags.first; diag != NULL; diag = diag->next)
		if (diag->span.source == source &&
		    (diag->id == DIAG_FILE_NOT_TEXT || diag->id == DIAG_FILE_BIDIRECTIONAL))
			return true;
	return false;
}

/* Removes what exceeds the limits of a file: each part is resolved by itself, and perhaps with many options. `language` is none of them. */
static void keep_parts(struct library *library, struct statement *part)
{
	for (int count = 0; part != NULL; part = part->next, count++)
		if (count == LIBRARY_PARTS_MAX && part->next != NULL) {
			diag_add(&library->diags, DIAG_PARTS_TOO_MANY, part->next->head_span, LIBRARY_PARTS_MAX);
			part->next = NULL;
		}
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
	if (!has_forbidden_bytes(library, source)) /* its tree would only lead to more findings */
		file->statements = tree_read(&library->diags, source);
	keep_parts(library, file->statements);
	return file;
}

static const struct library_file *file_opened(const struct library *library, const char *path, bool shipped)
{
	for (int i = 0; i < library->files; i++)
		if (library->file[i].shipped == shipped && strcmp(library->file[i].path, path) == 0)
			return &library->file[i];
	return NULL;
}

/* As library_open(), of a path that the file at [referrer] names unless that is NULL. */
static const struct library_file *open_named(struct library *library, const char *referrer, const char *path,
                                             struct span from)
{
	const struct library_file *file = file_opened(library, path, false);
	struct text bytes = { 0 };
	int source;

	if (file != NULL)
		return file;
	if (read_path(library, referrer, path, from, &bytes) &&
	    add_source(library, path, text_read(&bytes), bytes.length, from, &source))
		file = file_new(library, path, source, false);
	text_free(&bytes);
	return file;
}

const struct library_file *library_open(struct library *library, const char *path, struct span from)
{
	return open_named(library, NULL, path, from);
}

const struct library_file *library_take(struct library *library, const char *name, const char *bytes, size_t length)
{
	int source;

	if (!add_source(library, name, bytes, length, (struct span){ 0 }, &source))
		return NULL;
	return file_new(library, name, source, false);
}

const struct library_file *library_open_shipped(struct library *library, const char *path, struct span from)
{
	const struct shipped *shipped = shipped_named(path);
	const struct library_file *file = file_opened(library, path, true);
	int source;

	if (file == NULL && shipped != NULL && add_shipped(library, shipped, from, &source))
		file = file_new(library, path, source, true);
	return file;
}

bool library_plain(struct library *library, const char *name, const char *bytes, size_t length, int *source)
{
	return add_source(library, name, bytes, length, (struct span){ 0 }, source) &&
	       !has_forbidden_bytes(library, *source);
}

const struct statement *library_lines(struct library *library, const char *name, const char *bytes, size_t length)
{
	int source;

	return library_plain(library, name, bytes, length, &source) ? tree_read_lines(&library->diags, source) : NULL;
}

static const struct statement *named(const struct library_file *file, enum statement_kind kind, const char *name)
{
	for (const struct statement *at = file->statements; at != NULL; at = at->next)
		if (at->kind == kind && (name == NULL || strcmp(at->name, name) == 0))
			return at;
	return NULL;
}

/* ---- suggestions for misspelt names ---- */

/* The name of file number [index] of those shipped in [folder]. */
static bool shipped_name(const char *folder, int index, char *name, size_t room)
{
	for (int i = 0; i < shipped_count; i++) {
		const char *path = shipped_files[i].path, *dot = strrchr(path, '.');
		if (strncmp(path, folder, strlen(folder)) != 0 || dot == NULL || strcmp(dot, ".canasta") != 0 ||
		    index-- > 0)
			continue;
		path += strlen(folder);
		return (size_t)snprintf(name, room, "%.*s", (int)(dot - path), path) < room;
	}
	return false;
}

bool library_shipped(int index, char *name, size_t room)
{
	return shipped_name(VARIANTS, index, name, room);
}

bool library_start(int index, char *name, size_t room)
{
	return shipped_name(STDLIB, index, name, room);
}

bool library_is_start(const struct library_file *file)
{
	return file->shipped && strncmp(file->path, STDLIB, sizeof STDLIB - 1) == 0;
}

bool library_source_is_start(const struct library *library, int source)
{
	int i = 0;

	while (i < library->files && library->file[i].source != source)
		i++;
	return i < library->files && library_is_start(&library->file[i]);
}

struct candidates {
	const char *words[2 * SOURCES_MAX];
	char shipped[SOURCES_MAX][64];
	int count, of_shipped;
};

static void candidates_of_file(struct candidates *candidates, const struct library_file *file, enum statement_kind kind)
{
	for (const struct statement *at = file->statements; at != NULL; at = at->next)
		if (at->kind == kind && candidates->count < SOURCES_MAX)
			candidates->words[candidates->count++] = at->name;
}

static void candidates_shipped(struct candidates *candidates, const char *folder)
{
	char *name = candidates->shipped[candidates->of_shipped];

	for (int i = 0;
	     candidates->of_shipped < SOURCES_MAX && shipped_name(folder, i, name, sizeof *candidates->shipped);
	     i++, name = candidates->shipped[++candidates->of_shipped])
		candidates->words[candidates->count++] = name;
}

/* Adds to [diag] the name that [word] may be a typing error of, or [otherwise] if that is not NULL. */
static void hint_nearest(struct library *library, struct diag *diag, const char *word,
                         const struct candidates *candidates, const char *otherwise)
{
	if (!diag_hint_nearest(&library->diags, diag, word, candidates->words, candidates->count) && otherwise != NULL)
		diag_hint(&library->diags, diag, "%s", otherwise);
}

/* Reports that a file holds no such variant, and what it does hold. */
static void no_variant(struct library *library, const struct library_file *file, const char *name, struct span from)
{
	struct candidates candidates = { .count = 0 };

	if (name == NULL) {
		diag_add(&library->diags, DIAG_NO_VARIANT, from, file->path);
		return;
	}
	candidates_of_file(&candidates, file, STATEMENT_VARIANT);
	hint_nearest(library, diag_add(&library->diags, DIAG_UNKNOWN_VARIANT, from, file->path, name), name,
	             &candidates, NULL);
}

/* True if there are errors in the text of [file], so that what it seems to lack may only be misread. */
static bool is_misread(const struct library *library, const struct library_file *file)
{
	for (const struct diag *diag = library->diags.first; diag != NULL; diag = diag->next)
		if (diag->span.source == file->source && diag->level == DIAG_ERROR)
			return true;
	return false;
}

/* Finds [name] (NULL: the first) in [file]. */
static const struct statement *variant_in(struct library *library, const struct library_file *file, const char *name,
                                          struct span from)
{
	const struct statement *variant = named(file, STATEMENT_VARIANT, name);

	if (variant == NULL && !is_misread(library, file))
		no_variant(library, file, name, from);
	return variant;
}

/* ---- references to variants and files ---- */

/* A variant in a file that comes with canasta, named without its file: says so. False if there is none of that name. */
static bool hint_shipped_variant(struct library *library, struct diag *diag, const char *word)
{
	const struct span nowhere = { 0 };
	struct text found = { 0 };
	char name[64], path[PATH_ROOM];
	bool any;

	for (int i = 0; shipped_name(VARIANTS, i, name, sizeof name); i++) {
		const struct library_file *file = shipped_path(VARIANTS, name, path, sizeof path)
		                                          ? library_open_shipped(library, path, nowhere)
		                                          : NULL;
		if (file != NULL && named(file, STATEMENT_VARIANT, word) != NULL)
			text_format(&found, "%s`%s:%s`", found.length > 0 ? " or " : "", name, word);
	}
	any = found.length > 0;
	if (any)
		diag_hint(&library->diags, diag, "did you mean %s?", text_read(&found));
	text_free(&found);
	return any;
}

/* A bare word that is the name of nothing shipped. */
static void unknown_shipped(struct library *library, const char *word)
{
	struct span nowhere = { 0 };
	struct diag *diag = diag_add(&library->diags, DIAG_UNKNOWN_SHIPPED, nowhere, word);
	struct candidates candidates = { .count = 0 };

	if (hint_shipped_variant(library, diag, word))
		return;
	candidates_shipped(&candidates, VARIANTS);
	candidates_shipped(&candidates, STDLIB);
	hint_nearest(library, diag, word, &candidates, "`canasta list` shows what there is");
}

/* Where the name of a variant begins in a reference, behind a colon; a colon in a path stays part of it. */
static const char *variant_name(const char *reference)
{
	const char *colon = strrchr(reference, ':');

	return colon != NULL && colon[1] != '\0' && strpbrk(colon, "./\\") == NULL ? colon + 1 : NULL;
}

/* [name] without leading `./`: a file that names itself as `./ours.canasta` is the same file. */
static const char *straight(const char *name)
{
	while (name[0] == '.' && name[1] == '/')
		name += 2 + strspn(name + 2, "/");
	return name;
}

/* The path of [name] as seen from the folder of the file at [from]; false if it would lead out of it. */
static bool path_beside(const char *from, const char *name, char *path, size_t room)
{
	const char *slash = strrchr(from, '/');
	size_t folder = slash != NULL ? (size_t)(slash - from) + 1 : 0;

	if (name[0] == '/' || strcmp(name, "-") == 0 || strchr(name, '\\') != NULL || strstr(name, "..") != NULL)
		return false;
	return (size_t)snprintf(path, room, "%.*s%s", (int)folder, from, straight(name)) < room;
}

/* The file that a record or score pad names. */
static const struct library_file *open_beside(struct library *library, const char *name)
{
	struct span nowhere = { 0 };
	char path[PATH_ROOM];

	if (path_beside(library->named_in, name, path, sizeof path))
		return open_named(library, library->named_in, path, nowhere);
	diag_add(&library->diags, DIAG_PATH_OUTSIDE, nowhere, name);
	return NULL;
}

const struct library_file *library_file(struct library *library, const char *reference, const char **name)
{
	char path[PATH_ROOM], shipped[PATH_ROOM];
	struct span nowhere = { 0 };
	size_t length;

	*name = variant_name(reference);
	length = *name != NULL ? (size_t)(*name - reference) - 1 : strlen(reference);
	if (length == 0 || length >= sizeof path) {
		diag_add(&library->diags, DIAG_FILE_MISSING, nowhere, reference);
		return NULL;
	}
	memcpy(path, reference, length);
	path[length] = '\0';
	if (shipped_variant_path(path, shipped, sizeof shipped))
		return library_open_shipped(library, shipped, nowhere);
	if (strpbrk(path, "./\\") != NULL || strcmp(path, "-") == 0)
		return library->named_in != NULL ? open_beside(library, path) : library_open(library, path, nowhere);
	unknown_shipped(library, path);
	return NULL;
}

const struct statement *library_variant(struct library *library, const char *reference,
                                        const struct library_file **file)
{
	struct span nowhere = { 0 };
	const char *name;

	*file = library_file(library, reference, &name);
	return *file != NULL ? variant_in(library, *file, name, nowhere) : NULL;
}

/* ---- texts beside a file ---- */

/* The bytes at [path], beside the file at [referrer] or shipped, as a source; 0 if there is nothing, or with a finding at [at]. */
static int add_beside(struct library *library, const char *referrer, bool shipped, const char *path, struct span at)
{
	const struct shipped *text = shipped ? shipped_named(path) : NULL;
	struct text bytes = { 0 };
	enum read_result result = READ_MISSING;
	int source = 0;

	if (text != NULL)
		return add_shipped(library, text, at, &source) ? source : 0;
	if (!shipped)
		result = read_bytes(library, referrer, path, &bytes);
	if (bytes.failed)
		arena_fail(library->arena);
	else if (result != READ_OK && result != READ_MISSING)
		report_unread(library, result, path, at);
	else if (result == READ_OK && !add_source(library, path, text_read(&bytes), bytes.length, at, &source))
		source = 0;
	text_free(&bytes);
	return source;
}

const struct library_file *library_companion(struct library *library, const struct library_file *file,
                                             const char *ending)
{
	const char *slash = strrchr(file->path, '/'), *dot = strrchr(file->path, '.');
	size_t length = dot != NULL && (slash == NULL || dot > slash) ? (size_t)(dot - file->path) : strlen(file->path);
	const struct library_file *opened;
	struct span nowhere = { 0 };
	char path[PATH_ROOM];
	int source;

	if ((size_t)snprintf(path, sizeof path, "%.*s%s", (int)length, file->path, ending) >= sizeof path)
		return NULL;
	opened = file_opened(library, path, file->shipped);
	if (opened != NULL)
		return opened;
	source = add_beside(library, file->path, file->shipped, path, nowhere);
	return source > 0 ? file_new(library, path, source, file->shipped) : NULL;
}

/* The source called [beside], shipped or not, read now if it was not before. */
static int text_at(struct library *library, const char *referrer, bool shipped, const char *beside, struct span at,
                   const char **path)
{
	*path = arena_text(library->arena, beside, strlen(beside));
	for (int i = 0; i < library->sources.count; i++)
		if (library->shipped[i] == shipped && strcmp(library->sources.source[i].name, beside) == 0)
			return i + 1;
	return *path != NULL ? add_beside(library, referrer, shipped, beside, at) : 0;
}

int library_text(struct library *library, const struct library_file *from, const char *name, struct span at,
                 const char **path)
{
	char beside[PATH_ROOM];
	int source;

	*path = name;
	if (!path_beside(from->path, name, beside, sizeof beside)) {
		diag_add(&library->diags, DIAG_PATH_OUTSIDE, at, name);
		return 0;
	}
	source = text_at(library, from->path, from->shipped, beside, at, path);
	if (source > 0 || from->shipped)
		return source;
	if ((size_t)snprintf(beside, sizeof beside, VARIANTS "%s", name) >= sizeof beside)
		return 0;
	return text_at(library, NULL, true, beside, at, path); /* the document may be one that comes with canasta */
}

/* ---- what files name ---- */

static void unknown_parent(struct library *library, const struct library_file *from, const struct expr *reference)
{
	const char *word = reference->first->text;
	struct diag *diag = diag_add(&library->diags, DIAG_UNKNOWN_PARENT, reference->span, word);
	struct candidates candidates = { .count = 0 };

	if (hint_shipped_variant(library, diag, word))
		return;
	candidates_of_file(&candidates, from, STATEMENT_VARIANT);
	candidates_shipped(&candidates, VARIANTS);
	candidates_shipped(&candidates, STDLIB);
	hint_nearest(library, diag, word, &candidates, "another file is named in quotes, with its ending; `canasta list` shows the variants that come with canasta");
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
	if (place->kind == EXPR_WORD && shipped_variant_path(place->text, path, sizeof path))
		*file = library_open_shipped(library, path, reference->span);
	else if (place->kind == EXPR_STRING && !from->shipped &&
	         path_beside(from->path, place->text, path, sizeof path))
		*file = open_named(library, from->path, path, reference->span);
	else if (place->kind == EXPR_STRING) {
		diag_add(&library->diags, DIAG_PATH_OUTSIDE, reference->span, place->text);
		return NULL;
	} else {
		unknown_parent(library, from, reference);
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
	if (shipped_path(STDLIB, name, path, sizeof path)) {
		*file = library_open_shipped(library, path, at);
		fragment = *file != NULL ? named(*file, STATEMENT_FRAGMENT, name) : NULL;
	}
	if (fragment == NULL) {
		struct diag *diag = diag_add(&library->diags, DIAG_UNKNOWN_FRAGMENT, at, name);
		struct candidates candidates = { .count = 0 };

		candidates_of_file(&candidates, from, STATEMENT_FRAGMENT);
		candidates_shipped(&candidates, STDLIB);
		hint_nearest(library, diag, name, &candidates, NULL);
	}
	return fragment;
}
