/* new.c -- canasta new: a rules file to start from. */
#include "cmd/cmd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_ROOM = 1024 };

/* What is to be written, and where. */
struct task {
	const char *from;
	char name[NAME_ROOM], path[NAME_ROOM], folder[NAME_ROOM];
};

static const char ENDING[] = ".canasta";

/* From `clubs/our-rules` or `clubs/our-rules.canasta` to the name our_rules. */
static void name_of(const char *given, char *name)
{
	const char *slash = strrchr(given, '/'), *base = slash != NULL ? slash + 1 : given;

	snprintf(name, NAME_ROOM, "%s", base);
	if (cmd_ends_in(name, ENDING))
		name[strlen(name) - strlen(ENDING)] = '\0';
	for (char *at = name; *at != '\0'; at++)
		if (*at == '-')
			*at = '_';
}

static void folder_of(const char *path, char *folder)
{
	const char *slash = strrchr(path, '/');

	snprintf(folder, NAME_ROOM, "%.*s", slash != NULL ? (int)(slash - path) + 1 : 0, path);
}

/* The text goes to a file only when all of it is there. */
static int write_new(const struct task *task)
{
	struct cmd_bytes bytes = { 0 };
	struct canasta_io io = cmd_io;
	int status;

	if (strcmp(task->path, "-") == 0)
		return canasta_new_text(&cmd_io, task->name, task->from, NULL);
	io.out = cmd_gather(&bytes);
	status = canasta_new_text(&io, task->name, task->from, task->folder);
	if (bytes.failed)
		status = CANASTA_INTERNAL;
	if (status == CANASTA_FINE && !cmd_new_file(task->path, &bytes))
		status = CANASTA_MISUSE;
	if (status == CANASTA_FINE)
		printf("%s is written. Open it in an editor: it says how to change a rule.\n", task->path);
	free(bytes.bytes);
	return status;
}

int cmd_new(const struct command *command, int argc, char **argv)
{
	static const struct option options[] = { { "from", required_argument, NULL, 'f' },
		                                 { "output", required_argument, NULL, 'o' },
		                                 CMD_OPTIONS_END };
	struct task task = { .from = NULL };
	const char *output = NULL, *given_name;
	int given;

	while ((given = cmd_option(command, argc, argv, ":f:o:", options)) != -1) {
		if (given != 'f' && given != 'o')
			return given == CMD_HELP ? CANASTA_FINE : CANASTA_MISUSE;
		*(given == 'f' ? &task.from : &output) = optarg;
	}
	if (argc - optind != 1)
		return cmd_misuse(command, "which name should the rules have?");
	if (task.from == NULL)
		return cmd_misuse(
			command,
			"start from whose rules? `--from classic`, `--from american`, or another name that `canasta list` shows");
	given_name = argv[optind];
	if (strlen(given_name) + sizeof ENDING > NAME_ROOM || (output != NULL && strlen(output) >= NAME_ROOM))
		return cmd_misuse(command, "that name is too long");
	name_of(given_name, task.name);
	snprintf(task.path, sizeof task.path, "%s%s", output != NULL ? output : given_name,
	         output != NULL || cmd_ends_in(given_name, ENDING) ? "" : ENDING);
	folder_of(task.path, task.folder);
	return write_new(&task);
}
