/* ranges.c -- a growing list of ranges; order comes in only when it is asked for. */
#include "tools/ranges.h"

#include <stdlib.h>
#include "grammar/arena.h"

void ranges_free(struct ranges *ranges)
{
	memory_free(ranges->range);
	*ranges = (struct ranges){ 0 };
}

static bool make_room(struct ranges *ranges)
{
	struct range *more = memory_grow(ranges->range, ranges->count, sizeof *more);

	if (more == NULL)
		ranges->failed = true;
	else
		ranges->range = more;
	return more != NULL;
}

void ranges_add(struct ranges *ranges, uint64_t from, uint64_t to)
{
	if (from >= to)
		return;
	if (ranges->count > 0 && ranges->range[ranges->count - 1].to == from)
		ranges->range[ranges->count - 1].to = to;
	else if (make_room(ranges))
		ranges->range[ranges->count++] = (struct range){ from, to };
}

static int by_beginning(const void *one, const void *other)
{
	const struct range *a = one, *b = other;

	return (a->from > b->from) - (a->from < b->from);
}

bool ranges_settle(struct ranges *ranges, uint64_t *twice)
{
	size_t kept = 0;

	if (ranges->count == 0)
		return true;
	qsort(ranges->range, ranges->count, sizeof *ranges->range, by_beginning);
	for (size_t i = 1; i < ranges->count; i++) {
		struct range *last = &ranges->range[kept], next = ranges->range[i];
		if (next.from < last->to) {
			*twice = next.from;
			return false;
		}
		if (next.from == last->to)
			last->to = next.to;
		else
			ranges->range[++kept] = next;
	}
	ranges->count = kept + 1;
	return true;
}

uint64_t ranges_size(const struct ranges *ranges)
{
	uint64_t size = 0;

	for (size_t i = 0; i < ranges->count; i++)
		if (__builtin_add_overflow(size, ranges->range[i].to - ranges->range[i].from, &size))
			return UINT64_MAX;
	return size;
}
