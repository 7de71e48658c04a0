/* lsp.c -- the command that serves editors: canasta lsp. The standard input and output carry the messages; shipped files are kept below
 * the user's cache, where editors can open them. */
#define _POSIX_C_SOURCE 200809L

#include "cmd/cmd.h"

#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lsp/lsp.h"

/* Writes what is to be sent at once. */
static void send_bytes(void *context, const char *bytes, size_t length)
{
	(void)context;
	if ((fwrite(bytes, 1, length, stdout) < length || fflush(stdout) != 0) && cmd_write_fault == 0)
		cmd_write_fault = errno;
}

/* Makes the folders on the way to a file. */
static bool make_folders(char *path)
{
	for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
		bool made;
		*slash = '\0';
		made = access(path, F_OK) == 0 || cmd_make_folder(path);
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
	bool same = access(path, R_OK) == 0 && cmd_read_file(path, &is) && is.length == length &&
	            memcmp(is.bytes, bytes, length) == 0;

	canasta_bytes_free(&is);
	return same;
}

static char *keep(void *context, const char *path, const char *bytes, size_t length)
{
	const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	const struct canasta_bytes text = { .bytes = (char *)bytes, .length = length };
	char at[4096];
	int size;

	(void)context;
	if (cache != NULL && cache[0] == '/')
		size = snprintf(at, sizeof at, "%s/canasta/%s/%s", cache, canasta_version(), path);
	else if (home != NULL && home[0] == '/')
		size = snprintf(at, sizeof at, "%s/.cache/canasta/%s/%s", home, canasta_version(), path);
	else
		return NULL;
	if (size < 0 || (size_t)size >= sizeof at || !make_folders(at))
		return NULL;
	if (!holds(at, bytes, length) && ((unlink(at) != 0 && errno != ENOENT) || !cmd_new_file(at, &text)))
		return NULL;
	return strdup(at);
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
	int status;

	if (call->count > 0)
		return call_misuse(call, "`lsp` takes no arguments: the editor sends it what it needs to know");
	lsp = lsp_new(&plan);
	if (lsp == NULL)
		return CANASTA_INTERNAL;
	while ((count = read(STDIN_FILENO, bytes, sizeof bytes)) != 0) {
		if (count < 0 && errno == EINTR)
			continue;
		if (count < 0 || !lsp_receive(lsp, bytes, (size_t)count))
			break;
		while (is_quiet() && lsp_idle(lsp))
			;
	}
	status = lsp_status(lsp);
	lsp_free(lsp);
	return status;
}
