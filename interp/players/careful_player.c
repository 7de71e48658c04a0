/* careful_player.c -- a player who counts cards. Every act has a worth in points, from an evaluation on the deal; acts on
 * the table are done as long as one is worth something, then comes a discard. Nothing is remembered between acts: the
 * view shows what was begun, and the same evaluation leads to finishing it. */
#include <limits.h>
#include "game/question.h"
#include "players/act_value.h"
#include "players/estimate.h"
#include "players/evaluation.h"
#include "players/player.h"

enum {
	HAND_KEPT = 1,    /* cards to keep once there are enough canastas */
	SURE_END = 500,   /* chance that the deal ends now, from which on everything is laid that can be */
	LIKELY_END = 300, /* chance that the deal ends now, from which on the player hurries to open and to ask */
	OF_A_RANK =
		50, /* percent of what cards in a sequence could have come to by their ranks: not each of them would */
	TAKE_WILDS = 4 /* the most wild cards subtracted when the pile is taken to open */
};

/* ---- drawing or taking ---- */

/* What a take is worth: the pile, and that others do not get it, less the wild cards it takes. */
static int worth_of_take(struct evaluation *at, struct act act)
{
	int denied = at->price->denied * cards_denied(at->view, act) / others_of(at->rules);
	int pile = pile_value(at) + denied, wilds;
	int worth = worth_of_part(at->view, act, pile) - act_wilds(act) * at->wild;

	if (at->own.side->opened)
		return worth;
	wilds = estimate_opening_wilds(&at->estimate, act.kind);
	worth -= special_hand_value(at, &at->view->hand);
	return worth - (wilds > TAKE_WILDS ? TAKE_WILDS : wilds) * at->wild;
}

/* The mean of what all unseen cards gain. */
static int mean_gain(struct evaluation *at, int (*gain)(struct evaluation *evaluation, int kind))
{
	int64_t worth = 0;

	for (int kind = 0; kind < at->rules->kinds; kind++)
		if (at->unseen[kind] > 0)
			worth += (int64_t)at->unseen[kind] * gain(at, kind);
	return (int)(worth / at->unseen_all) * at->rules->turn.draw;
}

/* What a draw is worth, or a lower bound of at least [enough]: cards gain no less than by their ranks alone, and mostly no more. */
static int worth_of_draw(struct evaluation *at, int enough)
{
	int worth = mean_gain(at, rank_gain);

	return at->rules->sequences && worth < enough ? mean_gain(at, card_gain) : worth;
}

/* ---- laying cards ---- */

/* What it costs to be left with so few cards that the pile can hardly be taken. */
static int cost_of_thin_hand(const struct evaluation *at, int cards)
{
	int missing = HAND_KEPT - (at->estimate.hand - cards - 1);

	if (at->over >= SURE_END || missing <= 0 || at->estimate.refills)
		return 0;
	return at->price->thin * (missing < cards ? missing : cards);
}

/* What cards are worth that can lie in a meld of their rank or in a sequence, and are now laid in the other one. */
static int lost_elsewhere(struct evaluation *at, bool in_sequence, cardset kinds)
{
	int lost = 0;

	if (!at->rules->sequences)
		return 0;
	if (!in_sequence)
		return sequences_lose(at, kinds);
	for (; kinds != 0; kinds &= kinds - 1) {
		int kind = rank_of(at->rules, __builtin_ctzll(kinds)), held = cards_count(&at->estimate.ranks, kind);
		lost += hand_value(at, kind, held) - hand_value(at, kind, held - 1);
	}
	return (int)((int64_t)lost * OF_A_RANK / 100);
}

static int worth_of_add(struct evaluation *at, struct act act)
{
	const struct meld *meld = &at->own.side->meld[act.item];
	struct meld_cards cards = meld_with(at->rules, meld, act.kind);
	int points = at->rules->kind[act.kind].points, wilds = at->estimate.wilds;
	int size = cards.naturals + cards.wilds;

	if (meld->canasta >= 0) {
		int gain = bonus_of_canasta(at, &cards) - bonus_of_canasta(at, &meld->cards);
		if (is_wild(at->rules, act.kind))
			return gain + chance_points(at->over, 2 * points) - at->wild;
		return gain + at->price->laid + points - cost_of_thin_hand(at, 1);
	}
	if (is_wild(at->rules, act.kind)) {
		int with = meld_value(at, &at->own, meld->form, &cards, wilds - 1);
		int without = meld_value(at, &at->own, meld->form, &meld->cards, wilds);
		int spared = chance_points(at->over, without > 0 ? without : 0);
		return with - without + spared + chance_points(at->over, 2 * points) - at->wild;
	}
	return at->price->laid + points - (size != at->rules->canasta_least ? cost_of_thin_hand(at, 1) : 0) +
	       meld_value(at, &at->own, meld->form, &cards, wilds) -
	       meld_value(at, &at->own, meld->form, &meld->cards, wilds) -
	       lost_elsewhere(at, meld->cards.sequence > 0, UINT64_C(1) << act.kind);
}

/* What beginning a meld of wild cards is worth, with all wild cards of the hand. */
static int worth_of_wild_meld(struct evaluation *at, struct act act, int points)
{
	const struct rules *rules = at->rules;
	struct meld_cards cards = { .kind = rules->wild_kind[0], .wilds = (uint8_t)at->estimate.wilds };

	for (int i = 0; i < WILD_KINDS_MAX && i < rules->wild_kinds; i++)
		cards.wild[i] = (uint8_t)cards_count(&at->view->hand, rules->wild_kind[i]);
	return meld_value(at, &at->own, act.item, &cards, 0) + points - at->estimate.wilds * at->wild;
}

/* The meld that [act] makes or adds to, as it lies there then; [*before] as it lies there now, or NULL. */
static struct meld meld_after(const struct evaluation *at, struct act act, const struct meld **before)
{
	struct meld meld = { .form = act.item, .canasta = -1 };

	*before = act.verb == ACT_ADD ? &at->own.side->meld[act.item] : NULL;
	if (*before != NULL) {
		meld = **before;
		meld.cards = meld_with(at->rules, *before, act.kind);
	} else
		meld.cards = meld_begun(at->view, act);
	return meld;
}

/* Whether [held] cards finish [meld] together, if that costs something as long as it is not finished. */
static bool is_finished_by(struct evaluation *at, const struct meld *meld, int held)
{
	int missing = at->rules->canasta_least - meld->cards.naturals - meld->cards.wilds;

	return held >= missing && imagine_forfeit(at, &meld->cards) > 0 && meld_takes(at->rules, meld, missing, 0);
}

/* True if cards that make no canasta yet are better kept in the hand, where they can take the pile and be laid in a later turn. Laying
 * them early only helps if the deal ends before: then their cost in the hand is compared with their points on the table and the cost
 * of an unfinished meld. */
static bool is_better_kept(struct evaluation *at, struct act act)
{
	const struct meld *before;
	struct meld after;
	int laid, size, rank, held, gain;

	if (at->estimate.canastas_short <= 0 || at->estimate.refills || begins_sequence(at->rules, act))
		return false;
	after = meld_after(at, act, &before);
	laid = act.verb == ACT_ADD ? 1 : after.cards.naturals;
	size = after.cards.naturals + after.cards.wilds;
	rank = rank_of(at->rules, act.kind);
	if (after.cards.sequence > 0 || size == at->rules->canasta_least ||
	    (before == NULL && size > at->rules->canasta_least))
		return false;
	if (act.verb == ACT_ADD && is_wild(at->rules, act.kind))
		return false;
	if (laid ==
	    0) /* wild cards alone: they are begun when the hand can finish them, or nothing is lost if nobody does */
		return at->estimate.wilds < at->rules->canasta_least && imagine_forfeit(at, &after.cards) > 0;
	held = cards_count(&at->estimate.ranks, rank);
	if (before != NULL && is_finished_by(at, before, held))
		return false;
	gain = laid * at->rules->kind[rank].points + imagine_caught(at, rank, held) -
	       imagine_caught(at, rank, held - laid) - imagine_forfeit(at, &after.cards);
	if (before != NULL)
		gain += imagine_forfeit(at, &before->cards);
	gain = chance_points(at->over, gain) - laid_wilds(at->rules, act) * at->wild;
	return gain <= cost_of_keys(at, rank, laid, laid_wilds(at->rules, act), before, &after);
}

/* What beginning a sequence is worth, with all cards of the hand that belong to it. */
static int worth_of_new_sequence(struct evaluation *at, struct act act)
{
	struct meld_cards cards = meld_begun(at->view, act);
	cardset laid = meld_kinds(at->rules, &cards);
	int worth = sequence_value(at, &at->own, act.item, &cards, 0) - sequences_lose(at, laid) -
	            lost_elsewhere(at, true, laid) - cost_of_thin_hand(at, cards.naturals);

	for (; laid != 0; laid &= laid - 1)
		worth += at->price->laid + at->rules->kind[__builtin_ctzll(laid)].points;
	return worth;
}

/* The kinds of natural cards that an act of melding lays. */
static cardset kinds_laid(const struct rules *rules, struct act act)
{
	cardset laid = 0;

	for (cardset kinds = rules->mates[act.kind]; kinds != 0; kinds &= kinds - 1)
		laid |= act_naturals_of(rules, act, __builtin_ctzll(kinds)) > 0 ? kinds & -kinds : 0;
	return laid;
}

static int worth_of_new_meld(struct evaluation *at, struct act act)
{
	struct meld_cards cards = meld_begun(at->view, act);
	int points = laid_points(at->rules, act), held = cards.naturals, wilds = cards.wilds, worth;

	if (held == 0)
		return worth_of_wild_meld(at, act, points);
	if (cards.sequence > 0)
		return worth_of_new_sequence(at, act);
	points += (held - laid_naturals(at->rules, act)) * at->rules->kind[act.kind].points;
	if (at->rules->sequences)
		points -= sequences_lose(at, kinds_laid(at->rules, act));
	worth = meld_value(at, &at->own, act.item, &cards, at->estimate.wilds - wilds) + points;
	if (wilds > 0)
		return worth - hand_value(at, act.kind, held) - wilds * at->wild - cost_of_thin_hand(at, held + wilds);
	return worth < points ? worth - points : worth - cost_of_thin_hand(at, held);
}

/* ---- the initial meld ---- */

static bool opens(const struct evaluation *at)
{
	const struct view *view = at->view;

	if (view->turn.count == 0 && !view->turn.took && special_hand_value(at, &view->hand) >= at->price->hope)
		return false;
	return first_meld_is_due(&at->estimate, at->over > LIKELY_END);
}

static int worth_of_opening(struct evaluation *at, struct act act)
{
	struct meld_cards cards;
	int risk, worth = first_meld_worth(&at->estimate, act);

	if (act.verb == ACT_ADD)
		return worth;
	cards = meld_begun(at->view, act);
	risk = meld_value(at, &at->own, act.item, &cards, at->estimate.wilds - cards.wilds);
	if (risk >= 0)
		return worth;
	return risk < -at->price->risk ? risk : worth + risk;
}

/* ---- discarding ---- */

/* What a discard is worth: the value of a special hand still possible, less what the hand loses and the next player gains. */
static int worth_of_discard(struct evaluation *at, int kind)
{
	struct cards kept = at->view->hand;

	cards_remove(&kept, kind);
	return special_hand_value(at, &kept) - card_loss(at, kind) - discard_risk(at, kind);
}

/* ---- choosing ---- */

/* True if the player wants to go out in this turn. */
static bool wants_out(const struct evaluation *at)
{
	return at->estimate.can_go_out && at->going_out >= 0;
}

/* What laying cards is worth; 0 and less if it is better left. */
static int worth_of_laying(struct evaluation *at, struct act act)
{
	if (!at->own.side->opened)
		return opens(at) ? worth_of_opening(at, act) : -1;
	if (!at->view->turn.owes_out && !wants_out(at) && is_better_kept(at, act))
		return -1;
	return act.verb == ACT_ADD ? worth_of_add(at, act) : worth_of_new_meld(at, act);
}

static struct act_value value_laying(struct evaluation *at, struct act act)
{
	const struct turn *turn = &at->view->turn;
	bool out = turn->owes_out || (wants_out(at) && !turn->stays_in);

	return value_of_laying(worth_of_laying(at, act), out && at->own.side->opened);
}

static struct act_value value_act(void *player, struct act act)
{
	struct evaluation *at = player;

	switch ((enum verb)act.verb) {
	case ACT_DRAW: return (struct act_value){ DUE_NOW, worth_of_draw(at, INT_MAX) };
	case ACT_TAKE: return value_of_taking(at->view, worth_of_take(at, act));
	case ACT_MELD:
	case ACT_ADD: return value_laying(at, act);
	case ACT_JOIN: return value_of_laying(joining_value(at, act), false);
	case ACT_ASK: return value_of_asking(at->view, wants_out(at), at->over >= LIKELY_END);
	case ACT_ANSWER: return (struct act_value){ DUE_NOW, act.yes == (at->going_out >= 0) };
	case ACT_DISCARD: return (struct act_value){ DUE_LAST, worth_of_discard(at, act.kind) };
	default: return value_of_others(at->view, act);
	}
}

/* Whether to draw rather than do an act of value [other]. */
static bool is_drawing_as_good(struct evaluation *at, struct act_value other)
{
	return other.due == DUE_NOW ? worth_of_draw(at, other.worth) >= other.worth : other.due < DUE_NOW;
}

/* Drawing, the first of all acts, is compared with the best of the others. */
static struct act choose(const struct view *view, const struct acts *acts, const struct budget *budget,
                         struct random *random)
{
	struct evaluation evaluation;
	struct act_value best;
	int draws = acts->count > 1 && acts->act[0].verb == ACT_DRAW, at = draws;

	(void)budget, (void)random;
	evaluation_begin(&evaluation, view);
	best = value_act(&evaluation, acts->act[at]);
	for (int i = at + 1; i < acts->count; i++) {
		struct act_value value;
		if (acts->act[i].verb == ACT_DISCARD && best.due > DUE_LAST)
			continue; /* there are acts to do before a discard, so its value is not needed */
		value = value_act(&evaluation, acts->act[i]);
		if (act_value_is_more(value, best))
			at = i, best = value;
	}
	return acts->act[draws && is_drawing_as_good(&evaluation, best) ? 0 : at];
}

void careful_values(const struct view *view, const struct acts *acts, struct act_value *values)
{
	struct evaluation evaluation;

	evaluation_begin(&evaluation, view);
	for (int i = 0; i < acts->count; i++)
		values[i] = value_act(&evaluation, acts->act[i]);
}

struct discard_price careful_discard_price(const struct view *view, int kind)
{
	struct evaluation at;

	evaluation_begin(&at, view);
	return (struct discard_price){ card_loss(&at, kind), discard_risk(&at, kind) };
}

const struct player player_careful = { "careful", "Counts cards, and prices what it does by the scores of the rules.",
	                               choose, NULL };
