/* legal.c -- every legal act, at the grain of kinds of card. A meld is begun with as few cards as make one and then
 * grows card by card, so any meld can be reached and none is listed twice.
 *
 * First come the acts whose own cards fit; where something is owed, or so few cards are left that the turn might
 * not end well, each is kept only if the turn can still end (finish.c). */
#include "game/play.h"

static void list(struct acts *acts, struct act act)
{
	if (acts->count < ACTS_MAX)
		acts->act[acts->count++] = act;
}

/* ---- taking the pile ---- */

static struct reason refused(enum refusal refusal, int row, int item)
{
	return (struct reason){ .refusal = refusal, .row = row, .item = item, .kind = -1 };
}

/* The form of a new meld of the top card with these cards, or -1. */
static int new_meld_form(const struct game *game, struct act act)
{
	const struct rules *rules = game->rules;
	bool owes_out;

	for (int i = 0; i < rules->meld_count; i++)
		if ((rules->form[i].ranks >> act.kind & 1) &&
		    form_allows(&rules->form[i], act.count + 1, act_wilds(act)) && form_may_begin(game, i, &owes_out) &&
		    !owes_out)
			return i;
	return -1;
}

int take_makes_meld(const struct game *game, struct act act, struct reason *reason)
{
	const struct rules *rules = game->rules;
	const struct side *side = own_side(game);
	const struct meld *meld = meld_of(side, act.kind);
	int onto = rules->pile.take[act.item].onto, form;

	if (meld != NULL && onto == take_onto_new_meld) {
		*reason = refused(REFUSAL_TAKE_NEEDS_NEW, ROW_take_onto, act.item);
		return -1;
	}
	if (meld == NULL && onto == take_onto_own_meld) {
		*reason = refused(REFUSAL_TAKE_NEEDS_MELD, ROW_take_onto, act.item);
		return -1;
	}
	if (meld == NULL) {
		form = new_meld_form(game, act);
		*reason = refused(REFUSAL_MELD_COMPOSITION, ROW_meld_wilds, 0);
		return form >= 0 ? MELDS_MAX + form : -1;
	}
	if (meld->cards.naturals + act.count + 1 <= MELD_CARDS_MAX &&
	    form_allows(&rules->form[meld->form], meld->cards.naturals + act.count + 1,
	                meld->cards.wilds + act_wilds(act)))
		return side->meld_of[act.kind];
	*reason = refused(REFUSAL_MELD_FULL, ROW_meld_wilds, meld->form);
	return -1;
}

/* The hand after a take, the cards of the pile included, is large enough for any turn to end. */
static bool take_is_safe(const struct game *game, struct act act)
{
	int size = game->seat[game->turn.seat].size - act.count - act_wilds(act) + game->pile_size - 1;

	return own_side(game)->opened && size >= 2 && game->rules->discard.ban_count == 0 &&
	       (game->pile_kinds & game->rules->bonus.cards) == 0;
}

static void list_take(const struct game *game, struct acts *acts, struct act act, const struct question *about)
{
	struct reason reason;

	if (take_makes_meld(game, act, &reason) < 0 || !ask(game->rules->pile.take[act.item].when, about))
		return;
	if (take_is_safe(game, act) || act_leads_to_end(game, act))
		list(acts, act);
}

/* Calls for every way of choosing [count] wild cards of the hand, from wild kind [from] on. */
typedef void (*with_wilds)(const struct game *game, struct acts *acts, struct act act, const struct question *about);

static void each_choice_of_wilds(const struct game *game, struct acts *acts, struct act act, int from, int count,
                                 const struct question *about, with_wilds call)
{
	const struct rules *rules = game->rules;
	int have;

	if (count == 0) {
		call(game, acts, act, about);
		return;
	}
	if (from == rules->wild_kinds)
		return;
	have = cards_count(&game->seat[game->turn.seat].hand, rules->wild_kind[from]);
	for (int some = have < count ? have : count; some >= 0; some--) {
		act.wild[from] = (uint8_t)some;
		each_choice_of_wilds(game, acts, act, from + 1, count - some, about, call);
	}
}

static void list_takes(const struct game *game, struct acts *acts)
{
	const struct rules *rules = game->rules;
	const struct seat *seat = &game->seat[game->turn.seat];
	struct question about = question_now(game);
	int top, have, item;
	bool wild, looked = false;

	if (game->pile_size == 0)
		return;
	top = pile_top(game);
	have = cards_count(&seat->hand, top);
	wild = (cards_kinds(&seat->hand) & rules->cards.wild) != 0;
	if (!(rules->naturals >> top & 1))
		return;
	about.taking = true;
	for (int i = 0; i < rules->pile.take_count; i++) {
		struct composition hand = rules->pile.take[i].hand;
		struct act act = { .verb = ACT_TAKE, .item = (uint8_t)i, .kind = (uint8_t)top, .count = hand.naturals };
		if (have < hand.naturals || (hand.wilds > 0 && !wild) ||
		    (rules->pile.take[i].onto == take_onto_own_meld && meld_of(own_side(game), top) == NULL))
			continue;
		if (!looked && pile_is_blocked(&about, &item))
			return;
		looked = true;
		each_choice_of_wilds(game, acts, act, 0, hand.wilds, &about, list_take);
	}
}

/* ---- melding ---- */

bool form_may_begin(const struct game *game, int form, bool *owes_out)
{
	struct question about;

	*owes_out = false;
	if (game->rules->form[form].always_begun)
		return true;
	about = question_now(game);
	about.going_out = game->turn.owes_out;
	if (ask(game->rules->meld[form].begun, &about))
		return true;
	if (about.going_out || game->turn.stays_in)
		return false;
	about.going_out = true;
	*owes_out = true;
	return ask(game->rules->meld[form].begun, &about) && !hand_cannot_go(game);
}

static void list_act(const struct game *game, struct acts *acts, struct act act, const struct question *about)
{
	(void)game;
	(void)about;
	list(acts, act);
}

static void list_new_melds(const struct game *game, struct acts *acts)
{
	const struct rules *rules = game->rules;
	const struct seat *seat = &game->seat[game->turn.seat];
	cardset melded = own_side(game)->melded, all = cards_kinds(&seat->hand);
	int wilds = (all & rules->cards.wild) != 0 ? cards_count_in(&seat->hand, rules->cards.wild) : 0;
	bool owes_out;

	for (int i = 0; i < rules->meld_count; i++) {
		const struct form *form = &rules->form[i];
		bool looked = false;
		for (int b = 0; b < form->begin_count; b++) {
			struct composition begin = form->begin[b];
			cardset ranks;
			if (begin.wilds > wilds)
				continue;
			ranks = form->ranks == 0 ? UINT64_C(1) << rules->wild_kind[0]
			                         : form->ranks & cards_at_least(&seat->hand, begin.naturals);
			ranks &= ~melded;
			if (ranks == 0)
				continue;
			if (!looked && !form_may_begin(game, i, &owes_out))
				break;
			looked = true;
			for (; ranks != 0; ranks &= ranks - 1) {
				struct act act = { .verb = ACT_MELD, .item = (uint8_t)i,
					           .kind = (uint8_t)__builtin_ctzll(ranks), .count = begin.naturals };
				each_choice_of_wilds(game, acts, act, 0, begin.wilds, NULL, list_act);
			}
		}
	}
}

static void list_additions(const struct game *game, struct acts *acts)
{
	const struct rules *rules = game->rules;
	const struct side *side = own_side(game);
	cardset all = cards_kinds(&game->seat[game->turn.seat].hand), kinds;

	for (kinds = all & side->takes_natural & ~rules->cards.wild; kinds != 0; kinds &= kinds - 1) {
		int kind = __builtin_ctzll(kinds);
		list(acts, (struct act){ .verb = ACT_ADD, .item = side->meld_of[kind], .kind = (uint8_t)kind });
	}
	if ((all & rules->cards.wild) == 0)
		return;
	for (kinds = side->takes_wild; kinds != 0; kinds &= kinds - 1)
		for (int i = 0; i < rules->wild_kinds; i++)
			if (all >> rules->wild_kind[i] & 1)
				list(acts, (struct act){ .verb = ACT_ADD,
				                         .item = side->meld_of[__builtin_ctzll(kinds)],
				                         .kind = rules->wild_kind[i] });
}

/* True if no meld that the hand could make would lead to an initial meld. */
static bool opening_is_hopeless(const struct game *game)
{
	int left;
	bool exact;

	return initial_meld_limit(game, &left, &exact) < game->turn.minimum && hand_cannot_go(game);
}

/* Keeps those of the acts from place [from] on after which the turn can end. */
static void keep_those_that_end(const struct game *game, struct acts *acts, int from)
{
	int kept = from;

	for (int i = from; i < acts->count; i++)
		if (act_leads_to_end(game, acts->act[i]))
			acts->act[kept++] = acts->act[i];
	acts->count = kept;
}

static int cards_of(struct act act)
{
	return act.verb == ACT_ADD ? 1 : act.count + act_wilds(act);
}

static void list_melds(const struct game *game, struct acts *acts)
{
	const struct side *side = own_side(game);
	int size = game->seat[game->turn.seat].size, from = acts->count, kept = from;
	bool careful = !side->opened || game->turn.owes_out || game->rules->discard.ban_count > 0;

	if (!side->opened && game->turn.count == 0 && opening_is_hopeless(game))
		return;
	list_new_melds(game, acts);
	list_additions(game, acts);
	if (careful) {
		keep_those_that_end(game, acts, from);
		return;
	}
	for (int i = from; i < acts->count; i++) {
		struct act act = acts->act[i];
		bool safe = size - cards_of(act) >= 2 && (act.verb == ACT_ADD || game->rules->form[act.item].always_begun);
		if (safe || act_leads_to_end(game, act))
			acts->act[kept++] = act;
	}
	acts->count = kept;
}

/* ---- asking and discarding ---- */

/* True if the player may put the question to the partner now. */
static bool may_ask(const struct game *game)
{
	struct game after;

	if (game->rules->going_out.ask != going_out_ask_optional || !game->turn.fresh || game->turn.asked ||
	    game->turn.pending || game->rules->table.players == game->rules->table.sides || hand_cannot_go(game))
		return false;
	after = *game;
	after.turn.owes_out = true;
	if (!turn_can_end(&after))
		return false;
	after.turn.owes_out = game->turn.owes_out;
	after.turn.stays_in = true;
	return game->rules->going_out.answer == going_out_answer_advice || turn_can_end(&after);
}

static void list_discards(const struct game *game, struct acts *acts)
{
	const struct seat *seat = &game->seat[game->turn.seat];
	int item;

	if (game->turn.pending || (game->turn.count > 0 && !own_side(game)->opened && seat->size > 1) ||
	    (game->turn.owes_out && seat->size > 1))
		return;
	if (seat->size == 1 && !may_go_out(game))
		return;
	for (cardset kinds = cards_kinds(&seat->hand); kinds != 0; kinds &= kinds - 1) {
		int kind = __builtin_ctzll(kinds);
		if (game->rules->discard.ban_count == 0 || !discard_is_banned(game, kind, seat->size == 1, &item))
			list(acts, (struct act){ .verb = ACT_DISCARD, .kind = (uint8_t)kind });
	}
}

void game_legal(const struct game *game, struct acts *acts)
{
	acts->count = 0;
	switch ((enum phase)game->phase) {
	case PHASE_DRAW:
		list(acts, (struct act){ .verb = ACT_DRAW });
		list_takes(game, acts);
		break;
	case PHASE_MELD:
		list_melds(game, acts);
		if (may_ask(game))
			list(acts, (struct act){ .verb = ACT_ASK });
		list_discards(game, acts);
		break;
	case PHASE_ANSWER:
		list(acts, (struct act){ .verb = ACT_ANSWER, .count = 1 });
		list(acts, (struct act){ .verb = ACT_ANSWER });
		break;
	case PHASE_OVER: break;
	}
}
