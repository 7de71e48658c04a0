/* club_page.c -- canasta page: the page for the browser with rules of one's own in it. The page is a file that `make page` builds;
 * the rules go into the one element of it that is there for them, with all files that they name. The page is given away, so its files
 * have names from the folder of the rules on, which is as far as rules may reach: where that folder is concerns nobody. */
#define _DEFAULT_SOURCE /* readlink */

#include "cmd/cmd.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The files that were read while the rules were loaded, as the members of a JSON object. */
struct carried {
	struct canasta_bytes members,
		names;    /* a name ends in a NUL, and its string of the members follows it likewise */
	const char *file; /* the rules that are being loaded; names begin after its folder */
	bool clashes;     /* two files have one name; a message was written */
};

/* Adds bytes as a JSON string that is safe inside an element of a page. */
static void put_string(struct canasta_bytes *to, const char *bytes, size_t length)
{
	char escaped[8];

	canasta_bytes_add(to, "\"", 1);
	for (size_t i = 0; i < length; i++) {
		unsigned char letter = (unsigned char)bytes[i];
		if (letter >= ' ' && strchr("\"\\<>&", letter) == NULL)
			canasta_bytes_add(to, &bytes[i], 1);
		else
			canasta_bytes_add(to, escaped, (size_t)snprintf(escaped, sizeof escaped, "\\u%04x", letter));
	}
	canasta_bytes_add(to, "\"", 1);
}

/* The name that [path] has in the page. */
static const char *name_of(const struct carried *carried, const char *path)
{
	const char *slash = strrchr(carried->file, '/');
	size_t folder = slash != NULL ? (size_t)(slash - carried->file) + 1 : 0;

	return path + (strncmp(path, carried->file, folder) == 0 ? folder : 0);
}

/* The string of the file that is called [name] in the page, or NULL if none is. */
static const char *carried_as(const struct carried *carried, const char *name)
{
	const char *at = carried->names.bytes, *end = at != NULL ? at + carried->names.length : at;

	while (at < end) {
		const char *string = at + strlen(at) + 1;
		if (strcmp(at, name) == 0)
			return string;
		at = string + strlen(string) + 1;
	}
	return NULL;
}

/* Adds the file called [name], whose text is [string], unless it is there. False if another file has that name. */
static bool add_member(struct carried *carried, const char *name, const struct canasta_bytes *string)
{
	const char *before = carried_as(carried, name), *comma = carried->members.length > 0 ? ",\n" : "\n";

	if (before != NULL)
		return strcmp(before, string->bytes) == 0;
	canasta_bytes_add(&carried->names, name, strlen(name) + 1);
	canasta_bytes_add(&carried->names, string->bytes, string->length + 1);
	canasta_bytes_add(&carried->members, comma, strlen(comma));
	put_string(&carried->members, name, strlen(name));
	canasta_bytes_add(&carried->members, ": ", 2);
	canasta_bytes_add(&carried->members, string->bytes, string->length);
	return true;
}

static enum canasta_read carry(struct carried *carried, enum canasta_read result, const char *path,
                               const struct canasta_bytes *bytes, const struct canasta_out *to)
{
	struct canasta_bytes string = { 0 };

	carried->members.failed |= bytes->failed;
	if (result != CANASTA_READ_OK || bytes->failed)
		return bytes->failed ? CANASTA_READ_FAILED : result;
	if (bytes->length > 0)
		to->write(to->context, bytes->bytes, bytes->length);
	put_string(&string, bytes->length > 0 ? bytes->bytes : "", bytes->length);
	if (string.failed)
		carried->members.failed = 1;
	else if (!add_member(carried, name_of(carried, path), &string) && !carried->clashes) {
		cmd_error("`%s` and another file would both be called `%s` in the page: give one of them another name",
		          path, name_of(carried, path));
		carried->clashes = true;
	}
	canasta_bytes_free(&string);
	return result;
}

static enum canasta_read read_carried(void *context, const char *path, const struct canasta_out *to)
{
	struct canasta_bytes bytes = { 0 };
	const struct canasta_out out = canasta_bytes_out(&bytes);
	enum canasta_read result = cmd_io.reader.read(cmd_io.reader.context, path, &out);

	result = carry(context, result, path, &bytes, to);
	canasta_bytes_free(&bytes);
	return result;
}

static enum canasta_read read_carried_beside(void *context, const char *from, const char *path,
                                             const struct canasta_out *to)
{
	struct canasta_bytes bytes = { 0 };
	const struct canasta_out out = canasta_bytes_out(&bytes);
	enum canasta_read result = cmd_io.reader.read_beside(cmd_io.reader.context, from, path, &out);

	result = carry(context, result, path, &bytes, to);
	canasta_bytes_free(&bytes);
	return result;
}

/* ---- the page ---- */

/* Reads the page: [named], or else where a build or an installation puts it, as seen from the tool. False, with a message. */
static bool read_page(const char *named, struct canasta_bytes *page)
{
	static const char *const places[] = { "page/canasta.html", "../share/canasta/canasta.html" };
	char tool[PATH_MAX], path[PATH_MAX + 64];
	ssize_t length = readlink("/proc/self/exe", tool, sizeof tool - 1);
	const char *slash;

	if (named != NULL)
		return cmd_read_file(named, page);
	tool[length > 0 ? length : 0] = '\0';
	slash = strrchr(tool, '/');
	for (size_t i = 0; i < sizeof places / sizeof *places && slash != NULL; i++) {
		snprintf(path, sizeof path, "%.*s/%s", (int)(slash - tool), tool, places[i]);
		if (access(path, F_OK) == 0)
			return cmd_read_file(path, page);
	}
	cmd_error("there is no page yet: `make page` builds it, and --from names one that is elsewhere");
	return false;
}

static const char PLACE[] = "<script type=\"application/json\" id=\"carried\">";

static int write_page(const struct canasta_out *out, const struct canasta_bytes *page,
                      const struct canasta_bytes *members)
{
	const char *place = page->length > 0 ? strstr(page->bytes, PLACE) : NULL,
		   *end = place != NULL ? strstr(place, "</script>") : NULL;

	if (end == NULL)
		return cmd_error("that is not the page that `make page` builds");
	place += strlen(PLACE);
	out->write(out->context, page->bytes, (size_t)(place - page->bytes));
	out->write(out->context, "{", 1);
	out->write(out->context, members->bytes, members->length);
	out->write(out->context, "}", 1);
	out->write(out->context, end, page->length - (size_t)(end - page->bytes));
	return CANASTA_FINE;
}

/* Loads every file of rules, so that none with mistakes is handed on, and keeps what was read. */
static int load_all(char **files, int count, struct carried *carried)
{
	struct canasta_io io = cmd_io;
	int status = CANASTA_FINE;

	io.reader =
		(struct canasta_reader){ .read = read_carried, .context = carried, .read_beside = read_carried_beside };
	for (int i = 0; i < count && status == CANASTA_FINE; i++) {
		struct canasta_variant *variant;
		if (!cmd_ends_in(files[i], ".canasta"))
			return cmd_error("`%s` is no file of rules: its name should end in .canasta", files[i]);
		carried->file = files[i];
		status = canasta_load(&io, files[i], NULL, 0, &variant);
		canasta_free(variant);
	}
	if (carried->members.failed || carried->names.failed)
		return cmd_no_memory();
	return carried->clashes ? CANASTA_MISUSE : status;
}

int cmd_page(struct call *call)
{
	struct carried carried = { 0 };
	struct canasta_bytes whole = { 0 };
	struct output_file page;
	int status;

	if (call->count == 0)
		return call_misuse(call, "whose rules should be in the page?");
	status = load_all(call->rest, call->count, &carried);
	if (status == CANASTA_FINE && !read_page(call_text(call, OPTION_page_from), &whole))
		status = CANASTA_MISUSE;
	if (status == CANASTA_FINE) {
		status = CANASTA_MISUSE;
		if (page_begin(&page, call_text(call, OPTION_page_output), call->rest, call->count))
			status = write_page(&page.io.out, &whole, &carried.members);
		status = page_end(&page, status);
	}
	canasta_bytes_free(&whole);
	canasta_bytes_free(&carried.members);
	canasta_bytes_free(&carried.names);
	return status;
}
