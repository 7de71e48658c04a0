/* growth.c -- planned backwards from the goal: a composition leads there if one with a card more does. */
#include "notation/growth.h"

#include <string.h>

void growth_plan(struct growth *growth, const struct form *form, int naturals, int wilds)
{
	memset(growth, 0, sizeof *growth);
	growth->form = form;
	growth->naturals = naturals;
	growth->wilds = wilds;
	for (int n = naturals; n >= 0; n--)
		for (int w = wilds; w >= 0; w--)
			growth->leads[n][w] =
				form_allows(form, n, w) &&
				((n == naturals && w == wilds) || growth->leads[n + 1][w] || growth->leads[n][w + 1]);
}

int growth_beginning(const struct growth *growth)
{
	int best = -1, best_worth = -1;

	for (int i = 0; i < growth->form->begin_count; i++) {
		struct composition begin = growth->form->begin[i];
		int worth = 2 * (MELD_CARDS_MAX - begin.wilds);
		if (begin.naturals > growth->naturals || begin.wilds > growth->wilds)
			continue;
		if (growth->leads[begin.naturals][begin.wilds])
			worth += 4 * MELD_CARDS_MAX;
		if (worth > best_worth)
			best = i, best_worth = worth;
	}
	return best;
}

bool growth_succeeds(const struct growth *growth, int begin)
{
	return begin >= 0 && growth->leads[growth->form->begin[begin].naturals][growth->form->begin[begin].wilds];
}

bool growth_wants_natural(const struct growth *growth, int naturals, int wilds)
{
	if (naturals == growth->naturals)
		return false;
	return growth->leads[naturals + 1][wilds] || wilds == growth->wilds || !growth->leads[naturals][wilds + 1];
}
