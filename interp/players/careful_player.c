/* careful_player.c -- a player who counts cards. Every act has a worth in points, from an outlook on the deal; acts on
 * the table are done as long as one is worth something, then comes a discard. Nothing is remembered between acts: the
 * view tells what was begun, and the same outlook finishes it. */
#include "game/question.h"
#include "players/bots.h"
#include "players/hope.h"

enum {
	WORTHLESS = -100000,
	OUT = 10000,       /* laying a card on the way out */
	SPECIAL = 1000000, /* a special hand: it ends the deal, and is worth more than a whole one */
	HAND_KEPT = 3,     /* cards to keep as long as canastas are missing, */
	KEPT_MORE = 2,     /* and so many more for each that the pile is taken with */
	KEPT_READY = 1,    /* the same once there are enough canastas */
	THIN = 200,        /* points: each card that is missing to these */
	DENIED = 8,        /* points: what a card of the pile is not worth to the others */
	SURE_END = 500,    /* the deal is likely to end at once: whatever can be laid is laid */
	LIKELY_END = 300,  /* it may well */
	OPENING_WILDS = 2, /* wild cards that an initial meld may cost, */
	LATE_WILDS = 3,    /* and when it is late or others are ahead */
	TAKE_WILDS = 4,    /* the most that are reckoned with when the pile is taken for it */
	RISKY = -100,      /* points: an initial meld does not begin what may cost more */
	HOPEFUL = 300      /* points: a side with such hope of a special hand does not open */
};

static int wild_points(const struct rules *rules, struct act act)
{
	int points = 0;

	for (int i = 0; i < rules->wild_kinds; i++)
		points += act.wild[i] * rules->kind[rules->wild_kind[i]].points;
	return points;
}

static bool is_wild(const struct outlook *at, int kind)
{
	return at->rules->cards.wild >> kind & 1;
}

/* ---- drawing or taking ---- */

/* The pile, what it is not worth to others, and what is given for it. */
static int worth_of_take(struct outlook *at, struct act act)
{
	int worth = outlook_pile(at) + DENIED * at->view->pile_size - act_wilds(act) * at->wild, wilds;

	if (at->own.side->opened)
		return worth;
	wilds = prospect_opening_wilds(&at->prospect, act.kind);
	worth -= hope_of(at, &at->view->hand);
	return worth - (wilds > TAKE_WILDS ? TAKE_WILDS : wilds) * at->wild;
}

/* The mean of all cards that may come. */
static int worth_of_draw(struct outlook *at)
{
	int64_t worth = 0;

	for (int kind = 0; kind < at->rules->kinds; kind++)
		if (at->unseen[kind] > 0) {
			int held = cards_count(&at->view->hand, kind);
			worth += (int64_t)at->unseen[kind] *
			         (outlook_keep(at, kind, held + 1) - outlook_keep(at, kind, held));
		}
	return (int)(worth / at->unseen_all) * at->rules->turn.draw;
}

/* ---- laying cards ---- */

/* The meld with one more card of [kind]. */
static struct meld_cards meld_with(const struct outlook *at, const struct meld *meld, int kind)
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

/* What it costs to be left with so few cards that the pile can hardly be taken. */
static int cost_of_thin_hand(const struct outlook *at, int cards)
{
	int kept = at->prospect.canastas_short > 0 ? HAND_KEPT + KEPT_MORE * at->key : KEPT_READY;
	int missing = kept - (at->prospect.hand - cards - 1);

	if (at->over >= SURE_END || missing <= 0)
		return 0;
	return THIN * (missing < cards ? missing : cards);
}

static int bonus_of(const struct outlook *at, const struct meld_cards *cards)
{
	int canasta = rules_canasta_of(at->rules, cards);

	return canasta >= 0 ? at->bonus[canasta] : 0;
}

static int worth_of_add(struct outlook *at, struct act act)
{
	const struct meld *meld = &at->own.side->meld[act.item];
	struct meld_cards cards = meld_with(at, meld, act.kind);
	int points = at->rules->kind[act.kind].points, wilds = at->prospect.wilds;
	int size = cards.naturals + cards.wilds;

	if (meld->canasta >= 0) {
		int gain = bonus_of(at, &cards) - bonus_of(at, &meld->cards);
		if (is_wild(at, act.kind))
			return gain + chance_points(at->over, 2 * points) - at->wild;
		return gain + 15 + points - cost_of_thin_hand(at, 1);
	}
	if (is_wild(at, act.kind)) {
		int with = outlook_meld(at, &at->own, meld->form, &cards, wilds - 1);
		int without = outlook_meld(at, &at->own, meld->form, &meld->cards, wilds);
		int spared = chance_points(at->over, without > 0 ? without : 0);
		return with - without + spared + chance_points(at->over, 2 * points) - at->wild;
	}
	return 15 + points - (size != at->rules->canasta_least ? cost_of_thin_hand(at, 1) : 0) +
	       outlook_meld(at, &at->own, meld->form, &cards, wilds) -
	       outlook_meld(at, &at->own, meld->form, &meld->cards, wilds);
}

static int worth_of_new_meld(struct outlook *at, struct act act)
{
	const struct rules *rules = at->rules;
	int held = act.count > 0 ? cards_count(&at->view->hand, act.kind) : 0, wilds = act_wilds(act);
	int points = held * rules->kind[act.kind].points + wild_points(rules, act), worth, kept;
	struct meld_cards cards = { .kind = act.kind, .naturals = (uint8_t)held, .wilds = (uint8_t)wilds };

	for (int i = 0; i < rules->wild_kinds; i++)
		cards.wild[i] = act.wild[i];
	if (act.count == 0) {
		cards.kind = rules->wild_kind[0];
		for (int i = 0; i < rules->wild_kinds; i++)
			cards.wild[i] = (uint8_t)cards_count(&at->view->hand, rules->wild_kind[i]);
		cards.wilds = (uint8_t)at->prospect.wilds;
		return outlook_meld(at, &at->own, act.item, &cards, 0) + points - at->prospect.wilds * at->wild;
	}
	worth = outlook_meld(at, &at->own, act.item, &cards, at->prospect.wilds - wilds) + points;
	if (wilds == 0) {
		if (worth < points)
			return worth - points;
		return worth - cost_of_thin_hand(at, held);
	}
	kept = outlook_keep(at, act.kind, held);
	return worth - kept - wilds * at->wild - cost_of_thin_hand(at, held + wilds);
}

/* ---- the initial meld ---- */

/* Whether to open in this turn. Few wild cards are a good price, many only when others are ahead. */
static bool opens(const struct outlook *at)
{
	const struct view *view = at->view;
	int wilds = prospect_opening_wilds(&at->prospect, -1);
	bool behind = false;

	for (int side = 0; side < at->rules->table.sides; side++)
		behind = behind || view->side[side].opened;
	if (view->turn.count == 0 && !view->turn.took && hope_of(at, &view->hand) >= HOPEFUL)
		return false;
	if (view->turn.count > 0 || view->turn.took || at->over > LIKELY_END || wilds <= OPENING_WILDS)
		return true;
	return wilds <= LATE_WILDS && (behind || view->turn.number > 3 * at->rules->seats);
}

/* Natural cards first and the valuable ones first, wild cards where they make up for most. */
static int worth_of_opening(struct outlook *at, struct act act)
{
	const struct rules *rules = at->rules;
	int wilds = act_wilds(act), points = act.count * rules->kind[act.kind].points + wild_points(rules, act);
	int risk = 0;

	if (act.verb == ACT_ADD) {
		wilds = is_wild(at, act.kind);
		points = rules->kind[act.kind].points;
	} else if (wilds > 0)
		points += at->view->turn.count + points >= at->view->minimum ? 50 : 0;
	if (act.verb == ACT_MELD) {
		struct meld_cards cards = { .kind = act.kind,
			                    .naturals = (uint8_t)(act.count > 0 ? cards_count(&at->view->hand, act.kind)
			                                                        : 0),
			                    .wilds = (uint8_t)wilds };
		if (act.count == 0)
			cards.kind = rules->wild_kind[0];
		for (int i = 0; i < rules->wild_kinds; i++)
			cards.wild[i] = act.wild[i];
		risk = outlook_meld(at, &at->own, act.item, &cards, at->prospect.wilds - wilds);
		if (risk < RISKY)
			return risk;
	}
	return 500 + points - wilds * 200 + (risk < 0 ? risk : 0);
}

/* ---- discarding ---- */

/* What the hand loses, what the next player gains, and what hope is left of a special hand. */
static int worth_of_discard(struct outlook *at, int kind)
{
	int held = cards_count(&at->view->hand, kind);
	struct cards kept = at->view->hand;

	cards_remove(&kept, kind);
	return outlook_keep(at, kind, held - 1) - outlook_keep(at, kind, held) - outlook_feed(at, kind) +
	       hope_of(at, &kept);
}

/* ---- choosing ---- */

/* Whether the player goes out in this turn if nobody keeps her from it. */
static bool wants_out(const struct outlook *at)
{
	return at->prospect.can_go_out && at->going_out >= 0;
}

/* Partners with many cards are asked, unless there is no time. */
static int worth_of_asking(const struct outlook *at)
{
	int partners = 0;

	if (at->rules->going_out.ask == going_out_ask_required)
		return wants_out(at) ? 3 * OUT : WORTHLESS;
	for (int seat = 0; seat < at->rules->seats; seat++)
		if (seat != at->view->seat && at->view->side_of[seat] == at->view->side_of_seat)
			partners += at->view->size[seat];
	return wants_out(at) && at->over < LIKELY_END && partners > 2 * HAND_KEPT ? 3 * OUT : WORTHLESS;
}

/* A bonus card is worth laying, unless that ends the deal with a full hand. */
static int worth_of_bonus(const struct outlook *at)
{
	bool ends = at->view->stock_size == 0 && at->rules->bonus.unreplaced == bonus_unreplaced_ends_the_deal;

	return ends ? WORTHLESS : 4 * OUT;
}

/* What laying cards is worth; 0 and less if it is better left. */
static int worth_of_laying(struct outlook *at, struct act act)
{
	bool out = at->view->turn.owes_out || (wants_out(at) && !at->view->turn.stays_in);
	int worth;

	if (!at->own.side->opened)
		return opens(at) ? worth_of_opening(at, act) : -1;
	worth = act.verb == ACT_ADD ? worth_of_add(at, act) : worth_of_new_meld(at, act);
	return out ? OUT + worth : worth;
}

static int worth_of(struct outlook *at, struct act act)
{
	switch ((enum verb)act.verb) {
	case ACT_DRAW: return worth_of_draw(at);
	case ACT_TAKE: return worth_of_take(at, act);
	case ACT_MELD:
	case ACT_ADD: return worth_of_laying(at, act);
	case ACT_ASK: return worth_of_asking(at);
	case ACT_ANSWER: return (act.count > 0) == (at->going_out >= 0);
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
static int rank_act(struct outlook *at, struct act act)
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
	struct outlook outlook;
	int best = 0, best_rank = INT32_MIN;

	(void)random;
	if (acts->count == 1)
		return acts->act[0];
	outlook_begin(&outlook, view);
	for (int i = 0; i < acts->count; i++) {
		int rank = rank_act(&outlook, acts->act[i]);
		if (rank > best_rank)
			best = i, best_rank = rank;
	}
	return acts->act[best];
}

const struct player player_careful = { "careful", "Counts cards, and prices what it does by the scores of the rules.",
	                               true, choose };
