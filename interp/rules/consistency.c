/* consistency.c -- what cannot work although every line of it is right: looked for in the finished tables. */
#include "rules/build.h"

#include <string.h>
#include "grammar/tree.h"

/* Where setting [row] was stated, or the variant's name if it was not. */
static struct span stated_at(const struct rules *rules, enum row_id row, int item)
{
	const struct cell *cell = rules_cell(rules, row, item);

	return cell->statement != NULL ? cell->statement->span : rules->span;
}

static void check_table(struct building *building)
{
	const struct rules *rules = building->rules;
	int need = rules->table.players * rules->deal.hand + rules->deal.start_pile;

	if (rules->table.players % rules->table.sides != 0) {
		struct diag *diag = diag_add(building->diags, DIAG_SIDES_UNEVEN, stated_at(rules, ROW_table_sides, 0),
		                             (int)rules->table.players, (int)rules->table.sides);
		diag_other(building->diags, diag, stated_at(rules, ROW_table_players, 0), "the players are stated here");
	}
	if (need >= rules->deck_size) {
		struct diag *diag = diag_add(building->diags, DIAG_DECK_TOO_SMALL, stated_at(rules, ROW_deal_hand, 0),
		                             (int)rules->table.players, (int)rules->deal.hand, rules->deck_size);
		diag_other(building->diags, diag, stated_at(rules, ROW_deck_packs, 0), "the packs are stated here");
	}
}

/* A card has one role: wild, bonus, or the rank of a meld. */
static void check_roles(struct building *building)
{
	const struct rules *rules = building->rules;
	cardset both = rules->cards.wild & rules->bonus.cards;

	if (both != 0)
		diag_add(building->diags, DIAG_TWO_ROLES, stated_at(rules, ROW_bonus_cards, 0),
		         rules->kind[__builtin_ctzll(both)].name, "wild and a bonus card");
	for (int i = 0; i < rules->meld_count; i++) {
		both = rules->meld[i].ranks & (rules->cards.wild | rules->bonus.cards);
		if (both != 0)
			diag_add(building->diags, DIAG_TWO_ROLES, stated_at(rules, ROW_meld_ranks, i),
			         rules->kind[__builtin_ctzll(both)].name,
			         both & rules->cards.wild ? "wild and the rank of a meld" : "a bonus card and the rank of a meld");
	}
}

static void check_melds(struct building *building)
{
	const struct rules *rules = building->rules;

	for (int i = 0; i < rules->meld_count; i++) {
		uint16_t ranks = 0;
		if (rules->form[i].begin_count == 0)
			diag_add(building->diags, DIAG_MELD_IMPOSSIBLE, rules->items[GROUP_meld][i], rules->meld[i].name);
		for (int kind = 0; kind < rules->kinds; kind++) {
			uint16_t rank = (uint16_t)(1u << rules->kind[kind].rank);
			if ((rules->meld[i].ranks >> kind & 1) == 0)
				continue;
			if (ranks & rank) /* two kinds of one rank could not lie in one meld */
				diag_add(building->diags, DIAG_RANK_SPLIT, stated_at(rules, ROW_meld_ranks, i),
				         rules->meld[i].name, RANK_NAMES[rules->kind[kind].rank], rules->kind[kind].name);
			ranks |= rank;
		}
	}
}

/* The second kind of canasta that the cards would also be, or -1. */
static int second_canasta(struct rules *rules, const struct meld_cards *cards, int first)
{
	cardset ranks[canasta_MAX];
	int second;

	for (int i = 0; i <= first; i++) { /* look again with the kinds up to the first taken out */
		ranks[i] = rules->canasta[i].ranks;
		rules->canasta[i].ranks = 0;
	}
	second = rules_canasta_of(rules, cards);
	for (int i = 0; i <= first; i++)
		rules->canasta[i].ranks = ranks[i];
	return second;
}

static bool check_canasta(struct building *building, const struct meld_cards *cards, bool *made)
{
	struct rules *rules = building->rules;
	int first = rules_canasta_of(rules, cards), second;
	struct diag *diag;

	if (first < 0)
		return true;
	made[first] = true;
	second = second_canasta(rules, cards, first);
	if (second < 0)
		return true;
	diag = diag_add(building->diags, DIAG_CANASTAS_OVERLAP, rules->items[GROUP_canasta][second],
	                rules->canasta[second].name, rules->canasta[first].name, cards->naturals, cards->wilds,
	                rules->kind[cards->kind].name);
	diag_other(building->diags, diag, rules->items[GROUP_canasta][first], "`%s` is stated here",
	           rules->canasta[first].name);
	return false;
}

/* Tries every split of the wild cards over the wild kinds. */
static bool check_wilds(struct building *building, struct meld_cards *cards, int index, int left, bool *made)
{
	const struct rules *rules = building->rules;

	if (left == 0)
		return check_canasta(building, cards, made);
	if (index == WILD_KINDS_MAX || index >= rules->wild_kinds)
		return true;
	for (int count = 0; count <= left && count <= rules->kind[rules->wild_kind[index]].copies; count++) {
		cards->wild[index] = (uint8_t)count;
		if (!check_wilds(building, cards, index + 1, left - count, made))
			return false;
	}
	cards->wild[index] = 0;
	return true;
}

/* Every canasta that can be melded belongs to one kind, and every kind can occur. */
static void check_canastas(struct building *building)
{
	const struct rules *rules = building->rules;
	bool made[canasta_MAX] = { false };

	for (int i = 0; i < rules->meld_count; i++) {
		const struct form *form = &rules->form[i];
		cardset ranks = form->ranks != 0 ? form->ranks : UINT64_C(1) << rules->wild_kind[0];
		for (; ranks != 0; ranks &= ranks - 1) {
			int kind = __builtin_ctzll(ranks);
			int most = form->ranks != 0 ? rules->kind[kind].copies : 0;
			for (int n = 0; n <= most; n++)
				for (int w = 0; w <= rules->wild_copies && w <= MELD_CARDS_MAX; w++) {
					struct meld_cards cards = { (uint8_t)kind, (uint8_t)n, (uint8_t)w, { 0 } };
					if (form_allows(form, n, w) && n + w >= rules->canasta_least &&
					    n + w <= rules->canasta_least + 2 &&
					    !check_wilds(building, &cards, 0, w, made))
						return;
				}
		}
	}
	for (int i = 0; i < rules->canasta_count; i++)
		if (!made[i])
			diag_add(building->diags, DIAG_CANASTA_IMPOSSIBLE, rules->items[GROUP_canasta][i],
			         rules->canasta[i].name);
	if (rules->going_out.canastas > 0 && rules->canasta_count == 0)
		diag_add(building->diags, DIAG_NOBODY_GOES_OUT, stated_at(rules, ROW_going_out_canastas, 0));
}

/* Keys to the pile have to make a meld together with the top card. */
static void check_takes(struct building *building)
{
	const struct rules *rules = building->rules;

	for (int i = 0; i < rules->pile.take_count; i++) {
		struct composition hand = rules->pile.take[i].hand;
		bool fits = rules->pile.take[i].onto == take_onto_own_meld; /* it joins what lies there */
		for (int form = 0; form < rules->meld_count && !fits; form++)
			fits = form_allows(&rules->form[form], hand.naturals + 1, hand.wilds);
		if (!fits)
			diag_add(building->diags, DIAG_TAKE_IMPOSSIBLE, rules->items[GROUP_take][i],
			         rules->pile.take[i].name);
	}
}

void check_consistency(struct building *building)
{
	check_table(building);
	check_roles(building);
	check_melds(building);
	if (building->diags->errors == 0)
		check_canastas(building);
	check_takes(building);
}
