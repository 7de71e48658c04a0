/* card_count.c -- what a card says of figures that stand fast: what opens, what cards count, canastas. Figures stand in boxes and at the ends
 * of rows; what a figure depends on stands beside it in words. */
#include "reports/card.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "rules/analysis.h"

enum { BOXES_MOST = 6 }; /* steps that stand side by side; more of them are rows */

/* ---- to open ---- */

static int count_steps(const struct card_maker *maker, const struct ir *ladder)
{
	int count = 0;

	for (const struct ir *step = ladder->first->next; step != NULL; step = step->next)
		count += !step_is_idle(maker->rules, ladder, step);
	return count;
}

static void add_minimums(struct card_maker *maker, struct card_block *block, const struct ir *ladder)
{
	const struct ir *key = ladder->first;
	bool deals = key->kind == IR_FACT && key->fact == FACT_deal_number;
	bool boxes = count_steps(maker, ladder) <= BOXES_MOST && card_is_of_numbers(ladder);
	struct card_part *part = card_figures(block, CARD_BOXES, boxes);

	card_say(&block->aside, "%s", deals ? "deal by deal" : card_amount(maker, key));
	for (const struct ir *step = ladder->first->next; step != NULL; step = step->next) {
		const char *range = card_range(maker, ladder, step);
		if (!step_is_idle(maker->rules, ladder, step))
			card_figure(maker, part, step->first,
			            deals ? text_kept(maker->arena, "deal %s", range) : range);
	}
}

/* When nothing is needed to open: an item for each case, if there are several. */
static void add_waiver(struct card_maker *maker, struct card_block *block, const struct ir *waived, struct words *words)
{
	card_say(words, words_empty(words) ? "*Nothing is needed*" : " *Nothing is needed*");
	if (waived->kind != IR_ANY) {
		card_say(words, " %s.", card_when(maker, waived));
		return;
	}
	for (const struct ir *part = waived->first; part != NULL; part = part->next)
		card_say(card_line(block, CARD_LIST), "%s%s", card_when(maker, part),
		         part->next != NULL ? "; or" : ".");
}

void card_opening(struct card_maker *maker)
{
	const struct in_initial_meld *opening = &maker->rules->initial_meld;
	struct card_block *block = card_block(maker->card, CARD_LEFT, "opening", "To open");
	const struct ir *needed = card_settled(maker, opening->minimum->ir, NULL, 0);
	struct words *words;
	int32_t minimum;
	bool none = formula_is_constant(opening->minimum, &minimum) && minimum == 0;

	if (needed->kind == IR_LADDER)
		add_minimums(maker, block, needed);
	words = card_line(block, CARD_SENTENCE);
	if (none)
		card_say(words, "*No minimum*: your first melds may count anything.");
	else if (needed->kind != IR_LADDER)
		card_say(words, "Your first melds count together at least *%s*. ", card_amount(maker, needed));
	if (!ir_is_number(opening->raised->ir, 0))
		card_say(words, "*Added to this:* %s. ", card_amount(maker, opening->raised->ir));
	if (!always_holds(opening->contains))
		card_say(words, "*Needed, too:* %s. ", card_that(maker, opening->contains->ir));
	if (!none && pile_may_open(maker->rules))
		card_mark(words, card_word(maker, ROW_initial_meld_top_card, 0));
	if (!never_holds(opening->waived) && !(none && always_holds(opening->contains)))
		add_waiver(maker, block, opening->waived->ir, words);
}

/* ---- what cards count ---- */

static bool is_whole_rank(const struct rules *rules, cardset kinds, int rank)
{
	cardset all = rank >= 0 && rank < RANKS ? card_of_rank(rules, rank) : 0;

	return all != 0 && (kinds & all) == all;
}

/* Draws kinds of one rank: "8", "red 3". */
static void draw_rank(struct card_maker *maker, struct card_cell *cell, cardset kinds, int rank)
{
	const struct rules *rules = maker->rules;
	cardset own = kinds & card_of_rank(rules, rank);
	char name[PICTURE_ROOM];

	if (is_whole_rank(rules, kinds, rank))
		strcpy(name, card_rank_name(rank));
	else
		faces_name(faces_of_kinds(rules, own), name, sizeof name);
	card_picture(maker->card, cell, card_is_wild(rules, own) ? PICTURE_WILD : PICTURE_CARD, name);
}

enum { RUN_LEAST = 3 };

/* Draws kinds of cards: wild ones, the ace, then from the king down, three ranks or more in a row as "8 to K". */
static void draw_cards(struct card_maker *maker, struct card_cell *cell, cardset kinds)
{
	const struct rules *rules = maker->rules;

	for (int rank = RANK_JOKER; rank >= RANK_A; rank--)
		if ((kinds & card_of_rank(rules, rank)) != 0)
			draw_rank(maker, cell, kinds, rank);
	for (int rank = RANK_A - 1, low; rank >= 0; rank = low - 1) {
		char name[PICTURE_ROOM] = "";
		for (low = rank; low > 0 && is_whole_rank(rules, kinds, rank) && is_whole_rank(rules, kinds, low - 1) &&
		                 !card_is_wild(rules, card_of_rank(rules, low - 1));)
			low--;
		if (rank - low + 1 < RUN_LEAST || card_is_wild(rules, card_of_rank(rules, rank)))
			low = rank;
		if ((kinds & card_of_rank(rules, rank)) == 0)
			continue;
		if (low == rank) {
			draw_rank(maker, cell, kinds, rank);
			continue;
		}
		strcat(strcat(strcat(name, RANK_NAMES[low]), " to "), RANK_NAMES[rank]);
		card_picture(maker->card, cell, PICTURE_CARD, name);
	}
}

void card_points(struct card_maker *maker)
{
	const struct rules *rules = maker->rules;
	struct card_block *block = card_block(maker->card, CARD_RIGHT, "cards", "Cards count");
	struct card_part *values = card_part(block, CARD_VALUES);

	if (rules->wild_kinds > 0) {
		struct text wild = { 0 };
		cards_say(NULL, faces_of_kinds(rules, rules->cards.wild & rules->all), &wild);
		card_say(&block->aside, "%s are wild", text_keep(&wild, maker->arena));
	}
	for (int points = INT32_MAX; (points = points_below(rules, points)) != INT32_MIN;) {
		struct card_row *row = card_row(values);
		draw_cards(maker, &row->cell[0], rules_kinds_of_faces(rules, points_faces(rules, points)) & rules->all);
		card_say(&row->cell[1].words, "%s", card_number(maker, points));
	}
}

/* ---- canastas ---- */

const char *card_canasta_noun(struct card_maker *maker)
{
	return card_club(maker, "canasta");
}

/* Limits of a number in few words: "7", "7 or more". */
static const char *few_limits(struct card_maker *maker, const struct ir *limits)
{
	const struct ir *number = limits->first != NULL ? limits->first->next : NULL;
	struct text words = { 0 };

	if (number != NULL && number->kind == IR_NUMBER && limits->kind == IR_EQUAL)
		return card_number(maker, number->number);
	if (number != NULL && number->kind == IR_NUMBER && limits->kind == IR_AT_LEAST)
		return text_kept(maker->arena, "%s or more", card_number(maker, number->number));
	bounds_say(maker->rules, limits, &words);
	return text_keep(&words, maker->arena);
}

/* What a part of a condition says of the cards of a meld. */
enum makeup { MAKEUP_OTHER, MAKEUP_NO_NATURALS, MAKEUP_NO_WILDS, MAKEUP_NATURALS, MAKEUP_WILDS };

static enum makeup makeup_of(const struct ir *part)
{
	bool is_count = part->kind == IR_EQUAL || part->kind == IR_AT_LEAST;
	bool natural = is_count && ir_is_fact(part->first, FACT_naturals);
	bool wild = is_count && ir_is_fact(part->first, FACT_wilds);

	if ((!natural && !wild) || !ir_is_number(part->first->next, part->kind == IR_AT_LEAST))
		return MAKEUP_OTHER;
	return part->kind == IR_EQUAL ? (natural ? MAKEUP_NO_NATURALS : MAKEUP_NO_WILDS)
	                              : (natural ? MAKEUP_NATURALS : MAKEUP_WILDS);
}

static bool says_otherwise(struct card_maker *maker, const struct ir *part, const void *nothing)
{
	(void)maker;
	(void)nothing;
	return makeup_of(part) == MAKEUP_OTHER;
}

/* What a canasta is: "no wild cards", "natural and wild cards", "wild cards alone, 4 jokers". */
static const char *canasta_is(struct card_maker *maker, const struct ir *when)
{
	static const char *const words[] = { [1 << MAKEUP_NO_NATURALS] = "wild cards alone",
		                             [1 << MAKEUP_NO_WILDS] = "no wild cards",
		                             [1 << MAKEUP_WILDS] = "with wild cards",
		                             [1 << MAKEUP_WILDS | 1 << MAKEUP_NATURALS] = "natural and wild cards" };
	const struct ir *rest = card_parts(maker, when, says_otherwise, NULL);
	unsigned makeup = 0;

	for (each_part(part, when))
		makeup |= 1u << makeup_of(part);
	makeup &= ~(1u << MAKEUP_OTHER);
	if (makeup >= sizeof words / sizeof *words || words[makeup] == NULL)
		return card_meld(maker, when);
	return rest == NULL ? words[makeup] : text_kept(maker->arena, "%s, %s", words[makeup], card_meld(maker, rest));
}

static bool same_sizes(const struct rules *rules)
{
	for (int i = 1; i < rules->canasta_count; i++)
		if (!ir_same(rules->canasta[i].size->ir, rules->canasta[0].size->ir))
			return false;
	return rules->canasta_count > 0;
}

static void add_canasta(struct card_maker *maker, struct card_part *table, int item)
{
	const struct in_canasta *canasta = &maker->rules->canasta[item];
	struct card_row *row = card_row(table);
	struct words *words = &row->cell[0].words;
	const char *title = card_bare_title(maker, GROUP_canasta, item), *ranks = card_cards(maker, canasta->ranks);
	const char *joint = ", ";
	int32_t bonus;

	card_say(words, "*%s*", title);
	if ((maker->rules->all & ~canasta->ranks) != 0 && strstr(title, ranks) == NULL) {
		const char *value = card_value(maker, ROW_canasta_ranks, item);
		card_say(words, "%s%s", joint,
		         strlen(value) < strlen(ranks) || strstr(value, "but") != NULL ? value : ranks);
		joint = "; ";
	}
	if (!same_sizes(maker->rules)) {
		card_say(words, "%s%s cards", joint, few_limits(maker, canasta->size->ir));
		joint = "; ";
	}
	if (!always_holds(canasta->when))
		card_say(words, "%s%s", joint, canasta_is(maker, canasta->when->ir));
	if (formula_is_constant(canasta->bonus, &bonus))
		card_say(&row->cell[1].words, "%s", card_number(maker, bonus));
	else
		card_say(words, ": %s", card_amount(maker, canasta->bonus->ir));
}

void card_canastas(struct card_maker *maker)
{
	static const enum card_column columns[] = { COLUMN_WORDS, COLUMN_FIGURE };
	struct card_block *block =
		card_block(maker->card, CARD_RIGHT, "canastas",
	                   text_kept(maker->arena, "%ss", card_capital(maker, card_canasta_noun(maker))));
	struct card_part *table;

	if (maker->rules->canasta_count == 0) {
		card_take_back(maker->card);
		return;
	}
	if (same_sizes(maker->rules))
		card_say(&block->aside, "%s cards", few_limits(maker, maker->rules->canasta[0].size->ir));
	table = card_table(block, 2, columns);
	for (int i = 0; i < maker->rules->canasta_count; i++)
		add_canasta(maker, table, i);
}
