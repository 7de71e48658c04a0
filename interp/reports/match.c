/* match.c -- the sums of a match, and the interval around its mean. The interval is 1.96 standard errors wide on either
 * side, which 95 of 100 such intervals need to hold the true mean when there are some dozens of deals. It is worked out
 * from whole numbers, so that every machine prints the same. */
#include "reports/match.h"

#include <inttypes.h>
#include <stdbool.h>
#include "grammar/text.h"
#include "reports/columns.h"

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

/* ---- telling ---- */

/* The whole number nearest to the root of [square], which is not negative. */
static wide root_of(wide square)
{
	wide low = 0, high = (wide)1 << 63; /* low * low <= square < high * high */

	while (high - low > 1) {
		wide middle = (low + high) / 2;
		*(middle * middle <= square ? &low : &high) = middle;
	}
	return square - low * low > low ? high : low;
}

/* [number] divided by [by], to the nearest. */
static wide divided(wide number, wide by)
{
	return number < 0 ? -((-number + by / 2) / by) : (number + by / 2) / by;
}

/* How far the interval reaches from the mean of what [places] sides share, in tenths of a point. */
static wide reach_of(const struct match *match, int places)
{
	wide deals = match->deals, mean = match->difference / deals, rest = match->difference % deals;
	/* the squares of the distances from the mean, added up */
	wide apart = match->squares - deals * mean * mean - 2 * mean * rest - rest * rest / deals;
	wide by = deals * (deals - 1) * places * places;

	if (apart >> 110 != 0) /* then the last digits do not matter */
		return root_of(divided(apart, by * 100) * (196 * 196));
	return root_of(divided(apart * (196 * 196), by * 100));
}

static void write_tenths(wide tenths, struct text *out)
{
	wide size = tenths < 0 ? -tenths : tenths;

	text_format(out, "%s%" PRId64 ".%d", tenths < 0 ? "-" : "", (int64_t)(size / 10), (int)(size % 10));
}

static void write_difference(const struct match *match, int places, const char *const *names, struct text *out)
{
	wide mean = divided(match->difference * 10, (wide)match->deals * places), reach;
	int better = mean < 0;

	mean = mean < 0 ? -mean : mean;
	if (mean == 0) {
		text_format(out, "%s and %s score the same", names[0], names[1]);
	} else {
		text_format(out, "%s scores ", names[better]);
		write_tenths(mean, out);
		text_format(out, " points more than %s for a side in a deal", names[!better]);
	}
	if (match->deals > 1) {
		reach = reach_of(match, places);
		text_add(out, "; 95 % interval: from ");
		write_tenths(mean - reach, out);
		text_add(out, " to ");
		write_tenths(mean + reach, out);
		text_add(out, mean <= reach ? ",\nso it may be chance" : "");
	}
	text_add(out, "\n");
}

static void write_bot(const struct match *match, int bot, int places, const char *name, struct text *out)
{
	text_format(out, "%s\t%" PRId64 "\t", name, match->ahead[bot]);
	write_tenths(divided((wide)match->points[bot] * 10, (wide)match->deals * places), out);
	text_add(out, "\n");
}

void match_write(const struct match *match, int sides, const char *const names[MATCH_BOTS], struct text *out)
{
	struct text table = { 0 };
	int places = match_places(sides);

	text_format(&table, "%" PRId64 " deals, each played %d times\tdeals won\tpoints of a side in a deal\n",
	            match->deals, match_plays(sides));
	for (int bot = 0; bot < MATCH_BOTS && match->deals > 0; bot++)
		write_bot(match, bot, places, names[bot], &table);
	text_format(&table, "neither\t%" PRId64 "\n\n", match->level);
	columns_write(text_read(&table), out);
	text_end(&table, out);
	if (match->deals > 0)
		write_difference(match, places, names, out);
}
