/* checks.c -- the checks that move generation does not ask at every act. Checks that ask how the rest of the turn can go stand in
 * referee.c. */
#include "game/checks.h"

/* The row to blame: [row] of the item if the rules state it, else [other], whose sentence says more. */
static int row_to_blame(const struct rules *rules, enum row_id row, int item, enum row_id other)
{
	return (int)(rules_cell(rules, row, item)->statement != NULL ? row : other);
}

/* Each check_X() below fails where X is true. */

/* ---- the moment ---- */

cardset check_deal_is_over(const struct attempt *at, struct reason *why)
{
	why->row = at->game->ended_by;
	return all_if(at, at->game->phase == PHASE_OVER);
}

cardset check_nobody_asked(const struct attempt *at, UNUSED struct reason *why)
{
	return all_if(at, at->game->phase != PHASE_ANSWER);
}

cardset check_partner_answers(const struct attempt *at, UNUSED struct reason *why)
{
	return all_if(at, at->game->phase == PHASE_ANSWER);
}

cardset check_talon_comes_by_itself(const struct attempt *at, UNUSED struct reason *why)
{
	const struct game *game = at->game;

	return all_if(at, game->phase != PHASE_TALON && game->turn.no_talon < 0 &&
	                          game->rules->talon.taken == talon_taken_always);
}

/* If a side opened in the turn before but got no talon, turn.no_talon is the setting that denied it. */
cardset check_no_talon_comes(const struct attempt *at, struct reason *why)
{
	if (at->game->turn.no_talon >= 0)
		why->row = at->game->turn.no_talon;
	return all_if(at, at->game->phase != PHASE_TALON);
}

cardset check_talon_waits(const struct attempt *at, UNUSED struct reason *why)
{
	return all_if(at, at->game->phase == PHASE_TALON && at->act.verb != ACT_TALON);
}

cardset check_turn_has_begun(const struct attempt *at, UNUSED struct reason *why)
{
	return all_if(at, at->game->phase != PHASE_DRAW);
}

cardset check_turn_has_not_begun(const struct attempt *at, UNUSED struct reason *why)
{
	return all_if(at, at->game->phase == PHASE_DRAW);
}

/* ---- the form of an act ---- */

cardset check_is_no_act(const struct attempt *at, UNUSED struct reason *why)
{
	enum { ITEM = 1, KIND = 2, YES_OR_NO = 4, ANYTHING = 8, WAY = 16 };
	static const uint8_t uses[VERBS] = {
		[ACT_TAKE] = ANYTHING,    [ACT_MELD] = ANYTHING, [ACT_ADD] = ITEM | KIND | WAY,
		[ACT_ANSWER] = YES_OR_NO, [ACT_JOIN] = ANYTHING, [ACT_DISCARD] = KIND,
		[ACT_SPECIAL] = ITEM,     [ACT_LAY] = KIND,      [ACT_TALON] = YES_OR_NO,
	};
	struct act act = at->act;
	unsigned used = act.verb < VERBS ? uses[act.verb] : 0;
	int most = used & YES_OR_NO ? 1 : (used & WAY) && at->game->rules->sequences ? SEQUENCE_WAYS - 1 : 0;

	if (used == ANYTHING)
		return 0;
	return all_if(at, act.verb >= VERBS || (act.item > 0 && !(used & ITEM)) || (act.kind > 0 && !(used & KIND)) ||
	                          act.count > most || act_wilds(act) > 0);
}

cardset check_card_is_not_held(const struct attempt *at, struct reason *why)
{
	const struct game *game = at->game;
	int kind = known_kind(game->rules, at->act.kind);

	why->kind = kind;
	return all_if(at, kind < 0 || !(cards_kinds(&game->seat[game->turn.seat].hand) >> kind & 1));
}

int kind_not_held(const struct rules *rules, const struct cards *hand, struct act act)
{
	for (int kind = 0; rules->sequences && kind < rules->kinds; kind++)
		if (act_naturals_of(rules, act, kind) > cards_count(hand, kind))
			return kind;
	if (!rules->sequences &&
	    (has_many_of_a_suit(act) || (act.count > 0 && cards_count(hand, act.kind) < act_naturals(rules, act))))
		return act.kind;
	return -1;
}

cardset check_cards_are_not_held(const struct attempt *at, struct reason *why)
{
	const struct rules *rules = at->game->rules;
	const struct cards *hand = &at->game->seat[at->game->turn.seat].hand;
	struct act act = at->act;

	why->kind = known_kind(rules, act.kind);
	if (act_naturals(rules, act) > 0 && why->kind < 0)
		return at->kinds;
	int lacking = kind_not_held(rules, hand, act);
	if (lacking >= 0) {
		why->kind = lacking;
		return at->kinds;
	}
	for (int i = 0; i < WILD_KINDS_MAX; i++) {
		int wilds = act_wild(act, i);
		why->kind = i < rules->wild_kinds ? rules->wild_kind[i] : -1;
		if (wilds > 0 && begins_sequence(rules, act) && why->kind >= 0)
			wilds += act_naturals_of(rules, act, why->kind);
		if (wilds > 0 && (why->kind < 0 || cards_count(hand, why->kind) < wilds))
			return at->kinds;
	}
	return 0;
}

/* ---- taking the pile ---- */

bool take_wants(const struct rules *rules, int item, struct act act)
{
	struct composition hand = rules->pile.take[item].hand;

	act.item = (uint8_t)item;
	if (rules->tables->takes_name_meld >> item & 1)
		return !(rules->cards.wild >> act.kind & 1) && act_wilds(act) == 0;
	if (!(rules->cards.wild >> act.kind & 1))
		return act_naturals(rules, act) == hand.naturals + hand.alike && act_wilds(act) == hand.wilds;
	for (int i = 0; i < rules->wild_kinds; i++)
		if (act_wild(act, i) > 0 && !is_alike(rules, item, act.kind, rules->wild_kind[i]))
			return false;
	return (hand.alike > 0 || rules->pile.take[item].onto == take_onto_hand) &&
	       hand.naturals + hand.wilds + act_naturals(rules, act) == 0 && act_wilds(act) == hand.alike;
}

cardset check_pile_is_empty(const struct attempt *at, UNUSED struct reason *why)
{
	return all_if(at, at->game->pile_size == 0);
}

cardset check_take_is_unknown(const struct attempt *at, UNUSED struct reason *why)
{
	return all_if(at, at->act.item >= at->game->rules->pile.take_count);
}

/* The question that conditions of the take are evaluated with. */
static struct question question_of(const struct attempt *at)
{
	return at->about != NULL ? *at->about : question_of_take(at->game, at->act);
}

cardset kinds_if_blocked(const struct attempt *at, struct reason *why)
{
	struct question about = question_of(at);
	int item;

	return all_if(at, pile_is_blocked(&about, why != NULL ? &why->item : &item));
}

cardset kinds_not_takeable(const struct attempt *at, struct reason *why)
{
	why->row = row_to_blame(at->game->rules, ROW_take_hand, why->item, ROW_take_onto);
	return at->kinds;
}

cardset check_card_is_not_the_top(const struct attempt *at, struct reason *why)
{
	return all_if(at, at->act.kind != why->kind);
}

cardset check_cards_are_not_wanted(const struct attempt *at, UNUSED struct reason *why)
{
	return all_if(at, !take_wants(at->game->rules, at->act.item, at->act));
}

/* Fails only if the pile is frozen and nothing else stands against this way of taking it. */
cardset check_pile_is_frozen(const struct attempt *at, struct reason *why)
{
	struct question about = question_of_take(at->game, at->act);
	int take = at->act.item;
	bool owes_out;

	if (take_condition(&about, take, &owes_out) || !pile_is_frozen(&about, &why->item))
		return 0;
	about.frozen_known = true;
	about.frozen = false;
	return all_if(at, take_condition(&about, take, &owes_out));
}

/* Whether the pile is frozen is asked once for all ways. */
cardset check_take_is_not_allowed(const struct attempt *at, UNUSED struct reason *why)
{
	struct question about = question_of(at);
	cardset unfrozen = at->kinds & at->game->rules->tables->takes_unfrozen, fail = 0;
	bool owes_out;

	about.frozen = pile_looks_frozen(&about);
	about.frozen_known = true;
	for (cardset ways = at->kinds & ~unfrozen; ways != 0; ways &= ways - 1)
		if (!take_condition(&about, __builtin_ctzll(ways), &owes_out))
			fail |= ways & -ways;
	return about.frozen ? fail | unfrozen : fail;
}

/* True if the side could begin another meld beside [meld] of the same rank but for the size of the table. */
static bool lacks_room(const struct game *game, const struct meld *meld)
{
	return (meld->canasta >= 0 || game->rules->form[meld->form].several) &&
	       game->rules->form[meld->form].comes_again && !room_for_another(game->rules, own_side(game));
}

/* The kind of meld that a refusal names if a meld cannot begin with these numbers of cards: preferably one that allows
 * them and may be begun now, else one that allows them, else any of this rank; 0 if there is none. */
static int form_meant(const struct game *game, struct act act, int naturals, int wilds)
{
	const struct rules *rules = game->rules;
	bool wild = rules->cards.wild >> act.kind & 1, owes_out;
	int meant = 0, nearest = 0;

	for (int i = 0; i < rules->meld_count; i++) {
		const struct form *form = &rules->form[i];
		bool allows = form_allows(form, naturals, wilds);
		int near = 1 + allows + (allows && form_may_begin(game, i, rank_of(rules, act.kind), &owes_out));
		if ((wild ? form_is_wild(form) : form->ranks >> rank_of(rules, act.kind) & 1) && near > nearest)
			meant = i, nearest = near;
	}
	return meant;
}

/* The meld that a take would make, legal or not. */
struct aim {
	bool legal;
	int rank, form, onto;
	const struct meld *joined; /* the meld of the side that would be joined, or NULL */
	int naturals, wilds;       /* in the act and the top card */
};

/* The side's meld that a take names if the top card fits it, else NULL; a sequence, or another meld. */
static const struct meld *meld_named(const struct game *game, struct act act, bool sequence)
{
	const struct side *side = own_side(game);
	int onto = act_onto(act);
	const struct meld *meld = &side->meld[onto > 0 ? onto : 0];

	return onto >= 0 && onto < side->melds && (meld->cards.sequence > 0) == sequence &&
	                       meld_fits(game->rules, meld, act.kind)
	               ? meld
	               : NULL;
}

static struct aim aim_of(const struct attempt *at)
{
	const struct game *game = at->game;
	const struct rules *rules = game->rules;
	struct act act = at->act;
	bool wild = rules->cards.wild >> act.kind & 1;
	struct aim aim = {
		.legal = take_makes_meld(game, act) >= 0,
		.rank = rank_of(rules, act.kind),
		.onto = rules->pile.take[act.item].onto,
		.naturals = act_naturals(rules, act) + !wild,
		.wilds = act_wilds(act) + wild,
	};

	aim.joined = meld_of(own_side(game), aim.rank);
	if (aim.onto == take_onto_own_sequence)
		aim.joined = meld_named(game, act, true);
	else if (act_onto(act) >= 0 && (rules->tables->takes_name_meld >> act.item & 1))
		aim.joined = meld_named(game, act, false);
	aim.form = aim.joined != NULL ? aim.joined->form : form_meant(game, act, aim.naturals, aim.wilds);
	return aim;
}

/* True if the take has to begin a new meld and the side may not begin one of this rank. */
static bool begins_none(const struct attempt *at, const struct aim *aim)
{
	return !aim->legal && aim->joined != NULL && aim->onto == take_onto_new_meld &&
	       !(ranks_to_begin(own_side(at->game)) >> aim->rank & 1);
}

cardset check_take_lacks_room(const struct attempt *at, UNUSED struct reason *why)
{
	struct aim aim = aim_of(at);

	return all_if(at, begins_none(at, &aim) && lacks_room(at->game, aim.joined));
}

cardset check_take_begins_none(const struct attempt *at, UNUSED struct reason *why)
{
	struct aim aim = aim_of(at);

	return all_if(at, begins_none(at, &aim));
}

cardset check_take_joins_none(const struct attempt *at, UNUSED struct reason *why)
{
	struct aim aim = aim_of(at);

	return all_if(at, !aim.legal && aim.joined == NULL &&
	                          (aim.onto == take_onto_own_meld || aim.onto == take_onto_own_sequence));
}

/* Fails if the cards break a limit of the meld, counted with those already there if [joining]; sets [why] to that
 * limit. */
static cardset breaks_a_limit(const struct attempt *at, bool joining, struct reason *why)
{
	const struct rules *rules = at->game->rules;
	struct aim aim = aim_of(at);
	int naturals = aim.naturals + (joining && aim.joined != NULL ? aim.joined->cards.naturals : 0);
	int wilds = aim.wilds + (joining && aim.joined != NULL ? aim.joined->cards.wilds : 0);

	why->row = rules_limit_broken(rules, aim.form, naturals, wilds);
	why->item = aim.form;
	return all_if(at, !aim.legal && (aim.joined != NULL) == joining &&
	                          !form_allows(&rules->form[aim.form], naturals, wilds));
}

cardset check_take_fills_meld(const struct attempt *at, struct reason *why)
{
	return breaks_a_limit(at, true, why);
}

cardset check_take_makes_no_meld(const struct attempt *at, struct reason *why)
{
	return breaks_a_limit(at, false, why);
}

cardset check_take_mixes_kinds(const struct attempt *at, struct reason *why)
{
	struct aim aim = aim_of(at);
	bool to_sequence = aim.joined != NULL && aim.joined->cards.sequence > 0;
	struct act alone = act_of(ACT_ADD, to_sequence ? (unsigned)act_onto(at->act) : 0, at->act.kind, 0);

	why->item = aim.form;
	why->kind = aim.rank;
	return all_if(at, !aim.legal && !(to_sequence ? act_kinds_fit(at->game, alone)
	                                              : take_kinds_fit(at->game->rules, aim.form, aim.joined, at->act)));
}

cardset check_take_adds_wild(const struct attempt *at, struct reason *why)
{
	struct aim aim = aim_of(at);

	why->item = aim.form;
	why->kind = aim.rank;
	return all_if(at, !aim.legal && aim.wilds > 0 && !form_takes_wild(at->game, aim.form, aim.rank));
}

cardset check_take_adds_natural(const struct attempt *at, struct reason *why)
{
	struct aim aim = aim_of(at);

	why->item = aim.form;
	why->kind = aim.rank;
	return all_if(at, !aim.legal && aim.joined != NULL && aim.naturals > 0 &&
	                          !form_takes_natural(at->game, aim.form, aim.rank));
}

/* Fails if the cards make no meld, for whatever reason: the rows above name reasons more closely. */
cardset check_take_begins_too_early(const struct attempt *at, struct reason *why)
{
	struct act act = at->act;
	cardset fail = 0;

	for (cardset ways = at->kinds; ways != 0; ways &= ways - 1) {
		act.item = (uint8_t)__builtin_ctzll(ways);
		if (take_makes_meld(at->game, act) < 0)
			fail |= ways & -ways;
	}
	if (why != NULL)
		why->item = aim_of(at).form;
	return fail;
}

/* ---- melding ---- */

cardset check_meld_is_unknown(const struct attempt *at, UNUSED struct reason *why)
{
	return all_if(at, at->act.item >= at->game->rules->meld_count);
}

/* The limit that keeps wild cards alone from being a meld, or else its ranks. */
static int wild_alone_row(const struct rules *rules, int item)
{
	int least = 0, most = 0;
	bool limited = rules_limit(rules, item, ROW_meld_naturals, MELD_CARDS_MAX, &least, &most) && least > 0;

	return limited ? row_to_blame(rules, ROW_meld_naturals, item, ROW_meld_ranks) : ROW_meld_ranks;
}

cardset check_cards_are_all_wild(const struct attempt *at, struct reason *why)
{
	const struct rules *rules = at->game->rules;

	why->row = wild_alone_row(rules, at->act.item);
	return all_if(at,
	              !has_naturals(at->act) && act_wilds(at->act) > 0 && !form_is_wild(&rules->form[at->act.item]));
}

cardset check_rank_has_no_meld(const struct attempt *at, UNUSED struct reason *why)
{
	const struct rules *rules = at->game->rules;
	const struct form *form = &rules->form[at->act.item];

	return at->kinds & ~(form_is_wild(form) ? UINT64_C(1) << rules->wild_kind[0] : form->ranks | form->sequence);
}

cardset check_cards_are_out_of_order(const struct attempt *at, UNUSED struct reason *why)
{
	const struct rules *rules = at->game->rules;
	const struct form *form = &rules->form[at->act.item];
	struct meld_cards cards;

	return all_if(at, form->sequence != 0 && !sequence_of_act(rules, at->act, &cards));
}

cardset kinds_without_room(const struct attempt *at, struct reason *why)
{
	const struct side *side = own_side(at->game);
	cardset fail = at->kinds & ~ranks_to_begin(side);

	if (begins_sequence(at->game->rules, at->act))
		return all_if(at, !room_for_another(at->game->rules, side));
	if (fail == 0)
		return 0;
	why->kind = __builtin_ctzll(fail);
	return all_if(at, lacks_room(at->game, meld_of(side, why->kind)));
}

cardset check_cards_are_no_meld(const struct attempt *at, struct reason *why)
{
	const struct rules *rules = at->game->rules;
	int naturals = act_naturals(rules, at->act), wilds = act_wilds(at->act);

	why->row = rules_limit_broken(rules, at->act.item, naturals, wilds);
	return all_if(at, !form_allows(&rules->form[at->act.item], naturals, wilds));
}

cardset check_cards_are_too_many(const struct attempt *at, UNUSED struct reason *why)
{
	const struct form *form = &at->game->rules->form[at->act.item];
	bool begins = false;

	for (int i = 0; i < form->begin_count; i++)
		begins = begins || (form->begin[i].naturals == act_naturals(at->game->rules, at->act) &&
		                    form->begin[i].wilds == act_wilds(at->act));
	return all_if(at, !begins);
}

/* ---- adding ---- */

/* Names the setting that says of which ranks there may be melds; where a card may lie in sequences, too, nobody knows which kind of meld is
 * missing. */
cardset check_meld_is_not_there(const struct attempt *at, struct reason *why)
{
	const struct rules *rules = at->game->rules;
	int form = at->act.kind < rules->kinds ? rules->tables->form_of[at->act.kind] : -1;

	if (form >= 0 && !rules->sequences)
		why->row = ROW_meld_ranks, why->item = form;
	return all_if(at, at->act.item >= own_side(at->game)->melds);
}

cardset check_kinds_do_not_fit(const struct attempt *at, struct reason *why)
{
	const struct meld *meld = &own_side(at->game)->meld[at->act.item];

	if (why != NULL) {
		why->item = at->act.verb == ACT_MELD ? at->act.item : meld->form;
		why->kind = at->act.verb == ACT_MELD ? at->act.kind : meld->cards.kind;
	}
	return all_if(at, !act_kinds_fit(at->game, at->act));
}

/* The meld that a card is added to. */
static const struct meld *meld_added_to(const struct attempt *at)
{
	return &own_side(at->game)->meld[at->act.item];
}

cardset check_card_is_of_another_rank(const struct attempt *at, struct reason *why)
{
	const struct rules *rules = at->game->rules;
	const struct meld *meld = meld_added_to(at);

	struct meld_cards cards;

	if (meld->cards.sequence > 0) {
		why->row = ROW_meld_built, why->item = meld->form;
		return all_if(at, !sequence_after(at->game, at->act, &cards));
	}
	return all_if(at, at->act.way > 0 ||
	                          (!meld_fits(rules, meld, at->act.kind) && !(rules->cards.wild >> at->act.kind & 1)));
}

/* True if the act adds a wild card that counts as wild in its meld. */
static bool adds_wild(const struct attempt *at)
{
	const struct meld *meld = meld_added_to(at);
	struct meld_cards cards;

	return meld->cards.sequence > 0 ? sequence_after(at->game, at->act, &cards) && cards.wilds > meld->cards.wilds
	                                : at->game->rules->cards.wild >> at->act.kind & 1;
}

bool addition_allowed(const struct attempt *at, int *naturals, int *wilds)
{
	const struct rules *rules = at->game->rules;
	const struct meld *meld = meld_added_to(at);
	bool wild = rules->cards.wild >> at->act.kind & 1;
	struct meld_cards cards;

	*naturals = meld->cards.naturals + !wild;
	*wilds = meld->cards.wilds + wild;
	if (meld->cards.sequence == 0 || !sequence_after(at->game, at->act, &cards))
		return meld_takes(rules, meld, !wild, wild);
	*naturals = cards.naturals;
	*wilds = cards.wilds;
	return form_allows(&rules->form[meld->form], cards.naturals, cards.wilds);
}

cardset check_another_meld_was_begun(const struct attempt *at, struct reason *why)
{
	const struct meld *meld = meld_added_to(at);

	why->item = meld->form;
	return all_if(at, is_superseded(at->game->rules, own_side(at->game), at->act.item));
}

/* The meld that a card of the rank is added to. Where acts name their melds one act is asked about at a time. */
static const struct meld *meld_of_rank_added_to(const struct attempt *at, int rank)
{
	const struct side *side = own_side(at->game);

	return at->game->rules->named_melds ? meld_added_to(at) : &side->meld[side->meld_of[rank]];
}

cardset kinds_without_natural(const struct attempt *at, struct reason *why)
{
	cardset fail = 0;

	if (why != NULL) {
		why->item = meld_added_to(at)->form;
		why->kind = meld_added_to(at)->cards.kind;
	}
	if (adds_wild(at))
		return 0;
	for (cardset kinds = at->kinds; kinds != 0; kinds &= kinds - 1) {
		const struct meld *meld = meld_of_rank_added_to(at, __builtin_ctzll(kinds));
		if (!form_takes_natural(at->game, meld->form, meld->cards.kind))
			fail |= kinds & -kinds;
	}
	return fail;
}

cardset kinds_without_wild(const struct attempt *at, struct reason *why)
{
	bool adds = at->act.verb == ACT_ADD, wild = adds ? adds_wild(at) : act_wilds(at->act) > 0;
	struct taking_wild known = { 0, 0 }, *forms = at->wild != NULL ? at->wild : &known;
	cardset fail = 0;

	if (why != NULL) {
		why->item = adds ? meld_added_to(at)->form : at->act.item;
		why->kind = __builtin_ctzll(at->kinds);
	}
	for (cardset kinds = wild ? at->kinds : 0; kinds != 0; kinds &= kinds - 1) {
		int rank = __builtin_ctzll(kinds);
		if (!takes_wild(at->game, forms, adds ? meld_of_rank_added_to(at, rank)->form : at->act.item, rank))
			fail |= kinds & -kinds;
	}
	return fail;
}

/* ---- putting melds together ---- */

cardset check_joined_melds_are_not_there(const struct attempt *at, UNUSED struct reason *why)
{
	int melds = own_side(at->game)->melds;

	return all_if(at, at->act.item >= melds || at->act.joined >= melds || at->act.item == at->act.joined ||
	                          at->act.kind != 0 || act_wilds(at->act) > 0);
}

/* One of the two melds that an act joins: the one that grows or, with [other], the one put onto it. */
static const struct meld *joined_meld(const struct attempt *at, bool other)
{
	return &own_side(at->game)->meld[other ? at->act.joined : at->act.item];
}

cardset check_melds_do_not_match(const struct attempt *at, struct reason *why)
{
	struct meld_cards cards;

	why->item = joined_meld(at, false)->form;
	return all_if(at, !melds_together(at->game->rules, joined_meld(at, false), joined_meld(at, true), &cards));
}

cardset check_melds_are_never_joined(const struct attempt *at, struct reason *why)
{
	if (why != NULL)
		why->item = joined_meld(at, false)->form;
	return all_if(at, at->game->rules->meld[joined_meld(at, false)->form].joined == meld_joined_never);
}

cardset check_joined_melds_are_complete(const struct attempt *at, struct reason *why)
{
	if (why != NULL)
		why->item = joined_meld(at, false)->form;
	return all_if(at, joined_meld(at, false)->canasta >= 0 && joined_meld(at, true)->canasta >= 0);
}

cardset check_joined_meld_breaks_limits(const struct attempt *at, struct reason *why)
{
	const struct rules *rules = at->game->rules;
	int form = joined_meld(at, false)->form;
	struct meld_cards cards;

	melds_together(rules, joined_meld(at, false), joined_meld(at, true), &cards);
	if (why != NULL) {
		why->item = form;
		why->row = rules_limit_broken(rules, form, cards.naturals, cards.wilds);
	}
	return all_if(at, !form_allows(&rules->form[form], cards.naturals, cards.wilds));
}

bool join_is_refused(const struct game *game, struct act act)
{
	struct attempt at = { .game = game, .act = act, .kinds = 1 };

#define RULE(acts, name, refusal, row, speaks_of)               \
	if ((acts) == ON(JOIN) && check_##name(&at, NULL) != 0) \
		return true;
#include "game/checks.def"
	return false;
}

bool melds_may_join(const struct game *game, struct act join)
{
	const struct side *side = own_side(game);
	struct meld_cards cards;

	if (game->seat[game->turn.seat].size == 0 && !game->turn.pending)
		return false; /* the deal ended with the last card */
	return melds_together(game->rules, &side->meld[join.item], &side->meld[join.count], &cards) &&
	       !join_is_refused(game, join);
}

/* ---- what every laying of cards leaves to do ---- */

cardset check_turn_has_a_discard(const struct attempt *at, struct reason *why)
{
	if (why != NULL && at->game->rules->bonus.last_card == bonus_last_card_ends_the_deal_after_melding)
		why->row = ROW_bonus_last_card;
	return all_if(at, !may_keep_all(at->game) || at->game->seat[at->game->turn.seat].size == 0);
}

void name_obligation(const struct game *game, struct reason *why)
{
	int by = game->turn.obliged_by;

	why->row = by >= OBLIGED_BY_TAKE ? ROW_take_when : by > 0 ? ROW_meld_begun : ROW_going_out_answer;
	why->item = by >= OBLIGED_BY_TAKE ? by - OBLIGED_BY_TAKE : by > 0 ? by - 1 : 0;
}

/* ---- the last discard, with which the player goes out ---- */

cardset check_partner_said_no(const struct attempt *at, UNUSED struct reason *why)
{
	return all_if(at, at->game->turn.stays_in & at->game->turn.asked);
}

void name_missing_question(const struct game *game, struct reason *why)
{
	const struct attempt at = { .game = game, .kinds = 1 };

	*why = (struct reason){ .refusal = REFUSAL_ASK_FIRST, .row = ROW_going_out_ask, .kind = -1 };
	if (check_asked_in_this_deal(&at, NULL) != 0) {
		why->refusal = REFUSAL_ASK_USED;
		name_asking(game, ROW_going_out_ask_again, why);
	} else if (game->phase == PHASE_MELD && !game->turn.pending && check_asked_too_late(&at, NULL) != 0)
		why->refusal = REFUSAL_ASK_LATE;
}

cardset check_partner_was_not_asked(const struct attempt *at, struct reason *why)
{
	if (why != NULL)
		name_missing_question(at->game, why);
	return all_if(at, at->game->turn.stays_in);
}

/* Fails if going out lacks [part] of what it needs. */
static cardset contract_lacks(const struct attempt *at, enum refusal part, struct reason *why)
{
	struct question about = question_now(at->game);
	struct reason reason;

	about.going_out = true;
	if (contract_is_met(&about, &reason) || reason.refusal != part)
		return 0;
	if (why != NULL)
		*why = reason;
	return at->kinds;
}

cardset check_canastas_are_missing(const struct attempt *at, struct reason *why)
{
	return contract_lacks(at, REFUSAL_KEEP_A_CARD, why);
}

cardset check_contract_is_not_met(const struct attempt *at, struct reason *why)
{
	return contract_lacks(at, REFUSAL_CONTRACT, why);
}

cardset check_contents_keep_the_player_in(const struct attempt *at, UNUSED struct reason *why)
{
	const struct game *game = at->game;

	return all_if(at, !may_go_out(game) && game->turn.count >= game->turn.minimum && !initial_contains(game));
}

cardset check_minimum_keeps_the_player_in(const struct attempt *at, struct reason *why)
{
	name_count(at->game, why);
	return all_if(at, !may_go_out(at->game));
}

bool last_discard_is_refused(const struct game *game)
{
	struct attempt at = { .game = game, .act = act_of(ACT_DISCARD, 0, 0, 0), .kinds = 1 };

#define RULE(acts, name, refusal, row, speaks_of)                   \
	if ((acts) == LAST_DISCARD && check_##name(&at, NULL) != 0) \
		return true;
#include "game/checks.def"
	return false;
}

/* ---- asking the partner ---- */

void name_asking(const struct game *game, enum row_id row, struct reason *why)
{
	why->row = row_to_blame(game->rules, row, 0, ROW_going_out_ask);
}

cardset check_there_is_no_partner(const struct attempt *at, struct reason *why)
{
	if (why != NULL && at->game->alone != NOBODY)
		why->row = ROW_table_alone;
	return all_if(at, !has_partner(at->game, at->game->turn.seat));
}

cardset check_asked_in_this_deal(const struct attempt *at, struct reason *why)
{
	const struct game *game = at->game;

	if (why != NULL)
		name_asking(game, ROW_going_out_ask_again, why);
	return all_if(at, game->rules->going_out.ask_again == going_out_ask_again_not_in_this_deal &&
	                          game->seat[game->turn.seat].asked);
}

/* ---- bonus cards and talons ---- */

cardset check_card_is_no_bonus_card(const struct attempt *at, UNUSED struct reason *why)
{
	return at->kinds & ~at->game->rules->bonus.cards;
}

cardset check_bonus_lays_itself(const struct attempt *at, UNUSED struct reason *why)
{
	return all_if(at, at->game->rules->bonus.laid != bonus_laid_by_choice);
}

cardset check_bonus_stays_in_the_hand(const struct attempt *at, UNUSED struct reason *why)
{
	return at->kinds & bonus_that_stays(at->game);
}

cardset check_bonus_comes_too_late(const struct attempt *at, UNUSED struct reason *why)
{
	return at->kinds & ~bonus_to_lay(at->game);
}

cardset check_talon_is_needed(const struct attempt *at, UNUSED struct reason *why)
{
	return all_if(at, !at->act.yes && at->game->seat[at->game->turn.seat].size == 0);
}
