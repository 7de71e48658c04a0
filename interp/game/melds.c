/* melds.c -- melds where suits matter, or where a card may fit several: sequences, several melds of a rank, and melds that are
 * put together.
 *
 * A sequence has one card for each of its places, so that its lowest card and their number say all of it. Where there are
 * sequences, a rank of melds is made of several kinds of card (rules->mates); other melds count the cards of each. */
#include "game/checks.h"
#include "game/play.h"

/* ---- cards of acts ---- */

int act_naturals_of(const struct rules *rules, struct act act, int kind)
{
	int from;

	if (begins_sequence(rules, act)) {
		const struct form *form = &rules->form[act.item];
		from = sequence_place(rules, form, act.kind);
		for (int i = 0; i < act.count && from > 0; i++)
			if (sequence_kind(rules, form, rules->kind[act.kind].suit, from + i) == kind)
				return 1;
		return 0;
	}
	if (act.kind >= rules->kinds || rules->lead[kind] != rules->lead[act.kind])
		return 0;
	if (act.verb == ACT_TAKE && (rules->takes_onto_sequence >> act.item & 1))
		return 0;
	if (!rules->sequences)
		return kind == act.kind ? act.count : 0;
	return suit_count(act.count, kind - rules->lead[kind]);
}

int act_naturals_apart(const struct rules *rules, struct act act)
{
	int count = 0;

	if (begins_sequence(rules, act))
		return act.count;
	if (act.verb == ACT_TAKE && (rules->takes_onto_sequence >> act.item & 1))
		return 0;
	for (int suit = 0; suit < 4; suit++)
		count += suit_count(act.count, suit);
	return count;
}

/* ---- sequences ---- */

int sequence_place(const struct rules *rules, const struct form *form, int kind)
{
	for (int place = form->low; place <= form->high && kind < rules->kinds; place++)
		if (sequence_kind(rules, form, rules->kind[kind].suit, place) == kind)
			return place;
	return 0;
}

int sequence_end(const struct rules *rules, const struct meld *meld, int kind)
{
	const struct form *form = &rules->form[meld->form];
	int suit = rules->kind[meld->cards.kind].suit, low = meld->cards.sequence;

	if (sequence_kind(rules, form, suit, low + meld->cards.naturals) == kind)
		return 1;
	return sequence_kind(rules, form, suit, low - 1) == kind ? -1 : 0;
}

bool meld_fits(const struct rules *rules, const struct meld *meld, int kind)
{
	if (meld->cards.sequence > 0)
		return sequence_end(rules, meld, kind) != 0;
	return rules->lead[kind] == meld->cards.kind && !(rules->cards.wild >> kind & 1);
}

/* The place of the lowest of [count] cards that are a sequence of this form; 0 if they are none. */
static int sequence_of(const struct rules *rules, const struct form *form, const struct cards *cards, int count)
{
	int suit = rules->kind[__builtin_ctzll(cards_kinds(cards))].suit;

	for (int place = form->low; place + count - 1 <= form->high; place++) {
		struct cards row = { 0 };
		for (int i = 0; i < count; i++) {
			int kind = sequence_kind(rules, form, suit, place + i);
			if (kind >= 0)
				cards_add(&row, kind);
		}
		if (cards_equal(&row, cards))
			return place;
	}
	return 0;
}

bool cards_lie_as_meld(const struct rules *rules, const uint8_t *kinds, int count, struct meld_cards *cards)
{
	struct cards naturals = { 0 };
	bool one_rank = true;
	int place = 0;

	*cards = (struct meld_cards){ .kind = rules->wild_kind[0] };
	for (int i = 0; i < count; i++) {
		if (rules->cards.wild >> kinds[i] & 1) {
			cards->wild[wild_place(rules, kinds[i])]++, cards->wilds++;
			continue;
		}
		one_rank = one_rank && (cards->naturals == 0 || rules->lead[kinds[i]] == cards->kind);
		cards->kind = rules->lead[kinds[i]];
		cards->naturals++;
		cards_add(&naturals, kinds[i]);
		if (rules->sequences)
			cards->of[kinds[i] - cards->kind]++;
	}
	for (int f = 0; f < rules->meld_count && !one_rank && place == 0; f++)
		if (rules->form[f].sequence != 0)
			place = sequence_of(rules, &rules->form[f], &naturals, cards->naturals);
	if (place > 0) {
		int suit = rules->kind[__builtin_ctzll(cards_kinds(&naturals))].suit;
		cards->kind = rules->in_order[suit][place];
		cards->sequence = (uint8_t)place;
		__builtin_memset(cards->of, 0, sizeof cards->of);
	}
	return one_rank || place > 0;
}

struct cards cards_of_meld(const struct rules *rules, const struct meld_cards *meld)
{
	struct cards cards = { 0 };

	for (cardset kinds = meld_kinds(rules, meld); kinds != 0; kinds &= kinds - 1)
		for (int kind = __builtin_ctzll(kinds), i = meld_naturals_of(rules, meld, kind); i > 0; i--)
			cards_add(&cards, kind);
	for (int wild = 0; wild < rules->wild_kinds; wild++)
		for (int i = meld->wild[wild]; i > 0; i--)
			cards_add(&cards, rules->wild_kind[wild]);
	return cards;
}

/* ---- melds put together ---- */

bool melds_together(const struct rules *rules, const struct meld *one, const struct meld *other,
                    struct meld_cards *cards)
{
	const struct meld_cards *low = &one->cards, *high = &other->cards;

	*cards = one->cards;
	if (one->form != other->form)
		return false;
	if (low->sequence > 0) {
		if (low->sequence > high->sequence)
			low = &other->cards, high = &one->cards;
		*cards = *low;
		cards->naturals = (uint8_t)(low->naturals + high->naturals);
		return low->sequence + low->naturals == high->sequence &&
		       rules->kind[low->kind].suit == rules->kind[high->kind].suit;
	}
	if (low->kind != high->kind)
		return false;
	cards->naturals = (uint8_t)(low->naturals + high->naturals);
	cards->wilds = (uint8_t)(low->wilds + high->wilds);
	for (int i = 0; i < WILD_KINDS_MAX; i++)
		cards->wild[i] = (uint8_t)(low->wild[i] + high->wild[i]);
	for (int i = 0; i < 4; i++)
		cards->of[i] = (uint8_t)(low->of[i] + high->of[i]);
	return true;
}

/* ---- what fits the melds of a side ---- */

bool hand_has_sequence(const struct game *game, int form, int suit, int place, int cards)
{
	cardset held = cards_kinds(&game->seat[game->turn.seat].hand);

	for (int i = 0; i < cards; i++) {
		int kind = sequence_kind(game->rules, &game->rules->form[form], suit, place + i);
		if (kind < 0 || !(held >> kind & 1))
			return false;
	}
	return !(place == 1 && cards == SEQUENCE_PLACES) ||
	       cards_count(&game->seat[game->turn.seat].hand, game->rules->in_order[suit][1]) >= 2;
}

bool is_superseded(const struct rules *rules, const struct side *side, int index)
{
	const struct meld *meld = &side->meld[index];

	return meld->cards.sequence == 0 && !rules->form[meld->form].several &&
	       side->meld_of[meld->cards.kind] != index;
}

/* Finds the meld of each rank: the last one that is no canasta, or else the last. */
static void find_by_rank(const struct rules *rules, struct side *side)
{
	side->melded = 0;
	__builtin_memset(side->meld_of, NOBODY, sizeof side->meld_of);
	for (int i = 0; i < side->melds; i++) {
		int kind = side->meld[i].cards.kind;
		if (side->meld[i].cards.sequence > 0)
			continue;
		if ((side->melded >> kind & 1) && side->meld[i].canasta >= 0 &&
		    side->meld[side->meld_of[kind]].canasta < 0)
			continue;
		side->melded |= rules->mates[kind];
		for (cardset mates = rules->mates[kind]; mates != 0; mates &= mates - 1)
			side->meld_of[__builtin_ctzll(mates)] = (uint8_t)i;
	}
}

void find_takers(const struct rules *rules, struct side *side)
{
	bool room;

	find_by_rank(rules, side);
	room = room_for_another(rules, side);
	side->takes_natural = side->takes_wild = side->again = side->takes_sequence = 0;
	for (int i = 0; i < side->melds; i++) {
		const struct meld *meld = &side->meld[i];
		const struct form *form = &rules->form[meld->form];
		cardset mates = rules->mates[meld->cards.kind];
		if (meld->cards.sequence > 0) {
			int suit = rules->kind[meld->cards.kind].suit, low = meld->cards.sequence;
			int above = sequence_kind(rules, form, suit, low + meld->cards.naturals);
			int below = sequence_kind(rules, form, suit, low - 1);
			if (!form_allows(form, meld->cards.naturals + 1, 0))
				continue;
			side->takes_sequence |= above >= 0 ? UINT64_C(1) << above : 0;
			side->takes_sequence |= below >= 0 ? UINT64_C(1) << below : 0;
			continue;
		}
		if (meld_takes(rules, meld, 1, 0) && form->ranks != 0)
			side->takes_natural |= mates;
		if (meld_takes(rules, meld, 0, 1))
			side->takes_wild |= mates;
		if (room && side->meld_of[meld->cards.kind] == i &&
		    (form->several || (form->comes_again && meld->canasta >= 0)))
			side->again |= mates;
	}
}

struct cards cards_by_rank(const struct rules *rules, const struct cards *cards)
{
	struct cards ranks = { 0 };

	for (cardset kinds = cards_kinds(cards); kinds != 0; kinds &= kinds - 1) {
		int kind = __builtin_ctzll(kinds);
		for (int i = cards_count(cards, kind); i > 0; i--)
			cards_add(&ranks, rules->cards.wild >> kind & 1 ? kind : rules->lead[kind]);
	}
	return ranks;
}

/* ---- what may be done with melds now ---- */

bool meld_takes_now(const struct game *game, int item, int kind)
{
	const struct rules *rules = game->rules;
	const struct meld *meld = &own_side(game)->meld[item];

	if (is_superseded(rules, own_side(game), item))
		return false;
	if (rules->cards.wild >> kind & 1)
		return meld->cards.sequence == 0 && meld_takes(rules, meld, 0, 1) &&
		       form_takes_wild(game, meld->form, meld->cards.kind);
	return meld_fits(rules, meld, kind) && meld_takes(rules, meld, 1, 0) &&
	       form_takes_natural(game, meld->form, meld->cards.kind);
}

bool melds_may_join(const struct game *game, struct act join)
{
	const struct side *side = own_side(game);
	struct meld_cards cards;

	if (game->seat[game->turn.seat].size == 0 && !game->turn.pending)
		return false; /* the deal ended with the last card */
	return melds_together(game->rules, &side->meld[join.item], &side->meld[join.count], &cards) &&
	       !join_is_refused(game, join);
}
