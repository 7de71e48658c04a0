/* feed.c -- a discard is worth to the next player what the pile is worth to her side, as likely as she has what it takes. */
#include "players/feed.h"

#include "game/question.h"

/* What the cards of the pile and one of [kind] are worth to the next side. */
static int worth_to_next(struct outlook *at, int discard)
{
	const struct side *next = at->next.side;
	cardset kinds = cards_kinds(&at->view->pile) | UINT64_C(1) << discard;
	int worth = 0;

	for (; kinds != 0; kinds &= kinds - 1) {
		int kind = __builtin_ctzll(kinds);
		int count = cards_count(&at->view->pile, kind) + (kind == discard),
		    points = at->rules->kind[kind].points;
		if (at->rules->cards.wild >> kind & 1)
			worth += count * at->wild;
		else if (next->takes_natural >> kind & 1) {
			const struct meld *meld = &next->meld[next->meld_of[kind]];
			struct meld_cards cards = meld->cards;
			worth += count * points;
			if (meld->canasta >= 0)
				continue;
			cards.naturals = (uint8_t)(cards.naturals + count);
			if (cards.naturals <= MELD_CARDS_MAX)
				worth += outlook_meld(at, &at->next, meld->form, &cards, 0) -
				         outlook_meld(at, &at->next, meld->form, &meld->cards, 0);
		} else
			worth += count *
			         (points / 2 + (count > 1 ? at->price->next_pair_card : at->price->next_odd_card));
		worth += count * at->price->next_card;
	}
	return worth + at->price->next_pile;
}

/* How likely the next player has the cards for one way of taking the pile under [kind]. */
static int chance_of_key(const struct outlook *at, struct composition key, int kind)
{
	int each = outlook_share(at, at->view->size[at->view->next]);
	bool wild = at->rules->cards.wild >> kind & 1;
	int like = wild ? at->unseen_wilds : at->unseen[kind];

	if (wild && key.naturals + key.wilds > 0)
		return 0;
	return chance_both(chance_of(like, each, key.naturals + key.alike),
	                   chance_of(at->unseen_wilds, each, key.wilds));
}

/* The same for a side that has to open with it: the less likely the higher its minimum. */
static int chance_to_open(const struct outlook *at, int chance)
{
	int minimum = at->table.side[at->next.index].minimum, half = at->price->next_minimum;

	return minimum > 0 ? (int)((int64_t)chance * half / ((int64_t)half + minimum)) : chance;
}

/* How likely the next player takes the pile with [kind] on top. */
static int chance_of_take(struct outlook *at, int kind)
{
	const struct rules *rules = at->rules;
	const struct view *view = at->view;
	const struct side *next = at->next.side;
	struct question about = { .game = &at->table, .seat = view->next, .side = at->next.index };
	int best = 0, rank = rank_of(rules, kind);

	if (view->blocking >> kind & 1)
		return 0;
	about.rank = (uint8_t)(1 + rank);
	about.taking = about.frozen_known = true;
	about.frozen = view->frozen_for_next;
	at->table.pile[view->pile_size] = (uint8_t)kind;
	at->table.pile_size = (uint16_t)(view->pile_size + 1);
	for (int i = 0; i < rules->pile.take_count; i++) {
		const struct in_take *take = &rules->pile.take[i];
		int chance = chance_of_key(at, take->hand, kind);
		if (take->onto == take_onto_own_meld && !(next->takes_natural >> rank & 1))
			continue;
		if ((next->melded & ~next->takes_natural & ~next->again) >> rank & 1)
			continue; /* the meld is full, and no other may be begun beside it */
		if (chance > best && ask(take->when, &about))
			best = chance;
	}
	at->table.pile_size = view->pile_size;
	return next->opened ? best : chance_to_open(at, best);
}

int feed_of(struct outlook *at, int kind)
{
	int chance;

	if (at->next.index == at->own.index)
		return 0;
	chance = chance_of_take(at, kind);
	return chance == 0 ? 0 : chance_points(chance, worth_to_next(at, kind));
}
