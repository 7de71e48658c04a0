/* planner.c -- whether a turn can still be ended, and after which acts: quick bounds first, then whole ranks
 * laid at once, then plans, and at last the search. */
#include "game/plan.h"
#include "game/planner.h"

#include <string.h>

/* Of its thread alone, so that it never counts for another engine. */
_Thread_local struct planning planning;

/* ---- playing a plan ---- */

/* Lays the cards of one part, or only as many as bring a pile that waits to the hand. False if a rule forbids one
 * of these acts, which proves nothing: in another order they may be legal. */
static bool play_part(struct game *game, int kind, const struct part *part)
{
	const struct rules *rules = game->rules;
	const struct form *form = &rules->form[part->form];
	int naturals = part->naturals, wilds = part->wilds;
	bool owes_out, waits = game->turn.pending;

	if (!(own_side(game)->melded >> kind & 1)) {
		struct act act = act_of(ACT_MELD, part->form, (unsigned)kind, 0);
		int best = -1;
		for (int i = 0; i < form->begin_count; i++)
			if (form->begin[i].naturals <= naturals && form->begin[i].wilds <= wilds &&
			    (best < 0 || form->begin[i].wilds < form->begin[best].wilds))
				best = i;
		if (best < 0 || !meld_may_begin(game, part->form, kind, &owes_out) ||
		    (form->begin[best].wilds > 0 && !form_takes_wild(game, part->form, kind)))
			return false;
		act_set_naturals(rules, &act, 0, form->begin[best].naturals);
		naturals -= form->begin[best].naturals;
		for (int wild = 0, left = form->begin[best].wilds; wild < rules->wild_kinds; wild++) {
			int have = cards_count(&game->seat[game->turn.seat].hand, rules->wild_kind[wild]);
			act_set_wild(&act, wild, lesser(have, left));
			left -= act_wild(act, wild);
		}
		wilds -= form->begin[best].wilds;
		if (!act_kinds_fit(game, act))
			return false;
		apply_cards(game, act);
	}
	while (naturals + wilds > 0 && game->turn.pending == waits) {
		const struct side *side = own_side(game);
		int index = side->meld_of[kind], wild = 0;
		const struct meld *meld = &side->meld[index];
		if (naturals > 0 && meld_takes(rules, meld, 1, 0) && form_takes_natural(game, meld->form, kind) &&
		    act_kinds_fit(game, act_of(ACT_ADD, (unsigned)index, (unsigned)kind, 0))) {
			apply_cards(game, act_of(ACT_ADD, (unsigned)index, (unsigned)kind, 0));
			naturals--;
			continue;
		}
		while (wild < rules->wild_kinds &&
		       (cards_count(&game->seat[game->turn.seat].hand, rules->wild_kind[wild]) == 0 ||
		        !act_kinds_fit(game, act_of(ACT_ADD, (unsigned)index, rules->wild_kind[wild], 0))))
			wild++;
		if (wilds == 0 || wild == rules->wild_kinds || !meld_takes(rules, meld, 0, 1) ||
		    !form_takes_wild(game, meld->form, kind))
			return false;
		apply_cards(game, act_of(ACT_ADD, (unsigned)index, rules->wild_kind[wild], 0));
		wilds--;
	}
	return true;
}

/* True if some rank of the plan lies in several melds, or may lie in one beside the meld that is there. */
static bool lies_in_several(const struct side *side, const struct turn_plan *plan)
{
	for (cardset ranks = plan->ranks; ranks != 0; ranks &= ranks - 1)
		if (plan->part[__builtin_ctzll(ranks)].several)
			return true;
	return (plan->ranks & side->again) != 0;
}

/* Plays a plan; true if the turn can end after it. False proves nothing: a rank of it may have to lie in several melds. */
static bool plan_works(const struct game *game, struct turn_plan *plan)
{
	const struct rules *rules = game->rules;
	int alone = rules->wild_kinds > 0 ? rules->wild_kind[0] : KINDS_MAX;

	if (lies_in_several(own_side(game), plan))
		return false;
	for (int alone_first = 0; alone_first < 2; alone_first++) {
		struct game after;
		bool fits = true, has_alone = alone < KINDS_MAX && (plan->ranks >> alone & 1);
		copy_turn(&after, game);
		if (alone_first && has_alone)
			fits = play_part(&after, alone, &plan->part[alone]);
		for (cardset ranks = plan->ranks; fits && ranks != 0; ranks &= ranks - 1) {
			int kind = __builtin_ctzll(ranks);
			if (kind == alone)
				continue;
			if (game->turn.pending && !after.turn.pending)
				break; /* the pile has come to the hand */
			fits = play_part(&after, kind, &plan->part[kind]);
		}
		if (fits && !alone_first && has_alone && !(game->turn.pending && !after.turn.pending))
			fits = play_part(&after, alone, &plan->part[alone]);
		if (fits &&
		    (can_end_now(&after) || (game->turn.pending && !after.turn.pending && turn_can_end(&after))))
			return true;
		if (!has_alone)
			break;
	}
	return false;
}

/* ---- whether the turn can end ---- */

/* The kinds of the hand that are sure to be free for the discard, whatever is melded of other ranks. */
static cardset surely_free(const struct game *game)
{
	cardset free = 0;

	for (cardset kinds = cards_kinds(&game->seat[game->turn.seat].hand); kinds != 0; kinds &= kinds - 1)
		if (some_stays_free(game, kinds & -kinds))
			free |= kinds & -kinds;
	return free;
}

/* surely_free() where a pile may come to the hand: every kind, if bans cannot bar the end of the turn then. */
static cardset free_with_pile(const struct game *game)
{
	return bans_cannot_bar_end(game) ? ~UINT64_C(0) : surely_free(game);
}

/* What plans prove that found no end: NO if they know all that could be laid, with the cards that planner->free and planner->unkeepable
 * leave. Bans are looked at by the caller. */
static enum answer without_plan(const struct planner *planner)
{
	const struct game *game = planner->game;
	bool changes = planner->opens && planner->goal == GO_OUT && planner->rules->tables->opening_needs_proof;

	return is_off(PART_PLANS) || planner->full || needs_proof(game) || changes ? UNDECIDED : NO;
}

/* Staying in: an initial meld if the side owes one, a card to discard, and one to keep. NO is about the cards that are there: a reserve or a
 * talon may still fill the hand. */
static enum answer plan_to_stay(struct planner *planner, struct turn_plan *plan)
{
	const struct game *game = planner->game;
	const struct rules *rules = planner->rules;
	bool opens = !planner->side->opened;
	int waiting = cards_waiting(game), need = cards_to_stay(game);

	need = need > waiting ? need - waiting : 0;
	if (game->seat[game->turn.seat].size < need)
		return NO;
	if (!plan_goal(planner, STAY_IN, opens, need, plan))
		return without_plan(planner);
	if (bans_cannot_bar_end(game) && !needs_proof(game) &&
	    (!game->turn.pending || (waiting >= 2 && !game->turn.owes_out)))
		return YES;
	if (plan_works(game, plan))
		return YES;
	if (bans_cannot_bar_end(game))
		return UNDECIDED;
	planner->free = surely_free(game);
	if (plan_goal(planner, STAY_IN, opens, need, plan) &&
	    ((!game->turn.pending && !needs_proof(game)) || plan_works(game, plan)))
		return YES;
	for (int i = 0; i < 2 * rules->tables->kept_sets;
	     i++) { /* natural cards of the set may be free where wild ones are not */
		cardset kept = rules->tables->kept_set[i / 2];
		planner->free = i % 2 == 0 ? kept & ~rules->cards.wild : ~UINT64_C(0);
		planner->unkeepable = ~kept;
		if (plan_goal(planner, STAY_IN, opens, need, plan) && plan_works(game, plan))
			return YES;
	}
	return UNDECIDED;
}

/* Going out, or discarding the last card for a talon. NO is about these two: a reserve may still come. */
static enum answer plan_to_go(struct planner *planner, struct turn_plan *plan)
{
	const struct game *game = planner->game;
	const struct rules *rules = planner->rules;
	bool opens = !planner->side->opened, refills = talon_may_come(game);

	if (game->turn.stays_in && !refills)
		return NO;
	if (!opens) {
		struct shares shares;
		enum answer answer;
		share_out(game, true, &shares);
		answer = shares_go_out(planner, &shares);
		if (answer != UNDECIDED && !refills)
			return answer;
	}
	planner->unkeepable = refills ? 0 : banned_as_last(game);
	if (!plan_goal(planner, GO_OUT, opens, 0, plan))
		return planner->unkeepable != 0 && (rules->tables->bans_ask_melds || bans_part_wilds(game))
		               ? UNDECIDED
		               : without_plan(planner);
	if (needs_proof(game) || refills || rules->tables->bans_ask_melds ||
	    (opens && (rules->tables->opening_needs_proof || (planner->unkeepable & rules->cards.wild) != 0)))
		return plan_works(game, plan) ? YES : UNDECIDED; /* a plan lays the wild cards that count most */
	return YES;
}

bool may_owe(const struct game *game)
{
	const struct rules *rules = game->rules;
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	cardset useful = rules->named_melds && !game->turn.by_rank ? cards_kinds(hand) : useful_kinds(rules, hand);

	return (rules->tables->owing & useful) != 0 ||
	       (rules->tables->wilds_owe && wilds_in(rules, hand) >= rules->tables->wild_meld_least);
}

/* Whether a turn can end in which a pile waits, by a plan that opens, however few cards it keeps. NO: no plan opens, so that the pile never comes.
 * Nothing is planned where two cards come with the pile, going out is not owed and no meld obliges the player to it: the plans that stay in, which
 * the caller has tried or found too small, are all then. */
static enum answer plan_with_pile(struct planner *planner, struct turn_plan *plan)
{
	const struct game *game = planner->game;

	if (!game->turn.owes_out && cards_waiting(game) >= 2 && !may_owe(game))
		return without_plan(planner);
	planner->owing = true;
	planner->unkeepable = 0;
	planner->free = ~UINT64_C(0);
	if (!plan_goal(planner, STAY_IN, !planner->side->opened, 0, plan))
		return without_plan(planner);
	return plan_works(game, plan) ? YES : UNDECIDED;
}

/* True if the turn has no end that plans do not cover: nothing but an empty hand brings more cards, and it cannot be emptied. False
 * proves nothing. */
static bool no_end_outside_plans(const struct game *game)
{
	return game->rules->tables->refills_alone && !game->turn.pending && !is_off(PART_BOUNDS) &&
	       cards_count_in(&game->seat[game->turn.seat].hand, kinds_without_meld(game)) > 1;
}

/* The answer that one of two ways of ending a turn can be gone. */
static enum answer either(enum answer one, enum answer other)
{
	return one == YES || other == YES ? YES : one == NO && other == NO ? NO : UNDECIDED;
}

enum answer planned_end(const struct game *game)
{
	const struct rules *rules = game->rules;
	struct turn_plan plan;
	struct planner planner;
	bool has_to_go = game->turn.owes_out && !game->turn.pending, opens = !own_side(game)->opened, too_small;
	enum answer stays = NO, goes = NO;
	struct first_melds melds;
	struct shares shares;

	planner_begin(&planner, game);
	if (opens && opening_cannot_contain(&planner))
		return NO;
	if (!has_to_go && opens) {
		find_alone_begins(&planner);
		share_out(game, false, &shares);
		if (opening_is_sure(&planner, &shares, &melds) ||
		    (opening_to_try(&planner, &shares, &plan) && plan_works(game, &plan)))
			return YES;
	}
	too_small = opens && opening_cannot_count(game);
	if (too_small && rules->reserve.cards == 0)
		return NO;
	if (!has_to_go && (opens || rules->discard.ban_count > 0) && !too_small)
		stays = plan_to_stay(&planner, &plan);
	if (stays == YES)
		return YES;
	if (game->turn.pending)
		return either(stays, plan_with_pile(&planner, &plan));
	if (!hand_cannot_go(game) || (!two_cards_must_stay(game) && talon_may_come(game)))
		goes = plan_to_go(&planner, &plan);
	if (goes != YES && needs_proof(game) && !no_end_outside_plans(game))
		return UNDECIDED;
	return either(stays, goes);
}

enum answer end_of_turn(const struct game *game)
{
	enum answer answer;

	if (can_end_now(game))
		return YES;
	if (game->turn.unknown > 0)
		return search_turn(game);
	answer = game->rules->named_melds && !game->turn.by_rank ? named_end(game) : planned_end(game);
	return answer == UNDECIDED ? search_turn(game) : answer;
}

/* UNDECIDED counts as no: nobody may be led into a turn that may have no end. */
static bool verdict(enum answer answer)
{
	planning.gave_up += answer == UNDECIDED;
	return answer == YES;
}

bool turn_can_end(const struct game *game)
{
	return verdict(end_of_turn(game));
}

bool act_leads_to_end(const struct game *game, struct act act)
{
	struct game after;

	planning.steps++;
	copy_turn(&after, game);
	apply_cards(&after, act);
	return turn_can_end(&after);
}

bool turn_can_stay_in(const struct game *game)
{
	struct game after;

	if (game->seat[game->turn.seat].size >= cards_to_stay(game) && can_end_now(game))
		return true;
	copy_turn(&after, game);
	after.turn.stays_in = true;
	return turn_can_end(&after);
}

/* ---- acts of a list ---- */

cardset kinds_touched(const struct game *game, struct act act)
{
	bool grows = act.verb == ACT_ADD || act.verb == ACT_JOIN;
	int rank = grows ? own_side(game)->meld[act.item].cards.kind : act.kind;

	return act_kinds(game->rules, act) | game->rules->mates[rank] | game->rules->cards.wild;
}

bool take_leads_to_end(const struct game *game, struct act act, int made, bool owes_out)
{
	const struct rules *rules = game->rules;
	const struct seat *seat = &game->seat[game->turn.seat];
	int taken = game->pile_size - take_leaves(rules, act.item, game->pile_size);
	int left = seat->size - act_naturals(rules, act) - act_wilds(act) + taken - (made != TAKEN_TO_HAND);
	cardset pile = kinds_taken(game, act.item);

	if (!is_off(PART_MEMO) && !owes_out && own_side(game)->opened && left >= 2 &&
	    (pile & rules->bonus.cards) == 0 &&
	    (rules->discard.ban_count == 0 || rules->tables->bans_give_way_to_takes ||
	     some_stays_free(game, (cards_kinds(&seat->hand) | pile) & ~kinds_touched(game, act))))
		return true;
	return (owes_out || own_side(game)->opened || made < MELDS_MAX || made == TAKEN_TO_HAND || rules->named_melds ||
	        !take_cannot_open(game, act)) &&
	       act_leads_to_end(game, act);
}

/* Makes the plan begin with an act. */
static void begin_with(struct planner *planner, struct act act)
{
	const struct rules *rules = planner->rules;
	const struct meld *meld = &planner->side->meld[act.item];

	if (act.verb == ACT_MELD) {
		planner->first_rank = form_rank(rules, &rules->form[act.item], act.kind);
		planner->first_form = act.item;
		planner->first_naturals = act_naturals(rules, act);
		planner->first_wilds = act_wilds(act);
	} else {
		planner->first_rank = meld->cards.kind;
		planner->first_form = meld->form;
		planner->first_wilds = rules->cards.wild >> act.kind & 1;
		planner->first_naturals = !planner->first_wilds;
	}
}

/* Adds up what so many wild cards of each kind count, the best first; [points] is at what is there already. Returns its new end. */
static int32_t *add_up_wilds(const struct planner *planner, const uint8_t *wild, int32_t *points, const int32_t *end)
{
	const struct rules *rules = planner->rules;

	for (int i = 0; i < rules->wild_kinds; i++)
		for (int left = wild[i]; left > 0 && points < end; left--, points++)
			points[1] = points[0] + rules->kind[rules->wild_kind[i]].points;
	return points;
}

/* Counts the wild cards of the act with which the plan begins before others. */
static void count_wilds_of(struct planner *planner, struct act act)
{
	const struct rules *rules = planner->rules;
	uint8_t wild[WILD_KINDS_MAX] = { 0 }, others[WILD_KINDS_MAX];
	int left = planner->first_wilds;
	bool best = true, alone = planner->first_rank == rules->wild_kind[0]; /* they are the best of the hand */

	planner->wild_points = planner->alone_points = planner->best_points;
	if (!planner->opens || left == 0)
		return;
	if (act.verb == ACT_MELD)
		act_wild_kinds(act, wild);
	else
		wild[wild_place(rules, act.kind)] = 1;
	for (int i = 0; i < rules->wild_kinds; i++) {
		int held = cards_count(planner->hand, rules->wild_kind[i]);
		others[i] = (uint8_t)(held - wild[i]);
		best = best && (left == 0 || wild[i] == lesser(left, held));
		left -= wild[i];
	}
	if (!best) {
		int32_t *end = planner->act_points + WILDS_MOST;
		planner->act_points[0] = 0;
		add_up_wilds(planner, others, add_up_wilds(planner, wild, planner->act_points, end), end);
		planner->wild_points = planner->act_points;
	}
	planner->alone_points = planner->wild_points;
	if (!alone && rules->wild_melds) {
		planner->left_points[0] = 0;
		add_up_wilds(planner, others, planner->left_points, planner->left_points + WILDS_MOST);
		planner->alone_points = planner->left_points;
	}
}

void memo_begin_planner(struct memo *memo)
{
	if (memo->looked_at)
		return;
	memo->looked_at = true;
	planner_begin(&memo->planner, memo->game);
	memo->hopeless = memo->planner.opens && opening_cannot_contain(&memo->planner);
}

/* Shares the hand out once and looks for an end without an act to begin with: a side that has opened is to go out, another to
 * open. */
static void memo_find_whole_ranks(struct memo *memo)
{
	struct planner *planner = &memo->planner;

	memo_begin_planner(memo);
	if (memo->shared)
		return;
	memo->shared = true;
	memo->surely = NO;
	if (memo->hopeless)
		return;
	share_out(memo->game, !planner->opens, &memo->shares);
	if (!planner->opens) {
		memo->surely = shares_go_out(planner, &memo->shares);
		return;
	}
	find_alone_begins(planner);
	memo->surely = opening_is_sure(planner, &memo->shares, &memo->melds) ? YES : UNDECIDED;
}

/* True if one of these kinds of the hand is sure to be free for the discard, whatever is melded of others; false proves nothing. Each
 * kind is asked about once. */
static bool some_is_free(struct memo *memo, cardset kinds)
{
	if ((kinds & memo->free) != 0)
		return true;
	for (kinds &= ~memo->free_asked; kinds != 0; kinds &= kinds - 1) {
		memo->free_asked |= kinds & -kinds;
		if (some_stays_free(memo->game, kinds & -kinds)) {
			memo->free |= kinds & -kinds;
			return true;
		}
	}
	return false;
}

cardset kinds_sure_to_be_free(struct memo *memo)
{
	cardset hand = cards_kinds(&memo->game->seat[memo->game->turn.seat].hand);

	while (some_is_free(memo, hand & ~memo->free_asked))
		;
	return memo->free;
}

bool keeps_free(const struct game *game, struct memo *memo, cardset touched)
{
	cardset untouched = cards_kinds(&game->seat[game->turn.seat].hand) & ~touched;

	return game->rules->discard.ban_count == 0 || may_keep_all(game) || some_is_free(memo, untouched);
}

/* True if the hand cannot go out, whatever is laid first. False proves nothing. */
static bool memo_cannot_go_out(const struct game *game, struct memo *memo)
{
	if (!memo->going_asked)
		memo->cannot_go = hand_cannot_go(game) || contract_is_out_of_reach(game);
	memo->going_asked = true;
	return memo->cannot_go;
}

/* Lays out the options of the position for the same goal and joins them. */
static void memo_plan(struct memo *memo)
{
	const struct game *game = memo->game;
	struct planner *planner = &memo->planner;
	enum goal goal = own_side(game)->opened ? GO_OUT : STAY_IN;
	int waiting = cards_waiting(game), need = cards_to_stay(game);

	if (memo->planned)
		return;
	memo->planned = true;
	planner->first_rank = -1;
	planner->first_wilds = 0;
	count_wilds_of(planner, (struct act){ 0 });
	planner->unkeepable = goal == GO_OUT ? banned_as_last(game) : 0;
	if (goal == STAY_IN)
		planner->free = free_with_pile(game);
	need = goal == GO_OUT ? 0 : need > waiting ? need - waiting : 0;
	memo->plan.found = list_all_options(planner, goal, goal == STAY_IN, need, &memo->base) &&
	                   join_ranks(planner, memo->base, &memo->plan);
}

/* Whether the player of a side that has opened can go out in this turn: NO and YES are proved. UNDECIDED where shares and plans do not decide,
 * or nothing is kept for the position: of an unopened side, while a pile waits, where acts name their melds, a talon may come, she stays in, may keep
 * all of her cards or has fewer than two. */
static enum answer memo_can_go_out(struct memo *memo)
{
	const struct game *game = memo->game;
	const struct rules *rules = game->rules;

	if (is_off(PART_MEMO) || !own_side(game)->opened || game->turn.pending || game->turn.stays_in ||
	    may_keep_all(game) || game->seat[game->turn.seat].size < 2 || rules->named_melds || talon_may_come(game))
		return UNDECIDED;
	memo_find_whole_ranks(memo);
	if (memo->surely != UNDECIDED || needs_proof(game) || !memo->planner.grows || rules->tables->bans_ask_melds ||
	    is_off(PART_PLANS))
		return memo->surely;
	memo_plan(memo);
	return memo->planner.full || bans_part_wilds(game) ? UNDECIDED : memo->plan.found ? YES : NO;
}

bool turn_can_end_too(struct memo *memo, const struct game *game)
{
	enum answer answer;

	if (!game->rules->named_melds || is_off(PART_MEMO))
		return turn_can_end(game);
	answer = named_end_too(memo, game);
	return verdict(answer == UNDECIDED ? search_turn(game) : answer);
}

cardset kinds_without_meld(const struct game *game)
{
	const struct rules *rules = game->rules;
	const struct cards *hand = &game->seat[game->turn.seat].hand;

	if (rules->named_melds)
		return cards_kinds(hand) & ~bonus_to_lay(game) & ~kinds_of_use(game);
	return cards_kinds(hand) & ~rules->cards.wild & ~bonus_to_lay(game) & ~useful_kinds(rules, hand) &
	       ~own_side(game)->melded;
}

bool turn_can_go_out(const struct game *game, struct memo *memo)
{
	struct game after;
	enum answer answer;

	if (memo_cannot_go_out(game, memo))
		return false;
	answer = memo_can_go_out(memo);
	if (answer != UNDECIDED)
		return answer == YES;
	copy_turn(&after, game);
	after.turn.owes_out = true;
	after.turn.stays_in = false;
	return turn_can_end_too(memo, &after);
}

bool going_out_is_impossible(const struct game *game)
{
	const long gave_up = planning.gave_up;
	struct memo memo;

	if (reserve_waits(game) || bonus_to_lay(game) != 0) /* cards may come in this turn */
		return false;
	memo_begin(&memo, game);
	return !turn_can_go_out(game, &memo) && planning.gave_up == gave_up;
}

/* True if the plan that was found lays at least what the act lays, and every wild card is laid, so that it does not matter
 * which goes where. False proves nothing: another plan might. */
static bool plan_has(const struct planner *planner, const struct turn_plan *plan)
{
	const struct part *part = &plan->part[planner->first_rank];
	bool ordered = (plan->ranks & planner->rules->cards.wild) != 0 && plan->elsewhere > 0;

	return (plan->ranks >> planner->first_rank & 1) && !part->several && part->form == planner->first_form &&
	       part->naturals >= planner->first_naturals && part->wilds >= planner->first_wilds &&
	       (planner->first_wilds == 0 || (!ordered && (plan->spare == 0 || !planner->opens)));
}

/* True if some plan begins with [act]. False proves that none does with the cards that planner->free and planner->unkeepable leave for it,
 * unless planner->full or planner->several is set. */
static bool some_plan_has(struct memo *memo, struct act act)
{
	if (!memo->plan.found)
		return false;
	begin_with(&memo->planner, act);
	count_wilds_of(&memo->planner, act);
	return plan_has(&memo->planner, &memo->plan) || join_ranks(&memo->planner, memo->base, NULL);
}

/* True if the player owes going out after [act], one of those listed; false if she does not. */
static bool owes_out_after(const struct game *game, struct act act)
{
	bool owes_out = game->turn.owes_out;

	if (act.verb == ACT_MELD && !owes_out && !(game->rules->tables->begun_always >> act.item & 1))
		meld_may_begin(game, act.item, act.kind, &owes_out);
	return owes_out;
}

/* False if [act] begins a meld to which no natural card can be added as things stand. Plans lay all natural cards of a meld at once, so
 * they do not apply to such an act. */
static inline bool meld_can_grow(const struct game *game, struct act act)
{
	return act.verb != ACT_MELD || !(game->rules->tables->naturals_asked >> act.kind & 1) ||
	       form_takes_natural(game, act.item, act.kind);
}

/* Cards of the hand that an act of melding lays down. */
static inline int cards_laid(const struct rules *rules, struct act act)
{
	return act.verb == ACT_ADD ? 1 : act_naturals(rules, act) + act_wilds(act);
}

/* The canastas of the side after [act], one of those listed. */
static int canastas_after(const struct game *game, struct act act)
{
	const struct rules *rules = game->rules;
	const struct meld *meld = &own_side(game)->meld[act.item];
	struct meld_cards cards = { .naturals = (uint8_t)act_naturals(rules, act), .wilds = (uint8_t)act_wilds(act) };
	bool was_canasta = act.verb == ACT_ADD && meld->canasta >= 0;

	if (act.verb == ACT_MELD) {
		cards.kind = (uint8_t)form_rank(rules, &rules->form[act.item], act.kind);
		act_wild_kinds(act, cards.wild);
	} else {
		cards = meld->cards;
		if (rules->cards.wild >> act.kind & 1)
			cards.wilds++, cards.wild[wild_place(rules, act.kind)]++;
		else
			cards.naturals++;
	}
	return own_side(game)->canastas - was_canasta +
	       (cards.naturals + cards.wilds >= rules->canasta_least && rules_canasta_of(rules, &cards) >= 0);
}

/* Whether the turn of a side that has opened can end after [act], an act of melding that is listed, or stands for such acts where suits are
 * left out. YES is proved. NO is proved where acts do not name their melds and no reserve comes for an empty hand: list_melds() calls it for
 * such acts alone, and act_surely_ends() uses only YES. */
static enum answer opened_act_ends(const struct game *game, struct act act, struct memo *memo)
{
	const struct rules *rules = game->rules;
	int left = game->seat[game->turn.seat].size - cards_laid(rules, act);
	bool owes_out = owes_out_after(game, act), again;
	bool refills = rules->talon.empty_hand == talon_empty_hand_allowed && talon_may_come(game);
	int required = rules->going_out.discard == going_out_discard_required, canastas;
	enum answer answer;

	if (left >= 2 && !owes_out)
		return keeps_free(game, memo, kinds_touched(game, act)) ? YES : UNDECIDED;
	if (may_keep_all(game))
		return left == 1 && !owes_out ? YES : UNDECIDED;
	if (refills)
		return two_cards_must_stay(game) ? NO : UNDECIDED;
	if (game->turn.stays_in || memo_cannot_go_out(game, memo))
		return NO;
	canastas = canastas_after(game, act);
	if (canastas + (left > required ? left - required : 0) < rules->going_out.canastas)
		return NO; /* even if each card laid after it makes one more */
	if (left < 2 && canastas >= rules->going_out.canastas && rules->tables->plain_contract &&
	    (left == 0 ? !required : rules->discard.ban_count == 0))
		return YES;
	memo_find_whole_ranks(memo);
	begin_with(&memo->planner, act);
	again = own_side(game)->again >> memo->planner.first_rank & 1;
	if (again && act.verb == ACT_MELD)
		return UNDECIDED; /* shares and plans know a rank by its meld on the table */
	if (bans_part_wilds(game) || !meld_can_grow(game, act))
		return UNDECIDED;
	if (memo->surely == YES && act_is_on_the_way(&memo->planner, &memo->shares))
		return YES;
	answer = shares_go_out(&memo->planner, &memo->shares);
	if (answer != UNDECIDED)
		return answer;
	if (owes_out != game->turn.owes_out || needs_proof(game) || !memo->planner.grows || again ||
	    rules->tables->bans_ask_melds || is_off(PART_PLANS)) /* the melds laid on the way may bar the last card */
		return UNDECIDED;
	memo_plan(memo);
	return memo->planner.full || memo->planner.several ? UNDECIDED : some_plan_has(memo, act) ? YES : NO;
}

/* True if the initial meld cannot be made once the act's wild cards lie where it lays them; it is found once for acts in a row that lay as many on
 * one rank. Which wild cards these are matters only if some count below nothing: lists ask the best ones first. False proves nothing. */
static bool wilds_are_missed(struct memo *memo)
{
	struct planner *planner = &memo->planner;

	if (memo->missed_rank != planner->first_rank || memo->missed_wilds != planner->first_wilds)
		memo->missed = opening_cannot_contain(planner) || opening_cannot_count_after_act(planner);
	memo->missed_rank = planner->first_rank;
	memo->missed_wilds = planner->first_wilds;
	return memo->missed;
}

/* Makes plans begin with an act of a side that has not opened; false if neither bounds, shares nor plans apply to it, which proves nothing. */
static bool begin_opening_with(const struct game *game, struct act act, struct memo *memo)
{
	if (game->turn.owes_out || needs_proof(game) || owes_out_after(game, act) || !meld_can_grow(game, act))
		return false;
	memo_find_whole_ranks(memo);
	if (!memo->planner.grows)
		return false;
	begin_with(&memo->planner, act);
	if (own_side(game)->again >> memo->planner.first_rank & 1)
		return false;
	count_wilds_of(&memo->planner, act);
	return true;
}

/* Whether shares prove that the side opens and stays in after the act with which plans begin now, YES, or bounds that it does not open, NO, so
 * that the turn has no end. */
static enum answer opening_before_plans(struct memo *memo)
{
	struct first_melds melds;

	if (memo->surely == YES && act_fits(&memo->planner, &memo->shares, &memo->melds))
		return YES;
	if (memo->hopeless || (memo->planner.first_wilds > 0 && wilds_are_missed(memo)))
		return NO; /* without wild cards it leaves what there was */
	return opening_is_sure(&memo->planner, &memo->shares, &melds) ? YES : UNDECIDED;
}

/* Whether the turn can end after [act], one of those listed, of a side that has not opened. YES and NO are proved; UNDECIDED where a reserve
 * may come, a meld obliges the player to go out, or neither bounds, shares nor plans decide: where bans may bar the end, a talon may come, or a
 * rank may need several melds. */
static enum answer opening_act_ends(const struct game *game, struct act act, struct memo *memo)
{
	bool bans = !bans_cannot_bar_end(game);
	enum answer answer;

	if (!begin_opening_with(game, act, memo))
		return UNDECIDED;
	answer = opening_before_plans(memo);
	if (answer != UNDECIDED || is_off(PART_PLANS))
		return answer;
	memo_plan(memo);
	if (memo->planner.full || memo->planner.several)
		return UNDECIDED;
	if (some_plan_has(memo, act))
		return game->turn.pending && bans ? UNDECIDED : YES;
	if (bans && !memo->planner.kept_enough)
		return UNDECIDED;
	if (game->turn.pending)
		return cards_waiting(game) < 2 || may_owe(game) ? UNDECIDED : NO;
	return two_cards_must_stay(game) || (hand_cannot_go(game) && !talon_may_come(game)) ? NO : UNDECIDED;
}

bool act_surely_ends(const struct game *game, struct act act, struct memo *memo)
{
	if (own_side(game)->opened)
		return opened_act_ends(game, act, memo) == YES;
	return begin_opening_with(game, act, memo) && opening_before_plans(memo) == YES;
}

/* True if the turn can end after [act]. False: it cannot, or no end was found. */
static bool act_ends(const struct game *game, struct act act, struct memo *memo)
{
	enum answer answer = UNDECIDED;

	if (!is_off(PART_MEMO))
		answer = own_side(game)->opened ? opened_act_ends(game, act, memo) : opening_act_ends(game, act, memo);

	planning.steps++;
	return answer == UNDECIDED ? act_leads_to_end(game, act) : answer == YES;
}

/* Keeps those of the listed acts between two places, from place [to] on; the place after the last one. */
static int keep_listed(const struct game *game, struct choices *choices, struct memo *memo, int from, int end, int to)
{
	for (int i = from; i < end; i++)
		if (act_ends(game, choices->act[i], memo))
			choices->act[to++] = choices->act[i];
	return to;
}

/* True if the turn can end after any act of melding that leaves two cards: two kinds of natural cards are sure to be free
 * for the discard, and an act lays cards of one of them at most. False proves nothing. */
static bool discard_is_sure(const struct game *game)
{
	cardset kinds = cards_kinds(&game->seat[game->turn.seat].hand) & ~game->rules->cards.wild & never_banned(game);

	return game->rules->discard.ban_count == 0 || (kinds & (kinds - 1)) != 0;
}

/* Most cards that one act of melding lays down. */
static int most_cards_laid(const struct rules *rules, const struct choices *choices)
{
	int most = choices->listed > choices->first || choices->additions != 0;

	for (int i = 0; i < choices->first; i++)
		if (cards_laid(rules, choices->act[i]) > most)
			most = cards_laid(rules, choices->act[i]);
	return most;
}

void keep_acts_that_end(const struct game *game, struct memo *memo, struct choices *choices, bool owes_out)
{
	int first = choices->first, size = game->seat[game->turn.seat].size;

	if (!is_off(PART_MEMO) && own_side(game)->opened && !owes_out && discard_is_sure(game) &&
	    (size >= game->rules->tables->begin_most + 2 || size - most_cards_laid(game->rules, choices) >= 2))
		return; /* as it mostly is: whatever is melded, two cards stay, and one of them can be discarded */
	choices->first = keep_listed(game, choices, memo, 0, first, 0);
	for (cardset kinds = choices->additions; kinds != 0; kinds &= kinds - 1) {
		unsigned kind = (unsigned)__builtin_ctzll(kinds);
		if (!act_ends(game, act_of(ACT_ADD, choices->meld_of[kind], kind, 0), memo))
			choices->additions &= ~(kinds & -kinds);
	}
	choices->listed = keep_listed(game, choices, memo, first, choices->listed, choices->first);
}
