/* show.c -- canasta show: the rules as they apply, and where each comes from. */
#include "cmd/cmd.h"

int cmd_show(const struct command *command, int argc, char **argv)
{
	static const struct option options[] = { { "with", required_argument, NULL, 'w' }, CMD_OPTIONS_END };
	struct canasta_variant *variant;
	struct with with = { .count = 0 };
	int given, status;

	while ((given = cmd_option(command, argc, argv, ":w:", options)) != -1) {
		if (given != 'w')
			return given == CMD_HELP ? CANASTA_FINE : CANASTA_MISUSE;
		if (!cmd_with(command, &with, optarg))
			return CANASTA_MISUSE;
	}
	if (optind == argc)
		return cmd_misuse(command, "which variant?");
	if (argc - optind > 2)
		return cmd_misuse(command, "one variant and one part at a time");
	status = canasta_load(&cmd_io, argv[optind], with.option, with.count, &variant);
	if (status != CANASTA_FINE)
		return status;
	status = canasta_show(&cmd_io, variant, argv[optind + 1]);
	canasta_free(variant);
	return status;
}
