/* shares.c -- the hand is shared out by ranks, and whole ranks are laid, the best first, until the player is out or her side has opened.
 * Success proves that the turn can end, but for opening_to_try(), whose plan has to be played. Failure proves nothing, but shares_go_out()
 * also answers NO where too many cards have to stay. */
#include "game/plan.h"

#include <string.h>

/* ---- sharing out ---- */

/* The numbers of wild cards, as bits, with which all of a rank can be laid, as a meld of kind [from] or a later one if there is
 * none on the table; 0 if it cannot. [wild]: which kinds of meld take wild cards. */
static uint32_t wilds_with_all(const struct game *game, struct taking_wild *wild, bool owing, int from,
                               struct share *share)
{
	const struct rules *rules = game->rules;
	const struct meld *meld = meld_of(own_side(game), share->kind);
	int kind = share->kind;

	if (meld != NULL) {
		const struct form *form = &rules->form[meld->form];
		int naturals = meld->cards.naturals + share->held;
		uint32_t wilds;
		share->meld = (int8_t)(meld - own_side(game)->meld);
		share->form = meld->form;
		if (naturals > MELD_CARDS_MAX || !form_allows(form, meld->cards.naturals, meld->cards.wilds) ||
		    (share->held > 0 && !form_takes_natural(game, meld->form, kind)))
			return 0;
		wilds = form->wilds[naturals] >> meld->cards.wilds;
		return (wilds & 1) == 0 ? 0 : takes_wild(game, wild, meld->form, kind) ? wilds : 1;
	}
	share->meld = -1;
	for (int i = from; i < rules->meld_count; i++) {
		const struct form *form = &rules->form[i];
		bool owes_out;
		uint32_t wilds = rules->tables->form[i].grown[lesser(share->held, MELD_CARDS_MAX)];
		if (!(form->ranks >> kind & 1) || wilds == 0 || !meld_may_begin(game, i, kind, &owes_out) ||
		    (owes_out && !owing) ||
		    (!form_takes_natural(game, i, kind) && !(naturals_begun(form) >> share->held & 1)))
			continue;
		share->form = (uint8_t)i;
		if (!takes_wild(game, wild, i, kind))
			wilds = rules->tables->form[i].grown_clean >> share->held & 1;
		if (wilds != 0)
			return wilds;
	}
	return 0;
}

/* True if a rank that can be laid in no way now may be laid later in the turn: its natural cards after a wild one, or its wild
 * cards after those that complete the meld of wild cards. False: it cannot, unless plans need proof. */
static bool may_lie_later(const struct game *game)
{
	const struct rules *rules = game->rules;

	return rules->tables->late_naturals ||
	       (rules->wild_melds && (rules->tables->ranked_forms & ~rules->tables->wild_always) != 0 &&
	        meld_of(own_side(game), rules->wild_kind[0]) != NULL);
}

/* The most of a row of numbers that has no gap. */
static inline int most_of(uint32_t numbers)
{
	int least = __builtin_ctz(numbers);

	return least + __builtin_ctzll(~(uint64_t)(numbers >> least)) - 1; /* all 32 numbers may be there */
}

void share_out(const struct game *game, bool owing, struct shares *shares)
{
	const struct rules *rules = game->rules;
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	cardset kinds = (useful_kinds(rules, hand) | (own_side(game)->melded & cards_kinds(hand))) & rules->naturals;
	struct share with_wilds[KINDS_MAX]; /* those that need wild cards come after the others */
	struct taking_wild wild = taking_wild_now(game);
	int wilds = wilds_in(rules, hand), count = 0;

	planning.steps++;
	shares->count = 0;
	shares->in_doubt = false;
	shares->left = cards_kinds(hand) & ~kinds & ~rules->cards.wild;
	shares->left_over = game->seat[game->turn.seat].size - wilds;
	while (kinds != 0) {
		struct share share = { .kind = (uint8_t)(63 - __builtin_clzll(kinds)) };
		share.held = (uint8_t)cards_count(hand, share.kind);
		share.wilds = wilds_with_all(game, &wild, owing, 0, &share);
		kinds &= ~(UINT64_C(1) << share.kind);
		shares->in_doubt |= share.meld < 0 && (rules->tables->several_ways >> share.kind & 1);
		if (share.wilds == 0) {
			shares->in_doubt |= may_lie_later(game);
			shares->left |= UINT64_C(1) << share.kind;
			continue;
		}
		shares->left_over -= share.held;
		do {
			if (share.wilds & 1)
				shares->share[shares->count++] = share;
			else
				with_wilds[count++] = share;
			share.wilds = owing || share.meld >= 0 || !(rules->tables->several_ways >> share.kind & 1) ||
			                              shares->count + count + set_size(kinds) >= KINDS_MAX
			                      ? 0
			                      : wilds_with_all(game, &wild, false, share.form + 1, &share);
		} while (share.wilds != 0);
	}
	shares->left_ranks = set_size(shares->left);
	kinds = owing || wilds == 0 ? 0 : own_side(game)->takes_wild & rules->naturals & ~cards_kinds(hand);
	for (; kinds != 0 && shares->count + count < KINDS_MAX; kinds &= kinds - 1) {
		struct share share = { .kind = (uint8_t)__builtin_ctzll(kinds) };
		share.wilds = wilds_with_all(game, &wild, false, 0, &share);
		if (share.wilds > 1)
			shares->share[shares->count++] = share;
	}
	memcpy(&shares->share[shares->count], with_wilds, sizeof *with_wilds * (size_t)count);
	shares->count += count;
}

/* ---- going out ---- */

/* The place of the act of the planner: that of the share which it begins, or one of its own after all others. */
static int place_of_act(const struct planner *planner, const struct shares *shares)
{
	int at = 0;

	while (at < shares->count &&
	       (shares->share[at].kind != planner->first_rank || shares->share[at].form != planner->first_form))
		at++;
	return at;
}

/* True if shares can prove that the player goes out: nothing is asked that they do not count. False: they prove nothing. */
static bool shares_apply_to_going(const struct planner *planner)
{
	const struct game *game = planner->game;

	return !needs_proof(game) && planner->grows && !game->turn.stays_in && !game->turn.pending &&
	       planner->side->opened;
}

/* The numbers of wild cards that may be laid with all of a share in a plan that begins with the act of the planner; 0 if its
 * cards do not lie so. */
static uint32_t numbers_with_act(const struct planner *planner, const struct share *share)
{
	if (share->kind != planner->first_rank)
		return share->wilds;
	return share->form == planner->first_form ? share->wilds & ~(up_to(planner->first_wilds) >> 1) : 0;
}

/* The share that the act lays wild cards on, of a rank of which there is nothing in the hand. */
static struct share share_of_wilds(const struct planner *planner)
{
	struct share share = { .kind = (uint8_t)planner->first_rank };
	struct taking_wild wild = taking_wild_now(planner->game);

	share.wilds = wilds_with_all(planner->game, &wild, true, 0, &share);
	return share;
}

/* How a hand is laid to go out: so many wild cards with each share. */
struct last_melds {
	struct shares *shares; /* there may be more after its count */
	int count;
	uint32_t numbers[KINDS_MAX + 1]; /* of wild cards that may be laid with each share, as bits */
	uint8_t wilds[KINDS_MAX + 1];
};

/* The cards of the meld that a share lies on. */
static struct meld_cards cards_of_share(const struct planner *planner, const struct share *share, int naturals,
                                        int wilds)
{
	struct meld_cards cards = { .kind = share->kind };

	if (share->meld >= 0)
		cards = planner->side->meld[share->meld].cards;
	return cards_with(planner, cards, naturals, wilds);
}

/* Lays more wild cards: first where they make a canasta, then where some lie, then anywhere. True if all find room; false
 * proves nothing. */
static bool lay_spare_wilds(const struct planner *planner, struct last_melds *melds, int spare)
{
	const struct rules *rules = planner->rules;

	for (int turn = 0; turn < 3 && spare > 0; turn++)
		for (int i = 0; i < melds->count && spare > 0; i++) {
			const struct share *share = &melds->shares->share[i];
			struct meld_cards cards = cards_of_share(planner, share, share->held, 0);
			int size = cards.naturals + cards.wilds + melds->wilds[i];
			int room = most_of(melds->numbers[i] & ~(up_to(melds->wilds[i]) >> 1)) - melds->wilds[i];
			int more = lesser(room, spare);
			if (turn == 0)
				more = size < rules->canasta_least && size + more >= rules->canasta_least
				               ? rules->canasta_least - size
				               : 0;
			else if (turn == 1 && cards.wilds + melds->wilds[i] == 0)
				more = 0;
			melds->wilds[i] = (uint8_t)(melds->wilds[i] + more);
			spare -= more;
		}
	return spare == 0;
}

/* Adds the melds of which there is nothing in the hand, for wild cards to be laid on. */
static void add_melds_of_table(const struct planner *planner, struct last_melds *melds)
{
	cardset ranks = planner->side->takes_wild & planner->rules->naturals;
	struct taking_wild wild = taking_wild_now(planner->game);

	for (int i = 0; i < melds->count; i++)
		ranks &= ~(UINT64_C(1) << melds->shares->share[i].kind);
	for (; ranks != 0; ranks &= ranks - 1) {
		struct share share = { .kind = (uint8_t)__builtin_ctzll(ranks) };
		share.wilds = wilds_with_all(planner->game, &wild, true, 0, &share);
		if (share.wilds == 0)
			continue;
		melds->shares->share[melds->count] = share;
		melds->numbers[melds->count] = share.wilds;
		melds->wilds[melds->count++] = 0;
	}
}

/* True if a share with so many cards laid counts for a fact, false if it does not. */
static bool share_counts(const struct planner *planner, const struct plan_facts *asked, int f,
                         const struct share *share, int naturals, int wilds)
{
	const struct meld *meld = share->meld >= 0 ? &planner->side->meld[share->meld] : NULL;
	enum fact_id fact = asked->fact[f].fact;
	int argument = asked->fact[f].argument, all = wilds + (meld != NULL ? meld->cards.wilds : 0);
	struct meld_cards cards;
	uint32_t undecided, sure;

	if (all <= MELD_CARDS_MAX) {
		sure = wilds_that_count(planner, fact, argument, share->meld, share->form, share->kind,
		                        naturals + (meld != NULL ? meld->cards.naturals : 0), &undecided);
		if (!(undecided >> all & 1))
			return sure >> all & 1;
	}
	cards = cards_of_share(planner, share, naturals, wilds);
	return meld_counts(planner, fact, argument, share->meld, &cards, share->form);
}

/* How many melds of the side count for a fact of those on the table, those of [ranks] apart. */
static int others_that_count(const struct planner *planner, const struct plan_facts *asked, int f, cardset ranks)
{
	int count = 0;

	for (int i = 0; i < planner->side->melds; i++) {
		const struct meld *meld = &planner->side->meld[i];
		struct share share = { .kind = meld->cards.kind, .form = meld->form, .meld = (int8_t)i };
		if (!(ranks >> share.kind & 1) || meld_of(planner->side, share.kind) != meld)
			count += share_counts(planner, asked, f, &share, 0, 0);
	}
	return count;
}

/* True if the player may go out with these melds, false if she may not. */
static bool contract_holds_with(const struct planner *planner, const struct last_melds *melds)
{
	const struct rules *rules = planner->rules;
	struct contents contents = { .about = question_now(planner->game), .facts = &rules->tables->contract_facts };
	int canastas = planner->side->canastas,
	    asked = rules->tables->plain_contract ? 0 : rules->tables->contract_facts.count;
	cardset ranks = 0;

	contents.about.going_out = true;
	for (int i = 0; i < melds->count; i++) {
		const struct share *share = &melds->shares->share[i];
		const struct meld *meld = share->meld >= 0 ? &planner->side->meld[share->meld] : NULL;
		struct meld_cards cards;
		ranks |= UINT64_C(1) << share->kind;
		for (int f = 0; f < asked; f++)
			contents.count[f] += share_counts(planner, &rules->tables->contract_facts, f, share,
			                                  share->held, melds->wilds[i]);
		canastas -= meld != NULL && meld->canasta >= 0; /* which it may be no longer with more cards */
		cards = cards_of_share(planner, share, share->held, melds->wilds[i]);
		canastas +=
			cards.naturals + cards.wilds >= rules->canasta_least && rules_canasta_of(rules, &cards) >= 0;
	}
	for (int f = 0; f < asked; f++)
		contents.count[f] = (uint8_t)(contents.count[f] +
		                              others_that_count(planner, &rules->tables->contract_facts, f, ranks));
	return canastas >= rules->going_out.canastas &&
	       (rules->tables->plain_contract ||
	        formula_evaluate(rules->going_out.contract, &contents, fact_of_contents) != 0);
}

/* True if the player goes out with as many wild cards as [melds] have, [spare] more, and one of [discard] to discard, or none
 * to. False proves nothing. */
static bool goes_out_with(const struct planner *planner, struct last_melds *melds, int spare, cardset discard)
{
	uint8_t wilds[KINDS_MAX + 1];
	int count = melds->count;
	bool laid;

	if (spare < 0)
		return false;
	memcpy(wilds, melds->wilds, (size_t)count);
	laid = lay_spare_wilds(planner, melds, spare);
	if (!laid) {
		memcpy(melds->wilds, wilds, (size_t)count);
		add_melds_of_table(planner, melds);
		laid = lay_spare_wilds(planner, melds, spare);
	}
	laid = laid && contract_holds_with(planner, melds);
	memcpy(melds->wilds, wilds, (size_t)count);
	melds->count = count;
	return laid && (discard == 0 || planner->rules->discard.ban_count == 0 ||
	                (!planner->rules->tables->bans_ask_melds && (discard & ~banned_as_last(planner->game)) != 0));
}

enum answer shares_go_out(const struct planner *planner, struct shares *shares)
{
	const struct rules *rules = planner->rules;
	struct last_melds melds;
	int least = 0, largest = 0, kept = discards_nothing(planner->game) ? 0 : 1, spare;
	bool laid = planner->first_rank < 0, required = rules->going_out.discard == going_out_discard_required;

	if (is_off(PART_SHARES) || !shares_apply_to_going(planner))
		return UNDECIDED;
	if (shares->left_ranks > kept)
		return rules->tables->comes_again || shares->in_doubt ? UNDECIDED : NO;
	if (shares->left_over > kept)
		return UNDECIDED;
	melds.shares = shares;
	for (melds.count = 0; melds.count < shares->count || !laid; melds.count++) {
		int i = melds.count;
		if (i == shares->count)
			shares->share[i] = share_of_wilds(planner);
		laid = laid || shares->share[i].kind == planner->first_rank;
		melds.numbers[i] = numbers_with_act(planner, &shares->share[i]);
		if (melds.numbers[i] == 0)
			return UNDECIDED;
		melds.wilds[i] = (uint8_t)__builtin_ctz(melds.numbers[i]);
		largest = melds.wilds[i] > largest ? melds.wilds[i] : largest;
		least += melds.wilds[i];
	}
	spare = planner->wilds - least;
	if (spare + (shares->left_over < kept ? largest : 0) < 0)
		return rules->tables->comes_again || shares->in_doubt
		               ? UNDECIDED
		               : NO; /* though one card of a rank, or all of them, stay */
	if (shares->left_over == 1)
		return goes_out_with(planner, &melds, spare, shares->left) ? YES : UNDECIDED;
	if (!required && goes_out_with(planner, &melds, spare, 0))
		return YES;
	return kept > 0 && goes_out_with(planner, &melds, spare - 1, cards_kinds(planner->hand) & rules->cards.wild)
	               ? YES
	               : UNDECIDED;
}

bool act_is_on_the_way(const struct planner *planner, const struct shares *shares)
{
	int at = place_of_act(planner, shares);

	return at < shares->count && planner->first_wilds <= __builtin_ctz(shares->share[at].wilds);
}

/* ---- opening ---- */

/* True if the meld of the top card is one without it, with so many cards of a share more. */
NOINLINE static bool counts_without_top(const struct planner *planner, const struct share *share, int naturals,
                                        int wilds)
{
	const struct meld *meld = &planner->side->meld[share->meld];
	bool wild = planner->rules->cards.wild >> planner->game->turn.top & 1;

	return form_allows(&planner->rules->form[share->form], meld->cards.naturals + naturals - !wild,
	                   meld->cards.wilds + wilds - wild);
}

/* True if so many cards of a share count. On the meld of a top card that counts apart they do if the meld is one without it. */
static inline bool cards_count_with(const struct planner *planner, const struct share *share, int naturals, int wilds)
{
	return !has_top_card_apart(planner->game, share->meld) || counts_without_top(planner, share, naturals, wilds);
}

/* Lays so many cards of a share, in place of those that are laid of it. They count, and what a top card withheld counts with
 * them. */
static inline void lay_share(const struct planner *planner, const struct share *share, struct first_melds *melds,
                             int at, int naturals, int wilds)
{
	melds->points += (naturals - melds->naturals[at]) * planner->rules->kind[share->kind].points;
	if (has_top_card_apart(planner->game, share->meld) && melds->naturals[at] + melds->wilds[at] == 0)
		melds->points += planner->game->turn.withheld;
	melds->used += wilds - melds->wilds[at];
	melds->laid += naturals - melds->naturals[at] + wilds - melds->wilds[at];
	melds->ranks |= UINT64_C(1) << share->kind;
	melds->naturals[at] = (uint8_t)naturals;
	melds->wilds[at] = (uint8_t)wilds;
}

/* True if the melds contain what an initial meld must, false if they do not. */
static bool contain_enough(const struct planner *planner, const struct shares *shares, const struct first_melds *melds)
{
	const struct rules *rules = planner->rules;
	struct contents contents = { .about = question_now(planner->game), .facts = &rules->tables->contains_facts };

	if (rules->tables->plain_opening || planner->game->turn.ignores_contents)
		return true;
	for (int i = 0; i < melds->count; i++) {
		const struct share *share = &shares->share[i];
		if (melds->naturals[i] + melds->wilds[i] == 0)
			continue;
		for (int f = 0; f < rules->tables->contains_facts.count; f++)
			contents.count[f] += share_counts(planner, &rules->tables->contains_facts, f, share,
			                                  melds->naturals[i], melds->wilds[i]);
		if (rules->cards.wild >> share->kind & 1) {
			struct meld_cards cards = cards_of_share(planner, share, 0, melds->wilds[i]);
			contents.alone = cards.wilds;
			contents.points_alone = planner->alone_points[melds->wilds[i]];
			if (share->meld >= 0)
				contents.points_alone += meld_points(rules, &planner->side->meld[share->meld].cards);
		}
	}
	for (int f = 0; f < rules->tables->contains_facts.count; f++)
		contents.count[f] =
			(uint8_t)(contents.count[f] +
		                  others_that_count(planner, &rules->tables->contains_facts, f, melds->ranks));
	return formula_evaluate(rules->initial_meld.contains, &contents, fact_of_contents) != 0;
}

/* True if the melds count enough with so many wild cards more, false if they do not. */
static inline bool counts_enough(const struct planner *planner, const struct first_melds *melds, int wilds)
{
	return melds->points + planner->wild_points[melds->used + wilds] >= planner->game->turn.minimum;
}

/* True if the melds are an initial meld by what they count and contain. False proves nothing: more cards may make them one, or the minimum
 * may be waived. */
static bool is_opened_by(const struct planner *planner, const struct shares *shares, const struct first_melds *melds)
{
	return counts_enough(planner, melds, 0) && contain_enough(planner, shares, melds);
}

/* True if something else than this share, at place [at], is laid of its rank. */
static bool is_laid_otherwise(const struct share *share, const struct first_melds *melds, int at)
{
	return melds->naturals[at] + melds->wilds[at] == 0 && (melds->ranks >> share->kind & 1);
}

/* The numbers of wild cards that may be laid with all of the share at place [at], beside those that lie there. */
static uint32_t numbers_beside(const struct planner *planner, const struct share *share,
                               const struct first_melds *melds, int at)
{
	uint32_t numbers = share->wilds & ~(up_to(melds->wilds[at]) >> 1);

	return melds->alone && !(planner->rules->cards.wild >> share->kind & 1) ? numbers & 1 : numbers;
}

/* Lays as many wild cards as go with the shares that have some, or with the others, the worst first. True once the side has opened. False
 * proves nothing. */
static bool lay_more_wilds(const struct planner *planner, const struct shares *shares, struct first_melds *melds,
                           bool with_some)
{
	bool opened = false;

	for (int i = melds->count - 1; i >= 0 && !opened && melds->used < planner->wilds; i--) {
		const struct share *share = &shares->share[i];
		uint32_t numbers = numbers_beside(planner, share, melds, i);
		numbers &= up_to(melds->wilds[i] + planner->wilds - melds->used);
		if ((melds->wilds[i] > 0) != with_some || melds->naturals[i] < share->held ||
		    !(numbers >> melds->wilds[i] & 1) || is_laid_otherwise(share, melds, i))
			continue;
		numbers >>= melds->wilds[i];
		if (numbers == 1 ||
		    !cards_count_with(planner, share, melds->naturals[i], melds->wilds[i] + most_of(numbers)))
			continue;
		lay_share(planner, share, melds, i, melds->naturals[i], melds->wilds[i] + most_of(numbers));
		opened = is_opened_by(planner, shares, melds);
	}
	return opened;
}

/* Lays shares, the best first, until the side has opened; at last as many wild cards as go with them. False proves nothing. */
static bool lay_until_opened(const struct planner *planner, const struct shares *shares, struct first_melds *melds)
{
	bool opened = is_opened_by(planner, shares, melds);

	for (int i = 0; i < melds->count && !opened; i++) {
		const struct share *share = &shares->share[i];
		uint32_t numbers = numbers_beside(planner, share, melds, i);
		int more = numbers != 0 ? __builtin_ctz(numbers) - melds->wilds[i] : WILDS_MOST;
		if (melds->used + more > planner->wilds || is_laid_otherwise(share, melds, i) || share->held == 0 ||
		    !cards_count_with(planner, share, share->held, melds->wilds[i] + more))
			continue;
		lay_share(planner, share, melds, i, share->held, melds->wilds[i] + more);
		opened = is_opened_by(planner, shares, melds);
	}
	return opened || lay_more_wilds(planner, shares, melds, true) || lay_more_wilds(planner, shares, melds, false);
}

/* The numbers of wild cards of a meld that begins with the act of the planner, which lays wild cards alone, or grows so. */
static uint32_t numbers_alone(const struct planner *planner, const struct meld *meld)
{
	const struct form *form = &planner->rules->form[planner->first_form];
	uint32_t numbers = meld == NULL ? planner->rules->tables->form[planner->first_form].grown[0]
	                                : form->wilds[0] >> meld->cards.wilds;

	return numbers & ~(up_to(planner->first_wilds) >> 1);
}

/* Lays the cards of the planner's act first. If these are wild cards alone, other melds may get none. */
static void lay_first_act(const struct planner *planner, struct shares *shares, struct first_melds *melds)
{
	const struct meld *meld = meld_of(planner->side, planner->first_rank);
	struct share *own = &shares->share[shares->count];
	int at = place_of_act(planner, shares);

	melds->alone = planner->rules->cards.wild >> planner->first_rank & 1;
	*own = (struct share){ .kind = (uint8_t)planner->first_rank,
		               .held = (uint8_t)planner->first_naturals,
		               .form = (uint8_t)planner->first_form,
		               .meld = (int8_t)(meld != NULL ? meld - planner->side->meld : -1),
		               .wilds = melds->alone ? numbers_alone(planner, meld) : 0 };
	melds->count = at == shares->count ? at + 1 : shares->count;
	lay_share(planner, &shares->share[at], melds, at, planner->first_naturals, planner->first_wilds);
}

/* Cards that have to stay in the hand. */
static int cards_needed(const struct game *game)
{
	int needed = cards_to_stay(game), waiting = cards_waiting(game);

	return needed > waiting ? needed - waiting : 0;
}

/* True if no discard is needed, nothing is banned, a pile waits (which shares_apply_to_opening() looks at), or some card that stays beside
 * melds of [ranks] is sure to be free for the discard. False proves nothing. */
static bool leaves_discard(const struct planner *planner, cardset ranks)
{
	const struct game *game = planner->game;
	cardset kept = cards_kinds(planner->hand) & ~ranks & ~planner->rules->cards.wild;

	return planner->rules->discard.ban_count == 0 || may_keep_all(game) || game->turn.pending ||
	       some_stays_free(game, kept);
}

/* True if the cards of the planner's act count. */
static bool act_counts(const struct planner *planner)
{
	const struct meld *meld = meld_of(planner->side, planner->first_rank);
	struct share share = { .form = (uint8_t)planner->first_form,
		               .meld = (int8_t)(meld != NULL ? meld - planner->side->meld : -1) };

	return cards_count_with(planner, &share, planner->first_naturals, planner->first_wilds);
}

/* True if shares can prove that a side opens: nothing is asked that they do not count. False: they prove nothing. */
static bool shares_apply_to_opening(const struct planner *planner)
{
	const struct rules *rules = planner->rules;
	const struct game *game = planner->game;

	return !needs_proof(game) && rules->counts_down == 0 && planner->grows && !game->turn.owes_out &&
	       (planner->first_rank < 0 || act_counts(planner)) && (!game->turn.pending || bans_cannot_bar_end(game));
}

/* Lays cards on the meld of the top card, as few wild ones as are needed for them to count; false if no whole share lies so, which proves
 * nothing. */
static bool lay_on_top_card(const struct planner *planner, const struct shares *shares, struct first_melds *melds)
{
	for (int i = 0; i < shares->count; i++) {
		const struct share *share = &shares->share[i];
		uint32_t numbers = numbers_beside(planner, share, melds, i) & up_to(planner->wilds - melds->used);
		if (!has_top_card_apart(planner->game, share->meld) || melds->naturals[i] + melds->wilds[i] > 0)
			continue;
		for (; numbers != 0; numbers &= numbers - 1) {
			int wilds = __builtin_ctz(numbers);
			if (share->held + wilds == 0 || !cards_count_with(planner, share, share->held, wilds))
				continue;
			lay_share(planner, share, melds, i, share->held, wilds);
			return true;
		}
	}
	return false;
}

/* Begins a meld of wild cards that comes last: others may have wild cards only if it may be begun beside such melds. False if there is one,
 * on the table or by the act of the planner, or if none can be begun with the wild cards that are left, or beside those that are laid: with
 * fewer laid before, one might. */
static bool lay_alone(const struct planner *planner, struct shares *shares, struct first_melds *melds)
{
	const struct rules *rules = planner->rules;
	struct share *own = &shares->share[melds->count];
	bool owes_out;

	if (!rules->wild_melds || melds->alone || planner->wilds - melds->used < rules->tables->wild_meld_least ||
	    meld_of(planner->side, rules->wild_kind[0]) != NULL)
		return false;
	melds->alone = !planner->alone_begins;
	if (melds->alone && melds->used > 0)
		return false;
	*own = (struct share){ .kind = rules->wild_kind[0], .meld = -1 };
	for (int i = 0; i < rules->meld_count && own->wilds == 0; i++)
		if (form_is_wild(&rules->form[i]) && meld_may_begin(planner->game, i, own->kind, &owes_out) &&
		    !owes_out && form_takes_wild(planner->game, i, own->kind)) {
			own->form = (uint8_t)i;
			own->wilds = rules->tables->form[i].grown[0] & planner->wilds_all;
		}
	if (own->wilds == 0)
		return false;
	melds->count++;
	lay_share(planner, own, melds, melds->count - 1, 0, __builtin_ctz(own->wilds));
	return melds->used <= planner->wilds;
}

/* Begins with the act of the planner, if it has one. */
static void begin_first_melds(const struct planner *planner, struct shares *shares, struct first_melds *melds)
{
	*melds = (struct first_melds){ .count = shares->count, .points = planner->game->turn.count };
	if (planner->first_rank >= 0)
		lay_first_act(planner, shares, melds);
}

/* True if [melds] open as far as shares know. False proves nothing. */
static bool open_with_shares(const struct planner *planner, struct shares *shares, struct first_melds *melds)
{
	const struct game *game = planner->game;
	bool opened;

	planning.steps++;
	begin_first_melds(planner, shares, melds);
	opened = lay_until_opened(planner, shares, melds);
	if (!opened) {
		begin_first_melds(planner, shares, melds);
		opened = lay_alone(planner, shares, melds) && lay_until_opened(planner, shares, melds);
	}
	if (!opened && game->turn.withheld > 0) {
		begin_first_melds(planner, shares, melds);
		opened = lay_on_top_card(planner, shares, melds) && lay_until_opened(planner, shares, melds);
	}
	return opened;
}

bool opening_is_sure(const struct planner *planner, struct shares *shares, struct first_melds *melds)
{
	const struct game *game = planner->game;

	return !is_off(PART_SHARES) && shares_apply_to_opening(planner) && open_with_shares(planner, shares, melds) &&
	       game->seat[game->turn.seat].size - melds->laid >= cards_needed(game) &&
	       leaves_discard(planner, melds->ranks);
}

bool opening_to_try(const struct planner *planner, struct shares *shares, struct turn_plan *plan)
{
	struct first_melds melds;

	if (is_off(PART_SHARES) || !needs_proof(planner->game) || !open_with_shares(planner, shares, &melds))
		return false;
	*plan = (struct turn_plan){ .found = true };
	for (int i = 0; i < melds.count; i++) {
		const struct share *share = &shares->share[i];
		if (melds.naturals[i] + melds.wilds[i] == 0)
			continue;
		plan->ranks |= UINT64_C(1) << share->kind;
		plan->part[share->kind] =
			(struct part){ .naturals = melds.naturals[i], .wilds = melds.wilds[i], .form = share->form };
	}
	return true;
}

bool act_fits(const struct planner *planner, const struct shares *shares, const struct first_melds *melds)
{
	const struct game *game = planner->game;
	cardset wild = planner->rules->cards.wild, rank = UINT64_C(1) << planner->first_rank;
	int at = place_of_act(planner, shares), naturals = planner->first_naturals, wilds = planner->first_wilds;
	bool is_laid = at < shares->count && melds->naturals[at] + melds->wilds[at] > 0;
	struct first_melds both;

	if ((wilds > 0 && (melds->ranks & wild) != 0) || (melds->used > 0 && (rank & wild) != 0))
		return false; /* one may bar the other */
	if (is_laid) {
		naturals -= lesser(naturals, melds->naturals[at]);
		wilds -= lesser(wilds, melds->wilds[at]);
	} else if ((melds->ranks & rank) != 0)
		return false; /* as another kind of meld */
	if (melds->used + wilds > planner->wilds || !counts_enough(planner, melds, wilds))
		return false;
	if (naturals + wilds == 0)
		return true;
	if (game->seat[game->turn.seat].size - melds->laid - naturals - wilds < cards_needed(game) ||
	    !leaves_discard(planner, melds->ranks | rank))
		return false;
	if (!is_laid)
		return planner->rules->tables->plain_opening ||
		       (planner->rules->tables->contains_more && meld_of(planner->side, planner->first_rank) == NULL);
	both = *melds;
	lay_share(planner, &shares->share[at], &both, at, melds->naturals[at] + naturals, melds->wilds[at] + wilds);
	return both.naturals[at] == shares->share[at].held && (shares->share[at].wilds >> both.wilds[at] & 1) &&
	       contain_enough(planner, shares, &both);
}
