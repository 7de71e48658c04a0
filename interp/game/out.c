/* out.c -- could the player go out, worked out without a search. To go out, all natural cards of a rank have to lie
 * in the meld of that rank (one card may stay behind, to be discarded). Each rank then takes between so many and so
 * many wild cards, and these ranges only have to add up to the wild cards there are, with enough to spare to finish
 * the canasta that may still be missing.
 *
 * This holds where melds are plain (rules->plain_melds), nothing is banned from being discarded and one canasta at
 * most is missing; elsewhere the answer is UNSURE and finish.c searches. */
#include "game/out.h"

enum { NEVER = 1000 };

static const struct rank_plan NOTHING = { 0, 0, NEVER };

/* ---- quick looks ---- */

/* True if fewer than [needed] melds, those that the hand could begin included, could become canastas with its cards. */
static bool canastas_out_of_reach(const struct game *game, int wilds, int needed)
{
	const struct side *side = own_side(game);
	const struct seat *seat = &game->seat[game->turn.seat];
	int least = game->rules->canasta_least;

	if (needed > 0)
		needed -= seat->size / least; /* new ones */
	if (needed <= 0)
		return false;
	for (int i = 0; i < side->melds; i++) {
		const struct meld *meld = &side->meld[i];
		int size = meld->cards.naturals + meld->cards.wilds;
		if (meld->canasta < 0 && size + seat->size >= least &&
		    size + cards_count(&seat->hand, meld->cards.kind) + wilds >= least && --needed == 0)
			return false;
	}
	return true;
}

/* A pair needs a wild card: if one of its cards stays behind, the other is no meld. */
static bool lacks_wilds_for_pairs(const struct game *game, int wilds)
{
	const struct rules *rules = game->rules;
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	cardset pairs = cards_twice(hand) & ~cards_thrice(hand) & ~own_side(game)->melded & rules->needs_three &
	                rules->needs_two;

	return set_size(pairs) > wilds;
}

bool pairs_or_contract_bar(const struct game *game)
{
	int wilds = wilds_in(game->rules, &game->seat[game->turn.seat].hand);

	return lacks_wilds_for_pairs(game, wilds) ||
	       canastas_out_of_reach(game, wilds, game->rules->going_out.canastas - own_side(game)->canastas);
}

/* True if the shortcuts of this file hold for these rules and this hand. */
static bool is_plain(const struct game *game)
{
	const struct rules *rules = game->rules;
	cardset useless = cards_kinds(&game->seat[game->turn.seat].hand) & ~(rules->naturals | rules->cards.wild);

	return SHORTCUTS && rules->plain_out && !game->turn.pending && !may_end_short(game) && useless == 0 &&
	       rules->going_out.canastas <= own_side(game)->canastas + 1;
}

/* ---- one rank ---- */

/* Plans for the cards of [kind] in the hand but [kept] of them; false if they are no meld. */
static bool plan_rank(const struct game *game, int kind, int kept, int wilds, struct rank_plan *plan)
{
	const struct rules *rules = game->rules;
	const struct meld *meld = meld_of(own_side(game), kind);
	const struct form *form = &rules->form[meld != NULL ? meld->form : rules->form_of[kind]];
	int naturals = cards_count(&game->seat[game->turn.seat].hand, kind) - kept, laid = 0;
	uint32_t allowed;

	*plan = NOTHING;
	if (meld == NULL && naturals == 0)
		return true;
	if (meld != NULL)
		naturals += meld->cards.naturals, laid = meld->cards.wilds;
	allowed = form_wilds(form, naturals, laid + wilds) >> laid;
	if (allowed == 0)
		return false;
	plan->least = __builtin_ctz(allowed);
	plan->most = 31 - __builtin_clz(allowed);
	if (meld == NULL || meld->canasta < 0) {
		int missing = rules->canasta_least - (naturals + laid + plan->least);
		if (missing <= plan->most - plan->least)
			plan->to_canasta = missing > 0 ? missing : 0;
	}
	return true;
}

/* The same when [forced] wild cards are laid on the rank in any case; false if that is too many. */
static bool force_wilds(struct rank_plan *plan, int forced)
{
	int more = forced - plan->least;

	if (more <= 0)
		return true;
	plan->least = forced;
	if (plan->to_canasta != NEVER)
		plan->to_canasta = plan->to_canasta > more ? plan->to_canasta - more : 0;
	return plan->least <= plan->most;
}

/* ---- all ranks ---- */

static void add_rank(struct out_plan *plan, int rank)
{
	const struct rank_plan *one = &plan->rank[rank];

	plan->least += one->least;
	plan->most += one->most;
	if (one->to_canasta < plan->cheapest) {
		plan->second = plan->cheapest;
		plan->cheapest = one->to_canasta;
		plan->cheapest_rank = rank;
	} else if (one->to_canasta < plan->second)
		plan->second = one->to_canasta;
}

/* Whether [wilds] wild cards can be placed when the plan of [rank] is replaced by [other]. */
static bool works_with(const struct out_plan *plan, int rank, const struct rank_plan *other, int wilds)
{
	int least = plan->least - plan->rank[rank].least + other->least;
	int most = plan->most - plan->rank[rank].most + other->most;
	int to_canasta = plan->cheapest_rank == rank ? plan->second : plan->cheapest;

	if (other->to_canasta < to_canasta)
		to_canasta = other->to_canasta;
	return least + (plan->needs_canasta ? to_canasta : 0) <= wilds && wilds <= most;
}

/* Whether the plan as a whole, nothing or a wild card kept, places the wild cards. */
static bool works_whole(const struct game *game, const struct out_plan *plan)
{
	int needed = plan->least + (plan->needs_canasta ? plan->cheapest : 0);

	if (plan->bad != 0)
		return false;
	if (game->rules->going_out.discard == going_out_discard_optional && needed <= plan->wilds &&
	    plan->wilds <= plan->most)
		return true;
	return plan->wilds > 0 && needed <= plan->wilds - 1 && plan->wilds - 1 <= plan->most;
}

static bool works_without(const struct game *game, const struct out_plan *plan, int kept)
{
	struct rank_plan part;

	return plan_rank(game, kept, 1, plan->wilds, &part) && works_with(plan, kept, &part, plan->wilds);
}

enum answer plan_out(const struct game *game, struct out_plan *plan)
{
	const struct rules *rules = game->rules;
	const struct side *side = own_side(game);
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	cardset all = cards_kinds(hand), kinds = all & rules->naturals;

	if (!is_plain(game))
		return UNSURE;
	plan->needs_canasta = side->canastas < rules->going_out.canastas;
	plan->wilds = wilds_in(rules, hand);
	plan->least = plan->most = 0;
	plan->cheapest = plan->second = NEVER;
	plan->cheapest_rank = -1;
	plan->bad = 0;
	if (plan->wilds > 0)
		kinds |= side->takes_wild;
	plan->ranks = kinds;
	for (; kinds != 0; kinds &= kinds - 1) {
		int rank = __builtin_ctzll(kinds);
		if (plan_rank(game, rank, 0, plan->wilds, &plan->rank[rank]))
			add_rank(plan, rank);
		else if (plan->bad != 0)
			return NO; /* only one card can stay behind */
		else
			plan->bad = kinds & -kinds, plan->rank[rank] = NOTHING;
	}
	if (works_whole(game, plan))
		return YES;
	for (kinds = plan->bad != 0 ? plan->bad : all & rules->naturals; kinds != 0; kinds &= kinds - 1)
		if (works_without(game, plan, __builtin_ctzll(kinds)))
			return YES;
	return NO;
}

/* ---- one act ---- */

/* How an act that lays cards down bears on the plan: its rank, and what it lays there. */
struct laying {
	int rank, naturals, wilds;
};

static struct laying laying_of(const struct game *game, struct act act)
{
	const struct rules *rules = game->rules;
	bool wild;

	if (act.verb == ACT_MELD)
		return (struct laying){ form_rank(rules, &rules->form[act.item], act.kind), act.count, act_wilds(act) };
	wild = rules->cards.wild >> act.kind & 1;
	return (struct laying){ own_side(game)->meld[act.item].cards.kind, !wild, wild };
}

/* The cheapest canasta of a rank that is neither [one] nor [other]. */
static int cheapest_besides(const struct out_plan *plan, int one, int other)
{
	int cheapest = NEVER;

	for (cardset ranks = plan->ranks; ranks != 0; ranks &= ranks - 1) {
		int rank = __builtin_ctzll(ranks);
		if (rank != one && rank != other && plan->rank[rank].to_canasta < cheapest)
			cheapest = plan->rank[rank].to_canasta;
	}
	return cheapest;
}

/* Whether a card of [kept] can stay behind after the laying. */
static bool works_after(const struct game *game, const struct out_plan *plan, struct laying laying, int kept)
{
	const struct rank_plan *whole = &plan->rank[laying.rank];
	struct rank_plan part = *whole, other;
	int count = cards_count(&game->seat[game->turn.seat].hand, kept) - (kept == laying.rank ? laying.naturals : 0);
	int least, most, to_canasta = 0;

	if (count <= 0 || !plan_rank(game, kept, 1, plan->wilds, &other))
		return false;
	if (kept == laying.rank)
		return force_wilds(&other, laying.wilds) && works_with(plan, kept, &other, plan->wilds);
	if (laying.wilds <= part.least)
		return works_with(plan, kept, &other, plan->wilds);
	if (!force_wilds(&part, laying.wilds)) /* two ranks differ from the plan */
		return false;
	least = plan->least - whole->least + part.least - plan->rank[kept].least + other.least;
	most = plan->most - plan->rank[kept].most + other.most;
	if (plan->needs_canasta)
		to_canasta =
			lesser(cheapest_besides(plan, laying.rank, kept), lesser(part.to_canasta, other.to_canasta));
	return least + to_canasta <= plan->wilds && plan->wilds <= most;
}

bool out_allows(const struct game *game, const struct out_plan *plan, struct act act)
{
	struct laying laying = laying_of(game, act);
	struct rank_plan part = plan->rank[laying.rank];
	cardset kinds;

	if (plan->bad == 0 && force_wilds(&part, laying.wilds)) {
		if (game->rules->going_out.discard == going_out_discard_optional &&
		    works_with(plan, laying.rank, &part, plan->wilds))
			return true;
		if (plan->wilds > laying.wilds && works_with(plan, laying.rank, &part, plan->wilds - 1))
			return true;
	}
	kinds = plan->bad != 0 ? plan->bad : cards_kinds(&game->seat[game->turn.seat].hand) & game->rules->naturals;
	for (; kinds != 0; kinds &= kinds - 1)
		if (works_after(game, plan, laying, __builtin_ctzll(kinds)))
			return true;
	return false;
}
