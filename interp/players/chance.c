/* chance.c -- chances in whole numbers, the same on every machine. */
#include "players/chance.h"

#include "rules/rules.h"

/* Cards are taken one by one; [came] tells how likely it is that so many have come, its last place meaning "or more". */
int chance_of(int cards, int each, int wanted)
{
	enum { ALL = 1 << 20 };
	int came[MELD_CARDS_MAX + 1] = { ALL };

	if (wanted <= 0)
		return CERTAIN;
	if (wanted > cards || wanted > MELD_CARDS_MAX || each <= 0)
		return 0;
	if (each >= CERTAIN)
		return CERTAIN;
	for (int card = 0; card < cards; card++)
		for (int i = wanted - 1; i >= 0; i--) {
			int more = (int)((int64_t)came[i] * each / CERTAIN);
			came[i] -= more;
			came[i + 1] += more;
		}
	return came[wanted] / (ALL / CERTAIN);
}

int chance_both(int one, int other)
{
	return one * other / CERTAIN;
}

int chance_either(int one, int other)
{
	return one + other - chance_both(one, other);
}

int chance_points(int chance, int points)
{
	return (int)((int64_t)points * chance / CERTAIN);
}
