/* position.c -- positions that were not reached by play. One that is put together by hand says only part of what there is:
 * hands that nobody described are filled with cards as unlike each other as can be, bonus cards stay at the bottom of the
 * stock, so that what is not said should not matter. Another is that of a game under other rules: kinds of card are found by
 * their faces, and what is remembered of a turn or of a side is taken over as far as both rules speak of it. */
#include "game/position.h"

#include <string.h>
#include "game/play.h"
#include "grammar/text.h"

void row_add(struct row_of_cards *row, int kind)
{
	if (row->count < DECK_MAX)
		row->kind[row->count++] = (uint8_t)kind;
}

void position_begin(struct position *position, const struct rules *rules, int seat)
{
	memset(position, 0, sizeof *position);
	position->unnamed = DECK_MAX;
	position->turns = -1;
	game_begin(&position->game, rules, 0);
	position->game.turn.seat = (uint8_t)seat;
	position->game.dealer = (uint8_t)game_dealer_for(&position->game, seat);
	for (int kind = 0; kind < rules->kinds; kind++)
		position->left[kind] = rules->kind[kind].copies;
}

bool position_take(struct position *position, int kind)
{
	if (position->left[kind] == 0)
		return false;
	position->left[kind]--;
	return true;
}

void position_to_hand(struct position *position, int seat, int kind)
{
	cards_add(&position->game.seat[seat].hand, kind);
	position->game.seat[seat].size++;
	position->hand_given[seat] = true;
}

void position_to_pile(struct position *position, int kind)
{
	struct game *game = &position->game;

	game->pile[game->pile_size++] = (uint8_t)kind;
	game->pile_kinds |= UINT64_C(1) << kind;
}

void position_to_talon(struct position *position, int seat, int kind)
{
	cards_add(&position->game.talon[seat], kind);
	position->game.seat[seat].talon++;
}

static bool are_in_sequence(const struct rules *rules, const struct form *form, struct meld_cards cards)
{
	return sequence_lies(rules, form, sequence_suit(rules, &cards), &cards);
}

bool cards_are_of_form(const struct rules *rules, int at, const struct meld_cards *cards)
{
	const struct form *form = &rules->form[at];

	if (cards->sequence > 0)
		return form->sequence != 0 && are_in_sequence(rules, form, *cards);
	return form->ranks != 0 ? cards->naturals > 0 && (form->ranks >> cards->kind & 1)
	                        : form_is_wild(form) && cards->naturals == 0;
}

bool cards_fit_form(const struct rules *rules, int form, const struct meld_cards *cards)
{
	return cards->naturals <= MELD_CARDS_MAX && cards->wilds <= MELD_CARDS_MAX &&
	       cards_are_of_form(rules, form, cards) && form_allows(&rules->form[form], cards->naturals, cards->wilds) &&
	       meld_kinds_fit(rules, form, cards);
}

int first_form(const struct rules *rules, const struct meld_cards *cards)
{
	for (int i = 0; i < rules->meld_count; i++)
		if (cards_fit_form(rules, i, cards))
			return i;
	return -1;
}

/* True if the side may have another meld: those who may become partners, all but one, have room for the melds of all of them. */
static bool has_room(const struct game *game, const struct side *side)
{
	int melds = side->melds, fewest = MELDS_MAX;

	if (!game->one_alone || game->alone != NOBODY)
		return melds < MELDS_MAX;
	for (int i = 0; i < game->rules->table.sides; i++)
		if (&game->side[i] != side) {
			melds += game->side[i].melds;
			fewest = lesser(fewest, game->side[i].melds);
		}
	return melds - fewest < MELDS_MAX;
}

/* Puts a meld on the table whatever its numbers of cards and the other melds of the side are. */
static void lay_meld(struct game *game, int at, const struct meld_cards *cards, int form)
{
	struct side *side = &game->side[at];

	side->melded |= cards->sequence == 0 ? UINT64_C(1) << cards->kind : 0;
	side->meld_of[cards->kind] = side->melds;
	side->meld[side->melds++] = (struct meld){ .cards = *cards, .form = (uint8_t)form, .canasta = -1 };
	if (!side->opened)
		open_side(game, at);
	settle_side(game, at);
}

bool position_meld(struct position *position, int at, const struct meld_cards *cards, int form)
{
	struct game *game = &position->game;
	struct side *side = &game->side[at];

	if (form < 0)
		form = first_form(game->rules, cards);
	if (form < 0 || !cards_fit_form(game->rules, form, cards) || !has_room(game, side) ||
	    (cards->sequence == 0 && !(ranks_to_begin(side) >> cards->kind & 1)))
		return false;
	lay_meld(game, at, cards, form);
	return true;
}

/* The kind to hand out next: the next one in turn of which there are cards left, but no bonus card. */
static int spare_kind(struct position *position, int *from)
{
	const struct rules *rules = position->game.rules;

	for (int i = 1; i <= rules->kinds; i++) {
		int kind = (*from + i) % rules->kinds;
		if (position->left[kind] > 0 && !(rules->bonus.cards >> kind & 1)) {
			*from = kind;
			position->left[kind]--;
			return kind;
		}
	}
	return -1;
}

/* spare_kind(), but a bonus card if nothing else is left. */
static int any_kind(struct position *position, int *from)
{
	int kind = spare_kind(position, from);

	for (int i = 0; i < position->game.rules->kinds && kind < 0; i++)
		if (position_take(position, i))
			kind = i;
	return kind;
}

/* Fills up one hand, talon or reserve to [size] cards, and notes in [made_up] which these are. False if too few cards are left. */
static bool fill_cards(struct position *position, struct cards *cards, int *count, int size, int *from,
                       struct cards *made_up)
{
	while (*count < size) {
		int kind = spare_kind(position, from);
		if (kind < 0)
			return false;
		cards_add(cards, kind);
		cards_add(made_up, kind);
		++*count;
	}
	return true;
}

/* False if too few cards are left for a hand or a talon of a size that is known. */
static bool fill_seats(struct position *position, int *from)
{
	struct game *game = &position->game;
	bool enough = true;

	for (int at = 0; at < game->rules->seats; at++) {
		struct seat *seat = &game->seat[at];
		int known = position->hand_size[at], count = seat->size, talon = seat->talon;
		int size = known > 0 ? known : position->hand_given[at] ? 0 : game->rules->deal.hand;
		enough &= fill_cards(position, &seat->hand, &count, size, from, &position->made_up[at]) || known == 0;
		enough &= fill_cards(position, &game->talon[at], &talon, position->talon_size[at], from,
		                     &position->talon_made_up[at]);
		if (!position->hand_given[at])
			position->made_up[at] = (struct cards){ 0 };
		seat->size = (uint16_t)count;
		seat->talon = (uint8_t)talon;
	}
	return enough;
}

/* Reserves that were not taken up are filled, but for those that were described without a number of cards. */
static bool fill_reserves(struct position *position, int *from)
{
	struct game *game = &position->game;
	bool enough = true;

	for (int i = 0; i < rules_reserves(game->rules); i++) {
		int count = game->reserve_size[i], known = position->reserve_size[i];
		int size = known > 0                                               ? known
		           : position->no_reserve[i] || position->reserve_given[i] ? 0
		                                                                   : reserve_dealt(game, i);
		enough &= fill_cards(position, &game->reserve[i], &count, size, from, &position->reserve_made_up[i]) ||
		          known == 0;
		game->reserve_size[i] = (uint8_t)count;
	}
	return enough;
}

/* Lays aside the cards described for talons, and others up to the number there is. */
static bool fill_aside(struct position *position, int *from)
{
	struct game *game = &position->game;
	int count = position->aside.count, kind;
	int size = position->aside_size > 0 ? position->aside_size
	           : position->no_aside     ? 0
	                                    : game->rules->talon.set_aside;

	while (count < size && (kind = spare_kind(position, from)) >= 0)
		position->aside.kind[count++] = (uint8_t)kind;
	position->aside_made_up = (uint8_t)(count - position->aside.count);
	position->aside.count = count;
	for (int i = 0; i < count; i++)
		game->aside[i] = position->aside.kind[count - 1 - i];
	game->aside_size = (uint8_t)count;
	return count == size || position->aside_size == 0;
}

/* Puts under the cards described everything that is left, or up to the size of the stock that is known: bonus cards lowest, and above
 * them the cards to be drawn later, where neither a draw that names no card nor a talon comes upon them. */
static bool fill_stock(struct position *position, int *from)
{
	struct game *game = &position->game;
	uint8_t order[DECK_MAX]; /* from the top down */
	int size = position->stock_size > 0 ? position->stock_size : DECK_MAX, rest = size - position->drawn.count;
	int count = 0, kind;

	for (int i = 0; i < position->stock.count; i++)
		order[count++] = position->stock.kind[i];
	while (!position->stock_ends && count < rest && (kind = spare_kind(position, from)) >= 0)
		order[count++] = (uint8_t)kind;
	for (int i = 0; i < position->drawn.count && !position->stock_ends; i++)
		order[count++] = position->drawn.kind[i];
	for (kind = 0; kind < game->rules->kinds && !position->stock_ends; kind++)
		while (count < size && position_take(position, kind))
			order[count++] = (uint8_t)kind;
	for (int i = 0; i < count; i++)
		game->stock[i] = order[count - 1 - i];
	game->stock_size = (uint16_t)count;
	position->unnamed = (uint16_t)(count - position->stock.count);
	return count == size || position->stock_size == 0;
}

static void add_row(struct row_of_cards *row, const struct row_of_cards *more)
{
	for (int i = 0; i < more->count; i++)
		row_add(row, more->kind[i]);
}

/* Adds card number [i] of those given, or any that is left; false if none is. */
static bool add_given(struct position *position, const struct row_of_cards *given, int i, int *from,
                      struct row_of_cards *order)
{
	int kind = i < given->count ? given->kind[i] : any_kind(position, from);

	if (kind >= 0)
		row_add(order, kind);
	return kind >= 0;
}

/* The hands, card by card, and what is set aside; false if there are too few cards. */
static bool stack_hands(struct position *position, int *from, struct row_of_cards *order)
{
	const struct game *game = &position->game;
	const struct rules *rules = game->rules;

	for (int round = 0; round < rules->deal.hand; round++)
		for (int i = 1; i <= rules->seats; i++)
			if (!add_given(position, &position->dealt[seat_from(game, game->dealer, i)], round, from,
			               order))
				return false;
	for (int i = 0; i < rules->talon.set_aside; i++)
		if (!add_given(position, &position->aside, i, from, order))
			return false;
	for (int i = 0; i < reserves_dealt(game); i++)
		if (!add_given(position, &position->reserves, i, from, order))
			return false;
	return true;
}

/* What is turned up and what comes next, those that are drawn later, any others, and at the bottom what has to stay. */
static void stack_rest(struct position *position, int *from, struct row_of_cards *order)
{
	const struct rules *rules = position->game.rules;
	bool bonus_first = rules->deal.bonus_cards == deal_bonus_cards_before_start_card;
	int kind;

	add_row(order, bonus_first ? &position->next : &position->start);
	add_row(order, bonus_first ? &position->start : &position->next);
	add_row(order, &position->drawn);
	while ((kind = spare_kind(position, from)) >= 0)
		row_add(order, kind);
	add_row(order, &position->kept);
	for (kind = 0; kind < rules->kinds; kind++)
		while (position_take(position, kind))
			row_add(order, kind);
}

/* Lays the whole deck so that dealing gives what was described; false if there are too few cards for it. */
static bool stack_deal(struct position *position, int *from)
{
	struct game *game = &position->game;
	struct row_of_cards order = { .count = 0 };

	if (!stack_hands(position, from, &order))
		return false;
	stack_rest(position, from, &order);
	for (int i = 0; i < order.count; i++)
		game->stock[i] = order.kind[order.count - 1 - i];
	game->stock_size = (uint16_t)order.count;
	game_deal_stock(game, game->events);
	return true;
}

/* The turn of [seat] was the last one. */
static void begin_no_turn(struct game *game, int seat)
{
	struct question about;

	game->turn = (struct turn){ .number = (uint16_t)(game->turn.number + 1),
		                    .seat = (uint8_t)seat,
		                    .side = game->seat[seat].side,
		                    .no_talon = -1 };
	about = question_now(game);
	game->turn.opening = !own_side(game)->opened;
	game->turn.minimum = game->turn.opening ? minimum_of(&about) : 0;
	game->phase = PHASE_DRAW;
}

int place_in_round(const struct game *game)
{
	return turns_since(game, game_first_seat(game)) % game->rules->seats;
}

int position_usual_rounds(const struct rules *rules)
{
	return 10 / rules->seats; /* some turns, so that everybody has had one */
}

/* ---- cards that no line names ---- */

/* Counts in [came] the cards that have left the part of the stock that was not named, since [before]. The pile that becomes the stock is
 * shuffled, so that nobody knows what comes; [discarded] lay on it before, or is -1. */
static void count_from_stock(struct position *position, const struct game *before, int discarded, int came[KINDS_MAX])
{
	const struct game *game = &position->game;
	bool renewed = game->renewed != before->renewed;
	int least = renewed ? 0 : game->stock_size;

	for (int place = least; place < before->stock_size && place < position->unnamed; place++)
		came[before->stock[place]]++;
	if (!renewed)
		return;
	position->unnamed = DECK_MAX;
	for (int i = 0; i < before->pile_size; i++)
		came[before->pile[i]]++;
	if (discarded >= 0)
		came[discarded]++;
	for (int i = 0; i < game->pile_size; i++)
		came[game->pile[i]]--;
	for (int i = 0; i < game->stock_size; i++)
		came[game->stock[i]]--;
}

/* Moves the cards of [heap] to [came] if the heap, which had cards before, [is_gone]. */
static void count_from_heap(struct cards *heap, bool is_gone, int came[KINDS_MAX])
{
	for (int kind = 0; is_gone && kind < KINDS_MAX; kind++)
		came[kind] += cards_count(heap, kind);
	if (is_gone)
		*heap = (struct cards){ 0 };
}

/* Brings [made_up] up to date for cards that were [before] and [are] now, with those that [came]. */
static void note_cards(struct cards *made_up, const struct cards *before, const struct cards *are, int came[KINDS_MAX])
{
	for (int kind = 0; kind < KINDS_MAX; kind++) {
		for (int more = cards_count(are, kind) - cards_count(before, kind); more > 0 && came[kind] > 0;
		     more--) {
			cards_add(made_up, kind);
			came[kind]--;
		}
		while (cards_count(made_up, kind) > cards_count(are, kind))
			cards_remove(made_up, kind);
	}
}

/* Notes which cards that have come to hands since [before] are made up. */
static void note_made_up(struct position *position, const struct game *before, int discarded)
{
	struct game *game = &position->game;
	int came[KINDS_MAX] = { 0 };

	count_from_stock(position, before, discarded, came);
	for (int i = 0; i < rules_reserves(game->rules); i++)
		count_from_heap(&position->reserve_made_up[i], game->reserve_size[i] == 0, came);
	for (int place = game->aside_size; place < before->aside_size && place < position->aside_made_up; place++)
		came[before->aside[place]]++;
	for (int seat = 0; seat < game->rules->seats; seat++)
		count_from_heap(&position->talon_made_up[seat], game->seat[seat].talon == 0, came);
	for (int seat = 0; seat < game->rules->seats; seat++) {
		note_cards(&position->talon_made_up[seat], &before->talon[seat], &game->talon[seat], came);
		if (position->hand_given[seat])
			note_cards(&position->made_up[seat], &before->seat[seat].hand, &game->seat[seat].hand, came);
	}
}

/* How many cards of [kind] the act lays from the hand, of which there are [held]. */
static int cards_laid(const struct rules *rules, struct act act, int kind, int held)
{
	switch ((enum verb)act.verb) {
	case ACT_ADD:
	case ACT_LAY:
	case ACT_DISCARD: return act.kind == kind;
	case ACT_SPECIAL: return held;
	case ACT_MELD:
	case ACT_TAKE:
		return act_naturals_of(rules, act, kind) +
		       (rules->cards.wild >> kind & 1 ? act_wild(act, wild_place(rules, kind)) : 0);
	default: return 0;
	}
}

void position_apply(struct position *position, struct act act)
{
	struct game before = position->game;
	struct cards *hand = &before.seat[before.turn.seat].hand;

	game_apply(&position->game, act);
	for (cardset kinds = cards_kinds(hand); kinds != 0; kinds &= kinds - 1) {
		int kind = __builtin_ctzll(kinds);
		/* what is laid and comes again in one act has come */
		for (int laid = cards_laid(before.rules, act, kind, cards_count(hand, kind)); laid > 0; laid--)
			cards_remove(hand, kind);
	}
	note_made_up(position, &before, act.verb == ACT_DISCARD ? act.kind : -1);
}

int position_lays_made_up(const struct position *position, struct act act)
{
	const struct game *game = &position->game;
	const struct cards *hand = &game->seat[game->turn.seat].hand, *made_up = &position->made_up[game->turn.seat];

	for (cardset kinds = cards_kinds(made_up); kinds != 0; kinds &= kinds - 1) {
		int kind = __builtin_ctzll(kinds), held = cards_count(hand, kind);
		if (cards_laid(game->rules, act, kind, held) > held - cards_count(made_up, kind))
			return kind;
	}
	return -1;
}

/* ---- the beginning of a turn ---- */

bool position_finish(struct position *position)
{
	struct game *game = &position->game, before;
	int from = 0, seat = game->turn.seat;

	if (position->stacked)
		return stack_deal(position, &from);
	if (!fill_seats(position, &from) || !fill_aside(position, &from) || !fill_reserves(position, &from) ||
	    !fill_stock(position, &from))
		return false;
	settle_minimums(game);
	if (position->turns < 0)
		position->turns = position_usual_rounds(game->rules) * game->rules->seats + place_in_round(game);
	for (int at = 0; at < game->rules->seats; at++)
		game->seat[at].played = turns_since(game, at) <= position->turns;
	game->turn.number = (uint16_t)position->turns;
	before = *game;
	if (position->over)
		begin_no_turn(game, seat);
	else
		begin_turn(game, seat);
	note_made_up(position, &before, -1);
	return true;
}

/* Puts [count] cards of the player's hand on the stock; false, with some of them there, if the hand has too few to keep one. */
static bool put_on_stock(struct game *game, int count)
{
	struct seat *seat = &game->seat[game->turn.seat];

	for (int i = 0; i < count; i++) {
		cardset kinds = cards_kinds(&seat->hand) & ~game->rules->bonus.cards;
		if (kinds == 0 || seat->size < 2 || game->stock_size == DECK_MAX)
			return false;
		cards_remove(&seat->hand, __builtin_ctzll(kinds));
		seat->size--;
		game->stock[game->stock_size++] = (uint8_t)__builtin_ctzll(kinds);
	}
	return true;
}

/* The player has drawn and laid cards since: this is the rest of her hand. */
static void begin_late(struct game *game)
{
	game->phase = PHASE_MELD;
	game->turn.drew = true;
	if (game->rules->discard.ban_count > 0)
		settle_bans(game);
}

bool position_draw_back(struct game *game)
{
	const struct act draw = { .verb = ACT_DRAW };
	struct game drawn = *game;
	bool whole = put_on_stock(&drawn, game->rules->turn.draw);

	if (game_refusal(whole ? &drawn : game, draw).refusal != REFUSAL_NONE)
		return false;
	if (whole)
		game_apply(&drawn, draw);
	if (whole && drawn.phase != PHASE_MELD)
		return false;
	if (whole)
		*game = drawn;
	else
		begin_late(game);
	return true;
}

/* Brings the lowest card of [kind] up to [place], so that those which nobody names are drawn before those which are named later; false if
 * none lies there or below. */
static bool bring_up(struct game *game, int kind, int place)
{
	int at = 0;

	while (at <= place && game->stock[at] != kind)
		at++;
	if (at > place)
		return false;
	memmove(game->stock + at, game->stock + at + 1, (size_t)(place - at) * sizeof *game->stock);
	game->stock[place] = (uint8_t)kind;
	return true;
}

bool stock_put_on_top(struct game *game, const struct row_of_cards *cards, int unnamed, int *instead)
{
	for (int i = 0; i < cards->count; i++) {
		int place = game->stock_size - 1 - i;
		bool known = place >= unnamed && place >= 0;
		*instead = known ? game->stock[place] : -1;
		if (known ? game->stock[place] != cards->kind[i] : !bring_up(game, cards->kind[i], place))
			return false;
	}
	return true;
}

/* Where each of the [under] lowest cards of a pile will lie in the stock that it becomes: the order of shuffling does not depend on
 * the cards. False if it does not become the stock. */
static bool renewed_places(struct game game, int under, uint16_t places[DECK_MAX])
{
	memset(places, 0, sizeof *places * DECK_MAX);
	for (int shift = 0; shift < 16; shift += 8) {
		struct game shuffled = game;
		for (int i = 0; i < under; i++)
			shuffled.pile[i] = (uint8_t)(i >> shift);
		if (!renew_stock(&shuffled))
			return false;
		for (int i = 0; i < under; i++)
			places[i] = (uint16_t)(places[i] | shuffled.stock[i] << shift);
	}
	return true;
}

bool pile_put_to_come(struct game *game, struct act act, const struct row_of_cards *cards)
{
	const bool discards = act.verb == ACT_DISCARD;
	const int under = game->pile_size - !discards; /* cards that will not be the top one */
	struct game renewed = *game;
	uint16_t places[DECK_MAX];
	int instead;

	renewed.stock_size = 0;
	if (discards)
		renewed.pile[renewed.pile_size++] = act.kind;
	if (under <= 0 || act.verb == ACT_TAKE || !renewed_places(renewed, under, places) || !renew_stock(&renewed) ||
	    !stock_put_on_top(&renewed, cards, renewed.stock_size, &instead))
		return false;
	for (int i = 0; i < under; i++)
		game->pile[places[i]] = renewed.stock[i];
	return true;
}

/* ---- the same table under other rules ---- */

/* ---- which card is which ---- */

/* The kind under [to] that has all of [faces]; -1 if there is none. */
static int kind_of_faces(const struct rules *to, cardset faces)
{
	for (int kind = 0; kind < to->kinds; kind++)
		if ((faces & ~faces_of_kinds(to, UINT64_C(1) << kind)) == 0)
			return kind;
	return -1;
}

static bool same_deck(const struct conversion *at)
{
	int copies[KINDS_MAX] = { 0 };

	for (int kind = 0; kind < at->from->kinds; kind++)
		copies[at->kind[kind]] += at->from->kind[kind].copies;
	for (int kind = 0; kind < at->to->kinds; kind++)
		if (copies[kind] != at->to->kind[kind].copies)
			return false;
	return true;
}

static bool fail(struct text *why, const char *sentence)
{
	text_add(why, sentence);
	return false;
}

bool conversion_begin(struct conversion *at, const struct rules *from, const struct rules *to, struct text *why)
{
	*at = (struct conversion){ .from = from, .to = to };
	if (from->table.players != to->table.players || from->table.sides != to->table.sides ||
	    from->seats != to->seats)
		return fail(why, "the two are not played by the same number of players and sides");
	if (from->table.alone != to->table.alone)
		return fail(why, "who plays alone against the others, if anybody does, is not decided in the same way in both");
	for (int kind = 0; kind < from->kinds; kind++) {
		int other = kind_of_faces(to, faces_of_kinds(from, UINT64_C(1) << kind));
		if (other < 0)
			return fail(why, "the two are not played with the same cards, or not all cards that matter "
			                 "there were told apart here");
		at->kind[kind] = (uint8_t)other;
	}
	return same_deck(at) || fail(why, "the two are not played with the same number of cards");
}

/* ---- cards where they lie ---- */

static void cards_there(const struct conversion *at, const struct cards *cards, struct cards *there)
{
	for (cardset kinds = cards_kinds(cards); kinds != 0; kinds &= kinds - 1)
		for (int i = cards_count(cards, __builtin_ctzll(kinds)); i > 0; i--)
			cards_add(there, at->kind[__builtin_ctzll(kinds)]);
}

static cardset set_there(const struct conversion *at, cardset kinds)
{
	cardset there = 0;

	for (; kinds != 0; kinds &= kinds - 1)
		there |= UINT64_C(1) << at->kind[__builtin_ctzll(kinds)];
	return there;
}

static void row_there(const struct conversion *at, const uint8_t *kinds, int count, uint8_t *there)
{
	for (int i = 0; i < count; i++)
		there[i] = at->kind[kinds[i]];
}

static void seats_there(const struct conversion *at, const struct game *game, struct game *there)
{
	for (int seat = 0; seat < at->from->seats; seat++) {
		const struct seat *from = &game->seat[seat];
		struct seat *to = &there->seat[seat];
		*to = *from;
		to->hand = to->laid = (struct cards){ 0 };
		to->stays = (uint8_t)(from->stays > 0 ? 1 + at->kind[from->stays - 1] : 0);
		cards_there(at, &from->hand, &to->hand);
		cards_there(at, &from->laid, &to->laid);
		cards_there(at, &game->talon[seat], &there->talon[seat]);
	}
}

/* Everything but melds and the turn. */
static void table_there(const struct conversion *at, const struct game *game, const int32_t *totals, int32_t best,
                        struct game *there)
{
	game_begin(there, at->to, game->seed);
	there->deal = game->deal;
	there->dealer = game->dealer;
	there->alone = game->alone;
	there->one_alone = game->one_alone;
	there->best = best;
	memcpy(there->player, game->player, sizeof there->player);
	memcpy(there->past, game->past, sizeof there->past);
	seats_there(at, game, there);
	there->stock_size = game->stock_size;
	there->pile_size = game->pile_size;
	there->aside_size = game->aside_size;
	there->renewed = game->renewed;
	memcpy(there->reserve_size, game->reserve_size, sizeof there->reserve_size);
	for (int i = 0; i < rules_reserves(at->from); i++)
		cards_there(at, &game->reserve[i], &there->reserve[i]);
	there->top_hidden = game->top_hidden;
	row_there(at, game->stock, game->stock_size, there->stock);
	row_there(at, game->pile, game->pile_size, there->pile);
	row_there(at, game->aside, game->aside_size, there->aside);
	there->pile_kinds = set_there(at, game->pile_kinds);
	there->pile_starts = set_there(at, game->pile_starts);
	for (int side = 0; side < at->to->table.sides; side++)
		there->side[side].score = totals[side];
	settle_minimums(there);
}

void convert_dealt(const struct conversion *at, const struct game *game, const int32_t *totals, int32_t best,
                   struct game *there)
{
	table_there(at, game, totals, best, there);
	settle_alone(there);
	begin_turn(there, game->turn.seat);
}

void convert_stock(const struct conversion *at, const struct game *game, struct game *there)
{
	if (game->stock_size == there->stock_size)
		row_there(at, game->stock, game->stock_size, there->stock);
	if (game->pile_size == there->pile_size)
		row_there(at, game->pile, game->pile_size, there->pile);
}

/* ---- what happened at the table ---- */

static int times_recorded(const struct game *game, int event, int side)
{
	return game->rules->event[event].per == event_per_deal ? (int)(game->events >> event & 1)
	                                                       : game->side[side].events[event];
}

void convert_events(const struct conversion *at, const struct game *game, struct game *there)
{
	for (int event = 0; event < at->from->event_count; event++)
		for (int other = 0; other < at->to->event_count; other++) {
			bool often = at->from->event[event].per == at->to->event[other].per;
			if (strcmp(at->from->event[event].name, at->to->event[other].name) != 0)
				continue;
			for (int side = 0; side < at->to->table.sides; side++) {
				int times = times_recorded(game, event, side);
				for (times = often || times == 0 ? times : 1;
				     times_recorded(there, other, side) < times;)
					game_record_event(there, other, side);
			}
		}
}

/* ---- a deal that is over ---- */

/* The cards of a meld under the other rules, where they lie as one of kind [form], or of any if it is -1; false if they are no meld
 * there. */
static bool meld_there(const struct conversion *at, int form, const struct meld_cards *cards, struct meld_cards *there)
{
	uint8_t kinds[MELD_ROW_MAX];
	int count = meld_row(at->from, cards, kinds);

	row_there(at, kinds, count, kinds);
	return cards_lie_as_meld(at->to, form, kinds, count, there);
}

/* True if no card of a meld is wild under one of the rules alone. In a sequence a wild card may lie in its own place, as a natural one. */
static bool is_whole(const struct conversion *at, const struct meld_cards *cards, const struct meld_cards *there)
{
	bool wild = at->to->cards.wild >> there->kind & 1;

	return there->wilds == cards->wilds && (there->sequence > 0 || (cards->naturals == 0) == wild);
}

/* Counts the cards of a meld as held by [side]. */
static void hold_meld(const struct conversion *at, const struct meld_cards *cards, int side, struct game *there)
{
	int seat = 0;

	while (there->seat[seat].side != side)
		seat++;
	struct cards from = cards_of_meld(at->from, cards);

	cards_there(at, &from, &there->seat[seat].hand);
	there->seat[seat].size = (uint16_t)(there->seat[seat].size + cards->naturals + cards->wilds);
}

/* Puts a meld on the table of [side] as one of kind [form], or of the first kind that it can be if that is -1; false if it is none. */
static bool put_as(const struct conversion *at, const struct meld *meld, int form, int side, struct position *position)
{
	struct side *there = &position->game.side[side];
	struct meld_cards cards;

	if (!meld_there(at, form, &meld->cards, &cards) || !is_whole(at, &meld->cards, &cards))
		return false;
	/* partners who play against one have joined what they had melded, whatever the limits are */
	if (form >= 0 && !cards_fit_form(at->from, meld->form, &meld->cards) && cards_are_of_form(at->to, form, &cards))
		lay_meld(&position->game, side, &cards, form);
	else if (!position_meld(position, side, &cards, form))
		return false;
	there->meld[there->melds - 1].begun = meld->begun;
	return true;
}

/* Puts a meld on the table of [side]: as the kind that has the name of its own, if there is one and the cards fit it, else as the
 * first that they fit. False if they fit none. */
static bool put_there(const struct conversion *at, const struct meld *meld, int side, struct position *position)
{
	int named = rules_item_named(at->to, GROUP_meld, at->from->meld[meld->form].name);

	return (named >= 0 && put_as(at, meld, named, side, position)) || put_as(at, meld, -1, side, position);
}

static bool has_seat(const struct game *game, int side)
{
	for (int seat = 0; seat < game->rules->seats; seat++)
		if (game->seat[seat].side == side)
			return true;
	return false;
}

/* Puts the melds of one side on the table; returns how many are none. */
static int side_there(const struct conversion *at, const struct game *game, int number, struct game *there)
{
	struct position position = { .game = *there };
	const struct side *side = &game->side[number];
	int none = 0;

	for (int i = 0; i < side->melds && has_seat(game, number); i++)
		if (!put_there(at, &side->meld[i], number, &position)) {
			hold_meld(at, &side->meld[i].cards, number, &position.game);
			none++;
		}
	*there = position.game;
	there->side[number].opened = side->opened;
	there->side[number].order = side->order;
	return none;
}

/* What is remembered of the last turn, as far as scores may ask for it. */
static void turn_there(const struct conversion *at, const struct game *game, struct game *there)
{
	there->turn = game->turn;
	there->turn.obliged_by = there->turn.top_meld = 0;
	there->turn.no_talon = -1;
	there->turn.top = at->kind[game->turn.top < at->from->kinds ? game->turn.top : 0];
	there->turn.laid_kinds = set_there(at, game->turn.laid_kinds);
	there->turn.taken_kinds = set_there(at, game->turn.taken_kinds);
	there->phase = PHASE_OVER;
	there->ending = game->ending;
	there->ended_by = game->ended_by;
	there->out = game->out;
}

/* A special hand has a name; where it has none the deal counts as if the player had gone out. */
static void special_there(const struct conversion *at, const struct game *game, struct game *there)
{
	cards_there(at, &game->special_cards, &there->special_cards);
	there->ending = ENDING_OUT;
	for (int i = 0; i < at->to->special_count; i++)
		if (strcmp(at->to->special[i].name, at->from->special[game->special].name) == 0) {
			there->special = (uint8_t)i;
			there->ending = ENDING_SPECIAL;
		}
}

int convert_over(const struct conversion *at, const struct game *game, const int32_t *totals, int32_t best,
                 struct game *there)
{
	int none = 0;

	table_there(at, game, totals, best, there);
	for (int side = 0; side < at->to->table.sides; side++)
		none += side_there(at, game, side, there);
	turn_there(at, game, there);
	if (game->ending == ENDING_SPECIAL)
		special_there(at, game, there);
	convert_events(at, game, there);
	return none;
}
