/* test_hostile.c -- no rules file of 2 KB takes many steps to check, show, compare, print, judge or test. Each file of
 * tests/hostile tries to; steps are counted as requests for memory, so that no clock decides, and as steps of planning. */
#include <dirent.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include "canasta.h"
#include "game/planner.h"
#include "grammar/arena.h"

enum {
	SIZE_MOST = 2048,
	REQUESTS_MOST = 1000000, /* of one verb; a file with sixty variants of a large game needs a quarter of that */
	PLANNING_MOST = 9000000, /* steps of one verb, about a second */
	ACT_MOST =
		2000000, /* steps of one act of a game that is played: between two of them a simulation looks for signals */
	ACTS = 120
};

static void leave(void *context, const char *bytes, size_t length)
{
	(void)context, (void)bytes, (void)length;
}

/* The file of tests/hostile that is called [path]. */
static enum canasta_read read_hostile(void *context, const char *path, const struct canasta_out *to)
{
	char name[300], text[SIZE_MOST + 1];
	size_t length;
	FILE *file;

	(void)context;
	snprintf(name, sizeof name, "tests/hostile/%s", path);
	file = fopen(name, "r");
	if (file == NULL)
		return CANASTA_READ_MISSING;
	length = fread(text, 1, sizeof text, file);
	fclose(file);
	assert_in_range(length, 1, SIZE_MOST);
	to->write(to->context, text, length);
	return CANASTA_READ_OK;
}

static const struct canasta_io io = { .reader = { .read = read_hostile },
	                              .out = { leave, NULL },
	                              .messages = { leave, NULL } };

/* ---- verbs ---- */

static int check(const char *path)
{
	const struct canasta_checking how = { .form = CANASTA_TEXT };

	return canasta_check(&io, &path, 1, &how);
}

static int test(const char *path)
{
	return canasta_test(&io, &path, 1);
}

/* What an editor asks, at the beginning of every line up to the tenth: as many steps for each question. */
static int edit(const char *path)
{
	int status = canasta_tokens(&io, path);

	for (int question = CANASTA_COMPLETION; question <= CANASTA_OUTLINE; question++)
		for (int line = 1; line <= 10 && status != CANASTA_INTERNAL; line++) {
			arena_fail_at(REQUESTS_MOST, 1);
			status = canasta_ask(&io, path, (enum canasta_question)question, line, 8);
		}
	return status;
}

/* Everything that can be done with a hand of many short ranks and many wild cards. */
static int judge(const char *path)
{
	const struct canasta_dispute dispute = {
		.variants = &path,
		.variant_count = 1,
		.lines = "hand 4 4 5 5 6 6 7 7 8 8 9 9 10 10 J J Q Q 2 2 2 2 joker joker\ndo draw 4",
		.all = 1,
	};

	return canasta_judge(&io, &dispute);
}

static int show(struct canasta_variant *variant)
{
	return canasta_show(&io, variant, "", 0);
}

static int hash(struct canasta_variant *variant)
{
	char digits[65];

	return canasta_hash(&io, variant, digits);
}

static int sheet(struct canasta_variant *variant)
{
	const struct canasta_sheet_plan plan = { .form = CANASTA_TEXT };

	return canasta_sheet(&io, variant, &plan);
}

static int page(struct canasta_variant *variant)
{
	const struct canasta_sheet_plan plan = { .form = CANASTA_HTML };

	return canasta_sheet(&io, variant, &plan);
}

/* The variant beside one that comes with the library. */
static int beside(struct canasta_variant *variant, bool matrix)
{
	static const char *const labels[2] = { "one", "two" };
	const struct canasta_writing how = { .form = CANASTA_TEXT, .all = 1 };
	const struct canasta_variant *both[2] = { variant, NULL };
	struct canasta_variant *other = NULL;
	int status = canasta_load(&io, "american", NULL, 0, &other);

	both[1] = other;
	if (status == CANASTA_FINE)
		status = matrix ? canasta_matrix(&io, both, labels, 2, &how)
		                : canasta_diff(&io, both, labels, &how, CANASTA_WORDS);
	canasta_free(other);
	return status;
}

static int diff(struct canasta_variant *variant)
{
	return beside(variant, false);
}

static int matrix(struct canasta_variant *variant)
{
	return beside(variant, true);
}

/* Acts of a deal, chosen by [bot]. Each takes few steps. */
static void play(struct canasta_variant *variant, const char *path, const char *bot)
{
	struct canasta_game *game = NULL;

	if (canasta_game_new(&io, variant, 1, &game) != CANASTA_FINE)
		return;
	canasta_game_deal(game);
	for (int act = 0; act < ACTS && canasta_game_moment(game) == CANASTA_TO_ACT; act++) {
		long planned;
		planning.steps = 0;
		assert_int_equal(canasta_game_bot(game, bot), 0);
		planned = planning.steps;
		if (planned > ACT_MOST)
			fail_msg("%s: an act that %s chooses takes %ld steps of planning", path, bot, planned);
	}
	canasta_game_free(game);
}

/* ---- files ---- */

static const struct {
	const char *name;
	int (*of_file)(const char *path);
	int (*of_variant)(struct canasta_variant *variant);
} verbs[] = {
	{ "check", .of_file = check },      { "test", .of_file = test },    { "judge", .of_file = judge },
	{ "edit", .of_file = edit },        { "show", .of_variant = show }, { "hash", .of_variant = hash },
	{ "sheet", .of_variant = sheet },   { "page", .of_variant = page }, { "diff", .of_variant = diff },
	{ "matrix", .of_variant = matrix },
};

static void takes_few_steps(const char *path, const char *verb, int status)
{
	long planned = planning.steps;

	planning.steps = 0;
	arena_fail_at(0, 0);
	if (status == CANASTA_INTERNAL)
		fail_msg("%s %s takes more than %d requests for memory", verb, path, REQUESTS_MOST);
	if (planned > PLANNING_MOST)
		fail_msg("%s %s takes %ld steps of planning", verb, path, planned);
}

static void is_harmless(const char *path)
{
	struct canasta_variant *variant = NULL;
	bool loaded;
	int status;

	arena_fail_at(REQUESTS_MOST, 1);
	status = canasta_load(&io, path, NULL, 0, &variant);
	takes_few_steps(path, "load", status);
	loaded = status == CANASTA_FINE;
	for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
		if (verbs[i].of_variant != NULL && !loaded)
			continue;
		arena_fail_at(REQUESTS_MOST, 1);
		status = verbs[i].of_file != NULL ? verbs[i].of_file(path) : verbs[i].of_variant(variant);
		takes_few_steps(path, verbs[i].name, status);
	}
	if (loaded) {
		play(variant, path, "random");
		play(variant, path, "simple");
	}
	canasta_free(variant);
}

static void no_small_file_takes_many_steps(void **unused)
{
	DIR *folder = opendir("tests/hostile");
	int files = 0;

	(void)unused;
	assert_non_null(folder);
	for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
		if (strstr(entry->d_name, ".canasta") != NULL) {
			is_harmless(entry->d_name);
			files++;
		}
	closedir(folder);
	assert_true(files > 30);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(no_small_file_takes_many_steps) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
