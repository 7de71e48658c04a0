/* effect.c -- each deal is played under both rules, and what is counted in the one is taken from the other, so that the
 * cards have little say in the result. */
#include "tools/effect.h"

#include <inttypes.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "tools/interval.h"
#include "tools/sim.h"
#include "text/document.h"

/* ---- what is measured in a deal ---- */

static int64_t turns(const struct sim_counts *counts)
{
	return counts->turns;
}

static int64_t went_out(const struct sim_counts *counts)
{
	return 100 * counts->endings[ENDING_OUT];
}

static int64_t sum_of(const int64_t *numbers, int count)
{
	int64_t sum = 0;

	for (int i = 0; i < count; i++)
		sum += numbers[i];
	return sum;
}

static int64_t takes(const struct sim_counts *counts)
{
	return sum_of(counts->takes, take_MAX);
}

static int64_t canastas(const struct sim_counts *counts)
{
	return sum_of(counts->canastas, canasta_MAX);
}

static int64_t specials(const struct sim_counts *counts)
{
	return 100 * sum_of(counts->specials, special_MAX);
}

static int64_t unopened(const struct sim_counts *counts)
{
	return counts->unopened;
}

static int64_t points(const struct sim_counts *counts)
{
	return counts->score.sum;
}

static int64_t margin(const struct sim_counts *counts)
{
	return counts->score.most - counts->score.least;
}

static const struct measure {
	const char *words;
	int64_t (*of)(const struct sim_counts *counts);
} measures[] = {
	{ "turns of a deal", turns },
	{ "deals of 100 in which somebody went out", went_out },
	{ "deals of 100 with a special hand", specials },
	{ "takes of the pile", takes },
	{ "canastas", canastas },
	{ "sides without an initial meld", unopened },
	{ "points of all sides", points },
	{ "points between first and last side", margin },
};

enum { MEASURES = sizeof measures / sizeof *measures };

/* What was added up of one measure. */
struct measured {
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
	for (int i = 0; i < 2; i++) {
		at->counts[i] = (struct sim_counts){ 0 };
		if (!sim_game(&at->plan[i], number, &at->counts[i]))
			return false;
	}
	for (int i = 0; i < MEASURES; i++) {
		int64_t numbers[2] = { measures[i].of(&at->counts[0]), measures[i].of(&at->counts[1]) };
		paired_add(&at->measured[i].change, numbers[1] - numbers[0]);
		at->measured[i].sum[0] += numbers[0];
		at->measured[i].sum[1] += numbers[1];
	}
	return true;
}

/* ---- the report ---- */

static void add_measure(const char *words, const struct measured *measured, struct table *table)
{
	wide mean = paired_mean(&measured->change, 1, HUNDREDTHS),
	     reach = paired_reach(&measured->change, 1, HUNDREDTHS);
	struct table_row *row = table_add(table, TABLE_BODY);
	struct text *interval;

	cell_add(row, 0, words);
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

static void add_all(const struct playing *at, const char *const labels[2], const char *player, struct document *out)
{
	const char *const heads[] = { "in a deal", labels[0], labels[1], "change", "95 % interval of the change" };
	struct table *table;
	struct table_row *head;

	text_format(words_add(&document_add(out, BLOCK_PARAGRAPH)->words),
	            "%" PRId64 " deals under each, with the same cards; the players are %s.",
	            at->measured[0].change.count, player);
	table = document_table(out, 5);
	table->unbroken = true;
	head = table_add(table, TABLE_HEAD);
	for (int i = 0; i < 5; i++)
		cell_add(head, i, heads[i]);
	for (int i = 0; i < MEASURES; i++)
		if (at->measured[i].sum[0] != 0 || at->measured[i].sum[1] != 0)
			add_measure(measures[i].words, &at->measured[i], table);
}

bool effect_add(const struct rules *const rules[2], const char *const labels[2], const struct player *player,
                uint64_t seed, uint64_t deals, struct document *out)
{
	struct playing *at = memory_resize(NULL, sizeof *at);
	bool well = true;

	if (at == NULL) {
		out->failed = true;
		return true;
	}
	*at = (struct playing){ .counts = { { 0 } } };
	for (int i = 0; i < 2; i++) {
		at->plan[i] =
			(struct sim_plan){ .rules = rules[i], .seed = seed, .deals_most = 1, .single_deals = true };
		for (int seat = 0; seat < PLAYERS_MAX; seat++)
			at->plan[i].player[seat] = player;
	}
	for (uint64_t number = 0; number < deals && well; number++)
		well = play_deal(at, number);
	if (well)
		add_all(at, labels, player->name, out);
	memory_free(at);
	return well;
}
