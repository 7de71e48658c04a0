/* canasta_sheet.c -- the public face of rule sheets. */
#include "handles.h"

#include "reports/sheet_write.h"

int canasta_sheet(const struct canasta_io *io, const struct canasta_variant *variant,
                  const struct canasta_sheet_plan *wished)
{
	static const struct canasta_sheet_plan plainly;
	const struct canasta_sheet_plan *plan = wished != NULL ? wished : &plainly;
	static const enum sheet_kind kinds[] = {
		[CANASTA_SHEET_WHOLE] = SHEET_WHOLE, [CANASTA_SHEET_CARD] = SHEET_CARD, [CANASTA_SHEET_PAD] = SHEET_PAD
	};
	struct sheet_look look = { .large = plan->large, .letter = plan->letter };
	struct text text = { 0 };
	struct sheet sheet;

	if (has_no_form(io, "sheets", plan->form, FORM(TEXT) | FORM(MARKDOWN) | FORM(HTML)))
		return CANASTA_MISUSE;
	if ((unsigned)plan->kind >= sizeof kinds / sizeof *kinds)
		return complain(io, CANASTA_MISUSE, "there is no sheet of kind %d", (int)plan->kind);
	sheet_make(variant->rules, variant->reference, kinds[plan->kind], &sheet);
	if (plan->form == CANASTA_HTML)
		sheet_html(&sheet, &look, &text);
	else if (plan->form == CANASTA_MARKDOWN)
		sheet_markdown(&sheet, &text);
	else
		sheet_text(&sheet, &text);
	text.failed = text.failed || sheet.failed;
	sheet_free(&sheet);
	return tell(io, &text);
}
