/* plan_join.c -- joins the options of all ranks to a plan: how wild cards and melds of wild cards hinder each other,
 * the states that the options lead to, and whether the turn ends well in one of them. */
#include "game/plan.h"

/* ---- setting up ---- */

/* For each number of wild cards, what the best ones of the hand count. */
static void sum_wild_points(struct planner *planner)
{
	const struct rules *rules = planner->rules;
	int count = 0;

	planner->best_points[0] = planner->best_points[1] = 0;
	planner->wild_points = planner->alone_points = planner->best_points;
	for (int i = 0; i < rules->wild_kinds; i++)
		for (int j = cards_count(planner->hand, rules->wild_kind[i]); j > 0 && count < WILDS_MOST; j--, count++)
			planner->best_points[count + 1] =
				planner->best_points[count] + rules->kind[rules->wild_kind[i]].points;
	planner->wilds = count;
	planner->wilds_all = up_to(count);
	planner->full = planner->full || wilds_in(rules, planner->hand) > count;
}

/* True if a meld of kind [form] takes wild cards while a meld of [alone] wild cards is on the table. False: it does not, unless plans need
 * proof. */
static bool takes_wild_beside(const struct planner *planner, int form, int alone)
{
	cardset ranks = planner->rules->form[form].ranks & (cards_kinds(planner->hand) | planner->side->melded);
	struct foreseen foreseen = foresee(planner, ranks != 0 ? __builtin_ctzll(ranks) : planner->rules->wild_kind[0]);

	foreseen.alone = alone;
	return formula_evaluate(planner->rules->meld[form].wild_cards, &foreseen, fact_foreseen) != 0;
}

/* Finds the kinds of meld that take wild cards now, and those that only do so once a meld of wild cards has grown. */
static void find_locks(struct planner *planner)
{
	const struct rules *rules = planner->rules;
	const struct meld *meld = rules->wild_melds ? meld_of(planner->side, rules->wild_kind[0]) : NULL;
	uint32_t asked = up_to(rules->meld_count) >> 1 & ~rules->tables->wild_always;

	planner->laid_alone = meld != NULL ? meld->cards.wilds : 0;
	planner->points_alone = meld != NULL ? meld_points(rules, &meld->cards) : 0;
	planner->wild_now = rules->tables->wild_always;
	planner->wild_later = 0;
	planner->unlocks = 0;
	for (; asked != 0 && planner->wilds > 0; asked &= asked - 1) {
		int form = __builtin_ctz(asked);
		cardset ranks = rules->form[form].ranks & (cards_kinds(planner->hand) | planner->side->melded);
		if (ranks == 0 && !form_is_wild(&rules->form[form]))
			continue;
		bool takes = form_takes_wild(planner->game, form,
		                             ranks != 0 ? __builtin_ctzll(ranks) : rules->wild_kind[0]);
		if (rules->tables->wild_asks_rank >> form & 1) /* then some rank may, and each is asked for itself */
			for (ranks &= ranks - 1; ranks != 0 && !takes; ranks &= ranks - 1)
				takes = form_takes_wild(planner->game, form, __builtin_ctzll(ranks));
		if (takes) {
			planner->wild_now |= UINT32_C(1) << form;
			continue;
		}
		for (int more = 1; meld != NULL && more <= planner->wilds; more++)
			if (takes_wild_beside(planner, form, planner->laid_alone + more)) {
				int size = planner->laid_alone + more;
				planner->full |= planner->unlocks != 0 && planner->unlocks != size;
				planner->unlocks = size;
				planner->wild_later |= UINT32_C(1) << form;
				break;
			}
	}
}

/* True if a meld of wild cards may still be begun when other melds of this turn have wild cards in them. False: it may not, unless plans
 * need proof. */
static bool begins_beside_mixed(const struct planner *planner)
{
	const struct rules *rules = planner->rules;

	for (int i = 0; i < rules->meld_count; i++) {
		struct foreseen foreseen;
		bool owes_out;
		if (!form_is_wild(&rules->form[i]) || !meld_may_begin(planner->game, i, rules->wild_kind[0], &owes_out))
			continue;
		if (rules->tables->begun_always >> i & 1)
			return true;
		foreseen = foresee(planner, rules->wild_kind[0]);
		foreseen.mixed = true;
		if (formula_evaluate(rules->meld[i].begun, &foreseen, fact_foreseen) != 0)
			return true;
	}
	return false;
}

/* True if some kind of meld that the hand could have takes wild cards now, while others wait for a meld of wild cards to grow. False: none
 * does. */
static bool takes_wild_unlocked(const struct planner *planner)
{
	const struct rules *rules = planner->rules;
	cardset kinds = cards_kinds(planner->hand) | planner->side->melded;

	for (uint32_t forms = planner->wild_now & rules->tables->ranked_forms; forms != 0; forms &= forms - 1) {
		const struct form *form = &rules->form[__builtin_ctz(forms)];
		if (form->most_wilds[MELD_CARDS_MAX] > 0 && (form->ranks & kinds) != 0)
			return true;
	}
	return false;
}

/* Finds out whether melds of wild cards can be laid before or after wild cards on other melds. */
static void find_order_of_wilds(struct planner *planner)
{
	const struct rules *rules = planner->rules;
	bool begun = planner->laid_alone > 0;

	planner->beside = UINT32_MAX;
	planner->alone_later = true;
	if (planner->wild_later != 0) {
		/* states do not say on which kind of meld wild cards lie */
		planner->full = planner->full || takes_wild_unlocked(planner);
		planner->beside = ~(up_to(planner->unlocks - planner->laid_alone) >> 1);
		planner->alone_later = false;
		return;
	}
	if (begun || planner->wilds < rules->tables->wild_meld_least)
		return;
	planner->alone_later = begins_beside_mixed(planner);
	for (int size = rules->tables->wild_meld_least; size <= planner->wilds; size++)
		for (int i = 0; i < rules->meld_count; i++)
			if ((planner->wild_now & rules->tables->ranked_forms & ~rules->tables->wild_always &
			     ~rules->tables->wild_asks_rank) >> i & 1 &&
			    !takes_wild_beside(planner, i, size))
				planner->beside &= ~(UINT32_C(1) << size);
}

/* The state before any rank is joined: what melds count that the plan does not extend, and cards that stay in any case. -1: too many stay
 * for going out. */
static int base_state(const struct planner *planner, cardset planned, const uint8_t *kept)
{
	uint64_t gain = 0; /* a byte per counter; no sum is too large for its byte, since a side has fewer melds */
	int state = 0, canastas = planner->side->canastas;

	for (int i = 0; i < planner->side->melds && planner->counters > 0; i++) {
		const struct meld *meld = &planner->side->meld[i];
		if (!(planned >> meld->cards.kind & 1) || meld_of(planner->side, meld->cards.kind) != meld)
			gain += gain_of_meld(planner, i, &meld->cards, meld->form);
		else
			canastas -= meld->canasta >= 0; /* counted with its rank */
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

/* The ranks of which something may be laid. */
static cardset ranks_in_play(const struct planner *planner)
{
	const struct rules *rules = planner->rules;
	cardset held = cards_kinds(planner->hand);
	cardset ranks = (useful_kinds(rules, planner->hand) | (planner->side->melded & held)) & rules->naturals;

	return planner->wilds > 0 ? ranks | (planner->side->takes_wild & rules->naturals) : ranks;
}

/* ---- joining the ranks ---- */

/* The states that the ranks joined so far lead to, as bits, and for each the possible numbers of wild cards used, as
 * bits. */
struct joined {
	uint64_t states;
	uint32_t used[STATES_MAX];
};

/* The numbers of wild cards with which an option contains the act that the plan begins with; 0 if it does not. */
static uint32_t wilds_with_act(const struct planner *planner, const struct rank_option *option)
{
	if (option->naturals < planner->first_naturals || option->form != planner->first_form)
		return 0;
	return option->wilds & ~(up_to(planner->first_wilds) >> 1);
}

/* Joins the options of [rank] to the states in [from], which gives those in [to]. Where the side has to open, [before] and
 * [after] hold the most points for each state and number of wild cards; otherwise they are not used. */
static void join_rank(const struct planner *planner, const struct rank *rank, const struct joined *from,
                      struct joined *to, const int32_t *before, int32_t *after)
{
	int row = planner->wilds + 1;
	bool must = rank->kind == planner->first_rank;

	to->states = 0;
	for (int i = rank->first; i < rank->end; i++) {
		const struct rank_option *option = &planner->option[i];
		uint32_t choices = must ? wilds_with_act(planner, option) : option->wilds;
		for (uint64_t states = from->states; states != 0; states &= states - 1) {
			int state = __builtin_ctzll(states), next = next_state(planner, state, option);
			if (next < 0)
				continue;
			if (!(to->states >> next & 1)) {
				to->states |= UINT64_C(1) << next;
				to->used[next] = 0;
			}
			for (uint32_t wilds = choices; wilds != 0; wilds &= wilds - 1) {
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

/* Answers facts for formula_evaluate() about a player who goes out with her last card, of kind about->origin. */
static int32_t fact_of_last_card(const void *frame, const struct ir *asked)
{
	const struct question *about = frame;
	const struct game *game = about->game;
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	cardset last = UINT64_C(1) << about->origin;
	cardset melded = cards_kinds(hand) & ~(cards_count(hand, about->origin) > 1 ? 0 : last); /* all other cards are */

	switch ((enum fact_id)asked->fact) {
	case FACT_term: return formula_evaluate(game->rules->define[asked->item].when, frame, fact_of_last_card);
	case FACT_hand_size: return 1;
	case FACT_hand_count: return (last & asked->cards) != 0;
	case FACT_hand_only: return (last & ~asked->cards) == 0;
	case FACT_turn_melded: return ((game->turn.laid_kinds | melded) & asked->cards) != 0;
	default: return fact_of_game(frame, asked);
	}
}

cardset banned_as_last(const struct game *game)
{
	const struct rules *rules = game->rules;
	cardset banned = 0;

	for (int ban = 0; ban < rules->discard.ban_count && game->turn.bans_given_way < BANS_LIFTED; ban++)
		for (cardset kinds = cards_kinds(&game->seat[game->turn.seat].hand) & rules->discard.ban[ban].cards;
		     kinds != 0; kinds &= kinds - 1) {
			struct question about = question_with(game, __builtin_ctzll(kinds));
			about.going_out = true;
			about.card = (uint8_t)(1 + __builtin_ctzll(kinds));
			/* used as the kind of the card: no ban asks where the card comes from */
			about.origin = (uint8_t)__builtin_ctzll(kinds);
			if (formula_evaluate(rules->discard.ban[ban].when, &about, fact_of_last_card))
				banned |= kinds & -kinds;
		}
	return banned;
}

bool bans_part_wilds(const struct game *game)
{
	cardset wilds = game->rules->cards.wild & cards_kinds(&game->seat[game->turn.seat].hand), banned;

	if (game->rules->discard.ban_count == 0 || (wilds & (wilds - 1)) == 0)
		return false;
	banned = banned_as_last(game);
	return (wilds & banned) != 0 && (wilds & ~banned) != 0;
}

bool talon_may_come(const struct game *game)
{
	int because;

	return game->rules->talon.empty_hand == talon_empty_hand_allowed && !game->turn.owes_out && !game->turn.last &&
	       (game->turn.opened || !own_side(game)->opened) &&
	       (game->rules->tables->talon_asks_melds || talon_of_opening(game, &because) > 0);
}

static struct foreseen foresee_state(const struct planner *planner, int state, int used_alone)
{
	struct foreseen foreseen = { .about = question_now(planner->game),
		                     .planner = planner,
		                     .state = state,
		                     .alone = planner->laid_alone + used_alone,
		                     .points_alone = planner->points_alone + planner->alone_points[used_alone] };

	foreseen.about.going_out = planner->goal == GO_OUT;
	return foreseen;
}

/* True if the initial meld is complete in this state. False: it is not, unless plans need proof or, going out, it was complete on the way
 * (tables->opening_needs_proof). */
static bool opens_in(const struct planner *planner, int state, int used_alone, int32_t points)
{
	const struct in_initial_meld *initial = &planner->rules->initial_meld;
	struct foreseen foreseen = foresee_state(planner, state, used_alone);

	if (points >= planner->game->turn.minimum &&
	    (planner->rules->tables->plain_opening || planner->game->turn.ignores_contents ||
	     formula_evaluate(initial->contains, &foreseen, fact_foreseen)))
		return true;
	return !planner->rules->tables->never_waived &&
	       (planner->goal == GO_OUT || !planner->rules->tables->waived_only_out) &&
	       formula_evaluate(initial->waived, &foreseen, fact_foreseen);
}

/* The value in [state] of the counter of this kind; -1 if there is none, as of COUNT_FREE where every card is free. */
static int digit_of(const struct planner *planner, int state, enum counted what)
{
	for (int i = 0; i < planner->counters; i++)
		if (planner->counter[i].what == what)
			return digit(&planner->counter[i], state);
	return -1;
}

/* True if in this state the player may go out, the initial meld apart. False: she may not, unless plans need proof. */
static bool contract_holds(const struct planner *planner, int state, int used_alone)
{
	struct foreseen foreseen = foresee_state(planner, state, used_alone);
	int canastas = digit_of(planner, state, COUNT_CANASTAS);

	if (planner->game->turn.stays_in || (canastas >= 0 && canastas < planner->rules->going_out.canastas))
		return false;
	return planner->rules->tables->plain_contract ||
	       formula_evaluate(planner->rules->going_out.contract, &foreseen, fact_foreseen);
}

/* True if the turn may end in this state, with [used] wild cards laid, [used_alone] of them in a meld of wild cards alone, and an
 * initial meld of so many points, and with the cards that planner->free and planner->unkeepable leave. False: it may not, unless plans need
 * proof, the initial meld was complete on the way, or some kinds of wild cards are unkeepable and others are not. True proves nothing where
 * a talon has to come. */
static bool ends_well(const struct planner *planner, int state, int used, int used_alone, int32_t points)
{
	const struct game *game = planner->game;
	cardset wilds = planner->rules->cards.wild & cards_kinds(planner->hand);
	int unused = planner->wilds - used, kept = digit_of(planner, state, COUNT_KEPT) + unused;
	/* the wild cards that stay may be those that are not free */
	bool wild_free = unused > cards_count_in(planner->hand, wilds & ~planner->free);

	if (planner->opens && !opens_in(planner, state, used_alone, points))
		return false;
	if (unused > 0 && (planner->goal == STAY_IN ? wilds & planner->unkeepable : !(wilds & ~planner->unkeepable)))
		return false; /* of several kinds of wild cards one that may be kept stays */
	if (planner->goal == STAY_IN)
		return planner->kept_enough ||
		       (kept >= planner->need && (digit_of(planner, state, COUNT_FREE) != 0 || wild_free));
	if (kept > 1 || (kept == 0 && planner->rules->going_out.discard == going_out_discard_required) ||
	    (kept == 1 && discards_nothing(game)))
		return false;
	return contract_holds(planner, state, used_alone) || (kept == 1 && talon_may_come(game));
}

/* ---- finding a plan ---- */

/* Where a plan ends. */
struct plan_end {
	int state, used; /* after all ranks but the melds of wild cards: the state, and the wild cards used */
	int alone;       /* place in planner->option of the meld of wild cards */
	int used_alone;
	int32_t points; /* of natural cards that the plan adds */
};

/* True if a meld of wild cards may grow by [alone] in a turn that lays [used] wild cards on other melds. Each may lock
 * the other, so one order has to work: other melds first, or the meld of wild cards first if it lets wild cards follow.
 * If the act of the planner lays wild cards it comes first, which leaves one order. False: no order works, unless plans need proof. */
static bool fits_beside(const struct planner *planner, int used, int alone)
{
	bool wild_act = planner->first_wilds > 0;
	bool first = wild_act && planner->first_rank == planner->alone.kind;

	if (used == 0 || alone == 0)
		return used == 0 || planner->wild_later == 0;
	return (planner->alone_later && !first) || ((planner->beside >> alone & 1) && (first || !wild_act));
}

/* True if the turn ends well in [state], with [used] wild cards on the ranks joined and [alone] more in a meld of wild cards
 * alone; [*end] is then set. False proves as much as that of ends_well(). */
static bool ends_with_alone(const struct planner *planner, int state, int used, int alone, int32_t points,
                            struct plan_end *end)
{
	int32_t sum = planner->opens ? planner->game->turn.count + points + planner->wild_points[used + alone] : 0;
	bool must = planner->first_rank == planner->alone.kind;

	if (!fits_beside(planner, used, alone))
		return false;
	for (int i = planner->alone.first; i < planner->alone.end; i++) {
		const struct rank_option *option = &planner->option[i];
		uint32_t wilds = must ? wilds_with_act(planner, option) : option->wilds;
		int next = wilds >> alone & 1 ? next_state(planner, state, option) : -1;
		if (next < 0 || !ends_well(planner, next, used + alone, alone, sum + option->points))
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
}

static void begin_plan(const struct planner *planner, const struct plan_end *end, struct turn_plan *plan)
{
	const struct rank_option *alone = &planner->option[end->alone];

	plan->spare = planner->wilds - end->used - end->used_alone;
	plan->elsewhere = end->used;
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

bool join_ranks(const struct planner *planner, int base, struct turn_plan *plan)
{
	struct joined layers[KINDS_MAX + 2];
	int32_t cells[CELLS_MAX];
	int row = planner->wilds + 1, size = planner->opens ? row << planner->bits : 0;
	const struct joined *last = &layers[planner->ranks];
	const int32_t *most = cells + planner->ranks * size;
	struct plan_end end = { 0 };
	bool found = false;
	long steps = 0;

	layers[0].states = UINT64_C(1) << base;
	layers[0].used[base] = 1;
	cells[base * row] = 0;
	for (int i = 0; i < planner->ranks; i++) {
		join_rank(planner, &planner->rank[i], &layers[i], &layers[i + 1], cells + i * size,
		          cells + (i + 1) * size);
		steps += (planner->rank[i].end - planner->rank[i].first) * __builtin_popcountll(layers[i].states);
	}
	planning.steps += steps;
	for (int total = 0; total < row && !found; total++)
		for (uint32_t sizes = sizes_alone(planner) & up_to(total); sizes != 0 && !found; sizes &= sizes - 1)
			for (uint64_t states = last->states; states != 0 && !found; states &= states - 1) {
				int alone = __builtin_ctz(sizes), used = total - alone, state = __builtin_ctzll(states);
				int32_t points;
				if (!(last->used[state] >> used & 1))
					continue;
				points = planner->opens ? most[state * row + used] : 0;
				found = ends_with_alone(planner, state, used, alone, points, &end);
			}
	if (!found || plan == NULL)
		return found;
	begin_plan(planner, &end, plan);
	trace_plan(planner, layers, cells, size, &end, plan);
	return true;
}

/* True if each meld can grow card by card into any larger one of its kind. A meld that was joined from those of two
 * players may be beyond the limits and cannot. False proves nothing: it may matter to no meld of this turn. */
static bool rules_let_grow(const struct planner *planner)
{
	const struct rules *rules = planner->rules;

	for (int i = 0; i < planner->side->melds && rules->table.alone != table_alone_nobody; i++) {
		const struct meld *meld = &planner->side->meld[i];
		if (!form_allows(&rules->form[meld->form], meld->cards.naturals, meld->cards.wilds))
			return false;
	}
	return rules->tables->melds_grow;
}

void planner_begin(struct planner *planner, const struct game *game)
{
	planning.steps++;
	planner->game = game;
	planner->rules = game->rules;
	planner->side = own_side(game);
	planner->hand = &game->seat[game->turn.seat].hand;
	planner->full = planner->owing = false;
	planner->first_rank = -1;
	planner->first_wilds = 0;
	planner->unkeepable = 0;
	planner->free = ~UINT64_C(0); /* all kinds: discarding others may end the ban on a card */
	planner->opens = !planner->side->opened;
	planner->grows = rules_let_grow(planner);
	planner->not_waived = planner->opens && melds_stay_too_small(game, 0);
	sum_wild_points(planner);
	for (int i = 0; planner->opens && i < game->rules->tables->contains_facts.count; i++)
		planner->may_be[i] = game->rules->tables->contains_facts.fact[i].fact == FACT_initial_class
		                             ? ranks_that_may_be_of_class(
						       planner, game->rules->tables->contains_facts.fact[i].argument)
		                             : 0;
}

void find_alone_begins(struct planner *planner)
{
	planner->goal = STAY_IN;
	planner->alone_begins = planner->rules->wild_melds &&
	                        planner->wilds >= planner->rules->tables->wild_meld_least &&
	                        (needs_proof(planner->game) || begins_beside_mixed(planner));
}

/* True if the side has the canastas that going out needs, whatever is added to them. False proves nothing. */
static bool has_canastas_for_good(const struct planner *planner)
{
	return planner->side->canastas >= planner->rules->going_out.canastas && planner->rules->tables->canastas_last;
}

bool list_all_options(struct planner *planner, enum goal goal, bool opens, int need, int *base)
{
	const struct rules *rules = planner->rules;
	cardset ranks = ranks_in_play(planner);
	cardset rest = cards_kinds(planner->hand) & ~ranks & ~rules->cards.wild;
	uint8_t kept[] = {
		[COUNT_KEPT] = (uint8_t)cards_count_in(planner->hand, rest), [COUNT_FREE] = (rest & planner->free) != 0
	};

	planner->goal = goal;
	planner->several = false;
	planner->opens = opens;
	planner->need = need;
	planner->counters = planner->bits = planner->options = planner->ranks = 0;
	if ((rest & planner->unkeepable) != 0 || (goal == GO_OUT && kept[COUNT_KEPT] > 1))
		return false;
	planner->kept_enough = goal == STAY_IN && kept[COUNT_KEPT] >= need &&
	                       (planner->free == ~UINT64_C(0) || kept[COUNT_FREE]) && planner->unkeepable == 0;
	if (!planner->kept_enough) {
		add_counter(planner, COUNT_KEPT, goal == GO_OUT ? 1 : need, 0, 0);
		if (goal == STAY_IN && planner->free != ~UINT64_C(0))
			add_counter(planner, COUNT_FREE, 1, 0, 0);
	}
	planner->first_fact = planner->counters;
	if (goal == GO_OUT && rules->going_out.canastas > 0 && !has_canastas_for_good(planner))
		add_counter(planner, COUNT_CANASTAS, rules->going_out.canastas, 0, 0);
	if (goal == GO_OUT)
		add_counters(planner, &rules->tables->contract_facts);
	if (opens)
		add_counters(planner, &rules->tables->contains_facts);
	if (opens && (goal == GO_OUT || !rules->tables->waived_only_out))
		add_counters(planner, &rules->tables->waived_facts);
	find_locks(planner);
	for (cardset left = ranks; left != 0; left &= left - 1) {
		struct rank *rank = &planner->rank[planner->ranks++];
		rank->kind = (uint8_t)__builtin_ctzll(left);
		rank->held = (uint8_t)cards_count(planner->hand, rank->kind);
		list_options(planner, rank);
		if (rank->first == rank->end)
			return false;
	}
	planner->full = planner->full || planner->options == OPTIONS_MAX; /* one more comes for the wild cards */
	if (planner->full)
		return false;
	planner->alone = (struct rank){ .kind = (uint8_t)(rules->wild_kinds > 0 ? rules->wild_kind[0] : 0) };
	if (rules->wild_melds) {
		ranks |= UINT64_C(1) << planner->alone.kind;
		list_options(planner, &planner->alone);
		find_order_of_wilds(planner);
	} else {
		planner->alone_later = true;
		planner->beside = UINT32_MAX;
		planner->alone.first = (int16_t)planner->options;
		planner->option[planner->options++] = (struct rank_option){ .wilds = 1 };
		planner->alone.end = (int16_t)planner->options;
	}
	planning.steps += planner->options;
	*base = base_state(planner, ranks, kept);
	if (opens && (planner->ranks + 1) * (planner->wilds + 1) << planner->bits > CELLS_MAX)
		planner->full = true;
	return *base >= 0 && !planner->full;
}

bool plan_goal(struct planner *planner, enum goal goal, bool opens, int need, struct turn_plan *plan)
{
	int base;

	return !is_off(PART_PLANS) && list_all_options(planner, goal, opens, need, &base) &&
	       join_ranks(planner, base, plan);
}
