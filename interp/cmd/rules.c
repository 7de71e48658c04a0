/* rules.c -- the commands about rules: those that show what there is (list, show, sheet, hash, manual) and what differs between variants
 * (diff, matrix); those that check and write rules files (check, fmt, new) and prove them (test, coverage). */
#include "cmd/cmd.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int cmd_list(struct call *call)
{
	struct canasta_io io = cmd_io;

	io.form = call->form;
	if (call->count > 1)
		return call_misuse(call, "one variant at a time");
	if (!call_without_options(call, "with -l lists them"))
		return CANASTA_MISUSE;
	return canasta_list(&io, call->rest[0], call_has(call, OPTION_list_long));
}

int cmd_show(struct call *call)
{
	const unsigned how = (call_has(call, OPTION_show_changed) ? CANASTA_SHOW_CHANGED : 0) |
	                     (call_has(call, OPTION_show_short) ? CANASTA_SHOW_SHORT : 0) |
	                     (call->form == CANASTA_JSON ? CANASTA_SHOW_JSON : 0);
	struct canasta_variant *variant;
	int status;

	if (call->count == 0)
		return call_misuse(call, "which variant?");
	if (call->count > 2)
		return call_misuse(call, "one variant and one part at a time");
	status = cmd_load(call->rest[0], &call->with, &variant);
	if (status == CANASTA_FINE)
		status = canasta_show(&cmd_io, variant, call->rest[1], how);
	canasta_free(variant);
	return status;
}

int cmd_sheet(struct call *call)
{
	const struct canasta_sheet_plan plan = { .form = call->form,
		                                 .kind = call_has(call, OPTION_sheet_pad)    ? CANASTA_SHEET_PAD
		                                         : call_has(call, OPTION_sheet_card) ? CANASTA_SHEET_CARD
		                                                                             : CANASTA_SHEET_WHOLE,
		                                 .large = call_has(call, OPTION_sheet_large),
		                                 .letter = call_has(call, OPTION_sheet_letter),
		                                 .plain = call_has(call, OPTION_sheet_plain),
		                                 .all_cites = call_has(call, OPTION_sheet_all) };
	struct canasta_variant *variant = NULL;
	struct output_file page;
	int status = call_load(call, &variant);

	if (status == CANASTA_FINE)
		status = cmd_give_away(variant, call->rest[0], NULL);
	if (status != CANASTA_FINE)
		return canasta_free(variant), status;
	status = CANASTA_MISUSE;
	if (page_begin(&page, call_text(call, OPTION_sheet_output), call->rest, 1))
		status = canasta_sheet(&page.io, variant, &plan);
	canasta_free(variant);
	return page_end(&page, status);
}

int cmd_hash(struct call *call)
{
	int status = CANASTA_FINE;

	if (call->count == 0)
		return call_misuse(call, "which variant?");
	for (int i = 0; i < call->count; i++) {
		struct canasta_variant *variant;
		char digits[65];
		int one = cmd_load(call->rest[i], &call->with, &variant);
		if (one == CANASTA_FINE)
			one = canasta_hash(&cmd_io, variant, digits);
		if (one == CANASTA_FINE)
			printf("%s  ", digits), cmd_write_name(call->rest[i]), printf("\n");
		canasta_free(variant);
		status = one > status ? one : status;
	}
	return status;
}

int cmd_manual(struct call *call)
{
	static const char *const editors[] = { "vim", "emacs", "textmate", NULL };

	if (call->count != 1)
		return call_misuse(call, "which table?");
	if (strcmp(call->rest[0], "man") == 0)
		return help_man_page();
	if (strcmp(call->rest[0], "completion") == 0)
		return help_completion(), CANASTA_FINE;
	for (int i = 0; editors[i] != NULL; i++)
		if (strcmp(call->rest[0], editors[i]) == 0)
			return canasta_syntax(&cmd_io, editors[i]);
	return canasta_manual(&cmd_io, call->rest[0]);
}

/* Loads [count] variants. Rules with errors cannot be compared: that is CANASTA_MISUSE, as CANASTA_FINDINGS means differences. */
static int load_all(char **references, int count, struct canasta_variant **variants)
{
	int status = CANASTA_FINE;

	for (int i = 0; i < count && status == CANASTA_FINE; i++)
		status = cmd_load(references[i], NULL, &variants[i]);
	return status;
}

static void free_all(struct canasta_variant **variants, int count)
{
	for (int i = 0; i < count; i++)
		canasta_free(variants[i]);
}

/* ---- diff ---- */

/* Lists the differences. */
static int diff(const struct call *call, enum canasta_level from, const struct canasta_io *io)
{
	const struct canasta_writing how = { .form = call->form,
		                             .all = call_has(call, OPTION_diff_all),
		                             .colour = cmd_colour() && !call_has(call, OPTION_diff_output) };
	struct canasta_variant *variants[2] = { NULL, NULL };
	int status = load_all(call->rest, 2, variants);

	if (status == CANASTA_FINE)
		status = canasta_diff(io, (const struct canasta_variant *const *)variants,
		                      (const char *const *)call->rest, &how, from);
	else if (status == CANASTA_FINDINGS)
		status = CANASTA_MISUSE;
	free_all(variants, 2);
	return status;
}

/* The folder that `diff` keeps its examples in. */
struct folder {
	const char *path;
	bool incomplete; /* some file could not be kept */
};

/* Keeps a file in the folder; one that is there already is not touched. */
static int keep_file(void *context, const char *name, const char *bytes, size_t length)
{
	const struct canasta_bytes file = { .bytes = (char *)bytes, .length = length };
	struct folder *folder = context;
	char path[4096];
	bool kept = false;

	if ((size_t)snprintf(path, sizeof path, "%s/%s", folder->path, name) >= sizeof path)
		cmd_error("the name of the folder is too long");
	else
		kept = cmd_new_file(path, &file);
	folder->incomplete = folder->incomplete || !kept;
	return kept;
}

/* The line on a terminal that shows the progress, by milliseconds(). */
static struct {
	int64_t began, shown; /* shown: 0 if it is not */
} progress;

enum { PROGRESS_EVERY = 250 };

static void show_progress(void *context, int done, int all)
{
	const int64_t now = milliseconds(), since = progress.shown != 0 ? progress.shown : progress.began;

	(void)context;
	if (now - since < PROGRESS_EVERY)
		return;
	progress.shown = now;
	fprintf(stderr, "\r%d %% played, %" PRId64 " s\033[K", (int)((int64_t)done * 100 / (all > 0 ? all : 1)),
	        (now - progress.began) / 1000);
	fflush(stderr);
}

static void clear_progress(void)
{
	if (progress.shown != 0)
		fputs("\r\033[K", stderr);
}

/* Calls [run], which plays the two variants against each other. */
static int play(const struct call *call, int (*run)(const struct canasta_io *, const struct canasta_rivals *),
                struct folder *folder, const struct canasta_io *io)
{
	static struct reference references[2]; /* static: too large for the stack */
	struct canasta_rivals rivals = { .seed = call_number(call, OPTION_diff_seed, 1),
		                         .games = call_number(call, OPTION_diff_games,
		                                              call_number(call, OPTION_diff_effect, 0)),
		                         .form = call->form,
		                         .context = folder,
		                         .save = folder->path != NULL ? keep_file : NULL,
		                         .milliseconds = 1000 * (int)call_number(call, OPTION_diff_seconds, 0) };
	int status;

	for (int i = 0; i < 2; i++) {
		if (!cmd_reference(call->rest[i], &references[i]))
			return CANASTA_MISUSE;
		rivals.reference[i] = references[i].words;
		rivals.options[i] = references[i].with.option;
		rivals.option_count[i] = references[i].with.count;
		rivals.label[i] = call->rest[i];
	}
	if (folder->path != NULL && !cmd_make_folder(folder->path))
		return CANASTA_MISUSE;
	if (isatty(STDERR_FILENO) && cmd_knows_codes())
		rivals.progress = show_progress;
	progress.began = milliseconds();
	status = run(io, &rivals);
	clear_progress();
	return status;
}

int cmd_diff(struct call *call)
{
	static const char *const levels[] = { "setup", "play", "score", "words" };
	int (*run)(const struct canasta_io *, const struct canasta_rivals *) = NULL;
	const char *from = call_text(call, OPTION_diff_fail_on);
	struct folder folder = { .path = call_text(call, OPTION_diff_save) };
	int level = CANASTA_SETUP, status;
	struct output_file page;

	for (int i = 0; i < call->given_count; i++)
		run = call->given[i].option == OPTION_diff_witness  ? canasta_witness
		      : call->given[i].option == OPTION_diff_blame  ? canasta_blame
		      : call->given[i].option == OPTION_diff_effect ? canasta_effect
		                                                    : run;
	while (from != NULL && level <= CANASTA_WORDS && strcmp(levels[level], from) != 0)
		level++;
	if (level > CANASTA_WORDS)
		return call_misuse(call, "--fail-on wants setup, play, score or words, not `%s`", from);
	if (call->count != 2)
		return call_misuse(call, "which two variants?");
	if (run != NULL && (from != NULL || call_has(call, OPTION_diff_all) || call->form == CANASTA_JSON))
		return call_misuse(
			call, "--witness, --blame and --effect cannot be combined with --all, --json or --fail-on");
	if (run == NULL &&
	    (folder.path != NULL || call_has(call, OPTION_diff_games) || call_has(call, OPTION_diff_seed)))
		return call_misuse(call, "games are played with --witness, --blame or --effect");
	if (call_has(call, OPTION_diff_seconds) && (run == NULL || run == canasta_effect))
		return call_misuse(call, "--seconds belongs to --witness and --blame");
	if (!page_begin(&page, call_text(call, OPTION_diff_output), call->rest, 2))
		return page_end(&page, CANASTA_MISUSE);
	status = run != NULL ? play(call, run, &folder, &page.io)
	                     : diff(call, from != NULL ? (enum canasta_level)level : CANASTA_WORDS, &page.io);
	status = page_end(&page, status);
	return folder.incomplete && status != CANASTA_INTERNAL ? CANASTA_MISUSE : status;
}

/* ---- matrix ---- */

int cmd_matrix(struct call *call)
{
	const struct canasta_writing how = { .form = call->form, .all = call_has(call, OPTION_matrix_all) };
	struct canasta_variant *variants[CANASTA_MATRIX_MAX] = { NULL };
	struct output_file page;
	int status;

	if (call->count == 0)
		return call_misuse(call, "which variants?");
	if (call->count > CANASTA_MATRIX_MAX)
		return call_misuse(call, "no more than %d variants side by side", CANASTA_MATRIX_MAX);
	status = page_begin(&page, call_text(call, OPTION_matrix_output), call->rest, call->count)
	                 ? load_all(call->rest, call->count, variants)
	                 : CANASTA_MISUSE;
	if (status == CANASTA_FINE)
		status = canasta_matrix(&page.io, (const struct canasta_variant *const *)variants,
		                        (const char *const *)call->rest, call->count, &how);
	free_all(variants, call->count);
	return page_end(&page, status);
}

/* ---- check ---- */

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
	struct canasta_bytes bytes = { 0 };
	struct canasta_io io = cmd_io;
	int changed, status;

	if (strcmp(path, "-") == 0)
		return canasta_format(&cmd_io, path, CANASTA_FORMAT_TEXT, NULL);
	io.out = canasta_bytes_out(&bytes);
	status = canasta_format(&io, path, CANASTA_FORMAT_TEXT, &changed);
	if (bytes.failed)
		status = CANASTA_INTERNAL;
	if (status == CANASTA_FINE && changed && !cmd_replace_file(path, &bytes))
		status = CANASTA_MISUSE;
	canasta_bytes_free(&bytes);
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
			cmd_write_name(call->rest[i]), printf(": `canasta fmt` would lay it out differently\n");
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
	struct canasta_bytes bytes = { 0 };
	struct canasta_io io = cmd_io;
	int status;

	if (strcmp(path, "-") == 0)
		return canasta_new_text(&cmd_io, name, from, NULL);
	io.out = canasta_bytes_out(&bytes);
	status = canasta_new_text(&io, name, from, path);
	if (bytes.failed)
		status = CANASTA_INTERNAL;
	if (status == CANASTA_FINE && !cmd_new_file(path, &bytes))
		status = CANASTA_MISUSE;
	if (status == CANASTA_FINE)
		cmd_write_name(path), printf(" is written. Open it in an editor: it says how to change a rule.\n");
	canasta_bytes_free(&bytes);
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
		return call_misuse(
			call, "which rules do you start from? `--from NAME`, with a name that `canasta list` shows");
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
