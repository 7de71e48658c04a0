/* engine.c -- canasta engine: a table for whoever is at the other end of the standard streams. It is a simulation whose
 * games somebody takes part in, so that the same seed brings the same cards as in `canasta sim`. */
#include "cmd/cmd.h"

#include "cmd/pipes.h"

enum { LIMIT_MOST = 86400000 };

static const char PEER[] = "player"; /* at the other end */

/* What the call asks for. */
struct engine {
	struct with with;
	char *seats, *others;
	uint64_t seed, from, to, limit;
	bool single_deals;
};

/* ---- who sits where ---- */

/* Seats the player at the other end; false, with the misuse told, if [seats] are no numbers of seats. */
static bool seat_player(const struct command *command, char *seats, const char **who, int players)
{
	for (char *seat = cmd_next(&seats); seat != NULL; seat = cmd_next(&seats)) {
		uint64_t number;
		if (!cmd_number(command, "--seat", seat, 1, (uint64_t)players, &number))
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

/* Says goodbye, with the reason if the player at the other end was not up to it. */
static int say_goodbye(struct pipe_ends *ends, const struct canasta_sim *sim, int status)
{
	uint64_t game;
	const char *fault = canasta_sim_fault(sim, &game);

	if (status == CANASTA_FINDINGS && ends->left)
		status = CANASTA_FINE; /* to leave is no fault */
	stream_end(ends, status != CANASTA_FINE && fault != NULL ? fault : "");
	return status;
}

static int play(const struct engine *engine, const struct canasta_variant *variant, const char *const *who)
{
	static struct pipe_ends ends;
	const struct canasta_client client = stream_client(&ends, PEER, (int)engine->limit);
	const struct canasta_plan plan = { .seed = engine->seed,
		                           .bots = who,
		                           .bot_count = canasta_players(variant),
		                           .single_deals = engine->single_deals,
		                           .clients = &client,
		                           .client_count = 1 };
	struct canasta_sim *sim;
	int status = canasta_sim_new(&cmd_io, variant, &plan, &sim);

	if (status != CANASTA_FINE)
		return status;
	status = canasta_sim_run(sim, engine->from, engine->to);
	status = say_goodbye(&ends, sim, status);
	canasta_sim_free(sim);
	return status;
}

static int seat_and_play(const struct command *command, const struct engine *engine,
                         const struct canasta_variant *variant)
{
	const char *who[PIPES_MOST] = { NULL };
	int players = canasta_players(variant);

	if (!seat_player(command, engine->seats, who, players))
		return CANASTA_MISUSE;
	seat_others(engine->others, who, players);
	return play(engine, variant, who);
}

/* ---- the call ---- */

static bool read_option(const struct command *command, struct engine *engine, int given)
{
	switch (given) {
	case 'p': return engine->seats = optarg, true;
	case 'o': return engine->others = optarg, true;
	case 'n': return cmd_games(command, optarg, &engine->from, &engine->to);
	case 'd': return engine->single_deals = true;
	case 's': return cmd_number(command, "--seed", optarg, 0, UINT64_MAX, &engine->seed);
	case 'l': return cmd_number(command, "--limit", optarg, 1, LIMIT_MOST, &engine->limit);
	case 'w': return cmd_with_list(command, &engine->with, optarg);
	default: return false;
	}
}

int cmd_engine(const struct command *command, int argc, char **argv)
{
	static const struct option options[] = {
		{ "seat", required_argument, NULL, 'p' },  { "others", required_argument, NULL, 'o' },
		{ "games", required_argument, NULL, 'n' }, { "deals", no_argument, NULL, 'd' },
		{ "seed", required_argument, NULL, 's' },  { "limit", required_argument, NULL, 'l' },
		{ "with", required_argument, NULL, 'w' },  CMD_OPTIONS_END
	};
	char first[] = "1", simple[] = "simple";
	struct engine engine = { .seats = first, .others = simple, .seed = 1, .to = 1 };
	struct canasta_variant *variant;
	const char *reference;
	int given, status;

	while ((given = cmd_option(command, argc, argv, ":p:o:n:ds:l:w:", options)) != -1)
		if (!read_option(command, &engine, given))
			return given == CMD_HELP ? CANASTA_FINE : CANASTA_MISUSE;
	reference = cmd_only(command, "variant", argc, argv);
	if (reference == NULL)
		return CANASTA_MISUSE;
	status = cmd_load(reference, &engine.with, &variant);
	if (status != CANASTA_FINE)
		return status;
	status = seat_and_play(command, &engine, variant);
	canasta_free(variant);
	return status;
}
