/* validate.c -- reports what cannot work although every line is correct, from the finished tables. */
#include "rules/build.h"

#include <string.h>
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/rules.h"
#include "rules/analysis.h"

/* Where setting [row] was stated, or the variant's name if it was not. */
static struct span stated_at(const struct rules *rules, enum row_id row, int item)
{
	const struct cell *cell = rules_cell(rules, row, item);

	return cell->statement != NULL ? cell->statement->span : rules->span;
}

/* Which of two cells was stated last: by a later variant, or by an option. */
static bool is_newer(const struct cell *a, const struct cell *b)
{
	if (a->statement == NULL || b->statement == NULL)
		return a->statement != NULL;
	return a->layer->height > b->layer->height;
}

struct span item_at(const struct rules *rules, int group, int item)
{
	const struct cell *newest = NULL;

	for (int row = -1; row_next(group, &row);) {
		const struct cell *cell = rules_cell(rules, (enum row_id)row, item);
		if (cell->inherited != NULL && (newest == NULL || is_newer(cell, newest)))
			newest = cell;
	}
	return newest != NULL ? newest->statement->span : rules->items[group][item];
}

/* Reports that item [item] is impossible. */
static struct diag *impossible(struct building *building, enum diag_id id, int group, int item)
{
	return diag_add(building->diags, id, item_at(building->rules, group, item),
	                rules_item_name(building->rules, group, item));
}

/* Cards of all reserves. Where the first one has a number of its own, it and one more are perhaps more than all others. */
static int cards_of_reserves(const struct rules *rules)
{
	int first = rules_share_reserves(rules) ? rules->reserve.first : 0;
	int others = (rules_reserves(rules) - 1) * rules->reserve.cards;
	int all = rules_reserves(rules) * rules->reserve.cards;

	if (rules->reserve.first > 0 && rules_has_reserves_in_turn(rules))
		return all + rules_reserve_owners(rules) * (rules->reserve.first - rules->reserve.cards);
	return all + (first > others ? first - others : 0);
}

/* The settings that say how many cards are dealt, and how many there are. */
static const enum row_id DEALT_ROWS[] = { ROW_deal_hand,     ROW_reserve_cards,   ROW_reserve_number,
	                                  ROW_reserve_first, ROW_talon_set_aside, ROW_deal_start_pile,
	                                  ROW_deck_packs,    ROW_deck_jokers,     ROW_table_players,
	                                  ROW_table_at_play };

/* The one of them that was stated last, and the one before it; of those of one layer the first. */
static void newest_dealt(const struct rules *rules, enum row_id *newest, enum row_id *next)
{
	*newest = *next = ROW_COUNT;
	for (size_t i = 0; i < sizeof DEALT_ROWS / sizeof *DEALT_ROWS; i++) {
		const struct cell *cell = rules_cell(rules, DEALT_ROWS[i], 0);
		if (cell->statement == NULL || *(const int32_t *)rules_value(rules, DEALT_ROWS[i], 0) == 0)
			continue;
		if (*newest == ROW_COUNT || is_newer(cell, rules_cell(rules, *newest, 0)))
			*next = *newest, *newest = DEALT_ROWS[i];
		else if (*next == ROW_COUNT || is_newer(cell, rules_cell(rules, *next, 0)))
			*next = DEALT_ROWS[i];
	}
}

/* Reports that nothing is left to draw from, and of what the cards dealt consist. */
static void deck_too_small(struct building *building, int dealt)
{
	const struct rules *rules = building->rules;
	struct text parts = { 0 };
	enum row_id newest, next;
	struct diag *diag;

	newest_dealt(rules, &newest, &next);
	diag = diag_add(building->diags, DIAG_DECK_TOO_SMALL,
	                newest != ROW_COUNT ? stated_at(rules, newest, 0) : rules->span, dealt, rules->deck_size);
	text_format(&parts, "%d hands of %d", rules->seats, (int)rules->deal.hand);
	if (rules->reserve.cards > 0)
		text_format(&parts, ", %d in reserves", cards_of_reserves(rules));
	if (rules->talon.set_aside > 0)
		text_format(&parts, ", %d set aside for talons", (int)rules->talon.set_aside);
	if (rules->deal.start_pile > 0)
		text_format(&parts, ", %d to start the pile", (int)rules->deal.start_pile);
	diag_hint(building->diags, diag, "%s", text_read(&parts));
	text_free(&parts);
	if (next != ROW_COUNT)
		diag_other(building->diags, diag, stated_at(rules, next, 0), "`%s.%s` is stated here",
		           groups[rows[next].in].name, rows[next].name);
}

static void check_table(struct building *building)
{
	const struct rules *rules = building->rules;
	int dealt = rules->seats * rules->deal.hand + rules->deal.start_pile + rules->talon.set_aside +
	            cards_of_reserves(rules);
	bool all_play = rules->table.at_play == 0;

	if (rules->seats % rules->table.sides != 0) {
		struct diag *diag = diag_add(building->diags, DIAG_SIDES_UNEVEN, stated_at(rules, ROW_table_sides, 0),
		                             rules->seats, (int)rules->table.sides);
		diag_other(building->diags, diag, stated_at(rules, all_play ? ROW_table_players : ROW_table_at_play, 0),
		           "the players are stated here");
	}
	if (rules->seats > rules->table.players)
		diag_add(building->diags, DIAG_TOO_FEW_TO_PLAY, stated_at(rules, ROW_table_at_play, 0),
		         (int)rules->table.players, rules->seats);
	if (rules->table.alone != table_alone_nobody &&
	    (rules->table.players != rules->table.sides || rules->seats != rules->table.players || rules->seats < 3))
		diag_add(building->diags, DIAG_NOBODY_ALONE, stated_at(rules, ROW_table_alone, 0));
	if (dealt >= rules->deck_size)
		deck_too_small(building, dealt);
}

/* The number of ranks in the deck, without the kinds in [without]. */
static int ranks_without(const struct rules *rules, cardset without)
{
	bool seen[RANKS] = { false };
	int ranks = 0;

	for (int kind = 0; kind < rules->kinds; kind++)
		if (!(without >> kind & 1) && rules->kind[kind].copies > 0 && !seen[rules->kind[kind].rank]) {
			seen[rules->kind[kind].rank] = true;
			ranks++;
		}
	return ranks;
}

/* Checks that the cut and the turning of start cards come to an end. In the cut all cards that stand are of different ranks. */
static void check_endless(struct building *building)
{
	const struct rules *rules = building->rules;
	int ranks = ranks_without(rules, rules->cut.again);

	if (rules->cut.decides != cut_decides_nothing && ranks < rules->table.players)
		diag_hint(building->diags,
		          diag_add(building->diags, DIAG_CUT_ENDLESS, stated_at(rules, ROW_cut_again, 0), ranks,
		                   (int)rules->table.players),
		          "players whose cards are of the same rank cut again, too");
	if (rules->deal.start_pile > 0 && ranks_without(rules, rules->deal.turn_again) == 0)
		diag_add(building->diags, DIAG_START_ENDLESS, stated_at(rules, ROW_deal_turn_again, 0));
}

/* True if some part of the expression denies that the player goes out. [denied]: the expression itself is denied. */
static bool denies_going_out(const struct rules *rules, const struct ir *of, bool denied)
{
	if (of->kind == IR_FACT && of->fact == FACT_going_out)
		return denied;
	if (of->kind == IR_FACT && of->fact == FACT_term)
		return denies_going_out(rules, rules->define[of->item].when->ir, denied);
	for (const struct ir *part = of->first; part != NULL; part = part->next)
		if (denies_going_out(rules, part, denied != (of->kind == IR_NOT)))
			return true;
	return false;
}

/* A player is held to going out where that is asked beforehand. She is never held to staying in. */
static void check_going_out(struct building *building)
{
	const struct rules *rules = building->rules;

	for (int i = 0; i < rules->meld_count; i++)
		if (denies_going_out(rules, rules->meld[i].begun->ir, false))
			diag_add(building->diags, DIAG_GOING_OUT_DENIED, stated_at(rules, ROW_meld_begun, i));
	for (int i = 0; i < rules->pile.take_count; i++)
		if (denies_going_out(rules, rules->pile.take[i].when->ir, false))
			diag_add(building->diags, DIAG_GOING_OUT_DENIED, stated_at(rules, ROW_take_when, i));
}

/* Reports that a card has two roles, at the setting stated last, with the other one beside it. */
static void two_roles(struct building *building, enum row_id row, int item, enum row_id other_row, const char *card,
                      const char *roles)
{
	const struct rules *rules = building->rules;
	bool swap = is_newer(rules_cell(rules, other_row, 0), rules_cell(rules, row, item));
	struct span here = stated_at(rules, row, item), there = stated_at(rules, other_row, 0);
	struct diag *diag = diag_add(building->diags, DIAG_TWO_ROLES, swap ? there : here, card, roles);

	diag_other(building->diags, diag, swap ? here : there, "`%s.%s` is stated here",
	           groups[rows[swap ? row : other_row].in].name, rows[swap ? row : other_row].name);
}

/* Wild cards that have a place of their own in a sequence, where they are natural cards. */
static cardset wild_in_place(const struct rules *rules, const struct form *form)
{
	cardset kinds = 0;

	for (cardset left = form->sequence & rules->cards.wild; left != 0; left &= left - 1)
		if (sequence_place(rules, form, __builtin_ctzll(left)) > 0)
			kinds |= left & -left;
	return kinds;
}

/* Checks that each card has one role: wild, bonus, or the rank of a meld. */
static void check_roles(struct building *building)
{
	const struct rules *rules = building->rules;
	cardset both = rules->cards.wild & rules->bonus.cards;

	if (both != 0)
		two_roles(building, ROW_bonus_cards, 0, ROW_cards_wild, rules->kind[__builtin_ctzll(both)].name,
		          "wild and a bonus card");
	for (int i = 0; i < rules->meld_count; i++) {
		cardset wild = rules->meld[i].ranks & rules->cards.wild & ~wild_in_place(rules, &rules->form[i]),
			bonus = rules->meld[i].ranks & rules->bonus.cards;
		if (wild != 0)
			two_roles(building, ROW_meld_ranks, i, ROW_cards_wild, rules->kind[__builtin_ctzll(wild)].name,
			          "wild and the rank of a meld");
		if (bonus != 0)
			two_roles(building, ROW_meld_ranks, i, ROW_bonus_cards,
			          rules->kind[__builtin_ctzll(bonus)].name, "a bonus card and the rank of a meld");
	}
}

/* Reports that two kinds of one rank cannot lie in one meld, and what sets them apart. If the same line sets several ranks apart it is
 * reported once: [*reported] is the last line that was. */
static void rank_split(struct building *building, int meld, int rank, struct span *reported)
{
	const struct rules *rules = building->rules;
	struct span ranks = stated_at(rules, ROW_meld_ranks, meld), span = ranks;
	cardset kinds = rules_kinds_of_rank(rules, rank), apart = kinds, rest;
	struct diag *diag;

	for (int i = 0; i < building->set_count; i++) {
		cardset part = *building->sets[i].set & kinds;
		if (part == 0 || part == kinds || building->sets[i].span.source == 0)
			continue;
		span = building->sets[i].span;
		apart = part;
		break;
	}
	if (span.source == reported->source && span.from == reported->from)
		return;
	*reported = span;
	rest = kinds & ~apart;
	if (rest != 0 &&
	    __builtin_popcountll(rest) < __builtin_popcountll(apart)) /* `any except spades` is about spades */
		apart = rest;
	diag = diag_add(building->diags, DIAG_RANK_SPLIT, span, rules->kind[__builtin_ctzll(apart)].name,
	                rules->meld[meld].name, RANK_NAMES[rank]);
	diag_other(building->diags, diag, ranks, "the ranks of `%s` are stated here", rules->meld[meld].name);
	diag_hint(
		building->diags, diag,
		"suits and colours of a rank are told apart where no meld has several of them, as where sequences are the only melds");
}

/* Ends the search at the first sequence there is. */
static bool is_no_sequence(void *context, const struct meld_cards *cards)
{
	(void)context, (void)cards;
	return false;
}

/* True if the limits of a meld allow no numbers of cards at all, whatever the deck has. */
static bool limits_contradict(const struct rules *rules, int item)
{
	static const enum row_id limits[] = { ROW_meld_size, ROW_meld_naturals, ROW_meld_wilds, ROW_meld_shape };

	for (int naturals = 0; naturals <= MELD_CARDS_MAX; naturals++)
		for (int wilds = 0; wilds <= MELD_CARDS_MAX; wilds++) {
			bool within = true;
			for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
				within = within &&
				         limits_hold(rules, rules_formula(rules, limits[i], item), naturals, wilds);
			if (within)
				return false;
		}
	return true;
}

/* Reports a kind of meld for which there are no cards. */
static void meld_impossible(struct building *building, int item)
{
	const struct rules *rules = building->rules;
	struct diag *diag = impossible(building, DIAG_MELD_IMPOSSIBLE, GROUP_meld, item);

	if (limits_contradict(rules, item))
		diag_hint(building->diags, diag,
		          "its limits contradict each other: no number of cards is within all of them");
	else if (rules->meld[item].ranks == 0)
		diag_hint(building->diags, diag, "it is of wild cards alone, and the deck has %d of them",
		          rules->wild_copies);
	else
		diag_hint(building->diags, diag,
		          "none of its ranks has more than %d cards, and there are %d wild cards",
		          most_copies(rules, rules->meld[item].ranks), rules->wild_copies);
}

static void check_melds(struct building *building)
{
	const struct rules *rules = building->rules;
	cardset roles = rules->cards.wild | rules->bonus.cards;
	cardset of_rank[RANKS] = { 0 };

	for (int kind = 0; kind < rules->kinds; kind++)
		of_rank[rules->kind[kind].rank] |= UINT64_C(1) << kind;
	for (int i = 0; i < rules->meld_count; i++) {
		const struct form *form = &rules->form[i];
		if (form->begin_count == 0 && form->sequence == 0)
			meld_impossible(building, i);
		else if (form->sequence != 0 &&
		         (form->begin_count == 0 || every_sequence(rules, form, is_no_sequence, NULL)))
			diag_hint(building->diags, impossible(building, DIAG_MELD_IMPOSSIBLE, GROUP_meld, i),
			          "so many of its ranks do not follow each other");
		struct span reported = { 0 };
		for (int rank = 0; rank < RANKS; rank++) {
			cardset taken = of_rank[rank] & form->ranks; /* kinds that sequences tell apart are one */
			if ((taken & (taken - 1)) != 0 && (taken & roles) == 0) /* else that was reported */
				rank_split(building, i, rank, &reported);
		}
	}
}

/* The second kind of canasta that the cards would also be, or -1. */
static int second_canasta(struct rules *rules, const struct meld_cards *cards, int first)
{
	cardset ranks[canasta_MAX];
	int second;

	for (int i = 0; i <= first; i++) { /* look again with the kinds up to the first taken out */
		ranks[i] = rules->canasta[i].ranks;
		rules->canasta[i].ranks = 0;
	}
	second = rules_canasta_of(rules, cards);
	for (int i = 0; i <= first; i++)
		rules->canasta[i].ranks = ranks[i];
	return second;
}

/* What is found about kinds of canasta while their melds are enumerated. */
struct canastas_seen {
	struct building *building;
	int largest;            /* size that is looked at */
	bool made[canasta_MAX]; /* some meld is of this kind */
};

/* Adds the ranks that an item states, in brackets if they are several. */
static void write_ranks(const struct rules *rules, int canasta, struct text *out)
{
	const struct expr *value = rules_cell(rules, ROW_canasta_ranks, canasta)->statement->value;
	bool several = value != NULL && value->next != NULL;

	text_add(out, several ? "(" : "");
	for (; value != NULL; value = value->next) {
		expr_write(value, out);
		text_add(out, value->next != NULL ? ", " : "");
	}
	text_add(out, several ? ")" : "");
}

static int ranks_stated(const struct rules *rules, int canasta)
{
	return rules_cell(rules, ROW_canasta_ranks, canasta)->statement != NULL
	               ? __builtin_popcountll(rules->canasta[canasta].ranks)
	               : FACES + 1;
}

/* Says how two kinds of canasta are kept apart: by the ranks of the one that is of fewer, else by conditions. */
static void hint_apart(struct building *building, struct diag *diag, int first, int second)
{
	const struct rules *rules = building->rules;
	bool second_narrow = ranks_stated(rules, second) < ranks_stated(rules, first);
	int narrow = second_narrow ? second : first, wide = second_narrow ? first : second;
	struct text hint = { 0 };

	if (ranks_stated(rules, narrow) == ranks_stated(rules, wide)) {
		diag_hint(
			building->diags, diag,
			"conditions keep them apart, such as `when wilds = 0` in one and `when wilds > 0` in the other, or "
			"sizes, such as `size 7` and `size 8 or more`");
		return;
	}
	text_format(&hint, "canasta %s { ranks ", rules->canasta[wide].name);
	if (ranks_stated(rules, wide) <= FACES)
		write_ranks(rules, wide, &hint);
	else
		text_add(&hint, "any");
	text_add(&hint, " except ");
	write_ranks(rules, narrow, &hint);
	diag_hint(building->diags, diag, "`%s }` leaves these ranks to `%s`", text_read(&hint),
	          rules->canasta[narrow].name);
	text_free(&hint);
}

/* Notes what these cards make; false with a finding if they are of two kinds. */
static bool check_canasta(void *at, const struct meld_cards *cards)
{
	struct canastas_seen *seen = at;
	struct rules *rules = seen->building->rules;
	int first = rules_canasta_of(rules, cards), second;
	struct diag *diag;

	if (first < 0)
		return true;
	seen->made[first] = true;
	second = second_canasta(rules, cards, first);
	if (second < 0)
		return true;
	diag = diag_add(seen->building->diags, DIAG_CANASTAS_OVERLAP, item_at(rules, GROUP_canasta, second),
	                rules->canasta[second].name, rules->canasta[first].name, cards->naturals, cards->wilds,
	                rules->kind[cards->kind].name);
	if (cards->naturals == 0)
		diag_hint(seen->building->diags, diag,
		          "`when ... and naturals > 0` in one of them leaves melds of wild cards to the other");
	else if (cards->sequence > 0)
		diag_hint(seen->building->diags, diag,
		          "`unless in sequence` in one of them leaves sequences to the other");
	else
		hint_apart(seen->building, diag, first, second);
	diag_other(seen->building->diags, diag, item_at(rules, GROUP_canasta, first), "`%s` is stated here",
	           rules->canasta[first].name);
	return false;
}

/* The size from which on every kind of canasta can occur; beyond it sizes change nothing. */
static int deciding_size(const struct rules *rules)
{
	int largest = 0;

	for (int i = 0; i < rules->canasta_count; i++) {
		int size = 1;
		while (size <= MELD_CARDS_MAX && !rules_canasta_size(rules, i, size))
			size++;
		largest = size > largest ? size : largest;
	}
	return largest + 2;
}

/* True if the conditions of kind of meld [item] let one of these numbers come about. */
static bool grows_to(const struct rules *rules, int item, int naturals, int wilds)
{
	const struct in_meld *meld = &rules->meld[item];
	const struct form *form = &rules->form[item];
	bool begun = false;

	if (cannot_hold(rules, meld->begun) || (wilds > 0 && cannot_hold(rules, meld->wild_cards)))
		return false;
	if (!cannot_hold(rules, meld->natural_cards) || meld->joined == meld_joined_at_any_time)
		return true;
	for (int i = 0; i < form->begin_count; i++)
		begun = begun || (form->begin[i].naturals == naturals && form->begin[i].wilds <= wilds);
	return begun;
}

/* Checks the canastas of one rank that a meld of kind [item] can become, if not by itself then where partners put melds together. */
static bool check_rank(struct canastas_seen *seen, int item, int kind)
{
	const struct rules *rules = seen->building->rules;
	const struct form *form = &rules->form[item];
	int most = form->ranks != 0 ? rank_copies(rules, kind) : 0;

	for (int n = 0; n <= most; n++)
		for (uint32_t wilds = form->lies[n]; wilds != 0; wilds &= wilds - 1) {
			int w = __builtin_ctz(wilds);
			struct meld_cards cards = { .kind = (uint8_t)kind,
				                    .naturals = (uint8_t)n,
				                    .wilds = (uint8_t)w };
			if (n + w >= rules->canasta_least && n + w <= seen->largest &&
			    (!form_allows(form, n, w) || grows_to(rules, item, n, w)) &&
			    !every_split(rules, cards, check_canasta, seen))
				return false;
		}
	return true;
}

/* The same for a sequence, whichever wild cards it has. */
static bool check_sequence(void *context, const struct meld_cards *cards)
{
	struct canastas_seen *seen = context;

	return every_split(seen->building->rules, *cards, check_canasta, seen);
}

/* A kind of meld that takes wild cards in one number only, as `wilds 2` says and hardly anybody means; NULL if there is none.
 * [*wilds] is that number. */
static const char *meld_of_exact_wilds(const struct rules *rules, int *wilds)
{
	for (int i = 0; i < rules->meld_count; i++) {
		uint32_t seen = 0; /* numbers of wild cards beside a natural one */
		for (int naturals = 1; naturals <= MELD_CARDS_MAX; naturals++)
			for (int wild = 0; wild <= MELD_CARDS_MAX && wild < 32; wild++)
				seen |= form_allows(&rules->form[i], naturals, wild) ? UINT32_C(1) << wild : 0;
		if (seen > 1 && (seen & (seen - 1)) == 0) {
			*wilds = __builtin_ctz(seen);
			return rules->meld[i].name;
		}
	}
	return NULL;
}

/* True if so many natural cards of kind [kind] and wild cards would be a canasta of kind [item]. */
static bool would_be(struct rules *rules, int item, int kind, int naturals, int wilds)
{
	struct meld_cards cards = { .kind = (uint8_t)kind, .naturals = (uint8_t)naturals, .wilds = (uint8_t)wilds };
	int first;

	cards.wild[0] = (uint8_t)wilds;
	first = rules_canasta_of(rules, &cards);
	return first == item || (first >= 0 && second_canasta(rules, &cards, first) == item);
}

/* True if wild cards alone would be a canasta of kind [item], and natural cards in it never are. */
static bool is_of_wild_cards_alone(struct rules *rules, int item)
{
	bool alone = false;

	for (int wilds = 0; wilds <= rules->wild_copies && wilds <= MELD_CARDS_MAX; wilds++) {
		alone = alone || would_be(rules, item, rules->wild_kind[0], 0, wilds);
		for (int kind = 0; kind < rules->kinds; kind++)
			for (int naturals = 1; naturals <= MELD_CARDS_MAX; naturals++)
				if ((rules->naturals >> kind & 1) && would_be(rules, item, kind, naturals, wilds))
					return false;
	}
	return alone;
}

/* Says why no meld can be a canasta of kind [item], where that is plain. */
static void hint_why_impossible(struct building *building, struct diag *diag, int item)
{
	struct rules *rules = building->rules;
	int wilds;
	const char *meld = meld_of_exact_wilds(rules, &wilds);

	if (meld != NULL)
		diag_hint(building->diags, diag,
		          "every meld `%s` has exactly %d wild card%s; `wilds at most %d` allows fewer", meld, wilds,
		          wilds == 1 ? "" : "s", wilds);
	else if (is_of_wild_cards_alone(rules, item))
		diag_hint(building->diags, diag,
		          "no kind of meld is of wild cards alone; `add meld wild { size 3..7 }` adds one");
}

/* Looks at all melds up to the largest in question; false with a finding if some canasta is of two kinds. */
static bool check_each_canasta(struct canastas_seen *seen)
{
	const struct rules *rules = seen->building->rules;

	for (int i = 0; i < rules->meld_count; i++) {
		const struct form *form = &rules->form[i];
		cardset ranks =
			form_is_wild(form) ? UINT64_C(1) << rules->wild_kind[0] : telling_ranks(rules, form->ranks);
		if (form->sequence != 0 && !every_sequence(rules, form, check_sequence, seen))
			return false;
		for (; ranks != 0; ranks &= ranks - 1)
			if (!check_rank(seen, i, __builtin_ctzll(ranks)))
				return false;
	}
	return true;
}

static bool is_each_made(const struct canastas_seen *seen)
{
	for (int i = 0; i < seen->building->rules->canasta_count; i++)
		if (!seen->made[i])
			return false;
	return true;
}

/* Checks that every canasta that can be melded belongs to one kind, and that every kind can occur. One that occurs at no usual size may
 * need many natural cards for its wild ones. */
static void check_canastas(struct building *building)
{
	const struct rules *rules = building->rules;
	struct canastas_seen seen = { .building = building, .largest = deciding_size(rules) };

	if (!check_each_canasta(&seen))
		return;
	if (!is_each_made(&seen)) {
		seen.largest = DECK_MAX;
		if (!check_each_canasta(&seen))
			return;
	}
	for (int i = 0; i < rules->canasta_count; i++)
		if (!seen.made[i]) {
			struct diag *diag = impossible(building, DIAG_CANASTA_IMPOSSIBLE, GROUP_canasta, i);
			hint_why_impossible(building, diag, i);
		}
	if (rules->going_out.canastas > 0 && rules->canasta_count == 0)
		diag_add(building->diags, DIAG_NOBODY_GOES_OUT, stated_at(rules, ROW_going_out_canastas, 0));
	else if (rules->going_out.canastas > rules->most_canastas)
		diag_add(building->diags, DIAG_TOO_FEW_CANASTAS, stated_at(rules, ROW_going_out_canastas, 0),
		         text_kept(rules->arena, "%d canasta%s", (int)rules->going_out.canastas,
		                   plural(rules->going_out.canastas)),
		         rules->most_canastas);
}

/* Counts, for each rank, the groups of this size that the deck has cards for. */
static void count_groups(const struct rules *rules, const struct pattern_group *group, int groups_of[RANKS])
{
	memset(groups_of, 0, sizeof *groups_of * RANKS);
	for (cardset kinds = group->cards; kinds != 0; kinds &= kinds - 1) {
		const struct kind *kind = &rules->kind[__builtin_ctzll(kinds)];
		groups_of[kind->rank] += kind->copies;
	}
	for (int rank = 0; rank < RANKS; rank++)
		groups_of[rank] /= group->size;
}

/* How many groups the deck has cards for, of those parts of the pattern that are in the set [parts]. Where ranks are
 * distinct each serves one group; else only a single part is counted, as parts may share cards. */
static int groups_in_deck(const struct rules *rules, const struct pattern *pattern, unsigned parts, bool distinct)
{
	int of_part[RANKS], count = 0;
	unsigned ranks = 0;

	for (; parts != 0; parts &= parts - 1) {
		count_groups(rules, &pattern->group[__builtin_ctz(parts)], of_part);
		for (int rank = 0; rank < RANKS; rank++) {
			ranks |= (unsigned)(of_part[rank] > 0) << rank;
			count += of_part[rank];
		}
	}
	return distinct ? __builtin_popcount(ranks) : count;
}

static int groups_wanted(const struct pattern *pattern, unsigned parts)
{
	int count = 0;

	for (int part = 0; part < pattern->parts; part++)
		if (parts >> part & 1)
			count += pattern->group[part].count;
	return count;
}

/* Some parts of a pattern for which the deck lacks cards, as a set of bits; 0 if there are none. Where ranks are
 * distinct a hand exists if there are enough ranks for every set of parts (the marriage theorem). */
static unsigned parts_lacking(const struct rules *rules, const struct pattern *pattern, bool distinct)
{
	for (unsigned parts = 1; parts < 1u << pattern->parts; parts++)
		if ((distinct || (parts & (parts - 1)) == 0) &&
		    groups_in_deck(rules, pattern, parts, distinct) < groups_wanted(pattern, parts))
			return parts;
	return 0;
}

/* Checks that the deck has cards for all groups of a special hand. */
static void check_specials(struct building *building)
{
	const struct rules *rules = building->rules;

	for (int i = 0; i < rules->special_count; i++) {
		const struct pattern *pattern = &rules->special[i].pattern;
		bool distinct = rules->special[i].ranks == special_ranks_distinct;
		unsigned parts = parts_lacking(rules, pattern, distinct);
		if (parts != 0)
			diag_hint(building->diags, impossible(building, DIAG_SPECIAL_IMPOSSIBLE, GROUP_special, i),
			          "there are cards for %d of %d such groups",
			          groups_in_deck(rules, pattern, parts, distinct), groups_wanted(pattern, parts));
	}
}

/* True if so many natural and wild cards can join a meld of this form that lies there. */
static bool joins(const struct form *form, int naturals, int wilds)
{
	for (int n = 1; n + naturals <= MELD_CARDS_MAX; n++)
		for (int w = 0; w + wilds <= MELD_CARDS_MAX; w++)
			if (form_allows(form, n, w) && form_allows(form, n + naturals, w + wilds))
				return true;
	return false;
}

/* Checks that the cards of a way of taking the pile make a meld with the top card, or join one. */
static void check_takes(struct building *building)
{
	const struct rules *rules = building->rules;

	for (int i = 0; i < rules->pile.take_count; i++) {
		struct composition hand = rules->pile.take[i].hand;
		bool alone = rules->pile.take[i].onto == take_onto_own_sequence; /* no card of the hand goes with it */
		bool fits = rules->pile.take[i].onto == take_onto_own_meld ||    /* it joins what lies there */
		            rules->pile.take[i].onto == take_onto_hand ||
		            (alone && hand.naturals + hand.alike + hand.wilds == 0);
		bool may_join = rules->pile.take[i].onto != take_onto_new_meld;
		int naturals = hand.naturals + hand.alike + 1;
		for (int form = 0; form < rules->meld_count && !fits && !alone; form++)
			fits = form_allows(&rules->form[form], naturals, hand.wilds) ||
			       (may_join && joins(&rules->form[form], naturals, hand.wilds)) ||
			       (hand.alike > 0 && form_allows(&rules->form[form], 0, hand.alike + 1));
		if (alone && !fits)
			diag_add(building->diags, DIAG_TAKE_ALONE, stated_at(rules, ROW_take_hand, i),
			         rules->pile.take[i].name);
		else if (!fits)
			diag_hint(building->diags, impossible(building, DIAG_TAKE_IMPOSSIBLE, GROUP_take, i),
			          "no meld may consist of %d natural and %d wild cards", naturals, hand.wilds);
	}
}

static bool count_split(void *count, const struct meld_cards *cards)
{
	(void)cards;
	return ++*(int *)count <= WAYS_MAX;
}

/* The ways of choosing so many wild cards, not counted beyond WAYS_MAX. */
static int ways_of_wilds(const struct rules *rules, int wilds)
{
	int count = 0;

	every_split(rules, (struct meld_cards){ .wilds = (uint8_t)wilds }, count_split, &count);
	return count;
}

/* The ways of choosing so many cards of a rank by their suits. */
static int ways_of_suits(int cards)
{
	return (cards + 1) * (cards + 2) * (cards + 3) / 6;
}

/* The ways in which wild cards lie among the cards of a sequence from a given place on; free ones lie at one end, or do not move. */
static int ways_of_gaps(struct composition begin, bool moves)
{
	int ways = 0;

	for (int in_gaps = 0; in_gaps <= begin.wilds; in_gaps++) {
		int among = 1; /* so many of them among the gaps: combinations with repetition */
		for (int i = 1; i <= in_gaps; i++)
			among = among * (begin.naturals - 2 + i) / i;
		ways += among * (moves ? 1 : begin.wilds - in_gaps + 1);
	}
	return ways;
}

/* The ways in which some hand could begin a meld of this form. */
static int ways_to_begin(const struct rules *rules, const struct form *form)
{
	int ranks = form->ranks != 0 ? __builtin_popcountll(form->ranks) : 1, ways = 0;

	for (int i = 0; i < form->begin_count && form->sequence != 0; i++) {
		int places = form->high - form->low + 2 - form->begin[i].naturals - form->begin[i].wilds;
		ways += 4 * places * ways_of_gaps(form->begin[i], form->moves) *
		        ways_of_wilds(rules, form->begin[i].wilds);
	}
	if (form->sequence != 0)
		return ways;
	for (int i = 0; i < form->begin_count; i++)
		ways += ranks * ways_of_wilds(rules, form->begin[i].wilds) *
		        (rules->sequences ? ways_of_suits(form->begin[i].naturals) : 1);
	return ways;
}

/* Checks that the table and the list of what a player can do have room for everything. The ways of taking the pile are always few:
 * each has seven wild cards at the most. */
static void check_room(struct building *building)
{
	const struct rules *rules = building->rules;
	int ways = 0;

	for (int i = 0; i < rules->meld_count && ways <= WAYS_MAX; i++) {
		ways += ways_to_begin(rules, &rules->form[i]);
		if (ways > WAYS_MAX)
			diag_add(building->diags, DIAG_TOO_MANY_WAYS, item_at(rules, GROUP_meld, i), WAYS_MAX);
	}
	if (rules->room_beside_first < 0)
		diag_add(building->diags, DIAG_TOO_MANY_RANKS, rules->span, __builtin_popcountll(rules->naturals),
		         MELDS_MAX - 1);
}

/* A game without a target needs something else that ends it. */
static void check_game(struct building *building)
{
	const struct rules *rules = building->rules;

	if (rules->game.to == 0 && cannot_hold(rules, rules->game.ends))
		diag_hint(
			building->diags, diag_add(building->diags, DIAG_GAME_ENDLESS, rules->span, rules->name),
			"write in `game { ... }` the total that ends it, as `to 5000`, or when it ends, as `ends when deal number >= 4`");
}

void validate_rules(struct building *building)
{
	check_game(building);
	check_table(building);
	check_endless(building);
	check_roles(building);
	check_melds(building);
	if (building->diags->errors == 0)
		check_canastas(building);
	check_takes(building);
	check_going_out(building);
	if (building->diags->errors == 0)
		check_room(building);
	check_specials(building);
}
