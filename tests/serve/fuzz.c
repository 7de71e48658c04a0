/* fuzz.c -- whatever people post, and whatever the files of a room say, the server answers; and a room that is opened again from its files shows
 * each seat what it showed before. The first byte chooses the reader; `@` at the beginning of a line stands for `at` and the length of the
 * record, `#` at its beginning for whoever speaks: a chair, the host, nobody. Run by `make serve-fuzz`. */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "serve/events.h"
#include "serve/origin.h"
#include "serve/rules.h"
#include "serve/words.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

enum { INPUT_MOST = 4000, BODY_MOST = 1024, SEATS = 4 };

static char folder[] = "/dev/shm/canasta-fuzz-XXXXXX"; /* waiting for a disk finds nothing */

static void remove_folder(void)
{
	char command[sizeof folder + 10];

	snprintf(command, sizeof command, "rm -rf %s", folder);
	if (system(command) != 0)
		abort();
}

static void begin(void)
{
	static bool begun;

	if (begun)
		return;
	begun = true;
	bots_pace(0);
	words_patience(0);
	if (mkdtemp(folder) == NULL || !rooms_begin(folder, NULL) || !saving_begin(1))
		abort();
	atexit(remove_folder);
	/* rules that somebody uses are not loaded again for each room */
	struct canasta_bytes why = { 0 };
	if (rules_load("wahhi:two", NULL, 0, &why) == NULL)
		abort();
}

/* Waits until what was sent to be saved is saved; the room, NULL if it is broken. */
static struct room *wait_for(struct room *room)
{
	enum room_found found = ROOM_FOUND;

	while (room->is_saving) {
		struct pollfd signal = { .fd = saving_signal(), .events = POLLIN };
		struct saving *done;
		poll(&signal, 1, 1000);
		done = saving_next_done();
		if (done != NULL && !room_saved(room, &found))
			abort(); /* the disk is well */
	}
	assert(found == ROOM_FOUND);
	return room;
}

static void save(struct room *room)
{
	const size_t before = room->length;

	bots_leave(room);
	room_save(room);
	wait_for(room);
	assert(room->length >= before);
	bots_look(room, time_in_ms());
}

/* What each seat and an onlooker is shown, without what is not kept. */
static void show(const struct room *room, struct canasta_bytes *to)
{
	for (int seat = -1; seat < canasta_players(room->variant); seat++) {
		struct canasta_bytes event = { 0 };
		struct place place;
		char *rest = NULL;
		place_read(room, "0-0-0", &place);
		event_write(room, seat, &place, &event);
		for (char *line = strtok_r(event.bytes, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest))
			if (strncmp(line, "data: gone", 10) != 0 && strncmp(line, "data: phrase", 12) != 0 &&
			    strncmp(line, "data: back", 10) != 0 && strncmp(line, "data: did", 9) != 0 &&
			    strncmp(line, "data: undone", 12) != 0 && strncmp(line, "data: deal", 10) != 0 &&
			    strncmp(line, "data: news", 10) != 0 && strncmp(line, "id:", 3) != 0) {
				canasta_bytes_add(to, line, strlen(line));
				canasta_bytes_add(to, "\n", 1);
			}
		canasta_bytes_free(&event);
	}
}

static void acted(struct room *room)
{
	save(room);
}

/* Posts a line. */
static void post(struct room *room, const char *line, size_t length)
{
	char said[BODY_MOST + 40];
	struct canasta_bytes answer = { 0 };
	struct speaker who = { .seat = -1 };
	int wait;

	if (length > 1 && line[0] == '#') {
		who = (struct speaker){ .seat = line[1] >= '1' && line[1] <= '0' + SEATS ? line[1] - '1' : -1,
			                .host = line[1] == 'h' };
		line += 2, length -= 2;
	}
	if (length > BODY_MOST)
		length = BODY_MOST;
	if (length > 0 && line[0] == '@')
		snprintf(said, sizeof said, "at %zu %.*s", room->length, (int)length - 1, line + 1);
	else
		snprintf(said, sizeof said, "%.*s", (int)length, line);
	hear(room, who, said, &answer);
	save(room);
	canasta_bytes_free(&answer);
	for (int i = 0; i < 3; i++)
		bots_act(time_in_ms() + 1, 5, acted, &wait);
}

static struct room *make(char *body)
{
	struct canasta_bytes answer = { 0 };
	struct room *room = NULL;

	assert((hear_new_room(body, &room, &answer) == SAID_MADE) == (room != NULL));
	canasta_bytes_free(&answer);
	if (room != NULL)
		save(room);
	return room;
}

static void remove_files(const char *id)
{
	char path[sizeof folder + 40];

	snprintf(path, sizeof path, "%s/%s.room", folder, id);
	unlink(path);
	snprintf(path, sizeof path, "%s/%s.record", folder, id);
	unlink(path);
}

/* A room in which lines are posted shows the same when it is opened again. */
static void try_lines(const char *text, size_t length)
{
	char body[] = "rules wahhi:two\nhints on", id[ROOM_ID_LENGTH + 1];
	struct room *room = make(body);
	struct canasta_bytes before = { 0 }, after = { 0 };

	assert(room != NULL);
	for (size_t at = 0; at < length;) {
		const char *end = memchr(text + at, '\n', length - at);
		size_t more = end != NULL ? (size_t)(end - text) - at : length - at;
		post(room, text + at, more);
		at += more + 1;
	}
	memcpy(id, room->id, sizeof id);
	show(room, &before);
	bots_leave(room);
	room_forget(room);
	if (room_find(id, &room) != ROOM_FOUND)
		abort();
	show(room, &after);
	if (before.length != after.length || memcmp(before.bytes, after.bytes, before.length) != 0) {
		fprintf(stderr, "before:\n%s\nafter:\n%s\n", before.bytes, after.bytes);
		abort();
	}
	canasta_bytes_free(&before);
	canasta_bytes_free(&after);
	bots_leave(room);
	room_forget(room);
	remove_files(id);
}

static void write_file(const char *id, const char *ending, const char *text, size_t length)
{
	char path[sizeof folder + 40];
	int file;

	snprintf(path, sizeof path, "%s/%s.%s", folder, id, ending);
	file = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0600);
	if (file < 0 || write(file, text, length) != (ssize_t)length || close(file) != 0)
		abort();
}

/* The files of a room, the second one after a NUL. */
static void try_files(const char *text, size_t length)
{
	static const char id[] = "0000000000";
	const char *second = memchr(text, '\0', length);
	size_t first = second != NULL ? (size_t)(second - text) : length;
	struct room *room;

	write_file(id, "room", text, first);
	if (second != NULL)
		write_file(id, "record", second + 1, length - first - 1);
	if (room_find(id, &room) == ROOM_FOUND) {
		struct canasta_bytes shown = { 0 };
		show(room, &shown);
		canasta_bytes_free(&shown);
		post(room, "#1@act 1", 8);
		bots_leave(room);
		room_forget(room);
	}
	remove_files(id);
}

/* What else a request brings. */
static void try_words(const char *text, size_t length)
{
	static const char *const names[] = { "canasta.example" };
	char *words = strndup(text, length), body[BODY_MOST + 1];
	char *second = strchr(words, '\n');
	struct room *room;

	if (second != NULL)
		*second++ = '\0';
	if (origin_is_ours(words, names, 1))
		origin_may_ask(second, words);
	secret_is_drawn(words, TOKEN_LENGTH);
	snprintf(body, sizeof body, "%.*s", (int)length, text);
	room = make(body);
	if (room != NULL) {
		struct place place;
		char id[ROOM_ID_LENGTH + 1];
		memcpy(id, room->id, sizeof id);
		place_read(room, words, &place);
		assert(place.news <= room->news.length);
		bots_leave(room);
		room_forget(room);
		remove_files(id);
	}
	free(words);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
	const char *text = (const char *)bytes + 1;

	if (length < 1 || length > INPUT_MOST)
		return 0;
	begin();
	if (bytes[0] == 'l')
		try_lines(text, length - 1);
	else if (bytes[0] == 'f')
		try_files(text, length - 1);
	else
		try_words(text, length - 1);
	return 0;
}
