/* example_hand.c -- cards that are a special hand as its pattern wants it, for a sheet or a lesson. */
#include "reports/reports.h"

#include "game/cards.h"
#include "game/question.h"
#include "rules/analysis.h"

/* An example of a special hand, while its cards are being chosen. */
struct trying {
	const struct rules *rules;
	const struct pattern *pattern;
	int item, steps;
	struct cards *hand;
};

enum { STEPS_MAX = 20000 }; /* real patterns are filled at the first or second attempt */

static bool fill_groups(struct trying *at, int part, int count);

/* What is known of a fact beside the hand. */
static struct interval fact_of_hand(const void *frame, const struct ir *asked)
{
	const struct trying *at = frame;
	int64_t number = -1;

	switch (asked->fact) {
	case FACT_hand_count: number = cards_count_in(at->hand, asked->cards); break;
	case FACT_hand_size: number = cards_count_in(at->hand, at->rules->all); break;
	case FACT_hand_only: number = (cards_kinds(at->hand) & ~asked->cards) == 0; break;
	default: return fact_interval(at->rules, asked);
	}
	return (struct interval){ number, number };
}

/* True if the hand is as the special hand wants it, and may be laid at some time. */
static bool is_example(const struct trying *at)
{
	return special_is(at->rules, at->item, at->hand, at->pattern->cards) &&
	       formula_interval_where(at->rules, at->rules->special[at->item].when, at, fact_of_hand).high != 0;
}

/* The cards of a group that somebody can hold: no bonus cards, if they are laid out at once. */
static cardset cards_held(const struct trying *at, int part)
{
	bool kept = at->rules->bonus.laid == bonus_laid_by_choice;

	return at->pattern->group[part].cards & ~(kept ? 0 : at->rules->bonus.cards);
}

static bool is_held(const struct trying *at, int rank)
{
	for (int kind = 0; kind < at->rules->kinds; kind++)
		if (at->rules->kind[kind].rank == rank && cards_count(at->hand, kind) > 0)
			return true;
	return false;
}

/* Adds [need] cards of the rank of [kind], of this kind and those after it, and then fills the other groups. */
static bool fill_one(struct trying *at, int part, int count, int kind, int need)
{
	const struct rules *rules = at->rules;
	int some = rules->kind[kind].copies - cards_count(at->hand, kind);
	bool next = kind + 1 < rules->kinds && rules->kind[kind + 1].rank == rules->kind[kind].rank, well;

	if (!(cards_held(at, part) >> kind & 1))
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

/* Fills the groups of the pattern from [part] on, each with another rank, so that the example is easy to read. */
static bool fill_groups(struct trying *at, int part, int count)
{
	const struct pattern *pattern = at->pattern;

	while (part < pattern->parts && count == pattern->group[part].count) {
		part++;
		count = 0;
	}
	if (part == pattern->parts)
		return is_example(at);
	for (int kind = 0; kind < at->rules->kinds && at->steps-- > 0; kind++)
		if (cards_held(at, part) >> kind & 1 && !is_held(at, at->rules->kind[kind].rank) &&
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
