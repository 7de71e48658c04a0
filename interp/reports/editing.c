/* editing.c -- what an editor asks about a file: what the word at a place means, where it is stated and where else it is used, what can be
 * written there, the blocks of the file and the kinds of its words. The file may be half written: words are known by
 * rules/symbols.c, which works on incomplete text; while the file has errors values come from the parent. */
#include "reports/reports.h"

#include <stdio.h>
#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "reports/wording.h"
#include "rules/build.h"
#include "rules/library.h"
#include "rules/options.h"
#include "rules/rules.h"
#include "rules/symbols.h"
#include "text/json.h"

/* ==== what can be written at a place: the words of the grammar that fit there, settings, facts, cards, and the names of what the
 * rules or the file have ==== */

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

/* Offers a phrase as far as the words before the place do not say it; false if these are others, or none. */
static bool offer_phrase(struct offers *offers, const struct context *context, const char *phrase, const char *sentence)
{
	const char *rest = NULL;

	for (int count = context->word_count; count > 0 && rest == NULL; count--)
		rest = rest_of(phrase, context, count);
	if (rest != NULL && *rest != '\0')
		json_add(&offers->list, json_pack("{s:s, s:s, s:s, s:s}", "label", rest, "kind", "fact", "detail",
		                                  phrase, "says", sentence));
	return rest != NULL && *rest != '\0';
}

/* Offers what can be done for a fact that ends with DEED and, once that is written, the periods. */
static void offer_deeds(struct offers *offers, const struct context *context, const struct fact *fact)
{
	size_t subject = strcspn(fact->phrase, "D");

	for (int deed = 0; deed < DEEDS; deed++) {
		struct text phrase = { 0 }, whole = { 0 };
		text_format(&phrase, "%.*s%s", (int)subject, fact->phrase, deed_phrases[deed]);
		bool offered = offer_phrase(offers, context, text_read(&phrase), fact->sentence);
		for (int period = 0; period < PERIODS && !offered && context->word_count > 0; period++) {
			whole.length = 0;
			text_format(&whole, "%s %s", text_read(&phrase), period_phrases[period]);
			offer_phrase(offers, context, text_read(&whole), fact->sentence);
		}
		text_free(&whole);
		text_free(&phrase);
	}
}

static void offer_facts(struct offers *offers, const struct context *context)
{
	unsigned about = context->row >= 0 ? rows[context->row].facts : FACTS_ANY;

	for (int i = 0; i < FACT_COUNT; i++) {
		const char *rest = NULL;
		size_t length;
		for (int count = context->word_count; count >= 0 && rest == NULL; count--)
			rest = rest_of(facts[i].phrase, context, count);
		if (rest != NULL && facts[i].slot == SLOT_DEED && (fact_about(&facts[i]) & about))
			offer_deeds(offers, context, &facts[i]);
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

/* A list of what can be written where [context] is, in a file that has [symbols]; [rules] hold there, or NULL. */
static struct json_t *completion_items(struct library *library, const struct symbols *symbols,
                                       const struct context *context, const struct rules *rules)
{
	struct offers offers = { .library = library, .symbols = symbols, .rules = rules, .list = json_array() };

	offer_at(&offers, context);
	offer_words(&offers, context);
	return offers.list;
}

/* ==== the other questions ==== */

enum { OWNERS_MAX = 64 };

/* A file that is asked about, with the one beside it that has its rulings, or whose rulings it has. */
struct editing {
	struct library *library;
	struct arena *arena;
	const struct library_file *file[2];
	struct symbols symbols[2];
	struct {
		const char *name, *option;
		const struct rules *rules;
		bool own; /* else the file has errors, and they are those that it changes */
	} owner[OWNERS_MAX];
	int owners;
};

/* ---- places ---- */

static json_t *lines_json(const struct library *library, struct span span)
{
	struct span end = { span.source, span.to, span.to };
	int line, column, end_line, end_column;

	span_place(&library->sources, span, &line, &column);
	span_place(&library->sources, end, &end_line, &end_column);
	return json_pack("{s:i, s:i, s:i, s:i}", "line", line, "column", column, "end_line", end_line, "end_column",
	                 end_column);
}

static json_t *place_json(const struct library *library, struct span span)
{
	json_t *place = lines_json(library, span);

	json_put(&place, "file", json_words(library->sources.source[span.source - 1].name));
	json_put(&place, "shipped", json_boolean(library->shipped[span.source - 1]));
	return place;
}

/* The byte of source [number] at a line and a column; places that do not exist are the end of the line or of the text. */
static uint32_t byte_at(const struct sources *sources, int number, int line, int column)
{
	const struct source *source = &sources->source[number - 1];
	uint32_t at;

	if (line < 1 || (uint32_t)line > source->line_count)
		return (uint32_t)source->length;
	for (at = source->lines[line - 1]; column > 1 && at < source->length && source->text[at] != '\n'; column--)
		do
			at++;
		while (at < source->length && ((unsigned char)source->text[at] & 0xc0) == 0x80);
	return at;
}

/* ---- rules ---- */

static const struct statement *part_named(const struct library_file *file, const char *name)
{
	for (const struct statement *at = file != NULL ? file->statements : NULL; at != NULL; at = at->next)
		if (at->kind == STATEMENT_VARIANT && strcmp(at->name, name) == 0)
			return at;
	return NULL;
}

/* The variant [owner] is, in the file or beside it; or the first one that uses a fragment of that name. */
static const struct statement *owner_part(const struct editing *at, const char *owner, const struct library_file **file)
{
	for (int i = 0; i < 2; i++)
		if (part_named(at->file[i], owner) != NULL)
			return *file = at->file[i], part_named(*file, owner);
	*file = at->file[0];
	for (const struct statement *part = (*file)->statements; part != NULL; part = part->next)
		for (const struct statement *use = part->kind == STATEMENT_VARIANT ? part->block : NULL; use != NULL;
		     use = use->next)
			for (const struct expr *name = use->kind == STATEMENT_USE ? use->value : NULL; name != NULL;
			     name = name->next)
				if (name->first != NULL && name->first->text != NULL &&
				    strcmp(name->first->text, owner) == 0)
					return part;
	return NULL;
}

/* The rules of the variant with the option, or without it if that does not go, or of the parent. [*own] is true for the first of
 * these. */
static const struct rules *build(const struct editing *at, const char *owner, const char *option, bool *own)
{
	const struct library_file *file, *parent_file;
	const struct statement *part = owner_part(at, owner, &file), *parent;
	const struct rules *rules = NULL;

	*own = false;
	if (part == NULL)
		return NULL;
	rules = rules_build_variant(at->library, file, part, &option, option != NULL);
	*own = rules != NULL;
	if (rules == NULL && option != NULL)
		rules = rules_build_variant(at->library, file, part, NULL, 0);
	if (rules != NULL || part->parent == NULL)
		return rules;
	parent = library_parent(at->library, file, part->parent, &parent_file);
	return parent != NULL ? rules_build_variant(at->library, parent_file, parent, NULL, 0) : NULL;
}

static bool same_word(const char *a, const char *b)
{
	return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* The rules that hold where [owner] and [option] are stated, each built once; NULL if there are none. */
static const struct rules *rules_of(struct editing *at, const char *owner, const char *option)
{
	const struct rules *rules;

	if (owner == NULL)
		return NULL;
	for (int i = 0; i < at->owners; i++)
		if (same_word(at->owner[i].name, owner) && same_word(at->owner[i].option, option))
			return at->owner[i].rules;
	if (at->owners == OWNERS_MAX)
		return NULL;
	rules = build(at, owner, option, &at->owner[at->owners].own);
	at->owner[at->owners].name = owner;
	at->owner[at->owners].option = option;
	at->owner[at->owners++].rules = rules;
	return rules;
}

/* True if rules_of() has such rules and did not fall back on those before the change. */
static bool are_own(const struct editing *at, const char *owner, const char *option)
{
	int i = 0;

	while (i < at->owners && (!same_word(at->owner[i].name, owner) || !same_word(at->owner[i].option, option)))
		i++;
	return i < at->owners && at->owner[i].own;
}

/* The place of an item among those of its list, 0 for a setting of a section; -1 if there is no such item. */
static int item_of(const struct rules *rules, const struct symbol *symbol)
{
	if (!groups[rows[symbol->about].in].is_list)
		return 0;
	return symbol->item != NULL ? rules_item_named(rules, rows[symbol->about].in, symbol->item) : -1;
}

/* ---- where something is stated ---- */

/* The statement that gives a setting its value, or if the symbol begins that statement the one whose value it replaces. */
static struct span setting_stated(struct editing *at, const struct symbol *symbol)
{
	const struct rules *rules = rules_of(at, symbol->owner, symbol->option);
	int item = rules != NULL ? item_of(rules, symbol) : -1;
	const struct cell *cell = item >= 0 ? rules_cell(rules, (enum row_id)symbol->about, item) : NULL;

	for (; cell != NULL && cell->statement != NULL; cell = cell->inherited)
		if (!span_within(symbol->span, cell->statement->span))
			return cell->statement->head_span;
	return (struct span){ 0 };
}

/* The first symbol that states what [symbol] names, in the same variant if it can be. */
static struct span named_stated(const struct editing *at, const struct symbol *symbol)
{
	struct span found = { 0 };

	for (int i = 0; i < 2; i++)
		for (int j = 0; j < at->symbols[i].count; j++) {
			const struct symbol *other = &at->symbols[i].list[j];
			if (!other->states || other->kind != symbol->kind || other->about != symbol->about ||
			    strcmp(other->name, symbol->name) != 0)
				continue;
			if (same_word(other->owner, symbol->owner))
				return other->span;
			found = found.source == 0 ? other->span : found;
		}
	return found;
}

static struct span item_stated(struct editing *at, const struct symbol *symbol)
{
	const struct rules *rules = rules_of(at, symbol->owner, symbol->option);
	int item = rules != NULL ? rules_item_named(rules, symbol->about, symbol->name) : -1;

	if (item >= 0)
		return rules->items[symbol->about][item];
	for (const struct removed_item *gone = rules != NULL ? rules->removed : NULL; gone != NULL; gone = gone->next)
		if (gone->group == symbol->about && strcmp(gone->name, symbol->name) == 0)
			return gone->span;
	return named_stated(at, symbol);
}

static struct span option_stated(struct editing *at, const struct symbol *symbol)
{
	struct span own = named_stated(at, symbol);
	const struct rules *rules = own.source == 0 ? rules_of(at, symbol->owner, symbol->option) : NULL;

	for (const struct option *option = rules != NULL ? rules->options : NULL; option != NULL; option = option->next)
		if (strcmp(option->name, symbol->name) == 0)
			return option->name_span;
		else if (option->alternative != NULL && same_word(option_kept(option, at->arena), symbol->name))
			return option->statement->head_span;
	return own;
}

/* Another variant, behind `extends` or `rulings for`. */
static struct span variant_stated(struct editing *at, const struct symbol *symbol)
{
	const struct library_file *found;

	if (symbol->states)
		return symbol->span;
	for (int i = 0; i < 2; i++)
		for (const struct statement *part = at->file[i] != NULL ? at->file[i]->statements : NULL; part != NULL;
		     part = part->next) {
			const struct statement *named = NULL;
			if (part->parent == NULL || !span_within(symbol->span, part->parent->span))
				continue;
			if (part->kind == STATEMENT_VARIANT)
				named = library_parent(at->library, at->file[i], part->parent, &found);
			else if (part->kind == STATEMENT_RULINGS)
				named = ruling_variant(at->library, at->file[i], part->parent, &found);
			if (named != NULL)
				return named->name_span;
		}
	return named_stated(at, symbol);
}

static struct span fragment_stated(struct editing *at, const struct symbol *symbol)
{
	struct span own = named_stated(at, symbol);
	const struct library_file *file;
	const struct statement *fragment =
		own.source == 0 ? library_fragment(at->library, at->file[0], symbol->name, symbol->span, &file) : NULL;

	return fragment != NULL ? fragment->name_span : own;
}

/* A source of this file, or of one that it builds on. */
static struct span source_stated(struct editing *at, const struct symbol *symbol)
{
	struct span own = named_stated(at, symbol);

	if (own.source == 0)
		rules_of(at, symbol->owner, NULL); /* which opens the files of its parents */
	for (int i = 0; own.source == 0 && i < at->library->files; i++)
		for (const struct statement *part = at->library->file[i].statements; part != NULL; part = part->next)
			if (part->kind == STATEMENT_SOURCE && strcmp(part->name, symbol->name) == 0)
				return part->name_span;
	return own;
}

static const struct ledger_row *citation_row(struct editing *at, const struct symbol *symbol)
{
	struct ledgers *ledgers;

	rules_of(at, symbol->owner, NULL); /* which opens the files of its parents */
	ledgers = ledgers_of(at->library);
	return ledgers != NULL ? ledgers_find(ledgers, symbol->name) : NULL;
}

static struct span stated(struct editing *at, const struct symbol *symbol)
{
	const struct ledger_row *row;

	switch (symbol->kind) {
	case SYMBOL_SETTING: return setting_stated(at, symbol);
	case SYMBOL_ITEM: return item_stated(at, symbol);
	case SYMBOL_OPTION: return option_stated(at, symbol);
	case SYMBOL_VARIANT: return variant_stated(at, symbol);
	case SYMBOL_FRAGMENT: return fragment_stated(at, symbol);
	case SYMBOL_SOURCE: return source_stated(at, symbol);
	case SYMBOL_CITATION: row = citation_row(at, symbol); return row != NULL ? row->span : (struct span){ 0 };
	default: return (struct span){ 0 };
	}
}

static json_t *definition_json(struct editing *at, const struct symbol *symbol)
{
	struct span span = symbol != NULL ? stated(at, symbol) : (struct span){ 0 };
	json_t *places = json_array();

	if (span.source != 0)
		json_add(&places, place_json(at->library, span));
	return places;
}

/* ---- where it is used ---- */

static bool has_references(const struct symbol *symbol)
{
	return symbol->kind == SYMBOL_SETTING || (symbol->kind >= SYMBOL_ITEM && symbol->kind <= SYMBOL_SOURCE);
}

/* True if both symbols mean the same: the same name stated elsewhere is another thing. */
static bool is_same(struct editing *at, const struct symbol *symbol, struct span stated_at, const struct symbol *other)
{
	struct span there;

	if (other->kind != symbol->kind || other->about != symbol->about)
		return false;
	if (symbol->kind == SYMBOL_SETTING)
		return same_word(symbol->item, other->item);
	if (strcmp(symbol->name, other->name) != 0)
		return false;
	there = symbol->span.from == other->span.from && symbol->span.source == other->span.source ? stated_at
	                                                                                           : stated(at, other);
	return there.source == 0 || stated_at.source == 0 ||
	       (there.source == stated_at.source && there.from == stated_at.from);
}

/* The name alone: of an alternative what stands behind the sign. */
static const char *own_name(const struct symbol *symbol)
{
	const char *sign = symbol->kind == SYMBOL_OPTION ? strchr(symbol->name, '=') : NULL;

	return sign != NULL ? sign + 1 : symbol->name;
}

/* Adds the names that are taken where [symbol] has its own: of what is stated there, of variants that the file builds on, and of what
 * the rules there have. */
static void add_taken(struct editing *at, const struct symbol *symbol, json_t **names)
{
	const struct rules *rules = rules_of(at, symbol->owner, symbol->option);
	bool owned = symbol->kind == SYMBOL_ITEM || symbol->kind == SYMBOL_OPTION;
	bool of_option = symbol->kind == SYMBOL_OPTION && own_name(symbol) == symbol->name;

	for (int i = 0; i < 2; i++)
		for (int j = 0; j < at->symbols[i].count; j++) {
			const struct symbol *other = &at->symbols[i].list[j];
			if ((other->states || symbol->kind == SYMBOL_VARIANT) && other->kind == symbol->kind &&
			    other->about == symbol->about && (!owned || same_word(other->owner, symbol->owner)))
				json_add(names, json_words(own_name(other)));
		}
	for (int i = 0; symbol->kind == SYMBOL_ITEM && rules != NULL && i < rules_item_count(rules, symbol->about); i++)
		json_add(names, json_words(rules_item_name(rules, symbol->about, i)));
	for (const struct option *option = of_option && rules != NULL ? rules->options : NULL; option != NULL;
	     option = option->next)
		json_add(names, json_words(option->name));
}

/* Adds where the ledger of a source calls its statements by the name of the source. False if it comes with canasta, where nothing is
 * renamed. */
static bool add_rows(const struct editing *at, const struct symbol *symbol, json_t **places)
{
	const struct library_file *file = at->file[0];
	const struct statement *part = file->statements;
	const struct ledger *ledger;
	size_t length = strlen(symbol->name);

	while (part != NULL && (part->kind != STATEMENT_SOURCE || strcmp(part->name, symbol->name) != 0))
		part = part->next;
	ledger = part != NULL ? ledger_read(at->library, file, part) : NULL;
	for (int i = 0; ledger != NULL && i < ledger->rows; i++) {
		struct span span = ledger->row[i].span;
		if (strncmp(ledger->row[i].id, symbol->name, length) != 0 || ledger->row[i].id[length] != '-')
			continue;
		if (at->library->shipped[span.source - 1])
			return false;
		span.to = span.from + (uint32_t)length;
		json_add(places, place_json(at->library, span));
	}
	return true;
}

static json_t *references_json(struct editing *at, const struct symbol *symbol, struct sought *sought)
{
	json_t *places = json_array(), *taken = json_array();
	struct span stated_at;
	bool here, named;

	if (symbol == NULL || !has_references(symbol))
		return json_pack("{s:n, s:b, s:o, s:o}", "name", "renames", 0, "taken", taken, "places", places);
	named = symbol->kind != SYMBOL_SETTING;
	stated_at = named ? stated(at, symbol) : (struct span){ 0 };
	here = stated_at.source == at->file[0]->source ||
	       (at->file[1] != NULL && stated_at.source == at->file[1]->source);
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < at->symbols[i].count; j++)
			if (is_same(at, symbol, stated_at, &at->symbols[i].list[j]))
				json_add(&places, place_json(at->library, at->symbols[i].list[j].span));
	here = here && named && !at->file[0]->shipped;
	if (here && symbol->kind == SYMBOL_SOURCE)
		here = add_rows(at, symbol, &places);
	if (here)
		add_taken(at, symbol, &taken);
	if (stated_at.source != 0)
		*sought =
			(struct sought){ .symbol = symbol,
			                 .name = own_name(symbol),
			                 .path = at->library->sources.source[stated_at.source - 1].name,
			                 .from = stated_at.from,
			                 .seen = { at->file[0]->path, at->file[1] != NULL ? at->file[1]->path : "" } };
	return json_pack("{s:o, s:b, s:o, s:o}", "name",
	                 json_words(named ? own_name(symbol) : rows[symbol->about].name), "renames", here, "taken",
	                 taken, "places", places);
}

/* Whether [symbol] names what is [sought], which another file states. That is not known where nothing is found that it names, though
 * the file builds on that other one. */
static enum {
	NAMES_OTHER,
	NAMES_SOUGHT,
	NAMES_UNKNOWN
} names_sought(struct editing *at, const struct symbol *symbol, const struct sought *sought)
{
	const struct sources *sources = &at->library->sources;
	struct span there;

	if (symbol->kind != sought->symbol->kind || symbol->about != sought->symbol->about ||
	    strcmp(symbol->name, sought->symbol->name) != 0)
		return NAMES_OTHER;
	there = stated(at, symbol);
	if (there.source != 0)
		return there.from == sought->from && strcmp(sources->source[there.source - 1].name, sought->path) == 0
		               ? NAMES_SOUGHT
		               : NAMES_OTHER;
	for (int i = 0; i < at->library->files; i++)
		if (!at->library->file[i].shipped && strcmp(at->library->file[i].path, sought->path) == 0)
			return NAMES_UNKNOWN;
	return NAMES_OTHER;
}

/* ---- what it means ---- */

static void add_words(json_t **says, struct text *words)
{
	if (words->length > 0 || words->failed)
		json_add(says, json_text(words));
	text_free(words);
}

/* Writes the file and the line; a file in the folder of the one that is asked about is called by its name alone. */
static void write_place(const struct editing *at, struct span span, struct text *out)
{
	const char *name = at->library->sources.source[span.source - 1].name;
	const char *slash = strrchr(at->file[0]->path, '/');
	size_t folder = slash != NULL ? (size_t)(slash - at->file[0]->path) + 1 : 0;
	int line, column;

	span_place(&at->library->sources, span, &line, &column);
	text_add_plain(out, strncmp(name, at->file[0]->path, folder) == 0 ? name + folder : name);
	text_format(out, ":%d", line);
}

static void add_value(const struct editing *at, enum row_id row, const struct cell *cell, const char *begin,
                      json_t **says)
{
	struct text words = { 0 }, value = { 0 };

	value_write(row, cell, &value);
	text_format(&words, "%s: ", begin);
	for (const char *letter = text_read(&value); *letter != '\0'; letter++)
		text_add_bytes(&words, *letter == '\n' ? " " : letter, 1);
	if (cell->statement == NULL)
		text_add(&words, " (by default)");
	else {
		text_add(&words, " (");
		if (cell->layer != NULL && cell->layer->kind == LAYER_OPTION)
			text_format(&words, "option %s, ", cell->layer->name);
		write_place(at, cell->statement->span, &words);
		text_add(&words, ")");
	}
	text_end(&value, &words);
	add_words(says, &words);
}

static void say_setting(struct editing *at, const struct symbol *symbol, json_t **says)
{
	const struct rules *rules = rules_of(at, symbol->owner, symbol->option);
	int item = rules != NULL ? item_of(rules, symbol) : -1;
	struct text follows = { 0 };
	const struct cell *cell;

	json_add(says, json_words(rows[symbol->about].sentence));
	text_format(&follows, "`%s` is followed by ", rows[symbol->about].name);
	follows_write(&rows[symbol->about], &follows);
	text_add(&follows, ".");
	add_words(says, &follows);
	if (item < 0)
		return;
	cell = rules_cell(rules, (enum row_id)symbol->about, item);
	if (!are_own(at, symbol->owner, symbol->option)) {
		add_value(at, (enum row_id)symbol->about, cell, "Before", says);
		return;
	}
	add_value(at, (enum row_id)symbol->about, cell, "Holds", says);
	if (cell->statement != NULL && cell->inherited != NULL)
		add_value(at, (enum row_id)symbol->about, cell->inherited, "Before", says);
}

static void say_item(struct editing *at, const struct symbol *symbol, json_t **says)
{
	const struct rules *rules = rules_of(at, symbol->owner, symbol->option);
	int item = rules != NULL ? rules_item_named(rules, symbol->about, symbol->name) : -1;
	struct text words = { 0 };
	struct span span = stated(at, symbol);

	text_format(&words, "%s %s", groups[symbol->about].name, symbol->name);
	if (item >= 0 && rules_item_title(rules, symbol->about, item) != NULL)
		text_format(&words, ": %s", rules_item_title(rules, symbol->about, item));
	add_words(says, &words);
	if (span.source == 0)
		return;
	text_add(&words, "Stated in ");
	write_place(at, span, &words);
	add_words(says, &words);
}

static void say_option(struct editing *at, const struct symbol *symbol, json_t **says)
{
	const struct rules *rules = rules_of(at, symbol->owner, NULL);
	struct text words = { 0 };

	for (const struct option *option = rules != NULL ? rules->options : NULL; option != NULL; option = option->next)
		if (words.length == 0 && (strcmp(option->name, symbol->name) == 0 ||
		                          same_word(option_kept(option, at->arena), symbol->name))) {
			bool choice = option->alternative != NULL && strcmp(option->name, symbol->name) == 0;
			const char *title = choice ? option->question : option->title;
			text_add(&words, title != NULL ? title : symbol->name);
		}
	add_words(says, &words);
}

static void say_statement(struct editing *at, const struct symbol *symbol, json_t **says)
{
	const struct ledger_row *row = citation_row(at, symbol);

	if (row == NULL)
		return;
	json_add(says, json_words(row->rule));
	if (row->reading != NULL && *row->reading != '\0')
		json_add(says, json_words(row->reading));
}

static json_t *meaning_json(struct editing *at, const struct symbol *symbol)
{
	json_t *says = json_array(), *answer;

	switch (symbol != NULL ? symbol->kind : SYMBOL_PLAIN) {
	case SYMBOL_SETTING: say_setting(at, symbol, &says); break;
	case SYMBOL_WORD: json_add(&says, json_words(rows[symbol->about].sentence)); break;
	case SYMBOL_SECTION:
	case SYMBOL_LIST: json_add(&says, json_words(groups[symbol->about].heading)); break;
	case SYMBOL_FACT: json_add(&says, json_words(facts[symbol->about].sentence)); break;
	case SYMBOL_ITEM: say_item(at, symbol, &says); break;
	case SYMBOL_OPTION: say_option(at, symbol, &says); break;
	case SYMBOL_CITATION: say_statement(at, symbol, &says); break;
	default: break;
	}
	answer = symbol != NULL ? place_json(at->library, symbol->span) : json_object();
	json_put(&answer, "says", says);
	return answer;
}

/* ---- what can be written ---- */

static json_t *completion_json(struct editing *at, uint32_t place)
{
	struct context context;
	const struct rules *rules;
	json_t *answer;

	symbols_context(&at->library->diags, at->file[0]->source, at->arena, place, &context);
	rules = rules_of(at, context.owner, context.option);
	answer = place_json(at->library, (struct span){ (uint16_t)at->file[0]->source, context.from, place });
	json_put(&answer, "items", completion_items(at->library, &at->symbols[0], &context, rules));
	return answer;
}

/* ---- the whole file ---- */

static const char *symbol_word(const struct symbol *symbol)
{
	static const char *const words[] = {
		[SYMBOL_PLAIN] = "plain",   [SYMBOL_KEYWORD] = "keyword",   [SYMBOL_SECTION] = "section",
		[SYMBOL_LIST] = "list",     [SYMBOL_SETTING] = "setting",   [SYMBOL_WORD] = "word",
		[SYMBOL_FACT] = "fact",     [SYMBOL_CARD] = "card",         [SYMBOL_ITEM] = "item",
		[SYMBOL_OPTION] = "option", [SYMBOL_VARIANT] = "variant",   [SYMBOL_FRAGMENT] = "fragment",
		[SYMBOL_SOURCE] = "source", [SYMBOL_CITATION] = "citation", [SYMBOL_NUMBER] = "number",
		[SYMBOL_STRING] = "string", [SYMBOL_PROSE] = "prose",       [SYMBOL_REMARK] = "remark"
	};

	return words[symbol->kind];
}

/* The text in [span] on one line, at the most so many bytes; a letter is not cut. */
static json_t *line_json(const struct library *library, struct span span)
{
	enum { BYTES_MOST = 80 };
	const char *text = library->sources.source[span.source - 1].text;
	struct text line = { 0 };

	for (uint32_t i = span.from; i < span.to; i++) {
		bool blank = text[i] == ' ' || text[i] == '\n' || text[i] == '\t';
		if (line.length >= BYTES_MOST && ((unsigned char)text[i] & 0xc0) != 0x80)
			break;
		if (!blank && line.length > 0 && i > span.from &&
		    (text[i - 1] == ' ' || text[i - 1] == '\n' || text[i - 1] == '\t'))
			text_add(&line, " ");
		if (!blank)
			text_add_bytes(&line, text + i, 1);
	}
	return json_text_end(&line);
}

static json_t *outline_json(const struct editing *at)
{
	const struct symbols *symbols = &at->symbols[0];
	json_t *list = json_array();

	for (int i = 0; i < symbols->outline_count; i++) {
		const struct outline *outline = &symbols->outline[i];
		const struct symbol *symbol = outline->symbol >= 0 ? &symbols->list[outline->symbol] : NULL;
		if (outline->span.source == 0)
			continue;
		json_t *entry = lines_json(at->library, outline->span);
		json_put(&entry, "kind", json_words(symbol != NULL ? symbol_word(symbol) : "plain"));
		json_put(&entry, "name", json_words(symbol != NULL ? own_name(symbol) : ""));
		json_put(&entry, "head", line_json(at->library, outline->head));
		json_put(&entry, "depth", json_integer(outline->depth));
		json_put(&entry, "block", json_boolean(outline->block));
		json_put(&entry, "at", lines_json(at->library, symbol != NULL ? symbol->span : outline->head));
		json_add(&list, entry);
	}
	return list;
}

void editing_tokens(struct library *library, const struct library_file *file, struct text *out)
{
	struct symbols symbols;
	uint32_t behind = 0;

	symbols_find(&library->diags, file->source, library->arena, &symbols);
	for (int i = 0; i < symbols.count; i++) {
		const struct symbol *symbol = &symbols.list[i];
		struct span end = { symbol->span.source, symbol->span.to, symbol->span.to };
		int line, column, end_line, end_column;
		if (symbol->kind == SYMBOL_PLAIN || symbol->span.from < behind || symbol->span.to == symbol->span.from)
			continue;
		behind = symbol->span.to;
		span_place(&library->sources, symbol->span, &line, &column);
		span_place(&library->sources, end, &end_line, &end_column);
		text_format(out, "%d %d %d %d %s%s\n", line, column, end_line, end_column, symbol_word(symbol),
		            symbol->states ? " stated" : "");
	}
	out->failed |= arena_failed(library->arena);
}

/* ---- the whole ---- */

/* Opens the rulings of the file, or the file of the rulings. */
static void open_companion(struct editing *at, bool rulings)
{
	at->file[1] = library_companion(at->library, at->file[0], rulings ? ".canasta" : ".rulings");
	if (at->file[1] == at->file[0])
		at->file[1] = NULL;
	if (at->file[1] != NULL)
		symbols_find(&at->library->diags, at->file[1]->source, at->arena, &at->symbols[1]);
}

/* In rulings a line of the score may be called as an item of `score`, a canasta or a special hand is: finds which of them the rules have, for
 * each that is named. */
static void settle_score_lines(struct editing *at)
{
	static const int group[] = { GROUP_score, GROUP_canasta, GROUP_special };

	for (int i = 0; i < 2; i++)
		for (int j = 0; j < at->symbols[i].count; j++) {
			struct symbol *symbol = &at->symbols[i].list[j];
			const struct rules *rules =
				symbol->of_score ? rules_of(at, symbol->owner, symbol->option) : NULL;
			for (size_t k = 0; rules != NULL && k < sizeof group / sizeof *group; k++)
				if (rules_item_named(rules, group[k], symbol->name) >= 0) {
					symbol->about = group[k];
					break;
				}
		}
}

static bool is_of_rulings(const struct library_file *file)
{
	size_t length = strlen(file->path);

	return length > 8 && strcmp(file->path + length - 8, ".rulings") == 0;
}

/* NULL without memory. */
static struct editing *begin_editing(struct library *library, const struct library_file *file)
{
	struct editing *at = arena_take(library->arena, sizeof *at);

	if (at == NULL)
		return NULL;
	at->library = library;
	at->arena = library->arena;
	at->file[0] = file;
	symbols_find(&library->diags, file->source, at->arena, &at->symbols[0]);
	return at;
}

json_t *editing_json(struct library *library, const struct library_file *file, enum editor_question question, int line,
                     int column, struct sought *sought)
{
	struct editing *at = begin_editing(library, file);
	bool rulings = is_of_rulings(file);
	struct sought nobody_asks;
	const struct symbol *symbol;
	uint32_t place = byte_at(&library->sources, file->source, line, column);
	json_t *answer;

	if (at == NULL)
		return NULL;
	sought = sought != NULL ? sought : &nobody_asks;
	*sought = (struct sought){ .symbol = NULL };
	symbol = symbols_at(&at->symbols[0], place);
	if (rulings ? question < ASK_OUTLINE : question == ASK_REFERENCES && symbol != NULL && has_references(symbol))
		open_companion(at, rulings);
	if (question != ASK_COMPLETION && question < ASK_OUTLINE)
		settle_score_lines(at);
	switch (question) {
	case ASK_COMPLETION: answer = completion_json(at, place); break;
	case ASK_MEANING: answer = meaning_json(at, symbol); break;
	case ASK_DEFINITION: answer = definition_json(at, symbol); break;
	case ASK_REFERENCES: answer = references_json(at, symbol, sought); break;
	default: answer = outline_json(at);
	}
	if (arena_failed(library->arena)) {
		json_decref(answer);
		return NULL;
	}
	return answer;
}

json_t *editing_uses(struct library *library, const struct library_file *file, const struct sought *sought)
{
	struct editing *at = begin_editing(library, file);
	json_t *places = json_array(), *taken = json_array(), *unknown = json_array();

	if (at != NULL && is_of_rulings(file))
		open_companion(at, true);
	if (at != NULL)
		settle_score_lines(at);
	for (int i = 0; at != NULL && i < at->symbols[0].count; i++) {
		const struct symbol *symbol = &at->symbols[0].list[i];
		switch (names_sought(at, symbol, sought)) {
		case NAMES_OTHER: break;
		case NAMES_UNKNOWN: json_add(&unknown, place_json(library, symbol->span)); break;
		case NAMES_SOUGHT:
			json_add(&places, place_json(library, symbol->span));
			if (symbol->kind != SYMBOL_VARIANT) /* which is named with its file */
				add_taken(at, symbol, &taken);
		}
	}
	if (at == NULL || arena_failed(library->arena))
		json_add(&places, NULL);
	return json_pack("{s:o, s:o, s:o}", "places", places, "taken", taken, "unknown", unknown);
}
