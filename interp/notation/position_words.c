/* position_words.c -- the words of a line that puts up a position: cards, seats, sides and numbers, each with the finding
 * that tells what should stand there instead. */
#include "notation/position_text.h"

#include <stdio.h>
#include <string.h>
#include "notation/card_names.h"
#include "game/play.h"
#include "grammar/arena.h"
#include "grammar/names.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/faces.h"
#include "rules/library.h"

void setup_fault(struct setup *at, enum diag_id id, struct span span, const char *detail)
{
	diag_add(&at->library->diags, id, span, detail);
	at->faulty = true;
}

void setup_wants(struct setup *at, const struct statement *line, const char *what)
{
	diag_add(&at->library->diags, DIAG_RULING_WANTS, line->span, line->head, what);
	at->faulty = true;
}

void setup_cannot(struct setup *at, const struct statement *line, const char *what, const char *is)
{
	char why[80];

	snprintf(why, sizeof why, "%s%s", what, is);
	diag_add(&at->library->diags, DIAG_RULING_CANNOT, line->span, line->head, why);
	at->faulty = true;
}

/* Gives back a text; one that went without memory must not pass for what was said. */
void setup_done_with(struct setup *at, struct text *text)
{
	if (text->failed) {
		arena_lose(at->library->arena);
		at->faulty = true;
	}
	text_free(text);
}

/* Where what follows the words of a line begins, if anything does: a condition, braces, a ladder. */
static struct span behind_words(const struct statement *line)
{
	struct span nowhere = { 0 };
	const struct expr *more = line->when != NULL ? line->when : line->unless != NULL ? line->unless : line->by;

	if (more != NULL)
		return more->span;
	if (line->has_block || line->steps != NULL)
		return line->block != NULL ? line->block->span : line->span;
	return line->added ? line->span : nowhere;
}

bool setup_has_words(struct setup *at, const struct statement *line, int words)
{
	const struct expr *value = line->value;
	struct span more = behind_words(line);

	if (words == WORDS_ANY)
		return true;
	for (; value != NULL && words != WORDS_VALUES && more.source == 0; value = value->next) {
		const struct expr *atom = value->kind == EXPR_PHRASE ? value->first : NULL;
		if (atom == NULL || (words != WORDS_LIST && value != line->value))
			more = value->span;
		for (int i = 0; words != WORDS_LIST && atom != NULL && more.source == 0; i++, atom = atom->next)
			if (i == words)
				more = atom->span;
	}
	if (more.source != 0)
		setup_fault(at, DIAG_RULING_SURPLUS, more, "");
	return more.source == 0;
}

/* ---- cards ---- */

static void atom_name(const struct expr *atom, char *name, size_t room)
{
	if (atom->kind == EXPR_NUMBER)
		snprintf(name, room, "%lld", (long long)atom->number);
	else
		snprintf(name, room, "%s", atom->text != NULL ? atom->text : "");
}

/* The cards that a word stands for as people type it at the table, as they are written in a position: `777`, `Jack`. */
static void write_typed(const struct setup *at, const char *name, struct text *out)
{
	struct word word = { .text = "" }, cards[WORD_LENGTH_MAX];
	int count, used, kind;

	for (size_t i = 0; name[i] != '\0' && i < WORD_LENGTH_MAX; i++)
		word.text[i] = small_letter(name[i]);
	count = card_word_split(&word, cards);
	if (count == 0)
		cards[count++] = word;
	for (int i = 0; i < count; i++) {
		kind = card_read(&at->position.game, &cards[i], 1, &used, NULL);
		if (kind < 0) {
			text_free(out);
			return;
		}
		text_format(out, "%s%s", i > 0 ? " " : "", at->rules->kind[kind].name);
	}
}

static void hint_typed(struct setup *at, struct diag *diag, const char *name)
{
	struct text typed = { 0 };

	write_typed(at, name, &typed);
	if (typed.length > 0)
		diag_hint(&at->library->diags, diag, "write `%s`", text_read(&typed));
	setup_done_with(at, &typed);
}

/* A card that is none of these rules; where they part the cards of its rank, these are named. */
static void unknown_card(struct setup *at, struct span span, const char *name)
{
	struct diags *diags = &at->library->diags;
	struct diag *diag = diag_add(diags, DIAG_RULING_CARDS, span, name);
	struct text kinds = { 0 };

	at->faulty = true;
	for (int kind = 0; kind < at->rules->kinds; kind++)
		if (strcmp(RANK_NAMES[at->rules->kind[kind].rank], name) == 0)
			text_format(&kinds, "%s`%s`", kinds.length > 0 ? ", " : "", at->rules->kind[kind].name);
	if (kinds.length > 0)
		diag_hint(diags, diag, "these rules tell apart %s", text_read(&kinds));
	else
		hint_typed(at, diag, name);
	setup_done_with(at, &kinds);
}

/* The card that begins at [*atom], which moves past it; -1 with a finding if it is none. */
int setup_card(struct setup *at, const struct expr **atom)
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
		unknown_card(at, first->span, name);
	return kind;
}

/* No kind of meld is called so; the one that was meant, or all there are, are named. */
static void unknown_form(struct setup *at, const struct expr *atom, struct span span)
{
	const char *names[LIST_ITEMS_MAX], *near;
	struct diags *diags = &at->library->diags;
	struct diag *diag = diag_add(diags, DIAG_RULING_WANTS, span, "as", "the name of a kind of meld");
	struct text all = { 0 };

	at->faulty = true;
	for (int i = 0; i < at->rules->meld_count; i++) {
		names[i] = at->rules->meld[i].name;
		text_format(&all, "%s`%s`", i > 0 ? ", " : "", names[i]);
	}
	near = atom != NULL && atom->text != NULL ? word_nearest(atom->text, names, at->rules->meld_count) : NULL;
	if (near != NULL)
		diag_hint(diags, diag, "did you mean `%s`?", near);
	else
		diag_hint(diags, diag, "these rules have %s", text_read(&all));
	setup_done_with(at, &all);
}

int setup_form(struct setup *at, const struct expr **atom, struct span span)
{
	const struct expr *name = (*atom)->next;
	int form = name != NULL && name->kind == EXPR_WORD ? rules_item_named(at->rules, GROUP_meld, name->text) : -1;

	if (form < 0)
		unknown_form(at, name, name != NULL ? name->span : span);
	*atom = name != NULL ? name->next : NULL;
	return form;
}

/* Takes one card out of the deck for the position. */
bool setup_reserve(struct setup *at, int kind, struct span span)
{
	struct diag *diag;

	if (kind < 0)
		return false;
	if (position_take(&at->position, kind))
		return true;
	at->faulty = true;
	diag = diag_add(&at->library->diags, DIAG_RULING_DECK, span, at->rules->kind[kind].name);
	for (int i = 0; i < at->position.drawn.count; i++)
		if (at->position.drawn.kind[i] == kind) {
			diag_hint(&at->library->diags, diag, "one is kept to be drawn, as a line below says");
			break;
		}
	return false;
}

/* Reads all cards of a comma list from [atom] on, which is in its first phrase, taking each from the deck. */
void setup_cards(struct setup *at, const struct expr *list, const struct expr *atom, struct row_of_cards *row)
{
	for (const struct expr *phrase = list; phrase != NULL; phrase = phrase->next) {
		if (phrase != list)
			atom = phrase->kind == EXPR_PHRASE ? phrase->first : NULL;
		while (atom != NULL) {
			int kind = setup_card(at, &atom);
			if (setup_reserve(at, kind, phrase->span))
				row_add(row, kind);
		}
	}
}

const struct expr *line_atom(const struct statement *line)
{
	return line->value != NULL && line->value->kind == EXPR_PHRASE ? line->value->first : NULL;
}

bool atom_is(const struct expr *atom, const char *word)
{
	return atom != NULL && atom->kind == EXPR_WORD && strcmp(atom->text, word) == 0;
}

/* Where a word stands for a place at the table, counted from the player: so many seats on, or -1 if there is no such place.
 * Up to six seats each has one of them. */
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
		{ "opposite", seats % 2 == 0 ? seats / 2 : -1 },
	};

	for (size_t i = 0; i < sizeof places / sizeof *places; i++)
		if (strcmp(word, places[i].word) == 0)
			return places[i].on;
	return -1;
}

_Static_assert(PLAYERS_MAX <= 6, "there is a word for every seat");

/* The seat that such a word or `partner` means, -1 for none of them. */
int setup_seat(const struct setup *at, const char *word)
{
	const struct game *game = &at->position.game;
	int players = at->rules->seats, seat = at->me, on = seats_on(players, word);

	if (on >= 0)
		return (at->me + on) % players;
	if (strcmp(word, "partner") != 0)
		return -1;
	do
		seat = (seat + 1) % players;
	while (game->seat[seat].side != game->seat[at->me].side);
	return seat != at->me ? seat : -1;
}

void setup_wants_seat(struct setup *at, const struct statement *line, const char *before, const char *behind)
{
	const int seats = at->rules->seats;
	char what[200];

	snprintf(what, sizeof what, "%s`player`, `left`, %s or `right`%s", before,
	         seats <= 4       ? "`partner`"
	         : seats % 2 == 0 ? "`second_left`, `opposite`, `second_right`"
	                          : "`second_left`, `second_right`",
	         behind);
	setup_wants(at, line, what);
}

/* The seat whose side is meant: `us` is the player, `them` the one on the left; -1 for no such word. */
int setup_seat_named(const struct setup *at, const struct expr *atom)
{
	return atom != NULL && atom->kind == EXPR_WORD ? setup_seat(at, atom->text) : -1;
}

int setup_seat_meant(const struct setup *at, const struct expr *atom)
{
	if (atom == NULL || atom->kind != EXPR_WORD)
		return -1;
	return setup_seat(at, strcmp(atom->text, "us") == 0     ? "player"
	                      : strcmp(atom->text, "them") == 0 ? "left"
	                                                        : atom->text);
}

/* The side that `us` or `them` means, or that of a player; -1 for neither. */
int setup_side(const struct setup *at, const struct expr *atom)
{
	int seat = setup_seat_meant(at, atom);

	return seat < 0 ? -1 : at->position.game.seat[seat].side;
}

/* The side in which their total is kept. */
int setup_account(const struct setup *at, const struct expr *atom)
{
	int seat = setup_seat_meant(at, atom);

	return seat < 0 ? -1 : account_of(&at->position.game, seat);
}

/* The one atom that [expr] is; NULL if it is none, or more. */
static const struct expr *lone_atom(const struct expr *expr)
{
	if (expr->kind == EXPR_PHRASE)
		expr = expr->first->next == NULL ? expr->first : NULL;
	return expr;
}

/* A number with a sign: us -200 reads as a subtraction. */
bool setup_is_side_and_number(const struct setup *at, const struct expr *expr, int *side, int32_t *number,
                              const struct expr **more)
{
	const struct expr *who = NULL, *value = NULL;
	int32_t sign = 1;

	if (expr->kind == EXPR_MINUS) {
		who = lone_atom(expr->first);
		value = lone_atom(expr->second);
		sign = -1;
	} else if (expr->kind == EXPR_PHRASE) {
		who = expr->first;
		value = who->next;
	}
	*side = setup_account(at, who);
	if (*side < 0 || value == NULL || value->kind != EXPR_NUMBER)
		return false;
	*more = sign > 0 ? value->next : NULL;
	*number = sign * (int32_t)value->number;
	return true;
}

bool setup_side_and_number(struct setup *at, const struct expr *expr, int *side, int32_t *number)
{
	const struct expr *more;

	if (!setup_is_side_and_number(at, expr, side, number, &more))
		return false;
	if (more != NULL)
		setup_fault(at, DIAG_RULING_SURPLUS, more->span, "");
	return true;
}
