/* check.c -- the commands that check and write rules files: canasta check, fmt, new, test and coverage. */
#include "cmd/cmd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int cmd_check(struct call *call)
{
	const struct canasta_checking checking = { .form = call->form, .strict = call_has(call, OPTION_check_strict) };
	const char *id = call_text(call, OPTION_check_explain);

	if (id != NULL)
		return call->count > 0 ? call_misuse(call, "--explain stands alone") : canasta_explain(&cmd_io, id);
	if (call->count == 0)
		return call_misuse(call, "which file?");
	if (!call_without_options(call, "checks each of them"))
		return CANASTA_MISUSE;
	return canasta_check(&cmd_io, (const char *const *)call->rest, call->count, &checking);
}

/* ---- fmt ---- */

/* Puts the canonical text in place of the file, or writes that of the standard input. */
static int rewrite(const char *path)
{
	struct cmd_bytes bytes = { 0 };
	struct canasta_io io = cmd_io;
	int changed, status;

	if (strcmp(path, "-") == 0)
		return canasta_format(&cmd_io, path, CANASTA_FORMAT_TEXT, NULL);
	io.out = cmd_gather(&bytes);
	status = canasta_format(&io, path, CANASTA_FORMAT_TEXT, &changed);
	if (bytes.failed)
		status = CANASTA_INTERNAL;
	if (status == CANASTA_FINE && changed && !cmd_replace_file(path, &bytes))
		status = CANASTA_MISUSE;
	free(bytes.bytes);
	return status;
}

int cmd_fmt(struct call *call)
{
	const int last = call->given_count > 0 ? call->given[call->given_count - 1].option : -1;
	int status = CANASTA_FINE;

	if (call->count == 0)
		return call_misuse(call, "which file?");
	for (int i = 0; i < call->count; i++) {
		int changed = 0, one;
		if (last < 0)
			one = rewrite(call->rest[i]);
		else
			one = canasta_format(&cmd_io, call->rest[i],
			                     last == OPTION_fmt_diff ? CANASTA_FORMAT_DIFF : CANASTA_FORMAT_NONE,
			                     &changed);
		if (changed && last == OPTION_fmt_check)
			printf("%s: `canasta fmt` would lay it out otherwise\n", call->rest[i]);
		if (changed && one == CANASTA_FINE)
			one = CANASTA_FINDINGS;
		status = one > status ? one : status;
	}
	return status;
}

/* ---- new ---- */

enum { NAME_ROOM = 1024 };

static const char ENDING[] = ".canasta";

/* The text goes to a file only when all of it is there. */
static int write_new(const char *name, const char *from, const char *path)
{
	const char *slash = strrchr(path, '/');
	char folder[NAME_ROOM];
	struct cmd_bytes bytes = { 0 };
	struct canasta_io io = cmd_io;
	int status;

	if (strcmp(path, "-") == 0)
		return canasta_new_text(&cmd_io, name, from, NULL);
	snprintf(folder, sizeof folder, "%.*s", slash != NULL ? (int)(slash - path) + 1 : 0, path);
	io.out = cmd_gather(&bytes);
	status = canasta_new_text(&io, name, from, folder);
	if (bytes.failed)
		status = CANASTA_INTERNAL;
	if (status == CANASTA_FINE && !cmd_new_file(path, &bytes))
		status = CANASTA_MISUSE;
	if (status == CANASTA_FINE)
		printf("%s is written. Open it in an editor: it says how to change a rule.\n", path);
	free(bytes.bytes);
	return status;
}

int cmd_new(struct call *call)
{
	const char *from = call_text(call, OPTION_new_from), *output = call_text(call, OPTION_new_output),
		   *given = call->rest[0];
	char name[NAME_ROOM], path[NAME_ROOM];

	if (call->count != 1)
		return call_misuse(call, "which name should the rules have?");
	if (from == NULL)
		return call_misuse(call,
		                   "start from whose rules? `--from NAME`, with a name that `canasta list` shows");
	if (strlen(given) + sizeof ENDING > NAME_ROOM || (output != NULL && strlen(output) >= NAME_ROOM))
		return call_misuse(call, "that name is too long");
	/* from `clubs/our-rules` or `clubs/our-rules.canasta` to the name our_rules */
	const char *slash = strrchr(given, '/');
	snprintf(name, NAME_ROOM, "%s", slash != NULL ? slash + 1 : given);
	if (cmd_ends_in(name, ENDING))
		name[strlen(name) - strlen(ENDING)] = '\0';
	for (char *at = name; *at != '\0'; at++)
		if (*at == '-')
			*at = '_';
	snprintf(path, sizeof path, "%s%s", output != NULL ? output : given,
	         output != NULL || cmd_ends_in(given, ENDING) ? "" : ENDING);
	return write_new(name, from, path);
}

/* ---- what proves rules ---- */

int cmd_test(struct call *call)
{
	struct canasta_io io = cmd_io;

	io.form = call->form;
	if (!call_without_options(call, "tries all rulings, with the options that each of them names"))
		return CANASTA_MISUSE;
	return canasta_test(&io, (const char *const *)call->rest, call->count);
}

int cmd_coverage(struct call *call)
{
	const char *variant = call_only(call, "variant");

	if (variant == NULL || !call_without_options(call, "applies the options that rulings name"))
		return CANASTA_MISUSE;
	return canasta_coverage(&cmd_io, variant, call_has(call, OPTION_coverage_all));
}
