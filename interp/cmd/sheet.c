/* sheet.c -- canasta sheet: the rule sheet of a variant, a card of its values, or a score pad. */
#include "cmd/cmd.h"
#include "cmd/page.h"

/* What was asked for. */
struct request {
	struct canasta_sheet_plan plan;
	struct with with;
	struct page page;
	int chosen; /* the option that asked for a form */
};

static bool take(const struct command *command, struct request *request, int given)
{
	switch (given) {
	case 't': request->plan.form = CANASTA_TEXT; return cmd_one_form(command, &request->chosen, given);
	case 'm': request->plan.form = CANASTA_MARKDOWN; return cmd_one_form(command, &request->chosen, given);
	case 'H': request->plan.form = CANASTA_HTML; return cmd_one_form(command, &request->chosen, given);
	case 'j': request->plan.form = CANASTA_JSON; return cmd_one_form(command, &request->chosen, given);
	case 'c': request->plan.kind = CANASTA_SHEET_CARD; return true;
	case 'p': request->plan.kind = CANASTA_SHEET_PAD; return true;
	case 'n': request->plan.plain = 1; return true;
	case 'a': request->plan.all_cites = 1; return true;
	case 'l': request->plan.large = 1; return true;
	case 'L': request->plan.letter = 1; return true;
	case 'o': request->page.file = optarg; return true;
	case 'w': return cmd_with_list(command, &request->with, optarg);
	default: return false;
	}
}

static int write_sheet(struct request *request, char *reference)
{
	struct canasta_variant *variant;
	int status = cmd_load(reference, &request->with, &variant);

	if (status != CANASTA_FINE)
		return status;
	status = CANASTA_MISUSE;
	if (page_begin(&request->page, &reference, 1))
		status = canasta_sheet(&request->page.io, variant, &request->plan);
	canasta_free(variant);
	return page_end(&request->page, status);
}

int cmd_sheet(const struct command *command, int argc, char **argv)
{
	static const struct option options[] = { { "text", no_argument, NULL, 't' },
		                                 { "markdown", no_argument, NULL, 'm' },
		                                 { "html", no_argument, NULL, 'H' },
		                                 { "card", no_argument, NULL, 'c' },
		                                 { "pad", no_argument, NULL, 'p' },
		                                 { "large", no_argument, NULL, 'l' },
		                                 { "plain", no_argument, NULL, 'n' },
		                                 { "all", no_argument, NULL, 'a' },
		                                 { "letter", no_argument, NULL, 'L' },
		                                 { "output", required_argument, NULL, 'o' },
		                                 { "with", required_argument, NULL, 'w' },
		                                 { "json", no_argument, NULL, 'j' },
		                                 CMD_OPTIONS_END };
	struct request request = { .page.file = NULL };
	char *variant;
	int given;

	while ((given = cmd_option(command, argc, argv, ":cjpo:w:", options)) != -1)
		if (given == CMD_HELP || given == CMD_MISUSE || !take(command, &request, given))
			return given == CMD_HELP ? CANASTA_FINE : CANASTA_MISUSE;
	variant = cmd_only(command, "variant", argc, argv);
	return variant != NULL ? write_sheet(&request, variant) : CANASTA_MISUSE;
}
