/* replay.h -- what stands behind struct canasta_record: a recorded game, and how far it has been played again. */
#ifndef TOOLS_REPLAY_H
#define TOOLS_REPLAY_H

#include "tools/named_cards.h"
#include "tools/playing.h"

struct canasta_record {
	struct arena *arena; /* of everything here but the variant */
	const char *name;    /* of the file, for messages */
	struct canasta_variant *variant;
	bool variant_is_lent;                        /* it is the caller's */
	const char *reference, *title, *date, *hash; /* as the head has them, NULL where it does not */
	const char *option[CANASTA_OPTIONS_MAX];
	int options;
	const char *who[PLAYERS_MAX]; /* NULL where nothing is said */
	enum record_cards cards;
	uint64_t seed;          /* unless the cards are named */
	bool origin;            /* the head says where the cards come from */
	const char *commitment; /* to the seed, or NULL */
	bool opened;            /* the seed of a sealed record is known */
	bool closed;            /* and the line with it was read: nothing follows */
	struct named_cards named;
	struct record_reader start; /* behind the head */
	struct record_reader body;  /* as far as it was played */
	size_t whole;               /* bytes up to the last line that is not torn off or changed */
	/* the game to which all of it was played, and how many lines that came to; NULL if there is none */
	const struct canasta_game *played;
	uint64_t lines;
};

/* ---- the head (recording_head.c) ---- */

/* Whose rules a record is played by. */
struct replay_rules {
	const char *reference;           /* that the caller names; NULL for that of the record, */
	bool beside;                     /* which is then a shipped variant or a file beside the record */
	struct canasta_variant *variant; /* that the caller has loaded and lends; NULL to load one */
};

/* As canasta_record_open(). */
int replay_open(const struct canasta_io *io, const char *name, const char *bytes, size_t length,
                const struct replay_rules *from, struct canasta_record **record);

/* "deal 12": its number; 0 for other words. */
unsigned long deal_number(const char *words);

/* ---- a sealed game (recording_seal.c) ---- */

/* True if [words] are the seed that the head commits to. */
bool replay_seal_fits(const struct canasta_record *record, const char *words);

/* Reads a sealed record from the end of its head on and counts what there is. At the line with the seed sets it if
 * it is the one committed to; RECORD_FAULT, with a sentence, if it is not or a line was changed. */
struct sealed_count {
	int deals;
	uint64_t acts;
	bool false_seed;
};
enum record_found replay_count_sealed(struct canasta_record *record, struct sealed_count *count, struct text *why);

/* ---- playing it again (recording_play.c) ---- */

/* A game that [record] can be played to from its beginning; CANASTA_FINDINGS, with a message, if its cards are not known
 * yet. */
int replay_begin(const struct canasta_io *io, struct canasta_record *record, struct canasta_game **game);

/* Plays what the next line says in [game]. RECORD_FAULT, with the reason, if it cannot be. */
enum record_found replay_step(struct canasta_record *record, struct canasta_game *game, struct text *why);

/* Writes the message about the line read last, "game.record:12: ...", and empties [why]. Returns the status. */
int replay_fault(const struct canasta_io *io, const struct canasta_record *record, struct text *why);

/* The same for programs: an object with the line, the sentence, and the lines that follow it as a list. */
struct json_t *replay_fault_object(int line, const char *why);

#endif
