/* canastas.c -- which melds are canastas, for all melds at once: how large the smallest is, which ranks the kinds of
 * canasta tell apart, and whether the wild cards in a meld make a difference. */
#include "rules/tables.h"

/* The size from which on a meld can be a canasta of some kind. */
static int least_canasta(const struct rules *rules)
{
	for (int size = 1; size <= MELD_CARDS_MAX; size++)
		for (int i = 0; i < rules->canasta_count; i++)
			if (rules_canasta_size(rules, i, size))
				return size;
	return MELD_CARDS_MAX + 1;
}

cardset telling_ranks(const struct rules *rules, cardset ranks)
{
	cardset telling = 0, left = ranks;

	while (left != 0) {
		cardset alike = left;
		int kind = __builtin_ctzll(left);
		for (int i = 0; i < rules->canasta_count; i++) {
			const struct ir *asked = rules->canasta[i].when->asked;
			alike &= rules->canasta[i].ranks >> kind & 1 ? rules->canasta[i].ranks
			                                             : ~rules->canasta[i].ranks;
			for (; asked != NULL; asked = asked->also)
				if (asked->fact != FACT_size && asked->fact != FACT_naturals &&
				    asked->fact != FACT_wilds)
					alike &= -left; /* it may ask for the rank: every rank is looked at */
		}
		for (cardset other = alike; other != 0; other &= other - 1)
			if (rules->kind[__builtin_ctzll(other)].copies != rules->kind[kind].copies)
				alike &= ~(other & -other);
		telling |= UINT64_C(1) << kind;
		left &= ~(alike | UINT64_C(1) << kind);
	}
	return telling;
}

/* Tries the ways of splitting [left] wild cards over the wild kinds from place [index] on. */
static bool every_split_from(const struct rules *rules, struct meld_cards *cards, int index, int left,
                             bool (*holds)(void *context, const struct meld_cards *cards), void *context)
{
	if (left == 0)
		return holds(context, cards);
	if (index == WILD_KINDS_MAX || index >= rules->wild_kinds)
		return true;
	for (int count = 0; count <= left && count <= rules->kind[rules->wild_kind[index]].copies; count++) {
		cards->wild[index] = (uint8_t)count;
		if (!every_split_from(rules, cards, index + 1, left - count, holds, context))
			return false;
	}
	cards->wild[index] = 0;
	return true;
}

bool every_split(const struct rules *rules, struct meld_cards cards,
                 bool (*holds)(void *context, const struct meld_cards *cards), void *context)
{
	return every_split_from(rules, &cards, 0, cards.wilds, holds, context);
}

static bool is_canasta(void *rules, const struct meld_cards *cards)
{
	return rules_canasta_of(rules, cards) >= 0;
}

static bool is_no_canasta(void *rules, const struct meld_cards *cards)
{
	return rules_canasta_of(rules, cards) < 0;
}

/* Finds the numbers of wild cards with which melds of so many naturals are canastas, sure or maybe. */
static void find_canastas(struct rules *rules, struct form *form, int naturals)
{
	cardset ranks = form->ranks != 0 ? telling_ranks(rules, form->ranks) : UINT64_C(1) << rules->wild_kind[0];
	int least = rules->canasta_least > naturals ? rules->canasta_least - naturals : 0;

	for (int wilds = least; wilds <= MELD_CARDS_MAX; wilds++) {
		bool sure = true, maybe = false;
		for (cardset left = form_allows(form, naturals, wilds) ? ranks : 0; left != 0; left &= left - 1) {
			struct meld_cards cards = {
				(uint8_t)__builtin_ctzll(left), (uint8_t)naturals, (uint8_t)wilds, { 0 }
			};
			sure = sure && every_split(rules, cards, is_canasta, rules);
			maybe = maybe || !every_split(rules, cards, is_no_canasta, rules);
		}
		form->canasta_maybe[naturals] |= (uint32_t)maybe << wilds;
		form->canasta_sure[naturals] |= (uint32_t)(maybe && sure) << wilds;
	}
}

void build_canastas(struct rules *rules)
{
	rules->canasta_least = least_canasta(rules);
	for (int i = 0; i < rules->meld_count; i++)
		for (int naturals = 0; naturals <= MELD_CARDS_MAX; naturals++)
			if (rules->form[i].wilds[naturals] != 0)
				find_canastas(rules, &rules->form[i], naturals);
}
