/* apply.c -- doing an act that is known to be legal. Everything else that follows from the state, such as the end
 * of the initial meld, the pile that comes with it, or going out by the last card, happens here too. */
#include "game/play.h"

static struct side *side_now(struct game *game)
{
	return &game->side[game->turn.side];
}

static void take_from_hand(struct game *game, int kind, int count)
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

/* ---- melds ---- */

/* The same where acts name their melds. */
NOINLINE static void settle_named_meld(struct game *game, struct side *side, int index)
{
	const struct rules *rules = game->rules;
	struct meld *meld = &side->meld[index];

	if (rules->class_count > 0)
		meld->classes = rules_classes_of(rules, &meld->cards);
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
	find_takers(rules, side);
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
		meld->classes = rules_classes_of(rules, &meld->cards);
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
	game->turn.laid_canasta = false;
}

/* The same for a meld to which the player has just laid cards. */
static void settle_laid(struct game *game, int index)
{
	struct meld *meld = &side_now(game)->meld[index];
	bool was_canasta = meld->canasta >= 0;

	settle_meld(game, side_now(game), index);
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
	side->melded |= UINT64_C(1) << kind;
	side->meld_of[kind] = (uint8_t)index;
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

/* Leaves [left] cards, the lowest, of a pile that is being taken: they lie behind the others until these are picked up. */
NOINLINE static void leave_cards(struct game *game, int left)
{
	uint8_t lowest[DECK_MAX];

	__builtin_memcpy(lowest, game->pile, (size_t)left);
	__builtin_memmove(game->pile, game->pile + left, (size_t)(game->pile_size - left));
	game->pile_size = (uint16_t)(game->pile_size - left);
	__builtin_memcpy(game->pile + game->pile_size, lowest, (size_t)left);
	game->turn.left = (uint16_t)left;
	game->pile_kinds = kinds_in_row(game->pile, game->pile_size);
}

int take_leaves(const struct rules *rules, int item, int pile_size)
{
	const struct in_take *take = &rules->pile.take[item];
	int left = take->cards > 0 && pile_size > take->cards ? pile_size - take->cards : 0;

	return left < take->leaves ? lesser(take->leaves, pile_size - 1) : left;
}

/* Splits the pile where way [item] takes a part of it. */
static void split_pile(struct game *game, int item)
{
	int left = take_leaves(game->rules, item, game->pile_size);

	if (left > 0)
		leave_cards(game, left);
}

/* The top card goes into a meld with the cards from the hand. */
static void meld_top_card(struct game *game, struct act act, int made)
{
	const struct rules *rules = game->rules;
	int index = made < MELDS_MAX ? made : new_meld(game, made - MELDS_MAX, rank_of(rules, act.kind));

	game->turn.top_meld = (uint8_t)(index + 1);
	game->pile_size--;
	if (game->turn.left > 0) /* what is left lies right behind what is taken */
		__builtin_memmove(game->pile + game->pile_size, game->pile + game->pile_size + 1, game->turn.left);
	meld_kind(game, &side_now(game)->meld[index], act.kind, 1,
	          rules->initial_meld.top_card == initial_meld_top_card_counts);
	meld_from_hand(game, index, act);
	game->turn.pending = true;
}

static void apply_take(struct game *game, struct act act)
{
	const struct rules *rules = game->rules;
	struct question about = question_of_take(game, act);
	int made = take_makes_meld(game, act);

	if (rules->takes_owe != 0 && take_condition(&about, act.item, &game->turn.owes_out) && game->turn.owes_out)
		game->turn.obliged_by = (uint8_t)(OBLIGED_BY_TAKE + act.item);
	if (rules->table.alone == table_alone_first_to_take_the_pile)
		play_alone(game, game->turn.seat);
	if (rules->takes_partly >> act.item & 1)
		split_pile(game, act.item);
	game->turn.took = true;
	game->turn.way = act.item;
	game->turn.taken_kinds = game->pile_kinds;
	game->turn.taken_size = game->pile_size;
	game->turn.top = act.kind;
	game->turn.last = game->stock_size == 0 && rules->stock_end.play == stock_end_play_ends_after_one_take;
	game->phase = PHASE_MELD;
	if (rules->takes_name_meld >> act.item & 1)
		act_set_onto(&act, -1); /* it is no number of cards */
	if (made == TAKEN_TO_HAND)
		pick_up_pile(game);
	else
		meld_top_card(game, act, made);
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
	game->seat[game->turn.seat].canastas =
		(uint8_t)(game->seat[game->turn.seat].canastas + (!was_canasta & (meld->canasta >= 0)));
}

/* The initial meld is made once it counts enough; a pile that was waiting is then picked up. */
static void settle_opening(struct game *game)
{
	struct side *side = side_now(game);

	game->turn.melded = true;
	if (side->opened & !game->turn.pending)
		return;
	if (!side->opened)
		open_if_made(game);
	if (side->opened && game->turn.pending)
		pick_up_pile(game);
}

void apply_cards(struct game *game, struct act act)
{
	bool was_pending = game->turn.pending;

	if (act.verb == ACT_ADD)
		apply_add(game, act);
	else if (act.verb == ACT_MELD)
		apply_meld(game, act);
	else if (act.verb == ACT_JOIN)
		apply_join(game, act);
	else
		apply_take(game, act);
	if (act.verb != ACT_TAKE || game->turn.pending)
		settle_opening(game);
	/* the partner can be asked right after the take; melds that reach the minimum for it are part of the take */
	game->turn.fresh = act.verb == ACT_TAKE || was_pending;
}

/* ---- the end of a turn ---- */

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

static void throw_card(struct game *game, int kind)
{
	take_from_hand(game, kind, 1);
	if (game->seat[game->turn.seat].stays == kind + 1)
		game->seat[game->turn.seat].stays = 0;
	game->pile[game->pile_size++] = (uint8_t)kind;
	game->pile_kinds |= UINT64_C(1) << kind;
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

	throw_card(game, kind);
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
	throw_card(game, kind);
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

static void apply_answer(struct game *game, bool yes)
{
	int answer = game->rules->going_out.answer;

	game->phase = PHASE_MELD;
	game->turn.owes_out |= yes && answer == going_out_answer_binding;
	game->turn.stays_in = !yes && answer != going_out_answer_advice;
}

static void apply_melding(struct game *game, struct act act)
{
	apply_cards(game, act);
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

/* ---- players who become partners in the middle of a deal ----
 *
 * Their melds of one rank become one meld, even if it lies beyond its limits then, unless a side may have several. What was recorded for one of them was
 * recorded for their side. What is laid out and what is held stays each player's own. */

/* Puts the cards of a meld onto one of the same rank, which keeps its kind if the cards fit it. */
static void join_meld(const struct rules *rules, struct meld *onto, const struct meld *meld)
{
	struct meld_cards *cards = &onto->cards;

	cards->naturals = (uint8_t)(cards->naturals + meld->cards.naturals);
	cards->wilds = (uint8_t)(cards->wilds + meld->cards.wilds);
	for (int wild = 0; wild < rules->wild_kinds; wild++)
		cards->wild[wild] = (uint8_t)(cards->wild[wild] + meld->cards.wild[wild]);
	for (int suit = 0; suit < 4; suit++)
		cards->of[suit] = (uint8_t)(cards->of[suit] + meld->cards.of[suit]);
	if (cards->wilds <= MELD_CARDS_MAX && !form_allows(&rules->form[onto->form], cards->naturals, cards->wilds) &&
	    form_allows(&rules->form[meld->form], cards->naturals, cards->wilds))
		onto->form = meld->form;
}

/* Works out anew what the side knows of its canastas and of what its melds take. */
static void settle_melds(struct game *game, struct side *side)
{
	bool laid_canasta = game->turn.laid_canasta;

	side->canastas = 0;
	__builtin_memset(side->canastas_of, 0, sizeof side->canastas_of);
	for (int i = 0; i < side->melds; i++) {
		side->meld[i].canasta = -1;
		settle_meld(game, side, i);
	}
	game->turn.laid_canasta = laid_canasta; /* of the player whose turn it is */
}

/* What happened to either of them has happened to the side that they are. */
static void join_events(struct side *onto, const struct side *side)
{
	for (int event = 0; event < event_MAX; event++)
		onto->events[event] = times_together(onto->events[event], side->events[event]);
}

/* The number of melds that a side has beside the first of each rank. */
static int melds_beside_first(const struct rules *rules, const struct side *side)
{
	return side->melds - __builtin_popcountll(side->melded & rules->leads);
}

void keep_room_for_partners(struct game *game)
{
	const struct rules *rules = game->rules;
	struct side *own = &game->side[game->turn.side];
	int kept = 0;

	for (int side = 0; side < rules->table.sides; side++)
		if (side != game->turn.side && rules->named_melds && game->alone == NOBODY)
			kept += melds_beside_first(rules, &game->side[side]);
	if (kept == own->room_for_partners)
		return;
	own->room_for_partners = (uint8_t)lesser(kept, MELDS_MAX);
	find_takers(rules, own);
}

/* [apart]: there is room for all melds, so that those of a rank of which a side may have several stay as they are. */
static void join_side(struct game *game, int at, int from, bool apart)
{
	struct side *onto = &game->side[at], *side = &game->side[from];

	for (int i = 0; i < side->melds; i++) {
		int kind = side->meld[i].cards.kind;
		if (side->meld[i].cards.sequence > 0) {
			onto->meld[onto->melds++] = side->meld[i];
			continue;
		}
		if ((onto->melded >> kind & 1) && !(apart && game->rules->form[side->meld[i].form].several)) {
			join_meld(game->rules, &onto->meld[onto->meld_of[kind]], &side->meld[i]);
			continue;
		}
		onto->melded |= UINT64_C(1) << kind;
		onto->meld_of[kind] = onto->melds;
		onto->meld[onto->melds++] = side->meld[i];
	}
	onto->points += side->points;
	if (side->opened && (!onto->opened || side->order < onto->order))
		onto->order = side->order;
	onto->opened |= side->opened;
	join_events(onto, side);
	settle_melds(game, onto);
	*side = (struct side){ .score = side->score, .minimum = side->minimum };
}

void play_alone(struct game *game, int alone)
{
	int partners = NOBODY; /* their side */
	int melds = 0;

	if (!game->one_alone || game->alone != NOBODY)
		return;
	game->alone = (uint8_t)alone;
	for (int seat = 0; seat < game->rules->seats; seat++)
		melds += seat != alone ? game->side[game->seat[seat].side].melds : 0;
	for (int seat = 0; seat < game->rules->seats; seat++) {
		int side = game->seat[seat].side;
		if (seat == alone)
			continue;
		if (partners == NOBODY)
			partners = side;
		else
			join_side(game, partners, side, melds <= MELDS_MAX);
		game->seat[seat].side = (uint8_t)partners;
	}
	keep_room_for_partners(game);
}

bool act_brings_cards(const struct game *game, struct act act)
{
	struct game after = *game;
	int own = reserve_of(game, game->turn.seat);

	game_apply(&after, act);
	return after.stock_size != game->stock_size || after.renewed != game->renewed ||
	       after.aside_size != game->aside_size || after.reserve_size[own] != game->reserve_size[own];
}
