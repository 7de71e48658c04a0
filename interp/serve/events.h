/* events.h -- what a stream is told: each event is the whole view of its seat, so that a reader who was slow or asleep needs the last one
 * alone. */
#ifndef SERVE_EVENTS_H
#define SERVE_EVENTS_H

#include "serve/room.h"

/* How far a reader has come, as the id of the last event says. */
struct place {
	size_t length;        /* of the record */
	size_t history, news; /* of what was done and what has happened, what was told already */
};

/* Reads the id of an event; false, and [*place] is where a new reader begins, if it is none of this room. */
bool place_read(const struct room *room, const char *id, struct place *place);

/* Writes an event for [seat], -1 for one who looks on: who sits where and who is here, the view, and what was done and has happened
 * behind [*place], which it moves on. */
void event_write(const struct room *room, int seat, struct place *place, struct canasta_bytes *out);

#endif
