/* act_melds.c -- turns cards that are named together into acts: a meld is begun with some of its cards and grows by the others, each act in
 * an order that is legal if there is one. */
#include "notation/act_parser.h"

#include <string.h>
#include "grammar/text.h"
#include "notation/lexer.h"

/* ---- growing a meld ---- */

/* How a meld grows card by card to a composition. */
struct growth {
	const struct form *form;
	int naturals, wilds;                                /* the composition to reach */
	bool leads[MELD_CARDS_MAX + 2][MELD_CARDS_MAX + 2]; /* [naturals][wilds]: it can be reached from this one */
};

/* Finds, backwards from [naturals] and [wilds], the compositions that lead to them. */
static void growth_plan(struct growth *growth, const struct form *form, int naturals, int wilds)
{
	memset(growth, 0, sizeof *growth);
	growth->form = form;
	growth->naturals = naturals;
	growth->wilds = wilds;
	for (int n = naturals; n >= 0; n--)
		for (int w = wilds; w >= 0; w--)
			growth->leads[n][w] =
				form_allows(form, n, w) &&
				((n == naturals && w == wilds) || growth->leads[n + 1][w] || growth->leads[n][w + 1]);
}

/* The beginning to choose, a place in form->begin: one that leads to the whole meld, with as few wild cards as
 * possible. If none does, the best that the cards allow; -1 if they allow none. */
static int growth_beginning(const struct growth *growth)
{
	int best = -1, best_worth = -1;

	for (int i = 0; i < growth->form->begin_count; i++) {
		struct composition begin = growth->form->begin[i];
		int worth = 2 * (MELD_CARDS_MAX - begin.wilds);
		if (begin.naturals > growth->naturals || begin.wilds > growth->wilds)
			continue;
		if (growth->leads[begin.naturals][begin.wilds])
			worth += 4 * MELD_CARDS_MAX;
		if (worth > best_worth)
			best = i, best_worth = worth;
	}
	return best;
}

/* True if beginning [begin], which may be -1, leads to the whole meld. */
static bool growth_succeeds(const struct growth *growth, int begin)
{
	return begin >= 0 && growth->leads[growth->form->begin[begin].naturals][growth->form->begin[begin].wilds];
}

/* True if the next card should be a natural one: if that leads to the whole meld, or if nothing does. At least one card
 * is left. */
static bool growth_wants_natural(const struct growth *growth, int naturals, int wilds)
{
	if (naturals == growth->naturals)
		return false;
	return growth->leads[naturals + 1][wilds] || wilds == growth->wilds || !growth->leads[naturals][wilds + 1];
}

/* Moves [count] wild cards of the lowest value from [cards] to [wild], or of the highest. */
static void move_wilds(const struct rules *rules, struct named_cards *cards, int count, uint8_t *wild)
{
	const int kinds = rules->wild_kinds < WILD_KINDS_MAX ? rules->wild_kinds : WILD_KINDS_MAX;

	for (int place = 0; place < kinds; place++) {
		int i = cards->best_first ? place : kinds - 1 - place;
		for (; count > 0 && cards->wild[i] > 0; count--) {
			cards->wild[i]--;
			wild[i]++;
		}
	}
}

static void add_addition(struct act_parser *at, int meld, int kind)
{
	parser_add_act(at, act_of(ACT_ADD, (unsigned)meld, (unsigned)kind, 0));
}

/* Which of the ways to add a card to a sequence the words mean. */
static unsigned way_meant(const struct act_parser *at, int meld, int kind, enum manner manner)
{
	const struct meld *there = meld < own_side(&at->game)->melds ? &own_side(&at->game)->meld[meld] : NULL;
	struct meld_cards ways[SEQUENCE_WAYS];
	int count, meant = -1, lowest;

	if (there == NULL || there->cards.sequence == 0)
		return 0;
	lowest = there->cards.sequence;
	count = sequence_ways(at->game.rules, &at->game.rules->form[there->form], &there->cards, kind, ways);
	for (int i = 0; i < count; i++)
		if (manner == AS_WILD ? meant < 0 && ways[i].wilds > there->cards.wilds
		                      : manner == UNDER && ways[i].sequence < lowest)
			meant = i, lowest = ways[i].sequence;
	return meant < 0 ? 0 : (unsigned)meant;
}

static void add_to_sequence(struct act_parser *at, int meld, int kind, enum manner manner)
{
	parser_add_act(at, act_of(ACT_ADD, (unsigned)meld, (unsigned)kind, way_meant(at, meld, kind, manner)));
}

/* Takes the card out of [cards] that should be laid next on [meld]; for a sequence one that fits an end. */
static int next_to_lay(const struct act_parser *at, int meld, struct named_cards *cards)
{
	const struct side *side = own_side(&at->game);
	int chosen = 0, kind;

	for (int i = cards->naturals - 1; i >= 0 && at->game.rules->sequences && meld < side->melds; i--)
		if (meld_fits(at->game.rules, &side->meld[meld], cards->natural[i]))
			chosen = i;
	kind = cards->natural[chosen];
	cards->naturals--;
	memmove(&cards->natural[chosen], &cards->natural[chosen + 1], (size_t)(cards->naturals - chosen));
	return kind;
}

/* Adds the acts by which a meld of [naturals] and [wilds] grows to the whole. A natural card goes first if that leads
 * there, or if nothing does. */
static void add_growth(struct act_parser *at, const struct growth *growth, int naturals, int wilds, int meld,
                       struct named_cards *cards)
{
	while (naturals < growth->naturals || wilds < growth->wilds) {
		uint8_t wild[WILD_KINDS_MAX] = { 0 };
		if (growth_wants_natural(growth, naturals, wilds)) {
			add_addition(at, meld, next_to_lay(at, meld, cards));
			naturals++;
			continue;
		}
		move_wilds(at->game.rules, cards, 1, wild);
		for (int i = 0; i < at->game.rules->wild_kinds; i++)
			if (wild[i] > 0)
				add_addition(at, meld, at->game.rules->wild_kind[i]);
		wilds++;
	}
}

/* ---- melds ---- */

/* Moves [count] of the natural cards that were named into the act. */
static void move_naturals(const struct rules *rules, struct named_cards *cards, int count, struct act *act)
{
	int lead = cards->kind >= 0 ? rules->lead[cards->kind] : 0;

	if (!rules->sequences)
		act->count = (uint8_t)count;
	for (int i = 0; i < count && rules->sequences; i++) {
		int suit = cards->natural[i] - lead;
		if (suit >= 0 && suit < 4 && suit_count(*act, suit) < COPIES_MAX)
			act_set_suit(act, suit, suit_count(*act, suit) + 1);
	}
	cards->naturals -= count;
	memmove(cards->natural, cards->natural + count, (size_t)cards->naturals);
}

static void set_wilds(struct act *act, const uint8_t wild[WILD_KINDS_MAX])
{
	for (int i = 0; i < WILD_KINDS_MAX; i++)
		act_set_wild(act, i, wild[i]);
}

void act_set_cards(const struct rules *rules, const struct named_cards *cards, struct act *act)
{
	struct named_cards moved = *cards;

	if (moved.naturals > 0)
		move_naturals(rules, &moved, moved.naturals, act);
	set_wilds(act, cards->wild);
}

/* True if the cards are a sequence of kind [form]. */
static bool sequence_meant(const struct rules *rules, const struct named_cards *cards, int form,
                           struct meld_cards *laid)
{
	return rules->form[form].sequence != 0 && cards->count <= MELD_ROW_MAX &&
	       cards_begin_meld(rules, form, cards->row, cards->count, laid) && laid->sequence > 0 &&
	       cards_are_of_form(rules, form, laid);
}

static bool form_fits(const struct rules *rules, const struct form *form, const struct named_cards *cards)
{
	struct meld_cards laid;

	/* a wild card in its own place counts as natural, and may be the only such card */
	if (form->sequence != 0 && !cards->in_row)
		return sequence_meant(rules, cards, (int)(form - rules->form), &laid);
	if (cards->naturals == 0)
		return form_is_wild(form);
	return cards->in_row ? form->sequence >> cards->kind & 1 : form->ranks >> rules->lead[cards->kind] & 1;
}

/* The part of a sequence, from card number [from] on, that has the numbers of cards of a beginning; false if it is not
 * one. */
static bool part_of_sequence(const struct rules *rules, int form, const struct meld_cards *whole, int from,
                             struct composition begin, struct meld_cards *part)
{
	int size = begin.naturals + begin.wilds;
	unsigned places = whole->places & ((1u << size) - 1) << (whole->sequence + from);

	*part = (struct meld_cards){ .naturals = begin.naturals, .wilds = begin.wilds };
	part->places = (uint16_t)places;
	part->sequence = (uint8_t)(whole->sequence + from);
	for (int i = rules->wild_kinds - 1, left = begin.wilds; i >= 0; i--) {
		part->wild[i] = (uint8_t)lesser(left, whole->wild[i]);
		left -= part->wild[i];
	}
	return __builtin_popcount(places) == begin.naturals &&
	       sequence_lies(rules, &rules->form[form], sequence_suit(rules, whole), part);
}

/* Adds the card of [place] in a sequence to the meld that was begun with a part of it. [left]: the wild cards not added
 * yet. */
static void add_place(struct act_parser *at, int meld, const struct meld_cards *whole, int place,
                      uint8_t left[WILD_KINDS_MAX], enum manner manner)
{
	const struct rules *rules = at->game.rules;
	int wild = rules->wild_kinds - 1;

	if (whole->places >> place & 1) {
		add_to_sequence(at, meld, rules->in_order[sequence_suit(rules, whole)][place],
		                manner == UNDER ? UNDER : IN_PLACE);
		return;
	}
	while (wild > 0 && left[wild] == 0)
		wild--;
	left[wild]--;
	add_to_sequence(at, meld, rules->wild_kind[wild], manner);
}

/* Adds the acts that begin a sequence with a part of it and then add the rest. */
static void grow_sequence(struct act_parser *at, int form, const struct meld_cards *whole,
                          const struct meld_cards *part, int from)
{
	int size = part->naturals + part->wilds, all = whole->naturals + whole->wilds;
	int meld = own_side(&at->game)->melds; /* the new meld */
	bool moves = at->game.rules->form[form].moves;
	uint8_t left[WILD_KINDS_MAX];

	for (int i = 0; i < WILD_KINDS_MAX; i++)
		left[i] = (uint8_t)(whole->wild[i] - part->wild[i]);
	parser_add_act(at, sequence_act(at->game.rules, form, part));
	for (int i = from + size; i < all; i++)
		add_place(at, meld, whole, whole->sequence + i, left, AS_WILD);
	for (int i = from - 1; i >= 0; i--)
		add_place(at, meld, whole, whole->sequence + i, left, moves ? AS_WILD : UNDER);
}

/* Adds the acts that lay cards as a sequence, beginning with the first part that leads to the whole. Cards that are no
 * sequence become an act that is refused. */
static void add_sequence_as(struct act_parser *at, const struct named_cards *cards, int form)
{
	const struct rules *rules = at->game.rules;
	struct meld_cards whole, part, first;
	int from = -1;

	if (!sequence_meant(rules, cards, form, &whole)) {
		parser_add_act(at, act_of(ACT_MELD, (unsigned)form,
		                          cards->naturals > 0 ? cards->natural[0] : cards->row[0], UINT8_MAX));
		return;
	}
	for (int b = rules->form[form].begin_count - 1; b >= 0; b--)
		for (int i = 0; i < whole.naturals + whole.wilds; i++) {
			struct act acts[2 * MELD_CARDS_MAX];
			struct act_parser trial;
			if (!part_of_sequence(rules, form, &whole, i, rules->form[form].begin[b], &part))
				continue;
			trial = *at;
			trial.acts = acts, trial.count = 0, trial.room = 2 * MELD_CARDS_MAX;
			grow_sequence(&trial, form, &whole, &part, i);
			if (!trial.stuck || from < 0)
				from = i, first = part;
			if (trial.stuck)
				continue;
			grow_sequence(at, form, &whole, &part, i);
			return;
		}
	if (from < 0)
		parser_add_act(at, sequence_act(rules, form, &whole));
	else
		grow_sequence(at, form, &whole, &first, from);
}

/* Adds the acts that lay [cards] as a meld of kind [form]. */
static void add_meld_as(struct act_parser *at, struct named_cards cards, int form)
{
	const struct rules *rules = at->game.rules;
	struct act act = { .verb = ACT_MELD };
	struct growth growth;
	uint8_t wild[WILD_KINDS_MAX] = { 0 };
	int begin, melds = own_side(&at->game)->melds;

	act.item = (uint8_t)form;
	if (rules->form[form].sequence != 0) {
		add_sequence_as(at, &cards, form);
		return;
	}
	act.kind = cards.naturals > 0 ? rules->lead[cards.kind] : rules->wild_kind[0];
	if (cards.in_row) /* they are no sequence: an act with the first card is refused for that */
		act.kind = (uint8_t)cards.kind;
	growth_plan(&growth, &rules->form[form], cards.naturals, cards.wilds);
	begin = form_fits(rules, &rules->form[form], &cards) ? growth_beginning(&growth) : -1;
	if (begin < 0) { /* no meld: the act is refused, with the reason */
		act_set_cards(rules, &cards, &act);
		parser_add_act(at, act);
		return;
	}
	move_naturals(rules, &cards, rules->form[form].begin[begin].naturals, &act);
	move_wilds(rules, &cards, rules->form[form].begin[begin].wilds, wild);
	set_wilds(&act, wild);
	parser_add_act(at, act);
	add_growth(at, &growth, act_naturals(rules, act), rules->form[form].begin[begin].wilds, melds, &cards);
}

/* True if [cards] can be laid as a meld of kind [form] now, all of them, with the wild cards in this order. */
static bool may_lay_so(const struct act_parser *at, const struct named_cards *cards, int form)
{
	struct act acts[1 + 2 * MELD_CARDS_MAX];
	struct act_parser trial = *at;

	trial.acts = acts;
	trial.count = 0;
	trial.room = sizeof acts / sizeof *acts;
	add_meld_as(&trial, *cards, form);
	return !trial.stuck;
}

/* The cards, with the wild ones in an order in which all can be laid as a meld of kind [form] now, if there is one. */
static struct named_cards in_order_for(const struct act_parser *at, const struct named_cards *cards, int form)
{
	struct named_cards other = *cards;

	other.best_first = at->game.rules->form[form].asks_kinds && !may_lay_so(at, cards, form);
	return other.best_first && may_lay_so(at, &other, form) ? other : *cards;
}

/* True if [cards] can be laid as a meld of kind [form] now, all of them. */
static bool may_lay_as(const struct act_parser *at, const struct named_cards *cards, int form)
{
	struct named_cards ordered = in_order_for(at, cards, form);

	return may_lay_so(at, &ordered, form);
}

/* Reasons for one kind of meld rather than another, the weakest first: it may be begun by going out; it may be begun;
 * the numbers of cards fit; all cards can be laid now. */
enum { MAY_BE_OUT = 1, MAY_BEGIN = 2, FITS = 4, LEGAL = 8 };

/* FITS if the cards are a meld of kind [form], 0 if they are such cards but not as many, -1 if they cannot be of this kind. */
static int fit_of_form(const struct rules *rules, const struct named_cards *cards, int form)
{
	struct meld_cards laid;
	struct growth growth;

	if (!form_fits(rules, &rules->form[form], cards))
		return -1;
	if (rules->form[form].sequence != 0)
		return sequence_meant(rules, cards, form, &laid) &&
		                       form_allows(&rules->form[form], laid.naturals, laid.wilds)
		               ? FITS
		               : 0;
	growth_plan(&growth, &rules->form[form], cards->naturals, cards->wilds);
	return growth_succeeds(&growth, growth_beginning(&growth)) ? FITS : 0;
}

bool meld_wants_name(const struct rules *rules, int form, const uint8_t *kinds, int count)
{
	struct named_cards cards = { .kind = -1 };
	int fit;

	for (int i = 0; i < count; i++)
		named_cards_add(rules, &cards, kinds[i]);
	fit = fit_of_form(rules, &cards, form);
	for (int i = 0; i < rules->meld_count; i++)
		if (i != form && fit_of_form(rules, &cards, i) >= (fit == FITS ? FITS : 0))
			return true;
	return false;
}

/* How many of these reasons there are for kind [form], as a sum; -1 if the cards cannot be of this kind. */
static int form_worth(const struct act_parser *at, const struct named_cards *cards, int form)
{
	const struct rules *rules = at->game.rules;
	int worth = fit_of_form(rules, cards, form);
	bool owes_out;

	if (worth < 0)
		return worth;
	if (form_may_begin(&at->game, form, cards->naturals > 0 ? cards->kind : rules->wild_kind[0], &owes_out))
		worth += owes_out ? MAY_BE_OUT : MAY_BEGIN;
	return worth;
}

/* How many cards keep those named from being a meld of kind [form] with as many wild cards as it takes now. */
static int form_misses(const struct act_parser *at, const struct named_cards *cards, int form)
{
	const struct rules *rules = at->game.rules;
	int rank = cards->naturals > 0 ? rules->lead[cards->kind] : rules->wild_kind[0];

	return form_distance(&rules->form[form], cards->naturals, cards->wilds, form_takes_wild(&at->game, form, rank));
}

/* The kind of meld that is meant. If the cards could be several kinds, each is tried, so a meld is refused only if
 * every kind is; the reason is then that of the kind which comes nearest. */
static int choose_form(const struct act_parser *at, const struct named_cards *cards)
{
	const struct rules *rules = at->game.rules;
	int worth[LIST_ITEMS_MAX], best = 0, fitting = 0;

	for (int i = 0; i < rules->meld_count; i++) {
		worth[i] = form_worth(at, cards, i);
		fitting += worth[i] >= FITS;
	}
	for (int i = 0; i < rules->meld_count; i++) {
		if (fitting > 1 && worth[i] >= FITS && may_lay_as(at, cards, i))
			worth[i] += LEGAL;
		if (worth[i] > worth[best] ||
		    (i > best && worth[i] == worth[best] && worth[i] >= 0 && worth[i] < FITS &&
		     form_misses(at, cards, i) < form_misses(at, cards, best)))
			best = i;
	}
	return best;
}

void parser_add_meld(struct act_parser *at, const struct named_cards *cards, int form)
{
	if (form < 0)
		form = choose_form(at, cards);
	add_meld_as(at, in_order_for(at, cards, form), form);
}

/* ---- additions ---- */

/* The only meld to which a wild card can be added now, sequences included; -1 if there are several or none. */
static int named_meld_for_wilds(const struct act_parser *at, int kind)
{
	struct act acts[SEQUENCE_WAYS];
	int found = -1, count = 0;

	for (int i = 0; i < own_side(&at->game)->melds; i++)
		if (additions_now(&at->game, i, kind, acts) > 0 && count++ == 0)
			found = i;
	return count == 1 ? found : -1;
}

/* The only meld to which wild cards alone can go; -1 if that is not clear. */
static int meld_for_wilds(const struct act_parser *at, const struct named_cards *cards)
{
	const struct side *side = own_side(&at->game);
	cardset takes = (side->takes_wild != 0 ? side->takes_wild : side->melded) & at->game.rules->leads;

	if (side->melds == 0)
		return NOBODY;
	if (at->game.rules->sequences)
		return named_meld_for_wilds(at, cards->row[0]);
	return (takes & (takes - 1)) == 0 ? side->meld_of[__builtin_ctzll(takes)] : -1;
}

/* True if some card of these may be added to meld [index] now. */
static bool may_join(const struct act_parser *at, const struct named_cards *cards, int index)
{
	for (int i = 0; i < cards->naturals; i++)
		if (game_refusal(&at->game, act_of(ACT_ADD, (unsigned)index, cards->natural[i], 0)).refusal ==
		    REFUSAL_NONE)
			return true;
	return false;
}

/* True if all of these cards may be added to meld [index] now. */
static bool all_may_join(const struct act_parser *at, const struct named_cards *cards, int index, enum manner manner)
{
	struct act acts[2 * MELD_CARDS_MAX];
	struct act_parser trial = *at;
	struct text why = { 0 };

	trial.acts = acts;
	trial.count = 0;
	trial.room = sizeof acts / sizeof *acts;
	trial.why = &why;
	parser_add_additions(&trial, *cards, index, manner);
	text_free(&why);
	return !trial.stuck && !trial.failed;
}

/* The only sequence of the side that has the suit of the card and is of a kind that has such cards; NOBODY if there are several or none. */
static int sequence_of_suit(const struct act_parser *at, int kind)
{
	const struct rules *rules = at->game.rules;
	const struct side *side = own_side(&at->game);
	int found = NOBODY, count = 0;

	for (int i = 0; i < side->melds; i++)
		if (side->meld[i].cards.sequence > 0 &&
		    sequence_suit(rules, &side->meld[i].cards) == rules->kind[kind].suit &&
		    (rules->form[side->meld[i].form].sequence >> kind & 1) && count++ == 0)
			found = i;
	return count == 1 ? found : NOBODY;
}

/* The meld to which natural cards can go, perhaps with wild ones: the only one that may take them all now; else the only one that they
 * fit, or of several the only one that may take some of them now; else the sequence that has to say why it takes none. NOBODY if there is
 * none, -1 if that is not clear. */
static int meld_for_naturals(const struct act_parser *at, const struct named_cards *cards, enum manner manner)
{
	const struct side *side = own_side(&at->game);
	int joining = 0, fitting = 0, taking = 0, joins = NOBODY, fits = NOBODY, takes = NOBODY;

	if (!at->game.rules->named_melds)
		return side->melded >> cards->kind & 1 ? side->meld_of[cards->kind] : NOBODY;
	for (int i = 0; i < side->melds; i++)
		if (all_may_join(at, cards, i, manner))
			joins = joining++ == 0 ? i : joins;
	if (joining > 0)
		return joining == 1 ? joins : -1;
	for (int i = 0; i < side->melds; i++) {
		bool any = false;
		for (int card = 0; card < cards->naturals; card++)
			any = any || meld_fits(at->game.rules, &side->meld[i], cards->natural[card]);
		if (any)
			fits = fitting++ == 0 ? i : fits;
		if (any && may_join(at, cards, i))
			takes = taking++ == 0 ? i : takes;
	}
	if (fitting == 0 && cards->naturals > 0)
		return sequence_of_suit(at, cards->natural[0]);
	return taking > 1 ? -1 : taking == 1 ? takes : fits;
}

/* Adds cards to a sequence, each time the first card left that fits, natural cards before wild ones. */
static void add_row(struct act_parser *at, struct named_cards cards, int meld, enum manner manner)
{
	while (cards.count > 0) {
		int chosen = 0;
		for (int i = 2 * cards.count - 1; i >= 0; i--) {
			bool wild = at->game.rules->cards.wild >> cards.row[i % cards.count] & 1;
			if (wild == (i >= cards.count) &&
			    meld_fits(at->game.rules, &own_side(&at->game)->meld[meld], cards.row[i % cards.count]))
				chosen = i % cards.count;
		}
		add_to_sequence(at, meld, cards.row[chosen], manner);
		cards.count--;
		memmove(&cards.row[chosen], &cards.row[chosen + 1], (size_t)(cards.count - chosen));
	}
}

void parser_add_additions(struct act_parser *at, struct named_cards cards, int meld, enum manner manner)
{
	const struct rules *rules = at->game.rules;
	const struct side *side = own_side(&at->game);
	const struct meld_cards *there;
	struct growth growth;

	if (meld < 0)
		meld = cards.naturals == 0 ? meld_for_wilds(at, &cards) : meld_for_naturals(at, &cards, manner);
	if (meld < 0 && cards.naturals > 0) {
		parser_fail(at, MESSAGE_WHICH_MELD_MEANT);
		return;
	}
	if (meld < 0) {
		parser_fail(at, side->melded >> rules->wild_kind[0] & 1 ? MESSAGE_WHICH_MELD_OR_WILD
		                                                        : MESSAGE_WHICH_MELD_FOR_WILD);
		return;
	}
	if (meld < side->melds && side->meld[meld].cards.sequence > 0) {
		add_row(at, cards, meld, manner);
		return;
	}
	if (meld >= side->melds || cards.in_row ||
	    (cards.naturals > 0 && side->meld[meld].cards.kind != rules->lead[cards.kind])) {
		/* even if the first act is refused, all cards become acts, so that the whole line can be repeated */
		while (cards.naturals > 0)
			add_addition(at, meld, next_to_lay(at, meld, &cards));
		for (int wild = at->game.rules->wild_kinds - 1; wild >= 0; wild--)
			for (int i = 0; i < cards.wild[wild]; i++)
				add_addition(at, meld, at->game.rules->wild_kind[wild]);
		return;
	}
	there = &side->meld[meld].cards;
	if (there->naturals + cards.naturals > MELD_CARDS_MAX || there->wilds + cards.wilds > MELD_CARDS_MAX) {
		parser_fail(at, MESSAGE_TOO_MANY_CARDS);
		return;
	}
	growth_plan(&growth, &rules->form[side->meld[meld].form], there->naturals + cards.naturals,
	            there->wilds + cards.wilds);
	add_growth(at, &growth, there->naturals, there->wilds, meld, &cards);
}
