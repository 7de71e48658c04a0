/* bounds.c -- upper bounds of what the hand can come to: they prove that a turn has no end, and prove nothing where they allow one. */
#include "game/plan.h"

/* ---- the pile that waits ---- */

/* Number of cards that the pile that waits brings to the hand: bonus cards are laid out instead. */
static int pile_cards(const struct game *game)
{
	int cards = pile_waiting(game);

	for (int i = game->turn.left; i < game->pile_size && (game->pile_kinds & game->rules->bonus.cards) != 0; i++)
		cards -= (int)(game->rules->bonus.cards >> game->pile[i] & 1);
	return cards;
}

/* A question asked while cards come from the stock for others. */
struct replacing {
	struct question about;
	int stock; /* cards that are left there; less than none if it has too few */
};

/* Answers facts for formula_evaluate() with so many cards in the stock; the frame is a struct replacing. */
static int32_t fact_while_replacing(const void *frame, const struct ir *asked)
{
	const struct replacing *replacing = frame;

	switch (asked->fact) {
	case FACT_term:
		return formula_evaluate(replacing->about.game->rules->define[asked->item].when, frame,
		                        fact_while_replacing);
	case FACT_stock_size: return replacing->stock;
	default: return fact_of_game(&replacing->about, asked);
	}
}

/* Number of cards drawn from the stock when that pile is picked up: in place of its bonus cards, one after the other, and those that the
 * take draws. */
static int drawn_with_pile(const struct game *game)
{
	const struct rules *rules = game->rules;
	struct replacing replacing = { question_now(game), game->stock_size };

	replacing.about.origin = FROM_PILE;
	for (int bonus = pile_waiting(game) - pile_cards(game); bonus > 0; bonus--)
		replacing.stock -= formula_evaluate(rules->bonus.replaced, &replacing, fact_while_replacing) != 0;
	return lesser(game->stock_size - replacing.stock + rules->pile.take[game->turn.way].draws, game->stock_size);
}

int cards_waiting(const struct game *game)
{
	return game->turn.pending ? pile_cards(game) + drawn_with_pile(game) : 0;
}

bool bans_cannot_bar_end(const struct game *game)
{
	const struct rules *rules = game->rules;
	cardset pile;

	if (rules->discard.ban_count == 0 || may_keep_all(game))
		return true;
	if (!game->turn.pending || cards_waiting(game) == 0)
		return false;
	pile = kinds_in_row(game->pile + game->turn.left, pile_waiting(game)) & ~rules->bonus.cards;
	return rules->tables->bans_give_way_to_takes || drawn_with_pile(game) > 0 ||
	       (pile & rules->tables->unbanned[0]) != 0;
}

/* ---- going out ---- */

/* True if two cards of the hand are of use neither with each other nor on a meld nor with wild cards: one may stay
 * behind, to be discarded, not both. False proves nothing. */
static inline bool two_are_lonely(const struct game *game)
{
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	cardset joins = game->rules->tables->late_naturals ? own_side(game)->melded : own_side(game)->takes_natural;
	cardset lonely = cards_kinds(hand) & ~cards_twice(hand) & ~joins & game->rules->tables->lonely;

	return (lonely & (lonely - 1)) != 0;
}

/* True if the hand cannot make the canastas that going out needs, though its wild cards go where the fewest are missing. False proves
 * nothing. */
static bool lacks_canastas_to_go(const struct game *game)
{
	const struct rules *rules = game->rules;
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	const struct side *side = own_side(game);
	int wilds = wilds_in(rules, hand), least = rules->canasta_least;
	int needed = rules->going_out.canastas - side->canastas - (rules->wild_melds && wilds >= least);
	uint8_t missing[MELD_CARDS_MAX + 2] = { 0 }; /* how many ranks lack so many cards */

	for (int i = 0; i < side->melds && needed > 0; i++) {
		const struct meld *meld = &side->meld[i];
		int cards = meld->cards.naturals + meld->cards.wilds + cards_count(hand, meld->cards.kind);
		if (meld->canasta >= 0)
			continue;
		needed -= cards / least;
		missing[least - cards % least]++;
	}
	for (cardset kinds = cards_kinds(hand) & rules->naturals & ranks_to_begin(side); kinds != 0 && needed > 0;
	     kinds &= kinds - 1) {
		int cards = cards_count(hand, __builtin_ctzll(kinds));
		needed -= cards / least;
		missing[least - cards % least]++;
	}
	for (int more = 1; more <= least && more <= wilds && needed > 0; more++) {
		int canastas = lesser(missing[more], wilds / more);
		needed -= canastas;
		wilds -= canastas * more;
	}
	return needed - wilds / least > 0;
}

/* True if a meld of [kind], begun or lying there as [meld], may be a canasta of kind [item] when the player goes out, with the
 * cards of the rank, of which the last may be discarded, and wild cards of the hand. False: it cannot. True proves nothing. */
static bool may_be_canasta(const struct game *game, const struct meld *meld, int kind, int item)
{
	const struct rules *rules = game->rules;
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	int held = rules->naturals >> kind & 1 ? cards_count(hand, kind) : 0, wilds = wilds_in(rules, hand);
	int laid = meld != NULL ? meld->cards.wilds : 0, least = meld != NULL ? meld->cards.naturals : 0;
	bool counted = rules->counted_canastas >> item & 1;

	if (!(rules->canasta[item].ranks >> kind & 1) || least + held + laid + wilds < rules->canasta_least)
		return false;
	if (least + held > MELD_CARDS_MAX || !counted ||
	    (meld != NULL && !form_allows(&rules->form[meld->form], least, laid)))
		return true;
	for (int n = held > 1 && !rules->tables->comes_again ? least + held - 1 : least; n <= least + held; n++)
		if ((rules->canasta_numbers[item][n] >> laid & up_to(wilds)) != 0)
			return true;
	return false;
}

/* An upper bound on the canastas of kind [item] that the side can have when the player goes out in this turn, of a hand taken by ranks to
 * which no card comes any more. */
static int canastas_of_kind_at_most(const struct game *game, int item)
{
	const struct rules *rules = game->rules;
	const struct side *side = own_side(game);
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	int wilds = wilds_in(rules, hand), least = rules->canasta_least;
	int count = side->canastas_of[item] + (rules->wild_melds ? wilds / least : 0);

	for (int i = 0; i < side->melds; i++)
		count += side->meld[i].canasta != item &&
		         may_be_canasta(game, &side->meld[i], side->meld[i].cards.kind, item);
	for (cardset kinds = cards_kinds(hand) & rules->naturals; kinds != 0; kinds &= kinds - 1) {
		int kind = __builtin_ctzll(kinds), cards = cards_count(hand, kind) + wilds;
		count += (ranks_to_begin(side) >> kind & 1) && may_be_canasta(game, NULL, kind, item);
		if (rules->tables->comes_again) /* more of the rank, beside the first */
			count += cards / least;
	}
	return count;
}

bool contract_is_out_of_reach(const struct game *game)
{
	const struct rules *rules = game->rules;
	const struct plan_facts *asked = &rules->tables->contract_facts;
	struct contents most = { .about = question_now(game), .facts = asked };

	if (rules->tables->plain_contract || !rules->tables->contract_more || needs_proof(game) || rules->named_melds ||
	    game->turn.pending || is_off(PART_BOUNDS))
		return false;
	most.about.going_out = true;
	for (int i = 0; i < asked->count; i++) {
		int most_of = asked->fact[i].fact == FACT_side_canastas_of
		                      ? canastas_of_kind_at_most(game, asked->fact[i].argument)
		                      : UINT8_MAX;
		most.count[i] = (uint8_t)lesser(most_of, UINT8_MAX);
	}
	return !formula_evaluate(rules->going_out.contract, &most, fact_of_contents);
}

/* True if two cards have to stay because pairs lack wild cards. A pair needs a wild card, or none helps it: if one of its cards stays,
 * the other is no meld. False proves nothing. */
static bool lacks_wilds_for_pairs(const struct game *game, int wilds)
{
	const struct rules *rules = game->rules;
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	cardset pairs = cards_twice(hand) & ~cards_thrice(hand) & ~own_side(game)->melded & rules->tables->needs_three &
	                rules->tables->needs_two;

	return (pairs & rules->tables->needs_naturals) != 0 || set_size(pairs) > wilds;
}

bool two_cards_must_stay(const struct game *game)
{
	if (game->turn.pending || is_off(PART_BOUNDS)) /* nobody knows what a pile brings */
		return false;
	return two_are_lonely(game) ||
	       lacks_wilds_for_pairs(game, wilds_in(game->rules, &game->seat[game->turn.seat].hand));
}

bool hand_cannot_go(const struct game *game)
{
	struct uses uses;

	if (cards_are_to_come(game) || is_off(PART_BOUNDS))
		return false;
	if (game->rules->named_melds && !game->turn.by_rank) {
		uses = uses_of_hand(game);
		return uses_cannot_go(game, &uses);
	}
	return two_cards_must_stay(game) || lacks_canastas_to_go(game);
}

/* ---- what the initial meld can count ---- */

bool melds_stay_too_small(const struct game *game, int more)
{
	const struct rules *rules = game->rules;
	const struct cards *hand = &game->seat[game->turn.seat].hand;

	if (rules->tables->never_waived || rules->tables->waived_only_out)
		return true;
	if (rules->named_melds && !game->turn.by_rank)
		return false; /* a sequence has cards of many kinds */
	if (rules->wild_melds && meld_of(own_side(game), rules->wild_kind[0]) != NULL)
		return false;
	more += wilds_in(rules, hand);
	for (cardset kinds = (cards_kinds(hand) | own_side(game)->melded) & rules->naturals; kinds != 0;
	     kinds &= kinds - 1) {
		const struct meld *meld = meld_of(own_side(game), __builtin_ctzll(kinds));
		int cards = cards_count(hand, __builtin_ctzll(kinds));
		if (cards + more + (meld != NULL ? meld->cards.naturals + meld->cards.wilds : 0) >=
		    rules->tables->waived_least)
			return false;
	}
	return more < rules->tables->waived_least;
}

/* True if no minimum can be waived in this turn. False proves nothing. */
static bool is_not_waived(const struct game *game)
{
	return game->rules->tables->never_waived ||
	       (melds_stay_too_small(game, 0) && (!game->rules->tables->waived_only_out || hand_cannot_go(game)));
}

/* What the cards of a kind in the hand count. */
static inline int32_t points_held(const struct game *game, int kind)
{
	return cards_count(&game->seat[game->turn.seat].hand, kind) * game->rules->kind[kind].points;
}

/* An upper bound on the points of the initial meld: the points of all useful cards, but where the wild cards do not suffice for
 * every rank that lacks one, those that count least are left out. An act to be done first lays [taken] wild cards on the ranks [first]. */
static int32_t points_at_most(const struct game *game, cardset first, int taken)
{
	const struct rules *rules = game->rules;
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	cardset melded = own_side(game)->melded, useful = useful_kinds(rules, hand);
	cardset kinds = useful | (cards_kinds(hand) & ((rules->naturals & (melded | first)) | rules->cards.wild));
	cardset pairs =
		useful & rules->tables->needs_three & ~cards_thrice(hand) & ~melded & ~rules->counts_down & ~first;
	int32_t points = game->turn.count + withheld_at_most(game);

	for (kinds &= ~rules->counts_down; kinds != 0; kinds &= kinds - 1)
		points += points_held(game, __builtin_ctzll(kinds));
	for (int over = set_size(pairs) + taken - wilds_in(rules, hand);
	     over > 0 && pairs != 0 && points >= game->turn.minimum; over--) {
		int least = __builtin_ctzll(pairs); /* the rank that counts least is given up */
		for (cardset left = pairs & (pairs - 1); left != 0; left &= left - 1)
			if (points_held(game, __builtin_ctzll(left)) < points_held(game, least))
				least = __builtin_ctzll(left);
		points -= points_held(game, least);
		pairs &= ~(UINT64_C(1) << least);
	}
	return points;
}

bool opening_cannot_count(const struct game *game)
{
	return !is_off(PART_BOUNDS) && points_at_most(game, 0, 0) < game->turn.minimum && is_not_waived(game);
}

bool take_cannot_open(const struct game *game, struct act act)
{
	const struct rules *rules = game->rules;
	int32_t points = points_at_most(game, UINT64_C(1) << act.kind, act_wilds(act));

	if (rules->initial_meld.top_card == initial_meld_top_card_counts)
		points += rules->kind[act.kind].points;
	return !is_off(PART_BOUNDS) && points < game->turn.minimum && rules->counts_down == 0 &&
	       melds_stay_too_small(game, 1) &&
	       (rules->tables->never_waived || rules->tables->waived_only_out || !(rules->cards.wild >> act.kind & 1));
}

/* ---- contents of the initial meld ---- */

/* The most wild cards that a meld of wild cards alone could have with [elsewhere] wild cards laid on ranks before it; 0 if there
 * cannot be one. */
static int most_wilds_beside(const struct planner *planner, int elsewhere)
{
	const struct rules *rules = planner->rules;
	const struct meld *meld = rules->wild_melds ? meld_of(planner->side, rules->wild_kind[0]) : NULL;
	int most = (meld != NULL ? meld->cards.wilds : 0) + planner->wilds - elsewhere;

	if (!rules->wild_melds || most < rules->tables->wild_meld_least)
		return 0;
	return elsewhere > 0 && meld == NULL && !planner->alone_begins ? 0 : most;
}

/* The most wild cards that a meld of wild cards alone could have after the act of the planner. */
static int most_wilds_alone(const struct planner *planner)
{
	bool elsewhere = planner->first_rank >= 0 && !(planner->rules->cards.wild >> planner->first_rank & 1);

	return most_wilds_beside(planner, elsewhere ? planner->first_wilds : 0);
}

/* True if a meld of [kind] could be of a class, with cards of the hand and after the act of the planner. False: it cannot. True proves
 * nothing. */
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
	if (kind == planner->first_rank)
		least += planner->first_wilds;
	return (planner->rules->class_maybe[class][lesser(naturals, MELD_CARDS_MAX)] & up_to(most) &
	        ~(up_to(least) >> 1)) != 0;
}

cardset ranks_that_may_be_of_class(const struct planner *planner, int class)
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

/* An upper bound on the melds of a class that the side can have at the end of the turn. [ranks]: the ranks that could be of the
 * class if the planner had no act to begin with. */
static int melds_of_class_at_most(const struct planner *planner, int class, cardset ranks)
{
	/* the second and further melds of a rank, and then one of each rank */
	int count = planner->side->melds - set_size(planner->side->melded & planner->rules->leads);

	if (planner->rules->tables->comes_again || planner->rules->named_melds)
		return UINT8_MAX; /* several melds of a rank can be begun in this turn */
	count += (planner->rules->class_maybe[class][0] & up_to(most_wilds_alone(planner))) != 0;
	if (planner->first_rank >= 0 && (ranks >> planner->first_rank & 1) &&
	    !may_be_of_class(planner, class, planner->first_rank))
		count--;
	return count + set_size(ranks);
}

/* True if [condition] on the initial meld fails whatever is laid after the act of the planner. It has to be one that more of what it asks
 * about never makes fail: it is evaluated with upper bounds. [ranks]: for each fact asked, the ranks that could be of its class if there
 * was no act, or NULL. False proves nothing. */
static bool is_out_of_reach(const struct planner *planner, formula condition, const struct plan_facts *asked,
                            const cardset *ranks)
{
	struct contents contents = { .about = question_now(planner->game), .facts = asked, .at_most = true };

	planning.steps++;
	for (int wilds = most_wilds_alone(planner) > 0 ? planner->wilds : 0; wilds > 0; wilds--)
		if (planner->wild_points[wilds] > contents.wild_points) /* the last ones may count down */
			contents.wild_points = planner->wild_points[wilds];
	contents.about.going_out = true;
	for (int i = 0; i < asked->count; i++) {
		int class = asked->fact[i].argument;
		contents.count[i] = UINT8_MAX;
		if (asked->fact[i].fact == FACT_initial_class)
			contents.count[i] = (uint8_t)melds_of_class_at_most(
				planner, class, ranks != NULL ? ranks[i] : ranks_that_may_be_of_class(planner, class));
	}
	return !formula_evaluate(condition, &contents, fact_of_contents);
}

/* True if no minimum can be waived in this turn, after the act of the planner. False proves nothing. */
static bool is_not_waived_after(const struct planner *planner)
{
	const struct rules *rules = planner->rules;

	return rules->tables->never_waived ||
	       (planner->not_waived && (!rules->tables->waived_only_out || hand_cannot_go(planner->game))) ||
	       (rules->tables->waived_more && !needs_proof(planner->game) &&
	        is_out_of_reach(planner, rules->initial_meld.waived, &rules->tables->waived_facts, NULL));
}

bool opening_cannot_count_after_act(const struct planner *planner)
{
	const struct game *game = planner->game;

	return !is_off(PART_BOUNDS) &&
	       points_at_most(game, UINT64_C(1) << planner->first_rank, planner->first_wilds) < game->turn.minimum &&
	       is_not_waived_after(planner);
}

/* False if the act of the planner is proved to take away nothing that the initial meld could contain without it. True proves nothing. */
static bool act_may_lessen_contents(const struct planner *planner)
{
	const struct rules *rules = planner->rules;
	int before = most_wilds_beside(planner, 0), alone = most_wilds_alone(planner);

	for (int i = 0; i < rules->tables->contains_facts.count && (before > 0) == (alone > 0); i++) {
		int class = rules->tables->contains_facts.fact[i].argument;
		uint32_t sizes = rules->class_maybe[class][0];
		if (rules->tables->contains_facts.fact[i].fact != FACT_initial_class ||
		    ((planner->may_be[i] >> planner->first_rank & 1) &&
		     !may_be_of_class(planner, class, planner->first_rank)) ||
		    ((sizes & up_to(before)) != 0 && (sizes & up_to(alone)) == 0))
			return true;
	}
	return before > 0 && alone == 0;
}

bool opening_cannot_contain(const struct planner *planner)
{
	const struct rules *rules = planner->rules;

	return !is_off(PART_BOUNDS) && !rules->tables->plain_opening && rules->tables->contains_more &&
	       !needs_proof(planner->game) && !planner->game->turn.ignores_contents &&
	       (planner->first_rank < 0 || act_may_lessen_contents(planner)) &&
	       is_out_of_reach(planner, rules->initial_meld.contains, &rules->tables->contains_facts,
	                       planner->may_be) &&
	       is_not_waived_after(planner);
}

/* True if the initial meld does not contain what it must, whatever is melded in this turn, and cannot be waived. False proves nothing. */
static bool contents_stay_missing(const struct game *game)
{
	return game->rules->tables->contents_stay && !initial_contains(game) && is_not_waived(game);
}

bool opening_cannot_be_made(const struct game *game, struct memo *memo)
{
	bool too_small = points_at_most(game, 0, 0) < game->turn.minimum;
	struct uses uses;

	if (is_off(PART_BOUNDS))
		return false;
	if (contents_stay_missing(game))
		return true;
	if (game->rules->named_melds && !game->turn.by_rank) {
		uses = uses_of_hand(game);
		return uses_cannot_count(game, &uses);
	}
	if (too_small && is_not_waived(game))
		return true;
	memo_begin_planner(memo);
	return too_small ? is_not_waived_after(&memo->planner) : memo->hopeless;
}

/* True if the player cannot go out although the pile that waits comes to her hand. False proves nothing. */
NOINLINE static bool cannot_go_with_pile(const struct game *game)
{
	struct game rich;

	if (pile_waiting(game) == 0 || pile_cards(game) < pile_waiting(game) ||
	    game->rules->pile.take[game->turn.way].draws > 0)
		return false;
	copy_turn(&rich, game);
	for (int i = game->turn.left; i < game->pile_size; i++)
		to_hand(&rich, game->turn.seat, game->pile[i]);
	rich.turn.pending = false;
	return hand_cannot_go(&rich);
}

bool is_hopeless(const struct game *game, const struct uses *uses)
{
	bool has_to_go = game->turn.owes_out || game->seat[game->turn.seat].size + game->turn.unknown < 2;
	bool opens = !own_side(game)->opened;

	if (is_off(PART_BOUNDS))
		return false;
	if (opens && contents_stay_missing(game))
		return true;
	if (game->rules->reserve.cards > 0 || may_end_short(game))
		return false;
	if (opens && (uses != NULL ? uses_cannot_count(game, uses) : opening_cannot_count(game)))
		return true; /* a pile that waits comes when the initial meld has been made */
	if (game->turn.pending)
		return game->turn.owes_out && cannot_go_with_pile(game);
	return has_to_go && (uses != NULL ? uses_cannot_go(game, uses) : hand_cannot_go(game));
}

bool turn_is_hopeless(const struct game *game)
{
	struct uses uses;

	if (!game->rules->named_melds || game->turn.by_rank)
		return is_hopeless(game, NULL);
	uses = uses_of_hand(game);
	return is_hopeless(game, &uses);
}
