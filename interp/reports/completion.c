/* completion.c -- what can be written at a place in a file: the words of the grammar that fit there, settings, facts, cards, and
 * the names of what the rules or the file have. */
#include "reports/reports.h"

#include <stdio.h>
#include <string.h>
#include "grammar/text.h"
#include "grammar/tree.h"
#include "reports/wording.h"
#include "rules/library.h"
#include "rules/options.h"
#include "rules/symbols.h"
#include "text/json.h"

/* The words of the grammar at a place; they are offered behind what else fits there. */
static const char *const WORDS[][11] = {
	[CONTEXT_FILE] = { "language 1", "variant", "fragment", "source", "rulings for" },
	[CONTEXT_RULE] = { "add", "remove", "cite", "use", "with", "option", "choice", "preset", "needs", "excludes" },
	[CONTEXT_WITHIN] = { "add", "remove", "cite" },
	[CONTEXT_REMOVE] = { "option", "choice", "preset", "remarks" },
	[CONTEXT_SOURCE] = { "title", "ledger" },
	[CONTEXT_HEAD] = { "extends" },
	[CONTEXT_RULINGS] = { "ruling" },
	[CONTEXT_CONDITION] = { "not", "and", "or" },
	[CONTEXT_RULING] = { NULL },
};

struct offers {
	struct library *library;
	const struct symbols *symbols; /* of the file */
	const struct rules *rules;     /* that hold there, or NULL */
	json_t *list;
};

static void offer(struct offers *offers, const char *kind, const char *label, const char *detail, const char *says)
{
	json_add(&offers->list, json_pack("{s:o, s:s, s:o, s:o}", "label", json_words(label), "kind", kind, "detail",
	                                  json_words(detail), "says", json_words(says)));
}

static void offer_groups(struct offers *offers, int in, bool lists_only)
{
	for (int group = 0; group < GROUP_COUNT; group++)
		if (groups[group].in == in && (groups[group].is_list || !lists_only))
			offer(offers, groups[group].is_list ? "list" : "section", groups[group].name, NULL,
			      groups[group].heading);
}

static void offer_settings(struct offers *offers, int group, const char *item_name)
{
	int item = 0;

	if (groups[group].is_list)
		item = offers->rules != NULL && item_name != NULL ? rules_item_named(offers->rules, group, item_name)
		                                                  : -1;
	for (int row = -1; row_next(group, &row);) {
		struct text detail = { 0 };
		if (item >= 0 && offers->rules != NULL) {
			/* The first line of the value that a setting has. */
			struct text value = { 0 };
			value_write((enum row_id)row, rules_cell(offers->rules, (enum row_id)row, item), &value);
			text_add_bytes(&detail, text_read(&value), strcspn(text_read(&value), "\n"));
			text_end(&value, &detail);
		} else
			follows_write(&rows[row], &detail);
		offer(offers, "setting", rows[row].name, text_read(&detail), rows[row].sentence);
		if (detail.failed)
			json_add(&offers->list, NULL);
		text_free(&detail);
	}
}

static bool is_offered(const struct offers *offers, const char *label)
{
	for (size_t i = 0; i < json_array_size(offers->list); i++) {
		const char *other = json_string_value(json_object_get(json_array_get(offers->list, i), "label"));
		if (other != NULL && strcmp(other, label) == 0)
			return true;
	}
	return false;
}

/* True if [symbol] stands in the variant or fragment [owner]. */
static bool is_of(const struct symbol *symbol, const char *owner)
{
	return symbol->owner != NULL && strcmp(symbol->owner, owner) == 0;
}

/* Those that the file states for [owner], NULL for itself: while the variant is half written it has no rules. */
static void offer_stated(struct offers *offers, const char *owner, enum symbol_kind kind, int about, const char *word)
{
	for (int i = 0; i < offers->symbols->count; i++) {
		const struct symbol *symbol = &offers->symbols->list[i];
		if (symbol->states && symbol->kind == kind && symbol->about == about &&
		    (owner == NULL || is_of(symbol, owner)) && !is_offered(offers, symbol->name))
			offer(offers, word, symbol->name, NULL, NULL);
	}
}

static void offer_items(struct offers *offers, const char *owner, int group)
{
	for (int i = 0; offers->rules != NULL && i < rules_item_count(offers->rules, group); i++)
		offer(offers, "item", rules_item_name(offers->rules, group, i),
		      rules_item_title(offers->rules, group, i), NULL);
	if (owner != NULL)
		offer_stated(offers, owner, SYMBOL_ITEM, group, "item");
}

static void offer_cards(struct offers *offers)
{
	for (int i = 0; i < RANKS; i++)
		if (strcmp(RANK_NAMES[i], "joker") != 0)
			offer(offers, "card", RANK_NAMES[i], NULL, NULL);
	for (int i = 0; i < CARD_WORDS; i++)
		offer(offers, "card", card_words[i], NULL, NULL);
}

static void offer_word_list(struct offers *offers, int row)
{
	for (const char *word = row >= 0 ? rows[row].words : ""; *word != '\0'; word += strcspn(word, "|") + 1) {
		struct text label = { 0 };
		text_add_bytes(&label, word, strcspn(word, "|"));
		offer(offers, "word", text_read(&label), NULL, rows[row].sentence);
		if (label.failed)
			json_add(&offers->list, NULL);
		text_free(&label);
	}
}

/* What is left of a phrase behind the last [count] words before the place; NULL if it does not go on from them. */
static const char *rest_of(const char *phrase, const struct context *context, int count)
{
	for (int i = context->word_count - count; i < context->word_count; i++) {
		size_t length = strlen(context->words[i]);
		if (strncmp(phrase, context->words[i], length) != 0 || phrase[length] != ' ')
			return NULL;
		phrase += length + 1;
	}
	return phrase;
}

static void offer_facts(struct offers *offers, const struct context *context)
{
	unsigned about = context->row >= 0 ? rows[context->row].facts : FACTS_ANY;

	for (int i = 0; i < FACT_COUNT; i++) {
		const char *rest = NULL;
		size_t length;
		for (int count = context->word_count; count >= 0 && rest == NULL; count--)
			rest = rest_of(facts[i].phrase, context, count);
		if (rest == NULL || !(fact_about(&facts[i]) & about) || (*rest >= 'A' && *rest <= 'Z'))
			continue;
		if (context->word_count > 0 && rest == facts[i].phrase)
			continue; /* a phrase goes on first */
		for (length = 0; rest[length] != '\0' && !(rest[length] >= 'A' && rest[length] <= 'Z'); length++)
			;
		length -= length > 0 && rest[length - 1] == ' ';
		json_add(&offers->list, json_pack("{s:s%, s:s, s:s, s:s}", "label", rest, length, "kind", "fact",
		                                  "detail", facts[i].phrase, "says", facts[i].sentence));
	}
	if (context->word_count == 0)
		offer_items(offers, context->owner, GROUP_define);
}

/* Options, presets and alternatives; behind `choice=` the names of its alternatives alone. A choice alone cannot be switched on. */
static void offer_option(struct offers *offers, const char *choice, const char *name, const char *title)
{
	size_t length = choice != NULL ? strlen(choice) : 0;

	if (choice != NULL && (strncmp(name, choice, length) != 0 || name[length] != '='))
		return;
	name += choice != NULL ? length + 1 : 0;
	if (!is_offered(offers, name))
		offer(offers, "option", name, title, NULL);
}

static bool is_choice(const struct symbols *symbols, const char *name)
{
	size_t length = strlen(name);

	for (int i = 0; i < symbols->count; i++)
		if (symbols->list[i].kind == SYMBOL_OPTION && strncmp(symbols->list[i].name, name, length) == 0 &&
		    symbols->list[i].name[length] == '=')
			return true;
	return false;
}

static void offer_options(struct offers *offers, const struct context *context)
{
	for (const struct option *option = offers->rules != NULL ? offers->rules->options : NULL; option != NULL;
	     option = option->next)
		offer_option(offers, context->choice, option_kept(option, offers->library->arena), option->title);
	for (int i = 0; context->owner != NULL && i < offers->symbols->count; i++) {
		const struct symbol *symbol = &offers->symbols->list[i];
		if (symbol->kind == SYMBOL_OPTION && symbol->states && is_of(symbol, context->owner) &&
		    !is_choice(offers->symbols, symbol->name))
			offer_option(offers, context->choice, symbol->name, NULL);
	}
}

/* The variants or fragments that the file has, and those of stdlib. */
static void offer_parts(struct offers *offers, enum statement_kind kind, const char *word)
{
	struct library *library = offers->library;
	char name[64], path[80];

	offer_stated(offers, NULL, kind == STATEMENT_VARIANT ? SYMBOL_VARIANT : SYMBOL_FRAGMENT, 0, word);
	for (int i = 0; library_start(i, name, sizeof name); i++) {
		const struct library_file *file;
		snprintf(path, sizeof path, "stdlib/%s.canasta", name);
		file = library_open_shipped(library, path, (struct span){ 0 });
		for (const struct statement *part = file != NULL ? file->statements : NULL; part != NULL;
		     part = part->next)
			if (part->kind == kind)
				offer(offers, word, part->name, part->title, NULL);
	}
	for (int i = 0; kind == STATEMENT_VARIANT && library_shipped(i, name, sizeof name); i++)
		offer(offers, word, name, NULL, NULL);
}

static void offer_ruling_lines(struct offers *offers)
{
	const char *words[RULING_WORDS_MAX];
	int count = ruling_words(words);

	for (int i = 0; i < count; i++)
		offer(offers, "keyword", words[i], NULL, NULL);
}

static void offer_at(struct offers *offers, const struct context *context)
{
	switch (context->kind) {
	case CONTEXT_NOTHING:
	case CONTEXT_NEW:
	case CONTEXT_NUMBER:
	case CONTEXT_FILE:
	case CONTEXT_HEAD:
	case CONTEXT_SOURCE:
	case CONTEXT_RULINGS: break;
	case CONTEXT_RULE: offer_groups(offers, GROUP_root, false); break;
	case CONTEXT_LIST:
	case CONTEXT_REMOVE: offer_groups(offers, context->group, true); break;
	case CONTEXT_ITEM: offer_items(offers, context->owner, context->group); break;
	case CONTEXT_WORD: offer_word_list(offers, context->row); break;
	case CONTEXT_CARDS: offer_cards(offers); break;
	case CONTEXT_CONDITION: offer_facts(offers, context); break;
	case CONTEXT_WITHIN:
	case CONTEXT_PATH:
		if (context->group == GROUP_root)
			offer_groups(offers, GROUP_root, false);
		else
			offer_settings(offers, context->group, context->item);
		if (context->group != GROUP_root && context->item == NULL)
			offer_groups(offers, context->group, true);
		break;
	case CONTEXT_OPTION: offer_options(offers, context); break;
	case CONTEXT_FRAGMENT: offer_parts(offers, STATEMENT_FRAGMENT, "fragment"); break;
	case CONTEXT_VARIANT: offer_parts(offers, STATEMENT_VARIANT, "variant"); break;
	case CONTEXT_RULING: offer_ruling_lines(offers); break;
	}
}

static void offer_words(struct offers *offers, const struct context *context)
{
	bool of_item = context->kind == CONTEXT_WITHIN && context->item != NULL;

	if (context->kind == CONTEXT_REMOVE && context->group != GROUP_root)
		return;
	for (const char *const *word = WORDS[context->kind]; *word != NULL; word++)
		if (!of_item || strcmp(*word, "cite") == 0) /* an item has no items of its own */
			offer(offers, "keyword", *word, NULL, NULL);
}

struct json_t *completion_items(struct library *library, const struct symbols *symbols, const struct context *context,
                                const struct rules *rules)
{
	struct offers offers = { .library = library, .symbols = symbols, .rules = rules, .list = json_array() };

	offer_at(&offers, context);
	offer_words(&offers, context);
	return offers.list;
}
