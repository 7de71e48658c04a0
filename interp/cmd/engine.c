/* engine.c -- canasta engine: a table for whoever is at the other end of the standard streams. It is a simulation whose
 * games somebody takes part in, so that the same seed brings the same cards as in `canasta sim`. */
#include "cmd/cmd.h"

#include "cmd/pipes.h"

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
		                           .clients = &client,
		                           .client_count = 1 };
	struct canasta_sim *sim;
	const char *fault;
	int status = canasta_sim_new(&cmd_io, variant, &plan, &sim);

	if (status != CANASTA_FINE)
		return status;
	status = canasta_sim_run(sim, call->from, call->to > 0 ? call->to : 1);
	if (status == CANASTA_FINDINGS && ends.left)
		status = CANASTA_FINE; /* to leave is no fault */
	fault = canasta_sim_fault(sim, NULL);
	stream_end(&ends, status != CANASTA_FINE && fault != NULL ? fault : "");
	canasta_sim_free(sim);
	return status;
}

int cmd_engine(struct call *call)
{
	char first[] = "1", simple[] = "simple";
	char *seats = call_text(call, OPTION_engine_seat), *others = call_text(call, OPTION_engine_others);
	const char *who[PIPES_MOST] = { NULL }, *reference = call_only(call, "variant");
	struct canasta_variant *variant;
	int status;

	if (reference == NULL)
		return CANASTA_MISUSE;
	status = cmd_load(reference, &call->with, &variant);
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
