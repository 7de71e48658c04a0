/* finish.c -- can this turn be brought to a legal end? Whatever a player owes in a turn is tested here, by looking
 * for one way of paying it. The search lays the cards of one rank after the other, so no set of melds is looked at
 * twice, and gives up a branch as soon as it has left more cards behind than may remain. */
#include "game/opening.h"

/* ---- the search ---- */

/* Hands are small and ranks few, so nearly every search is short. One that is long remembers what it has tried. Only
 * under strange rules one with dozens of cards may give up; the fewer cards are left, the later, so that what was found
 * before an act is found again after it. */
enum { SEARCH_SHORT = 300, SEARCH_STEPS_TIMES_CARDS = 4000000, TRIED_MAX = 16384 };

struct search {
	struct game game;
	uint64_t doors;            /* doors_open() of the game */
	int steps;                 /* taken */
	bool remembers;            /* it is a long one */
	uint64_t tried[TRIED_MAX]; /* states that lead to no end; unused in a short search */
};

/* ---- what was tried ---- */

static uint64_t mix(uint64_t key, uint64_t more)
{
	key = (key ^ more) * UINT64_C(0x9e3779b97f4a7c15);
	return key ^ key >> 29;
}

static uint64_t mix_bytes(uint64_t key, const void *bytes, size_t size)
{
	const unsigned char *at = bytes;
	uint64_t word;

	for (; size >= sizeof word; at += sizeof word, size -= sizeof word) {
		__builtin_memcpy(&word, at, sizeof word);
		key = mix(key, word);
	}
	word = 0;
	__builtin_memcpy(&word, at, size);
	return mix(key, word);
}

/* True if melding may allow what was not: a kind of meld, more natural cards or wild cards in it. */
static bool melds_unlock(const struct rules *rules)
{
	return (rules->begun_unlocks | rules->natural_unlocks | rules->wild_unlocks) != 0;
}

/* What lies in the melds, in whatever order they were begun: for those that may still take cards or be looked at by
 * their rank, [kinds], every card; of the others, what conditions can ask. */
static uint64_t key_of_melds(const struct game *game, cardset kinds)
{
	const struct side *side = own_side(game);
	uint64_t sum = 0;

	for (int i = 0; i < side->melds; i++) {
		const struct meld *meld = &side->meld[i];
		bool open = (kinds >> meld->cards.kind & 1) || i + 1 == game->turn.top_meld;
		uint64_t key = mix(meld->classes, (uint64_t)meld->begun << 8 | (uint8_t)meld->canasta);
		if (open)
			key = mix_bytes(mix(key, meld->form), &meld->cards, sizeof meld->cards);
		else if (game->turn.opening && game->rules->class_count > 0)
			key = mix(key, (uint64_t)meld_points(game->rules, &meld->cards));
		sum += key;
	}
	return sum;
}

/* A state of the search: two that are equal lead to the same ends. The cards of the melds that are done do not matter
 * unless a pile may come to them, or an act may open a door behind which the search begins again. */
static uint64_t state_of(const struct search *search, int rank, int behind)
{
	const struct game *game = &search->game;
	const struct rules *rules = game->rules;
	const struct side *side = own_side(game);
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	bool all = melds_unlock(rules) || game->turn.pending;
	cardset kinds = cards_kinds(hand) | rules->cards.wild | UINT64_C(1) << rank;
	uint64_t key = mix((uint64_t)rank, (uint64_t)behind);

	key = mix_bytes(key, hand->count, sizeof hand->count);
	key = mix_bytes(key, &game->turn, sizeof game->turn);
	key = mix(key, (uint64_t)side->opened << 32 | (uint32_t)side->points);
	return mix(key, key_of_melds(game, all ? ~UINT64_C(0) : kinds));
}

/* True if the initial meld, from [rank] on, cannot come to count enough, and too many cards are left behind to go out
 * without. */
static bool falls_short(const struct search *search, int rank, int behind)
{
	const struct game *game = &search->game;
	const struct rules *rules = game->rules;
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	cardset kinds = cards_kinds(hand) & ~rules->counts_down;
	int32_t limit = game->turn.count + game->turn.withheld;

	if (own_side(game)->opened || !rules->waived_only_out || (behind <= 1 && !rules->never_waived))
		return false;
	if (!melds_unlock(rules))
		kinds &= rules->cards.wild | ~UINT64_C(0) << rank;
	for (; kinds != 0; kinds &= kinds - 1)
		limit += cards_count(hand, __builtin_ctzll(kinds)) * rules->kind[__builtin_ctzll(kinds)].points;
	return limit < game->turn.minimum;
}

/* True if a long search has been in this state before, or sees that it cannot pay; notes the state otherwise. */
static bool leads_nowhere(struct search *search, int rank, int behind)
{
	uint64_t key;

	if (search->steps < SEARCH_SHORT)
		return false;
	if (!search->remembers)
		__builtin_memset(search->tried, 0, sizeof search->tried);
	search->remembers = true;
	if (falls_short(search, rank, behind))
		return true;
	key = state_of(search, rank, behind);
	if (search->tried[key % TRIED_MAX] == key)
		return true;
	search->tried[key % TRIED_MAX] = key;
	return false;
}

/* ---- one step ---- */

/* The first wild kind in the hand, the one with most points; -1 if there is none. */
static int best_wild(const struct game *game)
{
	const struct rules *rules = game->rules;

	for (int i = 0; i < rules->wild_kinds; i++)
		if (cards_kinds(&game->seat[game->turn.seat].hand) >> rules->wild_kind[i] & 1)
			return i;
	return -1;
}

/* Fills in [count] wild cards of the hand, those with most points first; false if there are not enough. */
static bool choose_wilds(const struct game *game, int count, struct act *act)
{
	const struct rules *rules = game->rules;

	for (int i = 0; i < rules->wild_kinds && count > 0; i++) {
		int have = cards_count(&game->seat[game->turn.seat].hand, rules->wild_kind[i]);
		act->wild[i] = (uint8_t)(have < count ? have : count);
		count -= act->wild[i];
	}
	return count == 0;
}

/* Whether an end can be reached by laying cards, from the rank at place [rank] on. It is not reached yet. */
static bool search_from(struct search *search, int rank, int behind);

/* What may be laid now apart from what a rank itself decides, of what melding may allow: the kinds of meld that may be
 * begun, those that wild cards may be put into and those that natural cards may be added to, as three sets of bits. */
static uint64_t doors_open(const struct game *game)
{
	const struct rules *rules = game->rules;
	struct question about = question_now(game);
	uint64_t open = 0;

	about.going_out = game->turn.owes_out;
	for (uint32_t melds = rules->begun_unlocks; melds != 0; melds &= melds - 1)
		if (ask(rules->meld[__builtin_ctz(melds)].begun, &about))
			open |= UINT64_C(1) << __builtin_ctz(melds);
	for (uint32_t melds = rules->wild_unlocks; melds != 0; melds &= melds - 1)
		if (ask(rules->meld[__builtin_ctz(melds)].wild_cards, &about))
			open |= UINT64_C(1) << (__builtin_ctz(melds) + meld_MAX);
	for (uint32_t melds = rules->natural_unlocks; melds != 0; melds &= melds - 1)
		if (ask(rules->meld[__builtin_ctz(melds)].natural_cards, &about))
			open |= UINT64_C(1) << (__builtin_ctz(melds) + 2 * meld_MAX);
	return open;
}

/* Goes on after [act], which was done: with the same rank, or with the first one if a pile has come to the hand or the
 * act has opened a door. */
static bool search_on(struct search *search, bool was_pending, int rank, int behind)
{
	uint64_t doors = search->doors;
	bool found;

	search->doors = doors_open(&search->game);
	if ((was_pending && !search->game.turn.pending) || (search->doors & ~doors) != 0)
		rank = behind = 0;
	found = search_from(search, rank, behind);
	search->doors = doors;
	return found;
}

static bool search_act(struct search *search, struct act act, int rank, int behind)
{
	struct game before;
	bool found;

	copy_turn(&before, &search->game);
	apply_cards(&search->game, act);
	found = can_end_now(&search->game) || search_on(search, before.turn.pending, rank, behind);
	copy_turn(&search->game, &before);
	return found;
}

/* [rank] is the place of [kind] in the order of the search. */
static bool search_begin(struct search *search, int rank, int kind, int behind)
{
	const struct game *game = &search->game;
	const struct rules *rules = game->rules;
	int have = cards_count(&game->seat[game->turn.seat].hand, kind);
	bool owes_out;

	for (int i = 0; i < rules->meld_count; i++) {
		const struct form *form = &rules->form[i];
		bool wild_rank = form->ranks == 0 && rules->wild_kinds > 0 && kind == rules->wild_kind[0];
		if (!wild_rank && !(form->ranks >> kind & 1))
			continue;
		for (int b = 0; b < form->begin_count; b++) {
			struct act act = { .verb = ACT_MELD,
				           .item = (uint8_t)i,
				           .kind = (uint8_t)kind,
				           .count = form->begin[b].naturals };
			if (form->begin[b].naturals <= have && choose_wilds(game, form->begin[b].wilds, &act) &&
			    (form->begin[b].wilds == 0 || form_takes_wild(game, i, kind)) &&
			    form_may_begin(game, i, kind, &owes_out) && search_act(search, act, rank, behind))
				return true;
		}
	}
	return false;
}

static bool search_add(struct search *search, int rank, int kind, int behind)
{
	const struct game *game = &search->game;
	const struct side *side = own_side(game);
	struct act act = { .verb = ACT_ADD, .item = side->meld_of[kind] };
	int wild = best_wild(game);

	if ((side->takes_natural >> kind & 1) && (cards_kinds(&game->seat[game->turn.seat].hand) >> kind & 1) &&
	    form_takes_natural(game, side->meld[act.item].form, kind)) {
		act.kind = (uint8_t)kind;
		if (search_act(search, act, rank, behind))
			return true;
	}
	if ((side->takes_wild >> kind & 1) && wild >= 0 && form_takes_wild(game, side->meld[act.item].form, kind)) {
		act.kind = game->rules->wild_kind[wild];
		return search_act(search, act, rank, behind);
	}
	return false;
}

/* The places, in the order of the search, of the ranks to which the hand may have something to lay: those of its cards and
 * those that take a wild card; behind the last kind stand the wild cards alone. */
static cardset ranks_to_search(const struct game *game)
{
	const struct rules *rules = game->rules;
	cardset hand = cards_kinds(&game->seat[game->turn.seat].hand);

	if ((hand & rules->cards.wild) == 0)
		return hand;
	return ((hand | own_side(game)->takes_wild) & ~rules->cards.wild) | UINT64_C(1) << rules->kinds;
}

static bool search_from(struct search *search, int rank, int behind)
{
	const struct game *game = &search->game;
	const struct rules *rules = game->rules;
	const struct seat *seat = &game->seat[game->turn.seat];
	const struct side *side = own_side(game);

	if (leads_nowhere(search, rank, behind) || ++search->steps * (seat->size + 1) > SEARCH_STEPS_TIMES_CARDS)
		return false;
	/* melds of wild cards alone come last: they take what is left */
	for (cardset ranks = ranks_to_search(game) >> rank << rank; ranks != 0; ranks &= ranks - 1) {
		int kind;
		rank = __builtin_ctzll(ranks);
		kind = rank < rules->kinds ? rank : rules->wild_kind[0];
		if (game->turn.owes_out && !game->turn.pending && behind > 1)
			return false;
		if ((side->melded >> kind & 1) && search_add(search, rank, kind, behind))
			return true;
		if ((ranks_to_begin(side) >> kind & 1) && search_begin(search, rank, kind, behind))
			return true;
		if (rules->naturals >> kind & 1)
			behind += cards_count(&seat->hand, kind);
	}
	return false;
}

bool whole_hand_cannot_go(const struct game *game)
{
	struct out_plan plan;

	return SHORTCUTS && (hand_cannot_go(game) || plan_out(game, &plan) == NO);
}

bool turn_can_end(const struct game *game)
{
	bool has_to_go = game->turn.owes_out || (game->seat[game->turn.seat].size < 2 && !game->turn.pending);
	struct opening opening;
	struct out_plan plan;
	struct search search;

	if (can_end_now(game))
		return true;
	if (!own_side(game)->opened) {
		plan_opening(game, &opening);
		if (opening_is_sure(game, &opening, cards_waiting(game)) && !has_to_go)
			return true;
		if (SHORTCUTS && !has_to_go && opening.exact && opening.limit >= game->turn.minimum &&
		    opening_is_sure_keeping(game))
			return true;
		if (SHORTCUTS && opening.limit < game->turn.minimum &&
		    (game->turn.pending || !opening.waivable || whole_hand_cannot_go(game)))
			return false;
	} else if (has_to_go && !game->turn.pending) {
		bool never = (game->turn.stays_in || hand_cannot_go(game)) && !may_end_short(game);
		enum answer answer = never ? NO : plan_out(game, &plan);
		if (answer != UNSURE)
			return answer == YES;
	}
	copy_turn(&search.game, game);
	search.doors = doors_open(game);
	search.steps = 0;
	search.remembers = false;
	return search_from(&search, 0, 0);
}
bool act_leads_to_end(const struct game *game, struct act act)
{
	struct game after;

	copy_turn(&after, game);
	apply_cards(&after, act);
	return turn_can_end(&after);
}
