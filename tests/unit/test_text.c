/* test_text.c -- which numbers a sentence of a source speaks of; what an empty text says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "grammar/text.h"

static void numbers_in_digits_and_in_words(void **state)
{
	bool any = false;

	(void)state;
	assert_true(text_has_number("The game is up at 5,000 points.", 5000, &any));
	assert_true(text_has_number("Thirteen cards each.", 13, &any));
	assert_true(text_has_number("A pair is enough.", 2, &any));
	assert_true(text_has_number("A packet of four and a packet of three cards.", 7, &any));
}

static void other_numbers_speak_against_it(void **state)
{
	bool any = false;

	(void)state;
	assert_false(text_has_number("Thirteen cards each.", 15, &any));
	assert_true(any);
}

static void names_and_small_words_do_not(void **state)
{
	bool any = false;

	(void)state;
	assert_false(text_has_number("One player draws a card; see SHEET-13 and SHEET-7.", 13, &any));
	assert_false(text_has_number("Sevens and aces are none of them.", 7, &any));
	assert_false(any);
}

static void an_empty_text_has_no_last_byte(void **state)
{
	struct text text = { 0 };

	(void)state;
	assert_int_equal(text_last(&text), '\0');
	text_add(&text, "no.");
	assert_int_equal(text_last(&text), '.');
	text_clear(&text);
	assert_int_equal(text_last(&text), '\0');
	text_free(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_in_digits_and_in_words),
		cmocka_unit_test(other_numbers_speak_against_it),
		cmocka_unit_test(names_and_small_words_do_not),
		cmocka_unit_test(an_empty_text_has_no_last_byte),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
