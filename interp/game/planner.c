/* planner.c -- whether a turn can still be ended, and after which acts: quick bounds first, then plans. */
#include "game/plan.h"
#include "game/planner.h"

#include <string.h>

/* ---- playing a plan ---- */

/* Lays the cards of one part, or as many of them as bring a pile that waits; false if the way is barred. */
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
		if (best < 0 || !form_may_begin(game, part->form, kind, &owes_out) ||
		    (form->begin[best].wilds > 0 && !form_takes_wild(game, part->form, kind)))
			return false;
		act.count = form->begin[best].naturals;
		naturals -= act.count;
		for (int wild = 0, left = form->begin[best].wilds; wild < rules->wild_kinds; wild++) {
			int have = cards_count(&game->seat[game->turn.seat].hand, rules->wild_kind[wild]);
			act.wild[wild] = (uint8_t)lesser(have, left);
			left -= act.wild[wild];
		}
		wilds -= form->begin[best].wilds;
		apply_cards(game, act);
	}
	while (naturals + wilds > 0 && game->turn.pending == waits) {
		const struct side *side = own_side(game);
		int index = side->meld_of[kind], wild = 0;
		const struct meld *meld = &side->meld[index];
		if (naturals > 0 && meld_takes(rules, meld, 1, 0) && form_takes_natural(game, meld->form, kind)) {
			apply_cards(game, act_of(ACT_ADD, (unsigned)index, (unsigned)kind, 0));
			naturals--;
			continue;
		}
		while (wild < rules->wild_kinds &&
		       cards_count(&game->seat[game->turn.seat].hand, rules->wild_kind[wild]) == 0)
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

/* Plays a plan; true if the turn can end behind it. */
static bool plan_works(const struct game *game, struct turn_plan *plan)
{
	const struct rules *rules = game->rules;
	int alone = rules->wild_kinds > 0 ? rules->wild_kind[0] : KINDS_MAX;

	if (lies_in_several(own_side(game), plan)) {
		plan->unproved = true;
		return false;
	}
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

/* The same with the pile that waits. */
static cardset free_with_pile(const struct game *game)
{
	return pile_has_discard(game) ? ~UINT64_C(0) : surely_free(game);
}

/* Staying in: an initial meld if the side owes one, a card to discard, and one to keep. */
static bool plan_to_stay(struct planner *planner, struct turn_plan *plan)
{
	const struct game *game = planner->game;
	const struct rules *rules = planner->rules;
	bool opens = !planner->side->opened;
	int waiting = cards_waiting(game), need = cards_to_stay(game);

	need = need > waiting ? need - waiting : 0;
	if (game->seat[game->turn.seat].size < need)
		return false;
	planner->bound = 0;
	planner->free = ~UINT64_C(0); /* a ban may speak no more of what is left once other cards are gone */
	if (!plan_goal(planner, STAY_IN, opens, need, plan))
		return false;
	if (pile_has_discard(game) && !rules->plans_need_proof &&
	    (!game->turn.pending || (waiting >= 2 && !game->turn.owes_out)))
		return true;
	if (plan_works(game, plan))
		return true;
	planner->barred = true;
	if (pile_has_discard(game))
		return plan->found = false;
	planner->free = surely_free(game);
	if (plan_goal(planner, STAY_IN, opens, need, plan) &&
	    ((!game->turn.pending && !rules->plans_need_proof) || plan_works(game, plan)))
		return true;
	for (int i = 0; i < 2 * rules->kept_sets;
	     i++) { /* natural cards of the set may be free where wild ones are not */
		cardset kept = rules->kept_set[i / 2];
		planner->free = i % 2 == 0 ? kept & ~rules->cards.wild : ~UINT64_C(0);
		planner->bound = ~kept;
		if (plan_goal(planner, STAY_IN, opens, need, plan) && plan_works(game, plan))
			return true;
	}
	return plan->found = false;
}

/* Going out, or discarding the last card for a talon. */
static bool plan_to_go(struct planner *planner, struct turn_plan *plan)
{
	const struct game *game = planner->game;
	const struct rules *rules = planner->rules;
	bool opens = !planner->side->opened, refills = talon_may_come(game);

	if (game->turn.stays_in && !refills)
		return false;
	if (!opens) {
		struct shares shares;
		enum answer answer;
		share_out(game, true, &shares);
		answer = going_out(planner, &shares);
		if (answer != UNSURE && !refills)
			return answer == YES;
	}
	planner->free = ~UINT64_C(0);
	planner->bound = rules->discard.ban_count > 0 && !refills ? banned_as_last(game) : 0;
	planner->barred |= planner->bound != 0;
	if (!plan_goal(planner, GO_OUT, opens, 0, plan))
		return false;
	planner->barred = true;
	if (rules->plans_need_proof || (opens && rules->opening_needs_proof) || refills || rules->bans_ask_rank != 0)
		return plan_works(game, plan) || (plan->found = false);
	return true;
}

/* True if a meld may be begun that obliges the player to go out. */
static bool may_owe(const struct game *game)
{
	const struct rules *rules = game->rules;
	const struct cards *hand = &game->seat[game->turn.seat].hand;

	return (rules->owing & useful_kinds(rules, hand)) != 0 ||
	       (rules->wilds_owe && wilds_in(rules, hand) >= rules->wild_meld_least);
}

/* A pile waits, and the player has to go out with it: what comes of that is not counted but tried. Without melds that oblige
 * her to go out the initial meld is out of reach. */
static bool waits_and_owes(struct planner *planner, struct turn_plan *plan)
{
	const struct game *game = planner->game;

	if (planner->full)
		return plan->found = search_turn(game);
	if (!game->turn.owes_out && cards_waiting(game) >= 2 && !game->rules->plans_need_proof && !may_owe(game))
		return false;
	planner->owing = true;
	planner->bound = 0;
	planner->free = ~UINT64_C(0);
	plan->found = plan_goal(planner, STAY_IN, !planner->side->opened, 0, plan) &&
	              (plan_works(game, plan) || search_turn(game));
	plan->goal = GO_OUT;
	plan->ranks = 0;
	return plan->found;
}

/* True if there is no end but those that plans foresee: the hand, which a reserve would fill, cannot be emptied. */
static bool nothing_unforeseen(const struct game *game)
{
	return game->rules->refills_alone && !game->turn.pending &&
	       cards_count_in(&game->seat[game->turn.seat].hand, kinds_without_meld(game)) > 1;
}

static bool find_plan(const struct game *game, struct turn_plan *plan)
{
	struct planner planner;
	bool has_to_go = game->turn.owes_out && !game->turn.pending, opens = !own_side(game)->opened;
	struct first_melds melds;
	struct shares shares;

	plan->found = plan->unproved = false;
	look_at(&planner, game);
	if (opens && opening_is_hopeless(&planner))
		return false;
	if (!has_to_go && opens) {
		share_out(game, false, &shares);
		if (opening_is_sure(&planner, &shares, &melds))
			return true;
	}
	if (!has_to_go && (opens || game->rules->discard.ban_count > 0) && !(opens && opening_is_too_small(game)) &&
	    plan_to_stay(&planner, plan))
		return true;
	if (game->turn.pending)
		return waits_and_owes(&planner, plan);
	if ((!hand_cannot_go(game) || (!cards_cannot_go(game) && talon_may_come(game))) && plan_to_go(&planner, plan))
		return true;
	return (planner.full || game->rules->plans_need_proof || (game->rules->bans_ask_rank != 0 && planner.barred)) &&
	       (plan->unproved || !nothing_unforeseen(game)) && search_turn(game);
}

bool turn_can_end(const struct game *game)
{
	struct turn_plan plan;

	if (can_end_now(game))
		return true;
	return game->rules->named_melds && !game->turn.by_rank ? named_turn_can_end(game) : find_plan(game, &plan);
}

bool act_leads_to_end(const struct game *game, struct act act)
{
	struct game after;

	copy_turn(&after, game);
	apply_cards(&after, act);
	return turn_can_end(&after);
}

bool turn_can_go_out(const struct game *game)
{
	struct game after;

	if (hand_cannot_go(game))
		return false;
	copy_turn(&after, game);
	after.turn.owes_out = true;
	after.turn.stays_in = false;
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

int32_t opening_limit(const struct game *game)
{
	struct planner planner;
	int32_t limit = 0;
	int base;

	look_at(&planner, game);
	planner.free = ~UINT64_C(0);
	planner.bound = 0;
	if (lay_out(&planner, STAY_IN, true, 0, &base)) {
		struct turn_plan plan;
		join_ranks(&planner, base, &plan, &limit);
	}
	return game->turn.count + limit;
}

/* ---- acts of a list ---- */

/* The kinds that may be gone or be barred from the discard after [act]: its cards, and the rank whose meld changes. */
static cardset kinds_touched(const struct game *game, struct act act)
{
	int rank = act.verb == ACT_ADD ? own_side(game)->meld[act.item].cards.kind : act.kind;

	return UINT64_C(1) << act.kind | UINT64_C(1) << rank | game->rules->cards.wild;
}

bool take_leads_to_end(const struct game *game, struct act act, int made, bool owes_out)
{
	int size = game->seat[game->turn.seat].size - act.count - act_wilds(act) + game->pile_size - 1;

	if (owes_out)
		return act_leads_to_end(game, act);
	if (own_side(game)->opened)
		return (size >= 2 && (game->pile_kinds & game->rules->bonus.cards) == 0 &&
		        (game->rules->discard.ban_count == 0 ||
		         some_stays_free(game, (cards_kinds(&game->seat[game->turn.seat].hand) | game->pile_kinds) &
		                                       ~kinds_touched(game, act)))) ||
		       act_leads_to_end(game, act);
	return (made < MELDS_MAX || !take_is_out_of_reach(game, act)) && act_leads_to_end(game, act);
}

/* What is worked out once for all acts of a position. */
struct known {
	bool looked_at, laid_out, free_found, going_asked;
	bool cannot_go;
	cardset free; /* kinds of the hand that are sure to be free for the discard */
	int base;
	struct planner planner;
	bool surely; /* the turn ends as the goal says, without an act to begin with: when opening, with these melds */
	bool hopeless; /* the side cannot open */
	struct shares shares;
	struct first_melds melds;
	struct turn_plan plan; /* one of all plans */
};

/* Makes the plan begin with an act. */
static void begin_with(struct planner *planner, struct act act)
{
	const struct rules *rules = planner->rules;
	const struct meld *meld = &planner->side->meld[act.item];

	if (act.verb == ACT_MELD) {
		planner->must_rank = form_rank(rules, &rules->form[act.item], act.kind);
		planner->must_form = act.item;
		planner->must_naturals = act.count;
		planner->must_wilds = act_wilds(act);
	} else {
		planner->must_rank = meld->cards.kind;
		planner->must_form = meld->form;
		planner->must_wilds = rules->cards.wild >> act.kind & 1;
		planner->must_naturals = !planner->must_wilds;
	}
}

/* Counts the wild cards of the act with which the plan begins before others. */
static void count_wilds_of(struct planner *planner, struct act act)
{
	const struct rules *rules = planner->rules;
	uint8_t wild[WILD_KINDS_MAX] = { 0 };
	int count = 0;

	if (!planner->opens || (planner->must_wilds == 0 && !planner->act_first))
		return;
	planner->act_first = planner->must_wilds > 0;
	if (act.verb == ACT_MELD)
		memcpy(wild, act.wild, sizeof wild);
	else if (planner->must_wilds > 0)
		wild[wild_place(rules, act.kind)] = 1;
	for (int laid = 1; laid >= 0; laid--) /* those of the act, then the best of the others */
		for (int i = 0; i < rules->wild_kinds; i++)
			for (int left = laid ? wild[i] : cards_count(planner->hand, rules->wild_kind[i]) - wild[i];
			     left > 0 && count < WILDS_MOST; left--, count++)
				planner->wild_points[count + 1] =
					planner->wild_points[count] + rules->kind[rules->wild_kind[i]].points;
}

/* Looks at the hand once, for one goal. */
static void look_once(const struct game *game, struct known *known, enum goal goal)
{
	if (known->looked_at)
		return;
	known->looked_at = true;
	known->surely = false;
	look_at(&known->planner, game);
	known->hopeless = goal == STAY_IN && opening_is_hopeless(&known->planner);
	if (known->hopeless)
		return;
	share_out(game, goal == GO_OUT, &known->shares);
	known->surely = goal == GO_OUT ? going_out(&known->planner, &known->shares) == YES
	                               : opening_is_sure(&known->planner, &known->shares, &known->melds);
}

/* True if some card is sure to be free for the discard after [act], or none is needed. */
static bool keeps_free(const struct game *game, struct known *known, struct act act)
{
	cardset untouched = cards_kinds(&game->seat[game->turn.seat].hand) & ~kinds_touched(game, act);

	if (game->rules->discard.ban_count == 0 || may_keep_all(game) || (untouched & never_banned(game)) != 0)
		return true;
	if (!known->free_found)
		known->free = surely_free(game);
	known->free_found = true;
	return (untouched & known->free) != 0;
}

/* True if the hand cannot go out, whatever is laid first. */
static bool cannot_go_once(const struct game *game, struct known *known)
{
	if (!known->going_asked)
		known->cannot_go = hand_cannot_go(game);
	known->going_asked = true;
	return known->cannot_go;
}

/* Lays out the options of the position for one goal. */
static void lay_out_once(const struct game *game, struct known *known, enum goal goal)
{
	struct planner *planner = &known->planner;
	bool opens = !own_side(game)->opened;
	int waiting = cards_waiting(game), need = cards_to_stay(game);

	if (known->laid_out)
		return;
	known->laid_out = true;
	planner->must_rank = -1;
	planner->must_wilds = 0;
	count_wilds_of(planner, (struct act){ 0 });
	planner->bound = goal == GO_OUT && game->rules->discard.ban_count > 0 ? banned_as_last(game) : 0;
	planner->free = goal == GO_OUT ? ~UINT64_C(0) : free_with_pile(game);
	need = goal == GO_OUT ? 0 : need > waiting ? need - waiting : 0;
	known->plan.found = lay_out(planner, goal, opens, need, &known->base) &&
	                    join_ranks(planner, known->base, &known->plan, NULL);
}

/* True if the plan that was found lays at least what the act lays, and every wild card is laid, so that it does not matter
 * which goes where. */
static bool plan_has(const struct planner *planner, const struct turn_plan *plan)
{
	const struct part *part = &plan->part[planner->must_rank];
	bool ordered = (plan->ranks & planner->rules->cards.wild) != 0 && plan->elsewhere > 0;

	return (plan->ranks >> planner->must_rank & 1) && !part->several && part->form == planner->must_form &&
	       part->naturals >= planner->must_naturals && part->wilds >= planner->must_wilds &&
	       (planner->must_wilds == 0 || (!ordered && (plan->spare == 0 || !planner->opens)));
}

/* Whether some plan begins with [act]. */
static bool some_plan_has(struct known *known, struct act act)
{
	if (!known->plan.found)
		return false;
	begin_with(&known->planner, act);
	count_wilds_of(&known->planner, act);
	return plan_has(&known->planner, &known->plan) || join_ranks(&known->planner, known->base, NULL, NULL);
}

/* True if the player owes going out after [act], one of those listed. */
static bool owes_out_after(const struct game *game, struct act act)
{
	bool owes_out = game->turn.owes_out;

	if (act.verb == ACT_MELD && !owes_out && !(game->rules->begun_always >> act.item & 1))
		form_may_begin(game, act.item, act.kind, &owes_out);
	return owes_out;
}

/* Cards of the hand that an act of melding lays down. */
static inline int cards_laid(struct act act)
{
	return act.verb == ACT_ADD ? 1 : act.count + act_wilds(act);
}

/* The canastas of the side after [act], one of those listed. */
static int canastas_after(const struct game *game, struct act act)
{
	const struct rules *rules = game->rules;
	const struct meld *meld = &own_side(game)->meld[act.item];
	struct meld_cards cards = { .naturals = act.count, .wilds = (uint8_t)act_wilds(act) };
	bool was_canasta = act.verb == ACT_ADD && meld->canasta >= 0;

	if (act.verb == ACT_MELD) {
		cards.kind = (uint8_t)form_rank(rules, &rules->form[act.item], act.kind);
		memcpy(cards.wild, act.wild, sizeof cards.wild);
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

/* Whether the turn can end after one of the acts of melding of a side that has opened. */
static enum answer opened_act_ends(const struct game *game, struct act act, struct known *known)
{
	const struct rules *rules = game->rules;
	int left = game->seat[game->turn.seat].size - cards_laid(act);
	bool owes_out = owes_out_after(game, act);
	bool refills = rules->talon.empty_hand == talon_empty_hand_allowed && talon_may_come(game);
	int required = rules->going_out.discard == going_out_discard_required, canastas;
	enum answer answer;

	if (left >= 2 && !owes_out)
		return keeps_free(game, known, act) ? YES : UNSURE;
	if (may_keep_all(game))
		return left == 1 && !owes_out ? YES : UNSURE;
	if (refills)
		return cards_cannot_go(game) ? NO : UNSURE;
	if (game->turn.stays_in || cannot_go_once(game, known))
		return NO;
	canastas = canastas_after(game, act);
	if (canastas + (left > required ? left - required : 0) < rules->going_out.canastas)
		return NO; /* though each card that is laid after it made one more */
	if (left < 2 && canastas >= rules->going_out.canastas && rules->plain_contract &&
	    (left == 0 ? !required : rules->discard.ban_count == 0))
		return YES;
	look_once(game, known, GO_OUT);
	begin_with(&known->planner, act);
	if (known->surely && act_is_on_the_way(&known->planner, &known->shares))
		return YES;
	answer = going_out(&known->planner, &known->shares);
	if (answer != UNSURE)
		return answer;
	if (owes_out != game->turn.owes_out || rules->plans_need_proof || !known->planner.grows ||
	    rules->bans_ask_rank != 0) /* the melds laid on the way may bar the last card */
		return UNSURE;
	lay_out_once(game, known, GO_OUT);
	return known->planner.full || known->planner.several ? UNSURE : some_plan_has(known, act) ? YES : NO;
}

/* The same for a side that has not. */
static enum answer opening_act_ends(const struct game *game, struct act act, struct known *known)
{
	const struct rules *rules = game->rules;
	bool bans = !pile_has_discard(game);
	struct first_melds melds;

	if (game->turn.owes_out || rules->plans_need_proof || owes_out_after(game, act))
		return UNSURE;
	look_once(game, known, STAY_IN);
	if (!known->planner.grows)
		return UNSURE;
	begin_with(&known->planner, act);
	if (known->surely && act_fits(&known->planner, &known->shares, &known->melds))
		return YES;
	if (known->hopeless || (known->planner.must_wilds > 0 &&
	                        (opening_is_hopeless(&known->planner) || opening_falls_short(&known->planner))))
		return NO; /* without wild cards it leaves what there was */
	count_wilds_of(&known->planner, act);
	if (opening_is_sure(&known->planner, &known->shares, &melds))
		return YES;
	lay_out_once(game, known, STAY_IN);
	if (known->planner.full || known->planner.several)
		return UNSURE;
	if (some_plan_has(known, act))
		return game->turn.pending && bans ? UNSURE : YES;
	if (bans && !known->planner.kept_enough)
		return UNSURE;
	if (game->turn.pending)
		return cards_waiting(game) < 2 || may_owe(game) ? UNSURE : NO;
	return cards_cannot_go(game) || (hand_cannot_go(game) && !talon_may_come(game)) ? NO : UNSURE;
}

static bool act_ends(const struct game *game, struct act act, struct known *known)
{
	enum answer answer =
		own_side(game)->opened ? opened_act_ends(game, act, known) : opening_act_ends(game, act, known);

	return answer == UNSURE ? act_leads_to_end(game, act) : answer == YES;
}

/* Keeps those of the listed acts between two places, from place [to] on; the place behind the last one. */
static int keep_listed(const struct game *game, struct choices *choices, struct known *known, int from, int behind,
                       int to)
{
	for (int i = from; i < behind; i++)
		if (act_ends(game, choices->act[i], known))
			choices->act[to++] = choices->act[i];
	return to;
}

/* True if the turn can end after any act of melding that leaves two cards: two kinds of natural cards are sure to be free
 * for the discard, and an act lays cards of one of them at most. */
static bool discard_is_sure(const struct game *game)
{
	cardset kinds = cards_kinds(&game->seat[game->turn.seat].hand) & ~game->rules->cards.wild & never_banned(game);

	return game->rules->discard.ban_count == 0 || (kinds & (kinds - 1)) != 0;
}

/* Most cards that one act of melding lays down. */
static int most_cards_laid(const struct choices *choices)
{
	int most = choices->listed > choices->first || choices->additions != 0;

	for (int i = 0; i < choices->first; i++)
		if (cards_laid(choices->act[i]) > most)
			most = cards_laid(choices->act[i]);
	return most;
}

void keep_acts_that_end(const struct game *game, struct choices *choices, bool owes_out)
{
	struct known known;
	int first = choices->first, size = game->seat[game->turn.seat].size;

	if (own_side(game)->opened && !owes_out && discard_is_sure(game) &&
	    (size >= game->rules->begin_most + 2 || size - most_cards_laid(choices) >= 2))
		return; /* as it mostly is: whatever is melded, two cards stay, and one of them can be discarded */
	known.looked_at = known.laid_out = known.free_found = known.going_asked = false;
	choices->first = keep_listed(game, choices, &known, 0, first, 0);
	for (cardset kinds = choices->additions; kinds != 0; kinds &= kinds - 1) {
		unsigned kind = (unsigned)__builtin_ctzll(kinds);
		if (!act_ends(game, act_of(ACT_ADD, choices->meld_of[kind], kind, 0), &known))
			choices->additions &= ~(kinds & -kinds);
	}
	choices->listed = keep_listed(game, choices, &known, first, choices->listed, choices->first);
}
