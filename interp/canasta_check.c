/* canasta_check.c -- the public functions that find fault: a desk for each file, and the findings of all of them told in one
 * of three forms. */
#include "handles.h"

#include <jansson.h>
#include "grammar/arena.h"
#include "grammar/names.h"
#include "reports/reports.h"
#include "text/document.h"
#include "rules/lint.h"

/* ---- check ---- */

/* Adds the findings at [desk] to [findings]. */
static int gather(struct desk *desk, enum canasta_form form, json_t *findings)
{
	const struct diags *diags = &desk->library.diags;

	allow_findings(&desk->library);
	if (!(form == CANASTA_JSON ? findings_json : findings_sarif)(diags, findings))
		return out_of_memory(&desk->io);
	return diags_status(diags);
}

static int check_reference(const struct canasta_io *io, const char *reference, const struct canasta_checking *checking,
                           json_t *findings)
{
	struct desk *desk = desk_new(io);
	const struct library_file *file;
	const char *name;
	int status;

	if (desk == NULL)
		return out_of_memory(io);
	file = library_file(&desk->library, reference, &name);
	if (file != NULL)
		inspect_file(&desk->library, file);
	status = findings != NULL ? gather(desk, checking->form, findings) : desk_tell(desk);
	if (status == CANASTA_FINE && checking->strict && desk->library.diags.warnings > 0)
		status = CANASTA_FINDINGS;
	desk_free(desk);
	return status;
}

int canasta_check(const struct canasta_io *io, const char *const *references, int count,
                  const struct canasta_checking *checking)
{
	static const struct canasta_checking plainly;
	json_t *findings;
	int status = CANASTA_FINE;

	if (checking == NULL)
		checking = &plainly;
	if (has_no_form(io, "findings", checking->form, FORM(TEXT) | FORM(JSON) | FORM(SARIF)))
		return CANASTA_MISUSE;
	findings = checking->form != CANASTA_TEXT ? json_array() : NULL;
	if (findings == NULL && checking->form != CANASTA_TEXT)
		return out_of_memory(io);
	for (int i = 0; i < count; i++)
		status = worse(status, check_reference(io, references[i], checking, findings));
	if (findings == NULL)
		return status;
	return worse(status, tell_json(io, checking->form == CANASTA_JSON ? findings_json_document(findings)
	                                                                  : findings_sarif_document(findings)));
}

/* ---- explain ---- */

int canasta_explain(const struct canasta_io *io, const char *id)
{
	enum diag_id found = diag_named(id);
	const char *names[DIAG_COUNT], *near;
	struct document document;

	if (found != DIAG_COUNT) {
		document_begin(&document, "finding");
		explain_add(found, &document);
		return tell_document(io, &document, NULL);
	}
	for (int i = 0; i < DIAG_COUNT; i++)
		names[i] = diag_name((enum diag_id)i);
	near = word_nearest(id, names, DIAG_COUNT);
	if (near != NULL)
		return complain(io, CANASTA_MISUSE, "there is no finding `%s`; did you mean `%s`?", id, near);
	return complain(io, CANASTA_MISUSE,
	                "there is no finding `%s`; its name stands in square brackets behind the sentence", id);
}
