/* inspect.c -- goes through a file part by part. The same fault is met again and again on the way, in every variant
 * that shares a statement; diag_add() keeps it once. */
#include "reports/reports.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "reports/ruling.h"
#include "rules/lint.h"
#include "rules/build.h"
#include "rules/ledger.h"
#include "rules/options.h"

enum { TOGETHER_MAX = 16 }; /* options that have to be switched on together */

/* Options to be switched on, as --with has them. */
struct together {
	const char *word[TOGETHER_MAX];
	int count;
};

/* ---- the options of a variant ---- */

/* Adds an option, and with it what it says it needs. */
static void gather(const struct rules *rules, const char *word, struct together *with)
{
	const struct option *option = option_named(rules, word);

	for (int i = 0; i < with->count; i++)
		if (strcmp(with->word[i], word) == 0)
			return;
	if (option == NULL || with->count == TOGETHER_MAX)
		return;
	with->word[with->count++] = word;
	for (struct option_word at = { 0 }; option_word_next(rules, option, "needs", &at);)
		gather(rules, at.word, with);
}

/* True if a finding up to [last] says the same at another place. An item can be wrong without the option, too: what the
 * option states of it is then not reported again. */
static bool is_repeated(const struct diags *diags, const struct diag *last, const struct diag *diag)
{
	for (const struct diag *at = last != NULL ? diags->first : NULL; at != NULL; at = at->next) {
		if (at->id == diag->id && strcmp(at->sentence, diag->sentence) == 0)
			return true;
		if (at == last)
			break;
	}
	return false;
}

/* Adds to the findings behind [before] with which option they hold. Findings inside the option in the checked file need no
 * such hint. */
static void hint_option(struct lint *lint, struct diag *before, const struct option *option, const char *word)
{
	struct diags *diags = &lint->library->diags;
	struct span own = option->statement->span;

	for (struct diag *diag = before != NULL ? before->next : diags->first; diag != NULL; diag = diag->next)
		if (diag->level != DIAG_ERROR && is_repeated(diags, before, diag))
			diag_leave_out(diags, diag);
		else if (diag->left_out || diag->id == DIAG_OPTION_LEFT_OVER || diag->id == DIAG_OPTION_BROKEN)
			continue;
		else if (diag->span.source != own.source || own.source != lint->file->source ||
		         diag->span.from < own.from || diag->span.to > own.to)
			diag_hint(diags, diag, "%s%swith option `%s` switched on", diag->hint != NULL ? diag->hint : "",
			          diag->hint != NULL ? "; " : "", word);
}

/* The first error behind [before], NULL if there is none; [own] is set if one of them stands in the file itself. */
static const struct diag *first_error(const struct lint *lint, const struct diag *before, bool *own)
{
	const struct diags *diags = &lint->library->diags;
	const struct diag *first = NULL;

	*own = false;
	for (const struct diag *diag = before != NULL ? before->next : diags->first; diag != NULL; diag = diag->next)
		if (diag->level == DIAG_ERROR && !diag->left_out) {
			first = first != NULL ? first : diag;
			*own = *own || diag->span.source == lint->file->source;
		}
	return first;
}

/* An option of the parent may cause errors in another file. One finding at `extends` replaces them. */
static void report_broken(struct lint *lint, struct diag *before, const struct statement *variant,
                          const struct rules *rules, const struct option *option, const char *word)
{
	struct diags *diags = &lint->library->diags;
	bool own;
	const struct diag *first = first_error(lint, before, &own);
	struct diag *last = diags->last, *broken;

	if (option->statement->span.source == lint->file->source || variant->parent == NULL || own || first == NULL)
		return;
	broken = diag_add(diags, DIAG_OPTION_BROKEN, variant->parent->span, word, rules->parent);
	diag_hint(diags, broken, "if your table never plays with it, write `remove %s %s`",
	          option->alternative != NULL ? "choice" : "option", option->name);
	diag_other(diags, broken, first->span, "%s", first->sentence);
	for (struct diag *diag = before != NULL ? before->next : diags->first; diag != NULL; diag = diag->next) {
		if (diag->level == DIAG_ERROR)
			diag_leave_out(diags, diag);
		if (diag == last)
			break;
	}
}

static void inspect_option(struct lint *lint, const struct statement *variant, const struct rules *rules,
                           const struct option *option, struct arena *room)
{
	struct library *library = lint->library;
	struct together with = { .count = 0 };
	struct diag *before = library->diags.last;
	const struct rules *chosen;

	gather(rules, option_kept(option, library->arena), &with);
	chosen = rules_build_in(room, library, lint->file, variant, with.word, with.count);
	report_broken(lint, before, variant, rules, option, with.word[0]);
	hint_option(lint, before, option, with.word[0]);
	if (chosen != NULL)
		lint_build(lint, chosen, option, with.word[0]);
}

/* A variant may cause a finding in the file of its parent, which has no fault alone. Adds the name of the variant to the
 * findings behind [before] that are in another file. */
static void report_whose(struct lint *lint, const struct diag *before, const struct statement *variant)
{
	struct diags *diags = &lint->library->diags;

	for (struct diag *diag = before != NULL ? before->next : diags->first; diag != NULL; diag = diag->next)
		if (diag->id >= DIAG_SIDES_UNEVEN && diag->span.source != lint->file->source &&
		    diag->other_sentence == NULL && diag->span.source != 0)
			diag_other(diags, diag, variant->name_span,
			           "this is so in `%s`, because of what is stated here", variant->name);
}

/* ---- parts ---- */

/* How much of a file could be read. Behind a syntax error statements may be missing, so only those that were read are
 * checked. Where braces do not match, no statement is known to be in its place. */
enum reading_of { READ_WHOLE, READ_IN_PART, READ_AMISS };

static enum reading_of reading_of(const struct library *library, const struct library_file *file)
{
	enum reading_of reading = READ_WHOLE;

	for (const struct diag *diag = library->diags.first; diag != NULL; diag = diag->next) {
		if (diag->span.source != file->source || diag->id >= DIAG_FILE_MISSING)
			continue;
		if (diag->id >= DIAG_BLOCK_NOT_CLOSED && diag->id <= DIAG_TOO_DEEP)
			return READ_AMISS;
		reading = READ_IN_PART;
	}
	return reading;
}

/* The options that a variant states itself, looked through one by one, as many as there is room for. */
static void look_through_options(struct library *library, const struct library_file *file,
                                 const struct statement *variant)
{
	int left = OPTIONS_OFFERED_MAX;

	for (const struct statement *at = variant->block; at != NULL && left > 0; at = at->next) {
		const char *name = at->name;
		if (at->kind == STATEMENT_OPTION || at->kind == STATEMENT_PRESET) {
			rules_look_through(library, file, variant, &name, 1);
			left--;
		}
		for (const struct statement *one = at->kind == STATEMENT_CHOICE ? at->block : NULL;
		     one != NULL && left > 0; one = one->next) {
			struct option option = { .name = at->name, .alternative = one->head };
			const char *word = one->kind == STATEMENT_RULE ? option_kept(&option, library->arena) : NULL;
			if (word == NULL || !one->has_block)
				continue;
			rules_look_through(library, file, variant, &word, 1);
			left--;
		}
	}
}

/* [room] is where the rules are built, of which nobody keeps any: it is cleared for each variant. */
static void inspect_variant(struct lint *lint, const struct statement *variant, struct arena *room)
{
	const struct diag *before = lint->library->diags.last;
	const struct rules *rules;

	arena_clear(room);
	rules = rules_build_in(room, lint->library, lint->file, variant, NULL, 0);
	report_whose(lint, before, variant);
	if (rules == NULL)
		look_through_options(lint->library, lint->file, variant);
	else {
		lint_build(lint, rules, NULL, NULL);
		check_departures(lint->library, lint->file, variant, rules);
		check_cited_numbers(lint->library, lint->file, rules);
	}
	for (const struct option *option = rules != NULL ? rules->options : NULL; option != NULL; option = option->next)
		if (!option->chosen) /* else it was just now */
			inspect_option(lint, variant, rules, option, room);
	lint_next_variant(lint);
}

static void inspect_rulings(struct library *library, const struct library_file *file)
{
	struct ruling_results results = { 0 };
	struct text failures = { 0 };

	rulings_run(library, file, &results, &failures);
	if (failures.failed)
		arena_lose(library->arena);
	text_free(&failures); /* whether they hold is a matter of `canasta test` */
}

void inspect_file(struct library *library, const struct library_file *file)
{
	enum reading_of reading = reading_of(library, file);
	bool any = false, rulings = false;
	struct arena *room = arena_new();
	struct lint lint;

	if (room == NULL) {
		arena_lose(library->arena);
		return;
	}
	lint_begin(&lint, library, file);
	for (const struct statement *part = file->statements; part != NULL; part = part->next) {
		if (part->kind == STATEMENT_VARIANT && reading == READ_WHOLE)
			inspect_variant(&lint, part, room);
		else if ((part->kind == STATEMENT_VARIANT || part->kind == STATEMENT_FRAGMENT) &&
		         reading != READ_AMISS) {
			rules_look_through(library, file, part, NULL, 0);
			look_through_options(library, file, part);
		}
		any = any || part->kind == STATEMENT_VARIANT || part->kind == STATEMENT_FRAGMENT;
		rulings = rulings || part->kind == STATEMENT_RULINGS;
	}
	if (rulings && reading == READ_WHOLE)
		inspect_rulings(library, file);
	if (!any && !rulings && reading == READ_WHOLE)
		diag_add(&library->diags, DIAG_FILE_SAYS_NOTHING, (struct span){ (uint16_t)file->source, 0, 0 },
		         file->path);
	check_citations(library, file);
	if (library->diags.errors == 0) {
		check_never_asked(library, file);
		lint_report(&lint);
	}
	check_allowed(library, file);
	arena_free(room);
}
