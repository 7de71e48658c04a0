/* room.h -- a room: a table with its chairs, and the files that hold all of it. ID.room has who sits where, hashes of tokens and the secret
 * seed; ID.record is the first game, ID.2.record the second one. Lines are only added. A room that nobody uses is only these files. */
#ifndef SERVE_ROOM_H
#define SERVE_ROOM_H

#include "canasta.h"
#include "serve/saving.h"
#include "serve/secrets.h"

#include <uthash.h>

enum {
	CHAIRS_MAX = 8,
	NAME_BYTES_MAX = 40,
	BOT_ROOM = 24,
	NEWS_BACK = 2000 /* bytes of what has happened that a new reader is told */
};

struct chair {
	char hash[HASH_ROOM]; /* of the token of the person who has it; "" if it is free */
	char name[NAME_BYTES_MAX + 1];
	char bot[BOT_ROOM]; /* plays here, also for a person who is away; "" for none */
	/* what is not kept on the disk, times in milliseconds */
	int streams;           /* that its person has open */
	uint64_t gone;         /* when the last of them ended, or the room was read */
	int phrase;            /* that its person said, from 1; 0 for none, */
	uint64_t phrase_until; /* and how long it is shown */
};

/* The last act is asked back, by seat [by]; nobody asks unless [at] is the length of the record. */
struct question {
	size_t at;
	int by;
	bool agreed[CHAIRS_MAX];
	uint64_t until; /* when it is forgotten, in milliseconds */
};

/* The act of [seat] that was taken back last in this game: its record was cut at [from], had [length] bytes before and has [now] with the
 * remark that took its place. */
struct room_cut {
	size_t from, length, now;
	int seat;
};

enum room_file { ROOM_NOTES, ROOM_RECORD };

struct room {
	char id[ROOM_ID_LENGTH + 1];
	char host[HASH_ROOM]; /* of the token of whoever made it */
	struct loaded *rules;
	struct canasta_variant *variant; /* that of [rules] */
	struct chair chair[CHAIRS_MAX];
	uint64_t seed;
	bool hints;                    /* players may ask what a bot would do */
	struct canasta_record *record; /* that the game was continued from; NULL for one begun here */
	struct canasta_game *game;     /* NULL before it has begun */
	struct canasta_bytes news;     /* what has happened, in sentences */
	int games;                     /* begun or to be begun at this table: the number of this one */
	size_t before;                 /* what lengths are counted from: more than any had in earlier games */
	size_t length;                 /* of the record on the disk, and [before]: acts name it */
	int file[SAVED_FILES];         /* -1 if there is none */
	struct canasta_bytes pending[SAVED_FILES]; /* lines that are not sent to be saved yet */
	struct room_cut cut;                       /* all zero if nothing was taken back */
	struct saving saving;
	bool is_saving, is_new; /* [is_new]: its files were made just now */
	bool has_new_rules;     /* they are not saved yet */
	bool is_cut;            /* what is pending cuts the record: the game is read again once it is saved */
	struct question question;
	bool looks_new;     /* something is to be shown that is not kept on the disk */
	uint64_t used, due; /* in milliseconds: when somebody used it, and when a bot may act */
	size_t due_after;   /* the length of the record that [due] was set for */
	/* what http.c keeps of it */
	struct stream *streams;
	int stream_count;
	struct request *waiting;
	struct room *prev, *next; /* of those where a bot is to act; NULL for others */
	bool bot_is_due;
	UT_hash_handle hh;
};

/* The answer when a room is looked for. */
enum room_found {
	ROOM_FOUND,
	ROOM_MISSING,
	ROOM_ELSEWHERE, /* another process has it */
	ROOM_BROKEN /* it cannot be read, or its rules are no longer those it was made with; says so on the standard error */
};

/* The folder with the rooms, and that with rules files, which may be NULL; both open for the whole time. False, with a message on the
 * standard error, if they cannot be opened. */
bool rooms_begin(const char *folder, const char *rules);
void rooms_end(void);

/* Confines the process to these folders (confine.h). */
bool rooms_confine(void);

/* Milliseconds since some moment. */
uint64_t time_in_ms(void);

/* Rooms made from now on have names that begin with one of these letters, so that a proxy knows whose they are. False if a letter
 * is none of those that names have. */
bool rooms_letters(const char *letters);

unsigned rooms_open(void);      /* how many there are in memory */
struct room *rooms_first(void); /* go on with room->hh.next */

/* Makes a room for the variant that [reference] names, with options, and with hints or without, which is to be saved; [token] is that of
 * its host. NULL if the rules cannot be loaded, with the reason in [why], or if there is no file, with "". */
struct room *room_make(const char *reference, const char *const *options, int count, bool hints, const char *token,
                       struct canasta_bytes *why);

/* Finds a room, in memory or in its files. */
enum room_found room_find(const char *id, struct room **room);

/* Adds a line to the notes; room_save() saves it. */
void room_note(struct room *room, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Begins the game, recorded under the names of the chairs. False if it cannot. */
bool room_begin_game(struct room *room);

/* Makes room for another game with the same people, which is not begun yet. */
void room_again(struct room *room);

/* Has the next game played by the rules that [reference] names with these options. False, with the reason in [why], if they cannot be loaded or
 * somebody would have no chair. */
bool room_choose_rules(struct room *room, const char *reference, const char *const *options, int count,
                       struct canasta_bytes *why);

/* Takes the last act of the game back, which is canasta_game_last(). False if the record cannot be read. */
bool room_take_back(struct room *room);

/* True if the last act is asked back. */
bool room_is_asked(const struct room *room);

/* Sends what is pending to be saved; false if nothing is. Until room_saved() the room must not be shown or changed. */
bool room_save(struct room *room);

/* What was sent is saved, or failed, and false is returned: then the room is as its files say again. The room may be gone then, which is
 * ROOM_BROKEN in [*found]. */
bool room_saved(struct room *room, enum room_found *found);

/* Forgets a room that nobody uses; its files stay. */
void room_forget(struct room *room);

/* Removes the files of rooms that were not used for so many days. */
void rooms_expire(int days);

/* The length that the record had once the last act was taken back; 0 if none was. */
size_t room_length_after_cut(const struct room *room);

/* Reads the whole record of the game with that number, as it lies on the disk. */
bool room_read_record(const struct room *room, int number, struct canasta_bytes *to);

#endif
