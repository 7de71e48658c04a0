/* canasta_sheet.c -- the public face of rule sheets. */
#include "handles.h"

#include "reports/sheet.h"
#include "text/write.h"

int canasta_sheet(const struct canasta_io *io, const struct canasta_variant *variant,
                  const struct canasta_sheet_plan *wished)
{
	static const struct canasta_sheet_plan plainly;
	const struct canasta_sheet_plan *plan = wished != NULL ? wished : &plainly;
	static const enum sheet_kind kinds[] = {
		[CANASTA_SHEET_WHOLE] = SHEET_WHOLE, [CANASTA_SHEET_CARD] = SHEET_CARD, [CANASTA_SHEET_PAD] = SHEET_PAD
	};
	const struct page_look page = { .large = plan->large, .letter = plan->letter };
	const struct text_look look = { .width = SHEET_WIDTH };
	struct text text = { 0 };
	struct document sheet;

	if (has_no_form(io, "sheets", plan->form, FORM(TEXT) | FORM(MARKDOWN) | FORM(HTML) | FORM(JSON)))
		return CANASTA_MISUSE;
	if ((unsigned)plan->kind >= sizeof kinds / sizeof *kinds)
		return complain(io, CANASTA_MISUSE, "there is no sheet of kind %d", (int)plan->kind);
	sheet_make(variant->rules, variant->reference, kinds[plan->kind],
	           plan->plain      ? CITES_NONE
	           : plan->all_cites ? CITES_ALL
	                             : CITES_OWN,
	           &sheet);
	if (plan->form == CANASTA_JSON)
		return tell_document(io, &sheet, &(struct canasta_telling){ .form = CANASTA_JSON });
	if (plan->form == CANASTA_HTML)
		document_html(&sheet, &page, &text);
	else if (plan->form == CANASTA_MARKDOWN)
		document_markdown(&sheet, &text);
	else
		document_text(&sheet, &look, &text);
	document_end(&sheet);
	return tell(io, &text);
}
