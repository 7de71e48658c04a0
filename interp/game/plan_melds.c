/* plan_melds.c -- the end of a turn where a card may fit several melds: sequences, several melds of a rank, melds that are put
 * together.
 *
 * Plans join ranks, so what goes beyond ranks is tried first: sequences are begun and grow, melds are put together, cards
 * go to a meld that is not the one of their rank. Behind each such row of acts the suits of the hand are forgotten, and the
 * planner says whether the turn can end with what is left. */
#include "game/checks.h"
#include "game/plan.h"

#include <string.h>

enum { TRIED_MOST = 400 };

/* ---- bounds ---- */

/* Adds the cards of one suit that might lie in a sequence: with [wilds] wild cards there are enough next to each other. */
static cardset cards_in_rows(const struct rules *rules, const struct form *form, int suit, cardset there, int wilds)
{
	unsigned places = sequence_places(rules, form, suit, there), useful = 0;
	cardset kinds = 0;

	for (int b = 0; b < form->begin_count; b++) {
		int size = form->begin[b].naturals + form->begin[b].wilds;
		for (int place = form->low; place + size - 1 <= form->high; place++) {
			unsigned row = ((1u << size) - 1) << place;
			if (__builtin_popcount(places & row) + lesser(wilds, form->begin[b].wilds) >= size)
				useful |= places & row;
		}
	}
	for (; useful != 0; useful &= useful - 1)
		kinds |= UINT64_C(1) << rules->in_order[suit][__builtin_ctz(useful)];
	return kinds;
}

/* The cards of the hand that might lie in a sequence: with others of the hand or the table there are enough in a row. */
static cardset cards_for_sequences(const struct game *game)
{
	const struct rules *rules = game->rules;
	const struct side *side = own_side(game);
	cardset held = cards_kinds(&game->seat[game->turn.seat].hand), table = 0, useful = 0;
	int wilds = wilds_in(rules, &game->seat[game->turn.seat].hand);

	for (int i = 0; i < side->melds; i++)
		if (side->meld[i].cards.sequence > 0) {
			table |= meld_kinds(rules, &side->meld[i].cards);
			wilds += side->meld[i].cards.wilds;
		}
	for (int f = 0; f < rules->meld_count; f++)
		for (int suit = 0; suit < 4 && rules->form[f].sequence != 0; suit++)
			useful |= cards_in_rows(rules, &rules->form[f], suit, held | table, wilds);
	return useful & held;
}

cardset kinds_of_use(const struct game *game)
{
	const struct rules *rules = game->rules;
	struct cards by_rank = cards_by_rank(rules, &game->seat[game->turn.seat].hand);
	cardset held = cards_kinds(&game->seat[game->turn.seat].hand), useful = cards_for_sequences(game);

	for (cardset ranks = useful_kinds(rules, &by_rank); ranks != 0; ranks &= ranks - 1)
		useful |= rules->mates[__builtin_ctzll(ranks)];
	return (useful | own_side(game)->melded | rules->cards.wild) & held;
}

/* The most canastas that the side could have, whichever meld the cards of the hand went to. */
static int canastas_at_most(const struct game *game)
{
	const struct rules *rules = game->rules;
	const struct side *side = own_side(game);
	int cards = game->seat[game->turn.seat].size, canastas = side->canastas, missing[MELDS_MAX], count = 0;

	for (int i = 0; i < side->melds; i++) {
		const struct meld_cards *meld = &side->meld[i].cards;
		int size = meld->naturals + meld->wilds;
		bool joins = rules->meld[side->meld[i].form].joined == meld_joined_at_any_time;
		for (int other = 0; other < side->melds && joins; other++) /* it may get all of that one */
			if (other != i && side->meld[other].form == side->meld[i].form)
				size += side->meld[other].cards.naturals + side->meld[other].cards.wilds;
		if (side->meld[i].canasta < 0)
			missing[count++] = rules->canasta_least > size ? rules->canasta_least - size : 0;
	}
	while (count > 0) {
		int least = 0;
		for (int i = 1; i < count; i++)
			least = missing[i] < missing[least] ? i : least;
		cards -= missing[least];
		canastas += cards >= 0;
		missing[least] = missing[--count];
		if (cards < 0)
			return canastas;
	}
	return canastas + cards / rules->canasta_least;
}

bool named_hand_cannot_go(const struct game *game)
{
	const struct cards *hand = &game->seat[game->turn.seat].hand;

	return cards_count_in(hand, cards_kinds(hand) & ~kinds_of_use(game)) > 1 ||
	       canastas_at_most(game) < game->rules->going_out.canastas;
}

bool named_opening_is_too_small(const struct game *game)
{
	const struct rules *rules = game->rules;
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	int32_t points = game->turn.count + game->turn.withheld;

	if (!rules->never_waived && !(rules->waived_only_out && hand_cannot_go(game)))
		return false;
	for (cardset kinds = kinds_of_use(game) & ~rules->counts_down; kinds != 0; kinds &= kinds - 1)
		points += cards_count(hand, __builtin_ctzll(kinds)) * rules->kind[__builtin_ctzll(kinds)].points;
	return points < game->turn.minimum;
}

/* ---- acts that no plan has ---- */

static bool explore(struct exploring *at, const struct game *game);

static bool explore_act(struct exploring *at, const struct game *game, struct act act)
{
	struct game after;

	copy_turn(&after, game);
	apply_cards(&after, act);
	return explore(at, &after);
}

static bool explore_sequence(void *context, const struct game *game, struct act act)
{
	bool owes_out;

	return form_may_begin(game, act.item, act.kind, &owes_out) &&
	       (act_wilds(act) == 0 || form_takes_wild(game, act.item, act.kind)) && explore_act(context, game, act);
}

/* Adds cards to sequences, and to melds that are not the one of their rank. */
static bool explore_additions(struct exploring *at, const struct game *game)
{
	const struct side *side = own_side(game);
	cardset hand = cards_kinds(&game->seat[game->turn.seat].hand);

	for (int i = 0; i < side->melds; i++) {
		const struct meld_cards *cards = &side->meld[i].cards;
		if (cards->sequence == 0 && side->meld_of[cards->kind] == i)
			continue;
		for (cardset kinds = hand & kinds_near(game->rules, side, cards); kinds != 0; kinds &= kinds - 1) {
			struct act acts[SEQUENCE_WAYS];
			int count = additions_now(game, i, __builtin_ctzll(kinds), acts);
			for (int way = 0; way < count; way++)
				if (explore_act(at, game, acts[way]))
					return true;
		}
	}
	return false;
}

static bool explore_joins(struct exploring *at, const struct game *game)
{
	int melds = own_side(game)->melds;

	for (int i = 0; i < melds; i++)
		for (int other = i + 1; other < melds; other++) {
			struct act act = act_of(ACT_JOIN, (unsigned)i, 0, (unsigned)other);
			if (melds_may_join(game, act) && explore_act(at, game, act))
				return true;
		}
	return false;
}

static bool ends_by_rank(const struct game *game)
{
	struct game ranks;

	copy_turn(&ranks, game);
	ranks.turn.by_rank = true;
	ranks.seat[ranks.turn.seat].hand = cards_by_rank(game->rules, &game->seat[game->turn.seat].hand);
	return turn_can_end(&ranks);
}

/* True if neither going out nor an initial meld can come of it any more. */
static bool is_hopeless(const struct game *game)
{
	bool has_to_go = game->turn.owes_out || game->seat[game->turn.seat].size < 2;

	if (game->rules->reserve.cards > 0 || may_end_short(game) || game->turn.pending)
		return false;
	return own_side(game)->opened ? has_to_go && named_hand_cannot_go(game) : named_opening_is_too_small(game);
}

static bool explore(struct exploring *at, const struct game *game)
{
	uint64_t key, *known;
	bool ends;

	if (can_end_now(game))
		return true;
	key = search_key(game) & ~UINT64_C(1);
	known = &at->known[key / 2 % EXPLORED];
	if ((*known & ~UINT64_C(1)) == key)
		return *known & 1;
	if (at->left <= 0 || is_hopeless(game))
		return false;
	at->left--;
	ends = ends_by_rank(game) ||
	       (room_for_another(game->rules, own_side(game)) && each_sequence(game, explore_sequence, at)) ||
	       explore_additions(at, game) || explore_joins(at, game);
	if (ends || at->left > 0) /* else not everything was tried */
		*known = key | ends;
	return ends;
}

bool named_turn_can_end(const struct game *game)
{
	struct exploring exploring;

	memset(&exploring, 0, sizeof exploring);
	exploring.left = TRIED_MOST;
	return explore(&exploring, game);
}

bool named_turn_can_end_too(struct memo *memo, const struct game *game)
{
	if (!memo->explored)
		memset(&memo->exploring, 0, sizeof memo->exploring);
	memo->explored = true;
	memo->exploring.left = TRIED_MOST;
	return explore(&memo->exploring, game);
}

bool named_act_leads_to_end(struct memo *memo, struct act act)
{
	struct game after;

	copy_turn(&after, memo->game);
	apply_cards(&after, act);
	return named_turn_can_end_too(memo, &after);
}
