/* position_acts.c -- the lines of a position that play on: acts that are done, cards that are drawn by name, and how the deal
 * ended. */
#include "notation/position_text.h"

#include <string.h>
#include "notation/act_text.h"
#include "game/play.h"
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/library.h"

/* ---- the words of an act ---- */

static void add_atom(const struct expr *atom, struct text *words)
{
	if (atom->kind == EXPR_NUMBER)
		text_format(words, "%lld", (long long)atom->number);
	else if (atom->text != NULL)
		text_add(words, atom->text);
}

/* True if a further act of the same line begins here. */
static bool is_act(const struct expr *atom)
{
	for (int verb = 0; verb < VERBS; verb++)
		if (atom_is(atom, verb_word((enum verb)verb)))
			return true;
	return atom_is(atom, "no"); /* talon */
}

/* The words of an act as a person would type them, without what follows `because`. Cards named after `draw` are
 * gathered in [drawn] instead. */
const struct expr *setup_act_words(struct setup *at, const struct statement *line, struct text *words,
                                   struct row_of_cards *drawn)
{
	const struct expr *because = NULL;
	bool draw = atom_is(line_atom(line), "draw");

	for (const struct expr *phrase = line->value; phrase != NULL && because == NULL; phrase = phrase->next)
		for (const struct expr *atom = phrase->first; atom != NULL;) {
			if (atom_is(atom, "because")) {
				because = atom->next;
				break;
			}
			draw = draw && (atom == line_atom(line) || atom != phrase->first || !is_act(atom));
			if (draw && atom != line_atom(line)) {
				int kind = setup_card(at, &atom);
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

/* True if a card of these rules is named where [words] begin. */
static bool names_card(const struct rules *rules, const char *words)
{
	size_t length = strcspn(words, " \t,");

	for (int kind = 0; kind < rules->kinds && length > 0; kind++)
		if (strncmp(rules->kind[kind].name, words, length) == 0 &&
		    (rules->kind[kind].name[length] == '\0' || rules->kind[kind].name[length] == ' '))
			return true;
	return false;
}

const struct statement *setup_draw_line(struct library *library, const struct rules *rules, const char *act)
{
	static const char draw[] = "draw ";
	const struct statement *line = NULL;
	struct text words = { 0 };

	if (strncmp(act, draw, strlen(draw)) != 0 || !names_card(rules, act + strlen(draw)))
		return NULL;
	text_format(&words, "do %s", act);
	if (words.failed)
		arena_lose(library->arena);
	else
		line = library_lines(library, "the act", text_read(&words), words.length);
	text_free(&words);
	return line;
}

/* ---- doing them ---- */

/* Tries a line of acts on a copy. The first one refused gives [*reason] and [*refused]; the copy is then unfinished. */
bool acts_try(struct game *game, const struct act *acts, int count, struct act *refused, struct reason *reason)
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

/* What a line wants to be done cannot be done. */
static void refuse_line(struct setup *at, const struct statement *line, const char *why)
{
	struct diags *diags = &at->library->diags;

	diag_hint(diags, diag_add(diags, DIAG_RULING_ACT, line->span, ""), "%s", why);
	at->faulty = true;
}

/* The first of [cards] that the stock has not got, by its name. */
static const char *missing_card(const struct game *game, const struct row_of_cards *cards)
{
	int left[KINDS_MAX] = { 0 }, i = 0;

	for (int place = 0; place < game->stock_size; place++)
		left[game->stock[place]]++;
	while (i < cards->count - 1 && left[cards->kind[i]]-- > 0)
		i++;
	return game->rules->kind[cards->kind[i]].name;
}

bool setup_stack(struct setup *at, struct game *game, const struct row_of_cards *drawn, struct text *why)
{
	int instead;

	if (stock_stack(game, drawn, at->position.untold, &instead))
		return true;
	if (instead < 0 && at->position.stock_ends)
		text_format(why, "no %s is in the stock, as it was told", missing_card(game, drawn));
	else if (instead < 0)
		text_format(why, "no %s is left in the stock; the line `stock %s` tells that one comes next",
		            missing_card(game, drawn), missing_card(game, drawn));
	else
		text_format(why, "`stock` tells that the %s is drawn here", at->rules->kind[instead].name);
	return false;
}

void setup_do(struct setup *at, const struct statement *line)
{
	struct text words = { 0 }, why = { 0 };
	struct row_of_cards drawn = { .count = 0 };
	struct game after = at->position.game;
	struct act acts[SETUP_ACTS_MAX], refused;
	struct reason reason = { .refusal = REFUSAL_NONE };
	int count;

	setup_act_words(at, line, &words, &drawn);
	count = setup_stack(at, &after, &drawn, &why) ? acts_read(&after, text_read(&words), acts, SETUP_ACTS_MAX, &why)
	                                              : 0;
	if (count > 0 && acts_try(&after, acts, count, &refused, &reason))
		at->position.game = after;
	else if (count > 0)
		reason_write(&after, refused, reason, &why);
	if (why.length > 0)
		refuse_line(at, line, text_read(&why));
	setup_done_with(at, &words);
	setup_done_with(at, &why);
}

/* [seat] went out: a hand that was made up is gone, one that was told is a contradiction. */
static void put_out(struct setup *at, const struct statement *line, int seat)
{
	struct seat *out = &at->position.game.seat[seat];

	if (at->position.hand_given[seat] && out->size > 0) {
		refuse_line(at, line, "who goes out has no card left");
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

void setup_end(struct setup *at, const struct statement *line)
{
	const struct expr *how = line_atom(line);
	const struct expr *who = how != NULL ? how->next : NULL;
	int seat = setup_seat_named(at, who);
	bool stock = atom_is(how, "stock") && who == NULL;
	bool out = atom_is(how, "out") && seat >= 0 && who->next == NULL;

	if ((stock || out) && ended_otherwise(&at->position.game, stock ? ENDING_STOCK : ENDING_OUT, seat))
		setup_cannot(at, line, "the deal has ended in another way", "");
	else if (stock)
		end_deal(&at->position.game, ENDING_STOCK, NOBODY, ROW_stock_end_play);
	else if (out)
		put_out(at, line, seat);
	else
		setup_wants_seat(at, line, "`stock`, or `out` and who went out: ", "");
}
