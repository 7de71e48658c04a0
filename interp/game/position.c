/* position.c -- hands that nobody described are filled with cards as unlike each other as can be, bonus cards stay
 * at the bottom of the stock: what is not said should not matter. */
#include "game/position.h"

#include <string.h>
#include "game/play.h"

void row_add(struct row_of_cards *row, int kind)
{
	if (row->count < DECK_MAX)
		row->kind[row->count++] = (uint8_t)kind;
}

void position_begin(struct position *position, const struct rules *rules, int seat)
{
	memset(position, 0, sizeof *position);
	position->untold = DECK_MAX;
	game_begin(&position->game, rules, 0);
	position->game.turn.seat = (uint8_t)seat;
	position->game.dealer = (uint8_t)((seat + rules->seats - 1) % rules->seats);
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

bool cards_fit_form(const struct rules *rules, int form, const struct meld_cards *cards)
{
	cardset ranks = rules->form[form].ranks;

	return cards->naturals <= MELD_CARDS_MAX && cards->wilds <= MELD_CARDS_MAX &&
	       (ranks != 0 ? ranks >> cards->kind & 1 : cards->naturals == 0) &&
	       form_allows(&rules->form[form], cards->naturals, cards->wilds);
}

int first_form(const struct rules *rules, const struct meld_cards *cards)
{
	for (int i = 0; i < rules->meld_count; i++)
		if (cards_fit_form(rules, i, cards))
			return i;
	return -1;
}

bool position_meld(struct position *position, int at, const struct meld_cards *cards, int form)
{
	struct game *game = &position->game;
	struct side *side = &game->side[at];

	if (form < 0)
		form = first_form(game->rules, cards);
	if (form < 0 || !cards_fit_form(game->rules, form, cards) || !(ranks_to_begin(side) >> cards->kind & 1))
		return false;
	side->melded |= UINT64_C(1) << cards->kind;
	side->meld_of[cards->kind] = side->melds;
	side->meld[side->melds++] = (struct meld){ .cards = *cards, .form = (uint8_t)form, .canasta = -1 };
	if (!side->opened)
		open_side(game, at);
	settle_side(game, at);
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

/* The same, and a bonus card if nothing else is left. */
static int any_kind(struct position *position, int *from)
{
	int kind = spare_kind(position, from);

	for (int i = 0; i < position->game.rules->kinds && kind < 0; i++)
		if (position_take(position, i))
			kind = i;
	return kind;
}

/* Fills up one hand or talon to [size] cards. False if too few cards are left. */
static bool fill_cards(struct position *position, struct cards *cards, int *count, int size, int *from)
{
	while (*count < size) {
		int kind = spare_kind(position, from);
		if (kind < 0)
			return false;
		cards_add(cards, kind);
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
		enough &= fill_cards(position, &seat->hand, &count, size, from) || known == 0;
		enough &= fill_cards(position, &game->talon[at], &talon, position->talon_size[at], from);
		seat->size = (uint16_t)count;
		seat->talon = (uint8_t)talon;
	}
	return enough;
}

/* Reserves that were not taken up are filled. */
static bool fill_reserves(struct position *position, int *from)
{
	struct game *game = &position->game;
	bool enough = true;

	for (int i = 0; i < rules_reserves(game->rules); i++) {
		int count = game->reserve_size[i], known = position->reserve_size[i];
		int size = position->no_reserve[i] ? 0 : known > 0 ? known : game->rules->reserve.cards;
		enough &= fill_cards(position, &game->reserve[i], &count, size, from) || known == 0;
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
	position->untold = (uint16_t)(count - position->stock.count);
	return count == size || position->stock_size == 0;
}

static void add_row(struct row_of_cards *row, const struct row_of_cards *more)
{
	for (int i = 0; i < more->count; i++)
		row_add(row, more->kind[i]);
}

/* Adds card number [i] of those told, or any that is left; false if none is. */
static bool add_told(struct position *position, const struct row_of_cards *told, int i, int *from,
                     struct row_of_cards *order)
{
	int kind = i < told->count ? told->kind[i] : any_kind(position, from);

	if (kind >= 0)
		row_add(order, kind);
	return kind >= 0;
}

/* The hands, card by card, and what is set aside; false if there are too few cards. */
static bool stack_hands(struct position *position, int *from, struct row_of_cards *order)
{
	const struct rules *rules = position->game.rules;

	for (int round = 0; round < rules->deal.hand; round++)
		for (int player = 0; player < rules->seats; player++)
			if (!add_told(position, &position->dealt[player], round, from, order))
				return false;
	for (int i = 0; i < rules->talon.set_aside; i++)
		if (!add_told(position, &position->aside, i, from, order))
			return false;
	for (int i = 0; i < rules_reserves(rules) * rules->reserve.cards; i++)
		if (!add_told(position, &position->reserves, i, from, order))
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

bool position_finish(struct position *position)
{
	struct game *game = &position->game;
	int from = 0, seat = game->turn.seat;

	if (position->stacked)
		return stack_deal(position, &from);
	if (!fill_seats(position, &from) || !fill_aside(position, &from) || !fill_reserves(position, &from) ||
	    !fill_stock(position, &from))
		return false;
	settle_minimums(game);
	for (int at = 0; at < game->rules->seats; at++)
		game->seat[at].played = !position->first_turn;
	game->turn.number = position->first_turn ? 0 : 10; /* earlier turns have been played */
	if (position->over)
		begin_no_turn(game, seat);
	else
		begin_turn(game, seat);
	return true;
}

/* Brings one card to [place] of the stock; false if it lies nowhere below. */
static bool bring_up(struct game *game, int kind, int place)
{
	int at = place;

	while (at >= 0 && game->stock[at] != kind)
		at--;
	if (at < 0)
		return false;
	game->stock[at] = game->stock[place];
	game->stock[place] = (uint8_t)kind;
	return true;
}

bool stock_stack(struct game *game, const struct row_of_cards *cards, int untold, int *instead)
{
	for (int i = 0; i < cards->count; i++) {
		int place = game->stock_size - 1 - i;
		bool told = place >= untold && place >= 0;
		*instead = told ? game->stock[place] : -1;
		if (told ? game->stock[place] != cards->kind[i] : !bring_up(game, cards->kind[i], place))
			return false;
	}
	return true;
}
