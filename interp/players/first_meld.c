/* first_meld.c -- the initial meld. */
#include "players/first_meld.h"

#include "players/laying.h"

enum {
	FEW_WILDS = 2,  /* wild cards that it may cost at any time, */
	LATE_WILDS = 3, /* and when it is late or others are ahead */
	LATE_ROUNDS = 3
};

bool first_meld_is_due(const struct prospect *at, bool hurried)
{
	const struct view *view = at->view;
	int wilds = prospect_opening_wilds(at, -1);
	bool behind = false;

	for (int side = 0; side < at->rules->table.sides; side++)
		behind = behind || view->side[side].opened;
	if (view->turn.count > 0 || view->turn.took || hurried || wilds <= FEW_WILDS)
		return true;
	return wilds <= LATE_WILDS && (behind || view->turn.number > LATE_ROUNDS * at->rules->seats);
}

int first_meld_worth(const struct prospect *at, struct act act)
{
	int wilds = laid_wilds(at->rules, act), points = laid_points(at->rules, act);
	bool reached = act.verb == ACT_MELD && wilds > 0 && at->view->turn.count + points >= at->view->minimum;

	return at->price.opening + points + (reached ? at->price.opening_reached : 0) - wilds * at->price.opening_wild;
}
