/* plan_melds.c -- the end of a turn where a card may fit several melds: sequences, several melds of a rank, melds that are put
 * together.
 *
 * Plans join ranks, so what goes beyond ranks is tried first: sequences are begun and grow, melds are put together, cards
 * go to a meld that is not the one of their rank. After each such series of acts the suits of the hand are ignored, and the
 * planner says whether the turn can end with what is left.
 *
 * Such acts can be done in any order as long as there is room for melds. So if one of some acts has to be done sooner or later, no other is
 * tried before it: explore_more(). Melds of ranks come after all of them; where a condition may want them first, exploring proves no NO. */
#include "game/checks.h"
#include "game/plan.h"

#include <string.h>

/* Positions that are tried: for each act of a list, which remembers those of the others, and for one question alone, so that a referee
 * mostly finds what the list has found. */
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

/* The places that might lie in a sequence: with [wilds] wild cards there are enough next to each other. */
static unsigned places_in_rows(const struct form *form, unsigned places, int wilds)
{
	unsigned all = (2u << form->high) - (1u << form->low), useful = 0;
	/* a meld that grows may have more wild cards in the end than it began with */
	int gaps = lesser(wilds, form->most_wilds[MELD_CARDS_MAX]);

	for (int b = 0; b < form->begin_count; b++) {
		int size = form->begin[b].naturals + form->begin[b].wilds;
		unsigned begins = set_size(places) + gaps < size ? 0 : sequence_rows(places, size, gaps);
		begins &= all & all >> (size - 1);
		for (int i = 0; i < size && begins != 0; i++)
			useful |= begins << i & places;
	}
	return useful;
}

/* The cards of the hand that might lie in a sequence: with others of the hand or the table there are enough in a row. */
static cardset cards_for_sequences(const struct game *game)
{
	const struct rules *rules = game->rules;
	const struct side *side = own_side(game);
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	unsigned table[4] = { 0 }; /* places of each suit */
	int wilds = wilds_in(rules, hand);
	cardset useful = 0;

	for (int i = 0; i < side->melds; i++)
		if (side->meld[i].cards.sequence > 0) {
			table[sequence_suit(rules, &side->meld[i].cards)] |= side->meld[i].cards.places;
			wilds += side->meld[i].cards.wilds;
		}
	for (int f = 0; f < rules->meld_count; f++)
		for (int suit = 0; suit < 4 && rules->form[f].sequence != 0; suit++) {
			const struct form *form = &rules->form[f];
			unsigned held = sequence_places(rules, form, suit, cards_kinds(hand));
			held &= places_in_rows(form, held | (table[suit] & form->places[suit]), wilds);
			for (; held != 0; held &= held - 1)
				useful |= UINT64_C(1) << rules->in_order[suit][__builtin_ctz(held)];
		}
	return useful;
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
	struct cards by_rank = cards_by_rank(game->rules, &game->seat[game->turn.seat].hand);

	return (struct uses){ cards_for_sequences(game), cards_for_ranks(game, by_rank), by_rank };
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
		int count = cards_count(by_rank, kind) + laid[kind];
		/* [wilds] of canastas_with_sequences_at_most() do not have the wild card that a pair needs */
		note_canastas(possible, count == 2 ? 3 : count, rules->canasta_least);
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

/* The most canastas that the sequences of one suit could make, each lacking [*lacking] wild cards at least beside those that lie in
 * sequences. */
static int canastas_of_suit(const struct game *game, const struct form *form, int suit, int *lacking)
{
	const struct rules *rules = game->rules;
	const struct side *side = own_side(game);
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	unsigned places = sequence_places(rules, form, suit, cards_kinds(hand));
	int most_wilds = form->most_wilds[MELD_CARDS_MAX], cards = most_wilds > 0 ? wilds_at_most(game) : 0, wilds = 0;

	for (unsigned left = places; left != 0; left &= left - 1)
		cards += cards_count(hand, rules->in_order[suit][__builtin_ctz(left)]);
	for (int i = 0; i < side->melds; i++)
		if (side->meld[i].cards.sequence > 0 && side->meld[i].canasta < 0 &&
		    sequence_suit(rules, &side->meld[i].cards) == suit) {
			places |= side->meld[i].cards.places;
			cards += side->meld[i].cards.naturals + side->meld[i].cards.wilds;
			wilds += side->meld[i].cards.wilds;
		}
	*lacking = lacking_in_row(form, places, rules->canasta_least);
	*lacking = *lacking > wilds ? *lacking - wilds : 0; /* a wild card that lies there may be one that takes its own place */
	if (cards < rules->canasta_least || *lacking > most_wilds)
		return 0;
	return cards / rules->canasta_least;
}

/* Notes the canastas that sequences of [suits] could make. Returns those suits for which the wild cards suffice. */
static unsigned note_canastas_of_suits(const struct game *game, unsigned suits, struct possible *possible)
{
	const struct rules *rules = game->rules;
	unsigned enough = 0;

	for (int f = 0; f < rules->meld_count; f++)
		for (int suit = 0; suit < 4 && rules->form[f].sequence != 0; suit++) {
			int lacking,
				count = suits >> suit & 1 ? canastas_of_suit(game, &rules->form[f], suit, &lacking) : 0;
			if (count == 0)
				continue;
			possible->lacking[lacking] = (uint8_t)(possible->lacking[lacking] + count);
			enough |= (unsigned)(lacking <= wilds_at_most(game)) << suit;
		}
	return enough;
}

/* The most canastas that the side could have at the end of the turn if sequences of [suits] are laid, whichever meld the cards of the hand
 * went to, with [wilds] wild cards beside one for each pair. [*enough] gets the suits that could make one. */
static int canastas_with_sequences_at_most(const struct game *game, const struct cards *by_rank, int wilds,
                                           unsigned suits, unsigned *enough)
{
	struct possible possible = { { 0 } };
	int canastas = own_side(game)->canastas, least = game->rules->canasta_least;

	note_canastas_of_ranks(game, by_rank, &possible);
	*enough = note_canastas_of_suits(game, suits, &possible);
	canastas += possible.lacking[0];
	for (int more = 1; more <= least && more <= wilds; more++) {
		int count = lesser(possible.lacking[more], wilds / more);
		canastas += count;
		wilds -= count * more;
	}
	return canastas + wilds / least;
}

/* Ranks that are not melded yet and of which the hand has too few cards for a meld. */
struct odd_ranks {
	cardset lone;  /* those that no wild card helps; cards of no meld at all among them */
	cardset pairs; /* pairs that need a wild card */
};

static struct odd_ranks odd_ranks(const struct game *game, const struct cards *by_rank)
{
	const struct rules *rules = game->rules;
	const struct tables *tables = rules->tables;
	cardset new = cards_kinds(by_rank) & ~rules->cards.wild & ~own_side(game)->melded & ~cards_thrice(by_rank);
	cardset pairs = new & rules->naturals &cards_twice(by_rank);
	cardset ones = new & rules->naturals & ~cards_twice(by_rank);

	return (struct odd_ranks){
		.lone = (ones & tables->needs_two) | (pairs & tables->needs_naturals) |
		        (cards_kinds(by_rank) & ~rules->cards.wild & ~own_side(game)->melded & ~rules->naturals),
		.pairs = pairs & tables->needs_three & ~tables->needs_naturals,
	};
}

/* Cards of these ranks that no sequence takes. */
struct odd_cards {
	int stay; /* of lone ranks */
	int whole,
		halves; /* pairs, and single cards of pairs of which a sequence takes the other: it still needs a wild card */
};

/* Counts them if sequences take only kinds of [taken]. */
static struct odd_cards odd_cards(const struct game *game, const struct uses *uses, cardset taken)
{
	const struct rules *rules = game->rules;
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	struct odd_ranks odd = odd_ranks(game, &uses->by_rank);
	struct odd_cards cards = { 0 };

	for (; odd.lone != 0; odd.lone &= odd.lone - 1)
		cards.stay += cards_count_in(hand, rules->mates[__builtin_ctzll(odd.lone)] & ~taken);
	for (; odd.pairs != 0; odd.pairs &= odd.pairs - 1) {
		int left = cards_count_in(hand, rules->mates[__builtin_ctzll(odd.pairs)] & ~taken);
		cards.whole += left == 2;
		cards.halves += left == 1;
	}
	return cards;
}

/* True if at least two of them have to stay in the hand. False proves nothing. */
static bool two_of_them_stay(const struct odd_cards *odd, int wilds)
{
	return odd->stay > 1 || odd->whole > wilds || odd->stay + odd->whole + odd->halves > wilds + 1;
}

/* The wild cards that are left for canastas at most: of the pairs that need one a single card can stay in the hand, if no other does. */
static int wilds_beside_pairs(const struct odd_cards *odd, int wilds)
{
	return wilds - odd->whole - (odd->halves > 0 && odd->stay == 0 ? odd->halves - 1 : odd->halves);
}

/* True if at least two cards have to stay in the hand, whatever sequences take, or if too few canastas can be made with the wild cards that
 * pairs leave. False proves nothing. */
bool uses_cannot_go(const struct game *game, const struct uses *uses)
{
	int needed = game->rules->going_out.canastas, wilds = wilds_at_most(game);
	struct odd_cards odd = odd_cards(game, uses, uses->sequences);
	unsigned enough;

	return two_of_them_stay(&odd, wilds) ||
	       (own_side(game)->canastas < needed &&
	        canastas_with_sequences_at_most(game, &uses->by_rank, wilds_beside_pairs(&odd, wilds), EVERY_SUIT,
	                                        &enough) < needed);
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

/* True if all cards of use together count too little, and the minimum cannot be waived. False proves nothing. */
bool uses_cannot_count(const struct game *game, const struct uses *uses)
{
	const struct rules *rules = game->rules;
	int32_t missing = game->turn.minimum - game->turn.count - withheld_at_most(game);

	if (rules->counts_down != 0 && rules->tables->wilds_return)
		return false; /* a wild card that counts down may come back to the hand */
	return (rules->tables->never_waived || rules->tables->waived_only_out) &&
	       points_of(game, uses->ranks | uses->sequences) < missing &&
	       (rules->tables->never_waived || (!cards_are_to_come(game) && uses_cannot_go(game, uses)));
}

/* ---- acts that no plan has ---- */

/* False of explore() proves that the turn has no end, false of a function explore_...() that none begins with such acts; neither does where
 * exploring->unsure is set. */
static bool explore(struct exploring *at);

/* Not inlined, so that there is one undo for each act on the stack. */
NOINLINE static bool explore_act(struct exploring *at, struct act act)
{
	struct undo undo;

	if (!act_kinds_fit(at->game, act))
		return false;
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

/* True if a meld is of one of [suits]: a sequence of it or, if it is every suit, any meld. */
static bool is_of_suits(const struct game *game, const struct meld *meld, unsigned suits)
{
	return suits == EVERY_SUIT ||
	       (meld->cards.sequence > 0 && (suits >> sequence_suit(game->rules, &meld->cards) & 1));
}

/* Adds cards to sequences of [suits], and to other melds of these that are not the one of their rank. */
static bool explore_additions(struct exploring *at, const struct game *game, unsigned suits)
{
	const struct side *side = own_side(game);

	for (int i = 0; i < side->melds; i++) {
		const struct meld_cards *cards = &side->meld[i].cards;
		if (is_of_suits(game, &side->meld[i], suits) &&
		    (cards->sequence > 0 || side->meld_of[cards->kind] != i) && explore_additions_to(at, game, i))
			return true;
	}
	return false;
}

/* Puts melds of [suits] together. */
static bool explore_joins(struct exploring *at, const struct game *game, unsigned suits)
{
	const struct side *side = own_side(game);

	for (int i = 0; i < side->melds; i++)
		for (int other = i + 1; other < side->melds && is_of_suits(game, &side->meld[i], suits); other++) {
			struct act act = act_of(ACT_JOIN, (unsigned)i, 0, (unsigned)other);
			if (melds_are_alike(&side->meld[i], &side->meld[other]) && melds_may_join(game, act) &&
			    explore_act(at, act))
				return true;
		}
	return false;
}

/* Tries what can be done with melds of [suits] beyond ranks. */
static bool explore_suits(struct exploring *at, const struct game *game, unsigned suits)
{
	return explore_joins(at, game, suits) || explore_additions(at, game, suits) ||
	       (room_for_another(game->rules, own_side(game)) && each_sequence(game, suits, explore_sequence, at));
}

/* ---- going out with cards that only sequences take ---- */

/* The search for acts that lay a card of [kind] in a sequence. */
struct placing {
	struct exploring *exploring;
	int kind;
};

/* A sequence that never has a wild card can begin with any of its cards; one that may take some, be it later, may have to begin elsewhere. */
static bool explore_sequence_with(void *context, const struct game *game, struct act act)
{
	const struct rules *rules = game->rules;
	const struct placing *at = context;
	struct meld_cards cards;

	return sequence_of_act(rules, act, &cards) &&
	       (rules->form[act.item].most_wilds[MELD_CARDS_MAX] > 0
	                ? sequence_suit(rules, &cards) == rules->kind[at->kind].suit
	                : meld_naturals_of(rules, &cards, at->kind) > 0) &&
	       explore_sequence(at->exploring, game, act);
}

/* Tries what brings a card into a sequence: one that begins with it, or grows or is put together towards it. */
static bool explore_placing(struct exploring *exploring, const struct game *game, int kind)
{
	struct placing at = { exploring, kind };
	unsigned suit = 1u << game->rules->kind[kind].suit;

	return explore_additions(exploring, game, suit) ||
	       (room_for_another(game->rules, own_side(game)) &&
	        each_sequence(game, suit, explore_sequence_with, &at)) ||
	       explore_joins(exploring, game, suit);
}

/* True if no condition limits when sequences are begun and take cards. False: some might. Which kinds may lie together in them (`kinds`) is
 * not looked at: plans need proof then. */
static bool sequences_are_free(const struct rules *rules)
{
	uint32_t always = rules->tables->begun_always & rules->tables->natural_always & rules->tables->wild_always;

	for (int f = 0; f < rules->meld_count; f++)
		if (rules->form[f].sequence != 0 && !(always >> f & 1))
			return false;
	return true;
}

/* True if the player has to lay all her cards but one. False proves nothing. */
static bool must_lay_all(const struct game *game)
{
	return (game->turn.owes_out || game->seat[game->turn.seat].size < 2) && game->rules->reserve.cards == 0 &&
	       !may_end_short(game) && !game->turn.pending;
}

/* The cards of the hand of which a sequence has to take one, since two would stay without it; [*any] is false if there are no such cards.
 * They are of as few ranks as show it. */
static cardset kinds_to_place(const struct game *game, const struct uses *uses, bool *any)
{
	struct odd_ranks odd = odd_ranks(game, &uses->by_rank);
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	cardset kinds = 0;
	int stay = 0, more = wilds_at_most(game) + 1; /* pairs */

	for (; odd.lone != 0 && stay < 2; odd.lone &= odd.lone - 1) {
		kinds |= game->rules->mates[__builtin_ctzll(odd.lone)];
		stay += cards_count(&uses->by_rank, __builtin_ctzll(odd.lone));
	}
	for (int placed = 0; placed <= 2; placed++)
		for (cardset pairs = odd.pairs; pairs != 0 && stay < 2 && more > 0; pairs &= pairs - 1) {
			cardset mates = game->rules->mates[__builtin_ctzll(pairs)];
			if (cards_count_in(hand, mates & uses->sequences) != placed)
				continue;
			kinds |= mates;
			more--;
		}
	*any = stay > 1 || more == 0;
	return kinds & cards_kinds(hand) & uses->sequences;
}

/* The suits of some kinds. */
static unsigned suits_of(const struct rules *rules, cardset kinds)
{
	unsigned suits = 0;

	for (int suit = 0; suit < 4; suit++)
		suits |= (unsigned)((kinds & rules->of_suit[suit]) != 0) << suit;
	return suits;
}

/* The suits of which a sequence has to be laid, since melds of ranks make too few canastas; every one if they may suffice: the suits that
 * make a canasta, and those that take a card of a pair, whose wild card is then left for one. */
static unsigned suits_for_canastas(const struct game *game, const struct uses *uses)
{
	struct odd_cards odd = odd_cards(game, uses, 0);
	int needed = game->rules->going_out.canastas, wilds = wilds_at_most(game);
	cardset ranks = odd_ranks(game, &uses->by_rank).pairs;
	unsigned suits;

	if (own_side(game)->canastas >= needed ||
	    canastas_with_sequences_at_most(game, &uses->by_rank, wilds_beside_pairs(&odd, wilds), 0, &suits) >= needed)
		return EVERY_SUIT;
	canastas_with_sequences_at_most(game, &uses->by_rank, wilds, EVERY_SUIT, &suits);
	for (; ranks != 0; ranks &= ranks - 1)
		suits |= suits_of(game->rules, game->rules->mates[__builtin_ctzll(ranks)] & uses->sequences);
	return suits;
}

/* Tries what can be done beyond ranks; where all has to be laid, only what has to be done. */
static bool explore_more(struct exploring *at, const struct game *game, const struct uses *uses)
{
	cardset kinds;
	bool any;

	if (!must_lay_all(game) || !sequences_are_free(game->rules) || game->rules->tables->wilds_return ||
	    !room_for_another(game->rules, own_side(game)))
		return explore_suits(at, game, EVERY_SUIT);
	kinds = kinds_to_place(game, uses, &any);
	if (!any)
		return explore_suits(at, game, suits_for_canastas(game, uses));
	for (; kinds != 0; kinds &= kinds - 1)
		if (explore_placing(at, game, __builtin_ctzll(kinds)))
			return true;
	return false;
}

/* True if a ban may answer otherwise about the card that lay on top of the pile taken than about another one of its rank. False: it does not,
 * whatever is melded. */
static bool tells_mates_apart(const struct game *game, int ban)
{
	const struct rules *rules = game->rules;
	cardset top = UINT64_C(1) << game->turn.top;
	cardset hand = cards_kinds(&game->seat[game->turn.seat].hand) | (game->turn.pending ? game->pile_kinds : 0);
	cardset mates = rules->mates[game->turn.top] & ~top & hand & rules->discard.ban[ban].cards;

	if (mates == 0 || (rules->tables->bans_with_card_melding >> ban & 1))
		return mates != 0;
	for (int going_out = 0; going_out < 2; going_out++) {
		formula when = going_out ? rules->discard.ban[ban].when : rules->tables->ban_staying_in[ban];
		struct question about = question_with(game, __builtin_ctzll(mates)), like = about;
		about.going_out = like.going_out = going_out;
		about.card = (uint8_t)(1 + __builtin_ctzll(mates));
		like.card = (uint8_t)(1 + game->turn.top);
		if ((ask(when, &about) != 0) != (ask(when, &like) != 0))
			return true;
	}
	return false;
}

/* True if some ban may answer differently for two cards of one rank in the hand or in a pile that waits. A copy without suits cannot be
 * asked then. */
static bool bans_tell_mates_apart(const struct game *game)
{
	for (uint32_t bans = game->turn.took ? game->rules->tables->bans_ask_card : 0; bans != 0; bans &= bans - 1)
		if (tells_mates_apart(game, __builtin_ctz(bans)))
			return true;
	return false;
}

/* Copies a position without the suits of the hand: what is asked of one card is asked of its rank. */
static void copy_by_rank(struct game *ranks, const struct game *game, const struct cards *by_rank)
{
	copy_turn(ranks, game);
	ranks->turn.by_rank = true;
	ranks->seat[ranks->turn.seat].hand = *by_rank;
}

/* True if the turn might end with the pile that waits, but not as soon as the pile has come. False: no pile waits, or the turn
 * can end once it has come. */
static bool rests_on_pile(const struct game *game)
{
	return game->turn.pending &&
	       (game->turn.owes_out || may_owe(game) || cards_waiting(game) < 2 || !bans_cannot_bar_end(game));
}

/* True if the turn can end by melds of ranks alone. False proves that it cannot, unless at->unsure is set: it is set where bans tell cards
 * of a rank apart, and where the answer stays open. If the end rests on a pile that waits, plans alone are asked: a search without sequences
 * would prove nothing once the pile has come. Not inlined, for a game is large on the stack. */
NOINLINE static bool ends_by_rank(struct exploring *at, const struct game *game, const struct cards *by_rank)
{
	struct game ranks;
	enum answer answer;

	if (bans_tell_mates_apart(game)) {
		at->unsure = true;
		return false;
	}
	copy_by_rank(&ranks, game, by_rank);
	answer = rests_on_pile(game) ? planned_end(&ranks) : end_of_turn(&ranks);
	at->unsure |= answer == UNDECIDED;
	return answer == YES;
}

/* explore() for a position that is not known yet; false proves what it does there. */
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
	at->unsure |= game->turn.unknown > 0;
	uses = uses_of_hand(game);
	/* suits matter if bans may ask which card it is, or cards of a pile that waits may go with it */
	key = search_key(game, game->rules->discard.ban_count == 0 && !game->turn.pending ? &uses : NULL) & ~UINT64_C(1);
	known = &at->known[key / 2 % EXPLORED];
	if ((*known & ~UINT64_C(1)) == key)
		return *known & 1;
	ends = explore_anew(at, game, &uses);
	if (ends || !at->unsure) /* else not everything was tried */
		*known = key | ends;
	return ends;
}

/* True if it can matter that a meld of a rank is begun in this turn and joined to another one, instead of adding the cards to that: conditions
 * count melds or restrict adding, or melds do not grow card by card. Exploring does not try such joins, so it proves no NO then. False: it cannot
 * matter. */
static bool late_joins_matter(const struct game *game)
{
	const struct rules *rules = game->rules;
	bool plain = rules->tables->plain_contract && (own_side(game)->opened || rules->tables->plain_opening);
	uint32_t always =
		plain && rules->tables->melds_grow ? rules->tables->natural_always & rules->tables->wild_always : 0;

	for (int i = 0; i < rules->meld_count; i++)
		if (rules->form[i].comes_again && rules->meld[i].joined == meld_joined_at_any_time &&
		    !(always >> i & 1))
			return true;
	return false;
}

/* True if melds of ranks may have to come first, as a condition asks whether the side has opened. Exploring lays them after sequences, joins and
 * additions, so it proves no NO then. False: they need not. */
static bool ranks_may_come_first(const struct game *game)
{
	return !own_side(game)->opened && game->rules->tables->opening_needs_proof;
}

/* What exploring so many positions proves about [game]. */
static enum answer explore_from(struct exploring *at, const struct game *game, int positions)
{
	struct game copy;

	copy_turn(&copy, game);
	at->from = game;
	at->game = &copy;
	at->left = positions;
	at->unsure = needs_proof(game) || late_joins_matter(game) || ranks_may_come_first(game);
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

/* True if an act of melding settles nothing but cards: the side has opened or opens with whatever it melds, and no going out is owed. False
 * proves nothing. */
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

/* True if [act], one of those listed, leaves two cards, one of which is sure to be free for the discard. False proves nothing. */
static bool act_leaves_enough(struct memo *memo, struct act act)
{
	const struct game *game = memo->game;
	const struct rules *rules = game->rules;
	bool owes_out = false;

	if (game->seat[game->turn.seat].size - cards_laid(rules, act) < 2)
		return false;
	if (act.verb == ACT_MELD && !(rules->tables->begun_always >> act.item & 1))
		meld_may_begin(game, act.item, act.kind, &owes_out);
	return !owes_out && keeps_free(game, memo, kinds_touched(game, act));
}

/* Sets [*by_rank] to [act], one of those listed, without its suits; false if it puts melds together, or is about a sequence or a meld
 * that meld_of[] does not lead to. */
static bool act_by_rank(const struct game *game, struct act act, struct act *by_rank)
{
	const struct rules *rules = game->rules;

	if (act.verb == ACT_JOIN || begins_sequence(rules, act))
		return false;
	*by_rank = act;
	if (act.verb == ACT_MELD) {
		for (int suit = 1; suit < 4 && rules->sequences; suit++)
			act_set_suit(by_rank, suit, 0);
		act_set_naturals(rules, by_rank, 0, act_naturals(rules, act));
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

	if (!is_off(PART_MEMO) && !bans_tell_mates_apart(memo->game) && act_by_rank(memo->game, act, &by_rank) &&
	    act_surely_ends(ranks->game, by_rank, ranks))
		return true;
	copy_turn(&after, memo->game);
	apply_cards(&after, act);
	return turn_can_end_too(memo, &after);
}

/* True if every act of melding leaves enough. False proves nothing. */
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
	ranks_of_hand = cards_by_rank(memo->game->rules, &memo->game->seat[memo->game->turn.seat].hand);
	copy_by_rank(&by_rank, memo->game, &ranks_of_hand);
	memo_begin(&ranks, &by_rank);
	for (int i = 0; i < choices->listed; i++)
		if ((!is_off(PART_MEMO) && free && act_leaves_enough(memo, choices->act[i])) ||
		    named_act_ends(memo, &ranks, choices->act[i]))
			choices->act[listed++] = choices->act[i];
	choices->listed = listed;
}
