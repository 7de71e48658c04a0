/* clauses.c -- which clauses refuse acts. The referee names the clause (refuse.c); here it is only asked about the acts
 * that the cards would allow. Questions to the partner and special hands are left out: nearly every hand could be
 * refused those, and it would say nothing. */
#include "reports/clauses.h"

#include "game/question.h"

/* ---- asking ---- */

/* Asks the referee. Each clause counts once in a decision, however many acts it refuses. */
static void try_act(struct clause_counts *clauses, const struct game *game, struct act act)
{
	struct reason reason = game_refusal(game, act);
	int64_t *last;

	if (reason.refusal == REFUSAL_NONE || reason.row < 0)
		return;
	last = &clauses->last_refusal[reason.row][reason.item];
	clauses->refused[reason.row][reason.item] += *last != clauses->decisions;
	*last = clauses->decisions;
}

static const struct cards *own_hand(const struct game *game)
{
	return &game->seat[game->turn.seat].hand;
}

/* [act] with [count] wild cards of the hand, those with most points first; false if there are not so many. */
static bool add_wilds(const struct game *game, struct act *act, int count)
{
	const struct rules *rules = game->rules;

	for (int wild = 0; wild < rules->wild_kinds && count > 0; wild++)
		for (int held = cards_count(own_hand(game), rules->wild_kind[wild]); held > 0 && count > 0;
		     held--, count--)
			*act = act_with_wild(*act, wild);
	return count == 0;
}

/* ---- the acts that the cards allow ---- */

/* [act] with [count] cards like the top card of the pile; false if the hand has not got them. */
static bool add_alike(const struct game *game, struct act *act, int count)
{
	const struct rules *rules = game->rules;
	int wild = 0;

	if (cards_count(own_hand(game), act->kind) < count)
		return false;
	if (!(rules->cards.wild >> act->kind & 1)) {
		act->count = (uint8_t)count;
		return true;
	}
	while (rules->wild_kind[wild] != act->kind)
		wild++;
	act->wild[wild] = (uint8_t)count;
	return true;
}

/* The pile with the cards that way [take] wants, if the top card made a meld with them. */
static void try_take(struct clause_counts *clauses, const struct game *game, int take)
{
	struct composition hand = game->rules->pile.take[take].hand;
	struct act act = act_of(ACT_TAKE, (unsigned)take, (unsigned)pile_top(game), 0);

	if (add_alike(game, &act, hand.naturals + hand.alike) && add_wilds(game, &act, hand.wilds) &&
	    take_wants(game->rules, take, act) && take_makes_meld(game, act) >= 0)
		try_act(clauses, game, act);
}

static void try_beginnings(struct clause_counts *clauses, const struct game *game, int meld, int kind)
{
	const struct form *form = &game->rules->form[meld];

	for (int i = 0; i < form->begin_count; i++) {
		struct act act = act_of(ACT_MELD, (unsigned)meld, (unsigned)kind, form->begin[i].naturals);
		if (cards_count(own_hand(game), kind) >= form->begin[i].naturals &&
		    add_wilds(game, &act, form->begin[i].wilds))
			try_act(clauses, game, act);
	}
}

/* The melds of [meld] of ranks of which the side has none yet, or may have another. */
static void try_melds(struct clause_counts *clauses, const struct game *game, int meld)
{
	const struct rules *rules = game->rules;
	cardset kinds = rules->form[meld].ranks;

	if (kinds == 0)
		kinds = UINT64_C(1) << rules->wild_kind[0];
	else
		kinds &= cards_kinds(own_hand(game)) & (~own_side(game)->melded | own_side(game)->again);
	for (; kinds != 0; kinds &= kinds - 1)
		try_beginnings(clauses, game, meld, __builtin_ctzll(kinds));
}

static void try_adding(struct clause_counts *clauses, const struct game *game, int meld)
{
	const struct rules *rules = game->rules;
	int rank = own_side(game)->meld[meld].cards.kind;
	cardset kinds = cards_kinds(own_hand(game)) & (rules->cards.wild | UINT64_C(1) << rank);

	if (own_side(game)->meld_of[rank] != meld)
		return;
	for (; kinds != 0; kinds &= kinds - 1)
		try_act(clauses, game, act_of(ACT_ADD, (unsigned)meld, (unsigned)__builtin_ctzll(kinds), 0));
}

static void try_each_card(struct clause_counts *clauses, const struct game *game, enum verb verb, cardset kinds)
{
	for (kinds &= cards_kinds(own_hand(game)); kinds != 0; kinds &= kinds - 1)
		try_act(clauses, game, act_of(verb, 0, (unsigned)__builtin_ctzll(kinds), 0));
}

static void try_beginning_of_turn(struct clause_counts *clauses, const struct game *game)
{
	try_act(clauses, game, act_of(ACT_DRAW, 0, 0, 0));
	for (int take = 0; take < game->rules->pile.take_count && game->pile_size > 0; take++)
		try_take(clauses, game, take);
	if (game->rules->bonus.laid == bonus_laid_by_choice)
		try_each_card(clauses, game, ACT_LAY, game->rules->bonus.cards);
}

static void try_rest_of_turn(struct clause_counts *clauses, const struct game *game)
{
	for (int meld = 0; meld < game->rules->meld_count; meld++)
		try_melds(clauses, game, meld);
	for (int meld = 0; meld < own_side(game)->melds; meld++)
		try_adding(clauses, game, meld);
	try_each_card(clauses, game, ACT_DISCARD, game->rules->all);
}

void clauses_look(struct clause_counts *clauses, const struct game *game)
{
	clauses->decisions++;
	if (game->phase == PHASE_DRAW)
		try_beginning_of_turn(clauses, game);
	else if (game->phase == PHASE_MELD)
		try_rest_of_turn(clauses, game);
	else if (game->phase == PHASE_TALON)
		try_act(clauses, game, act_of(ACT_TALON, 0, 0, 0));
}

/* ---- sums ---- */

void clauses_merge(struct clause_counts *clauses, const struct clause_counts *more)
{
	clauses->decisions += more->decisions;
	for (int row = 0; row < ROW_COUNT; row++)
		for (int item = 0; item < LIST_ITEMS_MAX; item++) {
			clauses->refused[row][item] += more->refused[row][item];
			clauses->last_refusal[row][item] = 0; /* of a decision long ago */
		}
}

/* The rows that a refusal of the acts above can name, but for those that mostly do something else than refuse. */
static bool row_can_refuse(enum row_id row)
{
	switch ((int)row) {
	case ROW_take_when:
	case ROW_take_forced:
	case ROW_freeze_when:
	case ROW_block_when:
	case ROW_meld_size:
	case ROW_meld_naturals:
	case ROW_meld_wilds:
	case ROW_meld_shape:
	case ROW_meld_begun:
	case ROW_meld_natural_cards:
	case ROW_meld_wild_cards:
	case ROW_initial_meld_minimum:
	case ROW_initial_meld_contains:
	case ROW_going_out_canastas:
	case ROW_going_out_contract:
	case ROW_going_out_discard:
	case ROW_going_out_ask:
	case ROW_going_out_answer:
	case ROW_talon_empty_hand: return true;
	default: return false;
	}
}

bool clause_can_refuse(const struct rules *rules, enum row_id row, int item)
{
	bool bans = rows[row].in == GROUP_ban && rules_ban_row(rules, item) == row;

	return (row_can_refuse(row) || bans) && rules_cell(rules, row, item)->statement != NULL;
}
