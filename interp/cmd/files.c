/* files.c -- the way to the file system and the standard streams. Whatever a path leads to is answered calmly: reading
 * stops at the most a rules file may have, and a folder is told apart from a file. */
#define _POSIX_C_SOURCE 200809L

#include "cmd/cmd.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Opens [path]; a pipe that nobody writes to reads as empty instead of keeping everybody waiting. */
static int open_calmly(const char *path)
{
	int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	int flags = file >= 0 ? fcntl(file, F_GETFL) : -1;

	if (flags >= 0)
		fcntl(file, F_SETFL, flags & ~O_NONBLOCK);
	return file;
}

static enum canasta_read read_all(int file, const struct canasta_out *to)
{
	char bytes[16384];
	size_t total = 0;
	ssize_t length;

	for (;;) {
		length = read(file, bytes, sizeof bytes);
		if (length == 0)
			return CANASTA_READ_OK;
		if (length < 0 && errno == EINTR)
			continue;
		if (length < 0)
			return errno == EISDIR ? CANASTA_READ_DIRECTORY : CANASTA_READ_FAILED;
		total += (size_t)length;
		if (total > CANASTA_FILE_MAX)
			return CANASTA_READ_TOO_LONG;
		to->write(to->context, bytes, (size_t)length);
	}
}

static enum canasta_read read_file(void *context, const char *path, const struct canasta_out *to)
{
	enum canasta_read result;
	int file;

	(void)context;
	if (strcmp(path, "-") == 0)
		return read_all(STDIN_FILENO, to);
	file = open_calmly(path);
	if (file < 0)
		return errno == ENOENT || errno == ENOTDIR ? CANASTA_READ_MISSING : CANASTA_READ_FAILED;
	result = read_all(file, to);
	close(file);
	return result;
}

int cmd_write_fault;

static void write_data(void *context, const char *bytes, size_t length)
{
	(void)context;
	if (fwrite(bytes, 1, length, stdout) < length && cmd_write_fault == 0)
		cmd_write_fault = errno;
}

static void write_message(void *context, const char *bytes, size_t length)
{
	(void)context;
	fwrite(bytes, 1, length, stderr);
}

const struct canasta_io cmd_io = { .reader = { .read = read_file },
	                           .out = { .write = write_data },
	                           .messages = { .write = write_message } };

bool cmd_colour(void)
{
	const char *wish = getenv("NO_COLOR");

	return isatty(STDOUT_FILENO) && (wish == NULL || *wish == '\0');
}
