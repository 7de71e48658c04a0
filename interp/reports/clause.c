/* clause.c -- finding what stands at a clause. Notes belong to the remark before them: `silent "..." @HOUSE-12` cites
 * for the silence, what is cited before any remark is cited for the rule. */
#include "reports/clause.h"

#include <string.h>
#include "notation/act_text.h"
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "reports/deciding.h"
#include "reports/condition_wording.h"
#include "rules/ledger.h"
#include "rules/library.h"
#include "rules/options.h"

const char *kept(struct library *library, struct text *text)
{
	const char *copy = text_keep(text, library->arena);

	return copy != NULL ? copy : "";
}

const char *act_kept(struct library *library, const struct game *game, struct act act)
{
	struct text words = { 0 };

	act_write(game, act, &words);
	return kept(library, &words);
}

/* How the condition behind a refusal goes on from its sentence; NULL if the sentence says enough. */
static const char *before_condition(enum refusal refusal)
{
	switch (refusal) {
	case REFUSAL_TAKE_CONDITION:
	case REFUSAL_MELD_NOT_NOW:
	case REFUSAL_NATURAL_NOT_NOW:
	case REFUSAL_WILD_NOT_NOW:
	case REFUSAL_SPECIAL_NOT_NOW: return "it is allowed ";
	case REFUSAL_CONTRACT: return "that is, to go out ";
	case REFUSAL_CONTAINS: return "it is enough ";
	default: return NULL;
	}
}

void reason_say(const struct game *game, struct act act, struct reason reason, struct text *out)
{
	const char *before = before_condition(reason.refusal);
	formula held = before != NULL ? rules_formula(game->rules, (enum row_id)reason.row, reason.item) : NULL;

	reason_write_sentence(game, act, reason, out);
	if (held == NULL || ir_is_number(held->ir, 0))
		return;
	text_format(out, "; %s", before);
	condition_say(game->rules, held->ir, false, false, out);
}

const char *reason_kept(struct library *library, const struct game *game, struct act act, struct reason reason)
{
	struct text words = { 0 };

	reason_say(game, act, reason, &words);
	text_capital(&words);
	return kept(library, &words);
}

struct words_list **add_words(struct library *library, struct words_list **end, const char *words)
{
	*end = arena_take(library->arena, sizeof **end);
	if (*end == NULL)
		return end;
	**end = (struct words_list){ .words = words };
	return &(*end)->next;
}

/* ---- citations and remarks ---- */

static bool is_remark(const struct note *note)
{
	return note->kind == NOTE_READING || note->kind == NOTE_SILENT || note->kind == NOTE_MANNER;
}

struct cited *cited_by(struct library *library, struct ledgers *ledgers, const struct note *notes)
{
	struct cited *first = NULL, **end = &first;

	for (; notes != NULL && !is_remark(notes); notes = notes->next) {
		const struct ledger_row *row;
		if (notes->kind != NOTE_CITE || (*end = arena_take(library->arena, sizeof **end)) == NULL)
			continue;
		row = ledgers != NULL ? ledgers_find(ledgers, notes->text) : NULL;
		**end = (struct cited){ .id = notes->text };
		if (row != NULL)
			**end = (struct cited){ row->id, row->where, row->kind, row->rule, row->reading, NULL };
		end = &(*end)->next;
	}
	return first;
}

static bool is_cited(const struct cited *list, const char *id)
{
	while (list != NULL && strcmp(list->id, id) != 0)
		list = list->next;
	return list != NULL;
}

static void add_cited(struct cited **list, struct cited *more)
{
	struct cited **end = list;

	while (*end != NULL)
		end = &(*end)->next;
	while (more != NULL) {
		struct cited *next = more->next;
		more->next = NULL;
		if (!is_cited(*list, more->id))
			*end = more, end = &more->next;
		more = next;
	}
}

static bool is_said(const struct aside *list, const char *words)
{
	while (list != NULL && list->words != words)
		list = list->next;
	return list != NULL;
}

/* Adds what [notes] cite and remark to the clause. */
static void add_notes(struct library *library, struct ledgers *ledgers, struct clause *clause, const struct note *notes)
{
	struct aside **end = &clause->asides;

	add_cited(&clause->cited, cited_by(library, ledgers, notes));
	while (*end != NULL)
		end = &(*end)->next;
	for (; notes != NULL; notes = notes->next) {
		if ((notes->kind != NOTE_READING && notes->kind != NOTE_SILENT) || is_said(clause->asides, notes->text))
			continue;
		*end = arena_take(library->arena, sizeof **end);
		if (*end == NULL)
			return;
		**end = (struct aside){ .silent = notes->kind == NOTE_SILENT,
			                .words = notes->text,
			                .cited = cited_by(library, ledgers, notes->next) };
		end = &(*end)->next;
	}
}

/* ---- words and place ---- */

/* The first line of what a statement says, without the brace that opens a block. */
static const char *first_line(struct library *library, const struct sources *sources, struct span span)
{
	const char *text = sources->source[span.source - 1].text + span.from;
	size_t length = 0;

	while (length < span.to - span.from && text[length] != '\n')
		length++;
	while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t' || text[length - 1] == '{'))
		length--;
	return arena_text(library->arena, text, length);
}

static void place_clause(struct library *library, const struct rules *rules, const struct statement *statement,
                         struct clause *clause)
{
	int column;

	if (statement == NULL || statement->span.source == 0)
		return;
	span_place(rules->sources, statement->span, &clause->line, &column);
	clause->file = rules->sources->source[statement->span.source - 1].name;
	clause->said = first_line(library, rules->sources, statement->span);
}

/* The setting that shows most about a clause: for a way of taking its condition. */
static int asking_row(int row)
{
	return row == ROW_take_hand ? ROW_take_when : row == ROW_ban_cards ? ROW_ban_when : row;
}

/* The path, without the `.when` of an item, whose name says enough. */
static const char *clause_path(struct library *library, const struct rules *rules, int row, int item)
{
	static const char condition[] = ".when";
	struct text path = { 0 };

	rules_path(rules, (enum row_id)row, item, &path);
	if (groups[rows[row].in].is_list && path.length > strlen(condition) &&
	    strcmp(path.bytes + path.length - strlen(condition), condition) == 0)
		path.bytes[path.length -= strlen(condition)] = '\0';
	return kept(library, &path);
}

/* Adds what a line cites and remarks, and what the option does that brought it. */
static void add_line(struct library *library, struct ledgers *ledgers, const struct rules *rules, struct clause *clause,
                     const struct cell *cell)
{
	const struct option *option;

	if (cell->statement == NULL)
		return;
	add_notes(library, ledgers, clause, cell->statement->notes);
	option = cell->layer->kind == LAYER_OPTION ? option_named(rules, cell->layer->name) : NULL;
	if (option != NULL)
		add_notes(library, ledgers, clause, option->statement->notes);
}

/* What stood at the clause so far is near, if anything did. */
static void end_near(struct clause *clause)
{
	clause->cited_near = clause->asides_near = 0;
	for (const struct cited *cited = clause->cited; cited != NULL; cited = cited->next)
		clause->cited_near++;
	for (const struct aside *aside = clause->asides; aside != NULL; aside = aside->next)
		clause->asides_near++;
}

/* Adds what cites the value of [cell] without stating it. */
static void add_cites(struct library *library, struct ledgers *ledgers, struct clause *clause, const struct cell *cell)
{
	for (const struct cite *cite = cell->cites; cite != NULL; cite = cite->next)
		add_notes(library, ledgers, clause, cite->notes);
}

/* Adds the lines of a setting that decide, and then the others. */
static void add_lines(struct library *library, struct ledgers *ledgers, const struct rules *rules, int row, int item,
                      const struct deciding *deciding, struct clause *clause)
{
	const struct cell *cell = rules_cell(rules, (enum row_id)row, item);

	add_cites(library, ledgers, clause, cell);
	for (const struct cell *own = cell; own != NULL && row != asking_row(row); own = own->also)
		add_line(library, ledgers, rules, clause, own);
	if (deciding->count > 0)
		add_cites(library, ledgers, clause, rules_cell(rules, (enum row_id)asking_row(row), item));
	for (int i = 0; i < deciding->count; i++)
		add_line(library, ledgers, rules, clause, deciding->cell[i]);
	if (deciding->count > 0)
		end_near(clause);
	for (; cell != NULL; cell = cell->also)
		add_line(library, ledgers, rules, clause, cell);
	if (clause->cited_near == 0)
		end_near(clause);
}

static struct clause *make_clause(struct library *library, struct ledgers *ledgers, const struct rules *rules, int row,
                                  int item, const struct deciding *deciding)
{
	struct clause *clause = row >= 0 && row < ROW_COUNT ? arena_take(library->arena, sizeof *clause) : NULL;
	int group = row >= 0 && row < ROW_COUNT ? rows[row].in : GROUP_root;

	if (clause == NULL)
		return NULL;
	*clause = (struct clause){ .path = clause_path(library, rules, row, item) };
	if (groups[group].is_list)
		clause->title = rules_item_title(rules, group, item);
	place_clause(library, rules,
	             row == asking_row(row) && deciding->count > 0 ? deciding->cell[0]->statement
	                                                           : rules_statement(rules, (enum row_id)row, item),
	             clause);
	add_lines(library, ledgers, rules, row, item, deciding, clause);
	for (const struct remark *remark = rules->remarks; remark != NULL && groups[group].is_list;
	     remark = remark->next)
		if (remark->group == group && remark->item == item)
			add_notes(library, ledgers, clause, remark->notes);
	if (clause->cited_near == 0)
		end_near(clause);
	return clause;
}

struct clause *clause_of(struct library *library, struct ledgers *ledgers, const struct rules *rules, int row, int item)
{
	return make_clause(library, ledgers, rules, row, item, &(struct deciding){ .count = 0 });
}

/* What is asked about an act of the player to act, with a card of [kind] or -1. */
static struct question asked_of(const struct game *game, int kind)
{
	struct question about = kind >= 0 ? question_with(game, kind) : question_now(game);

	about.taking = game->phase == PHASE_DRAW;
	return about;
}

struct clause *clause_at(struct library *library, struct ledgers *ledgers, const struct game *game, int row, int item,
                         int kind)
{
	const struct question about = asked_of(game, kind);
	struct deciding deciding = { .count = 0 };

	if (row >= 0 && row < ROW_COUNT && (rows[row].facts & (FACTS_SHAPE | FACTS_MELD | FACTS_END)) == 0)
		find_deciding(library, &about, (enum row_id)asking_row(row), item, &deciding);
	return make_clause(library, ledgers, game->rules, row, item, &deciding);
}

/* ---- facts ---- */

static void write_cards_of(const struct rules *rules, cardset cards, struct text *out)
{
	const char *before = "";

	if (cards != 0 && cards == rules->cards.wild) {
		text_add(out, "wild");
		return;
	}
	for (; cards != 0; cards &= cards - 1) {
		text_format(out, "%s%s", before, rules->kind[__builtin_ctzll(cards)].name);
		before = ", ";
	}
}

/* What an item is called in words: its title, or its name without one. */
static void write_item(const struct rules *rules, int group, int item, struct text *out)
{
	const char *title = rules_item_title(rules, group, item);

	if (title != NULL)
		title_write(title, out);
	else
		text_add(out, rules_item_name(rules, group, item));
}

/* The words of a fact up to the capital word that stands for something, and what it stands for here. */
static void write_fact(const struct rules *rules, const struct ir *one, struct text *out)
{
	const struct fact *fact = &facts[one->fact];
	const char *phrase = fact->phrase;
	size_t length = strcspn(phrase, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");

	text_add_bytes(out, phrase, length);
	phrase += length + strspn(phrase + length, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
	switch (fact->slot) {
	case SLOT_NONE: break;
	case SLOT_CARDS: write_cards_of(rules, one->cards, out); break;
	case SLOT_CANASTA: write_item(rules, GROUP_canasta, one->item, out); break;
	case SLOT_CLASS: write_item(rules, GROUP_class, one->item, out); break;
	case SLOT_EVENT: write_item(rules, GROUP_event, one->item, out); break;
	case SLOT_TERM: write_item(rules, GROUP_define, one->item, out); break;
	}
	text_add(out, phrase);
}

static bool is_asked(const struct fact_found *list, const char *asked)
{
	while (list != NULL && strcmp(list->asked, asked) != 0)
		list = list->next;
	return list != NULL;
}

static void find_fact(struct library *library, const struct question *about, const struct ir *one,
                      struct fact_found **list)
{
	int32_t answer = fact_of_game(about, one);
	struct text words = { 0 }, number = { 0 };
	const char *asked;

	write_fact(about->game->rules, one, &words);
	asked = kept(library, &words);
	if (is_asked(*list, asked))
		return;
	while (*list != NULL)
		list = &(*list)->next;
	*list = arena_take(library->arena, sizeof **list);
	if (*list == NULL)
		return;
	if (facts[one->fact].type == FLAG)
		text_add(&number, answer ? "yes" : "no");
	else
		text_add_number(&number, answer);
	**list = (struct fact_found){ .asked = asked, .answer = kept(library, &number) };
}

/* Others mean something only at the end of a deal, or of the cards of a meld on paper. */
static bool can_be_told(const struct ir *one)
{
	return strpbrk(facts[one->fact].where, "ufr") != NULL;
}

struct fact_found *facts_found(struct library *library, const struct game *game, int row, int item, int kind)
{
	const struct question about = asked_of(game, kind);
	formula held =
		row >= 0 && row < ROW_COUNT ? rules_formula(game->rules, (enum row_id)asking_row(row), item) : NULL;
	struct fact_found *found = NULL;

	if (row == ROW_initial_meld_contains)
		return NULL; /* it is asked about what the initial meld may still become */
	for (const struct ir *one = held != NULL ? held->asked : NULL; one != NULL; one = one->also)
		if (can_be_told(one))
			find_fact(library, &about, one, &found);
	return found;
}
