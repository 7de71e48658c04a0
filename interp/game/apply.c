/* apply.c -- doing an act that is known to be legal, with everything that follows from it: the pile comes into the hand, a turn ends, the
 * last card goes out. Laying cards is done in laying.c. */
#include "game/play.h"

#include <string.h>
#include "game/checks.h"

static void go_out(struct game *game)
{
	play_alone(game, game->turn.seat);
	end_deal(game, ENDING_OUT, game->turn.seat, -1);
}

/* True if only an exception, or that it gave way, lets the player discard [kind]: she has to prove that. */
NOINLINE static bool discard_needs_proof(const struct game *game, int kind)
{
	const struct rules *rules = game->rules;
	struct question about = question_now(game);

	for (int i = 0; i < rules->discard.ban_count; i++)
		if (rules->discard.ban[i].proof == ban_proof_hand_shown && (rules->discard.ban[i].cards >> kind & 1) &&
		    ask(rules->ban_whens[i], &about))
			return true;
	return false;
}

/* The turn passes unless the player has a talon to decide about. */
static void finish_turn(struct game *game, int talon, int no_talon)
{
	bool opened = game->turn.opened;

	game->turn.talon = (uint8_t)talon;
	if (talon > 0 && game->rules->talon.taken == talon_taken_by_choice) {
		game->phase = PHASE_TALON;
		return;
	}
	if (talon > 0)
		take_talon(game);
	if (game->phase == PHASE_OVER)
		return; /* a bonus card of the talon was not replaced */
	pass_turn(game);
	if (opened && talon == 0)
		game->turn.no_talon = (int16_t)no_talon;
}

/* A discard that may be the last card, end the deal or bring a talon. */
NOINLINE static void apply_rare_discard(struct game *game, int kind)
{
	struct seat *seat = &game->seat[game->turn.seat];
	bool refills = hand_refills(game);
	int no_talon, talon = talon_due(game, &no_talon);

	put_on_pile(game, kind);
	if (seat->size == 0 && refills && reserve_is_due(game))
		put_reserve_down(game);
	if (game->phase == PHASE_OVER)
		return; /* a bonus card in the reserve was the end of the stock */
	if (seat->size == 0 && !refills) {
		seat->shown = false;
		game->top_hidden = game->rules->going_out.last_discard == going_out_last_discard_face_down;
		go_out(game);
	} else if (game->turn.last)
		end_deal(game, ENDING_STOCK, NOBODY, ROW_stock_end_play);
	else
		finish_turn(game, talon, no_talon);
}

static void apply_discard(struct game *game, int kind)
{
	struct seat *seat = &game->seat[game->turn.seat];

	seat->shown = discard_needs_proof(game, kind);
	if (game->turn.opened | game->turn.last | (seat->size == 1)) {
		apply_rare_discard(game, kind);
		return;
	}
	put_on_pile(game, kind);
	pass_turn(game);
}

/* The turn ends without a discard; with it the deal, if that was its last turn. */
static void apply_stop(struct game *game)
{
	int no_talon, talon = talon_due(game, &no_talon);

	if (game->turn.stops)
		end_deal(game, ENDING_LAST_BONUS, NOBODY, ROW_bonus_last_card);
	else if (game->turn.last)
		end_deal(game, ENDING_STOCK, NOBODY, ROW_stock_end_play);
	else
		finish_turn(game, talon, no_talon);
}

static void apply_talon(struct game *game, bool yes)
{
	if (yes)
		take_talon(game);
	if (game->phase != PHASE_OVER)
		pass_turn(game);
}

/* ---- the partner ---- */

static void apply_ask(struct game *game)
{
	game->turn.asked = true;
	game->seat[game->turn.seat].asked = true;
	game->turn.answers = (uint8_t)partner_of(game, game->turn.seat);
	game->phase = PHASE_ANSWER;
}

/* After a yes the player has to go out if answers are binding; after a no she stays in unless they are advice. */
static void apply_answer(struct game *game, bool yes)
{
	int answer = game->rules->going_out.answer;

	game->phase = PHASE_MELD;
	game->turn.owes_out |= yes && answer == going_out_answer_binding;
	game->turn.stays_in = !yes && answer != going_out_answer_advice;
}

static void apply_melding(struct game *game, struct act act)
{
	if (lay_cards(game, act))
		pick_up_pile(game);
	if (game->turn.pending)
		return;
	while (game->phase == PHASE_MELD && game->seat[game->turn.seat].size == 0 && reserve_is_due(game))
		take_reserve(game); /* another one follows if it had nothing but bonus cards */
	if (game->phase == PHASE_MELD && game->seat[game->turn.seat].size == 0)
		go_out(game);
}

NOINLINE static void apply_rare_act(struct game *game, struct act act)
{
	switch (act.verb) {
	case ACT_ASK: apply_ask(game); break;
	case ACT_ANSWER: apply_answer(game, act.yes); break;
	case ACT_SPECIAL: lay_special(game, act.item); break;
	case ACT_LAY: lay_from_hand(game, act.kind); break;
	case ACT_TALON: apply_talon(game, act.yes); break;
	case ACT_STOP: apply_stop(game); break;
	}
}

/* The acts of every turn are told apart one by one: a jump into a table would hardly ever be foreseen. */
void game_apply(struct game *game, struct act act)
{
	if (act.verb == ACT_DRAW)
		draw_from_stock(game);
	else if (act.verb == ACT_DISCARD)
		apply_discard(game, act.kind);
	else if (act.verb == ACT_MELD || act.verb == ACT_ADD || act.verb == ACT_TAKE || act.verb == ACT_JOIN)
		apply_melding(game, act);
	else
		apply_rare_act(game, act);
}

bool brought_cards(const struct game *before, const struct game *after)
{
	int own = reserve_of(before, before->turn.seat);

	return after->stock_size != before->stock_size || after->renewed != before->renewed ||
	       after->aside_size != before->aside_size || after->reserve_size[own] != before->reserve_size[own];
}

bool act_brings_cards(const struct game *game, struct act act)
{
	struct game after;

	game_copy(&after, game);
	game_apply(&after, act);
	return brought_cards(game, &after);
}

/* ---- special hands ---- */

void lay_special(struct game *game, int item)
{
	struct seat *seat = &game->seat[game->turn.seat];

	special_cards(game, &game->special_cards);
	if (game->phase == PHASE_DRAW)
		game->pile_size--;
	seat->hand = (struct cards){ 0 };
	seat->size = 0;
	memset(game->known[game->turn.seat], 0, sizeof *game->known);
	game->special = (uint8_t)item;
	end_deal(game, ENDING_SPECIAL, NOBODY, -1);
}
