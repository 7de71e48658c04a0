/* list.c -- canasta list: the variants that come with it. */
#include "cmd/cmd.h"

int cmd_list(const struct command *command, int argc, char **argv)
{
	static const struct option options[] = { { "long", no_argument, NULL, 'l' }, CMD_OPTIONS_END };
	int given, is_long = 0;

	while ((given = cmd_option(command, argc, argv, ":l", options)) != -1) {
		if (given != 'l')
			return given == CMD_HELP ? CANASTA_FINE : CANASTA_MISUSE;
		is_long = 1;
	}
	if (argc - optind > 1)
		return cmd_misuse(command, "one variant at a time");
	if (!cmd_no_options(command, "with -l tells which there are", (const char *const *)argv + optind,
	                    argc - optind))
		return CANASTA_MISUSE;
	return canasta_list(&cmd_io, argv[optind], is_long);
}
