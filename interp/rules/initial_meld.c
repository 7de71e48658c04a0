/* initial_meld.c -- the initial meld: whether its minimum can change or be waived, and what it must contain, asked of
 * classes of melds and of melds without wild cards. */
#include "rules/tables.h"
#include "rules/conditions.h"

/* True if nothing that [amount] asks can change during a deal but by recording an event. */
static bool is_steady(formula amount)
{
	for (const struct ir *asked = amount->asked; asked != NULL; asked = asked->also)
		if (!is_steady_fact(asked->fact))
			return false;
	return true;
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

/* Cards that the largest meld must have before [ir] can hold, which demands melds of some classes; 0 if it asks for
 * anything else. */
static int least_for_classes(const struct rules *rules, const struct ir *ir)
{
	int least = 2 * MELD_CARDS_MAX;

	if (asks_for_class(ir)) {
		const struct ir *class = ir->first, *number = class->next;
		return number->kind == IR_NUMBER && number->number > 0 ? least_of_class(rules, class->item) : 0;
	}
	if (ir->kind != IR_ALL && ir->kind != IR_ANY)
		return 0;
	for (const struct ir *part = ir->first; part != NULL; part = part->next) {
		int of_part = least_for_classes(rules, part);
		least = of_part < least ? of_part : least;
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

static int32_t fact_of_sort(const void *frame, const struct ir *asked)
{
	const struct sort_of_meld *sort = frame;
	uint32_t wilds;

	if (asked->fact != FACT_initial_class && asked->fact != FACT_initial_points) {
		*sort->unsure |= asked->fact != FACT_minimum;
		return 1;
	}
	wilds = sort->classes[asked->item][sort->naturals];
	if (sort->clean)
		return asked->fact == FACT_initial_class ? (int32_t)(wilds & 1) : 0;
	return !(sort->rules->wild_classes >> asked->item & 1) && (wilds & ~UINT32_C(1)) != 0 ? INT32_MAX : 0;
}

/* Whether that is what the initial meld must contain; [otherwise] if it is not told. */
static bool sort_suffices(const struct sort_of_meld *sort, bool otherwise)
{
	bool suffices = formula_evaluate(sort->rules->initial_meld.contains, sort, fact_of_sort) != 0;

	return *sort->unsure ? otherwise : suffices;
}

/* Finds the least that a meld without wild cards must have to be part of what [ir] asks of an initial meld. */
static void find_clean_least(struct rules *rules, const struct ir *ir)
{
	for (int n = 0; asks_for_class(ir) && n < rules->clean_least; n++)
		if (rules->class_reach[ir->first->item][n] & 1)
			rules->clean_least = n;
	for (const struct ir *part = ir->first; part != NULL; part = part->next)
		find_clean_least(rules, part);
}

/* True if the answer is known once it is known which melds there will be: it asks for initial melds and melds of the side of
 * some class, and besides only for what melding does not change. */
static bool is_foreseen(formula condition)
{
	for (const struct ir *asked = condition->asked; asked != NULL; asked = asked->also)
		if (!stays_while_opening(asked->fact) && asked->fact != FACT_initial_class &&
		    asked->fact != FACT_initial_points && asked->fact != FACT_side_class && asked->fact != FACT_minimum)
			return false;
	return true;
}

/* True if [condition] asks for melds of some class. */
static bool asks_classes(formula condition)
{
	return asks(condition, FACT_initial_class) || asks(condition, FACT_initial_points);
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
	rules->waived_only_out = never_holds(initial->waived) || demands(initial->waived, FACT_going_out);
	rules->waived_rises = is_monotone(initial->waived, true);
	rules->waived_least = least_for_classes(rules, initial->waived->ir);
}

static void measure_contents(struct rules *rules)
{
	const struct in_initial_meld *initial = &rules->initial_meld;

	rules->plain_opening =
		always_holds(initial->contains) && initial->top_card != initial_meld_top_card_does_not_help;
	rules->contains_rises = is_monotone(initial->contains, true);
	rules->contains_foreseen = is_foreseen(initial->contains);
	rules->clean_least = MELD_CARDS_MAX + 1;
	find_clean_least(rules, initial->contains->ir);
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
