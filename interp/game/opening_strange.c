/* opening_strange.c -- the plan of an initial meld where melds are not plain: a rank may have several kinds of them, some
 * are not open to all, wild cards may be melded alone, and a rank may have to stay clean. */
#include "game/holding.h"

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
		if (meld == NULL && !fewer_fit(form, cards, plan->wilds))
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
		if (!(rules->natural_opening >> i & 1))
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

static int32_t fact_for_sure(const void *frame, const struct ir *asked)
{
	const struct sure *sure = frame;
	const struct rules *rules = sure->holding->rules;
	const struct clean *clean = sure->clean;
	int32_t melds = 0, points = 0;

	if (asked->fact != FACT_initial_class && asked->fact != FACT_initial_points)
		return fact_of_holding(sure->holding, asked);
	if (clean->kind >= 0 && (rules->class_sure[asked->item][clean->naturals] >> clean->wilds & 1))
		melds++, points += clean->naturals * rules->kind[clean->kind].points;
	if (sure->wilds > 0 && (rules->class_sure[asked->item][0] >> sure->wilds & 1))
		melds++, points += sure->wild_points;
	return asked->fact == FACT_initial_class ? melds : points;
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
	       formula_evaluate(holding->rules->initial_meld.contains, &sure, fact_for_sure) != 0;
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
		if ((rules->form[i].ranks & ranks) != 0 &&
		    (!(rules->natural_opening >> i & 1) ||
		     (!(rules->begun_always >> i & 1) &&
		      (!(rules->begun_anyway >> i & 1) || !ask(rules->meld[i].begun, &about)))))
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

APART void plan_strange(const struct holding *holding, struct opening *plan, cardset kinds)
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
