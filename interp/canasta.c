/* canasta.c -- the public functions of the library as a whole, those that load a variant, on which the others work, and those that show
 * what there is: the shipped variants, the rules of one of them, their hash, rule sheets, the tables of the manual.
 *
 * Each section of canasta.h has a file: it sets up a workspace (workspace.h), has a report made and writes it. The contents of reports
 * are made in interp/reports. */
#include "workspace.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "grammar/arena.h"
#include "grammar/source.h"
#include "grammar/text.h"
#include "notation/act_text.h"
#include "notation/position_text.h"
#include "reports/card.h"
#include "reports/reports.h"
#include "rules/build.h"
#include "rules/compare.h"
#include "rules/library.h"
#include "text/document.h"
#include "text/json.h"
#include "tools/record.h"
#include "tools/sim.h"

/* ---- the library as a whole ---- */

const char *canasta_version(void)
{
	return CANASTA_VERSION;
}

void canasta_bytes_add(struct canasta_bytes *to, const char *bytes, size_t length)
{
	if (to->room - to->length < length + 1) {
		size_t room = (to->length + length + 1) * 2;
		char *more = memory_resize(to->bytes, room);
		if (more == NULL) {
			to->failed = 1;
			return;
		}
		to->bytes = more;
		to->room = room;
	}
	if (length > 0)
		memcpy(to->bytes + to->length, bytes, length);
	to->length += length;
	to->bytes[to->length] = '\0';
}

static void write_to_bytes(void *context, const char *bytes, size_t length)
{
	canasta_bytes_add(context, bytes, length);
}

struct canasta_out canasta_bytes_out(struct canasta_bytes *to)
{
	return (struct canasta_out){ write_to_bytes, to };
}

void canasta_bytes_free(struct canasta_bytes *bytes)
{
	memory_free(bytes->bytes);
	*bytes = (struct canasta_bytes){ 0 };
}

int canasta_ascii(const struct canasta_out *out, const char *bytes, size_t length)
{
	struct text words = { 0 }, plain = { 0 };

	text_add_bytes(&words, bytes, length);
	ascii_add(&plain, text_read(&words));
	text_end(&words, &plain);
	return out_write(out, &plain);
}

/* jansson asks for new pieces only. */
static void *take_for_json(size_t size)
{
	return memory_resize(NULL, size);
}

void canasta_use_memory(void *(*resize)(void *old, size_t size), void (*release)(void *old))
{
	memory_come_from(resize != NULL ? resize : realloc, release != NULL ? release : free);
	json_set_alloc_funcs(take_for_json, memory_free);
}

/* ---- variants ---- */

int canasta_call(struct canasta_variant *variant, const char *name)
{
	const char *called = arena_text(variant->workspace->arena, name, strlen(name));

	if (called == NULL)
		return CANASTA_INTERNAL;
	variant->called = called;
	return CANASTA_FINE;
}

/* Copies into the variant what it was loaded as: the reference, and the options. */
static bool keep_reference(struct canasta_variant *variant, const char *reference, const char *const *options,
                           int count)
{
	struct arena *arena = variant->workspace->arena;
	const char **kept = arena_take(arena, sizeof *kept * (size_t)(count + 1));

	variant->called = variant->reference = arena_text(arena, reference, strlen(reference));
	variant->options = kept;
	variant->option_count = count;
	for (int i = 0; kept != NULL && i < count; i++)
		kept[i] = arena_text(arena, options[i], strlen(options[i]));
	return !arena_failed(arena);
}

int too_many_options(const struct canasta_io *io)
{
	return io_error(io, CANASTA_MISUSE, "no more than %d options can be switched on", CANASTA_OPTIONS_MAX);
}

int variant_load_named_in(const struct canasta_io *io, const char *named_in, const char *reference,
                          const char *const *options, int count, struct canasta_variant **variant)
{
	struct workspace *workspace = workspace_new(io);
	const struct rules *rules;
	int status;

	*variant = NULL;
	if (workspace == NULL)
		return out_of_memory(io);
	if (count > CANASTA_OPTIONS_MAX) {
		workspace_free(workspace);
		return too_many_options(io);
	}
	workspace->library.named_in = named_in;
	rules = tables_compile(&workspace->library, rules_build(&workspace->library, reference, options, count));
	status = named_in != NULL ? workspace_report_named(workspace, reference) : workspace_report(workspace);
	workspace->library.named_in = NULL;
	if (status == CANASTA_FINE && rules != NULL)
		*variant = arena_take(workspace->arena, sizeof **variant);
	if (*variant == NULL) {
		workspace_free(workspace);
		return status != CANASTA_FINE ? status : out_of_memory(io);
	}
	**variant = (struct canasta_variant){ .workspace = workspace, .rules = rules };
	if (keep_reference(*variant, reference, options, count))
		return CANASTA_FINE;
	workspace_free(workspace);
	*variant = NULL;
	return out_of_memory(io);
}

int canasta_load(const struct canasta_io *io, const char *reference, const char *const *options, int count,
                 struct canasta_variant **variant)
{
	return variant_load_named_in(io, NULL, reference, options, count, variant);
}

void canasta_free(struct canasta_variant *variant)
{
	if (variant != NULL)
		workspace_free(variant->workspace);
}

const char *canasta_name(const struct canasta_variant *variant)
{
	return variant->rules->name;
}

const char *canasta_title(const struct canasta_variant *variant)
{
	return variant->rules->title;
}

int canasta_players(const struct canasta_variant *variant)
{
	return variant->rules->table.players;
}

int canasta_sides(const struct canasta_variant *variant)
{
	return variant->rules->table.sides;
}

/* ---- kinds of files ---- */

/* What stands after a byte order mark, empty lines and remarks. */
static const char *first_words(const char *text)
{
	static const char blanks[] = " \t\r\n";

	text += text_mark(text, strlen(text));
	for (text += strspn(text, blanks); *text == '#'; text += strspn(text, blanks))
		text += strcspn(text, "\n");
	return text;
}

/* True if [text] begins with a line of a position, and has no others but such lines and acts. */
static bool is_position(const char *text)
{
	char words[200]; /* the first words of a line are enough */
	bool fits = *text != '\0';

	for (const char *line = text; fits && *line != '\0'; line = first_words(line + strcspn(line, "\n"))) {
		snprintf(words, sizeof words, "%.*s", (int)strcspn(line, "\r\n"), line);
		fits = position_is_line(words) || (line != text && act_is_line(words));
	}
	return fits;
}

/* True if [text] is JSON and no report of ours: these begin with their version. */
static bool is_other_json(const char *text)
{
	return text[0] == '[' || (text[0] == '{' && strncmp(first_words(text + 1), "\"version\"", 9) != 0);
}

enum canasta_file_kind canasta_file_kind(const char *text)
{
	const char *words = first_words(text);

	return is_rules_file(text)        ? CANASTA_FILE_RULES
	       : ledger_is_begun(words)   ? CANASTA_FILE_LEDGER
	       : pad_is_begun(words)      ? CANASTA_FILE_PAD
	       : record_is_begun(words)   ? CANASTA_FILE_RECORD
	       : results_are_begun(words) ? CANASTA_FILE_RESULTS
	       : is_other_json(words)     ? CANASTA_FILE_JSON
	       : is_position(words)       ? CANASTA_FILE_POSITION
	                                  : CANASTA_FILE_OTHER;
}

/* ---- odds and ends ---- */

const char *canasta_nearest(const char *word, const char *const *words, int count)
{
	return word_nearest(word, words, count);
}

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

	if (workspace == NULL)
		return out_of_memory(io);
	file = library_file(&workspace->library, reference, &name);
	variant = file != NULL && name != NULL ? library_variant(&workspace->library, reference, &file) : NULL;
	if (file != NULL && (name == NULL || variant != NULL))
		list_file(&workspace->library, file, variant, listing->options, listing->table,
		          listing->json ? &listing->list : NULL);
	return workspace_end(workspace, CANASTA_FINE);
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

static json_t *statement_json(const struct ledger_row *row)
{
	return json_pack("{s:i, s:o, s:o, s:o, s:o, s:o}", "version", 1, "id", json_words(row->id), "where",
	                 json_words(row->where), "kind", json_words(row->kind), "rule", json_words(row->rule),
	                 "reading", json_words(row->reading[0] != '\0' ? row->reading : NULL));
}

static int write_statement(const struct canasta_io *io, const struct ledger_row *row, unsigned how)
{
	const struct text_look look = { .width = how & CANASTA_SHOW_NARROW ? NARROW_WIDTH : PAGE_WIDTH };
	struct document document;

	if (how & CANASTA_SHOW_JSON)
		return io_write_json(io, statement_json(row));
	document_begin(&document, "statement");
	text_format(document_line(&document, 0), "%s  %s  %s", row->id, row->kind, row->where);
	document_say(&document, BLOCK_PARAGRAPH, 1, row->rule);
	if (row->reading[0] != '\0')
		text_format(document_line(&document, 1), "Read as: %s", row->reading);
	return io_write_text(io, &document, &look);
}

/* The statement that the rules cite as [id]. Ledgers are read into a workspace of their own: that of the variant may be in use
 * by others. */
static int show_statement(const struct canasta_io *io, const struct canasta_variant *variant, const char *id,
                          unsigned how)
{
	const struct ledger_row *row = NULL;
	struct canasta_variant *own;
	struct ledgers *ledgers;
	int status = canasta_load(io, variant->reference, variant->options, variant->option_count, &own);

	if (status != CANASTA_FINE)
		return status;
	ledgers = ledgers_of(&own->workspace->library);
	if (ledgers != NULL)
		row = ledgers_find(ledgers, id);
	if (row != NULL)
		status = write_statement(io, row, how);
	else if (arena_failed(own->workspace->arena))
		status = out_of_memory(io);
	else
		status = io_error(io, CANASTA_MISUSE, "`%s` has no statement `%s`", variant->rules->name, id);
	canasta_free(own);
	return status;
}

int canasta_show(const struct canasta_io *io, const struct canasta_variant *variant, const char *path, unsigned how)
{
	const char *part = path != NULL ? path : "";
	const struct text_look look = { .width = how & CANASTA_SHOW_NARROW ? NARROW_WIDTH : PAGE_WIDTH };
	struct document document;
	char near[80];

	if (part[0] == '@')
		return show_statement(io, variant, part + 1, how);
	if (show_has(variant->rules, part)) {
		if (how & CANASTA_SHOW_JSON)
			return io_write_json(io, show_json(variant->rules, part, how));
		show_rules(variant->rules, part, how, &document);
		return io_write_text(io, &document, &look);
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
	return io_write_document(io, &document, &(struct canasta_writing){ .form = CANASTA_MARKDOWN });
}

/* ---- sheet ---- */

/* Writes a card as a page; a message if it has too much for one. */
static int write_card(const struct canasta_io *io, const struct canasta_variant *variant, const struct card *card,
                      bool letter)
{
	struct card_layout layout;
	struct text page = { 0 };

	if (!card_fit(card, letter, &layout) && !card_failed(card))
		return io_error(io, CANASTA_FINDINGS,
		                "the card of %s does not fit on a page of %s: even in %d points it is %d mm too long",
		                variant->called, letter ? "Letter" : "A4", card_sizes[CARD_STEPS_IN_NEED] / 100,
		                (layout.over + 9) / 10);
	card_html(card, &layout, &page);
	return io_write(io, &page);
}

int canasta_sheet(const struct canasta_io *io, const struct canasta_variant *variant,
                  const struct canasta_sheet_plan *wished)
{
	static const struct canasta_sheet_plan plainly;
	const struct canasta_sheet_plan *plan = wished != NULL ? wished : &plainly;
	const struct page_look page = { .large = plan->large, .letter = plan->letter };
	const struct text_look look = { .width = SHEET_WIDTH };
	struct text text = { 0 };
	struct document sheet;
	struct card card;

	if (io_has_no_form(io, "sheets", plan->form, FORM(TEXT) | FORM(MARKDOWN) | FORM(HTML) | FORM(JSON)))
		return CANASTA_MISUSE;
	if ((unsigned)plan->kind > CANASTA_SHEET_PAD)
		return io_error(io, CANASTA_MISUSE, "there is no sheet of kind %d", (int)plan->kind);
	if (plan->kind == CANASTA_SHEET_CARD) {
		card_make(variant->rules, variant->called, &card);
		if (plan->form == CANASTA_HTML) {
			int status = write_card(io, variant, &card, plan->letter);
			card_end(&card);
			return status;
		}
		document_begin(&sheet, "card");
		card_document(&card, &sheet);
		card_end(&card);
	} else
		sheet_make(variant->rules, variant->called, plan->kind == CANASTA_SHEET_PAD ? SHEET_PAD : SHEET_WHOLE,
		           plan->plain       ? CITES_NONE
		           : plan->all_cites ? CITES_ALL
		                             : CITES_OWN,
		           &sheet);
	if (plan->form == CANASTA_TEXT)
		return io_write_text(io, &sheet, &look);
	if (plan->form != CANASTA_HTML)
		return io_write_document(io, &sheet, &(struct canasta_writing){ .form = plan->form });
	document_html(&sheet, &page, &text);
	document_end(&sheet);
	return io_write(io, &text);
}
