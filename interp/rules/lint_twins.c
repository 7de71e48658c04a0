/* lint_twins.c -- finds classes, terms and scores that say what another one says under another name: a line of the score that is there
 * twice counts twice. Freezes, blocks, bans and ways of taking the pile are covered by each other (lint_settings.c). */
#include "rules/lint.h"

#include "grammar/arena.h"
#include "rules/build.h"
#include "rules/compare.h"

/* True if both ask the same facts, which is found out faster than whether they mean the same. */
static bool ask_alike(formula one, formula other)
{
	const struct ir *a = one != NULL ? one->asked : NULL, *b = other != NULL ? other->asked : NULL;

	while (a != NULL && b != NULL && a->fact == b->fact && a->item == b->item && a->cards == b->cards)
		a = a->also, b = b->also;
	return a == NULL && b == NULL;
}

static bool are_alike(const struct rules *rules, int group, int one, int other, bool *failed)
{
	for (int row = -1; row_next(group, &row);)
		if (!ask_alike(rules_formula(rules, (enum row_id)row, one),
		               rules_formula(rules, (enum row_id)row, other)))
			return false;
	for (int row = -1; row_next(group, &row);)
		if (!canonical_same(rules, one, rules, other, (enum row_id)row, failed))
			return false;
	return true;
}

/* Another item of the list that says the same: of two in this file the first. -1 if there is none. */
static int twin_of(struct lint *lint, const struct rules *rules, int group, int item)
{
	bool failed = false;
	int twin = -1;

	for (int other = 0; other < rules_item_count(rules, group) && twin < 0; other++)
		if (other != item &&
		    (other < item || said_of(lint, rules, group, other).source != lint->file->source) &&
		    are_alike(rules, group, item, other, &failed))
			twin = other;
	if (failed)
		arena_fail(lint->library->arena);
	return failed ? -1 : twin;
}

static void lint_twin(struct lint *lint, const struct rules *rules, int group, int item)
{
	struct span span = said_of(lint, rules, group, item);
	int twin = in_question(lint, DIAG_ITEM_TWICE, span) ? twin_of(lint, rules, group, item) : -1;
	struct suspect *suspect = suspect_if(lint, DIAG_ITEM_TWICE, span, twin >= 0);

	if (suspect == NULL)
		return;
	suspect->words[0] = item_words(lint, rules, group, item);
	suspect->words[1] = item_words(lint, rules, group, twin);
	suspect->words[2] = group == GROUP_score ? ", so it counts twice" : "";
	suspect->other = item_at(rules, group, twin);
	suspect->other_sentence = "the other one stands here";
}

void lint_twins(struct lint *lint, const struct rules *rules)
{
	static const enum group_id lists[] = { GROUP_class, GROUP_define, GROUP_score };

	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		for (int item = 0; item < rules_item_count(rules, lists[i]); item++)
			if (said_of(lint, rules, lists[i], item).source == lint->file->source)
				lint_twin(lint, rules, lists[i], item);
}
