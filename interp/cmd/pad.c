/* pad.c -- the score pad at the table. An entry is tried, written behind the others and brought to the disk before it is
 * answered: whatever happens then, it counts. A line that was cut off by a crash is taken away when the file is opened
 * again. */
#define _POSIX_C_SOURCE 200809L

#include "cmd/pad.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "cmd/cmd.h"

enum { ENTRY_MAX = 1100 };

/* ---- the file ---- */

static int complain(const char *file, const char *what)
{
	fprintf(stderr, "canasta: %s %s%s%s\n", file, what, errno != 0 ? ": " : "", errno != 0 ? strerror(errno) : "");
	return CANASTA_MISUSE;
}

/* Writes all of it to the end of the file and waits until it is on the disk. */
static int append(int file, const char *bytes, size_t length)
{
	while (length > 0) {
		ssize_t done = write(file, bytes, length);
		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			return 0;
		bytes += done;
		length -= (size_t)done;
	}
	return fdatasync(file) == 0 || errno == EINVAL; /* what cannot be synced is no disk */
}

static int exists(const char *file)
{
	struct stat status;

	return stat(file, &status) == 0 && status.st_size > 0;
}

/* Opens what was kept, without a last line that is not whole. */
static int open_kept(const char *path, struct canasta_pad **pad, int *file)
{
	size_t whole;
	int status = canasta_pad_read(&cmd_io, path, pad, &whole);
	struct stat now;

	if (status != CANASTA_FINE)
		return status;
	*file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
	if (*file < 0 || fstat(*file, &now) != 0)
		return complain(path, "cannot be written");
	if (now.st_size > (off_t)whole) {
		if (ftruncate(*file, (off_t)whole) != 0)
			return complain(path, "cannot be written");
		fprintf(stderr, "canasta: the last line of %s was cut off and does not count\n", path);
	}
	return CANASTA_FINE;
}

static int open_new(const struct command *command, const char *path, const char *reference, const struct with *with,
                    struct canasta_pad **pad, int *file)
{
	const char *head;
	int status;

	if (reference == NULL)
		return cmd_misuse(command, "which variant is the new pad %s for?", path);
	status = canasta_pad_new(&cmd_io, reference, with->option, with->count, pad);
	if (status != CANASTA_FINE)
		return status;
	head = canasta_pad_head(*pad);
	*file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
	if (*file < 0 || !append(*file, head, strlen(head)))
		return complain(path, "cannot be written");
	return CANASTA_FINE;
}

/* ---- the table ---- */

/* Makes one entry. What cannot be kept does not count either. */
static int enter(struct canasta_pad *pad, const char *path, int file, char *line, size_t length)
{
	if (canasta_pad_enter(&cmd_io, pad, line) != CANASTA_FINE)
		return CANASTA_FINDINGS;
	line[length] = '\n';
	if (!append(file, line, length + 1)) {
		complain(path, "cannot be written, and this entry does not count");
		return CANASTA_INTERNAL;
	}
	canasta_pad_tell(&cmd_io, pad);
	return CANASTA_FINE;
}

/* Takes the end of the line off, and blanks in front of it and before it. */
static char *trim(char *line, size_t *length)
{
	while (*length > 0 && strchr(" \t\r\n", line[*length - 1]) != NULL)
		line[--*length] = '\0';
	while (*line == ' ' || *line == '\t')
		line++, --*length;
	return line;
}

/* Passes over the rest of a line that is longer than any entry. */
static void pass_over(void)
{
	int letter;

	while ((letter = getchar()) != EOF && letter != '\n')
		;
	fputs("That is too long a line.\n", stderr);
}

static int serve(struct canasta_pad *pad, const char *path, int file)
{
	char line[ENTRY_MAX + 2];
	int status = CANASTA_FINE, asks = isatty(STDIN_FILENO);

	canasta_pad_tell(&cmd_io, pad);
	for (;;) {
		char *words;
		size_t length;
		if (asks)
			fputs("> ", stdout);
		fflush(stdout);
		if (fgets(line, ENTRY_MAX, stdin) == NULL)
			return status;
		length = strlen(line);
		if (length == ENTRY_MAX - 1 && line[length - 1] != '\n') {
			pass_over();
			status = CANASTA_FINDINGS;
			continue;
		}
		words = trim(line, &length);
		if (length == 0 || words[0] == '#')
			continue;
		if (strcmp(words, "quit") == 0)
			return status;
		if (strcmp(words, "show") == 0)
			canasta_pad_tell(&cmd_io, pad);
		else if (strcmp(words, "help") == 0)
			canasta_pad_help(&cmd_io, pad);
		else {
			int one = enter(pad, path, file, words, length);
			if (one == CANASTA_INTERNAL)
				return CANASTA_MISUSE;
			status = one == CANASTA_FINE ? status : one;
		}
	}
}

/* True if the pad is for [reference], with the options it began with. */
static int is_for(const struct canasta_pad *pad, const char *reference)
{
	static const char first[] = "pad 1 ";
	const char *head = canasta_pad_head(pad) + strlen(first);
	size_t length = strlen(reference);

	return strncmp(head, reference, length) == 0 && (head[length] == '\n' || head[length] == ' ');
}

static int go_on(const struct command *command, const char *path, const char *reference, const struct with *with,
                 struct canasta_pad **pad, int *file)
{
	int status;

	if (with->count > 0)
		return cmd_misuse(command, "%s is there: the options of a pad are chosen when it is new", path);
	status = open_kept(path, pad, file);
	if (status == CANASTA_FINE && reference != NULL && !is_for(*pad, reference))
		return cmd_misuse(command, "%s is a pad for another variant; its first line tells which", path);
	return status;
}

int pad_keep(const struct command *command, const char *path, const char *reference, const struct with *with)
{
	struct canasta_pad *pad = NULL;
	int file = -1, status;

	errno = 0;
	status = exists(path) ? go_on(command, path, reference, with, &pad, &file)
	                      : open_new(command, path, reference, with, &pad, &file);
	if (status == CANASTA_FINE)
		status = serve(pad, path, file);
	if (file >= 0 && close(file) != 0 && status == CANASTA_FINE)
		status = complain(path, "cannot be written");
	canasta_pad_free(pad);
	return status;
}

int pad_export(const char *path, int html)
{
	struct canasta_pad *pad;
	size_t whole;
	int status = canasta_pad_read(&cmd_io, path, &pad, &whole);

	if (status != CANASTA_FINE)
		return status;
	status = html ? canasta_pad_html(&cmd_io, pad) : canasta_pad_csv(&cmd_io, pad);
	canasta_pad_free(pad);
	return status;
}
