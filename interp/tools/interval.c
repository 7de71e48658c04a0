/* interval.c -- the interval is 1.96 standard errors wide on either side, which 95 of 100 such intervals need to hold the
 * true mean when there are some dozens of differences. */
#include "tools/interval.h"

#include <inttypes.h>
#include "grammar/text.h"

void paired_add(struct paired *paired, int64_t difference)
{
	paired->count++;
	paired->sum += difference;
	paired->squares += (wide)difference * difference;
}

/* The whole number nearest to the root of [square], which is not negative. */
static wide root_of(wide square)
{
	wide low = 0, high = (wide)1 << 63; /* low * low <= square < high * high */

	while (high - low > 1) {
		wide middle = (low + high) / 2;
		*(middle * middle <= square ? &low : &high) = middle;
	}
	return square - low * low > low ? high : low;
}

wide wide_divided(wide number, wide by)
{
	return number < 0 ? -((-number + by / 2) / by) : (number + by / 2) / by;
}

wide paired_mean(const struct paired *paired, int by, int parts)
{
	return wide_divided(paired->sum * parts, (wide)paired->count * by);
}

wide paired_reach(const struct paired *paired, int by, int parts)
{
	wide count = paired->count, mean = paired->sum / count, rest = paired->sum % count;
	/* the squares of the distances from the mean, added up */
	wide apart = paired->squares - count * mean * mean - 2 * mean * rest - rest * rest / count;
	wide over = count * (count - 1) * by * by * (HUNDREDTHS / parts) * (HUNDREDTHS / parts);

	if (apart >> 110 != 0) /* then the last digits do not matter */
		return root_of(wide_divided(apart, over) * (196 * 196));
	return root_of(wide_divided(apart * (196 * 196), over));
}

void parts_write(wide number, int parts, struct text *out)
{
	wide size = number < 0 ? -number : number;

	text_format(out, "%s%" PRId64 ".%0*d", number < 0 ? "-" : "", (int64_t)(size / parts), parts == TENTHS ? 1 : 2,
	            (int)(size % parts));
}
