/* keeping.c -- which acts of melding stay in the list. Where something is owed, or so few cards are left that the turn
 * might not end well, each is kept only if the turn can still end (finish.c). */
#include "game/movegen.h"

/* True if some card that may be discarded is sure to be in the hand after [act], with [more] kinds coming to it. */
static bool keeps_unbanned(const struct game *game, struct act act, cardset more)
{
	cardset kinds = cards_kinds(&game->seat[game->turn.seat].hand) | more;
	int rank = act.verb == ACT_ADD ? own_side(game)->meld[act.item].cards.kind : act.kind; /* its meld changes */

	kinds &= ~(UINT64_C(1) << act.kind | UINT64_C(1) << rank) & ~game->rules->cards.wild;
	return SHORTCUTS && ((kinds & never_banned(game)) != 0 || some_stays_free(game, kinds));
}

/* What is known of an act of melding, and of those that only lay another wild card which counts no more. */
struct known {
	bool known, ends;
	struct act act;
};

/* True if [act] lays one wild card, and so does the act that is known, which is the same otherwise. Of such acts those
 * that count most are listed first. */
static bool is_known(const struct rules *rules, const struct known *known, struct act act)
{
	struct act like = known->act;

	if (!known->known || act.verb != like.verb || act.item != like.item || act.count != like.count)
		return false;
	if (act.verb == ACT_ADD)
		return (rules->cards.wild >> act.kind & 1) && (rules->cards.wild >> like.kind & 1);
	return act.kind == like.kind && act_wilds(act) == 1 && act_wilds(like) == 1;
}

/* Whether the turn can end after one of the acts of melding of a side that has not opened; [opening] is sure or not. */
static bool opening_act_ends(const struct game *game, const struct opening *opening, bool sure, struct act act,
                             struct known *known)
{
	struct opening plan;

	if (sure && opening_has(game, opening, act))
		return true;
	if (is_known(game->rules, known, act))
		return known->ends;
	if (SHORTCUTS && !game->rules->plain_melds && opening_is_spoilt(game, opening, act) &&
	    (!opening->waivable || whole_hand_cannot_go(game)))
		return false;
	known->known = false;
	if (SHORTCUTS && (game->rules->plain_melds ? act.verb == ACT_ADD || (game->rules->begun_always >> act.item & 1)
	                                           : game->rules->melds_grow)) {
		*known = (struct known){ .act = act, .ends = plan_opening_after(game, act, &plan) };
		known->known = plan.any_wild;
		if (known->ends)
			return true;
		if (plan.limit < game->turn.minimum && (!plan.waivable || whole_hand_cannot_go(game)))
			return false;
		known->known = false;
	}
	return act_leads_to_end(game, act);
}

/* True if the player owes going out after [act], one of those listed. */
static bool owes_out_after(const struct game *game, struct act act)
{
	bool owes_out = game->turn.owes_out;

	if (act.verb == ACT_MELD && !owes_out && !(game->rules->begun_always >> act.item & 1))
		form_may_begin(game, act.item, act.kind, &owes_out);
	return owes_out;
}

/* True if [act] makes a canasta, as far as the number of cards tells. */
static bool may_make_canasta(const struct game *game, struct act act)
{
	const struct meld *meld = &own_side(game)->meld[act.item];
	int cards = cards_of(act) + (act.verb == ACT_ADD ? meld->cards.naturals + meld->cards.wilds : 0);

	return cards >= game->rules->canasta_least && (act.verb != ACT_ADD || meld->canasta < 0);
}

/* True if too few canastas are left to go out with after [act], though each of the [left] cards that are laid after it
 * makes one more. */
static bool lacks_canastas(const struct game *game, struct act act, int left)
{
	int more = left - (game->rules->going_out.discard == going_out_discard_required);

	return own_side(game)->canastas + may_make_canasta(game, act) + (more > 0 ? more : 0) <
	       game->rules->going_out.canastas;
}

/* Whether the turn can end after one of the acts of melding of a side that has opened. [out]: whether the player can
 * go out, with [plan]. */
static bool opened_act_ends(const struct game *game, enum answer out, const struct out_plan *plan, struct act act)
{
	int left = game->seat[game->turn.seat].size - cards_of(act);
	bool has_to_go = left < 2 || owes_out_after(game, act);

	if (!has_to_go && (game->rules->discard.ban_count == 0 || keeps_unbanned(game, act, 0)))
		return true; /* it can just end: a card to discard and one to keep */
	if (SHORTCUTS && has_to_go && out == UNSURE && !may_end_short(game) && lacks_canastas(game, act, left))
		return false;
	if (!has_to_go || out == UNSURE)
		return act_leads_to_end(game, act);
	return out == YES && out_allows(game, plan, act);
}

/* What plan_out() says, which [look] remembers. */
static enum answer look_out(const struct game *game, struct out_look *look)
{
	if (!look->taken)
		look->answer = plan_out(game, &look->plan);
	look->taken = true;
	return look->answer;
}

/* What decides whether an act of melding is kept. */
struct decision {
	const struct opening *opening; /* what an unopened side could lay, NULL if it has opened */
	bool sure;                     /* the plan of it is */
	struct known known;
	enum answer out; /* whether the player can go out, with: */
	const struct out_plan *plan;
};

static bool keeps(const struct game *game, struct decision *decision, struct act act)
{
	return decision->opening != NULL
	               ? opening_act_ends(game, decision->opening, decision->sure, act, &decision->known)
	               : opened_act_ends(game, decision->out, decision->plan, act);
}

/* Keeps those of the listed acts between two places, from place [to] on; the place behind the last one. */
static int keep_listed(const struct game *game, struct choices *choices, struct decision *decision, int from,
                       int behind, int to)
{
	for (int i = from; i < behind; i++)
		if (keeps(game, decision, choices->act[i]))
			choices->act[to++] = choices->act[i];
	return to;
}

bool keeping_begin(const struct game *game, bool begins, struct keeping *keeping)
{
	keeping->opened = own_side(game)->opened;
	keeping->owes_out = game->turn.owes_out;
	if (keeping->opened)
		return true;
	if (!begins && !game->turn.melded)
		return false;
	plan_opening(game, &keeping->opening);
	return keeping->opening.limit >= game->turn.minimum || game->turn.melded ||
	       !((SHORTCUTS && !keeping->opening.waivable) || whole_hand_cannot_go(game));
}

/* Most cards that one act of melding lays down. */
static int most_cards_of(const struct choices *choices)
{
	int most = choices->listed > choices->first || choices->additions != 0;

	for (int i = 0; i < choices->first; i++)
		if (cards_of(choices->act[i]) > most)
			most = cards_of(choices->act[i]);
	return most;
}

/* True if the turn can end after any act of melding that leaves two cards: two kinds of natural cards are sure to be free
 * for the discard, and an act lays cards of one of them at most. */
static bool discard_is_sure(const struct game *game)
{
	cardset kinds = cards_kinds(&game->seat[game->turn.seat].hand) & ~game->rules->cards.wild & never_banned(game);

	return game->rules->discard.ban_count == 0 || (SHORTCUTS && (kinds & (kinds - 1)) != 0);
}

bool all_can_end(const struct game *game, const struct choices *choices, const struct keeping *keeping)
{
	const struct rules *rules = game->rules;
	int size = game->seat[game->turn.seat].size;

	if (keeping->opened & !keeping->owes_out & (rules->discard.ban_count == 0) & (size >= rules->begin_most + 2))
		return true; /* as it mostly is: whatever is melded, two cards stay, and any of them can be discarded */
	return keeping->opened && !keeping->owes_out && discard_is_sure(game) &&
	       (size >= rules->begin_most + 2 || size - most_cards_of(choices) >= 2);
}

void keep_those_that_end(const struct game *game, struct choices *choices, struct keeping *keeping)
{
	const struct opening *opening = keeping->opened ? NULL : &keeping->opening;
	bool never = opening == NULL && (game->turn.stays_in || hand_cannot_go(game)) && !may_end_short(game);
	struct decision decision;
	int first = choices->first;

	decision.opening = opening;
	decision.sure = opening != NULL && opening_is_sure(game, opening, cards_waiting(game));
	decision.known.known = false;
	decision.out = never ? NO : UNSURE;
	decision.plan = &keeping->look->plan;
	if (opening == NULL && !never && (choices->listed > 0 || choices->additions != 0))
		decision.out = look_out(game, keeping->look);
	choices->first = keep_listed(game, choices, &decision, 0, first, 0);
	for (cardset kinds = choices->additions; kinds != 0; kinds &= kinds - 1) {
		unsigned kind = (unsigned)__builtin_ctzll(kinds);
		if (!keeps(game, &decision, act_of(ACT_ADD, choices->meld_of[kind], kind, 0)))
			choices->additions &= ~(kinds & -kinds);
	}
	choices->listed = keep_listed(game, choices, &decision, first, choices->listed, choices->first);
}

/* ---- taking the pile ---- */

/* The hand after a take, the cards of the pile included, is large enough for any turn to end. */
static bool take_is_safe(const struct game *game, struct act act)
{
	int size = game->seat[game->turn.seat].size - act.count - act_wilds(act) + game->pile_size - 1;

	return own_side(game)->opened && size >= 2 &&
	       (game->rules->discard.ban_count == 0 || keeps_unbanned(game, act, game->pile_kinds)) &&
	       (game->pile_kinds & game->rules->bonus.cards) == 0;
}

/* Whether the turn can end after a take that opens with a new meld of form [form]. */
static bool opening_take_ends(const struct game *game, struct act act, int form)
{
	struct opening plan;

	plan_opening_taking(game, act, form, &plan);
	if (SHORTCUTS && plan.limit < game->turn.minimum)
		return false;
	return opening_is_sure(game, &plan, cards_with_pile(game, false)) || act_leads_to_end(game, act);
}

bool take_ends(const struct game *game, struct act act, int made, bool owes_out)
{
	if (owes_out)
		return act_leads_to_end(game, act);
	if (made >= MELDS_MAX && !own_side(game)->opened)
		return opening_take_ends(game, act, made - MELDS_MAX);
	return take_is_safe(game, act) || act_leads_to_end(game, act);
}

/* ---- the partner's answer ---- */

bool yes_ends(const struct game *game, struct out_look *look)
{
	enum answer answer;
	struct game after;

	if (hand_cannot_go(game))
		return false;
	answer = look_out(game, look);
	if (answer == NO || (answer == YES && own_side(game)->opened))
		return answer == YES;
	copy_turn(&after, game);
	after.turn.owes_out = true;
	after.turn.stays_in = false;
	return turn_can_end(&after);
}

bool yes_can_be_obeyed(const struct game *game)
{
	struct out_look look = { .taken = false };

	return yes_ends(game, &look);
}

bool no_can_be_obeyed(const struct game *game)
{
	struct game after;

	if (game->seat[game->turn.seat].size >= 2 && can_end_now(game))
		return true;
	copy_turn(&after, game);
	after.turn.stays_in = true;
	return turn_can_end(&after);
}
