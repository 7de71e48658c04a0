/* test_suits.c -- a card keeps its suit wherever it goes, and all who see it see the same one. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include "every_variant.h"
#include "game/question.h"
#include "game/random.h"
#include "game/view.h"
#include "grammar/text.h"
#include "players/player.h"
#include "tools/suits.h"

enum { DEALS = 1, FACES_ROOM = 14 * 4 };

static struct game game;
static struct suits suits;
static int parts; /* times that a part of the pile was taken */

/* How often each face is seen: rank * 4 + suit. */
struct faces {
	int count[FACES_ROOM];
};

/* What is seen of suits: by somebody who looks on, and by each seat in its hand. */
struct sight {
	char table[10000];
	struct faces hand[PLAYERS_MAX], pile, all;
	int from_top[KINDS_MAX][DECK_MAX], in_pile[KINDS_MAX]; /* the faces of each kind in the pile */
	int first[PLAYERS_MAX][KINDS_MAX];                     /* the face of a kind that leaves a hand first */
};

static int face_of(const char *word, size_t length)
{
	static const char letters[] = "CDHS";
	int rank = 0;

	while (strlen(RANK_NAMES[rank]) != length - 1 || memcmp(RANK_NAMES[rank], word, length - 1) != 0)
		rank++;
	assert_non_null(strchr(letters, word[length - 1]));
	return rank * 4 + (int)(strchr(letters, word[length - 1]) - letters);
}

/* Adds the faces of a line to [faces], and sets [first] unless it is NULL. */
static void read_line(const char *line, struct faces *faces, int *first)
{
	const char *end = strchr(line, '\n');

	for (line = strchr(line, ':') + 1; line < end; line += strcspn(line, " \n")) {
		int face;
		line++;
		face = face_of(line, strcspn(line, " \n"));
		faces->count[face]++;
		for (int kind = 0; first != NULL && kind < game.rules->kinds; kind++)
			if (first[kind] < 0 && game.rules->kind[kind].faces >> face & 1)
				first[kind] = face;
	}
}

/* Notes the line of the pile, kind by kind. */
static void read_pile(const char *line, struct sight *sight)
{
	const char *end = strchr(line, '\n');

	for (line = strchr(line, ':') + 1; line < end; line += strcspn(line, " \n")) {
		int face = face_of(line + 1, strcspn(line + 1, " \n"));
		line++;
		for (int kind = 0; kind < game.rules->kinds; kind++)
			if (game.rules->kind[kind].faces >> face & 1)
				sight->from_top[kind][sight->in_pile[kind]++] = face;
	}
}

static void read_lines(const char *lines, struct sight *sight)
{
	for (; *lines != '\0'; lines = strchr(lines, '\n') + 1) {
		assert_memory_equal(lines, "faces ", 6);
		if (strncmp(lines, "faces pile:", 11) == 0) {
			read_line(lines, &sight->pile, NULL);
			read_pile(lines, sight);
		}
		if (strncmp(lines, "faces shown", 11) != 0)
			read_line(lines, &sight->all, NULL);
	}
}

static void look(struct sight *sight)
{
	static struct view view;
	struct text lines = { 0 };

	memset(sight, 0, sizeof *sight);
	view_of_onlooker(&game, &view);
	suits_write(&suits, &view, &lines);
	snprintf(sight->table, sizeof sight->table, "%s", text_read(&lines));
	read_lines(sight->table, sight);
	text_free(&lines);
	memset(sight->first, -1, sizeof sight->first);
	for (int seat = 0; seat < game.rules->seats; seat++) {
		const char *table;
		view_of(&game, seat, &view);
		suits_write(&suits, &view, &lines);
		table = text_read(&lines);
		if (strncmp(table, "faces hand:", 11) == 0) {
			read_line(table, &sight->hand[seat], sight->first[seat]);
			read_line(table, &sight->all, NULL);
			table = strchr(table, '\n') + 1;
		}
		assert_string_equal(table, sight->table); /* all see the same table */
		text_free(&lines);
	}
}

/* True if every face of [less] is in [more]. */
static bool is_within(const struct faces *less, const struct faces *more)
{
	for (int face = 0; face < FACES_ROOM; face++)
		if (less->count[face] > more->count[face])
			return false;
	return true;
}

static bool has_faces(int kind)
{
	return (game.rules->kind[kind].faces & (game.rules->kind[kind].faces - 1)) != 0;
}

static int count_of(const struct faces *faces, int kind)
{
	int count = 0;

	for (int face = 0; face < FACES_ROOM; face++)
		count += game.rules->kind[kind].faces >> face & 1 ? faces->count[face] : 0;
	return count;
}

/* The hands have the faces that their cards can have, as many as there are cards, and none oftener than in the deck. */
static void check_faces(const struct sight *sight)
{
	for (int kind = 0; kind < game.rules->kinds; kind++) {
		if (!has_faces(kind))
			continue;
		for (int seat = 0; seat < game.rules->seats; seat++)
			assert_int_equal(count_of(&sight->hand[seat], kind), cards_count(&game.seat[seat].hand, kind));
		for (int face = 0; face < FACES_ROOM; face++)
			if (game.rules->kind[kind].faces >> face & 1)
				assert_true(sight->all.count[face] * set_size(game.rules->kind[kind].faces) <=
				            game.rules->kind[kind].copies);
	}
}

static void compare(const struct game *was, const struct sight *before, struct act act, const struct sight *after)
{
	int actor = game_to_act(was);

	if (game.renewed == was->renewed && !game.top_hidden)
		assert_true(is_within(&before->all, &after->all));
	for (int seat = 0; seat < game.rules->seats; seat++)
		if (seat != actor && game.seat[seat].size >= was->seat[seat].size &&
		    cards_kinds(&game.seat[seat].laid) == cards_kinds(&was->seat[seat].laid))
			assert_true(is_within(&before->hand[seat], &after->hand[seat]));
	if (act.verb == ACT_DISCARD && has_faces(act.kind) && game.pile_size == was->pile_size + 1 &&
	    !game.top_hidden) {
		int face = before->first[actor][act.kind];
		assert_int_equal(after->pile.count[face], before->pile.count[face] + 1);
	}
}

/* What is left of a pile is what lay lowest. Returns whether some of it was taken. */
static bool check_rest(const struct game *was, const struct sight *before, const struct sight *after)
{
	if (game.pile_size == 0 || game.pile_size >= was->pile_size || game.renewed != was->renewed ||
	    was->turn.pending)
		return false;
	for (int kind = 0; kind < game.rules->kinds; kind++) {
		int gone = before->in_pile[kind] - after->in_pile[kind];
		assert_true(gone >= 0);
		assert_memory_equal(before->from_top[kind] + gone, after->from_top[kind],
		                    sizeof **after->from_top * (size_t)after->in_pile[kind]);
	}
	return true;
}

static void play_deal(struct random *luck)
{
	static struct sight before, after;
	static struct acts acts;
	static struct view view;
	struct tally tally;
	int32_t totals[SIDES_MAX];

	game_deal(&game, 0);
	suits_deal(&suits, &game);
	look(&after);
	while (game.phase != PHASE_OVER) {
		struct game was = game;
		int seat = game_to_act(&game);
		struct act act;
		before = after;
		view_of(&game, seat, &view);
		game_legal(&game, &acts);
		act = player_at((seat + (int)game.deal) % 2)->choose(&view, &acts, NULL, luck);
		game_apply(&game, act);
		suits_follow(&suits, &was, act, &game);
		look(&after);
		check_faces(&after);
		compare(&was, &before, act, &after);
		parts += check_rest(&was, &before, &after);
	}
	game_score(&game, &tally);
	game_totals(&game, &tally, totals);
	game_next_deal(&game, totals);
}

static void play(const struct rules *rules)
{
	struct random luck;

	if (rules == NULL)
		return;
	random_begin(&luck, 1, 1);
	game_begin(&game, rules, 7);
	for (int deal = 0; deal < DEALS; deal++)
		play_deal(&luck);
}

static void cards_keep_their_suits(void **state)
{
	(void)state;
	for_each_variant(play);
	assert_true(parts > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(cards_keep_their_suits) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
