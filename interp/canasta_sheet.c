/* canasta_sheet.c -- the public face of rule sheets. */
#include "handles.h"

#include "reports/sheet_write.h"

int canasta_sheet(const struct canasta_io *io, const struct canasta_variant *variant,
                  const struct canasta_sheet_plan *plan)
{
	static const enum sheet_kind kinds[] = { [CANASTA_SHEET_WHOLE] = SHEET_WHOLE,
		                                 [CANASTA_SHEET_CARD] = SHEET_CARD,
		                                 [CANASTA_SHEET_PAD] = SHEET_PAD };
	struct sheet_look look = { .large = plan->large, .letter = plan->letter };
	struct text text = { 0 };
	struct sheet sheet;

	sheet_make(variant->rules, kinds[plan->kind], &sheet);
	switch (plan->form) {
	case CANASTA_FORM_TEXT: sheet_text(&sheet, &text); break;
	case CANASTA_FORM_MARKDOWN: sheet_markdown(&sheet, &text); break;
	case CANASTA_FORM_HTML: sheet_html(&sheet, &look, &text); break;
	}
	text.failed = text.failed || sheet.failed;
	sheet_free(&sheet);
	return tell(&io->out, &text);
}
