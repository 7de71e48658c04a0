/* workspace.c -- what every public function works with: files come in through the caller's reader, the library parses and checks them
 * in a workspace, and whole texts go out. */
#include "workspace.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "grammar/arena.h"
#include "rules/lint.h"
#include "text/document.h"
#include "text/json.h"

_Static_assert((int)CANASTA_FILE_MAX == (int)SOURCE_BYTES_MAX, "what the reader may bring");

/* ---- in and out ---- */

int out_write(const struct canasta_out *out, struct text *text)
{
	int failed = text->failed;

	if (!failed && out->write != NULL && text->length > 0)
		out->write(out->context, text->bytes, text->length);
	text_free(text);
	return failed ? CANASTA_INTERNAL : CANASTA_FINE;
}

int io_write(const struct canasta_io *io, struct text *text)
{
	return out_write(&io->out, text) == CANASTA_FINE ? CANASTA_FINE : out_of_memory(io);
}

int io_write_document(const struct canasta_io *io, struct document *document, const struct canasta_writing *how)
{
	const struct text_look look = { .colour = how != NULL && how->colour };
	struct text text = { 0 };
	json_t *json;

	switch (how != NULL ? how->form : io->form) {
	case CANASTA_JSON:
		json = document_json(document);
		document_end(document);
		return io_write_json(io, json);
	case CANASTA_MARKDOWN: document_markdown(document, &text); break;
	case CANASTA_HTML: document_html(document, NULL, &text); break;
	case CANASTA_CSV: document_csv(document, CSV_ALL, &text); break;
	default: document_text(document, &look, &text); break;
	}
	document_end(document);
	return io_write(io, &text);
}

int io_write_text(const struct canasta_io *io, struct document *document, const struct text_look *look)
{
	struct text text = { 0 };

	document_text(document, look, &text);
	document_end(document);
	return io_write(io, &text);
}

int io_write_json(const struct canasta_io *io, json_t *value)
{
	struct text text = { 0 };

	json_write(value, &text);
	return io_write(io, &text);
}

int io_error(const struct canasta_io *io, int status, const char *format, ...)
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

/* The bytes of a file, up to the most that a rules file may have. */
struct limited_text {
	struct text *bytes;
	bool too_long;
};

static void add_limited(void *context, const char *bytes, size_t length)
{
	struct limited_text *to = context;

	if (length > CANASTA_FILE_MAX || to->bytes->length > CANASTA_FILE_MAX - length)
		to->too_long = true;
	else
		text_add_bytes(to->bytes, bytes, length);
}

/* The library's reader: calls the caller's, with the workspace as its context. */
static enum read_result read_beside(void *context, const char *from, const char *path, struct text *bytes)
{
	const struct canasta_reader *reader = context;
	struct limited_text limited = { .bytes = bytes };
	const struct canasta_out to = { add_limited, &limited };

	switch (from != NULL && reader->read_beside != NULL ? reader->read_beside(reader->context, from, path, &to)
	                                                    : reader->read(reader->context, path, &to)) {
	case CANASTA_READ_OK: break;
	case CANASTA_READ_MISSING: return READ_MISSING;
	case CANASTA_READ_DIRECTORY: return READ_DIRECTORY;
	case CANASTA_READ_TOO_LONG: return READ_TOO_LONG;
	case CANASTA_READ_FAILED: return READ_FAILED;
	case CANASTA_READ_OUTSIDE: return READ_OUTSIDE;
	case CANASTA_READ_DENIED: return READ_DENIED;
	}
	if (limited.too_long)
		return READ_TOO_LONG;
	return bytes->failed ? READ_FAILED : READ_OK;
}

static enum read_result read_through(void *context, const char *path, struct text *bytes)
{
	return read_beside(context, NULL, path, bytes);
}

int io_read(const struct canasta_io *io, const char *path, struct text *bytes)
{
	enum read_result result =
		io->reader.read != NULL ? read_through((void *)&io->reader, path, bytes) : READ_MISSING;

	if (result == READ_OK)
		return CANASTA_FINE;
	if (bytes->failed) {
		text_free(bytes);
		return out_of_memory(io);
	}
	return io_error(io, CANASTA_MISUSE,
	                result == READ_MISSING     ? "there is no file `%s`"
	                : result == READ_DIRECTORY ? "`%s` is a folder, not a file"
	                : result == READ_TOO_LONG  ? "`%s` is longer than a megabyte"
	                : result == READ_DENIED    ? "`%s` cannot be read: permission denied"
	                                           : "`%s` cannot be read",
	                path);
}

int io_read_text(const struct canasta_io *io, const char *path, struct text *text)
{
	int status = io_read(io, path, text);

	return status == CANASTA_FINE ? io_check_plain(io, path, text_read(text), text->length) : status;
}

int io_check_plain(const struct canasta_io *io, const char *name, const char *bytes, size_t length)
{
	struct workspace *workspace;
	int source, status;

	if (length <= SOURCE_BYTES_MAX && text_is_plain(bytes, length))
		return CANASTA_FINE;
	workspace = workspace_new(io);
	if (workspace == NULL)
		return out_of_memory(io);
	library_plain(&workspace->library, name, bytes, length, &source);
	status = workspace_end(workspace, CANASTA_FINE);
	return status == CANASTA_INTERNAL ? status : CANASTA_MISUSE;
}

/* ---- workspaces ---- */

struct workspace *workspace_new(const struct canasta_io *io)
{
	struct arena *arena = arena_new();
	struct workspace *workspace = arena != NULL ? arena_take(arena, sizeof *workspace) : NULL;
	struct reader reader = { .read = read_through, .read_beside = read_beside };

	if (workspace == NULL) {
		arena_free(arena);
		return NULL;
	}
	workspace->arena = arena;
	workspace->io = *io;
	if (io->reader.read == NULL)
		reader = (struct reader){ .read = NULL };
	reader.context = &workspace->io.reader;
	library_begin(&workspace->library, arena, reader);
	return workspace;
}

void workspace_free(struct workspace *workspace)
{
	if (workspace != NULL)
		arena_free(workspace->arena);
}

bool io_has_no_form(const struct canasta_io *io, const char *what, enum canasta_form form, unsigned forms)
{
	static const char *const names[] = {
		[CANASTA_TEXT] = "text", [CANASTA_MARKDOWN] = "Markdown", [CANASTA_HTML] = "HTML",
		[CANASTA_JSON] = "JSON", [CANASTA_CSV] = "CSV",           [CANASTA_SARIF] = "SARIF"
	};
	enum { COUNT = sizeof names / sizeof *names };
	struct text all = { 0 };

	if ((unsigned)form < COUNT && (forms & 1u << form) != 0)
		return false;
	for (int i = 0; i < COUNT; i++)
		if ((forms & 1u << i) != 0)
			text_format(&all, "%s%s", all.length > 0 ? ", " : "", names[i]);
	io_error(io, CANASTA_MISUSE, "%s are not written as %s; there is: %s", what,
	         (unsigned)form < COUNT ? names[form] : "that", text_read(&all));
	text_free(&all);
	return true;
}

int name_not_recorded(const struct canasta_io *io, const char *name)
{
	return name != NULL ? io_error(io, CANASTA_MISUSE,
	                               "`%s` cannot be written down in a record, where a name has no bar, no control "
	                               "character and no blank at an end",
	                               name)
	                    : CANASTA_FINE;
}

int out_of_memory(const struct canasta_io *io)
{
	return io_error(io, CANASTA_INTERNAL, "there is not enough memory");
}

int diags_status(const struct diags *diags)
{
	for (const struct diag *diag = diags->first; diag != NULL; diag = diag->next)
		if (diag->level == DIAG_ERROR && diag->span.source == 0)
			return CANASTA_MISUSE;
	return diags->errors > 0 ? CANASTA_FINDINGS : CANASTA_FINE;
}

int workspace_report(struct workspace *workspace)
{
	const struct diags *diags = &workspace->library.diags;
	struct text text = { 0 };

	allow_findings(&workspace->library);
	diags_write(diags, &text);
	text.failed |= arena_failed(workspace->arena);
	if (out_write(&workspace->io.messages, &text) != CANASTA_FINE)
		return out_of_memory(&workspace->io);
	return diags_status(diags);
}

int workspace_end(struct workspace *workspace, int status)
{
	status = worse(status, workspace_report(workspace));
	workspace_free(workspace);
	return status;
}

int workspace_report_named(struct workspace *workspace, const char *reference)
{
	struct diags *diags = &workspace->library.diags;
	const int status = diags_status(diags);
	bool placed = false;

	for (struct diag *diag = diags->first; diag != NULL; diag = diag->next)
		if (diag->span.source != 0 || diag->other.source != 0) {
			placed |= diag->level == DIAG_ERROR;
			diag->suppressed = 1;
		}
	if (workspace_report(workspace) == CANASTA_INTERNAL)
		return CANASTA_INTERNAL;
	return placed ? io_error(&workspace->io, status,
	                         "there are errors in the rules `%s`; `canasta check` shows them", reference)
	              : status;
}
