/* bounds.c -- what certainly cannot come of the rest of a turn, by sums over the hand that take nothing apart. */
#include "game/plan.h"

/* ---- the pile that waits ---- */

int cards_waiting(const struct game *game)
{
	return game->turn.pending && (game->pile_kinds & game->rules->bonus.cards) == 0 ? game->pile_size : 0;
}

bool pile_has_discard(const struct game *game)
{
	const struct rules *rules = game->rules;

	return rules->discard.ban_count == 0 || may_keep_all(game) ||
	       (cards_waiting(game) > 0 &&
	        (rules->bans_yield_to_takes || (game->pile_kinds & rules->unbanned[0]) != 0));
}

/* ---- going out ---- */

/* True if two cards of the hand are of use neither with each other nor on a meld nor with wild cards: one may stay
 * behind, to be discarded, not both. */
static inline bool two_are_lonely(const struct game *game)
{
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	cardset joins = game->rules->late_naturals ? own_side(game)->melded : own_side(game)->takes_natural;
	cardset lonely = cards_kinds(hand) & ~cards_twice(hand) & ~joins & game->rules->lonely;

	return (lonely & (lonely - 1)) != 0;
}

/* True if the hand cannot make the canastas that going out needs, though every wild card went with each rank. */
static bool lacks_canastas_to_go(const struct game *game)
{
	const struct rules *rules = game->rules;
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	int wilds = wilds_in(rules, hand), least = rules->canasta_least;
	int needed = rules->going_out.canastas - own_side(game)->canastas - (rules->wild_melds && wilds >= least);

	for (int i = 0; i < own_side(game)->melds && needed > 0; i++) {
		const struct meld *meld = &own_side(game)->meld[i];
		needed -=
			meld->canasta < 0 &&
			meld->cards.naturals + meld->cards.wilds + cards_count(hand, meld->cards.kind) + wilds >= least;
	}
	for (cardset kinds = cards_kinds(hand) & rules->naturals; kinds != 0 && needed > 0; kinds &= kinds - 1)
		needed -= (cards_count(hand, __builtin_ctzll(kinds)) + wilds) / least;
	return needed > 0;
}

/* A pair needs a wild card, or none helps it: if one of its cards stays behind, the other is no meld. */
static bool lacks_wilds_for_pairs(const struct game *game, int wilds)
{
	const struct rules *rules = game->rules;
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	cardset pairs = cards_twice(hand) & ~cards_thrice(hand) & ~own_side(game)->melded & rules->needs_three &
	                rules->needs_two;

	return (pairs & rules->needs_naturals) != 0 || set_size(pairs) > wilds;
}

/* True if two cards at least have to stay in the hand. */
bool cards_cannot_go(const struct game *game)
{
	if (game->turn.pending) /* nobody knows what a pile brings */
		return false;
	return two_are_lonely(game) ||
	       lacks_wilds_for_pairs(game, wilds_in(game->rules, &game->seat[game->turn.seat].hand));
}

bool hand_cannot_go(const struct game *game)
{
	if (game->turn.pending || game->phase == PHASE_DRAW) /* the pile, or a card of the stock, is still to come */
		return false;
	if (game->rules->named_melds && !game->turn.by_rank)
		return named_hand_cannot_go(game);
	return cards_cannot_go(game) || lacks_canastas_to_go(game);
}

/* ---- what the initial meld can count ---- */

/* True if no minimum can be waived in this turn. */
static bool is_not_waived(const struct game *game)
{
	const struct rules *rules = game->rules;
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	int most = 0;

	if (rules->never_waived)
		return true;
	if (rules->waived_only_out)
		return hand_cannot_go(game);
	for (cardset kinds = (cards_kinds(hand) | own_side(game)->melded) & rules->naturals; kinds != 0;
	     kinds &= kinds - 1) {
		const struct meld *meld = meld_of(own_side(game), __builtin_ctzll(kinds));
		int cards = cards_count(hand, __builtin_ctzll(kinds)) +
		            (meld != NULL ? meld->cards.naturals + meld->cards.wilds : 0);
		most = cards > most ? cards : most;
	}
	if (rules->wild_melds && meld_of(own_side(game), rules->wild_kind[0]) != NULL)
		most = MELD_CARDS_MAX;
	return most + wilds_in(rules, hand) < rules->waived_least;
}

/* What the cards that might be laid count, as if they all could be but for pairs: each needs a wild card. [barred]: ranks
 * with so many wild cards [taken] from the others. */
static int32_t points_at_most(const struct game *game, cardset barred, int taken)
{
	const struct rules *rules = game->rules;
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	cardset melded = own_side(game)->melded, useful = useful_kinds(rules, hand);
	cardset kinds =
		useful | (rules->naturals & cards_kinds(hand) & melded) | (rules->cards.wild & cards_kinds(hand));
	cardset pairs = useful & rules->needs_three & ~cards_thrice(hand) & ~melded & ~rules->counts_down & ~barred;
	int32_t points = game->turn.count + game->turn.withheld;

	for (kinds &= ~rules->counts_down; kinds != 0; kinds &= kinds - 1)
		points += cards_count(hand, __builtin_ctzll(kinds)) * rules->kind[__builtin_ctzll(kinds)].points;
	for (int over = set_size(pairs) + taken - wilds_in(rules, hand);
	     over > 0 && pairs != 0 && points >= game->turn.minimum; over--) {
		int least = __builtin_ctzll(pairs); /* the pair that counts least is given up */
		for (cardset left = pairs & (pairs - 1); left != 0; left &= left - 1)
			if (rules->kind[__builtin_ctzll(left)].points < rules->kind[least].points)
				least = __builtin_ctzll(left);
		points -= cards_count(hand, least) * rules->kind[least].points;
		pairs &= ~(UINT64_C(1) << least);
	}
	return points;
}

bool opening_is_too_small(const struct game *game)
{
	return points_at_most(game, 0, 0) < game->turn.minimum && is_not_waived(game);
}

/* True if the initial meld cannot count enough with the pile taken by [act]. */
bool take_is_out_of_reach(const struct game *game, struct act act)
{
	const struct rules *rules = game->rules;
	int32_t points = points_at_most(game, 0, 0);

	if (!(rules->cards.wild >> act.kind & 1)) /* a pair needs no wild card beside it */
		points += cards_count(&game->seat[game->turn.seat].hand, act.kind) * rules->kind[act.kind].points;
	if (rules->initial_meld.top_card == initial_meld_top_card_counts)
		points += rules->kind[act.kind].points;
	return points < game->turn.minimum && (rules->never_waived || rules->waived_only_out) &&
	       rules->counts_down == 0;
}

/* ---- contents of the initial meld ---- */

/* The most wild cards that a meld of wild cards alone could have after the act of the planner; 0 if there cannot be one. */
static int most_wilds_alone(const struct planner *planner)
{
	const struct rules *rules = planner->rules;
	const struct meld *meld = rules->wild_melds ? meld_of(planner->side, rules->wild_kind[0]) : NULL;
	bool elsewhere = planner->must_rank >= 0 && !(rules->cards.wild >> planner->must_rank & 1);
	int most = (meld != NULL ? meld->cards.wilds : 0) + planner->wilds - (elsewhere ? planner->must_wilds : 0);

	if (elsewhere && planner->must_wilds > 0 && meld == NULL && most >= rules->wild_meld_least &&
	    !planner->alone_begins)
		return 0;
	return rules->wild_melds && most >= rules->wild_meld_least ? most : 0;
}

/* True if a meld of [kind] could be of a class, with cards of the hand and after the act of the planner. */
static bool may_be_of_class(const struct planner *planner, int class, int kind)
{
	const struct meld *meld = meld_of(planner->side, kind);
	int naturals = cards_count(planner->hand, kind), most = planner->wilds, least = 0;

	if (meld != NULL) {
		naturals += meld->cards.naturals;
		least = meld->cards.wilds;
		if (has_top_card_apart(planner->game, (int)(meld - planner->side->meld))) {
			bool wild = planner->rules->cards.wild >> planner->game->turn.top & 1;
			naturals -= !wild;
			least -= wild;
		}
		most += least;
	}
	if (kind == planner->must_rank)
		least += planner->must_wilds;
	return (planner->rules->class_reach[class][lesser(naturals, MELD_CARDS_MAX)] & up_to(most) &
	        ~(up_to(least) >> 1)) != 0;
}

cardset ranks_of_class_at_most(const struct planner *planner, int class)
{
	const struct rules *rules = planner->rules;
	cardset ranks = 0;

	for (cardset kinds = (useful_kinds(rules, planner->hand) | planner->side->melded) & rules->naturals &
	                     rules->class_ranks[class];
	     kinds != 0; kinds &= kinds - 1)
		if (may_be_of_class(planner, class, __builtin_ctzll(kinds)))
			ranks |= kinds & -kinds;
	return ranks;
}

/* How many melds of a class the side could have at most. [ranks]: those that could be of the class before the act. */
static int melds_of_class_at_most(const struct planner *planner, int class, cardset ranks)
{
	int count = planner->side->melds - set_size(planner->side->melded & planner->rules->leads); /* further ones of a rank */

	count += (planner->rules->class_reach[class][0] & up_to(most_wilds_alone(planner)) & ~UINT32_C(1)) != 0;
	if (planner->must_rank >= 0 && (ranks >> planner->must_rank & 1) &&
	    !may_be_of_class(planner, class, planner->must_rank))
		count--;
	return count + set_size(ranks);
}

/* True if a condition on the initial meld, which more of what it asks cannot make fail, fails after the act of the planner
 * whatever else is laid. [ranks]: for each fact asked, those that could be of its class before the act, or NULL. */
static bool is_out_of_reach(const struct planner *planner, formula condition, const struct plan_facts *asked,
                            const cardset *ranks)
{
	struct contents contents = { .about = question_now(planner->game), .facts = asked, .at_most = true };

	if (most_wilds_alone(planner) > 0)
		contents.wild_points = planner->wild_points[planner->wilds];
	contents.about.going_out = true;
	for (int i = 0; i < asked->count; i++) {
		int class = asked->fact[i].argument;
		contents.count[i] = UINT8_MAX;
		if (asked->fact[i].fact == FACT_initial_class)
			contents.count[i] = (uint8_t)melds_of_class_at_most(
				planner, class, ranks != NULL ? ranks[i] : ranks_of_class_at_most(planner, class));
	}
	return !formula_evaluate(condition, &contents, fact_of_contents);
}

/* True if no minimum can be waived in this turn, after the act of the planner. */
static bool is_not_waived_after(const struct planner *planner)
{
	const struct rules *rules = planner->rules;

	return is_not_waived(planner->game) ||
	       (rules->waived_more && !rules->plans_need_proof &&
	        is_out_of_reach(planner, rules->initial_meld.waived, &rules->waived_facts, NULL));
}

bool opening_falls_short(const struct planner *planner)
{
	const struct game *game = planner->game;

	return points_at_most(game, UINT64_C(1) << planner->must_rank, planner->must_wilds) < game->turn.minimum &&
	       is_not_waived_after(planner);
}

bool opening_is_hopeless(const struct planner *planner)
{
	const struct rules *rules = planner->rules;

	return !rules->plain_opening && rules->contains_more && !rules->plans_need_proof &&
	       !planner->game->turn.any_contents &&
	       is_out_of_reach(planner, rules->initial_meld.contains, &rules->contains_facts, planner->may_be) &&
	       is_not_waived_after(planner);
}

bool opening_is_out_of_reach(const struct game *game)
{
	struct planner planner;
	bool too_small = points_at_most(game, 0, 0) < game->turn.minimum;

	if (game->rules->named_melds && !game->turn.by_rank)
		return named_opening_is_too_small(game);
	if (too_small && is_not_waived(game))
		return true;
	look_at(&planner, game);
	return too_small ? is_not_waived_after(&planner) : opening_is_hopeless(&planner);
}
