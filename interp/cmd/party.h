/* party.h -- the people and bots at a table, and the talk between them and the screen. */
#ifndef CMD_PARTY_H
#define CMD_PARTY_H

#include <stdbool.h>
#include <stddef.h>
#include "cmd/cmd.h"
#include "canasta.h"

/* ---- lines that people type (line.c) ---- */

struct line_source {
	bool keys;  /* input and output are a terminal */
	bool plain; /* without editing */
	/* writes lines that begin with what was typed, and go on */
	void (*complete)(void *context, const char *typed, const struct canasta_out *to);
	void *context;
	const char *farewell; /* is written when the program is interrupted, or NULL; may change at any time */
};

/* Gets ready to read. [source] stays the caller's and must live until line_end(). */
void line_begin(struct line_source *source);
void line_end(void);

enum { LINE_PEOPLE_MAX = 16, LINE_BETWEEN = -1 };

/* Reads a line without its end into [room] bytes; what is longer is cut. False at the end of the input. It is [person] who
 * types it, from 0, and no key brings back what others have typed. LINE_BETWEEN is for a line between two of them, where
 * nothing is remembered or completed. */
bool line_read(int person, const char *prompt, char *line, size_t room);

/* ---- the people and bots (party.c) ---- */

enum { SEATS_MAX = 16, LINE_MAX_LENGTH = 400, MISSED_MAX = 8192 };

struct party {
	struct canasta_io io; /* everything goes to the standard output: refusals are part of the talk */
	const struct canasta_variant *variant;
	struct canasta_game *game;
	const char *player[SEATS_MAX]; /* PARTY_PERSON, or the name of a bot */
	const char *bot;               /* the one that sits where nobody does, and gives hints */
	int players, people;
	int seen_by;                        /* the person who looked at the screen last, -1 for nobody */
	char missed[SEATS_MAX][MISSED_MAX]; /* what happened since a person sat at the screen, where several share it */
	bool screen;                        /* the output is a terminal */
	bool plain;                         /* nothing but letters that every terminal has */
	bool to_end;                        /* no pause between deals */
	bool gone;                          /* the people have left, or the game cannot go on */
	int fault;                          /* CANASTA_INTERNAL if it is because of us */
	struct keep keep;
	struct line_source lines;
};

extern const char PARTY_PERSON[]; /* who is called a person */

/* Sets up the streams of a party that is otherwise all zero. */
void party_begin(struct party *party, bool plain);

/* Writes what has happened, for everybody. */
void party_report(struct party *party);

/* Whoever is to act acts: a person until the turn is over or something has to be answered, a bot once. */
void party_act(struct party *party);

/* Fits lines to the width of the terminal. */
void party_fit(struct party *party);

/* Waits between deals until the people have seen the score. */
void party_wait(struct party *party);

#endif
