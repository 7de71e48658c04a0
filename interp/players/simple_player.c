/* simple_player.c -- a sensible player for any rules: gives every legal act a worth in points, as far as its guesses
 * go, and does the best one. Acts on the table are done as long as one is worth something; then comes a discard.
 * Since an act only ever lays down cards or ends a turn, it comes to an end. */
#include "players/bots.h"
#include "players/prospect.h"

enum {
	WORTHLESS = -100000,
	OUT = 1000,          /* laying a card on the way out */
	SPECIAL = 100000,    /* a special hand: it ends the deal, and is worth more than a whole one */
	WILD_KEPT = 30,      /* a wild card in the hand, for a canasta later */
	TO_FINISH = 400,     /* a card for a meld that costs much if it stays unfinished */
	FIRST_CANASTA = 200, /* a canasta without which nobody can go out */
	HAND_KEPT = 3        /* cards to keep, to be able to take the pile */
};

static int wilds_in(struct act act)
{
	int count = 0;

	for (int i = 0; i < WILD_KINDS_MAX; i++)
		count += act.wild[i];
	return count;
}

static int wild_points(const struct rules *rules, struct act act)
{
	int points = 0;

	for (int i = 0; i < rules->wild_kinds; i++)
		points += act.wild[i] * rules->kind[rules->wild_kind[i]].points;
	return points;
}

static bool is_wild(const struct prospect *at, int kind)
{
	return at->rules->cards.wild >> kind & 1;
}

/* ---- drawing or taking ---- */

/* What [count] cards of a kind are worth to have in the hand. */
static int worth_of_cards(const struct prospect *at, int kind, int count)
{
	int points = at->rules->kind[kind].points, held = cards_count(&at->view->hand, kind) + count;

	if (at->rules->bonus.cards >> kind & 1)
		return count * 10 * at->card_points;
	if (is_wild(at, kind))
		return count * (points + WILD_KEPT);
	if (at->own->takes_natural >> kind & 1)
		return count * (points + 15);
	if (held >= 3)
		return count * (points + 10);
	return at->danger ? -count * points : count * 3;
}

static int worth_of_pile(const struct prospect *at)
{
	int worth = 8 * at->view->pile_size; /* what the opponents do not get */

	for (cardset kinds = cards_kinds(&at->view->pile); kinds != 0; kinds &= kinds - 1)
		worth += worth_of_cards(at, __builtin_ctzll(kinds),
		                        cards_count(&at->view->pile, __builtin_ctzll(kinds)));
	return worth;
}

static int worth_of_take(const struct prospect *at, struct act act)
{
	int worth = worth_of_pile(at) - wilds_in(act) * (WILD_KEPT + 10), wilds;

	if (at->own->opened)
		return worth;
	wilds = prospect_opening_wilds(at, act.kind);
	return worth - (wilds > 4 ? 4 : wilds) * WILD_KEPT;
}

static int worth_of_draw(const struct prospect *at)
{
	return at->rules->turn.draw * (at->card_points + 6);
}

/* ---- laying cards ---- */

/* The meld with one more card of [kind]. */
static struct meld_cards meld_with(const struct prospect *at, const struct meld *meld, int kind)
{
	struct meld_cards cards = meld->cards;

	if (!is_wild(at, kind)) {
		cards.naturals++;
		return cards;
	}
	cards.wilds++;
	for (int i = 0; i < at->rules->wild_kinds; i++)
		cards.wild[i] = (uint8_t)(cards.wild[i] + (at->rules->wild_kind[i] == kind));
	return cards;
}

/* Putting a wild card on a meld: good if with others of the hand it makes a canasta. */
static int worth_of_wild(const struct prospect *at, const struct meld *meld, int kind)
{
	const struct form *form = &at->rules->form[meld->form];
	struct meld_cards cards = meld_with(at, meld, kind);
	int size = meld->cards.naturals + meld->cards.wilds, missing = at->rules->canasta_least - size;
	int before = prospect_promise(at, &meld->cards), points = at->rules->kind[kind].points, held = 0;

	if (meld->canasta >= 0)
		return prospect_promise(at, &cards) - before + (at->danger ? 2 * points : -WILD_KEPT);
	for (cardset kinds = cards_kinds(&at->view->hand) & at->rules->cards.wild; kinds != 0; kinds &= kinds - 1)
		held += cards_count(&at->view->hand, __builtin_ctzll(kinds));
	for (int more = 2; more <= missing; more++, cards.wilds++)
		cards.wild[0]++;
	if (missing > held || !form_allows(form, cards.naturals, cards.wilds))
		return at->danger ? points : -WILD_KEPT;
	return prospect_promise(at, &cards) - before + points + (at->canastas_short > 0 ? FIRST_CANASTA : 0) -
	       missing * WILD_KEPT;
}

/* True if so few cards would be left that the pile could hardly be taken, with nothing to gain by it. */
static bool hand_gets_thin(const struct prospect *at, int cards)
{
	int kept = at->canastas_short > 0 ? HAND_KEPT : 1;

	return !at->danger && at->hand - cards - 1 < kept;
}

/* Beginning a meld that costs much if it stays unfinished: what may come of it, for better or worse. */
static int worth_of_risk(const struct prospect *at, int form, const struct meld_cards *cards)
{
	int forfeit = prospect_forfeit(at, form, cards), chance = prospect_chance(at, form, cards);
	struct meld_cards full = *cards;

	if (forfeit == 0)
		return 0;
	full.naturals = (uint8_t)(full.naturals > 0 ? at->rules->canasta_least - full.wilds : 0);
	return (prospect_promise(at, &full) * chance - forfeit * (100 - chance)) / 100;
}

static int worth_of_add(const struct prospect *at, struct act act)
{
	const struct meld *meld = &at->own->meld[act.item];
	struct meld_cards cards = meld_with(at, meld, act.kind);
	int gain = prospect_promise(at, &cards) - prospect_promise(at, &meld->cards);
	int size = cards.naturals + cards.wilds;

	if (meld->canasta < 0 && prospect_forfeit(at, meld->form, &meld->cards) > 0)
		return TO_FINISH;
	if (is_wild(at, act.kind))
		return worth_of_wild(at, meld, act.kind);
	if (hand_gets_thin(at, 1) && size != at->rules->canasta_least)
		return -1;
	return 15 + at->rules->kind[act.kind].points + (gain > 0 ? gain / 2 : 0);
}

static int worth_of_new_meld(const struct prospect *at, struct act act)
{
	const struct rules *rules = at->rules;
	int held = act.count > 0 ? cards_count(&at->view->hand, act.kind) : 0, wilds = wilds_in(act);
	int points = held * rules->kind[act.kind].points + wild_points(rules, act);
	struct meld_cards cards = { .kind = act.kind, .naturals = (uint8_t)held, .wilds = (uint8_t)wilds };
	int risk = worth_of_risk(at, act.item, &cards);

	if (risk < 0)
		return risk;
	if (act.count == 0) /* wild cards alone: with most of a canasta in hand */
		return at->danger || at->wilds + 2 >= rules->canasta_least ? points : -WILD_KEPT;
	if (held + at->wilds >= rules->canasta_least && held >= wilds)
		return points + FIRST_CANASTA - wilds * WILD_KEPT;
	if (wilds > 0)
		return at->danger ? points : -WILD_KEPT;
	return hand_gets_thin(at, held) ? -1 : points + prospect_promise(at, &cards) / 4;
}

/* ---- the initial meld ---- */

/* Whether to open in this turn. Few wild cards are a good price, many only when others are ahead. */
static bool opens(const struct prospect *at)
{
	const struct view *view = at->view;
	int wilds = prospect_opening_wilds(at, -1);
	bool behind = false;

	for (int side = 0; side < at->rules->table.sides; side++)
		behind = behind || view->side[side].opened;
	if (view->turn.count > 0 || view->turn.took || at->danger || wilds <= 2)
		return true;
	return wilds <= 3 && (behind || view->turn.number > 3 * at->rules->seats);
}

/* Natural cards first and the valuable ones first, wild cards where they make up for most. */
static int worth_of_opening(const struct prospect *at, struct act act)
{
	const struct rules *rules = at->rules;
	int wilds = wilds_in(act), points = act.count * rules->kind[act.kind].points + wild_points(rules, act);

	if (act.verb == ACT_ADD) {
		wilds = is_wild(at, act.kind);
		points = rules->kind[act.kind].points;
	} else if (wilds > 0) /* the pair beside it might be had later */
		points += at->view->turn.count + points >= at->view->minimum ? 50 : 0;
	if (act.verb == ACT_MELD) {
		struct meld_cards cards = { .kind = act.kind,
			                    .naturals = (uint8_t)(act.count > 0 ? cards_count(&at->view->hand, act.kind)
			                                                        : 0),
			                    .wilds = (uint8_t)wilds };
		int risk = worth_of_risk(at, act.item, &cards);
		if (risk < 0)
			return risk;
	}
	return 500 + points - wilds * 200;
}

/* ---- discarding ---- */

/* What the next player gains by this card on top of the pile. */
static int worth_to_next(const struct prospect *at, int kind)
{
	int pile = at->view->pile_size + 1, worth;

	if (at->view->blocking >> kind & 1)
		return -2 * pile;
	if (at->next == at->own)
		return 0;
	worth = (pile * 3 + 10) * (prospect_unseen(at, kind) > 1) + 4 * prospect_unseen(at, kind);
	if (at->next->takes_natural >> kind & 1)
		worth += at->view->frozen_for_next ? 4 * pile : 12 * pile + 20;
	return at->view->frozen_for_next ? worth / 2 : worth;
}

static int worth_of_discard(const struct prospect *at, int kind)
{
	int held = cards_count(&at->view->hand, kind), points = at->rules->kind[kind].points, kept = 0;

	if (at->rules->bonus.cards >> kind & 1)
		kept = 10 * at->card_points; /* it can be laid in the next turn */
	else if (is_wild(at, kind))
		kept = at->danger ? 10 + points : 4 * WILD_KEPT + points;
	else if (at->own->takes_natural >> kind & 1)
		kept = 15 + points;
	else if (at->rules->naturals >> kind & 1)
		kept = (held >= 2 ? 6 * (held - 1) : 0) + (at->own->opened ? 0 : points / 2) -
		       (at->danger ? points : 0);
	return prospect_catch(at, kind) / (at->danger ? 1 : 20) - kept - worth_to_next(at, kind);
}

/* ---- choosing ---- */

static int worth_of_asking(const struct prospect *at)
{
	int partners = 0;

	if (at->rules->going_out.ask == going_out_ask_required)
		return at->can_go_out && at->pays_to_go_out ? 3 * OUT : WORTHLESS;
	for (int seat = 0; seat < at->rules->seats; seat++)
		if (seat != at->view->seat && at->view->side_of[seat] == at->view->side_of_seat)
			partners += at->view->size[seat];
	return at->pays_to_go_out && !at->danger && partners > 2 * HAND_KEPT ? 3 * OUT : WORTHLESS;
}

/* A bonus card is worth laying, unless that ends the deal with a full hand. */
static int worth_of_bonus(const struct prospect *at)
{
	bool ends = at->view->stock_size == 0 && at->rules->bonus.unreplaced == bonus_unreplaced_ends_the_deal;

	return ends ? WORTHLESS : 4 * OUT;
}

/* What laying cards is worth; 0 and less if it is better left. */
static int worth_of_laying(const struct prospect *at, struct act act)
{
	bool out = at->view->turn.owes_out || (at->can_go_out && at->pays_to_go_out && !at->view->turn.stays_in);
	int worth;

	if (!at->own->opened)
		return opens(at) ? worth_of_opening(at, act) : -1;
	worth = act.verb == ACT_ADD ? worth_of_add(at, act) : worth_of_new_meld(at, act);
	return out ? OUT + worth : worth;
}

static int worth_of(const struct prospect *at, struct act act)
{
	switch ((enum verb)act.verb) {
	case ACT_DRAW: return worth_of_draw(at);
	case ACT_TAKE: return worth_of_take(at, act);
	case ACT_MELD:
	case ACT_ADD: return worth_of_laying(at, act);
	case ACT_ASK: return worth_of_asking(at);
	case ACT_ANSWER: return (act.count > 0) == at->pays_to_go_out;
	case ACT_DISCARD: return worth_of_discard(at, act.kind);
	case ACT_SPECIAL: return SPECIAL;
	case ACT_LAY: return worth_of_bonus(at);
	case ACT_TALON: return act.count;
	case ACT_STOP: return 0;
	case VERBS: break;
	}
	return 0;
}

/* Laying cards comes before discarding if it is worth anything. */
static int rank_of(const struct prospect *at, struct act act)
{
	int worth = worth_of(at, act);

	if (act.verb == ACT_DISCARD || act.verb == ACT_STOP)
		return worth - OUT;
	if ((act.verb == ACT_MELD || act.verb == ACT_ADD) && worth <= 0)
		return worth - 10 * OUT;
	return worth;
}

static struct act choose(const struct view *view, const struct acts *acts, struct random *random)
{
	struct prospect prospect = prospect_of(view);
	int best = 0, best_rank = rank_of(&prospect, acts->act[0]);

	(void)random;
	for (int i = 1; i < acts->count; i++) {
		int rank = rank_of(&prospect, acts->act[i]);
		if (rank > best_rank)
			best = i, best_rank = rank;
	}
	return acts->act[best];
}

const struct player player_simple = { "simple", "Melds, saves wild cards for canastas, goes out when it pays.", true,
	                              choose };
