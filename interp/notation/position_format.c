/* position_format.c -- a position in the words of a ruling, as position_parser.c reads them. */
#include "notation/position_text.h"

#include "notation/act_text.h"
#include "game/play.h"
#include "grammar/text.h"

enum { STOCK_TOLD = 12 }; /* cards of the stock that are told: more than any turn draws */

/* What a position calls the players, each by one word. */
struct seats {
	const char *word[PLAYERS_MAX]; /* by seat */
};

static struct seats words_for_seats(const struct game *game)
{
	static const char *const words[] = { "player",   "left",        "partner",     "right",
		                             "opposite", "second_left", "second_right" };
	struct setup asked = { .rules = (struct rules *)game->rules, .me = game->turn.seat };
	struct seats seats = { { NULL } };

	asked.position.game = *game;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		int seat = setup_seat(&asked, words[i]);
		if (seat >= 0 && seats.word[seat] == NULL)
			seats.word[seat] = words[i];
	}
	return seats;
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

/* ---- cards ---- */

static void write_kind(const struct rules *rules, int kind, struct text *out)
{
	text_format(out, " %s", rules->kind[kind].name);
}

static void write_cards(const struct rules *rules, const struct cards *cards, struct text *out)
{
	for (int kind = 0; kind < rules->kinds; kind++)
		for (int i = cards_count(cards, kind); i > 0; i--)
			write_kind(rules, kind, out);
}

/* Cards of a row from [from] on, [count] of them, each [step] places behind the one before. */
static void write_row(const struct rules *rules, const uint8_t *from, int count, int step, struct text *out)
{
	for (int i = 0; i < count; i++)
		write_kind(rules, from[i * step], out);
	text_add(out, "\n");
}

static void write_heap(const struct game *game, const char *head, const char *who, const struct cards *cards,
                       struct text *out)
{
	text_format(out, "%s%s%s", head, *who != '\0' ? " " : "", who);
	write_cards(game->rules, cards, out);
	text_add(out, "\n");
}

/* ---- who has what ---- */

static void write_hands(const struct game *game, const struct seats *seats, struct text *out)
{
	for (int i = 0; i < game->rules->seats; i++) {
		int seat = (game->turn.seat + i) % game->rules->seats;
		if (game->seat[seat].size > 0)
			write_heap(game, i == 0 ? "hand" : seats->word[seat], "", &game->seat[seat].hand, out);
		else
			text_format(out, "%s nothing\n", i == 0 ? "hand" : seats->word[seat]);
	}
}

void setup_write_meld(const struct rules *rules, const struct meld *meld, struct text *out)
{
	struct text words = { 0 };

	meld_write(rules, &meld->cards, &words);
	text_add(out, text_read(&words));
	text_end(&words, out);
	if (meld->form != first_form(rules, &meld->cards) && cards_fit_form(rules, meld->form, &meld->cards))
		text_format(out, " as %s", rules->meld[meld->form].name);
}

static void write_melds(const struct game *game, const struct side *side, const char *who, struct text *out)
{
	for (int i = 0; i < side->melds; i++) {
		text_format(out, i == 0 ? "melds %s " : ", ", who);
		setup_write_meld(game->rules, &side->meld[i], out);
	}
	if (side->melds > 0)
		text_add(out, "\n");
	else if (side->opened)
		text_format(out, "opened %s\n", who);
}

static void write_events(const struct game *game, const struct side *side, const char *who, struct text *out)
{
	for (int i = 0; i < game->rules->event_count; i++)
		if (side->events[i] > 0)
			text_format(out, "event %s %s %d\n", game->rules->event[i].name, who, side->events[i]);
}

/* The total of each side, or of each player who has one of her own, once. */
static void write_scores(const struct game *game, const struct seats *seats, struct text *out)
{
	uint32_t told = 0;

	for (int i = 0; i < game->rules->seats; i++) {
		int seat = (game->turn.seat + i) % game->rules->seats, account = account_of(game, seat);
		if ((told >> account & 1) || game->side[account].score == 0)
			continue;
		told |= UINT32_C(1) << account;
		text_format(out, "score %s %d\n", i == 0 ? "us" : seats->word[seat], (int)game->side[account].score);
	}
}

/* The sides in the order in which they opened, which is that in which they are told. */
static void write_sides(const struct game *game, const struct seats *seats, struct text *out)
{
	for (int order = 1; order <= SIDES_MAX + 1; order++)
		for (int i = 0; i < game->rules->table.sides; i++) {
			const struct side *side = &game->side[i];
			int seat = seat_of_side(game, i);
			if (seat < 0 || (side->order > 0 ? side->order : SIDES_MAX + 1) != order)
				continue;
			const char *who = seat == game->turn.seat ? "us" : seats->word[seat];
			write_melds(game, side, who, out);
			write_events(game, side, who, out);
		}
}

static void write_seats(const struct game *game, const struct seats *seats, struct text *out)
{
	for (int seat = 0; seat < game->rules->seats; seat++) {
		if (cards_kinds(&game->seat[seat].laid) != 0)
			write_heap(game, "laid", seats->word[seat], &game->seat[seat].laid, out);
		if (game->seat[seat].talon > 0)
			write_heap(game, "talon", seats->word[seat], &game->talon[seat], out);
	}
	text_format(out, "dealer %s\n", seats->word[game->dealer]);
	if (game->turn.number == 1)
		text_add(out, "first turn\n");
	if (game->seat[game->turn.seat].melded)
		text_add(out, "melded before\n");
	if (game->seat[game->turn.seat].asked)
		text_add(out, "asked before\n");
	for (int i = 0; i < game->rules->event_count; i++)
		if (game->rules->event[i].per == event_per_deal && (game->events >> i & 1))
			text_format(out, "event %s\n", game->rules->event[i].name);
}

static void write_heaps(const struct game *game, struct text *out)
{
	const struct rules *rules = game->rules;
	int told = game->stock_size < STOCK_TOLD ? game->stock_size : STOCK_TOLD;

	if (game->pile_size > 0) {
		text_add(out, "pile");
		write_row(rules, game->pile, game->pile_size, 1, out);
	}
	for (int kind = 0; kind < rules->kinds; kind++)
		if (game->pile_starts >> kind & 1)
			text_format(out, "started %s\n", rules->kind[kind].name);
	text_add(out, told == 0 ? "stock empty\n" : told == game->stock_size ? "stock only" : "stock");
	if (told > 0)
		write_row(rules, &game->stock[game->stock_size - 1], told, -1, out);
	if (game->aside_size > 0) {
		text_add(out, "aside");
		write_row(rules, &game->aside[game->aside_size - 1], game->aside_size, -1, out);
	}
}

void setup_write(const struct game *game, struct text *out)
{
	struct seats seats = words_for_seats(game);

	if (game->alone != NOBODY) /* first, for it makes partners of the others */
		text_format(out, "alone %s\n", seats.word[game->alone]);
	write_hands(game, &seats, out);
	write_sides(game, &seats, out);
	write_heaps(game, out);
	write_seats(game, &seats, out);
	write_scores(game, &seats, out);
}
