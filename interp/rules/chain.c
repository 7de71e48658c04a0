/* chain.c -- conditions as chains of questions. Most conditions are comparisons of one fact joined by `and`, `or` and
 * `not`: what each answer leads to, another question or the end, is worked out once, so that nothing is kept on a stack
 * while playing. The steps stay as they were for whoever reads them. */
#include "rules/rules.h"

enum { NOWHERE = -1, BEYOND = CHAIN_YES };

/* The limits between which a difference fulfils a comparison; false if [code] is none. For `is not` they are those of
 * `is`, and [*turned] is true. */
static bool limits_of(int code, int32_t number, struct op *op, bool *turned)
{
	int64_t low = INT32_MIN, high = INT32_MAX;

	*turned = code == OP_UNEQUAL;
	switch (code) {
	case OP_EQUAL:
	case OP_UNEQUAL: low = high = number; break;
	case OP_LESS: high = (int64_t)number - 1; break;
	case OP_LESS_EQUAL: high = number; break;
	case OP_MORE: low = (int64_t)number + 1; break;
	case OP_MORE_EQUAL: low = number; break;
	default: return false;
	}
	if (low > INT32_MAX || high < INT32_MIN)
		return false;
	op->low = (int32_t)low;
	op->high = (int32_t)high;
	return true;
}

/* Sets the limits of the question at [op] and returns the step behind it, or NULL if it is none. */
static const struct op *read_question(struct op *op, bool *turned)
{
	if (op->code != OP_FACT)
		return NULL;
	if ((op[1].code == OP_NUMBER || op[1].code == OP_FACT) && op[2].code != OP_END)
		return limits_of(op[2].code, op[1].code == OP_NUMBER ? op[1].number : 0, op, turned) ? op + 3 : NULL;
	op->low = op->high = 0; /* a flag: anything else is yes */
	*turned = true;
	return facts[op->fact].type == FLAG ? op + 1 : NULL;
}

/* Where [value] leads from [op] on: the next question, or [*answer]. */
static const struct op *lead(const struct op *op, bool value, int *answer)
{
	*answer = NOWHERE;
	for (;;)
		switch ((enum op_code)op->code) {
		case OP_NOT:
			value = !value;
			op++;
			break;
		case OP_AND:
		case OP_OR:
			if (value == (op->code == OP_AND))
				return op + 1;
			op += op->number + 1;
			break;
		case OP_END: *answer = value ? CHAIN_YES : CHAIN_NO; return op;
		default: return NULL;
		}
}

/* Notes where [value] leads from the question at [op], behind which stands [behind]. */
static bool link_answer(const struct op *op, const struct op *behind, bool value, uint8_t *next)
{
	int answer;
	const struct op *to = lead(behind, value, &answer);

	if (to == NULL || (answer == NOWHERE && to - op >= BEYOND))
		return false;
	*next = (uint8_t)(answer == NOWHERE ? to - op : answer);
	return true;
}

/* Links every question from [op] on, each of which stands at the start or behind `and` or `or`. */
static bool link_questions(struct op *op)
{
	const struct op *behind;
	bool turned;

	for (;;) {
		behind = read_question(op, &turned);
		if (behind == NULL || !link_answer(op, behind, !turned, &op->yes) ||
		    !link_answer(op, behind, turned, &op->no))
			return false;
		while (behind->code == OP_NOT)
			behind++;
		if (behind->code == OP_END)
			return true;
		if (behind->code != OP_AND && behind->code != OP_OR)
			return false;
		op += behind - op + 1;
	}
}

void program_link(struct op *op)
{
	if (link_questions(op))
		return;
	for (; op->code != OP_END; op++)
		op->yes = op->no = CHAIN_NO;
}
