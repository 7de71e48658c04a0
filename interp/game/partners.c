/* partners.c -- players who become partners in the middle of a deal. Their melds of one rank become one meld, even if
 * it lies beyond its limits then, and events that were recorded for one of them were recorded for their side; what is
 * laid out and what is held stays each player's own. */
#include "game/play.h"

/* Puts the cards of a meld onto one of the same rank, which keeps its kind if the cards fit it. */
static void join_meld(const struct rules *rules, struct meld *onto, const struct meld *meld)
{
	struct meld_cards *cards = &onto->cards;

	cards->naturals = (uint8_t)(cards->naturals + meld->cards.naturals);
	cards->wilds = (uint8_t)(cards->wilds + meld->cards.wilds);
	for (int wild = 0; wild < rules->wild_kinds; wild++)
		cards->wild[wild] = (uint8_t)(cards->wild[wild] + meld->cards.wild[wild]);
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

static void join_side(struct game *game, int at, int from)
{
	struct side *onto = &game->side[at], *side = &game->side[from];

	for (int i = 0; i < side->melds; i++) {
		int kind = side->meld[i].cards.kind;
		if (onto->melded >> kind & 1) {
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

	if (game->rules->table.alone == table_alone_nobody || game->alone != NOBODY)
		return;
	game->alone = (uint8_t)alone;
	for (int seat = 0; seat < game->rules->seats; seat++) {
		int side = game->seat[seat].side;
		if (seat == alone)
			continue;
		if (partners == NOBODY)
			partners = side;
		else
			join_side(game, partners, side);
		game->seat[seat].side = (uint8_t)partners;
	}
}
