/* replay.c -- canasta replay: a recorded game is played again and judged. */
#include "cmd/keep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* "120", a line, or "2.14", a deal and a turn. */
static bool read_point(const struct call *call, const char *words, struct canasta_point *at)
{
	int used = 0;

	*at = (struct canasta_point){ 0, 0, 0 };
	if (sscanf(words, "%9d.%9d%n", &at->deal, &at->turn, &used) == 2 && words[used] == '\0' && at->deal > 0 &&
	    at->turn > 0)
		return true;
	at->deal = at->turn = 0;
	if (sscanf(words, "%9d%n", &at->line, &used) == 1 && words[used] == '\0' && at->line > 0)
		return true;
	call_misuse(call, "--at wants a line (120) or a deal and a turn (2.14), not `%s`", words);
	return false;
}

/* ---- a point of the game ---- */

/* The seat called [name]; -1, with a message, if there is none. */
static int seat_named(const struct call *call, const struct canasta_variant *variant, const char *name)
{
	const char *names[16];
	const char *near;
	int count = canasta_players(variant);

	for (int seat = 0; seat < count; seat++) {
		names[seat] = canasta_seat_name(variant, seat);
		if (strcasecmp(names[seat], name) == 0)
			return seat;
	}
	near = canasta_nearest(name, names, count);
	call_misuse(call, "there is no seat `%s`; %s `%s`%s", name, near != NULL ? "did you mean" : "the first is",
	            near != NULL ? near : names[0], near != NULL ? "?" : "");
	return -1;
}

/* Shows the table as one seat sees it: the one that is asked for, or that is to act. */
static int show_point(const struct call *call, const struct canasta_point *point, struct canasta_record *record)
{
	const char *name = call_text(call, OPTION_replay_seat);
	struct canasta_game *game = NULL;
	int seat = 0, status;

	if (name != NULL && (seat = seat_named(call, canasta_record_variant(record), name)) < 0)
		return CANASTA_MISUSE;
	status = canasta_record_play(&cmd_io, record, point, &game);
	if (status == CANASTA_FINE && canasta_game_moment(game) == CANASTA_TO_DEAL)
		status = call_misuse(call, "nothing is dealt yet at line %d", point->line);
	else if (status == CANASTA_FINE) {
		if (name == NULL && canasta_game_seat(game) >= 0)
			seat = canasta_game_seat(game);
		status = canasta_game_table(&cmd_io, game, seat);
		if (status == CANASTA_FINE)
			status = canasta_game_score(&cmd_io, game);
	}
	canasta_game_free(game);
	return status;
}

/* ---- the whole ---- */

static int replay(const struct call *call, const struct canasta_point *point, struct canasta_record *record)
{
	const char *reference = call_text(call, OPTION_replay_under);
	const bool json = call->form == CANASTA_JSON;
	struct canasta_variant *under;
	int status;

	if (point != NULL)
		return show_point(call, point, record);
	if (call_has(call, OPTION_replay_cards))
		return canasta_record_tell_cards(&cmd_io, record);
	if (reference == NULL)
		return canasta_record_tell(&cmd_io, record, json);
	status = cmd_load(reference, &call->with, &under);
	if (status == CANASTA_FINE)
		status = canasta_record_under(&cmd_io, record, under, json);
	canasta_free(under);
	return status;
}

int cmd_replay(struct call *call)
{
	const char *at = call_text(call, OPTION_replay_at);
	const bool under = call_has(call, OPTION_replay_under), json = call->form == CANASTA_JSON;
	struct canasta_record *record = NULL;
	struct canasta_point point;
	char *bytes, *path;
	size_t length;
	int status;

	if (at != NULL && !read_point(call, at, &point))
		return CANASTA_MISUSE;
	path = call_only(call, "record");
	if (path == NULL)
		return CANASTA_MISUSE;
	if (at == NULL && call_has(call, OPTION_replay_seat))
		return call_misuse(call, "--seat shows a point of the game: say which with --at");
	if (call->with.count > 0 && !under)
		return call_misuse(call, "--with belongs to --under");
	if (at != NULL && (under || json))
		return call_misuse(call, "--at shows the table and goes with --seat alone");
	if (call_has(call, OPTION_replay_cards) && (at != NULL || under || json))
		return call_misuse(call, "--cards writes a record and goes with no other option");
	if (!cmd_read_file(path, &bytes, &length)) {
		free(bytes);
		return CANASTA_MISUSE;
	}
	status = keep_record(path, bytes, length, call_text(call, OPTION_replay_rules), &record);
	if (status == CANASTA_FINE)
		status = replay(call, at != NULL ? &point : NULL, record);
	canasta_record_free(record);
	free(bytes);
	return status;
}
