/* position_parser.c -- the lines that put up a position. Each is told to the position as it is read; with the first line that
 * does or asks something the position is finished and play begins. */
#include "notation/position_text.h"

#include <stdio.h>
#include <string.h>
#include "game/play.h"
#include "grammar/arena.h"
#include "grammar/names.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/library.h"

/* ---- the position ---- */

static void put_hand(struct setup *at, const struct statement *line)
{
	int seat = strcmp(line->head, "hand") == 0 ? at->me : setup_seat(at, line->head);
	struct row_of_cards row = { .count = 0 };

	if (seat < 0)
		return setup_wants(at, line, "a player who is at the table");
	if (atom_is(line_atom(line), "nothing") && !setup_has_words(at, line, 1))
		return;
	if (!atom_is(line_atom(line), "nothing"))
		setup_cards(at, line->value, line_atom(line), &row);
	at->position.hand_given[seat] = true;
	for (int i = 0; i < row.count; i++)
		position_to_hand(&at->position, seat, row.kind[i]);
}

/* The limit of kind [form] that the cards break, -1 if they are one. */
static int limit_broken(const struct rules *rules, int form, const struct meld_cards *cards)
{
	cardset ranks = rules->form[form].ranks;
	bool none = cards->naturals + cards->wilds == 0;
	bool of_it = ranks != 0 ? cards->naturals > 0 && (ranks >> cards->kind & 1) : cards->naturals == 0;

	return none || of_it ? rules_limit_broken(rules, form, cards->naturals, cards->wilds) : ROW_meld_ranks;
}

/* The cards lie as no meld, or as none of kind [form] if one was named, and why: the rule that they break is named. */
static void refuse_laid(struct setup *at, const struct meld_cards *cards, bool one_rank, int form, struct span span)
{
	struct diags *diags = &at->library->diags;
	struct diag *diag = diag_add(diags, DIAG_RULING_MELD, span);
	const struct rules *rules = at->rules;
	struct text path = { 0 };
	int broken;

	at->faulty = true;
	if (!one_rank)
		diag_hint(diags, diag, "the cards of a meld are of one rank");
	if (form < 0)
		form = one_rank && cards->naturals > 0 ? rules->form_of[cards->kind] : -1;
	if (form < 0 || !one_rank)
		return;
	broken = limit_broken(rules, form, cards);
	if (broken >= 0) {
		rules_path(rules, (enum row_id)broken, form, &path);
		diag_hint(diags, diag, "the rule is `%s`", text_read(&path));
	}
	setup_done_with(at, &path);
}

/* Takes one card of [kind] into a meld; false if it is of another rank than those before it. */
static bool lay_card(const struct rules *rules, struct meld_cards *cards, int kind)
{
	bool same = cards->naturals == 0 || cards->kind == kind;

	for (int wild = 0; wild < rules->wild_kinds; wild++)
		if (rules->wild_kind[wild] == kind) {
			cards->wild[wild]++, cards->wilds++;
			return true;
		}
	cards->kind = (uint8_t)kind, cards->naturals++;
	return same;
}

/* The cards of one meld and, behind `as`, what it was begun as. */
static void put_meld(struct setup *at, int side, const struct expr *atom, struct span span)
{
	struct meld_cards cards = { .kind = at->rules->wild_kind[0] };
	bool one_rank = true;
	int form = -1;

	while (atom != NULL && !atom_is(atom, "as")) {
		int kind = setup_card(at, &atom);
		if (!setup_reserve(at, kind, span))
			return;
		one_rank &= lay_card(at->rules, &cards, kind);
	}
	if (atom != NULL && (form = setup_form(at, &atom, span)) < 0)
		return;
	if (atom != NULL)
		setup_fault(at, DIAG_RULING_SURPLUS, atom->span, "");
	else if (!one_rank || !position_meld(&at->position, side, &cards, form))
		refuse_laid(at, &cards, one_rank, form, span);
}

static void put_melds(struct setup *at, const struct statement *line)
{
	const struct expr *atom = line_atom(line);
	int side = setup_side(at, atom);

	if (side < 0)
		return setup_wants(at, line, "`us` or `them`");
	put_meld(at, side, atom->next, line->value->span);
	for (const struct expr *phrase = line->value->next; phrase != NULL; phrase = phrase->next)
		put_meld(at, side, phrase->kind == EXPR_PHRASE ? phrase->first : NULL, phrase->span);
}

static void put_laid(struct setup *at, const struct statement *line)
{
	struct row_of_cards row = { .count = 0 };
	int seat = setup_seat_meant(at, line_atom(line));

	if (seat < 0)
		return setup_wants(at, line, "`us` or `them`");
	setup_cards(at, line->value, line_atom(line)->next, &row);
	for (int i = 0; i < row.count; i++)
		if (at->rules->bonus.cards >> row.kind[i] & 1)
			cards_add(&at->position.game.seat[seat].laid, row.kind[i]);
		else
			setup_cannot(at, line, at->rules->kind[row.kind[i]].name, " is no bonus card");
}

static void put_pile(struct setup *at, const struct statement *line)
{
	struct row_of_cards row = { .count = 0 };

	setup_cards(at, line->value, line_atom(line), &row);
	for (int i = 0; i < row.count; i++)
		position_to_pile(&at->position, row.kind[i]);
}

static void put_started(struct setup *at, const struct statement *line)
{
	for (const struct expr *phrase = line->value; phrase != NULL; phrase = phrase->next)
		for (const struct expr *atom = phrase->first; atom != NULL;) {
			int kind = setup_card(at, &atom);
			if (kind >= 0)
				at->position.game.pile_starts |= UINT64_C(1) << kind;
		}
}

/* Takes one card of [kind] out of [told] from place [from] on; false if there is none. */
static bool strike_out(struct row_of_cards *told, int from, int kind)
{
	for (int i = from; i < told->count; i++)
		if (told->kind[i] == kind) {
			told->kind[i] = told->kind[--told->count];
			return true;
		}
	return false;
}

/* Reads cards that come next. One that a later line draws by its name is the card that was kept for that line. */
static void put_told(struct setup *at, const struct statement *line, const struct expr *atom, struct row_of_cards *row)
{
	struct row_of_cards kept = at->position.drawn, told;
	int from = row->count;

	at->position.drawn.count = 0;
	for (int i = 0; i < kept.count; i++)
		at->position.left[kept.kind[i]]++;
	setup_cards(at, line->value, atom, row);
	told = *row;
	for (int i = 0; i < kept.count; i++)
		if (!strike_out(&told, from, kept.kind[i]) && position_take(&at->position, kept.kind[i]))
			row_add(&at->position.drawn, kept.kind[i]);
}

static void put_stock(struct setup *at, const struct statement *line)
{
	if (atom_is(line_atom(line), "empty") && !setup_has_words(at, line, 1))
		return;
	at->position.stock_ends = atom_is(line_atom(line), "empty") || atom_is(line_atom(line), "only");
	if (atom_is(line_atom(line), "only"))
		put_told(at, line, line_atom(line)->next, &at->position.stock);
	else if (!atom_is(line_atom(line), "empty"))
		put_told(at, line, line_atom(line), &at->position.stock);
}

static void put_score(struct setup *at, const struct statement *line)
{
	int32_t number;
	int side;

	if (line->value == NULL || !setup_side_and_number(at, line->value, &side, &number))
		return setup_wants(at, line, "`us` or `them` and a number");
	if (line->value->next != NULL)
		return setup_fault(at, DIAG_RULING_SURPLUS, line->value->next->span, "");
	at->position.game.side[side].score = number;
}

static void put_opened(struct setup *at, const struct statement *line)
{
	int side = setup_side(at, line_atom(line));

	if (side < 0)
		return setup_wants(at, line, "`us` or `them`");
	if (!at->position.game.side[side].opened)
		open_side(&at->position.game, side);
}

static bool has_talons(const struct rules *rules)
{
	int32_t cards;

	return !formula_is_constant(rules->talon.cards, &cards) || cards > 0;
}

/* talon player 4, 5, 6: cards that lie face down before a player. */
static void put_talon(struct setup *at, const struct statement *line)
{
	const struct expr *atom = line_atom(line);
	int seat = setup_seat_named(at, atom);
	struct row_of_cards row = { .count = 0 };

	if (!has_talons(at->rules))
		return setup_cannot(at, line, "there are no talons", "");
	if (seat < 0)
		return setup_wants_seat(at, line, "", ", and cards");
	setup_cards(at, line->value, atom->next, &row);
	for (int i = 0; i < row.count; i++)
		position_to_talon(&at->position, seat, row.kind[i]);
}

static void put_aside(struct setup *at, const struct statement *line)
{
	setup_cards(at, line->value, line_atom(line), &at->position.aside);
	if (at->position.aside.count > at->rules->talon.set_aside)
		setup_wants(at, line, "no more cards than are set aside");
}

static void put_melded(struct setup *at, const struct statement *line)
{
	if (!atom_is(line_atom(line), "before"))
		return setup_wants(at, line, "`before`");
	at->position.game.seat[at->me].melded = true;
}

/* asked before: the player has put her question to the partner in an earlier turn. */
static void put_asked(struct setup *at, const struct statement *line)
{
	if (!atom_is(line_atom(line), "before"))
		return setup_wants(at, line, "`before`");
	at->position.game.seat[at->me].asked = true;
}

/* first turn: nobody has had a turn in this deal. */
static void put_first(struct setup *at, const struct statement *line)
{
	if (!atom_is(line_atom(line), "turn"))
		return setup_wants(at, line, "`turn`");
	at->position.first_turn = true;
}

/* The player who is named; -1, with a finding, for nobody. */
static int player_named(struct setup *at, const struct statement *line)
{
	int seat = setup_seat_named(at, line_atom(line));

	if (seat < 0)
		setup_wants_seat(at, line, "", "");
	return seat;
}

/* alone left: that player has taken the pile and plays alone. What is melded before is joined. */
static void put_alone(struct setup *at, const struct statement *line)
{
	int seat = player_named(at, line);

	if (at->rules->table.alone == table_alone_nobody)
		setup_cannot(at, line, "nobody plays alone against all others", "");
	else if (seat >= 0)
		play_alone(&at->position.game, seat);
}

static void put_dealer(struct setup *at, const struct statement *line)
{
	int seat = player_named(at, line);

	if (seat >= 0)
		at->position.game.dealer = (uint8_t)seat;
}

/* The event that is named, -1 for none. */
static int event_named(const struct setup *at, const struct expr *atom)
{
	return atom != NULL && atom->kind == EXPR_WORD ? rules_item_named(at->rules, GROUP_event, atom->text) : -1;
}

/* event exact_deal, or of a side: event short us 2 */
static void put_event(struct setup *at, const struct statement *line)
{
	const struct expr *atom = line_atom(line);
	int event = event_named(at, atom), side = 0;
	int64_t times = 1;

	if (event < 0)
		return setup_wants(at, line, "an event of this variant");
	atom = atom->next;
	if (at->rules->event[event].per == event_per_side) {
		side = setup_side(at, atom);
		if (side < 0)
			return setup_wants(at, line, "an event of a side, and `us` or `them`");
		atom = atom->next;
		if (atom != NULL && atom->kind == EXPR_NUMBER)
			times = atom->number, atom = atom->next;
	}
	if (atom != NULL || times < 0 || times > UINT8_MAX)
		return setup_wants(at, line, "an event, and perhaps the side and how often");
	while (times-- > 0)
		game_record_event(&at->position.game, event, side);
}

static void put_stacked(struct setup *at, const struct statement *line)
{
	struct row_of_cards *row = strcmp(line->head, "dealt") == 0   ? &at->position.dealt[0]
	                           : strcmp(line->head, "start") == 0 ? &at->position.start
	                                                              : &at->position.next;

	at->position.stacked = true;
	put_told(at, line, line_atom(line), row);
}

/* ---- options ---- */

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

int setup_options(struct library *library, const struct statement *lines, const char **with, int room)
{
	char most[40];
	int count = 0;

	snprintf(most, sizeof most, "no more than %d options in all", SETUP_OPTIONS_MAX);
	for (const struct statement *line = lines; line != NULL; line = line->next) {
		if (line->kind != STATEMENT_RULE || strcmp(line->head, "with") != 0)
			continue;
		for (const struct expr *name = line->value; name != NULL; name = name->next) {
			struct text word = { 0 };
			if (count == room) {
				diag_add(&library->diags, DIAG_RULING_WANTS, name->span, line->head, most);
				return count;
			}
			expr_write(name, &word); /* always_frozen, or solution = merge */
			with[count] = option_word(library->arena, text_read(&word));
			if (text_keep(&word, library->arena) != NULL)
				count += with[count] != NULL;
		}
	}
	return count;
}

/* Options are settled before the position is put up. */
static void put_nothing(struct setup *at, const struct statement *line)
{
	(void)at;
	(void)line;
}

/* ---- lines ---- */

static const struct line_kind {
	const char *head;
	void (*put)(struct setup *at, const struct statement *line);
	int words; /* behind the head, as setup_has_words() takes them */
} LINES[] = {
	{ "hand", put_hand, WORDS_LIST },
	{ "partner", put_hand, WORDS_LIST },
	{ "left", put_hand, WORDS_LIST },
	{ "right", put_hand, WORDS_LIST },
	{ "second_left", put_hand, WORDS_LIST },
	{ "opposite", put_hand, WORDS_LIST },
	{ "second_right", put_hand, WORDS_LIST },
	{ "melds", put_melds, WORDS_LIST },
	{ "laid", put_laid, WORDS_LIST },
	{ "pile", put_pile, WORDS_LIST },
	{ "started", put_started, WORDS_LIST },
	{ "stock", put_stock, WORDS_LIST },
	{ "score", put_score, WORDS_VALUES },
	{ "opened", put_opened, 1 },
	{ "melded", put_melded, 1 },
	{ "dealer", put_dealer, 1 },
	{ "event", put_event, 3 },
	{ "dealt", put_stacked, WORDS_LIST },
	{ "start", put_stacked, WORDS_LIST },
	{ "next", put_stacked, WORDS_LIST },
	{ "alone", put_alone, 1 },
	{ "asked", put_asked, 1 },
	{ "talon", put_talon, WORDS_LIST },
	{ "aside", put_aside, WORDS_LIST },
	{ "first", put_first, 1 },
	{ "with", put_nothing, WORDS_VALUES },
};

enum { LINE_COUNT = sizeof LINES / sizeof *LINES };

_Static_assert((int)LINE_COUNT <= (int)SETUP_WORDS_MAX, "setup_words() has room for all");

int setup_words(const char **words)
{
	for (int i = 0; i < LINE_COUNT; i++)
		words[i] = LINES[i].head;
	return LINE_COUNT;
}

/* The kind of line that begins with [head], NULL for none. */
static const struct line_kind *line_kind(const char *head)
{
	for (int i = 0; i < LINE_COUNT; i++)
		if (strcmp(LINES[i].head, head) == 0)
			return &LINES[i];
	return NULL;
}

bool setup_is_line(const char *head)
{
	return line_kind(head) != NULL;
}

bool setup_is_timeless(const char *head)
{
	return strcmp(head, "event") == 0 || strcmp(head, "with") == 0;
}

static bool is_one_of(const char *head, const char *const *heads)
{
	while (*heads != NULL && strcmp(*heads, head) != 0)
		heads++;
	return *heads != NULL;
}

/* False, with a finding, if there are more lines than a position has. */
static bool are_few(struct setup *at)
{
	int count = 0;

	for (int i = 0; i < at->parts; i++)
		for (const struct statement *line = at->part[i]; line != NULL; line = line->next)
			if (count++ == SETUP_LINES_MAX) {
				diag_add(&at->library->diags, DIAG_RULING_LINES, line->span, SETUP_LINES_MAX);
				at->faulty = true;
				return false;
			}
	return true;
}

/* How many cards of each kind the lines draw by name: those that were done, and the most that lie in the stock at once. */
struct draws {
	int done[KINDS_MAX], most[KINDS_MAX];
};

/* Takes in a line of acts. What is only allowed or refused comes upon the cards that were drawn before, but takes none. */
static void count_draws(struct setup *at, const struct statement *line, struct draws *draws)
{
	struct text words = { 0 };
	struct row_of_cards drawn = { .count = 0 };
	struct draws now = *draws;

	setup_act_words(at, line, &words, &drawn);
	setup_done_with(at, &words);
	for (int i = 0; i < drawn.count; i++) {
		int kind = drawn.kind[i];
		if (++now.done[kind] > now.most[kind])
			now.most[kind] = now.done[kind];
	}
	if (strcmp(line->head, "do") != 0)
		memcpy(now.done, draws->done, sizeof now.done);
	*draws = now;
}

/* Cards that a later line draws by name have to be in the stock then. */
static void reserve_draws(struct setup *at)
{
	static const char *const acts[] = { "do", "allow", "refuse", NULL };
	struct draws draws = { { 0 }, { 0 } };

	for (int i = 0; i < at->parts; i++)
		for (const struct statement *line = at->part[i]; line != NULL; line = line->next)
			if (line->kind == STATEMENT_RULE && is_one_of(line->head, acts) &&
			    atom_is(line_atom(line), "draw"))
				count_draws(at, line, &draws);
	for (int kind = 0; kind < at->rules->kinds; kind++)
		while (draws.most[kind]-- > 0 && position_take(&at->position, kind))
			row_add(&at->position.drawn, kind);
}

void setup_begin(struct setup *at, struct library *library, struct rules *rules, const struct statement *const *part,
                 int parts)
{
	memset(at, 0, sizeof *at);
	at->library = library;
	at->rules = rules;
	at->part = part;
	at->parts = parts;
	position_begin(&at->position, rules, 0);
	if (are_few(at))
		reserve_draws(at);
}

/* True, with a finding, if [line] tells of a position that is finished: it would count for some things and not for others. */
static bool comes_late(struct setup *at, const struct statement *line)
{
	struct diags *diags = &at->library->diags;
	struct diag *diag;

	if (!at->playing || setup_is_timeless(line->head))
		return false;
	diag = diag_add(diags, DIAG_RULING_LATE, line->span, line->head);
	if (at->finished.source != 0)
		diag_other(diags, diag, at->finished, "this is done or asked before it");
	at->faulty = true;
	return true;
}

bool setup_line(struct setup *at, const struct statement *line)
{
	const struct line_kind *kind = line->kind == STATEMENT_RULE ? line_kind(line->head) : NULL;

	if (kind == NULL)
		return false;
	if (setup_has_words(at, line, kind->words) && !setup_contradicts(at, line) && !comes_late(at, line))
		kind->put(at, line);
	return true;
}

/* The cards of a line `started` lie in the pile. */
static void check_started(struct setup *at, const struct statement *line)
{
	for (const struct expr *phrase = line->value; phrase != NULL; phrase = phrase->next)
		for (const struct expr *atom = phrase->first; atom != NULL;) {
			int kind = setup_card(at, &atom);
			if (kind >= 0 && !(at->position.game.pile_kinds >> kind & 1))
				setup_cannot(at, line, at->rules->kind[kind].name, " does not lie in the pile");
		}
}

/* The same of all such lines; those that come too late are told of as such. */
static void check_starts(struct setup *at)
{
	for (int i = 0; i < at->parts; i++)
		for (const struct statement *line = at->part[i]; line != NULL; line = line->next) {
			if (line->kind != STATEMENT_RULE)
				continue;
			if (line_kind(line->head) == NULL)
				return;
			if (strcmp(line->head, "started") == 0)
				check_started(at, line);
		}
}

bool setup_finish(struct setup *at, struct span span)
{
	bool stacked = at->position.stacked;

	if (at->playing || at->faulty)
		return !at->faulty;
	at->playing = true;
	at->finished = span;
	if (!position_finish(&at->position))
		setup_fault(at, DIAG_RULING_DEAL, span, "");
	else if (stacked)
		at->me = at->position.game.turn.seat;
	if (!at->faulty)
		check_starts(at);
	return !at->faulty;
}

/* Whatever is neither a line of a position nor one of those that need a finished one. */
static void put_strange(struct setup *at, const struct statement *line)
{
	const char *words[SETUP_WORDS_MAX], *near;
	struct diags *diags = &at->library->diags;
	struct diag *diag =
		diag_add(diags, DIAG_POSITION_WORD, line->head_span, line->head != NULL ? line->head : "this");

	at->faulty = true;
	near = line->head != NULL ? word_nearest(line->head, words, setup_words(words)) : NULL;
	if (near != NULL)
		diag_hint(diags, diag, "did you mean `%s`?", near);
}

/* A citation or a remark is of a rule or of a ruling, and nobody would read it here. */
static void refuse_note(struct setup *at, const struct note *note)
{
	struct diags *diags = &at->library->diags;
	const char *words = at->library->sources.source[note->span.source - 1].text + note->span.from;
	char word[40];

	snprintf(word, sizeof word, "%.*s", (int)strcspn(words, " \t\n\""), words);
	diag_hint(diags, diag_add(diags, DIAG_POSITION_WORD, note->span, word),
	          "what is not to be read stands behind a `#`");
	at->faulty = true;
}

void setup_tell(struct setup *at, const struct statement *line)
{
	bool rule = line->kind == STATEMENT_RULE;

	if (line->notes != NULL)
		refuse_note(at, line->notes);
	else if (setup_line(at, line))
		return;
	else if (rule && strcmp(line->head, "do") == 0) {
		if (setup_has_words(at, line, WORDS_LIST) && setup_finish(at, line->span))
			setup_do(at, line);
	} else if (rule && strcmp(line->head, "ended") == 0) {
		if (setup_has_words(at, line, 2) && setup_finish(at, line->span))
			setup_end(at, line);
	} else
		put_strange(at, line);
}
