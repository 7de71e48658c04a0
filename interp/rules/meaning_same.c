/* meaning_same.c -- whether settings mean the same, or what they would mean if nothing were said, and one hash for all of
 * them. */
#include "rules/meaning.h"

#include <sha256.h>
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
	int32_t left, right;

	if (is_plain_number(one, row, item, &left) && is_plain_number(other, row, other_item, &right))
		return left == right;
	return same_in_detail(one, item, other, other_item, row, MEANING_BY_NAME, failed) ||
	       same_in_detail(one, item, other, other_item, row, MEANING_SPELLED_OUT, failed);
}

/* Whether a program always gives [number]. Most are a plain one; others have to be worked out. */
static bool always_gives(const struct rules *rules, program steps, int32_t number, bool *failed)
{
	struct text always = { 0 }, given = { 0 };

	if (program_is_constant(steps, &(int32_t){ 0 }))
		return steps->number == number;
	text_format(&always, "%d", (int)number);
	meaning_program_write(rules, steps, MEANING_SPELLED_OUT, &given);
	return texts_same(&given, &always, failed);
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
