/* dead_settings.c -- two questions about a setting. Does it speak of anything that exists? A table answers that. And
 * do two values of it have the same effect? That is found in the tables that the engine plays by: the compositions of
 * melds, the melds that are canastas, the cards that a pile is taken for. */
#include "rules/lint.h"

#include <string.h>
#include "rules/build.h"
#include "rules/analysis.h"
#include "rules/compare.h"
#include "rules/moments.h"
#include "rules/proofs.h"

/* ---- conditions that speak of something ---- */

/* How often formulas ask [fact], of [item] unless that is -1. Those of rows [but] and [or_but] do not count. */
static int times_asked(const struct rules *rules, enum fact_id fact, int item, int but, int or_but)
{
	int times = 0;

	for (struct setting at = { .item = -1 }; setting_next(rules, &at);) {
		bool left_out = (int)at.row == but || (int)at.row == or_but;
		formula of = left_out ? NULL : rules_formula(rules, at.row, at.item);
		for (const struct ir *asked = of != NULL ? of->asked : NULL; asked != NULL; asked = asked->also)
			times += asked->fact == fact && (item < 0 || asked->item == item);
	}
	return times;
}

/* ---- settings without what they need ---- */

static bool takes_draw(const struct rules *rules)
{
	for (int i = 0; i < rules->pile.take_count; i++)
		if (rules->pile.take[i].draws > 0)
			return true;
	return false;
}

/* True if any melds will do as an initial meld, and nothing asks what counts of it. */
static bool needs_no_initial_meld(const struct rules *rules)
{
	return formula_interval(rules, rules->initial_meld.minimum).high +
	                       formula_interval(rules, rules->initial_meld.raised).high <=
	               0 &&
	       always_holds(rules->initial_meld.contains) && times_asked(rules, FACT_initial_class, -1, -1, -1) == 0 &&
	       times_asked(rules, FACT_initial_points, -1, -1, -1) == 0;
}

/* Whether a formula asks about one player. */
static bool asks_of_player(const struct rules *rules, formula of)
{
	for (const struct ir *asked = of->asked; asked != NULL; asked = asked->also)
		if (facts[asked->fact].of == OF_PLAYER ||
		    (asked->fact == FACT_term && asks_of_player(rules, rules->define[asked->item].when)))
			return true;
	return false;
}

/* Whether a score is the same for a side and for its one player. */
static const char *per_is_dead(const struct rules *rules, int item)
{
	const struct in_score *score = &rules->score[item];
	bool one_player = asks_of_player(rules, score->points) || asks_of_player(rules, score->when) ||
	                  asks_of_player(rules, score->minus);
	bool of_ranks = score->per == score_per_rank;
	bool of_one = all_play_alone(rules) && demands(score->when, FACT_side_out); /* who had the last turn */

	if (rules->seats != rules->table.sides || of_ranks || (one_player && !of_one))
		return NULL;
	return all_play_alone(rules) ? "every side is one player" : "each total is that of one player";
}

static bool another_ban_gives_way(const struct rules *rules, int item)
{
	for (int i = 0; i < rules->discard.ban_count; i++)
		if (i != item && rules->discard.ban[i].gives_way != ban_gives_way_never &&
		    !ban_is_for_who_goes_out(rules, i))
			return true;
	return false;
}

bool is_level(const struct rules *rules, formula of)
{
	for (const struct ir *asked = of->asked; asked != NULL; asked = asked->also)
		switch (asked->fact) {
		case FACT_term:
			if (!is_level(rules, rules->define[asked->item].when))
				return false;
			break;
		case FACT_players:
		case FACT_deal_number:
		case FACT_dealer:
		case FACT_best_total:
		case FACT_side_total:
		case FACT_others_total: /* another one of them has it */
		case FACT_stock_size:
		case FACT_stock_empty:
		case FACT_pile_size:
		case FACT_pile_empty:
		case FACT_special_laid: break;
		default: return false;
		}
	return true;
}

const char *what_is_missing(const struct rules *rules, enum need need, int item)
{
	switch (need) {
	case NEED_BONUS: return rules->bonus.cards == 0 ? "there are no bonus cards" : NULL;
	case NEED_REPLACEMENT: return cannot_hold(rules, rules->bonus.replaced) ? "no bonus card is replaced" : NULL;
	case NEED_DISCARDS: return rules->turn.discard == turn_discard_never ? "nobody discards" : NULL;
	case NEED_LAST_DISCARD: return last_card_is_melded(rules) ? "nobody may discard her last card" : NULL;
	case NEED_START: return rules->deal.start_pile == 0 ? "no card starts the pile" : NULL;
	case NEED_COVERING: return rules->deal.turn_again == 0 ? "no start card is covered" : NULL;
	case NEED_CUT: return rules->cut.decides == cut_decides_nothing ? "nothing is cut for" : NULL;
	case NEED_NO_CUT: return rules->cut.decides != cut_decides_nothing ? "the cut decides it" : NULL;
	case NEED_TALON: return never_holds(rules->talon.cards) ? "there are no talons" : NULL;
	case NEED_TALON_OF_STOCK: return rules->talon.set_aside > 0 ? "the talons are set aside at the deal" : NULL;
	case NEED_RESERVE: return rules->reserve.cards == 0 ? "there is no reserve" : NULL;
	case NEED_REFILL:
		return rules->reserve.taken_up != reserve_taken_up_with_an_empty_hand
		               ? "no reserve waits for an empty hand"
		               : NULL;
	case NEED_PARTNER: return all_play_alone(rules) ? "nobody has a partner" : NULL;
	case NEED_PARTNERS:
		return rules->seats <= (rules->table.alone == table_alone_nobody ? 2 * rules->table.sides : 3)
		               ? "nobody has several partners"
		               : NULL;
	case NEED_QUESTION: return rules->going_out.ask == going_out_ask_never ? "nobody asks before going out" : NULL;
	case NEED_FREE_ANSWER:
		return rules->going_out.answer == going_out_answer_binding
		               ? "the answer binds, so that only a player who could go out may ask"
		               : NULL;
	case NEED_DRAWS: return rules->turn.draw == 1 && !takes_draw(rules) ? "one card is drawn at a time" : NULL;
	case NEED_GIVING_WAY:
		return rules->discard.ban[item].gives_way == ban_gives_way_never ? "the ban is never to give way"
		                                                                 : NULL;
	case NEED_STAYING_BAN:
		return ban_is_for_who_goes_out(rules, item) ? "a ban on the last card is never lifted" : NULL;
	case NEED_OTHER_BAN: return another_ban_gives_way(rules, item) ? NULL : "no other ban gives way";
	case NEED_THAW:
		return freeze_always(rules) >= 0 && freeze_always(rules) != item ? "the pile is always frozen" : NULL;
	case NEED_FROST:
		return times_asked(rules, FACT_pile_frozen, -1, -1, -1) == 0
		               ? "every way of taking the pile is the same, frozen or not"
		               : NULL;
	case NEED_SPECIAL: return rules->special_count == 0 ? "there are no special hands" : NULL;
	case NEED_SEVERAL:
		return rules->meld[item].of_a_rank == meld_of_a_rank_one && rules->form[item].sequence == 0
		               ? "a side has one meld of each rank"
		               : NULL;
	case NEED_ALONE:
		return rules->table.alone == table_alone_nobody ? "no player is alone against partners" : NULL;
	case NEED_FIRST_RESERVE:
		return rules_share_reserves(rules) || rules_has_reserves_in_turn(rules)
		               ? NULL
		               : "every reserve is one side's or one player's own";
	case NEED_OWN_RESERVES:
		return rules_share_reserves(rules) ? "who plays alone has one reserve, and her opponents have one"
		                                   : NULL;
	case NEED_SEQUENCE: return rules->form[item].sequence == 0 ? "the meld is no sequence" : NULL;
	case NEED_NATURALS: return form_is_wild(&rules->form[item]) ? "no natural card fits into such a meld" : NULL;
	case NEED_WILD:
		return rules->form[item].most_wilds[MELD_CARDS_MAX] > 0 ? NULL : "no wild card fits into such a meld";
	case NEED_GROWTH: /* melds that may be joined are told apart in any case */
		return rules->meld[item].joined == meld_joined_at_any_time ? NULL : no_other_of_a_rank(rules, item);
	case NEED_ALIKE:
		return canonical_composition(rules, item, rules->pile.take[item].hand).alike == 0
		               ? "no wild card on top is taken with cards like it"
		               : NULL;
	case NEED_TEAM: return per_is_dead(rules, item);
	case NEED_MINIMUM: return needs_no_initial_meld(rules) ? "an opening needs nothing" : NULL;
	case NEED_THREE_SEATS: return rules->seats == 2 ? "between two players left and right are the same" : NULL;
	case NEED_UNEQUAL:
		return rules->game.tie_break->is_constant       ? "it is the same for all sides"
		       : is_level(rules, rules->game.tie_break) ? "it is the same for all sides that are level"
		                                                : NULL;
	case NEED_DEEP_TAKE: return rules->pile.take[item].cards == 1 ? "the top card alone is taken" : NULL;
	case NEED_NOTHING:
	case NEED_COUNT: break;
	}
	return NULL;
}

const char *setting_is_dead(const struct rules *rules, enum row_id row, int item)
{
	const char *missing = NULL;

	for (int need = 0; need < NEED_COUNT && missing == NULL; need++)
		if (rows[row].needs >> need & 1)
			missing = what_is_missing(rules, (enum need)need, item);
	return missing;
}

/* ---- melds ---- */

/* A search among all melds that there can be on the table. */
struct search {
	const struct rules *const *rules;
	uint32_t left_out; /* kinds of meld that are not looked at, as bits */
	uint32_t classes;  /* of melds, as bits */
	uint32_t plain;    /* of these kinds melds of one rank are looked at only without wild cards */
	int item;
	formula one, other;        /* of which the one is to hold, and the other not; NULL for none */
	const struct ir *melds[2]; /* what counts melds: the one those looked for, the other not */
	bool (*found)(const struct search *search, const struct meld_cards *cards);
};

/* Whether the search goes on after [cards]. */
static bool is_another(void *context, const struct meld_cards *cards)
{
	const struct search *search = context;

	return !search->found(search, cards);
}

/* The same for a sequence, whichever wild cards it has. */
static bool is_another_sequence(void *context, const struct meld_cards *cards)
{
	const struct search *search = context;

	return every_split(search->rules[0], *cards, is_another, context);
}

static bool search_rank(struct search *search, const struct form *form, int kind, int naturals)
{
	const struct rules *rules = search->rules[0];
	int most = search->plain >> (form - rules->form) & 1 ? 0 : rules->wild_copies;

	for (int n = naturals > 0; n <= naturals; n++)
		for (int w = 0; w <= most && w <= MELD_CARDS_MAX; w++) {
			struct meld_cards cards = { .kind = (uint8_t)kind,
				                    .naturals = (uint8_t)n,
				                    .wilds = (uint8_t)w };
			if ((form->lies[n] >> w & 1) && !every_split(rules, cards, is_another, search))
				return true;
		}
	return false;
}

/* True if it is found in some meld under the first rules. */
static bool search_melds(struct search *search)
{
	const struct rules *rules = search->rules[0];

	for (int i = 0; i < rules->meld_count; i++) {
		const struct form *form = &rules->form[i];
		if (search->left_out >> i & 1)
			continue;
		if (form->sequence != 0 && !every_sequence(rules, form, is_another_sequence, search))
			return true;
		if (form_is_wild(form) && search_rank(search, form, rules->wild_kind[0], 0))
			return true;
		for (cardset ranks = form->ranks; ranks != 0; ranks &= ranks - 1) {
			int kind = __builtin_ctzll(ranks), copies = rank_copies(rules, kind);
			if (search_rank(search, form, kind, copies < MELD_CARDS_MAX ? copies : MELD_CARDS_MAX))
				return true;
		}
	}
	return false;
}

static bool other_canasta(const struct search *search, const struct meld_cards *cards)
{
	return rules_canasta_of(search->rules[0], cards) != rules_canasta_of(search->rules[1], cards);
}

static bool this_canasta(const struct search *search, const struct meld_cards *cards)
{
	return rules_canasta_of(search->rules[0], cards) == search->item;
}

static bool other_class(const struct search *search, const struct meld_cards *cards)
{
	return rules_is_of_class(search->rules[0], cards, search->item) !=
	       rules_is_of_class(search->rules[1], cards, search->item);
}

static bool this_class(const struct search *search, const struct meld_cards *cards)
{
	return rules_is_of_class(search->rules[0], cards, search->item);
}

static bool found_in_melds(const struct rules *const rules[2], int item,
                           bool (*found)(const struct search *search, const struct meld_cards *cards))
{
	struct search search = { .rules = rules, .item = item, .found = found };

	return search_melds(&search);
}

/* ---- classes ---- */

static bool class_is_unused(const struct rules *rules, int class)
{
	for (struct setting at = { .item = -1 }; setting_next(rules, &at);) {
		formula of = rules_formula(rules, at.row, at.item);
		for (const struct ir *asked = of != NULL ? of->asked : NULL; asked != NULL; asked = asked->also)
			if (facts[asked->fact].slot == SLOT_CLASS && asked->item == class)
				return false;
	}
	return true;
}

bool class_is_empty(const struct rules *rules, int class)
{
	const struct rules *const both[2] = { rules, rules };

	return no_meld_is_of_class(rules, class) ||
	       (!(rules->counted_classes >> class & 1) && !found_in_melds(both, class, this_class));
}

static bool not_this_class(const struct search *search, const struct meld_cards *cards)
{
	return !this_class(search, cards);
}

bool class_has_all(const struct rules *rules, int class)
{
	const struct rules *const both[2] = { rules, rules };

	return !found_in_melds(both, class, not_this_class);
}

static bool is_counted(const struct rules *rules, const struct meld_cards *cards, const struct ir *by)
{
	if (by == NULL)
		return rules_canasta_of(rules, cards) >= 0;
	return facts[by->fact].slot == SLOT_CLASS ? rules_is_of_class(rules, cards, by->item)
	                                          : rules_canasta_of(rules, cards) == by->item;
}

static bool is_elsewhere(const struct search *search, const struct meld_cards *cards)
{
	return is_counted(search->rules[0], cards, search->melds[0]) &&
	       !is_counted(search->rules[0], cards, search->melds[1]);
}

bool melds_are_among(const struct rules *rules, const struct ir *one, const struct ir *other)
{
	const struct rules *const both[2] = { rules, rules };
	struct search search = { .rules = both, .melds = { one, other }, .found = is_elsewhere };

	return !search_melds(&search);
}

/* The kind of card of [others] that has the faces of a kind of [rules]; KINDS_MAX if none has. */
static int kind_there(const struct rules *rules, int kind, const struct rules *others)
{
	cardset there = rules_kinds_of_faces(others, faces_of_kinds(rules, (cardset)1 << kind));

	return there != 0 ? __builtin_ctzll(there) : KINDS_MAX;
}

/* The place of a wild kind of [rules] among those of [others]; -1 if it is not wild there. */
static int wild_there(const struct rules *rules, int wild, const struct rules *others)
{
	int kind = kind_there(rules, rules->wild_kind[wild], others);

	for (int i = 0; i < others->wild_kinds; i++)
		if (others->wild_kind[i] == kind)
			return i;
	return -1;
}

static bool are_all_wild_there(const struct rules *rules, const struct rules *others)
{
	for (int i = 0; i < rules->wild_kinds; i++)
		if (wild_there(rules, i, others) < 0)
			return false;
	return true;
}

static bool is_other_canasta(const struct search *search, const struct meld_cards *cards)
{
	const struct rules *const *rules = search->rules;
	struct meld_cards there = *cards;

	if (rules_canasta_of(rules[0], cards) != search->item)
		return false;
	there.kind = (uint8_t)kind_there(rules[0], cards->kind, rules[1]);
	memset(there.wild, 0, sizeof there.wild);
	for (int i = 0; i < rules[0]->wild_kinds; i++) /* several kinds may be one where suits are not told apart */
		there.wild[wild_there(rules[0], i, rules[1])] += cards->wild[i];
	return there.kind == KINDS_MAX || !meld_meets(rules[1], &there, search->one);
}

bool canastas_meet(const struct rules *rules, int canasta, const struct rules *others, int other_canasta)
{
	const struct rules *const both[2] = { rules, others };
	struct search search = {
		.rules = both, .item = canasta, .one = others->canasta[other_canasta].when, .found = is_other_canasta
	};

	return are_all_wild_there(rules, others) && !search_melds(&search);
}

static bool is_counted_meld(const struct search *search, const struct meld_cards *cards)
{
	return is_counted(search->rules[0], cards, search->melds[0]);
}

static bool is_in_none(const struct search *search, const struct meld_cards *cards)
{
	for (int class = 0; class < search->rules[0]->class_count; class ++)
		if ((search->classes >> class & 1) && rules_is_of_class(search->rules[0], cards, class))
			return false;
	return true;
}

bool classes_have_all(const struct rules *rules, uint32_t classes)
{
	const struct rules *const both[2] = { rules, rules };
	struct search search = { .rules = both, .classes = classes, .found = is_in_none };

	return !search_melds(&search);
}

bool some_meld_counts(const struct rules *rules, uint32_t forms, uint32_t plain, const struct ir *by)
{
	const struct rules *const both[2] = { rules, rules };
	struct search search = {
		.rules = both, .left_out = ~forms, .plain = plain, .melds = { by, NULL }, .found = is_counted_meld
	};

	return search_melds(&search);
}

cardset cards_in_melds(const struct rules *rules, uint32_t forms)
{
	cardset cards = 0;

	for (int i = 0; i < rules->meld_count; i++) {
		const struct form *form = &rules->form[i];
		if (!(forms >> i & 1))
			continue;
		cards |= form->sequence | (form->most_wilds[MELD_CARDS_MAX] > 0 ? rules->cards.wild : 0);
		for (cardset ranks = form->ranks; ranks != 0; ranks &= ranks - 1)
			cards |= rules->mates[__builtin_ctzll(ranks)];
	}
	return cards;
}

/* ---- parts of conditions on melds ---- */

static bool is_told_apart(const struct search *search, const struct meld_cards *cards)
{
	const struct rules *rules = search->rules[0];
	const struct in_canasta *canasta = search->item >= 0 ? &rules->canasta[search->item] : NULL;

	return (canasta == NULL || ((canasta->ranks >> cards->kind & 1) && meld_meets(rules, cards, canasta->size))) &&
	       (search->one == NULL || meld_meets(rules, cards, search->one)) &&
	       (search->other == NULL || !meld_meets(rules, cards, search->other));
}

bool melds_tell_apart(const struct rules *rules, uint32_t forms, int canasta, formula one, formula other)
{
	const struct rules *const both[2] = { rules, rules };
	struct search search = {
		.rules = both, .left_out = ~forms, .item = canasta, .one = one, .other = other, .found = is_told_apart
	};

	return search_melds(&search);
}

bool knows_all_melds(const struct rules *rules, int item)
{
	return rules->form[item].sequence == 0 && rules->table.alone == table_alone_nobody;
}

/* ---- the pile ---- */

/* Cards that the pile could be taken for if nothing blocked it. */
static cardset taken_for(const struct rules *rules)
{
	bool melded = !rules->wild_melds; /* or it could not be, with a wild card on top */

	for (int i = 0; i < rules->pile.take_count; i++)
		melded =
			melded && (rules->pile.take[i].onto != take_onto_hand || rules->pile.take[i].hand.naturals > 0);
	return takeable(rules) & ~(melded ? rules->cards.wild : 0);
}

/* Whether a block looks at nothing but the top card, or is none. */
static bool blocks_by_top(formula when)
{
	return never_holds(when) || asks_only(when, FACT_pile_top);
}

static const char *block_is_dead(const struct rules *const rules[2], int item)
{
	cardset tops = 0;

	for (int i = 0; i < 2; i++) {
		formula when = rules[i]->pile.block[item].when;
		if (!blocks_by_top(when) || times_asked(rules[i], FACT_pile_blocked, -1, -1, -1) > 0)
			return NULL;
		tops |= never_holds(when) ? 0 : when->ir->cards;
	}
	return (tops & (taken_for(rules[0]) | taken_for(rules[1]))) == 0
	               ? "the pile is never taken for such a card anyway"
	               : NULL;
}

bool block_acts_in(const struct rules *rules, int item, const struct rules *other)
{
	formula when = rules->pile.block[item].when;
	cardset taken = taken_for(other);

	if (!blocks_by_top(when) || times_asked(other, FACT_pile_blocked, -1, -1, -1) > 0)
		return true;
	for (int i = 0; i < other->pile.block_count; i++)
		if (asks_only(other->pile.block[i].when, FACT_pile_top))
			taken &= ~other->pile.block[i].when->ir->cards;
	return !never_holds(when) && (faces_of_kinds(rules, when->ir->cards) & faces_of_kinds(other, taken)) != 0;
}

/* Whether a freeze is never there for a player who is taking the pile. */
static bool never_freezes_takes(const struct rules *rules, int item)
{
	return !can_hold_for_takes(rules->pile.freeze[item].when);
}

bool freezes_takes_alone(const struct rules *rules)
{
	return times_asked(rules, FACT_pile_frozen, -1, ROW_take_when, ROW_take_forced) == 0;
}

static const char *freeze_is_dead(const struct rules *const rules[2], int item)
{
	for (int i = 0; i < 2; i++)
		if (!never_freezes_takes(rules[i], item) || !freezes_takes_alone(rules[i]))
			return NULL;
	return "it never holds for a player who is taking the pile";
}

/* ---- bans ---- */

static int order_of(const struct rules *rules, int a, int b)
{
	int32_t one = rules->discard.ban[a].order, other = rules->discard.ban[b].order;

	return one < other ? -1 : one > other;
}

static const char *order_is_dead(const struct rules *const rules[2], int item)
{
	for (int i = 0; i < rules[0]->discard.ban_count; i++) {
		if (i == item || rules[0]->discard.ban[i].gives_way == ban_gives_way_never)
			continue;
		if (order_of(rules[0], item, i) != order_of(rules[1], item, i))
			return NULL;
	}
	return "the bans give way one after the other as before";
}

bool ban_is_never_held(const struct rules *rules, int item)
{
	return rules->bonus.laid == bonus_laid_at_once && rules->bonus.last_card != bonus_last_card_stays_in_the_hand &&
	       (rules->discard.ban[item].cards & ~rules->bonus.cards) == 0;
}

static const char *ban_is_dead(const struct rules *const rules[2], enum row_id row, int item)
{
	if (ban_is_never_held(rules[0], item) && ban_is_never_held(rules[1], item))
		return "such cards are laid out before anything is discarded";
	return row == ROW_ban_order ? order_is_dead(rules, item) : NULL;
}

/* ---- the table ---- */

/* With two seats the player to the left is also the player to the right. */
static bool both_ways_meet(const struct rules *const rules[2])
{
	return rules[0]->seats == 2 && rules[1]->seats == 2;
}

/* ---- differences ---- */

static const char *meld_is_dead(const struct rules *const rules[2], int item)
{
	const struct form *one = &rules[0]->form[item], *other = &rules[1]->form[item];
	bool same = one->ranks == other->ranks && one->sequence == other->sequence && one->low == other->low &&
	            one->high == other->high && memcmp(one->places, other->places, sizeof one->places) == 0 &&
	            memcmp(one->wilds, other->wilds, sizeof one->wilds) == 0;

	return same ? "it allows the same melds" : NULL;
}

/* ---- the initial meld ---- */

/* The least that one of [kinds] counts. */
static int32_t least_points(const struct rules *rules, cardset kinds)
{
	int32_t least = INT32_MAX;

	for (; kinds != 0; kinds &= kinds - 1)
		if (rules->kind[__builtin_ctzll(kinds)].points < least)
			least = rules->kind[__builtin_ctzll(kinds)].points;
	return least;
}

/* True if every meld counts [minimum] or more. */
static bool any_meld_counts(const struct rules *rules, int64_t minimum)
{
	if (minimum > 0 && (rules->counts_down != 0 || rules->initial_meld.top_card != initial_meld_top_card_counts))
		return false;
	for (int i = 0; i < rules->meld_count && minimum > 0; i++)
		for (int b = 0; b < rules->form[i].begin_count; b++) {
			const struct form *form = &rules->form[i];
			struct composition begin = form->begin[b];
			int64_t count = 0;
			if (begin.naturals > 0)
				count += (int64_t)begin.naturals * least_points(rules, form->ranks | form->sequence);
			if (begin.wilds > 0)
				count += (int64_t)begin.wilds * least_points(rules, rules->cards.wild);
			if (count < minimum)
				return false;
		}
	return true;
}

/* Whether neither game asks more of an initial meld than any meld counts. */
static const char *minimum_is_dead(const struct rules *const rules[2])
{
	for (int i = 0; i < 2; i++) {
		int64_t minimum = (int64_t)formula_interval(rules[i], rules[i]->initial_meld.minimum).high +
		                  formula_interval(rules[i], rules[i]->initial_meld.raised).high;
		if (!always_holds(rules[i]->initial_meld.contains) || !any_meld_counts(rules[i], minimum))
			return NULL;
	}
	return "any meld counts as much as the initial meld has to";
}

/* Whether the cards of a way of taking the pile begin a meld with no card on top of it. */
static bool begins_nothing(const struct rules *rules, int take)
{
	for (int top = 0; top < rules->kinds; top++)
		if (form_of_take(rules, take, top) >= 0)
			return false;
	return true;
}

static const char *onto_is_dead(const struct rules *const rules[2], int take)
{
	for (int i = 0; i < 2; i++)
		if (rules[i]->pile.take[take].onto == take_onto_new_meld ||
		    rules[i]->pile.take[take].onto == take_onto_hand || !begins_nothing(rules[i], take))
			return NULL;
	return "its cards begin no meld";
}

static const char *comes_to_the_same(const struct rules *const rules[2], enum row_id row, int item)
{
	static const char *const mirrored = "between two players left and right are the same";

	switch (row) {
	case ROW_table_at_play:
		return rules[0]->seats == rules[1]->seats && rules[0]->table.players == rules[1]->table.players
		               ? "all of them play in either case"
		               : NULL;
	case ROW_deal_next_dealer: /* unless the deal stays in one of them */
		return both_ways_meet(rules) && (rules[0]->deal.next_dealer == deal_next_dealer_stays) ==
		                                        (rules[1]->deal.next_dealer == deal_next_dealer_stays)
		               ? mirrored
		               : NULL;
	case ROW_turn_first: /* unless the dealer is first in one of them */
		return both_ways_meet(rules) && (rules[0]->turn.first == turn_first_dealer) ==
		                                        (rules[1]->turn.first == turn_first_dealer)
		               ? mirrored
		               : NULL;
	case ROW_meld_ranks:
	case ROW_meld_ace:
	case ROW_meld_size:
	case ROW_meld_naturals:
	case ROW_meld_wilds:
	case ROW_meld_shape: return meld_is_dead(rules, item);
	case ROW_initial_meld_minimum:
	case ROW_initial_meld_raised:
	case ROW_initial_meld_top_card: return minimum_is_dead(rules);
	case ROW_initial_meld_waived:
		return waives_nothing(rules[0]) && waives_nothing(rules[1]) ? "no initial meld is waived by it"
		                                                            : minimum_is_dead(rules);
	case ROW_class_when:
		return class_is_unused(rules[0], item) && class_is_unused(rules[1], item)
		               ? "nothing speaks of the class"
		       : found_in_melds(rules, item, other_class) ? NULL
		                                                  : "it takes in the same melds";
	case ROW_canasta_ranks:
	case ROW_canasta_size:
	case ROW_canasta_when: return found_in_melds(rules, item, other_canasta) ? NULL : "it takes in the same melds";
	case ROW_canasta_bonus:
		return found_in_melds(rules, item, this_canasta) ? NULL : "no meld can be such a canasta";
	case ROW_take_onto: return onto_is_dead(rules, item);
	case ROW_block_when: return block_is_dead(rules, item);
	case ROW_freeze_when: return freeze_is_dead(rules, item);
	case ROW_ban_cards:
	case ROW_ban_when:
	case ROW_ban_gives_way:
	case ROW_ban_order:
	case ROW_ban_proof: return ban_is_dead(rules, row, item);
	case ROW_define_when:
		return times_asked(rules[0], FACT_term, item, -1, -1) +
		                               times_asked(rules[1], FACT_term, item, -1, -1) ==
		                       0
		               ? "nothing speaks of it"
		               : NULL;
	default: return NULL;
	}
}

const char *difference_is_dead(const struct rules *const rules[2], enum row_id row, int item)
{
	const char *missing = setting_is_dead(rules[0], row, item);

	if (missing != NULL && setting_is_dead(rules[1], row, item) != NULL)
		return missing;
	return comes_to_the_same(rules, row, item);
}

/* ---- items ---- */

/* True if [one] holds only where [other] does. */
static bool implies(const struct rules *rules, formula one, formula other, bool *failed)
{
	return always_holds(other) ||
	       (may_exclude(one, other) && prove(&ANY_TIME(rules), one, other, failed) == PROVED_NEVER);
}

/* True if ban [less] has given way whenever [more] has. The words stand in order: each time is one of those of the next word. */
static bool gives_way_as_soon(const struct in_ban *less, const struct in_ban *more)
{
	return more->gives_way == ban_gives_way_never ||
	       (less->gives_way != ban_gives_way_never && less->gives_way >= more->gives_way &&
	        less->order <= more->order);
}

/* True if whatever ban [one] forbids, [other] forbids as long. */
static bool bans_less(const struct rules *rules, int one, int other)
{
	const struct in_ban *less = &rules->discard.ban[one], *more = &rules->discard.ban[other];

	return (less->cards & ~more->cards) == 0 && less->proof == ban_proof_none && more->proof == ban_proof_none &&
	       gives_way_as_soon(less, more);
}

/* True if cards that go onto [less] lie in the same meld if they may go onto [more]: a new one, if the rank may be begun, and else that of
 * the side. Where a side may begin a second meld of a rank, its own one is left alone. */
static bool is_onto_less(const struct rules *rules, int less, int more)
{
	bool begins_again = false;

	for (int form = 0; form < rules->meld_count; form++)
		begins_again = begins_again || rules->form[form].comes_again;
	return less == more || (more == take_onto_new_or_own_meld &&
	                        (less == take_onto_new_meld || (less == take_onto_own_meld && !begins_again)));
}

/* True if the cards of the hand that [less] wants are those that [more] wants and natural ones besides, which may be added as well. */
static bool wants_more(const struct rules *rules, const struct in_take *less, const struct in_take *more)
{
	int naturals = less->hand.naturals - more->hand.naturals;

	if (naturals <= 0 || more->hand.naturals == 0 || less->hand.wilds != more->hand.wilds ||
	    less->hand.alike != more->hand.alike ||
	    !(less->when->is_constant || ir_same(less->when->ir, more->when->ir)))
		return false;
	for (int i = 0; i < rules->meld_count; i++)
		if (!always_holds(rules->meld[i].natural_cards) || !always_holds(rules->meld[i].shape) ||
		    !always_holds(rules->meld[i].kinds) || rules->form[i].sequence != 0 ||
		    (form_allows(&rules->form[i], less->hand.naturals + 1, less->hand.wilds) &&
		     !form_allows(&rules->form[i], more->hand.naturals + 1, more->hand.wilds)))
			return false;
	return true;
}

/* True if whatever way of taking [one] allows, [other] allows, if their conditions hold. */
static bool takes_less(const struct rules *rules, int one, int other)
{
	const struct in_take *less = &rules->pile.take[one], *more = &rules->pile.take[other];

	return (memcmp(&less->hand, &more->hand, sizeof less->hand) == 0 || wants_more(rules, less, more)) &&
	       is_onto_less(rules, less->onto, more->onto) && less->alike == more->alike &&
	       less->cards == more->cards && less->leaves == more->leaves && less->draws == more->draws &&
	       never_holds(less->forced);
}

static enum row_id condition_of(int group)
{
	switch (group) {
	case GROUP_freeze: return ROW_freeze_when;
	case GROUP_block: return ROW_block_when;
	case GROUP_take: return ROW_take_when;
	default: return ROW_ban_when;
	}
}

int item_covering(const struct rules *rules, int group, int item, bool *failed)
{
	enum row_id row = condition_of(group);
	formula own = rules_formula(rules, row, item);

	if (group == GROUP_freeze && freeze_always(rules) >= 0)
		return freeze_always(rules) != item ? freeze_always(rules) : -1;
	for (int other = 0; other < rules_item_count(rules, group); other++) {
		formula wider = rules_formula(rules, row, other);
		if (other == item || (group == GROUP_ban && !bans_less(rules, item, other)) ||
		    (group == GROUP_take && !takes_less(rules, item, other)) || !implies(rules, own, wider, failed))
			continue;
		if (other < item || !implies(rules, wider, own, failed) ||
		    (group == GROUP_ban && !bans_less(rules, other, item)) ||
		    (group == GROUP_take && !takes_less(rules, other, item)))
			return other;
	}
	return -1;
}

int block_covering(const struct rules *rules, int freeze, bool *failed)
{
	if (!freezes_takes_alone(rules))
		return -1;
	for (int block = 0; block < rules->pile.block_count; block++)
		if (implies(rules, rules->pile.freeze[freeze].when, rules->pile.block[block].when, failed))
			return block;
	return -1;
}

bool item_is_dead(const struct rules *rules, int group, int item)
{
	const struct rules *const both[2] = { rules, rules };

	switch (group) {
	case GROUP_meld: return cannot_hold(rules, rules->meld[item].begun);
	case GROUP_canasta: return !found_in_melds(both, item, this_canasta);
	case GROUP_freeze:
		return cannot_hold(rules, rules->pile.freeze[item].when) ||
		       setting_is_dead(rules, ROW_freeze_when, item) != NULL || freeze_is_dead(both, item) != NULL;
	case GROUP_block: return cannot_hold(rules, rules->pile.block[item].when) || block_is_dead(both, item) != NULL;
	case GROUP_take: {
		/* A way of taking the pile with cards that begin no meld, where it has to begin one. */
		const struct in_take *take = &rules->pile.take[item];

		return cannot_hold(rules, take->when) ||
		       (take->onto == take_onto_new_meld && begins_nothing(rules, item));
	}
	case GROUP_ban:
		return cannot_hold(rules, rules->discard.ban[item].when) || ban_is_never_held(rules, item) ||
		       setting_is_dead(rules, ROW_ban_cards, item) != NULL;
	case GROUP_special: return cannot_hold(rules, rules->special[item].when);
	case GROUP_score: {
		struct interval points = formula_interval(rules, rules->score[item].points),
				minus = formula_interval(rules, rules->score[item].minus);

		return cannot_hold(rules, rules->score[item].when) ||
		       (points.low == 0 && points.high == 0 && minus.low == 0 && minus.high == 0);
	}
	default: return false;
	}
}
