/* position_parser.c -- what all lines of a position are made of: cards, seats, sides and numbers, each with the finding that says what should
 * stand there instead; and the lines that play on. The kinds of lines stand in position_lines.c. */
#include "notation/position_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "game/play.h"
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "notation/act_text.h"
#include "rules/library.h"

/* ---- errors ---- */

void position_fault(struct position_parser *at, enum diag_id id, struct span span, const char *detail)
{
	diag_add(&at->library->diags, id, span, detail);
	at->faulty = true;
}

void position_wants(struct position_parser *at, const struct statement *line, const char *what)
{
	diag_add(&at->library->diags, DIAG_RULING_WANTS, line->span, line->head, what);
	at->faulty = true;
}

void position_cannot(struct position_parser *at, const struct statement *line, const char *why, ...)
{
	char sentence[200];
	va_list arguments;

	va_start(arguments, why);
	vsnprintf(sentence, sizeof sentence, why, arguments);
	va_end(arguments);
	diag_add(&at->library->diags, DIAG_RULING_CANNOT, line->span, line->head, sentence);
	at->faulty = true;
}

void position_clash(struct position_parser *at, const struct statement *line, const struct statement *other)
{
	struct diags *diags = &at->library->diags;

	diag_other(diags, diag_add(diags, DIAG_RULING_CLASH, line->span, line->head), other->span, MESSAGE_OTHER_LINE);
	at->faulty = true;
}

void position_text_end(struct position_parser *at, struct text *text)
{
	if (text->failed) {
		arena_fail(at->library->arena);
		at->faulty = true;
	}
	text_free(text);
}

/* ---- the words of a line ---- */

struct span position_words_span(const struct position_parser *at, int first, int last)
{
	const struct line *line = &at->line;

	if (first >= line->count || last < first)
		return at->statement->span;
	return (struct span){ at->statement->span.source, at->from + line->word[first].from,
		              at->from + line->word[last].to };
}

/* The rest of [line] behind its first word, up to its braces. */
static const char *behind_head(const struct position_parser *at, const struct statement *line, size_t *length)
{
	const char *text = at->library->sources.source[line->span.source - 1].text + line->head_span.to;
	const char *brace;

	*length = line->span.to - line->head_span.to;
	brace = memchr(text, '{', *length);
	if (brace != NULL)
		*length = (size_t)(brace - text);
	return text;
}

static bool cut(struct position_parser *at, const struct statement *line)
{
	size_t length;
	const char *text = behind_head(at, line, &length);

	at->statement = line;
	at->from = line->head_span.to;
	return line_cut(&at->line, text, length, LINE_OF_FILE);
}

bool position_parser_cut(struct position_parser *at, const struct statement *line, bool braces)
{
	bool fits = cut(at, line);

	if (line->added)
		position_fault(at, DIAG_RULING_SURPLUS, line->span, "");
	else if (!braces && (line->has_block || line->steps != NULL))
		position_fault(at, DIAG_RULING_SURPLUS, line->block != NULL ? line->block->span : line->span, "");
	else if (!fits)
		position_fault(at, DIAG_RULING_SURPLUS, position_words_span(at, LINE_WORDS_MAX - 1, LINE_WORDS_MAX - 1),
		               "");
	return !at->faulty;
}

bool position_parser_ends(struct position_parser *at)
{
	if (line_is_at_end(&at->line))
		return true;
	position_fault(at, DIAG_RULING_SURPLUS, position_words_span(at, at->line.at, at->line.count - 1), "");
	return false;
}

/* ---- cards ---- */

/* True for a mark, or a word with which the language goes on behind the words of a line. */
static bool ends_words(const struct statement *line, const char *word)
{
	const bool letter = (word[0] >= 'a' && word[0] <= 'z') || (word[0] >= '0' && word[0] <= '9') || word[0] == '?';

	return !letter || ((line->when != NULL || line->unless != NULL || line->by != NULL) &&
	                   (strcmp(word, "when") == 0 || strcmp(word, "unless") == 0 || strcmp(word, "by") == 0));
}

/* Reports that the next word is no card of these rules; where they distinguish cards of its rank, it names these. */
static void unknown_card(struct position_parser *at, int used)
{
	struct diags *diags = &at->library->diags;
	const struct word *word = &at->line.word[at->line.at];
	struct span span = position_words_span(at, at->line.at, at->line.at + used - 1);
	struct text name = { 0 }, hint = { 0 };
	struct diag *diag;

	text_add_bytes(&name, at->line.text + word->from, at->line.word[at->line.at + used - 1].to - word->from);
	diag = diag_add(diags, DIAG_RULING_CARDS, span, text_read(&name));
	at->faulty = true;
	card_suggest(at->rules, &at->line, at->line.at, &hint);
	if (hint.length > 0)
		diag_hint(diags, diag, "%s", text_read(&hint));
	position_text_end(at, &name);
	position_text_end(at, &hint);
}

int position_parser_card(struct position_parser *at)
{
	int used, kind;

	if (line_is_at_end(&at->line) || !line_split_word(&at->line, at->line.at) ||
	    ends_words(at->statement, line_word(&at->line))) {
		position_fault(at, DIAG_RULING_SURPLUS, position_words_span(at, at->line.at, at->line.count - 1), "");
		at->line.at = at->line.count;
		return -1;
	}
	kind = card_parse(at->rules, NULL, &at->line, at->line.at, &used, NULL);
	if (kind < 0)
		unknown_card(at, used);
	at->line.at += used;
	return kind;
}

bool position_reserve(struct position_parser *at, int kind, int word)
{
	struct diag *diag;

	if (kind < 0)
		return false;
	if (position_take(&at->position, kind))
		return true;
	at->faulty = true;
	diag = diag_add(&at->library->diags, DIAG_RULING_DECK, position_words_span(at, word, at->line.at - 1),
	                at->rules->kind[kind].name);
	for (int i = 0; i < at->position.drawn.count; i++)
		if (at->position.drawn.kind[i] == kind) {
			diag_hint(&at->library->diags, diag, MESSAGE_KEPT_TO_BE_DRAWN);
			break;
		}
	return false;
}

/* Parses "11 cards"; false, and nothing is passed, if that is not next. */
static bool position_number_of_cards(struct position_parser *at, int32_t *number)
{
	struct line *line = &at->line;
	int start = line->at;
	int32_t count;

	if (line_accept_number(line, &count) && count >= 0 &&
	    (line_accept(line, "cards") || line_accept(line, "card"))) {
		*number = count;
		return true;
	}
	line->at = start;
	return false;
}

bool position_cards(struct position_parser *at, struct heap *heap)
{
	struct line *line = &at->line;

	*heap = (struct heap){ .size = -1 };
	if (line_accept(line, "nothing")) {
		heap->size = 0;
		return position_parser_ends(at);
	}
	while (!line_is_at_end(line)) {
		if (line_accept(line, ","))
			continue;
		if (heap->size < 0 && position_number_of_cards(at, &heap->size))
			continue;
		int word = line->at, kind = position_parser_card(at);
		if (position_reserve(at, kind, word))
			row_add(&heap->cards, kind);
	}
	if (heap->cards.count == 0 && heap->size < 0 && !at->faulty)
		position_wants(at, at->statement, MESSAGE_WANTS_CARDS);
	return !at->faulty;
}

/* ---- seats and sides ---- */

/* Where a word stands for a place at the table, counted from the player: so many seats on, or -1 if there is no such place.
 * Up to eight seats each has one of them. */
static int seats_on(int seats, const char *word)
{
	const struct {
		const char *word;
		int on;
	} places[] = {
		{ "player", 0 },
		{ "left", 1 },
		{ "right", seats - 1 },
		{ "second_left", seats >= 4 ? 2 : -1 },
		{ "second_right", seats >= 4 ? seats - 2 : -1 },
		{ "third_left", seats >= 7 ? 3 : -1 },
		{ "third_right", seats >= 7 ? seats - 3 : -1 },
		{ "opposite", seats % 2 == 0 ? seats / 2 : -1 },
	};

	for (size_t i = 0; i < sizeof places / sizeof *places; i++)
		if (strcmp(word, places[i].word) == 0)
			return places[i].on;
	return -1;
}

_Static_assert(PLAYERS_MAX <= 8, "there is a word for every seat");

int position_seat(const struct game *game, int me, const char *word)
{
	int seats = game->rules->seats, seat = me, on = seats_on(seats, word);

	if (on >= 0)
		return (me + on) % seats;
	if (strcmp(word, "partner") != 0)
		return -1;
	do
		seat = (seat + 1) % seats;
	while (game->seat[seat].side != game->seat[me].side);
	return seat != me ? seat : -1;
}

int position_accept_seat(struct position_parser *at)
{
	int seat = position_seat(&at->position.game, at->me, line_word(&at->line));

	at->line.at += seat >= 0;
	return seat;
}

/* The seat whose side is meant: `us` is the player, `them` the one on the left. */
int position_accept_side(struct position_parser *at)
{
	const char *word = line_word(&at->line);
	int seat;

	word = strcmp(word, "us") == 0 ? "player" : strcmp(word, "them") == 0 ? "left" : word;
	seat = position_seat(&at->position.game, at->me, word);
	at->line.at += seat >= 0;
	return seat;
}

int position_parser_account(struct position_parser *at)
{
	int seat = position_accept_side(at);

	return seat < 0 ? -1 : account_of(&at->position.game, seat);
}

bool position_parser_score(struct position_parser *at, const char *wanted, int *account, int32_t *number)
{
	*account = position_parser_account(at);
	if (*account >= 0 && line_accept_number(&at->line, number))
		return true;
	position_wants(at, at->statement, wanted);
	return false;
}

void position_wants_seat(struct position_parser *at, const char *before, const char *behind)
{
	const int seats = at->rules->seats;
	bool third = seats >= 7, opposite = seats >= 6 && seats % 2 == 0;
	char what[200];

	snprintf(what, sizeof what, "%s`player`, `left`, %s%s%s%s%s or `right`%s", before,
	         seats <= 4 ? "`partner`" : "`second_left`", third ? ", `third_left`" : "",
	         opposite ? ", `opposite`" : "", third ? ", `third_right`" : "", seats <= 4 ? "" : ", `second_right`",
	         behind);
	position_wants(at, at->statement, what);
}

/* ---- lines that contradict each other ---- */

bool position_parser_claim(struct position_parser *at, enum claim_about about, int who, int32_t value)
{
	struct claim *claim = &at->claim[about][who];

	if (!claim->made) {
		*claim = (struct claim){ .made = true, .value = value, .line = at->statement };
		return true;
	}
	/* only one line may say that there are no cards in the stock but those it names */
	if (value == claim->value && !(about == ABOUT_STOCK && value == 1))
		return true;
	position_clash(at, at->statement, claim->line);
	return false;
}

/* ---- acts ---- */

/* Cuts the path behind `because` off the line that was cut, which keeps the acts alone. */
static const char *take_because(struct position_parser *at)
{
	struct line *line = &at->line;
	const struct word *path;

	for (int i = 0; i < line->count; i++) {
		if (strcmp(line->word[i].text, "reason") == 0 || strcmp(line->word[i].text, "why") == 0) {
			position_fault(at, DIAG_RULING_SURPLUS, position_words_span(at, i, line->count - 1), "");
			diag_hint(&at->library->diags, at->library->diags.last, "%s", MESSAGE_SAY_BECAUSE);
			return NULL;
		}
		if (strcmp(line->word[i].text, "because") != 0)
			continue;
		path = i + 1 < line->count ? &line->word[i + 1] : NULL;
		if (i + 2 < line->count)
			position_fault(at, DIAG_RULING_SURPLUS, position_words_span(at, i + 2, line->count - 1), "");
		else if (path == NULL)
			position_wants(at, at->statement, MESSAGE_WANTS_PATH);
		line->count = i;
		return path == NULL ? NULL
		                    : arena_text(at->library->arena, line->text + path->from, path->to - path->from);
	}
	return NULL;
}

/* The name of the first of [cards] that the stock does not have. */
static const char *missing_card(const struct game *game, const struct row_of_cards *cards)
{
	int left[KINDS_MAX] = { 0 }, i = 0;

	for (int place = 0; place < game->stock_size; place++)
		left[game->stock[place]]++;
	while (i < cards->count - 1 && left[cards->kind[i]]-- > 0)
		i++;
	return game->rules->kind[cards->kind[i]].name;
}

/* Brings [drawn] to the top of the stock; false, with [why], if they cannot come. */
static bool stack(struct position *position, const struct row_of_cards *drawn, struct text *why)
{
	struct game *game = &position->game;
	int instead, below = game->stock_size - drawn->count;

	if (stock_put_on_top(game, drawn, position->unnamed, &instead)) {
		if (drawn->count > 0 && below < position->unnamed)
			position->unnamed = (uint16_t)below;
		return true;
	}
	if (instead < 0 && position->stock_ends)
		text_format(why, MESSAGE_NOT_IN_STOCK, missing_card(game, drawn));
	else if (instead < 0)
		text_format(why, MESSAGE_NOT_LEFT_IN_STOCK, missing_card(game, drawn), missing_card(game, drawn));
	else
		text_format(why, MESSAGE_OTHER_CARD_COMES, game->rules->kind[instead].name);
	return false;
}

/* True if a draw can bring all of [drawn]; else says in [why] how many come. Bonus cards that are laid at once are replaced. */
static bool can_be_drawn(const struct rules *rules, const struct row_of_cards *drawn, struct text *why)
{
	int most = rules->turn.draw;

	for (int i = 0; i < drawn->count && rules->bonus.laid == bonus_laid_at_once; i++)
		most += (rules->bonus.cards >> drawn->kind[i] & 1) != 0;
	if (drawn->count > most)
		text_format(why, MESSAGE_MORE_THAN_DRAWN, drawn->count, most, most == 1 ? "is" : "are");
	return drawn->count <= most;
}

/* Parses the acts of the line that was cut. */
static int parse_acts(struct position_parser *at, struct position *position, enum line_players players,
                      struct act *acts, struct text *why)
{
	struct row_of_cards drawn = { .count = 0 };

	if (!draw_parse(at->rules, NULL, &at->line, &drawn, why) || !can_be_drawn(at->rules, &drawn, why) ||
	    !stack(position, &drawn, why))
		return 0;
	return acts_parse_line(&position->game, &at->line, players, acts, POSITION_ACTS_MAX, why);
}

/* Makes three cards of 777, unless it is a name. */
static void split_cards(struct line *line)
{
	for (int i = 0; i < line->count; i++) {
		const char *before = i > 0 ? line->word[i - 1].text : "";
		if (strcmp(before, "as") != 0 && strcmp(before, "special") != 0 && !line_split_word(line, i))
			return;
	}
}

int position_parser_acts(struct position_parser *at, const struct statement *line, struct position *position,
                         struct act *acts, const char **because, struct text *why)
{
	*because = NULL;
	if (!position_parser_cut(at, line, false))
		return 0;
	*because = take_because(at);
	split_cards(&at->line);
	return at->faulty ? 0 : parse_acts(at, position, LINE_OF_ALL, acts, why);
}

int position_parser_typed(struct position_parser *at, const char *words, struct position *position, struct act *acts,
                          struct text *why)
{
	if (line_cut(&at->line, words, strlen(words), LINE_TYPED))
		return parse_acts(at, position, LINE_OF_ALL, acts, why);
	text_add(why, MESSAGE_LINE_TOO_LONG);
	return 0;
}

/* Why [act] is refused. Cards that are made up may be any but bonus cards: one of them is neither held nor missing. */
static struct reason refusal_here(const struct position *position, struct act act)
{
	struct reason reason = game_refusal(&position->game, act);
	int made_up = position_lays_made_up(position, act);
	bool holds_any = cards_kinds(&position->made_up[position->game.turn.seat]) != 0;

	if (reason.refusal == REFUSAL_NONE && made_up >= 0)
		return (struct reason){ .refusal = REFUSAL_NOT_NAMED, .row = -1, .kind = made_up };
	if (reason.refusal == REFUSAL_NOT_IN_HAND && reason.kind >= 0 && holds_any &&
	    !(position->game.rules->bonus.cards >> reason.kind & 1))
		reason.refusal = REFUSAL_NOT_NAMED;
	return reason;
}

/* True if the reason says that the initial meld could not be made any more. */
static bool opening_is_missed(struct reason reason)
{
	return reason.refusal == REFUSAL_BELOW_MINIMUM || reason.refusal == REFUSAL_MINIMUM_AND_CONTENTS ||
	       reason.refusal == REFUSAL_CONTAINS || reason.refusal == REFUSAL_NOT_BOTH;
}

/* A meld that was named as a whole grows card by card, and where it may not become the whole the opening may be missed some cards before:
 * if one of the acts that follow acts[*at] on its meld is refused for itself, that is the reason, and [*at] its place. */
static struct reason limit_of_whole(struct position *position, const struct act *acts, int count, int *at,
                                    struct reason missed)
{
	struct position ahead = *position;
	struct reason reason = missed;
	int i = *at, meld = acts[i].item;

	if (acts[i].verb == ACT_MELD)
		meld = ahead.game.side[ahead.game.turn.side].melds; /* its place once it is laid */
	else if (acts[i].verb != ACT_ADD)
		return missed;
	do {
		position_apply(&ahead, acts[i++]);
		if (i == count || acts[i].verb != ACT_ADD || acts[i].item != meld)
			return missed;
		reason = refusal_here(&ahead, acts[i]);
	} while (opening_is_missed(reason));
	if (reason.refusal == REFUSAL_NONE)
		return missed;
	*position = ahead;
	*at = i;
	return reason;
}

bool acts_try(struct position *position, const struct act *acts, int count, struct act *refused, struct reason *reason)
{
	for (int i = 0; i < count; i++) {
		*reason = refusal_here(position, acts[i]);
		if (opening_is_missed(*reason))
			*reason = limit_of_whole(position, acts, count, &i, *reason);
		*refused = acts[i];
		if (reason->refusal != REFUSAL_NONE)
			return false;
		position_apply(position, acts[i]);
	}
	return true;
}

void acts_note_end(const struct game *game, const struct act *acts, int count, struct game *before)
{
	struct game now = *game;

	for (int i = 0; i < count; i++) {
		if (acts[i].verb == ACT_DISCARD || acts[i].verb == ACT_STOP)
			*before = now;
		game_apply(&now, acts[i]);
	}
}

/* Reports that what a line says cannot be done. */
static void refuse_line(struct position_parser *at, const struct statement *line, const char *why)
{
	struct diags *diags = &at->library->diags;

	diag_hint(diags, diag_add(diags, DIAG_RULING_ACT, line->span, ""), "%s", why);
	at->faulty = true;
}

void position_do(struct position_parser *at, const struct statement *line)
{
	struct text why = { 0 };
	struct position after = at->position;
	struct game before;
	struct act acts[POSITION_ACTS_MAX], refused;
	struct reason reason = { .refusal = REFUSAL_NONE };
	const char *because;
	int count = position_parser_acts(at, line, &after, acts, &because, &why);

	before = after.game;
	if (because != NULL)
		position_wants(at, line, MESSAGE_WANTS_REFUSAL);
	else if (count > 0 && acts_try(&after, acts, count, &refused, &reason)) {
		acts_note_end(&before, acts, count, &at->before_end);
		at->position = after;
	} else if (count > 0)
		reason_write(&after.game, refused, reason, &why);
	if (why.length > 0 && !at->faulty)
		refuse_line(at, line, text_read(&why));
	position_text_end(at, &why);
}

/* Ends the deal by [seat] going out. A hand that was made up is emptied; one that was described with cards is an error. */
static void put_out(struct position_parser *at, int seat)
{
	struct seat *out = &at->position.game.seat[seat];

	if (at->position.hand_given[seat] && out->size > 0) {
		refuse_line(at, at->statement, MESSAGE_OUT_WITH_CARDS);
		return;
	}
	out->hand = (struct cards){ 0 };
	out->size = 0;
	play_alone(&at->position.game, seat); /* where somebody has to and nobody does */
	end_deal(&at->position.game, ENDING_OUT, seat, -1);
}

/* True if the deal is over and has ended otherwise than by [ending], with [out] going out. */
static bool ended_otherwise(const struct game *game, enum ending ending, int out)
{
	return game->phase == PHASE_OVER && (game->ending != ending || (ending == ENDING_OUT && game->out != out));
}

void position_parser_end(struct position_parser *at, const struct statement *line)
{
	bool stock, discarding;
	int seat;

	if (!position_parser_cut(at, line, false))
		return;
	stock = line_accept(&at->line, "stock");
	seat = !stock && line_accept(&at->line, "out") ? position_accept_seat(at) : -1;
	if (!stock && seat < 0) {
		position_wants_seat(at, "`stock`, or `out` and who went out: ", "");
		return;
	}
	discarding = seat >= 0 && line_accept(&at->line, "discarding");
	if (!position_parser_ends(at))
		return;
	if (ended_otherwise(&at->position.game, stock ? ENDING_STOCK : ENDING_OUT, seat))
		position_cannot(at, line, MESSAGE_ENDED_OTHERWISE);
	else if (stock)
		end_deal(&at->position.game, ENDING_STOCK, NOBODY, ROW_stock_end_play);
	else
		put_out(at, seat);
	at->position.game.turn.discarded |= discarding;
}

/* ---- draws to come ---- */

/* Takes in the cards that the line which was cut draws. An act that is only asked about finds
 * the cards that were drawn before, but draws none. */
static void count_draws(struct position_parser *at, bool done, struct draws *draws)
{
	struct row_of_cards drawn = { .count = 0 };
	struct draws now = *draws;
	struct text why = { 0 };

	draw_parse(at->rules, NULL, &at->line, &drawn, &why);
	position_text_end(at, &why);
	for (int i = 0; i < drawn.count; i++) {
		int kind = drawn.kind[i];
		if (++now.done[kind] > now.most[kind])
			now.most[kind] = now.done[kind];
	}
	if (!done)
		memcpy(now.done, draws->done, sizeof now.done);
	*draws = now;
}

void position_count_line(struct position_parser *at, const struct statement *line, struct draws *draws)
{
	if (cut(at, line)) {
		split_cards(&at->line);
		count_draws(at, strcmp(line->head, "do") == 0, draws);
	}
}

void position_count_typed(struct position_parser *at, const char *act, struct draws *draws)
{
	if (line_cut(&at->line, act, strlen(act), LINE_TYPED))
		count_draws(at, true, draws);
}
