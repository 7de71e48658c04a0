/* turn_end.c -- the end of a turn as things stand: whether it can end just now by a discard, by going out, or by stopping without
 * a discard. What could still be laid before it ends is the planner's question. */
#include "game/state.h"

bool contract_is_met(const struct question *about, struct reason *reason)
{
	const struct rules *rules = about->game->rules;
	int canastas = about->game->side[about->side].canastas;

	if (canastas < rules->going_out.canastas) {
		*reason = (struct reason){
			REFUSAL_KEEP_A_CARD, ROW_going_out_canastas, 0, canastas, rules->going_out.canastas, -1
		};
		return false;
	}
	if (!ask(rules->going_out.contract, about)) {
		*reason = (struct reason){ REFUSAL_CONTRACT, ROW_going_out_contract, 0, 0, 0, -1 };
		return false;
	}
	return true;
}

bool discard_goes_out(const struct game *game)
{
	return game->seat[game->turn.seat].size == 1 && !hand_refills(game);
}

/* True if some card of the hand may be discarded. */
static bool may_discard_some(const struct game *game)
{
	bool last = discard_goes_out(game);

	return (!last && some_stays_free(game, cards_kinds(&game->seat[game->turn.seat].hand))) ||
	       discardable(game, last) != 0;
}

bool may_go_out(const struct game *game)
{
	struct question about = question_now(game);
	struct reason reason;

	about.going_out = true;
	if (game->turn.stays_in || !contract_is_met(&about, &reason))
		return false;
	return own_side(game)->opened || ask(game->rules->initial_meld.waived, &about);
}

bool reserve_waits(const struct game *game)
{
	const struct rules *rules = game->rules;

	return rules->reserve.cards > 0 && rules->reserve.taken_up == reserve_taken_up_with_an_empty_hand &&
	       game->reserve_size[reserve_of(game, game->turn.seat)] > 0 && !game->turn.owes_out;
}

/* Whether what the reserve waits for holds as things stand. */
static bool reserve_may_come(const struct game *game)
{
	struct question about = question_now(game);

	return ask(game->rules->reserve.when, &about) != 0;
}

/* Whether it holds after the only card of the hand is discarded. */
NOINLINE static bool reserve_may_come_after_discard(const struct game *game)
{
	struct game after;

	copy_turn(&after, game);
	put_on_pile(&after, __builtin_ctzll(cards_kinds(&game->seat[game->turn.seat].hand)));
	return reserve_may_come(&after);
}

bool reserve_is_due(const struct game *game)
{
	int32_t always;

	if (!reserve_waits(game))
		return false;
	if (formula_is_constant(game->rules->reserve.when, &always))
		return always != 0;
	return game->seat[game->turn.seat].size == 1 ? reserve_may_come_after_discard(game) : reserve_may_come(game);
}

/* Whether the last card may be discarded for a talon, if one is due. */
static bool talon_comes_for_last_card(const struct game *game)
{
	return game->turn.opened && game->rules->talon.empty_hand == talon_empty_hand_allowed && !game->turn.owes_out &&
	       !game->turn.last && !may_go_out(game);
}

bool hand_refills(const struct game *game)
{
	int because;

	if (game->seat[game->turn.seat].size == 1 && !game->turn.pending && reserve_is_due(game))
		return !owes_opening(game);
	return game->seat[game->turn.seat].size == 1 && talon_comes_for_last_card(game) &&
	       talon_due(game, &because) > 0;
}

bool may_stop(const struct game *game)
{
	return may_keep_all(game) && !game->turn.pending && !game->turn.owes_out && !owes_opening(game) &&
	       game->seat[game->turn.seat].size > 0;
}

/* True if a reserve or a talon comes for the last card, which is unknown, although the player does not go out. False proves nothing. */
static bool unknown_card_refills(const struct game *game)
{
	int because;

	if (reserve_waits(game) && !game->rules->tables->reserve_asks_pile && reserve_may_come(game))
		return !owes_opening(game);
	return talon_comes_for_last_card(game) && talon_due(game, &because) > 0;
}

/* can_end_now() on a planner's copy whose hand has unknown cards, too. One of them can always be discarded, since bans give way if a
 * draw leaves nothing else. False proves nothing: the unknown cards might go to melds, or be discarded where bans bar others. */
NOINLINE static bool can_end_with_unknown(const struct game *game)
{
	int size = game->seat[game->turn.seat].size + game->turn.unknown;

	if (size >= 2 || may_keep_all(game))
		return !game->turn.owes_out && !owes_opening(game);
	if (discards_nothing(game))
		return false;
	return (may_go_out(game) && game->rules->discard.ban_count == 0) || unknown_card_refills(game);
}

bool can_end_now(const struct game *game)
{
	int size = game->seat[game->turn.seat].size;

	if (game->phase == PHASE_OVER)
		return true;
	if (game->turn.pending)
		return false;
	if (game->turn.unknown > 0)
		return can_end_with_unknown(game);
	if (may_stop(game))
		return true;
	if (size > 0 && discards_nothing(game))
		return false;
	if (size >= 2)
		return !game->turn.owes_out && !owes_opening(game) && may_discard_some(game);
	if (size == 0 && reserve_is_due(game))
		return !owes_opening(game);
	if (hand_refills(game))
		return may_discard_some(game);
	if (size == 0 && game->rules->going_out.discard == going_out_discard_required)
		return false;
	return may_go_out(game) && (size == 0 || may_discard_some(game));
}

int talon_of_opening(const struct game *game, int *because)
{
	const struct rules *rules = game->rules;
	struct question about = question_now(game);
	int due = ask(rules->talon.cards, &about), there;

	*because = ROW_talon_cards;
	if (due <= 0)
		return 0;
	*because = ROW_talon_when;
	if (!ask(rules->talon.when, &about))
		return 0;
	*because = rules->talon.set_aside > 0 ? ROW_talon_set_aside : ROW_talon_leaves;
	there = rules->talon.set_aside > 0 ? game->aside_size : game->stock_size - rules->talon.leaves;
	there = there < ASIDE_MAX ? there : ASIDE_MAX;
	return there < 0 ? 0 : due < there ? due : there;
}
