/* plan_tables.c -- what the planner of a turn has to count under these rules, and what it cannot count.
 * A plan joins the ranks of a hand and keeps sums: canastas, melds of a class. Conditions on going out and on the
 * initial meld that ask for such sums are exact. Conditions on beginning melds or adding to them are evaluated as the
 * position stands, except for two locks that plans anticipate: by melds of wild cards alone, and of these by the first
 * wild card on another meld. If a condition asks for something else that melding changes, plans_need_proof is set: a plan
 * is then played on a copy before it is believed. */
#include "game/tables.h"

#include "rules/analysis.h"

/* True if a plan counts the fact. */
static bool is_counted(enum fact_id fact)
{
	return fact == FACT_side_canastas || fact == FACT_side_canastas_of || fact == FACT_side_class ||
	       fact == FACT_initial_class || fact == FACT_laid_canasta || fact == FACT_turn_canastas;
}

/* True if the fact only changes when the side opens. That it has melds is so before: the first of its initial melds may let others be begun. */
static bool changes_by_opening(enum fact_id fact)
{
	return fact == FACT_turn_opened || fact == FACT_side_opened || fact == FACT_opening;
}

/* Up to which number something has to be counted for an expression, beyond which its answer does not change. */
static int counted_up_to(const struct ir *of)
{
	int most = of->kind == IR_NUMBER && of->number > 0 ? (of->number < 30 ? of->number : 30) + 1 : 1;

	for (const struct ir *part = of->first; part != NULL; part = part->next) {
		int number = counted_up_to(part) - (of->kind == IR_AT_LEAST && part->kind == IR_NUMBER);
		most = number > most ? number : most;
	}
	return most;
}

/* True if an expression asks a fact that plans count, or a term, which may. */
static bool asks_counted(const struct ir *of)
{
	if (of->kind == IR_FACT)
		return is_counted(of->fact) || of->fact == FACT_term;
	for (const struct ir *part = of->first; part != NULL; part = part->next)
		if (asks_counted(part))
			return true;
	return false;
}

/* True for a fact, or a sum of facts without negative numbers. Compared with a number it gives the same answer when each fact is counted
 * only up to one more than that number. */
static bool is_plain_sum(const struct ir *of)
{
	if (of->kind != IR_SUM)
		return of->kind == IR_FACT || of->kind == IR_NUMBER;
	for (const struct ir *part = of->first; part != NULL; part = part->next)
		if (part->kind != IR_FACT && (part->kind != IR_NUMBER || part->number < 0))
			return false;
	return true;
}

/* True if what is counted is only compared with numbers, so that counted_up_to() is far enough. */
static bool compares_with_numbers(const struct ir *of)
{
	if (of->kind >= IR_EQUAL && of->kind <= IR_LESS)
		return !asks_counted(of) || (is_plain_sum(of->first) && of->first->next->kind == IR_NUMBER);
	for (const struct ir *part = of->first; part != NULL; part = part->next)
		if (!compares_with_numbers(part))
			return false;
	return true;
}

static void count_fact(struct tables *tables, struct plan_facts *counted, const struct ir *asked, int cap)
{
	for (int i = 0; i < counted->count; i++)
		if (counted->fact[i].fact == asked->fact && counted->fact[i].argument == asked->item)
			return;
	if (counted->count == PLAN_COUNTERS - 3) {
		tables->plans_need_proof = true;
		return;
	}
	counted->fact[counted->count].fact = (uint8_t)asked->fact;
	counted->fact[counted->count].argument = (uint8_t)asked->item;
	counted->fact[counted->count++].cap = (uint8_t)cap;
}

/* True if it matters which wild cards lie in a meld for what a fact counts: plans know how many lie there, and give each rank the
 * best ones of the hand. */
static bool asks_wild_kinds(const struct tables *tables, const struct rules *rules, const struct ir *asked)
{
	formula when = asked->fact == FACT_side_class || asked->fact == FACT_initial_class
	                       ? rules->class[asked->item].when
	               : asked->fact == FACT_side_canastas_of ? rules->canasta[asked->item].when
	                                                      : NULL;

	if (when == NULL) /* canastas of every kind are counted */
		return tables->canastas_ask_wild_kinds;
	return rules->wild_kinds > 1 && (asks(when, FACT_count_of) || asks(when, FACT_term));
}

/* Notes what a condition on the end of a turn asks that melding changes. If capped counts cannot decide it, plans need proof. */
static void note_end(struct tables *tables, const struct rules *rules, formula condition, struct plan_facts *counted,
                     int depth)
{
	int cap = counted_up_to(condition->ir);

	tables->plans_need_proof |= !compares_with_numbers(condition->ir);
	for (const struct ir *asked = condition->asked; asked != NULL; asked = asked->also) {
		if (asked->fact == FACT_term && depth < define_MAX)
			note_end(tables, rules, rules->define[asked->item].when, counted, depth + 1);
		else if (is_counted(asked->fact)) {
			count_fact(tables, counted, asked, cap);
			tables->plans_need_proof |= asks_wild_kinds(tables, rules, asked);
		} else if (asked->fact != FACT_minimum && melding_changes_fact(asked->fact, false) &&
		           !(asked->fact == FACT_initial_points && (tables->wild_classes >> asked->item & 1)))
			tables->plans_need_proof = true;
	}
}

/* True for a fact that counts melds of a class. */
static bool asks_class(const struct ir *of)
{
	return of->kind == IR_FACT && (of->fact == FACT_side_class || of->fact == FACT_initial_class);
}

/* True if a condition asks of classes only whether no meld is of one: then the first meld of a class can make it fail, and others add
 * nothing to that. False proves nothing. */
static bool first_of_class_decides(const struct rules *rules, const struct ir *of, int depth)
{
	bool joins = of->kind == IR_ALL || of->kind == IR_ANY;

	if (of->kind == IR_FACT && of->fact == FACT_term)
		return depth < define_MAX && first_of_class_decides(rules, rules->define[of->item].when->ir, depth + 1);
	if ((of->kind == IR_EQUAL || of->kind == IR_AT_MOST) && asks_class(of->first))
		return ir_is_number(of->first->next, 0);
	if (asks_class(of))
		return false;
	for (const struct ir *part = of->first; part != NULL; part = part->next)
		if ((!joins && ir_is_fact(part, FACT_term)) || !first_of_class_decides(rules, part, depth))
			return false;
	return true;
}

/* True if the melds of a class are those with wild cards among others, and all of them. */
static bool is_of_mixed(const struct rules *rules, int class)
{
	for (int i = 0; i < rules->meld_count; i++)
		for (int n = 0; n <= MELD_CARDS_MAX; n++) {
			uint32_t wilds = rules->form[i].wilds[n], mixed = n > 0 ? wilds & ~UINT32_C(1) : 0;
			if ((wilds & rules->class_sure[class][n]) != mixed)
				return false;
		}
	return rules->counted_classes >> class & 1;
}

/* True if a class has the melds of wild cards alone up to some size, of whichever kinds of wild card. A meld that grows can leave such a
 * class, but not enter it. */
static bool is_of_small_wild(const struct tables *tables, const struct rules *rules, int class)
{
	uint32_t sizes = 0, of_class;

	for (int i = 0; i < rules->meld_count; i++)
		sizes |= rules->form[i].wilds[0];
	of_class = sizes & rules->class_sure[class][0];
	for (sizes &= ~of_class; of_class != 0; of_class &= of_class - 1)
		if ((sizes & ((of_class & -of_class) - 1)) != 0)
			return false;
	return tables->wild_classes & rules->counted_classes & UINT32_C(1) << class;
}

/* The classes whose melds change a condition as plans anticipate: those of mixed melds, or those of wild cards alone. */
static uint32_t anticipated_classes(const struct tables *tables, const struct rules *rules, formula condition,
                                    bool mixed)
{
	uint32_t classes = 0;

	if (!first_of_class_decides(rules, condition->ir, 0))
		return 0;
	for (int i = 0; i < rules->class_count; i++)
		if (mixed ? is_of_mixed(rules, i) : is_of_small_wild(tables, rules, i))
			classes |= UINT32_C(1) << i;
	return classes;
}

/* Notes what a condition on melding asks that melding changes, but for melds of the classes [anticipated]. */
static void note_melding(struct tables *tables, const struct rules *rules, formula condition, uint32_t anticipated,
                         int depth)
{
	for (const struct ir *asked = condition->asked; asked != NULL; asked = asked->also) {
		if (asked->fact == FACT_term) {
			if (depth < define_MAX)
				note_melding(tables, rules, rules->define[asked->item].when, anticipated, depth + 1);
		} else if (changes_by_opening(asked->fact))
			tables->opening_needs_proof = true;
		else if (asks_class(asked) && (anticipated >> asked->item & 1))
			tables->initial_class_locks |= asked->fact == FACT_initial_class;
		else if (melding_changes_fact(asked->fact, false) && asked->fact != FACT_others_of_rank)
			tables->plans_need_proof = true;
	}
}

/* Notes what is asked before a meld is begun or grows. Plans anticipate that a meld of wild cards alone locks the wild cards of other
 * melds, until it grows, and that the first wild card among others keeps a meld of wild cards from being begun. */
static void note_melds(struct tables *tables, const struct rules *rules)
{
	for (int i = 0; i < rules->meld_count; i++) {
		const struct in_meld *meld = &rules->meld[i];
		bool alone = form_is_wild(&rules->form[i]);
		note_melding(tables, rules, meld->begun,
		             alone ? anticipated_classes(tables, rules, meld->begun, true) : 0, 0);
		note_melding(tables, rules, meld->natural_cards, 0, 0);
		note_melding(tables, rules, meld->wild_cards,
		             alone || rules->form[i].sequence != 0 || asks_rank(rules, meld->wild_cards)
		                     ? 0 /* plans anticipate it for a kind of meld of ranks, whatever its rank */
		                     : anticipated_classes(tables, rules, meld->wild_cards, false),
		             0);
	}
}

/* True if more of what a plan counts can make the condition hold, but never fail: it asks for at least so much. False proves
 * nothing. */
static bool asks_for_more(const struct rules *rules, const struct ir *of, int depth)
{
	switch (of->kind) {
	case IR_NUMBER: return true;
	case IR_FACT:
		if (of->fact != FACT_term)
			return true;
		return depth < define_MAX && asks_for_more(rules, rules->define[of->item].when->ir, depth + 1);
	case IR_AT_LEAST:
	case IR_MORE:
		return of->first->kind == IR_FACT &&
		       (of->first->next->kind == IR_NUMBER ||
		        (of->first->next->kind == IR_FACT && of->first->next->fact == FACT_minimum));
	case IR_ALL:
	case IR_ANY:
		for (const struct ir *part = of->first; part != NULL; part = part->next)
			if (!asks_for_more(rules, part, depth))
				return false;
		return true;
	default: return false;
	}
}

/* Notes the sets of cards that a ban asks a whole hand for. */
static void note_kept_sets(struct tables *tables, formula condition)
{
	for (const struct ir *asked = condition->asked; asked != NULL; asked = asked->also) {
		int i = 0;
		if (asked->fact != FACT_hand_only)
			continue;
		while (i < tables->kept_sets && tables->kept_set[i] != asked->cards)
			i++;
		if (i == tables->kept_sets && i < KEPT_SETS_MAX)
			tables->kept_set[tables->kept_sets++] = asked->cards;
	}
}

/* True if what is melded may change the answer; terms are looked into. */
static bool melding_may_change(const struct rules *rules, formula condition, int depth)
{
	for (const struct ir *asked = condition->asked; asked != NULL; asked = asked->also)
		if (asked->fact != FACT_term
		            ? asked->fact == FACT_going_out || melding_changes_fact(asked->fact, false)
		            : depth == define_MAX ||
		                      melding_may_change(rules, rules->define[asked->item].when, depth + 1))
			return true;
	return false;
}

void compile_planning(struct tables *tables, const struct rules *rules)
{
	for (int i = 0; i < rules->meld_count; i++) {
		if (asks(rules->meld[i].begun, FACT_going_out) || asks(rules->meld[i].begun, FACT_term)) {
			tables->owing |=
				rules->form[i].ranks | (rules->form[i].sequence != 0 ? rules->meld[i].ranks : 0);
			tables->wilds_owe = tables->wilds_owe || form_is_wild(&rules->form[i]);
		}
	}
	for (int b = 0; b < tables->beginning_count; b++)
		tables->ways_to_begin += __builtin_popcountll(tables->beginnings[b].ranks);
	tables->plans_need_proof |= tables->kinds_asked; /* plans know numbers of wild cards */
	tables->plans_need_proof |= tables->canastas_ask_wild_kinds && rules->going_out.canastas > 0;
	/* what an initial meld contains may be gone when all is laid: a clean meld takes wild cards once the side has opened */
	tables->opening_needs_proof |= !always_holds(rules->initial_meld.contains);
	tables->plain_contract = always_holds(rules->going_out.contract);
	note_end(tables, rules, rules->going_out.contract, &tables->contract_facts, 0);
	note_end(tables, rules, rules->initial_meld.contains, &tables->contains_facts, 0);
	note_end(tables, rules, rules->initial_meld.waived, &tables->waived_facts, 0);
	tables->contract_more = asks_for_more(rules, rules->going_out.contract->ir, 0);
	tables->contains_more = asks_for_more(rules, rules->initial_meld.contains->ir, 0);
	tables->waived_more = asks_for_more(rules, rules->initial_meld.waived->ir, 0);
	note_melds(tables, rules);
	for (int i = 0; i < rules->discard.ban_count; i++)
		note_kept_sets(tables, rules->discard.ban[i].when);
	for (int i = 0; i < 2; i++) {
		formula condition = i == 0 ? rules->initial_meld.contains : rules->initial_meld.waived;
		tables->asks_initial_points |= asks(condition, FACT_initial_points) || asks(condition, FACT_term);
	}
	tables->contents_stay = !always_holds(rules->initial_meld.contains) &&
	                        !melding_may_change(rules, rules->initial_meld.contains, 0);
	tables->talon_asks_melds =
		melding_may_change(rules, rules->talon.cards, 0) || melding_may_change(rules, rules->talon.when, 0);
	if (rules->reserve.cards > 0 && rules->reserve.taken_up == reserve_taken_up_with_an_empty_hand) {
		tables->refills_alone = !tables->plans_need_proof;
		tables->plans_need_proof = true;
	}
}
