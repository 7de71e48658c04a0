/* cards_told.c -- a deal is laid as rulings lay one (game/position.c) and then dealt by the rules; what is drawn later is
 * brought to the top of the stock before the act. */
#include "tools/cards_told.h"

#include <string.h>
#include <strings.h>
#include "game/question.h"
#include "notation/act_text.h"
#include "notation/lexer.h"
#include "notation/messages.h"
#include "grammar/text.h"
#include "tools/playing.h"
#include "tools/recording.h"
#include "reports/seat_names.h"

/* ---- cards in a line ---- */

/* Adds the cards of a line that has nothing but cards; false, with a sentence, if it has more. */
static bool read_row(const struct game *game, const char *words, struct row_of_cards *row, struct text *why)
{
	struct line line;

	if (!line_cut(&line, words, strlen(words), LINE_TYPED)) {
		text_add(why, MESSAGE_LINE_TOO_LONG);
		return false;
	}
	if (!cards_parse(game->rules, game, &line, row, why))
		return false;
	if (!line_is_at_end(&line))
		text_format(why, MESSAGE_ONLY_CARDS, line_word(&line));
	return line_is_at_end(&line);
}

/* ---- what is dealt ---- */

void told_begin(struct cards_told *told, const struct canasta_game *game)
{
	uint64_t made_up = told->made_up;

	memset(told, 0, sizeof *told);
	told->made_up = made_up;
	told->dealing = true;
	position_begin(&told->deal, game->rules, 0);
	told->deal.game = game->game;
	game_seat_players(&told->deal.game);
}

/* Takes the cards in [words] out of the deck and adds them to [row], which has no more than [most]. */
static void take_row(struct cards_told *told, const char *words, struct row_of_cards *row, int most, struct text *why)
{
	int from = row->count;

	if (!read_row(&told->deal.game, words, row, why))
		return;
	for (int i = from; i < row->count && why->length == 0; i++)
		if (!position_take(&told->deal, row->kind[i]))
			text_format(why, "there is no further %s in the deck",
			            told->deal.game.rules->kind[row->kind[i]].name);
	if (row->count > most && why->length == 0)
		text_format(why,
		            row->count == 1 ? "this is %d card; %d is the most there can be"
		                            : "these are %d cards; %d is the most there can be",
		            row->count, most);
}

/* The seat of the player whom [words] name, before a colon if [colon]; -1, with a sentence, if nobody of that name plays
 * in this deal. [*rest] is what follows. */
static int seat_told(const struct game *game, const char *words, bool colon, const char **rest, struct text *why)
{
	for (int seat = 0; seat < game->rules->seats; seat++) {
		const char *name = seat_name(game->rules, game->player[seat]);
		*rest = colon ? words_behind(words, name, ':') : "";
		if (colon ? *rest != NULL : strcasecmp(words, name) == 0)
			return seat;
	}
	text_format(why, "nobody called \"%.*s\" plays in this deal", (int)strcspn(words, ":"), words);
	return -1;
}

/* Who deals first is chance, and later the rules say it. */
static void take_dealer(struct cards_told *told, const char *words, struct text *why)
{
	struct game *game = &told->deal.game;
	const char *rest;
	int seat = seat_told(game, words, false, &rest, why);

	if (seat < 0)
		return;
	if (game->deal == 0)
		game->dealer = (uint8_t)seat;
	else if (seat != game->dealer)
		text_format(why, "by the rules %s deals", seat_name(game->rules, game->player[game->dealer]));
	told->dealer = true;
}

/* Hands are kept by seat until it is clear who deals. */
static void take_hand(struct cards_told *told, const char *words, struct text *why)
{
	const char *cards;
	int seat = seat_told(&told->deal.game, words, true, &cards, why);

	if (seat >= 0)
		take_row(told, cards, &told->deal.dealt[seat], told->deal.game.rules->deal.hand, why);
}

/* Cards told to come next, while a deal is played. */
static void take_next(struct cards_told *told, struct canasta_game *game, const char *words, struct text *why)
{
	struct row_of_cards row = { .count = 0 };
	int instead;

	told->untold = told->untold < game->game.stock_size ? told->untold : game->game.stock_size;
	for (int place = game->game.stock_size - 1; place >= told->untold; place--)
		row.kind[row.count++] = game->game.stock[place];
	if (!read_row(&game->game, words, &row, why))
		return;
	if (stock_stack(&game->game, &row, told->untold, &instead))
		told->untold = game->game.stock_size - row.count;
	else
		text_add(why, "not all of these cards are left in the stock");
}

/* What somebody shows has to be in her hand; once the deal is over it is all of it. */
static void check_shown(const struct canasta_game *game, const char *words, struct text *why)
{
	const char *rest;
	int seat = seat_told(&game->game, words, true, &rest, why), kind = 0;
	struct row_of_cards row = { .count = 0 };
	struct cards shown = { 0 };

	if (seat < 0 || !read_row(&game->game, rest, &row, why))
		return;
	for (int i = 0; i < row.count; i++)
		cards_add(&shown, row.kind[i]);
	while (kind < game->rules->kinds && cards_count(&shown, kind) <= cards_count(&game->game.seat[seat].hand, kind))
		kind++;
	if (kind == game->rules->kinds && (game->moment == CANASTA_TO_ACT || row.count == game->game.seat[seat].size))
		return;
	text_format(why, "by the lines above %s holds other cards: ", seat_name(game->rules, game->game.player[seat]));
	cards_write(game->rules, &game->game.seat[seat].hand, why);
}

/* A line that tells cards behind those that tell the deal. */
static bool later_line(struct cards_told *told, struct canasta_game *game, const char *words, struct text *why)
{
	const char *stock = words_behind(words, "stock", ':');

	if (game->moment == CANASTA_TO_DEAL)
		return false;
	if (stock != NULL && game->moment == CANASTA_TO_ACT)
		take_next(told, game, stock, why);
	else if (strncasecmp(words, "hand ", 5) == 0)
		check_shown(game, words + 5 + strspn(words + 5, " "), why);
	else
		return false;
	return true;
}

bool told_line(struct cards_told *told, struct canasta_game *game, const char *words, struct text *why)
{
	const struct rules *rules = game->rules;
	const char *rest;

	if (!told->dealing)
		return later_line(told, game, words, why);
	if ((rest = words_behind(words, "dealer", ':')) != NULL)
		take_dealer(told, rest, why);
	else if (strncasecmp(words, "hand ", 5) == 0)
		take_hand(told, words + 5 + strspn(words + 5, " "), why);
	else if ((rest = words_behind(words, "aside", ':')) != NULL)
		take_row(told, rest, &told->deal.aside, rules->talon.set_aside, why);
	else if ((rest = words_behind(words, "reserve", ':')) != NULL)
		take_row(told, rest, &told->deal.reserves, rules_reserves(rules) * rules->reserve.cards, why);
	else if ((rest = words_behind(words, "pile", ':')) != NULL)
		take_row(told, rest, &told->deal.start, rules->deal.start_pile > 0 ? DECK_MAX : 0, why);
	else if ((rest = words_behind(words, "stock", ':')) != NULL)
		take_row(told, rest, &told->stock, DECK_MAX, why);
	else
		return false;
	return true;
}

/* ---- dealing ---- */

/* Sees to it that hands are dealt in the order of the seats behind the dealer. */
static void order_hands(struct position *deal)
{
	struct row_of_cards dealt[PLAYERS_MAX];
	int seats = deal->game.rules->seats;

	memcpy(dealt, deal->dealt, sizeof dealt);
	for (int i = 0; i < seats; i++)
		deal->dealt[i] = dealt[(deal->game.dealer + 1 + i) % seats];
}

/* Deals with [before] cards of the stock in front of those that are turned up. True if these come as they were told. */
static bool try_deal(const struct cards_told *told, int before, struct position *deal)
{
	const struct row_of_cards *stock = &told->stock;

	*deal = told->deal;
	deal->stacked = true;
	order_hands(deal);
	deal->next.count = before;
	memcpy(deal->next.kind, stock->kind, (size_t)before);
	deal->drawn.count = stock->count - before;
	memcpy(deal->drawn.kind, stock->kind + before, (size_t)deal->drawn.count);
	deal->kept = told->seen.kept;
	return position_finish(deal) && deal->game.pile_size == told->deal.start.count &&
	       memcmp(deal->game.pile, told->deal.start.kind, deal->game.pile_size) == 0;
}

/* How many cards have left the stock behind what was dealt: for bonus cards. */
static int came_at_deal(const struct game *game)
{
	const struct rules *rules = game->rules;

	return rules->deck_size - rules->deal.hand * rules->seats - rules->talon.set_aside -
	       rules_reserves(rules) * rules->reserve.cards - game->pile_size - game->stock_size;
}

/* Only where bonus cards are replaced before the start card is turned up some of the stock comes in front of it: as much
 * as came for bonus cards. A card of the same kind as the start card may be taken for it where some are not told. */
static bool lay_deal(const struct cards_told *told, struct position *deal)
{
	bool first = told->deal.game.rules->deal.bonus_cards == deal_bonus_cards_before_start_card;
	int most = first ? told->stock.count : 0;

	for (int before = 0; first && before <= most; before++)
		if (try_deal(told, before, deal) && came_at_deal(&deal->game) == before)
			return true;
	for (int before = 0; before <= most; before++)
		if (try_deal(told, before, deal))
			return true;
	return false;
}

/* What can be worked out joins what was told of the hands. False if memory ran out. */
static bool see_cards(struct cards_told *told, struct record_reader rest)
{
	bool well = seen_read(&told->seen, rest, &told->deal, &told->stock);

	for (int seat = 0; seat < told->deal.game.rules->seats; seat++)
		for (int i = 0; i < told->seen.hand[seat].count; i++)
			row_add(&told->deal.dealt[seat], told->seen.hand[seat].kind[i]);
	for (int i = 0; i < told->seen.replaced; i++)
		if (told->seen.drawn[i] > 0)
			row_add(&told->stock, told->seen.drawn[i] - 1);
	told->drawn_untold = told->seen.replaced;
	return well;
}

bool told_deal(struct cards_told *told, struct canasta_game *game, const struct record_reader *rest, struct text *why)
{
	const struct rules *rules = game->rules;
	struct position deal;
	int hands = rules->deal.hand * rules->seats, more;

	told->dealing = false;
	for (int seat = 0; seat < rules->seats; seat++)
		hands -= told->deal.dealt[seat].count;
	if (!see_cards(told, *rest))
		why->failed = true;
	else if (game->game.deal == 0 && !told->dealer && rules->deal.first_dealer == deal_first_dealer_random)
		text_add(why, "a line `dealer: NAME` has to say who deals");
	else if (!lay_deal(told, &deal)) /* perhaps none was left to be turned up, and none told */
		text_add(why, rules->deal.start_pile > 0 && told->deal.start.count == 0
		                      ? "a line `pile: CARD` has to name the card that was turned up"
		                      : "by the rules other cards would have been turned up than those of `pile:`");
	if (why->length > 0 || why->failed)
		return false;
	more = told->stock.count - came_at_deal(&deal.game);
	told->made_up += (uint64_t)(hands + (more < 0 ? -more : 0));
	told->untold = deal.game.stock_size - (more > 0 ? more : 0);
	game->game = deal.game;
	playing_dealt(game);
	return true;
}

/* ---- while it is played ---- */

/* Adds to the cards named of a draw those that are worked out. */
static void guess_draw(struct cards_told *told, const struct game *game, struct row_of_cards *drawn)
{
	int sure = game->stock_size - told->untold, named = drawn->count, due = seen_due(game->rules, drawn);

	for (int i = named; i < sure && i < due; i++)
		row_add(drawn, game->stock[game->stock_size - 1 - i]);
	for (int i = sure > named ? sure : named; i < due; i++) {
		int seen = told->drawn_untold < told->seen.draws ? told->seen.drawn[told->drawn_untold] : 0;
		told->drawn_untold++;
		if (seen > 0)
			row_add(drawn, seen - 1);
	}
}

int told_draw(struct cards_told *told, struct canasta_game *game, const char *words, struct text *act, struct text *why)
{
	struct row_of_cards drawn = { .count = 0 };
	struct line line;
	int instead, count;

	if (!line_cut(&line, words, strlen(words), LINE_TYPED) || line_verb(&line, VERB_SHORT) != ACT_DRAW) {
		text_add(act, words);
		return 0;
	}
	if (!draw_parse(game->rules, &game->game, &line, &drawn, why))
		return -1;
	count = drawn.count;
	for (; !line_is_at_end(&line); line.at++)
		text_format(act, "%s%s", act->length > 0 ? " " : "", line_word(&line));
	guess_draw(told, &game->game, &drawn);
	if (!stock_stack(&game->game, &drawn, told->untold, &instead)) {
		if (instead < 0)
			text_add(why, "not all of these cards are left in the stock");
		else
			text_format(why, "by the line `stock:` the %s comes here", game->rules->kind[instead].name);
		return -1;
	}
	if (game->game.stock_size - count < told->untold)
		told->untold = game->game.stock_size - count;
	return count;
}

bool told_came(struct cards_told *told, const struct canasta_game *game, int before, int drawn, struct text *why)
{
	int after = game->game.stock_size;

	if (after < told->untold && after < before)
		told->made_up += (uint64_t)((before < told->untold ? before : told->untold) - after);
	told->untold = told->untold < after ? told->untold : after;
	if (before - after >= drawn)
		return true;
	text_format(why, "by the rules only %d card%s here, not %d", before - after,
	            before - after == 1 ? " comes" : "s come", drawn);
	return false;
}
