/* saving.h -- bytes that are added to files and are on the disk before anybody hears of them. Threads wait for the disk, the loop that
 * serves people does not. */
#ifndef SERVE_SAVING_H
#define SERVE_SAVING_H

#include "canasta.h"

#include <stdbool.h>
#include <stdint.h>

enum { SAVED_FILES = 2 };

/* Something to save, in the owner's memory until saving_next_done() gives it back. */
struct saving {
	int file[SAVED_FILES];                   /* open for adding at the end; -1 for none */
	struct canasta_bytes bytes[SAVED_FILES]; /* to be added to each; emptied when it is done */
	/* The last file is cut here, and what is added to it takes that place; -1: it is not. This is settled once the files before
	 * it, which say so, are saved; if the disk fails then, whoever reads them does it. */
	long long cut;
	int folder;     /* synced as well, for new files; -1 for none */
	bool failed;    /* nothing of it counts: the files are as long as they were */
	uint64_t since; /* when it was sent, in milliseconds */
	void *owner;
	struct saving *next;
};

/* Starts that many threads. False, with errno set, if the system has none. */
bool saving_begin(int threads);

/* Has [what] saved. */
void saving_send(struct saving *what);

/* Cuts a file at [at] and adds [bytes] there, at once. */
bool saving_cut(int file, long long at, const struct canasta_bytes *bytes);

/* Something that is done, NULL if nothing more is. saving_signal() can be read when something is done. */
struct saving *saving_next_done(void);
int saving_signal(void);

/* How many times the disk was waited for. */
unsigned long saving_count(void);

/* Waits until everything is saved, and ends the threads. What is done can still be taken. */
void saving_end(void);

#endif
