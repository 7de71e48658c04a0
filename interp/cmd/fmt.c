/* fmt.c -- canasta fmt: rules files in canonical layout. */
#include "cmd/cmd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What to do with a file whose layout is another. */
enum doing { REWRITE, CHECK, DIFF };

/* Puts the canonical text in place of the file, or writes that of the standard input. */
static int rewrite(const char *path)
{
	struct cmd_bytes bytes = { 0 };
	struct canasta_io io = cmd_io;
	int changed, status;

	if (strcmp(path, "-") == 0)
		return canasta_format(&cmd_io, path, CANASTA_FORMAT_TEXT, NULL);
	io.out = cmd_gather(&bytes);
	status = canasta_format(&io, path, CANASTA_FORMAT_TEXT, &changed);
	if (bytes.failed)
		status = CANASTA_INTERNAL;
	if (status == CANASTA_FINE && changed && !cmd_replace_file(path, &bytes))
		status = CANASTA_MISUSE;
	free(bytes.bytes);
	return status;
}

static int format(const char *path, enum doing doing)
{
	int changed, status;

	if (doing == REWRITE)
		return rewrite(path);
	status = canasta_format(&cmd_io, path, doing == DIFF ? CANASTA_FORMAT_DIFF : CANASTA_FORMAT_NONE, &changed);
	if (changed && doing == CHECK)
		printf("%s: `canasta fmt` would lay it out otherwise\n", path);
	return changed && status == CANASTA_FINE ? CANASTA_FINDINGS : status;
}

int cmd_fmt(const struct command *command, int argc, char **argv)
{
	static const struct option options[] = { { "check", no_argument, NULL, 'c' },
		                                 { "diff", no_argument, NULL, 'd' },
		                                 CMD_OPTIONS_END };
	enum doing doing = REWRITE;
	int given, status = CANASTA_FINE, one;

	while ((given = cmd_option(command, argc, argv, ":cd", options)) != -1) {
		if (given != 'c' && given != 'd')
			return given == CMD_HELP ? CANASTA_FINE : CANASTA_MISUSE;
		doing = given == 'c' ? CHECK : DIFF;
	}
	if (optind == argc)
		return cmd_misuse(command, "which file?");
	for (int i = optind; i < argc; i++) {
		one = format(argv[i], doing);
		status = one > status ? one : status;
	}
	return status;
}
