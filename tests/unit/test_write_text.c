/* test_write_text.c -- lines break where a reader would break them, and names stay whole. */
#include "text/document.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "game/random.h"
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

/* ---- names above numbers ---- */

enum { TABLES = 2000, NAMES_MAX = 8, NAME_LETTERS = 40, LETTER_BYTES = 4, LEAST_WIDTH = 49, WIDTHS = 80 };

/* Makes up a name of up to 40 characters: words of several alphabets with blanks and signs between them. */
static void random_name(struct random *chance, char name[NAME_LETTERS * LETTER_BYTES + 1])
{
	static const char *const letters[] = {
		"a", "N", "o", "-", "/", "&", "\xc3\xa4", "\xc5\x81", "\xe6\x9d\xb1", "'"
	};
	int length = 1 + (int)random_below(chance, NAME_LETTERS), word = 0;

	name[0] = '\0';
	for (int i = 0; i < length; i++) {
		bool blank = word > 0 && i + 1 < length && random_below(chance, 8) == 0;
		strcat(name, blank ? " " : letters[random_below(chance, sizeof letters / sizeof *letters)]);
		word = blank ? 0 : word + 1;
	}
}

/* Every word of [name] is whole. */
static void has_words(const char *written, const char *name)
{
	char copy[NAME_LETTERS * LETTER_BYTES + 1];

	strcpy(copy, name);
	for (char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " "))
		if (strstr(written, word) == NULL)
			fail_msg("`%s` of `%s` is broken in:\n%s", word, name, written);
}

static void is_no_wider(const char *written, size_t width)
{
	for (const char *line = written; *line != '\0'; line += strcspn(line, "\n") + 1)
		if (text_width(line, strcspn(line, "\n")) > width)
			fail_msg("wider than %d:\n%s", (int)width, written);
}

/* Writes a table with a column of numbers for each of [count] names. */
static void write_numbers(char name[][NAME_LETTERS * LETTER_BYTES + 1], int count, int width, struct text *out)
{
	const struct text_look look = { .width = width };
	struct document document;
	struct table *table;
	struct table_row *head, *row;

	document_begin(&document, "score");
	table = document_table(&document, 1 + count);
	head = table_add(table, TABLE_HEAD);
	row = table_add(table, TABLE_BODY);
	cell_add(head, 0, "Deal 1");
	cell_add(row, 0, "this deal");
	for (int i = 0; i < count; i++) {
		cell_add(head, 1 + i, name[i]);
		cell_add(row, 1 + i, "-12");
	}
	document_text(&document, &look, out);
	document_end(&document);
}

static void names_above_numbers_stay_whole(void **state)
{
	char name[NAMES_MAX][NAME_LETTERS * LETTER_BYTES + 1];
	struct random chance;

	(void)state;
	random_begin(&chance, 1, 0);
	for (int i = 0; i < TABLES; i++) {
		struct text out = { 0 };
		int count = 1 + (int)random_below(&chance, NAMES_MAX);
		int width = LEAST_WIDTH + (int)random_below(&chance, WIDTHS);
		for (int at = 0; at < count; at++)
			random_name(&chance, name[at]);
		write_numbers(name, count, width, &out);
		for (int at = 0; at < count; at++)
			has_words(text_read(&out), name[at]);
		is_no_wider(text_read(&out), (size_t)width);
		text_free(&out);
	}
}

static void names_that_do_not_fit_are_listed(void **state)
{
	char name[2][NAME_LETTERS * LETTER_BYTES + 1] = { "North-South", "East-West" };
	struct text out = { 0 };

	(void)state;
	write_numbers(name, 2, 40, &out);
	assert_string_equal(text_read(&out), "Deal 1     North-South  East-West\n"
	                                     "this deal          -12        -12\n");
	text_clear(&out);
	write_numbers(name, 2, 30, &out);
	assert_string_equal(text_read(&out), "A: North-South\n"
	                                     "B: East-West\n"
	                                     "Deal 1       A    B\n"
	                                     "this deal  -12  -12\n");
	text_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_break_at_blanks_or_underscores),
		cmocka_unit_test(paragraphs_hang_below_their_first_line),
		cmocka_unit_test(names_above_numbers_stay_whole),
		cmocka_unit_test(names_that_do_not_fit_are_listed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
