/* files.c -- files and the standard streams. All files are opened here, so that opening never waits and reading has a bound: rules stop
 * at the largest size of a rules file, everything else at FILE_BYTES_MAX. Folders are errors. A file that cannot be written completely
 * leaves the older one unchanged, and none where there was none. */
#define _XOPEN_SOURCE 700

#include "cmd/cmd.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h> /* PATH_MAX */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- opening ---- */

/* A pipe that nobody writes to reads as empty; one that nobody reads cannot be opened for writing. */
int cmd_open(const char *path, int flags, mode_t mode)
{
	int file = open(path, flags | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, mode);
	int found = file >= 0 ? fcntl(file, F_GETFL) : -1;

	if (found >= 0)
		fcntl(file, F_SETFL, found & ~O_NONBLOCK);
	return file;
}

void cmd_hold_streams(void)
{
	for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
		/* open() takes the lowest free number, which is [stream] */
		if (fcntl(stream, F_GETFD) < 0 && errno == EBADF)
			open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/* ---- reading ---- */

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
	return errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG ? CANASTA_READ_MISSING
	       : errno == EACCES                                            ? CANASTA_READ_DENIED
	                                                                    : CANASTA_READ_FAILED;
}

/* True if the standard input has not been read before; else it is empty, and a message says so. */
static bool take_input(void)
{
	static bool taken;

	if (taken)
		cmd_error("`-` is named twice, but the standard input can be read only once");
	return !taken && (taken = true);
}

static enum canasta_read read_file(void *context, const char *path, const struct canasta_out *to)
{
	enum canasta_read result;
	int file;

	(void)context;
	if (strcmp(path, "-") == 0)
		return take_input() ? read_all(STDIN_FILENO, to) : CANASTA_READ_FAILED;
	file = cmd_open(path, O_RDONLY, 0);
	if (file < 0)
		return why_unread();
	result = read_all(file, to);
	close(file);
	return result;
}

/* Sets [folder] to the folder of [path] without links; false if there is none. */
static bool real_folder(const char *path, char folder[PATH_MAX])
{
	const char *slash = strrchr(path, '/');
	char named[PATH_MAX] = ".";

	if (slash != NULL &&
	    (size_t)snprintf(named, sizeof named, "%.*s", (int)(slash - path) + 1, path) >= sizeof named)
		return false;
	return realpath(named, folder) != NULL;
}

/* True if [path], which has no links any more, is in [folder] or below. */
static bool is_within(const char *folder, const char *path)
{
	size_t length = strcmp(folder, "/") == 0 ? 0 : strlen(folder);

	return strncmp(folder, path, length) == 0 && path[length] == '/';
}

static enum canasta_read read_beside(void *context, const char *from, const char *path, const struct canasta_out *to)
{
	char folder[PATH_MAX], real[PATH_MAX];

	if (!real_folder(from, folder) || realpath(path, real) == NULL)
		return why_unread();
	return is_within(folder, real) ? read_file(context, real, to) : CANASTA_READ_OUTSIDE;
}

enum { FILE_BYTES_MAX = 1 << 28 };

bool cmd_read_rest(int file, struct canasta_bytes *bytes)
{
	char piece[16384];
	ssize_t length;

	do {
		length = read(file, piece, sizeof piece);
		if (length < 0 && errno == EINTR)
			continue;
		if (length < 0)
			return false;
		canasta_bytes_add(bytes, piece, (size_t)length);
		if (bytes->failed || bytes->length > FILE_BYTES_MAX)
			return errno = bytes->failed ? ENOMEM : EFBIG, false;
	} while (length != 0);
	return true;
}

/* Adds the beginning of the file at [path], as far as it may be read, to [bytes], at least a NUL. False, without a message, if it is no
 * plain file or cannot be read. */
static bool read_plain(const char *path, struct canasta_bytes *bytes)
{
	struct stat found;
	int file;

	if (stat(path, &found) != 0 || !S_ISREG(found.st_mode) || (file = cmd_open(path, O_RDONLY, 0)) < 0)
		return false;
	cmd_read_rest(file, bytes);
	close(file);
	return bytes->bytes != NULL;
}

bool cmd_read_file(const char *path, struct canasta_bytes *bytes)
{
	bool input = strcmp(path, "-") == 0, well;
	int file;

	if (input && !take_input())
		return false;
	file = input ? dup(STDIN_FILENO) : cmd_open(path, O_RDONLY, 0);
	well = file >= 0 && cmd_read_rest(file, bytes);
	if (!well)
		cmd_file_error(path, "cannot be read");
	if (file >= 0)
		close(file);
	return well;
}

int cmd_input_end(int status)
{
	if (!ferror(stdin))
		return status;
	cmd_error("the input cannot be read");
	return CANASTA_MISUSE;
}

enum canasta_file_kind cmd_file_kind(const char *path)
{
	enum canasta_file_kind kind = CANASTA_FILE_OTHER;
	struct canasta_bytes bytes = { 0 };

	if (read_plain(path, &bytes))
		kind = canasta_file_kind(bytes.bytes);
	canasta_bytes_free(&bytes);
	return kind;
}

/* ---- writing to the standard streams ---- */

int cmd_write_fault;
bool cmd_ascii, cmd_has_spoken;

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

/* Names of files must not contain control sequences of a terminal where people see them. */
static void write_masked(void (*write)(void *, const char *, size_t), const char *bytes, size_t length)
{
	size_t from = 0;

	for (size_t at = 0; at < length; at++)
		if (is_control(bytes + at, length - at)) {
			write(NULL, bytes + from, at - from);
			write(NULL, "?", 1);
			from = at + 1 + ((unsigned char)bytes[at] == CONTROL_LEAD);
			at = from - 1;
		}
	write(NULL, bytes + from, length - from);
}

void cmd_write_name(const char *name)
{
	write_masked(write_data, name, strlen(name));
}

static void write_error(void *context, const char *bytes, size_t length)
{
	(void)context;
	fwrite(bytes, 1, length, stderr);
}

static void write_message(void *context, const char *bytes, size_t length)
{
	(void)context;
	cmd_has_spoken = true;
	write_masked(write_error, bytes, length);
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

/* ---- writing files ---- */

bool cmd_lock_file(int file, const char *path, const char *not_plain, const char *is_used)
{
	struct stat found;
	bool plain = fstat(file, &found) == 0 && S_ISREG(found.st_mode);

	if (plain && (flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK))
		return true;
	errno = 0;
	cmd_file_error(path, plain ? is_used : not_plain);
	return false;
}

bool cmd_is_at(int file, const char *path)
{
	struct stat open, found;

	return fstat(file, &open) == 0 && stat(path, &found) == 0 && open.st_dev == found.st_dev &&
	       open.st_ino == found.st_ino;
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
static bool fill(int file, const struct canasta_bytes *bytes)
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
	const char *slash = strrchr(path, '/');
	int folder = slash != NULL ? (int)(slash - path) + 1 : 0, file, fault;
	bool owned;

	if ((size_t)snprintf(name, room, "%.*s.canasta-XXXXXX", folder, path) >= room)
		return errno = ENAMETOOLONG, -1;
	file = mkstemp(name);
	if (file < 0)
		return -1;
	owned = fchown(file, like->st_uid, like->st_gid) == 0;
	if (!owned && fchown(file, (uid_t)-1, like->st_gid) != 0)
		errno = 0; /* the message below is about this, too */
	if (fchmod(file, like->st_mode & 07777) == 0) {
		if (!owned)
			cmd_error("`%s` belongs to you now: its owner could not be kept", path);
		return file;
	}
	fault = errno;
	close(file);
	unlink(name);
	return errno = fault, -1;
}

/* Puts a new file in the place of [path], which is no link. */
static bool replace(const char *path, const struct stat *found, const struct canasta_bytes *bytes)
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

/* Other hard links of the file would keep the old text, so this is refused. */
bool cmd_replace_file(const char *path, const struct canasta_bytes *bytes)
{
	char real[PATH_MAX];
	struct stat found;
	bool replaced = false;
	int fault = 0;

	/* where a link leads to is replaced, not the link */
	if (realpath(path, real) == NULL || stat(real, &found) != 0 || access(real, W_OK) != 0)
		fault = errno;
	else if (!S_ISREG(found.st_mode))
		cmd_error("`%s` is not a plain file, and is left alone", path);
	else if (found.st_nlink > 1)
		cmd_error("`%s` is left as it is: the same file has another name, which would keep the old text", path);
	else if (!(replaced = replace(real, &found, bytes)))
		fault = errno;
	if (fault == 0)
		return replaced;
	errno = fault;
	return cmd_file_error(path, "cannot be written"), false;
}

/* A new file in the folder of [path], under a name that no other program uses, which goes to [name]. */
static int open_unnamed(const char *path, char *name, size_t room)
{
	static _Atomic unsigned made;
	const char *slash = strrchr(path, '/');
	int folder = slash != NULL ? (int)(slash - path) + 1 : 0, file;

	do {
		if ((size_t)snprintf(name, room, "%.*s.canasta-%ld-%u", folder, path, (long)getpid(), made++) >= room)
			return errno = ENAMETOOLONG, -1;
		file = cmd_open(name, O_WRONLY | O_CREAT | O_EXCL, 0666);
	} while (file < 0 && errno == EEXIST);
	return file;
}

/* Gives the file [name] the name [path], which no file may have. Where a file has one name only, an empty one takes it first. */
static bool give_name(const char *name, const char *path)
{
	int taken;

	if (link(name, path) == 0)
		return unlink(name), true;
	if (errno == EEXIST || (taken = cmd_open(path, O_WRONLY | O_CREAT | O_EXCL, 0666)) < 0)
		return false;
	close(taken);
	return rename(name, path) == 0;
}

/* The name comes last, so that a program that is killed leaves no part of the file under it. */
bool cmd_new_file(const char *path, const struct canasta_bytes *bytes)
{
	char name[PATH_MAX];
	struct stat found;
	int file, fault = EEXIST;

	if (lstat(path, &found) != 0) {
		file = open_unnamed(path, name, sizeof name);
		if (file >= 0 && fill(file, bytes) && give_name(name, path))
			return true;
		fault = errno;
		if (file >= 0)
			unlink(name);
	}
	if (fault == EEXIST)
		return cmd_error("there is a file `%s` already, which is left alone", path), false;
	errno = fault;
	return cmd_file_error(path, "cannot be written"), false;
}

/* The name of a new file is on the disk only once its folder is. */
void cmd_sync_folder(const char *path)
{
	const char *slash = strrchr(path, '/');
	char folder[PATH_MAX] = ".";
	int file;

	if (slash != NULL)
		snprintf(folder, sizeof folder, "%.*s", slash == path ? 1 : (int)(slash - path), path);
	file = cmd_open(folder, O_RDONLY | O_DIRECTORY, 0);
	if (file >= 0) {
		fsync(file);
		close(file);
	}
}

bool cmd_make_folder(const char *path)
{
	struct stat found;

	if (mkdir(path, 0777) == 0 || (errno == EEXIST && stat(path, &found) == 0 && S_ISDIR(found.st_mode)))
		return true;
	return cmd_error("the folder `%s` cannot be made: %s", path, strerror(errno)), false;
}

/* ---- pages ---- */

/* Writes [bytes] to [path], whatever is there: a new file, in place of an old one, or to a pipe that somebody reads. False, with a
 * message. */
static bool put_file(const char *path, const struct canasta_bytes *bytes)
{
	struct stat found = { 0 };
	bool there = stat(path, &found) == 0;
	int file;
	struct stat output;

	/* the standard output may have several hard links */
	if (strcmp(path, "-") == 0 ||
	    (fstat(STDOUT_FILENO, &output) == 0 && output.st_dev == found.st_dev && output.st_ino == found.st_ino))
		return cmd_io.out.write(NULL, bytes->bytes, bytes->length), true;
	if (!there)
		return cmd_new_file(path, bytes);
	if (S_ISREG(found.st_mode))
		return cmd_replace_file(path, bytes);
	file = cmd_open(path, O_WRONLY, 0);
	if (file < 0 && errno == ENXIO)
		return cmd_error("nobody reads from `%s`", path), false;
	return (file >= 0 && fill(file, bytes)) || (cmd_file_error(path, "cannot be written"), false);
}

/* What the file at [path] is, if a page must not take its place; NULL if it may. */
static const char *work_at(const char *path)
{
	static const char *const names[] = {
		[CANASTA_FILE_OTHER] = NULL,
		[CANASTA_FILE_RULES] = "rules",
		[CANASTA_FILE_LEDGER] = "a ledger",
		[CANASTA_FILE_PAD] = "a score pad",
		[CANASTA_FILE_RECORD] = "a record",
		[CANASTA_FILE_POSITION] = "a position",
		[CANASTA_FILE_RESULTS] = "results of a simulation",
		[CANASTA_FILE_JSON] = "JSON of another kind",
	};
	struct canasta_bytes bytes = { 0 };
	const char *name = NULL;

	if (cmd_ends_in(path, ".canasta") || cmd_ends_in(path, ".rulings"))
		return names[CANASTA_FILE_RULES];
	if (cmd_ends_in(path, ".tsv"))
		return names[CANASTA_FILE_LEDGER];
	if (cmd_ends_in(path, ".room"))
		return "a room of a server";
	if (read_plain(path, &bytes))
		name = keep_is_seed(bytes.bytes) ? "a seed" : names[canasta_file_kind(bytes.bytes)];
	canasta_bytes_free(&bytes);
	return name;
}

/* True if both names lead to one plain file. */
static bool is_same(const char *name, const char *other)
{
	struct stat one, two;

	return stat(name, &one) == 0 && stat(other, &two) == 0 && S_ISREG(one.st_mode) && one.st_dev == two.st_dev &&
	       one.st_ino == two.st_ino;
}

/* True if [reference], which may name a variant and options behind the file, is [file]. */
static bool is_read(const char *file, const char *reference)
{
	char path[4096];

	snprintf(path, sizeof path, "%.*s", (int)strcspn(reference, ":+"), reference);
	return is_same(file, reference) || is_same(file, path);
}

bool page_begin(struct output_file *page, const char *file, char **read, int count)
{
	const char *work;

	*page = (struct output_file){ .file = file, .io = cmd_io };
	if (file == NULL)
		return true;
	work = work_at(file);
	for (int i = 0; i < count && work == NULL; i++)
		work = is_read(file, read[i]) ? "what it is made from" : NULL;
	if (work != NULL)
		cmd_error("`%s` is left alone: a page does not take the place of %s", file, work);
	page->io.out = canasta_bytes_out(&page->bytes);
	return work == NULL;
}

int page_end(struct output_file *page, int status)
{
	bool found = status == CANASTA_FINDINGS && page->bytes.length > 0; /* no rules that could not be read */
	bool whole = page->file != NULL && (status == CANASTA_FINE || found);

	if (page->bytes.failed && (status == CANASTA_FINE || status == CANASTA_FINDINGS))
		status = cmd_no_memory();
	else if (whole && !put_file(page->file, &page->bytes))
		status = CANASTA_MISUSE;
	canasta_bytes_free(&page->bytes);
	return status;
}
