/* matrix.c -- canasta matrix: variants side by side. */
#include "cmd/cmd.h"
#include "cmd/page.h"

enum { HTML = 256, CSV };

static int matrix(char **references, int count, const struct canasta_telling *how, struct page *page)
{
	struct canasta_variant *variants[CANASTA_MATRIX_MAX] = { NULL };
	int status = page_begin(page, references, count) ? CANASTA_FINE : CANASTA_MISUSE;

	for (int i = 0; i < count && status == CANASTA_FINE; i++)
		status = cmd_load(references[i], NULL, &variants[i]);
	if (status == CANASTA_FINE)
		status = canasta_matrix(&page->io, (const struct canasta_variant *const *)variants,
		                        (const char *const *)references, count, how);
	for (int i = 0; i < count; i++)
		canasta_free(variants[i]);
	return page_end(page, status);
}

int cmd_matrix(const struct command *command, int argc, char **argv)
{
	static const struct option options[] = { { "all", no_argument, NULL, 'a' },
		                                 { "markdown", no_argument, NULL, 'm' },
		                                 { "html", no_argument, NULL, HTML },
		                                 { "csv", no_argument, NULL, CSV },
		                                 { "json", no_argument, NULL, 'j' },
		                                 { "output", required_argument, NULL, 'o' },
		                                 CMD_OPTIONS_END };
	struct canasta_telling how = { .all = 0 };
	struct page page = { .file = NULL };
	int given, form = 0;

	while ((given = cmd_option(command, argc, argv, ":amjo:", options)) != -1) {
		if ((given == 'm' || given == HTML || given == CSV || given == 'j') &&
		    !cmd_one_form(command, &form, given))
			return CANASTA_MISUSE;
		switch (given) {
		case 'a': how.all = 1; break;
		case 'm': how.form = CANASTA_MARKDOWN; break;
		case HTML: how.form = CANASTA_HTML; break;
		case CSV: how.form = CANASTA_CSV; break;
		case 'j': how.form = CANASTA_JSON; break;
		case 'o': page.file = optarg; break;
		default: return given == CMD_HELP ? CANASTA_FINE : CANASTA_MISUSE;
		}
	}
	if (optind == argc)
		return cmd_misuse(command, "which variants?");
	if (argc - optind > CANASTA_MATRIX_MAX)
		return cmd_misuse(command, "no more than %d variants side by side", CANASTA_MATRIX_MAX);
	return matrix(argv + optind, argc - optind, &how, &page);
}
