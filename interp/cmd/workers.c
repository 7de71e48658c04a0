/* workers.c -- threads take games off a common counter, a handful at a time, and add them up for themselves; since the
 * sums are exact it does not show in the end who played what. The main thread shows how far they are and looks for signals.
 * When one comes, the threads have a moment to finish their handfuls, so every game below the counter is played; then they
 * stop between two acts, and a thread whose act does not end is abandoned. */
#define _POSIX_C_SOURCE 200809L

#include "cmd/cmd.h"

#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
	HANDFUL_MOST = 256,    /* games in a handful */
	HANDFUL_TIME = 20,     /* milliseconds for a handful, so that it is finished soon after a signal */
	HANDFULS_OF_EACH = 64, /* handfuls for each thread at least, so that none waits long at the end */
	LOOK_EVERY = 100,      /* milliseconds between looks for signals */
	SHOWN_EVERY = 250,     /* milliseconds */
	FINISH_WITHIN = 500,   /* milliseconds to finish a handful after a signal */
	LEAVE_WITHIN = 800,    /* milliseconds after which games are abandoned between acts */
	STACK = 2 << 20        /* bytes: many times what playing takes; address space may be scarce */
};

struct work {
	uint64_t from, to, most; /* a handful has at most so many games */
	_Atomic uint64_t handful;
	_Atomic uint64_t next; /* the first game that nobody has taken */
	_Atomic int failed;    /* what canasta_sim_run() returned, if it was not CANASTA_FINE */
	int shows_progress;
	int64_t began, shown; /* milliseconds */
	pthread_mutex_t lock; /* for what is below */
	pthread_cond_t changed;
	int working; /* threads that have not returned */
};

struct worker {
	struct work *work;
	struct canasta_sim *sim;
	int started, returned; /* by the lock of the work */
};

/* ---- signals ---- */

static volatile sig_atomic_t signalled; /* a signal handler can set nothing else */

static void note_signal(int signal)
{
	signalled = signal;
}

/* The first signal stops the work in good order; a second one ends the program. What was to be ignored still is, as under nohup. */
static void handle_signals(void (*handler)(int))
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction action, before;

	memset(&action, 0, sizeof action);
	action.sa_handler = handler;
	action.sa_flags = (int)SA_RESETHAND;
	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
			sigaction(signals[i], &action, NULL);
}

/* ---- progress ---- */

static void show_progress(struct work *work)
{
	uint64_t next = work->next < work->to ? work->next : work->to, seconds;
	int64_t now = milliseconds();
	double rate;

	if (!work->shows_progress || now - work->shown < SHOWN_EVERY || next == work->from)
		return;
	work->shown = now;
	rate = (double)(next - work->from) * 1000 / (double)(now - work->began);
	fprintf(stderr, "\r%" PRIu64 " of %" PRIu64 " games, %.*f a second, ", next - work->from, work->to - work->from,
	        rate < 10, rate);
	seconds = (uint64_t)((double)(work->to - next) / rate) + 1;
	if (seconds < 100)
		fprintf(stderr, "%" PRIu64 " s left", seconds);
	else if (seconds < 100 * 60)
		fprintf(stderr, "%" PRIu64 " min left", (seconds + 59) / 60);
	else
		fprintf(stderr, "%" PRIu64 " h left", (seconds + 3599) / 3600);
	fputs("\033[K", stderr);
}

/* ---- the work ---- */

static void play_handfuls(struct worker *worker)
{
	struct work *work = worker->work;

	while (!work->failed && signalled == 0) {
		const uint64_t handful = work->handful, from = atomic_fetch_add(&work->next, handful);
		const int64_t began = milliseconds();
		int64_t took;
		int status;
		if (from >= work->to)
			break;
		status = canasta_sim_run(worker->sim, from, work->to - from > handful ? from + handful : work->to);
		if (status != CANASTA_FINE)
			work->failed = status;
		took = milliseconds() - began;
		if (took < HANDFUL_TIME / 4 && handful * 2 <= work->most)
			work->handful = handful * 2;
		else if (took > HANDFUL_TIME && handful > 1)
			work->handful = handful / 2;
	}
}

static void *work_on(void *context)
{
	struct worker *worker = context;
	struct work *work = worker->work;

	play_handfuls(worker);
	pthread_mutex_lock(&work->lock);
	worker->returned = 1;
	work->working--;
	pthread_cond_signal(&work->changed);
	pthread_mutex_unlock(&work->lock);
	return NULL;
}

/* Waits until all threads have returned. Returns how many have to be abandoned because they do not after a signal. */
static int wait_for_all(struct work *work, struct worker *workers, int count)
{
	int64_t since = 0;
	int left;

	pthread_mutex_lock(&work->lock);
	while (work->working > 0) {
		/* for a moment, or until a thread returns */
		struct timespec until;
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += LOOK_EVERY * 1000000L;
		until.tv_sec += until.tv_nsec / 1000000000;
		until.tv_nsec %= 1000000000;
		pthread_cond_timedwait(&work->changed, &work->lock, &until);
		show_progress(work);
		if (signalled == 0)
			continue;
		since = since == 0 ? milliseconds() : since;
		if (milliseconds() - since >= FINISH_WITHIN) {
			/* threads stop between two acts */
			for (int i = 0; i < count; i++)
				if (workers[i].started)
					canasta_sim_stop(workers[i].sim);
			pipes_stop = 1;
		}
		if (milliseconds() - since >= LEAVE_WITHIN)
			break;
	}
	left = work->working;
	for (int i = 0; i < count; i++)
		if (workers[i].started && !workers[i].returned)
			canasta_sim_abandon(workers[i].sim);
	pthread_mutex_unlock(&work->lock);
	return left;
}

static struct worker workers[WORKERS_MOST]; /* static, as threads that are abandoned still use them */
static struct work all = { .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER };

/* Plays the games in [count] threads and adds all up in the first simulation. Returns how many threads were abandoned. */
static int run_workers(int count)
{
	int abandoned;

	all.began = all.shown = milliseconds();
	all.shows_progress = isatty(STDERR_FILENO) && cmd_knows_codes();
	handle_signals(note_signal);
	/* Starts a thread for each; if there are fewer to be had, those do, and if there is none the main one works. */
	pthread_attr_t attributes;
	pthread_t thread;

	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, STACK);
	pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
	for (int i = 0; i < count; i++) {
		workers[i].work = &all;
		pthread_mutex_lock(&all.lock);
		workers[i].started = pthread_create(&thread, &attributes, work_on, &workers[i]) == 0;
		all.working += workers[i].started;
		pthread_mutex_unlock(&all.lock);
		if (!workers[i].started)
			break;
	}
	pthread_attr_destroy(&attributes);
	if (!workers[0].started)
		play_handfuls(&workers[0]);
	abandoned = wait_for_all(&all, workers, count);
	handle_signals(SIG_DFL);
	for (int i = 1; i < count; i++)
		if (workers[i].started)
			canasta_sim_merge(workers[0].sim, workers[i].sim);
	if (all.shows_progress)
		fputs("\r\033[K", stderr);
	return abandoned;
}

int workers_run(const struct canasta_variant *variant, const struct canasta_plan *plan, uint64_t from, uint64_t to,
                int count, struct canasta_sim **sim, struct stopped *stopped)
{
	int status = CANASTA_FINE;

	*sim = NULL;
	*stopped = (struct stopped){ .signal = 0 };
	all.from = from;
	all.next = from;
	all.to = to;
	all.handful = 1;
	uint64_t most = (to - from) / (uint64_t)count / HANDFULS_OF_EACH;
	all.most = most < 1 ? 1 : most > HANDFUL_MOST ? HANDFUL_MOST : most;
	for (int i = 0; i < count && status == CANASTA_FINE; i++)
		status = canasta_sim_new(&cmd_io, variant, plan, &workers[i].sim);
	if (status == CANASTA_FINE) {
		stopped->abandoned = run_workers(count) > 0;
		if (stopped->abandoned || all.next < to)
			stopped->signal = signalled;
		*sim = workers[0].sim;
		workers[0].sim = stopped->abandoned ? workers[0].sim : NULL;
		status = all.failed;
	}
	for (int i = 0; i < count && !stopped->abandoned; i++)
		canasta_sim_free(workers[i].sim);
	return status;
}
