/* shipped.h -- the files of stdlib/ and variants/, compiled in. */
#ifndef RULES_SHIPPED_H
#define RULES_SHIPPED_H

struct shipped {
	const char *path; /* "variants/base.canasta" */
	const char *text;
	unsigned long length;
};

extern const struct shipped shipped_files[];
extern const int shipped_count;

#endif
