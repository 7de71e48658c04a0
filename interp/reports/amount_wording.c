/* amount_wording.c -- amounts in words: numbers, what facts count, sums and products of them, and the steps of a ladder. */
#include "reports/amount_wording.h"

#include "grammar/text.h"
#include "reports/wording.h"
#include "rules/analysis.h"

/* ---- what is counted ---- */

static int item_group(const struct ir *fact)
{
	switch (facts[fact->fact].slot) {
	case SLOT_CANASTA: return GROUP_canasta;
	case SLOT_CLASS: return GROUP_class;
	case SLOT_EVENT: return GROUP_event;
	default: return GROUP_define;
	}
}

struct holes fact_holes(const struct rules *rules, const struct ir *fact)
{
	return (struct holes){ .rules = rules,
		               .value = "",
		               .number = SAID_MANY,
		               .faces = fact->faces,
		               .group = item_group(fact),
		               .item = fact->item,
		               .others = fact->first };
}

void noun_say(const struct rules *rules, const struct ir *number, struct text *out)
{
	struct holes holes = fact_holes(rules, number);

	if (number->kind == IR_FACT)
		wording_fill(&holes, fact_wordings[number->fact].noun, out);
	else
		amount_say(rules, number, out);
}

/* ---- amounts ---- */

/* Threes plus sevens are threes and sevens, natural canastas plus mixed ones are canastas of either kind. Melds are not
 * taken together: one may be of several classes, and is counted for each. */
bool sum_as_one(const struct ir *sum, struct ir *one)
{
	uint64_t items = 0;

	if (sum->kind != IR_SUM)
		return false;
	*one = *sum->first;
	if (one->kind != IR_FACT || (facts[one->fact].slot != SLOT_CARDS && facts[one->fact].slot != SLOT_CANASTA))
		return false;
	for (const struct ir *part = sum->first->next; part != NULL; part = part->next) {
		if (part->kind != IR_FACT || part->fact != one->fact || (part->faces & one->faces) != 0)
			return false;
		one->faces |= part->faces;
	}
	for (const struct ir *part = sum->first; part != NULL; items |= (uint64_t)1 << part->item, part = part->next)
		if (facts[one->fact].slot == SLOT_CANASTA && (items >> part->item & 1))
			return false;
	if (facts[one->fact].slot == SLOT_CANASTA)
		one->first = sum->first->next;
	return true;
}

/* So many for each of what a fact counts, or a sum that is said as one. */
static bool is_each(const struct ir *product)
{
	const struct ir *fact = product->kind == IR_PRODUCT ? product->first->next : NULL;
	struct ir one;

	if (fact == NULL || product->first->kind != IR_NUMBER || fact->next != NULL)
		return false;
	if (sum_as_one(fact, &one))
		fact = &one;
	return fact->kind == IR_FACT && fact_wordings[fact->fact].each[0] != '\0';
}

static void write_each(const struct rules *rules, const struct ir *product, struct text *out)
{
	const struct ir *fact = product->first->next;
	struct ir one;
	struct holes holes;

	if (sum_as_one(fact, &one))
		fact = &one;
	holes = fact_holes(rules, fact);
	number_write(product->first->number, out);
	text_add(out, " for each ");
	wording_fill(&holes, fact_wordings[fact->fact].each, out);
}

static void write_joined(const struct rules *rules, const struct ir *of, const char *joint, struct text *out)
{
	struct ir merged;

	for (const struct ir *one = of->first; one != NULL; one = one->next) {
		bool less = of->kind == IR_SUM && one->kind == IR_NEGATIVE && !is_each(one->first);
		if (of->kind == IR_SUM && one != of->first && one->kind == IR_NUMBER && one->number < 0) {
			text_add(out, " less ");
			number_write(-(int64_t)one->number, out);
			continue;
		}
		if (one != of->first)
			text_add(out, less ? " less " : joint);
		if (of->kind == IR_PRODUCT && one->kind == IR_SUM && !sum_as_one(one, &merged)) {
			text_add(out, "the sum of ");
			write_joined(rules, one, " and ", out);
		} else
			amount_say(rules, less && one != of->first ? one->first : one, out);
	}
}

static bool all_each(const struct ir *sum)
{
	for (const struct ir *one = sum->first; one != NULL; one = one->next)
		if (!is_each(one) && !(one->kind == IR_NEGATIVE && is_each(one->first)))
			return false;
	return true;
}

static void write_steps(const struct rules *rules, const struct ir *ladder, struct text *out)
{
	const char *gap = "";

	for (const struct ir *step = ladder->first->next; step != NULL; step = step->next) {
		if (step_is_idle(ladder, step))
			continue;
		text_add(out, gap);
		step_say_value(rules, step, out);
		step_say_behind(rules, ladder, step, out);
		gap = ", ";
	}
	text_add(out, ", by ");
	ladder_say_key(rules, ladder, out);
}

static void write_sum(const struct rules *rules, const struct ir *sum, struct text *out)
{
	struct ir one;

	if (sum_as_one(sum, &one))
		noun_say(rules, &one, out);
	else
		write_joined(rules, sum, all_each(sum) ? ", " : " plus ", out);
}

/* What is taken away: "-500 for each ...", "minus what ...". */
static void write_negative(const struct rules *rules, const struct ir *of, struct text *out)
{
	text_add(out, is_each(of) ? "-" : "minus ");
	amount_say(rules, of, out);
}

void amount_say(const struct rules *rules, const struct ir *amount, struct text *out)
{
	if (amount == NULL) {
		out->failed = 1;
		return;
	}
	switch (amount->kind) {
	case IR_NUMBER: number_write(amount->number, out); break;
	case IR_FACT: noun_say(rules, amount, out); break;
	case IR_NEGATIVE: write_negative(rules, amount->first, out); break;
	case IR_LADDER: write_steps(rules, amount, out); break;
	case IR_SUM: write_sum(rules, amount, out); break;
	case IR_PRODUCT:
		if (is_each(amount))
			write_each(rules, amount, out);
		else
			write_joined(rules, amount, " times ", out);
		break;
	default: break;
	}
}

/* ---- ladders ---- */

static int32_t least_key(const struct ir *ladder)
{
	return ladder->first->kind == IR_FACT ? facts[ladder->first->fact].low : LEAST;
}

int64_t ladder_most(const struct rules *rules, const struct ir *ladder)
{
	const struct ir *key = ladder->first;

	if (key->kind != IR_FACT || facts[key->fact].slot != SLOT_NONE)
		return INT32_MAX;
	return ir_interval(rules, key).high;
}

bool step_is_idle(const struct ir *ladder, const struct ir *step)
{
	return step->number == INT32_MIN && step->next != NULL && step->next->number <= least_key(ladder);
}

/* Totals are made of what cards count: the number that all of it can be divided by. */
static int32_t points_unit(const struct rules *rules)
{
	int32_t unit = 0;

	for (int kind = 0; kind < rules->kinds; kind++)
		for (int32_t rest = rules->kind[kind].points, swap; rest != 0;
		     swap = unit % rest, unit = rest, rest = swap)
			;
	return unit < 0 ? -unit : unit;
}

/* "from 1,500"; a step that was put as above 3,000 begins at 3,001, which no total is. */
static void write_from(const struct rules *rules, int32_t low, struct text *out)
{
	int32_t unit = points_unit(rules);
	bool above = unit > 1 && low % unit == 1;

	text_add(out, above ? "above " : "from ");
	number_write(above ? low - 1 : low, out);
}

/* [most]: what the last step, which has no [next], comes to at the most. */
static void write_span(int32_t low, bool first, const struct ir *next, int64_t most, struct text *out)
{
	int64_t high = next != NULL ? (int64_t)next->number - 1 : INT32_MAX;

	if (next != NULL && high > low) {
		if (first)
			text_add(out, "up");
		else
			number_write(low, out);
		text_add(out, " to ");
	}
	number_write(next != NULL ? high : low, out);
	text_add(out, next == NULL && low != most ? " or more" : "");
}

void step_say_range(const struct rules *rules, const struct ir *ladder, const struct ir *step, struct text *out)
{
	const struct ir *key = ladder->first, *next = step->next;
	bool first = step->number == INT32_MIN;
	int32_t low = first ? least_key(ladder) : step->number;

	if (low == LEAST && next == NULL)
		text_add(out, "whatever it is");
	else if (low == LEAST) {
		text_add(out, "below ");
		number_write(next->number, out);
	} else if (key->kind == IR_FACT && facts[key->fact].type == SCORE)
		write_from(rules, low, out);
	else
		write_span(low, first, next, ladder_most(rules, ladder), out);
}

void step_say_value(const struct rules *rules, const struct ir *step, struct text *out)
{
	if (step->first->kind == IR_NUMBER && step->first->number == 0)
		text_add(out, "nothing");
	else
		amount_say(rules, step->first, out);
}

void ladder_say_key(const struct rules *rules, const struct ir *ladder, struct text *out)
{
	noun_say(rules, ladder->first, out);
}

void step_say_behind(const struct rules *rules, const struct ir *ladder, const struct ir *step, struct text *out)
{
	struct text range = { 0 };
	char first;

	step_say_range(rules, ladder, step, &range);
	first = text_read(&range)[0];
	text_format(out, "%s%s", (first >= '0' && first <= '9') || first == 'u' ? " for " : " ", text_read(&range));
	text_end(&range, out);
}
