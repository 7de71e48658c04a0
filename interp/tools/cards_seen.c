/* cards_seen.c -- the lines of a deal are gone through before it is dealt. A card that somebody lays and is not known to
 * hold was among those she was dealt untold, or else the first she drew untold; more need not be guessed, for which of
 * them it was bears on nothing. Lines that make no sense are passed over: they are refused when they are played. */
#include "tools/cards_seen.h"

#include <string.h>
#include <strings.h>
#include "game/question.h"
#include "notation/card_names.h"
#include "notation/lexer.h"
#include "grammar/text.h"
#include "tools/recording.h"
#include "reports/seat_names.h"

struct reading {
	struct cards_seen *seen;
	struct position *deal;
	struct cards known[PLAYERS_MAX]; /* held for certain */
	int untold[PLAYERS_MAX];         /* cards of the hand that was dealt of which nothing is known */
	uint8_t drawer[DECK_MAX];        /* whose each untold draw was */
	struct row_of_cards pile, last;  /* [last]: laid by the last act, which may be taken back */
	struct row_of_cards next;        /* told to come next, */
	int came;                        /* and so many of them have */
	struct row_of_cards due;         /* told to come with the next act */
	bool failed;                     /* memory ran out */
};

/* ---- who held what ---- */

/* Finds a place for a card that [seat] must have held; what is not found is refused later. */
static void work_out(struct reading *at, int seat, int kind)
{
	struct cards_seen *seen = at->seen;
	int draw = 0;

	while (draw < seen->draws && (at->drawer[draw] != seat || seen->drawn[draw] != 0))
		draw++;
	if ((at->untold[seat] == 0 && draw == seen->draws) || !position_take(at->deal, kind))
		return;
	if (at->untold[seat] > 0) {
		at->untold[seat]--;
		row_add(&seen->hand[seat], kind);
		return;
	}
	seen->drawn[draw] = (uint8_t)(kind + 1);
	if (draw >= seen->replaced) /* else it is dealt */
		row_add(&seen->kept, kind);
}

static void lay(struct reading *at, int seat, int kind)
{
	if (cards_count(&at->known[seat], kind) > 0)
		cards_remove(&at->known[seat], kind);
	else
		work_out(at, seat, kind);
	row_add(&at->last, kind);
}

static void know_row(struct reading *at, int seat, const struct row_of_cards *row)
{
	for (int i = 0; i < row->count; i++)
		cards_add(&at->known[seat], row->kind[i]);
}

/* What somebody shows stays in her hand. */
static void show_row(struct reading *at, int seat, const struct row_of_cards *row)
{
	for (int i = 0; i < row->count; i++)
		lay(at, seat, row->kind[i]);
	know_row(at, seat, row);
}

/* ---- an act ---- */

static void pick_up(struct reading *at, int seat)
{
	at->pile.count -= at->pile.count > 0; /* the top card goes to a meld */
	know_row(at, seat, &at->pile);
	at->pile.count = 0;
}

/* The next card that was told to come; -1 if none was. */
static int next_told(struct reading *at)
{
	if (at->due.count > 0)
		return at->due.kind[--at->due.count];
	return at->came < at->next.count ? at->next.kind[at->came++] : -1;
}

/* One card comes from the stock: [kind], or for -1 what was told to come next, or one that nobody knows. */
static void come(struct reading *at, int seat, int kind)
{
	int next = next_told(at);

	kind = kind >= 0 ? kind : next;
	if (kind >= 0)
		cards_add(&at->known[seat], kind);
	else if (at->seen->draws < DECK_MAX)
		at->drawer[at->seen->draws++] = (uint8_t)seat;
}

int seen_due(const struct rules *rules, const struct row_of_cards *told)
{
	int due = rules->turn.draw;

	for (int i = 0; i < told->count && rules->bonus.laid == bonus_laid_at_once; i++)
		due += (rules->bonus.cards >> told->kind[i] & 1) != 0;
	return due;
}

static void draw(struct reading *at, int seat, const struct row_of_cards *told)
{
	int due = seen_due(at->deal->game.rules, told);

	for (int i = 0; i < due || i < told->count; i++)
		come(at, seat, i < told->count ? told->kind[i] : -1);
}

/* Cards that come with an act that is no draw are the player's: a talon, or what comes for a bonus card. Behind a discard
 * they come for bonus cards of the next one. */
static void know_due(struct reading *at, int seat, int verb)
{
	int whose = verb == ACT_DISCARD ? seat_in_turn(&at->deal->game, seat, 1) : seat;

	know_row(at, whose, &at->due);
	at->due.count = 0;
}

static bool is_bonus(const struct reading *at, int kind)
{
	return at->deal->game.rules->bonus.cards >> kind & 1;
}

static void act(struct reading *at, int seat, int verb, const struct row_of_cards *cards)
{
	if (verb == ACT_DRAW) {
		draw(at, seat, cards);
		return;
	}
	for (int i = 0; i < cards->count; i++) {
		int next = is_bonus(at, cards->kind[i]) ? next_told(at) : -1;
		lay(at, seat, cards->kind[i]);
		if (next >= 0)
			cards_add(&at->known[seat], next);
	}
	know_due(at, seat, verb);
	if (verb == ACT_TAKE)
		pick_up(at, seat);
	if (verb == ACT_DISCARD && cards->count > 0)
		row_add(&at->pile, cards->kind[0]);
}

/* The cards of a clause, up to the name of a meld or of anything else. */
static void read_clause(const struct game *game, struct line *line, struct row_of_cards *row)
{
	for (bool cards = true; !line_clause_ends(line);) {
		int used = 1, kind = -1;
		if (line_accept(line, ",") || line_skip_filler(line))
			continue;
		cards = cards && !line_is(line, "to") && !line_is(line, "as");
		if (cards)
			kind = card_parse(game->rules, game, line, line->at, &used, NULL);
		if (kind >= 0)
			row_add(row, kind);
		line->at += used;
	}
}

static void take_back(struct reading *at, int seat)
{
	know_row(at, seat, &at->last);
	at->last.count = 0;
}

static void read_act(struct reading *at, int seat, const char *words)
{
	struct line line;

	if (strcasecmp(words, "undo") == 0) {
		take_back(at, seat);
		return;
	}
	for (bool well = line_cut(&line, words, strlen(words), LINE_TYPED); well && line.at < line.count;) {
		struct row_of_cards cards = { .count = 0 };
		int verb = line_verb(&line, VERB_CARD_TOO);
		line.at++;
		if (verb < 0)
			continue;
		at->last.count = 0;
		read_clause(&at->deal->game, &line, &cards);
		act(at, seat, verb, &cards);
	}
}

/* ---- the lines ---- */

/* The seat whose name [words] begin with, -1 for none; [*rest] is what follows. */
static int seat_in(const struct game *game, const char *words, const char **rest)
{
	for (int seat = 0; seat < game->rules->seats; seat++) {
		*rest = words_behind(words, seat_name(game->rules, game->player[seat]), ':');
		if (*rest != NULL)
			return seat;
	}
	return -1;
}

/* All cards in [words]. */
static void read_row(const struct game *game, const char *words, struct row_of_cards *row)
{
	struct line line;

	if (line_cut(&line, words, strlen(words), LINE_TYPED))
		read_clause(game, &line, row);
}

/* Cards that are told to be drawn later must not be dealt to those of whom nothing is told. */
static void keep_told(struct reading *at, const char *words)
{
	const struct game *game = &at->deal->game;
	struct row_of_cards row = { .count = 0 };
	const char *rest = words_behind(words, "stock", ':');
	struct line line;

	if (rest != NULL)
		read_row(game, rest, &row);
	else if (seat_in(game, words, &rest) >= 0 && line_cut(&line, rest, strlen(rest), LINE_TYPED) &&
	         line_verb(&line, VERB_SHORT) == ACT_DRAW) {
		line.at++;
		read_clause(game, &line, &row);
	}
	for (int i = 0; i < row.count; i++)
		if (position_take(at->deal, row.kind[i]))
			row_add(&at->seen->kept, row.kind[i]);
}

static void read_line(struct reading *at, const char *words)
{
	const struct game *game = &at->deal->game;
	const char *rest;
	int seat;

	if ((rest = words_behind(words, "stock", ':')) != NULL)
		read_row(game, rest, &at->due);
	else if (strncasecmp(words, "hand ", 5) == 0 && (seat = seat_in(game, words + 5, &rest)) >= 0) {
		struct row_of_cards row = { .count = 0 };
		read_row(game, rest, &row);
		show_row(at, seat, &row);
	} else if ((seat = seat_in(game, words, &rest)) >= 0)
		read_act(at, seat, rest);
}

/* Goes through the lines up to the next deal. */
static void each_line(struct reading *at, struct record_reader reader, void (*each)(struct reading *, const char *))
{
	struct text words = { 0 }, why = { 0 };

	while (record_read(&reader, &words, &why) == RECORD_LINE && strncasecmp(text_read(&words), "deal ", 5) != 0) {
		each(at, text_read(&words));
		at->failed |= words.failed;
		text_free(&words);
	}
	at->failed |= words.failed;
	text_free(&words);
	text_free(&why);
}

/* What is known before the first act: the hands, and what came for the bonus cards in them. */
static void begin(struct reading *at, const struct row_of_cards *stock)
{
	const struct rules *rules = at->deal->game.rules;
	bool replaced = rules->bonus.laid == bonus_laid_at_once &&
	                rules->deal.bonus_cards != deal_bonus_cards_in_the_first_turn;

	at->pile = at->deal->start;
	at->next = *stock;
	for (int i = 1; i <= rules->seats; i++) {
		int seat = (at->deal->game.dealer + i) % rules->seats;
		const struct row_of_cards *dealt = &at->deal->dealt[seat];
		at->untold[seat] = rules->deal.hand - dealt->count;
		know_row(at, seat, dealt);
		for (int j = 0; j < dealt->count && replaced; j++)
			if (is_bonus(at, dealt->kind[j]))
				come(at, seat, -1);
	}
	at->seen->replaced = at->seen->draws;
}

bool seen_read(struct cards_seen *seen, struct record_reader reader, struct position *deal,
               const struct row_of_cards *stock)
{
	struct reading at = { .seen = seen, .deal = deal };

	memset(seen, 0, sizeof *seen);
	each_line(&at, reader, keep_told);
	begin(&at, stock);
	each_line(&at, reader, read_line);
	return !at.failed;
}
