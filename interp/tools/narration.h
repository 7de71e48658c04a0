/* narration.h -- what happens at the table, as anybody there could see it: a line for each turn. */
#ifndef TOOLS_NARRATION_H
#define TOOLS_NARRATION_H

#include "game/game.h"
#include "grammar/text.h"

struct text;

/* A narration in progress. All zero is an empty one; narration_free() frees it. */
struct narration {
	size_t width;      /* of its lines; 0 is TABLE_WIDTH */
	struct text lines; /* finished */
	struct text line;  /* of the turn being played */
	struct text cards; /* laid on one meld, and not yet in the line */
	int seat;          /* whose line it is */
	int meld;          /* on which meld the cards are */
	bool begun;        /* the meld was begun with them */
	bool others;       /* some of them are not of the meld's own rank */
	int canasta;       /* kind of canasta it has become by them, or -1 */
	bool opening;      /* the initial meld was made, which is still to be said */
	const char *verb;  /* that the line ended with: further cards follow without it */
};

/* Describes the deal that has just been dealt. */
void narration_deal(struct narration *narration, const struct game *game);

/* Describes [act], which led from [before] to [after]. */
void narration_act(struct narration *narration, const struct game *before, struct act act, const struct game *after);

/* Describes an event that has been recorded, for the deal or for [side]. */
void narration_event(struct narration *narration, const struct game *game, int event, int side);

/* Sets [copy] to the line of the turn being played, without the finished ones. */
void narration_copy_line(struct narration *copy, const struct narration *narration);

/* Moves the finished lines to [out]. */
void narration_fetch(struct narration *narration, struct text *out);

void narration_free(struct narration *narration);

/* Writes what only the player learns by an act: which cards came into the hand. Nothing if none did. */
void narration_gain(const struct game *before, struct act act, const struct game *after, struct text *out);

#endif
