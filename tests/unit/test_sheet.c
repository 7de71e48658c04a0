/* test_sheet.c -- what stands in the tables of a sheet is read back and held against the rules; example hands are special
 * hands; nothing that is written can become HTML. */
#include "reports/reports.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "every_variant.h"
#include "position_words.h"
#include "game/question.h"
#include "reports/wording.h"
#include "rules/compare.h"
#include "text/document.h"

/* ---- tables ---- */

/* The words of a cell, which the caller frees. */
static struct text cell_words(const struct table_row *row, int column)
{
	struct text words = { 0 };

	words_read(&row->cell[column], &words);
	return words;
}

/* "the second or third side to open" names two places. */
static void read_places(const char *words, struct numbers *out)
{
	for (int place = 1; place <= PLAYERS_MAX; place++) {
		struct text nth = { 0 };
		nth_write(place, &nth);
		if (strstr(words, text_read(&nth)) != NULL)
			out->number[out->count++] = place;
		text_free(&nth);
	}
}

static int32_t same_answer(const void *answer, const struct ir *asked)
{
	(void)asked;
	return *(const int32_t *)answer;
}

/* The value of each step holds for the numbers beside it. Keys that are sums of facts are left to the sentences. */
static void check_ladder(const struct rules *rules, const struct table *table)
{
	formula held = rules_formula(rules, (enum row_id)table->row, table->item);

	if (held->ir->kind != IR_LADDER || held->ir->first->kind != IR_FACT)
		return;
	for (const struct table_row *row = table->first->next; row != NULL; row = row->next) {
		struct numbers range = { .count = 0 }, value = { .count = 0 };
		struct text words = cell_words(row, 0), amount = cell_words(row, 1);
		read_numbers(text_read(&words), &range);
		read_places(text_read(&words), &range);
		read_numbers(text_read(&amount), &value);
		if (strcmp(text_read(&amount), "none") == 0)
			value = (struct numbers){ .number = { 0 }, .count = 1 };
		assert_int_equal(value.count, 1);
		assert_true(range.count > 0);
		for (int i = 0; i < range.count; i++) {
			int32_t key = range.number[i] + (strncmp(text_read(&words), "below", 5) == 0   ? -5
			                                 : strncmp(text_read(&words), "above", 5) == 0 ? 5
			                                                                               : 0);
			assert_int_equal(formula_evaluate(held, &key, same_answer), value.number[0]);
		}
		text_free(&words);
		text_free(&amount);
	}
}

/* The last column of canastas and special hands has their points. */
static void check_items(const struct rules *rules, const struct table *table)
{
	int item = 0;

	for (const struct table_row *row = table->first->next; row != NULL; row = row->next, item++) {
		struct numbers said = { .count = 0 };
		struct text words = cell_words(row, 2);
		int32_t points;
		read_numbers(text_read(&words), &said);
		if (formula_is_constant(rules_formula(rules, (enum row_id)table->row, item), &points))
			assert_int_equal(said.number[0], points);
		text_free(&words);
	}
}

/* What cards count: every card that is named once, with its points. */
static void check_points(const struct rules *rules, const struct table *table)
{
	int before = INT32_MAX;

	for (const struct table_row *row = table->first->next; row != NULL; row = row->next) {
		struct numbers said = { .count = 0 };
		struct text words = cell_words(row, 1);
		bool counted = false;
		read_numbers(text_read(&words), &said);
		assert_int_equal(said.count, 1);
		assert_true(said.number[0] < before);
		before = said.number[0];
		for (int kind = 0; kind < rules->kinds; kind++)
			counted = counted || rules->kind[kind].points == before;
		assert_true(counted);
		text_free(&words);
	}
}

static void check_tables(const struct rules *rules)
{
	struct document sheet;
	int tables = 0;

	sheet_make(rules, rules->name, SHEET_WHOLE, CITES_OWN, &sheet);
	assert_false(document_failed(&sheet));
	for (const struct block *block = sheet.first; block != NULL; block = block->next) {
		const struct table *table = block->table;
		if (table == NULL)
			continue;
		tables++;
		if (table->row >= 0 && table->item >= 0)
			check_ladder(rules, table);
		else if (table->row >= 0)
			check_items(rules, table);
		else
			check_points(rules, table);
	}
	assert_true(tables >= 2);
	document_end(&sheet);
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
		if (never_holds(rules->special[item].when))
			continue;
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
	struct document sheet;

	(void)unused;
	rules = rules_for_test(&library, hostile);
	sheet_make(rules, "x", SHEET_WHOLE, CITES_OWN, &sheet);
	document_html(&sheet, NULL, &out);
	assert_null(strstr(text_read(&out), "<script"));
	assert_null(strstr(text_read(&out), "<b>|bold|"));
	assert_non_null(strstr(text_read(&out), "&lt;script&gt;alert(&#39;1 &amp; 2&#39;)"));
	text_free(&out);
	document_markdown(&sheet, &out);
	assert_null(strstr(text_read(&out), "<script"));
	assert_non_null(strstr(text_read(&out), "\\|bold\\|"));
	text_free(&out);
	document_end(&sheet);
	arena_free(library.arena);
}

/* However much is remarked of a section, all of it is written, in its order. */
static void every_remark_is_written(void **state)
{
	enum { REMARKS = 300 };
	static struct library library;
	struct text text = { 0 };
	struct document sheet;
	int found = 0;

	(void)state;
	text_add(&text, "language 1\nvariant many extends wahhi {\n    deal {\n");
	for (int i = 0; i < REMARKS; i++)
		text_format(&text, "        manner \"remark %d\"\n", i);
	text_add(&text, "    }\n}\n");
	sheet_make(rules_for_test(&library, text.bytes), "many", SHEET_WHOLE, CITES_OWN, &sheet);
	for (const struct block *block = sheet.first; block != NULL; block = block->next) {
		struct text words = { 0 };
		char remark[32];
		words_read(&block->words, &words);
		snprintf(remark, sizeof remark, "remark %d", found);
		found += block->kind == BLOCK_NOTE && strcmp(text_read(&words), remark) == 0;
		text_free(&words);
	}
	assert_int_equal(found, REMARKS);
	document_end(&sheet);
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
