/* canasta_sim.c -- the public functions that simulate: play many games, add up results, write them. */
#include "workspace.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdatomic.h>
#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "tools/sim.h"
#include "tools/record.h"
#include "text/document.h"
#include "rules/compare.h"

/* The state of the playing thread. A game is counted or abandoned, never both. */
enum doing { DOING_NOTHING, DOING_PLAY, DOING_COUNT, DOING_ABANDONED };

struct canasta_sim {
	struct sim_plan plan;
	struct client client[PLAYERS_MAX];
	int clients;
	char hash[RULES_HASH_ROOM];
	struct ranges games;
	struct sim_counts counts;  /* of all finished games */
	struct sim_counts playing; /* the same with the game being played */
	_Atomic int stop, doing;   /* stop: 1 asks to end games in progress; doing: enum doing */
	canasta_record_writer *record;
	void *record_context;
};

/* ---- beginning ---- */

static int unknown_bot(const struct canasta_io *io, const char *name)
{
	const char *names[16], *near;
	struct text all = { 0 };
	int count = 0;

	for (; count < 16 && player_at(count) != NULL; count++) {
		names[count] = player_at(count)->name;
		text_format(&all, "%s%s", count > 0 ? ", " : "", names[count]);
	}
	near = word_nearest(name, names, count);
	if (near != NULL)
		io_error(io, CANASTA_MISUSE, "there is no bot `%s`; did you mean `%s`?", name, near);
	else
		io_error(io, CANASTA_MISUSE, "there is no bot `%s`; there are: %s", name, text_read(&all));
	text_free(&all);
	return CANASTA_MISUSE;
}

/* Gives a record to the caller. */
static void hand_on_record(void *context, uint64_t game, int play, const struct text *record)
{
	const struct canasta_sim *sim = context;

	sim->record(sim->record_context, game, sim->plan.match ? play + 1 : 0, text_read(record),
	            record->failed ? 0 : record->length);
}

static const struct canasta_client *client_named(const struct canasta_plan *plan, const char *name)
{
	for (int i = 0; i < plan->client_count; i++)
		if (strcmp(plan->clients[i].name, name) == 0)
			return &plan->clients[i];
	return NULL;
}

/* The player called [name]: a bot, or a client, who gets a place in [sim]. There are no more names than seats, so there
 * is room. */
static const struct player *seat_player(struct canasta_sim *sim, const struct canasta_plan *plan, const char *name)
{
	const struct canasta_client *named = client_named(plan, name);
	struct client *client = sim->client;

	if (named == NULL)
		return player_named(name);
	while (client < sim->client + sim->clients && strcmp(client->player.name, name) != 0)
		client++;
	if (client < sim->client + sim->clients)
		return &client->player;
	sim->clients++;
	*client = (struct client){ .player = { .name = named->name, .sentence = "Plays from elsewhere." },
		                   .send = named->send,
		                   .receive = named->receive,
		                   .context = named->context,
		                   .limit = named->limit,
		                   .shares_lines = named->shares_lines != 0 };
	return &client->player;
}

/* Checks that the players who are named exist and fit the seats. */
static int check_players(const struct canasta_io *io, const struct canasta_variant *variant,
                         const struct canasta_plan *plan, const char *const *bots, int count)
{
	for (int i = 0; i < count; i++)
		if (client_named(plan, bots[i]) == NULL && player_named(bots[i]) == NULL)
			return unknown_bot(io, bots[i]);
	if (count > variant->rules->table.players)
		return io_error(io, CANASTA_MISUSE, "%d bots for %d seats", count, (int)variant->rules->table.players);
	if (plan->match && count != MATCH_BOTS)
		return io_error(io, CANASTA_MISUSE, "a match is between two bots");
	return CANASTA_FINE;
}

/* Seats the players; clients are sent the hash of the rules. False without memory. */
static bool seat_players(struct canasta_sim *sim, const struct canasta_plan *plan, const char *const *bots, int count)
{
	const struct rules *rules = sim->plan.rules;

	for (int seat = 0; seat < rules->table.players; seat++)
		sim->plan.player[seat] = seat_player(sim, plan, bots[seat % count]);
	sim->plan.hash = sim->hash;
	return sim->clients == 0 || rules_hash(rules, sim->hash);
}

/* A record holds the names of the players and of the variant. Returns the name that no record can hold, or NULL. */
static const char *unwritable(const struct sim_plan *plan)
{
	const char *who[PLAYERS_MAX];
	const struct record_head head = { .rules = plan->rules,
		                          .reference = plan->reference,
		                          .options = plan->options,
		                          .option_count = plan->option_count,
		                          .who = who };

	for (int seat = 0; seat < plan->rules->table.players; seat++)
		who[seat] = plan->player[seat]->name;
	return record_head_fault(&head);
}

int canasta_sim_new(const struct canasta_io *io, const struct canasta_variant *variant,
                    const struct canasta_plan *wished, struct canasta_sim **sim)
{
	static const struct canasta_plan plainly;
	const struct canasta_plan *plan = wished != NULL ? wished : &plainly;
	struct sim_plan made = { .rules = variant->rules,
		                 .reference = variant->called,
		                 .options = variant->options,
		                 .option_count = variant->option_count,
		                 .seed = plan->seed,
		                 .deals_most = plan->deals_most > 0 ? plan->deals_most : SIM_DEALS_MAX,
		                 .single_deals = plan->single_deals || plan->match,
		                 .match = plan->match != 0,
		                 .budget = { plan->samples > 0 ? plan->samples : 0,
		                             plan->milliseconds > 0 ? plan->milliseconds : 0 },
		                 .clauses = plan->clauses != 0 };
	static const char *const anybody[] = { "random" };
	const char *const *bots = plan->bot_count > 0 ? plan->bots : anybody;
	int count = plan->bot_count > 0 ? plan->bot_count : 1;
	int status = check_players(io, variant, plan, bots, count);

	*sim = NULL;
	if (status != CANASTA_FINE)
		return status;
	*sim = memory_resize(NULL, sizeof **sim);
	if (*sim == NULL)
		return out_of_memory(io);
	memset(*sim, 0, sizeof **sim);
	(*sim)->plan = made;
	(*sim)->plan.stop = &(*sim)->stop;
	if (!seat_players(*sim, plan, bots, count)) {
		canasta_sim_free(*sim);
		*sim = NULL;
		return out_of_memory(io);
	}
	if (plan->record == NULL)
		return CANASTA_FINE;
	(*sim)->record = plan->record;
	(*sim)->record_context = plan->record_context;
	(*sim)->plan.record = hand_on_record;
	(*sim)->plan.record_context = *sim;
	status = name_not_recorded(io, unwritable(&(*sim)->plan));
	if (status != CANASTA_FINE) {
		canasta_sim_free(*sim);
		*sim = NULL;
	}
	return status;
}

void canasta_sim_free(struct canasta_sim *sim)
{
	if (sim != NULL)
		ranges_free(&sim->games);
	memory_free(sim);
}

/* ---- playing ---- */

/* Counts the game that was played in sim->playing, or why it was not played to its end. */
static void count_game(struct canasta_sim *sim, uint64_t number, bool finished)
{
	struct sim_counts *counts = &sim->counts;

	if (finished) {
		sim_counts_copy(&sim->plan, counts, &sim->playing);
		ranges_add(&sim->games, number, number + 1);
		return;
	}
	counts->fault = sim->playing.fault;
	counts->fault_game = number;
	if (counts->fault == NULL)
		memcpy(counts->gone, sim->playing.gone, sizeof counts->gone);
}

/* Plays a game; false if the thread has to leave [sim] alone from now on. */
static bool play_game(struct canasta_sim *sim, uint64_t number)
{
	int playing = DOING_PLAY;
	bool finished;

	sim_counts_copy(&sim->plan, &sim->playing, &sim->counts);
	sim->doing = DOING_PLAY;
	finished = sim_game(&sim->plan, number, &sim->playing);
	if (!atomic_compare_exchange_strong(&sim->doing, &playing, DOING_COUNT))
		return false;
	if (finished || sim->stop == 0)
		count_game(sim, number, finished);
	sim->doing = DOING_NOTHING;
	return true;
}

int canasta_sim_run(struct canasta_sim *sim, uint64_t from, uint64_t to)
{
	for (uint64_t number = from; number < to && sim->counts.fault == NULL && sim->counts.gone[0] == '\0'; number++)
		if (sim->stop != 0 || !play_game(sim, number))
			return CANASTA_FINE;
	if (sim->counts.fault != NULL || sim->games.failed)
		return CANASTA_INTERNAL;
	return sim->counts.gone[0] != '\0' ? CANASTA_FINDINGS : CANASTA_FINE;
}

void canasta_sim_stop(struct canasta_sim *sim)
{
	sim->stop = 1;
}

void canasta_sim_abandon(struct canasta_sim *sim)
{
	int playing = DOING_PLAY;

	sim->stop = 1;
	atomic_compare_exchange_strong(&sim->doing, &playing, DOING_ABANDONED);
	while (sim->doing == DOING_COUNT)
		; /* that takes less than a microsecond */
}

uint64_t canasta_sim_games(const struct canasta_sim *sim)
{
	return ranges_size(&sim->games);
}

const char *canasta_sim_fault(const struct canasta_sim *sim, uint64_t *game)
{
	if (game != NULL)
		*game = sim->counts.fault_game;
	return sim->counts.gone[0] != '\0' ? sim->counts.gone : sim->counts.fault;
}

/* True if both have the same players, seed and limits, and rules of the same name and options. The rules themselves are not compared. */
static bool same_plan(const struct sim_plan *one, const struct sim_plan *other)
{
	bool same = strcmp(one->reference, other->reference) == 0 && one->option_count == other->option_count &&
	            one->seed == other->seed && one->single_deals == other->single_deals &&
	            one->match == other->match && one->clauses == other->clauses &&
	            one->deals_most == other->deals_most && one->budget.samples == other->budget.samples &&
	            one->budget.milliseconds == other->budget.milliseconds &&
	            one->rules->table.players == other->rules->table.players;

	for (int i = 0; same && i < one->option_count; i++)
		same = strcmp(one->options[i], other->options[i]) == 0;
	for (int i = 0; same && i < one->rules->table.players; i++)
		same = strcmp(one->player[i]->name, other->player[i]->name) == 0;
	return same;
}

/* True if two simulations are parts of one; [*failed] without memory. */
static bool are_parts_of_one(const struct canasta_sim *one, const struct canasta_sim *other, bool *failed)
{
	char hash[2][RULES_HASH_ROOM];

	*failed = false;
	if (one == other || !same_plan(&one->plan, &other->plan))
		return false;
	if (one->plan.rules == other->plan.rules)
		return true;
	*failed = !rules_hash(one->plan.rules, hash[0]) || !rules_hash(other->plan.rules, hash[1]);
	return !*failed && strcmp(hash[0], hash[1]) == 0;
}

int canasta_sim_merge(struct canasta_sim *sim, const struct canasta_sim *more)
{
	bool failed;

	if (!are_parts_of_one(sim, more, &failed))
		return failed ? CANASTA_INTERNAL : CANASTA_MISUSE;
	sim_merge(&sim->counts, &more->counts);
	for (size_t i = 0; i < more->games.count; i++)
		ranges_add(&sim->games, more->games.range[i].from, more->games.range[i].to);
	sim->games.failed |= more->games.failed;
	return sim->games.failed ? CANASTA_INTERNAL : CANASTA_FINE;
}

uint64_t canasta_sim_signature(const struct canasta_sim *sim)
{
	return sim->counts.signature;
}

/* ---- results ---- */

enum { RESULT_FORMS = FORM(TEXT) | FORM(JSON) | FORM(CSV) };

/* Writes results in the form asked for, and frees them. */
static int write_results(const struct canasta_io *io, json_t *results, enum canasta_form form)
{
	struct document document;
	struct text text = { 0 };

	if (results == NULL)
		return out_of_memory(io);
	if (form == CANASTA_JSON)
		return io_write_json(io, results);
	if (form == CANASTA_CSV) {
		results_spreadsheet(results, &document);
		document_csv(&document, CSV_NEEDED, &text);
	} else {
		results_document(results, &document);
		document_text(&document, NULL, &text);
	}
	document_end(&document);
	json_decref(results);
	return io_write(io, &text);
}

int canasta_sim_report(const struct canasta_io *io, struct canasta_sim *sim, enum canasta_form form)
{
	uint64_t twice;

	if (io_has_no_form(io, "results", form, RESULT_FORMS))
		return CANASTA_MISUSE;
	if (sim->games.failed)
		return write_results(io, NULL, form);
	if (!ranges_settle(&sim->games, &twice))
		return io_error(io, CANASTA_MISUSE, "game %" PRIu64 " was played twice", twice);
	return write_results(io, results_make(&sim->plan, &sim->counts, &sim->games), form);
}

/* The results in file [path], or NULL if there are none, with [*status]. */
static json_t *read_results(const struct canasta_io *io, const char *path, int *status)
{
	struct text bytes = { 0 }, why = { 0 };
	json_t *results = NULL;

	*status = io_read_text(io, path, &bytes);
	if (*status == CANASTA_FINE) {
		results = results_read(text_read(&bytes), bytes.length, &why);
		if (results == NULL)
			*status = why.failed ? out_of_memory(io)
			                     : io_error(io, CANASTA_MISUSE, "%s: %s", path, text_read(&why));
	}
	text_free(&bytes);
	text_free(&why);
	return results;
}

/* Adds [results], which are those of file [path] and are freed here, to [*sum], or begins with them. */
static int add_results(const struct canasta_io *io, const char *path, json_t *results, json_t **sum)
{
	struct text why = { 0 };
	int status = CANASTA_FINE;

	if (*sum == NULL) {
		*sum = results;
		return CANASTA_FINE;
	}
	if (!results_add(*sum, results, &why))
		status = why.failed ? out_of_memory(io) : io_error(io, CANASTA_MISUSE, "%s: %s", path, text_read(&why));
	json_decref(results);
	text_free(&why);
	return status;
}

static int add_file(const struct canasta_io *io, const char *path, json_t **sum)
{
	int status;
	json_t *results = read_results(io, path, &status);

	return results != NULL ? add_results(io, path, results, sum) : status;
}

int canasta_sim_missing(const struct canasta_io *io, const char *const *paths, int count, uint64_t from, uint64_t to)
{
	json_t *sum = NULL;
	struct text missing = { 0 };
	int status = CANASTA_FINE;

	for (int i = 0; i < count && status == CANASTA_FINE; i++) {
		json_t *results = read_results(io, paths[i], &status);
		if (results != NULL)
			status = add_results(io, paths[i], results, &sum);
		else if (status != CANASTA_INTERNAL)
			status = CANASTA_FINE; /* a file without results: its games count as missing */
	}
	if (status == CANASTA_FINE) {
		results_missing(sum, from, to, &missing);
		status = missing.length > 0 ? CANASTA_FINDINGS : CANASTA_FINE;
		int written = io_write(io, &missing);
		return json_decref(sum), written != CANASTA_FINE ? written : status;
	}
	json_decref(sum);
	return status;
}

int canasta_sim_add(const struct canasta_io *io, const char *const *paths, int count, enum canasta_form form)
{
	json_t *sum = NULL;
	struct text gaps = { 0 };
	int status = CANASTA_FINE, written;

	if (io_has_no_form(io, "results", form, RESULT_FORMS))
		return CANASTA_MISUSE;
	for (int i = 0; i < count && status == CANASTA_FINE; i++)
		status = add_file(io, paths[i], &sum);
	if (status != CANASTA_FINE || sum == NULL) {
		json_decref(sum);
		return status;
	}
	results_gaps(sum, &gaps);
	if (gaps.failed)
		status = out_of_memory(io);
	else if (gaps.length > 0)
		status = io_error(io, CANASTA_FINDINGS, "games are missing in between: %s", text_read(&gaps));
	text_free(&gaps);
	if (status == CANASTA_INTERNAL) {
		json_decref(sum);
		return status;
	}
	written = write_results(io, sum, form);
	return written != CANASTA_FINE ? written : status;
}
