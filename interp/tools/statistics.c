/* statistics.c -- sums of differences in whole numbers, and what they say. An interval is 1.96 standard errors wide on either side,
 * which 95 of 100 such intervals need to hold the true mean when there are some dozens of differences. To compare two sets of
 * rules each deal is played under both, which removes most of the luck of the cards. */

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "text/document.h"
#include "tools/sim.h"

/* ---- confidence intervals ---- */

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
static wide wide_divided(wide number, wide by)
{
	return number < 0 ? -((-number + by / 2) / by) : (number + by / 2) / by;
}

/* The mean difference divided by [by], in [parts] of one. There is at least one difference. */
static wide paired_mean(const struct paired *paired, int by, int parts)
{
	return wide_divided(paired->sum * parts, (wide)paired->count * by);
}

/* Half the width of the 95 % confidence interval around that mean, in [parts] of one. There are at least two
 * differences. */
static wide paired_reach(const struct paired *paired, int by, int parts)
{
	wide count = paired->count, mean = paired->sum / count, rest = paired->sum % count;
	/* the squares of the distances from the mean, added up */
	wide apart = paired->squares - count * mean * mean - 2 * mean * rest - rest * rest / count;
	wide over = count * (count - 1) * by * by * (HUNDREDTHS / parts) * (HUNDREDTHS / parts);

	if (apart >> 110 != 0) /* then the last digits do not matter */
		return root_of(wide_divided(apart, over) * (196 * 196));
	return root_of(wide_divided(apart * (196 * 196), over));
}

/* Writes a number of [parts] of one: 123 tenths as 12.3. */
static void parts_write(wide number, int parts, struct text *out)
{
	wide size = number < 0 ? -number : number;

	text_format(out, "%s%" PRId64 ".%0*d", number < 0 ? "-" : "", (int64_t)(size / parts), parts == TENTHS ? 1 : 2,
	            (int)(size % parts));
}

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
		write_difference(match, places, names, document_line(out, 0));
}

/* ==== what a change of rules does ==== */

/* ---- what is measured in a deal ---- */

static int64_t sum_of(const int64_t *numbers, int count)
{
	int64_t sum = 0;

	for (int i = 0; i < count; i++)
		sum += numbers[i];
	return sum;
}

enum { MEASURES = 8 };

struct measure {
	const char *words;
	int64_t number;
};

static void measure(const struct sim_counts *of, struct measure measures[MEASURES])
{
	const struct measure all[MEASURES] = {
		{ "turns of a deal", of->turns },
		{ "deals of 100 in which somebody went out", 100 * of->endings[ENDING_OUT] },
		{ "deals of 100 with a special hand", 100 * sum_of(of->specials, special_MAX) },
		{ "takes of the pile", sum_of(of->takes, take_MAX) },
		{ "canastas", sum_of(of->canastas, canasta_MAX) },
		{ "sides without an initial meld", of->unopened },
		{ "points of all sides", of->score.sum },
		{ "points between first and last side", of->score.most - of->score.least },
	};

	memcpy(measures, all, sizeof all);
}

/* What was added up of one measure. */
struct measured {
	const char *words;
	struct paired change;
	int64_t sum[2];
};

/* ---- playing ---- */

struct playing {
	struct sim_plan plan[2];
	struct sim_counts counts[2]; /* of one deal */
	struct measured measured[MEASURES];
};

static bool play_deal(struct playing *at, uint64_t number)
{
	struct measure one[MEASURES], other[MEASURES];

	for (int i = 0; i < 2; i++) {
		at->counts[i] = (struct sim_counts){ 0 };
		if (!sim_game(&at->plan[i], number, &at->counts[i]))
			return false;
	}
	measure(&at->counts[0], one);
	measure(&at->counts[1], other);
	for (int i = 0; i < MEASURES; i++) {
		struct measured *measured = &at->measured[i];
		int64_t difference = other[i].number - one[i].number;
		measured->words = one[i].words;
		measured->change.count++;
		measured->change.sum += difference;
		measured->change.squares += (wide)difference * difference;
		measured->sum[0] += one[i].number;
		measured->sum[1] += other[i].number;
	}
	return true;
}

/* ---- the report ---- */

static void add_measure(const struct measured *measured, struct table *table)
{
	wide mean = paired_mean(&measured->change, 1, HUNDREDTHS),
	     reach = paired_reach(&measured->change, 1, HUNDREDTHS);
	struct table_row *row = table_add(table, TABLE_BODY);
	struct text *interval;

	cell_add(row, 0, measured->words);
	for (int i = 0; i < 2; i++)
		parts_write(wide_divided((wide)measured->sum[i] * HUNDREDTHS, measured->change.count), HUNDREDTHS,
		            words_add(&row->cell[i + 1]));
	cell_add(row, 3, mean > 0 ? "+" : "");
	parts_write(mean, HUNDREDTHS, words_add(&row->cell[3]));
	if (mean == 0 && reach == 0)
		return;
	interval = words_add(&row->cell[4]);
	text_add(interval, "from ");
	parts_write(mean - reach, HUNDREDTHS, interval);
	text_add(interval, " to ");
	parts_write(mean + reach, HUNDREDTHS, interval);
	text_add(interval, (mean < 0 ? -mean : mean) <= reach ? ", may be chance" : "");
}

bool effect_add(const struct effect_plan *plan, struct document *out)
{
	struct playing *at = memory_resize(NULL, sizeof *at);
	bool well = true;

	if (at == NULL) {
		out->failed = true;
		return true;
	}
	*at = (struct playing){ .counts = { { 0 } } };
	for (int i = 0; i < 2; i++) {
		at->plan[i] = (struct sim_plan){
			.rules = plan->rules[i], .seed = plan->seed, .deals_most = 1, .single_deals = true
		};
		for (int seat = 0; seat < PLAYERS_MAX; seat++)
			at->plan[i].player[seat] = plan->player;
	}
	for (uint64_t number = 0; number < plan->deals && well; number++) {
		int done = (int)(number * 100 / plan->deals), next = (int)((number + 1) * 100 / plan->deals);
		well = play_deal(at, number);
		if (plan->progress != NULL && next > done)
			plan->progress(plan->context, next, 100);
	}
	if (well) {
		const char *const heads[] = { "in a deal", plan->labels[0], plan->labels[1], "change",
			                      "95 % interval of the change" };
		struct table *table;
		text_format(document_line(out, 0),
		            "%" PRId64 " deals under each, with the same cards; the players are %s.",
		            at->measured[0].change.count, plan->player->name);
		table = document_table(out, 5);
		table->unbroken = true;
		table_heads(table, heads);
		for (int i = 0; i < MEASURES; i++)
			if (at->measured[i].sum[0] != 0 || at->measured[i].sum[1] != 0)
				add_measure(&at->measured[i], table);
	}
	memory_free(at);
	return well;
}
