/* judge.c -- the commands about a position: canasta judge says whether an act is legal, canasta score what an end position is worth;
 * canasta score also keeps a score pad (pad.c). */
#include "cmd/cmd.h"

#include <stdlib.h>
#include <string.h>

/* Sets the lines of a position to what stands in [words] and has it judged or scored. */
static int ask(int (*answer)(const struct canasta_io *, const struct canasta_dispute *),
               struct canasta_dispute *dispute, char **words, int count)
{
	char *lines = count > 0 ? cmd_join(words, count) : NULL;
	int status = CANASTA_INTERNAL;

	dispute->lines = lines;
	if (lines != NULL || count == 0)
		status = answer(&cmd_io, dispute);
	free(lines);
	return status;
}

/* ---- judge ---- */

/* True for what is no variant: words with a blank between them, or an act that is one word. */
static bool is_line(const char *argument)
{
	static const char *const acts[] = { "draw", "take", "ask", "talon", "stop", "special" };

	for (size_t i = 0; i < sizeof acts / sizeof *acts; i++)
		if (strcmp(argument, acts[i]) == 0)
			return true;
	return strchr(argument, ' ') != NULL && strstr(argument, ".canasta") == NULL;
}

/* Takes the options off the names of the variants. All of them are asked with the same ones, so that only a single
 * variant may bring its own. */
static bool take_options(struct call *call, int count, struct reference *reference)
{
	for (int i = 0; i < count; i++) {
		if (!cmd_reference(call->rest[i], reference))
			return false;
		if (count > 1 && reference->with.count > 0) {
			call_misuse(call, "several variants are asked with the same options: --with %s",
			            reference->with.option[0]);
			return false;
		}
	}
	if (count == 1 && !cmd_reference_with(call->rest[0], reference, &call->with))
		return false;
	if (count == 1)
		call->rest[0] = reference->words;
	return true;
}

int cmd_judge(struct call *call)
{
	static struct reference reference; /* large */
	struct canasta_dispute dispute = { .file = call_text(call, OPTION_judge_position),
		                           .brief = call_has(call, OPTION_judge_brief),
		                           .all = call_has(call, OPTION_judge_all),
		                           .json = call->form == CANASTA_JSON };
	int variants = 0;

	while (variants < call->count && !is_line(call->rest[variants]))
		variants++;
	if (variants == 0)
		return call_misuse(call, "which variant?");
	if (!take_options(call, variants, &reference))
		return CANASTA_MISUSE;
	if (variants == call->count && dispute.file == NULL)
		return call_misuse(call, "which position, and which act? Put quotes around each line");
	dispute.options = call->with.option;
	dispute.option_count = call->with.count;
	dispute.variants = (const char *const *)call->rest;
	dispute.variant_count = variants;
	return ask(canasta_judge, &dispute, call->rest + variants, call->count - variants);
}

/* ---- score ---- */

/* Writes the evening in the pad [file], but not over the pad. */
static int export_pad(const struct call *call, char *file, const char *reference)
{
	struct canasta_pad *pad = NULL;
	struct output_file page;
	size_t whole;
	int status = CANASTA_MISUSE;

	if (page_begin(&page, call_text(call, OPTION_score_output), &file, 1))
		status = canasta_pad_read_by(&page.io, file, reference, &pad, &whole);
	if (status == CANASTA_FINE)
		status = call->form == CANASTA_HTML ? canasta_pad_html(&page.io, pad) : canasta_pad_csv(&page.io, pad);
	canasta_pad_free(pad);
	return page_end(&page, status);
}

int cmd_score(struct call *call)
{
	static struct reference reference; /* large */
	struct canasta_dispute position = { .file = call_text(call, OPTION_score_position),
		                            .json = call->form == CANASTA_JSON };
	const bool exports = call->form == CANASTA_CSV || call->form == CANASTA_HTML;
	const bool to_file = call_has(call, OPTION_score_output);
	char *pad = call_text(call, OPTION_score_pad);

	if (call->count > 0) {
		if (!cmd_reference_with(call->rest[0], &reference, &call->with))
			return CANASTA_MISUSE;
		call->rest[0] = reference.words;
	}
	if (pad != NULL && call->count > 1)
		return call_misuse(call, "a pad is for one variant; what was scored is typed line by line");
	if (pad != NULL && exports)
		return export_pad(call, pad, call->rest[0]);
	if (pad != NULL && to_file)
		return call_misuse(call, "--output is for --csv or --html");
	if (pad != NULL)
		return pad_keep(call, pad, call->rest[0]);
	if (exports || to_file)
		return call_misuse(call, "--csv, --html and --output are for a pad");
	if (call->count == 0)
		return call_misuse(call, "which variant?");
	if (call->count == 1 && position.file == NULL)
		return call_misuse(call, "which position? Put quotes around each line");
	position.options = call->with.option;
	position.option_count = call->with.count;
	position.variants = (const char *const *)call->rest;
	position.variant_count = 1;
	return ask(canasta_score, &position, call->rest + 1, call->count - 1);
}
