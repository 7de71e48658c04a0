/* test_wording.c -- every setting, word and fact can be said; and the numbers in a sentence are those of the table it is
 * made from, for every setting of every shipped variant. */
#include "reports/reports.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "game/random.h"
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "reports/wording.h"
#include "rules/build.h"
#include "rules/compare.h"
#include "every_variant.h"

/* ---- the table ---- */

static void every_setting_and_word_has_a_sentence(void **unused)
{
	(void)unused;
	for (int row = 0; row < ROW_COUNT; row++) {
		if (rows[row].type != TYPE_WORD) {
			assert_non_null(wordings[row].none);
			assert_non_null(wordings[row].all);
			if (rows[row].type != TYPE_TEXT) /* a text may be words for other sentences */
				assert_non_null(strchr(wordings[row].some, '#'));
			continue;
		}
		int words = 0;
		for (const char *at = rows[row].words; *at != '\0'; at++)
			words += *at == '|';
		for (int i = 0; i < words; i++)
			assert_non_null(wordings[row].word[i]);
	}
}

static void every_fact_can_be_said(void **unused)
{
	(void)unused;
	for (int i = 0; i < FACT_COUNT; i++) {
		bool flag = facts[i].type == FLAG;
		assert_true((fact_wordings[i].so != NULL && fact_wordings[i].not_so != NULL) == flag);
		assert_true((fact_wordings[i].counted != NULL && fact_wordings[i].noun != NULL) == !flag);
	}
}

static void every_list_has_a_noun(void **unused)
{
	(void)unused;
	for (int group = 0; group < GROUP_COUNT; group++)
		assert_true((wording_nouns[group] != NULL) == groups[group].is_list);
}

/* ---- shipped variants ---- */

/* Numbers of an expression; those of terms too, and where steps of ladders end. */
static void expression_numbers(const struct rules *rules, const struct ir *ir, struct numbers *to)
{
	if (ir->kind == IR_NUMBER || ir->kind == IR_STEP)
		add_number(to, ir->number);
	if (ir->kind == IR_STEP && ir->number != INT32_MIN)
		add_number(to, ir->number - 1);
	if (ir_is_fact(ir, FACT_term))
		expression_numbers(rules, rules->define[ir->item].when->ir, to);
	for (const struct ir *part = ir->first; part != NULL; part = part->next)
		expression_numbers(rules, part, to);
}

static void table_numbers(const struct rules *rules, enum row_id row, int item, struct numbers *to)
{
	const void *place = rules_value(rules, row, item);
	const struct composition *composition = place;
	const struct pattern *pattern = place;

	switch (rows[row].type) {
	case TYPE_NUMBER: add_number(to, *(const int32_t *)place); break;
	case TYPE_AMOUNT:
	case TYPE_BOUNDS:
	case TYPE_CONDITION: expression_numbers(rules, (*(const formula *)place)->ir, to); break;
	case TYPE_POINTS:
		for (int kind = 0; kind < rules->kinds; kind++)
			add_number(to, rules->kind[kind].points);
		break;
	case TYPE_COMPOSITION:
		add_number(to, composition->naturals);
		add_number(to, composition->wilds);
		add_number(to, composition->alike);
		break;
	case TYPE_PATTERN:
		for (int i = 0; i < pattern->parts; i++) {
			add_number(to, pattern->group[i].count);
			add_number(to, pattern->group[i].size);
		}
		break;
	default: break;
	}
}

/* Whole numbers are said as they are, or one more or less where "more than 2" is said as "at least 3". */
static bool is_among(int32_t number, const struct numbers *table, bool compared)
{
	for (int i = 0; i < table->count; i++) {
		int64_t apart = (int64_t)table->number[i] - number;
		if (apart == 0 || table->number[i] == -number || (compared && (apart == 1 || apart == -1)))
			return true;
	}
	return false;
}

static void numbers_of_sentences(const struct rules *rules)
{
	for (int row = 0; row < ROW_COUNT; row++) {
		bool compared = rows[row].type == TYPE_CONDITION || rows[row].type == TYPE_BOUNDS ||
		                rows[row].type == TYPE_AMOUNT;
		int items = rules_places(rules, rows[row].in);
		for (int item = 0; item < items && rows[row].type != TYPE_TEXT; item++) {
			struct numbers said = { .count = 0 }, table = { .count = 0 };
			struct text clause = { 0 };
			wording_clause(rules, (enum row_id)row, item, &clause);
			read_numbers(text_read(&clause), &said);
			table_numbers(rules, (enum row_id)row, item, &table);
			for (int i = 0; i < said.count; i++)
				if (!is_among(said.number[i], &table, compared))
					fail_msg("%s, %s: %d in \"%s\"", rules->name, rows[row].name, said.number[i],
					         text_read(&clause));
			if (rows[row].type == TYPE_NUMBER && said.count > 0)
				assert_int_equal(said.number[0],
				                 *(int32_t *)rules_value(rules, (enum row_id)row, item));
			text_free(&clause);
		}
	}
}

/* True if there is nothing to say, or a verb is among the words. */
static bool has_verb(const char *words)
{
	static const char *const verbs[] = { " is ",   " are ", " has ", " may ", " comes", " come ",
		                             " stand", " stay", " lie ", " show", " score", " does " };

	for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
		if (words != NULL && strstr(words, verbs[i]) != NULL)
			return true;
	return words == NULL || words[0] == '\0';
}

/* The clause of a setting of an item has a verb, or VERB names one; what happens in an event is a sentence of the author's. */
static void every_clause_has_a_verb(void **unused)
{
	(void)unused;
	for (int row = 0; row < ROW_COUNT; row++) {
		const struct wording *wording = &wordings[row];
		const char *said[] = { wording->none,    wording->all,    wording->some,
			               wording->instead, wording->beside, wording->with };
		if (!groups[rows[row].in].is_list || wording->verb != NULL || row == ROW_event_what)
			continue;
		for (size_t i = 0; i < sizeof said / sizeof *said; i++)
			if (!has_verb(said[i]))
				fail_msg("%s.%s: no verb in \"%s\"", groups[rows[row].in].name, rows[row].name,
				         said[i]);
		for (int i = 0; i < WORDING_WORDS_MAX; i++)
			if (!has_verb(wording->word[i]))
				fail_msg("%s.%s: no verb in \"%s\"", groups[rows[row].in].name, rows[row].name,
				         wording->word[i]);
	}
}

static void numbers_in_sentences_are_those_of_the_tables(void **unused)
{
	(void)unused;
	for_each_variant(numbers_of_sentences);
}

/* What a formula comes to when the facts it asks are all [answer]. */
static int32_t same_answer(const void *answer, const struct ir *asked)
{
	(void)asked;
	return *(const int32_t *)answer;
}

/* A ladder is read back from its line, "50 from 0, 90 from 1,500", and tried at both ends of each step. */
static void steps_of_ladders(const struct rules *rules)
{
	for (int row = 0; row < ROW_COUNT; row++) {
		int items = rules_places(rules, rows[row].in);
		for (int item = 0; item < items && rows[row].type == TYPE_AMOUNT; item++) {
			formula held = rules_formula(rules, (enum row_id)row, item);
			const struct ir *ladder = held->ir;
			const struct ir *step = ladder->kind == IR_LADDER ? ladder->first->next : NULL;
			for (; step != NULL && ladder->first->kind == IR_FACT; step = step->next) {
				struct numbers value = { .count = 0 }, range = { .count = 0 };
				struct text said = { 0 };
				int32_t key;
				if (step_is_idle(rules, ladder, step))
					continue;
				step_say_value(rules, step, &said);
				read_numbers(text_read(&said), &value);
				if (strcmp(text_read(&said), "nothing") == 0)
					value = (struct numbers){ .number = { 0 }, .count = 1 };
				text_free(&said);
				step_say_range(rules, ladder, step, &said);
				read_numbers(text_read(&said), &range);
				assert_int_equal(value.count, 1);
				for (int i = 0; i < range.count; i++) {
					key = range.number[i] - (strncmp(text_read(&said), "below", 5) == 0) +
					      5 * (strncmp(text_read(&said), "above", 5) == 0);
					assert_int_equal(formula_evaluate(held, &key, same_answer), value.number[0]);
				}
				text_free(&said);
			}
		}
	}
}

static void steps_are_read_back(void **unused)
{
	(void)unused;
	for_each_variant(steps_of_ladders);
}

/* Every sentence is one: a capital, a full stop, no hole left open, no blank too many. */
static void look_of_sentences(const struct rules *rules)
{
	for (int row = 0; row < ROW_COUNT; row++) {
		int items = rules_places(rules, rows[row].in);
		for (int item = 0; item < items; item++) {
			struct text said = { 0 };
			const char *words;
			bool any = wording_sentence(rules, (enum row_id)row, item, &said);
			words = text_read(&said);
			assert_int_equal(any, said.length > 0);
			if (any && (words[said.length - 1] != '.' || strpbrk(words, "#@${}|") != NULL ||
			            strstr(words, "  ") != NULL || (words[0] >= 'a' && words[0] <= 'z')))
				fail_msg("%s: \"%s\"", rules->name, words);
			text_free(&said);
		}
	}
}

static void sentences_are_whole(void **unused)
{
	(void)unused;
	for_each_variant(look_of_sentences);
}

/* ---- words ---- */

static struct library library;

static const struct rules *rules_of(const char *reference, const char *with)
{
	library = (struct library){ 0 };
	library_begin(&library, arena_new(), FROM_DISK);
	return rules_build(&library, reference, &with, with != NULL);
}

static void said(const char *reference, const char *with, enum row_id row, int item, const char *expected)
{
	const struct rules *rules = rules_of(reference, with);
	struct text sentence = { 0 };

	assert_non_null(rules);
	wording_sentence(rules, row, item, &sentence);
	assert_string_equal(text_read(&sentence), expected);
	text_free(&sentence);
	arena_free(library.arena);
}

static void sentences_read_well(void **unused)
{
	(void)unused;
	said("wahhi", NULL, ROW_going_out_canastas, 0, "A side needs at least 1 canasta to go out.");
	said("wca", NULL, ROW_going_out_canastas, 0, "A side needs at least 2 canastas to go out.");
	said("wahhi", NULL, ROW_cards_wild, 0,
	     "Wild cards are jokers and twos. They stand in for natural cards in melds, as all others that may be melded are called.");
	said("wahhi:three", NULL, ROW_table_sides, 0, "Everyone plays alone, as a side of her own.");
	said("wahhi", NULL, ROW_talon_taken, 0, "");
	said("wahhi", "last_card_stays", ROW_take_when, 2,
	     "The way of taking the pile \"By adding its top card to a meld\" is not allowed when the pile is frozen, nor "
	     "when the player holds exactly 1 card and the discard pile has exactly 1 card.");
	said("scpd", NULL, ROW_class_when, 3,
	     "A meld is called \"A splash\" when it has exactly 7 cards and either it has no wild cards or is of wild cards alone.");
	said("club", NULL, ROW_meld_wilds, 0,
	     "The meld \"A set\" has at most 1 wild card when it has up to 3 cards, at most 2 wild cards for 4 or 5, at most 3 "
	     "wild cards for 6 or more.");
	said("club", NULL, ROW_initial_meld_minimum, 0,
	     "The first melds of a side in a deal must together count at least 50 when the side's total is at least 0, 90 from "
	     "1,505, 120 above 3,000. A side with a total below 0 needs none.");
	said("guide:modern", NULL, ROW_score_points, 10,
	     "A side's score for \"Red threes without melds\" is 100 when the number of red threes the side has laid out plus the "
	     "number of its players who hold red threes is 1, 300 for 2, 500 for 3, 1,000 for 4 or more, counted "
	     "against the side.");
}

/* ---- amounts made at random ---- */

enum { AMOUNTS = 12, OPERANDS = 4, FILES = 150 };

static struct random chance;

/* What is added, taken away or multiplied in the amounts of a file, which differ in their brackets alone. */
struct operations {
	const char *of[OPERANDS], *sign[OPERANDS];
};

static struct operations random_operations(void)
{
	static const char *const of[] = { "side canastas",   "others canastas",    "side laid red 3",
		                          "side hand points", "side melded points", "2", "3" };
	static const char *const signs[] = { " + ", " - ", " * ", " - " };
	struct operations made;

	for (int i = 0; i < OPERANDS; i++) {
		made.of[i] = of[random_below(&chance, 7)];
		made.sign[i] = signs[random_below(&chance, 4)];
	}
	return made;
}

static void write_with_brackets(const struct operations *at, int from, int to, struct text *out)
{
	const int split = from + 1 + (int)random_below(&chance, (uint32_t)(to - from > 1 ? to - from - 1 : 1));

	if (to - from == 1) {
		text_add(out, at->of[from]);
		return;
	}
	text_add(out, random_below(&chance, 6) == 0 ? "-(" : "(");
	write_with_brackets(at, from, split, out);
	text_add(out, at->sign[split]);
	write_with_brackets(at, split, to, out);
	text_add(out, ")");
}

static enum read_result read_amounts(void *context, const char *path, struct text *bytes)
{
	if (strcmp(path, "amounts.canasta") != 0)
		return READ_MISSING;
	text_add(bytes, context);
	return READ_OK;
}

/* Scores that differ are said otherwise. */
static void no_two_amounts_have_one_sentence(void **unused)
{
	long differ = 0;

	(void)unused;
	random_begin(&chance, 1, 1);
	for (int file = 0; file < FILES; file++) {
		struct text text = { 0 }, said[AMOUNTS] = { { 0 } };
		const struct operations operations = random_operations();
		const struct rules *rules;
		bool failed = false;
		int first;

		text_add(&text, "language 1\nvariant amounts extends wahhi { initial_meld { minimum 50 }\n");
		for (int i = 0; i < AMOUNTS; i++) {
			text_format(&text, "add score s%d \"S\" { points ", i);
			write_with_brackets(&operations, 0, OPERANDS, &text);
			text_add(&text, " }\n");
		}
		text_add(&text, "}\n");
		library_begin(&library, arena_new(),
		              (struct reader){ .read = read_amounts, .context = (void *)text_read(&text) });
		rules = rules_build(&library, "amounts.canasta", NULL, 0);
		for (first = 0; rules != NULL && strcmp(rules->score[first].name, "s0") != 0; first++)
			continue;
		for (int i = 0; rules != NULL && i < AMOUNTS; i++) {
			amount_say(rules, rules->score[first + i].points->ir, &said[i]);
			for (int other = 0; other < i; other++) {
				if (canonical_same(rules, first + i, rules, first + other, ROW_score_points, &failed))
					continue;
				differ++;
				if (strcmp(text_read(&said[i]), text_read(&said[other])) == 0)
					print_error("%s\n%s\n", text_read(&said[i]), text_read(&text));
				assert_string_not_equal(text_read(&said[i]), text_read(&said[other]));
			}
		}
		for (int i = 0; i < AMOUNTS; i++)
			text_free(&said[i]);
		text_free(&text);
		arena_free(library.arena);
	}
	assert_true(differ > 1000);
}

/* ---- differences ---- */

static const struct rules *plain; /* the first of a file */

/* Something is told of two with different hashes, and no difference is told in the same words of both. */
static void assert_told(const struct rules *rules)
{
	const struct rules *const both[2] = { plain != NULL ? plain : rules, rules };
	static const char *const labels[2] = { "one", "other" };
	char hash[2][RULES_HASH_ROOM];
	struct differences differences;
	int told = 0;

	plain = both[0];
	assert_true(rules_hash(both[0], hash[0]) && rules_hash(both[1], hash[1]));
	assert_true(differences_find(both, labels, &differences));
	for (int i = 0; i < differences.count; i++) {
		const struct difference *at = &differences.list[i];
		told += !at->follows;
		if (strcmp(text_read(&at->said[0]), text_read(&at->said[1])) == 0)
			print_error("%s of %s: %s\n", text_read(&at->path), rules->name, text_read(&at->said[0]));
		assert_string_not_equal(text_read(&at->said[0]), text_read(&at->said[1]));
	}
	if (told == 0 && strcmp(hash[0], hash[1]) != 0)
		print_error("%s and %s\n", both[0]->name, both[1]->name);
	assert_true(told > 0 || strcmp(hash[0], hash[1]) == 0);
	differences_free(&differences);
}

static void every_difference_is_told(void **unused)
{
	char name[40];

	(void)unused;
	for (int i = 0; library_shipped(i, name, sizeof name); i++) {
		plain = NULL;
		for_each_in_file(name, assert_told);
	}
}

/* The rows of a group follow each other in rules.def: row_next() looks no further. */
static void rows_of_a_group_follow_each_other(void **unused)
{
	(void)unused;
	for (int group = 0; group < GROUP_COUNT; group++) {
		int all = 0, found = 0;
		for (int row = 0; row < ROW_COUNT; row++)
			all += rows[row].in == group;
		for (int row = -1; row_next(group, &row);)
			found++;
		assert_int_equal(found, all);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_setting_and_word_has_a_sentence),
		cmocka_unit_test(every_fact_can_be_said),
		cmocka_unit_test(every_list_has_a_noun),
		cmocka_unit_test(every_clause_has_a_verb),
		cmocka_unit_test(numbers_in_sentences_are_those_of_the_tables),
		cmocka_unit_test(steps_are_read_back),
		cmocka_unit_test(sentences_are_whole),
		cmocka_unit_test(sentences_read_well),
		cmocka_unit_test(no_two_amounts_have_one_sentence),
		cmocka_unit_test(every_difference_is_told),
		cmocka_unit_test(rows_of_a_group_follow_each_other),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
