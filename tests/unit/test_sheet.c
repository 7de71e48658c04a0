/* test_sheet.c -- what stands in the tables of a sheet is read back and held against the rules; example hands are special
 * hands; nothing that is written can become HTML. */
#include "reports/sheet_write.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "every_variant.h"
#include "position_words.h"
#include "game/question.h"
#include "reports/example_hand.h"
#include "rules/canonical.h"

/* ---- tables ---- */

/* The cells of one row of a table. */
struct cells {
	struct text cell[8];
	int count;
};

/* Reads the next row; false behind the last one. */
static bool next_row(const char **table, struct cells *cells)
{
	bool any = **table != '\0';

	cells->count = 0;
	for (char end = '\t'; end == '\t' && any;) {
		assert_true(cells->count < 8);
		end = table_cell(table, &cells->cell[cells->count++]);
	}
	return any;
}

static void cells_free(struct cells *cells)
{
	for (int i = 0; i < 8; i++)
		text_free(&cells->cell[i]);
}

static int32_t same_answer(const void *answer, const struct ir *asked)
{
	(void)asked;
	return *(const int32_t *)answer;
}

/* The value of each step holds for the numbers beside it. Keys that are sums of facts are left to the sentences. */
static void check_ladder(const struct rules *rules, const struct sheet_block *block)
{
	const char *table = text_read(&block->words);
	formula held = rules_formula(rules, (enum row_id)block->row, block->item);
	struct cells cells = { .count = 0 };

	if (held->ir->kind != IR_LADDER || held->ir->first->kind != IR_FACT)
		return;
	assert_true(next_row(&table, &cells));
	while (next_row(&table, &cells)) {
		struct numbers range = { .count = 0 }, value = { .count = 0 };
		const char *words = text_read(&cells.cell[0]);
		read_numbers(words, &range);
		read_numbers(text_read(&cells.cell[1]), &value);
		if (strcmp(text_read(&cells.cell[1]), "none") == 0)
			value = (struct numbers){ .number = { 0 }, .count = 1 };
		assert_int_equal(value.count, 1);
		assert_true(range.count > 0);
		for (int i = 0; i < range.count; i++) {
			int32_t key = range.number[i] + (strncmp(words, "below", 5) == 0   ? -5
			                                 : strncmp(words, "above", 5) == 0 ? 5
			                                                                   : 0);
			assert_int_equal(formula_evaluate(held, &key, same_answer), value.number[0]);
		}
	}
	cells_free(&cells);
}

/* The last column of canastas and special hands has their points. */
static void check_items(const struct rules *rules, const struct sheet_block *block)
{
	const char *table = text_read(&block->words);
	struct cells cells = { .count = 0 };

	assert_true(next_row(&table, &cells));
	for (int item = 0; next_row(&table, &cells); item++) {
		struct numbers said = { .count = 0 };
		int32_t points;
		read_numbers(text_read(&cells.cell[2]), &said);
		if (formula_is_constant(rules_formula(rules, (enum row_id)block->row, item), &points))
			assert_int_equal(said.number[0], points);
	}
	cells_free(&cells);
}

/* What cards count: every card that is named once, with its points. */
static void check_points(const struct rules *rules, const struct sheet_block *block)
{
	const char *table = text_read(&block->words);
	struct cells cells = { .count = 0 };
	int before = INT32_MAX;

	assert_true(next_row(&table, &cells));
	while (next_row(&table, &cells)) {
		struct numbers said = { .count = 0 };
		bool counted = false;
		read_numbers(text_read(&cells.cell[1]), &said);
		assert_int_equal(said.count, 1);
		assert_true(said.number[0] < before);
		before = said.number[0];
		for (int kind = 0; kind < rules->kinds; kind++)
			counted = counted || rules->kind[kind].points == before;
		assert_true(counted);
	}
	cells_free(&cells);
}

static void check_tables(const struct rules *rules)
{
	struct sheet sheet;
	int tables = 0;

	sheet_make(rules, rules->name, SHEET_WHOLE, &sheet);
	assert_false(sheet.failed);
	for (int i = 0; i < sheet.count; i++) {
		const struct sheet_block *block = &sheet.block[i];
		if (block->part != SHEET_TABLE)
			continue;
		tables++;
		if (block->row >= 0 && block->item >= 0)
			check_ladder(rules, block);
		else if (block->row >= 0)
			check_items(rules, block);
		else
			check_points(rules, block);
	}
	assert_true(tables >= 2);
	sheet_free(&sheet);
}

static void tables_are_read_back(void **unused)
{
	(void)unused;
	for_each_variant(check_tables);
}

/* ---- example hands ---- */

static void check_examples(const struct rules *rules)
{
	for (int item = 0; item < rules->special_count; item++) {
		struct cards hand;
		int size = 0;
		assert_true(example_hand(rules, item, &hand));
		for (int kind = 0; kind < rules->kinds; kind++) {
			assert_true(cards_count(&hand, kind) <= rules->kind[kind].copies);
			size += cards_count(&hand, kind);
		}
		assert_true(special_is(rules, item, &hand, size));
	}
}

static void example_hands_are_special(void **unused)
{
	(void)unused;
	for_each_variant(check_examples);
}

/* ---- prose ---- */

/* What is written over a game has the game's numbers, and so is on its sheet. */
static void check_prose(const struct rules *rules)
{
	bool chosen = false;

	for (const struct option *option = rules->options; option != NULL; option = option->next)
		chosen = chosen || (option->chosen && !option->by_default);
	if (!chosen && rules->prose != NULL && !sheet_prose_holds(rules, rules->prose))
		fail_msg("%s: %s", rules->name, rules->prose);
}

static void prose_has_the_numbers_of_its_game(void **unused)
{
	(void)unused;
	for_each_variant(check_prose);
}

/* ---- forms ---- */

static void hostile_words_stay_words(void **unused)
{
	static char hostile[] = "language 1\n"
				"variant x \"<script>alert('1 & 2')</script>\" extends wahhi {\n"
				"    silent \"</p><b>|bold|</b>\"\n"
				"}\n";
	struct library library = { 0 };
	const struct rules *rules;
	struct text out = { 0 };
	struct sheet sheet;

	(void)unused;
	rules = rules_for_test(&library, hostile);
	sheet_make(rules, "x", SHEET_WHOLE, &sheet);
	sheet_html(&sheet, &(struct sheet_look){ false, false }, &out);
	assert_null(strstr(text_read(&out), "<script"));
	assert_null(strstr(text_read(&out), "<b>|bold|"));
	assert_non_null(strstr(text_read(&out), "&lt;script&gt;alert(&#39;1 &amp; 2&#39;)"));
	text_free(&out);
	sheet_markdown(&sheet, &out);
	assert_null(strstr(text_read(&out), "<script"));
	assert_non_null(strstr(text_read(&out), "\\|bold\\|"));
	text_free(&out);
	sheet_free(&sheet);
	arena_free(library.arena);
}

/* However much is remarked of a section, all of it is written, in its order. */
static void every_remark_is_written(void **state)
{
	enum { REMARKS = 300 };
	static struct library library;
	struct text text = { 0 };
	struct sheet sheet;
	int found = 0;

	(void)state;
	text_add(&text, "language 1\nvariant many extends wahhi {\n    deal {\n");
	for (int i = 0; i < REMARKS; i++)
		text_format(&text, "        manner \"remark %d\"\n", i);
	text_add(&text, "    }\n}\n");
	sheet_make(rules_for_test(&library, text.bytes), "many", SHEET_WHOLE, &sheet);
	for (int i = 0; i < sheet.count; i++) {
		char remark[32];
		snprintf(remark, sizeof remark, "remark %d", found);
		found += sheet.block[i].part == SHEET_NOTE && strcmp(text_read(&sheet.block[i].words), remark) == 0;
	}
	assert_int_equal(found, REMARKS);
	sheet_free(&sheet);
	text_free(&text);
	arena_free(library.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tables_are_read_back),
		cmocka_unit_test(example_hands_are_special),
		cmocka_unit_test(prose_has_the_numbers_of_its_game),
		cmocka_unit_test(hostile_words_stay_words),
		cmocka_unit_test(every_remark_is_written),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
