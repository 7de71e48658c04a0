/* playing.c -- a table at which a game is played: each act is recorded, done and described, and what showed nobody a card can
 * be taken back. People, bots and records all play here. */
#include "tools/playing.h"

#include <string.h>
#include <strings.h>
#include "game/question.h"
#include "game/view.h"
#include "grammar/arena.h"
#include "grammar/text.h"
#include "notation/act_text.h"
#include "notation/lexer.h"
#include "players/act_value.h"
#include "players/estimate.h"
#include "reports/judge.h"
#include "reports/wording.h"
#include "text/document.h"

/* ---- what can be taken back ---- */

void playing_forget(struct canasta_game *game)
{
	while (game->steps > 0)
		narration_free(&game->step[--game->steps].narration);
}

/* Keeps how it was before an act. Where there is no memory it cannot be taken back. */
static void keep_step(struct canasta_game *game, const struct game *before)
{
	struct step *step = memory_grow(game->step, (size_t)game->steps, sizeof *step);

	if (step == NULL) {
		playing_forget(game);
		return;
	}
	game->step = step;
	step = &game->step[game->steps++];
	step->game = *before;
	step->done = game->done;
	narration_copy_line(&step->narration, &game->narration);
}

bool playing_undo(struct canasta_game *game)
{
	struct step *step;

	if (game->steps == 0)
		return false;
	step = &game->step[--game->steps];
	recording_undo(game);
	if (game->watch != NULL)
		game->watch(game->watcher, &game->game, NULL);
	step->narration.lines = game->narration.lines; /* of turns that are over */
	game->narration.lines = (struct text){ 0 };
	narration_free(&game->narration);
	game->game = step->game;
	game->narration = step->narration;
	game->done = step->done;
	return true;
}

/* ---- deals ---- */

/* Scores the deal once it is over. */
static void finish_deal(struct canasta_game *game)
{
	int winner;

	if (game->game.phase != PHASE_OVER)
		return;
	game_score(&game->game, &game->tally);
	game_totals(&game->game, &game->tally, game->totals);
	recording_score(game);
	game->moment = game_is_over(game->rules, game->totals, game->game.deal + 1, &winner) ? CANASTA_GAME_OVER
	                                                                                     : CANASTA_DEAL_OVER;
	if (game->moment == CANASTA_GAME_OVER)
		recording_end(game);
}

void playing_next_deal(struct canasta_game *game)
{
	if (game->moment != CANASTA_DEAL_OVER)
		return;
	game_next_deal(&game->game, game->totals);
	game->moment = CANASTA_TO_DEAL;
}

void playing_dealt(struct canasta_game *game)
{
	recording_deal(game);
	narration_deal(&game->narration, &game->game);
	game->moment = CANASTA_TO_ACT;
	finish_deal(game);
}

/* ---- what may be done ---- */

/* Says which legal act comes nearest to one that is refused, if any does. */
static void write_repair(const struct game *game, struct act refused, struct reason reason, struct text *out)
{
	struct act repair;

	if (repairs_find(game, refused, reason, &repair, 1) == 0)
		return;
	text_add(out, "  What could be done: ");
	act_write(game, repair, out);
	text_add(out, ".\n");
}

bool playing_may(const struct game *game, const struct act *acts, int count, size_t width, struct text *why)
{
	struct game after = *game;

	for (int i = 0; i < count; i++) {
		struct reason reason = game_refusal(&after, acts[i]);
		if (reason.refusal != REFUSAL_NONE) {
			if (count > 1) {
				text_add(why, "\"");
				act_write(&after, acts[i], why);
				text_add(why, "\" is refused: ");
			}
			reason_say(&after, acts[i], reason, why);
			text_add(why, ".\n");
			/* The clause on a line of its own, if there is one. */
			struct text clause = { 0 };
			reason_write_clause(after.rules, reason, &clause);
			if (clause.length > 0)
				text_add(why, "  "), paragraph_write(clause.bytes, 4, width - 4, why);
			text_end(&clause, why);
			write_repair(&after, acts[i], reason, why);
			return false;
		}
		if (act_brings_cards(&after, acts[i]))
			return true;
		game_apply(&after, acts[i]);
	}
	return true;
}

void playing_wrap(const char *words, size_t width, struct text *out)
{
	size_t sentence = strcspn(words, "\n");
	struct text first = { 0 };

	text_add_bytes(&first, words, sentence);
	paragraph_write(text_read(&first), 2, width - 2, out);
	text_end(&first, out);
	if (words[sentence] != '\0')
		text_add(out, words + sentence + 1);
	if (words[sentence] != '\0' && words[strlen(words) - 1] != '\n')
		text_add(out, "\n");
}

/* ---- acts ---- */

void playing_act(struct canasta_game *game, struct act act, struct text *gain)
{
	struct game before = game->game;

	recording_act(game, act);
	if (game->watch != NULL)
		game->watch(game->watcher, &game->game, &act);
	game_apply(&game->game, act);
	/* What was laid can be picked up again if it showed nobody a card and left the turn where it was. */
	if ((act.verb == ACT_MELD || act.verb == ACT_ADD) && game->game.phase == before.phase &&
	    game->game.pile_size == before.pile_size && game->game.turn.number == before.turn.number &&
	    !act_brings_cards(&before, act))
		keep_step(game, &before);
	else
		playing_forget(game);
	game->done++;
	narration_act(&game->narration, &before, act, &game->game);
	if (gain != NULL)
		narration_gain(&before, act, &game->game, gain);
	finish_deal(game);
}

bool playing_do(struct canasta_game *game, const struct act *acts, int count, struct text *gain, struct text *why)
{
	int done = 0;

	if (!playing_may(&game->game, acts, count, game->width, why))
		return false;
	while (done < count) {
		if (done > 0 && (game->moment != CANASTA_TO_ACT ||
		                 !playing_may(&game->game, acts + done, count - done, game->width, why)))
			return false;
		bool brought = false;
		while (!brought && done < count) {
			brought = act_brings_cards(&game->game, acts[done]);
			playing_act(game, acts[done++], gain);
		}
	}
	return true;
}

/* ---- events ---- */

/* The event that [words] begin with, -1 for none; [*rest] is what follows. */
static int event_said(const struct rules *rules, const char *words, const char **rest)
{
	for (int i = 0; i < rules->event_count; i++) {
		*rest = words_behind(words, rules->event[i].name, ' ');
		if (*rest != NULL)
			return i;
	}
	return -1;
}

/* The side of the player who is named, of the player to act if none is; -1 for any other words. */
static int side_said(const struct canasta_game *game, const char *words)
{
	if (*words == '\0')
		return game->game.seat[game_to_act(&game->game)].side;
	for (int seat = 0; seat < game->rules->seats; seat++) {
		const char *rest = words_behind(words, seat_name(game->rules, game->game.player[seat]), ' ');
		if (rest != NULL && *rest == '\0')
			return game->game.seat[seat].side;
	}
	return -1;
}

bool playing_read_event(const struct canasta_game *game, const char *words, int *event, int *side, struct text *why)
{
	const char *rest = "";
	bool of_deal;

	*event = event_said(game->rules, words, &rest);
	if (*event < 0) {
		text_add(why, game->rules->event_count > 0 ? "Events are" : "There are no events in this game");
		for (int i = 0; i < game->rules->event_count; i++)
			text_format(why, "%s %s", i > 0 ? "," : "", game->rules->event[i].name);
		return false;
	}
	of_deal = game->rules->event[*event].per == event_per_deal;
	*side = of_deal && *rest != '\0' ? -1 : side_said(game, rest);
	if (*side < 0)
		text_format(why, of_deal ? "Nothing can follow %s" : "After %s a player can be named",
		            game->rules->event[*event].name);
	return *side >= 0;
}

void playing_event(struct canasta_game *game, int event, int side)
{
	recording_event(game, event, side);
	playing_forget(game);
	game_record_event(&game->game, event, side);
	narration_event(&game->narration, &game->game, event, side);
}

/* ---- the numbers behind a choice ---- */

static const char *points(int count)
{
	return count == 1 || count == -1 ? "point" : "points";
}

/* The expert's: how far the act is ahead in the deals that were played out. */
static void write_lead(const struct game *game, struct act act, const struct expert_search *search, struct text *out)
{
	int chosen = -1, next = -1, lead;

	for (int i = 0; i < search->tried; i++)
		if (act_equal(search->candidate[i].act, act))
			chosen = i;
		else if (search->candidate[i].samples > 0 &&
		         (next < 0 || expert_lead(search, i) > expert_lead(search, next)))
			next = i;
	if (chosen < 0 || next < 0)
		return;
	lead = expert_lead(search, chosen) - expert_lead(search, next);
	if (lead > 0) {
		text_format(out, " Played out in %d deals like this one, it brings about %d %s more than ",
		            search->candidate[chosen].samples, lead, points(lead));
		act_write(game, search->candidate[next].act, out);
	} else {
		text_format(out, " In %d deals like this one that were played out, ",
		            search->candidate[chosen].samples);
		act_write(game, search->candidate[next].act, out);
		text_add(out, " was not clearly better");
	}
	text_add(out, ".");
}

/* The careful player's: what a discard costs and gives away, or what laying, drawing and taking seem to be worth. */
static void write_worth(const struct game *game, const struct acts *acts, struct act act, struct text *out)
{
	struct act_value value[ACTS_MAX];
	int chosen = 0, next = -1;
	struct view view;

	view_of(game, game_to_act(game), &view);
	careful_values(&view, acts, value);
	for (int i = 0; i < acts->count; i++)
		chosen = act_equal(acts->act[i], act) ? i : chosen;
	for (int i = 0; i < acts->count; i++)
		if (i != chosen && value[i].due == value[chosen].due &&
		    (next < 0 || act_value_is_more(value[i], value[next])))
			next = i;
	if (next < 0)
		return;
	if (act.verb == ACT_DISCARD && acts->act[next].verb == ACT_DISCARD) {
		struct discard_price price = careful_discard_price(&view, act.kind),
				     other = careful_discard_price(&view, acts->act[next].kind);
		text_format(out,
		            " It changes what your hand is worth by about %+d %s and gives the next player about %d; ",
		            -price.lost, points(price.lost), price.given);
		act_write(game, acts->act[next], out);
		text_format(out, " would change it by %+d and give %d.", -other.lost, other.given);
	} else if (act.verb == ACT_DRAW || act.verb == ACT_TAKE || own_side(game)->opened) {
		text_format(out, " It seems worth about %d %s, ", value[chosen].worth, points(value[chosen].worth));
		act_write(game, acts->act[next], out);
		text_format(out, " %d.", value[next].worth);
	}
}

void playing_reason(const struct game *game, const struct acts *acts, struct act act, const struct player *bot,
                    const struct expert_search *search, struct text *out)
{
	if (acts->count > 1 && bot == &player_expert && search != NULL)
		write_lead(game, act, search, out);
	else if (acts->count > 1 && bot == &player_careful && game->phase != PHASE_ANSWER)
		write_worth(game, acts, act, out);
}

/* ---- hints ---- */

/* An act, and what comes of it. */
struct hint {
	const struct game *before;
	const struct acts *acts;
	struct act act;
	struct game after;
	struct view view; /* before it */
	struct text *out;
};

static void plural(int count, const char *noun, struct text *out)
{
	text_format(out, "%d %s%s", count, noun, count == 1 ? "" : "s");
}

static bool ends_deal(const struct hint *at)
{
	return at->after.phase == PHASE_OVER;
}

/* "It makes a mixed canasta", if it makes one; false if not. */
static bool write_canasta(const struct hint *at)
{
	const struct side *was = own_side(at->before), *is = &at->after.side[at->before->turn.side];

	for (int i = 0; i < is->melds; i++) {
		int old = i < was->melds ? was->meld[i].canasta : -1;
		if (is->meld[i].canasta < 0 || is->meld[i].canasta == old)
			continue;
		text_add(at->out, "It makes a ");
		kind_of_canasta_in_words(at->before->rules, is->meld[i].canasta, at->out);
		text_add(at->out, ".");
		return true;
	}
	return false;
}

/* What it does for the initial meld; false if the side has opened already. */
static bool write_opening(const struct hint *at)
{
	const struct turn *turn = &at->after.turn;

	if (own_side(at->before)->opened)
		return false;
	if (at->after.side[at->before->turn.side].opened)
		text_format(at->out, "It opens your side, with %d.", (int)turn->count);
	else
		text_format(at->out, "It counts for the initial meld: %d of %d so far.", (int)turn->count,
		            (int)turn->minimum);
	return true;
}

/* True if a side that comes next lays natural cards of this kind on a meld. */
static bool fits_opponents(const struct hint *at, int kind)
{
	const struct side *next = &at->view.side[at->view.side_of[at->view.next]];

	return at->view.side_of[at->view.next] != at->view.side_of_seat && (next->takes_natural >> kind & 1) != 0;
}

static void write_discard(const struct hint *at)
{
	const struct rules *rules = at->before->rules;
	int kind = at->act.kind, held = cards_count(&at->view.hand, kind);
	const char *name = rules->kind[kind].name;

	if (ends_deal(at))
		text_add(at->out, "You go out with it.");
	else if (at->view.blocking >> kind & 1)
		text_format(at->out, "With %s on top the next player cannot take the pile.", name);
	else if (own_side(at->before)->takes_natural >> kind & 1)
		text_format(at->out,
		            "Your side could use %s, but the others have less use for it than for what you keep.",
		            name);
	else if (held > 1)
		text_format(at->out, "You hold %d of it, and what you keep seems worth more.", held);
	else if (fits_opponents(at, kind))
		text_format(at->out,
		            "It is a single card; the next side has a meld for %s, but what you keep seems worth more.",
		            name);
	else
		text_format(at->out, "It is a single card, and neither your side nor the next one has a meld for it.");
}

static void write_others(const struct hint *at)
{
	switch ((enum verb)at->act.verb) {
	case ACT_ASK: text_add(at->out, "You want to go out in this turn, and your partner has a say in it."); break;
	case ACT_ANSWER:
		text_add(at->out, at->act.count > 0 ? "To end the deal now seems to pay for your side."
		                                    : "To end the deal now does not seem to pay for your side.");
		break;
	case ACT_SPECIAL: text_add(at->out, "A special hand ends the deal, and counts more than most deals."); break;
	case ACT_LAY:
		text_add(at->out, "A card of this kind counts on the table, and is of no use in the hand.");
		break;
	case ACT_TALON:
		text_add(at->out, at->act.count > 0 ? "More cards make more melds."
		                                    : "More cards would only count against you.");
		break;
	case ACT_STOP:
		text_add(at->out,
		         at->before->turn.stops
		                 ? "Nothing more is worth laying, and the deal is at its end."
		                 : "Nothing more is worth laying, and every discard would cost more than it spares.");
		break;
	default: break;
	}
}

void playing_hint(const struct game *game, const struct acts *acts, struct act act, struct text *out)
{
	struct hint at = { .before = game, .acts = acts, .act = act, .after = *game, .out = out };

	view_of(game, game_to_act(game), &at.view);
	game_apply(&at.after, act); /* of what comes of it nothing is read that the player cannot foresee */
	if (acts->count == 1 && act.verb != ACT_DRAW)
		text_add(out, "Nothing else is legal.");
	else if (act.verb == ACT_MELD || act.verb == ACT_ADD) {
		const struct turn *turn = &at.before->turn;
		if (ends_deal(&at))
			text_add(at.out, "You go out with it.");
		else if (turn->owes_out)
			text_add(at.out, "You have to go out in this turn, and this leads there.");
		else if (!write_canasta(&at) && !write_opening(&at))
			text_add(at.out,
			         estimate_of(&at.view).danger
			                 ? "The deal may end soon, and cards count on the table, not in the hand."
			         : at.act.verb == ACT_ADD && own_side(at.before)->meld[at.act.item].canasta >= 0
			                 ? "It counts on the table."
			                 : "It counts on the table, and brings the meld nearer to a canasta.");
	} else if (act.verb == ACT_TAKE) {
		text_add(at.out, "The others do not get the pile, which has ");
		plural(at.view.pile_size, "card", at.out);
		if (!own_side(at.before)->opened && at.after.side[at.before->turn.side].opened)
			text_add(at.out, "; it opens your side");
		text_add(at.out, ".");
	} else if (act.verb == ACT_DRAW) {
		int count = 0;
		for (int i = 0; i < at.acts->count; i++)
			count += at.acts->act[i].verb == ACT_TAKE;
		if (count == 0)
			text_add(at.out, "There is no legal way to take the pile now.");
		else {
			text_add(at.out, "A card from the stock seems worth more than ");
			plural(at.view.pile_size, "card", at.out);
			text_add(at.out, " of the pile and what has to be laid for it.");
		}
	} else if (act.verb == ACT_DISCARD)
		write_discard(&at);
	else
		write_others(&at);
}
