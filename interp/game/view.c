/* view.c -- taking a view. Questions about the next player's chances are asked of a copy in which that player holds
 * nothing, so that no rule about hands can give a hand away. */
#include "game/view.h"

#include <string.h>
#include "game/state.h"

static struct question question_of(const struct game *game, int seat)
{
	return (struct question){ .game = game, .seat = (uint8_t)seat, .side = game->seat[seat].side };
}

static int8_t freeze_of(const struct question *about)
{
	int item;

	return pile_is_frozen(about, &item) ? (int8_t)item : -1;
}

static int8_t block_of(const struct question *about)
{
	int item;

	return pile_is_blocked(about, &item) ? (int8_t)item : -1;
}

static void view_seats(const struct game *game, struct view *view)
{
	for (int seat = 0; seat < game->rules->seats; seat++) {
		view->size[seat] = game->seat[seat].size;
		view->talon[seat] = game->seat[seat].talon;
		view->side_of[seat] = game->seat[seat].side;
		view->melded[seat] = game->seat[seat].melded;
		view->played[seat] = game->seat[seat].played;
		view->asked[seat] = game->seat[seat].asked;
		view->laid[seat] = game->seat[seat].laid;
		if (game->seat[seat].shown)
			view->hand_shown[seat] = game->seat[seat].hand;
	}
	memcpy(view->past, game->past, sizeof view->past);
	memcpy(view->reserve, game->reserve_size, sizeof view->reserve);
	memcpy(view->side, game->side, sizeof *view->side * (size_t)game->rules->table.sides);
	view->hand = game->seat[view->seat].hand;
	view->stays = game->seat[view->seat].stays;
	view->side_of_seat = game->seat[view->seat].side;
}

static void view_pile(const struct game *game, struct view *view)
{
	struct question about = question_of(game, view->seat);

	view->stock_size = game->stock_size;
	view->aside_size = game->aside_size;
	view->pile_size = game->pile_size;
	view->pile_starts = game->pile_starts;
	view->pile_top = game->pile_size > 0 && !game->top_hidden ? (int16_t)pile_top(game) : -1;
	view->shown = (uint8_t)pile_shown_to(game, view->seat);
	for (int i = 0; i < view->shown; i++)
		view->pile_shown[i] = game->pile[game->pile_size - 1 - i];
	for (int i = 0; i < game->pile_size - game->top_hidden; i++)
		cards_add(&view->pile, game->pile[i]);
	view->frozen = view->frozen_for_take = view->blocked = -1;
	if (game->top_hidden)
		return;
	view->frozen = freeze_of(&about);
	about.taking = true;
	view->frozen_for_take = freeze_of(&about);
	view->blocked = game->pile_size > 0 ? block_of(&about) : -1;
}

static void view_next(const struct game *game, struct view *view)
{
	struct game after;
	struct question about = question_of(game, view->next);

	about.game = &after;
	copy_turn(&after, game);
	after.turn.thought = game->turn.thought;

	memset(&after.seat[view->next].hand, 0, sizeof after.seat[view->next].hand);
	view->frozen_for_next = freeze_of(&about) >= 0;
	after.pile_size++;
	about.taking = true;
	for (cardset kinds = cards_kinds(&view->hand); kinds != 0; kinds &= kinds - 1) {
		int kind = __builtin_ctzll(kinds);
		after.pile[after.pile_size - 1] = (uint8_t)kind;
		after.pile_kinds = game->pile_kinds | UINT64_C(1) << kind;
		if (block_of(&about) >= 0)
			view->blocking |= UINT64_C(1) << kind;
	}
}

void view_of(const struct game *game, int seat, struct view *view)
{
	const struct rules *rules = game->rules;
	struct question about = question_of(game, seat);
	int players = rules->seats;

	memset(view, 0, sizeof *view);
	view->rules = rules;
	view->deal = game->deal;
	view->events = game->events;
	view->seat = (uint8_t)seat;
	view->to_act = game->phase == PHASE_OVER ? NOBODY : (uint8_t)game_to_act(game);
	view->dealer = game->dealer;
	view->phase = game->phase;
	view->ending = game->ending;
	view->out = game->out;
	view->special = game->special;
	view->special_cards = game->special_cards;
	view->alone = game->alone;
	view->one_alone = game->one_alone;
	view->best = game->best;
	view->reserve_place = (uint8_t)reserve_of(game, seat);
	memcpy(view->player, game->player, sizeof view->player);
	memcpy(view->known, game->known, sizeof view->known);
	view->turn = game->turn;
	if (seat != game->turn.seat) /* it would show what the hand consists of */
		view->turn.bans_given_way = 0;
	view->next =
		(uint8_t)((seat + (rules->turn.direction == turn_direction_anticlockwise ? players - 1 : 1)) % players);
	view_seats(game, view);
	view_pile(game, view);
	if (seat == game->turn.seat)
		view->drawn = game->drawn;
	if (!game->side[view->side_of_seat].opened)
		view->minimum = game->turn.seat == seat ? game->turn.minimum : minimum_of(&about);
	if (seat == game->turn.seat && game->phase == PHASE_MELD)
		view_next(game, view);
}

/* The table as the player whose turn it is sees it, with an empty hand, and without what only she is told. */
void view_of_onlooker(const struct game *game, struct view *view)
{
	struct game table = *game;
	struct seat *seat = &table.seat[game->turn.seat];

	if (!seat->shown)
		memset(&seat->hand, 0, sizeof seat->hand);
	view_of(&table, game->turn.seat, view);
	view->seat = NOBODY;
	view->turn.bans_given_way = 0;
	view->minimum = 0;
	view->stays = view->reserve_place = 0;
	view->blocking = 0;
	memset(&view->hand, 0, sizeof view->hand);
	memset(&view->drawn, 0, sizeof view->drawn);
	if (view->shown > 1) { /* she may look at more than the top card */
		memset(view->pile_shown + 1, 0, sizeof view->pile_shown - 1);
		view->shown = 1;
	}
}
