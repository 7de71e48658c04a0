/* card_special.c -- special hands on a card: a picture of each pattern, and what they need, each need once. */
#include "reports/card.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"

/* Draws "A 2 3 to J Q K": a card of each of these ranks, the ace first. */
static void draw_run(struct card_maker *maker, struct card_cell *cell, cardset kinds)
{
	enum { ENDS = 3 };
	static const int order[] = { RANK_A, RANK_2, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, RANK_JOKER };
	int ranks[RANKS], count = 0;

	for (int i = 0; i < RANKS; i++)
		if ((kinds & card_of_rank(maker->rules, order[i])) != 0)
			ranks[count++] = order[i];
	for (int i = 0; i < count; i++)
		if (i < ENDS || i >= count - ENDS || count <= 2 * ENDS + 1)
			card_picture(maker->card, cell, PICTURE_CARD, card_rank_name(ranks[i]));
		else if (i == ENDS)
			card_picture(maker->card, cell, PICTURE_TO, "");
}

static int count_ranks(const struct rules *rules, cardset kinds)
{
	int count = 0;

	for (int rank = 0; rank < RANKS; rank++)
		count += (kinds & card_of_rank(rules, rank)) != 0;
	return count;
}

static int only_rank(const struct rules *rules, cardset kinds)
{
	for (int rank = 0; rank < RANKS; rank++)
		if ((kinds & card_of_rank(rules, rank)) != 0)
			return rank;
	return -1;
}

static void draw_pattern(struct card_maker *maker, struct card_cell *cell, const struct pattern *pattern)
{
	const struct rules *rules = maker->rules;

	for (int i = 0; i < pattern->parts; i++) {
		const struct pattern_group *group = &pattern->group[i];
		int ranks = count_ranks(rules, group->cards);
		bool wild = card_is_wild(rules, group->cards);
		if (i > 0)
			card_picture(maker->card, cell, PICTURE_GAP, "");
		if (group->size == 1 && ranks == group->count && ranks > 1) {
			draw_run(maker, cell, group->cards);
			continue;
		}
		for (int j = 0; j < group->count; j++) {
			if (j > 0)
				card_picture(maker->card, cell, PICTURE_GAP, "");
			for (int k = 0; k < group->size; k++)
				card_picture(maker->card, cell, wild ? PICTURE_WILD : PICTURE_CARD,
				             ranks == 1 ? card_rank_name(only_rank(rules, group->cards)) : "");
		}
	}
}

/* The kinds that groups drawn without a name are of: all the same for all hands, or 0. */
static cardset unnamed_kinds(const struct rules *rules)
{
	cardset kinds = 0;

	for (int item = 0; item < rules->special_count; item++)
		for (int i = 0; i < rules->special[item].pattern.parts; i++) {
			const struct pattern_group *group = &rules->special[item].pattern.group[i];
			int ranks = count_ranks(rules, group->cards);
			if (ranks == 1 || card_is_wild(rules, group->cards) ||
			    (group->size == 1 && ranks == group->count))
				continue;
			if (kinds != 0 && kinds != group->cards)
				return 0;
			kinds = group->cards;
		}
	return kinds;
}

/* What a special hand needs in one setting; "" if nothing, or if it goes without saying. */
static const char *special_needs(struct card_maker *maker, enum row_id row, int item)
{
	const struct in_special *special = &maker->rules->special[item];
	const struct pattern_group *first = &special->pattern.group[0];
	const char *when = always_holds(special->with_top_card) ? "" : card_when(maker, special->with_top_card->ir);

	switch (row) {
	case ROW_special_when:
		return always_holds(special->when)
		               ? ""
		               : text_kept(maker->arena, "laid%s", card_only(maker, special->when->ir));
	case ROW_special_ranks:
		if (first->size == 1 && first->count == count_ranks(maker->rules, first->cards))
			return ""; /* a card of each rank */
		return special->ranks == special_ranks_distinct ? "all groups of different ranks"
		                                                : "two groups may be of one rank";
	case ROW_special_with_top_card:
		return never_holds(special->with_top_card)
		               ? ""
		               : text_kept(maker->arena, "the top card of the pile may complete the hand%s%s",
		                           when[0] != '\0' ? " " : "", when);
	case ROW_special_others:
		return special->others == special_others_score_nothing ? "the other sides score nothing" : "";
	default: return "";
	}
}

/* Adds what the hands need in one setting, each need once with the hands that it is for, unless it is for all. */
static void add_needs(struct card_maker *maker, enum row_id row, struct text *note)
{
	const struct rules *rules = maker->rules;
	uint64_t done = 0;

	for (int item = 0; item < rules->special_count; item++) {
		const char *need = special_needs(maker, row, item);
		struct text names = { 0 };
		int others = 0;
		if ((done >> item & 1) || need[0] == '\0' || never_holds(rules->special[item].when))
			continue;
		for (int i = 0; i < rules->special_count; i++) {
			bool same = strcmp(need, special_needs(maker, row, i)) == 0;
			bool played = !never_holds(rules->special[i].when);
			others += played && !same &&
			          (row != ROW_special_ranks || special_needs(maker, row, i)[0] != '\0');
			done |= (uint64_t)same << i;
			if (played && same)
				text_format(&names, "%s%s", names.length > 0 ? ", " : "",
				            names.length > 0
				                    ? card_small(maker, card_bare_title(maker, GROUP_special, i))
				                    : card_bare_title(maker, GROUP_special, i));
		}
		if (others > 0)
			text_format(note, "%s: %s. ", text_read(&names), need);
		else
			text_format(note, "%s. ", card_capital(maker, need));
		text_end(&names, note);
	}
}

/* True if all special hands that are played score the same. */
static bool same_points(struct card_maker *maker)
{
	const struct rules *rules = maker->rules;
	const struct ir *first = NULL;

	for (int i = 0; i < rules->special_count; i++) {
		if (never_holds(rules->special[i].when))
			continue;
		first = first == NULL ? rules->special[i].points->ir : first;
		if (!ir_same(first, rules->special[i].points->ir))
			return false;
	}
	return true;
}

void card_special(struct card_maker *maker)
{
	static const enum row_id needs[] = { ROW_special_ranks, ROW_special_when, ROW_special_with_top_card,
		                             ROW_special_others };
	struct text note = { 0 };
	const struct rules *rules = maker->rules;
	bool common = same_points(maker);
	struct card_block *block;
	struct card_part *hands;
	cardset kinds = unnamed_kinds(rules);
	int first = -1;

	for (int i = rules->special_count - 1; i >= 0; i--)
		first = never_holds(rules->special[i].when) ? first : i;
	if (first < 0)
		return;
	block = card_block(
		maker->card, CARD_BELOW, "special",
		common ? text_kept(maker->arena, "Special hands: %s", card_value(maker, ROW_special_points, first))
		       : "Special hands");
	card_say(&block->aside, "the whole hand, without a discard; it ends the deal and scores in place of all else");
	hands = card_part(block, CARD_HANDS);
	for (int i = 0; i < rules->special_count; i++) {
		struct card_row *row;
		if (never_holds(rules->special[i].when))
			continue;
		row = card_row(hands);
		card_say(&row->cell[0].words, common ? "%s" : "%s: *%s*", card_bare_title(maker, GROUP_special, i),
		         card_value(maker, ROW_special_points, i));
		draw_pattern(maker, &row->cell[1], &rules->special[i].pattern);
	}
	if (kinds != 0)
		text_format(&note, "Blank cards: %s. ", card_cards(maker, kinds));
	for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
		add_needs(maker, needs[i], &note);
	if (note.length > 0)
		card_say(card_line(block, CARD_NOTE), "%s", text_read(&note));
	document_use(&maker->card->memory, &note);
}
