/* ranges.h -- which games were played: numbers from one up to and without another, as few ranges as it takes. */
#ifndef TOOLS_RANGES_H
#define TOOLS_RANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct range {
	uint64_t from, to;
};

/* All zero when empty. */
struct ranges {
	struct range *range;
	size_t count;
	bool failed; /* memory ran out */
};

void ranges_free(struct ranges *ranges);

/* Adds the numbers [from] up to and without [to]; cheap if they follow those added last. */
void ranges_add(struct ranges *ranges, uint64_t from, uint64_t to);

/* Puts the ranges in order and joins those that touch. False if a number is in two of them; *[twice] is the first. */
bool ranges_settle(struct ranges *ranges, uint64_t *twice);

/* How many numbers there are, UINT64_MAX if more. */
uint64_t ranges_size(const struct ranges *ranges);

#endif
