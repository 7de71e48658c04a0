/* turn.c -- turns begin and end, and cards come and go in them: from the stock, the pile and a talon into the hand, bonus cards
 * on the table. What the stock gives never leaves anybody stuck. */
#include "game/play.h"
#include <string.h>
#include "game/legality.h"
#include "game/random.h"

/* ---- who is next, and how it ends ---- */

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
	return at;
}

void end_deal(struct game *game, enum ending ending, int out, int row)
{
	game->phase = PHASE_OVER;
	game->ending = (uint8_t)ending;
	game->out = (uint8_t)out;
	game->ended_by = (int16_t)row;
}

/* True if the player has drawn or taken, and no end of her turn by melding and discarding was found. False: one was found, or bans cannot be
 * the reason that there is none, since there are no bans or she is not at it. */
static bool leaves_no_end(const struct game *game)
{
	struct game after = *game;

	if (game->rules->discard.ban_count == 0 || (game->phase != PHASE_MELD && game->phase != PHASE_ANSWER))
		return false;
	after.phase = PHASE_MELD;
	return !turn_can_end(&after);
}

void game_record_event(struct game *game, int event, int side)
{
	int32_t before = game->turn.minimum;

	if (game->rules->event[event].per == event_per_deal && (game->events >> event & 1) != 0)
		return; /* nothing new */
	if (game->rules->event[event].per == event_per_deal)
		game->events |= UINT32_C(1) << event;
	else if (game->side[side].events[event] < UINT8_MAX)
		game->side[side].events[event]++;
	settle_minimums(game);
	if (game->phase != PHASE_ANSWER && game->phase != PHASE_OVER && !own_side(game)->opened) {
		game->turn.minimum = minimum_now(game);
		if (game->phase == PHASE_MELD && !turn_can_end(game))
			game->turn.minimum = before;
	}
	if (leaves_no_end(game))
		game->turn.bans_given_way = BANS_ALL;
}

/* ---- bonus cards ---- */

static void settle_hand(struct game *game);

/* What came of drawing, besides cards. */
struct drawing {
	bool last_bonus; /* the last card of the stock was a bonus card */
	bool unreplaced; /* a card was to come for a bonus card, and the stock was empty */
};

/* True if a bonus card that is drawn now may be kept in the hand. */
static bool keeps_bonus(const struct game *game)
{
	const struct rules *rules = game->rules;

	if (game->stock_size == 0 && rules->bonus.last_card == bonus_last_card_stays_in_the_hand)
		return true;
	return rules->bonus.laid == bonus_laid_by_choice && game->turn.number > 0 &&
	       (game->stock_size > 0 || rules->bonus.last_card == bonus_last_card_play_goes_on);
}

/* Puts a bonus card that was drawn into the hand of [seat]: to be laid in this turn or later or, as the last card of the stock, to
 * stay there. */
static void keep_bonus(struct game *game, int seat, int kind)
{
	to_hand(game, seat, kind);
	if (game->stock_size == 0 && game->rules->bonus.last_card == bonus_last_card_stays_in_the_hand)
		game->seat[seat].stays = (uint8_t)(1 + kind);
	else if (game->phase == PHASE_MELD)
		cards_add(&game->drawn, kind);
}

/* The streams of random numbers for shuffling the pile of a deal anew are this, the number of the deal and the times. */
#define RENEWED(times) ((UINT64_C(2) + (times)) << 32)

NOINLINE bool renew_stock(struct game *game)
{
	struct random random;

	if (cards_to_renew(game) == 0)
		return false;
	game->stock_size = game->renewed_size = (uint16_t)(game->pile_size - 1);
	memcpy(game->stock, game->pile, game->stock_size);
	game->pile[0] = game->pile[game->pile_size - 1];
	game->pile_size = 1;
	game->pile_kinds = UINT64_C(1) << game->pile[0];
	game->pile_starts &= game->pile_kinds;
	random_begin(&random, game->seed, RENEWED(game->renewed) | game->deal);
	random_shuffle(&random, game->stock, game->stock_size);
	game->renewed++;
	for (int seat = 0; seat < game->rules->seats; seat++)
		game->seat[seat].stays = 0;
	return true;
}

/* Draws one card into the hand of [seat]; bonus cards are laid out and replaced unless they may be kept. False if the
 * stock ran out first, or is not there. */
static bool draw_one(struct game *game, int seat, enum origin origin, struct drawing *came)
{
	cardset bonus = game->rules->bonus.cards;

	if (game->turn.thought)
		return false;
	while (game->stock_size > 0 || renew_stock(game)) {
		int kind = game->stock[--game->stock_size];
		if (!(bonus >> kind & 1)) {
			to_hand(game, seat, kind);
			return true;
		}
		came->last_bonus = game->stock_size == 0;
		if (keeps_bonus(game)) {
			keep_bonus(game, seat, kind);
			return true;
		}
		if (!lay_bonus(game, seat, kind, origin, false))
			return true;
	}
	return false;
}

/* The last card of the stock lies before the player: she may still meld, and says herself when the deal ends. */
static void play_last_melds(struct game *game)
{
	bool over = game->turn.talon > 0; /* a talon is given when the turn is over: nothing more is melded in it */

	game->phase = PHASE_MELD;
	game->turn.drew |= !game->turn.took;
	game->turn.fresh = true;
	game->turn.last = game->turn.stops = true;
	if (over || !turn_can_end(game))
		end_deal(game, ENDING_LAST_BONUS, NOBODY, ROW_bonus_last_card);
}

/* What the rules make of a stock that has come to its end with a bonus card. */
static void settle_drawing(struct game *game, struct drawing came)
{
	const struct rules *rules = game->rules;

	if (came.last_bonus && rules->bonus.last_card == bonus_last_card_ends_the_deal)
		end_deal(game, ENDING_LAST_BONUS, NOBODY, ROW_bonus_last_card);
	else if (came.last_bonus && rules->bonus.last_card == bonus_last_card_ends_the_deal_after_melding)
		play_last_melds(game);
	else if (came.unreplaced && rules->bonus.unreplaced == bonus_unreplaced_ends_the_deal)
		end_deal(game, ENDING_STOCK, NOBODY, ROW_bonus_unreplaced);
}

/* Ends the deal where the last card of the stock does, whatever it was drawn for. */
static void settle_stock(struct game *game)
{
	if (!game->turn.thought && game->rules->stock_end.play == stock_end_play_ends_with_the_last_card &&
	    game->stock_size == 0 && cards_to_renew(game) == 0 && game->phase != PHASE_OVER)
		end_deal(game, ENDING_STOCK, NOBODY, ROW_stock_end_play);
}

/* Lays out and replaces the bonus cards of one hand. */
NOINLINE static void lay_held_bonus(struct game *game, int at, enum origin origin, struct drawing *came)
{
	struct seat *seat = &game->seat[at];
	cardset kinds = cards_kinds(&seat->hand) & game->rules->bonus.cards;
	bool held = game->turn.number > 0 && origin != FROM_RESERVE;

	for (; kinds != 0; kinds &= kinds - 1)
		while (cards_count(&seat->hand, __builtin_ctzll(kinds)) > 0) {
			cards_remove(&seat->hand, __builtin_ctzll(kinds));
			seat->size--;
			if (lay_bonus(game, at, __builtin_ctzll(kinds), origin, held) &&
			    !draw_one(game, at, origin, came))
				came->unreplaced = true;
		}
}

void lay_dealt_bonus(struct game *game, int seat)
{
	struct drawing came = { false, false };

	lay_held_bonus(game, seat, FROM_DEAL, &came);
}

/* ---- reserves ---- */

static void pick_up_reserve(struct game *game)
{
	int seat = game->turn.seat, at = reserve_of(game, seat);
	struct cards *reserve = &game->reserve[at];
	struct drawing came = { false, false };

	game->turn.took_up = true;
	for (cardset kinds = cards_kinds(reserve); kinds != 0; kinds &= kinds - 1)
		for (int i = cards_count(reserve, __builtin_ctzll(kinds)); i > 0; i--)
			to_hand(game, seat, __builtin_ctzll(kinds));
	*reserve = (struct cards){ 0 };
	game->reserve_size[at] = 0;
	if (game->rules->table.alone == table_alone_first_to_take_up_a_reserve)
		play_alone(game, seat);
	if (game->rules->bonus.laid == bonus_laid_at_once &&
	    (cards_kinds(&game->seat[seat].hand) & game->rules->bonus.cards) != 0)
		lay_held_bonus(game, seat, FROM_RESERVE, &came);
	settle_drawing(game, came);
	settle_stock(game);
}

void put_reserve_down(struct game *game)
{
	int seat = game->turn.seat, at = reserve_of(game, seat);

	if (game->rules->reserve.after_discard == reserve_after_discard_at_once) {
		pick_up_reserve(game);
		return;
	}
	game->turn.took_up = true;
	game->talon[seat] = game->reserve[at];
	game->seat[seat].talon = game->reserve_size[at];
	game->reserve[at] = (struct cards){ 0 };
	game->reserve_size[at] = 0;
	if (game->rules->table.alone == table_alone_first_to_take_up_a_reserve)
		play_alone(game, seat);
}

void take_reserve(struct game *game)
{
	pick_up_reserve(game);
	if (game->phase == PHASE_MELD && (game->seat[game->turn.seat].size > 0 || !reserve_is_due(game)))
		settle_hand(game);
}

/* ---- the beginning of a turn ---- */

/* A reserve is taken up at [moment], before or after the draw, where the rules say so. */
static void take_reserve_at(struct game *game, int moment)
{
	struct question about = question_now(game);

	if ((int)game->rules->reserve.taken_up == moment && game->reserve_size[reserve_of(game, game->turn.seat)] > 0 && ask(game->rules->reserve.when, &about))
		take_reserve(game);
}

/* A card of a talon joins the hand or, as a bonus card that does not wait, lies before the player. True if another is to come for it. */
static bool talon_card_comes(struct game *game, int kind)
{
	const struct rules *rules = game->rules;
	int seat = game->turn.seat;

	if (rules->talon.bonus_cards == talon_bonus_cards_wait || !(rules->bonus.cards >> kind & 1)) {
		to_hand(game, seat, kind);
		return false;
	}
	return lay_bonus(game, seat, kind, FROM_STOCK, false) &&
	       rules->talon.bonus_cards == talon_bonus_cards_laid_and_replaced;
}

/* So many cards come for bonus cards of a talon. */
static void replace_talon_cards(struct game *game, int due)
{
	struct drawing came = { false, false };

	while (due-- > 0)
		if (!draw_one(game, game->turn.seat, FROM_STOCK, &came))
			came.unreplaced = true;
	settle_drawing(game, came);
}

/* The talon, or the reserve, that lies before the player joins the hand. */
NOINLINE static void pick_up_talon(struct game *game)
{
	struct seat *seat = &game->seat[game->turn.seat];
	struct cards *talon = &game->talon[game->turn.seat];
	bool reserve = game->rules->reserve.cards > 0;
	int due = 0;

	for (cardset kinds = cards_kinds(talon); kinds != 0; kinds &= kinds - 1)
		while (cards_count(talon, __builtin_ctzll(kinds)) > 0) {
			cards_remove(talon, __builtin_ctzll(kinds));
			if (reserve)
				to_hand(game, game->turn.seat, __builtin_ctzll(kinds));
			else
				due += talon_card_comes(game, __builtin_ctzll(kinds));
		}
	seat->talon = 0;
	replace_talon_cards(game, due);
}

void begin_turn(struct game *game, int seat)
{
	const struct rules *rules = game->rules;
	struct drawing came = { false, false };

	game->turn = (struct turn){ .number = (uint16_t)(game->turn.number + 1),
		                    .seat = (uint8_t)seat,
		                    .side = game->seat[seat].side,
		                    .no_talon = -1 };
	if (cards_kinds(&game->drawn) != 0)
		game->drawn = (struct cards){ 0 };
	game->phase = PHASE_DRAW;
	game->seat[seat].shown = false;
	game->turn.stays_in = rules->going_out.ask == going_out_ask_required && has_partner(game, seat);
	game->turn.opening = !own_side(game)->opened;
	if (game->one_alone)
		keep_room_for_partners(game);
	if (game->stock_size == 0)
		renew_stock(game);
	if (game->turn.opening)
		game->turn.minimum = minimum_now(game);
	if (game->seat[seat].talon > 0)
		pick_up_talon(game);
	if (game->phase == PHASE_OVER)
		return; /* a bonus card of the talon was not replaced */
	if (rules->reserve.cards > 0)
		take_reserve_at(game, reserve_taken_up_at_the_beginning_of_a_turn);
	if (rules->bonus.laid == bonus_laid_at_once &&
	    !(game->stock_size == 0 && rules->bonus.last_card == bonus_last_card_stays_in_the_hand) &&
	    (cards_kinds(&game->seat[seat].hand) & rules->bonus.cards) != 0) {
		lay_held_bonus(game, seat, origin_of_held(game), &came);
		settle_drawing(game, came);
	}
	if (game->phase == PHASE_DRAW && game->stock_size == 0 && rules->stock_end.play == stock_end_play_stops)
		end_deal(game, ENDING_STOCK, NOBODY, ROW_stock_end_play);
	settle_stock(game);
}

/* What was done in the turn that is over, whether rules ask for it or not: a record may be replayed under others that do. */
static void keep_past(struct game *game)
{
	struct past *past = &game->past[game->turn.seat];
	uint32_t done = deeds_of_turn(game);

	past->latest = (uint8_t)done;
	for (done &= (1 << DEEDS_KEPT) - 1; done != 0; done &= done - 1) {
		uint8_t *turns = &past->turns[__builtin_ctz(done)];
		*turns = (uint8_t)(*turns + (*turns < UINT8_MAX));
	}
}

void pass_turn(struct game *game)
{
	keep_past(game);
	game->seat[game->turn.seat].melded |= game->turn.melded;
	game->seat[game->turn.seat].played = true;
	begin_turn(game, game->rules->tables->next_seat[game->turn.seat]);
}

/* ---- drawing, laying, picking up ---- */

/* A look that is enough for most hands: nothing is owed, a card that no ban speaks of can be discarded, and one kept. */
static bool can_surely_discard(const struct game *game)
{
	const struct seat *seat = &game->seat[game->turn.seat];

	return seat->size >= 2 && !game->turn.melded && !game->turn.owes_out &&
	       (cards_kinds(&seat->hand) & never_banned(game)) != 0;
}

/* True if the player may lay a bonus card of her hand. */
static bool can_lay(const struct game *game)
{
	for (cardset kinds = bonus_to_lay(game); kinds != 0; kinds &= kinds - 1)
		if (hand_can_spare(game, __builtin_ctzll(kinds)))
			return true;
	return false;
}

/* After cards have come from the stock: nobody is stuck for what it gave. */
static void settle_hand(struct game *game)
{
	int size = game->seat[game->turn.seat].size;

	game->turn.bans_given_way = 0;
	if (game->rules->discard.ban_count == 0 && size >= 2)
		return;
	if (game->phase != PHASE_MELD || can_surely_discard(game))
		return;
	if (game->rules->discard.ban_count > 0) {
		settle_bans(game); /* also where she could keep all of it */
		if (!may_keep_all(game) && !turn_can_end(game) && !can_lay(game)) /* another card may come for one that is laid */
			game->turn.bans_given_way = BANS_ALL;
	}
	if (size < 2 && (size == 0 || !may_keep_all(game)) && !turn_can_end(game))
		pass_turn(game); /* only bonus cards came, and no card can be spared */
}

/* Most cards are no bonus cards. */
static bool draw_plain_or_bonus(struct game *game, struct drawing *came)
{
	int kind = game->stock[game->stock_size - 1];

	if (game->rules->bonus.cards >> kind & 1)
		return draw_one(game, game->turn.seat, FROM_STOCK, came);
	game->stock_size--;
	to_hand(game, game->turn.seat, kind);
	return true;
}

void draw_from_stock(struct game *game)
{
	const struct rules *rules = game->rules;
	int due = cards_of_draw(game), drawn = 0;
	struct drawing came = { false, false };

	game->turn.drew = true;
	game->turn.fresh = true;
	if (due == 0) {
		end_deal(game, ENDING_STOCK, NOBODY,
		         game->stock_size > 0 ? ROW_stock_end_short_draw : ROW_stock_end_play);
		return;
	}
	game->phase = PHASE_MELD;
	while (drawn < due && (game->stock_size > 0 || renew_stock(game)) && draw_plain_or_bonus(game, &came))
		drawn++;
	came.unreplaced = drawn < due;
	if (came.unreplaced || came.last_bonus)
		settle_drawing(game, came);
	settle_stock(game);
	if (rules->reserve.cards > 0 && game->phase == PHASE_MELD)
		take_reserve_at(game, reserve_taken_up_after_drawing);
	settle_hand(game);
}

void lay_from_hand(struct game *game, int kind)
{
	struct seat *seat = &game->seat[game->turn.seat];
	enum origin origin = game->phase == PHASE_DRAW ? origin_of_held(game) : FROM_STOCK;
	struct drawing came = { false, false };
	bool held = cards_count(&game->drawn, kind) == 0;

	cards_remove(&seat->hand, kind);
	seat->size--;
	if (!held)
		cards_remove(&game->drawn, kind);
	if (lay_bonus(game, game->turn.seat, kind, origin, held) && !draw_one(game, game->turn.seat, origin, &came))
		came.unreplaced = true;
	settle_drawing(game, came);
	settle_stock(game);
	settle_hand(game);
}

/* Draws the cards that a way of taking the pile brings besides, as many as there are. A stock with fewer ends the deal where
 * the rules want that. */
NOINLINE static void draw_besides(struct game *game, struct drawing *came)
{
	const struct rules *rules = game->rules;
	int due = rules->pile.take[game->turn.way].draws, drawn = 0, there;

	if (due == 0 || game->turn.thought)
		return;
	there = game->stock_size < due ? game->stock_size + cards_to_renew(game) : due;
	if (there < due && rules->stock_end.short_draw == stock_end_short_draw_ends_the_deal) {
		end_deal(game, ENDING_STOCK, NOBODY, ROW_stock_end_short_draw);
		return;
	}
	due = lesser(due, there);
	while (drawn < due && draw_one(game, game->turn.seat, FROM_STOCK, came))
		drawn++;
	came->unreplaced |= drawn < due;
}

void pick_up_pile(struct game *game)
{
	struct drawing came = { false, false };
	int stock = game->stock_size, renewed = game->renewed;

	game->turn.pending = true; /* the stock is not renewed from a pile that is being picked up */
	for (int i = game->turn.left; i < game->pile_size; i++)
		if (pile_card_comes(game, i) && !draw_one(game, game->turn.seat, FROM_STOCK, &came))
			came.unreplaced = true;
	pile_is_gone(game);
	draw_besides(game, &came);
	if (game->phase == PHASE_OVER)
		return;
	if (game->rules->discard.ban_count > 0)
		settle_bans(game);
	settle_drawing(game, came);
	settle_stock(game);
	if (game->stock_size != stock || game->renewed != renewed)
		settle_hand(game);
}

/* ---- talons ---- */

void take_talon(struct game *game)
{
	const struct rules *rules = game->rules;
	int seat = game->turn.seat, due = 0;

	for (int i = 0; i < game->turn.talon; i++) {
		int kind =
			rules->talon.set_aside > 0 ? game->aside[--game->aside_size] : game->stock[--game->stock_size];
		if (rules->talon.joins_hand == talon_joins_hand_at_once)
			due += talon_card_comes(game, kind);
		else {
			cards_add(&game->talon[seat], kind);
			game->seat[seat].talon++;
		}
	}
	replace_talon_cards(game, due);
}
