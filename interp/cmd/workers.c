/* workers.c -- threads take games off a common counter, a handful at a time, and add them up for themselves; since the
 * sums are exact it does not show in the end who played what. Whoever has taken a handful finishes it, so that what was
 * played when a signal came is everything below the counter. */
#define _POSIX_C_SOURCE 200809L

#include "cmd/workers.h"

#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "cmd/cmd.h"

enum {
	HANDFUL_MOST = 256,    /* games: few enough to be finished soon after a signal */
	HANDFULS_OF_EACH = 64, /* at least, so that no thread is left waiting for long at the end */
	SHOWN_EVERY = 250      /* milliseconds */
};

struct work {
	uint64_t from, to, handful;
	_Atomic uint64_t next; /* the first game that nobody has taken */
	_Atomic int failed;    /* what canasta_sim_run() returned, if it was not CANASTA_FINE */
	int shows_progress;
	int64_t began, shown; /* milliseconds; [shown] is the first worker's */
};

struct worker {
	struct work *work;
	struct canasta_sim *sim;
	pthread_t thread;
	int first; /* tells how far all are */
};

/* ---- signals ---- */

static volatile sig_atomic_t signalled; /* a handler can leave word nowhere else */

static void note_signal(int signal)
{
	signalled = signal;
}

/* The first signal stops the work in good order; a second one ends the program. */
static void heed_signals(void (*handler)(int))
{
	struct sigaction action;

	memset(&action, 0, sizeof action);
	action.sa_handler = handler;
	action.sa_flags = (int)SA_RESETHAND;
	sigemptyset(&action.sa_mask);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
}

/* ---- progress ---- */

static int64_t milliseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void show_time(uint64_t seconds)
{
	if (seconds < 100)
		fprintf(stderr, "%" PRIu64 " s left", seconds);
	else if (seconds < 100 * 60)
		fprintf(stderr, "%" PRIu64 " min left", (seconds + 59) / 60);
	else
		fprintf(stderr, "%" PRIu64 " h left", (seconds + 3599) / 3600);
}

static void show_progress(const struct worker *worker, uint64_t next)
{
	struct work *work = worker->work;
	int64_t now, took;
	double rate;

	if (!worker->first || !work->shows_progress)
		return;
	now = milliseconds();
	took = now - work->began;
	if (now - work->shown < SHOWN_EVERY || next == work->from)
		return;
	work->shown = now;
	rate = (double)(next - work->from) * 1000 / (double)took;
	fprintf(stderr, "\r%" PRIu64 " of %" PRIu64 " games, %.*f a second, ", next - work->from, work->to - work->from,
	        rate < 10, rate);
	show_time((uint64_t)((double)(work->to - next) / rate) + 1);
	fputs("\033[K", stderr);
}

/* ---- the work ---- */

static void *work_on(void *context)
{
	struct worker *worker = context;
	struct work *work = worker->work;

	while (!work->failed && signalled == 0) {
		uint64_t from = atomic_fetch_add(&work->next, work->handful);
		if (from >= work->to)
			break;
		show_progress(worker, from);
		int status = canasta_sim_run(worker->sim, from,
		                             work->to - from > work->handful ? from + work->handful : work->to);
		if (status != CANASTA_FINE)
			work->failed = status;
	}
	return NULL;
}

static void work_together(struct work *work, struct worker *workers, int count)
{
	int started = 1;

	for (int i = 0; i < count; i++)
		workers[i].work = work, workers[i].first = i == 0;
	while (started < count && pthread_create(&workers[started].thread, NULL, work_on, &workers[started]) == 0)
		started++; /* if there are fewer threads to be had, those do */
	work_on(&workers[0]);
	for (int i = 1; i < started; i++)
		pthread_join(workers[i].thread, NULL);
	for (int i = 1; i < started; i++)
		canasta_sim_merge(workers[0].sim, workers[i].sim);
	if (work->shows_progress)
		fputs("\r\033[K", stderr);
}

static uint64_t handful_of(uint64_t games, int count)
{
	uint64_t handful = games / (uint64_t)count / HANDFULS_OF_EACH;

	return handful < 1 ? 1 : handful > HANDFUL_MOST ? HANDFUL_MOST : handful;
}

int work(const struct canasta_variant *variant, const struct canasta_plan *plan, uint64_t from, uint64_t to, int count,
         struct canasta_sim **sim, int *stopped)
{
	struct work all = { .from = from, .to = to, .handful = handful_of(to - from, count), .next = from };
	struct worker workers[WORKERS_MOST] = { { .sim = NULL } };
	int status = CANASTA_FINE;

	*sim = NULL;
	*stopped = 0;
	for (int i = 0; i < count && status == CANASTA_FINE; i++)
		status = canasta_sim_new(&cmd_io, variant, plan, &workers[i].sim);
	if (status == CANASTA_FINE) {
		all.began = all.shown = milliseconds();
		all.shows_progress = isatty(STDERR_FILENO) && cmd_knows_codes();
		heed_signals(note_signal);
		work_together(&all, workers, count);
		heed_signals(SIG_DFL);
		if (all.next < to)
			*stopped = signalled;
		*sim = workers[0].sim;
		workers[0].sim = NULL;
		status = all.failed;
	}
	for (int i = 0; i < count; i++)
		canasta_sim_free(workers[i].sim);
	return status;
}
