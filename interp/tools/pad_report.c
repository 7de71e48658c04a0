/* pad_words.c -- a score pad as people, spreadsheets and browsers read it. */
#include <string.h>
#include "game/game.h"
#include "grammar/text.h"
#include "tools/pad.h"
#include "reports/wording.h"
#include "reports/score.h"
#include "reports/seat_names.h"
#include "rules/analysis.h"
#include "text/document.h"

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

/* ---- the table ---- */

static void add_points(struct table *table, const struct pad *pad, enum row_kind kind, const char *item,
                       const int32_t *points, const struct pad_deal *deal, int number)
{
	struct table_row *row = table_add(table, kind);
	int sides = pad->game.rules->table.sides, first = table->columns - sides;

	if (first == 3) { /* of the whole evening */
		text_add_number(words_add(&row->cell[0]), number + 1);
		cell_add(row, 1, dealer_of(&deal->before));
	}
	cell_add(row, first - 1, item);
	for (int side = 0; side < sides; side++)
		text_add_number(words_add(&row->cell[first + side]), points[side]);
	row->depth = first == 1;
}

static void add_deal(struct table *table, const struct pad *pad, const struct pad_deal *deal, int number)
{
	const struct rules *rules = pad->game.rules;

	for (int line = 0; line < deal->tally.lines; line++) {
		struct text item = { 0 };
		int32_t points[SIDES_MAX];
		if (!is_scored(pad, deal, line))
			continue;
		for (int side = 0; side < rules->table.sides; side++)
			points[side] = deal->tally.line[side][line];
		tally_line_in_words(rules, line, &item);
		add_points(table, pad, TABLE_BODY, text_read(&item), points, deal, number);
		table->in->failed = table->in->failed || item.failed;
		text_free(&item);
	}
	add_points(table, pad, TABLE_BODY, "this deal", deal->tally.total, deal, number);
	add_points(table, pad, TABLE_SUM, "total", deal->after, deal, number);
}

static void add_names(struct table *table, const struct pad *pad, const char *const *before)
{
	struct table_row *head = table_add(table, TABLE_HEAD);
	int sides = pad->game.rules->table.sides, first = table->columns - sides;

	for (int i = 0; i < first; i++)
		cell_add(head, i, before[i]);
	for (int side = 0; side < sides; side++)
		cell_add(head, first + side, pad->name[side]);
}

void pad_evening(const struct pad *pad, bool for_spreadsheet, struct document *out)
{
	static const char *const heads[2][3] = { { "Deal", "Dealer", "" }, { "deal", "dealer", "item" } };
	const struct rules *rules = pad->game.rules;
	struct table *table;

	document_begin(out, "score");
	document_say(out, BLOCK_TITLE, 0, rules->title != NULL ? rules->title : rules->name);
	table = document_table(out, 3 + rules->table.sides);
	add_names(table, pad, heads[for_spreadsheet]);
	for (int number = 0; number < pad->deals; number++)
		add_deal(table, pad, deal_number(pad, number), number);
}

/* ---- the deal entered last ---- */

static struct text *add_line(struct document *out)
{
	return words_add(&document_add(out, BLOCK_PARAGRAPH)->words);
}

/* Somebody went out who could not have done so with the canastas that were entered. */
static void add_doubt(const struct pad *pad, struct document *out)
{
	const struct rules *rules = pad->game.rules;
	const char *who = pad->name[pad->last->out];
	struct text *note;

	if (pad->last->canastas < rules->going_out.canastas) {
		note = add_line(out);
		text_add(note, "Note: ");
		short_of_canastas_write(rules, who, pad->last->canastas, note);
		text_add(note, ".");
	}
	if (pad->last->lacks) {
		note = add_line(out);
		text_format(note, "Note: with the canastas named for %s nobody goes out. ", who);
		wording_sentence(rules, ROW_going_out_contract, 0, note);
	}
}

void pad_now(const struct pad *pad, struct document *out)
{
	const struct rules *rules = pad->game.rules;
	struct text heading = { 0 };
	const char *heads[1];
	struct table *table;
	int winner = NOBODY;
	bool over = pad->last != NULL && game_is_over(rules, pad->last->after, (uint32_t)pad->deals, &winner);

	document_begin(out, "score");
	table = document_table(out, 1 + rules->table.sides);
	if (pad->last != NULL)
		text_format(&heading, "Deal %d", pad->deals);
	heads[0] = pad->last != NULL ? text_read(&heading) : "Before the first deal";
	add_names(table, pad, heads);
	if (pad->last != NULL)
		add_deal(table, pad, pad->last, pad->deals - 1);
	if (!over) {
		int32_t minimum[SIDES_MAX];
		for (int side = 0; side < rules->table.sides; side++)
			minimum[side] = pad->game.side[side].minimum;
		add_points(table, pad, TABLE_BODY, "needed to open next", minimum, NULL, 0);
	}
	if (pad->last != NULL && pad->last->alone != NOBODY) {
		/* what the players scored follows from who played alone, and who were partners */
		const int alone = pad->last->alone, sides = pad->game.rules->table.sides;
		struct text *note = add_line(out);
		int partners = sides - 1;
		text_format(note, "%s played alone%s; ", pad->name[alone],
		            pad->last->alone_said ? "" : ", having gone out while `alone` was said of nobody");
		for (int account = 0; account < sides; account++)
			if (account != alone)
				text_format(note, "%s%s", pad->name[account],
				            --partners > 1  ? ", "
				            : partners == 1 ? " and "
				                            : " were partners.");
	}
	if (pad->last != NULL && pad->last->out != NOBODY)
		add_doubt(pad, out);
	if (over) {
		if (winner == NOBODY)
			text_add(add_line(out), "The game is level at the end: nobody wins alone.");
		else
			text_format(add_line(out),
			            "The game is over. It is won by %s, with %d points and %d more than the next.",
			            pad->name[winner], (int)pad->last->after[winner],
			            (int)game_margin(pad->game.rules, pad->last->after));
	} else
		text_format(add_line(out), "%s deals.", dealer_of(&pad->game));
	document_use(out, &heading);
}

/* ---- what can be entered ---- */

/* What points without a sign mean: see sign_of(). */
enum sign { SIGN_FOR, SIGN_AGAINST, SIGN_EITHER };

/* How the points of a line count: for a side, against it, or either, as its `minus` says at the end of the deal. */
static enum sign sign_of(const struct rules *rules, int score)
{
	const struct interval minus = formula_interval(rules, rules->score[score].minus);

	if (minus.low == 0 && minus.high != 0)
		return SIGN_EITHER;
	return pad_takes_away(rules, score) != (minus.high != 0) ? SIGN_AGAINST : SIGN_FOR;
}

/* True if item [i] of [group] is played, and for one of the score that its points can be entered and count as [sign] says. */
static bool is_listed(const struct rules *rules, int group, enum sign sign, int i)
{
	if (group == GROUP_special)
		return !never_holds(rules->special[i].when);
	return group != GROUP_score || (!never_holds(rules->score[i].when) && sign_of(rules, i) == sign &&
	                                rules_item_named(rules, GROUP_event, rules->score[i].name) < 0);
}

static void add_words(const char *label, const struct rules *rules, int group, enum sign sign, struct document *out)
{
	struct text *words = NULL;

	for (int i = 0; i < rules_item_count(rules, group); i++) {
		if (!is_listed(rules, group, sign, i))
			continue;
		if (words == NULL) {
			struct block *block = document_say(out, BLOCK_NOTE, 1, "");
			text_add(words_add(&block->label), label);
			words = words_add(&block->words);
			text_add(words, rules_item_name(rules, group, i));
		} else
			text_format(words, ", %s", rules_item_name(rules, group, i));
	}
}

void pad_help(const struct pad *pad, struct document *out)
{
	const struct rules *rules = pad->game.rules;

	document_begin(out, "score");
	text_format(add_line(out), "A deal, side by side: %s 1250; %s 340", pad->name[0], pad->name[1]);
	document_say(out, BLOCK_PARAGRAPH, 0, "or item by item, with commas between them:");
	add_words("canastas, by number", rules, GROUP_canasta, SIGN_FOR, out);
	if (rules->bonus.cards != 0)
		document_say(out, BLOCK_PARAGRAPH, 1, "laid, and the bonus cards");
	document_say(out, BLOCK_PARAGRAPH, 1, "out, for the side that went out");
	if (rules->table.alone != table_alone_nobody)
		document_say(out, BLOCK_PARAGRAPH, 1, "alone, for who played alone; without it, who went out did");
	add_words("special, and one of", rules, GROUP_special, SIGN_FOR, out);
	add_words("what happened", rules, GROUP_event, SIGN_FOR, out);
	add_words("in points, for the side", rules, GROUP_score, SIGN_FOR, out);
	add_words("in points, against it", rules, GROUP_score, SIGN_AGAINST, out);
	add_words("in points, for it or against it as the rules say", rules, GROUP_score, SIGN_EITHER, out);
	document_say(out, BLOCK_PARAGRAPH, 0, "Points with a sign, + or -, are written down as they are.");
	document_say(out, BLOCK_PARAGRAPH, 0, "Also: undo, dealer NAME, names NAME NAME ..., show, quit");
}
