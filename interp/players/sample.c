/* sample.c -- games that look like a view. Cards that went into a hand with a pile are there. Each other card that the view does not
 * show is dealt to any hidden place, but for bonus cards, which do not stay in a hand that has to lay them. Then the hidden hands are
 * played on for some turns: players have kept what serves them, so they hold more pairs, and fewer odd cards, than chance gives. */
#include "players/expert.h"

#include <string.h>
#include "game/state.h"
#include "players/player.h"

enum {
	TRIES = 20, /* attempts to deal hands with which the question to the partner could be asked */
	TURNS_MOST =
		8 /* turns that hands are played on: after that they have as many pairs and single cards as real ones */
};

/* The hidden cards, given out from the end. */
struct heap {
	uint8_t kind[DECK_MAX];
	int count;
};

static int cards_in_melds(const struct view *view, int kind)
{
	const struct rules *rules = view->rules;
	int count = 0;

	for (int side = 0; side < rules->table.sides; side++)
		for (int i = 0; i < view->side[side].melds; i++) {
			const struct meld_cards *cards = &view->side[side].meld[i].cards;
			count += meld_naturals_of(rules, cards, kind);
			for (int wild = 0; wild < rules->wild_kinds; wild++)
				count += rules->wild_kind[wild] == kind ? cards->wild[wild] : 0;
		}
	return count;
}

static void collect_hidden(const struct view *view, struct heap *heap)
{
	const struct rules *rules = view->rules;

	heap->count = 0;
	for (int kind = 0; kind < rules->kinds; kind++) {
		int hidden = rules->kind[kind].copies - cards_count(&view->hand, kind) -
		             cards_count(&view->pile, kind) - cards_count(&view->special_cards, kind) -
		             cards_in_melds(view, kind);
		for (int seat = 0; seat < rules->seats; seat++) {
			hidden -= cards_count(&view->laid[seat], kind);
			hidden -= seat != view->seat ? cards_count(&view->hand_shown[seat], kind) : 0;
		}
		while (hidden-- > 0 && heap->count < DECK_MAX)
			heap->kind[heap->count++] = (uint8_t)kind;
	}
}

/* A hand that is hidden: neither the player's own nor shown. */
static bool is_hidden(const struct view *view, int seat)
{
	return seat != view->seat && cards_kinds(&view->hand_shown[seat]) == 0;
}

/* How many cards lie hidden. */
static int count_hidden(const struct view *view)
{
	int count = view->stock_size + view->aside_size + (view->pile_size > 0 && view->pile_top < 0);

	for (int i = 0; i < rules_reserves(view->rules); i++)
		count += view->reserve[i];
	for (int seat = 0; seat < view->rules->seats; seat++)
		count += view->talon[seat] + (is_hidden(view, seat) ? view->size[seat] : 0);
	return count;
}

/* Takes the last card that is not one of those [shunned], or one of them if nothing else is left. */
static int take_card(struct heap *heap, cardset shunned)
{
	int at = heap->count - 1, kind;

	while (at > 0 && (shunned >> heap->kind[at] & 1))
		at--;
	kind = heap->kind[at];
	heap->count--;
	memmove(heap->kind + at, heap->kind + at + 1, (size_t)(heap->count - at));
	return kind;
}

static void give_cards(struct heap *heap, struct cards *cards, int count, cardset shunned)
{
	for (int given = 0; given < count; given++)
		cards_add(cards, take_card(heap, shunned));
}

/* Puts a card back, at any place. */
static void put_back(struct heap *heap, struct random *random, int kind)
{
	int at = (int)random_below(random, (uint32_t)heap->count + 1);

	heap->kind[heap->count] = (uint8_t)kind;
	heap->kind[heap->count++] = heap->kind[at];
	heap->kind[at] = (uint8_t)kind;
}

/* Gives the cards of which it is known that they are in the hand of [seat], as far as they are hidden. Returns how many. */
static int give_known(const struct view *view, int seat, struct heap *heap, struct cards *cards)
{
	int left[KINDS_MAX], count = 0, kept = 0;

	for (int kind = 0; kind < view->rules->kinds; kind++)
		left[kind] = view->known[seat][kind];
	for (int i = 0; i < heap->count; i++) {
		int kind = heap->kind[i];
		if (left[kind] > 0 && count < view->size[seat]) {
			cards_add(cards, kind);
			left[kind]--;
			count++;
		} else
			heap->kind[kept++] = (uint8_t)kind;
	}
	heap->count = kept;
	return count;
}

static void give_row(struct heap *heap, uint8_t *row, int count)
{
	heap->count -= count;
	memcpy(row, heap->kind + heap->count, (size_t)count);
}

/* Bonus cards that are laid as they come are not in the hand of a player who has had a turn. */
static cardset not_in_hand(const struct view *view, int seat)
{
	const struct rules *rules = view->rules;
	bool laid = rules->bonus.laid == bonus_laid_at_once &&
	            (view->played[seat] || seat == view->turn.seat ||
	             rules->deal.bonus_cards != deal_bonus_cards_in_the_first_turn);

	return laid ? rules->bonus.cards : 0;
}

/* Lays the pile: the cards that players may look at on top, the others below in random order. */
static void lay_pile(const struct view *view, struct random *random, struct game *game)
{
	struct cards below = view->pile;
	int count = 0;

	game->pile_size = view->pile_size;
	game->top_hidden = view->pile_size > 0 && view->pile_top < 0;
	for (int i = 0; i < view->shown; i++) {
		game->pile[view->pile_size - 1 - i] = view->pile_shown[i];
		cards_remove(&below, view->pile_shown[i]);
	}
	for (cardset kinds = cards_kinds(&below); kinds != 0; kinds &= kinds - 1)
		for (int i = cards_count(&below, __builtin_ctzll(kinds)); i > 0; i--)
			game->pile[count++] = (uint8_t)__builtin_ctzll(kinds);
	random_shuffle(random, game->pile, count);
	game->pile_kinds = cards_kinds(&view->pile);
	game->pile_starts = view->pile_starts;
}

/* Lays out everything that the view shows. */
static void lay_out(const struct view *view, struct game *game)
{
	memset(game, 0, sizeof *game);
	game->rules = view->rules;
	game->deal = view->deal;
	game->events = view->events;
	game->dealer = view->dealer;
	game->phase = view->phase;
	game->ending = view->ending;
	game->ended_by = -1;
	game->out = view->out;
	game->special = view->special;
	game->special_cards = view->special_cards;
	game->alone = view->alone;
	game->one_alone = view->one_alone;
	game->best = view->best;
	memcpy(game->player, view->player, sizeof game->player);
	memcpy(game->past, view->past, sizeof game->past);
	memcpy(game->known, view->known, sizeof game->known);
	game->stock_size = view->stock_size;
	game->aside_size = view->aside_size;
	memcpy(game->reserve_size, view->reserve, sizeof game->reserve_size);
	game->turn = view->turn;
	memcpy(game->side, view->side, sizeof game->side);
	game->drawn = view->drawn;
	for (int seat = 0; seat < view->rules->seats; seat++) {
		struct seat *at = &game->seat[seat];
		at->side = view->side_of[seat];
		at->size = view->size[seat];
		at->talon = view->talon[seat];
		at->laid = view->laid[seat];
		at->melded = view->melded[seat];
		at->played = view->played[seat];
		at->asked = view->asked[seat];
		at->shown = cards_kinds(&view->hand_shown[seat]) != 0;
		at->hand = at->shown ? view->hand_shown[seat] : (struct cards){ 0 };
	}
	game->seat[view->seat].hand = view->hand;
	game->seat[view->seat].stays = view->stays;
}

/* How many cards of [kind] an act of melding, adding or discarding lays from the hand. */
static int cards_of_act(const struct rules *rules, struct act act, int kind)
{
	if (act.verb == ACT_ADD || act.verb == ACT_DISCARD)
		return act.kind == kind;
	if (act.verb != ACT_MELD)
		return 0;
	return rules->cards.wild >> kind & 1 ? act_wild(act, wild_place(rules, kind))
	                                     : act_naturals_of(rules, act, kind);
}

/* What the player whose turn it is would lay or discard goes back to [heap], but for cards that are known to be in her hand. Returns how
 * many cards that are. */
static int lay_back(const struct view *view, struct act act, struct heap *heap, struct random *random,
                    struct game *game)
{
	struct seat *seat = &game->seat[game->turn.seat];
	int count = 0;

	for (cardset kinds = cards_kinds(&seat->hand); kinds != 0; kinds &= kinds - 1) {
		int kind = __builtin_ctzll(kinds),
		    most = cards_count(&seat->hand, kind) - view->known[game->turn.seat][kind];
		for (int left = lesser(cards_of_act(game->rules, act, kind), most); left > 0; left--, count++) {
			cards_remove(&seat->hand, kind);
			put_back(heap, random, kind);
		}
	}
	seat->size = (uint16_t)(seat->size - count);
	return count;
}

/* Plays the hand of the player whose turn it is on for so many turns: she draws from [heap]. The table stays as it is, so that her hand
 * becomes one that may be held beside it. */
static void play_hand(const struct view *view, int turns, struct heap *heap, struct random *random, struct game *game)
{
	struct seat *seat = &game->seat[game->turn.seat];
	int size = seat->size, last = -1;
	struct act act;

	for (; turns > 0 && heap->count > size + 1 - seat->size; turns--) {
		for (; seat->size <= size; to_hand(game, game->turn.seat, last))
			last = take_card(heap, not_in_hand(view, game->turn.seat));
		if (player_chooses(&player_careful, game, NULL, NULL, &act) &&
		    lay_back(view, act, heap, random, game) > 0)
			continue;
		cards_remove(&seat->hand, last);
		put_back(heap, random, last);
		seat->size--;
		break;
	}
	give_cards(heap, &seat->hand, size - seat->size, not_in_hand(view, game->turn.seat));
	seat->size = (uint16_t)size;
}

static void play_hands(const struct view *view, struct heap *heap, struct random *random, struct game *game)
{
	int turns = lesser((view->turn.number - 1) / view->rules->seats, TURNS_MOST);

	game->phase = PHASE_MELD;
	for (int seat = 0; seat < view->rules->seats; seat++) {
		int side = view->side_of[seat];
		struct question about = { .game = game, .seat = (uint8_t)seat, .side = (uint8_t)side };
		if (!is_hidden(view, seat) || view->size[seat] == 0)
			continue;
		game->turn = (struct turn){ .number = view->turn.number,
			                    .seat = (uint8_t)seat,
			                    .side = (uint8_t)side,
			                    .drew = true,
			                    .no_talon = -1,
			                    .opening = !view->side[side].opened };
		game->turn.minimum = view->side[side].opened ? 0 : minimum_of(&about);
		play_hand(view, turns, heap, random, game);
	}
	game->turn = view->turn;
	game->phase = view->phase;
}

static void deal_hidden(const struct view *view, const struct heap *hidden, struct random *random, struct game *game)
{
	struct heap heap = *hidden;
	int known[PLAYERS_MAX];

	for (int seat = 0; seat < view->rules->seats; seat++)
		if (is_hidden(view, seat)) {
			game->seat[seat].hand = (struct cards){ 0 };
			known[seat] = give_known(view, seat, &heap, &game->seat[seat].hand);
		}
	random_shuffle(random, heap.kind, heap.count);
	for (int seat = 0; seat < view->rules->seats; seat++)
		if (is_hidden(view, seat))
			give_cards(&heap, &game->seat[seat].hand, view->size[seat] - known[seat],
			           not_in_hand(view, seat));
	if (game->top_hidden)
		give_row(&heap, &game->pile[game->pile_size - 1], 1);
	for (int seat = 0; seat < view->rules->seats; seat++) {
		game->talon[seat] = (struct cards){ 0 };
		give_cards(&heap, &game->talon[seat], view->talon[seat], 0);
	}
	for (int i = 0; i < rules_reserves(view->rules); i++) {
		game->reserve[i] = (struct cards){ 0 };
		give_cards(&heap, &game->reserve[i], view->reserve[i], 0);
	}
	give_row(&heap, game->aside, game->aside_size);
	play_hands(view, &heap, random, game);
	give_row(&heap, game->stock, game->stock_size);
}

/* Whether the question that was asked could be asked with the cards as they are dealt. */
static bool question_stands(const struct game *game)
{
	struct game before = *game;

	before.phase = PHASE_MELD;
	before.turn.asked = before.seat[before.turn.seat].asked = false;
	return game_refusal(&before, (struct act){ .verb = ACT_ASK }).refusal == REFUSAL_NONE;
}

bool sample_game(const struct view *view, struct random *random, struct game *game)
{
	struct heap hidden;

	collect_hidden(view, &hidden);
	if (hidden.count != count_hidden(view) || view->phase == PHASE_OVER)
		return false;
	lay_out(view, game);
	lay_pile(view, random, game);
	for (int i = 0; i < TRIES; i++) {
		deal_hidden(view, &hidden, random, game);
		if (view->seat == view->turn.seat)
			return true;
		settle_bans(game);
		if (view->phase != PHASE_ANSWER || question_stands(game))
			return true;
	}
	return true;
}
