/* movegen.c -- move generation. Acts that differ in one kind of card are handled together, as a set of kinds. One
 * enumerator goes through the candidates: the acts of this phase for which the hand has the cards. For legal acts it
 * leaves out those that a check refuses (checks.def), many kinds at once, and at the end those after which the turn
 * could not end.
 *
 * A meld is begun with as few cards as possible and then grows card by card, so any meld can be reached and none is
 * listed twice. */
#include "game/legality.h"

#include "game/plan.h"

#define INLINE inline __attribute__((always_inline))

/* What is listed. Always passed on as a constant, so that the compiler makes two versions of each function. */
enum breadth { CANDIDATES, LEGAL };

/* ---- the list ---- */

static inline void list(struct choices *choices, struct act act)
{
	if (choices->listed < ACTS_MAX)
		choices->act[choices->listed++] = act;
}

/* The end of the list if it has room for [count] acts, else NULL: the loops that list most acts write there directly. */
static inline struct act *room_for(struct choices *choices, int count)
{
	return choices->listed + count <= ACTS_MAX ? &choices->act[choices->listed] : NULL;
}

static void list_act(const struct game *game, struct choices *choices, struct act act, const struct question *about)
{
	(void)game;
	(void)about;
	list(choices, act);
}

/* What each_choice_of_wilds() calls; it passes [about] on. */
typedef void (*with_wilds)(const struct game *game, struct choices *choices, struct act act,
                           const struct question *about);

/* Calls [call] for every way of choosing [count] wild cards of the hand among [kinds], from wild kind [from] on. */
NOINLINE static void each_choice_of_wilds(const struct game *game, struct choices *choices, struct act act,
                                          cardset kinds, int from, int count, const struct question *about,
                                          with_wilds call)
{
	const struct rules *rules = game->rules;
	int have;

	if (count == 0) {
		call(game, choices, act, about);
		return;
	}
	if (from == WILD_KINDS_MAX || from >= rules->wild_kinds)
		return;
	have = kinds >> rules->wild_kind[from] & 1
	               ? cards_count(&game->seat[game->turn.seat].hand, rules->wild_kind[from])
	               : 0;
	for (int some = have < count ? have : count; some >= 0; some--) {
		act_set_wild(&act, from, some);
		each_choice_of_wilds(game, choices, act, kinds, from + 1, count - some, about, call);
	}
}

/* ---- taking the pile ---- */

/* Lists [act] if the turn can end after it. Its way of taking the pile is allowed. */
static void list_take_that_ends(const struct game *game, struct choices *choices, struct act act,
                                const struct question *about)
{
	int made = take_makes_meld(game, act);
	bool owes_out = false;

	if (game->rules->tables->takes_owe >> act.item & 1)
		take_condition(about, act.item, &owes_out);
	if (made < 0) /* the wild cards that were chosen do not go together */
		return;
	if (take_leads_to_end(game, act, made, owes_out || taken_meld_owes(game, act, made)))
		list(choices, act);
}

static void list_legal_take(const struct game *game, struct choices *choices, struct act act,
                            const struct question *about)
{
	struct attempt at = { .game = game, .act = act, .kinds = UINT64_C(1) << act.item, .about = about };

	if (kinds_allowed(at, ACT_TAKE) != 0)
		list_take_that_ends(game, choices, act, about);
}

/* The wild kinds that count as cards like [kind], a wild top card, for way [item] of taking the pile. */
static cardset kinds_like(const struct rules *rules, int item, int kind)
{
	cardset kinds = 0;

	for (int i = 0; i < rules->wild_kinds; i++)
		if (is_alike(rules, item, kind, rules->wild_kind[i]))
			kinds |= UINT64_C(1) << rules->wild_kind[i];
	return kinds;
}

/* ways_of_taking() where there are sequences, but does not leave out ways that need a meld of the rank. */
NOINLINE static uint32_t ways_of_taking_by_suits(const struct game *game, int top)
{
	const struct rules *rules = game->rules;
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	int like = cards_count_in(hand, rules->mates[top]);
	bool fits = own_side(game)->takes_sequence >> top & 1;
	uint32_t ways = rules->cards.wild >> top & 1
	                        ? rules->tables->takes_of_wild
	                        : rules->tables->takes_with[lesser(like, COPIES_MAX)][wilds_in(rules, hand) > 0];

	return fits ? ways : ways & ~rules->tables->takes_onto_sequence;
}

/* The ways of taking a pile with [top] on top for which the hand may have the cards, as bits. Ways that need a meld of the rank are
 * left out if the side has none. */
static inline uint32_t ways_of_taking(const struct game *game, int top)
{
	const struct rules *rules = game->rules;
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	bool wild_held = (cards_kinds(hand) & rules->cards.wild) != 0;
	uint32_t ways = rules->cards.wild >> top & 1 ? rules->tables->takes_of_wild
	                                             : rules->tables->takes_with[cards_count(hand, top)][wild_held];
	uint32_t melded = own_side(game)->melded >> rank_of(rules, top) & 1;

	if (rules->sequences)
		ways = ways_of_taking_by_suits(game, top);
	return ways & ~(rules->tables->takes_onto_own & (melded - 1));
}

/* [act] takes the pile with its natural cards chosen. Calls [call] with each choice of wild cards from the hand. */
static INLINE void list_way_with(const struct game *game, struct choices *choices, struct act act,
                                 const struct question *about, with_wilds call)
{
	const struct rules *rules = game->rules;
	cardset hand = cards_kinds(&game->seat[game->turn.seat].hand);
	int item = act.item;
	struct composition cards = rules->pile.take[item].hand;

	if (rules->cards.wild >> act.kind & 1) {
		act.count = 0;
		each_choice_of_wilds(game, choices, act, kinds_like(rules, item, act.kind), 0, cards.alike, about,
		                     call);
	} else if (cards.wilds == 0)
		call(game, choices, act, about);
	else if (cards.wilds > 1)
		each_choice_of_wilds(game, choices, act, rules->cards.wild, 0, cards.wilds, about, call);
	else
		for (int i = 0; i < rules->wild_kinds; i++)
			if (hand >> rules->wild_kind[i] & 1)
				call(game, choices, act_with_wild(act, i), about);
}

/* Calls [call] with every choice of [left] more natural cards of the rank of [act] from [kinds], of which the hand has [held]. */
NOINLINE static void each_choice_of_suits(const struct game *game, struct choices *choices, struct act act,
                                          cardset kinds, int left, int held, const struct question *about,
                                          with_wilds call)
{
	int kind, have;

	if (left == 0) {
		call(game, choices, act, about);
		return;
	}
	if (held < left)
		return;
	kind = __builtin_ctzll(kinds);
	have = cards_count(&game->seat[game->turn.seat].hand, kind);
	for (int some = lesser(have, left); some >= 0 && left - some <= held - have; some--) {
		struct act more = act;
		act_set_suit(&more, kind - game->rules->lead[kind], some);
		each_choice_of_suits(game, choices, more, kinds & (kinds - 1), left - some, held - have, about, call);
	}
}

static void list_chosen_naturals(const struct game *game, struct choices *choices, struct act act,
                                 const struct question *about)
{
	list_way_with(game, choices, act, about, about != NULL ? list_legal_take : list_act);
}

/* True if it matters which of two melds with the same cards an act means, and the act can name either. It matters where a condition asks for
 * the meld of the rank (side->meld_of), or for what was done with melds of this turn, and where the top card of the pile does not count.
 * An act can name either if one of the two is the meld of the rank and both have more than one card. */
NOINLINE static bool are_told_apart(const struct game *game, const struct side *side, int one, int other)
{
	const struct rules *rules = game->rules;
	const struct meld_cards *cards = &side->meld[one].cards;
	int rank = cards->kind, now = game->turn.number, top = game->turn.top_meld;

	if (cards->sequence > 0 || cards->naturals + cards->wilds == 1 ||
	    (side->meld_of[rank] != one && side->meld_of[rank] != other))
		return false;
	return rules->tables->asks_meld_of_rank ||
	       (rules->tables->asks_begun_now && (side->meld[one].begun == now) != (side->meld[other].begun == now)) ||
	       (rules->initial_meld.top_card != initial_meld_top_card_counts && (top == one + 1 || top == other + 1));
}

/* True if two melds of the side have the same cards, so that acts with either lead to the same. */
static bool are_twins(const struct game *game, int one, int other)
{
	const struct side *side = own_side(game);

	return side->meld[one].form == side->meld[other].form &&
	       __builtin_memcmp(&side->meld[one].cards, &side->meld[other].cards, sizeof side->meld[one].cards) == 0 &&
	       !are_told_apart(game, side, one, other);
}

/* True if a meld before this one, other than [but], is its twin. */
static bool has_twin(const struct game *game, int index, int but)
{
	for (int i = 0; i < index; i++)
		if (i != but && are_twins(game, i, index))
			return true;
	return false;
}

/* list_way() where there are sequences. */
NOINLINE static void list_way_by_suits(const struct game *game, struct choices *choices, int item,
                                       const struct question *about)
{
	const struct rules *rules = game->rules;
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	const struct side *side = own_side(game);
	int top = pile_top(game), naturals = rules->pile.take[item].hand.naturals + rules->pile.take[item].hand.alike;
	int held = cards_count_in(hand, rules->mates[top]);
	struct act act = act_of(ACT_TAKE, (unsigned)item, (unsigned)top, 0);

	if (rules->tables->takes_onto_sequence >> item & 1) {
		bool fits = false;
		for (int i = 0; i < side->melds; i++)
			if (side->meld[i].cards.sequence > 0 && meld_fits(rules, &side->meld[i], top) &&
			    !has_twin(game, i, -1)) {
				fits = true;
				act_set_onto(&act, i);
				list_chosen_naturals(game, choices, act, about);
			}
		if (!fits && about == NULL)
			list_act(game, choices, act, NULL);
	} else if (rules->cards.wild >> top & 1)
		list_chosen_naturals(game, choices, act, about);
	else if (held >= naturals)
		each_choice_of_suits(game, choices, act, cards_kinds(hand) & rules->mates[top], naturals, held, about,
		                     list_chosen_naturals);
	else if (about == NULL) {
		act_set_suit(&act, top - rules->lead[top], naturals);
		list_chosen_naturals(game, choices, act, NULL);
	}
}

/* Lists the acts that take the pile in way [item]. */
static INLINE void list_way(const struct game *game, struct choices *choices, int item, const struct question *about,
                            with_wilds call)
{
	struct composition cards = game->rules->pile.take[item].hand;

	if (game->rules->sequences)
		list_way_by_suits(game, choices, item, about);
	else
		list_way_with(game, choices,
		              act_of(ACT_TAKE, (unsigned)item, (unsigned)pile_top(game),
		                     (unsigned)cards.naturals + cards.alike),
		              about, call);
}

/* Lists the acts that take the pile in way [item] for another meld of the rank than the one that stands for it. Of melds
 * that are_twins() only the first is named. [call] is list_legal_take() or list_act(). */
NOINLINE static void list_way_to_others(const struct game *game, struct choices *choices, int item,
                                        const struct question *about, with_wilds call)
{
	const struct side *side = own_side(game);
	int top = pile_top(game),
	    usual = meld_of(side, rank_of(game->rules, top)) != NULL ? side->meld_of[top] : NOBODY;

	for (int i = 0; i < side->melds && usual != NOBODY; i++) {
		struct question other;
		if (i == usual || side->meld[i].cards.sequence > 0 || !meld_fits(game->rules, &side->meld[i], top) ||
		    has_twin(game, i, -1) || are_twins(game, i, usual))
			continue;
		if (about != NULL) {
			other = *about;
			other.meld = (uint8_t)(1 + i);
		}
		call(game, choices, act_of(ACT_TAKE, (unsigned)item, (unsigned)top, (unsigned)(1 + i)),
		     about != NULL ? &other : NULL);
	}
}

/* Lists the legal acts that take the pile in one of [ways]. They are asked together but where each names its suits or its meld. */
static void list_ways(const struct game *game, struct choices *choices, uint32_t ways)
{
	const struct rules *rules = game->rules;
	struct act take = act_of(ACT_TAKE, 0, (unsigned)pile_top(game), 0);
	struct question about = question_of_take(game, take);
	uint32_t naming = rules->tables->takes_name_meld & ~rules->tables->takes_onto_sequence, allowed = ways;
	struct attempt at = { .game = game, .act = take, .kinds = ways, .about = &about };

	if (!rules->sequences)
		allowed = (uint32_t)kinds_allowed(at, ACT_TAKE);
	for (ways = allowed | (ways & naming); ways != 0; ways &= ways - 1) {
		int item = __builtin_ctz(ways);
		if (allowed >> item & 1)
			list_way(game, choices, item, &about, list_take_that_ends);
		if (naming >> item & 1)
			list_way_to_others(game, choices, item, &about, list_legal_take);
	}
}

static void list_takes(const struct game *game, struct choices *choices)
{
	uint32_t ways = game->pile_size > 0 ? ways_of_taking(game, pile_top(game)) : 0;

	if (ways != 0)
		list_ways(game, choices, ways);
}

/* Lists the acts of every way of taking, even where the hand lacks the natural cards: players ask why they cannot take. */
static void list_take_candidates(const struct game *game, struct choices *choices)
{
	uint32_t naming = game->rules->tables->takes_name_meld & ~game->rules->tables->takes_onto_sequence;

	for (int item = 0; item < game->rules->pile.take_count && game->pile_size > 0; item++)
		if (!(game->rules->cards.wild >> pile_top(game) & 1) ||
		    (game->rules->tables->takes_of_wild >> item & 1)) {
			list_way(game, choices, item, NULL, list_act);
			if (naming >> item & 1)
				list_way_to_others(game, choices, item, NULL, list_act);
		}
}

/* The first of [takes] that the player may not decline, or -1. */
static int forced_take(const struct game *game, const struct choices *takes)
{
	struct question about;

	if (game->pile_size == 0)
		return -1;
	about = question_with(game, pile_top(game));
	about.taking = true;
	for (int i = 0; i < takes->listed; i++) {
		about.way = (uint8_t)(1 + takes->act[i].item);
		if (takes->act[i].verb == ACT_TAKE && ask(game->rules->pile.take[takes->act[i].item].forced, &about))
			return takes->act[i].item;
	}
	return -1;
}

bool take_is_forced(const struct game *game, int *item)
{
	struct choices takes;

	takes.listed = 0;
	if (game->rules->tables->takes_forced)
		list_takes(game, &takes);
	*item = forced_take(game, &takes);
	return *item >= 0;
}

/* ---- beginning melds ---- */

/* Lists the acts that begin melds of [ranks] as [begin] says, which has one wild card at most: an act for each wild
 * kind in the hand. Each kind is written and then kept only if the hand has it, since a branch would depend on the
 * cards. */
static void list_plainly(const struct game *game, struct choices *choices, const struct beginning *begin, cardset ranks)
{
	const struct rules *rules = game->rules;
	cardset hand = cards_kinds(&game->seat[game->turn.seat].hand);
	struct act *to = room_for(choices, KINDS_MAX * WILD_KINDS_MAX);

	if (to == NULL)
		return;
	for (; ranks != 0; ranks &= ranks - 1) {
		struct act act = act_of(ACT_MELD, begin->form, (unsigned)__builtin_ctzll(ranks), begin->naturals);
		if (begin->wilds == 0)
			*to++ = act;
		else
			for (int i = 0; i < rules->wild_kinds; i++) {
				*to = act_with_wild(act, i);
				to += hand >> rules->wild_kind[i] & 1;
			}
	}
	choices->listed = (int)(to - choices->act);
}

/* Lists the acts that begin melds of [ranks] as [begin] says. */
static void list_beginning(const struct game *game, struct choices *choices, const struct beginning *begin,
                           cardset ranks)
{
	if (begin->wilds <= 1) {
		list_plainly(game, choices, begin, ranks);
		return;
	}
	for (; ranks != 0; ranks &= ranks - 1)
		each_choice_of_wilds(game, choices,
		                     act_of(ACT_MELD, begin->form, (unsigned)__builtin_ctzll(ranks), begin->naturals),
		                     game->rules->cards.wild, 0, begin->wilds, NULL, list_act);
}

/* The ranks of which the hand, with [wilds] wild cards, can begin a meld as [begin] says. [have][n]: the kinds of which
 * it has n cards or more. There is no branch on the wild cards, since the processor could not predict it. */
static inline cardset ranks_begun(const struct cards *hand, const cardset have[4], int wilds,
                                  const struct beginning *begin)
{
	cardset enough_wild = (cardset)(wilds < begin->wilds) - 1;

	return begin->ranks & enough_wild &
	       (begin->naturals <= 3 ? have[begin->naturals] : cards_at_least(hand, begin->naturals));
}

/* The ranks among [ranks] of which a meld may be begun now as [begin] says. Sets [*owes_out] if that obliges the player
 * to go out. */
static inline cardset ranks_allowed(const struct game *game, struct taking_wild *wild, const struct beginning *begin,
                                    cardset ranks, bool *owes_out)
{
	struct attempt at = {
		.game = game,
		.act = act_of(ACT_MELD, begin->form, (unsigned)__builtin_ctzll(ranks), begin->naturals),
		.kinds = ranks,
		.wild = wild,
		.owes_out = owes_out,
	};

	at.act.packed_wilds[0] = begin->wilds;
	return kinds_allowed(at, ACT_MELD);
}

/* Sets [*owes_out] if one of these acts obliges the player to go out. */
static INLINE void list_new_melds(const struct game *game, struct choices *choices, struct taking_wild *wild,
                                  bool *owes_out, enum breadth breadth)
{
	const struct rules *rules = game->rules;
	const struct tables *tables = rules->tables;
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	cardset have[4] = { ~UINT64_C(0), cards_kinds(hand), cards_twice(hand), cards_thrice(hand) };
	int wilds = wilds_in(rules, hand);

	for (int b = 0; b < tables->beginning_count; b++) {
		const struct beginning *begin = &tables->beginnings[b];
		cardset ranks = ranks_begun(hand, have, wilds, begin);
		if (ranks != 0 && breadth == LEGAL)
			ranks = ranks_allowed(game, wild, begin, ranks, owes_out);
		if (ranks != 0)
			list_beginning(game, choices, begin, ranks);
	}
}

/* ---- adding to melds ---- */

static INLINE void list_wild_additions(const struct game *game, struct choices *choices, struct taking_wild *wild,
                                       enum breadth breadth)
{
	const struct rules *rules = game->rules;
	const struct side *side = own_side(game);
	cardset all = cards_kinds(&game->seat[game->turn.seat].hand);
	struct attempt at = {
		.game = game, .act = act_of(ACT_ADD, 0, rules->wild_kind[0], 0), .kinds = side->melded, .wild = wild
	};
	cardset ranks = side->melded;
	struct act *to = room_for(choices, KINDS_MAX * WILD_KINDS_MAX);

	if ((all & rules->cards.wild) == 0 || to == NULL)
		return;
	if (breadth == LEGAL)
		ranks = kinds_allowed(at, ACT_ADD);
	for (; ranks != 0; ranks &= ranks - 1) {
		int meld = side->meld_of[__builtin_ctzll(ranks)];
		for (int i = 0; i < rules->wild_kinds; i++) {
			*to = act_of(ACT_ADD, (unsigned)meld, rules->wild_kind[i], 0);
			to += all >> rules->wild_kind[i] & 1;
		}
	}
	choices->listed = (int)(to - choices->act);
}

/* Of [kinds], natural cards, those that may be added to the meld of their rank. */
static inline cardset additions_allowed(const struct game *game, cardset kinds)
{
	struct attempt at = { .game = game, .act = act_of(ACT_ADD, 0, 0, 0), .kinds = kinds };

	at.act.kind = (uint8_t)__builtin_ctzll(game->rules->naturals);
	return kinds_allowed(at, ACT_ADD);
}

/* True if melding might leave too few cards to end the turn, so that a reserve comes to the hand. False: it cannot. */
static inline bool empty_hand_may_refill(const struct game *game)
{
	const struct rules *rules = game->rules;

	return rules->reserve.cards > 0 && rules->reserve.taken_up == reserve_taken_up_with_an_empty_hand &&
	       own_side(game)->opened && game->reserve_size[reserve_of(game, game->turn.seat)] > 0 &&
	       game->seat[game->turn.seat].size < rules->tables->begin_most + 2;
}

/* Leaves out the acts that may not stay, each asked for itself. */
NOINLINE static void keep_acts(const struct game *game, struct choices *choices,
                               bool (*may_stay)(const struct game *game, struct act act))
{
	int listed = choices->listed, first = choices->first;

	choices->listed = 0;
	for (int i = 0; i < listed; i++) {
		if (i == first)
			choices->first = choices->listed;
		if (may_stay(game, choices->act[i]))
			choices->act[choices->listed++] = choices->act[i];
	}
	if (first == listed)
		choices->first = choices->listed;
	for (cardset kinds = choices->additions; kinds != 0; kinds &= kinds - 1) {
		unsigned kind = (unsigned)__builtin_ctzll(kinds);
		if (!may_stay(game, act_of(ACT_ADD, choices->meld_of[kind], kind, 0)))
			choices->additions &= ~(kinds & -kinds);
	}
}

/* ---- melding where acts name their melds ---- */

/* Lists the choices of the wild cards of a new meld; act_wild(act, 0) is their number. */
static void list_with_wilds(const struct game *game, struct choices *choices, struct act act,
                            const struct question *about)
{
	int wilds = act_wild(act, 0);

	if (wilds == 0) {
		list(choices, act);
		return;
	}
	each_choice_of_wilds(game, choices, act, game->rules->cards.wild, 0, wilds, about, list_act);
}

/* Lists the acts that begin melds of one rank as [begin] says. */
static void list_beginning_of_suits(const struct game *game, struct choices *choices, const struct beginning *begin,
                                    int rank)
{
	struct act act = act_of(ACT_MELD, begin->form, (unsigned)rank, 0);

	act_set_wild(&act, 0, begin->wilds);
	if (game->rules->sequences && begin->naturals > 0) {
		const struct cards *hand = &game->seat[game->turn.seat].hand;
		cardset kinds = cards_kinds(hand) & game->rules->mates[rank];
		each_choice_of_suits(game, choices, act, kinds, begin->naturals, cards_count_in(hand, kinds), NULL,
		                     list_with_wilds);
		return;
	}
	act.count = begin->naturals;
	list_with_wilds(game, choices, act, NULL);
}

/* Lists the acts that begin melds of ranks. Sets [*owes_out] if one of them obliges the player to go out. */
static void list_named_melds(const struct game *game, struct choices *choices, struct taking_wild *wild, bool *owes_out,
                             enum breadth breadth)
{
	const struct rules *rules = game->rules;
	const struct tables *tables = rules->tables;
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	bool full = breadth == LEGAL && !room_for_another(rules, own_side(game));
	cardset open = full ? ~own_side(game)->melded : ~UINT64_C(0);
	struct cards by_rank = cards_by_rank(rules, hand);
	int wilds = wilds_in(rules, hand);

	for (int b = 0; b < tables->beginning_count; b++) {
		const struct beginning *begin = &tables->beginnings[b];
		cardset ranks = begin->wilds <= wilds ? begin->ranks & open : 0;
		if (begin->naturals > 0)
			ranks &= cards_at_least(&by_rank, begin->naturals);
		if (ranks != 0 && breadth == LEGAL)
			ranks = ranks_allowed(game, wild, begin, ranks, owes_out);
		for (; ranks != 0; ranks &= ranks - 1)
			list_beginning_of_suits(game, choices, begin, __builtin_ctzll(ranks));
	}
}

/* What each_sequence() passes on to list_sequence(). */
struct listing {
	struct choices *choices;
	enum breadth breadth;
	struct taking_wild *wild;
	bool *owes_out;
};

static bool list_sequence(void *context, const struct game *game, struct act act)
{
	const struct listing *at = context;
	struct attempt one = {
		.game = game, .act = act, .kinds = UINT64_C(1) << act.kind, .wild = at->wild, .owes_out = at->owes_out
	};

	if (at->breadth == CANDIDATES || kinds_allowed(one, ACT_MELD) != 0)
		list(at->choices, act);
	return false;
}

/* Lists the acts that begin sequences. */
static void list_sequences(const struct game *game, struct choices *choices, struct taking_wild *wild, bool *owes_out,
                           enum breadth breadth)
{
	struct listing at = { choices, breadth, wild, owes_out };

	if (breadth == CANDIDATES || room_for_another(game->rules, own_side(game)))
		each_sequence(game, EVERY_SUIT, list_sequence, &at);
}

/* Lists the acts that add a card to a sequence. */
static void list_to_sequence(const struct game *game, struct choices *choices, int item, int kind, enum breadth breadth)
{
	const struct meld *meld = &own_side(game)->meld[item];
	struct act acts[SEQUENCE_WAYS];
	struct meld_cards ways[SEQUENCE_WAYS];
	int count = breadth == LEGAL
	                    ? additions_now(game, item, kind, acts)
	                    : sequence_ways(game->rules, &game->rules->form[meld->form], &meld->cards, kind, ways);

	for (int i = 0; i < count; i++)
		list(choices,
		     breadth == LEGAL ? acts[i] : act_of(ACT_ADD, (unsigned)item, (unsigned)kind, (unsigned)i));
}

/* True if a card like [kind], natural or wild, may be added to meld [item] of the side, which is no sequence. */
static bool may_add(const struct game *game, struct taking_wild *wild, int item, int kind)
{
	struct attempt at = { .game = game,
		              .act = act_of(ACT_ADD, (unsigned)item, (unsigned)kind, 0),
		              .kinds = UINT64_C(1) << own_side(game)->meld[item].cards.kind,
		              .wild = wild };

	return kinds_allowed(at, ACT_ADD) != 0;
}

/* Lists the acts that add natural and wild cards, meld by meld. Of melds that are_twins() only the first is used. */
static void list_named_additions(const struct game *game, struct choices *choices, struct taking_wild *wild,
                                 enum breadth breadth)
{
	const struct rules *rules = game->rules;
	const struct side *side = own_side(game);
	cardset hand = cards_kinds(&game->seat[game->turn.seat].hand);

	for (int i = 0; i < side->melds; i++) {
		const struct meld *meld = &side->meld[i];
		cardset kinds = breadth == LEGAL ? hand & kinds_near(rules, side, meld) : hand;
		bool ask = breadth == LEGAL && meld->cards.sequence == 0, natural, wilds;
		if (kinds == 0 || (breadth == LEGAL && is_superseded(rules, side, i)) || has_twin(game, i, -1))
			continue;
		natural = !ask || ((kinds & ~rules->cards.wild) != 0 &&
		                   may_add(game, wild, i, __builtin_ctzll(rules->naturals)));
		wilds = !ask || ((kinds & rules->cards.wild) != 0 && may_add(game, wild, i, rules->wild_kind[0]));
		for (; kinds != 0; kinds &= kinds - 1) {
			int kind = __builtin_ctzll(kinds);
			if (meld->cards.sequence > 0)
				list_to_sequence(game, choices, i, kind, breadth);
			else if (rules->cards.wild >> kind & 1 ? wilds : natural && meld_fits(rules, meld, kind))
				list(choices, act_of(ACT_ADD, (unsigned)i, (unsigned)kind, 0));
		}
	}
}

/* Lists the acts that put melds together. */
static void list_joins(const struct game *game, struct choices *choices, enum breadth breadth)
{
	const struct side *side = own_side(game);

	for (int i = 0; i < side->melds; i++)
		for (int other = i + 1; other < side->melds; other++) {
			struct act act = act_of(ACT_JOIN, (unsigned)i, 0, (unsigned)other);
			struct meld_cards cards;
			if (melds_are_alike(&side->meld[i], &side->meld[other]) &&
			    melds_together(game->rules, &side->meld[i], &side->meld[other], &cards) &&
			    !has_twin(game, i, -1) && !has_twin(game, other, i) &&
			    (breadth == CANDIDATES || !join_is_refused(game, act)))
				list(choices, act);
		}
}

/* list_melds() where acts name their melds. */
NOINLINE static void list_named_acts(const struct game *game, struct memo *memo, struct choices *choices,
                                     enum breadth breadth)
{
	struct taking_wild wild = taking_wild_now(game);
	bool owes_out = false;

	if (breadth == LEGAL && !own_side(game)->opened && !game->turn.melded && opening_cannot_be_made(game, memo))
		return;
	list_named_melds(game, choices, &wild, &owes_out, breadth);
	list_sequences(game, choices, &wild, &owes_out, breadth);
	list_named_additions(game, choices, &wild, breadth);
	list_joins(game, choices, breadth);
	if (breadth == LEGAL && game->rules->tables->kinds_asked)
		keep_acts(game, choices, act_kinds_fit);
	if (breadth == LEGAL)
		keep_named_acts_that_end(memo, choices, owes_out);
	choices->first = choices->listed;
}

static INLINE void list_melds(const struct game *game, struct memo *memo, struct choices *choices, enum breadth breadth)
{
	const struct rules *rules = game->rules;
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	struct taking_wild wild = taking_wild_now(game);
	bool begins = (useful_kinds(rules, hand) & ranks_to_begin(own_side(game))) != 0 ||
	              (rules->wild_melds && wilds_in(rules, hand) >= rules->tables->wild_meld_least);
	bool owes_out = game->turn.owes_out;

	if (rules->named_melds) {
		list_named_acts(game, memo, choices, breadth);
		return;
	}
	if (breadth == LEGAL && !own_side(game)->opened && !game->turn.melded &&
	    (!begins || opening_cannot_be_made(game, memo)))
		return;
	if (begins || breadth == CANDIDATES)
		list_new_melds(game, choices, &wild, &owes_out, breadth);
	choices->first = choices->listed;
	choices->additions = cards_kinds(hand) & own_side(game)->melded & ~rules->cards.wild;
	if (breadth == LEGAL)
		choices->additions = additions_allowed(game, choices->additions);
	list_wild_additions(game, choices, &wild, breadth);
	if (breadth == LEGAL && rules->tables->kinds_asked)
		keep_acts(game, choices, act_kinds_fit);
	if (breadth == LEGAL && empty_hand_may_refill(game))
		keep_acts(game, choices, act_leads_to_end);
	else if (breadth == LEGAL)
		keep_acts_that_end(game, memo, choices, owes_out);
}

/* ---- everything else ---- */

/* Lists one act of [verb], which has no cards, if it is legal. */
static INLINE void list_plain(const struct game *game, struct choices *choices, struct act act, enum breadth breadth)
{
	struct attempt at = { .game = game, .act = act, .kinds = 1 };

	if (breadth == CANDIDATES || kinds_allowed(at, act.verb) != 0)
		list(choices, act);
}

static INLINE void list_asking(const struct game *game, struct memo *memo, struct choices *choices,
                               enum breadth breadth)
{
	struct attempt at = { .game = game, .act = act_of(ACT_ASK, 0, 0, 0), .kinds = 1, .memo = memo };

	if (breadth == CANDIDATES || kinds_allowed(at, ACT_ASK) != 0)
		list(choices, at.act);
}

static INLINE void find_discards(const struct game *game, struct choices *choices, enum breadth breadth)
{
	const struct seat *seat = &game->seat[game->turn.seat];
	struct attempt at = { .game = game, .act = act_of(ACT_DISCARD, 0, 0, 0), .kinds = cards_kinds(&seat->hand) };

	choices->discards = at.kinds;
	if (breadth == LEGAL) {
		choices->discards = kinds_allowed(at, ACT_DISCARD);
		if (choices->discards != 0 && seat->size == 1 && discard_goes_out(game) &&
		    last_discard_is_refused(game))
			choices->discards = 0;
	}
	choices->discard_count = choices->discards == at.kinds ? seat->hand.different : set_size(choices->discards);
}

/* True if there may be acts that most games do not have. */
static bool has_rare_acts(const struct game *game)
{
	const struct rules *rules = game->rules;

	return rules->tables->rare_acts && (bonus_to_lay(game) != 0 || game->turn.stops || special_hand_fits(game));
}

cardset specials_now(const struct game *game)
{
	cardset items = 0;

	for (int i = 0; i < game->rules->special_count && special_hand_fits(game); i++) {
		struct attempt at = { .game = game, .act = act_of(ACT_SPECIAL, (unsigned)i, 0, 0), .kinds = 1 };
		if (special_may_fit(game, i) && kinds_allowed(at, ACT_SPECIAL) != 0)
			items |= UINT64_C(1) << i;
	}
	return items;
}

static INLINE void list_rare_acts(const struct game *game, struct choices *choices, enum breadth breadth)
{
	const struct rules *rules = game->rules;
	struct attempt laying = { .game = game,
		                  .act = act_of(ACT_LAY, 0, 0, 0),
		                  .kinds = cards_kinds(&game->seat[game->turn.seat].hand) & rules->bonus.cards };
	cardset bonus = breadth == LEGAL ? kinds_allowed(laying, ACT_LAY) : laying.kinds, specials;

	for (; bonus != 0; bonus &= bonus - 1)
		list(choices, act_of(ACT_LAY, 0, (unsigned)__builtin_ctzll(bonus), 0));
	if (game->phase == PHASE_MELD && may_keep_all(game))
		list_plain(game, choices, act_of(ACT_STOP, 0, 0, 0), breadth);
	specials = breadth == CANDIDATES ? (UINT64_C(1) << rules->special_count) - 1 : specials_now(game);
	for (; specials != 0; specials &= specials - 1)
		list(choices, act_of(ACT_SPECIAL, (unsigned)__builtin_ctzll(specials), 0, 0));
}

NOINLINE static void list_legal_rare_acts(const struct game *game, struct choices *choices)
{
	list_rare_acts(game, choices, LEGAL);
}

static INLINE void list_talon(const struct game *game, struct choices *choices, enum breadth breadth)
{
	list_plain(game, choices, act_of(ACT_TALON, 0, 0, 1), breadth);
	list_plain(game, choices, act_of(ACT_TALON, 0, 0, 0), breadth);
}

NOINLINE static void list_answers(struct choices *choices)
{
	list(choices, act_of(ACT_ANSWER, 0, 0, 1));
	list(choices, act_of(ACT_ANSWER, 0, 0, 0));
}

/* ---- all ---- */

/* Lists drawing first, unless a take is forced. */
static INLINE void list_beginnings(const struct game *game, struct choices *choices, enum breadth breadth)
{
	list(choices, act_of(ACT_DRAW, 0, 0, 0));
	if (breadth == CANDIDATES) {
		list_take_candidates(game, choices);
		list_rare_acts(game, choices, CANDIDATES);
		return;
	}
	list_takes(game, choices);
	if (game->rules->tables->takes_forced && forced_take(game, choices) >= 0)
		choices->act[0] = choices->act[--choices->listed];
	if (has_rare_acts(game))
		list_legal_rare_acts(game, choices);
}

static INLINE void list_turn(const struct game *game, struct choices *choices, enum breadth breadth)
{
	struct memo memo;

	memo_begin(&memo, game);
	choices->first = choices->discard_count = 0;
	choices->additions = 0;
	choices->meld_of = own_side(game)->meld_of;
	list_melds(game, &memo, choices, breadth);
	choices->addition_count = set_size(choices->additions);
	list_asking(game, &memo, choices, breadth);
	choices->early = choices->listed;
	find_discards(game, choices, breadth);
	if (breadth == CANDIDATES)
		list_rare_acts(game, choices, CANDIDATES);
	else if (has_rare_acts(game) || may_keep_all(game))
		list_legal_rare_acts(game, choices);
	choices->count = choices->listed + choices->addition_count + choices->discard_count;
}

static INLINE void enumerate(const struct game *game, struct choices *choices, enum breadth breadth)
{
	choices->listed = 0;
	if (game->phase == PHASE_MELD) {
		list_turn(game, choices, breadth);
		return;
	}
	choices->first = ACTS_MAX; /* all acts are written out */
	if (game->phase == PHASE_DRAW)
		list_beginnings(game, choices, breadth);
	else if (game->phase == PHASE_TALON)
		list_talon(game, choices, breadth);
	else if (game->phase == PHASE_ANSWER)
		list_answers(choices);
	choices->count = choices->listed;
}

void game_choices(const struct game *game, struct choices *choices)
{
	enumerate(game, choices, LEGAL);
}

static void write_out(const struct choices *choices, struct acts *acts)
{
	acts->count = choices->count;
	for (int i = 0; i < choices->count; i++)
		acts->act[i] = choice_at(choices, i);
}

void game_legal(const struct game *game, struct acts *acts)
{
	struct choices choices;

	game_choices(game, &choices);
	write_out(&choices, acts);
}

void game_candidates(const struct game *game, struct acts *acts)
{
	struct choices choices;

	enumerate(game, &choices, CANDIDATES);
	write_out(&choices, acts);
}
