/* classes.c -- the classes of melds: which numbers of cards make a meld of a class, which ranks it can have, and which
 * classes are asked for while playing. */
#include "rules/tables.h"

/* True if the numbers of its cards tell whether a meld is of class [at]. */
static bool class_is_counted(const struct rules *rules, int at)
{
	for (const struct ir *asked = rules->class[at].when->asked; asked != NULL; asked = asked->also)
		if (asked->fact != FACT_size && asked->fact != FACT_naturals && asked->fact != FACT_wilds)
			return false;
	return true;
}

static bool some_form_allows(const struct rules *rules, int naturals, int wilds)
{
	for (int i = 0; i < rules->meld_count; i++)
		if (form_allows(&rules->form[i], naturals, wilds))
			return true;
	return false;
}

/* The kinds that a meld which fulfils one part of a class may have its rank from. */
static cardset ranks_of_part(const struct rules *rules, const struct ir *part)
{
	if (ir_is_fact(part, FACT_rank_is))
		return part->cards;
	if (part->kind == IR_EQUAL && ir_is_fact(part->first, FACT_naturals) && ir_is_number(part->first->next, 0))
		return rules->cards.wild;
	return rules->all;
}

/* The kinds that a meld of class [at] may have its rank from, as far as facts joined by `and` tell. */
static cardset ranks_of_class(const struct rules *rules, int at)
{
	const struct ir *ir = rules->class[at].when->ir;
	cardset ranks = rules->all;

	if (ir->kind != IR_ALL)
		return ranks_of_part(rules, ir);
	for (const struct ir *part = ir->first; part != NULL; part = part->next)
		ranks &= ranks_of_part(rules, part);
	return ranks;
}

static void measure_class(struct rules *rules, int at)
{
	int naturals = most_naturals(rules, rules->all);
	int wilds = most_wilds(rules);
	bool counted = class_is_counted(rules, at), natural = false;
	uint32_t reach = 0;

	for (int n = 0; n <= MELD_CARDS_MAX; n++) {
		for (int w = 0; n <= naturals && w <= wilds; w++) {
			struct meld_cards cards = { .naturals = (uint8_t)n, .wilds = (uint8_t)w };
			bool holds = counted && meld_answers(rules, rules->class[at].when, &cards) != 0;
			rules->class_sure[at][n] |= (uint32_t)holds << w;
			if (!some_form_allows(rules, n, w))
				continue;
			reach |= (uint32_t)(holds || !counted) << w;
			natural = natural || (n > 0 && (holds || !counted));
		}
		rules->class_reach[at][n] = reach;
	}
	rules->class_ranks[at] = ranks_of_class(rules, at);
	rules->counted_classes |= (uint32_t)counted << at;
	if (!natural)
		rules->wild_classes |= UINT32_C(1) << at;
}

/* Gathers the classes that the numbers of cards tell, of those asked for while playing. */
static void gather_classes(struct rules *rules)
{
	for (uint32_t left = rules->played_classes & rules->counted_classes; left != 0; left &= left - 1)
		for (int n = 0; n <= MELD_CARDS_MAX; n++)
			for (int w = 0; w <= MELD_CARDS_MAX; w++)
				if (rules->class_sure[__builtin_ctz(left)][n] >> w & 1)
					rules->classes_by_numbers[n][w] |= (uint16_t)(1 << __builtin_ctz(left));
}

/* Finds the classes that anything but a score asks for. */
static void find_played_classes(struct rules *rules)
{
	for (struct setting at = { .item = -1 }; setting_next(rules, &at);) {
		formula of = rows[at.row].level != LEVEL_SCORE ? rules_formula(rules, at.row, at.item) : NULL;
		for (const struct ir *asked = of != NULL ? of->asked : NULL; asked != NULL; asked = asked->also)
			if (facts[asked->fact].slot == SLOT_CLASS)
				rules->played_classes |= UINT32_C(1) << asked->item;
	}
}

void build_classes(struct rules *rules)
{
	for (int i = 0; i < rules->class_count; i++)
		measure_class(rules, i);
	if (rules->class_count > 0) {
		find_played_classes(rules);
		gather_classes(rules);
	}
}
