/* options.c -- the list of options, in the order in which they are stated, the parents' first. */
#include "rules/options.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/diag.h"
#include "grammar/text.h"
#include "grammar/tree.h"

/* ---- names ---- */

void option_write(const struct option *option, struct text *out)
{
	text_add(out, option->name);
	if (option->alternative != NULL)
		text_format(out, "=%s", option->alternative);
}

const char *option_kept(const struct option *option, struct arena *arena)
{
	struct text word = { 0 };

	option_write(option, &word);
	return text_keep(&word, arena);
}

/* True if [word] ("always_frozen", "solution=merge") names this option. */
static bool option_answers(const struct option *option, const char *word)
{
	size_t length = strlen(option->name);

	if (strncmp(word, option->name, length) != 0)
		return false;
	if (option->alternative == NULL)
		return word[length] == '\0';
	return word[length] == '=' && strcmp(word + length + 1, option->alternative) == 0;
}

static struct option *option_in(struct option *option, const char *word)
{
	while (option != NULL && !option_answers(option, word))
		option = option->next;
	return option;
}

struct option *option_named(const struct rules *rules, const char *word)
{
	return option_in(rules->options, word);
}

const char *option_said(const struct expr *expr, struct arena *arena)
{
	struct text text = { 0 };
	size_t kept = 0;

	expr_write(expr, &text);
	for (size_t i = 0; i < text.length; i++)
		if (text.bytes[i] != ' ')
			text.bytes[kept++] = text.bytes[i];
	if (kept < text.length)
		text.bytes[kept] = '\0';
	text.length = kept;
	return text_keep(&text, arena);
}

bool option_word_next(const struct rules *rules, const struct option *option, const char *head, struct option_word *at)
{
	const struct statement *line = at->line;
	const struct expr *name = at->name != NULL ? at->name->next : NULL;

	while (name == NULL) {
		line = line != NULL ? line->next : option->statement->block;
		if (line == NULL)
			return false;
		name = line->kind == STATEMENT_RULE && strcmp(line->head, head) == 0 ? line->value : NULL;
	}
	*at = (struct option_word){ option_said(name, rules->arena), name->span, line, name };
	return true;
}

int option_with_needed(const struct rules *rules, const struct option *option,
                       const struct option *list[OPTIONS_NEEDED_MAX], int count)
{
	for (int i = 0; i < count; i++)
		if (list[i] == option)
			return count;
	if (option == NULL || count == OPTIONS_NEEDED_MAX)
		return count;
	list[count++] = option;
	for (struct option_word at = { 0 }; option_word_next(rules, option, "needs", &at);)
		count = option_with_needed(rules, option_named(rules, at.word), list, count);
	return count;
}

/* ---- the list ---- */

static const char *kind_of(const struct option *option)
{
	return option->is_preset ? "preset" : option->alternative != NULL ? "choice" : "option";
}

/* One name stands for one thing; of a choice there may be several alternatives. */
static bool same_name(const struct option *old, const struct option *new)
{
	if (strcmp(old->name, new->name) != 0)
		return false;
	return old->alternative == NULL || new->alternative == NULL || strcmp(old->alternative, new->alternative) == 0;
}

/* Whoever writes rules may call an option of her own as one on offer is called: hers is meant. */
static void withdraw(struct rules *rules, const char *name)
{
	struct option **at = &rules->options;

	while (*at != NULL)
		if ((*at)->is_on_offer && strcmp((*at)->name, name) == 0)
			*at = (*at)->next;
		else
			at = &(*at)->next;
}

static void remember(struct rules *rules, struct diags *diags, struct option new, struct span span)
{
	struct option *option, **last = &rules->options;
	int count = 0;

	if (rules->options_over)
		return; /* that there are too many was reported at the first */
	if (!new.is_on_offer)
		withdraw(rules, new.name);
	for (; *last != NULL; last = &(*last)->next, count++)
		if (same_name(*last, &new)) {
			struct diag *diag = diag_add(diags, DIAG_OPTION_TWICE, span,
			                             (*last)->is_preset             ? "a preset"
			                             : (*last)->alternative != NULL ? "a choice"
			                                                            : "an option",
			                             new.name);
			diag_other(diags, diag, (*last)->statement->head_span, "it is here");
			return;
		}
	rules->options_over = count == OPTIONS_OFFERED_MAX;
	if (rules->options_over)
		diag_add(diags, DIAG_OPTIONS_TOO_MANY, span, OPTIONS_OFFERED_MAX);
	option = !rules->options_over ? arena_take(rules->arena, sizeof *option) : NULL;
	if (option == NULL)
		return;
	*option = new;
	*last = option;
}

/* Reports whatever stands between the title of an alternative and its braces. */
static void check_alternative(struct diags *diags, const struct statement *at)
{
	const struct expr *value = at->value, *atom = value != NULL && value->kind == EXPR_PHRASE ? value->first : NULL;
	const struct expr *more = atom != NULL && atom->kind == EXPR_STRING ? atom->next : value;
	const struct expr *clause = at->when != NULL ? at->when : at->unless != NULL ? at->unless : at->by;

	if (more == NULL && value != NULL)
		more = value->next;
	if (more == NULL)
		more = clause;
	if (more != NULL)
		diag_hint(diags, diag_add(diags, DIAG_CHOICE_NEEDS_BLOCKS, more->span),
		          "nothing stands between the title and the braces");
}

static void add_choice(struct rules *rules, struct diags *diags, const struct statement *choice, int height,
                       bool is_on_offer)
{
	for (const struct statement *at = choice->block; at != NULL; at = at->next) {
		struct option new = { .name = choice->name,
			              .name_span = choice->name_span,
			              .title = choice->title,
			              .alternative = at->head,
			              .question = choice->title,
			              .statement = at,
			              .height = height,
			              .written_for = height,
			              .is_on_offer = is_on_offer };
		if (at->kind == STATEMENT_NOTE)
			continue;
		if (at->kind != STATEMENT_RULE || !at->has_block) {
			diag_add(diags, DIAG_CHOICE_NEEDS_BLOCKS, at->span);
			continue;
		}
		check_alternative(diags, at);
		if (at->value != NULL && at->value->kind == EXPR_PHRASE && at->value->first->kind == EXPR_STRING)
			new.title = at->value->first->text;
		remember(rules, diags, new, at->head_span);
	}
}

void options_add(struct rules *rules, struct diags *diags, const struct statement *statement, int height,
                 bool is_on_offer)
{
	struct option new = { .name = statement->name,
		              .name_span = statement->name_span,
		              .title = statement->title,
		              .statement = statement,
		              .height = height,
		              .written_for = height,
		              .is_preset = statement->kind == STATEMENT_PRESET,
		              .is_on_offer = is_on_offer };

	if (statement->kind == STATEMENT_CHOICE)
		add_choice(rules, diags, statement, height, is_on_offer);
	else
		remember(rules, diags, new, statement->name_span);
}

/* Removes the option at [*at] from the list. */
static void let_go(struct rules *rules, struct option **at)
{
	struct option *gone = *at;

	*at = gone->next;
	gone->next = rules->options_gone;
	rules->options_gone = gone;
}

bool options_remove(struct rules *rules, const char *kind, const char *name)
{
	bool any = false;

	for (struct option **at = &rules->options; *at != NULL;)
		if (strcmp((*at)->name, name) == 0 && strcmp(kind_of(*at), kind) == 0) {
			let_go(rules, at);
			any = true;
		} else
			at = &(*at)->next;
	return any;
}

/* ---- options that are dropped */

/* True if the option needs one that was dropped. */
static bool needs_in_vain(const struct rules *rules, const struct option *option)
{
	for (struct option_word at = { 0 }; option_word_next(rules, option, "needs", &at);)
		if (option_named(rules, at.word) == NULL && option_in(rules->options_gone, at.word) != NULL)
			return true;
	return false;
}

/* True if the option is the first answer of a choice, or the only one that is left. */
static bool is_alone(const struct rules *rules, const struct option *option)
{
	for (const struct option *other = rules->options; other != NULL; other = other->next)
		if (other != option && strcmp(other->name, option->name) == 0)
			return false;
	return option->alternative != NULL;
}

void options_fall_away(struct rules *rules, bool (*falls)(void *context, const struct option *option), void *context)
{
	bool any = true;

	while (any) {
		any = false;
		for (struct option **at = &rules->options; *at != NULL;)
			if ((*at)->written_for < rules->height && !(*at)->asked_for &&
			    (falls(context, *at) || needs_in_vain(rules, *at))) {
				let_go(rules, at);
				any = true;
			} else
				at = &(*at)->next;
	}
	for (struct option **at = &rules->options; *at != NULL;) /* a choice of one answer is none */
		if ((*at)->written_for < rules->height && is_alone(rules, *at) && (*at)->statement->block == NULL)
			let_go(rules, at);
		else
			at = &(*at)->next;
}

/* ---- choosing ---- */

enum { CANDIDATES_MAX = 64 };

/* The first alternative of the choice called [name], or NULL. */
static const struct option *choice_named(const struct rules *rules, const char *name)
{
	const struct option *option = rules->options;

	while (option != NULL && (option->alternative == NULL || strcmp(option->name, name) != 0))
		option = option->next;
	return option;
}

static void hint_alternatives(const struct rules *rules, struct diags *diags, struct diag *diag, const char *name)
{
	struct text all = { 0 };

	for (const struct option *option = choice_named(rules, name); option != NULL; option = option->next)
		if (option->alternative != NULL && strcmp(option->name, name) == 0)
			text_format(&all, "%s`%s=%s`", all.length > 0 ? ", " : "", name, option->alternative);
	diag_hint(diags, diag, "its alternatives are %s", text_read(&all));
	text_free(&all);
}

static void unknown_option(const struct rules *rules, struct diags *diags, const char *word, struct span span)
{
	const char *words[CANDIDATES_MAX];
	bool is_choice = choice_named(rules, word) != NULL;
	int count = 0;
	struct diag *diag = is_choice ? diag_add(diags, DIAG_CHOICE_OPEN, span, word, rules->name)
	                              : diag_add(diags, DIAG_UNKNOWN_OPTION, span, rules->name, word);

	for (const struct option *option = rules->options; option != NULL && count < CANDIDATES_MAX;
	     option = option->next)
		words[count++] = option_kept(option, rules->arena);
	if (is_choice)
		hint_alternatives(rules, diags, diag, word);
	else if (!diag_hint_nearest(diags, diag, word, words, count)) {
		struct text all = { 0 };
		text_add(&all, count > 0 ? "it offers: " : "it offers none");
		text_add_words(&all, words, count, ", ");
		diag_hint(diags, diag, "%s", text_read(&all));
		text_free(&all);
	}
}

/* Switches on the option called [word]; a second alternative of one choice is an error. */
static void choose(struct rules *rules, struct diags *diags, const char *word, struct span span)
{
	struct option *found = option_named(rules, word);

	if (found == NULL && span.source != 0 && option_in(rules->options_gone, word) != NULL)
		return; /* a preset names an option that was dropped */
	if (found == NULL) {
		unknown_option(rules, diags, word, span);
		return;
	}
	for (struct option *option = rules->options; option != NULL; option = option->next)
		if (option != found && option->chosen && strcmp(option->name, found->name) == 0) {
			diag_add(diags, DIAG_CHOICE_TWICE, span, found->name);
			return;
		}
	if (found->chosen)
		return;
	found->chosen = true;
	if (!found->is_preset)
		return;
	for (struct option_word at = { 0 }; option_word_next(rules, found, "with", &at);)
		choose(rules, diags, at.word, at.span); /* `chosen` prevents endless recursion */
}

/* Notes that a variant of this height says `with` [word], or that a preset does which it names. Of several answers to one choice the last
 * counts, as a variant may depart from its parent or from a preset; two that it names itself contradict each other. The option is applied
 * just below that variant, so the variant's own statements take precedence. */
static void wish(struct rules *rules, struct diags *diags, const char *word, struct span span, int height, bool by_name)
{
	struct option *found = option_named(rules, word);

	if (found == NULL) {
		unknown_option(rules, diags, word, span);
		return;
	}
	for (struct option *option = rules->options; option != NULL; option = option->next)
		if (option != found && strcmp(option->name, found->name) == 0) {
			if (by_name && option->asked_for && option->asked_by_name && option->asked_for_by == height)
				diag_other(diags, diag_add(diags, DIAG_CHOICE_TWICE, span, found->name),
				           option->asked_for_at, "another one is named here");
			option->asked_for = false;
		}
	if (found->height < height - 1)
		found->height = height - 1;
	if (found->asked_for)
		return;
	found->asked_for_by = height;
	found->asked_for = true;
	found->asked_by_name = by_name;
	found->asked_for_at = span;
	if (!found->is_preset)
		return;
	for (struct option_word at = { 0 }; option_word_next(rules, found, "with", &at);)
		wish(rules, diags, at.word, at.span, height, false);
}

void options_wish(struct rules *rules, struct diags *diags, const struct statement *with, int height)
{
	for (const struct expr *name = with->value; name != NULL; name = name->next)
		wish(rules, diags, option_said(name, rules->arena), name->span, height, true);
}

/* True if the option itself, or another answer of its choice, has been chosen. */
static bool is_decided(const struct rules *rules, const struct option *option)
{
	for (const struct option *other = rules->options; other != NULL; other = other->next)
		if (other->chosen && strcmp(other->name, option->name) == 0)
			return true;
	return false;
}

static bool excludes(const struct rules *rules, const struct option *option, const struct option *other)
{
	for (struct option_word at = { 0 }; option_word_next(rules, option, "excludes", &at);)
		if (option_answers(other, at.word))
			return true;
	return false;
}

/* True if the table has chosen what cannot go together with the option. */
static bool is_excluded(const struct rules *rules, const struct option *option)
{
	for (const struct option *other = rules->options; other != NULL; other = other->next)
		if (other->chosen && !other->by_default &&
		    (excludes(rules, other, option) || excludes(rules, option, other)))
			return true;
	return false;
}

/* Chooses where the table chose nothing: what the variant says `with` unless it cannot go together with what the table chose,
 * and the first alternative of every other choice. */
static void choose_defaults(struct rules *rules)
{
	for (struct option *option = rules->options; option != NULL; option = option->next)
		if (option->asked_for && !is_decided(rules, option) && !is_excluded(rules, option))
			option->chosen = option->by_default = true;
	for (struct option *option = rules->options; option != NULL; option = option->next)
		if (option->alternative != NULL && !is_decided(rules, option))
			option->chosen = option->by_default = true;
}

/* Reports that an option does not go with the one that it names at [at]. If a variant has it by `with`, [wished] is
 * where. */
static void not_together(const struct rules *rules, struct diags *diags, enum diag_id id, const struct option *option,
                         const struct option_word *at, struct span wished)
{
	struct diag *diag = diag_add(diags, id, wished.source != 0 ? wished : at->span,
	                             option_kept(option, rules->arena), at->word);

	if (wished.source != 0) /* a variant has it by `with` */
		diag_other(diags, diag, at->span, "the option says so here");
}

void options_choose(struct rules *rules, struct diags *diags, const char *const *words, int count)
{
	for (int i = 0; i < count; i++)
		choose(rules, diags, words[i], (struct span){ 0 });
	choose_defaults(rules);
	for (const struct option *option = rules->options; option != NULL; option = option->next)
		if (option->chosen) {
			for (struct option_word at = { 0 }; option_word_next(rules, option, "needs", &at);) {
				const struct option *other = option_named(rules, at.word);
				if (other == NULL)
					unknown_option(rules, diags, at.word, at.span);
				else if (!other->chosen)
					not_together(rules, diags, DIAG_OPTION_NEEDS, option, &at,
					             option->asked_for_at);
			}
			for (struct option_word at = { 0 }; option_word_next(rules, option, "excludes", &at);) {
				const struct option *other = option_named(rules, at.word);
				if (other == NULL &&
				    option_in(rules->options_gone, at.word) == NULL) /* else it is never switched on */
					unknown_option(rules, diags, at.word, at.span);
				else if (other != NULL && other->chosen)
					not_together(rules, diags, DIAG_OPTION_EXCLUDES, option, &at,
					             option->asked_for_at.from > other->asked_for_at.from
					                     ? option->asked_for_at
					                     : other->asked_for_at);
			}
		}
}
