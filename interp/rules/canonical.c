/* canonical.c -- canonical texts of expressions and other values: two texts are equal if they mean the same. Parts
 * whose order does not matter are sorted, cards and terms are replaced by what they stand for. Equality of settings
 * and the hash use these texts. */
#include "rules/compare.h"

#include <sha256.h>
#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "rules/rules.h"

/* How canonical texts name sets of cards and terms. */
enum canonical_detail {
	CANONICAL_BY_NAME,    /* `wild` and `bonus` as words; terms, classes and canastas by name */
	CANONICAL_SPELLED_OUT /* cards by faces; terms, classes and canastas by their definition */
};

static void canonical_ir_write(const struct rules *rules, const struct ir *ir, enum canonical_detail detail,
                               struct text *out);

/* ---- cards and facts ---- */

/* Removes the cards that [word] stands for from [*faces], if all of them are in it. */
static void write_role(const char *word, cardset role, cardset *faces, struct text *out)
{
	if (role == 0 || (role & ~*faces) != 0)
		return;
	text_add(out, word);
	text_add(out, ",");
	*faces &= ~role;
}

/* "wild,4,5,red 3,": by name the cards with a role, then those of each rank. */
static void write_faces(const struct rules *rules, cardset faces, enum canonical_detail detail, struct text *out)
{
	char name[24];

	if (faces == 0 || faces == FACES_ALL) {
		text_add(out, faces == 0 ? "none" : "any");
		return;
	}
	if (detail == CANONICAL_BY_NAME) {
		write_role("wild", faces_of_kinds(rules, rules->cards.wild), &faces, out);
		write_role("bonus", faces_of_kinds(rules, rules->bonus.cards), &faces, out);
	}
	for (int rank = 0; rank < RANKS; rank++)
		if (faces & UINT64_C(0xf) << (rank * 4)) {
			faces_name(faces & UINT64_C(0xf) << (rank * 4), name, sizeof name);
			text_add(out, name);
			text_add(out, ",");
		}
}

/* What an item of a list that conditions ask for stands for, so that its name does not matter. */
static void write_item_of_fact(const struct rules *rules, const struct ir *ir, struct text *out)
{
	enum fact_slot slot = facts[ir->fact].slot;
	const struct in_canasta *canasta = slot == SLOT_CANASTA ? &rules->canasta[ir->item] : NULL;

	switch (slot) {
	case SLOT_TERM: canonical_ir_write(rules, rules->define[ir->item].when->ir, CANONICAL_SPELLED_OUT, out); break;
	case SLOT_CLASS: canonical_ir_write(rules, rules->class[ir->item].when->ir, CANONICAL_SPELLED_OUT, out); break;
	case SLOT_CANASTA:
		write_faces(rules, faces_of_kinds(rules, canasta->ranks), CANONICAL_SPELLED_OUT, out);
		canonical_ir_write(rules, canasta->size->ir, CANONICAL_SPELLED_OUT, out);
		canonical_ir_write(rules, canasta->when->ir, CANONICAL_SPELLED_OUT, out);
		break;
	default: text_add(out, rules_item_name(rules, fact_group(ir->fact), ir->item)); break;
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
		write_faces(rules, ir->faces, detail, out);
	} else if (fact->slot != SLOT_NONE) {
		text_add(out, " ");
		if (detail == CANONICAL_SPELLED_OUT)
			write_item_of_fact(rules, ir, out);
		else
			text_add(out, rules_item_name(rules, fact_group(ir->fact), ir->item));
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

/* "joker:50 2:20": equal points of the cards of a rank together. */
static void write_points(const struct points *points, struct text *out)
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

static void write_pattern(const struct rules *rules, const struct pattern *pattern, enum canonical_detail detail,
                          struct text *out)
{
	struct text groups_of[PATTERN_GROUPS_MAX] = { { 0 } };

	for (int i = 0; i < pattern->parts; i++) {
		text_format(&groups_of[i], "%dx%d:", pattern->group[i].count, pattern->group[i].size);
		write_faces(rules, faces_of_kinds(rules, pattern->group[i].cards), detail, &groups_of[i]);
	}
	texts_sort(groups_of, pattern->parts);
	for (int i = 0; i < pattern->parts; i++) {
		text_format(out, "%s%s", i > 0 ? " " : "", text_read(&groups_of[i]));
		text_end(&groups_of[i], out);
	}
}

/* Writes the canonical text of setting [row] of item [item]: equal texts mean the same, whatever the order of parts
 * or the spelling. For programs, not for people. */
static void canonical_write(const struct rules *rules, enum row_id row, int item, enum canonical_detail detail,
                            struct text *out)
{
	const void *place = rules_value(rules, row, item);
	const struct composition *composition = place;
	const char *text;
	size_t length;

	switch (rows[row].type) {
	case TYPE_NUMBER: text_add_number(out, *(const int32_t *)place); break;
	case TYPE_WORD:
		text = rules_word(row, *(const int32_t *)place, &length);
		text_add_bytes(out, text, length);
		break;
	case TYPE_CARDS: /* a setting that gives cards their role does not name them by it */
		write_faces(rules, faces_of_kinds(rules, *(const cardset *)place),
		            row == ROW_cards_wild || row == ROW_bonus_cards ? CANONICAL_SPELLED_OUT : detail, out);
		break;
	case TYPE_POINTS: write_points(place, out); break;
	case TYPE_AMOUNT:
	case TYPE_BOUNDS:
	case TYPE_CONDITION: canonical_ir_write(rules, (*(const formula *)place)->ir, detail, out); break;
	case TYPE_COMPOSITION:
		text_format(out, "%d naturals %d wilds %d alike", composition->naturals, composition->wilds,
		            composition->alike);
		break;
	case TYPE_PATTERN: write_pattern(rules, place, detail, out); break;
	case TYPE_TEXT:
		text = *(const char *const *)place;
		text_add(out, text != NULL ? text : "");
		break;
	}
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

static bool expressions_same(const struct rules *one, const struct ir *left_ir, const struct rules *other,
                             const struct ir *right_ir, enum canonical_detail detail, bool *failed)
{
	struct text left = { 0 }, right = { 0 };

	canonical_ir_write(one, left_ir, detail, &left);
	canonical_ir_write(other, right_ir, detail, &right);
	return texts_same(&left, &right, failed);
}

/* True if two expressions certainly differ, without comparing what terms stand for. */
static bool differ_at_once(const struct ir *left, const struct ir *right)
{
	bool terms = ir_is_fact(left, FACT_term) || ir_is_fact(right, FACT_term);

	return !terms && (left->kind != right->kind || (left->kind == IR_FACT && left->fact != right->fact));
}

static bool formulas_same(const struct rules *one, formula left, const struct rules *other, formula right, bool *failed)
{
	return !differ_at_once(left->ir, right->ir) &&
	       (expressions_same(one, left->ir, other, right->ir, CANONICAL_BY_NAME, failed) ||
	        expressions_same(one, left->ir, other, right->ir, CANONICAL_SPELLED_OUT, failed));
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

bool canonical_same(const struct rules *one, int item, const struct rules *other, int other_item, enum row_id row,
                    bool *failed)
{
	formula held = rules_formula(one, row, item);
	int32_t left, right;

	if (constant_of(one, row, item, &left) && constant_of(other, row, other_item, &right))
		return left == right;
	if (held != NULL)
		return formulas_same(one, held, other, rules_formula(other, row, other_item), failed);
	return same_in_detail(one, item, other, other_item, row, CANONICAL_BY_NAME, failed) ||
	       same_in_detail(one, item, other, other_item, row, CANONICAL_SPELLED_OUT, failed);
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

static void write_group(const struct rules *rules, int group, struct text *out)
{
	struct text items[LIST_ITEMS_MAX] = { { 0 } };
	int count = rules_places(rules, group);

	for (int item = 0; item < count; item++) {
		if (groups[group].is_list)
			text_format(&items[item], "%s %s\n", groups[group].name, rules_item_name(rules, group, item));
		for (int row = -1; row_next(group, &row);)
			if (rows[row].type != TYPE_TEXT && !canonical_is_default(rules, (enum row_id)row, item)) {
				text_format(&items[item], "%s.%s ", groups[group].name, rows[row].name);
				canonical_write(rules, (enum row_id)row, item, CANONICAL_SPELLED_OUT, &items[item]);
				text_add(&items[item], "\n");
			}
	}
	texts_sort(items, (size_t)count);
	for (int item = 0; item < count; item++) {
		text_add(out, text_read(&items[item]));
		text_end(&items[item], out);
	}
}

bool rules_hash(const struct rules *rules, char hash[RULES_HASH_ROOM])
{
	struct text all = { 0 };
	SHA2_CTX context;
	bool failed;

	for (int group = 0; group < GROUP_COUNT; group++)
		if (!group_is_helper(group))
			write_group(rules, group, &all);
	SHA256Init(&context);
	SHA256Update(&context, (const uint8_t *)text_read(&all), all.length);
	SHA256End(&context, hash);
	failed = all.failed;
	text_free(&all);
	return !failed;
}
