/* pad.c -- an entry becomes the end of a deal on which the engine's own score is asked: canastas by number, bonus cards
 * laid, events, who went out. What only the cards could show, such as points of melds and hands, is entered in points and
 * stands for the line of that name. */
#define _POSIX_C_SOURCE 200809L

#include "tools/pad.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "game/game.h"
#include "game/question.h"
#include "grammar/arena.h"
#include "grammar/source.h"
#include "grammar/text.h"
#include "notation/act_text.h"
#include "notation/lexer.h"
#include "reports/reports.h"
#include "reports/wording.h"
#include "rules/analysis.h"
#include "text/document.h"

/* The last turn is not the first, in which nothing lay on the table. */
enum { WORDS = 200, POINTS_MOST = 1000000, TIMES_MOST = 99, LAST_TURN = 10 };

/* An entry being read. */
struct entry {
	const struct pad *pad;
	const struct rules *rules;
	struct game end; /* of the deal */
	struct tally given;
	bool alone_said; /* who played alone */
	bool is_given[SIDES_MAX][TALLY_LINES_MAX], is_signed[SIDES_MAX][TALLY_LINES_MAX], bare[SIDES_MAX];
	char text[PAD_LINE_MAX * 3 + 1];
	const char *word[WORDS + 1];
	int count, at;
	struct text *why;
};

void pad_begin(struct pad *pad, struct arena *arena, const struct rules *rules)
{
	memset(pad, 0, sizeof *pad);
	pad->arena = arena;
	game_begin(&pad->game, rules, 0);
	pad->game.dealer = 0;
	settle_minimums(&pad->game);
	for (int side = 0; side < rules->table.sides && side < SIDES_MAX; side++)
		if (rules->table.sides == 2)
			strcpy(pad->name[side], side == 0 ? "us" : "them");
		else
			pad->name[side][0] = (char)('1' + side);
}

/* ---- words ---- */

static bool fail(struct entry *at, const char *sentence)
{
	if (at->why->length == 0)
		text_add(at->why, sentence);
	return false;
}

static bool cut(struct entry *at, const char *line)
{
	char *to = at->text, *end = at->text;
	enum source_fault fault;

	if (strlen(line) > PAD_LINE_MAX)
		return fail(at, "that line is too long");
	if (text_plain(line, strlen(line), &fault) < strlen(line)) {
		text_format(at->why, "character %zu is not plain text in UTF-8",
		            text_width(line, text_plain(line, strlen(line), &fault)) + 1);
		return false;
	}
	for (const char *from = line; *from != '\0'; from++) { /* signs become words of their own */
		if (*from == ',' || *from == ';')
			*end++ = ' ', *end++ = *from, *end++ = ' ';
		else
			*end++ = (char)(*from == '\t' || *from == '\r' || *from == '\n' ? ' ' : *from);
	}
	*end = '\0';
	for (char *rest = NULL, *word = strtok_r(to, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
		if (at->count == WORDS)
			return fail(at, "that line is too long");
		at->word[at->count++] = word;
	}
	return at->count > 0 ? true : fail(at, "no act is named");
}

static const char *next_word(const struct entry *at)
{
	return at->at < at->count ? at->word[at->at] : "";
}

static bool accept(struct entry *at, const char *word)
{
	bool same = at->at < at->count && strcmp(at->word[at->at], word) == 0;

	at->at += same;
	return same;
}

static bool item_ends(const struct entry *at)
{
	return at->at == at->count || strcmp(next_word(at), ",") == 0 || strcmp(next_word(at), ";") == 0;
}

/* A whole number with a sign, of at most [most]. */
static bool accept_number(struct entry *at, int32_t most, int32_t *number)
{
	char *end;
	const char *word = next_word(at);
	long value = strtol(word, &end, 10);

	if (word[0] == '\0' || *end != '\0' || strspn(word, "+-0123456789") != strlen(word) || value > most ||
	    value < -most)
		return false;
	*number = (int32_t)value;
	at->at++;
	return true;
}

/* Fails with [before], the next word or the end of the line, and [behind]. */
static bool fail_word(struct entry *at, const char *before, const char *behind)
{
	if (at->at < at->count)
		text_format(at->why, "%s`%s`%s", before, next_word(at), behind);
	else
		text_format(at->why, "%sthe end of the line%s", before, behind);
	return false;
}

/* True for a whole number, however large. */
static bool is_number(const char *word)
{
	word += *word == '+' || *word == '-';
	return *word != '\0' && strspn(word, "0123456789") == strlen(word);
}

/* Fails because the next word is no number up to [most]: it is too large, or no number at all, as [behind] says. */
static bool fail_number(struct entry *at, int32_t most, const char *behind)
{
	if (!is_number(next_word(at)))
		return fail_word(at, "", behind);
	text_format(at->why, "`%s` is too large: %d is the most", next_word(at), (int)most);
	return false;
}

/* ---- the items of a side ---- */

static int side_named(const struct entry *at, const char *word)
{
	for (int side = 0; side < at->rules->table.sides; side++)
		if (strcmp(word, at->pad->name[side]) == 0)
			return side;
	return -1;
}

static int first_seat(const struct entry *at, int side)
{
	int seat = 0;

	while (seat < at->rules->seats - 1 && account_of(&at->end, seat) != side)
		seat++;
	return seat;
}

/* Lays [number] more cards of [kind] before a side. False if the deck has fewer for all sides together. */
static bool lay(struct entry *at, struct cards *laid, int kind, int32_t number)
{
	const struct kind *card = &at->rules->kind[kind];
	int32_t lie = number;

	for (int seat = 0; seat < at->rules->seats; seat++)
		lie += (int32_t)cards_count(&at->end.seat[seat].laid, kind);
	if (lie > card->copies) {
		text_format(at->why, "that makes %d of `%s` laid by all sides together, and the deck has %d (`deck`)",
		            (int)lie, card->name, (int)card->copies);
		return false;
	}
	while (number-- > 0)
		cards_add(laid, kind);
	return true;
}

/* The kind of card that the next words name, [*used] of them; -1 if they name none. */
static int card_next(const struct entry *at, int *used)
{
	struct line line;
	char words[80];
	int kind;

	snprintf(words, sizeof words, "%.38s %.38s", next_word(at), at->at + 1 < at->count ? at->word[at->at + 1] : "");
	if (!line_cut(&line, words, strlen(words), LINE_OF_FILE) || line.count == 0)
		return -1;
	kind = card_parse(at->rules, NULL, &line, 0, used, NULL);
	return words[line.word[*used - 1].to] <= ' ' ? kind : -1; /* else the word goes on */
}

/* `laid red 3 red 3`, or a number where there is one kind of bonus card. */
static bool read_laid(struct entry *at, int side)
{
	const struct rules *rules = at->rules;
	struct cards *laid = &at->end.seat[first_seat(at, side)].laid;
	cardset bonus = rules->bonus.cards;
	int32_t number;

	if (bonus != 0 && (bonus & (bonus - 1)) == 0 && accept_number(at, POINTS_MOST, &number)) {
		if (number < 0)
			return fail(at, "the number of cards that are laid out cannot be below zero");
		return lay(at, laid, __builtin_ctzll(bonus), number);
	}
	while (!item_ends(at)) {
		int used, kind = card_next(at, &used);
		if (kind < 0 || !(bonus >> kind & 1))
			return fail_word(at, "", " is not a bonus card");
		if (!lay(at, laid, kind, 1))
			return false;
		at->at += used;
	}
	return true;
}

static bool end_once(struct entry *at, enum ending ending, int side, int special)
{
	struct game *end = &at->end;

	if (end->ending != ENDING_STOCK)
		return fail(at, "the deal has ended once already");
	end->ending = (uint8_t)ending;
	end->special = (uint8_t)special;
	end->turn.seat = (uint8_t)first_seat(at, side);
	end->turn.side = end->seat[end->turn.seat].side;
	if (ending == ENDING_OUT)
		end->out = end->turn.seat;
	return true;
}

/* The entry says only that there are melds, not which: they count as laid before the last turn and belong to no class or kind of
 * canasta. */
static void has_melded(struct entry *at, int side)
{
	at->end.side[side].melds = 1;
	at->end.side[side].meld[0].canasta = -1;
	for (int seat = 0; seat < at->rules->seats; seat++)
		if (account_of(&at->end, seat) == side)
			at->end.seat[seat].melded = true;
	if (!at->end.side[side].opened)
		open_side(&at->end, side);
}

static bool read_canastas(struct entry *at, int side, int canasta)
{
	struct side *place = &at->end.side[side];
	int32_t number = 1;

	if (place->canastas_of[canasta] > 0)
		return fail(at, "the same kind of canasta is entered twice for a side");
	if (!item_ends(at) && (!accept_number(at, MELDS_MAX, &number) || number < 0))
		return fail_number(at, MELDS_MAX, " is not a number of canastas");
	if (place->canastas + number > MELDS_MAX)
		return fail(at, "no side has so many canastas");
	place->canastas_of[canasta] = (uint8_t)number;
	place->canastas = (uint8_t)(place->canastas + number);
	if (number > 0)
		has_melded(at, side);
	return true;
}

static bool read_event(struct entry *at, int side, int event)
{
	bool of_deal = at->rules->event[event].per == event_per_deal;
	uint8_t *times = &at->end.side[side].events[event];
	int32_t number = 1;

	if (!of_deal && *times > 0)
		return fail(at, "the same event is entered twice for a side");
	if (!item_ends(at) && (!accept_number(at, TIMES_MOST, &number) || number < 0))
		return fail_number(at, TIMES_MOST, " is not a number of times");
	if (of_deal)
		at->end.events |= (uint32_t)(number > 0) << event;
	else
		*times = (uint8_t)number;
	return true;
}

/* Points that stand for a line of the score. Whether points without a sign count against the side is decided when the whole deal
 * has been read. */
static bool read_points(struct entry *at, int side, int score)
{
	int line = at->rules->canasta_count + score;
	char sign = next_word(at)[0];
	int32_t points;

	if (at->is_given[side][line])
		return fail(at, "the same line of the score is entered twice for a side");
	if (!accept_number(at, POINTS_MOST, &points))
		return item_ends(at) ? fail_word(at, "points are missing before ", "")
		                     : fail_number(at, POINTS_MOST, " is not a number of points");
	/* the amount asks what the cards of the melds count */
	if (asks(at->rules->score[score].points, FACT_side_table)) {
		at->end.side[side].points = abs(points);
		if (points != 0)
			has_melded(at, side);
	}
	at->given.line[side][line] = points;
	at->is_given[side][line] = true;
	at->is_signed[side][line] = sign == '-' || sign == '+';
	return true;
}

static bool fail_item(struct entry *at)
{
	const char *words[LIST_ITEMS_MAX * 3 + 4] = { "out", "laid", "special", "alone" }, *near;
	static const int lists[] = { GROUP_canasta, GROUP_event, GROUP_score };
	int count = totals_are_personal(at->rules) ? 4 : 3;

	for (size_t list = 0; list < 3; list++)
		for (int i = 0; i < rules_item_count(at->rules, lists[list]); i++)
			words[count++] = rules_item_name(at->rules, lists[list], i);
	near = word_nearest(next_word(at), words, count);
	fail_number(at, POINTS_MOST, " is not scored in this game");
	if (near != NULL)
		text_format(at->why, "; did you mean `%s`?", near);
	return false;
}

static bool read_item(struct entry *at, int side)
{
	const char *word = next_word(at);
	int place;

	if (accept_number(at, POINTS_MOST, &at->given.total[side]))
		return at->bare[side] = true;
	at->at++;
	if (strcmp(word, "out") == 0)
		return end_once(at, ENDING_OUT, side, 0);
	if (strcmp(word, "laid") == 0)
		return read_laid(at, side);
	if (strcmp(word, "special") == 0) {
		int special = rules_item_named(at->rules, GROUP_special, next_word(at));
		if (special < 0)
			return fail_word(at, "", " is not a special hand of this game");
		at->at++;
		return end_once(at, ENDING_SPECIAL, side, special);
	}
	if (strcmp(word, "alone") == 0) {
		/* `alone`: who plays alone against all others, where the rules have that. */
		if (!totals_are_personal(at->rules))
			return fail(at, "nobody plays alone against all others in this game");
		if (!at->end.one_alone)
			return fail(at, "in this deal nobody has partners: everybody plays alone");
		if (at->alone_said)
			return fail(at, "another player has been entered as playing alone");
		at->end.alone = (uint8_t)first_seat(at, side);
		return at->alone_said = true;
	}
	if ((place = rules_item_named(at->rules, GROUP_canasta, word)) >= 0)
		return read_canastas(at, side, place);
	if ((place = rules_item_named(at->rules, GROUP_event, word)) >= 0)
		return read_event(at, side, place);
	if ((place = rules_item_named(at->rules, GROUP_score, word)) >= 0)
		return read_points(at, side, place);
	at->at--;
	return fail_item(at);
}

static bool read_side(struct entry *at, bool *seen)
{
	int side = side_named(at, next_word(at)), items = 0;

	if (side < 0)
		return fail_word(at, "", " is not a side");
	if (seen[side])
		return fail_word(at, "", " stands in this line already");
	seen[side] = true;
	at->at++;
	do {
		if (!read_item(at, side))
			return false;
		items++;
		if (!item_ends(at))
			return fail_word(at, "a comma is missing before ", "");
	} while (accept(at, ","));
	return !at->bare[side] || items == 1 ? true : fail(at, "a total stands alone: nothing can be added to it");
}

/* ---- partners of one deal ---- */

/* The side on which the players of [account] are in this deal. */
static int side_of(const struct entry *at, int account)
{
	return at->end.seat[first_seat(at, account)].side;
}

/* Adds what was entered for one partner to what was entered for the other: they are one side. */
static void join(struct side *onto, const struct side *side)
{
	for (int canasta = 0; canasta < canasta_MAX; canasta++)
		onto->canastas_of[canasta] = (uint8_t)(onto->canastas_of[canasta] + side->canastas_of[canasta]);
	for (int event = 0; event < event_MAX; event++)
		onto->events[event] = times_together(onto->events[event], side->events[event]);
	onto->canastas = (uint8_t)(onto->canastas + side->canastas);
	onto->points += side->points;
	onto->melds |= side->melds;
	onto->meld[0].canasta = -1;
	onto->opened |= side->opened;
	if (side->order > 0 && (onto->order == 0 || side->order < onto->order))
		onto->order = side->order;
}

/* Makes partners of all but who played alone; that is who went out, if nobody was said to have done so. Where she is the first to
 * take up a reserve, others may have gone out: then it has to be said. */
static bool join_partners(struct entry *at)
{
	struct game *end = &at->end;
	int partners = NOBODY;

	if (!end->one_alone)
		return true;
	if (!at->alone_said && end->out != NOBODY &&
	    at->rules->table.alone == table_alone_first_to_take_up_a_reserve)
		return fail(at, "`alone` has to say who played alone: the first to take up a reserve");
	if (!at->alone_said)
		end->alone = end->out;
	for (int seat = 0; seat < at->rules->seats && end->alone != NOBODY; seat++) {
		int side = end->seat[seat].side;
		if (seat == end->alone)
			continue;
		if (partners == NOBODY)
			partners = side;
		else
			join(&end->side[partners], &end->side[side]);
		end->seat[seat].side = (uint8_t)partners;
	}
	end->turn.side = end->seat[end->turn.seat].side;
	return true;
}

/* ---- entries ---- */

static bool pad_takes_away(const struct rules *rules, int score)
{
	return formula_interval(rules, rules->score[score].points).high <= 0;
}

/* The points entered for a line, with the sign that was entered or the one that the rules give it. */
static int32_t booked(const struct entry *at, int side, int line)
{
	bool taken_away = pad_takes_away(at->rules, line - at->rules->canasta_count);

	if (game_line_is_replaced(&at->end, side, line))
		return 0;
	if (!at->is_signed[side][line] && taken_away != game_line_counts_against(&at->end, side, line))
		return -at->given.line[side][line];
	return at->given.line[side][line];
}

/* Sets [*points] to what was given for a line that side [account] is credited with: by her, and by her partners unless it is
 * each player's own. False if nothing was. */
static bool was_given(const struct entry *at, int account, int line, int32_t *points)
{
	bool own = at->rules->score[line - at->rules->canasta_count].per == score_per_player, any = false;

	*points = 0;
	for (int other = 0; other < at->rules->table.sides; other++)
		if (at->is_given[other][line] &&
		    (other == account || (!own && side_of(at, other) == side_of(at, account)))) {
			*points += booked(at, other, line);
			any = true;
		}
	return any;
}

/* What the deal scores: as the engine says, but for what was given in points. */
static void add_up(struct entry *at, struct tally *tally)
{
	const int first = at->rules->canasta_count, behind = first + at->rules->score_count;

	game_score(&at->end, tally);
	for (int side = 0; side < at->rules->table.sides; side++) {
		if (at->bare[side]) {
			memset(tally->line[side], 0, sizeof tally->line[side]);
			tally->total[side] = at->given.total[side];
			continue;
		}
		tally->total[side] = 0;
		for (int line = 0; line < tally->lines; line++) {
			int32_t points;
			if (line >= first && line < behind && was_given(at, side, line, &points))
				tally->line[side][line] = points;
			else /* it may ask what those above it come to */
				tally->line[side][line] = game_score_line(&at->end, side, line, tally->total[side]);
			tally->total[side] += tally->line[side][line];
		}
	}
}

/* True if the condition asks for nothing but the number of canastas; the pad knows nothing else. */
static bool canastas_decide(formula condition)
{
	for (const struct ir *asked = condition->asked; asked != NULL; asked = asked->also)
		if (asked->fact != FACT_side_canastas && asked->fact != FACT_side_canastas_of)
			return false;
	return true;
}

/* Whether the side that went out has canastas that do not allow it, although they are enough. */
static bool lacks_canastas(const struct entry *at)
{
	struct question about = question_now(&at->end);
	struct reason reason = { .refusal = REFUSAL_NONE };

	about.going_out = true;
	return canastas_decide(at->rules->going_out.contract) && !contract_is_met(&about, &reason) &&
	       reason.refusal == REFUSAL_CONTRACT;
}

static bool enter_deal(struct pad *pad, struct entry *at)
{
	struct pad_deal *deal;
	bool seen[SIDES_MAX] = { false };
	int winner;

	if (pad->last != NULL && game_is_over(pad->game.rules, pad->last->after, (uint32_t)pad->deals, &winner))
		return fail(at, "the game is over: `undo` takes the last deal back");
	at->end.phase = PHASE_OVER;
	at->end.ending = ENDING_STOCK;
	at->end.turn.number = LAST_TURN;
	do
		if (!read_side(at, seen))
			return false;
	while (accept(at, ";") && at->at < at->count);
	if (at->at < at->count)
		return fail_word(at, "a semicolon is missing before ", "");
	if (!join_partners(at))
		return false;
	if (pad->deals == PAD_DEALS_MAX)
		return fail(at, "the pad is full");
	deal = pad->spare != NULL ? pad->spare : arena_take(pad->arena, sizeof *deal);
	if (deal == NULL)
		return at->why->failed = 1, false;
	pad->spare = pad->spare != NULL ? pad->spare->previous : NULL;
	deal->before = pad->game;
	deal->previous = pad->last;
	deal->out = at->end.ending == ENDING_OUT ? (uint8_t)account_of(&at->end, at->end.out) : NOBODY;
	deal->canastas = deal->out != NOBODY ? at->end.side[at->end.turn.side].canastas : 0;
	deal->alone = at->end.alone;
	deal->alone_said = at->alone_said;
	deal->lacks = deal->out != NOBODY && lacks_canastas(at);
	add_up(at, &deal->tally);
	game_totals(&pad->game, &deal->tally, deal->after);
	game_next_deal(&pad->game, deal->after);
	game_seat_players(&pad->game);
	settle_minimums(&pad->game);
	pad->last = deal;
	pad->deals++;
	return true;
}

/* True if the words that are left are [name], which may be several: Player 2. */
static bool rest_is(const struct entry *at, const char *name)
{
	for (int i = at->at; i < at->count; i++) {
		size_t length = strlen(at->word[i]);
		if (strncmp(name, at->word[i], length) != 0 || name[length] != (i + 1 < at->count ? ' ' : '\0'))
			return false;
		name += length + 1;
	}
	return at->at < at->count;
}

/* Why [word] cannot be the name of a side; NULL if it can. */
static const char *name_fault(const struct entry *at, const char *word)
{
	static const char *const taken[] = { "deal", "undo", "dealer", "names", "rules", "show", "help", "quit" };

	for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
		if (strcmp(word, taken[i]) == 0)
			return "cannot be a name: it is a word of the pad";
	for (int i = 0; i < at->count; i++)
		if (&at->word[i][0] != word && strcmp(at->word[i], word) == 0)
			return "cannot be the name of two sides";
	if (strlen(word) > PAD_NAME_MAX)
		return "is too long for a name";
	return strpbrk(word, ",;#") != NULL ? "cannot be a name: it has a comma, a semicolon or a # in it" : NULL;
}

static bool enter_names(struct pad *pad, struct entry *at)
{
	int sides = at->rules->table.sides;

	if (at->count - at->at != sides) {
		text_format(at->why, "there are %d sides, and each has a name of one word", sides);
		return false;
	}
	for (int side = 0; side < sides; side++)
		if (name_fault(at, at->word[at->at + side]) != NULL) {
			text_format(at->why, "`%s` %s", at->word[at->at + side],
			            name_fault(at, at->word[at->at + side]));
			return false;
		}
	for (int side = 0; side < sides; side++)
		strcpy(pad->name[side], at->word[at->at + side]);
	return true;
}

bool pad_enter(struct pad *pad, const char *line, struct text *why)
{
	struct entry entry = { .pad = pad, .rules = pad->game.rules, .end = pad->game, .why = why }, *at = &entry;

	if (!cut(at, line))
		return false;
	if (accept(at, "undo")) {
		struct pad_deal *deal = pad->last;
		if (at->at < at->count)
			return fail(at, "nothing follows `undo`");
		if (deal == NULL)
			return fail(at, "there is no deal to take back");
		pad->game = deal->before;
		pad->last = deal->previous;
		deal->previous = pad->spare;
		pad->spare = deal;
		pad->deals--;
		return true;
	}
	if (accept(at, "dealer")) {
		for (int seat = 0; seat < at->rules->seats; seat++)
			if (rest_is(at, seat_name(at->rules, pad->game.player[seat]))) {
				pad->game.dealer = (uint8_t)seat;
				return true;
			}
		text_add(at->why, at->at < at->count ? "`" : "nobody was named");
		for (int i = at->at; i < at->count; i++)
			text_format(at->why, "%s%s", at->word[i], i + 1 < at->count ? " " : "` is not a player");
		text_add(at->why, "; there are");
		for (int seat = 0; seat < at->rules->seats; seat++)
			text_format(at->why, "%s %s", seat > 0 ? "," : "",
			            seat_name(at->rules, pad->game.player[seat]));
		return false;
	}
	if (accept(at, "names"))
		return enter_names(pad, at);
	accept(at, "deal");
	return enter_deal(pad, at);
}

/* True if a side scored something in this line. */
static bool is_scored(const struct pad *pad, const struct pad_deal *deal, int line)
{
	bool any = false;

	for (int side = 0; side < pad->game.rules->table.sides; side++)
		any = any || deal->tally.line[side][line] != 0;
	return any;
}

static const char *dealer_of(const struct game *game)
{
	return seat_name(game->rules, game->player[game->dealer]);
}

/* Deal number [number], counted from 0; each deal leads to the one before. */
static const struct pad_deal *deal_number(const struct pad *pad, int number)
{
	const struct pad_deal *deal = pad->last;

	for (int back = pad->deals - 1; back > number; back--)
		deal = deal->previous;
	return deal;
}

/* ---- the table ---- */

static void add_points(struct table *table, const struct pad *pad, enum row_kind kind, const char *item,
                       const int32_t *points, const struct pad_deal *deal, int number)
{
	struct table_row *row = table_add(table, kind);
	int sides = pad->game.rules->table.sides, first = table->columns - sides;

	if (first == 3) { /* of the whole evening */
		text_add_number(words_add(&row->cell[0]), number + 1);
		cell_add(row, 1, dealer_of(&deal->before));
	}
	cell_add(row, first - 1, item);
	for (int side = 0; side < sides; side++)
		text_add_number(words_add(&row->cell[first + side]), points[side]);
	row->depth = first == 1;
}

static void add_deal(struct table *table, const struct pad *pad, const struct pad_deal *deal, int number)
{
	const struct rules *rules = pad->game.rules;

	for (int line = 0; line < deal->tally.lines; line++) {
		struct text item = { 0 };
		int32_t points[SIDES_MAX];
		if (!is_scored(pad, deal, line))
			continue;
		for (int side = 0; side < rules->table.sides; side++)
			points[side] = deal->tally.line[side][line];
		tally_line_in_words(rules, line, &item);
		add_points(table, pad, TABLE_BODY, text_read(&item), points, deal, number);
		document_use(table->in, &item);
	}
	add_points(table, pad, TABLE_BODY, "this deal", deal->tally.total, deal, number);
	add_points(table, pad, TABLE_SUM, "total", deal->after, deal, number);
}

static void add_names(struct table *table, const struct pad *pad, const char *const *before)
{
	struct table_row *head = table_add(table, TABLE_HEAD);
	int sides = pad->game.rules->table.sides, first = table->columns - sides;

	for (int i = 0; i < first; i++)
		cell_add(head, i, before[i]);
	for (int side = 0; side < sides; side++)
		cell_add(head, first + side, pad->name[side]);
}

void pad_evening(const struct pad *pad, bool for_spreadsheet, struct document *out)
{
	static const char *const heads[2][3] = { { "Deal", "Dealer", "" }, { "deal", "dealer", "item" } };
	const struct rules *rules = pad->game.rules;
	struct table *table;

	document_begin(out, "score");
	document_say(out, BLOCK_TITLE, 0, rules->title != NULL ? rules->title : rules->name);
	table = document_table(out, 3 + rules->table.sides);
	add_names(table, pad, heads[for_spreadsheet]);
	for (int number = 0; number < pad->deals; number++)
		add_deal(table, pad, deal_number(pad, number), number);
}

/* ---- the deal entered last ---- */

/* A player went out who was not allowed to with the canastas that were entered. */
static void add_doubt(const struct pad *pad, struct document *out)
{
	const struct rules *rules = pad->game.rules;
	const char *who = pad->name[pad->last->out];
	struct text *note;

	if (pad->last->canastas < rules->going_out.canastas) {
		note = document_line(out, 0);
		text_add(note, "Note: ");
		short_of_canastas_write(rules, who, pad->last->canastas, note);
		text_add(note, ".");
	}
	if (pad->last->lacks) {
		note = document_line(out, 0);
		text_format(note, "Note: with the canastas named for %s nobody goes out. ", who);
		wording_sentence(rules, ROW_going_out_contract, 0, note);
	}
}

void pad_now(const struct pad *pad, struct document *out)
{
	const struct rules *rules = pad->game.rules;
	struct text heading = { 0 };
	const char *heads[1];
	struct table *table;
	int winner = NOBODY;
	bool over = pad->last != NULL && game_is_over(rules, pad->last->after, (uint32_t)pad->deals, &winner);

	document_begin(out, "score");
	table = document_table(out, 1 + rules->table.sides);
	if (pad->last != NULL)
		text_format(&heading, "Deal %d", pad->deals);
	heads[0] = pad->last != NULL ? text_read(&heading) : "Before the first deal";
	add_names(table, pad, heads);
	if (pad->last != NULL)
		add_deal(table, pad, pad->last, pad->deals - 1);
	if (!over) {
		int32_t minimum[SIDES_MAX];
		for (int side = 0; side < rules->table.sides; side++)
			minimum[side] = pad->game.side[side].minimum;
		add_points(table, pad, TABLE_BODY, "needed to open next", minimum, NULL, 0);
	}
	if (pad->last != NULL && pad->last->alone != NOBODY) {
		/* what the players scored follows from who played alone, and who were partners */
		const int alone = pad->last->alone, sides = pad->game.rules->table.sides;
		struct text *note = document_line(out, 0);
		int partners = sides - 1;
		text_format(note, "%s played alone%s; ", pad->name[alone],
		            pad->last->alone_said ? "" : ", having gone out, as `alone` was entered for nobody");
		for (int account = 0; account < sides; account++)
			if (account != alone)
				text_format(note, "%s%s", pad->name[account],
				            --partners > 1  ? ", "
				            : partners == 1 ? " and "
				                            : " were partners.");
	}
	if (pad->last != NULL && pad->last->out != NOBODY)
		add_doubt(pad, out);
	if (over) {
		if (winner == NOBODY)
			text_add(document_line(out, 0), "The game is level at the end: nobody wins alone.");
		else
			text_format(document_line(out, 0),
			            "The game is over. It is won by %s, with %d points and %d more than the next.",
			            pad->name[winner], (int)pad->last->after[winner],
			            (int)game_margin(pad->game.rules, pad->last->after));
	} else
		text_format(document_line(out, 0), "%s deals.", dealer_of(&pad->game));
	document_use(out, &heading);
}

/* ---- what can be entered ---- */

/* What points without a sign mean: see sign_of(). */
enum sign { SIGN_FOR, SIGN_AGAINST, SIGN_EITHER };

/* How the points of a line count: for a side, against it, or either, as its `minus` says at the end of the deal. */
static enum sign sign_of(const struct rules *rules, int score)
{
	const struct interval minus = formula_interval(rules, rules->score[score].minus);

	if (minus.low == 0 && minus.high != 0)
		return SIGN_EITHER;
	return pad_takes_away(rules, score) != (minus.high != 0) ? SIGN_AGAINST : SIGN_FOR;
}

/* True if item [i] of [group] is played, and for one of the score that its points can be entered and count as [sign] says. */
static bool is_listed(const struct rules *rules, int group, enum sign sign, int i)
{
	if (group == GROUP_special)
		return !never_holds(rules->special[i].when);
	return group != GROUP_score || (!never_holds(rules->score[i].when) && sign_of(rules, i) == sign &&
	                                rules_item_named(rules, GROUP_event, rules->score[i].name) < 0);
}

static void add_words(const char *label, const struct rules *rules, int group, enum sign sign, struct document *out)
{
	struct text *words = NULL;

	for (int i = 0; i < rules_item_count(rules, group); i++) {
		if (!is_listed(rules, group, sign, i))
			continue;
		if (words == NULL) {
			words = document_behind(out, BLOCK_NOTE, 1, label);
			text_add(words, rules_item_name(rules, group, i));
		} else
			text_format(words, ", %s", rules_item_name(rules, group, i));
	}
}

void pad_help(const struct pad *pad, struct document *out)
{
	const struct rules *rules = pad->game.rules;

	document_begin(out, "score");
	text_format(document_line(out, 0), "A deal, side by side: %s 1250; %s 340", pad->name[0], pad->name[1]);
	document_say(out, BLOCK_PARAGRAPH, 0, "or item by item, with commas between them:");
	add_words("canastas, by number", rules, GROUP_canasta, SIGN_FOR, out);
	if (rules->bonus.cards != 0)
		document_say(out, BLOCK_PARAGRAPH, 1, "laid, and the bonus cards");
	document_say(out, BLOCK_PARAGRAPH, 1, "out, for the side that went out");
	if (rules->table.alone == table_alone_first_to_take_the_pile)
		document_say(out, BLOCK_PARAGRAPH, 1, "alone, for who played alone; without it, who went out did");
	else if (pad->game.one_alone)
		document_say(out, BLOCK_PARAGRAPH, 1, "alone, for who played alone");
	add_words("special, and one of", rules, GROUP_special, SIGN_FOR, out);
	add_words("what happened", rules, GROUP_event, SIGN_FOR, out);
	add_words("in points, for the side", rules, GROUP_score, SIGN_FOR, out);
	add_words("in points, against it", rules, GROUP_score, SIGN_AGAINST, out);
	add_words("in points, for it or against it as the rules say", rules, GROUP_score, SIGN_EITHER, out);
	document_say(out, BLOCK_PARAGRAPH, 0, "Points with a sign, + or -, are written down as they are.");
	document_say(out, BLOCK_PARAGRAPH, 0, "Also: undo, dealer NAME, names NAME NAME ..., show, quit");
}
