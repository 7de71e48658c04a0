/* canasta_sim.c -- the public face of simulations. */
#include "handles.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/names.h"
#include "reports/sim.h"

struct canasta_sim {
	struct sim_plan plan;
	struct sim_counts counts;
};

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
		complain(io, CANASTA_MISUSE, "there is no bot `%s`; did you mean `%s`?", name, near);
	else
		complain(io, CANASTA_MISUSE, "there is no bot `%s`; there are: %s", name, text_read(&all));
	text_free(&all);
	return CANASTA_MISUSE;
}

int canasta_sim_new(const struct canasta_io *io, const struct canasta_variant *variant, const struct canasta_plan *plan,
                    struct canasta_sim **sim)
{
	struct sim_plan made = { .rules = variant->rules,
		                 .seed = plan->seed,
		                 .single_deals = plan->single_deals || plan->match,
		                 .match = plan->match != 0 };
	static const char *const anybody[] = { "random" };
	const char *const *bots = plan->bot_count > 0 ? plan->bots : anybody;
	int count = plan->bot_count > 0 ? plan->bot_count : 1;

	*sim = NULL;
	for (int i = 0; i < count; i++)
		if (player_named(bots[i]) == NULL)
			return unknown_bot(io, bots[i]);
	if (count > variant->rules->table.players)
		return complain(io, CANASTA_MISUSE, "%d bots for %d seats", count, (int)variant->rules->table.players);
	if (plan->match && count != MATCH_BOTS)
		return complain(io, CANASTA_MISUSE, "a match is between two bots");
	for (int seat = 0; seat < variant->rules->table.players; seat++)
		made.player[seat] = player_named(bots[seat % count]);
	*sim = memory_resize(NULL, sizeof **sim);
	if (*sim == NULL)
		return complain(io, CANASTA_INTERNAL, "there is not enough memory");
	memset(*sim, 0, sizeof **sim);
	(*sim)->plan = made;
	return CANASTA_FINE;
}

void canasta_sim_free(struct canasta_sim *sim)
{
	memory_free(sim);
}

int canasta_sim_run(struct canasta_sim *sim, uint64_t from, uint64_t to)
{
	for (uint64_t number = from; number < to && sim->counts.fault == NULL; number++)
		sim_game(&sim->plan, number, &sim->counts);
	return sim->counts.fault == NULL ? CANASTA_FINE : CANASTA_INTERNAL;
}

const char *canasta_sim_fault(const struct canasta_sim *sim, uint64_t *game)
{
	*game = sim->counts.fault_game;
	return sim->counts.fault;
}

void canasta_sim_merge(struct canasta_sim *sim, const struct canasta_sim *more)
{
	sim_merge(&sim->counts, &more->counts);
}

int canasta_sim_tell(const struct canasta_io *io, const struct canasta_sim *sim)
{
	struct text text = { 0 };

	sim_write(&sim->plan, &sim->counts, &text);
	return tell(&io->out, &text);
}

uint64_t canasta_sim_signature(const struct canasta_sim *sim)
{
	return sim->counts.signature;
}
