/* inspect.c -- goes through a file part by part. The same fault is met again and again on the way, in every variant
 * that shares a statement; diag_add() keeps it once. */
#include "reports/inspect.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "reports/ruling.h"
#include "rules/allow.h"
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
	kept = text_keep(&word, library->arena);
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

/* Adds to the findings behind [before] that stand outside the option in which case they hold. */
static void hint_option(struct library *library, const struct diag *before, const struct option *option,
                        const char *word)
{
	struct span own = option->statement->span;

	for (struct diag *diag = before != NULL ? before->next : library->diags.first; diag != NULL; diag = diag->next)
		if (diag->hint == NULL &&
		    (diag->span.source != own.source || diag->span.from < own.from || diag->span.to > own.to))
			diag_hint(&library->diags, diag, "when `%s` is chosen", word);
}

static void inspect_option(struct library *library, const struct library_file *file, const struct statement *variant,
                           const struct rules *rules, const struct option *option)
{
	struct together with = { .count = 0 };
	struct gathering gathering = { library, rules, &with };
	struct span nowhere = { 0 };

	const struct diag *before = library->diags.last;

	gather(&gathering, option_word(library, option), nowhere);
	rules_build_variant(library, file, variant, with.word, with.count);
	hint_option(library, before, option, with.word[0]);
}

/* ---- parts ---- */

/* How much of a file could be read. With syntax errors something is missing that need not be missed: then only what
 * is there is looked at. Where braces are amiss nothing stands where it should. */
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

/* The options that a variant states itself, looked through one by one. */
static void look_through_options(struct library *library, const struct library_file *file,
                                 const struct statement *variant)
{
	for (const struct statement *at = variant->block; at != NULL; at = at->next) {
		const char *name = at->name;
		if (at->kind == STATEMENT_OPTION || at->kind == STATEMENT_PRESET)
			rules_look_through(library, file, variant, &name, 1);
		for (const struct statement *one = at->kind == STATEMENT_CHOICE ? at->block : NULL; one != NULL;
		     one = one->next) {
			struct option option = { .name = at->name, .alternative = one->head };
			const char *word = one->kind == STATEMENT_RULE ? option_word(library, &option) : NULL;
			if (word != NULL && one->has_block)
				rules_look_through(library, file, variant, &word, 1);
		}
	}
}

static void look_through(struct library *library, const struct library_file *file, const struct statement *part)
{
	rules_look_through(library, file, part, NULL, 0);
	look_through_options(library, file, part);
}

static void inspect_variant(struct library *library, const struct library_file *file, const struct statement *variant)
{
	const struct rules *rules = rules_build_variant(library, file, variant, NULL, 0);

	if (rules == NULL)
		look_through_options(library, file, variant);
	for (const struct option *option = rules != NULL ? rules->options : NULL; option != NULL; option = option->next)
		if (!option->chosen) /* else it was just now */
			inspect_option(library, file, variant, rules, option);
}

static void inspect_rulings(struct library *library, const struct library_file *file)
{
	struct ruling_results results = { 0 };
	struct text told = { 0 };

	rulings_run(library, file, &results, &told);
	if (told.failed)
		arena_lose(library->arena);
	text_free(&told); /* whether they hold is another question */
}

static void inspect_part(struct library *library, const struct library_file *file, const struct statement *part,
                         enum reading_of reading)
{
	if (part->kind == STATEMENT_VARIANT && reading == READ_WHOLE)
		inspect_variant(library, file, part);
	else if ((part->kind == STATEMENT_VARIANT || part->kind == STATEMENT_FRAGMENT) && reading != READ_AMISS)
		look_through(library, file, part);
}

void inspect_file(struct library *library, const struct library_file *file)
{
	enum reading_of reading = reading_of(library, file);
	bool any = false, rulings = false;

	for (const struct statement *part = file->statements; part != NULL; part = part->next) {
		inspect_part(library, file, part, reading);
		any = any || part->kind == STATEMENT_VARIANT || part->kind == STATEMENT_FRAGMENT;
		rulings = rulings || part->kind == STATEMENT_RULINGS;
	}
	if (rulings && reading == READ_WHOLE)
		inspect_rulings(library, file);
	if (!any && !rulings && reading == READ_WHOLE)
		diag_add(&library->diags, DIAG_FILE_SAYS_NOTHING, (struct span){ (uint16_t)file->source, 0, 0 },
		         file->path);
	check_citations(library, file);
	check_allowed(library, file);
}
