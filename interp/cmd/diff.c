/* diff.c -- canasta diff: what differs between two variants. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "cmd/cmd.h"
#include "cmd/page.h"

enum { HTML = 256, SAVE };

static const char *const LEVELS[] = { "setup", "play", "score", "words" };

/* The level called [name]; false, with the misuse told, if there is none. */
static bool level_named(const struct command *command, const char *name, enum canasta_level *level)
{
	for (int i = 0; i < 4; i++)
		if (strcmp(LEVELS[i], name) == 0) {
			*level = (enum canasta_level)i;
			return true;
		}
	cmd_misuse(command, "--fail-on wants setup, play, score or words, not `%s`", name);
	return false;
}

/* What the call asks for. */
struct call {
	struct canasta_telling how;
	enum canasta_level from;
	/* the two are played: each difference alone, all at once, or to see what comes of it */
	int (*played)(const struct canasta_io *io, const struct canasta_rivals *rivals);
	uint64_t seed, games;
	const char *folder; /* for files that show differences, or NULL */
	bool unkept;        /* one of them could not be kept there */
	struct page page;
	int chosen;                 /* the option that asked for a form */
	bool is_written, is_played; /* options were given for the one or the other */
};

static int diff(char **references, struct call *call)
{
	struct canasta_variant *variants[2] = { NULL, NULL };
	int status = CANASTA_FINE;

	for (int i = 0; i < 2 && status == CANASTA_FINE; i++)
		status = cmd_load(references[i], NULL, &variants[i]);
	if (status == CANASTA_FINE)
		status = canasta_diff(&call->page.io, (const struct canasta_variant *const *)variants,
		                      (const char *const *)references, &call->how, call->from);
	else if (status == CANASTA_FINDINGS) /* which says that there are differences */
		status = CANASTA_MISUSE;
	canasta_free(variants[0]);
	canasta_free(variants[1]);
	return status;
}

/* Makes the folder, unless it is there. */
static bool open_folder(const char *folder)
{
	struct stat found;

	if (mkdir(folder, 0777) == 0)
		return true;
	if (errno == EEXIST && stat(folder, &found) == 0 && S_ISDIR(found.st_mode))
		return true;
	cmd_complain("the folder `%s` cannot be made: %s", folder, strerror(errno));
	return false;
}

/* Keeps a file in the folder; one that is there already is not touched. */
static int keep(void *context, const char *name, const char *bytes, size_t length)
{
	const struct cmd_bytes file = { .bytes = (char *)bytes, .length = length };
	struct call *call = context;
	char path[4096];
	bool kept = false;

	if ((size_t)snprintf(path, sizeof path, "%s/%s", call->folder, name) >= sizeof path)
		cmd_complain("the name of the folder is too long");
	else
		kept = cmd_new_file(path, &file);
	call->unkept = call->unkept || !kept;
	return kept;
}

/* Says on a terminal how far it is, on a line that the last call clears. */
static void show_progress(void *context, int done, int all)
{
	(void)context;
	if (done < all)
		fprintf(stderr, "\rdifference %d of %d", done + 1, all);
	else
		fputs("\r\033[K", stderr);
	fflush(stderr);
}

/* Plays the two against each other. */
static int play(char **given, struct call *call)
{
	static struct reference references[2];
	struct canasta_rivals rivals = { .seed = call->seed, .games = call->games, .form = call->how.form };

	for (int i = 0; i < 2; i++) {
		if (!cmd_reference(given[i], &references[i]))
			return CANASTA_MISUSE;
		rivals.reference[i] = references[i].words;
		rivals.options[i] = references[i].with.option;
		rivals.option_count[i] = references[i].with.count;
		rivals.label[i] = given[i];
	}
	if (call->folder != NULL) {
		if (!open_folder(call->folder))
			return CANASTA_MISUSE;
		rivals.save = keep;
	}
	rivals.context = call;
	if (isatty(STDERR_FILENO))
		rivals.progress = show_progress;
	return call->played(&call->page.io, &rivals);
}

/* Takes in one option; false, with the misuse told, if it is none. */
static bool read_option(const struct command *command, int given, struct call *call)
{
	if ((given == 'm' || given == HTML || given == 'j') && !cmd_one_form(command, &call->chosen, given))
		return false;
	switch (given) {
	case 'a': call->how.all = 1; break;
	case 'm': call->how.form = CANASTA_MARKDOWN; return true;
	case HTML: call->how.form = CANASTA_HTML; return true;
	case 'j': call->how.form = CANASTA_JSON; break;
	case 'f': call->is_written = true; return level_named(command, optarg, &call->from);
	case 'w': call->played = canasta_witness; return true;
	case 'b': call->played = canasta_blame; return true;
	case 'e':
		call->played = canasta_effect;
		return cmd_number(command, "--effect", optarg, 2, 100000000, &call->games);
	case 'n': call->is_played = true; return cmd_number(command, "--games", optarg, 1, 10000000, &call->games);
	case 's': call->is_played = true; return cmd_number(command, "--seed", optarg, 0, UINT64_MAX, &call->seed);
	case 'o':
		call->page.file = optarg;
		call->how.colour = 0;
		return true;
	case SAVE:
		call->is_played = true;
		call->folder = optarg;
		return true;
	default: return false;
	}
	call->is_written = true;
	return true;
}

int cmd_diff(const struct command *command, int argc, char **argv)
{
	static const struct option options[] = { { "all", no_argument, NULL, 'a' },
		                                 { "markdown", no_argument, NULL, 'm' },
		                                 { "html", no_argument, NULL, HTML },
		                                 { "json", no_argument, NULL, 'j' },
		                                 { "fail-on", required_argument, NULL, 'f' },
		                                 { "witness", no_argument, NULL, 'w' },
		                                 { "blame", no_argument, NULL, 'b' },
		                                 { "effect", required_argument, NULL, 'e' },
		                                 { "games", required_argument, NULL, 'n' },
		                                 { "seed", required_argument, NULL, 's' },
		                                 { "save", required_argument, NULL, SAVE },
		                                 { "output", required_argument, NULL, 'o' },
		                                 CMD_OPTIONS_END };
	struct call call = { .how = { .colour = cmd_colour() }, .from = CANASTA_WORDS, .seed = 1 };
	int given, status;

	while ((given = cmd_option(command, argc, argv, ":amjf:wbe:n:s:o:", options)) != -1)
		if (!read_option(command, given, &call))
			return given == CMD_HELP ? CANASTA_FINE : CANASTA_MISUSE;
	if (argc - optind != 2)
		return cmd_misuse(command, "which two variants?");
	if (call.played != NULL && (call.is_written || call.how.form == CANASTA_JSON))
		return cmd_misuse(command, "--witness, --blame and --effect have no --all, --json and --fail-on");
	if (call.played == NULL && call.is_played)
		return cmd_misuse(command, "games are played with --witness, --blame or --effect");
	if (!page_begin(&call.page, argv + optind, 2))
		return page_end(&call.page, CANASTA_MISUSE);
	status = page_end(&call.page, call.played != NULL ? play(argv + optind, &call) : diff(argv + optind, &call));
	return call.unkept && status != CANASTA_INTERNAL ? CANASTA_MISUSE : status;
}
