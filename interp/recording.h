/* recording.h -- what stands behind struct canasta_record: a game as it was written down, and how far it was read. */
#ifndef RECORDING_H
#define RECORDING_H

#include "playing.h"

struct canasta_record {
	struct arena *arena; /* of everything here but the variant */
	const char *name;    /* of the file, for messages */
	struct canasta_variant *variant;
	const char *reference, *title, *date, *hash; /* as the head has them, NULL where it does not */
	const char *option[CANASTA_OPTIONS_MAX];
	int options;
	const char *who[PLAYERS_MAX]; /* NULL where nothing is said */
	uint64_t seed;
	bool seeded;
	struct record_reader start; /* behind the head */
	struct record_reader body;  /* as far as it was played */
};

/* Plays what the next line says in [game]. RECORD_FAULT, with the reason, if it cannot be. */
enum record_found recording_step(struct canasta_record *record, struct canasta_game *game, struct text *why);

/* Tells what is wrong with the line read last, "game.record:12: ...", and empties [why]. Returns the status. */
int recording_fault(const struct canasta_io *io, const struct canasta_record *record, struct text *why);

/* The same for programs: an object with the line, the sentence, and the lines that follow it as a list. */
struct json_t *recording_fault_object(int line, const char *why);

#endif
