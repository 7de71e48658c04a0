/* score_pad.c -- a pad to write scores on has a row for whatever scores and a column for each side, deal by deal. */
#include "reports/reports.h"

#include "reports/wording.h"
#include "text/document.h"

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
static int add_pad(const struct rules *rules, int first, int deals, struct document *out)
{
	struct table *table = document_table(out, 1 + deals * accounts(rules));
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

void score_pad_make(const struct rules *rules, struct document *out)
{
	int beside = COLUMNS_MOST / accounts(rules), tables = 1, height;

	if (beside > DEALS / 2)
		beside = DEALS / 2;
	height = add_pad(rules, 1, beside, out);
	while (tables < TABLES_MOST && beside * tables < DEALS && height * (tables + 1) <= ROWS_MOST)
		add_pad(rules, 1 + beside * tables++, beside, out);
}
