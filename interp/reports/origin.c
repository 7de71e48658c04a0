#define _POSIX_C_SOURCE 200809L

/* origin.c -- where the value of a setting comes from. Settings and items of a variant lie in layers, the parent's below its
 * own; what is stated above the parent's layers departs if it is other than what they say. */
#include "reports/wording.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/analysis.h"
#include "rules/build.h"
#include "rules/lint.h"

/* ---- places ---- */

void place_write(const struct rules *rules, struct span span, struct text *out)
{
	int line, column;

	span_place(rules->sources, span, &line, &column);
	text_format(out, "%s:%d", rules->sources->source[span.source - 1].name, line);
}

void statement_place_write(const struct rules *rules, const struct statement *statement, struct text *out)
{
	place_write(rules, statement->head_span.source != 0 ? statement->head_span : statement->span, out);
}

/* True if [out] has [word] on a line of its own. */
static bool has_line(const struct text *out, const char *word)
{
	size_t length = strlen(word);

	for (const char *at = strstr(text_read(out), word); at != NULL; at = strstr(at + 1, word))
		if (at > out->bytes && at[-1] == '\n' && (at[length] == '\n' || at[length] == '\0'))
			return true;
	return false;
}

bool remarks_are_off(const struct rules *rules, int group, const struct layer *layer)
{
	const uint8_t *from = rules->remarks_from;

	return layer->height < from[group + 1] ||
	       (group != GROUP_root && groups[group].in != GROUP_root && layer->height < from[groups[group].in + 1]);
}

void cites_write(const struct note *notes, struct text *out)
{
	for (const struct note *note = notes; note != NULL; note = note->next) {
		struct text word = { 0 };
		if (note->kind == NOTE_CITE)
			text_format(&word, "@%s", note->text);
		if (note->kind == NOTE_HOUSE)
			text_add(&word, "house");
		if (word.length > 0 && !has_line(out, text_read(&word)))
			text_format(out, "\n%s", text_read(&word));
		text_end(&word, out);
	}
}

void origin_write(const struct rules *rules, const struct cell *cell, struct text *out)
{
	if (cell->statement == NULL)
		text_add(out, "default");
	else {
		enum layer_kind kind = cell->layer->kind;
		statement_place_write(rules, cell->statement, out);
		if (kind != LAYER_VARIANT || strcmp(cell->layer->name, rules->name) != 0)
			text_format(out, "\n%s%s",
			            kind == LAYER_FRAGMENT ? "fragment "
			            : kind == LAYER_OPTION ? "option "
			                                   : "",
			            cell->layer->name);
	}
	for (struct setting_notes at = notes_of(cell); notes_next(&at);)
		if (!at.on_item) /* other notes are the item's */
			cites_write(at.notes, out);
}

void item_origin_write(const struct rules *rules, int group, int item, struct text *out)
{
	place_write(rules, rules->items[group][item], out);
	for (const struct remark *remark = rules->remarks; remark != NULL; remark = remark->next)
		if (remark->group == group && remark->item == item)
			cites_write(remark->notes, out);
}

/* ---- values ---- */

static void write_clause(const char *word, const struct expr *clause, struct text *out)
{
	if (clause == NULL)
		return;
	text_format(out, "%s%s ", out->length > 0 && text_last(out) != '\n' ? "\n" : "", word);
	expr_write(clause, out);
}

/* Writes one statement of a cell. If it is the item's own line, only its conditions belong to the cell. */
static void write_statement(const struct cell *cell, struct text *out)
{
	const struct statement *statement = cell->statement;

	if (!cell->on_item) {
		exprs_write(statement->value, out);
		if (statement->by != NULL) {
			text_add(out, "by ");
			expr_write(statement->by, out);
		}
		for (const struct step *step = statement->by != NULL ? statement->steps : NULL; step != NULL;
		     step = step->next) {
			text_add(out, "\n  ");
			exprs_write(step->keys, out);
			text_add(out, ": ");
			expr_write(step->value, out);
		}
	}
	write_clause("when", statement->when, out);
	write_clause("unless", statement->unless, out);
}

static void write_default(enum row_id row, struct text *out)
{
	int32_t fallback = rows[row].fallback;
	const char *word;
	size_t length;

	switch (rows[row].type) {
	case TYPE_NUMBER:
	case TYPE_AMOUNT: text_add_number(out, fallback); break;
	case TYPE_WORD:
		word = rules_word(row, fallback, &length);
		text_add_bytes(out, word, length);
		break;
	case TYPE_CARDS: text_add(out, fallback == ALL_CARDS ? "any" : "none"); break;
	case TYPE_BOUNDS: text_add(out, "0 or more"); break;
	case TYPE_CONDITION: text_add(out, fallback != 0 ? "always" : "never"); break;
	case TYPE_POINTS:
	case TYPE_COMPOSITION:
	case TYPE_PATTERN:
	case TYPE_TEXT: text_add(out, "nothing"); break;
	}
}

void value_write(enum row_id row, const struct cell *cell, struct text *out)
{
	const struct cell *parts[16];
	struct text part = { 0 };
	int count = 0;

	if (cell->statement == NULL) {
		write_default(row, out);
		return;
	}
	for (const struct cell *at = cell; at != NULL && count < 16; at = at->also)
		parts[count++] = at;
	while (count-- > 0) { /* the list begins with the latest */
		write_statement(parts[count], &part);
		text_format(out, "%s%s", out->length > 0 ? "\n" : "", text_read(&part));
		text_end(&part, out);
	}
}

/* ---- departures ---- */

int parent_height(const struct rules *rules)
{
	return rules->parent != NULL && !rules->parent_is_start ? rules->height - 1 : rules->height;
}

/* What the layers up to [height] say. */
static const struct cell *cell_below(const struct cell *cell, int height)
{
	static const struct cell nothing = { .statement = NULL };

	while (cell != NULL && cell->statement != NULL && cell->layer->counts_at > height)
		cell = cell->inherited;
	return cell != NULL ? cell : &nothing;
}

bool parent_says(const struct rules *rules, enum row_id row, int32_t number, bool *failed)
{
	struct text before = { 0 }, said = { 0 };

	value_write(row, cell_below(rules_cell(rules, row, 0), parent_height(rules)), &before);
	text_add_number(&said, number);
	return texts_same(&before, &said, failed);
}

bool stated_above(enum row_id row, const struct cell *cell, int height, bool *failed)
{
	const struct cell *old = cell_below(cell, height);
	struct text now = { 0 }, before = { 0 };

	if (old == cell)
		return false;
	value_write(row, cell, &now);
	value_write(row, old, &before);
	return !texts_same(&now, &before, failed);
}

/* ---- what the number of players decides ---- */

static const struct step *step_for(const struct step *steps, int64_t number)
{
	int64_t low, high;

	for (; steps != NULL; steps = steps->next)
		for (const struct expr *key = steps->keys; key != NULL; key = key->next)
			if (read_key(key, &low, &high) && number >= low && number <= high)
				return steps;
	return NULL;
}

static bool is_ladder_by_players(const struct statement *statement)
{
	const struct expr *by = statement != NULL ? statement->by : NULL;

	by = by != NULL && by->kind == EXPR_PHRASE ? by->first : by;
	return by != NULL && by->next == NULL && by->text != NULL && strcmp(by->text, "players") == 0;
}

static bool is_players(const void *players, const struct ir *fact, int32_t *number)
{
	*number = *(const int32_t *)players;
	return fact->fact == FACT_players;
}

/* True if the setting has another value for [other] players than for [one]: it is a ladder by their number, or asks for it. */
static bool players_decide(const struct rules *rules, enum row_id row, int item, int32_t one, int32_t other, bool *failed)
{
	const struct statement *statement = rules_cell(rules, row, item)->statement;
	formula held = rules_formula(rules, row, item);
	struct ir_maker maker = { .arena = arena_new(), .rules = rules };
	const struct ir *with[2] = { NULL, NULL };
	bool decide;

	if (is_ladder_by_players(statement)) {
		arena_free(maker.arena);
		return step_for(statement->steps, one) != step_for(statement->steps, other);
	}
	if (held != NULL && maker.arena != NULL) {
		with[0] = ir_rewrite(&maker, held->ir, is_players, &one);
		with[1] = ir_rewrite(&maker, held->ir, is_players, &other);
	}
	*failed = *failed || maker.arena == NULL || (held != NULL && (with[0] == NULL || with[1] == NULL));
	decide = with[0] != NULL && with[1] != NULL && !ir_same(with[0], with[1]);
	arena_free(maker.arena);
	for (const struct ir *asked = held != NULL ? held->asked : NULL; asked != NULL && !decide; asked = asked->also)
		decide = asked->fact == FACT_term &&
		         players_decide(rules, ROW_define_when, asked->item, one, other, failed);
	return decide;
}

/* True if another number of players than the parent has makes the setting another. */
static bool departs_by_players(const struct rules *rules, enum row_id row, int item, bool *failed)
{
	const struct cell *cell = rules_cell(rules, ROW_table_players, 0);
	struct text before = { 0 };
	int32_t players;

	if (row == ROW_table_players || !stated_above(ROW_table_players, cell, parent_height(rules), failed))
		return false;
	value_write(ROW_table_players, cell_below(cell, parent_height(rules)), &before);
	players = (int32_t)atoi(text_read(&before));
	*failed = *failed || before.failed;
	text_free(&before);
	return players_decide(rules, row, item, players, rules->table.players, failed);
}

/* True if the setting asks for a term or a class that departs, since its sentence then says something else. */
static bool asks_what_departs(const struct rules *rules, enum row_id row, int item, bool *failed)
{
	formula held = rules_formula(rules, row, item);

	for (const struct ir *asked = held != NULL ? held->asked : NULL; asked != NULL; asked = asked->also) {
		enum fact_slot slot = facts[asked->fact].slot;
		enum row_id when = slot == SLOT_TERM ? ROW_define_when : ROW_class_when;
		if ((slot == SLOT_TERM || slot == SLOT_CLASS) && setting_departs(rules, when, asked->item, failed))
			return true;
	}
	return false;
}

bool setting_departs(const struct rules *rules, enum row_id row, int item, bool *failed)
{
	return stated_above(row, rules_cell(rules, row, item), parent_height(rules), failed) ||
	       asks_what_departs(rules, row, item, failed) || departs_by_players(rules, row, item, failed);
}

/* ---- items ---- */

/* The layer that brought the item in; NULL in rules that are made of two others, which have no layers of items. */
static const struct layer *brought_by(const struct rules *rules, int group, int item)
{
	return rules->added != NULL ? rules->added[group][item] : NULL;
}

static bool added_above(const struct rules *rules, int group, int item, int height)
{
	return groups[group].is_list && brought_by(rules, group, item) != NULL &&
	       brought_by(rules, group, item)->counts_at > height;
}

bool item_departs(const struct rules *rules, int group, int item, bool *failed)
{
	for (int row = -1; row_next(group, &row);)
		if (setting_departs(rules, (enum row_id)row, item, failed))
			return true;
	return added_above(rules, group, item, parent_height(rules));
}

/* True if the item existed in the layers up to [height] and was removed by one above. */
static bool removed_above(const struct removed_item *removed, int height)
{
	return removed->layer->counts_at > height && removed->added->counts_at <= height;
}

bool removal_departs(const struct rules *rules, const struct removed_item *removed)
{
	return removed_above(removed, parent_height(rules));
}

/* ---- sections ---- */

static bool item_changed(const struct rules *rules, int group, int item, int height, bool *failed)
{
	for (int row = -1; row_next(group, &row);)
		if (stated_above((enum row_id)row, rules_cell(rules, (enum row_id)row, item), height, failed))
			return true;
	return added_above(rules, group, item, height);
}

/* The same for everything directly in a section or a list. */
static bool group_changed(const struct rules *rules, int group, int height, bool *failed)
{
	int count = rules_places(rules, group);

	for (int item = 0; item < count; item++)
		if (item_changed(rules, group, item, height, failed))
			return true;
	for (const struct removed_item *removed = rules->removed; removed != NULL; removed = removed->next)
		if (removed->group == group && removed_above(removed, height))
			return true;
	return false;
}

bool changed_above(const struct rules *rules, int group, int item, int height, bool *failed)
{
	if (item >= 0)
		return item_changed(rules, group, item, height, failed);
	if (group < 0)
		return false;
	for (int in = 0; in < GROUP_COUNT; in++)
		if ((in == group || groups[in].in == group) && group_changed(rules, in, height, failed))
			return true;
	return false;
}

/* True if [name], of [length] bytes, stands in [words] as a word. */
static bool has_word(const char *words, const char *name, size_t length)
{
	for (const char *at = words; *at != '\0'; at++)
		if ((at == words || !isalpha((unsigned char)at[-1])) && strncasecmp(at, name, length) == 0 &&
		    !isalpha((unsigned char)at[length]))
			return true;
	return false;
}

/* True if every long word of [name], as in wild_in_pile, stands in [words]. */
static bool has_words_of(const char *words, const char *name)
{
	enum { LONG = 4 };
	bool any = false;

	for (size_t length; *name != '\0'; name += length + (name[length] == '_')) {
		length = strcspn(name, "_");
		if (length < LONG)
			continue;
		if (!has_word(words, name, length))
			return false;
		any = true;
	}
	return any;
}

/* The lowest height of a variant that stands in the same file as this one. */
static int own_height(const struct rules *rules)
{
	int height = rules->height;

	for (struct setting at = { .item = -1 }; setting_next(rules, &at);)
		for (const struct cell *cell = rules_cell(rules, at.row, at.item);
		     cell != NULL && cell->statement != NULL; cell = cell->inherited)
			if (cell->statement->span.source == rules->span.source && cell->layer->height < height)
				height = cell->layer->height;
	return height;
}

enum { LONG_NAME = 6 }; /* shorter names may also occur in a sentence by chance */

bool words_name_changed(const struct rules *rules, const char *words, int height, bool *failed)
{
	/* all of these layers are of the same file, so their author knew of the changes */
	if (height >= own_height(rules))
		return false;
	for (struct setting at = { .item = -1 }; setting_next(rules, &at);)
		if ((rows[at.row].type == TYPE_WORD || rows[at.row].type == TYPE_CONDITION) &&
		    strlen(rows[at.row].name) >= LONG_NAME && has_words_of(words, rows[at.row].name) &&
		    rules_cell(rules, at.row, at.item)->inherited != NULL &&
		    stated_above(at.row, rules_cell(rules, at.row, at.item), height, failed))
			return true;
	for (const struct removed_item *removed = rules->removed; removed != NULL; removed = removed->next)
		if (removed_above(removed, height) && has_words_of(words, removed->name))
			return true;
	return false;
}

/* ---- documents ---- */

static bool cites(const struct note *notes, const char *document)
{
	size_t length = strlen(document);

	for (; notes != NULL; notes = notes->next)
		if (notes->kind == NOTE_CITE && strncmp(notes->text, document, length) == 0 &&
		    notes->text[length] == '-')
			return true;
	return false;
}

static bool is_cited(const struct rules *rules, const char *document)
{
	for (const struct remark *remark = rules->remarks; remark != NULL; remark = remark->next)
		if (cites(remark->notes, document))
			return true;
	for (struct setting at = { .item = -1 }; setting_next(rules, &at);)
		for (struct setting_notes notes = notes_of(rules_cell(rules, at.row, at.item)); notes_next(&notes);)
			if (cites(notes.notes, document))
				return true;
	return false;
}

bool document_is_own(const struct rules *rules, const struct source_document *document)
{
	bool any = false;

	for (const struct source_document *at = rules->documents; at != NULL; at = at->next)
		any = any || (at->stated->span.source == rules->span.source && is_cited(rules, at->name));
	return document->stated->span.source == rules->span.source && (!any || is_cited(rules, document->name));
}

/* ---- what is left over ---- */

/* The slot in which conditions name the items of [group]: terms, classes or events. */
static enum fact_slot slot_of(int group)
{
	return group == GROUP_define  ? SLOT_TERM
	       : group == GROUP_class ? SLOT_CLASS
	       : group == GROUP_event ? SLOT_EVENT
	                              : SLOT_NONE;
}

/* True if some rule asks for the item, directly or through a term or class. */
static bool is_asked(const struct rules *rules, int group, int item)
{
	for (struct setting at = { .item = -1 }; setting_next(rules, &at);) {
		formula held = rules_formula(rules, at.row, at.item);
		for (const struct ir *asked = held != NULL ? held->asked : NULL; asked != NULL; asked = asked->also)
			if (facts[asked->fact].slot == slot_of(group) && asked->item == item &&
			    (slot_of(rows[at.row].in) == SLOT_NONE || is_asked(rules, rows[at.row].in, at.item)))
				return true;
	}
	return false;
}

/* True for a term by which no condition is called: it has no title, or always or never holds. */
static bool is_never_said(const struct rules *rules, int group, int item)
{
	int32_t constant;

	return group == GROUP_define &&
	       (rules->define[item].title == NULL || formula_is_constant(rules->define[item].when, &constant));
}

/* True if the pile is always frozen and the item is another reason for it, or a way of taking a pile that is not frozen. */
static bool is_frozen_out(const struct rules *rules, int group, int item)
{
	int always = freeze_always(rules);

	return always >= 0 &&
	       ((group == GROUP_freeze && item != always) || (group == GROUP_take && item_is_dead(rules, group, item)));
}

/* True if the file of the variant has not brought the item in. */
static bool is_of_another(const struct rules *rules, int group, int item)
{
	const struct layer *layer = brought_by(rules, group, item);

	return layer != NULL && layer->height < own_height(rules);
}

bool item_is_left_over(const struct rules *rules, int group, int item)
{
	if (is_never_said(rules, group, item) || is_frozen_out(rules, group, item))
		return true;
	return slot_of(group) != SLOT_NONE && !is_asked(rules, group, item) &&
	       (slot_of(group) != SLOT_EVENT || is_of_another(rules, group, item));
}

bool filled_above(const struct rules *rules, int group, int height)
{
	for (int list = 0; list < GROUP_COUNT; list++) {
		int count = groups[list].in == group && groups[list].is_list ? rules_item_count(rules, list) : 0,
		    own = 0;
		for (int item = 0; item < count; item++)
			own += !added_above(rules, list, item, height);
		if (count > 0 && own == 0)
			return true;
	}
	return false;
}
