/* melding.c -- when melds are begun and take natural and wild cards, and the initial meld: whether its minimum can change or be
 * waived, and what it must contain, as far as that can be told beforehand. The engine then counts cards where it would have to
 * try melds. */
#include "rules/tables.h"

#include "rules/analysis.h"

/* ---- kinds of meld ---- */

/* While there is no meld of wild cards alone there is none of any class of such melds. */
static int32_t fact_without_wild_meld(const void *only, const struct ir *asked)
{
	(void)only;
	(void)asked;
	return 0;
}

/* True if [condition] holds as long as there is no meld of wild cards alone, and asks for nothing else. */
static bool holds_without_wild_meld(const struct rules *rules, formula condition)
{
	if (!formula_evaluate(condition, NULL, fact_without_wild_meld))
		return false;
	for (const struct ir *asked = condition->asked; asked != NULL; asked = asked->also)
		if (asked->fact != FACT_side_class || (rules->class_ranks[asked->item] & ~rules->cards.wild) != 0)
			return false;
	return true;
}

/* True if the set bits of [wilds] stand side by side. */
static bool no_gap(uint32_t wilds)
{
	uint32_t low = wilds & (0u - wilds);

	return wilds == 0 || ((wilds + low) & wilds) == 0;
}

/* True if between two counts of natural cards that may be with [wilds] wild cards every other one may too. */
static bool no_gap_of_naturals(const struct form *form, int wilds)
{
	uint32_t naturals = 0;

	if (form->most_wilds[MELD_CARDS_MAX] < wilds)
		return true; /* there are none */
	for (int n = 0; n <= MELD_CARDS_MAX; n++)
		naturals |= (uint32_t)form_allows(form, n, wilds) << n;
	return no_gap(naturals);
}

/* True if a natural card that such a meld refuses may join it after some more wild cards. */
static bool has_late_naturals(const struct form *form)
{
	for (int n = 0; n < MELD_CARDS_MAX; n++) {
		uint32_t lost = form->wilds[n] & ~form->wilds[n + 1];
		if (lost != 0 && form->wilds[n + 1] >> __builtin_ctz(lost) != 0)
			return true;
	}
	return false;
}

/* True if any meld can grow card by card into any larger one of its kind. */
static bool melds_can_grow(const struct rules *rules)
{
	for (int i = 0; i < rules->meld_count; i++)
		for (int count = 0; count <= MELD_CARDS_MAX; count++)
			if (!no_gap(rules->form[i].wilds[count]) || !no_gap_of_naturals(&rules->form[i], count))
				return false;
	return rules->table.alone == table_alone_nobody;
}

/* Notes which conditions kind of meld [at] has. */
static void note_conditions(struct rules *rules, int at)
{
	const struct in_meld *meld = &rules->meld[at];
	uint32_t bit = UINT32_C(1) << at;

	if (always_holds(meld->begun))
		rules->begun_always |= bit;
	if (always_holds(meld->natural_cards))
		rules->natural_always |= bit;
	else
		rules->naturals_asked |= meld->ranks;
	if (always_holds(meld->wild_cards))
		rules->wild_always |= bit;
	if (holds_without_wild_meld(rules, meld->wild_cards))
		rules->wild_first |= bit;
	if (asks_rank(meld->wild_cards))
		rules->wild_asks_rank |= bit;
}

/* ---- the initial meld ---- */

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

static void measure_initial_meld(struct rules *rules)
{
	const struct in_initial_meld *initial = &rules->initial_meld;

	rules->steady_minimum =
		is_steady(initial->minimum) && is_steady(initial->raised) && rules->table.alone == table_alone_nobody;
	rules->never_waived = never_holds(initial->waived);
	rules->waived_only_out = never_holds(initial->waived) || demands(initial->waived, FACT_going_out);
	rules->waived_least = least_for_classes(rules, initial->waived->ir);
	rules->plain_opening =
		always_holds(initial->contains) && initial->top_card != initial_meld_top_card_does_not_help;
}

void build_melding(struct rules *rules)
{
	for (int i = 0; i < rules->meld_count; i++) {
		note_conditions(rules, i);
		rules->comes_again = rules->comes_again || rules->form[i].comes_again;
		rules->late_naturals |= rules->form[i].ranks != 0 && has_late_naturals(&rules->form[i]);
	}
	rules->melds_grow = melds_can_grow(rules);
	measure_initial_meld(rules);
}
