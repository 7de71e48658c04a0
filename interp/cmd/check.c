/* check.c -- canasta check: all that is wrong with rules files. */
#include "cmd/cmd.h"

int cmd_check(const struct command *command, int argc, char **argv)
{
	static const struct option options[] = { { "strict", no_argument, NULL, 's' },
		                                 { "json", no_argument, NULL, 'j' },
		                                 { "sarif", no_argument, NULL, 'f' },
		                                 { "explain", required_argument, NULL, 'e' },
		                                 CMD_OPTIONS_END };
	struct canasta_checking checking = { .form = CANASTA_TEXT };
	const char *id = NULL;
	int given, form = 0;

	while ((given = cmd_option(command, argc, argv, ":e:", options)) != -1) {
		if ((given == 'j' || given == 'f') && !cmd_one_form(command, &form, given))
			return CANASTA_MISUSE;
		switch (given) {
		case 's': checking.strict = 1; break;
		case 'j': checking.form = CANASTA_JSON; break;
		case 'f': checking.form = CANASTA_SARIF; break;
		case 'e': id = optarg; break;
		default: return given == CMD_HELP ? CANASTA_FINE : CANASTA_MISUSE;
		}
	}
	if (id != NULL)
		return optind < argc ? cmd_misuse(command, "--explain stands alone") : canasta_explain(&cmd_io, id);
	if (optind == argc)
		return cmd_misuse(command, "which file?");
	if (!cmd_no_options(command, "looks at each of them", (const char *const *)argv + optind, argc - optind))
		return CANASTA_MISUSE;
	return canasta_check(&cmd_io, (const char *const *)(argv + optind), argc - optind, &checking);
}
