/* hope.c -- how near a hand is to a special hand. Its groups are filled one after the other, the largest first, each
 * with the rank that has most of it; what is missing then has to be drawn before somebody of the side opens. */
#include "players/hope.h"

#include "game/question.h"

enum {
	HOPE_TURNS = 2 /* a special hand further away is not played for: somebody of the side opens before */
};

/* What a pattern lacks. */
struct lack {
	int missing; /* cards */
	int helpful; /* unseen cards that are one of them */
	cardset used;
};

/* All kinds of the rank of [kind]. */
static cardset kinds_of_rank(const struct rules *rules, int kind)
{
	cardset kinds = 0;

	for (int other = 0; other < rules->kinds; other++)
		if (rules->kind[other].rank == rules->kind[kind].rank)
			kinds |= UINT64_C(1) << other;
	return kinds;
}

/* Fills one group of [size] cards with the kind of [kinds] that has most of it, or can get most. */
static void fill_group(const struct outlook *at, const struct cards *hand, int size, cardset kinds, struct lack *lack)
{
	int best = -1, most = -1, to_come = 0;

	for (kinds &= ~lack->used; kinds != 0; kinds &= kinds - 1) {
		int kind = __builtin_ctzll(kinds), held = cards_count(hand, kind);
		held = held < size ? held : size;
		if (held > most || (held == most && at->unseen[kind] > to_come))
			best = kind, most = held, to_come = at->unseen[kind];
	}
	if (best < 0 || most + to_come < size) {
		lack->missing += DECK_MAX;
		return;
	}
	lack->used |= kinds_of_rank(at->rules, best);
	lack->missing += size - most;
	lack->helpful += most < size ? to_come : 0;
}

static struct lack lack_of(const struct outlook *at, const struct pattern *pattern, const struct cards *hand)
{
	struct lack lack = { 0, 0, 0 };

	for (int size = pattern->cards; size > 0; size--)
		for (int part = 0; part < pattern->parts; part++)
			for (int i = 0; i < pattern->group[part].count && pattern->group[part].size == size; i++)
				fill_group(at, hand, size, pattern->group[part].cards, &lack);
	return lack;
}

/* Whether the player might lay special hand [item] after a draw, and for how many points. */
static bool is_open(const struct outlook *at, int item, int *points)
{
	struct game drawn = at->table;
	struct question about = { .game = &drawn, .seat = at->view->seat, .side = at->view->side_of_seat };

	drawn.turn.drew = true;
	drawn.turn.took = false;
	drawn.turn.seat = about.seat;
	drawn.turn.side = about.side;
	*points = ask(at->rules->special[item].points, &about);
	return ask(at->rules->special[item].when, &about);
}

int hope_of(const struct outlook *at, const struct cards *hand)
{
	int best = 0, draws = (at->turns < HOPE_TURNS ? at->turns : HOPE_TURNS) * at->rules->turn.draw;

	for (int i = 0; i < at->rules->special_count; i++) {
		struct lack lack = lack_of(at, &at->rules->special[i].pattern, hand);
		int points, hope;
		if (lack.missing > draws || !is_open(at, i, &points))
			continue;
		hope = chance_points(chance_of(draws, lack.helpful * CERTAIN / at->unseen_all, lack.missing), points);
		best = hope > best ? hope : best;
	}
	return best;
}
