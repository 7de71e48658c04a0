/* search.c -- depth first through the acts of melding, with a memory of the positions that led nowhere. A position is known
 * by its cards: the hand, what lies in each meld, and what the turn owes. */
#include "game/checks.h"
#include "game/plan.h"

#include <string.h>

/* STEPS_TIMES_CARDS bounds the time: some 6,000 steps for a hand of fifteen cards, so that a list of acts takes milliseconds. With many ways to
 * begin a meld there are fewer, since each looks at more acts; a step that looks through many beginnings counts as several. */
enum { REMEMBERED = 4096, STEPS_TIMES_CARDS = 100000, MANY_WAYS = 100, STEP_BEGINNINGS = 16 };

struct search {
	const struct game *from;    /* where the search began */
	struct game game;           /* the position that the acts tried so far lead to */
	long steps;                 /* steps that are left */
	bool unsure;                /* cards of the stock, which nobody knows, may have been needed */
	uint64_t known[REMEMBERED]; /* keys of positions from which the turn cannot end */
};

/* Mixes the bytes into the key, eight at a time; the last eight may overlap those before. There are eight at least. */
static inline __attribute__((always_inline)) uint64_t mix(uint64_t key, const void *bytes, size_t size)
{
	for (size_t i = 0; i < size; i += sizeof key) {
		size_t from = i + sizeof key <= size ? i : size - sizeof key;
		uint64_t word;
		memcpy(&word, (const char *)bytes + from, sizeof word);
		key = (key ^ word) * UINT64_C(0x9fb21c651e98df25);
		key ^= key >> 32;
	}
	return key;
}

/* Equal positions have equal keys; two of the few thousand of one search that differ have the same once in 10^12 searches, which is taken for
 * never. Which suits of a rank lie in a meld does not matter, nor the order in which melds were begun, but for the last of each rank where
 * a condition asks of it. */
uint64_t search_key(const struct game *game, const struct uses *uses)
{
	const struct side *side = own_side(game);
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	uint8_t suited[KINDS_MAX] = { 0 };
	const struct turn *turn = &game->turn;
	uint64_t melds = 0, key = UINT64_C(0xcbf29ce484222325);
	uint64_t owed[2] = { turn->laid_kinds, (uint64_t)(game->seat[turn->seat].canastas << 24 | turn->owes_out << 16 |
		                                          turn->pending << 8 | side->opened) };

	for (int i = 0; i < side->melds; i++) {
		uint64_t what = (uint64_t)side->meld[i].form << 3 | (uint64_t)is_asked_of_its_rank(game, side, i) << 2 |
		                (uint64_t)(side->meld[i].begun == turn->number) << 1 | (i + 1 == turn->top_meld);
		struct meld_cards cards = side->meld[i].cards;
		if (cards.sequence == 0)
			memset(cards.of, 0, sizeof cards.of);
		melds += mix(mix(what, &cards, sizeof cards), &what, sizeof what);
	}
	for (cardset kinds = uses != NULL ? uses->sequences : 0; kinds != 0; kinds &= kinds - 1)
		suited[__builtin_ctzll(kinds)] = hand->count[__builtin_ctzll(kinds)];
	if (uses != NULL)
		key = mix(key, suited, sizeof suited);
	key = mix(key, uses != NULL ? uses->by_rank.count : hand->count, sizeof hand->count);
	key = mix(key, owed, sizeof owed);
	return mix(key, &melds, sizeof melds);
}

/* False of search() proves that the turn has no end, false of a function try_...() that none begins with such acts; neither does where the
 * steps are used up or search->unsure is set. */
static bool search(struct search *at);

/* Not inlined, so that there is one undo for each act on the stack. */
NOINLINE static bool try_act(struct search *at, struct act act)
{
	struct undo undo;

	if (!act_kinds_fit(&at->game, act))
		return false;
	undo_keep(&undo, &at->game);
	apply_cards(&at->game, act);
	if (search(at))
		return true;
	undo_acts(&undo, at->from, &at->game);
	return false;
}

/* Tries to begin a meld with [left] more wild cards, from wild kind [from] on. */
static bool try_wilds(struct search *at, const struct game *game, struct act act, int from, int left)
{
	const struct rules *rules = game->rules;
	int have;

	if (left == 0)
		return try_act(at, act);
	if (from == WILD_KINDS_MAX || from >= rules->wild_kinds)
		return false;
	have = lesser(cards_count(&game->seat[game->turn.seat].hand, rules->wild_kind[from]), left);
	for (int some = have; some >= 0; some--) {
		act_set_wild(&act, from, some);
		if (try_wilds(at, game, act, from + 1, left - some))
			return true;
	}
	return false;
}

/* ---- where acts name their melds ---- */

/* Tries to begin a meld with [left] more natural cards of the rank of [act], from kind [from] of the rank on. */
static bool try_suits(struct search *at, const struct game *game, struct act act, int from, int left, int wilds)
{
	const struct rules *rules = game->rules;
	int kind = act.kind + from, have;

	if (left == 0)
		return try_wilds(at, game, act, 0, wilds);
	if (kind >= rules->kinds || !(rules->mates[act.kind] >> kind & 1))
		return false;
	have = lesser(cards_count(&game->seat[game->turn.seat].hand, kind), left);
	for (int some = have; some >= 0; some--) {
		struct act more = act;
		act_set_naturals(rules, &more, from, some);
		if (try_suits(at, game, more, from + 1, left - some, wilds))
			return true;
	}
	return false;
}

static bool try_sequence(void *context, const struct game *game, struct act act)
{
	bool owes_out;

	return meld_may_begin(game, act.item, act.kind, &owes_out) &&
	       (act_wilds(act) == 0 || form_takes_wild(game, act.item, act.kind)) && try_act(context, act);
}

static bool try_named_beginnings(struct search *at, const struct game *game)
{
	const struct rules *rules = game->rules;
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	bool owes_out;

	if (room_for_another(rules, own_side(game)) && each_sequence(game, EVERY_SUIT, try_sequence, at))
		return true;
	for (int b = 0; b < rules->tables->beginning_count; b++)
		for (cardset ranks = rules->tables->beginnings[b].ranks & ranks_to_begin(own_side(game)); ranks != 0;
		     ranks &= ranks - 1) {
			const struct beginning *begin = &rules->tables->beginnings[b];
			int rank = __builtin_ctzll(ranks);
			if ((begin->naturals > 0 && cards_count_in(hand, rules->mates[rank]) < begin->naturals) ||
			    begin->wilds > wilds_in(rules, hand) ||
			    !meld_may_begin(game, begin->form, rank, &owes_out) ||
			    (begin->wilds > 0 && !form_takes_wild(game, begin->form, rank)))
				continue;
			if (try_suits(at, game, act_of(ACT_MELD, begin->form, (unsigned)rank, 0), 0, begin->naturals,
			              begin->wilds))
				return true;
		}
	return false;
}

static bool try_named_additions(struct search *at, const struct game *game)
{
	cardset hand = cards_kinds(&game->seat[game->turn.seat].hand);

	for (int i = 0; i < own_side(game)->melds; i++)
		for (cardset kinds = hand; kinds != 0; kinds &= kinds - 1) {
			struct act acts[SEQUENCE_WAYS];
			for (int way = additions_now(game, i, __builtin_ctzll(kinds), acts) - 1; way >= 0; way--)
				if (try_act(at, acts[way]))
					return true;
		}
	return false;
}

static bool try_joins(struct search *at, const struct game *game)
{
	int melds = own_side(game)->melds;

	for (int i = 0; i < melds; i++)
		for (int other = i + 1; other < melds; other++) {
			struct act act = act_of(ACT_JOIN, (unsigned)i, 0, (unsigned)other);
			if (melds_may_join(game, act) && try_act(at, act))
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

	if (rules->named_melds && !game->turn.by_rank)
		return try_named_beginnings(at, game);
	for (int b = 0; b < rules->tables->beginning_count; b++)
		for (cardset ranks = rules->tables->beginnings[b].ranks & open; ranks != 0; ranks &= ranks - 1) {
			const struct beginning *begin = &rules->tables->beginnings[b];
			int rank = __builtin_ctzll(ranks);
			struct act act = act_of(ACT_MELD, begin->form, (unsigned)rank, 0);
			if (begin->naturals > cards_count(hand, rank) || begin->wilds > wilds_in(rules, hand) ||
			    !meld_may_begin(game, begin->form, rank, &owes_out) ||
			    (begin->wilds > 0 && !form_takes_wild(game, begin->form, rank)))
				continue;
			act_set_naturals(rules, &act, 0, begin->naturals);
			if (try_wilds(at, game, act, 0, begin->wilds))
				return true;
		}
	return false;
}

/* Tries to add a wild card to meld [index]. */
static bool try_wild_cards(struct search *at, const struct game *game, int index)
{
	const struct rules *rules = game->rules;
	const struct meld *meld = &own_side(game)->meld[index];

	for (int wild = 0; wild < rules->wild_kinds && form_takes_wild(game, meld->form, meld->cards.kind); wild++)
		if (cards_count(&game->seat[game->turn.seat].hand, rules->wild_kind[wild]) > 0 &&
		    try_act(at, act_of(ACT_ADD, (unsigned)index, rules->wild_kind[wild], 0)))
			return true;
	return false;
}

/* Tries to add a card to any meld that may still take one, where a side may have several of a rank. Sequences take cards elsewhere. */
static bool try_additions_to_each(struct search *at, const struct game *game)
{
	const struct rules *rules = game->rules;
	const struct side *side = own_side(game);
	cardset hand = cards_kinds(&game->seat[game->turn.seat].hand);

	for (int i = 0; i < side->melds; i++) {
		const struct meld *meld = &side->meld[i];
		if (rules->form[meld->form].sequence == 0 && !is_superseded(rules, side, i) &&
		    (hand & rules->naturals) >> meld->cards.kind & 1 && meld_takes(rules, meld, 1, 0) &&
		    form_takes_natural(game, meld->form, meld->cards.kind) &&
		    try_act(at, act_of(ACT_ADD, (unsigned)i, meld->cards.kind, 0)))
			return true;
	}
	for (int i = 0; i < side->melds && (hand & rules->cards.wild) != 0; i++)
		if (rules->form[side->meld[i].form].sequence == 0 && !is_superseded(rules, side, i) &&
		    meld_takes(rules, &side->meld[i], 0, 1) && try_wild_cards(at, game, i))
			return true;
	return false;
}

static bool try_additions(struct search *at, const struct game *game)
{
	const struct rules *rules = game->rules;
	const struct side *side = own_side(game);
	cardset hand = cards_kinds(&game->seat[game->turn.seat].hand);

	if (rules->named_melds && !game->turn.by_rank)
		return try_named_additions(at, game) || try_joins(at, game);
	if (rules->named_melds)
		return try_additions_to_each(at, game);
	for (cardset kinds = hand & side->takes_natural; kinds != 0; kinds &= kinds - 1) {
		int kind = __builtin_ctzll(kinds);
		if (form_takes_natural(game, side->meld[side->meld_of[kind]].form, kind) &&
		    try_act(at, act_of(ACT_ADD, side->meld_of[kind], (unsigned)kind, 0)))
			return true;
	}
	for (cardset ranks = side->takes_wild & rules->leads; ranks != 0 && (hand & rules->cards.wild) != 0;
	     ranks &= ranks - 1)
		if (try_wild_cards(at, game, side->meld_of[__builtin_ctzll(ranks)]))
			return true;
	return false;
}

/* True if an end was found. False: there is none, unless the steps are used up or search->unsure is set. */
static bool search(struct search *at)
{
	const struct game *game = &at->game;
	uint64_t key;

	if (can_end_now(game))
		return true;
	at->unsure |= game->turn.unknown > 0;
	if (at->steps <= 0 || turn_is_hopeless(game))
		return false;
	at->steps -= 1 + game->rules->tables->beginning_count / STEP_BEGINNINGS;
	key = search_key(game, NULL);
	if (at->known[key % REMEMBERED] == key)
		return false;
	if (try_beginnings(at, game) || try_additions(at, game))
		return true;
	if (at->steps <= 0)
		return false; /* not everything was tried */
	at->known[key % REMEMBERED] = key;
	return false;
}

enum answer search_turn(const struct game *game)
{
	long steps = STEPS_TIMES_CARDS / (game->seat[game->turn.seat].size + 1) /
	             (1 + game->rules->tables->ways_to_begin / MANY_WAYS) *
	             (planning.patience > 0 ? planning.patience : 1);
	struct search at;
	bool found;

	at.steps = steps;
	at.unsure = false;
	memset(at.known, 0, sizeof at.known);
	at.from = game;
	copy_turn(&at.game, game);
	found = search(&at);

	planning.steps += steps - at.steps;
	planning.used_up += !found && at.steps <= 0;
	return found ? YES : at.steps > 0 && !at.unsure ? NO : UNDECIDED;
}
