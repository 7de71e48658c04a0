/* lsp.c -- the command that serves editors: canasta lsp. The standard input and output carry the messages; shipped files are kept below
 * the user's cache, where editors can open them. The cache itself may be a link to another disk; a link below it is somebody's mistake or
 * trap, and nothing is written or removed where it leads. */
#define _POSIX_C_SOURCE 200809L /* lstat */

#include "cmd/cmd.h"

#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "lsp/lsp.h"

/* Writes what is to be sent at once. */
static void send_bytes(void *context, const char *bytes, size_t length)
{
	(void)context;
	if ((fwrite(bytes, 1, length, stdout) < length || fflush(stdout) != 0) && cmd_write_fault == 0)
		cmd_write_fault = errno;
}

/* False, with a message, if [path] is a link. */
static bool is_no_link(const char *path)
{
	struct stat found;

	if (lstat(path, &found) != 0 || !S_ISLNK(found.st_mode))
		return true;
	cmd_error("`%s` is a link, so no shipped files are kept there for the editor", path);
	return false;
}

/* Makes the folders on the way to a file; those after the first [own] bytes must be no links. */
static bool make_folders(char *path, size_t own)
{
	for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
		bool made;
		*slash = '\0';
		made = ((size_t)(slash - path) <= own || is_no_link(path)) &&
		       (access(path, F_OK) == 0 || cmd_make_folder(path));
		*slash = '/';
		if (!made)
			return false;
	}
	return true;
}

/* True if that is what the file has. */
static bool holds(const char *path, const char *bytes, size_t length)
{
	struct canasta_bytes is = { 0 };
	struct stat found;
	bool same = lstat(path, &found) == 0 && S_ISREG(found.st_mode) && found.st_size == (off_t)length &&
	            access(path, R_OK) == 0 && cmd_read_file(path, &is) && is.length == length &&
	            memcmp(is.bytes, bytes, length) == 0;

	canasta_bytes_free(&is);
	return same;
}

static char *keep(void *context, const char *path, const char *bytes, size_t length)
{
	const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	const struct canasta_bytes text = { .bytes = (char *)bytes, .length = length };
	char at[4096];
	int own, size;

	(void)context;
	if (cache != NULL && cache[0] == '/')
		own = snprintf(at, sizeof at, "%s", cache);
	else if (home != NULL && home[0] == '/')
		own = snprintf(at, sizeof at, "%s/.cache", home);
	else
		return NULL;
	if ((size_t)own >= sizeof at)
		return NULL;
	size = snprintf(at + own, sizeof at - (size_t)own, "/canasta/%s/%s", canasta_version(), path);
	if ((size_t)size >= sizeof at - (size_t)own || !make_folders(at, (size_t)own))
		return NULL;
	if (!holds(at, bytes, length) && unlink(at) != 0 && errno != ENOENT) {
		cmd_file_error(at, "cannot be replaced");
		return NULL;
	}
	/* another editor may have written it in between */
	return holds(at, bytes, length) || cmd_new_file(at, &text) || holds(at, bytes, length) ? strdup(at) : NULL;
}

static void list(void *context, const char *folder, void (*found)(void *to, const char *name), void *to)
{
	DIR *open = opendir(folder);
	const struct dirent *entry;

	(void)context;
	while (open != NULL && (entry = readdir(open)) != NULL)
		found(to, entry->d_name);
	if (open != NULL)
		closedir(open);
}

/* ---- memory: a message that cannot be understood or answered without it is forgotten, so it is said here ---- */

static bool lacks_memory;

static void *resize(void *old, size_t size)
{
	void *piece = realloc(old, size);

	lacks_memory = lacks_memory || piece == NULL;
	return piece;
}

/* Writes a message if there was not enough memory since it was called last. Returns the status then, else [status]. */
static int report_memory(int status)
{
	if (!lacks_memory)
		return status;
	lacks_memory = false;
	return cmd_no_memory();
}

/* ---- the session ---- */

/* True if the client has sent nothing more. */
static bool is_quiet(void)
{
	struct pollfd input = { .fd = STDIN_FILENO, .events = POLLIN };

	return poll(&input, 1, 0) == 0;
}

int cmd_lsp(struct call *call)
{
	const struct lsp_plan plan = {
		.reader = cmd_io.reader, .out = { .write = send_bytes }, .keep = keep, .list = list
	};
	struct lsp *lsp;
	char bytes[65536];
	ssize_t count;
	int status = CANASTA_FINE;

	if (call->count > 0)
		return call_misuse(call, "`lsp` takes no arguments: the editor sends it what it needs to know");
	canasta_use_memory(resize, free);
	lsp = lsp_new(&plan);
	if (lsp == NULL)
		return cmd_no_memory();
	while ((count = read(STDIN_FILENO, bytes, sizeof bytes)) != 0) {
		if (count < 0 && errno == EINTR)
			continue;
		if (count < 0 || !lsp_receive(lsp, bytes, (size_t)count))
			break;
		while (is_quiet() && lsp_idle(lsp))
			;
		status = report_memory(status);
	}
	status = report_memory(status != CANASTA_FINE ? status : lsp_status(lsp));
	lsp_free(lsp);
	return status;
}
