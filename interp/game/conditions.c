/* conditions.c -- what conditions allow of melds and takes now: which melds may be begun and what they take, whether a way of taking the
 * pile may be used, and what it makes. The referee, the move generator, the planner and what does an act ask here. */
#include "game/state.h"

/* ---- melds ---- */

bool form_takes_natural_now(const struct game *game, int form, int rank)
{
	struct question about = question_of_meld(game, rank);

	return ask(game->rules->meld[form].natural_cards, &about);
}

bool form_takes_wild_now(const struct game *game, int form, int rank)
{
	struct question about = question_of_meld(game, rank);

	return ask(game->rules->meld[form].wild_cards, &about);
}

bool learn_takes_wild(const struct game *game, struct taking_wild *forms, int form, int rank)
{
	bool takes = form_takes_wild(game, form, rank);

	if (!(game->rules->tables->wild_asks_rank >> form & 1)) {
		forms->known |= UINT32_C(1) << form;
		forms->taking |= (uint32_t)takes << form;
	}
	return takes;
}

bool form_may_begin_now(const struct game *game, int form, int rank, bool *owes_out)
{
	struct question about = question_of_meld(game, rank);

	if (ask(game->rules->meld[form].begun, &about))
		return true;
	if (about.going_out || game->turn.stays_in)
		return false;
	about.going_out = true;
	*owes_out = true;
	return ask(game->rules->meld[form].begun, &about);
}

/* ---- taking the pile ---- */

bool take_condition(const struct question *about, int take, bool *owes_out)
{
	const struct game *game = about->game;
	formula when = game->rules->pile.take[take].when;
	struct question of_way = *about;

	of_way.way = (uint8_t)(1 + take);
	*owes_out = false;
	if (ask(when, &of_way))
		return true;
	if (!(game->rules->tables->takes_owe >> take & 1) || game->turn.stays_in)
		return false;
	of_way.going_out = *owes_out = true;
	return ask(when, &of_way);
}

/* The form of a new meld of the top card with these cards, or -1: the first that obliges the player to nothing, else the first. */
NOINLINE static int new_meld_form(const struct game *game, struct act act, struct composition cards, int rank)
{
	const struct rules *rules = game->rules;
	int owing = -1;
	bool owes_out;

	for (int i = 0; i < rules->meld_count; i++) {
		const struct form *form = &rules->form[i];
		if ((cards.naturals > 0 ? form->ranks >> rank & 1 : form_is_wild(form)) &&
		    form_allows(form, cards.naturals, cards.wilds) && form_may_begin(game, i, rank, &owes_out) &&
		    (cards.wilds == 0 || form_takes_wild(game, i, rank)) && take_kinds_fit(rules, i, NULL, act)) {
			if (!owes_out)
				return i;
			owing = owing < 0 ? i : owing;
		}
	}
	return owing;
}

/* Whether the cards of a take may join [meld]. */
static bool take_joins(const struct game *game, const struct meld *meld, struct act act, struct composition cards)
{
	return meld_takes(game->rules, meld, cards.naturals, cards.wilds) &&
	       take_kinds_fit(game->rules, meld->form, meld, act) &&
	       (cards.naturals == 0 || form_takes_natural(game, meld->form, meld->cards.kind)) &&
	       (cards.wilds == 0 || form_takes_wild(game, meld->form, meld->cards.kind));
}

/* The sequence to which a take lays the top card, a place in the side's melds, -1 if it goes to none. */
static int sequence_taken_to(const struct game *game, struct act act)
{
	const struct side *side = own_side(game);
	int at = act_onto(act);

	return at >= 0 && at < side->melds && side->meld[at].cards.sequence > 0 &&
	                       sequence_takes(game->rules, &side->meld[at], act.kind) &&
	                       act_kinds_fit(game, act_of(ACT_ADD, (unsigned)at, act.kind, 0)) &&
	                       form_takes_natural(game, side->meld[at].form, act.kind)
	               ? at
	               : -1;
}

/* The meld of the rank to which a take brings its cards: one other than the one that meld_of[] leads to. */
static int other_meld_taken_to(const struct game *game, struct act act)
{
	const struct rules *rules = game->rules;
	const struct side *side = own_side(game);
	int at = act_onto(act);

	return at < side->melds && side->meld[at].cards.sequence == 0 && meld_fits(rules, &side->meld[at], act.kind) &&
	                       at != side->meld_of[side->meld[at].cards.kind] && !is_superseded(rules, side, at) &&
	                       take_joins(game, &side->meld[at], act, (struct composition){ .naturals = 1 })
	               ? at
	               : -1;
}

int take_makes_meld(const struct game *game, struct act act)
{
	const struct rules *rules = game->rules;
	const struct side *side = own_side(game);
	int onto = rules->pile.take[act.item].onto, rank = rank_of(rules, act.kind), form = -1;
	const struct meld *meld = meld_of(side, rank);
	struct composition cards = take_cards(rules->pile.take[act.item].hand, rules->cards.wild >> act.kind & 1);

	if (onto == take_onto_hand)
		return TAKEN_TO_HAND;
	if (onto == take_onto_own_sequence)
		return sequence_taken_to(game, act);
	if (act_onto(act) >= 0 && (rules->tables->takes_name_meld >> act.item & 1))
		return other_meld_taken_to(game, act);
	if (onto != take_onto_own_meld && (ranks_to_begin(side) >> rank & 1)) {
		form = rules->tables->take_begins[act.item][act.kind];
		if (form == BEGINS_ASKED)
			form = new_meld_form(game, act, cards, rank);
	}
	if (form >= 0)
		return MELDS_MAX + form;
	return meld != NULL && onto != take_onto_new_meld && take_joins(game, meld, act, cards) ? side->meld_of[rank] : -1;
}

bool taken_meld_owes(const struct game *game, struct act act, int made)
{
	bool owes_out = false;

	if (made >= MELDS_MAX && made != TAKEN_TO_HAND)
		form_may_begin(game, made - MELDS_MAX, rank_of(game->rules, act.kind), &owes_out);
	return owes_out;
}

struct question question_of_take(const struct game *game, struct act act)
{
	const struct rules *rules = game->rules;
	struct question about = question_with(game, pile_top(game));
	uint32_t naming = rules->tables->takes_name_meld & ~rules->tables->takes_onto_sequence;

	about.taking = true;
	about.way = (uint8_t)(act.item < rules->pile.take_count ? 1 + act.item : 0);
	if (act.item < rules->pile.take_count && (naming >> act.item & 1) && act_onto(act) < own_side(game)->melds)
		about.meld = (uint8_t)(1 + act_onto(act));
	return about;
}

/* ---- what comes from the stock ---- */

int cards_to_renew(const struct game *game)
{
	if (game->renewed >= game->rules->stock_end.renewed || game->pile_size < 2 || game->turn.thought ||
	    game->turn.left > 0 || game->turn.pending)
		return 0;
	return game->pile_size - 1;
}

int cards_of_draw(const struct game *game)
{
	const struct rules *rules = game->rules;
	int due = rules->turn.draw, there = game->stock_size;

	there += there < due ? cards_to_renew(game) : 0;
	if (there >= due)
		return due;
	return rules->stock_end.short_draw == stock_end_short_draw_draws_what_is_left ? there : 0;
}

/* ---- bonus cards ---- */

enum origin origin_of_held(const struct game *game)
{
	return game->seat[game->turn.seat].played ? FROM_STOCK : FROM_DEAL;
}

bool laying_is_replaced(const struct game *game, int kind)
{
	struct question about = question_now(game);

	about.origin = (uint8_t)(game->phase == PHASE_DRAW ? origin_of_held(game) : FROM_STOCK);
	about.held = cards_count(&game->drawn, kind) == 0;
	return ask(game->rules->bonus.replaced, &about) != 0;
}
