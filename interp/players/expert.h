/* expert.h -- the search of the expert player, in steps for those who cannot wait for the whole of it: acts are tried in deals that
 * look like the view, all in the same ones. The same view, acts, seed and number of samples lead to the same choice, however the
 * steps are spread. */
#ifndef PLAYERS_EXPERT_H
#define PLAYERS_EXPERT_H

#include "players/player.h"

enum { CANDIDATES_MOST = 12 };

/* An act that is tried, and how it fares against the careful player's choice in the deals in which both were tried. */
struct candidate {
	struct act act;
	int samples;
	int64_t lead,
		squares; /* by how many points it is ahead of that choice: their sum, and the sum of their squares */
};

struct expert_search {
	struct view view;
	struct candidate
		candidate[CANDIDATES_MOST]; /* the one that others are measured against first, then the best first */
	int candidates;                     /* those still tried, which come first, */
	int tried;                          /* and all */
	int round, rounds;                  /* after each round the worse half is dropped */
	int budget;                         /* games to be played out */
	int played;                         /* that were played out, */
	int round_end;                      /* and so many when this round ends */
	uint64_t seed;
	uint64_t deals;   /* that were dealt, */
	struct game deal; /* the last of them, */
	int next;         /* the candidate that is tried in it next, */
	int32_t margin;   /* and what came of the first */
	struct game game; /* one that is being played out */
	bool plays;       /* there is one */
};

/* Begins to look for the best of [acts], of which there is at least one, in [view]. All are measured against [act], one of them, or if
 * that is NULL against the careful player's choice. More games than [budget] has are played out
 * where a deal is nearly over, and less of each is left to play. NULL is the usual budget. */
void expert_begin(struct expert_search *search, const struct view *view, const struct acts *acts, const struct act *act,
                  struct random *random, const struct budget *budget);

/* Plays one act of a game that is being played out. False once the choice is made. */
bool expert_step(struct expert_search *search);

/* Does all steps that the same [budget] has time for. */
void expert_run(struct expert_search *search, const struct budget *budget);

/* The act to do, as far as the search has come: its place among the candidates. */
int expert_choice(const struct expert_search *search);

/* What candidate number [i] brings more than the careful player's choice, in points on the average. */
int expert_lead(const struct expert_search *search, int i);

#endif
