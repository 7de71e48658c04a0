/* test_card.c -- the card of every shipped game, with each of its options: it has a block for whatever the rules have, every figure that
 * they have stands on it, it is one page by the program's own measure, and the page is well-formed. */
#include "reports/card.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "every_variant.h"
#include "position_words.h"
#include "rules/options.h"

static bool is_plain(const struct rules *rules)
{
	for (const struct option *option = rules->options; option != NULL; option = option->next)
		if (option->chosen && !option->by_default && !option->asked_for)
			return false;
	return true;
}

/* ---- blocks ---- */

static bool has_block(const struct card *card, const char *name)
{
	bool found = false;

	for (const struct card_block *block = card->first; block != NULL; block = block->next) {
		if (strcmp(block->name, name) != 0)
			continue;
		assert_false(found); /* each once */
		assert_non_null(block->first);
		for (const struct card_part *part = block->first; part != NULL; part = part->next)
			assert_non_null(part->first);
		found = true;
	}
	return found;
}

static void blocks_follow_the_rules(const struct rules *rules, const struct card *card)
{
	int bans = 0, specials = 0;

	for (int i = 0; i < rules->discard.ban_count; i++)
		bans += !never_holds(rules->discard.ban[i].when);
	for (int i = 0; i < rules->special_count; i++)
		specials += !never_holds(rules->special[i].when);
	for (size_t i = 0; i < 8; i++) {
		static const char *const always[] = { "opening", "cards",     "turn",  "melds",
			                              "pile",    "going_out", "score", "stock_end" };
		if (!has_block(card, always[i]))
			fail_msg("%s has no block %s", rules->name, always[i]);
	}
	assert_int_equal(has_block(card, "canastas"), rules->canasta_count > 0);
	assert_int_equal(has_block(card, "bonus"), rules->bonus.cards != 0);
	assert_int_equal(has_block(card, "reserve"), rules->reserve.cards > 0);
	assert_int_equal(has_block(card, "discards"), bans > 0);
	assert_int_equal(has_block(card, "special"), specials > 0);
	assert_int_equal(has_block(card, "talon"),
	                 !ir_is_number(rules->talon.cards->ir, 0) && !never_holds(rules->talon.when));
}

/* ---- figures ---- */

/* All words of a card, as its document has them. */
static struct text words_of(const struct card *card)
{
	struct document document;
	struct text words = { 0 };

	document_begin(&document, "card");
	card_document(card, &document);
	document_text(&document, NULL, &words);
	document_end(&document);
	return words;
}

static void has_figure(const struct rules *rules, const struct numbers *said, int64_t number)
{
	for (int i = 0; i < said->count; i++)
		if (said->number[i] == number || said->number[i] == -number)
			return;
	fail_msg("%s: %d is not on the card", rules->name, (int)number);
}

/* Numbers in an amount: its constant, steps and values, and what it pays for each. */
static void has_figures(const struct rules *rules, const struct numbers *said, const struct ir *amount)
{
	if (amount->kind == IR_NUMBER && amount->number != 0)
		has_figure(rules, said, amount->number);
	for (const struct ir *part = amount->first; part != NULL; part = part->next)
		has_figures(rules, said, part);
}

static void figures_are_there(const struct rules *rules, const char *words)
{
	struct numbers said = { .count = 0 };

	read_numbers(words, &said);
	has_figures(rules, &said, rules->initial_meld.minimum->ir);
	has_figures(rules, &said, rules->initial_meld.raised->ir);
	has_figures(rules, &said, rules->talon.cards->ir);
	for (int i = 0; i < rules->canasta_count; i++)
		has_figures(rules, &said, rules->canasta[i].bonus->ir);
	for (int i = 0; i < rules->score_count; i++)
		if (!never_holds(rules->score[i].when))
			has_figures(rules, &said, rules->score[i].points->ir);
	for (int i = 0; i < rules->special_count; i++)
		if (!never_holds(rules->special[i].when))
			has_figures(rules, &said, rules->special[i].points->ir);
	for (int kind = 0; kind < rules->kinds; kind++)
		if (rules->kind[kind].copies > 0)
			has_figure(rules, &said, rules->kind[kind].points);
	for (int i = 0; i < rules->pile.take_count; i++)
		if (!never_holds(rules->pile.take[i].when) && rules->pile.take[i].cards > 0)
			has_figure(rules, &said, rules->pile.take[i].cards);
	has_figure(rules, &said, rules->deal.hand);
	has_figure(rules, &said, rules->turn.draw);
	has_figure(rules, &said, rules->table.players);
	if (rules->game.to > 0)
		has_figure(rules, &said, rules->game.to);
	if (rules->reserve.cards > 0)
		has_figure(rules, &said, rules->reserve.cards);
}

/* ---- the page ---- */

static bool is_single(const char *tag, size_t length)
{
	static const char *const single[] = { "meta", "col", "!DOCTYPE" };

	for (size_t i = 0; i < sizeof single / sizeof *single; i++)
		if (strlen(single[i]) == length && strncmp(tag, single[i], length) == 0)
			return true;
	return false;
}

/* Each tag that is opened is closed, in the reverse order, and no sign of HTML stands alone. */
static void is_well_formed(const char *page)
{
	enum { DEPTH = 24 };
	const char *open[DEPTH];
	size_t length[DEPTH];
	int depth = 0;

	for (const char *at = strchr(page, '<'); at != NULL; at = strchr(at + 1, '<')) {
		bool closes = at[1] == '/';
		const char *tag = at + 1 + closes, *end = strchr(at, '>');
		size_t name = strcspn(tag, " >\n");
		assert_non_null(end);
		assert_true(memchr(at + 1, '<', (size_t)(end - at)) == NULL);
		if (is_single(tag, name))
			continue;
		if (!closes) {
			assert_true(depth < DEPTH);
			open[depth] = tag;
			length[depth++] = name;
			continue;
		}
		assert_true(depth > 0);
		depth--;
		assert_int_equal(length[depth], name);
		assert_memory_equal(open[depth], tag, name);
	}
	assert_int_equal(depth, 0);
}

static int cards, too_long;

static void page_fits(const struct rules *rules, const struct card *card, bool letter)
{
	struct card_layout layout;
	struct text page = { 0 };

	cards++;
	if (!card_fit(card, letter, &layout)) {
		if (is_plain(rules))
			fail_msg("the card of %s does not fit", rules->name);
		assert_true(layout.over > 0);
		too_long++;
		return;
	}
	assert_true(layout.over <= 0);
	card_html(card, &layout, &page);
	assert_false(page.failed);
	is_well_formed(text_read(&page));
	for (const struct card_block *block = card->first; block != NULL; block = block->next) {
		char section[64];
		snprintf(section, sizeof section, "data-block=\"%s\"", block->name);
		assert_int_equal(strstr(text_read(&page), section) != NULL, card_shows(&layout, block));
	}
	text_free(&page);
}

static void check_card(const struct rules *rules)
{
	struct card card;
	struct text words;

	assert_non_null(rules);
	card_make(rules, rules->name, &card);
	assert_false(card_failed(&card));
	blocks_follow_the_rules(rules, &card);
	words = words_of(&card);
	figures_are_there(rules, text_read(&words));
	assert_null(strstr(text_read(&words), "  ."));
	assert_null(strchr(text_read(&words), 1)); /* no sign of card_say() is left */
	text_free(&words);
	page_fits(rules, &card, false);
	page_fits(rules, &card, true);
	card_end(&card);
}

static void cards_are_one_page_with_everything(void **unused)
{
	(void)unused;
	for_each_variant(check_card);
	assert_true(cards > 300);
	assert_true(100 * too_long <= cards); /* where options are chosen that the page has no room for */
}

/* Ladders of every shape have a page: numbers, as many and as wide as there can be, amounts, and both. */
static void ladders_of_every_shape_fit(void **unused)
{
	static const char *const ladders[][2] = {
		{ "score red_threes { points by side laid red 3 { 0..3: 100 * side laid red 3; 4 or more: 1500 } }",
		  "each, up to 3" },
		{ "score red_threes { points by side laid red 3 { 0: 0; 1: 100 * side laid red 3; 2: 300; 3 or more: 500 } }",
		  "for 1 " },
		{ "score red_threes { points by side laid red 3 { 0: 0; 1: 100 + 50 * side canastas; 2 or more: 500 } }",
		  "for 1: 50 for each canasta" },
		{ "score red_threes { points by side canastas { 0: 0; 1: 100 * side laid red 3; 2 or more: 500 } }",
		  "with 1: 100 for each red three" },
		{ "score red_threes { points 200 + 100 * side laid red 3 }", "Red threes: 100 for each" },
		{ "deck { packs 7; jokers 14 }; score red_threes { points by side laid red 3 { 0: 0; 1: 100; 2: 250; 3: 350;"
		  " 4: 450; 5: 550; 6: 700; 7: 800; 8: 950; 9: 1100; 10: 1250; 11: 1400; 12: 1550; 13: 1700; 14 or more: 100000 } }",
		  "for 11 " },
		{ "deck { packs 3; jokers 6 }; score red_threes { points by side laid red 3 { 0: 0; 1: 100000; 2: 200000; 3: 300000;"
		  " 4: 400000; 5: 500000; 6 or more: 600000 } }",
		  "200,000" },
		{ "initial_meld { minimum by side score { below 0: 15; 0..995: 50 + 10 * side canastas; 1000 or more: 120 } }",
		  "from 0: 10 for each canasta" },
		{ "initial_meld { minimum by deal number { 1: 50; 2: 60; 3: 70; 4: 80; 5: 90; 6: 100; 7: 110; 8: 120; 9 or more: 130 } }",
		  "deal 8 " },
		{ "canasta clean { bonus by side canastas { below 3: 500; 3 or more: 100 * side canastas } }", "for each canasta" },
		{ "talon { cards by side order * 100 + stock size { below 112: 2; 112..199: 5; 200 or more: 0 } }", "112 to 199" },
		{ "special pairs { points by side score { below 1000: 1000; 1000 or more: 100 * deal number } }", "1,000" },
	};

	(void)unused;
	for (size_t i = 0; i < sizeof ladders / sizeof *ladders; i++) {
		struct library library = { 0 };
		struct card card;
		struct text file = { 0 }, words;
		const struct rules *rules;
		text_format(&file, "language 1\nvariant x \"X\" extends american { %s }\n", ladders[i][0]);
		rules = rules_for_test(&library, file.bytes);
		card_make(rules, "x", &card);
		words = words_of(&card);
		if (strstr(text_read(&words), ladders[i][1]) == NULL)
			fail_msg("%s: there is no \"%s\" in:\n%s", ladders[i][0], ladders[i][1], text_read(&words));
		page_fits(rules, &card, false);
		page_fits(rules, &card, true);
		text_free(&words);
		text_free(&file);
		card_end(&card);
		arena_free(library.arena);
	}
}

static void hostile_titles_stay_words(void **unused)
{
	static char hostile[] =
		"language 1\n"
		"variant x \"<b>*_%s%n</b> & a title that is longer than any line of the page has room for, and then some\" extends wahhi {\n"
		"    canasta natural \"<i>*_%s\" { }\n"
		"    add event e \"<script>\" { what \"</style>*%n\" }\n"
		"    add score e \"<script>\" { points 5 * side events e }\n"
		"}\n";
	struct library library = { 0 };
	const struct rules *rules = rules_for_test(&library, hostile);
	struct card_layout layout;
	struct text page = { 0 };
	struct card card;

	(void)unused;
	card_make(rules, "x", &card);
	assert_true(card_fit(&card, false, &layout));
	card_html(&card, &layout, &page);
	is_well_formed(text_read(&page));
	assert_null(strstr(text_read(&page), "<script"));
	assert_non_null(strstr(text_read(&page), "&lt;b&gt;*_%s%n&lt;/b&gt; &amp; a title"));
	assert_non_null(strstr(text_read(&page), "&lt;/style&gt;*%n"));
	text_free(&page);
	card_end(&card);
	arena_free(library.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cards_are_one_page_with_everything),
		cmocka_unit_test(ladders_of_every_shape_fit),
		cmocka_unit_test(hostile_titles_stay_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
