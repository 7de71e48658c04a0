/* discards.c -- which cards of the hand may be discarded: those that no ban holds, and in which order bans give way if all are held.
 * The checks and can_end_now() ask what may be discarded, the planner which cards stay free for the discard; bans are settled where cards
 * come to a hand. */
#include "game/state.h"

/* True if a ban has given way: in this turn, by the draw or the take; or, if it may give way at any time, because bans
 * up to [order] do now. */
static bool gives_way(const struct game *game, const struct in_ban *ban, int order)
{
	bool settled = ban->order <= game->turn.bans_given_way;

	switch ((enum ban_gives_way_words)ban->gives_way) {
	case ban_gives_way_after_drawing: return settled && game->turn.drew;
	case ban_gives_way_after_drawing_or_taking: return settled;
	case ban_gives_way_at_any_time: return settled || ban->order <= order;
	case ban_gives_way_never: break;
	}
	return false;
}

/* The kinds of the hand that a ban keeps from being discarded now. [about]: the question without the card. */
static cardset banned_by(struct question *about, int ban)
{
	const struct game *game = about->game;
	formula when = about->going_out ? game->rules->discard.ban[ban].when : game->rules->tables->ban_staying_in[ban];
	cardset kinds = cards_kinds(&game->seat[game->turn.seat].hand) & game->rules->discard.ban[ban].cards,
		banned = 0;

	if (!(game->rules->tables->bans_ask_rank >> ban & 1))
		return kinds != 0 && ask(when, about) ? kinds : 0;
	for (; kinds != 0; kinds &= kinds - 1) {
		about->rank = (uint8_t)(1 + rank_of(game->rules, __builtin_ctzll(kinds)));
		about->card = (uint8_t)(1 + __builtin_ctzll(kinds));
		if (ask(when, about))
			banned |= kinds & -kinds;
	}
	return banned;
}

/* The bans that may hold now, as bits. */
static uint32_t bans_now(const struct game *game)
{
	return game->pile_size > 0 ? game->rules->tables->bans_beside_pile : game->rules->tables->bans;
}

/* The kinds of the hand that may be discarded, if those bans up to [order] have given way that may do so at any time.
 * [last]: the player goes out with the discard. */
static cardset unbanned_kinds(const struct game *game, int order, bool last)
{
	const struct rules *rules = game->rules;
	cardset kinds = cards_kinds(&game->seat[game->turn.seat].hand);
	struct question about = question_now(game);

	about.going_out = last;
	for (uint32_t bans = bans_now(game); bans != 0 && kinds != 0; bans &= bans - 1) {
		int ban = __builtin_ctz(bans);
		if ((kinds & rules->discard.ban[ban].cards) != 0 &&
		    (last || !gives_way(game, &rules->discard.ban[ban], order)))
			kinds &= ~banned_by(&about, ban);
	}
	return kinds;
}

/* True if no ban keeps [kind] from being discarded, not as the last card, if the bans up to [order] have given way that
 * may do so at any time. False proves nothing where all bans are lifted (BANS_ALL), which is not looked at. */
static bool is_free(const struct game *game, int kind, int order)
{
	const struct rules *rules = game->rules;
	struct question about = question_with(game, kind);

	about.card = (uint8_t)(1 + kind);
	for (uint32_t bans = bans_now(game); bans != 0; bans &= bans - 1) {
		const struct in_ban *ban = &rules->discard.ban[__builtin_ctz(bans)];
		if ((ban->cards >> kind & 1) && !gives_way(game, ban, order) && ask(ban->when, &about))
			return false;
	}
	return true;
}

bool some_stays_free(const struct game *game, cardset kinds)
{
	if ((kinds & never_banned(game)) != 0)
		return true;
	if (game->phase != PHASE_MELD || game->turn.pending)
		return false;
	for (kinds &= game->rules->tables->banned_steadily; kinds != 0; kinds &= kinds - 1)
		if (is_free(game, __builtin_ctzll(kinds), 0))
			return true;
	return false;
}

/* The kinds that may be discarded, where conditions have to be evaluated: bans give way one order after the other, until some card may be
 * discarded. */
NOINLINE static cardset discardable_at_length(const struct game *game, bool last)
{
	cardset kinds;

	if (game->turn.bans_given_way >= (last ? BANS_LIFTED : BANS_ALL))
		return cards_kinds(&game->seat[game->turn.seat].hand);
	kinds = unbanned_kinds(game, 0, last);
	for (unsigned orders = last ? 0 : game->rules->tables->bans_giving_way; orders != 0 && kinds == 0;
	     orders &= orders - 1)
		kinds = unbanned_kinds(game, __builtin_ctz(orders), false);
	return kinds;
}

cardset discardable(const struct game *game, bool last)
{
	cardset hand = cards_kinds(&game->seat[game->turn.seat].hand);
	bool pile = game->pile_size > 0;

	if (!last && game->turn.bans_given_way == 0 && (hand & game->rules->tables->ordinary[pile]) != 0)
		return hand & ~game->rules->tables->barred[pile];
	return discardable_at_length(game, last);
}

void settle_bans(struct game *game)
{
	cardset hand = cards_kinds(&game->seat[game->turn.seat].hand);
	bool bars = !discard_goes_out(game) && (hand & never_banned(game)) == 0;

	if (game->turn.bans_given_way == BANS_LIFTED)
		return; /* to see whether the turn could end without them */
	for (int order = 0; order < BANS_ALL && bars; order++) {
		game->turn.bans_given_way = (uint8_t)order;
		for (cardset kinds = hand; kinds != 0; kinds &= kinds - 1)
			if (is_free(game, __builtin_ctzll(kinds), order))
				return;
	}
	game->turn.bans_given_way = 0;
}

bool discard_is_banned(const struct game *game, int kind, bool last, int *item)
{
	const struct rules *rules = game->rules;
	struct question about = question_now(game);

	if (rules->discard.ban_count == 0 || (discardable(game, last) >> kind & 1))
		return false;
	about.going_out = last;
	for (*item = 0; *item + 1 < rules->discard.ban_count; ++*item)
		if ((last || !gives_way(game, &rules->discard.ban[*item], 0)) && (banned_by(&about, *item) >> kind & 1))
			break;
	return true;
}
