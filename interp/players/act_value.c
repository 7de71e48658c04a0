/* act_value.c -- choosing an act by its value. Since an act only ever lays down cards or ends a turn, a turn comes to an end. */
#include "players/act_value.h"

#include <string.h>
#include "game/question.h"

enum { MANY_CARDS = 7 }; /* in the hands of partners */

struct act_value value_of_laying(int worth, bool out)
{
	return (struct act_value){ out ? DUE_ON_THE_WAY_OUT : worth > 0 ? DUE_NOW : DUE_UNWISE, worth };
}

struct act_value value_of_asking(const struct view *view, bool wants_out, bool no_time)
{
	bool required = view->rules->going_out.ask == going_out_ask_required;
	int partners = 0;

	for (int seat = 0; seat < view->rules->seats; seat++)
		if (seat != view->seat && view->side_of[seat] == view->side_of_seat)
			partners += view->size[seat];
	if (!wants_out || (!required && (no_time || partners < MANY_CARDS)))
		return (struct act_value){ DUE_NEVER, 0 };
	return (struct act_value){ DUE_ASKING, 0 };
}

/* A bonus card is worth laying, unless that ends the deal with a full hand. */
static struct act_value value_of_bonus_card(const struct view *view)
{
	bool ends = view->stock_size == 0 && view->rules->bonus.unreplaced == bonus_unreplaced_ends_the_deal;

	return (struct act_value){ ends ? DUE_NEVER : DUE_BONUS_CARD, 0 };
}

struct act_value value_of_others(const struct view *view, struct act act)
{
	switch ((enum verb)act.verb) {
	case ACT_SPECIAL: return (struct act_value){ DUE_SPECIAL_HAND, 0 };
	case ACT_LAY: return value_of_bonus_card(view);
	case ACT_STOP: return (struct act_value){ DUE_LAST, 0 };
	default: return (struct act_value){ DUE_NOW, act.count }; /* a talon is taken */
	}
}

int worth_of_part(const struct view *view, struct act act, int worth)
{
	int left = take_leaves(view->rules, act.item, view->pile_size);

	return left == 0 ? worth : worth * (view->pile_size - left) / view->pile_size;
}

struct act act_of_most_value(const struct acts *acts, struct act_value (*evaluate)(void *player, struct act act),
                             void *player)
{
	struct act_value best_value = evaluate(player, acts->act[0]);
	int best = 0;

	for (int i = 1; i < acts->count; i++) {
		struct act_value value = evaluate(player, acts->act[i]);
		if (act_value_is_more(value, best_value))
			best = i, best_value = value;
	}
	return acts->act[best];
}

/* ---- the cards that an act lays ---- */

int laid_wilds(const struct rules *rules, struct act act)
{
	return act.verb == ACT_ADD ? is_wild(rules, act.kind) : act_wilds(act);
}

int laid_points(const struct rules *rules, struct act act)
{
	int points = (act.verb == ACT_ADD ? 1 : act.count) * rules->kind[act.kind].points;

	for (int i = 0; i < rules->wild_kinds; i++)
		points += act.wild[i] * rules->kind[rules->wild_kind[i]].points;
	return points;
}

struct meld_cards meld_with(const struct rules *rules, const struct meld *meld, int kind)
{
	struct meld_cards cards = meld->cards;

	if (!is_wild(rules, kind)) {
		cards.naturals++;
		return cards;
	}
	cards.wilds++;
	for (int i = 0; i < WILD_KINDS_MAX && i < rules->wild_kinds; i++)
		cards.wild[i] = (uint8_t)(cards.wild[i] + (rules->wild_kind[i] == kind));
	return cards;
}

struct meld_cards meld_begun(const struct view *view, struct act act)
{
	struct meld_cards cards = { .kind = act.kind, .wilds = (uint8_t)act_wilds(act) };

	if (act.count > 0)
		cards.naturals = (uint8_t)cards_count(&view->hand, act.kind);
	memcpy(cards.wild, act.wild, sizeof cards.wild);
	return cards;
}
