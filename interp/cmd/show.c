/* show.c -- the commands that show what there is: the variants, their rules, rule sheets, the tables of the manuals. */
#include "cmd/cmd.h"

#include <stdio.h>
#include <string.h>

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
	struct canasta_variant *variant;
	struct output_file page;
	char *reference = call_only(call, "variant");
	int status;

	if (reference == NULL)
		return CANASTA_MISUSE;
	status = cmd_load(reference, &call->with, &variant);
	if (status != CANASTA_FINE)
		return status;
	status = CANASTA_MISUSE;
	if (page_begin(&page, call_text(call, OPTION_sheet_output), &reference, 1))
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
			printf("%s  %s\n", digits, call->rest[i]);
		canasta_free(variant);
		status = one > status ? one : status;
	}
	return status;
}

int cmd_manual(struct call *call)
{
	if (call->count != 1)
		return call_misuse(call, "which table?");
	if (strcmp(call->rest[0], "man") == 0)
		return help_man_page(), CANASTA_FINE;
	if (strcmp(call->rest[0], "completion") == 0)
		return help_completion(), CANASTA_FINE;
	return canasta_manual(&cmd_io, call->rest[0]);
}
