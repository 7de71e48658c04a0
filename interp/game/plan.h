/* plan.h -- what the files of the planner share: a hand taken apart rank by rank, and the plans that are joined from its ranks.
 *
 * The cards that a player may still lay fall into ranks that hardly touch each other: they share the wild cards, and the
 * end of the turn asks for sums over all of them (cards kept, canastas, melds of a class, points). So each rank is turned
 * into a few options -- so many natural cards, with so many wild cards -- and the options are joined rank by rank. What is
 * carried from one rank to the next is a state of small counters, each capped where more makes no difference:
 *
 *   to go out     for each state the set of numbers of wild cards used so far, as bits;
 *   to open       for each state and number of wild cards the most points of natural cards.
 *
 * Melds of wild cards alone come last. They can lock the others (a condition on `wild_cards` that asks for them), so the
 * last step knows with which sizes of such a meld wild cards may lie elsewhere as well.
 *
 * The tables are polynomial in ranks and cards. An answer yes comes with a plan; an act that is part of the plan needs no
 * tables of its own. What conditions can state beyond the counters is in rules/planning.c: there the plan is played on a
 * copy before it is believed, and a search with a budget takes over if that fails. */
#ifndef GAME_PLAN_H
#define GAME_PLAN_H

#include "game/planner.h"

enum { STATE_BITS = 6, STATES_MAX = 1 << STATE_BITS, OPTIONS_MAX = 600, CELLS_MAX = 12000, WILDS_MOST = 30 };

/* How the turn is to end. */
enum goal { STAY_IN, GO_OUT };

enum counted { COUNT_KEPT, COUNT_FREE, COUNT_CANASTAS, COUNT_FACT };

/* A sum over all ranks, capped: cards that stay in the hand, one of them being free for the discard, or how often a fact
 * holds that conditions ask. It has some bits of the number of a state. */
struct counter {
	enum counted what;
	uint8_t fact, argument; /* COUNT_FACT: enum fact_id, and what it asks for */
	uint8_t cap, shift, mask;
};

/* One way of laying the cards of a rank. */
struct rank_option {
	uint8_t naturals; /* cards of the hand that are laid */
	uint8_t form;     /* kind of the meld */
	bool several;     /* they lie in more than one meld */
	uint64_t gain;    /* for each counter, a byte of it */
	int32_t points;   /* of the natural cards, as far as they count towards the minimum */
	uint32_t wilds;   /* the numbers of wild cards that may go with them, as bits */
};

struct rank {
	uint8_t kind;       /* that gives the rank; for wild cards alone the first wild kind */
	uint8_t held;       /* natural cards of it in the hand */
	int16_t first, end; /* its options */
};

struct planner {
	const struct game *game;
	const struct rules *rules;
	const struct side *side;
	const struct cards *hand;
	enum goal goal;
	bool opens;         /* the side has to open besides */
	bool grows;         /* each meld can grow card by card into any larger one of its kind */
	bool several;       /* some option lies in more than one meld of its rank */
	bool full;          /* there was no room for all options, or states */
	bool barred;        /* there may be a plan that only bans stand against */
	int wilds;          /* wild cards in the hand */
	uint32_t wilds_all; /* the numbers up to that, as bits */
	const int32_t
		*wild_points; /* what so many wild cards count: the best first, or those of the act and then the best */
	int32_t best_points[WILDS_MOST + 2], act_points[WILDS_MOST + 2];
	bool not_waived;               /* no minimum is waived, whatever is laid, but for a player who goes out */
	cardset may_be[PLAN_COUNTERS]; /* of what an initial meld must contain: the ranks that could be of each class */
	int need;                      /* cards that have to stay in the hand, to stay in */
	cardset free;                  /* kinds that are sure to be free for the discard as long as one is kept */
	cardset unkeepable;            /* kinds of which no card may stay in the hand, since a ban would hold for it */
	bool owing;                    /* melds may be begun that oblige the player to go out */
	bool kept_enough;              /* whatever is laid, enough cards stay, and one that is free */
	int counters, bits;
	int first_fact; /* the first counter that is not of cards kept */
	struct counter counter[PLAN_COUNTERS];
	uint32_t wild_now,
		wild_later; /* kinds of meld that take wild cards now; once a meld of wild cards unlocks them */
	int unlocks;        /* the size of the meld of wild cards that does */
	int ranks, options;
	struct rank rank[KINDS_MAX + 1];
	struct rank alone; /* melds of wild cards alone */
	uint32_t beside;   /* sizes they grow by after which wild cards may lie elsewhere, as bits */
	bool alone_later;  /* they may grow after wild cards were laid elsewhere */
	bool alone_begins; /* to open, one may be begun behind melds with wild cards among others: find_wilds_behind() */
	int laid_alone;    /* wild cards in such a meld on the table */
	int32_t points_alone;
	struct rank_option option[OPTIONS_MAX];
	/* an act that the plan has to begin with, or -1 for none: its rank, the kind of its meld, and what it lays */
	int first_rank, first_form, first_naturals, first_wilds;
};

/* What a plan lays on one rank. */
struct part {
	uint8_t naturals, wilds, form;
	bool several;
};

struct turn_plan {
	bool found;
	bool unproved; /* some plan was found that cannot be played, for a rank of it lies in several melds, or may */
	int spare;     /* wild cards that stay in the hand */
	int elsewhere; /* wild cards laid on ranks, and not in a meld of their own */
	cardset ranks; /* with a part */
	struct part part[KINDS_MAX];
};

/* The numbers from 0 to [count], as bits. */
static inline uint32_t up_to(int count)
{
	return count >= 31 ? UINT32_MAX : (UINT32_C(2) << count) - 1;
}

/* The value of a counter in a state. */
static inline int digit(const struct counter *counter, int state)
{
	return state >> counter->shift & counter->mask;
}

/* True if it is the meld of a top card that does not count. */
static inline bool has_top_card_apart(const struct game *game, int index)
{
	return index >= 0 && index + 1 == game->turn.top_meld &&
	       game->rules->initial_meld.top_card != initial_meld_top_card_counts;
}

/* True if a plan is played on a copy before it is believed: a condition asks what it does not count, or a reserve may fill the
 * hand. */
static inline bool needs_proof(const struct game *game)
{
	const struct rules *rules = game->rules;
	bool refills = !game->turn.owes_out && game->reserve_size[reserve_of(game, game->turn.seat)] > 0;

	return rules->plans_need_proof && (refills || !rules->refills_alone);
}

/* ---- plan_options.c ---- */

/* A position as a plan would leave it. */
struct foreseen {
	struct question about;
	const struct planner *planner;
	int state; /* -1: what the counters say does not matter */
	int alone; /* cards of the meld of wild cards */
	int32_t points_alone;
	bool mixed; /* some meld of this turn has wild cards among others */
};

/* What a fact comes to where the plan ends: an answer for formula_evaluate(), whose frame is a struct foreseen. */
int32_t fact_foreseen(const void *frame, const struct ir *asked);

/* How often each fact holds that a condition on the initial meld asks. */
struct contents {
	struct question about;
	const struct plan_facts *facts;
	bool at_most;        /* the numbers are bounds */
	int32_t wild_points; /* of the wild cards that may be laid besides, where they are */
	int alone;           /* cards of the meld of wild cards alone that is laid */
	int32_t points_alone;
	uint8_t count[PLAN_COUNTERS];
};

/* The answer for formula_evaluate() whose frame is a struct contents. */
int32_t fact_of_contents(const void *frame, const struct ir *asked);

/* The position before anything of the plan is laid, asked about a rank. */
struct foreseen foresee(const struct planner *planner, int rank);

/* Adds a counter, or one for each of some facts. */
void add_counter(struct planner *planner, enum counted what, int cap, int fact, int argument);
void add_counters(struct planner *planner, const struct plan_facts *counted);

/* [state] with [more] in a counter; -1 if too much is kept to go out. */
static inline int count_on(const struct planner *planner, int state, int at, int more)
{
	const struct counter *counter = &planner->counter[at];
	int value = digit(counter, state) + more;

	if (value > counter->cap) {
		if (counter->what == COUNT_KEPT && planner->goal == GO_OUT)
			return -1;
		value = counter->cap;
	}
	return (state & ~(counter->mask << counter->shift)) | value << counter->shift;
}

/* The state after [state] and an option; -1 if too much is kept. */
static inline int next_state(const struct planner *planner, int state, const struct rank_option *option)
{
	int at = 0;

	for (uint64_t gain = option->gain; gain != 0 && state >= 0; gain >>= 8, at++)
		if ((gain & 255) != 0)
			state = count_on(planner, state, at, (int)(gain & 255));
	return state;
}

/* True if meld [index] of the side, or a new one (-1), counts for a fact with these cards in it. */
bool meld_counts(const struct planner *planner, enum fact_id fact, int argument, int index,
                 const struct meld_cards *cards, int form);

/* The numbers of wild cards, as bits, with which a meld of so many natural cards counts for a fact, whatever its rank and its
 * wild cards are. [*undecided] gets the numbers with which these decide, and meld_counts() has to be asked. */
uint32_t wilds_that_count(const struct planner *planner, enum fact_id fact, int argument, int index, int form, int kind,
                          int naturals, uint32_t *undecided);

/* What it adds to the counters. */
uint64_t gain_of_meld(const struct planner *planner, int index, const struct meld_cards *cards, int form);

/* The cards of a meld with more in it: [wilds] of the hand's best ones. */
struct meld_cards cards_with(const struct planner *planner, struct meld_cards cards, int naturals, int wilds);

/* Lists the options of a rank; the first one leaves it as it is. */
void list_options(struct planner *planner, struct rank *rank);

/* ---- plan_join.c ---- */

/* Sets up what does not depend on how the turn is to end. */
void planner_begin(struct planner *planner, const struct game *game);

/* Finds out what may be begun behind melds with wild cards, for a side that has not opened. */
void find_wilds_behind(struct planner *planner);

/* Lists the options of all ranks; false if the goal is out of reach at once. */
bool lay_out(struct planner *planner, enum goal goal, bool opens, int need, int *base);

/* Joins all ranks and looks for an end, with as few wild cards as can be; [plan] may be NULL. With [limit] it looks for the
 * most points that an initial meld can have instead. */
bool join_ranks(const struct planner *planner, int base, struct turn_plan *plan, int32_t *limit);

/* Lays out and joins. */
bool plan_goal(struct planner *planner, enum goal goal, bool opens, int need, struct turn_plan *plan);

/* Whether the initial meld is made in this state. */
bool opens_in(const struct planner *planner, int state, int used_alone, int32_t points);

/* True if a talon would come for the last card, discarded by a side that has opened in this turn. */
bool talon_may_come(const struct game *game);

/* Kinds of the hand that cannot be the last card, of which the player goes out. */
cardset banned_as_last(const struct game *game);

/* The state before any rank: what the melds count that no rank of the plan stands for, and cards that stay in any case. */
int base_state(const struct planner *planner, cardset planned, const uint8_t *kept);

/* ---- bounds.c ---- */

/* True if two cards at least have to stay in the hand. */
bool cards_cannot_go(const struct game *game);

/* True if the canastas of certain kinds that going out asks for cannot be made of the hand. */
bool contract_is_out_of_reach(const struct game *game);

/* Cards that come to the hand with the pile that waits; 0 if some of them may be bonus cards. */
int cards_waiting(const struct game *game);

/* True if some card is sure to be free for the discard, in the pile that waits or because none is banned. */
bool pile_has_discard(const struct game *game);

/* True if the initial meld cannot count enough after the act of the planner, nor be waived. */
bool opening_falls_short(const struct planner *planner);

/* True if the initial meld cannot count enough, nor be waived. */
bool opening_is_too_small(const struct game *game);

/* The ranks of which the side could have a meld of a class. */
cardset ranks_that_may_be_of_class(const struct planner *planner, int class);

/* True if no meld that the side could have with [more] cards besides those of the hand is large enough for the minimum to be
 * waived, but for a player who goes out. */
bool melds_stay_too_small(const struct game *game, int more);

/* True if the initial meld can neither contain what it must, after the act of the planner, nor be waived. Without the act it
 * could. */
bool opening_is_hopeless(const struct planner *planner);

/* True if the initial meld cannot count enough with the pile taken by [act]. */
bool take_is_out_of_reach(const struct game *game, struct act act);

/* ---- plan_melds.c ---- */

/* The same three where acts name their melds. */
bool named_turn_can_end(const struct game *game);
bool named_hand_cannot_go(const struct game *game);
bool named_opening_is_too_small(const struct game *game);

/* ---- shares.c ---- */

/* What can be laid of a rank at once: all its natural cards of the hand, with so many wild cards. */
struct share {
	uint8_t kind, held, form;
	int8_t meld;    /* of the side's, or -1 for a new one */
	uint32_t wilds; /* the numbers of wild cards that may be laid with them, as bits */
	int32_t points; /* of the natural cards */
};

/* The ranks of a hand that can be laid whole: those that need no wild card come first, and among them the higher
 * ranks. To open, a rank is there once for each kind of meld that it can be, and so are the melds that take only wild
 * cards. */
struct shares {
	int count;
	int left_over, left_ranks; /* cards, wild ones apart, of the other ranks, and how many ranks these are */
	cardset left;              /* which ones */
	bool in_doubt;             /* some rank could lie as another kind of meld, too */
	struct share share[KINDS_MAX + 2];
};

/* An initial meld that is put together: so many cards of each share. */
struct first_melds {
	int count;      /* shares that may be laid */
	bool alone;     /* they begin with a meld of wild cards alone, which may bar wild cards from the others */
	int used;       /* wild cards */
	int laid;       /* cards */
	int32_t points; /* of natural cards and of what lies there */
	cardset ranks;
	uint8_t wilds[KINDS_MAX + 2], naturals[KINDS_MAX + 2]; /* of each share */
};

/* Shares out the hand. [owing]: melds may be begun that oblige the player to go out. */
void share_out(const struct game *game, bool owing, struct shares *shares);

enum answer { NO, YES, UNDECIDED };

/* Whether the player of a side that has opened can go out in a turn that begins with the act of the planner, if it has one. */
enum answer going_out(const struct planner *planner, struct shares *shares);

/* True if the act of the planner is no detour for a player who can go out. */
bool act_is_on_the_way(const struct planner *planner, const struct shares *shares);

/* True if she certainly can open and stay in so: with [melds]. */
bool opening_is_sure(const struct planner *planner, struct shares *shares, struct first_melds *melds);

/* True if the act of the planner is part of [melds], made without it, or fits beside them. */
bool act_fits(const struct planner *planner, const struct shares *shares, const struct first_melds *melds);

/* ---- planner.c ---- */

/* Positions that acts lead to where they name their melds. */
enum { EXPLORED = 512 };
struct exploring {
	int left; /* positions that may still be tried for a question */
	uint64_t known
		[EXPLORED]; /* search_key() of some that were tried, its lowest bit: whether the turn can end there */
};

/* What is worked out once for all acts of a position, each part when it is first asked for. */
struct memo {
	const struct game *game;
	bool looked_at, shared, laid_out, going_asked, explored;
	bool cannot_go;           /* hand_cannot_go() */
	cardset free_asked, free; /* kinds of the hand, and those of them that are sure to be free for the discard */
	int base;
	struct planner planner;
	bool hopeless;                 /* the side cannot open */
	bool missed;                   /* nor after an act that lays: */
	int missed_rank, missed_wilds; /* so many wild cards on this rank */
	enum answer
		surely; /* the turn ends, without an act to begin with: a side that has opened goes out, another opens with: */
	struct first_melds melds;
	struct shares shares;
	struct turn_plan plan; /* one of all plans */
	struct exploring exploring;
};

static inline void memo_begin(struct memo *memo, const struct game *game)
{
	memo->game = game;
	memo->looked_at = memo->shared = memo->laid_out = memo->going_asked = memo->explored = false;
	memo->free_asked = memo->free = 0;
	memo->missed_wilds = 0;
}

/* plan_melds.c: whether the turn of the memo can end in [game], a position that acts lead to; what was found for others is
 * remembered. */
bool named_turn_can_end_too(struct memo *memo, const struct game *game);

/* Removes the listed acts after which the turn of the memo cannot end. [owes_out]: one of them may oblige the player to go out. */
void keep_named_acts_that_end(struct memo *memo, struct choices *choices, bool owes_out);

/* planner.c: the kinds of the hand that are sure to be free for the discard, whatever is melded of others. */
cardset kinds_sure_to_be_free(struct memo *memo);

/* planner.c: true if some card of the hand that is none of [touched] is sure to be free for the discard, or none is needed. */
bool keeps_free(const struct game *game, struct memo *memo, cardset touched);

/* Fills the planner of the memo from its game, once. */
void memo_begin_planner(struct memo *memo);

#endif
