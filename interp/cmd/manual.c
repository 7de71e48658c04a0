/* manual.c -- canasta manual: the tables of the language manual, for `make docs`. */
#include "cmd/cmd.h"

int cmd_manual(const struct command *command, int argc, char **argv)
{
	static const struct option options[] = { CMD_OPTIONS_END };
	int given = cmd_option(command, argc, argv, ":", options);

	if (given != -1)
		return given == CMD_HELP ? CANASTA_FINE : CANASTA_MISUSE;
	if (argc - optind != 1)
		return cmd_misuse(command, "which table?");
	return canasta_manual(&cmd_io, argv[optind]);
}
