/* opening.c -- what the initial meld can come to. All natural cards of which there are enough are laid, ranks that
 * need a wild card get one each, the most valuable first, and the wild cards left over go wherever there is room.
 * The sum is never too low, and it is exact wherever melds are as simple as they mostly are. */
#include "game/opening.h"

/* What there is to open with: the hand, the melds of this turn, and one more meld that is only thought of. */
struct holding {
	const struct game *game;
	const struct rules *rules;
	const struct side *side;
	const struct cards *hand;
	int size;
	int32_t count;              /* of what is laid */
	int32_t minimum;            /* what it has to come to */
	const struct meld *thought; /* the meld thought of, or NULL */
	int thought_at;             /* its place among the side's melds, or -1 if its classes are not known */
	cardset melded;             /* kinds of which there is a meld, that one included */
	cardset top;                /* the rank that the top card of the pile was melded with, or nothing */
};

/* What the best [room] wild cards of the hand count. */
static int32_t wild_points(const struct holding *holding, int room)
{
	const struct rules *rules = holding->rules;
	int32_t points = 0;

	for (int i = 0; i < rules->wild_kinds && room > 0; i++) {
		int count = cards_count(holding->hand, rules->wild_kind[i]);
		count = count < room ? count : room;
		points += count * rules->kind[rules->wild_kind[i]].points;
		room -= count;
	}
	return points;
}

static const struct meld *meld_held(const struct holding *holding, int kind)
{
	if (holding->thought != NULL && holding->thought->cards.kind == kind)
		return holding->thought;
	return meld_of(holding->side, kind);
}

/* What is asked about the player, with the meld thought of. */
static inline struct question question_of(const struct holding *holding)
{
	const struct game *game = holding->game;
	bool known = holding->thought_at >= 0;

	return (struct question){ .game = game,
		                  .seat = game->turn.seat,
		                  .side = game->turn.side,
		                  .thought_at = (uint8_t)holding->thought_at,
		                  .thought = known ? holding->thought : NULL };
}

/* The answer to a fact, with the meld thought of. */
APART static int32_t fact_of_holding(const struct holding *holding, const struct op *op)
{
	struct question about = question_of(holding);

	return fact_of_game(&about, op);
}

/* True if conditions know of the meld thought of. */
static bool thought_is_known(const struct holding *holding)
{
	return holding->thought == NULL || holding->thought_at >= 0;
}

/* A rank that is a meld only together with a wild card. */
struct needy {
	int32_t points;
	int kind, cards, room;
};

/* True if some of [cards] cards of a rank would be a meld although all are not. */
static bool fewer_fit(const struct form *form, int cards, int wilds)
{
	while (--cards > 0)
		if (form_wilds(form, cards, wilds) != 0)
			return true;
	return false;
}

/* Notes that the [cards] of a rank may count or not: a search has to find out. */
static void plan_perhaps(struct opening *plan, int32_t points)
{
	plan->exact = false;
	plan->limit += points;
	plan->room += plan->wilds;
}

/* Adds the cards of one rank to the plan, or to those that need a wild card. */
static void plan_rank(const struct holding *holding, struct opening *plan, int kind, struct needy *needy, int *needing)
{
	const struct rules *rules = holding->rules;
	const struct meld *meld = meld_held(holding, kind);
	const struct form *form = &rules->form[meld != NULL ? meld->form : rules->form_of[kind]];
	int cards = cards_count(holding->hand, kind), naturals = cards, laid = 0;
	int32_t points = cards * rules->kind[kind].points;
	uint32_t allowed;

	if (meld != NULL)
		naturals += meld->cards.naturals, laid = meld->cards.wilds;
	allowed = form_wilds(form, naturals, laid + plan->wilds) >> laid;
	if (meld == NULL && !(rules->begun_always >> rules->form_of[kind] & 1)) {
		if (cards >= form->begin[0].naturals)
			plan_perhaps(plan, points);
	} else if (allowed == 0) {
		if (meld != NULL || fewer_fit(form, cards, plan->wilds))
			plan_perhaps(plan, points); /* some of them may fit although all do not */
	} else if ((allowed & 1) != 0) {
		plan->limit += points;
		plan->used += cards;
		plan->room += 31 - __builtin_clz(allowed);
		plan->ranks |= UINT64_C(1) << kind;
	} else {
		plan->exact = plan->exact && (allowed & 2) != 0;
		needy[(*needing)++] = (struct needy){ points, kind, cards, 31 - __builtin_clz(allowed) };
	}
}

/* Gives the needy ranks their wild cards, the most valuable first, and puts them first. */
static void plan_needy(struct opening *plan, struct needy *needy, int needing)
{
	struct needy one;
	int given;

	for (given = 0; given < plan->wilds && given < needing; given++) {
		int best = given;
		for (int i = given + 1; i < needing; i++)
			if (needy[i].points > needy[best].points)
				best = i;
		plan->limit += needy[best].points;
		plan->used += needy[best].cards;
		plan->room += needy[best].room;
		plan->needy |= UINT64_C(1) << needy[best].kind;
		plan->least_points = needy[best].points; /* they come in falling order */
		plan->least_cards = needy[best].cards;
		plan->least_room = needy[best].room;
		one = needy[best];
		needy[best] = needy[given];
		needy[given] = one;
	}
	plan->given = given;
	plan->spare = plan->wilds - given;
}

/* How many more wild cards [meld] has room for, of [wilds] there are. */
static int room_of(const struct rules *rules, const struct meld *meld, int wilds)
{
	uint32_t allowed = form_wilds(&rules->form[meld->form], meld->cards.naturals, meld->cards.wilds + wilds) >>
	                   meld->cards.wilds;

	return allowed != 0 ? 31 - __builtin_clz(allowed) : 0;
}

/* The cards that might be laid, as if they all could be and those that count less than nothing need not: more than the
 * plan can come to. */
static int32_t points_at_most(const struct holding *holding, cardset naturals)
{
	const struct rules *rules = holding->rules;
	cardset kinds = naturals | (rules->cards.wild & cards_kinds(holding->hand));
	int32_t points = holding->count;

	for (kinds &= ~rules->counts_down; kinds != 0; kinds &= kinds - 1)
		points +=
			cards_count(holding->hand, __builtin_ctzll(kinds)) * rules->kind[__builtin_ctzll(kinds)].points;
	return points;
}

/* ---- what initial melds must contain ---- */

/* The best that can be said of initial melds: the most natural cards that one of them can have, with a wild card in it
 * and without, the most wild cards and the most points. */
struct best {
	const struct holding *holding;
	int naturals, clean, wilds;
	int32_t points;
	int wilds_alone; /* the same of melds of wild cards alone */
	int32_t points_alone;
	bool none_clean;  /* each of them has a wild card */
	bool wilds_begin; /* for all that is known a meld of wild cards alone may be begun with those of the hand */
};

/* What a fact can come to at best. */
static int32_t fact_at_best(const void *frame, const struct op *op)
{
	const struct best *best = frame;
	const struct rules *rules = best->holding->rules;
	bool alone;
	int most;
	uint32_t wilds;

	if (op->fact != FACT_initial_class && op->fact != FACT_initial_points)
		return fact_of_holding(best->holding, op);
	alone = rules->wild_classes >> op->argument & 1;
	most = alone ? best->wilds_alone : best->wilds;
	wilds = rules->class_reach[op->argument][best->naturals] & ((UINT32_C(2) << most) - 2);
	if (!best->none_clean)
		wilds |= rules->class_reach[op->argument][best->clean] & 1;
	if (wilds == 0)
		return 0;
	if (op->fact == FACT_initial_class)
		return MELDS_MAX;
	return alone ? best->points_alone : best->points;
}

/* True if for all that is known a meld of wild cards alone may yet be begun. */
static bool wilds_may_begin(const struct holding *holding)
{
	const struct rules *rules = holding->rules;
	struct question about = question_of(holding);

	for (int i = 0; i < rules->meld_count; i++)
		if (rules->form[i].ranks == 0 && (!(rules->begun_early >> i & 1) || ask(rules->meld[i].begun, &about)))
			return true;
	return false;
}

/* The kinds of the hand that can give a meld its rank, as far as there may be none with more cards. */
static cardset largest_ranks(const struct holding *holding)
{
	cardset ranks = holding->rules->naturals, kinds = ranks & cards_kinds(holding->hand);

	if ((ranks & cards_twice(holding->hand)) != 0)
		kinds = ranks & cards_twice(holding->hand);
	return (ranks & cards_thrice(holding->hand)) != 0 ? ranks & cards_thrice(holding->hand) : kinds;
}

static int lesser(int a, int b)
{
	return a < b ? a : b;
}

static void find_best(const struct holding *holding, const struct opening *plan, struct best *best)
{
	const struct rules *rules = holding->rules;
	bool counts = rules->initial_meld.top_card == initial_meld_top_card_counts;

	*best = (struct best){ .holding = holding, .wilds = plan->wilds, .points = plan->limit };
	for (cardset kinds = largest_ranks(holding) & ~holding->melded; kinds != 0; kinds &= kinds - 1) {
		int naturals = cards_count(holding->hand, __builtin_ctzll(kinds));
		best->naturals = naturals > best->naturals ? naturals : best->naturals;
	}
	best->naturals = best->clean = lesser(best->naturals, MELD_CARDS_MAX);
	for (cardset kinds = holding->melded; kinds != 0; kinds &= kinds - 1) {
		int kind = __builtin_ctzll(kinds);
		int naturals = rules->naturals >> kind & 1 ? cards_count(holding->hand, kind) : 0;
		const struct meld *meld = meld_held(holding, kind);
		if (meld != NULL && meld->cards.naturals == 0) {
			best->wilds_alone += meld->cards.wilds;
			best->points_alone += meld_points(rules, &meld->cards);
		}
		if (meld != NULL)
			naturals += meld->cards.naturals, best->wilds += meld->cards.wilds;
		if ((holding->top >> kind & 1) && !counts && naturals > 0)
			naturals--;
		naturals = lesser(naturals, MELD_CARDS_MAX);
		if (naturals > best->naturals)
			best->naturals = naturals;
		if (naturals > best->clean && (meld == NULL || meld->cards.wilds == 0))
			best->clean = naturals;
	}
	best->wilds_begin = rules->wild_melds && plan->wilds >= rules->wild_meld_least && best->wilds_alone == 0 &&
	                    (holding->melded == 0 || wilds_may_begin(holding)); /* nothing stands against the first */
	if (best->wilds_alone > 0 || best->wilds_begin) {
		best->wilds_alone = lesser(best->wilds_alone + plan->wilds, MELD_CARDS_MAX - 1);
		best->points_alone += wild_points(holding, plan->wilds);
	}
	best->wilds = lesser(best->wilds, MELD_CARDS_MAX - 1);
}

/* Whether the minimum may be waived, for all that is known. */
static bool may_be_waived(const struct rules *rules, const struct best *best)
{
	if (rules->never_waived || !rules->waived_rises)
		return !rules->never_waived;
	if (best->naturals + best->wilds < rules->waived_least && best->wilds_alone < rules->waived_least)
		return false;
	return program_run(rules->initial_meld.waived, best, fact_at_best) != 0;
}

/* True at a glance if the minimum cannot be waived, for no meld can have enough cards for that. */
static bool never_waived_for(const struct holding *holding, int wilds)
{
	int most = lesser(2, holding->size);

	if (holding->rules->never_waived)
		return true;
	if (holding->melded != 0)
		return false;
	for (cardset kinds = cards_thrice(holding->hand) & holding->rules->naturals; kinds != 0; kinds &= kinds - 1)
		if (cards_count(holding->hand, __builtin_ctzll(kinds)) > most)
			most = cards_count(holding->hand, __builtin_ctzll(kinds));
	return most + wilds < holding->rules->waived_least;
}

/* Whether the initial meld may contain what it must, for all that is known. */
static bool may_contain(const struct rules *rules, const struct best *best)
{
	if (!rules->contains_rises || best->holding->game->turn.any_contents ||
	    (!best->none_clean && best->clean >= rules->clean_enough))
		return true;
	if (rules->clean_needed && best->wilds_alone == 0 && best->holding->game->turn.minimum > 0 &&
	    (best->none_clean || best->clean < rules->clean_least))
		return false;
	return program_run(rules->initial_meld.contains, best, fact_at_best) != 0;
}

/* Looks whether the initial meld can contain what it must, and whether its minimum may be waived for what it contains. */
APART static void look_at_contents(const struct holding *holding, struct opening *plan)
{
	struct best best;

	find_best(holding, plan, &best);
	plan->waivable = may_be_waived(holding->rules, &best);
	if (!may_contain(holding->rules, &best))
		plan->limit = INT32_MIN;
}

/* What the cards come to is known; but they may not be the right ones, or there may be no minimum after all. */
static void settle_limit(const struct holding *holding, struct opening *plan)
{
	plan->count = plan->limit;
	plan->waivable = !holding->rules->never_waived;
	if (holding->rules->classes_open)
		look_at_contents(holding, plan);
	if (plan->waivable && !holding->rules->waived_only_out)
		plan->exact = false, plan->limit = INT32_MAX / 2;
}

/* ---- melds that are not plain ---- */

/* What may lie in the meld of a rank that there is, or in one of any kind if there is none. */
static const struct form *form_held(const struct rules *rules, int kind, const struct meld *meld)
{
	return meld != NULL ? &rules->form[meld->form] : &rules->any_form[kind];
}

/* The rank that is to stay clean: it has the least room for wild cards. */
struct clean {
	int kind, naturals, wilds, room;
	int least;     /* room of any that has no wild card yet, the one of the top card included */
	int more;      /* room that there would be besides if natural cards were left out */
	cardset ranks; /* those that may become what the initial meld must contain without a wild card */
};

static bool some_fewer_fit(const struct form *form, int cards, int wilds)
{
	while (--cards > 0)
		if (form_wilds(form, cards, wilds) != 0)
			return true;
	return false;
}

/* Lets a rank stay clean if it has less room than the one chosen. The rank of the top card is only taken where there is no
 * other, and without that card if it does not count. */
static void choose_clean(const struct holding *holding, struct clean *clean, const struct form *form, int kind,
                         int naturals, int room)
{
	bool is_top = holding->top >> kind & 1,
	     counts = holding->rules->initial_meld.top_card == initial_meld_top_card_counts;
	bool was_top = clean->kind >= 0 && (holding->top >> clean->kind & 1);

	if (is_top && !counts && form_wilds(form, --naturals, 0) == 0)
		return;
	if (clean->kind >= 0 && !was_top && (is_top || room >= clean->room))
		return;
	clean->kind = kind;
	clean->naturals = naturals;
	clean->wilds = 0;
	clean->room = room;
}

/* Adds the cards of one rank to the plan, as if every kind of meld were open to it. */
static void plan_any_rank(const struct holding *holding, struct opening *plan, int kind, struct needy *needy,
                          int *needing, struct clean *clean)
{
	const struct rules *rules = holding->rules;
	const struct meld *meld = meld_held(holding, kind);
	int cards = cards_count(holding->hand, kind), naturals = cards, laid = 0, room, most;
	int32_t points = cards * rules->kind[kind].points;
	const struct form *form = form_held(rules, kind, meld);
	uint32_t allowed;

	if (meld != NULL)
		naturals += meld->cards.naturals, laid = meld->cards.wilds;
	if (laid == 0 && naturals >= rules->clean_least)
		clean->ranks |= UINT64_C(1) << kind;
	allowed = form_wilds(form, naturals, laid + plan->wilds) >> laid;
	most = lesser(form->most_wilds[lesser(naturals, MELD_CARDS_MAX)] - laid, plan->wilds);
	if (allowed == 0) {
		if (meld == NULL && !some_fewer_fit(form, cards, plan->wilds))
			return;
		plan->exact = false; /* some of them may fit although all do not */
		plan->limit += points;
		clean->least = 0;
		clean->more += most > 0 ? most : 0;
		return;
	}
	room = 31 - __builtin_clz(allowed);
	clean->more += most - room;
	plan->exact = plan->exact && ((allowed + (allowed & (0u - allowed))) & allowed) == 0;
	if ((allowed & 1) != 0) {
		plan->limit += points;
		plan->used += cards;
		plan->room += room;
		plan->ranks |= UINT64_C(1) << kind;
		if (laid == 0)
			choose_clean(holding, clean, form, kind, naturals, room);
		if (laid == 0 && room < clean->least)
			clean->least = room;
	} else {
		plan->exact = plan->exact && (allowed & 2) != 0;
		needy[(*needing)++] = (struct needy){ points, kind, cards, room };
	}
}

/* True if the kinds of meld that the plan uses are open to it, and stay so. */
static bool forms_are_open(const struct holding *holding, const struct opening *plan)
{
	const struct rules *rules = holding->rules;
	bool alone = (holding->melded & rules->cards.wild) != 0;
	uint32_t taking = rules->wild_always | (alone ? 0 : rules->wild_first & rules->wild_steadily);
	struct question about = question_of(holding);

	about.going_out = holding->game->turn.owes_out;
	for (int i = 0; i < rules->meld_count; i++) {
		const struct form *form = &rules->form[i];
		if ((form->ranks & (plan->ranks | plan->needy)) == 0)
			continue;
		if (!(rules->begun_always >> i & 1) &&
		    (!(rules->begun_steadily >> i & 1) || !ask(rules->meld[i].begun, &about)))
			return false;
		if (!(taking >> i & 1) && plan->wilds > 0 &&
		    (!(rules->wild_steadily >> i & 1) || !ask(rules->meld[i].wild_cards, &about)))
			return false;
	}
	return true;
}

/* What is sure of an initial meld of which only the clean rank and the meld of wild cards are looked at. */
struct sure {
	const struct holding *holding;
	const struct clean *clean; /* its kind is -1 if there is none */
	int wilds;                 /* cards of the meld of wild cards */
	int32_t wild_points;
};

static int32_t fact_for_sure(const void *frame, const struct op *op)
{
	const struct sure *sure = frame;
	const struct rules *rules = sure->holding->rules;
	const struct clean *clean = sure->clean;
	int32_t melds = 0, points = 0;

	if (op->fact != FACT_initial_class && op->fact != FACT_initial_points)
		return fact_of_holding(sure->holding, op);
	if (clean->kind >= 0 && (rules->class_sure[op->argument][clean->naturals] >> clean->wilds & 1))
		melds++, points += clean->naturals * rules->kind[clean->kind].points;
	if (sure->wilds > 0 && (rules->class_sure[op->argument][0] >> sure->wilds & 1))
		melds++, points += sure->wild_points;
	return op->fact == FACT_initial_class ? melds : points;
}

/* True if the initial meld contains what it has to as long as the clean rank stays as it is. The meld of wild cards has
 * [wilds] cards, 0 for none, that count [points]. */
static bool contents_are_sure(const struct holding *holding, const struct clean *clean, int wilds, int32_t points)
{
	struct sure sure = { holding, clean, wilds, points };

	if (clean->kind >= 0 && clean->naturals <= MELD_CARDS_MAX &&
	    (holding->rules->clean_sure >> clean->naturals & 1))
		return true;
	return (clean->kind >= 0 || wilds > 0) && clean->naturals <= MELD_CARDS_MAX && wilds <= MELD_CARDS_MAX &&
	       holding->rules->contains_rises &&
	       program_run(holding->rules->initial_meld.contains, &sure, fact_for_sure) != 0;
}

/* Whether the plan reaches the minimum without melds of wild cards alone, [points] being those of its natural cards. */
static bool minimum_is_reached(const struct holding *holding, struct opening *plan, int32_t points,
                               const struct clean *clean)
{
	bool plain = holding->rules->plain_opening;
	int room = plan->room;

	if (!thought_is_known(holding) && holding->thought->cards.naturals == 0 && plan->wilds > 0)
		return false;
	if (!plain)
		room -= clean->room;
	if ((!plain && clean->kind < 0) || points + wild_points(holding, room) < holding->minimum ||
	    (!plain && !contents_are_sure(holding, clean, 0, 0)) || !forms_are_open(holding, plan))
		return false;
	plan->room = room;
	plan->clean = plain ? 0 : UINT64_C(1) << clean->kind;
	return true;
}

/* How many of the [wilds] wild cards of the hand go into a meld of wild cards alone, which is there, [meld], or is begun
 * now; 0 if that is not sure. [*begun] is 1 + its kind of meld if it has to be begun. */
static int wilds_alone(const struct holding *holding, const struct meld *meld, int wilds, int *begun)
{
	const struct rules *rules = holding->rules;
	struct question about = question_of(holding);
	int laid = meld != NULL ? meld->cards.wilds : 0;

	about.going_out = holding->game->turn.owes_out;
	about.rank = (uint8_t)(1 + rules->wild_kind[0]);
	for (int i = meld != NULL ? meld->form : 0; i < rules->meld_count; i++) {
		const struct form *form = &rules->form[i];
		uint32_t allowed = form->ranks == 0 ? form_wilds(form, 0, laid + wilds) >> laid : 0;
		if (meld != NULL && i > meld->form)
			break;
		if (allowed < 2 || (!(rules->wild_always >> i & 1) &&
		                    (!(rules->wild_steadily >> i & 1) || !ask(rules->meld[i].wild_cards, &about))))
			continue;
		if (meld != NULL || (rules->begun_always >> i & 1) ||
		    (thought_is_known(holding) && ask(rules->meld[i].begun, &about))) {
			*begun = meld != NULL ? 0 : i + 1;
			return 31 - __builtin_clz(allowed);
		}
	}
	return 0;
}

/* True if the kinds of meld of these ranks may be begun, and stay so whatever else is. */
static bool ranks_are_open(const struct holding *holding, cardset ranks)
{
	const struct rules *rules = holding->rules;
	struct question about = question_of(holding);

	about.going_out = holding->game->turn.owes_out;
	for (int i = 0; i < rules->meld_count; i++)
		if ((rules->form[i].ranks & ranks) != 0 && !(rules->begun_always >> i & 1) &&
		    (!(rules->begun_anyway >> i & 1) || !ask(rules->meld[i].begun, &about)))
			return false;
	return true;
}

/* Whether the minimum is reached with all wild cards that are laid in a meld of their own, beside the ranks of [plan] that
 * need none and count [points] with what is laid. The plan becomes that one. */
static bool reached_with_wild_meld(const struct holding *holding, struct opening *plan, int32_t points,
                                   const struct clean *clean)
{
	const struct rules *rules = holding->rules;
	const struct meld *meld = rules->wild_kinds > 0 ? meld_held(holding, rules->wild_kind[0]) : NULL;
	int laid = meld != NULL ? meld->cards.wilds : 0, room;
	int32_t alone = meld != NULL ? meld_points(rules, &meld->cards) : 0;

	if (!rules->wild_melds || (plan->wilds == 0 && meld == NULL))
		return false;
	if (holding->top & rules->cards.wild)
		return false; /* not all of it may count */
	room = wilds_alone(holding, meld, plan->wilds, &plan->wilds_begun);
	if (room == 0 && meld == NULL)
		return false;
	if (points + wild_points(holding, room) < holding->minimum ||
	    (!rules->plain_opening &&
	     !contents_are_sure(holding, clean, laid + room, alone + wild_points(holding, room))) ||
	    !ranks_are_open(holding, plan->ranks))
		return false;
	for (cardset needy = plan->needy; needy != 0; needy &= needy - 1)
		plan->used -= cards_count(holding->hand, __builtin_ctzll(needy));
	plan->needy = 0;
	plan->spare = 0;
	plan->room = room;
	plan->wild_meld = true;
	return true;
}

/* What the plan comes to at most with wild cards melded alone as well, [points] being those of the ranks that need
 * none. */
static int32_t points_with_wild_meld(const struct holding *holding, const struct opening *plan, const struct best *best,
                                     int32_t points, const struct needy *needy, int needing)
{
	const struct rules *rules = holding->rules;
	bool melded = (holding->melded & rules->cards.wild) != 0;
	int spare = plan->wilds - (melded ? 0 : rules->wild_meld_least);

	if (!rules->wild_melds || spare < 0 || (!melded && !best->wilds_begin))
		return INT32_MIN;
	for (int i = 0; i < needing && i < spare; i++)
		points += needy[i].points;
	return points + wild_points(holding, plan->wilds);
}

/* Works out what cards that may all be of use come to as melds. */
static void plan_any_ranks(const struct holding *holding, struct opening *plan, cardset kinds, struct best *best)
{
	const struct rules *rules = holding->rules;
	struct needy needy[KINDS_MAX];
	struct clean clean = { .kind = -1, .room = MELD_CARDS_MAX + 1, .least = MELD_CARDS_MAX + 1 };
	int needing = 0, room;
	int32_t points, ranks, with_wild_meld;
	bool one_clean, must_be_clean;

	plan->exact = true;
	plan->limit = holding->count;
	for (kinds |= holding->melded & rules->naturals; kinds != 0; kinds &= kinds - 1)
		plan_any_rank(holding, plan, __builtin_ctzll(kinds), needy, &needing, &clean);
	ranks = plan->limit;
	plan_needy(plan, needy, needing);
	points = plan->limit;
	plan->most = points + wild_points(holding, plan->wilds);
	best->none_clean = true; /* if that cannot be, some rank has to do without wild cards */
	one_clean = (clean.ranks & (clean.ranks - 1)) == 0;
	room = plan->room + clean.more;
	must_be_clean =
		(one_clean || (room - clean.least < plan->wilds && clean.least > 0)) && !may_contain(rules, best);
	if (must_be_clean && clean.least > 0)
		room -= clean.least;
	plan->last_clean = one_clean && must_be_clean ? clean.ranks : 0;
	plan->limit += wild_points(holding, room);
	with_wild_meld = points_with_wild_meld(holding, plan, best, ranks, needy, needing);
	if (with_wild_meld > plan->limit)
		plan->limit = with_wild_meld;
	plan->count = plan->limit;
	if (plan->limit < holding->minimum)
		return;
	if (plan->exact && rules->initial_meld.top_card != initial_meld_top_card_does_not_help)
		plan->exact = minimum_is_reached(holding, plan, points, &clean) ||
		              reached_with_wild_meld(holding, plan, ranks, &clean);
	else
		plan->exact = false;
	plan->left = holding->size - plan->used - (plan->room < plan->wilds ? plan->room : plan->wilds);
	plan->kept = cards_kinds(holding->hand) & ~(plan->ranks | plan->needy | rules->cards.wild);
}

/* True if no rank can come to have a second meld in this turn. */
static bool has_one_meld_a_rank(const struct holding *holding, const struct best *best)
{
	const struct rules *rules = holding->rules;

	return !rules->comes_again ||
	       (holding->side->again == 0 && best->naturals + best->wilds + 1 < rules->canasta_least);
}

/* The plan where a rank may have several kinds of meld, where these are not open to all, and where wild cards can be
 * melded alone. Its limit is [plan]'s as if all cards that may be of use counted, and comes down from there. */
APART static void plan_strange(const struct holding *holding, struct opening *plan, cardset kinds)
{
	const struct rules *rules = holding->rules;
	struct best best;

	plan->count = plan->limit;
	plan->most = INT32_MAX / 2;
	plan->exact = false;
	if (plan->limit < holding->minimum && never_waived_for(holding, plan->wilds))
		return;
	find_best(holding, plan, &best);
	plan->wilds_alone = best.wilds_alone > 0;
	plan->waivable = may_be_waived(rules, &best);
	if (plan->waivable && !rules->waived_only_out)
		plan->limit = INT32_MAX / 2;
	else if (plan->limit < holding->minimum)
		return;
	else if (!may_contain(rules, &best))
		plan->limit = INT32_MIN;
	else if (rules->melds_grow && rules->counts_down == 0 && has_one_meld_a_rank(holding, &best))
		plan_any_ranks(holding, plan, kinds, &best);
}

/* Field by field: cleared as a whole it takes longer to start than to do. */
static inline void begin_plan(struct opening *plan)
{
	plan->limit = plan->count = plan->least_points = plan->most = 0;
	plan->exact = plan->waivable = plan->wild_meld = plan->wilds_alone = plan->any_wild = false;
	plan->used = plan->left = plan->wilds = plan->room = plan->spare = plan->given = 0;
	plan->wilds_begun = plan->least_cards = plan->least_room = 0;
	plan->ranks = plan->needy = plan->clean = plan->last_clean = plan->kept = 0;
}

static void plan_holding(const struct holding *holding, struct opening *plan)
{
	const struct rules *rules = holding->rules;
	cardset hand = cards_kinds(holding->hand), kinds;
	struct needy needy[KINDS_MAX];
	int needing = 0;

	begin_plan(plan);
	plan->exact = rules->plain_opening;
	if (hand & rules->cards.wild)
		plan->wilds = cards_count_in(holding->hand, rules->cards.wild);
	/* other cards are of use only on a meld that lies there */
	kinds = useful_kinds(rules, holding->hand) | (rules->naturals & hand & holding->melded);
	plan->limit = points_at_most(holding, kinds);
	if (!rules->plain_counts) {
		plan_strange(holding, plan, kinds);
		return;
	}
	if (plan->limit < holding->minimum && rules->waived_only_out) {
		plan->exact = false; /* all that may be of use counts; by how much it falls short does not matter */
		settle_limit(holding, plan);
		return;
	}
	plan->limit = holding->count;
	for (; kinds != 0; kinds &= kinds - 1)
		plan_rank(holding, plan, __builtin_ctzll(kinds), needy, &needing);
	/* wild cards also fit the melds of this turn whose rank is no longer in the hand */
	for (kinds = holding->melded & ~hand; kinds != 0 && plan->wilds > 0; kinds &= kinds - 1)
		plan->room += room_of(rules, meld_held(holding, __builtin_ctzll(kinds)), plan->wilds);
	plan_needy(plan, needy, needing);
	plan->limit += wild_points(holding, plan->room);
	settle_limit(holding, plan);
	plan->left = holding->size - plan->used - (plan->room < plan->wilds ? plan->room : plan->wilds);
}

/* True if the cards laid with a top card that does not help may yet become a meld without it. */
static bool may_help(const struct game *game)
{
	cardset hand = cards_kinds(&game->seat[game->turn.seat].hand);

	return (hand & (game->rules->cards.wild | UINT64_C(1) << game->turn.top)) != 0;
}

static cardset top_rank(const struct game *game)
{
	int meld = game->turn.top_meld;

	return meld > 0 ? UINT64_C(1) << own_side(game)->meld[meld - 1].cards.kind : 0;
}

/* Field by field into its place: what is put together elsewhere and copied makes the processor wait. */
static inline void hold(struct holding *holding, const struct game *game)
{
	const struct seat *seat = &game->seat[game->turn.seat];
	const struct side *side = own_side(game);

	holding->game = game;
	holding->rules = game->rules;
	holding->side = side;
	holding->hand = &seat->hand;
	holding->size = seat->size;
	holding->count = game->turn.count + (may_help(game) ? game->turn.withheld : 0);
	holding->minimum = game->turn.minimum;
	holding->thought = NULL;
	holding->thought_at = 0;
	holding->melded = side->melded;
	holding->top = top_rank(game);
}

void plan_opening(const struct game *game, struct opening *plan)
{
	struct holding holding;

	hold(&holding, game);
	plan_holding(&holding, plan);
}

int32_t opening_limit(const struct game *game)
{
	struct holding holding;
	struct opening plan;

	hold(&holding, game);
	holding.minimum = 0;
	plan_holding(&holding, &plan);
	return plan.count;
}

/* What there would be to open with after an act. */
struct prospect {
	struct holding holding;
	struct cards hand;
	struct meld thought;
};

/* After [act], which begins a meld of form [form], perhaps with the top card of the pile. */
static void think_of_meld(const struct game *game, struct act act, int form, struct prospect *after)
{
	const struct rules *rules = game->rules;
	struct holding *holding = &after->holding;
	struct meld *thought = &after->thought;

	hold(holding, game);
	after->hand = *holding->hand;
	*thought = (struct meld){ .form = (uint8_t)form, .canasta = -1 };
	thought->cards.kind = act.kind;
	thought->cards.naturals = act.count;
	for (int i = 0; i < act.count; i++)
		cards_remove(&after->hand, act.kind);
	for (int wild = 0; wild < rules->wild_kinds; wild++)
		for (int i = 0; i < act.wild[wild]; i++) {
			cards_remove(&after->hand, rules->wild_kind[wild]);
			thought->cards.wild[wild]++;
			thought->cards.wilds++;
		}
	holding->count += meld_points(rules, &thought->cards);
	if (act.verb == ACT_TAKE) {
		thought->cards.naturals++;
		holding->top = UINT64_C(1) << act.kind;
		if (rules->initial_meld.top_card == initial_meld_top_card_counts)
			holding->count += rules->kind[act.kind].points;
	}
	holding->size -= act.count + act_wilds(act);
	holding->thought = thought;
	holding->thought_at = act.verb == ACT_TAKE ? -1 : holding->side->melds;
	holding->hand = &after->hand;
	holding->melded |= UINT64_C(1) << act.kind;
	thought->classes = rules_classes_of(rules, &thought->cards);
}

/* After [act], which adds a card to a meld. */
static void think_of_card(const struct game *game, struct act act, struct prospect *after)
{
	struct holding *holding = &after->holding;
	struct meld *thought = &after->thought;

	hold(holding, game);
	after->hand = *holding->hand;
	*thought = holding->side->meld[act.item];
	cards_remove(&after->hand, act.kind);
	if (game->rules->cards.wild >> act.kind & 1) {
		thought->cards.wild[wild_place(game->rules, act.kind)]++;
		thought->cards.wilds++;
	} else
		thought->cards.naturals++;
	holding->count += game->rules->kind[act.kind].points;
	holding->size--;
	holding->thought = thought;
	holding->thought_at = act.item + 1 == game->turn.top_meld ? -1 : act.item;
	holding->hand = &after->hand;
	thought->classes = rules_classes_of(game->rules, &thought->cards);
}

void plan_opening_taking(const struct game *game, struct act act, int form, struct opening *plan)
{
	struct prospect after;

	think_of_meld(game, act, form, &after);
	plan_holding(&after.holding, plan);
}

/* True if what is thought of contains what the initial meld must. */
static bool contains_now(const struct holding *holding)
{
	struct question about = question_of(holding);

	return ask(holding->rules->initial_meld.contains, &about) != 0;
}

/* True if what is thought of opens, and the turn can surely end with a discard then. */
static bool opens_and_ends(const struct holding *holding, struct act act)
{
	const struct game *game = holding->game;
	const struct rules *rules = holding->rules;
	bool owes_out = false;

	if (!SHORTCUTS || holding->count < holding->minimum || holding->size < 2 || game->turn.owes_out ||
	    !thought_is_known(holding) || rules->initial_meld.top_card == initial_meld_top_card_does_not_help)
		return false;
	if (!game->turn.any_contents && !contains_now(holding))
		return false;
	if (act.verb == ACT_MELD && (!form_may_begin(game, act.item, act.kind, &owes_out) || owes_out))
		return false;
	return rules->discard.ban_count == 0 ||
	       some_stays_free(game, cards_kinds(holding->hand) & ~rules->cards.wild &
	                                     ~(UINT64_C(1) << holding->thought->cards.kind));
}

/* True if the plan is sure when one card of a kind is kept in the hand instead of being laid, or two. */
static bool is_sure_keeping(const struct holding *holding)
{
	for (int cards = 1; cards <= 2; cards++)
		for (cardset kinds = cards_at_least(holding->hand, cards); kinds != 0; kinds &= kinds - 1) {
			struct holding rest = *holding;
			struct cards hand = *holding->hand;
			struct opening plan;
			for (int i = 0; i < cards; i++)
				cards_remove(&hand, __builtin_ctzll(kinds));
			rest.hand = &hand;
			plan_holding(&rest, &plan);
			if (opening_is_sure(holding->game, &plan, 0))
				return true;
		}
	return false;
}

bool opening_is_sure_keeping(const struct game *game)
{
	struct holding holding;

	hold(&holding, game);
	return is_sure_keeping(&holding);
}

/* A wild card that counts no more helps no more towards the minimum, unless the one it takes the place of makes a meld of
 * wild cards dearer. If every wild card is laid, it does not matter where which one goes. */
static bool holds_for_any_wild(const struct game *game, const struct opening *plan)
{
	return game->rules->wilds_alike &&
	       (plan->limit < game->turn.minimum ? !plan->wilds_alone : plan->room >= plan->wilds);
}

bool plan_opening_after(const struct game *game, struct act act, struct opening *plan)
{
	struct prospect after;

	if (act.verb == ACT_ADD)
		think_of_card(game, act, &after);
	else
		think_of_meld(game, act, act.item, &after);
	plan->any_wild = false;
	if (opens_and_ends(&after.holding, act))
		return true;
	plan_holding(&after.holding, plan);
	plan->any_wild = holds_for_any_wild(game, plan);
	if (!SHORTCUTS || !plan->exact || plan->limit < game->turn.minimum || game->turn.owes_out)
		return false;
	if (opening_is_sure(game, plan, cards_waiting(game)))
		return true;
	plan->any_wild = false;
	return after.holding.size >= 2 && is_sure_keeping(&after.holding);
}

int cards_with_pile(const struct game *game, bool gone)
{
	return (game->pile_kinds & game->rules->bonus.cards) == 0 ? game->pile_size - !gone : 0;
}

int cards_waiting(const struct game *game)
{
	return game->turn.pending ? cards_with_pile(game, true) : 0;
}

bool opening_is_sure(const struct game *game, const struct opening *plan, int waiting)
{
	return SHORTCUTS && plan->exact && plan->limit >= game->turn.minimum && plan->left + waiting >= 2 &&
	       !game->turn.owes_out &&
	       (game->rules->discard.ban_count == 0 || (waiting > 0 && game->rules->bans_yield_to_takes) ||
	        some_stays_free(game, plan->kept));
}

/* True if the plan still does when a wild card goes where it did not put one, at the price of its least needy rank.
 * The cards of that rank then stay in the hand. */
static bool works_without_least(const struct game *game, const struct opening *plan, int cards)
{
	return plan->needy != 0 && plan->room - plan->least_room >= plan->wilds &&
	       plan->left + plan->least_cards - cards >= 2 && plan->limit - plan->least_points >= game->turn.minimum;
}

/* The same where melds are not plain: a wild card may be added to any rank of the plan but the clean one, if a needy rank
 * does not want it, and to the meld of wild cards. */
static bool strange_opening_adds(const struct game *game, const struct opening *plan, struct act act)
{
	const struct rules *rules = game->rules;
	int kind = own_side(game)->meld[act.item].cards.kind;

	if (!(rules->cards.wild >> act.kind & 1))
		return plan->wilds_begun == 0 && (plan->ranks >> act.kind & 1);
	if (plan->wild_meld)
		return rules->cards.wild >> kind & 1;
	return plan->spare > 0 && ((plan->ranks & ~plan->clean) >> kind & 1);
}

/* A meld of one kind need not be what the plan makes of its rank, unless it has the same room. */
static bool strange_opening_begins(const struct game *game, const struct opening *plan, struct act act)
{
	const struct rules *rules = game->rules;
	int cards = cards_count(&game->seat[game->turn.seat].hand, act.kind);
	cardset rank = UINT64_C(1) << act.kind;
	int more = act_wilds(act) - ((plan->needy & rank) != 0);

	if (plan->wild_meld && rules->form[act.item].ranks == 0)
		return act.item == plan->wilds_begun - 1;
	if (plan->wild_meld && plan->wilds_begun != 0 &&
	    (act_wilds(act) > 0 || !(rules->begun_beside_clean >> (plan->wilds_begun - 1) & 1)))
		return false; /* who knows whether it may be begun later */
	if (((plan->ranks | plan->needy) & rank) == 0)
		return false;
	if (!(rules->one_form & rank)) {
		uint32_t any = form_wilds(&rules->any_form[act.kind], cards, plan->wilds);
		uint32_t own = form_wilds(&rules->form[act.item], cards, plan->wilds);
		bool bare = act_wilds(act) == 0 && (own & 1) != 0 && (plan->wild_meld || (plan->clean & rank) != 0);
		if (own != any && !bare) /* bare: there is no room for wild cards that the plan has counted on */
			return false;
	}
	return more <= 0 || (!plan->wild_meld && more <= plan->spare && (plan->clean & rank) == 0);
}

/* What the limit can be at most if [wilds] wild cards of the hand go to the natural cards of [rank], or into a meld of their
 * own: fewer are left for the needy ranks, of which the least valuable are given up. */
static int32_t most_beside(const struct game *game, const struct opening *plan, int rank, int wilds)
{
	const struct rules *rules = game->rules;
	int lost = plan->given - (plan->wilds - wilds) - (int)(plan->needy >> rank & 1);
	int32_t most = plan->most - (lost > 0 ? lost : 0) * plan->least_points;

	if ((rules->naturals & ~(plan->ranks | plan->needy)) >> rank & 1)
		most += cards_count(&game->seat[game->turn.seat].hand, rank) * rules->kind[rank].points;
	return most;
}

bool opening_is_spoilt(const struct game *game, const struct opening *plan, struct act act)
{
	int wilds = act.verb == ACT_ADD ? (int)(game->rules->cards.wild >> act.kind & 1) : act_wilds(act);
	int rank = act.verb == ACT_ADD ? own_side(game)->meld[act.item].cards.kind : act.kind;

	return wilds > 0 && plan->limit >= game->turn.minimum &&
	       ((plan->last_clean >> rank & 1) || most_beside(game, plan, rank, wilds) < game->turn.minimum);
}

bool opening_has(const struct game *game, const struct opening *plan, struct act act)
{
	const struct rules *rules = game->rules;
	int wilds = act_wilds(act), more;
	cardset rank;

	if (plan->room < plan->wilds && (wilds > 0 || (rules->cards.wild >> act.kind & 1)))
		return false; /* not every wild card is laid, so it matters which */
	if (!rules->plain_melds)
		return act.verb == ACT_ADD ? strange_opening_adds(game, plan, act)
		                           : strange_opening_begins(game, plan, act);
	if (act.verb == ACT_MELD && (rules->begun_always >> act.item & 1)) {
		rank = UINT64_C(1) << act.kind;
		more = wilds - ((plan->needy & rank) != 0); /* wild cards that the plan does not put there */
		if (((plan->ranks | plan->needy) & rank) != 0)
			return more <= plan->spare || (more == 1 && works_without_least(game, plan, 0));
		return wilds == 1 && plan->spare == 0 && works_without_least(game, plan, act.count);
	}
	if (act.verb != ACT_ADD)
		return false;
	if (rules->cards.wild >> act.kind & 1)
		return plan->spare > 0 || works_without_least(game, plan, 0);
	return plan->ranks >> act.kind & 1; /* a natural card that the plan lays anyway */
}
