/* record_cards.c -- what a record says of its cards: which were dealt and drawn, or a seed that stays secret for a while.
 * What has been dealt still lies in game->stock, above the cards that are left. */
#include "tools/record.h"

#include <inttypes.h>
#include <sha256.h>
#include "notation/act_text.h"
#include "grammar/text.h"
#include "reports/seat_names.h"

/* ---- sealed games ---- */

void record_commitment(const char *words, size_t length, char commitment[COMMITMENT_ROOM])
{
	SHA256_CTX context;

	SHA256Init(&context);
	SHA256Update(&context, (const uint8_t *)words, length);
	SHA256End(&context, commitment);
}

void record_seed(struct recorder *recorder, const struct game *game, struct text *out)
{
	struct text words = { 0 };

	text_format(&words, "seed: %" PRIu64, game->seed);
	record_line(recorder, &words, out);
}

/* ---- cards in a line ---- */

/* "pile: 8": [count] cards that came off the stock one after the other, the first from [place]; nothing if there are none. */
static void write_row(struct recorder *recorder, const struct game *game, const char *name, int place, int count,
                      struct text *out)
{
	struct text words = { 0 };

	if (count <= 0)
		return;
	text_format(&words, "%s:", name);
	kinds_write_row(game->rules, &game->stock[place], count, -1, &words);
	record_line(recorder, &words, out);
}

/* ---- a deal ---- */

static void write_dealer(struct recorder *recorder, const struct game *game, struct text *out)
{
	struct text words = { 0 };

	text_format(&words, "dealer: %s", seat_name(game->rules, game->player[game->dealer]));
	record_line(recorder, &words, out);
}

/* What was dealt as hand number [turn], counted from the one dealt to first, sorted. */
static void write_hand(struct recorder *recorder, const struct game *game, int turn, struct text *out)
{
	const struct rules *rules = game->rules;
	int seat = (game->dealer + 1 + turn) % rules->seats;
	struct cards hand = { 0 };
	struct text words = { 0 };

	for (int round = 0; round < rules->deal.hand; round++)
		cards_add(&hand, game->stock[rules->deck_size - 1 - round * rules->seats - turn]);
	text_format(&words, "hand %s:", seat_name(rules, game->player[seat]));
	cards_write_row(rules, &hand, &words);
	record_line(recorder, &words, out);
}

void record_dealt(struct recorder *recorder, const struct game *game, struct text *out)
{
	const struct rules *rules = game->rules;
	int aside = rules->deck_size - 1 - rules->deal.hand * rules->seats;
	int reserves = aside - rules->talon.set_aside, dealt = rules_reserves(rules) * rules->reserve.cards;
	int next = reserves - dealt; /* behind all of these: start cards, and those for bonus cards */
	int came = next + 1 - game->stock_size, start = game->pile_size;
	bool bonus_first = rules->deal.bonus_cards == deal_bonus_cards_before_start_card;

	write_dealer(recorder, game, out);
	for (int turn = 0; turn < rules->seats; turn++)
		write_hand(recorder, game, turn, out);
	write_row(recorder, game, "aside", aside, rules->talon.set_aside, out);
	write_row(recorder, game, "reserve", reserves, dealt, out);
	write_row(recorder, game, "pile", bonus_first ? next - (came - start) : next, start, out);
	write_row(recorder, game, "stock", bonus_first ? next : next - start, came - start, out);
}

/* ---- an act ---- */

void record_act_and_cards(struct recorder *recorder, const struct game *before, struct act act, int count,
                          struct text *out)
{
	struct text words = { 0 };

	if (act.verb != ACT_DRAW)
		write_row(recorder, before, "stock", before->stock_size - 1, count, out);
	text_format(&words, "%s: ", seat_name(before->rules, before->player[game_to_act(before)]));
	act_write(before, act, &words);
	if (act.verb == ACT_DRAW && count > 0)
		kinds_write_row(before->rules, &before->stock[before->stock_size - 1], count, -1, &words);
	record_line(recorder, &words, out);
}
