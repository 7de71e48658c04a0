/* program.h -- conditions and amounts, compiled: a few steps on a small stack, run without allocating.
 * Whoever runs a program says how facts are answered, so the same steps serve a meld on paper and a game in play. */
#ifndef RULES_PROGRAM_H
#define RULES_PROGRAM_H

#include <stdint.h>

typedef uint64_t cardset; /* a set of kinds of card, one bit each; while a file is being read, of faces */

enum fact_id {
#define FACT(id, type, slot, where, low, phrase, sentence) FACT_##id,
#include "facts.def"
#undef FACT
	FACT_COUNT
};

enum op_code {
	OP_END,    /* the answer is on top */
	OP_NUMBER, /* push number */
	OP_FACT,   /* push what fact says of argument */
	OP_NOT,
	OP_EQUAL,
	OP_UNEQUAL,
	OP_LESS,
	OP_LESS_EQUAL,
	OP_MORE,
	OP_MORE_EQUAL,
	OP_PLUS,
	OP_MINUS,
	OP_TIMES,
	OP_NEGATIVE,
	OP_AND,      /* if the top is 0 keep it and jump on by number steps, else drop it */
	OP_OR,       /* if the top is not 0 keep it and jump on, else drop it */
	OP_WITHIN,   /* keep the top; unless it lies in [number, argument] skip the next step */
	OP_JUMP,     /* jump on by number steps */
	OP_SWAP_DROP /* drop what lies under the top: the key of a ladder under its value */
};

struct op {
	uint8_t code;
	uint8_t fact;    /* enum fact_id */
	uint8_t yes, no; /* of a fact in a chain: how many steps on the next question is if the answer lies within its
	                  * limits and if not, or CHAIN_NO, CHAIN_YES; equal outside of chains */
	int32_t number;
	cardset argument;  /* the cards, or the place in its list of the canasta, event or term; or an int32_t bound */
	int32_t low, high; /* the limits of a fact in a chain */
};

enum { PROGRAM_STACK = 32, PROGRAM_STEPS = 1000 }; /* deeper or longer ones are refused while reading */
enum { CHAIN_NO = 0, CHAIN_YES = 255 };            /* the chain ends, and that is its answer */

/* A program; NULL stands for one that was never stated and has no default. */
typedef const struct op *program;

/* True if the program is one number that no fact changes; [*number] is it. */
static inline int program_is_constant(program op, int32_t *number)
{
	*number = op->number;
	return op->code == OP_NUMBER && op[1].code == OP_END;
}

/* The number of 32 bits that is nearest. */
static inline int32_t nearest_number(int64_t number)
{
	return number > INT32_MAX ? INT32_MAX : number < INT32_MIN ? INT32_MIN : (int32_t)number;
}

/* chain.c: makes a chain of a condition that joins comparisons of one fact with a number or another fact. Its answer can
 * then be had without a stack, by going from question to question. */
void program_link(struct op *op);

/* True if [op] is a chain. */
static inline int program_is_chain(program op)
{
	return op->yes != op->no;
}

/* What a chain answers. */
static inline __attribute__((always_inline)) int32_t
program_follow(program op, const void *frame, int32_t (*fact)(const void *frame, const struct op *op))
{
	for (;;) {
		int32_t value = fact(frame, op);
		int next;
		if (op[1].code == OP_FACT)
			value = nearest_number((int64_t)value - fact(frame, op + 1));
		next = value >= op->low && value <= op->high ? op->yes : op->no;
		if (next == CHAIN_NO || next == CHAIN_YES)
			return next == CHAIN_YES;
		op += next;
	}
}

/* What any other program answers. */
static inline __attribute__((always_inline)) int32_t
program_work_out(program op, const void *frame, int32_t (*fact)(const void *frame, const struct op *op))
{
	int32_t stack[PROGRAM_STACK + 1]; /* the first place lies below the empty stack */
	int32_t *top = stack;

	for (;; op++) {
		switch ((enum op_code)op->code) {
		case OP_END: return *top;
		case OP_NUMBER: *++top = op->number; break;
		case OP_FACT: *++top = fact(frame, op); break;
		case OP_NOT: *top = !*top; break;
		case OP_EQUAL:
			top--;
			*top = top[0] == top[1];
			break;
		case OP_UNEQUAL:
			top--;
			*top = top[0] != top[1];
			break;
		case OP_LESS:
			top--;
			*top = top[0] < top[1];
			break;
		case OP_LESS_EQUAL:
			top--;
			*top = top[0] <= top[1];
			break;
		case OP_MORE:
			top--;
			*top = top[0] > top[1];
			break;
		case OP_MORE_EQUAL:
			top--;
			*top = top[0] >= top[1];
			break;
		case OP_PLUS:
			top--;
			*top = nearest_number((int64_t)top[0] + top[1]);
			break;
		case OP_MINUS:
			top--;
			*top = nearest_number((int64_t)top[0] - top[1]);
			break;
		case OP_TIMES:
			top--;
			*top = nearest_number((int64_t)top[0] * top[1]);
			break;
		case OP_NEGATIVE: *top = nearest_number(-(int64_t)*top); break;
		case OP_AND:
			if (*top)
				top--;
			else
				op += op->number;
			break;
		case OP_OR:
			if (*top)
				op += op->number;
			else
				top--;
			break;
		case OP_WITHIN:
			if (*top < op->number || *top > (int32_t)(int64_t)op->argument)
				op++;
			break;
		case OP_JUMP: op += op->number; break;
		case OP_SWAP_DROP:
			top--;
			*top = top[1];
			break;
		}
	}
}

/* What the program answers, with facts told by [fact]. Flags are 0 or 1. Arithmetic stays within 32 bits: what would be
 * more is the most there is. */
static inline __attribute__((always_inline)) int32_t
program_run(program op, const void *frame, int32_t (*fact)(const void *frame, const struct op *op))
{
	return program_is_chain(op) ? program_follow(op, frame, fact) : program_work_out(op, frame, fact);
}

#endif
