/* facts.c -- what conditions can ask of a game in play. One case per row of facts.def. */
#include "game/state.h"

/* What cards count. */
static int32_t cards_points(const struct rules *rules, const struct cards *cards)
{
	int32_t points = 0;

	for (cardset kinds = cards_kinds(cards); kinds != 0; kinds &= kinds - 1)
		points += cards_count(cards, __builtin_ctzll(kinds)) * rules->kind[__builtin_ctzll(kinds)].points;
	return points;
}

/* What the hands of a side count or, with [others], those of all other sides. */
static int32_t hand_points(const struct game *game, int side, bool others)
{
	int32_t points = 0;

	for (int seat = 0; seat < game->rules->seats; seat++)
		if ((game->seat[seat].side != side) == others)
			points += cards_points(game->rules, &game->seat[seat].hand);
	return points;
}

/* What the cards count that lie before the players of a side until their next turns. */
static int32_t waiting_points(const struct game *game, int side)
{
	int32_t points = 0;

	for (int seat = 0; seat < game->rules->seats; seat++)
		if (game->seat[seat].talon > 0 &&
		    game->seat[seat].side == side) /* else nothing need be there to read */
			points += cards_points(game->rules, &game->talon[seat]);
	return points;
}

/* The points of the melds of all sides but [own], or else the number of their canastas. */
static int32_t others_sum(const struct game *game, int own, bool points)
{
	int32_t sum = 0;

	for (int side = 0; side < game->rules->table.sides; side++)
		if (side != own)
			sum += points ? game->side[side].points : game->side[side].canastas;
	return sum;
}

/* True if the reserve at [place] is for a player of the side. */
static bool side_has_reserve(const struct game *game, int side, int place)
{
	for (int seat = 0; seat < game->rules->seats; seat++)
		if (game->seat[seat].side == side &&
		    (reserve_of(game, seat) - place) % rules_reserve_owners(game->rules) == 0)
			return true;
	return false;
}

/* The reserves that a side has left, or what their cards count. */
static int32_t side_reserves(const struct game *game, int side, bool points)
{
	const struct rules *rules = game->rules;
	int32_t sum = 0;

	for (int i = 0; i < rules_reserves(rules); i++) {
		if (game->reserve_size[i] == 0 || !side_has_reserve(game, side, i))
			continue;
		for (int kind = 0; points && kind < rules->kinds; kind++)
			sum += cards_count(&game->reserve[i], kind) * rules->kind[kind].points;
		sum += !points;
	}
	return sum;
}

/* The reserves that lie before players of a side, to join the hand with the next turn. */
static int32_t reserves_waiting(const struct game *game, int side)
{
	int32_t sum = 0;

	for (int seat = 0; seat < game->rules->seats; seat++)
		sum += game->seat[seat].talon > 0 && game->seat[seat].side == side;
	return sum;
}

/* True if the card in question is like the top card of the pile that was taken or is being taken: of one kind, or of one rank where only
 * its rank is known, as on a copy without suits: any card of that rank is like it there. */
static bool is_like_top_taken(const struct question *about)
{
	const struct game *game = about->game;
	int top;

	if (!game->turn.took && (!about->taking || game->pile_size == 0))
		return false;
	top = game->turn.took ? game->turn.top : pile_top(game);
	if (about->card == 0)
		return about->rank == 1 + rank_of(game->rules, top);
	return game->turn.by_rank ? game->rules->mates[top] >> (about->card - 1) & 1 : about->card == 1 + top;
}

/* What each player of a side gets of so many points: all the same, rounded up. */
static int32_t share_of(const struct game *game, int side, int32_t points)
{
	int32_t players = 0;

	for (int seat = 0; seat < game->rules->seats; seat++)
		players += game->seat[seat].side == side;
	return players < 2 ? points : points / players + (points % players > 0);
}

/* As which side [at] opened or, if it has not yet, would open. */
static int32_t order_of(const struct game *game, int at)
{
	int32_t order = 1;

	if (game->side[at].opened)
		return game->side[at].order;
	for (int side = 0; side < game->rules->table.sides; side++)
		order += game->side[side].opened;
	return order;
}

/* ---- players ---- */

static int32_t side_laid(const struct game *game, int side, cardset cards)
{
	int count = 0;

	for (int seat = 0; seat < game->rules->seats; seat++)
		if (game->seat[seat].side == side)
			count += cards_count_in(&game->seat[seat].laid, cards);
	return count;
}

/* Whose total is asked about: the side's, or the player's where each has her own. */
static int account_asked(const struct question *about)
{
	if (about->credited)
		return about->account;
	return totals_are_personal(about->game->rules) ? about->seat : about->side;
}

static int32_t score_before(const struct question *about)
{
	const struct game *game = about->game;

	return game->side[account_asked(about)].score;
}

int32_t highest_of_others(const struct rules *rules, const int32_t *totals, int account)
{
	int32_t highest = INT32_MIN;

	for (int other = 0; other < rules->table.sides; other++)
		if (other != account && totals[other] > highest)
			highest = totals[other];
	return highest;
}

/* The highest total before this deal but for the one asked about. */
static int32_t others_before(const struct question *about)
{
	int32_t totals[SIDES_MAX];

	for (int account = 0; account < about->game->rules->table.sides; account++)
		totals[account] = about->game->side[account].score;
	return highest_of_others(about->game->rules, totals, account_asked(about));
}

/* ---- melds ---- */

/* While playing, melds note only those classes that an act may depend on; the others are found here. */
static bool is_of_class(const struct rules *rules, const struct meld *meld, int class)
{
	return rules->tables->played_classes >> class & 1 ? meld->classes >> class & 1
	                                                  : rules_is_of_class(rules, &meld->cards, class);
}

static int melds_of_class(const struct rules *rules, const struct side *side, int class)
{
	int count = 0;

	for (int i = 0; ((side->melded & rules->class_ranks[class]) != 0 || rules->sequences) && i < side->melds; i++)
		count += (rules->class_ranks[class] >> side->meld[i].cards.kind & 1) &&
		         is_of_class(rules, &side->meld[i], class);
	return count;
}

/* Cards of these kinds in the melds of a side. */
static int32_t melded_of(const struct rules *rules, const struct side *side, cardset kinds)
{
	int32_t count = 0;

	for (int i = 0; i < side->melds; i++) {
		struct cards cards = cards_of_meld(rules, &side->meld[i].cards);
		count += cards_count_in(&cards, kinds);
	}
	return count;
}

static int others_of_class(const struct game *game, int own, int class)
{
	int count = 0;

	for (int side = 0; side < game->rules->table.sides; side++)
		if (side != own)
			count += melds_of_class(game->rules, &game->side[side], class);
	return count;
}

/* The initial melds of a class: how many there are, or what they count. */
static int32_t initial_of_class(const struct question *about, int class, bool points)
{
	const struct game *game = about->game;
	int32_t sum = 0, count;
	struct meld_cards cards;

	if (!game->turn.opening || about->side != game->turn.side)
		return 0;
	for (int i = 0; i < own_side(game)->melds; i++) {
		const struct meld *meld = &own_side(game)->meld[i];
		bool whole = i + 1 != game->turn.top_meld; /* its classes are known */
		if (whole && is_of_class(game->rules, meld, class))
			sum += points ? meld_points(game->rules, &meld->cards) : 1;
		else if (!whole && initial_cards(game, i, &cards, &count) &&
		         rules_is_of_class(game->rules, &cards, class))
			sum += points ? count : 1;
	}
	return sum;
}

int pile_shown_to(const struct game *game, int seat)
{
	int shown = seat == game->turn.seat && game->phase != PHASE_OVER ? game->rules->pile.shown : 1;

	if (game->top_hidden)
		return 0;
	return shown < game->pile_size ? shown : game->pile_size;
}

/* The meld of the rank in question, or NULL. */
static const struct meld *meld_asked(const struct question *about, const struct side *side)
{
	if (about->meld > 0)
		return &side->meld[about->meld - 1];
	return about->rank > 0 ? meld_of(side, about->rank - 1) : NULL;
}

static int cards_of_meld_asked(const struct question *about, const struct side *side)
{
	const struct meld *meld = meld_asked(about, side);

	return meld != NULL ? meld->cards.naturals + meld->cards.wilds : 0;
}

/* The kinds of card that are of the rank in question; for a wild card that is discarded those like it, for a meld of wild cards all. */
static cardset kinds_in_question(const struct question *about)
{
	const struct rules *rules = about->game->rules;
	int rank = about->rank - 1;

	if (rank < 0)
		return 0;
	if (!(rules->cards.wild >> rank & 1))
		return rules->mates[rank];
	return about->card > 0 ? UINT64_C(1) << (about->card - 1) : rules->cards.wild;
}

static int others_of_rank(const struct game *game, int own, int rank)
{
	int most = 0;

	for (int side = 0; side < game->rules->table.sides; side++)
		for (int i = 0; side != own && i < game->side[side].melds; i++) {
			const struct meld_cards *cards = &game->side[side].meld[i].cards;
			if (cards->kind == rank && cards->sequence == 0 && cards->naturals + cards->wilds > most)
				most = cards->naturals + cards->wilds;
		}
	return most;
}

/* Canastas among the melds that the player whose turn it is has begun in it. */
static int32_t canastas_begun(const struct game *game)
{
	const struct side *side = &game->side[game->turn.side];
	int32_t count = 0;

	for (int i = 0; i < side->melds; i++)
		count += side->meld[i].begun == game->turn.number && side->meld[i].canasta >= 0;
	return count;
}

/* ---- asking ---- */

int32_t ask_facts(formula question, const struct question *about)
{
	return formula_evaluate(question, about, fact_of_game);
}

bool pile_is_frozen(const struct question *about, int *item)
{
	const struct rules *rules = about->game->rules;

	if (rules->tables->frozen_always >= 0) /* frozen for good, so this one is named whatever the others say */
		return *item = rules->tables->frozen_always, true;
	for (int i = 0; i < rules->pile.freeze_count; i++)
		if (ask(rules->pile.freeze[i].when, about))
			return *item = i, true;
	return false;
}

bool pile_is_blocked(const struct question *about, int *item)
{
	const struct rules *rules = about->game->rules;

	for (int i = 0; i < rules->pile.block_count; i++)
		if (ask(rules->pile.block[i].when, about))
			return *item = i, true;
	return false;
}

bool pile_looks_blocked(const struct question *about)
{
	const struct game *game = about->game;
	const struct rules *rules = game->rules;

	if (game->pile_size > 0 && (rules->tables->block_tops >> pile_top(game) & 1))
		return true;
	for (uint32_t items = rules->tables->blocks_to_ask; items != 0; items &= items - 1)
		if (ask(rules->pile.block[__builtin_ctz(items)].when, about))
			return true;
	return false;
}

bool pile_looks_frozen(const struct question *about)
{
	const struct game *game = about->game;
	const struct rules *rules = game->rules;

	if ((game->pile_kinds & rules->tables->freeze_has) != 0 ||
	    (game->pile_starts & rules->tables->freeze_starts) != 0)
		return true;
	for (uint32_t items = about->taking ? rules->tables->freezes_for_takes : rules->tables->freezes_to_ask;
	     items != 0; items &= items - 1)
		if (ask(rules->pile.freeze[__builtin_ctz(items)].when, about))
			return true;
	return false;
}

/* How often an event was recorded, for the deal or for the side. */
static int32_t event_count(const struct question *about, int event)
{
	const struct game *game = about->game;

	return game->rules->event[event].per == event_per_deal ? (int32_t)(game->events >> event & 1)
	                                                       : game->side[about->side].events[event];
}

static int32_t side_held(const struct game *game, int side, cardset cards)
{
	int32_t count = 0;

	for (int seat = 0; seat < game->rules->seats; seat++)
		if (game->seat[seat].side == side)
			count += cards_count_in(&game->seat[seat].hand, cards);
	return count;
}

/* Players of a side who hold one of these cards. */
static int32_t holders(const struct game *game, int side, cardset cards)
{
	int32_t count = 0;

	for (int seat = 0; seat < game->rules->seats; seat++)
		count += game->seat[seat].side == side && (cards_kinds(&game->seat[seat].hand) & cards) != 0;
	return count;
}

/* ---- what was done ---- */

uint32_t deeds_of_turn(const struct game *game)
{
	const struct turn *turn = &game->turn;
	bool out = game->phase == PHASE_OVER && game->ending == ENDING_OUT;

	return (uint32_t)turn->opened << DEED_opening | (uint32_t)turn->took << DEED_taking |
	       (uint32_t)turn->drew << DEED_drawing | (uint32_t)turn->melded << DEED_melding |
	       (uint32_t)turn->took_up << DEED_taking_up | (uint32_t)turn->asked << DEED_asking |
	       (uint32_t)(out && !turn->discarded) << DEED_out_by_melding |
	       (uint32_t)(out && turn->discarded) << DEED_out_by_discard;
}

int turns_since(const struct game *game, int seat)
{
	const uint8_t *next = game->rules->tables->next_seat;
	int ago = 1;

	for (; next[seat] != game->turn.seat; ago++)
		seat = next[seat];
	return ago;
}

/* True if a fact that asks what was done means the player at [seat]. */
static bool is_meant(const struct question *about, enum fact_id fact, int seat)
{
	int side = about->game->seat[seat].side;

	switch (fact) {
	case FACT_player_did: return seat == about->seat;
	case FACT_partner_did: return seat != about->seat && side == about->side;
	case FACT_side_did: return side == about->side;
	case FACT_others_did: return side != about->side;
	default: return true;
	}
}

/* The number of the first turn of a period. */
static int period_begins(const struct question *about, enum period period)
{
	const struct game *game = about->game;
	int now = game->turn.number;

	switch (period) {
	case PERIOD_turn: return now;
	case PERIOD_round: return now - (now - 1) % game->rules->seats;
	case PERIOD_since: return now - turns_since(game, about->seat) + 1;
	default: return 1;
	}
}

/* In how many turns of the period the players meant did it. One that begins with the deal has all their turns; in any other each had one
 * turn at most. */
static int32_t times_done(const struct question *about, const struct ir *asked)
{
	const struct game *game = about->game;
	enum deed deed = deed_of(asked);
	enum period period = period_of(asked);
	bool is_last = deed_ends_the_deal(deed), taking = deed == DEED_taking && about->taking;
	bool now = period != PERIOD_before && (taking || (deeds_of_turn(game) >> deed & 1));
	int32_t times = now && is_meant(about, asked->fact, is_last ? game->out : game->turn.seat);
	int begins = period_begins(about, period);

	for (int seat = 0; seat < game->rules->seats && period != PERIOD_turn && !is_last; seat++) {
		const struct past *past = &game->past[seat];
		bool lately = game->turn.number - turns_since(game, seat) >= begins;
		if (is_meant(about, asked->fact, seat))
			times += begins <= 1 ? past->turns[deed] : lately && (past->latest >> deed & 1);
	}
	return times;
}

/* Cards at the bottom of the pile that the way of taking it in question leaves there. */
static int stays_in_pile(const struct question *about)
{
	return about->way > 0 ? take_leaves(about->game->rules, about->way - 1, about->game->pile_size) : 0;
}

/* The kind of the card that was discarded last, though a pile taken since lies in a hand; -1 if there is none. */
static int last_discard(const struct game *game)
{
	if (game->turn.took && !game->turn.discarded)
		return game->turn.top;
	return game->pile_size > 0 ? pile_top(game) : -1;
}

/* ---- all facts ---- */

/* The facts that have to be counted. */
NOINLINE static int32_t fact_counted(const struct question *about, const struct ir *asked)
{
	const struct game *game = about->game;
	const struct rules *rules = game->rules;
	const struct side *side = &game->side[about->side];
	const struct seat *seat = &game->seat[about->seat];

	switch (asked->fact) {
	case FACT_term: return ask(rules->define[asked->item].when, about);

	case FACT_side_score: return score_before(about);
	case FACT_others_total: return others_before(about);
	case FACT_side_order: return order_of(game, about->side);
	case FACT_side_class: return melds_of_class(rules, side, asked->item);
	case FACT_side_melded_of: return melded_of(rules, side, asked->cards);
	case FACT_others_class: return others_of_class(game, about->side, asked->item);
	case FACT_initial_class: return initial_of_class(about, asked->item, false);
	case FACT_initial_points: return initial_of_class(about, asked->item, true);
	case FACT_side_wilds_of_rank: return meld_asked(about, side) != NULL ? meld_asked(about, side)->cards.wilds : 0;
	case FACT_side_of_rank: return cards_of_meld_asked(about, side);
	case FACT_hand_of_rank: return cards_count_in(&seat->hand, kinds_in_question(about));
	case FACT_others_of_rank: return about->rank > 0 ? others_of_rank(game, about->side, about->rank - 1) : 0;
	case FACT_side_laid: return side_laid(game, about->side, asked->cards);
	case FACT_player_laid: return cards_count_in(&seat->laid, asked->cards);
	case FACT_side_alone: return game->alone != NOBODY && game->seat[game->alone].side == about->side;
	case FACT_side_hands: return hand_points(game, about->side, false);
	case FACT_others_hands: return hand_points(game, about->side, true);
	case FACT_side_reserves: return side_reserves(game, about->side, false);
	case FACT_side_waiting: return reserves_waiting(game, about->side);
	case FACT_waiting_points: return waiting_points(game, about->side);
	case FACT_reserve_points: return side_reserves(game, about->side, true);
	case FACT_has_reserve: return game->reserve_size[reserve_of(game, about->seat)] > 0;
	case FACT_player_canastas: return seat->canastas;
	case FACT_others_table: return others_sum(game, about->side, true);
	case FACT_others_canastas: return others_sum(game, about->side, false);
	case FACT_scored_above: return about->scored;
	case FACT_shared_above: return share_of(game, about->side, about->scored);
	case FACT_taken_size: return about->taking ? game->pile_size - stays_in_pile(about) : game->turn.taken_size;
	case FACT_is_taken: return is_like_top_taken(about);
	case FACT_side_out: return game->out != NOBODY && game->seat[game->out].side == about->side;
	case FACT_others_out: return game->out != NOBODY && game->seat[game->out].side != about->side;
	case FACT_side_dealt: return game->seat[game->dealer].side == about->side;
	case FACT_event: return event_count(about, asked->item) > 0;
	case FACT_last_discard: return last_discard(game) >= 0 && (asked->cards >> last_discard(game) & 1);
	case FACT_side_events: return event_count(about, asked->item);
	case FACT_player_did:
	case FACT_partner_did:
	case FACT_side_did:
	case FACT_others_did:
	case FACT_anybody_did: return times_done(about, asked);
	case FACT_side_held: return side_held(game, about->side, asked->cards);
	case FACT_side_holders: return holders(game, about->side, asked->cards);
	case FACT_side_special: return game->ending == ENDING_SPECIAL && game->turn.side == about->side;
	case FACT_special_laid: return game->ending == ENDING_SPECIAL;

	case FACT_hand_count: return cards_count_in(&seat->hand, asked->cards);

	case FACT_pile_frozen: return about->frozen_known ? about->frozen : pile_looks_frozen(about);
	case FACT_pile_blocked: return pile_looks_blocked(about);

	case FACT_turn_canastas: return canastas_begun(game);

	case FACT_pile_shown: return pile_shown_to(game, about->seat);
	case FACT_answering: return game->turn.asked ? game->turn.answers + 1 : 0;
	default: return 0;
	}
}

/* Kinds of the cards that the player has taken from the pile in this turn, or is taking. */
static cardset kinds_of_pile_taken(const struct question *about)
{
	const struct game *game = about->game;

	if (!about->taking)
		return game->turn.taken_kinds;
	return about->way > 0 ? kinds_taken(game, about->way - 1) : game->pile_kinds;
}

/* What the initial meld of the side asked about has to count. The turn knows it for its own side; for another side it
 * is what it would be if its turn began now. */
static int32_t minimum_for(const struct question *about)
{
	const struct game *game = about->game;

	if (about->side == game->turn.side)
		return game->turn.minimum;
	return game->side[about->side].opened ? 0 : minimum_of(about);
}

/* The facts that are asked most, which need nothing but reading a field, are answered here. */
int32_t fact_of_game(const void *frame, const struct ir *asked)
{
	const struct question *about = frame;
	const struct game *game = about->game;
	const struct side *side = &game->side[about->side];
	const struct seat *seat = &game->seat[about->seat];

	switch (asked->fact) {
	case FACT_players: return game->rules->table.players;
	case FACT_deal_number: return (int32_t)game->deal + 1;
	case FACT_best_total: return game->best;

	case FACT_size: /* of melds: asked while the tables are built */
	case FACT_naturals:
	case FACT_wilds:
	case FACT_count_of:
	case FACT_in_sequence:
	case FACT_in_a_row:
	case FACT_rank_is: return 0;

	case FACT_side_opened: return side->opened;
	case FACT_side_melded: return side->melds > 0;
	case FACT_side_canastas: return side->canastas;
	case FACT_side_canastas_of: return side->canastas_of[asked->item];
	case FACT_side_table: return side->points;

	case FACT_hand_size: return seat->size;
	case FACT_hand_only: return (cards_kinds(&seat->hand) & ~asked->cards) == 0;

	case FACT_pile_size: return game->pile_size;
	case FACT_pile_empty: return game->pile_size == 0;
	case FACT_pile_top: return game->pile_size > 0 && (asked->cards >> pile_top(game) & 1);
	case FACT_pile_has: return (game->pile_kinds & asked->cards) != 0;
	case FACT_pile_started: return (game->pile_starts & asked->cards) != 0;
	case FACT_take_opens: return about->taking && !side->opened;

	case FACT_stock_size: return game->stock_size;
	case FACT_stock_empty: return game->stock_size == 0;

	case FACT_going_out: return about->going_out;
	case FACT_opening: return about->side == game->turn.side ? game->turn.opening : !side->opened;
	case FACT_turn_opened: return game->turn.opened;
	case FACT_first_turn: return game->turn.number == 1;
	case FACT_round_of_turns: return (game->turn.number - 1) / game->rules->seats + 1;
	case FACT_turn_melded: return (game->turn.laid_kinds & asked->cards) != 0;
	case FACT_drew: return game->turn.drew;
	case FACT_pile_taken: return (kinds_of_pile_taken(about) & asked->cards) != 0;
	case FACT_took: return game->turn.took || about->taking;
	case FACT_laid_canasta: return game->turn.laid_canasta;
	case FACT_added_earlier: return game->turn.added_earlier;
	case FACT_melded_before: return seat->melded;

	case FACT_from_deal: return about->origin == FROM_DEAL;
	case FACT_from_stock: return about->origin == FROM_STOCK;
	case FACT_from_pile: return about->origin == FROM_PILE;
	case FACT_held_before: return about->held;
	case FACT_from_reserve: return about->origin == FROM_RESERVE;

	case FACT_seat: return about->seat + 1;
	case FACT_dealer: return game->dealer + 1;
	case FACT_minimum: return minimum_for(about);
	case FACT_laid_count: return about->side == game->turn.side ? game->turn.count : 0;
	case FACT_player_number: return game->player[about->seat] + 1;
	case FACT_hand_shown: return seat->shown;
	case FACT_deal_over: return game->phase == PHASE_OVER;
	default: return fact_counted(about, asked);
	}
}
