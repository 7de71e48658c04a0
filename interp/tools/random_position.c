/* random_position.c -- positions made up part by part, each part for two games. A part that one of them cannot have is left out of both.
 * Each part occurs in about every second position, so all mixtures occur. */
#include "tools/random_position.h"

#include <string.h>
#include "game/position.h"
#include "game/question.h"

/* At most: melds of a side, cards in the pile, cards in the stock where it is about to end. */
enum { MELDS_MOST = 9, PILE_MOST = 7, STOCK_MOST = 6 };

struct generator {
	struct position position[2];
	const struct rules *rules; /* the first ones */
	struct random *chance;
	int seat;
	bool pile_is_added;
	bool bare; /* the player's side has no melds on the table */
};

static int below(struct generator *at, int bound)
{
	return bound > 0 ? (int)random_below(at->chance, (uint32_t)bound) : 0;
}

static bool one_in(struct generator *at, int bound)
{
	return below(at, bound) == 0;
}

/* ---- cards ---- */

/* One of [kinds] of which there are cards left, taken from both; -1 if there is none. */
static int take_any(struct generator *at, cardset kinds)
{
	int count = 0, which;

	for (int kind = 0; kind < at->rules->kinds; kind++)
		count += kinds >> kind & 1 ? at->position[0].left[kind] : 0;
	if (count == 0)
		return -1;
	which = below(at, count);
	for (int kind = 0; kind < at->rules->kinds; kind++) {
		which -= kinds >> kind & 1 ? at->position[0].left[kind] : 0;
		if (which < 0) {
			position_take(&at->position[0], kind);
			position_take(&at->position[1], kind);
			return kind;
		}
	}
	return -1;
}

static bool take_all(struct position *position, const struct rules *rules, const struct meld_cards *cards)
{
	struct cards all = cards_of_meld(rules, cards);

	for (cardset kinds = cards_kinds(&all); kinds != 0; kinds &= kinds - 1)
		for (int i = cards_count(&all, __builtin_ctzll(kinds)); i > 0; i--)
			if (!position_take(position, __builtin_ctzll(kinds)))
				return false;
	return true;
}

/* ---- melds ---- */

/* A random sequence: cards of a suit, each left out now and then, with wild cards in the gaps or at an end. */
static bool choose_sequence(struct generator *at, const struct form *form, struct meld_cards *cards)
{
	const struct rules *rules = at->rules;
	int suit = below(at, 4), place = form->low + below(at, form->high - form->low + 1),
	    last = place + 2 + below(at, 6);

	*cards = (struct meld_cards){ .sequence = (uint8_t)place };
	for (; place <= last && place <= form->high; place++)
		if (sequence_kind(rules, form, suit, place) >= 0 && !one_in(at, 6)) {
			cards->places = (uint16_t)(cards->places | 1u << place);
			cards->naturals++;
		} else if (rules->wild_kinds > 0)
			cards->wild[below(at, rules->wild_kinds)]++, cards->wilds++;
	if (rules->wild_kinds > 0 && one_in(at, 4))
		cards->wild[below(at, rules->wild_kinds)]++, cards->wilds++;
	if (!form_allows(form, cards->naturals, cards->wilds) || !sequence_lies(rules, form, suit, cards))
		return false;
	sequence_settles(rules, form, cards);
	return form_allows(form, cards->naturals, cards->wilds);
}

/* A random meld of form [item]: of one rank, with as many cards as the form allows. False if it is none. */
static bool choose_meld(struct generator *at, int item, struct meld_cards *cards)
{
	const struct rules *rules = at->rules;
	const struct form *form = &rules->form[item];
	int wilds = below(at, 3) > 0 ? below(at, 4) : below(at, 8);

	*cards = (struct meld_cards){ .kind = rules->wild_kind[0] };
	if (form->ranks != 0) {
		int skip = below(at, __builtin_popcountll(form->ranks));
		cardset ranks = form->ranks;
		while (skip-- > 0)
			ranks &= ranks - 1;
		cards->kind = (uint8_t)__builtin_ctzll(ranks);
		cards->naturals = (uint8_t)(1 + below(at, 8));
		for (int i = 0; i < cards->naturals && rules->sequences; i++)
			cards->of[below(at, __builtin_popcountll(rules->mates[cards->kind]))]++;
	}
	if (form->sequence != 0)
		return choose_sequence(at, form, cards);
	if (rules->wild_kinds > 0)
		for (int one = one_in(at, 2) ? below(at, rules->wild_kinds) : -1; cards->wilds < wilds; cards->wilds++)
			cards->wild[one >= 0 ? one : below(at, rules->wild_kinds)]++;
	return form_allows(form, cards->naturals, cards->wilds);
}

static void add_meld(struct generator *at, int side)
{
	struct position before[2];
	struct meld_cards cards;
	int tries = 12;

	if (at->rules->meld_count == 0 || at->position[0].game.side[side].melds >= MELDS_MOST)
		return;
	while (!choose_meld(at, below(at, at->rules->meld_count), &cards))
		if (--tries == 0)
			return;
	memcpy(before, at->position, sizeof before);
	for (int i = 0; i < 2; i++)
		if (!take_all(&at->position[i], at->rules, &cards) ||
		    !position_meld(&at->position[i], side, &cards, -1)) {
			memcpy(at->position, before, sizeof before);
			return;
		}
}

static void add_laid(struct generator *at)
{
	bool one = one_in(at, 2);
	int count = one_in(at, 4) ? 3 * below(at, 5) : below(at, 6), first = below(at, at->rules->seats);

	for (; count > 0; count--) {
		int seat = one ? first : below(at, at->rules->seats), kind = take_any(at, at->rules->bonus.cards);
		for (int i = 0; kind >= 0 && i < 2; i++)
			cards_add(&at->position[i].game.seat[seat].laid, kind);
	}
}

/* ---- hands and heaps ---- */

static void to_hand(struct generator *at, int seat, int kind)
{
	for (int i = 0; kind >= 0 && i < 2; i++)
		position_to_hand(&at->position[i], seat, kind);
}

static cardset plain_kinds(const struct generator *at)
{
	return at->rules->all & ~at->position[0].game.rules->bonus.cards & ~at->position[1].game.rules->bonus.cards;
}

/* Takes the cards of a special hand, as far as there are any left; groups are of one rank now and then. */
static int take_special(struct generator *at, const struct pattern *pattern, uint8_t *cards)
{
	cardset used = 0;
	bool again = one_in(at, 4);
	int count = 0;

	for (int part = 0; part < pattern->parts; part++)
		for (int group = 0; group < pattern->group[part].count; group++) {
			int kind = take_any(at, pattern->group[part].cards & ~(again ? 0 : used));
			cardset same = kind >= 0 ? UINT64_C(1) << kind : 0;
			for (int size = pattern->group[part].size; size > 0 && kind >= 0; size--) {
				cards[count++] = (uint8_t)kind;
				kind = size > 1 ? take_any(at, same) : -1;
			}
			used |= same;
		}
	return count;
}

/* Deals the player a special hand but for one card, which lies on the stock or on the pile. */
static void add_special(struct generator *at)
{
	const struct rules *rules = at->rules;
	uint8_t cards[PATTERN_CARDS_MAX];
	int count = take_special(at, &rules->special[below(at, rules->special_count)].pattern, cards);
	bool on_pile = one_in(at, 2);

	for (int i = 0; i + 1 < count; i++)
		to_hand(at, at->seat, cards[i]);
	for (int i = 0; count > 0 && i < 2; i++)
		if (on_pile)
			position_to_pile(&at->position[i], cards[count - 1]);
		else
			row_add(&at->position[i].stock, cards[count - 1]);
	at->pile_is_added = on_pile && count > 0;
}

/* Deals the player nothing but melds, beginning with one of many cards: a hand to go out with after the draw. */
static void add_closed(struct generator *at)
{
	int melds = 1 + below(at, 3);

	for (int tries = 0; tries < 40 && melds > 0; tries++) {
		struct meld_cards cards;
		struct position after = at->position[0];
		if (!choose_meld(at, below(at, at->rules->meld_count), &cards) ||
		    !take_all(&after, at->rules, &cards) ||
		    (at->position[0].game.seat[at->seat].size == 0 && cards.naturals + cards.wilds < 7 && tries < 30))
			continue;
		struct cards all = cards_of_meld(at->rules, &cards);
		for (cardset kinds = cards_kinds(&all); kinds != 0; kinds &= kinds - 1)
			for (int i = cards_count(&all, __builtin_ctzll(kinds)); i > 0; i--)
				to_hand(at, at->seat, take_any(at, kinds & -kinds));
		melds--;
	}
}

/* The card that started the pile, which may be of any kind, lies at the bottom. */
static void add_start(struct generator *at)
{
	int kind = take_any(at, at->rules->all);

	for (int i = 0; kind >= 0 && i < 2; i++) {
		position_to_pile(&at->position[i], kind);
		at->position[i].game.pile_starts |= UINT64_C(1) << kind;
	}
}

static void add_pile(struct generator *at)
{
	if (!at->pile_is_added && at->rules->deal.start_pile > 0 && one_in(at, 4))
		add_start(at);
	for (int size = at->pile_is_added ? 0 : below(at, PILE_MOST + 1); size > 0; size--) {
		int kind = take_any(at, one_in(at, 6) ? plain_kinds(at) & at->rules->cards.wild : plain_kinds(at));
		for (int i = 0; kind >= 0 && i < 2; i++)
			position_to_pile(&at->position[i], kind);
	}
}

static void add_stock(struct generator *at)
{
	bool ends = one_in(at, 2);
	int size = ends ? below(at, STOCK_MOST + 1) : DECK_MAX;

	for (int kind; size > 0 && (kind = take_any(at, at->rules->all)) >= 0; size--)
		for (int i = 0; i < 2; i++)
			row_add(&at->position[i].stock, kind);
	for (int i = 0; i < 2; i++)
		at->position[i].stock_ends = true;
}

/* ---- the rest ---- */

/* A total: any up to a little more than the target, and now and then one below nothing. */
static int32_t choose_total(struct generator *at)
{
	int target = at->rules->game.to > 0 ? at->rules->game.to : 10000;

	if (one_in(at, 4))
		return -5 * below(at, 200);
	return 5 * below(at, target / 5);
}

/* Events that both know. */
static void add_events(struct generator *at)
{
	const struct rules *other = at->position[1].game.rules;

	for (int event = 0; event < at->rules->event_count && event < other->event_count; event++)
		if (one_in(at, 3) && strcmp(at->rules->event[event].name, other->event[event].name) == 0) {
			int side = below(at, at->rules->table.sides);
			game_record_event(&at->position[0].game, event, side);
			game_record_event(&at->position[1].game, event, side);
		}
}

/* What was done in earlier turns, the same in both. */
static void add_past(struct generator *at)
{
	for (int seat = 0; seat < at->rules->seats; seat++) {
		struct past past = { .latest = 0 };
		for (int deed = 0; deed < DEEDS_KEPT; deed++)
			if (one_in(at, 2)) {
				past.turns[deed] = (uint8_t)(1 + (deed != DEED_opening ? below(at, 3) : 0));
				past.latest = (uint8_t)(past.latest | one_in(at, 2) << deed);
			}
		at->position[0].game.past[seat] = at->position[1].game.past[seat] = past;
	}
}

static void add_flags(struct generator *at)
{
	bool melded = one_in(at, 2), asked = one_in(at, 4);

	for (int side = 0; side < at->rules->table.sides; side++)
		at->position[0].game.side[side].score = at->position[1].game.side[side].score = choose_total(at);
	for (int i = 0; i < 2; i++) {
		struct game *game = &at->position[i].game;
		struct seat *seat = &game->seat[at->seat];
		seat->melded = melded && game->side[seat->side].opened;
		seat->asked = asked && game->rules->going_out.ask != going_out_ask_never;
	}
}

static bool same_tables(const struct rules *one, const struct rules *other)
{
	return one->seats == other->seats && one->table.sides == other->table.sides &&
	       one->table.players == other->table.players && one->table.alone == table_alone_nobody &&
	       other->table.alone == table_alone_nobody && one->talon.set_aside == other->talon.set_aside;
}

bool random_position(struct game games[2], struct random *chance)
{
	struct generator at = { .rules = games[0].rules, .chance = chance };
	bool special, closed;

	if (!same_tables(games[0].rules, games[1].rules))
		return false;
	at.seat = below(&at, at.rules->seats);
	for (int i = 0; i < 2; i++)
		position_begin(&at.position[i], games[i].rules, at.seat);
	special = at.rules->special_count > 0 && one_in(&at, 2);
	closed = !special && at.rules->meld_count > 0 && one_in(&at, 4);
	at.bare = special || closed;
	if (special)
		add_special(&at);
	for (int side = 0; side < at.rules->table.sides; side++)
		for (int count = one_in(&at, 3) ? 0 : below(&at, MELDS_MOST + 1); count > 0; count--)
			if (!at.bare || side != at.position[0].game.seat[at.seat].side)
				add_meld(&at, side);
	if (closed)
		add_closed(&at);
	add_laid(&at);
	add_pile(&at);
	for (int seat = 0; seat < at.rules->seats; seat++) {
		int size = 1 + below(&at, one_in(&at, 2) ? 5 : at.rules->deal.hand);
		if (at.position[0].game.seat[seat].size > 0)
			continue;
		while (size-- > 0)
			to_hand(&at, seat, take_any(&at, plain_kinds(&at)));
	}
	add_flags(&at);
	if (at.rules->tables->asks_past || games[1].rules->tables->asks_past)
		add_past(&at);
	add_events(&at);
	add_stock(&at);
	for (int i = 0; i < 2; i++) {
		at.position[i].game.seed = games[i].seed;
		at.position[i].game.deal = games[i].deal;
		at.position[i].turns = 10; /* some, whoever dealt */
		if (!position_finish(&at.position[i]))
			return false;
	}
	for (int i = 0; i < 2; i++)
		games[i] = at.position[i].game;
	return true;
}

void random_cut(const struct rules *rules, struct random *chance, uint8_t *kinds)
{
	for (int player = 0; player < rules->table.players; player++)
		kinds[player] = rules->whole_deck[random_below(chance, (uint32_t)rules->deck_size)];
}
