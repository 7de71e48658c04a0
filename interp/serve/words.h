/* words.h -- what people at a room say, a line each, and what is answered. */
#ifndef SERVE_WORDS_H
#define SERVE_WORDS_H

#include "serve/room.h"

/* The statuses of answers, as HTTP has them. */
enum {
	SAID_FINE = 200,
	SAID_MADE = 201,
	SAID_BAD = 400, /* not understood */
	SAID_WITHOUT_SEAT = 401,
	SAID_LATE = 409,     /* the game has gone on, or is not so far */
	SAID_REFUSED = 422,  /* by the rules, with the reason; or a name, a bot, a chair that cannot be */
	SAID_OFTEN = 429,    /* wait a little */
	SAID_NOT_SAVED = 507 /* nothing of it counts */
};

/* Who says something: the chair that her token is for, -1 for none; and whether she is the host. */
struct speaker {
	int seat;
	bool host;
};

/* Whose token [hash] is. */
struct speaker speaker_of(const struct room *room, const char *hash);

/* Does what [line] says, or says why not; the answer is for her alone, and may be given only once the room is saved. Changes [line]. */
unsigned hear(struct room *room, struct speaker who, char *line, struct canasta_bytes *answer);

/* Makes a room of what [body] says: `rules REFERENCE`, `with OPTION` for each option, `hints on` if there are hints. Changes [body]. */
unsigned hear_new_room(char *body, struct room **room, struct canasta_bytes *answer);

/* Ends what lasts only for a while, a phrase or a question. */
void words_pass(struct room *room, uint64_t now);

/* How long a person is away, in milliseconds, before others may let a bot play for her. */
void words_patience(int milliseconds);
int words_away_after(void); /* in seconds */

/* Lets bots that are due act, for some milliseconds; the rooms where one has acted are given to [acted]. Sets [*wait] to the milliseconds
 * until the next one is due, -1 for none. */
void bots_act(uint64_t now, int milliseconds, void (*acted)(struct room *room), int *wait);

/* Decides anew whether a bot is to act in [room], [pace] milliseconds after what was done last, which was before [now]. */
void bots_look(struct room *room, uint64_t now);

/* How long an act of a bot is to be seen, in milliseconds. */
void bots_pace(int milliseconds);

/* Takes [room] from those where a bot is to act. */
void bots_leave(struct room *room);

/* Writes formatted text. */
void say(struct canasta_bytes *to, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
