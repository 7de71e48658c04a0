/* pipes.c -- programs at the other end of pipes. No wait exceeds the time limit, whatever the program reads or writes. A line that
 * is too long is skipped. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <limits.h> /* PIPE_BUF */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "cmd/cmd.h"

enum {
	FAREWELL = 1000, /* milliseconds that programs have to end by themselves */
	LOOK_EVERY = 100 /* milliseconds between looks whether to stop */
};

_Atomic int pipes_stop;

int64_t milliseconds(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* ---- starting programs ---- */

static void close_both(const int files[2])
{
	close(files[0]);
	close(files[1]);
}

static bool open_pipes(int to[2], int from[2])
{
	if (pipe(to) != 0)
		return false;
	if (pipe(from) != 0) {
		close_both(to);
		return false;
	}
	for (int i = 0; i < 2; i++) {
		fcntl(to[i], F_SETFD, FD_CLOEXEC);
		fcntl(from[i], F_SETFD, FD_CLOEXEC);
	}
	return true;
}

static void start(struct pipe_ends *ends, const char *command, int limit)
{
	int to[2], from[2];

	*ends = (struct pipe_ends){ .limit = limit, .gone = "cannot be started", .program = -1 };
	if (!open_pipes(to, from))
		return;
	signal(SIGPIPE, SIG_IGN); /* a program that has ended is noticed when something is written to it */
	ends->program = fork();
	if (ends->program == 0) {
		/* The new process becomes the command. Signals for the tool are not for it, so it has a group of its own. */
		setpgid(0, 0);
		signal(SIGPIPE, SIG_DFL);
		if (dup2(to[0], STDIN_FILENO) >= 0 && dup2(from[1], STDOUT_FILENO) >= 0)
			execl("/bin/sh", "sh", "-c", command, (char *)NULL);
		_exit(127);
	}
	if (ends->program < 0) {
		close_both(to);
		close_both(from);
		return;
	}
	setpgid(ends->program, ends->program);
	close(to[0]);
	close(from[1]);
	ends->to = to[1];
	ends->from = from[0];
	ends->gone = NULL;
}

/* ---- writing ---- */

static void leave(struct pipe_ends *ends)
{
	ends->gone = "has left";
	ends->left = true;
}

/* Waits until [file] is ready for [what], not beyond [until]; 0 is for ever. False if the time is over. */
static bool ready(int file, short what, int64_t until)
{
	struct pollfd poll_for = { .fd = file, .events = what };

	for (;;) {
		int64_t left = until == 0 ? -1 : until - milliseconds();
		int found = left < 0 && until != 0
		                    ? 0
		                    : poll(&poll_for, 1, left < 0 || left > LOOK_EVERY ? LOOK_EVERY : (int)left);
		if (found > 0 || (found < 0 && errno != EINTR))
			return true;
		if (pipes_stop != 0 || (until != 0 && milliseconds() >= until))
			return false;
	}
}

/* Writes in pieces so small that a pipe which is ready takes each of them at once. */
static void write_lines(struct pipe_ends *ends, const char *lines, size_t length)
{
	int64_t until = ends->limit > 0 ? milliseconds() + ends->limit : 0;

	while (length > 0 && ends->gone == NULL) {
		size_t piece = length < PIPE_BUF ? length : PIPE_BUF;
		ssize_t written;
		if (!ready(ends->to, POLLOUT, until)) {
			ends->gone = "does not read its input";
			return;
		}
		written = write(ends->to, lines, piece);
		if (written > 0) {
			lines += written;
			length -= (size_t)written;
		} else if (written < 0 && errno != EAGAIN && errno != EINTR) {
			if (ends->program == 0 && errno != EPIPE && cmd_write_fault == 0)
				cmd_write_fault = errno; /* the output file is full or gone */
			leave(ends);
		}
	}
}

/* The time for an answer begins when lines are sent; a ping does not prolong it. */
static void send_lines(struct pipe_ends *ends, const char *lines, size_t length)
{
	write_lines(ends, lines, length);
	if (length >= 4 && memcmp(lines, "pong", 4) == 0)
		return;
	ends->due = ends->limit > 0 ? milliseconds() + ends->limit : 0;
	ends->pinged = ends->answered = false;
}

/* ---- reading ---- */

/* Pings a program that has been silent for half of its time, so that a later message can say whether it still answers. */
static bool wait_for_more(struct pipe_ends *ends)
{
	if (ends->limit == 0 || ends->pinged)
		return ready(ends->from, POLLIN, ends->due);
	if (ready(ends->from, POLLIN, ends->due - ends->limit / 2))
		return true;
	ends->pinged = true;
	write_lines(ends, "ping\n", strlen("ping\n"));
	return ready(ends->from, POLLIN, ends->due);
}

/* Reads what there is. The buffer must be empty. */
static void read_more(struct pipe_ends *ends)
{
	ssize_t length;

	if (!wait_for_more(ends) || (ends->due != 0 && milliseconds() >= ends->due)) {
		ends->gone = ends->answered ? "did not choose in time" : "did not answer in time";
		return;
	}
	length = read(ends->from, ends->bytes, sizeof ends->bytes);
	if (length == 0 || (length < 0 && errno != EINTR && errno != EAGAIN))
		leave(ends);
	ends->next = 0;
	ends->held = length > 0 ? (size_t)length : 0;
	ends->answered = ends->answered || length > 0;
}

/* The next line; one that does not fit is left out. */
static const char *receive(struct pipe_ends *ends, char *line, size_t room)
{
	size_t length = 0;

	while (ends->gone == NULL) {
		while (ends->next < ends->held) {
			char byte = ends->bytes[ends->next++];
			if (byte == '\n' && length < room) {
				length -= length > 0 && line[length - 1] == '\r';
				line[length] = '\0';
				if (strcmp(line, "quit") != 0)
					return NULL;
				leave(ends);
				return ends->gone;
			}
			if (byte == '\n')
				length = 0;
			else if (length < room)
				line[length++] = byte != '\0' ? byte : '?';
		}
		read_more(ends);
	}
	return ends->gone;
}

/* ---- clients ---- */

static void send_to_program(void *context, int player, const char *lines, size_t length)
{
	struct program *program = context;
	struct pipe_ends *ends = &program->ends[player];

	if (ends->program == 0)
		start(ends, program->command, program->limit);
	send_lines(ends, lines, length);
}

static const char *receive_from_program(void *context, int player, char *line, size_t room)
{
	struct program *program = context;

	return receive(&program->ends[player], line, room);
}

struct canasta_client program_client(struct program *program, const char *name)
{
	return (struct canasta_client){ .name = name,
		                        .send = send_to_program,
		                        .receive = receive_from_program,
		                        .context = program,
		                        .limit = program->limit };
}

void program_end(struct program *program)
{
	int64_t until = milliseconds() + FAREWELL;

	for (struct pipe_ends *ends = program->ends; ends < program->ends + PIPES_MOST; ends++)
		if (ends->program > 0) {
			if (ends->gone == NULL)
				write_lines(ends, "bye\n", strlen("bye\n"));
			close(ends->to);
			close(ends->from);
		}
	for (int i = 0; i < PIPES_MOST; i++) {
		if (program->ends[i].program > 0) {
			/* The process id of an ended program, and of its group, is not reused before waitpid(). */
			const struct timespec moment = { .tv_nsec = 2000000 };
			siginfo_t found = { .si_pid = 0 };
			while (waitid(P_PID, (id_t)program->ends[i].program, &found, WEXITED | WNOHANG | WNOWAIT) ==
			               0 &&
			       found.si_pid == 0 && milliseconds() < until)
				nanosleep(&moment, NULL);
			kill(-program->ends[i].program, SIGKILL); /* with whatever it has started and left behind */
			waitpid(program->ends[i].program, NULL, 0);
		}
		program->ends[i].program = 0;
	}
}

static void send_to_stream(void *context, int player, const char *lines, size_t length)
{
	(void)player;
	send_lines(context, lines, length);
}

static const char *receive_from_stream(void *context, int player, char *line, size_t room)
{
	(void)player;
	return receive(context, line, room);
}

struct canasta_client stream_client(struct pipe_ends *ends, const char *name, int limit)
{
	signal(SIGPIPE, SIG_IGN);
	*ends = (struct pipe_ends){ .from = STDIN_FILENO, .to = STDOUT_FILENO, .limit = limit };
	return (struct canasta_client){ .name = name,
		                        .send = send_to_stream,
		                        .receive = receive_from_stream,
		                        .context = ends,
		                        .limit = limit,
		                        .shares_lines = 1 };
}

void stream_end(struct pipe_ends *ends, const char *why)
{
	char line[1000];
	int length = snprintf(line, sizeof line, "bye%s%.900s\n", *why != '\0' ? " " : "", why);

	ends->gone = NULL; /* a client that sends nothing more may still read */
	write_lines(ends, line, (size_t)length);
}
