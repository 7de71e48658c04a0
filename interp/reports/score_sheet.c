/* score_sheet.c -- the itemised score. Rows in which nobody scored are left out. */
#include "reports/score_sheet.h"

#include <string.h>
#include "grammar/text.h"
#include "reports/columns.h"
#include "reports/seat_names.h"

enum { NAME_WIDTH = 24, NAME_WIDTH_MOST = 44 };

void ending_write(const struct game *game, struct text *out)
{
	const struct rules *rules = game->rules;

	switch ((enum ending)game->ending) {
	case ENDING_NONE: break;
	case ENDING_OUT: text_format(out, "%s has gone out.\n", seat_name(rules, game->player[game->out])); break;
	case ENDING_STOCK: text_add(out, "The stock has run out.\n"); break;
	case ENDING_LAST_BONUS:
		text_format(out, "The last card of the stock, drawn by %s, was a bonus card.\n",
		            seat_name(rules, game->player[game->turn.seat]));
		break;
	case ENDING_SPECIAL:
		text_format(out, "%s has laid a special hand.\n", seat_name(rules, game->turn.seat));
		break;
	case ENDINGS: break;
	}
}

bool short_of_canastas_write(const struct rules *rules, const char *who, int canastas, struct text *out)
{
	int needed = rules->going_out.canastas;

	if (canastas >= needed)
		return false;
	text_format(out, "going out takes %d canasta%s, and there is ", needed, needed == 1 ? "" : "s");
	text_format(out, canastas == 0 ? "none" : "only %d", canastas);
	text_format(out, " of %s", who);
	return true;
}

/* ---- rows ---- */

/* The width of a column: that of the longest name of a side, and a gap. For want of memory [out] fails. */
static size_t column_width(const struct rules *rules, struct text *out)
{
	size_t width = 7; /* of a score */

	for (int side = 0; side < rules->table.sides; side++) {
		struct text name = { 0 };
		side_name(rules, side, &name);
		width = name.length > width ? name.length : width;
		text_end(&name, out);
	}
	return width + 2;
}

/* Pads on the left: numbers and the names above them end at the same column. */
static void write_right(const char *words, size_t column, struct text *out)
{
	size_t width = text_width(words, strlen(words));

	blanks_add(out, width < column ? column - width : 1);
	text_add(out, words);
}

/* Whether a side scored something in [line]. */
static bool anybody_scored(const struct game *game, const struct tally *tally, int line)
{
	for (int side = 0; side < game->rules->table.sides; side++)
		if (tally->line[side][line] != 0)
			return true;
	return false;
}

/* The width of the names: that of the longest one that is shown. */
static size_t name_width(const struct game *game, const struct tally *tally, struct text *out)
{
	size_t width = NAME_WIDTH;

	for (int line = 0; line < tally->lines; line++) {
		struct text name = { 0 };
		tally_line_in_words(game->rules, line, &name);
		if (anybody_scored(game, tally, line) && text_width(text_read(&name), name.length) > width)
			width = text_width(text_read(&name), name.length);
		text_end(&name, out);
	}
	return width < NAME_WIDTH_MOST ? width : NAME_WIDTH_MOST;
}

static void write_row(const struct game *game, const char *name, size_t names, const int32_t *points, struct text *out)
{
	size_t width = text_width(name, strlen(name)), column = column_width(game->rules, out);

	text_add(out, "  ");
	text_add(out, name);
	blanks_add(out, width < names ? names - width : 1);
	for (int side = 0; side < game->rules->table.sides; side++) {
		struct text number = { 0 };
		text_add_number(&number, points[side]);
		write_right(text_read(&number), column, out);
		text_end(&number, out);
	}
	text_add(out, "\n");
}

static void write_heading(const struct game *game, size_t names, struct text *out)
{
	struct text deal = { 0 };
	size_t column = column_width(game->rules, out);

	text_format(&deal, "Deal %lu", (unsigned long)game->deal + 1);
	text_format(out, "  %s", text_read(&deal));
	blanks_add(out, names - deal.length);
	for (int side = 0; side < game->rules->table.sides; side++) {
		struct text name = { 0 };
		side_name(game->rules, side, &name);
		write_right(text_read(&name), column, out);
		text_end(&name, out);
	}
	text_add(out, "\n");
	text_end(&deal, out);
}

static void write_rule(const struct game *game, size_t names, struct text *out)
{
	size_t width = names + column_width(game->rules, out) * (size_t)game->rules->table.sides;

	text_add(out, "  ");
	for (size_t i = 0; i < width; i++)
		text_add(out, "-");
	text_add(out, "\n");
}

static void write_line(const struct game *game, const struct tally *tally, int line, size_t names, struct text *out)
{
	int32_t points[SIDES_MAX];
	struct text name = { 0 };

	if (!anybody_scored(game, tally, line))
		return;
	for (int side = 0; side < game->rules->table.sides; side++)
		points[side] = tally->line[side][line];
	tally_line_in_words(game->rules, line, &name);
	write_row(game, text_read(&name), names, points, out);
	text_end(&name, out);
}

void score_sheet_write(const struct game *game, const struct tally *tally, struct text *out)
{
	int32_t before[SIDES_MAX], after[SIDES_MAX];
	size_t names = name_width(game, tally, out);

	for (int side = 0; side < game->rules->table.sides; side++)
		before[side] = game->side[side].score;
	game_totals(game, tally, after);
	write_heading(game, names, out);
	for (int line = 0; line < tally->lines; line++)
		write_line(game, tally, line, names, out);
	write_rule(game, names, out);
	write_row(game, "this deal", names, tally->total, out);
	write_row(game, "before", names, before, out);
	write_row(game, "total", names, after, out);
}

/* ---- the game ---- */

void result_write(const struct rules *rules, const int32_t *totals, struct text *out)
{
	int winner;
	bool several = rules->table.players != rules->table.sides;

	if (!game_is_over(rules, totals, &winner))
		return;
	if (winner == NOBODY) {
		text_add(out, "The game is level at the end: nobody wins alone.\n");
		return;
	}
	side_name(rules, winner, out);
	text_format(out, "%s the game by %d, with %d points.\n", several ? " win" : " wins",
	            (int)game_margin(rules, totals), (int)totals[winner]);
}
