/* ruling.c -- reading and running rulings. A ruling is read line by line into a position; with the first line that
 * does or asks something the position is finished and play begins. */
#include "reports/ruling.h"

#include <stdio.h>
#include <string.h>
#include "game/act_words.h"
#include "game/play.h"
#include "game/position.h"
#include "grammar/arena.h"
#include "grammar/names.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/build.h"

enum { ACTS_OF_A_LINE = 32, OPTIONS_MAX = 16 };

/* A ruling being run. */
struct hearing {
	struct library *library;
	struct rules *rules;
	struct position position;
	struct text *out;
	const struct statement *ruling;
	int me;              /* the player's seat */
	bool playing;        /* the position is finished */
	bool failed, faulty; /* the ruling does not hold; it cannot be read */
};

/* ---- telling what went wrong ---- */

static void fail_at(struct hearing *at, struct span span, const char *what, const char *detail)
{
	int line, column;

	span_place(&at->library->sources, span, &line, &column);
	text_format(at->out, "%s:%d: %s\n    %s%s\n", at->library->sources.source[span.source - 1].name, line,
	            at->ruling->title, what, detail);
	at->failed = true;
}

static void fault(struct hearing *at, enum diag_id id, struct span span, const char *detail)
{
	diag_add(&at->library->diags, id, span, detail);
	at->faulty = true;
}

static void wants(struct hearing *at, const struct statement *line, const char *what)
{
	diag_add(&at->library->diags, DIAG_RULING_WANTS, line->span, line->head, what);
	at->faulty = true;
}

/* Gives back a text; one that went without memory must not pass for what was said. */
static void done_with(struct hearing *at, struct text *text)
{
	if (text->failed) {
		arena_lose(at->library->arena);
		at->faulty = true;
	}
	text_free(text);
}

/* ---- words of a line ---- */

static void atom_name(const struct expr *atom, char *name, size_t room)
{
	if (atom->kind == EXPR_NUMBER)
		snprintf(name, room, "%lld", (long long)atom->number);
	else
		snprintf(name, room, "%s", atom->text != NULL ? atom->text : "");
}

static void add_atom(const struct expr *atom, struct text *words)
{
	if (atom->kind == EXPR_NUMBER)
		text_format(words, "%lld", (long long)atom->number);
	else if (atom->text != NULL)
		text_add(words, atom->text);
}

/* The card that begins at [*atom], which moves past it; -1 with a finding if it is none. */
static int read_card(struct hearing *at, const struct expr **atom)
{
	const struct expr *first = *atom;
	char name[64], both[128];
	int kind;

	*atom = first->next;
	atom_name(first, name, sizeof name);
	kind = rules_kind_named(at->rules, name);
	if (kind < 0 && first->next != NULL) { /* red 3 */
		char second[32];
		atom_name(first->next, second, sizeof second);
		snprintf(both, sizeof both, "%s %s", name, second);
		kind = rules_kind_named(at->rules, both);
		if (kind >= 0)
			*atom = first->next->next;
	}
	if (kind < 0)
		fault(at, DIAG_RULING_CARDS, first->span, name);
	return kind;
}

/* Takes one card out of the deck for the position. */
static bool reserve(struct hearing *at, int kind, struct span span)
{
	if (kind < 0)
		return false;
	if (position_take(&at->position, kind))
		return true;
	fault(at, DIAG_RULING_DECK, span, at->rules->kind[kind].name);
	return false;
}

static void row_add(struct row_of_cards *row, int kind)
{
	if (row->count < DECK_MAX)
		row->kind[row->count++] = (uint8_t)kind;
}

/* Reads all cards of a comma list from [atom] on, which is in its first phrase, taking each from the deck. */
static void read_cards(struct hearing *at, const struct expr *list, const struct expr *atom, struct row_of_cards *row)
{
	for (const struct expr *phrase = list; phrase != NULL; phrase = phrase->next) {
		if (phrase != list)
			atom = phrase->kind == EXPR_PHRASE ? phrase->first : NULL;
		while (atom != NULL) {
			int kind = read_card(at, &atom);
			if (reserve(at, kind, phrase->span))
				row_add(row, kind);
		}
	}
}

static const struct expr *first_atom(const struct statement *line)
{
	return line->value != NULL && line->value->kind == EXPR_PHRASE ? line->value->first : NULL;
}

static bool is_word(const struct expr *atom, const char *word)
{
	return atom != NULL && atom->kind == EXPR_WORD && strcmp(atom->text, word) == 0;
}

/* The seat that player, left, partner or right means, -1 for none of them. */
static int seat_named(const struct hearing *at, const char *word)
{
	const struct game *game = &at->position.game;
	int players = at->rules->seats, seat = at->me;

	if (strcmp(word, "player") == 0)
		return at->me;
	if (strcmp(word, "left") == 0)
		return (at->me + 1) % players;
	if (strcmp(word, "right") == 0)
		return (at->me + players - 1) % players;
	if (strcmp(word, "partner") != 0)
		return -1;
	do
		seat = (seat + 1) % players;
	while (game->seat[seat].side != game->seat[at->me].side);
	return seat != at->me ? seat : -1;
}

/* The seat whose side is meant: `us` is the player, `them` the one on the left; -1 for no such word. */
static int seat_meant(const struct hearing *at, const struct expr *atom)
{
	if (atom == NULL || atom->kind != EXPR_WORD)
		return -1;
	return seat_named(at, strcmp(atom->text, "us") == 0     ? "player"
	                      : strcmp(atom->text, "them") == 0 ? "left"
	                                                        : atom->text);
}

/* The side that `us` or `them` means, or that of a player; -1 for neither. */
static int side_named(const struct hearing *at, const struct expr *atom)
{
	int seat = seat_meant(at, atom);

	return seat < 0 ? -1 : at->position.game.seat[seat].side;
}

/* The side in which their total is kept. */
static int account_named(const struct hearing *at, const struct expr *atom)
{
	int seat = seat_meant(at, atom);

	return seat < 0 ? -1 : account_of(&at->position.game, seat);
}

/* A number with a sign: us -200 reads as a subtraction. */
static bool side_and_number(struct hearing *at, const struct expr *expr, int *side, int32_t *number)
{
	const struct expr *phrase = expr, *value;
	int32_t sign = 1;

	if (expr->kind == EXPR_MINUS) {
		phrase = expr->first;
		sign = -1;
		value = expr->second->kind == EXPR_PHRASE ? expr->second->first : expr->second;
	} else
		value = phrase->kind == EXPR_PHRASE ? phrase->first->next : NULL;
	*side = phrase->kind == EXPR_PHRASE ? account_named(at, phrase->first) : -1;
	if (*side < 0 || value == NULL || value->kind != EXPR_NUMBER)
		return false;
	*number = sign * (int32_t)value->number;
	return true;
}

/* ---- the position ---- */

static void tell_hand(struct hearing *at, const struct statement *line)
{
	int seat = strcmp(line->head, "hand") == 0 ? at->me : seat_named(at, line->head);
	struct row_of_cards row = { .count = 0 };

	if (seat < 0)
		return wants(at, line, "a player who is at the table");
	if (!is_word(first_atom(line), "nothing"))
		read_cards(at, line->value, first_atom(line), &row);
	at->position.hand_given[seat] = true;
	for (int i = 0; i < row.count; i++)
		position_to_hand(&at->position, seat, row.kind[i]);
}

static void tell_meld(struct hearing *at, int side, const struct expr *atom, struct span span)
{
	struct meld_cards cards = { .kind = at->rules->wild_kind[0] };
	bool one_rank = true;

	while (atom != NULL) {
		int kind = read_card(at, &atom), wild = 0;
		if (!reserve(at, kind, span))
			return;
		while (wild < at->rules->wild_kinds && at->rules->wild_kind[wild] != kind)
			wild++;
		if (wild < at->rules->wild_kinds)
			cards.wild[wild]++, cards.wilds++;
		else {
			one_rank = one_rank && (cards.naturals == 0 || cards.kind == kind);
			cards.kind = (uint8_t)kind, cards.naturals++;
		}
	}
	if (!one_rank || !position_meld(&at->position, side, &cards))
		fault(at, DIAG_RULING_MELD, span, "");
}

static void tell_melds(struct hearing *at, const struct statement *line)
{
	const struct expr *atom = first_atom(line);
	int side = side_named(at, atom);

	if (side < 0)
		return wants(at, line, "`us` or `them`");
	tell_meld(at, side, atom->next, line->value->span);
	for (const struct expr *phrase = line->value->next; phrase != NULL; phrase = phrase->next)
		tell_meld(at, side, phrase->kind == EXPR_PHRASE ? phrase->first : NULL, phrase->span);
}

static void tell_laid(struct hearing *at, const struct statement *line)
{
	struct row_of_cards row = { .count = 0 };
	int seat = seat_meant(at, first_atom(line));

	if (seat < 0)
		return wants(at, line, "`us` or `them`");
	read_cards(at, line->value, first_atom(line)->next, &row);
	for (int i = 0; i < row.count; i++)
		cards_add(&at->position.game.seat[seat].laid, row.kind[i]);
}

static void tell_pile(struct hearing *at, const struct statement *line)
{
	struct row_of_cards row = { .count = 0 };

	read_cards(at, line->value, first_atom(line), &row);
	for (int i = 0; i < row.count; i++)
		position_to_pile(&at->position, row.kind[i]);
}

static void tell_started(struct hearing *at, const struct statement *line)
{
	for (const struct expr *phrase = line->value; phrase != NULL; phrase = phrase->next)
		for (const struct expr *atom = phrase->first; atom != NULL;) {
			int kind = read_card(at, &atom);
			if (kind >= 0)
				at->position.game.pile_starts |= UINT64_C(1) << kind;
		}
}

static void tell_stock(struct hearing *at, const struct statement *line)
{
	at->position.stock_ends = is_word(first_atom(line), "empty") || is_word(first_atom(line), "only");
	if (is_word(first_atom(line), "only"))
		read_cards(at, line->value, first_atom(line)->next, &at->position.stock);
	else if (!is_word(first_atom(line), "empty"))
		read_cards(at, line->value, first_atom(line), &at->position.stock);
}

static void tell_score(struct hearing *at, const struct statement *line)
{
	int32_t number;
	int side;

	if (line->value == NULL || !side_and_number(at, line->value, &side, &number))
		return wants(at, line, "`us` or `them` and a number");
	at->position.game.side[side].score = number;
}

static void tell_opened(struct hearing *at, const struct statement *line)
{
	int side = side_named(at, first_atom(line));

	if (side < 0)
		return wants(at, line, "`us` or `them`");
	if (!at->position.game.side[side].opened)
		open_side(&at->position.game, side);
}

/* talon player 4, 5, 6: cards that lie face down before a player. */
static void tell_talon(struct hearing *at, const struct statement *line)
{
	const struct expr *atom = first_atom(line);
	int seat = atom != NULL && atom->kind == EXPR_WORD ? seat_named(at, atom->text) : -1;
	struct row_of_cards row = { .count = 0 };

	if (seat < 0)
		return wants(at, line, "`player`, `left`, `partner` or `right`, and cards");
	read_cards(at, line->value, atom->next, &row);
	for (int i = 0; i < row.count; i++)
		position_to_talon(&at->position, seat, row.kind[i]);
}

static void tell_aside(struct hearing *at, const struct statement *line)
{
	read_cards(at, line->value, first_atom(line), &at->position.aside);
	if (at->position.aside.count > at->rules->talon.set_aside)
		wants(at, line, "no more cards than are set aside");
}

static void tell_melded(struct hearing *at, const struct statement *line)
{
	if (!is_word(first_atom(line), "before"))
		return wants(at, line, "`before`");
	at->position.game.seat[at->me].melded = true;
}

/* asked before: the player has put her question to the partner in an earlier turn. */
static void tell_asked(struct hearing *at, const struct statement *line)
{
	if (!is_word(first_atom(line), "before"))
		return wants(at, line, "`before`");
	at->position.game.seat[at->me].asked = true;
}

/* alone left: that player has taken the pile and plays alone. What is melded before is joined. */
static void tell_alone(struct hearing *at, const struct statement *line)
{
	const struct expr *atom = first_atom(line);
	int seat = atom != NULL && atom->kind == EXPR_WORD ? seat_named(at, atom->text) : -1;

	if (seat < 0)
		return wants(at, line, "`player`, `left`, `partner` or `right`");
	play_alone(&at->position.game, seat);
}

static void tell_dealer(struct hearing *at, const struct statement *line)
{
	const struct expr *atom = first_atom(line);
	int seat = atom != NULL && atom->kind == EXPR_WORD ? seat_named(at, atom->text) : -1;

	if (seat < 0)
		return wants(at, line, "`player`, `left`, `partner` or `right`");
	at->position.game.dealer = (uint8_t)seat;
}

/* The event that is named, -1 for none. */
static int event_named(const struct hearing *at, const struct expr *atom)
{
	for (int i = 0; i < at->rules->event_count; i++)
		if (is_word(atom, at->rules->event[i].name))
			return i;
	return -1;
}

/* event exact_deal, or of a side: event short us 2 */
static void tell_event(struct hearing *at, const struct statement *line)
{
	const struct expr *atom = first_atom(line);
	int event = event_named(at, atom), side = 0;
	int64_t times = 1;

	if (event < 0)
		return wants(at, line, "an event of this variant");
	atom = atom->next;
	if (at->rules->event[event].per == event_per_side) {
		side = side_named(at, atom);
		if (side < 0)
			return wants(at, line, "an event of a side, and `us` or `them`");
		atom = atom->next;
		if (atom != NULL && atom->kind == EXPR_NUMBER)
			times = atom->number, atom = atom->next;
	}
	if (atom != NULL || times < 0 || times > UINT8_MAX)
		return wants(at, line, "an event, and perhaps the side and how often");
	while (times-- > 0)
		game_record_event(&at->position.game, event, side);
}

/* ---- deals ---- */

static void tell_stacked(struct hearing *at, const struct statement *line)
{
	struct row_of_cards *row = strcmp(line->head, "dealt") == 0   ? &at->position.dealt
	                           : strcmp(line->head, "start") == 0 ? &at->position.start
	                                                              : &at->position.next;

	at->position.stacked = true;
	read_cards(at, line->value, first_atom(line), row);
}

/* The deal is scored, the totals are carried on, and the next one is dealt; the player stays the same. */
static void deal_next(struct hearing *at)
{
	struct game *game = &at->position.game;
	int32_t totals[SIDES_MAX];
	struct tally tally;

	game_score(game, &tally);
	game_totals(game, &tally, totals);
	game_next_deal(game, totals);
	game_deal(game, 0);
}

static void tell_deal(struct hearing *at, const struct statement *line)
{
	const struct expr *seed = first_atom(line);
	struct game *game = &at->position.game;
	uint32_t events = game->events;
	uint8_t of_side[SIDES_MAX][event_MAX];

	if (is_word(seed, "next"))
		return deal_next(at);
	if (seed == NULL || seed->kind != EXPR_NUMBER)
		return wants(at, line, "a number, the seed, or `next`");
	for (int side = 0; side < SIDES_MAX; side++)
		memcpy(of_side[side], game->side[side].events, sizeof of_side[side]);
	game_begin(game, at->rules, (uint64_t)seed->number);
	for (int side = 0; side < SIDES_MAX; side++)
		memcpy(game->side[side].events, of_side[side], sizeof of_side[side]);
	game_deal(game, events);
	at->me = game->turn.seat;
	at->playing = true;
}

/* ---- acts ---- */

/* True if a further act of the same line begins here. */
static bool is_act(const struct expr *atom)
{
	static const char *const acts[] = { "draw",   "take",    "meld", "add", "discard", "ask",
		                            "answer", "special", "lay",  "no",  "talon",   "stop" };

	for (size_t i = 0; i < sizeof acts / sizeof *acts; i++)
		if (is_word(atom, acts[i]))
			return true;
	return false;
}

/* The words of an act as a person would type them, without what follows `because`. Cards named after `draw` are
 * gathered in [drawn] instead. */
static const struct expr *gather_words(struct hearing *at, const struct statement *line, struct text *words,
                                       struct row_of_cards *drawn)
{
	const struct expr *because = NULL;
	bool draw = is_word(first_atom(line), "draw");

	for (const struct expr *phrase = line->value; phrase != NULL && because == NULL; phrase = phrase->next)
		for (const struct expr *atom = phrase->first; atom != NULL;) {
			if (is_word(atom, "because")) {
				because = atom->next;
				break;
			}
			draw = draw && (atom == first_atom(line) || atom != phrase->first || !is_act(atom));
			if (draw && atom != first_atom(line)) {
				int kind = read_card(at, &atom);
				if (kind >= 0)
					row_add(drawn, kind);
				continue;
			}
			text_add(words, words->length == 0                                                ? ""
			                : atom == phrase->first && phrase != line->value && !is_act(atom) ? ", "
			                                                                                  : " ");
			add_atom(atom, words);
			atom = atom->next;
		}
	return because;
}

/* Tries a line of acts on a copy. The first one refused gives [*reason] and [*refused]; the copy is then unfinished. */
static bool try_acts(struct game *game, const struct act *acts, int count, struct act *refused, struct reason *reason)
{
	for (int i = 0; i < count; i++) {
		*reason = game_refusal(game, acts[i]);
		*refused = acts[i];
		if (reason->refusal != REFUSAL_NONE)
			return false;
		game_apply(game, acts[i]);
	}
	return true;
}

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

	if (because == NULL || because->kind != EXPR_WORD || clause_is(at->rules, reason, because->text, &actual))
		return done_with(at, &actual);
	text_format(&told, "it is refused, but because of %s: ", actual.length ? text_read(&actual) : "no rule");
	reason_write_sentence(&at->position.game, refused, reason, &told);
	fail_at(at, line->span, text_read(&told), "");
	done_with(at, &actual);
	done_with(at, &told);
}

static void tell_act(struct hearing *at, const struct statement *line)
{
	struct text words = { 0 }, why = { 0 };
	struct row_of_cards drawn = { .count = 0 };
	const struct expr *because = gather_words(at, line, &words, &drawn);
	struct game after = at->position.game;
	struct act acts[ACTS_OF_A_LINE], refused;
	struct reason reason = { .refusal = REFUSAL_NONE };
	bool refuse = strcmp(line->head, "refuse") == 0, well;
	int count;

	if (!position_stack(&after, &drawn))
		fail_at(at, line->span, "the stock has no such card: ", text_read(&words));
	count = acts_read(&after, text_read(&words), acts, ACTS_OF_A_LINE, &why);
	well = count > 0 && try_acts(&after, acts, count, &refused, &reason);
	if (because != NULL && !refuse)
		wants(at, line, "an act that is refused, as `because` tells why");
	else if (count == 0)
		fail_at(at, line->span, "this makes no sense: ", text_read(&why));
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
		at->position.game = after;
	done_with(at, &words);
	done_with(at, &why);
}

/* ---- what comes of it ---- */

static void tell_expect(struct hearing *at, const struct statement *line)
{
	program question;
	struct question about = { .game = &at->position.game, .seat = (uint8_t)at->me };
	struct text said = { 0 };

	if (line->value == NULL || line->value->next != NULL)
		return wants(at, line, "one condition");
	question = rules_question(at->library, at->rules, line->value, false);
	if (question == NULL) {
		at->faulty = true;
		return;
	}
	about.side = at->position.game.seat[at->me].side;
	if (program_run(question, &about, fact_of_game))
		return;
	expr_write(line->value, &said);
	fail_at(at, line->span, "this does not hold: ", text_read(&said));
	done_with(at, &said);
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
		int index = item->kind == STATEMENT_RULE ? line_named(at->rules, item->head) : -1;
		int32_t wanted;
		if (index < 0)
			fault(at, DIAG_RULING_LINE, item->span, item->head != NULL ? item->head : "");
		else if (!signed_number(item->value, &wanted))
			wants(at, item, "a number");
		else {
			named[index] = true;
			compare_line(at, item->span, item->head, wanted, tally->line[side][index]);
		}
	}
	for (int i = 0; i < tally->lines && line->has_block; i++)
		if (!named[i])
			compare_line(at, line->span, tally_line_name(at->rules, i), 0, tally->line[side][i]);
}

static void tell_scores(struct hearing *at, const struct statement *line)
{
	struct tally tally;
	int32_t wanted;
	int side;

	if (line->value == NULL || !side_and_number(at, line->value, &side, &wanted))
		return wants(at, line, "`us` or `them` and a number");
	if (at->position.game.phase != PHASE_OVER)
		fail_at(at, line->span, "the deal is not over", "");
	game_score(&at->position.game, &tally);
	compare_line(at, line->span, "the score", wanted, tally.total[side]);
	compare_lines(at, line, &tally, side);
}

/* `ended stock`: the deal is over without anybody having gone out. */
static void tell_ended(struct hearing *at, const struct statement *line)
{
	if (!is_word(first_atom(line), "stock"))
		return wants(at, line, "`stock`");
	end_deal(&at->position.game, ENDING_STOCK, NOBODY);
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
		if (!over || winner != account_named(at, first_atom(line)))
			fail_at(at, line->span, over ? "another side wins, or none" : "the game goes on", "");
	} else if (strcmp(head, "margin") == 0) {
		if (!signed_number(line->value, &number))
			wants(at, line, "a number");
		else
			compare_line(at, line->span, "the margin", number, margin);
	} else
		fault(at, DIAG_RULING_WORD, line->span, head);
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
		if (expr->kind == EXPR_PHRASE && is_word(expr->first, "others") && expr->first->next != NULL) {
			others = (int32_t)expr->first->next->number;
			continue;
		}
		if (!side_and_number(at, expr, &side, &number))
			return wants(at, line, "`us`, `them` or `others` and a number");
		totals[side] = number;
		lowest = number < lowest ? number : lowest;
	}
	lowest = others != INT32_MIN ? others : lowest;
	for (side = 0; side < SIDES_MAX; side++)
		totals[side] = totals[side] == INT32_MIN ? lowest : totals[side];
	over = game_is_over(at->rules, totals, &winner);
	if (over)
		margin = game_margin(at->rules, totals);
	for (const struct statement *item = line->block; item != NULL; item = item->next)
		tell_after_line(at, item, over, winner, margin);
}

/* The numbers behind a word of a cut, one for each player. */
static bool are_numbers(const struct hearing *at, const struct statement *line, const uint8_t *numbers)
{
	const struct expr *phrase = line->value;
	int player = 0;

	for (; phrase != NULL && player < at->rules->table.players; phrase = phrase->next, player++) {
		int32_t number;
		if (!signed_number(phrase, &number) || number != numbers[player] + 1)
			return false;
	}
	return phrase == NULL && player == at->rules->table.players;
}

/* The player, in the order of the cut, who sits at [seat] in the first deal. */
static uint8_t player_at_seat(const struct hearing *at, const struct cut *cut, const struct game *game, int seat)
{
	uint8_t player = 0;

	while (player < at->rules->table.players - 1 && cut->place[player] != game->player[seat])
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

	game_begin(&game, at->rules, 0);
	if (strcmp(head, "again") == 0) {
		if (settled)
			fail_at(at, line->span, "nobody cuts again", "");
	} else if (strcmp(head, "sides") == 0) {
		if (!settled || !are_numbers(at, line, cut->side))
			fail_at(at, line->span, settled ? "the sides are others" : "somebody cuts again", "");
	} else if (strcmp(head, "first") == 0 || strcmp(head, "dealer") == 0) {
		int seat = head[0] == 'f' ? game_first_seat(&game) : game.dealer;
		if (!signed_number(line->value, &number))
			return wants(at, line, "a number");
		player = settled ? player_at_seat(at, cut, &game, seat) : 0;
		if (!settled || number != player + 1)
			fail_at(at, line->span, settled ? "it is another player" : "somebody cuts again", "");
	} else
		fault(at, DIAG_RULING_WORD, line->span, head);
}

/* cut 9, A, K, 4 { sides 2, 1, 1, 2; first 2 } */
static void tell_cut(struct hearing *at, const struct statement *line)
{
	uint8_t kinds[PLAYERS_MAX];
	const struct expr *phrase = line->value;
	struct cut cut = { { 0 }, { 0 } };
	int players = 0;
	bool settled;

	for (; phrase != NULL && players < at->rules->table.players; phrase = phrase->next) {
		const struct expr *atom = phrase->kind == EXPR_PHRASE ? phrase->first : NULL;
		int kind = atom != NULL ? read_card(at, &atom) : -1;
		if (kind < 0)
			return wants(at, line, "a card for each player");
		kinds[players++] = (uint8_t)kind;
	}
	if (phrase != NULL || players < at->rules->table.players || at->rules->cut.decides == cut_decides_nothing)
		return wants(at, line, "a card for each player of a game in which teams are cut for");
	settled = game_cut(at->rules, kinds, &cut);
	for (const struct statement *item = line->block; item != NULL; item = item->next)
		tell_cut_line(at, item, settled, &cut);
}

/* varies dealer 4: over 64 games the fact takes so many values. */
static void tell_varies(struct hearing *at, const struct statement *line)
{
	const struct expr *atom = first_atom(line);
	struct expr phrase = { .kind = EXPR_PHRASE, .span = line->span }, word;
	struct game game;
	uint64_t seen = 0;
	program question;

	if (atom == NULL || atom->next == NULL || atom->next->kind != EXPR_NUMBER)
		return wants(at, line, "a fact of one word and a number");
	word = *atom;
	word.next = NULL;
	phrase.first = &word;
	question = rules_question(at->library, at->rules, &phrase, true);
	if (question == NULL) {
		at->faulty = true;
		return;
	}
	for (uint64_t seed = 0; seed < 64; seed++) {
		struct question about = { .game = &game };
		game_begin(&game, at->rules, seed);
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
} LINES[] = {
	{ "hand", tell_hand, false },     { "partner", tell_hand, false },    { "left", tell_hand, false },
	{ "right", tell_hand, false },    { "melds", tell_melds, false },     { "laid", tell_laid, false },
	{ "pile", tell_pile, false },     { "started", tell_started, false }, { "stock", tell_stock, false },
	{ "score", tell_score, false },   { "opened", tell_opened, false },   { "melded", tell_melded, false },
	{ "dealer", tell_dealer, false }, { "event", tell_event, false },     { "dealt", tell_stacked, false },
	{ "start", tell_stacked, false }, { "next", tell_stacked, false },    { "deal", tell_deal, false },
	{ "after", tell_after, false },   { "varies", tell_varies, false },   { "do", tell_act, true },
	{ "allow", tell_act, true },      { "refuse", tell_act, true },       { "expect", tell_expect, true },
	{ "scores", tell_scores, true },  { "ended", tell_ended, true },      { "alone", tell_alone, false },
	{ "cut", tell_cut, false },       { "asked", tell_asked, false },     { "scores", tell_scores, true },
	{ "ended", tell_ended, true },    { "talon", tell_talon, false },     { "aside", tell_aside, false },
};

static void begin_play(struct hearing *at, const struct statement *line)
{
	bool stacked = at->position.stacked;

	at->playing = true;
	if (!position_finish(&at->position))
		fault(at, DIAG_RULING_DEAL, line->span, "");
	else if (stacked)
		at->me = at->position.game.turn.seat;
}

static void tell_line(struct hearing *at, const struct statement *line)
{
	const char *words[sizeof LINES / sizeof *LINES];
	int count = (int)(sizeof LINES / sizeof *LINES);
	struct diag *diag;

	if (line->kind == STATEMENT_NOTE)
		return;
	for (int i = 0; i < count && line->kind == STATEMENT_RULE; i++) {
		words[i] = LINES[i].head;
		if (strcmp(line->head, LINES[i].head) != 0)
			continue;
		if (LINES[i].plays && !at->playing)
			begin_play(at, line);
		if (!at->faulty)
			LINES[i].tell(at, line);
		return;
	}
	if (line->kind == STATEMENT_RULE && strcmp(line->head, "with") == 0)
		return; /* read before */
	at->faulty = true;
	diag = diag_add(&at->library->diags, DIAG_RULING_WORD, line->head_span,
	                line->head != NULL ? line->head : "this");
	if (line->head != NULL && word_nearest(line->head, words, count) != NULL)
		diag_hint(&at->library->diags, diag, "did you mean `%s`?", word_nearest(line->head, words, count));
}

/* Cards that a later `do draw` names have to be in the stock then. */
static void reserve_draws(struct hearing *at)
{
	for (const struct statement *line = at->ruling->block; line != NULL; line = line->next) {
		struct text words = { 0 };
		struct row_of_cards drawn = { .count = 0 };
		if (line->kind != STATEMENT_RULE || strcmp(line->head, "do") != 0 || !is_word(first_atom(line), "draw"))
			continue;
		gather_words(at, line, &words, &drawn);
		done_with(at, &words);
		for (int i = 0; i < drawn.count; i++)
			if (position_take(&at->position, drawn.kind[i]))
				row_add(&at->position.drawn, drawn.kind[i]);
	}
}

/* ---- one ruling, and all of a file ---- */

struct court {
	struct library *library;
	const struct library_file *file; /* of the variant */
	const struct statement *variant;
	struct rules *rules; /* without options */
	struct ruling_results *results;
	struct text *out;
};

/* The words of a line `with`, without blanks. */
static const char *option_word(struct arena *arena, const char *words)
{
	char *word = arena_text(arena, words, strlen(words)), *to = word;

	for (const char *from = words; word != NULL && *from != '\0'; from++)
		if (*from != ' ')
			*to++ = *from;
	if (word != NULL)
		*to = '\0';
	return word;
}

/* The rules under which a ruling is given: those of the variant, with the options it switches on. */
static struct rules *rules_for(struct court *court, const struct statement *ruling)
{
	const char *with[OPTIONS_MAX];
	int count = 0;

	for (const struct statement *line = ruling->block; line != NULL; line = line->next) {
		if (line->kind != STATEMENT_RULE || strcmp(line->head, "with") != 0)
			continue;
		for (const struct expr *name = line->value; name != NULL && count < OPTIONS_MAX; name = name->next) {
			struct text word = { 0 };
			expr_write(name, &word); /* always_frozen, or solution = merge */
			with[count] = option_word(court->library->arena, text_read(&word));
			text_free(&word);
			count += with[count] != NULL;
		}
	}
	if (count > 0)
		return rules_build_variant(court->library, court->file, court->variant, with, count);
	if (court->rules == NULL)
		court->rules = rules_build_variant(court->library, court->file, court->variant, NULL, 0);
	return court->rules;
}

static void hear(struct court *court, const struct statement *ruling)
{
	struct ruling_result *result = arena_take(court->library->arena, sizeof *result);
	struct hearing at = { .library = court->library, .out = court->out, .ruling = ruling };
	int errors = court->library->diags.errors;

	if (result == NULL)
		return;
	at.rules = rules_for(court, ruling);
	if (at.rules != NULL) {
		position_begin(&at.position, at.rules, 0);
		reserve_draws(&at);
		for (const struct statement *line = ruling->block; line != NULL && !at.faulty; line = line->next)
			tell_line(&at, line);
	}
	*result = (struct ruling_result){ .title = ruling->title != NULL ? ruling->title : "a ruling",
		                          .span = ruling->name_span.source ? ruling->name_span : ruling->span,
		                          .notes = ruling->notes };
	result->passed = at.rules != NULL && !at.failed && !at.faulty && court->library->diags.errors == errors;
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
	bool any = false;

	for (const struct statement *at = file->statements; at != NULL; at = at->next) {
		struct court court = { .library = library, .results = results, .out = out };
		if (at->kind != STATEMENT_RULINGS || at->parent == NULL)
			continue;
		court.variant = variant_of(library, file, at->parent, &court.file);
		if (court.variant == NULL)
			continue;
		any = true;
		for (const struct statement *ruling = at->block; ruling != NULL; ruling = ruling->next)
			if (ruling->kind == STATEMENT_RULING)
				hear(&court, ruling);
	}
	return any;
}
