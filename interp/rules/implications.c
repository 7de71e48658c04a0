/* implications.c -- what follows from facts: that it is the first turn means that nothing is melded, so that the side has no canasta, whoever
 * asks for the two. Pairs that exclude each other (facts.def, moments.c) are clauses about intervals. One fact is supposed to be in one
 * of these; what every other fact can be then gets narrower, clause by clause, until nothing changes. Facts of cards, melds and deeds are
 * followed if they are asked, all others whether they are or not. */
#include "rules/implications.h"

#include <string.h>
#include "rules/analysis.h"
#include "rules/lint.h"
#include "rules/moments.h"
#include "rules/proofs.h"

enum {
	OPEN_MAX = 60,                 /* facts that are asked */
	NODES = FACT_COUNT + OPEN_MAX, /* each fact without a slot, and after them what is asked of the others */
	CLAUSES_MAX = 400,
	PARTS_MAX = 60,
	ROUNDS_MAX = 12, /* longer chains are cut off: less is found */
	COUNTED_MAX = 4  /* turns, or cards, that are told apart */
};

#define MANY INT32_MAX

/* Two nodes, the first of which is never in its interval while the other is; or, among the parts, never more than the other. */
struct clause {
	int node[2];
	int64_t low[2], high[2];
};

struct network {
	const struct moment *moment;
	const struct ir *const *asked;
	int count;
	enum asked_when when;
	struct clause clause[CLAUSES_MAX], part[PARTS_MAX];
	int clauses, parts;
	bool is_known[NODES];
	struct interval base[NODES]; /* what a fact can be while nothing is supposed */
};

/* Begins a network without clauses; what is not known of it stays as it is in memory. */
static void begin(struct network *at, const struct moment *moment, const struct ir *const *asked, int count)
{
	at->moment = moment;
	at->asked = asked;
	at->count = count;
	at->when = asked_when(moment);
	for (int i = 0; i < count && !(at->when & ASKED_OF_LASTING); i++)
		if (asked[i]->fact == FACT_laid_canasta && rules_canastas_last(moment->rules))
			at->when |= ASKED_OF_LASTING;
	at->clauses = at->parts = 0;
	memset(at->is_known, 0, sizeof at->is_known);
}

static bool has_slot(enum fact_id fact)
{
	return facts[fact].slot != SLOT_NONE;
}

static int node_of(const struct network *at, int i)
{
	return has_slot(at->asked[i]->fact) ? FACT_COUNT + i : (int)at->asked[i]->fact;
}

static void know(struct network *at, int node)
{
	struct ir plain = { .kind = IR_FACT,
		            .type = node < FACT_COUNT ? facts[node].type : FLAG,
		            .fact = (enum fact_id)node };

	if (!at->is_known[node])
		at->base[node] =
			interval_at_moment(at->moment, node < FACT_COUNT ? &plain : at->asked[node - FACT_COUNT]);
	at->is_known[node] = true;
}

static void add(struct network *at, int one, int64_t low, int64_t high, int other, int64_t other_low,
                int64_t other_high)
{
	if (at->clauses == CLAUSES_MAX)
		return;
	at->clause[at->clauses++] = (struct clause){ { one, other }, { low, other_low }, { high, other_high } };
	know(at, one);
	know(at, other);
}

static void add_part(struct network *at, int part, int whole)
{
	if (at->parts == PARTS_MAX || part == whole)
		return;
	at->part[at->parts++] = (struct clause){ { part, whole }, { 0, 0 }, { 0, 0 } };
	know(at, part);
	know(at, whole);
}

/* The next node after [node] that stands for [fact]; begins after -1, ends with -1. */
static int next_node(const struct network *at, enum fact_id fact, int node)
{
	if (!has_slot(fact))
		return node < 0 ? (int)fact : -1;
	for (int i = node < 0 ? 0 : node - FACT_COUNT + 1; i < at->count; i++)
		if (at->asked[i]->fact == fact)
			return FACT_COUNT + i;
	return -1;
}

/* True if what is said of two facts holds for the cards that they are asked of. */
static bool fits_cards(const struct network *at, int one, int other, cardset some, cardset all)
{
	const struct ir *a = one < FACT_COUNT ? NULL : at->asked[one - FACT_COUNT];
	const struct ir *b = other < FACT_COUNT ? NULL : at->asked[other - FACT_COUNT];
	bool cards = a != NULL && b != NULL && facts[a->fact].slot == SLOT_CARDS && facts[b->fact].slot == SLOT_CARDS;

	if (cards && (a->faces & ~b->faces) != 0)
		return false;
	return (some == 0 || (a != NULL && (a->cards & at->moment->rules->all & ~some) == 0)) &&
	       (all == 0 || (b != NULL && (all & ~b->cards) == 0));
}

static void add_exclusion(struct network *at, const struct exclusion *pair)
{
	if ((pair->when & ~at->when) != 0)
		return;
	for (int one = -1; (one = next_node(at, pair->fact[0], one)) >= 0;)
		for (int other = -1; (other = next_node(at, pair->fact[1], other)) >= 0;)
			if (one != other && fits_cards(at, one, other, pair->some, pair->all))
				add(at, one, pair->low[0], pair->high[0], other, pair->low[1], pair->high[1]);
}

/* ---- deeds ---- */

/* True if who is meant by [one] is among those meant by [other]. */
static bool is_among(enum fact_id one, enum fact_id other)
{
	return one == other || other == FACT_anybody_did ||
	       (other == FACT_side_did && (one == FACT_player_did || one == FACT_partner_did));
}

static bool lies_in(enum period one, enum period other)
{
	return one == other || other == PERIOD_deal ||
	       (one == PERIOD_turn && (other == PERIOD_since || other == PERIOD_round));
}

/* What is known of a deed of this fact, which is asked as number [i], and of other facts. */
static void add_deed(struct network *at, int i)
{
	const struct ir *asked = at->asked[i];
	enum fact_id who = asked->fact;
	enum deed deed = deed_of(asked);
	enum period period = period_of(asked);
	int node = FACT_COUNT + i;
	bool own = who == FACT_player_did || who == FACT_partner_did || who == FACT_side_did;
	bool of_others = who == FACT_partner_did || who == FACT_others_did;
	bool together = at->moment->rules->table.alone == table_alone_nobody; /* sides stay as they are */

	if (period == PERIOD_before || (of_others && period != PERIOD_turn && (at->when & ASKED_IN_TURN)))
		add(at, node, 1, MANY, FACT_first_turn, 1, 1);
	for (int turns = 1; who == FACT_player_did && turns <= COUNTED_MAX; turns++) { /* she has one in each round */
		if (period == PERIOD_before && (at->when & ASKED_IN_TURN))
			add(at, node, turns, MANY, FACT_round_of_turns, 1, turns);
		if (period == PERIOD_deal)
			add(at, node, turns + 1, MANY, FACT_round_of_turns, 1, turns);
	}
	if (deed == DEED_melding && own && together)
		add(at, node, 1, MANY, FACT_side_melded, 0, 0);
	if (deed == DEED_opening && own && together)
		add(at, node, 1, MANY, FACT_side_opened, 0, 0);
	if (deed == DEED_opening && own && period == PERIOD_before && who == FACT_player_did)
		add(at, node, 1, MANY, FACT_melded_before, 0, 0);
	if (deed == DEED_opening && who == FACT_others_did && period == PERIOD_deal && together)
		add(at, node, 0, 0, FACT_side_order, 2, MANY);
	if (deed == DEED_melding && who == FACT_others_did && period == PERIOD_deal && together) {
		add(at, node, 0, 0, FACT_others_canastas, 1, MANY);
		add(at, node, 0, 0, FACT_others_of_rank, 1, MANY);
	}
	if (deed == DEED_taking && period == PERIOD_turn && (at->when & ASKED_IN_TURN)) {
		add(at, node, 1, MANY, FACT_took, 0, 0);
		if (!of_others)
			add(at, node, 0, 0, FACT_took, 1, 1);
	}
	if (deed == DEED_drawing && period == PERIOD_turn && (at->when & ASKED_IN_TURN)) {
		add(at, node, 1, MANY, FACT_drew, 0, 0);
		if (!of_others)
			add(at, node, 0, 0, FACT_drew, 1, 1);
	}
	if (deed_ends_the_deal(deed)) {
		add(at, node, 1, MANY, FACT_deal_over, 0, 0);
		if (own)
			add(at, node, 1, MANY, FACT_side_out, 0, 0);
		if (who == FACT_others_did)
			add(at, node, 1, MANY, FACT_others_out, 0, 0);
	}
}

/* What is known of two deeds that are asked. */
static void add_deeds(struct network *at, int i, int j)
{
	const struct ir *one = at->asked[i], *other = at->asked[j];
	bool ends = deed_ends_the_deal(deed_of(one)) && deed_ends_the_deal(deed_of(other));

	bool follows =
		deed_of(one) == deed_of(other) || (deed_of(one) == DEED_opening && deed_of(other) == DEED_melding);
	bool together = at->moment->rules->table.alone == table_alone_nobody;

	if (follows && is_among(one->fact, other->fact) && lies_in(period_of(one), period_of(other)))
		add_part(at, FACT_COUNT + i, FACT_COUNT + j);
	if (together && deed_of(one) == DEED_opening && deed_of(other) == DEED_opening &&
	    one->fact == FACT_player_did && other->fact == FACT_partner_did)
		add(at, FACT_COUNT + i, 1, MANY, FACT_COUNT + j, 1, MANY); /* a side opens once */
	if (ends && (deed_of(one) != deed_of(other) ||
	             (one->fact == FACT_others_did && other->fact != one->fact && other->fact != FACT_anybody_did)))
		add(at, FACT_COUNT + i, 1, MANY, FACT_COUNT + j, 1, MANY); /* one player goes out, in one way */
}

/* ---- melds with which a player goes out ---- */

static bool is_scored(const struct moment *moment)
{
	switch (moment->row) {
	case ROW_score_points:
	case ROW_score_when:
	case ROW_score_minus:
	case ROW_canasta_bonus: return true;
	default: return false;
	}
}

/* As a deal is scored, who has such melds has gone out. */
static void add_last_melds(struct network *at, int i)
{
	enum fact_id out = at->asked[i]->fact == FACT_others_class ? FACT_others_out : FACT_side_out;

	if (is_scored(at->moment) && comes_with_going_out(at->moment->rules, at->asked[i]))
		add(at, FACT_COUNT + i, 1, MANY, (int)out, 0, 0);
}

/* ---- what cards count ---- */

static bool asks_for(const struct network *at, enum fact_id fact)
{
	for (int i = 0; i < at->count; i++)
		if (at->asked[i]->fact == fact)
			return true;
	return false;
}

/* Cards in hands or in melds count as much as the least of them do, where no card counts less than nothing. */
static void add_points(struct network *at, int i)
{
	const struct rules *rules = at->moment->rules;
	enum fact_id points = at->asked[i]->fact == FACT_side_held ? FACT_side_hands : FACT_side_table;
	int64_t least = INT32_MAX;

	if ((at->asked[i]->fact != FACT_side_held && at->asked[i]->fact != FACT_side_melded_of) ||
	    !asks_for(at, points))
		return;
	for (int kind = 0; kind < rules->kinds; kind++)
		if (rules->kind[kind].copies > 0 && rules->kind[kind].points < 0)
			return;
		else if (rules->kind[kind].copies > 0 && (at->asked[i]->cards >> kind & 1) &&
		         rules->kind[kind].points < least)
			least = rules->kind[kind].points;
	for (int cards = 1; cards <= COUNTED_MAX && least > 0 && least < INT32_MAX; cards++)
		add(at, FACT_COUNT + i, cards, MANY, (int)points, INT32_MIN, cards * least - 1);
}

/* ---- all that is known ---- */

static void add_flag(struct network *at, enum fact_id empty, enum fact_id size)
{
	add(at, (int)empty, 1, 1, (int)size, 1, MANY);
	add(at, (int)empty, 0, 0, (int)size, 0, 0);
}

/* ---- classes and canastas ---- */

/* Adds that melds of one class are never more than those of another, than canastas, or than those of a kind, if all melds of it are such,
 * and that canastas of a kind are not if all of them are of a class. */
static void add_classes(struct network *at, int i, int j)
{
	const struct ir *one = at->asked[i], *other = at->asked[j];
	const struct rules *rules = at->moment->rules;
	bool own = one->fact == FACT_side_class || one->fact == FACT_side_canastas_of;

	if (one->fact == FACT_side_canastas_of && other->fact == FACT_side_canastas_of)
		return;
	if ((own && (other->fact == FACT_side_class || other->fact == FACT_side_canastas_of)) ||
	    (one->fact == other->fact && (one->fact == FACT_others_class || one->fact == FACT_initial_class)))
		if (melds_are_among(rules, one, other))
			add_part(at, FACT_COUNT + i, FACT_COUNT + j);
}

static void fill(struct network *at)
{
	const struct rules *rules = at->moment->rules;
	struct exclusion more[(int)OUT_EXCLUSIONS + (int)MOMENT_EXCLUSIONS];
	int count = exclusions_of_going_out(rules, more);

	for (int i = 0; i < count; i++)
		add_exclusion(at, &more[i]);
	count = exclusions_at(at->moment, more);
	for (int i = 0; i < count; i++)
		add_exclusion(at, &more[i]);
	for (int i = 0; i < EXCLUSIONS; i++)
		add_exclusion(at, &exclusions[i]);
	add_flag(at, FACT_pile_empty, FACT_pile_size);
	add_flag(at, FACT_stock_empty, FACT_stock_size);
	for (int i = 0; i < PARTS_OF_WHOLES; i++)
		for (int part = -1; (part = next_node(at, parts_of_wholes[i].part, part)) >= 0;)
			for (int whole = -1; (whole = next_node(at, parts_of_wholes[i].whole, whole)) >= 0;)
				if (fits_cards(at, part, whole, 0, 0))
					add_part(at, part, whole);
	for (int i = 0; i < at->count && rules->initial_meld.top_card == initial_meld_top_card_counts; i++)
		for (int j = 0; j < at->count && at->asked[i]->fact == FACT_initial_class; j++)
			if (at->asked[j]->fact == FACT_side_class && at->asked[j]->item == at->asked[i]->item)
				add_part(at, FACT_COUNT + i, FACT_COUNT + j);
	for (int i = 0; i < at->count; i++) {
		enum fact_id all = at->asked[i]->fact == FACT_side_class ? FACT_side_canastas : FACT_others_canastas;
		bool counts_melds = facts[at->asked[i]->fact].slot == SLOT_CLASS &&
		                    at->asked[i]->fact != FACT_initial_class &&
		                    at->asked[i]->fact != FACT_initial_points;
		if (counts_melds && asks_for(at, all) && melds_are_among(rules, at->asked[i], NULL))
			add_part(at, FACT_COUNT + i, (int)all);
		for (int j = 0; j < at->count; j++)
			if (j != i && (facts[at->asked[i]->fact].slot == SLOT_CLASS ||
			               at->asked[i]->fact == FACT_side_canastas_of))
				add_classes(at, i, j);
		add_last_melds(at, i);
		add_points(at, i);
		if (at->asked[i]->fact == FACT_hand_only) /* there are no more of them */
			add(at, FACT_COUNT + i, 1, 1, FACT_hand_size, cards_in_deck(rules, at->asked[i]->cards) + 1,
			    MANY);
		for (int j = 0; j < at->count && at->asked[i]->fact == FACT_hand_only; j++)
			if (at->asked[j]->fact == FACT_hand_count && (at->asked[j]->faces & at->asked[i]->faces) == 0)
				add(at, FACT_COUNT + i, 1, 1, FACT_COUNT + j, 1, MANY);
		if (facts[at->asked[i]->fact].slot != SLOT_DEED)
			continue;
		add_deed(at, i);
		for (int j = 0; j < at->count; j++)
			if (j != i && facts[at->asked[j]->fact].slot == SLOT_DEED)
				add_deeds(at, i, j);
	}
}

/* ---- what follows ---- */

static bool is_empty(struct interval may)
{
	return may.low > may.high;
}

/* Takes the numbers from [low] to [high] away, if that leaves an interval; returns whether it is another one. */
static bool take_away(struct interval *may, int64_t low, int64_t high)
{
	if (low <= may->low && high >= may->low)
		may->low = high + 1;
	else if (low <= may->high && high >= may->high)
		may->high = low - 1;
	else
		return false;
	return true;
}

/* Narrows what facts can be, [may]. False if they cannot be so at all. All else follows already where only [first] is less than it
 * was; -1 if anything may be. */
static bool follow(const struct network *at, struct interval *may, int first)
{
	bool changed = true, less[NODES];

	memset(less, first < 0, sizeof less);
	if (first >= 0)
		less[first] = true;
	for (int round = 0; changed && round < ROUNDS_MAX; round++) {
		changed = false;
		for (int i = 0; i < at->clauses; i++) {
			const struct clause *clause = &at->clause[i];
			for (int k = 0; k < 2; k++) {
				const struct interval *one = &may[clause->node[k]];
				struct interval *other = &may[clause->node[!k]];
				if (!less[clause->node[k]] || one->low < clause->low[k] ||
				    one->high > clause->high[k] || !take_away(other, clause->low[!k], clause->high[!k]))
					continue;
				changed = less[clause->node[!k]] = true;
				if (is_empty(*other))
					return false;
			}
		}
		for (int i = 0; i < at->parts; i++) {
			struct interval *part = &may[at->part[i].node[0]], *whole = &may[at->part[i].node[1]];
			if (part->low > whole->low)
				whole->low = part->low, changed = less[at->part[i].node[1]] = true;
			if (whole->high < part->high)
				part->high = whole->high, changed = less[at->part[i].node[0]] = true;
			if (is_empty(*part) || is_empty(*whole))
				return false;
		}
	}
	return true;
}

struct found {
	struct implication *of;
	int count;
};

static void note(struct found *found, int one, const struct interval *when, int other, int64_t low, int64_t high)
{
	if (low <= high && found->count < IMPLICATIONS_MAX)
		found->of[found->count++] =
			(struct implication){ one, other, { when->low, low }, { when->high, high } };
}

/* Notes where what facts can be, [may], is less than [base] while fact [one] is within [when]. */
static void note_all(const struct network *at, struct found *found, int one, const struct interval *when,
                     const struct interval *base, const struct interval *may)
{
	for (int i = 0; i < at->count; i++) {
		int node = node_of(at, i);
		if (i == one || !at->is_known[node] || (one >= 0 && node == node_of(at, one)))
			continue;
		note(found, one, when, i, base[node].low, may[node].low - 1);
		note(found, one, when, i, may[node].high + 1, base[node].high);
	}
}

/* The first fact asked that node [node] stands for; -1 if there is none. */
static int asked_at(const struct network *at, int node)
{
	for (int i = 0; i < at->count; i++)
		if (node_of(at, i) == node)
			return i;
	return -1;
}

/* What was supposed before. */
struct supposed {
	int count;
	struct {
		int fact;
		struct interval in;
	} of[2 * CLAUSES_MAX];
};

/* True if the same was supposed before; else it is from now on. */
static bool is_repeated(struct supposed *before, int fact, struct interval in)
{
	for (int i = 0; i < before->count; i++)
		if (before->of[i].fact == fact && before->of[i].in.low == in.low && before->of[i].in.high == in.high)
			return true;
	before->of[before->count].fact = fact;
	before->of[before->count++].in = in;
	return false;
}

/* What a fact asked can be, as far as the network says; [frame] is the moment, and after it what follows. */
struct narrowed {
	const struct network *network;
	const struct interval *may;
};

static struct interval of_narrowed(const void *frame, const struct ir *asked)
{
	const struct narrowed *narrowed = frame;

	for (int i = 0; i < narrowed->network->count; i++)
		if (narrowed->network->asked[i] == asked && narrowed->network->is_known[node_of(narrowed->network, i)])
			return narrowed->may[node_of(narrowed->network, i)];
	return interval_at_moment(narrowed->network->moment, asked);
}

/* True if more is known of some fact at the moment than at any time, from which something may follow for others. */
static bool knows_more(const struct moment *moment)
{
	switch (moment->row) {
	case ROW_special_when:
	case ROW_meld_begun:
	case ROW_meld_natural_cards:
	case ROW_meld_wild_cards:
	case ROW_ban_when: return false;
	default: return asked_when(moment) != ASKED_ANYTIME;
	}
}

struct interval interval_that_follows(const struct moment *moment, formula condition)
{
	const struct ir *asked[OPEN_MAX];
	struct network at;
	struct interval may[NODES];
	struct narrowed narrowed = { &at, may };
	int count = 0;

	if (!knows_more(moment))
		return interval_when_asked(moment, condition);
	for (const struct ir *fact = condition->asked; fact != NULL && count < OPEN_MAX; fact = fact->also)
		asked[count++] = fact;
	begin(&at, moment, asked, count);
	fill(&at);
	memcpy(may, at.base, sizeof may);
	return follow(&at, may, -1) ? formula_interval_where(moment->rules, condition, &narrowed, of_narrowed)
	                            : interval_when_asked(moment, condition);
}

/* Supposes that fact number [one] of those asked is in an interval, and notes what follows. [plain]: what facts can be without that. */
static void suppose(const struct network *at, const struct interval *plain, int one, struct interval supposed,
                    struct found *found)
{
	const struct interval none = { 0, 0 };
	struct interval may[NODES];
	int node = node_of(at, one);

	if (supposed.low > plain[node].high || supposed.high < plain[node].low)
		return;
	memcpy(may, plain, sizeof may);
	may[node].low = supposed.low > may[node].low ? supposed.low : may[node].low;
	may[node].high = supposed.high < may[node].high ? supposed.high : may[node].high;
	if (follow(at, may, node))
		note_all(at, found, one, &supposed, plain, may);
	else
		note(found, -1, &none, one, supposed.low, supposed.high);
}

/* True if a part before this place is the same one. */
static bool is_repeated_part(const struct network *at, int i)
{
	int j = 0;

	while (j < i && at->part[j].node[0] != at->part[i].node[0])
		j++;
	return j < i;
}

int implications_of(const struct moment *moment, const struct ir *const *fact, int count, const int32_t *number,
                    int numbers, struct implication of[IMPLICATIONS_MAX])
{
	struct network at;
	struct interval plain[NODES];
	const struct interval none = { 0, 0 };
	struct found found = { of, 0 };
	struct supposed before;

	if (count < 2 && !knows_more(moment))
		return 0;
	begin(&at, moment, fact, count < OPEN_MAX ? count : OPEN_MAX);
	fill(&at);
	memcpy(plain, at.base, sizeof plain);
	if (!follow(&at, plain, -1))
		return 0; /* nothing is ever asked then, which is not for this to say */
	note_all(&at, &found, -1, &none, at.base, plain);
	before.count = 0;
	for (int i = 0; i < at.clauses && at.count > 1; i++)
		for (int k = 0; k < 2; k++) {
			struct interval in = { at.clause[i].low[k], at.clause[i].high[k] };
			int one = asked_at(&at, at.clause[i].node[k]);
			if (one >= 0 && !is_repeated(&before, one, in))
				suppose(&at, plain, one, in, &found);
		}
	for (int i = 0; i < at.parts && at.count > 1; i++) {
		int one = asked_at(&at, at.part[i].node[0]);
		for (int k = 0; k < numbers && one >= 0 && !is_repeated_part(&at, i); k++)
			suppose(&at, plain, one, (struct interval){ number[k], MANY }, &found);
	}
	return found.count;
}
