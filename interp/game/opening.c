/* opening.c -- what the initial meld can come to. All natural cards of which there are enough are laid, ranks that
 * need a wild card get one each, the most valuable first, and the wild cards left over go wherever there is room.
 * The sum is never too low, and it is exact wherever melds are as simple as they mostly are. */
#include "game/holding.h"

/* Notes that cards of a rank that count [points] may be laid or not: a search has to find out. */
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

void plan_needy(struct opening *plan, struct needy *needy, int needing)
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

/* Field by field: cleared as a whole it takes longer to start than to do. */
static inline void begin_plan(struct opening *plan)
{
	plan->limit = plan->count = plan->least_points = plan->most = 0;
	plan->exact = plan->waivable = plan->wild_meld = plan->wilds_alone = plan->any_wild = false;
	plan->used = plan->left = plan->wilds = plan->room = plan->spare = plan->given = 0;
	plan->wilds_begun = plan->least_cards = plan->least_room = 0;
	plan->ranks = plan->needy = plan->clean = plan->last_clean = plan->kept = 0;
}

void plan_holding(const struct holding *holding, struct opening *plan)
{
	const struct rules *rules = holding->rules;
	cardset hand = cards_kinds(holding->hand), kinds;
	struct needy needy[KINDS_MAX];
	int needing = 0;

	begin_plan(plan);
	plan->exact = rules->plain_opening;
	plan->wilds = wilds_in(rules, holding->hand);
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
void hold(struct holding *holding, const struct game *game)
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
