/* deal.c -- from the shuffle to the first turn, and the comings and goings of stock and pile after it. */
#include "game/play.h"

#include <string.h>
#include "game/random.h"

/* The seat so many steps on from [seat], once round the table at most. */
static int seat_from(const struct game *game, int seat, int steps)
{
	int players = game->rules->seats, at = seat + steps;

	return at < 0 ? at + players : at < players ? at : at - players;
}

int seat_in_turn(const struct game *game, int seat, int steps)
{
	return seat_from(game, seat, game->rules->turn.direction == turn_direction_clockwise ? steps : -steps);
}

int partner_of(const struct game *game, int seat)
{
	int step = game->rules->going_out.who_answers == going_out_who_answers_next_partner ? 1 : -1, at = seat;

	do
		at = seat_in_turn(game, at, step);
	while (game->seat[at].side != game->seat[seat].side);
	return at != seat ? at : NOBODY;
}

/* How many seats behind the dealer the first player sits. */
static int first_step(const struct rules *rules)
{
	return rules->turn.first == turn_first_dealer ? 0 : rules->turn.first == turn_first_right_of_dealer ? -1 : 1;
}

int game_first_seat(const struct game *game)
{
	return seat_from(game, game->dealer, first_step(game->rules));
}

void game_begin(struct game *game, const struct rules *rules, uint64_t seed)
{
	struct random random;

	memset(game, 0, sizeof *game);
	game->rules = rules;
	game->seed = seed;
	game->out = game->alone = NOBODY;
	for (int seat = 0; seat < rules->seats; seat++)
		game->seat[seat].side = (uint8_t)(seat % rules->table.sides);
	seat_players(game);
	if (rules->cut.decides == cut_decides_teams) { /* the highest of the cut is the first player */
		if (rules->cut.highest == cut_highest_plays_first)
			game->dealer = (uint8_t)seat_from(game, 0, -first_step(rules));
	} else if (rules->deal.first_dealer == deal_first_dealer_random) {
		random_begin(&random, seed, UINT64_MAX); /* a stream of its own, so that deals do not depend on it */
		game->dealer = (uint8_t)random_below(&random, (uint32_t)rules->seats);
	}
}

void game_next_deal(struct game *game, const int32_t *totals)
{
	for (int side = 0; side < game->rules->table.sides; side++) {
		game->side[side].score = totals[side];
		memset(game->side[side].events, 0, sizeof game->side[side].events);
	}
	game->deal++;
	if (game->rules->deal.next_dealer == deal_next_dealer_to_the_left)
		game->dealer = (uint8_t)seat_from(game, game->dealer, 1);
	else if (game->rules->deal.next_dealer == deal_next_dealer_to_the_right)
		game->dealer = (uint8_t)seat_from(game, game->dealer, -1);
}

/* ---- turns ---- */

void end_deal(struct game *game, enum ending ending, int out)
{
	game->phase = PHASE_OVER;
	game->ending = (uint8_t)ending;
	game->out = (uint8_t)out;
}

int32_t minimum_of(const struct question *about)
{
	const struct rules *rules = about->game->rules;

	return (int32_t)((uint32_t)ask(rules->initial_meld.minimum, about) +
	                 (uint32_t)ask(rules->initial_meld.raised, about));
}

static int32_t minimum_now(const struct game *game)
{
	struct question about = question_now(game);

	return game->rules->steady_minimum ? own_side(game)->minimum : minimum_of(&about);
}

void begin_turn(struct game *game, int seat)
{
	const struct rules *rules = game->rules;

	game->turn = (struct turn){ .number = (uint16_t)(game->turn.number + 1),
		                    .seat = (uint8_t)seat,
		                    .side = game->seat[seat].side };
	game->phase = PHASE_DRAW;
	game->seat[seat].shown = false;
	game->turn.stays_in = rules->going_out.ask == going_out_ask_required && partner_of(game, seat) != NOBODY;
	game->turn.opening = !own_side(game)->opened;
	if (game->turn.opening)
		game->turn.minimum = minimum_now(game);
	if (game->stock_size == 0 && rules->stock_end.play == stock_end_play_stops)
		end_deal(game, ENDING_STOCK, NOBODY);
}

void game_record_event(struct game *game, int event, int side)
{
	int32_t before = game->turn.minimum;

	if (game->rules->event[event].per == event_per_deal)
		game->events |= UINT32_C(1) << event;
	else if (game->side[side].events[event] < UINT8_MAX)
		game->side[side].events[event]++;
	settle_minimums(game);
	if (own_side(game)->opened || game->phase == PHASE_ANSWER || game->phase == PHASE_OVER)
		return;
	game->turn.minimum = minimum_now(game);
	if (game->phase == PHASE_MELD && !turn_can_end(game))
		game->turn.minimum = before;
}

/* ---- bonus cards ---- */

/* Puts one bonus card before the player. True if a card is to be drawn for it. */
static bool lay_bonus(struct game *game, int seat, int kind, enum origin origin)
{
	struct question about = {
		.game = game, .seat = (uint8_t)seat, .side = game->seat[seat].side, .origin = origin
	};

	cards_add(&game->seat[seat].laid, kind);
	return ask(game->rules->bonus.replaced, &about) != 0;
}

/* Draws one card into the hand of [seat]; bonus cards are laid out and replaced. False if the stock ran out first, or
 * is not there; [*last_bonus] then tells whether its last card was a bonus card. */
static bool draw_one(struct game *game, int seat, enum origin origin, bool *last_bonus)
{
	cardset bonus = game->rules->bonus.cards;

	*last_bonus = false;
	if (game->turn.thought)
		return false;
	while (game->stock_size > 0) {
		int kind = game->stock[--game->stock_size];
		if (!(bonus >> kind & 1)) {
			cards_add(&game->seat[seat].hand, kind);
			game->seat[seat].size++;
			return true;
		}
		*last_bonus = game->stock_size == 0;
		if (!lay_bonus(game, seat, kind, origin))
			return true;
	}
	return false;
}

void pass_turn(struct game *game)
{
	game->seat[game->turn.seat].melded |= game->turn.melded;
	begin_turn(game, seat_in_turn(game, game->turn.seat, 1));
}

void draw_from_stock(struct game *game)
{
	const struct rules *rules = game->rules;
	bool last_bonus;

	game->turn.drew = true;
	game->turn.fresh = true;
	if (game->stock_size == 0) {
		end_deal(game, ENDING_STOCK, NOBODY);
		return;
	}
	game->phase = PHASE_MELD;
	for (int i = 0; i < rules->turn.draw && game->stock_size > 0; i++)
		if (!draw_one(game, game->turn.seat, FROM_STOCK, &last_bonus) && last_bonus &&
		    rules->bonus.last_card == bonus_last_card_ends_the_deal)
			end_deal(game, ENDING_LAST_BONUS, NOBODY);
	if (rules->discard.ban_count > 0 && game->phase == PHASE_MELD) {
		settle_bans(game);
		if (!turn_can_end(game))
			game->turn.bans_yield = BANS_ALL; /* nobody is stuck for what the stock gave */
	}
	if (game->phase == PHASE_MELD && game->seat[game->turn.seat].size < 2 && !turn_can_end(game))
		pass_turn(game); /* only bonus cards came, and no card can be spared */
}

void pick_up_pile(struct game *game)
{
	struct seat *seat = &game->seat[game->turn.seat];
	bool last_bonus;

	for (int i = 0; i < game->pile_size; i++) {
		int kind = game->pile[i];
		if (game->rules->bonus.cards >> kind & 1) {
			if (lay_bonus(game, game->turn.seat, kind, FROM_PILE))
				draw_one(game, game->turn.seat, FROM_STOCK, &last_bonus);
		} else {
			cards_add(&seat->hand, kind);
			seat->size++;
		}
	}
	game->pile_size = 0;
	game->pile_kinds = game->pile_starts = 0;
	game->turn.pending = game->turn.opening = false;
	if (game->rules->discard.ban_count > 0)
		settle_bans(game);
}

/* ---- dealing ---- */

void settle_minimums(struct game *game)
{
	for (int side = 0; side < game->rules->table.sides; side++) {
		struct question about = { .game = game, .seat = (uint8_t)side, .side = (uint8_t)side };
		game->side[side].minimum = minimum_of(&about);
	}
}

static void clear_table(struct game *game)
{
	for (int side = 0; side < game->rules->table.sides; side++) {
		struct side clear = { .score = game->side[side].score };
		memcpy(clear.events, game->side[side].events, sizeof clear.events);
		game->side[side] = clear;
	}
	for (int seat = 0; seat < game->rules->seats; seat++)
		game->seat[seat] = (struct seat){ .side = (uint8_t)account_of(game, seat) };
	seat_players(game);
	game->turn = (struct turn){ .number = 0 };
	settle_minimums(game);
	game->pile_size = 0;
	game->pile_kinds = game->pile_starts = 0;
	game->ending = ENDING_NONE;
	game->out = game->alone = NOBODY;
	game->top_hidden = false;
	game->special = 0;
	game->special_cards = (struct cards){ 0 };
}

static void deal_hands(struct game *game)
{
	const struct rules *rules = game->rules;

	for (int round = 0; round < rules->deal.hand; round++)
		for (int i = 1; i <= rules->seats; i++) {
			struct seat *seat = &game->seat[seat_from(game, game->dealer, i)];
			cards_add(&seat->hand, game->stock[--game->stock_size]);
			seat->size++;
		}
}

/* Turns up the start card, and further ones on top of it as long as the rules want it covered. */
static void turn_start_card(struct game *game)
{
	int kind;

	do {
		kind = game->stock[--game->stock_size];
		game->pile[game->pile_size++] = (uint8_t)kind;
		game->pile_kinds |= UINT64_C(1) << kind;
		game->pile_starts |= UINT64_C(1) << kind;
	} while ((game->rules->deal.turn_again >> kind & 1) && game->stock_size > 0);
}

/* Lays out and replaces the bonus cards of one hand. */
static void lay_dealt_bonus(struct game *game, int at)
{
	struct seat *seat = &game->seat[at];
	cardset kinds = cards_kinds(&seat->hand) & game->rules->bonus.cards;
	bool last_bonus;

	for (; kinds != 0; kinds &= kinds - 1)
		while (cards_count(&seat->hand, __builtin_ctzll(kinds)) > 0) {
			cards_remove(&seat->hand, __builtin_ctzll(kinds));
			seat->size--;
			if (lay_bonus(game, at, __builtin_ctzll(kinds), FROM_DEAL))
				draw_one(game, at, FROM_DEAL, &last_bonus);
		}
}

static void lay_all_dealt_bonus(struct game *game)
{
	for (int i = 1; i <= game->rules->seats; i++)
		lay_dealt_bonus(game, seat_from(game, game->dealer, i));
}

void game_deal_stock(struct game *game, uint32_t events)
{
	const struct rules *rules = game->rules;

	clear_table(game);
	game->events = events;
	deal_hands(game);
	if (rules->deal.bonus_cards == deal_bonus_cards_before_start_card)
		lay_all_dealt_bonus(game);
	if (rules->deal.start_pile > 0)
		turn_start_card(game);
	if (rules->deal.bonus_cards == deal_bonus_cards_after_start_card)
		lay_all_dealt_bonus(game);
	begin_turn(game, game_first_seat(game));
}

void game_deal(struct game *game, uint32_t events)
{
	const struct rules *rules = game->rules;
	struct random random;

	memcpy(game->stock, rules->whole_deck, (size_t)rules->deck_size);
	game->stock_size = (uint16_t)rules->deck_size;
	random_begin(&random, game->seed, game->deal);
	random_shuffle(&random, game->stock, rules->deck_size);
	game_deal_stock(game, events);
}
