/* canonical_values.c -- canonical values of all settings but conditions and amounts: two that have the same effect under the same rules are
 * one. A number that says what another setting says anyway, or a word of which nothing comes, is the default. */
#include "rules/compare.h"

#include <string.h>
#include "grammar/text.h"
#include "rules/analysis.h"
#include "rules/lint.h"

/* ---- cards ---- */

/* Removes the cards that [word] stands for from [*faces], if all of them are in it. */
static void write_role(const char *word, cardset role, cardset *faces, struct text *out)
{
	if (role == 0 || (role & ~*faces) != 0)
		return;
	text_add(out, word);
	text_add(out, ",");
	*faces &= ~role;
}

void canonical_faces_write(const struct rules *rules, cardset faces, unsigned roles, struct text *out)
{
	char name[24];

	if (faces == 0 || faces == FACES_ALL) {
		text_add(out, faces == 0 ? "none" : "any");
		return;
	}
	if (roles & ROLE_WILD)
		write_role("wild", faces_of_kinds(rules, rules->cards.wild), &faces, out);
	if (roles & ROLE_BONUS)
		write_role("bonus", faces_of_kinds(rules, rules->bonus.cards), &faces, out);
	for (int rank = 0; rank < RANKS; rank++)
		if (faces & UINT64_C(0xf) << (rank * 4)) {
			faces_name(faces & UINT64_C(0xf) << (rank * 4), name, sizeof name);
			text_add(out, name);
			text_add(out, ",");
		}
}

void canonical_points_write(const struct points *points, struct text *out)
{
	char name[24];

	for (int rank = 0; rank < RANKS; rank++) {
		cardset left = FACES_ALL & UINT64_C(0xf) << (rank * 4);
		while (left != 0) {
			int16_t number = points->of_face[__builtin_ctzll(left)];
			cardset same = 0;
			for (int face = rank * 4; face < rank * 4 + 4 && face < FACES; face++)
				if ((left & UINT64_C(1) << face) && points->of_face[face] == number)
					same |= UINT64_C(1) << face;
			faces_name(same, name, sizeof name);
			text_format(out, "%s%s:%d", out->length > 0 ? " " : "", name, (int)number);
			left &= ~same;
		}
	}
}

void canonical_pattern_write(const struct rules *rules, const struct pattern *pattern, unsigned roles, struct text *out)
{
	struct text groups_of[PATTERN_GROUPS_MAX] = { { 0 } };
	bool counted[PATTERN_GROUPS_MAX] = { false };

	for (int i = 0; i < pattern->parts; i++) {
		int count = 0;
		for (int j = i; j < pattern->parts && !counted[i]; j++)
			if (pattern->group[j].size == pattern->group[i].size &&
			    pattern->group[j].cards == pattern->group[i].cards) {
				count += pattern->group[j].count;
				counted[j] = j > i;
			}
		if (count == 0)
			continue;
		text_format(&groups_of[i], "%dx%d:", count, pattern->group[i].size);
		canonical_faces_write(rules, faces_of_kinds(rules, pattern->group[i].cards), roles, &groups_of[i]);
	}
	texts_sort(groups_of, pattern->parts);
	for (int i = 0; i < pattern->parts; i++) {
		text_format(out, "%s%s", out->length > 0 && groups_of[i].length > 0 ? " " : "", text_read(&groups_of[i]));
		text_end(&groups_of[i], out);
	}
}

/* ---- numbers of cards ---- */

void canonical_limits_write(const struct form *form, struct text *out)
{
	for (int naturals = 0; naturals <= MELD_CARDS_MAX; naturals++)
		if (form->wilds[naturals] != 0)
			text_format(out, "%d:%x ", naturals, (unsigned)form->wilds[naturals]);
	text_add(out, "\n");
}

uint32_t wilds_lying(const struct rules *rules, cardset ranks, int naturals)
{
	uint32_t wilds = 0;

	for (int i = 0; i < rules->meld_count; i++) {
		const struct form *form = &rules->form[i];
		cardset of = form_is_wild(form) ? rules->cards.wild : form->ranks | form->sequence;
		wilds |= (of & ranks) != 0 ? form->lies[naturals] : 0;
	}
	return wilds;
}

void canonical_numbers_write(const struct rules *rules, cardset ranks, const uint32_t *wilds, struct text *out)
{
	for (int naturals = 0; naturals <= MELD_CARDS_MAX; naturals++) {
		uint32_t melds = wilds[naturals] & wilds_lying(rules, ranks, naturals);
		if (melds != 0)
			text_format(out, "%d:%x ", naturals, (unsigned)melds);
	}
}

/* ---- special hands ---- */

static uint64_t ranks_of(const struct rules *rules, cardset kinds)
{
	uint64_t ranks = 0;

	for (; kinds != 0; kinds &= kinds - 1)
		ranks |= UINT64_C(1) << rules->kind[__builtin_ctzll(kinds)].rank;
	return ranks;
}

/* True if two groups of the pattern may be of one rank. */
static bool groups_meet(const struct rules *rules, const struct pattern *pattern)
{
	uint64_t met = 0;

	for (int part = 0; part < pattern->parts; part++) {
		uint64_t ranks = ranks_of(rules, pattern->group[part].cards);
		if ((ranks & met) != 0 || pattern->group[part].count > 1)
			return true;
		met |= ranks;
	}
	return false;
}

/* ---- bans ---- */

/* True if the place of a ban in the order of giving way can be seen. */
static bool is_in_order(const struct rules *rules, int ban, bool *failed)
{
	return setting_is_dead(rules, ROW_ban_order, ban) == NULL && !item_is_idle(rules, GROUP_ban, ban, failed);
}

/* The place of a ban among those that give way: 1 more than there are lower numbers. */
static int32_t place_in_order(const struct rules *rules, int ban, bool *failed)
{
	unsigned lower = 0;

	for (int other = 0; other < rules->discard.ban_count; other++)
		if (rules->discard.ban[other].order < rules->discard.ban[ban].order && is_in_order(rules, other, failed))
			lower |= 1u << rules->discard.ban[other].order;
	return 1 + __builtin_popcount(lower);
}

bool canonical_orders_same(const struct rules *one, const struct rules *other, bool *failed)
{
	int count = 0;

	for (int ban = 0; ban < other->discard.ban_count; ban++)
		count += is_in_order(other, ban, failed);
	for (int ban = 0; ban < one->discard.ban_count; ban++) {
		int counterpart = rules_item_named(other, GROUP_ban, one->discard.ban[ban].name);
		if (!is_in_order(one, ban, failed))
			continue;
		if (counterpart < 0 || !is_in_order(other, counterpart, failed) ||
		    place_in_order(one, ban, failed) != place_in_order(other, counterpart, failed))
			return false;
		count--;
	}
	return count == 0;
}

/* ---- scores that are worked out for each player ---- */

enum fact_id fact_of_all(enum fact_id fact)
{
	switch (fact) {
	case FACT_hand_count: return FACT_side_held;
	case FACT_player_laid: return FACT_side_laid;
	default: return fact;
	}
}

/* True if what [ir] asks is the same for all players of a side at the end of a deal. */
static bool asks_of_side(const struct ir *ir)
{
	if (ir->kind == IR_FACT && (facts[ir->fact].of == OF_PLAYER || ir->fact == FACT_term ||
	                            (facts[ir->fact].rests_on == ON_OTHER && !is_steady_fact(ir->fact))))
		return false;
	for (const struct ir *part = ir->first; part != NULL; part = part->next)
		if (!asks_of_side(part))
			return false;
	return true;
}

/* True if [ir], asked of each player of a side and added up, is what the facts of all of them say: a sum without a number, in which each
 * product has one such fact. */
static bool adds_up(const struct ir *ir)
{
	int summed = 0;

	switch (ir->kind) {
	case IR_FACT: return fact_of_all(ir->fact) != ir->fact;
	case IR_NEGATIVE: return adds_up(ir->first);
	case IR_SUM:
		for (const struct ir *part = ir->first; part != NULL; part = part->next)
			if (!adds_up(part))
				return false;
		return true;
	case IR_PRODUCT:
		for (const struct ir *part = ir->first; part != NULL; part = part->next) {
			bool one = adds_up(part);
			if (!one && !asks_of_side(part))
				return false;
			summed += one;
		}
		return summed == 1;
	default: return false;
	}
}

bool score_adds_up(const struct rules *rules, int item)
{
	const struct in_score *score = &rules->score[item];

	return score->per == score_per_player && rules->table.alone == table_alone_nobody && adds_up(score->points->ir) &&
	       asks_of_side(score->when->ir) && asks_of_side(score->minus->ir);
}

/* ---- numbers and words ---- */

/* The first word for which an ace has the same places in sequences. */
static int32_t word_for_ace(const struct rules *rules, const struct form *form, int32_t word)
{
	uint8_t low, high, other_low, other_high;
	int32_t first = -1;

	sequence_ends(rules, form, word, &low, &high);
	do
		sequence_ends(rules, form, ++first, &other_low, &other_high);
	while (other_low != low || other_high != high);
	return first;
}

int32_t canonical_number(const struct rules *rules, enum row_id row, int item, int32_t number, bool *failed)
{
	switch (row) {
	case ROW_table_at_play: return number == rules->table.players ? 0 : number;
	case ROW_deal_next_dealer:
		return rules->seats == 2 && number == deal_next_dealer_to_the_right ? deal_next_dealer_to_the_left : number;
	case ROW_turn_first:
		return rules->seats == 2 && number == turn_first_right_of_dealer ? turn_first_left_of_dealer : number;
	case ROW_reserve_first: return number == rules->reserve.cards ? 0 : number;
	case ROW_meld_ace: return word_for_ace(rules, &rules->form[item], number);
	case ROW_special_ranks: return groups_meet(rules, &rules->special[item].pattern) ? number : special_ranks_distinct;
	case ROW_ban_order: return place_in_order(rules, item, failed);
	case ROW_score_per: return score_adds_up(rules, item) ? score_per_side : number;
	default: return number;
	}
}

/* ---- compositions ---- */

struct composition canonical_composition(const struct rules *rules, int take, struct composition hand)
{
	bool of_wilds = rules->wild_melds || rules->pile.take[take].onto == take_onto_hand; /* a wild card on top may be taken with its like */

	if (hand.naturals + hand.wilds > 0 || !of_wilds)
		return (struct composition){ .naturals = (uint8_t)(hand.naturals + hand.alike), .wilds = hand.wilds };
	return hand;
}
