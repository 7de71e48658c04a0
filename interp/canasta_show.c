/* canasta_show.c -- the public functions that show what there is: the shipped variants, the rules of one of them, their
 * hash, rule sheets, and the tables of the manual. */
#include "workspace.h"

#include <jansson.h>
#include <string.h>
#include "reports/reports.h"
#include "reports/sheet.h"
#include "reports/show.h"
#include "rules/canonical.h"
#include "text/write.h"

_Static_assert((int)CANASTA_SHOW_CHANGED == (int)SHOW_CHANGED && (int)CANASTA_SHOW_SHORT == (int)SHOW_SHORT &&
                       (int)CANASTA_SHOW_NARROW == (int)SHOW_NARROW,
               "as shown");

/* ---- list ---- */

/* Where variants are listed: for people, and if [json] for programs. */
struct listing {
	struct document document;
	struct table *table;
	bool options, json;
	json_t *list;
};

static int list_reference(const struct canasta_io *io, const char *reference, struct listing *listing)
{
	struct workspace *workspace = workspace_new(io);
	const struct library_file *file;
	const struct statement *variant;
	const char *name;
	int status;

	if (workspace == NULL)
		return out_of_memory(io);
	file = library_file(&workspace->library, reference, &name);
	variant = file != NULL && name != NULL ? library_variant(&workspace->library, reference, &file) : NULL;
	if (file != NULL && (name == NULL || variant != NULL))
		list_file(&workspace->library, file, variant, listing->options, listing->table,
		          listing->json ? &listing->list : NULL);
	status = workspace_report(workspace);
	workspace_free(workspace);
	return status;
}

int canasta_list(const struct canasta_io *io, const char *reference, int options)
{
	struct listing listing = { .options = options || reference != NULL, .json = io->form == CANASTA_JSON };
	int status = CANASTA_FINE;
	char name[64];

	document_begin(&listing.document, "list");
	listing.table = document_table(&listing.document, 3);
	listing.table->unbroken = true;
	listing.list = json_array();
	if (reference != NULL)
		status = list_reference(io, reference, &listing);
	for (int i = 0; reference == NULL && library_shipped(i, name, sizeof name); i++)
		status = worse(status, list_reference(io, name, &listing));
	for (int i = 0; reference == NULL && library_start(i, name, sizeof name); i++)
		status = worse(status, list_reference(io, name, &listing));
	if (!listing.json) {
		json_decref(listing.list);
		return worse(status, io_write_document(io, &listing.document, NULL));
	}
	document_end(&listing.document);
	return worse(status, io_write_json(io, json_pack("{s:i, s:o}", "version", 1, "variants", listing.list)));
}

/* ---- show ---- */

int canasta_show(const struct canasta_io *io, const struct canasta_variant *variant, const char *path, unsigned how)
{
	const char *part = path != NULL ? path : "";
	const struct text_look look = { .width = how & CANASTA_SHOW_NARROW ? NARROW_WIDTH : PAGE_WIDTH };
	struct document document;
	struct text text = { 0 };
	char near[80];

	if (show_has(variant->rules, part)) {
		if (how & CANASTA_SHOW_JSON)
			return io_write_json(io, show_json(variant->rules, part, how));
		show_rules(variant->rules, part, how, &document);
		document_text(&document, &look, &text);
		document_end(&document);
		return io_write(io, &text);
	}
	if (show_nearest(variant->rules, path, near, sizeof near))
		return io_error(io, CANASTA_MISUSE, "`%s` has no `%s`; did you mean `%s`?", variant->rules->name, path,
		                near);
	return io_error(io, CANASTA_MISUSE, "`%s` has no `%s`", variant->rules->name, path);
}

int canasta_hash(const struct canasta_io *io, const struct canasta_variant *variant, char hash[65])
{
	_Static_assert(RULES_HASH_ROOM == 65, "as canasta.h says");
	if (rules_hash(variant->rules, hash))
		return CANASTA_FINE;
	hash[0] = '\0'; /* of a part of the rules */
	return out_of_memory(io);
}

/* ---- manual ---- */

int canasta_manual(const struct canasta_io *io, const char *part)
{
	struct document document;

	if (strcmp(part, "settings") == 0)
		manual_settings(&document);
	else if (strcmp(part, "facts") == 0)
		manual_facts(&document);
	else if (strcmp(part, "errors") == 0)
		explain_manual(&document);
	else
		return io_error(io, CANASTA_MISUSE, "there is no table `%s`; there are: settings, facts, errors", part);
	return io_write_document(io, &document, &(struct canasta_telling){ .form = CANASTA_MARKDOWN });
}

/* ---- sheet ---- */

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

	if (io_has_no_form(io, "sheets", plan->form, FORM(TEXT) | FORM(MARKDOWN) | FORM(HTML) | FORM(JSON)))
		return CANASTA_MISUSE;
	if ((unsigned)plan->kind >= sizeof kinds / sizeof *kinds)
		return io_error(io, CANASTA_MISUSE, "there is no sheet of kind %d", (int)plan->kind);
	sheet_make(variant->rules, variant->reference, kinds[plan->kind],
	           plan->plain       ? CITES_NONE
	           : plan->all_cites ? CITES_ALL
	                             : CITES_OWN,
	           &sheet);
	if (plan->form == CANASTA_JSON)
		return io_write_document(io, &sheet, &(struct canasta_telling){ .form = CANASTA_JSON });
	if (plan->form == CANASTA_HTML)
		document_html(&sheet, &page, &text);
	else if (plan->form == CANASTA_MARKDOWN)
		document_markdown(&sheet, &text);
	else
		document_text(&sheet, &look, &text);
	document_end(&sheet);
	return io_write(io, &text);
}
