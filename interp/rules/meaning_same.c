/* meaning_same.c -- whether settings mean the same, or what they would mean if nothing were said, and one hash for all of
 * them. */
#include "rules/meaning.h"

#include <sha256.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "rules/faces.h"

/* ---- the same or not ---- */

static bool same_in_detail(const struct rules *one, int item, const struct rules *other, int other_item,
                           enum row_id row, enum meaning_detail detail, bool *failed)
{
	struct text left = { 0 }, right = { 0 };

	meaning_write(one, row, item, detail, &left);
	meaning_write(other, row, other_item, detail, &right);
	return texts_same(&left, &right, failed);
}

static bool trees_same(const struct rules *one, const struct meaning *left_tree, const struct rules *other,
                       const struct meaning *right_tree, enum meaning_detail detail, bool *failed)
{
	struct text left = { 0 }, right = { 0 };

	meaning_tree_write(one, left_tree, detail, &left);
	meaning_tree_write(other, right_tree, detail, &right);
	return texts_same(&left, &right, failed);
}

/* True if two trees are other on the face of it. What a term stands for is not to be seen. */
static bool differ_at_once(const struct meaning *left, const struct meaning *right)
{
	bool terms = (left->kind == MEANING_FACT && left->fact == FACT_term) ||
	             (right->kind == MEANING_FACT && right->fact == FACT_term);

	return !terms && (left->kind != right->kind || (left->kind == MEANING_FACT && left->fact != right->fact));
}

static bool programs_same(const struct rules *one, program left_steps, const struct rules *other, program right_steps,
                          bool *failed)
{
	struct arena *arena = arena_new();
	const struct meaning *left = arena != NULL ? meaning_of(one, left_steps, arena) : NULL;
	const struct meaning *right = left != NULL ? meaning_of(other, right_steps, arena) : NULL;
	bool same = false;

	if (right == NULL)
		*failed = true;
	else if (!differ_at_once(left, right))
		same = trees_same(one, left, other, right, MEANING_BY_NAME, failed) ||
		       trees_same(one, left, other, right, MEANING_SPELLED_OUT, failed);
	arena_free(arena);
	return same;
}

/* Most settings are numbers, in one way or another; [*number] is then it. */
static bool is_plain_number(const struct rules *rules, enum row_id row, int item, int32_t *number)
{
	program steps = meaning_program(rules, row, item);

	if (steps != NULL)
		return program_is_constant(steps, number);
	if (rows[row].type != TYPE_NUMBER && rows[row].type != TYPE_WORD)
		return false;
	*number = *(const int32_t *)rules_value(rules, row, item);
	return true;
}

bool meaning_same(const struct rules *one, int item, const struct rules *other, int other_item, enum row_id row,
                  bool *failed)
{
	program steps = meaning_program(one, row, item);
	int32_t left, right;

	if (is_plain_number(one, row, item, &left) && is_plain_number(other, row, other_item, &right))
		return left == right;
	if (steps != NULL)
		return programs_same(one, steps, other, meaning_program(other, row, other_item), failed);
	return same_in_detail(one, item, other, other_item, row, MEANING_BY_NAME, failed) ||
	       same_in_detail(one, item, other, other_item, row, MEANING_SPELLED_OUT, failed);
}

/* True if the program is made of questions that are not answered beforehand, joined by and, or and not alone. */
static bool asks_plainly(program steps)
{
	for (; steps->code != OP_END; steps++)
		if (steps->code == OP_FACT
		            ? steps->fact == FACT_always || steps->fact == FACT_never || steps->fact == FACT_term
		            : steps->code != OP_NOT && steps->code != OP_AND && steps->code != OP_OR)
			return false;
	return true;
}

/* Whether a program always gives [number]. Most are a plain one, or plainly none; others have to be worked out. */
static bool always_gives(const struct rules *rules, program steps, int32_t number, bool *failed)
{
	struct arena *arena;
	const struct meaning *meaning;

	if (program_is_constant(steps, &(int32_t){ 0 }))
		return steps->number == number;
	if (asks_plainly(steps))
		return false;
	arena = arena_new();
	meaning = arena != NULL ? meaning_of(rules, steps, arena) : NULL;
	while (meaning != NULL && meaning->kind == MEANING_FACT && meaning->fact == FACT_term)
		meaning = meaning_of(rules, rules->define[meaning->item].when, arena);
	*failed |= meaning == NULL;
	number = meaning != NULL && meaning->kind == MEANING_NUMBER && meaning->number == number;
	arena_free(arena);
	return number;
}

bool meaning_is_default(const struct rules *rules, enum row_id row, int item, bool *failed)
{
	const void *place = rules_value(rules, row, item);
	int32_t fallback = rows[row].fallback;
	const struct composition *composition = place;

	switch (rows[row].type) {
	case TYPE_NUMBER:
	case TYPE_WORD: return *(const int32_t *)place == fallback;
	case TYPE_CARDS:
		return meaning_faces(rules, *(const cardset *)place) == (fallback == ALL_CARDS ? FACES_ALL : 0);
	case TYPE_AMOUNT:
	case TYPE_BOUNDS:
	case TYPE_CONDITION: return always_gives(rules, *(const program *)place, fallback, failed);
	case TYPE_COMPOSITION: return composition->naturals + composition->wilds + composition->alike == 0;
	case TYPE_PATTERN: return ((const struct pattern *)place)->parts == 0;
	case TYPE_TEXT: return *(const char *const *)place == NULL;
	case TYPE_POINTS: return false;
	}
	return false;
}

/* ---- the hash ---- */

bool meaning_is_helper(int group)
{
	return group == GROUP_define || group == GROUP_class;
}

static void write_item(const struct rules *rules, int group, int item, struct text *out)
{
	bool failed = false;

	if (groups[group].is_list)
		text_format(out, "%s %s\n", groups[group].name, rules_item_name(rules, group, item));
	for (int row = 0; row < ROW_COUNT; row++)
		if (rows[row].in == group && rows[row].type != TYPE_TEXT &&
		    !meaning_is_default(rules, (enum row_id)row, item, &failed)) {
			text_format(out, "%s.%s ", groups[group].name, rows[row].name);
			meaning_write(rules, (enum row_id)row, item, MEANING_SPELLED_OUT, out);
			text_add(out, "\n");
		}
	if (failed)
		out->failed = 1;
}

static void write_group(const struct rules *rules, int group, struct text *out)
{
	struct text items[LIST_ITEMS_MAX] = { { 0 } };
	int count = rules_places(rules, group);

	for (int item = 0; item < count; item++)
		write_item(rules, group, item, &items[item]);
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
		if (!meaning_is_helper(group))
			write_group(rules, group, &all);
	SHA256Init(&context);
	SHA256Update(&context, (const uint8_t *)text_read(&all), all.length);
	SHA256End(&context, hash);
	failed = all.failed;
	text_free(&all);
	return !failed;
}
