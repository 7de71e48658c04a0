/* list.c -- canasta list: the variants that come with it. */
#include "cmd/cmd.h"

int cmd_list(const struct command *command, int argc, char **argv)
{
	static const struct option options[] = { { "long", no_argument, NULL, 'l' },
		                                 { "json", no_argument, NULL, 'j' },
		                                 CMD_OPTIONS_END };
	struct canasta_io io = cmd_io;
	int given, is_long = 0;

	while ((given = cmd_option(command, argc, argv, ":lj", options)) != -1)
		switch (given) {
		case 'l': is_long = 1; break;
		case 'j': io.form = CANASTA_JSON; break;
		default: return given == CMD_HELP ? CANASTA_FINE : CANASTA_MISUSE;
		}
	if (argc - optind > 1)
		return cmd_misuse(command, "one variant at a time");
	if (!cmd_no_options(command, "with -l tells which there are", (const char *const *)argv + optind,
	                    argc - optind))
		return CANASTA_MISUSE;
	return canasta_list(&io, argv[optind], is_long);
}
