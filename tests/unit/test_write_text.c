/* test_write_text.c -- lines break where a reader would break them. */
#include "text/document.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "grammar/text.h"

static void lines_break_at_blanks_or_underscores(void **state)
{
	(void)state;
	assert_int_equal(line_break("one two", 7), 7);
	assert_int_equal(line_break("one two three", 7), 7);
	assert_int_equal(line_break("one two three", 6), 3);
	assert_int_equal(line_break("one\ntwo three", 6), 3);
	assert_int_equal(line_break("goes_on_for_ever", 10), 8);
	assert_int_equal(line_break("unbreakable", 4), 4);
	assert_int_equal(line_break("\xc3\xa9\xc3\xa9\xc3\xa9", 2), 4);
	assert_int_equal(line_break("ab", 1), 1);
	assert_int_equal(line_break("", 5), 0);
}

static void paragraphs_hang_below_their_first_line(void **state)
{
	struct text text = { 0 };

	(void)state;
	paragraph_write("one two three four", 2, 9, &text);
	assert_string_equal(text_read(&text), "one two\n  three\n  four\n");
	text_free(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_break_at_blanks_or_underscores),
		cmocka_unit_test(paragraphs_hang_below_their_first_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
