/* laying.c -- laying cards: beginning melds, adding to them, joining them and taking the pile, with what follows on the table: the initial
 * meld is made, and the pile comes with it. Nothing is drawn here, and nobody goes out; apply.c goes on from here. */
#include "game/state.h"

static struct side *side_now(struct game *game)
{
	return &game->side[game->turn.side];
}

void take_from_hand(struct game *game, int kind, int count)
{
	struct seat *seat = &game->seat[game->turn.seat];

	for (int i = 0; i < count; i++)
		cards_remove(&seat->hand, kind);
	seat->size = (uint16_t)(seat->size - count);
	if (!game->turn.thought) {
		uint8_t *known = &game->known[game->turn.seat][kind];
		*known = (uint8_t)(*known > count ? *known - count : 0);
	}
}

void put_on_pile(struct game *game, int kind)
{
	take_from_hand(game, kind, 1);
	if (game->seat[game->turn.seat].stays == kind + 1)
		game->seat[game->turn.seat].stays = 0;
	game->turn.discarded = true;
	game->pile[game->pile_size++] = (uint8_t)kind;
	game->pile_kinds |= UINT64_C(1) << kind;
}

/* ---- melds ---- */

/* settle_meld() where acts name their melds. */
NOINLINE static void settle_named_meld(struct game *game, struct side *side, int index)
{
	const struct rules *rules = game->rules;
	struct meld *meld = &side->meld[index];

	if (rules->class_count > 0)
		meld->classes = meld_classes(rules, &meld->cards);
	if (meld->canasta >= 0)
		side->canastas--, side->canastas_of[meld->canasta]--;
	meld->canasta = (int8_t)(meld->cards.naturals + meld->cards.wilds < rules->canasta_least
	                                 ? -1
	                                 : rules_canasta_of(rules, &meld->cards));
	if (meld->canasta >= 0) {
		side->canastas++;
		side->canastas_of[meld->canasta]++;
		game->turn.laid_canasta |= meld->begun == game->turn.number;
	}
}

void settle_meld(struct game *game, struct side *side, int index)
{
	const struct rules *rules = game->rules;
	struct meld *meld = &side->meld[index];
	const struct form *form = &rules->form[meld->form];
	cardset bit = UINT64_C(1) << meld->cards.kind;
	int naturals = meld->cards.naturals, wilds = meld->cards.wilds;

	if (rules->named_melds) {
		settle_named_meld(game, side, index);
		return;
	}
	side->takes_natural &= ~bit;
	side->takes_wild &= ~bit;
	if (side->again != 0)
		side->again = room_for_another(rules, side) ? side->again & ~bit : 0;
	if (form->ranks != 0 && meld_takes(rules, meld, 1, 0))
		side->takes_natural |= bit;
	if (meld_takes(rules, meld, 0, 1))
		side->takes_wild |= bit;
	if (rules->class_count > 0)
		meld->classes = meld_classes(rules, &meld->cards);
	if (naturals + wilds < rules->canasta_least)
		return;
	if (meld->canasta >= 0)
		side->canastas--, side->canastas_of[meld->canasta]--;
	meld->canasta = (int8_t)rules_canasta_of(rules, &meld->cards);
	if (meld->canasta < 0)
		return;
	side->canastas++;
	side->canastas_of[meld->canasta]++;
	if (form->comes_again && room_for_another(rules, side))
		side->again |= bit;
	if (meld->begun == game->turn.number)
		game->turn.laid_canasta = true;
}

void settle_side(struct game *game, int at)
{
	const struct rules *rules = game->rules;
	struct side *side = &game->side[at];

	side->points = 0;
	for (int i = 0; i < side->melds; i++) {
		side->points += meld_points(rules, &side->meld[i].cards);
		settle_meld(game, side, i);
	}
	if (rules->named_melds)
		find_takers(rules, side);
	game->turn.laid_canasta = false;
}

/* settle_meld() for a meld to which the player has just laid cards. */
static void settle_laid(struct game *game, int index)
{
	struct meld *meld = &side_now(game)->meld[index];
	bool was_canasta = meld->canasta >= 0;

	settle_meld(game, side_now(game), index);
	if (game->rules->named_melds)
		find_takers_like(game->rules, side_now(game), index);
	game->seat[game->turn.seat].canastas =
		(uint8_t)(game->seat[game->turn.seat].canastas + (!was_canasta & (meld->canasta >= 0)));
}

static void count_points(struct game *game, int points, bool towards_minimum)
{
	side_now(game)->points += points;
	if (towards_minimum)
		game->turn.count += points;
}

/* Notes which kinds of a rank there are. */
static void note_suit(struct meld *meld, int kind, int count)
{
	meld->cards.of[kind - meld->cards.kind] = (uint8_t)(meld->cards.of[kind - meld->cards.kind] + count);
}

/* Puts natural cards on a meld of their rank. */
static void meld_naturals(struct game *game, struct meld *meld, int kind, int count, bool towards_minimum)
{
	if (game->rules->sequences)
		note_suit(meld, kind, count);
	meld->cards.naturals = (uint8_t)(meld->cards.naturals + count);
	count_points(game, count * game->rules->kind[kind].points, towards_minimum);
}

static void meld_wilds(struct game *game, struct meld *meld, int wild, int count, bool towards_minimum)
{
	meld->cards.wild[wild] = (uint8_t)(meld->cards.wild[wild] + count);
	meld->cards.wilds = (uint8_t)(meld->cards.wilds + count);
	count_points(game, count * game->rules->kind[game->rules->wild_kind[wild]].points, towards_minimum);
}

/* The wild cards that a sequence had more than it has go to the hand, and no longer count on the table. */
NOINLINE static void take_wilds_back(struct game *game, const struct meld_cards *was, const struct meld_cards *is,
                                     bool towards_minimum)
{
	const struct rules *rules = game->rules;
	struct seat *seat = &game->seat[game->turn.seat];

	for (int i = 0; i < rules->wild_kinds; i++)
		for (int left = was->wild[i] - is->wild[i]; left > 0; left--) {
			cards_add(&seat->hand, rules->wild_kind[i]);
			seat->size++;
			count_points(game, -rules->kind[rules->wild_kind[i]].points, towards_minimum);
		}
}

/* Puts a card on a sequence in one of the ways in which it fits. */
NOINLINE static void put_in_sequence(struct game *game, struct meld *meld, int kind, int way, bool towards_minimum)
{
	struct meld_cards ways[SEQUENCE_WAYS];

	sequence_ways(game->rules, &game->rules->form[meld->form], &meld->cards, kind, ways);
	if (game->rules->form[meld->form].returns)
		take_wilds_back(game, &meld->cards, &ways[way], towards_minimum);
	meld->cards = ways[way];
	count_points(game, game->rules->kind[kind].points, towards_minimum);
}

/* Puts cards of one kind on a meld, the top card of the pile perhaps. */
static void meld_kind(struct game *game, struct meld *meld, int kind, int count, bool towards_minimum)
{
	if (meld->cards.sequence > 0)
		put_in_sequence(game, meld, kind, 0, towards_minimum);
	else if (game->rules->cards.wild >> kind & 1)
		meld_wilds(game, meld, wild_place(game->rules, kind), count, towards_minimum);
	else
		meld_naturals(game, meld, kind, count, towards_minimum);
}

/* Puts cards of the hand on a meld. */
static void meld_cards(struct game *game, struct meld *meld, int kind, int count)
{
	take_from_hand(game, kind, count);
	game->turn.laid_kinds |= UINT64_C(1) << kind;
	meld_kind(game, meld, kind, count, true);
}

static int new_meld(struct game *game, int form, int kind)
{
	struct side *side = side_now(game);
	int index = side->melds++;

	side->meld[index] = (struct meld){ .form = (uint8_t)form, .canasta = -1, .begun = game->turn.number };
	side->meld[index].cards.kind = (uint8_t)kind;
	if (game->rules->form[form].sequence == 0) {
		side->melded |= UINT64_C(1) << kind;
		side->meld_of[kind] = (uint8_t)index;
	}
	return index;
}

/* Puts natural cards of several kinds on a meld. */
NOINLINE static void meld_each_kind(struct game *game, struct meld *meld, struct act act)
{
	const struct rules *rules = game->rules;
	int kind = act.kind;

	for (cardset mates = rules->mates[kind]; mates != 0; mates &= mates - 1) {
		int count = act_naturals_of(rules, act, __builtin_ctzll(mates));
		if (count > 0)
			meld_cards(game, meld, __builtin_ctzll(mates), count);
	}
}

/* Lays a new sequence from the hand. */
NOINLINE static void lay_sequence(struct game *game, struct meld *meld, struct act act)
{
	const struct rules *rules = game->rules;
	struct cards cards;

	sequence_of_act(rules, act, &meld->cards);
	cards = cards_of_meld(rules, &meld->cards);
	for (cardset kinds = cards_kinds(&cards); kinds != 0; kinds &= kinds - 1) {
		int kind = __builtin_ctzll(kinds), count = cards_count(&cards, kind);
		take_from_hand(game, kind, count);
		game->turn.laid_kinds |= UINT64_C(1) << kind;
		count_points(game, count * rules->kind[kind].points, true);
	}
}

/* Puts the cards of a take or a new meld from the hand onto meld [index]. */
static void meld_from_hand(struct game *game, int index, struct act act)
{
	struct meld *meld = &side_now(game)->meld[index];
	bool sequence = begins_sequence(game->rules, act);

	if (sequence)
		lay_sequence(game, meld, act);
	else if (game->rules->sequences)
		meld_each_kind(game, meld, act);
	else if (act.count > 0)
		meld_cards(game, meld, act.kind, act.count);
	for (int wild = 0; wild < game->rules->wild_kinds && !sequence; wild++)
		if (act_wild(act, wild) > 0)
			meld_cards(game, meld, game->rules->wild_kind[wild], act_wild(act, wild));
	if (meld->begun != game->turn.number)
		game->turn.added_earlier = true;
	settle_laid(game, index);
}

int take_leaves(const struct rules *rules, int item, int pile_size)
{
	const struct in_take *take = &rules->pile.take[item];
	int left = take->cards > 0 && pile_size > take->cards ? pile_size - take->cards : 0;

	return left < take->leaves ? lesser(take->leaves, pile_size - 1) : left;
}

cardset kinds_taken(const struct game *game, int item)
{
	int left = take_leaves(game->rules, item, game->pile_size);

	return left > 0 ? kinds_in_row(game->pile + left, game->pile_size - left) : game->pile_kinds;
}

bool lay_bonus(struct game *game, int seat, int kind, enum origin origin, bool held)
{
	struct question about = {
		.game = game,
		.seat = (uint8_t)seat,
		.side = game->seat[seat].side,
		.origin = (uint8_t)origin,
		.held = held,
	};

	cards_add(&game->seat[seat].laid, kind);
	return ask(game->rules->bonus.replaced, &about) != 0;
}

bool pile_card_comes(struct game *game, int i)
{
	int kind = game->pile[i];

	if (game->rules->bonus.cards >> kind & 1)
		return lay_bonus(game, game->turn.seat, kind, FROM_PILE, false);
	to_hand(game, game->turn.seat, kind);
	if (!game->turn.thought)
		game->known[game->turn.seat][kind]++;
	return false;
}

void pile_is_gone(struct game *game)
{
	game->pile_size = game->turn.left;
	game->pile_kinds = kinds_in_row(game->pile, game->pile_size);
	game->turn.left = 0;
	game->pile_starts &= game->pile_kinds;
	game->turn.pending = false;
	game->turn.opening &= !own_side(game)->opened;
}

/* The top card goes into a meld with the cards from the hand. */
static void meld_top_card(struct game *game, struct act act, int made)
{
	const struct rules *rules = game->rules;
	int index = made < MELDS_MAX ? made : new_meld(game, made - MELDS_MAX, rank_of(rules, act.kind));

	game->turn.top_meld = (uint8_t)(index + 1);
	game->pile_size--;
	game->pile_kinds = kinds_in_row(game->pile, game->pile_size);
	game->pile_starts &= game->pile_kinds;
	meld_kind(game, &side_now(game)->meld[index], act.kind, 1,
	          rules->initial_meld.top_card == initial_meld_top_card_counts);
	meld_from_hand(game, index, act);
	game->turn.pending = true;
}

/* True if the pile comes into the hand now. */
static bool apply_take(struct game *game, struct act act)
{
	const struct rules *rules = game->rules;
	struct question about = question_of_take(game, act);
	int made = take_makes_meld(game, act);

	if (rules->tables->takes_owe != 0 && take_condition(&about, act.item, &game->turn.owes_out) &&
	    game->turn.owes_out)
		game->turn.obliged_by = (uint8_t)(OBLIGED_BY_TAKE + act.item);
	else if (taken_meld_owes(game, act, made)) {
		game->turn.owes_out = true;
		game->turn.obliged_by = (uint8_t)(1 + made - MELDS_MAX);
	}
	if (rules->table.alone == table_alone_first_to_take_the_pile)
		play_alone(game, game->turn.seat);
	game->turn.left = (uint16_t)take_leaves(rules, act.item, game->pile_size);
	game->turn.took = true;
	game->turn.way = act.item;
	game->turn.taken_kinds = kinds_taken(game, act.item);
	game->turn.taken_size = (uint16_t)(game->pile_size - game->turn.left);
	game->turn.top = act.kind;
	game->turn.last = game->stock_size == 0 && rules->stock_end.play == stock_end_play_ends_after_one_take;
	game->phase = PHASE_MELD;
	if (rules->tables->takes_name_meld >> act.item & 1)
		act_set_onto(&act, -1); /* it is no number of cards */
	if (made != TAKEN_TO_HAND)
		meld_top_card(game, act, made);
	return made == TAKEN_TO_HAND;
}

static void apply_meld(struct game *game, struct act act)
{
	const struct form *form = &game->rules->form[act.item];
	int rank = form_rank(game->rules, form, act.kind);
	bool owes_out;

	form_may_begin(game, act.item, rank, &owes_out);
	if (owes_out && !game->turn.owes_out)
		game->turn.obliged_by = (uint8_t)(act.item + 1);
	game->turn.owes_out |= owes_out;
	meld_from_hand(game, new_meld(game, act.item, rank), act);
}

static void apply_add(struct game *game, struct act act)
{
	struct meld *meld = &side_now(game)->meld[act.item];

	if (meld->begun != game->turn.number)
		game->turn.added_earlier = true;
	if (meld->cards.sequence > 0) {
		take_from_hand(game, act.kind, 1);
		game->turn.laid_kinds |= UINT64_C(1) << act.kind;
		put_in_sequence(game, meld, act.kind, act.way, true);
	} else
		meld_cards(game, meld, act.kind, 1);
	settle_laid(game, act.item);
}

/* Two melds become one, in the place of the first of them. That with the top card of the pile stays where it is as long as
 * anybody asks for it: who opens with the pile has no meld before it. */
NOINLINE static void apply_join(struct game *game, struct act act)
{
	struct side *side = side_now(game);
	int at = lesser(act.item, act.joined), gone = act.item + act.joined - at;
	struct meld *meld = &side->meld[at], *other = &side->meld[gone];
	bool was_canasta = meld->canasta >= 0 || other->canasta >= 0;
	struct meld_cards cards;

	melds_together(game->rules, meld, other, &cards);
	for (int i = 0; i < 2; i++) {
		struct meld *one = i == 0 ? meld : other;
		if (one->canasta >= 0)
			side->canastas--, side->canastas_of[one->canasta]--;
		if (one->begun != game->turn.number)
			game->turn.added_earlier = true;
		one->canasta = -1;
	}
	meld->cards = cards;
	meld->begun = meld->begun < other->begun ? meld->begun : other->begun;
	side->melds--;
	__builtin_memmove(other, other + 1, sizeof *other * (size_t)(side->melds - gone));
	settle_meld(game, side, at);
	find_takers(game->rules, side);
	game->seat[game->turn.seat].canastas =
		(uint8_t)(game->seat[game->turn.seat].canastas + (!was_canasta & (meld->canasta >= 0)));
}

/* The initial meld is made once it counts enough; true if a pile that was waiting comes into the hand then. */
static bool settle_opening(struct game *game)
{
	struct side *side = side_now(game);

	game->turn.melded = true;
	if (!side->opened)
		open_if_made(game);
	return side->opened & game->turn.pending;
}

bool lay_cards(struct game *game, struct act act)
{
	bool was_pending = game->turn.pending, comes = false;

	if (act.verb == ACT_ADD)
		apply_add(game, act);
	else if (act.verb == ACT_MELD)
		apply_meld(game, act);
	else if (act.verb == ACT_JOIN)
		apply_join(game, act);
	else
		comes = apply_take(game, act);
	if (!comes)
		comes = settle_opening(game);
	/* the partner can be asked right after the take; melds that reach the minimum for it are part of the take */
	game->turn.fresh = act.verb == ACT_TAKE || was_pending;
	return comes;
}

/* On a planner's copy: [count] cards are drawn from the stock as the pile is picked up. Their kinds are unknown, so only their number is
 * kept. [ends]: the deal ends if the stock has too few. */
static void expect_cards(struct game *game, int count, bool ends)
{
	int there = lesser(count, game->stock_size);

	game->turn.unknown = (uint8_t)(game->turn.unknown + there);
	game->stock_size = (uint16_t)(game->stock_size - there);
	if (there < count && ends && game->renewed >= game->rules->stock_end.renewed)
		game->phase = PHASE_OVER;
}

void apply_cards(struct game *game, struct act act)
{
	const struct rules *rules = game->rules;

	if (!lay_cards(game, act))
		return;
	for (int i = game->turn.left; i < game->pile_size; i++)
		if (pile_card_comes(game, i))
			expect_cards(game, 1, rules->bonus.unreplaced == bonus_unreplaced_ends_the_deal);
	pile_is_gone(game);
	expect_cards(game, rules->pile.take[game->turn.way].draws,
	             rules->stock_end.short_draw == stock_end_short_draw_ends_the_deal);
	if (game->rules->discard.ban_count > 0)
		settle_bans(game);
}
