/* room.c -- rooms in memory and on the disk. What is done changes the room in memory and adds to what is pending; nobody is shown it
 * before it is saved, and if it cannot be saved the room is read again from its files. */
#define _GNU_SOURCE
#include "serve/room.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "serve/confine.h"
#include "serve/rules.h"

static const char *const ending[SAVED_FILES] = { [ROOM_NOTES] = "room", [ROOM_RECORD] = "record" };
static const char head[] = "canasta room 1";

static struct room *rooms;
static int folder = -1, rules_folder = -1;
static const char *first_letters; /* NULL for all */

uint64_t time_in_ms(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

/* ---- the folder ---- */

bool rooms_begin(const char *path, const char *rules)
{
	rules_folder = rules != NULL ? open(rules, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
	if (rules != NULL && rules_folder < 0)
		return perror(rules), false;
	rules_of_folder(rules_folder);
	if (mkdir(path, 0700) != 0 && errno != EEXIST)
		return perror(path), false;
	folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (folder < 0)
		perror(path);
	return folder >= 0;
}

bool rooms_confine(void)
{
	return confine(folder, rules_folder);
}

bool rooms_letters(const char *letters)
{
	first_letters = letters;
	return secret_is_drawn(letters, (int)strlen(letters)) && *letters != '\0';
}

unsigned rooms_open(void)
{
	return HASH_COUNT(rooms);
}

struct room *rooms_first(void)
{
	return rooms;
}

enum { FILE_NAME_ROOM = ROOM_ID_LENGTH + 24 };

/* Writes the name of a file of the room [id]; [game] is the number of the game that a record is of. */
static const char *file_name(const char *id, enum room_file which, int game, char name[FILE_NAME_ROOM])
{
	if (which == ROOM_RECORD && game > 1)
		snprintf(name, FILE_NAME_ROOM, "%s.%d.%s", id, game, ending[which]);
	else
		snprintf(name, FILE_NAME_ROOM, "%s.%s", id, ending[which]);
	return name; /* [id] is letters and digits */
}

static int open_file(const char *id, enum room_file which, int game, int how)
{
	char name[FILE_NAME_ROOM];

	return openat(folder, file_name(id, which, game, name), how | O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
}

static bool read_whole(int file, struct canasta_bytes *to)
{
	char part[16384];
	ssize_t n = 0;

	for (off_t at = 0; (n = pread(file, part, sizeof part, at)) > 0; at += n)
		canasta_bytes_add(to, part, (size_t)n);
	return n == 0 && !to->failed;
}

bool room_read_record(const struct room *room, int number, struct canasta_bytes *to)
{
	bool is_open = number == room->games;
	int file = is_open ? room->file[ROOM_RECORD] : open_file(room->id, ROOM_RECORD, number, 0);
	bool fine = file >= 0 && read_whole(file, to);

	if (!is_open && file >= 0)
		close(file);
	return fine;
}

/* ---- notes ---- */

enum { NOTE_ROOM = 1200 }; /* what is posted has 1 KiB */

void room_note(struct room *room, const char *format, ...)
{
	char line[NOTE_ROOM];
	va_list list;
	int length;

	va_start(list, format);
	length = vsnprintf(line, sizeof line, format, list);
	va_end(list);
	assert(length >= 0 && length < NOTE_ROOM);
	canasta_bytes_add(&room->pending[ROOM_NOTES], line, (size_t)length);
}

/* Reads the next word of [*at] to [word]; false if there is none, or it does not fit. */
static bool next_word(const char **at, char *word, size_t size)
{
	size_t length = strcspn(*at, " ");

	if (length == 0 || length >= size)
		return false;
	memcpy(word, *at, length);
	word[length] = '\0';
	*at += length + ((*at)[length] == ' ');
	return true;
}

/* The chair whose number [*at] begins with; NULL if it is none. */
static struct chair *next_chair(struct room *room, const char **at)
{
	char word[4];
	int number = next_word(at, word, sizeof word) ? atoi(word) : 0;

	return number >= 1 && number <= CHAIRS_MAX ? &room->chair[number - 1] : NULL;
}

enum { OPTIONS = CANASTA_OPTIONS_MAX };

/* What the notes say of the rules, while they are read. */
struct said {
	char *reference, *option[OPTIONS];
	int count;
};

enum { ACT_LINE_MAX = 2000, REMARK_LEAST = 64 };

/* What takes the place of an act that was taken back is longer than its line: so the length of the record only grows, and a line that names
 * an earlier length is never about anything else. */
static size_t remark_length(size_t line)
{
	return line < REMARK_LEAST ? REMARK_LEAST : line + 1;
}

static bool read_cut(const char *words, struct room_cut *cut)
{
	if (sscanf(words, "%zu %zu %d", &cut->from, &cut->length, &cut->seat) != 3 || cut->from >= cut->length ||
	    cut->length - cut->from > ACT_LINE_MAX || cut->seat < 1 || cut->seat > CHAIRS_MAX)
		return false;
	cut->seat--;
	cut->now = cut->from + remark_length(cut->length - cut->from);
	return true;
}

/* Another game: its seed, and what lengths are counted from. */
static bool read_again(struct room *room, const char *words)
{
	unsigned long long seed;
	size_t before;

	if (sscanf(words, "%llu %zu", &seed, &before) != 2 || before <= room->before)
		return false;
	room->seed = seed;
	room->before = before;
	room->games++;
	room->cut = (struct room_cut){ 0 };
	return true;
}

static bool read_note(struct room *room, char *line, struct said *said)
{
	const char *at = line;
	char word[BOT_ROOM];
	struct chair *chair;

	if (!next_word(&at, word, sizeof word))
		return false;
	if (strcmp(word, "rules") == 0)
		return said->reference = line + (at - line), said->count = 0, true;
	if (strcmp(word, "with") == 0 && said->count < OPTIONS)
		return said->option[said->count++] = line + (at - line), true;
	if (strcmp(word, "host") == 0)
		return next_word(&at, room->host, sizeof room->host);
	if (strcmp(word, "hints") == 0)
		return room->hints = strcmp(at, "on") == 0, true;
	if (strcmp(word, "back") == 0)
		return read_cut(at, &room->cut);
	if (strcmp(word, "again") == 0)
		return read_again(room, at);
	if (strcmp(word, "seed") == 0)
		return room->seed = strtoull(at, NULL, 10), true;
	chair = next_chair(room, &at);
	if (chair == NULL)
		return false;
	if (strcmp(word, "sit") == 0) {
		if (!next_word(&at, chair->hash, sizeof chair->hash))
			return false;
		snprintf(chair->name, sizeof chair->name, "%s", at);
		return true;
	}
	if (strcmp(word, "free") == 0)
		return chair->hash[0] = chair->name[0] = '\0', true;
	if (strcmp(word, "bot") == 0)
		return snprintf(chair->bot, sizeof chair->bot, "%s", at), true;
	return false;
}

/* Reads the notes and loads the rules. A line that was torn off is cut off. */
static bool read_notes(struct room *room, struct canasta_bytes *why)
{
	struct canasta_bytes text = { 0 };
	struct said said = { .reference = NULL };
	bool fine = read_whole(room->file[ROOM_NOTES], &text) && text.length > 0;
	size_t begin = 0;

	for (char *end; fine && (end = memchr(text.bytes + begin, '\n', text.length - begin)) != NULL;) {
		char *line = text.bytes + begin;
		*end = '\0';
		fine = begin > 0 ? read_note(room, line, &said) : strcmp(line, head) == 0;
		begin = (size_t)(end - text.bytes) + 1;
	}
	if (fine && begin < text.length)
		fine = ftruncate(room->file[ROOM_NOTES], (off_t)begin) == 0;
	if (fine && said.reference != NULL && room->rules == NULL)
		room->rules = rules_load(said.reference, (const char *const *)said.option, said.count, why);
	canasta_bytes_free(&text);
	if (room->rules != NULL)
		room->variant = rules_variant(room->rules);
	return fine && room->rules != NULL;
}

/* ---- an act that is taken back ---- */

static void write_remark(const struct room_cut *cut, struct canasta_bytes *to)
{
	char line[REMARK_LEAST + ACT_LINE_MAX];
	int length = (int)(cut->now - cut->from);

	snprintf(line, sizeof line, "%-*s\n", length - 1, "# An act was taken back here, as all at the table agreed.");
	canasta_bytes_add(to, line, (size_t)length);
}

/* Where the last line begins that is no remark. */
static size_t last_act(const char *record, size_t length)
{
	size_t at = length;

	do {
		for (at -= at > 0; at > 0 && record[at - 1] != '\n';)
			at--;
	} while (at > 0 && record[at] == '#');
	return at;
}

bool room_take_back(struct room *room)
{
	struct canasta_bytes text = { 0 };
	struct room_cut cut = { .seat = canasta_game_last(room->game), .length = room->length - room->before };
	bool fine = room_read_record(room, room->games, &text) && text.length == cut.length && cut.seat >= 0;

	if (fine) {
		cut.from = last_act(text.bytes, text.length);
		fine = cut.length - cut.from <= ACT_LINE_MAX;
	}
	canasta_bytes_free(&text);
	if (!fine)
		return false;
	cut.now = cut.from + remark_length(cut.length - cut.from);
	room->cut = cut;
	room->is_cut = true;
	room_note(room, "back %zu %zu %d\n", cut.from, cut.length, cut.seat + 1);
	return true;
}

size_t room_length_after_cut(const struct room *room)
{
	return room->cut.now > 0 ? room->before + room->cut.now : 0;
}

/* Does what the notes say, if the process ended before it was done: nothing was added to the record after it. */
static bool complete_cut(struct room *room)
{
	struct canasta_bytes remark = { 0 };
	struct stat about;
	bool fine = fstat(room->file[ROOM_RECORD], &about) == 0;

	if (!fine || room->cut.now == 0 || (size_t)about.st_size > room->cut.now)
		return fine;
	write_remark(&room->cut, &remark);
	fine = !remark.failed && (size_t)about.st_size >= room->cut.from &&
	       saving_cut(room->file[ROOM_RECORD], (long long)room->cut.from, &remark);
	canasta_bytes_free(&remark);
	return fine;
}

/* ---- the game ---- */

static void gather_news(struct room *room)
{
	struct canasta_io io = { .out = canasta_bytes_out(&room->news) };

	if (room->game != NULL)
		canasta_game_news(&io, room->game);
}

static void close_game(struct room *room)
{
	canasta_game_free(room->game);
	canasta_record_free(room->record);
	canasta_bytes_free(&room->news);
	room->game = NULL;
	room->record = NULL;
	room->news = (struct canasta_bytes){ 0 };
	room->length = room->before;
	room->due_after = 0;
	room->is_cut = false;
	for (int i = 0; i < SAVED_FILES; i++) {
		canasta_bytes_free(&room->pending[i]);
		room->pending[i] = (struct canasta_bytes){ 0 };
	}
}

/* Continues the game from its record. What was torn off at its end is cut off. */
static bool continue_game(struct room *room, struct canasta_bytes *why)
{
	struct canasta_io io = { .messages = canasta_bytes_out(why) };
	struct canasta_out to = canasta_bytes_out(&room->pending[ROOM_RECORD]);
	struct canasta_bytes text = { 0 };
	bool fine = read_whole(room->file[ROOM_RECORD], &text);

	if (fine && memchr(text.bytes != NULL ? text.bytes : "", '\n', text.length) == NULL) { /* it had not begun */
		fine = ftruncate(room->file[ROOM_RECORD], 0) == 0;
		canasta_bytes_free(&text);
		return fine;
	}
	fine = fine &&
	       canasta_record_open_with(&io, room->id, text.bytes, text.length, room->variant, &room->record) ==
	               CANASTA_FINE &&
	       canasta_record_unseal(&io, room->record, room->seed) == CANASTA_FINE &&
	       canasta_record_play(&io, room->record, NULL, &room->game) == CANASTA_FINE;
	if (fine) {
		size_t whole = canasta_record_whole(room->record);
		room->length = room->before + whole;
		fine = ftruncate(room->file[ROOM_RECORD], (off_t)whole) == 0 &&
		       canasta_record_continue(room->record, room->game, &to) == CANASTA_FINE;
	}
	canasta_bytes_free(&text);
	gather_news(room);
	return fine;
}

bool room_begin_game(struct room *room)
{
	struct canasta_io io = { 0 };
	struct canasta_out to = canasta_bytes_out(&room->pending[ROOM_RECORD]);
	const char *who[CHAIRS_MAX];
	char date[16];
	time_t now = time(NULL);

	if (room->file[ROOM_RECORD] < 0) {
		room->file[ROOM_RECORD] = open_file(room->id, ROOM_RECORD, room->games, O_CREAT | O_EXCL);
		room->is_new = true;
	}
	for (int i = 0; i < CHAIRS_MAX; i++)
		who[i] = room->chair[i].name[0] != '\0'  ? room->chair[i].name
		         : room->chair[i].bot[0] != '\0' ? room->chair[i].bot
		                                         : NULL;
	strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
	if (room->file[ROOM_RECORD] < 0 ||
	    canasta_game_new(&io, room->variant, room->seed, &room->game) != CANASTA_FINE)
		return false;
	if (canasta_game_seal(room->game) != CANASTA_FINE ||
	    canasta_game_record(&io, room->game, &to, who, date) != CANASTA_FINE) {
		close_game(room);
		return false;
	}
	canasta_game_deal(room->game);
	return true;
}

static void close_record(struct room *room)
{
	if (room->file[ROOM_RECORD] >= 0)
		close(room->file[ROOM_RECORD]);
	room->file[ROOM_RECORD] = -1;
}

void room_again(struct room *room)
{
	const size_t before = room->length + 1;

	close_game(room);
	close_record(room);
	room->games++;
	room->before = room->length = before;
	room->cut = (struct room_cut){ 0 };
	room->seed = secret_seed();
	room_note(room, "again %llu %zu\n", (unsigned long long)room->seed, before);
}

/* True if nobody sits in a chair that a table for so many has not. */
static bool has_chairs_for_all(const struct room *room, int players, struct canasta_bytes *why)
{
	static const char too_few[] = "Somebody sits in a chair that is not needed then: let her move first.\n";

	for (int i = players; i < CHAIRS_MAX; i++)
		if (room->chair[i].hash[0] != '\0')
			return canasta_bytes_add(why, too_few, sizeof too_few - 1), false;
	return true;
}

bool room_choose_rules(struct room *room, const char *reference, const char *const *options, int count,
                       struct canasta_bytes *why)
{
	struct loaded *rules = rules_load(reference, options, count, why);

	if (rules == NULL || !has_chairs_for_all(room, canasta_players(rules_variant(rules)), why))
		return rules_release(rules), false;
	rules_release(room->rules);
	room->rules = rules;
	room->variant = rules_variant(rules);
	room->has_new_rules = true;
	for (int i = canasta_players(room->variant); i < CHAIRS_MAX; i++)
		if (room->chair[i].bot[0] != '\0') {
			room->chair[i].bot[0] = '\0';
			room_note(room, "bot %d \n", i + 1);
		}
	room_note(room, "rules %s\n", reference);
	for (int i = 0; i < count; i++)
		room_note(room, "with %s\n", options[i]);
	return true;
}

/* ---- making and finding ---- */

static struct room *new_room(const char *id)
{
	struct room *room = calloc(1, sizeof *room);

	if (room == NULL)
		return NULL;
	snprintf(room->id, sizeof room->id, "%s", id);
	room->file[ROOM_NOTES] = room->file[ROOM_RECORD] = -1;
	room->games = 1;
	room->used = time_in_ms();
	for (int i = 0; i < CHAIRS_MAX; i++)
		room->chair[i].gone = room->used;
	return room;
}

static void free_room(struct room *room)
{
	close_game(room);
	for (int i = 0; i < SAVED_FILES; i++)
		if (room->file[i] >= 0)
			close(room->file[i]);
	rules_release(room->rules);
	free(room);
}

void room_forget(struct room *room)
{
	HASH_DEL(rooms, room);
	free_room(room);
}

void rooms_end(void)
{
	while (rooms != NULL)
		room_forget(rooms);
	close(folder);
}

struct room *room_make(const char *reference, const char *const *options, int count, bool hints, const char *token,
                       struct canasta_bytes *why)
{
	char id[ROOM_ID_LENGTH + 1];
	struct loaded *rules = rules_load(reference, options, count, why);
	struct room *room;

	if (rules == NULL)
		return NULL;
	do
		secret_draw(id, ROOM_ID_LENGTH);
	while (first_letters != NULL && strchr(first_letters, id[0]) == NULL);
	room = new_room(id);
	if (room == NULL)
		return rules_release(rules), NULL;
	room->rules = rules;
	room->variant = rules_variant(rules);
	room->file[ROOM_NOTES] = open_file(id, ROOM_NOTES, 0, O_CREAT | O_EXCL);
	if (room->file[ROOM_NOTES] < 0 || flock(room->file[ROOM_NOTES], LOCK_EX | LOCK_NB) != 0)
		return free_room(room), NULL;
	room->is_new = true;
	room->seed = secret_seed();
	secret_hash(token, room->host);
	room->hints = hints;
	room_note(room, "%s\nrules %s\n%s", head, reference, hints ? "hints on\n" : "");
	for (int i = 0; i < count; i++)
		room_note(room, "with %s\n", options[i]);
	room_note(room, "host %s\nseed %llu\n", room->host, (unsigned long long)room->seed);
	HASH_ADD_STR(rooms, id, room);
	return room;
}

bool room_is_asked(const struct room *room)
{
	return room->question.at > 0 && room->question.at == room->length;
}

/* Reads all that the files say. */
static bool read_room(struct room *room)
{
	struct canasta_bytes why = { 0 };
	int game = room->games;
	bool fine;

	if (room->has_new_rules) { /* they were not saved */
		rules_release(room->rules);
		room->rules = NULL;
		room->has_new_rules = false;
	}
	room->games = 1;
	room->before = 0;
	room->hints = false;
	for (int i = 0; i < CHAIRS_MAX; i++)
		room->chair[i].hash[0] = room->chair[i].name[0] = room->chair[i].bot[0] = '\0';
	room->cut = (struct room_cut){ 0 };
	fine = read_notes(room, &why);
	room->length = room->before;
	if (room->games != game)
		close_record(room);
	if (fine && room->file[ROOM_RECORD] < 0)
		room->file[ROOM_RECORD] = open_file(room->id, ROOM_RECORD, room->games, 0);
	if (fine && room->file[ROOM_RECORD] >= 0)
		fine = complete_cut(room) && continue_game(room, &why);
	if (!fine)
		fprintf(stderr, "room %s cannot be read: %s\n", room->id, why.length > 0 ? why.bytes : strerror(errno));
	canasta_bytes_free(&why);
	return fine;
}

enum room_found room_find(const char *id, struct room **room)
{
	HASH_FIND_STR(rooms, id, *room);
	if (*room != NULL)
		return ROOM_FOUND;
	*room = new_room(id);
	if (*room == NULL)
		return ROOM_BROKEN;
	(*room)->file[ROOM_NOTES] = open_file(id, ROOM_NOTES, 0, 0);
	if ((*room)->file[ROOM_NOTES] < 0)
		return free_room(*room), *room = NULL, ROOM_MISSING;
	if (flock((*room)->file[ROOM_NOTES], LOCK_EX | LOCK_NB) != 0)
		return free_room(*room), *room = NULL, ROOM_ELSEWHERE;
	if (!read_room(*room))
		return free_room(*room), *room = NULL, ROOM_BROKEN;
	HASH_ADD_STR(rooms, id, *room);
	return ROOM_FOUND;
}

/* ---- saving ---- */

bool room_save(struct room *room)
{
	if (room->is_saving || (room->pending[ROOM_NOTES].length == 0 && room->pending[ROOM_RECORD].length == 0))
		return room->is_saving;
	room->saving = (struct saving){
		.folder = room->is_new ? folder : -1, .owner = room, .cut = -1, .since = time_in_ms()
	};
	if (room->is_cut) {
		room->saving.cut = (long long)room->cut.from;
		write_remark(&room->cut, &room->pending[ROOM_RECORD]);
	}
	for (int i = 0; i < SAVED_FILES; i++) {
		room->saving.file[i] = room->file[i];
		room->saving.bytes[i] = room->pending[i];
		room->pending[i] = (struct canasta_bytes){ 0 };
	}
	room->is_saving = true;
	room->is_new = false;
	saving_send(&room->saving);
	return true;
}

bool room_saved(struct room *room, enum room_found *found)
{
	struct stat about;

	*found = ROOM_FOUND;
	room->is_saving = false;
	if (!room->saving.failed)
		room->has_new_rules = false;
	if (!room->saving.failed && !room->is_cut) {
		if (room->file[ROOM_RECORD] >= 0 && fstat(room->file[ROOM_RECORD], &about) == 0)
			room->length = room->before + (size_t)about.st_size;
		gather_news(room);
		return true;
	}
	close_game(room);
	if (!read_room(room))
		*found = ROOM_BROKEN;
	return !room->saving.failed;
}

/* ---- rooms that nobody comes back to ---- */

static void remove_unused(const char *name, time_t before)
{
	char id[ROOM_ID_LENGTH + 1], record[FILE_NAME_ROOM];
	struct stat notes, game;
	struct room *room;
	time_t used;
	int file, games = 0;

	if (strlen(name) != ROOM_ID_LENGTH + 5 || strcmp(name + ROOM_ID_LENGTH, ".room") != 0)
		return;
	snprintf(id, sizeof id, "%.*s", ROOM_ID_LENGTH, name);
	HASH_FIND_STR(rooms, id, room);
	if (room != NULL || fstatat(folder, name, &notes, AT_SYMLINK_NOFOLLOW) != 0)
		return;
	used = notes.st_mtime;
	while (fstatat(folder, file_name(id, ROOM_RECORD, games + 1, record), &game, AT_SYMLINK_NOFOLLOW) == 0) {
		used = game.st_mtime > used ? game.st_mtime : used;
		games++;
	}
	file = used < before ? open_file(id, ROOM_NOTES, 0, 0) : -1;
	if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0) { /* no other process has it */
		for (; games > 0; games--)
			unlinkat(folder, file_name(id, ROOM_RECORD, games, record), 0);
		unlinkat(folder, name, 0);
	}
	if (file >= 0)
		close(file);
}

void rooms_expire(int days)
{
	int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *all = again >= 0 ? fdopendir(again) : NULL;
	time_t before = time(NULL) - (time_t)days * 86400;

	if (all == NULL)
		return;
	for (struct dirent *entry; (entry = readdir(all)) != NULL;)
		remove_unused(entry->d_name, before);
	closedir(all);
}
