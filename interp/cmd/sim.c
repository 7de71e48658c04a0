/* sim.c -- canasta sim: many games, counted, or the results of several such runs, added up. */
#define _POSIX_C_SOURCE 200809L

#include "cmd/cmd.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "cmd/pipes.h"
#include "cmd/workers.h"

enum {
	BOTS_MOST = 6,
	COMMAND_ROOM = 1024,
	LIMIT = 5000 /* milliseconds for an act of a program */,
	LIMIT_MOST = 86400000,
	STOPPED = 128 /* and the signal, as shells have it */
};

/* Programs that play, named as bots are: by their commands, with a mark in front. */
struct programs {
	struct program program[BOTS_MOST];
	struct canasta_client client[BOTS_MOST];
	char name[BOTS_MOST][COMMAND_ROOM];
	int count;
	uint64_t limit;
};

static const uint64_t MATCH_MOST = UINT64_C(1) << 32; /* deals: sums of squares grow fast */

/* Where records go. */
struct shelf {
	const char *folder;
	_Atomic int fault; /* as errno has it; the first one counts */
};

/* What the call asks for. */
struct call {
	const char *reference;
	struct with with;
	struct canasta_plan plan;
	const char *bots[BOTS_MOST];
	uint64_t from, to, threads;
	enum canasta_form form;
	int chosen; /* the option that asked for a form */
	struct shelf shelf;
	struct programs *programs;
	bool signature, merge, missing;
};

/* ---- the call ---- */

/* The next one who plays. */
static bool add_bot(const struct command *command, struct call *call, const char *name)
{
	if (call->plan.bot_count == BOTS_MOST) {
		cmd_misuse(command, "there are seats for %d bots at the most", BOTS_MOST);
		return false;
	}
	call->bots[call->plan.bot_count++] = name;
	return true;
}

/* Splits [names] at its commas, in place. */
static bool read_bots(const struct command *command, struct call *call, char *names)
{
	for (char *name = cmd_next(&names); name != NULL; name = cmd_next(&names))
		if (!add_bot(command, call, name))
			return false;
	return true;
}

/* A program plays: it is called by its command, with a mark in front by which it is no bot's name. */
static bool read_program(const struct command *command, struct call *call, const char *words)
{
	struct programs *programs = call->programs;
	char *name = programs->name[programs->count < BOTS_MOST ? programs->count : 0];

	if (words[0] == '\0') {
		cmd_misuse(command, "which program? Its command is empty");
		return false;
	}
	if (strlen(words) + 2 > COMMAND_ROOM) {
		cmd_misuse(command, "--bot wants a command of less than %d bytes", COMMAND_ROOM - 1);
		return false;
	}
	if (call->plan.bot_count == BOTS_MOST)
		return add_bot(command, call, words);
	name[0] = '!';
	memcpy(name + 1, words, strlen(words) + 1);
	programs->program[programs->count++].command = name + 1;
	return add_bot(command, call, name);
}

/* A bot, or a program with the mark in front. */
static bool read_rival(const struct command *command, struct call *call, char *name)
{
	return name[0] == '!' ? read_program(command, call, name + 1) : read_bots(command, call, name);
}

/* --match takes two names, of which getopt knows the first. */
static bool read_match(const struct command *command, struct call *call, int argc, char **argv)
{
	if (optind >= argc || argv[optind][0] == '-') {
		cmd_misuse(command, "--match wants two bots");
		return false;
	}
	call->plan.match = 1;
	return read_rival(command, call, optarg) && read_rival(command, call, argv[optind++]);
}

static bool read_most_deals(const struct command *command, struct call *call, const char *words)
{
	uint64_t most;

	if (!cmd_number(command, "--most-deals", words, 1, 1000000, &most))
		return false;
	call->plan.deals_most = (int)most;
	return true;
}

static bool read_option(const struct command *command, struct call *call, int given, int argc, char **argv)
{
	switch (given) {
	case 'n': return cmd_games(command, optarg, &call->from, &call->to);
	case 's': return cmd_number(command, "--seed", optarg, 0, UINT64_MAX, &call->plan.seed);
	case 't': return cmd_number(command, "--threads", optarg, 1, WORKERS_MOST, &call->threads);
	case 'b': return read_bots(command, call, optarg);
	case 'B': return read_program(command, call, optarg);
	case 'l': return cmd_number(command, "--limit", optarg, 1, LIMIT_MOST, &call->programs->limit);
	case 'm': return read_match(command, call, argc, argv);
	case 'd': return call->plan.single_deals = 1, true;
	case 'D': return read_most_deals(command, call, optarg);
	case 'c': return call->plan.clauses = 1, true;
	case 'r': return call->shelf.folder = optarg, true;
	case 'j': return call->form = CANASTA_JSON, cmd_one_form(command, &call->chosen, given);
	case 'C': return call->form = CANASTA_CSV, cmd_one_form(command, &call->chosen, given);
	case 'M': return call->merge = true, true;
	case 'G': return call->missing = true, true;
	case 'S': return call->signature = true, cmd_one_form(command, &call->chosen, given);
	case 'w': return cmd_with_list(command, &call->with, optarg);
	default: return false;
	}
}

/* ---- records ---- */

/* Writes the record of a game into a file of its own: 17.record, or 17-2.record for the second time that a deal of a
 * match was played. */
static void keep_record(void *context, uint64_t game, int play, const char *bytes, size_t length)
{
	struct shelf *shelf = context;
	const struct cmd_bytes record = { .bytes = (char *)bytes, .length = length };
	char path[4096], times[16] = "";

	if (play > 0)
		snprintf(times, sizeof times, "-%d", play);
	if (length == 0)
		shelf->fault = ENOMEM;
	else if (snprintf(path, sizeof path, "%s/%" PRIu64 "%s.record", shelf->folder, game, times) >= (int)sizeof path)
		shelf->fault = ENAMETOOLONG;
	else if (shelf->fault == 0 && !cmd_new_file(path, &record))
		shelf->fault = errno != 0 ? errno : EIO;
}

/* True if [name] is that of the record of a game yet to be played. */
static bool is_taken(const struct call *call, const char *name)
{
	uint64_t game = strtoull(name, NULL, 10);

	return name[0] >= '0' && name[0] <= '9' && game >= call->from && game < call->to &&
	       cmd_ends_in(name, ".record");
}

/* Files that are there already are left alone: better to say so before the games than behind them. */
static int look_over_shelf(const struct call *call)
{
	DIR *folder = opendir(call->shelf.folder);
	int status = CANASTA_FINE;

	for (struct dirent *entry; folder != NULL && status == CANASTA_FINE && (entry = readdir(folder)) != NULL;)
		if (is_taken(call, entry->d_name))
			status = cmd_complain(
				"there is a file `%s/%s` already, which is left alone; choose another folder",
				call->shelf.folder, entry->d_name);
	if (folder == NULL || access(call->shelf.folder, W_OK | X_OK) != 0)
		status = cmd_complain("no records can be written to `%s`: %s", call->shelf.folder, strerror(errno));
	if (folder != NULL)
		closedir(folder);
	return status;
}

static int open_shelf(struct call *call)
{
	if (call->shelf.folder == NULL)
		return CANASTA_FINE;
	if (mkdir(call->shelf.folder, 0777) == 0 || errno == EEXIST)
		return look_over_shelf(call);
	return cmd_complain("the folder `%s` cannot be made: %s", call->shelf.folder, strerror(errno));
}

static int check_shelf(struct call *call)
{
	struct shelf *shelf = &call->shelf;

	if (shelf->fault == 0)
		return CANASTA_FINE;
	return cmd_complain("not all records could be written to `%s`: %s", shelf->folder, strerror(shelf->fault));
}

/* ---- the whole ---- */

/* Tells what kept the games from being played to the end. True if those before it can be told of all the same. */
static bool tell_fault(const struct call *call, const struct canasta_sim *sim, int status)
{
	uint64_t game;
	const char *fault = canasta_sim_fault(sim, &game);

	if (status == CANASTA_FINE || fault == NULL)
		return status == CANASTA_FINE;
	if (status == CANASTA_FINDINGS)
		cmd_complain("%s, in game %" PRIu64 " of seed %" PRIu64, fault, game, call->plan.seed);
	else
		cmd_complain("the engine is in the wrong in game %" PRIu64 " of seed %" PRIu64 ": %s", game,
		             call->plan.seed, fault);
	return status == CANASTA_FINDINGS && game > call->from;
}

static int tell(const struct call *call, struct canasta_sim *sim)
{
	if (!call->signature)
		return canasta_sim_tell(&cmd_io, sim, call->form);
	printf("%s %016" PRIx64 "\n", call->reference, canasta_sim_signature(sim));
	return CANASTA_FINE;
}

/* Whether what is asked for can be played, before anything is written. */
static int try_plan(struct call *call, const struct canasta_variant *variant)
{
	struct canasta_sim *sim;
	int status;

	if (call->shelf.folder != NULL) {
		call->plan.record = keep_record;
		call->plan.record_context = &call->shelf;
	}
	status = canasta_sim_new(&cmd_io, variant, &call->plan, &sim);
	canasta_sim_free(sim);
	return status;
}

/* [*stopped] becomes how it was ended early. */
static int simulate(struct call *call, const struct canasta_variant *variant, struct stopped *stopped)
{
	struct canasta_sim *sim = NULL;
	int status = try_plan(call, variant);

	if (status == CANASTA_FINE)
		status = open_shelf(call);
	if (status == CANASTA_FINE)
		status = work(variant, &call->plan, call->from, call->to, (int)call->threads, &sim, stopped);
	if (stopped->signal != 0 && status == CANASTA_FINDINGS)
		status = CANASTA_FINE; /* a program that was left is not to blame */
	if (sim != NULL && tell_fault(call, sim, status)) {
		int told = tell(call, sim);
		status = told != CANASTA_FINE ? told : status;
	}
	if (status == CANASTA_FINE)
		status = check_shelf(call);
	if (stopped->signal != 0)
		cmd_complain("stopped before all games were played; these are the results of those that were");
	if (!stopped->abandoned)
		canasta_sim_free(sim);
	return status == CANASTA_FINE && stopped->signal != 0 ? STOPPED + stopped->signal : status;
}

/* Makes clients of the programs. Each is one process for each seat, and one game is played after the other. */
static void invite(struct call *call)
{
	struct programs *programs = call->programs;

	for (int i = 0; i < programs->count; i++) {
		programs->program[i].limit = (int)programs->limit;
		programs->client[i] = program_client(&programs->program[i], programs->name[i]);
	}
	call->plan.clients = programs->client;
	call->plan.client_count = programs->count;
	if (programs->count > 0)
		call->threads = 1;
}

static int load_and_simulate(struct call *call)
{
	struct canasta_variant *variant;
	struct stopped stopped = { .signal = 0 };
	int status = cmd_load(call->reference, &call->with, &variant);

	if (status != CANASTA_FINE)
		return status;
	invite(call);
	status = simulate(call, variant, &stopped);
	for (int i = 0; i < call->programs->count; i++)
		program_end(&call->programs->program[i]);
	if (!stopped.abandoned)
		canasta_free(variant);
	return status;
}

/* ---- parts ---- */

struct parts {
	char **path;
	int count;
	bool failed; /* memory ran out */
};

static void add_part(struct parts *parts, const char *folder, const char *name)
{
	char **more = realloc(parts->path, ((size_t)parts->count + 1) * sizeof *more);
	size_t size = strlen(folder) + strlen(name) + 2;
	char *path = malloc(size);

	if (more != NULL)
		parts->path = more;
	if (more == NULL || path == NULL) {
		free(path);
		parts->failed = true;
		return;
	}
	snprintf(path, size, "%s%s%s", folder, folder[0] != '\0' ? "/" : "", name);
	parts->path[parts->count++] = path;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The files in [folder] whose names end in .json, by name. */
static void add_folder(struct parts *parts, const char *folder, DIR *stream)
{
	int before = parts->count;

	for (struct dirent *entry; (entry = readdir(stream)) != NULL;)
		if (cmd_ends_in(entry->d_name, ".json"))
			add_part(parts, folder, entry->d_name);
	if (!parts->failed && parts->count > before)
		qsort(parts->path + before, (size_t)(parts->count - before), sizeof *parts->path, by_name);
}

/* Adds up the results in files and folders, or lists the games that are in none of them. */
static int read_parts(const struct call *call, char **names, int count)
{
	struct parts parts = { 0 };
	int status;

	for (int i = 0; i < count; i++) {
		DIR *stream = opendir(names[i]);
		if (stream == NULL) {
			add_part(&parts, "", names[i]);
			continue;
		}
		add_folder(&parts, names[i], stream);
		closedir(stream);
	}
	if (parts.failed)
		status = cmd_complain("there is not enough memory");
	else if (call->missing)
		status = canasta_sim_missing(&cmd_io, (const char *const *)parts.path, parts.count, call->from,
		                             call->to);
	else if (parts.count == 0)
		status = cmd_complain("`%s` has no file whose name ends in .json", names[0]);
	else
		status = canasta_sim_add(&cmd_io, (const char *const *)parts.path, parts.count, call->form);
	while (parts.count > 0)
		free(parts.path[--parts.count]);
	free(parts.path);
	return status;
}

static uint64_t processors(void)
{
	long count = sysconf(_SC_NPROCESSORS_ONLN);

	return count < 1 ? 1 : count > WORKERS_MOST ? WORKERS_MOST : (uint64_t)count;
}

int cmd_sim(const struct command *command, int argc, char **argv)
{
	static const struct option options[] = {
		{ "games", required_argument, NULL, 'n' },
		{ "seed", required_argument, NULL, 's' },
		{ "threads", required_argument, NULL, 't' },
		{ "bots", required_argument, NULL, 'b' },
		{ "match", required_argument, NULL, 'm' },
		{ "deals", no_argument, NULL, 'd' },
		{ "clauses", no_argument, NULL, 'c' },
		{ "records", required_argument, NULL, 'r' },
		{ "json", no_argument, NULL, 'j' },
		{ "csv", no_argument, NULL, 'C' },
		{ "merge", no_argument, NULL, 'M' },
		{ "signature", no_argument, NULL, 'S' },
		{ "with", required_argument, NULL, 'w' },
		{ "bot", required_argument, NULL, 'B' },
		{ "limit", required_argument, NULL, 'l' },
		{ "most-deals", required_argument, NULL, 'D' },
		{ "missing", no_argument, NULL, 'G' },
		CMD_OPTIONS_END,
	};
	static struct programs programs = { .limit = LIMIT }; /* large */
	struct call call = { .to = 1000, .threads = processors(), .plan.seed = 1, .programs = &programs };
	int given;

	while ((given = cmd_option(command, argc, argv, ":n:s:t:b:m:dcr:jw:l:", options)) != -1)
		if (!read_option(command, &call, given, argc, argv))
			return given == CMD_HELP ? CANASTA_FINE : CANASTA_MISUSE;
	call.plan.bots = call.bots;
	if ((call.merge || call.missing) && optind == argc)
		return cmd_misuse(command, "which results?");
	if (call.merge || call.missing)
		return read_parts(&call, argv + optind, argc - optind);
	if (call.plan.match && call.to > MATCH_MOST)
		return cmd_misuse(command, "a match has up to %" PRIu64 " deals", MATCH_MOST);
	call.reference = cmd_only(command, "variant", argc, argv);
	return call.reference != NULL ? load_and_simulate(&call) : CANASTA_MISUSE;
}
