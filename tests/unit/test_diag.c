/* test_diag.c -- how findings are written: in which order, with which part of the line, what is told once; and which word
 * a slip was meant for. */
#include "grammar/text.h"
#include "grammar_desk.h"

static struct desk desk;
static struct text text;

static int sit_down(void **state)
{
	(void)state;
	desk_open(&desk);
	return 0;
}

static int get_up(void **state)
{
	(void)state;
	text_free(&text);
	desk_close(&desk);
	return 0;
}

static const struct span nowhere = { 0, 0, 0 };

/* ---- findings ---- */

static void test_findings_stand_in_the_order_of_their_places(void **state)
{
	(void)state;
	desk_put(&desk, "one\ntwo\n");
	desk_put(&desk, "three\n");
	diag_add(&desk.diags, DIAG_BLOCK_NOT_OPENED, (struct span){ 2, 0, 5 });
	struct diag *diag = diag_add(&desk.diags, DIAG_BLOCK_NOT_CLOSED, (struct span){ 1, 4, 7 });
	diag_other(&desk.diags, diag, (struct span){ 1, 1, 2 }, "see %d", 7);
	diag_add(&desk.diags, DIAG_CLAUSE_TWICE, (struct span){ 1, 0, 1 }, "x");
	diag = diag_add(&desk.diags, DIAG_NUMBER_NOT_WHOLE, nowhere, 3, "1.5777");
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
}

static void test_tabs_and_wide_characters_are_marked_where_they_stand(void **state)
{
	(void)state;
	desk_put(&desk, "a\t\xc3\xa4\tx\xe2\x99\xa0y\n");
	diag_add(&desk.diags, DIAG_BLOCK_NOT_OPENED, (struct span){ 1, 5, 9 });
	assert_findings(&desk, "test.canasta:1:5: error: `}` without a `{` before it [block-not-opened]\n"
	                       "    1 | a   \xc3\xa4   x\xe2\x99\xa0y\n"
	                       "      |         ^^\n");
}

static void test_long_lines_are_shown_around_the_place(void **state)
{
	(void)state;
	nest(&text, "0123456789", 30);
	desk_put(&desk, text_read(&text));
	diag_add(&desk.diags, DIAG_BLOCK_NOT_OPENED, (struct span){ 1, 150, 152 });
	assert_findings(&desk, "test.canasta:1:151: error: `}` without a `{` before it [block-not-opened]\n"
	                       "    1 | ...0123456789012345678901234567890123456789012345678901234567890123456789"
	                       "012345678901234567890123456789...\n"
	                       "      |                                                                ^^\n");
}

static void test_long_arguments_are_cut_between_characters(void **state)
{
	(void)state;
	text_add(&text, "a");
	nest(&text, "\xe2\x99\xa0", 100);
	struct diag *diag = diag_add(&desk.diags, DIAG_CLAUSE_TWICE, nowhere, text_read(&text));
	text_free(&text);
	text_add(&text, "this statement already has `a");
	nest(&text, "\xe2\x99\xa0", 19);
	text_add(&text, "...`");
	assert_string_equal(diag->sentence, text_read(&text));
	diag = diag_add(&desk.diags, DIAG_CLAUSE_TWICE, nowhere, "a\x1b[1m\nb");
	assert_string_equal(diag->sentence, "this statement already has `a [1m b`");
}

static void test_arguments_of_every_type_are_written(void **state)
{
	(void)state;
	struct diag *diag = diag_add(&desk.diags, DIAG_BLOCK_NOT_OPENED, nowhere);
	diag_hint(&desk.diags, diag, "%d %i %u %c %ld %lld %lu %llu %zu %% %.*s %s.", -1, 2, 3u, 'x', -4L, -5LL, 6UL,
	          7ULL, (size_t)8, 2, "abc", "z");
	assert_string_equal(diag->hint, "-1 2 3 x -4 -5 6 7 8 % ab z.");
}

static void test_too_many_findings_are_counted(void **state)
{
	(void)state;
	for (int i = 0; i < DIAGS_MAX + 3; i++) {
		struct diag *diag = diag_add(&desk.diags, DIAG_LANGUAGE_UNKNOWN, nowhere, (long long)i);
		diag_hint(&desk.diags, diag, "hint %d", i);
		diag_other(&desk.diags, diag, nowhere, "other");
	}
	assert_int_equal(desk.diags.kept, DIAGS_MAX);
	assert_int_equal(desk.diags.errors, DIAGS_MAX + 3);
	diags_write(&desk.diags, &text);
	assert_string_equal(text_read(&text) + text.length - 11, "and 3 more\n");
}

static void test_the_same_is_told_once(void **state)
{
	(void)state;
	desk_put(&desk, "one\n");
	for (int i = 0; i < 3; i++) {
		diag_add(&desk.diags, DIAG_CLAUSE_TWICE, (struct span){ 1, 0, 1 }, "x");
		diag_add(&desk.diags, DIAG_CLAUSE_TWICE, (struct span){ 1, 0, 1 }, "y");
		diag_add(&desk.diags, DIAG_CLAUSE_TWICE, (struct span){ 1, 1, 2 }, "x");
	}
	assert_int_equal(desk.diags.kept, 3);
	assert_int_equal(desk.diags.more, 0);
	assert_int_equal(desk.diags.errors, 9);
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

#define AT_A_DESK(test) cmocka_unit_test_setup_teardown(test, sit_down, get_up)

int main(void)
{
	const struct CMUnitTest tests[] = {
		AT_A_DESK(test_findings_stand_in_the_order_of_their_places),
		AT_A_DESK(test_tabs_and_wide_characters_are_marked_where_they_stand),
		AT_A_DESK(test_long_lines_are_shown_around_the_place),
		AT_A_DESK(test_long_arguments_are_cut_between_characters),
		AT_A_DESK(test_arguments_of_every_type_are_written),
		AT_A_DESK(test_too_many_findings_are_counted),
		AT_A_DESK(test_the_same_is_told_once),
		cmocka_unit_test(test_names_of_findings_differ),
		cmocka_unit_test(test_slips_are_understood),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
