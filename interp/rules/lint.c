/* lint.c -- asks a list of questions about each build, and about the statements of a file. A question is about a
 * place in the file, and one build in which all is well clears that place. */
#include "rules/lint.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/build.h"

/* ---- the list ---- */

void lint_begin(struct lint *lint, struct library *library, const struct library_file *file)
{
	*lint = (struct lint){ .library = library, .file = file };
	lint->last = &lint->first;
	for (int row = ROW_COUNT - 1; row >= 0; row--)
		lint->first_row[rows[row].in] = row;
}

static bool is_of(const struct suspect *suspect, const char *item)
{
	return item == suspect->item || (item != NULL && suspect->item != NULL && strcmp(item, suspect->item) == 0);
}

/* The suspect for [item] at [span], or NULL. */
static struct suspect *known_suspect(const struct lint *lint, enum diag_id id, struct span span, const char *item)
{
	struct suspect *suspect = lint->here[span.from % LINT_PLACES];

	while (suspect != NULL && (suspect->id != id || suspect->span.from != span.from ||
	                           suspect->span.to != span.to || !is_of(suspect, item)))
		suspect = suspect->next_here;
	return suspect;
}

/* The suspect for [item] at [span], added if it is new. NULL if the place is in another file, if nothing is added, or if out of memory. */
static struct suspect *suspect_of(struct lint *lint, enum diag_id id, struct span span, const char *item)
{
	struct suspect **here = &lint->here[span.from % LINT_PLACES], *suspect;

	if (span.source != lint->file->source)
		return NULL;
	suspect = known_suspect(lint, id, span, item);
	if (suspect != NULL || lint->clears)
		return suspect;
	suspect = arena_take(lint->library->arena, sizeof *suspect);
	if (suspect == NULL)
		return NULL;
	*suspect = (struct suspect){ .id = id, .span = span, .next_here = *here };
	suspect->item = item != NULL ? text_kept(lint->library->arena, "%s", item) : NULL;
	*here = suspect;
	*lint->last = suspect;
	lint->last = &suspect->next;
	return suspect;
}

struct suspect *suspect_at(struct lint *lint, enum diag_id id, struct span span)
{
	return suspect_of(lint, id, span, NULL);
}

bool in_question(struct lint *lint, enum diag_id id, struct span span)
{
	const struct suspect *suspect = suspect_at(lint, id, span);

	return suspect != NULL && !suspect->cleared;
}

bool item_in_question(const struct lint *lint, enum diag_id id, struct span span, const char *item)
{
	const struct suspect *suspect;

	if (span.source != lint->file->source)
		return false;
	suspect = known_suspect(lint, id, span, item);
	return suspect != NULL ? !suspect->cleared : !lint->clears;
}

struct suspect *suspect_item(struct lint *lint, enum diag_id id, struct span span, const char *item, bool is_suspect)
{
	struct suspect *suspect = suspect_of(lint, id, span, item);

	if (suspect == NULL)
		return NULL;
	suspect->cleared = suspect->cleared || !is_suspect;
	return suspect->cleared || suspect->words[0] != NULL ? NULL : suspect;
}

struct suspect *suspect_if(struct lint *lint, enum diag_id id, struct span span, bool is_suspect)
{
	return suspect_item(lint, id, span, NULL, is_suspect);
}

const char *number_words(struct lint *lint, int64_t number)
{
	return text_kept(lint->library->arena, "%lld", (long long)number);
}

const char *expr_words(struct lint *lint, const struct expr *expr)
{
	struct text words = { 0 };

	expr_write(expr, &words);
	return text_keep(&words, lint->library->arena);
}

const char *path_words(struct lint *lint, const struct rules *rules, enum row_id row, int item)
{
	struct text words = { 0 };

	rules_path(rules, row, item, &words);
	return text_keep(&words, lint->library->arena);
}

const char *item_words(struct lint *lint, const struct rules *rules, int group, int item)
{
	struct text words = { 0 };

	rules_item_path(rules, group, item, &words);
	return text_keep(&words, lint->library->arena);
}

bool is_stated(const struct lint *lint, const struct rules *rules, enum row_id row, int item)
{
	const struct statement *statement = rules_cell(rules, row, item)->statement;

	return statement != NULL && statement->span.source == lint->file->source;
}

struct span said_of(const struct lint *lint, const struct rules *rules, int group, int item)
{
	struct span span = rules->items[group][item];

	for (int row = lint->first_row[group];
	     row < ROW_COUNT && rows[row].in == group && span.source != lint->file->source; row++)
		if (is_stated(lint, rules, (enum row_id)row, item))
			span = rules_cell(rules, (enum row_id)row, item)->statement->span;
	return span;
}

struct span clause_span(const struct statement *statement)
{
	return statement->when != NULL     ? statement->when->span
	       : statement->unless != NULL ? statement->unless->span
	                                   : statement->span;
}

/* ---- one file ---- */

bool lint_suspects(const struct lint *lint, struct span span)
{
	const struct suspect *suspect = lint->first;

	while (suspect != NULL && (suspect->cleared || suspect->words[0] == NULL || !span_within(suspect->span, span)))
		suspect = suspect->next;
	return suspect != NULL;
}

void lint_clear(struct lint *lint, struct span span)
{
	for (struct suspect *suspect = lint->first; suspect != NULL; suspect = suspect->next)
		suspect->cleared |= span_within(suspect->span, span);
}

void lint_next_variant(struct lint *lint)
{
	lint->touched = NULL;
}

void lint_build(struct lint *lint, const struct rules *rules, const struct option *option, const char *word)
{
	if (option == NULL)
		lint->plain = rules;
	lint_settings(lint, rules);
	lint_coverings(lint, rules);
	if (option == NULL || lint->any_lost)
		lint_bounds(lint, rules);
	lint_scores(lint, rules);
	lint_cut(lint, rules);
	lint_classes(lint, rules);
	lint_melds(lint, rules);
	lint_minimum(lint, rules);
	lint_end(lint, rules);
	lint_opening(lint, rules, option == NULL);
	lint_takes(lint, rules);
	lint_laid_aside(lint, rules);
	lint_twins(lint, rules);
	lint_specials(lint, rules);
	lint_going_out(lint, rules);
	lint_bans(lint, rules);
	lint_stuck_cards(lint, rules);
	if (option != NULL)
		lint_option(lint, rules, option, word);
	else
		lint_wishes(lint, rules);
}

static bool is_about_same_place(const struct suspect *one, const struct suspect *other)
{
	return one->id == other->id && one->span.from == other->span.from && one->span.to == other->span.to;
}

/* The hint, behind the other items of which the same is to be said: "the same holds for `pairs`; ..." */
static void add_hint(struct diags *diags, struct diag *diag, const struct suspect *suspect)
{
	const char *before = "the same holds for ";
	struct text hint = { 0 };

	for (const struct suspect *other = suspect->next; other != NULL; other = other->next)
		if (!other->cleared && other->item != NULL && is_about_same_place(other, suspect)) {
			text_format(&hint, "%s`%s`", before, other->item);
			before = ", ";
		}
	text_format(&hint, "%s%s", hint.length > 0 ? "; " : "", suspect->hint);
	diag_hint(diags, diag, "%s", text_read(&hint));
	text_free(&hint);
}

/* Several items are reported at once, with the first. */
static bool is_reported(const struct lint *lint, const struct suspect *suspect)
{
	const struct suspect *before = lint->first;

	while (before != suspect && (before->cleared || !is_about_same_place(before, suspect)))
		before = before->next;
	return before != suspect;
}

void lint_report(struct lint *lint)
{
	struct diags *diags = &lint->library->diags;

	for (const struct suspect *suspect = lint->first; suspect != NULL; suspect = suspect->next) {
		struct diag *diag;
		if (suspect->cleared || is_reported(lint, suspect))
			continue;
		diag = diag_add(diags, suspect->id, suspect->span, suspect->words[0], suspect->words[1],
		                suspect->words[2]);
		if (suspect->hint != NULL)
			add_hint(diags, diag, suspect);
		if (suspect->other_sentence != NULL)
			diag_other(diags, diag, suspect->other, "%s", suspect->other_sentence);
	}
}

/* ---- what a file allows ---- */

/* Calls [each] with every `allow` in [block], and what it holds for: its statement, or where it stands alone the one
 * around it, [around]. */
static void each_allow(struct diags *diags, const struct statement *block, struct span around,
                       void (*each)(struct diags *diags, const struct note *note, struct span within))
{
	for (const struct statement *at = block; at != NULL; at = at->next) {
		for (const struct note *note = at->notes; note != NULL; note = note->next)
			if (note->kind == NOTE_ALLOW)
				each(diags, note, at->kind == STATEMENT_NOTE ? around : at->span);
		each_allow(diags, at->block, at->span, each);
	}
}

static void leave_out(struct diags *diags, const struct note *note, struct span within)
{
	enum diag_id id = diag_named(note->finding);

	for (struct diag *diag = diags->first; diag != NULL; diag = diag->next)
		if (diag->id == id && diag->level != DIAG_ERROR && span_within(diag->span, within))
			diag_suppress(diags, diag);
}

static struct span all_of(const struct library *library, const struct library_file *file)
{
	return (struct span){ (uint16_t)file->source, 0, (uint32_t)library->sources.source[file->source - 1].length };
}

void allow_findings(struct library *library)
{
	for (int i = 0; i < library->files && library->diags.first != NULL; i++)
		each_allow(&library->diags, library->file[i].statements, all_of(library, &library->file[i]), leave_out);
}

static void unknown_finding(struct diags *diags, const struct note *note)
{
	const char *names[DIAG_COUNT];
	struct diag *diag = diag_add(diags, DIAG_ALLOW_UNKNOWN, note->span, note->finding);
	int count = 0;

	for (int id = 0; id < DIAG_COUNT; id++)
		if (diag_level((enum diag_id)id) != DIAG_ERROR)
			names[count++] = diag_name((enum diag_id)id);
	if (!diag_hint_nearest(diags, diag, note->finding, names, count))
		diag_hint(diags, diag, "it stands in square brackets behind the finding");
}

static void check_allow(struct diags *diags, const struct note *note, struct span within)
{
	enum diag_id id = diag_named(note->finding);
	bool any = false;

	if (id == DIAG_COUNT) {
		unknown_finding(diags, note);
		return;
	}
	if (diag_level(id) == DIAG_ERROR) {
		diag_add(diags, DIAG_ALLOW_ERROR, note->span, note->finding);
		return;
	}
	for (const struct diag *diag = diags->first; diag != NULL; diag = diag->next)
		any = any || (diag->id == id && span_within(diag->span, within));
	if (!any && diags->errors == 0)
		diag_add(diags, DIAG_ALLOW_IDLE, note->span, note->finding);
}

void check_allowed(struct library *library, const struct library_file *file)
{
	each_allow(&library->diags, file->statements, all_of(library, file), check_allow);
}

/* ---- items that nothing asks for */

enum { DESCRIBED_MAX = 64 };

/* An item that exists only to be asked for. */
struct described {
	const char *kind, *name;
	struct span span;
	bool asked;
};

struct asking {
	struct described described[DESCRIBED_MAX];
	int count;
};

static bool is_described(const struct statement *statement)
{
	return statement->kind == STATEMENT_RULE &&
	       (strcmp(statement->head, "class") == 0 || strcmp(statement->head, "define") == 0 ||
	        strcmp(statement->head, "event") == 0) &&
	       statement->value != NULL && statement->value->kind == EXPR_PHRASE &&
	       statement->value->first->kind == EXPR_WORD;
}

/* Collects the items of a variant, or of an option in it. Those of a fragment are for others. */
static void collect_described(struct asking *asking, const struct statement *block)
{
	for (const struct statement *at = block; at != NULL; at = at->next) {
		if (is_described(at) && asking->count < DESCRIBED_MAX)
			asking->described[asking->count++] =
				(struct described){ strcmp(at->head, "define") == 0 ? "term" : at->head,
				                    at->value->first->text, at->value->first->span, false };
		if (at->kind == STATEMENT_VARIANT || at->kind == STATEMENT_OPTION || at->kind == STATEMENT_CHOICE)
			collect_described(asking, at->block);
		else if (at->kind == STATEMENT_RULE && !is_described(at))
			collect_described(asking, at->block); /* an alternative of a choice, or a section */
	}
}

static void mark_expr(struct asking *asking, const struct expr *expr)
{
	for (; expr != NULL; expr = expr->next) {
		if (expr->kind == EXPR_WORD && expr->text != NULL)
			for (int i = 0; i < asking->count; i++)
				if (strcmp(asking->described[i].name, expr->text) == 0)
					asking->described[i].asked = true;
		mark_expr(asking, expr->first);
		mark_expr(asking, expr->second);
	}
}

static void mark_block(struct asking *asking, const struct statement *block)
{
	for (const struct statement *at = block; at != NULL; at = at->next) {
		if (!is_described(at))
			mark_expr(asking, at->value);
		mark_expr(asking, at->when);
		mark_expr(asking, at->unless);
		mark_expr(asking, at->by);
		for (const struct step *step = at->steps; step != NULL; step = step->next) {
			mark_expr(asking, step->keys);
			mark_expr(asking, step->value);
		}
		mark_block(asking, at->block);
	}
}

static bool all_asked(const struct asking *asking)
{
	for (int i = 0; i < asking->count; i++)
		if (!asking->described[i].asked)
			return false;
	return true;
}

void check_never_asked(struct library *library, const struct library_file *file)
{
	struct asking asking = { .count = 0 };
	const struct library_file *beside;

	collect_described(&asking, file->statements);
	for (int i = 0; i < library->files && !all_asked(&asking); i++)
		mark_block(&asking, library->file[i].statements);
	if (all_asked(&asking))
		return;
	beside = library_companion(library, file, ".rulings"); /* perhaps it is there for them */
	if (beside != NULL)
		mark_block(&asking, beside->statements);
	for (int i = 0; i < asking.count; i++)
		if (!asking.described[i].asked)
			diag_add(&library->diags, DIAG_NEVER_ASKED, asking.described[i].span, asking.described[i].kind,
			         asking.described[i].name);
}

/* ---- departures ---- */

bool names_a_source(const struct library_file *file)
{
	const struct statement *at = file->statements;

	while (at != NULL && at->kind != STATEMENT_SOURCE)
		at = at->next;
	return at != NULL;
}

static bool is_accounted(const struct note *notes)
{
	while (notes != NULL && notes->kind == NOTE_ALLOW)
		notes = notes->next;
	return notes != NULL;
}

/* True if these braces contain remarks alone, which then belong to the braces. */
static bool has_remarks(const struct statement *block)
{
	for (; block != NULL; block = block->next)
		if (block->kind == STATEMENT_NOTE && is_accounted(block->notes))
			return true;
	return false;
}

/* Searches [wanted] below [block]; true if it, or what contains it, has a remark that justifies it. */
static bool accounts_for(const struct statement *block, const struct statement *wanted)
{
	for (const struct statement *at = block; at != NULL; at = at->next) {
		if (!span_within(wanted->span, at->span))
			continue;
		if (is_accounted(at->notes) || (at != wanted && has_remarks(at->block)))
			return true;
		return at != wanted && accounts_for(at->block, wanted);
	}
	return false;
}

static void departure_bare(struct library *library, const struct rules *rules, enum row_id row, int item,
                           const struct cell *cell, const struct cell *before)
{
	struct text path = { 0 };
	struct diag *diag;

	rules_path(rules, row, item, &path);
	diag = diag_add(&library->diags, DIAG_DEPARTURE_BARE, cell->statement->span, text_read(&path),
	                rules->parent != NULL ? rules->parent : before->layer->name);
	text_free(&path);
	diag_hint(&library->diags, diag, "cite the document with `@`, or say `house`");
	diag_other(&library->diags, diag, before->statement->span, "`%s` states it here", before->layer->name);
}

/* True if the variant cites a source for all that it states, or says that it is the house's own: in a remark that stands
 * alone in its braces. */
static bool cites_for_all(const struct statement *variant)
{
	for (const struct statement *at = variant->block; at != NULL; at = at->next)
		for (const struct note *note = at->kind == STATEMENT_NOTE ? at->notes : NULL; note != NULL;
		     note = note->next)
			if (note->kind == NOTE_CITE || note->kind == NOTE_HOUSE)
				return true;
	return false;
}

void check_departures(struct library *library, const struct library_file *file, const struct statement *variant,
                      const struct rules *rules)
{
	if (variant->parent == NULL || rules->parent_is_start || !names_a_source(file) ||
	    is_accounted(variant->notes) || cites_for_all(variant))
		return;
	for (struct setting at = { .item = -1 }; setting_next(rules, &at);) {
		const struct cell *cell = rules_cell(rules, at.row, at.item), *before = cell->inherited;
		if (cell->statement == NULL || before == NULL || cell->layer->kind != LAYER_VARIANT ||
		    cell->statement->span.source != variant->span.source ||
		    strcmp(cell->layer->name, variant->name) != 0 || same_lines(library->arena, cell, before))
			continue;
		while (cell->also != NULL && before->also != NULL && same_value(library->arena, cell, before))
			cell = cell->also, before = before->also; /* to the line that differs */
		if (!accounts_for(variant->block, cell->statement))
			departure_bare(library, rules, at.row, at.item, cell, before);
	}
}
