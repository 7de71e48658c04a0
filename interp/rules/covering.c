/* covering.c -- compares what is tabulated: the compositions of two kinds of meld, the canastas of two ranks. */
#include "rules/covering.h"

/* True if each composition of form [a] is one of form [b]. */
static bool compositions_within(const struct form *a, const struct form *b)
{
	for (int naturals = 0; naturals <= MELD_CARDS_MAX; naturals++)
		if ((a->wilds[naturals] & ~b->wilds[naturals]) != 0)
			return false;
	return true;
}

static bool takes_wild(const struct form *form)
{
	for (int naturals = 0; naturals <= MELD_CARDS_MAX; naturals++)
		if ((form->wilds[naturals] & ~UINT32_C(1)) != 0)
			return true;
	return false;
}

/* True if whatever can be laid as [a] can be laid as [b], at any time. */
static bool is_covered(const struct rules *rules, int a, int b)
{
	const struct form *narrow = &rules->form[a], *wide = &rules->form[b];

	return (narrow->ranks & wide->ranks) != 0 && (rules->begun_always >> a & rules->begun_always >> b & 1) &&
	       ((rules->wild_always >> b & 1) || !takes_wild(narrow)) && (wide->comes_again || !narrow->comes_again) &&
	       compositions_within(narrow, wide) && (a > b || !compositions_within(wide, narrow));
}

int form_covering(const struct rules *rules, int form, int *kind)
{
	for (int other = 0; other < rules->meld_count; other++)
		if (other != form && is_covered(rules, form, other)) {
			*kind = __builtin_ctzll(rules->form[form].ranks & rules->form[other].ranks);
			return other;
		}
	return -1;
}

/* True if these cards can be a meld of some kind. */
static bool is_meld(const struct rules *rules, const struct meld_cards *cards)
{
	for (int i = 0; i < rules->meld_count; i++)
		if ((rules->form[i].ranks >> cards->kind & 1) &&
		    form_allows(&rules->form[i], cards->naturals, cards->wilds))
			return true;
	return false;
}

/* The same numbers of cards in each rank: sets [*left_out] if one of them is no canasta, and another is [canasta]. */
static bool is_left_out(const struct rules *rules, int canasta, int naturals, int wilds, struct meld_cards *left_out)
{
	bool made = false, left = false;

	for (cardset kinds = rules->naturals; kinds != 0; kinds &= kinds - 1) {
		int kind = __builtin_ctzll(kinds), is;
		struct meld_cards cards = { (uint8_t)kind, (uint8_t)naturals, (uint8_t)wilds, { (uint8_t)wilds } };
		if (naturals > rules->kind[kind].copies || !is_meld(rules, &cards))
			continue;
		is = rules_canasta_of(rules, &cards);
		made = made || is == canasta;
		if (is < 0 && !left)
			left = true, *left_out = cards;
	}
	return made && left;
}

bool leaves_out_by_canasta(const struct rules *rules, int canasta, struct meld_cards *left_out)
{
	int most = rules->wild_kinds > 0 ? rules->kind[rules->wild_kind[0]].copies : 0;

	for (int wilds = 0; wilds <= most && wilds <= MELD_CARDS_MAX; wilds++)
		for (int naturals = 1; naturals <= MELD_CARDS_MAX; naturals++)
			if (naturals + wilds >= rules->canasta_least &&
			    is_left_out(rules, canasta, naturals, wilds, left_out))
				return true;
	return false;
}
