/* test_clauses.c -- which clauses are asked: those of all acts that the cards allow. */
#include "position_words.h"
#include "reports/judge.h"

static struct library library;
static struct position position;
static struct clause_counts clauses;

/* Sevens lie there and more are held. How often a side with a canasta was refused to begin a meld. */
static int64_t refused_beginnings(char *text, const char *meld)
{
	const struct rules *rules = rules_for_test(&library, text);

	memset(&clauses, 0, sizeof clauses);
	position_begin(&position, rules, 0);
	deal_hand(&position, 0, "7 7 7 5 6 9");
	lay_meld(&position, 0, "9 9 9 9 9 9 9");
	lay_meld(&position, 0, meld);
	assert_true(position_finish(&position));
	position.game.phase = PHASE_MELD;
	position.game.turn.drew = true;
	clauses_look(&clauses, &position.game);
	arena_free(library.arena);
	return clauses.refused[ROW_meld_begun][0];
}

static void a_meld_beside_a_canasta_is_tried(void **unused)
{
	char beside[] = "language 1\n"
			"variant beside extends wahhi {\n"
			"    meld set { of_a_rank one_unfinished; begun unless side canastas > 0 }\n"
			"}\n";
	char once[] = "language 1\n"
		      "variant once extends wahhi {\n"
		      "    meld set { begun unless side canastas > 0 }\n"
		      "}\n";

	(void)unused;
	assert_int_equal(refused_beginnings(beside, "7 7 7 7 2 2 2"), 1);
	assert_int_equal(refused_beginnings(beside, "7 7 7"), 0);
	assert_int_equal(refused_beginnings(once, "7 7 7 7 2 2 2"), 0);
	assert_int_equal(refused_beginnings(once, "8 8 8 8 2 2 2"), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_meld_beside_a_canasta_is_tried),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
