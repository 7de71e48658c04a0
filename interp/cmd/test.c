/* test.c -- canasta test: the rulings of variants. */
#include "cmd/cmd.h"

int cmd_test(const struct command *command, int argc, char **argv)
{
	static const struct option options[] = { CMD_OPTIONS_END };
	int given = cmd_option(command, argc, argv, ":", options);

	if (given != -1)
		return given == CMD_HELP ? CANASTA_FINE : CANASTA_MISUSE;
	if (!cmd_no_options(command, "tries all rulings, with the options that each of them names",
	                    (const char *const *)argv + optind, argc - optind))
		return CANASTA_MISUSE;
	return canasta_test(&cmd_io, (const char *const *)(argv + optind), argc - optind);
}
