/* playing.h -- what stands behind struct canasta_game: a game, who has seen what of it, and the record that is kept. */
#ifndef TOOLS_PLAYING_H
#define TOOLS_PLAYING_H

#include "game/game.h"
#include "game/random.h"
#include "game/view.h"
#include "players/expert.h"
#include "workspace.h"
#include "reports/reports.h"
#include "tools/record.h"
#include "tools/suits.h"
#include "grammar/text.h"

struct text;

/* ---- what happens, in words ---- */

/* A narration in progress. All zero is an empty one; narration_free() frees it. */
struct narration {
	size_t width;      /* of the lines; 0 is TABLE_WIDTH */
	struct text lines; /* finished */
	struct text line;  /* of the turn being played */
	struct text cards; /* laid on one meld, but not written yet */
	int seat;          /* the seat that the line is about */
	int meld;          /* on which meld the cards are */
	bool begun;        /* the meld was begun with them */
	bool others;       /* some of them are not of the meld's own rank */
	int canasta;       /* kind of canasta it has become by them, or -1 */
	bool opening;      /* the initial meld was made, but the line does not say so yet */
	const char *verb;  /* the last verb in the line, which cards that follow need not repeat */
};

/* Moves the finished lines to [out]. */
void narration_fetch(struct narration *narration, struct text *out);

void narration_free(struct narration *narration);

/* ---- a game at the table (playing.c) ---- */

enum { ACTS_OF_A_LINE = 64 };

/* An act that can be taken back: the table before it. It showed no card. */
struct step {
	struct game game;
	struct suits suits;
	struct narration narration;
	uint64_t done;
};

struct canasta_game {
	const struct canasta_variant *variant;
	const struct rules *rules;
	enum canasta_moment moment;
	struct game game;
	struct suits suits;
	/* number of acts since the game began. Bots draw random numbers for each act from a stream of its own, so a
	 * game that was interrupted continues in the same way */
	uint64_t done;
	struct narration narration;
	struct budget budget;         /* for bots that look ahead */
	struct expert_search *search; /* the search that such a bot has begun; NULL if none has */
	uint64_t search_done;         /* value of [done] when it began */
	struct tally tally;           /* of the deal that is over */
	int32_t totals[SIDES_MAX];
	size_t width; /* of lines for the screen */
	bool colours;
	struct step *step; /* acts that can be taken back, the latest last */
	int steps;
	int last; /* 1 + the player whose act was done last, if that showed nobody a card; 0 otherwise */
	/* is called with each act before it is done, and with NULL of one taken back; NULL if nobody watches */
	void (*watch)(void *watcher, const struct game *game, const struct act *act);
	void *watcher;
	struct recorder recorder;
	enum record_cards cards; /* how the record gives the cards */
	bool record_begun;       /* its head was written */
	bool score_recorded;     /* the scores of the deal that is over were written to it */
	bool record_lost;        /* memory ran out for a line of it; the game does not continue */
	/* number of lines after the head that a record of this game has, even if none is kept */
	uint64_t lines;
	struct canasta_out record; /* writes the record; its function is NULL if none is kept */
	struct text history;       /* what was done, as everybody saw it: lines of the protocol */
};

/* Leaves a deal that is over. The next one is not dealt yet. */
void playing_next_deal(struct canasta_game *game);

/* True if a deal is over, and scored. */
static inline bool playing_deal_is_over(const struct canasta_game *game)
{
	return game->moment == CANASTA_DEAL_OVER || game->moment == CANASTA_GAME_OVER;
}

/* Begins to play the deal that was dealt in game->game. */
void playing_dealt(struct canasta_game *game);

/* Does one legal act, after it was recorded, and describes it: to the player in [gain], which may be NULL, and to everybody in
 * the narration. Whether it brought cards (act_brings_cards()). */
bool playing_act(struct canasta_game *game, struct act act, struct text *gain);

/* Takes the last act back, if there is one that can be. */
bool playing_undo(struct canasta_game *game);

/* Makes everything that was done until now final: it cannot be taken back. */
void playing_forget(struct canasta_game *game);

/* Records an event of the table that happened to the deal, or to [side]. */
void playing_event(struct canasta_game *game, int event, int side);

/* Reads the words of an event and sets [*event] and [*side]; false, with a sentence, if there is no such one. */
bool playing_read_event(const struct canasta_game *game, const char *words, int *event, int *side, struct text *why);

/* Whether all of [acts] can be done one after the other; if not, says which and why. What follows an
 * act that brings cards (act_brings_cards()) is not looked at before that act is done. Lines of the reason have [width]
 * characters. */
bool playing_may(const struct game *game, const struct act *acts, int count, size_t width, struct text *why);

/* Does these acts. False, with the reason, if not all of them could be done: then none was, or only those up to an act
 * that brought cards. */
bool playing_do(struct canasta_game *game, const struct act *acts, int count, struct text *gain, struct text *why);

/* Writes a sentence in lines of [width] characters, and lines that follow it as they are; a line feed at the end. */
void playing_wrap(const char *words, size_t width, struct text *out);

/* record.c: write what was done to the record of the game, if one is kept: before it is done, */
void recording_act(struct canasta_game *game, struct act act);
void recording_undo(struct canasta_game *game);
void recording_event(struct canasta_game *game, int event, int side);

/* and these after it. */
void recording_deal(struct canasta_game *game);
void recording_score(struct canasta_game *game);
void recording_end(struct canasta_game *game);

/* ---- what speaks for the act of a bot (hint.c) ---- */

/* Writes the numbers for which the player called [bot] chose [act] and not the next best; nothing if it has no numbers.
 * [search] is an expert's search, or NULL. */
void hint_numbers(const struct game *game, const struct acts *acts, struct act act, const struct player *bot,
                  const struct expert_search *search, struct text *out);

/* Writes a sentence about what [act], one of [acts], achieves for the player to act, as far as she can see. */
void hint_sentence(const struct game *game, const struct acts *acts, struct act act, struct text *out);

#endif
