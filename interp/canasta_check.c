/* canasta_check.c -- the public functions that check rules files: what is wrong with them, whether their rulings hold, and whether the
 * statements of their documents are encoded and proved. */
#include "workspace.h"

#include <jansson.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "reports/reports.h"
#include "reports/ruling.h"
#include "rules/build.h"
#include "rules/ledger.h"
#include "rules/lint.h"
#include "text/document.h"

/* ---- check ---- */

/* Adds the findings of a workspace to [findings]. */
static int gather_findings(struct workspace *workspace, enum canasta_form form, json_t *findings)
{
	const struct diags *diags = &workspace->library.diags;

	allow_findings(&workspace->library);
	if (!(form == CANASTA_JSON ? findings_json : findings_sarif)(diags, findings))
		return out_of_memory(&workspace->io);
	return diags_status(diags);
}

static int check_reference(const struct canasta_io *io, const char *reference, const struct canasta_checking *checking,
                           json_t *findings)
{
	struct workspace *workspace = workspace_new(io);
	const struct library_file *file;
	const char *name;
	int status;

	if (workspace == NULL)
		return out_of_memory(io);
	file = library_file(&workspace->library, reference, &name);
	if (file != NULL)
		inspect_file(&workspace->library, file);
	status = findings != NULL ? gather_findings(workspace, checking->form, findings) : workspace_report(workspace);
	if (status == CANASTA_FINE && checking->strict && workspace->library.diags.warnings > 0)
		status = CANASTA_FINDINGS;
	workspace_free(workspace);
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
	if (io_has_no_form(io, "findings", checking->form, FORM(TEXT) | FORM(JSON) | FORM(SARIF)))
		return CANASTA_MISUSE;
	findings = checking->form != CANASTA_TEXT ? json_array() : NULL;
	if (findings == NULL && checking->form != CANASTA_TEXT)
		return out_of_memory(io);
	for (int i = 0; i < count; i++)
		status = worse(status, check_reference(io, references[i], checking, findings));
	if (findings == NULL)
		return status;
	return worse(status, io_write_json(io, checking->form == CANASTA_JSON ? findings_json_document(findings)
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
		return io_write_document(io, &document, NULL);
	}
	for (int i = 0; i < DIAG_COUNT; i++)
		names[i] = diag_name((enum diag_id)i);
	near = word_nearest(id, names, DIAG_COUNT);
	if (near != NULL)
		return io_error(io, CANASTA_MISUSE, "there is no finding `%s`; did you mean `%s`?", id, near);
	return io_error(io, CANASTA_MISUSE,
	                "there is no finding `%s`; its name stands in square brackets behind the sentence", id);
}

/* ---- test ---- */

static bool has_rulings(const struct library_file *file)
{
	const struct statement *at = file->statements;

	while (at != NULL && at->kind != STATEMENT_RULINGS)
		at = at->next;
	return at != NULL;
}

/* Runs the rulings in [file] and those in the file beside it that is named for them, and looks up what they cite: it may
 * be of a source that only running them opens. False if there are none. */
static bool run_rulings(struct library *library, const struct library_file *file, struct ruling_results *results,
                        struct text *failures)
{
	const struct library_file *beside = library_companion(library, file, ".rulings");
	bool any = has_rulings(file), more = beside != NULL && beside != file;

	if (any)
		rulings_run(library, file, results, failures);
	if (more)
		rulings_run(library, beside, results, failures);
	check_citations(library, file);
	if (more)
		check_citations(library, beside);
	return any || more;
}

/* Adds to [sum] what became of the rulings of [reference]; [required]: that there are none is a fault. */
static int test_reference(const struct canasta_io *io, const char *reference, bool required, struct ruling_results *sum)
{
	struct workspace *workspace = workspace_new(io);
	struct ruling_results results = { 0 };
	const struct library_file *file;
	struct text failures = { 0 };
	const char *name;
	int status;

	if (workspace == NULL)
		return out_of_memory(io);
	file = library_file(&workspace->library, reference, &name);
	if (file != NULL && !run_rulings(&workspace->library, file, &results, &failures) && required)
		status = io_error(io, CANASTA_MISUSE, "there are no rulings for `%s`", reference);
	else
		status = CANASTA_FINE;
	sum->passed += results.passed;
	sum->failed += results.failed;
	status = worse(status, io_write(io, &failures));
	status = worse(status, workspace_report(workspace));
	workspace_free(workspace);
	return status;
}

int canasta_test(const struct canasta_io *io, const char *const *references, int count)
{
	struct ruling_results sum = { 0 };
	struct text line = { 0 };
	int status = CANASTA_FINE;
	char name[64];

	for (int i = 0; i < count; i++)
		status = worse(status, test_reference(io, references[i], true, &sum));
	for (int i = 0; count == 0 && library_shipped(i, name, sizeof name); i++)
		status = worse(status, test_reference(io, name, false, &sum));
	text_format(&line, "%d passed, %d failed\n", sum.passed, sum.failed);
	status = worse(status, sum.failed > 0 ? CANASTA_FINDINGS : CANASTA_FINE);
	return worse(status, io_write(io, &line));
}

/* ---- coverage ---- */

/* Opens all files that the variants of [file] are put together from. */
static bool build_all(struct library *library, const struct library_file *file)
{
	for (const struct statement *at = file->statements; at != NULL; at = at->next)
		if (at->kind == STATEMENT_VARIANT)
			rules_build_variant(library, file, at, NULL, 0);
	return library->diags.errors == 0;
}

static int cover_source(struct workspace *workspace, const struct library_file *file, const struct statement *source,
                        const struct ruling_results *results, bool all, struct document *out)
{
	const struct ledger *ledger = ledger_read(&workspace->library, file, source);

	if (ledger == NULL)
		return io_error(&workspace->io, CANASTA_MISUSE, "the ledger of `%s` is not there", source->name);
	return coverage_add(&workspace->library, ledger, results, all, out) ? CANASTA_FINE : CANASTA_FINDINGS;
}

static int cover(struct workspace *workspace, const struct library_file *file, bool all, struct document *out)
{
	struct ruling_results results = { 0 };
	struct text failures = { 0 };
	int status = CANASTA_FINE, sources = 0;

	run_rulings(&workspace->library, file, &results, &failures);
	document_use(out, &failures); /* a ruling that fails is no proof, and `test` says why */
	for (const struct statement *at = file->statements; at != NULL; at = at->next)
		if (at->kind == STATEMENT_SOURCE) {
			const struct block *before = out->last;
			status = worse(status, cover_source(workspace, file, at, &results, all, out));
			if (sources++ > 0 && before != NULL && before->next != NULL)
				before->next->apart = true;
		}
	if (sources == 0)
		return io_error(&workspace->io, CANASTA_MISUSE, "`%s` names no source", file->path);
	return status;
}

int canasta_coverage(const struct canasta_io *io, const char *reference, int all)
{
	struct workspace *workspace = workspace_new(io);
	const struct library_file *file;
	struct document document;
	int status = CANASTA_FINE;
	const char *name;

	if (workspace == NULL)
		return out_of_memory(io);
	document_begin(&document, "coverage");
	file = library_file(&workspace->library, reference, &name);
	if (file != NULL && build_all(&workspace->library, file))
		status = cover(workspace, file, all, &document);
	status = worse(status, io_write_document(io, &document, NULL));
	status = worse(status, workspace_report(workspace));
	workspace_free(workspace);
	return status;
}
