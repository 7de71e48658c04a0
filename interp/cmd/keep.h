/* keep.h -- the file in which a game is recorded while it is played: every line is on the disk before anybody is shown
 * what it says. */
#ifndef CMD_KEEP_H
#define CMD_KEEP_H

#include "cmd/cmd.h"

enum { KEEP_PATH_MAX = 1024 };

struct keep {
	int file;  /* -1 if nothing is kept */
	int fault; /* why writing failed, as errno has it, or 0 */
	bool own;  /* in the folder where games are kept, where it is found without its name */
	char path[KEEP_PATH_MAX];
};

/* Begins a new file at [path], or for NULL one of its own in the folder where games are kept, named by the time and
 * [name]. False, with a message, if that cannot be done; a file that exists is never written over. */
bool keep_begin(struct keep *keep, const char *path, const char *name);

/* Opens the file at [path], or for NULL the game begun last, and reads all of it into [*bytes], which the caller frees.
 * Nobody else can continue it meanwhile. False, with a message, if that cannot be done. */
bool keep_open(struct keep *keep, const char *path, char **bytes, size_t *length);

/* Takes away a file that keep_begin() made and in which nothing stands. */
void keep_drop(struct keep *keep);

/* Cuts off what follows [whole] bytes. */
bool keep_cut(struct keep *keep, size_t whole);

/* Where the lines go. */
struct canasta_out keep_out(struct keep *keep);

/* Writes the message that writing failed. Returns the exit status. */
int keep_failed(const struct keep *keep);

/* Closes the file, if one is open. */
void keep_end(struct keep *keep);

/* Opens the record in [length] [bytes] of the file at [path]: by the rules that [reference] names; for NULL by those that the record
 * names, which are a shipped variant or a file beside it, unless the record is one in the folder where games are kept. */
int keep_record(const char *path, const char *bytes, size_t length, const char *reference,
                struct canasta_record **record);

/* Reads the seed of a sealed game from the file at [path], which has a number on a line. If there is no such file and [draw] is set,
 * draws one by chance and puts it there, on the disk, for nobody but its owner to read. False, with a message, if it cannot. */
bool keep_seed(const char *path, bool draw, uint64_t *seed);

#endif
