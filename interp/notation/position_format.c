/* position_format.c -- a position written in the lines that position_lines.c reads. */
#include "notation/position_text.h"

#include <string.h>
#include "game/question.h"
#include "grammar/text.h"
#include "notation/act_text.h"
#include "rules/analysis.h"

/* What a position calls the players, each by one word. */
struct seat_words {
	const char *word[PLAYERS_MAX]; /* by seat */
};

static struct seat_words name_seats(const struct game *game)
{
	static const char *const words[] = { "player",      "left",         "partner",    "right",      "opposite",
		                             "second_left", "second_right", "third_left", "third_right" };
	struct seat_words names = { { NULL } };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		int seat = position_seat(game, game->turn.seat, words[i]);
		if (seat >= 0 && names.word[seat] == NULL)
			names.word[seat] = words[i];
	}
	return names;
}

static const char *side_word(const struct game *game, const struct seat_words *names, int seat)
{
	return seat == game->turn.seat ? "us" : names->word[seat];
}

/* The first seat whose side is [side], -1 if there is none. */
static int seat_of_side(const struct game *game, int side)
{
	for (int i = 0; i < game->rules->seats; i++) {
		int seat = (game->turn.seat + i) % game->rules->seats;
		if (game->seat[seat].side == side)
			return seat;
	}
	return -1;
}

static void write_cards(const char *head, const char *who, const struct rules *rules, const struct cards *cards,
                        struct text *out)
{
	text_format(out, "%s%s", head, who);
	cards_write_row(rules, cards, out);
	text_add(out, "\n");
}

/* A row of [count] cards, the first at [kinds]; nothing if there are none. */
static void write_row(const char *head, const struct rules *rules, const uint8_t *kinds, int count, int step,
                      struct text *out)
{
	if (count == 0)
		return;
	text_add(out, head);
	kinds_write_row(rules, kinds, count, step, out);
	text_add(out, "\n");
}

void position_write_meld(const struct rules *rules, const struct meld *meld, struct text *out)
{
	uint8_t kinds[MELD_ROW_MAX];
	struct meld_cards read;
	bool same;

	meld_write(rules, &meld->cards, out);
	same = cards_lie_as_meld(rules, -1, kinds, meld_row(rules, &meld->cards, kinds), &read) &&
	       memcmp(&read, &meld->cards, sizeof read) == 0 && meld->form == first_form(rules, &read);
	if (!same && cards_fit_form(rules, meld->form, &meld->cards))
		text_format(out, " as %s", rules->meld[meld->form].name);
}

/* The melds of one side and its events. */
static void write_side(const struct game *game, const struct side *side, const char *who, struct text *out)
{
	for (int i = 0; i < side->melds; i++) {
		text_format(out, i == 0 ? "melds %s " : ", ", who);
		position_write_meld(game->rules, &side->meld[i], out);
	}
	if (side->melds > 0)
		text_add(out, "\n");
	else if (side->opened)
		text_format(out, "opened %s\n", who);
	for (int i = 0; i < game->rules->event_count; i++)
		if (side->events[i] > 0)
			text_format(out, "event %s %s %d\n", game->rules->event[i].name, who, side->events[i]);
}

/* Writes the sides in the order in which they opened: their lines are read in that order. */
static void write_sides(const struct game *game, const struct seat_words *names, struct text *out)
{
	for (int order = 1; order <= SIDES_MAX + 1; order++)
		for (int i = 0; i < game->rules->table.sides; i++) {
			const struct side *side = &game->side[i];
			int seat = seat_of_side(game, i);
			if (seat >= 0 && (side->order > 0 ? side->order : SIDES_MAX + 1) == order)
				write_side(game, side, side_word(game, names, seat), out);
		}
}

static void write_heaps(const struct game *game, struct text *out)
{
	enum { MOST = 12 }; /* more than any turn draws */
	const struct rules *rules = game->rules;
	int stock = game->stock_size < MOST ? game->stock_size : MOST;

	write_row("pile", rules, game->pile, game->pile_size, 1, out);
	for (int kind = 0; kind < rules->kinds; kind++)
		if (game->pile_starts >> kind & 1)
			text_format(out, "started %s\n", rules->kind[kind].name);
	if (stock == 0)
		text_add(out, "stock empty\n");
	else
		write_row(stock == game->stock_size ? "stock only" : "stock", rules, &game->stock[game->stock_size - 1],
		          stock, -1, out);
	if (game->aside_size > 0)
		write_row("aside", rules, &game->aside[game->aside_size - 1], game->aside_size, -1, out);
	if (game->aside_size > 0 && game->aside_size < rules->talon.set_aside) /* no others are made up */
		text_format(out, "aside %d cards\n", game->aside_size);
}

/* Writes each reserve once, whether it is a side's or a player's. */
static void write_reserves(const struct game *game, const struct seat_words *names, struct text *out)
{
	const struct rules *rules = game->rules;
	uint32_t written = 0;

	for (int seat = 0; seat < rules->seats && rules->reserve.cards > 0; seat++)
		for (int place = reserve_of(game, seat); place < rules_reserves(rules) && !(written >> place & 1);
		     place += rules_reserve_owners(rules)) {
			written |= UINT32_C(1) << place;
			text_format(out, "reserve %s",
			            rules->reserve.of == reserve_of_side ? side_word(game, names, seat)
			                                                 : names->word[seat]);
			write_cards("", game->reserve_size[place] == 0 ? " nothing" : "", rules, &game->reserve[place],
			            out);
		}
}

/* The total of each side, or of each player who has one of her own, once. */
static void write_scores(const struct game *game, const struct seat_words *names, struct text *out)
{
	uint32_t written = 0;

	for (int i = 0; i < game->rules->seats; i++) {
		int seat = (game->turn.seat + i) % game->rules->seats, account = account_of(game, seat);
		if ((written >> account & 1) || game->side[account].score == 0)
			continue;
		written |= UINT32_C(1) << account;
		text_format(out, "score %s %d\n", side_word(game, names, seat), (int)game->side[account].score);
	}
}

/* True if the rules ask for a fact, or the rules of [also], which may be NULL. */
static bool is_asked(const struct game *game, const struct game *also, enum fact_id fact)
{
	return rules_ask(game->rules, fact) || (also != NULL && rules_ask(also->rules, fact));
}

/* What is known of earlier deals besides the totals. */
static void write_game(const struct game *game, const struct game *also, struct text *out)
{
	if (game->deal > 0 && is_asked(game, also, FACT_deal_number))
		text_format(out, "deal number %lu\n", (unsigned long)game->deal + 1);
	if (game->best > 0 && is_asked(game, also, FACT_best_total))
		text_format(out, "best total %d\n", (int)game->best);
}

/* Finds for each seat how many of her turns ago its player opened. A game remembers only whether it was in her latest turn and in which
 * order the sides opened: of the turns that fit this are the latest ones. */
static void find_openings(const struct game *game, int ago[PLAYERS_MAX])
{
	const int seats = game->rules->seats;
	int before = game->turn.number;

	for (int order = SIDES_MAX; order > 0; order--)
		for (int since = 1, next = before; since <= seats; since++) {
			int seat = seat_in_turn(game, game->turn.seat, -since), turn = game->turn.number - since;
			const struct past *past = &game->past[seat];
			if (game->side[game->seat[seat].side].order != order || past->turns[DEED_opening] == 0)
				continue;
			turn -= past->latest >> DEED_opening & 1 ? 0 : seats;
			while (turn >= next)
				turn -= seats;
			ago[seat] = (game->turn.number - since - turn) / seats + 1;
			before = turn;
		}
}

/* How many of her turns ago the player at [seat] did something last, as far as it is remembered. She melded when she opened. */
static int turns_ago(const struct game *game, int seat, enum deed deed, int opened_ago)
{
	const struct past *past = &game->past[seat];
	const enum deed alone =
		game->rules->table.alone == table_alone_first_to_take_the_pile ? DEED_taking : DEED_taking_up;

	if (past->turns[DEED_opening] > 0 && (deed == DEED_opening || (deed == DEED_melding && past->turns[deed] == 1)))
		return opened_ago;
	if (past->latest >> deed & 1)
		return 1;
	if (seat == game->alone && deed == alone && past->turns[deed] == 1)
		return (game->turn.number - 1 - turns_since(game, seat)) / game->rules->seats +
		       1; /* before all others */
	return 2;
}

/* What players did in earlier turns, where rules ask for it. */
static void write_past(const struct game *game, const struct seat_words *names, struct text *out)
{
	const struct rules *rules = game->rules;
	int opened_ago[PLAYERS_MAX] = { 0 };

	find_openings(game, opened_ago);
	for (int i = 1; i <= rules->seats && rules->tables->asks_past; i++) {
		int seat = seat_in_turn(game, game->turn.seat, i);
		const struct past *past = &game->past[seat];
		for (int deed = 0; deed < DEEDS_KEPT; deed++) {
			int ago = turns_ago(game, seat, (enum deed)deed, opened_ago[seat]);
			if (past->turns[deed] == 0)
				continue;
			text_format(out, "earlier %s %s %d %s", names->word[seat], deed_phrases[deed],
			            past->turns[deed], past->turns[deed] == 1 ? "time" : "times");
			if (ago > 1)
				text_format(out, ", %d turns ago", ago);
			text_add(out, "\n");
		}
	}
}

void position_write(const struct game *game, const struct game *also, struct text *out)
{
	const struct rules *rules = game->rules;
	const struct seat *player = &game->seat[game->turn.seat];
	const struct seat_words names = name_seats(game);

	if (totals_are_personal(rules)) /* these come first, because the owners of reserves and melds depend on them */
		write_game(game, also, out);
	if (game->alone != NOBODY)
		text_format(out, "alone %s\n", names.word[game->alone]);
	for (int i = 0; i < rules->seats; i++) {
		int seat = (game->turn.seat + i) % rules->seats;
		write_cards(i == 0 ? "hand" : names.word[seat], game->seat[seat].size == 0 ? " nothing" : "", rules,
		            &game->seat[seat].hand, out);
	}
	write_sides(game, &names, out);
	write_heaps(game, out);
	for (int seat = 0; seat < rules->seats; seat++) {
		if (cards_kinds(&game->seat[seat].laid) != 0)
			write_cards("laid ", names.word[seat], rules, &game->seat[seat].laid, out);
		if (game->seat[seat].talon > 0)
			write_cards("talon ", names.word[seat], rules, &game->talon[seat], out);
	}
	write_reserves(game, &names, out);
	text_format(out, "dealer %s\n", names.word[game->dealer]);
	if (!totals_are_personal(rules))
		write_game(game, also, out);
	text_add(out, game->turn.number == 1 ? "first turn\n" : "");
	if (game->turn.number > 1 && is_asked(game, also, FACT_round_of_turns))
		text_format(out, "round of turns %d\n", (game->turn.number - 1) / rules->seats + 1);
	write_past(rules->tables->asks_past || also == NULL ? game : also, &names, out);
	text_add(out, player->melded ? "melded before\n" : "");
	if (player->canastas > 0 && is_asked(game, also, FACT_player_canastas))
		text_add(out, "completed before\n");
	text_add(out, player->asked ? "asked before\n" : "");
	for (int i = 0; i < rules->event_count; i++)
		if (rules->event[i].per == event_per_deal && (game->events >> i & 1))
			text_format(out, "event %s\n", rules->event[i].name);
	write_scores(game, &names, out);
}
