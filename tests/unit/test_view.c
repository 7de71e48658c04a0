/* test_view.c -- a view holds nothing that the seat cannot see. */
#include "position_words.h"
#include "game/random.h"
#include "game/view.h"
#include "tools/offers.h"

static struct library library;
static struct game game, other;
static struct view view, again;
static int warnings;

/* Gives the cards that [seat] cannot see, those of the stock, the talons and the other hands, to other places at
 * random. */
static void deal_unseen_anew(struct game *at, int seat, struct random *random)
{
	uint8_t unseen[DECK_MAX];
	int count = 0;

	for (int i = 0; i < at->stock_size; i++)
		unseen[count++] = at->stock[i];
	for (int i = 0; i < at->aside_size; i++)
		unseen[count++] = at->aside[i];
	for (int player = 0; player < at->rules->table.players; player++)
		for (int kind = 0; kind < at->rules->kinds; kind++)
			for (; cards_count(&at->talon[player], kind) > 0; cards_remove(&at->talon[player], kind))
				unseen[count++] = (uint8_t)kind;
	for (int player = 0; player < at->rules->table.players; player++)
		for (int kind = 0; player != seat && kind < at->rules->kinds; kind++)
			for (; cards_count(&at->seat[player].hand, kind) > 0;
			     cards_remove(&at->seat[player].hand, kind))
				unseen[count++] = (uint8_t)kind;
	random_shuffle(random, unseen, count);
	for (int i = 0; i < at->stock_size; i++)
		at->stock[i] = unseen[--count];
	for (int i = 0; i < at->aside_size; i++)
		at->aside[i] = unseen[--count];
	for (int player = 0; player < at->rules->table.players; player++)
		for (int i = 0; i < at->seat[player].talon; i++)
			cards_add(&at->talon[player], unseen[--count]);
	for (int player = 0; player < at->rules->table.players; player++)
		for (int i = 0; player != seat && i < at->seat[player].size; i++)
			cards_add(&at->seat[player].hand, unseen[--count]);
	assert_int_equal(count, 0);
}

/* What can be done does not depend on unseen cards either. */
static void compare_acts(void)
{
	static struct acts acts, same;

	game_legal(&game, &acts);
	game_legal(&other, &same);
	assert_int_equal(acts.count, same.count);
	assert_memory_equal(acts.act, same.act, (size_t)acts.count * sizeof *acts.act);
}

/* A warning gives nothing away, for it does not depend on unseen cards. */
static void compare_warnings(void)
{
	static struct acts acts;

	game_legal(&game, &acts);
	for (int i = 0; i < acts.count; i++) {
		const struct offer offer = { .act = { acts.act[i] }, .count = 1 };
		struct text said = { 0 }, same = { 0 };
		assert_int_equal(offer_warn(&game, &offer, &said), offer_warn(&other, &offer, &same));
		assert_string_equal(text_read(&said), text_read(&same));
		warnings += said.length > 0;
		text_free(&said);
		text_free(&same);
	}
}

/* What lies on the table counts the same whatever lies elsewhere. */
static void compare_scores(void)
{
	static struct tally tally, same;

	game_score_so_far(&game, &tally);
	game_score_so_far(&other, &same);
	assert_memory_equal(&tally, &same, sizeof tally);
}

/* What lies on the table, and what anybody can count, is in every view. */
static void compare_with_table(void)
{
	assert_int_equal(view.deal, game.deal);
	assert_int_equal(view.dealer, game.dealer);
	assert_int_equal(view.phase, game.phase);
	assert_int_equal(view.to_act, game_to_act(&game));
	assert_int_equal(view.alone, game.alone);
	assert_int_equal(view.stock_size, game.stock_size);
	assert_int_equal(view.aside_size, game.aside_size);
	assert_int_equal(view.pile_size, game.pile_size);
	assert_memory_equal(view.player, game.player, sizeof view.player);
	assert_memory_equal(view.side, game.side, sizeof view.side);
	assert_memory_equal(&view.hand, &game.seat[view.seat].hand, sizeof view.hand);
	for (int seat = 0; seat < game.rules->seats; seat++) {
		assert_int_equal(view.size[seat], game.seat[seat].size);
		assert_int_equal(view.talon[seat], game.seat[seat].talon);
		assert_int_equal(view.side_of[seat], game.seat[seat].side);
		assert_memory_equal(&view.laid[seat], &game.seat[seat].laid, sizeof view.laid[seat]);
	}
	if (view.seat != game.turn.seat)
		assert_int_equal(view.turn.bans_given_way, 0); /* it follows from the hand */
}

static void compare_views(struct random *random)
{
	for (int seat = 0; seat < game.rules->table.players; seat++) {
		memcpy(&other, &game, sizeof game);
		deal_unseen_anew(&other, seat, random);
		view_of(&game, seat, &view);
		view_of(&other, seat, &again);
		assert_memory_equal(&view, &again, sizeof view);
		compare_with_table();
		compare_scores();
		if (seat == game_to_act(&game)) {
			compare_acts();
			compare_warnings();
		}
	}
}

/* Plays a few deals and compares the views in every position. */
static void compare_deals(char *text)
{
	struct random random;
	struct acts acts;

	random_begin(&random, 1, 1);
	game_begin(&game, rules_for_test(&library, text), 4);
	for (game.deal = 0; game.deal < 3; game.deal++) {
		game_deal(&game, 0);
		while (game.phase != PHASE_OVER) {
			compare_views(&random);
			game_legal(&game, &acts);
			game_apply(&game, acts.act[random_below(&random, (uint32_t)acts.count)]);
		}
	}
	arena_free(library.arena);
}

static void unseen_cards_do_not_matter(void **unused)
{
	(void)unused;
	warnings = 0;
	compare_deals(NULL);
	assert_true(warnings > 0);
}

/* Talons lie face down even before their owners; bonus cards are in hands. */
static char talons[] = "language 1\n"
		       "variant talons \"Talons\" extends wahhi {\n"
		       "    deal { bonus_cards in_the_first_turn }\n"
		       "    bonus { laid by_choice; last_card play_goes_on; unreplaced ends_the_deal }\n"
		       "    talon { cards 4; set_aside 7; joins_hand in_the_next_turn; empty_hand allowed }\n"
		       "}\n";

static void nobody_sees_a_talon(void **unused)
{
	(void)unused;
	compare_deals(talons);
}

/* Rules under which what the next player holds decides whether the pile is blocked or frozen. */
static char secretive[] = "language 1\n"
			  "variant secretive \"Secretive\" extends wahhi {\n"
			  "    pile {\n"
			  "        add freeze wild_held when hand count of wild > 0\n"
			  "        add block small when hand has only 4..7\n"
			  "    }\n"
			  "}\n";

static void rules_about_hands_give_nothing_away(void **unused)
{
	(void)unused;
	compare_deals(secretive);
}

static void set_table(struct position *position, const char *pile)
{
	position_begin(position, rules_for_test(&library, NULL), 0);
	deal_hand(position, 0, "5 5 K 3b 2 4");
	deal_hand(position, 1, "9 9 9 10");
	lay_pile(position, pile);
	lay_meld(position, 1, "7 7 7");
	position_finish(position);
}

static void a_view_tells_what_can_be_seen(void **unused)
{
	static struct position position;

	(void)unused;
	set_table(&position, "K 5");
	view_of(&position.game, 0, &view);
	assert_int_equal(view.seat, 0);
	assert_int_equal(view.to_act, 0);
	assert_int_equal(view.next, 1);
	assert_int_equal(view.size[0], 6);
	assert_int_equal(view.size[1], 4);
	assert_int_equal(view.pile_size, 2);
	assert_string_equal(view.rules->kind[view.pile_top].name, "5");
	assert_int_equal(view.minimum, 50);
	assert_int_equal(view.blocked, -1);
	assert_true(view.frozen >= 0);              /* the side has not opened, */
	assert_int_equal(view.frozen_for_take, -1); /* but may do so with the top card */
	view_of(&position.game, 1, &view);
	assert_int_equal(view.minimum, 0);
	assert_int_equal(view.frozen, -1);
	assert_int_equal(view.side[1].melds, 1);
	arena_free(library.arena);
}

static void a_view_tells_which_discards_block(void **unused)
{
	static struct position position;
	cardset expected = 0;

	(void)unused;
	set_table(&position, "K 5");
	game_apply(&position.game, (struct act){ .verb = ACT_DRAW });
	view_of(&position.game, 0, &view);
	expected |= UINT64_C(1) << rules_kind_named(view.rules, "2");
	expected |= UINT64_C(1) << rules_kind_named(view.rules, "black 3");
	assert_true((view.blocking & expected) == expected);
	assert_false(view.blocking >> rules_kind_named(view.rules, "5") & 1);
	assert_false(view.frozen_for_next);
	arena_free(library.arena);
}

/* Rules under which cards are shown that else are not, or are not shown that else are. */
static char showing[] = "language 1\n"
			"variant showing \"Showing\" extends wahhi {\n"
			"    pile { shown 3 }\n"
			"    discard { add ban five { cards 5; unless hand size > 1; proof hand_shown } }\n"
			"    going_out { last_discard face_down }\n"
			"}\n";

static void discard(struct game *at, const char *card)
{
	struct act act = { .verb = ACT_DISCARD, .kind = (uint8_t)rules_kind_named(at->rules, card) };

	assert_int_equal(game_refusal(at, act).refusal, REFUSAL_NONE);
	game_apply(at, act);
}

static void a_proof_is_seen_until_the_next_turn(void **unused)
{
	static struct position position;

	(void)unused;
	position_begin(&position, rules_for_test(&library, showing), 0);
	deal_hand(&position, 0, "5 5 K");
	lay_pile(&position, "4 6 8 9");
	position_finish(&position);
	view_of(&position.game, 0, &view);
	assert_int_equal(view.shown, 3);
	assert_string_equal(view.rules->kind[view.pile_shown[2]].name, "6");
	view_of(&position.game, 1, &view);
	assert_int_equal(view.shown, 1);
	game_apply(&position.game, (struct act){ .verb = ACT_DRAW });
	discard(&position.game, "5");
	view_of(&position.game, 1, &view);
	assert_int_equal(cards_count(&view.hand_shown[0], rules_kind_named(view.rules, "K")), 1);
	assert_int_equal(cards_kinds(&view.hand_shown[2]), 0);
	for (int turn = 0; turn < 3; turn++) {
		game_apply(&position.game, (struct act){ .verb = ACT_DRAW });
		position.game.turn.bans_given_way = true;
		discard(&position.game,
		        view.rules->kind[__builtin_ctzll(cards_kinds(&position.game.seat[turn + 1].hand))].name);
	}
	view_of(&position.game, 1, &view);
	assert_int_equal(cards_kinds(&view.hand_shown[0]), 0);
	arena_free(library.arena);
}

static void a_last_card_face_down_is_not_seen(void **unused)
{
	static struct position position;

	(void)unused;
	position_begin(&position, rules_for_test(&library, showing), 0);
	deal_hand(&position, 0, "K K K");
	lay_pile(&position, "9");
	lay_meld(&position, 0, "7 7 7 7 7 7 7");
	position_finish(&position);
	game_apply(&position.game, (struct act){ .verb = ACT_DRAW });
	game_apply(&position.game, (struct act){ .verb = ACT_MELD,
	                                         .kind = (uint8_t)rules_kind_named(position.game.rules, "K"),
	                                         .count = 3 });
	discard(&position.game,
	        position.game.rules->kind[__builtin_ctzll(cards_kinds(&position.game.seat[0].hand))].name);
	assert_int_equal(position.game.ending, ENDING_OUT);
	for (int seat = 0; seat < 4; seat++) {
		view_of(&position.game, seat, &view);
		assert_int_equal(view.pile_size, 2);
		assert_int_equal(view.pile_top, -1);
		assert_int_equal(cards_count_in(&view.pile, view.rules->all), 1);
	}
	arena_free(library.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(unseen_cards_do_not_matter),
		cmocka_unit_test(nobody_sees_a_talon),
		cmocka_unit_test(rules_about_hands_give_nothing_away),
		cmocka_unit_test(a_view_tells_what_can_be_seen),
		cmocka_unit_test(a_view_tells_which_discards_block),
		cmocka_unit_test(a_proof_is_seen_until_the_next_turn),
		cmocka_unit_test(a_last_card_face_down_is_not_seen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
