/* test_pad.c -- a score pad books what the engine scores. Deals of every shipped game and of every file of tests/good are played
 * to their end. The pad gets what its help lists, and the points of a line that follows from nothing else only if it says that it
 * lacks them. It has to score the same, and to doubt nothing of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>
#include <glob.h>

#include "every_variant.h"
#include "game/question.h"
#include "game/random.h"
#include "players/player.h"
#include "rules/analysis.h"
#include "tools/pad.h"
#include "tools/pad_entry.h"

enum { DEALS_EACH = 16, DEALS_GOOD = 4, FIRST_RANDOM = 2, ROUNDS = 4 };

static struct game game;
static struct tally tally;
static int32_t start[SIDES_MAX];
static bool lacked[SIDES_MAX][TALLY_LINES_MAX]; /* lines that the pad has asked for */
static struct pad pad;

/* Plays a deal in which some players know what they do and others do not, so that it ends in all kinds of ways. False if it was not
 * played to its end. */
static bool play_deal(const struct rules *rules, uint64_t seed)
{
	static const char *const players[] = { "random", "simple" };
	struct random chance;
	struct act act;
	uint32_t events = 0;

	random_begin(&chance, seed, UINT64_MAX - 1);
	game_begin(&game, rules, seed);
	for (int side = 0; side < rules->table.sides; side++) {
		start[side] = seed % 2 == 0 ? 0 : 5 * (int32_t)random_below(&chance, 400) - 300;
		game.side[side].score = start[side];
		game.best = start[side] > game.best ? start[side] : game.best;
	}
	for (int event = 0; event < rules->event_count; event++)
		if (rules->event[event].per == event_per_deal)
			events |= random_below(&chance, 2) << event;
		else
			game_record_event(&game, event, (int)random_below(&chance, (uint32_t)rules->table.sides));
	game_deal(&game, events);
	while (game.phase != PHASE_OVER) {
		int knows = seed < FIRST_RANDOM ? (int)seed : game_to_act(&game) % 2;
		if (!player_chooses(player_named(players[knows]), &game, NULL, &chance, &act))
			return false;
		game_apply(&game, act);
	}
	game_score(&game, &tally);
	return true;
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

/* The points of a line as they are entered: without a sign if the rules give it the one that it has. */
static void add_line(struct text *out, bool *any, int account, int score)
{
	const struct rules *rules = game.rules;
	const int line = rules->canasta_count + score;
	const int32_t scored = tally.line[account][line];
	const bool away = formula_interval(rules, rules->score[score].points).high <= 0;
	const int32_t meant =
		away != game_line_counts_against(&game, account, line) ? -abs((int)scored) : abs((int)scored);

	add_item(out, any, rules->score[score].name, 0);
	if (game_line_is_replaced(&game, account, line))
		text_add(out, " 100"); /* which does not count */
	else
		text_format(out, meant == scored && !lacked[account][line] ? " %d" : " %+d",
		            (int)(meant == scored && !lacked[account][line] ? abs((int)scored) : scored));
}

/* True for what the cards of melds and hands say. */
static bool is_of_cards(const struct ir *asked)
{
	return asked->fact == FACT_side_table || asked->fact == FACT_side_hands || asked->fact == FACT_side_held ||
	       asked->fact == FACT_side_class;
}

/* True if the points of one of the items in [told] count what [asked] asks for. */
static bool is_counted(uint32_t told, const struct ir *asked)
{
	for (; told != 0; told &= told - 1)
		for (const struct ir *other = game.rules->score[__builtin_ctz(told)].points->asked; other != NULL;
		     other = other->also)
			if (other->fact == asked->fact && other->cards == asked->cards && other->item == asked->item)
				return true;
	return false;
}

/* True if the points of an item count nothing but cards that those in [told] count, too: then the pad has to find it, or ask. */
static bool is_counted_again(uint32_t told, int score)
{
	bool any = false;

	for (const struct ir *asked = game.rules->score[score].points->asked; asked != NULL; asked = asked->also) {
		if (!is_of_cards(asked) || !is_counted(told, asked))
			return false;
		any = true;
	}
	return any && game.rules->score[score].per == score_per_side;
}

/* What does not follow from anything else, if it is not nothing, and what the pad has asked for. Of items that count one thing the
 * first or the last is entered. */
static void add_points(struct text *out, bool *any, int account)
{
	const struct rules *rules = game.rules;
	uint32_t told = 0;

	for (int i = 0; i < rules->score_count; i++) {
		const int score = game.seed % 2 == 0 ? i : rules->score_count - 1 - i;
		const int line = rules->canasta_count + score;
		if (rules->score[score].per == score_per_side && !tells_for_side(account))
			continue;
		if (lacked[account][line] ||
		    (!pad_score_follows(rules, score) && !is_counted_again(told, score) &&
		     (tally.line[account][line] != 0 || game_line_is_replaced(&game, account, line)))) {
			add_line(out, any, account, score);
			told |= tally.line[account][line] != 0 ? UINT32_C(1) << score : 0;
		}
	}
}

static void add_account(struct text *out, int account)
{
	const struct rules *rules = game.rules;
	const struct side *side = &game.side[totals_are_personal(rules) ? game.seat[account].side : account];
	bool any = false;

	text_format(out, "%s%s", out->length > 0 ? "; " : "", pad.now->names->side[account]);
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
		                                              : side->events[event] > 0 && tells_for_side(account))
			add_item(out, &any, rules->event[event].name,
			         rules->event[event].per == event_per_deal ? 1 : side->events[event]);
	if (!any) /* a total of nothing would be another thing */
		text_format(out, " no out");
}

/* ---- on the pad ---- */

static void enter(const char *line)
{
	struct text why = { 0 };

	if (!pad_enter(&pad, line, &why))
		fail_msg("%s: %s: %s", pad.rules->name, line, text_read(&why));
	text_free(&why);
}

static void not_doubted(const char *line)
{
	struct text why = { 0 };

	pad_doubt(&pad, line, &why);
	if (why.length > 0)
		fail_msg("%s: %s: %s", pad.rules->name, line, text_read(&why));
	text_free(&why);
}

static void begin(struct arena *arena, const struct rules *rules)
{
	struct text line = { 0 };

	assert_true(pad_begin(&pad, arena, rules));
	text_add(&line, "start");
	for (int side = 0; side < rules->table.sides; side++)
		text_format(&line, " %s %d;", pad.now->names->side[side], (int)start[side]);
	enter(text_read(&line));
	text_clear(&line);
	text_format(&line, "dealer %s", pad_player(&pad, game.player[game.dealer]));
	enter(text_read(&line));
	text_free(&line);
}

/* Remembers what the pad lacks; false if that is nothing. */
static bool lacks(const struct pad_result *result)
{
	bool any = false;

	for (int account = 0; account < pad.rules->table.sides; account++)
		for (int line = 0; line < result->tally.lines; line++)
			if (result->open[account][line] && !lacked[account][line])
				any = lacked[account][line] = true;
	return any;
}

static void compare(const struct tally *booked, const char *entry)
{
	for (int account = 0; account < pad.rules->table.sides; account++) {
		for (int line = 0; line < tally.lines; line++)
			if (booked->line[account][line] != tally.line[account][line])
				fail_msg("%s, seed %d, side %d, %s: %d on the pad, %d in the position: %s",
				         pad.rules->name, (int)game.seed, account, tally_line_name(pad.rules, line),
				         (int)booked->line[account][line], (int)tally.line[account][line], entry);
		assert_int_equal(booked->total[account], tally.total[account]);
	}
}

/* The totals alone, which some deal has given. */
static void totals_are_not_doubted(void)
{
	struct text line = { 0 };
	bool large = false;

	for (int account = 0; account < pad.rules->table.sides; account++) {
		text_format(&line, "%s%s %d", account > 0 ? "; " : "", pad.now->names->side[account],
		            (int)tally.total[account]);
		large = large || abs((int)tally.total[account]) > 1000000;
	}
	if (!large)
		not_doubted(text_read(&line));
	text_free(&line);
}

/* What the pad writes of a deal enters it again. */
static void is_written_as_it_was_entered(const char *entry)
{
	struct text line = { 0 };

	text_add(&line, "replace 1 ");
	pad_deal_write(&pad, pad.now->deal[0], &line);
	enter(text_read(&line));
	compare(&pad.result[0]->tally, entry);
	text_free(&line);
}

static void hold_deal(struct arena *arena, const struct rules *rules, uint64_t seed)
{
	struct text entry = { 0 };
	bool large = false;

	if (!play_deal(rules, seed))
		return;
	memset(lacked, 0, sizeof lacked);
	for (int account = 0; account < rules->table.sides; account++)
		for (int line = 0; line < tally.lines; line++)
			large = large || abs((int)tally.line[account][line]) > 1000000;
	if (large) /* than anything that can be entered */
		return;
	for (int round = 0; round < ROUNDS; round++) {
		begin(arena, rules);
		text_clear(&entry);
		for (int account = 0; account < rules->table.sides; account++)
			add_account(&entry, account);
		enter(text_read(&entry));
		if (!lacks(pad.result[0]))
			break;
	}
	compare(&pad.result[0]->tally, text_read(&entry));
	is_written_as_it_was_entered(text_read(&entry));
	begin(arena, rules);
	not_doubted(text_read(&entry));
	totals_are_not_doubted();
	text_free(&entry);
}

static void hold_deals(const struct rules *rules, uint64_t deals)
{
	for (uint64_t seed = 0; seed < deals; seed++) {
		struct arena *arena = arena_new();
		hold_deal(arena, rules, seed);
		arena_free(arena);
	}
}

static void hold_shipped(const struct rules *rules)
{
	hold_deals(rules, DEALS_EACH);
}

static void hold_good(const struct rules *rules)
{
	if (rules != NULL) /* an option may need another one */
		hold_deals(rules, DEALS_GOOD);
}

static void a_pad_books_what_the_engine_scores(void **unused)
{
	(void)unused;
	for_each_variant(hold_shipped);
}

static void it_does_so_under_any_sound_rules(void **unused)
{
	glob_t files;

	(void)unused;
	assert_int_equal(glob("tests/good/*.canasta", 0, NULL, &files), 0);
	for (size_t i = 0; i < files.gl_pathc; i++)
		for_each_in_file(files.gl_pathv[i], hold_good);
	globfree(&files);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pad_books_what_the_engine_scores),
		cmocka_unit_test(it_does_so_under_any_sound_rules),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
