/* playing.c -- a table at which a game is played: each act is recorded, done and described, and what showed nobody a card can
 * be taken back. People, bots and records all play here. */
#include "tools/playing.h"

#include <string.h>
#include <strings.h>
#include "game/question.h"
#include "grammar/arena.h"
#include "grammar/text.h"
#include "notation/act_text.h"
#include "notation/lexer.h"
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

/* Names the first of [acts], which is refused, with those behind it that are refused for the same: who typed cards of two
 * ranks behind one verb meant one act. */
static void write_refused(const struct game *game, const struct act *acts, int count, struct reason reason,
                          struct text *out)
{
	int same = 1;

	while (same < count && acts[same].verb == acts[0].verb &&
	       game_refusal(game, acts[same]).refusal == reason.refusal)
		same++;
	text_add(out, "\"");
	acts_write(game, acts, same, out);
	text_format(out, "\" %s refused: ", same == 1 ? "is" : "are");
}

bool playing_may(const struct game *game, const struct act *acts, int count, size_t width, struct text *why)
{
	struct game after = *game;

	for (int i = 0; i < count; i++) {
		struct reason reason = game_refusal(&after, acts[i]);
		if (reason.refusal != REFUSAL_NONE) {
			if (count > 1)
				write_refused(&after, &acts[i], count - i, reason, why);
			reason_say(&after, acts[i], reason, why);
			reason_say_melds(acts, count, reason, why);
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
