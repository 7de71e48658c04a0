/* weighing.c -- choosing an act. Since an act only ever lays down cards or ends a turn, it comes to an end. */
#include "players/weighing.h"

enum { MANY_CARDS = 7 }; /* in the hands of partners */

struct weight weight_of_laying(int worth, bool out)
{
	return (struct weight){ out ? DUE_ON_THE_WAY_OUT : worth > 0 ? DUE_NOW : DUE_UNWISE, worth };
}

struct weight weight_of_asking(const struct view *view, bool wants_out, bool no_time)
{
	bool required = view->rules->going_out.ask == going_out_ask_required;
	int partners = 0;

	for (int seat = 0; seat < view->rules->seats; seat++)
		if (seat != view->seat && view->side_of[seat] == view->side_of_seat)
			partners += view->size[seat];
	if (!wants_out || (!required && (no_time || partners < MANY_CARDS)))
		return (struct weight){ DUE_NEVER, 0 };
	return (struct weight){ DUE_ASKING, 0 };
}

/* A bonus card is worth laying, unless that ends the deal with a full hand. */
static struct weight weight_of_bonus_card(const struct view *view)
{
	bool ends = view->stock_size == 0 && view->rules->bonus.unreplaced == bonus_unreplaced_ends_the_deal;

	return (struct weight){ ends ? DUE_NEVER : DUE_BONUS_CARD, 0 };
}

struct weight weight_of_others(const struct view *view, struct act act)
{
	switch ((enum verb)act.verb) {
	case ACT_SPECIAL: return (struct weight){ DUE_SPECIAL_HAND, 0 };
	case ACT_LAY: return weight_of_bonus_card(view);
	case ACT_STOP: return (struct weight){ DUE_LAST, 0 };
	default: return (struct weight){ DUE_NOW, act.count }; /* a talon is taken */
	}
}

struct act act_of_most_weight(const struct acts *acts, struct weight (*weigh)(void *player, struct act act),
                              void *player)
{
	struct weight most = weigh(player, acts->act[0]);
	int best = 0;

	for (int i = 1; i < acts->count; i++) {
		struct weight weight = weigh(player, acts->act[i]);
		if (weight.due > most.due || (weight.due == most.due && weight.worth > most.worth))
			best = i, most = weight;
	}
	return acts->act[best];
}
