/* canasta_test.c -- the public functions that prove a file: its rulings are run, and the statements of its documents are
 * held against what is encoded and proved. */
#include "handles.h"

#include "grammar/tree.h"
#include "reports/reports.h"
#include "text/document.h"
#include "reports/ruling.h"
#include "rules/build.h"
#include "rules/ledger.h"

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
                        struct text *told)
{
	const struct library_file *beside = library_companion(library, file, ".rulings");
	bool any = has_rulings(file), more = beside != NULL && beside != file;

	if (any)
		rulings_run(library, file, results, told);
	if (more)
		rulings_run(library, beside, results, told);
	check_citations(library, file);
	if (more)
		check_citations(library, beside);
	return any || more;
}

/* Adds to [sum] what became of the rulings of [reference]; [required]: that there are none is a fault. */
static int test_reference(const struct canasta_io *io, const char *reference, bool required, struct ruling_results *sum)
{
	struct desk *desk = desk_new(io);
	struct ruling_results results = { 0 };
	const struct library_file *file;
	struct text told = { 0 };
	const char *name;
	int status;

	if (desk == NULL)
		return out_of_memory(io);
	file = library_file(&desk->library, reference, &name);
	if (file != NULL && !run_rulings(&desk->library, file, &results, &told) && required)
		status = complain(io, CANASTA_MISUSE, "there are no rulings for `%s`", reference);
	else
		status = CANASTA_FINE;
	sum->passed += results.passed;
	sum->failed += results.failed;
	status = worse(status, tell(io, &told));
	status = worse(status, desk_tell(desk));
	desk_free(desk);
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
	return worse(status, tell(io, &line));
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

static int cover_source(struct desk *desk, const struct library_file *file, const struct statement *source,
                        const struct ruling_results *results, bool all, struct document *out)
{
	const struct ledger *ledger = ledger_read(&desk->library, file, source);

	if (ledger == NULL)
		return complain(&desk->io, CANASTA_MISUSE, "the ledger of `%s` is not there", source->name);
	return coverage_add(&desk->library, ledger, results, all, out) ? CANASTA_FINE : CANASTA_FINDINGS;
}

static int cover(struct desk *desk, const struct library_file *file, bool all, struct document *out)
{
	struct ruling_results results = { 0 };
	struct text told = { 0 };
	int status = CANASTA_FINE, sources = 0;

	run_rulings(&desk->library, file, &results, &told);
	document_use(out, &told); /* a ruling that fails is no proof, and `test` tells why */
	for (const struct statement *at = file->statements; at != NULL; at = at->next)
		if (at->kind == STATEMENT_SOURCE) {
			const struct block *before = out->last;
			status = worse(status, cover_source(desk, file, at, &results, all, out));
			if (sources++ > 0 && before != NULL && before->next != NULL)
				before->next->apart = true;
		}
	if (sources == 0)
		return complain(&desk->io, CANASTA_MISUSE, "`%s` names no source", file->path);
	return status;
}

int canasta_coverage(const struct canasta_io *io, const char *reference, int all)
{
	struct desk *desk = desk_new(io);
	const struct library_file *file;
	struct document document;
	int status = CANASTA_FINE;
	const char *name;

	if (desk == NULL)
		return out_of_memory(io);
	document_begin(&document, "coverage");
	file = library_file(&desk->library, reference, &name);
	if (file != NULL && build_all(&desk->library, file))
		status = cover(desk, file, all, &document);
	status = worse(status, tell_document(io, &document, NULL));
	status = worse(status, desk_tell(desk));
	desk_free(desk);
	return status;
}
