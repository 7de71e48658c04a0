/* test_table_view.c -- the table as a player sees it. */
#include "position_words.h"
#include "game/view.h"
#include "reports/reports.h"
#include "text/document.h"

static struct library library;
static struct position position;

static void write_table(const struct view *view, struct text *out)
{
	const struct text_look look = { .width = TABLE_WIDTH };
	struct document document;

	document_begin(&document, "table");
	table_view_add(view, &document);
	document_text(&document, &look, out);
	document_end(&document);
}

/* Where a side may have several melds of a rank each of them lies there, the oldest first. */
static void every_meld_of_a_rank_is_shown(void **state)
{
	char text[] = "language 1\n"
		      "variant again extends wahhi {\n"
		      "    meld set { of_a_rank one_unfinished }\n"
		      "}\n";
	const struct rules *rules = rules_for_test(&library, text);
	struct text table = { 0 };
	struct view view;

	(void)state;
	position_begin(&position, rules, 0);
	lay_meld(&position, 0, "9 9 9");
	lay_meld(&position, 0, "7 7 7 7 7 2 2");
	lay_meld(&position, 0, "7 7 7");
	assert_true(position_finish(&position));
	view_of(&position.game, 0, &view);
	write_table(&view, &table);
	if (strstr(text_read(&table),
	           "  7 7 7 7 7 2 2  (mixed canasta)        7 7 7  (4 to go)\n  9 9 9  (4 to go)\n") == NULL)
		fail_msg("%s", text_read(&table));
	text_free(&table);
	arena_free(library.arena);
}

/* The article of a title becomes small within a sentence, the name of a rank does not. */
static void titles_keep_the_names_of_ranks(void **state)
{
	char text[] = "language 1\n"
		      "variant kings extends wahhi {\n"
		      "    pile {\n"
		      "        add freeze king \"K of any suit lies in it\" when the pile has K\n"
		      "        add freeze many \"A lot of cards lie in it\" when the pile size >= 3\n"
		      "    }\n"
		      "}\n";
	const struct rules *rules = rules_for_test(&library, text);
	static const char *const piles[] = { "K 7", "4 5 6" };
	static const char *const said[] = { "frozen: K of any suit lies in it", "frozen: a lot of cards lie in it" };

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct text table = { 0 };
		struct view view;
		position_begin(&position, rules, 0);
		lay_meld(&position, 0, "9 9 9");
		lay_pile(&position, piles[i]);
		assert_true(position_finish(&position));
		view_of(&position.game, 0, &view);
		write_table(&view, &table);
		if (strstr(text_read(&table), said[i]) == NULL)
			fail_msg("%s", text_read(&table));
		text_free(&table);
	}
	arena_free(library.arena);
}

/* Wild cards have a colour of their own, a canasta and what freezes the pile another; 10 is no 1 with a 0 behind it. */
static void cards_have_colours(void **state)
{
	char text[] = "language 1\nvariant plain extends wahhi { }\n";
	const struct text_look look = { .width = TABLE_WIDTH, .colour = true };
	const struct rules *rules = rules_for_test(&library, text);
	struct text table = { 0 };
	struct document document;
	struct view view;

	(void)state;
	position_begin(&position, rules, 0);
	deal_hand(&position, 0, "10 2 K");
	lay_meld(&position, 0, "7 7 7 7 7 2 2");
	lay_pile(&position, "2 6");
	assert_true(position_finish(&position));
	view_of(&position.game, 0, &view);
	document_begin(&document, "table");
	table_view_add(&view, &document);
	document_text(&document, &look, &table);
	document_end(&document);
	assert_non_null(strstr(text_read(&table), "Your hand:  10  K  \033[1;33m2\033[0m\n"));
	assert_non_null(strstr(text_read(&table), "\033[1;32m(mixed canasta)\033[0m"));
	assert_non_null(strstr(text_read(&table), "6 on 1 card; \033[1;31mfrozen\033[0m: "));
	text_free(&table);
	arena_free(library.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_meld_of_a_rank_is_shown),
		cmocka_unit_test(titles_keep_the_names_of_ranks),
		cmocka_unit_test(cards_have_colours),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
