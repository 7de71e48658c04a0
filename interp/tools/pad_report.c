/* pad_report.c -- how a score pad is written: a deal and where the game stands, the whole evening, what can be entered. */
#include "tools/pad.h"

#include <string.h>
#include "grammar/text.h"
#include "notation/act_text.h"
#include "reports/reports.h"
#include "reports/wording.h"
#include "rules/analysis.h"
#include "text/document.h"
#include "tools/pad_entry.h"

/* ---- the table ---- */

/* True if a side scored something in this line. */
static bool is_scored(const struct pad *pad, const struct pad_result *result, int line)
{
	bool any = false;

	for (int side = 0; side < pad->rules->table.sides; side++)
		any = any || result->tally.line[side][line] != 0;
	return any;
}

static const char *dealer_of(const struct pad *pad, int deal)
{
	struct game before;

	pad_before(pad, deal, &before);
	return pad_player(pad, before.player[before.dealer]);
}

static void add_points(struct table *table, const struct pad *pad, enum row_kind kind, const char *item,
                       const int32_t *points, int deal)
{
	struct table_row *row = table_add(table, kind);
	int sides = pad->rules->table.sides, first = table->columns - sides;

	if (first == 3) { /* of the whole evening */
		text_add_number(words_add(&row->cell[0]), pad->now->start_deals + deal + 1);
		cell_add(row, 1, dealer_of(pad, deal));
	}
	cell_add(row, first - 1, item);
	for (int side = 0; side < sides; side++)
		text_add_number(words_add(&row->cell[first + side]), points[side]);
	row->depth = first == 1;
}

static void add_deal(struct table *table, const struct pad *pad, int deal)
{
	const struct rules *rules = pad->rules;
	const struct pad_result *result = pad->result[deal];

	for (int line = 0; line < result->tally.lines; line++) {
		struct text item = { 0 };
		int32_t points[SIDES_MAX];
		if (!is_scored(pad, result, line))
			continue;
		for (int side = 0; side < rules->table.sides; side++)
			points[side] = result->tally.line[side][line];
		tally_line_in_words(rules, line, &item);
		add_points(table, pad, TABLE_BODY, text_read(&item), points, deal);
		document_use(table->in, &item);
	}
	add_points(table, pad, TABLE_BODY, "this deal", result->tally.total, deal);
	add_points(table, pad, TABLE_SUM, "total", result->after, deal);
}

static void add_names(struct table *table, const struct pad *pad, const char *const *before)
{
	struct table_row *head = table_add(table, TABLE_HEAD);
	int sides = pad->rules->table.sides, first = table->columns - sides;

	for (int i = 0; i < first; i++)
		cell_add(head, i, before[i]);
	for (int side = 0; side < sides; side++)
		cell_add(head, first + side, pad->now->names->side[side]);
}

/* Says which deals do not count because the game was over before them. */
static void add_uncounted(const struct pad *pad, struct document *out)
{
	const struct pad_version *now = pad->now;
	bool over;
	int winner, counted = pad_counted(pad, &over, &winner), first = now->start_deals + counted + 1,
		    last = now->start_deals + now->deals;

	if (counted == now->deals)
		return;
	if (first == last)
		text_format(document_line(out, 0), "Note: deal %d does not count: the game was over before it.", first);
	else
		text_format(document_line(out, 0), "Note: deals %d to %d do not count: the game was over before them.",
		            first, last);
}

void pad_evening(const struct pad *pad, bool for_spreadsheet, struct document *out)
{
	static const char *const heads[2][3] = { { "Deal", "Dealer", "" }, { "deal", "dealer", "item" } };
	const struct rules *rules = pad->rules;
	struct table *table;
	bool over;
	int winner, counted = pad_counted(pad, &over, &winner);

	document_begin(out, "score");
	document_say(out, BLOCK_TITLE, 0, rules->title != NULL ? rules->title : rules->name);
	table = document_table(out, 3 + rules->table.sides);
	add_names(table, pad, heads[for_spreadsheet]);
	for (int deal = 0; deal < counted; deal++)
		add_deal(table, pad, deal);
	add_uncounted(pad, out);
}

/* ---- a deal, and where the game stands ---- */

/* A player went out who was not allowed to with the canastas that were entered. */
static void add_missing_canastas(const struct pad *pad, int deal, struct document *out)
{
	const struct rules *rules = pad->rules;
	const struct pad_result *result = pad->result[deal];
	const uint8_t went_out = pad->now->deal[deal]->out;
	struct text *note;

	if (went_out == NOBODY)
		return;
	if (result->canastas < rules->going_out.canastas) {
		note = document_line(out, 0);
		text_add(note, "Note: ");
		short_of_canastas_write(rules, pad->now->names->side[went_out], result->canastas, note);
		text_add(note, ".");
	}
	if (result->lacks) {
		note = document_line(out, 0);
		club_say(rules, "Note: with the canastas named for ", note);
		text_format(note, "%s nobody goes out. ", pad->now->names->side[went_out]);
		wording_sentence(rules, ROW_going_out_contract, 0, note);
	}
}

/* Lines that were not entered and do not follow from what was. */
static void add_open_lines(const struct pad *pad, int deal, struct document *out)
{
	const struct pad_result *result = pad->result[deal];

	for (int side = 0; side < pad->rules->table.sides; side++)
		for (int line = 0; line < result->tally.lines; line++)
			if (result->open[side][line])
				text_format(document_line(out, 0),
				            "Note: `%s` for %s is not known from what was entered.",
				            tally_line_name(pad->rules, line), pad->now->names->side[side]);
}

/* The entry does not decide whether the game is over with this deal, after which it goes on. */
static void add_open_end(const struct pad *pad, int deal, struct document *out)
{
	const struct pad_result *result = pad->result[deal];

	if (!result->is_last && (result->end_open || result->tie_open))
		text_format(document_line(out, 0),
		            "Note: whether this ends the game is not known from what was entered: `%s` asks for more.",
		            result->end_open ? "ends" : "tie_break");
}

/* What the players scored follows from who played alone, and who were partners. */
static void add_alone(const struct pad *pad, int deal, struct document *out)
{
	const struct pad_result *result = pad->result[deal];
	const char *const *name = pad->now->names->side;
	const char *partners[SIDES_MAX];
	struct text *note;
	int count = 0;

	if (result->alone == NOBODY)
		return;
	for (int account = 0; account < pad->rules->table.sides; account++)
		if (account != result->alone)
			partners[count++] = name[account];
	note = document_line(out, 0);
	text_format(note, "%s played alone%s; ", name[result->alone],
	            result->alone_taken ? ", having gone out, as `alone` was entered for nobody" : "");
	text_add_words(note, partners, count, " and ");
	text_add(note, " were partners.");
}

/* A correction may change whether one plays alone in the deals after it. These stay as they were played; says which they are. */
static void add_unlike(const struct pad *pad, int counted, struct document *out)
{
	for (int deal = 0; deal < counted; deal++) {
		const int number = pad->now->start_deals + deal + 1;
		if (pad->result[deal]->alone_wanted)
			text_format(document_line(out, 0),
			            "Note: by these totals one plays alone in deal %d. If so: `correct %d NAME alone`.",
			            number, number);
		if (pad->result[deal]->alone_kept)
			text_format(
				document_line(out, 0),
				"Note: by these totals everybody plays alone in deal %d. If so: `correct %d NAME no alone`.",
				number, number);
	}
}

/* True if some side did not start with nothing. */
static bool has_start(const struct pad_version *now, int sides)
{
	bool any = false;

	for (int side = 0; side < sides; side++)
		any = any || now->start[side] != 0;
	return any;
}

/* The totals after the last deal that counts, if they are not those after [deal], and what is needed to open the next. */
static void add_standing(struct table *table, const struct pad *pad, int deal, int counted, bool over)
{
	struct text item = { 0 };
	int32_t minimum[SIDES_MAX];
	struct game next;

	if (deal + 1 != counted && counted > 0) {
		text_format(&item, "total after deal %d", pad->now->start_deals + counted);
		add_points(table, pad, TABLE_BODY, text_read(&item), pad->result[counted - 1]->after, deal);
	}
	document_use(table->in, &item);
	if (over)
		return;
	pad_before(pad, pad->now->deals, &next);
	if (deal < 0 && has_start(pad->now, pad->rules->table.sides))
		add_points(table, pad, TABLE_BODY, "total", pad->now->start, deal);
	for (int side = 0; side < pad->rules->table.sides; side++)
		minimum[side] = next.side[side].minimum;
	add_points(table, pad, TABLE_BODY, "needed to open next", minimum, deal);
}

static void add_end(const struct pad *pad, int counted, int winner, struct document *out)
{
	const int32_t *totals = pad->result[counted - 1]->after;

	if (pad->result[counted - 1]->tie_open)
		text_add(document_line(out, 0), "The game is over, and level. Who wins is not known from what was "
		                                "entered: `tie_break` asks for more.");
	else if (winner == NOBODY)
		text_add(document_line(out, 0), "The game is level at the end: nobody wins alone.");
	else
		text_format(document_line(out, 0),
		            "The game is over. It is won by %s, with %d points and %d more than the next.",
		            pad->now->names->side[winner], (int)totals[winner], (int)game_margin(pad->rules, totals));
	add_uncounted(pad, out);
}

static void report(const struct pad *pad, int deal, struct document *out)
{
	struct text heading = { 0 };
	const char *heads[1];
	struct table *table;
	bool over;
	int winner, counted = pad_counted(pad, &over, &winner);

	document_begin(out, "score");
	table = document_table(out, 1 + pad->rules->table.sides);
	if (deal >= 0)
		text_format(&heading, "Deal %d", pad->now->start_deals + deal + 1);
	else if (pad->now->start_deals > 0)
		text_format(&heading, "Before deal %d", pad->now->start_deals + 1);
	else
		text_add(&heading, "Before the first deal");
	heads[0] = text_read(&heading);
	add_names(table, pad, heads);
	if (deal >= 0)
		add_deal(table, pad, deal);
	add_standing(table, pad, deal, counted, over);
	if (deal >= 0) {
		add_alone(pad, deal, out);
		add_missing_canastas(pad, deal, out);
		add_open_lines(pad, deal, out);
		add_open_end(pad, deal, out);
	}
	add_unlike(pad, counted, out);
	if (over)
		add_end(pad, counted, winner, out);
	else
		text_format(document_line(out, 0), "%s deals.", dealer_of(pad, pad->now->deals));
	document_use(out, &heading);
}

void pad_now(const struct pad *pad, struct document *out)
{
	report(pad, pad->now->about < pad->now->deals ? pad->now->about : pad->now->deals - 1, out);
}

void pad_show(const struct pad *pad, int deal, struct document *out)
{
	report(pad, deal, out);
	pad_deal_write(pad, pad->now->deal[deal], document_behind(out, BLOCK_NOTE, 0, "entered as"));
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
	return (formula_interval(rules, rules->score[score].points).high <= 0) != (minus.high != 0) ? SIGN_AGAINST
	                                                                                            : SIGN_FOR;
}

/* True if item [i] of [group] is played, and for one of the score that its points can be entered and count as [sign] says. */
static bool is_listed(const struct rules *rules, int group, enum sign sign, int i)
{
	if (group == GROUP_special)
		return !never_holds(rules->special[i].when);
	return group != GROUP_score ||
	       (!never_holds(rules->score[i].when) && sign_of(rules, i) == sign && !pad_score_follows(rules, i));
}

static void add_words(const char *label, const struct rules *rules, int group, enum sign sign, struct document *out)
{
	struct text *words = NULL;

	for (int i = 0; i < rules_item_count(rules, group); i++) {
		if (!is_listed(rules, group, sign, i))
			continue;
		if (words == NULL) {
			words = document_behind(out, BLOCK_NOTE, 1, label);
			text_add(words, rules_item_name(rules, group, i));
		} else
			text_format(words, ", %s", rules_item_name(rules, group, i));
	}
}

/* What changes an entry that was made. */
static void add_changes(const struct pad *pad, struct document *out)
{
	static const struct {
		const char *entry, *effect;
	} changes[] = {
		{ "undo", "takes the last entry back, whatever it was" },
		{ "correct 2 SIDE ITEM, no ITEM", "deal 2 is so, and the rest of it as it was" },
		{ "correct 2 dealer NAME", "who dealt it" },
		{ "replace 2 SIDE ...; SIDE ...", "deal 2 anew" },
		{ "insert 2 SIDE ...; SIDE ...", "a deal that was forgotten before deal 2" },
		{ "remove 2", "a deal that was entered twice" },
		{ "start SIDE 500; SIDE 300", "the totals before the first deal" },
		{ "dealer NAME", "who deals next" },
		{ "names NAME, NAME ...", "of the sides" },
		{ "show 2", "deal 2, and how it was entered" },
		{ "show, help, quit", "" },
	};

	document_say(out, BLOCK_PARAGRAPH, 0, "Also:");
	for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
		struct text *line = document_line(out, 1);
		const bool names = strncmp(changes[i].entry, "names", 5) == 0;
		text_format(line, "%s%s%s", changes[i].entry, changes[i].effect[0] != '\0' ? ": " : "",
		            changes[i].effect);
		if (names && pad->rules->table.players != pad->rules->table.sides)
			text_format(line, ", or of all %d players", pad->rules->table.players);
	}
}

void pad_help(const struct pad *pad, struct document *out)
{
	const struct rules *rules = pad->rules;
	struct game next;

	pad_before(pad, pad->now->deals, &next);
	document_begin(out, "score");
	text_format(document_line(out, 0), "A deal, side by side: %s 1250; %s 340", pad->now->names->side[0],
	            pad->now->names->side[1]);
	document_say(out, BLOCK_PARAGRAPH, 0, "or item by item, with commas between them:");
	add_words("canastas, by number", rules, GROUP_canasta, SIGN_FOR, out);
	if (rules->bonus.cards != 0)
		document_say(out, BLOCK_PARAGRAPH, 1, "laid, and the bonus cards");
	document_say(out, BLOCK_PARAGRAPH, 1, "out, for the side that went out");
	if (rules->table.alone == table_alone_first_to_take_the_pile)
		document_say(out, BLOCK_PARAGRAPH, 1, "alone, for who played alone; without it, who went out did");
	else if (next.one_alone)
		document_say(out, BLOCK_PARAGRAPH, 1, "alone, for who played alone");
	add_words("special, and one of", rules, GROUP_special, SIGN_FOR, out);
	add_words("what happened", rules, GROUP_event, SIGN_FOR, out);
	add_words("in points, for the side", rules, GROUP_score, SIGN_FOR, out);
	add_words("in points, against it", rules, GROUP_score, SIGN_AGAINST, out);
	add_words("in points, for it or against it as the rules say", rules, GROUP_score, SIGN_EITHER, out);
	document_say(
		out, BLOCK_PARAGRAPH, 0,
		"Points with a sign, + or -, are written down as they are. What follows from the rest need not be entered.");
	add_changes(pad, out);
}
