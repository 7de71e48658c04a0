/* main.c -- finds the command and runs it. What went wrong with the output is noticed here, at the end. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include "cmd/cmd.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

const struct command cmd_commands[] = {
#define COMMAND(name, usage, help, more) { #name, usage, help, more, cmd_##name },
#include "cmd/commands.def"
#undef COMMAND
};

enum { COMMAND_COUNT = sizeof cmd_commands / sizeof *cmd_commands };

const int cmd_command_count = COMMAND_COUNT;

/* ---- help and misuse ---- */

void cmd_help(const struct command *command)
{
	printf("usage: canasta %s%s%s\n\n%c%s.\n", command->name, command->usage[0] != '\0' ? " " : "", command->usage,
	       command->help[0] - 'a' + 'A', command->help + 1);
	if (command->more[0] != '\0')
		printf("\n%s", command->more);
}

static void help(FILE *to)
{
	fprintf(to, "usage: canasta VERB ...\n\n");
	for (int i = 0; i < COMMAND_COUNT; i++)
		fprintf(to, "  %-10s %s\n", cmd_commands[i].name, cmd_commands[i].help);
	fprintf(to, "  %-10s %s\n", "help", "tells more about a verb: canasta help sim");
	fprintf(to, "\n"
	            "VARIANT is a name that `canasta list` shows, a file of yours (ours.canasta), or one of\n"
	            "several in a file (ours.canasta:friday); with options: ours.canasta+always_frozen.\n"
	            "The exit status is 0 if all is well, 1 if there are findings, 2 if the call was wrong.\n");
}

enum { SENTENCE_ROOM = 2000 };

int cmd_complain(const char *format, ...)
{
	char sentence[SENTENCE_ROOM + 400] = "canasta: "; /* in one piece: others may write, too */
	size_t begin = strlen(sentence);
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(sentence + begin, sizeof sentence - begin - 1, format, arguments);
	va_end(arguments);
	strcat(sentence, "\n");
	cmd_io.messages.write(NULL, sentence, strlen(sentence));
	return CANASTA_MISUSE;
}

int cmd_misuse(const struct command *command, const char *format, ...)
{
	char sentence[SENTENCE_ROOM];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(sentence, sizeof sentence, format, arguments);
	va_end(arguments);
	if (command == NULL)
		return cmd_complain("%s", sentence);
	return cmd_complain("%s\nusage: canasta %s%s%s", sentence, command->name, command->usage[0] != '\0' ? " " : "",
	                    command->usage);
}

static const struct command *command_named(const char *name)
{
	for (int i = 0; i < COMMAND_COUNT; i++)
		if (strcmp(cmd_commands[i].name, name) == 0)
			return &cmd_commands[i];
	return NULL;
}

static int unknown_command(const char *name)
{
	const char *names[COMMAND_COUNT + 1] = { "help" }, *near;

	for (int i = 0; i < COMMAND_COUNT; i++)
		names[i + 1] = cmd_commands[i].name;
	near = canasta_nearest(name, names, COMMAND_COUNT + 1);
	if (near != NULL)
		return cmd_complain("there is no verb `%s`; did you mean `%s`?", name, near);
	return cmd_complain("there is no verb `%s`; `canasta help` lists them", name);
}

static int help_command(int argc, char **argv)
{
	const struct command *command;

	if (argc < 2) {
		help(stdout);
		return CANASTA_FINE;
	}
	command = command_named(argv[1]);
	if (command == NULL)
		return strcmp(argv[1], "help") == 0 ? help(stdout), CANASTA_FINE : unknown_command(argv[1]);
	cmd_help(command);
	return CANASTA_FINE;
}

/* ---- arguments ---- */

static void unknown_option(const struct command *command, const char *given, const struct option *options)
{
	enum { OPTIONS_MOST = 64 };
	const char *names[OPTIONS_MOST], *near;
	char word[64];
	int count = 0;

	for (const struct option *option = options; option->name != NULL && count < OPTIONS_MOST; option++)
		names[count++] = option->name;
	snprintf(word, sizeof word, "%.*s", (int)strcspn(given + 2, "="), given + 2);
	near = canasta_nearest(word, names, count);
	if (near != NULL)
		cmd_misuse(command, "there is no option --%s; did you mean --%s?", word, near);
	else
		cmd_misuse(command, "there is no option --%s", word);
}

int cmd_option(const struct command *command, int argc, char **argv, const char *letters, const struct option *options)
{
	int given, at = optind > 0 ? optind : 1;

	opterr = 0;
	given = getopt_long(argc, argv, letters, options, NULL);
	if (given == CMD_HELP) {
		cmd_help(command);
		return CMD_HELP;
	}
	if (given == ':')
		cmd_misuse(command, "something should follow %s", argv[optind - 1]);
	else if (given == '?' && optopt != 0 && strncmp(argv[optind - 1], "--", 2) != 0)
		cmd_misuse(command, "there is no option -%c", optopt);
	else if (given == '?' && optopt != 0)
		cmd_misuse(command, "nothing can follow %.*s", (int)strcspn(argv[optind - 1], "="), argv[optind - 1]);
	else if (given == '?')
		unknown_option(command, argv[optind > at ? optind - 1 : at], options);
	return given == ':' ? CMD_MISUSE : given;
}

bool cmd_number(const struct command *command, const char *what, const char *text, uint64_t low, uint64_t high,
                uint64_t *number)
{
	char *end;

	errno = 0;
	*number = strtoull(text, &end, 10);
	if (text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0 && *number >= low && *number <= high)
		return true;
	if (high == UINT64_MAX && errno != ERANGE)
		cmd_misuse(command, "%s wants a whole number, not `%s`", what, text);
	else
		cmd_misuse(command, "%s wants a whole number from %llu to %llu, not `%s`", what,
		           (unsigned long long)low, (unsigned long long)high, text);
	return false;
}

bool cmd_games(const struct command *command, char *games, uint64_t *from, uint64_t *to)
{
	const uint64_t most = UINT64_C(1) << 40; /* of so many 64 bits can still count every act */
	char *colon = strchr(games, ':');

	*from = 0;
	if (colon == NULL)
		return cmd_number(command, "--games", games, 1, most, to);
	*colon = '\0';
	return cmd_number(command, "--games FROM:TO", games, 0, most - 1, from) &&
	       cmd_number(command, "--games FROM:TO", colon + 1, *from + 1, most, to);
}

bool cmd_with(const struct command *command, struct with *with, const char *option)
{
	if (with->count == WITH_MAX) {
		cmd_misuse(command, "no more than %d options can be switched on", WITH_MAX);
		return false;
	}
	with->option[with->count++] = option;
	return true;
}

bool cmd_with_list(const struct command *command, struct with *with, char *options)
{
	bool more = true;

	while (more) {
		char *option = options + strspn(options, " "), *end = option + strcspn(option, ", ");
		options = end + strspn(end, " ");
		options += *options == ',';
		options += strspn(options, " ");
		more = *options != '\0';
		*end = '\0';
		if (!cmd_with(command, with, option))
			return false;
	}
	return true;
}

bool cmd_one_form(const struct command *command, int *chosen, int form)
{
	if (*chosen != 0 && *chosen != form) {
		cmd_misuse(command, "one form of output at a time");
		return false;
	}
	*chosen = form;
	return true;
}

char *cmd_next(char **list)
{
	char *place = *list, *comma = place != NULL ? strchr(place, ',') : NULL;

	if (comma != NULL)
		*comma++ = '\0';
	*list = comma;
	return place;
}

char *cmd_only(const struct command *command, const char *what, int argc, char **argv)
{
	if (argc - optind == 1)
		return argv[optind];
	if (optind == argc)
		cmd_misuse(command, "which %s?", what);
	else
		cmd_misuse(command, "one %s at a time", what);
	return NULL;
}

bool cmd_ends_in(const char *name, const char *ending)
{
	size_t length = strlen(name), tail = strlen(ending);

	return length > tail && strcmp(name + length - tail, ending) == 0;
}

char *cmd_join(char **lines, int count)
{
	size_t length = 1;
	char *joined, *end;

	for (int i = 0; i < count; i++)
		length += strlen(lines[i]) + 1;
	joined = end = malloc(length);
	for (int i = 0; i < count && joined != NULL; i++) {
		size_t bytes = strlen(lines[i]);
		memcpy(end, lines[i], bytes);
		end += bytes;
		*end++ = '\n';
	}
	if (joined != NULL)
		*end = '\0';
	return joined;
}

/* ---- the whole ---- */

/* What was written may still wait in a buffer; that it cannot go out is known only now. A reader that went away in the
 * middle (`| head`) needs no message. */
static int finish_output(int status)
{
	int failed = ferror(stdout) || cmd_write_fault != 0;

	errno = 0;
	failed |= fflush(stdout) != 0;
	if (cmd_write_fault != 0)
		errno = cmd_write_fault;
	if (!failed)
		return status;
	if (errno != EPIPE)
		cmd_complain("the output cannot be written%s%s", errno != 0 ? ": " : "",
		             errno != 0 ? strerror(errno) : "");
	return CANASTA_MISUSE;
}

static int run(int argc, char **argv)
{
	const struct command *command;

	if (argc < 2) {
		help(stderr);
		return CANASTA_MISUSE;
	}
	if (strcmp(argv[1], "help") == 0 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
		return help_command(argc - 1, argv + 1);
	command = command_named(strcmp(argv[1], "--version") == 0 ? "version" : argv[1]);
	if (command == NULL)
		return unknown_command(argv[1]);
	return command->run(command, argc - 1, argv + 1);
}

/* Keeps the places of standard streams that are closed: a file opened later would take one, and messages would be
 * written into it. What is held there cannot be read or written, as before. */
static void hold_streams(void)
{
	for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
		if (fcntl(stream, F_GETFD) < 0 && errno == EBADF)
			open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY); /* the lowest that is free */
}

enum { STACK = 1 << 20 /* bytes: enough for every command */ };

/* True if so much address space is left. */
static bool is_room(void)
{
	void *room = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return room != MAP_FAILED && munmap(room, STACK) == 0;
}

/* The stack grows as it is used, and a program ends without a word if it cannot, as the address space is limited. So it grows now,
 * as far as it ever will. */
static __attribute__((noinline)) void take_stack(void)
{
	volatile char stack[STACK];

	stack[0] = 0;
	(void)stack[0];
}

int main(int argc, char **argv)
{
	hold_streams();
	if (!is_room()) {
		cmd_complain("there is not enough memory");
		return CANASTA_INTERNAL;
	}
	take_stack();
	return finish_output(run(argc, argv));
}
