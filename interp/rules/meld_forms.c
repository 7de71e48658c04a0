/* meld_forms.c -- all melds that there can be. For each kind of meld: its compositions, and those that it begins with. For
 * each composition: the limits that it breaks, its kind of canasta, its classes. Numbers of wild cards are sets of
 * bits, so the engine looks them up. */
#include "rules/build.h"

#include <stdlib.h>
#include "grammar/arena.h"
#include "grammar/tree.h"

/* ---- facts of a meld ---- */

struct meld_frame {
	const struct rules *rules;
	const struct meld_cards *cards;
};

static int32_t fact_of_meld(const void *at, const struct ir *asked)
{
	const struct meld_frame *frame = at;
	const struct meld_cards *cards = frame->cards;
	int32_t count = 0;

	switch (asked->fact) {
	case FACT_term: return formula_evaluate(frame->rules->define[asked->item].when, at, fact_of_meld);
	case FACT_players: return frame->rules->table.players;
	case FACT_size: return cards->naturals + cards->wilds;
	case FACT_naturals: return cards->naturals;
	case FACT_wilds: return cards->wilds;
	case FACT_rank_is: return cards->sequence == 0 && (asked->cards >> cards->kind & 1);
	case FACT_in_sequence: return cards->sequence > 0;
	case FACT_in_a_row: return cards->row;
	case FACT_count_of:
		for (int i = 0; i < frame->rules->wild_kinds; i++)
			if (asked->cards >> frame->rules->wild_kind[i] & 1)
				count += cards->wild[i];
		return count;
	default: return 0;
	}
}

int rules_canasta_of(const struct rules *rules, const struct meld_cards *cards)
{
	struct meld_frame frame = { rules, cards };

	for (int i = 0; i < rules->canasta_count; i++) {
		if (!(rules->canasta[i].ranks >> cards->kind & 1)) /* of a sequence, its lowest card */
			continue;
		if ((rules->counted_canastas >> i & 1) && cards->wilds <= MELD_CARDS_MAX
		            ? rules->canasta_numbers[i][cards->naturals] >> cards->wilds & 1
		            : formula_evaluate(rules->canasta[i].size, &frame, fact_of_meld) &&
		                      formula_evaluate(rules->canasta[i].when, &frame, fact_of_meld))
			return i;
	}
	return -1;
}

bool meld_meets(const struct rules *rules, const struct meld_cards *cards, formula condition)
{
	struct meld_frame frame = { rules, cards };

	return formula_evaluate(condition, &frame, fact_of_meld) != 0;
}

bool rules_is_of_class(const struct rules *rules, const struct meld_cards *cards, int class)
{
	if ((rules->counted_classes >> class & 1) && cards->wilds <= MELD_CARDS_MAX)
		return rules->class_sure[class][cards->naturals] >> cards->wilds & 1;
	return meld_meets(rules, cards, rules->class[class].when);
}

cardset meld_kinds(const struct rules *rules, const struct meld_cards *cards)
{
	cardset kinds = 0;

	for (unsigned left = cards->sequence > 0 ? cards->places : 0; left != 0; left &= left - 1)
		kinds |= UINT64_C(1) << rules->in_order[sequence_suit(rules, cards)][__builtin_ctz(left)];
	if (cards->sequence > 0 || cards->naturals == 0)
		return kinds;
	if (!rules->sequences)
		return UINT64_C(1) << cards->kind;
	for (int i = 0; i < 4; i++)
		kinds |= cards->of[i] > 0 ? UINT64_C(1) << (cards->kind + i) : 0;
	return kinds;
}

int meld_naturals_of(const struct rules *rules, const struct meld_cards *cards, int kind)
{
	if (!(meld_kinds(rules, cards) >> kind & 1))
		return 0;
	if (cards->sequence > 0) /* two aces are there where a low one and a high one are */
		return rules->in_order[sequence_suit(rules, cards)][1] == kind
		               ? (cards->places >> 1 & 1) + (cards->places >> SEQUENCE_PLACES & 1)
		               : 1;
	return rules->sequences ? cards->of[kind - cards->kind] : cards->naturals;
}

int form_distance(const struct form *form, int naturals, int wilds, bool takes_wild)
{
	int least = DECK_MAX;

	for (int n = 0; n <= MELD_CARDS_MAX; n++)
		for (int w = 0; w <= (takes_wild ? MELD_CARDS_MAX : 0); w++)
			if (form_allows(form, n, w) && abs(n - naturals) + abs(w - wilds) < least)
				least = abs(n - naturals) + abs(w - wilds);
	return least;
}

int rules_limit_broken(const struct rules *rules, int at, int naturals, int wilds)
{
	const struct in_meld *meld = &rules->meld[at];
	struct meld_cards cards = { .naturals = (uint8_t)naturals, .wilds = (uint8_t)wilds };
	struct meld_frame frame = { rules, &cards };

	if (!formula_evaluate(meld->size, &frame, fact_of_meld))
		return ROW_meld_size;
	if (!formula_evaluate(meld->naturals, &frame, fact_of_meld))
		return ROW_meld_naturals;
	if (!formula_evaluate(meld->wilds, &frame, fact_of_meld)) /* where none is stated, that it is a sequence is the reason */
		return rules_cell(rules, ROW_meld_wilds, at)->statement != NULL ? ROW_meld_wilds : ROW_meld_built;
	return formula_evaluate(meld->shape, &frame, fact_of_meld) ? -1 : ROW_meld_shape;
}

bool limits_hold(const struct rules *rules, formula limits, int naturals, int wilds)
{
	struct meld_cards cards = { .naturals = (uint8_t)naturals, .wilds = (uint8_t)wilds };
	struct meld_frame frame = { rules, &cards };

	return formula_evaluate(limits, &frame, fact_of_meld) != 0;
}

bool rules_limit(const struct rules *rules, int at, int row, int cards, int *least, int *most)
{
	formula limits = rules_formula(rules, (enum row_id)row, at);
	bool any = false;

	for (int i = 0; i <= (row == ROW_meld_size ? MELD_CARDS_MAX : cards); i++) {
		const int naturals = row == ROW_meld_wilds ? cards - i : i;
		struct meld_cards tried = { .naturals = (uint8_t)naturals };
		struct meld_frame frame = { rules, &tried };
		tried.wilds = (uint8_t)(row == ROW_meld_size ? 0 : cards - naturals);
		if (!formula_evaluate(limits, &frame, fact_of_meld))
			continue;
		*least = any ? *least : i;
		*most = i;
		any = true;
	}
	return any;
}

bool rules_canasta_size(const struct rules *rules, int canasta, int size)
{
	struct meld_cards cards = { .naturals = (uint8_t)size };
	struct meld_frame frame = { rules, &cards };

	return formula_evaluate(rules->canasta[canasta].size, &frame, fact_of_meld) != 0;
}

/* ---- forms ---- */

/* The most wild cards that a meld can have. */
static int most_wilds(const struct rules *rules)
{
	return rules->wild_copies < MELD_CARDS_MAX ? rules->wild_copies : MELD_CARDS_MAX;
}

/* True if the numbers of its cards decide whether a meld fulfils [condition], be it through a term. */
static bool numbers_decide(const struct rules *rules, formula condition)
{
	for (const struct ir *asked = condition->asked; asked != NULL; asked = asked->also)
		if (asked->fact != FACT_size && asked->fact != FACT_naturals && asked->fact != FACT_wilds && asked->fact != FACT_players &&
		    (asked->fact != FACT_term || !numbers_decide(rules, rules->define[asked->item].when)))
			return false;
	return true;
}

/* True if [condition] itself asks for these numbers alone: then it holds alike in all builds. */
static bool asks_numbers(formula condition)
{
	for (const struct ir *asked = condition->asked; asked != NULL; asked = asked->also)
		if (asked->fact != FACT_size && asked->fact != FACT_naturals && asked->fact != FACT_wilds)
			return false;
	return true;
}

static void try_numbers(const struct rules *rules, formula condition, struct number_table *table)
{
	for (int n = 0; n <= table->naturals; n++)
		for (int w = 0; w <= MELD_CARDS_MAX; w++) {
			struct meld_cards cards = { .naturals = (uint8_t)n, .wilds = (uint8_t)w };
			struct meld_frame frame = { rules, &cards };
			if (formula_evaluate(condition, &frame, fact_of_meld))
				table->holds[n] |= UINT32_C(1) << w;
		}
}

/* For each count of natural cards, up to the most that a meld can have, the counts of wild cards with which [condition] holds. A
 * condition that asks for more than numbers is tried anew for each setting, any other once. */
static const uint32_t *numbers_for(struct building *building, formula condition)
{
	static const uint32_t none[MELD_CARDS_MAX + 1];
	int naturals = building->most_naturals;
	bool counted = asks_numbers(condition);
	struct number_table *table = counted ? building->tables : NULL;

	while (table != NULL && (table->naturals != naturals || !ir_same(table->condition, condition->ir)))
		table = table->next;
	if (table != NULL)
		return table->holds;
	table = arena_take(building->arena, sizeof *table);
	if (table == NULL)
		return none;
	table->condition = condition->ir;
	table->naturals = naturals;
	try_numbers(building->rules, condition, table);
	if (counted) {
		table->next = building->tables;
		building->tables = table;
	}
	return table->holds;
}

enum { LIMITS = 4 };

/* The counts of wild cards that a meld with so many natural ones may have. */
static uint32_t wilds_allowed(const struct rules *rules, int meld, int naturals, const uint32_t *const limits[LIMITS])
{
	bool ranked = rules->meld[meld].ranks != 0; /* else it is a meld of wild cards alone */
	bool sequence = rules->meld[meld].built == meld_built_in_sequence;
	uint32_t wilds = (naturals > 0) == ranked ? UINT32_MAX >> (MELD_CARDS_MAX - most_wilds(rules)) : 0;

	if (naturals == 0)
		wilds &= ~UINT32_C(1);
	if (sequence && naturals < 2)
		wilds &= 1; /* wild cards lie beside two natural ones at least, so that their places are known */
	for (int i = 0; i < LIMITS; i++)
		wilds &= limits[i][naturals];
	return wilds;
}

/* The counts of wild cards that such a meld with so many natural ones begins with: no smaller meld leads to it. */
static uint32_t wilds_begun(const struct form *form, int naturals)
{
	uint32_t wilds = form->wilds[naturals];

	return wilds & ~(wilds << 1) & ~(naturals > 0 ? form->wilds[naturals - 1] : 0);
}

/* Checks that an act has room for the cards with which a meld is begun. True if it has not. */
static bool check_begun(struct building *building, int item, int naturals, int wilds)
{
	bool sequence = building->rules->form[item].sequence != 0;
	int cards = sequence ? naturals + wilds : wilds, most = sequence ? SEQUENCE_BEGUN_MAX : WILDS_IN_ACT;

	if (cards > most)
		diag_add(building->diags, DIAG_BEGUN_TOO_BIG, building->rules->items[GROUP_meld][item],
		         building->rules->meld[item].name, cards, sequence ? "" : "wild ", most);
	return cards > most;
}

static void list_beginnings(struct building *building, int item, int naturals)
{
	const struct rules *rules = building->rules;
	struct form *form = &building->rules->form[item];

	for (int n = 0; n <= naturals; n++)
		for (uint32_t left = wilds_begun(form, n); left != 0; left &= left - 1) {
			int w = __builtin_ctz(left);
			if (form->begin_count == BEGINNINGS_MAX) {
				diag_add(building->diags, DIAG_TOO_MANY_BEGINNINGS, rules->items[GROUP_meld][item],
				         rules->meld[item].name, BEGINNINGS_MAX);
				return;
			}
			if (check_begun(building, item, n, w))
				return;
			form->begin[form->begin_count++] =
				(struct composition){ .naturals = (uint8_t)n, .wilds = (uint8_t)w };
		}
}

/* Finds the most wild cards beside so many natural ones, or fewer. */
static void find_most_wilds(struct form *form)
{
	for (int n = 0; n <= MELD_CARDS_MAX; n++) {
		int fewer = n > 0 ? form->most_wilds[n - 1] : 0;
		int most = form->wilds[n] != 0 ? 31 - __builtin_clz(form->wilds[n]) : 0;
		form->most_wilds[n] = (uint8_t)(most > fewer ? most : fewer);
	}
}

/* Takes away the numbers of cards for which a sequence has no places. */
static void keep_to_places(struct form *form)
{
	int most = sequence_most(form);

	for (int n = 0; n <= MELD_CARDS_MAX; n++)
		form->wilds[n] &= n <= most ? (UINT32_C(2) << (most - n)) - 1 : 0;
}

static void make_form(struct building *building, int item)
{
	struct rules *rules = building->rules;
	const struct in_meld *meld = &rules->meld[item];
	struct form *form = &rules->form[item];
	bool sequence = meld->built == meld_built_in_sequence;
	int naturals = sequence ? SEQUENCE_PLACES : most_copies(rules, meld->ranks);
	const uint32_t *const limits[LIMITS] = { numbers_for(building, meld->size),
		                                 numbers_for(building, meld->naturals),
		                                 numbers_for(building, meld->wilds),
		                                 numbers_for(building, meld->shape) };

	form->ranks = sequence ? 0 : meld->ranks & rules->leads;
	form->sequence = sequence ? meld->ranks : 0;
	form->moves = meld->moves == meld_moves_to_an_end;
	form->returns = sequence && meld->moves == meld_moves_to_the_hand;
	form->several = meld->of_a_rank == meld_of_a_rank_several;
	form->comes_again = form->several || meld->of_a_rank == meld_of_a_rank_one_unfinished;
	for (int n = 0; n <= naturals; n++)
		form->wilds[n] = wilds_allowed(rules, item, n, limits);
	sequence_ends(rules, form, meld->ace, &form->low, &form->high);
	for (int suit = 0; suit < 4; suit++)
		for (int place = form->low; place <= form->high && sequence; place++)
			if (sequence_kind(rules, form, suit, place) >= 0)
				form->places[suit] = (uint16_t)(form->places[suit] | 1u << place);
	if (sequence)
		keep_to_places(form);
	list_beginnings(building, item, naturals);
	find_most_wilds(form);
	form->asks_kinds = !ir_is_number(meld->kinds->ir, 1) && form->most_wilds[MELD_CARDS_MAX] > 0;
	rules->naturals |= form->ranks;
	rules->wild_melds = rules->wild_melds || (form_is_wild(form) && form->begin_count > 0);
}

/* ---- canastas ---- */

/* The least size of a meld that is a canasta of some kind. */
static int least_canasta(const struct rules *rules)
{
	for (int size = 1; size <= MELD_CARDS_MAX; size++)
		for (int i = 0; i < rules->canasta_count; i++)
			if (rules_canasta_size(rules, i, size))
				return size;
	return MELD_CARDS_MAX + 1;
}

/* Finds the kinds of canasta that the numbers of cards decide, and these numbers, up to the most natural cards of a meld. */
static void number_canastas(struct building *building)
{
	struct rules *rules = building->rules;

	for (int i = 0; i < rules->canasta_count; i++) {
		const uint32_t *size, *when;
		if (!numbers_decide(rules, rules->canasta[i].size) || !numbers_decide(rules, rules->canasta[i].when))
			continue;
		size = numbers_for(building, rules->canasta[i].size);
		when = numbers_for(building, rules->canasta[i].when);
		for (int n = 0; n <= MELD_CARDS_MAX; n++)
			rules->canasta_numbers[i][n] = size[n] & when[n];
		rules->counted_canastas |= UINT32_C(1) << i;
	}
}

/* True if a meld of this form and rank that is a canasta is still one, of whatever kind, with any cards that may be added. [made] has the
 * counts of wild cards with which, beside so many natural cards, the meld or a part of it is a canasta. */
static bool grow_as_canastas(const struct rules *rules, const struct form *form, int kind)
{
	uint32_t made = 0;

	for (int n = 0; n <= MELD_CARDS_MAX; n++)
		for (int w = 0; w <= MELD_CARDS_MAX; w++) {
			struct meld_cards cards = { .kind = (uint8_t)kind,
				                    .naturals = (uint8_t)n,
				                    .wilds = (uint8_t)w };
			bool is = (form->lies[n] >> w & 1) && rules_canasta_of(rules, &cards) >= 0;
			bool was = (made >> w & 1) || (w > 0 && (made >> (w - 1) & 1));
			if ((form->lies[n] >> w & 1) && was && !is)
				return false;
			made |= (uint32_t)(was || is) << w;
		}
	return true;
}

bool rules_canastas_last(const struct rules *rules)
{
	bool last = rules->sequences == 0 && rules->counted_canastas == (1u << rules->canasta_count) - 1;

	for (int i = 0; i < rules->meld_count && last; i++) {
		const struct form *form = &rules->form[i];
		cardset ranks =
			form_is_wild(form) ? UINT64_C(1) << rules->wild_kind[0] : telling_ranks(rules, form->ranks);
		last = rules->meld[i].joined != meld_joined_at_any_time;
		for (; ranks != 0 && last; ranks &= ranks - 1)
			last = grow_as_canastas(rules, form, __builtin_ctzll(ranks));
	}
	return last;
}

cardset telling_ranks(const struct rules *rules, cardset ranks)
{
	cardset telling = 0, left = ranks;

	while (left != 0) {
		cardset same = left;
		int kind = __builtin_ctzll(left);
		for (int i = 0; i < rules->canasta_count; i++) {
			same &= rules->canasta[i].ranks >> kind & 1 ? rules->canasta[i].ranks
			                                            : ~rules->canasta[i].ranks;
			if (!asks_numbers(rules->canasta[i].when))
				same &= -left; /* it may ask for the rank: every rank is looked at */
		}
		for (cardset other = same; other != 0; other &= other - 1)
			if (rank_copies(rules, __builtin_ctzll(other)) != rank_copies(rules, kind))
				same &= ~(other & -other);
		telling |= UINT64_C(1) << kind;
		left &= ~(same | UINT64_C(1) << kind);
	}
	return telling;
}

/* Tries the ways of splitting [left] wild cards over the wild kinds from place [index] on. */
static bool every_split_from(const struct rules *rules, struct meld_cards *cards, int index, int left,
                             bool (*holds)(void *context, const struct meld_cards *cards), void *context)
{
	if (left == 0)
		return holds(context, cards);
	if (index == WILD_KINDS_MAX || index >= rules->wild_kinds)
		return true;
	for (int count = 0; count <= left && count <= rules->kind[rules->wild_kind[index]].copies; count++) {
		cards->wild[index] = (uint8_t)count;
		if (!every_split_from(rules, cards, index + 1, left - count, holds, context))
			return false;
	}
	cards->wild[index] = 0;
	return true;
}

bool every_split(const struct rules *rules, struct meld_cards cards,
                 bool (*holds)(void *context, const struct meld_cards *cards), void *context)
{
	return every_split_from(rules, &cards, 0, cards.wilds, holds, context);
}

/* ---- classes ---- */

/* True if melds of two forms may become one where their players become partners. */
static bool may_be_joined(const struct form *one, const struct form *other)
{
	return one->sequence == 0 && other->sequence == 0 &&
	       ((one->ranks & other->ranks) != 0 || (form_is_wild(one) && form_is_wild(other)));
}

/* What melds of form [to] have together with one meld more: of any form, or of one of which a side may have several of a rank. True if
 * there is something new in [lies]. */
static bool lay_together(const struct rules *rules, const struct form *to, bool of_any, uint32_t lies[MELD_CARDS_MAX + 1])
{
	uint32_t can_be = UINT32_MAX >> (MELD_CARDS_MAX - most_wilds(rules));
	bool new = false;

	__builtin_memcpy(lies, to->lies, sizeof to->lies);
	for (const struct form *from = rules->form; from < rules->form + rules->meld_count; from++) {
		int copies = form_is_wild(to) ? 0 : most_copies(rules, to->ranks & from->ranks);
		if (!of_any && !from->comes_again)
			continue;
		for (int n = 0; n <= copies && n <= MELD_CARDS_MAX && may_be_joined(to, from); n++)
			for (int more = 0; more <= n; more++)
				for (uint32_t wilds = from->wilds[more]; wilds != 0; wilds &= wilds - 1)
					lies[n] |= to->lies[n - more] << __builtin_ctz(wilds) & can_be;
	}
	for (int n = 0; n <= MELD_CARDS_MAX; n++)
		new = new || lies[n] != to->lies[n];
	return new;
}

/* Finds what numbers of cards melds on the table can have. Each partner brings one meld of a rank, unless a side may have more of
 * them. */
static void find_lying(struct rules *rules)
{
	int partners = rules->table.alone != table_alone_nobody ? rules->seats - 1 : 1;
	bool any = true;

	for (int i = 0; i < rules->meld_count; i++)
		__builtin_memcpy(rules->form[i].lies, rules->form[i].wilds, sizeof rules->form[i].lies);
	for (int joined = 1; any && partners > 1; joined++) {
		uint32_t lies[meld_MAX][MELD_CARDS_MAX + 1];
		any = false;
		for (int i = 0; i < rules->meld_count; i++)
			any |= lay_together(rules, &rules->form[i], joined < partners, lies[i]);
		for (int i = 0; i < rules->meld_count; i++)
			__builtin_memcpy(rules->form[i].lies, lies[i], sizeof lies[i]);
	}
}

/* The counts of wild cards that melds of some kind have beside so many natural ones. */
static uint32_t wilds_of_some_form(const struct rules *rules, int naturals)
{
	uint32_t wilds = 0;

	for (int i = 0; i < rules->meld_count; i++)
		wilds |= rules->form[i].wilds[naturals];
	return wilds;
}

/* The kinds that a meld which fulfils one part of a class may have its rank from. */
static cardset ranks_of_part(const struct rules *rules, const struct ir *part)
{
	if (ir_is_fact(part, FACT_rank_is))
		return part->cards;
	if (part->kind == IR_EQUAL && ir_is_fact(part->first, FACT_naturals) && ir_is_number(part->first->next, 0))
		return rules->cards.wild;
	return rules->all;
}

/* The kinds that a meld of class [at] may have its rank from, as far as facts joined by `and` say. */
static cardset ranks_of_class(const struct rules *rules, int at)
{
	const struct ir *ir = rules->class[at].when->ir;
	cardset ranks = rules->all;

	if (ir->kind != IR_ALL)
		return ranks_of_part(rules, ir);
	for (const struct ir *part = ir->first; part != NULL; part = part->next)
		ranks &= ranks_of_part(rules, part);
	return ranks;
}

static void measure_class(struct building *building, int at)
{
	struct rules *rules = building->rules;
	formula when = rules->class[at].when;
	bool counted = numbers_decide(rules, when);
	const uint32_t *holds = counted ? numbers_for(building, when) : NULL;
	uint32_t all = UINT32_MAX >> (MELD_CARDS_MAX - most_wilds(rules)), maybe = 0;
	bool lies = false;

	for (int n = 0; n <= MELD_CARDS_MAX; n++) {
		uint32_t allowed = n <= building->most_naturals ? wilds_of_some_form(rules, n) & all : 0;
		if (counted) {
			rules->class_sure[at][n] = holds[n] & all;
			allowed &= holds[n];
		}
		maybe |= allowed;
		rules->class_maybe[at][n] = maybe;
		for (int i = 0; i < rules->meld_count; i++)
			lies = lies || (rules->form[i].lies[n] & (counted ? holds[n] : UINT32_MAX)) != 0;
	}
	rules->lying_classes |= (uint32_t)lies << at;
	rules->class_ranks[at] = ranks_of_class(rules, at);
	rules->counted_classes |= (uint32_t)counted << at;
}

/* ---- how many melds a side can have ---- */

/* Melds of some ranks and numbers of cards, and for each form of meld the fewest natural cards in such a one. */
struct melds_meant {
	cardset ranks;
	const uint32_t *wilds; /* for each count of natural cards the counts of wild ones; NULL for any */
	int least, most;       /* cards in the smallest; no meld has more natural cards */
	int fewest[meld_MAX];  /* -1 if the form has none */
};

/* Finds the fewest natural cards for each form. */
static void measure_meant(const struct rules *rules, struct melds_meant *meant)
{
	for (int i = 0; i < rules->meld_count; i++) {
		meant->fewest[i] = -1;
		for (int n = 0; n <= meant->most && meant->fewest[i] < 0; n++) {
			uint32_t wilds = rules->form[i].lies[n] & (meant->wilds != NULL ? meant->wilds[n] : UINT32_MAX);
			if (wilds != 0 && 32 - __builtin_clz(wilds) + n > meant->least)
				meant->fewest[i] = n;
		}
	}
}

/* Ranks with as many copies each, of which the same forms of meld are. */
struct like_ranks {
	cardset ranks; /* by the first kind of each, or where suits are told apart, all kinds */
	uint32_t forms;
	int copies, count;
};

enum { LIKE_RANKS_MAX = RANKS };

/* Puts the ranks of melds together; returns the number of groups. */
static int find_like_ranks(const struct rules *rules, struct like_ranks like[LIKE_RANKS_MAX])
{
	int count = 0;

	for (cardset ranks = rules->naturals & rules->leads; ranks != 0; ranks &= ranks - 1) {
		int kind = __builtin_ctzll(ranks), copies = rank_copies(rules, kind), at = 0;
		uint32_t forms = 0;
		for (int i = 0; i < rules->meld_count; i++)
			forms |= (uint32_t)(rules->form[i].ranks >> kind & 1) << i;
		while (at < count && (like[at].forms != forms || like[at].copies != copies))
			at++;
		if (at == LIKE_RANKS_MAX) /* there may be more where suits are ranks: then it counts as one of the last group */
			at--, copies = like[at].copies > copies ? like[at].copies : copies, forms |= like[at].forms;
		else if (at == count)
			like[count++] = (struct like_ranks){ 0 };
		like[at].ranks |= rules->mates[kind];
		like[at].forms = forms;
		like[at].copies = copies;
		like[at].count++;
	}
	return count;
}

/* Such melds of one of these ranks that a side can have. */
static int most_of_rank(const struct rules *rules, const struct melds_meant *meant, const struct like_ranks *like)
{
	int least = like->copies + 1;
	bool again = rules->table.alone != table_alone_nobody; /* then sides become one */

	for (int i = 0; i < rules->meld_count; i++)
		if (meant->fewest[i] >= 0 && (like->forms >> i & 1)) {
			again = again || rules->form[i].comes_again;
			least = meant->fewest[i] < least ? meant->fewest[i] : least;
		}
	least = least > 0 ? like->copies / least : like->copies;
	return again || least == 0 ? least : 1;
}

/* The cards of the deck that lie in sequences alone: no meld of a rank has them. */
static int cards_of_sequences(const struct rules *rules, const struct like_ranks *like, int likes)
{
	cardset kinds = 0;
	int cards = 0;

	for (int i = 0; i < rules->meld_count; i++)
		kinds |= rules->form[i].sequence;
	for (int i = 0; i < likes; i++)
		for (cardset ranks = like[i].ranks; ranks != 0; ranks &= ranks - 1)
			kinds &= ~rules->mates[__builtin_ctzll(ranks)];
	for (kinds &= ~rules->cards.wild; kinds != 0; kinds &= kinds - 1)
		cards += rules->kind[__builtin_ctzll(kinds)].copies;
	return cards;
}

/* How many such melds one side can have on the table at once. It may be more than occur, never fewer. */
static int most_melds(const struct rules *rules, struct melds_meant *meant, const struct like_ranks *like, int likes)
{
	int cards = rules->wild_copies + cards_of_sequences(rules, like, likes), melds = 0;
	bool any_number = false;

	measure_meant(rules, meant);
	for (int i = 0; i < rules->meld_count; i++)
		if (rules->form[i].ranks == 0 && meant->fewest[i] >= 0) {
			any_number = any_number || rules->form[i].sequence != 0 || rules->form[i].comes_again ||
			             rules->table.alone != table_alone_nobody;
			melds++;
		}
	for (int i = 0; i < likes; i++) {
		cardset meets = like[i].ranks & meant->ranks;
		int ranks = rules->sequences && meets != 0 ? like[i].count : __builtin_popcountll(meets & rules->leads);
		cards += like[i].count * like[i].copies;
		if (ranks > 0)
			melds += ranks * most_of_rank(rules, meant, &like[i]);
	}
	cards /= meant->least > 0 ? meant->least : 1;
	return any_number || cards < melds ? cards : melds;
}

static int smaller(int one, int other)
{
	return one < other ? one : other;
}

static int larger(int one, int other)
{
	return one > other ? one : other;
}

/* Finds the largest melds and the smallest. Where sides become one, melds are put together whatever their limits are. */
static void measure_largest(struct rules *rules)
{
	bool any = rules->table.alone != table_alone_nobody;

	rules->most_cards = any ? rules->deck_size : 0;
	rules->most_wilds = any ? rules->wild_copies : 0;
	rules->least_cards = MELD_CARDS_MAX;
	for (int i = 0; i < rules->meld_count; i++)
		for (int n = 0; n <= MELD_CARDS_MAX; n++) {
			uint32_t wilds = rules->form[i].wilds[n];
			if (wilds == 0)
				continue;
			rules->least_cards = smaller(rules->least_cards, n + __builtin_ctz(wilds));
			rules->most_cards = larger(rules->most_cards, n + 31 - __builtin_clz(wilds));
			rules->most_wilds = larger(rules->most_wilds, 31 - __builtin_clz(wilds));
		}
}

static void measure_sides(const struct building *building)
{
	struct rules *rules = building->rules;
	struct melds_meant meant = { rules->all, NULL, rules->canasta_least, building->most_naturals, { 0 } };
	struct like_ranks like[LIKE_RANKS_MAX];
	int likes = find_like_ranks(rules, like);

	for (int kind = 0; kind < rules->kinds; kind++)
		if (rules->kind[kind].points > 0)
			rules->deck_points += (int64_t)rules->kind[kind].points * rules->kind[kind].copies;
	rules->most_canastas = most_melds(rules, &meant, like, likes);
	for (int i = 0; i < rules->canasta_count; i++) {
		meant.ranks = rules->canasta[i].ranks;
		meant.wilds = rules->counted_canastas >> i & 1 ? rules->canasta_numbers[i] : NULL;
		rules->most_canastas_of[i] = most_melds(rules, &meant, like, likes);
	}
	meant.least = 1;
	for (int i = 0; i < rules->class_count; i++) {
		meant.ranks = rules->class_ranks[i];
		meant.wilds = rules->counted_classes >> i & 1 ? rules->class_sure[i] : NULL;
		rules->most_of_class[i] = most_melds(rules, &meant, like, likes);
	}
}

/* ---- several melds of a rank ---- */

/* The fewest natural cards in a meld of this form on the table with [size] cards or more; more than any meld has if there is none. */
static int least_naturals(const struct form *form, int size)
{
	for (int n = 0; n <= MELD_CARDS_MAX; n++)
		if (size <= n ? form->lies[n] != 0 : size - n < 32 && form->lies[n] >> (size - n) != 0)
			return n;
	return MELD_CARDS_MAX + 1;
}

/* True if the deck has enough natural cards for another meld of a rank beside one of this form with [size] cards or more. */
static bool leaves_another(const struct rules *rules, const struct form *form, int size)
{
	int naturals = least_naturals(form, size);

	if (form_is_wild(form))
		return true;
	for (int i = 0; i < rules->meld_count; i++)
		for (cardset ranks = rules->form[i].ranks & form->ranks; ranks != 0; ranks &= ranks - 1)
			if (naturals + least_naturals(&rules->form[i], 1) <= rank_copies(rules, __builtin_ctzll(ranks)))
				return true;
	return false;
}

const char *no_other_of_a_rank(const struct rules *rules, int item)
{
	const struct form *form = &rules->form[item];

	if (form->sequence != 0)
		return "a sequence has no rank: there may be several of a suit";
	if (rules->meld[item].of_a_rank == meld_of_a_rank_several)
		return leaves_another(rules, form, 1) ? NULL : "the deck has too few cards of its rank for two";
	if (rules->canasta_count == 0 || least_naturals(form, rules->canasta_least) > MELD_CARDS_MAX)
		return "no such meld grows into a canasta";
	return leaves_another(rules, form, rules->canasta_least) ? NULL : "beside a canasta too few cards of its rank are left for another";
}

/* Where no second meld of a rank can lie there, nothing is different for its being allowed: acts do not name their melds for that. */
static void find_second_melds(struct rules *rules)
{
	for (int i = 0; i < rules->meld_count; i++) {
		struct form *form = &rules->form[i];
		bool joined = rules->meld[i].joined == meld_joined_at_any_time;
		if (form->comes_again && !joined && no_other_of_a_rank(rules, i) != NULL)
			form->comes_again = form->several = false;
		rules->named_melds = rules->named_melds || form->sequence != 0 || form->several || (form->comes_again && joined);
	}
}

/* ---- all of it ---- */

void build_forms(struct building *building)
{
	struct rules *rules = building->rules;

	for (int i = 0; i < rules->meld_count; i++)
		rules->sequences = rules->sequences || rules->meld[i].built == meld_built_in_sequence;
	building->most_naturals = most_naturals(rules, rules->all);
	for (int i = 0; i < rules->meld_count; i++)
		make_form(building, i);
	find_lying(rules);
	rules->room_beside_first = MELDS_MAX - __builtin_popcountll(rules->naturals) - 1;
	rules->canasta_least = least_canasta(rules);
	find_second_melds(rules);
	number_canastas(building);
	for (int i = 0; i < rules->class_count; i++)
		measure_class(building, i);
	measure_largest(rules);
	measure_sides(building);
}
