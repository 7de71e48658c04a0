/* doubts.c -- goes through one build after the other with a list of questions. Each of them is put about a place in the
 * file, and one answer that all is well settles it for good. */
#include "rules/doubting.h"

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

struct doubt *doubt_about(struct doubts *doubts, enum diag_id id, struct span span)
{
	struct doubt *doubt = doubts->first;

	if (span.source != doubts->file->source)
		return NULL;
	while (doubt != NULL && (doubt->id != id || doubt->span.from != span.from || doubt->span.to != span.to))
		doubt = doubt->next;
	if (doubt != NULL)
		return doubt;
	doubt = arena_take(doubts->library->arena, sizeof *doubt);
	if (doubt == NULL)
		return NULL;
	*doubt = (struct doubt){ .id = id, .span = span };
	*doubts->last = doubt;
	doubts->last = &doubt->next;
	return doubt;
}

struct doubt *ask_about(struct doubts *doubts, enum diag_id id, struct span span, bool is_doubtful)
{
	struct doubt *doubt = doubt_about(doubts, id, span);

	if (doubt == NULL)
		return NULL;
	doubt->settled = doubt->settled || !is_doubtful;
	return doubt->settled || doubt->words[0] != NULL ? NULL : doubt;
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
	look_at_classes(doubts, rules);
	look_at_melds(doubts, rules);
	look_at_minimum(doubts, rules);
	look_at_specials(doubts, rules);
	look_at_bans(doubts, rules);
	if (option != NULL)
		look_at_option(doubts, rules, option, word);
}

void doubts_tell(struct doubts *doubts)
{
	struct diags *diags = &doubts->library->diags;

	for (const struct doubt *doubt = doubts->first; doubt != NULL; doubt = doubt->next) {
		struct diag *diag;
		if (doubt->settled)
			continue;
		diag = diag_add(diags, doubt->id, doubt->span, doubt->words[0], doubt->words[1], doubt->words[2]);
		if (doubt->hint != NULL)
			diag_hint(diags, diag, "%s", doubt->hint);
		if (doubt->other_sentence != NULL)
			diag_other(diags, diag, doubt->other, "%s", doubt->other_sentence);
	}
}
