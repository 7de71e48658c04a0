/* two_numbers.c -- a ladder may go by two numbers at once: `by side order * 1000 + stock size`, for talons that depend on both. Each step
 * of it is written as a condition of the two: "the side is the first to open and the turn card has been drawn". */
#include "reports/wording.h"

#include "grammar/arena.h"
#include "rules/analysis.h"

enum { FIRST_MOST = 8 }; /* values of the first number; a table of more would be longer than the formula */

/* The two numbers of a key, and by how much the first is multiplied. */
struct key {
	const struct ir *first, *second;
	int64_t unit;
	struct interval of_first, of_second;
};

/* Takes the key apart. False if it is of something else, or if the second number can be so high that it changes the first. */
static bool take_apart(const struct rules *rules, const struct ir *sum, struct key *key)
{
	const struct ir *product = sum->kind == IR_SUM ? sum->first : NULL, *other = product != NULL ? product->next : NULL;

	if (other == NULL || other->next != NULL)
		return false;
	if (product->kind == IR_FACT) {
		other = product;
		product = product->next;
	}
	if (product->kind != IR_PRODUCT || other->kind != IR_FACT || product->first->kind != IR_NUMBER ||
	    product->first->next->kind != IR_FACT || product->first->next->next != NULL)
		return false;
	*key = (struct key){ .first = product->first->next, .second = other, .unit = product->first->number };
	key->of_first = ir_interval(rules, key->first);
	key->of_second = ir_interval(rules, other);
	return key->unit > 0 && key->of_second.low >= 0 && key->of_second.high < key->unit &&
	       key->of_first.high - key->of_first.low < FIRST_MOST;
}

/* [when], and [fact] compared with [number]. */
static struct ir *with_bound(struct ir_maker *maker, struct ir *when, enum ir_kind kind, const struct ir *fact, int64_t number)
{
	struct ir *copy = ir_node(maker, IR_FACT, fact->type);

	if (copy != NULL) {
		*copy = *fact;
		copy->next = copy->also = NULL;
	}
	return ir_join(maker, IR_ALL, when, ir_compare(maker, kind, copy, ir_number(maker, number, fact->type)));
}

/* That the first number is [first] and the second one from [low] to [high], as far as that is not so anyway. */
static const struct ir *condition_of(struct ir_maker *maker, const struct key *key, int64_t first, int64_t low, int64_t high)
{
	struct ir *when = ir_number(maker, 1, FLAG);

	if (key->of_first.low != key->of_first.high)
		when = with_bound(maker, when, IR_EQUAL, key->first, first);
	if (low > key->of_second.low)
		when = with_bound(maker, when, IR_AT_LEAST, key->second, low);
	if (high < key->of_second.high)
		when = with_bound(maker, when, IR_AT_MOST, key->second, high);
	return when;
}

int ladder_of_two(const struct rules *rules, const struct ir *ladder, struct arena *arena, struct step_of_two *steps)
{
	struct ir_maker maker = { .arena = arena, .rules = rules };
	struct key key;
	int count = 0;

	if (ladder->kind != IR_LADDER || !take_apart(rules, ladder->first, &key))
		return 0;
	for (int64_t first = key.of_first.low; first <= key.of_first.high; first++)
		for (const struct ir *step = ladder->first->next; step != NULL; step = step->next) {
			int64_t low = step->number - first * key.unit;
			int64_t high = step->next != NULL ? step->next->number - 1 - first * key.unit : key.of_second.high;
			low = low < key.of_second.low ? key.of_second.low : low;
			high = high > key.of_second.high ? key.of_second.high : high;
			if (low > high)
				continue;
			if (count == STEPS_OF_TWO)
				return 0;
			steps[count++] = (struct step_of_two){ condition_of(&maker, &key, first, low, high), step->first };
		}
	return arena_failed(arena) ? 0 : count;
}
