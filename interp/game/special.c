/* special.c -- special hands: whether a hand is one, whether it may be laid now, and laying it. A hand is looked at
 * after every draw, so that most are turned away by their size, their kinds and the number of their ranks. */
#include "game/checks.h"

#include <string.h>

/* ---- the pattern ---- */

/* A hand while it is divided into groups. */
struct parting {
	const struct rules *rules;
	const struct pattern *pattern;
	bool distinct;
	uint8_t count[KINDS_MAX];         /* cards that are in no group yet */
	uint8_t left[PATTERN_GROUPS_MAX]; /* number of groups that have no cards yet */
	int kinds, steps;
};

/* Real patterns take few steps; the bound is for strange ones. */
enum { PARTING_STEPS = 20000 };

static bool part_rest(struct parting *at);

/* True if the rank of [kind] has cards left, all of them of [kind] or kinds after it. */
static bool has_cards_left(const struct parting *at, int kind)
{
	for (int rank = at->rules->kind[kind].rank; kind < at->kinds && at->rules->kind[kind].rank == rank; kind++)
		if (at->count[kind] > 0)
			return true;
	return false;
}

/* Puts [need] more cards of the rank of [first] into a group, at least one of them of [first], using kinds from [kind]
 * on. */
static bool fill_group(struct parting *at, const struct pattern_group *group, int first, int kind, int need)
{
	int most, least = kind == first;

	if (need == 0)
		return !(at->distinct && has_cards_left(at, first)) && part_rest(at);
	if (kind == at->kinds || at->rules->kind[kind].rank != at->rules->kind[first].rank)
		return false;
	most = group->cards >> kind & 1 ? at->count[kind] : 0;
	for (int some = most < need ? most : need; some >= least; some--) {
		bool fits;
		at->count[kind] = (uint8_t)(at->count[kind] - some);
		fits = fill_group(at, group, first, kind + 1, need - some);
		at->count[kind] = (uint8_t)(at->count[kind] + some);
		if (fits)
			return true;
	}
	return false;
}

/* Divides the cards that are left into the groups that are left, beginning with the first card. */
static bool part_rest(struct parting *at)
{
	int kind = 0;

	while (kind < at->kinds && at->count[kind] == 0)
		kind++;
	if (kind == at->kinds)
		return true;
	if (at->steps-- <= 0)
		return false;
	for (int part = 0; part < at->pattern->parts; part++) {
		const struct pattern_group *group = &at->pattern->group[part];
		bool fits;
		if (at->left[part] == 0 || !(group->cards >> kind & 1))
			continue;
		at->left[part]--;
		fits = fill_group(at, group, kind, kind, group->size);
		at->left[part]++;
		if (fits)
			return true;
	}
	return false;
}

static bool can_be_parted(const struct rules *rules, const struct pattern *pattern, const struct cards *cards,
                          bool distinct)
{
	struct parting at = {
		.rules = rules, .pattern = pattern, .distinct = distinct, .kinds = rules->kinds, .steps = PARTING_STEPS
	};

	memcpy(at.count, cards->count, sizeof at.count);
	for (int part = 0; part < pattern->parts; part++)
		at.left[part] = pattern->group[part].count;
	return part_rest(&at);
}

/* The number of ranks among these kinds. Each kind is replaced by the first kind of its rank. */
static int count_ranks(const struct rules *rules, cardset kinds)
{
	cardset same = rules->same_rank;

	while ((kinds & same) != 0)
		kinds = (kinds & ~same) | (kinds & same) >> 1;
	return __builtin_popcountll(kinds);
}

/* True if [size] cards of these kinds may be the special hand; most hands fail here. */
static bool special_may_be(const struct rules *rules, int item, cardset kinds, int size)
{
	const struct pattern *pattern = &rules->special[item].pattern;

	return size == pattern->cards && (kinds & ~pattern->kinds) == 0;
}

/* True if so many [ranks] may be the special hand; most others fail here. */
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

/* ---- laying it ---- */

/* The player's hand, with the top card of the pile if there was no draw. Returns its size. */
static int cards_to_lay(const struct game *game, struct cards *cards)
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

bool special_hand_fits(const struct game *game)
{
	const struct rules *rules = game->rules;
	int size = game->seat[game->turn.seat].size + (game->phase == PHASE_DRAW);

	if (size > PATTERN_CARDS_MAX || rules->special_ranks[size] == 0 ||
	    (game->phase == PHASE_DRAW && game->pile_size == 0))
		return false;
	return rules->special_ranks[size] >> count_ranks(rules, kinds_to_lay(game)) & 1;
}

cardset specials_now(const struct game *game)
{
	const struct rules *rules = game->rules;
	cardset kinds = kinds_to_lay(game), items = 0;
	int size = game->seat[game->turn.seat].size + (game->phase == PHASE_DRAW), ranks = count_ranks(rules, kinds);

	if (!special_hand_fits(game))
		return 0;
	for (int i = 0; i < rules->special_count; i++) {
		struct attempt at = { game, { .verb = ACT_SPECIAL, .item = (uint8_t)i }, 1, NULL };
		if (special_may_be(rules, i, kinds, size) && ranks_fit(rules, i, ranks) &&
		    kinds_allowed(at, ACT_SPECIAL) != 0)
			items |= UINT64_C(1) << i;
	}
	return items;
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
	int have = cards_to_lay(at->game, &cards), need = at->game->rules->special[at->act.item].pattern.cards;

	if (why != NULL)
		why->have = have, why->need = need;
	return all_if(at, have != need);
}

cardset check_special_has_other_cards(const struct attempt *at, UNUSED struct reason *why)
{
	struct cards cards;
	int size = cards_to_lay(at->game, &cards);

	return all_if(at, !special_is(at->game->rules, at->act.item, &cards, size));
}

/* Fails if two groups are of one rank, though otherwise the cards are the special hand. */
cardset check_special_repeats_a_rank(const struct attempt *at, struct reason *why)
{
	const struct pattern *pattern = &at->game->rules->special[at->act.item].pattern;
	struct cards cards;

	cards_to_lay(at->game, &cards);
	return (cards_kinds(&cards) & ~pattern->kinds) == 0 && can_be_parted(at->game->rules, pattern, &cards, false)
	               ? check_special_has_other_cards(at, why)
	               : 0;
}

void lay_special(struct game *game, int item)
{
	struct seat *seat = &game->seat[game->turn.seat];

	cards_to_lay(game, &game->special_cards);
	if (game->phase == PHASE_DRAW)
		game->pile_size--;
	seat->hand = (struct cards){ 0 };
	seat->size = 0;
	memset(game->known[game->turn.seat], 0, sizeof *game->known);
	game->special = (uint8_t)item;
	end_deal(game, ENDING_SPECIAL, NOBODY, -1);
}
