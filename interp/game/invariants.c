/* invariants.c -- what must hold in every position; asked after each act in debug builds and tests. */
#include "game/state.h"
#include "game/planner.h"

static void count_pile(const uint8_t *pile, int size, int *count)
{
	for (int i = 0; i < size; i++)
		count[pile[i]]++;
}

static void count_cards(const struct cards *cards, int kinds, int *count)
{
	for (int kind = 0; kind < kinds; kind++)
		count[kind] += cards_count(cards, kind);
}

/* Every card of the deck is somewhere, and only once. */
static bool cards_conserved(const struct game *game)
{
	const struct rules *rules = game->rules;
	int count[KINDS_MAX] = { 0 };

	count_pile(game->stock, game->stock_size, count);
	count_pile(game->pile, game->pile_size, count);
	count_cards(&game->special_cards, rules->kinds, count);
	count_pile(game->aside, game->aside_size, count);
	for (int seat = 0; seat < rules->seats; seat++) {
		count_cards(&game->seat[seat].hand, rules->kinds, count);
		count_cards(&game->seat[seat].laid, rules->kinds, count);
		count_cards(&game->talon[seat], rules->kinds, count);
	}
	for (int i = 0; i < rules_reserves(rules); i++)
		count_cards(&game->reserve[i], rules->kinds, count);
	for (int side = 0; side < rules->table.sides; side++)
		for (int i = 0; i < game->side[side].melds; i++) {
			const struct meld_cards *cards = &game->side[side].meld[i].cards;
			for (cardset kinds = meld_kinds(rules, cards); kinds != 0; kinds &= kinds - 1)
				count[__builtin_ctzll(kinds)] += meld_naturals_of(rules, cards, __builtin_ctzll(kinds));
			for (int wild = 0; wild < rules->wild_kinds; wild++)
				count[rules->wild_kind[wild]] += cards->wild[wild];
		}
	for (int kind = 0; kind < rules->kinds; kind++)
		if (count[kind] != rules->kind[kind].copies)
			return false;
	return true;
}

/* meld_of[] of a rank is its newest meld; earlier ones are canastas. */
static bool found_by_rank(const struct side *side, int index)
{
	int last = side->meld_of[side->meld[index].cards.kind];

	return last == index || (last > index && side->meld[index].canasta >= 0);
}

static const char *check_side(const struct game *game, const struct side *side)
{
	const struct rules *rules = game->rules;
	int canastas = 0;
	int32_t points = 0;
	cardset melded = 0;

	for (int i = 0; i < side->melds; i++) {
		const struct meld *meld = &side->meld[i];
		int wilds = 0;
		for (int wild = 0; wild < rules->wild_kinds; wild++)
			wilds += meld->cards.wild[wild];
		if (wilds != meld->cards.wilds || (rules->table.alone == table_alone_nobody &&
		                                   (!form_allows(&rules->form[meld->form], meld->cards.naturals, wilds) ||
		                                    !meld_kinds_fit(rules, meld->form, &meld->cards))))
			return "a meld breaks its limits";
		if (meld->canasta != rules_canasta_of(rules, &meld->cards))
			return "a canasta is not of the kind it is taken for";
		if (!rules->named_melds && !found_by_rank(side, i))
			return "a meld is not found by its rank";
		if (meld->classes != meld_classes(rules, &meld->cards))
			return "a meld is not of the classes it is taken for";
		canastas += meld->canasta >= 0;
		points += meld_points(rules, &meld->cards);
		melded |= meld->cards.sequence == 0 ? rules->mates[meld->cards.kind] : 0;
	}
	if (rules->named_melds && side->melds > 0) {
		struct side anew = *side;
		find_takers(rules, &anew);
		if (__builtin_memcmp(&anew, side, offsetof(struct side, meld)) != 0)
			return "what the melds take is not what it is taken for";
	}
	if (canastas != side->canastas)
		return "the canastas are miscounted";
	if (points != side->points || melded != side->melded)
		return "the melds are miscounted";
	return NULL;
}

/* Bonus cards are in a hand while they may be kept, and until the turn begins in which they are laid. */
static bool may_hold_bonus(const struct game *game, int seat)
{
	const struct rules *rules = game->rules;

	if (rules->bonus.laid == bonus_laid_by_choice)
		return true;
	if (rules->bonus.last_card == bonus_last_card_stays_in_the_hand && game->stock_size == 0)
		return true;
	if (seat == game->turn.seat && game->phase != PHASE_OVER)
		return false;
	return (rules->talon.joins_hand == talon_joins_hand_at_once &&
	        rules->talon.bonus_cards == talon_bonus_cards_wait) ||
	       (!game->seat[seat].played && rules->deal.bonus_cards == deal_bonus_cards_in_the_first_turn);
}

/* Whether a hand may be empty: its bonus cards were not replaced, it waits for a talon or the pile, or the deal is
 * over. */
static bool may_be_empty(const struct game *game, int seat)
{
	int32_t replaced;
	int laid = cards_count_in(&game->seat[seat].laid, game->rules->bonus.cards);

	if (!formula_is_constant(game->rules->bonus.replaced, &replaced) || !replaced)
		return true; /* she held bonus cards alone, and nothing came for them */
	if (laid >= game->rules->deal.hand || (laid > 0 && game->stock_size == 0))
		return true; /* nor from a stock that had no other card at the deal, or has none now */
	return game->phase == PHASE_OVER || game->turn.pending || game->seat[seat].talon > 0 ||
	       game->rules->talon.empty_hand == talon_empty_hand_allowed;
}

static const char *check_hands(const struct game *game)
{
	for (int seat = 0; seat < game->rules->seats; seat++) {
		const struct seat *at = &game->seat[seat];
		if (at->size != cards_count_in(&at->hand, ~UINT64_C(0)))
			return "the size of a hand is wrong";
		if (at->hand.different != set_size(cards_kinds(&at->hand)))
			return "the kinds of card in a hand are miscounted";
		if (at->size == 0 && !may_be_empty(game, seat))
			return "a player has no card although the deal goes on";
		if (at->talon != cards_count_in(&game->talon[seat], ~UINT64_C(0)))
			return "the size of a talon is wrong";
		if ((cards_kinds(&at->hand) & game->rules->bonus.cards) != 0 && !may_hold_bonus(game, seat))
			return "a bonus card is in a hand";
		for (int kind = 0; kind < game->rules->kinds; kind++)
			if (game->known[seat][kind] > cards_count(&at->hand, kind))
				return "a hand is known to have a card that it has not";
	}
	return NULL;
}

const char *game_check(const struct game *game)
{
	const char *wrong;
	struct acts acts;

	if (!cards_conserved(game))
		return "cards are lost or doubled";
	for (int side = 0; side < game->rules->table.sides; side++) {
		wrong = check_side(game, &game->side[side]);
		if (wrong != NULL)
			return wrong;
	}
	wrong = check_hands(game);
	if (wrong != NULL)
		return wrong;
	if (game->ending == ENDING_SPECIAL && !special_is(game->rules, game->special, &game->special_cards,
	                                                  cards_count_in(&game->special_cards, ~UINT64_C(0))))
		return "a special hand is none";
	if (game->phase == PHASE_MELD && !turn_can_end(game) && bonus_to_lay(game) == 0)
		return "the turn cannot be brought to an end";
	game_legal(game, &acts);
	if ((acts.count == 0) != (game->phase == PHASE_OVER))
		return "the player to act has no legal act";
	return NULL;
}
