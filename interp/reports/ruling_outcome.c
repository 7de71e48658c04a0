/* ruling_outcome.c -- what a ruling expects to come of a position: facts that hold, scores, the end of the deal and of the
 * game, who is cut to play together. */
#include "reports/ruling.h"

#include <stdio.h>
#include <string.h>
#include "notation/act_text.h"
#include "game/question.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/build.h"

/* Adds what was found in place of a comparison that does not hold: "; side canastas is 1". */
static void add_found(struct ruling_run *at, const struct expr *expr, const struct question *about, struct text *said)
{
	formula number;

	if (expr->kind == EXPR_AND) { /* the first part that does not hold */
		formula first = rules_question(at->on.library, at->on.rules, expr->first, false);
		bool holds = first != NULL && formula_evaluate(first, about, fact_of_game);
		add_found(at, holds ? expr->second : expr->first, about, said);
		return;
	}
	if (expr->kind < EXPR_EQUAL || expr->kind > EXPR_MORE_EQUAL) /* no comparison */
		return;
	number = rules_question(at->on.library, at->on.rules, expr->first, true);
	if (number == NULL)
		return;
	text_add(said, "; ");
	expr_write(expr->first, said);
	text_format(said, " is %d", (int)formula_evaluate(number, about, fact_of_game));
}

void run_expect(struct ruling_run *at, const struct statement *line)
{
	formula question;
	struct question about = { .game = &at->on.position.game, .seat = (uint8_t)at->on.me };
	struct text said = { 0 };

	if (line->value == NULL || line->value->next != NULL)
		return position_wants(&at->on, line, "one condition");
	question = rules_question(at->on.library, at->on.rules, line->value, false);
	if (question == NULL) {
		at->on.faulty = true;
		return;
	}
	about.side = at->on.position.game.seat[at->on.me].side;
	if (formula_evaluate(question, &about, fact_of_game))
		return;
	expr_write(line->value, &said);
	add_found(at, line->value, &about, &said);
	ruling_fail(at, line->span, "this does not hold: ", text_read(&said));
	position_text_end(&at->on, &said);
}

static int line_named(const struct rules *rules, const char *name)
{
	for (int i = 0; i < tally_lines(rules); i++)
		if (strcmp(tally_line_name(rules, i), name) == 0)
			return i;
	return -1;
}

/* The number that [line] has behind its first word, and nothing else; false, with a finding, if it has none. */
static bool line_number(struct ruling_run *at, const struct statement *line, int32_t *number)
{
	if (!position_parser_cut(&at->on, line, false))
		return false;
	if (line_accept_number(&at->on.line, number))
		return position_parser_ends(&at->on);
	position_wants(&at->on, line, "a number");
	return false;
}

static void compare_line(struct ruling_run *at, struct span span, const char *name, int32_t wanted, int32_t actual)
{
	char words[160];

	if (wanted == actual)
		return;
	snprintf(words, sizeof words, "%s is %d, not %d", name, (int)actual, (int)wanted);
	ruling_fail(at, span, words, "");
}

/* Compares the lines of the block with the tally; lines not named should be 0. */
static void compare_lines(struct ruling_run *at, const struct statement *line, const struct tally *tally, int side)
{
	bool named[TALLY_LINES_MAX] = { false };

	for (const struct statement *item = line->block; item != NULL; item = item->next) {
		int index = item->kind == STATEMENT_RULE ? line_named(at->on.rules, item->head) : -1;
		int32_t wanted;
		if (index < 0)
			position_fault(&at->on, DIAG_RULING_LINE, item->span, item->head != NULL ? item->head : "");
		else if (line_number(at, item, &wanted)) {
			named[index] = true;
			compare_line(at, item->span, item->head, wanted, tally->line[side][index]);
		}
	}
	for (int i = 0; i < tally->lines && line->has_block; i++)
		if (!named[i])
			compare_line(at, line->span, tally_line_name(at->on.rules, i), 0, tally->line[side][i]);
}

/* The score is another one, and what it is made of, unless the block asks for the lines one by one. */
static void report_score(struct ruling_run *at, const struct statement *line, const struct tally *tally, int side,
                         int32_t wanted)
{
	struct text words = { 0 };

	text_format(&words, "the score is %d, not %d", (int)tally->total[side], (int)wanted);
	for (int i = 0, said = 0; i < tally->lines && !line->has_block; i++)
		if (tally->line[side][i] != 0)
			text_format(&words, "%s%s %d", said++ > 0 ? ", " : ": ", tally_line_name(at->on.rules, i),
			            (int)tally->line[side][i]);
	ruling_fail(at, line->span, text_read(&words), "");
	position_text_end(&at->on, &words);
}

void run_scores(struct ruling_run *at, const struct statement *line)
{
	struct tally tally;
	int32_t wanted;
	int side;

	if (!position_parser_cut(&at->on, line, true) ||
	    !position_parser_score(&at->on, "`us` or `them` and a number", &side, &wanted) ||
	    !position_parser_ends(&at->on))
		return;
	if (at->on.position.game.phase != PHASE_OVER)
		ruling_fail(at, line->span, "the deal is not over", "");
	game_score(&at->on.position.game, &tally);
	if (wanted != tally.total[side])
		report_score(at, line, &tally, side, wanted);
	compare_lines(at, line, &tally, side);
}

void run_ended(struct ruling_run *at, const struct statement *line)
{
	position_parser_end(&at->on, line);
}

/* One line of what holds after these totals. */
static void run_after_line(struct ruling_run *at, const struct statement *line, bool over, int winner, int32_t margin)
{
	const char *head = line->kind == STATEMENT_RULE ? line->head : "";
	int32_t number = 0;

	if (strcmp(head, "goes_on") == 0) {
		if (over)
			ruling_fail(at, line->span, "the game is over", "");
	} else if (strcmp(head, "tie") == 0) {
		if (!over || winner != NOBODY)
			ruling_fail(at, line->span, over ? "a side wins" : "the game goes on", "");
	} else if (strcmp(head, "winner") == 0) {
		if (!position_parser_cut(&at->on, line, false))
			return;
		if (!over || winner != position_parser_account(&at->on))
			ruling_fail(at, line->span, over ? "another side wins, or none" : "the game goes on", "");
	} else if (strcmp(head, "margin") == 0) {
		if (line_number(at, line, &number))
			compare_line(at, line->span, "the margin", number, margin);
	} else
		position_fault(&at->on, DIAG_RULING_WORD, line->span, head);
}

/* Parses the totals of [line]; those of accounts that it does not name are the total of `others`, or the lowest. */
static bool read_totals(struct ruling_run *at, const struct statement *line, int32_t *totals)
{
	struct line *words = &at->on.line;
	int32_t number, lowest = INT32_MAX, others = INT32_MIN;
	int account;

	for (account = 0; account < SIDES_MAX; account++)
		totals[account] = INT32_MIN;
	if (!position_parser_cut(&at->on, line, true))
		return false;
	do {
		bool rest = line_accept(words, "others");
		if (rest ? !line_accept_number(words, &others)
		         : !position_parser_score(&at->on, "`us`, `them` or `others` and a number", &account,
		                                  &number)) {
			if (rest)
				position_wants(&at->on, line, "`us`, `them` or `others` and a number");
			return false;
		}
		if (rest)
			continue;
		totals[account] = number;
		lowest = number < lowest ? number : lowest;
	} while (line_accept(words, ","));
	lowest = others != INT32_MIN ? others : lowest;
	for (account = 0; account < SIDES_MAX; account++)
		totals[account] = totals[account] == INT32_MIN ? lowest : totals[account];
	return position_parser_ends(&at->on);
}

/* after us 5200, them 4900, others 4000 { winner us; margin 300 } or { goes_on } or { tie } */
void run_after(struct ruling_run *at, const struct statement *line)
{
	int32_t totals[SIDES_MAX], margin = 0;
	int winner;
	bool over;

	if (!read_totals(at, line, totals))
		return;
	over = game_is_over(at->on.rules, totals, at->on.position.game.deal + 1, &winner);
	if (over)
		margin = game_margin(at->on.rules, totals);
	for (const struct statement *item = line->block; item != NULL; item = item->next)
		run_after_line(at, item, over, winner, margin);
}

/* True if [line] has these numbers, one for each player, and no others. */
static bool are_numbers(struct ruling_run *at, const struct statement *line, const uint8_t *numbers)
{
	int players = at->on.rules->table.players, player = 0;
	int32_t number;

	if (!position_parser_cut(&at->on, line, false))
		return false;
	do {
		if (player == players || !line_accept_number(&at->on.line, &number) || number != numbers[player] + 1)
			return false;
		player++;
	} while (line_accept(&at->on.line, ","));
	return player == players && line_is_at_end(&at->on.line);
}

/* The player, in the order of the cut, who sits at [seat] in the first deal. */
static uint8_t player_at_seat(const struct ruling_run *at, const struct cut *cut, const struct game *game, int seat)
{
	uint8_t player = 0;

	while (player < at->on.rules->table.players - 1 && cut->place[player] != game->player[seat])
		player++;
	return player;
}

/* One line of what the cut decides: sides 2, 1, 1, 2; first 2; dealer 1; again. */
static void run_cut_line(struct ruling_run *at, const struct statement *line, bool settled, const struct cut *cut)
{
	const char *head = line->kind == STATEMENT_RULE ? line->head : "";
	struct game game;
	int32_t number = 0;
	uint8_t player;

	game_begin(&game, at->on.rules, 0);
	if (strcmp(head, "again") == 0) {
		if (settled)
			ruling_fail(at, line->span, "nobody cuts again", "");
	} else if (strcmp(head, "sides") == 0) {
		if (!settled || !are_numbers(at, line, cut->side))
			ruling_fail(at, line->span, settled ? "the sides are others" : "somebody cuts again", "");
	} else if (strcmp(head, "first") == 0 || strcmp(head, "dealer") == 0) {
		int seat = head[0] == 'f' ? game_first_seat(&game) : game.dealer;
		if (!line_number(at, line, &number))
			return;
		player = settled ? player_at_seat(at, cut, &game, seat) : 0;
		if (!settled || number != player + 1)
			ruling_fail(at, line->span, settled ? "it is another player" : "somebody cuts again", "");
	} else
		position_fault(&at->on, DIAG_RULING_WORD, line->span, head);
}

/* cut 9, A, K, 4 { sides 2, 1, 1, 2; first 2 } */
void run_cut(struct ruling_run *at, const struct statement *line)
{
	uint8_t kinds[PLAYERS_MAX];
	struct cut cut = { { 0 }, { 0 } };
	int players = at->on.rules->table.players, count = 0;
	bool settled;

	if (at->on.rules->cut.decides == cut_decides_nothing)
		return position_wants(&at->on, line, "a card for each player of a game in which they cut");
	if (!position_parser_cut(&at->on, line, true))
		return;
	do {
		int kind = line_is_at_end(&at->on.line) || count == players ? -1 : position_parser_card(&at->on);
		if (kind < 0)
			return at->on.faulty ? (void)0 : position_wants(&at->on, line, "a card for each player");
		kinds[count++] = (uint8_t)kind;
	} while (line_accept(&at->on.line, ","));
	if (count < players || !line_is_at_end(&at->on.line))
		return position_wants(&at->on, line, "a card for each player");
	settled = game_cut(at->on.rules, kinds, &cut);
	for (const struct statement *item = line->block; item != NULL; item = item->next)
		run_cut_line(at, item, settled, &cut);
}

/* varies dealer 4: over 64 games the fact takes so many values. */
void run_varies(struct ruling_run *at, const struct statement *line)
{
	const struct expr *atom = line->value != NULL && line->value->kind == EXPR_PHRASE ? line->value->first : NULL;
	struct expr phrase = { .kind = EXPR_PHRASE, .span = line->span }, word;
	struct game game;
	uint64_t seen = 0;
	formula question;

	if (!position_parser_cut(&at->on, line, false))
		return;
	if (atom == NULL || atom->next == NULL || atom->next->kind != EXPR_NUMBER || atom->next->next != NULL)
		return position_wants(&at->on, line, "a fact of one word and a number");
	word = *atom;
	word.next = NULL;
	phrase.first = &word;
	question = rules_question(at->on.library, at->on.rules, &phrase, true);
	if (question == NULL) {
		at->on.faulty = true;
		return;
	}
	for (uint64_t seed = 0; seed < 64; seed++) {
		struct question about = { .game = &game };
		game_begin(&game, at->on.rules, seed);
		game_deal(&game, 0);
		about.seat = game.turn.seat;
		about.side = game.seat[about.seat].side;
		seen |= UINT64_C(1) << (formula_evaluate(question, &about, fact_of_game) & 63);
	}
	if (__builtin_popcountll(seen) != atom->next->number)
		ruling_fail(at, line->span, "it has another number of values", "");
}
