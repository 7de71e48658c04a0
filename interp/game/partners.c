/* partners.c -- players who become partners in the middle of a deal, because one plays alone. Their melds of one rank become one meld,
 * even if it lies beyond its limits then, unless a side may have several. What was recorded for one of them was recorded for their side.
 * What is laid out and what is held stays each player's own. */
#include "game/state.h"

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
	if (game->rules->named_melds)
		find_takers(game->rules, side);
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
