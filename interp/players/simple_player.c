/* simple_player.c -- a sensible player for any rules: estimates what every legal act is worth in points
 * and does the best one. Acts on the table are done as long as one is worth something; then comes a discard.
 * Since an act only ever lays down cards or ends a turn, it comes to an end. */
#include <string.h>
#include "game/question.h"
#include "players/act_value.h"
#include "players/estimate.h"
#include "players/player.h"

enum {
	HAND_KEPT = 3,      /* cards to keep, to be able to take the pile, as long as canastas are missing, */
	HAND_KEPT_LATE = 1, /* and once there are enough */
	TAKE_WILDS = 4,     /* the most wild cards subtracted when the pile is taken to open */
	NEARLY = 2,         /* cards that may be missing to a canasta of wild cards when it is begun */
	FAR_OFF = 20        /* divides what the hand costs at the end, as long as the end is not near */
};

/* ---- drawing or taking ---- */

/* What [count] cards of a rank are worth to have in the hand. */
static int worth_of_cards(const struct estimate *at, int kind, int count)
{
	int points = at->rules->kind[kind].points, held = cards_count(&at->ranks, kind) + count;

	if (at->rules->bonus.cards >> kind & 1)
		return count * at->price.bonus_kept;
	if (is_wild(at->rules, kind))
		return count * (points + at->price.wild_kept);
	if (at->own->takes_natural >> kind & 1)
		return count * (points + at->price.fitting);
	if (held >= 3)
		return count * (points + at->price.meld_held);
	return count * (at->danger ? -points : at->price.odd_card);
}

static int worth_of_pile(const struct estimate *at)
{
	int worth = at->price.denied * at->view->pile_size;
	struct cards pile = at->view->pile;

	if (at->rules->sequences)
		pile = cards_by_rank(at->rules, &pile);
	for (cardset kinds = cards_kinds(&pile); kinds != 0; kinds &= kinds - 1)
		worth += worth_of_cards(at, __builtin_ctzll(kinds), cards_count(&pile, __builtin_ctzll(kinds)));
	for (cardset kinds = cards_kinds(&at->view->pile) & at->own->takes_sequence; kinds != 0; kinds &= kinds - 1)
		worth += at->price.fitting;
	return worth;
}

/* The expected value of beginning a meld: what a canasta of it brings, less what it costs if it stays unfinished. */
static int worth_of_risk(const struct estimate *at, int form, const struct meld_cards *cards)
{
	int forfeit = estimate_forfeit(at, form, cards), chance = estimate_chance(at, form, cards);
	struct meld_cards full = *cards;

	if (forfeit == 0)
		return 0;
	full.naturals = (uint8_t)(full.naturals > 0 ? at->rules->canasta_least - full.wilds : 0);
	return (int)(((int64_t)estimate_promise(at, &full) * chance - (int64_t)forfeit * (100 - chance)) / 100);
}

/* The same for the meld that a take begins with the top card and the other cards of that rank. */
static int risk_of_take(const struct estimate *at, struct act act)
{
	const struct view *view = at->view;
	const struct rules *rules = at->rules;
	int form = rules->tables->form_of[act.kind], risk;
	struct meld_cards cards = { .kind = rules->lead[act.kind], .wilds = (uint8_t)act_wilds(act) };

	if (form < 0 || rules->pile.take[act.item].onto == take_onto_own_sequence ||
	    (at->own->melded >> act.kind & 1) != 0)
		return 0;
	act_wild_kinds(act, cards.wild);
	cards.naturals =
		(uint8_t)(cards_of_rank(rules, &view->hand, act.kind) + cards_of_rank(rules, &view->pile, act.kind));
	risk = worth_of_risk(at, form, &cards);
	return risk < 0 ? risk : 0;
}

static int worth_of_take(const struct estimate *at, struct act act)
{
	int worth = worth_of_part(at->view, act, worth_of_pile(at)) + risk_of_take(at, act) -
	            act_wilds(act) * (at->price.wild_kept + at->price.wild_given),
	    wilds;

	if (at->own->opened)
		return worth;
	wilds = estimate_opening_wilds(at, act.kind);
	return worth - (wilds > TAKE_WILDS ? TAKE_WILDS : wilds) * at->price.wild_kept;
}

static int worth_of_draw(const struct estimate *at)
{
	return at->rules->turn.draw * (at->card_points + at->price.drawn);
}

/* ---- laying cards ---- */

/* What adding a wild card to a meld is worth: much if it makes a canasta, with other cards of the hand. */
static int worth_of_wild(const struct estimate *at, const struct meld *meld, int kind)
{
	const struct form *form = &at->rules->form[meld->form];
	struct meld_cards cards = meld_with(at->rules, meld, kind);
	int size = meld->cards.naturals + meld->cards.wilds, missing = at->rules->canasta_least - size;
	int before = estimate_promise(at, &meld->cards), points = at->rules->kind[kind].points, held = 0;

	if (meld->canasta >= 0)
		return estimate_promise(at, &cards) - before + (at->danger ? 2 * points : -at->price.wild_kept);
	for (cardset kinds = cards_kinds(&at->view->hand) & at->rules->cards.wild; kinds != 0; kinds &= kinds - 1)
		held += cards_count(&at->view->hand, __builtin_ctzll(kinds));
	for (int more = 2; more <= missing; more++, cards.wilds++)
		cards.wild[0]++;
	if (missing > held || !form_allows(form, cards.naturals, cards.wilds))
		return at->danger ? points : -at->price.wild_kept;
	return estimate_promise(at, &cards) - before + points + (at->canastas_short > 0 ? at->price.first_canasta : 0) -
	       missing * at->price.wild_kept;
}

/* True if so few cards would be left that the pile could hardly be taken, and nothing is gained by that. */
static bool hand_gets_thin(const struct estimate *at, int cards)
{
	int kept = at->canastas_short > 0 ? HAND_KEPT : HAND_KEPT_LATE;

	return !at->danger && !at->refills && at->hand - cards - 1 < kept;
}

static int worth_of_add(const struct estimate *at, struct act act)
{
	const struct meld *meld = &at->own->meld[act.item];
	struct meld_cards cards = meld_with(at->rules, meld, act.kind);
	int gain = estimate_promise(at, &cards) - estimate_promise(at, &meld->cards);
	int size = cards.naturals + cards.wilds;

	if (meld->canasta < 0 && estimate_forfeit(at, meld->form, &meld->cards) > 0)
		return at->price.finishing;
	if (is_wild(at->rules, act.kind))
		return worth_of_wild(at, meld, act.kind);
	if (hand_gets_thin(at, 1) && size != at->rules->canasta_least)
		return -1;
	return at->price.laid + at->rules->kind[act.kind].points + (gain > 0 ? gain / 2 : 0);
}

static int worth_of_new_meld(const struct estimate *at, struct act act)
{
	const struct rules *rules = at->rules;
	struct meld_cards cards = meld_begun(at->view, act);
	int held = cards.naturals, wilds = cards.wilds;
	int points = laid_points(rules, act) + (held - laid_naturals(rules, act)) * rules->kind[act.kind].points;
	int risk = worth_of_risk(at, act.item, &cards);

	if (risk < 0)
		return risk;
	if (cards.sequence > 0)
		return hand_gets_thin(at, held) ? -1 : points + estimate_promise(at, &cards) / 4;
	if (act_naturals(rules, act) == 0) /* wild cards alone: with most of a canasta in hand */
		return at->danger || at->wilds + NEARLY >= rules->canasta_least ? points : -at->price.wild_kept;
	if (held + at->wilds >= rules->canasta_least && held >= wilds)
		return points + at->price.first_canasta - wilds * at->price.wild_kept;
	if (wilds > 0)
		return at->danger ? points : -at->price.wild_kept;
	return hand_gets_thin(at, held) ? -1 : points + estimate_promise(at, &cards) / 4;
}

/* Melds are put together for the canasta that they make, or are nearer to. */
static int worth_of_joining(const struct estimate *at, struct act act)
{
	const struct meld *one = &at->own->meld[act.item], *other = &at->own->meld[act.joined];
	struct meld_cards cards;

	if (!melds_together(at->rules, one, other, &cards))
		return 0;
	return estimate_promise(at, &cards) - estimate_promise(at, &one->cards) - estimate_promise(at, &other->cards);
}

/* A step of the initial meld. */
static int worth_of_opening(const struct estimate *at, struct act act)
{
	int risk = 0;

	if (act.verb == ACT_MELD) {
		struct meld_cards cards = meld_begun(at->view, act);
		risk = worth_of_risk(at, act.item, &cards);
	}
	return risk < 0 ? risk : first_meld_worth(at, act);
}

/* ---- discarding ---- */

/* What the next player gains by this card on top of the pile. */
static int worth_to_next(const struct estimate *at, int kind)
{
	int pile = at->view->pile_size + 1, unseen = estimate_unseen(at, kind), worth;

	if (at->view->blocking >> kind & 1)
		return -pile * at->price.fed_nothing;
	if (at->next == at->own)
		return 0;
	worth = unseen * at->price.fed_unseen;
	if (unseen > 1)
		worth += at->price.fed + pile * at->price.fed_card;
	if ((at->next->takes_natural | at->next->takes_sequence) >> kind & 1)
		worth += at->view->frozen_for_next ? pile * at->price.fed_frozen_card
		                                   : pile * at->price.fed_fitting_card + at->price.fed_fitting;
	return at->view->frozen_for_next ? worth / 2 : worth;
}

/* Cards of the hand that stand beside [kind] in a sequence, or next but one. */
static int neighbours(const struct estimate *at, int kind)
{
	const struct rules *rules = at->rules;
	cardset beside = 0;

	for (int i = 0; i < rules->meld_count && rules->sequences; i++) {
		const struct form *form = &rules->form[i];
		int place = form->sequence >> kind & 1 ? sequence_place(rules, form, kind) : 0;
		for (int other = place - 2; place > 0 && other <= place + 2; other++) {
			int neighbour = sequence_kind(rules, form, rules->kind[kind].suit, other);
			beside |= neighbour >= 0 ? UINT64_C(1) << neighbour : 0;
		}
	}
	beside &= cards_kinds(&at->view->hand) & ~(UINT64_C(1) << kind);
	return __builtin_popcountll(beside);
}

static int worth_of_discard(const struct estimate *at, int kind)
{
	int held = cards_of_rank(at->rules, &at->view->hand, kind), points = at->rules->kind[kind].points, kept = 0;

	if (at->rules->bonus.cards >> kind & 1)
		kept = at->price.bonus_kept; /* it can be laid in the next turn */
	else if (is_wild(at->rules, kind))
		kept = at->danger ? at->price.wild_thrown + points : 4 * at->price.wild_kept + points;
	else if ((at->own->takes_natural | at->own->takes_sequence) >> kind & 1)
		kept = at->price.fitting + points;
	else if (at->rules->naturals >> kind & 1)
		kept = (held >= 2 ? at->price.pair_held * (held - 1) : 0) + (at->own->opened ? 0 : points / 2) -
		       (at->danger ? points : 0) + neighbours(at, kind) * at->price.neighbour;
	return estimate_catch(at, kind) / (at->danger ? 1 : FAR_OFF) - kept - worth_to_next(at, kind);
}

/* ---- choosing ---- */

/* What laying cards is worth; 0 and less if it is better left. */
static int worth_of_laying(const struct estimate *at, struct act act)
{
	if (!at->own->opened)
		return first_meld_is_due(at, at->danger) ? worth_of_opening(at, act) : -1;
	return act.verb == ACT_ADD ? worth_of_add(at, act) : worth_of_new_meld(at, act);
}

/* Who goes out lays all she can, but not at a great loss. */
static struct act_value value_laying(const struct estimate *at, struct act act)
{
	const struct turn *turn = &at->view->turn;
	bool out = turn->owes_out || (at->can_go_out && at->pays_to_go_out && !turn->stays_in);
	int worth = worth_of_laying(at, act);

	return value_of_laying(worth, out && at->own->opened && worth > -at->price.great_loss);
}

/* Where only a player may ask who can go out, a question that is legal shows that she can. */
static struct act_value value_asking(const struct estimate *at)
{
	bool shown = at->rules->going_out.ask != going_out_ask_required &&
	             at->rules->going_out.who_asks == going_out_who_asks_able_to_go_out;

	return value_of_asking(at->view, at->pays_to_go_out && (at->can_go_out || shown), at->danger);
}

/* A discard that spares the hand a great loss does not wait until cards are laid. */
static struct act_value value_discard(const struct estimate *at, int kind)
{
	int worth = worth_of_discard(at, kind);

	if (worth > at->price.great_loss)
		return (struct act_value){ DUE_NOW, worth - at->price.great_loss };
	return (struct act_value){ DUE_LAST, worth };
}

static struct act_value value_act(void *player, struct act act)
{
	const struct estimate *at = player;

	switch ((enum verb)act.verb) {
	case ACT_DRAW: return (struct act_value){ DUE_NOW, worth_of_draw(at) };
	case ACT_TAKE: return value_of_taking(at->view, worth_of_take(at, act));
	case ACT_MELD:
	case ACT_ADD: return value_laying(at, act);
	case ACT_JOIN: return value_of_laying(worth_of_joining(at, act), false);
	case ACT_ASK: return value_asking(at);
	case ACT_ANSWER: return (struct act_value){ DUE_NOW, act.yes == at->pays_to_go_out };
	case ACT_DISCARD: return value_discard(at, act.kind);
	default: return value_of_others(at->view, act);
	}
}

static struct act choose(const struct view *view, const struct acts *acts, const struct budget *budget,
                         struct random *random)
{
	struct estimate estimate = estimate_of(view);

	(void)budget, (void)random;
	return act_of_most_value(acts, value_act, &estimate);
}

const struct player player_simple = { "simple", "Melds, saves wild cards for canastas, goes out when it pays.", choose,
	                              NULL };
