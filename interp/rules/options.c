/* options.c -- the list of options, in the order in which they are stated, the parents' first. */
#include "rules/options.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/diag.h"
#include "grammar/names.h"
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
	const char *kept;

	option_write(option, &word);
	kept = text_keep(&word, arena);
	return kept != NULL ? kept : option->name;
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

/* The word that an expression stands for: always_frozen, or solution = merge. Without blanks; "" if it is none. */
static const char *word_of(const struct rules *rules, const struct expr *expr)
{
	struct text text = { 0 };
	const char *word;
	size_t kept = 0;

	expr_write(expr, &text);
	for (size_t i = 0; i < text.length; i++)
		if (text.bytes[i] != ' ')
			text.bytes[kept++] = text.bytes[i];
	if (kept < text.length)
		text.bytes[kept] = '\0';
	text.length = kept;
	word = text_keep(&text, rules->arena);
	return word != NULL ? word : "";
}

void option_words(const struct rules *rules, const struct option *option, const char *head,
                  void (*each)(void *context, const char *word, struct span span), void *context)
{
	for (const struct statement *line = option->statement->block; line != NULL; line = line->next)
		if (line->kind == STATEMENT_RULE && strcmp(line->head, head) == 0)
			for (const struct expr *name = line->value; name != NULL; name = name->next)
				each(context, word_of(rules, name), name->span);
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

static void remember(struct rules *rules, struct diags *diags, struct option new, struct span span)
{
	struct option *option, **last = &rules->options;
	int count = 0;

	if (rules->options_over)
		return; /* that there are too many was told of the first */
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

static void add_choice(struct rules *rules, struct diags *diags, const struct statement *choice, int level)
{
	for (const struct statement *at = choice->block; at != NULL; at = at->next) {
		struct option new = { .name = choice->name,
			              .title = choice->title,
			              .alternative = at->head,
			              .question = choice->title,
			              .statement = at,
			              .level = level,
			              .offered = level };
		if (at->kind == STATEMENT_NOTE)
			continue;
		if (at->kind != STATEMENT_RULE || !at->has_block) {
			diag_add(diags, DIAG_CHOICE_NEEDS_BLOCKS, at->span);
			continue;
		}
		if (at->value != NULL && at->value->kind == EXPR_PHRASE && at->value->first->kind == EXPR_STRING)
			new.title = at->value->first->text;
		remember(rules, diags, new, at->head_span);
	}
}

void options_add(struct rules *rules, struct diags *diags, const struct statement *statement, int level)
{
	struct option new = { .name = statement->name,
		              .title = statement->title,
		              .statement = statement,
		              .level = level,
		              .offered = level,
		              .is_preset = statement->kind == STATEMENT_PRESET };

	if (statement->kind == STATEMENT_CHOICE)
		add_choice(rules, diags, statement, level);
	else
		remember(rules, diags, new, statement->name_span);
}

/* Takes the option at [*at] off the list. */
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

/* ---- options that fall away ---- */

/* Looks for a word behind `needs` that names an option which has fallen away. */
struct needing {
	const struct rules *rules;
	bool in_vain;
};

static void look_at_need(void *context, const char *word, struct span span)
{
	struct needing *needing = context;

	(void)span;
	needing->in_vain = needing->in_vain || (option_named(needing->rules, word) == NULL &&
	                                        option_in(needing->rules->options_gone, word) != NULL);
}

static bool needs_in_vain(const struct rules *rules, const struct option *option)
{
	struct needing needing = { rules, false };

	option_words(rules, option, "needs", look_at_need, &needing);
	return needing.in_vain;
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
			if ((*at)->offered < rules->level && !(*at)->wished &&
			    (falls(context, *at) || needs_in_vain(rules, *at))) {
				let_go(rules, at);
				any = true;
			} else
				at = &(*at)->next;
	}
	for (struct option **at = &rules->options; *at != NULL;) /* a choice of one answer is none */
		if ((*at)->offered < rules->level && is_alone(rules, *at) && (*at)->statement->block == NULL)
			let_go(rules, at);
		else
			at = &(*at)->next;
}

/* ---- choosing ---- */

enum { CANDIDATES_MAX = 64 };

struct choosing {
	struct rules *rules;
	struct diags *diags;
	const struct option *option; /* whose lines are being looked at, or NULL */
};

static void hint_options(struct choosing *at, struct diag *diag, const char *const *words, int count)
{
	struct text all = { 0 };

	for (int i = 0; i < count; i++)
		text_format(&all, "%s%s", i > 0 ? ", " : "it offers: ", words[i]);
	diag_hint(at->diags, diag, "%s", count > 0 ? text_read(&all) : "it offers none");
	text_free(&all);
}

/* The first alternative of the choice called [name], or NULL. */
static const struct option *choice_named(const struct rules *rules, const char *name)
{
	const struct option *option = rules->options;

	while (option != NULL && (option->alternative == NULL || strcmp(option->name, name) != 0))
		option = option->next;
	return option;
}

static void hint_alternatives(struct choosing *at, struct diag *diag, const char *name)
{
	struct text all = { 0 };

	for (const struct option *option = choice_named(at->rules, name); option != NULL; option = option->next)
		if (option->alternative != NULL && strcmp(option->name, name) == 0)
			text_format(&all, "%s`%s=%s`", all.length > 0 ? ", " : "", name, option->alternative);
	diag_hint(at->diags, diag, "it is a choice: say which, as in %s", text_read(&all));
	text_free(&all);
}

static void unknown_option(struct choosing *at, const char *word, struct span span)
{
	const char *words[CANDIDATES_MAX];
	int count = 0;
	struct diag *diag = diag_add(at->diags, DIAG_UNKNOWN_OPTION, span, at->rules->name, word);

	for (const struct option *option = at->rules->options; option != NULL && count < CANDIDATES_MAX;
	     option = option->next) {
		struct text whole = { 0 };
		option_write(option, &whole);
		words[count] = text_keep(&whole, at->rules->arena);
		count += words[count] != NULL;
	}
	if (choice_named(at->rules, word) != NULL)
		hint_alternatives(at, diag, word);
	else if (word_nearest(word, words, count) != NULL)
		diag_hint(at->diags, diag, "did you mean `%s`?", word_nearest(word, words, count));
	else
		hint_options(at, diag, words, count);
}

/* Switches on the option called [word]; a second alternative of one choice is a fault. */
static void choose(void *context, const char *word, struct span span)
{
	struct choosing *at = context;
	struct option *found = option_named(at->rules, word);

	if (found == NULL && span.source != 0 && option_in(at->rules->options_gone, word) != NULL)
		return; /* a preset names what has fallen away since */
	if (found == NULL) {
		unknown_option(at, word, span);
		return;
	}
	for (struct option *option = at->rules->options; option != NULL; option = option->next)
		if (option != found && option->chosen && strcmp(option->name, found->name) == 0) {
			diag_add(at->diags, DIAG_CHOICE_TWICE, span, found->name);
			return;
		}
	if (found->chosen)
		return;
	found->chosen = true;
	if (found->is_preset) /* a preset may name others; `chosen` keeps it from going round in circles */
		option_words(at->rules, found, "with", choose, at);
}

/* What a variant is played with, for options_wish(). */
struct wishing {
	struct choosing at;
	int level;
};

/* The latest wish of a choice counts. It holds for the variant below the one that says it, whose own statements
 * therefore prevail. */
static void wish(void *context, const char *word, struct span span)
{
	struct wishing *wishing = context;
	struct option *found = option_named(wishing->at.rules, word);

	if (found == NULL) {
		unknown_option(&wishing->at, word, span);
		return;
	}
	for (struct option *option = wishing->at.rules->options; option != NULL; option = option->next)
		if (option != found && strcmp(option->name, found->name) == 0)
			option->wished = false;
	if (found->level < wishing->level - 1)
		found->level = wishing->level - 1;
	if (found->wished)
		return;
	found->wished = true;
	found->wished_at = span;
	if (found->is_preset)
		option_words(wishing->at.rules, found, "with", wish, wishing);
}

void options_wish(struct rules *rules, struct diags *diags, const struct statement *with, int level)
{
	struct wishing wishing = { { .rules = rules, .diags = diags }, level };

	for (const struct expr *name = with->value; name != NULL; name = name->next)
		wish(&wishing, word_of(rules, name), name->span);
}

/* True if the option itself, or another answer of its choice, has been chosen. */
static bool is_decided(const struct rules *rules, const struct option *option)
{
	for (const struct option *other = rules->options; other != NULL; other = other->next)
		if (other->chosen && strcmp(other->name, option->name) == 0)
			return true;
	return false;
}

/* Two options of which one may exclude the other. */
struct excluding {
	const struct option *other;
	bool does;
};

static void look_at_excluded(void *context, const char *word, struct span span)
{
	struct excluding *excluding = context;

	(void)span;
	excluding->does = excluding->does || option_answers(excluding->other, word);
}

static bool excludes(const struct rules *rules, const struct option *option, const struct option *other)
{
	struct excluding excluding = { other, false };

	option_words(rules, option, "excludes", look_at_excluded, &excluding);
	return excluding.does;
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

/* What the variant says `with` gives way to what the table chooses. */
static void choose_wishes(struct rules *rules)
{
	for (struct option *option = rules->options; option != NULL; option = option->next)
		if (option->wished && !is_decided(rules, option) && !is_excluded(rules, option))
			option->chosen = option->by_default = true;
}

/* A choice of which nothing was chosen takes its first alternative. */
static void choose_first_alternatives(struct rules *rules)
{
	for (struct option *option = rules->options; option != NULL; option = option->next)
		if (option->alternative != NULL && !is_decided(rules, option))
			option->chosen = option->by_default = true;
}

/* Says that an option does not go with [word], which it names at [span]. If a variant has it by `with`, that is where. */
static void tell_together(struct choosing *at, enum diag_id id, const char *word, struct span span, struct span wished)
{
	struct diag *diag = diag_add(at->diags, id, wished.source != 0 ? wished : span, at->option->name, word);

	if (wished.source != 0)
		diag_other(at->diags, diag, span, "the option says so here");
}

static void check_needed(void *context, const char *word, struct span span)
{
	struct choosing *at = context;
	const struct option *other = option_named(at->rules, word);

	if (other == NULL)
		unknown_option(at, word, span);
	else if (!other->chosen)
		tell_together(at, DIAG_OPTION_NEEDS, word, span, at->option->wished_at);
}

static void check_excluded(void *context, const char *word, struct span span)
{
	struct choosing *at = context;
	const struct option *other = option_named(at->rules, word);

	if (other == NULL && option_in(at->rules->options_gone, word) != NULL)
		return; /* what was taken away is never switched on */
	if (other == NULL)
		unknown_option(at, word, span);
	else if (other->chosen)
		tell_together(at, DIAG_OPTION_EXCLUDES, word, span,
		              at->option->wished_at.from > other->wished_at.from ? at->option->wished_at
		                                                                 : other->wished_at);
}

void options_choose(struct rules *rules, struct diags *diags, const char *const *words, int count)
{
	struct choosing at = { .rules = rules, .diags = diags };
	struct span nowhere = { 0 };

	for (int i = 0; i < count; i++)
		choose(&at, words[i], nowhere);
	choose_wishes(rules);
	choose_first_alternatives(rules);
	for (const struct option *option = rules->options; option != NULL; option = option->next) {
		if (!option->chosen)
			continue;
		at.option = option;
		option_words(rules, option, "needs", check_needed, &at);
		option_words(rules, option, "excludes", check_excluded, &at);
	}
}
