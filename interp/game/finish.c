/* finish.c -- can this turn be brought to a legal end? Whatever a player owes in a turn is tested here, by looking
 * for one way of paying it. The search lays the cards of one rank after the other, so no set of melds is looked at
 * twice, and gives up a branch as soon as it has left more cards behind than may remain. */
#include "game/opening.h"

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

bool discard_is_banned(const struct game *game, int kind, bool last, int *item)
{
	const struct rules *rules = game->rules;
	struct question about = question_now(game);

	about.going_out = last;
	for (int i = 0; i < rules->discard.ban_count && !game->turn.bans_yield; i++)
		if ((rules->discard.ban[i].cards >> kind & 1) && ask(rules->discard.ban[i].when, &about))
			return *item = i, true;
	return false;
}

/* True if some card of the hand may be discarded. */
static bool may_discard_some(const struct game *game)
{
	const struct seat *seat = &game->seat[game->turn.seat];
	int item;

	if (game->rules->discard.ban_count == 0)
		return true;
	for (cardset kinds = cards_kinds(&seat->hand); kinds != 0; kinds &= kinds - 1)
		if (!discard_is_banned(game, __builtin_ctzll(kinds), seat->size == 1, &item))
			return true;
	return false;
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

/* True if the turn can end just now. */
static bool can_end_now(const struct game *game)
{
	int size = game->seat[game->turn.seat].size;

	if (game->turn.pending)
		return false;
	if (size >= 2)
		return !game->turn.owes_out && (game->turn.count == 0 || own_side(game)->opened) &&
		       may_discard_some(game);
	if (size == 0 && game->rules->going_out.discard == going_out_discard_required)
		return false;
	return may_go_out(game) && (size == 0 || may_discard_some(game));
}

/* ---- the search ---- */

struct search {
	struct game game;
	long steps; /* left before giving up */
};

/* The first wild kind in the hand, the one with most points; -1 if there is none. */
static int best_wild(const struct game *game)
{
	const struct rules *rules = game->rules;

	for (int i = 0; i < rules->wild_kinds; i++)
		if (cards_kinds(&game->seat[game->turn.seat].hand) >> rules->wild_kind[i] & 1)
			return i;
	return -1;
}

/* Fills in [count] wild cards of the hand, those with most points first; false if there are not enough. */
static bool choose_wilds(const struct game *game, int count, struct act *act)
{
	const struct rules *rules = game->rules;

	for (int i = 0; i < rules->wild_kinds && count > 0; i++) {
		int have = cards_count(&game->seat[game->turn.seat].hand, rules->wild_kind[i]);
		act->wild[i] = (uint8_t)(have < count ? have : count);
		count -= act->wild[i];
	}
	return count == 0;
}

static bool search_from(struct search *search, int rank, int behind);

/* Does [act] and goes on with the same rank, or with the first one if a pile has come to the hand. */
static bool search_act(struct search *search, struct act act, int rank, int behind)
{
	struct game before;
	bool found;

	copy_turn(&before, &search->game);
	apply_cards(&search->game, act);
	if (before.turn.pending && !search->game.turn.pending)
		rank = behind = 0;
	found = search_from(search, rank, behind);
	copy_turn(&search->game, &before);
	return found;
}

static bool search_begin(struct search *search, int rank, int behind)
{
	const struct game *game = &search->game;
	const struct rules *rules = game->rules;
	int have = cards_count(&game->seat[game->turn.seat].hand, rank);
	bool owes_out;

	for (int i = 0; i < rules->meld_count; i++) {
		const struct form *form = &rules->form[i];
		bool wild_rank = form->ranks == 0 && rules->wild_kinds > 0 && rank == rules->wild_kind[0];
		if ((!(form->ranks >> rank & 1) && !wild_rank) || !form_may_begin(game, i, &owes_out))
			continue;
		for (int b = 0; b < form->begin_count; b++) {
			struct act act = { .verb = ACT_MELD,
				           .item = (uint8_t)i,
				           .kind = (uint8_t)rank,
				           .count = form->begin[b].naturals };
			if (form->begin[b].naturals <= have && choose_wilds(game, form->begin[b].wilds, &act) &&
			    search_act(search, act, rank, behind))
				return true;
		}
	}
	return false;
}

static bool search_add(struct search *search, int rank, int behind)
{
	const struct game *game = &search->game;
	const struct side *side = own_side(game);
	struct act act = { .verb = ACT_ADD, .item = side->meld_of[rank] };
	int wild = best_wild(game);

	if ((side->takes_natural >> rank & 1) && (cards_kinds(&game->seat[game->turn.seat].hand) >> rank & 1)) {
		act.kind = (uint8_t)rank;
		if (search_act(search, act, rank, behind))
			return true;
	}
	if ((side->takes_wild >> rank & 1) && wild >= 0) {
		act.kind = game->rules->wild_kind[wild];
		return search_act(search, act, rank, behind);
	}
	return false;
}

static bool search_from(struct search *search, int rank, int behind)
{
	const struct game *game = &search->game;
	const struct rules *rules = game->rules;
	const struct seat *seat = &game->seat[game->turn.seat];
	const struct side *side = own_side(game);

	if (can_end_now(game))
		return true;
	if (search->steps-- <= 0)
		return false;
	for (; rank < rules->kinds; rank++) {
		if (side->melded >> rank & 1) {
			if (search_add(search, rank, behind))
				return true;
		} else if (search_begin(search, rank, behind))
			return true;
		if (rules->naturals >> rank & 1)
			behind += cards_count(&seat->hand, rank);
		if (game->turn.owes_out && !game->turn.pending && behind > 1)
			return false;
	}
	return false;
}

bool whole_hand_cannot_go(const struct game *game)
{
	struct out_plan plan;

	return SHORTCUTS && (hand_cannot_go(game) || plan_out(game, &plan) == NO);
}

/* A search that finds nothing soon finds nothing at all: hands are small and ranks few. The bound only keeps a
 * strange variant from taking for ever. */
enum { SEARCH_STEPS = 50000 };

bool turn_can_end(const struct game *game)
{
	bool has_to_go = game->turn.owes_out || (game->seat[game->turn.seat].size < 2 && !game->turn.pending);
	struct opening opening;
	struct out_plan plan;
	struct search search;

	if (can_end_now(game))
		return true;
	if (!own_side(game)->opened) {
		plan_opening(game, &opening);
		if (opening_is_sure(game, &opening, game->turn.pending ? cards_with_pile(game, true) : 0) && !has_to_go)
			return true;
		if (SHORTCUTS && !has_to_go && opening.exact && opening.limit >= game->turn.minimum &&
		    (opening_is_sure_keeping(game, 1) || opening_is_sure_keeping(game, 2)))
			return true;
		if (SHORTCUTS && opening.limit < game->turn.minimum &&
		    (game->turn.pending || whole_hand_cannot_go(game)))
			return false;
	} else if (has_to_go && !game->turn.pending) {
		enum answer answer = game->turn.stays_in ? NO : plan_out(game, &plan);
		if (answer != UNSURE)
			return answer == YES;
	}
	copy_turn(&search.game, game);
	search.steps = SEARCH_STEPS;
	return search_from(&search, 0, 0);
}

bool act_leads_to_end(const struct game *game, struct act act)
{
	struct game after;

	copy_turn(&after, game);
	apply_cards(&after, act);
	return turn_can_end(&after);
}
