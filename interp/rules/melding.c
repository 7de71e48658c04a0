/* melding.c -- when melds are begun and take natural and wild cards, and the initial meld: whether its minimum can change or be
 * waived, and what it must contain, as far as that can be told beforehand. The engine then counts cards where it would have to
 * try melds. */
#include "rules/tables.h"

#include "rules/analysis.h"

/* ---- kinds of meld ---- */

/* True if beginning melds, and adding to them, leaves the answer to [condition] as it is: melds of some rank, or [any]. */
static bool stays_beside_melds(const struct rules *rules, formula condition, bool any)
{
	for (const struct ir *asked = condition->asked; asked != NULL; asked = asked->also) {
		if (stays_while_opening(asked->fact))
			continue;
		if (any || asked->fact != FACT_side_class || !(rules->wild_classes >> asked->item & 1))
			return false;
	}
	return true;
}

/* True if beginning melds without wild cards leaves the answer to [condition] as it is. */
static bool stays_beside_clean(const struct rules *rules, formula condition)
{
	for (const struct ir *asked = condition->asked; asked != NULL; asked = asked->also) {
		bool class = asked->fact == FACT_side_class || asked->fact == FACT_initial_class;
		if (stays_while_opening(asked->fact))
			continue;
		if (!class || (rules->class_reach[asked->item][MELD_CARDS_MAX] & 1) != 0)
			return false;
	}
	return true;
}

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

/* True if a meld may have less room for wild cards with more natural ones: limits of size do that. */
static bool room_shrinks(const struct rules *rules)
{
	for (int i = 0; i < rules->meld_count; i++)
		for (int n = 0; n <= MELD_CARDS_MAX; n++) {
			uint32_t wilds = rules->form[i].wilds[n];
			if (wilds != 0 && 31 - __builtin_clz(wilds) < rules->form[i].most_wilds[n])
				return true;
		}
	return false;
}

/* True if a player who goes out may begin such a meld, and at other times either always may or never. */
static bool is_begun_plainly(const struct in_meld *meld)
{
	return always_holds(meld->begun) || asks_only(meld->begun, FACT_going_out);
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

static bool melds_are_plain(struct rules *rules)
{
	for (int i = 0; i < rules->meld_count; i++) {
		const struct form *form = &rules->form[i];
		if (form->ranks == 0 || (form->ranks & ~rules->one_form) != 0 || !is_begun_plainly(&rules->meld[i]) ||
		    !(rules->natural_always & rules->wild_always & UINT32_C(1) << i))
			return false;
	}
	return rules->melds_grow && !rules->comes_again;
}

/* True if the answer may depend on which wild cards were laid, and not only on how many. */
static bool asks_which_wilds(formula condition)
{
	return asks(condition, FACT_initial_points) || asks(condition, FACT_turn_melded) || asks(condition, FACT_term);
}

/* True if what may be melded depends on numbers of wild cards, not on which they are: classes are told by numbers, and no
 * condition asks what melds count. */
static bool are_wilds_alike(const struct rules *rules)
{
	for (int i = 0; i < rules->meld_count; i++)
		if (asks_which_wilds(rules->meld[i].begun) || asks_which_wilds(rules->meld[i].natural_cards) ||
		    asks_which_wilds(rules->meld[i].wild_cards))
			return false;
	return (rules->played_classes & ~rules->counted_classes) == 0;
}

/* Notes what can change whether kind of meld [at] is begun. */
static void note_when_begun(struct rules *rules, int at)
{
	formula begun = rules->meld[at].begun;
	uint32_t bit = UINT32_C(1) << at;

	if (always_holds(begun))
		rules->begun_always |= bit;
	if (!begun->is_constant && is_monotone(begun, false))
		rules->begun_early |= bit;
	if (stays_beside_melds(rules, begun, false))
		rules->begun_steadily |= bit;
	if (stays_beside_melds(rules, begun, true))
		rules->begun_anyway |= bit;
	if (stays_beside_clean(rules, begun))
		rules->begun_beside_clean |= bit;
	if (melding_changes(begun, false))
		rules->begun_unlocks |= bit;
}

/* What is known of a side that has not opened: nothing else. */
struct unopened {
	bool *unsure; /* something else was asked */
};

static int32_t fact_of_unopened(const void *frame, const struct ir *asked)
{
	const struct unopened *unopened = frame;

	switch (asked->fact) {
	case FACT_opening: return 1;
	case FACT_side_opened:
	case FACT_turn_opened: return 0;
	default: *unopened->unsure = true; return 0;
	}
}

/* True if [condition] holds as long as the side of the player has not opened, whatever else is. */
static bool holds_unopened(formula condition)
{
	bool unsure = false;
	struct unopened unopened = { &unsure };

	return formula_evaluate(condition, &unopened, fact_of_unopened) != 0 && !unsure;
}

/* True if all that melding in a turn can do to [condition], which holds as long as the side has not opened, is to end that. */
static bool only_opening_ends(formula condition)
{
	for (const struct ir *asked = condition->asked; asked != NULL; asked = asked->also)
		if (asked->fact != FACT_turn_opened && melding_changes_fact(asked->fact, false))
			return false;
	return holds_unopened(condition);
}

/* Notes what can change whether natural cards are added to it. */
static void note_natural_cards(struct rules *rules, int at)
{
	formula natural_cards = rules->meld[at].natural_cards;
	uint32_t bit = UINT32_C(1) << at;

	if (always_holds(natural_cards))
		rules->natural_always |= bit;
	else
		rules->naturals_asked |= rules->meld[at].ranks;
	if (holds_unopened(natural_cards))
		rules->natural_opening |= bit;
	if (melding_changes(natural_cards, false) && !only_opening_ends(natural_cards))
		rules->natural_unlocks |= bit;
}

/* Notes what can change whether it takes wild cards. */
static void note_wild_cards(struct rules *rules, int at)
{
	formula wild_cards = rules->meld[at].wild_cards;
	uint32_t bit = UINT32_C(1) << at;

	if (always_holds(wild_cards))
		rules->wild_always |= bit;
	if (holds_without_wild_meld(rules, wild_cards))
		rules->wild_first |= bit;
	if (stays_beside_melds(rules, wild_cards, false))
		rules->wild_steadily |= bit;
	if (asks_rank(wild_cards))
		rules->wild_asks_rank |= bit;
	if (melding_changes(wild_cards, false))
		rules->wild_unlocks |= bit;
}

/* Notes what can be said of all melds together. */
static void note_whole(struct rules *rules)
{
	cardset ranks = 0, several = 0;

	for (int i = 0; i < rules->meld_count; i++) {
		several |= ranks & rules->meld[i].ranks;
		ranks |= rules->meld[i].ranks;
		rules->comes_again = rules->comes_again || rules->form[i].comes_again;
		rules->late_naturals |= rules->form[i].ranks != 0 && has_late_naturals(&rules->form[i]);
	}
	rules->one_form = ranks & ~several;
	rules->wilds_alike = are_wilds_alike(rules);
	rules->melds_grow = melds_can_grow(rules);
	rules->plain_melds = melds_are_plain(rules);
	rules->plain_out =
		rules->plain_melds && rules->discard.ban_count == 0 && always_holds(rules->going_out.contract);
	rules->plain_counts = rules->plain_melds && rules->counts_down == 0 && !room_shrinks(rules);
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

static void measure_initial_meld(struct rules *rules)
{
	measure_minimum(rules);
	measure_contents(rules);
	rules->classes_open = (rules->contains_rises && asks_classes(rules->initial_meld.contains)) ||
	                      (rules->waived_rises && asks_classes(rules->initial_meld.waived));
}

void build_melding(struct rules *rules)
{
	for (int i = 0; i < rules->meld_count; i++) {
		note_when_begun(rules, i);
		note_natural_cards(rules, i);
		note_wild_cards(rules, i);
	}
	note_whole(rules);
	measure_initial_meld(rules);
}
