/* sheet_tables.c -- what is easier to look up in columns: ladders, what cards count, canastas, special hands, each with a hand
 * that shows what it means; and the score pad, with a row for whatever scores and a column for each side, deal by deal. */
#include "reports/sheet.h"

#include <string.h>
#include "game/question.h"
#include "notation/act_text.h"
#include "grammar/arena.h"
#include "reports/wording.h"

/* ---- ladders ---- */

static bool counts_points(const struct ir *key)
{
	for (const struct ir *part = key->first; part != NULL; part = part->next)
		if (counts_points(part))
			return true;
	return key->kind == IR_FACT && facts[key->fact].type == SCORE;
}

/* True for steps that a table leaves out: "nothing for none", and numbers that cannot occur. */
static bool goes_without_saying(const struct rules *rules, const struct ir *ladder, const struct ir *step)
{
	return step_is_idle(ladder, step) || step->number > ladder_most(rules, ladder) ||
	       (step == ladder->first->next && step->first->kind == IR_NUMBER && step->first->number == 0 &&
	        !counts_points(ladder->first) && step->next != NULL && step->next->number == 1);
}

enum { HEAD_MOST = 60 }; /* characters; a longer head is left to the rule above the table */

/* Adds a table that belongs to a clause. */
static struct table *add_table(struct sheet *sheet, int columns, int row, int item)
{
	struct table *table = document_table(sheet->out, columns);

	table->block->section = sheet->out->sections;
	table->row = row;
	table->item = item;
	return table;
}

static void add_ladder(struct sheet *sheet, const struct ir *ladder, enum row_id row, int item)
{
	const struct rules *rules = sheet->rules;
	struct table *table = add_table(sheet, 2, (int)row, item);
	struct table_row *line = table_add(table, TABLE_HEAD);
	struct text key = { 0 };

	ladder_say_key(rules, ladder, &key);
	wording_capital(key.length <= HEAD_MOST ? text_read(&key) : "that number", words_add(&line->cell[0]));
	wording_capital(wording_unit(row), words_add(&line->cell[1]));
	for (const struct ir *step = ladder->first->next; step != NULL; step = step->next) {
		if (goes_without_saying(rules, ladder, step))
			continue;
		line = table_add(table, TABLE_BODY);
		step_say_range(rules, ladder, step, words_add(&line->cell[0]));
		if (step->first->kind == IR_NUMBER && step->first->number == 0)
			cell_add(line, 1, "none");
		else
			step_say_value(rules, step, words_add(&line->cell[1]));
	}
	document_use(sheet->out, &key);
}

static void add_points(struct sheet *sheet)
{
	struct table *table = add_table(sheet, 2, -1, -1);
	struct table_row *row = table_add(table, TABLE_HEAD);

	cell_add(row, 0, "Cards");
	cell_add(row, 1, "Points");
	for (int points = INT32_MAX; (points = points_below(sheet->rules, points)) != INT32_MIN;) {
		struct text *cards;
		row = table_add(table, TABLE_BODY);
		cards = words_add(&row->cell[0]);
		cards_say(NULL, points_faces(sheet->rules, points), cards);
		text_capital(cards);
		number_write(points, words_add(&row->cell[1]));
	}
}

void sheet_ladder(struct sheet *sheet, enum row_id row, int item)
{
	formula held = rules_formula(sheet->rules, row, item);

	if (rows[row].type == TYPE_POINTS)
		add_points(sheet);
	else if (rows[row].type == TYPE_AMOUNT && held->ir->kind == IR_LADDER)
		add_ladder(sheet, held->ir, row, item);
}

/* ---- lists as tables ---- */

/* The setting in the last column of a list that is shown as a table; -1 for other lists. */
static int value_row(int group)
{
	return group == GROUP_canasta ? (int)ROW_canasta_bonus : group == GROUP_special ? (int)ROW_special_points : -1;
}

bool sheet_is_table(int group)
{
	return value_row(group) >= 0;
}

/* True if all items have the same clause, which is then written once. Marks [out] as failed if memory runs out. */
static bool is_common(const struct rules *rules, int group, enum row_id row, struct text *out)
{
	struct text first = { 0 }, other = { 0 };
	int count = rules_item_count(rules, group);
	bool same = count > 1 && (int)row != value_row(group);

	wording_clause_above(rules, row, 0, &first);
	for (int item = 1; item < count && same; item++) {
		text_clear(&other);
		wording_clause_above(rules, row, item, &other);
		same = strcmp(text_read(&first), text_read(&other)) == 0;
	}
	same = same && first.length > 0;
	text_end(&first, out);
	text_end(&other, out);
	return same;
}

static void write_own(const struct rules *rules, int group, int item, bool common, struct text *out)
{
	for (int row = -1; row_next(group, &row);) {
		struct text clause = { 0 };
		if (row != value_row(group) && is_common(rules, group, (enum row_id)row, out) == common)
			wording_clause_above(rules, (enum row_id)row, item, &clause);
		if (clause.length > 0) {
			text_add(out, out->length > 0 ? "; " : "");
			sheet_of_meld((enum row_id)row, text_read(&clause), out);
		}
		text_end(&clause, out);
	}
}

static void add_list(struct sheet *sheet, int group)
{
	static const char *const heads[2][3] = { { "Canasta", "What it is", "Points" }, { "Hand", "Cards", "Points" } };
	struct table *table = add_table(sheet, 3, value_row(group), -1);

	table_heads(table, heads[group != GROUP_canasta]);
	for (int item = 0; item < rules_item_count(sheet->rules, group); item++) {
		const struct rules *rules = sheet->rules;
		bool departs = item_departs(rules, group, item, &sheet->out->failed);
		struct table_row *row = table_add(table, TABLE_BODY);
		row->path = sheet_path(sheet, -1, group, item);
		wording_title(rules, group, item, words_add(&row->cell[0]));
		cell_add(row, 0, departs ? " *" : "");
		write_own(rules, group, item, false, words_add(&row->cell[1]));
		wording_value(rules, (enum row_id)value_row(group), item, words_add(&row->cell[2]));
		sheet->departs = sheet->departs || departs;
	}
	sheet_cites_all(sheet, group, &table->cites);
}

/* ---- examples ---- */

/* An example of a special hand, while its cards are being chosen. */
struct trying {
	const struct rules *rules;
	const struct pattern *pattern;
	int item, steps;
	struct cards *hand;
};

enum { STEPS_MAX = 20000 }; /* real patterns are filled at the first or second attempt */

static bool fill_groups(struct trying *at, int part, int count);

static bool is_held(const struct trying *at, int rank)
{
	for (int kind = 0; kind < at->rules->kinds; kind++)
		if (at->rules->kind[kind].rank == rank && cards_count(at->hand, kind) > 0)
			return true;
	return false;
}

/* Adds [need] cards of the rank of [kind], of this kind and those after it, and then fills the other groups. */
static bool fill_one(struct trying *at, int part, int count, int kind, int need)
{
	const struct rules *rules = at->rules;
	int some = rules->kind[kind].copies - cards_count(at->hand, kind);
	bool next = kind + 1 < rules->kinds && rules->kind[kind + 1].rank == rules->kind[kind].rank, well;

	if (!(at->pattern->group[part].cards >> kind & 1))
		some = 0;
	if (some > need)
		some = need;
	for (int i = 0; i < some; i++)
		cards_add(at->hand, kind);
	well = some == need ? fill_groups(at, part, count + 1)
	                    : next && fill_one(at, part, count, kind + 1, need - some);
	for (int i = 0; i < some && !well; i++)
		cards_remove(at->hand, kind);
	return well;
}

/* Fills the groups of the pattern from [part] on, each with another rank, so that the example is easy to read. */
static bool fill_groups(struct trying *at, int part, int count)
{
	const struct pattern *pattern = at->pattern;

	while (part < pattern->parts && count == pattern->group[part].count) {
		part++;
		count = 0;
	}
	if (part == pattern->parts)
		return special_is(at->rules, at->item, at->hand, pattern->cards);
	for (int kind = 0; kind < at->rules->kinds && at->steps-- > 0; kind++)
		if (pattern->group[part].cards >> kind & 1 && !is_held(at, at->rules->kind[kind].rank) &&
		    fill_one(at, part, count, kind, pattern->group[part].size))
			return true;
	return false;
}

bool example_hand(const struct rules *rules, int item, struct cards *hand)
{
	struct trying at = {
		.rules = rules, .pattern = &rules->special[item].pattern, .item = item, .steps = STEPS_MAX, .hand = hand
	};

	*hand = (struct cards){ .count = { 0 } };
	return fill_groups(&at, 0, 0);
}

/* Adds an example of each special hand; the engine checks it. */
static void add_examples(struct sheet *sheet)
{
	for (int item = 0; item < sheet->rules->special_count; item++) {
		struct text title = { 0 };
		struct block *block;
		struct cards hand;
		if (never_holds(sheet->rules->special[item].when) || !example_hand(sheet->rules, item, &hand))
			continue;
		block = document_add(sheet->out, BLOCK_NOTE);
		block->section = sheet->out->sections;
		wording_title(sheet->rules, GROUP_special, item, &title);
		if (title.length > 0)
			text_format(words_add(&block->label), "Example of %c%s", small_letter(title.bytes[0]),
			            title.bytes + 1);
		document_use(sheet->out, &title);
		cards_write(sheet->rules, &hand, words_span(&block->words, SPAN_CARDS));
	}
}

void sheet_items(struct sheet *sheet, int group)
{
	struct text common = { 0 };

	write_own(sheet->rules, group, 0, true, &common);
	if (common.length > 0)
		text_format(words_add(&sheet_clause(sheet, false)->words), "All of them: %s.", text_read(&common));
	document_use(sheet->out, &common);
	add_list(sheet, group);
	if (group == GROUP_special && sheet->kind == SHEET_WHOLE)
		add_examples(sheet);
	for (int item = 0; item < rules_item_count(sheet->rules, group); item++) {
		struct text title = { 0 };
		wording_title(sheet->rules, group, item, &title);
		sheet->about = text_read(&title);
		sheet_notes(sheet, group, item);
		for (int row = -1; row_next(group, &row);)
			sheet_notes_of(sheet, (enum row_id)row, item);
		sheet->about = NULL;
		document_use(sheet->out, &title);
	}
}

/* ---- the score pad ---- */

enum {
	COLUMNS_MOST = 6,
	DEALS = 6,
	TABLES_MOST = 3, /* below each other */
	ROWS_MOST = 50   /* rows of all tables on a page */
};

/* The number of columns: one for each side, or for each player where players have their own totals. */
static int accounts(const struct rules *rules)
{
	return rules->table.alone == table_alone_nobody ? rules->table.sides : rules->table.players;
}

/* Adds a row for each item of a list: its title, and its points if they are one number. */
static void add_items(const struct rules *rules, int group, enum row_id row, struct table *table)
{
	for (int item = 0; item < rules_item_count(rules, group); item++) {
		struct text *title = words_add(&table_add(table, TABLE_BODY)->cell[0]);
		int32_t points;
		wording_title(rules, group, item, title);
		if (formula_is_constant(rules_formula(rules, row, item), &points)) {
			text_add(title, ", ");
			wording_value(rules, row, item, title);
		}
	}
}

/* Adds a score pad for [deals] deals; returns the number of its rows. */
static int add_pad(struct sheet *sheet, int first, int deals)
{
	const struct rules *rules = sheet->rules;
	struct table *table = document_table(sheet->out, 1 + deals * accounts(rules));
	struct table_row *head = table_add(table, TABLE_HEAD);
	int column = 1, height = 0;
	int32_t minimum;

	table->grid = true;
	cell_add(head, 0, "Deal");
	for (int deal = 0; deal < deals; deal++)
		for (int account = 0; account < accounts(rules); account++) {
			struct text *name = words_add(&head->cell[column++]);
			text_format(name, "%d ", first + deal);
			if (rules->table.alone == table_alone_nobody)
				side_name(rules, account, name);
			else
				text_add(name, seat_name(rules, account));
		}
	if (!formula_is_constant(rules->initial_meld.minimum, &minimum)) /* it depends on the total */
		cell_add(table_add(table, TABLE_BODY), 0, "To open");
	add_items(rules, GROUP_canasta, ROW_canasta_bonus, table);
	if (rules->special_count > 0)
		cell_add(table_add(table, TABLE_BODY), 0, "Special hand");
	add_items(rules, GROUP_score, ROW_score_points, table);
	cell_add(table_add(table, TABLE_BODY), 0, "This deal");
	cell_add(table_add(table, TABLE_SUM), 0, "Total");
	for (const struct table_row *row = table->first; row != NULL; row = row->next)
		height++;
	return height;
}

/* Fills a page with deals, one at least. */
void sheet_pad(struct sheet *sheet)
{
	int beside = COLUMNS_MOST / accounts(sheet->rules), tables = 1, height;

	if (beside > DEALS / 2)
		beside = DEALS / 2;
	height = add_pad(sheet, 1, beside);
	while (tables < TABLES_MOST && beside * tables < DEALS && height * (tables + 1) <= ROWS_MOST)
		add_pad(sheet, 1 + beside * tables++, beside);
}
