/* canasta.c -- the public functions: each sets up a desk, has a report written there, tells what was found and clears
 * the desk away. What the reports say is their own business (interp/reports). */
#include "handles.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "grammar/arena.h"
#include "grammar/names.h"
#include "grammar/tree.h"
#include "reports/columns.h"
#include "reports/inspect.h"
#include "reports/list.h"
#include "reports/show.h"
#include "rules/build.h"

_Static_assert((int)CANASTA_FILE_MAX == (int)SOURCE_BYTES_MAX, "what the reader may bring");

/* ---- in and out ---- */

int tell(const struct canasta_out *out, struct text *text)
{
	int failed = text->failed;

	if (out->write != NULL && text->length > 0)
		out->write(out->context, text->bytes, text->length);
	text_free(text);
	return failed ? CANASTA_INTERNAL : CANASTA_FINE;
}

int complain(const struct canasta_io *io, int status, const char *format, ...)
{
	char sentence[400];
	va_list arguments;
	int length;

	va_start(arguments, format);
	length = vsnprintf(sentence, sizeof sentence - 1, format, arguments);
	va_end(arguments);
	if (length < 0 || io->messages.write == NULL)
		return status;
	if ((size_t)length > sizeof sentence - 2)
		length = (int)sizeof sentence - 2;
	sentence[length++] = '\n';
	io->messages.write(io->messages.context, "canasta: ", strlen("canasta: "));
	io->messages.write(io->messages.context, sentence, (size_t)length);
	return status;
}

/* Gathers what a reader brings, and no more than a file may have. */
struct gathering {
	struct text *bytes;
	bool too_long;
};

static void gather(void *context, const char *bytes, size_t length)
{
	struct gathering *gathering = context;

	if (length > CANASTA_FILE_MAX || gathering->bytes->length > CANASTA_FILE_MAX - length)
		gathering->too_long = true;
	else
		text_add_bytes(gathering->bytes, bytes, length);
}

/* The library's reader: the caller's, behind a desk. */
static enum read_result read_through(void *context, const char *path, struct text *bytes)
{
	const struct canasta_reader *reader = context;
	struct gathering gathering = { .bytes = bytes };
	const struct canasta_out to = { gather, &gathering };

	switch (reader->read(reader->context, path, &to)) {
	case CANASTA_READ_OK: break;
	case CANASTA_READ_MISSING: return READ_MISSING;
	case CANASTA_READ_DIRECTORY: return READ_DIRECTORY;
	case CANASTA_READ_TOO_LONG: return READ_TOO_LONG;
	case CANASTA_READ_FAILED: return READ_FAILED;
	}
	if (gathering.too_long)
		return READ_TOO_LONG;
	return bytes->failed ? READ_FAILED : READ_OK;
}

/* ---- desks ---- */

struct desk *desk_new(const struct canasta_io *io)
{
	struct arena *arena = arena_new();
	struct desk *desk = arena != NULL ? arena_take(arena, sizeof *desk) : NULL;
	struct reader reader = { .read = read_through };

	if (desk == NULL) {
		arena_free(arena);
		return NULL;
	}
	desk->arena = arena;
	desk->io = *io;
	if (io->reader.read == NULL)
		reader.read = NULL;
	reader.context = &desk->io.reader;
	library_begin(&desk->library, arena, reader);
	return desk;
}

void desk_free(struct desk *desk)
{
	if (desk != NULL)
		arena_free(desk->arena);
}

static int out_of_memory(const struct canasta_io *io)
{
	return complain(io, CANASTA_INTERNAL, "there is not enough memory");
}

/* A fault without a place is one of the call: what it names is not there. */
static int status_of(const struct diags *diags)
{
	for (const struct diag *diag = diags->first; diag != NULL; diag = diag->next)
		if (diag->level == DIAG_ERROR && diag->span.source == 0)
			return CANASTA_MISUSE;
	return diags->errors > 0 ? CANASTA_FINDINGS : CANASTA_FINE;
}

int desk_tell(const struct desk *desk)
{
	const struct diags *diags = &desk->library.diags;
	struct text text = { 0 };

	diags_write(diags, &text);
	if (tell(&desk->io.messages, &text) != CANASTA_FINE || arena_failed(desk->arena))
		return out_of_memory(&desk->io);
	return status_of(diags);
}

static int worse(int a, int b)
{
	return a > b ? a : b;
}

/* Writes a report out, tells what was found, clears the desk away. */
static int desk_done(struct desk *desk, struct text *report)
{
	int status = tell(&desk->io.out, report);

	status = worse(status, desk_tell(desk));
	desk_free(desk);
	return status;
}

/* ---- variants ---- */

int canasta_load(const struct canasta_io *io, const char *reference, const char *const *options, int count,
                 struct canasta_variant **variant)
{
	struct desk *desk = desk_new(io);
	const struct rules *rules;
	int status;

	*variant = NULL;
	if (desk == NULL)
		return out_of_memory(io);
	rules = rules_build(&desk->library, reference, options, count);
	status = desk_tell(desk);
	if (status == CANASTA_FINE && rules != NULL)
		*variant = arena_take(desk->arena, sizeof **variant);
	if (*variant == NULL) {
		desk_free(desk);
		return status != CANASTA_FINE ? status : out_of_memory(io);
	}
	**variant = (struct canasta_variant){ .desk = desk, .rules = rules };
	return CANASTA_FINE;
}

void canasta_free(struct canasta_variant *variant)
{
	if (variant != NULL)
		desk_free(variant->desk);
}

const char *canasta_name(const struct canasta_variant *variant)
{
	return variant->rules->name;
}

const char *canasta_title(const struct canasta_variant *variant)
{
	return variant->rules->title;
}

int canasta_players(const struct canasta_variant *variant)
{
	return variant->rules->table.players;
}

int canasta_sides(const struct canasta_variant *variant)
{
	return variant->rules->table.sides;
}

/* ---- list ---- */

static int list_reference(const struct canasta_io *io, const char *reference, bool options, struct text *table)
{
	struct desk *desk = desk_new(io);
	const struct library_file *file;
	const struct statement *variant;
	const char *name;
	int status;

	if (desk == NULL)
		return out_of_memory(io);
	file = library_file(&desk->library, reference, &name);
	variant = file != NULL && name != NULL ? library_variant(&desk->library, reference, &file) : NULL;
	if (file != NULL && (name == NULL || variant != NULL))
		list_file(&desk->library, file, variant, options, table);
	status = desk_tell(desk);
	desk_free(desk);
	return status;
}

int canasta_list(const struct canasta_io *io, const char *reference, int options)
{
	struct text table = { 0 }, text = { 0 };
	int status = CANASTA_FINE;
	char name[64];

	if (reference != NULL)
		status = list_reference(io, reference, true, &table);
	for (int i = 0; reference == NULL && library_shipped(i, name, sizeof name); i++)
		status = worse(status, list_reference(io, name, options, &table));
	columns_write(text_read(&table), &text);
	text.failed |= table.failed;
	text_free(&table);
	return worse(status, tell(&io->out, &text));
}

/* ---- check ---- */

static int check_reference(const struct canasta_io *io, const char *reference)
{
	struct desk *desk = desk_new(io);
	const struct library_file *file;
	const char *name;
	int status;

	if (desk == NULL)
		return out_of_memory(io);
	file = library_file(&desk->library, reference, &name);
	if (file != NULL)
		inspect_file(&desk->library, file);
	status = desk_tell(desk);
	desk_free(desk);
	return status;
}

int canasta_check(const struct canasta_io *io, const char *const *references, int count)
{
	int status = CANASTA_FINE;

	for (int i = 0; i < count; i++)
		status = worse(status, check_reference(io, references[i]));
	return status;
}

/* ---- show ---- */

int canasta_show(const struct canasta_io *io, const struct canasta_variant *variant, const char *path)
{
	struct text text = { 0 };
	char near[80];

	if (show_rules(variant->rules, path != NULL ? path : "", &text))
		return tell(&io->out, &text);
	text_free(&text);
	if (show_nearest(variant->rules, path, near, sizeof near))
		return complain(io, CANASTA_MISUSE, "`%s` has no `%s`; did you mean `%s`?", variant->rules->name, path, near);
	return complain(io, CANASTA_MISUSE, "`%s` has no `%s`", variant->rules->name, path);
}

/* ---- odds and ends ---- */

const char *canasta_nearest(const char *word, const char *const *words, int count)
{
	return word_nearest(word, words, count);
}
