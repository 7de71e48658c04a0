/* loose_ends.c -- goes through statements and the words in them. */
#include "rules/loose_ends.h"

#include <string.h>
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/build.h"

/* ---- what nothing asks for ---- */

enum { DESCRIBED_MAX = 64 };

/* Something that is described to be asked for. */
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

static const char *kind_word(const char *head)
{
	return strcmp(head, "define") == 0 ? "term" : head;
}

/* Gathers what a variant, or an option in it, describes. What a fragment describes is there for others. */
static void gather_described(struct asking *asking, const struct statement *block)
{
	for (const struct statement *at = block; at != NULL; at = at->next) {
		if (is_described(at) && asking->count < DESCRIBED_MAX)
			asking->described[asking->count++] =
				(struct described){ kind_word(at->head), at->value->first->text, at->value->first->span,
				                    false };
		if (at->kind == STATEMENT_VARIANT || at->kind == STATEMENT_OPTION || at->kind == STATEMENT_CHOICE)
			gather_described(asking, at->block);
		else if (at->kind == STATEMENT_RULE && !is_described(at))
			gather_described(asking, at->block); /* an alternative of a choice, or a section */
	}
}

static void hear_word(struct asking *asking, const char *word)
{
	for (int i = 0; i < asking->count; i++)
		if (strcmp(asking->described[i].name, word) == 0)
			asking->described[i].asked = true;
}

static void hear_expr(struct asking *asking, const struct expr *expr)
{
	for (; expr != NULL; expr = expr->next) {
		if (expr->kind == EXPR_WORD && expr->text != NULL)
			hear_word(asking, expr->text);
		hear_expr(asking, expr->first);
		hear_expr(asking, expr->second);
	}
}

static void hear_block(struct asking *asking, const struct statement *block)
{
	for (const struct statement *at = block; at != NULL; at = at->next) {
		if (!is_described(at))
			hear_expr(asking, at->value);
		hear_expr(asking, at->when);
		hear_expr(asking, at->unless);
		hear_expr(asking, at->by);
		for (const struct step *step = at->steps; step != NULL; step = step->next) {
			hear_expr(asking, step->keys);
			hear_expr(asking, step->value);
		}
		hear_block(asking, at->block);
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

	gather_described(&asking, file->statements);
	for (int i = 0; i < library->files && !all_asked(&asking); i++)
		hear_block(&asking, library->file[i].statements);
	if (all_asked(&asking))
		return;
	beside = library_companion(library, file, ".rulings"); /* perhaps it is there for them */
	if (beside != NULL)
		hear_block(&asking, beside->statements);
	for (int i = 0; i < asking.count; i++)
		if (!asking.described[i].asked)
			diag_add(&library->diags, DIAG_NEVER_ASKED, asking.described[i].span, asking.described[i].kind,
			         asking.described[i].name);
}

/* ---- departures ---- */

static bool names_a_source(const struct library_file *file)
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

/* True if remarks stand alone in these braces, which they then belong to. */
static bool has_remarks(const struct statement *block)
{
	for (; block != NULL; block = block->next)
		if (block->kind == STATEMENT_NOTE && is_accounted(block->notes))
			return true;
	return false;
}

/* Looks for [wanted] below [block]; true if it, or what it stands in, has a remark that accounts for it. */
static bool accounts_for(const struct statement *block, const struct statement *wanted)
{
	for (const struct statement *at = block; at != NULL; at = at->next) {
		if (wanted->span.from < at->span.from || wanted->span.to > at->span.to)
			continue;
		if (is_accounted(at->notes) || (at != wanted && has_remarks(at->block)))
			return true;
		return at != wanted && accounts_for(at->block, wanted);
	}
	return false;
}

static void departure_bare(struct library *library, const struct rules *rules, enum row_id row, int item)
{
	const struct cell *cell = rules_cell(rules, row, item), *before = cell->inherited;
	struct text path = { 0 };
	struct diag *diag;

	rules_path(rules, row, item, &path);
	diag = diag_add(&library->diags, DIAG_DEPARTURE_BARE, cell->statement->span, text_read(&path),
	                before->layer->name);
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
	if (variant->parent == NULL || rules->parent_is_start || !names_a_source(file) || is_accounted(variant->notes) ||
	    cites_for_all(variant))
		return;
	for (struct setting at = { .item = -1 }; setting_next(rules, &at);) {
		const struct cell *cell = rules_cell(rules, at.row, at.item);
		if (cell->statement == NULL || cell->inherited == NULL || cell->layer->kind != LAYER_VARIANT ||
		    cell->statement->span.source != variant->span.source ||
		    strcmp(cell->layer->name, variant->name) != 0 ||
		    same_value(library->arena, cell, cell->inherited) || accounts_for(variant->block, cell->statement))
			continue;
		departure_bare(library, rules, at.row, at.item);
	}
}
