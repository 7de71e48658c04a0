/* match.c -- the sums of a match, and what they tell. */
#include "tools/match.h"

#include <inttypes.h>
#include <stdbool.h>
#include "grammar/text.h"
#include "text/document.h"

/* ---- who sits where ---- */

int match_plays(int sides)
{
	return sides == 2 ? 2 : 2 * sides;
}

int match_places(int sides)
{
	return match_plays(sides) * sides / MATCH_BOTS;
}

int match_bot(int sides, int play, int side)
{
	bool turned = play >= sides;

	return (side == play % sides) == turned;
}

/* ---- adding up ---- */

void match_add(struct match *match, const int64_t points[MATCH_BOTS])
{
	wide difference = (wide)points[0] - points[1];

	match->deals++;
	match->ahead[0] += difference > 0;
	match->ahead[1] += difference < 0;
	match->level += difference == 0;
	for (int bot = 0; bot < MATCH_BOTS; bot++)
		match->points[bot] += points[bot];
	match->difference += difference;
	match->squares += difference * difference;
}

/* No bot scores more in a deal, all the times it is played: far more than there could be with scores that are kept within
 * 32 bits, and few enough that sums of squares stay within a wide. */
#define POINTS_OF_DEAL_MOST (INT64_C(1) << 40)

static bool is_within(wide number, wide most)
{
	return number >= -most && number <= most;
}

bool match_is_sound(const struct match *match)
{
	wide most = (wide)match->deals * POINTS_OF_DEAL_MOST;

	if (match->deals < 0 || match->deals > MATCH_DEALS_MAX || match->level < 0 || match->ahead[0] < 0 ||
	    match->ahead[1] < 0 || (wide)match->level + match->ahead[0] + match->ahead[1] != match->deals)
		return false;
	for (int bot = 0; bot < MATCH_BOTS; bot++)
		if (!is_within(match->points[bot], INT64_MAX / 2) || !is_within(match->points[bot], most))
			return false;
	return is_within(match->difference, 2 * most) && match->squares >= 0 &&
	       match->squares <= 4 * most * POINTS_OF_DEAL_MOST;
}

void match_merge(struct match *match, const struct match *more)
{
	match->deals += more->deals;
	match->level += more->level;
	for (int bot = 0; bot < MATCH_BOTS; bot++) {
		match->ahead[bot] += more->ahead[bot];
		match->points[bot] += more->points[bot];
	}
	match->difference += more->difference;
	match->squares += more->squares;
}

/* ---- the report ---- */

static void write_difference(const struct match *match, int places, const char *const *names, struct text *out)
{
	const struct paired paired = { match->deals, match->difference, match->squares };
	wide mean = paired_mean(&paired, places, TENTHS), reach;
	int better = mean < 0;

	mean = mean < 0 ? -mean : mean;
	if (mean == 0) {
		text_format(out, "%s and %s score the same", names[0], names[1]);
	} else {
		text_format(out, "%s scores ", names[better]);
		parts_write(mean, TENTHS, out);
		text_format(out, " points more than %s for a side in a deal", names[!better]);
	}
	if (match->deals > 1) {
		reach = paired_reach(&paired, places, TENTHS);
		text_add(out, "; 95 % interval: from ");
		parts_write(mean - reach, TENTHS, out);
		text_add(out, " to ");
		parts_write(mean + reach, TENTHS, out);
		text_add(out, mean <= reach ? ", so it may be chance" : "");
	}
}

static void add_bot(const struct match *match, int bot, int places, const char *name, struct table *table)
{
	struct table_row *row = table_add(table, TABLE_BODY);

	cell_add(row, 0, name);
	text_format(words_add(&row->cell[1]), "%" PRId64, match->ahead[bot]);
	parts_write(wide_divided((wide)match->points[bot] * TENTHS, (wide)match->deals * places), TENTHS,
	            words_add(&row->cell[2]));
}

void match_report(const struct match *match, int sides, const char *const names[MATCH_BOTS], struct document *out)
{
	struct table *table = document_table(out, 3);
	struct table_row *row = table_add(table, TABLE_HEAD);
	int places = match_places(sides);

	text_format(words_add(&row->cell[0]), "%" PRId64 " deals, each played %d times", match->deals,
	            match_plays(sides));
	cell_add(row, 1, "deals won");
	cell_add(row, 2, "points of a side in a deal");
	for (int bot = 0; bot < MATCH_BOTS && match->deals > 0; bot++)
		add_bot(match, bot, places, names[bot], table);
	row = table_add(table, TABLE_BODY);
	cell_add(row, 0, "neither");
	text_format(words_add(&row->cell[1]), "%" PRId64, match->level);
	if (match->deals > 0)
		write_difference(match, places, names, words_add(&document_add(out, BLOCK_PARAGRAPH)->words));
}
