/* sim.c -- canasta sim: many games, counted, or the results of several such runs, added up; and canasta engine: a table for whoever is at
 * the other end of the standard streams. That is a simulation whose games somebody takes part in, so that the same seed brings the same
 * cards.
 * Threads take games off a common counter, a handful at a time, and add them up for themselves; since the sums are exact it does not
 * show in the end who played what. The main thread shows how far they are and looks for signals. When one comes, the threads have a
 * moment to finish their handfuls, so every game below the counter is played; then they stop between two acts, and a thread whose act
 * does not end is abandoned. Whether all games were played is counted in the results: the counter only says what was handed out. */
#define _POSIX_C_SOURCE 200809L

#include "cmd/cmd.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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
	SAME_WITHIN = 1000,    /* milliseconds after a signal in which another one means the same */
	STACK = 2 << 20        /* bytes: many times what playing takes; address space may be scarce */
};

/* How a simulation was ended early. */
struct stopped {
	int signal;    /* that ended it, or 0 */
	int abandoned; /* a thread still runs: nothing that it uses may be freed */
};

struct work {
	uint64_t from, to, most; /* a handful has at most so many games */
	_Atomic uint64_t handful;
	_Atomic uint64_t next; /* the first game that nobody has taken */
	_Atomic uint64_t done; /* games of finished handfuls */
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

/* ==== games in threads ==== */

/* ---- signals ---- */

static _Atomic int signalled;        /* the first signal, or 0 */
static _Atomic int64_t signalled_at; /* milliseconds */

/* The first signal stops the work in good order. A later one ends the program, unless it comes so soon that nobody has decided on it:
 * timeout(1) signals its child and then the group in which the child is, and a terminal that is closed sends SIGHUP twice. */
static void note_signal(int number)
{
	int none = 0;

	if (atomic_compare_exchange_strong(&signalled, &none, number))
		signalled_at = milliseconds();
	else if (signalled_at != 0 && milliseconds() - signalled_at >= SAME_WITHIN) {
		signal(number, SIG_DFL);
		raise(number); /* which happens when this returns */
	}
}

/* What was to be ignored still is, as under nohup. */
static void handle_signals(void (*handler)(int))
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction action, before;

	memset(&action, 0, sizeof action);
	action.sa_handler = handler;
	action.sa_flags = SA_RESTART;
	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
			sigaction(signals[i], &action, NULL);
}

/* ---- progress ---- */

static void show_progress(struct work *work)
{
	const uint64_t done = work->done, wanted = work->to - work->from;
	const int64_t now = milliseconds();
	uint64_t seconds;
	double rate;

	if (!work->shows_progress || now - work->shown < SHOWN_EVERY)
		return;
	work->shown = now;
	fprintf(stderr, "\r%" PRIu64 " of %" PRIu64 " games", done, wanted);
	if (done == 0) {
		fputs("\033[K", stderr);
		return;
	}
	rate = (double)done * 1000 / (double)(now - work->began);
	fprintf(stderr, ", %.*f a second, ", rate < 10, rate);
	seconds = (uint64_t)((double)(wanted - done) / rate) + 1;
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
		uint64_t to = work->to;
		int64_t took;
		int status;
		if (from >= to)
			break;
		to = to - from > handful ? from + handful : to;
		status = canasta_sim_run(worker->sim, from, to);
		work->done += to - from;
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
	/* Starts as many threads as the system allows; without any, the main thread does the work. */
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
	if (signalled == 0)
		handle_signals(
			SIG_DFL); /* otherwise the results are still to be written when the second signal comes */
	for (int i = 1; i < count; i++)
		if (workers[i].started && canasta_sim_merge(workers[0].sim, workers[i].sim) != CANASTA_FINE)
			all.failed = CANASTA_INTERNAL;
	if (all.shows_progress)
		fputs("\r\033[K", stderr);
	return abandoned;
}

/* Plays games [from] up to and without [to] of [plan] in [count] threads and sets [*sim] to the results, to be freed
 * with canasta_sim_free() unless threads were abandoned. Shows its progress on standard error if that is a terminal. If
 * a signal ends it early, the results hold all games from [from] up to some game if the ones before that could be
 * finished soon, and otherwise whichever were finished. Returns the status of canasta_sim_run() or canasta_sim_new();
 * [*sim] is NULL only if the latter failed. To be called once. */
static int run_threads(const struct canasta_variant *variant, const struct canasta_plan *plan, uint64_t from,
                       uint64_t to, int count, struct canasta_sim **sim, struct stopped *stopped)
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
		if (canasta_sim_games(workers[0].sim) < to - from)
			stopped->signal = signalled;
		*sim = workers[0].sim;
		workers[0].sim = stopped->abandoned ? workers[0].sim : NULL;
		status = all.failed;
	}
	for (int i = 0; i < count && !stopped->abandoned; i++)
		canasta_sim_free(workers[i].sim);
	return status;
}

enum {
	BOTS_MOST = 6,
	COMMAND_ROOM = 1024,
	LIMIT = 5000, /* milliseconds for an act of a program */
	STOPPED = 128 /* and the signal, as shells have it */
};

/* Where records go. */
struct shelf {
	const char *folder;
	uint64_t from, to;
	_Atomic int fault; /* as errno has it; the first one counts */
};

/* A simulation. A program is named by its command, with a mark in front that no name of a bot has. */
struct simulation {
	const struct call *call;
	const char *reference;
	struct canasta_plan plan;
	const char *bots[BOTS_MOST];
	struct program program[BOTS_MOST];
	struct canasta_client client[BOTS_MOST];
	char name[BOTS_MOST][COMMAND_ROOM];
	struct shelf shelf;
};

/* ---- who plays ---- */

/* Adds a player: a bot by its name, or a program by its mark. */
static bool add_bot(struct simulation *at, const char *name)
{
	if (at->plan.bot_count == BOTS_MOST)
		return call_misuse(at->call, "there are seats for %d bots at the most", BOTS_MOST), false;
	at->bots[at->plan.bot_count++] = name;
	return true;
}

static bool add_bots(struct simulation *at, char *names)
{
	for (char *name = cmd_next(&names); name != NULL; name = cmd_next(&names))
		if (!add_bot(at, name))
			return false;
	return true;
}

/* Adds a program, which is started once for each seat it plays. */
static bool add_program(struct simulation *at, const char *command)
{
	int i = at->plan.client_count;

	if (command[0] == '\0')
		return call_misuse(at->call, "--bot needs a command, and this one is empty"), false;
	if (strlen(command) + 2 > COMMAND_ROOM)
		return call_misuse(at->call, "--bot wants a command of less than %d bytes", COMMAND_ROOM - 1), false;
	if (i == BOTS_MOST)
		return add_bot(at, command);
	snprintf(at->name[i], COMMAND_ROOM, "!%s", command);
	at->program[i].command = at->name[i] + 1;
	at->program[i].limit = (int)call_number(at->call, OPTION_sim_limit, LIMIT);
	at->client[i] = program_client(&at->program[i], at->name[i]);
	at->plan.client_count++;
	return add_bot(at, at->name[i]);
}

/* Adds one side of a match: bots, or a program with the mark in front. */
static bool add_rival(struct simulation *at, char *name)
{
	return name[0] == '!' ? add_program(at, name + 1) : add_bots(at, name);
}

/* Players in the order in which they were given. */
static bool read_players(struct simulation *at)
{
	const struct call *call = at->call;
	bool fine = true;

	for (int i = 0; i < call->given_count && fine; i++)
		switch (call->given[i].option) {
		case OPTION_sim_bots: fine = add_bots(at, call->given[i].text); break;
		case OPTION_sim_bot: fine = add_program(at, call->given[i].text); break;
		case OPTION_sim_match:
			fine = add_rival(at, call->given[i].text) && add_rival(at, call->given[i].second);
			break;
		}
	return fine;
}

/* ---- records ---- */

/* Writes the record of a game into a file of its own: 17.record, or 17-2.record for the second time that a deal of a
 * match was played. If that fails, the simulation ends with the games that are being played. */
static void write_record(void *context, uint64_t game, int play, const char *bytes, size_t length)
{
	struct shelf *shelf = context;
	const struct canasta_bytes record = { .bytes = (char *)bytes, .length = length };
	char path[4096], times[16] = "";

	if (shelf->fault != 0)
		return;
	if (play > 0)
		snprintf(times, sizeof times, "-%d", play);
	if (length == 0)
		shelf->fault = ENOMEM;
	else if (snprintf(path, sizeof path, "%s/%" PRIu64 "%s.record", shelf->folder, game, times) >= (int)sizeof path)
		shelf->fault = ENAMETOOLONG;
	else if (!cmd_new_file(path, &record))
		shelf->fault = errno != 0 ? errno : EIO;
	if (shelf->fault != 0)
		all.next = all.to; /* a disk is full, say: no more games are begun */
}

/* True if [name] is that of the record of a game yet to be played. */
static bool is_taken(const struct shelf *shelf, const char *name)
{
	uint64_t game = strtoull(name, NULL, 10);

	return name[0] >= '0' && name[0] <= '9' && game >= shelf->from && game < shelf->to &&
	       cmd_ends_in(name, ".record");
}

/* Makes the folder. An existing file that a record would replace is an error, reported before any game is played. */
static int open_shelf(const struct shelf *shelf)
{
	int status = CANASTA_FINE;
	DIR *folder;

	if (shelf->folder == NULL)
		return CANASTA_FINE;
	if (mkdir(shelf->folder, 0777) != 0 && errno != EEXIST)
		return cmd_error("the folder `%s` cannot be made: %s", shelf->folder, strerror(errno));
	folder = opendir(shelf->folder);
	for (struct dirent *entry; folder != NULL && status == CANASTA_FINE && (entry = readdir(folder)) != NULL;)
		if (is_taken(shelf, entry->d_name))
			status =
				cmd_error("there is a file `%s/%s` already, which is left alone; choose another folder",
			                  shelf->folder, entry->d_name);
	if (folder == NULL || access(shelf->folder, W_OK | X_OK) != 0)
		status = cmd_error("no records can be written to `%s`: %s", shelf->folder, strerror(errno));
	if (folder != NULL)
		closedir(folder);
	return status;
}

/* ---- the whole ---- */

/* Writes what kept the games from being played to the end. True if those before it can be counted all the same. */
static bool write_fault(const struct simulation *at, const struct canasta_sim *sim, int status)
{
	uint64_t game;
	const char *fault = canasta_sim_fault(sim, &game);

	if (status == CANASTA_FINE)
		return true;
	if (fault == NULL)
		cmd_no_memory();
	else if (status == CANASTA_FINDINGS)
		cmd_error("%s, in game %" PRIu64 " of seed %" PRIu64, fault, game, at->plan.seed);
	else
		cmd_error("the program has a fault: in game %" PRIu64 " of seed %" PRIu64 ": %s", game, at->plan.seed,
		          fault);
	return status == CANASTA_FINDINGS && game > at->shelf.from;
}

static int write_results(const struct simulation *at, struct canasta_sim *sim)
{
	if (!call_has(at->call, OPTION_sim_signature))
		return canasta_sim_report(&cmd_io, sim, at->call->form);
	cmd_write_name(at->reference);
	for (int i = 0; i < at->call->with.count; i++)
		printf("+"), cmd_write_name(at->call->with.option[i]);
	printf(" %016" PRIx64 "\n", canasta_sim_signature(sim));
	return CANASTA_FINE;
}

/* [*stopped] becomes how it was ended early. Whether it can be played is tried before anything is written. */
static int simulate(struct simulation *at, const struct canasta_variant *variant, struct stopped *stopped)
{
	const long processors = sysconf(_SC_NPROCESSORS_ONLN);
	uint64_t threads = processors < 1 ? 1 : processors > WORKERS_MOST ? WORKERS_MOST : (uint64_t)processors;
	struct canasta_sim *sim = NULL;
	int status = canasta_sim_new(&cmd_io, variant, &at->plan, &sim);

	canasta_sim_free(sim);
	sim = NULL;
	threads = call_number(at->call, OPTION_sim_threads, threads);
	if (at->plan.client_count > 0)
		threads = 1; /* programs play one game after the other */
	if (status == CANASTA_FINE)
		status = open_shelf(&at->shelf);
	if (status == CANASTA_FINE)
		status = run_threads(variant, &at->plan, at->shelf.from, at->shelf.to, (int)threads, &sim, stopped);
	if (stopped->signal != 0 && status == CANASTA_FINDINGS)
		status = CANASTA_FINE; /* a program that was left is not to blame */
	if (sim != NULL && write_fault(at, sim, status)) {
		int written = write_results(at, sim);
		status = written != CANASTA_FINE ? written : status;
	}
	if (status == CANASTA_FINE && at->shelf.fault != 0)
		status = cmd_error("no more records could be written to `%s`, so no more games were played: %s",
		                   at->shelf.folder, strerror(at->shelf.fault));
	if (stopped->signal != 0)
		cmd_error("stopped before all games were played; these are the results of those that were");
	if (!stopped->abandoned)
		canasta_sim_free(sim);
	return status == CANASTA_FINE && stopped->signal != 0 ? STOPPED + stopped->signal : status;
}

/* ---- results in parts ---- */

struct parts {
	char **path;
	int count;
};

/* Adds a file. False, with errno set, without memory. */
static bool add_part(struct parts *parts, const char *folder, const char *name)
{
	char **more = realloc(parts->path, ((size_t)parts->count + 1) * sizeof *more);
	size_t size = strlen(folder) + strlen(name) + 2;
	char *path = malloc(size);

	if (more != NULL)
		parts->path = more;
	if (more == NULL || path == NULL) {
		free(path);
		return false;
	}
	snprintf(path, size, "%s%s%s", folder, folder[0] != '\0' ? "/" : "", name);
	parts->path[parts->count++] = path;
	return true;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Adds a file, or of a folder the files whose names end in .json, by name. False, with a message, if not all of them can be found: their
 * games would be missing without a word. */
static bool add_parts(struct parts *parts, const char *path)
{
	DIR *folder = opendir(path);
	const int before = parts->count;
	struct dirent *entry;
	bool whole = true;

	if (folder == NULL)
		whole = (errno == ENOTDIR || errno == ENOENT) && add_part(parts, "", path);
	while (folder != NULL && whole && (errno = 0, entry = readdir(folder)) != NULL)
		whole = !cmd_ends_in(entry->d_name, ".json") || add_part(parts, path, entry->d_name);
	whole = whole && (folder == NULL || errno == 0);
	if (!whole)
		cmd_file_error(path, "cannot be read");
	if (folder != NULL)
		closedir(folder);
	if (whole && parts->count > before)
		qsort(parts->path + before, (size_t)(parts->count - before), sizeof *parts->path, by_name);
	return whole;
}

/* Adds up the results in files and folders, or lists the games that are in none of them. */
static int read_parts(const struct call *call, uint64_t to)
{
	const bool missing = call_has(call, OPTION_sim_missing);
	struct parts parts = { 0 };
	int status = CANASTA_MISUSE;
	bool whole = true;

	for (int i = 0; i < call->given_count; i++) {
		const int option = call->given[i].option;
		if (option != OPTION_sim_merge && option != OPTION_sim_missing &&
		    (missing ? option != OPTION_sim_games : option != OPTION_sim_json && option != OPTION_sim_csv))
			return call_misuse(call, "--%s reads results of games that were played: --%s cannot go with it",
			                   missing ? "missing" : "merge", call_option_name(option));
	}
	for (int i = 0; i < call->count && whole; i++)
		whole = add_parts(&parts, call->rest[i]);
	if (!whole)
		; /* there is a message */
	else if (missing)
		status = canasta_sim_missing(&cmd_io, (const char *const *)parts.path, parts.count, call->from, to);
	else if (parts.count == 0)
		status = cmd_error("`%s` has no file whose name ends in .json", call->rest[0]);
	else
		status = canasta_sim_add(&cmd_io, (const char *const *)parts.path, parts.count, call->form);
	while (parts.count > 0)
		free(parts.path[--parts.count]);
	free(parts.path);
	return status;
}

/* ---- the command ---- */

int cmd_sim(struct call *call)
{
	static const uint64_t match_most = UINT64_C(1) << 32; /* deals: sums of squares grow fast */
	static struct simulation at;                          /* large */
	const uint64_t to = call->to > 0 ? call->to : 1000;
	const bool parts = call_has(call, OPTION_sim_merge) || call_has(call, OPTION_sim_missing);
	const char *folder = call_text(call, OPTION_sim_records);
	char record[4096] = "";
	struct stopped stopped = { .signal = 0 };
	struct canasta_variant *variant = NULL;
	int status;

	at.call = call;
	if (!read_players(&at))
		return CANASTA_MISUSE;
	if (parts)
		return call->count > 0 ? read_parts(call, to) : call_misuse(call, "which results?");
	if (call_has(call, OPTION_sim_match) && to > match_most)
		return call_misuse(call, "a match has up to %" PRIu64 " deals", match_most);
	if (folder != NULL && snprintf(record, sizeof record, "%s/", folder) >= (int)sizeof record)
		return call_misuse(call, "the name of the folder is too long");
	status = call_load(call, &variant);
	if (status == CANASTA_FINE)
		status = cmd_give_away(variant, call->rest[0], record);
	if (status != CANASTA_FINE)
		return canasta_free(variant), status;
	at.reference = call->rest[0];
	at.plan.seed = call_number(call, OPTION_sim_seed, 1);
	at.plan.bots = at.bots;
	at.plan.single_deals = call_has(call, OPTION_sim_deals);
	at.plan.match = call_has(call, OPTION_sim_match);
	at.plan.clauses = call_has(call, OPTION_sim_clauses);
	at.plan.deals_most = (int)call_number(call, OPTION_sim_most_deals, 0);
	at.plan.samples = (int)call_number(call, OPTION_sim_samples, 0);
	at.plan.milliseconds = (int)call_number(call, OPTION_sim_think, 0);
	at.plan.clients = at.client;
	at.plan.record = folder != NULL ? write_record : NULL;
	at.plan.record_context = &at.shelf;
	at.shelf.folder = folder;
	at.shelf.from = call->from;
	at.shelf.to = to;
	status = simulate(&at, variant, &stopped);
	for (int i = 0; i < at.plan.client_count; i++)
		program_end(&at.program[i]);
	if (!stopped.abandoned)
		canasta_free(variant);
	return status;
}

static const char PEER[] = "player"; /* at the other end */

/* ---- who sits where ---- */

/* Seats the player at the other end; false, with a message, if [seats] are no numbers of seats. */
static bool seat_player(const struct call *call, char *seats, const char **who, int players)
{
	for (char *seat = cmd_next(&seats); seat != NULL; seat = cmd_next(&seats)) {
		uint64_t number;
		if (!call_read_number(call, "--seat", seat, 1, (uint64_t)players, &number))
			return false;
		who[number - 1] = PEER;
	}
	return true;
}

/* Seats the bots named in [others] where nobody sits, one after the other and round again. */
static void seat_others(char *others, const char **who, int players)
{
	const char *name[PIPES_MOST];
	int count = 0;

	for (char *at = cmd_next(&others); at != NULL && count < PIPES_MOST; at = cmd_next(&others))
		name[count++] = at;
	for (int seat = 0, next = 0; seat < players; seat++)
		if (who[seat] == NULL)
			who[seat] = name[next++ % count];
}

/* ---- playing ---- */

static int play(const struct call *call, const struct canasta_variant *variant, const char *const *who)
{
	static struct pipe_ends ends;
	const int limit = (int)call_number(call, OPTION_engine_limit, 0);
	const struct canasta_client client = stream_client(&ends, PEER, limit);
	const struct canasta_plan plan = { .seed = call_number(call, OPTION_engine_seed, 1),
		                           .bots = who,
		                           .bot_count = canasta_players(variant),
		                           .single_deals = call_has(call, OPTION_engine_deals),
		                           .samples = (int)call_number(call, OPTION_engine_samples, 0),
		                           .milliseconds = (int)call_number(call, OPTION_engine_think, 0),
		                           .clients = &client,
		                           .client_count = 1 };
	struct canasta_sim *sim;
	const char *fault;
	int status = canasta_sim_new(&cmd_io, variant, &plan, &sim);

	if (status != CANASTA_FINE)
		return status;
	status = canasta_sim_run(sim, call->from, call->to > 0 ? call->to : 1);
	if (status == CANASTA_FINDINGS && ends.left)
		status = CANASTA_FINE; /* leaving is not an error */
	fault = canasta_sim_fault(sim, NULL);
	stream_end(&ends, status != CANASTA_FINE && fault != NULL ? fault : "");
	canasta_sim_free(sim);
	return status;
}

int cmd_engine(struct call *call)
{
	char first[] = "1", simple[] = "simple";
	char *seats = call_text(call, OPTION_engine_seat), *others = call_text(call, OPTION_engine_others);
	const char *who[PIPES_MOST] = { NULL };
	struct canasta_variant *variant;
	int status = call_load(call, &variant);

	if (status != CANASTA_FINE)
		return status;
	status = CANASTA_MISUSE;
	if (seat_player(call, seats != NULL ? seats : first, who, canasta_players(variant))) {
		seat_others(others != NULL ? others : simple, who, canasta_players(variant));
		status = play(call, variant, who);
	}
	canasta_free(variant);
	return status;
}
