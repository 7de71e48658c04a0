/* deal.c -- from the cut to the first turn: who sits where, who deals, who gets which cards, what is turned up. Players have
 * places for the whole game, numbered so that the sides alternate; where more belong to a side than sit at the table for it,
 * they sit out in turn. */
#include "game/play.h"

#include <string.h>
#include "game/random.h"
#include "rules/rules.h"

/* ---- sitting out ---- */

/* Gives the seats of [side] to those of its members who play in this deal, in the order of their places. Members who
 * sit out are listed in game->player[] from [*out] on: in the first deal the last members, in the next deal those
 * before them. */
static void seat_side(struct game *game, int side, int *out)
{
	const struct rules *rules = game->rules;
	int sides = rules->table.sides, count = (rules->table.players - side + sides - 1) / sides;
	int outside = count - rules->seats / sides, seat = side;

	for (int member = 0; member < count; member++) {
		uint8_t player = (uint8_t)(side + member * sides);
		unsigned from_last = (unsigned)(count - 1 - member) + (unsigned)count;
		unsigned turn = from_last - (unsigned)((uint64_t)game->deal * (unsigned)outside % (unsigned)count);
		if ((int)(turn % (unsigned)count) < outside) {
			game->player[(*out)++] = player;
			continue;
		}
		game->player[seat] = player;
		seat += sides;
	}
}

void game_seat_players(struct game *game)
{
	int out = game->rules->seats;

	for (int side = 0; side < game->rules->table.sides; side++)
		seat_side(game, side, &out);
}

/* ---- the cut ---- */

/* How high a card is in the cut. */
static int height_of(const struct rules *rules, int kind)
{
	const char *name = RANK_NAMES[rules->kind[kind].rank];
	int rank = rules->kind[kind].rank;

	if (name[0] == 'A' && rules->cut.ace == cut_ace_low)
		return -2;
	return name[0] == '2' ? -1 : rank; /* kinds are in the order of ranks, with the two behind the ace */
}

/* Cut for the deal: players keep their seats, which are counted from that of [highest]. */
static void keep_seats(const struct rules *rules, int highest, struct cut *cut)
{
	int players = rules->table.players;

	for (int player = 0; player < players; player++) {
		cut->place[player] = (uint8_t)((player - highest + players) % players);
		cut->side[player] = (uint8_t)(cut->place[player] % rules->table.sides);
	}
}

bool game_cut(const struct rules *rules, const uint8_t *kinds, struct cut *cut)
{
	int players = rules->table.players, sides = rules->table.sides, highest = 0;

	for (int player = 0; player < players; player++) {
		int above = 0, height = height_of(rules, kinds[player]), side = 0;
		if (rules->cut.again >> kinds[player] & 1)
			return false;
		for (int other = 0; other < players; other++) {
			int its = height_of(rules, kinds[other]);
			if (other != player && its == height)
				return false;
			above += its > height;
		}
		highest = above == 0 ? player : highest;
		/* the first side takes as many of the highest as it has members, then the next side */
		while (above >= (players - side + sides - 1) / sides)
			above -= (players - side++ + sides - 1) / sides;
		cut->side[player] = (uint8_t)side;
		cut->place[player] = (uint8_t)(side + above * sides);
	}
	if (rules->cut.decides == cut_decides_deal)
		keep_seats(rules, highest, cut);
	return true;
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

int game_dealer_for(const struct game *game, int first)
{
	return seat_from(game, first, -first_step(game->rules));
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
	game_seat_players(game);
	settle_alone(game);
	if (rules->cut.decides != cut_decides_nothing) { /* the highest of the cut is the first player */
		if (rules->cut.highest == cut_highest_plays_first)
			game->dealer = (uint8_t)game_dealer_for(game, 0);
	} else if (rules->deal.first_dealer == deal_first_dealer_random) {
		random_begin(&random, seed, UINT64_MAX); /* a stream of its own, so that deals do not depend on it */
		game->dealer = (uint8_t)random_below(&random, (uint32_t)rules->seats);
	}
}

void settle_alone(struct game *game)
{
	struct question about = { .game = game };

	game->one_alone = game->rules->table.alone != table_alone_nobody && ask(game->rules->table.alone_deals, &about);
}

void game_next_deal(struct game *game, const int32_t *totals)
{
	for (int side = 0; side < game->rules->table.sides; side++) {
		game->side[side].score = totals[side];
		if (totals[side] > game->best)
			game->best = totals[side];
		memset(game->side[side].events, 0, sizeof game->side[side].events);
	}
	game->events = 0;
	game->deal++;
	if (game->rules->deal.next_dealer == deal_next_dealer_to_the_left)
		game->dealer = (uint8_t)seat_from(game, game->dealer, 1);
	else if (game->rules->deal.next_dealer == deal_next_dealer_to_the_right)
		game->dealer = (uint8_t)seat_from(game, game->dealer, -1);
	settle_alone(game);
}

/* ---- dealing ---- */

static void clear_table(struct game *game)
{
	for (int side = 0; side < game->rules->table.sides; side++) {
		struct side clear = { .score = game->side[side].score };
		memcpy(clear.events, game->side[side].events, sizeof clear.events);
		game->side[side] = clear;
	}
	for (int seat = 0; seat < game->rules->seats; seat++)
		game->seat[seat] = (struct seat){ .side = (uint8_t)account_of(game, seat) };
	game_seat_players(game);
	memset(game->past, 0, sizeof game->past);
	memset(game->known, 0, sizeof game->known);
	memset(game->talon, 0, sizeof game->talon);
	memset(game->reserve, 0, sizeof game->reserve);
	memset(game->reserve_size, 0, sizeof game->reserve_size);
	game->aside_size = game->renewed = 0;
	game->turn = (struct turn){ .number = 0 };
	settle_alone(game);
	settle_minimums(game);
	game->pile_size = 0;
	game->pile_kinds = game->pile_starts = 0;
	game->ending = ENDING_NONE;
	game->ended_by = -1;
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
			int seat = seat_from(game, game->dealer, i);
			to_hand(game, seat, game->stock[--game->stock_size]);
		}
}

static void set_talons_aside(struct game *game)
{
	for (int i = game->rules->talon.set_aside; i > 0; i--)
		game->aside[i - 1] = game->stock[--game->stock_size];
	game->aside_size = (uint8_t)game->rules->talon.set_aside;
}

int reserve_dealt(const struct game *game, int place)
{
	const struct rules *rules = game->rules;
	bool shared = game->one_alone && rules_share_reserves(rules); /* one for who plays alone, one for the others */

	bool is_first = shared ? place == 0 : rules_has_reserves_in_turn(rules) && place < rules_reserve_owners(rules);

	if (place >= (shared ? 2 : rules_reserves(rules)))
		return 0;
	return is_first && rules->reserve.first > 0 ? rules->reserve.first : rules->reserve.cards;
}

int reserves_dealt(const struct game *game)
{
	int cards = 0;

	for (int i = 0; i < rules_reserves(game->rules); i++)
		cards += reserve_dealt(game, i);
	return cards;
}

static void deal_reserves(struct game *game)
{
	for (int i = 0; i < rules_reserves(game->rules); i++) {
		game->reserve_size[i] = (uint8_t)reserve_dealt(game, i);
		for (int card = game->reserve_size[i]; card > 0; card--)
			cards_add(&game->reserve[i], game->stock[--game->stock_size]);
	}
}

static void turn_up(struct game *game)
{
	int kind = game->stock[--game->stock_size];

	game->pile[game->pile_size++] = (uint8_t)kind;
	game->pile_kinds |= UINT64_C(1) << kind;
	game->pile_starts |= UINT64_C(1) << kind;
}

/* Puts the start cards back into the stock and shuffles it. */
static void take_back_start(struct game *game, struct random *random)
{
	while (game->pile_size > 0)
		game->stock[game->stock_size++] = game->pile[--game->pile_size];
	game->pile_kinds = game->pile_starts = 0;
	random_shuffle(random, game->stock, game->stock_size);
}

enum { SHUFFLES_MAX = 100 }; /* rarely more than one; a stock of nothing but such cards is left alone after so many */

/* The stream of random numbers for shuffling deal [deal] again is SHUFFLED_AGAIN | deal. */
#define SHUFFLED_AGAIN (UINT64_C(1) << 32)

/* Puts the top card of the pile into the stock, at any place. */
static void bury_start(struct game *game, struct random *random)
{
	uint8_t kind = game->pile[--game->pile_size];
	int at = (int)random_below(random, game->stock_size + 1U);

	memmove(game->stock + at + 1, game->stock + at, (size_t)(game->stock_size - at));
	game->stock[at] = kind;
	game->stock_size++;
	game->pile_kinds = game->pile_starts = kinds_in_row(game->pile, game->pile_size);
}

/* Turns up the start cards. For each that the rules want turned up again a further one is turned up, on top of it or in its place. The
 * stock may be empty: replacing dealt bonus cards may have taken all of it. */
static void turn_start_cards(struct game *game)
{
	const struct rules *rules = game->rules;
	int limit = rules->deal.turn_again_limit, again = 0, shuffles = 0, start = 0;
	struct random random = { .number = 0 };

	while (start < rules->deal.start_pile && game->stock_size > 0) {
		turn_up(game);
		if (game->stock_size == 0 || !(rules->deal.turn_again >> pile_top(game) & 1)) {
			start++;
			continue;
		}
		if (rules->deal.turned_again == deal_turned_again_covered && (limit == 0 || again++ < limit))
			continue;
		if (shuffles == SHUFFLES_MAX) {
			start++;
			continue;
		}
		if (shuffles++ == 0)
			random_begin(&random, game->seed, SHUFFLED_AGAIN | game->deal);
		if (rules->deal.turned_again == deal_turned_again_buried && (limit == 0 || again++ < limit))
			bury_start(game, &random);
		else {
			take_back_start(game, &random);
			again = start = 0;
		}
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

	game->events = events; /* minimums may ask for them */
	clear_table(game);
	deal_hands(game);
	set_talons_aside(game);
	deal_reserves(game);
	if (rules->deal.bonus_cards == deal_bonus_cards_before_start_card)
		lay_all_dealt_bonus(game);
	if (rules->deal.start_pile > 0)
		turn_start_cards(game);
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
