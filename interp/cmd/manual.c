/* manual.c -- canasta manual: the tables of the language manual, for `make docs`, and what is made of the table of
 * commands: the manual page and the completion for bash. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include "cmd/cmd.h"

/* ---- the manual page ---- */

/* Writes [words] as text of a manual page, which reads some signs as its own. */
static void write_plain(const char *words)
{
	for (const char *at = words; *at != '\0'; at++) {
		if ((at == words || at[-1] == '\n') && (*at == '.' || *at == '\''))
			fputs("\\&", stdout);
		fputs(*at == '\\' ? "\\e" : *at == '-' ? "\\-" : (char[]){ *at, '\0' }, stdout);
	}
}

static void write_verb(const struct command *command)
{
	printf(".Ss canasta %s\n.Dl canasta %s%s", command->name, command->name, command->usage[0] != '\0' ? " " : "");
	write_plain(command->usage);
	printf("\n.Pp\n%c", toupper((unsigned char)command->help[0]));
	write_plain(command->help + 1);
	puts(".");
	if (command->more[0] != '\0') {
		puts(".Bd -literal");
		write_plain(command->more);
		puts(".Ed");
	}
}

static void write_man(void)
{
	puts(".Dd November 21, 2026\n.Dt CANASTA 1\n.Os\n.Sh NAME\n.Nm canasta\n"
	     ".Nd rules of Canasta: check, compare, print, judge, play, score, simulate\n"
	     ".Sh SYNOPSIS\n.Nm\n.Ar verb\n.Op Ar variant ...\n.Sh DESCRIPTION\n"
	     "A variant is the name of one that comes with\n.Nm ,\n"
	     "a rules file, or either with a colon and the name of one of its variants.\n"
	     ".Nm\n.Cm list\nshows those that come with it.\n.Sh VERBS");
	for (int i = 0; i < cmd_command_count; i++)
		write_verb(&cmd_commands[i]);
	puts(".Sh EXIT STATUS\n0 if all is well, 1 if there are findings, 2 if the call was wrong, 70 if\n.Nm\n"
	     "ran out of memory or contradicts itself.");
}

/* ---- completion ---- */

/* The long options that the paragraph of a command names. */
static void write_options(const struct command *command)
{
	fputs("--help", stdout);
	for (const char *at = strstr(command->more, "--"); at != NULL; at = strstr(at + 2, "--")) {
		int length = (int)strspn(at + 2, "abcdefghijklmnopqrstuvwxyz-");
		if (length > 0)
			printf(" %.*s", length + 2, at);
	}
}

static void write_completion(void)
{
	puts("# bash completion for canasta");
	puts("_canasta() {\n\tlocal word=${COMP_WORDS[COMP_CWORD]} verb=${COMP_WORDS[1]} options=\n"
	     "\tif [ \"$COMP_CWORD\" -eq 1 ]; then");
	fputs("\t\tCOMPREPLY=($(compgen -W 'help", stdout);
	for (int i = 0; i < cmd_command_count; i++)
		printf(" %s", cmd_commands[i].name);
	puts("' -- \"$word\"))\n\t\treturn\n\tfi\n\tcase $verb in");
	for (int i = 0; i < cmd_command_count; i++) {
		printf("\t%s) options='", cmd_commands[i].name);
		write_options(&cmd_commands[i]);
		puts("' ;;");
	}
	puts("\tesac\n\tcase $word in\n\t-*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;\n"
	     "\t*) COMPREPLY=($(compgen -f -W \"$(canasta list 2>/dev/null | cut -d' ' -f1)\" -- \"$word\")) ;;\n"
	     "\tesac\n}\ncomplete -o filenames -F _canasta canasta");
}

/* ---- the command ---- */

int cmd_manual(const struct command *command, int argc, char **argv)
{
	static const struct option options[] = { CMD_OPTIONS_END };
	int given = cmd_option(command, argc, argv, ":", options);

	if (given != -1)
		return given == CMD_HELP ? CANASTA_FINE : CANASTA_MISUSE;
	if (argc - optind != 1)
		return cmd_misuse(command, "which table?");
	if (strcmp(argv[optind], "man") == 0)
		return write_man(), CANASTA_FINE;
	if (strcmp(argv[optind], "completion") == 0)
		return write_completion(), CANASTA_FINE;
	return canasta_manual(&cmd_io, argv[optind]);
}
