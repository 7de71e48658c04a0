/* pad_bounds.c -- what a deal can give by these rules: how many canastas the deck allows, and by how much points go. Upper
 * bounds: what they exclude cannot be, what they allow may still not occur. */
#include "tools/pad_deal.h"

#include "game/question.h"
#include "rules/analysis.h"

/* ---- canastas ---- */

/* The least numbers of cards that a kind of canasta has. */
struct least {
	int size, naturals, wilds; /* size 0: there is no such canasta */
};

/* Cards of a meld that may be a canasta. */
struct composition_asked {
	const struct rules *rules;
	int naturals, wilds;
};

static struct interval exactly(int64_t number)
{
	return (struct interval){ number, number };
}

static struct interval of_composition(const void *frame, const struct ir *asked)
{
	const struct composition_asked *at = frame;

	switch (asked->fact) {
	case FACT_size: return exactly(at->naturals + at->wilds);
	case FACT_naturals: return exactly(at->naturals);
	case FACT_wilds: return exactly(at->wilds);
	default: return fact_interval(at->rules, asked);
	}
}

static bool may_be(const struct rules *rules, formula condition, const struct composition_asked *at)
{
	const struct interval holds = formula_interval_where(rules, condition, at, of_composition);

	return holds.low != 0 || holds.high != 0;
}

/* Whether a meld of some kind can have these cards and then be such a canasta. False: it cannot. */
static bool may_be_canasta(const struct rules *rules, int canasta, const struct composition_asked *at)
{
	bool melded = false;

	for (int i = 0; i < rules->meld_count; i++)
		melded = melded || form_allows(&rules->form[i], at->naturals, at->wilds);
	return melded && may_be(rules, rules->canasta[canasta].size, at) &&
	       may_be(rules, rules->canasta[canasta].when, at);
}

static struct least least_of(const struct rules *rules, int canasta)
{
	struct least least = { 0, MELD_CARDS_MAX, MELD_CARDS_MAX };

	for (int n = 0; n <= MELD_CARDS_MAX; n++)
		for (int w = 0; w <= MELD_CARDS_MAX; w++) {
			const struct composition_asked at = { rules, n, w };
			if (n + w == 0 || !may_be_canasta(rules, canasta, &at))
				continue;
			least.size = least.size == 0 || n + w < least.size ? n + w : least.size;
			least.naturals = n < least.naturals ? n : least.naturals;
			least.wilds = w < least.wilds ? w : least.wilds;
		}
	return least;
}

/* How many heaps of [least] natural cards the deck has for such canastas: of one rank each unless they may be sequences. */
static int heaps_of(const struct rules *rules, int canasta, int least)
{
	const cardset ranks = rules->canasta[canasta].ranks;
	int heaps = 0;

	if (rules->sequences)
		return cards_in_deck(rules, rules->all) / least;
	for (int kind = 0; kind < rules->kinds; kind++)
		if ((rules->leads >> kind & 1) && (rules->mates[kind] & ranks) != 0)
			heaps += cards_in_deck(rules, rules->mates[kind]) / least;
	return heaps;
}

static int most_of(const struct rules *rules, int canasta, struct least least)
{
	int most;

	if (least.size == 0)
		return 0;
	most = rules->deck_size / least.size;
	if (least.wilds > 0 && rules->wild_copies / least.wilds < most)
		most = rules->wild_copies / least.wilds;
	if (least.naturals > 0 && heaps_of(rules, canasta, least.naturals) < most)
		most = heaps_of(rules, canasta, least.naturals);
	return most < MELDS_MAX ? most : MELDS_MAX;
}

int pad_canastas_most(const struct rules *rules, int canasta)
{
	return most_of(rules, canasta, least_of(rules, canasta));
}

void pad_canastas_score(const struct rules *rules, const int64_t *low, const int64_t *high, int64_t *least,
                        int64_t *most)
{
	struct least need[canasta_MAX];
	int left[canasta_MAX];
	int64_t cards = rules->deck_size;

	*least = *most = 0;
	for (int i = 0; i < rules->canasta_count; i++) {
		need[i] = least_of(rules, i);
		left[i] = most_of(rules, i, need[i]);
		*least += low[i] < 0 ? low[i] * left[i] : 0;
	}
	while (cards >
	       0) { /* the kind that gives most for a card comes first; its last one may be cut off by the deck */
		int best = -1;
		int64_t number;
		for (int i = 0; i < rules->canasta_count; i++)
			if (left[i] > 0 && high[i] > 0 &&
			    (best < 0 || high[i] * need[best].size > high[best] * need[i].size))
				best = i;
		if (best < 0)
			return;
		number = (cards + need[best].size - 1) / need[best].size;
		number = number < left[best] ? number : left[best];
		*most += number * high[best];
		cards -= number * need[best].size;
		left[best] = 0;
	}
}

/* ---- steps ---- */

int64_t pad_step_of_both(int64_t one, int64_t other)
{
	while (other != 0) {
		int64_t rest = one % other;
		one = other;
		other = rest;
	}
	return one < 0 ? -one : one;
}

/* By how much the points of cards go. */
static int64_t step_of_cards(const struct rules *rules)
{
	int64_t step = 0;

	for (int kind = 0; kind < rules->kinds; kind++)
		step = pad_step_of_both(step, rules->kind[kind].points);
	return step;
}

/* By how much shares go of points that go by [step]: a share is rounded. */
static int64_t step_of_share(const struct rules *rules, int64_t step)
{
	int players =
		rules->table.alone != table_alone_nobody ? rules->table.sides - 1 : rules->seats / rules->table.sides;

	return players < 2 ? step : step % players == 0 ? step / players : 1;
}

static int64_t step_of_fact(const struct rules *rules, const struct ir *asked, int64_t above)
{
	switch (asked->fact) {
	case FACT_side_table:
	case FACT_side_hands:
	case FACT_others_table:
	case FACT_others_hands:
	case FACT_waiting_points:
	case FACT_reserve_points: return step_of_cards(rules);
	case FACT_scored_above: return above;
	case FACT_shared_above: return step_of_share(rules, above);
	default: return 1;
	}
}

/* The step of a product; 1, which says nothing, where products are cut off because they are too large. */
static int64_t product_of(int64_t step, int64_t other)
{
	return step * other <= INT32_MAX ? step * other : 1;
}

static int64_t step_of(const struct rules *rules, const struct ir *ir, int64_t above)
{
	int64_t step;

	switch (ir->kind) {
	case IR_NUMBER: return ir->number < 0 ? -(int64_t)ir->number : ir->number;
	case IR_FACT: return step_of_fact(rules, ir, above);
	case IR_NEGATIVE:
	case IR_STEP: return step_of(rules, ir->first, above);
	case IR_SUM:
	case IR_PRODUCT:
		step = step_of(rules, ir->first, above);
		for (const struct ir *part = ir->first->next; part != NULL; part = part->next) {
			int64_t other = step_of(rules, part, above);
			step = ir->kind == IR_SUM ? pad_step_of_both(step, other) : product_of(step, other);
		}
		return step;
	case IR_LADDER: /* the first part is the key */
		step = 0;
		for (const struct ir *part = ir->first->next; part != NULL; part = part->next)
			step = pad_step_of_both(step, step_of(rules, part, above));
		return step;
	default: return 1; /* yes or no */
	}
}

int64_t pad_line_step(const struct rules *rules, int line, int64_t above)
{
	if (line < rules->canasta_count)
		return step_of(rules, rules->canasta[line].bonus->ir, above);
	line -= rules->canasta_count;
	if (line < rules->score_count)
		return step_of(rules, rules->score[line].points->ir, above);
	return step_of(rules, rules->special[line - rules->score_count].points->ir, above);
}

int64_t pad_total_step(const struct rules *rules)
{
	int64_t step = 0;

	for (int line = 0; line < tally_lines(rules); line++)
		step = pad_step_of_both(step, pad_line_step(rules, line, step));
	return step;
}
