/* discard.c -- the cards that may be discarded: what bans forbid, and when they give way. */
#include "game/play.h"
#include "game/planner.h"

/* Whether a ban gives way at last when [order] is reached; otherwise what the draw or the take has settled counts. */
static bool gives_way(const struct game *game, const struct in_ban *ban, int order)
{
	bool settled = ban->order <= game->turn.bans_yield;

	switch ((enum ban_gives_way_words)ban->gives_way) {
	case ban_gives_way_after_drawing: return settled && game->turn.drew;
	case ban_gives_way_after_drawing_or_taking: return settled;
	case ban_gives_way_at_any_time: return settled || ban->order <= order;
	case ban_gives_way_never: break;
	}
	return false;
}

/* The kinds of the hand that a ban speaks of now. [about]: what is asked, the rank apart. */
static cardset banned_by(struct question *about, int ban)
{
	const struct game *game = about->game;
	formula when = about->going_out ? game->rules->discard.ban[ban].when : game->rules->ban_staying_in[ban];
	cardset kinds = cards_kinds(&game->seat[game->turn.seat].hand) & game->rules->discard.ban[ban].cards,
		banned = 0;

	if (!(game->rules->bans_ask_rank >> ban & 1))
		return kinds != 0 && ask(when, about) ? kinds : 0;
	for (; kinds != 0; kinds &= kinds - 1) {
		about->rank = (uint8_t)(1 + rank_of(game->rules, __builtin_ctzll(kinds)));
		if (ask(when, about))
			banned |= kinds & -kinds;
	}
	return banned;
}

/* The bans that may speak now, by their places. */
static uint32_t bans_now(const struct game *game)
{
	return game->pile_size > 0 ? game->rules->bans_beside_pile : game->rules->bans;
}

/* The kinds of the hand that are free when bans up to [order] give way that may at any time. */
static cardset free_to_discard(const struct game *game, int order, bool last)
{
	const struct rules *rules = game->rules;
	cardset kinds = cards_kinds(&game->seat[game->turn.seat].hand);
	cardset unbanned = rules->unbanned[game->pile_size > 0];
	struct question about;

	if ((kinds & ~unbanned) == 0)
		return kinds;
	about = question_now(game);
	about.going_out = last;
	for (uint32_t bans = bans_now(game); bans != 0 && kinds != 0; bans &= bans - 1) {
		int ban = __builtin_ctz(bans);
		if ((kinds & rules->discard.ban[ban].cards) != 0 &&
		    (last || !gives_way(game, &rules->discard.ban[ban], order)))
			kinds &= ~banned_by(&about, ban);
	}
	return kinds;
}

/* True if no ban speaks of [kind] now that does not give way, the last card apart. */
static bool is_free(const struct game *game, int kind)
{
	const struct rules *rules = game->rules;
	struct question about = question_with(game, kind);

	for (uint32_t bans = bans_now(game); bans != 0; bans &= bans - 1) {
		const struct in_ban *ban = &rules->discard.ban[__builtin_ctz(bans)];
		if ((ban->cards >> kind & 1) && !gives_way(game, ban, 0) && ask(ban->when, &about))
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
	for (kinds &= game->rules->banned_steadily; kinds != 0; kinds &= kinds - 1)
		if (is_free(game, __builtin_ctzll(kinds)))
			return true;
	return false;
}

/* The same where no plain answer does. */
APART static cardset discardable_at_length(const struct game *game, bool last)
{
	cardset kinds = 0;

	if (!last && game->turn.bans_yield == BANS_ALL)
		return cards_kinds(&game->seat[game->turn.seat].hand);
	for (int order = 0; order < BANS_ALL && kinds == 0; order++) {
		kinds = free_to_discard(game, order, last);
		if (last || !game->rules->bans_bend)
			break;
	}
	return kinds;
}

cardset discardable(const struct game *game, bool last)
{
	cardset hand = cards_kinds(&game->seat[game->turn.seat].hand);
	bool pile = game->pile_size > 0;

	if (!last && game->turn.bans_yield == 0 && (hand & game->rules->ordinary[pile]) != 0)
		return hand & ~game->rules->barred[pile];
	return discardable_at_length(game, last);
}

void settle_bans(struct game *game)
{
	cardset hand = cards_kinds(&game->seat[game->turn.seat].hand);
	bool bars = !discard_goes_out(game) && (hand & never_banned(game)) == 0;

	for (int order = 0; order < BANS_ALL && bars; order++) {
		game->turn.bans_yield = (uint8_t)order;
		if (free_to_discard(game, order, false) != 0)
			return;
	}
	game->turn.bans_yield = 0;
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
