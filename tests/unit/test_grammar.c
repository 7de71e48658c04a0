/* test_grammar.c -- what only C can reach of the grammar: places, texts that are refused, limits, and want of memory.
 * How a text is read stands in tests/trees. */
#include "grammar/arena.h"
#include "grammar/diag.h"
#include "grammar/names.h"
#include "grammar/source.h"
#include "grammar/text.h"
#include "grammar/tree.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

/* Everything one file is read with. */
struct desk {
	struct sources sources;
	struct diags diags;
	struct statement *tree;
};

static void desk_open(struct desk *desk)
{
	memset(desk, 0, sizeof *desk);
	desk->sources.arena = arena_new();
	desk->diags.sources = &desk->sources;
	assert_non_null(desk->sources.arena);
}

static void desk_close(struct desk *desk)
{
	arena_free(desk->sources.arena);
}

static enum source_fault desk_add(struct desk *desk, const char *text, size_t length)
{
	struct span bad = { 0 };
	int number = 0;
	return sources_add(&desk->sources, "test.canasta", text, length, &number, &bad);
}

static void desk_read_bytes(struct desk *desk, const char *text, size_t length)
{
	desk_open(desk);
	assert_int_equal(desk_add(desk, text, length), SOURCE_OK);
	desk->tree = tree_read(&desk->diags, 1);
}

static void desk_read(struct desk *desk, const char *text)
{
	desk_read_bytes(desk, text, strlen(text));
}

/* How many findings are of [id]. */
static int found(const struct desk *desk, enum diag_id id)
{
	int count = 0;
	for (const struct diag *diag = desk->diags.first; diag; diag = diag->next)
		count += diag->id == id;
	return count;
}

/* Are the findings written as [expected]? */
static void assert_findings(const struct desk *desk, const char *expected)
{
	struct text out = { 0 };
	diags_write(&desk->diags, &out);
	assert_string_equal(text_read(&out), expected);
	text_free(&out);
}

/* The [n]-th statement (from 0) in the block of the [m]-th of the file. */
static const struct statement *inner(const struct desk *desk, int m, int n)
{
	const struct statement *at = desk->tree;
	for (; m > 0; m--)
		at = at->next;
	for (at = at->block; n > 0; n--)
		at = at->next;
	return at;
}

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

static void nest(struct text *text, const char *unit, int times)
{
	for (int i = 0; i < times; i++)
		text_add(text, unit);
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
	desk_read(&desk, text_read(&text));
	assert_null(desk.diags.first);
	desk_close(&desk);

	text_free(&text);
	text_add(&text, "language 1\nvariant v {");
	nest(&text, "a {", SOURCE_NESTING_MAX);
	nest(&text, "}", SOURCE_NESTING_MAX);
	text_add(&text, "}\nvariant w { b (");
	nest(&text, "(", SOURCE_NESTING_MAX);
	text_add(&text, "1)\n}");
	desk_read(&desk, text_read(&text));
	assert_int_equal(found(&desk, DIAG_TOO_DEEP), 1);
	assert_int_equal(desk.diags.errors, 1);
	assert_string_equal(desk.tree->next->next->name, "w"); /* reading went on */
	desk_close(&desk);
	text_free(&text);
}

static void test_two_hundred_thousand_braces_are_three_findings(void **state)
{
	(void)state;
	struct desk desk;
	struct text text = { 0 };
	text_add(&text, "language 1\nvariant v ");
	nest(&text, "{", 200000);
	desk_read(&desk, text_read(&text));
	assert_int_equal(found(&desk, DIAG_TOO_DEEP), 1);
	assert_int_equal(found(&desk, DIAG_STATEMENT_START), 1); /* the others are told with the first */
	assert_true(desk.diags.errors <= 3);
	desk_close(&desk);
	text_free(&text);
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
		desk_read(&desk, text_read(&text));
		assert_int_equal(found(&desk, DIAG_TOO_COMPLICATED), 1);
		assert_int_equal(desk.diags.errors, 1);
		assert_int_equal(inner(&desk, 1, 0)->when->depth, EXPR_DEPTH_MAX);
		desk_close(&desk);
		text_free(&text);
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
	desk_read(&desk, text_read(&text));
	assert_int_equal(found(&desk, DIAG_TOO_DEEP), 0);
	assert_int_equal(found(&desk, DIAG_TOO_COMPLICATED),
	                 1); /* the tree would be too deep, but the parser got through */
	assert_string_equal(desk.tree->next->next->name, "w");
	desk_close(&desk);
	text_free(&text);
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
	desk_read(&desk, text_read(&text));
	assert_int_equal(found(&desk, DIAG_NUMBER_TOO_LARGE), 2);
	assert_int_equal(desk.diags.errors, 2);
	text_free(&text);
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
	desk_read(&desk, text_read(&text));
	assert_int_equal(found(&desk, DIAG_TOO_MANY_WORDS), 1);
	assert_int_equal(desk.diags.errors, 1);
	text_free(&text);
	desk_close(&desk);
}

/* ---- findings ---- */

static void test_findings_stand_in_the_order_of_their_places(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	assert_int_equal(desk_add(&desk, "one\ntwo\n", 8), SOURCE_OK);
	assert_int_equal(desk_add(&desk, "three\n", 6), SOURCE_OK);
	diag_add(&desk.diags, DIAG_BLOCK_NOT_OPENED, (struct span){ 2, 0, 5 });
	struct diag *diag = diag_add(&desk.diags, DIAG_BLOCK_NOT_CLOSED, (struct span){ 1, 4, 7 });
	diag_other(&desk.diags, diag, (struct span){ 1, 1, 2 }, "see %d", 7);
	diag_add(&desk.diags, DIAG_CLAUSE_TWICE, (struct span){ 1, 0, 1 }, "x");
	diag = diag_add(&desk.diags, DIAG_NUMBER_NOT_WHOLE, (struct span){ 0, 0, 0 }, 3, "1.5777");
	diag_hint(&desk.diags, diag, "did you mean `%s`?", "2");
	assert_findings(&desk, "error: `1.5` is not a whole number [number-not-whole]\n"
	                       "      did you mean `2`?\n"
	                       "test.canasta:1:1: error: this statement already has `x` [clause-twice]\n"
	                       "    1 | one\n"
	                       "      | ^\n"
	                       "test.canasta:2:1: error: the `{` opened here is never closed [block-not-closed]\n"
	                       "    2 | two\n"
	                       "      | ^^^\n"
	                       "test.canasta:1:2: note: see 7\n"
	                       "test.canasta:1:1: error: `}` without a `{` before it [block-not-opened]\n"
	                       "    1 | three\n"
	                       "      | ^^^^^\n");
	desk_close(&desk);
}

static void test_tabs_and_wide_characters_are_marked_where_they_stand(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	assert_int_equal(desk_add(&desk, "a\t\xc3\xa4\tx\xe2\x99\xa0y\n", 11), SOURCE_OK);
	diag_add(&desk.diags, DIAG_BLOCK_NOT_OPENED, (struct span){ 1, 5, 9 });
	assert_findings(&desk, "test.canasta:1:5: error: `}` without a `{` before it [block-not-opened]\n"
	                       "    1 | a   \xc3\xa4   x\xe2\x99\xa0y\n"
	                       "      |         ^^\n");
	desk_close(&desk);
}

static void test_long_lines_are_shown_around_the_place(void **state)
{
	(void)state;
	struct desk desk;
	struct text text = { 0 };
	desk_open(&desk);
	nest(&text, "0123456789", 30);
	assert_int_equal(desk_add(&desk, text_read(&text), text.length), SOURCE_OK);
	diag_add(&desk.diags, DIAG_BLOCK_NOT_OPENED, (struct span){ 1, 150, 152 });
	assert_findings(&desk, "test.canasta:1:151: error: `}` without a `{` before it [block-not-opened]\n"
	                       "    1 | ...0123456789012345678901234567890123456789012345678901234567890123456789"
	                       "012345678901234567890123456789...\n"
	                       "      |                                                                ^^\n");
	text_free(&text);
	desk_close(&desk);
}

static void test_long_arguments_are_cut_between_characters(void **state)
{
	(void)state;
	struct desk desk;
	struct text text = { 0 };
	desk_open(&desk);
	text_add(&text, "a");
	nest(&text, "\xe2\x99\xa0", 100);
	struct diag *diag = diag_add(&desk.diags, DIAG_CLAUSE_TWICE, (struct span){ 0, 0, 0 }, text_read(&text));
	text_free(&text);
	text_add(&text, "this statement already has `a");
	nest(&text, "\xe2\x99\xa0", 19);
	text_add(&text, "...`");
	assert_string_equal(diag->sentence, text_read(&text));
	diag = diag_add(&desk.diags, DIAG_CLAUSE_TWICE, (struct span){ 0, 0, 0 }, "a\x1b[1m\nb");
	assert_string_equal(diag->sentence, "this statement already has `a [1m b`");
	text_free(&text);
	desk_close(&desk);
}

static void test_arguments_of_every_type_are_written(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	struct diag *diag = diag_add(&desk.diags, DIAG_BLOCK_NOT_OPENED, (struct span){ 0, 0, 0 });
	diag_hint(&desk.diags, diag, "%d %i %u %c %ld %lld %lu %llu %zu %% %.*s %s.", -1, 2, 3u, 'x', -4L, -5LL, 6UL,
	          7ULL, (size_t)8, 2, "abc", "z");
	assert_string_equal(diag->hint, "-1 2 3 x -4 -5 6 7 8 % ab z.");
	desk_close(&desk);
}

static void test_too_many_findings_are_counted(void **state)
{
	(void)state;
	struct desk desk;
	struct text out = { 0 };
	desk_open(&desk);
	for (int i = 0; i < DIAGS_MAX + 3; i++) {
		struct diag *diag =
			diag_add(&desk.diags, DIAG_LANGUAGE_UNKNOWN, (struct span){ 0, 0, 0 }, (long long)i);
		diag_hint(&desk.diags, diag, "hint %d", i);
		diag_other(&desk.diags, diag, (struct span){ 0, 0, 0 }, "other");
	}
	assert_int_equal(desk.diags.kept, DIAGS_MAX);
	assert_int_equal(desk.diags.errors, DIAGS_MAX + 3);
	diags_write(&desk.diags, &out);
	assert_string_equal(text_read(&out) + out.length - 11, "and 3 more\n");
	text_free(&out);
	desk_close(&desk);
}

static void test_the_same_is_told_once(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	assert_int_equal(desk_add(&desk, "one\n", 4), SOURCE_OK);
	for (int i = 0; i < 3; i++) {
		diag_add(&desk.diags, DIAG_CLAUSE_TWICE, (struct span){ 1, 0, 1 }, "x");
		diag_add(&desk.diags, DIAG_CLAUSE_TWICE, (struct span){ 1, 0, 1 }, "y");
		diag_add(&desk.diags, DIAG_CLAUSE_TWICE, (struct span){ 1, 1, 2 }, "x");
	}
	assert_int_equal(desk.diags.kept, 3);
	assert_int_equal(desk.diags.more, 0);
	assert_int_equal(desk.diags.errors, 9);
	desk_close(&desk);
}

/* People quote the name of a finding, so no two have the same. */
static void test_names_of_findings_differ(void **state)
{
	(void)state;
	for (int a = 0; a < DIAG_COUNT; a++)
		for (int b = 0; b < a; b++)
			assert_string_not_equal(diag_name((enum diag_id)a), diag_name((enum diag_id)b));
}

/* ---- the word that was meant ---- */

static void test_slips_are_understood(void **state)
{
	(void)state;
	static const char *const words[] = { "naturals", "wilds", "size", "ranks", "freeze", "to" };
	static const struct {
		const char *word, *meant;
	} slips[] = { { "natural", "naturals" },
		      { "natrauls", "naturals" },
		      { "wild", "wilds" },
		      { "siez", "size" },
		      { "rnks", "ranks" },
		      { "freze", "freeze" },
		      { "size", NULL },
		      { "canasta", NULL },
		      { "x", NULL },
		      { "ot", "to" },
		      { "ab", NULL },
		      { "", NULL },
		      { "saturday", NULL } };
	for (size_t i = 0; i < sizeof slips / sizeof *slips; i++) {
		const char *meant = word_nearest(slips[i].word, words, sizeof words / sizeof *words);
		if (slips[i].meant)
			assert_string_equal(meant, slips[i].meant);
		else
			assert_null(meant);
	}
	char longer[1000];
	memset(longer, 'n', sizeof longer - 1);
	longer[sizeof longer - 1] = '\0';
	assert_null(word_nearest(longer, words, sizeof words / sizeof *words));
	assert_null(word_nearest("x", NULL, 0));
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
		desk_read(&desk, text_read(&text));
		assert_null(desk.diags.first);
		expr_write(inner(&desk, 1, 0)->value, &out);
		assert_string_equal(text_read(&out), same[i]);
		text_free(&text);
		text_free(&out);
		desk_close(&desk);
	}
}

/* ---- want of memory ---- */

/* Something of everything, sound and faulty. */
static const char everything[] =
	"language 1\n"
	"source S { title \"The \\\"rules\\\"\"; ledger \"s.tsv\" }\n"
	"\"\"\"\n  Prose over\n    the variant.\n\"\"\"\n"
	"variant v \"V\" extends \"w.canasta\":w house \"why\" {\n"
	"    use a, b\n"
	"    table { players 4 @S-1 @S-2\n            reading \"so\" silent \"nothing\" @S-3 }\n"
	"    add meld set { size 3 or more; wilds at most 3, below naturals }\n"
	"    minimum by side score { below 0: 15; 0..1495, -5..-3: 50 * (2 + -x)\n 3000 or more: 120 }\n"
	"    waived when going out and not (a = 3 or b except (c, d)) unless x\n"
	"    option o \"O\" { remove freeze x }\n"
	"    choice c { a \"A\" { x 1 } }\n"
	"    preset p { with o }\n"
	"    manner \"cards\" @S-4\n"
	"    remove option q\n"
	"    x = 3; y 1..; z (3 + ; points { a: 3 } ) $ 2147483648 1.5 \"abc\n"
	"    m by { 1: 2 }; n by x { } when a when b\n"
	"    source T { }\n"
	"}}\n"
	"rulings for v { ruling \"r\" { expect a = 1 and b } }\n"
	"hand 11\n"
	"variant q {\n";

/* Reads with the [n]-th request failing; true if that was beyond the last one. */
static int read_starved(long n, int for_ever)
{
	struct desk desk = { .tree = NULL };
	struct text out = { 0 };
	struct span bad;
	int number;
	arena_fail_at(n, for_ever);
	desk.sources.arena = arena_new();
	desk.diags.sources = &desk.sources;
	if (desk.sources.arena &&
	    sources_add(&desk.sources, "s", everything, sizeof everything - 1, &number, &bad) == SOURCE_OK)
		desk.tree = tree_read(&desk.diags, number);
	int failed = desk.sources.arena ? arena_failed(desk.sources.arena) : 1;
	if (failed)
		assert_null(desk.tree);
	tree_dump(desk.tree, &out);
	diags_write(&desk.diags, &out);
	if (desk.sources.count == 1 && desk.sources.source[0].text)
		assert_string_equal(desk.sources.source[0].text, everything);
	failed = failed || out.failed;
	arena_fail_at(0, 0);
	text_free(&out);
	arena_free(desk.sources.arena);
	return !failed;
}

static void test_every_request_may_fail(void **state)
{
	(void)state;
	for (int for_ever = 0; for_ever <= 1; for_ever++) {
		long n = 1;
		while (!read_starved(n, for_ever))
			n++;
		assert_true(n > 200);
	}
}

static void test_texts_stop_growing_without_memory(void **state)
{
	(void)state;
	struct text text = { 0 };
	assert_string_equal(text_read(&text), "");
	text_add(&text, "kept");
	arena_fail_at(1, 1);
	nest(&text, "0123456789", 100);
	text_format(&text, "%d", 5);
	arena_fail_at(0, 0);
	text_add(&text, "lost as well");
	assert_true(text.failed);
	assert_memory_equal(text_read(&text), "kept0123456789", 14);
	assert_true(text.length < 1004);
	text_free(&text);
	assert_int_equal(text.length, 0);
}

static void test_arenas_hand_out_zeroed_and_aligned_pieces(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	static const size_t sizes[] = { 1, 0, 7, 100000, 16, 32768, 33, 9000, 1 };
	assert_non_null(arena);
	for (size_t i = 0; i < 1000; i++) {
		size_t size = sizes[i % (sizeof sizes / sizeof *sizes)];
		unsigned char *piece = arena_take(arena, size);
		assert_non_null(piece);
		assert_int_equal((uintptr_t)piece % _Alignof(max_align_t), 0);
		for (size_t at = 0; at < size; at += 97)
			assert_int_equal(piece[at], 0);
		memset(piece, 0xff, size);
		if (i % 100 == 99)
			arena_clear(arena);
	}
	assert_false(arena_failed(arena));
	assert_null(arena_take(arena, SIZE_MAX - 3));
	assert_true(arena_failed(arena));
	assert_null(arena_take(arena, 1));
	arena_clear(arena);
	assert_non_null(arena_take(arena, 1));
	arena_clear(NULL);
	arena_free(arena);
	arena_free(NULL);
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
		cmocka_unit_test(test_findings_stand_in_the_order_of_their_places),
		cmocka_unit_test(test_tabs_and_wide_characters_are_marked_where_they_stand),
		cmocka_unit_test(test_long_lines_are_shown_around_the_place),
		cmocka_unit_test(test_long_arguments_are_cut_between_characters),
		cmocka_unit_test(test_arguments_of_every_type_are_written),
		cmocka_unit_test(test_too_many_findings_are_counted),
		cmocka_unit_test(test_the_same_is_told_once),
		cmocka_unit_test(test_names_of_findings_differ),
		cmocka_unit_test(test_slips_are_understood),
		cmocka_unit_test(test_expressions_are_written_as_they_stand),
		cmocka_unit_test(test_every_request_may_fail),
		cmocka_unit_test(test_texts_stop_growing_without_memory),
		cmocka_unit_test(test_arenas_hand_out_zeroed_and_aligned_pieces),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
