/* inspect.c -- goes through a file part by part. The same fault is met again and again on the way, in every variant
 * that shares a statement; diag_add() keeps it once. */
#include "reports/inspect.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "reports/ruling.h"
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

static const char *option_word(struct library *library, const struct option *option)
{
	struct text word = { 0 };
	const char *kept;

	option_write(option, &word);
	kept = arena_text(library->arena, text_read(&word), word.length);
	text_free(&word);
	return kept != NULL ? kept : "";
}

/* What is being gathered for one option. */
struct gathering {
	struct library *library;
	const struct rules *rules;
	struct together *with;
};

/* Adds an option, and with it what it says it needs. */
static void gather(void *context, const char *word, struct span span)
{
	const struct gathering *at = context;
	const struct option *option = option_named(at->rules, word);

	(void)span;
	for (int i = 0; i < at->with->count; i++)
		if (strcmp(at->with->word[i], word) == 0)
			return;
	if (option == NULL || at->with->count == TOGETHER_MAX)
		return;
	at->with->word[at->with->count++] = word;
	option_words(at->rules, option, "needs", gather, context);
}

static void inspect_option(struct library *library, const struct library_file *file, const struct statement *variant,
                           const struct rules *rules, const struct option *option)
{
	struct together with = { .count = 0 };
	struct gathering gathering = { library, rules, &with };
	struct span nowhere = { 0 };

	gather(&gathering, option_word(library, option), nowhere);
	rules_build_variant(library, file, variant, with.word, with.count);
}

/* ---- parts ---- */

/* With syntax errors something is missing that may not be missed; then only what is there is looked at. */
static bool is_whole(const struct library *library, const struct library_file *file)
{
	for (const struct diag *diag = library->diags.first; diag != NULL; diag = diag->next)
		if (diag->span.source == file->source && diag->id < DIAG_FILE_MISSING)
			return false;
	return true;
}

static void inspect_variant(struct library *library, const struct library_file *file, const struct statement *variant)
{
	const struct rules *rules = rules_build_variant(library, file, variant, NULL, 0);

	for (const struct option *option = rules != NULL ? rules->options : NULL; option != NULL; option = option->next)
		if (!option->chosen) /* else it was just now */
			inspect_option(library, file, variant, rules, option);
}

static void inspect_rulings(struct library *library, const struct library_file *file)
{
	struct ruling_results results = { 0 };
	struct text told = { 0 };

	rulings_run(library, file, &results, &told);
	text_free(&told); /* whether they hold is another question */
}

static void inspect_part(struct library *library, const struct library_file *file, const struct statement *part,
                         bool whole)
{
	if (part->kind == STATEMENT_VARIANT && whole)
		inspect_variant(library, file, part);
	else if (part->kind == STATEMENT_VARIANT || part->kind == STATEMENT_FRAGMENT)
		rules_look_through(library, file, part, NULL, 0);
}

void inspect_file(struct library *library, const struct library_file *file)
{
	bool whole = is_whole(library, file), any = false, rulings = false;

	for (const struct statement *part = file->statements; part != NULL; part = part->next) {
		inspect_part(library, file, part, whole);
		any = any || part->kind == STATEMENT_VARIANT || part->kind == STATEMENT_FRAGMENT;
		rulings = rulings || part->kind == STATEMENT_RULINGS;
	}
	if (rulings && whole)
		inspect_rulings(library, file);
	if (!any && !rulings && whole)
		diag_add(&library->diags, DIAG_FILE_SAYS_NOTHING, (struct span){ (uint16_t)file->source, 0, 0 }, file->path);
	check_citations(library, file);
}
