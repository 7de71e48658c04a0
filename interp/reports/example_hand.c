/* example_hand.c -- groups get their cards one after the other, of the lowest rank that will do; the engine has the last
 * word. */
#include "reports/example_hand.h"

#include "game/question.h"

/* A hand being put together. */
struct trying {
	const struct rules *rules;
	const struct pattern *pattern;
	int item, steps;
	struct cards *hand;
};

enum { STEPS_MAX = 20000 }; /* real patterns are filled at the first or second attempt */

static bool fill_groups(struct trying *at, int part, int count);

static bool is_held(const struct trying *at, int rank)
{
	for (int kind = 0; kind < at->rules->kinds; kind++)
		if (at->rules->kind[kind].rank == rank && cards_count(at->hand, kind) > 0)
			return true;
	return false;
}

/* Puts [need] cards of one rank into the hand, from [kind] on, and goes on with the groups behind. */
static bool fill_one(struct trying *at, int part, int count, int kind, int need)
{
	const struct rules *rules = at->rules;
	int some = rules->kind[kind].copies - cards_count(at->hand, kind);
	bool next = kind + 1 < rules->kinds && rules->kind[kind + 1].rank == rules->kind[kind].rank, well;

	if (!(at->pattern->group[part].cards >> kind & 1))
		some = 0;
	if (some > need)
		some = need;
	for (int i = 0; i < some; i++)
		cards_add(at->hand, kind);
	well = some == need ? fill_groups(at, part, count + 1)
	                    : next && fill_one(at, part, count, kind + 1, need - some);
	for (int i = 0; i < some && !well; i++)
		cards_remove(at->hand, kind);
	return well;
}

/* Groups of one pattern are of different ranks, so that the example shows most. */
static bool fill_groups(struct trying *at, int part, int count)
{
	const struct pattern *pattern = at->pattern;

	while (part < pattern->parts && count == pattern->group[part].count) {
		part++;
		count = 0;
	}
	if (part == pattern->parts)
		return special_is(at->rules, at->item, at->hand, pattern->cards);
	for (int kind = 0; kind < at->rules->kinds && at->steps-- > 0; kind++)
		if (pattern->group[part].cards >> kind & 1 && !is_held(at, at->rules->kind[kind].rank) &&
		    fill_one(at, part, count, kind, pattern->group[part].size))
			return true;
	return false;
}

bool example_hand(const struct rules *rules, int item, struct cards *hand)
{
	struct trying at = {
		.rules = rules, .pattern = &rules->special[item].pattern, .item = item, .steps = STEPS_MAX, .hand = hand
	};

	*hand = (struct cards){ .count = { 0 } };
	return fill_groups(&at, 0, 0);
}
