/* canasta.c -- the public functions: each sets up a desk, has a report written there, tells what was found and clears
 * the desk away. What the reports say is their own business (interp/reports). */
#include "handles.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "grammar/arena.h"
#include "grammar/names.h"
#include "grammar/tree.h"
#include "reports/columns.h"
#include "reports/coverage.h"
#include "reports/explain.h"
#include "reports/list.h"
#include "reports/manual.h"
#include "reports/ruling.h"
#include "reports/show.h"
#include "reports/show_json.h"
#include "rules/allow.h"
#include "rules/build.h"
#include "rules/ledger.h"
#include "rules/meaning.h"

_Static_assert((int)CANASTA_SHOW_CHANGED == (int)SHOW_CHANGED && (int)CANASTA_SHOW_SHORT == (int)SHOW_SHORT &&
                       (int)CANASTA_SHOW_NARROW == (int)SHOW_NARROW,
               "as shown");
_Static_assert((int)CANASTA_FILE_MAX == (int)SOURCE_BYTES_MAX, "what the reader may bring");

/* ---- the library as a whole ---- */

const char *canasta_version(void)
{
	return CANASTA_VERSION;
}

/* jansson asks for new pieces only. */
static void *take_for_json(size_t size)
{
	return memory_resize(NULL, size);
}

void canasta_use_memory(void *(*resize)(void *old, size_t size), void (*release)(void *old))
{
	memory_come_from(resize != NULL ? resize : realloc, release != NULL ? release : free);
	json_set_alloc_funcs(take_for_json, memory_free);
}

/* ---- in and out ---- */

int pour(const struct canasta_out *out, struct text *text)
{
	int failed = text->failed;

	if (!failed && out->write != NULL && text->length > 0)
		out->write(out->context, text->bytes, text->length);
	text_free(text);
	return failed ? CANASTA_INTERNAL : CANASTA_FINE;
}

int tell(const struct canasta_io *io, struct text *text)
{
	return pour(&io->out, text) == CANASTA_FINE ? CANASTA_FINE : out_of_memory(io);
}

static int write_json(const char *bytes, size_t length, void *context)
{
	text_add_bytes(context, bytes, length);
	return 0;
}

int tell_json(const struct canasta_io *io, json_t *value)
{
	struct text text = { 0 };

	if (value == NULL || json_dump_callback(value, write_json, &text, JSON_INDENT(2)) != 0)
		text.failed = 1;
	json_decref(value);
	text_add(&text, "\n");
	return tell(io, &text);
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

int desk_read(const struct canasta_io *io, const char *path, struct text *bytes)
{
	enum read_result result =
		io->reader.read != NULL ? read_through((void *)&io->reader, path, bytes) : READ_MISSING;

	if (result == READ_OK)
		return CANASTA_FINE;
	if (bytes->failed) {
		text_free(bytes);
		return out_of_memory(io);
	}
	return complain(io, CANASTA_MISUSE,
	                result == READ_MISSING     ? "there is no file `%s`"
	                : result == READ_DIRECTORY ? "`%s` is a folder, not a file"
	                : result == READ_TOO_LONG  ? "`%s` is too long"
	                                           : "`%s` cannot be read",
	                path);
}

int desk_read_text(const struct canasta_io *io, const char *path, struct text *text)
{
	int status = desk_read(io, path, text);

	return status == CANASTA_FINE ? desk_plain(io, path, text_read(text), text->length) : status;
}

int desk_plain(const struct canasta_io *io, const char *name, const char *bytes, size_t length)
{
	enum source_fault fault;
	struct desk *desk;
	int source, status;

	if (length <= SOURCE_BYTES_MAX && text_plain(bytes, length, &fault) == length)
		return CANASTA_FINE;
	desk = desk_new(io);
	if (desk == NULL)
		return out_of_memory(io);
	library_plain(&desk->library, name, bytes, length, &source);
	status = desk_tell(desk);
	desk_free(desk);
	return status == CANASTA_INTERNAL ? status : CANASTA_MISUSE;
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

int out_of_memory(const struct canasta_io *io)
{
	return complain(io, CANASTA_INTERNAL, "there is not enough memory");
}

int diags_status(const struct diags *diags)
{
	for (const struct diag *diag = diags->first; diag != NULL; diag = diag->next)
		if (diag->level == DIAG_ERROR && diag->span.source == 0)
			return CANASTA_MISUSE;
	return diags->errors > 0 ? CANASTA_FINDINGS : CANASTA_FINE;
}

int desk_tell(struct desk *desk)
{
	const struct diags *diags = &desk->library.diags;
	struct text text = { 0 };

	allow_findings(&desk->library);
	diags_write(diags, &text);
	text.failed |= arena_failed(desk->arena);
	if (pour(&desk->io.messages, &text) != CANASTA_FINE)
		return out_of_memory(&desk->io);
	return diags_status(diags);
}

/* ---- variants ---- */

/* Remembers in the variant what it was loaded as. */
static bool keep_reference(struct canasta_variant *variant, const char *reference, const char *const *options,
                           int count)
{
	struct arena *arena = variant->desk->arena;
	const char **kept = arena_take(arena, sizeof *kept * (size_t)(count + 1));

	variant->reference = arena_text(arena, reference, strlen(reference));
	variant->options = kept;
	variant->option_count = count;
	for (int i = 0; kept != NULL && i < count; i++)
		kept[i] = arena_text(arena, options[i], strlen(options[i]));
	return !arena_failed(arena);
}

int too_many_options(const struct canasta_io *io)
{
	return complain(io, CANASTA_MISUSE, "no more than %d options can be switched on", CANASTA_OPTIONS_MAX);
}

int canasta_load(const struct canasta_io *io, const char *reference, const char *const *options, int count,
                 struct canasta_variant **variant)
{
	struct desk *desk = desk_new(io);
	const struct rules *rules;
	int status;

	*variant = NULL;
	if (desk == NULL)
		return out_of_memory(io);
	if (count > CANASTA_OPTIONS_MAX) {
		desk_free(desk);
		return too_many_options(io);
	}
	rules = rules_build(&desk->library, reference, options, count);
	status = desk_tell(desk);
	if (status == CANASTA_FINE && rules != NULL)
		*variant = arena_take(desk->arena, sizeof **variant);
	if (*variant == NULL) {
		desk_free(desk);
		return status != CANASTA_FINE ? status : out_of_memory(io);
	}
	**variant = (struct canasta_variant){ .desk = desk, .rules = rules };
	if (keep_reference(*variant, reference, options, count))
		return CANASTA_FINE;
	desk_free(desk);
	*variant = NULL;
	return out_of_memory(io);
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
	text_end(&table, &text);
	return worse(status, tell(io, &text));
}

/* ---- show ---- */

int canasta_show(const struct canasta_io *io, const struct canasta_variant *variant, const char *path, unsigned how)
{
	const char *part = path != NULL ? path : "";
	struct text text = { 0 };
	char near[80];

	if (show_has(variant->rules, part)) {
		if (how & CANASTA_SHOW_JSON)
			return tell_json(io, show_json(variant->rules, part, how));
		show_rules(variant->rules, part, how, &text);
		return tell(io, &text);
	}
	if (show_nearest(variant->rules, path, near, sizeof near))
		return complain(io, CANASTA_MISUSE, "`%s` has no `%s`; did you mean `%s`?", variant->rules->name, path,
		                near);
	return complain(io, CANASTA_MISUSE, "`%s` has no `%s`", variant->rules->name, path);
}

int canasta_hash(const struct canasta_io *io, const struct canasta_variant *variant, char hash[65])
{
	_Static_assert(RULES_HASH_ROOM == 65, "as canasta.h says");
	return rules_hash(variant->rules, hash) ? CANASTA_FINE : out_of_memory(io);
}

/* ---- test ---- */

static bool has_rulings(const struct library_file *file)
{
	const struct statement *at = file->statements;

	while (at != NULL && at->kind != STATEMENT_RULINGS)
		at = at->next;
	return at != NULL;
}

/* Runs the rulings in [file] and those in the file beside it that is named for them. False if there are none. */
static bool run_rulings(struct library *library, const struct library_file *file, struct ruling_results *results,
                        struct text *told)
{
	const struct library_file *beside = library_companion(library, file, ".rulings");
	bool any = has_rulings(file);

	if (any)
		rulings_run(library, file, results, told);
	if (beside == NULL || beside == file)
		return any;
	rulings_run(library, beside, results, told);
	return true;
}

/* Adds to [sum] what became of the rulings of [reference]; [required]: that there are none is a fault. */
static int test_reference(const struct canasta_io *io, const char *reference, bool required, struct ruling_results *sum)
{
	struct desk *desk = desk_new(io);
	struct ruling_results results = { 0 };
	const struct library_file *file;
	struct text told = { 0 };
	const char *name;
	int status;

	if (desk == NULL)
		return out_of_memory(io);
	file = library_file(&desk->library, reference, &name);
	if (file != NULL && !run_rulings(&desk->library, file, &results, &told) && required)
		complain(io, status = CANASTA_MISUSE, "there are no rulings for `%s`", reference);
	else
		status = CANASTA_FINE;
	sum->passed += results.passed;
	sum->failed += results.failed;
	status = worse(status, tell(io, &told));
	status = worse(status, desk_tell(desk));
	desk_free(desk);
	return status;
}

int canasta_test(const struct canasta_io *io, const char *const *references, int count)
{
	struct ruling_results sum = { 0 };
	struct text line = { 0 };
	int status = CANASTA_FINE;
	char name[64];

	for (int i = 0; i < count; i++)
		status = worse(status, test_reference(io, references[i], true, &sum));
	for (int i = 0; count == 0 && library_shipped(i, name, sizeof name); i++)
		status = worse(status, test_reference(io, name, false, &sum));
	text_format(&line, "%d passed, %d failed\n", sum.passed, sum.failed);
	status = worse(status, sum.failed > 0 ? CANASTA_FINDINGS : CANASTA_FINE);
	return worse(status, tell(io, &line));
}

/* ---- coverage ---- */

/* Opens all files that the variants of [file] are put together from. */
static bool build_all(struct library *library, const struct library_file *file)
{
	for (const struct statement *at = file->statements; at != NULL; at = at->next)
		if (at->kind == STATEMENT_VARIANT)
			rules_build_variant(library, file, at, NULL, 0);
	return library->diags.errors == 0;
}

static int cover_source(struct desk *desk, const struct library_file *file, const struct statement *source,
                        const struct ruling_results *results, bool all, struct text *out)
{
	const struct ledger *ledger = ledger_read(&desk->library, file, source);

	if (ledger == NULL)
		return complain(&desk->io, CANASTA_MISUSE, "the ledger of `%s` is not there", source->name);
	return coverage_write(&desk->library, ledger, results, all, out) ? CANASTA_FINE : CANASTA_FINDINGS;
}

static int cover(struct desk *desk, const struct library_file *file, bool all, struct text *out)
{
	struct ruling_results results = { 0 };
	struct text told = { 0 };
	int status = CANASTA_FINE, sources = 0;

	run_rulings(&desk->library, file, &results, &told);
	text_end(&told, out); /* a ruling that fails is no proof, and `test` tells why */
	check_citations(&desk->library, file);
	for (const struct statement *at = file->statements; at != NULL; at = at->next)
		if (at->kind == STATEMENT_SOURCE) {
			text_add(out, sources++ > 0 ? "\n" : "");
			status = worse(status, cover_source(desk, file, at, &results, all, out));
		}
	if (sources == 0)
		return complain(&desk->io, CANASTA_MISUSE, "`%s` names no source", file->path);
	return status;
}

int canasta_coverage(const struct canasta_io *io, const char *reference, int all)
{
	struct desk *desk = desk_new(io);
	const struct library_file *file;
	struct text text = { 0 };
	int status = CANASTA_FINE;
	const char *name;

	if (desk == NULL)
		return out_of_memory(io);
	file = library_file(&desk->library, reference, &name);
	if (file != NULL && build_all(&desk->library, file))
		status = cover(desk, file, all, &text);
	status = worse(status, tell(io, &text));
	status = worse(status, desk_tell(desk));
	desk_free(desk);
	return status;
}

/* ---- manual ---- */

int canasta_manual(const struct canasta_io *io, const char *part)
{
	struct text text = { 0 };

	if (strcmp(part, "settings") == 0)
		manual_settings(&text);
	else if (strcmp(part, "facts") == 0)
		manual_facts(&text);
	else if (strcmp(part, "errors") == 0)
		explain_manual(&text);
	else
		return complain(io, CANASTA_MISUSE, "there is no table `%s`; there are: settings, facts, errors", part);
	return tell(io, &text);
}

/* ---- odds and ends ---- */

const char *canasta_nearest(const char *word, const char *const *words, int count)
{
	return word_nearest(word, words, count);
}
