/* sequence_value.c -- what sequences of a suit are worth to a careful player. A sequence needs certain cards, and from either of its ends
 * one after the other: so the chances of those that follow are multiplied, and all ways of growing at both ends added up. */
#include "game/question.h"
#include "players/act_value.h"
#include "players/evaluation.h"

#define SUIT_HASH UINT64_C(0x9e3779b97f4a7c15) /* spreads sets of kinds */

enum {
	KEPT_FOR = 50 /* percent of the value of a hand in sequences, because its cards are also needed elsewhere */
};

/* The fewest cards with which a sequence of [form] may be a canasta, 0 if none can be one. */
static int full_size(const struct evaluation *at, int form)
{
	return at->rules->tables->form[form].full;
}

/* The chance that the card for a place of a sequence comes, CERTAIN if it is among [held]; [chances] keeps what was found before. */
static int chance_of_place(struct evaluation *at, const struct chances *chances, const struct form *form, int suit,
                           int place, cardset held)
{
	int kind = sequence_kind(at->rules, form, suit, place), kept;

	if (kind < 0)
		return 0;
	if (held >> kind & 1)
		return CERTAIN;
	kept = chances->kept[at->unseen[kind]][0];
	return kept > 0 ? kept - 1 : evaluation_chance(at, at->unseen[kind], chances->each, 1);
}

int chance_of_sequence(struct evaluation *at, int share, int form, const struct meld_cards *cards, cardset held)
{
	const struct form *shape = &at->rules->form[form];
	int suit = at->rules->kind[cards->kind].suit, low = cards->sequence, above = low + cards->naturals;
	const struct chances *chances = kept_chances(at, share);
	int missing = full_size(at, form) - cards->naturals, up[SEQUENCE_PLACES + 1] = { CERTAIN }, chance = 0;

	if (full_size(at, form) == 0)
		return 0;
	for (int i = 0; i < missing && up[i] > 0; i++)
		up[i + 1] = chance_both(up[i], chance_of_place(at, chances, shape, suit, above + i, held));
	for (int below = 0, so_far = CERTAIN; below <= missing && so_far > 0;
	     below++) { /* so many cards come below, and no more */
		int next =
			below < missing
				? chance_both(so_far, chance_of_place(at, chances, shape, suit, low - 1 - below, held))
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
	int most = at->rules->form[form].high + 1 - full_size(at, form);

	if (cards->naturals >= full_size(at, form))
		return bonus_of_canasta(at, cards);
	full.naturals = (uint8_t)full_size(at, form);
	full.sequence = (uint8_t)(cards->sequence < most ? cards->sequence : most);
	return bonus_of_canasta(at, &full);
}

int sequence_value(struct evaluation *at, const struct stand *stand, int form, const struct meld_cards *cards,
                   cardset held)
{
	int likely = stand->likely_kind == cards->kind ? stand->second : stand->likely;
	int step = chance_points(CERTAIN - likely, stand->step), chance, cost;

	if (full_size(at, form) == 0)
		return 0;
	chance = chance_of_sequence(at, stand->share, form, cards, held);
	cost = chance < CERTAIN ? imagine_forfeit(at, cards) : 0;
	return chance_points(chance, bonus_of_sequence(at, form, cards) + step) - chance_points(CERTAIN - chance, cost);
}

/* Returns what is known of sequences of [form] in [suit], with the chances of drawing filled in. */
static struct suit_sequences *sequences_of(struct evaluation *at, int form, int suit)
{
	const struct form *shape = &at->rules->form[form];
	struct suit_sequences *of = &at->suit_sequences[form][suit];
	const struct chances *chances;

	if (at->suits_known[form] >> suit & 1)
		return of;
	at->suits_known[form] |= (uint8_t)(1u << suit);
	chances = kept_chances(at, at->drawn);
	of->there = of->best_at = 0;
	of->best = 0;
	for (int place = shape->low; place <= shape->high; place++)
		of->drawn[place] = chance_of_place(at, chances, shape, suit, place, 0);
	return of;
}

/* Returns what a canasta of [form] in [suit] from [place] up brings. */
static int full_sequence_value(const struct evaluation *at, int form, int suit, int place)
{
	int canasta = at->rules->tables->form[form].full_canasta[suit][place];

	return (canasta >= 0 ? at->bonus[canasta] : 0) + at->own.step;
}

/* A sequence that the hand has the beginnings of: the likeliest one of a suit, as long as nobody else adds to it. Other cards than
 * those first asked for change only the sequences with their places, so only these are compared with the best one of then, unless
 * a card of that one is gone. A chance that has become too small for more than the best is not multiplied on. */
static int likeliest_sequence(struct evaluation *at, int form, int suit, cardset held)
{
	const struct form *shape = &at->rules->form[form];
	unsigned there = sequence_places(at->rules, shape, suit, held), size = (unsigned)full_size(at, form), changed,
		 best_at = 0;
	struct suit_sequences *of;
	int best = 0;

	if (there == 0 || size == 0)
		return 0;
	of = sequences_of(at, form, suit);
	changed = there;
	if ((of->there & ~there & of->best_at) == 0) {
		changed &= ~of->there;
		best = of->best;
	}
	for (int place = shape->low; place + (int)size - 1 <= shape->high; place++) {
		unsigned places = ((1u << size) - 1) << place;
		int chance = CERTAIN, worth;
		if ((changed & places) == 0)
			continue;
		worth = full_sequence_value(at, form, suit, place);
		for (unsigned missing = places & ~there; missing != 0 && chance_points(chance, worth) > best;
		     missing &= missing - 1)
			chance = chance_both(chance, of->drawn[__builtin_ctz(missing)]);
		if (chance_points(chance, worth) > best)
			best = chance_points(chance, worth), best_at = places;
	}
	if (of->there == 0)
		of->there = there, of->best = best, of->best_at = best_at;
	return (int)((int64_t)best * KEPT_FOR / 100);
}

/* Returns what the cards [held], all of one suit, are worth in sequences. Sequences of different suits share no card. */
static int suit_in_sequences(struct evaluation *at, int suit, cardset held)
{
	const struct rules *rules = at->rules;
	const struct side *own = at->own.side;
	cardset fitting = own->takes_sequence | rules->cards.wild;
	int worth = 0;

	for (int i = 0; i < own->melds; i++) {
		const struct meld *meld = &own->meld[i];
		struct meld_cards grown;
		cardset laid;
		if (meld->cards.sequence == 0 || meld->canasta >= 0 || sequence_suit(rules, &meld->cards) != suit)
			continue;
		worth += sequence_value(at, &at->own, meld->form, &meld->cards, held);
		if (!(held & fitting) && meld->cards.naturals >= rules->form[meld->form].begin[0].naturals)
			continue;
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

/* Returns suit_in_sequences(), and keeps it. */
static int suit_worth(struct evaluation *at, int suit, cardset held)
{
	struct suit_worth *kept = &at->suit_worth[suit][held * SUIT_HASH >> (64 - SUIT_BITS)];

	if (!kept->known || kept->held != held)
		*kept = (struct suit_worth){ held, suit_in_sequences(at, suit, held), true };
	return kept->worth;
}

int sequences_change(struct evaluation *at, cardset from, cardset to)
{
	int worth = 0;

	for (int suit = 0; suit < OF_A_SUIT; suit++)
		if ((from ^ to) & at->rules->of_suit[suit]) {
			worth -= suit_worth(at, suit, from & at->rules->of_suit[suit]);
			worth += suit_worth(at, suit, to & at->rules->of_suit[suit]);
		}
	return worth;
}

int sequences_lose(struct evaluation *at, cardset kinds)
{
	const struct cards *hand = &at->view->hand;
	cardset held = cards_kinds(hand);

	kinds &= ~cards_twice(hand);
	return -sequences_change(at, held, held & ~kinds);
}

/* What [cards], all of the suit of the meld at [place] of the next side, bring to it. Discards of other suits ask for the same. */
static int next_sequence_gain(struct evaluation *at, int place, cardset cards)
{
	const struct meld *meld = &at->next.side->meld[place];
	struct sequence_gain *kept = &at->next_gain[place];

	if (!(at->next_gains >> place & 1))
		kept->alone = sequence_value(at, &at->next, meld->form, &meld->cards, 0);
	else if (kept->cards == cards)
		return kept->gain;
	at->next_gains |= UINT64_C(1) << place;
	kept->cards = cards;
	kept->gain = sequence_value(at, &at->next, meld->form, &meld->cards, cards) - kept->alone;
	return kept->gain;
}

int sequences_gain_of_next(struct evaluation *at, cardset cards)
{
	int gain = 0;

	for (int i = 0; i < at->next.side->melds; i++) {
		const struct meld *meld = &at->next.side->meld[i];
		cardset of_suit;
		if (meld->cards.sequence == 0 || meld->canasta >= 0)
			continue;
		of_suit = cards & at->rules->of_suit[sequence_suit(at->rules, &meld->cards)];
		gain += of_suit != 0 ? next_sequence_gain(at, i, of_suit) : 0;
	}
	return gain;
}
