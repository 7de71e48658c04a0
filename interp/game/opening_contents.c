/* opening_contents.c -- what initial melds must contain besides their count, and for what their minimum is waived: the
 * best that can be said of them, against which the rules' conditions are asked. */
#include "game/holding.h"

APART int32_t fact_of_holding(const struct holding *holding, const struct ir *asked)
{
	struct question about = question_of(holding);

	return fact_of_game(&about, asked);
}

/* What a fact can come to at best. */
static int32_t fact_at_best(const void *frame, const struct ir *asked)
{
	const struct best *best = frame;
	const struct rules *rules = best->holding->rules;
	bool alone;
	int most;
	uint32_t wilds;

	if (asked->fact != FACT_initial_class && asked->fact != FACT_initial_points)
		return fact_of_holding(best->holding, asked);
	alone = rules->wild_classes >> asked->item & 1;
	most = alone ? best->wilds_alone : best->wilds;
	wilds = rules->class_reach[asked->item][best->naturals] & ((UINT32_C(2) << most) - 2);
	if (!best->none_clean)
		wilds |= rules->class_reach[asked->item][best->clean] & 1;
	if (wilds == 0)
		return 0;
	if (asked->fact == FACT_initial_class)
		return MELDS_MAX;
	return alone ? best->points_alone : best->points;
}

/* True if for all that is known a meld of wild cards alone may yet be begun. */
static bool wilds_may_begin(const struct holding *holding)
{
	const struct rules *rules = holding->rules;
	struct question about = question_of(holding);

	for (int i = 0; i < rules->meld_count; i++)
		if (rules->form[i].ranks == 0 && (!(rules->begun_early >> i & 1) || ask(rules->meld[i].begun, &about)))
			return true;
	return false;
}

/* The kinds of the hand that can give a meld its rank, as far as there may be none with more cards. */
static cardset largest_ranks(const struct holding *holding)
{
	cardset ranks = holding->rules->naturals, kinds = ranks & cards_kinds(holding->hand);

	if ((ranks & cards_twice(holding->hand)) != 0)
		kinds = ranks & cards_twice(holding->hand);
	return (ranks & cards_thrice(holding->hand)) != 0 ? ranks & cards_thrice(holding->hand) : kinds;
}

void find_best(const struct holding *holding, const struct opening *plan, struct best *best)
{
	const struct rules *rules = holding->rules;
	bool counts = rules->initial_meld.top_card == initial_meld_top_card_counts;

	*best = (struct best){ .holding = holding, .wilds = plan->wilds, .points = plan->limit };
	for (cardset kinds = largest_ranks(holding) & ~holding->melded; kinds != 0; kinds &= kinds - 1) {
		int naturals = cards_count(holding->hand, __builtin_ctzll(kinds));
		best->naturals = naturals > best->naturals ? naturals : best->naturals;
	}
	best->naturals = best->clean = lesser(best->naturals, MELD_CARDS_MAX);
	for (cardset kinds = holding->melded; kinds != 0; kinds &= kinds - 1) {
		int kind = __builtin_ctzll(kinds);
		int naturals = rules->naturals >> kind & 1 ? cards_count(holding->hand, kind) : 0;
		const struct meld *meld = meld_held(holding, kind);
		if (meld != NULL && meld->cards.naturals == 0) {
			best->wilds_alone += meld->cards.wilds;
			best->points_alone += meld_points(rules, &meld->cards);
		}
		if (meld != NULL)
			naturals += meld->cards.naturals, best->wilds += meld->cards.wilds;
		if ((holding->top >> kind & 1) && !counts && naturals > 0)
			naturals--;
		naturals = lesser(naturals, MELD_CARDS_MAX);
		if (naturals > best->naturals)
			best->naturals = naturals;
		if (naturals > best->clean && (meld == NULL || meld->cards.wilds == 0))
			best->clean = naturals;
	}
	best->wilds_begin = rules->wild_melds && plan->wilds >= rules->wild_meld_least && best->wilds_alone == 0 &&
	                    (holding->melded == 0 || wilds_may_begin(holding)); /* nothing stands against the first */
	if (best->wilds_alone > 0 || best->wilds_begin) {
		best->wilds_alone = lesser(best->wilds_alone + plan->wilds, MELD_CARDS_MAX - 1);
		best->points_alone += wild_points(holding, plan->wilds);
	}
	best->wilds = lesser(best->wilds, MELD_CARDS_MAX - 1);
}

bool may_be_waived(const struct rules *rules, const struct best *best)
{
	if (rules->never_waived || !rules->waived_rises)
		return !rules->never_waived;
	if (best->naturals + best->wilds < rules->waived_least && best->wilds_alone < rules->waived_least)
		return false;
	return formula_evaluate(rules->initial_meld.waived, best, fact_at_best) != 0;
}

bool never_waived_for(const struct holding *holding, int wilds)
{
	int most = lesser(2, holding->size);

	if (holding->rules->never_waived)
		return true;
	if (holding->melded != 0)
		return false;
	for (cardset kinds = cards_thrice(holding->hand) & holding->rules->naturals; kinds != 0; kinds &= kinds - 1)
		if (cards_count(holding->hand, __builtin_ctzll(kinds)) > most)
			most = cards_count(holding->hand, __builtin_ctzll(kinds));
	return most + wilds < holding->rules->waived_least;
}

bool may_contain(const struct rules *rules, const struct best *best)
{
	if (!rules->contains_rises || best->holding->game->turn.any_contents ||
	    (!best->none_clean && best->clean >= rules->clean_enough))
		return true;
	if (rules->clean_needed && best->wilds_alone == 0 && best->holding->game->turn.minimum > 0 &&
	    (best->none_clean || best->clean < rules->clean_least))
		return false;
	return formula_evaluate(rules->initial_meld.contains, best, fact_at_best) != 0;
}

APART void look_at_contents(const struct holding *holding, struct opening *plan)
{
	struct best best;

	find_best(holding, plan, &best);
	plan->waivable = may_be_waived(holding->rules, &best);
	if (!may_contain(holding->rules, &best))
		plan->limit = INT32_MIN;
}
