/* refuse.c -- why an act is refused. The same questions as in legal.c, takes.c and melds.c, but one act at a time, in the
 * order in which a referee would put them, and each no with the rule behind it. They and this file agree on every act: a test
 * compares them position by position. */
#include "game/opening.h"

static struct reason because(enum refusal refusal, int row, int item, int kind)
{
	return (struct reason){ .refusal = refusal, .row = row, .item = item, .kind = kind };
}

static struct reason because_of(enum refusal refusal, int kind)
{
	return because(refusal, -1, 0, kind);
}

/* [row] of an item if it was stated, else [other], where more may be said of the matter. */
static int stated_or(const struct rules *rules, int row, int item, int other)
{
	return rules_cell(rules, (enum row_id)row, item)->statement != NULL ? row : other;
}

static const struct reason LEGAL = { .refusal = REFUSAL_NONE, .row = -1, .kind = -1 };

/* ---- hands ---- */

/* The cards an act lays down are in the hand. */
static struct reason hand_has(const struct game *game, struct act act)
{
	const struct rules *rules = game->rules;
	const struct cards *hand = &game->seat[game->turn.seat].hand;

	if (act.count > 0 && (act.kind >= rules->kinds || cards_count(hand, act.kind) < act.count))
		return because_of(REFUSAL_NOT_IN_HAND, act.kind < rules->kinds ? act.kind : -1);
	for (int i = 0; i < WILD_KINDS_MAX; i++)
		if (act.wild[i] > 0 && (i >= rules->wild_kinds || cards_count(hand, rules->wild_kind[i]) < act.wild[i]))
			return because_of(REFUSAL_NOT_IN_HAND, i < rules->wild_kinds ? rules->wild_kind[i] : -1);
	return LEGAL;
}

static bool act_is_plain(struct act act, bool item, bool kind, bool count, bool wild)
{
	return (item || act.item == 0) && (kind || act.kind == 0) && (count || act.count == 0) &&
	       (wild || act_wilds(act) == 0);
}

/* ---- whether the turn could end afterwards ---- */

/* Going out is owed, and what binds the player to it. */
static struct reason must_go_out(const struct game *game)
{
	int by = game->turn.bound_by;

	if (by >= BOUND_BY_TAKE)
		return because(REFUSAL_MUST_GO_OUT, ROW_take_when, by - BOUND_BY_TAKE, -1);
	return by == 0 ? because(REFUSAL_MUST_GO_OUT, ROW_going_out_answer, 0, -1)
	               : because(REFUSAL_MUST_GO_OUT, ROW_meld_begun, by - 1, -1);
}

/* True if the turn cannot end after [act] only because of what the initial meld must contain. */
static bool lacks_contents(const struct game *game, struct act act)
{
	struct game after;

	if (own_side(game)->opened || game->rules->plain_opening)
		return false;
	copy_turn(&after, game);
	after.turn.any_contents = true;
	apply_cards(&after, act);
	return turn_can_end(&after);
}

/* No card of the hand may be discarded behind the act: the ban on one of them. */
static struct reason nothing_to_discard(const struct game *game)
{
	const struct seat *seat = &game->seat[game->turn.seat];
	cardset kinds = cards_kinds(&seat->hand);
	int kind = kinds != 0 ? __builtin_ctzll(kinds) : -1, item = 0;

	if (kind >= 0)
		discard_is_banned(game, kind, seat->size == 1, &item);
	return because(REFUSAL_NO_DISCARD_LEFT, (int)rules_ban_row(game->rules, item), item, kind);
}

/* True if the turn could end with a discard if any card might be discarded. */
static bool only_bans_hinder(const struct game *game)
{
	return game->seat[game->turn.seat].size >= 2 && !game->turn.pending && !game->turn.owes_out &&
	       !owes_opening(game);
}

/* The player may not go out, and why. */
static struct reason must_stay_in(const struct game *game)
{
	return game->turn.asked ? because(REFUSAL_SAID_NO, ROW_going_out_answer, 0, -1)
	                        : because(REFUSAL_ASK_FIRST, ROW_going_out_ask, 0, -1);
}

/* True if the turn could end after [act] if the initial meld needed no minimum. */
static bool only_minimum_hinders(const struct game *game, struct act act)
{
	struct game free;

	copy_turn(&free, game);
	free.turn.minimum = 0;
	apply_cards(&free, act);
	return turn_can_end(&free);
}

/* True if the turn could end if any card might be discarded. */
static bool only_a_ban_hinders(const struct game *game)
{
	struct game free;

	if (game->rules->discard.ban_count == 0)
		return false;
	copy_turn(&free, game);
	free.turn.bans_yield = BANS_ALL;
	return turn_can_end(&free);
}

/* True if the turn could end if the side had the canastas that going out needs. */
static bool canastas_would_do(const struct game *game)
{
	struct game rich;

	copy_turn(&rich, game);
	rich.side[rich.turn.side].canastas = (uint8_t)game->rules->going_out.canastas;
	return turn_can_end(&rich);
}

/* The initial meld can be made, but leaves too few cards to discard one and keep one. */
static struct reason minimum_takes_all(const struct game *game)
{
	struct reason reason = because(REFUSAL_MINIMUM_TAKES_ALL, ROW_initial_meld_minimum, 0, -1);

	reason.have = game->turn.count;
	reason.need = game->turn.minimum;
	return reason;
}

/* What the initial meld comes to, if that is too little however the turn goes on. */
static struct reason opening_falls_short(const struct game *game, struct act act, const struct game *after)
{
	int32_t limit = opening_limit(after);
	struct reason reason;

	if (limit < after->turn.minimum) {
		reason = because_of(REFUSAL_BELOW_MINIMUM, -1);
		reason.row = ROW_initial_meld_minimum;
		reason.have = limit;
	} else if (after->turn.withheld > 0 && only_minimum_hinders(game, act)) {
		reason = because(REFUSAL_MINIMUM_OWED, ROW_initial_meld_minimum, 0, -1);
		reason.have = after->turn.count;
	} else
		return LEGAL;
	reason.need = after->turn.minimum;
	return reason;
}

/* Why somebody who owes going out could not do so behind the act. */
static struct reason out_is_owed(const struct game *game, struct act act, const struct game *after)
{
	struct question about = question_now(after);
	struct reason reason = LEGAL;

	about.going_out = true;
	if (after->seat[after->turn.seat].size == 0 && may_go_out(after))
		return because(REFUSAL_DISCARD_NEEDED, ROW_going_out_discard, 0, -1);
	if (game->turn.owes_out)
		return must_go_out(game);
	/* the meld itself binds the player to go out */
	return contract_is_met(&about, &reason) ? because(REFUSAL_MELD_NOT_NOW, ROW_meld_begun, act.item, -1) : reason;
}

/* Why somebody who could neither discard nor go out behind the act may not do it. */
static struct reason card_is_needed(const struct game *game, struct act act, const struct game *after)
{
	struct question about = question_now(after);
	bool opened = own_side(after)->opened;
	int left = after->seat[after->turn.seat].size;
	struct reason reason = LEGAL;

	about.going_out = true;
	if (after->turn.stays_in && after->turn.asked)
		return must_stay_in(after);
	if (only_a_ban_hinders(after))
		return nothing_to_discard(after);
	if (!contract_is_met(&about, &reason))
		return !opened && !canastas_would_do(after) && only_minimum_hinders(game, act)
		               ? minimum_takes_all(after)
		               : reason;
	if (after->turn.stays_in && left < 2)
		return must_stay_in(after);
	if (left == 0)
		return because(REFUSAL_DISCARD_NEEDED, ROW_going_out_discard, 0, -1);
	return opened ? nothing_to_discard(after) : minimum_takes_all(after);
}

/* Tells which debt could not be paid after [act]. */
static struct reason debt_left(const struct game *game, struct act act)
{
	struct reason reason = LEGAL;
	struct game after;

	copy_turn(&after, game);
	apply_cards(&after, act);
	if (turn_can_end(&after))
		return LEGAL;
	if (only_bans_hinder(&after))
		return nothing_to_discard(&after);
	if (lacks_contents(game, act))
		return because(REFUSAL_CONTAINS, ROW_initial_meld_contains, 0, -1);
	if (!own_side(&after)->opened)
		reason = opening_falls_short(game, act, &after);
	if (reason.refusal != REFUSAL_NONE)
		return reason;
	return after.turn.owes_out ? out_is_owed(game, act, &after) : card_is_needed(game, act, &after);
}

/* ---- taking ---- */

/* The kind of meld that so many cards come nearest to beginning: one that allows them before others, and of those one that
 * may be begun now. 0 if no kind has such cards. */
static int form_meant(const struct game *game, struct act act, int naturals, int wilds)
{
	const struct rules *rules = game->rules;
	bool wild = rules->cards.wild >> act.kind & 1, owes_out;
	int meant = 0, nearest = 0;

	for (int i = 0; i < rules->meld_count; i++) {
		const struct form *form = &rules->form[i];
		bool allows = form_allows(form, naturals, wilds);
		int near = 1 + allows + (allows && form_may_begin(game, i, rank_of(rules, act.kind), &owes_out));
		if ((wild ? form->ranks == 0 : form->ranks >> act.kind & 1) && near > nearest)
			meant = i, nearest = near;
	}
	return meant;
}

/* True if the top card of the pile can be part of some meld that a take makes. */
static bool top_has_rank(const struct rules *rules, int top)
{
	return rules->takeable >> top & 1;
}

/* True if only the table stands against another meld beside this one of its rank. */
static bool lacks_room(const struct game *game, const struct meld *meld)
{
	return meld->canasta >= 0 && game->rules->form[meld->form].comes_again &&
	       !room_for_another(game->rules, own_side(game));
}

/* Why the top card makes no meld with the cards of a take. */
static struct reason refuse_joining(const struct game *game, struct act act)
{
	const struct rules *rules = game->rules;
	int onto = rules->pile.take[act.item].onto, rank = rank_of(rules, act.kind), form;
	const struct side *side = own_side(game);
	const struct meld *meld = meld_of(side, rank);
	bool wild = rules->cards.wild >> act.kind & 1;
	int naturals = act.count + !wild, wilds = act_wilds(act) + wild;

	if (meld != NULL && onto == take_onto_new_meld && !(ranks_to_begin(side) >> rank & 1))
		return lacks_room(game, meld) ? because_of(REFUSAL_NO_ROOM, act.kind)
		                              : because(REFUSAL_TAKE_NEEDS_NEW, ROW_take_onto, act.item, act.kind);
	if (meld == NULL && onto == take_onto_own_meld)
		return because(REFUSAL_TAKE_NEEDS_MELD, ROW_take_onto, act.item, act.kind);
	form = meld != NULL ? meld->form : form_meant(game, act, naturals, wilds);
	if (meld != NULL)
		naturals += meld->cards.naturals, wilds += meld->cards.wilds;
	if (!form_allows(&rules->form[form], naturals, wilds))
		return because(meld != NULL ? REFUSAL_MELD_FULL : REFUSAL_MELD_COMPOSITION,
		               rules_limit_broken(rules, form, naturals, wilds), form, act.kind);
	if (act_wilds(act) + wild > 0 && !form_takes_wild(game, form, rank))
		return because(REFUSAL_WILD_NOT_NOW, ROW_meld_wild_cards, form, rank);
	if (meld != NULL && act.count + !wild > 0 && !form_takes_natural(game, form, rank))
		return because(REFUSAL_NATURAL_NOT_NOW, ROW_meld_natural_cards, form, rank);
	return because(REFUSAL_MELD_NOT_NOW, ROW_meld_begun, form, -1);
}

/* True if the pile is frozen, by freeze [*item], and could be taken in this way if it was not. */
static bool only_freeze_hinders(struct question about, int take, int *item)
{
	bool owes_out;

	if (!pile_is_frozen(&about, item))
		return false;
	about.frozen_known = true;
	about.frozen = false;
	return take_condition(&about, take, &owes_out);
}

/* What says which cards a take is made with: those of the hand, or the meld that the top card joins. */
static int take_row(const struct rules *rules, int item)
{
	return stated_or(rules, ROW_take_hand, item, ROW_take_onto);
}

/* The pile is blocked by [item]: for its top card, or for whatever else the condition asks. */
static struct reason refuse_blocked(const struct rules *rules, int item, int top)
{
	formula when = rules->pile.block[item].when;
	bool by_top = ir_is_fact(when->ir, FACT_pile_top);

	return because(by_top ? REFUSAL_PILE_BLOCKED : REFUSAL_PILE_BLOCKED_NOW, ROW_block_when, item, top);
}

static struct reason refuse_take(const struct game *game, struct act act)
{
	const struct rules *rules = game->rules;
	struct question about;
	struct reason reason;
	bool owes_out;
	int top, item;

	if (game->phase != PHASE_DRAW)
		return because_of(REFUSAL_NOT_NOW_DRAW, -1);
	if (game->pile_size == 0)
		return because_of(REFUSAL_NO_PILE, -1);
	top = pile_top(game);
	if (act.item >= rules->pile.take_count)
		return because_of(REFUSAL_NO_SUCH_TAKE, -1);
	about = question_with(game, top);
	about.taking = true;
	if (pile_is_blocked(&about, &item))
		return refuse_blocked(rules, item, top);
	if (!top_has_rank(rules, top))
		return because(REFUSAL_TOP_NO_RANK, take_row(rules, act.item), act.item, top);
	if (act.kind != top)
		return because_of(REFUSAL_NOT_THE_TOP, top);
	if (!take_wants(rules, act.item, act))
		return because(REFUSAL_NO_SUCH_TAKE, ROW_take_hand, act.item, -1);
	if (!take_condition(&about, act.item, &owes_out))
		return only_freeze_hinders(about, act.item, &item)
		               ? because(REFUSAL_PILE_FROZEN, ROW_freeze_when, item, top)
		               : because(REFUSAL_TAKE_CONDITION, ROW_take_when, act.item, top);
	reason = hand_has(game, act);
	if (reason.refusal != REFUSAL_NONE)
		return reason;
	if (take_makes_meld(game, act) < 0)
		return refuse_joining(game, act);
	reason = debt_left(game, act);
	if (owes_out && reason.refusal != REFUSAL_NONE)
		return because(REFUSAL_TAKE_CONDITION, ROW_take_when, act.item, top);
	return reason;
}

/* ---- melding ---- */

/* The limit that keeps wild cards alone from being a meld, or else its ranks. */
static int wild_alone_row(const struct rules *rules, int item)
{
	int least = 0, most = 0;
	bool limited = rules_limit(rules, item, ROW_meld_naturals, MELD_CARDS_MAX, &least, &most) && least > 0;

	return limited ? stated_or(rules, ROW_meld_naturals, item, ROW_meld_ranks) : ROW_meld_ranks;
}

/* True if such a meld could be begun if the player might go out in this turn. */
static bool only_staying_in_hinders(const struct game *game, int item, int rank)
{
	struct game free;
	bool owes_out;

	if (!game->turn.stays_in)
		return false;
	copy_turn(&free, game);
	free.turn.stays_in = false;
	return form_may_begin(&free, item, rank, &owes_out);
}

static struct reason refuse_meld(const struct game *game, struct act act)
{
	const struct rules *rules = game->rules;
	const struct form *form;
	struct reason reason;
	bool owes_out, begins = false;
	int wilds = act_wilds(act), rank;

	if (act.item >= rules->meld_count)
		return because_of(REFUSAL_NO_SUCH_MELD, -1);
	form = &rules->form[act.item];
	if (act.count == 0 && wilds > 0 && form->ranks != 0)
		return because(REFUSAL_WILD_ALONE, wild_alone_row(rules, act.item), act.item, -1);
	if (act.kind >= rules->kinds || (form->ranks != 0 && !(form->ranks >> act.kind & 1)) ||
	    (form->ranks == 0 && act.kind != rules->wild_kind[0]))
		return because(REFUSAL_NOT_A_RANK, ROW_meld_ranks, act.item, act.kind < rules->kinds ? act.kind : -1);
	reason = hand_has(game, act);
	if (reason.refusal != REFUSAL_NONE)
		return reason;
	rank = form_rank(rules, form, act.kind);
	if (!(ranks_to_begin(own_side(game)) >> rank & 1))
		return lacks_room(game, meld_of(own_side(game), rank))
		               ? because_of(REFUSAL_NO_ROOM, rank)
		               : because(REFUSAL_MELD_EXISTS, ROW_meld_of_a_rank, act.item, rank);
	if (!form_allows(form, act.count, wilds))
		return because(REFUSAL_MELD_COMPOSITION, rules_limit_broken(rules, act.item, act.count, wilds),
		               act.item, -1);
	for (int i = 0; i < form->begin_count; i++)
		begins = begins || (form->begin[i].naturals == act.count && form->begin[i].wilds == wilds);
	if (!begins)
		return because_of(REFUSAL_MELD_TOO_BIG, -1);
	if (!form_may_begin(game, act.item, rank, &owes_out))
		return only_staying_in_hinders(game, act.item, rank)
		               ? must_stay_in(game)
		               : because(REFUSAL_MELD_NOT_NOW, ROW_meld_begun, act.item, -1);
	if (wilds > 0 && !form_takes_wild(game, act.item, rank))
		return because(REFUSAL_WILD_NOT_NOW, ROW_meld_wild_cards, act.item, rank);
	return debt_left(game, act);
}

/* The side has no meld that the card could be added to: what says of which ranks there may be melds. */
static struct reason refuse_nowhere(const struct rules *rules, int kind)
{
	int form = kind < rules->kinds ? rules->form_of[kind] : -1;

	return form < 0 ? because_of(REFUSAL_ADD_NOWHERE, -1) : because(REFUSAL_ADD_NOWHERE, ROW_meld_ranks, form, -1);
}

static struct reason refuse_add(const struct game *game, struct act act)
{
	const struct rules *rules = game->rules;
	const struct side *side = own_side(game);
	const struct meld *meld;
	bool wild;

	if (act.item >= side->melds)
		return refuse_nowhere(rules, act.kind);
	meld = &side->meld[act.item];
	if (act.kind >= rules->kinds || !(cards_kinds(&game->seat[game->turn.seat].hand) >> act.kind & 1))
		return because_of(REFUSAL_NOT_IN_HAND, act.kind < rules->kinds ? act.kind : -1);
	wild = rules->cards.wild >> act.kind & 1;
	if (!wild && act.kind != meld->cards.kind)
		return because_of(REFUSAL_ADD_OTHER_RANK, act.kind);
	if (side->meld_of[meld->cards.kind] != act.item)
		return because(REFUSAL_ADD_EARLIER, ROW_meld_of_a_rank, meld->form, act.kind);
	if (!((wild ? side->takes_wild : side->takes_natural) >> meld->cards.kind & 1))
		return because(
			REFUSAL_MELD_FULL,
			rules_limit_broken(rules, meld->form, meld->cards.naturals + !wild, meld->cards.wilds + wild),
			meld->form, act.kind);
	if (!wild && !form_takes_natural(game, meld->form, meld->cards.kind))
		return because(REFUSAL_NATURAL_NOT_NOW, ROW_meld_natural_cards, meld->form, meld->cards.kind);
	if (wild && !form_takes_wild(game, meld->form, meld->cards.kind))
		return because(REFUSAL_WILD_NOT_NOW, ROW_meld_wild_cards, meld->form, meld->cards.kind);
	return debt_left(game, act);
}

/* ---- asking and discarding ---- */

/* A question is refused because of [row]; where that is not stated, because of what is said of asking at all. */
static struct reason because_asking(const struct rules *rules, enum refusal refusal, enum row_id row)
{
	return because(refusal, stated_or(rules, (int)row, 0, ROW_going_out_ask), 0, -1);
}

static struct reason refuse_ask(const struct game *game)
{
	const struct rules *rules = game->rules;
	bool before_melding = rules->going_out.ask_when == going_out_ask_when_before_melding;
	bool able = rules->going_out.who_asks == going_out_who_asks_able_to_go_out;
	int answer = rules->going_out.answer;

	if (rules->going_out.ask == going_out_ask_never)
		return because(REFUSAL_ASKING_UNKNOWN, ROW_going_out_ask, 0, -1);
	if (!has_partner(game, game->turn.seat))
		return because(REFUSAL_ASKING_NO_PARTNER, game->alone != NOBODY ? ROW_table_alone : ROW_table_sides, 0,
		               -1);
	if (game->turn.asked)
		return because_asking(rules, REFUSAL_ASKED_ALREADY, ROW_going_out_ask_again);
	if (rules->going_out.ask_again == going_out_ask_again_not_in_this_deal && game->seat[game->turn.seat].asked)
		return because_asking(rules, REFUSAL_ASKED_BEFORE, ROW_going_out_ask_again);
	if (before_melding ? !game->turn.fresh || game->turn.pending : game->turn.pending)
		return because_asking(rules, before_melding ? REFUSAL_ASKING_TOO_LATE : REFUSAL_ASKING_PILE_WAITS,
		                      ROW_going_out_ask_when);
	if ((answer == going_out_answer_binding || able) && !yes_can_be_obeyed(game))
		return because_asking(rules, REFUSAL_ASKING_POINTLESS,
		                      able ? ROW_going_out_who_asks : ROW_going_out_answer);
	if (answer != going_out_answer_advice && !no_can_be_obeyed(game))
		return because(REFUSAL_ASKING_BOUND, ROW_going_out_answer, 0, -1);
	if (answer == going_out_answer_advice && bonus_to_lay(game) != 0 && !turn_can_end(game))
		return because(REFUSAL_ASKING_SPENDS, ROW_bonus_laid, 0, __builtin_ctzll(bonus_to_lay(game)));
	return LEGAL;
}

/* True if the player could go out in this turn if the side had the canastas that it needs. */
static bool only_canastas_hinder(const struct game *game)
{
	struct game rich;

	copy_turn(&rich, game);
	rich.side[rich.turn.side].canastas = (uint8_t)game->rules->going_out.canastas;
	return yes_can_be_obeyed(&rich);
}

cardset kinds_without_meld(const struct game *game)
{
	const struct rules *rules = game->rules;
	const struct cards *hand = &game->seat[game->turn.seat].hand;

	return cards_kinds(hand) & ~rules->cards.wild & ~bonus_to_lay(game) & ~useful_kinds(rules, hand) &
	       ~own_side(game)->melded;
}

struct reason why_not_out(const struct game *game)
{
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	struct question about = question_now(game);
	struct reason reason = because(REFUSAL_BELOW_MINIMUM, ROW_initial_meld_minimum, 0, -1);

	about.going_out = true;
	reason.need = game->turn.minimum;
	if (!own_side(game)->opened && (reason.have = opening_limit(game)) < reason.need)
		return reason;
	if (!contract_is_met(&about, &reason) && reason.row == ROW_going_out_canastas && only_canastas_hinder(game))
		return reason.refusal = REFUSAL_OUT_CANASTAS, reason;
	if (cards_count_in(hand, kinds_without_meld(game)) > 1)
		return because_of(REFUSAL_OUT_CARDS, -1);
	return contract_is_met(&about, &reason) ? because_of(REFUSAL_OUT_HAND, -1) : reason;
}

/* The initial meld is not made: it does not count enough, or does not contain what it must. */
static struct reason initial_meld_owed(const struct game *game, enum refusal refusal)
{
	struct reason reason = because(refusal, ROW_initial_meld_minimum, 0, -1);

	if (game->turn.count >= game->turn.minimum && !initial_contains(game))
		return because(REFUSAL_CONTAINS, ROW_initial_meld_contains, 0, -1);
	reason.have = game->turn.count;
	reason.need = game->turn.minimum;
	return reason;
}

/* The player may go out with what lies on the table; otherwise the reason. */
static struct reason refuse_going_out(const struct game *game)
{
	struct question about = question_now(game);
	struct reason reason;

	about.going_out = true;
	if (game->turn.stays_in && game->turn.asked)
		return must_stay_in(game);
	if (!contract_is_met(&about, &reason))
		return reason;
	if (game->turn.stays_in)
		return must_stay_in(game);
	return may_go_out(game) ? LEGAL : initial_meld_owed(game, REFUSAL_MINIMUM_OWED);
}

static struct reason refuse_discard(const struct game *game, int kind)
{
	const struct seat *seat = &game->seat[game->turn.seat];
	bool last = discard_goes_out(game);
	int item;

	if (game->turn.stops)
		return because(REFUSAL_NOTHING_DISCARDED, ROW_bonus_last_card, 0, -1);
	if (kind >= game->rules->kinds || !(cards_kinds(&seat->hand) >> kind & 1))
		return because_of(REFUSAL_NOT_IN_HAND, kind < game->rules->kinds ? kind : -1);
	if (game->turn.pending || (owes_opening(game) && seat->size > 1))
		return initial_meld_owed(game, game->turn.pending ? REFUSAL_PILE_WAITS : REFUSAL_MINIMUM_OWED);
	if (game->turn.owes_out && seat->size > 1)
		return must_go_out(game);
	if (discard_is_banned(game, kind, last, &item))
		return because(REFUSAL_BANNED_DISCARD, (int)rules_ban_row(game->rules, item), item, kind);
	return last ? refuse_going_out(game) : LEGAL;
}

static struct reason refuse_stop(const struct game *game)
{
	if (!game->turn.stops)
		return because(REFUSAL_NO_STOPPING, ROW_bonus_last_card, 0, -1);
	if (may_stop(game))
		return LEGAL;
	return game->turn.owes_out
	               ? must_go_out(game)
	               : initial_meld_owed(game, game->turn.pending ? REFUSAL_PILE_WAITS : REFUSAL_MINIMUM_OWED);
}

/* ---- drawing, bonus cards and talons ---- */

static struct reason refuse_draw(const struct game *game)
{
	int item;

	return must_take(game, &item) ? because(REFUSAL_MUST_TAKE, ROW_take_forced, item, pile_top(game)) : LEGAL;
}

static struct reason refuse_lay(const struct game *game, int kind)
{
	const struct rules *rules = game->rules;

	if (kind >= rules->kinds || !(rules->bonus.cards >> kind & 1))
		return because(REFUSAL_NO_BONUS_CARD, ROW_bonus_cards, 0, kind < rules->kinds ? kind : -1);
	if (rules->bonus.laid != bonus_laid_by_choice)
		return because(REFUSAL_LAYING_BY_ITSELF, ROW_bonus_laid, 0, kind);
	if (!(cards_kinds(&game->seat[game->turn.seat].hand) >> kind & 1))
		return because_of(REFUSAL_NOT_IN_HAND, kind);
	if (!(bonus_to_lay(game) >> kind & 1))
		return because(REFUSAL_LAYING_TOO_LATE, ROW_bonus_laid, 0, kind);
	if (!hand_can_spare(game, kind))
		return because(REFUSAL_LAYING_SPARES_NONE,
		               laying_is_replaced(game) ? ROW_bonus_unreplaced : ROW_bonus_replaced, 0, kind);
	return LEGAL;
}

/* The talon may be taken; with no card in the hand it has to be. */
static struct reason refuse_talon(const struct game *game, bool yes)
{
	if (!yes && game->seat[game->turn.seat].size == 0)
		return because(REFUSAL_TALON_NEEDED, ROW_talon_empty_hand, 0, -1);
	return LEGAL;
}

/* Nobody may take a talon; after a turn in which a side opened it is known why. */
static struct reason no_talon(const struct game *game)
{
	if (game->turn.no_talon < 0 && game->rules->talon.taken == talon_taken_always)
		return because(REFUSAL_TALON_BY_ITSELF, ROW_talon_taken, 0, -1);
	return because(REFUSAL_NO_TALON, game->turn.no_talon >= 0 ? game->turn.no_talon : ROW_talon_cards, 0, -1);
}

/* An initial meld that was begun is finished first. */
static struct reason refuse_laying_special(const struct game *game, int item)
{
	if (item < game->rules->special_count && (game->turn.pending || owes_opening(game)))
		return initial_meld_owed(game, game->turn.pending ? REFUSAL_PILE_WAITS : REFUSAL_MINIMUM_OWED);
	return refuse_special(game, item);
}

/* ---- all ---- */

/* The act comes at a time when players meld and discard. */
static struct reason refuse_moment(const struct game *game, struct act act)
{
	if (game->phase == PHASE_OVER)
		return because(REFUSAL_DEAL_OVER, game->ended_by, 0, -1);
	if (act.verb == ACT_ANSWER)
		return game->phase == PHASE_ANSWER ? LEGAL : because_of(REFUSAL_NO_QUESTION, -1);
	if (game->phase == PHASE_ANSWER)
		return because_of(REFUSAL_NOT_NOW_ANSWER, -1);
	if (act.verb == ACT_TALON)
		return game->phase == PHASE_TALON ? LEGAL : no_talon(game);
	if (game->phase == PHASE_TALON)
		return because(REFUSAL_TALON_FIRST, ROW_talon_taken, 0, -1);
	if (act.verb == ACT_DRAW)
		return game->phase == PHASE_DRAW ? LEGAL : because_of(REFUSAL_NOT_NOW_DRAW, -1);
	if (act.verb != ACT_TAKE && act.verb != ACT_SPECIAL && act.verb != ACT_LAY && game->phase == PHASE_DRAW)
		return because_of(REFUSAL_NOT_BEFORE_DRAW, -1);
	return LEGAL;
}

struct reason game_refusal(const struct game *game, struct act act)
{
	struct reason reason = refuse_moment(game, act);

	if (reason.refusal != REFUSAL_NONE)
		return reason;
	switch (act.verb) {
	case ACT_DRAW: return act_is_plain(act, 0, 0, 0, 0) ? refuse_draw(game) : because_of(REFUSAL_NO_SUCH_ACT, -1);
	case ACT_LAY:
		return act_is_plain(act, 0, 1, 0, 0) ? refuse_lay(game, act.kind) : because_of(REFUSAL_NO_SUCH_ACT, -1);
	case ACT_TALON:
		return act_is_plain(act, 0, 0, 1, 0) && act.count <= 1 ? refuse_talon(game, act.count)
		                                                       : because_of(REFUSAL_NO_SUCH_ACT, -1);
	case ACT_STOP: return act_is_plain(act, 0, 0, 0, 0) ? refuse_stop(game) : because_of(REFUSAL_NO_SUCH_ACT, -1);
	case ACT_ASK: return act_is_plain(act, 0, 0, 0, 0) ? refuse_ask(game) : because_of(REFUSAL_NO_SUCH_ACT, -1);
	case ACT_ANSWER:
		return act_is_plain(act, 0, 0, 1, 0) && act.count <= 1 ? LEGAL : because_of(REFUSAL_NO_SUCH_ACT, -1);
	case ACT_DISCARD:
		return act_is_plain(act, 0, 1, 0, 0) ? refuse_discard(game, act.kind)
		                                     : because_of(REFUSAL_NO_SUCH_ACT, -1);
	case ACT_ADD:
		return act_is_plain(act, 1, 1, 0, 0) ? refuse_add(game, act) : because_of(REFUSAL_NO_SUCH_ACT, -1);
	case ACT_SPECIAL:
		return act_is_plain(act, 1, 0, 0, 0) ? refuse_laying_special(game, act.item)
		                                     : because_of(REFUSAL_NO_SUCH_ACT, -1);
	case ACT_TAKE: return refuse_take(game, act);
	case ACT_MELD: return refuse_meld(game, act);
	default: return because_of(REFUSAL_NO_SUCH_ACT, -1);
	}
}

const char *refusal_sentence(enum refusal refusal)
{
	static const char *const sentences[REFUSAL_COUNT] = {
#define REFUSAL(id, sentence) [REFUSAL_##id] = sentence,
#include "game/refusals.def"
#undef REFUSAL
	};

	return sentences[refusal];
}
