/* expert.h -- the search of the expert player. Each candidate act is tried in the same deals, which are dealt at random
 * so that they agree with the view. The search is done in steps, for callers that cannot wait for all of it. The same
 * view, acts, seed and number of samples give the same choice, however the steps are spread over time. */
#ifndef PLAYERS_EXPERT_H
#define PLAYERS_EXPERT_H

#include "players/player.h"

enum { CANDIDATES_MOST = 12 };

/* Sets [game] to a random game that agrees with [view]: what the view does not show is dealt at random. False if the view is not
 * of a deal in play. */
bool sample_game(const struct view *view, struct random *random, struct game *game);

/* An act that is tried, compared with the baseline act in the same deals. */
struct candidate {
	struct act act;
	int samples;
	int64_t lead, squares; /* points by which it is ahead of the baseline: the sum, and the sum of their squares */
};

struct expert_search {
	struct view view;
	struct candidate candidate[CANDIDATES_MOST]; /* first the baseline, then the others, the best first */
	int candidates;                              /* candidates that are still tried: the first ones of the array */
	int tried;                                   /* candidates in all */
	int round, rounds;                           /* after each round the worse half is dropped */
	int budget;                                  /* number of games to play out */
	int played;                                  /* games played out so far */
	int round_end;                               /* value of [played] at which this round ends */
	uint64_t seed;
	uint64_t deals;   /* number of deals so far */
	struct game deal; /* the last of them */
	int next;         /* the candidate to try in it next */
	int32_t margin;   /* what the baseline scored in it */
	struct game game; /* the game that is being played out, if [plays] */
	bool plays;
};

/* Begins to look for the best of [acts], of which there is at least one, in [view]. The baseline is [act], one of them;
 * NULL stands for the careful player's choice. [budget] says how many games are played out; near the end of a deal they
 * are shorter, so more are played. NULL is the usual budget. */
void expert_begin(struct expert_search *search, const struct view *view, const struct acts *acts, const struct act *act,
                  struct random *random, const struct budget *budget);

/* Plays one act of a game that is being played out. False once the choice is made. */
bool expert_step(struct expert_search *search);

/* Does steps until the search is done or the time of [budget], the same as at the beginning, is used up. Each round
 * gets its share of the time. */
void expert_run(struct expert_search *search, const struct budget *budget);

/* The best act as far as the search has come: its place among the candidates. */
int expert_choice(const struct expert_search *search);

/* The points by which candidate number [i] is ahead of the baseline, on the average. */
int expert_lead(const struct expert_search *search, int i);

#endif
