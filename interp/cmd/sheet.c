/* sheet.c -- canasta sheet: the rule sheet of a variant, a card of its values, or a score pad. */
#include "cmd/cmd.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* What was asked for. */
struct request {
	struct canasta_sheet_plan plan;
	struct with with;
	const char *file; /* to write to; NULL: the standard output */
};

static bool take(const struct command *command, struct request *request, int given)
{
	switch (given) {
	case 't': request->plan.form = CANASTA_TEXT; return true;
	case 'm': request->plan.form = CANASTA_MARKDOWN; return true;
	case 'H': request->plan.form = CANASTA_HTML; return true;
	case 'c': request->plan.kind = CANASTA_SHEET_CARD; return true;
	case 'p': request->plan.kind = CANASTA_SHEET_PAD; return true;
	case 'l': request->plan.large = 1; return true;
	case 'L': request->plan.letter = 1; return true;
	case 'o': request->file = optarg; return true;
	case 'w': return cmd_with(command, &request->with, optarg);
	default: return false;
	}
}

/* What goes to a file of its own. */
static void write_file(void *context, const char *bytes, size_t length)
{
	fwrite(bytes, 1, length, context);
}

static int write_to_file(const struct request *request, const struct canasta_variant *variant)
{
	struct canasta_io io = cmd_io;
	FILE *file = fopen(request->file, "w");
	int status = CANASTA_MISUSE;

	if (file != NULL) {
		io.out = (struct canasta_out){ write_file, file };
		status = canasta_sheet(&io, variant, &request->plan);
		if (ferror(file) | fclose(file))
			file = NULL;
	}
	if (file != NULL)
		return status;
	fprintf(stderr, "canasta: cannot write %s: %s\n", request->file, strerror(errno));
	return CANASTA_MISUSE;
}

static int write_sheet(const struct request *request, const char *reference)
{
	struct canasta_variant *variant;
	int status = cmd_load(reference, &request->with, &variant);

	if (status != CANASTA_FINE)
		return status;
	status = request->file != NULL ? write_to_file(request, variant)
	                               : canasta_sheet(&cmd_io, variant, &request->plan);
	canasta_free(variant);
	return status;
}

int cmd_sheet(const struct command *command, int argc, char **argv)
{
	static const struct option options[] = {
		{ "text", no_argument, NULL, 't' },       { "markdown", no_argument, NULL, 'm' },
		{ "html", no_argument, NULL, 'H' },       { "card", no_argument, NULL, 'c' },
		{ "pad", no_argument, NULL, 'p' },        { "large", no_argument, NULL, 'l' },
		{ "letter", no_argument, NULL, 'L' },     { "output", required_argument, NULL, 'o' },
		{ "with", required_argument, NULL, 'w' }, CMD_OPTIONS_END
	};
	struct request request = { .file = NULL };
	int given;

	while ((given = cmd_option(command, argc, argv, ":cpo:w:", options)) != -1)
		if (given == CMD_HELP || given == CMD_MISUSE || !take(command, &request, given))
			return given == CMD_HELP ? CANASTA_FINE : CANASTA_MISUSE;
	if (argc - optind != 1)
		return cmd_misuse(command, optind == argc ? "which variant?" : "one variant at a time");
	return write_sheet(&request, argv[optind]);
}
