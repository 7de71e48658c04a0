/* imagine.c -- an imagined end differs from another by what is asked about: scored with it and without it, the rules tell
 * what it is worth. */
#include "players/imagine.h"

#include <string.h>
#include "game/question.h"

void imagine_table(struct outlook *at)
{
	const struct view *view = at->view;
	struct game *table = &at->table;

	memset(table, 0, offsetof(struct game, talon));
	if (at->rules->reserve.cards > 0)
		memset(table->reserve, 0, sizeof table->reserve);
	table->rules = at->rules;
	table->deal = view->deal;
	table->events = view->events;
	table->dealer = view->dealer;
	table->phase = PHASE_OVER;
	table->ending = ENDING_STOCK;
	table->out = NOBODY;
	table->alone = view->alone;
	memcpy(table->player, view->player, sizeof table->player);
	memcpy(table->reserve_size, view->reserve, sizeof table->reserve_size);
	table->turn = view->turn;
	table->pile_size = view->pile_size;
	table->pile_kinds = cards_kinds(&view->pile);
	memcpy(table->side, view->side, sizeof table->side);
	for (int seat = 0; seat < at->rules->seats; seat++) {
		table->seat[seat].side = view->side_of[seat];
		table->seat[seat].laid = view->laid[seat];
		table->seat[seat].melded = view->melded[seat];
	}
}

int imagine_score(const struct outlook *at, const struct stand *stand)
{
	struct tally tally;

	game_score(&at->table, &tally);
	return tally.total[stand->account];
}

int imagine_step(struct outlook *at, const struct stand *stand)
{
	struct side *side = &at->table.side[stand->index];
	int now = imagine_score(at, stand), one, two;

	side->canastas++;
	one = imagine_score(at, stand) - now;
	side->canastas++;
	two = (imagine_score(at, stand) - now) / 2;
	side->canastas = (uint8_t)(side->canastas - 2);
	return (one > two ? one : two) + (side->canastas < at->rules->going_out.canastas ? at->price->ready : 0);
}

int imagine_forfeit(struct outlook *at, int form, const struct meld_cards *cards)
{
	struct side *side = &at->table.side[at->own.index], kept;
	struct forfeit *known = &at->forfeit[cards->kind][cards->wilds > 0];
	uint16_t classes = at->melds_cost ? rules_classes_of(at->rules, cards) : 0;
	int with, without;

	if (classes == 0) /* no score tells such a meld from others */
		return 0;
	if (known->classes == classes)
		return known->cost;
	kept = *side;
	side->melds = 0;
	side->points = 0;
	side->canastas = (uint8_t)(at->rules->going_out.canastas + 1);
	without = imagine_score(at, &at->own);
	side->melds = 1;
	side->melded = UINT64_C(1) << cards->kind;
	side->meld[0] = (struct meld){ .cards = *cards, .form = (uint8_t)form, .canasta = -1 };
	side->meld[0].classes = classes;
	with = imagine_score(at, &at->own);
	*side = kept;
	*known = (struct forfeit){ classes, without > with ? without - with : 0 };
	return known->cost;
}

int imagine_caught(struct outlook *at, int kind, int held)
{
	struct seat *seat = &at->table.seat[at->view->seat];
	int without, with;

	if (!at->hands_cost || held <= 0)
		return held * at->rules->kind[kind].points;
	without = imagine_score(at, &at->own);
	for (int i = 0; i < held; i++)
		cards_add(&seat->hand, kind);
	seat->size = (uint16_t)held;
	with = imagine_score(at, &at->own);
	memset(&seat->hand, 0, sizeof seat->hand);
	seat->size = 0;
	return without - with;
}

/* All cards are asked about at once. */
bool imagine_hands_cost(struct outlook *at)
{
	struct seat *seat = &at->table.seat[at->view->seat];
	int points = 0, without = imagine_score(at, &at->own), with;

	for (int kind = 0; kind < at->rules->kinds; kind++)
		for (int i = 0; i < at->rules->kind[kind].copies; i++, points += at->rules->kind[kind].points)
			cards_add(&seat->hand, kind);
	seat->size = (uint16_t)at->rules->deck_size;
	with = imagine_score(at, &at->own);
	memset(&seat->hand, 0, sizeof seat->hand);
	seat->size = 0;
	return without - with != points;
}

int imagine_bonus_card(struct outlook *at, int kind)
{
	struct seat *seat = &at->table.seat[at->view->seat];
	int worth = -imagine_score(at, &at->own);

	cards_add(&seat->laid, kind);
	worth += imagine_score(at, &at->own);
	cards_remove(&seat->laid, kind);
	return worth > 0 ? worth : worth / 4; /* it may yet come to count the other way */
}
