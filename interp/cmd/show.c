/* show.c -- canasta show: the rules as they apply, and where each comes from. */
#include "cmd/cmd.h"

int cmd_show(const struct command *command, int argc, char **argv)
{
	static const struct option options[] = { { "changed", no_argument, NULL, 'c' },
		                                 { "short", no_argument, NULL, 's' },
		                                 { "json", no_argument, NULL, 'j' },
		                                 { "with", required_argument, NULL, 'w' },
		                                 CMD_OPTIONS_END };
	struct canasta_variant *variant;
	struct with with = { .count = 0 };
	unsigned how = 0;
	int given, status;

	while ((given = cmd_option(command, argc, argv, ":csjw:", options)) != -1) {
		switch (given) {
		case 'c': how |= CANASTA_SHOW_CHANGED; break;
		case 's': how |= CANASTA_SHOW_SHORT; break;
		case 'j': how |= CANASTA_SHOW_JSON; break;
		case 'w':
			if (!cmd_with_list(command, &with, optarg))
				return CANASTA_MISUSE;
			break;
		default: return given == CMD_HELP ? CANASTA_FINE : CANASTA_MISUSE;
		}
	}
	if (optind == argc)
		return cmd_misuse(command, "which variant?");
	if (argc - optind > 2)
		return cmd_misuse(command, "one variant and one part at a time");
	status = cmd_load(argv[optind], &with, &variant);
	if (status != CANASTA_FINE)
		return status;
	status = canasta_show(&cmd_io, variant, argv[optind + 1], how);
	canasta_free(variant);
	return status;
}
