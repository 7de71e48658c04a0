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
#include "rules/analysis.h"

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
		bans += !never_holds(rules->discard.ban[i].when) && !last_card_is_melded(rules);
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

static int cards, too_small;

static void page_fits(const struct rules *rules, const struct card *card, bool letter)
{
	struct card_layout layout;
	struct text page = { 0 };

	cards++;
	if (!card_fit(card, letter, &layout))
		fail_msg("the card of %s does not fit", rules->name);
	too_small += layout.step > CARD_STEPS_OF_TYPE;
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
	assert_int_equal(too_small, 0); /* none of them needs the type that is too small for the length of an arm */
}

static int wrong;

/* Makes blanks and ends of lines one blank each time. */
static void one_blank(struct text *words)
{
	size_t length = 0;

	for (size_t i = 0; i < words->length; i++) {
		bool blank = words->bytes[i] == ' ' || words->bytes[i] == '\n';
		if (!blank || (length > 0 && words->bytes[length - 1] != ' '))
			words->bytes[length++] = blank ? ' ' : words->bytes[i];
	}
	words->bytes[words->length = length] = '\0';
}

/* The card of a game that changes [base] so has these words, and not those, which may be NULL; and it fits. */
static void card_says(const char *base, const char *changes, const char *has, const char *lacks)
{
	struct library library = { 0 };
	struct card card;
	struct text file = { 0 }, words;
	const struct rules *rules;

	text_format(&file, "language 1\nvariant x \"X\" extends %s {\n%s\n}\n", base, changes);
	rules = rules_for_test(&library, file.bytes);
	card_make(rules, "x", &card);
	words = words_of(&card);
	one_blank(&words);
	if (strstr(text_read(&words), has) == NULL || (lacks != NULL && strstr(text_read(&words), lacks) != NULL))
		print_error("%s: there has to be \"%s\" and not \"%s\" in:\n", changes, has,
		            lacks != NULL ? lacks : ""),
			print_error("%s\n", text_read(&words)), wrong++;
	page_fits(rules, &card, false);
	page_fits(rules, &card, true);
	text_free(&words);
	text_free(&file);
	card_end(&card);
	arena_free(library.arena);
}

/* Ladders of every shape have a page: numbers, as many and as wide as there can be, amounts, and both. */
static void ladders_of_every_shape_fit(void **unused)
{
	static const char *const ladders[][2] = {
		{ "score red_threes { points by side laid red 3 { 0..3: 100 * side laid red 3; 4 or more: 1500 } }",
		  "each, up to 3" },
		{ "score red_threes { points by side laid red 3 { 0: 0; 1: 100 * side laid red 3; 2: 300; 3 or more: 500 } }",
		  "for 1 " },
		{ "score red_threes { points by side laid red 3 { 0: 0; 1..3: 100 * side laid red 3; 4 or more: 200 * side laid red 3 } }",
		  "for all 4" },
		{ "score red_threes { points by side laid red 3 { 0..2: 100; 3: 100 * side laid red 3; 4 or more: 1000 } }",
		  "for 3 " },
		{ "score red_threes { points by side laid red 3 { 0: 0; 1: 100 + 50 * side canastas; 2 or more: 500 } }",
		  "for 1: 100, plus 50 for each canasta" },
		{ "score red_threes { points by side canastas { 0: 0; 1: 100 * side laid red 3; 2 or more: 500 } }",
		  "with 1: 100 for each red three" },
		{ "score red_threes { points 200 + 100 * side laid red 3 }", "Red threes: 200, plus 100 for each" },
		{ "deck { packs 7; jokers 14 }; score red_threes { points by side laid red 3 { 0: 0; 1: 100; 2: 250; 3: 350;"
		  " 4: 450; 5: 550; 6: 700; 7: 800; 8: 950; 9: 1100; 10: 1250; 11: 1400; 12: 1550; 13: 1700; 14 or more: 100000 } }",
		  "for 11 " },
		{ "deck { packs 3; jokers 6 }; score red_threes { points by side laid red 3 { 0: 0; 1: 100000; 2: 200000; 3: 300000;"
		  " 4: 400000; 5: 500000; 6 or more: 600000 } }",
		  "200,000" },
		{ "initial_meld { minimum by side score { below 0: 15; 0..995: 50 + 10 * side canastas; 1000 or more: 120 } }",
		  "from 0: 50, plus 10 for each canasta" },
		{ "initial_meld { minimum by deal number { 1: 50; 2: 60; 3: 70; 4: 80; 5: 90; 6: 100; 7: 110; 8: 120; 9 or more: 130 } }",
		  "deal 8 " },
		{ "canasta clean { bonus by side canastas { below 3: 500; 3 or more: 100 * side canastas } }",
		  "for each canasta" },
		{ "talon { cards by side order * 100 + stock size { below 112: 2; 112..199: 5; 200 or more: 0 } }",
		  "112 to 199" },
		{ "talon { cards by side order { 1..2: 4; 3 or more: 0 } }", " 4 cards. " },
		{ "table { players 6; sides 3 }; talon { cards by side order { 1..2: 3; 3 or more: 1 } }",
		  "3 cards for the first and second sides to open, 1 for the third." },
		{ "table { players 6; sides 3 }; talon { cards by side order { 1: 1; 2 or more: 4 } }",
		  "1 card for the first side to open, 4 for the second and third." },
		{ "special pairs { points by side score { below 1000: 1000; 1000 or more: 100 * deal number } }",
		  "1,000" },
	};

	(void)unused;
	for (size_t i = 0; i < sizeof ladders / sizeof *ladders; i++)
		card_says("american", ladders[i][0], ladders[i][1], NULL);
	assert_int_equal(wrong, 0);
}

/* Nothing that is needed lacks, and nothing stands there that cannot be. */
static void cards_say_what_holds(void **unused)
{
	static const struct {
		const char *base, *changes, *has, *lacks;
	} cases[] = {
		/* what each figure is for */
		{ "american",
		  "score red_threes { points by side laid red 3 { 0: 0; 1: 100; 2 or more: 300 }; minus never; when side opened }\n"
		  "score black_threes { points -50 * side laid black 3; minus never; when always }",
		  "each black three", "Black threes" },
		{ "american",
		  "score red_threes { points 50 * side laid red 3 }\nscore black_threes { points 50 * side laid black 3 }",
		  "Red threes, black threes, each by itself", "each red three" },
		{ "american",
		  "reserve { cards 4; called \"wing\"; taken_up at_the_beginning_of_a_turn }\n"
		  "add score wing \"A wing left behind\" { points -side reserve points }",
		  "A wing left behind: what the cards in your wings count", NULL },
		{ "american",
		  "add event talk \"Talk\" { what \"a player talks\" }\n"
		  "add score talk \"Talk\" { points -100 * (side events talk - 1); when side events talk >= 2 }",
		  "Talk, each time after the first ", "less 1" },
		{ "american",
		  "add event talk \"Talk\" { what \"a player talks\" }\n"
		  "add score talk \"Talk\" { points -100 * side events talk; when side events talk >= 2 }",
		  "Talk, each time, when", "after the first" },
		/* what the figures of bonus cards are for */
		{ "classic", "score red_threes { points 100 * side laid red 3; when side laid red 3 >= 2 }",
		  "When your side has laid out at least 2 red threes: against you unless", NULL },
		{ "classic", "score red_threes { points 100 * side laid red 3; when side laid red 3 >= 1 }",
		  "each 100 Against you unless", "at least" },
		{ "classic", "score red_threes { points 100; when side laid red 3 >= 3 }", "for 3 or more 100", NULL },
		{ "classic", "score red_threes { points 100; when side laid red 3 = 3 }", "for exactly 3 100", NULL },
		{ "classic", "score red_threes { points 100; when side laid red 3 = 4 }", "for all 4 100", NULL },
		{ "classic",
		  "score red_threes { points by side laid red 3 + side canastas { 0: 0; 1..3: 100; 4 or more: 300 }; minus never }",
		  "with 4 or more 300 By the number of red threes your side has laid out plus the number of your side's canastas. For",
		  "for all" },
		{ "classic", "score red_threes { points 100 * side canastas; when side laid red 3 >= 1 }",
		  "100 for each canasta of your side", "each 100" },
		{ "classic", "score red_threes { points 100 * (side laid red 3 + side canastas) }",
		  "100 times the sum of", "each 100" },
		{ "classic", "score red_threes { minus unless side canastas >= 1 and side opened }",
		  "Against you unless your side has at least 1 canasta and has opened", "with 0 canastas" },
		{ "classic",
		  "score red_threes { points 100 * side laid red 3; when side laid red 3 <= 3 }\n"
		  "add score all \"All red threes\" { points 900; when side laid red 3 >= 4; minus unless side has melds }",
		  "each 100 for all 4 900", "at most 3" },
		{ "classic",
		  "score red_threes { points 100 * side laid red 3; minus never }\n"
		  "add score all \"All red threes\" { points 900; when side laid red 3 >= 4 }",
		  "each 100 for all 4 900 All red threes. For each", NULL },
		{ "classic", "", "jokers and twos are wild", "dark cards" },
		{ "classic", "", "2, A ", "2 A" },
		{ "classic", "deal { bonus_cards in_the_first_turn }", "Those dealt to you wait", NULL },
		{ "classic", "", "For each red three you draw", "Those dealt to you wait" },
		/* terms: those that are used, with those that they use; nothing else */
		{ "american", "", "Splash: ", "The rank is dead" },
		{ "american", "with dead_ranks = closed",
		  "The rank is dead: another side has a meld of the rank with at least 7",
		  "but not when the rank is dead, but" },
		{ "american",
		  "add define late \"The side may still do it\" when not side opened and stock size > 20\nspecial pairs { when late }",
		  "The side may still do it: ", NULL },
		{ "american",
		  "add define low \"The stock is low\" when stock size < 20 or hand size < 3\n"
		  "add define late \"The side has to hurry\" when (low and side opened) or side canastas > 3\ndiscard { add ban k \"Kings\" { cards K; when late } }",
		  "The stock is low: ", NULL },
		{ "american",
		  "add class ten \"A canasta of tens\" when rank is 10 and size = 7\n"
		  "add canasta tens \"A canasta of tens\" { ranks 10; size 7; bonus 700 }\n"
		  "canasta clean { ranks 4..A except (7, 10, A) }; canasta mixed { ranks 4..A except (7, 10, A) }\n"
		  "going_out { contract when side melds of ten = 0 }",
		  "no canasta of tens on", "Canasta of tens: " },
		/* taking the pile */
		{ "classic", "meld set { naturals 3 or more }", "9 + 9 wild onto your meld of its rank",
		  "9 + 9 wild a new meld" },
		{ "american", "with open_first", "X", "The top card of the pile" },
		{ "american", "with open_first", "X", "with melds that are enough to open" },
		{ "american", "", "The top card of the pile does not count", NULL },
		{ "classic", "pile { take lay_off { forced when stock empty } }", "You must do so", NULL },
		{ "foot", "", "its top 7 cards at most", NULL },
		/* what melds ask, of whichever cards begin them; a black three on top is never taken */
		{ "classic", "meld set { begun unless hand size < 5 }",
		  "9 + 9 9 a new meld only when you hold at least 5 cards; or onto yours", NULL },
		{ "classic", "meld set { begun unless hand size < 5 }\npile { remove block black_three_on_top }",
		  "9 + 9 9 a new meld (if it may be begun), or onto yours", NULL },
		{ "classic",
		  "meld set { ranks 4..K }\n"
		  "add meld aces \"Aces\" { ranks A; size 3 or more; naturals 2 or more; wilds at most 3; wild_cards when side opened }",
		  "9 + 9 wild a new meld, or onto yours; wild cards only where they may go in", NULL },
		{ "classic", "meld set { naturals 4 or more }", "9 + 9 9 onto your meld of its rank",
		  "9 + 9 9 a new meld" },
		{ "classic", "pile { add take free \"Anybody takes it\" { onto hand } }",
		  "only with melds that are enough to open, unless the pile goes into your hand.", NULL },
		/* melds: limits of natural cards that the size does not set, and the least of any number of wild cards */
		{ "classic", "meld set { naturals 2..5 }\nremove meld black_threes", "2 to 5 0 to 3", "2 or more" },
		{ "classic", "meld set { naturals 3..6 }", "3 to 9 3 to 6 0 to 3", NULL },
		{ "classic", "meld set { naturals at least 3; wilds at least 1 }", "4 or more 3 or more 1 or more",
		  "any" },
		{ "classic", "meld set { naturals at least 2 * wilds; shape when naturals != 5 }",
		  "At least 2 natural cards for each wild card in it; ", NULL },
		{ "american",
		  "meld set { begun when hand size > 1; natural_cards when hand size > 2; wild_cards when hand size > 3; kinds when count of joker < 3 }\n"
		  "meld mixed_aces { begun when hand size > 4; natural_cards when hand size > 5; wild_cards when hand size > 6 }\n"
		  "meld sevens { begun when hand size > 7; natural_cards when hand size > 8 }\n"
		  "meld pure_aces { begun when hand size > 9; natural_cards when hand size > 10 }",
		  "Natural cards are added only when you hold at least 11 cards.", NULL },
		/* turns that end without a discard */
		{ "classic", "turn { discard never }\nstock_end { play stops }",
		  "Whoever draws the last card plays her turn to its end. Then", "with a discard" },
		{ "classic", "turn { discard never }\nreserve { cards 5 }", "You meld your last card",
		  "discard your last" },
		{ "classic", "reserve { cards 5; of side; number 2 }", "Each goes to the first player of the side",
		  NULL },
		/* bans that give way in different cases, a side's reserve that comes with a turn, deals without a player alone */
		{ "classic",
		  "discard { add ban k \"Kings\" { cards K; gives_way at_any_time }\n"
		  "add ban q \"Queens\" { cards Q; gives_way after_drawing } }",
		  "after your draw? Then one of these, but not to go out: queens. Nothing else? Then one of these, but not to go out: kings.",
		  NULL },
		{ "classic",
		  "discard { add ban k \"Kings\" { cards K; gives_way at_any_time; order 2 }\n"
		  "add ban q \"Queens\" { cards Q; gives_way after_drawing } }",
		  "If several of these may go: first queens; then kings.", NULL },
		{ "classic", "reserve { cards 5; of side; taken_up at_the_beginning_of_a_turn }",
		  "It goes to the first player of the side", "meld your last card" },
		{ "guide:three", "table { alone_deals when deal number >= 3 }",
		  "plays alone only when it is deal 3 or later", NULL },
		{ "classic", "pile { add take shown \"Shown\" { hand 2 naturals; onto hand } }",
		  "into your hand; the others are only shown", NULL },
		{ "american", "turn { discard optional }", "at the end of your turn", "after your discard" },
		{ "classic", "going_out { ask required; answer advice }", "A question: ask your partner once", "yes:" },
		{ "classic", "going_out { ask required; answer no_binds }", "Your partner's yes: ask once", NULL },
		{ "classic", "going_out { ask required; ask_when before_discarding }\nturn { discard never }",
		  "ask once in each turn, if", "before you discard" },
		/* opening and going out */
		{ "classic", "initial_meld { waived when going out or hand size = 3 }", "when you hold exactly 3 cards",
		  NULL },
		{ "classic", "going_out { canastas 1; contract when side canastas >= 2 or concealed }",
		  "2 canastas or more, 1 when the hand was concealed; ", "You may go out only" },
		{ "classic", "going_out { canastas 1; contract when concealed or side canastas >= 3 }",
		  "3 canastas or more, 1 when the hand was concealed; ", "You may go out only" },
		{ "classic", "going_out { canastas 3; contract when side canastas >= 2 or concealed }",
		  "3 canastas or more; ", "or more, 3" },
		{ "foot", "discard { add ban last \"The last card\" { cards any; when going out } }",
		  "The last card is melded, not discarded", "Do not discard" },
		{ "foot",
		  "add canasta sevens \"A clean book of sevens\" { ranks 7; size 7; when wilds = 0; bonus 700 }\ncanasta natural { ranks 4..A except 7 }",
		  "Books", "Canastas" },
	};

	(void)unused;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		card_says(cases[i].base, cases[i].changes, cases[i].has, cases[i].lacks);
	assert_int_equal(wrong, 0);
}

/* What is left out last may make room for what was left out before it. */
static void what_has_room_is_put_back(void **unused)
{
	static char monday[] =
		"language 1\n"
		"variant monday extends american {\n"
		"    with threes_at_once, late_threes, talon = neither, base_of_five, aces = never, dead_ranks = closed\n"
		"    with no_mixed_at_opening, opening = clean, open_first, empty_pile = closed, to_finish = all, clean_canasta\n"
		"    with garbage, wild_pairs = one_pair, signs = two_or_against, kept_threes = hundred, unfinished = by_worth\n"
		"}\n";
	struct library library = { 0 };
	const struct rules *rules = rules_for_test(&library, monday);
	struct card_layout layout;
	struct card card;

	(void)unused;
	card_make(rules, "monday", &card);
	assert_true(card_fit(&card, false, &layout));
	assert_int_equal(layout.left_out, SPARE_CLASSES);
	assert_int_equal(layout.step, CARD_STEPS_OF_TYPE);
	for (const struct card_block *block = card.first; block != NULL; block = block->next)
		assert_true(card_shows(&layout, block));
	layout.kept = 0;
	for (const struct card_block *block = card.first; block != NULL; block = block->next)
		assert_int_equal(card_shows(&layout, block),
		                 strcmp(block->name, "turn") != 0 && strcmp(block->name, "stock_end") != 0);
	card_end(&card);
	arena_free(library.arena);
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
		cmocka_unit_test(cards_say_what_holds),
		cmocka_unit_test(what_has_room_is_put_back),
		cmocka_unit_test(hostile_titles_stay_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
