/* test_differences.c -- what is told of the differences of any two shipped games, read with the eyes of a program: each sentence is whole,
 * has a verb and says something, the list, the numbers above it and what programs get are the same, and so are both directions. */
#include "reports/reports.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/build.h"
#include "rules/compare.h"
#include "text/document.h"
#include "text/json.h"
#include "tests/files.h"

enum { GAMES = 64 };

static struct library library;
static const struct rules *games[GAMES];
static const char *names[GAMES];
static int count;

/* All shipped games without options, each made of a file of its own or of one with others. */
static int make_games(void **unused)
{
	char name[40];

	(void)unused;
	library_begin(&library, arena_new(), FROM_DISK);
	for (int i = 0; library_shipped(i, name, sizeof name); i++) {
		const char *variant;
		const struct library_file *file = library_file(&library, name, &variant);
		for (const struct statement *at = file->statements; at != NULL; at = at->next) {
			if (at->kind != STATEMENT_VARIANT)
				continue;
			assert_true(count < GAMES);
			games[count] = tables_compile(&library, rules_build_variant(&library, file, at, NULL, 0));
			assert_non_null(games[count]);
			names[count] = games[count]->name;
			count++;
		}
	}
	return count > 0 ? 0 : -1;
}

static int free_games(void **unused)
{
	(void)unused;
	arena_free(library.arena);
	return 0;
}

/* ---- sentences ---- */

/* True if a word of [sentence] is a verb that these sentences have. */
static bool has_verb(const char *sentence)
{
	static const char *const verbs[] = {
		" is ",    " are ",   " has ",      " have ",   " may ",    " need ",   " needs ",    " takes ",
		" goes ",  " draws ", " plays ",    " counts ", " count ",  " lies ",   " happens ",  " passes ",
		" stays ", " stay ",  " ends ",     " asks ",   " binds ",  " bind ",   " calls ",    " names ",
		" holds ", " gives ", " give ",     " joins ",  " comes ",  " come ",   " cuts ",     " cut ",
		" form ",  " keep ",  " decides ",  " shows ",  " stands ", " scores ", " discards ", " applies ",
		" deals ", " does ",  " finishes ", " share ",  " must ",   " begins ", " play ",     " opens ",
		" go ",    " score ", " stays,",    " is:",     " lays "
	};

	for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
		if (strstr(sentence, verbs[i]) != NULL)
			return true;
	return false;
}

/* True if [sentence] is a whole one that says something. */
static bool is_sound(const char *sentence)
{
	static const char *const never[] = { "  ",
		                             " .",
		                             "..",
		                             ":.",
		                             ": ;",
		                             "{",
		                             "}",
		                             "|",
		                             "\n",
		                             "the rules say",
		                             "other limits allow",
		                             "not only when",
		                             "takes it added",
		                             "takes it as",
		                             "lays the top card added",
		                             "whether or not",
		                             " in any case.",
		                             ", by the ",
		                             " :" };
	size_t length = strlen(sentence);

	for (size_t i = 0; i < sizeof never / sizeof *never; i++)
		if (strstr(sentence, never[i]) != NULL)
			return false;
	return length > 1 && sentence[length - 1] == '.' && has_verb(sentence);
}

static long unsound;

/* The sentences of a list: what stands behind a label, such as "New", is one, too. */
static void each_is_sound(const struct differences *differences)
{
	struct document document;

	document_begin(&document, "diff");
	differences_list(differences, true, &document);
	for (const struct block *block = document.first; block != NULL; block = block->next) {
		struct text said = { 0 }, label = { 0 };
		words_read(&block->words, &said);
		words_read(&block->label, &label);
		if ((block->kind == BLOCK_ITEM ||
		     (block->kind == BLOCK_NOTE && strcmp(text_read(&label), "Was") == 0)) &&
		    !is_sound(text_read(&said))) {
			print_error("%s and %s: \"%s\"\n", differences->label[0], differences->label[1],
			            text_read(&said));
			unsound++;
		}
		text_free(&said);
		text_free(&label);
	}
	document_end(&document);
}

/* The same of what stands side by side, where a dash is nothing. */
static void each_cell_is_sound(const struct differences *differences)
{
	struct document document;

	document_begin(&document, "diff");
	differences_beside(differences, &document);
	for (const struct block *block = document.first; block != NULL; block = block->next)
		for (const struct table_row *row = block->kind == BLOCK_TABLE ? block->table->first : NULL; row != NULL;
		     row = row->next)
			for (int side = 0; side < 2 && row->kind == TABLE_BODY; side++) {
				const char *said = text_read(&row->cell[side].first->words);
				if (strcmp(said, "\xe2\x80\x93") == 0 || is_sound(said))
					continue;
				print_error("%s beside %s: \"%s\"\n", differences->label[0], differences->label[1],
				            said);
				unsound++;
			}
	document_end(&document);
}

/* ---- words ---- */

/* True if [words] are in [said], and not as a title in quotes. */
static bool speaks_of(const char *said, const char *words)
{
	for (const char *at = said; (at = strstr(at, words)) != NULL; at++)
		if (at > said && at[-1] != '"')
			return true;
	return false;
}

/* True of a title that stands for what it says: nobody needs to be told that it does. */
static bool speaks_for_itself(const char *title)
{
	static const char *const titles[] = { "The pile has one card", "A meld of wild cards",
		                              "The side has not opened", "The side has not melded", "A natural meld" };

	for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
		if (strcmp(title, titles[i]) == 0)
			return true;
	return false;
}

/* What a term or a class is called inside a sentence stands for something that the reader is told once. */
static void each_word_is_explained(const struct differences *differences, bool all)
{
	struct document document;
	struct text said = { 0 };

	document_begin(&document, "diff");
	differences_list(differences, all, &document);
	for (const struct block *block = document.first; block != NULL; block = block->next) {
		words_read(&block->label, &said);
		text_add(&said, " ");
		words_read(&block->words, &said);
		text_add(&said, "\n");
	}
	for (int side = 0; side < 2; side++)
		for (int group = 0; group < GROUP_COUNT; group++)
			for (int item = 0;
			     group_is_helper(group) && item < rules_item_count(differences->rules[side], group);
			     item++) {
				const char *title = rules_item_title(differences->rules[side], group, item);
				struct text words = { 0 }, quoted = { 0 };
				if (title == NULL)
					continue;
				text_format(&words, "%s%c%s", group == GROUP_class ? "include " : "",
				            small_letter(title[0]), title + 1);
				text_format(&quoted, "\"%s\"", title);
				if (group == GROUP_class && class_names_canastas(differences->rules, side, item)) {
					if (strstr(text_read(&said), "\"A canasta\" when") != NULL)
						fail_msg("%s and %s explain what a canasta is", differences->label[0],
						         differences->label[1]);
				} else if (!all && speaks_for_itself(title)
				                   ? strstr(text_read(&said), text_read(&quoted)) != NULL
				                   : speaks_of(text_read(&said), text_read(&words)) &&
				                             strstr(text_read(&said), text_read(&quoted)) == NULL &&
				                             !speaks_for_itself(title)) {
					print_error("%s and %s: %s is %sexplained\n", differences->label[0],
					            differences->label[1], text_read(&quoted),
					            speaks_for_itself(title) ? "" : "not ");
					unsound++;
				}
				text_free(&words);
				text_free(&quoted);
			}
	text_free(&said);
	document_end(&document);
}

/* Words that both games are said to have are asked for by rules of both. */
static void what_both_games_say_both_use(const struct differences *differences)
{
	struct document document;

	document_begin(&document, "diff");
	differences_list(differences, true, &document);
	for (const struct block *block = document.first; block != NULL; block = block->next) {
		struct text said = { 0 };
		words_read(&block->words, &said);
		for (int side = 0; side < 2 && strncmp(text_read(&said), "In both games", 13) == 0; side++)
			for (int group = 0; group < GROUP_COUNT; group++)
				for (int item = 0;
				     group_is_helper(group) && item < rules_item_count(differences->rules[side], group);
				     item++) {
					const char *title = rules_item_title(differences->rules[side], group, item);
					if (title != NULL && strstr(text_read(&said), title) != NULL &&
					    level_of_asking(differences->rules[side], group, item) == LEVEL_TEXT)
						fail_msg("%s and %s: %s", differences->label[0], differences->label[1],
						         text_read(&said));
				}
		text_free(&said);
	}
	document_end(&document);
}

/* ---- titles ---- */

/* What a thing was stands in brackets only where both games call it the same: where its titles differ, the sentence that says what it was has
 * the title that it had. */
static void what_was_has_its_title(const struct differences *differences)
{
	for (int i = 0; i < differences->count; i++) {
		const struct difference *difference = &differences->list[i];
		struct text was = { 0 };
		struct document document;
		const char *title[2] = { NULL, NULL };
		if (difference->row < 0 || difference->item[0] < 0 || difference->item[1] < 0 ||
		    !groups[difference->group].is_list || difference->said[0].length == 0)
			continue;
		for (int side = 0; side < 2; side++)
			title[side] =
				rules_item_title(differences->rules[side], difference->group, difference->item[side]);
		document_begin(&document, "diff");
		difference_add(differences, i, 0, &document);
		for (const struct block *block = document.first; block != NULL; block = block->next)
			words_read(&block->words, &was);
		if (title[0] != NULL && title[1] != NULL && strcmp(title[0], title[1]) != 0 &&
		    strstr(text_read(&was), title[0]) == NULL) {
			print_error("%s and %s: \"%s\" without \"%s\"\n", differences->label[0], differences->label[1],
			            text_read(&was), title[0]);
			unsound++;
		}
		text_free(&was);
		document_end(&document);
	}
}

/* Of several sentences about what was so, those behind the first are told, too. */
static void what_was_is_told_whole(const struct differences *differences)
{
	for (int i = 0; i < differences->count; i++) {
		const struct difference *difference = &differences->list[i];
		const char *rest = strstr(text_read(&difference->said[0]), ". ");
		struct text told = { 0 };
		struct document document;
		if (difference->row < 0 || rest == NULL)
			continue;
		document_begin(&document, "diff");
		difference_add(differences, i, 0, &document);
		for (const struct block *block = document.first; block != NULL; block = block->next)
			words_read(&block->words, &told);
		if (strstr(text_read(&told), rest) == NULL) {
			print_error("%s and %s: \"%s\" without \"%s\"\n", differences->label[0], differences->label[1],
			            text_read(&told), rest);
			unsound++;
		}
		text_free(&told);
		document_end(&document);
	}
}

/* ---- the same for all readers ---- */

/* True if what words stand for follows, which is no difference. */
static bool begins_words(const struct block *block)
{
	struct text heading = { 0 };
	bool begins;

	words_read(&block->words, &heading);
	begins = block->kind == BLOCK_HEADING && strcmp(text_read(&heading), "What these words stand for") == 0;
	text_free(&heading);
	return begins;
}

/* The list, the numbers above it and JSON have the same differences: an item for each. */
static void all_are_told(const struct differences *differences)
{
	struct document document;
	json_t *json = differences_json(differences);
	int items = 0, of_levels = 0;

	document_begin(&document, "diff");
	differences_list(differences, true, &document);
	for (const struct block *block = document.first; block != NULL && !begins_words(block); block = block->next)
		items += block->kind == BLOCK_ITEM;
	for (int level = 0; level <= LEVEL_TEXT; level++)
		of_levels += differences->of_level[level];
	assert_int_equal(items, differences->count - differences->following);
	assert_int_equal(of_levels, items);
	assert_int_equal(json_array_size(json_object_get(json, "differences")), items);
	json_decref(json);
	document_end(&document);
}

/* Each heading of a list has something below it, and what the foot says is not listed is as many as are missing. */
static void list_by_topic_is_whole(const struct differences *differences)
{
	struct document document;
	int in_words = 0, left = 0, all = 0;
	bool words = false;

	document_begin(&document, "diff");
	differences_list(differences, false, &document);
	for (const struct block *block = document.first; block != NULL; block = block->next) {
		struct text said = { 0 };
		words_read(&block->words, &said);
		if (block->kind == BLOCK_HEADING) {
			assert_non_null(block->next);
			assert_false(block->next->kind == BLOCK_HEADING && block->next->depth <= block->depth);
			words = strcmp(text_read(&said), "Words alone") == 0 || (words && block->depth > 0);
		}
		in_words += words && block->kind == BLOCK_ITEM;
		if (block->kind == BLOCK_LEGEND) {
			left = (int)strtol(text_read(&said), NULL, 10);
			all++;
		}
		text_free(&said);
	}
	if (all == 0)
		assert_int_equal(in_words, differences->of_level[LEVEL_TEXT]);
	else
		assert_in_range(left, 0, differences->of_level[LEVEL_TEXT]);
	document_end(&document);
}

/* A thing of which more than words differs is not told to differ in words alone for having two titles. */
static void titles_differ_alone(const struct differences *differences)
{
	for (int i = 0; i < differences->count; i++) {
		const struct difference *titles = &differences->list[i];
		if (titles->row >= 0 || titles->order || titles->follows || titles->item[0] < 0 ||
		    titles->item[1] < 0 ||
		    rules_item_title(differences->rules[0], titles->group, titles->item[0]) == NULL ||
		    rules_item_title(differences->rules[1], titles->group, titles->item[1]) == NULL ||
		    strcmp(rules_item_title(differences->rules[0], titles->group, titles->item[0]),
		           rules_item_title(differences->rules[1], titles->group, titles->item[1])) == 0)
			continue;
		for (int other = 0; other < differences->count; other++) {
			const struct difference *at = &differences->list[other];
			if (at->row >= 0 && at->group == titles->group && at->item[0] == titles->item[0] &&
			    at->item[1] == titles->item[1] && at->level != LEVEL_TEXT && at->said[0].length > 0 &&
			    at->said[1].length > 0)
				fail_msg("%s and %s: %s", differences->label[0], differences->label[1],
				         text_read(&titles->path));
		}
	}
}

/* True if [of] has a difference of which [said] is said, the second game first. */
static bool is_told(const struct differences *of, const struct text said[2])
{
	for (int i = 0; i < of->count; i++)
		if (strcmp(text_read(&of->list[i].said[0]), text_read(&said[1])) == 0 &&
		    strcmp(text_read(&of->list[i].said[1]), text_read(&said[0])) == 0)
			return true;
	return false;
}

/* The other way round the same things are paired. */
static void both_ways_are_alike(const struct differences *differences, const struct differences *back)
{
	assert_int_equal(back->count, differences->count);
	for (int i = 0; i < differences->count; i++)
		if (!is_told(back, differences->list[i].said))
			fail_msg("%s and %s, %s: only one way", differences->label[0], differences->label[1],
			         text_read(&differences->list[i].path));
}

/* No two differences have one path: that is what one borrows another game's rule by. */
static void each_has_a_path(const struct differences *differences)
{
	for (int i = 0; i < differences->count; i++)
		for (int other = 0; other < i; other++)
			assert_string_not_equal(text_read(&differences->list[i].path),
			                        text_read(&differences->list[other].path));
}

static struct differences differences_of(int one, int other)
{
	const struct rules *const rules[2] = { games[one], games[other] };
	const char *const labels[2] = { names[one], names[other] };
	struct differences found;

	assert_true(differences_find(rules, labels, &found));
	return found;
}

static void every_pair_is_told_well(void **unused)
{
	(void)unused;
	for (int one = 0; one < count; one++)
		for (int other = 0; other < one; other++) {
			struct differences found[2] = { differences_of(one, other), differences_of(other, one) };
			for (int way = 0; way < 2; way++) {
				each_is_sound(&found[way]);
				each_cell_is_sound(&found[way]);
				what_was_has_its_title(&found[way]);
				what_was_is_told_whole(&found[way]);
				each_word_is_explained(&found[way], false);
				each_word_is_explained(&found[way], true);
				what_both_games_say_both_use(&found[way]);
				all_are_told(&found[way]);
				list_by_topic_is_whole(&found[way]);
				titles_differ_alone(&found[way]);
				each_has_a_path(&found[way]);
			}
			both_ways_are_alike(&found[0], &found[1]);
			differences_free(&found[0]);
			differences_free(&found[1]);
		}
	assert_int_equal(unsound, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_pair_is_told_well),
	};

	return cmocka_run_group_tests(tests, make_games, free_games);
}
