/* planner.c -- what the rest of a turn can come to, worked out rank by rank.
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
#include "game/planner.h"
#include "game/search.h"

#include <string.h>

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
	bool opens;                          /* the side has to open besides */
	bool looks_closer;                   /* melds below canastas are counted, too, or do not help */
	bool full;                           /* there was no room for all options, or states */
	int wilds;                           /* wild cards in the hand */
	uint32_t wilds_all;                  /* the numbers up to that, as bits */
	int32_t wild_points[WILDS_MOST + 2]; /* what so many wild cards count, the best first */
	int need;                            /* cards that have to stay in the hand, to stay in */
	cardset free;                        /* kinds that are sure to be free for the discard as long as one is kept */
	cardset bound;                       /* kinds of which nothing may be kept */
	bool owing;                          /* melds may be begun that oblige the player to go out */
	bool kept_enough;                    /* whatever is laid, enough cards stay, and one that is free */
	int counters, bits;
	int first_fact;      /* the first counter that is not of cards kept */
	int counts_canastas; /* 1 if canastas are counted, before anything else */
	struct counter counter[PLAN_COUNTERS];
	uint32_t wild_now,
		wild_later; /* kinds of meld that take wild cards now; once a meld of wild cards unlocks them */
	int unlocks;        /* the size of the meld of wild cards that does */
	int ranks, options;
	struct rank rank[KINDS_MAX + 1];
	struct rank alone; /* melds of wild cards alone */
	uint32_t beside;   /* sizes they grow by after which wild cards may lie elsewhere, as bits */
	bool alone_later;  /* they may grow after wild cards were laid elsewhere */
	int laid_alone;    /* wild cards in such a meld on the table */
	int32_t points_alone;
	struct rank_option option[OPTIONS_MAX];
	/* an act that the plan has to begin with, or -1 for none: its rank, the kind of its meld, and what it lays */
	int must_rank, must_form, must_naturals, must_wilds;
};

/* What a plan lays on one rank. */
struct part {
	uint8_t naturals, wilds, form;
	bool several;
};

struct turn_plan {
	bool found;
	enum goal goal;
	bool opens;
	int left;            /* cards that stay in the hand */
	int need;            /* of them needed */
	int spare;           /* wild cards among them */
	int used, elsewhere; /* wild cards laid; of them on ranks */
	int32_t points;      /* of the initial meld without its wild cards from the hand */
	bool free_rank;      /* a natural card that stays is sure to be free */
	cardset ranks;       /* with a part */
	struct part part[KINDS_MAX];
};

static inline uint32_t up_to(int count)
{
	return count >= 31 ? UINT32_MAX : (UINT32_C(2) << count) - 1;
}

/* The value of a counter in a state. */
static inline int digit(const struct counter *counter, int state)
{
	return state >> counter->shift & counter->mask;
}

/* ---- conditions asked of a plan ---- */

/* A position as a plan would leave it. */
struct foreseen {
	struct question about;
	const struct planner *planner;
	int state; /* -1: what the counters say does not matter */
	int alone; /* cards of the meld of wild cards */
	int32_t points_alone;
	bool mixed; /* some meld of this turn has wild cards among others */
};

/* 1 if a meld of [alone] wild cards is of class [class]. */
static int alone_of_class(const struct rules *rules, int alone, int class)
{
	struct meld_cards cards = { .kind = rules->wild_kind[0], .wilds = (uint8_t)alone, .wild = { (uint8_t)alone } };

	return alone > 0 && rules_is_of_class(rules, &cards, class);
}

static bool is_meld_alone(const struct rules *rules, const struct meld *meld)
{
	return rules->cards.wild >> meld->cards.kind & 1;
}

/* Melds of a class beside those of wild cards alone, as the table lies. */
static int32_t others_of_class_now(const struct foreseen *foreseen, const struct ir *asked)
{
	const struct planner *planner = foreseen->planner;
	int32_t count = fact_of_game(&foreseen->about, asked);

	for (int i = 0; i < planner->side->melds; i++)
		if (is_meld_alone(planner->rules, &planner->side->meld[i]))
			count -= rules_is_of_class(planner->rules, &planner->side->meld[i].cards, asked->item);
	return count > 0 ? count : 0;
}

static int32_t fact_foreseen(const void *frame, const struct ir *asked)
{
	const struct foreseen *foreseen = frame;
	const struct planner *planner = foreseen->planner;
	const struct rules *rules = planner->rules;

	if (asked->fact == FACT_term)
		return formula_evaluate(rules->define[asked->item].when, frame, fact_foreseen);
	if (foreseen->state >= 0) {
		if (asked->fact == FACT_initial_points)
			return alone_of_class(rules, foreseen->alone, asked->item) ? foreseen->points_alone : 0;
		for (int i = 0; i < planner->counters; i++)
			if (planner->counter[i].what == COUNT_FACT && planner->counter[i].fact == asked->fact &&
			    planner->counter[i].argument == asked->item)
				return digit(&planner->counter[i], foreseen->state);
	} else if (asked->fact == FACT_side_class || asked->fact == FACT_initial_class) {
		int32_t count = others_of_class_now(foreseen, asked);
		if (foreseen->mixed && !(rules->wild_classes >> asked->item & 1))
			count++; /* it may be of the class: the answer that forbids more is the safe one */
		return count + alone_of_class(rules, foreseen->alone, asked->item);
	}
	return fact_of_game(&foreseen->about, asked);
}

static struct foreseen foresee(const struct planner *planner, int rank)
{
	struct foreseen foreseen = { .about = question_with(planner->game, rank), .planner = planner, .state = -1 };

	foreseen.about.going_out = planner->goal == GO_OUT || planner->game->turn.owes_out;
	foreseen.about.taking = false;
	return foreseen;
}

/* ---- counters ---- */

static void add_counter(struct planner *planner, enum counted what, int cap, int fact, int argument)
{
	struct counter *counter = &planner->counter[planner->counters];
	int bits = 32 - __builtin_clz((unsigned)cap | 1);

	for (int i = 0; i < planner->counters && what == COUNT_FACT; i++)
		if (planner->counter[i].what == COUNT_FACT && planner->counter[i].fact == fact &&
		    planner->counter[i].argument == argument)
			return;
	if (planner->counters == PLAN_COUNTERS || planner->bits + bits > STATE_BITS) {
		planner->full = true;
		return;
	}
	counter->what = what;
	counter->fact = (uint8_t)fact;
	counter->argument = (uint8_t)argument;
	counter->cap = (uint8_t)cap;
	counter->shift = (uint8_t)planner->bits;
	counter->mask = (uint8_t)((1 << bits) - 1);
	planner->bits += bits;
	planner->counters++;
}

static void add_counters(struct planner *planner, const struct plan_facts *counted)
{
	for (int i = 0; i < counted->count; i++)
		add_counter(planner, COUNT_FACT, counted->fact[i].cap, counted->fact[i].fact,
		            counted->fact[i].argument);
}

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

/* The cards of a meld as part of the initial meld, without a top card that does not count; false if they are none then. */
static bool counts_at_first(const struct planner *planner, int index, int form, struct meld_cards *cards)
{
	const struct rules *rules = planner->rules;
	int top = planner->game->turn.top;

	if (index < 0 || index + 1 != planner->game->turn.top_meld ||
	    rules->initial_meld.top_card == initial_meld_top_card_counts)
		return true;
	if (rules->cards.wild >> top & 1)
		cards->wilds--, cards->wild[wild_place(rules, top)]--;
	else
		cards->naturals--;
	return form_allows(&rules->form[form], cards->naturals, cards->wilds);
}

/* Whether the numbers of cards make a canasta of a meld: the kind of canasta, -1 for none. */
static int canasta_of(const struct rules *rules, const struct meld_cards *cards)
{
	return cards->naturals + cards->wilds >= rules->canasta_least ? rules_canasta_of(rules, cards) : -1;
}

/* What meld [index] of the side, or a new one (-1), adds to the counters with these cards in it. */
static uint64_t gain_of_meld(const struct planner *planner, int index, const struct meld_cards *cards, int form)
{
	const struct rules *rules = planner->rules;
	int canasta = canasta_of(rules, cards);
	bool begun_now = index < 0 || planner->side->meld[index].begun == planner->game->turn.number;
	uint64_t gain = 0;

	for (int i = planner->first_fact; i < planner->counters; i++) {
		const struct counter *counter = &planner->counter[i];
		struct meld_cards counted = *cards;
		bool counts = false;
		if (counter->what == COUNT_CANASTAS || counter->fact == FACT_side_canastas)
			counts = canasta >= 0;
		else if (counter->fact == FACT_laid_canasta || counter->fact == FACT_turn_canastas)
			counts = canasta >= 0 && begun_now;
		else if (counter->fact == FACT_side_canastas_of)
			counts = canasta == counter->argument;
		else if (counter->fact == FACT_side_class)
			counts = rules_is_of_class(rules, cards, counter->argument);
		else if (counter->fact == FACT_initial_class && planner->opens)
			counts = counts_at_first(planner, index, form, &counted) &&
			         rules_is_of_class(rules, &counted, counter->argument);
		gain |= (uint64_t)counts << (8 * i);
	}
	return gain;
}

/* ---- the options of a rank ---- */

/* What [kept] cards of a kind that stay in the hand add to the counters, the first ones. */
static inline uint64_t gain_of_kept(const struct planner *planner, int kind, int kept, bool touched)
{
	bool free = kept > 0 && (planner->free >> kind & 1) && (!touched || (never_banned(planner->game) >> kind & 1));

	return planner->first_fact == 0 ? 0 : (uint64_t)kept | (planner->first_fact > 1 ? (uint64_t)free << 8 : 0);
}

/* The cards of a meld with more in it: [wilds] of the hand's best ones. */
static struct meld_cards cards_with(const struct planner *planner, struct meld_cards cards, int naturals, int wilds)
{
	const struct rules *rules = planner->rules;

	cards.naturals = (uint8_t)(cards.naturals + naturals);
	cards.wilds = (uint8_t)(cards.wilds + wilds);
	for (int i = 0; i < rules->wild_kinds && wilds > 0; i++) {
		int some = lesser(cards_count(planner->hand, rules->wild_kind[i]), wilds);
		cards.wild[i] = (uint8_t)(cards.wild[i] + some);
		wilds -= some;
	}
	return cards;
}

/* A chain of melds of one rank: what lies in those that are done, and the one that takes cards now. */
struct growing {
	struct rank *rank;
	int index; /* of the meld in the side's, or -1 for a new one */
	int form;
	struct meld_cards cards; /* on the table */
	int naturals;            /* laid on melds that are done */
	int wilds;
	int32_t points;
	bool several;
	uint64_t gain;
};

/* What natural cards count towards the minimum: nothing in the meld of a top card that does not help, unless it is one
 * without that card. What was withheld from it counts then. */
static int32_t points_towards(const struct planner *planner, const struct growing *growing, int naturals, int wilds,
                              bool *helps)
{
	const struct rules *rules = planner->rules;
	const struct game *game = planner->game;
	int32_t points = naturals * rules->kind[growing->rank->kind].points;

	*helps = true;
	if (growing->index < 0 || growing->index + 1 != game->turn.top_meld ||
	    rules->initial_meld.top_card != initial_meld_top_card_does_not_help)
		return points;
	if (rules->cards.wild >> game->turn.top & 1)
		wilds--;
	else
		naturals--;
	*helps = form_allows(&rules->form[growing->form], growing->cards.naturals + naturals,
	                     growing->cards.wilds + wilds);
	return *helps ? points + game->turn.withheld : 0;
}

static void begin_melds(struct planner *planner, const struct growing *done);

/* Adds an option, or wild cards to one that is the same otherwise. Where enough cards stay in any case, what a better option
 * has need not be there twice: those with more natural cards are added first. */
static void add_option(struct planner *planner, const struct growing *growing, int naturals, uint64_t gain,
                       int32_t points, uint32_t wilds)
{
	for (int i = growing->rank->first; i < planner->options; i++) {
		struct rank_option *other = &planner->option[i];
		if (other->gain != gain)
			continue;
		if (other->naturals == naturals && other->points == points && other->form == growing->form) {
			other->wilds |= wilds;
			return;
		}
		if (planner->kept_enough && other->points >= points &&
		    (other->form == growing->form || naturals + (int)wilds == 1))
			wilds &= ~other->wilds;
	}
	if (planner->options == OPTIONS_MAX)
		planner->full = true;
	else if (wilds != 0)
		planner->option[planner->options++] = (struct rank_option){ .naturals = (uint8_t)naturals,
			                                                    .form = (uint8_t)growing->form,
			                                                    .several = growing->several,
			                                                    .gain = gain,
			                                                    .points = points,
			                                                    .wilds = wilds };
}

/* Adds the options of laying [naturals] on the meld that is growing, with each number of wild cards in [wilds]. */
static void add_options(struct planner *planner, const struct growing *growing, int naturals, uint32_t wilds)
{
	const struct rules *rules = planner->rules;
	int kind = growing->rank->kind, all = growing->naturals + naturals, kept = growing->rank->held - all;
	int32_t points = growing->points + (planner->opens ? naturals * rules->kind[kind].points : 0);
	uint64_t gain;

	if (kept > 0 && ((planner->bound >> kind & 1) || (planner->goal == GO_OUT && kept > 1)))
		return;
	wilds &= up_to(planner->wilds - growing->wilds);
	gain = growing->gain + gain_of_kept(planner, kind, kept, all + growing->wilds + (int)(wilds >> 1) > 0);
	if (!planner->looks_closer) { /* only canastas are counted: what is none, or surely one, is all alike */
		int naturals_then = lesser(growing->cards.naturals + naturals, MELD_CARDS_MAX),
		    laid = growing->cards.wilds;
		const struct form *form = &rules->form[growing->form];
		uint32_t none = wilds & ~(form->canasta_maybe[naturals_then] >> laid);
		uint32_t sure = planner->first_fact == planner->counters
		                        ? wilds & ~none
		                        : wilds & (form->canasta_sure[naturals_then] >> laid) & ~none;
		if (none != 0)
			add_option(planner, growing, all, gain, points, none << growing->wilds);
		if (sure != 0 && planner->counters <= planner->first_fact + planner->counts_canastas)
			add_option(planner, growing, all,
			           gain + ((uint64_t)planner->counts_canastas << (8 * planner->first_fact)), points,
			           sure << growing->wilds);
		else
			sure = 0;
		wilds &= ~(none | sure);
	}
	for (; wilds != 0; wilds &= wilds - 1) {
		int count = __builtin_ctz(wilds);
		struct meld_cards cards = cards_with(planner, growing->cards, naturals, count);
		bool untouched = all + count + growing->wilds == 0, helps = true;
		points = growing->points;
		gain = growing->gain + gain_of_kept(planner, kind, kept, !untouched);
		if (cards.naturals + cards.wilds > 0)
			gain += gain_of_meld(planner, growing->index, &cards, growing->form);
		if (planner->opens && !untouched)
			points += points_towards(planner, growing, naturals, count, &helps);
		if (!helps) /* nor do the wild cards that lie there */
			points -= (planner->wilds > 0 ? planner->wild_points[1] : 0) * count;
		add_option(planner, growing, all, gain, points, UINT32_C(1) << (count + growing->wilds));
	}
}

/* Where a meld that has become a canasta lets another of its rank be begun, goes on with that. */
static void go_on_beside(struct planner *planner, const struct growing *growing, int naturals, uint32_t wilds)
{
	const struct rules *rules = planner->rules;

	if (!room_for_another(rules, planner->side))
		return;
	for (wilds &= up_to(planner->wilds - growing->wilds); wilds != 0; wilds &= wilds - 1) {
		int count = __builtin_ctz(wilds);
		struct growing done = *growing;
		done.cards = cards_with(planner, growing->cards, naturals, count);
		if (done.cards.naturals + done.cards.wilds < rules->canasta_least ||
		    rules_canasta_of(rules, &done.cards) < 0)
			continue;
		done.gain += gain_of_meld(planner, growing->index, &done.cards, growing->form);
		if (planner->opens) {
			bool helps;
			done.points += points_towards(planner, growing, naturals, count, &helps);
		}
		done.naturals += naturals;
		done.wilds += count;
		begin_melds(planner, &done);
	}
}

/* The numbers of wild cards up to the limit that can be reached from those in [from], each step being allowed. */
static inline uint32_t fill_up(uint32_t from, uint32_t allowed)
{
	for (uint32_t more = from & allowed;; from = more) {
		more |= (more << 1) & allowed;
		if (more == from)
			return more;
	}
}

/* True if this kind of meld takes wild cards, in the plan as a whole. */
static inline bool takes_wild_cards(const struct planner *planner, int form)
{
	return (planner->wild_now | planner->wild_later) >> form & 1;
}

/* Lays cards on a meld that lies there. */
static void grow_meld(struct planner *planner, const struct growing *growing)
{
	const struct rules *rules = planner->rules;
	const struct form *form = &rules->form[growing->form];
	int kind = growing->rank->kind, most = growing->rank->held - growing->naturals, laid = growing->cards.wilds;
	bool wild = takes_wild_cards(planner, growing->form);
	uint32_t reached[MELD_CARDS_MAX + 1], from = UINT32_C(1) << laid;
	int n;

	if (most > 0 && !form_takes_natural(planner->game, growing->form, kind))
		most = 0;
	if (laid > WILDS_MOST || !form_allows(form, growing->cards.naturals, laid)) {
		/* joined from two, beyond its limits */
		for (n = 0; n <= most && meld_takes(rules, &planner->side->meld[growing->index], n, 0); n++)
			add_options(planner, growing, n, 1);
		return;
	}
	for (n = 0; n <= most && growing->cards.naturals + n <= MELD_CARDS_MAX && from != 0; n++) {
		uint32_t allowed = form->wilds[growing->cards.naturals + n];
		from &= allowed;
		if (wild)
			from = rules->melds_grow ? allowed & ~(up_to(laid) >> 1) : fill_up(from, allowed);
		reached[n] = from;
	}
	while (--n >= 0 && (planner->goal == STAY_IN || form->comes_again || growing->rank->held - n <= 1)) {
		if (reached[n] != 0)
			add_options(planner, growing, n, reached[n] >> laid);
		if (form->comes_again)
			go_on_beside(planner, growing, n, reached[n] >> laid);
	}
}

/* The numbers of natural cards with which a meld of this form is begun. */
static uint32_t naturals_begun(const struct form *form)
{
	uint32_t naturals = 0;

	for (int i = 0; i < form->begin_count; i++)
		naturals |= UINT32_C(1) << form->begin[i].naturals;
	return naturals;
}

/* Begins one more meld of the rank, behind those that are done. */
static void begin_melds(struct planner *planner, const struct growing *done)
{
	const struct game *game = planner->game;
	const struct rules *rules = planner->rules;
	int kind = done->rank->kind, most = done->rank->held - done->naturals;
	bool alone = rules->cards.wild >> kind & 1, owes_out;

	for (int i = 0; i < rules->meld_count; i++) {
		const struct form *form = &rules->form[i];
		struct growing begun = *done;
		bool wild = alone || takes_wild_cards(planner, i);
		uint32_t naturals = UINT32_MAX;
		if (alone ? form->ranks != 0 : !(form->ranks >> kind & 1))
			continue;
		if (!form_may_begin(game, i, kind, &owes_out) ||
		    (owes_out && planner->goal == STAY_IN && !planner->owing))
			continue;
		if (most > 0 && !form_takes_natural(game, i, kind))
			naturals = naturals_begun(form);
		begun.index = -1;
		begun.form = i;
		begun.cards = (struct meld_cards){ .kind = (uint8_t)kind };
		begun.several = done->naturals + done->wilds > 0;
		for (int n = lesser(most, MELD_CARDS_MAX); n >= 0; n--) {
			uint32_t wilds = wild ? form->grown[n] : form->grown_clean >> n & 1;
			if (wilds == 0 || !(naturals >> n & 1))
				continue;
			if (most - n <= 1 || planner->goal == STAY_IN)
				add_options(planner, &begun, n, wilds);
			if (form->comes_again)
				go_on_beside(planner, &begun, n, wilds);
		}
	}
}

/* Lists the options of a rank; the first one leaves it as it is. */
static void list_options(struct planner *planner, struct rank *rank)
{
	const struct side *side = planner->side;
	struct growing growing = { .rank = rank, .index = -1 };
	bool melded = side->melded >> rank->kind & 1;

	rank->first = (int16_t)planner->options;
	if (melded) {
		growing.index = side->meld_of[rank->kind];
		growing.form = side->meld[growing.index].form;
		growing.cards = side->meld[growing.index].cards;
		grow_meld(planner, &growing);
	} else {
		growing.cards.kind = rank->kind;
		begin_melds(planner, &growing);
		growing.cards.naturals = growing.cards.wilds = 0;
		add_options(planner, &growing, 0, 1);
	}
	if (melded && (side->again >> rank->kind & 1)) {
		struct growing done = { .rank = rank };
		done.gain = gain_of_meld(planner, growing.index, &growing.cards, growing.form);
		done.several = true;
		begin_melds(planner, &done);
	}
	rank->end = (int16_t)planner->options;
}

/* ---- setting up ---- */

/* The best wild cards of the hand, summed up. */
static void sum_wild_points(struct planner *planner)
{
	const struct rules *rules = planner->rules;
	int count = 0;

	planner->wild_points[0] = 0;
	for (int i = 0; i < rules->wild_kinds; i++)
		for (int j = cards_count(planner->hand, rules->wild_kind[i]); j > 0 && count < WILDS_MOST; j--, count++)
			planner->wild_points[count + 1] =
				planner->wild_points[count] + rules->kind[rules->wild_kind[i]].points;
	planner->wilds = count;
	planner->wilds_all = up_to(count);
	planner->full = planner->full || wilds_in(rules, planner->hand) > count;
}

/* Whether a meld of kind [form] takes wild cards beside a meld of [alone] wild cards. */
static bool takes_wild_beside(const struct planner *planner, int form, int alone)
{
	cardset ranks = planner->rules->form[form].ranks & (cards_kinds(planner->hand) | planner->side->melded);
	struct foreseen foreseen = foresee(planner, ranks != 0 ? __builtin_ctzll(ranks) : planner->rules->wild_kind[0]);

	foreseen.alone = alone;
	return formula_evaluate(planner->rules->meld[form].wild_cards, &foreseen, fact_foreseen) != 0;
}

/* Which kinds of meld take wild cards now, and which ones after a meld of wild cards has grown. */
static void look_at_locks(struct planner *planner)
{
	const struct rules *rules = planner->rules;
	const struct meld *meld = rules->wild_melds ? meld_of(planner->side, rules->wild_kind[0]) : NULL;
	uint32_t asked = up_to(rules->meld_count) >> 1 & ~rules->wild_always;

	planner->laid_alone = meld != NULL ? meld->cards.wilds : 0;
	planner->points_alone = meld != NULL ? meld_points(rules, &meld->cards) : 0;
	planner->wild_now = rules->wild_always;
	planner->wild_later = 0;
	planner->unlocks = 0;
	for (; asked != 0 && planner->wilds > 0; asked &= asked - 1) {
		int form = __builtin_ctz(asked);
		cardset ranks = rules->form[form].ranks & (cards_kinds(planner->hand) | planner->side->melded);
		if (ranks == 0 && rules->form[form].ranks != 0)
			continue;
		if (form_takes_wild(planner->game, form, ranks != 0 ? __builtin_ctzll(ranks) : rules->wild_kind[0])) {
			planner->wild_now |= UINT32_C(1) << form;
			continue;
		}
		for (int more = 1; meld != NULL && more <= planner->wilds; more++)
			if (takes_wild_beside(planner, form, planner->laid_alone + more)) {
				if (planner->unlocks == 0 || planner->unlocks == planner->laid_alone + more) {
					planner->unlocks = planner->laid_alone + more;
					planner->wild_later |= UINT32_C(1) << form;
				}
				break;
			}
	}
}

/* Whether a meld of wild cards may be begun behind melds that have wild cards among others. */
static bool begins_beside_mixed(const struct planner *planner)
{
	const struct rules *rules = planner->rules;

	for (int i = 0; i < rules->meld_count; i++) {
		struct foreseen foreseen = foresee(planner, rules->wild_kind[0]);
		bool owes_out;
		foreseen.mixed = true;
		if (rules->form[i].ranks == 0 && form_may_begin(planner->game, i, rules->wild_kind[0], &owes_out) &&
		    (rules->begun_always >> i & 1 ||
		     formula_evaluate(rules->meld[i].begun, &foreseen, fact_foreseen) != 0))
			return true;
	}
	return false;
}

/* Finds out in which order melds of wild cards and wild cards elsewhere can be laid. */
static void look_beside(struct planner *planner)
{
	const struct rules *rules = planner->rules;
	bool begun = planner->laid_alone > 0;

	planner->beside = UINT32_MAX;
	planner->alone_later = true;
	if (planner->wild_later != 0) {
		planner->beside = ~(up_to(planner->unlocks - planner->laid_alone) >> 1);
		planner->alone_later = false;
		return;
	}
	if (begun || planner->wilds < rules->wild_meld_least ||
	    (planner->wild_now & rules->ranked_forms) == (rules->wild_always & rules->ranked_forms))
		return; /* there is nothing that it could lock */
	planner->alone_later = begins_beside_mixed(planner);
	for (int size = rules->wild_meld_least; size <= planner->wilds; size++)
		for (int i = 0; i < rules->meld_count; i++)
			if ((planner->wild_now & rules->ranked_forms & ~rules->wild_always) >> i & 1 &&
			    !takes_wild_beside(planner, i, size))
				planner->beside &= ~(UINT32_C(1) << size);
}

/* The state before any rank: what the melds count that no rank of the plan stands for, and cards that stay in any case. */
static int base_state(const struct planner *planner, cardset planned, const uint8_t *kept)
{
	uint64_t gain = 0; /* added up, byte by byte: a side has fewer melds than a byte has room for */
	int state = 0, canastas = planner->side->canastas;

	for (int i = 0; i < planner->side->melds && planner->counters > 0; i++) {
		const struct meld *meld = &planner->side->meld[i];
		if (!(planned >> meld->cards.kind & 1) || planner->side->meld_of[meld->cards.kind] != i)
			gain += gain_of_meld(planner, i, &meld->cards, meld->form);
		else
			canastas -= meld->canasta >= 0; /* the rank counts it */
	}
	for (int i = 0; i < planner->counters && state >= 0; i++)
		switch (planner->counter[i].what) {
		case COUNT_KEPT:
		case COUNT_FREE: state = count_on(planner, state, i, kept[planner->counter[i].what]); break;
		case COUNT_CANASTAS: state = count_on(planner, state, i, canastas); break;
		case COUNT_FACT: state = count_on(planner, state, i, (int)(gain >> (8 * i) & 255)); break;
		}
	return state;
}

/* The ranks on which something may be laid. */
static cardset ranks_in_play(const struct planner *planner)
{
	const struct rules *rules = planner->rules;
	cardset held = cards_kinds(planner->hand);
	cardset ranks = (useful_kinds(rules, planner->hand) | (planner->side->melded & held)) & rules->naturals;

	return planner->wilds > 0 ? ranks | (planner->side->takes_wild & rules->naturals) : ranks;
}

/* ---- joining the ranks ---- */

/* What the ranks joined so far can come to: the states reached, and in each the numbers of wild cards used. */
struct joined {
	uint64_t states;
	uint32_t used[STATES_MAX];
};

/* The numbers of wild cards of an option that has the act with which the plan begins. */
static uint32_t wilds_with_act(const struct planner *planner, const struct rank_option *option)
{
	if (option->naturals < planner->must_naturals || option->form != planner->must_form)
		return 0;
	return option->wilds & ~(up_to(planner->must_wilds) >> 1);
}

/* Joins the options of [rank] to what was reached. [before] and [after] have the most points for each state and number of
 * wild cards where the side has to open; elsewhere points do not matter. */
static void join_rank(const struct planner *planner, const struct rank *rank, const struct joined *from,
                      struct joined *to, const int32_t *before, int32_t *after)
{
	int row = planner->wilds + 1;
	bool must = rank->kind == planner->must_rank;

	to->states = 0;
	for (int i = rank->first; i < rank->end; i++) {
		const struct rank_option *option = &planner->option[i];
		uint32_t offered = must ? wilds_with_act(planner, option) : option->wilds;
		for (uint64_t states = from->states; states != 0; states &= states - 1) {
			int state = __builtin_ctzll(states), next = next_state(planner, state, option);
			if (next < 0)
				continue;
			if (!(to->states >> next & 1)) {
				to->states |= UINT64_C(1) << next;
				to->used[next] = 0;
			}
			for (uint32_t wilds = offered; wilds != 0; wilds &= wilds - 1) {
				int some = __builtin_ctz(wilds);
				uint32_t used = from->used[state] << some & planner->wilds_all;
				for (uint32_t left = planner->opens ? used : 0; left != 0; left &= left - 1) {
					int at = __builtin_ctz(left);
					int32_t points = before[state * row + at - some] + option->points;
					int32_t *cell = &after[next * row + at];
					if (!(to->used[next] >> at & 1) || points > *cell)
						*cell = points;
				}
				to->used[next] |= used;
			}
		}
	}
}

/* ---- the end of the turn ---- */

/* The last card of the turn, of which the player goes out: the kinds that no ban speaks of then. */
static int32_t fact_of_last_card(const void *frame, const struct ir *asked)
{
	const struct question *about = frame;
	const struct game *game = about->game;
	cardset last = UINT64_C(1) << about->origin;

	switch ((enum fact_id)asked->fact) {
	case FACT_term: return formula_evaluate(game->rules->define[asked->item].when, frame, fact_of_last_card);
	case FACT_hand_size: return 1;
	case FACT_hand_count: return (last & asked->cards) != 0;
	case FACT_hand_only: return (last & ~asked->cards) == 0;
	case FACT_turn_melded:
		return ((game->turn.laid_kinds | cards_kinds(&game->seat[game->turn.seat].hand)) & asked->cards) != 0;
	default: return fact_of_game(frame, asked);
	}
}

static cardset banned_as_last(const struct game *game)
{
	const struct rules *rules = game->rules;
	cardset banned = 0;

	for (int ban = 0; ban < rules->discard.ban_count; ban++)
		for (cardset kinds = cards_kinds(&game->seat[game->turn.seat].hand) & rules->discard.ban[ban].cards;
		     kinds != 0; kinds &= kinds - 1) {
			struct question about = question_with(game, __builtin_ctzll(kinds));
			about.going_out = true;
			about.origin =
				(uint8_t)__builtin_ctzll(kinds); /* the card itself; no ban asks where it is from */
			if (formula_evaluate(rules->discard.ban[ban].when, &about, fact_of_last_card))
				banned |= kinds & -kinds;
		}
	return banned;
}

/* True if a talon would come for the last card, discarded by a side that has opened in this turn. */
static bool talon_may_come(const struct game *game)
{
	int because;

	return game->rules->talon.empty_hand == talon_empty_hand_allowed && !game->turn.owes_out && !game->turn.last &&
	       (game->turn.opened || !own_side(game)->opened) && talon_of_opening(game, &because) > 0;
}

static struct foreseen foresee_state(const struct planner *planner, int state, int used_alone)
{
	struct foreseen foreseen = { .about = question_now(planner->game),
		                     .planner = planner,
		                     .state = state,
		                     .alone = planner->laid_alone + used_alone,
		                     .points_alone = planner->points_alone + planner->wild_points[used_alone] };

	foreseen.about.going_out = planner->goal == GO_OUT;
	return foreseen;
}

/* Whether the initial meld is made in this state. */
static bool opens_in(const struct planner *planner, int state, int used_alone, int32_t points)
{
	const struct in_initial_meld *initial = &planner->rules->initial_meld;
	struct foreseen foreseen = foresee_state(planner, state, used_alone);

	if (points >= planner->game->turn.minimum &&
	    (planner->rules->plain_opening || planner->game->turn.any_contents ||
	     formula_evaluate(initial->contains, &foreseen, fact_foreseen)))
		return true;
	return !planner->rules->never_waived && (planner->goal == GO_OUT || !planner->rules->waived_only_out) &&
	       formula_evaluate(initial->waived, &foreseen, fact_foreseen);
}

static int digit_of(const struct planner *planner, int state, enum counted what)
{
	for (int i = 0; i < planner->counters; i++)
		if (planner->counter[i].what == what)
			return digit(&planner->counter[i], state);
	return -1;
}

/* Whether the player may go out in this state, the initial meld apart. */
static bool contract_holds(const struct planner *planner, int state, int used_alone)
{
	struct foreseen foreseen = foresee_state(planner, state, used_alone);
	int canastas = digit_of(planner, state, COUNT_CANASTAS);

	if (planner->game->turn.stays_in || (canastas >= 0 && canastas < planner->rules->going_out.canastas))
		return false;
	return planner->rules->plain_contract ||
	       formula_evaluate(planner->rules->going_out.contract, &foreseen, fact_foreseen);
}

/* True if the turn ends well in this state with [used] wild cards laid, [used_alone] of them in a meld of their own, and an
 * initial meld of so many points. */
static bool ends_well(const struct planner *planner, int state, int used, int used_alone, int32_t points)
{
	const struct game *game = planner->game;
	int unused = planner->wilds - used, kept = digit_of(planner, state, COUNT_KEPT) + unused;
	bool wild_free = unused > 0 && (planner->free & planner->rules->cards.wild & cards_kinds(planner->hand)) != 0;

	if (planner->opens && !opens_in(planner, state, used_alone, points))
		return false;
	if (unused > 0 && (planner->bound & planner->rules->cards.wild & cards_kinds(planner->hand)) != 0)
		return false;
	if (planner->goal == STAY_IN)
		return planner->kept_enough ||
		       (kept >= planner->need && (digit_of(planner, state, COUNT_FREE) != 0 || wild_free));
	if (kept > 1 || (kept == 0 && planner->rules->going_out.discard == going_out_discard_required) ||
	    (kept == 1 && game->turn.stops))
		return false;
	return contract_holds(planner, state, used_alone) || (kept == 1 && talon_may_come(game));
}

/* ---- finding a plan ---- */

/* Where a plan ends. */
struct plan_end {
	int state, used; /* of the ranks joined */
	int alone;       /* the option of the meld of wild cards */
	int used_alone;
	int32_t points; /* of natural cards that the plan adds */
};

/* True if a meld of wild cards may grow by [alone] beside [used] wild cards elsewhere: it comes after them, or they come once it
 * lets them. An act that is to be done first leaves one order only. */
static bool fits_beside(const struct planner *planner, int used, int alone)
{
	bool wild_act = planner->must_rank >= 0 && planner->must_wilds > 0;
	bool first = wild_act && planner->must_rank == planner->alone.kind;

	if (used == 0 || alone == 0)
		return used == 0 || planner->wild_later == 0;
	return (planner->alone_later && !first) || ((planner->beside >> alone & 1) && (first || !wild_act));
}

/* True if the turn ends well with [used] wild cards on the ranks joined, which brings [state], and [alone] more in melds of
 * their own. */
static bool ends_with_alone(const struct planner *planner, int state, int used, int alone, int32_t points,
                            struct plan_end *end)
{
	int32_t sum = planner->opens ? planner->game->turn.count + points + planner->wild_points[used + alone] : 0;
	bool must = planner->must_rank == planner->alone.kind;

	if (!fits_beside(planner, used, alone))
		return false;
	for (int i = planner->alone.first; i < planner->alone.end; i++) {
		const struct rank_option *option = &planner->option[i];
		uint32_t wilds = must ? wilds_with_act(planner, option) : option->wilds;
		int next = wilds >> alone & 1 ? next_state(planner, state, option) : -1;
		if (next < 0 || !ends_well(planner, next, used + alone, alone, sum))
			continue;
		*end = (struct plan_end){ state, used, i, alone, points };
		return true;
	}
	return false;
}

/* The sizes by which melds of wild cards may grow, as bits. */
static uint32_t sizes_alone(const struct planner *planner)
{
	uint32_t sizes = 0;

	for (int i = planner->alone.first; i < planner->alone.end; i++)
		sizes |= planner->option[i].wilds;
	return sizes & planner->wilds_all;
}

static void note_part(const struct rank *rank, const struct rank_option *option, int wilds, struct turn_plan *plan)
{
	if (option->naturals == 0 && wilds == 0)
		return;
	plan->ranks |= UINT64_C(1) << rank->kind;
	plan->part[rank->kind] = (struct part){ option->naturals, (uint8_t)wilds, option->form, option->several };
	plan->left -= option->naturals + wilds;
	plan->spare -= wilds;
}

static void begin_plan(const struct planner *planner, const struct plan_end *end, struct turn_plan *plan)
{
	const struct rank_option *alone = &planner->option[end->alone];

	plan->found = true;
	plan->goal = planner->goal;
	plan->opens = planner->opens;
	plan->left = planner->game->seat[planner->game->turn.seat].size;
	plan->need = planner->need;
	plan->spare = planner->wilds;
	plan->used = end->used + end->used_alone;
	plan->elsewhere = end->used;
	plan->points = planner->game->turn.count + end->points;
	plan->free_rank = planner->kept_enough || digit_of(planner, end->state, COUNT_FREE) > 0;
	plan->ranks = 0;
	if (end->used_alone > 0)
		note_part(&planner->alone, alone, end->used_alone, plan);
}

/* Goes back through the layers from where the plan ends and notes what each rank laid. */
static void trace_plan(const struct planner *planner, const struct joined *layers, const int32_t *cells, int size,
                       const struct plan_end *end, struct turn_plan *plan)
{
	int row = planner->wilds + 1, state = end->state, used = end->used;

	for (int i = planner->ranks - 1; i >= 0; i--) {
		const struct rank *rank = &planner->rank[i];
		const int32_t *before = cells + i * size, *after = before + size;
		int32_t points = planner->opens ? after[state * row + used] : 0;
		bool traced = false;
		for (int at = rank->first; at < rank->end && !traced; at++)
			for (uint64_t states = layers[i].states; states != 0 && !traced; states &= states - 1) {
				const struct rank_option *option = &planner->option[at];
				int from = __builtin_ctzll(states);
				if (next_state(planner, from, option) != state)
					continue;
				for (uint32_t wilds = option->wilds & up_to(used); wilds != 0; wilds &= wilds - 1) {
					int some = __builtin_ctz(wilds);
					if (!(layers[i].used[from] >> (used - some) & 1) ||
					    (planner->opens &&
					     before[from * row + used - some] + option->points != points))
						continue;
					note_part(rank, option, some, plan);
					state = from;
					used -= some;
					traced = true;
					break;
				}
			}
	}
}

/* Joins all ranks and looks for an end, with as few wild cards as can be. With [limit] it looks for the most points that an
 * initial meld can have instead. */
static bool join_ranks(const struct planner *planner, int base, struct turn_plan *plan, int32_t *limit)
{
	struct joined layers[KINDS_MAX + 2];
	int32_t cells[CELLS_MAX];
	int row = planner->wilds + 1, size = planner->opens ? row << planner->bits : 0;
	const struct joined *last = &layers[planner->ranks];
	const int32_t *most = cells + planner->ranks * size;
	struct plan_end end = { 0 };
	bool found = false;

	layers[0].states = UINT64_C(1) << base;
	layers[0].used[base] = 1;
	cells[base * row] = 0;
	for (int i = 0; i < planner->ranks; i++)
		join_rank(planner, &planner->rank[i], &layers[i], &layers[i + 1], cells + i * size,
		          cells + (i + 1) * size);
	for (int total = 0; total < row && !found; total++)
		for (uint32_t sizes = sizes_alone(planner) & up_to(total); sizes != 0 && !found; sizes &= sizes - 1)
			for (uint64_t states = last->states; states != 0 && !found; states &= states - 1) {
				int alone = __builtin_ctz(sizes), used = total - alone, state = __builtin_ctzll(states);
				int32_t points;
				if (!(last->used[state] >> used & 1))
					continue;
				points = planner->opens ? most[state * row + used] : 0;
				if (limit == NULL)
					found = ends_with_alone(planner, state, used, alone, points, &end);
				else if (points + planner->wild_points[total] > *limit &&
				         fits_beside(planner, used, alone))
					*limit = points + planner->wild_points[total];
			}
	if (!found || plan == NULL)
		return found;
	begin_plan(planner, &end, plan);
	trace_plan(planner, layers, cells, size, &end, plan);
	return true;
}

/* Sets up what does not depend on how the turn is to end. */
static void look_at(struct planner *planner, const struct game *game)
{
	planner->game = game;
	planner->rules = game->rules;
	planner->side = own_side(game);
	planner->hand = &game->seat[game->turn.seat].hand;
	planner->full = planner->owing = false;
	planner->must_rank = -1;
	sum_wild_points(planner);
}

/* Lists the options of all ranks; false if the goal is out of reach at once. */
static bool lay_out(struct planner *planner, enum goal goal, bool opens, int need, int *base)
{
	const struct rules *rules = planner->rules;
	cardset ranks = ranks_in_play(planner);
	cardset rest = cards_kinds(planner->hand) & ~ranks & ~rules->cards.wild;
	uint8_t kept[] = {
		[COUNT_KEPT] = (uint8_t)cards_count_in(planner->hand, rest), [COUNT_FREE] = (rest & planner->free) != 0
	};

	planner->goal = goal;
	planner->opens = opens;
	planner->need = need;
	planner->counters = planner->bits = planner->options = planner->ranks = 0;
	if ((rest & planner->bound) != 0 || (goal == GO_OUT && kept[COUNT_KEPT] > 1))
		return false;
	planner->kept_enough = goal == STAY_IN && kept[COUNT_KEPT] >= need &&
	                       (planner->free == ~UINT64_C(0) || kept[COUNT_FREE]) && planner->bound == 0;
	if (!planner->kept_enough) {
		add_counter(planner, COUNT_KEPT, goal == GO_OUT ? 1 : need, 0, 0);
		if (goal == STAY_IN && planner->free != ~UINT64_C(0))
			add_counter(planner, COUNT_FREE, 1, 0, 0);
	}
	planner->first_fact = planner->counters;
	planner->counts_canastas = goal == GO_OUT && rules->going_out.canastas > 0;
	if (planner->counts_canastas)
		add_counter(planner, COUNT_CANASTAS, rules->going_out.canastas, 0, 0);
	if (goal == GO_OUT)
		add_counters(planner, &rules->contract_facts);
	if (opens)
		add_counters(planner, &rules->contains_facts);
	if (opens && (goal == GO_OUT || !rules->waived_only_out))
		add_counters(planner, &rules->waived_facts);
	planner->looks_closer = opens && rules->initial_meld.top_card == initial_meld_top_card_does_not_help;
	for (int i = 0; i < planner->counters; i++)
		planner->looks_closer |=
			planner->counter[i].what == COUNT_FACT && facts[planner->counter[i].fact].slot == SLOT_CLASS;
	look_at_locks(planner);
	for (cardset left = ranks; left != 0; left &= left - 1) {
		struct rank *rank = &planner->rank[planner->ranks++];
		rank->kind = (uint8_t)__builtin_ctzll(left);
		rank->held = (uint8_t)cards_count(planner->hand, rank->kind);
		list_options(planner, rank);
		if (rank->first == rank->end)
			return false;
	}
	planner->alone = (struct rank){ .kind = (uint8_t)(rules->wild_kinds > 0 ? rules->wild_kind[0] : 0) };
	if (rules->wild_melds && planner->wilds > 0) {
		ranks |= UINT64_C(1) << planner->alone.kind;
		list_options(planner, &planner->alone);
		look_beside(planner);
	} else {
		planner->alone_later = true;
		planner->beside = UINT32_MAX;
		planner->alone.first = (int16_t)planner->options;
		planner->option[planner->options++] = (struct rank_option){ .wilds = 1 };
		planner->alone.end = (int16_t)planner->options;
	}
	*base = base_state(planner, ranks, kept);
	if (opens && (planner->ranks + 1) * (planner->wilds + 1) << planner->bits > CELLS_MAX)
		planner->full = true;
	return *base >= 0 && !planner->full;
}

static bool plan_goal(struct planner *planner, enum goal goal, bool opens, int need, struct turn_plan *plan)
{
	int base;

	return lay_out(planner, goal, opens, need, &base) && join_ranks(planner, base, plan, NULL);
}

/* ---- playing a plan ---- */

/* Lays the cards of one part, or as many of them as bring a pile that waits; false if the way is barred. */
static bool play_part(struct game *game, int kind, const struct part *part)
{
	const struct rules *rules = game->rules;
	const struct form *form = &rules->form[part->form];
	int naturals = part->naturals, wilds = part->wilds;
	bool owes_out, waits = game->turn.pending;

	if (part->several)
		return false;
	if (!(own_side(game)->melded >> kind & 1)) {
		struct act act = act_of(ACT_MELD, part->form, (unsigned)kind, 0);
		int best = -1;
		for (int i = 0; i < form->begin_count; i++)
			if (form->begin[i].naturals <= naturals && form->begin[i].wilds <= wilds &&
			    (best < 0 || form->begin[i].wilds < form->begin[best].wilds))
				best = i;
		if (best < 0 || !form_may_begin(game, part->form, kind, &owes_out) ||
		    (form->begin[best].wilds > 0 && !form_takes_wild(game, part->form, kind)))
			return false;
		act.count = form->begin[best].naturals;
		naturals -= act.count;
		for (int wild = 0, left = form->begin[best].wilds; wild < rules->wild_kinds; wild++) {
			int have = cards_count(&game->seat[game->turn.seat].hand, rules->wild_kind[wild]);
			act.wild[wild] = (uint8_t)lesser(have, left);
			left -= act.wild[wild];
		}
		wilds -= form->begin[best].wilds;
		apply_cards(game, act);
	}
	while (naturals + wilds > 0 && game->turn.pending == waits) {
		const struct side *side = own_side(game);
		int index = side->meld_of[kind], wild = 0;
		const struct meld *meld = &side->meld[index];
		if (naturals > 0 && meld_takes(rules, meld, 1, 0) && form_takes_natural(game, meld->form, kind)) {
			apply_cards(game, act_of(ACT_ADD, (unsigned)index, (unsigned)kind, 0));
			naturals--;
			continue;
		}
		while (wild < rules->wild_kinds &&
		       cards_count(&game->seat[game->turn.seat].hand, rules->wild_kind[wild]) == 0)
			wild++;
		if (wilds == 0 || wild == rules->wild_kinds || !meld_takes(rules, meld, 0, 1) ||
		    !form_takes_wild(game, meld->form, kind))
			return false;
		apply_cards(game, act_of(ACT_ADD, (unsigned)index, rules->wild_kind[wild], 0));
		wilds--;
	}
	return true;
}

/* Plays a plan; true if the turn can end behind it. */
static bool plan_works(const struct game *game, const struct turn_plan *plan)
{
	const struct rules *rules = game->rules;
	int alone = rules->wild_kinds > 0 ? rules->wild_kind[0] : KINDS_MAX;

	for (int alone_first = 0; alone_first < 2; alone_first++) {
		struct game after;
		bool fits = true, has_alone = alone < KINDS_MAX && (plan->ranks >> alone & 1);
		copy_turn(&after, game);
		if (alone_first && has_alone)
			fits = play_part(&after, alone, &plan->part[alone]);
		for (cardset ranks = plan->ranks; fits && ranks != 0; ranks &= ranks - 1) {
			int kind = __builtin_ctzll(ranks);
			if (kind == alone)
				continue;
			if (game->turn.pending && !after.turn.pending)
				break; /* the pile has come to the hand */
			fits = play_part(&after, kind, &plan->part[kind]);
		}
		if (fits && !alone_first && has_alone && !(game->turn.pending && !after.turn.pending))
			fits = play_part(&after, alone, &plan->part[alone]);
		if (fits &&
		    (can_end_now(&after) || (game->turn.pending && !after.turn.pending && turn_can_end(&after))))
			return true;
		if (!has_alone)
			break;
	}
	return false;
}

/* ---- bounds ---- */

/* True if two cards of the hand are of use neither with each other nor on a meld nor with wild cards: one may stay
 * behind, to be discarded, not both. */
static inline bool two_are_lonely(const struct game *game)
{
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	cardset joins = game->rules->late_naturals ? own_side(game)->melded : own_side(game)->takes_natural;
	cardset lonely = cards_kinds(hand) & ~cards_twice(hand) & ~joins & game->rules->lonely;

	return (lonely & (lonely - 1)) != 0;
}

/* True if fewer than [needed] melds, those that the hand could begin included, could become canastas with its cards. */
static bool canastas_out_of_reach(const struct game *game, int wilds, int needed)
{
	const struct side *side = own_side(game);
	const struct seat *seat = &game->seat[game->turn.seat];
	int least = game->rules->canasta_least;

	if (needed > 0)
		needed -= seat->size / least; /* new ones */
	if (needed <= 0)
		return false;
	for (int i = 0; i < side->melds; i++) {
		const struct meld *meld = &side->meld[i];
		int size = meld->cards.naturals + meld->cards.wilds;
		if (meld->canasta < 0 && size + seat->size >= least &&
		    size + cards_count(&seat->hand, meld->cards.kind) + wilds >= least && --needed == 0)
			return false;
	}
	return true;
}

/* A pair needs a wild card: if one of its cards stays behind, the other is no meld. */
static bool lacks_wilds_for_pairs(const struct game *game, int wilds)
{
	const struct rules *rules = game->rules;
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	cardset pairs = cards_twice(hand) & ~cards_thrice(hand) & ~own_side(game)->melded & rules->needs_three &
	                rules->needs_two;

	return set_size(pairs) > wilds;
}

/* True if two cards at least have to stay in the hand. */
static bool cards_cannot_go(const struct game *game)
{
	if (game->turn.pending) /* nobody knows what a pile brings */
		return false;
	return two_are_lonely(game) ||
	       lacks_wilds_for_pairs(game, wilds_in(game->rules, &game->seat[game->turn.seat].hand));
}

bool hand_cannot_go(const struct game *game)
{
	if (game->turn.pending)
		return false;
	return cards_cannot_go(game) ||
	       canastas_out_of_reach(game, wilds_in(game->rules, &game->seat[game->turn.seat].hand),
	                             game->rules->going_out.canastas - own_side(game)->canastas);
}

/* True if no minimum can be waived in this turn. */
static bool is_not_waived(const struct game *game)
{
	const struct rules *rules = game->rules;
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	int most = 0;

	if (rules->never_waived)
		return true;
	if (rules->waived_only_out)
		return hand_cannot_go(game);
	for (cardset kinds = (cards_kinds(hand) | own_side(game)->melded) & rules->naturals; kinds != 0;
	     kinds &= kinds - 1) {
		const struct meld *meld = meld_of(own_side(game), __builtin_ctzll(kinds));
		int cards = cards_count(hand, __builtin_ctzll(kinds)) +
		            (meld != NULL ? meld->cards.naturals + meld->cards.wilds : 0);
		most = cards > most ? cards : most;
	}
	if (rules->wild_melds && meld_of(own_side(game), rules->wild_kind[0]) != NULL)
		most = MELD_CARDS_MAX;
	return most + wilds_in(rules, hand) < rules->waived_least;
}

/* What the cards that might be laid count, as if they all could be but for pairs: each needs a wild card. */
static int32_t points_at_most(const struct game *game)
{
	const struct rules *rules = game->rules;
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	cardset melded = own_side(game)->melded, useful = useful_kinds(rules, hand);
	cardset kinds =
		useful | (rules->naturals & cards_kinds(hand) & melded) | (rules->cards.wild & cards_kinds(hand));
	cardset pairs = useful & rules->needs_three & ~cards_thrice(hand) & ~melded & ~rules->counts_down;
	int32_t points = game->turn.count + game->turn.withheld;

	for (kinds &= ~rules->counts_down; kinds != 0; kinds &= kinds - 1)
		points += cards_count(hand, __builtin_ctzll(kinds)) * rules->kind[__builtin_ctzll(kinds)].points;
	for (int over = set_size(pairs) - wilds_in(rules, hand); over > 0 && points >= game->turn.minimum; over--) {
		int least = __builtin_ctzll(pairs); /* the pair that counts least is given up */
		for (cardset left = pairs & (pairs - 1); left != 0; left &= left - 1)
			if (rules->kind[__builtin_ctzll(left)].points < rules->kind[least].points)
				least = __builtin_ctzll(left);
		points -= cards_count(hand, least) * rules->kind[least].points;
		pairs &= ~(UINT64_C(1) << least);
	}
	return points;
}

bool opening_is_out_of_reach(const struct game *game)
{
	return points_at_most(game) < game->turn.minimum && is_not_waived(game);
}

/* True if the initial meld cannot count enough with the pile taken by [act]. */
static bool take_is_out_of_reach(const struct game *game, struct act act)
{
	const struct rules *rules = game->rules;
	int32_t points = points_at_most(game);

	if (!(rules->cards.wild >> act.kind & 1)) /* a pair needs no wild card beside it */
		points += cards_count(&game->seat[game->turn.seat].hand, act.kind) * rules->kind[act.kind].points;
	if (rules->initial_meld.top_card == initial_meld_top_card_counts)
		points += rules->kind[act.kind].points;
	return points < game->turn.minimum && (rules->never_waived || rules->waived_only_out) &&
	       rules->counts_down == 0;
}

/* ---- whether the turn can end ---- */

/* Cards that come to the hand with the pile that waits; 0 if some of them may be bonus cards. */
static int cards_waiting(const struct game *game)
{
	return game->turn.pending && (game->pile_kinds & game->rules->bonus.cards) == 0 ? game->pile_size : 0;
}

/* The kinds of the hand that are sure to be free for the discard, whatever is melded of other ranks. */
static cardset surely_free(const struct game *game)
{
	cardset free = 0;

	if (game->rules->discard.ban_count == 0 || game->turn.stops)
		return ~UINT64_C(0);
	for (cardset kinds = cards_kinds(&game->seat[game->turn.seat].hand); kinds != 0; kinds &= kinds - 1)
		if (some_stays_free(game, kinds & -kinds))
			free |= kinds & -kinds;
	return free;
}

/* The same with the pile that waits, of [waiting] cards. */
static cardset free_with_pile(const struct game *game, int waiting)
{
	const struct rules *rules = game->rules;
	bool some = waiting > 0 && (rules->bans_yield_to_takes || (game->pile_kinds & rules->unbanned[0]) != 0);

	return some ? ~UINT64_C(0) : surely_free(game);
}

/* Staying in: an initial meld if the side owes one, a card to discard, and one to keep. */
static bool plan_to_stay(struct planner *planner, struct turn_plan *plan)
{
	const struct game *game = planner->game;
	const struct rules *rules = planner->rules;
	bool opens = !planner->side->opened, bans = rules->discard.ban_count > 0 && !game->turn.stops;
	int waiting = cards_waiting(game), need = game->turn.stops ? 1 : 2;

	need = need > waiting ? need - waiting : 0;
	if (game->seat[game->turn.seat].size < need)
		return false;
	planner->bound = 0;
	planner->free = free_with_pile(game, waiting);
	if (plan_goal(planner, STAY_IN, opens, need, plan)) {
		if (!game->turn.pending || (waiting >= 2 && !bans && !game->turn.owes_out))
			return (!rules->plans_need_proof) || plan_works(game, plan);
		if (plan_works(game, plan))
			return true;
	}
	if (!bans)
		return false;
	/* a ban may speak no more of what is left once other cards are gone */
	planner->free = ~UINT64_C(0);
	if (plan_goal(planner, STAY_IN, opens, need, plan) && plan_works(game, plan))
		return true;
	for (int i = 0; i < rules->kept_sets; i++) {
		planner->bound = ~rules->kept_set[i];
		if (plan_goal(planner, STAY_IN, opens, need, plan) && plan_works(game, plan))
			return true;
	}
	return plan->found = false;
}

/* Going out, or discarding the last card for a talon. */
static bool plan_to_go(struct planner *planner, struct turn_plan *plan)
{
	const struct game *game = planner->game;
	const struct rules *rules = planner->rules;
	bool opens = !planner->side->opened, refills = talon_may_come(game);

	if (game->turn.stays_in && !refills)
		return false;
	planner->free = ~UINT64_C(0);
	planner->bound = rules->discard.ban_count > 0 && !refills ? banned_as_last(game) : 0;
	if (!plan_goal(planner, GO_OUT, opens, 0, plan))
		return false;
	if (rules->plans_need_proof || (opens && rules->opening_needs_proof) || refills)
		return plan_works(game, plan) || (plan->found = false);
	return true;
}

/* A pile waits, and the player has to go out with it: what comes of that is not counted but tried. Without melds that oblige
 * her to go out the initial meld is out of reach. */
static bool waits_and_owes(struct planner *planner, struct turn_plan *plan)
{
	const struct game *game = planner->game;

	if (planner->full)
		return plan->found = search_turn(game);
	planner->owing = true;
	planner->bound = 0;
	planner->free = ~UINT64_C(0);
	plan->found = plan_goal(planner, STAY_IN, !planner->side->opened, 0, plan) &&
	              (plan_works(game, plan) || search_turn(game));
	plan->goal = GO_OUT;
	plan->ranks = 0;
	return plan->found;
}

static bool find_plan(const struct game *game, struct turn_plan *plan)
{
	struct planner planner;
	bool has_to_go = game->turn.owes_out && !game->turn.pending;

	plan->found = false;
	look_at(&planner, game);
	if (!has_to_go && (!own_side(game)->opened || game->rules->discard.ban_count > 0) &&
	    !(!own_side(game)->opened && opening_is_out_of_reach(game)) && plan_to_stay(&planner, plan))
		return true;
	if (game->turn.pending)
		return waits_and_owes(&planner, plan);
	if ((!hand_cannot_go(game) || (!cards_cannot_go(game) && talon_may_come(game))) && plan_to_go(&planner, plan))
		return true;
	return (planner.full || game->rules->plans_need_proof) && search_turn(game);
}

bool turn_can_end(const struct game *game)
{
	struct turn_plan plan;

	return can_end_now(game) || find_plan(game, &plan);
}

bool act_leads_to_end(const struct game *game, struct act act)
{
	struct game after;

	copy_turn(&after, game);
	apply_cards(&after, act);
	return turn_can_end(&after);
}

bool turn_can_go_out(const struct game *game)
{
	struct game after;

	if (hand_cannot_go(game))
		return false;
	copy_turn(&after, game);
	after.turn.owes_out = true;
	after.turn.stays_in = false;
	return turn_can_end(&after);
}

bool turn_can_stay_in(const struct game *game)
{
	struct game after;

	if (game->seat[game->turn.seat].size >= 2 && can_end_now(game))
		return true;
	copy_turn(&after, game);
	after.turn.stays_in = true;
	return turn_can_end(&after);
}

int32_t opening_limit(const struct game *game)
{
	struct planner planner;
	int32_t limit = 0;
	int base;

	look_at(&planner, game);
	planner.free = ~UINT64_C(0);
	planner.bound = 0;
	if (lay_out(&planner, STAY_IN, true, 0, &base)) {
		struct turn_plan plan;
		join_ranks(&planner, base, &plan, &limit);
	}
	return game->turn.count + limit;
}

/* ---- acts of a list ---- */

/* True if some card that may be discarded is sure to be in the hand after [act], with [more] kinds coming to it. */
static bool keeps_unbanned(const struct game *game, struct act act, cardset more)
{
	cardset kinds = cards_kinds(&game->seat[game->turn.seat].hand) | more;
	int rank = act.verb == ACT_ADD ? own_side(game)->meld[act.item].cards.kind : act.kind; /* its meld changes */

	kinds &= ~(UINT64_C(1) << act.kind | UINT64_C(1) << rank) & ~game->rules->cards.wild;
	return (kinds & never_banned(game)) != 0 || some_stays_free(game, kinds);
}

bool take_leads_to_end(const struct game *game, struct act act, int made, bool owes_out)
{
	int size = game->seat[game->turn.seat].size - act.count - act_wilds(act) + game->pile_size - 1;

	if (owes_out)
		return act_leads_to_end(game, act);
	if (own_side(game)->opened)
		return (size >= 2 && (game->pile_kinds & game->rules->bonus.cards) == 0 &&
		        (game->rules->discard.ban_count == 0 || keeps_unbanned(game, act, game->pile_kinds))) ||
		       act_leads_to_end(game, act);
	return (made < MELDS_MAX || !take_is_out_of_reach(game, act)) && act_leads_to_end(game, act);
}

enum answer { NO, YES, UNSURE };

/* What is laid out once for all acts of a position. */
struct known {
	bool laid_out;
	int base;
	struct planner planner;
	struct turn_plan plan; /* one of them */
};

/* Lays out the options of the position for one goal. */
static void lay_out_once(const struct game *game, struct known *known, enum goal goal)
{
	struct planner *planner = &known->planner;
	bool opens = !own_side(game)->opened;
	int waiting = cards_waiting(game), need = game->turn.stops ? 1 : 2;

	if (known->laid_out)
		return;
	known->laid_out = true;
	look_at(planner, game);
	planner->bound = goal == GO_OUT && game->rules->discard.ban_count > 0 ? banned_as_last(game) : 0;
	planner->free = goal == GO_OUT ? ~UINT64_C(0) : free_with_pile(game, waiting);
	need = goal == GO_OUT ? 0 : need > waiting ? need - waiting : 0;
	known->plan.found = lay_out(planner, goal, opens, need, &known->base) &&
	                    join_ranks(planner, known->base, &known->plan, NULL);
}

/* Makes the plan begin with an act. What its wild cards count is known then. */
static void begin_with(struct planner *planner, struct act act)
{
	const struct rules *rules = planner->rules;
	uint8_t wild[WILD_KINDS_MAX];
	int count = 0;

	memcpy(wild, act.wild, sizeof wild);
	planner->must_rank = act.kind;
	planner->must_form = act.item;
	planner->must_naturals = act.count;
	if (act.verb == ACT_MELD)
		planner->must_rank = form_rank(rules, &rules->form[act.item], act.kind);
	else {
		const struct meld *meld = &planner->side->meld[act.item];
		planner->must_rank = meld->cards.kind;
		planner->must_form = meld->form;
		planner->must_naturals = !(rules->cards.wild >> act.kind & 1);
		if (!planner->must_naturals)
			wild[wild_place(rules, act.kind)] = 1;
	}
	planner->must_wilds = act.verb == ACT_MELD ? act_wilds(act) : !planner->must_naturals;
	if (!planner->opens || planner->wilds == 0)
		return;
	for (int laid = 1; laid >= 0; laid--) /* those of the act, then the best of the others */
		for (int i = 0; i < rules->wild_kinds; i++)
			for (int left = laid ? wild[i] : cards_count(planner->hand, rules->wild_kind[i]) - wild[i];
			     left > 0 && count < WILDS_MOST; left--, count++)
				planner->wild_points[count + 1] =
					planner->wild_points[count] + rules->kind[rules->wild_kind[i]].points;
}

/* True if the plan that was found lays at least what the act lays, and every wild card is laid, so that it does not matter
 * which goes where. */
static bool plan_has(const struct planner *planner, const struct turn_plan *plan)
{
	const struct part *part = &plan->part[planner->must_rank];
	bool ordered = (plan->ranks & planner->rules->cards.wild) != 0 && plan->elsewhere > 0;

	return (plan->ranks >> planner->must_rank & 1) && !part->several && part->form == planner->must_form &&
	       part->naturals >= planner->must_naturals && part->wilds >= planner->must_wilds &&
	       (planner->must_wilds == 0 || (!ordered && (plan->spare == 0 || !planner->opens)));
}

/* Whether some plan begins with [act]. */
static bool some_plan_has(struct known *known, struct act act)
{
	if (!known->plan.found)
		return false;
	begin_with(&known->planner, act);
	return plan_has(&known->planner, &known->plan) || join_ranks(&known->planner, known->base, NULL, NULL);
}

/* True if the player owes going out after [act], one of those listed. */
static bool owes_out_after(const struct game *game, struct act act)
{
	bool owes_out = game->turn.owes_out;

	if (act.verb == ACT_MELD && !owes_out && !(game->rules->begun_always >> act.item & 1))
		form_may_begin(game, act.item, act.kind, &owes_out);
	return owes_out;
}

/* Cards of the hand that an act of melding lays down. */
static inline int cards_laid(struct act act)
{
	return act.verb == ACT_ADD ? 1 : act.count + act_wilds(act);
}

/* True if too few canastas are left to go out with after [act], though each of the [left] cards that are laid after it
 * makes one more. */
static bool lacks_canastas(const struct game *game, struct act act, int left)
{
	const struct meld *meld = &own_side(game)->meld[act.item];
	int cards = cards_laid(act) + (act.verb == ACT_ADD ? meld->cards.naturals + meld->cards.wilds : 0);
	bool makes_one = cards >= game->rules->canasta_least && (act.verb != ACT_ADD || meld->canasta < 0);
	int more = left - (game->rules->going_out.discard == going_out_discard_required);

	return own_side(game)->canastas + makes_one + (more > 0 ? more : 0) < game->rules->going_out.canastas;
}

/* Whether the turn can end after one of the acts of melding of a side that has opened. */
static enum answer opened_act_ends(const struct game *game, struct act act, struct known *known)
{
	const struct rules *rules = game->rules;
	int left = game->seat[game->turn.seat].size - cards_laid(act);
	bool owes_out = owes_out_after(game, act), has_to_go = owes_out || left < 2;
	bool refills = rules->talon.empty_hand == talon_empty_hand_allowed && talon_may_come(game);

	if (!has_to_go)
		return rules->discard.ban_count == 0 || keeps_unbanned(game, act, 0) ? YES : UNSURE;
	if (game->turn.stops || refills)
		return cards_cannot_go(game) && !game->turn.stops ? NO : UNSURE;
	if (game->turn.stays_in || hand_cannot_go(game) || lacks_canastas(game, act, left))
		return NO;
	if (owes_out != game->turn.owes_out || rules->plans_need_proof || rules->comes_again || !rules->melds_grow)
		return UNSURE;
	lay_out_once(game, known, GO_OUT);
	return known->planner.full ? UNSURE : some_plan_has(known, act) ? YES : NO;
}

/* The same for a side that has not. */
static enum answer opening_act_ends(const struct game *game, struct act act, struct known *known)
{
	const struct rules *rules = game->rules;
	bool bans = rules->discard.ban_count > 0 && !game->turn.stops;
	enum answer otherwise = cards_cannot_go(game) && !game->turn.pending ? NO : UNSURE;

	if (game->turn.owes_out || rules->plans_need_proof || rules->comes_again || !rules->melds_grow ||
	    owes_out_after(game, act))
		return UNSURE;
	lay_out_once(game, known, STAY_IN);
	if (known->planner.full)
		return UNSURE;
	if (some_plan_has(known, act))
		return game->turn.pending && (bans || cards_waiting(game) < 2) ? UNSURE : YES;
	return bans && !known->planner.kept_enough ? UNSURE : otherwise;
}

static bool act_ends(const struct game *game, struct act act, struct known *known)
{
	enum answer answer =
		own_side(game)->opened ? opened_act_ends(game, act, known) : opening_act_ends(game, act, known);

	return answer == UNSURE ? act_leads_to_end(game, act) : answer == YES;
}

/* Keeps those of the listed acts between two places, from place [to] on; the place behind the last one. */
static int keep_listed(const struct game *game, struct choices *choices, struct known *known, int from, int behind,
                       int to)
{
	for (int i = from; i < behind; i++)
		if (act_ends(game, choices->act[i], known))
			choices->act[to++] = choices->act[i];
	return to;
}

/* True if the turn can end after any act of melding that leaves two cards: two kinds of natural cards are sure to be free
 * for the discard, and an act lays cards of one of them at most. */
static bool discard_is_sure(const struct game *game)
{
	cardset kinds = cards_kinds(&game->seat[game->turn.seat].hand) & ~game->rules->cards.wild & never_banned(game);

	return game->rules->discard.ban_count == 0 || (kinds & (kinds - 1)) != 0;
}

/* Most cards that one act of melding lays down. */
static int most_cards_laid(const struct choices *choices)
{
	int most = choices->listed > choices->first || choices->additions != 0;

	for (int i = 0; i < choices->first; i++)
		if (cards_laid(choices->act[i]) > most)
			most = cards_laid(choices->act[i]);
	return most;
}

void keep_acts_that_end(const struct game *game, struct choices *choices, bool owes_out)
{
	struct known known;
	int first = choices->first, size = game->seat[game->turn.seat].size;

	if (own_side(game)->opened && !owes_out && discard_is_sure(game) &&
	    (size >= game->rules->begin_most + 2 || size - most_cards_laid(choices) >= 2))
		return; /* as it mostly is: whatever is melded, two cards stay, and one of them can be discarded */
	known.laid_out = false;
	choices->first = keep_listed(game, choices, &known, 0, first, 0);
	for (cardset kinds = choices->additions; kinds != 0; kinds &= kinds - 1) {
		unsigned kind = (unsigned)__builtin_ctzll(kinds);
		if (!act_ends(game, act_of(ACT_ADD, choices->meld_of[kind], kind, 0), &known))
			choices->additions &= ~(kinds & -kinds);
	}
	choices->listed = keep_listed(game, choices, &known, first, choices->listed, choices->first);
}
