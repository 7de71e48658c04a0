/* canasta_check.c -- the public functions about rules files: what is wrong with them, whether their rulings hold, whether the statements of
 * their documents are encoded and proved; those that write them, laid out anew or to start from; and those that editors ask: what stands at
 * a place in a file, and the words of the language. */
#include "workspace.h"

#include <jansson.h>
#include <string.h>
#include "grammar/arena.h"
#include "grammar/source.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "reports/reports.h"
#include "rules/build.h"
#include "rules/library.h"
#include "rules/lint.h"
#include "rules/rules.h"
#include "text/document.h"
#include "text/json.h"

/* ---- check ---- */

/* Adds the findings of a workspace to [findings]. */
static int add_findings(struct workspace *workspace, enum canasta_form form, json_t *findings)
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
	status = findings != NULL ? add_findings(workspace, checking->form, findings) : workspace_report(workspace);
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

	results->unread += library->diags.errors > 0;
	if (any)
		rulings_run(library, file, results, failures);
	if (more)
		rulings_run(library, beside, results, failures);
	check_citations(library, file);
	if (more)
		check_citations(library, beside);
	return any || more;
}

/* What became of the rulings, for programs. */
static void add_results(const struct library *library, const struct ruling_results *results, json_t **list)
{
	for (const struct ruling_result *result = results->first; result != NULL; result = result->next) {
		json_t *failures = json_array();
		int line, column;
		span_place(&library->sources, result->span, &line, &column);
		for (const struct ruling_failure *failure = result->failures; failure != NULL; failure = failure->next)
			json_add(&failures,
			         json_pack("{s:i, s:o}", "line", failure->line, "why", json_words(failure->why)));
		json_add(list, json_pack("{s:o, s:o, s:i, s:b, s:o}", "title", json_words(result->title), "file",
		                         json_words(library->sources.source[result->span.source - 1].name), "line",
		                         line, "passed", result->passed, "failures", failures));
	}
}

/* Adds to [sum], and for programs to [list], what became of the rulings of [reference]; [required]: that there are none is a fault. */
static int test_reference(const struct canasta_io *io, const char *reference, bool required, struct ruling_results *sum,
                          json_t **list)
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
	sum->unread += file == NULL ? 1 : results.unread;
	if (io->form == CANASTA_JSON) {
		add_results(&workspace->library, &results, list);
		text_free(&failures);
	} else {
		status = worse(status, io_write(io, &failures));
	}
	return workspace_end(workspace, status);
}

int canasta_test(const struct canasta_io *io, const char *const *references, int count)
{
	struct ruling_results sum = { 0 };
	struct text line = { 0 };
	int status = CANASTA_FINE;
	json_t *list = json_array();
	char name[64];

	for (int i = 0; i < count; i++)
		status = worse(status, test_reference(io, references[i], true, &sum, &list));
	for (int i = 0; count == 0 && library_shipped(i, name, sizeof name); i++)
		status = worse(status, test_reference(io, name, false, &sum, &list));
	status = worse(status, sum.failed > 0 ? CANASTA_FINDINGS : CANASTA_FINE);
	if (io->form == CANASTA_JSON)
		return worse(status, io_write_json(io, json_pack("{s:i, s:i, s:i, s:i, s:o}", "version", 1, "passed",
		                                                 sum.passed, "failed", sum.failed, "unread", sum.unread,
		                                                 "rulings", list)));
	json_decref(list);
	text_format(&line, "%d passed, %d failed%s\n", sum.passed, sum.failed,
	            sum.unread > 0 ? "; what could not be read was not tried" : "");
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
	return workspace_end(workspace, status);
}

/* ---- format ---- */

/* A reader that keeps what it brings, as it was before line ends and the like are settled. */
struct keeping {
	struct reader reader;
	struct text bytes;
};

static enum read_result read_and_keep(void *context, const char *path, struct text *bytes)
{
	struct keeping *keeping = context;
	enum read_result result = keeping->reader.read(keeping->reader.context, path, bytes);

	text_add_bytes(&keeping->bytes, text_read(bytes), bytes->length);
	bytes->failed |= keeping->bytes.failed;
	return result;
}

/* Formats [file] and writes the result, or its difference from [before]. */
static int format_file(struct workspace *workspace, const struct library_file *file, enum canasta_format what,
                       const struct text *before, int *changed)
{
	struct text after = { 0 }, written = { 0 };
	bool well = source_format(&workspace->library.diags, file->source, &after);

	*changed = well && !(before->length == after.length &&
	                     memcmp(text_read(before), text_read(&after), before->length) == 0);
	if (well && after.length > SOURCE_BYTES_MAX) {
		text_free(&after);
		return io_error(
			&workspace->io, CANASTA_MISUSE,
			"`%s` would be longer than a rules file may be (a megabyte) once it is laid out; it stays as "
			"it is",
			file->path);
	}
	if (what == CANASTA_FORMAT_DIFF && well)
		well = line_diff_write(file->path, before, "as canasta fmt has it", &after, &written);
	else if (what == CANASTA_FORMAT_TEXT)
		text_add_bytes(&written, text_read(&after), after.length);
	text_end(&after, &written);
	if (!well || written.failed) {
		text_free(&written);
		return out_of_memory(&workspace->io);
	}
	return io_write(&workspace->io, &written);
}

int canasta_format(const struct canasta_io *io, const char *path, enum canasta_format what, int *changed)
{
	struct workspace *workspace = workspace_new(io);
	struct keeping keeping = { .bytes = { 0 } };
	const struct library_file *file;
	struct span nowhere = { 0 };
	int status, differs = 0;

	if (changed != NULL)
		*changed = 0;
	if (workspace == NULL)
		return out_of_memory(io);
	keeping.reader = workspace->library.reader;
	if (keeping.reader.read != NULL)
		workspace->library.reader = (struct reader){ .read = read_and_keep, .context = &keeping };
	file = library_open(&workspace->library, path, nowhere);
	status = workspace_report(workspace);
	if (status == CANASTA_FINE && file != NULL)
		status = format_file(workspace, file, what, &keeping.bytes, &differs);
	if (changed != NULL)
		*changed = differs;
	text_free(&keeping.bytes);
	workspace_free(workspace);
	return status;
}

/* ---- new ---- */

/* True if [name] is one word of letters, digits and _. */
static bool is_name(const char *name)
{
	size_t length = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");

	return length > 0 && name[length] == '\0' && !(name[0] >= '0' && name[0] <= '9');
}

/* How a file whose path begins with [above] bytes of a folder names the variant that [from] does here: base:friday,
 * "ours.canasta":friday. False if it cannot, because the file of the variant lies elsewhere. */
static bool write_reference(const struct library_file *file, const char *from, const char *path, size_t above,
                            struct text *out)
{
	size_t length = strlen(file->path);

	if (file->shipped) {
		text_add(out, from);
		return true;
	}
	if (strncmp(from, path, above) != 0 || from[above] == '/' || length < above ||
	    strncmp(from, file->path, length) != 0 || strpbrk(file->path + above, "\"\\") != NULL ||
	    strstr(file->path + above, "..") != NULL)
		return false;
	text_format(out, "\"%s\"%s", file->path + above, from + length);
	return true;
}

/* Formats the text and writes it. If the name is a word of the language the text has an error. */
static int write_laid_out(struct workspace *workspace, const char *name, const struct text *text)
{
	struct diags *diags = &workspace->library.diags;
	struct text laid_out = { 0 };
	struct span bad;
	int number, errors = diags->errors;

	if (sources_add(diags->sources, name, text_read(text), text->length, &number, &bad) != SOURCE_OK)
		return out_of_memory(&workspace->io);
	tree_read(diags, number);
	if (diags->errors > errors)
		return io_error(&workspace->io, CANASTA_MISUSE,
		                "`%s` has a meaning in the language; choose another name", name);
	if (!source_format(diags, number, &laid_out)) {
		text_free(&laid_out);
		return out_of_memory(&workspace->io);
	}
	return io_write(&workspace->io, &laid_out);
}

/* Writes the text for [rules], which [from] names. */
static int write_new(struct workspace *workspace, const struct library_file *file, const struct rules *rules,
                     const char *name, const char *from, const char *path)
{
	const char *slash = strrchr(path, '/'), *own = slash != NULL ? slash + 1 : path;
	struct text text = { 0 }, extends = { 0 }, shown = { 0 };
	int status;

	text_add(&shown, own);
	if (strpbrk(own, "\t\n") != NULL || !text_is_plain(own, strlen(own))) {
		text_clear(&shown); /* it cannot stand in the file */
		text_format(&shown, "%s.canasta", name);
	}

	if (file->shipped && strcmp(from, name) == 0)
		status = io_error(
			&workspace->io, CANASTA_MISUSE,
			"`%s` are the rules you start from, and rules cannot extend those of their own name; call "
			"yours `our_%s`",
			name, name);
	else if (!write_reference(file, from, path, (size_t)(own - path), &extends))
		status = io_error(&workspace->io, CANASTA_MISUSE,
		                  "a file can only extend one that lies beside it or below it, which `%s` does not",
		                  from);
	else {
		starter_write(rules, name, text_read(&shown), text_read(&extends), &text);
		status = extends.failed || shown.failed || text.failed ? out_of_memory(&workspace->io)
		                                                       : write_laid_out(workspace, name, &text);
	}
	text_free(&text);
	text_free(&shown);
	text_free(&extends);
	return status;
}

int canasta_new_text(const struct canasta_io *io, const char *name, const char *from, const char *path)
{
	struct workspace *workspace;
	const struct library_file *file;
	const struct statement *parent;
	const struct rules *rules;
	struct text own = { 0 };
	int status;

	if (!is_name(name))
		return io_error(io, CANASTA_MISUSE, "`%s` is no name; a name is one word of letters, digits and _",
		                name);
	workspace = workspace_new(io);
	if (workspace == NULL)
		return out_of_memory(io);
	parent = library_variant(&workspace->library, from, &file);
	rules = parent != NULL ? rules_build_variant(&workspace->library, file, parent, NULL, 0) : NULL;
	status = workspace_report(workspace);
	text_format(&own, "%s.canasta", name);
	if (status == CANASTA_FINE && own.failed)
		status = out_of_memory(io);
	if (status == CANASTA_FINE && rules != NULL)
		status = write_new(workspace, file, rules, name, from, path != NULL ? path : text_read(&own));
	text_free(&own);
	workspace_free(workspace);
	return status;
}

/* ---- editing ---- */

_Static_assert((int)CANASTA_COMPLETION == (int)ASK_COMPLETION && (int)CANASTA_MEANING == (int)ASK_MEANING &&
                       (int)CANASTA_DEFINITION == (int)ASK_DEFINITION &&
                       (int)CANASTA_REFERENCES == (int)ASK_REFERENCES && (int)CANASTA_OUTLINE == (int)ASK_OUTLINE,
               "as asked");

/* Opens [path]; NULL with its status, and a message, if it cannot be read. */
static struct workspace *open_file(const struct canasta_io *io, const char *path, const struct library_file **file,
                                   int *status)
{
	struct workspace *workspace = workspace_new(io);
	struct span nowhere = { 0 };

	if (workspace == NULL) {
		*status = out_of_memory(io);
		return NULL;
	}
	*file = library_open(&workspace->library, path, nowhere);
	if (*file != NULL)
		return workspace;
	*status = workspace_end(workspace, CANASTA_FINE);
	return NULL;
}

int canasta_ask(const struct canasta_io *io, const char *path, enum canasta_question question, int line, int column)
{
	struct workspace *workspace;
	const struct library_file *file;
	int status;

	if ((unsigned)question > CANASTA_OUTLINE)
		return io_error(io, CANASTA_MISUSE, "there is no question %d", (int)question);
	workspace = open_file(io, path, &file, &status);
	if (workspace == NULL)
		return status;
	status = io_write_json(
		io, editing_json(&workspace->library, file, (enum editor_question)question, line, column, NULL));
	workspace_free(workspace);
	return status;
}

/* Adds to [answer] where the file at [path] names what is [sought]; a file that cannot be read names nothing. */
static int add_uses(const struct canasta_io *io, const char *path, const struct sought *sought, json_t *answer)
{
	const struct canasta_io silent = { .reader = io->reader };
	const struct library_file *file;
	struct workspace *workspace;
	struct text bytes = { 0 };
	int status = io_read(&silent, path, &bytes);
	bool mentions = status == CANASTA_FINE && strstr(text_read(&bytes), sought->name) != NULL;
	static const char *const lists[] = { "places", "taken", "unknown" };
	json_t *uses;

	text_free(&bytes);
	workspace = mentions ? open_file(&silent, path, &file, &status) : NULL;
	if (workspace == NULL)
		return status == CANASTA_INTERNAL ? out_of_memory(io) : CANASTA_FINE;
	uses = editing_uses(&workspace->library, file, sought);
	status = CANASTA_FINE;
	for (size_t i = 0; i < sizeof lists / sizeof *lists && status == CANASTA_FINE; i++)
		if (json_array_extend(json_object_get(answer, lists[i]), json_object_get(uses, lists[i])) != 0)
			status = out_of_memory(io);
	json_decref(uses);
	workspace_free(workspace);
	return status;
}

int canasta_references(const struct canasta_io *io, const char *path, int line, int column, const char *const *others,
                       int count)
{
	const struct library_file *file;
	int status;
	struct workspace *workspace = open_file(io, path, &file, &status);
	struct sought sought;
	json_t *answer;

	if (workspace == NULL)
		return status;
	answer = editing_json(&workspace->library, file, ASK_REFERENCES, line, column, &sought);
	json_put(&answer, "unknown", json_array());
	status = CANASTA_FINE;
	for (int i = 0; i < count && answer != NULL && sought.symbol != NULL && status == CANASTA_FINE; i++)
		if (strcmp(others[i], sought.seen[0]) != 0 && strcmp(others[i], sought.seen[1]) != 0)
			status = add_uses(io, others[i], &sought, answer);
	if (status == CANASTA_FINE)
		status = io_write_json(io, answer);
	else
		json_decref(answer);
	workspace_free(workspace);
	return status;
}

int canasta_tokens(const struct canasta_io *io, const char *path)
{
	const struct library_file *file;
	struct text text = { 0 };
	int status;
	struct workspace *workspace = open_file(io, path, &file, &status);

	if (workspace == NULL)
		return status;
	editing_tokens(&workspace->library, file, &text);
	status = io_write(io, &text);
	workspace_free(workspace);
	return status;
}

int canasta_shipped(const struct canasta_io *io, const char *path)
{
	for (int i = 0; i < shipped_count; i++)
		if (strcmp(shipped_files[i].path, path) == 0) {
			if (io->out.write != NULL)
				io->out.write(io->out.context, shipped_files[i].text, shipped_files[i].length);
			return CANASTA_FINE;
		}
	return io_error(io, CANASTA_MISUSE, "no file `%s` comes with canasta", path);
}

/* The names of settings may be used: only words of the grammar are reserved. */
int canasta_is_name(const char *name)
{
	for (int i = 0; reserved_word(i) != NULL; i++)
		if (strcmp(reserved_word(i), name) == 0)
			return 0;
	return is_name(name);
}

int canasta_syntax(const struct canasta_io *io, const char *editor)
{
	struct text text = { 0 };

	if (syntax_write(editor, &text))
		return io_write(io, &text);
	text_free(&text);
	return io_error(io, CANASTA_MISUSE, "there is no syntax file for `%s`; there are: vim, emacs, textmate",
	                editor);
}
