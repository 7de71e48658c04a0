/* test_grammar.c -- what only C can reach of the grammar: places, texts that are refused, limits. How a text is read
 * stands in tests/trees, how findings are written in test_diag.c. */
#include "grammar/text.h"
#include "grammar_desk.h"

#include <time.h>
#include "tests/tree_text.h"

/* ---- places ---- */

static void test_lines_and_columns_count_characters(void **state)
{
	(void)state;
	struct desk desk;
	int line, column;
	desk_open(&desk);
	assert_int_equal(desk_add(&desk, "ab\n\xc3\xa4\xe2\x99\xa0x\n\nend", 16 - 3), SOURCE_OK);
	static const struct {
		uint32_t at;
		int line, column;
	} places[] = { { 0, 1, 1 }, { 2, 1, 3 },  { 3, 2, 1 },  { 5, 2, 2 }, { 8, 2, 3 },
		       { 9, 2, 4 }, { 10, 3, 1 }, { 11, 4, 1 }, { 13, 4, 3 } };
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		span_place(&desk.sources, (struct span){ 1, places[i].at, places[i].at + 1 }, &line, &column);
		assert_int_equal(line, places[i].line);
		assert_int_equal(column, places[i].column);
	}
	desk_close(&desk);
}

static void test_byte_order_mark_and_carriage_returns_vanish(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	assert_int_equal(desk_add(&desk,
	                          "\xef\xbb\xbf"
	                          "a\r\nb\r\n",
	                          9),
	                 SOURCE_OK);
	assert_string_equal(desk.sources.source[0].text, "a\nb\n");
	assert_int_equal(desk.sources.source[0].length, 4);
	assert_int_equal(desk.sources.source[0].line_count, 3);
	assert_int_equal(desk.sources.source[0].text[5], 0);
	desk_close(&desk);
}

static void test_spans_join_to_cover_both(void **state)
{
	(void)state;
	const struct span a = { 1, 3, 5 }, b = { 1, 7, 9 }, nowhere = { 0, 0, 0 };
	struct span both = span_join(b, a);
	assert_true(both.source == 1 && both.from == 3 && both.to == 9);
	both = span_join(nowhere, b);
	assert_true(both.source == 1 && both.from == 7 && both.to == 9);
}

static void test_statements_know_their_places(void **state)
{
	(void)state;
	static const char text[] = "language 1\n"
				   "\"\"\" prose \"\"\"\n"
				   "variant a \"A\" {\n"
				   "  add hand 2, (3 + 4) when x = -5 @C-1 @C-2\n"
				   "  by_score by side score { 0..5: 1 } house\n"
				   "}\n";
	struct desk desk;
	desk_read(&desk, text);
	assert_null(desk.diags.first);
	const struct statement *variant = desk.tree->next, *hand = variant->block, *ladder = hand->next;
#define SAYS(span, expected)                                                         \
	do {                                                                         \
		assert_int_equal((span).to - (span).from, strlen(expected));         \
		assert_memory_equal(text + (span).from, expected, strlen(expected)); \
	} while (0)
	SAYS(variant->head_span, "variant");
	SAYS(variant->name_span, "a");
	SAYS(variant->prose_span, "\"\"\" prose \"\"\"");
	assert_int_equal(variant->span.to, sizeof text - 2);
	SAYS(hand->span, "add hand 2, (3 + 4) when x = -5");
	SAYS(hand->head_span, "hand");
	SAYS(hand->value->next->span, "(3 + 4)");
	SAYS(hand->when->second->span, "-5");
	SAYS(hand->notes->span, "@C-1");
	SAYS(hand->notes->next->span, "@C-2");
	SAYS(ladder->span, "by_score by side score { 0..5: 1 }");
	SAYS(ladder->steps->span, "0..5: 1");
#undef SAYS
	assert_string_equal(desk.sources.source[0].text, text); /* the scanner has put back what it changed */
	desk_close(&desk);
}

/* ---- texts that are refused ---- */

static void refuse(const char *text, size_t length, enum source_fault fault, size_t kept)
{
	struct desk desk;
	struct span bad = { 0 };
	int number = 0;
	desk_open(&desk);
	assert_int_equal(sources_add(&desk.sources, "x", text, length, &number, &bad), fault);
	assert_int_equal(number, 1);
	assert_int_equal(desk.sources.source[0].length, kept);
	assert_int_equal(bad.from, kept);
	assert_int_equal(bad.source, 1);
	tree_read(&desk.diags, 1);
	desk_close(&desk);
}

static void test_what_is_no_text_is_cut_off(void **state)
{
	(void)state;
	refuse("ab\0c", 4, SOURCE_NOT_TEXT, 2);
	refuse("a\x1b[31m", 6, SOURCE_NOT_TEXT, 1);
	refuse("a\rb", 3, SOURCE_NOT_TEXT, 1);
	refuse("a\x7f", 2, SOURCE_NOT_TEXT, 1);
	refuse("a\xc2\x85", 3, SOURCE_NOT_TEXT, 1); /* a control of the second kind */
	refuse("\xc0\xaf", 2, SOURCE_NOT_TEXT, 0);  /* overlong */
	refuse("\xe0\x80\xaf", 3, SOURCE_NOT_TEXT, 0);
	refuse("\xf0\x80\x80\xaf", 4, SOURCE_NOT_TEXT, 0);
	refuse("x\xed\xa0\x80", 4, SOURCE_NOT_TEXT, 1);    /* half a surrogate pair */
	refuse("\xf4\x90\x80\x80", 4, SOURCE_NOT_TEXT, 0); /* beyond U+10FFFF */
	refuse("ab\xe2\x99", 4, SOURCE_NOT_TEXT, 2);       /* cut short */
	refuse("\x80", 1, SOURCE_NOT_TEXT, 0);
	refuse("\xff", 1, SOURCE_NOT_TEXT, 0);
}

static void test_what_reorders_text_is_cut_off(void **state)
{
	(void)state;
	refuse("a\xe2\x80\xae", 4, SOURCE_BIDIRECTIONAL, 1); /* U+202E */
	refuse("a\xe2\x81\xa6", 4, SOURCE_BIDIRECTIONAL, 1); /* U+2066 */
	refuse("\xe2\x80\x8f", 3, SOURCE_BIDIRECTIONAL, 0);  /* U+200F */
	refuse("\xd8\x9c", 2, SOURCE_BIDIRECTIONAL, 0);      /* U+061C */
}

static void test_texts_may_be_a_megabyte_and_sixty_four(void **state)
{
	(void)state;
	struct desk desk;
	char *text = malloc(SOURCE_BYTES_MAX + 1);
	assert_non_null(text);
	memset(text, ' ', SOURCE_BYTES_MAX + 1);
	desk_open(&desk);
	assert_int_equal(desk_add(&desk, text, SOURCE_BYTES_MAX + 1), SOURCE_TOO_LONG);
	assert_int_equal(desk.sources.count, 0);
	assert_int_equal(desk_add(&desk, text, SOURCE_BYTES_MAX), SOURCE_OK);
	assert_null(tree_read(&desk.diags, 1));
	for (int i = 1; i < SOURCES_MAX; i++)
		assert_int_equal(desk_add(&desk, "", 0), SOURCE_OK);
	assert_int_equal(desk_add(&desk, "", 0), SOURCE_TOO_MANY);
	free(text);
	desk_close(&desk);
}

/* ---- limits ---- */

/* Reads a megabyte of [unit]; it must be over soon and end in some finding. */
static void read_megabyte(const char *unit)
{
	struct desk desk;
	size_t length = strlen(unit), at = 0;
	char *text = malloc(SOURCE_BYTES_MAX);
	clock_t begun = clock();
	assert_non_null(text);
	for (; at + length <= SOURCE_BYTES_MAX; at += length)
		memcpy(text + at, unit, length);
	desk_read_bytes(&desk, text, at);
	assert_int_not_equal(desk.diags.errors, 0);
	struct text out = { 0 };
	diags_write(&desk.diags, &out);
	tree_dump(desk.tree, &out);
	assert_false(out.failed);
	text_free(&out);
	desk_close(&desk);
	free(text);
	if ((double)(clock() - begun) / CLOCKS_PER_SEC > 20) /* half a second is usual; sanitizers are slow */
		fail_msg("a megabyte of \"%s\" takes too long", unit);
}

static void test_a_megabyte_of_anything_is_soon_read(void **state)
{
	(void)state;
	static const char *const units[] = { "{",
		                             "}",
		                             "(",
		                             ")",
		                             "a{",
		                             "a(",
		                             "x = = \n",
		                             "= ; ",
		                             "x by {",
		                             "x = by a { ",
		                             "not ",
		                             "- ",
		                             "1+",
		                             "a and ",
		                             "a,",
		                             "@a ",
		                             "a:",
		                             "\"",
		                             "\"\"\"a",
		                             "a.",
		                             "or   ",
		                             "\xe2\x80\x9c",
		                             "\xe2\x80\x9cz",
		                             "}\n a ",
		                             "a b\n",
		                             "except (a,a) ",
		                             "9",
		                             "ab1 " };
	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		read_megabyte(units[i]);
}

static void test_nesting_has_a_limit_told_once(void **state)
{
	(void)state;
	struct desk desk;
	struct text text = { 0 };
	text_add(&text, "language 1\nvariant v {");
	nest(&text, "a {", SOURCE_NESTING_MAX - 1);
	nest(&text, "}", SOURCE_NESTING_MAX - 1);
	text_add(&text, "}");
	desk_read_built(&desk, &text);
	assert_null(desk.diags.first);
	desk_close(&desk);

	text_add(&text, "language 1\nvariant v {");
	nest(&text, "a {", SOURCE_NESTING_MAX);
	nest(&text, "}", SOURCE_NESTING_MAX);
	text_add(&text, "}\nvariant w { b (");
	nest(&text, "(", SOURCE_NESTING_MAX);
	text_add(&text, "1)\n}");
	desk_read_built(&desk, &text);
	assert_int_equal(found(&desk, DIAG_TOO_DEEP), 1);
	assert_int_equal(desk.diags.errors, 1);
	assert_string_equal(desk.tree->next->next->name, "w"); /* reading went on */
	desk_close(&desk);
}

static void test_two_hundred_thousand_braces_are_three_findings(void **state)
{
	(void)state;
	struct desk desk;
	struct text text = { 0 };
	text_add(&text, "language 1\nvariant v ");
	nest(&text, "{", 200000);
	desk_read_built(&desk, &text);
	assert_int_equal(found(&desk, DIAG_TOO_DEEP), 1);
	assert_int_equal(found(&desk, DIAG_STATEMENT_START), 1); /* the others are told with the first */
	assert_true(desk.diags.errors <= 3);
	desk_close(&desk);
}

/* A deep tree needs no brackets: a row of `and` is one. */
static void test_long_expressions_are_told_and_cut(void **state)
{
	(void)state;
	static const char *const links[] = { " and y", " or y", " + y", " * y", " except y" };
	for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
		struct desk desk;
		struct text text = { 0 };
		text_add(&text, "language 1\nvariant v { when x");
		nest(&text, links[i], 50000);
		text_add(&text, " }");
		desk_read_built(&desk, &text);
		assert_int_equal(found(&desk, DIAG_TOO_COMPLICATED), 1);
		assert_int_equal(desk.diags.errors, 1);
		assert_int_equal(inner(&desk, 1, 0)->when->depth, EXPR_DEPTH_MAX);
		desk_close(&desk);
	}
}

/* The deepest the parser's stack can get: every level waits in the middle of everything. */
static void test_the_stack_holds_what_the_layout_lets_through(void **state)
{
	(void)state;
	struct desk desk;
	struct text text = { 0 };
	text_add(&text, "language 1\nvariant v { a b, (c, d,");
	nest(&text, " o or n and not s = t except p + q * -(", SOURCE_NESTING_MAX / 5);
	nest(&text, " t except (u, o or n and not s = t except (u, v,", 18);
	text_add(&text, "w");
	nest(&text, ")", SOURCE_NESTING_MAX - 1);
	text_add(&text, " except x\n}\nvariant w { }");
	desk_read_built(&desk, &text);
	assert_int_equal(found(&desk, DIAG_TOO_DEEP), 0);
	assert_int_equal(found(&desk, DIAG_TOO_COMPLICATED),
	                 1); /* the tree would be too deep, but the parser got through */
	assert_string_equal(desk.tree->next->next->name, "w");
	desk_close(&desk);
}

static void test_numbers_end_at_thirty_one_bits(void **state)
{
	(void)state;
	struct desk desk;
	struct text text = { 0 };
	desk_read(&desk, "language 1\nvariant v { a 10000000, -10000000, 000000000000000000001\n }");
	assert_null(desk.diags.first);
	const struct expr *value = inner(&desk, 1, 0)->value;
	assert_int_equal(value->first->number, 10000000);
	assert_int_equal(value->next->first->number, -10000000);
	assert_int_equal(value->next->next->first->number, 1);
	desk_close(&desk);

	text_add(&text, "language 1\nvariant v { a 2147483648\n b ");
	nest(&text, "9", 100000);
	text_add(&text, "\n}");
	desk_read_built(&desk, &text);
	assert_int_equal(found(&desk, DIAG_NUMBER_TOO_LARGE), 2);
	assert_int_equal(desk.diags.errors, 2);
	desk_close(&desk);
}

static void test_words_are_kept_once_and_have_a_limit(void **state)
{
	(void)state;
	struct desk desk;
	struct text text = { 0 };
	desk_read(&desk, "language 1\nvariant v { foo foo\n }");
	assert_ptr_equal(inner(&desk, 1, 0)->head, inner(&desk, 1, 0)->value->first->text);
	desk_close(&desk);
	text_add(&text, "language 1\nvariant v { a ");
	for (int i = 0; i <= NAMES_MAX; i++)
		text_format(&text, " w%d", i);
	text_add(&text, " }");
	desk_read_built(&desk, &text);
	assert_int_equal(found(&desk, DIAG_TOO_MANY_WORDS), 1);
	assert_int_equal(desk.diags.errors, 1);
	desk_close(&desk);
}

/* ---- expressions written again ---- */

/* What is written reads as the same again. */
static void test_expressions_are_written_as_they_stand(void **state)
{
	(void)state;
	static const char *const same[] = {
		"a",
		"4S",
		"pile.freeze.x",
		"-5",
		"-a",
		"4..A",
		"-500..-5",
		"2 naturals of \"a \\\"b\\\\\"",
		"3 or more",
		"at least 3 + 1",
		"at most x",
		"below 0",
		"above -3",
		"a + b - c * d",
		"a - (b - c)",
		"(a + b) * c",
		"-(a + b)",
		"not a and b or c",
		"a and (b or c)",
		"not (a or b)",
		"a = 3 and not b != 4",
		"(a = b) = c",
		"4..A except (7, black 3) except 8",
		"a except (b except c)",
		"(a or b) + 1",
		"(3 or more) or more",
		"not (not a)",
		"-(-5)",
		"(a, b) except c",
		"a * (b * c)",
		"(at most 3) + 1",
	};
	for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
		struct desk desk;
		struct text text = { 0 }, out = { 0 };
		text_format(&text, "language 1\nvariant v { x %s }", same[i]);
		desk_read_built(&desk, &text);
		assert_null(desk.diags.first);
		expr_write(inner(&desk, 1, 0)->value, &out);
		assert_string_equal(text_read(&out), same[i]);
		text_free(&out);
		desk_close(&desk);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lines_and_columns_count_characters),
		cmocka_unit_test(test_byte_order_mark_and_carriage_returns_vanish),
		cmocka_unit_test(test_spans_join_to_cover_both),
		cmocka_unit_test(test_statements_know_their_places),
		cmocka_unit_test(test_what_is_no_text_is_cut_off),
		cmocka_unit_test(test_what_reorders_text_is_cut_off),
		cmocka_unit_test(test_texts_may_be_a_megabyte_and_sixty_four),
		cmocka_unit_test(test_a_megabyte_of_anything_is_soon_read),
		cmocka_unit_test(test_nesting_has_a_limit_told_once),
		cmocka_unit_test(test_two_hundred_thousand_braces_are_three_findings),
		cmocka_unit_test(test_long_expressions_are_told_and_cut),
		cmocka_unit_test(test_the_stack_holds_what_the_layout_lets_through),
		cmocka_unit_test(test_numbers_end_at_thirty_one_bits),
		cmocka_unit_test(test_words_are_kept_once_and_have_a_limit),
		cmocka_unit_test(test_expressions_are_written_as_they_stand),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
