/* legal.c -- every legal act, at the grain of kinds of card. A meld is begun with as few cards as make one and then
 * grows card by card, so any meld can be reached and none is listed twice.
 *
 * First come the acts whose own cards fit; where something is owed, or so few cards are left that the turn might
 * not end well, each is kept only if the turn can still end (finish.c). */
#include "game/opening.h"

static void list(struct choices *choices, struct act act)
{
	if (choices->listed < ACTS_MAX)
		choices->act[choices->listed++] = act;
}

/* Room for [count] acts at the end of the list, or NULL; the loops that list most acts fill it directly. */
static struct act *room_for(struct choices *choices, int count)
{
	return choices->listed + count <= ACTS_MAX ? &choices->act[choices->listed] : NULL;
}

/* ---- taking the pile ---- */

bool take_wants(const struct rules *rules, int item, struct act act)
{
	struct composition hand = rules->pile.take[item].hand;

	if (!(rules->cards.wild >> act.kind & 1))
		return act.count == hand.naturals + hand.alike && act_wilds(act) == hand.wilds;
	for (int i = 0; i < rules->wild_kinds; i++)
		if (act.wild[i] > 0 && rules->kind[rules->wild_kind[i]].rank != rules->kind[act.kind].rank)
			return false;
	return hand.alike > 0 && hand.naturals + hand.wilds + act.count == 0 && act_wilds(act) == hand.alike;
}

/* The form of a new meld of the top card with these cards, or -1. */
APART static int new_meld_form(const struct game *game, struct composition cards, struct act act, int rank)
{
	const struct rules *rules = game->rules;
	int first = rules->form_of[act.kind];
	bool owes_out;

	for (int i = first > 0 ? first : 0; i < rules->meld_count; i++) {
		const struct form *form = &rules->form[i];
		if ((cards.naturals > 0 ? form->ranks >> act.kind & 1 : form->ranks == 0) &&
		    form_allows(form, cards.naturals, cards.wilds) && form_may_begin(game, i, rank, &owes_out) &&
		    !owes_out && (cards.wilds == 0 || form_takes_wild(game, i, rank)))
			return i;
	}
	return -1;
}

/* Whether the cards of a take may join [meld]. */
static bool take_joins(const struct game *game, const struct meld *meld, struct composition cards)
{
	return meld_takes(game->rules, meld, cards.naturals, cards.wilds) &&
	       (cards.wilds == 0 || form_takes_wild(game, meld->form, meld->cards.kind));
}

int take_makes_meld(const struct game *game, struct act act)
{
	const struct rules *rules = game->rules;
	const struct side *side = own_side(game);
	int onto = rules->pile.take[act.item].onto, rank = rank_of(rules, act.kind), form = -1;
	const struct meld *meld = meld_of(side, rank);
	struct composition cards = take_cards(rules->pile.take[act.item].hand, rules->cards.wild >> act.kind & 1);

	if (onto != take_onto_own_meld && (ranks_to_begin(side) >> rank & 1)) {
		form = rules->take_begins[act.item][act.kind];
		if (form == BEGINS_ASKED)
			form = new_meld_form(game, cards, act, rank);
	}
	if (form >= 0)
		return MELDS_MAX + form;
	return meld != NULL && onto != take_onto_new_meld && take_joins(game, meld, cards) ? side->meld_of[rank] : -1;
}

/* True if some card that may be discarded is sure to be in the hand after [act], with [more] kinds coming to it. */
static bool keeps_unbanned(const struct game *game, struct act act, cardset more)
{
	cardset kinds = cards_kinds(&game->seat[game->turn.seat].hand) | more;
	int rank = act.verb == ACT_ADD ? own_side(game)->meld[act.item].cards.kind : act.kind; /* its meld changes */

	kinds &= ~(UINT64_C(1) << act.kind | UINT64_C(1) << rank) & ~game->rules->cards.wild;
	return SHORTCUTS && ((kinds & never_banned(game)) != 0 || some_stays_free(game, kinds));
}

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

bool take_condition(const struct question *about, int take, bool *owes_out)
{
	const struct game *game = about->game;
	program when = game->rules->pile.take[take].when;
	struct question out;

	*owes_out = false;
	if (ask(when, about))
		return true;
	if (!(game->rules->takes_owe >> take & 1) || game->turn.stays_in)
		return false;
	out = *about;
	out.going_out = *owes_out = true;
	return ask(when, &out);
}

static void list_take(const struct game *game, struct choices *choices, struct act act, const struct question *about)
{
	bool owes_out = false;
	int made;

	if (!(game->rules->takes_unfrozen >> act.item & 1) && !take_condition(about, act.item, &owes_out))
		return; /* that a pile is not frozen was asked already */
	made = take_makes_meld(game, act);
	if (made < 0)
		return;
	if (owes_out                                       ? act_leads_to_end(game, act)
	    : made >= MELDS_MAX && !own_side(game)->opened ? opening_take_ends(game, act, made - MELDS_MAX)
	                                                   : take_is_safe(game, act) || act_leads_to_end(game, act))
		list(choices, act);
}

/* Calls for every way of choosing [count] wild cards of the hand among [kinds], from wild kind [from] on. */
typedef void (*with_wilds)(const struct game *game, struct choices *choices, struct act act,
                           const struct question *about);

APART static void each_choice_of_wilds(const struct game *game, struct choices *choices, struct act act, cardset kinds,
                                       int from, int count, const struct question *about, with_wilds call)
{
	const struct rules *rules = game->rules;
	int have;

	if (count == 0) {
		call(game, choices, act, about);
		return;
	}
	if (from == WILD_KINDS_MAX || from >= rules->wild_kinds)
		return;
	have = kinds >> rules->wild_kind[from] & 1
	               ? cards_count(&game->seat[game->turn.seat].hand, rules->wild_kind[from])
	               : 0;
	for (int some = have < count ? have : count; some >= 0; some--) {
		act.wild[from] = (uint8_t)some;
		each_choice_of_wilds(game, choices, act, kinds, from + 1, count - some, about, call);
	}
}

/* The wild kinds of the same rank as one of them. */
static cardset kinds_like(const struct rules *rules, int kind)
{
	cardset alike = 0;

	for (int i = 0; i < rules->wild_kinds; i++)
		if (rules->kind[rules->wild_kind[i]].rank == rules->kind[kind].rank)
			alike |= UINT64_C(1) << rules->wild_kind[i];
	return alike;
}

/* The keys to a pile with this card on [top] that the hand may have the cards for. */
static uint32_t keys_of(const struct game *game, int top)
{
	const struct rules *rules = game->rules;
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	bool wild_held = (cards_kinds(hand) & rules->cards.wild) != 0;
	uint32_t keys = rules->cards.wild >> top & 1 ? rules->takes_of_wild
	                                             : rules->takes_with[cards_count(hand, top)][wild_held];

	return own_side(game)->melded >> rank_of(rules, top) & 1 ? keys : keys & ~rules->takes_onto_own;
}

/* Lists the ways of taking the pile with key [item], of which the cards in the hand are enough. */
static void list_key(const struct game *game, struct choices *choices, int item, const struct question *about)
{
	const struct rules *rules = game->rules;
	cardset hand = cards_kinds(&game->seat[game->turn.seat].hand);
	struct composition cards = rules->pile.take[item].hand;
	struct act act =
		act_of(ACT_TAKE, (unsigned)item, (unsigned)pile_top(game), (unsigned)cards.naturals + cards.alike);

	if (rules->cards.wild >> act.kind & 1) {
		act.count = 0;
		each_choice_of_wilds(game, choices, act, kinds_like(rules, act.kind), 0, cards.alike, about, list_take);
	} else if (cards.wilds == 0)
		list_take(game, choices, act, about);
	else if (cards.wilds > 1)
		each_choice_of_wilds(game, choices, act, rules->cards.wild, 0, cards.wilds, about, list_take);
	else
		for (int i = 0; i < rules->wild_kinds; i++)
			if (hand >> rules->wild_kind[i] & 1)
				list_take(game, choices, act_with_wild(act, i), about);
}

/* Lists the ways of taking among [keys] if the pile can be taken. */
static void list_keys(const struct game *game, struct choices *choices, uint32_t keys)
{
	const struct rules *rules = game->rules;
	struct question about = question_with(game, pile_top(game));

	about.taking = true;
	if (rules->blocks_to_ask != 0 && pile_looks_blocked(&about))
		return;
	about.frozen = pile_looks_frozen(&about);
	about.frozen_known = true;
	if (about.frozen)
		keys &= ~rules->takes_unfrozen;
	for (; keys != 0; keys &= keys - 1)
		list_key(game, choices, __builtin_ctz(keys), &about);
}

static void list_takes(const struct game *game, struct choices *choices)
{
	const struct rules *rules = game->rules;
	uint32_t keys;

	if (game->pile_size == 0 || !((rules->takeable & ~rules->block_tops) >> pile_top(game) & 1))
		return;
	keys = keys_of(game, pile_top(game));
	if (keys != 0)
		list_keys(game, choices, keys);
}

/* ---- melding ---- */

/* What is asked about melding a card of [rank] now, which may happen in taking the pile. */
static inline struct question question_of_meld(const struct game *game, int rank)
{
	return (struct question){ .game = game,
		                  .seat = game->turn.seat,
		                  .side = game->turn.side,
		                  .rank = (uint8_t)(1 + rank_of(game->rules, rank)),
		                  .going_out = game->turn.owes_out,
		                  .taking = game->phase == PHASE_DRAW };
}

bool form_takes_wild_now(const struct game *game, int form, int rank)
{
	struct question about = question_of_meld(game, rank);

	return ask(game->rules->meld[form].wild_cards, &about);
}

bool form_may_begin_now(const struct game *game, int form, int rank, bool *owes_out)
{
	struct question about = question_of_meld(game, rank);

	if (ask(game->rules->meld[form].begun, &about))
		return true;
	if (about.going_out || game->turn.stays_in)
		return false;
	about.going_out = true;
	*owes_out = true;
	return ask(game->rules->meld[form].begun, &about) && !hand_cannot_go(game);
}

static void list_act(const struct game *game, struct choices *choices, struct act act, const struct question *about)
{
	(void)game;
	(void)about;
	list(choices, act);
}

/* Most melds begin with one wild card at most: one act for each kind in the hand. Every kind is written and kept if it
 * is there: a branch would depend on the cards. */
static void list_with_one_wild(const struct rules *rules, struct choices *choices, struct act act, cardset hand)
{
	struct act *to = room_for(choices, WILD_KINDS_MAX);

	if (to == NULL)
		return;
	for (int i = 0; i < rules->wild_kinds; i++) {
		*to = act_with_wild(act, i);
		to += hand >> rules->wild_kind[i] & 1;
	}
	choices->listed = (int)(to - choices->act);
}

/* The kinds of meld that take wild cards now, by their places, as sets of bits: those that were asked, and of them those
 * that do. What depends on the rank is asked for each. */
struct taking_wild {
	uint32_t known, taking;
};

/* What is known without asking. */
static struct taking_wild taking_wild_now(const struct game *game)
{
	const struct rules *rules = game->rules;
	bool alone = (own_side(game)->melded & rules->cards.wild) != 0;
	uint32_t taking = rules->wild_always | (alone ? 0 : rules->wild_first);

	return (struct taking_wild){ taking, taking };
}

APART static bool learn_takes_wild(const struct game *game, struct taking_wild *forms, int form, int rank)
{
	bool takes = form_takes_wild(game, form, rank);

	if (!(game->rules->wild_asks_rank >> form & 1)) {
		forms->known |= UINT32_C(1) << form;
		forms->taking |= (uint32_t)takes << form;
	}
	return takes;
}

static inline bool takes_wild(const struct game *game, struct taking_wild *forms, int form, int rank)
{
	return forms->known >> form & 1 ? forms->taking >> form & 1 : learn_takes_wild(game, forms, form, rank);
}

/* Lists the ways of beginning a meld of [rank] with these cards, which are there. */
static void list_new_meld(const struct game *game, struct choices *choices, const struct beginning *begin, int rank)
{
	const struct rules *rules = game->rules;
	struct act act = act_of(ACT_MELD, begin->form, (unsigned)rank, begin->naturals);

	if (begin->wilds == 0)
		list(choices, act);
	else if (begin->wilds == 1)
		list_with_one_wild(rules, choices, act, cards_kinds(&game->seat[game->turn.seat].hand));
	else
		each_choice_of_wilds(game, choices, act, rules->cards.wild, 0, begin->wilds, NULL, list_act);
}

/* The ranks of which the hand, with [wilds] wild cards, has the cards to begin a meld so. */
static inline cardset ranks_begun(const struct cards *hand, int wilds, const struct beginning *begin)
{
	if (begin->naturals == 0)
		return begin->wilds <= wilds ? begin->ranks : 0;
	return wilds >= begin->wilds ? begin->ranks & cards_at_least(hand, begin->naturals) : 0;
}

/* [wilds]: wild cards in the hand. [*owes_out] becomes true if one of these acts obliges the player to go out. */
static void list_new_melds(const struct game *game, struct choices *choices, int wilds, struct taking_wild *wild,
                           bool *owes_out)
{
	const struct rules *rules = game->rules;
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	cardset open = ranks_to_begin(own_side(game));
	bool owes;

	for (int b = 0; b < rules->beginning_count; b++) {
		const struct beginning *begin = &rules->beginnings[b];
		cardset ranks = ranks_begun(hand, wilds, begin) & open;
		for (; ranks != 0; ranks &= ranks - 1) {
			int rank = __builtin_ctzll(ranks);
			if (!form_may_begin(game, begin->form, rank, &owes) ||
			    (begin->wilds > 0 && !takes_wild(game, wild, begin->form, rank)))
				continue;
			*owes_out |= owes;
			list_new_meld(game, choices, begin, rank);
		}
	}
}

static void list_wild_additions(const struct game *game, struct choices *choices, struct taking_wild *wild)
{
	const struct rules *rules = game->rules;
	const struct side *side = own_side(game);
	cardset all = cards_kinds(&game->seat[game->turn.seat].hand), ranks = side->takes_wild;
	struct act *to = room_for(choices, KINDS_MAX * WILD_KINDS_MAX);

	if ((all & rules->cards.wild) == 0 || to == NULL)
		return;
	for (; ranks != 0; ranks &= ranks - 1) {
		int rank = __builtin_ctzll(ranks), meld = side->meld_of[rank], form = side->meld[meld].form;
		if (!takes_wild(game, wild, form, rank))
			continue;
		for (int i = 0; i < rules->wild_kinds; i++) {
			*to = act_of(ACT_ADD, (unsigned)meld, rules->wild_kind[i], 0);
			to += all >> rules->wild_kind[i] & 1;
		}
	}
	choices->listed = (int)(to - choices->act);
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

static int cards_of(struct act act)
{
	return act.verb == ACT_ADD ? 1 : act.count + act_wilds(act);
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

/* What plan_out() says of the position, looked at once however often it is asked. */
struct out_look {
	bool taken;
	enum answer answer;
	struct out_plan plan;
};

static enum answer look_out(const struct game *game, struct out_look *look)
{
	if (!look->taken)
		look->answer = plan_out(game, &look->plan);
	look->taken = true;
	return look->answer;
}

/* What decides whether an act of melding is kept. */
struct keeping {
	const struct opening *opening; /* what an unopened side could lay, NULL if it has opened */
	bool sure;                     /* the plan of it is */
	struct known known;
	enum answer out; /* whether the player can go out, with: */
	const struct out_plan *plan;
};

static bool keeps(const struct game *game, struct keeping *keeping, struct act act)
{
	return keeping->opening != NULL ? opening_act_ends(game, keeping->opening, keeping->sure, act, &keeping->known)
	                                : opened_act_ends(game, keeping->out, keeping->plan, act);
}

/* Keeps those of the listed acts between two places, from place [to] on; the place behind the last one. */
static int keep_listed(const struct game *game, struct choices *choices, struct keeping *keeping, int from, int behind,
                       int to)
{
	for (int i = from; i < behind; i++)
		if (keeps(game, keeping, choices->act[i]))
			choices->act[to++] = choices->act[i];
	return to;
}

/* Keeps those of the acts of melding after which the turn can end. [opening]: what an unopened side could lay, NULL if it
 * has opened. */
static void keep_those_that_end(const struct game *game, struct choices *choices, const struct opening *opening,
                                struct out_look *look)
{
	bool never =
		(game->turn.stays_in || (!game->rules->plain_melds && hand_cannot_go(game))) && !may_end_short(game);
	struct keeping keeping;
	int first = choices->first;

	keeping.opening = opening;
	keeping.sure = opening != NULL && opening_is_sure(game, opening, cards_waiting(game));
	keeping.known.known = false;
	keeping.out = never ? NO : UNSURE;
	keeping.plan = &look->plan;
	if (opening == NULL && !never && (choices->listed > 0 || choices->additions != 0))
		keeping.out = look_out(game, look);
	choices->first = keep_listed(game, choices, &keeping, 0, first, 0);
	for (cardset kinds = choices->additions; kinds != 0; kinds &= kinds - 1) {
		unsigned kind = (unsigned)__builtin_ctzll(kinds);
		if (!keeps(game, &keeping, act_of(ACT_ADD, choices->meld_of[kind], kind, 0)))
			choices->additions &= ~(kinds & -kinds);
	}
	choices->listed = keep_listed(game, choices, &keeping, first, choices->listed, choices->first);
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

static void list_melds(const struct game *game, struct choices *choices, struct out_look *look)
{
	const struct rules *rules = game->rules;
	bool opened = own_side(game)->opened, owes_out = game->turn.owes_out;
	int size = game->seat[game->turn.seat].size;
	struct taking_wild wild = taking_wild_now(game);
	struct opening opening;
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	int wilds = cards_count_in(hand, rules->cards.wild);
	bool begins = (useful_kinds(rules, hand) & ranks_to_begin(own_side(game))) != 0 ||
	              (rules->wild_melds && wilds >= rules->wild_meld_least);

	if (!opened) {
		if (!begins && !game->turn.melded)
			return;
		plan_opening(game, &opening);
		if (opening.limit < game->turn.minimum && !game->turn.melded &&
		    ((SHORTCUTS && !opening.waivable) || whole_hand_cannot_go(game)))
			return;
	}
	if (begins)
		list_new_melds(game, choices, wilds, &wild, &owes_out);
	choices->first = choices->listed;
	choices->additions = cards_kinds(hand) & own_side(game)->takes_natural;
	list_wild_additions(game, choices, &wild);
	if (!opened || owes_out || !discard_is_sure(game) ||
	    (size < rules->begin_most + 2 && size - most_cards_of(choices) < 2))
		keep_those_that_end(game, choices, opened ? NULL : &opening, look);
}

/* ---- asking and discarding ---- */

/* Whether the turn could end after the partner said yes, and the player went out. */
static bool yes_ends(const struct game *game, struct out_look *look)
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

/* True if the player may put the question to the partner now. */
static bool may_ask(const struct game *game, struct out_look *look)
{
	const struct rules *rules = game->rules;
	int answer = rules->going_out.answer;

	if ((!game->turn.fresh & (rules->going_out.ask_when == going_out_ask_when_before_melding)) | game->turn.asked |
	    game->turn.pending)
		return false;
	if (rules->going_out.ask == going_out_ask_never ||
	    (rules->going_out.ask_again == going_out_ask_again_not_in_this_deal && game->seat[game->turn.seat].asked) ||
	    !has_partner(game, game->turn.seat))
		return false;
	if ((answer == going_out_answer_binding || rules->going_out.who_asks == going_out_who_asks_able_to_go_out) &&
	    !yes_ends(game, look))
		return false;
	return answer == going_out_answer_advice || no_can_be_obeyed(game);
}

/* Finds the kinds that may be discarded now. */
static void find_discards(const struct game *game, struct choices *choices)
{
	const struct seat *seat = &game->seat[game->turn.seat];
	bool owes = game->turn.owes_out | (game->turn.melded & !own_side(game)->opened), last;

	if (game->turn.pending | game->turn.stops | (owes & (seat->size > 1)))
		return;
	last = discard_goes_out(game);
	if (last && !may_go_out(game))
		return;
	choices->discards = cards_kinds(&seat->hand);
	choices->discard_count = seat->hand.different;
	if (game->rules->discard.ban_count > 0) {
		choices->discards = discardable(game, last);
		if (choices->discards != cards_kinds(&seat->hand))
			choices->discard_count = set_size(choices->discards);
	}
}

/* Special hands come last in the list. */
static void list_specials(const struct game *game, struct choices *choices)
{
	for (cardset items = specials_now(game); items != 0; items &= items - 1)
		list(choices, act_of(ACT_SPECIAL, (unsigned)__builtin_ctzll(items), 0, 0));
}

/* ---- bonus cards and talons ---- */

static void list_layings(const struct game *game, struct choices *choices)
{
	for (cardset kinds = bonus_to_lay(game); kinds != 0; kinds &= kinds - 1)
		if (hand_can_spare(game, __builtin_ctzll(kinds)))
			list(choices, act_of(ACT_LAY, 0, (unsigned)__builtin_ctzll(kinds), 0));
}

/* True at a glance if there may be a special hand: these kinds of card, and so many. */
static bool specials_fit(const struct game *game)
{
	const struct seat *seat = &game->seat[game->turn.seat];
	unsigned size = (unsigned)seat->size + (game->phase == PHASE_DRAW); /* with the top card of the pile */

	return size <= PATTERN_CARDS_MAX && (game->rules->special_sizes >> size & 1) &&
	       (cards_kinds(&seat->hand) & ~game->rules->special_kinds) == 0;
}

/* True if there may be any of the acts that most games do not have. */
static bool has_rare_acts(const struct game *game)
{
	const struct rules *rules = game->rules;

	return rules->rare_acts &&
	       (rules->bonus.laid == bonus_laid_by_choice || game->turn.stops || specials_fit(game));
}

APART static void list_rare_acts(const struct game *game, struct choices *choices)
{
	if (game->rules->bonus.laid == bonus_laid_by_choice)
		list_layings(game, choices);
	if (game->turn.stops && may_stop(game))
		list(choices, act_of(ACT_STOP, 0, 0, 0));
	if (specials_fit(game))
		list_specials(game, choices);
}

static void list_talon(const struct game *game, struct choices *choices)
{
	list(choices, act_of(ACT_TALON, 0, 0, 1));
	if (game->seat[game->turn.seat].size > 0)
		list(choices, act_of(ACT_TALON, 0, 0, 0));
}

/* ---- all ---- */

/* The way of taking among [takes] that may not be declined, or -1. */
static int forced_take(const struct game *game, const struct choices *takes)
{
	struct question about;

	if (game->pile_size == 0)
		return -1;
	about = question_with(game, pile_top(game));
	about.taking = true;
	for (int i = 0; i < takes->listed; i++)
		if (takes->act[i].verb == ACT_TAKE && ask(game->rules->pile.take[takes->act[i].item].forced, &about))
			return takes->act[i].item;
	return -1;
}

bool must_take(const struct game *game, int *item)
{
	struct choices takes;

	takes.listed = 0;
	if (game->rules->takes_forced)
		list_takes(game, &takes);
	*item = forced_take(game, &takes);
	return *item >= 0;
}

/* Drawing comes first, but not where a take is forced. */
static void list_beginnings(const struct game *game, struct choices *choices)
{
	list(choices, act_of(ACT_DRAW, 0, 0, 0));
	list_takes(game, choices);
	if (game->rules->takes_forced && forced_take(game, choices) >= 0)
		choices->act[0] = choices->act[--choices->listed];
	if (has_rare_acts(game))
		list_rare_acts(game, choices);
}

static void list_turn(const struct game *game, struct choices *choices)
{
	struct out_look look;

	look.taken = false;
	choices->first = 0;
	choices->additions = 0;
	choices->meld_of = own_side(game)->meld_of;
	list_melds(game, choices, &look);
	choices->addition_count = set_size(choices->additions);
	if (may_ask(game, &look))
		list(choices, act_of(ACT_ASK, 0, 0, 0));
	choices->early = choices->listed;
	find_discards(game, choices);
	if (has_rare_acts(game) || game->turn.stops)
		list_rare_acts(game, choices);
}

APART static void list_answers(struct choices *choices)
{
	list(choices, act_of(ACT_ANSWER, 0, 0, 1));
	list(choices, act_of(ACT_ANSWER, 0, 0, 0));
}

void game_choices(const struct game *game, struct choices *choices)
{
	choices->listed = choices->addition_count = choices->discard_count = 0;
	choices->first = ACTS_MAX; /* all of them, unless it is time to meld */
	if (game->phase == PHASE_MELD)
		list_turn(game, choices);
	else if (game->phase == PHASE_DRAW)
		list_beginnings(game, choices);
	else if (game->phase == PHASE_TALON)
		list_talon(game, choices);
	else if (game->phase == PHASE_ANSWER)
		list_answers(choices);
	choices->count = choices->listed + choices->addition_count + choices->discard_count;
}

void game_legal(const struct game *game, struct acts *acts)
{
	struct choices choices;

	game_choices(game, &choices);
	acts->count = choices.count;
	for (int i = 0; i < choices.count; i++)
		acts->act[i] = choice_at(&choices, i);
}
