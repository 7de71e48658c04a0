/* serve.c -- canasta serve: starts the server, which is a program of its own, since it needs libraries that the tool does without. */
#define _DEFAULT_SOURCE /* readlink */

#include "cmd/cmd.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char name[] = "canasta-serve";

int cmd_serve(struct call *call)
{
	char tool[PATH_MAX], path[PATH_MAX + sizeof name];
	ssize_t length = readlink("/proc/self/exe", tool, sizeof tool - 1);
	char **words = call->rest - 1; /* the verb stands before them */
	const char *slash;

	tool[length > 0 ? length : 0] = '\0';
	slash = strrchr(tool, '/');
	words[0] = name;
	errno = ENOENT;
	if (slash != NULL) {
		snprintf(path, sizeof path, "%.*s/%s", (int)(slash - tool), tool, name);
		execv(path, words);
	}
	if (errno == ENOENT)
		execvp(name, words);
	if (errno == ENOENT)
		return cmd_error("the server is not installed. `make serve` builds it: docs/serving.md");
	return cmd_file_error(name, "cannot be started");
}
