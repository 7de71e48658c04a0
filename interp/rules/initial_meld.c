/* initial_meld.c -- the initial meld: whether its minimum can change or be waived, and what it must contain, asked of
 * classes of melds and of melds without wild cards. */
#include "rules/tables.h"
#include "rules/conditions.h"

/* True if nothing that [op] asks can change during a deal but by recording an event. */
static bool is_steady(program op)
{
	for (; op->code != OP_END; op++)
		if (op->code == OP_FACT && !is_steady_fact(op->fact))
			return false;
	return true;
}

/* True if [op] cannot hold unless the player goes out: it never does, or it is facts joined by `and`, that one among
 * them. In anything less simple the demand might be turned around. */
static bool demands_going_out(program op)
{
	bool demands = false;

	if (never_holds(op))
		return true;
	for (; op->code != OP_END; op++) {
		if (op->code != OP_FACT && op->code != OP_AND)
			return false;
		demands = demands || (op->code == OP_FACT && op->fact == FACT_going_out);
	}
	return demands;
}

/* Cards in the smallest meld of class [at]. */
static int least_of_class(const struct rules *rules, int at)
{
	int least = 2 * MELD_CARDS_MAX;

	for (int n = 0; n <= MELD_CARDS_MAX; n++)
		if (rules->class_reach[at][n] != 0 && n + __builtin_ctz(rules->class_reach[at][n]) < least)
			least = n + __builtin_ctz(rules->class_reach[at][n]);
	return least;
}

/* Cards that the largest meld must have before [op] can hold, which demands melds of some classes; 0 if it asks for
 * anything else. */
static int least_for_classes(const struct rules *rules, program op)
{
	int least = 2 * MELD_CARDS_MAX;

	for (; op->code != OP_END; op++) {
		int of_class;
		if (op->code == OP_AND || op->code == OP_OR)
			continue;
		if (op->code != OP_FACT || !asks_for_class(op) || op[1].code != OP_NUMBER ||
		    op[1].number < (op[2].code == OP_MORE_EQUAL))
			return 0;
		of_class = least_of_class(rules, (int)op->argument);
		least = of_class < least ? of_class : least;
		op += 2;
	}
	return least;
}

/* An initial meld that is one meld of so many natural cards without a wild card, or any with wild cards and natural
 * ones; some minimum is asked for. */
struct sort_of_meld {
	const struct rules *rules;
	const uint32_t (*classes)[MELD_CARDS_MAX + 1]; /* class_reach or class_sure */
	int naturals;
	bool clean;
	bool *unsure; /* something was asked that this does not tell */
};

static int32_t fact_of_sort(const void *frame, const struct op *op)
{
	const struct sort_of_meld *sort = frame;
	uint32_t wilds;

	if (op->fact != FACT_initial_class && op->fact != FACT_initial_points) {
		*sort->unsure |= op->fact != FACT_minimum;
		return 1;
	}
	wilds = sort->classes[op->argument][sort->naturals];
	if (sort->clean)
		return op->fact == FACT_initial_class ? (int32_t)(wilds & 1) : 0;
	return !(sort->rules->wild_classes >> op->argument & 1) && (wilds & ~UINT32_C(1)) != 0 ? INT32_MAX : 0;
}

/* Whether that is what the initial meld must contain; [otherwise] if it is not told. */
static bool sort_suffices(const struct sort_of_meld *sort, bool otherwise)
{
	bool suffices = program_run(sort->rules->initial_meld.contains, sort, fact_of_sort) != 0;

	return *sort->unsure ? otherwise : suffices;
}

/* Finds the least that a meld without wild cards must have to be part of what an initial meld must contain. */
static void find_clean_least(struct rules *rules)
{
	rules->clean_least = MELD_CARDS_MAX + 1;
	for (program op = rules->initial_meld.contains; op->code != OP_END; op++)
		for (int n = 0; op->code == OP_FACT && asks_for_class(op) && n < rules->clean_least; n++)
			if (rules->class_reach[op->argument][n] & 1)
				rules->clean_least = n;
}

/* True if the answer to [op] is known once it is known which melds there will be: it asks for initial melds and melds of the
 * side of some class, and besides only for what melding does not change. */
static bool is_foreseen(program op)
{
	for (; op->code != OP_END; op++)
		if (op->code == OP_FACT && !stays_while_opening(op->fact) && op->fact != FACT_initial_class &&
		    op->fact != FACT_initial_points && op->fact != FACT_side_class && op->fact != FACT_minimum)
			return false;
	return true;
}

/* True if [op] asks for melds of some class. */
static bool asks_classes(program op)
{
	return asks(op, FACT_initial_class) || asks(op, FACT_initial_points);
}

/* Finds out what melds without wild cards are to an initial meld of which more can only help. */
static void measure_clean(struct rules *rules)
{
	bool unsure = false;
	struct sort_of_meld sort = { rules, rules->class_reach, MELD_CARDS_MAX, false, &unsure };

	rules->clean_needed = !sort_suffices(&sort, true);
	sort.clean = true;
	rules->clean_enough = MELD_CARDS_MAX + 1;
	for (sort.naturals = MELD_CARDS_MAX; sort.naturals >= 0; sort.naturals--) {
		unsure = false;
		sort.classes = rules->class_reach;
		if (sort_suffices(&sort, false) && rules->clean_enough == sort.naturals + 1)
			rules->clean_enough = sort.naturals;
		unsure = false;
		sort.classes = rules->class_sure;
		rules->clean_sure |= (uint32_t)sort_suffices(&sort, false) << sort.naturals;
	}
}

static void measure_minimum(struct rules *rules)
{
	const struct in_initial_meld *initial = &rules->initial_meld;

	rules->steady_minimum =
		is_steady(initial->minimum) && is_steady(initial->raised) && rules->table.alone == table_alone_nobody;
	rules->never_waived = never_holds(initial->waived);
	rules->waived_only_out = demands_going_out(initial->waived);
	rules->waived_rises = rises(initial->waived);
	rules->waived_least = least_for_classes(rules, initial->waived);
}

static void measure_contents(struct rules *rules)
{
	const struct in_initial_meld *initial = &rules->initial_meld;

	rules->plain_opening =
		always_holds(initial->contains) && initial->top_card != initial_meld_top_card_does_not_help;
	rules->contains_rises = rises(initial->contains);
	rules->contains_foreseen = is_foreseen(initial->contains);
	find_clean_least(rules);
	if (rules->contains_rises)
		measure_clean(rules);
}

void build_initial_meld(struct rules *rules)
{
	measure_minimum(rules);
	measure_contents(rules);
	rules->classes_open = (rules->contains_rises && asks_classes(rules->initial_meld.contains)) ||
	                      (rules->waived_rises && asks_classes(rules->initial_meld.waived));
}
