/* plan_melds.c -- the end of a turn where a card may fit several melds: sequences, several melds of a rank, melds that are put
 * together.
 *
 * Plans join ranks, so what goes beyond ranks is tried first: sequences are begun and grow, melds are put together, cards
 * go to a meld that is not the one of their rank. After each such series of acts the suits of the hand are ignored, and the
 * planner says whether the turn can end with what is left. */
#include "game/checks.h"
#include "game/plan.h"

#include <string.h>

/* Positions that are tried: for each act of a list, which remembers those of the others, and for one question alone, so that a referee
 * finds what the list has found. */
enum { TRIED_FOR_ACT = 400, TRIED_ALONE = 4000 };

/* ---- bounds ---- */

/* The wild cards that may return to the hand. */
static struct cards wilds_returning(const struct game *game)
{
	const struct rules *rules = game->rules;
	const struct side *side = own_side(game);
	struct cards cards = { 0 };

	for (int i = 0; i < side->melds && rules->tables->wilds_return; i++)
		for (int wild = 0; wild < rules->wild_kinds && rules->form[side->meld[i].form].returns; wild++)
			for (int left = side->meld[i].cards.wild[wild]; left > 0; left--)
				cards_add(&cards, rules->wild_kind[wild]);
	return cards;
}

/* The wild cards of the hand, with those that may return to it. */
static int wilds_at_most(const struct game *game)
{
	const struct rules *rules = game->rules;
	int wilds = wilds_in(rules, &game->seat[game->turn.seat].hand);
	struct cards returning;

	if (!rules->tables->wilds_return)
		return wilds;
	returning = wilds_returning(game);
	return wilds + wilds_in(rules, &returning);
}

/* The cards of one suit that might lie in a sequence: with [wilds] wild cards there are enough next to each other. */
static cardset cards_in_rows(const struct rules *rules, const struct form *form, int suit, cardset there, int wilds)
{
	unsigned places = sequence_places(rules, form, suit, there), useful = 0;
	unsigned all = (2u << form->high) - (1u << form->low);
	cardset kinds = 0;

	for (int b = 0; b < form->begin_count; b++) {
		int size = form->begin[b].naturals + form->begin[b].wilds;
		int gaps = lesser(
			wilds,
			form->most_wilds
				[MELD_CARDS_MAX]); /* a meld that grows may come to have more than it began with */
		unsigned begins = set_size(places) + gaps < size ? 0 : sequence_rows(places, size, gaps);
		begins &= all & all >> (size - 1);
		for (int i = 0; i < size; i++)
			useful |= begins << i & places;
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

/* The cards of the hand that melds of their rank might take. [by_rank]: the hand without suits. */
static cardset cards_for_ranks(const struct game *game, struct cards by_rank)
{
	const struct rules *rules = game->rules;
	cardset useful = own_side(game)->melded | rules->cards.wild;

	if (rules->tables->wilds_return) {
		struct cards returning = wilds_returning(game);
		cards_add_all(&by_rank, &returning);
	}
	for (cardset ranks = useful_kinds(rules, &by_rank); ranks != 0; ranks &= ranks - 1)
		useful |= rules->mates[__builtin_ctzll(ranks)];
	return useful & cards_kinds(&game->seat[game->turn.seat].hand);
}

struct uses uses_of_hand(const struct game *game)
{
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	cardset sequences = cards_for_sequences(game);
	struct cards by_rank = cards_by_rank(game->rules, hand, ~UINT64_C(0));

	return (struct uses){ .sequences = sequences,
		              .ranks = cards_for_ranks(game, by_rank),
		              .by_rank = by_rank,
		              .others = cards_by_rank(game->rules, hand, ~sequences) };
}

cardset kinds_of_use(const struct game *game)
{
	struct uses uses = uses_of_hand(game);

	return uses.ranks | uses.sequences;
}

/* What canastas the side might still make, by the wild cards that each of them lacks. */
struct possible {
	uint8_t lacking[MELD_CARDS_MAX + 1];
};

/* Notes the canastas that so many cards make, and one more of the rest with wild cards. */
static void note_canastas(struct possible *possible, int cards, int least)
{
	possible->lacking[0] = (uint8_t)(possible->lacking[0] + cards / least);
	possible->lacking[least - cards % least]++;
}

/* Notes a canasta for each rank of which cards lie in the hand or in melds that are none yet. */
static void note_canastas_of_ranks(const struct game *game, const struct cards *by_rank, struct possible *possible)
{
	const struct rules *rules = game->rules;
	const struct side *side = own_side(game);
	uint8_t laid[KINDS_MAX] = { 0 };
	cardset ranks = cards_kinds(by_rank) & rules->naturals;

	for (int i = 0; i < side->melds; i++)
		if (side->meld[i].cards.sequence == 0 && side->meld[i].canasta < 0) {
			int kind = side->meld[i].cards.kind;
			laid[kind] = (uint8_t)(laid[kind] + side->meld[i].cards.naturals + side->meld[i].cards.wilds);
			ranks |= UINT64_C(1) << kind;
		}
	for (; ranks != 0; ranks &= ranks - 1) {
		int kind = __builtin_ctzll(ranks);
		note_canastas(possible, cards_count(by_rank, kind) + laid[kind], rules->canasta_least);
	}
}

/* The fewest wild cards with which [places] are [size] in a row. */
static int lacking_in_row(const struct form *form, unsigned places, int size)
{
	int least = size;

	for (int low = form->low; low + size - 1 <= form->high; low++)
		least = lesser(least, size - set_size(places & (((1u << size) - 1) << low)));
	return least;
}

/* Notes the canastas that the sequences of one suit could make. */
static void note_canastas_of_suit(const struct game *game, struct possible *possible, const struct form *form, int suit)
{
	const struct rules *rules = game->rules;
	const struct side *side = own_side(game);
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	unsigned places = sequence_places(rules, form, suit, cards_kinds(hand));
	int cards = wilds_at_most(game), wilds = 0, lacking;

	for (unsigned left = places; left != 0; left &= left - 1)
		cards += cards_count(hand, rules->in_order[suit][__builtin_ctz(left)]);
	for (int i = 0; i < side->melds; i++)
		if (side->meld[i].cards.sequence > 0 && side->meld[i].canasta < 0 &&
		    sequence_suit(rules, &side->meld[i].cards) == suit) {
			places |= side->meld[i].cards.places;
			cards += side->meld[i].cards.naturals + side->meld[i].cards.wilds;
			wilds += side->meld[i].cards.wilds;
		}
	if (cards < rules->canasta_least)
		return;
	lacking = lacking_in_row(form, places, rules->canasta_least);
	lacking = lacking > wilds ? lacking - wilds : 0;
	possible->lacking[lacking] = (uint8_t)(possible->lacking[lacking] + cards / rules->canasta_least);
}

/* The most canastas that the side could have at the end of the turn, whichever meld the cards of the hand went to. */
static int canastas_at_most(const struct game *game, const struct cards *by_rank)
{
	const struct rules *rules = game->rules;
	struct possible possible = { { 0 } };
	int canastas = own_side(game)->canastas, least = rules->canasta_least;
	int wilds = wilds_at_most(game);

	note_canastas_of_ranks(game, by_rank, &possible);
	for (int f = 0; f < rules->meld_count; f++)
		for (int suit = 0; suit < 4 && rules->form[f].sequence != 0; suit++)
			note_canastas_of_suit(game, &possible, &rules->form[f], suit);
	canastas += possible.lacking[0];
	for (int more = 1; more <= least && more <= wilds; more++) {
		int count = lesser(possible.lacking[more], wilds / more);
		canastas += count;
		wilds -= count * more;
	}
	return canastas + wilds / least;
}

/* True if at least two cards have to stay in the hand if sequences take none but those that are not among [others]. Of a rank that is not
 * melded yet a single card stays. A pair needs a wild card, unless a sequence takes both; if a sequence takes one card of it, the other
 * stays or needs a wild card too. */
static bool two_stay_of(const struct game *game, const struct cards *by_rank, const struct cards *others)
{
	const struct rules *rules = game->rules;
	const struct tables *tables = rules->tables;
	cardset new = rules->naturals & ~rules->cards.wild & ~own_side(game)->melded;
	cardset one = cards_kinds(others) & ~cards_twice(by_rank) & new;
	cardset pair = cards_twice(by_rank) & ~cards_thrice(by_rank) & new;
	int stay = cards_count_in(others, ~(rules->naturals | own_side(game)->melded | rules->cards.wild)) +
	           set_size(one & tables->needs_two) + cards_count_in(others, pair & tables->needs_naturals);
	int pairs = set_size(pair & cards_kinds(others) & tables->needs_three & ~tables->needs_naturals);
	int whole = set_size(pair & cards_twice(others) & tables->needs_three & ~tables->needs_naturals);
	int wilds = wilds_at_most(game);

	return stay > 1 || whole > wilds || stay + pairs > wilds + 1;
}

/* True if at least two cards have to stay in the hand, whatever sequences take. False proves nothing. */
static bool named_two_must_stay(const struct game *game, const struct uses *uses)
{
	return two_stay_of(game, &uses->by_rank, &uses->by_rank) && two_stay_of(game, &uses->by_rank, &uses->others);
}

bool uses_cannot_go(const struct game *game, const struct uses *uses)
{
	int needed = game->rules->going_out.canastas;

	return named_two_must_stay(game, uses) ||
	       (own_side(game)->canastas < needed && canastas_at_most(game, &uses->by_rank) < needed);
}

bool named_hand_cannot_go(const struct game *game)
{
	struct uses uses;

	if (is_off(PART_BOUNDS))
		return false;
	uses = uses_of_hand(game);
	return uses_cannot_go(game, &uses);
}

/* What the cards of these kinds in the hand count. */
static int32_t points_of(const struct game *game, cardset kinds)
{
	const struct rules *rules = game->rules;
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	int32_t points = 0;

	for (kinds &= ~rules->counts_down; kinds != 0; kinds &= kinds - 1)
		points += cards_count(hand, __builtin_ctzll(kinds)) * rules->kind[__builtin_ctzll(kinds)].points;
	return points;
}

bool uses_cannot_count(const struct game *game, const struct uses *uses)
{
	const struct rules *rules = game->rules;
	int32_t missing = game->turn.minimum - game->turn.count - game->turn.withheld;

	return (rules->tables->never_waived || rules->tables->waived_only_out) &&
	       points_of(game, uses->ranks | uses->sequences) < missing &&
	       (rules->tables->never_waived || (!cards_are_to_come(game) && uses_cannot_go(game, uses)));
}

bool named_opening_cannot_count(const struct game *game)
{
	struct uses uses;

	if (is_off(PART_BOUNDS))
		return false;
	uses = uses_of_hand(game);
	return uses_cannot_count(game, &uses);
}


/* ---- acts that no plan has ---- */

/* In explore() and its parts false proves that there is no end, unless exploring->unsure is set. */
static bool explore(struct exploring *at);

/* Not inlined, so that there is one undo for each act on the stack. */
NOINLINE static bool explore_act(struct exploring *at, struct act act)
{
	struct undo undo;

	undo_keep(&undo, at->game);
	apply_cards(at->game, act);
	if (explore(at))
		return true;
	undo_acts(&undo, at->from, at->game);
	return false;
}

static bool explore_sequence(void *context, const struct game *game, struct act act)
{
	bool owes_out;

	return meld_may_begin(game, act.item, act.kind, &owes_out) &&
	       (act_wilds(act) == 0 || form_takes_wild(game, act.item, act.kind)) && explore_act(context, act);
}

/* Adds cards of the hand to one meld. */
static bool explore_additions_to(struct exploring *at, const struct game *game, int item)
{
	const struct side *side = own_side(game);
	cardset near = kinds_near(game->rules, side, &side->meld[item]);

	for (cardset kinds = near & cards_kinds(&game->seat[game->turn.seat].hand); kinds != 0; kinds &= kinds - 1) {
		struct act acts[SEQUENCE_WAYS];
		int count = additions_now(game, item, __builtin_ctzll(kinds), acts);
		for (int way = 0; way < count; way++)
			if (explore_act(at, acts[way]))
				return true;
	}
	return false;
}

/* Adds cards to sequences, and to melds that are not the one of their rank. */
static bool explore_additions(struct exploring *at, const struct game *game)
{
	const struct side *side = own_side(game);

	for (int i = 0; i < side->melds; i++) {
		const struct meld_cards *cards = &side->meld[i].cards;
		if ((cards->sequence > 0 || side->meld_of[cards->kind] != i) && explore_additions_to(at, game, i))
			return true;
	}
	return false;
}

/* Puts melds together: any, or of sequences those of [suit] alone. */
enum { EVERY_SUIT = -1 };

static bool explore_joins(struct exploring *at, const struct game *game, int suit)
{
	const struct side *side = own_side(game);

	for (int i = 0; i < side->melds; i++) {
		const struct meld *meld = &side->meld[i];
		if (suit != EVERY_SUIT &&
		    (meld->cards.sequence == 0 || sequence_suit(game->rules, &meld->cards) != suit))
			continue;
		for (int other = i + 1; other < side->melds; other++) {
			struct act act = act_of(ACT_JOIN, (unsigned)i, 0, (unsigned)other);
			if (melds_are_alike(meld, &side->meld[other]) && melds_may_join(game, act) &&
			    explore_act(at, act))
				return true;
		}
	}
	return false;
}

/* Tries all that can be done beyond ranks. */
static bool explore_all(struct exploring *at, const struct game *game)
{
	return (room_for_another(game->rules, own_side(game)) && each_sequence(game, explore_sequence, at)) ||
	       explore_additions(at, game) || explore_joins(at, game, EVERY_SUIT);
}

/* ---- going out with cards that only sequences take ---- */

/* The search for acts that lay a card of [kind] in a sequence. */
struct placing {
	struct exploring *exploring;
	int kind;
};

static bool begins_with_wilds(const struct form *form)
{
	for (int i = 0; i < form->begin_count; i++)
		if (form->begin[i].wilds > 0)
			return true;
	return false;
}

/* Without wild cards a sequence that has the card can begin with it; with them it may have to begin elsewhere. */
static bool explore_sequence_with(void *context, const struct game *game, struct act act)
{
	const struct rules *rules = game->rules;
	const struct placing *at = context;
	struct meld_cards cards;

	return sequence_of_act(rules, act, &cards) &&
	       (begins_with_wilds(&rules->form[act.item]) ? sequence_suit(rules, &cards) == rules->kind[at->kind].suit
	                                                  : meld_naturals_of(rules, &cards, at->kind) > 0) &&
	       explore_sequence(at->exploring, game, act);
}

/* Tries what brings a card into a sequence: one that begins with it, or grows or is put together towards it. */
static bool explore_placing(struct exploring *exploring, const struct game *game, int kind)
{
	const struct rules *rules = game->rules;
	const struct side *side = own_side(game);
	struct placing at = { exploring, kind };

	for (int i = 0; i < side->melds; i++)
		if (side->meld[i].cards.sequence > 0 &&
		    sequence_suit(rules, &side->meld[i].cards) == rules->kind[kind].suit &&
		    explore_additions_to(exploring, game, i))
			return true;
	return (room_for_another(rules, side) && each_sequence(game, explore_sequence_with, &at)) ||
	       explore_joins(exploring, game, rules->kind[kind].suit);
}

/* True if no condition limits what may be done with sequences; only the cards decide. */
static bool sequences_are_free(const struct rules *rules)
{
	uint32_t always = rules->tables->begun_always & rules->tables->natural_always & rules->tables->wild_always;

	for (int f = 0; f < rules->meld_count; f++)
		if (rules->form[f].sequence != 0 && !(always >> f & 1))
			return false;
	return true;
}

/* True if the player has to lay all her cards but one. */
static bool must_lay_all(const struct game *game)
{
	return (game->turn.owes_out || game->seat[game->turn.seat].size < 2) && game->rules->reserve.cards == 0 &&
	       !may_end_short(game) && !game->turn.pending;
}

/* Tries what can be done beyond ranks. Of two cards that no rank takes, one has to go to a sequence. */
static bool explore_more(struct exploring *at, const struct game *game, const struct uses *uses)
{
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	cardset kinds = must_lay_all(game) ? cards_kinds(hand) & ~uses->ranks : 0;
	int kind;

	if (cards_count_in(hand, kinds) < 2 || !sequences_are_free(game->rules) || game->rules->tables->wilds_return ||
	    !room_for_another(game->rules, own_side(game)))
		return explore_all(at, game);
	kind = __builtin_ctzll(kinds);
	if (explore_placing(at, game, kind))
		return true;
	kinds &= kinds - 1;
	return cards_count(hand, kind) < 2 && explore_placing(at, game, __builtin_ctzll(kinds));
}

/* Copies a position without the suits of the hand. */
static void copy_by_rank(struct game *ranks, const struct game *game, const struct cards *by_rank)
{
	copy_turn(ranks, game);
	ranks->turn.by_rank = true;
	ranks->seat[ranks->turn.seat].hand = *by_rank;
}

/* True if the turn ends by melds of ranks alone. False proves that it does not, unless the exploring becomes unsure. Not inlined, for a
 * game is large on the stack. */
NOINLINE static bool ends_by_rank(struct exploring *at, const struct game *game, const struct cards *by_rank)
{
	struct game ranks;
	enum answer answer;

	copy_by_rank(&ranks, game, by_rank);
	answer = end_of_turn(&ranks);
	at->unsure |= answer == UNDECIDED;
	return answer == YES;
}

/* explore() for a position that is not known yet. */
static bool explore_anew(struct exploring *at, const struct game *game, const struct uses *uses)
{
	if (is_hopeless(game, uses))
		return false;
	at->unsure |= at->left <= 0;
	if (at->left <= 0)
		return false;
	at->left--;
	return ends_by_rank(at, game, &uses->by_rank) || explore_more(at, game, uses);
}

static bool explore(struct exploring *at)
{
	const struct game *game = at->game;
	uint64_t key, *known;
	struct uses uses;
	bool ends;

	if (can_end_now(game))
		return true;
	uses = uses_of_hand(game);
	/* bans may ask which card it is */
	key = search_key(game, game->rules->discard.ban_count == 0 ? &uses : NULL) & ~UINT64_C(1);
	known = &at->known[key / 2 % EXPLORED];
	if ((*known & ~UINT64_C(1)) == key)
		return *known & 1;
	ends = explore_anew(at, game, &uses);
	if (ends || !at->unsure) /* else not everything was tried */
		*known = key | ends;
	return ends;
}

/* True if the end of the turn may depend on cards that come in it: after melds of ranks have brought them, sequences are not tried. */
static bool rests_on_what_comes(const struct game *game)
{
	return needs_proof(game) || (game->turn.pending && (game->turn.owes_out || may_owe(game) ||
	                                                    cards_waiting(game) < 2 || !bans_cannot_bar_end(game)));
}

/* True if it can matter that two melds of a rank are begun in this turn and joined, instead of adding the cards to one meld: conditions
 * count melds, or restrict adding. Exploring does not try such joins, so it proves no NO then. */
static bool late_joins_matter(const struct game *game)
{
	const struct rules *rules = game->rules;
	bool plain = rules->tables->plain_contract && (own_side(game)->opened || rules->tables->plain_opening);
	uint32_t always = plain ? rules->tables->natural_always & rules->tables->wild_always : 0;

	for (int i = 0; i < rules->meld_count; i++)
		if (rules->form[i].several && rules->meld[i].joined == meld_joined_at_any_time && !(always >> i & 1))
			return true;
	return false;
}

/* What exploring so many positions proves about [game]. */
static enum answer explore_from(struct exploring *at, const struct game *game, int positions)
{
	struct game copy;

	copy_turn(&copy, game);
	at->from = game;
	at->game = &copy;
	at->left = positions;
	at->unsure = rests_on_what_comes(game) || late_joins_matter(game);
	return explore(at) ? YES : at->unsure ? UNDECIDED : NO;
}

enum answer named_end(const struct game *game)
{
	struct exploring exploring;

	if (is_off(PART_PLANS))
		return UNDECIDED;
	memset(&exploring, 0, sizeof exploring);
	return explore_from(&exploring, game, TRIED_ALONE);
}

enum answer named_end_too(struct memo *memo, const struct game *game)
{
	if (is_off(PART_PLANS))
		return end_of_turn(game);
	if (!memo->explored)
		memset(&memo->exploring, 0, sizeof memo->exploring);
	memo->explored = true;
	return explore_from(&memo->exploring, game, TRIED_FOR_ACT);
}

/* ---- the acts of a list ---- */

/* True if an act of melding settles nothing but cards: the side has opened or opens with whatever it melds, and no going out is owed. */
static bool owes_nothing(const struct game *game)
{
	const struct rules *rules = game->rules;

	return !game->turn.owes_out && !game->turn.pending &&
	       (own_side(game)->opened ||
	        (rules->tables->plain_opening && rules->counts_down == 0 && game->turn.count >= game->turn.minimum));
}

/* Cards of the hand that an act of melding lays down. */
static int cards_laid(const struct rules *rules, struct act act)
{
	if (act.verb == ACT_JOIN)
		return 0;
	return act.verb == ACT_ADD ? 1 : act_naturals(rules, act) + act_wilds(act);
}

/* True if [act], one of those listed, leaves two cards, one of which is sure to be free for the discard. */
static bool act_leaves_enough(struct memo *memo, struct act act)
{
	const struct game *game = memo->game;
	const struct rules *rules = game->rules;
	bool owes_out = false;

	if (game->seat[game->turn.seat].size - cards_laid(rules, act) < 2)
		return false;
	if (act.verb == ACT_MELD && !(rules->tables->begun_always >> act.item & 1))
		meld_may_begin(game, act.item, act.kind, &owes_out);
	return !owes_out && keeps_free(game, memo, act_kinds(rules, act) | rules->cards.wild);
}

/* Sets [*by_rank] to [act], one of those listed, without its suits; false if it is about a sequence or a meld that meld_of[] does not
 * lead to. */
static bool act_by_rank(const struct game *game, struct act act, struct act *by_rank)
{
	const struct rules *rules = game->rules;

	if (act.verb == ACT_JOIN || begins_sequence(rules, act))
		return false;
	*by_rank = act;
	if (act.verb == ACT_MELD) {
		by_rank->count = (uint8_t)act_naturals(rules, act);
		by_rank->kind = rules->lead[act.kind];
		return true;
	}
	if (!(rules->cards.wild >> act.kind & 1))
		by_rank->kind = rules->lead[act.kind];
	return own_side(game)->meld[act.item].cards.sequence == 0 &&
	       own_side(game)->meld_of[own_side(game)->meld[act.item].cards.kind] == act.item;
}

/* True if the turn can end after [act]. False: it cannot, or no end was found. */
static bool named_act_ends(struct memo *memo, struct memo *ranks, struct act act)
{
	struct game after;
	struct act by_rank;

	if (!is_off(PART_MEMO) && act_by_rank(memo->game, act, &by_rank) &&
	    act_surely_ends(ranks->game, by_rank, ranks))
		return true;
	copy_turn(&after, memo->game);
	apply_cards(&after, act);
	return turn_can_end_too(memo, &after);
}

/* True if any act of melding leaves enough. */
static bool each_leaves_enough(struct memo *memo)
{
	const struct game *game = memo->game;
	int most = game->rules->tables->begin_most;

	return game->seat[game->turn.seat].size >= most + 2 &&
	       (game->rules->discard.ban_count == 0 || set_size(kinds_sure_to_be_free(memo)) > most);
}

void keep_named_acts_that_end(struct memo *memo, struct choices *choices, bool owes_out)
{
	bool free = owes_nothing(memo->game);
	struct cards ranks_of_hand;
	struct game by_rank;
	struct memo ranks;
	int listed = 0;

	if (choices->listed == 0 || (!is_off(PART_MEMO) && free && !owes_out && each_leaves_enough(memo)))
		return;
	ranks_of_hand = cards_by_rank(memo->game->rules, &memo->game->seat[memo->game->turn.seat].hand, ~UINT64_C(0));
	copy_by_rank(&by_rank, memo->game, &ranks_of_hand);
	memo_begin(&ranks, &by_rank);
	for (int i = 0; i < choices->listed; i++)
		if ((!is_off(PART_MEMO) && free && act_leaves_enough(memo, choices->act[i])) ||
		    named_act_ends(memo, &ranks, choices->act[i]))
			choices->act[listed++] = choices->act[i];
	choices->listed = listed;
}
