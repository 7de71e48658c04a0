/* sim.c -- canasta sim: many games, counted. Threads take games off a common counter, a handful at a time, and add them
 * up for themselves; since the sums are exact it does not show in the end who played what. */
#define _POSIX_C_SOURCE 200809L

#include "cmd/cmd.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
	THREADS_MOST = 256,
	BOTS_MOST = 6,
	HANDFUL = 16 /* games: few enough that no thread is left waiting for long at the end */
};

/* Of so many games 64 bits can still count every act; in matches the sums of squares grow faster. */
static const uint64_t GAMES_MOST = UINT64_C(1) << 40, MATCH_MOST = UINT64_C(1) << 32;

/* What the call asks for. */
struct call {
	const char *reference;
	struct with with;
	struct canasta_plan plan;
	const char *bots[BOTS_MOST];
	uint64_t games, threads;
	int signature;
};

/* ---- the call ---- */

/* Splits [names] at its commas, in place. */
static bool read_bots(const struct command *command, struct call *call, char *names)
{
	for (char *name = names; name != NULL;) {
		char *comma = strchr(name, ',');
		if (call->plan.bot_count == BOTS_MOST) {
			cmd_misuse(command, "there are seats for %d bots at the most", BOTS_MOST);
			return false;
		}
		if (comma != NULL)
			*comma++ = '\0';
		call->bots[call->plan.bot_count++] = name;
		name = comma;
	}
	return true;
}

/* --match takes two names, of which getopt knows the first. */
static bool read_match(const struct command *command, struct call *call, int argc, char **argv)
{
	if (optind >= argc || argv[optind][0] == '-') {
		cmd_misuse(command, "--match wants two bots");
		return false;
	}
	call->plan.match = 1;
	return read_bots(command, call, optarg) && read_bots(command, call, argv[optind++]);
}

static bool read_option(const struct command *command, struct call *call, int given, int argc, char **argv)
{
	switch (given) {
	case 'n': return cmd_number(command, "--games", optarg, 1, GAMES_MOST, &call->games);
	case 's': return cmd_number(command, "--seed", optarg, 0, UINT64_MAX, &call->plan.seed);
	case 't': return cmd_number(command, "--threads", optarg, 1, THREADS_MOST, &call->threads);
	case 'b': return read_bots(command, call, optarg);
	case 'm': return read_match(command, call, argc, argv);
	case 'd': return call->plan.single_deals = 1, true;
	case 'S': return call->signature = 1, true;
	case 'w': return cmd_with(command, &call->with, optarg);
	default: return false;
	}
}

/* ---- the games ---- */

struct work {
	const struct call *call;
	_Atomic uint64_t next; /* the first game that nobody has taken */
	_Atomic int failed;
	int shows_progress;
};

struct worker {
	struct work *work;
	struct canasta_sim *sim;
	pthread_t thread;
	int first; /* tells how far all are */
};

static void show_progress(const struct worker *worker, uint64_t done)
{
	if (worker->first && worker->work->shows_progress)
		fprintf(stderr, "\r%" PRIu64 " of %" PRIu64 " games ", done, worker->work->call->games);
}

static void *work_on(void *context)
{
	struct worker *worker = context;
	struct work *work = worker->work;

	for (;;) {
		uint64_t from = atomic_fetch_add(&work->next, HANDFUL), games = work->call->games;
		uint64_t to = games - from > HANDFUL ? from + HANDFUL : games;
		if (from >= games || work->failed)
			return NULL;
		show_progress(worker, from);
		if (canasta_sim_run(worker->sim, from, to) != CANASTA_FINE)
			work->failed = 1;
	}
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

static int tell(const struct call *call, const struct canasta_sim *sim)
{
	uint64_t game;
	const char *fault = canasta_sim_fault(sim, &game);

	if (fault != NULL) {
		fprintf(stderr, "canasta: the engine is in the wrong in game %" PRIu64 " of seed %" PRIu64 ": %s\n",
		        game, call->plan.seed, fault);
		return CANASTA_INTERNAL;
	}
	if (!call->signature)
		return canasta_sim_tell(&cmd_io, sim);
	printf("%s %016" PRIx64 "\n", call->reference, canasta_sim_signature(sim));
	return CANASTA_FINE;
}

static int simulate(const struct call *call, const struct canasta_variant *variant)
{
	struct work work = { .call = call, .shows_progress = isatty(STDERR_FILENO) };
	struct worker workers[THREADS_MOST] = { { .sim = NULL } };
	int count = (int)call->threads, status = CANASTA_FINE;

	for (int i = 0; i < count && status == CANASTA_FINE; i++)
		status = canasta_sim_new(&cmd_io, variant, &call->plan, &workers[i].sim);
	if (status == CANASTA_FINE) {
		work_together(&work, workers, count);
		status = tell(call, workers[0].sim);
	}
	for (int i = 0; i < count; i++)
		canasta_sim_free(workers[i].sim);
	return status;
}

int cmd_sim(const struct command *command, int argc, char **argv)
{
	static const struct option options[] = { { "games", required_argument, NULL, 'n' },
		                                 { "seed", required_argument, NULL, 's' },
		                                 { "threads", required_argument, NULL, 't' },
		                                 { "bots", required_argument, NULL, 'b' },
		                                 { "deals", no_argument, NULL, 'd' },
		                                 { "signature", no_argument, NULL, 'S' },
		                                 { "with", required_argument, NULL, 'w' },
		                                 { "match", required_argument, NULL, 'm' },
		                                 CMD_OPTIONS_END };
	struct call call = { .games = 1000, .threads = 1, .plan.seed = 1 };
	struct canasta_variant *variant;
	int given, status;

	while ((given = cmd_option(command, argc, argv, ":n:s:t:b:dm:w:", options)) != -1)
		if (!read_option(command, &call, given, argc, argv))
			return given == CMD_HELP ? CANASTA_FINE : CANASTA_MISUSE;
	call.plan.bots = call.bots;
	if (call.plan.match && call.games > MATCH_MOST)
		return cmd_misuse(command, "a match has up to %" PRIu64 " deals", MATCH_MOST);
	if (argc - optind != 1)
		return cmd_misuse(command, optind == argc ? "which variant?" : "one variant at a time");
	call.reference = argv[optind];
	status = canasta_load(&cmd_io, call.reference, call.with.option, call.with.count, &variant);
	if (status != CANASTA_FINE)
		return status;
	status = simulate(&call, variant);
	canasta_free(variant);
	return status;
}
