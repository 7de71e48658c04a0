/* transpose.c -- kinds of card are found by their faces. What is remembered of a turn or of a side is taken over as far
 * as both rules speak of it: names are looked up, and what only one of them knows is left out. */
#include "game/transpose.h"

#include <string.h>
#include "game/play.h"
#include "game/position.h"
#include "grammar/text.h"
#include "rules/canonical.h"

/* ---- which card is which ---- */

/* The kind under [to] that has all of [faces]; -1 if there is none. */
static int kind_of_faces(const struct rules *to, cardset faces)
{
	for (int kind = 0; kind < to->kinds; kind++)
		if ((faces & ~faces_of_kinds(to, UINT64_C(1) << kind)) == 0)
			return kind;
	return -1;
}

static bool same_deck(const struct transposition *at)
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

bool transpose_begin(struct transposition *at, const struct rules *from, const struct rules *to, struct text *why)
{
	*at = (struct transposition){ .from = from, .to = to };
	if (from->table.players != to->table.players || from->table.sides != to->table.sides ||
	    from->seats != to->seats || from->table.alone != to->table.alone)
		return fail(why, "the two are not played by the same number of players and sides");
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

static void cards_there(const struct transposition *at, const struct cards *cards, struct cards *there)
{
	for (cardset kinds = cards_kinds(cards); kinds != 0; kinds &= kinds - 1)
		for (int i = cards_count(cards, __builtin_ctzll(kinds)); i > 0; i--)
			cards_add(there, at->kind[__builtin_ctzll(kinds)]);
}

static cardset set_there(const struct transposition *at, cardset kinds)
{
	cardset there = 0;

	for (; kinds != 0; kinds &= kinds - 1)
		there |= UINT64_C(1) << at->kind[__builtin_ctzll(kinds)];
	return there;
}

static void row_there(const struct transposition *at, const uint8_t *kinds, int count, uint8_t *there)
{
	for (int i = 0; i < count; i++)
		there[i] = at->kind[kinds[i]];
}

static void seats_there(const struct transposition *at, const struct game *game, struct game *there)
{
	for (int seat = 0; seat < at->from->seats; seat++) {
		const struct seat *from = &game->seat[seat];
		struct seat *to = &there->seat[seat];
		*to = *from;
		to->hand = to->laid = (struct cards){ 0 };
		cards_there(at, &from->hand, &to->hand);
		cards_there(at, &from->laid, &to->laid);
		cards_there(at, &game->talon[seat], &there->talon[seat]);
	}
}

/* Everything but melds and the turn. */
static void table_there(const struct transposition *at, const struct game *game, const int32_t *totals,
                        struct game *there)
{
	game_begin(there, at->to, game->seed);
	there->deal = game->deal;
	there->dealer = game->dealer;
	there->alone = game->alone;
	memcpy(there->player, game->player, sizeof there->player);
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

void transpose_dealt(const struct transposition *at, const struct game *game, const int32_t *totals, struct game *there)
{
	table_there(at, game, totals, there);
	begin_turn(there, game->turn.seat);
}

void transpose_stock(const struct transposition *at, const struct game *game, struct game *there)
{
	if (game->stock_size == there->stock_size)
		row_there(at, game->stock, game->stock_size, there->stock);
}

/* ---- what happened at the table ---- */

static int times_recorded(const struct game *game, int event, int side)
{
	return game->rules->event[event].per == event_per_deal ? (int)(game->events >> event & 1)
	                                                       : game->side[side].events[event];
}

void transpose_events(const struct transposition *at, const struct game *game, struct game *there)
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

static void meld_there(const struct transposition *at, const struct meld_cards *cards, struct meld_cards *there)
{
	*there = (struct meld_cards){ .kind = at->kind[cards->kind], .naturals = cards->naturals };
	for (int i = 0; i < at->from->wild_kinds; i++)
		for (int j = 0; j < at->to->wild_kinds; j++)
			if (at->to->wild_kind[j] == at->kind[at->from->wild_kind[i]]) {
				there->wild[j] = cards->wild[i];
				there->wilds = (uint8_t)(there->wilds + cards->wild[i]);
			}
}

/* True if no card of a meld is wild under one of the rules alone. */
static bool is_whole(const struct transposition *at, const struct meld_cards *cards, const struct meld_cards *there)
{
	bool wild = at->to->cards.wild >> there->kind & 1;

	return there->wilds == cards->wilds && (cards->naturals == 0) == wild;
}

/* Counts the cards of a meld as held by [side]. */
static void hold_meld(const struct transposition *at, const struct meld_cards *cards, int side, struct game *there)
{
	int seat = 0;

	while (there->seat[seat].side != side)
		seat++;
	for (int i = 0; i < cards->naturals; i++)
		cards_add(&there->seat[seat].hand, at->kind[cards->kind]);
	for (int wild = 0; wild < at->from->wild_kinds; wild++)
		for (int i = 0; i < cards->wild[wild]; i++)
			cards_add(&there->seat[seat].hand, at->kind[at->from->wild_kind[wild]]);
	there->seat[seat].size = (uint16_t)(there->seat[seat].size + cards->naturals + cards->wilds);
}

/* The kind of meld that has the name of kind [form] of the other rules, if these cards are one; else -1. */
static int form_there(const struct transposition *at, int form, const struct meld_cards *there)
{
	int other = rules_item_named(at->to, GROUP_meld, at->from->meld[form].name);

	return other >= 0 && cards_fit_form(at->to, other, there) ? other : -1;
}

static bool has_seat(const struct game *game, int side)
{
	for (int seat = 0; seat < game->rules->seats; seat++)
		if (game->seat[seat].side == side)
			return true;
	return false;
}

/* Puts the melds of one side on the table; returns how many are none. */
static int side_there(const struct transposition *at, const struct game *game, int number, struct game *there)
{
	struct position position = { .game = *there };
	const struct side *side = &game->side[number];
	int none = 0;

	for (int i = 0; i < side->melds && has_seat(game, number); i++) {
		struct meld_cards cards;
		meld_there(at, &side->meld[i].cards, &cards);
		if (is_whole(at, &side->meld[i].cards, &cards) &&
		    position_meld(&position, number, &cards, form_there(at, side->meld[i].form, &cards))) {
			position.game.side[number].meld[position.game.side[number].melds - 1].begun =
				side->meld[i].begun;
			continue;
		}
		hold_meld(at, &side->meld[i].cards, number, &position.game);
		none++;
	}
	*there = position.game;
	there->side[number].opened = side->opened;
	there->side[number].order = side->order;
	return none;
}

/* What is remembered of the last turn, as far as scores may ask for it. */
static void turn_there(const struct transposition *at, const struct game *game, struct game *there)
{
	there->turn = game->turn;
	there->turn.bound_by = there->turn.top_meld = 0;
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
static void special_there(const struct transposition *at, const struct game *game, struct game *there)
{
	cards_there(at, &game->special_cards, &there->special_cards);
	there->ending = ENDING_OUT;
	for (int i = 0; i < at->to->special_count; i++)
		if (strcmp(at->to->special[i].name, at->from->special[game->special].name) == 0) {
			there->special = (uint8_t)i;
			there->ending = ENDING_SPECIAL;
		}
}

int transpose_over(const struct transposition *at, const struct game *game, const int32_t *totals, struct game *there)
{
	int none = 0;

	table_there(at, game, totals, there);
	for (int side = 0; side < at->to->table.sides; side++)
		none += side_there(at, game, side, there);
	turn_there(at, game, there);
	if (game->ending == ENDING_SPECIAL)
		special_there(at, game, there);
	transpose_events(at, game, there);
	return none;
}
