/* test_pad.c -- a score pad books what the engine scores: deals of every shipped game are played to their end, told to a pad
 * line by line without any sign, and have to score the same there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "every_variant.h"
#include "game/question.h"
#include "game/random.h"
#include "players/player.h"
#include "tools/pad.h"

enum { DEALS_EACH = 16, FIRST_RANDOM = 2 };

static struct game game;
static struct tally tally;

/* Plays a deal in which some players know what they do and others do not, so that it ends in all kinds of ways. */
static void play_deal(const struct rules *rules, uint64_t seed)
{
	static const char *const players[] = { "random", "simple" };
	struct random chance;
	struct act act;
	uint32_t events = 0;

	random_begin(&chance, seed, UINT64_MAX - 1);
	game_begin(&game, rules, seed);
	for (int event = 0; event < rules->event_count; event++)
		if (rules->event[event].per == event_per_deal)
			events |= random_below(&chance, 2) << event;
		else
			game_record_event(&game, event, (int)random_below(&chance, (uint32_t)rules->table.sides));
	game_deal(&game, events);
	while (game.phase != PHASE_OVER) {
		int knows = seed < FIRST_RANDOM ? (int)seed : game_to_act(&game) % 2;
		assert_true(player_chooses(player_named(players[knows]), &game, NULL, &chance, &act));
		game_apply(&game, act);
	}
	game_score(&game, &tally);
}

static void add_item(struct text *out, bool *any, const char *item, int number)
{
	text_format(out, "%s%s", *any ? ", " : " ", item);
	if (number != 0)
		text_format(out, " %d", number);
	*any = true;
}

static void add_laid(struct text *out, bool *any, int account)
{
	const struct rules *rules = game.rules;
	bool first = true;

	for (int seat = 0; seat < rules->seats; seat++)
		for (int kind = 0; kind < rules->kinds && account_of(&game, seat) == account; kind++)
			for (int i = cards_count(&game.seat[seat].laid, kind); i > 0; i--) {
				if (first)
					add_item(out, any, "laid", 0);
				text_format(out, " %s", rules->kind[kind].name);
				first = false;
			}
}

/* How the deal ended, if a player of the side ended it. */
static void add_ending(struct text *out, bool *any, int account)
{
	if (game.ending == ENDING_OUT && account_of(&game, game.out) == account)
		add_item(out, any, "out", 0);
	if (game.ending == ENDING_SPECIAL && account_of(&game, game.turn.seat) == account) {
		add_item(out, any, "special", 0);
		text_format(out, " %s", game.rules->special[game.special].name);
	}
}

/* Whether what the side has in common is told of [account]: of partners only the first tells it. */
static bool tells_for_side(int account)
{
	for (int seat = 0; seat < game.rules->seats; seat++)
		if (account_of(&game, seat) < account && game.seat[seat].side == game.seat[account].side)
			return !totals_are_personal(game.rules);
	return true;
}

/* All that side [account] scored, in points without a sign, but for points that come out below nothing by themselves. A line that a special hand drops is told as well. */
static void add_points(struct text *out, bool *any, int account)
{
	const struct rules *rules = game.rules;

	for (int score = 0; score < rules->score_count; score++) {
		int line = rules->canasta_count + score;
		int scored = tally.line[account][line];
		int points = game_line_counts_against(&game, account, line) ? abs(scored) : scored;
		const char *name = rules->score[score].name;
		if (game_line_is_replaced(&game, account, line))
			points = 100;
		if (rules->score[score].per == score_per_side && !tells_for_side(account))
			continue;
		if (points != 0 && rules_item_named(rules, GROUP_event, name) < 0)
			add_item(out, any, name, points);
	}
}

static void add_account(struct text *out, const struct pad *pad, int account)
{
	const struct rules *rules = game.rules;
	const struct side *side = &game.side[totals_are_personal(rules) ? game.seat[account].side : account];
	bool any = false;

	text_format(out, "%s%s", out->length > 0 ? "; " : "", pad->name[account]);
	add_points(out, &any, account);
	if (game.alone != NOBODY && account_of(&game, game.alone) == account &&
	    (game.out != game.alone || game.seed % 2 == 0 || /* which would be taken for granted */
	     rules->table.alone == table_alone_first_to_take_up_a_reserve))
		add_item(out, &any, "alone", 0);
	for (int canasta = 0; canasta < rules->canasta_count && tells_for_side(account); canasta++)
		if (side->canastas_of[canasta] > 0)
			add_item(out, &any, rules->canasta[canasta].name, side->canastas_of[canasta]);
	add_laid(out, &any, account);
	add_ending(out, &any, account);
	for (int event = 0; event < rules->event_count; event++)
		if (rules->event[event].per == event_per_deal ? account == 0 && (game.events >> event & 1)
		                                              : side->events[event] > 0)
			add_item(out, &any, rules->event[event].name,
			         rules->event[event].per == event_per_deal ? 1 : side->events[event]);
	if (!any) /* a total of nothing would be another thing */
		text_format(out, " %s 0", rules->score[0].name);
}

static void compare(const struct rules *rules, const struct tally *told, const char *entry)
{
	for (int account = 0; account < rules->table.sides; account++)
		for (int line = 0; line < tally.lines; line++)
			if (told->line[account][line] != tally.line[account][line])
				fail_msg("%s, side %d, %s: %d on the pad, %d in the position: %s", rules->name, account,
				         tally_line_name(rules, line), (int)told->line[account][line],
				         (int)tally.line[account][line], entry);
}

static void hold_against_positions(const struct rules *rules)
{
	struct arena *arena = arena_new();
	struct pad pad;

	for (uint64_t seed = 0; seed < DEALS_EACH; seed++) {
		struct text entry = { 0 }, why = { 0 };
		play_deal(rules, seed);
		pad_begin(&pad, arena, rules);
		pad.game.dealer = game.dealer;
		for (int account = 0; account < rules->table.sides; account++)
			add_account(&entry, &pad, account);
		if (!pad_enter(&pad, text_read(&entry), &why))
			fail_msg("%s: %s", text_read(&entry), text_read(&why));
		compare(rules, &pad.last->tally, text_read(&entry));
		text_free(&entry);
		text_free(&why);
	}
	arena_free(arena);
}

static void a_pad_books_what_the_engine_scores(void **unused)
{
	(void)unused;
	for_each_variant(hold_against_positions);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pad_books_what_the_engine_scores),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
