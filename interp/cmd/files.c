/* files.c -- the way to the file system and the standard streams. Whatever a path leads to is answered calmly: reading
 * stops at the most a rules file may have, and a folder is told apart from a file. */
#define _XOPEN_SOURCE 700

#include "cmd/cmd.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h> /* PATH_MAX */
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

/* What errno says of a file that cannot be opened. */
static enum canasta_read why_unread(void)
{
	return errno == ENOENT || errno == ENOTDIR ? CANASTA_READ_MISSING
	       : errno == EACCES                   ? CANASTA_READ_DENIED
	                                           : CANASTA_READ_FAILED;
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
		return why_unread();
	result = read_all(file, to);
	close(file);
	return result;
}

/* The folder of [path] without links; NULL if there is none. */
static char *real_folder(const char *path)
{
	const char *slash = strrchr(path, '/');
	char folder[PATH_MAX];

	if (slash == NULL)
		return realpath(".", NULL);
	if ((size_t)snprintf(folder, sizeof folder, "%.*s", (int)(slash - path) + 1, path) >= sizeof folder)
		return NULL;
	return realpath(folder, NULL);
}

/* True if [path], which has no links any more, is in [folder] or below. */
static bool is_within(const char *folder, const char *path)
{
	size_t length = strcmp(folder, "/") == 0 ? 0 : strlen(folder);

	return strncmp(folder, path, length) == 0 && path[length] == '/';
}

static enum canasta_read read_real(const char *folder, const char *path, const struct canasta_out *to)
{
	char *real = realpath(path, NULL);
	enum canasta_read result = real == NULL               ? why_unread()
	                           : !is_within(folder, real) ? CANASTA_READ_OUTSIDE
	                                                      : read_file(NULL, real, to);

	free(real);
	return result;
}

static enum canasta_read read_beside(void *context, const char *from, const char *path, const struct canasta_out *to)
{
	char *folder = real_folder(from);
	enum canasta_read result = folder != NULL ? read_real(folder, path, to) : why_unread();

	(void)context;
	free(folder);
	return result;
}

int cmd_write_fault;
bool cmd_ascii;

static void write_raw(void *context, const char *bytes, size_t length)
{
	(void)context;
	if (fwrite(bytes, 1, length, stdout) < length && cmd_write_fault == 0)
		cmd_write_fault = errno;
}

static void write_data(void *context, const char *bytes, size_t length)
{
	const struct canasta_out raw = { .write = write_raw };

	if (cmd_ascii)
		canasta_ascii(&raw, bytes, length);
	else
		write_raw(context, bytes, length);
}

void cmd_write(const char *words)
{
	write_data(NULL, words, strlen(words));
}

/* The first of the two bytes that a control character beyond ASCII has. */
enum { CONTROL_LEAD = 0xc2 };

static bool is_control(const char *at, size_t left)
{
	unsigned char byte = (unsigned char)*at, next = left > 1 ? (unsigned char)at[1] : 0;

	return (byte < ' ' && byte != '\n' && byte != '\t') || byte == 0x7f ||
	       (byte == CONTROL_LEAD && next >= 0x80 && next < 0xa0);
}

/* Names of files stand in messages, and some would move the cursor or change the colours. */
static void write_message(void *context, const char *bytes, size_t length)
{
	size_t from = 0;

	(void)context;
	for (size_t at = 0; at < length; at++)
		if (is_control(bytes + at, length - at)) {
			fwrite(bytes + from, 1, at - from, stderr);
			fputc('?', stderr);
			from = at + 1 + ((unsigned char)bytes[at] == CONTROL_LEAD);
			at = from - 1;
		}
	fwrite(bytes + from, 1, length - from, stderr);
}

const struct canasta_io cmd_io = { .reader = { .read = read_file, .read_beside = read_beside },
	                           .out = { .write = write_data },
	                           .messages = { .write = write_message } };

bool cmd_knows_codes(void)
{
	const char *terminal = getenv("TERM");

	return terminal != NULL && *terminal != '\0' && strcmp(terminal, "dumb") != 0;
}

bool cmd_colour(void)
{
	const char *wish = getenv("NO_COLOR");

	return isatty(STDOUT_FILENO) && cmd_knows_codes() && (wish == NULL || *wish == '\0');
}

/* ---- gathering ---- */

static void gather(void *context, const char *bytes, size_t length)
{
	struct cmd_bytes *to = context;

	if (to->room - to->length < length) {
		size_t room = (to->length + length) * 2;
		char *more = realloc(to->bytes, room);
		if (more == NULL) {
			to->failed = true;
			return;
		}
		to->bytes = more;
		to->room = room;
	}
	memcpy(to->bytes + to->length, bytes, length);
	to->length += length;
}

struct canasta_out cmd_gather(struct cmd_bytes *bytes)
{
	return (struct canasta_out){ gather, bytes };
}

/* ---- writing files ---- */

static bool tell_unwritten(const char *path, int fault)
{
	cmd_complain("`%s` cannot be written: %s", path, strerror(fault));
	return false;
}

bool cmd_write_whole(int file, const char *bytes, size_t length)
{
	while (length > 0) {
		ssize_t done = write(file, bytes, length);
		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return false;
		bytes += done;
		length -= (size_t)done;
	}
	return fdatasync(file) == 0 || errno == EINVAL || errno == EROFS; /* a pipe has no disk to wait for */
}

/* Writes and closes [file], whatever happens. */
static bool fill(int file, const struct cmd_bytes *bytes)
{
	bool written = cmd_write_whole(file, bytes->bytes, bytes->length);
	int fault = errno;
	bool closed = close(file) == 0;

	if (!written)
		errno = fault;
	return written && closed;
}

/* A file beside [path] with the owner, as far as we may, and the permissions of [like]; its name goes to [name]. */
static int open_beside(const char *path, const struct stat *like, char *name, size_t room)
{
	int file, fault;
	bool owned;

	if ((size_t)snprintf(name, room, "%s.XXXXXX", path) >= room)
		return errno = ENAMETOOLONG, -1;
	file = mkstemp(name);
	if (file < 0)
		return -1;
	owned = fchown(file, like->st_uid, like->st_gid) == 0;
	if (!owned && fchown(file, (uid_t)-1, like->st_gid) != 0)
		errno = 0; /* told below, with what else was not kept */
	if (fchmod(file, like->st_mode & 07777) == 0) {
		if (!owned)
			cmd_complain("`%s` is yours now: who owned it could not be kept", path);
		return file;
	}
	fault = errno;
	close(file);
	unlink(name);
	return errno = fault, -1;
}

/* Puts a new file in the place of [path], which is no link. */
static bool replace(const char *path, const struct stat *found, const struct cmd_bytes *bytes)
{
	char name[4096];
	int file = open_beside(path, found, name, sizeof name), fault;

	if (file < 0)
		return false;
	if (fill(file, bytes) && rename(name, path) == 0)
		return true;
	fault = errno;
	unlink(name);
	errno = fault;
	return false;
}

/* A file with several names would go on under the others as it was, which is seldom meant. */
bool cmd_replace_file(const char *path, const struct cmd_bytes *bytes)
{
	char *real = realpath(path, NULL); /* where a link leads to is replaced, not the link */
	struct stat found;
	bool replaced = false;
	int fault = 0;

	if (real == NULL || stat(real, &found) != 0 || access(real, W_OK) != 0)
		fault = errno;
	else if (!S_ISREG(found.st_mode))
		cmd_complain("`%s` is no plain file, and is left alone", path);
	else if (found.st_nlink > 1)
		cmd_complain("`%s` is left as it is: the same file has another name, which would keep the old text",
		             path);
	else if (!(replaced = replace(real, &found, bytes)))
		fault = errno;
	free(real);
	return fault == 0 ? replaced : tell_unwritten(path, fault);
}

/* Writes to what is no plain file: a pipe, a terminal. A pipe that nobody reads keeps nobody waiting. */
static bool pour_out(const char *path, const struct cmd_bytes *bytes)
{
	int file = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC), flags;

	if (file < 0 && errno == ENXIO)
		return cmd_complain("nobody reads from `%s`", path), false;
	flags = file >= 0 ? fcntl(file, F_GETFL) : -1;
	if (flags >= 0)
		fcntl(file, F_SETFL, flags & ~O_NONBLOCK);
	return (file >= 0 && fill(file, bytes)) || tell_unwritten(path, errno);
}

/* True if [path] leads to the standard output, by whatever name. */
static bool is_output(const char *path, const struct stat *found)
{
	struct stat output;

	return strcmp(path, "-") == 0 ||
	       (fstat(STDOUT_FILENO, &output) == 0 && output.st_dev == found->st_dev && output.st_ino == found->st_ino);
}

bool cmd_put_file(const char *path, const struct cmd_bytes *bytes)
{
	struct stat found = { 0 };
	bool there = stat(path, &found) == 0;

	if (is_output(path, &found))
		return cmd_io.out.write(NULL, bytes->bytes, bytes->length), true;
	if (!there)
		return cmd_new_file(path, bytes);
	return S_ISREG(found.st_mode) ? cmd_replace_file(path, bytes) : pour_out(path, bytes);
}

bool cmd_new_file(const char *path, const struct cmd_bytes *bytes)
{
	int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666), fault;

	if (file < 0 && errno == EEXIST) {
		cmd_complain("there is a file `%s` already, which is left alone", path);
		return false;
	}
	if (file < 0)
		return tell_unwritten(path, errno);
	if (fill(file, bytes))
		return true;
	fault = errno;
	unlink(path);
	return tell_unwritten(path, fault);
}
