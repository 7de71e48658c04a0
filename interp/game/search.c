/* search.c -- depth first through the acts of melding, with a memory of the positions that led nowhere. A position is known
 * by its cards: the hand, what lies in each meld, and what the turn owes. */
#include "game/planner.h"

#include <string.h>

enum { REMEMBERED = 4096, STEPS_TIMES_CARDS = 50000 };

struct search {
	long steps; /* left */
	bool every_wild;
	uint64_t known[REMEMBERED]; /* positions that lead to no end */
};

static uint64_t mix(uint64_t key, const void *bytes, size_t size)
{
	const unsigned char *at = bytes;

	for (size_t i = 0; i < size; i++)
		key = (key ^ at[i]) * UINT64_C(0x100000001b3);
	return key ^ key >> 29;
}

/* Two positions with the same key lead to the same ends. The order in which melds were begun does not matter. */
static uint64_t key_of(const struct game *game)
{
	const struct side *side = own_side(game);
	uint64_t melds = 0, key = UINT64_C(0xcbf29ce484222325);

	for (int i = 0; i < side->melds; i++) {
		uint8_t what[2] = { side->meld[i].form, i + 1 == game->turn.top_meld };
		melds += mix(mix(UINT64_C(0x9e3779b97f4a7c15), &side->meld[i].cards, sizeof side->meld[i].cards), what,
		             sizeof what);
	}
	key = mix(key, game->seat[game->turn.seat].hand.count, sizeof game->seat[game->turn.seat].hand.count);
	key = mix(key, &game->turn.laid_kinds, sizeof game->turn.laid_kinds);
	key = mix(key, &game->turn.owes_out, sizeof game->turn.owes_out);
	key = mix(key, &game->turn.pending, sizeof game->turn.pending);
	key = mix(key, &side->opened, sizeof side->opened);
	return mix(key, &melds, sizeof melds);
}

static bool search(struct search *search, const struct game *game);

static bool try_act(struct search *at, const struct game *game, struct act act)
{
	struct game after;

	copy_turn(&after, game);
	apply_cards(&after, act);
	return search(at, &after);
}

/* Begins a meld with [left] more wild cards, from wild kind [from] on. */
static bool try_wilds(struct search *at, const struct game *game, struct act act, int from, int left)
{
	const struct rules *rules = game->rules;
	int have;

	if (left == 0)
		return try_act(at, game, act);
	if (from == WILD_KINDS_MAX || from >= rules->wild_kinds)
		return false;
	have = lesser(cards_count(&game->seat[game->turn.seat].hand, rules->wild_kind[from]), left);
	for (int some = have; some >= (at->every_wild ? 0 : have); some--) {
		act.wild[from] = (uint8_t)some;
		if (try_wilds(at, game, act, from + 1, left - some))
			return true;
	}
	return false;
}

static bool try_beginnings(struct search *at, const struct game *game)
{
	const struct rules *rules = game->rules;
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	cardset open = ranks_to_begin(own_side(game));
	bool owes_out;

	for (int b = 0; b < rules->beginning_count; b++)
		for (cardset ranks = rules->beginnings[b].ranks & open; ranks != 0; ranks &= ranks - 1) {
			const struct beginning *begin = &rules->beginnings[b];
			int rank = __builtin_ctzll(ranks);
			if (begin->naturals > cards_count(hand, rank) || begin->wilds > wilds_in(rules, hand) ||
			    !form_may_begin(game, begin->form, rank, &owes_out) ||
			    (begin->wilds > 0 && !form_takes_wild(game, begin->form, rank)))
				continue;
			if (try_wilds(at, game, act_of(ACT_MELD, begin->form, (unsigned)rank, begin->naturals), 0,
			              begin->wilds))
				return true;
		}
	return false;
}

static bool try_additions(struct search *at, const struct game *game)
{
	const struct rules *rules = game->rules;
	const struct side *side = own_side(game);
	cardset hand = cards_kinds(&game->seat[game->turn.seat].hand);

	for (cardset kinds = hand & side->takes_natural; kinds != 0; kinds &= kinds - 1) {
		int kind = __builtin_ctzll(kinds);
		if (form_takes_natural(game, side->meld[side->meld_of[kind]].form, kind) &&
		    try_act(at, game, act_of(ACT_ADD, side->meld_of[kind], (unsigned)kind, 0)))
			return true;
	}
	for (cardset ranks = side->takes_wild; ranks != 0 && (hand & rules->cards.wild) != 0; ranks &= ranks - 1) {
		int rank = __builtin_ctzll(ranks), meld = side->meld_of[rank];
		if (!form_takes_wild(game, side->meld[meld].form, rank))
			continue;
		for (int wild = 0; wild < rules->wild_kinds; wild++) {
			if (!(hand >> rules->wild_kind[wild] & 1))
				continue;
			if (try_act(at, game, act_of(ACT_ADD, (unsigned)meld, rules->wild_kind[wild], 0)))
				return true;
			if (!at->every_wild)
				break;
		}
	}
	return false;
}

static bool search(struct search *at, const struct game *game)
{
	uint64_t key;

	if (can_end_now(game))
		return true;
	if (at->steps <= 0)
		return false;
	at->steps--;
	key = key_of(game);
	if (at->known[key % REMEMBERED] == key)
		return false;
	if (try_beginnings(at, game) || try_additions(at, game))
		return true;
	at->known[key % REMEMBERED] = key;
	return false;
}

bool search_turn_within(const struct game *game, long *steps, bool every_wild)
{
	struct search at;
	bool found;

	at.steps = *steps;
	at.every_wild = every_wild;
	memset(at.known, 0, sizeof at.known);
	found = search(&at, game);
	*steps = at.steps;
	return found;
}

bool search_turn(const struct game *game)
{
	long steps = STEPS_TIMES_CARDS / (game->seat[game->turn.seat].size + 1);

	return search_turn_within(game, &steps, false);
}
