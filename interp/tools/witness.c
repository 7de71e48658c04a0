/* witness.c -- two games with the same cards, side by side. An act is chosen under the first rules and done in both; where
 * kinds of card or the names of things are not the same, acts are handed over in words. The first place where the two part is written for
 * people, as a record and as rulings. */
#include "tools/witness.h"

#include <string.h>
#include "game/cards.h"
#include "game/position.h"
#include "game/question.h"
#include "game/view.h"
#include "grammar/arena.h"
#include "grammar/diag.h"
#include "grammar/text.h"
#include "notation/act_text.h"
#include "notation/position_text.h"
#include "players/player.h"
#include "reports/judge.h"
#include "reports/reports.h"
#include "reports/wording.h"
#include "rules/analysis.h"
#include "rules/library.h"
#include "text/document.h"
#include "tools/record.h"

/* ==== random positions, made up part by part, each part for both games. A part that one of them cannot have is left out of both. Each
 * part occurs in about every second position, so all mixtures occur ==== */

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
	add_events(&at);
	add_stock(&at);
	for (int i = 0; i < 2; i++) {
		at.position[i].game.seed = games[i].seed;
		at.position[i].game.deal = games[i].deal;
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

#define BOTS_STREAM (UINT64_C(1) << 63)

/* ==== the first place where two games part ==== */

/* One game in so many is of random positions; in another one events happen. */
enum { EVENT_GAMES = 4, MADE_UP_GAMES = 4, CUTS = 4 };

/* Both games, and what is needed to play them. */
struct pair {
	struct witness *witness;
	const struct rules *rules[2];
	struct game game[2];
	struct acts acts[2];
	bool same_terms; /* acts mean the same in both, byte by byte */
	const struct player *player[PLAYERS_MAX];
	struct random chance;
	struct view view;
	struct text *record; /* of the game under [side]; NULL: none is kept */
	struct recorder recorder;
	int side;
};

/* ---- the terms of two sets of rules ---- */

static bool same_names(const struct rules *const rules[2], int group)
{
	if (rules_item_count(rules[0], group) != rules_item_count(rules[1], group))
		return false;
	for (int item = 0; item < rules_item_count(rules[0], group); item++)
		if (strcmp(rules_item_name(rules[0], group, item), rules_item_name(rules[1], group, item)) != 0)
			return false;
	return true;
}

static bool same_kinds(const struct rules *const rules[2])
{
	if (rules[0]->kinds != rules[1]->kinds || rules[0]->wild_kinds != rules[1]->wild_kinds)
		return false;
	for (int i = 0; i < rules[0]->kinds; i++)
		if (rules[0]->kind[i].faces != rules[1]->kind[i].faces)
			return false;
	return memcmp(rules[0]->wild_kind, rules[1]->wild_kind, sizeof rules[0]->wild_kind) == 0;
}

static bool same_terms(const struct rules *const rules[2])
{
	return same_kinds(rules) && same_names(rules, GROUP_meld) && same_names(rules, GROUP_take) &&
	       same_names(rules, GROUP_special);
}

/* ---- one act in both ---- */

static bool has_act(const struct acts *acts, struct act act)
{
	for (int i = 0; i < acts->count; i++)
		if (act_equal(acts->act[i], act))
			return true;
	return false;
}

/* What [act], of game [from], is in the terms of the other; the number of acts it takes there, 0 if there is no such
 * thing. One that is not legal there as it is may be so step by step. */
static int translate(const struct pair *at, int from, struct act act, struct act *steps)
{
	struct text words = { 0 }, why = { 0 };
	int count;

	if (at->same_terms && has_act(&at->acts[!from], act)) {
		*steps = act;
		return 1;
	}
	act_write(&at->game[from], act, &words);
	count = acts_parse(&at->game[!from], text_read(&words), steps, WITNESS_STEPS_MAX, &why);
	text_free(&words);
	text_free(&why);
	if (count == 0 && at->same_terms) {
		*steps = act;
		return 1;
	}
	return count;
}

/* Whether [steps] can be done one after the other in [game]. */
static bool all_legal(const struct game *game, const struct act *steps, int count)
{
	struct game ahead = *game;

	for (int i = 0; i < count; i++) {
		if (game_refusal(&ahead, steps[i]).refusal != REFUSAL_NONE)
			return false;
		game_apply(&ahead, steps[i]);
	}
	return count > 0;
}

/* Notes the first act that game [from] allows and the other does not. */
static bool find_act_of_one(struct pair *at, int from)
{
	struct act steps[WITNESS_STEPS_MAX];
	struct witness *witness = at->witness;

	for (int i = 0; i < at->acts[from].count; i++) {
		struct act act = at->acts[from].act[i];
		int count = translate(at, from, act, steps);
		if (count > 0 &&
		    ((count == 1 && has_act(&at->acts[!from], steps[0])) || all_legal(&at->game[!from], steps, count)))
			continue;
		witness->parting = PARTED_LEGAL;
		witness->legal_in = from;
		witness->act[from] = act;
		witness->is_known = count == 1;
		witness->act[!from] = steps[0];
		return true;
	}
	return false;
}

static bool find_act(struct pair *at)
{
	for (int i = 0; i < 2; i++)
		game_legal(&at->game[i], &at->acts[i]);
	if (at->same_terms && at->acts[0].count == at->acts[1].count &&
	    memcmp(at->acts[0].act, at->acts[1].act, sizeof *at->acts[0].act * (size_t)at->acts[0].count) == 0)
		return false;
	return find_act_of_one(at, 0) || find_act_of_one(at, 1);
}

/* ---- what came of it ---- */

/* The same cards in the hands and on the pile, where they can be compared. */
static bool same_cards(const struct game *one, const struct game *other)
{
	const struct rules *const rules[2] = { one->rules, other->rules };

	if (!same_kinds(rules))
		return true;
	for (int seat = 0; seat < one->rules->seats; seat++)
		if (!cards_equal(&one->seat[seat].hand, &other->seat[seat].hand))
			return false;
	return memcmp(one->pile, other->pile, one->pile_size) == 0;
}

static bool same_seats(const struct game *one, const struct game *other)
{
	if (one->rules->seats != other->rules->seats || one->rules->table.players != other->rules->table.players)
		return false;
	for (int seat = 0; seat < one->rules->seats; seat++) {
		const struct seat *a = &one->seat[seat], *b = &other->seat[seat];
		if (a->size != b->size || a->side != b->side || a->talon != b->talon || a->shown != b->shown ||
		    cards_count_in(&a->laid, one->rules->all) != cards_count_in(&b->laid, other->rules->all) ||
		    one->player[seat] != other->player[seat])
			return false;
	}
	return true;
}

static bool same_sides(const struct game *one, const struct game *other)
{
	if (one->rules->table.sides != other->rules->table.sides)
		return false;
	for (int side = 0; side < one->rules->table.sides; side++) {
		const struct side *a = &one->side[side], *b = &other->side[side];
		if (a->opened != b->opened || a->melds != b->melds || a->canastas != b->canastas)
			return false;
	}
	return true;
}

/* What the player to act may see of the pile. */
static bool same_sights(const struct game *one, const struct game *other)
{
	int shown = one->rules->pile.shown < one->pile_size ? one->rules->pile.shown : one->pile_size;
	int other_shown = other->rules->pile.shown < other->pile_size ? other->rules->pile.shown : other->pile_size;

	return shown == other_shown && one->top_hidden == other->top_hidden;
}

bool witness_same_table(const struct game *one, const struct game *other)
{
	return one->phase == other->phase && one->ending == other->ending && one->turn.seat == other->turn.seat &&
	       (one->phase != PHASE_ANSWER || one->turn.answers == other->turn.answers) &&
	       one->dealer == other->dealer && one->stock_size == other->stock_size &&
	       one->pile_size == other->pile_size && one->aside_size == other->aside_size &&
	       one->alone == other->alone && one->one_alone == other->one_alone && same_seats(one, other) &&
	       same_sides(one, other) && same_sights(one, other) && same_cards(one, other);
}

/* ---- the table in words ---- */

static const char *between(int i, int count)
{
	return i == 0 ? " " : i == count - 1 ? " and " : ", ";
}

static void write_hands(const struct game *game, struct text *out)
{
	text_add(out, "hands of");
	for (int seat = 0; seat < game->rules->seats; seat++)
		text_format(out, "%s%d", between(seat, game->rules->seats), game->seat[seat].size);
	text_add(out, " cards");
}

void table_summary(const struct game *game, struct text *out)
{
	int laid = 0, canastas = 0;

	for (int seat = 0; seat < game->rules->seats; seat++)
		laid += cards_count_in(&game->seat[seat].laid, game->rules->all);
	for (int side = 0; side < game->rules->table.sides; side++)
		canastas += game->side[side].canastas;
	write_hands(game, out);
	text_format(out, ", %d in the stock, %d in the pile", game->stock_size, game->pile_size);
	if (laid > 0)
		text_format(out, ", %d bonus card%s laid out", laid, plural(laid));
	if (canastas > 0)
		text_format(out, ", %d canasta%s", canastas, plural(canastas));
	if (game->aside_size > 0)
		text_format(out, ", %d set aside", game->aside_size);
	text_add(out, ". ");
	if (game->phase == PHASE_OVER)
		ending_write(game, out);
	else
		text_format(out, "%s is to act.", seat_name(game->rules, game->player[game_to_act(game)]));
}

/* What people see and table_summary() does not tell, in the order in which it is looked for. Behind SIGHT_SIDE there is one for each
 * side, behind SIGHT_LAID one for each seat. */
enum sight {
	SIGHT_DEALER,
	SIGHT_SEATING,
	SIGHT_ALONE,
	SIGHT_TURN,
	SIGHT_FACE,
	SIGHT_SHOWN,
	SIGHT_SIDE,
	SIGHT_LAID,
	SIGHT_TALON,
	SIGHT_PROOF,
	SIGHT_PARTNERS,
	SIGHT_PILE,
	SIGHT_HAND,
	SIGHTS
};

static const char *who_sits(const struct game *game, int seat)
{
	return seat_name(game->rules, game->player[seat]);
}

static void write_side(const struct game *game, int number, struct text *out)
{
	const struct side *side = &game->side[number];

	side_name(game->rules, number, out);
	text_format(out, side->opened ? " has made its initial meld" : " has not made its initial meld");
	text_format(out, ", and has %d meld%s, of which %d %s complete", side->melds, plural(side->melds),
	            side->canastas, side->canastas == 1 ? "is" : "are");
}

static void write_phase(const struct game *game, struct text *out)
{
	text_add(out, who_sits(game, game_to_act(game)));
	switch ((enum phase)game->phase) {
	case PHASE_DRAW: text_add(out, " is to draw"); break;
	case PHASE_MELD: text_add(out, " may meld"); break;
	case PHASE_ANSWER: text_format(out, " is to answer %s", who_sits(game, game->turn.seat)); break;
	case PHASE_OVER: text_add(out, " played last"); break;
	case PHASE_TALON: text_add(out, " may take the talon"); break;
	}
}

static void write_sight(const struct game *game, enum sight sight, int of, struct text *out)
{
	struct text name = { 0 };
	int cards;

	switch (sight) {
	case SIGHT_DEALER: text_format(out, "%s has dealt", who_sits(game, game->dealer)); break;
	case SIGHT_SEATING:
		text_add(out, "the players sit in the order");
		for (int seat = 0; seat < game->rules->seats; seat++)
			text_format(out, "%s%s", between(seat, game->rules->seats), who_sits(game, seat));
		break;
	case SIGHT_ALONE:
		text_format(out, !game->one_alone ? "nobody plays alone" : "%s plays alone",
		            game->alone != NOBODY ? who_sits(game, game->alone) : "somebody not yet known");
		break;
	case SIGHT_TURN: write_phase(game, out); break;
	case SIGHT_FACE:
		text_format(out, "the top card of the pile lies face %s", game->top_hidden ? "down" : "up");
		break;
	case SIGHT_SHOWN:
		cards = game->rules->pile.shown < game->pile_size ? game->rules->pile.shown : game->pile_size;
		text_format(out, "%d card%s of the pile may be looked at", cards, plural(cards));
		break;
	case SIGHT_SIDE: write_side(game, of, out); break;
	case SIGHT_LAID:
		cards = cards_count_in(&game->seat[of].laid, game->rules->all);
		text_format(out, "%s has %d bonus card%s laid out", who_sits(game, of), cards, plural(cards));
		break;
	case SIGHT_TALON:
		cards = game->seat[of].talon;
		text_format(out, "before %s lie %d card%s of a talon", who_sits(game, of), cards, plural(cards));
		break;
	case SIGHT_PROOF:
		text_format(out, "the hand of %s is %s", who_sits(game, of),
		            game->seat[of].shown ? "shown" : "not shown");
		break;
	case SIGHT_PARTNERS:
		side_name(game->rules, game->seat[of].side, &name);
		text_format(out, "%s plays for %s", who_sits(game, of), text_read(&name));
		break;
	case SIGHT_PILE:
		text_add(out, "the pile, the top card last, is");
		for (int i = 0; i < game->pile_size; i++)
			text_format(out, " %s", game->rules->kind[game->pile[i]].name);
		break;
	case SIGHT_HAND:
		text_format(out, "%s holds", who_sits(game, of));
		cards_write_row(game->rules, &game->seat[of].hand, out);
		break;
	case SIGHTS: break;
	}
	text_end(&name, out);
}

static int sights_of(const struct rules *rules, enum sight sight)
{
	return sight == SIGHT_SIDE                                            ? rules->table.sides
	       : sight >= SIGHT_LAID && sight != SIGHT_PILE && sight < SIGHTS ? rules->seats
	                                                                      : 1;
}

/* Writes to [words] what can be seen of each table, and if that reads alike, the first thing besides that does not. False if there is
 * nothing of which people could tell that the tables are not the same. */
static bool tell_apart(const struct game *const games[2], struct text words[2])
{
	for (int i = 0; i < 2; i++)
		table_summary(games[i], &words[i]);
	if (strcmp(text_read(&words[0]), text_read(&words[1])) != 0)
		return true;
	for (enum sight sight = 0; sight < SIGHTS; sight++)
		for (int of = 0; of < sights_of(games[0]->rules, sight) && of < sights_of(games[1]->rules, sight);
		     of++) {
			struct text seen[2] = { { 0 } };
			bool apart;
			for (int i = 0; i < 2; i++)
				write_sight(games[i], sight, of, &seen[i]);
			apart = strcmp(text_read(&seen[0]), text_read(&seen[1])) != 0;
			for (int i = 0; i < 2; i++) {
				if (apart)
					text_format(&words[i], " Besides, %s.", text_read(&seen[i]));
				text_end(&seen[i], &words[i]);
			}
			if (apart)
				return true;
		}
	return words[0].failed || words[1].failed; /* whoever writes them reports that */
}

static bool are_told_apart(const struct game games[2])
{
	struct text words[2] = { { 0 } };
	bool apart = tell_apart((const struct game *[]){ &games[0], &games[1] }, words);

	for (int i = 0; i < 2; i++)
		text_free(&words[i]);
	return apart;
}

static bool part(struct pair *at, enum parting parting)
{
	at->witness->parting = parting;
	memcpy(at->witness->at, at->game, sizeof at->game);
	return true;
}

/* ---- a turn after the other ---- */

static void begin_turn(struct pair *at)
{
	memcpy(at->witness->turn, at->game, sizeof at->game);
	at->witness->done_count[0] = at->witness->done_count[1] = 0;
}

static void do_act(struct pair *at, int game, struct act act)
{
	struct witness *witness = at->witness;

	if (witness->done_count[game] < WITNESS_ACTS_MAX)
		witness->done[game][witness->done_count[game]++] = act;
	if (at->record != NULL && at->side == game)
		record_act(&at->recorder, &at->game[game], act, NULL, at->record);
	game_apply(&at->game[game], act);
}

static struct act choose(struct pair *at)
{
	int seat = game_to_act(&at->game[0]);
	const struct player *player = at->player[seat];

	if (player->choose_blindly == NULL)
		view_of(&at->game[0], seat, &at->view);
	return player->choose(&at->view, &at->acts[0], NULL, &at->chance);
}

/* One act in both games; true if they part. */
static bool step(struct pair *at)
{
	struct act act, steps[WITNESS_STEPS_MAX];
	int count, turn = at->game[0].turn.number;

	if (find_act(at))
		return part(at, PARTED_LEGAL);
	act = choose(at);
	count = translate(at, 0, act, steps);
	memcpy(at->witness->before, at->game, sizeof at->game);
	at->witness->act[0] = act;
	at->witness->act[1] = steps[0];
	do_act(at, 0, act);
	for (int i = 0; i < count; i++)
		do_act(at, 1, steps[i]);
	if (!witness_same_table(&at->game[0], &at->game[1]) && are_told_apart(at->game))
		return part(at, PARTED_OUTCOME);
	if (at->game[0].turn.number != turn)
		begin_turn(at);
	return false;
}

/* ---- deals and games ---- */

/* The deal and what happened at it. */
static void note_dealt(struct pair *at, uint32_t events)
{
	const struct game *game = &at->game[at->side];

	record_deal(&at->recorder, game, at->record);
	for (int event = 0; event < game->rules->event_count; event++) {
		if (events >> event & 1)
			record_event(&at->recorder, game, event, 0, at->record);
		for (int side = 0; side < game->rules->table.sides; side++)
			for (int times = game->side[side].events[event]; times > 0; times--)
				record_event(&at->recorder, game, event, side, at->record);
	}
}

/* Records [event] before the deal, for [side] or for every one if that is NOBODY; an event of the deal becomes a bit of
 * [*events]. */
static void happen(struct game *game, int event, int side, uint32_t *events)
{
	if (game->rules->event[event].per == event_per_deal)
		*events |= UINT32_C(1) << event;
	else
		for (int other = 0; other < game->rules->table.sides; other++)
			if (side == NOBODY || side == other)
				game_record_event(game, event, other);
}

/* Deals both, in some games with events that happen at the table, the same in both. */
static void deal(struct pair *at, bool with_events)
{
	uint32_t events[2] = { 0, 0 };

	for (int i = 0; i < at->rules[0]->event_count; i++) {
		/* the event of the same name in the other rules, -1 for none */
		int other = rules_item_named(at->rules[1], GROUP_event, at->rules[0]->event[i].name),
		    side = (int)random_below(&at->chance, (uint32_t)at->rules[0]->table.sides);
		if (!with_events || other < 0 || random_below(&at->chance, 3) != 0)
			continue;
		if (at->rules[0]->event[i].per == event_per_deal)
			side = NOBODY;
		happen(&at->game[0], i, side, &events[0]);
		happen(&at->game[1], other, side, &events[1]);
	}
	for (int i = 0; i < 2; i++)
		game_deal(&at->game[i], events[i]);
	if (at->record != NULL)
		note_dealt(at, events[at->side]);
}

/* True for a game of random positions. Both must have the same kinds of card. */
static bool is_random(const struct pair *at)
{
	return at->witness->number % MADE_UP_GAMES == MADE_UP_GAMES - 1 && same_kinds(at->rules);
}

static bool play_deal(struct pair *at)
{
	at->witness->is_random = is_random(at) && random_position(at->game, &at->chance);
	if (!at->witness->is_random)
		deal(at, at->witness->number % EVENT_GAMES == 1);
	if ((at->rules[0]->deck_size != at->rules[1]->deck_size || !witness_same_table(&at->game[0], &at->game[1])) &&
	    are_told_apart(at->game))
		return part(at, PARTED_DEAL);
	begin_turn(at);
	while (at->game[0].phase != PHASE_OVER)
		if (step(at))
			return true;
	return false;
}

/* Scores the deal in both, and sets [*over] if the game has ended. */
static bool score_deal(struct pair *at, bool *over)
{
	struct witness *witness = at->witness;
	int winner[2];
	bool ended[2];

	for (int i = 0; i < 2; i++) {
		game_score(&at->game[i], &witness->tally[i]);
		game_totals(&at->game[i], &witness->tally[i], witness->totals[i]);
		ended[i] = game_is_over(at->rules[i], witness->totals[i], at->game[i].deal + 1, &winner[i]);
	}
	if (at->record != NULL)
		record_score(&at->recorder, &at->game[at->side], &witness->tally[at->side], at->record);
	if (memcmp(witness->totals[0], witness->totals[1], sizeof witness->totals[0]) != 0)
		return part(at, PARTED_SCORE);
	witness->deals = at->game[0].deal + 1;
	if (ended[0] != ended[1] || (ended[0] && winner[0] != winner[1]))
		return part(at, PARTED_GAME);
	*over = ended[0];
	return false;
}

/* ---- before the first deal and after the last ---- */

/* The players cut, a few times. */
static bool cut(struct pair *at)
{
	const struct rules *const *rules = at->rules;
	uint8_t *kinds = at->witness->cut;

	if (rules[0]->cut.decides == cut_decides_nothing || rules[1]->cut.decides == cut_decides_nothing ||
	    rules[0]->table.players != rules[1]->table.players || !same_kinds(rules))
		return false;
	for (int times = 0; times < CUTS; times++) {
		struct cut came[2];
		bool settled[2];
		random_cut(rules[0], &at->chance, kinds);
		memset(came, 0, sizeof came);
		for (int i = 0; i < 2; i++)
			settled[i] = game_cut(rules[i], kinds, &came[i]);
		if (settled[0] != settled[1] || (settled[0] && memcmp(&came[0], &came[1], sizeof came[0]) != 0))
			return part(at, PARTED_CUT);
	}
	return false;
}

/* Totals with which the game ends after deal number [deals]: the first side has [total], the others as much, or nothing. */
static bool end_with(struct pair *at, int32_t total, bool level, uint32_t deals)
{
	struct witness *witness = at->witness;
	int winner[2];
	bool ended[2];

	for (int i = 0; i < 2; i++) {
		for (int side = 0; side < SIDES_MAX; side++)
			witness->totals[i][side] = side > 0 && !level ? 0 : total;
		ended[i] = game_is_over(at->rules[i], witness->totals[i], deals, &winner[i]);
	}
	return (ended[0] != ended[1] || (ended[0] && winner[0] != winner[1])) && part(at, PARTED_GAME);
}

/* Tries the targets of both, with one side ahead and with none, and each number of deals that may end a game. */
static bool end(struct pair *at)
{
	uint32_t last = rules_ask(at->rules[0], FACT_deal_number) || rules_ask(at->rules[1], FACT_deal_number)
	                        ? WITNESS_DEALS_MAX
	                        : 1;

	if (at->rules[0]->table.sides != at->rules[1]->table.sides)
		return false;
	for (at->witness->deals = 1; at->witness->deals <= last; at->witness->deals++)
		for (int i = 0; i < 2; i++)
			if (end_with(at, at->rules[i]->game.to, false, at->witness->deals) ||
			    end_with(at, at->rules[i]->game.to, true, at->witness->deals))
				return true;
	memset(at->witness->totals, 0, sizeof at->witness->totals);
	return false;
}

/* The bots in game [number]: careful ones, random ones, or both at one table. */
static void seat_players(struct pair *at, uint64_t number)
{
	const struct player *wise = player_named("simple"), *wild = player_named("random");

	for (int seat = 0; seat < PLAYERS_MAX; seat++) {
		bool any = number % 3 == 1 || (number % 3 == 2 && ((uint64_t)seat + number / 3) % 2 == 0);
		at->player[seat] = any ? wild : wise;
	}
}

/* Plays the game of the witness's number and seed. */
static bool play_from_seed(struct pair *at)
{
	random_begin(&at->chance, at->witness->seed, BOTS_STREAM);
	seat_players(at, at->witness->number);
	bool over = false;
	for (int i = 0; i < 2; i++)
		game_begin(&at->game[i], at->rules[i], at->witness->seed);
	at->witness->is_random = is_random(at);
	if (at->witness->is_random && (cut(at) || end(at)))
		return true;
	for (int deals = 0; !over && deals < WITNESS_DEALS_MAX; deals++) {
		if (play_deal(at) || score_deal(at, &over))
			return true;
		for (int i = 0; i < 2 && !over; i++)
			game_next_deal(&at->game[i], at->witness->totals[i]);
	}
	return false;
}

static bool find(const struct rules *const rules[2], uint64_t seed, uint64_t from, uint64_t to, bool played,
                 struct witness *witness)
{
	struct pair pair = { .witness = witness, .rules = { rules[0], rules[1] }, .same_terms = same_terms(rules) };

	memset(witness, 0, sizeof *witness);
	witness->rules[0] = rules[0];
	witness->rules[1] = rules[1];
	for (uint64_t number = from; number < to; number++) {
		struct random stream;
		random_begin(&stream, seed, number);
		witness->seed = random_next(&stream);
		witness->seed = witness->seed << 32 | random_next(&stream);
		witness->number = number;
		if ((!played || !is_random(&pair)) && play_from_seed(&pair))
			return true;
	}
	return false;
}

bool witness_find(const struct rules *const rules[2], uint64_t seed, uint64_t from, uint64_t to,
                  struct witness *witness)
{
	return find(rules, seed, from, to, false, witness);
}

bool witness_find_played(const struct rules *const rules[2], uint64_t seed, uint64_t from, uint64_t to,
                         struct witness *witness)
{
	return find(rules, seed, from, to, true, witness);
}

/* ---- the record ---- */

bool witness_record(const struct witness *witness, int side, const struct record_head *head, struct text *out)
{
	struct witness again = { .rules = { witness->rules[0], witness->rules[1] },
		                 .seed = witness->seed,
		                 .number = witness->number };
	struct pair pair = { .witness = &again,
		             .rules = { witness->rules[0], witness->rules[1] },
		             .same_terms = same_terms(witness->rules),
		             .record = out,
		             .side = side };
	const char *who[PLAYERS_MAX];
	struct record_head own = *head;

	if (is_random(&pair))
		return false;
	/* who plays at each seat of the table, as seated for the first deal */
	const struct rules *rules = pair.rules[pair.side];
	seat_players(&pair, pair.witness->number);
	game_begin(&pair.game[0], rules, pair.witness->seed);
	for (int seat = 0; seat < rules->table.players; seat++)
		who[pair.game[0].player[seat]] = pair.player[seat]->name;
	own.rules = witness->rules[side];
	own.seed = witness->seed;
	own.who = who;
	if (record_head_fault(&own) != NULL)
		return false;
	if (!record_begin(&pair.recorder, &own, out))
		out->failed = true;
	play_from_seed(&pair);
	if (again.parting == PARTED_LEGAL && again.legal_in == side)
		record_act(&pair.recorder, &pair.game[side], again.act[side], NULL, out);
	return true;
}

bool witness_same(const struct witness *one, const struct witness *other)
{
	return one->parting == other->parting && one->number == other->number && one->at[0].deal == other->at[0].deal &&
	       one->at[0].turn.number == other->at[0].turn.number && one->done_count[0] == other->done_count[0] &&
	       (one->parting != PARTED_LEGAL ||
	        (one->legal_in == other->legal_in && act_equal(one->act[one->legal_in], other->act[one->legal_in])));
}

/* ---- lines ---- */

static void write_indented(const char *words, int indent, struct text *out)
{
	while (*words != '\0') {
		size_t length = strcspn(words, "\n");
		blanks_add(out, (size_t)indent);
		text_add_bytes(out, words, length);
		text_add(out, "\n");
		words += length + (words[length] == '\n');
	}
}

/* The position in the terms of rules [side]: as the turn began, and what was done since. */
static void write_position(const struct witness *witness, int side, struct text *out)
{
	struct game game = witness->turn[side];
	int done = witness->done_count[side];

	position_write(&game, out);
	for (int i = 0; i < done; i++) {
		text_add(out, "do ");
		act_write(&game, witness->done[side][i], out);
		text_add(out, "\n");
		game_apply(&game, witness->done[side][i]);
	}
}

/* ---- the cut ---- */

/* The players in the order in which they cut, and where each of them sits then. */
static void add_cut(const struct witness *witness, const char *const labels[2], int depth, struct document *out)
{
	int players = witness->rules[0]->table.players;
	struct text *line = document_line(out, depth);

	text_add(line, "The players cut");
	for (int i = 0; i < players; i++)
		text_format(line, "%s%s", between(i, players), witness->rules[0]->kind[witness->cut[i]].name);
	text_add(line, ".");
	for (int side = 0; side < 2; side++) {
		const struct rules *rules = witness->rules[side];
		struct cut cut;
		bool settled = game_cut(rules, witness->cut, &cut);
		line = document_behind(out, BLOCK_NOTE, depth + 1, labels[side]);
		text_add(line, settled ? "they take the seats" : "some of them cut again");
		for (int i = 0; settled && i < players; i++)
			text_format(line, "%s%s", between(i, players), seat_name(rules, cut.place[i]));
		if (settled && rules->table.sides != witness->rules[!side]->table.sides)
			text_format(line, ", on %d sides", rules->table.sides);
		text_add(line, ".");
	}
}

/* ---- an act that one of them allows ---- */

static void add_verdicts(const struct witness *witness, const char *const labels[2], int depth, struct document *out)
{
	struct text *line = document_line(out, depth);

	text_add(line, "May the player ");
	act_write(&witness->at[witness->legal_in], witness->act[witness->legal_in], line);
	text_add(line, "?");
	for (int side = 0; side < 2; side++) {
		line = document_behind(out, BLOCK_NOTE, depth + 1, labels[side]);
		text_add(line, side == witness->legal_in ? "yes." : "no: ");
		if (side != witness->legal_in) {
			const struct game *game = &witness->at[side];
			if (!witness->is_known)
				text_add(line, "this game has no such thing");
			else
				reason_write(game, witness->act[side], game_refusal(game, witness->act[side]), line);
		}
	}
}

/* ---- what comes of something ---- */

static void add_tables(const struct witness *witness, const char *const labels[2], int depth, struct document *out)
{
	struct text words[2] = { { 0 } };

	tell_apart((const struct game *[]){ &witness->at[0], &witness->at[1] }, words);
	for (int side = 0; side < 2; side++) {
		text_add(document_behind(out, BLOCK_NOTE, depth + 1, labels[side]), text_read(&words[side]));
		document_use(out, &words[side]);
	}
}

static void add_outcome(const struct witness *witness, const char *const labels[2], int depth, struct document *out)
{
	struct text *line = document_line(out, depth);

	text_add(line, "The player does this: ");
	act_write(&witness->before[0], witness->act[0], line);
	text_add(line, ". After it:");
	add_tables(witness, labels, depth, out);
}

/* ---- scores ---- */

/* What [side] has on the line of [tally] that is called [name]. */
static int32_t on_line(const struct game *game, const struct tally *tally, int side, const char *name)
{
	for (int line = 0; line < tally_lines(game->rules); line++)
		if (strcmp(tally_line_name(game->rules, line), name) == 0)
			return tally->line[side][line];
	return 0;
}

/* ": 340 (base), 440 (ours.canasta)" */
static void write_both(const char *const labels[2], int32_t first, int32_t second, struct text *out)
{
	text_format(out, ": %d (%s), %d (%s)", (int)first, labels[0], (int)second, labels[1]);
}

/* A line of the tally that is not the same for [side] in both; each is shown once. */
static void add_score_lines(const struct witness *witness, const char *const labels[2], int side, int depth,
                            struct document *out)
{
	for (int of = 0; of < 2; of++)
		for (int line = 0; line < tally_lines(witness->rules[of]); line++) {
			const char *name = tally_line_name(witness->rules[of], line);
			int32_t points[2] = { on_line(&witness->at[0], &witness->tally[0], side, name),
				              on_line(&witness->at[1], &witness->tally[1], side, name) };
			bool shown = of == 1 && on_line(&witness->at[0], &witness->tally[0], side, name) != 0;
			struct text *words;
			if (points[0] == points[1] || shown || (of == 0 && points[0] == 0))
				continue;
			words = document_line(out, depth);
			tally_line_in_words(witness->rules[of], line, words);
			write_both(labels, points[0], points[1], words);
		}
}

static void add_scores(const struct witness *witness, const char *const labels[2], int depth, struct document *out)
{
	text_add(document_line(out, depth), "The deal is over. It scores:");
	for (int side = 0; side < witness->rules[0]->table.sides; side++) {
		struct text *line = document_line(out, depth + 1);
		side_name(witness->rules[0], side, line);
		write_both(labels, witness->tally[0].total[side], witness->tally[1].total[side], line);
		add_score_lines(witness, labels, side, depth + 2, out);
	}
}

static void add_game_over(const struct witness *witness, const char *const labels[2], int depth, struct document *out)
{
	struct text *line = document_line(out, depth);
	int winner;

	text_add(line, "The totals are");
	for (int side = 0; side < witness->rules[0]->table.sides; side++)
		text_format(line, "%s %d", side > 0 ? " and" : "", (int)witness->totals[0][side]);
	if (rules_ask(witness->rules[0], FACT_deal_number) || rules_ask(witness->rules[1], FACT_deal_number))
		text_format(line, " after deal %lu", (unsigned long)witness->deals);
	text_add(line, ".");
	for (int i = 0; i < 2; i++) {
		bool over = game_is_over(witness->rules[i], witness->totals[i], witness->deals, &winner);
		text_format(document_behind(out, BLOCK_NOTE, depth + 1, labels[i]), "the game %s.",
		            over ? "is over" : "goes on");
	}
}

/* ---- the whole ---- */

void witness_report(const struct witness *witness, const char *const labels[2], int depth, struct document *out)
{
	const struct game *game = &witness->at[0];
	struct text *line = document_line(out, depth);

	text_format(line, "Game %llu, deal %lu", (unsigned long long)witness->number + 1,
	            (unsigned long)game->deal + 1);
	if (witness->is_random)
		text_add(line, ", which is made up");
	if (witness->parting == PARTED_LEGAL || witness->parting == PARTED_OUTCOME)
		text_format(line, ", turn %d: it is the turn of %s", witness->turn[0].turn.number,
		            seat_name(game->rules, game->player[witness->turn[0].turn.seat]));
	text_add(line, ".");
	if (witness->parting == PARTED_LEGAL || witness->parting == PARTED_OUTCOME) {
		struct block *block = document_add(out, BLOCK_VERBATIM);
		block->depth = (depth + 2);
		write_position(witness, 0, words_add(&block->words));
	}
	switch (witness->parting) {
	case PARTED_NOT: break;
	case PARTED_CUT: add_cut(witness, labels, depth, out); break;
	case PARTED_DEAL:
		text_add(document_line(out, depth), "When the cards are dealt:");
		add_tables(witness, labels, depth, out);
		break;
	case PARTED_LEGAL: add_verdicts(witness, labels, depth, out); break;
	case PARTED_OUTCOME: add_outcome(witness, labels, depth, out); break;
	case PARTED_SCORE: add_scores(witness, labels, depth, out); break;
	case PARTED_GAME: add_game_over(witness, labels, depth, out); break;
	}
}

/* ---- for the other verbs ---- */

bool witness_is_confirmed(struct library *library, const struct witness *witness, const struct rules *rules, int side)
{
	struct text lines = { 0 }, act = { 0 };
	struct diags kept = library->diags;
	const struct verdict *verdict;
	bool so;

	if (witness->parting != PARTED_LEGAL)
		return false;
	write_position(witness, side, &lines);
	act_write(&witness->at[witness->legal_in], witness->act[witness->legal_in], &act);
	library->diags = (struct diags){ .sources = kept.sources };
	verdict = judge(library, (struct rules *)rules,
	                &(struct dispute){ .part = { { "position", text_read(&lines) } }, .act = text_read(&act) });
	so = verdict != NULL && verdict->legal == (side == witness->legal_in);
	library->diags = kept;
	text_free(&lines);
	text_free(&act);
	return so;
}

void witness_rulings(const struct witness *witness, const char *title, const char *const variants[2],
                     const char *const options[2], struct text *out)
{
	struct text act = { 0 };

	act_write(&witness->at[witness->legal_in], witness->act[witness->legal_in], &act);
	text_add(out, "language 1\n");
	for (int side = 0; side < 2; side++) {
		struct text lines = { 0 };
		if (variants[side] == NULL)
			continue;
		write_position(witness, side, &lines);
		text_format(out, "\nrulings for %s {\n    ruling \"%s\" {\n", variants[side], title);
		write_indented(options[side], 8, out);
		write_indented(text_read(&lines), 8, out);
		text_format(out, "        %s %s\n    }\n}\n", side == witness->legal_in ? "allow" : "refuse",
		            text_read(&act));
		text_end(&lines, out);
	}
	text_end(&act, out);
}
