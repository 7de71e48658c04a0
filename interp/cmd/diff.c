/* diff.c -- canasta diff: what differs between two variants. */
#include <string.h>
#include "cmd/cmd.h"

enum { HTML = 256 };

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

static int diff(char **references, const struct canasta_telling *how, enum canasta_level from)
{
	struct canasta_variant *variants[2] = { NULL, NULL };
	int status = CANASTA_FINE;

	for (int i = 0; i < 2 && status == CANASTA_FINE; i++)
		status = cmd_load(references[i], NULL, &variants[i]);
	if (status == CANASTA_FINE)
		status = canasta_diff(&cmd_io, (const struct canasta_variant *const *)variants,
		                      (const char *const *)references, how, from);
	else if (status == CANASTA_FINDINGS) /* which says that there are differences */
		status = CANASTA_MISUSE;
	canasta_free(variants[0]);
	canasta_free(variants[1]);
	return status;
}

/* Plays the two against each other, one difference after another or all at once. */
static int play(char **given, uint64_t seed, uint64_t games,
                int (*how)(const struct canasta_io *, const struct canasta_rivals *))
{
	static struct reference references[2];
	struct canasta_rivals rivals = { .seed = seed, .games = games };

	for (int i = 0; i < 2; i++) {
		if (!cmd_reference(given[i], &references[i]))
			return CANASTA_MISUSE;
		rivals.reference[i] = references[i].words;
		rivals.options[i] = references[i].with.option;
		rivals.option_count[i] = references[i].with.count;
		rivals.label[i] = given[i];
	}
	return how(&cmd_io, &rivals);
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
		                                 CMD_OPTIONS_END };
	struct canasta_telling how = { .colour = cmd_colour() };
	enum canasta_level from = CANASTA_WORDS;
	uint64_t games = 1000, seed = 1;
	int (*played)(const struct canasta_io *, const struct canasta_rivals *) = NULL;
	int given;

	while ((given = cmd_option(command, argc, argv, ":amjf:wbe:n:s:", options)) != -1)
		switch (given) {
		case 'a': how.all = 1; break;
		case 'm': how.form = CANASTA_MARKDOWN; break;
		case HTML: how.form = CANASTA_HTML; break;
		case 'j': how.form = CANASTA_JSON; break;
		case 'w': played = canasta_witness; break;
		case 'b': played = canasta_blame; break;
		case 'e':
			played = canasta_effect;
			if (!cmd_number(command, "--effect", optarg, 2, 100000000, &games))
				return CANASTA_MISUSE;
			break;
		case 'n':
			if (!cmd_number(command, "--games", optarg, 1, 10000000, &games))
				return CANASTA_MISUSE;
			break;
		case 's':
			if (!cmd_number(command, "--seed", optarg, 0, UINT64_MAX, &seed))
				return CANASTA_MISUSE;
			break;
		case 'f':
			if (!level_named(command, optarg, &from))
				return CANASTA_MISUSE;
			break;
		default: return given == CMD_HELP ? CANASTA_FINE : CANASTA_MISUSE;
		}
	if (argc - optind != 2)
		return cmd_misuse(command, "which two variants?");
	if (played != NULL)
		return play(argv + optind, seed, games, played);
	return diff(argv + optind, &how, from);
}
