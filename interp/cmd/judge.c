/* judge.c -- canasta judge: an argument at the table, settled. Variants stand first; what has a blank in it is a line of
 * the position, and the last one the act. */
#include "cmd/cmd.h"

#include <stdlib.h>
#include <string.h>

/* True for what is no variant: words with a blank between them, or an act that is one word. */
static int is_line(const char *argument)
{
	static const char *const acts[] = { "draw", "take", "ask", "talon", "stop", "special" };

	for (size_t i = 0; i < sizeof acts / sizeof *acts; i++)
		if (strcmp(argument, acts[i]) == 0)
			return 1;
	return strchr(argument, ' ') != NULL && strstr(argument, ".canasta") == NULL;
}

/* Takes the options off the names of the variants. All of them are asked with the same ones, so that only a single
 * variant may bring its own. */
static bool take_options(const struct command *command, char **variants, int count, struct reference *reference,
                         struct with *with)
{
	for (int i = 0; i < count; i++) {
		if (!cmd_reference(variants[i], reference))
			return false;
		if (count > 1 && reference->with.count > 0) {
			cmd_misuse(command, "several variants are asked with the same options: --with %s",
			           reference->with.option[0]);
			return false;
		}
	}
	if (count == 1 && !cmd_reference_with(variants[0], reference, with))
		return false;
	if (count == 1)
		variants[0] = reference->words;
	return true;
}

static int judge(const struct command *command, struct canasta_dispute *dispute, struct with *with,
                 struct reference *reference, char **arguments, int count)
{
	char *lines = NULL;
	int variants = 0, status;

	while (variants < count && !is_line(arguments[variants]))
		variants++;
	if (variants == 0)
		return cmd_misuse(command, "which variant?");
	if (!take_options(command, arguments, variants, reference, with))
		return CANASTA_MISUSE;
	dispute->options = with->option;
	dispute->option_count = with->count;
	dispute->variants = (const char *const *)arguments;
	dispute->variant_count = variants;
	if (variants < count) {
		lines = cmd_join(arguments + variants, count - variants);
		if (lines == NULL)
			return CANASTA_INTERNAL;
		dispute->lines = lines;
	} else if (dispute->file == NULL)
		return cmd_misuse(command, "which position, and which act? Put quotes around each line");
	status = canasta_judge(&cmd_io, dispute);
	free(lines);
	return status;
}

int cmd_judge(const struct command *command, int argc, char **argv)
{
	static const struct option options[] = { { "position", required_argument, NULL, 'p' },
		                                 { "brief", no_argument, NULL, 'b' },
		                                 { "all", no_argument, NULL, 'a' },
		                                 { "json", no_argument, NULL, 'j' },
		                                 { "with", required_argument, NULL, 'w' },
		                                 CMD_OPTIONS_END };
	struct canasta_dispute dispute = { .all = 0 };
	struct with with = { .count = 0 };
	struct reference reference;
	int given;

	while ((given = cmd_option(command, argc, argv, ":p:bajw:", options)) != -1)
		switch (given) {
		case 'p': dispute.file = optarg; break;
		case 'b': dispute.brief = 1; break;
		case 'a': dispute.all = 1; break;
		case 'j': dispute.json = 1; break;
		case 'w':
			if (!cmd_with_list(command, &with, optarg))
				return CANASTA_MISUSE;
			break;
		default: return given == CMD_HELP ? CANASTA_FINE : CANASTA_MISUSE;
		}
	return judge(command, &dispute, &with, &reference, argv + optind, argc - optind);
}
