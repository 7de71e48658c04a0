/* act_value.c -- choosing an act by its value. Since an act only ever lays down cards or ends a turn, a turn comes to an end. */
#include "players/act_value.h"

#include <string.h>
#include "game/question.h"

enum { MANY_CARDS = 7 }; /* in the hands of partners */

struct act_value value_of_laying(int worth, bool out)
{
	return (struct act_value){ out ? DUE_ON_THE_WAY_OUT : worth > 0 ? DUE_NOW : DUE_UNWISE, worth };
}

struct act_value value_of_taking(const struct view *view, int worth)
{
	return (struct act_value){ view->turn.number > view->rules->deck_size ? DUE_UNWISE : DUE_NOW, worth };
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
	case ACT_STOP: return (struct act_value){ DUE_STOPPING, 0 };
	default: return (struct act_value){ DUE_NOW, act.yes }; /* a talon is taken */
	}
}

int worth_of_part(const struct view *view, struct act act, int worth)
{
	int left = take_leaves(view->rules, act.item, view->pile_size);

	return left == 0 ? worth : worth * (view->pile_size - left) / view->pile_size;
}

int cards_denied(const struct view *view, struct act act)
{
	bool to_hand = view->rules->pile.take[act.item].onto == take_onto_hand;

	return view->pile_size - to_hand;
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

int laid_naturals(const struct rules *rules, struct act act)
{
	return act.verb == ACT_ADD ? !is_wild(rules, act.kind) : act_naturals(rules, act);
}

int laid_wilds(const struct rules *rules, struct act act)
{
	return act.verb == ACT_ADD ? is_wild(rules, act.kind) : act_wilds(act);
}

int laid_points(const struct rules *rules, struct act act)
{
	int points = (act.verb == ACT_ADD ? 1 : laid_naturals(rules, act)) * rules->kind[act.kind].points;

	if (begins_sequence(rules, act)) {
		points = 0;
		for (cardset kinds = act_kinds(rules, act); kinds != 0; kinds &= kinds - 1)
			points += act_naturals_of(rules, act, __builtin_ctzll(kinds)) *
			          rules->kind[__builtin_ctzll(kinds)].points;
	}
	for (int i = 0; i < rules->wild_kinds; i++)
		points += act_wild(act, i) * rules->kind[rules->wild_kind[i]].points;
	return points;
}

struct meld_cards meld_with(const struct rules *rules, const struct meld *meld, int kind)
{
	struct meld_cards cards = meld->cards, ways[SEQUENCE_WAYS];

	if (cards.sequence > 0)
		return sequence_ways(rules, &rules->form[meld->form], &cards, kind, ways) > 0 ? ways[0] : cards;
	if (!is_wild(rules, kind)) {
		cards.naturals++;
		return cards;
	}
	cards.wilds++;
	for (int i = 0; i < WILD_KINDS_MAX && i < rules->wild_kinds; i++)
		cards.wild[i] = (uint8_t)(cards.wild[i] + (rules->wild_kind[i] == kind));
	return cards;
}

struct meld_cards sequence_with(const struct rules *rules, int form, const struct meld_cards *cards, cardset held)
{
	struct meld meld = { .cards = *cards, .form = (uint8_t)form };
	int least = rules->form[form].begin[0].naturals;

	held &= rules->form[form].sequence & rules->of_suit[sequence_suit(rules, cards)]; /* no others fit */
	for (cardset left = held; left != 0;) {
		int kind = __builtin_ctzll(left);
		struct meld_cards more = meld_with(rules, &meld, kind);
		left &= left - 1;
		if (more.naturals <= meld.cards.naturals ||
		    (more.naturals > least && !form_allows(&rules->form[form], more.naturals, more.wilds)))
			continue;
		meld.cards = more;
		left = held &= ~(UINT64_C(1) << kind);
	}
	return meld.cards;
}

struct meld_cards meld_begun(const struct view *view, struct act act)
{
	const struct rules *rules = view->rules;
	struct meld_cards cards = { .kind = act.kind, .wilds = (uint8_t)act_wilds(act) };

	if (begins_sequence(rules, act)) {
		sequence_of_act(rules, act, &cards);
		return sequence_with(rules, act.item, &cards, cards_kinds(&view->hand));
	}
	if (act_naturals(rules, act) > 0)
		cards.naturals = (uint8_t)cards_of_rank(rules, &view->hand, act.kind);
	act_wild_kinds(act, cards.wild);
	return cards;
}
