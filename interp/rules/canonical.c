/* canonical.c -- canonical texts of expressions and other values: two texts are equal if they mean the same. Cards and terms are
 * replaced by what they stand for, expressions by their tables of cases (normal.c), the limits of a meld by the numbers of cards that
 * they allow. Equality of settings and the hash use these texts. Where a table would be too large, the parts of the expression are
 * sorted instead. */
#include "rules/compare.h"

#include <sha256.h>
#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/analysis.h"
#include "rules/lint.h"
#include "rules/normal.h"
#include "rules/rules.h"

/* How canonical texts name sets of cards and terms. */
enum canonical_detail {
	CANONICAL_BY_NAME,    /* `wild` and `bonus` as words; terms, classes and canastas by name */
	CANONICAL_SPELLED_OUT /* cards by faces; terms, classes and canastas by their definition */
};

static void canonical_ir_write(const struct rules *rules, const struct ir *ir, enum canonical_detail detail,
                               struct text *out);
static void write_meaning(const struct rules *rules, const struct ir *ir, bool by_name, struct text *out);

/* ---- cards and facts ---- */

/* Which melds of its ranks are a kind of canasta, or of a class: as numbers of cards, if these decide it. */
static void write_melds_of(const struct rules *rules, int group, int item, struct text *out)
{
	bool of_class = group == GROUP_class;

	if ((of_class ? rules->counted_classes : rules->counted_canastas) >> item & 1) {
		canonical_numbers_write(rules, of_class ? rules->class_ranks[item] : rules->canasta[item].ranks,
		                        of_class ? rules->class_sure[item] : rules->canasta_numbers[item], out);
		return;
	}
	if (!of_class)
		write_meaning(rules, rules->canasta[item].size->ir, false, out);
	write_meaning(rules, of_class ? rules->class[item].when->ir : rules->canasta[item].when->ir, false, out);
}

/* What an item of a list that conditions ask for stands for, so that its name does not matter. */
static void write_item_of_fact(const struct rules *rules, const struct ir *ir, struct text *out)
{
	enum fact_slot slot = facts[ir->fact].slot;
	const struct in_canasta *canasta = slot == SLOT_CANASTA ? &rules->canasta[ir->item] : NULL;

	switch (slot) {
	case SLOT_TERM: canonical_ir_write(rules, rules->define[ir->item].when->ir, CANONICAL_SPELLED_OUT, out); break;
	case SLOT_CLASS: write_melds_of(rules, GROUP_class, ir->item, out); break;
	case SLOT_CANASTA:
		canonical_faces_write(rules, faces_of_kinds(rules, canasta->ranks), 0, out);
		write_melds_of(rules, GROUP_canasta, ir->item, out);
		break;
	default: fact_item_write(rules, ir, out); break;
	}
}

static void write_fact(const struct rules *rules, const struct ir *ir, enum canonical_detail detail, struct text *out)
{
	const struct fact *fact = &facts[ir->fact];

	if (ir->fact == FACT_term && detail == CANONICAL_SPELLED_OUT) {
		write_item_of_fact(rules, ir, out);
		return;
	}
	text_add(out, "[");
	text_add(out, fact->phrase);
	if (fact->slot == SLOT_CARDS) {
		text_add(out, " ");
		canonical_faces_write(rules, ir->faces, detail == CANONICAL_BY_NAME ? ir->roles : 0, out);
	} else if (fact->slot != SLOT_NONE) {
		text_add(out, " ");
		if (detail == CANONICAL_SPELLED_OUT)
			write_item_of_fact(rules, ir, out);
		else
			fact_item_write(rules, ir, out);
	}
	text_add(out, "]");
}

static void write_parts(const struct rules *rules, const struct ir *ir, enum canonical_detail detail, struct text *out)
{
	struct text *parts;
	size_t count = 0, at = 0;
	const char *last = NULL;

	for (const struct ir *one = ir->first; one != NULL; one = one->next)
		count++;
	parts = memory_resize(NULL, count * sizeof *parts);
	if (parts == NULL) {
		out->failed = 1;
		return;
	}
	memset(parts, 0, count * sizeof *parts);
	for (const struct ir *one = ir->first; one != NULL; one = one->next)
		canonical_ir_write(rules, one, detail, &parts[at++]);
	if (ir_in_any_order(ir->kind))
		texts_sort(parts, count);
	for (size_t i = 0; i < count; i++) { /* what is asked twice is asked */
		bool again = (ir->kind == IR_ALL || ir->kind == IR_ANY) && last != NULL &&
		             strcmp(last, text_read(&parts[i])) == 0;
		last = text_read(&parts[i]);
		if (!again)
			text_add(out, " "), text_add(out, last);
	}
	for (size_t i = 0; i < count; i++)
		text_end(&parts[i], out);
	memory_free(parts);
}

static void canonical_ir_write(const struct rules *rules, const struct ir *ir, enum canonical_detail detail,
                               struct text *out)
{
	static const char *const signs[] = {
		[IR_NOT] = "not",     [IR_ALL] = "all",    [IR_ANY] = "any",   [IR_EQUAL] = "=",  [IR_UNEQUAL] = "!=",
		[IR_AT_LEAST] = ">=", [IR_AT_MOST] = "<=", [IR_MORE] = ">",    [IR_LESS] = "<",   [IR_SUM] = "+",
		[IR_PRODUCT] = "*",   [IR_NEGATIVE] = "-", [IR_LADDER] = "by", [IR_STEP] = "from"
	};

	if (ir->kind == IR_NUMBER)
		text_add_number(out, ir->number);
	else if (ir->kind == IR_FACT)
		write_fact(rules, ir, detail, out);
	else {
		text_add(out, "(");
		text_add(out, signs[ir->kind]);
		if (ir->kind == IR_STEP && ir->number != INT32_MIN)
			text_format(out, " %d", (int)ir->number);
		write_parts(rules, ir, detail, out);
		text_add(out, ")");
	}
}

void canonical_fact_write(const struct rules *rules, const struct ir *fact, bool by_name, struct text *out)
{
	struct ir counted = *fact;

	counted.faces &= ~faces_of_kinds(rules, rules->all & ~fact_cards(rules, fact)); /* what it never counts makes no difference */
	write_fact(rules, &counted, by_name ? CANONICAL_BY_NAME : CANONICAL_SPELLED_OUT, out);
}

/* ---- tables of cases ---- */

/* An expression; NULL stands for an item of the score, for its points as they count, or without one for what the initial meld has to
 * count. */
static const struct table *table_of(struct normal *normal, const struct rules *rules, const struct ir *ir, int score)
{
	const struct in_score *item = score >= 0 ? &rules->score[score] : NULL;
	const struct table *points, *less;

	if (ir != NULL)
		return normal_of(normal, ir);
	if (item == NULL)
		return normal_sum(normal, normal_of(normal, rules->initial_meld.minimum->ir),
		                  normal_of(normal, rules->initial_meld.raised->ir));
	points = normal_of(normal, item->points->ir);
	less = normal_product(normal, normal_number(normal, -1), points);
	points = normal_choice(normal, normal_of(normal, item->minus->ir), less, points);
	return normal_choice(normal, normal_of(normal, item->when->ir), points, normal_number(normal, 0));
}

/* Writes the table; if it is too large nothing, and the answer is false. [whole]: numbers are not split into their values. */
static bool try_table_of(const struct rules *rules, const struct ir *ir, int score, bool by_name, bool whole, struct text *out,
                         int64_t *number, bool *is_number, bool *failed)
{
	struct normal *normal = normal_begin(rules, by_name);
	const struct table *table;
	bool well;

	if (normal != NULL && whole)
		normal_keep_whole(normal);
	if (normal != NULL && score >= 0 && score_adds_up(rules, score))
		normal_sum_players(normal);
	table = normal != NULL ? table_of(normal, rules, ir, score) : NULL;
	well = normal != NULL && !normal_failed(normal);
	*is_number = well && normal_is_number(table, number);
	if (well && out != NULL)
		normal_write(normal, table, out);
	*failed = *failed || normal == NULL || normal_lacks_memory(normal);
	normal_end(normal);
	return well;
}

/* Writes the table, in one of the two ways; false if it is too large for either. [*number] is it, if it is one. */
static bool write_table_of(const struct rules *rules, const struct ir *ir, int score, bool by_name, struct text *out,
                           int64_t *number, bool *is_number, bool *failed)
{
	return try_table_of(rules, ir, score, by_name, false, out, number, is_number, failed) ||
	       (!*failed && try_table_of(rules, ir, score, by_name, true, out, number, is_number, failed));
}

static void write_meaning(const struct rules *rules, const struct ir *ir, bool by_name, struct text *out)
{
	int64_t number;
	bool is_number, failed = false;

	if (ir->kind == IR_NUMBER)
		text_add_number(out, ir->number);
	else if (!write_table_of(rules, ir, -1, by_name, out, &number, &is_number, &failed))
		canonical_ir_write(rules, ir, by_name ? CANONICAL_BY_NAME : CANONICAL_SPELLED_OUT, out);
	out->failed |= failed;
}

/* True if the expression is a number, whatever is asked. */
static bool means_number(const struct rules *rules, const struct ir *ir, int64_t *number, bool *failed)
{
	bool is_number;

	if (ir->kind == IR_NUMBER)
		return *number = ir->number, true;
	write_table_of(rules, ir, -1, false, NULL, number, &is_number, failed);
	return is_number;
}

static bool is_never(const struct rules *rules, formula condition, bool *failed)
{
	int64_t number;

	if (condition->is_constant || intervals_say_all(condition))
		return cannot_hold(rules, condition);
	return means_number(rules, condition->ir, &number, failed) && number == 0;
}

/* What an item of the score comes to, as one text. */
static void write_score(const struct rules *rules, int item, bool by_name, struct text *out)
{
	const struct in_score *score = &rules->score[item];
	enum canonical_detail detail = by_name ? CANONICAL_BY_NAME : CANONICAL_SPELLED_OUT;
	int64_t number;
	bool is_number, failed = false, well = write_table_of(rules, NULL, item, by_name, out, &number, &is_number, &failed);

	out->failed |= failed;
	if (well)
		return;
	canonical_ir_write(rules, score->points->ir, detail, out);
	canonical_ir_write(rules, score->when->ir, detail, out);
	canonical_ir_write(rules, score->minus->ir, detail, out);
}

/* What an initial meld has to count: the minimum and what raises it are added up. */
static void write_minimum(const struct rules *rules, bool by_name, struct text *out)
{
	enum canonical_detail detail = by_name ? CANONICAL_BY_NAME : CANONICAL_SPELLED_OUT;
	int64_t number;
	bool is_number, failed = false, well = write_table_of(rules, NULL, -1, by_name, out, &number, &is_number, &failed);

	out->failed |= failed;
	if (well)
		return;
	canonical_ir_write(rules, rules->initial_meld.minimum->ir, detail, out);
	canonical_ir_write(rules, rules->initial_meld.raised->ir, detail, out);
}

static bool scores_nothing(const struct rules *rules, int item, bool *failed)
{
	const struct in_score *score = &rules->score[item];
	const formula asked[] = { score->points, score->when, score->minus };
	int64_t number = 1;
	bool is_number;

	if (ask_once(asked, sizeof asked / sizeof *asked) && intervals_say_all(score->when)) {
		struct interval points = formula_interval(rules, score->points);
		return cannot_hold(rules, score->when) || (points.low == 0 && points.high == 0);
	}
	write_table_of(rules, NULL, item, false, NULL, &number, &is_number, failed);
	return is_number && number == 0;
}

/* True if an expression asks for an item of a helper list, be it through another one. What comes to the same number whatever happens asks
 * for nothing, such as a term beside one that never holds. */
static bool asks_item(const struct rules *rules, const struct ir *ir, int group, int item)
{
	bool found = false;

	if (ir->kind == IR_FACT) {
		int other = fact_group(ir->fact);
		found = (other == group && ir->item == item) ||
		        (other == GROUP_define && asks_item(rules, rules->define[ir->item].when->ir, group, item)) ||
		        (other == GROUP_class && asks_item(rules, rules->class[ir->item].when->ir, group, item));
	}
	for (const struct ir *part = ir->first; part != NULL && !found; part = part->next)
		found = asks_item(rules, part, group, item);
	if (found) {
		struct interval may = ir_interval(rules, ir);
		found = may.low != may.high;
	}
	return found;
}

bool setting_asks(const struct rules *rules, enum row_id row, int item, int group, int asked)
{
	formula of = rules_formula(rules, row, item);

	return of != NULL && asks_item(rules, of->ir, group, asked);
}

enum level level_of_asking(const struct rules *rules, int group, int item)
{
	enum level level = LEVEL_TEXT;

	for (struct setting at = { .item = -1 }; setting_next(rules, &at);) {
		if (!group_is_helper(rows[at.row].in) && rows[at.row].level < level &&
		    setting_asks(rules, at.row, at.item, group, item))
			level = rows[at.row].level;
	}
	return level;
}

bool item_is_idle(const struct rules *rules, int group, int item, bool *failed)
{
	switch (group) {
	case GROUP_freeze:
		return is_never(rules, rules->pile.freeze[item].when, failed) || item_covering(rules, group, item, failed) >= 0;
	case GROUP_block:
		return is_never(rules, rules->pile.block[item].when, failed) || item_covering(rules, group, item, failed) >= 0;
	case GROUP_take: return is_never(rules, rules->pile.take[item].when, failed);
	case GROUP_ban:
		if (setting_is_dead(rules, ROW_ban_cards, item) != NULL)
			return true;
		return rules->discard.ban[item].proof == ban_proof_none &&
		       (rules->discard.ban[item].cards == 0 || is_never(rules, rules->discard.ban[item].when, failed) ||
		        item_covering(rules, group, item, failed) >= 0);
	case GROUP_special: return is_never(rules, rules->special[item].when, failed);
	case GROUP_score: return scores_nothing(rules, item, failed);
	default: return false;
	}
}

/* ---- settings ---- */

/* The roles that a setting names cards by. One that gives cards their role does not name them by it. */
static unsigned roles_stated(const struct rules *rules, enum row_id row, int item)
{
	const struct statement *statement = rules_cell(rules, row, item)->statement;

	if (statement == NULL || row == ROW_cards_wild || row == ROW_bonus_cards)
		return 0;
	return roles_named(statement->value);
}

/* True if a player proves that an exception of the ban holds: then its `when` counts without its `unless`, too. */
static bool is_proved(const struct rules *rules, int ban)
{
	return rules->discard.ban[ban].proof != ban_proof_none;
}

/* What matters of an amount: of one that only says who has the most of it no positive factor does and no number that is added, unless it
 * may become too large. */
static const struct ir *what_matters(const struct rules *rules, enum row_id row, formula of)
{
	const struct interval may =
		row == ROW_game_tie_break ? formula_interval(rules, of) : (struct interval){ INT32_MIN, 0 };
	const struct ir *ir = of->ir;

	while (may.low > INT32_MIN && may.high < INT32_MAX) {
		const struct ir *first = ir->first, *second = first != NULL ? first->next : NULL;
		if (second == NULL || second->next != NULL)
			break;
		if (ir->kind == IR_PRODUCT && first->kind == IR_NUMBER && first->number > 0)
			ir = second;
		else if (ir->kind == IR_SUM && second->kind == IR_NUMBER)
			ir = first;
		else
			break;
	}
	return ir;
}

/* Writes the canonical text of setting [row] of item [item]: equal texts mean the same, whatever the order of parts
 * or the spelling. For programs, not for people. */
static void canonical_write(const struct rules *rules, enum row_id row, int item, enum canonical_detail detail,
                            struct text *out)
{
	const void *place = rules_value(rules, row, item);
	struct composition hand;
	unsigned roles = detail == CANONICAL_BY_NAME ? roles_stated(rules, row, item) : 0;
	const char *text;
	size_t length;
	bool failed = false;

	switch (rows[row].type) {
	case TYPE_NUMBER: text_add_number(out, canonical_number(rules, row, item, *(const int32_t *)place, &failed)); break;
	case TYPE_WORD:
		text = rules_word(row, canonical_number(rules, row, item, *(const int32_t *)place, &failed), &length);
		text_add_bytes(out, text, length);
		break;
	case TYPE_CARDS: canonical_faces_write(rules, faces_of_kinds(rules, *(const cardset *)place), roles, out); break;
	case TYPE_POINTS: canonical_points_write(place, out); break;
	case TYPE_AMOUNT:
	case TYPE_BOUNDS:
	case TYPE_CONDITION:
		write_meaning(rules, what_matters(rules, row, *(const formula *)place), detail == CANONICAL_BY_NAME,
		              out);
		if (row == ROW_ban_when && is_proved(rules, item))
			write_meaning(rules, rules->ban_whens[item]->ir, detail == CANONICAL_BY_NAME, out);
		break;
	case TYPE_COMPOSITION:
		hand = canonical_composition(rules, item, *(const struct composition *)place);
		text_format(out, "%d naturals %d wilds %d alike", hand.naturals, hand.wilds, hand.alike);
		break;
	case TYPE_PATTERN: canonical_pattern_write(rules, place, roles, out); break;
	case TYPE_TEXT:
		text = *(const char *const *)place;
		text_add(out, text != NULL ? text : "");
		break;
	}
	out->failed |= failed;
}

/* ---- the same or not ---- */

static bool same_in_detail(const struct rules *one, int item, const struct rules *other, int other_item,
                           enum row_id row, enum canonical_detail detail, bool *failed)
{
	struct text left = { 0 }, right = { 0 };

	canonical_write(one, row, item, detail, &left);
	canonical_write(other, row, other_item, detail, &right);
	return texts_same(&left, &right, failed);
}

/* The facts that an expression asks, as bits. */
struct facts_of {
	uint64_t bits[(FACT_COUNT + 63) / 64];
};

static void add_facts(const struct ir *ir, struct facts_of *to)
{
	if (ir->kind == IR_FACT)
		to->bits[ir->fact / 64] |= UINT64_C(1) << ir->fact % 64;
	for (const struct ir *part = ir->first; part != NULL; part = part->next)
		add_facts(part, to);
}

/* False if the two expressions are not written alike, as they are of other kinds or do not ask the same facts. */
static bool may_read_alike(const struct ir *left, const struct ir *right)
{
	struct facts_of one = { { 0 } }, other = { { 0 } };

	if (left->kind != right->kind)
		return false;
	add_facts(left, &one);
	add_facts(right, &other);
	return memcmp(&one, &other, sizeof one) == 0;
}

/* True if an expression names a term that always holds in one of the two games and never in the other. Such a term is taken for a number, so its own
 * line tells no difference, and the expression has to. */
static bool asks_settled_otherwise(const struct rules *one, const struct ir *ir, const struct rules *other)
{
	if (ir_is_fact(ir, FACT_term) && one->define[ir->item].when->is_constant) {
		int there = rules_item_named(other, GROUP_define, rules_item_name(one, GROUP_define, ir->item));
		return there >= 0 && other->define[there].when->is_constant &&
		       other->define[there].when->number != one->define[ir->item].when->number;
	}
	for (const struct ir *part = ir->first; part != NULL; part = part->next)
		if (asks_settled_otherwise(one, part, other))
			return true;
	return false;
}

static bool expressions_same(const struct rules *one, const struct ir *left_ir, const struct rules *other,
                             const struct ir *right_ir, bool *failed)
{
	struct text left = { 0 }, right = { 0 };

	if (!may_read_alike(left_ir, right_ir) || asks_settled_otherwise(one, left_ir, other))
		return false;
	canonical_ir_write(one, left_ir, CANONICAL_BY_NAME, &left);
	canonical_ir_write(other, right_ir, CANONICAL_BY_NAME, &right);
	return texts_same(&left, &right, failed);
}

static bool meanings_same(const struct rules *one, const struct ir *left_ir, const struct rules *other,
                          const struct ir *right_ir, bool by_name, bool *failed)
{
	struct text left = { 0 }, right = { 0 };

	write_meaning(one, left_ir, by_name, &left);
	write_meaning(other, right_ir, by_name, &right);
	return texts_same(&left, &right, failed);
}

/* True if it asks for something that other settings say what it is. */
static bool has_names(formula of)
{
	for (const struct ir *asked = of->asked; asked != NULL; asked = asked->also)
		if (asked->roles != 0 || (facts[asked->fact].slot != SLOT_NONE && facts[asked->fact].slot != SLOT_CARDS &&
		                          facts[asked->fact].slot != SLOT_EVENT && facts[asked->fact].slot != SLOT_DEED))
			return true;
	return false;
}

/* What is said in the same words is the same, even if one of them knows that some of it cannot be, as with more cards in the deck. */
bool canonical_same_conditions(const struct rules *one, formula left, const struct rules *other, formula right,
                               bool *failed)
{
	return expressions_same(one, left->ir, other, right->ir, failed) ||
	       (!left->is_constant && !right->is_constant && (has_names(left) || has_names(right)) &&
	        !asks_settled_otherwise(one, left->ir, other) &&
	        meanings_same(one, left->ir, other, right->ir, true, failed)) ||
	       meanings_same(one, left->ir, other, right->ir, false, failed);
}

/* True if [formula] asks for the number of players, and that is another one in the other rules. */
static bool rests_on_players(const struct rules *rules, formula of, const struct rules *other)
{
	return rules->table.players != other->table.players && reaches(rules, of, FACT_players);
}

/* True if some meld is allowed by the limits of meld [item] of [one], none of them a sequence, and not by the same with limit [row] of
 * [other_item] of [other], or the other way round. */
static bool limit_shows(const struct rules *one, int item, const struct rules *other, int other_item, enum row_id row)
{
	static const enum row_id limits[] = { ROW_meld_size, ROW_meld_naturals, ROW_meld_wilds, ROW_meld_shape };
	bool of_wilds = one->meld[item].ranks == 0;
	int most = 0;

	for (cardset ranks = one->form[item].ranks; ranks != 0; ranks &= ranks - 1) {
		int copies = rank_copies(one, __builtin_ctzll(ranks));
		most = copies > most ? copies : most;
	}
	for (int n = !of_wilds; n <= most && n <= MELD_CARDS_MAX; n++)
		for (int w = of_wilds; w <= one->wild_copies && w <= MELD_CARDS_MAX; w++) {
			struct meld_cards cards = { .naturals = (uint8_t)n, .wilds = (uint8_t)w };
			bool others_hold = true;
			for (size_t i = 0; i < sizeof limits / sizeof *limits && others_hold; i++)
				others_hold = limits[i] == row ||
				              meld_meets(one, &cards, rules_formula(one, limits[i], item));
			if (others_hold && meld_meets(one, &cards, rules_formula(one, row, item)) !=
			                           meld_meets(other, &cards, rules_formula(other, row, other_item)))
				return true;
		}
	return false;
}

/* Whether the limits of two kinds of meld allow the same numbers of cards, of which sequences have places for as many; or this limit
 * alone allows the same beside the other limits of either. Melds of wild cards alone have no natural cards, whatever limit there is. */
static bool limits_same(const struct rules *one, int item, const struct rules *other, int other_item, enum row_id row)
{
	const struct in_meld *left = &one->meld[item], *right = &other->meld[other_item];

	if (row == ROW_meld_naturals && left->ranks == 0 && right->ranks == 0)
		return true;
	if (left->built != right->built)
		return false;
	if (memcmp(one->form[item].wilds, other->form[other_item].wilds, sizeof one->form[item].wilds) == 0 &&
	    memcmp(one->form[item].places, other->form[other_item].places, sizeof one->form[item].places) == 0)
		return true;
	return left->built == meld_built_of_one_rank && !rests_on_players(one, rules_formula(one, row, item), other) &&
	       !rests_on_players(other, rules_formula(other, row, other_item), one) &&
	       !limit_shows(one, item, other, other_item, row) && !limit_shows(other, other_item, one, item, row);
}

/* True if it is a number, whatever happens. */
static bool counts_plainly(const struct in_score *score)
{
	return score->points->is_constant && score->when->is_constant && score->minus->is_constant && score->minus->number == 0 &&
	       score->when->number != 0;
}

/* For what the score is worked out: for a side, if it does not depend on the player that is asked. */
static int worked_out_for(const struct rules *rules, int item)
{
	return score_adds_up(rules, item) ? score_per_side : (int)rules->score[item].per;
}

static bool scores_same(const struct rules *one, int item, const struct rules *other, int other_item, bool *failed)
{
	struct text left = { 0 }, right = { 0 };

	if (counts_plainly(&one->score[item]) && counts_plainly(&other->score[other_item]))
		return false; /* two numbers, which have been compared */
	write_score(one, item, false, &left);
	write_score(other, other_item, false, &right);
	return texts_same(&left, &right, failed);
}

static bool is_limit(enum row_id row)
{
	return row == ROW_meld_size || row == ROW_meld_naturals || row == ROW_meld_wilds || row == ROW_meld_shape;
}

static bool decides_melds(enum row_id row)
{
	return row == ROW_canasta_size || row == ROW_canasta_when || row == ROW_class_when;
}

/* A kind of canasta, or a class, that numbers of cards decide. */
struct counted {
	const struct rules *rules;
	formula size, when; /* of a class there is no size */
	cardset ranks;
};

static bool is_counted(const struct rules *rules, int item, bool of_class)
{
	return (of_class ? rules->counted_classes : rules->counted_canastas) >> item & 1;
}

static struct counted counted_of(const struct rules *rules, int item, bool of_class)
{
	if (of_class)
		return (struct counted){ rules, NULL, rules->class[item].when, rules->class_ranks[item] };
	return (struct counted){ rules, rules->canasta[item].size, rules->canasta[item].when,
		                 rules->canasta[item].ranks };
}

/* True if some meld of the rules of [own] is of that kind, and not if its size were that of [size] and its condition that of [when], or the
 * other way round. */
static bool numbers_show(const struct counted *own, const struct counted *size, const struct counted *when)
{
	for (int n = 0; n <= MELD_CARDS_MAX; n++)
		for (uint32_t wilds = wilds_lying(own->rules, own->ranks, n); wilds != 0; wilds &= wilds - 1) {
			struct meld_cards cards = { .naturals = (uint8_t)n, .wilds = (uint8_t)__builtin_ctz(wilds) };
			bool is = (own->size == NULL || meld_meets(own->rules, &cards, own->size)) &&
			          meld_meets(own->rules, &cards, own->when),
			     would_be = (size->size == NULL || meld_meets(size->rules, &cards, size->size)) &&
			                meld_meets(when->rules, &cards, when->when);
			if (is != would_be)
				return true;
		}
	return false;
}

/* Whether two kinds of canasta or two classes take in the same melds of either game, or setting [row] of the one takes in the same melds in
 * place of that of the other. */
static bool melds_same(const struct rules *one, int item, const struct rules *other, int other_item, enum row_id row)
{
	bool of_class = row == ROW_class_when, of_size = row == ROW_canasta_size;
	struct counted left, right;

	if (!is_counted(one, item, of_class) || !is_counted(other, other_item, of_class))
		return false;
	left = counted_of(one, item, of_class);
	right = counted_of(other, other_item, of_class);
	if (rests_on_players(one, left.when, other) || rests_on_players(other, right.when, one) ||
	    (!of_class && (rests_on_players(one, left.size, other) || rests_on_players(other, right.size, one))))
		return false;
	return (!numbers_show(&left, &right, &right) && !numbers_show(&right, &left, &left)) ||
	       (!numbers_show(&left, of_size ? &right : &left, of_size ? &left : &right) &&
	        !numbers_show(&right, of_size ? &left : &right, of_size ? &right : &left));
}

bool canonical_same_kind(const struct rules *one, int item, const struct rules *other, int other_item, bool *failed)
{
	const struct counted left = counted_of(one, item, false), right = counted_of(other, other_item, false);

	if (is_counted(one, item, false) && is_counted(other, other_item, false))
		return !numbers_show(&left, &left, &right) || !numbers_show(&right, &right, &left);
	if (has_names(left.when) || has_names(right.when)) /* which only its own rules know */
		return meanings_same(one, left.when->ir, other, right.when->ir, false, failed);
	return meanings_same(one, left.when->ir, one, right.when->ir, false, failed) ||
	       meanings_same(other, left.when->ir, other, right.when->ir, false, failed);
}

static bool is_of_minimum(enum row_id row)
{
	return row == ROW_initial_meld_minimum || row == ROW_initial_meld_raised;
}

static bool minimums_same(const struct rules *one, const struct rules *other, bool *failed)
{
	struct text left = { 0 }, right = { 0 };

	write_minimum(one, false, &left);
	write_minimum(other, false, &right);
	return texts_same(&left, &right, failed);
}

static bool is_of_score(enum row_id row)
{
	return row == ROW_score_points || row == ROW_score_when || row == ROW_score_minus;
}

/* [*number] is the value of a setting that is a plain number, as most are. */
static bool constant_of(const struct rules *rules, enum row_id row, int item, int32_t *number)
{
	formula held = rules_formula(rules, row, item);

	if (held != NULL)
		return formula_is_constant(held, number);
	if (rows[row].type != TYPE_NUMBER && rows[row].type != TYPE_WORD)
		return false;
	*number = *(const int32_t *)rules_value(rules, row, item);
	return true;
}

/* True if [left] and [right] have the same effect, under the rules of either. */
static bool numbers_same(const struct rules *one, int item, int32_t left, const struct rules *other, int other_item, int32_t right,
                         enum row_id row, bool *failed)
{
	if (left == right)
		return true;
	if (row == ROW_ban_order)
		return canonical_orders_same(one, other, failed);
	return canonical_number(one, row, item, left, failed) == canonical_number(one, row, item, right, failed) &&
	       canonical_number(other, row, other_item, left, failed) == canonical_number(other, row, other_item, right, failed);
}

static bool hands_same(const struct rules *rules, int take, struct composition left, struct composition right)
{
	left = canonical_composition(rules, take, left);
	right = canonical_composition(rules, take, right);
	return left.naturals == right.naturals && left.wilds == right.wilds && left.alike == right.alike;
}

bool canonical_same(const struct rules *one, int item, const struct rules *other, int other_item, enum row_id row,
                    bool *failed)
{
	formula held = rules_formula(one, row, item);
	int32_t left, right;

	if (row == ROW_ban_when && (is_proved(one, item) || is_proved(other, other_item)) &&
	    !canonical_same_conditions(one, one->ban_whens[item], other, other->ban_whens[other_item], failed))
		return false;
	if (row == ROW_score_per && worked_out_for(one, item) == worked_out_for(other, other_item) &&
	    scores_same(one, item, other, other_item, failed))
		return true;
	if (constant_of(one, row, item, &left) && constant_of(other, row, other_item, &right))
		return numbers_same(one, item, left, other, other_item, right, row, failed) ||
		       (is_of_minimum(row) && minimums_same(one, other, failed)) ||
		       (decides_melds(row) && melds_same(one, item, other, other_item, row)) ||
		       (is_limit(row) && limits_same(one, item, other, other_item, row)) ||
		       (is_of_score(row) && scores_same(one, item, other, other_item, failed));
	if (held != NULL)
		return (is_limit(row) && limits_same(one, item, other, other_item, row)) ||
		       (decides_melds(row) && melds_same(one, item, other, other_item, row)) ||
		       (is_of_minimum(row) && minimums_same(one, other, failed)) ||
		       canonical_same_conditions(one, held, other, rules_formula(other, row, other_item), failed) ||
		       (row == ROW_game_tie_break &&
		        same_in_detail(one, item, other, other_item, row, CANONICAL_SPELLED_OUT, failed)) ||
		       (is_of_score(row) && scores_same(one, item, other, other_item, failed));
	if (rows[row].type == TYPE_COMPOSITION) {
		struct composition hand = *(const struct composition *)rules_value(one, row, item),
				   other_hand = *(const struct composition *)rules_value(other, row, other_item);
		return memcmp(&hand, &other_hand, sizeof hand) == 0 ||
		       (hands_same(one, item, hand, other_hand) && hands_same(other, other_item, hand, other_hand));
	}
	return same_in_detail(one, item, other, other_item, row, CANONICAL_SPELLED_OUT, failed) ||
	       ((roles_stated(one, row, item) | roles_stated(other, row, other_item)) != 0 &&
	        same_in_detail(one, item, other, other_item, row, CANONICAL_BY_NAME, failed));
}

bool canonical_reads_same(const struct rules *one, int item, const struct rules *other, int other_item, enum row_id row,
                          bool *failed)
{
	formula held = rules_formula(one, row, item);

	if (held != NULL)
		return expressions_same(one, held->ir, other, rules_formula(other, row, other_item)->ir, failed);
	return canonical_same(one, item, other, other_item, row, failed);
}

/* The expression itself, or what stands behind the term that it is. */
static const struct ir *behind_terms(const struct rules *rules, const struct ir *ir)
{
	while (ir_is_fact(ir, FACT_term))
		ir = rules->define[ir->item].when->ir;
	return ir;
}

bool canonical_is_default(const struct rules *rules, enum row_id row, int item)
{
	const void *place = rules_value(rules, row, item);
	int32_t fallback = rows[row].fallback;
	const struct composition *composition = place;

	switch (rows[row].type) {
	case TYPE_NUMBER:
	case TYPE_WORD: return *(const int32_t *)place == fallback;
	case TYPE_CARDS:
		return faces_of_kinds(rules, *(const cardset *)place) == (fallback == ALL_CARDS ? FACES_ALL : 0);
	case TYPE_AMOUNT:
	case TYPE_BOUNDS:
	case TYPE_CONDITION: return ir_is_number(behind_terms(rules, (*(const formula *)place)->ir), fallback);
	case TYPE_COMPOSITION: return composition->naturals + composition->wilds + composition->alike == 0;
	case TYPE_PATTERN: return ((const struct pattern *)place)->parts == 0;
	case TYPE_TEXT: return *(const char *const *)place == NULL;
	case TYPE_POINTS: return false;
	}
	return false;
}

/* ---- the hash ---- */

bool group_is_helper(int group)
{
	return group == GROUP_define || group == GROUP_class;
}

/* What asks for the lines of the score above it. */
static bool asks_above(const struct rules *rules, int item)
{
	const struct in_score *score = &rules->score[item];
	const formula held[] = { score->points, score->when, score->minus };

	for (size_t i = 0; i < sizeof held / sizeof *held; i++)
		if (reaches(rules, held[i], FACT_scored_above) || reaches(rules, held[i], FACT_shared_above))
			return true;
	return false;
}

bool order_counts(const struct rules *rules, int group, int before, int item)
{
	(void)before;
	if (group == GROUP_score)
		return asks_above(rules, item);
	return group == GROUP_meld || group == GROUP_take || group == GROUP_special;
}

/* The items that stand before [item] where that counts, in the order of their names. */
static void write_before(const struct rules *rules, int group, int item, struct text *out)
{
	struct text names[LIST_ITEMS_MAX] = { { 0 } };
	size_t count = 0;
	bool failed = false;

	for (int before = 0; before < item; before++)
		if (order_counts(rules, group, before, item) && !item_is_idle(rules, group, before, &failed))
			text_format(&names[count++], " %s", rules_item_name(rules, group, before));
	texts_sort(names, count);
	text_add(out, count > 0 ? "after" : "");
	for (size_t i = 0; i < count; i++) {
		text_add(out, text_read(&names[i]));
		text_end(&names[i], out);
	}
	text_add(out, count > 0 ? "\n" : "");
	out->failed |= failed;
}

/* True if the setting has the effect of its default. */
static bool comes_to_default(const struct rules *rules, enum row_id row, int item, bool *failed)
{
	formula held = rules_formula(rules, row, item);
	int64_t number;

	if (held != NULL)
		return means_number(rules, held->ir, &number, failed) && number == rows[row].fallback;
	return (rows[row].type == TYPE_NUMBER || rows[row].type == TYPE_WORD) &&
	       canonical_number(rules, row, item, *(const int32_t *)rules_value(rules, row, item), failed) == rows[row].fallback;
}

bool meld_begins_with_wilds(const struct rules *rules, int item)
{
	const struct form *form = &rules->form[item];
	bool wild = form->sequence == 0 && form->begin_count > 0;

	for (int i = 0; i < form->begin_count; i++)
		wild = wild && form->begin[i].wilds > 0;
	return wild;
}

/* True if the setting is when melds are begun that always have a wild card, and says what is said of wild cards anyway. */
static bool says_it_of_wilds(const struct rules *rules, enum row_id row, int item, bool *failed)
{
	return row == ROW_meld_begun && meld_begins_with_wilds(rules, item) &&
	       canonical_same_conditions(rules, rules->meld[item].begun, rules, rules->meld[item].wild_cards, failed);
}

/* The setting, unless it has the effect of its default or cannot matter. */
static void write_setting(const struct rules *rules, enum row_id row, int item, struct text *out)
{
	bool failed = false;

	if (canonical_is_default(rules, row, item) || setting_is_dead(rules, row, item) != NULL ||
	    comes_to_default(rules, row, item, &failed) || says_it_of_wilds(rules, row, item, &failed))
		return;
	out->failed |= failed;
	text_format(out, "%s.%s ", groups[rows[row].in].name, rows[row].name);
	canonical_write(rules, row, item, CANONICAL_SPELLED_OUT, out);
	text_add(out, "\n");
}

static void write_group(const struct rules *rules, int group, struct text *out)
{
	struct text items[LIST_ITEMS_MAX] = { { 0 } };
	int count = rules_places(rules, group);
	bool failed = false;

	for (int item = 0; item < count; item++) {
		if (item_is_idle(rules, group, item, &failed))
			continue;
		if (groups[group].is_list)
			text_format(&items[item], "%s %s\n", groups[group].name, rules_item_name(rules, group, item));
		for (int row = -1; row_next(group, &row);)
			if (rows[row].type != TYPE_TEXT && !is_limit((enum row_id)row) && !is_of_score((enum row_id)row) &&
			    !decides_melds((enum row_id)row) && !is_of_minimum((enum row_id)row))
				write_setting(rules, (enum row_id)row, item, &items[item]);
		if (group == GROUP_initial_meld)
			write_minimum(rules, false, &items[item]), text_add(&items[item], "\n");
		if (group == GROUP_canasta)
			write_melds_of(rules, group, item, &items[item]), text_add(&items[item], "\n");
		if (group == GROUP_meld)
			canonical_limits_write(&rules->form[item], &items[item]);
		if (group == GROUP_score)
			write_score(rules, item, false, &items[item]);
		write_before(rules, group, item, &items[item]);
	}
	out->failed |= failed;
	texts_sort(items, (size_t)count);
	for (int item = 0; item < count; item++) {
		text_add(out, text_read(&items[item]));
		text_end(&items[item], out);
	}
}

bool rules_hash(const struct rules *rules, char hash[RULES_HASH_ROOM])
{
	struct text all = { 0 };
	struct told_apart told;
	SHA2_CTX context;
	bool failed = false;

	for (int group = 0; group < GROUP_COUNT; group++)
		if (!group_is_helper(group))
			write_group(rules, group, &all);
	told_apart_find(rules, &told, &failed);
	told_apart_write(rules, &told, &all);
	SHA256Init(&context);
	SHA256Update(&context, (const uint8_t *)text_read(&all), all.length);
	SHA256End(&context, hash);
	failed = failed || all.failed;
	text_free(&all);
	return !failed;
}
