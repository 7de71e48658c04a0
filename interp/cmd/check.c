/* check.c -- canasta check: all that is wrong with rules files. */
#include "cmd/cmd.h"

int cmd_check(const struct command *command, int argc, char **argv)
{
	static const struct option options[] = { CMD_OPTIONS_END };
	int given = cmd_option(command, argc, argv, ":", options);

	if (given != -1)
		return given == CMD_HELP ? CANASTA_FINE : CANASTA_MISUSE;
	if (optind == argc)
		return cmd_misuse(command, "which file?");
	return canasta_check(&cmd_io, (const char *const *)(argv + optind), argc - optind);
}
