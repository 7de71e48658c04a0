/* judge.c -- the commands about a position: canasta judge says whether an act is legal, canasta score what an end position is
 * worth. canasta score also keeps the score pad of an evening. An entry is tried, appended and synced to the disk before it is
 * answered, so an answered entry is never lost. A line that was cut off by a crash becomes a remark when the file is opened again. The
 * file is locked meanwhile: two tables would not see each other's entries. */
#define _DEFAULT_SOURCE

#include "cmd/cmd.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ENTRY_MAX = 2100, MARK_MAX = 100 };

/* ---- the file ---- */

/* Writes all of it to the end of the file and waits until it is on the disk. If that fails it is removed again: an entry that was
 * refused must not count when the pad is opened later. */
static bool append(int file, const char *bytes, size_t length)
{
	struct stat before;
	int fault;

	if (fstat(file, &before) != 0)
		return false;
	if (cmd_write_whole(file, bytes, length))
		return true;
	fault = errno;
	if (S_ISREG(before.st_mode) && ftruncate(file, before.st_size) != 0)
		cmd_error("look at the last line of the pad before you go on: it could not be taken away");
	errno = fault;
	return false;
}

/* Opens the file for appending and locks it. */
static int take_hold(const char *path, int flags, int *file)
{
	*file = cmd_open(path, O_WRONLY | O_APPEND | flags, 0666);
	if (*file < 0 && errno != ENXIO) /* a pipe that nobody reads */
		return cmd_file_error(path, "cannot be written");
	return cmd_lock_file(*file, path, "is not a plain file, and a pad is kept in one",
	                     "is being written by somebody else")
	               ? CANASTA_FINE
	               : CANASTA_MISUSE;
}

static bool exists(const char *file)
{
	struct stat status;

	return stat(file, &status) == 0 && status.st_size > 0;
}

/* Says of a pad that it has more than its whole lines. Returns where what is said of the rest ends: as much of it as is plain text. */
static size_t say_torn(const char *path, const struct canasta_bytes *bytes, size_t whole)
{
	size_t shown = whole;

	while (shown < bytes->length && shown - whole < ENTRY_MAX - 4 && bytes->bytes[shown] >= ' ' &&
	       bytes->bytes[shown] <= '~')
		shown++;
	cmd_error("the last line of `%s` has no end; it may be cut off and does not count: %.*s", path,
	          (int)(shown - whole), shown > whole ? bytes->bytes + whole : "");
	return shown;
}

/* Makes a remark of an unfinished last line, as far as it is plain text, and quotes it, so that it can be entered again. */
static int cut_off(int file, const char *path, size_t whole)
{
	struct canasta_bytes bytes = { 0 };
	char remark[ENTRY_MAX];
	size_t shown;
	int length;

	if (!cmd_read_file(path, &bytes) || ftruncate(file, (off_t)whole) != 0) {
		canasta_bytes_free(&bytes);
		return cmd_file_error(path, "cannot be written");
	}
	shown = say_torn(path, &bytes, whole);
	length = snprintf(remark, sizeof remark, "# %.*s\n", (int)(shown - whole), bytes.bytes + whole);
	if (shown > whole && whole > 0 && !append(file, remark, (size_t)length))
		cmd_error("nor could it be kept as a remark");
	canasta_bytes_free(&bytes);
	return CANASTA_FINE;
}

/* Opens a pad that exists, and cuts off a last line that was not written to its end. */
static int open_kept(const char *path, const char *reference, struct canasta_pad **pad, int *file)
{
	size_t whole;
	int status = take_hold(path, 0, file);
	struct stat now;

	if (status == CANASTA_FINE)
		status = canasta_pad_read_by(&cmd_io, path, reference, pad, &whole);
	if (status != CANASTA_FINE)
		return status;
	if (fstat(*file, &now) != 0)
		return cmd_file_error(path, "cannot be written");
	return now.st_size > (off_t)whole ? cut_off(*file, path, whole) : CANASTA_FINE;
}

static int open_new(const struct call *call, const char *path, const char *reference, struct canasta_pad **pad,
                    int *file)
{
	const char *head;
	int status;

	if (reference == NULL)
		return call_misuse(call, "which variant is the new pad `%s` for?", path);
	status = canasta_pad_new(&cmd_io, reference, call->with.option, call->with.count, pad);
	if (status == CANASTA_FINE)
		status = canasta_pad_call(*pad, cmd_name_from(reference, path));
	if (status != CANASTA_FINE)
		return status;
	status = take_hold(path, O_CREAT, file);
	if (status != CANASTA_FINE)
		return status;
	errno = 0;
	if (exists(path))
		return cmd_file_error(path, "was begun by somebody else just now");
	head = canasta_pad_head(*pad);
	if (!append(*file, head, strlen(head)))
		return cmd_file_error(path, "cannot be written");
	cmd_sync_folder(path);
	return CANASTA_FINE;
}

/* ---- the table ---- */

/* For input that is not typed: the line that messages are about, from 1; 0 if it is not to be named. */
struct about {
	unsigned long line;
};

static void write_about(void *context, const char *bytes, size_t length)
{
	struct about *about = context;
	char place[40];

	if (about->line > 0) {
		int wide = snprintf(place, sizeof place, "Line %lu: ", about->line);
		cmd_io.messages.write(NULL, place, (size_t)wide);
		about->line = 0; /* only the first message names it */
	}
	cmd_io.messages.write(NULL, bytes, length);
}

/* Makes one entry and appends it to the file, after [*mark] if that is not empty. Returns CANASTA_FINDINGS for one that is refused and
 * CANASTA_MISUSE for one that cannot be written: neither counts. */
static int enter(struct canasta_pad *pad, const char *path, int file, const char *line, unsigned long number,
                 const char **mark)
{
	struct about about = { number };
	struct canasta_io io = cmd_io;
	char kept[ENTRY_MAX + MARK_MAX];
	int length = snprintf(kept, sizeof kept, "%s%s\n", *mark, line), status;

	io.messages = (struct canasta_out){ write_about, &about };
	status = canasta_pad_enter(&io, pad, line);
	if (status != CANASTA_FINE)
		return status == CANASTA_INTERNAL ? status : CANASTA_FINDINGS;
	errno = 0;
	if (!cmd_is_at(file, path))
		return cmd_file_error(path, "was removed or replaced by another program, and this entry does not count");
	if (!append(file, kept, (size_t)length))
		return cmd_file_error(path, "cannot be written, and this entry does not count");
	*mark = "";
	return canasta_pad_report(&cmd_io, pad);
}

/* Removes blanks at both ends of the line, and the line end. */
static char *trim(char *line, size_t *length)
{
	while (*length > 0 && strchr(" \t\r\n", line[*length - 1]) != NULL)
		line[--*length] = '\0';
	while (*line == ' ' || *line == '\t')
		line++, --*length;
	return line;
}

/* Reads a line without its end; false at the end of the input. A line that is too long is cut, but stays longer than
 * any entry may be, so it is refused. A NUL becomes character 1, which no text may have. */
static bool read_line(char line[ENTRY_MAX], size_t *length)
{
	int letter;

	*length = 0;
	while ((letter = getchar()) != EOF && letter != '\n')
		if (*length < ENTRY_MAX - 1)
			line[(*length)++] = (char)(letter == '\0' ? 1 : letter);
		else
			line[*length - 1] = '.'; /* not a blank, which trim() would remove */
	line[*length] = '\0';
	return letter != EOF || *length > 0;
}

/* A pad while it is kept. */
struct keeping {
	struct canasta_pad *pad;
	const char *path, *mark;
	int file, status;
	bool asks;               /* somebody types */
	char doubted[ENTRY_MAX]; /* an entry that waits for a yes, or "" */
	unsigned long number;    /* of the line of the input */
};

/* Remembers how something went; false if nothing more can be done. */
static bool goes_on(struct keeping *at, int status)
{
	at->status = status == CANASTA_FINE ? at->status : status;
	return status == CANASTA_FINE || status == CANASTA_FINDINGS;
}

static bool keep_entry(struct keeping *at, const char *words)
{
	return goes_on(at, enter(at->pad, at->path, at->file, words, at->asks ? 0 : at->number, &at->mark));
}

/* Makes an entry, unless it has to be asked whether it is meant: points that no deal gives. */
static bool keep_or_ask(struct keeping *at, const char *words)
{
	struct about about = { at->asks ? 0 : at->number };
	struct canasta_io io = cmd_io;
	int status;

	io.messages = (struct canasta_out){ write_about, &about };
	status = canasta_pad_doubt(&io, at->pad, words);
	if (status == CANASTA_FINE)
		return keep_entry(at, words);
	if (status == CANASTA_FINDINGS) {
		cmd_error("it is not booked yet: `yes` books it");
		snprintf(at->doubted, sizeof at->doubted, "%s", words);
		return true;
	}
	return goes_on(at, status);
}

/* Does what a line says; false if nothing more can be done. */
static bool obey(struct keeping *at, const char *words)
{
	char doubted[ENTRY_MAX];

	if (strcmp(words, "show") == 0)
		return goes_on(at, canasta_pad_report(&cmd_io, at->pad));
	if (strncmp(words, "show ", 5) == 0)
		return goes_on(at, canasta_pad_show(&cmd_io, at->pad, strtol(words + 5, NULL, 10)));
	if (strcmp(words, "help") == 0)
		return goes_on(at, canasta_pad_help(&cmd_io, at->pad));
	memcpy(doubted, at->doubted, sizeof doubted);
	at->doubted[0] = '\0';
	if (doubted[0] == '\0')
		return keep_or_ask(at, words);
	if (strcmp(words, "yes") == 0)
		return keep_entry(at, doubted);
	at->status = at->asks ? at->status : CANASTA_FINDINGS; /* it was not booked */
	return strcmp(words, "no") == 0 ? true : keep_or_ask(at, words);
}

static int serve(struct canasta_pad *pad, const char *path, int file, const char *mark)
{
	static struct keeping keeping; /* static: too large for the stack */
	char line[ENTRY_MAX];

	keeping =
		(struct keeping){ .pad = pad, .path = path, .file = file, .mark = mark, .asks = isatty(STDIN_FILENO) };
	if (!goes_on(&keeping, canasta_pad_report(&cmd_io, pad)))
		return keeping.status;
	for (;;) {
		char *words;
		size_t length;
		if (keeping.asks)
			fputs("> ", stdout);
		fflush(stdout);
		if (!read_line(line, &length))
			return cmd_input_end(keeping.doubted[0] != '\0' && keeping.status == CANASTA_FINE
			                             ? CANASTA_FINDINGS
			                             : keeping.status);
		keeping.number++;
		words = trim(line, &length);
		if (length == 0 || words[0] == '#')
			continue;
		if (strcmp(words, "quit") == 0 || !obey(&keeping, words))
			return keeping.status;
	}
}

static bool has_option(const struct with *with, const char *option)
{
	for (int i = 0; i < with->count; i++)
		if (strcmp(with->option[i], option) == 0)
			return true;
	return false;
}

/* Writes which options of [these] are not among [others]: " with low,high"; nothing if there are none. */
static void list_missing(const char *before, const struct with *these, const struct with *others,
                         struct canasta_bytes *to)
{
	for (int i = 0; i < these->count; i++)
		if (!has_option(others, these->option[i])) {
			canasta_bytes_add(to, before, strlen(before));
			canasta_bytes_add(to, these->option[i], strlen(these->option[i]));
			before = ",";
		}
}

/* Writes with which options the pad was begun with, and which without. */
static int options_differ(const char *path, const struct with *kept, const struct with *named)
{
	struct canasta_bytes differ = { .length = 0 };
	int status = CANASTA_INTERNAL;

	list_missing(" with ", kept, named, &differ);
	list_missing(differ.length > 0 ? " and without " : " without ", named, kept, &differ);
	if (!differ.failed)
		status = cmd_error("`%s` was begun%.*s, which cannot be changed: name the same options, or none", path,
		                   (int)differ.length, differ.bytes);
	canasta_bytes_free(&differ);
	return status;
}

/* The options that were chosen when the pad was new. */
static struct with options_of(const struct canasta_pad *pad)
{
	struct with kept = { .count = 0 };

	while (kept.count < CANASTA_OPTIONS_MAX &&
	       (kept.option[kept.count] = canasta_pad_option(pad, kept.count)) != NULL)
		kept.count++;
	return kept;
}

/* Sets [hash] to that of the rules that [reference] means with these options. Returns a status, without a message. */
static int hash_of(const char *reference, const struct with *with, char hash[65])
{
	const struct canasta_io io = { .reader = cmd_io.reader };
	struct canasta_variant *variant;
	int status = canasta_load(&io, reference, with->option, with->count, &variant);

	if (status == CANASTA_FINE)
		status = canasta_hash(&io, variant, hash);
	canasta_free(variant);
	return status;
}

/* Sets [words] to what leads to the variant that a pad names: a file is named as it is found from the folder of the pad. */
static void find_from(const char *path, const char *begun, char *words, size_t room)
{
	const char *slash = strstr(begun, ".canasta") != NULL ? strrchr(path, '/') : NULL;

	snprintf(words, room, "%.*s%s", slash != NULL ? (int)(slash - path) + 1 : 0, path, begun);
}

/* A variant or options on the command line must be those of the pad, or mean the same rules. */
static int check_rules(const struct call *call, const char *path, const struct canasta_pad *pad, const char *reference,
                       const struct with *named)
{
	const char *begun = canasta_pad_variant(pad);
	const bool same = reference == NULL || strcmp(begun, reference) == 0;
	const struct with kept = options_of(pad);
	char found[2 * 4096], hash[65];
	int status;

	if (same && named->count == 0)
		return CANASTA_FINE;
	find_from(path, begun, found, sizeof found);
	status = hash_of(reference != NULL ? reference : found, named->count > 0 ? named : &kept, hash);
	/* the head of the pad has the hash of its rules */
	if (status == CANASTA_INTERNAL || (status == CANASTA_FINE && strstr(canasta_pad_head(pad), hash) != NULL))
		return status;
	return same ? options_differ(path, &kept, named)
	            : call_misuse(call, "`%s` is a pad for another variant; its first line says which", path);
}

static int reopen(const struct call *call, const char *path, const char *reference, struct canasta_pad **pad, int *file)
{
	int status = open_kept(path, reference, pad, file);

	return status == CANASTA_FINE ? check_rules(call, path, *pad, reference, &call->with) : status;
}

/* Keeps a score pad in [file] (canasta score --pad): reads entries from the standard input until its end or `quit`. A new file is for the
 * variant [reference], one that is there is continued, and [reference] may be NULL. Returns the exit status. */
static int pad_keep(const struct call *call, const char *path, const char *reference)
{
	struct canasta_pad *pad = NULL;
	bool kept = exists(path);
	int file = -1, status;

	errno = 0;
	status = kept ? reopen(call, path, reference, &pad, &file) : open_new(call, path, reference, &pad, &file);
	if (status == CANASTA_FINE)
		status = serve(pad, path, file, kept ? canasta_pad_mark(pad) : "");
	if (file >= 0 && close(file) != 0 && status == CANASTA_FINE)
		status = cmd_file_error(path, "cannot be written");
	canasta_pad_free(pad);
	return status;
}

/* Has a position judged or scored, whose lines are [words]. */
static int ask(int (*answer)(const struct canasta_io *, const struct canasta_dispute *),
               struct canasta_dispute *dispute, char **words, int count)
{
	struct canasta_bytes lines = { 0 };
	int status;

	for (int i = 0; i < count; i++) {
		canasta_bytes_add(&lines, words[i], strlen(words[i]));
		canasta_bytes_add(&lines, "\n", 1);
	}
	dispute->lines = lines.bytes;
	status = lines.failed ? CANASTA_INTERNAL : answer(&cmd_io, dispute);
	canasta_bytes_free(&lines);
	return status;
}

/* ---- judge ---- */

/* True if [argument] is a line of a position or an act and not a variant: it has a blank, or is an act of one word. */
static bool is_line(const char *argument)
{
	static const char *const acts[] = { "draw", "take", "ask", "talon", "stop", "special" };

	for (size_t i = 0; i < sizeof acts / sizeof *acts; i++)
		if (strcmp(argument, acts[i]) == 0)
			return true;
	return strchr(argument, ' ') != NULL && strstr(argument, ".canasta") == NULL;
}

int cmd_judge(struct call *call)
{
	static struct reference reference; /* static: too large for the stack */
	struct canasta_dispute dispute = { .file = call_text(call, OPTION_judge_position),
		                           .brief = call_has(call, OPTION_judge_brief),
		                           .all = call_has(call, OPTION_judge_all),
		                           .json = call->form == CANASTA_JSON };
	int variants = 0;

	while (variants < call->count && !is_line(call->rest[variants]))
		variants++;
	if (variants == 0)
		return call_misuse(call, "which variant?");
	/* the options apply to all variants, so only a single variant may bring its own */
	for (int i = 0; i < variants; i++) {
		if (!cmd_reference(call->rest[i], &reference))
			return CANASTA_MISUSE;
		if (variants > 1 && reference.with.count > 0)
			return call_misuse(call, "several variants are judged with the same options: --with %s",
			                   reference.with.option[0]);
	}
	if (variants == 1 && !cmd_reference_with(call->rest[0], &reference, &call->with))
		return CANASTA_MISUSE;
	if (variants == 1)
		call->rest[0] = reference.words;
	if (variants == call->count && dispute.file == NULL)
		return call_misuse(call, "which position, and which act? Put quotes around each line");
	dispute.options = call->with.option;
	dispute.option_count = call->with.count;
	dispute.variants = (const char *const *)call->rest;
	dispute.variant_count = variants;
	return ask(canasta_judge, &dispute, call->rest + variants, call->count - variants);
}

/* ---- score ---- */

/* Writes the evening in the pad [file], but not over the pad. */
static int export_pad(const struct call *call, char *file, const char *reference)
{
	struct canasta_pad *pad = NULL;
	struct canasta_bytes bytes = { 0 };
	struct output_file page;
	size_t whole;
	int status = CANASTA_MISUSE;

	if (page_begin(&page, call_text(call, OPTION_score_output), &file, 1))
		status = canasta_pad_read_by(&page.io, file, reference, &pad, &whole);
	if (status == CANASTA_FINE && cmd_read_file(file, &bytes) && bytes.length > whole)
		say_torn(file, &bytes, whole);
	canasta_bytes_free(&bytes);
	if (status == CANASTA_FINE)
		status = call->form == CANASTA_HTML ? canasta_pad_html(&page.io, pad) : canasta_pad_csv(&page.io, pad);
	canasta_pad_free(pad);
	return page_end(&page, status);
}

int cmd_score(struct call *call)
{
	static struct reference reference; /* static: too large for the stack */
	struct canasta_dispute position = { .file = call_text(call, OPTION_score_position),
		                            .json = call->form == CANASTA_JSON };
	const bool exports = call->form == CANASTA_CSV || call->form == CANASTA_HTML;
	const bool to_file = call_has(call, OPTION_score_output);
	char *pad = call_text(call, OPTION_score_pad);

	if (call->count > 0) {
		if (!cmd_reference_with(call->rest[0], &reference, &call->with))
			return CANASTA_MISUSE;
		call->rest[0] = reference.words;
	}
	if (pad != NULL && call->count > 1)
		return call_misuse(call, "a pad is for one variant; what was scored is typed line by line");
	if (pad != NULL && exports)
		return export_pad(call, pad, call->rest[0]);
	if (pad != NULL && to_file)
		return call_misuse(call, "--output is for --csv or --html");
	if (pad != NULL)
		return pad_keep(call, pad, call->rest[0]);
	if (exports || to_file)
		return call_misuse(call, "--csv, --html and --output are for a pad");
	if (call->count == 0)
		return call_misuse(call, "which variant?");
	if (call->count == 1 && position.file == NULL)
		return call_misuse(call, "which position? Put quotes around each line");
	position.options = call->with.option;
	position.option_count = call->with.count;
	position.variants = (const char *const *)call->rest;
	position.variant_count = 1;
	return ask(canasta_score, &position, call->rest + 1, call->count - 1);
}
