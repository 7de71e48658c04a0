/* proofs.c -- what can never be and what always is, as far as tables of cases show it: see proofs.h. What is known of facts beside each
 * other is itself a table, of what can be; a condition that is "no" wherever that is "yes" never holds. */
#include "rules/proofs.h"

#include <string.h>
#include "rules/analysis.h"
#include "rules/implications.h"
#include "rules/lint.h"
#include "rules/moments.h"
#include "rules/normal.h"

/* A proof while it is made. */
struct proving {
	struct normal *normal;
	const struct rules *rules;
	const struct moment *moment; /* when the facts are asked */
};

enum { ASKED_MAX = 60, NUMBERS_MAX = 12 };

/* The facts that a condition asks, those behind its terms among them, and the numbers above 0 that it compares with, and the next ones. */
struct asked_facts {
	const struct ir *fact[ASKED_MAX];
	int count;
	int32_t number[NUMBERS_MAX];
	int numbers;
	const struct ir *out; /* that a side went out, where what it had to have for that is known; else NULL */
};

static void add_number(struct asked_facts *to, int32_t number)
{
	for (int i = 0; i < to->numbers; i++)
		if (to->number[i] == number)
			return;
	if (to->numbers < NUMBERS_MAX && number > 0 && number < INT32_MAX)
		to->number[to->numbers++] = number;
}

/* True for `side laid red 3 >= player laid red 3`: small numbers are split into cases there (of_few()). */
static bool compares_facts(const struct ir *of)
{
	switch (of->kind) {
	case IR_EQUAL:
	case IR_UNEQUAL:
	case IR_AT_LEAST:
	case IR_AT_MOST:
	case IR_MORE:
	case IR_LESS: return of->first->kind != IR_NUMBER && of->first->next->kind != IR_NUMBER;
	default: return false;
	}
}

static void add_numbers(const struct ir *of, struct asked_facts *to)
{
	for (int number = 1; number <= NORMAL_FEW && compares_facts(of); number++)
		add_number(to, number);
	if (of->kind == IR_NUMBER) {
		add_number(to, of->number);
		add_number(to, of->number < INT32_MAX ? of->number + 1 : of->number);
	}
	for (const struct ir *part = of->first; part != NULL; part = part->next)
		add_numbers(part, to);
}

static void add_asked(const struct rules *rules, formula of, struct asked_facts *to)
{
	add_numbers(of->ir, to);
	for (const struct ir *asked = of->asked; asked != NULL; asked = asked->also)
		if (asked->fact == FACT_term)
			add_asked(rules, rules->define[asked->item].when, to);
		else if (to->count < ASKED_MAX)
			to->fact[to->count++] = asked;
}

/* True where the fact is [low] to [high]. */
static const struct table *is_between(struct proving *at, const struct ir *fact, int64_t low, int64_t high)
{
	const struct table *value = normal_fact(at->normal, fact), *above;

	if (value == NULL || fact->type == FLAG)
		return value == NULL || low == 1 ? value : normal_not(at->normal, value);
	above = normal_compare(at->normal, IR_AT_LEAST, normal_sum(at->normal, value, normal_number(at->normal, -low)));
	if (high == INT32_MAX)
		return above;
	return normal_choice(
		at->normal, above,
		normal_compare(at->normal, IR_AT_MOST, normal_sum(at->normal, value, normal_number(at->normal, -high))),
		normal_number(at->normal, 0));
}

const struct exclusion exclusions[EXCLUSIONS] = {
#define MANY INT32_MAX
#define EXCLUDES(one, low, high, other, other_low, other_high) \
	{ { FACT_##one, FACT_##other }, { low, other_low }, { high, other_high }, 0, 0, ASKED_ANYTIME },
#define EXCLUDES_WHEN(when, one, low, high, other, other_low, other_high) \
	{ { FACT_##one, FACT_##other }, { low, other_low }, { high, other_high }, 0, 0, when },
#define FACT(...)
#include "facts.def"
#undef FACT
#undef MANY
};

/* Where two facts exclude each other, adds that to what can be, [all]. */
static const struct table *without(struct proving *at, const struct exclusion *pair, const struct ir *one,
                                   const struct ir *other, const struct table *all)
{
	const struct table *no = normal_number(at->normal, 0);
	bool cards = facts[one->fact].slot == SLOT_CARDS && facts[other->fact].slot == SLOT_CARDS;

	if (cards && (one->faces & ~other->faces) != 0)
		return all;
	return normal_choice(at->normal, is_between(at, one, pair->low[0], pair->high[0]),
	                     normal_choice(at->normal, is_between(at, other, pair->low[1], pair->high[1]), no, all),
	                     all);
}

const struct part_of_whole parts_of_wholes[PARTS_OF_WHOLES] = {
#define NOT_ABOVE(part, whole) { FACT_##part, FACT_##whole },
#define FACT(...)
#include "facts.def"
#undef FACT
};

/* Adds to what can be, [all], that [part] is not more than [whole]: for each number that is asked about, that the one does not reach it
 * while the other stays below. */
static const struct table *not_above(struct proving *at, const struct asked_facts *asked, const struct ir *part,
                                     const struct ir *whole, const struct table *all)
{
	struct exclusion pair = { { part->fact, whole->fact }, { 0, 0 }, { INT32_MAX, 0 }, 0, 0, 0 };

	for (int i = 0; i < asked->numbers; i++) {
		pair.low[0] = asked->number[i];
		pair.high[1] = asked->number[i] - 1;
		all = without(at, &pair, part, whole, all);
	}
	return all;
}

/* Cards of [whole] that are not among those of [part], in the deck, where both are the same fact asked of cards; -1 if they are not. */
static int others_in_deck(const struct proving *at, const struct ir *part, const struct ir *whole)
{
	if (part->fact != whole->fact || facts[part->fact].slot != SLOT_CARDS || (part->faces & ~whole->faces) != 0)
		return -1;
	return cards_in_deck(at->rules, whole->cards & fact_cards(at->rules, whole) & ~part->cards);
}

/* Adds to what can be, [all], that of the cards in [whole] those that are not in [part] are no more than the deck has: who has all eight
 * threes has four red ones. */
static const struct table *not_below(struct proving *at, const struct asked_facts *asked, const struct ir *part,
                                     const struct ir *whole, const struct table *all)
{
	struct exclusion pair = { { part->fact, whole->fact }, { 0, 0 }, { 0, INT32_MAX }, 0, 0, 0 };
	int others = others_in_deck(at, part, whole);

	for (int i = 0; i < asked->numbers && others >= 0; i++)
		if (asked->number[i] > others) {
			pair.high[0] = asked->number[i] - others - 1;
			pair.low[1] = asked->number[i];
			all = without(at, &pair, part, whole, all);
		}
	return all;
}

/* Adds to what can be, [all], that cards in two places are no more than the deck has. */
static const struct table *within_deck(struct proving *at, const struct asked_facts *asked, const struct ir *one,
                                       const struct ir *other, const struct table *all)
{
	int copies = cards_in_deck(at->rules, one->cards | other->cards);
	const struct table *no = normal_number(at->normal, 0);

	for (int i = 0; i < asked->numbers; i++)
		if (asked->number[i] <= copies)
			all = normal_choice(
				at->normal, is_between(at, one, asked->number[i], INT32_MAX),
				normal_choice(at->normal,
			                      is_between(at, other, copies - asked->number[i] + 1, INT32_MAX), no, all),
				all);
	return all;
}

int exclusions_of_going_out(const struct rules *rules, struct exclusion pairs[OUT_EXCLUSIONS])
{
	int32_t fewer = rules->going_out.canastas - 1;
	const struct exclusion all[OUT_EXCLUSIONS] = {
		{ { FACT_side_out, FACT_side_canastas }, { 1, 0 }, { 1, fewer }, 0, 0, 0 },
		{ { FACT_others_out, FACT_others_canastas }, { 1, 0 }, { 1, fewer }, 0, 0, 0 },
		{ { FACT_side_out, FACT_side_melded }, { 1, 0 }, { 1, 0 }, 0, 0, 0 },
		{ { FACT_side_out, FACT_side_opened }, { 1, 0 }, { 1, 0 }, 0, 0, 0 },
	};

	memcpy(pairs, all, sizeof all);
	return fewer < 0 ? 0 : opens_before_going_out(rules) ? OUT_EXCLUSIONS : OUT_EXCLUSIONS - 1;
}

/* True if nothing that [of] asks can change from a player going out to the score of the deal. */
static bool outlasts_deal(const struct rules *rules, formula of)
{
	for (const struct ir *asked = of->asked; asked != NULL; asked = asked->also)
		switch (asked->fact) {
		case FACT_term:
			if (!outlasts_deal(rules, rules->define[asked->item].when))
				return false;
			break;
		case FACT_side_canastas:
		case FACT_side_canastas_of:
		case FACT_side_class: break;
		case FACT_side_reserves:
		case FACT_side_waiting: /* somebody may come to play alone by going out */
			if (rules->table.alone != table_alone_nobody)
				return false;
			break;
		default: return false;
		}
	return true;
}

bool contract_outlasts_deal(const struct rules *rules)
{
	return !rules->going_out.contract->is_constant && outlasts_deal(rules, rules->going_out.contract);
}

/* Adds what freezes and blocks ask to what is asked where the pile is frozen or blocked. */
static void add_items(const struct rules *rules, struct asked_facts *asked)
{
	bool frozen = false, blocked = false;

	for (int i = 0; i < asked->count; i++) {
		frozen = frozen || asked->fact[i]->fact == FACT_pile_frozen;
		blocked = blocked || asked->fact[i]->fact == FACT_pile_blocked;
	}
	for (int i = 0; frozen && i < rules->pile.freeze_count; i++)
		add_asked(rules, rules->pile.freeze[i].when, asked);
	for (int i = 0; blocked && i < rules->pile.block_count; i++)
		add_asked(rules, rules->pile.block[i].when, asked);
}

/* Adds what the contract asks to what is asked of a side that went out. */
static void add_contract(const struct rules *rules, struct asked_facts *asked)
{
	for (int i = 0; i < asked->count; i++)
		if (asked->fact[i]->fact == FACT_side_out && contract_outlasts_deal(rules)) {
			asked->out = asked->fact[i];
			add_asked(rules, rules->going_out.contract, asked);
			return;
		}
}

/* Adds to what can be, [all], that the pile is frozen or blocked, [fact], if and only if one of these items of its list says so. */
static const struct table *by_its_items(struct proving *at, const struct asked_facts *asked, enum fact_id fact,
                                        const struct table *all)
{
	bool freezes = fact == FACT_pile_frozen;
	const struct table *any = normal_number(at->normal, 0), *no = any;
	int which = -1;

	for (int i = 0; i < asked->count; i++)
		if (asked->fact[i]->fact == fact)
			which = i;
	if (which < 0)
		return all;
	for (int i = 0; i < (freezes ? at->rules->pile.freeze_count : at->rules->pile.block_count); i++)
		any = normal_choice(at->normal,
		                    normal_of(at->normal, freezes ? at->rules->pile.freeze[i].when->ir
		                                                  : at->rules->pile.block[i].when->ir),
		                    normal_number(at->normal, 1), any);
	return normal_choice(at->normal, normal_fact(at->normal, asked->fact[which]),
	                     normal_choice(at->normal, any, all, no), normal_choice(at->normal, any, no, all));
}

enum { KINDS_TOLD_APART = 4, CANASTAS_COUNTED = 4 };

/* The place among the facts asked of how many canastas of a kind a side has; -1 if that is not asked. */
static int asked_of_kind(const struct asked_facts *asked, int kind)
{
	for (int i = 0; i < asked->count; i++)
		if (asked->fact[i]->fact == FACT_side_canastas_of && asked->fact[i]->item == kind)
			return i;
	return -1;
}

/* True where all canastas of a side, number [total] of what is asked or, with -1, not asked, are [low] to [high]. */
static const struct table *has_canastas(struct proving *at, const struct asked_facts *asked, int total, int low,
                                        int high)
{
	static const struct ir all = { .kind = IR_FACT, .type = NUMBER, .fact = FACT_side_canastas };

	if (total >= 0)
		return is_between(at, asked->fact[total], low, high);
	return normal_number(at->normal, low <= interval_at_moment(at->moment, &all).high && high >= 0);
}

/* Adds to what can be, [all], that all canastas of a side, number [total] of what is asked or -1, are those of its kinds from [kind] on and the [before]
 * of others: [most] of them if the numbers of each are the most it has, else the least. */
static const struct table *add_kinds(struct proving *at, const struct asked_facts *asked, int total, int kind,
                                     int before, bool most, const struct table *all)
{
	const struct table *no = normal_number(at->normal, 0), *made = all;
	int i = -1;

	while (kind < at->rules->canasta_count && (i = asked_of_kind(asked, kind)) < 0)
		kind++;
	if (kind == at->rules->canasta_count)
		return normal_choice(at->normal,
		                     most ? has_canastas(at, asked, total, before + 1, INT32_MAX)
		                          : normal_not(at->normal, has_canastas(at, asked, total, before, INT32_MAX)),
		                     no, all);
	for (int some = 0; some <= CANASTAS_COUNTED && !normal_failed(at->normal); some++) {
		const struct table *here = is_between(at, asked->fact[i], most ? 0 : some, most ? some : INT32_MAX);
		made = normal_choice(at->normal, here, add_kinds(at, asked, total, kind + 1, before + some, most, made),
		                     made);
	}
	return made;
}

/* Adds to what can be, [all], that every canasta is of one kind. */
static const struct table *sum_of_kinds(struct proving *at, const struct asked_facts *asked, const struct table *all)
{
	int total = -1, kinds = 0, told = 0;

	for (int i = 0; i < asked->count; i++)
		if (asked->fact[i]->fact == FACT_side_canastas)
			total = i;
	for (int kind = 0; kind < at->rules->canasta_count; kind++) {
		kinds += at->rules->most_canastas_of[kind] > 0;
		told += at->rules->most_canastas_of[kind] > 0 && asked_of_kind(asked, kind) >= 0;
	}
	if (told < 2 || told > KINDS_TOLD_APART)
		return all;
	all = add_kinds(at, asked, total, 0, 0, false, all);
	return told == kinds && total >= 0 ? add_kinds(at, asked, total, 0, 0, true, all) : all;
}

/* Adds to what can be, [all], that a side with melds has some of a class where every meld is of one of those that are asked. */
static const struct table *some_class(struct proving *at, const struct asked_facts *asked, const struct table *all)
{
	static const struct ir melded = { .kind = IR_FACT, .type = FLAG, .fact = FACT_side_melded };
	const struct table *no = normal_number(at->normal, 0), *none = NULL;
	uint32_t classes = 0;

	for (int i = 0; i < asked->count; i++) {
		if (asked->fact[i]->fact == FACT_side_class)
			classes |= UINT32_C(1) << asked->fact[i]->item;
		if (asked->fact[i]->fact == FACT_side_melded)
			none = normal_choice(at->normal, normal_fact(at->normal, asked->fact[i]), no, all);
	}
	if (none == NULL && interval_at_moment(at->moment, &melded).low > 0)
		none = no;
	if ((classes & (classes - 1)) == 0 || none == NULL || !classes_have_all(at->rules, classes))
		return all;
	for (int i = 0; i < asked->count; i++)
		if (asked->fact[i]->fact == FACT_side_class)
			none = normal_choice(at->normal, is_between(at, asked->fact[i], 1, INT32_MAX), all, none);
	return none;
}

/* Adds to what can be, [all], what follows for the facts that are asked over others. */
static const struct table *what_follows(struct proving *at, const struct asked_facts *asked, const struct table *all)
{
	const struct table *no = normal_number(at->normal, 0);
	struct implication of[IMPLICATIONS_MAX];
	int count = implications_of(at->moment, asked->fact, asked->count, asked->number, asked->numbers, of);

	for (int i = 0; i < count && !normal_failed(at->normal); i++) {
		const struct table *never = is_between(at, asked->fact[of[i].other], of[i].low[1], of[i].high[1]);
		const struct table *other = normal_choice(at->normal, never, no, all);
		all = of[i].one < 0 ? other
		                    : normal_choice(at->normal,
		                                    is_between(at, asked->fact[of[i].one], of[i].low[0], of[i].high[0]),
		                                    other, all);
	}
	return all;
}

/* Which of the facts asked is [fact], NULL if none is. */
static const struct ir *asked_fact(const struct asked_facts *asked, enum fact_id fact)
{
	for (int i = 0; i < asked->count; i++)
		if (asked->fact[i]->fact == fact)
			return asked->fact[i];
	return NULL;
}

/* Adds to what can be, [all], that who plays alone and goes out without having melded before has no earlier melds, and has begun all of her
 * canastas in that turn. */
static const struct table *own_melds(struct proving *at, const struct asked_facts *asked, const struct table *all)
{
	const struct ir *out = asked_fact(asked, FACT_side_out), *before = asked_fact(asked, FACT_melded_before),
			*number = asked_fact(asked, FACT_turn_canastas), *some = asked_fact(asked, FACT_laid_canasta),
			*added = asked_fact(asked, FACT_added_earlier);
	const struct table *no = normal_number(at->normal, 0), *made = all;
	int needed = at->rules->going_out.canastas;

	if (out == NULL || before == NULL || !all_play_alone(at->rules))
		return all;
	if (number != NULL)
		made = normal_choice(at->normal, is_between(at, number, needed, INT32_MAX), made, no);
	if (some != NULL && needed > 0)
		made = normal_choice(at->normal, normal_fact(at->normal, some), made, no);
	if (added != NULL)
		made = normal_choice(at->normal, normal_fact(at->normal, added), no, made);
	return normal_choice(at->normal, normal_fact(at->normal, out),
	                     normal_choice(at->normal, normal_fact(at->normal, before), all, made), all);
}

/* True where no two facts hold that exclude each other, and no part is more than the whole. */
static const struct table *what_can_be(struct proving *at, const struct asked_facts *asked)
{
	const struct table *all = normal_number(at->normal, 1);

	for (int i = 0; i < PARTS_OF_WHOLES; i++)
		for (int a = 0; a < asked->count; a++)
			for (int b = 0; b < asked->count && asked->fact[a]->fact == parts_of_wholes[i].part; b++)
				if (asked->fact[b]->fact == parts_of_wholes[i].whole &&
				    !ir_same(asked->fact[a], asked->fact[b])) {
					all = not_above(at, asked, asked->fact[a], asked->fact[b], all);
					all = not_below(at, asked, asked->fact[a], asked->fact[b], all);
				}

	for (int a = 0; a < asked->count; a++)
		for (int b = 0; b < asked->count; b++) {
			enum place one = place_counted(asked->fact[a]->fact),
				   other = place_counted(asked->fact[b]->fact);
			if (one != PLACE_NONE && other != PLACE_NONE && one != other)
				all = within_deck(at, asked, asked->fact[a], asked->fact[b], all);
		}
	all = what_follows(at, asked, all);
	all = sum_of_kinds(at, asked, all);
	all = some_class(at, asked, all);
	all = own_melds(at, asked, all);
	all = by_its_items(at, asked, FACT_pile_frozen, all);
	all = by_its_items(at, asked, FACT_pile_blocked, all);
	if (asked->out != NULL)
		all = normal_choice(at->normal, normal_fact(at->normal, asked->out),
		                    normal_choice(at->normal, normal_of(at->normal, at->rules->going_out.contract->ir),
		                                  all, normal_number(at->normal, 0)),
		                    all);
	return all;
}

/* What holds, or with [fails] does not, whenever a setting is asked, because another setting is asked first. */
struct premise {
	formula of;
	bool fails;
};

enum { PREMISES_MAX = block_MAX + 2 };

/* True if nothing that the condition of a special hand asks is otherwise when the deal, which it ends, is scored. */
static bool is_scored_as_laid(const struct rules *rules, int special)
{
	bool apart = !never_holds(rules->special[special].with_top_card);

	for (const struct ir *asked = rules->special[special].when->asked; asked != NULL; asked = asked->also)
		switch (asked->fact) {
		case FACT_side_opened:
		case FACT_side_melded:
		case FACT_side_canastas:
		case FACT_side_canastas_of:
		case FACT_side_class:
		case FACT_others_canastas:
		case FACT_stock_size:
		case FACT_stock_empty: break;
		case FACT_pile_size:
		case FACT_pile_empty:
			if (apart)
				return false;
			break;
		default: return false;
		}
	return true;
}

static int premises_of(const struct moment *moment, struct premise premise[PREMISES_MAX])
{
	const struct rules *rules = moment->rules;
	int count = 0;

	switch (moment->row) {
	case ROW_score_points:
	case ROW_score_minus: premise[count++] = (struct premise){ rules->score[moment->item].when, false }; break;
	case ROW_special_points:
		if (is_scored_as_laid(rules, moment->item))
			premise[count++] = (struct premise){ rules->special[moment->item].when, false };
		break;
	case ROW_take_forced:
		if (moment->item >= 0)
			premise[count++] = (struct premise){ rules->pile.take[moment->item].when, false };
		break;
	case ROW_initial_meld_contains: premise[count++] = (struct premise){ rules->initial_meld.waived, true }; break;
	default: break;
	}
	if ((moment->row == ROW_take_when || moment->row == ROW_take_forced) && moment->item >= 0)
		for (int i = 0; i < rules->pile.block_count; i++)
			premise[count++] = (struct premise){ rules->pile.block[i].when, true };
	return count;
}

static void add_premises(const struct moment *moment, struct asked_facts *asked)
{
	struct premise premise[PREMISES_MAX];
	int count = premises_of(moment, premise);

	for (int i = 0; i < count; i++)
		add_asked(moment->rules, premise[i].of, asked);
}

/* Keeps of what can be, [all], what is so when the premises are. One that could never be so is left out: what it forbids is reported there. */
static const struct table *where_asked(struct proving *at, const struct premise *premise, int count,
                                       const struct table *all)
{
	const struct table *no = normal_number(at->normal, 0);

	for (int i = 0; i < count && !normal_failed(at->normal); i++) {
		const struct table *of = normal_of(at->normal, premise[i].of->ir);
		const struct table *kept = premise[i].fails ? normal_choice(at->normal, of, no, all)
		                                            : normal_choice(at->normal, of, all, no);
		all = kept != no ? kept : all;
	}
	return all;
}

/* True where what has been [asked] can be as it is when the setting is asked. */
static const struct table *what_can_be_asked(struct proving *at, const struct asked_facts *asked)
{
	struct premise premise[PREMISES_MAX];

	return where_asked(at, premise, premises_of(at->moment, premise), what_can_be(at, asked));
}

/* What is proved of a table, whose facts have been [asked]. */
static enum proof proof_of(struct proving *at, const struct asked_facts *asked, const struct table *table)
{
	const struct table *can = what_can_be_asked(at, asked), *no = normal_number(at->normal, 0),
			   *yes = normal_number(at->normal, 1);
	enum proof proof = PROVED_NOTHING;

	if (!normal_failed(at->normal) && normal_choice(at->normal, can, table, no) == no)
		proof = PROVED_NEVER;
	else if (!normal_failed(at->normal) && normal_choice(at->normal, can, table, yes) == yes)
		proof = PROVED_ALWAYS;
	return normal_failed(at->normal) ? PROVED_NOTHING : proof;
}

enum proof prove(const struct moment *moment, formula condition, formula unless, bool *failed)
{
	const struct rules *rules = moment->rules;
	struct proving proving = { normal_begin(rules, false), rules, moment }, *at = &proving;
	struct asked_facts asked = { .count = 0 };
	const struct table *table;
	enum proof proof;

	if (at->normal == NULL) {
		*failed = true;
		return PROVED_NOTHING;
	}
	normal_ask_at(at->normal, moment);
	add_asked(rules, condition, &asked);
	table = normal_of(at->normal, condition->ir);
	if (unless != NULL) {
		add_asked(rules, unless, &asked);
		table = normal_choice(at->normal, normal_of(at->normal, unless->ir), normal_number(at->normal, 0),
		                      table);
	}
	add_premises(moment, &asked);
	add_items(rules, &asked);
	add_contract(rules, &asked);
	proof = proof_of(at, &asked, table);
	*failed = *failed || normal_lacks_memory(at->normal);
	normal_end(at->normal);
	return proof;
}

bool never_both(const struct moment *moment, formula one, formula other, bool *failed)
{
	const struct rules *rules = moment->rules;
	struct proving proving = { normal_begin(rules, false), rules, moment }, *at = &proving;
	struct asked_facts asked = { .count = 0 };
	const struct table *no, *not_other;
	bool never;

	if (at->normal == NULL) {
		*failed = true;
		return false;
	}
	normal_ask_at(at->normal, moment);
	add_asked(rules, one, &asked);
	add_asked(rules, other, &asked);
	add_premises(moment, &asked);
	add_items(rules, &asked);
	add_contract(rules, &asked);
	no = normal_number(at->normal, 0);
	not_other = normal_compare(at->normal, IR_EQUAL, normal_of(at->normal, other->ir));
	never = proof_of(at, &asked, normal_choice(at->normal, not_other, no, normal_of(at->normal, one->ir))) ==
	        PROVED_NEVER;
	*failed = *failed || normal_lacks_memory(at->normal);
	normal_end(at->normal);
	return never;
}

struct likeness {
	struct proving proving;
	struct asked_facts asked;
	const struct table *can, *of;
};

struct likeness *likeness_begin(const struct moment *moment, formula of, formula also)
{
	const struct rules *rules = moment->rules;
	struct normal *normal = normal_begin(rules, false);
	struct likeness *made = normal != NULL ? normal_room(normal, sizeof *made) : NULL;

	if (made == NULL) {
		normal_end(normal);
		return NULL;
	}
	made->proving = (struct proving){ normal, rules, moment };
	normal_ask_at(normal, moment);
	add_asked(rules, of, &made->asked);
	if (also != NULL)
		add_asked(rules, also, &made->asked);
	add_premises(moment, &made->asked);
	add_items(rules, &made->asked);
	add_contract(rules, &made->asked);
	made->of = normal_of(normal, of->ir);
	made->can = what_can_be_asked(&made->proving, &made->asked);
	return made;
}

bool is_proved_like(struct likeness *likeness, const struct ir *other)
{
	struct normal *at = likeness->proving.normal;
	const struct table *table = normal_of(at, other), *no = normal_number(at, 0);
	bool same = table == likeness->of ||
	            normal_choice(at, likeness->can, table, no) == normal_choice(at, likeness->can, likeness->of, no);

	return same && !normal_failed(at);
}

void likeness_end(struct likeness *likeness, bool *failed)
{
	*failed = *failed || likeness == NULL || normal_lacks_memory(likeness->proving.normal);
	if (likeness != NULL)
		normal_end(likeness->proving.normal);
}

bool holds_always(const struct rules *rules, formula condition, bool *failed)
{
	if (condition->is_constant)
		return condition->number != 0;
	return !intervals_say_all(condition) && prove(&ANY_TIME(rules), condition, NULL, failed) == PROVED_ALWAYS;
}

/* Marks the facts that facts.def leads to from those that are marked, in one step or more, or what going out needs. */
static void mark_linked(bool marked[FACT_COUNT])
{
	for (bool more = true; more;) {
		more = marked[FACT_side_out] != marked[FACT_side_canastas] ||
		       marked[FACT_others_out] != marked[FACT_others_class];
		marked[FACT_side_out] = marked[FACT_side_canastas] =
			marked[FACT_side_out] || marked[FACT_side_canastas];
		marked[FACT_others_out] = marked[FACT_others_class] =
			marked[FACT_others_out] || marked[FACT_others_class];
		for (int i = 0; i < (int)EXCLUSIONS + (int)PARTS_OF_WHOLES; i++) {
			enum fact_id a =
				i < (int)EXCLUSIONS ? exclusions[i].fact[0] : parts_of_wholes[i - (int)EXCLUSIONS].part;
			enum fact_id b = i < (int)EXCLUSIONS ? exclusions[i].fact[1]
			                                     : parts_of_wholes[i - (int)EXCLUSIONS].whole;
			more = more || marked[a] != marked[b];
			marked[a] = marked[b] = marked[a] || marked[b];
		}
	}
}

bool may_exclude(formula one, formula other)
{
	bool marked[FACT_COUNT] = { false };

	for (const struct ir *a = one->asked; a != NULL; a = a->also) {
		if (a->fact == FACT_term || facts[a->fact].slot == SLOT_DEED)
			return true;
		marked[compared_fact(a)] = true;
	}
	for (const struct ir *b = other->asked; b != NULL; b = b->also)
		if (marked[compared_fact(b)])
			return true;
	mark_linked(marked);
	for (const struct ir *b = other->asked; b != NULL; b = b->also)
		if (b->fact == FACT_term || facts[b->fact].slot == SLOT_DEED || marked[compared_fact(b)])
			return true;
	return false;
}
