/* meld_facts.c -- what conditions ask of a single meld, whatever game it lies in, and what is settled by that: which
 * canasta it is, which classes it belongs to, which limit it breaks. */
#include "rules/tables.h"

struct meld_frame {
	const struct rules *rules;
	const struct meld_cards *cards;
};

static int32_t fact_of_meld(const void *at, const struct ir *asked)
{
	const struct meld_frame *frame = at;
	const struct meld_cards *cards = frame->cards;
	int32_t count = 0;

	switch (asked->fact) {
	case FACT_term: return formula_evaluate(frame->rules->define[asked->item].when, at, fact_of_meld);
	case FACT_players: return frame->rules->table.players;
	case FACT_size: return cards->naturals + cards->wilds;
	case FACT_naturals: return cards->naturals;
	case FACT_wilds: return cards->wilds;
	case FACT_rank_is: return (int32_t)(asked->cards >> cards->kind & 1);
	case FACT_count_of:
		for (int i = 0; i < frame->rules->wild_kinds; i++)
			if (asked->cards >> frame->rules->wild_kind[i] & 1)
				count += cards->wild[i];
		return count;
	default: return 0;
	}
}

int32_t meld_answers(const struct rules *rules, formula of, const struct meld_cards *cards)
{
	struct meld_frame frame = { rules, cards };

	return formula_evaluate(of, &frame, fact_of_meld);
}

int rules_canasta_of(const struct rules *rules, const struct meld_cards *cards)
{
	struct meld_frame frame = { rules, cards };

	for (int i = 0; i < rules->canasta_count; i++)
		if ((rules->canasta[i].ranks >> cards->kind & 1) &&
		    formula_evaluate(rules->canasta[i].size, &frame, fact_of_meld) &&
		    formula_evaluate(rules->canasta[i].when, &frame, fact_of_meld))
			return i;
	return -1;
}

bool rules_is_of_class(const struct rules *rules, const struct meld_cards *cards, int class)
{
	struct meld_frame frame = { rules, cards };

	if ((rules->counted_classes >> class & 1) && cards->wilds <= MELD_CARDS_MAX)
		return rules->class_sure[class][cards->naturals] >> cards->wilds & 1;
	return formula_evaluate(rules->class[class].when, &frame, fact_of_meld) != 0;
}

uint16_t rules_classes_of(const struct rules *rules, const struct meld_cards *cards)
{
	unsigned classes = 0;
	uint32_t left = rules->played_classes;

	if (cards->wilds <= MELD_CARDS_MAX) {
		classes = rules->classes_by_numbers[cards->naturals][cards->wilds];
		left &= ~rules->counted_classes;
	}
	for (; left != 0; left &= left - 1)
		classes |= (unsigned)rules_is_of_class(rules, cards, __builtin_ctz(left)) << __builtin_ctz(left);
	return (uint16_t)classes;
}

int rules_limit_broken(const struct rules *rules, int at, int naturals, int wilds)
{
	const struct in_meld *meld = &rules->meld[at];
	struct meld_cards cards = { .naturals = (uint8_t)naturals, .wilds = (uint8_t)wilds };
	struct meld_frame frame = { rules, &cards };

	if (!formula_evaluate(meld->size, &frame, fact_of_meld))
		return ROW_meld_size;
	if (!formula_evaluate(meld->naturals, &frame, fact_of_meld))
		return ROW_meld_naturals;
	if (!formula_evaluate(meld->wilds, &frame, fact_of_meld))
		return ROW_meld_wilds;
	return formula_evaluate(meld->shape, &frame, fact_of_meld) ? -1 : ROW_meld_shape;
}

bool rules_limit(const struct rules *rules, int at, int row, int cards, int *least, int *most)
{
	formula limits = rules_formula(rules, (enum row_id)row, at);
	bool any = false;

	for (int i = 0; i <= (row == ROW_meld_size ? MELD_CARDS_MAX : cards); i++) {
		const int naturals = row == ROW_meld_wilds ? cards - i : i;
		struct meld_cards tried = { .naturals = (uint8_t)naturals };
		struct meld_frame frame = { rules, &tried };
		tried.wilds = (uint8_t)(row == ROW_meld_size ? 0 : cards - naturals);
		if (!formula_evaluate(limits, &frame, fact_of_meld))
			continue;
		*least = any ? *least : i;
		*most = i;
		any = true;
	}
	return any;
}

bool rules_canasta_size(const struct rules *rules, int canasta, int size)
{
	struct meld_cards cards = { .naturals = (uint8_t)size };
	struct meld_frame frame = { rules, &cards };

	return formula_evaluate(rules->canasta[canasta].size, &frame, fact_of_meld) != 0;
}
