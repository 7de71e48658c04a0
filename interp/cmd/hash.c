/* hash.c -- canasta hash: one number for the rules of a variant. */
#include <stdio.h>
#include "cmd/cmd.h"

static int hash(const char *reference, const struct with *with)
{
	struct canasta_variant *variant;
	char digits[65];
	int status = cmd_load(reference, with, &variant);

	if (status == CANASTA_FINE)
		status = canasta_hash(&cmd_io, variant, digits);
	if (status == CANASTA_FINE)
		printf("%s  %s\n", digits, reference);
	canasta_free(variant);
	return status;
}

int cmd_hash(const struct command *command, int argc, char **argv)
{
	static const struct option options[] = { { "with", required_argument, NULL, 'w' }, CMD_OPTIONS_END };
	struct with with = { .count = 0 };
	int given, status = CANASTA_FINE;

	while ((given = cmd_option(command, argc, argv, ":w:", options)) != -1) {
		if (given != 'w')
			return given == CMD_HELP ? CANASTA_FINE : CANASTA_MISUSE;
		if (!cmd_with_list(command, &with, optarg))
			return CANASTA_MISUSE;
	}
	if (optind == argc)
		return cmd_misuse(command, "which variant?");
	for (int i = optind; i < argc; i++) {
		int one = hash(argv[i], &with);
		status = one > status ? one : status;
	}
	return status;
}
