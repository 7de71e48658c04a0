/* ruling.c -- reading and running rulings. A ruling is read line by line into a position; with the first line that
 * does or asks something the position is finished and play begins. */
#include "reports/ruling.h"

#include <stdio.h>
#include <string.h>
#include "game/act_words.h"
#include "game/question.h"
#include "game/setup.h"
#include "grammar/arena.h"
#include "grammar/names.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/build.h"

/* A ruling being run. */
struct hearing {
	struct setup on; /* the position */
	struct text *out;
	const struct statement *ruling;
	bool failed; /* the ruling does not hold */
	bool stuck;  /* what was to be done was not: nothing after it means anything */
};

/* ---- telling what went wrong ---- */

static void fail_at(struct hearing *at, struct span span, const char *what, const char *detail)
{
	int line, column;

	span_place(&at->on.library->sources, span, &line, &column);
	text_format(at->out, "%s:%d: %s\n    %s%s\n", at->on.library->sources.source[span.source - 1].name, line,
	            at->ruling->title, what, detail);
	at->failed = true;
}

/* ---- deals ---- */

/* The deal is scored, the totals are carried on, and the next one is dealt; the player stays the same. */
static void deal_next(struct hearing *at)
{
	struct game *game = &at->on.position.game;
	int32_t totals[SIDES_MAX];
	struct tally tally;

	game_score(game, &tally);
	game_totals(game, &tally, totals);
	game_next_deal(game, totals);
	game_deal(game, 0);
}

static void tell_deal(struct hearing *at, const struct statement *line)
{
	const struct expr *seed = line_atom(line);
	struct game *game = &at->on.position.game;
	uint32_t events = game->events;
	uint8_t of_side[SIDES_MAX][event_MAX];

	if (atom_is(seed, "next"))
		return deal_next(at);
	if (setup_contradicts(&at->on, line))
		return;
	if (seed == NULL || seed->kind != EXPR_NUMBER)
		return setup_wants(&at->on, line, "a number, the seed, or `next`");
	for (int side = 0; side < SIDES_MAX; side++)
		memcpy(of_side[side], game->side[side].events, sizeof of_side[side]);
	game_begin(game, at->on.rules, (uint64_t)seed->number);
	for (int side = 0; side < SIDES_MAX; side++)
		memcpy(game->side[side].events, of_side[side], sizeof of_side[side]);
	game_deal(game, events);
	at->on.me = game->turn.seat;
	at->on.playing = true;
}

/* ---- acts ---- */

/* Tells whether the clause behind a refusal is the one expected, or lies within it. */
static bool clause_is(const struct rules *rules, struct reason reason, const char *path, struct text *actual)
{
	size_t length = strlen(path);

	if (reason.row >= 0)
		rules_path(rules, (enum row_id)reason.row, reason.item, actual);
	return strncmp(text_read(actual), path, length) == 0 &&
	       (text_read(actual)[length] == '\0' || text_read(actual)[length] == '.');
}

static void judge_refusal(struct hearing *at, const struct statement *line, const struct expr *because,
                          struct act refused, struct reason reason)
{
	struct text actual = { 0 }, told = { 0 };

	if (because == NULL || because->kind != EXPR_WORD || clause_is(at->on.rules, reason, because->text, &actual))
		return setup_done_with(&at->on, &actual);
	text_format(&told, "it is refused, but because of %s: ", actual.length ? text_read(&actual) : "no rule");
	reason_write_sentence(&at->on.position.game, refused, reason, &told);
	fail_at(at, line->span, text_read(&told), "");
	setup_done_with(&at->on, &actual);
	setup_done_with(&at->on, &told);
}

static void tell_act(struct hearing *at, const struct statement *line)
{
	struct text words = { 0 }, why = { 0 };
	struct row_of_cards drawn = { .count = 0 };
	const struct expr *because = setup_act_words(&at->on, line, &words, &drawn);
	struct game after = at->on.position.game;
	struct act acts[SETUP_ACTS_MAX], refused;
	struct reason reason = { .refusal = REFUSAL_NONE };
	bool refuse = strcmp(line->head, "refuse") == 0, drawable, well;
	int count;

	drawable = setup_stack(&at->on, &after, &drawn, &why);
	count = drawable ? acts_read(&after, text_read(&words), acts, SETUP_ACTS_MAX, &why) : 0;
	well = count > 0 && acts_try(&after, acts, count, &refused, &reason);
	at->stuck = strcmp(line->head, "do") == 0 && !well;
	if (because != NULL && !refuse)
		setup_wants(&at->on, line, "an act that is refused, as `because` tells why");
	else if (count == 0)
		fail_at(at, line->span, drawable ? "this makes no sense: " : "", text_read(&why));
	else if (well == refuse)
		if (refuse)
			fail_at(at, line->span, "it should be refused, but is legal: ", text_read(&words));
		else {
			reason_write(&after, refused, reason, &why);
			fail_at(at, line->span, "it should be legal, but is refused: ", text_read(&why));
		}
	else if (refuse)
		judge_refusal(at, line, because, refused, reason);
	if (well && strcmp(line->head, "do") == 0)
		at->on.position.game = after;
	setup_done_with(&at->on, &words);
	setup_done_with(&at->on, &why);
}

/* ---- what comes of it ---- */

static bool is_comparison(const struct expr *expr)
{
	return expr->kind >= EXPR_EQUAL && expr->kind <= EXPR_MORE_EQUAL;
}

/* Adds what was found in place of a comparison that does not hold: "; side canastas is 1". */
static void tell_found(struct hearing *at, const struct expr *expr, const struct question *about, struct text *said)
{
	program number;

	if (expr->kind == EXPR_AND) { /* the first part that does not hold */
		program first = rules_question(at->on.library, at->on.rules, expr->first, false);
		bool holds = first != NULL && program_run(first, about, fact_of_game);
		tell_found(at, holds ? expr->second : expr->first, about, said);
		return;
	}
	if (!is_comparison(expr))
		return;
	number = rules_question(at->on.library, at->on.rules, expr->first, true);
	if (number == NULL)
		return;
	text_add(said, "; ");
	expr_write(expr->first, said);
	text_format(said, " is %d", (int)program_run(number, about, fact_of_game));
}

static void tell_expect(struct hearing *at, const struct statement *line)
{
	program question;
	struct question about = { .game = &at->on.position.game, .seat = (uint8_t)at->on.me };
	struct text said = { 0 };

	if (line->value == NULL || line->value->next != NULL)
		return setup_wants(&at->on, line, "one condition");
	question = rules_question(at->on.library, at->on.rules, line->value, false);
	if (question == NULL) {
		at->on.faulty = true;
		return;
	}
	about.side = at->on.position.game.seat[at->on.me].side;
	if (program_run(question, &about, fact_of_game))
		return;
	expr_write(line->value, &said);
	tell_found(at, line->value, &about, &said);
	fail_at(at, line->span, "this does not hold: ", text_read(&said));
	setup_done_with(&at->on, &said);
}

static int line_named(const struct rules *rules, const char *name)
{
	for (int i = 0; i < tally_lines(rules); i++)
		if (strcmp(tally_line_name(rules, i), name) == 0)
			return i;
	return -1;
}

static bool signed_number(const struct expr *expr, int32_t *number)
{
	int32_t sign = expr != NULL && expr->kind == EXPR_NEGATIVE ? -1 : 1;
	const struct expr *value = sign < 0 ? expr->first : expr;

	if (value != NULL && value->kind == EXPR_PHRASE)
		value = value->first;
	if (value == NULL || value->kind != EXPR_NUMBER)
		return false;
	*number = sign * (int32_t)value->number;
	return true;
}

static void compare_line(struct hearing *at, struct span span, const char *name, int32_t wanted, int32_t actual)
{
	char told[160];

	if (wanted == actual)
		return;
	snprintf(told, sizeof told, "%s is %d, not %d", name, (int)actual, (int)wanted);
	fail_at(at, span, told, "");
}

/* Compares the lines of the block with the tally; lines not named should be 0. */
static void compare_lines(struct hearing *at, const struct statement *line, const struct tally *tally, int side)
{
	bool named[TALLY_LINES_MAX] = { false };

	for (const struct statement *item = line->block; item != NULL; item = item->next) {
		int index = item->kind == STATEMENT_RULE ? line_named(at->on.rules, item->head) : -1;
		int32_t wanted;
		if (index < 0)
			setup_fault(&at->on, DIAG_RULING_LINE, item->span, item->head != NULL ? item->head : "");
		else if (!signed_number(item->value, &wanted))
			setup_wants(&at->on, item, "a number");
		else {
			named[index] = true;
			compare_line(at, item->span, item->head, wanted, tally->line[side][index]);
		}
	}
	for (int i = 0; i < tally->lines && line->has_block; i++)
		if (!named[i])
			compare_line(at, line->span, tally_line_name(at->on.rules, i), 0, tally->line[side][i]);
}

/* The score is another one, and what it is made of, unless the block asks for the lines one by one. */
static void tell_wrong_score(struct hearing *at, const struct statement *line, const struct tally *tally, int side,
                             int32_t wanted)
{
	struct text told = { 0 };

	text_format(&told, "the score is %d, not %d", (int)tally->total[side], (int)wanted);
	for (int i = 0, said = 0; i < tally->lines && !line->has_block; i++)
		if (tally->line[side][i] != 0)
			text_format(&told, "%s%s %d", said++ > 0 ? ", " : ": ", tally_line_name(at->on.rules, i),
			            (int)tally->line[side][i]);
	fail_at(at, line->span, text_read(&told), "");
	setup_done_with(&at->on, &told);
}

static void tell_scores(struct hearing *at, const struct statement *line)
{
	struct tally tally;
	int32_t wanted;
	int side;

	if (line->value == NULL || !setup_side_and_number(&at->on, line->value, &side, &wanted))
		return setup_wants(&at->on, line, "`us` or `them` and a number");
	if (at->on.position.game.phase != PHASE_OVER)
		fail_at(at, line->span, "the deal is not over", "");
	game_score(&at->on.position.game, &tally);
	if (wanted != tally.total[side])
		tell_wrong_score(at, line, &tally, side, wanted);
	compare_lines(at, line, &tally, side);
}

static void tell_ended(struct hearing *at, const struct statement *line)
{
	setup_end(&at->on, line);
}

/* One line of what holds after these totals. */
static void tell_after_line(struct hearing *at, const struct statement *line, bool over, int winner, int32_t margin)
{
	const char *head = line->kind == STATEMENT_RULE ? line->head : "";
	int32_t number = 0;

	if (strcmp(head, "goes_on") == 0) {
		if (over)
			fail_at(at, line->span, "the game is over", "");
	} else if (strcmp(head, "tie") == 0) {
		if (!over || winner != NOBODY)
			fail_at(at, line->span, over ? "a side wins" : "the game goes on", "");
	} else if (strcmp(head, "winner") == 0) {
		if (!over || winner != setup_account(&at->on, line_atom(line)))
			fail_at(at, line->span, over ? "another side wins, or none" : "the game goes on", "");
	} else if (strcmp(head, "margin") == 0) {
		if (!signed_number(line->value, &number))
			setup_wants(&at->on, line, "a number");
		else
			compare_line(at, line->span, "the margin", number, margin);
	} else
		setup_fault(&at->on, DIAG_RULING_WORD, line->span, head);
}

/* after us 5200, them 4900, others 4000 { winner us; margin 300 } or { goes_on } or { tie } */
static void tell_after(struct hearing *at, const struct statement *line)
{
	int32_t totals[SIDES_MAX], number = 0, margin = 0, lowest = INT32_MAX, others = INT32_MIN;
	int side, winner;
	bool over;

	for (side = 0; side < SIDES_MAX; side++)
		totals[side] = INT32_MIN;
	for (const struct expr *expr = line->value; expr != NULL; expr = expr->next) {
		if (expr->kind == EXPR_PHRASE && atom_is(expr->first, "others") && expr->first->next != NULL &&
		    expr->first->next->kind == EXPR_NUMBER && expr->first->next->next == NULL) {
			others = (int32_t)expr->first->next->number;
			continue;
		}
		if (!setup_side_and_number(&at->on, expr, &side, &number))
			return setup_wants(&at->on, line, "`us`, `them` or `others` and a number");
		totals[side] = number;
		lowest = number < lowest ? number : lowest;
	}
	lowest = others != INT32_MIN ? others : lowest;
	for (side = 0; side < SIDES_MAX; side++)
		totals[side] = totals[side] == INT32_MIN ? lowest : totals[side];
	over = game_is_over(at->on.rules, totals, &winner);
	if (over)
		margin = game_margin(at->on.rules, totals);
	for (const struct statement *item = line->block; item != NULL; item = item->next)
		tell_after_line(at, item, over, winner, margin);
}

/* The numbers behind a word of a cut, one for each player. */
static bool are_numbers(const struct hearing *at, const struct statement *line, const uint8_t *numbers)
{
	const struct expr *phrase = line->value;
	int player = 0;

	for (; phrase != NULL && player < at->on.rules->table.players; phrase = phrase->next, player++) {
		int32_t number;
		if (!signed_number(phrase, &number) || number != numbers[player] + 1)
			return false;
	}
	return phrase == NULL && player == at->on.rules->table.players;
}

/* The player, in the order of the cut, who sits at [seat] in the first deal. */
static uint8_t player_at_seat(const struct hearing *at, const struct cut *cut, const struct game *game, int seat)
{
	uint8_t player = 0;

	while (player < at->on.rules->table.players - 1 && cut->place[player] != game->player[seat])
		player++;
	return player;
}

/* One line of what the cut decides: sides 2, 1, 1, 2; first 2; dealer 1; again. */
static void tell_cut_line(struct hearing *at, const struct statement *line, bool settled, const struct cut *cut)
{
	const char *head = line->kind == STATEMENT_RULE ? line->head : "";
	struct game game;
	int32_t number = 0;
	uint8_t player;

	game_begin(&game, at->on.rules, 0);
	if (strcmp(head, "again") == 0) {
		if (settled)
			fail_at(at, line->span, "nobody cuts again", "");
	} else if (strcmp(head, "sides") == 0) {
		if (!settled || !are_numbers(at, line, cut->side))
			fail_at(at, line->span, settled ? "the sides are others" : "somebody cuts again", "");
	} else if (strcmp(head, "first") == 0 || strcmp(head, "dealer") == 0) {
		int seat = head[0] == 'f' ? game_first_seat(&game) : game.dealer;
		if (!signed_number(line->value, &number))
			return setup_wants(&at->on, line, "a number");
		player = settled ? player_at_seat(at, cut, &game, seat) : 0;
		if (!settled || number != player + 1)
			fail_at(at, line->span, settled ? "it is another player" : "somebody cuts again", "");
	} else
		setup_fault(&at->on, DIAG_RULING_WORD, line->span, head);
}

/* cut 9, A, K, 4 { sides 2, 1, 1, 2; first 2 } */
static void tell_cut(struct hearing *at, const struct statement *line)
{
	uint8_t kinds[PLAYERS_MAX];
	const struct expr *phrase = line->value;
	struct cut cut = { { 0 }, { 0 } };
	int players = 0;
	bool settled;

	for (; phrase != NULL && players < at->on.rules->table.players; phrase = phrase->next) {
		const struct expr *atom = phrase->kind == EXPR_PHRASE ? phrase->first : NULL;
		int kind = atom != NULL ? setup_card(&at->on, &atom) : -1;
		if (kind < 0)
			return setup_wants(&at->on, line, "a card for each player");
		kinds[players++] = (uint8_t)kind;
	}
	if (phrase != NULL || players < at->on.rules->table.players || at->on.rules->cut.decides == cut_decides_nothing)
		return setup_wants(&at->on, line, "a card for each player of a game in which teams are cut for");
	settled = game_cut(at->on.rules, kinds, &cut);
	for (const struct statement *item = line->block; item != NULL; item = item->next)
		tell_cut_line(at, item, settled, &cut);
}

/* varies dealer 4: over 64 games the fact takes so many values. */
static void tell_varies(struct hearing *at, const struct statement *line)
{
	const struct expr *atom = line_atom(line);
	struct expr phrase = { .kind = EXPR_PHRASE, .span = line->span }, word;
	struct game game;
	uint64_t seen = 0;
	program question;

	if (atom == NULL || atom->next == NULL || atom->next->kind != EXPR_NUMBER)
		return setup_wants(&at->on, line, "a fact of one word and a number");
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
		seen |= UINT64_C(1) << (program_run(question, &about, fact_of_game) & 63);
	}
	if (__builtin_popcountll(seen) != atom->next->number)
		fail_at(at, line->span, "it takes another number of values", "");
}

/* ---- lines ---- */

static const struct {
	const char *head;
	void (*tell)(struct hearing *at, const struct statement *line);
	bool plays; /* needs a finished position */
	int words;  /* behind the head, as setup_has_words() takes them */
} LINES[] = {
	{ "deal", tell_deal, false, 1 },
	{ "after", tell_after, false, WORDS_ANY },
	{ "varies", tell_varies, false, 2 },
	{ "cut", tell_cut, false, WORDS_ANY },
	{ "do", tell_act, true, WORDS_LIST },
	{ "allow", tell_act, true, WORDS_LIST },
	{ "refuse", tell_act, true, WORDS_LIST },
	{ "expect", tell_expect, true, WORDS_ANY },
	{ "scores", tell_scores, true, WORDS_ANY },
	{ "ended", tell_ended, true, 2 },
};

enum { LINE_COUNT = sizeof LINES / sizeof *LINES };

static void tell_strange(struct hearing *at, const struct statement *line)
{
	const char *words[LINE_COUNT + SETUP_WORDS_MAX];
	struct diags *diags = &at->on.library->diags;
	struct diag *diag;
	int count = LINE_COUNT;

	at->on.faulty = true;
	diag = diag_add(diags, DIAG_RULING_WORD, line->head_span, line->head != NULL ? line->head : "this");
	if (line->head == NULL)
		return;
	for (int i = 0; i < LINE_COUNT; i++)
		words[i] = LINES[i].head;
	count += setup_words(words + count);
	if (word_nearest(line->head, words, count) != NULL)
		diag_hint(diags, diag, "did you mean `%s`?", word_nearest(line->head, words, count));
}

static void tell_line(struct hearing *at, const struct statement *line)
{
	if (line->kind == STATEMENT_NOTE || setup_line(&at->on, line))
		return;
	for (int i = 0; i < LINE_COUNT && line->kind == STATEMENT_RULE; i++) {
		if (strcmp(line->head, LINES[i].head) != 0)
			continue;
		if (setup_has_words(&at->on, line, LINES[i].words) &&
		    (!LINES[i].plays || setup_finish(&at->on, line->span)))
			LINES[i].tell(at, line);
		return;
	}
	tell_strange(at, line);
}

/* ---- one ruling, and all of a file ---- */

struct court {
	struct library *library;
	const struct library_file *file; /* of the variant */
	const struct statement *variant;
	struct rules *rules; /* without options */
	struct arena *plain; /* where these are, for as long as the rulings are for one variant, */
	struct arena *with;  /* and those with the options of one ruling */
	struct ruling_results *results;
	struct text *out;
};

/* What was found about the options themselves has no place and gets that of the line that names them; to the rest that
 * line is a second place. */
static void place_options(struct diags *diags, struct diag *before, const struct statement *ruling)
{
	const struct statement *with = ruling->block;

	while (with != NULL && (with->kind != STATEMENT_RULE || strcmp(with->head, "with") != 0))
		with = with->next;
	for (struct diag *diag = before != NULL ? before->next : diags->first; diag != NULL && with != NULL;
	     diag = diag->next)
		if (diag->span.source == 0)
			diag->span = with->span;
		else if (diag->other_sentence == NULL)
			diag_other(diags, diag, with->span, "the options are switched on here");
}

/* The rules under which a ruling is given: those of the variant, with the options it switches on. */
static struct rules *rules_for(struct court *court, const struct statement *ruling)
{
	const char *with[SETUP_OPTIONS_MAX];
	int count = setup_options(court->library, ruling->block, with, SETUP_OPTIONS_MAX);
	struct diag *before = court->library->diags.last;
	struct rules *rules;

	if (count > 0) {
		arena_clear(court->with);
		rules = rules_build_in(court->with, court->library, court->file, court->variant, with, count);
		place_options(&court->library->diags, before, ruling);
		return rules;
	}
	if (court->rules == NULL) {
		arena_clear(court->plain);
		court->rules = rules_build_in(court->plain, court->library, court->file, court->variant, NULL, 0);
	}
	return court->rules;
}

static void hear(struct court *court, const struct statement *ruling)
{
	struct ruling_result *result = arena_take(court->library->arena, sizeof *result);
	struct hearing at = { .out = court->out, .ruling = ruling };
	struct rules *rules;
	int errors = court->library->diags.errors;

	if (result == NULL)
		return;
	rules = rules_for(court, ruling);
	if (rules != NULL) {
		setup_begin(&at.on, court->library, rules, ruling->block);
		for (const struct statement *line = ruling->block; line != NULL && !at.on.faulty && !at.stuck;
		     line = line->next)
			tell_line(&at, line);
	}
	*result = (struct ruling_result){ .title = ruling->title != NULL ? ruling->title : "a ruling",
		                          .span = ruling->name_span.source ? ruling->name_span : ruling->span,
		                          .notes = ruling->notes };
	result->passed = rules != NULL && !at.failed && !at.on.faulty && court->library->diags.errors == errors;
	if (court->results->last == NULL)
		court->results->last = &court->results->first;
	*court->results->last = result;
	court->results->last = &result->next;
	if (result->passed)
		court->results->passed++;
	else
		court->results->failed++;
}

/* The variant that rulings are for: one of the file they stand beside, of their own file, or one that is shipped. */
static const struct statement *variant_of(struct library *library, const struct library_file *file,
                                          const struct expr *reference, const struct library_file **found)
{
	const struct expr *place = reference->first;
	const struct library_file *beside = NULL;

	if (place->kind == EXPR_WORD && place->next == NULL && !file->shipped)
		beside = library_companion(library, file, ".canasta");
	for (const struct statement *at = beside != NULL ? beside->statements : NULL; at != NULL; at = at->next)
		if (at->kind == STATEMENT_VARIANT && strcmp(at->name, place->text) == 0)
			return *found = beside, at;
	return library_parent(library, file, reference, found);
}

bool rulings_run(struct library *library, const struct library_file *file, struct ruling_results *results,
                 struct text *out)
{
	struct court court = { .library = library, .results = results, .out = out };
	bool any = false;

	court.plain = arena_new();
	court.with = arena_new();
	if (court.plain == NULL || court.with == NULL)
		arena_lose(library->arena);
	for (const struct statement *at = file->statements; at != NULL && !arena_failed(library->arena);
	     at = at->next) {
		if (at->kind != STATEMENT_RULINGS || at->parent == NULL)
			continue;
		court.rules = NULL;
		court.variant = variant_of(library, file, at->parent, &court.file);
		if (court.variant == NULL)
			continue;
		any = true;
		for (const struct statement *ruling = at->block; ruling != NULL; ruling = ruling->next)
			if (ruling->kind == STATEMENT_RULING)
				hear(&court, ruling);
	}
	arena_free(court.plain);
	arena_free(court.with);
	return any;
}
