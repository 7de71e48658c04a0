/* workspace.h -- what the files share that implement canasta.h: handles, a workspace for files, reading and writing through the caller. */
#ifndef WORKSPACE_H
#define WORKSPACE_H

#include "canasta.h"
#include "grammar/text.h"
#include "rules/library.h"

struct arena;
struct dispute;
struct document;
struct json_t;
struct rules;
struct text_look;

/* ---- statuses and messages ---- */

/* The worse of two statuses. */
static inline int worse(int a, int b)
{
	return a > b ? a : b;
}

/* Writes one message about the call itself, printf style: "canasta: ...". Returns [status]. */
int io_error(const struct canasta_io *io, int status, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The messages that several sections need: no memory, CANASTA_INTERNAL; more options than CANASTA_OPTIONS_MAX, CANASTA_MISUSE; [name]
 * fits on no line of a record, CANASTA_MISUSE, or CANASTA_FINE without a message if it is NULL. */
int out_of_memory(const struct canasta_io *io);
int too_many_options(const struct canasta_io *io);
int name_not_recorded(const struct canasta_io *io, const char *name);

/* A set of forms: FORM(TEXT) | FORM(JSON). */
#define FORM(name) (1u << CANASTA_##name)

/* True, with a message, if [form] is none of [forms], in which [what] are written. */
bool io_has_no_form(const struct canasta_io *io, const char *what, enum canasta_form form, unsigned forms);

/* ---- reading ---- */

/* Reads the file at [path] through the caller's reader; CANASTA_MISUSE, with a message, if it cannot be read. The caller frees [bytes]
 * whatever is returned. */
int io_read(const struct canasta_io *io, const char *path, struct text *bytes);

/* The same, and checks that it is plain text (text_plain() in grammar/source.h). Only a file that may have been cut off in the middle
 * of a character is read without this check. */
int io_read_text(const struct canasta_io *io, const char *path, struct text *text);

/* Checks that [bytes], which places in them call [name], are plain text; CANASTA_MISUSE, with a message at the place, if not. */
int io_check_plain(const struct canasta_io *io, const char *name, const char *bytes, size_t length);

/* ---- writing ---- */

/* Writes [text] to [out] and empties it. CANASTA_INTERNAL, and nothing is written, if memory ran out while it was made. */
int out_write(const struct canasta_out *out, struct text *text);

/* Writes [text] to io->out and empties it; a message instead if memory ran out while it was made. */
int io_write(const struct canasta_io *io, struct text *text);

/* Writes [value] as JSON text of several lines and frees it; NULL stands for one that could not be made. */
int io_write_json(const struct canasta_io *io, struct json_t *value);

/* Writes [document] in the form that [how] asks for, NULL: that of [io], and frees it. */
int io_write_document(const struct canasta_io *io, struct document *document, const struct canasta_writing *how);

/* Writes [document] as text that looks like [look], and frees it. */
int io_write_text(const struct canasta_io *io, struct document *document, const struct text_look *look);

/* ---- workspaces ---- */

/* A place where files are opened and checked. Everything in it lives in one arena, the workspace itself too. */
struct workspace {
	struct arena *arena;
	struct canasta_io io; /* of the caller, for the library's reader */
	struct library library;
};

/* A new workspace, NULL without memory; it is freed with everything in it. NULL is allowed. */
struct workspace *workspace_new(const struct canasta_io *io);
void workspace_free(struct workspace *workspace);

/* Writes the findings so far, except those that the files allow, and returns their status. */
int workspace_report(struct workspace *workspace);

/* The same, and frees the workspace; returns the worse of their status and [status]. */
int workspace_end(struct workspace *workspace, int status);

/* Writes the findings where a record or score pad names the variant as [reference]. No line of a file is quoted, because the name may
 * be that of any file. */
int workspace_report_named(struct workspace *workspace, const char *reference);

/* The status of findings. An error without a place is one of the call: what it names is not there. */
int diags_status(const struct diags *diags);

/* ---- variants ---- */

struct canasta_variant {
	struct workspace *workspace;
	const struct rules *rules;
	const char *reference; /* as it was loaded, with these options */
	const char *called;    /* as it is called in what is given away */
	const char *const *options;
	int option_count;
};

/* Loads a variant as canasta_load() does. If [named_in] is not NULL, a record or score pad at that path names the
 * variant, which then has to be a shipped one or a file in the same folder. */
int variant_load_named_in(const struct canasta_io *io, const char *named_in, const char *reference,
                          const char *const *options, int count, struct canasta_variant **variant);

/* ---- score pads ---- */

/* True if [text] begins as a score pad of some version does. */
bool pad_is_begun(const char *text);

/* ---- disputes ---- */

/* Sets [to], whose texts live in [arena], to a dispute or an end position. The lines that the call states come before those of its
 * file. The last line may be the act. CANASTA_MISUSE, with a message, if it cannot be read, or if it has no act and [wants_act]. */
int dispute_read(const struct canasta_io *io, const struct canasta_dispute *from, bool wants_act, struct arena *arena,
                 struct dispute *to);

#endif
