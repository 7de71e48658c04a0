/* seal.h -- the file in which the seed of a sealed game waits until the game is over. */
#ifndef CMD_SEAL_H
#define CMD_SEAL_H

#include "cmd/cmd.h"

/* Reads the seed that the file at [path] has, a number on a line. If there is no such file and [draw] is set, draws one
 * by chance and puts it there, on the disk, for nobody but its owner to read. False, with a message, if it cannot. */
bool seal_seed(const char *path, bool draw, uint64_t *seed);

#endif
