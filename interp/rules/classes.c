/* classes.c -- the classes of melds: which numbers of cards make a meld of a class, which ranks it can have, and which
 * classes are asked for while playing. */
#include "rules/tables.h"

/* True if the numbers of its cards tell whether a meld is of class [at]. */
static bool class_is_counted(const struct rules *rules, int at)
{
	for (program op = rules->class[at].when; op->code != OP_END; op++)
		if (op->code == OP_FACT && op->fact != FACT_size && op->fact != FACT_naturals && op->fact != FACT_wilds)
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

/* The kinds that a meld of class [at] may have its rank from, as far as facts joined by `and` tell. */
static cardset ranks_of_class(const struct rules *rules, int at)
{
	cardset ranks = rules->all;

	for (program op = rules->class[at].when; op->code != OP_END; op++) {
		if (op->code == OP_OR || op->code == OP_NOT)
			return rules->all;
		if (op->code == OP_FACT && op->fact == FACT_rank_is)
			ranks &= op->argument;
		if (op->code == OP_FACT && op->fact == FACT_naturals && op[1].code == OP_NUMBER && op[1].number == 0 &&
		    op[2].code == OP_EQUAL)
			ranks &= rules->cards.wild;
	}
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
	rules->class_ranks[at] = program_is_chain(rules->class[at].when) ? ranks_of_class(rules, at) : rules->all;
	rules->counted_classes |= (uint32_t)counted << at;
	if (!natural)
		rules->wild_classes |= UINT32_C(1) << at;
}

/* Adds the classes of melds that [op] asks for. */
static void note_classes(struct rules *rules, program op)
{
	for (; op != NULL && op->code != OP_END; op++)
		if (op->code == OP_FACT && facts[op->fact].slot == SLOT_CLASS)
			rules->played_classes |= UINT32_C(1) << op->argument;
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

static bool is_program(enum row_type type)
{
	return type == TYPE_CONDITION || type == TYPE_AMOUNT || type == TYPE_BOUNDS;
}

/* Finds the classes that anything but a score asks for. */
static void find_played_classes(struct rules *rules)
{
	for (int row = 0; row < ROW_COUNT; row++) {
		int count = groups[rows[row].in].is_list ? rules_item_count(rules, rows[row].in) : 1;
		for (int item = 0; item < count && is_program(rows[row].type) && rows[row].level != LEVEL_SCORE; item++)
			note_classes(rules, *(const program *)rules_value(rules, (enum row_id)row, item));
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
