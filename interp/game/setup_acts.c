/* setup_acts.c -- the lines of a position that play on: acts that are done, cards that are drawn by name, and how the deal
 * ended. */
#include "game/setup.h"

#include "game/act_words.h"
#include "game/play.h"
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

bool setup_stack(struct setup *at, struct game *game, const struct row_of_cards *drawn, struct text *why)
{
	int instead;

	if (stock_stack(game, drawn, at->position.untold, &instead))
		return true;
	if (instead < 0)
		text_add(why, "no such card is left in the stock, where cards that nobody told are made up");
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
	end_deal(&at->position.game, ENDING_OUT, seat, -1);
}

void setup_end(struct setup *at, const struct statement *line)
{
	const struct expr *how = line_atom(line);
	const struct expr *who = how != NULL ? how->next : NULL;
	int seat = setup_seat_named(at, who);

	if (atom_is(how, "stock") && who == NULL)
		end_deal(&at->position.game, ENDING_STOCK, NOBODY, ROW_stock_end_play);
	else if (atom_is(how, "out") && seat >= 0 && who->next == NULL)
		put_out(at, line, seat);
	else
		setup_wants(at, line, "`stock`, or `out` and who went out: `player`, `left`, `partner` or `right`");
}
