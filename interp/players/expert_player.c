/* expert_player.c -- a player who tries what she might do: the cards she does not see are dealt at random as the view allows, each act
 * is done in the same deals, and careful players play them to their end. An act that falls behind is tried no further. The careful
 * player's choice stands unless another act is clearly ahead of it.
 *
 * Each deal has a stream of random numbers of its own, so that a search comes out the same however it is interrupted or spread. */
#include "players/player.h"

#include "game/question.h"
#include "players/act_value.h"
#include "players/sample.h"

enum {
	CANDIDATES_MOST = 6, /* acts that are tried: those of most value to the careful player */
	SAMPLES_MOST = 60,   /* deals in which they are tried, */
	SAMPLES_LEAST = 8,   /* the first of them with every act; */
	SAMPLES_BETWEEN = 4, /* then those behind are dropped each time */
	PLAYOUTS_MOST = 120, /* for all acts together: what keeps a choice within 50 ms in the longest games */
	TRIES_MOST = 2 * SAMPLES_MOST,
	MARGIN_MOST = 500000, /* so that sums of squares of differences stay within 64 bits */
	/* squares of standard errors: so far ahead is clearly ahead, */
	CLEARLY = 4,
	BEHIND = 4 /* and so far behind is dropped */
};

/* An act that is tried, and what came of it in each deal. */
struct candidate {
	struct act act;
	struct act_value value;
	int32_t score[SAMPLES_MOST];
};

struct search {
	const struct view *view;
	struct candidate candidate
		[CANDIDATES_MOST]; /* the best for the careful player first; those dropped are not among them */
	int candidates, samples;
	struct act base; /* the careful player's choice */
};

/* ---- candidates ---- */

/* Keeps the candidates in order, of equal ones the first first. */
static void add_candidate(struct search *search, struct act act, struct act_value value)
{
	int at = search->candidates;

	while (at > 0 && act_value_is_more(value, search->candidate[at - 1].value))
		at--;
	if (at == CANDIDATES_MOST)
		return;
	search->candidates += search->candidates < CANDIDATES_MOST;
	for (int i = search->candidates - 1; i > at; i--)
		search->candidate[i] = search->candidate[i - 1];
	search->candidate[at].act = act;
	search->candidate[at].value = value;
}

static void find_candidates(struct search *search, const struct acts *acts)
{
	struct act_value value[ACTS_MAX];

	search->candidates = search->samples = 0;
	careful_values(search->view, acts, value);
	for (int i = 0; i < acts->count; i++)
		add_candidate(search, acts->act[i], value[i]);
	search->base = search->candidate[0].act;
}

/* ---- playing out ---- */

/* What the player's side scores, less what the others score on the average. */
static int32_t margin_of(const struct game *game, int seat)
{
	int account = account_of(game, seat), sides = game->rules->table.sides;
	struct tally tally;
	int64_t others = 0;

	game_score(game, &tally);
	for (int side = 0; side < sides; side++)
		others += side != account ? tally.total[side] : 0;
	others = tally.total[account] - (sides > 1 ? others / (sides - 1) : 0);
	return (int32_t)(others > MARGIN_MOST ? MARGIN_MOST : others < -MARGIN_MOST ? -MARGIN_MOST : others);
}

static int32_t play_out(const struct game *sample, struct act act, int seat, struct random *random)
{
	struct game game = *sample;

	game_apply(&game, act);
	while (game.phase != PHASE_OVER && player_chooses(&player_careful, &game, random, &act))
		game_apply(&game, act);
	return margin_of(&game, seat);
}

static bool all_are_legal(const struct search *search, const struct game *sample)
{
	for (int i = 0; i < search->candidates; i++)
		if (game_refusal(sample, search->candidate[i].act).refusal != REFUSAL_NONE)
			return false;
	return true;
}

/* ---- comparing ---- */

/* By how much candidate [one] scores more than [other] in all samples. */
static int64_t lead_of(const struct search *search, int one, int other)
{
	int64_t sum = 0;

	for (int i = 0; i < search->samples; i++)
		sum += search->candidate[one].score[i] - search->candidate[other].score[i];
	return sum;
}

/* Whether that is more than the standard error, times the square root of [errors]. */
static bool leads_by(const struct search *search, int one, int other, int errors)
{
	int64_t sum = lead_of(search, one, other), squares = 0, n = search->samples;

	for (int i = 0; i < n; i++) {
		int64_t difference = search->candidate[one].score[i] - search->candidate[other].score[i];
		squares += difference * difference;
	}
	return sum > 0 && sum * sum * (n - 1) > errors * (squares * n - sum * sum);
}

static int leader_of(const struct search *search)
{
	int best = 0;

	for (int i = 1; i < search->candidates; i++)
		if (lead_of(search, i, best) > 0)
			best = i;
	return best;
}

static void drop_laggards(struct search *search)
{
	int best = leader_of(search), kept = 0;
	bool stays[CANDIDATES_MOST];

	for (int i = 0; i < search->candidates; i++)
		stays[i] = !leads_by(search, best, i, BEHIND);
	for (int i = 0; i < search->candidates; i++)
		if (stays[i])
			search->candidate[kept++] = search->candidate[i];
	search->candidates = kept;
}

/* ---- searching ---- */

static void try_in_sample(struct search *search, const struct game *sample, struct random *random)
{
	for (int i = 0; i < search->candidates; i++)
		search->candidate[i].score[search->samples] =
			play_out(sample, search->candidate[i].act, search->view->seat, random);
	search->samples++;
}

static void try_candidates(struct search *search, uint64_t seed)
{
	int left = PLAYOUTS_MOST;

	for (int i = 0; i < TRIES_MOST && search->candidates > 1; i++) {
		struct random random;
		struct game sample;
		random_begin(&random, seed, (uint64_t)i);
		if (left < search->candidates || search->samples == SAMPLES_MOST ||
		    !sample_game(search->view, &random, &sample))
			break;
		if (!all_are_legal(search, &sample))
			continue;
		left -= search->candidates;
		try_in_sample(search, &sample, &random);
		if (search->samples >= SAMPLES_LEAST && search->samples % SAMPLES_BETWEEN == 0)
			drop_laggards(search);
	}
}

/* The base if it was not dropped and nothing is clearly ahead of it. */
static struct act decide(const struct search *search)
{
	int best = search->samples > 0 ? leader_of(search) : 0;

	for (int i = 0; i < search->candidates; i++)
		if (act_equal(search->candidate[i].act, search->base) && !leads_by(search, best, i, CLEARLY))
			return search->base;
	return search->candidate[best].act;
}

static struct act choose(const struct view *view, const struct acts *acts, struct random *random)
{
	struct search search = { .view = view };
	uint64_t seed;

	if (acts->count == 1)
		return acts->act[0];
	find_candidates(&search, acts);
	if (search.candidate[0].value.due >= DUE_BONUS_CARD) /* nothing is better than these */
		return search.base;
	seed = random_next(random);
	try_candidates(&search, seed << 32 | random_next(random));
	return decide(&search);
}

const struct player player_expert = { "expert", "Tries what it might do in deals like the one it sees.", choose, NULL };
