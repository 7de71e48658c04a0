/* score.c -- canasta score: what an end position is worth. */
#include "cmd/cmd.h"

#include <stdlib.h>
#include <string.h>

static int score(const struct command *command, struct canasta_dispute *position, char **arguments, int count)
{
	char *lines = NULL;
	int status;

	if (count == 0)
		return cmd_misuse(command, "which variant?");
	if (count == 1 && position->file == NULL)
		return cmd_misuse(command, "which position? Put quotes around each line");
	position->variants = (const char *const *)arguments;
	position->variant_count = 1;
	if (count > 1 && (lines = cmd_join(arguments + 1, count - 1)) == NULL)
		return CANASTA_INTERNAL;
	position->lines = lines;
	status = canasta_score(&cmd_io, position);
	free(lines);
	return status;
}

int cmd_score(const struct command *command, int argc, char **argv)
{
	static const struct option options[] = { { "position", required_argument, NULL, 'p' },
		                                 { "json", no_argument, NULL, 'j' },
		                                 { "with", required_argument, NULL, 'w' },
		                                 CMD_OPTIONS_END };
	struct canasta_dispute position = { .all = 0 };
	struct with with = { .count = 0 };
	int given;

	while ((given = cmd_option(command, argc, argv, ":p:jw:", options)) != -1)
		switch (given) {
		case 'p': position.file = optarg; break;
		case 'j': position.json = 1; break;
		case 'w':
			if (!cmd_with(command, &with, optarg))
				return CANASTA_MISUSE;
			break;
		default: return given == CMD_HELP ? CANASTA_FINE : CANASTA_MISUSE;
		}
	position.options = with.option;
	position.option_count = with.count;
	return score(command, &position, argv + optind, argc - optind);
}
