/* score.c -- canasta score: what an end position is worth, or the pad of an evening (pad.c). */
#include "cmd/cmd.h"
#include "cmd/pad.h"
#include "cmd/page.h"

#include <stdlib.h>
#include <string.h>

static int score(const struct command *command, struct canasta_dispute *position, char **arguments, int count)
{
	char *lines = NULL;
	int status;

	if (count == 0)
		return cmd_misuse(command, "which variant?");
	if (count == 1 && position->file == NULL)
		return cmd_misuse(command, "which position? Put quotes around each line");
	position->variants = (const char *const *)arguments;
	position->variant_count = 1;
	if (count > 1 && (lines = cmd_join(arguments + 1, count - 1)) == NULL)
		return CANASTA_INTERNAL;
	position->lines = lines;
	status = canasta_score(&cmd_io, position);
	free(lines);
	return status;
}

/* What --pad is asked for. */
struct pad_call {
	char *file;
	int csv, html;
	struct page page;
};

/* Writes the evening out, but not over the pad. */
static int export_pad(struct pad_call *call, const char *reference)
{
	int status = CANASTA_MISUSE;

	if (page_begin(&call->page, &call->file, 1))
		status = pad_export(&call->page.io, call->file, reference, call->html);
	return page_end(&call->page, status);
}

static int keep_pad(const struct command *command, struct pad_call *call, const struct with *with, char **arguments,
                    int count)
{
	if (count > 1)
		return cmd_misuse(command, "a pad is for one variant; what was scored is typed line by line");
	if (call->csv && call->html)
		return cmd_misuse(command, "either --csv or --html");
	if (call->csv || call->html)
		return export_pad(call, count > 0 ? arguments[0] : NULL);
	if (call->page.file != NULL)
		return cmd_misuse(command, "--output is for --csv or --html");
	return pad_keep(command, call->file, count > 0 ? arguments[0] : NULL, with);
}

int cmd_score(const struct command *command, int argc, char **argv)
{
	static const struct option options[] = {
		{ "position", required_argument, NULL, 'p' }, { "json", no_argument, NULL, 'j' },
		{ "pad", required_argument, NULL, 'P' },      { "csv", no_argument, NULL, 'c' },
		{ "html", no_argument, NULL, 'H' },           { "output", required_argument, NULL, 'o' },
		{ "with", required_argument, NULL, 'w' },     CMD_OPTIONS_END
	};
	struct canasta_dispute position = { .all = 0 };
	struct with with = { .count = 0 };
	struct pad_call pad = { .file = NULL };
	struct reference reference;
	int given;

	while ((given = cmd_option(command, argc, argv, ":p:jw:o:", options)) != -1)
		switch (given) {
		case 'p': position.file = optarg; break;
		case 'j': position.json = 1; break;
		case 'P': pad.file = optarg; break;
		case 'c': pad.csv = 1; break;
		case 'H': pad.html = 1; break;
		case 'o': pad.page.file = optarg; break;
		case 'w':
			if (!cmd_with_list(command, &with, optarg))
				return CANASTA_MISUSE;
			break;
		default: return given == CMD_HELP ? CANASTA_FINE : CANASTA_MISUSE;
		}
	if (optind < argc) {
		if (!cmd_reference_with(argv[optind], &reference, &with))
			return CANASTA_MISUSE;
		argv[optind] = reference.words;
	}
	if (pad.file != NULL)
		return keep_pad(command, &pad, &with, argv + optind, argc - optind);
	if (pad.csv || pad.html || pad.page.file != NULL)
		return cmd_misuse(command, "--csv, --html and --output are for a pad");
	position.options = with.option;
	position.option_count = with.count;
	return score(command, &position, argv + optind, argc - optind);
}
