/* pad_words.c -- a score pad as people, spreadsheets and browsers read it. */
#include <string.h>
#include "game/game.h"
#include "grammar/text.h"
#include "reports/columns.h"
#include "reports/csv.h"
#include "reports/html.h"
#include "tools/pad.h"
#include "reports/saying.h"
#include "reports/score_sheet.h"
#include "reports/seat_names.h"
#include "rules/intervals.h"

enum { NOTE_WIDTH = 78 };

/* True if a side scored something in this line. */
static bool is_scored(const struct pad *pad, const struct pad_deal *deal, int line)
{
	bool any = false;

	for (int side = 0; side < pad->game.rules->table.sides; side++)
		any = any || deal->tally.line[side][line] != 0;
	return any;
}

static const char *dealer_of(const struct game *game)
{
	return seat_name(game->rules, game->player[game->dealer]);
}

/* The deals from the first to the last are those behind it, the other way round. */
static const struct pad_deal *deal_number(const struct pad *pad, int number)
{
	const struct pad_deal *deal = pad->last;

	for (int back = pad->deals - 1; back > number; back--)
		deal = deal->previous;
	return deal;
}

/* ---- rows, to be written as one likes ---- */

/* One row of the sheet: which deal, who dealt, what for, and a number for each side. */
struct sheet {
	const struct pad *pad;
	struct text *out;
	void (*row)(struct sheet *sheet, const char *deal, const char *dealer, const char *item, const int32_t *points);
};

static void deal_rows(struct sheet *sheet, const struct pad_deal *deal, int number)
{
	const struct rules *rules = sheet->pad->game.rules;
	struct text name = { 0 };

	text_add_number(&name, number + 1);
	for (int line = 0; line < deal->tally.lines; line++) {
		struct text item = { 0 };
		int32_t points[SIDES_MAX];
		if (!is_scored(sheet->pad, deal, line))
			continue;
		for (int side = 0; side < rules->table.sides; side++)
			points[side] = deal->tally.line[side][line];
		tally_line_in_words(rules, line, &item);
		sheet->row(sheet, text_read(&name), dealer_of(&deal->before), text_read(&item), points);
		text_end(&item, sheet->out);
	}
	sheet->row(sheet, text_read(&name), dealer_of(&deal->before), "this deal", deal->tally.total);
	sheet->row(sheet, text_read(&name), dealer_of(&deal->before), "total", deal->after);
	text_end(&name, sheet->out);
}

static void all_rows(struct sheet *sheet)
{
	for (int number = 0; number < sheet->pad->deals; number++)
		deal_rows(sheet, deal_number(sheet->pad, number), number);
}

/* ---- for people ---- */

static void write_points(const char *item, const int32_t *points, int sides, struct text *out)
{
	text_format(out, "  %s", item);
	for (int side = 0; side < sides; side++)
		text_format(out, "\t%8d", (int)points[side]);
	text_add(out, "\t\n");
}

static void people_row(struct sheet *sheet, const char *deal, const char *dealer, const char *item,
                       const int32_t *points)
{
	(void)deal;
	(void)dealer;
	write_points(item, points, sheet->pad->game.rules->table.sides, sheet->out);
}

static void write_heading(const struct pad *pad, struct text *out)
{
	if (pad->last == NULL)
		text_add(out, "Before the first deal");
	else
		text_format(out, "Deal %d", pad->deals);
	for (int side = 0; side < pad->game.rules->table.sides; side++) {
		size_t width = text_width(pad->name[side], strlen(pad->name[side]));
		text_add(out, "\t");
		blanks_add(out, width < 8 ? 8 - width : 0);
		text_add(out, pad->name[side]);
	}
	text_add(out, "\t\n");
}

static void write_winner(const struct pad *pad, int winner, struct text *out)
{
	if (winner == NOBODY)
		text_add(out, "The game is level at the end: nobody wins alone.\n");
	else
		text_format(out, "The game is over. It is won by %s, with %d points and %d more than the next.\n",
		            pad->name[winner], (int)pad->last->after[winner],
		            (int)game_margin(pad->game.rules, pad->last->after));
}

/* Who played alone, and who were partners: what the players scored follows from it. */
static void write_alone(const struct pad *pad, struct text *out)
{
	const int alone = pad->last->alone, sides = pad->game.rules->table.sides;
	int partners = sides - 1;
	struct text note = { 0 };

	text_format(&note, "%s played alone%s; ", pad->name[alone],
	            pad->last->alone_said ? "" : ", having gone out while `alone` was said of nobody");
	for (int account = 0; account < sides; account++)
		if (account != alone)
			text_format(&note, "%s%s", pad->name[account],
			            --partners > 1  ? ", "
			            : partners == 1 ? " and "
			                            : " were partners.");
	paragraph_write(text_read(&note), 0, NOTE_WIDTH, out);
	text_end(&note, out);
}

/* Somebody went out who could not have done so with the canastas that were told. */
static void write_doubt(const struct pad *pad, struct text *out)
{
	const struct rules *rules = pad->game.rules;
	const char *who = pad->name[pad->last->out];
	struct text note = { 0 };

	if (short_of_canastas_write(rules, who, pad->last->canastas, &note))
		text_format(out, "Note: %s.\n", text_read(&note));
	text_clear(&note);
	if (pad->last->lacks) {
		text_format(&note, "Note: with the canastas told of %s nobody goes out. ", who);
		saying_sentence(rules, ROW_going_out_contract, 0, &note);
		paragraph_write(text_read(&note), 2, NOTE_WIDTH, out);
	}
	text_end(&note, out);
}

void pad_write(const struct pad *pad, struct text *out)
{
	const struct rules *rules = pad->game.rules;
	struct text tabbed = { 0 };
	struct sheet sheet = { pad, &tabbed, people_row };
	int32_t minimum[SIDES_MAX];
	int winner;

	write_heading(pad, &tabbed);
	if (pad->last != NULL)
		deal_rows(&sheet, pad->last, pad->deals - 1);
	if (pad->last != NULL && pad->last->alone != NOBODY)
		write_alone(pad, &tabbed);
	if (pad->last != NULL && pad->last->out != NOBODY)
		write_doubt(pad, &tabbed);
	if (pad->last != NULL && game_is_over(rules, pad->last->after, &winner))
		write_winner(pad, winner, &tabbed);
	else {
		for (int side = 0; side < rules->table.sides; side++)
			minimum[side] = pad->game.side[side].minimum;
		write_points("needed to open next", minimum, rules->table.sides, &tabbed);
		text_format(&tabbed, "%s deals.\n", dealer_of(&pad->game));
	}
	columns_write(text_read(&tabbed), out);
	text_end(&tabbed, out);
}

/* What points without a sign are taken for: sign_of() tells. */
enum sign { SIGN_FOR, SIGN_AGAINST, SIGN_EITHER };

/* How the points of a line count: for a side, against it, or either, as its `minus` says at the end of the deal. */
static enum sign sign_of(const struct rules *rules, int score)
{
	const struct interval minus = formula_interval(rules, rules->score[score].minus);

	if (minus.low == 0 && minus.high != 0)
		return SIGN_EITHER;
	return pad_takes_away(rules, score) != (minus.high != 0) ? SIGN_AGAINST : SIGN_FOR;
}

/* True if item [i] of [group] is played, and for one of the score that its points can be told and count as [sign] says. */
static bool is_listed(const struct rules *rules, int group, enum sign sign, int i)
{
	if (group == GROUP_special)
		return !never_holds(rules->special[i].when);
	return group != GROUP_score || (!never_holds(rules->score[i].when) && sign_of(rules, i) == sign &&
	                                rules_item_named(rules, GROUP_event, rules->score[i].name) < 0);
}

static void write_words(const char *label, const struct rules *rules, int group, enum sign sign, struct text *out)
{
	const char *before = ":";

	for (int i = 0; i < rules_item_count(rules, group); i++) {
		if (!is_listed(rules, group, sign, i))
			continue;
		text_format(out, "%s%s%s %s", before[0] == ':' ? "  " : "", before[0] == ':' ? label : "", before,
		            rules_item_name(rules, group, i));
		before = ",";
	}
	text_add(out, before[0] == ',' ? "\n" : "");
}

void pad_help(const struct pad *pad, struct text *out)
{
	const struct rules *rules = pad->game.rules;

	text_format(out, "A deal, side by side: %s 1250; %s 340\n", pad->name[0], pad->name[1]);
	text_add(out, "or item by item, with commas between them:\n");
	write_words("canastas, by number", rules, GROUP_canasta, SIGN_FOR, out);
	if (rules->bonus.cards != 0)
		text_add(out, "  laid, and the bonus cards\n");
	text_add(out, "  out, for the side that went out\n");
	if (rules->table.alone != table_alone_nobody)
		text_add(out, "  alone, for who played alone; without it, who went out did\n");
	write_words("special, and one of", rules, GROUP_special, SIGN_FOR, out);
	write_words("what happened", rules, GROUP_event, SIGN_FOR, out);
	write_words("in points, for the side", rules, GROUP_score, SIGN_FOR, out);
	write_words("in points, against it", rules, GROUP_score, SIGN_AGAINST, out);
	write_words("in points, for it or against it as the rules say", rules, GROUP_score, SIGN_EITHER, out);
	text_add(out, "Points with a sign, + or -, are booked as they are.\n");
	text_add(out, "Also: undo, dealer NAME, names NAME NAME ..., show, quit\n");
}

/* ---- for spreadsheets ---- */

static void csv_row(struct sheet *sheet, const char *deal, const char *dealer, const char *item, const int32_t *points)
{
	text_format(sheet->out, "%s,", deal);
	csv_add(sheet->out, dealer);
	text_add(sheet->out, ",");
	csv_add(sheet->out, item);
	for (int side = 0; side < sheet->pad->game.rules->table.sides; side++)
		text_format(sheet->out, ",%d", (int)points[side]);
	text_add(sheet->out, "\n");
}

void pad_csv(const struct pad *pad, struct text *out)
{
	struct sheet sheet = { pad, out, csv_row };

	text_add(out, "deal,dealer,item");
	for (int side = 0; side < pad->game.rules->table.sides; side++) {
		text_add(out, ",");
		csv_add(out, pad->name[side]);
	}
	text_add(out, "\n");
	all_rows(&sheet);
}

/* ---- for browsers ---- */

static void html_row(struct sheet *sheet, const char *deal, const char *dealer, const char *item, const int32_t *points)
{
	bool sum = strcmp(item, "total") == 0;

	text_format(sheet->out, "<tr%s><td>%s</td><td>", sum ? " class=\"sum\"" : "", deal);
	html_add(sheet->out, dealer);
	text_add(sheet->out, "</td><td>");
	html_add(sheet->out, item);
	text_add(sheet->out, "</td>");
	for (int side = 0; side < sheet->pad->game.rules->table.sides; side++)
		text_format(sheet->out, "<td class=\"n\">%d</td>", (int)points[side]);
	text_add(sheet->out, "</tr>\n");
}

void pad_html(const struct pad *pad, struct text *out)
{
	static const char style[] =
		"table { border-collapse: collapse } td, th { padding: .2em .8em; text-align: left }\n"
		".n { text-align: right } .sum { font-weight: bold; border-bottom: 1px solid }\n";
	const struct rules *rules = pad->game.rules;
	const char *title = rules->title != NULL ? rules->title : rules->name;
	struct sheet sheet = { pad, out, html_row };

	html_begin(out, title, style);
	text_add(out, "<h1>");
	html_add(out, title);
	text_add(out, "</h1>\n<table>\n<tr><th>Deal</th><th>Dealer</th><th></th>");
	for (int side = 0; side < rules->table.sides; side++) {
		text_add(out, "<th class=\"n\">");
		html_add(out, pad->name[side]);
		text_add(out, "</th>");
	}
	text_add(out, "</tr>\n");
	all_rows(&sheet);
	text_add(out, "</table>\n");
	html_end(out);
}
