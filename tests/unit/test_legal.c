/* test_legal.c -- the list of legal acts and the refusals agree on every act there could be; positions stay sound. */
#include "position_words.h"

#include <stdint.h>
#include <stdio.h>

#include "game/random.h"
#include "grammar/arena.h"
#include "rules/build.h"
#include "tests/files.h"

static struct library library;

static int load(void **state)
{
	library_begin(&library, arena_new(), FROM_DISK);
	*state = tables_compile(&library, rules_build(&library, "wahhi", NULL, 0));
	return *state == NULL;
}

static int unload(void **state)
{
	(void)state;
	arena_free(library.arena);
	return 0;
}

static bool listed(const struct acts *acts, struct act act)
{
	for (int i = 0; i < acts->count; i++)
		if (act_equal(acts->act[i], act))
			return true;
	return false;
}

static void compare(const struct game *game, const struct acts *acts, struct act act)
{
	struct reason reason = game_refusal(game, act);
	bool legal = reason.refusal == REFUSAL_NONE;

	assert_true(reason.kind < game->rules->kinds);
	if (legal != listed(acts, act))
		fail_msg("deal %u turn %u: act %u item %u kind %u count %u wild %u %u is %s but %s", game->deal,
		         game->turn.number, act.verb, act.item, act.kind, act.count, act.packed_wilds[0],
		         act.packed_wilds[1], legal ? "legal" : "refused", legal ? "not listed" : "listed");
}

/* Goes through every act that could come to anybody's mind, and some more. */
static void compare_all(const struct game *game, const struct acts *acts)
{
	const struct rules *rules = game->rules;
	struct act act = { 0 };

	for (int verb = 0; verb <= VERBS; verb++)
		for (int item = 0; item < (verb == ACT_ADD       ? 14
		                           : verb >= ACT_DISCARD ? 2
		                           : verb == ACT_MELD    ? 6
		                                                 : 4);
		     item++)
			for (int kind = 0; kind <= rules->kinds; kind++)
				for (int count = 0; count < (verb == ACT_MELD ? 6 : 4); count++)
					for (int wilds = 0; wilds < 9; wilds++) {
						act = act_of((unsigned)verb, (unsigned)item, (unsigned)kind,
						             (unsigned)count);
						act.packed_wilds[0] = (uint8_t)(wilds % 3);
						act.packed_wilds[1] = (uint8_t)(wilds / 3);
						compare(game, acts, act);
					}
}

static void no_act_twice(const struct acts *acts)
{
	for (int i = 0; i < acts->count; i++)
		for (int j = i + 1; j < acts->count; j++)
			assert_false(act_equal(acts->act[i], acts->act[j]));
}

/* The legal acts are the candidates that the referee does not refuse. */
static void legal_are_candidates(const struct game *game, const struct acts *acts)
{
	static struct acts candidates;
	int legal = 0;

	game_candidates(game, &candidates);
	no_act_twice(&candidates);
	for (int i = 0; i < candidates.count; i++)
		if (game_refusal(game, candidates.act[i]).refusal == REFUSAL_NONE) {
			assert_true(listed(acts, candidates.act[i]));
			legal++;
		}
	assert_int_equal(legal, acts->count);
}

/* Plays at random; every so often the whole universe of acts is compared. */
static void play(const struct rules *rules, uint64_t seed, int deals, int every)
{
	static struct game game;
	static struct acts acts;
	struct random random;
	struct tally tally;
	int32_t totals[SIDES_MAX];
	long acted = 0;

	random_begin(&random, seed, 1);
	game_begin(&game, rules, seed);
	for (int deal = 0; deal < deals; deal++) {
		game_deal(&game, 0);
		while (game.phase != PHASE_OVER) {
			const char *wrong = game_check(&game);
			if (wrong != NULL)
				fail_msg("seed %lu deal %d turn %u: %s", (unsigned long)seed, deal, game.turn.number,
				         wrong);
			game_legal(&game, &acts);
			no_act_twice(&acts);
			if (acted++ % every == 0) {
				legal_are_candidates(&game, &acts);
				if (!rules->named_melds) /* one act may be named in several ways */
					compare_all(&game, &acts);
			}
			game_apply(&game, acts.act[random_below(&random, (uint32_t)acts.count)]);
		}
		assert_null(game_check(&game));
		game_score(&game, &tally);
		for (int side = 0; side < rules->table.sides; side++)
			totals[side] = game.side[side].score + tally.total[side];
		game_next_deal(&game, totals);
	}
}

static void list_and_refusals_agree(void **state)
{
	for (uint64_t seed = 0; seed < 12; seed++)
		play(*state, seed, 3, 13);
}

/* The same under rules that no shipped variant has. */
static void they_agree_in_test_variants(void **state)
{
	static const char *const variants[] = {
		"a-modern-game-may-use-all-of-them",
		"a-natural-card-may-have-to-wait-for-a-wild-one",
		"a-rank-may-be-begun-again-beside-its-canasta",
		"a-shape-may-lift-a-limit",
		"a-wild-top-card-may-be-taken-with-its-like",
		"aces-may-have-wild-cards-from-the-initial-meld-only",
		"an-initial-meld-may-have-to-contain-something",
		"bans-may-give-way-in-order",
		"wild-cards-may-wait-for-a-wild-canasta",
		"a-score-may-be-asked-player-by-player",
		"a-special-hand-may-end-many-a-deal",
		"a-whole-hand-may-be-a-special-hand",
		"a-canasta-may-want-one-kind-of-wild-card",
		"a-hand-may-hold-most-of-the-deck",
		"going-out-may-take-a-long-search",
		"a-start-card-may-be-missing",
		"a-table-may-be-full-of-melds",
		"nearly-all-cards-may-be-bonus-cards",
		"points-may-be-out-of-all-proportion",
		"a-meld-may-be-begun-while-the-stock-lasts",
		"melds-may-be-begun-with-the-pile-alone",
		"cards-may-count-less-than-nothing",
		"not-every-large-meld-is-a-canasta",
		"the-last-form-of-a-rank-may-be-the-one",
		"the-minimum-may-be-waived-but-for-going-out",
		"the-pile-may-be-taken-with-wild-cards-alone",
		"sequences-may-have-wild-cards",
		"sequences-may-meet-the-other-rules",
		"a-run-may-have-to-wait-for-another",
		"a-take-may-name-its-meld",
		"a-reserve-may-wait-for-a-canasta",
		"what-seldom-happens-may-happen",
	};

	(void)state;
	for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
		char path[120];
		const struct rules *rules;
		snprintf(path, sizeof path, "tests/good/%s.canasta", variants[i]);
		rules = tables_compile(&library, rules_build(&library, path, NULL, 0));
		assert_non_null(rules);
		for (uint64_t seed = 0; seed < 3; seed++)
			play(rules, seed, 2, 5);
	}
}

static void positions_stay_sound(void **state)
{
	for (uint64_t seed = 100; seed < 160; seed++)
		play(*state, seed, 6, 1000000);
}

/* Bonus cards in hands, talons for empty hands, takes that are forced, deals that end after melding. */
static char kept[] =
	"language 1\n"
	"variant kept \"Kept\" extends wahhi {\n"
	"    deal { bonus_cards in_the_first_turn; turn_again_limit 1 }\n"
	"    bonus { laid by_choice; last_card ends_the_deal_after_melding; replaced when stock size > 20 }\n"
	"    discard { add ban threes { cards red 3 } }\n"
	"    pile { take lay_off { forced when stock size < 40 } }\n"
	"    talon { cards by side order { 1: 4; 2 or more: 3 }; leaves 4; empty_hand allowed }\n"
	"    stock_end { play ends_after_one_take }\n"
	"    going_out { canastas 0 }\n"
	"}\n";
static char aside[] =
	"language 1\n"
	"variant aside \"Aside\" extends wahhi {\n"
	"    deal { bonus_cards in_the_first_turn }\n"
	"    bonus { unreplaced ends_the_deal }\n"
	"    turn { draw 2 }\n"
	"    talon { cards 4; set_aside 7; taken always; joins_hand in_the_next_turn; empty_hand allowed }\n"
	"    stock_end { short_draw ends_the_deal }\n"
	"}\n";

static void play_other_rules(char *text)
{
	struct library others;
	const struct rules *rules = rules_for_test(&others, text);

	for (uint64_t seed = 0; seed < 8; seed++)
		play(rules, seed, 3, 13);
	arena_free(others.arena);
}

static void they_agree_on_kept_bonus_cards_and_talons(void **state)
{
	(void)state;
	play_other_rules(kept);
}

static void they_agree_on_talons_laid_aside(void **state)
{
	(void)state;
	play_other_rules(aside);
}

/* Any bytes are answered with a reason, never with a crash. */
static void any_bytes_are_an_act(void **state)
{
	static struct game game;
	struct random random;
	struct act act;

	random_begin(&random, 1, 1);
	game_begin(&game, *state, 1);
	game_deal(&game, 0);
	game_apply(&game, (struct act){ .verb = ACT_DRAW });
	for (int i = 0; i < 200000; i++) {
		uint32_t bytes[2] = { random_next(&random), random_next(&random) };
		bytes[0] = (bytes[0] & 0xfffffff8) | (bytes[0] & 7);
		memcpy(&act, bytes, sizeof act);
		act.verb %= VERBS + 1;
		assert_true(game_refusal(&game, act).refusal < REFUSAL_COUNT);
	}
}

/* Sevens and closed ranks do not go into an empty tray: once a wild card closes the sixes nothing could be discarded. */
static void they_agree_where_an_act_may_ban_what_is_left(void **state)
{
	static struct position position;
	static struct acts acts;
	struct act closes = { .verb = ACT_ADD };
	const struct rules *rules = tables_compile(&library, rules_build(&library, "wca", NULL, 0));
	uint8_t two;

	(void)state;
	assert_non_null(rules);
	assert_int_equal(kinds_of(rules, "2", &two), 1);
	position_begin(&position, rules, 0);
	deal_hand(&position, 0, "5 5 6 7 7 2");
	lay_meld(&position, 0, "6 6 6 6 6 2");
	lay_meld(&position, 0, "5 5 5");
	lay_pile(&position, "5");
	position.game.side[0].opened = true;
	assert_true(position_finish(&position));
	game_legal(&position.game, &acts);
	assert_int_equal(acts.act[1].verb, ACT_TAKE);
	game_apply(&position.game, acts.act[1]);
	game_legal(&position.game, &acts);
	closes.kind = two;
	assert_false(listed(&acts, closes));
	compare_all(&position.game, &acts);
}

/* Only a meld of wild cards lets the side open, and behind wild cards elsewhere it is barred. */
static void they_agree_where_only_wild_cards_open(void **state)
{
	const struct rules *rules = rules_from_disk(&library, "scpd", NULL, 0);
	static struct position position;
	static struct acts acts;

	(void)state;
	assert_non_null(rules);
	position_begin(&position, rules, 0);
	deal_hand(&position, 0, "4 4 6 8 9 10 Q Q A 2 2 joker joker joker");
	lay_pile(&position, "5");
	assert_true(position_finish(&position));
	game_apply(&position.game, act_of(ACT_DRAW, 0, 0, 0));
	game_legal(&position.game, &acts);
	assert_true(acts.count > 0);
	compare_all(&position.game, &acts);
}

/* A ban that never gives way, and that an event brings about after the draw. */
static void an_event_leaves_nobody_without_an_act(void **unused)
{
	static char text[] = "language 1\n"
			     "variant test \"Test\" extends wahhi {\n"
			     "    discard { add ban all { cards any; when event exact_deal; gives_way never } }\n"
			     "}\n";
	struct library with_ban;
	const struct rules *rules = rules_for_test(&with_ban, text);
	struct position position;
	struct acts acts;

	(void)unused;
	position_begin(&position, rules, 0);
	deal_hand(&position, 0, "4 6 8");
	position_finish(&position);
	game_apply(&position.game, (struct act){ .verb = ACT_DRAW });
	game_record_event(&position.game, 0, 0);
	game_legal(&position.game, &acts);
	assert_true(acts.count > 0);
	assert_null(game_check(&position.game));
	arena_free(with_ban.arena);
}

/* Her only card is a bonus card, which nothing can be drawn for: she lays it, and the draw ends the deal. */
static void a_hand_may_be_empty_before_the_draw(void **unused)
{
	static char text[] = "language 1\n"
			     "variant test \"Test\" extends classic {\n"
			     "    bonus { laid by_choice; replaced always }\n"
			     "}\n";
	struct library by_choice;
	const struct rules *rules = rules_for_test(&by_choice, text);
	struct position position;
	struct acts acts;

	(void)unused;
	position_begin(&position, rules, 0);
	deal_hand(&position, 0, "3R");
	for (int kind = 0; kind < rules->kinds; kind++)
		for (int seat = 1; position_take(&position, kind); seat = seat % 3 + 1)
			position_to_hand(&position, seat, kind);
	position.stock_ends = true;
	assert_true(position_finish(&position));
	game_legal(&position.game, &acts);
	assert_int_equal(acts.act[acts.count - 1].verb, ACT_LAY);
	game_apply(&position.game, acts.act[acts.count - 1]);
	assert_int_equal(position.game.seat[0].size, 0);
	assert_null(game_check(&position.game));
	game_apply(&position.game, (struct act){ .verb = ACT_DRAW });
	assert_int_equal(position.game.phase, PHASE_OVER);
	arena_free(by_choice.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(list_and_refusals_agree),
		cmocka_unit_test(they_agree_in_test_variants),
		cmocka_unit_test(positions_stay_sound),
		cmocka_unit_test(they_agree_on_kept_bonus_cards_and_talons),
		cmocka_unit_test(they_agree_on_talons_laid_aside),
		cmocka_unit_test(they_agree_where_an_act_may_ban_what_is_left),
		cmocka_unit_test(they_agree_where_only_wild_cards_open),
		cmocka_unit_test(any_bytes_are_an_act),
		cmocka_unit_test(an_event_leaves_nobody_without_an_act),
		cmocka_unit_test(a_hand_may_be_empty_before_the_draw),
	};

	return cmocka_run_group_tests(tests, load, unload);
}
