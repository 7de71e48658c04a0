/* doubts.c -- goes through one build after the other with a list of questions. Each of them is put about a place in the
 * file, and one answer that all is well settles it for good. */
#include "rules/doubting.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/library.h"

/* ---- the list ---- */

void doubts_begin(struct doubts *doubts, struct library *library, const struct library_file *file)
{
	*doubts = (struct doubts){ .library = library, .file = file };
	doubts->last = &doubts->first;
}

static bool is_of(const struct doubt *doubt, const char *item)
{
	return item == doubt->item || (item != NULL && doubt->item != NULL && strcmp(item, doubt->item) == 0);
}

/* What is known about [item] at [span] so far, or a new doubt. NULL if the place is in another file or there is no
 * memory. */
static struct doubt *doubt_of(struct doubts *doubts, enum diag_id id, struct span span, const char *item)
{
	struct doubt **here = &doubts->here[span.from % DOUBT_PLACES], *doubt = *here;

	if (span.source != doubts->file->source)
		return NULL;
	while (doubt != NULL &&
	       (doubt->id != id || doubt->span.from != span.from || doubt->span.to != span.to || !is_of(doubt, item)))
		doubt = doubt->next_here;
	if (doubt != NULL)
		return doubt;
	doubt = arena_take(doubts->library->arena, sizeof *doubt);
	if (doubt == NULL)
		return NULL;
	*doubt = (struct doubt){ .id = id, .span = span, .item = item, .next_here = *here };
	*here = doubt;
	*doubts->last = doubt;
	doubts->last = &doubt->next;
	return doubt;
}

struct doubt *doubt_about(struct doubts *doubts, enum diag_id id, struct span span)
{
	return doubt_of(doubts, id, span, NULL);
}

struct doubt *ask_of(struct doubts *doubts, enum diag_id id, struct span span, const char *item, bool is_doubtful)
{
	struct doubt *doubt = doubt_of(doubts, id, span, item);

	if (doubt == NULL)
		return NULL;
	doubt->settled = doubt->settled || !is_doubtful;
	return doubt->settled || doubt->words[0] != NULL ? NULL : doubt;
}

struct doubt *ask_about(struct doubts *doubts, enum diag_id id, struct span span, bool is_doubtful)
{
	return ask_of(doubts, id, span, NULL, is_doubtful);
}

const char *kept_words(struct doubts *doubts, struct text *words)
{
	const char *kept = text_keep(words, doubts->library->arena);

	return kept != NULL ? kept : "";
}

const char *number_words(struct doubts *doubts, int64_t number)
{
	struct text words = { 0 };

	text_format(&words, "%lld", (long long)number);
	return kept_words(doubts, &words);
}

const char *path_words(struct doubts *doubts, const struct rules *rules, enum row_id row, int item)
{
	struct text words = { 0 };

	rules_path(rules, row, item, &words);
	return kept_words(doubts, &words);
}

bool is_stated(const struct doubts *doubts, const struct rules *rules, enum row_id row, int item)
{
	const struct statement *statement = rules_cell(rules, row, item)->statement;

	return statement != NULL && statement->span.source == doubts->file->source;
}

/* ---- one file ---- */

void doubts_next_variant(struct doubts *doubts)
{
	doubts->touched = NULL;
}

void doubts_look(struct doubts *doubts, const struct rules *rules, const struct option *option, const char *word)
{
	look_at_conditions(doubts, rules);
	look_at_scores(doubts, rules);
	look_at_needs(doubts, rules);
	look_at_cut(doubts, rules);
	look_at_classes(doubts, rules);
	look_at_melds(doubts, rules);
	look_at_minimum(doubts, rules);
	look_at_opening(doubts, rules);
	look_at_specials(doubts, rules);
	look_at_bans(doubts, rules);
	look_at_stuck_cards(doubts, rules);
	if (option != NULL)
		look_at_option(doubts, rules, option, word);
	else
		look_at_wishes(doubts, rules);
}

static bool is_about_same_place(const struct doubt *one, const struct doubt *other)
{
	return one->id == other->id && one->span.from == other->span.from && one->span.to == other->span.to;
}

/* The hint, behind the other items of which the same is to be said: "the same holds for `pairs`; ..." */
static void tell_hint(struct diags *diags, struct diag *diag, const struct doubt *doubt)
{
	const char *before = "the same holds for ";
	struct text hint = { 0 };

	for (const struct doubt *other = doubt->next; other != NULL; other = other->next)
		if (!other->settled && is_about_same_place(other, doubt)) {
			text_format(&hint, "%s`%s`", before, other->item);
			before = ", ";
		}
	text_format(&hint, "%s%s", hint.length > 0 ? "; " : "", doubt->hint);
	diag_hint(diags, diag, "%s", text_read(&hint));
	text_free(&hint);
}

/* Several items are told of at once, with the first. */
static bool is_told(const struct doubts *doubts, const struct doubt *doubt)
{
	const struct doubt *before = doubts->first;

	while (before != doubt && (before->settled || !is_about_same_place(before, doubt)))
		before = before->next;
	return before != doubt;
}

void doubts_tell(struct doubts *doubts)
{
	struct diags *diags = &doubts->library->diags;

	for (const struct doubt *doubt = doubts->first; doubt != NULL; doubt = doubt->next) {
		struct diag *diag;
		if (doubt->settled || is_told(doubts, doubt))
			continue;
		diag = diag_add(diags, doubt->id, doubt->span, doubt->words[0], doubt->words[1], doubt->words[2]);
		if (doubt->hint != NULL)
			tell_hint(diags, diag, doubt);
		if (doubt->other_sentence != NULL)
			diag_other(diags, diag, doubt->other, "%s", doubt->other_sentence);
	}
}
