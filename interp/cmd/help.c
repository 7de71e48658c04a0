/* help.c -- what is made of the table of commands for people to read: help, the man page, and the completion for bash. */
#include "cmd/cmd.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMN = 25, WIDTH = 88 };

/* ---- help ---- */

/* Writes [words] in lines that begin in [column], where the output is already. A line feed in them begins a new line. */
static void add_wrapped(const char *words, int column, struct cmd_bytes *to)
{
	const struct canasta_out out = cmd_gather(to);
	int at = column;

	for (;;) {
		int blanks = (int)strspn(words, " "), length = blanks + (int)strcspn(words + blanks, " \n");
		bool full = at > column && at + length > WIDTH;
		if (!full) {
			out.write(out.context, words, (size_t)length);
			at += length;
			words += length;
		}
		if (*words == '\0')
			break;
		if (full || *words == '\n') {
			out.write(out.context, "\n", 1);
			for (at = 0; at < column; at++)
				out.write(out.context, " ", 1);
			words += full ? blanks : 1;
		}
	}
	out.write(out.context, "\n", 1);
}

static void add_option(int number, struct cmd_bytes *to)
{
	const struct command_option *option = &command_options[number];
	const struct canasta_out out = cmd_gather(to);
	char head[80], letter[] = { '-', option->letter, ',', ' ', '\0' };
	int length = snprintf(head, sizeof head, "  %s--%s %s ", option->letter != 0 ? letter : "    ",
	                      option_name(number), option->argument);

	out.write(out.context, head, (size_t)length);
	while (length++ < COLUMN)
		out.write(out.context, " ", 1);
	add_wrapped(option->help, COLUMN, to);
}

/* The paragraphs and options of a command, as lines; the caller frees the bytes. */
static struct cmd_bytes describe(const struct command *command)
{
	struct cmd_bytes lines = { .length = 0 };
	const struct canasta_out out = cmd_gather(&lines);

	if (command->before[0] != '\0')
		add_wrapped(command->before, 0, &lines);
	for (int i = 0; i < OPTION_COUNT; i++)
		if (strcmp(command_options[i].command, command->name) == 0)
			add_option(i, &lines);
	if (command->behind[0] != '\0')
		add_wrapped(command->behind, 0, &lines);
	out.write(out.context, "", 1);
	if (lines.failed)
		lines.length = 0;
	return lines;
}

void help_command(const struct command *command)
{
	struct cmd_bytes lines = describe(command);

	printf("usage: canasta %s%s%s\n\n%c%s.\n", command->name, command->arguments[0] != '\0' ? " " : "",
	       command->arguments, toupper((unsigned char)command->help[0]), command->help + 1);
	if (lines.length > 1)
		printf("\n%s", lines.bytes);
	free(lines.bytes);
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

void help_man_page(void)
{
	puts(".Dd November 21, 2026\n.Dt CANASTA 1\n.Os\n.Sh NAME\n.Nm canasta\n"
	     ".Nd rules of Canasta: check, compare, print, judge, play, score, simulate\n"
	     ".Sh SYNOPSIS\n.Nm\n.Ar verb\n.Op Ar variant ...\n.Sh DESCRIPTION\n"
	     "A variant is the name of one that comes with\n.Nm ,\n"
	     "a rules file, or either with a colon and the name of one of its variants.\n"
	     ".Nm\n.Cm list\nshows those that come with it.\n.Sh VERBS");
	for (int i = 0; i < command_count; i++) {
		const struct command *command = &commands[i];
		struct cmd_bytes lines = describe(command);
		printf(".Ss canasta %s\n.Dl canasta %s%s", command->name, command->name,
		       command->arguments[0] != '\0' ? " " : "");
		write_plain(command->arguments);
		printf("\n.Pp\n%c", toupper((unsigned char)command->help[0]));
		write_plain(command->help + 1);
		puts(".");
		if (lines.length > 1) {
			puts(".Bd -literal");
			write_plain(lines.bytes);
			puts(".Ed");
		}
		free(lines.bytes);
	}
	puts(".Sh EXIT STATUS\n0 if all is well, 1 if there are findings, 2 if the call was wrong, 70 if\n.Nm\n"
	     "ran out of memory or contradicts itself.");
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
				printf(" --%s", option_name(j));
		puts("' ;;");
	}
	puts("\tesac\n\tcase $word in\n\t-*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;\n"
	     "\t*) COMPREPLY=($(compgen -f -W \"$(canasta list 2>/dev/null | cut -d' ' -f1)\" -- \"$word\")) ;;\n"
	     "\tesac\n}\ncomplete -o filenames -F _canasta canasta");
}
