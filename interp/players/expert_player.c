/* expert_player.c -- a player who tries what she might do: the cards she does not see are dealt at random as the view allows, each act
 * is done in the same deals, and careful players play them to their end. After each round the worse half of the acts is dropped, but
 * never what a careful player would do: that stands unless the best of the others is ahead of it.
 *
 * Each deal has a stream of random numbers of its own, so that a search comes out the same however it is interrupted or spread. */
#include "players/expert.h"

#include <string.h>
#include <time.h>
#include "game/question.h"
#include "players/act_value.h"
#include "players/estimate.h"

enum {
	DISCARDS_MOST = 6,    /* discards that are tried, those of most value to the careful player, */
	OTHERS_MOST = 4,      /* and other acts that are due at the same time */
	LEAST_EACH = 4,       /* games that each candidate is played out in a round */
	SAMPLES_MOST = 4000,  /* games for one choice, */
	MARGIN_MOST = 100000, /* and their margin: so that sums of squares stay within 64 bits */
	AHEAD = 4, /* square of standard errors: with such a lead an act is preferred to the careful player's choice, */
	CLEARLY = 9,     /* and with such a one the search is over, */
	CLEAR_LEAST = 32 /* once there are so many samples: fewer say little about their own error */
};

/* ---- candidates ---- */

/* What a turn leads to. Acts with the same outcome are one candidate. */
struct outcome {
	struct cards hand;
	struct meld_cards meld[MELDS_MAX]; /* in order */
	int stock, pile, top, phase;
	unsigned turn;
};

static void add_meld(struct outcome *outcome, int melds, const struct meld_cards *cards)
{
	while (melds > 0 && memcmp(&outcome->meld[melds - 1], cards, sizeof *cards) > 0) {
		outcome->meld[melds] = outcome->meld[melds - 1];
		melds--;
	}
	outcome->meld[melds] = *cards;
}

/* Plays the turn on after [act], as a careful player does, until it is over or brings a card that nobody could foresee. */
static void play_turn(const struct game *sample, struct act act, struct outcome *outcome)
{
	struct game game = *sample;
	int seat = game_to_act(&game);
	const struct side *side = &game.side[game.seat[seat].side];

	game_apply(&game, act);
	while (game.phase != PHASE_OVER && game.turn.number == sample->turn.number && game_to_act(&game) == seat &&
	       game.stock_size == sample->stock_size && player_chooses(&player_careful, &game, NULL, NULL, &act))
		game_apply(&game, act);
	memset(outcome, 0, sizeof *outcome);
	outcome->hand = game.seat[seat].hand;
	for (int i = 0; i < side->melds; i++)
		add_meld(outcome, i, &side->meld[i].cards);
	outcome->stock = game.stock_size;
	outcome->pile = game.pile_size;
	outcome->top = game.pile_size > 0 ? pile_top(&game) : -1;
	outcome->phase = game.phase;
	outcome->turn = game.turn.number;
}

struct listing {
	const struct acts *acts;
	struct act_value value[ACTS_MAX];
	bool done[ACTS_MAX];
	struct outcome outcome[CANDIDATES_MOST];
	int discards, others[DUE_SPECIAL_HAND + 1];
	bool can_go_out; /* it seems so to a careful player */
};

static int most_valued(const struct listing *listing)
{
	int best = -1;

	for (int i = 0; i < listing->acts->count; i++)
		if (!listing->done[i] && (best < 0 || act_value_is_more(listing->value[i], listing->value[best])))
			best = i;
	return best;
}

/* Adds act number [i] unless there are enough of its like, or one that leads to the same. A player who cannot
 * go out does not ask: the games could only favour it by chance, and perhaps the question may be asked only once in a deal. */
static void add_candidate(struct expert_search *search, struct listing *listing, int i)
{
	struct act act = listing->acts->act[i];
	int *like = act.verb == ACT_DISCARD ? &listing->discards : &listing->others[listing->value[i].due];
	struct outcome *outcome = &listing->outcome[search->candidates];

	if (*like == (act.verb == ACT_DISCARD ? DISCARDS_MOST : OTHERS_MOST) ||
	    (act.verb == ACT_ASK && !listing->can_go_out) || game_refusal(&search->deal, act).refusal != REFUSAL_NONE)
		return;
	play_turn(&search->deal, act, outcome);
	for (int other = 0; other < search->candidates; other++)
		if (memcmp(&listing->outcome[other], outcome, sizeof *outcome) == 0)
			return;
	++*like;
	search->candidate[search->candidates++] = (struct candidate){ .act = act };
}

static void find_candidates(struct expert_search *search, const struct acts *acts, const struct act *act)
{
	struct listing listing = { .acts = acts, .can_go_out = estimate_of(&search->view).can_go_out };
	int first;

	careful_values(&search->view, acts, listing.value);
	first = most_valued(&listing);
	for (int i = 0; act != NULL && i < acts->count; i++)
		first = act_equal(acts->act[i], *act) ? i : first;
	search->candidate[0].act = acts->act[first];
	if (listing.value[first].due >= DUE_BONUS_CARD)
		return; /* nothing is better than these */
	search->candidates = 0;
	for (int i = first; i >= 0 && search->candidates < CANDIDATES_MOST; i = most_valued(&listing)) {
		listing.done[i] = true;
		add_candidate(search, &listing, i);
	}
	if (!act_equal(search->candidate[0].act,
	               acts->act[first])) { /* a deal in which the act is not legal proves nothing */
		search->candidate[0] = (struct candidate){ .act = acts->act[first] };
		search->candidates = 1;
	}
	search->candidates += search->candidates == 0;
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

/* Plays an act of the game that is being played out. False if it is over. */
static bool play_on(struct expert_search *search)
{
	struct game *game = &search->game;
	struct act act;

	if (game->phase == PHASE_OVER || !player_chooses(&player_careful, game, NULL, NULL, &act))
		return false;
	game_apply(game, act);
	return true;
}

static bool deal_anew(struct expert_search *search)
{
	struct random random;

	random_begin(&random, search->seed, search->deals++);
	return sample_game(&search->view, &random, &search->deal);
}

static bool all_are_legal(const struct expert_search *search)
{
	for (int i = 0; i < search->candidates; i++)
		if (game_refusal(&search->deal, search->candidate[i].act).refusal != REFUSAL_NONE)
			return false;
	return true;
}

/* ---- comparing ---- */

int expert_lead(const struct expert_search *search, int i)
{
	const struct candidate *candidate = &search->candidate[i];

	return candidate->samples > 0 ? (int)(candidate->lead / candidate->samples) : 0;
}

static bool is_better(const struct candidate *one, const struct candidate *other)
{
	return one->lead * other->samples > other->lead * one->samples;
}

/* Whether a candidate is ahead by more than its standard error, times the square root of [errors]; or behind, if that is negative. */
static bool is_clear(const struct candidate *candidate, int errors)
{
	int64_t n = candidate->samples, lead = errors > 0 ? candidate->lead : -candidate->lead;
	int64_t square = n > 0 ? lead * lead / n : 0;

	return lead > 0 && square * (n - 1) > (errors > 0 ? errors : -errors) * (candidate->squares - square);
}

/* Puts the best of those still tried first, behind the careful player's choice. */
static void sort_candidates(struct expert_search *search)
{
	for (int i = 2; i < search->candidates; i++)
		for (int at = i; at > 1 && is_better(&search->candidate[at], &search->candidate[at - 1]); at--) {
			struct candidate kept = search->candidate[at];
			search->candidate[at] = search->candidate[at - 1];
			search->candidate[at - 1] = kept;
		}
}

/* One of the candidates is always ahead by chance, and the careful player's choice is mostly right. So another act takes its place only
 * with a lead of two standard errors. Acts with a smaller lead gained nothing when they were played out with the real cards. */
int expert_choice(const struct expert_search *search)
{
	int best = 0;

	for (int i = 1; i < search->candidates; i++)
		if (is_clear(&search->candidate[i], AHEAD) &&
		    (best == 0 || is_better(&search->candidate[i], &search->candidate[best])))
			best = i;
	return best;
}

/* ---- searching ---- */

static void begin_round(struct expert_search *search)
{
	int each = search->budget / search->rounds / search->candidates;

	search->next = 0;
	search->plays = false;
	search->round_end = search->played + search->candidates * (each > LEAST_EACH ? each : LEAST_EACH);
}

static void end_round(struct expert_search *search)
{
	const struct candidate *best = &search->candidate[1];

	sort_candidates(search);
	search->round++;
	if (best->samples >= CLEAR_LEAST && (is_clear(best, CLEARLY) || is_clear(best, -CLEARLY)))
		search->round = search->rounds;
	if (search->round == search->rounds)
		return;
	search->candidates = (search->candidates + 1) / 2;
	begin_round(search);
}

/* With half of the deck in the stock a deal is taken to be at its beginning. */
static int samples_for(const struct view *view, const struct budget *budget)
{
	int deck = view->rules->deck_size, left = deck / 4 + 2 * view->stock_size;
	int64_t samples = budget != NULL && budget->samples > 0        ? budget->samples
	                  : budget != NULL && budget->milliseconds > 0 ? SAMPLES_MOST
	                                                               : EXPERT_SAMPLES;

	samples = samples * deck / (left > 0 ? left : 1);
	return (int)(samples < SAMPLES_MOST ? samples : SAMPLES_MOST);
}

void expert_begin(struct expert_search *search, const struct view *view, const struct acts *acts, const struct act *act,
                  struct random *random, const struct budget *budget)
{
	memset(search, 0, offsetof(struct expert_search, deal));
	search->next = search->margin = 0;
	search->view = *view;
	search->budget = samples_for(view, budget);
	search->candidate[0].act = acts->act[0];
	if (acts->count > 1) {
		search->seed = random_next(random);
		search->seed = search->seed << 32 | random_next(random);
	}
	search->candidates = 1;
	if (acts->count > 1 && deal_anew(search))
		find_candidates(search, acts, act);
	search->tried = search->candidates;
	for (int left = search->candidates; left > 1; left = (left + 1) / 2)
		search->rounds++;
	if (search->rounds > 0)
		begin_round(search);
}

/* Begins to play out the next candidate. In deals in which not all are legal none is tried: false. */
static bool begin_game(struct expert_search *search)
{
	if (search->next == 0 && (!deal_anew(search) || !all_are_legal(search)))
		return false;
	search->game = search->deal;
	game_apply(&search->game, search->candidate[search->next].act);
	return true;
}

/* Counts the game that has been played out. */
static void end_game(struct expert_search *search)
{
	struct candidate *candidate = &search->candidate[search->next];
	int32_t margin = margin_of(&search->game, search->view.seat);

	if (search->next == 0)
		search->margin = margin;
	margin -= search->margin;
	candidate->samples++;
	candidate->lead += margin;
	candidate->squares += (int64_t)margin * margin;
	search->played++;
	if (++search->next == search->candidates) {
		search->next = 0;
		if (search->played >= search->round_end)
			end_round(search);
	}
}

bool expert_step(struct expert_search *search)
{
	if (search->round == search->rounds)
		return false;
	if (!search->plays && !begin_game(search)) {
		if (search->deals > (uint64_t)search->budget)
			search->round = search->rounds;
		return true;
	}
	search->plays = play_on(search);
	if (!search->plays)
		end_game(search);
	return search->round < search->rounds;
}

static int64_t now(void)
{
	struct timespec time;

	timespec_get(&time, TIME_UTC);
	return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* Each round has its share of the time. */
void expert_run(struct expert_search *search, const struct budget *budget)
{
	int limit = budget != NULL ? budget->milliseconds : 0;
	int64_t begun = limit > 0 ? now() : 0;

	while (expert_step(search))
		if (limit > 0 && search->next == 0 && search->played > 0 && search->round < search->rounds &&
		    (now() - begun) * search->rounds > (int64_t)limit * (search->round + 1))
			end_round(search);
}

static struct act choose(const struct view *view, const struct acts *acts, const struct budget *budget,
                         struct random *random)
{
	struct expert_search search;

	expert_begin(&search, view, acts, NULL, random, budget);
	expert_run(&search, budget);
	return search.candidate[expert_choice(&search)].act;
}

const struct player player_expert = { "expert", "Tries what it might do in deals like the one it sees.", choose, NULL };
