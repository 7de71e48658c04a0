/* workers.h -- one simulation in several threads, with a look at how far it is, until it is done or somebody stops it. */
#ifndef CMD_WORKERS_H
#define CMD_WORKERS_H

#include "canasta.h"

enum { WORKERS_MOST = 256 };

/* How the work was ended early. */
struct stopped {
	int signal;    /* that ended it, or 0 */
	int abandoned; /* a thread is still lost in an act: nothing that it uses may be given back */
};

/* Plays games [from] up to and without [to] of [plan] in [count] threads and sets [*sim] to the results, to be given back
 * with canasta_sim_free() unless threads were abandoned. How far it is stands on the standard error output if that is a terminal.
 * When a signal ends it early the results hold all games from [from] up to some game, if each could be finished soon, and
 * else those that were finished. Returns what canasta_sim_run() or canasta_sim_new() did; [*sim] is NULL only after the latter
 * has failed. To be called once. */
int work(const struct canasta_variant *variant, const struct canasta_plan *plan, uint64_t from, uint64_t to, int count,
         struct canasta_sim **sim, struct stopped *stopped);

#endif
