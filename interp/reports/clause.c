/* clause.c -- what stands at a clause, what it asks, and which of its lines decide. Notes belong to the remark before
 * them: `silent "..." @HOUSE-12` cites for the silence, what is cited before any remark is cited for the rule. */
#include "reports/judge.h"

#include <string.h>
#include "game/question.h"
#include "notation/act_text.h"
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "reports/wording.h"
#include "rules/build.h"
#include "rules/library.h"
#include "rules/options.h"
#include "text/json.h"

/* ---- words ---- */

/* How the condition behind a refusal goes on from its sentence; NULL if the sentence says enough. */
static const char *before_condition(enum refusal refusal)
{
	switch (refusal) {
	case REFUSAL_MELD_FULL:
	case REFUSAL_MELD_COMPOSITION: return "a meld of this kind is allowed "; /* where its shape is refused */
	case REFUSAL_KINDS_APART: return "a meld of this kind is allowed ";
	case REFUSAL_TAKE_CONDITION:
	case REFUSAL_MELD_NOT_NOW:
	case REFUSAL_NATURAL_NOT_NOW:
	case REFUSAL_WILD_NOT_NOW:
	case REFUSAL_SPECIAL_NOT_NOW: return "it is allowed ";
	case REFUSAL_NO_TALON: return "one is given ";
	case REFUSAL_CONTRACT: return "going out is allowed ";
	case REFUSAL_CONTAINS:
	case REFUSAL_NOT_BOTH:
	case REFUSAL_MINIMUM_AND_CONTENTS: return "a side opens only ";
	default: return NULL;
	}
}

/* Takes the word "now" away from the end of a sentence, or from before its brackets. */
static void take_now_away(struct text *out)
{
	const char now[] = " now", legal[] = " now (legal";
	size_t length = sizeof now - 1;
	char *in = out->length > 0 ? strstr(out->bytes, legal) : NULL;

	if (in == NULL && out->length > length && memcmp(text_read(out) + out->length - length, now, length) == 0)
		in = out->bytes + out->length - length;
	if (in == NULL)
		return;
	memmove(in, in + length, strlen(in + length) + 1);
	out->length -= length;
}

void reason_say(const struct game *game, struct act act, struct reason reason, struct text *out)
{
	/* who cannot go out may not ask either: the condition is that of going out */
	struct reason decides = reason.refusal == REFUSAL_ASKING_POINTLESS ? why_not_out(game) : reason;
	const char *before = before_condition(decides.refusal);
	bool two = decides.refusal == REFUSAL_MINIMUM_AND_CONTENTS; /* reasons; the row is that of the first one */
	enum row_id row = two ? ROW_initial_meld_contains : (enum row_id)decides.row;
	bool limit = decides.refusal == REFUSAL_MELD_FULL || decides.refusal == REFUSAL_MELD_COMPOSITION;
	bool talon = decides.refusal == REFUSAL_NO_TALON;
	formula held = before != NULL && (!limit || row == ROW_meld_shape) && (!talon || row == ROW_talon_when)
	                       ? rules_formula(game->rules, row, decides.item)
	                       : NULL;
	struct arena *arena;
	const struct ir *settled;

	reason_write_sentence(game, act, reason, out);
	if (held == NULL)
		return;
	arena = arena_new();
	settled = arena != NULL ? ir_settled(game->rules, held->ir, arena) : NULL;
	if (settled == NULL)
		out->failed = 1;
	else if (ir_is_number(settled, 0)) {
		take_now_away(out);
		text_add(out, ": these rules never allow it");
	} else {
		struct text words = { 0 };
		condition_say(game->rules, settled, false, false, &words);
		if (words.length > SENTENCE_MOST) {
			text_clear(&words);
			condition_divide(game->rules, settled, false, &words);
		}
		if (out->length + words.length > SENTENCE_MOST)
			text_format(out, ". %c%s", capital_letter(before[0]), before + 1);
		else
			text_format(out, "; %s", before);
		lines_as_sentences(text_read(&words), out);
		text_end(&words, out);
	}
	arena_free(arena);
}

void reason_say_melds(const struct act *acts, int count, struct act act, struct reason reason, struct text *out)
{
	bool other_rank = false;

	for (int i = 0; i < count; i++)
		other_rank |= acts[i].verb == ACT_MELD && acts[i].kind != act.kind;
	if (reason.refusal == REFUSAL_MELD_COMPOSITION && reason.row == ROW_meld_size && other_rank)
		text_add(out, "; cards of different ranks are different melds");
}

const char *reason_kept(struct library *library, const struct game *game, struct act act, struct reason reason)
{
	struct text words = { 0 };

	reason_say(game, act, reason, &words);
	text_capital(&words);
	return text_keep(&words, library->arena);
}

/* ---- citations and remarks ---- */

struct cited *cited_by(const struct lookup *lookup, const struct note *notes)
{
	struct cited *first = NULL, **end = &first;

	for (; notes != NULL && notes->kind != NOTE_READING && notes->kind != NOTE_SILENT &&
	       notes->kind != NOTE_MANNER && notes->kind != NOTE_BUT;
	     notes = notes->next) {
		const struct ledger_row *row;
		if (notes->kind != NOTE_CITE || (*end = arena_take(lookup->library->arena, sizeof **end)) == NULL)
			continue;
		row = lookup->ledgers != NULL ? ledgers_find(lookup->ledgers, notes->text) : NULL;
		**end = (struct cited){ .id = notes->text };
		if (row != NULL)
			**end = (struct cited){ row->id, row->where, row->kind, row->rule, row->reading, NULL };
		end = &(*end)->next;
	}
	return first;
}

/* Adds to [list] what it does not have of [more]. */
static void add_cited(struct cited **list, struct cited *more)
{
	for (struct cited *next; more != NULL; more = next) {
		struct cited **end = list;
		next = more->next;
		more->next = NULL;
		while (*end != NULL && strcmp((*end)->id, more->id) != 0)
			end = &(*end)->next;
		if (*end == NULL)
			*end = more;
	}
}

/* A clause under construction. */
struct clause_builder {
	const struct lookup *lookup;
	struct clause *clause;
};

/* Adds what [notes] cite and remark to the clause. */
static void add_notes(const struct clause_builder *at, const struct note *notes)
{
	add_cited(&at->clause->cited, cited_by(at->lookup, notes));
	for (; notes != NULL; notes = notes->next) {
		struct aside **end = &at->clause->asides;
		while (*end != NULL && (*end)->note->text != notes->text)
			end = &(*end)->next;
		if ((notes->kind != NOTE_READING && notes->kind != NOTE_SILENT && notes->kind != NOTE_BUT) ||
		    *end != NULL)
			continue;
		*end = arena_take(at->lookup->library->arena, sizeof **end);
		if (*end == NULL)
			return;
		**end = (struct aside){ .note = notes, .cited = cited_by(at->lookup, notes->next) };
	}
}

/* Adds what a line cites and remarks, and what the option does that brought it. */
static void add_line(const struct clause_builder *at, const struct cell *cell)
{
	const struct option *option;

	if (cell->statement == NULL)
		return;
	add_notes(at, cell->statement->notes);
	option = cell->layer->kind == LAYER_OPTION ? option_named(at->lookup->rules, cell->layer->name) : NULL;
	if (option != NULL)
		add_notes(at, option->statement->notes);
}

/* Adds what cites the value of [cell] without stating it. */
static void add_cites(const struct clause_builder *at, const struct cell *cell)
{
	for (const struct cite *cite = cell->cites; cite != NULL; cite = cite->next)
		add_notes(at, cite->notes);
}

/* What stands at the clause so far is near, if anything does. */
static void end_near(struct clause *clause)
{
	clause->cited_near = clause->asides_near = 0;
	for (const struct cited *cited = clause->cited; cited != NULL; cited = cited->next)
		clause->cited_near++;
	for (const struct aside *aside = clause->asides; aside != NULL; aside = aside->next)
		clause->asides_near++;
}

/* ---- which lines decide ---- */

enum { DECIDING_MAX = 24 };

/* The lines of a setting, or of a term that it asks, that decide the result of the condition. */
struct deciding {
	const struct lookup *lookup;
	const struct question *about;
	const struct cell *cell[DECIDING_MAX];
	int count;
};

static void ask_lines(struct deciding *at, enum row_id row, int item);

/* The terms in [ir] whose value decides the result: equal to it, or the opposite behind a `not`. */
static void ask_terms(struct deciding *at, const struct ir *ir, bool holds)
{
	if (ir_is_fact(ir, FACT_term) && (fact_of_game(at->about, ir) != 0) == holds)
		ask_lines(at, ROW_define_when, ir->item);
	for (const struct ir *part = ir->first; part != NULL; part = part->next)
		ask_terms(at, part, holds != (ir->kind == IR_NOT));
}

/* Evaluates the part behind one word of a line, and keeps the line if that part decides the result. */
static void ask_clause(struct deciding *at, enum row_id row, const struct expr *clause, bool negated, bool whole,
                       const struct cell *cell)
{
	formula part = clause == NULL ? NULL
	                              : rules_condition_part(at->lookup->library, (struct rules *)at->lookup->rules,
	                                                     row, 0, clause);
	bool holds = part != NULL && ask(part, at->about) != 0;
	int i = 0;

	if (part == NULL || (holds != negated) != whole)
		return;
	while (i < at->count && at->cell[i] != cell)
		i++;
	if (i == at->count && i < DECIDING_MAX)
		at->cell[at->count++] = cell;
	ask_terms(at, part->ir, holds);
}

/* The lines of a setting, of which the last one stands first: what they demand, or what they except. */
static void ask_cells(struct deciding *at, enum row_id row, const struct cell *cell, bool unless, bool whole)
{
	if (cell == NULL || cell->statement == NULL)
		return;
	ask_cells(at, row, cell->also, unless, whole);
	if (unless)
		ask_clause(at, row, cell->statement->unless, true, whole, cell);
	else {
		ask_clause(at, row, cell->on_item ? NULL : cell->statement->value, false, whole, cell);
		ask_clause(at, row, cell->statement->when, false, whole, cell);
	}
}

static void ask_lines(struct deciding *at, enum row_id row, int item)
{
	const struct cell *cell = rules_cell(at->lookup->rules, row, item);
	bool whole = ask(rules_formula(at->lookup->rules, row, item), at->about) != 0;

	ask_cells(at, row, cell, false, whole);
	ask_cells(at, row, cell, true, whole);
}

/* ---- the clause ---- */

/* The setting that shows most about a clause: for a way of taking its condition. */
static enum row_id asking_row(enum row_id row)
{
	return row == ROW_take_hand ? ROW_take_when : row == ROW_ban_cards ? ROW_ban_when : row;
}

/* The path, without the `.when` of an item, whose name says enough. */
static const char *clause_path(const struct lookup *lookup, enum row_id row, int item)
{
	static const char condition[] = ".when";
	struct text path = { 0 };

	rules_path(lookup->rules, row, item, &path);
	if (groups[rows[row].in].is_list && path.length > strlen(condition) &&
	    strcmp(path.bytes + path.length - strlen(condition), condition) == 0)
		path.bytes[path.length -= strlen(condition)] = '\0';
	return text_keep(&path, lookup->library->arena);
}

/* Where the clause stands, and its first line there, without the brace that opens a block. */
static void place_clause(const struct clause_builder *at, const struct statement *statement)
{
	const struct source *source;
	const char *text;
	size_t length;
	int column;

	if (statement == NULL || statement->span.source == 0)
		return;
	source = &at->lookup->rules->sources->source[statement->span.source - 1];
	text = source->text + statement->span.from;
	span_place(at->lookup->rules->sources, statement->span, &at->clause->line, &column);
	for (length = 0; length < statement->span.to - statement->span.from && text[length] != '\n';)
		length++;
	while (length > 0 && strchr(" \t{", text[length - 1]) != NULL)
		length--;
	at->clause->file = source->name;
	at->clause->said = arena_text(at->lookup->library->arena, text, length);
}

/* Adds the lines of a setting that decide, and then the others. */
static void add_lines(const struct clause_builder *at, enum row_id row, int item, const struct deciding *deciding)
{
	const struct cell *cell = rules_cell(at->lookup->rules, row, item);

	add_cites(at, cell);
	for (const struct cell *own = cell; own != NULL && row != asking_row(row); own = own->also)
		add_line(at, own);
	if (deciding->count > 0)
		add_cites(at, rules_cell(at->lookup->rules, asking_row(row), item));
	for (int i = 0; i < deciding->count; i++)
		add_line(at, deciding->cell[i]);
	if (deciding->count > 0)
		end_near(at->clause);
	for (; cell != NULL; cell = cell->also)
		add_line(at, cell);
	if (at->clause->cited_near == 0)
		end_near(at->clause);
}

static struct clause *make_clause(const struct lookup *lookup, int at_row, int item, const struct deciding *deciding)
{
	struct clause_builder at = { lookup, NULL };
	enum row_id row = (enum row_id)at_row;
	bool is_item;

	if (at_row >= 0 && at_row < ROW_COUNT)
		at.clause = arena_take(lookup->library->arena, sizeof *at.clause);
	if (at.clause == NULL)
		return NULL;
	is_item = groups[rows[row].in].is_list;
	*at.clause = (struct clause){ .path = clause_path(lookup, row, item),
		                      .title = is_item ? rules_item_title(lookup->rules, rows[row].in, item) : NULL };
	place_clause(&at, row == asking_row(row) && deciding->count > 0 ? deciding->cell[0]->statement
	                                                                : rules_statement(lookup->rules, row, item));
	add_lines(&at, row, item, deciding);
	for (const struct remark *remark = lookup->rules->remarks; remark != NULL && is_item; remark = remark->next)
		if (remark->group == rows[row].in && remark->item == item)
			add_notes(&at, remark->notes);
	if (at.clause->cited_near == 0)
		end_near(at.clause);
	return at.clause;
}

struct clause *clause_of(const struct lookup *lookup, int row, int item)
{
	return make_clause(lookup, row, item, &(struct deciding){ .count = 0 });
}

struct clause *clause_at(const struct lookup *lookup, const struct question *about, int row, int item)
{
	struct deciding deciding = { lookup, about, { NULL }, 0 };

	if (row >= 0 && row < ROW_COUNT &&
	    (rows[row].facts & (FACTS_SHAPE | FACTS_MELD | FACTS_END | FACTS_GAME | FACTS_DEAL)) == 0 &&
	    rows[asking_row((enum row_id)row)].type == TYPE_CONDITION)
		ask_lines(&deciding, asking_row((enum row_id)row), item);
	return make_clause(lookup, row, item, &deciding);
}

/* ---- facts ---- */

/* Adds a fact and its answer, if it is not there yet. */
static void find_fact(const struct lookup *lookup, const struct question *about, const struct ir *one, json_t **found)
{
	static const char capitals[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	const char *phrase = facts[one->fact].phrase;
	size_t length = strcspn(phrase, capitals);
	int32_t answer = fact_of_game(about, one);
	struct text words = { 0 }, number = { 0 };

	text_add_bytes(&words, phrase, length);
	/* What takes the place of the capital word in a fact: the cards, or an item's title, or its name without one. */
	enum fact_slot slot = facts[one->fact].slot;
	const char *title, *before = "";
	if (slot == SLOT_CARDS && one->cards != 0 && one->cards == lookup->rules->cards.wild)
		text_add(&words, "wild");
	else if (slot == SLOT_CARDS)
		for (cardset cards = one->cards; cards != 0; cards &= cards - 1, before = ", ")
			text_format(&words, "%s%s", before, lookup->rules->kind[__builtin_ctzll(cards)].name);
	else if (slot == SLOT_DEED)
		fact_item_write(lookup->rules, one, &words);
	else if (slot != SLOT_NONE) {
		title = rules_item_title(lookup->rules, fact_group(one->fact), one->item);
		if (title != NULL)
			title_write(title, &words);
		else
			text_add(&words, rules_item_name(lookup->rules, fact_group(one->fact), one->item));
	}
	text_add(&words, phrase + length + strspn(phrase + length, capitals));
	if (facts[one->fact].type == FLAG)
		text_add(&number, answer ? "yes" : "no");
	else
		text_add_number(&number, answer);
	if (words.failed || json_object_get(*found, text_read(&words)) == NULL)
		json_put(found, text_read(&words), words.failed ? NULL : json_text(&number));
	text_free(&words);
	text_free(&number);
}

/* Adds what a condition asks: of a term without a title what that asks, and nothing for one that always or never holds. */
static void find_facts(const struct lookup *lookup, const struct question *about, formula held, json_t **found)
{
	int32_t constant;

	for (const struct ir *one = held != NULL ? held->asked : NULL; one != NULL; one = one->also) {
		const struct in_define *term = one->fact == FACT_term ? &lookup->rules->define[one->item] : NULL;
		if (term != NULL && formula_is_constant(term->when, &constant))
			continue;
		if (term != NULL && term->title == NULL)
			find_facts(lookup, about, term->when, found);
		else if (strpbrk(facts[one->fact].where, "ufor") != NULL)
			find_fact(lookup, about, one,
			          found); /* others are about the end of the deal, or melds not laid yet */
	}
}

json_t *facts_found(const struct lookup *lookup, const struct question *about, int row, int item)
{
	formula held =
		row >= 0 && row < ROW_COUNT ? rules_formula(lookup->rules, asking_row((enum row_id)row), item) : NULL;
	json_t *found = json_object();

	if (row == ROW_initial_meld_contains)
		return found; /* it is asked about what the initial meld may still become */
	find_facts(lookup, about, held, &found);
	return found;
}

/* ---- how often clauses refuse ---- */

/* True if the refusal of [act] says something of a clause: of a take, only if its cards are held and would be a meld.
 * Questions to the partner and special hands are left out: nearly every hand could be refused those. */
static bool is_counted(const struct game *game, struct act act)
{
	if (act.verb == ACT_TAKE)
		return ((game->rules->tables->takes_name_meld >> act.item & 1) ||
		        kind_not_held(game->rules, &game->seat[game->turn.seat].hand, act) < 0) &&
		       take_wants(game->rules, act.item, act) && take_makes_meld(game, act) >= 0;
	return act.verb != ACT_ASK && act.verb != ACT_SPECIAL;
}

void clauses_look(struct clause_counts *clauses, const struct game *game)
{
	struct acts candidates;

	clauses->decisions++;
	game_candidates(game, &candidates);
	for (int i = 0; i < candidates.count; i++) {
		struct reason reason = { .refusal = REFUSAL_NONE };
		int64_t *last;
		if (is_counted(game, candidates.act[i]))
			reason = game_refusal(game, candidates.act[i]);
		if (reason.refusal == REFUSAL_NONE || reason.row < 0)
			continue;
		last = &clauses->last_refusal[reason.row][reason.item];
		clauses->refused[reason.row][reason.item] += *last != clauses->decisions;
		*last = clauses->decisions;
	}
}

void clauses_merge(struct clause_counts *clauses, const struct clause_counts *more)
{
	clauses->decisions += more->decisions;
	for (int row = 0; row < ROW_COUNT; row++)
		for (int item = 0; item < LIST_ITEMS_MAX; item++) {
			clauses->refused[row][item] += more->refused[row][item];
			clauses->last_refusal[row][item] = 0; /* of a decision long ago */
		}
}

bool clause_can_refuse(const struct rules *rules, enum row_id row, int item)
{
	/* The rows that refusals of these acts name, without rows that mostly serve another purpose. */
	static const bool can_refuse[ROW_COUNT] = {
		[ROW_take_when] = true,
		[ROW_take_forced] = true,
		[ROW_freeze_when] = true,
		[ROW_block_when] = true,
		[ROW_meld_size] = true,
		[ROW_meld_naturals] = true,
		[ROW_meld_wilds] = true,
		[ROW_meld_shape] = true,
		[ROW_meld_kinds] = true,
		[ROW_meld_begun] = true,
		[ROW_meld_natural_cards] = true,
		[ROW_meld_wild_cards] = true,
		[ROW_initial_meld_minimum] = true,
		[ROW_initial_meld_raised] = true,
		[ROW_initial_meld_contains] = true,
		[ROW_going_out_canastas] = true,
		[ROW_going_out_contract] = true,
		[ROW_going_out_discard] = true,
		[ROW_going_out_ask] = true,
		[ROW_going_out_answer] = true,
		[ROW_talon_empty_hand] = true,
	};
	bool bans = rows[row].in == GROUP_ban && rules_ban_row(rules, item) == row;

	return (can_refuse[row] || bans) && rules_cell(rules, row, item)->statement != NULL;
}
