/* test_estimate.c -- what bots make of a table where a rank has several melds: each of them has been seen, and beside one
 * that is full another may be begun. And what cards and melds cost at the end of a deal, found from a part of the score, is what they cost of all of it. */
#include "position_words.h"
#include "every_variant.h"
#include "game/question.h"
#include "players/estimate.h"
#include "players/evaluation.h"
#include "players/player.h"

static struct library library;
static struct position position;
static struct view view;
static struct evaluation evaluation;

/* A game like those of the clubs, and one in which a canasta of seven is full. */
static char beside[] = "language 1\n"
		       "variant beside extends wahhi {\n"
		       "    meld set { of_a_rank one_unfinished }\n"
		       "}\n";
static char beside_full[] = "language 1\n"
			    "variant beside extends wahhi {\n"
			    "    meld set { size 3..7; of_a_rank one_unfinished }\n"
			    "}\n";
static char full[] = "language 1\n"
		     "variant beside extends wahhi {\n"
		     "    meld set { size 3..7 }\n"
		     "}\n";

/* The player at seat 0 has drawn and looks at the table; seat 1 comes next. */
static void look(void)
{
	assert_true(position_finish(&position));
	position.game.phase = PHASE_MELD;
	position.game.turn.drew = true;
	view_of(&position.game, 0, &view);
}

static int kind_of(const struct rules *rules, const char *card)
{
	uint8_t kind;

	assert_int_equal(kinds_of(rules, card, &kind), 1);
	return kind;
}

static void cards_of_all_melds_are_seen(void **unused)
{
	const struct rules *rules = rules_for_test(&library, beside);
	int eight = kind_of(rules, "8"), nine = kind_of(rules, "9"), ten = kind_of(rules, "10");
	struct estimate estimate;

	(void)unused;
	position_begin(&position, rules, 0);
	deal_hand(&position, 0, "9 10 K Q 5");
	lay_pile(&position, "10 10 4");
	lay_meld(&position, 0, "8 8 8 8 2 2 2");
	lay_meld(&position, 0, "8 8 joker");
	lay_meld(&position, 1, "9 9 9 9 2 2 2");
	lay_meld(&position, 1, "9 9 9");
	look();
	estimate = estimate_of(&view);
	assert_int_equal(estimate_unseen(&estimate, eight), rules->kind[eight].copies - 4 - 2);
	assert_int_equal(estimate_unseen(&estimate, nine), rules->kind[nine].copies - 4 - 3 - 1);
	assert_int_equal(estimate_unseen(&estimate, ten), rules->kind[ten].copies - 2 - 1);
	evaluation_begin(&evaluation, &view);
	for (cardset kinds = rules->naturals; kinds != 0; kinds &= kinds - 1)
		assert_int_equal(estimate_unseen(&estimate, __builtin_ctzll(kinds)),
		                 evaluation.unseen[__builtin_ctzll(kinds)]);
	arena_free(library.arena);
}

/* Looks at a full canasta of eights: the player's, who holds three more, or that of the side which comes next. */
static const struct rules *look_at_full_canasta(char *text, int side)
{
	const struct rules *rules = rules_for_test(&library, text);

	position_begin(&position, rules, 0);
	deal_hand(&position, 0, side == 0 ? "8 8 8 5" : "8 4 5 6 9 J Q K");
	lay_pile(&position, "4 5 6 7");
	lay_meld(&position, side, "8 8 8 8 2 2 2");
	look();
	evaluation_begin(&evaluation, &view);
	return rules;
}

static void cards_beside_a_full_canasta_find_a_place(void **unused)
{
	int eight;

	(void)unused;
	eight = kind_of(look_at_full_canasta(beside_full, 0), "8");
	assert_true(evaluation.estimate.can_go_out);
	assert_true(hand_value(&evaluation, eight, 3) > 0);
	arena_free(library.arena);
	eight = kind_of(look_at_full_canasta(full, 0), "8");
	assert_false(evaluation.estimate.can_go_out);
	assert_true(hand_value(&evaluation, eight, 3) < 0);
	arena_free(library.arena);
}

static void a_pile_is_taken_beside_a_full_canasta(void **unused)
{
	int eight;

	(void)unused;
	eight = kind_of(look_at_full_canasta(beside_full, 1), "8");
	assert_true(discard_risk(&evaluation, eight) > 0);
	arena_free(library.arena);
	eight = kind_of(look_at_full_canasta(full, 1), "8");
	assert_int_equal(discard_risk(&evaluation, eight), 0);
	arena_free(library.arena);
}

enum {
	ACTS = 60, /* of a deal in each game: */
	APART = 6, /* one act in so many is looked at, */
	HELD = 4   /* with up to so many cards of each kind */
};

/* What these cards in the player's hand cost, of all that is scored. */
static int cost_in_hand(int kind, int held)
{
	struct game table = evaluation.table;
	int without = game_score_of_lines(&table, evaluation.own.account, UINT32_MAX);

	for (int i = 0; i < held; i++)
		cards_add(&table.seat[view.seat].hand, kind);
	table.seat[view.seat].size = (uint16_t)held;
	return without - game_score_of_lines(&table, evaluation.own.account, UINT32_MAX);
}

/* What the unfinished meld of these cards costs a side that has canastas enough, of all that is scored. */
static int cost_on_table(const struct meld_cards *cards)
{
	struct game table = evaluation.table;
	struct side *side = &table.side[evaluation.own.index];
	int without, with;

	side->points = side->melds = 0;
	side->canastas = (uint8_t)(view.rules->going_out.canastas + 1);
	without = game_score_of_lines(&table, evaluation.own.account, UINT32_MAX);
	side->melds = 1;
	side->melded = UINT64_C(1) << cards->kind;
	side->meld[0] = (struct meld){ .cards = *cards, .canasta = -1 };
	side->meld[0].classes = meld_classes(view.rules, cards);
	with = game_score_of_lines(&table, evaluation.own.account, UINT32_MAX);
	return without > with ? without - with : 0;
}

static int found; /* costs beyond what cards count */

static void costs_are_found(void)
{
	const struct rules *rules = view.rules;

	evaluation_begin(&evaluation, &view);
	for (cardset kinds = rules->naturals & rules->leads; kinds != 0; kinds &= kinds - 1) {
		int kind = __builtin_ctzll(kinds);
		for (int held = 1; held <= HELD && held <= rules->kind[kind].copies; held++) {
			struct meld_cards cards = { .kind = (uint8_t)kind, .naturals = (uint8_t)held };
			int cost = cost_in_hand(kind, held);
			found += cost != held * rules->kind[kind].points;
			assert_int_equal(imagine_caught(&evaluation, kind, held), cost);
			if (rules->tables->form_of[kind] < 0 || held < 3)
				continue;
			cost = cost_on_table(&cards);
			found += cost > 0;
			assert_int_equal(imagine_forfeit(&evaluation, &cards), cost);
		}
	}
}

static void look_at_a_deal(const struct rules *rules)
{
	struct act act;

	game_begin(&position.game, rules, 1);
	game_deal(&position.game, 0);
	for (int i = 0; i < ACTS && player_chooses(&player_careful, &position.game, NULL, NULL, &act); i++) {
		if (i % APART == 0) {
			view_of(&position.game, game_to_act(&position.game), &view);
			costs_are_found();
		}
		game_apply(&position.game, act);
	}
}

static void costs_are_those_of_the_whole_score(void **unused)
{
	(void)unused;
	for_each_variant(look_at_a_deal);
	assert_true(found > 0);
}

/* More chances than are kept at a time, each asked for twice. */
static void chances_that_are_kept_are_those_found_anew(void **unused)
{
	static const int each[] = { 0, 1, 90, 333, 512, 700, 896, 1024 };

	(void)unused;
	for (int i = 0; i < CHANCES_KEPT; i++)
		evaluation.chances[i].each = -1;
	for (int asked = 0; asked < 2; asked++)
		for (int i = 0; i < (int)(sizeof each / sizeof *each); i++)
			for (int cards = 0; cards <= CHANCE_CARDS + 2; cards++)
				for (int wanted = -1; wanted <= CHANCE_WANTED + 2; wanted++)
					assert_int_equal(evaluation_chance(&evaluation, cards, each[i], wanted),
					                 chance_of(cards, each[i], wanted));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cards_of_all_melds_are_seen),
		cmocka_unit_test(cards_beside_a_full_canasta_find_a_place),
		cmocka_unit_test(a_pile_is_taken_beside_a_full_canasta),
		cmocka_unit_test(costs_are_those_of_the_whole_score),
		cmocka_unit_test(chances_that_are_kept_are_those_found_anew),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
