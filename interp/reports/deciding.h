/* deciding.h -- which lines of a condition make it come out as it does. */
#ifndef REPORTS_DECIDING_H
#define REPORTS_DECIDING_H

#include "game/question.h"

struct library;

enum { DECIDING_MAX = 24 };

struct deciding {
	const struct cell *cell[DECIDING_MAX]; /* lines that state the setting, or a term that they ask */
	int count;
};

/* Finds the lines of setting [row] of [item] that decide about [about]: where the condition does not hold those that it
 * fails for, else all of them; and of the terms that they ask the same. None if it is no condition. */
void find_deciding(struct library *library, const struct question *about, enum row_id row, int item,
                   struct deciding *found);

#endif
