/* main.c -- finds the command and runs it. What went wrong with the output is noticed here, at the end. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include "cmd/cmd.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

const struct command commands[] = {
#define COMMAND(name, arguments, help, before, behind) { #name, arguments, help, before, behind, cmd_##name },
#include "cmd/commands.def"
};

enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

const int command_count = COMMAND_COUNT;

/* ---- messages ---- */

enum { SENTENCE_ROOM = 2000 };

int cmd_error(const char *format, ...)
{
	/* one write for the whole message, so that other processes' output cannot split it */
	char sentence[SENTENCE_ROOM + 400] = "canasta: ";
	size_t begin = strlen(sentence);
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(sentence + begin, sizeof sentence - begin - 1, format, arguments);
	va_end(arguments);
	strcat(sentence, "\n");
	cmd_io.messages.write(NULL, sentence, strlen(sentence));
	return CANASTA_MISUSE;
}

int cmd_no_memory(void)
{
	cmd_error("there is not enough memory");
	return CANASTA_INTERNAL;
}

int call_misuse(const struct call *call, const char *format, ...)
{
	const struct command *command = call->command;
	char sentence[SENTENCE_ROOM];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(sentence, sizeof sentence, format, arguments);
	va_end(arguments);
	return cmd_error("%s\nusage: canasta %s%s%s", sentence, command->name, command->arguments[0] != '\0' ? " " : "",
	                 command->arguments);
}

int cmd_file_error(const char *path, const char *what)
{
	return cmd_error("`%s` %s%s%s", path, what, errno != 0 ? ": " : "", errno != 0 ? strerror(errno) : "");
}

/* ---- running a command ---- */

static const struct command *command_named(const char *name)
{
	for (int i = 0; i < COMMAND_COUNT; i++)
		if (strcmp(commands[i].name, name) == 0)
			return &commands[i];
	return NULL;
}

static int unknown_command(const char *name)
{
	const char *names[COMMAND_COUNT + 1] = { "help" }, *near;

	for (int i = 0; i < COMMAND_COUNT; i++)
		names[i + 1] = commands[i].name;
	near = canasta_nearest(name, names, COMMAND_COUNT + 1);
	if (near != NULL)
		return cmd_error("there is no verb `%s`; did you mean `%s`?", name, near);
	return cmd_error("there is no verb `%s`; `canasta help` lists them", name);
}

static int help(const char *about)
{
	const struct command *command = about != NULL ? command_named(about) : NULL;

	if (command != NULL)
		return help_command(command);
	if (about != NULL && strcmp(about, "help") != 0)
		return unknown_command(about);
	help_all(false);
	return CANASTA_FINE;
}

static int run(int argc, char **argv)
{
	static struct call call; /* static: too large for the stack */
	const struct command *command;
	int status;

	if (argc < 2) {
		help_all(true);
		return CANASTA_MISUSE;
	}
	if (strcmp(argv[1], "help") == 0 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
		return help(argv[2]);
	command = command_named(strcmp(argv[1], "--version") == 0 ? "version" : argv[1]);
	if (command == NULL)
		return unknown_command(argv[1]);
	if (command->run == cmd_serve) { /* canasta-serve reads its own options */
		call = (struct call){ .command = command, .rest = argv + 2, .count = argc - 2 };
		return cmd_serve(&call);
	}
	return call_parse(command, argc - 1, argv + 1, &call, &status) ? command->run(&call) : status;
}

int cmd_version(struct call *call)
{
	if (call->count > 0)
		return call_misuse(call, "`version` takes no arguments");
	if (call_has(call, OPTION_version_licences)) {
		cmd_write((const char *)cmd_licences);
		return CANASTA_FINE;
	}
	printf("canasta %s\n", canasta_version());
	return CANASTA_FINE;
}

/* ---- the process ---- */

/* What ends with an error of this program has said why, unless memory was used up where nobody could say so. */
static int explain(int status)
{
	return status == CANASTA_INTERNAL && !cmd_has_spoken ? cmd_no_memory() : status;
}

/* Flushes the output and reports a write error. A reader that closed the pipe (`| head`) needs no message. */
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
		cmd_error("the output cannot be written%s%s", errno != 0 ? ": " : "",
		          errno != 0 ? strerror(errno) : "");
	return CANASTA_MISUSE;
}

enum { STACK = 1 << 20 /* bytes; more than any command uses */ };

/* Touches the whole stack at the start: with a limited address space a program whose stack cannot grow is killed without a message. */
static __attribute__((noinline)) void take_stack(void)
{
	volatile char stack[STACK];

	stack[0] = 0;
	(void)stack[0];
}

int main(int argc, char **argv)
{
	void *room = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	cmd_hold_streams();
	signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error of write(), and not the end of the program */
	if (room == MAP_FAILED || munmap(room, STACK) != 0)
		return cmd_no_memory();
	take_stack();
	return finish_output(explain(run(argc, argv)));
}
