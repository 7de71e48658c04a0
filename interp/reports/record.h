/* record.h -- a game as lines of text that people can read: written act by act while it is played, and read again
 * line by line. docs/record.md tells the format. */
#ifndef REPORTS_RECORD_H
#define REPORTS_RECORD_H

#include "game/game.h"

struct text;

/* A record being written, or read: the check over all its lines so far. */
struct recorder {
	uint16_t check;
};

/* What stands at the head of a record. The texts stay the caller's. */
struct record_head {
	const struct rules *rules;
	const char *reference;      /* the variant as canasta_load() was given it, */
	const char *const *options; /* and its options */
	int option_count;
	uint64_t seed;          /* of this one game: game->seed */
	const char *const *who; /* plays at each seat, rules->table.players of them: "person", or the name of a bot */
	const char *date;       /* when, in any words, or NULL */
};

/* Begins a record: sets up [recorder] and writes the head. False if a name in it could not be read again, because it
 * has a bar or a control character in it; nothing is written then. */
bool record_begin(struct recorder *recorder, const struct record_head *head, struct text *out);

/* The deal that was just dealt; an act of the player to act in [before], who is about to do it; an event that happened
 * to the deal, or to [side]; the scores of a deal that is over, for which there is a line for [totals] after it, too. */
void record_deal(struct recorder *recorder, const struct game *game, struct text *out);
void record_act(struct recorder *recorder, const struct game *before, struct act act, struct text *out);
void record_event(struct recorder *recorder, const struct game *game, int event, int side, struct text *out);
void record_score(struct recorder *recorder, const struct game *game, const struct tally *tally, struct text *out);

#endif
