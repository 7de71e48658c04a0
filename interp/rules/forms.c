/* forms.c -- the forms of melds: which compositions each kind of meld allows, and with how many cards a meld is begun.
 * Counts of wild cards are sets of bits, so that the engine looks them up. */
#include "rules/tables.h"
#include "grammar/arena.h"
#include "grammar/tree.h"

int most_naturals(const struct rules *rules, cardset ranks)
{
	int most = 0;

	for (int kind = 0; kind < rules->kinds; kind++)
		if ((ranks >> kind & 1) && rules->kind[kind].copies > most)
			most = rules->kind[kind].copies;
	return most < MELD_CARDS_MAX ? most : MELD_CARDS_MAX;
}

int most_wilds(const struct rules *rules)
{
	return rules->wild_copies < MELD_CARDS_MAX ? rules->wild_copies : MELD_CARDS_MAX;
}

static bool composition_allowed(const struct rules *rules, int meld, int naturals, int wilds)
{
	bool ranked = rules->meld[meld].ranks != 0; /* else it is a meld of wild cards alone */

	return (naturals > 0) == ranked && naturals + wilds > 0 && rules_limit_broken(rules, meld, naturals, wilds) < 0;
}

/* True if such a meld is begun with these cards: no smaller one leads to it. */
static bool is_beginning(const struct form *form, int naturals, int wilds)
{
	bool reached = (naturals > 0 && form_allows(form, naturals - 1, wilds)) ||
	               (wilds > 0 && form_allows(form, naturals, wilds - 1));

	return form_allows(form, naturals, wilds) && !reached;
}

static void list_beginnings(struct building *building, int item, int naturals, int wilds)
{
	const struct rules *rules = building->rules;
	struct form *form = &building->rules->form[item];

	for (int n = 0; n <= naturals; n++)
		for (int w = 0; w <= wilds; w++) {
			if (!is_beginning(form, n, w))
				continue;
			if (form->begin_count == BEGINNINGS_MAX) {
				diag_add(building->diags, DIAG_TOO_MANY_BEGINNINGS, rules->items[GROUP_meld][item],
				         rules->meld[item].name, BEGINNINGS_MAX);
				return;
			}
			form->begin[form->begin_count++] =
				(struct composition){ .naturals = (uint8_t)n, .wilds = (uint8_t)w };
		}
}

static void measure_most_wilds(struct form *form)
{
	for (int n = 0; n <= MELD_CARDS_MAX; n++) {
		int fewer = n > 0 ? form->most_wilds[n - 1] : 0;
		int most = form->wilds[n] != 0 ? 31 - __builtin_clz(form->wilds[n]) : 0;
		form->most_wilds[n] = (uint8_t)(most > fewer ? most : fewer);
	}
}

/* Finds the compositions that a meld can grow to card by card from one that it is begun with. */
static void measure_growth(struct form *form)
{
	uint32_t begun[MELD_CARDS_MAX + 1] = { 0 };

	for (int i = 0; i < form->begin_count; i++)
		begun[form->begin[i].naturals] |= UINT32_C(1) << form->begin[i].wilds;
	for (int n = 0; n <= MELD_CARDS_MAX; n++) {
		uint32_t from = begun[n] | (n > 0 ? form->grown[n - 1] & form->wilds[n] : 0);
		bool clean = (begun[n] & 1) || (n > 0 && (form->grown_clean >> (n - 1) & form->wilds[n] & 1));
		for (int w = 0; w < MELD_CARDS_MAX; w++)
			from |= (from << 1) & form->wilds[n];
		form->grown[n] = from;
		form->grown_clean |= (uint32_t)clean << n;
	}
}

static void make_form(struct building *building, int item)
{
	struct rules *rules = building->rules;
	const struct in_meld *meld = &rules->meld[item];
	struct form *form = &rules->form[item];
	int naturals = most_naturals(rules, meld->ranks);
	int wilds = most_wilds(rules);

	form->ranks = meld->ranks;
	form->comes_again = meld->of_a_rank == meld_of_a_rank_one_unfinished;
	for (int n = 0; n <= naturals; n++)
		for (int w = 0; w <= wilds; w++)
			if (composition_allowed(rules, item, n, w))
				form->wilds[n] |= UINT32_C(1) << w;
	measure_most_wilds(form);
	list_beginnings(building, item, naturals, wilds);
	measure_growth(form);
	if (form->ranks != 0)
		rules->ranked_forms |= UINT32_C(1) << item;
	rules->naturals |= meld->ranks;
	for (int kind = 0; kind < rules->kinds; kind++)
		if ((meld->ranks >> kind & 1) && rules->form_of[kind] < 0)
			rules->form_of[kind] = item;
}

static void gather_beginnings(struct building *building)
{
	struct rules *rules = building->rules;
	int count = 0;

	for (int i = 0; i < rules->meld_count; i++)
		count += rules->form[i].begin_count;
	rules->beginnings = arena_take(building->arena, (size_t)count * sizeof *rules->beginnings);
	for (int i = 0; i < rules->meld_count && rules->beginnings != NULL; i++)
		for (int b = 0; b < rules->form[i].begin_count; b++) {
			const struct form *form = &rules->form[i];
			rules->beginnings[rules->beginning_count++] = (struct beginning){
				.ranks = form->ranks != 0 ? form->ranks : UINT64_C(1) << rules->wild_kind[0],
				.form = (uint8_t)i,
				.naturals = form->begin[b].naturals,
				.wilds = form->begin[b].wilds,
			};
		}
}

static void measure_beginnings(struct rules *rules)
{
	for (int i = 0; i < rules->meld_count; i++) {
		if (rules->form[i].ranks == 0 && rules->form[i].begin_count > 0 &&
		    (!rules->wild_melds || rules->form[i].begin[0].wilds < rules->wild_meld_least))
			rules->wild_meld_least = rules->form[i].begin[0].wilds;
		rules->wild_melds = rules->wild_melds || (rules->form[i].ranks == 0 && rules->form[i].begin_count > 0);
		for (int b = 0; b < rules->form[i].begin_count; b++) {
			struct composition begin = rules->form[i].begin[b];
			if (begin.naturals + begin.wilds > rules->begin_most)
				rules->begin_most = begin.naturals + begin.wilds;
		}
	}
}

/* Ranks of which one card, or two without a wild card, are never part of a meld. */
static void find_lonely_ranks(struct rules *rules)
{
	rules->needs_two = rules->needs_three = rules->naturals;
	for (int i = 0; i < rules->meld_count; i++) {
		if (rules->form[i].wilds[1] != 0)
			rules->needs_two &= ~rules->form[i].ranks;
		if (form_allows(&rules->form[i], 2, 0))
			rules->needs_three &= ~rules->form[i].ranks;
	}
	rules->lonely = rules->needs_two | ~(rules->naturals | rules->cards.wild);
}

void build_forms(struct building *building)
{
	struct rules *rules = building->rules;

	for (int kind = 0; kind < KINDS_MAX; kind++)
		rules->form_of[kind] = -1;
	for (int i = 0; i < rules->meld_count; i++)
		make_form(building, i);
	rules->melds_again = MELDS_MAX - __builtin_popcountll(rules->naturals) - 1;
	find_lonely_ranks(rules);
	measure_beginnings(rules);
	gather_beginnings(building);
}
