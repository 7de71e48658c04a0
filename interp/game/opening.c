/* opening.c -- the initial meld: what it has to count and to contain, what it counts so far, and that a side opens with it.
 *
 * turn.minimum is what it has to count in this turn. turn.count is what the melds of this turn count towards it; the top card of
 * the pile is in it only where it counts. Where it does not even help, turn.withheld is what the cards beside it count as long as
 * they are no meld without it: these points are not in turn.count yet. */
#include "game/state.h"

/* ---- what it has to count ---- */

int32_t minimum_of(const struct question *about)
{
	const struct rules *rules = about->game->rules;

	return nearest_number((int64_t)ask(rules->initial_meld.minimum, about) +
	                      ask(rules->initial_meld.raised, about));
}

int32_t minimum_now(const struct game *game)
{
	struct question about;

	if (game->rules->tables->steady_minimum)
		return own_side(game)->minimum;
	about = question_now(game);
	return minimum_of(&about);
}

int row_of_minimum(const struct game *game, int32_t have)
{
	struct question about = question_now(game);
	int32_t raised = ask(game->rules->initial_meld.raised, &about);

	return raised > 0 && have >= (int64_t)game->turn.minimum - raised ? ROW_initial_meld_raised
	                                                                  : ROW_initial_meld_minimum;
}

void settle_minimums(struct game *game)
{
	for (int side = 0; side < game->rules->table.sides; side++) {
		struct question about = { .game = game, .seat = (uint8_t)side, .side = (uint8_t)side };
		game->side[side].minimum = minimum_of(&about);
	}
}

/* ---- what it is made of ---- */

bool initial_cards(const struct game *game, int index, struct meld_cards *cards, int32_t *points)
{
	const struct rules *rules = game->rules;
	const struct meld *meld = &own_side(game)->meld[index];

	*cards = meld->cards;
	*points = meld_points(rules, &meld->cards);
	if (index + 1 != game->turn.top_meld || rules->initial_meld.top_card == initial_meld_top_card_counts)
		return true;
	*points -= rules->kind[game->turn.top].points;
	if (rules->cards.wild >> game->turn.top & 1)
		cards->wilds--, cards->wild[wild_place(rules, game->turn.top)]--;
	else
		cards->naturals--;
	return form_allows(&rules->form[meld->form], cards->naturals, cards->wilds);
}

bool initial_contains(const struct game *game)
{
	struct question about = question_now(game);

	return game->turn.ignores_contents || ask(game->rules->initial_meld.contains, &about);
}

/* The cards laid with a top card that does not help count once they are a meld without it. */
static void settle_count(struct game *game)
{
	struct meld_cards cards;
	int32_t points;

	if (game->rules->initial_meld.top_card != initial_meld_top_card_does_not_help || game->turn.top_meld == 0)
		return;
	game->turn.count += game->turn.withheld;
	game->turn.withheld = initial_cards(game, game->turn.top_meld - 1, &cards, &points) ? 0 : points;
	game->turn.count -= game->turn.withheld;
}

/* True if the melds of this turn are enough to open with. False: they are not. A minimum waived for going out alone opens no side here. */
static bool opens(const struct game *game)
{
	struct question about = question_now(game);

	return (game->turn.count >= game->turn.minimum && initial_contains(game)) ||
	       (!game->rules->tables->waived_only_out && ask(game->rules->initial_meld.waived, &about));
}

void open_side(struct game *game, int at)
{
	int order = 1;

	for (int side = 0; side < game->rules->table.sides; side++)
		order += game->side[side].opened;
	game->side[at].opened = true;
	game->side[at].order = (uint8_t)order;
}

void open_if_made(struct game *game)
{
	settle_count(game);
	if (!opens(game))
		return;
	open_side(game, game->turn.side);
	game->turn.opened = true;
}
