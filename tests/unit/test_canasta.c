/* test_canasta.c -- the public header, compiled alone and as plain C99: what comes back where a caller, a reader or
 * the memory fails, and that simulations add up however they are split. */
#include "canasta.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "grammar/arena.h"

/* Keeps the beginning of what is written, and counts all of it. */
struct heard {
	char text[4000];
	size_t length;
};

static void hear(void *context, const char *bytes, size_t length)
{
	struct heard *heard = context;

	for (size_t i = 0; i < length; i++, heard->length++)
		if (heard->length < sizeof heard->text - 1)
			heard->text[heard->length] = bytes[i];
}

/* Files that are not there: the reader makes them up. */
static enum canasta_read read_made_up(void *context, const char *path, const struct canasta_out *to)
{
	static const char variant[] = "language 1\nvariant ours extends wahhi { game { to 3000 } }\n";

	(void)context;
	if (strcmp(path, "ours.canasta") == 0) {
		to->write(to->context, variant, 10); /* in pieces */
		to->write(to->context, variant + 10, sizeof variant - 1 - 10);
		return CANASTA_READ_OK;
	}
	if (strcmp(path, "endless.canasta") == 0) {
		for (int i = 0; i < 100000; i++)
			to->write(to->context, variant, sizeof variant - 1);
		return CANASTA_READ_OK;
	}
	return strcmp(path, "torn.canasta") == 0 ? CANASTA_READ_FAILED : CANASTA_READ_MISSING;
}

static struct canasta_io io_of(struct heard *out, struct heard *messages)
{
	struct canasta_io io = { .reader = { .read = read_made_up },
		                 .out = { hear, NULL },
		                 .messages = { hear, NULL } };

	memset(out, 0, sizeof *out);
	memset(messages, 0, sizeof *messages);
	io.out.context = out;
	io.messages.context = messages;
	return io;
}

/* ---- completing ---- */

/* What [typed] can become. */
static const char *completed(const struct canasta_game *game, const char *typed)
{
	static struct heard out, messages;
	const struct canasta_io io = io_of(&out, &messages);

	assert_int_equal(canasta_game_complete(&io, game, typed), CANASTA_FINE);
	assert_int_equal(messages.length, 0);
	return out.text;
}

static void what_is_typed_behind_a_semicolon_is_completed_in_the_position_it_leads_to(void **state)
{
	struct heard out, messages;
	const struct canasta_io io = io_of(&out, &messages);
	struct canasta_variant *wahhi;
	struct canasta_game *game;

	(void)state;
	assert_int_equal(canasta_load(&io, "wahhi", NULL, 0, &wahhi), CANASTA_FINE);
	assert_int_equal(canasta_game_new(&io, wahhi, 1, &game), CANASTA_FINE);
	canasta_game_deal(game);
	assert_string_equal(completed(game, "d"), "draw\n");
	assert_string_equal(completed(game, "draw; d"), ""); /* nobody knows what is drawn */
	assert_int_equal(canasta_game_do(&io, game, "draw"), CANASTA_FINE);
	assert_non_null(strstr(completed(game, "meld 6 6 joker; m"), "meld 6 6 joker; meld K K K\n"));
	assert_null(strstr(completed(game, "meld 6 6 joker; m"), "; meld 6"));
	assert_string_equal(completed(game, "a"), "");
	assert_string_equal(completed(game, "meld 6 6 joker; a"), "meld 6 6 joker; add 2 to 6\n");
	assert_non_null(strstr(completed(game, "x"), "x 8\n")); /* the short word stays */
	assert_non_null(strstr(completed(game, "throw"), "throw 8\n"));
	assert_string_equal(completed(game, "y"), "");
	assert_string_equal(completed(game, "meld 9 9 9; m"), ""); /* that cannot be done */
	assert_string_equal(completed(game, "discard 8; d"), "");  /* the next player's cards are not shown */
	canasta_game_free(game);
	canasta_free(wahhi);
}

/* What [seat] sees, in the lines of the protocol. */
static const char *viewed(const struct canasta_game *game, int seat)
{
	static struct heard out, messages;
	const struct canasta_io io = io_of(&out, &messages);

	assert_int_equal(canasta_game_view(&io, game, seat), CANASTA_FINE);
	assert_int_equal(messages.length, 0);
	return out.text;
}

static void a_view_has_the_acts_of_the_player_to_act_and_then_the_score(void **state)
{
	struct heard out, messages;
	const struct canasta_io io = io_of(&out, &messages);
	struct canasta_variant *wahhi;
	struct canasta_game *game;
	int seat;

	(void)state;
	assert_int_equal(canasta_load(&io, "wahhi", NULL, 0, &wahhi), CANASTA_FINE);
	assert_int_equal(canasta_game_new(&io, wahhi, 1, &game), CANASTA_FINE);
	canasta_game_deal(game);
	seat = canasta_game_seat(game);
	assert_int_equal(strncmp(viewed(game, seat), "deal 1\nview ", 12), 0);
	assert_non_null(strstr(viewed(game, seat), "\nact 1 draw\n"));
	assert_null(strstr(viewed(game, (seat + 1) % 4), "\nacts "));
	assert_null(strstr(viewed(game, seat), "\nresult "));
	while (canasta_game_moment(game) == CANASTA_TO_ACT)
		assert_int_equal(canasta_game_bot(game, "simple"), CANASTA_FINE);
	assert_null(strstr(viewed(game, seat), "\nacts "));
	assert_non_null(strstr(viewed(game, seat), "\nended "));
	assert_non_null(strstr(viewed(game, seat), "\nresult 1 "));
	assert_null(strstr(viewed(game, seat), "\nwinner "));
	while (canasta_game_moment(game) != CANASTA_GAME_OVER) {
		canasta_game_deal(game);
		assert_int_equal(canasta_game_bot(game, "simple"), CANASTA_FINE);
	}
	assert_non_null(strstr(viewed(game, seat), "\nwinner "));
	assert_int_equal(canasta_game_view(&io, game, 4), CANASTA_MISUSE);
	canasta_game_free(game);
	canasta_free(wahhi);
}

static void somebody_who_looks_on_sees_no_hand_and_nothing_of_one_seat(void **state)
{
	static const char *const hidden[] = { "\nview ",   "\nhand",   "\nact ",    "\nminimum ",
		                              "\nfrozen ", "\nlifted", "\nblocked", "\ncount " };
	struct heard out, messages;
	const struct canasta_io io = io_of(&out, &messages);
	struct canasta_variant *wahhi;
	struct canasta_game *game;

	(void)state;
	assert_int_equal(canasta_load(&io, "wahhi", NULL, 0, &wahhi), CANASTA_FINE);
	assert_int_equal(canasta_game_new(&io, wahhi, 1, &game), CANASTA_FINE);
	canasta_game_deal(game);
	for (int acts = 0; canasta_game_moment(game) == CANASTA_TO_ACT; acts++) {
		const char *lines = viewed(game, -1);
		assert_int_equal(strncmp(lines, "deal 1\nturn ", 12), 0);
		assert_non_null(strstr(lines, "\ncards 1 "));
		assert_non_null(strstr(lines, "\npile "));
		for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
			if (strstr(lines, hidden[i]) != NULL)
				fail_msg("act %d: an onlooker is told%s", acts, hidden[i]);
		assert_int_equal(canasta_game_bot(game, "simple"), CANASTA_FINE);
	}
	assert_non_null(strstr(viewed(game, -1), "\nmelds "));
	assert_non_null(strstr(viewed(game, -1), "\nresult 1 "));
	canasta_game_free(game);
	canasta_free(wahhi);
}

static void a_client_is_greeted_with_the_rules_and_her_seat(void **state)
{
	struct heard out, messages;
	struct canasta_io io = io_of(&out, &messages);
	struct canasta_variant *wahhi;

	(void)state;
	assert_int_equal(canasta_load(&io, "wahhi", NULL, 0, &wahhi), CANASTA_FINE);
	assert_int_equal(canasta_game_greet(&io, wahhi, 1), CANASTA_FINE);
	assert_int_equal(strncmp(out.text, "canasta 1\nvariant wahhi ", 24), 0);
	assert_non_null(strstr(out.text, "\nplayers 4\nsides 2\ntarget 5000\nseat 2 West\n"));
	io = io_of(&out, &messages);
	assert_int_equal(canasta_game_greet(&io, wahhi, -1), CANASTA_FINE);
	assert_non_null(strstr(out.text, "\ntarget 5000\n"));
	assert_null(strstr(out.text, "seat "));
	assert_int_equal(canasta_game_greet(&io, wahhi, 4), CANASTA_MISUSE);
	canasta_free(wahhi);
}

/* What was done from [from] on; sets [*to] to where it ends. */
static const char *history(const struct canasta_game *game, size_t from, size_t *to)
{
	static struct heard out, messages;
	const struct canasta_io io = io_of(&out, &messages);

	assert_int_equal(canasta_game_history(&io, game, from, to), CANASTA_FINE);
	return out.text;
}

static void what_was_done_is_told_act_by_act_to_whoever_asks(void **state)
{
	struct heard out, messages;
	const struct canasta_io io = io_of(&out, &messages);
	struct canasta_variant *wahhi;
	struct canasta_game *game;
	size_t drawn, end, again;

	(void)state;
	assert_int_equal(canasta_load(&io, "wahhi", NULL, 0, &wahhi), CANASTA_FINE);
	assert_int_equal(canasta_game_new(&io, wahhi, 1, &game), CANASTA_FINE);
	assert_string_equal(history(game, 0, &end), "");
	canasta_game_deal(game);
	assert_int_equal(canasta_game_do(&io, game, "draw"), CANASTA_FINE);
	assert_string_equal(history(game, 0, &drawn), "deal 1\ndid 2 draw\n");
	assert_int_equal(canasta_game_do(&io, game, "meld 6 6 joker, discard 8"), CANASTA_FINE);
	assert_string_equal(history(game, drawn, &end), "did 2 meld 6 6 joker\ndid 2 discard 8\n");
	assert_string_equal(history(game, end, &again), ""); /* and it may be asked again */
	assert_int_equal(again, end);
	assert_int_equal(strncmp(history(game, 0, &again), "deal 1\ndid 2 draw\ndid 2 meld", 28), 0);
	assert_string_equal(history(game, 1000000, &again), "");
	canasta_game_rest(game); /* changes nothing of it */
	assert_string_equal(history(game, end, &again), "");
	assert_int_equal(canasta_game_do(&io, game, "draw"), CANASTA_FINE);
	assert_string_equal(history(game, end, &again), "did 3 draw\n");
	canasta_game_free(game);
	canasta_free(wahhi);
}

static void an_act_that_showed_nobody_a_card_is_the_last_one(void **state)
{
	struct heard out, messages;
	const struct canasta_io io = io_of(&out, &messages);
	struct canasta_variant *wahhi;
	struct canasta_game *game;

	(void)state;
	assert_int_equal(canasta_load(&io, "wahhi", NULL, 0, &wahhi), CANASTA_FINE);
	assert_int_equal(canasta_game_new(&io, wahhi, 1, &game), CANASTA_FINE);
	assert_int_equal(canasta_game_last(game), -1);
	assert_false(canasta_game_may_undo(game));
	canasta_game_deal(game);
	assert_int_equal(canasta_game_last(game), -1);
	assert_int_equal(canasta_game_do(&io, game, "draw"), CANASTA_FINE);
	assert_int_equal(canasta_game_last(game), -1);
	assert_false(canasta_game_may_undo(game));
	assert_int_equal(canasta_game_do(&io, game, "meld 6 6 joker"), CANASTA_FINE);
	assert_int_equal(canasta_game_last(game), 1);
	assert_true(canasta_game_may_undo(game));
	assert_int_equal(canasta_game_undo(&io, game), CANASTA_FINE);
	assert_false(canasta_game_may_undo(game));
	assert_int_equal(canasta_game_undo(&io, game), CANASTA_FINDINGS);
	assert_int_equal(canasta_game_last(game), -1);
	assert_int_equal(canasta_game_do(&io, game, "discard 6"), CANASTA_FINE);
	assert_int_equal(canasta_game_seat(game), 2);
	assert_int_equal(canasta_game_last(game), 1);
	assert_int_equal(canasta_game_do(&io, game, "draw"), CANASTA_FINE);
	assert_int_equal(canasta_game_last(game), -1);
	canasta_game_free(game);
	canasta_free(wahhi);
}

/* What each seat sees that cards come to: its hand, and how many lie hidden. Nothing of [but]. */
static void gather_hidden(const struct canasta_variant *variant, const struct canasta_game *game, int but,
                          struct canasta_bytes *to)
{
	static const char *const hidden[] = { "hand ", "stock ", "aside ", "reserve ", "talon ", "shown " };

	for (int seat = 0; seat < canasta_players(variant); seat++) {
		struct canasta_bytes view = { 0 };
		const struct canasta_io io = { .out = canasta_bytes_out(&view) };
		if (seat != but && canasta_game_view(&io, game, seat) == CANASTA_FINE)
			for (const char *line = view.bytes; *line != '\0'; line += strcspn(line, "\n") + 1)
				for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
					if (strncmp(line, hidden[i], strlen(hidden[i])) == 0)
						canasta_bytes_add(to, line, strcspn(line, "\n") + 1);
		canasta_bytes_free(&view);
	}
}

/* By the acts that could be taken back nobody has seen a card. Returns how many these were. */
static int play_and_look(const char *reference, int acts)
{
	struct heard out, messages;
	const struct canasta_io io = io_of(&out, &messages);
	struct canasta_variant *variant;
	struct canasta_game *game;
	int found = 0;

	assert_int_equal(canasta_load(&io, reference, NULL, 0, &variant), CANASTA_FINE);
	assert_int_equal(canasta_game_new(&io, variant, 5, &game), CANASTA_FINE);
	for (int i = 0; i < acts; i++) {
		struct canasta_bytes before = { 0 }, after = { 0 };
		int seat = canasta_game_seat(game);
		gather_hidden(variant, game, seat, &before);
		canasta_game_deal(game);
		if (seat >= 0)
			canasta_game_bot(game, "simple");
		if (seat >= 0 && canasta_game_last(game) >= 0) {
			found++;
			assert_int_equal(canasta_game_last(game), seat);
			gather_hidden(variant, game, seat, &after);
			assert_int_equal(before.length, after.length);
			assert_memory_equal(before.bytes, after.bytes, before.length);
		}
		canasta_bytes_free(&before);
		canasta_bytes_free(&after);
	}
	canasta_game_free(game);
	canasta_free(variant);
	return found;
}

static void nobody_has_seen_a_card_by_an_act_that_can_be_taken_back(void **state)
{
	(void)state;
	assert_true(play_and_look("wahhi", 80) > 20);
	assert_true(play_and_look("wca", 80) > 20);
	assert_true(play_and_look("guide:six", 80) > 20);
	assert_true(play_and_look("club:six", 80) > 20);
	assert_true(play_and_look("burraco", 80) > 20);
	assert_true(play_and_look("hand_and_foot", 80) > 20);
}

static void an_act_that_is_taken_back_is_told_as_taken_back(void **state)
{
	struct heard out, messages;
	const struct canasta_io io = io_of(&out, &messages);
	struct canasta_variant *wahhi;
	struct canasta_game *game;
	size_t drawn, end;

	(void)state;
	assert_int_equal(canasta_load(&io, "wahhi", NULL, 0, &wahhi), CANASTA_FINE);
	assert_int_equal(canasta_game_new(&io, wahhi, 1, &game), CANASTA_FINE);
	canasta_game_deal(game);
	assert_int_equal(canasta_game_do(&io, game, "draw"), CANASTA_FINE);
	history(game, 0, &drawn);
	assert_int_equal(canasta_game_do(&io, game, "meld 6 6 joker"), CANASTA_FINE);
	assert_int_equal(canasta_game_undo(&io, game), CANASTA_FINE);
	assert_string_equal(history(game, drawn, &end), "did 2 meld 6 6 joker\nundone 2\n");
	assert_int_equal(canasta_game_do(&io, game, "meld 6 6 joker"), CANASTA_FINE);
	canasta_game_rest(game); /* what was done before cannot be taken back */
	assert_int_equal(canasta_game_undo(&io, game), CANASTA_FINDINGS);
	canasta_game_free(game);
	canasta_free(wahhi);
}

static void a_report_without_a_form_of_its_own_takes_that_of_its_caller(void **state)
{
	struct heard out, messages;
	struct canasta_io io = io_of(&out, &messages);

	(void)state;
	io.form = CANASTA_JSON;
	assert_int_equal(canasta_list(&io, "wahhi:two", 0), CANASTA_FINE);
	assert_non_null(strstr(out.text, "\"reference\": \"wahhi:two\""));
	assert_non_null(strstr(out.text, "\"with\": \"ties_stand\""));
	io = io_of(&out, &messages);
	io.form = CANASTA_MARKDOWN;
	assert_int_equal(canasta_test(&io, (const char *const[]){ "wahhi" }, 1), CANASTA_FINE);
	assert_non_null(strstr(out.text, " passed, 0 failed"));
	io = io_of(&out, &messages);
	io.form = CANASTA_JSON;
	assert_int_equal(canasta_test(&io, (const char *const[]){ "wahhi" }, 1), CANASTA_FINE);
	assert_non_null(strstr(out.text, "\"failed\": 0,\n  \"unread\": 0,\n  \"rulings\": [\n"));
}

static int lines_in(const char *text)
{
	int lines = 0;

	for (; *text != '\0'; text++)
		lines += *text == '\n';
	return lines;
}

/* Plays a game, whose numbers have to be those that are told in words. */
static void play_and_count(const char *reference)
{
	struct heard out, messages;
	const struct canasta_io io = io_of(&out, &messages);
	struct canasta_variant *variant;
	struct canasta_game *game;
	int total[6] = { 0 }, most = 0, winner = -1, sides;
	char told[40];

	assert_int_equal(canasta_load(&io, reference, NULL, 0, &variant), CANASTA_FINE);
	assert_int_equal(canasta_game_new(&io, variant, 1, &game), CANASTA_FINE);
	assert_int_equal(canasta_game_choices(game), 0);
	sides = canasta_sides(variant);
	while (canasta_game_moment(game) != CANASTA_GAME_OVER) {
		canasta_game_deal(game);
		while (canasta_game_moment(game) == CANASTA_TO_ACT) {
			if (canasta_game_choices(game) < 50) /* else there is no room for all of them */
				assert_int_equal(lines_in(completed(game, "")), canasta_game_choices(game));
			for (int side = 0; side < sides; side++) {
				assert_int_equal(canasta_game_points(game, side), 0);
				assert_int_equal(canasta_game_total(game, side), total[side]);
			}
			assert_int_equal(canasta_game_winner(game), -1);
			assert_int_equal(canasta_game_bot(game, "simple"), CANASTA_FINE);
		}
		for (int side = 0; side < sides; side++) {
			total[side] += canasta_game_points(game, side);
			assert_int_equal(canasta_game_total(game, side), total[side]);
		}
		assert_int_equal(canasta_game_choices(game), 0);
	}
	for (int side = 0; side < sides; side++)
		if (side == 0 || total[side] > most) {
			most = total[side];
			winner = side;
		}
	assert_int_equal(canasta_game_winner(game), winner);
	memset(&out, 0, sizeof out);
	assert_int_equal(canasta_game_score(&io, game), CANASTA_FINE);
	snprintf(told, sizeof told, ", with %d points.", most);
	assert_non_null(strstr(out.text, told));
	for (int side = -1; side <= sides; side += sides + 1) {
		assert_int_equal(canasta_game_points(game, side), 0);
		assert_int_equal(canasta_game_total(game, side), 0);
	}
	for (int seat = 0; seat < canasta_players(variant); seat++)
		assert_int_equal(canasta_side(variant, seat), seat % sides);
	assert_int_equal(canasta_side(variant, -1), -1);
	assert_int_equal(canasta_side(variant, canasta_players(variant)), -1);
	assert_string_equal(canasta_seat_name(variant, canasta_players(variant)), "");
	canasta_game_free(game);
	canasta_free(variant);
}

static void acts_points_totals_and_the_winner_are_numbers_too(void **state)
{
	(void)state;
	play_and_count("wahhi");
	play_and_count("guide:three"); /* where one plays alone */
	play_and_count("wahhi:five");  /* where players sit out */
	play_and_count("wca");
}

/* ---- loading ---- */

static void no_more_options_are_switched_on_than_there_is_room_for(void **state)
{
	const char *option[CANASTA_OPTIONS_MAX + 1];
	const char *variants[] = { "wahhi" };
	struct canasta_dispute dispute = { .variants = variants, .variant_count = 1, .lines = "hand K K K" };
	struct heard out, messages;
	const struct canasta_io io = io_of(&out, &messages);
	static const char told[] = "canasta: no more than 32 options can be switched on\n";
	struct canasta_variant *variant;

	(void)state;
	for (int i = 0; i <= CANASTA_OPTIONS_MAX; i++)
		option[i] = "always_frozen";
	assert_int_equal(canasta_load(&io, "wahhi", option, CANASTA_OPTIONS_MAX + 1, &variant), CANASTA_MISUSE);
	assert_null(variant);
	assert_string_equal(messages.text, told);
	dispute.options = option;
	dispute.option_count = CANASTA_OPTIONS_MAX + 1;
	memset(&messages, 0, sizeof messages);
	dispute.act = "draw";
	assert_int_equal(canasta_judge(&io, &dispute), CANASTA_MISUSE);
	assert_int_equal(canasta_score(&io, &dispute), CANASTA_MISUSE);
	assert_string_equal(messages.text + strlen(told), told);
}

static void a_variant_says_who_it_is(void **state)
{
	struct heard out, messages;
	struct canasta_io io = io_of(&out, &messages);
	struct canasta_variant *variant;

	(void)state;
	assert_int_equal(canasta_load(&io, "ours.canasta", NULL, 0, &variant), CANASTA_FINE);
	assert_string_equal(canasta_name(variant), "ours");
	assert_int_equal(canasta_players(variant), 4);
	assert_int_equal(canasta_sides(variant), 2);
	assert_int_equal(messages.length, 0);
	assert_int_equal(canasta_show(&io, variant, "game.to", 0), CANASTA_FINE);
	assert_non_null(strstr(out.text, "3000"));
	canasta_free(variant);
	canasta_free(NULL);
}

static void shipped_variants_need_neither_reader_nor_writer(void **state)
{
	static const struct canasta_io silent;
	struct canasta_variant *variant;

	(void)state;
	assert_int_equal(canasta_load(&silent, "wahhi", NULL, 0, &variant), CANASTA_FINE);
	assert_int_equal(canasta_show(&silent, variant, NULL, 0), CANASTA_FINE);
	canasta_free(variant);
	assert_int_equal(canasta_load(&silent, "ours.canasta", NULL, 0, &variant), CANASTA_MISUSE);
	assert_null(variant);
}

static void whatever_cannot_be_read_is_told(void **state)
{
	static const char *const paths[] = { "endless.canasta", "torn.canasta", "nowhere.canasta", "", ":",
		                             "nobody",          "wahhi:nobody" };
	struct heard out, messages;
	struct canasta_io io = io_of(&out, &messages);
	struct canasta_variant *variant;

	(void)state;
	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
		messages.length = 0;
		assert_int_equal(canasta_load(&io, paths[i], NULL, 0, &variant), CANASTA_MISUSE);
		assert_null(variant);
		assert_true(messages.length > 0);
	}
	assert_int_equal(out.length, 0);
}

/* ---- what can be asked for ---- */

static void a_form_that_a_report_does_not_have_is_refused(void **state)
{
	static const char *const names[] = { "wahhi", "wahhi" };
	static const struct canasta_checking check = { CANASTA_HTML, 0 };
	static const struct canasta_sheet_plan sheet = { CANASTA_CSV, CANASTA_SHEET_WHOLE, 0, 0, 0, 0 },
					       none = { CANASTA_TEXT, (enum canasta_sheet)3, 0, 0, 0, 0 };
	static const struct canasta_writing csv = { CANASTA_CSV, 0, 0 }, sarif = { CANASTA_SARIF, 0, 0 };
	struct heard out, messages;
	const struct canasta_io io = io_of(&out, &messages);
	const struct canasta_variant *both[2];
	struct canasta_variant *wahhi;
	struct canasta_sim *sim;

	(void)state;
	assert_int_equal(canasta_load(&io, "wahhi", NULL, 0, &wahhi), CANASTA_FINE);
	assert_int_equal(canasta_sim_new(&io, wahhi, NULL, &sim), CANASTA_FINE);
	both[0] = both[1] = wahhi;
	assert_int_equal(canasta_check(&io, names, 1, &check), CANASTA_MISUSE);
	assert_string_equal(messages.text, "canasta: findings are not written as HTML; there is: text, JSON, SARIF\n");
	assert_int_equal(canasta_sheet(&io, wahhi, &sheet), CANASTA_MISUSE);
	assert_int_equal(canasta_sheet(&io, wahhi, &none), CANASTA_MISUSE);
	assert_int_equal(canasta_diff(&io, both, names, &csv, CANASTA_WORDS), CANASTA_MISUSE);
	assert_int_equal(canasta_matrix(&io, both, names, 2, &sarif), CANASTA_MISUSE);
	assert_int_equal(canasta_sim_report(&io, sim, CANASTA_HTML), CANASTA_MISUSE);
	assert_int_equal(canasta_sim_report(&io, sim, (enum canasta_form)77), CANASTA_MISUSE);
	assert_int_equal(canasta_sim_add(&io, names, 0, CANASTA_MARKDOWN), CANASTA_MISUSE);
	assert_int_equal(out.length, 0);
	canasta_sim_free(sim);
	canasta_free(wahhi);
}

static void what_nobody_asks_for_is_as_if_it_were_zero(void **state)
{
	static const struct canasta_dispute nobody = { .lines = "hand K K K" };
	static const char *const names[] = { "wahhi", "wahhi" };
	struct heard out, messages;
	const struct canasta_io io = io_of(&out, &messages);
	const struct canasta_variant *both[2];
	struct canasta_variant *wahhi;
	struct canasta_game *game;

	(void)state;
	assert_int_equal(canasta_load(&io, "wahhi", NULL, 0, &wahhi), CANASTA_FINE);
	assert_int_equal(canasta_game_new(&io, wahhi, 1, &game), CANASTA_FINE);
	both[0] = both[1] = wahhi;
	assert_int_equal(canasta_sheet(&io, wahhi, NULL), CANASTA_FINE);
	assert_int_equal(canasta_matrix(&io, both, names, 2, NULL), CANASTA_FINE);
	assert_int_equal(canasta_diff(&io, both, names, NULL, (enum canasta_level)9), CANASTA_FINE);
	assert_int_equal(canasta_game_record(&io, game, &io.out, NULL, NULL), CANASTA_FINE);
	assert_int_equal(canasta_game_bot(game, NULL), CANASTA_MISUSE); /* nothing is dealt yet */
	canasta_game_deal(game);
	assert_int_equal(canasta_game_hint(&io, game, NULL), CANASTA_FINE);
	assert_int_equal(canasta_game_bot(game, NULL), CANASTA_FINE);
	assert_int_equal(messages.length, 0);
	assert_int_equal(canasta_score(&io, &nobody), CANASTA_MISUSE);
	assert_true(messages.length > 0);
	canasta_game_free(game);
	canasta_free(wahhi);
}

/* ---- memory ---- */

static int load_and_show(const struct canasta_io *io)
{
	struct canasta_variant *variant;
	int status = canasta_load(io, "ours.canasta", NULL, 0, &variant);

	if (status == CANASTA_FINE)
		status = canasta_show(io, variant, "", 0);
	canasta_free(variant);
	return status;
}

static int show_as_json(const struct canasta_io *io)
{
	struct canasta_variant *variant;
	int status = canasta_load(io, "ours.canasta", NULL, 0, &variant);

	if (status == CANASTA_FINE)
		status = canasta_show(io, variant, "", CANASTA_SHOW_CHANGED | CANASTA_SHOW_JSON);
	canasta_free(variant);
	return status;
}

static int format(const struct canasta_io *io)
{
	return canasta_format(io, "ours.canasta", CANASTA_FORMAT_DIFF, NULL);
}

static int begin_new(const struct canasta_io *io)
{
	return canasta_new_text(io, "theirs", "wahhi", NULL);
}

static int check_all(const struct canasta_io *io)
{
	static const char *const references[] = { "wahhi", "ours.canasta" };

	return canasta_check(io, references, 2, NULL);
}

static int cover(const struct canasta_io *io)
{
	return canasta_coverage(io, "wahhi", 1);
}

static int list(const struct canasta_io *io)
{
	return canasta_list(io, NULL, 1);
}

static int simulate(const struct canasta_io *io)
{
	static const struct canasta_plan plan;
	struct canasta_variant *variant;
	struct canasta_sim *sim = NULL;
	int status = canasta_load(io, "wahhi", NULL, 0, &variant);

	if (status == CANASTA_FINE)
		status = canasta_sim_new(io, variant, &plan, &sim);
	if (status == CANASTA_FINE)
		status = canasta_sim_run(sim, 0, 1);
	if (status == CANASTA_FINE)
		status = canasta_sim_report(io, sim, CANASTA_TEXT);
	canasta_sim_free(sim);
	canasta_free(variant);
	return status;
}

/* A client who does the first act that is legal, and leaves when she is asked for an act once too often. */
struct visitor {
	int asked, patience;
	const char *answer;
};

static void tell_visitor(void *context, int player, const char *lines, size_t length)
{
	struct visitor *visitor = context;

	(void)player;
	visitor->answer = length > 4 && memcmp(lines + length - 4, "\ngo\n", 4) == 0 ? "act 1" : "ready";
}

static const char *hear_visitor(void *context, int player, char *line, size_t room)
{
	struct visitor *visitor = context;

	(void)player;
	if (visitor->answer[0] == 'a' && visitor->asked++ == visitor->patience)
		return "is tired";
	assert_true(strlen(visitor->answer) < room);
	strcpy(line, visitor->answer);
	return NULL;
}

static struct canasta_client client_of(struct visitor *visitor, int patience)
{
	struct canasta_client client = { "visitor", tell_visitor, hear_visitor, NULL, 0, 1 };

	visitor->asked = 0;
	visitor->patience = patience;
	visitor->answer = "";
	client.context = visitor;
	return client;
}

static int simulate_with_client(const struct canasta_io *io)
{
	static const char *const bots[] = { "visitor", "simple" };
	struct visitor visitor;
	struct canasta_client client = client_of(&visitor, -1);
	struct canasta_plan plan = { 0 };
	struct canasta_variant *variant;
	struct canasta_sim *sim = NULL;
	int status = canasta_load(io, "wahhi", NULL, 0, &variant);

	plan.bots = bots;
	plan.bot_count = 2;
	plan.single_deals = 1;
	plan.clients = &client;
	plan.client_count = 1;
	if (status == CANASTA_FINE)
		status = canasta_sim_new(io, variant, &plan, &sim);
	if (status == CANASTA_FINE)
		status = canasta_sim_run(sim, 0, 1);
	canasta_sim_free(sim);
	canasta_free(variant);
	return status;
}

/* Lets requests for memory fail one after the other, each once and then for ever: nothing breaks, and whoever goes
 * without says so. Every request is tried at first, later ones here and there, for there are many alike. */
static void memory_may_run_out_anywhere(void **state)
{
	static int (*const work[])(const struct canasta_io *io) = { load_and_show, show_as_json, format,
		                                                    begin_new,     check_all,    cover,
		                                                    list,          simulate,     simulate_with_client };
	struct heard out, messages;
	struct canasta_io io = io_of(&out, &messages);

	(void)state;
	for (size_t i = 0; i < sizeof work / sizeof *work; i++)
		for (int for_ever = 0; for_ever < 2; for_ever++) {
			int status = CANASTA_INTERNAL, fine = 0;
			for (long n = 1; n < 1000000 && fine < 8; n += n < 200 ? 1 : n / 20) {
				arena_fail_at(n, for_ever);
				status = work[i](&io);
				arena_fail_at(0, 0);
				assert_true(fine == 0 || status == CANASTA_FINE); /* else somebody kept quiet before */
				fine += status == CANASTA_FINE;
			}
			assert_int_equal(status, CANASTA_FINE); /* there was enough in the end */
		}
}

/* ---- simulations ---- */

static void games_add_up_however_they_are_split(void **state)
{
	static const char *const bots[] = { "simple", "random" };
	struct canasta_plan plan = { .seed = 0 };
	struct heard whole, parts, messages;
	struct canasta_io io = io_of(&whole, &messages), other = io_of(&parts, &messages);
	struct canasta_variant *variant;
	struct canasta_sim *one, *two, *three;

	(void)state;
	plan.seed = 42;
	plan.bots = bots;
	plan.bot_count = 2;
	assert_int_equal(canasta_load(&io, "wahhi", NULL, 0, &variant), CANASTA_FINE);
	canasta_sim_new(&io, variant, &plan, &one);
	canasta_sim_new(&io, variant, &plan, &two);
	canasta_sim_new(&io, variant, &plan, &three);
	assert_int_equal(canasta_sim_run(one, 0, 30), CANASTA_FINE);
	assert_int_equal(canasta_sim_run(two, 17, 30), CANASTA_FINE);
	assert_int_equal(canasta_sim_run(three, 5, 17), CANASTA_FINE);
	assert_int_equal(canasta_sim_run(three, 0, 5), CANASTA_FINE);
	assert_int_equal(canasta_sim_merge(two, three), CANASTA_FINE);
	assert_true(canasta_sim_signature(one) == canasta_sim_signature(two));
	assert_true(canasta_sim_signature(one) != canasta_sim_signature(three));
	canasta_sim_report(&io, one, CANASTA_TEXT);
	canasta_sim_report(&other, two, CANASTA_TEXT);
	assert_string_equal(whole.text, parts.text);
	canasta_sim_free(one);
	canasta_sim_free(two);
	canasta_sim_free(three);
	canasta_free(variant);
}

static void only_parts_of_one_simulation_are_merged(void **state)
{
	static const char *const references[] = { "wahhi", "wca", "wahhi", "wahhi" };
	struct canasta_plan plan = { .seed = 0 };
	struct heard out, messages;
	const struct canasta_io io = io_of(&out, &messages);
	struct canasta_variant *variant[4];
	struct canasta_sim *sim[4];
	uint64_t signature;

	(void)state;
	for (int i = 0; i < 4; i++) {
		plan.seed = i == 2;
		assert_int_equal(canasta_load(&io, references[i], NULL, 0, &variant[i]), CANASTA_FINE);
		assert_int_equal(canasta_sim_new(&io, variant[i], &plan, &sim[i]), CANASTA_FINE);
		assert_int_equal(canasta_sim_run(sim[i], (uint64_t)i, (uint64_t)i + 1), CANASTA_FINE);
	}
	signature = canasta_sim_signature(sim[0]);
	for (int i = 0; i < 3; i++) /* itself, other rules, another seed */
		assert_int_equal(canasta_sim_merge(sim[0], sim[i]), CANASTA_MISUSE);
	assert_true(canasta_sim_signature(sim[0]) == signature);
	assert_int_equal(canasta_sim_merge(sim[0], sim[3]), CANASTA_FINE); /* the same rules, loaded once more */
	assert_true(canasta_sim_signature(sim[0]) == signature + canasta_sim_signature(sim[3]));
	for (int i = 0; i < 4; i++) {
		canasta_sim_free(sim[i]);
		canasta_free(variant[i]);
	}
}

static void write_nothing(void *context, uint64_t game, int play, const char *bytes, size_t length)
{
	(void)context, (void)game, (void)play, (void)bytes, (void)length;
}

static void a_name_that_fits_in_no_record_is_told_before_anything_is_played(void **state)
{
	static const char *const bots[] = { "simple", "a|b" };
	static const struct canasta_client client = { "a|b", NULL, NULL, NULL, 0, 0 };
	struct canasta_plan plan = { .bot_count = 2 };
	struct heard out, messages;
	const struct canasta_io io = io_of(&out, &messages);
	struct canasta_variant *variant;
	struct canasta_sim *sim;

	(void)state;
	plan.bots = bots;
	plan.clients = &client;
	plan.client_count = 1;
	assert_int_equal(canasta_load(&io, "wahhi", NULL, 0, &variant), CANASTA_FINE);
	assert_int_equal(canasta_sim_new(&io, variant, &plan, &sim), CANASTA_FINE);
	assert_null(canasta_sim_fault(sim, NULL));
	canasta_sim_free(sim);
	plan.record = write_nothing;
	assert_int_equal(canasta_sim_new(&io, variant, &plan, &sim), CANASTA_MISUSE);
	assert_null(sim);
	assert_non_null(strstr(messages.text, "`a|b` cannot be written down in a record"));
	canasta_free(variant);
}

static void a_bot_that_does_not_exist_is_no_simulation(void **state)
{
	static const char *const bots[] = { "smiple" };
	struct canasta_plan plan = { .bot_count = 1 };
	struct heard out, messages;
	struct canasta_io io = io_of(&out, &messages);
	struct canasta_variant *variant;
	struct canasta_sim *sim;

	(void)state;
	plan.bots = bots;
	assert_int_equal(canasta_load(&io, "wahhi", NULL, 0, &variant), CANASTA_FINE);
	assert_int_equal(canasta_sim_new(&io, variant, &plan, &sim), CANASTA_MISUSE);
	assert_null(sim);
	assert_string_equal(messages.text, "canasta: there is no bot `smiple`; did you mean `simple`?\n");
	canasta_free(variant);
}

static void a_game_that_a_client_leaves_does_not_count(void **state)
{
	static const char *const bots[] = { "simple", "visitor" };
	struct visitor visitor;
	struct canasta_client client = client_of(&visitor, 150);
	struct canasta_plan plan = { 0 };
	struct heard out, messages;
	struct canasta_io io = io_of(&out, &messages);
	struct canasta_variant *variant;
	struct canasta_sim *sim, *same;
	uint64_t game;

	(void)state;
	plan.bots = bots;
	plan.bot_count = 2;
	plan.single_deals = 1;
	plan.clients = &client;
	plan.client_count = 1;
	assert_int_equal(canasta_load(&io, "wahhi", NULL, 0, &variant), CANASTA_FINE);
	assert_int_equal(canasta_sim_new(&io, variant, &plan, &sim), CANASTA_FINE);
	assert_int_equal(canasta_sim_run(sim, 0, 1000), CANASTA_FINDINGS);
	assert_string_equal(canasta_sim_fault(sim, &game), "`visitor` at seat 4 (East) is tired");
	assert_true(game > 0 && game < 150);
	visitor.asked = 0;
	visitor.patience = -1;
	assert_int_equal(canasta_sim_new(&io, variant, &plan, &same), CANASTA_FINE);
	assert_int_equal(canasta_sim_run(same, 0, game), CANASTA_FINE);
	assert_true(canasta_sim_signature(sim) == canasta_sim_signature(same));
	canasta_sim_free(sim);
	canasta_sim_free(same);
	canasta_free(variant);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_more_options_are_switched_on_than_there_is_room_for),
		cmocka_unit_test(what_is_typed_behind_a_semicolon_is_completed_in_the_position_it_leads_to),
		cmocka_unit_test(a_view_has_the_acts_of_the_player_to_act_and_then_the_score),
		cmocka_unit_test(somebody_who_looks_on_sees_no_hand_and_nothing_of_one_seat),
		cmocka_unit_test(a_client_is_greeted_with_the_rules_and_her_seat),
		cmocka_unit_test(what_was_done_is_told_act_by_act_to_whoever_asks),
		cmocka_unit_test(an_act_that_showed_nobody_a_card_is_the_last_one),
		cmocka_unit_test(nobody_has_seen_a_card_by_an_act_that_can_be_taken_back),
		cmocka_unit_test(an_act_that_is_taken_back_is_told_as_taken_back),
		cmocka_unit_test(a_report_without_a_form_of_its_own_takes_that_of_its_caller),
		cmocka_unit_test(acts_points_totals_and_the_winner_are_numbers_too),
		cmocka_unit_test(a_variant_says_who_it_is),
		cmocka_unit_test(shipped_variants_need_neither_reader_nor_writer),
		cmocka_unit_test(whatever_cannot_be_read_is_told),
		cmocka_unit_test(memory_may_run_out_anywhere),
		cmocka_unit_test(a_game_that_a_client_leaves_does_not_count),
		cmocka_unit_test(games_add_up_however_they_are_split),
		cmocka_unit_test(a_form_that_a_report_does_not_have_is_refused),
		cmocka_unit_test(what_nobody_asks_for_is_as_if_it_were_zero),
		cmocka_unit_test(only_parts_of_one_simulation_are_merged),
		cmocka_unit_test(a_name_that_fits_in_no_record_is_told_before_anything_is_played),
		cmocka_unit_test(a_bot_that_does_not_exist_is_no_simulation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
