/* names.h -- the words of a file, each kept once; and the word somebody may have meant. */
#ifndef GRAMMAR_NAMES_H
#define GRAMMAR_NAMES_H

#include <stddef.h>

struct arena;
struct name;

/* The hash has no secret key, so a hostile file could make all its words collide: this many stay harmless. */
enum { NAMES_MAX = 4096 };

/* The words met so far; all zero but for the arena is an empty one. */
struct names {
	struct arena *arena;
	struct name *table;
	int count;
	int full; /* a word beyond NAMES_MAX was met; such words are copied each time */
};

/* The one copy of [word], NUL-terminated, living as long as the arena; NULL when there is no memory. */
const char *names_keep(struct names *names, const char *word, size_t length);

/* The one of [count] [words] that [word] is most likely a slip of (a letter too many, too few, wrong, or two
 * swapped), or NULL if none is near enough or it is one of them. Of equally near ones the first. */
const char *word_nearest(const char *word, const char *const *words, int count);

#endif
