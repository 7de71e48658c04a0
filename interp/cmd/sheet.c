/* sheet.c -- canasta sheet: the rule sheet of a variant, a card of its values, or a score pad. */
#include "cmd/cmd.h"

#include <stdio.h>
#include <stdlib.h>
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

/* Writes the whole sheet or nothing, over an older one if need be, but not over rules. */
static int write_to_file(const struct request *request, const char *reference, const struct canasta_variant *variant)
{
	struct canasta_io io = cmd_io;
	struct cmd_bytes bytes = { .length = 0 };
	size_t length = strlen(request->file);
	bool written = false;
	int status;

	if (strncmp(reference, request->file, length) == 0 ||
	    (length > 8 && strcmp(request->file + length - 8, ".canasta") == 0)) {
		return cmd_complain("`%s` is a rules file; a sheet does not take its place", request->file);
	}
	io.out = cmd_gather(&bytes);
	status = canasta_sheet(&io, variant, &request->plan);
	if (status == CANASTA_FINE && !bytes.failed)
		written = cmd_put_file(request->file, &bytes);
	free(bytes.bytes);
	if (status == CANASTA_FINE && bytes.failed)
		return CANASTA_INTERNAL;
	return status == CANASTA_FINE && !written ? CANASTA_MISUSE : status;
}

static int write_sheet(const struct request *request, const char *reference)
{
	struct canasta_variant *variant;
	int status = cmd_load(reference, &request->with, &variant);

	if (status != CANASTA_FINE)
		return status;
	status = request->file != NULL ? write_to_file(request, reference, variant)
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
