/* version.c -- canasta version, or canasta --version. */
#include <stdio.h>
#include "cmd/cmd.h"

int cmd_version(const struct command *command, int argc, char **argv)
{
	static const struct option options[] = { CMD_OPTIONS_END };
	int given = cmd_option(command, argc, argv, ":", options);

	if (given != -1)
		return given == CMD_HELP ? CANASTA_FINE : CANASTA_MISUSE;
	if (optind < argc)
		return cmd_misuse(command, "there is one version, and nothing to be said behind it");
	printf("canasta %s\n", canasta_version());
	return CANASTA_FINE;
}
