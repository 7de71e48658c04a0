/* plan_options.c -- the options of each rank: what can be laid of it, with how many wild cards, and what that adds to the
 * counters of a plan. */
#include "game/plan.h"

#include <string.h>

/* ---- conditions asked of a plan ---- */

/* 1 if a meld of [alone] wild cards is of class [class]. */
static int alone_of_class(const struct rules *rules, int alone, int class)
{
	struct meld_cards cards = { .kind = rules->wild_kind[0], .wilds = (uint8_t)alone, .wild = { (uint8_t)alone } };

	return alone > 0 && rules_is_of_class(rules, &cards, class);
}

/* True if the meld is one of wild cards alone, false if it is another. */
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

int32_t fact_foreseen(const void *frame, const struct ir *asked)
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
	} else if (asked->fact == FACT_side_class ||
	           (asked->fact == FACT_initial_class && planner->game->turn.opening)) {
		int32_t count = others_of_class_now(foreseen, asked);
		if (foreseen->mixed && !(rules->tables->wild_classes >> asked->item & 1))
			count++; /* of each class of mixed melds, if plans need no proof */
		return count + alone_of_class(rules, foreseen->alone, asked->item);
	}
	return fact_of_game(&foreseen->about, asked);
}

struct foreseen foresee(const struct planner *planner, int rank)
{
	struct foreseen foreseen = { .about = question_with(planner->game, rank), .planner = planner, .state = -1 };

	foreseen.about.going_out = planner->goal == GO_OUT || planner->game->turn.owes_out;
	foreseen.about.taking = false;
	return foreseen;
}

int32_t fact_of_contents(const void *frame, const struct ir *asked)
{
	const struct contents *contents = frame;

	if (asked->fact == FACT_term)
		return formula_evaluate(contents->about.game->rules->define[asked->item].when, frame, fact_of_contents);
	if (asked->fact == FACT_initial_points && contents->at_most)
		return fact_of_game(&contents->about, asked) + contents->wild_points +
		       withheld_at_most(contents->about.game);
	if (asked->fact == FACT_initial_points && contents->alone > 0)
		return alone_of_class(contents->about.game->rules, contents->alone, asked->item)
		               ? contents->points_alone
		               : 0;
	for (int i = 0; i < contents->facts->count; i++)
		if (contents->facts->fact[i].fact == asked->fact && contents->facts->fact[i].argument == asked->item)
			return contents->count[i];
	return fact_of_game(&contents->about, asked);
}

/* ---- counters ---- */

void add_counter(struct planner *planner, enum counted what, int cap, int fact, int argument)
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

void add_counters(struct planner *planner, const struct plan_facts *counted)
{
	for (int i = 0; i < counted->count; i++)
		add_counter(planner, COUNT_FACT, counted->fact[i].cap, counted->fact[i].fact,
		            counted->fact[i].argument);
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

bool top_card_hides_class(const struct game *game)
{
	const struct rules *rules = game->rules;
	int index = game->turn.top_meld - 1;
	const struct form *form;

	if (!game->turn.opening || !has_top_card_apart(game, index))
		return false;
	if (rules->cards.wild >> game->turn.top & 1)
		return true;
	form = &rules->form[own_side(game)->meld[index].form];
	for (int n = own_side(game)->meld[index].cards.naturals; n <= MELD_CARDS_MAX; n++)
		if ((form->wilds[n] & ~form->wilds[n - 1] & ~UINT32_C(1)) != 0)
			return true;
	return false;
}

/* Whether the numbers of cards make a canasta of a meld: the kind of canasta, -1 for none. */
static int canasta_of(const struct rules *rules, const struct meld_cards *cards)
{
	return cards->naturals + cards->wilds >= rules->canasta_least ? rules_canasta_of(rules, cards) : -1;
}

bool meld_counts(const struct planner *planner, enum fact_id fact, int argument, int index,
                 const struct meld_cards *cards, int form)
{
	const struct rules *rules = planner->rules;
	struct meld_cards counted = *cards;

	switch (fact) {
	case FACT_side_canastas: return canasta_of(rules, cards) >= 0;
	case FACT_laid_canasta:
	case FACT_turn_canastas:
		return canasta_of(rules, cards) >= 0 &&
		       (index < 0 || planner->side->meld[index].begun == planner->game->turn.number);
	case FACT_side_canastas_of: return canasta_of(rules, cards) == argument;
	case FACT_side_class: return rules_is_of_class(rules, cards, argument);
	case FACT_initial_class:
		return planner->opens && counts_at_first(planner, index, form, &counted) &&
		       rules_is_of_class(rules, &counted, argument);
	default: return false;
	}
}

uint32_t wilds_that_count(const struct planner *planner, enum fact_id fact, int argument, int index, int form, int kind,
                          int naturals, uint32_t *undecided)
{
	const struct rules *rules = planner->rules;
	uint32_t maybe = 0, sure = 0;

	*undecided = UINT32_MAX;
	if (naturals > MELD_CARDS_MAX || (fact == FACT_initial_class && has_top_card_apart(planner->game, index)))
		return 0;
	switch (fact) {
	case FACT_laid_canasta:
	case FACT_turn_canastas:
		if (index >= 0 && planner->side->meld[index].begun != planner->game->turn.number)
			break;
		/* fall through */
	case FACT_side_canastas:
		maybe = rules->tables->form[form].canasta_maybe[naturals];
		sure = rules->tables->form[form].canasta_sure[naturals];
		break;
	case FACT_side_canastas_of:
		if (!(rules->canasta[argument].ranks >> kind & 1))
			break;
		maybe = rules->tables->form[form].canasta_maybe[naturals];
		if (rules->counted_canastas >> argument & 1)
			sure = maybe &= rules->canasta_numbers[argument][naturals];
		break;
	case FACT_initial_class:
	case FACT_side_class:
		if ((fact == FACT_initial_class && !planner->opens) || !(rules->class_ranks[argument] >> kind & 1))
			break;
		sure = rules->class_sure[argument][naturals];
		maybe = rules->counted_classes >> argument & 1 ? sure : rules->class_maybe[argument][naturals];
		break;
	default: break;
	}
	*undecided = maybe & ~sure;
	return sure;
}

uint64_t gain_of_meld(const struct planner *planner, int index, const struct meld_cards *cards, int form)
{
	uint64_t gain = 0;

	for (int i = planner->first_fact; i < planner->counters; i++) {
		const struct counter *counter = &planner->counter[i];
		enum fact_id fact = counter->what == COUNT_CANASTAS ? FACT_side_canastas : counter->fact;
		gain |= (uint64_t)meld_counts(planner, fact, counter->argument, index, cards, form) << (8 * i);
	}
	return gain;
}

/* ---- the options of a rank ---- */

/* What [kept] cards of a kind that stay in the hand add to the counters, the first ones. */
static inline uint64_t gain_of_kept(const struct planner *planner, int kind, int kept, bool touched)
{
	bool free = kept > 0 && (planner->free >> kind & 1) &&
	            (!touched || planner->unkeepable != 0 || (never_banned(planner->game) >> kind & 1));

	return planner->first_fact == 0 ? 0 : (uint64_t)kept | (planner->first_fact > 1 ? (uint64_t)free << 8 : 0);
}

struct meld_cards cards_with(const struct planner *planner, struct meld_cards cards, int naturals, int wilds)
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

enum { CHAINS_MAX = 1000, CHAIN_LISTS = 64 };

/* The chains of melds of one rank after which one more meld was begun. Chains that lay as much and add the same go on alike, so one of
 * them is enough: without that every order of every set of melds would be tried. */
struct chains {
	int count;
	uint16_t list[CHAIN_LISTS]; /* the last of each list, by its hash: 1 more than its place, or 0 */
	struct chain {
		uint64_t gain;
		int32_t points;
		uint8_t naturals, wilds;
		uint16_t before; /* the one before it in its list, likewise */
	} chain[CHAINS_MAX];
};

/* A chain of melds of one rank: what lies in those that are done, and the one that takes cards now. */
struct growing {
	struct rank *rank;
	struct chains *chains;
	int index; /* of the meld in the side's, or -1 for a new one */
	int form;
	struct meld_cards cards; /* on the table */
	int naturals;            /* laid on melds that are done */
	int wilds;
	int32_t points;
	bool several;
	uint64_t gain;
};

/* What natural cards count towards the minimum. In the meld of a top card that does not help they count nothing, and [*helps] is
 * false, unless the other cards are a meld without that card. Then turn.withheld counts as well. */
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

/* Adds an option, or wild cards to one that is the same otherwise. Where enough cards stay in any case, numbers
 * of wild cards that an earlier option has with at least as many points are left out; options with more natural cards come first. */
static void add_option(struct planner *planner, const struct growing *growing, int naturals, uint64_t gain,
                       int32_t points, uint32_t wilds)
{
	for (int i = growing->rank->first; i < planner->options; i++) {
		struct rank_option *other = &planner->option[i];
		if (other->gain != gain || (other->several && !growing->several)) /* which cannot be played as it is */
			continue;
		if (other->several == growing->several && other->naturals == naturals && other->points == points &&
		    other->form == growing->form) {
			other->wilds |= wilds;
			return;
		}
		if (planner->kept_enough && other->points >= points &&
		    (other->form == growing->form || naturals + (int)wilds == 1))
			wilds &= ~other->wilds;
	}
	if (wilds == 0)
		return;
	planner->several = planner->several || growing->several;
	if (planner->options == OPTIONS_MAX)
		planner->full = true;
	else
		planner->option[planner->options++] = (struct rank_option){ .naturals = (uint8_t)naturals,
			                                                    .form = (uint8_t)growing->form,
			                                                    .several = growing->several,
			                                                    .gain = gain,
			                                                    .points = points,
			                                                    .wilds = wilds };
}

/* Adds the options of laying [naturals] on the meld that is growing, with each number of wild cards in [wilds]. Numbers that
 * add the same to the counters become one option. */
static void add_options(struct planner *planner, const struct growing *growing, int naturals, uint32_t wilds)
{
	const struct rules *rules = planner->rules;
	int kind = growing->rank->kind, all = growing->naturals + naturals, kept = growing->rank->held - all;
	int32_t points = growing->points + (planner->opens ? naturals * rules->kind[kind].points : 0);
	uint32_t counts[PLAN_COUNTERS], undecided = 0;
	uint64_t gain;

	if (kept > 0 && ((planner->unkeepable >> kind & 1) || (planner->goal == GO_OUT && kept > 1)))
		return;
	wilds &= up_to(planner->wilds - growing->wilds);
	if (all + growing->wilds == 0 && (wilds & 1)) { /* nothing is laid */
		gain = growing->gain + gain_of_kept(planner, kind, kept, false);
		if (growing->cards.naturals + growing->cards.wilds > 0)
			gain += gain_of_meld(planner, growing->index, &growing->cards, growing->form);
		add_option(planner, growing, 0, gain, growing->points, 1);
		wilds &= ~UINT32_C(1);
	}
	if (wilds == 0)
		return;
	if ((planner->opens && has_top_card_apart(planner->game, growing->index)) ||
	    (growing->index >= 0 &&
	     !form_allows(&rules->form[growing->form], growing->cards.naturals, growing->cards.wilds)))
		undecided =
			wilds; /* what counts depends on what lies beside that card, or the meld is beyond its limits */
	for (int i = planner->first_fact; i < planner->counters && undecided != wilds; i++) {
		const struct counter *counter = &planner->counter[i];
		enum fact_id fact = counter->what == COUNT_CANASTAS ? FACT_side_canastas : counter->fact;
		uint32_t doubt;
		counts[i] = wilds_that_count(planner, fact, counter->argument, growing->index, growing->form, kind,
		                             growing->cards.naturals + naturals, &doubt) >>
		            growing->cards.wilds;
		undecided |= wilds & doubt >> growing->cards.wilds;
	}
	while (wilds != 0) {
		uint32_t same = wilds & -wilds;
		bool helps = true;
		gain = growing->gain + gain_of_kept(planner, kind, kept, true);
		if ((same & undecided) == 0) {
			same = wilds & ~undecided;
			for (int i = planner->first_fact; i < planner->counters; i++) {
				bool does_count = counts[i] & wilds & -wilds;
				same &= does_count ? counts[i] : ~counts[i];
				gain += (uint64_t)does_count << (8 * i);
			}
			add_option(planner, growing, all, gain, points, same << growing->wilds);
		} else {
			int count = __builtin_ctz(wilds);
			struct meld_cards cards = cards_with(planner, growing->cards, naturals, count);
			int32_t some = growing->points;
			gain += gain_of_meld(planner, growing->index, &cards, growing->form);
			if (planner->opens)
				some += points_towards(planner, growing, naturals, count, &helps);
			if (!helps) /* nor do the wild cards that lie there */
				some -= planner->wild_points[1] * count;
			add_option(planner, growing, all, gain, some, same << growing->wilds);
		}
		wilds &= ~same;
	}
}

/* True if a chain like this one went on before; from now on one has. With too many chains it is forgotten, and gone on with again. */
static bool went_on(struct chains *chains, const struct growing *done)
{
	uint64_t hash = done->gain * UINT64_C(0x9e3779b97f4a7c15) ^
	                (uint64_t)(done->naturals * 31 + done->wilds + done->points);
	uint16_t *list = &chains->list[(hash ^ hash >> 32) % CHAIN_LISTS];

	if (chains->count == 0)
		memset(chains->list, 0, sizeof chains->list);
	for (int at = *list; at > 0; at = chains->chain[at - 1].before) {
		const struct chain *chain = &chains->chain[at - 1];
		if (chain->gain == done->gain && chain->points == done->points && chain->naturals == done->naturals &&
		    chain->wilds == done->wilds)
			return true;
	}
	if (chains->count < CHAINS_MAX) {
		chains->chain[chains->count++] = (struct chain){ .gain = done->gain,
			                                         .points = done->points,
			                                         .naturals = (uint8_t)done->naturals,
			                                         .wilds = (uint8_t)done->wilds,
			                                         .before = *list };
		*list = (uint16_t)chains->count;
	}
	return false;
}

/* Where a meld lets another of its rank be begun, perhaps not before it is a canasta, goes on with that. */
static void go_on_beside(struct planner *planner, const struct growing *growing, int naturals, uint32_t wilds)
{
	const struct rules *rules = planner->rules;
	bool several = rules->form[growing->form].several;
	int cards = growing->cards.naturals + growing->cards.wilds + naturals;

	wilds &= up_to(planner->wilds - growing->wilds);
	if (cards < rules->canasta_least && !several)
		wilds &= ~(up_to(rules->canasta_least - cards) >> 1);
	if (!room_for_another(rules, planner->side))
		return;
	for (; wilds != 0; wilds &= wilds - 1) {
		int count = __builtin_ctz(wilds);
		struct growing done = *growing;
		done.cards = cards_with(planner, growing->cards, naturals, count);
		if (!several && (done.cards.naturals + done.cards.wilds < rules->canasta_least ||
		                 rules_canasta_of(rules, &done.cards) < 0))
			continue;
		if (several && done.naturals + naturals + done.wilds + count == 0)
			continue; /* beside a meld that lies there: list_options() begins that */
		done.gain += gain_of_meld(planner, growing->index, &done.cards, growing->form);
		if (planner->opens) {
			bool helps;
			done.points += points_towards(planner, growing, naturals, count, &helps);
		}
		done.naturals += naturals;
		done.wilds += count;
		if (!went_on(growing->chains, &done))
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

/* True if a meld of this kind and rank takes wild cards at some time of the plan: as the rules lock them now or later in it, and by what the
 * rank asks now. */
static inline bool takes_wild_cards(const struct planner *planner, int form, int rank)
{
	if (!((planner->wild_now | planner->wild_later) >> form & 1))
		return false;
	return !(planner->rules->tables->wild_asks_rank >> form & 1) || form_takes_wild(planner->game, form, rank);
}

/* Lays cards on a meld that lies there. */
static void grow_meld(struct planner *planner, const struct growing *growing)
{
	const struct rules *rules = planner->rules;
	const struct form *form = &rules->form[growing->form];
	int kind = growing->rank->kind, most = growing->rank->held - growing->naturals, laid = growing->cards.wilds;
	bool wild = takes_wild_cards(planner, growing->form, kind);
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
			from = rules->tables->melds_grow ? allowed & ~(up_to(laid) >> 1) : fill_up(from, allowed);
		reached[n] = from;
	}
	while (--n >= 0 && (planner->goal == STAY_IN || form->comes_again || growing->rank->held - n <= 1)) {
		if (reached[n] != 0)
			add_options(planner, growing, n, reached[n] >> laid);
		if (form->comes_again)
			go_on_beside(planner, growing, n, reached[n] >> laid);
	}
}

uint32_t naturals_begun(const struct form *form)
{
	uint32_t naturals = 0;

	for (int i = 0; i < form->begin_count; i++)
		naturals |= UINT32_C(1) << form->begin[i].naturals;
	return naturals;
}

/* Begins one more meld of the rank, after those that are done. */
static void begin_melds(struct planner *planner, const struct growing *done)
{
	const struct game *game = planner->game;
	const struct rules *rules = planner->rules;
	int kind = done->rank->kind, most = done->rank->held - done->naturals;
	bool alone = rules->cards.wild >> kind & 1, owes_out;

	for (int i = 0; i < rules->meld_count; i++) {
		const struct form *form = &rules->form[i];
		struct growing begun = *done;
		bool wild = takes_wild_cards(planner, i, kind);
		uint32_t naturals = UINT32_MAX;
		if (alone ? !form_is_wild(form) : !(form->ranks >> kind & 1))
			continue;
		if (!meld_may_begin(game, i, kind, &owes_out) ||
		    (owes_out && planner->goal == STAY_IN && !planner->owing))
			continue;
		if (most > 0 && !form_takes_natural(game, i, kind))
			naturals = naturals_begun(form);
		begun.index = -1;
		begun.form = i;
		begun.cards = (struct meld_cards){ .kind = (uint8_t)kind };
		begun.several = done->naturals + done->wilds > 0;
		for (int n = lesser(most, MELD_CARDS_MAX); n >= 0; n--) {
			uint32_t wilds =
				wild ? rules->tables->form[i].grown[n] : rules->tables->form[i].grown_clean >> n & 1;
			if (wilds == 0 || !(naturals >> n & 1))
				continue;
			add_options(planner, &begun, n, wilds);
			if (form->comes_again)
				go_on_beside(planner, &begun, n, wilds);
		}
	}
}

void list_options(struct planner *planner, struct rank *rank)
{
	const struct side *side = planner->side;
	struct chains chains;
	struct growing growing = { .rank = rank, .chains = &chains, .index = -1 };
	bool melded = side->melded >> rank->kind & 1;

	chains.count = 0;
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
		struct growing done = { .rank = rank, .chains = &chains };
		done.gain = gain_of_meld(planner, growing.index, &growing.cards, growing.form);
		done.several = true;
		begin_melds(planner, &done);
	}
	rank->end = (int16_t)planner->options;
}
