/* events.c -- the lines of docs/protocol.md with those of a room, in the form of an event stream. */
#include "serve/events.h"

#include <stdio.h>
#include <string.h>

#include "serve/words.h"

/* Where the last whole lines of [length] bytes begin that are no more than NEWS_BACK. */
static size_t near_end(const char *bytes, size_t length)
{
	size_t at = length > NEWS_BACK ? length - NEWS_BACK : 0;

	while (at > 0 && at < length && bytes[at - 1] != '\n')
		at++;
	return at;
}

static size_t history_length(const struct room *room)
{
	struct canasta_io io = { 0 };
	size_t length = 0;

	if (room->game != NULL)
		canasta_game_history(&io, room->game, SIZE_MAX, &length);
	return length;
}

bool place_read(const struct room *room, const char *id, struct place *place)
{
	unsigned long long length, history, news;
	size_t all = history_length(room), near = near_end(room->news.bytes, room->news.length);

	*place = (struct place){ room->length, all, near };
	if (id == NULL || sscanf(id, "%llu-%llu-%llu", &length, &history, &news) != 3 || length > room->length ||
	    length < room->before)
		return false;
	place->length = (size_t)length;
	if (history > all || news > room->news.length || (length < room_length_after_cut(room) && history > 0))
		return false; /* it was another history */
	*place = (struct place){ (size_t)length, (size_t)history, news > near ? (size_t)news : near };
	return true;
}

/* Adds [lines] as data, each behind [word]. */
static void add_data(struct canasta_bytes *out, const char *word, const char *lines, size_t length)
{
	for (size_t at = 0; at < length;) {
		const char *end = memchr(lines + at, '\n', length - at);
		size_t more = end != NULL ? (size_t)(end - lines) - at : length - at;
		say(out, "data: %s", word);
		canasta_bytes_add(out, lines + at, more);
		canasta_bytes_add(out, "\n", 1);
		at += more + 1;
	}
}

static void write_chairs(const struct room *room, struct canasta_bytes *lines)
{
	for (int i = 0; i < canasta_players(room->variant); i++) {
		const struct chair *chair = &room->chair[i];
		bool person = chair->hash[0] != '\0';
		say(lines, "who %d %s %s %s %s\n", i + 1, person ? "person" : "free",
		    chair->streams > 0 ? "here" : "away", chair->bot[0] != '\0' ? chair->bot : "-",
		    person ? chair->name : canasta_seat_name(room->variant, i));
		if (person && chair->streams == 0)
			say(lines, "gone %d %llu\n", i + 1, (unsigned long long)(time_in_ms() - chair->gone) / 1000);
		if (chair->phrase > 0)
			say(lines, "phrase %d %d\n", i + 1, chair->phrase);
		say(lines, "place %d %s\n", i + 1, canasta_seat_name(room->variant, i));
	}
}

/* Which act can be asked back, which is, and who has agreed. */
static void write_question(const struct room *room, int seat, struct canasta_bytes *lines)
{
	const struct question *question = &room->question;
	int last = room->game != NULL ? canasta_game_last(room->game) : -1;

	if (last >= 0 && seat >= 0)
		say(lines, "may_back %d\n", last + 1);
	if (last < 0 || !room_is_asked(room))
		return;
	say(lines, "back %d %d", last + 1, question->by + 1);
	for (int i = 0; i < CHAIRS_MAX; i++)
		if (question->agreed[i] && i != question->by)
			say(lines, " %d", i + 1);
	say(lines, "\n");
}

void event_write(const struct room *room, int seat, struct place *place, struct canasta_bytes *out)
{
	struct canasta_bytes lines = { 0 }, history = { 0 };
	struct canasta_io io = { .out = canasta_bytes_out(&lines) },
			  io_history = { .out = canasta_bytes_out(&history) };

	say(&lines, "at %zu\n", room->length);
	canasta_game_greet(&io, room->variant, seat);
	if (room->hints)
		say(&lines, "hints on\n");
	say(&lines, "away_after %d\n", words_away_after());
	if (room->games > 1)
		say(&lines, "game %d\n", room->games);
	write_chairs(room, &lines);
	write_question(room, seat, &lines);
	if (room->game != NULL && canasta_game_view(&io, room->game, seat) != CANASTA_FINE) /* she sits out this deal */
		canasta_game_view(&io, room->game, -1);
	if (room->game != NULL && canasta_game_moment(room->game) == CANASTA_TO_ACT)
		for (int side = 0; side < canasta_sides(room->variant); side++)
			say(&lines, "so_far %d %d\n", side + 1, canasta_game_points_so_far(room->game, side));
	if (room->game != NULL) {
		int to_act = canasta_game_seat(room->game);
		canasta_game_history(&io_history, room->game, place->history, &place->history);
		if (to_act >= 0)
			say(&lines, "to_act %d\n", to_act + 1);
		if (seat >= 0 && to_act == seat)
			say(&lines, "go\n");
	}
	say(out, "id: %zu-%zu-%zu\n", room->length, place->history, room->news.length);
	if (place->length < room_length_after_cut(room))
		say(out, "data: undone %d\n", room->cut.seat + 1);
	add_data(out, "", history.bytes, history.length);
	add_data(out, "", lines.bytes, lines.length);
	if (room->news.length > place->news)
		add_data(out, "news ", room->news.bytes + place->news, room->news.length - place->news);
	say(out, "\n");
	place->news = room->news.length;
	place->length = room->length;
	if (lines.failed || history.failed)
		out->failed = 1;
	canasta_bytes_free(&lines);
	canasta_bytes_free(&history);
}
