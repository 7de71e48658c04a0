/* replay.c -- canasta replay: a recorded game is played again and judged. */
#include "cmd/keep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* What the call asks for. */
struct call {
	const char *path, *seat, *under, *rules;
	struct with with;
	struct canasta_point at;
	bool pointed, json, cards;
};

/* "120", a line, or "2.14", a deal and a turn. */
static bool read_point(const struct command *command, const char *words, struct canasta_point *at)
{
	int used = 0;

	*at = (struct canasta_point){ 0, 0, 0 };
	if (sscanf(words, "%9d.%9d%n", &at->deal, &at->turn, &used) == 2 && words[used] == '\0' && at->deal > 0 &&
	    at->turn > 0)
		return true;
	at->deal = at->turn = 0;
	if (sscanf(words, "%9d%n", &at->line, &used) == 1 && words[used] == '\0' && at->line > 0)
		return true;
	cmd_misuse(command, "--at wants a line (120) or a deal and a turn (2.14), not `%s`", words);
	return false;
}

static bool read_option(const struct command *command, struct call *call, int given)
{
	switch (given) {
	case 'a': return call->pointed = true, read_point(command, optarg, &call->at);
	case 's': return call->seat = optarg, true;
	case 'u': return call->under = optarg, true;
	case 'w': return cmd_with_list(command, &call->with, optarg);
	case 'j': return call->json = true;
	case 'c': return call->cards = true;
	case 'R': return call->rules = optarg, true;
	default: return false;
	}
}

static int read_call(const struct command *command, int argc, char **argv, struct call *call)
{
	static const struct option options[] = {
		{ "at", required_argument, NULL, 'a' },    { "seat", required_argument, NULL, 's' },
		{ "under", required_argument, NULL, 'u' }, { "with", required_argument, NULL, 'w' },
		{ "json", no_argument, NULL, 'j' },        { "cards", no_argument, NULL, 'c' },
		{ "rules", required_argument, NULL, 'R' }, CMD_OPTIONS_END
	};
	int given;

	while ((given = cmd_option(command, argc, argv, ":a:s:u:w:jc", options)) != -1)
		if (!read_option(command, call, given))
			return given == CMD_HELP ? CMD_HELP : CMD_MISUSE;
	call->path = cmd_only(command, "record", argc, argv);
	if (call->path == NULL)
		return CMD_MISUSE;
	if (call->seat != NULL && !call->pointed)
		cmd_misuse(command, "--seat shows a point of the game: say which with --at");
	else if (call->with.count > 0 && call->under == NULL)
		cmd_misuse(command, "--with belongs to --under");
	else if (call->pointed && (call->under != NULL || call->json))
		cmd_misuse(command, "--at shows the table and goes with --seat alone");
	else if (call->cards && (call->pointed || call->under != NULL || call->json))
		cmd_misuse(command, "--cards writes a record and goes with no other option");
	else
		return 0;
	return CMD_MISUSE;
}

/* ---- a point of the game ---- */

/* The seat called [name]; -1, with the misuse told, if there is none. */
static int seat_named(const struct command *command, const struct canasta_variant *variant, const char *name)
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
	cmd_misuse(command, "there is no seat `%s`; %s `%s`%s", name, near != NULL ? "did you mean" : "the first is",
	           near != NULL ? near : names[0], near != NULL ? "?" : "");
	return -1;
}

/* Shows the table as one seat sees it: the one that is asked for, or that is to act. */
static int show_point(const struct command *command, const struct call *call, struct canasta_record *record)
{
	struct canasta_game *game = NULL;
	int seat = 0, status;

	if (call->seat != NULL && (seat = seat_named(command, canasta_record_variant(record), call->seat)) < 0)
		return CANASTA_MISUSE;
	status = canasta_record_play(&cmd_io, record, &call->at, &game);
	if (status == CANASTA_FINE && canasta_game_moment(game) == CANASTA_TO_DEAL)
		status = cmd_misuse(command, "nothing is dealt yet at line %d", call->at.line);
	else if (status == CANASTA_FINE) {
		if (call->seat == NULL && canasta_game_seat(game) >= 0)
			seat = canasta_game_seat(game);
		status = canasta_game_table(&cmd_io, game, seat);
		if (status == CANASTA_FINE)
			status = canasta_game_score(&cmd_io, game);
	}
	canasta_game_free(game);
	return status;
}

/* ---- the whole ---- */

static int replay(const struct command *command, const struct call *call, struct canasta_record *record)
{
	struct canasta_variant *under;
	int status;

	if (call->pointed)
		return show_point(command, call, record);
	if (call->cards)
		return canasta_record_tell_cards(&cmd_io, record);
	if (call->under == NULL)
		return canasta_record_tell(&cmd_io, record, call->json);
	status = cmd_load(call->under, &call->with, &under);
	if (status == CANASTA_FINE)
		status = canasta_record_under(&cmd_io, record, under, call->json);
	canasta_free(under);
	return status;
}

int cmd_replay(const struct command *command, int argc, char **argv)
{
	struct call call = { .path = NULL };
	struct canasta_record *record = NULL;
	int given = read_call(command, argc, argv, &call), status;
	size_t length;
	char *bytes;

	if (given != 0)
		return given == CMD_HELP ? CANASTA_FINE : CANASTA_MISUSE;
	if (!keep_read(call.path, &bytes, &length))
		return CANASTA_MISUSE;
	status = keep_record(call.path, bytes, length, call.rules, &record);
	if (status == CANASTA_FINE)
		status = replay(command, &call, record);
	canasta_record_free(record);
	free(bytes);
	return status;
}
