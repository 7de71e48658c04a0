/* handles.h -- what stands behind the handles of canasta.h, for the files that implement it. */
#ifndef HANDLES_H
#define HANDLES_H

#include "canasta.h"
#include "grammar/text.h"
#include "rules/library.h"

struct document;
struct json_t;
struct rules;

/* A place where files are opened and looked at. Everything on it lives in one arena, the desk itself too. */
struct desk {
	struct arena *arena;
	struct canasta_io io; /* of the caller, for the library's reader */
	struct library library;
};

/* A new desk, NULL when there is no memory. */
struct desk *desk_new(const struct canasta_io *io);

/* Tells what was found so far but for what the files allow, and returns the status that it comes to. */
int desk_tell(struct desk *desk);

/* The same where a record or score pad names the variant as [reference]: no line of a file is quoted, for it may be any. */
int desk_tell_named(struct desk *desk, const char *reference);

/* The status that findings come to. A fault without a place is one of the call: what it names is not there. */
int diags_status(const struct diags *diags);

/* The worse of two statuses. */
static inline int worse(int a, int b)
{
	return a > b ? a : b;
}

/* Tells that there is no memory; CANASTA_INTERNAL. */
int out_of_memory(const struct canasta_io *io);

/* Reads the file at [path] through the caller's reader; CANASTA_MISUSE, with io->messages told why, if it cannot be had. */
int desk_read(const struct canasta_io *io, const char *path, struct text *bytes);

/* The same for one that has to be plain text (text_plain() in grammar/source.h), as all are that are not cut off. In both
 * cases the caller gives [bytes] back, whatever came of it. */
int desk_read_text(const struct canasta_io *io, const char *path, struct text *text);

/* Looks whether [bytes] are plain text, which places in it call [name]; CANASTA_MISUSE, with io->messages told the place, if
 * not. */
int desk_plain(const struct canasta_io *io, const char *name, const char *bytes, size_t length);

/* Gives back the desk and all that lives on it. NULL is allowed. */
void desk_free(struct desk *desk);

struct canasta_variant {
	struct desk *desk;
	const struct rules *rules;
	const char *reference; /* as it was loaded, with these options */
	const char *const *options;
	int option_count;
};

/* Loads a variant as canasta_load() does. If the record or score pad at [named_in] names it, unless that is NULL, it is a shipped
 * one or in that folder. */
int load_named_in(const struct canasta_io *io, const char *named_in, const char *reference, const char *const *options,
                  int count, struct canasta_variant **variant);

/* Writes [text] to io->out and empties it. If memory ran out while it was made nothing of it is written but that,
 * and CANASTA_INTERNAL comes back. */
int tell(const struct canasta_io *io, struct text *text);

/* The same of [value], as JSON text of several lines; NULL stands for one that could not be made. */
int tell_json(const struct canasta_io *io, struct json_t *value);

/* Writes [document] to io->out in the form that [how] asks for, NULL: as text, and gives it back. */
int tell_document(const struct canasta_io *io, struct document *document, const struct canasta_telling *how);

/* Writes [text] to [out] and empties it. CANASTA_INTERNAL, and nothing written, if memory ran out while it was made. */
int pour(const struct canasta_out *out, struct text *text);

/* Writes one message about the call itself: "canasta: ..."; printf style. Returns [status]. */
int complain(const struct canasta_io *io, int status, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* A set of forms: FORM(TEXT) | FORM(JSON). */
#define FORM(name) (1u << CANASTA_##name)

/* True if [form] is none of [forms]; io->messages is told that [what] are not written so, and how they are. */
bool has_no_form(const struct canasta_io *io, const char *what, enum canasta_form form, unsigned forms);

/* Says that [name] fits on no line of a record; CANASTA_MISUSE. CANASTA_FINE, and nothing is said, for NULL. */
int name_not_recorded(const struct canasta_io *io, const char *name);

/* Says that there are more options than CANASTA_OPTIONS_MAX. Returns CANASTA_MISUSE. */
int too_many_options(const struct canasta_io *io);

#endif
