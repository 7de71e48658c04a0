/* workers.h -- one simulation in several threads, with a look at how far it is, until it is done or somebody stops it. */
#ifndef CMD_WORKERS_H
#define CMD_WORKERS_H

#include "canasta.h"

enum { WORKERS_MOST = 256 };

/* Plays games [from] up to and without [to] of [plan] in [count] threads and sets [*sim] to the results, to be given back
 * with canasta_sim_free(). How far it is stands on the standard error output if that is a terminal. [*stopped] becomes
 * the signal that ended it early, or 0: the results then hold the games from [from] up to some game, and no others.
 * Returns what canasta_sim_run() or canasta_sim_new() did; [*sim] is NULL only after the latter has failed. */
int work(const struct canasta_variant *variant, const struct canasta_plan *plan, uint64_t from, uint64_t to, int count,
         struct canasta_sim **sim, int *stopped);

#endif
