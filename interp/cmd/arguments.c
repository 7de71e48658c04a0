/* arguments.c -- what is expanded from the rows of commands.def: options, help, the man page, completion; and what else stands
 * behind the name of a command: numbers, lists, and variants with their options in one word. */
#define _POSIX_C_SOURCE 200809L

#include "cmd/cmd.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct command_option command_options[] = {
#define OPTION(command, letter, name, ...) { #command, letter, #name, __VA_ARGS__ },
#include "cmd/commands.def"
};

enum { OPTIONS_MOST = 24, HELP = 'h', LONG = 256 /* LONG + i: row i has no short form */ };

const char *call_option_name(int option)
{
	static char names[OPTION_COUNT][16];
	char *name = names[option];

	for (size_t i = 0; i + 1 < sizeof names[option] && command_options[option].name[i] != '\0'; i++)
		name[i] = (char)(command_options[option].name[i] == '_' ? '-' : command_options[option].name[i]);
	return name;
}

/* ---- numbers and lists ---- */

bool call_read_number(const struct call *call, const char *what, const char *text, uint64_t low, uint64_t high,
                      uint64_t *number)
{
	char *end;

	errno = 0;
	*number = strtoull(text, &end, 10);
	if (text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0 && *number >= low && *number <= high)
		return true;
	if (high == UINT64_MAX && errno != ERANGE)
		call_misuse(call, "%s wants a whole number, not `%s`", what, text);
	else
		call_misuse(call, "%s wants a whole number from %llu to %llu, not `%s`", what, (unsigned long long)low,
		            (unsigned long long)high, text);
	return false;
}

static bool read_games(struct call *call, char *games)
{
	const uint64_t most = UINT64_C(1) << 40; /* this many games cannot overflow 64 bits in any count */
	char *colon = strchr(games, ':');

	call->from = 0;
	if (colon == NULL)
		return call_read_number(call, "--games", games, 1, most, &call->to);
	*colon = '\0';
	return call_read_number(call, "--games FROM:TO", games, 0, most - 1, &call->from) &&
	       call_read_number(call, "--games FROM:TO", colon + 1, call->from + 1, most, &call->to);
}

char *cmd_next(char **list)
{
	char *place = *list, *comma = place != NULL ? strchr(place, ',') : NULL;

	if (comma != NULL)
		*comma++ = '\0';
	*list = comma;
	return place;
}

bool cmd_ends_in(const char *name, const char *ending)
{
	size_t length = strlen(name), tail = strlen(ending);

	return length > tail && strcmp(name + length - tail, ending) == 0;
}

/* ---- options of a variant ---- */

/* Adds one; false, with a message, if there are too many. */
static bool add_with(struct with *with, const char *option)
{
	if (with->count == CANASTA_OPTIONS_MAX)
		return cmd_error("no more than %d options can be switched on", CANASTA_OPTIONS_MAX), false;
	with->option[with->count++] = option;
	return true;
}

/* Adds all in [options], which have commas between them as in a ruling. The string is split in place and must live as long as [with]. */
static bool add_with_list(struct with *with, char *options)
{
	bool more = true;

	while (more) {
		char *option = options + strspn(options, " "), *end = option + strcspn(option, ", ");
		options = end + strspn(end, " ");
		options += *options == ',';
		options += strspn(options, " ");
		more = *options != '\0';
		*end = '\0';
		if (!add_with(with, option))
			return false;
	}
	return true;
}

/* True if a `+` is part of the name of a file, which continues in [rest]. Stops at `=`, after which the value of an
 * option follows. */
static bool is_in_file(const char *rest)
{
	static const char ending[] = ".canasta";

	for (; *rest != '\0' && *rest != '='; rest++)
		if (*rest == '/' ||
		    (strncmp(rest, ending, strlen(ending)) == 0 && strchr(":+", rest[strlen(ending)]) != NULL))
			return true;
	return false;
}

/* After the first `+` options may also be separated by commas. */
bool cmd_reference(const char *given, struct reference *reference)
{
	char *plus;

	reference->with.count = 0;
	if (strlen(given) >= sizeof reference->words)
		return cmd_error("the name of a variant is too long"), false;
	plus = strchr(strcpy(reference->words, given), '+');
	while (plus != NULL && is_in_file(plus + 1))
		plus = strchr(plus + 1, '+');
	for (; plus != NULL; plus = strpbrk(plus, "+,")) {
		*plus++ = '\0';
		if (!add_with(&reference->with, plus))
			return false;
	}
	return true;
}

bool cmd_reference_with(const char *given, struct reference *reference, struct with *with)
{
	bool fits = cmd_reference(given, reference);

	for (int i = 0; fits && i < reference->with.count; i++)
		fits = add_with(with, reference->with.option[i]);
	return fits;
}

int cmd_load(const char *given, const struct with *with, struct canasta_variant **variant)
{
	struct reference reference;

	*variant = NULL;
	if (!cmd_reference(given, &reference))
		return CANASTA_MISUSE;
	for (int i = 0; with != NULL && i < with->count; i++)
		if (!add_with(&reference.with, with->option[i]))
			return CANASTA_MISUSE;
	return canasta_load(&cmd_io, reference.words, reference.with.option, reference.with.count, variant);
}

/* ---- options of a command ---- */

/* The options of a command for getopt_long(). */
struct getopt_rows {
	char letters[3 * OPTIONS_MOST];
	struct option option[OPTIONS_MOST];
	const char *names[OPTIONS_MOST];
	int count;
};

static bool takes_argument(const struct command_option *row)
{
	return row->argument[0] != '\0' && row->argument[0] != '[';
}

static void list_options(const struct command *command, struct getopt_rows *rows)
{
	char *letter = rows->letters;

	*rows = (struct getopt_rows){ .count = 0 };
	*letter++ = ':';
	for (int i = 0; i < OPTION_COUNT; i++) {
		const struct command_option *row = &command_options[i];
		if (strcmp(row->command, command->name) != 0)
			continue;
		if (row->letter != 0)
			*letter++ = row->letter;
		if (row->letter != 0 && takes_argument(row))
			*letter++ = ':';
		rows->names[rows->count] = call_option_name(i);
		rows->option[rows->count++] =
			(struct option){ call_option_name(i), takes_argument(row) ? required_argument : no_argument,
			                 NULL, LONG + i };
	}
	rows->names[rows->count] = "help";
	rows->option[rows->count++] = (struct option){ "help", no_argument, NULL, HELP };
}

static void unknown_option(const struct call *call, const char *given, const struct getopt_rows *rows)
{
	char word[64];
	const char *near;

	snprintf(word, sizeof word, "%.*s", (int)strcspn(given + 2, "="), given + 2);
	near = canasta_nearest(word, rows->names, rows->count);
	call_misuse(call, "there is no option --%s%s%s%s", word, near != NULL ? "; did you mean --" : "",
	            near != NULL ? near : "", near != NULL ? "?" : "");
}

/* The row that getopt_long() means by [found]. */
static int row_found(const struct command *command, int found)
{
	int row = found >= LONG ? found - LONG : 0;

	while (found < LONG &&
	       (command_options[row].letter != found || strcmp(command_options[row].command, command->name) != 0))
		row++;
	return row;
}

/* Reads one option; false, with a message, if it is wrong. */
static bool take_option(struct call *call, int number, int argc, char **argv)
{
	const struct command_option *row = &command_options[number];
	struct given_option *given = &call->given[call->given_count];
	char what[40];

	if (call->given_count == sizeof call->given / sizeof *call->given)
		return call_misuse(call, "these are too many options"), false;
	call->given_count++;
	*given = (struct given_option){ .option = number, .text = optarg };
	if (takes_argument(row) && strchr(row->argument, ' ') != NULL) {
		if (optind >= argc || argv[optind][0] == '-')
			return call_misuse(call, "two arguments should follow --%s: %s", call_option_name(number),
			                   row->argument),
			       false;
		given->second = argv[optind++];
	}
	snprintf(what, sizeof what, "--%s", call_option_name(number));
	switch (row->kind) {
	case OPTION_FLAG:
	case OPTION_TEXT: break;
	case OPTION_NUMBER: return call_read_number(call, what, optarg, row->low, row->high, &given->number);
	case OPTION_GAMES: return read_games(call, optarg);
	case OPTION_WITH: return add_with_list(&call->with, optarg);
	case OPTION_FORM:
		for (int i = 0; i < call->given_count; i++)
			if (command_options[call->given[i].option].kind == OPTION_FORM &&
			    call->given[i].option != number)
				return call_misuse(call, "one form of output at a time"), false;
		call->form = (enum canasta_form)row->low;
	}
	return true;
}

bool call_parse(const struct command *command, int argc, char **argv, struct call *call, int *status)
{
	struct getopt_rows rows;
	int found, at = 1;

	call->command = command;
	list_options(command, &rows);
	opterr = 0;
	*status = CANASTA_MISUSE;
	for (; (found = getopt_long(argc, argv, rows.letters, rows.option, NULL)) != -1; at = optind) {
		const char *word = argv[optind > at ? optind - 1 : at];
		if (found == HELP) {
			*status = help_command(command);
			return false;
		}
		if (found == ':')
			call_misuse(call, "something should follow %s", argv[optind - 1]);
		else if (found == '?' && optopt != 0 && strncmp(argv[optind - 1], "--", 2) != 0)
			call_misuse(call, "there is no option -%c", optopt);
		else if (found == '?' && optopt != 0)
			call_misuse(call, "nothing can follow %.*s", (int)strcspn(argv[optind - 1], "="),
			            argv[optind - 1]);
		else if (found == '?')
			unknown_option(call, word, &rows);
		else if (take_option(call, row_found(command, found), argc, argv))
			continue;
		return false;
	}
	call->rest = argv + optind;
	call->count = argc - optind;
	return true;
}

static const struct given_option *find(const struct call *call, enum command_option_id option)
{
	for (int i = call->given_count - 1; i >= 0; i--)
		if (call->given[i].option == (int)option)
			return &call->given[i];
	return NULL;
}

bool call_has(const struct call *call, enum command_option_id option)
{
	return find(call, option) != NULL;
}

char *call_text(const struct call *call, enum command_option_id option)
{
	const struct given_option *given = find(call, option);

	return given != NULL ? given->text : NULL;
}

uint64_t call_number(const struct call *call, enum command_option_id option, uint64_t otherwise)
{
	const struct given_option *given = find(call, option);

	return given != NULL ? given->number : otherwise;
}

/* ---- what stands behind the options ---- */

char *call_only(const struct call *call, const char *what)
{
	if (call->count == 1)
		return call->rest[0];
	call_misuse(call, call->count == 0 ? "which %s?" : "one %s at a time", what);
	return NULL;
}

const char *cmd_quote(const char *word, char *quoted, size_t room)
{
	const size_t length = strlen(word), plain = strcspn(word, " \t\n\"'\\$`&|;<>()*?[]{}#~!");
	size_t at = 0;

	if (length > 0 && plain == length)
		return word;
	quoted[at++] = '\'';
	for (; *word != '\0' && at + 6 < room; word++)
		if (*word == '\'') {
			memcpy(quoted + at, "'\\''", 4);
			at += 4;
		} else
			quoted[at++] = *word;
	memcpy(quoted + at, "'", 2);
	return quoted;
}

/* [words] as they are read from the folder of [beside], NULL if they lead out of it. */
static const char *from_folder_of(const char *words, const char *beside)
{
	const char *slash = beside != NULL ? strrchr(beside, '/') : NULL;
	size_t length = slash != NULL ? (size_t)(slash - beside) + 1 : 0;

	if (strncmp(words, beside != NULL ? beside : "", length) != 0)
		return NULL;
	words += length;
	return words[0] == '/' || strncmp(words, "../", 3) == 0 ? NULL : words;
}

bool cmd_is_beside(const char *words, const char *beside)
{
	return strstr(words, ".canasta") == NULL || from_folder_of(words, beside) != NULL;
}

const char *cmd_name_from(const char *words, const char *beside)
{
	const char *name = from_folder_of(words, beside), *slash = strrchr(words, '/');

	if (name != NULL)
		return name;
	/* it is not there, and where it is concerns nobody */
	return from_folder_of(words, NULL) != NULL || slash == NULL ? words : slash + 1;
}

int cmd_give_away(struct canasta_variant *variant, const char *given, const char *beside)
{
	struct reference reference;
	const char *name;

	if (!cmd_reference(given, &reference))
		return CANASTA_MISUSE;
	name = cmd_name_from(reference.words, beside);
	return name != reference.words ? canasta_call(variant, name) : CANASTA_FINE;
}

int call_load(const struct call *call, struct canasta_variant **variant)
{
	const char *reference = call_only(call, "variant");

	return reference != NULL ? cmd_load(reference, &call->with, variant) : CANASTA_MISUSE;
}

bool call_without_options(const struct call *call, const char *instead)
{
	struct reference reference;

	for (int i = 0; i < call->count; i++) {
		if (!cmd_reference(call->rest[i], &reference))
			return false;
		/* unless it is the name of a file that exists */
		if (reference.with.count > 0 && access(call->rest[i], F_OK) != 0) {
			cmd_error("`%s`: options are not named here; `canasta %s %s` %s", call->rest[i],
			          call->command->name, reference.words, instead);
			return false;
		}
	}
	return true;
}

enum { COLUMN = 25, WIDTH = 88 };

/* ---- help ---- */

/* Writes [words] in lines that begin in [column], where the output is already. A line feed in them begins a new line. */
static void add_wrapped(const char *words, int column, struct canasta_bytes *to)
{
	int at = column;

	for (;;) {
		int blanks = (int)strspn(words, " "), length = blanks + (int)strcspn(words + blanks, " \n");
		bool full = at > column && at + length > WIDTH;
		if (!full) {
			canasta_bytes_add(to, words, (size_t)length);
			at += length;
			words += length;
		}
		if (*words == '\0')
			break;
		if (full || *words == '\n') {
			canasta_bytes_add(to, "\n", 1);
			for (at = 0; at < column; at++)
				canasta_bytes_add(to, " ", 1);
			words += full ? blanks : 1;
		}
	}
	canasta_bytes_add(to, "\n", 1);
}

/* The paragraphs and options of a command, as lines; the caller frees the bytes. */
static struct canasta_bytes describe(const struct command *command)
{
	struct canasta_bytes lines = { .length = 0 };

	if (command->before[0] != '\0')
		add_wrapped(command->before, 0, &lines);
	for (int i = 0; i < OPTION_COUNT; i++)
		if (strcmp(command_options[i].command, command->name) == 0) {
			const struct command_option *option = &command_options[i];
			char head[80], letter[] = { '-', option->letter, ',', ' ', '\0' };
			int length = snprintf(head, sizeof head, "  %s--%s %s ", option->letter != 0 ? letter : "    ",
			                      call_option_name(i), option->argument);
			canasta_bytes_add(&lines, head, (size_t)length);
			while (length++ < COLUMN)
				canasta_bytes_add(&lines, " ", 1);
			add_wrapped(option->help, COLUMN, &lines);
		}
	if (command->behind[0] != '\0')
		add_wrapped(command->behind, 0, &lines);
	return lines;
}

int help_command(const struct command *command)
{
	struct canasta_bytes lines = describe(command);

	if (lines.failed)
		return canasta_bytes_free(&lines), cmd_no_memory();
	printf("usage: canasta %s%s%s\n\n%c%s.\n", command->name, command->arguments[0] != '\0' ? " " : "",
	       command->arguments, toupper((unsigned char)command->help[0]), command->help + 1);
	if (lines.length > 0)
		printf("\n%s", lines.bytes);
	canasta_bytes_free(&lines);
	return CANASTA_FINE;
}

void help_all(bool as_error)
{
	FILE *to = as_error ? stderr : stdout;

	fprintf(to, "usage: canasta VERB ...\n\n");
	for (int i = 0; i < command_count; i++)
		fprintf(to, "  %-10s %s\n", commands[i].name, commands[i].help);
	fprintf(to, "  %-10s %s\n", "help", "explains a verb: canasta help sim");
	fprintf(to, "\n"
	            "VARIANT is a name that `canasta list` shows, a file of yours (ours.canasta), or one of\n"
	            "several in a file (ours.canasta:friday); with options: ours.canasta+always_frozen.\n"
	            "The exit status is 0 if all is well, 1 if there are findings, 2 if the call was wrong.\n");
}

/* ---- the man page ---- */

/* Writes [words] as text of a man page, which reads some signs as its own. */
static void write_plain(const char *words)
{
	for (const char *at = words; *at != '\0'; at++) {
		if ((at == words || at[-1] == '\n') && (*at == '.' || *at == '\''))
			fputs("\\&", stdout);
		fputs(*at == '\\' ? "\\e" : *at == '-' ? "\\-" : (char[]){ *at, '\0' }, stdout);
	}
}

int help_man_page(void)
{
	puts(".Dd November 21, 2026\n.Dt CANASTA 1\n.Os\n.Sh NAME\n.Nm canasta\n"
	     ".Nd rules of Canasta: check, compare, print, judge, play, score, simulate\n"
	     ".Sh SYNOPSIS\n.Nm\n.Ar verb\n.Op Ar variant ...\n.Sh DESCRIPTION\n"
	     "A variant is the name of one that comes with\n.Nm ,\n"
	     "a rules file, or either with a colon and the name of one of its variants.\n"
	     ".Nm\n.Cm list\nshows those that come with it.\n.Sh VERBS");
	for (int i = 0; i < command_count; i++) {
		const struct command *command = &commands[i];
		struct canasta_bytes lines = describe(command);
		if (lines.failed)
			return canasta_bytes_free(&lines), cmd_no_memory();
		printf(".Ss canasta %s\n.Dl canasta %s%s", command->name, command->name,
		       command->arguments[0] != '\0' ? " " : "");
		write_plain(command->arguments);
		printf("\n.Pp\n%c", toupper((unsigned char)command->help[0]));
		write_plain(command->help + 1);
		puts(".");
		if (lines.length > 0) {
			puts(".Bd -literal");
			write_plain(lines.bytes);
			puts(".Ed");
		}
		canasta_bytes_free(&lines);
	}
	puts(".Sh EXIT STATUS\n0 if all is well, 1 if there are findings, 2 if the call was wrong, 70 if\n.Nm\n"
	     "ran out of memory or contradicts itself.");
	return CANASTA_FINE;
}

/* ---- completion ---- */

void help_completion(void)
{
	puts("# bash completion for canasta");
	puts("_canasta() {\n\tlocal word=${COMP_WORDS[COMP_CWORD]} verb=${COMP_WORDS[1]} options=\n"
	     "\tif [ \"$COMP_CWORD\" -eq 1 ]; then");
	fputs("\t\tCOMPREPLY=($(compgen -W 'help", stdout);
	for (int i = 0; i < command_count; i++)
		printf(" %s", commands[i].name);
	puts("' -- \"$word\"))\n\t\treturn\n\tfi\n\tcase $verb in");
	for (int i = 0; i < command_count; i++) {
		printf("\t%s) options='--help", commands[i].name);
		for (int j = 0; j < OPTION_COUNT; j++)
			if (strcmp(command_options[j].command, commands[i].name) == 0)
				printf(" --%s", call_option_name(j));
		puts("' ;;");
	}
	puts("\tesac\n\tcase $word in\n\t-*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;\n"
	     "\t*) COMPREPLY=($(compgen -f -W \"$(canasta list 2>/dev/null | cut -d' ' -f1)\" -- \"$word\")) ;;\n"
	     "\tesac\n}\ncomplete -o filenames -F _canasta canasta");
}
