/* test_players.c -- bots: they choose legal acts, come to an end, and the better one wins. */
#include "position_words.h"
#include "game/question.h"
#include "game/random.h"
#include "players/act_value.h"
#include "players/estimate.h"
#include "players/expert.h"
#include "tools/playing.h"
#include "tests/files.h"

enum { GAMES = 200 };

static struct library library;
static struct game game;
static struct view view;
static struct acts acts;

/* What became of some games between two players. */
struct record {
	int won[2], deals, gone_out;
};

static void hear(void *context, const char *bytes, size_t length)
{
	text_add_bytes(context, bytes, length);
}

static void do_one_act(const struct player *player, struct random *random)
{
	struct act act;
	bool listed = false;

	game_legal(&game, &acts);
	assert_true(player_chooses(player, &game, NULL, random, &act));
	for (int i = 0; i < acts.count; i++)
		listed = listed || act_equal(acts.act[i], act);
	assert_true(listed);
	game_apply(&game, act);
}

/* Plays a game; the players sit at the odd and the even seats, or the other way round if [turned]. */
static void play_game(const struct player *const *players, uint64_t seed, int turned, struct record *record)
{
	const struct rules *rules = game.rules;
	int32_t totals[SIDES_MAX];
	struct random random;
	int winner;

	game_begin(&game, rules, seed);
	random_begin(&random, seed, UINT64_MAX - 1);
	do {
		struct tally tally;
		game_deal(&game, 0);
		while (game.phase != PHASE_OVER)
			do_one_act(players[(game_to_act(&game) + turned) % 2], &random);
		game_score(&game, &tally);
		for (int side = 0; side < rules->table.sides; side++)
			totals[side] = game.side[side].score + tally.total[side];
		record->deals++;
		record->gone_out += game.ending == ENDING_OUT;
		game_next_deal(&game, totals);
	} while (!game_is_over(&game, totals, &winner));
	if (winner != NOBODY)
		record->won[(winner + turned) % 2]++;
}

static struct record play_games_of(const struct rules *rules, const char *one, const char *two, int games)
{
	const struct player *players[2] = { player_named(one), player_named(two) };
	struct record record = { { 0, 0 }, 0, 0 };

	game.rules = rules;
	for (int i = 0; i < games; i++)
		play_game(players, (uint64_t)i, i % 2, &record);
	arena_free(library.arena);
	return record;
}

static struct record play_games(const char *one, const char *two, int games)
{
	return play_games_of(rules_for_test(&library, NULL), one, two, games);
}

static void simple_beats_random(void **unused)
{
	struct record record = play_games("simple", "random", GAMES);

	(void)unused;
	assert_true(record.won[0] > record.won[1] * 9);
}

static void careful_beats_simple(void **unused)
{
	struct record record = play_games("careful", "simple", GAMES);

	(void)unused;
	assert_true(record.won[0] > record.won[1] * 3 / 2);
}

static void careful_beats_simple_in_samba(void **unused)
{
	struct record record =
		play_games_of(rules_from_disk(&library, "samba", NULL, 0), "careful", "simple", GAMES / 5);

	(void)unused;
	assert_true(record.won[0] > record.won[1] * 2);
}

static void careful_players_go_out(void **unused)
{
	struct record record = play_games("careful", "careful", GAMES / 4);

	(void)unused;
	assert_true(record.gone_out * 2 > record.deals);
}

static void simple_players_go_out(void **unused)
{
	struct record record = play_games("simple", "simple", GAMES / 4);

	(void)unused;
	assert_true(record.gone_out * 2 > record.deals);
}

static void players_discard_where_they_need_not(void **unused)
{
	static char text[] =
		"language 1\nvariant optional \"Optional\" extends classic { turn { discard optional } }\n";
	struct record record = play_games_of(rules_for_test(&library, text), "careful", "simple", GAMES / 20);

	(void)unused;
	assert_true(record.gone_out * 2 > record.deals);
}

static void random_players_come_to_an_end(void **unused)
{
	struct record record = play_games("random", "random", 2);

	(void)unused;
	assert_int_equal(record.won[0] + record.won[1], 2);
}

static void players_are_known_by_name(void **unused)
{
	(void)unused;
	assert_non_null(player_named("simple"));
	assert_non_null(player_named("random"));
	assert_null(player_named("perfect"));
	assert_null(player_at(-1));
	for (int i = 0; player_at(i) != NULL; i++)
		assert_ptr_equal(player_named(player_at(i)->name), player_at(i));
}

/* What a simple player does with this hand, having drawn; seat 1 comes next. */
static const char *discarded(const struct rules *rules, const char *hand, const char *pile, const char *their_meld)
{
	static struct position position;
	struct random random = { .seed = 1 };
	struct act act = { .verb = ACT_DRAW };

	position_begin(&position, rules, 0);
	deal_hand(&position, 0, hand);
	lay_pile(&position, pile);
	lay_meld(&position, 1, their_meld);
	position_finish(&position);
	position.game.phase = PHASE_MELD;
	position.game.turn.drew = true;
	while (act.verb != ACT_DISCARD) {
		game_legal(&position.game, &acts);
		view_of(&position.game, 0, &view);
		act = player_named("simple")->choose(&view, &acts, NULL, &random);
		if (act.verb != ACT_DISCARD)
			game_apply(&position.game, act);
	}
	return rules->kind[act.kind].name;
}

static void simple_feeds_no_meld_and_keeps_wild_cards(void **unused)
{
	const struct rules *rules = rules_for_test(&library, NULL);

	(void)unused;
	assert_string_not_equal(discarded(rules, "7 8 9 K Q 2", "6 6 6 4", "7 7 7"), "7");
	assert_string_not_equal(discarded(rules, "7 8 9 K Q 2", "6 6 6 4", "7 7 7"), "2");
	assert_string_equal(discarded(rules, "7 8 3b K Q 2", "6 6 6 5 5 9 4", "7 7 7"), "black 3");
	arena_free(library.arena);
}

/* What a player does after the draw with this hand, her side having begun a meld of kings. The opponents have [canasta] on the
 * table and [theirs] in each hand. [rules]: the text of a file, or NULL. */
static enum verb act_of_player(const char *player, char *rules, const char *hand, const char *canasta,
                               const char *theirs)
{
	static struct position position;
	struct random random = { .seed = 1 };
	struct act act;

	position_begin(&position, rules_for_test(&library, rules), 0);
	deal_hand(&position, 0, hand);
	deal_hand(&position, 1, theirs);
	deal_hand(&position, 3, theirs);
	lay_pile(&position, "6 5 J 9 6 4");
	lay_meld(&position, 0, "K K K");
	lay_meld(&position, 1, canasta);
	position_finish(&position);
	position.game.phase = PHASE_MELD;
	position.game.turn.drew = true;
	game_legal(&position.game, &acts);
	view_of(&position.game, 0, &view);
	act = player_named(player)->choose(&view, &acts, NULL, &random);
	arena_free(library.arena);
	return act.verb;
}

static enum verb careful_act(const char *hand, const char *canasta, const char *theirs)
{
	return act_of_player("careful", NULL, hand, canasta, theirs);
}

/* What a careful player throws who holds a single card of each of two kinds, if the next player is known to hold two of [known]. */
static const char *careful_discard(const char *known)
{
	static struct position position;
	struct random random = { .seed = 1 };
	const struct rules *rules = rules_for_test(&library, NULL);
	static char name[16];

	position_begin(&position, rules, 0);
	deal_hand(&position, 0, "K Q");
	deal_hand(&position, 1, "K K Q Q 5 6 7 8 9 10");
	deal_hand(&position, 3, "4 5 7 8 9 10 J J");
	lay_pile(&position, "6 5 J 9 6 4");
	lay_meld(&position, 0, "A A A");
	lay_meld(&position, 1, "7 7 7");
	position_finish(&position);
	position.game.phase = PHASE_MELD;
	position.game.turn.drew = true;
	for (int kind = 0; kind < rules->kinds; kind++)
		position.game.known[1][kind] = strcmp(rules->kind[kind].name, known) == 0 ? 2 : 0;
	game_legal(&position.game, &acts);
	view_of(&position.game, 0, &view);
	snprintf(name, sizeof name, "%s",
	         rules->kind[player_named("careful")->choose(&view, &acts, NULL, &random).kind].name);
	arena_free(library.arena);
	return name;
}

static void careful_remembers_piles(void **unused)
{
	(void)unused;
	assert_string_equal(careful_discard("K"), "Q");
	assert_string_equal(careful_discard("Q"), "K");
}

/* What a careful player gives away by throwing a king on this pile, if the next player is known to hold two or not. [text]: the rules,
 * or NULL. */
static int king_gives_in(char *text, const char *pile, int known)
{
	static struct position position;
	const struct rules *rules = rules_for_test(&library, text);
	int king = rules_kind_named(rules, "K"), given;

	position_begin(&position, rules, 0);
	deal_hand(&position, 0, "K Q");
	deal_hand(&position, 1, "K K Q Q 5 6 7 8 9 10");
	lay_pile(&position, pile);
	lay_meld(&position, 0, "A A A");
	lay_meld(&position, 1, "7 7 7");
	position_finish(&position);
	position.game.phase = PHASE_MELD;
	position.game.turn.drew = true;
	position.game.known[1][king] = (uint8_t)known;
	view_of(&position.game, 0, &view);
	given = careful_discard_price(&view, king).given;
	arena_free(library.arena);
	return given;
}

static int king_gives(const char *pile, int known)
{
	return king_gives_in(NULL, pile, known);
}

/* What one of two opponents gains is half as bad as what the only one gains. */
static void careful_minds_one_of_several_opponents_less(void **unused)
{
	static char two[] = "language 1\nvariant two extends wahhi { table { players 2; sides 2 } }\n",
		    three[] = "language 1\nvariant three extends wahhi { table { players 3; sides 3 } }\n";
	int given = king_gives_in(two, "6 5 J 9", 2);

	(void)unused;
	assert_true(given > 50);
	assert_int_equal(king_gives_in(three, "6 5 J 9", 2), given / 2);
}

/* A card of the pile brings who takes it more than it counts: 7 of them are a canasta of 300 or 500. A pair that takes the pile is kept,
 * so that it is there twice as often as among cards that were dealt by chance. */
static void careful_fears_large_piles_and_pairs_that_are_kept(void **unused)
{
	int small = king_gives("6 5 J 9", 2), large = king_gives("6 5 J 9 4 8 10 Q 6 5 J 9 4 8", 2);

	(void)unused;
	assert_in_range(large - small, 10 * 30, 10 * 40);
	assert_in_range(king_gives("6 5 J 9", 0), small * 6 / 10, small * 9 / 10);
}

/* All cards of a pile that was taken are known to be in the hand, until they are laid. */
static void a_pile_that_was_taken_is_remembered(void **unused)
{
	struct random random;
	int takes = 0;

	(void)unused;
	random_begin(&random, 1, 1);
	game_begin(&game, rules_for_test(&library, NULL), 5);
	game_deal(&game, 0);
	while (game.phase != PHASE_OVER) {
		int seat = game_to_act(&game), known = 0, now = 0;
		struct act act;
		struct game before = game;
		assert_true(player_chooses(&player_careful, &game, NULL, &random, &act));
		game_apply(&game, act);
		view_of(&game, (seat + 1) % 4, &view);
		for (int kind = 0; kind < game.rules->kinds; kind++) {
			assert_true(view.known[seat][kind] <= cards_count(&game.seat[seat].hand, kind));
			known += before.known[seat][kind];
			now += game.known[seat][kind];
		}
		if (act.verb == ACT_TAKE && before.side[seat % 2].opened) {
			takes++;
			assert_true(now >= known + before.pile_size - 1 - act.count - act_wilds(act));
			assert_true(now <= known + before.pile_size - 1);
		} else if (act.verb == ACT_DRAW)
			assert_int_equal(now, known);
	}
	assert_true(takes > 2);
	arena_free(library.arena);
}

/* Three queens take the pile as long as they are held, and count for nobody if the deal ends. */
static void careful_keeps_cards_as_long_as_there_is_time(void **unused)
{
	static const char hand[] = "Q Q Q 5 7 8 9 10 J 4";

	(void)unused;
	assert_int_equal(careful_act(hand, "A A A", "4 5 7 8 9 10 J J"), ACT_DISCARD);
	assert_int_equal(careful_act(hand, "A A A A A A A", "4"), ACT_MELD);
	assert_int_equal(careful_act("Q Q Q Q Q Q Q 5 7 8", "A A A", "4 5 7 8 9 10 J J"), ACT_MELD);
	assert_int_equal(careful_act("K 5 7 8 9 10 J 4", "A A A", "4 5 7 8 9 10 J J"), ACT_DISCARD);
	assert_int_equal(careful_act("K 5 7 8 9 10 J 4", "A A A A A A A", "4"), ACT_ADD);
}

/* Wild cards alone may be finished by the partner. They are begun where that costs nothing if it comes to nothing. */
static void careful_begins_no_wild_meld_at_its_own_cost(void **unused)
{
#define WILD                                                                                    \
	"add meld wild { size 3 or more }; canasta mixed { when wilds > 0 and naturals > 0 }; " \
	"add canasta wild { size 7 or more; when naturals = 0; bonus 2000 }; "
	static char free[] = "language 1\nvariant free extends wahhi { " WILD " }\n",
		    costs[] = "language 1\nvariant costs extends wahhi { " WILD
			      "add class short when naturals = 0 and size < 7; "
			      "add score short { points -1000 * side melds of short } }\n";
	static const char hand[] = "joker 2 2 2 4 5 7 8 9 10", *theirs = "4 5 7 8 9 10 J J";

	(void)unused;
	assert_int_equal(act_of_player("careful", free, hand, "A A A", theirs), ACT_MELD);
	assert_int_equal(act_of_player("careful", costs, hand, "A A A", theirs), ACT_DISCARD);
}

/* Cards that finish a meld together are laid, one after the other, where it costs something as long as it is not finished. */
static void careful_finishes_what_costs(void **unused)
{
	static char costs[] = "language 1\nvariant costs extends wahhi { "
			      "add class short when rank is K and size < 7; "
			      "add score short { points -1000 * side melds of short } }\n";
	static const char *theirs = "4 5 7 8 9 10 J J";

	(void)unused;
	assert_int_equal(act_of_player("careful", NULL, "K K K K 5 7 8 9 10 J", "A A A", theirs), ACT_DISCARD);
	assert_int_equal(act_of_player("careful", costs, "K K K K 5 7 8 9 10 J", "A A A", theirs), ACT_ADD);
	assert_int_equal(act_of_player("careful", costs, "K K K 4 5 7 8 9 10 J", "A A A", theirs), ACT_DISCARD);
}

/* Cards that would be kept are laid where an empty hand brings a second one. */
static void players_empty_the_hand_for_a_reserve(void **unused)
{
	static char foot[] = "language 1\nvariant foot extends wahhi { reserve { cards 5 } }\n";
	static const char hand[] = "Q Q Q 5", *theirs = "4 5 7 8 9 10 J J";

	(void)unused;
	assert_int_equal(act_of_player("careful", NULL, hand, "A A A", theirs), ACT_DISCARD);
	assert_int_equal(act_of_player("careful", foot, hand, "A A A", theirs), ACT_MELD);
	assert_int_equal(act_of_player("simple", NULL, hand, "A A A", theirs), ACT_DISCARD);
	assert_int_equal(act_of_player("simple", foot, hand, "A A A", theirs), ACT_MELD);
}

/* What a player does in Samba who has drawn, or has not yet, with this hand and these melds on the table. */
static const char *act_in_samba(const char *player, bool drawn, const char *hand, const char *pile, const char *ours,
                                const char *theirs)
{
	static struct position position;
	const struct rules *rules = rules_from_disk(&library, "samba", NULL, 0);
	struct random random = { .seed = 1 };
	static char words[40];
	static const char *const verbs[VERBS] = { [ACT_DRAW] = "draw", [ACT_TAKE] = "take",       [ACT_MELD] = "meld",
		                                  [ACT_ADD] = "add",   [ACT_DISCARD] = "discard", [ACT_JOIN] = "join" };
	struct act act;

	assert_non_null(rules);
	position_begin(&position, rules, 0);
	deal_hand(&position, 0, hand);
	deal_hand(&position, 1, "4C 5D 8C JD JS QC QD KH");
	deal_hand(&position, 3, "4C 5C 8D JS JC QS KD KH");
	lay_pile(&position, pile);
	lay_meld(&position, 0, ours);
	lay_meld(&position, 0, "AC AD AS");
	lay_meld(&position, 1, theirs);
	position_finish(&position);
	if (drawn) {
		position.game.phase = PHASE_MELD;
		position.game.turn.drew = true;
	}
	game_legal(&position.game, &acts);
	view_of(&position.game, 0, &view);
	act = player_named(player)->choose(&view, &acts, NULL, &random);
	snprintf(words, sizeof words, "%s %s", verbs[act.verb],
	         act.verb == ACT_DRAW || act.verb == ACT_JOIN ? "" : rules->kind[act.kind].name);
	arena_free(library.arena);
	return words;
}

static void players_know_sequences(void **unused)
{
	static const char *const players[] = { "simple", "careful" };

	(void)unused;
	for (int i = 0; i < 2; i++) {
		const char *player = players[i];
		/* one is begun, and grows at both ends */
		assert_memory_equal(
			act_in_samba(player, true, "6H 7H 8H 9H 10H 4S JD QS QH 8C", "KC", "5S 5D 5C", "KS KD KC"),
			"meld", 4);
		assert_string_equal(act_in_samba(player, true, "9H 4S JD QS 10D 5C", "KC", "6H 7H 8H", "KS KD KC"),
		                    "add 9H");
		assert_string_equal(act_in_samba(player, true, "5H 4S JD QS 10D 6C", "KC", "6H 7H 8H", "KS KD KC"),
		                    "add 5H");
		/* a large pile is taken onto it */
		assert_string_equal(act_in_samba(player, false, "4S JD QS 10D 5C", "4D 4H 5D 5S 6C 6D 9C 9D QH QD 9H",
		                                 "6H 7H 8H", "KS KD KC"),
		                    "take 9H");
		/* what fits a sequence of the next player is not thrown to her, and what fits one's own is kept */
		assert_string_not_equal(act_in_samba(player, true, "9H 4S JC QD", "4D 4H 5D 5S 6C 6D 9C 9D QH QD",
		                                     "KS KD KC", "6H 7H 8H"),
		                        "discard 9H");
		/* six and three cards of one rank are a canasta */
		assert_string_equal(act_in_samba(player, true, "4S JC QD 9H", "KC", "AH AD AS AC", "6H 7H 8H"),
		                    "join ");
	}
}

/* The expert looks at many deals, and all of them come from the chance she is given. The same chance leads to the same act; what
 * the others hold does not matter. */
static void the_expert_chooses_the_same_again(void **unused)
{
	const struct budget few = { .samples = 24 };
	struct random random, again;
	struct act act;

	(void)unused;
	game_begin(&game, rules_for_test(&library, NULL), 3);
	game_deal(&game, 0);
	random_begin(&random, 1, 1);
	for (int i = 0; i < 24; i++) {
		again = random;
		game_legal(&game, &acts);
		view_of(&game, game_to_act(&game), &view);
		act = player_expert.choose(&view, &acts, &few, &random);
		if (i % 4 == 0) {
			struct act same = player_expert.choose(&view, &acts, &few, &again);
			assert_true(act_equal(act, same));
			assert_true(random.used == again.used && random.block == again.block);
		}
		assert_int_equal(game_refusal(&game, act).refusal, REFUSAL_NONE);
		game_apply(&game, act);
	}
	arena_free(library.arena);
}

/* Thinking in slices leads to the same acts as thinking at once, and what was thought of another position is not used. A time of one
 * millisecond is enough for an act, too. */
static void the_expert_thinks_in_slices(void **unused)
{
	const struct canasta_io io = { 0 };
	struct canasta_variant *variant;
	struct canasta_game *slices, *whole;
	int more = 0;

	(void)unused;
	assert_int_equal(canasta_load(&io, "wahhi", NULL, 0, &variant), CANASTA_FINE);
	assert_int_equal(canasta_game_new(&io, variant, 2, &slices), CANASTA_FINE);
	assert_int_equal(canasta_game_new(&io, variant, 2, &whole), CANASTA_FINE);
	assert_int_equal(canasta_game_think(slices, "expert"), 0); /* nothing is dealt yet */
	canasta_game_deal(slices);
	canasta_game_deal(whole);
	canasta_game_budget(slices, 24, 0);
	canasta_game_budget(whole, 24, 0);
	for (int i = 0; i < 20; i++) {
		for (int step = 0; step < i % 3 * 1000 && canasta_game_think(slices, "expert"); step++)
			more++;
		assert_int_equal(canasta_game_think(slices, "careful"), 0);
		assert_int_equal(canasta_game_bot(slices, "expert"), CANASTA_FINE);
		assert_int_equal(canasta_game_bot(whole, "expert"), CANASTA_FINE);
		assert_memory_equal(&slices->game, &whole->game, sizeof whole->game);
	}
	assert_true(more > 20 * 24); /* for a slice is an act of a game that is played out, and not the whole game */
	canasta_game_budget(whole, 0, 1);
	assert_int_equal(canasta_game_bot(whole, "expert"), CANASTA_FINE);
	canasta_game_free(slices);
	canasta_game_free(whole);
	canasta_free(variant);
}

/* All bots lay special hands when they have them; deals end so now and then. */
/* Counts how often the expert tries to ask, and how often she could ask, but not go out. */
static void count_questions(const struct rules *rules, uint64_t seed, int *tried, int *idle)
{
	static struct expert_search search;
	struct random random;
	struct act act;

	game_begin(&game, rules, seed);
	game_deal(&game, 0);
	random_begin(&random, seed, 1);
	while (player_chooses(&player_careful, &game, NULL, NULL, &act)) {
		bool may = false, tries = false, out;
		game_legal(&game, &acts);
		for (int i = 0; i < acts.count; i++)
			may = may || acts.act[i].verb == ACT_ASK;
		if (may) {
			view_of(&game, game_to_act(&game), &view);
			expert_begin(&search, &view, &acts, NULL, &random, NULL);
			for (int i = 0; i < search.tried; i++)
				tries = tries || search.candidate[i].act.verb == ACT_ASK;
			out = estimate_of(&view).can_go_out;
			assert_true(out || !tries);
			*tried += tries;
			*idle += !out;
		}
		game_apply(&game, act);
	}
}

static void the_expert_asks_only_when_she_can_go_out(void **unused)
{
	const struct rules *rules = rules_from_disk(&library, "wca", NULL, 0);
	int tried = 0, idle = 0;

	(void)unused;
	for (uint64_t seed = 1; seed <= 8; seed++)
		count_questions(rules, seed, &tried, &idle);
	assert_true(tried > 0 && idle > 0);
	arena_free(library.arena);
}

static void special_hands_are_laid(void **unused)
{
	static const char *const bots[] = { "random", "simple", "careful" };

	(void)unused;
	for (int i = 0; i < 3; i++) {
		const struct player *bot = player_named(bots[i]);
		struct random random = { .seed = 1 };
		int special = 0, others = 0;
		library_begin(&library, arena_new(), FROM_DISK);
		game_begin(&game,
		           tables_compile(&library,
		                          rules_build(&library, "tests/good/a-special-hand-may-end-many-a-deal.canasta",
		                                      NULL, 0)),
		           7);
		assert_non_null(game.rules);
		for (game.deal = 0; game.deal < 60; game.deal++) {
			game_deal(&game, 0);
			while (game.phase != PHASE_OVER) {
				do_one_act(bot, &random);
				assert_true((game.ending == ENDING_SPECIAL) ==
				            (acts.act[acts.count - 1].verb == ACT_SPECIAL));
			}
			special += game.ending == ENDING_SPECIAL;
			others += game.ending != ENDING_SPECIAL;
		}
		assert_true(special > 5 && others > 5);
		arena_free(library.arena);
	}
}

/* It is the engine that is wrong then, and it says so. */
static void nobody_plays_where_nothing_is_legal(void **unused)
{
	struct text told = { 0 };
	const struct canasta_io io = { .messages = { hear, &told } };
	struct canasta_variant *variant;
	struct canasta_game *played;
	struct game before;

	(void)unused;
	assert_int_equal(canasta_load(&io, "wahhi", NULL, 0, &variant), CANASTA_FINE);
	assert_int_equal(canasta_game_new(&io, variant, 1, &played), CANASTA_FINE);
	canasta_game_deal(played);
	assert_int_equal(canasta_game_bot(played, "simple"), CANASTA_FINE);
	memset(&played->game.seat[game_to_act(&played->game)].hand, 0, sizeof played->game.seat[0].hand);
	before = played->game;
	for (int i = 0; player_at(i) != NULL; i++) {
		assert_int_equal(canasta_game_bot(played, player_at(i)->name), CANASTA_INTERNAL);
		assert_int_equal(told.length, 0);
		assert_int_equal(canasta_game_hint(&io, played, player_at(i)->name), CANASTA_INTERNAL);
		assert_string_equal(text_read(&told),
		                    "canasta: the program has a fault: the player to act has no legal act\n");
		text_free(&told);
	}
	assert_memory_equal(&played->game, &before, sizeof before);
	canasta_game_free(played);
	canasta_free(variant);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(players_are_known_by_name),
		cmocka_unit_test(simple_beats_random),
		cmocka_unit_test(simple_players_go_out),
		cmocka_unit_test(players_discard_where_they_need_not),
		cmocka_unit_test(careful_beats_simple),
		cmocka_unit_test(careful_beats_simple_in_samba),
		cmocka_unit_test(careful_players_go_out),
		cmocka_unit_test(random_players_come_to_an_end),
		cmocka_unit_test(simple_feeds_no_meld_and_keeps_wild_cards),
		cmocka_unit_test(careful_keeps_cards_as_long_as_there_is_time),
		cmocka_unit_test(careful_minds_one_of_several_opponents_less),
		cmocka_unit_test(careful_begins_no_wild_meld_at_its_own_cost),
		cmocka_unit_test(careful_finishes_what_costs),
		cmocka_unit_test(players_empty_the_hand_for_a_reserve),
		cmocka_unit_test(players_know_sequences),
		cmocka_unit_test(careful_remembers_piles),
		cmocka_unit_test(careful_fears_large_piles_and_pairs_that_are_kept),
		cmocka_unit_test(a_pile_that_was_taken_is_remembered),
		cmocka_unit_test(the_expert_chooses_the_same_again),
		cmocka_unit_test(the_expert_thinks_in_slices),
		cmocka_unit_test(the_expert_asks_only_when_she_can_go_out),
		cmocka_unit_test(special_hands_are_laid),
		cmocka_unit_test(nobody_plays_where_nothing_is_legal),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
