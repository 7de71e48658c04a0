/* canasta_pad.c -- score pads: the head of their files, and every line after it as an entry. In files of the first kind `undo` passes
 * over names and dealers. */
#define _POSIX_C_SOURCE 200809L

#include "workspace.h"
#include "text/document.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/source.h"
#include "tools/pad.h"
#include "rules/compare.h"
#include "rules/rules.h"

static const char FIRST[] = "pad 2 ", OLDER[] = "pad 1 ", WITH[] = " with", RULES[] = "rules ";

struct canasta_pad {
	struct canasta_variant *variant;
	struct arena *arena; /* of the pad, which lives in it, too */
	struct pad pad;
	const char *reference, *head, *option[CANASTA_OPTIONS_MAX];
	const char *rules; /* the line with the hash of the rules as they are now */
	bool marked;       /* the last such line in the file is the same */
	bool changed;      /* some such line in the file is another one */
};

/* ---- the head ---- */

/* Where the last `with` of [line] stands, which begins the options; NULL if there is none. */
static char *last_with(const char *line)
{
	const char *last = NULL;

	for (const char *at = line; (at = strstr(at, WITH)) != NULL; at++)
		if (at[strlen(WITH)] == ' ' || at[strlen(WITH)] == '\0')
			last = at;
	return (char *)last;
}

/* rules 1c29...: what the rules mean, so that a change of them is noticed */
static const char *write_rules(struct arena *arena, const struct rules *rules)
{
	struct text line = { 0 };
	char hash[RULES_HASH_ROOM];

	if (rules_hash(rules, hash))
		text_format(&line, "%s%s\n", RULES, hash);
	else
		line.failed = 1;
	return text_keep(&line, arena);
}

/* pad 2 ours.canasta with always_frozen,solution=merge
 * rules 1c29...
 *
 * The last `with` of the line begins the options. So if the name of the file has a `with` in it, another one follows, even without
 * options. */
static const char *write_head(struct arena *arena, const char *reference, const char *const *options, int count,
                              const char *rules)
{
	struct text head = { 0 };

	text_format(&head, "%s%s", FIRST, reference);
	if (count > 0 || last_with(reference) != NULL)
		text_add(&head, WITH);
	for (int i = 0; i < count; i++)
		text_format(&head, "%s%s", i == 0 ? " " : ",", options[i]);
	text_format(&head, "\n%s", rules != NULL ? rules : "");
	return text_keep(&head, arena);
}

/* Whether [reference] stays the same when it is written on a line and read again. */
static bool is_writable(const char *reference)
{
	return strpbrk(reference, "\t\n") == NULL && text_is_plain(reference, strlen(reference));
}

/* As canasta_pad_new(). If [named_in] is not NULL, the pad in that file names the variant. */
static int pad_new(const struct canasta_io *io, const char *named_in, const char *reference, const char *const *options,
                   int count, struct canasta_pad **pad)
{
	struct canasta_variant *variant;
	struct arena *arena;
	int status;

	*pad = NULL;
	if (!is_writable(reference))
		return io_error(io, CANASTA_MISUSE, "`%s` cannot be written down on a pad; give the file another name",
		                reference);
	status = variant_load_named_in(io, named_in, reference, options, count, &variant);
	if (status != CANASTA_FINE)
		return status;
	arena = arena_new();
	*pad = arena != NULL ? arena_take(arena, sizeof **pad) : NULL;
	if (*pad == NULL) {
		arena_free(arena);
		canasta_free(variant);
		return out_of_memory(io);
	}
	(*pad)->variant = variant;
	(*pad)->arena = arena;
	(*pad)->reference = arena_text(arena, reference, strlen(reference));
	(*pad)->rules = write_rules(arena, variant->rules);
	(*pad)->head = write_head(arena, reference, options, count, (*pad)->rules);
	for (int i = 0; i < count; i++)
		(*pad)->option[i] = arena_text(arena, options[i], strlen(options[i]));
	if (!pad_begin(&(*pad)->pad, arena, variant->rules) || arena_failed(arena)) {
		canasta_pad_free(*pad);
		*pad = NULL;
		return out_of_memory(io);
	}
	return CANASTA_FINE;
}

int canasta_pad_new(const struct canasta_io *io, const char *reference, const char *const *options, int count,
                    struct canasta_pad **pad)
{
	return pad_new(io, NULL, reference, options, count, pad);
}

void canasta_pad_free(struct canasta_pad *pad)
{
	if (pad == NULL)
		return;
	canasta_free(pad->variant);
	arena_free(pad->arena);
}

int canasta_pad_call(struct canasta_pad *pad, const char *name)
{
	int count = 0;

	while (count < CANASTA_OPTIONS_MAX && pad->option[count] != NULL)
		count++;
	pad->reference = arena_text(pad->arena, name, strlen(name));
	pad->head = write_head(pad->arena, name, pad->option, count, pad->rules);
	return arena_failed(pad->arena) ? CANASTA_INTERNAL : CANASTA_FINE;
}

const char *canasta_pad_variant(const struct canasta_pad *pad)
{
	return pad->reference;
}

const char *canasta_pad_option(const struct canasta_pad *pad, int i)
{
	return i >= 0 && i < CANASTA_OPTIONS_MAX ? pad->option[i] : NULL;
}

const char *canasta_pad_head(const struct canasta_pad *pad)
{
	return pad->head;
}

const char *canasta_pad_mark(const struct canasta_pad *pad)
{
	return pad->marked ? "" : pad->rules;
}

/* ---- reading ---- */

/* Cuts the options off the end of [line]; returns their number, and sets CANASTA_OPTIONS_MAX of them at most. */
static int cut_options(char *line, const char **options)
{
	char *with = last_with(line), *rest = NULL;
	int count = 0;

	if (with == NULL)
		return 0;
	*with = '\0';
	for (char *option = strtok_r(with + strlen(WITH) + (with[strlen(WITH)] != '\0'), ",", &rest); option != NULL;
	     option = strtok_r(NULL, ",", &rest), count++)
		if (count < CANASTA_OPTIONS_MAX)
			options[count] = option;
	return count;
}

/* A pad that is being read. */
struct reading {
	const struct canasta_io *io;
	const char *path;
	const char *named; /* the reference that the caller gives, which may name any file; or NULL */
	const char *rest;  /* the lines after the one that is being read */
	struct canasta_pad *pad;
	size_t whole; /* bytes up to the end of the last whole line */
};

/* The name of a file without its folders, and the variant in it. */
static const char *without_folders(const char *reference)
{
	const char *slash = strrchr(reference, '/');

	return slash != NULL ? slash + 1 : reference;
}

/* True if entries were made by the rules of [pad] as they are, so that it does not matter where these are now. */
static bool was_kept_by(const struct reading *at, const struct canasta_pad *pad)
{
	return strstr(at->rest, pad->rules) != NULL;
}

/* Opens a pad whose head names its rules as [reference]: the caller's if they are called the same; else those that the head leads to, if
 * there are such; else the caller's again, if only the folder is another one or the pad was kept by rules that mean the same. */
static int open_rules(struct reading *at, const char *reference, const char *const *options, int count)
{
	const struct canasta_io quiet = { .reader = at->io->reader };
	const bool same = at->named != NULL && strcmp(at->named, reference) == 0;
	int status;

	if (same || at->named == NULL)
		return pad_new(at->io, same ? NULL : at->path, reference, options, count, &at->pad);
	status = pad_new(&quiet, at->path, reference, options, count, &at->pad);
	if (status == CANASTA_FINE || status == CANASTA_INTERNAL)
		return status == CANASTA_FINE ? status : out_of_memory(at->io);
	status = pad_new(at->io, NULL, at->named, options, count, &at->pad);
	if (status == CANASTA_FINE && strcmp(without_folders(at->named), without_folders(reference)) != 0 &&
	    !was_kept_by(at, at->pad))
		return io_error(at->io, CANASTA_MISUSE, "`%s` is a pad for `%s`, and `%s` has other rules", at->path,
		                reference, at->named);
	return status;
}

bool pad_is_begun(const char *text)
{
	static const char name[] = "pad ";
	const char *version = text + strlen(name);

	return strncmp(text, name, strlen(name)) == 0 && version[strspn(version, "0123456789")] == ' ' &&
	       *version != ' ';
}

/* Opens the pad whose head is [line]. */
static int open_head(struct reading *at, char *line)
{
	const char *options[CANASTA_OPTIONS_MAX];
	const bool older = strncmp(line, OLDER, strlen(OLDER)) == 0;
	int count, status;

	if (!older && strncmp(line, FIRST, strlen(FIRST)) != 0)
		return io_error(at->io, CANASTA_MISUSE, "%s:1: this is no score pad: the first line reads `%sVARIANT`",
		                at->path, FIRST);
	line += strlen(FIRST);
	count = cut_options(line, options);
	status = open_rules(at, line, options, count);
	if (status == CANASTA_FINE)
		at->pad->pad.first_kind = older;
	if (status == CANASTA_MISUSE && at->named == NULL && strstr(line, ".canasta") != NULL)
		io_error(at->io, status,
		         "the rules `%s` are looked for from the folder of `%s`: if they are elsewhere, name them, too",
		         line, at->path);
	return status;
}

static bool is_empty(const char *line)
{
	line += strspn(line, " \t\r");
	return *line == '\0' || *line == '#';
}

/* Reads a line with the hash of the rules by which later entries count; false if it is another line. */
static bool read_mark(const char *line, struct canasta_pad *pad)
{
	size_t word = strlen(RULES), length = strlen(line);

	if (strncmp(line, RULES, word) != 0 || length - word != RULES_HASH_ROOM - 1 ||
	    strspn(line + word, "0123456789abcdef") != length - word)
		return false;
	pad->marked = strncmp(line, pad->rules, length) == 0;
	pad->changed = pad->changed || !pad->marked;
	return true;
}

static int read_entry(struct reading *at, int number, const char *line)
{
	const struct canasta_io *io = at->io;
	struct canasta_pad *pad = at->pad;
	struct text why = { 0 };
	int status = CANASTA_FINE;

	if (!is_empty(line) && !read_mark(line, pad) && !pad_enter(&pad->pad, line, &why))
		status = why.failed ? out_of_memory(io)
		                    : io_error(io, CANASTA_MISUSE, "%s:%d: %s", at->path, number, text_read(&why));
	text_free(&why);
	return status;
}

/* Reads each complete line of [bytes], which is modified. */
static int read_lines(struct reading *at, char *bytes)
{
	int status = CANASTA_FINE, number = 1;
	char *line = bytes + text_mark(bytes, strlen(bytes));

	for (char *end; status == CANASTA_FINE && (end = strchr(line, '\n')) != NULL; line = end + 1, number++) {
		*end = '\0';
		if (end > line && end[-1] == '\r')
			end[-1] = '\0';
		at->rest = end + 1;
		status = number == 1 ? open_head(at, line) : read_entry(at, number, line);
		at->whole = (size_t)(end + 1 - bytes);
	}
	if (status == CANASTA_FINE && at->pad == NULL)
		status = io_error(at->io, CANASTA_MISUSE, "%s:1: this is no score pad: it has no whole line", at->path);
	if (at->pad != NULL && !at->pad->marked && at->pad->changed)
		io_error(
			at->io, CANASTA_FINE,
			"the rules of %s have been changed since %s was written: everything is added up by the rules as "
			"they are now. To have it as it was, put the old rules back",
			at->pad->reference, at->path);
	return status;
}

/* The number of bytes in complete lines. */
static size_t whole_lines(const struct text *bytes)
{
	size_t length = bytes->length;

	while (length > 0 && bytes->bytes[length - 1] != '\n')
		length--;
	return length;
}

int canasta_pad_read_by(const struct canasta_io *io, const char *path, const char *reference, struct canasta_pad **pad,
                        size_t *whole)
{
	struct reading at = { .io = io, .path = path, .named = reference };
	struct text bytes = { 0 };
	int status = io_read(io, path, &bytes);

	if (status == CANASTA_FINE && bytes.length == 0)
		status = io_error(io, CANASTA_MISUSE, "%s: this is no score pad: it is empty", path);
	if (status == CANASTA_FINE) /* the line that was cut off may end within a UTF-8 sequence */
		status = io_check_plain(io, path, bytes.bytes, whole_lines(&bytes));
	if (status == CANASTA_FINE)
		status = read_lines(&at, bytes.bytes);
	if (status != CANASTA_FINE) {
		canasta_pad_free(at.pad);
		at.pad = NULL;
	}
	*pad = at.pad;
	*whole = at.whole;
	text_free(&bytes);
	return status;
}

int canasta_pad_read(const struct canasta_io *io, const char *path, struct canasta_pad **pad, size_t *whole)
{
	return canasta_pad_read_by(io, path, NULL, pad, whole);
}

/* ---- entering and writing ---- */

int canasta_pad_enter(const struct canasta_io *io, struct canasta_pad *pad, const char *line)
{
	struct text why = { 0 };
	int status = CANASTA_FINE;

	if (!pad_enter(&pad->pad, line, &why)) {
		text_capital(&why);
		text_add(&why, text_last(&why) == '?' ? "\n" : ".\n");
		status = out_write(&io->messages, &why) == CANASTA_FINE ? CANASTA_FINDINGS : out_of_memory(io);
	}
	text_free(&why);
	return status;
}

int canasta_pad_doubt(const struct canasta_io *io, const struct canasta_pad *pad, const char *line)
{
	struct text why = { 0 };
	int status = CANASTA_FINE;

	pad_doubt(&pad->pad, line, &why);
	if (why.failed)
		status = out_of_memory(io);
	else if (why.length > 0) {
		text_add(&why, " Book it all the same?\n");
		return out_write(&io->messages, &why) == CANASTA_FINE ? CANASTA_FINDINGS : out_of_memory(io);
	}
	text_free(&why);
	return status;
}

int canasta_pad_show(const struct canasta_io *io, const struct canasta_pad *pad, long deal)
{
	const struct pad_version *now = pad->pad.now;
	struct document document;

	deal -= now->start_deals;
	if (now->deals == 0 || deal < 1 || deal > now->deals)
		return now->deals == 0 ? io_error(io, CANASTA_FINDINGS, "no deal is on the pad yet")
		                       : io_error(io, CANASTA_FINDINGS, "there is no deal %ld: the last one is deal %d",
		                                  deal + now->start_deals, now->start_deals + now->deals);
	pad_show(&pad->pad, (int)deal - 1, &document);
	return io_write_document(io, &document, NULL);
}

int canasta_pad_report(const struct canasta_io *io, const struct canasta_pad *pad)
{
	struct document document;

	pad_now(&pad->pad, &document);
	return io_write_document(io, &document, NULL);
}

int canasta_pad_help(const struct canasta_io *io, const struct canasta_pad *pad)
{
	struct document document;

	pad_help(&pad->pad, &document);
	return io_write_document(io, &document, NULL);
}

int canasta_pad_csv(const struct canasta_io *io, const struct canasta_pad *pad)
{
	struct document document;
	struct text text = { 0 };

	pad_evening(&pad->pad, true, &document);
	document_csv(&document, CSV_WORDS, &text);
	document_end(&document);
	return io_write(io, &text);
}

int canasta_pad_html(const struct canasta_io *io, const struct canasta_pad *pad)
{
	struct document document;

	pad_evening(&pad->pad, false, &document);
	return io_write_document(io, &document, &(struct canasta_writing){ .form = CANASTA_HTML });
}
