/* melds.c -- melds where suits matter, or where a card may fit several: sequences, several melds of a rank, and melds that are
 * put together.
 *
 * A sequence has one card for each of its places, so that its lowest card and their number say all of it. Where there are
 * sequences, a rank of melds is made of several kinds of card (rules->mates); other melds count the cards of each. */
#include "game/state.h"

/* ---- cards of acts ---- */

/* The places of the natural cards of an act that begins a sequence. */
static unsigned places_of_act(const struct rules *rules, struct act act)
{
	int low = sequence_place(rules, &rules->form[act.item], act.kind);

	return low > 0 ? 1u << low | (act.places & 63u) << (low + 1) : 0;
}

bool sequence_of_act(const struct rules *rules, struct act act, struct meld_cards *cards)
{
	const struct form *form = &rules->form[act.item];
	unsigned places = places_of_act(rules, act);
	int below = act.places >> 6, low = places > 0 ? __builtin_ctz(places) : 0;

	*cards = (struct meld_cards){ .naturals = (uint8_t)set_size(places),
		                      .wilds = (uint8_t)act_wilds(act),
		                      .sequence = (uint8_t)(low > below ? low - below : 0) };
	cards->places = (uint16_t)places;
	act_wild_kinds(act, cards->wild);
	if (places >> (SEQUENCE_PLACES + 1) != 0 || act.kind >= rules->kinds || (form->moves && below > 0))
		return false;
	return sequence_lies(rules, form, rules->kind[act.kind].suit, cards) && !sequence_settles(rules, form, cards);
}

struct act sequence_act(const struct rules *rules, int form, const struct meld_cards *cards)
{
	int low = __builtin_ctz(cards->places), below = rules->form[form].moves ? 0 : low - cards->sequence;
	struct act act = act_of(ACT_MELD, (unsigned)form, cards->kind,
	                        (cards->places >> (low + 1) & 63u) | (unsigned)(below & 3) << 6);

	for (int i = 0; i < rules->wild_kinds; i++)
		act_set_wild(&act, i, cards->wild[i]);
	return act;
}

int act_naturals_of(const struct rules *rules, struct act act, int kind)
{
	int count = 0;

	if (begins_sequence(rules, act)) {
		for (unsigned places = places_of_act(rules, act); places != 0; places &= places - 1)
			count += __builtin_ctz(places) <= SEQUENCE_PLACES &&
			         rules->in_order[rules->kind[act.kind].suit][__builtin_ctz(places)] == kind;
		return count;
	}
	if (act.kind >= rules->kinds || rules->lead[kind] != rules->lead[act.kind])
		return 0;
	if (act.verb == ACT_TAKE && (rules->tables->takes_name_meld >> act.item & 1))
		return 0;
	if (!rules->sequences)
		return act.count;
	return rules->cards.wild >> kind & 1 ? 0 : suit_count(act, kind - rules->lead[kind]);
}

int act_naturals_apart(const struct rules *rules, struct act act)
{
	int count = 0;

	if (begins_sequence(rules, act))
		return 1 + set_size(act.places & 63u);
	if (act.verb == ACT_TAKE && (rules->tables->takes_name_meld >> act.item & 1))
		return 0;
	if (!rules->sequences)
		return act.count;
	for (int suit = 0; suit < 4; suit++)
		count += suit_count(act, suit);
	return count;
}

cardset act_kinds(const struct rules *rules, struct act act)
{
	cardset kinds = 0;

	if (act.verb == ACT_JOIN)
		return 0;
	if (act.verb == ACT_ADD)
		return UINT64_C(1) << act.kind;
	if (!begins_sequence(rules, act))
		return rules->mates[act.kind];
	for (unsigned places = places_of_act(rules, act); places != 0; places &= places - 1)
		kinds |= UINT64_C(1) << rules->in_order[rules->kind[act.kind].suit][__builtin_ctz(places)];
	return kinds;
}

/* ---- sequences ---- */

bool meld_fits(const struct rules *rules, const struct meld *meld, int kind)
{
	struct meld_cards ways[SEQUENCE_WAYS];

	if (meld->cards.sequence > 0)
		return sequence_ways(rules, &rules->form[meld->form], &meld->cards, kind, ways) > 0;
	return rules->lead[kind] == meld->cards.kind && !(rules->cards.wild >> kind & 1);
}

bool sequence_takes(const struct rules *rules, const struct meld *meld, int kind)
{
	const struct form *form = &rules->form[meld->form];
	struct meld_cards ways[SEQUENCE_WAYS];

	return sequence_ways(rules, form, &meld->cards, kind, ways) > 0 &&
	       form_allows(form, ways[0].naturals, ways[0].wilds);
}

bool sequence_after(const struct game *game, struct act act, struct meld_cards *cards)
{
	const struct meld *meld = &own_side(game)->meld[act.item];
	struct meld_cards ways[SEQUENCE_WAYS];
	int count = sequence_ways(game->rules, &game->rules->form[meld->form], &meld->cards, act.kind, ways);

	*cards = ways[act.way < count ? act.way : 0];
	return act.way < count;
}

/* A new sequence while its cards are being chosen from the hand. */
struct choosing {
	const struct game *game;
	int form, suit;
	struct composition begin;
	bool (*call)(void *context, const struct game *game, struct act act);
	void *context;
};

static bool choose_wilds(const struct choosing *at, struct meld_cards *cards, int from, int left)
{
	const struct rules *rules = at->game->rules;
	const struct cards *hand = &at->game->seat[at->game->turn.seat].hand;

	if (left == 0) {
		struct meld_cards settled = *cards;
		return (cards->wilds == 0 || !sequence_settles(rules, &rules->form[at->form], &settled)) &&
		       at->call(at->context, at->game, sequence_act(rules, at->form, cards));
	}
	for (int i = from; i < rules->wild_kinds; i++) {
		if (cards_count(hand, rules->wild_kind[i]) <=
		    cards->wild[i] + meld_naturals_of(rules, cards, rules->wild_kind[i]))
			continue;
		cards->wild[i]++;
		if (choose_wilds(at, cards, i, left - 1))
			return true;
		cards->wild[i]--;
	}
	return false;
}

/* Chooses [left] more natural cards above those in [places], then the wild cards. True if call() stopped the search. */
static bool choose_places(const struct choosing *at, unsigned places, int left)
{
	const struct rules *rules = at->game->rules;
	const struct form *form = &rules->form[at->form];
	const struct cards *hand = &at->game->seat[at->game->turn.seat].hand;
	int last = 31 - __builtin_clz(places), low = __builtin_ctz(places);
	int gaps = last - low + 1 - set_size(places);

	if (left == 0) {
		int free = form->moves ? 0 : at->begin.wilds - gaps;
		for (int below = 0; below <= free; below++) {
			struct meld_cards cards = { .naturals = at->begin.naturals, .wilds = at->begin.wilds };
			cards.places = (uint16_t)places;
			cards.sequence = (uint8_t)(low > below ? low - below : 0);
			if (sequence_lies(rules, form, at->suit, &cards) &&
			    choose_wilds(at, &cards, 0, at->begin.wilds))
				return true;
		}
		return false;
	}
	for (int next = last + 1; next <= form->high && gaps + next - last - 1 <= at->begin.wilds; next++) {
		int kind = sequence_kind(rules, form, at->suit, next);
		if (kind >= 0 && cards_count(hand, kind) > 0 && choose_places(at, places | 1u << next, left - 1))
			return true;
	}
	return false;
}

/* Goes through the sequences of one suit that are begun with natural cards from [places]. */
static bool each_sequence_of_suit(struct choosing *at, unsigned places)
{
	const struct form *form = &at->game->rules->form[at->form];
	int wilds = wilds_in(at->game->rules, &at->game->seat[at->game->turn.seat].hand);
	unsigned lowest[BEGINNINGS_MAX], any = 0; /* where the lowest natural card may lie */

	for (int b = 0; b < form->begin_count; b++) {
		struct composition begin = form->begin[b];
		lowest[b] = begin.wilds > wilds || begin.naturals == 0 || begin.naturals > set_size(places)
		                    ? 0
		                    : places & sequence_rows(places, begin.naturals + begin.wilds, begin.wilds);
		any |= lowest[b];
	}
	for (; any != 0; any &= any - 1)
		for (int b = 0; b < form->begin_count; b++) {
			at->begin = form->begin[b];
			if ((lowest[b] & any & -any) != 0 && choose_places(at, any & -any, at->begin.naturals - 1))
				return true;
		}
	return false;
}

bool each_sequence(const struct game *game, unsigned suits,
                   bool (*call)(void *context, const struct game *game, struct act act), void *context)
{
	const struct rules *rules = game->rules;
	cardset hand = cards_kinds(&game->seat[game->turn.seat].hand);

	for (int f = 0; f < rules->meld_count; f++)
		for (int suit = 0; suit < 4 && rules->form[f].sequence != 0; suit++) {
			struct choosing at = {
				.game = game, .form = f, .suit = suit, .call = call, .context = context
			};
			if ((suits >> suit & 1) &&
			    each_sequence_of_suit(&at, sequence_places(rules, &rules->form[f], suit, hand)))
				return true;
		}
	return false;
}

/* ---- cards in the order in which they were written ---- */

/* True if the cards lie in the order in which a sequence was written. */
static bool lies_as_written(const struct rules *rules, const struct meld_cards *cards, const uint8_t *kinds)
{
	for (int i = 0; i < cards->naturals + cards->wilds; i++) {
		int place = cards->sequence + i;
		if (cards->places >> place & 1 ? rules->in_order[sequence_suit(rules, cards)][place] != kinds[i]
		                               : !(rules->cards.wild >> kinds[i] & 1))
			return false;
	}
	return true;
}

/* Cards that were written, while each of them is given a place in a sequence. */
struct writing {
	const struct rules *rules;
	const struct form *form;
	int suit;
	const uint8_t *kinds;
	int count;
	bool begins;             /* only a sequence that can be begun: no wild card of it moves at once */
	bool in_order;           /* try only the order as written */
	struct meld_cards *laid; /* the result */
	bool found;
};

static void settle_writing(struct writing *at, struct meld_cards cards)
{
	int low = cards.places != 0 ? __builtin_ctz(cards.places) : 0, most = at->form->moves ? 0 : cards.wilds;

	for (int below = 0; below <= most && below < low && !at->found; below++) {
		struct meld_cards laid = cards;
		laid.sequence = (uint8_t)(low - below);
		if (sequence_lies(at->rules, at->form, at->suit, &laid) &&
		    (!at->begins || !sequence_settles(at->rules, at->form, &laid)) &&
		    (!at->in_order || lies_as_written(at->rules, &laid, at->kinds)))
			*at->laid = laid, at->found = true;
	}
}

/* Gives places to the cards from number [from] on. Tries the highest place of a card first, and last to use it as a
 * wild card. */
static void try_places(struct writing *at, struct meld_cards cards, int from)
{
	int kind = from < at->count ? at->kinds[from] : 0;

	if (from == at->count) {
		settle_writing(at, cards);
		return;
	}
	for (int place = at->form->high; place >= at->form->low && !at->found; place--) {
		struct meld_cards more = cards;
		if (sequence_kind(at->rules, at->form, at->suit, place) != kind || (cards.places >> place & 1))
			continue;
		more.places = (uint16_t)(more.places | 1u << place);
		more.naturals++;
		try_places(at, more, from + 1);
	}
	if (!at->found && (at->rules->cards.wild >> kind & 1)) {
		cards.wild[wild_place(at->rules, kind)]++, cards.wilds++;
		try_places(at, cards, from + 1);
	}
}

/* Finds a sequence of these cards, of kind [form] unless it is -1: first one in the order as written, then one in any order. */
static bool lie_in_sequence(const struct rules *rules, int form, const uint8_t *kinds, int count, bool begins,
                            struct meld_cards *cards)
{
	for (int i = 0; i < 2 * rules->meld_count && count <= SEQUENCE_PLACES; i++) {
		struct writing at = { .rules = rules,
			              .form = &rules->form[i % rules->meld_count],
			              .suit = -1,
			              .kinds = kinds,
			              .count = count,
			              .begins = begins,
			              .in_order = i < rules->meld_count,
			              .laid = cards };
		for (int card = 0; card < count; card++)
			if (!(rules->cards.wild >> kinds[card] & 1))
				at.suit = rules->kind[kinds[card]].suit;
		for (int card = 0; card < count && at.suit < 0; card++)
			if (at.form->sequence >> kinds[card] & 1)
				at.suit = rules->kind[kinds[card]].suit;
		if (at.form->sequence != 0 && at.suit >= 0 && (form < 0 || at.form == &rules->form[form]))
			try_places(&at, (struct meld_cards){ 0 }, 0);
		if (at.found)
			return true;
	}
	return false;
}

/* True if natural and wild cards of one rank are a meld. */
static bool are_of_a_rank(const struct rules *rules, const struct meld_cards *cards)
{
	for (int i = 0; i < rules->meld_count; i++)
		if ((cards->naturals > 0 ? rules->form[i].ranks >> cards->kind & 1 : form_is_wild(&rules->form[i])) &&
		    form_allows(&rules->form[i], cards->naturals, cards->wilds))
			return true;
	return false;
}

static bool lie_as_meld(const struct rules *rules, int form, const uint8_t *kinds, int count, bool begins,
                        struct meld_cards *cards)
{
	const bool of_a_rank = form < 0 || rules->form[form].sequence == 0;
	struct meld_cards row;
	bool one_rank = true;

	*cards = (struct meld_cards){ .kind = rules->wild_kind[0] };
	for (int i = 0; i < count; i++) {
		if (rules->cards.wild >> kinds[i] & 1) {
			cards->wild[wild_place(rules, kinds[i])]++, cards->wilds++;
			continue;
		}
		one_rank = one_rank && (cards->naturals == 0 || rules->lead[kinds[i]] == cards->kind);
		cards->kind = rules->lead[kinds[i]];
		cards->naturals++;
		if (rules->sequences)
			cards->of[kinds[i] - cards->kind]++;
	}
	if ((one_rank && of_a_rank && (form >= 0 || are_of_a_rank(rules, cards))) ||
	    !lie_in_sequence(rules, form, kinds, count, begins, &row))
		return one_rank;
	*cards = row;
	return true;
}

bool cards_lie_as_meld(const struct rules *rules, int form, const uint8_t *kinds, int count, struct meld_cards *cards)
{
	return lie_as_meld(rules, form, kinds, count, false, cards);
}

bool cards_begin_meld(const struct rules *rules, int form, const uint8_t *kinds, int count, struct meld_cards *cards)
{
	return lie_as_meld(rules, form, kinds, count, true, cards);
}

/* The natural card of a place of a sequence, number [i] from the lowest. */
static int own_card(const struct rules *rules, const struct meld_cards *cards, int i)
{
	return rules->in_order[sequence_suit(rules, cards)][cards->sequence + i];
}

/* A wild card does not lie as one where it is the natural card: it changes places with another. */
static void part_from_own_places(const struct rules *rules, const struct meld_cards *cards, uint8_t *kinds, int count)
{
	for (int i = 0; i < count; i++)
		for (int j = 0; j < count && kinds[i] == own_card(rules, cards, i) &&
		                !(cards->places >> (cards->sequence + i) & 1);
		     j++) {
			uint8_t kind = kinds[j];
			if ((cards->places >> (cards->sequence + j) & 1) || kind == kinds[i] ||
			    kinds[i] == own_card(rules, cards, j))
				continue;
			kinds[j] = kinds[i];
			kinds[i] = kind;
		}
}

/* The cards of a sequence in order, the wild ones in their places. */
static int sequence_row(const struct rules *rules, const struct meld_cards *cards, uint8_t *kinds)
{
	int wild = rules->wild_kinds, left = 0, count = 0;

	for (; count < cards->naturals + cards->wilds; count++) {
		int kind = own_card(rules, cards, count);
		if (!(cards->places >> (cards->sequence + count) & 1)) {
			while (left == 0)
				left = cards->wild[--wild];
			left--;
			kind = rules->wild_kind[wild];
		}
		kinds[count] = (uint8_t)kind;
	}
	part_from_own_places(rules, cards, kinds, count);
	return count;
}

int meld_row(const struct rules *rules, const struct meld_cards *cards, uint8_t kinds[MELD_ROW_MAX])
{
	int count = 0;

	if (cards->sequence > 0)
		return sequence_row(rules, cards, kinds);
	for (cardset left = meld_kinds(rules, cards); left != 0; left &= left - 1)
		for (int kind = __builtin_ctzll(left), i = meld_naturals_of(rules, cards, kind); i > 0; i--)
			kinds[count++] = (uint8_t)kind;
	for (int wild = rules->wild_kinds - 1; wild >= 0; wild--)
		for (int i = 0; i < cards->wild[wild]; i++)
			kinds[count++] = rules->wild_kind[wild];
	return count;
}

struct cards cards_of_meld(const struct rules *rules, const struct meld_cards *meld)
{
	struct cards cards = { 0 };

	for (cardset kinds = meld_kinds(rules, meld); kinds != 0; kinds &= kinds - 1)
		for (int kind = __builtin_ctzll(kinds), i = meld_naturals_of(rules, meld, kind); i > 0; i--)
			cards_add(&cards, kind);
	for (int wild = 0; wild < rules->wild_kinds; wild++)
		for (int i = meld->wild[wild]; i > 0; i--)
			cards_add(&cards, rules->wild_kind[wild]);
	return cards;
}

/* ---- melds put together ---- */

bool melds_together(const struct rules *rules, const struct meld *one, const struct meld *other,
                    struct meld_cards *cards)
{
	const struct meld_cards *low = &one->cards, *high = &other->cards;

	if (!melds_are_alike(one, other))
		return false;
	if (low->sequence > 0)
		return sequences_together(rules, &rules->form[one->form], low, high, cards);
	*cards = one->cards;
	cards->naturals = (uint8_t)(low->naturals + high->naturals);
	cards->wilds = (uint8_t)(low->wilds + high->wilds);
	for (int i = 0; i < WILD_KINDS_MAX; i++)
		cards->wild[i] = (uint8_t)(low->wild[i] + high->wild[i]);
	for (int i = 0; i < 4; i++)
		cards->of[i] = (uint8_t)(low->of[i] + high->of[i]);
	return true;
}

/* ---- what fits the melds of a side ---- */

bool is_superseded(const struct rules *rules, const struct side *side, int index)
{
	const struct meld *meld = &side->meld[index];

	return meld->cards.sequence == 0 && !rules->form[meld->form].several &&
	       side->meld_of[meld->cards.kind] != index;
}

/* The natural cards that fit a sequence. */
static cardset naturals_for_sequence(const struct rules *rules, const struct form *form, const struct meld_cards *cards)
{
	int size = cards->naturals + cards->wilds, below = 31 - __builtin_clz(cards->places) - size;
	unsigned near = (2u << (__builtin_ctz(cards->places) + size)) - (1u << (below > 0 ? below : 0));
	bool at_ends = !form->returns && (!form->moves || form->most_wilds[MELD_CARDS_MAX] == 0);
	cardset kinds = 0;

	if (at_ends)
		near = 1u << (cards->sequence - 1) | 1u << (cards->sequence + size);
	if (at_ends && !form_allows(form, cards->naturals + 1, cards->wilds))
		return 0;
	for (unsigned left = form->places[sequence_suit(rules, cards)] & near & ~(unsigned)cards->places; left != 0;
	     left &= left - 1) {
		int kind = rules->in_order[sequence_suit(rules, cards)][__builtin_ctz(left)];
		struct meld_cards ways[SEQUENCE_WAYS];
		if (at_ends ||
		    (sequence_ways(rules, form, cards, kind, ways) > 0 && ways[0].naturals > cards->naturals &&
		     form_allows(form, ways[0].naturals, ways[0].wilds)))
			kinds |= UINT64_C(1) << kind;
	}
	return kinds & ~rules->cards.wild;
}

/* Finds which kinds fit a sequence. */
static void find_takers_in_sequence(const struct rules *rules, struct side *side)
{
	side->takes_sequence = 0;
	for (int i = 0; i < side->melds; i++)
		if (side->meld[i].cards.sequence > 0)
			side->takes_sequence |=
				naturals_for_sequence(rules, &rules->form[side->meld[i].form], &side->meld[i].cards);
}

/* Finds the meld of one rank, the last one that is no canasta or else the last, and what the melds of the rank take. */
static void find_takers_of_rank(const struct rules *rules, struct side *side, int rank)
{
	cardset mates = rules->mates[rank];
	const struct meld *of_rank = NULL;
	bool natural = false, wild = false;

	for (const struct meld *meld = side->meld; meld < side->meld + side->melds; meld++) {
		if (meld->cards.sequence > 0 || meld->cards.kind != rank)
			continue;
		natural = natural || (rules->form[meld->form].ranks != 0 && meld_takes(rules, meld, 1, 0));
		wild = wild || meld_takes(rules, meld, 0, 1);
		if (of_rank == NULL || of_rank->canasta >= 0 || meld->canasta < 0)
			of_rank = meld;
	}
	side->melded |= mates;
	side->takes_natural = natural ? side->takes_natural | mates : side->takes_natural & ~mates;
	side->takes_wild = wild ? side->takes_wild | mates : side->takes_wild & ~mates;
	for (cardset left = mates; left != 0; left &= left - 1)
		side->meld_of[__builtin_ctzll(left)] = (uint8_t)(of_rank - side->meld);
	if (rules->form[of_rank->form].several || (rules->form[of_rank->form].comes_again && of_rank->canasta >= 0))
		side->again |= mates;
	else
		side->again &= ~mates;
}

void find_takers_like(const struct rules *rules, struct side *side, int index)
{
	if (side->meld[index].cards.sequence > 0)
		find_takers_in_sequence(rules, side);
	else
		find_takers_of_rank(rules, side, side->meld[index].cards.kind);
	if (!room_for_another(rules, side))
		side->again = 0;
}

void find_takers(const struct rules *rules, struct side *side)
{
	side->melded = side->takes_natural = side->takes_wild = side->again = 0;
	for (int i = 0; i < side->melds; i++)
		if (side->meld[i].cards.sequence == 0 && !(side->melded >> side->meld[i].cards.kind & 1))
			find_takers_of_rank(rules, side, side->meld[i].cards.kind);
	find_takers_in_sequence(rules, side);
	if (!room_for_another(rules, side))
		side->again = 0;
}

struct cards cards_by_rank(const struct rules *rules, const struct cards *cards)
{
	struct cards ranks = { 0 };

	for (cardset kinds = cards_kinds(cards); kinds != 0; kinds &= kinds - 1) {
		int kind = __builtin_ctzll(kinds);
		int rank = rules->cards.wild >> kind & 1 ? kind : rules->lead[kind];
		ranks.count[rank] = (uint8_t)(ranks.count[rank] + cards_count(cards, kind));
		ranks.at_least[0] |= UINT64_C(1) << rank;
	}
	for (cardset left = ranks.at_least[0]; left != 0; left &= left - 1) {
		int rank = __builtin_ctzll(left);
		ranks.at_least[1] |= (cardset)(ranks.count[rank] > 1) << rank;
		ranks.at_least[2] |= (cardset)(ranks.count[rank] > 2) << rank;
	}
	ranks.different = (uint8_t)set_size(ranks.at_least[0]);
	return ranks;
}

/* ---- what may be done with melds now ---- */

/* Adds the wild cards of an act. */
static void add_wilds_of(struct meld_cards *cards, struct act act)
{
	for (int i = 0; i < WILD_KINDS_MAX; i++)
		cards->wild[i] = (uint8_t)(cards->wild[i] + act_wild(act, i));
	cards->wilds = (uint8_t)(cards->wilds + act_wilds(act));
}

/* A new meld of an act; of a set only what rules ask of its kinds of card. */
static struct meld_cards cards_begun(const struct rules *rules, struct act act)
{
	struct meld_cards cards = { .kind = (uint8_t)form_rank(rules, &rules->form[act.item], act.kind) };

	if (begins_sequence(rules, act)) {
		sequence_of_act(rules, act, &cards);
		return cards;
	}
	cards.naturals = (uint8_t)act_naturals(rules, act);
	add_wilds_of(&cards, act);
	return cards;
}

/* True if a meld that was joined from those of two partners lies beyond its limits: it takes natural cards all the same. */
static bool lies_beyond(const struct rules *rules, const struct meld *meld)
{
	return rules->table.alone != table_alone_nobody && !meld_kinds_fit(rules, meld->form, &meld->cards);
}

bool act_mixes_kinds(const struct game *game, struct act act)
{
	const struct rules *rules = game->rules;
	const struct meld *meld = &own_side(game)->meld[act.item];
	struct meld_cards cards;

	if (act.verb == ACT_MELD) {
		cards = cards_begun(rules, act);
		return !meld_kinds_fit(rules, act.item, &cards);
	}
	if (act.verb == ACT_JOIN) {
		if (!melds_together(rules, meld, &own_side(game)->meld[act.joined], &cards))
			return false;
	} else if (meld->cards.sequence > 0) {
		if (!sequence_after(game, act, &cards))
			return false;
	} else {
		cards = meld->cards;
		if (rules->cards.wild >> act.kind & 1)
			cards.wilds++, cards.wild[wild_place(rules, act.kind)]++;
		else if (lies_beyond(rules, meld))
			return false;
		else
			cards.naturals++;
	}
	return !meld_kinds_fit(rules, meld->form, &cards);
}

bool take_kinds_fit(const struct rules *rules, int form, const struct meld *onto, struct act act)
{
	bool wild = rules->cards.wild >> act.kind & 1, asked = rules->form[form].asks_kinds;
	struct meld_cards cards = { .kind = (uint8_t)rank_of(rules, act.kind) };
	struct composition laid = take_cards(rules->pile.take[act.item].hand, wild);

	if (!asked || act_wilds(act) < laid.wilds - wild) /* its wild cards are not chosen yet */
		return true;
	if (onto != NULL)
		cards = onto->cards;
	cards.naturals = (uint8_t)(cards.naturals + laid.naturals);
	add_wilds_of(&cards, act);
	if (wild)
		cards.wilds++, cards.wild[wild_place(rules, act.kind)]++;
	return meld_kinds_fit(rules, form, &cards);
}

/* additions_now() for a sequence. */
static int additions_to_sequence(const struct game *game, int item, int kind, struct act acts[SEQUENCE_WAYS])
{
	const struct rules *rules = game->rules;
	const struct meld *meld = &own_side(game)->meld[item];
	const struct form *form = &rules->form[meld->form];
	struct meld_cards ways[SEQUENCE_WAYS];
	int count = sequence_ways(rules, form, &meld->cards, kind, ways), allowed = 0;

	for (int i = 0; i < count; i++) {
		bool wild = ways[i].wilds > meld->cards.wilds;
		if (form_allows(form, ways[i].naturals, ways[i].wilds) &&
		    (wild ? form_takes_wild(game, meld->form, meld->cards.kind)
		          : form_takes_natural(game, meld->form, meld->cards.kind)))
			acts[allowed++] = act_of(ACT_ADD, (unsigned)item, (unsigned)kind, (unsigned)i);
	}
	return allowed;
}

/* additions_now() as far as numbers of cards go. */
static int additions_by_numbers(const struct game *game, int item, int kind, struct act acts[SEQUENCE_WAYS])
{
	const struct rules *rules = game->rules;
	const struct meld *meld = &own_side(game)->meld[item];
	bool wild = rules->cards.wild >> kind & 1;

	if (meld->cards.sequence > 0)
		return additions_to_sequence(game, item, kind, acts);
	acts[0] = act_of(ACT_ADD, (unsigned)item, (unsigned)kind, 0);
	if (is_superseded(rules, own_side(game), item) || !meld_takes(rules, meld, !wild, wild))
		return 0;
	return wild ? form_takes_wild(game, meld->form, meld->cards.kind)
	            : meld_fits(rules, meld, kind) && form_takes_natural(game, meld->form, meld->cards.kind);
}

int additions_now(const struct game *game, int item, int kind, struct act acts[SEQUENCE_WAYS])
{
	int count = additions_by_numbers(game, item, kind, acts), fit = 0;

	for (int i = 0; i < count; i++)
		if (act_kinds_fit(game, acts[i]))
			acts[fit++] = acts[i];
	return fit;
}
