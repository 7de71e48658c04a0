/* opening_acts.c -- what an act does to the initial meld: the plan as it would be after it, whether it is part of the
 * plan there is, and whether it leaves too little for the minimum. */
#include "game/holding.h"

/* What there would be to open with after an act. */
struct prospect {
	struct holding holding;
	struct cards hand;
	struct meld thought;
};

/* After [act], which begins a meld of form [form], perhaps with the top card of the pile. */
static void think_of_meld(const struct game *game, struct act act, int form, struct prospect *after)
{
	const struct rules *rules = game->rules;
	struct holding *holding = &after->holding;
	struct meld *thought = &after->thought;

	hold(holding, game);
	after->hand = *holding->hand;
	*thought = (struct meld){ .form = (uint8_t)form, .canasta = -1 };
	thought->cards.kind = (uint8_t)rank_of(rules, act.kind);
	thought->cards.naturals = act.count;
	for (int i = 0; i < act.count; i++)
		cards_remove(&after->hand, act.kind);
	for (int wild = 0; wild < rules->wild_kinds; wild++)
		for (int i = 0; i < act.wild[wild]; i++) {
			cards_remove(&after->hand, rules->wild_kind[wild]);
			thought->cards.wild[wild]++;
			thought->cards.wilds++;
		}
	holding->count += meld_points(rules, &thought->cards);
	if (act.verb == ACT_TAKE) {
		if (rules->cards.wild >> act.kind & 1)
			thought->cards.wild[wild_place(rules, act.kind)]++, thought->cards.wilds++;
		else
			thought->cards.naturals++;
		holding->top = UINT64_C(1) << thought->cards.kind;
		if (rules->initial_meld.top_card == initial_meld_top_card_counts)
			holding->count += rules->kind[act.kind].points;
	}
	holding->size -= act.count + act_wilds(act);
	holding->thought = thought;
	holding->thought_at = act.verb == ACT_TAKE ? -1 : holding->side->melds;
	holding->hand = &after->hand;
	holding->melded |= UINT64_C(1) << thought->cards.kind;
	thought->classes = rules_classes_of(rules, &thought->cards);
}

/* After [act], which adds a card to a meld. */
static void think_of_card(const struct game *game, struct act act, struct prospect *after)
{
	struct holding *holding = &after->holding;
	struct meld *thought = &after->thought;

	hold(holding, game);
	after->hand = *holding->hand;
	*thought = holding->side->meld[act.item];
	cards_remove(&after->hand, act.kind);
	if (game->rules->cards.wild >> act.kind & 1) {
		thought->cards.wild[wild_place(game->rules, act.kind)]++;
		thought->cards.wilds++;
	} else
		thought->cards.naturals++;
	holding->count += game->rules->kind[act.kind].points;
	holding->size--;
	holding->thought = thought;
	holding->thought_at = act.item + 1 == game->turn.top_meld ? -1 : act.item;
	holding->hand = &after->hand;
	thought->classes = rules_classes_of(game->rules, &thought->cards);
}

void plan_opening_taking(const struct game *game, struct act act, int form, struct opening *plan)
{
	struct prospect after;

	think_of_meld(game, act, form, &after);
	plan_holding(&after.holding, plan);
}

/* True if what is thought of contains what the initial meld must. */
static bool contains_now(const struct holding *holding)
{
	struct question about = question_of(holding);

	return ask(holding->rules->initial_meld.contains, &about) != 0;
}

/* True if what is thought of opens, and the turn can surely end with a discard then. */
static bool opens_and_ends(const struct holding *holding, struct act act)
{
	const struct game *game = holding->game;
	const struct rules *rules = holding->rules;
	bool owes_out = false;

	if (!SHORTCUTS || holding->count < holding->minimum || holding->size < 2 || game->turn.owes_out ||
	    !thought_is_known(holding) || rules->initial_meld.top_card == initial_meld_top_card_does_not_help)
		return false;
	if (!game->turn.any_contents && !(rules->contains_foreseen && contains_now(holding)))
		return false;
	if (act.verb == ACT_MELD && (!form_may_begin(game, act.item, act.kind, &owes_out) || owes_out))
		return false;
	return rules->discard.ban_count == 0 ||
	       some_stays_free(game, cards_kinds(holding->hand) & ~rules->cards.wild &
	                                     ~(UINT64_C(1) << holding->thought->cards.kind));
}

/* True if the plan is sure when one card of a kind is kept in the hand instead of being laid, or two. */
static bool is_sure_keeping(const struct holding *holding)
{
	for (int cards = 1; cards <= 2; cards++)
		for (cardset kinds = cards_at_least(holding->hand, cards); kinds != 0; kinds &= kinds - 1) {
			struct holding rest = *holding;
			struct cards hand = *holding->hand;
			struct opening plan;
			for (int i = 0; i < cards; i++)
				cards_remove(&hand, __builtin_ctzll(kinds));
			rest.hand = &hand;
			plan_holding(&rest, &plan);
			if (opening_is_sure(holding->game, &plan, 0))
				return true;
		}
	return false;
}

bool opening_is_sure_keeping(const struct game *game)
{
	struct holding holding;

	hold(&holding, game);
	return is_sure_keeping(&holding);
}

/* A wild card that counts no more helps no more towards the minimum, unless the one it takes the place of makes a meld of
 * wild cards dearer. If every wild card is laid, it does not matter where which one goes. */
static bool holds_for_any_wild(const struct game *game, const struct opening *plan)
{
	return game->rules->wilds_alike &&
	       (plan->limit < game->turn.minimum ? !plan->wilds_alone : plan->room >= plan->wilds);
}

bool plan_opening_after(const struct game *game, struct act act, struct opening *plan)
{
	struct prospect after;

	if (act.verb == ACT_ADD)
		think_of_card(game, act, &after);
	else
		think_of_meld(game, act, act.item, &after);
	plan->any_wild = false;
	if (opens_and_ends(&after.holding, act))
		return true;
	plan_holding(&after.holding, plan);
	plan->any_wild = holds_for_any_wild(game, plan);
	if (!SHORTCUTS || !plan->exact || plan->limit < game->turn.minimum || game->turn.owes_out)
		return false;
	if (opening_is_sure(game, plan, cards_waiting(game)))
		return true;
	plan->any_wild = false;
	return after.holding.size >= 2 && is_sure_keeping(&after.holding);
}

/* True if the plan still does when a wild card goes where it did not put one, at the price of its least needy rank.
 * The cards of that rank then stay in the hand. */
static bool works_without_least(const struct game *game, const struct opening *plan, int cards)
{
	return plan->needy != 0 && plan->room - plan->least_room >= plan->wilds &&
	       plan->left + plan->least_cards - cards >= 2 && plan->limit - plan->least_points >= game->turn.minimum;
}

/* True if [meld] takes one more wild card although all natural cards of its rank in the hand go into it, too. */
static bool takes_beside_all(const struct game *game, const struct meld *meld)
{
	int held = cards_count(&game->seat[game->turn.seat].hand, meld->cards.kind);

	return form_allows(&game->rules->form[meld->form], meld->cards.naturals + held, meld->cards.wilds + 1);
}

/* The same where melds are not plain: a wild card may be added to any rank of the plan but the clean one, if a needy rank
 * does not want it, and to the meld of wild cards. */
static bool strange_opening_adds(const struct game *game, const struct opening *plan, struct act act)
{
	const struct rules *rules = game->rules;
	int kind = own_side(game)->meld[act.item].cards.kind;

	if (!(rules->cards.wild >> act.kind & 1))
		return plan->wilds_begun == 0 && (plan->ranks >> act.kind & 1);
	if (plan->wild_meld)
		return rules->cards.wild >> kind & 1;
	return plan->spare > 0 && ((plan->ranks & ~plan->clean) >> kind & 1) &&
	       takes_beside_all(game, &own_side(game)->meld[act.item]);
}

/* A meld of one kind need not be what the plan makes of its rank, unless it has the same room. */
static bool strange_opening_begins(const struct game *game, const struct opening *plan, struct act act)
{
	const struct rules *rules = game->rules;
	int cards = cards_count(&game->seat[game->turn.seat].hand, act.kind);
	cardset rank = UINT64_C(1) << act.kind;
	int more = act_wilds(act) - ((plan->needy & rank) != 0);
	uint32_t own;

	if (plan->wild_meld && rules->form[act.item].ranks == 0)
		return act.item == plan->wilds_begun - 1;
	if (plan->wild_meld && plan->wilds_begun != 0 &&
	    (act_wilds(act) > 0 || !(rules->begun_beside_clean >> (plan->wilds_begun - 1) & 1)))
		return false; /* who knows whether it may be begun later */
	if (((plan->ranks | plan->needy) & rank) == 0)
		return false;
	own = form_wilds(&rules->form[act.item], cards, plan->wilds);
	if (!(own >> act_wilds(act) & 1))
		return false; /* not all natural cards of the rank fit beside so many */
	if (!(rules->one_form & rank)) {
		uint32_t any = form_wilds(&rules->any_form[act.kind], cards, plan->wilds);
		bool bare = act_wilds(act) == 0 && (own & 1) != 0 && (plan->wild_meld || (plan->clean & rank) != 0);
		if (own != any && !bare) /* bare: there is no room for wild cards that the plan has counted on */
			return false;
	}
	return more <= 0 || (!plan->wild_meld && more <= plan->spare && (plan->clean & rank) == 0);
}

/* What the limit can be at most if [wilds] wild cards of the hand go to the natural cards of [rank], or into a meld of their
 * own: fewer are left for the needy ranks, of which the least valuable are given up. */
static int32_t most_beside(const struct game *game, const struct opening *plan, int rank, int wilds)
{
	const struct rules *rules = game->rules;
	int lost = plan->given - (plan->wilds - wilds) - (int)(plan->needy >> rank & 1);
	int32_t most = plan->most - (lost > 0 ? lost : 0) * plan->least_points;

	if ((rules->naturals & ~(plan->ranks | plan->needy)) >> rank & 1)
		most += cards_count(&game->seat[game->turn.seat].hand, rank) * rules->kind[rank].points;
	return most;
}

bool opening_is_spoilt(const struct game *game, const struct opening *plan, struct act act)
{
	int wilds = act.verb == ACT_ADD ? (int)(game->rules->cards.wild >> act.kind & 1) : act_wilds(act);
	int rank = act.verb == ACT_ADD ? own_side(game)->meld[act.item].cards.kind : act.kind;

	return wilds > 0 && plan->limit >= game->turn.minimum &&
	       ((plan->last_clean >> rank & 1) || most_beside(game, plan, rank, wilds) < game->turn.minimum);
}

bool opening_has(const struct game *game, const struct opening *plan, struct act act)
{
	const struct rules *rules = game->rules;
	int wilds = act_wilds(act), more;
	cardset rank;

	if (plan->room < plan->wilds && (wilds > 0 || (rules->cards.wild >> act.kind & 1)))
		return false; /* not every wild card is laid, so it matters which */
	if (!rules->plain_melds)
		return act.verb == ACT_ADD ? strange_opening_adds(game, plan, act)
		                           : strange_opening_begins(game, plan, act);
	if (act.verb == ACT_MELD && (rules->begun_always >> act.item & 1)) {
		rank = UINT64_C(1) << act.kind;
		more = wilds - ((plan->needy & rank) != 0); /* wild cards that the plan does not put there */
		if (((plan->ranks | plan->needy) & rank) != 0)
			return more <= plan->spare || (more == 1 && works_without_least(game, plan, 0));
		return wilds == 1 && plan->spare == 0 && works_without_least(game, plan, act.count);
	}
	if (act.verb != ACT_ADD)
		return false;
	if (rules->cards.wild >> act.kind & 1)
		return plan->spare > 0 || works_without_least(game, plan, 0);
	return plan->ranks >> act.kind & 1; /* a natural card that the plan lays anyway */
}
