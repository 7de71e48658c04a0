/* seating.c -- who sits where. Players have places for the whole game, numbered so that the sides alternate; where more
 * belong to a side than sit at the table for it, they sit out in turn. */
#include "game/play.h"
#include "rules/faces.h"

/* ---- sitting out ---- */

/* Seats those of [side] who play in this deal, in the order of their places; the others come behind [*out]. Of [count]
 * members so many as there is no seat for sit out, beginning with the last, and in each deal those before them. */
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
	return name[0] == '2' ? -1 : rank; /* which is the last in the order of kinds but for the joker */
}

/* Players keep their seats, which are counted from that of [highest] on. */
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
		/* sides fill up one after the other, each from its first place on */
		while (above >= (players - side + sides - 1) / sides)
			above -= (players - side++ + sides - 1) / sides;
		cut->side[player] = (uint8_t)side;
		cut->place[player] = (uint8_t)(side + above * sides);
	}
	if (rules->cut.decides == cut_decides_deal)
		keep_seats(rules, highest, cut);
	return true;
}
