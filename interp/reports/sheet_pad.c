/* sheet_pad.c -- the score pad, with a row for whatever scores and a column for each side, deal by deal. */
#include "reports/sheet.h"

#include "reports/wording.h"
#include "reports/seat_names.h"

enum {
	COLUMNS_MOST = 6,
	DEALS = 6,
	TABLES_MOST = 3, /* below each other */
	ROWS_MOST = 50   /* of all tables: what a page has room for */
};

/* Who has a column: a side, or each player where totals are the players' own. */
static int accounts(const struct rules *rules)
{
	return rules->table.alone == table_alone_nobody ? rules->table.sides : rules->table.players;
}

static void write_account(const struct rules *rules, int account, struct text *out)
{
	if (rules->table.alone == table_alone_nobody)
		side_name(rules, account, out);
	else
		text_add(out, seat_name(rules, account));
}

/* A row for an item of a list: its title, and its points where they are one number. */
static void add_item(const struct rules *rules, int group, int item, enum row_id row, struct table *table)
{
	formula held = rules_formula(rules, row, item);
	struct text *title = words_add(&table_add(table, TABLE_BODY)->cell[0]);
	int32_t points;

	wording_title(rules, group, item, title);
	if (formula_is_constant(held, &points)) {
		text_add(title, ", ");
		wording_value(rules, row, item, title);
	}
}

static void add_items(const struct rules *rules, int group, enum row_id row, struct table *table)
{
	for (int item = 0; item < rules_item_count(rules, group); item++)
		add_item(rules, group, item, row, table);
}

/* What a side's first melds must count in the next deal goes by its total. */
static bool minimum_changes(const struct rules *rules)
{
	int32_t minimum;

	return !formula_is_constant(rules->initial_meld.minimum, &minimum);
}

/* Returns the number of rows. */
static int add_pad(struct sheet *sheet, int first, int deals)
{
	const struct rules *rules = sheet->rules;
	struct table *table = document_table(sheet->out, 1 + deals * accounts(rules));
	struct table_row *head = table_add(table, TABLE_HEAD);
	int column = 1, height = 0;

	table->grid = true;
	cell_add(head, 0, "Deal");
	for (int deal = 0; deal < deals; deal++)
		for (int account = 0; account < accounts(rules); account++) {
			struct text *name = words_add(&head->cell[column++]);
			text_format(name, "%d ", first + deal);
			write_account(rules, account, name);
		}
	if (minimum_changes(rules))
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

/* As many deals as go on one page, and at least one. */
void sheet_pad(struct sheet *sheet)
{
	int beside = COLUMNS_MOST / accounts(sheet->rules), tables = 1, height;

	if (beside > DEALS / 2)
		beside = DEALS / 2;
	height = add_pad(sheet, 1, beside);
	while (tables < TABLES_MOST && beside * tables < DEALS && height * (tables + 1) <= ROWS_MOST)
		add_pad(sheet, 1 + beside * tables++, beside);
}
