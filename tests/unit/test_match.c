/* test_match.c -- duplicate matches: who sits where, and the interval around the difference. */
#include "tools/sim.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>
#include "text/document.h"

enum { SIDES = 6 };

static const char *const NAMES[MATCH_BOTS] = { "ann", "bob" };

static void every_bot_sits_everywhere_equally_often(void **state)
{
	(void)state;
	for (int sides = 2; sides <= SIDES; sides++) {
		int held[SIDES][MATCH_BOTS] = { { 0 } };
		for (int play = 0; play < match_plays(sides); play++)
			for (int side = 0; side < sides; side++)
				held[side][match_bot(sides, play, side)]++;
		for (int side = 0; side < sides; side++)
			for (int bot = 0; bot < MATCH_BOTS; bot++)
				assert_int_equal(held[side][bot] * sides, match_places(sides));
	}
}

/* Plays out [count] differences between two sides and looks for [sentence] in what is told. */
static void tells(const int64_t *differences, int count, const char *sentence)
{
	struct match first = { 0 }, rest = { 0 };
	struct document document;
	struct text text = { 0 };

	for (int i = 0; i < count; i++)
		match_add(i < 2 ? &first : &rest, (int64_t[]){ differences[i], 0 });
	match_merge(&first, &rest);
	document_begin(&document, "match");
	match_report(&first, 2, NAMES, &document);
	document_text(&document, &(struct text_look){ .width = 200 }, &text);
	document_end(&document);
	if (strstr(text_read(&text), sentence) == NULL)
		fail_msg("%s", text_read(&text));
	text_free(&text);
}

/* The differences 10, 20, 30 and 40 have the mean 25 and the standard deviation 12.91, so the error of the mean is
 * 6.455 and the interval reaches 12.65 to each side; a side has half of each. */
static void the_interval_is_1_96_standard_errors(void **state)
{
	(void)state;
	tells((int64_t[]){ 10, 20, 30, 40 }, 4,
	      "ann scores 12.5 points more than bob for a side in a deal; 95 % interval: from 6.2 to 18.8\n");
	tells((int64_t[]){ -40, -30, -20, -10 }, 4,
	      "bob scores 12.5 points more than ann for a side in a deal; 95 % interval: from 6.2 to 18.8\n");
}

static void a_difference_near_nothing_may_be_chance(void **state)
{
	(void)state;
	tells((int64_t[]){ 500, -400 }, 2, "from -416.0 to 466.0, so it may be chance\n");
	tells((int64_t[]){ 7 }, 1, "ann scores 3.5 points more than bob for a side in a deal\n");
}

/* More than 64 bits hold: scores are bounded at 500 million. */
static void scores_beyond_all_proportion_do_not_overflow(void **state)
{
	int64_t most = 2000000000;

	(void)state;
	tells((int64_t[]){ most, -most, most, -most, most, -most, most, -most }, 8, "from -740810367.1");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_bot_sits_everywhere_equally_often),
		cmocka_unit_test(the_interval_is_1_96_standard_errors),
		cmocka_unit_test(a_difference_near_nothing_may_be_chance),
		cmocka_unit_test(scores_beyond_all_proportion_do_not_overflow),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
