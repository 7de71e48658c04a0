/* estimate.c -- estimates about a deal in play. They need not be right: every act that is chosen is legal. */
#include "players/estimate.h"

#include <string.h>
#include "game/game.h"
#include "players/act_value.h"

enum {
	DANGER_HAND = 2,  /* cards with which an opponent may well go out in one turn */
	DANGER_ROUNDS = 2 /* rounds that the stock still lasts */
};

static int average_points(const struct rules *rules)
{
	int points = rules->tables->deck_points;

	return rules->deck_size > 0 && points >= rules->deck_size ? points / rules->deck_size : 1;
}

/* The bonus of a kind of canasta; those that depend on the deal are taken for nothing. */
static int canasta_bonus(const struct rules *rules, int canasta)
{
	int32_t bonus = 0;

	if (canasta < 0 || !formula_is_constant(rules->canasta[canasta].bonus, &bonus))
		return 0;
	return reckoned(bonus);
}

/* Cards of the rank of [kind] in the melds of a side: where a rank may have several, in all of them. */
static int cards_melded(const struct rules *rules, const struct side *side, int kind)
{
	int cards = 0;

	if (!(side->melded >> kind & 1) && !rules->sequences)
		return 0;
	for (int i = 0; i < side->melds; i++)
		for (cardset mates = rules->mates[kind]; mates != 0; mates &= mates - 1)
			cards += meld_naturals_of(rules, &side->meld[i].cards, __builtin_ctzll(mates));
	return cards;
}

int estimate_unseen(const struct estimate *estimate, int kind)
{
	const struct view *view = estimate->view;
	int unseen = -cards_of_rank(view->rules, &view->hand, kind) - cards_of_rank(view->rules, &view->pile, kind);

	for (cardset mates = view->rules->mates[kind]; mates != 0; mates &= mates - 1)
		unseen += view->rules->kind[__builtin_ctzll(mates)].copies;

	for (int side = 0; side < estimate->rules->table.sides; side++)
		unseen -= cards_melded(view->rules, &view->side[side], kind);
	return unseen;
}

int estimate_promise(const struct estimate *estimate, const struct meld_cards *cards)
{
	const struct rules *rules = estimate->rules;
	struct meld_cards full = *cards;
	int size = cards->naturals + cards->wilds, least = rules->canasta_least;

	if (size < least && cards->naturals > 0) {
		full.naturals = (uint8_t)(least - cards->wilds);
		if (cards->sequence + least > SEQUENCE_PLACES + 1) /* it grows downwards */
			full.sequence = (uint8_t)(SEQUENCE_PLACES + 1 - least);
	} else if (size < least)
		full.wilds = (uint8_t)least, full.wild[0] = (uint8_t)(full.wild[0] + least - size);
	if (size >= least)
		return canasta_bonus(rules, rules_canasta_of(rules, &full));
	return (int)((int64_t)canasta_bonus(rules, rules_canasta_of(rules, &full)) * size * size / (least * least));
}

/* ---- sequences ---- */

struct sequence_found {
	struct meld_cards cards;
	int form;
};

/* The longest sequence of the cards in [held]; none if there is no card in it. */
static struct sequence_found longest_sequence(const struct rules *rules, cardset held)
{
	struct sequence_found best = { .cards = { .naturals = 0 } };

	for (int i = 0; i < rules->meld_count && held != 0; i++) {
		const struct form *form = &rules->form[i];
		for (cardset left = held & form->sequence; left != 0; left &= left - 1) {
			int kind = __builtin_ctzll(left);
			struct meld_cards cards = { .kind = (uint8_t)kind, .naturals = 1 };
			cards.sequence = (uint8_t)sequence_place(rules, form, kind);
			cards.places = (uint16_t)(1U << cards.sequence);
			cards = sequence_with(rules, i, &cards, held & ~(UINT64_C(1) << kind));
			if (cards.naturals > best.cards.naturals && form_allows(form, cards.naturals, 0))
				best = (struct sequence_found){ cards, i };
		}
	}
	return best;
}

/* ---- what would be scored ---- */

/* A deal that has ended with the stock, with nothing on the table and nothing in the hands. */
static void imagine_end(const struct rules *rules, struct game *game)
{
	memset(game, 0, sizeof *game);
	game->rules = rules;
	game->phase = PHASE_OVER;
	game->ending = ENDING_STOCK;
	game->ended_by = -1;
	game->out = game->alone = NOBODY;
	for (int seat = 0; seat < rules->seats; seat++)
		game->seat[seat].side = (uint8_t)(seat % rules->table.sides);
	game->side[0].opened = true;
}

static int score_of_first(const struct game *game, uint32_t lines)
{
	return reckoned(game_score_of_lines(game, 0, lines));
}

int estimate_forfeit(const struct estimate *estimate, int form, const struct meld_cards *cards)
{
	struct game game;
	struct side *side = &game.side[0];
	int score;

	if (estimate->rules->class_count == 0) /* melds that are no canastas all score alike */
		return 0;
	imagine_end(estimate->rules, &game);
	side->melds = 1;
	side->meld[0] = (struct meld){ .cards = *cards, .form = (uint8_t)form, .canasta = -1 };
	side->melded = UINT64_C(1) << cards->kind;
	settle_side(&game, 0);
	score = score_of_first(&game, UINT32_MAX) +
	        side->points; /* without a canasta the cards may count against the side */
	return score < 0 ? -score : 0;
}

/* True if some score looks at what single players hold. */
static bool scores_by_player(const struct rules *rules)
{
	for (int i = 0; i < rules->score_count; i++)
		if (rules->score[i].per == score_per_player)
			return true;
	return false;
}

int estimate_catch(const struct estimate *estimate, int kind)
{
	uint32_t lines = estimate->rules->tables->lines_on[ON_HANDS];
	struct game game;
	int cost;

	if (!scores_by_player(estimate->rules))
		return 0;
	imagine_end(estimate->rules, &game);
	game.seat[0].hand = estimate->view->hand;
	game.seat[0].size = estimate->view->size[estimate->view->seat];
	cost = score_of_first(&game, lines);
	cards_remove(&game.seat[0].hand, kind);
	game.seat[0].size--;
	return score_of_first(&game, lines) - cost - estimate->rules->kind[kind].points;
}

int estimate_chance(const struct estimate *estimate, int form, const struct meld_cards *cards)
{
	const struct rules *rules = estimate->rules;
	int least = rules->canasta_least, have = cards->naturals + cards->wilds, missing = least - have;
	bool wild = rules->form[form].ranks == 0;
	int coming = wild ? rules->wild_copies - have : estimate_unseen(estimate, cards->kind);

	if (missing <= 0)
		return 100;
	if (estimate->danger || missing > coming || have < 3)
		return 0;
	return 100 * (have - 2) * (have - 2) / ((least - 2) * (least - 2));
}

/* ---- opening ---- */

/* The best way to use one wild card: beside a pair not melded yet, or on a meld. Returns what it adds. */
static int use_wild(const struct estimate *estimate, int wild_points, const int *held, bool *used, int *room)
{
	const struct rules *rules = estimate->rules;
	int best = -1, gain = *room > 0 ? wild_points : 0;

	for (int kind = 0; kind < rules->kinds; kind++)
		if (!used[kind] && held[kind] > 0 && rules->tables->form_of[kind] >= 0 &&
		    form_allows(&rules->form[rules->tables->form_of[kind]], held[kind], 1) &&
		    held[kind] * rules->kind[kind].points + wild_points > gain)
			best = kind, gain = held[kind] * rules->kind[kind].points + wild_points;
	if (best >= 0)
		used[best] = true;
	else
		(*room)--;
	return gain;
}

/* Counts what needs no wild card. [used] tells which kinds that takes. */
static int count_naturals(const struct estimate *estimate, const int *held, bool *used, int *room)
{
	const struct rules *rules = estimate->rules;
	int count = 0;

	for (int kind = 0; kind < rules->kinds; kind++) {
		const struct form *form =
			rules->tables->form_of[kind] >= 0 ? &rules->form[rules->tables->form_of[kind]] : NULL;
		bool melded = estimate->own->melded >> kind & 1;
		used[kind] = form != NULL && held[kind] > 0 && held[kind] <= MELD_CARDS_MAX &&
		             (melded || ((rules->tables->begun_always >> rules->tables->form_of[kind] & 1) &&
		                         form_allows(form, held[kind], 0)));
		if (!used[kind])
			continue;
		count += held[kind] * rules->kind[kind].points;
		*room += form_allows(form, held[kind], 1) + form_allows(form, held[kind], 2);
	}
	return count;
}

/* Counts sequences of cards whose ranks are not [used]. */
static int count_sequences(const struct estimate *estimate, const bool *used)
{
	const struct rules *rules = estimate->rules;
	cardset held = 0;
	int count = 0;

	for (cardset kinds = cards_kinds(&estimate->view->hand) & rules->naturals; kinds != 0; kinds &= kinds - 1)
		held |= used[rank_of(rules, __builtin_ctzll(kinds))] ? 0 : kinds & -kinds;
	for (struct sequence_found found; (found = longest_sequence(rules, held)).cards.naturals > 0;) {
		cardset laid = meld_kinds(rules, &found.cards);
		held &= ~laid;
		for (; laid != 0; laid &= laid - 1)
			count += rules->kind[__builtin_ctzll(laid)].points;
	}
	return count;
}

int estimate_opening_wilds(const struct estimate *estimate, int extra)
{
	const struct view *view = estimate->view;
	const struct rules *rules = estimate->rules;
	int held[KINDS_MAX] = { 0 }, count = view->turn.seat == view->seat ? view->turn.count : 0, room = 0, wilds = 0;
	bool used[KINDS_MAX] = { false };

	for (cardset kinds = cards_kinds(&estimate->ranks) & rules->naturals; kinds != 0; kinds &= kinds - 1)
		held[__builtin_ctzll(kinds)] = cards_count(&estimate->ranks, __builtin_ctzll(kinds));
	if (extra >= 0)
		held[rank_of(rules, extra)]++;
	count += count_naturals(estimate, held, used, &room);
	if (rules->sequences)
		count += count_sequences(estimate, used);
	for (int i = 0; i < rules->wild_kinds; i++)
		for (int left = cards_count(&view->hand, rules->wild_kind[i]); left > 0 && count < view->minimum;
		     left--, wilds++)
			count += use_wild(estimate, rules->kind[rules->wild_kind[i]].points, held, used, &room);
	return count >= view->minimum ? wilds : WILD_KINDS_MAX * COPIES_MAX;
}

/* ---- the end ---- */

static bool side_may_end_soon(const struct view *view, int seat)
{
	const struct side *side = &view->side[view->side_of[seat]];

	return view->size[seat] + view->talon[seat] <= DANGER_HAND && side->canastas >= view->rules->going_out.canastas;
}

static bool is_danger(const struct view *view)
{
	int players = view->rules->seats;

	for (int seat = 0; seat < players; seat++)
		if (view->side_of[seat] != view->side_of_seat && side_may_end_soon(view, seat))
			return true;
	return view->stock_size <= DANGER_ROUNDS * players * view->rules->turn.draw / 2;
}

/* What would become of the hand if as much as possible were laid. */
struct clearance {
	int left;     /* cards that find no place */
	int needy;    /* ranks that need a wild card to be melded */
	int room;     /* wild cards that find a place */
	int canastas; /* the side would have */
	int spare;    /* wild cards it would take to finish the nearest canasta */
};

static void clear_onto(const struct estimate *estimate, struct clearance *clearance, const struct form *form,
                       int naturals, int wilds, bool was_canasta)
{
	int size = naturals + wilds, least = estimate->rules->canasta_least, room = 0;

	while (naturals <= MELD_CARDS_MAX && wilds + room < MELD_CARDS_MAX &&
	       form_allows(form, naturals, wilds + room + 1))
		room++;
	clearance->room += room;
	if (was_canasta)
		return;
	if (size >= least)
		clearance->canastas++;
	else if (least - size <= room && least - size < clearance->spare)
		clearance->spare = least - size;
}

static void clear_kind(const struct estimate *estimate, struct clearance *clearance, int kind)
{
	const struct rules *rules = estimate->rules;
	const struct side *own = estimate->own;
	int held = cards_count(&estimate->ranks, kind);
	const struct form *form = rules->tables->form_of[kind] >= 0 ? &rules->form[rules->tables->form_of[kind]] : NULL;

	if (own->takes_natural >> kind & 1) {
		const struct meld *meld = &own->meld[own->meld_of[kind]];
		clear_onto(estimate, clearance, &rules->form[meld->form], meld->cards.naturals + held,
		           meld->cards.wilds, meld->canasta >= 0);
	} else if (own->melded & ~own->again & UINT64_C(1) << kind)
		clearance->left += held;
	else if (form != NULL && form_allows(form, held, 0))
		clear_onto(estimate, clearance, form, held, 0, false);
	else if (form != NULL && form_allows(form, held, 1)) {
		clearance->needy++;
		clear_onto(estimate, clearance, form, held, 1, false);
	} else
		clearance->left += held;
}

/* True if a card finds a place by its rank: on a meld, or in a new one. */
static bool has_place_by_rank(const struct estimate *estimate, int kind)
{
	const struct rules *rules = estimate->rules;
	int form = rules->tables->form_of[kind];

	return (estimate->own->takes_natural >> kind & 1) ||
	       (form >= 0 && form_allows(&rules->form[form], cards_of_rank(rules, &estimate->view->hand, kind), 0));
}

/* Places cards in sequences that have no place by their rank. */
static void clear_sequences(const struct estimate *estimate, struct clearance *clearance)
{
	const struct rules *rules = estimate->rules;
	const struct side *own = estimate->own;
	cardset odd = 0;

	for (cardset kinds = cards_kinds(&estimate->view->hand) & rules->naturals; kinds != 0; kinds &= kinds - 1)
		odd |= has_place_by_rank(estimate, __builtin_ctzll(kinds)) ? 0 : kinds & -kinds;
	for (int i = 0; i < own->melds; i++) {
		const struct meld *meld = &own->meld[i];
		struct meld_cards grown;
		if (meld->cards.sequence == 0 || meld->canasta >= 0)
			continue;
		grown = sequence_with(rules, meld->form, &meld->cards, odd);
		clearance->left -= grown.naturals - meld->cards.naturals;
		clearance->canastas += rules_canasta_of(rules, &grown) >= 0;
		odd &= ~meld_kinds(rules, &grown);
	}
	for (struct sequence_found found; (found = longest_sequence(rules, odd)).cards.naturals > 0;) {
		clearance->left -= found.cards.naturals;
		clearance->canastas += rules_canasta_of(rules, &found.cards) >= 0;
		odd &= ~meld_kinds(rules, &found.cards);
	}
}

static bool seems_to_go_out(const struct estimate *estimate)
{
	const struct rules *rules = estimate->rules;
	struct clearance clearance = { .canastas = estimate->own->canastas, .spare = MELD_CARDS_MAX };
	cardset held = cards_kinds(&estimate->ranks) & ~rules->cards.wild, there = estimate->own->melded & ~held;
	int wilds;

	there &= rules->leads;

	for (; held != 0; held &= held - 1)
		clear_kind(estimate, &clearance, __builtin_ctzll(held));
	for (; there != 0; there &= there - 1) {
		const struct meld *meld = &estimate->own->meld[estimate->own->meld_of[__builtin_ctzll(there)]];
		clear_onto(estimate, &clearance, &rules->form[meld->form], meld->cards.naturals, meld->cards.wilds,
		           meld->canasta >= 0);
	}
	if (rules->sequences)
		clear_sequences(estimate, &clearance);
	wilds = estimate->wilds - clearance.needy;
	if (clearance.canastas < rules->going_out.canastas && clearance.spare <= wilds)
		clearance.canastas++;
	if (wilds < 0)
		clearance.left -= 2 * wilds; /* for each wild card missing two cards stay */
	else if (wilds > clearance.room)
		clearance.left += wilds - clearance.room;
	return clearance.left <= 1 && clearance.canastas >= rules->going_out.canastas && estimate->own->opened;
}

/* Points that staying in may still bring: melds that are nearly canastas. */
static int points_to_come(const struct estimate *estimate)
{
	const struct side *own = estimate->own;
	int points = 0;

	for (int i = 0; i < own->melds; i++) {
		int size = own->meld[i].cards.naturals + own->meld[i].cards.wilds;
		if (own->meld[i].canasta < 0 && size + 2 >= estimate->rules->canasta_least)
			points += estimate_promise(estimate, &own->meld[i].cards) / 4;
	}
	return points;
}

static bool seems_to_pay(const struct estimate *estimate)
{
	const struct view *view = estimate->view;
	int theirs = 0, ours = 0;

	for (int seat = 0; seat < estimate->rules->seats; seat++)
		if (view->side_of[seat] != view->side_of_seat)
			theirs += view->size[seat] * estimate->card_points;
		else if (seat != view->turn.seat && seat != view->seat)
			ours += view->size[seat] * estimate->card_points;
	if (view->turn.seat != view->seat) /* the partner asks: what is held here counts */
		for (cardset kinds = cards_kinds(&view->hand); kinds != 0; kinds &= kinds - 1)
			ours += cards_count(&view->hand, __builtin_ctzll(kinds)) *
			        estimate->rules->kind[__builtin_ctzll(kinds)].points;
	return estimate->danger || theirs + 10 * estimate->card_points >= ours + points_to_come(estimate);
}

/* Whether a reserve waits until the player's hand is empty. */
static bool hand_is_refilled(const struct view *view)
{
	const struct rules *rules = view->rules;

	return rules->reserve.cards > 0 && rules->reserve.taken_up == reserve_taken_up_with_an_empty_hand &&
	       view->reserve[view->reserve_place] > 0;
}

struct estimate estimate_of(const struct view *view)
{
	struct estimate estimate = { .view = view, .rules = view->rules, .own = &view->side[view->side_of_seat] };

	estimate.ranks = view->rules->sequences ? cards_by_rank(view->rules, &view->hand) : view->hand;
	estimate.next = &view->side[view->side_of[view->next]];
	estimate.hand = view->size[view->seat];
	estimate.wilds = cards_count_in(&view->hand, view->rules->cards.wild);
	estimate.canastas_short = view->rules->going_out.canastas - estimate.own->canastas;
	estimate.card_points = average_points(view->rules);
	estimate.price = prices_of(estimate.card_points);
	estimate.refills = hand_is_refilled(view);
	estimate.danger = is_danger(view);
	estimate.can_go_out = seems_to_go_out(&estimate);
	estimate.pays_to_go_out = seems_to_pay(&estimate);
	return estimate;
}

/* ---- the initial meld ---- */

enum {
	FEW_WILDS = 2,  /* wild cards that it may cost at any time, */
	LATE_WILDS = 3, /* and when it is late or others are ahead */
	LATE_ROUNDS = 3
};

bool first_meld_is_due(const struct estimate *at, bool hurried)
{
	const struct view *view = at->view;
	int wilds = estimate_opening_wilds(at, -1);
	bool behind = false;

	for (int side = 0; side < at->rules->table.sides; side++)
		behind = behind || view->side[side].opened;
	if (view->turn.count > 0 || view->turn.took || hurried || wilds <= FEW_WILDS)
		return true;
	return wilds <= LATE_WILDS && (behind || view->turn.number > LATE_ROUNDS * at->rules->seats);
}

int first_meld_worth(const struct estimate *at, struct act act)
{
	int wilds = laid_wilds(at->rules, act), points = laid_points(at->rules, act);
	bool reached = act.verb == ACT_MELD && wilds > 0 && at->view->turn.count + points >= at->view->minimum;

	return at->price.opening + points + (reached ? at->price.opening_reached : 0) - wilds * at->price.opening_wild;
}
