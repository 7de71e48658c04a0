/* lint.c -- goes through one build after the other with a list of questions. Each is asked about a place in the file, and one
 * answer that all is well clears it for good. */
#include "rules/lint.h"

#include <stdbool.h>
#include <string.h>
#include "grammar/arena.h"
#include "grammar/names.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/library.h"

/* ---- the list ---- */

void lint_begin(struct lint *lint, struct library *library, const struct library_file *file)
{
	*lint = (struct lint){ .library = library, .file = file };
	lint->last = &lint->first;
}

static bool is_of(const struct suspect *suspect, const char *item)
{
	return item == suspect->item || (item != NULL && suspect->item != NULL && strcmp(item, suspect->item) == 0);
}

/* What is known about [item] at [span] so far, or a new suspect. NULL if the place is in another file or there is no
 * memory. */
static struct suspect *suspect_of(struct lint *lint, enum diag_id id, struct span span, const char *item)
{
	struct suspect **here = &lint->here[span.from % LINT_PLACES], *suspect = *here;

	if (span.source != lint->file->source)
		return NULL;
	while (suspect != NULL && (suspect->id != id || suspect->span.from != span.from ||
	                           suspect->span.to != span.to || !is_of(suspect, item)))
		suspect = suspect->next_here;
	if (suspect != NULL)
		return suspect;
	suspect = arena_take(lint->library->arena, sizeof *suspect);
	if (suspect == NULL)
		return NULL;
	*suspect = (struct suspect){ .id = id, .span = span, .item = item, .next_here = *here };
	*here = suspect;
	*lint->last = suspect;
	lint->last = &suspect->next;
	return suspect;
}

struct suspect *suspect_at(struct lint *lint, enum diag_id id, struct span span)
{
	return suspect_of(lint, id, span, NULL);
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

const char *kept_words(struct lint *lint, struct text *words)
{
	const char *kept = text_keep(words, lint->library->arena);

	return kept != NULL ? kept : "";
}

const char *number_words(struct lint *lint, int64_t number)
{
	struct text words = { 0 };

	text_format(&words, "%lld", (long long)number);
	return kept_words(lint, &words);
}

const char *path_words(struct lint *lint, const struct rules *rules, enum row_id row, int item)
{
	struct text words = { 0 };

	rules_path(rules, row, item, &words);
	return kept_words(lint, &words);
}

bool is_stated(const struct lint *lint, const struct rules *rules, enum row_id row, int item)
{
	const struct statement *statement = rules_cell(rules, row, item)->statement;

	return statement != NULL && statement->span.source == lint->file->source;
}

/* ---- one file ---- */

void lint_next_variant(struct lint *lint)
{
	lint->touched = NULL;
}

void lint_build(struct lint *lint, const struct rules *rules, const struct option *option, const char *word)
{
	lint_conditions(lint, rules);
	lint_scores(lint, rules);
	lint_needs(lint, rules);
	lint_cut(lint, rules);
	lint_classes(lint, rules);
	lint_melds(lint, rules);
	lint_minimum(lint, rules);
	lint_opening(lint, rules);
	lint_specials(lint, rules);
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
static void tell_hint(struct diags *diags, struct diag *diag, const struct suspect *suspect)
{
	const char *before = "the same holds for ";
	struct text hint = { 0 };

	for (const struct suspect *other = suspect->next; other != NULL; other = other->next)
		if (!other->cleared && is_about_same_place(other, suspect)) {
			text_format(&hint, "%s`%s`", before, other->item);
			before = ", ";
		}
	text_format(&hint, "%s%s", hint.length > 0 ? "; " : "", suspect->hint);
	diag_hint(diags, diag, "%s", text_read(&hint));
	text_free(&hint);
}

/* Several items are told of at once, with the first. */
static bool is_told(const struct lint *lint, const struct suspect *suspect)
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
		if (suspect->cleared || is_told(lint, suspect))
			continue;
		diag = diag_add(diags, suspect->id, suspect->span, suspect->words[0], suspect->words[1],
		                suspect->words[2]);
		if (suspect->hint != NULL)
			tell_hint(diags, diag, suspect);
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

static bool lies_within(struct span span, struct span within)
{
	return span.source == within.source && span.from >= within.from && span.to <= within.to;
}

static void leave_out(struct diags *diags, const struct note *note, struct span within)
{
	enum diag_id id = diag_named(note->finding);

	for (struct diag *diag = diags->first; diag != NULL; diag = diag->next)
		if (diag->id == id && diag->level != DIAG_ERROR && lies_within(diag->span, within))
			diag_leave_out(diags, diag);
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
	if (word_nearest(note->finding, names, count) != NULL)
		diag_hint(diags, diag, "did you mean `%s`?", word_nearest(note->finding, names, count));
	else
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
		any = any || (diag->id == id && lies_within(diag->span, within));
	if (!any && diags->errors == 0)
		diag_add(diags, DIAG_ALLOW_IDLE, note->span, note->finding);
}

void check_allowed(struct library *library, const struct library_file *file)
{
	each_allow(&library->diags, file->statements, all_of(library, file), check_allow);
}
