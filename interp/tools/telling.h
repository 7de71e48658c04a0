/* telling.h -- what happens at the table, told as anybody there could tell it: a line for each turn. */
#ifndef TOOLS_TELLING_H
#define TOOLS_TELLING_H

#include "game/game.h"
#include "grammar/text.h"

/* A tale in progress. All zero is an empty one; telling_free() gives its memory back. */
struct telling {
	size_t width;      /* of its lines; 0 is TABLE_WIDTH */
	struct text lines; /* finished */
	struct text line;  /* of the turn being played */
	struct text cards; /* laid on one meld, and not yet in the line */
	int seat;          /* whose line it is */
	int meld;          /* on which meld the cards are */
	bool begun;        /* the meld was begun with them */
	bool others;       /* some of them are not of the meld's own rank */
	int canasta;       /* kind of canasta it has become by them, or -1 */
	bool opening;      /* the initial meld was made, which is still to be told */
	const char *verb;  /* that the line ended with: further cards are told without it */
};

/* Tells of the deal that has just been dealt. */
void telling_deal(struct telling *telling, const struct game *game);

/* Tells of [act], which led from [before] to [after]. */
void telling_act(struct telling *telling, const struct game *before, struct act act, const struct game *after);

/* Tells of an event that has been recorded, for the deal or for [side]. */
void telling_event(struct telling *telling, const struct game *game, int event, int side);

/* Sets [copy] to the line of the turn being played, without the finished ones. */
void telling_copy_line(struct telling *copy, const struct telling *telling);

/* Moves the finished lines to [out]. */
void telling_fetch(struct telling *telling, struct text *out);

void telling_free(struct telling *telling);

/* Writes what only the player learns by an act: which cards came into the hand. Nothing if none did. */
void gain_write(const struct game *before, struct act act, const struct game *after, struct text *out);

#endif
