/* sequence_value.c -- what sequences of a suit are worth to a careful player. A sequence needs certain cards, and from either of its ends
 * one after the other: so the chances of those that follow are multiplied, and all ways of growing at both ends added up. */
#include "game/question.h"
#include "players/act_value.h"
#include "players/evaluation.h"

#define SUIT_HASH UINT64_C(0x9e3779b97f4a7c15) /* spreads sets of kinds */

enum {
	KEPT_FOR = 50 /* percent of the value of a hand in sequences, because its cards are also needed elsewhere */
};

void look_at_sequences(struct evaluation *at)
{
	for (int i = 0; i < at->rules->meld_count; i++)
		for (int size = 1; at->rules->form[i].sequence != 0 && size <= SEQUENCE_PLACES && at->full[i] == 0;
		     size++)
			at->full[i] = at->rules->tables->form[i].canasta_maybe[size] & 1 ? size : 0;
	for (int kind = 0; kind < at->rules->kinds; kind++)
		for (int suit = 0; suit < OF_A_SUIT; suit++)
			if (at->rules->kind[kind].suit == suit)
				at->of_suit[suit] |= UINT64_C(1) << kind;
}

/* How likely the card for a place of a sequence comes, or is there. */
static int chance_of_place(struct evaluation *at, int share, const struct form *form, int suit, int place,
                           cardset held)
{
	int kind = sequence_kind(at->rules, form, suit, place);

	if (kind < 0)
		return 0;
	return held >> kind & 1 ? CERTAIN : evaluation_chance(at, at->unseen[kind], share, 1);
}

int chance_of_sequence(struct evaluation *at, int share, int form, const struct meld_cards *cards, cardset held)
{
	const struct form *shape = &at->rules->form[form];
	int suit = at->rules->kind[cards->kind].suit, low = cards->sequence, above = low + cards->naturals;
	int missing = at->full[form] - cards->naturals, up[SEQUENCE_PLACES + 1] = { CERTAIN }, chance = 0;

	if (at->full[form] == 0)
		return 0;
	for (int i = 0; i < missing; i++)
		up[i + 1] = chance_both(up[i], chance_of_place(at, share, shape, suit, above + i, held));
	for (int below = 0, so_far = CERTAIN; below <= missing; below++) { /* so many cards come below, and no more */
		int next = below < missing
		                   ? chance_both(so_far, chance_of_place(at, share, shape, suit, low - 1 - below, held))
		                   : 0;
		chance += chance_both(so_far - next, up[missing - below]);
		so_far = next;
	}
	return missing <= 0 ? CERTAIN : chance;
}

/* The bonus of the canasta that a sequence grows into. */
static int bonus_of_sequence(const struct evaluation *at, int form, const struct meld_cards *cards)
{
	struct meld_cards full = *cards;
	int most = at->rules->form[form].high + 1 - at->full[form];

	if (cards->naturals >= at->full[form])
		return bonus_of_canasta(at, cards);
	full.naturals = (uint8_t)at->full[form];
	full.sequence = (uint8_t)(cards->sequence < most ? cards->sequence : most);
	return bonus_of_canasta(at, &full);
}

int sequence_value(struct evaluation *at, const struct stand *stand, int form, const struct meld_cards *cards,
                   cardset held)
{
	int likely = stand->likely_kind == cards->kind ? stand->second : stand->likely;
	int step = chance_points(CERTAIN - likely, stand->step), chance, cost;

	if (at->full[form] == 0)
		return 0;
	chance = chance_of_sequence(at, stand->share, form, cards, held);
	cost = chance < CERTAIN ? imagine_forfeit(at, cards) : 0;
	return chance_points(chance, bonus_of_sequence(at, form, cards) + step) - chance_points(CERTAIN - chance, cost);
}

/* Returns the chance that the player draws a card of [kind]. It is computed once for each evaluation. */
static int chance_of_drawing(struct evaluation *at, int kind)
{
	if (at->draw_chance[kind] == 0)
		at->draw_chance[kind] = 1 + evaluation_chance(at, at->unseen[kind], at->drawn, 1);
	return at->draw_chance[kind] - 1;
}

/* A sequence that the hand has the beginnings of: the likeliest one of a suit, as long as nobody else adds to it. */
static int likeliest_sequence(struct evaluation *at, int form, int suit, cardset held)
{
	const struct form *shape = &at->rules->form[form];
	int size = at->full[form], best = 0, each[SEQUENCE_PLACES + 1];
	unsigned there = 0; /* places whose card is there, as bits */

	for (int place = shape->low; size > 0 && place <= shape->high; place++) {
		int kind = sequence_kind(at->rules, shape, suit, place);
		each[place] = kind < 0 ? 0 : held >> kind & 1 ? CERTAIN : chance_of_drawing(at, kind);
		there |= (unsigned)(each[place] == CERTAIN) << place;
	}
	for (int place = shape->low; size > 0 && place + size - 1 <= shape->high; place++) {
		struct meld_cards cards = { .kind = at->rules->in_order[suit][place],
			                    .naturals = (uint8_t)size,
			                    .sequence = (uint8_t)place };
		int chance = CERTAIN;
		if ((there >> place & ((1u << size) - 1)) == 0)
			continue;
		for (int i = 0; i < size && chance > 0; i++)
			chance = chance_both(chance, each[place + i]);
		if (chance > 0)
			chance = chance_points(chance, bonus_of_canasta(at, &cards) + at->own.step);
		best = chance > best ? chance : best;
	}
	return (int)((int64_t)best * KEPT_FOR / 100);
}

/* Returns what the cards [held], all of one suit, are worth in sequences. Sequences of different suits share no card. */
static int suit_in_sequences(struct evaluation *at, int suit, cardset held)
{
	const struct rules *rules = at->rules;
	const struct side *own = at->own.side;
	int worth = 0;

	for (int i = 0; i < own->melds; i++) {
		const struct meld *meld = &own->meld[i];
		struct meld_cards grown;
		cardset laid;
		if (meld->cards.sequence == 0 || meld->canasta >= 0 || sequence_suit(rules, &meld->cards) != suit)
			continue;
		worth += sequence_value(at, &at->own, meld->form, &meld->cards, held);
		grown = sequence_with(rules, meld->form, &meld->cards, held);
		laid = meld_kinds(rules, &grown) & ~meld_kinds(rules, &meld->cards);
		held &= ~laid;
		for (; laid != 0; laid &= laid - 1)
			worth += rules->kind[__builtin_ctzll(laid)].points;
	}
	for (int i = 0; i < rules->meld_count; i++)
		if (rules->form[i].sequence != 0)
			worth += likeliest_sequence(at, i, suit, held);
	return worth;
}

int hand_in_sequences(struct evaluation *at, cardset held)
{
	int worth = 0;

	for (int suit = 0; suit < OF_A_SUIT; suit++) {
		cardset of_suit = held & at->of_suit[suit];
		struct suit_worth *kept = &at->suit_worth[suit][of_suit * SUIT_HASH >> (64 - SUIT_BITS)];
		if (!kept->known || kept->held != of_suit)
			*kept = (struct suit_worth){ of_suit, suit_in_sequences(at, suit, of_suit), true };
		worth += kept->worth;
	}
	return worth;
}

int sequences_lose(struct evaluation *at, cardset kinds)
{
	const struct cards *hand = &at->view->hand;
	cardset held = cards_kinds(hand);

	kinds &= ~cards_twice(hand);
	return kinds != 0 ? hand_in_sequences(at, held) - hand_in_sequences(at, held & ~kinds) : 0;
}

int sequences_gain(struct evaluation *at, const struct stand *stand, cardset cards)
{
	int gain = 0;

	for (int i = 0; i < stand->side->melds; i++) {
		const struct meld *meld = &stand->side->meld[i];
		if (meld->cards.sequence > 0 && meld->canasta < 0)
			gain += sequence_value(at, stand, meld->form, &meld->cards, cards) -
			        sequence_value(at, stand, meld->form, &meld->cards, 0);
	}
	return gain;
}
