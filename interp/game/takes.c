/* takes.c -- which ways of taking the pile are legal: those that the hand has the cards for, that their conditions
 * allow, and after which the turn can end. */
#include "game/listing.h"

bool take_wants(const struct rules *rules, int item, struct act act)
{
	struct composition hand = rules->pile.take[item].hand;

	if (!(rules->cards.wild >> act.kind & 1))
		return act.count == hand.naturals + hand.alike && act_wilds(act) == hand.wilds;
	for (int i = 0; i < rules->wild_kinds; i++)
		if (act.wild[i] > 0 && rules->kind[rules->wild_kind[i]].rank != rules->kind[act.kind].rank)
			return false;
	return hand.alike > 0 && hand.naturals + hand.wilds + act.count == 0 && act_wilds(act) == hand.alike;
}

/* The form of a new meld of the top card with these cards, or -1. */
APART static int new_meld_form(const struct game *game, struct composition cards, struct act act, int rank)
{
	const struct rules *rules = game->rules;
	int first = rules->form_of[act.kind];
	bool owes_out;

	for (int i = first > 0 ? first : 0; i < rules->meld_count; i++) {
		const struct form *form = &rules->form[i];
		if ((cards.naturals > 0 ? form->ranks >> act.kind & 1 : form->ranks == 0) &&
		    form_allows(form, cards.naturals, cards.wilds) && form_may_begin(game, i, rank, &owes_out) &&
		    !owes_out && (cards.wilds == 0 || form_takes_wild(game, i, rank)))
			return i;
	}
	return -1;
}

/* Whether the cards of a take may join [meld]. */
static bool take_joins(const struct game *game, const struct meld *meld, struct composition cards)
{
	return meld_takes(game->rules, meld, cards.naturals, cards.wilds) &&
	       (cards.naturals == 0 || form_takes_natural(game, meld->form, meld->cards.kind)) &&
	       (cards.wilds == 0 || form_takes_wild(game, meld->form, meld->cards.kind));
}

int take_makes_meld(const struct game *game, struct act act)
{
	const struct rules *rules = game->rules;
	const struct side *side = own_side(game);
	int onto = rules->pile.take[act.item].onto, rank = rank_of(rules, act.kind), form = -1;
	const struct meld *meld = meld_of(side, rank);
	struct composition cards = take_cards(rules->pile.take[act.item].hand, rules->cards.wild >> act.kind & 1);

	if (onto != take_onto_own_meld && (ranks_to_begin(side) >> rank & 1)) {
		form = rules->take_begins[act.item][act.kind];
		if (form == BEGINS_ASKED)
			form = new_meld_form(game, cards, act, rank);
	}
	if (form >= 0)
		return MELDS_MAX + form;
	return meld != NULL && onto != take_onto_new_meld && take_joins(game, meld, cards) ? side->meld_of[rank] : -1;
}

/* The hand after a take, the cards of the pile included, is large enough for any turn to end. */
static bool take_is_safe(const struct game *game, struct act act)
{
	int size = game->seat[game->turn.seat].size - act.count - act_wilds(act) + game->pile_size - 1;

	return own_side(game)->opened && size >= 2 &&
	       (game->rules->discard.ban_count == 0 || keeps_unbanned(game, act, game->pile_kinds)) &&
	       (game->pile_kinds & game->rules->bonus.cards) == 0;
}

/* Whether the turn can end after a take that opens with a new meld of form [form]. */
static bool opening_take_ends(const struct game *game, struct act act, int form)
{
	struct opening plan;

	plan_opening_taking(game, act, form, &plan);
	if (SHORTCUTS && plan.limit < game->turn.minimum)
		return false;
	return opening_is_sure(game, &plan, cards_with_pile(game, false)) || act_leads_to_end(game, act);
}

bool take_condition(const struct question *about, int take, bool *owes_out)
{
	const struct game *game = about->game;
	formula when = game->rules->pile.take[take].when;
	struct question out;

	*owes_out = false;
	if (ask(when, about))
		return true;
	if (!(game->rules->takes_owe >> take & 1) || game->turn.stays_in)
		return false;
	out = *about;
	out.going_out = *owes_out = true;
	return ask(when, &out);
}

static void list_take(const struct game *game, struct choices *choices, struct act act, const struct question *about)
{
	bool owes_out = false;
	int made;

	if (!(game->rules->takes_unfrozen >> act.item & 1) && !take_condition(about, act.item, &owes_out))
		return; /* that a pile is not frozen was asked already */
	made = take_makes_meld(game, act);
	if (made < 0)
		return;
	if (owes_out                                       ? act_leads_to_end(game, act)
	    : made >= MELDS_MAX && !own_side(game)->opened ? opening_take_ends(game, act, made - MELDS_MAX)
	                                                   : take_is_safe(game, act) || act_leads_to_end(game, act))
		list(choices, act);
}

/* The wild kinds of the same rank as one of them. */
static cardset kinds_like(const struct rules *rules, int kind)
{
	cardset alike = 0;

	for (int i = 0; i < rules->wild_kinds; i++)
		if (rules->kind[rules->wild_kind[i]].rank == rules->kind[kind].rank)
			alike |= UINT64_C(1) << rules->wild_kind[i];
	return alike;
}

/* The keys to a pile with this card on [top] that the hand may have the cards for. */
static uint32_t keys_of(const struct game *game, int top)
{
	const struct rules *rules = game->rules;
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	bool wild_held = (cards_kinds(hand) & rules->cards.wild) != 0;
	uint32_t keys = rules->cards.wild >> top & 1 ? rules->takes_of_wild
	                                             : rules->takes_with[cards_count(hand, top)][wild_held];
	uint32_t melded = own_side(game)->melded >> rank_of(rules, top) & 1;

	return keys & ~(rules->takes_onto_own & (melded - 1));
}

/* Lists the ways of taking the pile with key [item], of which the cards in the hand are enough. */
static void list_key(const struct game *game, struct choices *choices, int item, const struct question *about)
{
	const struct rules *rules = game->rules;
	cardset hand = cards_kinds(&game->seat[game->turn.seat].hand);
	struct composition cards = rules->pile.take[item].hand;
	struct act act =
		act_of(ACT_TAKE, (unsigned)item, (unsigned)pile_top(game), (unsigned)cards.naturals + cards.alike);

	if (rules->cards.wild >> act.kind & 1) {
		act.count = 0;
		each_choice_of_wilds(game, choices, act, kinds_like(rules, act.kind), 0, cards.alike, about, list_take);
	} else if (cards.wilds == 0)
		list_take(game, choices, act, about);
	else if (cards.wilds > 1)
		each_choice_of_wilds(game, choices, act, rules->cards.wild, 0, cards.wilds, about, list_take);
	else
		for (int i = 0; i < rules->wild_kinds; i++)
			if (hand >> rules->wild_kind[i] & 1)
				list_take(game, choices, act_with_wild(act, i), about);
}

/* Lists the ways of taking among [keys] if the pile can be taken. */
static void list_keys(const struct game *game, struct choices *choices, uint32_t keys)
{
	const struct rules *rules = game->rules;
	struct question about = question_with(game, pile_top(game));

	about.taking = true;
	if (rules->blocks_to_ask != 0 && pile_looks_blocked(&about))
		return;
	about.frozen = pile_looks_frozen(&about);
	about.frozen_known = true;
	if (about.frozen)
		keys &= ~rules->takes_unfrozen;
	for (; keys != 0; keys &= keys - 1)
		list_key(game, choices, __builtin_ctz(keys), &about);
}

void list_takes(const struct game *game, struct choices *choices)
{
	const struct rules *rules = game->rules;
	uint32_t keys;

	if (game->pile_size == 0 || !((rules->takeable & ~rules->block_tops) >> pile_top(game) & 1))
		return;
	keys = keys_of(game, pile_top(game));
	if (keys != 0)
		list_keys(game, choices, keys);
}

int forced_take(const struct game *game, const struct choices *takes)
{
	struct question about;

	if (game->pile_size == 0)
		return -1;
	about = question_with(game, pile_top(game));
	about.taking = true;
	for (int i = 0; i < takes->listed; i++)
		if (takes->act[i].verb == ACT_TAKE && ask(game->rules->pile.take[takes->act[i].item].forced, &about))
			return takes->act[i].item;
	return -1;
}

bool must_take(const struct game *game, int *item)
{
	struct choices takes;

	takes.listed = 0;
	if (game->rules->takes_forced)
		list_takes(game, &takes);
	*item = forced_take(game, &takes);
	return *item >= 0;
}
