/* interval.h -- how sure the mean of many differences is, from whole numbers alone, so that every machine says the same. */
#ifndef TOOLS_INTERVAL_H
#define TOOLS_INTERVAL_H

#include <stdint.h>

struct text;

#define PAIRED_MAX (INT64_C(1) << 32) /* differences; with more of them sums of squares could overflow */

/* Wide enough for the sums of so many deals, however absurd their rules. */
__extension__ typedef __int128 wide;

/* Differences that were added up. */
struct paired {
	int64_t count;
	wide sum, squares;
};

/* Adds [difference]. */
void paired_add(struct paired *paired, int64_t difference);

/* In what parts numbers are told. */
enum { TENTHS = 10, HUNDREDTHS = 100 };

/* The mean difference divided by [by], and how far the interval around it reaches that holds the true mean in 95 of 100
 * cases, in [parts] of one. There are differences, and for the reach at least two. */
wide paired_mean(const struct paired *paired, int by, int parts);
wide paired_reach(const struct paired *paired, int by, int parts);

/* [number] divided by [by], to the nearest. */
wide wide_divided(wide number, wide by);

/* Writes a number of [parts] of one: 123 tenths as 12.3. */
void parts_write(wide number, int parts, struct text *out);

#endif
