/* ruling.c -- running rulings. The lines of a ruling are parsed one by one into a position; with the first line that does or
 * asks something the position is finished and play begins. A question is cut out of the text in which it stands: the rest
 * becomes blanks, so that every place stays the one it has in the file. */
#include "reports/reports.h"

#include <stdio.h>
#include <string.h>
#include "game/question.h"
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "notation/act_text.h"
#include "notation/lexer.h"
#include "rules/build.h"

/* A ruling while it is run. */
struct ruling_run {
	struct position_parser on; /* the position */
	struct text *out;
	const struct statement *ruling;
	struct ruling_failure *failures, **last;
	bool failed; /* the ruling does not hold */
	bool stuck;  /* an act was refused: the rest of the ruling is not run */
};

/* Reports that the ruling does not hold: at [span], in the words of [what] and [detail]. */
static void ruling_fail(struct ruling_run *at, struct span span, const char *what, const char *detail)
{
	struct arena *arena = at->on.library->arena;
	struct ruling_failure *failure = arena_take(arena, sizeof *failure);
	struct text why = { 0 };
	int line, column;

	span_place(&at->on.library->sources, span, &line, &column);
	text_format(&why, "%s%s", what, detail);
	text_format(at->out, "%s:%d: %s\n    %s\n", at->on.library->sources.source[span.source - 1].name, line,
	            at->ruling->title, text_read(&why));
	if (failure != NULL) {
		*failure =
			(struct ruling_failure){ .line = line, .why = arena_text(arena, text_read(&why), why.length) };
		*at->last = failure;
		at->last = &failure->next;
	}
	if (why.failed)
		at->out->failed = 1;
	text_free(&why);
	at->failed = true;
}

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

/* expect minimum 50 */
static void run_expect(struct ruling_run *at, const struct statement *line)
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

static int score_line_named(const struct rules *rules, const char *name)
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
		int index = item->kind == STATEMENT_RULE ? score_line_named(at->on.rules, item->head) : -1;
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

/* scores us 340 { natural 1 } */
static void run_scores(struct ruling_run *at, const struct statement *line)
{
	struct tally tally;
	int32_t wanted;
	int side;

	if (!position_parser_cut(&at->on, line, true) ||
	    !position_parser_score(&at->on, "`us` or `them` and a number", &side, &wanted) ||
	    !position_parser_ends(&at->on))
		return;
	if (at->on.position.game.phase != PHASE_OVER)
		return ruling_fail(
			at, line->span,
			"the deal is not over; `ended stock` ends it, and `score us 500` gives a side its total before it",
			"");
	game_score(&at->on.position.game, &tally);
	if (wanted != tally.total[side]) {
		/* The score is another one, and what it is made of, unless the block asks for the lines one by one. */
		struct text words = { 0 };
		text_format(&words, "the score is %d, not %d", (int)tally.total[side], (int)wanted);
		for (int i = 0, said = 0; i < tally.lines && !line->has_block; i++)
			if (tally.line[side][i] != 0)
				text_format(&words, "%s%s %d", said++ > 0 ? ", " : ": ",
				            tally_line_name(at->on.rules, i), (int)tally.line[side][i]);
		ruling_fail(at, line->span, text_read(&words), "");
		position_text_end(&at->on, &words);
	}
	compare_lines(at, line, &tally, side);
}

/* ended out left */
static void run_ended(struct ruling_run *at, const struct statement *line)
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
		int account = position_parser_cut(&at->on, line, false) ? position_parser_account(&at->on) : -1;
		if (account < 0)
			return position_wants(&at->on, line, "`us` or `them`; that nobody wins is `tie`");
		if (position_parser_ends(&at->on) && (!over || winner != account))
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
static void run_after(struct ruling_run *at, const struct statement *line)
{
	int32_t totals[SIDES_MAX], margin = 0;
	int winner;
	bool over;

	if (!read_totals(at, line, totals))
		return;
	over = game_is_over(&at->on.position.game, totals, &winner);
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
			ruling_fail(at, line->span, settled ? "the sides are different" : "somebody cuts again", "");
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
static void run_cut(struct ruling_run *at, const struct statement *line)
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
static void run_varies(struct ruling_run *at, const struct statement *line)
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

/* ---- deals ---- */

/* deal 17, by that seed; or deal next: this deal is scored, the totals are carried on, and the player stays the same. */
static void run_deal(struct ruling_run *at, const struct statement *line)
{
	struct game *game = &at->on.position.game;
	uint32_t events = game->events;
	uint8_t of_side[SIDES_MAX][event_MAX];
	int32_t seed, totals[SIDES_MAX];
	struct tally tally;

	if (!position_parser_cut(&at->on, line, false))
		return;
	if (line_is(&at->on.line, "number")) {
		position_parser_line(&at->on, line);
		return;
	}
	if (line_accept(&at->on.line, "next")) {
		if (!position_parser_ends(&at->on))
			return;
		game_score(game, &tally);
		game_totals(game, &tally, totals);
		game_next_deal(game, totals);
		game_deal(game, 0);
		return;
	}
	if (!position_parser_claim(&at->on, ABOUT_SEED, 0, 0))
		return;
	if (!line_accept_number(&at->on.line, &seed) || seed < 0)
		return position_wants(&at->on, line, "a number, the seed, or `next`");
	if (!position_parser_ends(&at->on))
		return;
	for (int side = 0; side < SIDES_MAX; side++)
		memcpy(of_side[side], game->side[side].events, sizeof of_side[side]);
	game_begin(game, at->on.rules, (uint64_t)seed);
	for (int side = 0; side < SIDES_MAX; side++)
		memcpy(game->side[side].events, of_side[side], sizeof of_side[side]);
	game_deal(game, events);
	at->on.me = game->turn.seat;
	at->on.playing = true;
}

/* ---- acts ---- */

/* True if setting [row] has this path, or lies within it. */
static bool lies_within(const struct rules *rules, int row, int item, const char *path, struct text *marks)
{
	size_t length = strlen(path);
	struct text own = { 0 };
	bool within;

	rules_path(rules, (enum row_id)row, item, &own);
	within = strncmp(text_read(&own), path, length) == 0 &&
	         (text_read(&own)[length] == '\0' || text_read(&own)[length] == '.');
	text_end(&own, marks); /* memory ran out */
	return within;
}

/* Whether the clause behind a refusal is the one expected, or lies within it. A setting that decides may be named, too, where
 * it is not stated and the reason names one that says more: a ruling holds in games that state it and in games that do not. */
static bool clause_is(const struct rules *rules, struct reason reason, const char *path, struct text *actual)
{
	if (reason.row < 0)
		return false;
	rules_path(rules, (enum row_id)reason.row, reason.item, actual);
	if (lies_within(rules, reason.row, reason.item, path, actual))
		return true;
	for (int row = 0; row < ROW_COUNT; row++)
		if (refusal_is_decided_by(reason.refusal, row) && reason.item < rules_places(rules, rows[row].in) &&
		    rules_cell(rules, (enum row_id)row, reason.item)->statement == NULL &&
		    lies_within(rules, row, reason.item, path, actual))
			return true;
	return false;
}

static void judge_refusal(struct ruling_run *at, const struct statement *line, const char *because, struct act refused,
                          struct reason reason)
{
	struct text actual = { 0 }, words = { 0 };

	if (because == NULL || clause_is(at->on.rules, reason, because, &actual))
		return position_text_end(&at->on, &actual);
	text_format(&words, "it is refused, but because of %s: ", actual.length ? text_read(&actual) : "no rule");
	reason_write_sentence(&at->on.position.game, refused, reason, &words);
	ruling_fail(at, line->span, text_read(&words), "");
	position_text_end(&at->on, &actual);
	position_text_end(&at->on, &words);
}

/* True if each of the acts, as far as they are legal one after the other, is among those that the engine lists as legal
 * just if the referee lets it pass. */
static bool lists_agree(struct game game, const struct act *acts, int count)
{
	struct acts listed;

	for (int i = 0; i < count; i++) {
		bool legal = game_refusal(&game, acts[i]).refusal == REFUSAL_NONE, found = false;
		game_legal(&game, &listed);
		for (int j = 0; j < listed.count; j++)
			found = found || memcmp(&listed.act[j], &acts[i], sizeof acts[i]) == 0;
		if (found != legal)
			return false;
		if (!legal)
			break;
		game_apply(&game, acts[i]);
	}
	return true;
}

/* Says that [count] acts, which should not be, are legal. */
static void fail_legal(struct ruling_run *at, const struct statement *line, const char *what, const struct game *game,
                       const struct act *acts, int count)
{
	struct text words = { 0 };

	acts_write(game, acts, count, &words);
	ruling_fail(at, line->span, what, text_read(&words));
	position_text_end(&at->on, &words);
}

static void run_act(struct ruling_run *at, const struct statement *line)
{
	struct text why = { 0 };
	struct position before = at->on.position, after;
	struct act acts[POSITION_ACTS_MAX], refused;
	struct reason reason = { .refusal = REFUSAL_NONE };
	bool refuse = strcmp(line->head, "refuse") == 0, well;
	const char *because;
	int count = position_parser_acts(&at->on, line, &before, acts, &because, &why);

	after = before;
	well = count > 0 && acts_try(&after, acts, count, &refused, &reason);
	at->stuck = strcmp(line->head, "do") == 0 && !well;
	if (at->on.faulty)
		;
	else if (because != NULL && !refuse)
		position_wants(&at->on, line, "an act that is refused: `because` says why");
	else if (count == 0)
		ruling_fail(at, line->span, "", text_read(&why));
	else if (well && refuse)
		fail_legal(at, line, "it should be refused, but is legal: ", &before.game, acts, count);
	else if (!well && !refuse) {
		reason_write(&after.game, refused, reason, &why);
		ruling_fail(at, line->span, "it should be legal, but is refused: ", text_read(&why));
	} else if (!lists_agree(before.game, acts, count))
		fail_legal(at, line, "the engine lists other acts as legal than its referee: ", &before.game, acts,
		           count);
	else if (refuse && reason.refusal == REFUSAL_UNDECIDED)
		ruling_fail(at, line->span,
		            "it is not known whether this is legal: ", refusal_sentence(REFUSAL_UNDECIDED));
	else if (refuse)
		judge_refusal(at, line, because, refused, reason);
	if (well && strcmp(line->head, "do") == 0)
		at->on.position = after;
	position_text_end(&at->on, &why);
}

/* ---- lines ---- */

/* True if a line of the ruling is a statement that can fail. */
enum verdict { GIVES_NO_VERDICT, GIVES_A_VERDICT, GIVES_VERDICTS_IN_BRACES };

static const struct {
	const char *head;
	void (*run)(struct ruling_run *at, const struct statement *line);
	bool plays; /* needs a finished position */
	enum verdict verdict;
} LINES[] = {
	{ "deal", run_deal, false, GIVES_NO_VERDICT },    { "after", run_after, false, GIVES_VERDICTS_IN_BRACES },
	{ "varies", run_varies, false, GIVES_A_VERDICT }, { "cut", run_cut, false, GIVES_VERDICTS_IN_BRACES },
	{ "do", run_act, true, GIVES_A_VERDICT },         { "allow", run_act, true, GIVES_A_VERDICT },
	{ "refuse", run_act, true, GIVES_A_VERDICT },     { "expect", run_expect, true, GIVES_A_VERDICT },
	{ "scores", run_scores, true, GIVES_A_VERDICT },  { "ended", run_ended, true, GIVES_NO_VERDICT },
};

enum { LINE_COUNT = sizeof LINES / sizeof *LINES };

/* Which of LINES [line] is; LINE_COUNT if none. */
static int line_named(const struct statement *line)
{
	int i = 0;

	while (i < LINE_COUNT && (line->kind != STATEMENT_RULE || strcmp(line->head, LINES[i].head) != 0))
		i++;
	return i;
}

_Static_assert((int)LINE_COUNT + (int)POSITION_WORDS_MAX <= (int)RULING_WORDS_MAX, "ruling_words() has room for all");

int ruling_words(const char **words)
{
	for (int i = 0; i < LINE_COUNT; i++)
		words[i] = LINES[i].head;
	return LINE_COUNT + position_words(words + LINE_COUNT);
}

/* A line of another word is a finding, with the word that it may be meant for. */
static void report_unknown(struct ruling_run *at, const struct statement *line)
{
	const char *words[RULING_WORDS_MAX];
	struct diags *diags = &at->on.library->diags;
	struct diag *diag;
	int count;

	at->on.faulty = true;
	diag = diag_add(diags, DIAG_RULING_WORD, line->head_span, line->head != NULL ? line->head : "this");
	if (line->head == NULL)
		return;
	count = ruling_words(words);
	if (!position_hint_line(diags, diag, line->head))
		diag_hint_nearest(diags, diag, line->head, words, count);
}

static void run_line(struct ruling_run *at, const struct statement *line)
{
	int i;

	if (line->kind == STATEMENT_NOTE)
		return;
	i = line_named(line);
	if (i == LINE_COUNT && position_parser_line(&at->on, line))
		return;
	if (i == LINE_COUNT)
		report_unknown(at, line);
	else if (!LINES[i].plays || position_parser_finish(&at->on, line->span))
		LINES[i].run(at, line);
}

/* True if something in the ruling could not be read. */
static bool has_error_within(const struct diags *diags, struct span whole)
{
	for (const struct diag *diag = diags->first; diag != NULL; diag = diag->next)
		if (diag->level == DIAG_ERROR && diag->span.source == whole.source && diag->span.from >= whole.from &&
		    diag->span.to <= whole.to)
			return true;
	return false;
}

/* A ruling without a verdict is reported, unless it could not be parsed. */
static void look_for_verdict(struct ruling_run *at, struct span span)
{
	for (const struct statement *line = at->ruling->block; line != NULL; line = line->next) {
		int i = line_named(line);
		if (i < LINE_COUNT && (LINES[i].verdict == GIVES_A_VERDICT ||
		                       (LINES[i].verdict == GIVES_VERDICTS_IN_BRACES && line->block != NULL)))
			return;
	}
	if (has_error_within(&at->on.library->diags, at->ruling->span))
		at->on.faulty = true;
	if (!at->on.faulty)
		diag_add(&at->on.library->diags, DIAG_RULING_EMPTY, span);
}

/* ---- one ruling, and all of a file ---- */

struct runner {
	struct library *library;
	const struct library_file *file; /* of the variant */
	const struct statement *variant;
	struct rules *rules; /* without options */
	struct arena *plain; /* where these are, for as long as the rulings are for one variant, */
	struct arena *with;  /* and those with the options of one ruling */
	struct ruling_results *results;
	struct text *out;
};

/* Findings without a place get that of the `with` line; others get it as second place. */
static void place_options(struct diags *diags, struct diag *before, const struct statement *ruling)
{
	const struct statement *with = ruling->block;

	while (with != NULL && (with->kind != STATEMENT_RULE || strcmp(with->head, "with") != 0))
		with = with->next;
	for (struct diag *diag = diags_behind(diags, before); diag != NULL && with != NULL; diag = diag->next)
		if (diag->span.source == 0)
			diag->span = with->span;
		else if (diag->other_sentence == NULL)
			diag_other(diags, diag, with->span, "the options are switched on here");
}

/* The rules under which a ruling is given: those of the variant, with the options it switches on. */
static struct rules *rules_for(struct runner *runner, const struct statement *ruling)
{
	const char *with[POSITION_OPTIONS_MAX];
	int count = position_options(runner->library, ruling->block, with, POSITION_OPTIONS_MAX);
	struct diag *before = runner->library->diags.last;
	struct rules *rules;

	if (count > 0) {
		arena_clear(runner->with);
		rules = rules_build_in(runner->with, runner->library, runner->file, runner->variant, with, count);
		place_options(&runner->library->diags, before, ruling);
		return tables_compile(runner->library, rules);
	}
	if (runner->rules == NULL) {
		arena_clear(runner->plain);
		runner->rules = rules_build_in(runner->plain, runner->library, runner->file, runner->variant, NULL, 0);
		runner->rules = tables_compile(runner->library, runner->rules);
	}
	return runner->rules;
}

static void run_ruling(struct runner *runner, const struct statement *ruling)
{
	struct ruling_result *result = arena_take(runner->library->arena, sizeof *result);
	struct ruling_run at = { .out = runner->out, .ruling = ruling, .last = &at.failures };
	const struct statement *lines = ruling->block;
	struct span span = ruling->name_span.source ? ruling->name_span : ruling->span;
	struct rules *rules;
	int errors = runner->library->diags.errors;

	if (result == NULL)
		return;
	rules = rules_for(runner, ruling);
	if (rules != NULL && !arena_failed(runner->library->arena)) {
		position_parser_begin(&at.on, runner->library, rules, &lines, 1, NULL);
		for (const struct statement *line = lines; line != NULL && !at.on.faulty && !at.stuck;
		     line = line->next)
			run_line(&at, line);
		look_for_verdict(&at, span);
	}
	*result = (struct ruling_result){ .title = ruling->title != NULL ? ruling->title : "a ruling",
		                          .span = span,
		                          .notes = ruling->notes,
		                          .failures = at.failures };
	result->passed = rules != NULL && !at.failed && !at.on.faulty && runner->library->diags.errors == errors;
	if (runner->results->last == NULL)
		runner->results->last = &runner->results->first;
	*runner->results->last = result;
	runner->results->last = &result->next;
	if (result->passed)
		runner->results->passed++;
	else
		runner->results->failed++;
}

/* True if `NAME:...` speaks of this file. */
static bool is_called(const struct library_file *file, const char *name)
{
	const char *slash = strrchr(file->path, '/'), *own = slash != NULL ? slash + 1 : file->path;
	size_t length = strlen(name);

	return strncmp(own, name, length) == 0 && strcmp(own + length, ".canasta") == 0;
}

/* A copy of a shipped file with its rulings is tested itself, not the shipped one. */
const struct statement *ruling_variant(struct library *library, const struct library_file *file,
                                       const struct expr *reference, const struct library_file **found)
{
	const struct expr *place = reference->first, *name = place->next != NULL ? place->next : place;
	const struct library_file *beside = NULL;

	if (place->kind == EXPR_WORD && !file->shipped)
		beside = library_companion(library, file, ".canasta");
	if (beside != NULL && name != place && !is_called(beside, place->text))
		beside = NULL;
	for (const struct statement *at = beside != NULL ? beside->statements : NULL; at != NULL; at = at->next)
		if (at->kind == STATEMENT_VARIANT && strcmp(at->name, name->text) == 0)
			return *found = beside, at;
	return library_parent(library, file, reference, found);
}

bool rulings_run(struct library *library, const struct library_file *file, struct ruling_results *results,
                 struct text *out)
{
	struct runner runner = { .library = library, .results = results, .out = out };
	bool any = false;

	runner.plain = arena_new();
	runner.with = arena_new();
	if (runner.plain == NULL || runner.with == NULL)
		arena_fail(library->arena);
	for (const struct statement *at = file->statements; at != NULL && !arena_failed(library->arena);
	     at = at->next) {
		if (at->kind != STATEMENT_RULINGS || at->parent == NULL)
			continue;
		runner.rules = NULL;
		runner.variant = ruling_variant(library, file, at->parent, &runner.file);
		if (runner.variant == NULL)
			continue;
		any = true;
		for (const struct statement *ruling = at->block; ruling != NULL; ruling = ruling->next)
			if (ruling->kind == STATEMENT_RULING)
				run_ruling(&runner, ruling);
	}
	arena_free(runner.plain);
	arena_free(runner.with);
	return any;
}

/* ---- the question of a ruling ---- */

bool is_rules_file(const char *text)
{
	static const char *const begins[] = { "language", "rulings", "variant", "source", "fragment" };
	static const char prose[] = "\"\"\"", blanks[] = " \t\r\n;";
	size_t length;

	text += text_mark(text, strlen(text));
	for (text += strspn(text, blanks); *text == '#'; text += strspn(text, blanks))
		text += strcspn(text, "\n");
	if (strncmp(text, prose, strlen(prose)) == 0)
		return true;
	length = strcspn(text, " \t\r\n{");
	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
		if (strlen(begins[i]) == length && strncmp(text, begins[i], length) == 0)
			return true;
	return false;
}

static bool has_head(const struct statement *line, const char *head)
{
	return line->kind == STATEMENT_RULE && line->head != NULL && strcmp(line->head, head) == 0;
}

static int line_of(struct library *library, struct span span)
{
	int line, column;

	span_place(&library->sources, span, &line, &column);
	return line;
}

static bool is_act(const struct statement *line)
{
	return has_head(line, "allow") || has_head(line, "refuse");
}

/* The first line of [ruling] from number [from] on that allows or refuses an act, or else the first of all. */
static const struct statement *act_at(struct library *library, const struct statement *ruling, int from)
{
	const struct statement *found = NULL;

	for (const struct statement *at = ruling->block; at != NULL; at = at->next)
		if (is_act(at) && (found == NULL || line_of(library, found->span) < from))
			found = at;
	return found;
}

static bool stands_at(struct library *library, const struct statement *ruling, int line)
{
	const struct span end = { ruling->span.source, ruling->span.to - 1, ruling->span.to };

	return line_of(library, ruling->span) <= line && line <= line_of(library, end);
}

/* The last ruling that stands at [line]; for 0 the first that asks about an act, or else the first of all. */
static const struct statement *ruling_at(struct library *library, const struct library_file *file, int line)
{
	const struct statement *found = NULL;

	for (const struct statement *at = file->statements; at != NULL; at = at->next)
		for (const struct statement *ruling = at->kind == STATEMENT_RULINGS ? at->block : NULL; ruling != NULL;
		     ruling = ruling->next)
			if (ruling->kind == STATEMENT_RULING &&
			    (line > 0 ? stands_at(library, ruling, line)
			              : found == NULL || act_at(library, found, 0) == NULL))
				found = ruling;
	return found;
}

bool ruling_question_find(struct library *library, const struct library_file *file, int line,
                          struct ruling_question *question)
{
	const struct statement *ruling = ruling_at(library, file, line);
	const struct statement *act = ruling != NULL ? act_at(library, ruling, line) : NULL;
	const struct source *source = &library->sources.source[file->source - 1];
	char *lines = arena_text(library->arena, source->text, source->length);

	if (ruling == NULL || lines == NULL)
		return false;
	*question = (struct ruling_question){ .lines = lines };
	for (size_t i = 0; i < source->length; i++)
		lines[i] = lines[i] == '\n' ? '\n' : ' ';
	for (const struct statement *at = ruling->block; at != act; at = at->next)
		if (!is_act(at) && !has_head(at, "expect") && !has_head(at, "scores") && !has_head(at, "after")) {
			memcpy(lines + at->span.from, source->text + at->span.from, at->span.to - at->span.from);
			if (lines[at->span.to] == ' ') /* it ends there, whatever follows on its line */
				lines[at->span.to] = ';';
		}
	if (act != NULL)
		question->act =
			arena_text(library->arena, source->text + act->span.from, act->span.to - act->span.from);
	return true;
}
