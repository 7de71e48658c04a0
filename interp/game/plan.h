/* plan.h -- what the files of the planner share: a hand taken apart rank by rank, and the plans that are joined from its ranks. The memo of
 * a position is here, too, which the files of legality keep.
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
 * tables of its own. What conditions can state beyond the counters is in plan_tables.c: there the plan is played on a
 * copy before it is believed, and a search with a budget takes over if that fails. */
#ifndef GAME_PLAN_H
#define GAME_PLAN_H

#include "game/planner.h"

struct uses;

enum { STATE_BITS = 6, STATES_MAX = 1 << STATE_BITS, OPTIONS_MAX = 600, CELLS_MAX = 12000, WILDS_MOST = 30 };

/* How the turn is to end. */
enum goal { STAY_IN, GO_OUT };

enum counted { COUNT_KEPT, COUNT_FREE, COUNT_CANASTAS, COUNT_FACT };

/* A sum over all ranks, capped. It counts cards that stay in the hand (COUNT_KEPT), whether one of them is free for the
 * discard (COUNT_FREE), canastas, or the melds for which some fact holds. A state is one number; [shift] and [mask] say
 * which of its bits are this counter's. */
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
	uint64_t gain;    /* what it adds to the counters, a byte for each */
	int32_t points;   /* of the natural cards, as far as they count towards the minimum */
	uint32_t wilds;   /* with how many wild cards they may lie, as bits */
};

struct rank {
	/* the kind of card that gives the rank; for melds of wild cards alone the first wild kind */
	uint8_t kind;
	uint8_t held;       /* natural cards of it in the hand */
	int16_t first, end; /* its options: planner->option from [first] up to [end] */
};

struct planner {
	const struct game *game;
	const struct rules *rules;
	const struct side *side;
	const struct cards *hand;
	enum goal goal;
	bool opens;         /* the initial meld has to be made, too */
	bool grows;         /* each meld can grow card by card into any larger one of its kind */
	bool several;       /* some option lies in more than one meld of its rank */
	bool full;          /* not all options or states are looked at, so a plan may be missed */
	int wilds;          /* wild cards in the hand */
	uint32_t wilds_all; /* 0 to wilds, as bits */
	/* what each number of wild cards counts: the best ones of the hand first, but after those of the act, if there
	 * is one */
	const int32_t *wild_points;
	int32_t best_points[WILDS_MOST + 2], act_points[WILDS_MOST + 2];
	/* what each number of them counts in a meld of wild cards alone: the best ones that an act does not lay elsewhere */
	const int32_t *alone_points;
	int32_t left_points[WILDS_MOST + 2];
	bool not_waived;               /* nothing that is laid can waive the minimum, unless the player goes out */
	cardset may_be[PLAN_COUNTERS]; /* the ranks that could be of the classes that an initial meld must contain */
	int need;                      /* STAY_IN: cards that must stay in the hand */
	cardset free;                  /* kinds that are sure to be free for the discard while one of them is kept */
	/* kinds of which no card may stay in the hand, because a ban would then hold for it */
	cardset unkeepable;
	bool owing;       /* melds may be begun that oblige the player to go out */
	bool kept_enough; /* whatever is laid, enough cards stay, one of them free for the discard */
	int counters, bits;
	int first_fact; /* the first counter that counts canastas or a fact */
	struct counter counter[PLAN_COUNTERS];
	/* kinds of meld, as bits: those that take wild cards now; those that do so once a meld of wild cards has grown */
	uint32_t wild_now, wild_later;
	int unlocks; /* the size of the meld of wild cards that lets wild_later take them */
	int ranks, options;
	struct rank rank[KINDS_MAX + 1];
	struct rank alone; /* the melds of wild cards alone, as a rank */
	/* the numbers by which they may grow after which other melds still take wild cards, as bits */
	uint32_t beside;
	bool alone_later;  /* they may also grow after wild cards were laid on other melds */
	bool alone_begins; /* to open, one may be begun after melds with wild cards among others: find_alone_begins() */
	int laid_alone;    /* wild cards in a meld of wild cards that is on the table */
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
	int spare;     /* wild cards that stay in the hand */
	int elsewhere; /* wild cards laid on ranks, not in a meld of wild cards */
	cardset ranks; /* ranks that have a part */
	struct part part[KINDS_MAX];
};

/* The numbers from 0 to [count], as bits. */
static inline uint32_t up_to(int count)
{
	return count >= 31 ? UINT32_MAX : (UINT32_C(2) << count) - 1;
}

/* The value of a counter in [state]. */
static inline int digit(const struct counter *counter, int state)
{
	return state >> counter->shift & counter->mask;
}

/* True if meld [index] has the top card of the pile taken in it, and that does not count. */
static inline bool has_top_card_apart(const struct game *game, int index)
{
	return index >= 0 && index + 1 == game->turn.top_meld &&
	       game->rules->initial_meld.top_card != initial_meld_top_card_counts;
}

/* True if the meld of a top card that does not count may come to have wild cards without being of the classes of such melds. False: it
 * cannot. */
bool top_card_hides_class(const struct game *game);

/* True if a wild card that was on top of the pile taken lies in the initial meld without being part of it. */
static inline bool has_wild_top_card_apart(const struct game *game)
{
	return game->turn.opening && has_top_card_apart(game, game->turn.top_meld - 1) &&
	       (game->rules->cards.wild >> game->turn.top & 1);
}

/* True if a plan has to be played on a copy before it is believed: a condition asks something that the counters do not
 * count, a reserve may fill the hand, or an initial meld may not be of the class that it seems to be of, or count less there. False: plans
 * count all that conditions ask, but for what opening itself changes (tables->opening_needs_proof); without_plan() says whether it is a
 * proof, too, that none was found. */
static inline bool needs_proof(const struct game *game)
{
	const struct rules *rules = game->rules;
	bool refills = !game->turn.owes_out && game->reserve_size[reserve_of(game, game->turn.seat)] > 0;

	return (rules->tables->plans_need_proof && (refills || !rules->tables->refills_alone)) ||
	       (rules->tables->initial_class_locks && top_card_hides_class(game)) ||
	       (rules->tables->asks_initial_points && has_wild_top_card_apart(game));
}

/* The most that the cards beside a top card which does not help can add to the count: they may lie there for nothing, if they count down. */
static inline int32_t withheld_at_most(const struct game *game)
{
	return game->turn.withheld > 0 ? game->turn.withheld : 0;
}

/* ---- plan_options.c ---- */

/* The position as it would be after a plan, for conditions to be asked about. */
struct foreseen {
	struct question about;
	const struct planner *planner;
	int state; /* state of the counters; -1: they are not asked */
	int alone; /* cards in the meld of wild cards alone */
	int32_t points_alone;
	bool mixed; /* some meld begun or added to in this turn has wild cards among others */
};

/* Answers facts for formula_evaluate() as they would be after the plan; the frame is a struct foreseen. */
int32_t fact_foreseen(const void *frame, const struct ir *asked);

/* How often each fact holds that conditions on what an initial meld must contain ask. */
struct contents {
	struct question about;
	const struct plan_facts *facts;
	bool at_most;        /* the counts are upper bounds */
	int32_t wild_points; /* what the wild cards count that may be laid on other melds */
	int alone;           /* cards of the meld of wild cards alone that is laid */
	int32_t points_alone;
	uint8_t count[PLAN_COUNTERS];
};

/* Answers facts for formula_evaluate() from these counts; the frame is a struct contents. */
int32_t fact_of_contents(const void *frame, const struct ir *asked);

/* The position before anything of the plan is laid, for conditions that ask about [rank]. */
struct foreseen foresee(const struct planner *planner, int rank);

/* Adds a counter, or one for each of some facts. */
void add_counter(struct planner *planner, enum counted what, int cap, int fact, int argument);
void add_counters(struct planner *planner, const struct plan_facts *counted);

/* [state] with [more] added to counter [at]; -1 if too many cards are kept for going out. */
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

/* The state that an option leads to from [state]; -1 if too many cards are kept for going out. */
static inline int next_state(const struct planner *planner, int state, const struct rank_option *option)
{
	int at = 0;

	for (uint64_t gain = option->gain; gain != 0 && state >= 0; gain >>= 8, at++)
		if ((gain & 255) != 0)
			state = count_on(planner, state, at, (int)(gain & 255));
	return state;
}

/* True if a meld with [cards] makes the fact hold once more, false if it does not. [index]: its place in the side's melds, -1 if it is
 * new. */
bool meld_counts(const struct planner *planner, enum fact_id fact, int argument, int index,
                 const struct meld_cards *cards, int form);

/* The numbers of wild cards, as bits, with which a meld of so many natural cards is sure to count for a fact.
 * [*undecided] gets the numbers where meld_counts() has to be asked, since it depends on the rank or on the kinds of wild
 * card: all of them for a meld of more than MELD_CARDS_MAX natural cards, and for a class of initial melds if its top card does not count.
 * With a number that is in neither set it does not count. */
uint32_t wilds_that_count(const struct planner *planner, enum fact_id fact, int argument, int index, int form, int kind,
                          int naturals, uint32_t *undecided);

/* What a meld adds to the counters, a byte for each. */
uint64_t gain_of_meld(const struct planner *planner, int index, const struct meld_cards *cards, int form);

/* [cards] with so many natural cards and [wilds] of the best wild cards of the hand besides. */
struct meld_cards cards_with(const struct planner *planner, struct meld_cards cards, int naturals, int wilds);

/* The numbers of natural cards with which a meld of this form is begun, as bits. */
uint32_t naturals_begun(const struct form *form);

/* Lists the options of a rank; the first one leaves it as it is. */
void list_options(struct planner *planner, struct rank *rank);

/* ---- plan_join.c ---- */

/* Sets up what does not depend on how the turn is to end. */
void planner_begin(struct planner *planner, const struct game *game);

/* For a side that has not opened: sets the goal to staying in, and planner->alone_begins for it. */
void find_alone_begins(struct planner *planner);

/* In these three false means that no plan reaches the goal with the cards that planner->free and planner->unkeepable leave for it. That
 * proves that the goal cannot be reached where without_plan() says NO; not if the caller tried with fewer cards than there are, plans need
 * proof, this part is switched off or, with planner->full, not everything was looked at. */

/* Lists the options of all ranks. */
bool list_all_options(struct planner *planner, enum goal goal, bool opens, int need, int *base);

/* Joins all ranks and looks for a plan that ends the turn, with as few wild cards as possible; [plan] may be NULL. */
bool join_ranks(const struct planner *planner, int base, struct turn_plan *plan);

/* Calls list_all_options() and join_ranks(); true if both succeed. */
bool plan_goal(struct planner *planner, enum goal goal, bool opens, int need, struct turn_plan *plan);

/* Of a turn in which no pile waits: true if a talon may come for the last card, discarded by a side that has opened in this turn or opens
 * in it. False: none comes, whatever is melded before. */
bool talon_may_come(const struct game *game);

/* The kinds of the hand that bans keep from being the last discard of a player who goes out. Each ban is asked as if that card was all of
 * the hand and cards of every kind of the hand were melded, but about the melds as they lie: where bans ask about these, others may be kept
 * once more is melded (tables->bans_ask_melds). */
cardset banned_as_last(const struct game *game);

/* True if banned_as_last() has some kinds of wild cards of the hand, and not others: then it matters which ones an act lays. False proves
 * nothing where bans ask what is melded. */
bool bans_part_wilds(const struct game *game);

/* ---- bounds.c ----
 * Where a function says that something cannot be, true proves it of a turn in which no card comes but with the pile that waits, and cards are
 * laid in melds or discarded; of a hand with unknown cards (turn.unknown) it proves nothing. False proves nothing. */

/* Of a hand taken by ranks, after the draw: true if two cards at least have to stay in it. */
bool two_cards_must_stay(const struct game *game);

/* After the draw: true if the contract for going out fails even with as many canastas of each kind as the cards of the hand could make, and
 * all else that plans count as large as may be. False where more of it can make the contract fail, plans need proof, a pile waits or acts name
 * their melds. */
bool contract_is_out_of_reach(const struct game *game);

/* True if cards are still to come to the hand: the pile that waits for the initial meld, or a card of the stock. */
static inline bool cards_are_to_come(const struct game *game)
{
	return game->turn.pending || game->phase == PHASE_DRAW;
}

/* Number of cards that come to the hand with the pile that waits, cards drawn from the stock included. */
int cards_waiting(const struct game *game);

/* True if bans are sure not to keep the turn from ending with the player staying in: there are none, no discard is needed for that, or the pile
 * that waits brings a card for it. False proves nothing. */
bool bans_cannot_bar_end(const struct game *game);

/* True if the initial meld cannot count enough in this turn, the act of the planner first, nor be waived. */
bool opening_cannot_count_after_act(const struct planner *planner);

/* True if the initial meld cannot count enough in this turn, nor be waived. */
bool opening_cannot_count(const struct game *game);

/* The ranks of natural cards of which the side could have a meld of a class after the act of the planner, where each rank has one meld. A
 * rank left out cannot; others prove nothing. */
cardset ranks_that_may_be_of_class(const struct planner *planner, int class);

/* True if the minimum is never waived but for a player who goes out, or if no meld of one rank that the side could have with [more] cards
 * besides those of the hand has the fewest cards with which it may be waived. Where acts name their melds, or the side has a meld of wild
 * cards, the sizes of melds are not looked at: false. */
bool melds_stay_too_small(const struct game *game, int more);

/* True if the initial meld can neither contain what it must nor be waived. With an act of the planner it is asked only if the act takes
 * away something that it could contain. */
bool opening_cannot_contain(const struct planner *planner);

/* True if the initial meld cannot count enough with the pile taken by [act], nor be waived before the pile comes. The take begins a meld of a
 * rank, for a side that has not opened, where acts do not name their melds. Where a card of a kind counts less than nothing this is not
 * looked at: false. */
bool take_cannot_open(const struct game *game, struct act act);

/* What turn_is_hopeless() says, for a caller that has [uses] already: what the hand might be of use for where acts name their melds, else
 * NULL. */
bool is_hopeless(const struct game *game, const struct uses *uses);

/* ---- plan_melds.c: where acts name their melds ---- */

/* What the cards of the hand might be of use for, where acts name their melds. */
struct uses {
	cardset sequences, ranks; /* kinds that sequences, or melds of their rank, might take */
	struct cards by_rank;     /* the hand without suits */
};

struct uses uses_of_hand(const struct game *game);

/* The kinds of the hand that may lie in some meld, for such rules. */
cardset kinds_of_use(const struct game *game);

/* Whether the turn can end, for such rules, before all of it is searched; ranks that are left over are searched, too. UNDECIDED if something
 * was left out. */
enum answer named_end(const struct game *game);

/* hand_cannot_go() and opening_cannot_count() for such rules: what true and false prove is the same, but that true of uses_cannot_go() is
 * proved only where no card is to come (cards_are_to_come()), and whether bounds are switched off is the caller's to ask. */
bool uses_cannot_go(const struct game *game, const struct uses *uses);
bool uses_cannot_count(const struct game *game, const struct uses *uses);

/* ---- shares.c ---- */

/* A part of a hand that can be laid at once: all natural cards of one rank, with some number of wild cards. */
struct share {
	uint8_t kind, held, form;
	int8_t meld;    /* of the side's, or -1 for a new one */
	uint32_t wilds; /* the numbers of wild cards that may be laid with them, as bits */
	int32_t points; /* of the natural cards */
};

/* The ranks of a hand that can be laid completely, sorted: first those that need no wild card, and among these the
 * higher ranks. For opening, a rank is listed once for each kind of meld that it can be, and melds of wild cards alone
 * are listed as well. */
struct shares {
	int count;
	int left_over, left_ranks; /* cards without wild ones of all other ranks; the number of these ranks */
	cardset left;              /* which ones */
	bool in_doubt;             /* some rank could also be another kind of meld */
	struct share share[KINDS_MAX + 2];
};

/* An initial meld that is being made from the shares. */
struct first_melds {
	int count;      /* shares that may be laid */
	bool alone;     /* it begins with a meld of wild cards alone, which may keep wild cards from the others */
	int used;       /* wild cards */
	int laid;       /* cards */
	int32_t points; /* what the natural cards in it and the melds already on the table count */
	cardset ranks;
	uint8_t wilds[KINDS_MAX + 2], naturals[KINDS_MAX + 2]; /* of each share */
};

/* Sorts the hand into shares. [owing]: melds may be begun that oblige the player to go out. */
void share_out(const struct game *game, bool owing, struct shares *shares);

/* Whether the player, whose side has opened, can go out in a turn that begins with the act of the planner if there is
 * one. NO is about going out alone: a talon may still come for the last card. UNDECIDED where a reserve may (needs_proof()).
 * The shares are those of a hand that may begin melds which oblige the player to go out. */
enum answer shares_go_out(const struct planner *planner, struct shares *shares);

/* True if a player for whom shares_go_out() said YES without an act can go out after the act of the planner, too. False proves nothing. */
bool act_is_on_the_way(const struct planner *planner, const struct shares *shares);

/* True if she can certainly open and stay in; [melds] then says how. False proves nothing. The shares are those of a hand that begins no melds
 * which oblige the player to go out. */
bool opening_is_sure(const struct planner *planner, struct shares *shares, struct first_melds *melds);

/* Where plans need proof: true with a plan in which the side opens as far as shares know. It proves nothing before it is played, and neither
 * does false. */
bool opening_to_try(const struct planner *planner, struct shares *shares, struct turn_plan *plan);

/* True if the side opens and stays in with [melds], found without the act of the planner, and the act, which they contain or which is laid
 * besides. False proves nothing. */
bool act_fits(const struct planner *planner, const struct shares *shares, const struct first_melds *melds);

/* ---- planner.c ---- */

/* Where acts name their melds: positions that were looked at for a question. */
enum { EXPLORED = 512 };
struct exploring {
	const struct game *from;  /* where exploring began */
	struct game *game;        /* the position that the acts tried so far lead to */
	int left;                 /* how many more may be looked at */
	bool unsure;              /* something was left out, so that an end that was not found may exist */
	uint64_t known[EXPLORED]; /* search_key() of positions, with the lowest bit set if the turn can end there */
};

/* What is computed once for all acts of a position, each part when it is first needed. */
struct memo {
	const struct game *game;
	/* which parts have been computed */
	bool looked_at;   /* planner and hopeless */
	bool shared;      /* shares, surely and melds */
	bool planned;     /* base and plan */
	bool going_asked; /* cannot_go */
	bool explored;    /* exploring */
	bool cannot_go;   /* the player cannot go out: hand_cannot_go(), or contract_is_out_of_reach() */
	/* kinds of the hand: those that were asked about, and of these the ones sure to be free for the discard */
	cardset free_asked, free;
	int base;
	struct planner planner;
	bool hopeless; /* the initial meld can neither contain what it must nor be waived: opening_cannot_contain() */
	/* kept from the last act that lays wild cards: whether the side cannot open after it, and what it lays; rank -1: there was none */
	bool missed;
	int missed_rank, missed_wilds;
	/* of a side that has opened, whether the player can go out; of another, whether it can open: YES with [melds], NO if it is
	 * hopeless */
	enum answer surely;
	struct first_melds melds;
	struct shares shares;
	struct turn_plan plan; /* some plan; others may exist */
	struct exploring exploring;
};

static inline void memo_begin(struct memo *memo, const struct game *game)
{
	memo->game = game;
	memo->looked_at = memo->shared = memo->planned = memo->going_asked = memo->explored = false;
	memo->free_asked = memo->free = 0;
	memo->missed_rank = -1;
}

/* plan_melds.c: whether the turn of the memo can end in [game], a position that its acts lead to; UNDECIDED if something was left out.
 * Remembers positions for the next call. */
enum answer named_end_too(struct memo *memo, const struct game *game);

/* search.c: the hash under which a position of a turn is remembered: from positions with the same one the turn can end, or from none of
 * them. [uses], of the hand, leaves out the suits of cards that no sequence of the hand and the table might take, which is enough where no
 * pile waits and no ban asks for them; NULL keeps them. */
uint64_t search_key(const struct game *game, const struct uses *uses);

/* planner.c: turn_can_end(), which remembers positions for the next call where acts name their melds. False: there is no end, or none was
 * found. */
bool turn_can_end_too(struct memo *memo, const struct game *game);

/* planner.c: true if a meld might be begun from the hand that obliges the player to go out. False: none can. */
bool may_owe(const struct game *game);

/* planner.c: whether the turn can end from here, or the deal is over. UNDECIDED if search_turn() leaves it so. */
enum answer end_of_turn(const struct game *game);

/* planner.c: whether a turn that cannot end just now (can_end_now()) can end, by bounds, shares and plans, which know ranks alone; the hand has
 * no unknown cards. NO and YES are proved if no rule, a ban neither, tells cards of one rank apart in this turn. UNDECIDED: a reserve, a talon
 * or a ban may come between, or plans do not know all that could be laid (without_plan()). */
enum answer planned_end(const struct game *game);

/* plan_melds.c: keeps those acts in the list after which an end of the turn of the memo was found. [owes_out]: one of them may oblige the
 * player to go out. */
void keep_named_acts_that_end(struct memo *memo, struct choices *choices, bool owes_out);

/* planner.c: true if shares or, of a side that has opened, plans prove that the turn can end after [act]. The position is that of the memo,
 * which has no suits; the act is one of those listed there and is about no sequence. False proves nothing. */
bool act_surely_ends(const struct game *game, struct act act, struct memo *memo);

/* planner.c: the kinds of the hand that are sure to be free for the discard, whatever other kinds are melded. */
cardset kinds_sure_to_be_free(struct memo *memo);

/* planner.c: the kinds that may be gone or be barred from the discard after [act]: its cards, of every suit, and the rank of the meld that
 * changes, about which bans may ask what lies in it. */
cardset kinds_touched(const struct game *game, struct act act);

/* planner.c: true if no discard is needed, nothing is banned, or a card that is none of [touched] is sure to be free for the discard. False
 * proves nothing. */
bool keeps_free(const struct game *game, struct memo *memo, cardset touched);

/* Calls planner_begin() for the position of the memo, once. */
void memo_begin_planner(struct memo *memo);

#endif
