/* pipes.h -- programs that play, each behind pipes of its own, and whoever plays over the standard streams. */
#ifndef CMD_PIPES_H
#define CMD_PIPES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include "canasta.h"

enum { PIPE_HELD = 1024, PIPES_MOST = 16 /* seats at a table */ };

/* Becomes 1 when nobody shall be waited for any longer. */
extern _Atomic int pipes_stop;

/* The two ends of a session. All zero is none yet. */
struct pipe_ends {
	int from, to;          /* files */
	pid_t program;         /* behind them; 0 for whoever has the standard streams */
	int limit;             /* milliseconds for an answer; 0: any time */
	int64_t due;           /* when it is, by the clock */
	const char *gone;      /* why nothing comes any more, NULL as long as something may */
	bool left;             /* because the other end has gone or said so */
	bool pinged, answered; /* in this silence: whether it was asked if it is there, and has said anything */
	size_t held, next;     /* bytes that were read, and of these the first that was not given out */
	char bytes[PIPE_HELD];
};

/* A command that plays. It is started once for each player, so that no two of them see each other's cards. */
struct program {
	const char *command;
	int limit;
	struct pipe_ends ends[PIPES_MOST]; /* by player; opened when there is something to send */
};

/* The client called [name] that [program] is: it is started by a shell. */
struct canasta_client program_client(struct program *program, const char *name);

/* Says goodbye to what was started, and ends what does not go. */
void program_end(struct program *program);

/* The client called [name] at the other end of the standard streams, behind [ends], which this fills in. */
struct canasta_client stream_client(struct pipe_ends *ends, const char *name, int limit);

/* Says goodbye to that client, and [why] if it is not empty. */
void stream_end(struct pipe_ends *ends, const char *why);

#endif
