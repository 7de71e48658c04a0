/* special.c -- special hands: whether a hand is one, and why it may not be laid. A hand is looked at
 * after every draw, so that most are turned away by their size, their kinds and the number of their ranks. */
#include "game/checks.h"

/* ---- the pattern ---- */

/* A hand while it is divided into groups, rank by rank, for each group has cards of one rank. */
struct parting {
	const struct rules *rules;
	const struct pattern *pattern;
	const struct cards *cards;
	bool distinct;                          /* all cards of a rank have to be in one group */
	uint8_t left[PATTERN_GROUPS_MAX];       /* groups of each part that have no cards yet */
	uint64_t failed[PATTERN_WAYS_MAX / 64]; /* by way_left(), as bits: the ranks that remain do not fill these */
};

/* A rank of the hand while it is divided. */
struct rank_parting {
	int first, end;                   /* its kinds: from [first] to before [end] */
	uint8_t used[PATTERN_GROUPS_MAX]; /* groups of each part that it fills */
};

/* What is left of the pattern as one number. It determines which cards remain, as whole ranks are divided in their order. */
static unsigned way_left(const struct parting *at)
{
	unsigned way = 0;

	for (int part = 0; part < at->pattern->parts; part++)
		way = way * (at->pattern->group[part].count + 1u) + at->left[part];
	return way;
}

/* True if the cards of the rank fill the groups that it uses, which have as many cards. It is enough that each set of its kinds has
 * room in the groups that take one of them (the marriage theorem). False: they do not. */
static bool kinds_fill(const struct parting *at, const struct rank_parting *rank)
{
	for (unsigned chosen = 1; chosen < 1u << (rank->end - rank->first); chosen++) {
		cardset kinds = (cardset)chosen << rank->first;
		int room = 0;
		for (int part = 0; part < at->pattern->parts; part++)
			if ((at->pattern->group[part].cards & kinds) != 0)
				room += rank->used[part] * at->pattern->group[part].size;
		if (cards_count_in(at->cards, kinds) > room)
			return false;
	}
	return true;
}

static bool part_from(struct parting *at, int first);

/* Divides [need] cards of the rank into groups of [part] and the parts after it, and the ranks after it into what is left then.
 * False if that is impossible. */
static bool part_rank(struct parting *at, struct rank_parting *rank, int part, int need)
{
	int size, left, most;
	bool fits = false;

	if (need == 0)
		return kinds_fill(at, rank) && part_from(at, rank->end);
	if (part == at->pattern->parts)
		return false;
	size = at->pattern->group[part].size;
	left = at->left[part];
	most = at->distinct ? size == need : need / size;
	for (int used = most < left ? most : left; used >= 0 && !fits; used--) {
		rank->used[part] = (uint8_t)used;
		at->left[part] = (uint8_t)(left - used);
		fits = part_rank(at, rank, part + 1, need - used * size);
	}
	rank->used[part] = 0;
	at->left[part] = (uint8_t)left;
	return fits;
}

/* Divides the cards of [first] and of the kinds after it into the groups that are left. False if that is impossible. */
static bool part_from(struct parting *at, int first)
{
	const struct rules *rules = at->rules;
	struct rank_parting rank = { 0 };
	unsigned way = way_left(at);
	cardset cards;

	while (first < rules->kinds && cards_count(at->cards, first) == 0)
		first++;
	if (first == rules->kinds)
		return way == 0;
	if (at->failed[way / 64] >> way % 64 & 1)
		return false;
	rank.first = rank.end = first;
	while (rank.end < rules->kinds && rules->kind[rank.end].rank == rules->kind[first].rank)
		rank.end++;
	cards = ((UINT64_C(1) << (rank.end - first)) - 1) << first;
	if (part_rank(at, &rank, 0, cards_count_in(at->cards, cards)))
		return true;
	at->failed[way / 64] |= UINT64_C(1) << way % 64;
	return false;
}

/* True if the cards can be divided into the groups of the pattern, false if that is impossible. */
static bool can_be_parted(const struct rules *rules, const struct pattern *pattern, const struct cards *cards,
                          bool distinct)
{
	struct parting at = { .rules = rules, .pattern = pattern, .cards = cards, .distinct = distinct };

	for (int part = 0; part < pattern->parts; part++)
		at.left[part] = pattern->group[part].count;
	return part_from(&at, 0);
}

/* The number of ranks among these kinds. Each kind is replaced by the first kind of its rank. */
static int count_ranks(const struct rules *rules, cardset kinds)
{
	cardset same = rules->tables->same_rank;

	while ((kinds & same) != 0)
		kinds = (kinds & ~same) | (kinds & same) >> 1;
	return __builtin_popcountll(kinds);
}

/* True if [size] cards of these kinds might be the special hand, false if they are not, as of most hands. */
static bool special_may_be(const struct rules *rules, int item, cardset kinds, int size)
{
	const struct pattern *pattern = &rules->special[item].pattern;

	return size == pattern->cards && (kinds & ~pattern->kinds) == 0;
}

/* True if so many [ranks] might be the special hand, false if they are not. */
static bool ranks_fit(const struct rules *rules, int item, int ranks)
{
	int most = rules->special[item].pattern.groups;

	return rules->special[item].ranks == special_ranks_distinct ? ranks == most : ranks <= most;
}

bool special_is(const struct rules *rules, int item, const struct cards *cards, int size)
{
	cardset kinds = cards_kinds(cards);

	return special_may_be(rules, item, kinds, size) && ranks_fit(rules, item, count_ranks(rules, kinds)) &&
	       can_be_parted(rules, &rules->special[item].pattern, cards,
	                     rules->special[item].ranks == special_ranks_distinct);
}

/* ---- the hand ---- */

int special_cards(const struct game *game, struct cards *cards)
{
	const struct seat *seat = &game->seat[game->turn.seat];
	bool top = game->phase == PHASE_DRAW && game->pile_size > 0;

	*cards = seat->hand;
	if (top)
		cards_add(cards, pile_top(game));
	return seat->size + top;
}

/* The kinds of the player's hand, with the top card of the pile if there was no draw. */
static cardset kinds_to_lay(const struct game *game)
{
	cardset kinds = cards_kinds(&game->seat[game->turn.seat].hand);

	return game->phase == PHASE_DRAW && game->pile_size > 0 ? kinds | UINT64_C(1) << pile_top(game) : kinds;
}

bool special_may_fit(const struct game *game, int item)
{
	const struct rules *rules = game->rules;
	cardset kinds = kinds_to_lay(game);
	int size = game->seat[game->turn.seat].size + (game->phase == PHASE_DRAW);

	return special_may_be(rules, item, kinds, size) && ranks_fit(rules, item, count_ranks(rules, kinds));
}

bool special_hand_fits(const struct game *game)
{
	const struct rules *rules = game->rules;
	int size = game->seat[game->turn.seat].size + (game->phase == PHASE_DRAW);

	if (size > PATTERN_CARDS_MAX || rules->tables->special_ranks[size] == 0 ||
	    (game->phase == PHASE_DRAW && game->pile_size == 0))
		return false;
	return rules->tables->special_ranks[size] >> count_ranks(rules, kinds_to_lay(game)) & 1;
}

/* ---- why not ---- */

cardset check_special_is_unknown(const struct attempt *at, UNUSED struct reason *why)
{
	return all_if(at, at->act.item >= at->game->rules->special_count);
}

cardset check_top_card_completes_none(const struct attempt *at, UNUSED struct reason *why)
{
	struct question about = question_now(at->game);

	return all_if(at, at->game->phase == PHASE_DRAW &&
	                          !ask(at->game->rules->special[at->act.item].with_top_card, &about));
}

cardset check_special_has_no_top_card(const struct attempt *at, UNUSED struct reason *why)
{
	return all_if(at, at->game->phase == PHASE_DRAW && at->game->pile_size == 0);
}

cardset check_special_is_not_allowed(const struct attempt *at, UNUSED struct reason *why)
{
	struct question about = question_now(at->game);

	return all_if(at, !ask(at->game->rules->special[at->act.item].when, &about));
}

cardset check_special_has_another_size(const struct attempt *at, struct reason *why)
{
	struct cards cards;
	int have = special_cards(at->game, &cards), need = at->game->rules->special[at->act.item].pattern.cards;

	if (why != NULL)
		why->have = have, why->need = need;
	return all_if(at, have != need);
}

cardset check_special_has_other_cards(const struct attempt *at, UNUSED struct reason *why)
{
	struct cards cards;
	int size = special_cards(at->game, &cards);

	return all_if(at, !special_is(at->game->rules, at->act.item, &cards, size));
}

/* Fails if two groups are of one rank, though otherwise the cards are the special hand. */
cardset check_special_repeats_a_rank(const struct attempt *at, struct reason *why)
{
	const struct pattern *pattern = &at->game->rules->special[at->act.item].pattern;
	struct cards cards;

	special_cards(at->game, &cards);
	return (cards_kinds(&cards) & ~pattern->kinds) == 0 && can_be_parted(at->game->rules, pattern, &cards, false)
	               ? check_special_has_other_cards(at, why)
	               : 0;
}
