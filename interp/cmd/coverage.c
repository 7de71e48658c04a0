/* coverage.c -- canasta coverage: a variant held against its source document. */
#include "cmd/cmd.h"

int cmd_coverage(const struct command *command, int argc, char **argv)
{
	static const struct option options[] = { { "all", no_argument, NULL, 'a' }, CMD_OPTIONS_END };
	const char *variant;
	int given, all = 0;

	while ((given = cmd_option(command, argc, argv, ":a", options)) != -1) {
		if (given != 'a')
			return given == CMD_HELP ? CANASTA_FINE : CANASTA_MISUSE;
		all = 1;
	}
	variant = cmd_only(command, "variant", argc, argv);
	if (variant != NULL && !cmd_no_options(command, "takes what they say in", &variant, 1))
		return CANASTA_MISUSE;
	return variant != NULL ? canasta_coverage(&cmd_io, variant, all) : CANASTA_MISUSE;
}
