/* laying.c -- the cards that an act lays. */
#include "players/laying.h"

#include <string.h>
#include "game/question.h"

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
