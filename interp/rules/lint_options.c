/* lint_options.c -- checks what options state: one that repeats what holds anyway, or that states what another one states otherwise; an
 * answer that says the same as another answer; a condition of the file that an option of its parent undoes. */
#include "rules/lint.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/build.h"
#include "rules/compare.h"
#include "rules/options.h"

/* ---- what an option states ---- */

/* A setting that an option states. It outlives the build with the option. */
struct touched {
	enum row_id row;
	int place;
	const char *item, *word;
	const struct option *option;
	struct cell cell;
	bool is_chosen; /* by an answer that holds where no other one is chosen */
	struct touched *next;
};

static bool excludes(const struct rules *rules, const struct touched *a, const struct touched *b)
{
	for (struct option_word at = { 0 }; option_word_next(rules, a->option, "excludes", &at);)
		if (strcmp(at.word, b->word) == 0)
			return true;
	return false;
}

/* Looks whether an option that was looked at before states something else of the same setting. */
static void look_for_clash(struct lint *lint, const struct rules *rules, const struct touched *new)
{
	for (const struct touched *old = new->next; old != NULL; old = old->next) {
		struct suspect *suspect;
		if (old->is_chosen || old->row != new->row || old->option == new->option || strcmp(old->item, new->item) != 0 ||
		    strcmp(old->option->name, new->option->name) == 0 || excludes(rules, old, new) ||
		    excludes(rules, new, old) || same_lines(lint->library->arena, &old->cell, &new->cell))
			continue;
		suspect = suspect_if(lint, DIAG_OPTIONS_CLASH, new->cell.statement->span, true);
		if (suspect == NULL)
			continue;
		suspect->words[0] = new->word;
		suspect->words[1] = old->word;
		suspect->words[2] = path_words(lint, rules, new->row, new->place);
		suspect->hint = "if that is meant, say `excludes` in one of them";
		suspect->other = old->cell.statement->span;
		suspect->other_sentence = "the other one states it here";
	}
}

static bool takes_or_brings_items(const struct statement *block)
{
	for (; block != NULL; block = block->next)
		if (block->kind == STATEMENT_REMOVE || block->added || takes_or_brings_items(block->block))
			return true;
	return false;
}

/* True if the cell states what held without it. */
static bool says_nothing_new(struct lint *lint, const struct rules *rules, const struct cell *cell, enum row_id row,
                             int item)
{
	return cell->inherited != NULL ? same_lines(lint->library->arena, cell, cell->inherited)
	                               : canonical_is_default(rules, row, item);
}

/* True if everything that [one] asks for is asked for by [other]. */
static bool asks_no_more(formula one, formula other)
{
	bool found = true;

	for (const struct ir *asked = one->asked; asked != NULL && found; asked = asked->also) {
		found = false;
		for (const struct ir *again = other->asked; again != NULL && !found; again = again->also)
			found = again->fact == asked->fact;
	}
	return found;
}

/* True if the cell of an option says in other words what the rules say without the option, of which the items keep their places. Where
 * it asks for something else, that is seldom so, and not looked for. */
static bool means_nothing_new(struct lint *lint, const struct rules *rules, struct setting at)
{
	formula plain = rules_formula(lint->plain, at.row, at.item), own = rules_formula(rules, at.row, at.item);
	bool failed = false, same;

	if (own != NULL && (!asks_no_more(own, plain) || !asks_no_more(plain, own)))
		return false;
	same = canonical_same(lint->plain, at.item, rules, at.item, at.row, &failed);

	if (failed)
		arena_fail(lint->library->arena);
	return same;
}

/* Copies a cell with the further conditions beside it, of which the build that it is from keeps nothing. */
static void copy_lines(struct lint *lint, const struct cell *from, struct cell *to)
{
	for (*to = *from; to != NULL && to->also != NULL;) {
		struct cell *also = arena_take(lint->library->arena, sizeof *also);
		if (also != NULL)
			*also = *to->also;
		to->also = also;
		to = also;
	}
}

/* Records that the option states the setting; NULL if out of memory. */
static struct touched *touch(struct lint *lint, const struct rules *rules, struct setting at, const struct option *option,
                             const char *word)
{
	struct touched *new = arena_take(lint->library->arena, sizeof *new);
	int group = rows[at.row].in;
	struct cell cell;

	if (new == NULL)
		return NULL;
	copy_lines(lint, rules_cell(rules, at.row, at.item), &cell);
	*new = (struct touched){ .row = at.row,
		                 .place = at.item,
		                 .item = groups[group].is_list ? rules_item_name(rules, group, at.item) : "",
		                 .word = word,
		                 .option = option,
		                 .cell = cell,
		                 .next = lint->touched };
	lint->touched = new;
	return new;
}

/* Records what the answers state that hold where no other one is chosen. */
static void touch_chosen(struct lint *lint, const struct rules *rules)
{
	for (const struct option *option = rules->options; option != NULL; option = option->next) {
		const char *word = option->chosen && option->alternative != NULL && option->statement->span.source == lint->file->source
		                           ? option_kept(option, lint->library->arena)
		                           : NULL;
		for (struct setting at = { .item = -1 }; word != NULL && setting_next(rules, &at);) {
			const struct cell *cell = rules_cell(rules, at.row, at.item);
			struct touched *touched = cell->statement != NULL && cell->layer->kind == LAYER_OPTION && strcmp(cell->layer->name, word) == 0
			                                  ? touch(lint, rules, at, option, word)
			                                  : NULL;
			if (touched != NULL)
				touched->is_chosen = true;
		}
	}
}

/* True if an option of another file replaces a condition that this file states, and does not just switch it off. A condition that the
 * parent states as well is what the option was written for. */
static bool undoes(const struct lint *lint, const struct rules *rules, struct setting at)
{
	const struct cell *cell = rules_cell(rules, at.row, at.item), *before = cell->inherited;

	return rows[at.row].type == TYPE_CONDITION && cell->statement->span.source != lint->file->source &&
	       before != NULL && before->statement != NULL && before->layer->kind == LAYER_VARIANT &&
	       !(before->inherited != NULL && same_lines(lint->library->arena, before, before->inherited)) &&
	       !never_holds(rules_formula(rules, at.row, at.item));
}

/* Reports a condition of this file that is lost with an option of another file, whose author did not know of it. */
static void lint_undone(struct lint *lint, const struct rules *rules, struct setting at, const struct option *option,
                        const char *word)
{
	const struct cell *cell = rules_cell(rules, at.row, at.item);
	struct suspect *suspect;

	if (!undoes(lint, rules, at))
		return;
	suspect = suspect_item(lint, DIAG_OPTION_UNDOES, clause_span(cell->inherited->statement), word, true);
	if (suspect == NULL)
		return;
	suspect->words[0] = word;
	suspect->words[1] = path_words(lint, rules, at.row, at.item);
	suspect->hint = text_kept(lint->library->arena, "if your table never plays with it, write `remove %s %s`",
	                          option->alternative != NULL ? "choice" : "option", option->name);
	suspect->other = cell->statement->span;
	suspect->other_sentence = "the option states it here";
}

/* True if [other] states all that [one] states. Sets [*any] if [one] states anything. */
static bool states_no_more(struct lint *lint, const struct option *one, const struct option *other, bool *any)
{
	*any = false;
	for (const struct touched *said = lint->touched; said != NULL; said = said->next) {
		const struct touched *again = lint->touched;
		if (said->option != one)
			continue;
		*any = true;
		while (again != NULL &&
		       (again->option != other || again->row != said->row || strcmp(again->item, said->item) != 0 ||
		        !same_lines(lint->library->arena, &again->cell, &said->cell)))
			again = again->next;
		if (again == NULL)
			return false;
	}
	return true;
}

static bool removes_items(const struct statement *block)
{
	for (; block != NULL; block = block->next)
		if (block->kind == STATEMENT_REMOVE || removes_items(block->block))
			return true;
	return false;
}

/* An earlier answer of the same choice that states the same; NULL if there is none. */
static const struct option *equal_answer(struct lint *lint, const struct option *option)
{
	bool own, others;

	if (removes_items(option->statement->block))
		return NULL;
	for (const struct option *other = lint->plain->options; other != NULL && other != option; other = other->next)
		if (other->alternative != NULL && strcmp(other->name, option->name) == 0 &&
		    !removes_items(other->statement->block) && states_no_more(lint, option, other, &own) &&
		    states_no_more(lint, other, option, &others) && own && others)
			return other;
	return NULL;
}

/* Another answer of the same choice that states nothing; NULL if there is none. */
static const struct option *empty_answer(const struct rules *rules, const struct option *option)
{
	for (const struct option *other = rules->options; other != NULL; other = other->next)
		if (other->alternative != NULL && strcmp(other->name, option->name) == 0 &&
		    strcmp(other->alternative, option->alternative) != 0 && other->statement->block == NULL)
			return other;
	return NULL;
}

/* An answer that states only what holds anyway, beside one that states nothing; or that states what another one does. */
static void lint_answer(struct lint *lint, const struct rules *rules, const struct option *option, const char *word,
                        bool idle)
{
	bool stated = option->statement->block != NULL;
	const struct option *other = idle && stated ? empty_answer(rules, option) : NULL;
	struct suspect *suspect;

	if (other == NULL && stated && in_question(lint, DIAG_ITEM_TWICE, option->statement->span))
		other = equal_answer(lint, option);
	suspect = suspect_if(lint, DIAG_ITEM_TWICE, option->statement->span, other != NULL);

	if (suspect == NULL)
		return;
	suspect->words[0] = text_kept(lint->library->arena, "%s", word);
	suspect->words[1] = option_kept(other, lint->library->arena);
	suspect->words[2] = "";
	suspect->other = other->statement->span;
	suspect->other_sentence = "the other answer stands here";
}

/* ---- one option ---- */

void lint_option(struct lint *lint, const struct rules *rules, const struct option *option, const char *word)
{
	bool is_answer = option->alternative != NULL;
	const struct span span = is_answer ? option->statement->span : option->statement->name_span;
	struct touched *touched;
	struct suspect *suspect = suspect_at(lint, is_answer ? DIAG_ITEM_TWICE : DIAG_OPTION_IDLE, span);
	bool idle = suspect != NULL && !suspect->cleared && !option->is_preset &&
	            !takes_or_brings_items(option->statement->block);

	for (struct setting at = { .item = -1 }; setting_next(rules, &at);) {
		const struct cell *cell = rules_cell(rules, at.row, at.item);
		if (cell->statement == NULL || cell->layer->kind != LAYER_OPTION ||
		    strcmp(cell->layer->name, word) != 0)
			continue;
		idle = idle && (says_nothing_new(lint, rules, cell, at.row, at.item) || means_nothing_new(lint, rules, at));
		lint_undone(lint, rules, at, option, word);
		touched = touch(lint, rules, at, option, word);
		if (touched == NULL)
			return;
		look_for_clash(lint, rules, touched);
	}
	if (is_answer) {
		lint_answer(lint, rules, option, word, idle);
		return;
	}
	suspect = suspect_if(lint, DIAG_OPTION_IDLE, option->statement->name_span, idle);
	if (suspect != NULL)
		suspect->words[0] = word;
}

/* ---- options that the file switches on ---- */

/* True if an option called [word] brought this item. */
static bool brought_by(const struct layer *layer, const char *word)
{
	return layer != NULL && layer->kind == LAYER_OPTION && strcmp(layer->name, word) == 0;
}

/* True if something that the option called [word] did not bring itself asks for class or term [item]. */
static bool is_asked_elsewhere(const struct rules *rules, int group, int item, const char *word)
{
	const enum fact_slot slot = group == GROUP_class ? SLOT_CLASS : SLOT_TERM;

	for (struct setting at = { .item = -1 }; setting_next(rules, &at);) {
		formula of = rules_formula(rules, at.row, at.item);
		if (groups[rows[at.row].in].is_list && brought_by(rules->added[rows[at.row].in][at.item], word))
			continue;
		for (const struct ir *asked = of != NULL ? of->asked : NULL; asked != NULL; asked = asked->also)
			if (facts[asked->fact].slot == slot && asked->item == item)
				return true;
	}
	return false;
}

/* True if the option called [word] takes something away, or brings something that can matter. */
static bool changes_items(const struct rules *rules, const char *word)
{
	for (const struct removed_item *removed = rules->removed; removed != NULL; removed = removed->next)
		if (brought_by(removed->layer, word))
			return true;
	for (int group = 0; group < GROUP_COUNT; group++)
		for (int item = 0; groups[group].is_list && item < rules_item_count(rules, group); item++)
			if (brought_by(rules->added[group][item], word) &&
			    (group_is_helper(group) ? is_asked_elsewhere(rules, group, item, word)
			                            : !item_is_dead(rules, group, item)))
				return true;
	return false;
}

/* True if what the option called [word] states of setting [at] can matter. A setting of an item that is never used cannot
 * matter, except a condition, which may be the reason that it is never used. */
static bool changes_setting(struct lint *lint, const struct rules *rules, struct setting at, const char *word)
{
	const struct cell *cell = rules_cell(rules, at.row, at.item);
	int group = rows[at.row].in;
	bool of_list = groups[group].is_list;

	if (cell->statement == NULL || !brought_by(cell->layer, word))
		return false;
	if (of_list && (brought_by(rules->added[group][at.item], word) ||
	                (rows[at.row].type != TYPE_CONDITION && item_is_dead(rules, group, at.item))))
		return false;
	return !says_nothing_new(lint, rules, cell, at.row, at.item) && setting_is_dead(rules, at.row, at.item) == NULL;
}

/* True if the rules with option [word] are what they are without it. */
static bool is_without_effect(struct lint *lint, const struct rules *rules, const char *word)
{
	if (changes_items(rules, word))
		return false;
	for (struct setting at = { .item = -1 }; setting_next(rules, &at);)
		if (changes_setting(lint, rules, at, word))
			return false;
	return true;
}

void lint_wishes(struct lint *lint, const struct rules *rules)
{
	touch_chosen(lint, rules);
	for (const struct option *option = rules->options; option != NULL; option = option->next) {
		const char *word = option->asked_for && option->chosen ? option_kept(option, rules->arena) : NULL;
		bool idle = word != NULL && !option->is_preset && option->statement->block != NULL &&
		            is_without_effect(lint, rules, word);
		struct suspect *suspect =
			word != NULL ? suspect_if(lint, DIAG_OPTION_IDLE, option->asked_for_at, idle) : NULL;
		if (suspect != NULL) {
			suspect->words[0] = option_kept(option, lint->library->arena);
			suspect->hint = "what else holds in these rules leaves nothing for it to change";
		}
	}
}
