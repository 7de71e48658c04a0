/* sheet_pad.c -- the card, with what one looks up while playing; and the score pad, with a row for whatever scores and
 * a column for each side, deal by deal. */
#include "reports/sheet.h"

#include "reports/saying.h"
#include "reports/seat_names.h"

void sheet_card(struct sheet *sheet)
{
	static const int sections[] = { GROUP_cards, GROUP_turn,      GROUP_meld,    GROUP_initial_meld, GROUP_canasta,
		                        GROUP_pile,  GROUP_going_out, GROUP_special, GROUP_score,        GROUP_game };

	for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
		sheet_section(sheet, sections[i]);
}

/* ---- the score pad ---- */

enum { COLUMNS_MOST = 6, DEALS_BESIDE = 2, DEALS = 6 };

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

static void write_cells(int count, const char *cell, struct text *out)
{
	while (count-- > 0)
		text_format(out, "\t%s", cell);
}

/* A row for an item of a list: its title, and its points where they are one number. */
static void write_item_row(const struct rules *rules, int group, int item, enum row_id row, int columns,
                           struct text *out)
{
	formula held = rules_formula(rules, row, item);
	int32_t points;

	text_add(out, "\n");
	saying_title(rules, group, item, out);
	if (formula_is_constant(held, &points)) {
		text_add(out, ", ");
		saying_value(rules, row, item, out);
	}
	write_cells(columns, "", out);
}

static void write_list(const struct rules *rules, int group, enum row_id row, int columns, struct text *out)
{
	for (int item = 0; item < rules_item_count(rules, group); item++)
		write_item_row(rules, group, item, row, columns, out);
}

/* What a side's first melds must count in the next deal goes by its total. */
static bool minimum_changes(const struct rules *rules)
{
	int32_t minimum;

	return !formula_is_constant(rules->initial_meld.minimum, &minimum);
}

static void write_pad(const struct rules *rules, int first, int deals, struct text *out)
{
	int columns = deals * accounts(rules);

	text_add(out, "Deal");
	for (int deal = 0; deal < deals; deal++)
		for (int account = 0; account < accounts(rules); account++) {
			text_format(out, "\t%d ", first + deal);
			write_account(rules, account, out);
		}
	if (minimum_changes(rules)) {
		text_add(out, "\nTo open");
		write_cells(columns, "", out);
	}
	write_list(rules, GROUP_canasta, ROW_canasta_bonus, columns, out);
	if (rules->special_count > 0) {
		text_add(out, "\nSpecial hand");
		write_cells(columns, "", out);
	}
	write_list(rules, GROUP_score, ROW_score_points, columns, out);
	text_add(out, "\nThis deal");
	write_cells(columns, "", out);
	text_add(out, "\nTotal");
	write_cells(columns, "", out);
}

void sheet_pad(struct sheet *sheet)
{
	int deals = COLUMNS_MOST / accounts(sheet->rules);

	if (deals > DEALS_BESIDE)
		deals = DEALS_BESIDE;
	for (int first = 1; first <= DEALS; first += deals)
		write_pad(sheet->rules, first, deals, &sheet_add(sheet, SHEET_TABLE)->words);
}
